//! Positions with a property: the longest wins, only winning moves, mutual zugzwangs.
//!
//! Every search looks at all slots on several threads and returns the most remarkable ones: those
//! furthest from the end first, equal ones in the order of slots. The result does not depend on the
//! number of threads.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use yomikiri_game_api::{Cursor, Game, Indexed, Probed, Standing, Value};

use crate::cell::{self, Cell};
use crate::probe::{by_rules, wins_at_once};
use crate::work::{Progress, share};

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// How many slots have the property.
    pub total: u64,
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
        slots: u64,
        start: impl Fn() -> S + Sync,
        test: impl Fn(&mut S, u64) -> Option<Option<u32>> + Sync,
    ) -> Findings {
        self.progress.stage(name, None, slots);
        let (parts, complete) = share(
            slots,
            PIECE,
            self.threads,
            self.progress,
            || (start(), 0u64, BTreeSet::new()),
            |(state, total, best), range| {
                for slot in range {
                    if let Some(plies) = test(state, slot) {
                        *total += 1;
                        best.insert((Reverse(plies), slot));
                        if best.len() > self.most {
                            best.pop_last();
                        }
                    }
                }
            },
        );
        let mut findings = Findings {
            stopped: !complete,
            ..Findings::default()
        };
        let mut best = BTreeSet::new();
        for (_, total, part) in parts {
            findings.total += total;
            best.extend(part);
        }
        let found = best.into_iter().take(self.most);
        findings.found = found
            .map(|(Reverse(plies), slot)| Found { slot, plies })
            .collect();
        findings
    }
}

/// The wins that take longest; all wins are counted.
pub fn longest_wins<G: Game, I: Indexed<G>>(
    index: &I,
    cells: &[Cell],
    search: Search<'_>,
) -> Findings {
    search.run(
        "longest wins",
        index.slots(),
        || (),
        |(), slot| {
            // Empty slots of tables on disk have any byte; the numbering knows them.
            let cell = cells[slot as usize];
            (cell::is_win(cell) && index.position(slot).is_some())
                .then(|| cell::answer(cell).and_then(|known| known.distance))
        },
    )
}

/// Positions that are won by exactly one of at least two moves, the win not being on the spot.
pub fn only_winning_moves<G: Game, I: Indexed<G>>(
    index: &I,
    cells: &[Cell],
    search: Search<'_>,
) -> Findings {
    search.run(
        "only winning moves",
        index.slots(),
        || index.cursor(),
        |cursor, slot| {
            let cell = cells[slot as usize];
            if !cell::is_win(cell) || cell == cell::decided(1) {
                return None;
            }
            cursor.seek(slot);
            if cursor.standing() != Standing::Open {
                return None;
            }
            let (mut winning, mut others) = (0, 0);
            cursor.successors(|next| {
                let known = cell::answer(cells[next as usize]);
                if known.is_some_and(|known| known.value == Value::Loss) {
                    winning += 1;
                } else {
                    others += 1;
                }
                winning < 2
            });
            (winning == 1 && others > 0)
                .then(|| cell::answer(cell).and_then(|known| known.distance))
        },
    )
}

/// Positions in which whoever is to move would rather not be: moving is worth less than what the
/// same position is worth with the opponent to move. `switch` gives that position; `None` if the
/// rules do not allow it. The relation is mutual by its nature, so a numbering that folds the turn
/// may list both positions of a pair.
pub fn mutual_zugzwangs<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    cells: &[Cell],
    switch: impl Fn(&G::Position) -> Option<G::Position> + Sync,
    search: Search<'_>,
) -> Findings {
    search.run(
        "mutual zugzwangs",
        index.slots(),
        || (),
        |(), slot| {
            let here = cell::answer(cells[slot as usize])?;
            if here.value == Value::Win {
                return None;
            }
            let at = index.position(slot)?;
            if game.outcome(&at).is_some() {
                return None;
            }
            let other = switch(&at)?;
            if game.outcome(&other).is_some() {
                return None;
            }
            let there = look(game, index, cells, &other)?;
            (here.value < there.value.flip()).then_some(here.distance)
        },
    )
}

/// The exact answer about a position, by the rules where they suffice.
pub fn look<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    cells: &[Cell],
    at: &G::Position,
) -> Option<Probed> {
    if let Some(over) = by_rules(game, at) {
        return Some(over);
    }
    match index.slot(at) {
        Some(slot) => cell::answer(cells[slot as usize]),
        None => wins_at_once(game, at).then_some(Probed {
            value: Value::Win,
            distance: Some(1),
        }),
    }
}

/// The moves of best play from a decided position to its end, of equal ones the first in the
/// game's order. Empty for draws.
pub fn perfect_line<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    cells: &[Cell],
    from: &G::Position,
) -> Vec<G::Move> {
    let mut line = Vec::new();
    let mut at = from.clone();
    let mut moves = Vec::new();
    let decided = |at: &G::Position| look(game, index, cells, at)?.distance;
    while let Some(plies) = decided(&at).filter(|&plies| plies > 0) {
        moves.clear();
        game.legal_moves(&at, &mut moves);
        let next = moves.iter().find_map(|&mv| {
            let mut next = at.clone();
            game.play(&mut next, mv);
            (decided(&next) == Some(plies - 1)).then_some((mv, next))
        });
        let Some((mv, next)) = next else {
            break;
        };
        line.push(mv);
        at = next;
    }
    line
}
