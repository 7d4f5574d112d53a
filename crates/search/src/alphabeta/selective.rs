//! Pruning and reductions.
//!
//! No shortcut proves anything. A reported win was found by moves that were searched, and a
//! reported loss by searching every move: moves are pruned only where one has been found that does
//! not lose, and neither an evaluation nor a null move yields a decided score. A score that uses a
//! shortcut is not *proven*.
//!
//! Margins are multiples of [`Tactics::unit`], the value of a pawn; without it nothing is pruned by
//! a margin. They and all depths are parameters (`params.rs`). Their values are the usual ones, kept
//! where matches found nothing better.

use yomikiri_game_api::{Game, Incremental, MoveOrdering, Score, Tactics};

use super::history::{Context, MoveKey};
use super::movepick::{MovePicker, MoveSet, ScoredMove};
use super::params::SearchParams;
use super::path::{PathIndex, PathScore};
use super::search::{Found, Search};
use super::transposition::{Bound, Entry};

/// The parameters of a node.
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) in_variation: bool,
    pub(super) in_check: bool,
    /// Whether a cutoff is expected.
    pub(super) cut: bool,
    pub(super) context: Context,
    pub(super) known: Option<Entry>,
    /// The static evaluation, or a better bound from the table; none in check.
    pub(super) eval: Option<Score>,
    /// Whether the static evaluation is better than at the mover's last turn.
    pub(super) improving: bool,
}

/// What asking for a singular move found.
pub(super) enum Singular {
    /// The move is searched so many turns deeper.
    Longer(i32),
    /// Without it, too, the node is as good as the window asks for.
    Refuted(PathScore),
}

/// `reduction_history` is in parts of this.
const HISTORY_SCALE: i32 = 1 << 20;

