//! Endings in the shape that users of the public tablebase know.

use serde::Serialize;

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Ending {
    /// `win`, `maybe-win`, `cursed-win`, `draw`, `blessed-loss`, `maybe-loss` or `loss`.
    pub category: &'static str,
    /// Plies to the next capture or pawn's move; 0 for draws and mates.
    pub dtz: Option<i64>,
    /// The same: these are never rounded.
    pub precise_dtz: Option<i64>,
    /// Plies to the next capture or promotion.
    pub dtc: Option<i64>,
    /// Plies to mate.
    pub dtm: Option<i64>,
    /// Whether the side to move is mated.
    pub checkmate: bool,
    /// Whether the side to move has no move and is not in check.
    pub stalemate: bool,
    /// Whether nobody can mate any more.
    pub insufficient_material: bool,
    /// Never: the public tablebase has it for variants.
    pub variant_win: bool,
    /// Never: the public tablebase has it for variants.
    pub variant_loss: bool,
}

/// A move and what is known of the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct EndingMove {
    /// As engines write it.
    pub uci: String,
    /// As people write it.
    pub san: String,
    /// Whether it takes or moves a pawn.
    pub zeroing: bool,
    /// The position after it.
    #[serde(flatten)]
    pub after: Ending,
}

/// A position with its moves, best first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct TablebaseAnswer {
    /// The position.
    #[serde(flatten)]
    pub here: Ending,
    /// Whose table told it: `table` is one of ours, `syzygy` others' files.
    #[cfg_attr(feature = "schema", ts(type = "\"table\" | \"syzygy\""))]
    pub source: &'static str,
    /// Every legal move, best first.
    pub moves: Vec<EndingMove>,
}
