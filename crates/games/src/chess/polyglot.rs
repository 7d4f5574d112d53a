//! Positions and moves as the opening books of Polyglot write them.
//!
//! The 781 numbers of the format (`Random64`) are the first ones of Jenkins's generator ISAAC-64 with a seed of
//! zeros, so they are made here and not kept; the tests compare them with the published ones.

use std::sync::LazyLock;

use yomikiri_game_api::Side;

use super::attacks;
use super::game::Chess;
use super::moves::{Kind, Move};
use super::position::{BLACK_LONG, BLACK_SHORT, Position, WHITE_LONG, WHITE_SHORT};

/// All numbers: 64 for each of 12 pieces, 4 for castling, 8 for files of en passant, 1 for White to move.
const NUMBERS: usize = 781;
const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

static RANDOM: LazyLock<Vec<u64>> = LazyLock::new(|| isaac64(NUMBERS));

impl Chess {
    /// The key of a position in Polyglot's books. An en-passant square counts where the capture is legal; Polyglot
    /// counts it also where the capturing pawn is pinned.
    pub fn polyglot_key(&self, at: &Position) -> u64 {
        let mut key = 0;
        for square in attacks::squares(at.occupied()) {
            if let Some((side, kind)) = at.piece_at(square) {
                let piece = 2 * kind.index() + usize::from(side == Side::First);
                key ^= RANDOM[64 * piece + square];
            }
        }
        let rights = [WHITE_SHORT, WHITE_LONG, BLACK_SHORT, BLACK_LONG];
        for (number, right) in rights.into_iter().enumerate() {
            if at.castling() & right != 0 {
                key ^= RANDOM[CASTLING + number];
            }
        }
        if let Some(square) = at.en_passant() {
            key ^= RANDOM[EN_PASSANT + (square & 7)];
        }
        if at.turn() == Side::First {
            key ^= RANDOM[WHITE_TO_MOVE];
        }
        key
    }

    /// A move as a number: target, origin (file and rank, three bits each), promotion. Castling is the king's way to
    /// its rook.
    pub fn polyglot_move(&self, at: &Position, mv: Move) -> u32 {
        let (from, mut to) = (mv.from(), mv.to());
        let is_king = at
            .piece_at(from)
            .is_some_and(|(_, kind)| kind == Kind::King);
        if is_king && from & 7 == 4 && (to & 7).abs_diff(4) == 2 {
            to = if to > from { from + 3 } else { from - 4 };
        }
        let promotion = mv.promotion().map_or(0, Kind::index);
        (promotion << 12 | from << 6 | to) as u32
    }
}

/// The first numbers of ISAAC-64 (Bob Jenkins, 1996) with a seed of zeros.
fn isaac64(count: usize) -> Vec<u64> {
    const SIZE: usize = 256;
    let mut memory = [0_u64; SIZE];
    let mut mixed = [0x9E37_79B9_7F4A_7C13_u64; 8];
    for _ in 0..4 {
        mix(&mut mixed);
    }
    // Two rounds: over the seed, which is zero, and over what the first one has left.
    for _ in 0..2 {
        for part in memory.chunks_exact_mut(8) {
            for (own, seed) in mixed.iter_mut().zip(part.iter()) {
                *own = own.wrapping_add(*seed);
            }
            mix(&mut mixed);
            part.copy_from_slice(&mixed);
        }
    }
    let (mut a, mut b, mut c) = (0_u64, 0_u64, 0_u64);
    let mut numbers = Vec::with_capacity(count + SIZE);
    while numbers.len() < count {
        c = c.wrapping_add(1);
        b = b.wrapping_add(c);
        let mut round = [0; SIZE];
        for at in 0..SIZE {
            let old = memory[at];
            let turned = match at % 4 {
                0 => !(a ^ a << 21),
                1 => a ^ a >> 5,
                2 => a ^ a << 12,
                _ => a ^ a >> 33,
            };
            a = turned.wrapping_add(memory[(at + SIZE / 2) % SIZE]);
            let new = memory[(old >> 3) as usize % SIZE]
                .wrapping_add(a)
                .wrapping_add(b);
            memory[at] = new;
            b = memory[(new >> 11) as usize % SIZE].wrapping_add(old);
            round[at] = b;
        }
        // A round is handed out from its end.
        numbers.extend(round.into_iter().rev());
    }
    numbers.truncate(count);
    numbers
}

fn mix(words: &mut [u64; 8]) {
    /// By how far each word is moved, and whether to the right.
    const STEPS: [(u32, bool); 8] = [
        (9, true),
        (9, false),
        (23, true),
        (15, false),
        (14, true),
        (20, false),
        (17, true),
        (14, false),
    ];
    for (at, (by, right)) in STEPS.into_iter().enumerate() {
        let [fourth, fifth, seventh] = [4, 5, 7].map(|more| (at + more) % 8);
        words[at] = words[at].wrapping_sub(words[fourth]);
        let other = words[seventh];
        words[fifth] ^= if right { other >> by } else { other << by };
        words[seventh] = other.wrapping_add(words[at]);
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::{Game, Notation};

    use super::*;

    /// The ends of the published table.
    #[test]
    fn the_numbers_are_the_published_ones() {
        let first = [
            0x9D39_247E_3377_6D41,
            0x2AF7_3980_05AA_A5C7,
            0x44DB_0150_2462_3547,
            0x9C15_F73E_62A7_6AE2,
        ];
        assert_eq!(RANDOM[..4], first);
        assert_eq!(
            (RANDOM.len(), RANDOM[NUMBERS - 1]),
            (781, 0xF8D6_26AA_AF27_8509)
        );
    }

    /// The positions that the description of the format gives with their keys.
    #[test]
    fn the_keys_are_the_published_ones() {
        let game = Chess::default();
        for (moves, key) in [
            ("", 0x463B_9618_1691_FC9C_u64),
            ("e2e4", 0x823C_9B50_FD11_4196),
            ("e2e4 d7d5", 0x0756_B944_61C5_0FB0),
            ("e2e4 d7d5 e4e5", 0x662F_AFB9_65DB_29D4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22A4_8B5A_8E47_FF78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A_607C_A3F2_42C1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FD_D303_C946_BDD9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C81_23EA_7B06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F_9B82_9B27_9560),
        ] {
            let mut at = game.start();
            for text in moves.split_whitespace() {
                let mv = game.read_move(&at, text).unwrap();
                game.play(&mut at, mv);
            }
            assert_eq!(game.polyglot_key(&at), key, "{moves}");
        }
    }

    #[test]
    fn moves_are_numbers() {
        let game = Chess::default();
        let at = game
            .read_position("r3k2r/6P1/8/8/8/8/8/R3K2R w KQkq - 0 1")
            .unwrap();
        let number = |text: &str| game.polyglot_move(&at, game.read_move(&at, text).unwrap());
        let squares = |from: u32, to: u32| from << 6 | to;
        assert_eq!(number("e1g1"), squares(4, 7));
        assert_eq!(number("e1c1"), squares(4, 0));
        assert_eq!(number("e1e2"), squares(4, 12));
        assert_eq!(number("g7g8q"), 4 << 12 | squares(54, 62));
        assert_eq!(number("g7g8n"), 1 << 12 | squares(54, 62));
    }
}
