//! What is said over WebSockets.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use yomikiri_lab::{Report, Side};

use super::{
    AbsentView, ApiError, BySide, ErrorBody, EventView, PlaceRequest, RoomState, RoomView, SeatView,
};

/// What a client says in a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The first message.
    Hello {
        /// The secret of a seat; spectators have none.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(optional))]
        token: Option<String>,
        /// The number of the last event that was seen, to get those since.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(optional))]
        seen: Option<u64>,
    },
    /// A move, or all moves of a turn: played together or not at all.
    Move {
        /// The moves.
        moves: Vec<String>,
        /// How many moves had been played before.
        ply: usize,
    },
    /// Wants its last move back.
    TakeBack {},
    /// Offers a draw.
    OfferDraw {},
    /// Wants to play again.
    Rematch {},
    /// Answers an offer.
    Answer {
        /// The offer's number.
        offer: u32,
        /// The answer.
        accept: bool,
    },
    /// Takes an own offer back.
    CancelOffer {
        /// The offer's number.
        offer: u32,
    },
    /// Gives up.
    Resign {},
    /// Where play has stopped: marks what lives or dies together with the piece on a cell.
    Mark {
        /// The cell.
        cell: usize,
        /// Whether it is dead.
        dead: bool,
    },
    /// Accepts the marks. The game ends when both sides accept the same.
    AcceptCount {
        /// The cells of the pieces that are taken for dead, as they were seen.
        dead: Vec<usize>,
    },
    /// Wants to play on after play has stopped.
    Resume {},
    /// Claims the game from an opponent who has been away too long. Where play has stopped, the board is
    /// counted, whatever is claimed; an engine says what is dead.
    Claim {
        /// What is claimed.
        result: Claim,
    },
    /// Wants an engine's view of the position, live.
    Analyze {
        /// After how many of the game's moves; all of them if left out.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(optional))]
        ply: Option<usize>,
        /// Moves from there.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<String>>"))]
        moves: Vec<String>,
        /// How many lines.
        lines: usize,
        /// Who thinks; the usual engine if left out.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(optional))]
        player: Option<String>,
    },
    /// Ends the analysis.
    Stop {},
    /// Asks whether anybody is there, and what time it is.
    Ping {
        /// Comes back as it is.
        t: f64,
    },
}

/// What can be claimed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The win.
    Win,
    /// A draw.
    Draw,
}

/// What a client says to the analysis board.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum StudyMessage {
    /// Wants an engine's view of a position, live.
    Analyze {
        /// Of what.
        #[serde(flatten)]
        place: PlaceRequest,
        /// How many lines.
        lines: usize,
        /// Who thinks; the usual engine if left out.
        #[serde(default)]
        #[cfg_attr(feature = "schema", ts(optional))]
        player: Option<String>,
    },
    /// Ends the analysis.
    Stop {},
    /// Asks whether anybody is there, and what time it is.
    Ping {
        /// Comes back as it is.
        t: f64,
    },
}

/// Which seats a connection has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum You {
    /// First's.
    First,
    /// Second's.
    Second,
    /// Both: two people at one screen.
    Both,
    /// None.
    Spectator,
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// Answers `hello`.
    Welcome {
        /// The number of the last event.
        seq: u64,
        /// Which seats the connection has.
        you: You,
        /// The room as it is now.
        room: Box<RoomView>,
    },
    /// Something has happened. Numbers have no gaps.
    Event {
        /// Its number.
        seq: u64,
        /// When, in the server's milliseconds since 1970.
        at_ms: u64,
        /// What.
        event: EventView,
        /// The room after it; for replayed events, the room as it is now.
        state: Box<RoomState>,
        /// Whether it happened before this connection.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
        replayed: bool,
    },
    /// Somebody has come or gone.
    Presence {
        /// Who sits where.
        seats: BySide<SeatView>,
        /// A player who left a running game.
        absent: Option<AbsentView>,
        /// How many look on without a seat.
        watchers: usize,
    },
    /// A message could not be done.
    Error {
        /// The `ref` of that message.
        #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        reference: Option<String>,
        /// Why.
        error: ErrorBody,
    },
    /// An engine's view.
    Lines {
        /// What it thinks so far.
        report: Report,
        /// How many moves had been played in the position it thinks about, since the start.
        ply: usize,
        /// Who is to move there.
        side: Side,
        /// The position it thinks about.
        position: String,
        /// Whether it has finished.
        done: bool,
    },
    /// Answers `ping`.
    Pong {
        /// The `t` of the `ping`.
        t: f64,
        /// The server's time, in milliseconds since 1970.
        now_ms: u64,
    },
    /// The connection ends.
    Closing {
        /// Why: `shutdown`, `slow`, `idle`, `storage`, `moved`.
        #[cfg_attr(feature = "schema", ts(type = "string"))]
        reason: &'static str,
    },
}

/// The longest `ref`.
const LONGEST_REF: usize = 40;

/// Reads a message of a room's client with its `ref`, which comes back even if the rest is wrong.
pub fn read_client_message(text: &str) -> (Option<String>, Result<ClientMessage, ApiError>) {
    read(text)
}

/// Reads a message to the analysis board with its `ref`.
pub fn read_study_message(text: &str) -> (Option<String>, Result<StudyMessage, ApiError>) {
    read(text)
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> (Option<String>, Result<T, ApiError>) {
    let wrong = |error: serde_json::Error| ApiError::bad("bad_json", format!("message: {error}"));
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (None, Err(wrong(error))),
    };
    let reference = match value.as_object_mut().and_then(|map| map.remove("ref")) {
        None => None,
        Some(Value::String(reference)) if reference.len() <= LONGEST_REF => Some(reference),
        Some(_) => {
            let message =
                format!("message: ref: expected at most {LONGEST_REF} characters of text");
            return (None, Err(ApiError::bad("bad_json", message)));
        }
    };
    (reference, serde_json::from_value(value).map_err(wrong))
}
