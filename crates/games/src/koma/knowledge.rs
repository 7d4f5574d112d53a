//! Knowledge for searches: forcing moves, exchanges, null moves.

use yomikiri_game_api::{Game, Line, MoveOrdering, Outcome, Policy, Side, Tactics};

use crate::koma::eval::KomaEval;
use crate::koma::game::Koma;
use crate::koma::generate::{
    Sink, attacks_from, bits, generate, in_check, is_attacked, is_legal, reach,
};
use crate::koma::moves::{Action, Move};
use crate::koma::position::Position;
use crate::koma::rules::{Captures, Goal, Model, NoMoves};
use crate::koma::tables::{ROYAL, Tables};

/// Targets that make a step forcing: a capture, or the goal if the leader moves.
#[derive(Copy, Clone)]
struct Forcing {
    opponents: u64,
    leader: u64,
    goal: u64,
}

impl Forcing {
    #[inline]
    fn at(game: &Koma, at: &Position) -> Forcing {
        let side = at.turn();
        Forcing {
            opponents: at.pieces(!side),
            leader: at.of_code::<4>(ROYAL) & at.pieces(side),
            goal: match game.options.goal {
                Goal::None => 0,
                _ => game.tables.goal[side.index()],
            },
        }
    }

    #[inline(always)]
    fn targets(self, from: usize) -> u64 {
        // The generator may pass a missing piece (square 64) without targets.
        match self.leader & 1 << (from & 63) {
            0 => self.opponents,
            _ => self.opponents | self.goal,
        }
    }
}

/// Lists only captures, promotions and steps onto the goal.
struct ListForcing<'m> {
    moves: &'m mut Vec<Move>,
    forcing: Forcing,
}

impl Sink for ListForcing<'_> {
    #[inline(always)]
    fn steps(&mut self, from: usize, plain: u64, promoting: u64) {
        for to in bits(plain & self.forcing.targets(from)) {
            self.moves.push(Move::step(from, to, false));
        }
        for to in bits(promoting) {
            self.moves.push(Move::step(from, to, true));
        }
    }

    #[inline(always)]
    fn drops(&mut self, _code: usize, _targets: u64) {}
}

/// Lists all other moves.
struct ListQuiet<'m> {
    moves: &'m mut Vec<Move>,
    forcing: Forcing,
}

impl Sink for ListQuiet<'_> {
    #[inline(always)]
    fn steps(&mut self, from: usize, plain: u64, _promoting: u64) {
        for to in bits(plain & !self.forcing.targets(from)) {
            self.moves.push(Move::step(from, to, false));
        }
    }

    #[inline(always)]
    fn drops(&mut self, code: usize, targets: u64) {
        for to in bits(targets) {
            self.moves.push(Move::drop(code, to));
        }
    }
}

/// Lists quiet moves that give check with the piece that moves.
struct ListChecks<'m> {
    moves: &'m mut Vec<Move>,
    forcing: Forcing,
    tables: &'m Tables,
    at: &'m Position,
    leader: usize,
}

impl ListChecks<'_> {
    #[inline]
    fn from(&self, code: usize) -> u64 {
        let (side, occupied) = (self.at.turn(), self.at.occupied());
        attacks_from(self.tables, side, code, self.leader, occupied)
    }
}

impl Sink for ListChecks<'_> {
    #[inline(always)]
    fn steps(&mut self, from: usize, plain: u64, _promoting: u64) {
        let quiet = plain & !self.forcing.targets(from);
        if quiet != 0 {
            for to in bits(quiet & self.from(self.at.code_at(from))) {
                self.moves.push(Move::step(from, to, false));
            }
        }
    }

    #[inline(always)]
    fn drops(&mut self, code: usize, targets: u64) {
        for to in bits(targets & self.from(code)) {
            self.moves.push(Move::drop(code, to));
        }
    }
}

