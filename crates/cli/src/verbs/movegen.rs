//! `experiment xiangqi-movegen`: the document's ways of generating moves, measured.

use std::process::ExitCode;

use yomikiri_lab::{Lang, compare_generation};

use crate::output::{self, CliError};

const POSITIONS: usize = 2000;
const ROUNDS: usize = 25;

pub(super) fn run(seed: u64, json: bool, lang: Lang) -> Result<ExitCode, CliError> {
    let report = compare_generation(POSITIONS, ROUNDS, seed);
    if json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (positions, moves) = (report.positions.to_string(), report.moves.to_string());
    let args: &[(&str, &str)] = &[("positions", &positions), ("moves", &moves)];
    let mut text = lang.message("experiment-xiangqi-movegen", args) + "\n\n";
    for row in &report.rows {
        let name = lang.message(&format!("movegen-{}", row.method), &[]);
        let (speed, ratio) = (row.moves_per_second / 1e6, row.ratio);
        text += &format!("{:<9} {speed:8.1} M/s {ratio:7.1} x  {name}\n", row.method);
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
