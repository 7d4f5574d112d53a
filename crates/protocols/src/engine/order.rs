//! A request for a move.

use std::time::Duration;

use yomikiri_game_api::ClockState;

/// How to search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Order {
    /// Depth.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub time: Option<Duration>,
    /// The clocks of First and Second, if known.
    pub clocks: [Option<ClockState>; 2],
    /// A clock without a side: the mover's.
    pub own_clock: Option<ClockState>,
    /// Until `stop`.
    pub infinite: bool,
    /// Ponder: on the opponent's time, until the expected move was played.
    pub ponder: bool,
    /// Only these moves, in the sender's notation; empty: all.
    pub only: Vec<String>,
    /// Look for a mate in this many moves.
    pub mate: Option<u32>,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// Count positions of this depth instead of thinking.
    pub perft: Option<u32>,
}
