//! What pieces are worth by where they stand, summed up from the weights once, so that an evaluation reads two numbers
//! for each piece.

use crate::koma::features::{Features, Group, Standing};
use crate::koma::tables::{ROYAL, Tables};

/// By the place of a leader, by kind, by square; as the piece's owner sees the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Places {
    squares: usize,
    kinds: usize,
    /// By the own leader, with what counts without leaders.
    own: Vec<i16>,
    /// By the other leader.
    other: Vec<i16>,
}

impl Places {
    pub(crate) fn new(tables: &Tables, features: &Features) -> Places {
        let (squares, kinds) = (tables.files * tables.ranks, tables.kinds);
        let mut places = Places {
            squares,
            kinds,
            own: vec![0; squares * kinds * squares],
            other: vec![0; squares * kinds * squares],
        };
        for leader in 0..squares {
            for code in ROYAL..=kinds {
                for square in 0..squares {
                    let piece = Standing {
                        code,
                        square,
                        own_leader: leader,
                        other_leader: leader,
                    };
                    let at = places.at(code, square, leader);
                    let (mut own, mut other) = (0, 0);
                    piece.each(tables, features.size, |group, number| {
                        let sum = match group {
                            Group::Siege | Group::SiegeAt => &mut other,
                            _ => &mut own,
                        };
                        *sum += features.value(group, number);
                    });
                    (places.own[at], places.other[at]) = (own as i16, other as i16);
                }
            }
        }
        places
    }

    #[inline(always)]
    fn at(&self, code: usize, square: usize, leader: usize) -> usize {
        (leader * self.kinds + code - 1) * self.squares + square
    }

    /// The sum of the groups of [`Standing::each`].
    #[inline(always)]
    pub(crate) fn value(&self, piece: Standing) -> i32 {
        let Standing {
            code,
            square,
            own_leader,
            other_leader,
        } = piece;
        let own = self.own[self.at(code, square, own_leader)];
        let other = self.other[self.at(code, square, other_leader)];
        i32::from(own) + i32::from(other)
    }
}
