//! `records`: a store of game records.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use serde_json::Value;
use yomikiri_lab::{
    BoardFound, GameName, GameRecord, Lab, LabError, RecordFilter, RecordFolder, RecordReading,
    RecordResult, RecordStore, Side, StoredRecord, guess_format,
};
use yomikiri_server::RecordDatabase;

use crate::input::InputArgs;
use crate::output::{self, CliError};

/// Keep game records and find them by player, result, date, options or position
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri records add go game.sgf collection.sgf
  yomikiri records find go --player Shusaku --result first
  yomikiri records find go --size 19 --komi 6.5 --date 2025..2026
  yomikiri records find go --corner '...?/.X.?/..O?/????'
  yomikiri records find chess --position 4k3/8/8/8/8/8/4P3/4K3
  yomikiri records show 0f3c --to sgf
  yomikiri records remove 0f3c

Records are kept in the folder `records` of the data directory, in the folder --store,
or in the server's database with --database.
Positions are also found turned and mirrored, where the rules do not see the difference.")]
pub(crate) struct RecordsArgs {
    #[command(subcommand)]
    action: Action,
    /// Folder of the records
    #[arg(long, value_name = "DIR", global = true, conflicts_with = "database")]
    store: Option<PathBuf>,
    /// Database of the server (sqlite://FILE or postgres://…)
    #[arg(long, value_name = "URL", global = true)]
    database: Option<String>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Action {
    Add(AddArgs),
    Find(FindArgs),
    Show(ShowArgs),
    Remove(RemoveArgs),
}

/// Add the games of files
#[derive(Args, Debug)]
struct AddArgs {
    /// Game; options that are not named may be any
    game: String,
    /// Files (-: stdin)
    #[arg(required = true)]
    files: Vec<String>,
    /// Format (default: by the file's name or contents)
    #[arg(long, value_name = "FMT")]
    from: Option<String>,
    /// Make illegal moves as changes of the board (sgf), and report them
    #[arg(long)]
    lenient: bool,
    #[command(flatten)]
    input: InputArgs,
}

/// List games; everything that is named must hold
#[derive(Args, Debug)]
struct FindArgs {
    /// Game, with options that must hold (go?size=9)
    game: Option<String>,
    /// Part of a player's name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// How the game ended
    #[arg(long, value_enum, value_name = "WHO")]
    result: Option<Won>,
    /// Date, the beginning of one, or two with .. between them
    #[arg(long, value_name = "DATE[..DATE]")]
    date: Option<String>,
    /// Board size: --option size=SIZE
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,
    /// Komi: --option komi=POINTS
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<String>,
    /// An option of the game; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// Whole board: rows, and the side to move if it matters
    #[arg(
        short,
        long,
        value_name = "POS",
        allow_hyphen_values = true,
        conflicts_with = "corner",
        requires = "game"
    )]
    position: Option<String>,
    /// Corner of the board: rows with ? for any point
    #[arg(long, value_name = "ROWS", requires = "game")]
    corner: Option<String>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum Won {
    First,
    Second,
    Draw,
    Unfinished,
}

/// Print a record
#[derive(Args, Debug)]
struct ShowArgs {
    /// Number of the record, or its beginning
    id: String,
    /// Format
    #[arg(long, value_name = "FMT", default_value = "json")]
    to: String,
}

/// Remove records
#[derive(Args, Debug)]
struct RemoveArgs {
    /// Numbers of the records, or their beginnings
    #[arg(required = true)]
    ids: Vec<String>,
}

pub(super) fn run(args: &RecordsArgs, lab: &Lab) -> Result<ExitCode, CliError> {
    let mut store: Box<dyn RecordStore> = match (&args.database, &args.store) {
        (Some(url), _) => Box::new(RecordDatabase::open(url)?),
        (None, Some(folder)) => Box::new(RecordFolder::new(folder)),
        (None, None) => Box::new(RecordFolder::new(lab.data_dir().join("records"))),
    };
    match &args.action {
        Action::Add(add) => run_add(add, lab, &mut *store, args.json),
        Action::Find(find) => run_find(find, lab, &mut *store, args.json),
        Action::Show(show) => run_show(show, lab, &mut *store),
        Action::Remove(remove) => run_remove(remove, &mut *store, args.json),
    }
}

