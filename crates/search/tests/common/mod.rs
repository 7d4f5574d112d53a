//! What the tests of the searches share: a slow twin, games written as trees, and shorthands.

#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod tree;

use yomikiri_game_api::{
    Evaluate, Game, Limits, Line, MoveOrdering, NoKnowledge, NoObserver, Player, Score, SplitMix64,
    Tactics, Thought,
};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions};

/// Plain negamax with alpha-beta's view of the past: what the game adjudicates stands, and a
/// position that comes back after position `root` of the line is a draw. `depth` counts the turns
/// looked ahead from there, and so do the distances of wins.
pub(crate) fn negamax<G: Game>(
    game: &G,
    eval: &impl Evaluate<G>,
    line: &mut Line<G>,
    depth: u32,
    root: usize,
) -> Score {
    let ply = line.ply() - root;
    let turns_of = line.positions()[root..].iter().map(|at| game.turn(at));
    let turns_of: Vec<_> = turns_of.collect();
    let complete = turns_of.windows(2).filter(|two| two[0] != two[1]).count() as u32;
    let under_way = ply > 0 && turns_of[ply] == turns_of[ply - 1];
    let ended = line.outcome(game);
    if let Some(outcome) = ended.filter(|_| ply > 0) {
        return Score::of_value(
            outcome.value_for(line.turn(game)),
            complete + u32::from(under_way),
        );
    }
    let last = line.key(line.ply());
    let repeats = line
        .keys()
        .take(line.ply())
        .skip(root)
        .any(|key| key == last);
    if ply > 0 && repeats {
        return Score::DRAW;
    }
    if depth <= complete {
        return eval.evaluate(game, line.last());
    }
    let mut moves = Vec::new();
    line.legal_moves(game, &mut moves);
    let mover = line.turn(game);
    let mut best = None;
    for mv in moves {
        line.push(game, mv);
        let score = negamax(game, eval, line, depth, root);
        let same = line.turn(game) == mover;
        line.pop();
        best = best.max(Some(if same { score } else { -score }));
    }
    best.unwrap_or(Score::DRAW)
}

/// Judges by a hash of the key: nothing to understand, everything to get wrong.
#[derive(Copy, Clone)]
pub(crate) struct Noise;

impl<G: Game> Evaluate<G> for Noise {
    fn evaluate(&self, game: &G, at: &G::Position) -> Score {
        let mixed = game
            .key(at)
            .wrapping_add(1)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Score::eval((mixed >> 56) as i32 - 128)
    }
}

/// Knows nothing.
#[derive(Copy, Clone)]
pub(crate) struct Zero;

impl<G: Game> Evaluate<G> for Zero {
    fn evaluate(&self, _game: &G, _at: &G::Position) -> Score {
        Score::DRAW
    }
}

/// The switches of exact steps, and of those that do nothing without advice.
const EXACT: &[&str] = &[
    "table",
    "killers",
    "history",
    "quiescence",
    "check",
    "pvs",
    "aspiration",
    "mtdf",
    "counter",
    "continuation",
    "plans",
    "seeorder",
    "onereply",
    "recapture",
];

/// Many combinations of the exact steps, with a small table: none first, all but MTD(f) last.
pub(crate) fn all_options() -> Vec<AlphaBetaOptions> {
    let mut rng = SplitMix64::new(1);
    let mut combination = |number: u32| {
        let mut options = AlphaBetaOptions {
            hash_mb: 1,
            clocks: number != 0,
            ..AlphaBetaOptions::exact()
        };
        for (bit, name) in EXACT.iter().enumerate() {
            *options.switch(name).unwrap() = match number {
                0 => false,
                63 => *name != "mtdf",
                _ if bit < 5 => number >> bit & 1 == 1,
                _ => rng.below(2) == 1,
            };
        }
        // Without a table MTD(f) reads the same tree again and again.
        options.mtdf &= options.transposition;
        options
    };
    (0..64).map(&mut combination).collect()
}

/// The bound of a depth.
pub(crate) fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// What a fresh alpha-beta thinks.
pub(crate) fn think<G: Game>(
    game: &G,
    line: &Line<G>,
    eval: impl Evaluate<G>,
    knowledge: impl MoveOrdering<G> + Tactics<G>,
    options: &AlphaBetaOptions,
    limits: &Limits,
) -> Thought<G::Move> {
    AlphaBeta::new(eval, knowledge, options.clone())
        .think(game, line, limits, &mut NoObserver)
        .unwrap()
}

/// Alpha-beta without advice finds what plain negamax finds, in whole and in every variation it
/// reports.
pub(crate) fn check_twin<G: Game>(
    game: &G,
    line: &Line<G>,
    eval: impl Evaluate<G> + Copy,
    depth: u32,
    options: &AlphaBetaOptions,
) {
    let expected = negamax(game, &eval, &mut line.clone(), depth, line.ply());
    let thought = think(game, line, eval, NoKnowledge, options, &to_depth(depth));
    assert_eq!(
        thought.score(),
        Some(expected),
        "depth {depth} at {:?} with {options:?}",
        line.last()
    );
    assert_eq!(thought.variations[0].moves[0], thought.best);
}
