//! Plain data for people and programs. Field names are part of the interface: others script
//! against them.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use yomikiri_game_api::{
    Diagram, Fact, NamedPiece, Outcome, Piece, Remark, Score, Side, Value, Verdict,
};

use crate::{Lab, Lang};

/// A game as listed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct GameInfo {
    /// The id (`anpanman`).
    pub id: String,
    /// The canonical name: the id with the options that differ from their defaults.
    pub spec: String,
    /// The game's name per language (`en`, `ja`, `zh`).
    pub names: BTreeMap<String, String>,
    /// The position games begin from.
    pub start: String,
    /// What can be chosen.
    pub options: Vec<OptionInfo>,
    /// Who plays it.
    pub players: Vec<PlayerInfo>,
    /// What can be done with it.
    pub abilities: Abilities,
    /// Ways of writing moves besides the exact one.
    pub styles: Vec<String>,
    /// Every piece there can be, with its names.
    pub pieces: Vec<NamedPieceView>,
    /// Positions with names from which games may begin besides the usual start.
    pub starts: Vec<StartInfo>,
}

impl GameInfo {
    /// The name in a language.
    pub fn name(&self, lang: Lang) -> &str {
        let names = &self.names;
        let found = names.get(lang.code()).or_else(|| names.get("en"));
        found.map_or(self.id.as_str(), String::as_str)
    }
}

/// What can be done with a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Abilities {
    /// Positions can be judged by an evaluation that tells its reasons.
    pub evaluate: bool,
    /// There is such a thing as check.
    pub check: bool,
    /// The solver can build tables for it.
    pub solve: bool,
}

/// A position with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct StartInfo {
    /// The position as it may be given.
    pub position: String,
    /// A message id.
    pub name: String,
}

/// One option of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OptionInfo {
    /// The key.
    pub key: String,
    /// The value in this game.
    pub value: String,
    /// The value if nothing is said.
    pub default: String,
    /// The values there are; empty where any number goes.
    pub allowed: Vec<String>,
}

/// A player that a game has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PlayerInfo {
    /// The name.
    pub name: String,
    /// The settings it takes.
    pub settings: Vec<String>,
}

/// All there is to be seen of a session.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct View {
    /// The canonical name of the game.
    pub game: String,
    /// Where the session began.
    pub start: String,
    /// Where it stands.
    pub position: String,
    /// Who is to move.
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""), schema(value_type = String, example = "first"))]
    pub side: Side,
    /// Whether the side to move is in check; `None` in games without check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub in_check: Option<bool>,
    /// What a player has to know besides (which action of a turn comes next).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub situation: Option<Remark>,
    /// The board.
    pub diagram: Diagram,
    /// The legal moves, sorted by text; none when the game is over.
    pub legal: Vec<MoveView>,
    /// The moves played since `start`.
    pub played: Vec<MoveView>,
    /// How the game ended, if it has.
    pub outcome: Option<OutcomeView>,
}

/// What there is to be seen of one position.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionView {
    /// The position.
    pub position: String,
    /// Who is to move.
    pub side: Side,
    /// Whether the side to move is in check; `None` in games without check.
    pub in_check: Option<bool>,
    /// What a player has to know besides (which action of a turn comes next).
    pub situation: Option<Remark>,
    /// The board.
    pub diagram: Diagram,
    /// The legal moves, sorted by text; none when the game is over.
    pub legal: Vec<MoveView>,
}

/// Moves that were checked and played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The moves as the game itself writes them.
    pub moves: Vec<MoveView>,
    /// Who is to move now.
    pub turn: Side,
    /// How the game ended, if it has.
    pub outcome: Option<OutcomeView>,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MoveView {
    /// The exact text.
    pub text: String,
    /// The move in each of the game's styles.
    pub styled: BTreeMap<String, String>,
    /// Who makes it.
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""), schema(value_type = String, example = "first"))]
    pub side: Side,
    /// The cell it leaves; `None` for drops, placements and passes.
    pub from: Option<usize>,
    /// The cell it goes to; `None` for passes.
    pub to: Option<usize>,
    /// The entry of the mover's hand that it uses up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub hand: Option<usize>,
}

impl MoveView {
    /// Sorts by exact text. Here and not where a game's type is known: the compiler would write a sort
    /// for every game.
    pub(crate) fn sort(moves: &mut [MoveView]) {
        moves.sort_by(|a, b| a.text.cmp(&b.text));
    }

    /// The move in a style, or its exact text.
    pub fn in_style(&self, style: &str) -> &str {
        self.styled.get(style).unwrap_or(&self.text)
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OutcomeView {
    /// The winner; `None` is a draw.
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\" | null"), schema(value_type = Option<String>, example = "first"))]
    pub winner: Option<Side>,
    /// Why, as a message id (without its `reason-`).
    pub reason: String,
    /// By how many points First won (negative: First lost); `null` where no points were counted.
    // Half points; JSON has points.
    #[serde(serialize_with = "points")]
    #[cfg_attr(feature = "schema", ts(type = "number | null"), schema(value_type = Option<f64>))]
    pub margin: Option<i32>,
    /// More on why, in sentences, where the game has something to add.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Remark>>", optional))]
    pub because: Vec<Remark>,
}

