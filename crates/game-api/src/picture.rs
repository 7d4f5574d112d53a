//! A neutral drawing of a position, for terminals and pages alike.

use crate::{Game, Remark, Side};

/// A game that can be drawn.
pub trait Picture: Game {
    /// The board as plain data.
    fn diagram(&self, at: &Self::Position) -> Diagram;
    /// The squares a move touches, as `(from, to)` cell numbers; drops and placements have no from,
    /// passes have neither.
    fn touches(&self, at: &Self::Position, mv: Self::Move) -> (Option<usize>, Option<usize>);
    /// The entry of the mover's hand, as numbered in [`Diagram::hands`], that a move uses up.
    fn uses_hand(&self, _at: &Self::Position, _mv: Self::Move) -> Option<usize> {
        None
    }
    /// Every piece there can be, of both sides, for names that are read aloud and for setting up
    /// positions. Empty where the game does not tell.
    fn pieces(&self) -> Vec<NamedPiece> {
        Vec::new()
    }
    /// The text of a position that was put together on a board: `edited` has what stands where, who is
    /// to move and which rights are wanted; what a board does not show (counters, squares passed) comes
    /// from the position it was made from. The text need not be a position of the game: reading it says
    /// what is wrong. `None` where positions cannot be put together so.
    fn compose(&self, _edited: &Edited<'_>) -> Option<String> {
        None
    }
    /// The rights that a position grants, of those that the game's profile lists.
    fn rights(&self, _at: &Self::Position) -> Vec<&'static str> {
        Vec::new()
    }
    /// What a player has to know besides the board and whose turn it is, such as how much of a
    /// turn of several actions is left.
    fn situation(&self, _at: &Self::Position) -> Option<Remark> {
        None
    }
}

/// A board that somebody has edited.
#[derive(Copy, Clone, Debug)]
pub struct Edited<'a> {
    /// What stands where.
    pub diagram: &'a Diagram,
    /// Who is to move.
    pub side: Side,
    /// The rights that are wanted, of those that the game's profile lists.
    pub rights: &'a [&'a str],
    /// The text of the position that it was made from.
    pub origin: &'a str,
}

/// A piece with its names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedPiece {
    /// The piece.
    pub piece: Piece,
    /// Its names as pairs of a language's code and a name; where there are none, the messages
    /// `piece-KIND` have them.
    pub names: Vec<(&'static str, String)>,
}

/// A board with what stands on it. Cells are numbered in rows from the top left, as First sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "DiagramView"),
    schema(as = DiagramView)
)]
pub struct Diagram {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Names of the columns, from the left.
    pub files: Vec<String>,
    /// Names of the rows, from the top.
    pub ranks: Vec<String>,
    /// What stands on each cell.
    pub cells: Vec<Option<Piece>>,
    /// What First and Second hold in hand.
    pub hands: [Vec<HandEntry>; 2],
    /// Cells to be stressed, such as a leader in check.
    pub alerts: Vec<usize>,
}

impl Diagram {
    /// The rows from the top with the letters of the pieces, numbers for runs of empty cells and `/`
    /// between rows, as in FEN.
    pub fn rows(&self) -> String {
        let mut text = String::new();
        for (number, row) in self.cells.chunks(self.width.max(1)).enumerate() {
            if number > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for cell in row {
                match cell {
                    None => empty += 1,
                    Some(piece) => {
                        push_number(&mut text, empty);
                        empty = 0;
                        text.push_str(&piece.letter);
                    }
                }
            }
            push_number(&mut text, empty);
        }
        text
    }

    /// The letter on a cell.
    pub fn letter(&self, cell: usize) -> Option<&str> {
        let piece = self.cells.get(cell)?.as_ref()?;
        Some(&piece.letter)
    }
}

fn push_number(text: &mut String, number: usize) {
    if number > 0 {
        text.push_str(&number.to_string());
    }
}

/// A piece on a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "PieceView"),
    schema(as = PieceView)
)]
pub struct Piece {
    /// Whose it is.
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""), schema(value_type = String, example = "first"))]
    pub side: Side,
    /// The kind's id, which drawing modules know (`leader`, `chick`, `stone`).
    pub kind: String,
    /// The letter used in positions, in its owner's case.
    pub letter: String,
    /// A one or two character sign for terminals (Japanese where the game has one).
    pub sign: String,
    /// Unit steps the piece can make as seen on the diagram (dx right, dy down), for move marks;
    /// slides are listed in `slides`.
    pub steps: Vec<(i8, i8)>,
    /// Directions the piece slides in.
    pub slides: Vec<(i8, i8)>,
    /// What stands on the faces of a piece that has several, as ids that drawing modules know
    /// (a cube: top, front, side); empty for flat pieces.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<String>>"))]
    pub faces: Vec<String>,
}

/// Pieces of one kind in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema),
    ts(rename = "HandView"),
    schema(as = HandView)
)]
pub struct HandEntry {
    /// The piece.
    pub piece: Piece,
    /// How many of them.
    pub count: usize,
}
