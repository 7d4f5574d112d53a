//! Slow twins of counts of the evaluation: point by point from the board alone.

use yomikiri_game_api::{Side, conformance};

use crate::xiangqi::{
    FILES, Kind, Position, RANKS, Weight, Xiangqi, XiangqiEval, file_of, own_rank, rank_of,
    square_at,
};

const LINES: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A piece with its file and rank.
#[derive(Copy, Clone)]
struct Found {
    kind: Kind,
    side: Side,
    x: i32,
    y: i32,
}

impl Found {
    fn is_strong(&self) -> bool {
        matches!(self.kind, Kind::Rook | Kind::Horse | Kind::Cannon)
    }

    fn is_across(&self) -> bool {
        own_rank(square_at(self.x as usize, self.y as usize), self.side) >= RANKS / 2
    }
}

fn is_on_board(x: i32, y: i32) -> bool {
    (0..FILES as i32).contains(&x) && (0..RANKS as i32).contains(&y)
}

fn piece(at: &Position, x: i32, y: i32) -> Option<Found> {
    let (kind, side) = at.at(square_at(x as usize, y as usize))?;
    Some(Found { kind, side, x, y })
}

fn all(at: &Position) -> impl Iterator<Item = Found> {
    (0..(FILES * RANKS) as u8).filter_map(|square| {
        let (x, y) = (file_of(square) as i32, rank_of(square) as i32);
        piece(at, x, y)
    })
}

/// The pieces along a line from a point, nearest first.
fn along(at: &Position, from: Found, (dx, dy): (i32, i32)) -> Vec<Found> {
    let mut found = Vec::new();
    let (mut x, mut y) = (from.x + dx, from.y + dy);
    while is_on_board(x, y) {
        found.extend(piece(at, x, y));
        (x, y) = (x + dx, y + dy);
    }
    found
}

/// Points that a piece may step to: on the board, allowed for its kind, without an own piece.
fn steps(at: &Position, from: Found, ways: &[(i32, i32)], allowed: fn(&Found) -> bool) -> i32 {
    let is_step = |&&(dx, dy): &&(i32, i32)| {
        let (x, y) = (from.x + dx, from.y + dy);
        let there = Found { x, y, ..from };
        is_on_board(x, y)
            && allowed(&there)
            && piece(at, x, y).is_none_or(|other| other.side != from.side)
    };
    ways.iter().filter(is_step).count() as i32
}

/// First's minus Second's count, by the side that the weight speaks of.
fn slow(at: &Position, weight: Weight) -> i32 {
    let each = all(at).map(|from| {
        let foes: Vec<Vec<Found>> = LINES.iter().map(|&way| along(at, from, way)).collect();
        let count = match (weight, from.kind) {
            (Weight::PawnMobility, Kind::Pawn) => {
                let forward = if from.side == Side::First { 1 } else { -1 };
                let ways = [(0, forward), (1, 0), (-1, 0)];
                let ways = if from.is_across() {
                    &ways[..]
                } else {
                    &ways[..1]
                };
                steps(at, from, ways, |_| true)
            }
            (Weight::AdvisorMobility, Kind::Advisor) => steps(at, from, &DIAGONALS, |there| {
                (3..=5).contains(&there.x) && (there.y <= 2 || there.y >= 7)
            }),
            (Weight::ElephantMobility, Kind::Elephant) => {
                let open = DIAGONALS.into_iter().filter(|(dx, dy)| {
                    let (x, y) = (from.x + dx, from.y + dy);
                    is_on_board(x, y) && piece(at, x, y).is_none()
                });
                let far: Vec<(i32, i32)> = open.map(|(dx, dy)| (2 * dx, 2 * dy)).collect();
                steps(at, from, &far, |there| !there.is_across())
            }
            (Weight::RookPins, Kind::Rook) => {
                let pins = foes.iter().filter(|line| match line[..] {
                    [front, behind, ..] => {
                        front.side != from.side
                            && behind.side != from.side
                            && matches!(front.kind, Kind::Horse | Kind::Cannon)
                            && behind.is_strong()
                    }
                    _ => false,
                });
                pins.count() as i32
            }
            (Weight::RookPinsToKing, Kind::Rook) => {
                let pins = foes.iter().filter(|line| match line[..] {
                    [front, king, ..] => {
                        king.kind == Kind::King
                            && king.side != from.side
                            && front.side == king.side
                            && front.is_strong()
                    }
                    _ => false,
                });
                pins.count() as i32
            }
            (Weight::CannonPinsToKing, Kind::Cannon) => {
                let pins = foes.iter().filter(|line| match line[..] {
                    [one, two, king, ..] => {
                        let is_pinned = |piece: Found| piece.side == king.side && piece.is_strong();
                        king.kind == Kind::King
                            && king.side != from.side
                            && (is_pinned(one) || is_pinned(two))
                    }
                    _ => false,
                });
                pins.count() as i32
            }
            _ => 0,
        };
        if from.side == Side::First {
            count
        } else {
            -count
        }
    });
    each.sum()
}

/// First's pieces above two on one wing across the river, minus Second's.
fn slow_wing(at: &Position) -> i32 {
    let massed = |side: Side| {
        let attackers = all(at).filter(|piece| {
            piece.side == side
                && piece.is_across()
                && (piece.is_strong() || piece.kind == Kind::Pawn)
        });
        let files: Vec<i32> = attackers.map(|piece| piece.x).collect();
        let left = files.iter().filter(|x| **x <= 3).count() as i32;
        let right = files.iter().filter(|x| **x >= 5).count() as i32;
        (left.max(right) - 2).max(0)
    };
    massed(Side::First) - massed(Side::Second)
}

#[test]
fn counts_are_those_of_the_slow_twins() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let twins = [
        Weight::PawnMobility,
        Weight::AdvisorMobility,
        Weight::ElephantMobility,
        Weight::RookPins,
        Weight::RookPinsToKing,
        Weight::CannonPinsToKing,
    ];
    let mut seen = [0; 7];
    conformance::walk(&game, conformance::Plan::from_env(20), |line| {
        let at = line.last();
        let counts = eval.counts(at);
        for (number, weight) in twins.into_iter().enumerate() {
            let expected = slow(at, weight);
            assert_eq!(counts[weight as usize], expected, "{weight:?} {at:?}");
            seen[number] += i32::from(expected != 0);
        }
        let expected = slow_wing(at);
        assert_eq!(counts[Weight::Wing as usize], expected, "{at:?}");
        seen[6] += i32::from(expected != 0);
        Ok(())
    })
    .unwrap();
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
}
