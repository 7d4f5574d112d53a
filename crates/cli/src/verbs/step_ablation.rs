//! `experiment xiangqi-ablation`: the worth of each search step in xiangqi, as nodes to a depth
//! without it, and as Elo if games are asked for.

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use indicatif::ProgressBar;
use serde::Serialize;
use yomikiri_game_api::{Game, Limits, Line, NoObserver, Notation, Player, SplitMix64, Thought};
use yomikiri_games::xiangqi::{Move, Position, START, Xiangqi, XiangqiEval};
use yomikiri_lab::contest::stats::Estimate;
use yomikiri_lab::contest::{Openings, Plan, SideLimits};
use yomikiri_lab::{Lab, LabError, MatchOrder, PlayerSpec, QueueOrder, Texts};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions};

use super::measure::{geometric_mean, thread_seconds};
use crate::output::{self, CliError};

const DEPTH: u32 = 8;
const POSITIONS: usize = 100;
/// A search without a step ends at so many times the nodes of the full search: without some, the rest would take
/// days.
const MOST_TIMES: u64 = 50;
/// Nodes a move in the games for Elo.
const GAME_NODES: u64 = 5000;

/// What is asked for.
pub(super) struct Asked<'a> {
    pub(super) seed: u64,
    /// Games of the full search against the search without each step.
    pub(super) games: Option<u64>,
    pub(super) threads: usize,
    pub(super) json: bool,
    /// The queue whose workers play the games.
    pub(super) queue: Option<QueueOrder>,
    pub(super) lab: &'a Lab,
}

