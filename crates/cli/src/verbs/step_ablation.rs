//! `experiment xiangqi-ablation`: the worth of each search step in xiangqi, as nodes to a depth
//! without it.

use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;
use yomikiri_game_api::{Limits, Line, NoObserver, Notation, Player};
use yomikiri_games::xiangqi::{START, Xiangqi, XiangqiEval};
use yomikiri_lab::{LabError, Texts};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions};

use crate::output::{self, CliError};

const DEPTH: u32 = 7;

pub(super) fn run(json: bool, texts: &Texts) -> Result<ExitCode, CliError> {
    let report = ablate_steps(DEPTH)?;
    if json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (positions, depth) = (report.positions.to_string(), report.depth.to_string());
    let args: &[(&str, &str)] = &[("positions", &positions), ("depth", &depth)];
    let mut text = texts.message("experiment-xiangqi-ablation", args) + "\n\n";
    for row in &report.rows {
        let name = match (row.step, row.on) {
            ("", _) => texts.message("ablation-whole", &[]),
            (step, false) => texts.message("ablation-without", &[("step", step)]),
            (step, true) => texts.message("ablation-with", &[("step", step)]),
        };
        let others = row.other_moves.to_string();
        let others = texts.message("ablation-others", &[("count", &others)]);
        text += &format!(
            "{:>10} {:6.2} x {:6.2} s  {name}; {others}\n",
            row.nodes, row.ratio, row.seconds
        );
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Positions of all phases; those after the start are from chessprogramming.org, "Chinese Chess
/// Perft Results".
const POSITIONS: [&str; 6] = [
    START,
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1",
];

/// The measurements.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct StepReport {
    /// The game.
    game: &'static str,
    /// Search depth.
    depth: u32,
    /// Number of positions.
    positions: usize,
    /// The full search, then without one step each (MTD(f), which is off, is switched on).
    rows: Vec<StepRow>,
}

/// The search without one step.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct StepRow {
    /// The step's name in settings; empty for the full search.
    step: &'static str,
    /// Whether the step was switched on instead of off.
    on: bool,
    /// Nodes.
    nodes: u64,
    /// Nodes relative to the full search.
    ratio: f64,
    /// Seconds.
    seconds: f64,
    /// Positions where the chosen move differs from the full search.
    other_moves: usize,
}

/// Searches the positions to a depth with the full search and without each step.
fn ablate_steps(depth: u32) -> Result<StepReport, LabError> {
    let (whole, chosen) = search(AlphaBetaOptions::default(), depth)?;
    let mut rows = vec![StepRow {
        ratio: 1.0,
        ..whole
    }];
    for &step in AlphaBetaOptions::SWITCHES {
        let mut options = AlphaBetaOptions::default();
        let mut on = false;
        if let Some(switch) = options.switch(step) {
            *switch = !*switch;
            on = *switch;
        }
        let (row, other) = search(options, depth)?;
        rows.push(StepRow {
            step,
            on,
            ratio: row.nodes as f64 / rows[0].nodes.max(1) as f64,
            other_moves: other.iter().zip(&chosen).filter(|(a, b)| a != b).count(),
            ..row
        });
    }
    Ok(StepReport {
        game: "xiangqi",
        depth,
        positions: POSITIONS.len(),
        rows,
    })
}

/// Nodes and time of one kind of search, and the moves it chose.
fn search(options: AlphaBetaOptions, depth: u32) -> Result<(StepRow, Vec<String>), LabError> {
    let game = Xiangqi::default();
    let eval = XiangqiEval::default();
    let mut player = AlphaBeta::incremental(eval.clone(), eval, options);
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let begun = Instant::now();
    let (mut nodes, mut chosen) = (0, Vec::new());
    for position in POSITIONS {
        let at = game.read_position(position);
        let at = at.map_err(|error| LabError::Input(error.to_string()))?;
        let line = Line::from_position(&game, at);
        player.new_game().expect("built-in players do not fail");
        let thought = player.think(&game, &line, &limits, &mut NoObserver);
        let thought = thought.map_err(|fault| LabError::Input(fault.to_string()))?;
        nodes += thought.nodes;
        chosen.push(game.write_move(&at, thought.best));
    }
    let row = StepRow {
        step: "",
        on: false,
        nodes,
        ratio: 0.0,
        seconds: begun.elapsed().as_secs_f64(),
        other_moves: 0,
    };
    Ok((row, chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_switched_once_and_the_nodes_repeat() {
        let nodes = |report: &StepReport| report.rows.iter().map(|row| row.nodes).collect();
        let report = ablate_steps(3).unwrap();
        assert_eq!(report.rows.len(), 1 + AlphaBetaOptions::SWITCHES.len());
        let all: Vec<u64> = nodes(&report);
        assert!(all.iter().all(|&nodes| nodes > 0));
        assert!(all[1..].iter().any(|&nodes| nodes != all[0]));
        assert_eq!(all, nodes(&ablate_steps(3).unwrap()) as Vec<u64>);
    }
}
