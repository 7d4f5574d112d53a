//! The diagram.

use yomikiri_game_api::{Diagram, Edited, NamedPiece, Picture, Piece as Drawn, Side};

use super::game::Xiangqi;
use super::pieces::{FILES, Kind, Move, RANKS, Square, file_of, rank_of, square_at};
use super::position::Position;

/// The cell of a diagram: rows from the top, which is Second's home.
pub(super) fn cell(square: Square) -> usize {
    (RANKS - 1 - rank_of(square)) * FILES + file_of(square)
}

impl Picture for Xiangqi {
    fn diagram(&self, at: &Position) -> Diagram {
        let rows = (0..RANKS).rev();
        let squares = rows.flat_map(|rank| (0..FILES).map(move |file| square_at(file, rank)));
        Diagram {
            width: FILES,
            height: RANKS,
            files: ('a'..='i').map(String::from).collect(),
            ranks: (0..RANKS).rev().map(|rank| rank.to_string()).collect(),
            cells: squares
                .map(|square| at.at(square).map(|(kind, side)| drawn(kind, side)))
                .collect(),
            hands: [Vec::new(), Vec::new()],
            alerts: if at.in_check() {
                vec![cell(at.king(at.turn()))]
            } else {
                Vec::new()
            },
        }
    }

    fn touches(&self, _at: &Position, mv: Move) -> (Option<usize>, Option<usize>) {
        (Some(cell(mv.from())), Some(cell(mv.to())))
    }

    /// The counters stay as they were.
    fn compose(&self, edited: &Edited<'_>) -> Option<String> {
        let side = match edited.side {
            Side::First => 'w',
            Side::Second => 'b',
        };
        let mut counters = edited.origin.split_whitespace().skip(4);
        let (half, full) = (
            counters.next().unwrap_or("0"),
            counters.next().unwrap_or("1"),
        );
        Some(format!(
            "{} {side} - - {half} {full}",
            edited.diagram.rows()
        ))
    }

    fn pieces(&self) -> Vec<NamedPiece> {
        let named = |side: Side| {
            Kind::ALL.map(|kind| NamedPiece {
                piece: drawn(kind, side),
                names: vec![
                    ("en", kind.id().to_owned()),
                    ("ja", sign(kind, side).to_string()),
                    ("zh", sign(kind, side).to_string()),
                ],
            })
        };
        Side::BOTH.map(named).concat()
    }
}

/// The character of a piece.
pub(super) const fn sign(kind: Kind, side: Side) -> char {
    match side {
        Side::First => ['帥', '仕', '相', '傌', '俥', '炮', '兵'][kind as usize],
        Side::Second => ['將', '士', '象', '馬', '車', '砲', '卒'][kind as usize],
    }
}

fn drawn(kind: Kind, side: Side) -> Drawn {
    const STRAIGHT: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
    const OBLIQUE: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let letter = match side {
        Side::First => kind.letter(),
        Side::Second => kind.letter().to_ascii_lowercase(),
    };
    // In the diagram, up is negative.
    let forward = if side == Side::First { -1 } else { 1 };
    let steps = match kind {
        Kind::King => STRAIGHT.to_vec(),
        Kind::Advisor => OBLIQUE.to_vec(),
        Kind::Pawn => vec![(0, forward), (-1, 0), (1, 0)],
        _ => Vec::new(), // elephants and horses go further than a unit step
    };
    let slides = match kind {
        Kind::Rook | Kind::Cannon => STRAIGHT.to_vec(),
        _ => Vec::new(),
    };
    Drawn {
        side,
        kind: kind.id().to_owned(),
        letter: letter.to_string(),
        sign: sign(kind, side).to_string(),
        steps,
        slides,
        faces: Vec::new(),
    }
}
