//! Positions and moves as the opening books of other programs write them.
//!
//! Both kinds number the points on a board of 16 columns, from `0x33` at Black's left corner (`a9`) to `0xCB`, and
//! the pieces as this program does: `KABNRCP` of Red, then of Black.

use std::sync::LazyLock;

use yomikiri_game_api::Side;

use super::game::Xiangqi;
use super::pieces::{Move, POINTS, Square, file_of, rank_of};
use super::position::Position;

/// Pieces of both sides.
const PIECES: usize = 14;
/// Points of the board that other programs number.
const WIDE_POINTS: usize = 256;

/// The keys of ElephantEye (`dwLock1`), made as it makes them: from the stream of RC4 with a key of zeros, of every
/// three words the last. First the one for Black to move, then those of each piece on each point.
static ELEEYE: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut stream = Rc4::of_zeros();
    let mut third = || {
        let words: [u32; 3] = std::array::from_fn(|_| stream.word());
        words[2]
    };
    (0..=PIECES * WIDE_POINTS).map(|_| third()).collect()
});

/// The keys of `*.obk` books, as their format publishes them: eight bytes each, lowest first; for Red to move, then of
/// each piece on each of the 90 points from `a9` on.
static OBK: &[u8; (1 + PIECES * POINTS) * 8] = include_bytes!("data/obk.keys");

impl Xiangqi {
    /// The key of a position in ElephantEye's books.
    pub fn eleeye_key(&self, at: &Position) -> u64 {
        let mut key = match at.turn() {
            Side::First => 0,
            Side::Second => ELEEYE[0],
        };
        for (piece, square) in pieces(at) {
            key ^= ELEEYE[1 + piece * WIDE_POINTS + wide(square)];
        }
        key.into()
    }

    /// A move as a number there: origin, and target in the higher byte.
    pub fn eleeye_move(&self, _: &Position, mv: Move) -> u32 {
        (wide(mv.to()) << 8 | wide(mv.from())) as u32
    }

    /// The key of a position in `*.obk` books.
    pub fn obk_key(&self, at: &Position) -> u64 {
        let number = |place: usize| {
            let bytes = OBK.as_chunks::<8>().0[place];
            u64::from_le_bytes(bytes)
        };
        let mut key = match at.turn() {
            Side::First => number(0),
            Side::Second => 0,
        };
        for (piece, square) in pieces(at) {
            let from_top = (9 - rank_of(square)) * 9 + file_of(square);
            key ^= number(1 + piece * POINTS + from_top);
        }
        key
    }

    /// A move as a number there: target, and origin in the higher byte.
    pub fn obk_move(&self, _: &Position, mv: Move) -> u32 {
        (wide(mv.from()) << 8 | wide(mv.to())) as u32
    }
}

/// All pieces with their numbers.
fn pieces(at: &Position) -> impl Iterator<Item = (usize, Square)> + '_ {
    (0..POINTS as Square).filter_map(|square| {
        let (kind, side) = at.at(square)?;
        Some((kind as usize + 7 * side.index(), square))
    })
}

/// A point on the board of 16 columns.
const fn wide(square: Square) -> usize {
    (12 - rank_of(square)) * 16 + 3 + file_of(square)
}

/// The stream of bytes of RC4.
struct Rc4 {
    state: [u8; 256],
    x: u8,
    y: u8,
}

impl Rc4 {
    fn of_zeros() -> Self {
        let mut state: [u8; 256] = std::array::from_fn(|at| at as u8);
        let mut other = 0_u8;
        for at in 0..256 {
            other = other.wrapping_add(state[at]);
            state.swap(at, other.into());
        }
        Rc4 { state, x: 0, y: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.x = self.x.wrapping_add(1);
        self.y = self.y.wrapping_add(self.state[usize::from(self.x)]);
        self.state.swap(self.x.into(), self.y.into());
        let [a, b] = [self.x, self.y].map(|at| self.state[usize::from(at)]);
        self.state[usize::from(a.wrapping_add(b))]
    }

    fn word(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::{Game, Notation};

    use super::*;

    /// The lock of the start in the book that ElephantEye comes with, and the number of its most popular move there.
    #[test]
    fn keys_of_eleeye() {
        let game = Xiangqi::default();
        let mut at = game.start();
        assert_eq!(game.eleeye_key(&at), 0x0526_56D5);
        let mv = game.read_move(&at, "h2e2").unwrap();
        assert_eq!(game.eleeye_move(&at, mv), 0xA7AA);
        // That book has the mirror image of what follows.
        let mv = game.read_move(&at, "b2e2").unwrap();
        game.play(&mut at, mv);
        assert_eq!(game.eleeye_key(&at), 0x5396_644F);
    }

    /// The keys of the start that readers of these books publish, and the number of a move.
    #[test]
    fn keys_of_obk() {
        let game = Xiangqi::default();
        let at = game.start();
        assert_eq!(game.obk_key(&at), 7_101_337_512_282_506_414);
        let black = game.read_position(&format!("{START} b")).unwrap();
        assert_eq!(game.obk_key(&black), 0xC243_2E2E_C584_6BF6);
        let mv = game.read_move(&at, "h2e2").unwrap();
        assert_eq!(game.obk_move(&at, mv), 43_687);
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
}
