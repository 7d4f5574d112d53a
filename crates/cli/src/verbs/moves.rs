//! `moves`: the legal moves.

use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{Lab, Texts};

use crate::args::PlaceArgs;
use crate::batch;
use crate::output::{self, CliError};

/// List the legal moves of a position
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri moves anpanman
  yomikiri moves anpanman --moves 'b5b4 b1b2' --json
  yomikiri moves dobutsu -p 'gle/1c1/1C1/ELG b -'
  yomikiri moves dobutsu -p - < positions.txt     one JSON object per line

A move after the end of the game is an error, also where repetition ended it;
with --judge last repetition and limits count at the last position only.")]
pub(crate) struct MovesArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    #[command(flatten)]
    place: PlaceArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &MovesArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    if args.place.is_batch() {
        return batch::answer_lines(|line| game.moves_report(&args.place.at(line)));
    }
    let report = game.moves_report(&args.place.place())?;
    if args.json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let lines: String = report.moves.iter().map(|mv| format!("{mv}\n")).collect();
    output::print(&lines)?;
    if let Some(outcome) = &report.outcome {
        for sentence in texts.verdict(outcome) {
            output::note(&sentence);
        }
    }
    Ok(ExitCode::SUCCESS)
}
