//! Search knowledge: capture ordering, exchanges, null moves.

use yomikiri_game_api::{Line, MoveOrdering, Outcome, Policy, Tactics};

use super::eval::XiangqiEval;
use super::game::Xiangqi;
use super::generate;
use super::options::Repetition;
use super::pieces::{Kind, Move, POINTS, Square};
use super::position::Position;
use super::repetition;
use super::see;
use super::tables::Set;

/// Unit of search margins: about a sixth of a rook.
const UNIT: i32 = 180;

impl MoveOrdering<Xiangqi> for XiangqiEval {
    /// Most valuable victim, then least valuable attacker.
    #[inline]
    fn order(&self, _game: &Xiangqi, at: &Position, mv: Move) -> i32 {
        match (at.at(mv.from()), at.at(mv.to())) {
            (Some((hunter, _)), Some((victim, _))) => {
                10_000 + 16 * self.worth(victim) - self.worth(hunter) / 16
            }
            _ => 0,
        }
    }

    #[inline]
    fn is_forcing(&self, _game: &Xiangqi, at: &Position, mv: Move) -> bool {
        !at.piece(mv.to()).is_none()
    }

    #[inline]
    fn forcing_moves(&self, _game: &Xiangqi, at: &Position, moves: &mut Vec<Move>) -> bool {
        generate::list_captures(at, moves);
        true
    }

    #[inline]
    fn quiet_moves(&self, _game: &Xiangqi, at: &Position, moves: &mut Vec<Move>) {
        generate::list_quiets(at, moves);
    }

    #[inline]
    fn pack(&self, mv: Move) -> Option<u32> {
        Some(u32::from(mv.from()) << 7 | u32::from(mv.to()))
    }

    #[inline]
    fn unpack(&self, _game: &Xiangqi, at: &Position, packed: u32) -> Option<Move> {
        let (from, to) = (packed >> 7, packed & 127);
        if from >= POINTS as u32 || to >= POINTS as u32 {
            return None;
        }
        let mv = Move::new(from as Square, to as Square);
        generate::is_legal(at, mv).then_some(mv)
    }

    /// The kind of piece and its target.
    #[inline]
    fn history_bucket(&self, _game: &Xiangqi, at: &Position, mv: Move) -> Option<u16> {
        let kind = at.piece(mv.from()).kind_index();
        Some((kind * POINTS) as u16 + u16::from(mv.to()))
    }
}

impl Tactics<Xiangqi> for XiangqiEval {
    #[inline]
    fn in_check(&self, _game: &Xiangqi, at: &Position) -> bool {
        at.in_check()
    }

    #[inline]
    fn gives_check(&self, _game: &Xiangqi, at: &Position, mv: Move) -> bool {
        at.gives_check(mv)
    }

    fn unit(&self, _game: &Xiangqi) -> i32 {
        UNIT
    }

    /// The value of the victim on its point, and the gain of the attacker by moving there.
    #[inline]
    fn gain(&self, _game: &Xiangqi, at: &Position, mv: Move) -> i32 {
        self.change(at, mv).abs()
    }

    #[inline]
    fn see_at_least(&self, _game: &Xiangqi, at: &Position, mv: Move, points: i32) -> bool {
        see::at_least(self, at, mv, points)
    }

    #[inline]
    fn recaptures(&self, _game: &Xiangqi, at: &Position, last: Move, mv: Move) -> bool {
        last.to() == mv.to() && !at.piece(mv.to()).is_none()
    }

    /// With a rook, horse or cannon left there is nearly always a harmless move; without one,
    /// zugzwang is possible.
    #[inline]
    fn null_move(&self, _game: &Xiangqi, at: &Position) -> Option<Position> {
        let movers = [Kind::Rook, Kind::Horse, Kind::Cannon];
        let has_movers = movers.iter().any(|&kind| at.count_of(kind, at.turn()) > 0);
        (has_movers && !at.in_check()).then(|| at.passed())
    }

    fn judge_repetition(
        &self,
        game: &Xiangqi,
        line: &Line<Xiangqi>,
        since: usize,
    ) -> Option<Outcome> {
        match game.options.repetition {
            Repetition::Draw => None,
            _ => Some(repetition::judge_since(line, since).outcome()),
        }
    }

    /// The pawns, and the kings with their advisors and elephants.
    #[inline]
    fn structures(&self, _game: &Xiangqi, at: &Position) -> [u64; 2] {
        let fold = |set: Set, by: u64| {
            let low = (set as u64).wrapping_mul(by);
            let high = ((set >> 64) as u64 ^ low >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            low ^ high ^ high >> 31
        };
        let [first, second] = at.pieces;
        let pawns = at.kinds[Kind::Pawn as usize];
        let guards = at.kinds[Kind::King as usize]
            | at.kinds[Kind::Advisor as usize]
            | at.kinds[Kind::Elephant as usize];
        let key = |kinds: Set| {
            fold(kinds & first, 0x9E37_79B9_7F4A_7C15) ^ fold(kinds & second, 0xD6E8_FEB8_6659_FD93)
        };
        [key(pawns), key(guards)]
    }

    #[inline]
    fn is_quiet_nonterminal(&self, _game: &Xiangqi, at: &Position) -> bool {
        generate::any(at)
    }

    #[inline]
    fn reversible_plies(&self, _game: &Xiangqi, at: &Position) -> usize {
        usize::from(at.quiet_plies())
    }

    #[inline]
    fn may_hit_move_limit(&self, game: &Xiangqi, at: &Position) -> bool {
        let limit = game.options.move_limit;
        limit > 0 && at.quiet_plies() >= 2 * limit
    }
}

impl Policy<Xiangqi> for XiangqiEval {}
