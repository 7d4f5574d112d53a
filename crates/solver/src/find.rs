//! Positions with a property: the longest wins, only winning moves, mutual zugzwangs.
//!
//! Every search looks at all indices on several threads and returns the most remarkable ones: those
//! furthest from the end first, equal ones in the order of indices. The result does not depend on the
//! number of threads.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use yomikiri_game_api::{Cursor, Game, Indexer, Probed, Terminal, Value};

use crate::cells::Cells;
use crate::solved::Solved;
use crate::work::{Progress, share};

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// How many indices have the property.
    pub total: u64,
    /// How many of them are decided, by plies to the end.
    pub by_distance: Vec<u64>,
    /// How many of them are drawn.
    pub draws: u64,
    /// The first of them, as many as were asked for.
    pub found: Vec<Found>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// An index with the property.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The index.
    pub index: u64,
    /// Plies to the end; `None` for draws.
    pub plies: Option<u32>,
}

/// How a search is run.
#[derive(Copy, Clone)]
pub struct Search<'s> {
    /// How many indices to return.
    pub most: usize,
    /// Threads to use.
    pub threads: usize,
    /// Receives progress.
    pub progress: &'s dyn Progress,
}

/// Indices handed to a thread at a time.
const PIECE: u64 = 1 << 13;

impl Search<'_> {
    /// Asks about every index; `test` returns the plies to the end if the index has the property.
    fn run<S: Send>(
        &self,
        name: &'static str,
        indices: Range<u64>,
        start: impl Fn() -> S + Sync,
        test: impl Fn(&mut S, u64) -> Option<Option<u32>> + Sync,
    ) -> Findings {
        let total = indices.end - indices.start;
        self.progress.stage(name, None, total);
        let (parts, complete) = share(
            total,
            PIECE,
            self.threads,
            self.progress,
            || (start(), Counts::default(), BTreeSet::new()),
            |(state, counts, best), range| {
                for index in indices.start + range.start..indices.start + range.end {
                    if let Some(plies) = test(state, index) {
                        counts.add(plies, 1);
                        best.insert((Reverse(plies), index));
                        if best.len() > self.most {
                            best.pop_last();
                        }
                    }
                }
            },
        );
        let mut counts = Counts::default();
        let mut best = BTreeSet::new();
        for (_, counted, part) in parts {
            counts.add(None, counted.draws);
            for (plies, &count) in (0..).zip(&counted.by_distance) {
                counts.add(Some(plies), count);
            }
            best.extend(part);
        }
        let found = best.into_iter().take(self.most);
        Findings {
            total: counts.by_distance.iter().sum::<u64>() + counts.draws,
            by_distance: counts.by_distance,
            draws: counts.draws,
            found: found
                .map(|(Reverse(plies), index)| Found { index, plies })
                .collect(),
            stopped: !complete,
        }
    }
}

/// Indices with a property, by plies to the end.
#[derive(Default)]
struct Counts {
    by_distance: Vec<u64>,
    draws: u64,
}

impl Counts {
    fn add(&mut self, plies: Option<u32>, count: u64) {
        let Some(plies) = plies else {
            self.draws += count;
            return;
        };
        let plies = plies as usize;
        if self.by_distance.len() <= plies {
            self.by_distance.resize(plies + 1, 0);
        }
        self.by_distance[plies] += count;
    }
}

/// The wins that take longest; all wins are counted.
pub fn longest_wins<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    search: Search<'_>,
) -> Findings {
    let (indexer, cells) = (solved.indexer, solved.cells);
    search.run(
        "longest wins",
        cells.indices(),
        || (),
        |(), index| {
            // Empty indices of tables on disk have any code; the indexer knows them.
            (cells.is_win(index) && indexer.position(index).is_some())
                .then(|| cells.answer(index).and_then(|known| known.distance))
        },
    )
}

/// Positions that are won by exactly one of at least two moves, the win not being on the spot.
pub fn only_winning_moves<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    search: Search<'_>,
) -> Findings {
    let cells = solved.cells;
    search.run(
        "only winning moves",
        cells.indices(),
        || (solved.indexer.cursor(), Vec::new()),
        |(cursor, moves), index| {
            let distance = cells.answer(index)?.distance;
            if !cells.is_win(index) || distance == Some(1) {
                return None;
            }
            cursor.seek(index);
            if cursor.terminal() != Terminal::Undecided {
                return None;
            }
            let (mut winning, mut others) = (0, 0);
            let mut count = |wins: bool| {
                if wins {
                    winning += 1;
                } else {
                    others += 1;
                }
                winning < 2
            };
            if solved.indexer.is_closed() {
                cursor.successors(|next| {
                    let known = cells.answer(next);
                    count(known.is_some_and(|known| known.value == Value::Loss))
                });
            } else {
                let at = solved.indexer.position(index)?;
                moves.clear();
                solved.game.legal_moves(&at, moves);
                moves.iter().all(|&mv| {
                    let known = after(solved, &at, mv).map(|(_, known)| known);
                    count(known.is_some_and(|known| known.value == Value::Win))
                });
            }
            (winning == 1 && others > 0).then_some(distance)
        },
    )
}