/// A leader that reaches its goal is ordered before every capture.
const GOAL: i32 = 1_000_000;

impl KomaEval {
    /// The gain from capturing a piece: it is removed, and may go to hand.
    fn prize(&self, game: &Koma, code: usize) -> i32 {
        let pieces = &self.weights.pieces;
        let kept = match game.options.captures {
            Captures::Hand => game.tables.hand_kind[code].map(usize::from),
            Captures::Remove => None,
        };
        let in_hand = |hand_kind: usize| {
            let more = self.features.as_ref().map_or(0, |f| f.in_hand(hand_kind));
            pieces[game.tables.hand_codes[hand_kind]] + more
        };
        pieces[code] + kept.map_or(0, in_hand)
    }

    /// The least valuable piece of a side that can move to `to`, and its square. Ignores pins.
    fn least_attacker(
        &self,
        game: &Koma,
        at: &Position,
        side: Side,
        to: usize,
        occupied: u64,
    ) -> Option<(usize, usize)> {
        let near = at.pieces(side) & occupied & game.tables.near[side.index()][to];
        let pieces = bits(near).map(|from| (from, at.code_at(from)));
        let attackers = pieces
            .filter(|&(from, code)| reach(&game.tables, side, code, from, occupied) >> to & 1 == 1);
        attackers.min_by_key(|&(_, code)| (code == ROYAL, self.prize(game, code)))
    }
}

impl MoveOrdering<Koma> for KomaEval {
    /// Most valuable victim, least valuable attacker; promotions by what they gain.
    fn order(&self, game: &Koma, at: &Position, mv: Move) -> i32 {
        let Action::Step { from, to, promote } = mv.action() else {
            return 0;
        };
        let (code, taken) = (at.code_at(from), at.code_at(to));
        let mut order = 0;
        let forcing = Forcing::at(game, at);
        if code == ROYAL && forcing.goal >> to & 1 == 1 {
            order += GOAL;
        }
        if taken != 0 {
            order += 10_000 + 16 * self.weights.pieces[taken] - self.weights.pieces[code] / 16;
        }
        if promote {
            order += self.weights.pieces[game.tables.promoted[code]] - self.weights.pieces[code];
        }
        order
    }

    #[inline]
    fn is_forcing(&self, game: &Koma, at: &Position, mv: Move) -> bool {
        match mv.action() {
            Action::Step { from, to, promote } => {
                promote || Forcing::at(game, at).targets(from) >> to & 1 == 1
            }
            _ => false,
        }
    }

    fn forcing_moves(&self, game: &Koma, at: &Position, moves: &mut Vec<Move>) -> bool {
        let forcing = Forcing::at(game, at);
        let mut sink = ListForcing { moves, forcing };
        generate(&game.tables, &game.options, at, &mut sink);
        true
    }

