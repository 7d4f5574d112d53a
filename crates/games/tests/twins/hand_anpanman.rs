//! Anpanman shogi with hand-written bitboards: the reference for the speed of the rule-file
//! compiler.
//!
//! Each piece has its own 16-bit board; steps are computed at compile time. Rules as in the default
//! options: check model, safe goal, no move loses.

use yomikiri_game_api::{Game, Outcome, Side};

/// Leader, sidestepper, charger of First, then of Second.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    pieces: [u16; 6],
    turn: Side,
}

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Step {
    piece: u8,
    to: u8,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct HandAnpanman;

const FILES: i8 = 3;
const RANKS: i8 = 5;
const GOAL: [u16; 2] = [0b111, 0b111 << 12];

/// (right, down) for First; Second's are rotated.
const LEADER: &[(i8, i8)] = &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)];
const SIDESTEPPER: &[(i8, i8)] = &[(0, -1), (-1, 0), (1, 0)];
const CHARGER: &[(i8, i8)] = &[(0, -1), (-1, -1), (1, -1)];

const fn table(steps: &[(i8, i8)], turn: i8) -> [u16; 15] {
    let mut table = [0; 15];
    let mut square = 0;
    while square < 15 {
        let mut i = 0;
        while i < steps.len() {
            let file = square as i8 % FILES + steps[i].0 * turn;
            let rank = square as i8 / FILES + steps[i].1 * turn;
            if file >= 0 && file < FILES && rank >= 0 && rank < RANKS {
                table[square] |= 1 << (rank * FILES + file);
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static STEPS: [[u16; 15]; 6] = [
    table(LEADER, 1),
    table(SIDESTEPPER, 1),
    table(CHARGER, 1),
    table(LEADER, -1),
    table(SIDESTEPPER, -1),
    table(CHARGER, -1),
];

impl Board {
    fn all_of(&self, base: usize) -> u16 {
        self.pieces[base] | self.pieces[base + 1] | self.pieces[base + 2]
    }

    /// Calls `found(piece, targets)` for each piece with its legal targets.
    #[inline(always)]
    fn moves(&self, mut found: impl FnMut(usize, u16)) {
        let (own, other) = match self.turn {
            Side::First => (0, 3),
            Side::Second => (3, 0),
        };
        let leader = self.pieces[own];
        if self.pieces[0] & GOAL[0] != 0 || self.pieces[3] & GOAL[1] != 0 {
            return;
        }
        let (mut danger, mut checkers) = (0, 0u16);
        for piece in other..other + 3 {
            if self.pieces[piece] != 0 {
                let steps = STEPS[piece][self.pieces[piece].trailing_zeros() as usize];
                danger |= steps;
                if steps & leader != 0 {
                    checkers |= self.pieces[piece];
                }
            }
        }
        let free = !self.all_of(own);
        found(
            own,
            STEPS[own][leader.trailing_zeros() as usize] & free & !danger,
        );
        let targets = match checkers.count_ones() {
            0 => free,
            1 => free & checkers,
            _ => return,
        };
        for piece in own + 1..own + 3 {
            if self.pieces[piece] != 0 {
                let steps = STEPS[piece][self.pieces[piece].trailing_zeros() as usize];
                found(piece, steps & targets);
            }
        }
    }
}

impl Game for HandAnpanman {
    type Position = Board;
    type Move = Step;

    fn start(&self) -> Board {
        Board {
            pieces: [1 << 13, 1 << 14, 1 << 12, 1 << 1, 1 << 0, 1 << 2],
            turn: Side::First,
        }
    }

    fn turn(&self, at: &Board) -> Side {
        at.turn
    }

    fn legal_moves(&self, at: &Board, moves: &mut Vec<Step>) {
        at.moves(|piece, mut targets| {
            while targets != 0 {
                let to = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                moves.push(Step {
                    piece: piece as u8,
                    to,
                });
            }
        });
    }

    fn count_legal(&self, at: &Board) -> usize {
        let mut count = 0;
        at.moves(|_, targets| count += targets.count_ones());
        count as usize
    }

    fn play(&self, at: &mut Board, mv: Step) {
        let target = 1 << mv.to;
        for piece in &mut at.pieces {
            *piece &= !target;
        }
        at.pieces[usize::from(mv.piece)] = target;
        at.turn = !at.turn;
    }

    fn outcome(&self, at: &Board) -> Option<Outcome> {
        if at.pieces[0] & GOAL[0] != 0 {
            return Some(Outcome::win(Side::First, "goal"));
        }
        if at.pieces[3] & GOAL[1] != 0 {
            return Some(Outcome::win(Side::Second, "goal"));
        }
        (self.count_legal(at) == 0).then(|| Outcome::win(!at.turn, "no-moves"))
    }

    fn key(&self, at: &Board) -> u64 {
        let all = at.pieces.iter().fold(0u64, |sum, &piece| {
            sum << 4
                | if piece == 0 {
                    15
                } else {
                    u64::from(piece.trailing_zeros())
                }
        });
        all << 1 | at.turn.index() as u64
    }
}
