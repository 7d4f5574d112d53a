//! What is answered over HTTP.

use std::collections::BTreeMap;

use serde::Serialize;
use yomikiri_lab::{
    Diagram, Explanation, GameInfo, Level, MoveView, Overlay, Problem, Refusal, RuleSection,
    ShowReport, Side, Singular, TableInfo, Value, View,
};

use super::{BySide, SeatView};

/// A whole answer: what there is to be said, with the version of its form.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Document<T> {
    /// The version of the documents' form.
    pub schema: u32,
    /// The answer.
    #[serde(flatten)]
    pub body: T,
}

/// The games there are.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GamesAnswer {
    /// Each of them.
    pub games: Vec<GameEntry>,
    /// The address under which other devices reach the server; `null` if only this machine does.
    pub share: Option<String>,
}

/// A game with what the server offers for it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameEntry {
    /// The game.
    #[serde(flatten)]
    pub info: GameInfo,
    /// Strengths for people, weakest first.
    pub levels: Vec<Level>,
    /// Whether exact values can be asked for.
    pub has_table: bool,
    /// The parts of a game that is solved in parts whose tables are there; `null` for other games.
    pub parts: Option<Vec<String>>,
    /// The command that builds a table; `null` where that would take too much.
    pub solve: Option<String>,
    /// Teaching layers.
    pub layers: Vec<LayerEntry>,
    /// The formats its records are read from and written to.
    pub formats: Vec<&'static str>,
    /// Whether a turn may have several moves, so that it is made up first and then confirmed.
    pub staged_turns: bool,
    /// Whether an edited board can be made a position.
    pub composes: bool,
    /// What positions grant besides the board.
    pub rights: Vec<RightEntry>,
    /// The page's drawing module.
    pub drawing: String,
    /// What the sides are called: `side-NAME` are messages.
    pub sides: [&'static str; 2],
    /// The style in which moves are written, by language; exact moves where one is missing.
    pub notation: BTreeMap<&'static str, &'static str>,
    /// Minutes a game takes, from and to.
    pub minutes: Option<(u16, u16)>,
    /// How hard it is to learn, from 1 to 3.
    pub difficulty: Option<u8>,
    /// The board that shows the game in lists.
    pub picture: Diagram,
    /// Tasks that teach the game by playing, in order.
    pub lessons: Vec<LessonEntry>,
    /// Whether it tells what a move did.
    pub explains: bool,
    /// Whether problems come with it.
    pub problems: bool,
}

/// A task for somebody who learns a game; its words are the message `learn-GAME-N`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LessonEntry {
    /// The position; empty: the start.
    pub position: &'static str,
    /// Which moves are right: `move`, `capture`, `drop` or `win`.
    pub task: &'static str,
    /// The square that they leave, or on which a new piece is put; empty: any.
    pub square: &'static str,
    /// The options of the rules; empty: the usual ones.
    pub options: &'static str,
}

/// Something that a position grants besides the board, such as a way of castling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RightEntry {
    /// What to ask for.
    pub id: &'static str,
    /// A message id.
    pub name: &'static str,
}

/// An edited board as a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ComposeAnswer {
    /// The position's text. Whether the rules allow it is only known when it is read.
    pub position: String,
}

/// A teaching layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LayerEntry {
    /// What to ask for.
    pub id: String,
    /// A message id.
    pub name: String,
}

/// All messages of a language.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MessagesAnswer {
    /// `en`, `ja` or `zh`.
    pub lang: String,
    /// Patterns by id, with `{$name}` where variables go.
    pub messages: BTreeMap<String, String>,
    /// Other forms of those that count something, for a count of one.
    pub singular: BTreeMap<String, Singular>,
}

/// A position with everything to be seen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LookAnswer {
    /// What is to be seen.
    pub view: View,
    /// What the position grants besides the board, of the rights that the game lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<String>>"))]
    pub rights: Vec<&'static str>,
    /// The values of the game's options, chosen or usual.
    pub options: BTreeMap<String, String>,
}

/// A room has been opened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoomCreated {
    /// Its name.
    pub room: String,
    /// The secrets of the creator's seats.
    pub tokens: BySide<Option<String>>,
    /// Its address on this server.
    pub join: String,
}

