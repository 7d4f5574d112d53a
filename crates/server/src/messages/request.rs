//! Requests over HTTP. Unknown fields are rejected, so typos are reported.

use serde::{Deserialize, Serialize};

use yomikiri_lab::{EditedBoard, Side};

/// A place in a game: a position and moves from it. Other requests have its fields among theirs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlaceRequest {
    /// The game, with options after a question mark.
    pub game: String,
    /// Where to begin; the game's own start if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub position: Option<String>,
    /// Moves played from there.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<String>>"))]
    pub moves: Vec<String>,
}

/// A place to be looked at.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// The place.
    #[serde(flatten)]
    pub place: PlaceRequest,
    /// Who is to move there, where the game lets the turn be given away; as the moves say if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub turn: Option<Side>,
}

/// A place and the teaching layer to be drawn there.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LayerRequest {
    /// The place.
    #[serde(flatten)]
    pub place: PlaceRequest,
    /// One of the layers the game lists.
    pub layer: String,
}

/// A place and the language of what is said about it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct BookRequest {
    /// The place.
    #[serde(flatten)]
    pub place: PlaceRequest,
    /// The language of the opening's name: en, ja or zh; en if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub lang: Option<String>,
}

/// A move in a problem.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ProblemRequest {
    /// The place.
    #[serde(flatten)]
    pub place: PlaceRequest,
    /// What is to be done.
    pub goal: String,
    /// The cells that it is about.
    pub target: Vec<usize>,
    /// The move.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "schema", ts(rename = "move"))]
    pub played: String,
}

/// A place and the cell of a piece that does not go where somebody wants it to go.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RefusalsRequest {
    /// The place.
    #[serde(flatten)]
    pub place: PlaceRequest,
    /// The cell of the piece.
    pub from: usize,
}

/// Who sits on a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Seat {
    /// Whoever opens the room.
    Here {},
    /// Whoever comes first by the link.
    Open {},
    /// A player of this program.
    Engine {
        /// Its name with settings (`alphabeta:time=1s`).
        player: String,
    },
}

/// How time is kept.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// Not at all.
    None {},
    /// So much for the whole game.
    SuddenDeath {
        /// Milliseconds for the game.
        main_ms: u64,
    },
    /// So much, and more for every turn.
    Fischer {
        /// Milliseconds to begin with.
        main_ms: u64,
        /// Milliseconds added after each turn.
        increment_ms: u64,
    },
    /// So much, then a number of periods of which only whole ones are used up.
    Byoyomi {
        /// Milliseconds to begin with.
        main_ms: u64,
        /// Milliseconds of a period.
        period_ms: u64,
        /// Periods.
        periods: u32,
    },
    /// So much, then a number of turns in each period (Canadian byoyomi).
    Canadian {
        /// Milliseconds to begin with.
        main_ms: u64,
        /// Milliseconds of a period.
        period_ms: u64,
        /// Turns to be played in a period.
        turns: u32,
    },
}

impl Default for Clock {
    fn default() -> Self {
        Clock::None {}
    }
}

/// A room to be opened.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateRoom {
    /// Where the game begins; moves are played before the room opens.
    #[serde(flatten)]
    pub place: PlaceRequest,
    /// Who plays First.
    pub first: Seat,
    /// Who plays Second.
    pub second: Seat,
    /// How time is kept; not at all if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Clock>"))]
    pub clock: Clock,
    /// Whether values and engine lines may be asked for during the game.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub hints: bool,
    /// Whether both sides place their pieces at the same time without seeing the other's, in games that begin
    /// so.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub hidden: bool,
    /// Whether the running game is shown to all visitors. Free seats are not: they belong
    /// to those who have the link.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub listed: bool,
}

/// A seat to be taken.
#[derive(Copy, Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SitRequest {
    /// Which one; any open one if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub side: Option<Side>,
}

/// A record to be read.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ReadRecords {
    /// The game; JSON records may name it themselves.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub game: Option<String>,
    /// The format; guessed from the text if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub format: Option<String>,
    /// The text of the file.
    pub text: String,
}

/// A game to be written as a record.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct WriteRecord {
    /// The game as it went.
    #[serde(flatten)]
    pub place: PlaceRequest,
    /// The format (`json`, `kif`, `native`, …).
    pub format: String,
    /// Who played.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<[Option<String>; 2]>"))]
    pub players: [Option<String>; 2],
    /// Instead of all that: a whole record as a JSON document, with variations and everything else.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, type = "unknown"), schema(value_type = Option<Object>))]
    pub record: Option<serde_json::Value>,
}

/// A board that somebody has edited, to be made a position.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    /// The game, with options.
    pub game: String,
    /// What stands where.
    pub board: EditedBoard,
}
