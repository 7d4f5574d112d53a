//! Beyond the horizon: a static judgement only where nothing forcing is pending.

use yomikiri_game_api::{Game, Guide, Incremental, Score};

use super::judged::{Judged, ON_NOTHING, ON_THE_PAST, Rests};
use super::ordering::{Opened, Wanted};
use super::search::{Found, MOST_PLIES, Search};

impl<G: Game, E: Incremental<G>, U: Guide<G>> Search<'_, G, E, U> {
    /// The worth of the last position of the line, following forcing moves for at most `left`
    /// plies. The position has been counted, and its past does not settle it.
    pub(super) fn beyond_horizon(
        &mut self,
        in_check: bool,
        left: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Judged {
        // 1. The game may be over, which an evaluation need not know.
        let (game, guide) = (self.game, self.guide);
        let at = self.line.last();
        if !guide.surely_goes_on(game, at)
            && let Some(outcome) = game.outcome(at)
        {
            return Judged::free(self.ended(outcome));
        }

        // 2. The transposition table may know it: whatever depth it was searched to is enough here.
        let uses_table = self.options.quiescence_table && self.options.transposition;
        let key = self.line.keys()[self.line.ply()];
        let (window, mut table_tag) = ((alpha, beta), 0);
        if uses_table && let Some(entry) = self.table.get(key) {
            table_tag = entry.tag;
            if beta.0 - alpha.0 <= 1
                && let Some(judged) = entry.settles(0, self.turns.complete(), alpha, beta)
            {
                return judged;
            }
        }
        if !self.options.quiescence || left == 0 || ply >= MOST_PLIES {
            return Judged::estimate(self.judge());
        }

        // 3. Who is not threatened may stand pat: the judgement is a lower bound.
        let mut best = -Score::INFINITY;
        let mut hopeless = None;
        if !in_check {
            best = self.judge();
            if best >= beta {
                return Judged::estimate(best);
            }
            let prunes = self.options.delta_pruning && self.unit > 0;
            hopeless = prunes.then_some(best.0 + 2 * self.unit);
        }
        let mut alpha = alpha.max(best);

        // 4. The forcing moves; all moves if there is a threat to answer.
        let wanted = if in_check {
            Wanted::All
        } else {
            Wanted::Forcing
        };
        let mut opened = Opened::new(&self.moves, wanted, self.context(ply), table_tag);
        let mut best_tag = 0;
        let in_variation = beta.0 - alpha.0 > 1;
        let (mut rests, mut whole) = (ON_NOTHING, in_check);
        while let Some(picked) = self.next_move(&mut opened) {
            // 5. Moves that lose the exchange, or win too little to matter, are left out.
            if !in_check {
                if picked.losing && self.options.exchange_pruning {
                    // At the horizon itself a sacrifice with check is looked at.
                    let at_horizon = left == self.options.quiescence_plies;
                    if !at_horizon {
                        break; // So are all that follow.
                    }
                    if !guide.gives_check(game, self.line.last(), picked.mv) {
                        continue;
                    }
                }
                if let Some(hopeless) = hopeless {
                    let gain = guide.gain(game, self.line.last(), picked.mv);
                    let most = hopeless.saturating_add(gain);
                    if most <= alpha.0 && !alpha.is_decided() {
                        best = best.max(Score::eval(most));
                        continue;
                    }
                }
            }

            // 6. As in the full search.
            let (same, _) = self.make(&picked, ply);
            let child = self.quiet_seen_by(same, left - 1, ply + 1, alpha, beta);
            self.unmake(ply);
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
            best_tag = picked.tag;
            if in_variation {
                self.extend_variation(ply, picked.mv);
            }
            if alpha >= beta {
                self.moves.close(&opened);
                if uses_table {
                    let found = Found {
                        judged: child,
                        tag: best_tag,
                    };
                    self.remember(key, found, 0, window);
                }
                return child.leaving(self.line.ply() as Rests);
            }
        }
        self.moves.close(&opened);
        if self.stopped {
            return Judged::STOPPED;
        }
        if opened.picked == 0 && in_check {
            return self.without_moves(opened.forbidden);
        }
        if opened.forbidden {
            rests = ON_THE_PAST;
        }
        let judged = Judged {
            score: best,
            rests,
            whole,
        };
        if uses_table {
            let found = Found {
                judged,
                tag: best_tag,
            };
            self.remember(key, found, 0, window);
        }
        judged.leaving(self.line.ply() as Rests)
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
            let in_check = self.guide.in_check(self.game, self.line.last());
            self.beyond_horizon(in_check, left, ply, alpha, beta)
        };
        if same { judged } else { -judged }
    }
}