/// A seat has been taken.
#[derive(Clone, PartialEq, Debug, Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Seated {
    /// Which one.
    pub side: Side,
    /// Its secret.
    pub token: String,
}

/// A teaching layer.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LayerAnswer {
    /// What to draw.
    pub overlay: Overlay,
}

/// What the opening book of a game says about a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BookAnswer {
    /// Its moves there, the likeliest first; null where the game has no book.
    pub book: Option<ShowReport>,
}

/// Why a piece may not go somewhere.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RefusalsAnswer {
    /// Cell by cell; legal ones are not among them.
    pub refusals: Vec<Refusal>,
}

/// Games that go on now and may be watched by everybody.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoomsAnswer {
    /// The newest first.
    pub rooms: Vec<RoomGlance>,
}

/// A game as one passes by.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RoomGlance {
    /// The room.
    pub id: String,
    /// The game with its options.
    pub game: String,
    /// Moves played.
    pub ply: usize,
    /// Who is to move.
    pub side: Side,
    /// The board.
    pub diagram: Diagram,
    /// Who sits where.
    pub seats: BySide<SeatView>,
    /// How many look on.
    pub watchers: usize,
}

/// The rules of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RulesAnswer {
    /// Section by section.
    pub sections: Vec<RuleSection>,
}

/// A game looked through.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReviewAnswer {
    /// Where the values come from: `table` or the name of an engine.
    pub source: String,
    /// The start and the position after each move.
    pub plies: Vec<ReviewedPly>,
}

/// A position of a game with the judgement of the move that led to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ReviewedPly {
    /// Moves played before; 0 is the start.
    pub ply: usize,
    /// Who is to move here.
    pub side: Side,
    /// The exact value to the side to move: `win`, `draw`, `loss`.
    #[cfg_attr(feature = "schema", ts(type = "string | null"))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub value: Option<Value>,
    /// Plies to the end.
    pub distance: Option<u32>,
    /// An engine's judgement for the side to move, in the game's points.
    pub points: Option<i32>,
    /// The best move here.
    pub best: Option<MoveView>,
    /// Best play from here, around moves that gave something away; empty elsewhere.
    pub line: Vec<MoveView>,
    /// What the move that led here did; `null` for the start and where no table knows.
    pub class: Option<MoveClass>,
}

/// What a move did to the value of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MoveClass {
    /// Kept the value.
    Keeps,
    /// Kept the value, as no other move did.
    Only,
    /// Kept the win, by a longer way.
    Slower,
    /// Turned a win into a draw.
    ToDraw,
    /// Turned a win or a draw into a loss.
    Loses,
}

/// What is said about a position and the move that led to it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ExplainAnswer {
    /// The explanation; `null` where the game does not tell.
    pub explanation: Option<Explanation>,
}

/// The problems that come with a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ProblemsAnswer {
    /// The collections; none where the game has no problems.
    pub collections: Vec<ProblemCollection>,
}

/// A collection of problems.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ProblemCollection {
    /// A message id.
    pub name: String,
    /// Its problems.
    pub problems: Vec<Problem>,
}

/// Whether a move solves a problem.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ProblemAnswer {
    /// Right or wrong; `null` where reading could not tell.
    pub right: Option<bool>,
    /// What refutes a wrong move; `null` where no answer is needed.
    pub refutation: Option<MoveView>,
    /// The position after the move and its refutation.
    pub view: View,
}

/// A puzzle, if one was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PuzzleAnswer {
    /// The puzzle; `null` where the game has none, or none under this number.
    pub puzzle: Option<Puzzle>,
}

/// A position in which one move wins, or takes what is to be taken.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Puzzle {
    /// The position.
    pub view: View,
    /// The right move.
    pub answer: String,
    /// The cells of what is to be taken; empty where the game is to be won.
    pub target: Vec<usize>,
    /// Plies to the end.
    pub distance: u32,
    /// How the solution goes on.
    pub line: Vec<MoveView>,
}

/// The tables that are there.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TablesAnswer {
    /// Their headers.
    pub tables: Vec<TableInfo>,
}

/// Records that were read, each as its JSON form has it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RecordsAnswer {
    /// The records.
    #[cfg_attr(feature = "schema", ts(type = "Record<string, unknown>[]"))]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Object>))]
    pub records: Vec<serde_json::Value>,
}

/// A text.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TextAnswer {
    /// The text.
    pub text: String,
}
