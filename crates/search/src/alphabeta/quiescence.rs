//! Quiescence search: a static evaluation only where no forcing move is pending.

use yomikiri_game_api::{Game, Incremental, MoveOrdering, Score, Tactics};

use super::movepick::{MovePicker, MoveSet};
use super::path::{NO_PATH, PathIndex, PathScore, WHOLE_PAST};
use super::search::{Found, MOST_PLIES, Search};

impl<G: Game, E: Incremental<G>, K: MoveOrdering<G> + Tactics<G>> Search<'_, G, E, K> {
    /// The score of the last position of the line, following forcing moves for at most `left`
    /// plies. The node has been counted, and the past does not decide it.
    pub(super) fn beyond_horizon(
        &mut self,
        in_check: bool,
        left: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> PathScore {
        // 1. The game may be over, which an evaluation does not see.
        let (game, knowledge) = (self.game, self.knowledge);
        let at = self.line.last();
        if !knowledge.is_quiet_nonterminal(game, at)
            && let Some(outcome) = game.outcome(at)
        {
            return PathScore::exact(self.ended(outcome));
        }

        // 2. Transposition table: every depth is enough here.
        let uses_table = self.options.quiescence_table && self.options.transposition;
        let key = self.line.key(self.line.ply());
        let (window, mut table_tag) = ((alpha, beta), 0);
        if uses_table && let Some(entry) = self.table.get(key) {
            table_tag = entry.tag;
            if beta.0 - alpha.0 <= 1
                && let Some(value) = entry.settles(0, self.turns.complete(), alpha, beta)
            {
                return value;
            }
        }
        let context = self.context(ply);
        if !self.options.quiescence || left == 0 || ply >= MOST_PLIES {
            return PathScore::estimate(self.evaluate_corrected(context));
        }

        // 3. Stand pat: without a check the evaluation is a lower bound.
        let mut best = -Score::INFINITY;
        let mut hopeless = None;
        if !in_check {
            best = self.evaluate_corrected(context);
            if best >= beta {
                return PathScore::estimate(best);
            }
            let prunes = self.options.delta_pruning && self.unit > 0;
            hopeless = prunes.then_some(best.0 + self.margins.delta);
        }
        let mut alpha = alpha.max(best);

        // 4. The forcing moves; all moves in check.
        let at_horizon = left == self.options.quiescence_plies;
        let wanted = match (in_check, at_horizon) {
            (true, _) => MoveSet::All,
            (false, true) if self.options.quiescence_checks => MoveSet::ForcingAndChecks,
            (false, _) => MoveSet::Forcing,
        };
        let mut picker = MovePicker::new(&self.moves, wanted, context, table_tag);
        let mut best_tag = 0;
        let in_variation = beta.0 - alpha.0 > 1;
        let (mut depends_on, mut proven) = (NO_PATH, in_check);
        while let Some(picked) = self.next_move(&mut picker) {
            // 5. Exchange pruning and delta pruning.
            if !in_check {
                if picked.losing && self.options.exchange_pruning {
                    // At the horizon itself a sacrifice with check is searched.
                    if !at_horizon {
                        break; // All that follow lose as well.
                    }
                    if !knowledge.gives_check(game, self.line.last(), picked.mv) {
                        continue;
                    }
                }
                if !picked.forcing {
                    // A check: it wins nothing at once, but it should not throw a piece away.
                    if !knowledge.see_at_least(game, self.line.last(), picked.mv, 0) {
                        continue;
                    }
                } else if let Some(hopeless) = hopeless {
                    let gain = knowledge.gain(game, self.line.last(), picked.mv);
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
            depends_on = depends_on.min(child.depends_on);
            proven &= child.proven;
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
                self.moves.close(&picker);
                if uses_table {
                    let found = Found {
                        value: child,
                        tag: best_tag,
                        forcing: true,
                    };
                    self.remember(key, found, 0, window);
                }
                return child.leaving(self.line.ply() as PathIndex);
            }
        }
        self.moves.close(&picker);
        if self.stopped {
            return PathScore::STOPPED;
        }
        if picker.picked == 0 && in_check {
            return self.without_moves(picker.forbidden);
        }
        if picker.forbidden {
            depends_on = WHOLE_PAST;
        }
        let value = PathScore {
            score: best,
            depends_on,
            proven,
        };
        if uses_table {
            let found = Found {
                value,
                tag: best_tag,
                forcing: true,
            };
            self.remember(key, found, 0, window);
        }
        value.leaving(self.line.ply() as PathIndex)
    }

    /// The score of a position after a forcing move, for the side that made it.
    pub(super) fn quiet_seen_by(
        &mut self,
        same: bool,
        left: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> PathScore {
        if !self.enter(ply) {
            return PathScore::STOPPED;
        }
        let (alpha, beta) = if same { (alpha, beta) } else { (-beta, -alpha) };
        let value = if let Some(value) = self.judge_past() {
            value
        } else if let Some(score) = self.ask_probe() {
            PathScore::exact(score)
        } else {
            let in_check = self.knowledge.in_check(self.game, self.line.last());
            self.beyond_horizon(in_check, left, ply, alpha, beta)
        };
        if same { value } else { -value }
    }
}
