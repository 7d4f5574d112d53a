//! Beyond the horizon: a static judgement only where nothing forcing is pending.

use yomikiri_game_api::{Evaluate, Game, Guide, Score};

use super::judged::{Judged, ON_NOTHING, ON_THE_PAST, Rests};
use super::search::{MOST_PLIES, Search};

impl<G: Game, E: Evaluate<G>, U: Guide<G>> Search<'_, G, E, U> {
    /// The worth of the last position of the line, following forcing moves for at most `left`
    /// plies. The position has been counted, and its past does not settle it.
    pub(super) fn beyond_horizon(
        &mut self,
        left: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Judged {
        // 1. The game may be over, which an evaluation need not know.
        let (game, guide) = (self.game, self.guide);
        if let Some(outcome) = game.outcome(self.line.last()) {
            return Judged::free(self.ended(outcome));
        }
        if !self.options.quiescence || left == 0 || ply >= MOST_PLIES {
            return Judged::estimate(self.eval.evaluate(game, self.line.last()));
        }

        // 2. Who is not threatened may stand pat: the judgement is a lower bound.
        let in_check = guide.in_check(game, self.line.last());
        let mut best = -Score::INFINITY;
        if !in_check {
            best = self.eval.evaluate(game, self.line.last());
            if best >= beta {
                return Judged::estimate(best);
            }
        }
        let mut alpha = alpha.max(best);

        // 3. The forcing moves; all moves if there is a threat to answer.
        let at = self.line.last();
        let opened = self.moves.open(game, &self.line, |mv| {
            in_check || guide.is_forcing(game, at, mv)
        });
        if opened.from == opened.to && in_check {
            return self.without_moves(opened);
        }
        self.rank(opened, ply, 0);

        // 4. As in the full search.
        let mover = self.line.turn(game);
        let in_variation = beta.0 - alpha.0 > 1;
        let mut rests = if opened.forbidden {
            ON_THE_PAST
        } else {
            ON_NOTHING
        };
        let mut whole = in_check;
        for i in opened.from..opened.to {
            let (mv, _) = self.moves.pick(i, opened.to);
            self.line.push(game, mv);
            let before = self.turns;
            let same = self.line.turn(game) == mover;
            self.turns.pass(same);
            let child = self.quiet_seen_by(same, left - 1, ply + 1, alpha, beta);
            self.turns = before;
            self.line.pop();
            if self.stopped {
                break;
            }
            rests = rests.min(child.rests);
            whole &= child.whole;
            if child.score <= best {
                continue;
            }
            best = child.score;
            if best <= alpha {
                continue;
            }
            alpha = best;
            if in_variation {
                self.extend_variation(ply, mv);
            }
            if alpha >= beta {
                (rests, whole) = (child.rests, child.whole);
                break;
            }
        }
        self.moves.close(opened);
        let here = self.line.ply() as Rests;
        let judged = Judged {
            score: best,
            rests,
            whole,
        };
        judged.leaving(here)
    }

    /// The worth of a position reached by a forcing move to the one who made it.
    fn quiet_seen_by(
        &mut self,
        same: bool,
        left: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Judged {
        if !self.enter(ply) {
            return Judged::STOPPED;
        }
        let (alpha, beta) = if same { (alpha, beta) } else { (-beta, -alpha) };
        let judged = if let Some(judged) = self.judge_past() {
            judged
        } else if let Some(score) = self.ask_probe() {
            Judged::free(score)
        } else {
            self.beyond_horizon(left, ply, alpha, beta)
        };
        if same { judged } else { -judged }
    }
}
