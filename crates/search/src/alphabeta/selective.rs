//! Looking less closely where that is likely to be enough.
//!
//! Nothing here touches a proof. A win that is reported was found by moves that were searched, and
//! a loss by searching every move: moves are left out only where one has been found that does not
//! lose, and a judgement or a turn given away never yields a decided score. Whatever rests on such a
//! shortcut is not *whole*.
//!
//! Margins are measured in the guide's unit, the worth of a pawn; without one nothing is pruned by
//! a margin. The numbers are customary ones, kept where matches found no better.

use yomikiri_game_api::{Game, Guide, Incremental, Score};

use super::experience::Named;
use super::judged::Judged;
use super::ordering::Picked;
use super::search::Search;
use super::transposition::{Bound, Entry};

/// A position that is being searched.
pub(super) struct Inner {
    pub(super) depth: i32,
    pub(super) ply: u32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) in_variation: bool,
    pub(super) in_check: bool,
    pub(super) known: Option<Entry>,
    /// The static judgement, or what the table knows better; none in check.
    pub(super) judged: Option<Score>,
    /// Whether the mover stands better than at its last turn.
    pub(super) improving: bool,
}

/// Up to this depth a judgement far above the window is believed.
const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// Up to this depth hopeless quiet moves are left out.
const FUTILITY_DEPTH: i32 = 6;
/// Up to this depth late quiet moves are left out.
const LATE_DEPTH: i32 = 5;
/// Up to this depth captures that lose much are left out.
const EXCHANGE_DEPTH: i32 = 5;
/// From this depth on giving the turn away is tried, and from that depth on verified.
const NULL_DEPTH: i32 = 3;
const NULL_VERIFIED_DEPTH: i32 = 14;
/// The further the judgement is above the window, the less deep it is tried, up to so many turns.
const NULL_MOST_ABOVE: i32 = 3;
/// From this depth on late moves are reduced.
const REDUCED_DEPTH: i32 = 3;