/// Half points as points.
fn points<S: Serializer>(half: &Option<i32>, serializer: S) -> Result<S::Ok, S::Error> {
    half.map(|half| f64::from(half) / 2.0).serialize(serializer)
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> Self {
        OutcomeView {
            winner: outcome.winner,
            reason: outcome.reason.to_owned(),
            margin: outcome.margin,
            because: Vec::new(),
        }
    }
}

/// What is said about a move in a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Judged {
    /// Whether it reaches the goal.
    pub right: bool,
    /// What refutes a wrong move; `null` where no answer is needed.
    pub refutation: Option<MoveView>,
}

/// A board that was counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct CountView {
    /// The result, with its margin.
    pub outcome: OutcomeView,
    /// What it is the sum of.
    pub parts: Vec<PartView>,
    /// Who owns each cell.
    #[cfg_attr(feature = "schema", ts(type = "(\"first\" | \"second\" | null)[]"), schema(value_type = Vec<Option<String>>))]
    pub owners: Vec<Option<Side>>,
}

/// A part of a count, in points.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PartView {
    /// A message id (without its `term-`).
    pub name: &'static str,
    /// First's share.
    pub first: f64,
    /// Second's share.
    pub second: f64,
}

/// A piece with its names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NamedPieceView {
    /// The piece.
    pub piece: Piece,
    /// Its name per language (`en`, `ja`, `zh`).
    pub names: BTreeMap<String, String>,
}

impl NamedPieceView {
    /// Names that the game does not bring itself come from the messages (`piece-KIND`).
    pub(crate) fn new(named: NamedPiece, lab: &Lab) -> Self {
        let mut names = BTreeMap::new();
        for lang in Lang::ALL {
            let own = named.names.iter().find(|(code, _)| *code == lang.code());
            let own = own.map(|(_, name)| name.clone());
            let id = format!("piece-{}", named.piece.kind);
            if let Some(name) = own.or_else(|| lab.texts(lang).find(&id, &[])) {
                names.insert(lang.code().to_owned(), name);
            }
        }
        NamedPieceView {
            piece: named.piece,
            names,
        }
    }
}

/// The answer of `moves`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MovesReport {
    /// The position, after any moves given.
    pub position: String,
    /// Who is to move.
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""), schema(value_type = String, example = "first"))]
    pub side: Side,
    /// Whether the side to move is in check; `None` in games without check.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub in_check: Option<bool>,
    /// The legal moves as exact text, sorted; none when the game is over.
    pub moves: Vec<String>,
    /// How the game ended, if it has.
    pub outcome: Option<OutcomeView>,
}

/// The answer of `perft`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PerftReport {
    /// The position counted from.
    pub position: String,
    /// Length of the sequences in plies.
    pub depth: u32,
    /// Their number.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// The number below each move, sorted by move text, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub divide: Option<Vec<DivideLine>>,
}

/// Sequences below one move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct DivideLine {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The number of sequences that begin with it.
    pub nodes: u64,
}

impl DivideLine {
    /// Sorts by the text of the moves.
    pub(crate) fn sort(lines: &mut [DivideLine]) {
        lines.sort_by(|a, b| a.text.cmp(&b.text));
    }
}

/// What a player thinks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Report {
    /// The chosen move.
    pub best: MoveView,
    /// The player resigns; `best` is then only some legal move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub resigns: bool,
    /// The best ways on, best first; the first begins with `best`.
    pub lines: Vec<LineView>,
    /// The depth completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub seconds: f64,
    /// What else the player has to say, for programs.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", ts(skip), schema(ignore))]
    pub details: Vec<(&'static str, Fact)>,
    /// What else it has to say, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Remark>>", optional))]
    pub notes: Vec<Remark>,
}

impl Report {
    /// Positions visited per second; `None` where no time was measured.
    pub fn speed(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.nodes as f64 / self.seconds)
    }
}

/// One way on.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LineView {
    /// Its worth to the side to move; `None` from players that do not judge.
    pub score: Option<ScoreView>,
    /// The moves.
    pub moves: Vec<MoveView>,
}

/// A score for the side to move: points, or a proved value at a distance in plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ScoreView {
    /// An evaluation in the game's own points.
    pub points: Option<i32>,
    /// `win` or `loss` when proved.
    #[cfg_attr(feature = "schema", ts(type = "\"win\" | \"loss\" | null"), schema(value_type = Option<String>))]
    pub value: Option<Value>,
    /// Plies to the proved end; `None` from players to whom all wins are alike.
    pub distance: Option<u32>,
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        let (points, value, distance) = match score.verdict() {
            Verdict::Points(points) => (Some(points), None, None),
            Verdict::WinIn(plies) => (None, Some(Value::Win), Some(plies)),
            Verdict::LossIn(plies) => (None, Some(Value::Loss), Some(plies)),
        };
        ScoreView {
            points,
            value,
            // Whoever is asked to move is at least a ply away from the end.
            distance: distance.filter(|&plies| plies > 0),
        }
    }
}