/// Late move reductions by depth and move number.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new(params: &SearchParams) -> Self {
        // Usually 0.75 + 0.21 × log2(depth) × log2(number), in fixed point: floating point differs
        // between machines.
        let (base, slope) = (params.reduction_base, params.reduction_slope);
        let (base, slope) = (base.max(0) as u32, slope.max(0) as u32);
        let reduction = |depth: u32, number: u32| {
            let product = sixteenths_of_log2(depth) * sixteenths_of_log2(number);
            ((base + product * slope / 256) / 256).min(u32::from(u8::MAX))
        };
        Reductions(std::array::from_fn(|depth| {
            std::array::from_fn(|number| reduction(depth.max(1) as u32, number.max(1) as u32) as u8)
        }))
    }

    fn of(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

/// Linear between the powers of two.
fn sixteenths_of_log2(n: u32) -> u32 {
    let whole = n.ilog2();
    16 * whole + ((n << 4) >> whole) - 16
}

impl<G: Game, E: Incremental<G>, K: MoveOrdering<G> + Tactics<G>> Search<'_, G, E, K> {
    /// Evaluates a node before its moves are searched.
    pub(super) fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply as usize;
        self.frames[ply].static_eval = None;
        if node.in_check || !self.options.needs_static_eval() {
            return;
        }
        let eval = self.evaluate_corrected(node.context);
        let mover = self.line.turn(self.game);
        let frame = &mut self.frames[ply];
        (frame.static_eval, frame.mover) = (Some(eval), mover);
        let earlier = ply.checked_sub(2).map(|ply| &self.frames[ply]);
        node.improving = earlier.is_some_and(|earlier| {
            earlier.mover == mover && earlier.static_eval.is_some_and(|before| eval > before)
        });
        // A table score that bounds the evaluation is the better estimate.
        let turns = self.turns.complete();
        let better = node.known.filter(|entry| {
            let score = entry.score(turns);
            match entry.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::Lower => score > eval,
                Bound::Upper => score < eval,
            }
        });
        node.eval = Some(better.map_or(eval, |entry| entry.score(turns)));
    }

    /// The score of a node that needs no search of its moves.
    pub(super) fn prune_node(&mut self, node: &Node) -> Option<PathScore> {
        let eval = node.eval?;
        if node.in_variation || node.beta.is_decided() || eval.is_decided() {
            return None;
        }
        let depth = node.depth - i32::from(node.improving);
        if self.options.reverse_futility
            && self.unit > 0
            && node.depth <= self.options.params.reverse_futility_depth
            && eval.0 - self.margins.reverse_futility * depth.max(1) >= node.beta.0
        {
            return Some(PathScore::estimate(eval));
        }
        // Razoring (Birmingham and Kent 1977): hopeless without a capture.
        let lacks = self.margins.razor_base + self.margins.razor_slope * node.depth * node.depth;
        if self.options.razoring && self.unit > 0 && eval.0.saturating_add(lacks) < node.alpha.0 {
            let left = self.options.quiescence_plies;
            let value = self.beyond_horizon(false, left, node.ply, node.alpha, node.beta);
            if self.stopped || value.score <= node.alpha {
                return Some(value);
            }
        }
        if self.options.null_move
            && eval >= node.beta
            && let Some(value) = self.null_move_cutoff(node)
        {
            return Some(value);
        }
        match self.options.prob_cut && self.unit > 0 && !self.stopped {
            true => self.prob_cut(node),
            false => None,
        }
    }

    /// ProbCut (Buro 1995), with captures as in today's chess programs: one that is far above the window in a shallow search
    /// will be above it in a deep one.
    fn prob_cut(&mut self, node: &Node) -> Option<PathScore> {
        let &Node {
            depth, ply, beta, ..
        } = node;
        let bar = Score(beta.0 + self.margins.prob_cut);
        let eval = self.frames[ply as usize].static_eval?;
        let denied = node.known.is_some_and(|entry| {
            i32::from(entry.depth) >= depth - 3 && entry.score(self.turns.complete()) < bar
        });
        if depth < self.options.params.prob_cut_depth || bar.is_decided() || denied {
            return None;
        }
        let key = self.line.key(self.line.ply());
        let table_tag = node.known.map_or(0, |entry| entry.tag);
        let mut picker = MovePicker::new(&self.moves, MoveSet::Forcing, node.context, table_tag);
        let below = Score(bar.0 - 1);
        let mut found = None;
        while let Some(picked) = self.next_move(&mut picker) {
            let wins = (self.knowledge).see_at_least(
                self.game,
                self.line.last(),
                picked.mv,
                bar.0 - eval.0,
            );
            if !wins {
                continue;
            }
            let (same, cost) = self.make(&picked, ply);
            let left = self.options.quiescence_plies;
            let mut value = self.quiet_seen_by(same, left, ply + 1, below, bar);
            if !self.stopped && value.score >= bar {
                let depth = depth - cost - 3;
                value = self.seen_by(same, depth, ply + 1, below, bar, !node.cut);
            }
            self.unmake(ply);
            if self.stopped {
                break;
            }
            if value.score >= bar {
                found = Some(Found {
                    value,
                    tag: picked.tag,
                    forcing: true,
                });
                break;
            }
        }
        self.moves.close(&picker);
        let found = found?;
        self.remember(key, found, depth - 3, (below, bar));
        let here = self.line.ply() as PathIndex;
        let value = found.value.leaving(here);
        Some(PathScore {
            score: match value.score.is_decided() {
                true => value.score,
                false => Score(value.score.0 - (bar.0 - beta.0)),
            },
            ..value
        })
    }

    /// Null move pruning: if passing is good enough, the node is.
    ///
    /// The line restarts after the null move, because nothing before it can repeat.
    fn null_move_cutoff(&mut self, node: &Node) -> Option<PathScore> {
        let &Node {
            depth, ply, beta, ..
        } = node;
        let params = &self.options.params;
        let twice = ply > 0 && self.frames[ply as usize - 1].made.tag == 0;
        if depth < params.null_depth || self.verifying || twice {
            return None;
        }
        let passed = self.knowledge.null_move(self.game, self.line.last())?;
        debug_assert_ne!(self.game.turn(&passed), self.line.turn(self.game));

        let (turns, root) = (self.turns, self.root);
        let mut line = self.spare.pop().unwrap_or_else(|| self.line.clone());
        line.restart(self.game, passed);
        std::mem::swap(&mut self.line, &mut line);
        let state = self.states.last().expect("a state for every position");
        self.states.push(state.clone());
        self.frames[ply as usize].made = MoveKey::NONE;
        self.root = 0;
        self.turns.pass(false);
        let above = match node.eval {
            Some(eval) if self.unit > 0 => (eval.0 - beta.0) / self.margins.null,
            _ => 0,
        };
        let least = params.null_base + depth / params.null_divisor.max(1);
        let less = least + above.clamp(0, params.null_most_above);
        let found = -self.search(
            depth - 1 - less,
            ply + 1,
            -beta,
            Score(1 - beta.0),
            !node.cut,
        );
        (self.turns, self.root) = (turns, root);
        self.states.pop();
        std::mem::swap(&mut self.line, &mut line);
        self.spare.push(line);
        if self.stopped || found.score < beta {
            return None;
        }
        // A mate found after a null move is no proof.
        let good_enough = PathScore {
            score: if found.score.is_decided() {
                beta
            } else {
                found.score
            },
            proven: false,
            ..found
        };
        if depth < params.null_verified_depth {
            return Some(good_enough);
        }
        // At high depth zugzwang would cost most: a search of our own moves must agree.
        self.verifying = true;
        let verified = self.search(depth - 1 - less, ply, Score(beta.0 - 1), beta, false);
        self.verifying = false;
        (!self.stopped && verified.score >= beta).then_some(good_enough)
    }

    /// Whether a move is pruned. At least one move has been searched that does not lose.
    pub(super) fn is_pruned(
        &self,
        node: &Node,
        picked: &ScoredMove<G::Move>,
        number: usize,
        quiet_before: u32,
        alpha: Score,
    ) -> bool {
        if node.in_check || node.in_variation || alpha.is_decided() {
            return false;
        }
        let depth = node.depth;
        let params = &self.options.params;
        let (game, at) = (self.game, self.line.last());
        if picked.forcing {
            return self.options.exchange_pruning
                && picked.losing
                && self.unit > 0
                && depth <= params.exchange_depth
                && !(self.knowledge).see_at_least(game, at, picked.mv, -self.margins.exchange * depth)
                // A sacrifice with check may mate.
                && !self.knowledge.gives_check(game, at, picked.mv);
        }
        let spared = || {
            self.history.is_killer_or_counter(node.context, picked.tag)
                || self.knowledge.gives_check(game, at, picked.mv)
        };
        let left = params.late_base + depth * depth * params.late_slope / 16;
        let most = left as u32 / if node.improving { 1 } else { 2 };
        let late = self.options.late_move_pruning
            && self.unit > 0
            && depth <= params.late_depth
            && quiet_before > most;
        if late {
            return !spared();
        }
        // The depth that the move will be searched with.
        let reduced = (depth - self.reduction(picked, number, node)).max(1);
        let hopeless = || {
            let margin = self.margins.futility_base + self.margins.futility_slope * reduced;
            self.options.futility
                && self.unit > 0
                && reduced <= params.futility_depth
                && node.eval.is_some_and(|eval| eval.0 + margin <= alpha.0)
        };
        let loses = || {
            let margin = self.margins.quiet_exchange * reduced * reduced;
            self.options.exchange_pruning
                && self.unit > 0
                && reduced <= params.quiet_exchange_depth
                && !self.knowledge.see_at_least(game, at, picked.mv, -margin)
        };
        let disliked = || {
            let history = self.history.value(node.context, picked.key());
            self.unit > 0
                && reduced <= params.history_depth
                && history < -64 * params.history_margin * reduced
        };
        (hopeless() || disliked() || loses()) && !spared()
    }

    /// The reduction of a move that is not the first.
    pub(super) fn reduction(
        &self,
        picked: &ScoredMove<G::Move>,
        number: usize,
        node: &Node,
    ) -> i32 {
        let depth = node.depth;
        let params = &self.options.params;
        if !self.options.late_move_reductions
            || depth < params.reduced_depth
            || node.in_check
            || picked.forcing && !picked.losing
            || number < params.reduced_move as usize
        {
            return 0;
        }
        let mut less = self.shared.reductions.of(depth, number);
        less -= i32::from(node.in_variation);
        less += i32::from(!node.improving);
        if node.cut {
            less += params.reduction_cut;
        }
        if picked.forcing {
            less -= 1;
        } else {
            less -= i32::from(self.history.is_killer_or_counter(node.context, picked.tag));
            let history = self.history.value(node.context, picked.key());
            less -= history * params.reduction_history / HISTORY_SCALE;
        }
        less.max(0)
    }

    /// Whether all other moves fall far short of the one that the table remembers, which is then searched deeper
    /// (Anantharaman, Campbell, Hsu 1990; with bounds of the table as in today's chess programs).
    pub(super) fn singular(&mut self, picked: &ScoredMove<G::Move>, node: &Node) -> Singular {
        let &Node {
            depth, ply, beta, ..
        } = node;
        let params = &self.options.params;
        let turns = self.turns.complete();
        let Some(entry) = node.known.filter(|entry| entry.tag == picked.tag) else {
            return Singular::Longer(0);
        };
        let score = entry.score(turns);
        if !self.options.singular_extension
            || self.unit == 0
            || depth < params.singular_depth
            || self.frames[ply as usize].left_out != 0
            || i32::from(entry.depth) < depth - 3
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
            || score.is_decided()
            || beta.is_decided() && !node.in_variation
            || turns >= 2 * self.iteration
        {
            return Singular::Longer(0);
        }
        let bar = Score(score.0 - self.margins.singular * depth);
        self.frames[ply as usize].left_out = picked.tag;
        let others = self.search((depth - 1) / 2, ply, Score(bar.0 - 1), bar, node.cut);
        self.frames[ply as usize].left_out = 0;
        if self.stopped {
            return Singular::Longer(0);
        }
        if others.score < bar {
            let twice = !node.in_variation && others.score.0 < bar.0 - self.margins.singular_twice;
            return Singular::Longer(1 + i32::from(twice));
        }
        // Another move is better than the window, too: the node will be cut off.
        if !node.in_variation && bar >= beta && !others.score.is_decided() {
            return Singular::Refuted(PathScore {
                score: bar,
                proven: false,
                ..others
            });
        }
        Singular::Longer(-i32::from(
            !node.in_variation && (score >= beta || node.cut),
        ))
    }

    /// Whether the move is a recapture on the principal variation.
    pub(super) fn extends_recapture(&self, picked: &ScoredMove<G::Move>, node: &Node) -> bool {
        self.options.recapture_extension
            && node.in_variation
            && picked.forcing
            && self.turns.complete() < 2 * self.iteration
            && self.led_here_by(node.ply).is_some_and(|last| {
                let (game, at) = (self.game, self.line.last());
                self.knowledge.recaptures(game, at, last, picked.mv)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let reductions = Reductions::new(&SearchParams::default());
        assert_eq!(reductions.of(1, 1), 0);
        assert_eq!(reductions.of(3, 3), 1);
        for depth in 1..63 {
            for number in 1..63 {
                let less = reductions.of(depth, number);
                assert!(reductions.of(depth + 1, number) >= less);
                assert!(reductions.of(depth, number + 1) >= less);
                assert!(less <= 8);
            }
        }
        assert_eq!(reductions.of(1000, 1000), reductions.of(63, 63));
    }
}
