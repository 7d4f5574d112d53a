//! The index of one material: from squares to numbers and back.
//!
//! A table is a sequence of *blocks* of equal size, one for each pawn placement and each state
//! (White moves, Black moves, or one of them may capture en passant). Within a block, the number is
//! the pair of kings, then one digit for each group of equal pieces. If both sides have the same
//! pieces, colours are exchanged so that White moves.
//!
//! Blocks are ordered by how far the pawns have advanced, so that results of pawn moves come
//! earlier, then by side to move. A layer is all placements of equally far advanced pawns.

use std::ops::Range;

use yomikiri_game_api::Side;

use super::fold::{self, MIRROR, NONE, SWAP, TURNED};
use super::frame::Weight;
use super::material::Material;
use super::pawns::{Block, NO_BLOCK, Passing, Placement, passed_squares};
use super::sets::{choose, set_number, sets};
use crate::chess::attacks;
use crate::chess::moves::Kind;
use crate::chess::position::Position;

/// Maximum number of pieces of a table.
pub(crate) const MOST_PIECES: usize = 6;
/// Maximum number of pawns: their placements are looked up in a table of 64 to this power.
pub(crate) const MOST_PAWNS: usize = 3;

/// The squares of the pieces of a material, in the order of [`Geometry::pieces`], and the side to
/// move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) squares: [u8; MOST_PIECES],
    pub(crate) turn: Side,
    /// The en passant square.
    pub(crate) passed: Option<u8>,
}

/// Equal pieces other than kings and pawns.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) pieces: Range<usize>,
    /// Number of sets of this many squares.
    pub(super) size: u32,
    /// The sets by number, for groups of several.
    sets: Vec<[u8; 4]>,
}

/// The indexer of one material.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) material: Material,
    /// White's king first, then White's other pieces, then Black's king and others; pawns last.
    pub(crate) pieces: Vec<(Side, Kind)>,
    /// Both sides have the same pieces: colours are exchanged so that White moves.
    pub(crate) symmetric: bool,
    pub(crate) black_king: usize,
    pub(super) groups: Vec<Group>,
    /// White's and Black's pawns, among the pieces.
    pub(super) pawns: [Range<usize>; 2],
    /// Indices per block.
    pub(crate) block: u64,
    pub(super) blocks: Vec<Block>,
    pub(super) placements: Vec<Placement>,
    pub(super) passing: Vec<Passing>,
    /// Blocks with equally far advanced pawns.
    pub(super) steps: Vec<Range<u64>>,
    /// The contribution of each piece's square.
    pub(super) weights: Vec<Weight>,
    /// The contribution of a pair of kings.
    pub(super) king_weight: u64,
    /// The piece whose square is the last six bits of every index, if there is one.
    pub(super) last: Option<usize>,
    /// A kind of which the sides do not have the same number, and White's; kings if there is none.
    unequal: (Kind, usize),
}

impl Geometry {
    /// The indexer, or why there is none.
    pub(crate) fn new(material: Material) -> Result<Geometry, String> {
        Geometry::with_colours(material, material.is_symmetric())
    }

    /// The same with both sides to move, even if they have the same pieces.
    pub(super) fn unfolded(material: Material) -> Result<Geometry, String> {
        Geometry::with_colours(material, false)
    }

