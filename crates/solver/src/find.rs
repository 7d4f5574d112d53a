//! Positions with a property: the longest wins, only winning moves, mutual zugzwangs.
//!
//! Every search looks at all slots on several threads and returns the most remarkable ones: those
//! furthest from the end first, equal ones in the order of slots. The result does not depend on the
//! number of threads.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

use yomikiri_game_api::{Cursor, Game, Indexed, Probed, Standing, Value};

use crate::cells::Cells;
use crate::solved::Solved;
use crate::work::{Progress, share};

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// How many slots have the property.
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

/// A slot with the property.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The slot.
    pub slot: u64,
    /// Plies to the end; `None` for draws.
    pub plies: Option<u32>,
}

/// How a search is run.
#[derive(Copy, Clone)]
pub struct Search<'s> {
    /// How many slots to return.
    pub most: usize,
    /// Threads to use.
    pub threads: usize,
    /// Who is told.
    pub progress: &'s dyn Progress,
}

/// Slots handed to a thread at a time.
const PIECE: u64 = 1 << 13;

impl Search<'_> {
    /// Asks about every slot; `test` returns the plies to the end if the slot has the property.
    fn run<S: Send>(
        &self,
        name: &'static str,
        slots: Range<u64>,
        start: impl Fn() -> S + Sync,
        test: impl Fn(&mut S, u64) -> Option<Option<u32>> + Sync,
    ) -> Findings {
        let total = slots.end - slots.start;
        self.progress.stage(name, None, total);
        let (parts, complete) = share(
            total,
            PIECE,
            self.threads,
            self.progress,
            || (start(), Counts::default(), BTreeSet::new()),
            |(state, counts, best), range| {
                for slot in slots.start + range.start..slots.start + range.end {
                    if let Some(plies) = test(state, slot) {
                        counts.add(plies, 1);
                        best.insert((Reverse(plies), slot));
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
                .map(|(Reverse(plies), slot)| Found { slot, plies })
                .collect(),
            stopped: !complete,
        }
    }
}

/// Slots with a property, by plies to the end.
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
pub fn longest_wins<G: Game, I: Indexed<G>>(
    solved: &Solved<'_, G, I>,
    search: Search<'_>,
) -> Findings {
    let (index, cells) = (solved.index, solved.cells);
    search.run(
        "longest wins",
        cells.slots(),
        || (),
        |(), slot| {
            // Empty slots of tables on disk have any code; the numbering knows them.
            (cells.is_win(slot) && index.position(slot).is_some())
                .then(|| cells.answer(slot).and_then(|known| known.distance))
        },
    )
}

/// Positions that are won by exactly one of at least two moves, the win not being on the spot.
pub fn only_winning_moves<G: Game, I: Indexed<G>>(
    solved: &Solved<'_, G, I>,
    search: Search<'_>,
) -> Findings {
    let cells = solved.cells;
    search.run(
        "only winning moves",
        cells.slots(),
        || (solved.index.cursor(), Vec::new()),
        |(cursor, moves), slot| {
            let distance = cells.answer(slot)?.distance;
            if !cells.is_win(slot) || distance == Some(1) {
                return None;
            }
            cursor.seek(slot);
            if cursor.standing() != Standing::Open {
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
            if solved.index.is_closed() {
                cursor.successors(|next| {
                    let known = cells.answer(next);
                    count(known.is_some_and(|known| known.value == Value::Loss))
                });
            } else {
                let at = solved.index.position(slot)?;
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
pub fn won_only_by<G: Game, I: Indexed<G>>(
    solved: &Solved<'_, G, I>,
    is_one: impl Fn(&G::Position, G::Move) -> bool + Sync,
    search: Search<'_>,
) -> Findings {
    let cells = solved.cells;
    search.run(
        "only winning moves",
        cells.slots(),
        Vec::new,
        |moves, slot| {
            if !cells.is_win(slot) {
                return None;
            }
            let at = solved.index.position(slot)?;
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
            (!others_win).then(|| cells.answer(slot).and_then(|known| known.distance))
        },
    )
}

/// The position after a move, and its value to the one who made the move. The distance is counted
/// from before the move; a turn of several actions counts once.
fn after<G: Game, I: Indexed<G>>(
    solved: &Solved<'_, G, I>,
    at: &G::Position,
    mv: G::Move,
) -> Option<(G::Position, Probed)> {
    let game = solved.game;
    let mut next = at.clone();
    game.play(&mut next, mv);
    let known = solved.look(&next)?;
    let goes_on = game.outcome(&next).is_none() && game.turn(&next) == game.turn(at);
    let value = if game.turn(&next) == game.turn(at) {
        known.value
    } else {
        known.value.flip()
    };
    let distance = known
        .distance
        .map(|distance| distance + u32::from(!goes_on));
    Some((next, Probed { value, distance }))
}

/// Positions in which whoever is to move would rather not be: moving is worth less than what the
/// same position is worth with the opponent to move. `switch` gives that position; `None` if the
/// rules do not allow it. The relation is mutual by its nature, so a numbering that folds the turn
/// may list both positions of a pair.
pub fn mutual_zugzwangs<G: Game, I: Indexed<G>>(
    solved: &Solved<'_, G, I>,
    switch: impl Fn(&G::Position) -> Option<G::Position> + Sync,
    search: Search<'_>,
) -> Findings {
    let game = solved.game;
    search.run(
        "mutual zugzwangs",
        solved.cells.slots(),
        || (),
        |(), slot| {
            let here = solved.cells.answer(slot)?;
            if here.value == Value::Win {
                return None;
            }
            let at = solved.index.position(slot)?;
            if game.outcome(&at).is_some() {
                return None;
            }
            let other = switch(&at)?;
            if game.outcome(&other).is_some() {
                return None;
            }
            let there = solved.look(&other)?;
            (here.value < there.value.flip()).then_some(here.distance)
        },
    )
}

/// The exact answer about a position of a game in one numbering; see [`Solved::look`].
pub fn look<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    cells: &Cells,
    at: &G::Position,
) -> Option<Probed> {
    Solved::whole(game, index, cells).look(at)
}

/// The moves of best play from a decided position to its end (to the next conversion, where that is
/// what distances lead to), of equal ones the first in the game's order. Empty for draws.
pub fn perfect_line<G: Game, I: Indexed<G>>(
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
