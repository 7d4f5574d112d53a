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
const fn centre(square: usize) -> i32 {
    const fn off(along: i32) -> i32 {
        if along > 3 { along - 4 } else { 3 - along }
    }
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

/// By kind and square from the owner's view: placement value in the middle game and in the endgame.
const PLACEMENT: [[(i32, i32); 64]; 5] = {
    let mut table = [[(0, 0); 64]; 5];
    let mut square = 0;
    while square < 64 {
        let (centre, rank) = (centre(square), square >> 3);
        let in_middle = matches!(square & 7, 2..6);
        let reach = if rank < 4 { rank as i32 } else { 4 };
        let pawn = if in_middle { 4 * reach } else { 0 };
        table[Kind::Pawn.index()][square] = (ADVANCED[rank] + pawn, ADVANCED[rank]);
        table[Kind::Knight.index()][square] = (9 * (centre - 3), 6 * (centre - 3));
        table[Kind::Bishop.index()][square] = (5 * (centre - 3), 4 * (centre - 3));
        table[Kind::Rook.index()][square] = (if rank == 6 { 16 } else { centre }, 0);
        table[Kind::Queen.index()][square] = (2 * (centre - 3), 5 * (centre - 3));
        square += 1;
    }
    table
};

/// The terms of one side, in the order of [`NAMES`].
fn parts(at: &Position, side: Side, phase: i32) -> [i32; 4] {
    let blend =
        |(middle, end): (i32, i32)| (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    let (mut material, mut placed, mut passed) = (0, (0, 0), (0, 0));
    for kind in &Kind::ALL[..5] {
        let pieces = at.pieces_of(side, *kind);
        material += blend(WORTH[kind.index()]) * pieces.count_ones() as i32;
        for square in squares(pieces) {
            let (middle, end) = PLACEMENT[kind.index()][seen_by(side, square)];
            placed = (placed.0 + middle, placed.1 + end);
        }
    }
    for pawn in squares(passed_pawns(at, side)) {
        let (middle, end) = PASSED[seen_by(side, pawn) >> 3];
        passed = (passed.0 + middle, passed.1 + end);
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

/// The pawns with no enemy pawn ahead of them on their own or a neighbouring file.
fn passed_pawns(at: &Position, side: Side) -> u64 {
    let theirs = at.pieces_of(!side, Kind::Pawn);
    let wide = theirs | (theirs & !FILE_A) >> 1 | (theirs & !FILE_H) << 1;
    let mut stopped = match side {
        Side::First => wide >> 8,
        Side::Second => wide << 8,
    };
    for shift in [8, 16, 32] {
        stopped |= match side {
            Side::First => stopped >> shift,
            Side::Second => stopped << shift,
        };
    }
    at.pieces_of(side, Kind::Pawn) & !stopped
}

#[inline]
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

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::{Game, SplitMix64};

    /// The definition, square by square.
    fn is_passed(at: &Position, side: Side, pawn: usize) -> bool {
        let ahead = |square: &usize| match side {
            Side::First => square >> 3 > pawn >> 3,
            Side::Second => square >> 3 < pawn >> 3,
        };
        let near = |square: &usize| (square & 7).abs_diff(pawn & 7) <= 1;
        !squares(at.pieces_of(!side, Kind::Pawn)).any(|square| ahead(&square) && near(&square))
    }

    #[test]
    fn passed_pawns_are_those_of_the_definition() {
        let (game, mut rng, mut found) = (Chess::default(), SplitMix64::new(7), 0);
        for _ in 0..40 {
            let (mut at, mut moves) = (game.start(), Vec::new());
            for _ in 0..200 {
                moves.clear();
                game.legal_moves(&at, &mut moves);
                if game.outcome(&at).is_some() || moves.is_empty() {
                    break;
                }
                game.play(&mut at, moves[rng.below(moves.len())]);
                for side in Side::BOTH {
                    let own = squares(at.pieces_of(side, Kind::Pawn));
                    let expected = own.filter(|&pawn| is_passed(&at, side, pawn));
                    let expected = expected.fold(0, |all, pawn| all | bit(pawn));
                    assert_eq!(passed_pawns(&at, side), expected);
                    found += expected.count_ones();
                }
            }
        }
        assert!(found > 1000, "{found}");
    }
}
