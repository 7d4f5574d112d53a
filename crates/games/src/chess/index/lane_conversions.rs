//! Moves out of a layer, for all positions of a lane word at once.

use yomikiri_game_api::{Conversion, Probed, Side, Value};

use super::fold::{self, TURNED};
use super::frame::Weight;
use super::geometry::{Geometry, MOST_PIECES, Placed};
use super::lanes::{ChessLanes, strikes};
use super::{Way, Ways};
use crate::chess::attacks::{self, RANK_1, RANK_8, Set, bit, squares};
use crate::chess::moves::{Kind, Move};

/// A capture or a promotion.
#[derive(Copy, Clone, Default)]
struct Change {
    /// Positions in the list of pieces.
    piece: usize,
    taken: Option<usize>,
    to: usize,
    promotion: Option<Kind>,
}

impl ChessLanes<'_> {
    /// See [`LaneCursor::conversions`](yomikiri_game_api::LaneCursor::conversions).
    pub(super) fn visit_conversions(&self, among: Set, mut visit: impl FnMut(usize, Conversion)) {
        let (mover, occupied) = (self.at.turn, self.occupied);
        let lane_piece_waits = self.lane_piece_is(!mover) && self.lane_piece_kind() != Kind::King;
        for (piece, kind) in self.others(mover) {
            let from = self.square(piece);
            let hits = strikes(kind, mover, from, occupied);
            let promotions: &[Option<Kind>] = match kind {
                Kind::Pawn if hits & (RANK_1 | RANK_8) != 0 => &PROMOTIONS,
                _ => &[None],
            };
            let change = Change {
                piece,
                ..Change::default()
            };
            for &promotion in promotions {
                let change = Change {
                    promotion,
                    ..change
                };
                for (taken, square) in self.victims(hits) {
                    let change = Change {
                        taken: Some(taken),
                        to: square,
                        ..change
                    };
                    let free = among & !attacks::between(from, square);
                    self.convert(change, free, &mut visit);
                }
                if lane_piece_waits {
                    for to in squares(hits & !occupied & among) {
                        let taken = Some(self.lane_piece);
                        let change = Change {
                            taken,
                            to,
                            ..change
                        };
                        self.convert(change, bit(to), &mut visit);
                    }
                }
            }
            if kind == Kind::Pawn {
                self.pawn_steps(piece, promotions, among, &mut visit);
                if let Some(passed) = self.at.passed
                    && hits & bit(usize::from(passed)) != 0
                {
                    let change = Change {
                        taken: self.piece_on(usize::from(passed) ^ 8),
                        to: usize::from(passed),
                        ..change
                    };
                    self.convert(change, among, &mut visit);
                }
            }
        }
        if self.lane_piece_is(mover) {
            for (taken, square) in self.victims(!0) {
                let from = strikes(self.lane_piece_kind(), mover, square, occupied);
                let change = Change {
                    piece: self.lane_piece,
                    taken: Some(taken),
                    to: square,
                    promotion: None,
                };
                self.convert(change, from & among, &mut visit);
            }
        }
    }

    /// Pieces of the side not to move on some squares, without the king and the lane piece, and
    /// their squares.
    fn victims(&self, on: Set) -> impl Iterator<Item = (usize, usize)> {
        let pieces = self.others(!self.at.turn);
        pieces
            .filter(|(_, kind)| *kind != Kind::King)
            .map(|(piece, _)| (piece, self.square(piece)))
            .filter(move |(_, square)| on & bit(*square) != 0)
    }

    fn piece_on(&self, square: usize) -> Option<usize> {
        let mut pieces = 0..self.geometry.pieces.len();
        pieces.find(|&piece| piece != self.lane_piece && self.square(piece) == square)
    }

    /// Straight pawn moves.
    fn pawn_steps(
        &self,
        piece: usize,
        promotions: &[Option<Kind>],
        among: Set,
        visit: &mut impl FnMut(usize, Conversion),
    ) {
        let (mover, from) = (self.at.turn, self.square(piece));
        let ahead = |steps: usize| match mover {
            Side::First => from + 8 * steps,
            Side::Second => from - 8 * steps,
        };
        let to = ahead(1);
        if self.occupied & bit(to) != 0 {
            return;
        }
        let free = among & !bit(to);
        if promotions.len() > 1 {
            for &promotion in promotions {
                let change = Change {
                    piece,
                    taken: None,
                    to,
                    promotion,
                };
                self.convert(change, free, visit);
            }
            return;
        }
        let step = |to: usize| Change {
            piece,
            to,
            ..Change::default()
        };
        let mut after = Placed {
            turn: !mover,
            passed: None,
            ..self.at
        };
        let mut run = |after: Placed, free: Set| {
            let places = (free, 0);
            let to_layer = |at, index| visit(at, Conversion::Layer(index));
            self.geometry.run(after, self.lane_piece, places, to_layer);
        };
        after.squares[piece] = to as u8;
        run(after, self.allowed(step(to), free));
        let is_home = from >> 3 == if mover == Side::First { 1 } else { 6 };
        if !is_home || self.occupied & bit(ahead(2)) != 0 {
            return;
        }
        let free = self.allowed(step(ahead(2)), free & !bit(ahead(2)));
        after.squares[piece] = ahead(2) as u8;
        let takers = attacks::pawn(mover.index(), to);
        let mut pawns = self.others(!mover).filter(|(_, kind)| *kind == Kind::Pawn);
        if !pawns.any(|(pawn, _)| takers & bit(self.square(pawn)) != 0) {
            run(after, free);
            return;
        }
        // Whether an en passant right arises depends on all pieces.
        let mut before = self.at;
        for at in squares(free) {
            before.squares[self.lane_piece] = at as u8;
            after.squares[self.lane_piece] = at as u8;
            let mut board = self.indexer.board(&before);
            board.play(Move::new(from, ahead(2), None));
            after.passed = board.en_passant().map(|square| square as u8);
            if let Some(index) = self.geometry.index(&after) {
                visit(at, Conversion::Layer(index));
            }
        }
    }

    /// Of some squares of the lane piece, those from which a move does not expose the king.
    fn allowed(&self, change: Change, from: Set) -> Set {
        let mover = self.at.turn;
        let mut at = self.at.squares;
        let mut occupied = self.occupied;
        let taken = change.taken.filter(|&taken| taken != self.lane_piece);
        occupied &= !taken.map_or(0, |piece| bit(self.square(piece)));
        if change.piece != self.lane_piece {
            occupied &= !bit(self.square(change.piece));
        }
        occupied |= bit(change.to);
        at[change.piece] = change.to as u8;
        let struck = self.struck_if(mover, &at, occupied, change.taken);
        if change.taken != Some(self.lane_piece) && change.piece != self.lane_piece {
            return from & !struck;
        }
        // It is gone, or on its target: nowhere else does it block.
        match struck & bit(change.to) {
            0 => from,
            _ => 0,
        }
    }

    /// The target of a capture or promotion from some squares of the lane piece.
    fn convert(&self, change: Change, from: Set, visit: &mut impl FnMut(usize, Conversion)) {
        let from = self.allowed(change, from);
        if from == 0 {
            return;
        }
        let mover = self.at.turn;
        let taken = change.taken.map(|piece| self.geometry.pieces[piece].1);
        let way = &self.indexer.ways.to[Ways::number(mover, taken, change.promotion)];
        // The lane piece stays anywhere, unless it has moved or is gone.
        let stays = change.piece != self.lane_piece && change.taken != Some(self.lane_piece);
        let mut at = self.at.squares;
        at[change.piece] = change.to as u8;
        match way {
            None => unreachable!("every conversion leads to another material"),
            Some(Way::Bare) => {
                let draw = Conversion::Known(Probed {
                    value: Value::Draw,
                    distance: None,
                });
                squares(from).for_each(|place| visit(place, draw));
            }
            Some(Way::Tier(child, geometry, turned)) => {
                let flip = if *turned { 56 } else { 0 };
                let mut placed = Placed {
                    squares: [0; MOST_PIECES],
                    turn: if *turned { mover } else { !mover },
                    passed: None,
                };
                let mut lane_piece = 0;
                let mut used = change.taken.map_or(0, |piece| 1 << piece);
                for (place, &(side, kind)) in geometry.pieces.iter().enumerate() {
                    let owner = if *turned { !side } else { side };
                    let mut pieces = self.geometry.pieces.iter().enumerate();
                    let found = pieces.position(|(piece, &(side, before))| {
                        let is = match change.promotion {
                            Some(promotion) if piece == change.piece => promotion,
                            _ => before,
                        };
                        used >> piece & 1 == 0 && side == owner && is == kind
                    });
                    let piece = found.expect("the pieces of the material after the move");
                    used |= 1 << piece;
                    placed.squares[place] = at[piece] ^ flip;
                    if piece == self.lane_piece {
                        lane_piece = place;
                    }
                }
                let child = *child;
                if stays {
                    geometry.run(placed, lane_piece, (from, flip), |place, index| {
                        visit(place, Conversion::Tier { child, index });
                    });
                } else if let Some(index) = geometry.index(&placed) {
                    squares(from).for_each(|place| visit(place, Conversion::Tier { child, index }));
                }
            }
        }
    }
}

