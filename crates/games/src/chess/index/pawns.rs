//! Pawn placements, and the blocks of indices of each.

use yomikiri_game_api::Side;

use super::geometry::{Geometry, MOST_PAWNS, MOST_PIECES};
use crate::chess::attacks::{self, bit};

/// A pawn placement and its state.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The pawns' squares at their list positions; the other entries are 0.
    pub(super) squares: [u8; MOST_PIECES],
    /// For the pawns of the side to move, one and two squares forward: the block in which the same
    /// number is the position after the step; [`NO_BLOCK`] if it is not that simple.
    pub(super) pushes: [[u32; 2]; MOST_PAWNS],
    pub(super) turn: Side,
    pub(super) passed: Option<u8>,
    /// The key of the placement.
    pub(super) key: u32,
}

/// Data about pawns on given squares.
#[derive(Copy, Clone, Debug)]
pub(super) struct Placement {
    /// The blocks with White and with Black to move; [`NO_BLOCK`] if there is no such placement.
    pub(super) plain: [u32; 2],
    /// Its blocks with an en passant right, in the list of them.
    pub(super) passing: [u32; 2],
    /// Whether the files are mirrored.
    pub(super) mirrored: bool,
    pub(super) symmetric: bool,
}

/// A block with an en passant right.
#[derive(Copy, Clone, Debug)]
pub(super) struct Passing {
    pub(super) turn: Side,
    pub(super) passed: u8,
    pub(super) block: u32,
}

/// There is no such block.
pub(super) const NO_BLOCK: u32 = u32::MAX;

impl Geometry {
    /// Lists the pawn placements and their blocks.
    pub(super) fn place_pawns(&mut self) {
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
        // 2. Most advanced first: pawn moves lead there.
        found.sort_by_key(|&(advance, key)| (u32::MAX - advance, key));
        let mut blocks: Vec<(u32, usize, Block)> = Vec::new();
        for &(advance, key) in &found {
            self.add_blocks(key, count, |block| {
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
        self.note_pushes();
    }

    /// Whether a side has a pawn on its second-last rank in some placement of a layer.
    pub(super) fn has_promoting_pawn(&self, layer: usize, side: Side) -> bool {
        let blocks = &self.steps[layer];
        let blocks = &self.blocks[blocks.start as usize..blocks.end as usize];
        let last_but_one = match side {
            Side::First => 6,
            Side::Second => 1,
        };
        blocks.iter().any(|block| {
            let mut own = self.pawns[side.index()].clone();
            own.any(|piece| block.squares[piece] >> 3 == last_but_one)
        })
    }

    /// Computes the blocks that pawn steps lead to.
    fn note_pushes(&mut self) {
        if self.symmetric {
            return; // every move turns the colours
        }
        for number in 0..self.blocks.len() {
            let block = self.blocks[number];
            let own = self.pawns[block.turn.index()].clone();
            for (i, piece) in own.enumerate() {
                for steps in [1, 2] {
                    self.blocks[number].pushes[i][steps - 1] =
                        self.pushed(&block, piece, steps as u8);
                }
            }
        }
    }

    /// The block after a pawn step if nothing else changes in the index.
    fn pushed(&self, block: &Block, piece: usize, steps: u8) -> u32 {
        let square = block.squares[piece];
        let to = match block.turn {
            Side::First => square + 8 * steps,
            Side::Second => square.wrapping_sub(8 * steps),
        };
        let is_home = square >> 3 == if block.turn == Side::First { 1 } else { 6 };
        if !(8..56).contains(&to) || steps == 2 && !is_home {
            return NO_BLOCK;
        }
        let mut squares = block.squares;
        squares[piece] = to;
        let mut pawns = [0; MOST_PAWNS];
        let mut count = 0;
        for i in self.pawns.iter().cloned().flatten() {
            pawns[count] = squares[i];
            count += 1;
        }
        let before = pawns;
        let placement = &self.placements[self.key_of(&mut pawns[..count])];
        // A double step may give an en passant right.
        let is_plain = before == pawns
            && !placement.mirrored
            && !placement.symmetric
            && (steps == 1 || placement.passing[0] == placement.passing[1]);
        match is_plain {
            true => placement.plain[(!block.turn).index()],
            false => NO_BLOCK,
        }
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
    pub(super) fn key_of(&self, pawns: &mut [u8]) -> usize {
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

    /// Total advance of the pawns.
    fn advance(&self, pawns: &[u8]) -> u32 {
        let white = self.pawns[0].len();
        let come = |(i, &square): (usize, &u8)| match i < white {
            true => u32::from(square >> 3),
            false => 7 - u32::from(square >> 3),
        };
        pawns.iter().enumerate().map(come).sum()
    }

    fn add_blocks(&self, key: usize, count: usize, mut add: impl FnMut(Block)) {
        let pawns = self.pawns_of(key);
        let mut squares = [0; MOST_PIECES];
        for (piece, &square) in self.pawns.iter().cloned().flatten().zip(&pawns) {
            squares[piece] = square;
        }
        let block = |turn, passed| Block {
            squares,
            pushes: [[NO_BLOCK; 2]; MOST_PAWNS],
            turn,
            passed,
            key: key as u32,
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
}

/// The squares that enemy pawns may just have passed, with a pawn of the side to move beside them.
#[inline]
pub(super) fn passed_squares(own: &[u8], their: &[u8], turn: Side, visit: &mut impl FnMut(u8)) {
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
