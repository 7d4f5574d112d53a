//! Slots of one material: from squares to numbers and back.
//!
//! A table is a row of *blocks* of equal size, one for each placement of the pawns and each state
//! (White moves, Black moves, or one of them may take en passant). Within a block the number is
//! kings' pair, then one digit for each group of equal men. Where both sides have the same men the
//! colours are turned so that White moves.
//!
//! Blocks are ordered by how far the pawns have come, so that what pawns' moves lead to comes earlier,
//! then by turn: a layer is all placements of equally far advanced pawns.

use std::ops::Range;

use yomikiri_game_api::Side;

use super::fold::{self, MIRROR, NONE, SWAP, TURNED};
use super::material::Material;
use crate::chess::attacks::{self, bit};
use crate::chess::moves::Kind;
use crate::chess::position::Position;

/// The most men a table can have.
pub(crate) const MOST_MEN: usize = 6;
/// The most pawns: their placements are looked up in a table of 64 to this power.
pub(crate) const MOST_PAWNS: usize = 3;

/// Where the men of a material stand, in the order of [`Geometry::men`], and who moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub(crate) squares: [u8; MOST_MEN],
    pub(crate) turn: Side,
    /// The square on which a pawn may be taken en passant.
    pub(crate) passed: Option<u8>,
}

/// Equal men other than kings and pawns.
#[derive(Clone, Debug)]
struct Group {
    men: Range<usize>,
    /// How many sets of so many squares there are.
    size: u32,
    /// The sets by number, for groups of several.
    sets: Vec<[u8; 4]>,
}

/// A placement of pawns with what may be done there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Block {
    pawns: [u8; MOST_PAWNS],
    turn: Side,
    passed: Option<u8>,
}

/// What is known of pawns on given squares.
#[derive(Copy, Clone, Debug)]
struct Placement {
    /// The blocks with White and with Black to move; [`NO_BLOCK`] if there is no such placement.
    plain: [u32; 2],
    /// Its blocks with a right to take en passant, in the list of them.
    passing: [u32; 2],
    /// Whether the files are to be mirrored.
    mirrored: bool,
    symmetric: bool,
}

/// A block with a right to take en passant.
#[derive(Copy, Clone, Debug)]
struct Passing {
    turn: Side,
    passed: u8,
    block: u32,
}

const NO_BLOCK: u32 = u32::MAX;

/// The numbering of one material.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    pub(crate) material: Material,
    /// White's king first, then White's others, then Black's king and others; pawns last.
    pub(crate) men: Vec<(Side, Kind)>,
    /// Both sides have the same: colours are turned so that White moves.
    pub(crate) symmetric: bool,
    pub(crate) black_king: usize,
    groups: Vec<Group>,
    /// White's pawns and Black's, among the men.
    pawns: [Range<usize>; 2],
    /// Slots of a block.
    pub(crate) block: u64,
    blocks: Vec<Block>,
    placements: Vec<Placement>,
    passing: Vec<Passing>,
    /// Blocks with equally far advanced pawns.
    steps: Vec<Range<u64>>,
}

const fn choose(n: u32, k: u32) -> u32 {
    let (mut product, mut i) = (1, 0);
    while i < k {
        product = product * (n - i) / (i + 1);
        i += 1;
    }
    product
}

