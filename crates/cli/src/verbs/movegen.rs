//! `experiment xiangqi-movegen`: the move generators of the thesis compared with the engine's.

use std::hint::black_box;
use std::process::ExitCode;

use serde::Serialize;
use yomikiri_game_api::{Game, Line, SplitMix64};
use yomikiri_games::xiangqi::{METHODS, Move, Position, Xiangqi};
use yomikiri_lab::Texts;

use super::measure::thread_seconds;
use crate::output::{self, CliError};

const POSITIONS: usize = 2000;
const ROUNDS: usize = 25;

pub(super) fn run(seed: u64, json: bool, texts: &Texts) -> Result<ExitCode, CliError> {
    let report = compare_generation(POSITIONS, ROUNDS, seed);
    if json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (positions, moves) = (report.positions.to_string(), report.moves.to_string());
    let args: &[(&str, &str)] = &[("positions", &positions), ("moves", &moves)];
    let mut text = texts.message("experiment-xiangqi-movegen", args) + "\n\n";
    for row in &report.rows {
        let name = texts.message(&format!("movegen-{}", row.method), &[]);
        let (speed, ratio) = (row.moves_per_second / 1e6, row.ratio);
        text += &format!("{:<9} {speed:8.1} M/s {ratio:7.1} x  {name}\n", row.method);
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The measurements.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct GenerationReport {
    /// The game.
    game: &'static str,
    /// Number of positions.
    positions: usize,
    /// Moves in all positions, the same for every method.
    moves: usize,
    /// The methods.
    rows: Vec<GenerationRow>,
}

/// One method.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct GenerationRow {
    /// Its name: `scan`, `template`, `table`, `bitboard`.
    method: &'static str,
    /// Moves per processor second, best of all rounds.
    moves_per_second: f64,
    /// Speed relative to the first method.
    ratio: f64,
}

/// Generates the moves of `positions` positions of random games with every method, in alternation,
/// `rounds` times each, so that load affects all methods equally.
fn compare_generation(positions: usize, rounds: usize, seed: u64) -> GenerationReport {
    let sample = sample(positions, seed);
    let mut best = [f64::MAX; METHODS.len()];
    let mut moves = Vec::with_capacity(128);
    let mut counted = 0;
    for _ in 0..rounds.max(1) {
        for ((_, method), best) in METHODS.iter().zip(&mut best) {
            let begun = thread_seconds();
            counted = 0;
            for at in &sample {
                moves.clear();
                method(black_box(at), &mut moves);
                counted += moves.len();
            }
            *best = best.min(thread_seconds() - begun);
        }
    }
    let speed = |seconds: f64| counted as f64 / seconds.max(1e-9);
    let row = |((name, _), time): (&(&'static str, _), &f64)| GenerationRow {
        method: name,
        moves_per_second: speed(*time),
        ratio: speed(*time) / speed(best[0]),
    };
    GenerationReport {
        game: "xiangqi",
        positions: sample.len(),
        moves: counted,
        rows: METHODS.iter().zip(&best).map(row).collect(),
    }
}

/// Positions of random games that are not over.
fn sample(count: usize, seed: u64) -> Vec<Position> {
    const LONGEST_GAME: usize = 120;
    let game = Xiangqi::default();
    let mut rng = SplitMix64::new(seed);
    let mut sample = Vec::with_capacity(count);
    let mut moves: Vec<Move> = Vec::new();
    while sample.len() < count {
        let mut line = Line::new(&game);
        while sample.len() < count && line.ply() < LONGEST_GAME {
            moves.clear();
            game.legal_moves(line.last(), &mut moves);
            if moves.is_empty() {
                break;
            }
            sample.push(*line.last());
            line.push(&game, moves[rng.below(moves.len())]);
        }
    }
    sample
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_measured_on_the_same_positions() {
        let report = compare_generation(200, 1, 1);
        assert_eq!((report.positions, report.rows.len()), (200, 4));
        assert!(report.moves > 200 * 20);
        assert!(report.rows.iter().all(|row| row.moves_per_second > 0.0));
    }
}