    fn quiet_moves(&self, game: &Koma, at: &Position, moves: &mut Vec<Move>) {
        let before = moves.len();
        let forcing = Forcing::at(game, at);
        let mut sink = ListQuiet { moves, forcing };
        generate(&game.tables, &game.options, at, &mut sink);
        if moves.len() == before && game.options.no_moves == NoMoves::Pass {
            // A pass is possible.
            game.legal_moves(at, moves);
            let mut kept = before;
            for i in before..moves.len() {
                if !self.is_forcing(game, at, moves[i]) {
                    moves[kept] = moves[i];
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
    }

    /// Drops with check above all, in games that end by mate.
    fn quiet_checks(&self, game: &Koma, at: &Position, moves: &mut Vec<Move>) {
        let leader = at.of_code::<4>(ROYAL) & at.pieces(!at.turn());
        if self.features.is_none() || leader == 0 {
            return;
        }
        let mut sink = ListChecks {
            moves,
            forcing: Forcing::at(game, at),
            tables: &game.tables,
            at,
            leader: leader.trailing_zeros() as usize,
        };
        generate(&game.tables, &game.options, at, &mut sink);
    }

    #[inline]
    fn pack(&self, mv: Move) -> Option<u32> {
        self.features.is_some().then(|| u32::from(mv.bits()))
    }

    #[inline]
    fn unpack(&self, game: &Koma, at: &Position, packed: u32) -> Option<Move> {
        self.features.as_ref()?;
        let mv = Move::from_bits(u16::try_from(packed).ok()?)?;
        is_legal(&game.tables, &game.options, at, mv).then_some(mv)
    }

    /// The kind of piece, from the board or from the hand, and its target.
    #[inline]
    fn history_bucket(&self, game: &Koma, at: &Position, mv: Move) -> Option<u16> {
        self.features.as_ref()?;
        let tables = &game.tables;
        let (row, to) = match mv.action() {
            Action::Step { from, to, .. } => (at.code_at(from), to),
            Action::Drop { kind, to } => {
                let hand_kind = usize::from(tables.hand_kind[kind]?);
                (tables.kinds + 1 + hand_kind, to)
            }
            Action::Pass => return None,
        };
        Some((row * tables.files * tables.ranks + to) as u16 % 1024)
    }
}

impl Tactics<Koma> for KomaEval {
    #[inline]
    fn in_check(&self, game: &Koma, at: &Position) -> bool {
        in_check(&game.tables, at)
    }

    fn gives_check(&self, game: &Koma, at: &Position, mv: Move) -> bool {
        let tables = &*game.tables;
        let side = at.turn();
        if game.options.model == Model::Capture {
            // The other leader may have been attacked before the move.
            let mut after = *at;
            game.play(&mut after, mv);
            return self.in_check(game, &after);
        }
        let leader = at.of_code::<4>(ROYAL) & at.pieces(!side);
        if leader == 0 {
            return false;
        }
        let square = leader.trailing_zeros() as usize;
        match mv.action() {
            Action::Step { from, to, promote } => {
                if square == to {
                    return false;
                }
                let code = at.code_at(from);
                let code = match promote {
                    true => tables.promoted[code],
                    false => code,
                };
                let occupied = at.occupied() & !(1 << from) | 1 << to;
                if reach(tables, side, code, to, occupied) >> square & 1 == 1 {
                    return true;
                }
                // A piece behind it may give check: only along a slide.
                let others = occupied & !(1 << to);
                let opens = tables.lines[square] >> from & 1 == 1;
                opens && {
                    let near = at.pieces(side) & others & tables.lines[square];
                    bits(near).any(|other| {
                        reach(tables, side, at.code_at(other), other, occupied) >> square & 1 == 1
                    })
                }
            }
            Action::Drop { kind, to } => {
                let occupied = at.occupied() | 1 << to;
                reach(tables, side, kind, to, occupied) >> square & 1 == 1
            }
            Action::Pass => is_attacked(tables, at, side, square, at.occupied()),
        }
    }

    /// Whoever is not in check and can drop a piece anywhere is not mated.
    #[inline]
    fn is_quiet_nonterminal(&self, game: &Koma, at: &Position) -> bool {
        if self.features.is_none() || at.hand(at.turn()) == 0 {
            return false;
        }
        let tables = &*game.tables;
        let side = at.turn();
        let empty = tables.board & !at.occupied();
        let kinds = tables.hand_codes.iter().enumerate();
        let mut free = kinds.filter(|&(hand_kind, &code)| {
            at.in_hand(side, hand_kind) > 0
                && !tables.drop_one_per_file[code]
                && tables.drop_mate[code]
                && empty & tables.kind(side, code).drops != 0
        });
        free.next().is_some() && (at.of_code::<4>(ROYAL)).count_ones() == 2 && !in_check(tables, at)
    }

    fn unit(&self, game: &Koma) -> i32 {
        let kinds = (1..=game.rules.kinds.len()).filter(|&code| code != ROYAL);
        let least = kinds.map(|code| self.weights.pieces[code]).min();
        // With drops a capture is worth the piece twice: it changes hands.
        let times = if self.features.is_some() { 2 } else { 1 };
        least.unwrap_or(0).max(0) * times
    }

    fn gain(&self, game: &Koma, at: &Position, mv: Move) -> i32 {
        let Action::Step { from, to, promote } = mv.action() else {
            return 0;
        };
        let (code, taken) = (at.code_at(from), at.code_at(to));
        if code == ROYAL && Forcing::at(game, at).goal >> to & 1 == 1 {
            return GOAL;
        }
        let mut gain = if taken == 0 {
            0
        } else {
            self.prize(game, taken)
        };
        if promote {
            gain += self.weights.pieces[game.tables.promoted[code]] - self.weights.pieces[code];
        }
        gain
    }

    /// Static exchange: each side captures with its least valuable piece and stops when that is
    /// best.
    fn see_at_least(&self, game: &Koma, at: &Position, mv: Move, points: i32) -> bool {
        let (from, to, mut standing) = match mv.action() {
            Action::Step { from, to, promote } => {
                let code = at.code_at(from);
                let code = if promote {
                    game.tables.promoted[code]
                } else {
                    code
                };
                (Some(from), to, code)
            }
            Action::Drop { kind, to } => (None, to, kind),
            Action::Pass => return points <= 0,
        };
        // The mover's surplus over `points` if the exchange ends now.
        let mut balance = self.gain(game, at, mv) - points;
        if balance < 0 {
            return false;
        }
        let mover = at.turn();
        let mut occupied = at.occupied() | 1 << to;
        if let Some(from) = from {
            occupied &= !(1 << from);
        }
        let mut side = !mover;
        // The side that is satisfied stops.
        while (side == mover) != (balance >= 0) {
            let Some((square, code)) =
                self.least_attacker(game, at, side, to, occupied & !(1 << to))
            else {
                break;
            };
            if code == ROYAL {
                // A leader captures only if nothing can recapture.
                let alone = occupied & !(1 << to) & !(1 << square);
                if self.least_attacker(game, at, !side, to, alone).is_some() {
                    break;
                }
            }
            let prize = self.prize(game, standing);
            balance += if side == mover { prize } else { -prize };
            occupied &= !(1 << square);
            standing = code;
            side = !side;
        }
        balance >= 0
    }

    fn recaptures(&self, _game: &Koma, _at: &Position, last: Move, mv: Move) -> bool {
        match (last.action(), mv.action()) {
            (Action::Step { to: taken, .. }, Action::Step { to, .. }) => to == taken,
            _ => false,
        }
    }

    /// With drops there is nearly always a useful move. Without them, and with few pieces, zugzwang
    /// is common.
    fn null_move(&self, game: &Koma, at: &Position) -> Option<Position> {
        let options = &game.options;
        let drops = options.captures == Captures::Hand && options.no_moves == NoMoves::Loss;
        let side = at.turn();
        let pieces = at.pieces(side).count_ones();
        let in_hand = at.hand(side) != 0;
        if !drops || pieces + u32::from(in_hand) < 3 || self.in_check(game, at) {
            return None;
        }
        let passed = game.with_turn_passed(at)?;
        game.outcome(&passed).is_none().then_some(passed)
    }

    /// A cycle that goes on forever ends as the rules on repetition say.
    fn judge_repetition(&self, game: &Koma, line: &Line<Koma>, since: usize) -> Option<Outcome> {
        game.judge_cycle(&line.positions()[since + 1..])
    }

    /// Only repetition depends on the history.
    fn may_hit_move_limit(&self, _game: &Koma, _at: &Position) -> bool {
        false
    }
}

impl Policy<Koma> for KomaEval {
    fn prior(&self, game: &Koma, at: &Position, mv: Move) -> f32 {
        1.0 + self.gain(game, at, mv).min(4000) as f32 / 200.0
    }

    fn playout_weight(&self, game: &Koma, at: &Position, mv: Move) -> f32 {
        1.0 + self.gain(game, at, mv).min(2000) as f32 / 50.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::SplitMix64;

    /// Whether a side gains by capturing on `to`, or stops.
    fn wins(
        eval: &KomaEval,
        game: &Koma,
        at: &Position,
        side: Side,
        (to, standing): (usize, usize),
        occupied: u64,
    ) -> i32 {
        let Some((square, code)) = eval.least_attacker(game, at, side, to, occupied) else {
            return 0;
        };
        let rest = occupied & !(1 << square);
        if code == ROYAL && eval.least_attacker(game, at, !side, to, rest).is_some() {
            return 0;
        }
        let after = wins(eval, game, at, !side, (to, code), rest);
        (eval.prize(game, standing) - after).max(0)
    }

    fn each_position(mut look: impl FnMut(&Koma, &KomaEval, &Position)) {
        for id in crate::koma::BUILTIN {
            let game = Koma::builtin(id).unwrap();
            let eval = KomaEval::new(&game);
            let mut rng = SplitMix64::new(7);
            for _ in 0..60 {
                let mut line = Line::new(&game);
                while line.ply() < 60 && line.outcome(&game).is_none() {
                    look(&game, &eval, line.last());
                    let mut moves = Vec::new();
                    line.legal_moves(&game, &mut moves);
                    line.push(&game, moves[rng.below(moves.len())]);
                }
            }
        }
    }

    #[test]
    fn exchanges_are_worth_what_trying_all_ends_says() {
        let mut compared = 0;
        each_position(|game, eval, at| {
            let mut moves = Vec::new();
            game.legal_moves(at, &mut moves);
            for mv in moves {
                let (from, to, code) = match mv.action() {
                    Action::Step { from, to, promote } => {
                        let code = at.code_at(from);
                        let promoted = game.tables.promoted[code];
                        (Some(from), to, if promote { promoted } else { code })
                    }
                    Action::Drop { kind, to } => (None, to, kind),
                    Action::Pass => continue,
                };
                let left = from.map_or(0, |from| 1 << from);
                let occupied = at.occupied() & !left & !(1 << to);
                let lost = wins(eval, game, at, !at.turn(), (to, code), occupied);
                let worth = eval.gain(game, at, mv) - lost;
                for points in [worth - 1, worth, worth + 1, 0, -100] {
                    let reached = eval.see_at_least(game, at, mv, points);
                    assert_eq!(reached, worth >= points, "{mv:?} for {points} at {at:?}");
                    compared += 1;
                }
            }
        });
        assert!(compared > 100_000);
    }

    #[test]
    fn forcing_and_quiet_moves_together_are_all_moves() {
        each_position(|game, eval, at| {
            let (mut all, mut forcing, mut quiet) = (Vec::new(), Vec::new(), Vec::new());
            game.legal_moves(at, &mut all);
            assert!(eval.forcing_moves(game, at, &mut forcing));
            eval.quiet_moves(game, at, &mut quiet);
            assert!(forcing.iter().all(|&mv| eval.is_forcing(game, at, mv)));
            assert!(!quiet.iter().any(|&mv| eval.is_forcing(game, at, mv)));
            forcing.extend(quiet);
            forcing.sort();
            all.sort();
            assert_eq!(forcing, all);
        });
    }

    #[test]
    fn a_turn_is_given_away_only_out_of_check_and_with_drops() {
        let mut given = 0;
        each_position(|game, eval, at| {
            let Some(passed) = eval.null_move(game, at) else {
                return;
            };
            assert_eq!(passed.turn(), !at.turn());
            assert!(!eval.in_check(game, at));
            assert_ne!(game.id(), "anpanman");
            given += 1;
        });
        assert!(given > 1000);
    }
}
