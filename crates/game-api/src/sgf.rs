//! What a game tells about its records in SGF, the Smart Game Format.

use crate::{Arrange, Game, Notation, ReadError, Side};

/// A game of pieces that are put on a board, whose records are also written in SGF (FF\[4\]).
///
/// First is SGF's Black, Second its White. Cells are numbered as in [`crate::Diagram`].
pub trait Sgf: Notation + Arrange {
    /// The value of `GM`.
    const NUMBER: u32;

    /// Columns and rows.
    fn sgf_size(&self) -> (usize, usize);

    /// The cell of a point: letters of the column from the left and of the row from the top.
    fn sgf_read_point(&self, text: &str) -> Option<usize>;

    /// The point of a cell.
    fn sgf_write_point(&self, cell: usize) -> String;

    /// The letters of First's and Second's pieces on the board.
    fn sgf_pieces(&self) -> [&'static str; 2];

    /// Whose piece stands on each cell.
    fn sgf_cells(&self, at: &Self::Position) -> Vec<Option<Side>>;

    /// The options that the properties of a root say, each with the key of an option. A value that
    /// means nothing is an error, with the property as its place.
    fn sgf_options(root: &SgfRoot<'_>) -> Result<Vec<(&'static str, String)>, ReadError>;

    /// The properties of a root that say the options of this game: names and values.
    fn sgf_root(&self) -> Vec<(&'static str, String)>;

    /// The move that puts a piece on a cell, or the pass. Says why it is not legal.
    fn sgf_move(
        &self,
        at: &Self::Position,
        cell: Option<usize>,
    ) -> Result<<Self as Game>::Move, ReadError>;

    /// The cell on which a move puts a piece; `None` for a pass.
    fn sgf_cell(&self, mv: <Self as Game>::Move) -> Option<usize>;

    /// The position after a move that is not legal, as FF\[4\] wants it to be made nevertheless: the piece
    /// is put down, what it takes is taken, and the other side is to move.
    fn sgf_forced(&self, at: &Self::Position, side: Side, cell: usize) -> Option<Self::Position>;
}

/// The properties of the root of an SGF tree.
pub struct SgfRoot<'a> {
    /// The values of a property; none if the root does not have it.
    pub values: &'a dyn Fn(&str) -> Vec<String>,
}

impl SgfRoot<'_> {
    /// The first value of a property, without surrounding spaces; `None` if it is empty.
    pub fn value(&self, name: &str) -> Option<String> {
        let value = (self.values)(name).into_iter().next()?;
        Some(value.trim().to_owned()).filter(|value| !value.is_empty())
    }
}

/// A game whose positions are also read from texts of another form, each a record format of its own.
pub trait PositionFormats: Notation {
    /// The names of the formats.
    fn position_formats(&self) -> &'static [&'static str];
    /// Reads a position from a text of one of the formats.
    fn read_position_as(&self, format: &str, text: &str) -> Result<Self::Position, ReadError>;
}
