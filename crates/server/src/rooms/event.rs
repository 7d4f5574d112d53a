//! What the store keeps of a room: how it was set up, and everything that happened since.

use serde::{Deserialize, Serialize};
use yomikiri_lab::Side;

use crate::messages::{BySide, Clock, OfferKind, Seat};

/// How a room was set up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    /// The canonical name of the game.
    pub(crate) game: String,
    /// The position it begins from.
    pub(crate) start: String,
    /// Moves played before the room opened.
    pub(crate) moves: Vec<String>,
    pub(crate) seats: BySide<Seat>,
    /// The hashed secrets of seats taken from the beginning.
    pub(crate) tokens: BySide<Option<String>>,
    pub(crate) clock: Clock,
    pub(crate) hints: bool,
    /// Whether the running game is listed publicly; absent in old stores.
    #[serde(default)]
    pub(crate) listed: bool,
    /// Whether both sides place their pieces without seeing the other's.
    #[serde(default)]
    pub(crate) hidden: bool,
    /// What engines' chances are drawn from.
    pub(crate) seed: u64,
}

impl Setup {
    pub(crate) fn seat(&self, side: Side) -> &Seat {
        self.seats.get(side)
    }
}

/// Something that has happened, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum RoomEvent {
    Moved {
        moves: Vec<String>,
        spent_ms: u64,
    },
    /// A side has placed its pieces in a hidden set-up.
    Sealed {
        side: Side,
        moves: Vec<String>,
    },
    TookBack {
        plies: usize,
    },
    Ended {
        winner: Option<Side>,
        reason: String,
        /// What the running clock had used by then.
        #[serde(default)]
        spent_ms: u64,
        /// The cells of the pieces that are dead, where the board was counted without them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dead: Option<Vec<usize>>,
    },
    /// The pieces on these cells are taken for dead, or for alive again.
    Marked {
        by: Side,
        cells: Vec<usize>,
        dead: bool,
    },
    /// An engine takes these pieces, and no others, for dead.
    Judged {
        by: Side,
        dead: Vec<usize>,
    },
    Accepted {
        by: Side,
    },
    /// Play goes on after it had stopped.
    Resumed {
        by: Side,
    },
    Seated {
        side: Side,
        /// The hashed secret.
        token: String,
    },
    Offered {
        id: u32,
        offer: OfferKind,
        by: Side,
    },
    Declined {
        id: u32,
    },
    Cancelled {
        id: u32,
    },
    Rematch {
        room: String,
    },
}

/// An event with its number and time.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    /// Its number in the room, from 1.
    pub(crate) seq: u64,
    /// When, in milliseconds since 1970.
    pub(crate) at_ms: u64,
    pub(crate) event: RoomEvent,
}