    fn with_colours(material: Material, symmetric: bool) -> Result<Geometry, String> {
        if material.pieces() > MOST_PIECES || material.pawns() > MOST_PAWNS {
            return Err(format!(
                "expected at most {MOST_PIECES} pieces, {MOST_PAWNS} of them pawns, got {material}"
            ));
        }
        let mut pieces = Vec::new();
        let (mut groups, mut pawns) = (Vec::new(), [0..0, 0..0]);
        for side in Side::BOTH {
            pieces.push((side, Kind::King));
            for kind in [
                Kind::Queen,
                Kind::Rook,
                Kind::Bishop,
                Kind::Knight,
                Kind::Pawn,
            ] {
                let count = material.count(side, kind);
                let range = pieces.len()..pieces.len() + count;
                pieces.extend(std::iter::repeat_n((side, kind), count));
                if kind == Kind::Pawn {
                    pawns[side.index()] = range;
                } else if count > 0 {
                    groups.push(Group {
                        pieces: range,
                        size: choose(64, count as u32),
                        sets: if count > 1 { sets(count) } else { Vec::new() },
                    });
                }
            }
        }
        let kings = match material.pawns() {
            0 => fold::TRIANGLE_PAIRS,
            _ => fold::ALL_PAIRS,
        };
        let digits = groups.iter().map(|group| u64::from(group.size));
        let mut geometry = Geometry {
            symmetric,
            black_king: pieces
                .iter()
                .position(|&piece| piece == (Side::Second, Kind::King))
                .unwrap_or(1),
            block: digits.product::<u64>() * kings as u64,
            material,
            pieces,
            groups,
            pawns,
            blocks: Vec::new(),
            placements: Vec::new(),
            passing: Vec::new(),
            steps: Vec::new(),
            weights: Vec::new(),
            king_weight: 1,
            last: None,
            unequal: Kind::ALL
                .into_iter()
                .map(|kind| (kind, Side::BOTH.map(|side| material.count(side, kind))))
                .find(|(_, [white, black])| white != black)
                .map_or((Kind::King, 1), |(kind, [white, _])| (kind, white)),
        };
        geometry.last = match geometry.groups.last() {
            Some(group) if group.size == 64 => Some(group.pieces.start),
            Some(_) => None,
            None => (material.pawns() > 0).then_some(geometry.black_king),
        };
        geometry.weigh();
        geometry.place_pawns();
        Ok(geometry)
    }

    /// Number of indices.
    pub(crate) fn size(&self) -> u64 {
        self.block * self.blocks.len() as u64
    }