pub(super) fn run(asked: &Asked<'_>, texts: &Texts) -> Result<ExitCode, CliError> {
    let sample = sample(POSITIONS, asked.seed)?;
    let mut report = ablate_steps(&sample, DEPTH, asked.threads)?;
    if let Some(games) = asked.games {
        for row in &mut report.rows[1..] {
            row.elo = play(asked, row, games)?;
        }
    }
    if asked.json {
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
        let at_least = if row.cut > 0 { ">" } else { " " };
        let Estimate { value, low, high } = row.ratio;
        text += &format!(
            "{:>11} {at_least}{value:5.2} x ({low:5.2} to {high:5.2}) {:7.2} s  {name}; {others}",
            row.nodes, row.seconds
        );
        if let Some(elo) = &row.elo {
            text += &format!(
                "; Elo {:+.0} ({:+.0} to {:+.0})",
                elo.value, elo.low, elo.high
            );
        }
        text.push('\n');
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

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
    /// Nodes in all positions.
    nodes: u64,
    /// Nodes relative to the full search: geometric mean over the positions, with its 95 % interval.
    ratio: Estimate,
    /// Processor seconds.
    seconds: f64,
    /// Positions where the chosen move differs from the full search.
    other_moves: usize,
    /// Positions whose search was cut at 50 times the nodes of the full search: the ratio is at least this.
    cut: usize,
    /// What the full search is worth against the search without the step, if games were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<Estimate>,
}

/// Positions of all phases: those known for perft (chessprogramming.org, "Chinese Chess Perft Results"), then some of
/// games that a shallow search plays with itself after random openings.
fn sample(count: usize, seed: u64) -> Result<Vec<Position>, LabError> {
    const KNOWN: [&str; 6] = [
        START,
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
        "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
        "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
        "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 w - - 0 1",
    ];
    /// Plies at random, plies of a game, and every how many plies a position is taken.
    const GAME: (usize, usize, usize) = (6, 90, 14);
    let game = Xiangqi::default();
    let known = KNOWN
        .iter()
        .take(count)
        .map(|text| game.read_position(text));
    let known: Result<Vec<Position>, _> = known.collect();
    let mut sample = known.map_err(|error| LabError::Input(error.to_string()))?;
    let mut rng = SplitMix64::new(seed);
    let mut moves: Vec<Move> = Vec::new();
    let mut player = player(AlphaBetaOptions::default());
    let shallow = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    while sample.len() < count {
        let mut line = Line::new(&game);
        while sample.len() < count && line.ply() < GAME.1 && line.outcome(&game).is_none() {
            if line.ply() > GAME.0 && line.ply() % GAME.2 == 0 {
                sample.push(*line.last());
            }
            let mv = match line.ply() < GAME.0 {
                true => {
                    moves.clear();
                    game.legal_moves(line.last(), &mut moves);
                    moves[rng.below(moves.len())]
                }
                false => think(&mut player, &game, &line, &shallow)?.best,
            };
            line.push(&game, mv);
        }
    }
    Ok(sample)
}

type Searcher = AlphaBeta<Xiangqi, XiangqiEval, XiangqiEval>;

fn player(options: AlphaBetaOptions) -> Searcher {
    let eval = XiangqiEval::default();
    AlphaBeta::incremental(eval.clone(), eval, options)
}

fn think(
    player: &mut Searcher,
    game: &Xiangqi,
    line: &Line<Xiangqi>,
    limits: &Limits,
) -> Result<Thought<Move>, LabError> {
    let thought = player.think(game, line, limits, &mut NoObserver);
    thought.map_err(|fault| LabError::Input(fault.to_string()))
}

/// One search of one position.
#[derive(Copy, Clone)]
struct Searched {
    nodes: u64,
    best: Move,
    is_cut: bool,
}

/// Searches the positions to a depth with the full search and without each step.
fn ablate_steps(sample: &[Position], depth: u32, threads: usize) -> Result<StepReport, LabError> {
    let steps: Vec<(&'static str, bool, AlphaBetaOptions)> = AlphaBetaOptions::SWITCHES
        .iter()
        .filter_map(|&step| {
            let mut options = AlphaBetaOptions::default();
            let switch = options.switch(step)?;
            *switch = !*switch;
            let on = *switch;
            Some((step, on, options))
        })
        .collect();
    let (whole, seconds) = search(AlphaBetaOptions::default(), sample, depth, None)?;
    let one = Estimate {
        value: 1.0,
        low: 1.0,
        high: 1.0,
    };
    let full = StepRow {
        step: "",
        on: false,
        nodes: whole.iter().map(|of| of.nodes).sum(),
        ratio: one,
        seconds,
        other_moves: 0,
        cut: 0,
        elo: None,
    };
    let bar = ProgressBar::new(steps.len() as u64);
    let next = AtomicUsize::new(0);
    let rows = Mutex::new(vec![None; steps.len()]);
    let fault = Mutex::new(None);
    let work = || {
        while let Some((at, (step, on, options))) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            steps.get(at).map(|step| (at, step))
        } {
            match search(options.clone(), sample, depth, Some(&whole)) {
                Ok((found, seconds)) => {
                    let row = compare(step, *on, &whole, &found, seconds);
                    rows.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(row);
                }
                Err(error) => {
                    *fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, steps.len()) {
            scope.spawn(work);
        }
    });
    bar.finish_and_clear();
    if let Some(error) = fault.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(StepReport {
        game: "xiangqi",
        depth,
        positions: sample.len(),
        rows: std::iter::once(full)
            .chain(rows.into_iter().flatten())
            .collect(),
    })
}

fn compare(
    step: &'static str,
    on: bool,
    whole: &[Searched],
    found: &[Searched],
    seconds: f64,
) -> StepRow {
    let pairs = || found.iter().zip(whole);
    let logs = pairs().map(|(of, full)| (of.nodes.max(1) as f64 / full.nodes.max(1) as f64).ln());
    StepRow {
        step,
        on,
        nodes: found.iter().map(|of| of.nodes).sum(),
        ratio: geometric_mean(&logs.collect::<Vec<f64>>()),
        seconds,
        other_moves: pairs().filter(|(of, full)| of.best != full.best).count(),
        cut: found.iter().filter(|of| of.is_cut).count(),
        elo: None,
    }
}

/// Searches every position anew; with a full search to compare with, at most so many times its nodes. Also gives the
/// processor seconds.
fn search(
    options: AlphaBetaOptions,
    sample: &[Position],
    depth: u32,
    whole: Option<&[Searched]>,
) -> Result<(Vec<Searched>, f64), LabError> {
    let game = Xiangqi::default();
    let mut player = player(options);
    let begun = thread_seconds();
    let mut found = Vec::with_capacity(sample.len());
    for (number, &at) in sample.iter().enumerate() {
        let most = whole.map(|whole| MOST_TIMES * whole[number].nodes.max(1000));
        let limits = Limits {
            depth: Some(depth),
            nodes: most,
            ..Limits::default()
        };
        player.new_game().expect("built-in players do not fail");
        let thought = think(&mut player, &game, &Line::from_position(&game, at), &limits)?;
        found.push(Searched {
            nodes: thought.nodes,
            best: thought.best,
            is_cut: most.is_some_and(|most| thought.nodes >= most),
        });
    }
    Ok((found, thread_seconds() - begun))
}

/// Elo of the full search against the search with a step switched, at equal nodes.
fn play(asked: &Asked<'_>, row: &StepRow, games: u64) -> Result<Option<Estimate>, CliError> {
    let game = asked.lab.open_game("xiangqi")?;
    let without = format!(
        "alphabeta:{}={}",
        row.step,
        if row.on { "on" } else { "off" }
    );
    let limits = SideLimits {
        nodes: Some(GAME_NODES),
        ..SideLimits::default()
    };
    let order = MatchOrder {
        players: [PlayerSpec::named("alphabeta"), without.parse()?],
        limits: [limits.clone(), limits],
        plan: Plan {
            openings: Openings::Random {
                plies: 6,
                balanced: false,
            },
            concurrency: asked.threads,
            ..Plan::new(games, asked.seed)
        },
        out: None,
        resume: false,
        queue: asked.queue.clone(),
    };
    let (report, _) = super::match_::play(&*game, &order, asked.json)?;
    Ok(report.summary.elo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_switched_once_and_the_nodes_repeat() {
        let nodes = |report: &StepReport| report.rows.iter().map(|row| row.nodes).collect();
        let sample = sample(8, 1).unwrap();
        let report = ablate_steps(&sample, 3, 2).unwrap();
        assert_eq!(report.rows.len(), 1 + AlphaBetaOptions::SWITCHES.len());
        let all: Vec<u64> = nodes(&report);
        assert!(all.iter().all(|&nodes| nodes > 0));
        assert!(all[1..].iter().any(|&nodes| nodes != all[0]));
        let again = ablate_steps(&sample, 3, 1).unwrap();
        assert_eq!(all, nodes(&again) as Vec<u64>);
        for row in &report.rows {
            let Estimate { value, low, high } = row.ratio;
            assert!(low <= value && value <= high, "{row:?}");
        }
    }

    #[test]
    fn positions_are_of_many_games_and_not_over() {
        let game = Xiangqi::default();
        let sample = sample(POSITIONS, 1).unwrap();
        let mut seen: Vec<String> = sample.iter().map(|at| game.write_position(at)).collect();
        assert!(sample.iter().all(|at| game.outcome(at).is_none()));
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), POSITIONS);
    }
}
