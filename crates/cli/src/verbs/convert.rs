//! `convert`: records from one format to another.

use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{LabError, open_game};

use crate::output::{self, CliError};

/// Rewrite game records in another format
#[derive(Args, Debug)]
#[command(after_help = "Formats:
  json            one object a record, with names, remarks, times and result
  kif             text after the shogi record format, with the same
  native          exact moves (b5b4 b1b2), one game a line
  chess, shogi    moves as people write them (Ab4, 2四ア), a pair a line,
                  --- between games

Examples:
  yomikiri convert anpanman --from chess --to shogi game.txt
  yomikiri convert anpanman --from kif --to json < game.kif
  echo 'b5b4 b1b2' | yomikiri convert anpanman --from native --to kif

Every move is checked: nothing is written if anything is wrong (exit code 3).")]
pub(crate) struct ConvertArgs {
    /// The game, with options after a question mark
    game: String,
    /// Format to read
    #[arg(long, value_name = "FMT")]
    from: String,
    /// Format to write
    #[arg(long, value_name = "FMT")]
    to: String,
    /// Position where games begin that do not say so (default: the game's own start)
    #[arg(short, long, value_name = "POS", allow_hyphen_values = true)]
    position: Option<String>,
    /// File to read (default, or -: stdin)
    file: Option<String>,
}

pub(super) fn run(args: &ConvertArgs) -> Result<ExitCode, CliError> {
    let game = open_game(&args.game)?;
    // A format that does not exist is told before anything is read.
    for format in [&args.from, &args.to] {
        game.write_records(format, &[])?;
    }
    let text = read_text(args.file.as_deref().filter(|file| *file != "-"))?;
    let records = game.read_records(&args.from, args.position.as_deref(), &text)?;
    output::print(&game.write_records(&args.to, &records)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The whole input: records are checked to the last one before the first is written.
fn read_text(file: Option<&str>) -> Result<String, CliError> {
    let name = file.unwrap_or("stdin");
    let mut bytes = Vec::new();
    let read = match file {
        Some(path) => File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)),
        None => io::stdin().lock().read_to_end(&mut bytes),
    };
    read.map_err(|error| CliError::file(name, error))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        let told = format!("{name}: line {line}: expected UTF-8 text, came other bytes");
        LabError::Input(told).into()
    })
}
