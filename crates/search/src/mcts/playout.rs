//! Random games to the end, or to an evaluation.

use yomikiri_game_api::{Evaluate, Game, Line, Policy, Score, Side, SplitMix64, Tactics};

use super::MctsOptions;

/// Plays out from the end of a line and takes it back again.
pub(super) struct Playout<'a, G: Game, K> {
    pub(super) game: &'a G,
    pub(super) eval: Option<&'a dyn Evaluate<G>>,
    pub(super) knowledge: &'a K,
    pub(super) options: &'a MctsOptions,
    /// Points that are as good as half way to a win.
    pub(super) scale: f32,
    pub(super) moves: Vec<G::Move>,
    pub(super) weights: Vec<f32>,
}

impl<G: Game, K: Policy<G> + Tactics<G>> Playout<'_, G, K> {
    /// What First wins, from 0 to 1, with the number of positions visited.
    pub(super) fn run(&mut self, line: &mut Line<G>, rng: &mut SplitMix64) -> (f32, u64) {
        let begun = line.ply();
        let worth = loop {
            let played = (line.ply() - begun) as u32;
            if let Some(eval) = self.eval.filter(|_| played >= self.options.cutoff) {
                let at = line.last();
                let score = eval.evaluate(self.game, at);
                break self.squash(score, self.game.turn(at));
            }
            if played >= self.options.longest_playout {
                break 0.5;
            }
            let Some(mv) = self.choose(line, rng) else {
                break 0.5; // The past forbids every move.
            };
            line.push(self.game, mv);
            if let Some(outcome) = ended(self.game, self.knowledge, line) {
                break worth_to_first(outcome.winner);
            }
        };
        let visited = (line.ply() - begun) as u64;
        while line.ply() > begun {
            line.pop();
        }
        (worth, visited)
    }

    /// A move by chance, likelier ones more often.
    fn choose(&mut self, line: &Line<G>, rng: &mut SplitMix64) -> Option<G::Move> {
        self.moves.clear();
        line.legal_moves(self.game, &mut self.moves);
        if self.moves.is_empty() {
            return None;
        }
        self.weights.clear();
        let mut total = 0.0;
        for &mv in &self.moves {
            let weight = self.knowledge.playout_weight(self.game, line.last(), mv);
            total += weight.max(0.0);
            self.weights.push(total);
        }
        let drawn = rng.unit() as f32 * total;
        let at = self.weights.partition_point(|&sum| sum <= drawn);
        Some(self.moves[at.min(self.moves.len() - 1)])
    }

    /// An evaluation as what First wins. Without exponentials: machines differ in those.
    pub(super) fn squash(&self, score: Score, mover: Side) -> f32 {
        let points = score.0 as f32 / self.scale;
        let own = 0.5 + 0.5 * points / (1.0 + points.abs());
        match mover {
            Side::First => own,
            Side::Second => 1.0 - own,
        }
    }
}

/// How the game has ended at the end of a line.
#[inline]
pub(super) fn ended<G: Game, K: Policy<G> + Tactics<G>>(
    game: &G,
    knowledge: &K,
    line: &Line<G>,
) -> Option<yomikiri_game_api::Outcome> {
    let at = line.last();
    game.outcome(at).or_else(|| {
        let asks = line.repeats() || knowledge.may_hit_move_limit(game, at);
        asks.then(|| game.adjudicate(line)).flatten()
    })
}

pub(super) fn worth_to_first(winner: Option<Side>) -> f32 {
    match winner {
        Some(Side::First) => 1.0,
        None => 0.5,
        Some(Side::Second) => 0.0,
    }
}
