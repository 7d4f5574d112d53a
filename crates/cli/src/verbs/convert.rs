//! `convert`: records from one format to another.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{Encoding, Exit, Judging, Lab, LabError, Note, RecordReading, moves_left_out};

use crate::input::InputArgs;
use crate::output::{self, CliError};
use crate::sources;

/// Convert game records to another format
#[derive(Args, Debug)]
#[command(after_help = "Formats:
  json            one object per record, with names, comments, times and result
  kif             text in the style of shogi's KIF, with the same contents
  native          coordinate moves (b5b4 b1b2), one game per line
  chess, shogi    chess-style or shogi-style moves (Ab4, 2四ア), a pair per line,
                  --- between games
  iccs, wxf, chinese, traditional
                  xiangqi: H2-E2, C2=5, 炮二平五
  pgn             tags and numbered moves, with variations, UTF-8 or GB18030
  sgf             Smart Game Format (go), with everything that is in it
  figure          a board of + * 0 (go, read only)
  xqf             files of Xiangqi Studio (xiangqi, with variations, read only)

Examples:
  yomikiri convert anpanman --from chess --to shogi game.txt
  yomikiri convert anpanman --from kif --to json < game.kif
  yomikiri convert xiangqi --from pgn --to wxf game.pgn
  echo 'b5b4 b1b2' | yomikiri convert anpanman --from native --to kif
  yomikiri convert go --from sgf --to json game.sgf
  yomikiri convert go --from sgf --to sgf --lenient old.sgf
  yomikiri convert xiangqi --from xqf --to pgn --keep-going manuals/ > games.pgn

Options of GAME that are not named may be any: those of the record count.
Every move is checked. If anything is wrong, nothing is written (exit code 3);
with --keep-going everything that is right is written, what is wrong is listed on
stderr, and the exit code is 3 all the same.")]
pub(crate) struct ConvertArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Input format
    #[arg(long, value_name = "FMT")]
    from: String,
    /// Output format
    #[arg(long, value_name = "FMT")]
    to: String,
    /// Start position of games that do not name one (default: the game's own)
    #[arg(short, long, value_name = "POS", allow_hyphen_values = true)]
    position: Option<String>,
    /// Output encoding: utf-8, gb18030, shift_jis, euc-jp, big5, euc-kr (the input encoding is
    /// detected)
    #[arg(long, value_name = "NAME", default_value = "utf-8")]
    encoding: String,
    /// Make illegal moves as changes of the board (sgf), and report them
    #[arg(long)]
    lenient: bool,
    /// Write what is right, and list what is wrong
    #[arg(long)]
    keep_going: bool,
    /// Games that went on after a repetition or a limit that ends them here: always (an error), last
    /// (the verdict is the result, what follows is left out), never (left out from the verdict on, the
    /// written result stands)
    #[arg(long, value_name = "WHEN", default_value = "always")]
    judge: String,
    /// Input files, or directories with files of the format (default or -: stdin)
    files: Vec<String>,
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(args: &ConvertArgs, lab: &Lab) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    // An unknown format is reported before anything is read.
    for format in [&args.from, &args.to] {
        game.write_records(format, &[])?;
    }
    let encoding = Encoding::of_name(&args.encoding).ok_or_else(|| {
        let told = format!(
            "expected the encoding {}, got {:?}",
            Encoding::NAMES.join(" or "),
            args.encoding
        );
        LabError::Usage(told)
    })?;
    let judging = Judging::of_name(&args.judge).ok_or_else(|| {
        let names = Judging::NAMES.join(", ");
        let told = format!("expected --judge {names}, got {:?}", args.judge);
        LabError::Usage(told)
    })?;
    let how = RecordReading {
        start: args.position.as_deref(),
        lenient: args.lenient,
        any_options: true,
        keep_going: args.keep_going,
        judging,
    };
    // All records are checked before the first is written, so all of them are read.
    let files = sources::files(&args.files, &args.from)?;
    let mut records = Vec::new();
    let mut notes = Vec::new();
    let mut refused = 0;
    for file in &files {
        let named = |text: &str| match files.len() {
            1 => text.to_owned(),
            _ => format!("{file}: {text}"),
        };
        let path = Some(file.as_str()).filter(|file| *file != "-");
        let bytes = args.input.read(path.map(Path::new))?;
        let read = match game.read_record_bytes(&args.from, &how, &bytes) {
            Ok(read) => read,
            Err(LabError::Input(text)) if args.keep_going => {
                refused += 1;
                output::note(&format!("error: {}", named(&text)));
                continue;
            }
            Err(LabError::Input(text)) => return Err(LabError::Input(named(&text)).into()),
            Err(other) => return Err(other.into()),
        };
        for note in read.notes {
            let kind = match note {
                Note::Refused { .. } => "error",
                _ => "warning",
            };
            refused += usize::from(matches!(note, Note::Refused { .. }));
            notes.push(format!("{kind}: {}", named(&note.to_string())));
        }
        records.extend(read.records);
    }
    let bytes = game.write_record_bytes(&args.to, &records, encoding)?;
    for note in &notes {
        output::note(note);
    }
    let left_out = moves_left_out(&args.to, &records);
    if left_out > 0 {
        let format = &args.to;
        let moves = if left_out == 1 { "move" } else { "moves" };
        output::note(&format!(
            "warning: {format} cannot hold variations: {left_out} {moves} left out"
        ));
    }
    output::print_bytes(&bytes)?;
    if refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let written = records.len();
    output::note(&format!("games written: {written}, refused: {refused}"));
    Ok(ExitCode::from(Exit::Input as u8))
}
