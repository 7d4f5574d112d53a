//! What is known of a slot, in one byte.
//!
//! | byte | meaning |
//! |---|---|
//! | 0 | unknown while solving, a draw when solved |
//! | 1 + d | decided at distance d plies: a win for the mover if d is odd, a loss if it is even |
//! | 253 | over, a draw |
//! | 254 | to be examined again (only while solving) |
//! | 255 | no legal position |
//!
//! Parity tells wins from losses because the turn alternates and a game ends when the side to move
//! has lost.

use yomikiri_game_api::{Probed, Standing, Value};

/// A byte of a table.
pub type Cell = u8;

/// Not decided (yet).
pub const UNKNOWN: Cell = 0;
/// Over, a draw.
pub const OVER_DRAWN: Cell = 253;
/// A position that may have become a loss.
pub const CANDIDATE: Cell = 254;
/// No legal position.
pub const EMPTY: Cell = 255;
/// The largest distance that fits.
pub const MOST_PLIES: u32 = 251;

/// The byte of a decided position.
#[inline(always)]
pub const fn decided(plies: u32) -> Cell {
    debug_assert!(plies <= MOST_PLIES);
    plies as Cell + 1
}

/// Whether the byte is a win for the side to move.
#[inline(always)]
pub const fn is_win(cell: Cell) -> bool {
    cell & 1 == 0 && cell != UNKNOWN && cell < OVER_DRAWN
}

/// What the rules alone say.
pub fn of_standing(standing: Standing) -> Cell {
    match standing {
        Standing::Empty => EMPTY,
        Standing::Lost => decided(0),
        Standing::Drawn => OVER_DRAWN,
        Standing::TakesLeader | Standing::WinsAtOnce => decided(1),
        Standing::Open => UNKNOWN,
    }
}

/// The answer that a byte of a finished table gives; `None` for slots without a position.
pub fn answer(cell: Cell) -> Option<Probed> {
    match cell {
        EMPTY | CANDIDATE => None,
        UNKNOWN | OVER_DRAWN => Some(Probed {
            value: Value::Draw,
            distance: None,
        }),
        _ => {
            let plies = u32::from(cell) - 1;
            Some(Probed {
                value: if plies % 2 == 1 {
                    Value::Win
                } else {
                    Value::Loss
                },
                distance: Some(plies),
            })
        }
    }
}

/// The same answer without its distance, in a byte of its own: for tables of values only.
pub fn value_only(cell: Cell) -> Cell {
    match cell {
        EMPTY => EMPTY,
        UNKNOWN | OVER_DRAWN | CANDIDATE => UNKNOWN,
        win if is_win(win) => decided(1),
        _ => decided(0),
    }
}