/// Positions that are won, but only by moves of a kind: every winning move is one of them, and there
/// are others.
pub fn won_only_by<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    is_one: impl Fn(&G::Position, G::Move) -> bool + Sync,
    search: Search<'_>,
) -> Findings {
    let cells = solved.cells;
    search.run(
        "only winning moves",
        cells.indices(),
        Vec::new,
        |moves, index| {
            if !cells.is_win(index) {
                return None;
            }
            let at = solved.indexer.position(index)?;
            moves.clear();
            solved.game.legal_moves(&at, moves);
            // Few positions have such a move: asking the others' values can be spared.
            if !moves.iter().any(|&mv| is_one(&at, mv)) {
                return None;
            }
            let others_win = moves.iter().filter(|&&mv| !is_one(&at, mv)).any(|&mv| {
                let known = after(solved, &at, mv).map(|(_, known)| known);
                known.is_none_or(|known| known.value == Value::Win)
            });
            (!others_win).then(|| cells.answer(index).and_then(|known| known.distance))
        },
    )
}

/// Positions won at once by stalemate, where that loses, and not by mate: some move leaves the opponent
/// without a legal move, and after none of those moves the opponent is in check.
pub fn won_by_stalemate<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    in_check: impl Fn(&G::Position) -> bool + Sync,
    search: Search<'_>,
) -> Findings {
    let (game, cells) = (solved.game, solved.cells);
    search.run(
        "wins by stalemate",
        cells.indices(),
        Vec::new,
        |moves, index| {
            let known = cells.answer(index)?;
            if (known.value, known.distance) != (Value::Win, Some(1)) {
                return None;
            }
            let at = solved.indexer.position(index)?;
            moves.clear();
            game.legal_moves(&at, moves);
            let ends = moves.iter().filter_map(|&mv| {
                let mut next = at.clone();
                game.play(&mut next, mv);
                let outcome = game.outcome(&next)?;
                (outcome.winner == Some(game.turn(&at))).then(|| in_check(&next))
            });
            // Whether it has ended, and whether by mate.
            let ended = ends.reduce(|mate, another| mate || another);
            (ended == Some(false)).then_some(known.distance)
        },
    )
}

/// The position after a move, and its value to the one who made the move. The distance is counted
/// from before the move; a turn of several actions counts once.
fn after<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    at: &G::Position,
    mv: G::Move,
) -> Option<(G::Position, Probed)> {
    let game = solved.game;
    let mut next = at.clone();
    game.play(&mut next, mv);
    let known = solved.look(&next)?;
    let passed = game.turn(&next) != game.turn(at);
    let ended = game.outcome(&next).is_some();
    Some((next, known.before_move(passed, u32::from(passed || ended))))
}

/// Zugzwang: to move is worth less than what the
/// same position is worth with the opponent to move. `null_move` gives that position; `None` if the
/// rules do not allow it. The relation is mutual by its nature, so an indexer that folds the turn
/// may list both positions of a pair.
pub fn mutual_zugzwangs<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    null_move: impl Fn(&G::Position) -> Option<G::Position> + Sync,
    search: Search<'_>,
) -> Findings {
    let game = solved.game;
    search.run(
        "mutual zugzwangs",
        solved.cells.indices(),
        || (),
        |(), index| {
            let here = solved.cells.answer(index)?;
            if here.value == Value::Win {
                return None;
            }
            let at = solved.indexer.position(index)?;
            if game.outcome(&at).is_some() {
                return None;
            }
            let other = null_move(&at)?;
            if game.outcome(&other).is_some() {
                return None;
            }
            let there = solved.look(&other)?;
            (here.value < there.value.flip()).then_some(here.distance)
        },
    )
}

/// The exact answer about a position of a game in one indexer; see [`Solved::look`].
pub fn look<G: Game, I: Indexer<G>>(
    game: &G,
    indexer: &I,
    cells: &Cells,
    at: &G::Position,
) -> Option<Probed> {
    Solved::whole(game, indexer, cells).look(at)
}

/// The moves of best play from a decided position to its end (to the next conversion, where that is
/// what distances lead to), of equal ones the first in the game's order. Empty for draws.
pub fn perfect_line<G: Game, I: Indexer<G>>(
    solved: &Solved<'_, G, I>,
    from: &G::Position,
) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut at = from.clone();
    let mut moves = Vec::new();
    while let Some(here) = solved.look(&at).filter(|here| here.distance > Some(0)) {
        moves.clear();
        solved.game.legal_moves(&at, &mut moves);
        let best = moves.iter().find_map(|&mv| {
            let (next, known) = after(solved, &at, mv)?;
            (known == here).then_some((mv, next))
        });
        let Some((mv, next)) = best else {
            break;
        };
        line.push(mv);
        at = next;
    }
    line
}
