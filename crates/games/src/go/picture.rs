//! The board as a diagram.

use yomikiri_game_api::{Diagram, Edited, NamedPiece, Picture, Piece, Remark, Side, Word};

use super::game::Go;
use super::notation::letter;
use super::points;
use super::position::{Move, Position};

impl Picture for Go {
    fn diagram(&self, at: &Position) -> Diagram {
        let size = self.size();
        let cells = (0..size.points()).map(|cell| at.stone(cell).map(piece));
        Diagram {
            width: size.width(),
            height: size.height(),
            files: (0..size.width())
                .map(|column| points::column_letter(column).to_string())
                .collect(),
            ranks: (1..=size.height())
                .rev()
                .map(|row| row.to_string())
                .collect(),
            cells: cells.collect(),
            hands: [Vec::new(), Vec::new()],
            // The point that ko forbids.
            alerts: at.ko().into_iter().collect(),
        }
    }

    fn touches(&self, _at: &Position, mv: Move) -> (Option<usize>, Option<usize>) {
        (None, mv.cell())
    }

    fn pieces(&self) -> Vec<NamedPiece> {
        let named = |side| NamedPiece {
            piece: piece(side),
            names: Vec::new(),
        };
        Side::BOTH.map(named).to_vec()
    }

    /// Prisoners stay; ko and passes are over.
    fn compose(&self, edited: &Edited<'_>) -> Option<String> {
        let side = match edited.side {
            Side::First => "b",
            Side::Second => "w",
        };
        let rows = edited.diagram.rows();
        // The board as it was keeps what only the text says.
        let origin: Vec<&str> = edited.origin.split_whitespace().collect();
        if origin.first() == Some(&rows.as_str()) && origin.get(1) == Some(&side) {
            return Some(edited.origin.to_owned());
        }
        let prisoners = origin.get(4).map(|prisoners| format!(" 0 {prisoners}"));
        Some(format!("{rows} {side} -{}", prisoners.unwrap_or_default()))
    }

    /// The prisoners, once there are any.
    fn situation(&self, at: &Position) -> Option<Remark> {
        let [black, white] = Side::BOTH.map(|side| at.prisoners(side));
        (black + white > 0).then(|| {
            Remark::new("situation-go-prisoners")
                .with("black", Word::text(black))
                .with("white", Word::text(white))
        })
    }
}

/// A stone.
fn piece(side: Side) -> Piece {
    Piece {
        side,
        kind: "stone".into(),
        letter: letter(side).into(),
        sign: match side {
            Side::First => "●".into(),
            Side::Second => "○".into(),
        },
        // Stones do not move.
        steps: Vec::new(),
        slides: Vec::new(),
        faces: Vec::new(),
    }
}
