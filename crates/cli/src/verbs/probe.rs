//! `probe`: asking a table.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{Lab, Measured, Texts};

use crate::args::PlaceArgs;
use crate::batch;
use crate::output::{self, CliError};

/// Ask a table for the exact value of a position and of each move
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri probe anpanman
  yomikiri probe anpanman --moves 'b5b4 b1b2' --json
  yomikiri probe dobutsu -p - < positions.txt     one JSON object a line
  yomikiri probe chess -p '8/8/8/3k4/8/3K4/3P4/3R4 w - - 0 1' --syzygy ~/syzygy

Values are those of the side to move; distances are plies to the end.")]
pub(crate) struct ProbeArgs {
    /// The game, with options after a question mark
    game: String,
    #[command(flatten)]
    place: PlaceArgs,
    /// Where tables are kept
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ProbeArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let tables = game.tables()?;
    let dir = args.tables.clone().unwrap_or_else(|| lab.tables_dir());
    if args.place.is_batch() {
        return batch::answer_lines(|line| tables.probe(&dir, &args.place.at(line)));
    }
    let report = tables.probe(&dir, &args.place.place())?;
    if args.json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!(
        "{}\n{}\n",
        report.position,
        super::answer_text(texts, &report.answer)
    );
    if let Some(measured) = &report.measured {
        text += &format!("{}\n", measured_text(measured));
    }
    if report.source == "syzygy" {
        text += &format!("{}\n", texts.message("probe-syzygy", &[]));
    }
    for mv in &report.moves {
        let answer = super::answer_text(texts, &mv.answer);
        let measured = mv.measured.as_ref().map(measured_text);
        let line = format!(
            "  {:8} {answer:20} {}",
            mv.text,
            measured.unwrap_or_default()
        );
        text += &format!("{}\n", line.trim_end());
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Distances by other metrics, in plies.
fn measured_text(measured: &Measured) -> String {
    let plies = |name: &str, plies: Option<u32>| {
        let plies = plies.map_or("-".to_owned(), |plies| plies.to_string());
        format!("{name} {plies:3}")
    };
    let told = [
        plies("dtm", measured.dtm),
        plies("dtc", measured.dtc),
        plies("dtz", measured.dtz),
        plies("promotion", measured.promotion),
        format!("50-move rule: {}", measured.value50.unwrap_or("?")),
    ];
    told.join("  ")
}