    /// The indices with a side to move.
    pub(crate) fn indices_of(&self, side: Side) -> Vec<Range<u64>> {
        if self.symmetric {
            return std::iter::once(0..self.size()).collect();
        }
        let mut ranges: Vec<Range<u64>> = Vec::new();
        let blocks = (0..).zip(&self.blocks);
        for (number, _) in blocks.filter(|(_, block)| block.turn == side) {
            let start: u64 = number * self.block;
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end += self.block,
                _ => ranges.push(start..start + self.block),
            }
        }
        ranges
    }

    /// Number of placements of each group of a side's pieces, without kings and pawns.
    pub(super) fn sizes(&self, side: Side) -> impl Iterator<Item = u32> {
        let groups = self.groups.iter();
        let own = groups.filter(move |group| self.pieces[group.pieces.start].0 == side);
        own.map(|group| group.size)
    }

    /// The indices with White to move of a material without pawns, by the square of White's king.
    pub(super) fn by_white_king(&self) -> Vec<Range<u64>> {
        let pairs: Vec<usize> = (0..fold::TRIANGLE_PAIRS).collect();
        let alike = pairs.chunk_by(|&one, &other| {
            fold::triangle_kings(one)[0] == fold::triangle_kings(other)[0]
        });
        alike
            .map(|pairs| {
                let end = pairs[0] + pairs.len();
                pairs[0] as u64 * self.king_weight..end as u64 * self.king_weight
            })
            .collect()
    }

    /// The indices of equally far advanced pawns, most advanced first.
    pub(crate) fn layers(&self) -> Vec<Range<u64>> {
        let of = |blocks: &Range<u64>| blocks.start * self.block..blocks.end * self.block;
        self.steps.iter().map(of).collect()
    }

    /// The index of pieces on different squares with kings that are not adjacent; `None` if the
    /// kings are adjacent or pawns are on impossible squares.
    #[inline]
    pub(crate) fn index(&self, at: &Placed) -> Option<u64> {
        if self.symmetric && at.turn == Side::Second {
            return Some(self.index_as_placed(&self.colours_turned(at))?.0);
        }
        Some(self.index_as_placed(at)?.0)
    }

    /// Exchanges colours, if both sides have the same pieces.
    #[inline]
    pub(super) fn colours_turned(&self, at: &Placed) -> Placed {
        let mut turned = *at;
        let half = self.black_king;
        for i in 0..half {
            turned.squares[i] = at.squares[i + half] ^ 56;
            turned.squares[i + half] = at.squares[i] ^ 56;
        }
        turned.turn = !at.turn;
        turned.passed = at.passed.map(|square| square ^ 56);
        turned
    }

    /// The index and the symmetry that leads to it.
    #[inline]
    pub(super) fn index_as_placed(&self, at: &Placed) -> Option<(u64, usize)> {
        let (white, black) = (
            usize::from(at.squares[0]),
            usize::from(at.squares[self.black_king]),
        );
        if self.placements.len() == 1 {
            let folded = fold::in_triangle(white, black);
            if folded.pair == NONE {
                return None;
            }
            let turn = usize::from(folded.turn);
            let kings = u64::from(folded.pair);
            let mut number = self.digits(kings, &at.squares, turn);
            if folded.both_on_diagonal {
                number = number.min(self.digits(kings, &at.squares, turn ^ SWAP));
            }
            return Some((number + self.block * at.turn.index() as u64, turn));
        }
        let mut pawns = [0; MOST_PAWNS];
        let mut count = 0;
        for range in &self.pawns {
            for i in range.clone() {
                pawns[count] = at.squares[i];
                count += 1;
            }
        }
        let placement = self.placements[self.key_of(&mut pawns[..count])];
        if placement.plain[0] == NO_BLOCK {
            return None;
        }
        let mirrored = match placement.symmetric {
            true => white & 7 > 3,
            false => placement.mirrored,
        };
        let turn = if mirrored { MIRROR } else { 0 };
        if fold::touch(white, black) {
            return None;
        }
        let kings = fold::pair(
            usize::from(TURNED[turn][white]),
            usize::from(TURNED[turn][black]),
        );
        let block = match at.passed {
            None => placement.plain[at.turn.index()],
            Some(passed) => {
                let passed = TURNED[turn][usize::from(passed)];
                let [from, to] = placement.passing.map(|at| at as usize);
                let passing = self.passing[from..to].iter();
                let mut same = passing.filter(|of| of.turn == at.turn && of.passed == passed);
                same.next()?.block
            }
        };
        let number = self.digits(u64::from(kings), &at.squares, turn);
        Some((u64::from(block) * self.block + number, turn))
    }

    /// Pair of kings and groups as one number.
    #[inline(always)]
    pub(super) fn digits(&self, kings: u64, squares: &[u8; MOST_PIECES], turn: usize) -> u64 {
        let turned = &TURNED[turn];
        let mut number = kings;
        for group in &self.groups {
            let digit = match group.pieces.len() {
                1 => u32::from(turned[usize::from(squares[group.pieces.start])]),
                2 => {
                    let one = turned[usize::from(squares[group.pieces.start])];
                    let other = turned[usize::from(squares[group.pieces.start + 1])];
                    let (low, high) = (u32::from(one.min(other)), u32::from(one.max(other)));
                    high * high.saturating_sub(1) / 2 + low
                }
                count => {
                    let mut set = [0; 4];
                    for (place, &square) in set.iter_mut().zip(&squares[group.pieces.clone()]) {
                        *place = turned[usize::from(square)];
                    }
                    set_number(&mut set[..count])
                }
            };
            number = number * u64::from(group.size) + u64::from(digit);
        }
        number
    }

    /// The squares of the pieces of an index. Squares may coincide.
    #[inline]
    pub(crate) fn placed(&self, index: u64) -> Placed {
        self.placed_in((index / self.block) as usize, index % self.block)
    }

    /// The same for a number within a block.
    #[inline]
    pub(super) fn placed_in(&self, block: usize, number: u64) -> Placed {
        let block = &self.blocks[block];
        let mut squares = block.squares;
        let mut rest = number;
        for group in self.groups.iter().rev() {
            if group.size == 64 {
                squares[group.pieces.start] = (rest & 63) as u8;
                rest >>= 6;
                continue;
            }
            let (size, count) = (u64::from(group.size), group.pieces.len());
            let digit = (rest % size) as usize;
            rest /= size;
            squares[group.pieces.clone()].copy_from_slice(&group.sets[digit][..count]);
        }
        let kings = match self.placements.len() {
            1 => fold::triangle_kings(rest as usize),
            _ => fold::pair_kings(rest as usize),
        };
        squares[0] = kings[0];
        squares[self.black_king] = kings[1];
        Placed {
            squares,
            turn: block.turn,
            passed: block.passed,
        }
    }

    /// Whether an index is the canonical one of its position.
    #[inline]
    pub(crate) fn is_chosen(&self, at: &Placed) -> bool {
        let (white, black) = (
            usize::from(at.squares[0]),
            usize::from(at.squares[self.black_king]),
        );
        if self.placements.len() == 1 {
            return !fold::is_on_diagonal(white, black)
                || self.digits(0, &at.squares, 0) <= self.digits(0, &at.squares, SWAP);
        }
        white & 7 <= 3 || !self.has_symmetric_pawns(at)
    }

    fn has_symmetric_pawns(&self, at: &Placed) -> bool {
        self.pawns.iter().all(|range| {
            let pawns = &at.squares[range.clone()];
            pawns.iter().all(|square| pawns.contains(&(square ^ 7)))
        })
    }

    /// The size of the symmetry orbit of a position.
    pub(crate) fn orbit(&self, at: &Placed) -> u8 {
        if self.placements.len() > 1 {
            return 2;
        }
        let (white, black) = (
            usize::from(at.squares[0]),
            usize::from(at.squares[self.black_king]),
        );
        let alike = fold::is_on_diagonal(white, black)
            && self.digits(0, &at.squares, 0) == self.digits(0, &at.squares, SWAP);
        if alike { 4 } else { 8 }
    }

    /// Calls `visit` with the squares on which the side to move may capture en passant, judged by
    /// the pawns.
    #[inline]
    pub(crate) fn passed(&self, at: &Placed, mut visit: impl FnMut(u8)) {
        if self.pawns.iter().all(|range| !range.is_empty()) {
            let pawns = |side: Side| &at.squares[self.pawns[side.index()].clone()];
            passed_squares(pawns(at.turn), pawns(!at.turn), at.turn, &mut visit);
        }
    }

    /// The same for any board; `None` if it has other pieces.
    #[inline]
    pub(crate) fn place_if_fits(&self, board: &Position) -> Option<Placed> {
        let (kind, white) = self.unequal;
        let turned = board.count(Side::First, kind) != white;
        let (flip, owners) = match turned {
            true => (56, [Side::Second, Side::First]),
            false => (0, Side::BOTH),
        };
        let mut squares = [0; MOST_PIECES];
        let (mut placed, mut rest, mut fits) = (0, 0, true);
        let mut last = None;
        for (place, &piece) in squares.iter_mut().zip(&self.pieces) {
            // The next of several equal pieces.
            if last != Some(piece) {
                rest = board.pieces_of(owners[piece.0.index()], piece.1);
                last = Some(piece);
            }
            fits &= rest != 0;
            placed |= rest & rest.wrapping_neg();
            *place = (rest.trailing_zeros() as u8 ^ flip) & 63;
            rest &= rest.wrapping_sub(1);
        }
        (fits && placed == board.occupied()).then(|| Placed {
            squares,
            turn: if turned { !board.turn() } else { board.turn() },
            passed: board.en_passant().map(|square| square as u8 ^ flip),
        })
    }

    /// The pieces of a board in the order of this material; `turned` if colours are exchanged. The
    /// board must have exactly these pieces.
    pub(crate) fn place(&self, board: &Position, turned: bool) -> Placed {
        let flip = if turned { 56 } else { 0 };
        let mut squares = [0; MOST_PIECES];
        let mut i = 0;
        while i < self.pieces.len() {
            let (side, kind) = self.pieces[i];
            let owner = if turned { !side } else { side };
            for square in attacks::squares(board.pieces_of(owner, kind)) {
                squares[i] = square as u8 ^ flip;
                i += 1;
            }
        }
        Placed {
            squares,
            turn: if turned { !board.turn() } else { board.turn() },
            passed: board.en_passant().map(|square| square as u8 ^ flip),
        }
    }
}
