//! Checking a table: every entry against its successors, by the plain rules.
//!
//! Uses the game's own `legal_moves`, `play` and `outcome` and the numbering's reading directions,
//! none of the cursors that solved it. A table of distances that passes is proved: by induction
//! over the stored distance every decided entry is right, and by induction over the true distance
//! no entry stored as a draw can be decided. (A table of values alone proves nothing of the kind,
//! for draws and wins in a cycle could support each other.)

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_game_api::{Game, Indexed, Probed, SplitMix64, Value};

use crate::cell::{self, Cell};
use crate::probe::by_rules;
use crate::work::{Progress, share};

/// What a verification found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Positions checked.
    pub checked: u64,
    /// Slots without a legal position.
    pub empty: u64,
    /// Wrong entries, at most a few of them.
    pub faults: Vec<Fault>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// A wrong entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The slot.
    pub slot: u64,
    /// What the table says.
    pub stored: Option<Probed>,
    /// What the successors say.
    pub derived: Option<Probed>,
}

/// Moves and their results, kept from position to position.
type Buffers<G> = (Vec<<G as Game>::Move>, Vec<<G as Game>::Position>);

/// Faults kept for the report.
const MOST_FAULTS: usize = 10;

/// Checks all cells, or a random sample of them.
pub fn verify<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    cells: &[Cell],
    sample: Option<u64>,
    threads: usize,
    progress: &dyn Progress,
) -> Verdict {
    let slots = index.slots();
    let total = sample.map_or(slots, |sample| sample.min(slots));
    progress.stage("verify", None, total);
    let faults = AtomicU64::new(0);
    let check = |state: &mut (Verdict, Buffers<G>), range: Range<u64>| {
        let (verdict, buffers) = state;
        let mut rng = SplitMix64::new(range.start ^ 0x5EED);
        for i in range {
            let slot = if total == slots {
                i
            } else {
                rng.below(slots as usize) as u64
            };
            let Some(at) = index.position(slot) else {
                verdict.empty += 1;
                continue;
            };
            verdict.checked += 1;
            let stored = cell::answer(cells[slot as usize]);
            let derived = derive(game, index, cells, &at, buffers);
            if stored != derived && faults.fetch_add(1, Ordering::Relaxed) < MOST_FAULTS as u64 {
                verdict.faults.push(Fault {
                    slot,
                    stored,
                    derived,
                });
            }
        }
    };
    let start = || (Verdict::default(), (Vec::new(), Vec::new()));
    let (parts, complete) = share(total, 1 << 12, threads, progress, start, check);
    let mut verdict = Verdict {
        stopped: !complete,
        ..Verdict::default()
    };
    for (part, _) in parts {
        verdict.checked += part.checked;
        verdict.empty += part.empty;
        verdict.faults.extend(part.faults);
    }
    verdict.faults.sort_by_key(|fault| fault.slot);
    verdict
}

/// What the results of the legal moves say about a position; `None` if one of them is unknown.
fn derive<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    cells: &[Cell],
    at: &G::Position,
    (moves, results): &mut Buffers<G>,
) -> Option<Probed> {
    if let Some(over) = by_rules(game, at) {
        return Some(over);
    }
    moves.clear();
    game.legal_moves(at, moves);
    let mut best: Option<Probed> = None;
    // First whatever ends the game: most positions of small games are decided by it.
    results.clear();
    for &mv in moves.iter() {
        let mut next = at.clone();
        game.play(&mut next, mv);
        match by_rules(game, &next) {
            Some(over) => {
                let mine = step_back(over);
                if mine.value == Value::Win {
                    return Some(mine);
                }
                best = Some(better(best, mine));
            }
            None => results.push(next),
        }
    }
    for next in results.iter() {
        let known = match index.slot(next) {
            Some(slot) => cell::answer(cells[slot as usize])?,
            // Without a slot and not over: won at once, which the rules can tell.
            None => crate::probe::wins_at_once(game, next).then_some(Probed {
                value: Value::Win,
                distance: Some(1),
            })?,
        };
        best = Some(better(best, step_back(known)));
    }
    best
}

/// A result of a move, seen by the one who makes it.
fn step_back(after: Probed) -> Probed {
    Probed {
        value: after.value.flip(),
        distance: after.distance.map(|plies| plies + 1),
    }
}

/// The better of two ways: a win sooner, a loss later.
fn better(best: Option<Probed>, other: Probed) -> Probed {
    let Some(best) = best else { return other };
    let rank = |probed: Probed| {
        let plies = i64::from(probed.distance.unwrap_or(0));
        match probed.value {
            Value::Win => (2, -plies),
            Value::Draw => (1, 0),
            Value::Loss => (0, plies),
        }
    };
    if rank(other) > rank(best) {
        other
    } else {
        best
    }
}
