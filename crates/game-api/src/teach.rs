//! What can be drawn over a board to teach a game.

use crate::{Facts, Game, Line, Remark, Side};

/// Something that draws layers over positions of a game.
pub trait Teach<G: Game>: Send + Sync {
    /// The ids of its layers; `layer-ID` is the message that names one.
    fn layers(&self) -> &'static [&'static str];
    /// A layer over a position; `None` if there is no such layer.
    fn overlay(&self, game: &G, at: &G::Position, layer: &str) -> Option<Overlay>;
    /// What a layer says, for programs and as text; `None` where it can only be drawn.
    fn facts(&self, _game: &G, _at: &G::Position, _layer: &str) -> Option<Facts> {
        None
    }
    /// Why the piece on a cell may not go where a beginner may want it to go. Legal moves are not
    /// mentioned; nothing is said about cells that no piece of its kind could ever reach.
    fn refusals(&self, _game: &G, _at: &G::Position, _from: usize) -> Vec<Refusal> {
        Vec::new()
    }
    /// Whether it tells what moves did.
    fn explains(&self) -> bool {
        false
    }
    /// What the last move of a line did, what would have been better, and who is ahead. `None` where the game
    /// does not tell.
    fn explain(&self, _game: &G, _line: &Line<G>) -> Option<Explanation> {
        None
    }
    /// By how many points First is ahead, by an estimate. `None` where the game does not tell.
    fn estimate(&self, _game: &G, _at: &G::Position) -> Option<f32> {
        None
    }
}

/// What can be said about a position and the move that led to it.
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "ExplanationView"),
    schema(as = ExplanationView)
)]
pub struct Explanation {
    /// What the last move did; empty at the start.
    pub did: Vec<Remark>,
    /// What would have been better, where something was.
    pub better: Vec<Remark>,
    /// The best move instead of the last one, as text; `null` if it was the best, and at the start.
    pub best: Option<String>,
    /// The points that the last move gave away, by an estimate.
    pub lost: Option<f32>,
    /// By how many points First is ahead, by an estimate.
    pub estimate: Option<f32>,
    /// The same as a sentence that says that it is an estimate.
    pub standing: Vec<Remark>,
}

/// A step that is not allowed, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "RefusalView"),
    schema(as = RefusalView)
)]
pub struct Refusal {
    /// The cell that cannot be gone to.
    pub to: usize,
    /// Why.
    pub why: Remark,
}

/// Things drawn over a board. Cells are numbered as in [`crate::Diagram`].
#[derive(Clone, PartialEq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "OverlayView"),
    schema(as = OverlayView)
)]
pub struct Overlay {
    /// Signs on cells.
    pub marks: Vec<Mark>,
    /// Arrows between cells.
    pub arrows: Vec<Arrow>,
    /// Short texts on cells.
    pub labels: Vec<Label>,
    /// How strong each side is where.
    pub heat: Vec<Heat>,
    /// Quantities of the whole position, side by side.
    pub bars: Vec<Bar>,
    /// Sentences.
    pub notes: Vec<Remark>,
    /// Lines of play that can be played out, with the reason for every move.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(
        feature = "schema",
        ts(as = "Option<Vec<ReadOut>>", optional),
        schema(required = false)
    )]
    pub readings: Vec<ReadOut>,
    /// What is said about cells when somebody points at them. Several may be about one cell.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(
        feature = "schema",
        ts(as = "Option<Vec<About>>", optional),
        schema(required = false)
    )]
    pub about: Vec<About>,
}

/// What is said about some cells.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "AboutView"),
    schema(as = AboutView)
)]
pub struct About {
    /// Which cells.
    pub cells: Vec<usize>,
    /// A sentence.
    pub says: Remark,
}

/// A line of play with the reason for every move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "ReadOutView"),
    schema(as = ReadOutView)
)]
pub struct ReadOut {
    /// What it is about.
    pub about: Remark,
    /// The moves in their order.
    pub steps: Vec<ReadStep>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "ReadStepView"),
    schema(as = ReadStepView)
)]
pub struct ReadStep {
    /// Where.
    pub cell: usize,
    /// Whose move it is.
    pub tone: Tone,
    /// Why.
    pub why: Remark,
}

/// What a colour means; pages choose the colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "ToneView"),
    schema(as = ToneView)
)]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Tone {
    /// First's.
    First,
    /// Second's.
    Second,
    /// Winning.
    Win,
    /// Drawing.
    Draw,
    /// Losing.
    Loss,
    /// Nothing in particular.
    Neutral,
}

impl From<Side> for Tone {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Tone::First,
            Side::Second => Tone::Second,
        }
    }
}

/// The form of a mark: meaning never rests on colour alone.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "ShapeView"),
    schema(as = ShapeView)
)]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Shape {
    /// A ring.
    Ring,
    /// A dot.
    Dot,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
}

/// A sign on a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "MarkView"),
    schema(as = MarkView)
)]
pub struct Mark {
    /// Where.
    pub cell: usize,
    /// Its form.
    pub shape: Shape,
    /// Its meaning.
    pub tone: Tone,
}

/// An arrow.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "ArrowView"),
    schema(as = ArrowView)
)]
pub struct Arrow {
    /// Its tail.
    pub from: usize,
    /// Its head.
    pub to: usize,
    /// Its meaning.
    pub tone: Tone,
    /// A short text beside it.
    pub label: Option<String>,
}

/// A short text on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "LabelView"),
    schema(as = LabelView)
)]
pub struct Label {
    /// Where.
    pub cell: usize,
    /// One to four characters.
    pub text: String,
    /// Its meaning.
    pub tone: Tone,
}

/// How strong each side is on a cell, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "HeatView"),
    schema(as = HeatView)
)]
pub struct Heat {
    /// Where.
    pub cell: usize,
    /// First.
    pub first: f32,
    /// Second.
    pub second: f32,
}

/// A quantity for each side.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "BarView"),
    schema(as = BarView)
)]
pub struct Bar {
    /// A message id.
    pub name: String,
    /// First's.
    pub first: f32,
    /// Second's.
    pub second: f32,
}
