//! What is to be seen of a room.

use std::collections::BTreeMap;

use serde::Serialize;
use yomikiri_lab::{MoveView, OutcomeView, PartView, Piece, Remark, Side};

use super::{BySide, Clock, PackedBoard};

/// Everything about a room but the list of moves; sent with every event.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoomState {
    /// The number of the last event; 0 before any.
    pub seq: u64,
    /// Moves played in all.
    pub ply: usize,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub side: Side,
    /// The board.
    pub board: PackedBoard,
    /// Cells on which the side to move may put a piece; the move is written as the cell's name.
    pub places: Vec<usize>,
    /// All other legal moves; none when the game is over.
    pub legal: Vec<MoveView>,
    /// Whether the side to move is in check; left out in games without check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub in_check: Option<bool>,
    /// What a player has to know besides (which action of a turn comes next).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub situation: Option<Remark>,
    /// How the game ended, if it has.
    pub outcome: Option<OutcomeView>,
    /// What is taken for dead and what the board counts then, where play has stopped; `null` elsewhere.
    pub counting: Option<CountingView>,
    /// The clocks.
    pub clock: ClockView,
    /// Who sits where.
    pub seats: BySide<SeatView>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// Who has placed the pieces in a hidden set-up; left out elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub sealed: Option<BySide<bool>>,
    /// A player who left a running game.
    pub absent: Option<AbsentView>,
    /// Where the rematch is played.
    pub next_room: Option<String>,
    /// Whether values and engine lines may be asked for during the game.
    pub hints: bool,
    /// The engine that thinks now, about its move or about what is dead.
    pub thinking: Option<Side>,
    /// How many look on without a seat.
    pub watchers: usize,
}

/// All of a room.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoomView {
    /// The room's own name, part of its address.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// The game's name per language.
    pub names: BTreeMap<String, String>,
    /// Where the game began.
    pub start: String,
    /// The pieces, by the numbers that boards have.
    pub pieces: Vec<Piece>,
    /// The moves since then.
    pub played: Vec<PlayedMove>,
    /// The rest.
    #[serde(flatten)]
    pub state: RoomState,
}

/// The result while it is being agreed on, and what it was agreed on. The clocks stand still.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CountingView {
    /// The cells of the pieces that are taken for dead.
    pub dead: Vec<usize>,
    /// The cells that each side owns without a living piece there.
    pub territory: BySide<Vec<usize>>,
    /// Who accepts this. The game ends when both do.
    pub accepted: BySide<bool>,
    /// The engine whose judgement this is.
    pub judged_by: Option<Side>,
    /// The result, if this is what both accept.
    pub outcome: OutcomeView,
    /// What it is the sum of.
    pub parts: Vec<PartView>,
}

/// A move with its time.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlayedMove {
    /// The move.
    #[serde(flatten)]
    pub mv: MoveView,
    /// Milliseconds it took; of the moves of one turn sent together, the first has them all.
    pub spent_ms: u64,
    /// What its player had left afterwards; `null` without a clock.
    pub clock_ms: Option<u64>,
}

/// The clocks as they stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ClockView {
    /// How time is kept.
    #[serde(flatten)]
    pub spec: Clock,
    /// Milliseconds left at `now_ms`: of the main time, after that of the running period.
    pub left_ms: BySide<u64>,
    /// Periods left (byoyomi).
    pub periods_left: BySide<u32>,
    /// Turns still to be played in the running period (Canadian byoyomi); 0 in main time.
    pub turns_left: BySide<u32>,
    /// Whose clock runs.
    pub running: Option<Side>,
    /// The server's time, in milliseconds since 1970.
    pub now_ms: u64,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SeatView {
    /// `here`, `open` or `engine`.
    pub kind: SeatKind,
    /// Whether somebody has it.
    pub taken: bool,
    /// Whether that one is connected; engines always are.
    pub present: bool,
    /// The engine's name with settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub player: Option<String>,
}

/// Who a seat is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SeatKind {
    /// Whoever opened the room.
    Here,
    /// Whoever comes first by the link.
    Open,
    /// A player of this program.
    Engine,
}

/// An offer that waits for an answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OfferView {
    /// Its number.
    pub id: u32,
    /// What is offered.
    pub kind: OfferKind,
    /// By whom.
    pub by: Side,
}

/// What can be offered.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// To call it a draw.
    Draw,
    /// To go back to before one's own last turn.
    TakeBack,
    /// To play again with sides swapped.
    Rematch,
}

/// A player who has gone away.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AbsentView {
    /// Who.
    pub side: Side,
    /// When the other may claim the game, in the server's milliseconds since 1970.
    pub claim_at_ms: u64,
}

/// Something that has happened in a room.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", ts(rename = "RoomEvent"))]
pub enum EventView {
    /// Moves were played; several if a whole turn was sent.
    Moved {
        /// The moves.
        moves: Vec<PlayedMove>,
    },
    /// A side has placed its pieces in a hidden set-up.
    Sealed {
        /// Which.
        side: Side,
    },
    /// Moves were taken back.
    TookBack {
        /// How many.
        plies: usize,
    },
    /// The game has ended.
    Ended {
        /// How.
        outcome: OutcomeView,
    },
    /// Somebody sat down.
    Seated {
        /// Where.
        side: Side,
    },
    /// Something was offered.
    Offered {
        /// The offer.
        offer: OfferView,
    },
    /// An offer was declined.
    Declined {
        /// The offer.
        offer: OfferView,
    },
    /// An offer was taken back, or a move has answered it.
    Cancelled {
        /// The offer.
        offer: OfferView,
    },
    /// Pieces were marked dead or alive; nobody accepts the marks any more.
    Marked {
        /// By whom.
        by: Side,
        /// Which.
        cells: Vec<usize>,
        /// Whether they are dead.
        dead: bool,
    },
    /// An engine has said what is dead, and accepts that.
    Judged {
        /// Which.
        by: Side,
    },
    /// Somebody accepts the marks.
    Accepted {
        /// Who.
        by: Side,
    },
    /// Play goes on.
    Resumed {
        /// Who wanted it.
        by: Side,
    },
    /// The rematch is in another room, with sides swapped and the same tokens.
    Rematch {
        /// That room.
        room: String,
    },
}
