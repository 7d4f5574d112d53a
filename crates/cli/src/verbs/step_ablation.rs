//! `experiment xiangqi-ablation`: what each step of the search is worth.

use std::process::ExitCode;

use yomikiri_lab::{Lang, ablate_steps};

use crate::output::{self, CliError};

const DEPTH: u32 = 7;

pub(super) fn run(json: bool, lang: Lang) -> Result<ExitCode, CliError> {
    let report = ablate_steps(DEPTH)?;
    if json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (positions, depth) = (report.positions.to_string(), report.depth.to_string());
    let args: &[(&str, &str)] = &[("positions", &positions), ("depth", &depth)];
    let mut text = lang.message("experiment-xiangqi-ablation", args) + "\n\n";
    for row in &report.rows {
        let name = match (row.step, row.on) {
            ("", _) => lang.message("ablation-whole", &[]),
            (step, false) => lang.message("ablation-without", &[("step", step)]),
            (step, true) => lang.message("ablation-with", &[("step", step)]),
        };
        let others = row.other_moves.to_string();
        let others = lang.message("ablation-others", &[("count", &others)]);
        text += &format!(
            "{:>10} {:6.2} x {:6.2} s  {name}; {others}\n",
            row.nodes, row.ratio, row.seconds
        );
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