impl Geometry {
    /// The numbering, or why there is none.
    pub(crate) fn new(material: Material) -> Result<Geometry, String> {
        if material.men() > MOST_MEN || material.pawns() > MOST_PAWNS {
            return Err(format!(
                "expected at most {MOST_MEN} men, {MOST_PAWNS} of them pawns, came {material}"
            ));
        }
        let mut men = Vec::new();
        let (mut groups, mut pawns) = (Vec::new(), [0..0, 0..0]);
        for side in Side::BOTH {
            men.push((side, Kind::King));
            for kind in [
                Kind::Queen,
                Kind::Rook,
                Kind::Bishop,
                Kind::Knight,
                Kind::Pawn,
            ] {
                let count = material.count(side, kind);
                let range = men.len()..men.len() + count;
                men.extend(std::iter::repeat_n((side, kind), count));
                if kind == Kind::Pawn {
                    pawns[side.index()] = range;
                } else if count > 0 {
                    groups.push(Group {
                        men: range,
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
            symmetric: material.is_symmetric(),
            black_king: men
                .iter()
                .position(|&man| man == (Side::Second, Kind::King))
                .unwrap_or(1),
            block: digits.product::<u64>() * kings as u64,
            material,
            men,
            groups,
            pawns,
            blocks: Vec::new(),
            placements: Vec::new(),
            passing: Vec::new(),
            steps: Vec::new(),
        };
        geometry.place_pawns();
        Ok(geometry)
    }

    /// The slots there are.
    pub(crate) fn slots(&self) -> u64 {
        self.block * self.blocks.len() as u64
    }

    /// The slots with a side to move.
    pub(crate) fn ranges_of(&self, side: Side) -> Vec<Range<u64>> {
        if self.symmetric {
            return std::iter::once(0..self.slots()).collect();
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

    /// The slots of equally far advanced pawns, the farthest first.
    pub(crate) fn layers(&self) -> Vec<Range<u64>> {
        let of = |blocks: &Range<u64>| blocks.start * self.block..blocks.end * self.block;
        self.steps.iter().map(of).collect()
    }

    /// Lists the placements of pawns and their blocks.
    fn place_pawns(&mut self) {
        let count = self.material.pawns();
        let none = Placement {
            plain: [NO_BLOCK; 2],
            passing: [0; 2],
            mirrored: false,
            symmetric: false,
        };
        self.placements = vec![none; 64usize.pow(count as u32)];
        // 1. Every placement, as the smaller of it and its mirror image.
        let mut found: Vec<(u32, usize)> = Vec::new();
        for key in 0..self.placements.len() {
            let pawns = self.pawns_of(key);
            if self.is_placement(&pawns[..count]) && key <= self.mirrored_key(key) {
                found.push((self.advance(&pawns[..count]), key));
            }
        }
        // 2. The farthest advanced first: pawns' moves lead there.
        found.sort_by_key(|&(advance, key)| (u32::MAX - advance, key));
        let mut blocks: Vec<(u32, usize, Block)> = Vec::new();
        for &(advance, key) in &found {
            self.add_blocks(self.pawns_of(key), count, |block| {
                blocks.push((advance, key, block));
            });
        }
        blocks.sort_by_key(|&(advance, key, block)| (u32::MAX - advance, block.turn, key));
        // 3. Their numbers, for a placement and its mirror image.
        let mut passing: Vec<Vec<Passing>> = vec![Vec::new(); self.placements.len()];
        for (number, &(advance, key, block)) in blocks.iter().enumerate() {
            match block.passed {
                None => self.placements[key].plain[block.turn.index()] = number as u32,
                Some(passed) => passing[key].push(Passing {
                    turn: block.turn,
                    passed,
                    block: number as u32,
                }),
            }
            self.placements[key].symmetric = count > 0 && self.mirrored_key(key) == key;
            let number = number as u64;
            match self.steps.last_mut() {
                Some(step) if number > 0 && blocks[number as usize - 1].0 == advance => {
                    step.end = number + 1;
                }
                _ => self.steps.push(number..number + 1),
            }
        }
        for &(_, key) in &found {
            let first = self.passing.len() as u32;
            self.passing.append(&mut passing[key]);
            self.placements[key].passing = [first, self.passing.len() as u32];
            let mirror = self.mirrored_key(key);
            if mirror != key {
                self.placements[mirror] = Placement {
                    mirrored: true,
                    ..self.placements[key]
                };
            }
        }
        self.blocks = blocks.into_iter().map(|(.., block)| block).collect();
    }

    /// The squares that a key of placements stands for.
    fn pawns_of(&self, mut key: usize) -> [u8; MOST_PAWNS] {
        let mut squares = [0; MOST_PAWNS];
        for i in (0..self.material.pawns()).rev() {
            squares[i] = (key & 63) as u8;
            key >>= 6;
        }
        squares
    }

    /// The key of pawns, each side's in order of squares.
    #[inline]
    fn key_of(&self, pawns: &mut [u8]) -> usize {
        let white = self.pawns[0].len();
        pawns[..white].sort_unstable();
        pawns[white..].sort_unstable();
        pawns
            .iter()
            .fold(0, |key, &square| key << 6 | usize::from(square))
    }

    fn mirrored_key(&self, key: usize) -> usize {
        let mut pawns = self.pawns_of(key).map(|square| square ^ 7);
        self.key_of(&mut pawns[..self.material.pawns()])
    }

    /// Pawns on different squares of the middle ranks, each side's in order.
    fn is_placement(&self, pawns: &[u8]) -> bool {
        let white = self.pawns[0].len();
        let inside = pawns.iter().all(|&square| (8..56).contains(&square));
        let in_order = |pawns: &[u8]| pawns.windows(2).all(|pair| pair[0] < pair[1]);
        let apart = pawns[..white]
            .iter()
            .all(|square| !pawns[white..].contains(square));
        inside && apart && in_order(&pawns[..white]) && in_order(&pawns[white..])
    }

    /// How far the pawns have come in all.
    fn advance(&self, pawns: &[u8]) -> u32 {
        let white = self.pawns[0].len();
        let come = |(i, &square): (usize, &u8)| match i < white {
            true => u32::from(square >> 3),
            false => 7 - u32::from(square >> 3),
        };
        pawns.iter().enumerate().map(come).sum()
    }

    fn add_blocks(&self, pawns: [u8; MOST_PAWNS], count: usize, mut add: impl FnMut(Block)) {
        let block = |turn, passed| Block {
            pawns,
            turn,
            passed,
        };
        let sides = if self.symmetric { 1 } else { 2 };
        for &turn in &Side::BOTH[..sides] {
            add(block(turn, None));
            let (white, black) = pawns[..count].split_at(self.pawns[0].len());
            let (own, their) = match turn {
                Side::First => (white, black),
                Side::Second => (black, white),
            };
            passed_squares(own, their, turn, &mut |passed| {
                add(block(turn, Some(passed)));
            });
        }
    }

    /// The number of men on squares, which must be of different squares and no touching kings; `None`
    /// if the kings touch or pawns stand where they cannot.
    #[inline]
    pub(crate) fn slot(&self, at: &Placed) -> Option<u64> {
        if self.symmetric && at.turn == Side::Second {
            return self.slot_as_placed(&self.colours_turned(at));
        }
        self.slot_as_placed(at)
    }

    /// The colours turned, where both sides have the same men.
    #[inline]
    fn colours_turned(&self, at: &Placed) -> Placed {
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

    #[inline]
    fn slot_as_placed(&self, at: &Placed) -> Option<u64> {
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
            return Some(number + self.block * at.turn.index() as u64);
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
        let kings = fold::pair(
            usize::from(TURNED[turn][white]),
            usize::from(TURNED[turn][black]),
        );
        if kings == NONE {
            return None;
        }
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
        Some(u64::from(block) * self.block + self.digits(u64::from(kings), &at.squares, turn))
    }

    /// Kings' pair and groups as one number.
    #[inline(always)]
    fn digits(&self, kings: u64, squares: &[u8; MOST_MEN], turn: usize) -> u64 {
        let turned = &TURNED[turn];
        let mut number = kings;
        for group in &self.groups {
            let digit = match group.men.len() {
                1 => u32::from(turned[usize::from(squares[group.men.start])]),
                2 => {
                    let one = turned[usize::from(squares[group.men.start])];
                    let other = turned[usize::from(squares[group.men.start + 1])];
                    let (low, high) = (u32::from(one.min(other)), u32::from(one.max(other)));
                    high * high.saturating_sub(1) / 2 + low
                }
                count => {
                    let mut set = [0; 4];
                    for (place, &square) in set.iter_mut().zip(&squares[group.men.clone()]) {
                        *place = turned[usize::from(square)];
                    }
                    set_number(&mut set[..count])
                }
            };
            number = number * u64::from(group.size) + u64::from(digit);
        }
        number
    }

    /// Where the men of a slot stand. Squares may coincide.
    #[inline]
    pub(crate) fn placed(&self, slot: u64) -> Placed {
        let (block, number) = (slot / self.block, slot % self.block);
        let block = &self.blocks[block as usize];
        let mut squares = [0; MOST_MEN];
        let mut rest = number;
        for group in self.groups.iter().rev() {
            let size = u64::from(group.size);
            let digit = (rest % size) as usize;
            rest /= size;
            match group.men.len() {
                1 => squares[group.men.start] = digit as u8,
                count => squares[group.men.clone()].copy_from_slice(&group.sets[digit][..count]),
            }
        }
        let kings = match self.placements.len() {
            1 => fold::triangle_kings(rest as usize),
            _ => fold::pair_kings(rest as usize),
        };
        squares[0] = kings[0];
        squares[self.black_king] = kings[1];
        let mut pawns = block.pawns.iter();
        for range in &self.pawns {
            for (place, &square) in squares[range.clone()].iter_mut().zip(&mut pawns) {
                *place = square;
            }
        }
        Placed {
            squares,
            turn: block.turn,
            passed: block.passed,
        }
    }

    /// Whether a slot is the one its position has, of all that symmetry could give it.
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

    /// How many positions the board's symmetries make of one.
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

    /// Calls `visit` with the squares on which the side to move may take en passant, as far as the
    /// pawns tell.
    #[inline]
    pub(crate) fn passed(&self, at: &Placed, mut visit: impl FnMut(u8)) {
        if self.pawns.iter().all(|range| !range.is_empty()) {
            let pawns = |side: Side| &at.squares[self.pawns[side.index()].clone()];
            passed_squares(pawns(at.turn), pawns(!at.turn), at.turn, &mut visit);
        }
    }

    /// The men of a board in the order of this material; `turned` if its colours are turned.
    /// The board must have exactly these men.
    pub(crate) fn place(&self, board: &Position, turned: bool) -> Placed {
        let flip = if turned { 56 } else { 0 };
        let mut squares = [0; MOST_MEN];
        let mut i = 0;
        while i < self.men.len() {
            let (side, kind) = self.men[i];
            let owner = if turned { !side } else { side };
            for square in attacks::squares(board.men_of(owner, kind)) {
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

/// The squares that enemy pawns may just have passed with a pawn of the side to move beside.
#[inline]
fn passed_squares(own: &[u8], their: &[u8], turn: Side, visit: &mut impl FnMut(u8)) {
    let set = |pawns: &[u8]| {
        pawns
            .iter()
            .fold(0, |set, &square| set | bit(usize::from(square)))
    };
    let (own, all) = (set(own), set(own) | set(their));
    for &stepped in their {
        let stepped = usize::from(stepped);
        let (passed, home) = match turn {
            Side::First if stepped >> 3 == 4 => (stepped + 8, stepped + 16),
            Side::Second if stepped >> 3 == 3 => (stepped - 8, stepped - 16),
            _ => continue,
        };
        let empty = all & (bit(passed) | bit(home)) == 0;
        if empty && attacks::pawn((!turn).index(), passed) & own != 0 {
            visit(passed as u8);
        }
    }
}

/// Every set of so many squares, by number.
fn sets(count: usize) -> Vec<[u8; 4]> {
    let mut sets = vec![[0; 4]; choose(64, count as u32) as usize];
    let mut set = [0u8, 1, 2, 3];
    for (i, place) in set.iter_mut().enumerate() {
        *place = i as u8;
    }
    // Numbers grow with the highest square, then the next: odometer order.
    for place in &mut sets {
        place[..count].copy_from_slice(&set[..count]);
        let mut i = 0;
        while i + 1 < count && set[i] + 1 == set[i + 1] {
            set[i] = i as u8;
            i += 1;
        }
        set[i] += 1;
    }
    sets
}

/// The number of a set of squares.
fn set_number(set: &mut [u8]) -> u32 {
    set.sort_unstable();
    let places = set.iter().zip(1..);
    places
        .map(|(&square, k)| choose_from(u32::from(square), k))
        .sum()
}

const fn choose_from(n: u32, k: u32) -> u32 {
    if n < k { 0 } else { choose(n, k) }
}
