//! `convert`: records from one format to another.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{Encoding, Lab, LabError, RecordReading};

use crate::input::InputArgs;
use crate::output::{self, CliError};

/// Convert game records to another format
#[derive(Args, Debug)]
#[command(after_help = "Formats:
  json            one object per record, with names, comments, times and result
  kif             text in the style of shogi's KIF, with the same contents
  native          coordinate moves (b5b4 b1b2), one game per line
  chess, shogi    chess-style or shogi-style moves (Ab4, 2四ア), a pair per line,
                  --- between games
  iccs, wxf, chinese
                  xiangqi: H2-E2, C2=5, 炮二平五
  pgn             tags and numbered moves, with variations, UTF-8 or GB18030
  sgf             Smart Game Format (go), with everything that is in it
  figure          a board of + * 0 (go, read only)
  xqf             files of Xiangqi Studio (xiangqi, read only)

Examples:
  yomikiri convert anpanman --from chess --to shogi game.txt
  yomikiri convert anpanman --from kif --to json < game.kif
  yomikiri convert xiangqi --from pgn --to wxf game.pgn
  echo 'b5b4 b1b2' | yomikiri convert anpanman --from native --to kif
  yomikiri convert go --from sgf --to json game.sgf
  yomikiri convert go --from sgf --to sgf --lenient old.sgf

Options of GAME that are not named may be any: those of the record count.
Every move is checked. If anything is wrong, nothing is written (exit code 3).")]
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
    /// Input file (default or -: stdin)
    file: Option<String>,
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
    // All records are checked before the first is written, so all of them are read.
    let file = args.file.as_deref().filter(|file| *file != "-");
    let bytes = args.input.read(file.map(Path::new))?;
    let how = RecordReading {
        start: args.position.as_deref(),
        lenient: args.lenient,
        any_options: true,
    };
    let read = game.read_record_bytes(&args.from, &how, &bytes)?;
    let bytes = game.write_record_bytes(&args.to, &read.records, encoding)?;
    for note in &read.notes {
        output::note(&format!("warning: {note}; the board was changed instead"));
    }
    output::print_bytes(&bytes)?;
    Ok(ExitCode::SUCCESS)
}
