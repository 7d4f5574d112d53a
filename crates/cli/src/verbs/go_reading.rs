//! `experiment go-reading`: boards that a reading of Go looks at, with and without each refinement.

use std::process::ExitCode;

use serde::Serialize;
use yomikiri_game_api::{Limits, Line, NoObserver, Player, SplitMix64};
use yomikiri_games::go::reading::{Reader, Reading, ReadingLimits, Refinements};
use yomikiri_games::go::sees::chains;
use yomikiri_games::go::{Go, Options, Position, RandomPoints, Size};
use yomikiri_lab::contest::stats::Estimate;
use yomikiri_lab::{LabError, Texts};

use super::measure::{geometric_mean, thread_seconds};
use crate::output::{self, CliError, grouped};

const QUESTIONS: usize = 1000;
/// What the manual reckons for five candidates and five plies.
const DOCUMENT: u64 = 3125;
const LIMITS: ReadingLimits = ReadingLimits {
    depth: 3,
    nodes: 20_000,
    liberties: 4,
};

/// A string to be taken.
struct Asked {
    at: Position,
    cell: usize,
}

#[derive(Serialize)]
struct ReadingReport {
    game: &'static str,
    questions: usize,
    /// What the manual reckons for five candidates and five plies.
    document: u64,
    rows: Vec<ReadingRow>,
}

/// The readings with some refinements.
#[derive(Serialize)]
struct ReadingRow {
    /// The refinement that is missing; empty: none is, `all`: all are.
    without: &'static str,
    /// Boards of all questions.
    nodes: u64,
    /// Of the question in the middle.
    median: u64,
    /// Boards relative to the full reading: geometric mean with its 95 % interval.
    ratio: Estimate,
    /// Questions whose boards ran out.
    cut: usize,
    /// Questions with another answer, where neither reading was cut.
    other_answers: usize,
    /// Processor seconds.
    seconds: f64,
}

pub(super) fn run(seed: u64, json: bool, texts: &Texts) -> Result<ExitCode, CliError> {
    let report = measure(QUESTIONS, seed)?;
    if json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let (questions, document) = (report.questions.to_string(), grouped(report.document));
    let args: &[(&str, &str)] = &[("questions", &questions), ("document", &document)];
    let mut text = texts.message("experiment-go-reading", args) + "\n\n";
    for row in &report.rows {
        let name = match row.without {
            "" => texts.message("go-reading-whole", &[]),
            "all" => texts.message("go-reading-plain", &[]),
            step => texts.message("ablation-without", &[("step", step)]),
        };
        let (cut, others) = (row.cut.to_string(), row.other_answers.to_string());
        let told = texts.message("go-reading-row", &[("cut", &cut), ("others", &others)]);
        let Estimate { value, low, high } = row.ratio;
        text += &format!(
            "{:>10} {:>7} {value:6.2} x ({low:5.2} to {high:5.2}) {:7.2} s  {name}; {told}\n",
            grouped(row.nodes),
            grouped(row.median),
            row.seconds
        );
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn measure(questions: usize, seed: u64) -> Result<ReadingReport, LabError> {
    let options = Options {
        size: Size::new(9, 9).expect("a usual size"),
        ..Options::default()
    };
    let game = Go::new(options);
    let asked = sample(&game, questions, seed)?;
    let full = read(&game, &asked, Refinements::ALL);
    let mut rows = vec![row("", &full, &full)];
    for name in Refinements::NAMES {
        let refinements = Refinements::without(name).expect("its own name");
        rows.push(row(name, &read(&game, &asked, refinements), &full));
    }
    rows.push(row("all", &read(&game, &asked, Refinements::NONE), &full));
    Ok(ReadingReport {
        game: "go?size=9",
        questions: asked.len(),
        document: DOCUMENT,
        rows,
    })
}

/// Strings with two or three liberties in random games, the mover's enemies.
fn sample(game: &Go, count: usize, seed: u64) -> Result<Vec<Asked>, LabError> {
    /// Plies of a game at which its strings are asked about.
    const PLIES: [usize; 3] = [24, 36, 48];
    let mut rng = SplitMix64::new(seed);
    let mut found = Vec::with_capacity(count);
    while found.len() < count {
        let mut player = RandomPoints::keeping_eyes(rng.next_u64());
        let mut line = Line::new(game);
        while line.ply() < 60 && line.outcome(game).is_none() {
            let thought = player.think(game, &line, &Limits::default(), &mut NoObserver);
            let thought = thought.map_err(|fault| LabError::Input(fault.to_string()))?;
            line.push(game, thought.best);
            if !PLIES.contains(&line.ply()) {
                continue;
            }
            let at = *line.last();
            let strings = chains(game, &at).all;
            let fits = strings.iter().filter(|chain| {
                chain.side != at.turn() && (2..=3).contains(&chain.liberties.len())
            });
            for chain in fits.take(2) {
                let cell = chain.stones[0];
                found.push(Asked { at, cell });
            }
        }
    }
    found.truncate(count);
    Ok(found)
}

/// The answers, and the processor seconds that they took.
fn read(game: &Go, asked: &[Asked], refinements: Refinements) -> (Vec<Reading>, f64) {
    let begun = thread_seconds();
    let answers = asked.iter().filter_map(|asked| {
        let reader = Reader::new(game, &asked.at, LIMITS);
        reader.with(refinements).attack(asked.cell)
    });
    (answers.collect(), thread_seconds() - begun)
}

fn row(
    without: &'static str,
    (found, seconds): &(Vec<Reading>, f64),
    (full, _): &(Vec<Reading>, f64),
) -> ReadingRow {
    let pairs = || found.iter().zip(full);
    let logs = pairs().map(|(of, full)| (of.nodes.max(1) as f64 / full.nodes.max(1) as f64).ln());
    let others = pairs().filter(|(of, full)| !of.cut && !full.cut && of.success != full.success);
    let mut nodes: Vec<u64> = found.iter().map(|of| of.nodes).collect();
    nodes.sort_unstable();
    ReadingRow {
        without,
        nodes: nodes.iter().sum(),
        median: nodes.get(nodes.len() / 2).copied().unwrap_or(0),
        ratio: geometric_mean(&logs.collect::<Vec<f64>>()),
        cut: found.iter().filter(|of| of.cut).count(),
        other_answers: others.count(),
        seconds: *seconds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The refinements make readings shorter. Some look at fewer defences than all, and find nothing else.
    #[test]
    fn refinements_change_the_work_and_not_the_answers() {
        let report = measure(30, 1).unwrap();
        assert_eq!(report.rows.len(), Refinements::NAMES.len() + 2);
        assert_eq!(report.questions, 30);
        for row in &report.rows {
            assert_eq!(row.other_answers, 0, "without {}", row.without);
        }
        let (full, plain) = (&report.rows[0], report.rows.last().unwrap());
        assert!(
            plain.nodes > 2 * full.nodes,
            "{} {}",
            plain.nodes,
            full.nodes
        );
    }
}
