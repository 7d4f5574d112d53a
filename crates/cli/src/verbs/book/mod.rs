//! `book`: opening books.

mod self_play;
mod sources;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{Args, Subcommand};
use serde::Serialize;
use yomikiri_lab::{
    AnyGame, BOOK_FORMATS, BUILT_IN_BOOK, BookMark, BookPolicy, BuildOrder, Exit, GameRecord,
    Judging, Lab, LabError, LearnReport, MergeReport, PolicyKind, ScoreOrder, ShowReport, Side,
    Texts,
};

use super::interrupt::interrupt_flag;
use crate::args::PlaceArgs;
use crate::batch;
use crate::input::InputArgs;
use crate::notation::NotationArgs;
use crate::output::{self, CliError, grouped, note};
use sources::Reader;

/// Make opening books, look into them and teach them
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri book build xiangqi games/ --book my.ybk --min-games 3 --keep-going
  yomikiri book build xiangqi selfplay:games=200,player=alphabeta:nodes=5000 --book my.ybk
  yomikiri book show xiangqi --book my.ybk --moves 'h2e2 h9g7' --notation chinese
  yomikiri book learn xiangqi new.pgn --book my.ybk
  yomikiri book set xiangqi --book my.ybk --move h2e2 --weight 300
  yomikiri play xiangqi --second alphabeta:book=my.ybk

docs/book.md explains the numbers, docs/book-format.md the file.")]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    Build(BuildArgs),
    Show(ShowArgs),
    /// Learn the results of finished games
    Learn(LearnArgs),
    /// Take learned games out again
    Forget(LearnArgs),
    Set(SetArgs),
    Score(ScoreArgs),
    Merge(MergeArgs),
    Export(ExportArgs),
    Import(ImportArgs),
    /// Show what is in a book
    Info(InfoArgs),
    /// Show what is in a book
    Stats(InfoArgs),
    /// Check every move and every sum of a book
    Verify(InfoArgs),
}

/// The file of a book.
#[derive(Args, Debug)]
struct FileArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Opening book; builtin is the one in the program
    #[arg(long, value_name = "FILE")]
    book: PathBuf,
}

impl FileArgs {
    fn open(&self, lab: &Lab) -> Result<(Box<dyn AnyGame>, yomikiri_lab::Book), LabError> {
        let game = lab.open_game(&self.game)?;
        let book = game.books().open(&self.book)?;
        Ok((game, book))
    }
}

/// How the games of sources are read.
#[derive(Args, Debug)]
struct SourceArgs {
    /// Files, directories with files of games, - (stdin), or selfplay:games=N,player=PLAYER,seed=S
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<String>,
    /// Format of the files (default: by their names)
    #[arg(long, value_name = "FMT")]
    from: Option<String>,
    /// Leave out games that are wrong, and list them
    #[arg(long)]
    keep_going: bool,
    /// Games that went on after a repetition or a limit that ends them here: always (an error), last
    /// (the verdict is the result, what follows is left out), never (left out from the verdict on, the
    /// written result stands)
    #[arg(long, value_name = "WHEN", default_value = "never")]
    judge: String,
    #[command(flatten)]
    input: InputArgs,
}

impl SourceArgs {
    fn judging(&self) -> Result<Judging, LabError> {
        Judging::of_name(&self.judge).ok_or_else(|| {
            let names = Judging::NAMES.join(", ");
            LabError::Usage(format!("expected --judge {names}, got {:?}", self.judge))
        })
    }

    fn reader<'g>(&self, game: &'g dyn AnyGame, threads: usize) -> Result<Reader<'g>, CliError> {
        let format = match &self.from {
            None => None,
            Some(name) => {
                // An unknown format is reported before anything is read.
                game.write_records(name, &[])?;
                game.formats().into_iter().find(|known| known == name)
            }
        };
        let sources = sources::of_arguments(game, &self.sources)?;
        Ok(Reader::new(game, sources, format, self.input, threads))
    }

    fn records(&self, game: &dyn AnyGame) -> Result<(Vec<GameRecord>, usize), CliError> {
        let mut reader = self.reader(game, super::table::threads(None))?;
        reader.all_records(self.judging()?, self.keep_going)
    }
}

/// Make a book of games
#[derive(Args, Debug)]
#[command(
    after_help = "Formats are those of `yomikiri convert`; a file's name tells which. Games without a result