/// How much less deep a late move is searched, by depth and number.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    pub(super) fn new() -> Self {
        // Three quarters and 0.21 times the product of the binary logarithms, in 256ths of 256ths,
        // without the floating point of any machine.
        let reduction = |depth: u32, number: u32| {
            let product = sixteenths_of_log2(depth) * sixteenths_of_log2(number);
            (192 + product * 55 / 256) / 256
        };
        Reductions(std::array::from_fn(|depth| {
            std::array::from_fn(|number| reduction(depth.max(1) as u32, number.max(1) as u32) as u8)
        }))
    }

    fn of(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

/// Straight lines between the powers of two.
fn sixteenths_of_log2(n: u32) -> u32 {
    let whole = n.ilog2();
    16 * whole + ((n << 4) >> whole) - 16
}

impl<G: Game, E: Incremental<G>, U: Guide<G>> Search<'_, G, E, U> {
    /// Judges a position before its moves are looked at.
    pub(super) fn judge_inner(&mut self, inner: &mut Inner) {
        let ply = inner.ply as usize;
        self.frames[ply].judged = None;
        if inner.in_check || !self.options.judges_inner() {
            return;
        }
        let judged = self.judge();
        let mover = self.line.turn(self.game);
        let frame = &mut self.frames[ply];
        (frame.judged, frame.mover) = (Some(judged), mover);
        let earlier = ply.checked_sub(2).map(|ply| &self.frames[ply]);
        inner.improving = earlier.is_some_and(|earlier| {
            earlier.mover == mover && earlier.judged.is_some_and(|before| judged > before)
        });
        // A score of the table's that bounds the judgement is the better judgement.
        let turns = self.turns.complete();
        let better = inner.known.filter(|entry| {
            let score = entry.score(turns);
            match entry.bound {
                Bound::None => false,
                Bound::Exact => true,
                Bound::Lower => score > judged,
                Bound::Upper => score < judged,
            }
        });
        inner.judged = Some(better.map_or(judged, |entry| entry.score(turns)));
    }

    /// The worth of a position that is plain without a look at its moves.
    pub(super) fn settled_without_moves(&mut self, inner: &Inner) -> Option<Judged> {
        let judged = inner.judged?;
        if inner.in_variation || inner.beta.is_decided() || judged.is_decided() {
            return None;
        }
        let depth = inner.depth - i32::from(inner.improving);
        if self.options.reverse_futility
            && self.unit > 0
            && inner.depth <= REVERSE_FUTILITY_DEPTH
            && judged.0 - self.unit * depth.max(1) >= inner.beta.0
        {
            return Some(Judged::estimate(judged));
        }
        if self.options.null_move && judged >= inner.beta {
            return self.gives_turn_away(inner);
        }
        None
    }

    /// Lets the opponent move twice: what is still good enough then is good enough.
    ///
    /// The line begins anew behind the turn given away, for nothing before it can repeat.
    fn gives_turn_away(&mut self, inner: &Inner) -> Option<Judged> {
        let &Inner {
            depth, ply, beta, ..
        } = inner;
        let twice = ply > 0 && self.frames[ply as usize - 1].made.tag == 0;
        if depth < NULL_DEPTH || self.verifying || twice {
            return None;
        }
        let passed = self.guide.null_move(self.game, self.line.last())?;
        debug_assert_ne!(self.game.turn(&passed), self.line.turn(self.game));

        let (turns, root) = (self.turns, self.root);
        let mut line = self.spare.pop().unwrap_or_else(|| self.line.clone());
        line.restart(self.game, passed);
        std::mem::swap(&mut self.line, &mut line);
        let state = self.states.last().expect("a state for every position");
        self.states.push(state.clone());
        self.frames[ply as usize].made = Named::NONE;
        self.root = 0;
        self.turns.pass(false);
        let above = match inner.judged {
            Some(judged) if self.unit > 0 => (judged.0 - beta.0) / self.unit,
            _ => 0,
        };
        let less = 2 + depth / 3 + above.clamp(0, NULL_MOST_ABOVE);
        let found = -self.search(depth - 1 - less, ply + 1, -beta, Score(1 - beta.0));
        (self.turns, self.root) = (turns, root);
        self.states.pop();
        std::mem::swap(&mut self.line, &mut line);
        self.spare.push(line);
        if self.stopped || found.score < beta {
            return None;
        }
        // A proof for a move that does not exist proves nothing.
        let good_enough = Judged {
            score: if found.score.is_decided() {
                beta
            } else {
                found.score
            },
            whole: false,
            ..found
        };
        if depth < NULL_VERIFIED_DEPTH {
            return Some(good_enough);
        }
        // Deep down a zugzwang would cost most: a search of our own moves must agree.
        self.verifying = true;
        let verified = self.search(depth - 1 - less, ply, Score(beta.0 - 1), beta);
        self.verifying = false;
        (!self.stopped && verified.score >= beta).then_some(good_enough)
    }

    /// Whether a move needs no look. At least one move has been searched that does not lose.
    pub(super) fn leaves_out(
        &self,
        inner: &Inner,
        picked: &Picked<G::Move>,
        quiet_before: u32,
        alpha: Score,
    ) -> bool {
        if inner.in_check || inner.in_variation || alpha.is_decided() {
            return false;
        }
        let depth = inner.depth;
        let (game, at) = (self.game, self.line.last());
        if picked.forcing {
            return self.options.exchange_pruning
                && picked.losing
                && self.unit > 0
                && depth <= EXCHANGE_DEPTH
                && !(self.guide).exchange_at_least(game, at, picked.mv, -self.unit * depth)
                // What is given away with check may well mate.
                && !self.guide.gives_check(game, at, picked.mv);
        }
        let most = (3 + depth * depth) as u32 / if inner.improving { 1 } else { 2 };
        let late = self.options.late_move_pruning
            && self.unit > 0
            && depth <= LATE_DEPTH
            && quiet_before > most;
        let hopeless = || {
            let margin = self.unit * (1 + depth) + self.unit / 2;
            self.options.futility
                && self.unit > 0
                && depth <= FUTILITY_DEPTH
                && inner
                    .judged
                    .is_some_and(|judged| judged.0 + margin <= alpha.0)
        };
        (late || hopeless())
            && !self
                .experience
                .is_favourite(self.context(inner.ply), picked.tag)
            && !self.guide.gives_check(game, at, picked.mv)
    }

    /// How much less deep a move that is not the first is searched.
    pub(super) fn reduction(&self, picked: &Picked<G::Move>, number: usize, inner: &Inner) -> i32 {
        let depth = inner.depth;
        if !self.options.late_move_reductions
            || depth < REDUCED_DEPTH
            || inner.in_check
            || picked.forcing && !picked.losing
            || number < 3
        {
            return 0;
        }
        let mut less = self.shared.reductions.of(depth, number);
        less -= i32::from(inner.in_variation);
        less += i32::from(!inner.improving);
        if picked.forcing {
            less -= 1;
        } else {
            let context = self.context(inner.ply);
            less -= i32::from(self.experience.is_favourite(context, picked.tag));
            less -= self.experience.standing(context, picked.file) / 8192;
        }
        less.max(0)
    }

    /// Whether the move takes back on the principal variation what was just taken.
    pub(super) fn extends_recapture(&self, picked: &Picked<G::Move>, inner: &Inner) -> bool {
        self.options.recapture_extension
            && inner.in_variation
            && picked.forcing
            && self.turns.complete() < 2 * self.iteration
            && self.led_here_by(inner.ply).is_some_and(|last| {
                let (game, at) = (self.game, self.line.last());
                self.guide.recaptures(game, at, last, picked.mv)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let reductions = Reductions::new();
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
