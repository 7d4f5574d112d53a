//! Plain minimax to a fixed depth, as in textbooks.
//!
//! Nothing is pruned and nothing remembered: every root move gets its exact minimax value, so that
//! the choice among equally good moves is fair. [`AlphaBeta`](crate::AlphaBeta) is the fast twin.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use yomikiri_game_api::{
    Evaluate, Game, Limits, Line, Observer, Outcome, Player, PlayerFault, Score, SplitMix64,
    Thought, Value, Variation,
};

use crate::depth::Turns;
use crate::nothing_to_play;

/// Looks a fixed number of turns ahead and plays one of the best moves, each equally likely.
///
/// - The actions of a turn share one depth; where every move ends a turn, depth counts plies.
/// - A position that occurred before in the line, the played part included, counts as a draw.
///   Otherwise the game adjudicates.
/// - If a limit or the observer stops the search, the choice is among the moves that were searched
///   completely; if there is none, among all.
///
/// A new game does not restart the random stream ([`Player::reseed`] does).
#[derive(Clone, Debug)]
pub struct Lookahead<G, E> {
    eval: E,
    depth: u32,
    sooner: bool,
    noise: u32,
    rng: SplitMix64,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E: Evaluate<G>> Lookahead<G, E> {
    /// Looks `depth` turns ahead (at least one). Ties are broken by the seed.
    pub fn new(eval: E, depth: u32, seed: u64) -> Self {
        Lookahead {
            eval,
            depth: depth.max(1),
            sooner: true,
            noise: 0,
            rng: SplitMix64::new(seed),
            game: PhantomData,
        }
    }

    /// Whether sooner wins and later losses are better, which they are unless told otherwise.
    /// If not, all wins are alike: [`Score::WIN`] whatever their distance.
    pub fn sooner(mut self, sooner: bool) -> Self {
        self.sooner = sooner;
        self
    }

    /// Adds a random number from -`points` to `points` to every evaluation, so that games differ
    /// and mistakes happen. None unless told otherwise.
    pub fn noise(mut self, points: u32) -> Self {
        self.noise = points;
        self
    }
}

impl<G: Game, E: Evaluate<G>> Player<G> for Lookahead<G, E> {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let depth = limits.depth.map_or(self.depth, |most| most.min(self.depth));
        let mut roots = Vec::new();
        line.legal_moves(game, &mut roots);
        if roots.is_empty() {
            return Err(nothing_to_play());
        }

        // 1. The value of every root move.
        let mut look = Look {
            game,
            eval: &self.eval,
            sooner: self.sooner,
            noise: self.noise,
            rng: &mut self.rng,
            line: line.clone(),
            turns: Turns::default(),
            moves: Vec::with_capacity(64 * depth as usize),
            nodes: 0,
            most_nodes: limits.nodes,
            time: limits.time,
            begun: Instant::now(),
            stopped: false,
            observer: &*observer,
        };
        let mut valued: Vec<(Score, G::Move)> = Vec::with_capacity(roots.len());
        for &mv in &roots {
            let score = look.after(mv, depth.max(1));
            if look.stopped {
                break;
            }
            valued.push((score, mv));
        }
        let (nodes, time) = (look.nodes, look.begun.elapsed());
        let depth = if look.stopped { 0 } else { depth.max(1) };

        // 2. One of the best, each equally likely.
        let Some(&top) = valued.iter().map(|(score, _)| score).max() else {
            let best = roots[self.rng.below(roots.len())];
            let plain = Thought::plain(best);
            return Ok(Thought {
                nodes,
                time,
                ..plain
            });
        };
        let ties: Vec<usize> = (0..valued.len()).filter(|&i| valued[i].0 == top).collect();
        let chosen = valued.remove(ties[self.rng.below(ties.len())]);

        // 3. The chosen one first, the others by their worth, as many as were asked for.
        valued.sort_by_key(|&(score, _)| -score);
        valued.insert(0, chosen);
        valued.truncate(limits.lines.max(1));
        let variations = valued.into_iter().map(|(score, mv)| Variation {
            score: Some(score),
            moves: vec![mv],
        });
        let thought = Thought {
            best: chosen.1,
            resigns: false,
            variations: variations.collect(),
            depth,
            nodes,
            time,
            details: Vec::new(),
            notes: Vec::new(),
        };
        observer.report(&thought);
        Ok(thought)
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = SplitMix64::new(seed);
    }
}

/// Positions between two polls of the clock and the observer.
const POLL: u64 = 1024;

/// One search.
struct Look<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    sooner: bool,
    noise: u32,
    rng: &'a mut SplitMix64,
    line: Line<G>,
    /// The turns looked ahead so far.
    turns: Turns,
    /// The moves of all open positions; each level works on its own tail.
    moves: Vec<G::Move>,
    nodes: u64,
    most_nodes: Option<u64>,
    time: Option<Duration>,
    begun: Instant,
    stopped: bool,
    observer: &'a dyn Observer<G>,
}

impl<G: Game, E: Evaluate<G>> Look<'_, G, E> {
    /// The score of a move for its mover at `depth`, the move's turn included.
    fn after(&mut self, mv: G::Move, depth: u32) -> Score {
        let mover = self.line.turn(self.game);
        self.line.push(self.game, mv);
        let same = self.line.turn(self.game) == mover;
        let before = self.turns;
        let cost = self.turns.pass(same);
        let score = self.value(depth - cost);
        self.turns = before;
        self.line.pop();
        if same { score } else { -score }
    }

    /// The score of the line's last position for the side to move.
    fn value(&mut self, depth: u32) -> Score {
        self.count();
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(outcome) = self.game.outcome(self.line.last()) {
            return self.finished(outcome);
        }
        if self.line.repeats() {
            return Score::DRAW;
        }
        if let Some(outcome) = self.game.adjudicate(&self.line) {
            return self.finished(outcome);
        }
        if depth == 0 {
            return self.judge();
        }
        let from = self.moves.len();
        self.line.legal_moves(self.game, &mut self.moves);
        let mut best = None;
        for i in from..self.moves.len() {
            let score = self.after(self.moves[i], depth);
            if self.stopped {
                break;
            }
            best = best.max(Some(score));
        }
        self.moves.truncate(from);
        // If the past forbids every move, nobody wins.
        best.unwrap_or(Score::DRAW)
    }

    #[inline]
    fn judge(&mut self) -> Score {
        let score = self.eval.evaluate(self.game, self.line.last());
        if self.noise == 0 {
            return score;
        }
        let off = self.rng.below(2 * self.noise as usize + 1) as i32 - self.noise as i32;
        Score::eval(score.0 + off)
    }

    fn finished(&self, outcome: Outcome) -> Score {
        let distance = if self.sooner { self.turns.begun() } else { 0 };
        let value: Value = outcome.value_for(self.line.turn(self.game));
        Score::of_value(value, distance)
    }

    fn count(&mut self) {
        if self.most_nodes == Some(self.nodes) {
            self.stopped = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            let late = self.time.is_some_and(|time| self.begun.elapsed() >= time);
            self.stopped |= late || self.observer.stop();
        }
    }
}
