//! Iterative deepening, until a limit is reached or nothing can change.

use std::cmp::Reverse;

use yomikiri_game_api::{
    Game, Incremental, Limits, MoveOrdering, PlayerFault, Score, SearchStats, Tactics, Thought,
    Variation, Verdict,
};

use super::movepick::{MovePicker, MoveSet, ScoredMove};
use super::search::{MOST_PLIES, Search};
use super::selective::Node;
use super::transposition::{Bound, Entry};
use crate::nothing_to_play;

/// A move at the root and what is known about it.
pub(super) struct RootMove<M> {
    picked: ScoredMove<M>,
    /// From the last iteration in which the move was one of the best.
    score: Option<Score>,
    /// The expected moves, this one first.
    variation: Vec<M>,
}

/// How a search of the root ended.
#[derive(PartialEq)]
enum End {
    Complete,
    /// Stopped; `usable` if the first move was searched completely.
    Stopped {
        usable: bool,
    },
}

/// The first iteration with an aspiration window.
const GUESSED: u32 = 4;

impl<G: Game, E: Incremental<G>, K: MoveOrdering<G> + Tactics<G>> Search<'_, G, E, K> {
    /// Searches deeper and deeper.
    pub(super) fn think(&mut self, limits: &Limits) -> Result<Thought<G::Move>, PlayerFault> {
        self.list_roots();
        if self.roots.is_empty() {
            return Err(nothing_to_play());
        }
        let lines = limits.lines.clamp(1, self.roots.len());
        let depth = limits.depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES);
        let mut complete: Option<Thought<G::Move>> = None;
        for iteration in 1..=depth {
            // 1. Search one turn deeper, once for each of the best lines asked for.
            self.iteration = iteration;
            let end = self.iterate(lines);
            if let Some(error) = &self.fault {
                return Err(PlayerFault::internal(error.to_string()));
            }

            // 2. An interrupted iteration counts only if its first move was searched completely: then
            //    its best move is at least as good.
            if let End::Stopped { usable } = end {
                if usable && lines == 1 {
                    complete = Some(self.thought(lines, iteration - 1));
                }
                break;
            }
            let thought = self.thought(lines, iteration);
            self.report(&thought);
            complete = Some(thought);

            // 3. Continue only if that can change the answer. An interrupted iteration is useful, so
            //    there is no guess whether the next one fits; time plans stop the search through
            //    the observer.
            if self.is_settled(lines, iteration, limits) || !self.may_go_on() {
                break;
            }
        }
        Ok(complete.map_or_else(
            || self.unevaluated(),
            |thought| Thought {
                nodes: self.all_nodes(),
                time: self.budget.elapsed(),
                ..thought
            },
        ))
    }

    /// Searches as helper number `number` until the search is over, filling the table, and returns
    /// the deepest iteration it has completed.
    pub(super) fn help(&mut self, number: usize, limits: &Limits) -> Option<Thought<G::Move>> {
        self.list_roots();
        let depth = limits.depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES);
        let mut complete = None;
        // Half of the helpers begin a turn deeper, so that not all do the same.
        for iteration in 1 + number as u32 % 2..=depth {
            self.iteration = iteration;
            if self.iterate(1) != End::Complete {
                break;
            }
            complete = Some(self.thought(1, iteration));
            if self.proven {
                break;
            }
        }
        complete
    }

    /// The moves at the root, in the order of the first iteration.
    fn list_roots(&mut self) {
        let key = self.line.key(self.root);
        let known = match self.options.transposition {
            true => self.table.get(key).map_or(0, |entry| entry.tag),
            false => 0,
        };
        let mut picker = MovePicker::new(&self.moves, MoveSet::All, self.context(0), known);
        self.list_at_once(&mut picker);
        while let Some(picked) = self.next_move(&mut picker) {
            let allowed = self.shared.search_moves;
            if allowed.is_some_and(|moves| !moves.contains(&picked.mv)) {
                continue;
            }
            self.roots.push(RootMove {
                picked,
                score: None,
                variation: vec![picked.mv],
            });
        }
        self.moves.close(&picker);
    }

    /// Brings the best `lines` root moves to the front, in order.
    fn iterate(&mut self, lines: usize) -> End {
        self.proven = true;
        for line in 0..lines {
            let end = if self.options.mtdf && self.iteration >= 2 {
                self.close_in(line)
            } else {
                self.guess_window(line)
            };
            if end != End::Complete {
                return end;
            }
        }
        // What a table hit changed between two lines may have put them out of order.
        self.roots[..lines].sort_by_key(|root| Reverse(root.score));
        End::Complete
    }

    /// Searches the root with a window around the last score, a wider one where that fails.
    fn guess_window(&mut self, from: usize) -> End {
        let last = self.roots[from].score;
        let guesses = self.options.aspiration && self.iteration >= GUESSED;
        let Some(last) = last.filter(|last| guesses && !last.is_decided()) else {
            return self.search_root(from, -Score::INFINITY, Score::INFINITY).0;
        };
        // Each failure makes it four times as wide.
        let mut reach = self.margins.window;
        let (mut alpha, mut beta) = (Score(last.0 - reach), Score(last.0 + reach));
        loop {
            let (end, score) = self.search_root(from, alpha, beta);
            if end != End::Complete {
                return end;
            }
            reach = reach.saturating_mul(4);
            let open = reach > 4000;
            if score <= alpha && alpha > -Score::INFINITY {
                alpha = if open {
                    -Score::INFINITY
                } else {
                    Score(score.0 - reach).max(-Score::INFINITY)
                };
            } else if score >= beta && beta < Score::INFINITY {
                beta = if open {
                    Score::INFINITY
                } else {
                    Score(score.0 + reach).min(Score::INFINITY)
                };
            } else {
                return End::Complete;
            }
        }
    }

    /// MTD(f): closes in on the score with null windows.
    fn close_in(&mut self, from: usize) -> End {
        let (mut least, mut most) = (-Score::INFINITY, Score::INFINITY);
        let mut guess = self.roots[from].score.unwrap_or(Score::DRAW);
        while least < most {
            let beta = Score(guess.0.max(least.0 + 1));
            let (end, score) = self.search_root(from, Score(beta.0 - 1), beta);
            if end != End::Complete {
                // A fail high earlier in this iteration has brought its move to the front.
                let usable = from == 0 && least > -Score::INFINITY;
                return End::Stopped { usable };
            }
            if score < beta {
                most = score;
            } else {
                least = score;
            }
            guess = score;
        }
        self.roots[from].score = Some(least);
        self.complete_variation(from);
        End::Complete
    }

    /// Finds the best of the root moves from number `from` on and brings it there, if it is better
    /// than `alpha`. Ends at a move as good as `beta`.
    fn search_root(&mut self, from: usize, alpha: Score, beta: Score) -> (End, Score) {
        let window = alpha;
        let mut alpha = alpha;
        let node = Node {
            depth: self.iteration as i32,
            ply: 0,
            alpha,
            beta,
            in_variation: true,
            in_check: self.knowledge.in_check(self.game, self.line.last()),
            cut: false,
            context: self.context(0),
            known: None,
            eval: None,
            improving: true, // The root is reduced least.
        };
        let (mut best, mut top) = (None, -Score::INFINITY);
        let (mut free, mut proven) = (true, true);
        for at in from..self.roots.len() {
            let picked = self.roots[at].picked;
            let number = at - from + 1;
            let value = self.after(&picked, number, 0, &node, alpha, top);
            if self.stopped {
                break;
            }
            free &= value.is_path_free_at(self.root as i32);
            proven &= value.proven;
            top = top.max(value.score);
            if value.score > alpha {
                alpha = value.score;
                best = Some(at);
                self.extend_variation(0, picked.mv);
                let root = &mut self.roots[at];
                root.score = Some(value.score);
                root.variation.clone_from(&self.variations[0]);
            }
            if alpha >= beta {
                break;
            }
        }
        if let Some(best) = best {
            // The others keep their order: it is that of earlier iterations.
            self.roots[from..=best].rotate_right(1);
        }
        if self.stopped {
            let usable = from == 0 && best.is_some();
            return (End::Stopped { usable }, alpha);
        }
        self.proven &= proven;
        let exact = top > window && top < beta;
        let restricted = self.shared.search_moves.is_some();
        if from == 0 && exact && self.options.transposition && !restricted {
            let bound = if free { Bound::Exact } else { Bound::None };
            let tag = self.roots[0].picked.tag;
            let depth = self.iteration as i32;
            let entry = Entry::new(tag, top, 0, depth, bound).proven(proven);
            self.table.put(self.line.key(self.root), entry);
        }
        (End::Complete, top)
    }

    /// The variation of a root move as far as the table knows it: null windows find none.
    fn complete_variation(&mut self, at: usize) {
        let mut line = self.line.clone();
        let mut variation = vec![self.roots[at].picked.mv];
        line.push(self.game, variation[0]);
        let mut moves = Vec::new();
        while variation.len() < self.iteration as usize && line.outcome(self.game).is_none() {
            if line.repeats() {
                break;
            }
            let Some(entry) = self.table.get(line.key(line.ply())) else {
                break;
            };
            moves.clear();
            line.legal_moves(self.game, &mut moves);
            let tag = |mv: G::Move| {
                let packed = self.knowledge.pack(mv);
                packed.unwrap_or_else(|| super::movepick::tag(mv))
            };
            let Some(&mv) = moves.iter().find(|&&mv| tag(mv) == entry.tag) else {
                break;
            };
            variation.push(mv);
            line.push(self.game, mv);
        }
        self.roots[at].variation = variation;
    }

    /// Whether no deeper search would change the answer: the root is proven, or every line is
    /// decided within the completed depth, or there is only one move and no depth was asked for.
    fn is_settled(&self, lines: usize, depth: u32, limits: &Limits) -> bool {
        let decided = self.roots[..lines].iter().all(|root| {
            root.score.is_some_and(|score| match score.verdict() {
                Verdict::WinIn(turns) | Verdict::LossIn(turns) => turns <= depth,
                Verdict::Points(_) => false,
            })
        });
        let forced = self.roots.len() == 1 && limits.depth.is_none() && self.budget.is_time_only();
        self.proven || decided || forced
    }

    fn may_go_on(&self) -> bool {
        let stop = self
            .observer
            .as_ref()
            .is_some_and(|observer| observer.stop());
        !stop && !self.budget.is_late()
    }

    fn report(&mut self, thought: &Thought<G::Move>) {
        let stats = SearchStats {
            nodes: thought.nodes,
            seldepth: self.seldepth,
            hashfull: self.table.fullness(),
        };
        if let Some(observer) = &mut self.observer {
            observer.stats(stats);
            observer.report(thought);
        }
    }

    /// The positions visited by all threads.
    fn all_nodes(&self) -> u64 {
        let helped = self
            .shared
            .helped
            .load(std::sync::atomic::Ordering::Relaxed);
        self.nodes + helped
    }

    fn thought(&self, lines: usize, depth: u32) -> Thought<G::Move> {
        let variations = self.roots[..lines].iter().map(|root| Variation {
            score: root.score,
            moves: root.variation.clone(),
        });
        Thought {
            best: self.roots[0].picked.mv,
            resigns: false,
            variations: variations.collect(),
            depth,
            nodes: self.all_nodes(),
            time: self.budget.elapsed(),
            details: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The answer when there was no time to search even one move.
    fn unevaluated(&self) -> Thought<G::Move> {
        Thought {
            nodes: self.all_nodes(),
            time: self.budget.elapsed(),
            ..Thought::plain(self.roots[0].picked.mv)
        }
    }
}
