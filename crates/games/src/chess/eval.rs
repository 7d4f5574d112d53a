//! A small evaluation: material, placement, passed pawns, kings. Enough for reasonable play;
//! endings are played from tablebases.
//!
//! Every term is interpolated between its middle-game and endgame value by the pieces left. The
//! numbers were chosen by hand.

use yomikiri_game_api::{Evaluate, Explain, MoveOrdering, Policy, Score, Side, Tactics, Term};

use super::attacks::{FILE_A, FILE_H, bit, squares};
use super::game::Chess;
use super::moves::{Kind, Move};
use super::position::Position;

/// The evaluation and the search knowledge.
#[derive(Copy, Clone, Debug, Default)]
pub struct ChessEval;

/// By kind: middle-game and endgame value in centipawns.
const WORTH: [(i32, i32); 6] = [
    (90, 115),
    (320, 300),
    (330, 320),
    (480, 540),
    (960, 980),
    (0, 0),
];
/// By kind: contribution to the game phase.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// By rank from the own side, for passed pawns.
const PASSED: [(i32, i32); 8] = [
    (0, 0),
    (0, 8),
    (4, 14),
    (10, 28),
    (22, 52),
    (45, 90),
    (80, 150),
    (0, 0),
];
const ADVANCED: [i32; 8] = [0, 0, 2, 6, 12, 20, 30, 0];

/// How central a square is: 0 in the corners, 6 in the middle.
fn centre(square: usize) -> i32 {
    let off = |along: i32| -> i32 { if along > 3 { along - 4 } else { 3 - along } };
    6 - off((square & 7) as i32) - off((square >> 3) as i32)
}

/// Number of king moves between two squares.
fn distance(one: usize, other: usize) -> i32 {
    let files = (one & 7).abs_diff(other & 7);
    let ranks = (one >> 3).abs_diff(other >> 3);
    files.max(ranks) as i32
}

/// The square from the owner's view, own side at the bottom.
const fn seen_by(side: Side, square: usize) -> usize {
    match side {
        Side::First => square,
        Side::Second => square ^ 56,
    }
}

/// Placement value of a piece other than a king: middle game, endgame.
fn placement(kind: Kind, square: usize) -> (i32, i32) {
    let (centre, rank) = (centre(square), square >> 3);
    match kind {
        Kind::Pawn => {
            let middle = i32::from((2..6).contains(&(square & 7)));
            (
                ADVANCED[rank] + middle * (rank as i32).min(4) * 4,
                ADVANCED[rank],
            )
        }
        Kind::Knight => (9 * (centre - 3), 6 * (centre - 3)),
        Kind::Bishop => (5 * (centre - 3), 4 * (centre - 3)),
        Kind::Rook => (if rank == 6 { 16 } else { centre }, 0),
        Kind::Queen => (2 * (centre - 3), 5 * (centre - 3)),
        Kind::King => (0, 0),
    }
}

/// The terms of one side, in the order of [`NAMES`].
fn parts(at: &Position, side: Side, phase: i32) -> [i32; 4] {
    let blend =
        |(middle, end): (i32, i32)| (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    let (mut material, mut placed, mut passed) = (0, (0, 0), (0, 0));
    for kind in &Kind::ALL[..5] {
        for square in squares(at.pieces_of(side, *kind)) {
            material += blend(WORTH[kind.index()]);
            let own = seen_by(side, square);
            let (middle, end) = placement(*kind, own);
            placed = (placed.0 + middle, placed.1 + end);
            if *kind == Kind::Pawn && is_passed(at, side, square) {
                let (middle, end) = PASSED[own >> 3];
                passed = (passed.0 + middle, passed.1 + end);
            }
        }
    }
    let king = at.king(side);
    let own = seen_by(side, king);
    let sheltered = -12 * (own >> 3) as i32 - 6 * centre(own);
    let mut active = 9 * centre(king);
    // Against a bare king: drive it to the edge and come near.
    let their = at.king(!side);
    if at.pieces(!side) == bit(their) && at.pieces(side) != bit(king) {
        active += 10 * (6 - centre(their)) + 6 * (7 - distance(king, their));
    }
    [
        material,
        blend(placed),
        blend(passed),
        blend((sheltered, active)),
    ]
}

/// No enemy pawn ahead on the same or a neighbouring file.
fn is_passed(at: &Position, side: Side, square: usize) -> bool {
    let pawn = bit(square);
    let front = pawn | (pawn & !FILE_A) >> 1 | (pawn & !FILE_H) << 1;
    let mut ahead = match side {
        Side::First => front << 8,
        Side::Second => front >> 8,
    };
    for shift in [8, 16, 32] {
        ahead |= match side {
            Side::First => ahead << shift,
            Side::Second => ahead >> shift,
        };
    }
    ahead & at.pieces_of(!side, Kind::Pawn) == 0
}

fn phase(at: &Position) -> i32 {
    let weigh = |kind: Kind| PHASE[kind.index()] * at.of(kind).count_ones() as i32;
    Kind::ALL.map(weigh).iter().sum::<i32>().min(FULL_PHASE)
}

/// The message ids of the terms.
const NAMES: [&str; 4] = ["material", "placement", "passed-pawns", "king"];

impl Evaluate<Chess> for ChessEval {
    fn evaluate(&self, _game: &Chess, at: &Position) -> Score {
        let phase = phase(at);
        let sum = |side| parts(at, side, phase).iter().sum::<i32>();
        Score::eval(sum(at.turn()) - sum(!at.turn()))
    }
}

impl Explain<Chess> for ChessEval {
    fn terms(&self, _game: &Chess, at: &Position) -> Vec<Term> {
        let phase = phase(at);
        Term::list(&NAMES, Side::BOTH.map(|side| parts(at, side, phase)))
    }
}

impl MoveOrdering<Chess> for ChessEval {
    /// Most valuable victim, least valuable attacker; promotions by what they gain.
    fn order(&self, _game: &Chess, at: &Position, mv: Move) -> i32 {
        let worth = |kind: Kind| WORTH[kind.index()].1;
        let mut order = 0;
        if let Some(taken) = at.kind_at(mv.to()) {
            let taker = at.kind_at(mv.from()).map_or(0, worth);
            order += 10_000 + 16 * worth(taken) - taker / 16;
        }
        if let Some(kind) = mv.promotion() {
            order += worth(kind);
        }
        order
    }

    fn is_forcing(&self, _game: &Chess, at: &Position, mv: Move) -> bool {
        let en_passant =
            at.en_passant() == Some(mv.to()) && at.kind_at(mv.from()) == Some(Kind::Pawn);
        mv.promotion() == Some(Kind::Queen) || at.occupied() & bit(mv.to()) != 0 || en_passant
    }
}

impl Tactics<Chess> for ChessEval {
    #[inline]
    fn in_check(&self, _game: &Chess, at: &Position) -> bool {
        at.in_check()
    }
}

impl Policy<Chess> for ChessEval {}
