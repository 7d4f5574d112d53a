//! The thought as a whole: deeper and deeper, until a bound is reached or nothing can change.

use std::cmp::Reverse;
use std::time::Duration;

use yomikiri_game_api::{
    Evaluate, Game, Guide, Limits, PlayerFault, Score, Thought, Variation, Verdict,
};

use super::search::{MOST_PLIES, Search};
use super::transposition::{Bound, Entry};
use crate::nothing_to_play;

/// A move at the root and what is known about it.
pub(super) struct RootMove<M> {
    mv: M,
    tag: u32,
    /// From the last iteration in which the move was one of the best.
    score: Option<Score>,
    /// The expected moves, this one first.
    variation: Vec<M>,
}

/// How a search of the root ended.
#[derive(PartialEq)]
enum End {
    Complete,
    /// Stopped; true if the first move had been searched, so that the first root move stands.
    Stopped {
        usable: bool,
    },
}

impl<G: Game, E: Evaluate<G>, U: Guide<G>> Search<'_, G, E, U> {
    /// Thinks.
    pub(super) fn think(mut self, limits: &Limits) -> Result<Thought<G::Move>, PlayerFault> {
        self.list_roots();
        if self.roots.is_empty() {
            return Err(nothing_to_play());
        }
        let lines = limits.lines.clamp(1, self.roots.len());
        let depth = limits.depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES);
        let mut complete: Option<Thought<G::Move>> = None;
        for iteration in 1..=depth {
            // 1. Search one turn deeper, once for every line that was asked for.
            let begun = self.budget.elapsed();
            self.iteration = iteration;
            let end = self.iterate(lines);
            if let Some(error) = &self.fault {
                return Err(PlayerFault(error.to_string()));
            }

            // 2. What an interrupted iteration found is used only where it is sure to be at least
            //    as good: when it went on to another move after the best one so far.
            if let End::Stopped { usable } = end {
                if usable && lines == 1 {
                    complete = Some(self.thought(lines, iteration - 1));
                }
                break;
            }
            let thought = self.thought(lines, iteration);
            self.watch.report(&thought);
            complete = Some(thought);

            // 3. Go on only if that can change the answer and can be finished.
            let took = self.budget.elapsed().saturating_sub(begun);
            if self.is_settled(lines, iteration, limits) || !self.may_go_on(took) {
                break;
            }
        }
        Ok(complete.map_or_else(
            || self.unjudged(),
            |thought| Thought {
                nodes: self.nodes,
                time: self.budget.elapsed(),
                ..thought
            },
        ))
    }

    /// The moves at the root, in the order of the first iteration.
    fn list_roots(&mut self) {
        let key = self.line.keys()[self.root];
        let known = self.table.get(key).map_or(0, |entry| entry.tag);
        let opened = self.moves.open(self.game, &self.line, |_| true);
        self.rank(opened, 0, known);
        for at in opened.from..opened.to {
            let (mv, tag) = self.moves.pick(at, opened.to);
            self.roots.push(RootMove {
                mv,
                tag,
                score: None,
                variation: vec![mv],
            });
        }
        self.moves.close(opened);
    }

    /// Brings the best `lines` root moves to the front, in order.
    fn iterate(&mut self, lines: usize) -> End {
        self.whole = true;
        for line in 0..lines {
            let end = self.search_root(line);
            if end != End::Complete {
                return end;
            }
        }
        // What a table hit changed between two lines may have put them out of order.
        self.roots[..lines].sort_by_key(|root| Reverse(root.score));
        End::Complete
    }

    /// Finds the best of the root moves from number `from` on and brings it there.
    fn search_root(&mut self, from: usize) -> End {
        let depth = self.iteration as i32;
        let mut alpha = -Score::INFINITY;
        let mut best = None;
        let (mut free, mut whole) = (true, true);
        for at in from..self.roots.len() {
            let mv = self.roots[at].mv;
            let judged = self.after(mv, at == from, depth, 1, alpha, Score::INFINITY);
            if self.stopped {
                break;
            }
            free &= judged.is_free_at(self.root as i32);
            whole &= judged.whole;
            if judged.score > alpha {
                alpha = judged.score;
                best = Some(at);
                self.extend_variation(0, mv);
                let root = &mut self.roots[at];
                root.score = Some(judged.score);
                root.variation.clone_from(&self.variations[0]);
            }
        }
        if let Some(best) = best {
            // The others keep their order: it is that of earlier iterations.
            self.roots[from..=best].rotate_right(1);
        }
        if self.stopped {
            let usable = from == 0 && best.is_some();
            return End::Stopped { usable };
        }
        self.whole &= whole;
        if from == 0 && self.options.transposition {
            let bound = if free { Bound::Exact } else { Bound::None };
            let entry = Entry::new(self.roots[0].tag, alpha, 0, depth, bound).whole(whole);
            self.table.put(self.line.keys()[self.root], entry);
        }
        End::Complete
    }

    /// Whether no deeper search would change the answer: the game has been read to its end, or
    /// every line is decided within the depth searched in full, or there is only one move and
    /// nobody asked how good it is.
    fn is_settled(&self, lines: usize, depth: u32, limits: &Limits) -> bool {
        let decided = self.roots[..lines].iter().all(|root| {
            root.score.is_some_and(|score| match score.verdict() {
                Verdict::WinIn(turns) | Verdict::LossIn(turns) => turns <= depth,
                Verdict::Points(_) => false,
            })
        });
        let forced = self.roots.len() == 1 && limits.depth.is_none() && self.budget.is_time_only();
        self.whole || decided || forced
    }

    fn may_go_on(&self, last: Duration) -> bool {
        !self.watch.stop() && !self.budget.is_late() && self.budget.has_time_for_more(last)
    }

    fn thought(&self, lines: usize, depth: u32) -> Thought<G::Move> {
        let variations = self.roots[..lines].iter().map(|root| Variation {
            score: root.score,
            moves: root.variation.clone(),
        });
        Thought {
            best: self.roots[0].mv,
            variations: variations.collect(),
            depth,
            nodes: self.nodes,
            time: self.budget.elapsed(),
        }
    }

    /// The answer when there was not even time to look at one move.
    fn unjudged(&self) -> Thought<G::Move> {
        Thought {
            nodes: self.nodes,
            time: self.budget.elapsed(),
            ..Thought::plain(self.roots[0].mv)
        }
    }
}