#[derive(Serialize)]
struct Added {
    id: String,
    file: String,
    new: bool,
}

fn run_add(
    args: &AddArgs,
    lab: &Lab,
    store: &mut dyn RecordStore,
    json: bool,
) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let mut read = Vec::new();
    // All files are read before the first record is stored.
    for file in &args.files {
        let path = Some(file.as_str())
            .filter(|file| *file != "-")
            .map(Path::new);
        let bytes = args.input.read(path)?;
        let guessed = guess_format(
            file,
            &String::from_utf8_lossy(&bytes[..bytes.len().min(1000)]),
        );
        let how = RecordReading {
            lenient: args.lenient,
            any_options: true,
            ..RecordReading::default()
        };
        let format = args.from.as_deref().unwrap_or(guessed);
        let told = |error: LabError| match error {
            LabError::Input(text) => LabError::Input(format!("{file}: {text}")),
            other => other,
        };
        let found = game.read_record_bytes(format, &how, &bytes).map_err(told)?;
        for note in &found.notes {
            output::note(&format!("warning: {file}: {note}"));
        }
        read.push((file, found.records));
    }
    let mut added = Vec::new();
    for (file, records) in read {
        for (id, new) in lab.store_records(store, &*game, &records)? {
            let file = file.clone();
            added.push(Added { id, file, new });
        }
    }
    if json {
        #[derive(Serialize)]
        struct Document {
            added: Vec<Added>,
        }
        output::print_document(&Document { added })?;
    } else {
        let line = |one: &Added| {
            let there = if one.new { "" } else { "  (was there)" };
            format!("{}  {}{there}\n", one.id, one.file)
        };
        output::print(&added.iter().map(line).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_find(
    args: &FindArgs,
    lab: &Lab,
    store: &mut dyn RecordStore,
    json: bool,
) -> Result<ExitCode, CliError> {
    let filter = filter_of(args, lab)?;
    let found = lab.find_records(store, &filter)?;
    if json {
        #[derive(Serialize)]
        struct Document<'a> {
            records: Vec<RecordLine<'a>>,
        }
        let records = found.iter().map(RecordLine::of).collect();
        output::print_document(&Document { records })?;
    } else {
        output::print(&found.iter().map(line_of).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn filter_of(args: &FindArgs, lab: &Lab) -> Result<RecordFilter, CliError> {
    let mut filter = RecordFilter {
        player: args.player.clone(),
        result: args.result.map(|won| match won {
            Won::First => RecordResult::Won(Side::First),
            Won::Second => RecordResult::Won(Side::Second),
            Won::Draw => RecordResult::Draw,
            Won::Unfinished => RecordResult::Unfinished,
        }),
        dates: args.date.as_ref().map(|date| {
            let (first, last) = date.split_once("..").unwrap_or((date, date));
            let last = if last.is_empty() { "~" } else { last };
            (first.to_owned(), last.to_owned())
        }),
        ..RecordFilter::default()
    };
    if let Some(name) = &args.game {
        let game = lab.open_game(name)?;
        let name = GameName::read(name)?;
        filter.game = Some(name.id);
        filter.options = name.options;
        let whole = args.position.as_ref().map(|text| (text, true));
        let pattern = whole.or_else(|| args.corner.as_ref().map(|text| (text, false)));
        let pattern = pattern.map(|(text, whole)| game.read_pattern(text, whole));
        filter.position = pattern.transpose()?;
    }
    for pair in &args.option {
        let (key, value) = pair.split_once('=').ok_or_else(|| {
            LabError::Usage(format!("--option: expected KEY=VALUE, got {pair:?}"))
        })?;
        filter.options.push((key.to_owned(), value.to_owned()));
    }
    let named = [("size", &args.size), ("komi", &args.komi)];
    for (key, value) in named {
        if let Some(value) = value {
            filter.options.push((key.to_owned(), value.clone()));
        }
    }
    Ok(filter)
}

/// A record in a list.
#[derive(Serialize)]
struct RecordLine<'a> {
    id: &'a str,
    game: &'a str,
    players: Value,
    date: Option<&'a str>,
    result: Option<Value>,
    moves: usize,
    found: Vec<Value>,
}

impl<'a> RecordLine<'a> {
    fn of(stored: &'a StoredRecord) -> Self {
        let record = &stored.record;
        let [first, second] = &record.players;
        let result = record.result.as_ref().map(|ending| {
            serde_json::json!({
                "winner": ending.winner.map(|side| side.to_string()),
                "reason": ending.reason,
                "margin": ending.margin.map(|half| f64::from(half) / 2.0),
            })
        });
        let place = |found: &BoardFound| serde_json::json!({"ply": found.ply, "main_line": found.main_line});
        RecordLine {
            id: &stored.id,
            game: &record.game,
            players: serde_json::json!({"first": first, "second": second}),
            date: record.date.as_deref(),
            result,
            moves: record.moves().count(),
            found: stored.found.iter().map(place).collect(),
        }
    }
}

/// `0f3c…  go?size=9  A - B  2026-05-01  first won: resign  120 moves  at 31 45`.
fn line_of(stored: &StoredRecord) -> String {
    let record = &stored.record;
    let name = |side: usize| record.players[side].as_deref().unwrap_or("?");
    let mut parts = vec![
        stored.id.clone(),
        record.game.clone(),
        format!("{} - {}", name(0), name(1)),
        record.date.clone().unwrap_or_else(|| "?".to_owned()),
        result_of(record),
        match record.moves().count() {
            1 => "1 move".to_owned(),
            moves => format!("{moves} moves"),
        },
    ];
    if !stored.found.is_empty() {
        let place = |found: &BoardFound| match found.main_line {
            true => found.ply.to_string(),
            false => format!("{} in a variation", found.ply),
        };
        let places: Vec<String> = stored.found.iter().map(place).collect();
        parts.push(format!("at {}", places.join(", ")));
    }
    parts.join("  ") + "\n"
}

fn result_of(record: &GameRecord) -> String {
    match &record.result {
        None => "unfinished".to_owned(),
        Some(ending) => match ending.winner {
            None => format!("draw: {}", ending.reason),
            Some(side) => format!("{side} won: {}", ending.reason),
        },
    }
}

/// The whole number that begins as asked.
fn whole_id(store: &mut dyn RecordStore, asked: &str) -> Result<String, CliError> {
    let ids = store.ids()?;
    let mut fitting = ids
        .iter()
        .filter(|id| !asked.is_empty() && id.starts_with(asked));
    let wrong = |expected: &str| {
        let text = format!("expected {expected}, got {asked:?}");
        CliError::from(LabError::Input(text))
    };
    let Some(id) = fitting.next() else {
        return Err(wrong("the number of a record"));
    };
    match fitting.next() {
        None => Ok(id.clone()),
        Some(_) => Err(wrong("more of the number, which several records have")),
    }
}

fn run_show(args: &ShowArgs, lab: &Lab, store: &mut dyn RecordStore) -> Result<ExitCode, CliError> {
    let id = whole_id(store, &args.id)?;
    if let Some((game, record)) = lab.stored_record(store, &id)? {
        output::print(&game.write_records(&args.to, &[record])?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn run_remove(
    args: &RemoveArgs,
    store: &mut dyn RecordStore,
    json: bool,
) -> Result<ExitCode, CliError> {
    let ids = args.ids.iter().map(|id| whole_id(store, id));
    let ids: Vec<String> = ids.collect::<Result<_, _>>()?;
    let mut removed = Vec::new();
    for id in ids {
        if store.remove(&id)? {
            removed.push(id);
        }
    }
    if json {
        #[derive(Serialize)]
        struct Document {
            removed: Vec<String>,
        }
        output::print_document(&Document { removed })?;
    } else {
        output::print(
            &removed
                .iter()
                .map(|id| format!("removed {id}\n"))
                .collect::<String>(),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
