//! A position: board, hands, side to move.

use yomikiri_game_api::Side;

/// A position in 48 bytes.
///
/// The kind on a square is a four-bit code (0 = empty) spread over four bit planes, so that copies
/// are short, equality compares words, and the pieces of one kind take a few operations. Squares
/// are numbered by rows from the top left, as First sees the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Bit `i` of the code of every square.
    pub(crate) planes: [u64; 4],
    /// The squares of Second's pieces.
    pub(crate) second: u64,
    /// Hands (four bits for each kind, First's seven and then Second's) and the turn (top bit).
    pub(crate) rest: u64,
}

const SECOND_TO_MOVE: u64 = 1 << 63;

impl Position {
    /// An empty board with First to move.
    pub(crate) const EMPTY: Position = Position {
        planes: [0; 4],
        second: 0,
        rest: 0,
    };

    /// The side to move.
    #[inline(always)]
    pub fn turn(&self) -> Side {
        if self.rest & SECOND_TO_MOVE == 0 {
            Side::First
        } else {
            Side::Second
        }
    }

    #[inline(always)]
    pub(crate) fn pass_turn(&mut self) {
        self.rest ^= SECOND_TO_MOVE;
    }

    pub(crate) fn set_turn(&mut self, side: Side) {
        if self.turn() != side {
            self.pass_turn();
        }
    }

    /// The squares that are not empty.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> u64 {
        let [a, b, c, d] = self.planes;
        a | b | c | d
    }

    /// The squares of a side's pieces.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: Side) -> u64 {
        // Second's pieces are a subset of the occupied squares; no branch on the side.
        let if_first = (side as u64).wrapping_sub(1);
        self.second ^ self.occupied() & if_first
    }

    /// The squares of pieces with a code, in a game whose codes need `PLANES` planes.
    #[inline(always)]
    pub(crate) fn of_code<const PLANES: usize>(&self, code: usize) -> u64 {
        let planes = self.planes[..PLANES].iter().enumerate();
        planes.fold(u64::MAX, |pieces, (i, plane)| {
            // The plane if the code has the bit, else its complement.
            pieces & (plane ^ ((code as u64 >> i & 1).wrapping_sub(1)))
        })
    }

    /// The code of a square, 0 if empty.
    #[inline(always)]
    pub(crate) fn code_at(&self, square: usize) -> usize {
        let planes = self.planes.iter().enumerate();
        planes.fold(0, |code, (i, plane)| {
            code | ((plane >> square) as usize & 1) << i
        })
    }

    /// The owner of the piece on a square.
    pub(crate) fn owner_at(&self, square: usize) -> Option<Side> {
        if self.occupied() >> square & 1 == 0 {
            None
        } else if self.second >> square & 1 == 0 {
            Some(Side::First)
        } else {
            Some(Side::Second)
        }
    }

    /// Empties a square.
    #[inline(always)]
    pub(crate) fn clear(&mut self, square: usize) {
        let keep = !(1 << square);
        for plane in &mut self.planes {
            *plane &= keep;
        }
        self.second &= keep;
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: usize, code: usize, side: Side) {
        debug_assert_eq!(self.code_at(square), 0, "the square must be empty");
        for (i, plane) in self.planes.iter_mut().enumerate() {
            *plane |= ((code >> i & 1) as u64) << square;
        }
        self.second |= (side as u64) << square;
    }

    /// Moves a side's piece unchanged and removes what was on the target.
    #[inline(always)]
    pub(crate) fn carry(&mut self, from: usize, to: usize, side: Side) {
        let keep = !(1 << from | 1 << to);
        for plane in &mut self.planes {
            *plane = *plane & keep | (*plane >> from & 1) << to;
        }
        self.second = self.second & keep | (side as u64) << to;
    }

    /// Number of pieces of a hand kind in a side's hand.
    #[inline(always)]
    pub(crate) fn in_hand(&self, side: Side, hand_kind: usize) -> usize {
        (self.rest >> shift(side, hand_kind) & 15) as usize
    }

    /// The side's whole hand; 0 = empty.
    #[inline(always)]
    pub(crate) fn hand(&self, side: Side) -> u64 {
        self.rest >> shift(side, 0) & 0x0FFF_FFFF
    }

    #[inline(always)]
    pub(crate) fn add_to_hand(&mut self, side: Side, hand_kind: usize) {
        debug_assert!(self.in_hand(side, hand_kind) < 15);
        self.rest += 1 << shift(side, hand_kind);
    }

    #[inline(always)]
    pub(crate) fn take_from_hand(&mut self, side: Side, hand_kind: usize) {
        debug_assert!(self.in_hand(side, hand_kind) > 0);
        self.rest -= 1 << shift(side, hand_kind);
    }

    /// 64-bit hash: the words multiplied pairwise (folded 128-bit products).
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        #[inline(always)]
        fn fold(a: u64, b: u64) -> u64 {
            let wide = u128::from(a) * u128::from(b);
            (wide >> 64) as u64 ^ wide as u64
        }
        // Odd constants from the binary expansions of square roots; they distinguish zeros.
        let [a, b, c, d] = self.planes;
        let kinds = fold(a ^ 0x6A09_E667_F3BC_C909, b ^ 0xBB67_AE85_84CA_A73B);
        let more = fold(c ^ 0x3C6E_F372_FE94_F82B, d ^ 0xA54F_F53A_5F1D_36F1);
        let rest = fold(
            self.second ^ 0x510E_527F_ADE6_82D1,
            self.rest ^ 0x9B05_688C_2B3E_6C1F,
        );
        fold(kinds ^ rest, more.rotate_left(23) ^ 0x1F83_D9AB_FB41_BD6B)
    }
}

#[inline(always)]
fn shift(side: Side, hand_kind: usize) -> usize {
    side.index() * 28 + hand_kind * 4
}
