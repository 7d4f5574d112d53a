//! The diagram.

use yomikiri_game_api::{Diagram, Edited, NamedPiece, Picture, Piece, Side};

use super::attacks::squares;
use super::fen::letter;
use super::game::Chess;
use super::moves::{Kind, Move};
use super::position::{BLACK_LONG, BLACK_SHORT, Position, WHITE_LONG, WHITE_SHORT};

const STRAIGHT: [(i8, i8); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const OBLIQUE: [(i8, i8); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

impl Picture for Chess {
    fn diagram(&self, at: &Position) -> Diagram {
        let checked = match at.in_check() {
            true => at.pieces_of(at.turn(), Kind::King),
            false => 0,
        };
        Diagram {
            width: 8,
            height: 8,
            files: ('a'..='h').map(String::from).collect(),
            ranks: (1..=8).rev().map(|rank: u8| rank.to_string()).collect(),
            cells: (0..64)
                .map(|cell| at.piece_at(cell ^ 56).map(|(side, kind)| piece(side, kind)))
                .collect(),
            hands: [Vec::new(), Vec::new()],
            alerts: squares(checked).map(|square| square ^ 56).collect(),
        }
    }

    fn touches(&self, _at: &Position, mv: Move) -> (Option<usize>, Option<usize>) {
        (Some(mv.from() ^ 56), Some(mv.to() ^ 56))
    }

    /// Rights are kept where king and rook stand for them, an en passant square where the pawn that made
    /// it stands and its way is free; the counters stay as they were.
    fn compose(&self, edited: &Edited<'_>) -> Option<String> {
        let Edited {
            diagram,
            side,
            rights,
            origin,
        } = *edited;
        let mut fields = origin.split_whitespace().skip(3);
        let mut next = |usual| fields.next().unwrap_or(usual);
        let (passed, half, full) = (next("-"), next("0"), next("1"));
        let castles = CASTLES.iter().filter(|(right, pieces, king, rook)| {
            rights.contains(right)
                && diagram.letter(*king) == Some(pieces[0])
                && diagram.letter(*rook) == Some(pieces[1])
        });
        let castles: String = castles.map(|(right, ..)| *right).collect();
        let castles = if castles.is_empty() { "-" } else { &castles };
        let passed = if passes(diagram, side, passed) {
            passed
        } else {
            "-"
        };
        let turn = if side == Side::First { 'w' } else { 'b' };
        let rows = diagram.rows();
        Some(format!("{rows} {turn} {castles} {passed} {half} {full}"))
    }

    fn rights(&self, at: &Position) -> Vec<&'static str> {
        let held = CASTLES
            .iter()
            .zip([WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG]);
        held.filter(|(_, right)| at.castling() & right != 0)
            .map(|((letter, ..), _)| *letter)
            .collect()
    }

    fn pieces(&self) -> Vec<NamedPiece> {
        let of = |side| {
            Kind::ALL.map(|kind| NamedPiece {
                piece: piece(side, kind),
                names: Vec::new(),
            })
        };
        Side::BOTH.into_iter().flat_map(of).collect()
    }
}

/// Rights to castle in the letters of FEN, with the king's and the rook's letters and cells.
const CASTLES: [(&str, [&str; 2], usize, usize); 4] = [
    ("K", ["K", "R"], 60, 63),
    ("Q", ["K", "R"], 60, 56),
    ("k", ["k", "r"], 4, 7),
    ("q", ["k", "r"], 4, 0),
];

/// Whether a pawn can just have passed a square (`e3`): the square and where it came from are empty, and
/// it stands beyond.
fn passes(diagram: &Diagram, side: Side, square: &str) -> bool {
    let [file @ b'a'..=b'h', rank] = *square.as_bytes() else {
        return false;
    };
    let (own_rank, row, pawn) = match side {
        Side::First => (b'6', 2, "p"),
        Side::Second => (b'3', 5, "P"),
    };
    let cell = |row: usize| row * 8 + usize::from(file - b'a');
    let (from, to) = match side {
        Side::First => (cell(row - 1), cell(row + 1)),
        Side::Second => (cell(row + 1), cell(row - 1)),
    };
    rank == own_rank
        && diagram.letter(cell(row)).is_none()
        && diagram.letter(from).is_none()
        && diagram.letter(to) == Some(pawn)
}

fn piece(side: Side, kind: Kind) -> Piece {
    let (id, sign) = match kind {
        Kind::Pawn => ("pawn", ["♙", "♟"]),
        Kind::Knight => ("knight", ["♘", "♞"]),
        Kind::Bishop => ("bishop", ["♗", "♝"]),
        Kind::Rook => ("rook", ["♖", "♜"]),
        Kind::Queen => ("queen", ["♕", "♛"]),
        Kind::King => ("king", ["♔", "♚"]),
    };
    let ahead = if side == Side::First { -1 } else { 1 };
    let (steps, slides) = match kind {
        Kind::Pawn => (vec![(0, ahead)], Vec::new()),
        Kind::Knight => (Vec::new(), Vec::new()),
        Kind::Bishop => (Vec::new(), OBLIQUE.to_vec()),
        Kind::Rook => (Vec::new(), STRAIGHT.to_vec()),
        Kind::Queen => (Vec::new(), [STRAIGHT, OBLIQUE].concat()),
        Kind::King => ([STRAIGHT, OBLIQUE].concat(), Vec::new()),
    };
    Piece {
        side,
        kind: id.into(),
        letter: letter(side, kind).into(),
        sign: sign[side.index()].into(),
        steps,
        slides,
        faces: Vec::new(),
    }
}