and games that were met before are left out. The book appears under its name when it is
complete; until then, and if anything fails, an older one stays as it is."
)]
struct BuildArgs {
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    source: SourceArgs,
    /// Plies of each game that are taken in
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..=1000))]
    max_ply: u16,
    /// Games that a move must have been played in
    #[arg(long, value_name = "N", default_value_t = 2)]
    min_games: u32,
    /// Whose moves are taken in: first, second or both
    #[arg(long, value_name = "SIDE", default_value = "both", value_parser = ["first", "second", "both"])]
    side: String,
    /// Give moves weights by their results: points of a win, a draw and a loss, such as 3,1,-1
    #[arg(long, value_name = "W,D,L", allow_hyphen_values = true, value_parser = results)]
    results: Option<[i32; 3]>,
    /// Also take in the moves of variations
    #[arg(long)]
    variations: bool,
    /// Number of threads (default: all cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Show the moves of a position
#[derive(Args, Debug)]
struct ShowArgs {
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    place: PlaceArgs,
    /// Policy of the chances: best, weighted, solid or explore
    #[arg(long, value_name = "NAME", default_value = "weighted", value_parser = PolicyKind::NAMES)]
    policy: String,
    /// Variety of policy weighted, 0 to 100
    #[arg(long, value_name = "N", default_value_t = BookPolicy::USUAL_TEMPERATURE, value_parser = clap::value_parser!(u8).range(0..=100))]
    temperature: u8,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct LearnArgs {
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    source: SourceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Mark a move: how likely it is played, and a remark
#[derive(Args, Debug)]
struct SetArgs {
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    place: PlaceArgs,
    /// Move
    #[arg(long = "move", value_name = "MOVE")]
    mv: String,
    /// Weight from 0 (never) to 1000; 100 is a move without a mark
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    weight: Option<u16>,
    /// Remark; an empty one takes the old one away
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args, Debug)]
struct InfoArgs {
    #[command(flatten)]
    file: FileArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Let the engine score the moves of a book, those of most games first
#[derive(Args, Debug)]
struct ScoreArgs {
    #[command(flatten)]
    file: FileArgs,
    /// Positions to visit for each move
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Never play a move whose score is worse than the best one by more points than this
    #[arg(long, value_name = "POINTS", value_parser = clap::value_parser!(i32).range(0..=100_000))]
    margin: Option<i32>,
    /// Leave moves that have a score as they are
    #[arg(long)]
    resume: bool,
    /// Score at most so many moves
    #[arg(long, value_name = "N")]
    most: Option<u64>,
    /// Only moves of the first so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    plies: Option<u64>,
    /// Follow the engine's own moves beyond the book, as if so many of a hundred games went on with them
    #[arg(long, value_name = "0-99", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=99))]
    grow: u8,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Put books together
#[derive(Args, Debug)]
struct MergeArgs {
    /// Opening books
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,
    /// The new book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Write a book in another format
#[derive(Args, Debug)]
struct ExportArgs {
    #[command(flatten)]
    file: FileArgs,
    /// Format: json or csv (a move a line), epd (a position a line), pgn (one game with variations), obk or
    /// eleeye (xiangqi), polyglot (chess)
    #[arg(long, value_name = "FMT", value_parser = BOOK_FORMATS)]
    to: String,
    /// Output file (default: stdout)
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long, requires = "out")]
    json: bool,
}

/// Make a book of a file in another format
#[derive(Args, Debug)]
struct ImportArgs {
    #[command(flatten)]
    file: FileArgs,
    /// File to read
    #[arg(value_name = "FILE")]
    from_file: PathBuf,
    /// Format: json or csv (a move a line), epd (a position a line), pgn (one game with variations), obk or
    /// eleeye (xiangqi), polyglot (chess)
    #[arg(long, value_name = "FMT", value_parser = BOOK_FORMATS)]
    from: String,
    #[command(flatten)]
    input: InputArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn results(text: &str) -> Result<[i32; 3], String> {
    let numbers: Vec<i32> = text
        .split(',')
        .filter_map(|part| part.trim().parse().ok())
        .collect();
    let small = |number: &i32| (-1000..=1000).contains(number);
    match <[i32; 3]>::try_from(numbers) {
        Ok(points) if text.split(',').count() == 3 && points.iter().all(small) => Ok(points),
        _ => Err(format!(
            "expected three numbers such as 3,1,-1, got {text:?}"
        )),
    }
}

pub(super) fn run(args: &BookArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    match &args.what {
        What::Build(args) => build(args, lab, texts),
        What::Show(args) => show(args, lab, texts),
        What::Learn(args) => learn(args, lab, texts, true),
        What::Forget(args) => learn(args, lab, texts, false),
        What::Set(args) => set(args, lab, texts),
        What::Score(args) => score(args, lab, texts),
        What::Merge(args) => merge(args, lab, texts),
        What::Export(args) => export(args, lab, texts),
        What::Import(args) => import(args, lab, texts),
        What::Info(args) | What::Stats(args) => info(args, lab, texts),
        What::Verify(args) => verify(args, lab, texts),
    }
}

fn build(args: &BuildArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.file.game)?;
    let threads = super::table::threads(args.threads);
    let order = BuildOrder {
        max_ply: usize::from(args.max_ply),
        min_games: args.min_games,
        side: match args.side.as_str() {
            "first" => Some(Side::First),
            "second" => Some(Side::Second),
            _ => None,
        },
        results: args.results,
        variations: args.variations,
        keep_going: args.source.keep_going,
        judging: args.source.judging()?,
        threads,
    };
    let mut reader = args.source.reader(&*game, threads)?;
    let books = game.books();
    let report = books.build(&args.file.book, &order, &mut || reader.next_part())?;
    if args.json {
        output::print_document(&report)?;
    } else {
        let values = [
            ("games", grouped(report.games)),
            ("skipped", grouped(report.skipped)),
            ("positions", grouped(report.positions)),
            ("edges", grouped(report.edges)),
            ("dropped", grouped(report.dropped)),
            ("bytes", grouped(report.bytes)),
            ("seconds", format!("{:.1}", report.seconds)),
            ("book", report.book.clone()),
        ];
        let values: Vec<(&str, &str)> = values
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        output::print(&(texts.message("book-built", &values) + "\n"))?;
    }
    for error in &report.errors {
        note(&format!("error: {error}"));
    }
    Ok(match report.errors.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(Exit::Input as u8),
    })
}

fn show(args: &ShowArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let (game, book) = args.file.open(lab)?;
    args.notation.check(&*game)?;
    let policy = BookPolicy {
        kind: PolicyKind::of_name(&args.policy).unwrap_or_default(),
        temperature: args.temperature,
        margin: None,
    };
    let books = game.books();
    let answer = |place: &yomikiri_lab::Place<'_>| -> Result<ShowReport, LabError> {
        let mut report = books.show(&book, place, &policy, texts.lang())?;
        let moves = report.moves.iter_mut().map(|mv| &mut mv.text);
        args.notation.rewrite_legal(&*game, place, moves)?;
        Ok(report)
    };
    if args.place.is_batch() {
        return batch::answer_lines(|line| answer(&args.place.at(line)));
    }
    let report = answer(&args.place.place())?;
    match args.json {
        true => output::print_document(&report)?,
        false => output::print(&report.table(texts))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn learn(args: &LearnArgs, lab: &Lab, texts: &Texts, learns: bool) -> Result<ExitCode, CliError> {
    let (game, mut book) = args.file.open(lab)?;
    let (records, refused) = args.source.records(&*game)?;
    let books = game.books();
    let report = match learns {
        true => books.learn(&mut book, &records)?,
        false => books.forget(&mut book, &records)?,
    };
    match args.json {
        true => output::print_document(&report)?,
        false => output::print(&(learned_text(&report, learns, texts) + "\n"))?,
    }
    Ok(match refused {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::from(Exit::Input as u8),
    })
}

/// What learning or forgetting has changed, in a sentence.
pub(super) fn learned_text(report: &LearnReport, learns: bool, texts: &Texts) -> String {
    let values = [
        ("games", report.games.to_string()),
        ("new", report.new.to_string()),
        ("known", report.known.to_string()),
        ("positions", report.positions.to_string()),
        ("edges", report.edges.to_string()),
    ];
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    texts.message(
        if learns {
            "book-learned"
        } else {
            "book-forgot"
        },
        &values,
    )
}

fn set(args: &SetArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    #[derive(Serialize)]
    struct Changed {
        changed: bool,
    }
    if args.weight.is_none() && args.note.is_none() {
        let told = "expected --weight or --note, got neither";
        return Err(LabError::Usage(told.to_owned()).into());
    }
    let (game, mut book) = args.file.open(lab)?;
    let mark = BookMark {
        weight: args.weight,
        note: args.note.clone(),
    };
    let changed = game
        .books()
        .mark(&mut book, &args.place.place(), &args.mv, &mark)?;
    match (args.json, changed) {
        (true, _) => output::print_document(&Changed { changed })?,
        (false, true) => output::print(&(texts.message("book-marked", &[]) + "\n"))?,
        (false, false) => output::print(&(texts.message("book-unchanged", &[]) + "\n"))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn score(args: &ScoreArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let (game, mut book) = args.file.open(lab)?;
    let order = ScoreOrder {
        nodes: args.nodes,
        margin: args.margin,
        resume: args.resume,
        most: args.most,
        plies: args.plies.map(|plies| plies - 1),
        grow: args.grow,
    };
    let stop = interrupt_flag();
    let report = game.books().score(&mut book, &order, &stop)?;
    if args.json {
        output::print_document(&report)?;
    } else {
        let (scored, left) = (grouped(report.scored), grouped(report.left));
        let values = [("scored", scored.as_str()), ("left", left.as_str())];
        output::print(
            &(texts.message("book-scored", &values)
                + "
"),
        )?;
    }
    Ok(match stop.load(Ordering::Relaxed) {
        true => ExitCode::from(Exit::Interrupted as u8),
        false => ExitCode::SUCCESS,
    })
}

fn merge(args: &MergeArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let is_own = |path: &&PathBuf| path.as_os_str() == BUILT_IN_BOOK;
    let mut books = Vec::new();
    for path in args.books.iter().filter(|path| !is_own(path)) {
        books.push(yomikiri_lab::open_any_book(path)?);
    }
    let game = match books.first() {
        Some(first) => lab.open_game(&first.header().spec)?,
        None => with_own_book(lab)?,
    };
    for path in args.books.iter().filter(is_own) {
        books.push(game.books().open(path)?);
    }
    let report = game.books().merge(&books, &args.out)?;
    tell_merged(&report, args.json, texts)
}

fn export(args: &ExportArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let (game, book) = args.file.open(lab)?;
    let (bytes, report) = game.books().export(&book, &args.to)?;
    match &args.out {
        None => {
            output::print_bytes(&bytes)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(path) => {
            output::write_file(path, &bytes)?;
            tell_merged(&report, args.json, texts)
        }
    }
}

fn import(args: &ImportArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.file.game)?;
    let shown = args.from_file.display().to_string();
    let bytes = args.input.read(Some(&args.from_file))?;
    let books = game.books();
    let report = books.import(&args.from, &bytes, &shown, &args.file.book)?;
    tell_merged(&report, args.json, texts)
}

/// The game whose book is part of the program.
fn with_own_book(lab: &Lab) -> Result<Box<dyn AnyGame>, LabError> {
    let mut games = lab.all_games().into_iter();
    games
        .find(|game| game.books().has_built_in())
        .ok_or_else(|| {
            let told = "expected a file, got builtin: no book is part of the program";
            LabError::Input(told.to_owned())
        })
}

fn tell_merged(report: &MergeReport, json: bool, texts: &Texts) -> Result<ExitCode, CliError> {
    if json {
        output::print_document(report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let values = [
        ("positions", grouped(report.positions)),
        ("edges", grouped(report.edges)),
        ("left_out", grouped(report.left_out)),
    ];
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    output::print(
        &(texts.message("book-merged", &values)
            + "
"),
    )?;
    Ok(ExitCode::SUCCESS)
}

fn info(args: &InfoArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let (game, book) = args.file.open(lab)?;
    let info = game.books().info(&book)?;
    if args.json {
        output::print_document(&info)?;
        return Ok(ExitCode::SUCCESS);
    }
    let values = [
        ("game", info.game.clone()),
        ("version", info.version.to_string()),
        ("positions", grouped(info.positions)),
        ("edges", grouped(info.edges)),
        ("games", grouped(info.games)),
        ("deepest", info.deepest.to_string()),
        ("bytes", grouped(info.bytes)),
    ];
    let values: Vec<(&str, &str)> = values
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    let mut text = texts.message("book-info", &values) + "\n";
    let plies: Vec<String> = info.by_ply.iter().map(ToString::to_string).collect();
    text += &(texts.message("book-by-ply", &[("plies", &plies.join(" "))]) + "\n");
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn verify(args: &InfoArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let (game, book) = args.file.open(lab)?;
    let found = game.books().verify(&book)?;
    if args.json {
        output::print_document(&found)?;
    } else {
        let (positions, edges) = (grouped(found.positions), grouped(found.edges));
        let values = [("positions", positions.as_str()), ("edges", edges.as_str())];
        let mut text = texts.message("book-verified", &values) + "\n";
        for fault in &found.faults {
            text += &format!("{fault}\n");
        }
        output::print(&text)?;
    }
    Ok(match found.faults.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(Exit::Failed as u8),
    })
}
