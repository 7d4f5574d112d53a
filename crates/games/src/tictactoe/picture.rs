//! The board as a diagram.

use yomikiri_game_api::{Diagram, Edited, NamedPiece, Picture, Piece, Side};

use super::game::TicTacToe;
use super::notation::{FILES, RANKS, letter};
use super::position::{Board, Cell};

impl Picture for TicTacToe {
    fn diagram(&self, at: &Board) -> Diagram {
        // The winning line is highlighted, as a leader in check is in other games.
        let alerts = Side::BOTH.into_iter().flat_map(|side| at.line_cells(side));
        Diagram {
            width: 3,
            height: 3,
            files: FILES.map(String::from).to_vec(),
            ranks: RANKS.map(String::from).to_vec(),
            cells: Cell::all().map(|cell| at.mark(cell).map(piece)).collect(),
            hands: [Vec::new(), Vec::new()],
            alerts: alerts.map(Cell::index).collect(),
        }
    }

    fn touches(&self, _at: &Board, cell: Cell) -> (Option<usize>, Option<usize>) {
        (None, Some(cell.index()))
    }

    /// The number of marks tells whose turn it is.
    fn compose(&self, edited: &Edited<'_>) -> Option<String> {
        let cells = &edited.diagram.cells;
        let count = |side| {
            cells
                .iter()
                .flatten()
                .filter(|piece| piece.side == side)
                .count()
        };
        let turn = match count(Side::First) > count(Side::Second) {
            true => letter(Side::Second),
            false => letter(Side::First),
        };
        let letters = cells.iter().map(|cell| match cell {
            Some(piece) => piece.letter.as_str(),
            None => ".",
        });
        let letters: Vec<&str> = letters.collect();
        let rows: Vec<String> = letters.chunks(3).map(<[&str]>::concat).collect();
        Some(format!("{} {}", rows.join("/"), turn.to_ascii_lowercase()))
    }

    fn pieces(&self) -> Vec<NamedPiece> {
        let named = |side| NamedPiece {
            piece: piece(side),
            names: Vec::new(),
        };
        Side::BOTH.map(named).to_vec()
    }
}

fn piece(side: Side) -> Piece {
    let kind = match side {
        Side::First => "cross",
        Side::Second => "nought",
    };
    Piece {
        side,
        kind: kind.into(),
        letter: letter(side).into(),
        sign: letter(side).into(),
        // Marks do not move.
        steps: Vec::new(),
        slides: Vec::new(),
        faces: Vec::new(),
    }
}
