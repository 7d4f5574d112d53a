//! Teaching layers as plain data.

use std::collections::BTreeMap;

use serde::Serialize;
use yomikiri_game_api::{Note, Overlay, Refusal, Shape, Tone};

/// Things drawn over a board. Cells are numbered as in [`crate::DiagramView`].
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct OverlayView {
    /// Signs on cells.
    pub marks: Vec<MarkView>,
    /// Arrows between cells.
    pub arrows: Vec<ArrowView>,
    /// Short texts on cells.
    pub labels: Vec<LabelView>,
    /// How strong each side is where.
    pub heat: Vec<HeatView>,
    /// Quantities of the whole position, side by side.
    pub bars: Vec<BarView>,
    /// Sentences.
    pub notes: Vec<NoteView>,
}

/// What a colour means; pages choose the colours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToneView {
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

/// The form of a mark.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ShapeView {
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
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct MarkView {
    /// Where.
    pub cell: usize,
    /// Its form.
    pub shape: ShapeView,
    /// Its meaning.
    pub tone: ToneView,
}

/// An arrow.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ArrowView {
    /// Its tail.
    pub from: usize,
    /// Its head.
    pub to: usize,
    /// Its meaning.
    pub tone: ToneView,
    /// A short text beside it.
    pub label: Option<String>,
}

/// A short text on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct LabelView {
    /// Where.
    pub cell: usize,
    /// One to four characters.
    pub text: String,
    /// Its meaning.
    pub tone: ToneView,
}

/// How strong each side is on a cell, from 0 to 1.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct HeatView {
    /// Where.
    pub cell: usize,
    /// First.
    pub first: f32,
    /// Second.
    pub second: f32,
}

/// A quantity for each side.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct BarView {
    /// A message id.
    pub name: String,
    /// First's.
    pub first: f32,
    /// Second's.
    pub second: f32,
}

/// A sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NoteView {
    /// A message id.
    pub id: String,
    /// Its variables.
    pub args: BTreeMap<String, String>,
}

/// A step that is not allowed, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct RefusalView {
    /// The cell that cannot be gone to.
    pub to: usize,
    /// Why.
    pub why: NoteView,
}

impl From<Note> for NoteView {
    fn from(note: Note) -> Self {
        let args = note.args.into_iter();
        NoteView {
            id: note.id.to_owned(),
            args: args.map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}

impl From<Refusal> for RefusalView {
    fn from(refusal: Refusal) -> Self {
        RefusalView {
            to: refusal.to,
            why: refusal.why.into(),
        }
    }
}

impl From<Tone> for ToneView {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::First => ToneView::First,
            Tone::Second => ToneView::Second,
            Tone::Win => ToneView::Win,
            Tone::Draw => ToneView::Draw,
            Tone::Loss => ToneView::Loss,
            Tone::Neutral => ToneView::Neutral,
        }
    }
}

impl From<Shape> for ShapeView {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Ring => ShapeView::Ring,
            Shape::Dot => ShapeView::Dot,
            Shape::Cross => ShapeView::Cross,
            Shape::Square => ShapeView::Square,
            Shape::Triangle => ShapeView::Triangle,
        }
    }
}

impl From<Overlay> for OverlayView {
    fn from(overlay: Overlay) -> Self {
        let marks = overlay.marks.into_iter().map(|mark| MarkView {
            cell: mark.cell,
            shape: mark.shape.into(),
            tone: mark.tone.into(),
        });
        let arrows = overlay.arrows.into_iter().map(|arrow| ArrowView {
            from: arrow.from,
            to: arrow.to,
            tone: arrow.tone.into(),
            label: arrow.label,
        });
        let labels = overlay.labels.into_iter().map(|label| LabelView {
            cell: label.cell,
            text: label.text,
            tone: label.tone.into(),
        });
        let heat = overlay.heat.into_iter().map(|heat| HeatView {
            cell: heat.cell,
            first: heat.first,
            second: heat.second,
        });
        let bars = overlay.bars.into_iter().map(|bar| BarView {
            name: bar.name,
            first: bar.first,
            second: bar.second,
        });
        let notes = overlay.notes.into_iter().map(NoteView::from);
        OverlayView {
            marks: marks.collect(),
            arrows: arrows.collect(),
            labels: labels.collect(),
            heat: heat.collect(),
            bars: bars.collect(),
            notes: notes.collect(),
        }
    }
}
