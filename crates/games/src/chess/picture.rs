//! The diagram.

use yomikiri_game_api::{Diagram, Man, NamedMan, Picture, Side};

use super::attacks::squares;
use super::fen::letter;
use super::game::Chess;
use super::moves::{Kind, Move};
use super::position::Position;

const STRAIGHT: [(i8, i8); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const OBLIQUE: [(i8, i8); 4] = [(1, -1), (1, 1), (-1, 1), (-1, -1)];

impl Picture for Chess {
    fn diagram(&self, at: &Position) -> Diagram {
        let checked = match at.in_check() {
            true => at.men_of(at.turn(), Kind::King),
            false => 0,
        };
        Diagram {
            width: 8,
            height: 8,
            files: ('a'..='h').map(String::from).collect(),
            ranks: (1..=8).rev().map(|rank: u8| rank.to_string()).collect(),
            cells: (0..64)
                .map(|cell| at.man_at(cell ^ 56).map(|(side, kind)| man(side, kind)))
                .collect(),
            hands: [Vec::new(), Vec::new()],
            alerts: squares(checked).map(|square| square ^ 56).collect(),
        }
    }

    fn touches(&self, _at: &Position, mv: Move) -> (Option<usize>, Option<usize>) {
        (Some(mv.from() ^ 56), Some(mv.to() ^ 56))
    }

    fn men(&self) -> Vec<NamedMan> {
        let of = |side| {
            Kind::ALL.map(|kind| NamedMan {
                man: man(side, kind),
                names: Vec::new(),
            })
        };
        Side::BOTH.into_iter().flat_map(of).collect()
    }
}

fn man(side: Side, kind: Kind) -> Man {
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
    Man {
        side,
        kind: id.into(),
        letter: letter(side, kind).into(),
        sign: sign[side.index()].into(),
        steps,
        slides,
        faces: Vec::new(),
    }
}
