//! The players of the thesis on pawn endings: the evaluation of PEAI, and PERM.
//!
//! PEAI searches a fixed number of plies and evaluates by the rules of its text: an advanced pawn,
//! the own king beside and ahead of it, the enemy king far from it, the opposition, the square of
//! the pawn, a pawn that is not lost. The points for placement are those of the printed program
//! (its board is counted from the last rank: 17 - 2y and so on). The printed program has no
//! opposition and a square rule with wrong bounds, and its pawn never makes two steps; here both
//! follow the text.
//!
//! PERM plays a random legal move, unless one move decides the game: the attacker promotes safely
//! or mates, the defender captures the last pawn.

use yomikiri_game_api::{
    Evaluate, Explain, Game, Limits, Line, Observer, Player, PlayerFault, Score, Side, SplitMix64,
    Term, Thought,
};

use super::attacks::{bit, squares};
use super::game::Chess;
use super::moves::{Kind, Move};
use super::position::Position;

/// The evaluation of PEAI, for any pawn ending: each side attacks with its most advanced pawn.
#[derive(Copy, Clone, Debug, Default)]
pub struct PawnEndingEval;

/// The message ids of the terms.
const NAMES: [&str; 6] = [
    "material",
    "pawn-advance",
    "king-ahead",
    "defender-near",
    "opposition",
    "pawn-square",
];
/// By kind: pieces other than pawns, after a promotion.
const WORTH: [i32; 6] = [0, 40, 40, 1500, 2000, 0];
const OPPOSITION: i32 = 4;
/// A pawn that the enemy king cannot catch, minus a little for each remaining step.
const UNSTOPPABLE: i32 = 1000;
/// A pawn that the enemy king captures.
const LOST: i32 = -40;

/// A square from the attacker's view: file from 0, rank from the own side from 0.
fn seen(side: Side, square: usize) -> (i32, i32) {
    let own = match side {
        Side::First => square,
        Side::Second => square ^ 56,
    };
    ((own & 7) as i32, (own >> 3) as i32)
}

fn steps(one: (i32, i32), other: (i32, i32)) -> i32 {
    (one.0 - other.0).abs().max((one.1 - other.1).abs())
}

/// The value of a side's attack, in the order of [`NAMES`].
fn attack(at: &Position, side: Side) -> [i32; 6] {
    let mut parts = [0; 6];
    for kind in Kind::ALL {
        parts[0] += WORTH[kind.index()] * at.count(side, kind) as i32;
    }
    let pawns = squares(at.pieces_of(side, Kind::Pawn)).map(|square| seen(side, square));
    let Some(pawn) = pawns.max_by_key(|&(_, rank)| rank) else {
        return parts;
    };
    let (own, their) = (seen(side, at.king(side)), seen(side, at.king(!side)));
    let near = |distance: i32| (15 - 2 * distance).max(0);
    parts[1] = 2 * pawn.1 + 1;
    parts[2] = near((pawn.0 - own.0).abs());
    if own.1 >= pawn.1 {
        parts[2] += 2 * (own.1 - pawn.1) + 1;
    }
    parts[3] = -near((pawn.0 - their.0).abs()) - near((pawn.1 - their.1).abs());
    // One square between the kings: the side not to move has the opposition.
    let (files, ranks) = ((own.0 - their.0).abs(), (own.1 - their.1).abs());
    if (files, ranks) == (0, 2) || (files, ranks) == (2, 0) || (files, ranks) == (2, 2) {
        parts[4] = if at.turn() == side {
            -OPPOSITION
        } else {
            OPPOSITION
        };
    }
    // The square of the pawn, which can make two steps from its home.
    let moves = at.turn() == side;
    let to_go = 7 - pawn.1 - i32::from(pawn.1 == 1);
    let goal = (pawn.0, 7);
    let blocked = own.0 == pawn.0 && own.1 > pawn.1;
    let guarded = steps(own, goal) <= 1 && own != goal && steps(own, pawn) <= 1;
    let caught = steps(their, goal) - i32::from(!moves) <= to_go;
    if !blocked && !caught || guarded && pawn.1 == 6 && their != goal {
        parts[5] = UNSTOPPABLE - 10 * to_go;
    } else if steps(their, pawn) - i32::from(!moves) < steps(own, pawn) {
        parts[5] = LOST;
    }
    parts
}

impl Evaluate<Chess> for PawnEndingEval {
    fn evaluate(&self, _game: &Chess, at: &Position) -> Score {
        let sum = |side| attack(at, side).iter().sum::<i32>();
        Score::eval(sum(at.turn()) - sum(!at.turn()))
    }
}

impl Explain<Chess> for PawnEndingEval {
    fn terms(&self, _game: &Chess, at: &Position) -> Vec<Term> {
        Term::list(&NAMES, Side::BOTH.map(|side| attack(at, side)))
    }
}

/// A random legal move, unless one decides the game.
#[derive(Clone, Debug)]
pub struct Perm {
    rng: SplitMix64,
}

impl Perm {
    /// A player whose choices depend only on the seed.
    pub fn new(seed: u64) -> Self {
        Perm {
            rng: SplitMix64::new(seed),
        }
    }
}

impl Player<Chess> for Perm {
    fn think(
        &mut self,
        game: &Chess,
        line: &Line<Chess>,
        _limits: &Limits,
        _observer: &mut dyn Observer<Chess>,
    ) -> Result<Thought<Move>, PlayerFault> {
        let mut moves = Vec::new();
        line.legal_moves(game, &mut moves);
        let (at, side) = (line.last(), line.turn(game));
        let bare = at.pieces(side) == bit(at.king(side));
        let decides = |&&mv: &&Move| {
            let mut after = *at;
            game.play(&mut after, mv);
            let winner = game.outcome(&after).map(|end| end.winner);
            winner == Some(Some(side)) || bare && after.pieces(!side) == bit(after.king(!side))
        };
        let chosen = match moves.iter().find(decides) {
            Some(&mv) => mv,
            None if moves.is_empty() => {
                return Err(PlayerFault::internal(
                    "expected a position with a legal move, got one without",
                ));
            }
            None => moves[self.rng.below(moves.len())],
        };
        Ok(Thought::plain(chosen))
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = SplitMix64::new(seed);
    }
}