const PROMOTIONS: [Option<Kind>; 4] = [
    Some(Kind::Queen),
    Some(Kind::Rook),
    Some(Kind::Bishop),
    Some(Kind::Knight),
];

impl Geometry {
    /// Calls `visit` with squares of one piece and the index there, with the others fixed. The
    /// squares have the ranks before `flip`.
    fn run(
        &self,
        mut at: Placed,
        piece: usize,
        (places, flip): (Set, u8),
        mut visit: impl FnMut(usize, u64),
    ) {
        let ask = |mut at: Placed, places: Set, visit: &mut dyn FnMut(usize, u64)| {
            for place in squares(places) {
                at.squares[piece] = place as u8 ^ flip;
                if let Some(index) = self.index(&at) {
                    visit(place, index);
                }
            }
        };
        let has_pawns = self.placements.len() > 1;
        let weight = match self.weights[piece] {
            Weight::Alone(weight) => weight,
            Weight::King if has_pawns && piece == self.black_king => self.king_weight,
            _ => return ask(at, places, &mut visit),
        };
        let (white, black) = (
            usize::from(at.squares[0]),
            usize::from(at.squares[self.black_king]),
        );
        let places = match piece == self.black_king {
            true => {
                let near = attacks::king(white) | bit(white);
                places
                    & match flip {
                        0 => !near,
                        _ => !near.swap_bytes(),
                    }
            }
            false if fold::touch(white, black) => return,
            false => places,
        };
        let turned = self.symmetric && at.turn == Side::Second;
        let on_diagonal = !has_pawns && fold::in_triangle(white, black).both_on_diagonal;
        if places == 0 || turned || on_diagonal {
            return ask(at, places, &mut visit);
        }
        // The piece alone decides nothing: its square is a digit.
        let first = places.trailing_zeros() as u8 ^ flip;
        at.squares[piece] = first;
        let Some((index, turn)) = self.index_as_placed(&at) else {
            return;
        };
        let digit = |square: u8| u64::from(TURNED[turn][usize::from(square)]) * weight;
        let base = index - digit(first);
        for place in squares(places) {
            visit(place, base + digit(place as u8 ^ flip));
        }
    }
}
