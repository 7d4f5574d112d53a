//! Legal moves.
//!
//! One generator lists moves, counts them and tests whether there is any: it passes sets of targets
//! to a [`Sink`], which is monomorphised.

use yomikiri_game_api::Side;

#[cfg(target_arch = "x86_64")]
use crate::cpu::has_bits;
use crate::koma::moves::{Action, Move};
use crate::koma::position::Position;
use crate::koma::rules::{Captures, Goal, MAX_KINDS, Model, Options};
use crate::koma::tables::{ROYAL, Ray, Tables};

/// Receives the generated moves.
pub(crate) trait Sink {
    /// A piece moves from `from` to each of `plain` without promotion and of `promoting` with
    /// promotion.
    fn steps(&mut self, from: usize, plain: u64, promoting: u64);
    /// A piece in hand can be dropped on each of `targets`.
    fn drops(&mut self, code: usize, targets: u64);
    /// Whether the generator can stop.
    fn is_full(&self) -> bool {
        false
    }
}

/// Collects the moves.
pub(crate) struct List<'m>(pub(crate) &'m mut Vec<Move>);

impl Sink for List<'_> {
    #[inline(always)]
    fn steps(&mut self, from: usize, plain: u64, promoting: u64) {
        for to in bits(plain) {
            self.0.push(Move::step(from, to, false));
        }
        for to in bits(promoting) {
            self.0.push(Move::step(from, to, true));
        }
    }

    #[inline(always)]
    fn drops(&mut self, code: usize, targets: u64) {
        for to in bits(targets) {
            self.0.push(Move::drop(code, to));
        }
    }
}

/// Counts the moves.
pub(crate) struct Count(pub(crate) u32);

impl Sink for Count {
    #[inline(always)]
    fn steps(&mut self, _from: usize, plain: u64, promoting: u64) {
        self.0 += plain.count_ones() + promoting.count_ones();
    }

    #[inline(always)]
    fn drops(&mut self, _code: usize, targets: u64) {
        self.0 += targets.count_ones();
    }
}

/// Tests whether there is any move.
pub(crate) struct Any(pub(crate) bool);

impl Sink for Any {
    #[inline(always)]
    fn steps(&mut self, _from: usize, plain: u64, promoting: u64) {
        self.0 |= plain | promoting != 0;
    }

    #[inline(always)]
    fn drops(&mut self, _code: usize, targets: u64) {
        self.0 |= targets != 0;
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.0
    }
}

/// The squares of a bitboard, in order.
#[inline(always)]
pub(crate) fn bits(mut board: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if board == 0 {
            return None;
        }
        let square = board.trailing_zeros() as usize;
        board &= board - 1;
        Some(square)
    })
}

/// Runs a block for every code. For games with two planes the loop is unrolled, so that codes
/// become constants (measured: one eighth of perft's time).
macro_rules! for_codes {
    ($planes:expr, $tables:expr, |$code:ident| $body:block) => {
        if $planes == 2 {
            {
                let $code = 1;
                $body
            }
            {
                let $code = 2;
                $body
            }
            {
                let $code = 3;
                $body
            }
        } else {
            for $code in 1..=$tables.kinds.min(MAX_KINDS) {
                $body
            }
        }
    };
}

/// The winner, if the position is over regardless of its moves.
///
/// A leader that is on its last rank when its owner is to move was not captured: it wins in every
/// model. A leader that has just arrived wins at once if it is safe (or always with `goal = any`).
#[inline(always)]
pub(crate) fn decided<const PLANES: usize>(
    tables: &Tables,
    options: &Options,
    at: &Position,
) -> Option<(Side, &'static str)> {
    let mover = at.turn();
    let leaders = at.of_code::<PLANES>(ROYAL);
    let [own, other] = [leaders & at.pieces(mover), leaders & at.pieces(!mover)];
    let [own_goal, other_goal] = [tables.goal[mover.index()], tables.goal[(!mover).index()]];
    if own != 0 && other != 0 && (own & own_goal | other & other_goal) == 0 {
        return None;
    }
    decided_by_leaders(tables, options, at, own, other)
}

/// The rare case of [`decided`]: a leader is missing or on its last rank.
#[cold]
fn decided_by_leaders(
    tables: &Tables,
    options: &Options,
    at: &Position,
    own: u64,
    other: u64,
) -> Option<(Side, &'static str)> {
    let mover = at.turn();
    if own == 0 {
        return Some((!mover, "leader-taken"));
    }
    if other == 0 {
        return Some((mover, "leader-taken"));
    }
    if options.goal == Goal::None {
        return None;
    }
    if own & tables.goal[mover.index()] != 0 {
        return Some((mover, "goal"));
    }
    let may_be_taken = options.model == Model::Capture
        && options.goal == Goal::Safe
        && attacks(tables, at, mover, at.occupied()) & other != 0;
    (!may_be_taken).then_some((!mover, "goal"))
}

/// The squares that a side attacks, including squares of its own pieces.
pub(crate) fn attacks(tables: &Tables, at: &Position, side: Side, occupied: u64) -> u64 {
    bits(at.pieces(side)).fold(0, |sum, from| {
        sum | reach(tables, side, at.code_at(from), from, occupied)
    })
}

/// The squares that a side's piece of a kind reaches, including squares of its own pieces.
#[inline(always)]
pub(crate) fn reach(tables: &Tables, side: Side, code: usize, from: usize, occupied: u64) -> u64 {
    let rays = tables.kind(side, code).rays.iter();
    rays.fold(tables.steps[side.index()][code][from], |sum, &ray| {
        sum | tables.rays[usize::from(ray)].attack(from, occupied)
    })
}

/// Whether the side to move has its leader attacked.
pub(crate) fn in_check(tables: &Tables, at: &Position) -> bool {
    let mover = at.turn();
    let leader = at.of_code::<4>(ROYAL) & at.pieces(mover);
    leader != 0
        && is_attacked(
            tables,
            at,
            !mover,
            leader.trailing_zeros() as usize,
            at.occupied(),
        )
}

/// Whether a side attacks a square: [`attacks`], but only the pieces that could are asked.
#[inline]
pub(crate) fn is_attacked(
    tables: &Tables,
    at: &Position,
    side: Side,
    square: usize,
    occupied: u64,
) -> bool {
    let near = at.pieces(side) & occupied & tables.near[side.index()][square & 63];
    bits(near).any(|from| reach(tables, side, at.code_at(from), from, occupied) >> square & 1 == 1)
}

/// The squares from which a side's piece of a kind attacks a square. Slides of the two sides are mirror images: from the
/// target outwards.
#[inline]
pub(crate) fn attacks_from(
    tables: &Tables,
    side: Side,
    code: usize,
    square: usize,
    occupied: u64,
) -> u64 {
    let rays = tables.kind(!side, code).rays.iter();
    let steps = tables.origins[side.index()][code][square & 63];
    rays.fold(steps, |sum, &ray| {
        sum | tables.rays[usize::from(ray)].attack(square & 63, occupied)
    })
}

/// Whether a move is legal in a game that ends by mate, without listing the others.
pub(crate) fn is_legal(tables: &Tables, options: &Options, at: &Position, mv: Move) -> bool {
    let side = at.turn();
    let (pieces, occupied) = (at.pieces(side), at.occupied());
    let leaders = at.of_code::<4>(ROYAL);
    if decided::<4>(tables, options, at).is_some() {
        return false;
    }
    let (mut leader, mut left, to) = match mv.action() {
        Action::Step { from, to, promote } => {
            if pieces >> from & 1 == 0 || pieces >> to & 1 == 1 {
                return false;
            }
            let code = at.code_at(from);
            if reach(tables, side, code, from, occupied) >> to & 1 == 0 {
                return false;
            }
            let zone = tables.promotion_zone[side.index()];
            let kind = tables.kind(side, code);
            let may = tables.promoted[code] != 0
                && (zone >> to & 1 == 1 || tables.promotes_from_zone && zone >> from & 1 == 1);
            let must = may && (kind.promotion_forced || kind.stuck >> to & 1 == 1);
            if promote && !may || !promote && must {
                return false;
            }
            let leader = if code == ROYAL {
                1 << to
            } else {
                leaders & pieces
            };
            (leader, occupied & !(1 << from), to)
        }
        Action::Drop { kind: code, to } => {
            let Some(hand_kind) = tables.hand_kind.get(code).copied().flatten() else {
                return false;
            };
            let hand_kind = usize::from(hand_kind);
            if options.captures == Captures::Remove
                || tables.hand_codes[hand_kind] != code
                || at.in_hand(side, hand_kind) == 0
                || (tables.board & !occupied & tables.kind(side, code).drops) >> to & 1 == 0
            {
                return false;
            }
            let in_file = tables.file_masks[to % tables.files] & at.of_code::<4>(code) & pieces;
            if tables.drop_one_per_file[code] && in_file != 0 {
                return false;
            }
            if !tables.drop_mate[code] && mating_drops(tables, options, at, code, 1 << to) != 0 {
                return false;
            }
            (leaders & pieces, occupied, to)
        }
        Action::Pass => return false,
    };
    // What stood on the target is gone, and the leader must be safe.
    leader &= leader.wrapping_neg();
    left |= 1 << to;
    let square = leader.trailing_zeros() as usize;
    let near = at.pieces(!side) & !(1 << to) & tables.near[(!side).index()][square & 63];
    !bits(near).any(|from| reach(tables, !side, at.code_at(from), from, left) >> square & 1 == 1)
}

/// Limits on the legal moves in the check model.
struct Restraint {
    /// Squares that the leader may not move to.
    danger: u64,
    /// Squares that other pieces must move to: anywhere, those that end a single check, or none.
    targets: u64,
    /// Pieces that shield the leader from a slide.
    pinned: u64,
}

impl Restraint {
    const FREE: Restraint = Restraint {
        danger: 0,
        targets: u64::MAX,
        pinned: 0,
    };

    /// Visits every enemy piece once.
    #[inline(always)]
    fn find<const SLIDES: bool, const PLANES: usize>(
        tables: &Tables,
        at: &Position,
        leader: u64,
    ) -> Restraint {
        let opponent = !at.turn();
        let (pieces, occupied) = (at.pieces(opponent), at.occupied());
        let mut found = Restraint::FREE;
        for_codes!(PLANES, tables, |code| {
            let steps = &tables.steps[opponent.index()][code];
            let mut rest = at.of_code::<PLANES>(code) & pieces;
            loop {
                let from = rest.trailing_zeros() as usize;
                found.danger |= steps[from];
                if SLIDES && rest != 0 {
                    for &ray in &tables.kind(opponent, code).rays {
                        let ray = &tables.rays[usize::from(ray)];
                        // The leader does not shield squares behind itself.
                        found.danger |= ray.attack(from, occupied & !leader);
                        if ray.reach[from] & leader != 0 {
                            let blockers = between(ray, from, leader) & occupied;
                            if blockers.is_power_of_two() {
                                found.pinned |= blockers & !pieces;
                            }
                        }
                    }
                }
                rest &= rest.wrapping_sub(1);
                if rest == 0 {
                    break;
                }
            }
        });
        if found.danger & leader != 0 {
            found.targets = evasions::<SLIDES, PLANES>(tables, at, leader);
        }
        found
    }
}

/// Squares where a piece other than the leader ends the check; none in double check.
#[inline(never)]
fn evasions<const SLIDES: bool, const PLANES: usize>(
    tables: &Tables,
    at: &Position,
    leader: u64,
) -> u64 {
    let opponent = !at.turn();
    let (pieces, occupied) = (at.pieces(opponent), at.occupied());
    let (mut targets, mut checks) = (0, 0);
    for_codes!(PLANES, tables, |code| {
        let steps = &tables.steps[opponent.index()][code];
        for from in bits(at.of_code::<PLANES>(code) & pieces) {
            if steps[from] & leader != 0 {
                checks += 1;
                targets |= 1 << from;
            }
            if SLIDES {
                for &ray in &tables.kind(opponent, code).rays {
                    let ray = &tables.rays[usize::from(ray)];
                    if ray.attack(from, occupied) & leader != 0 {
                        checks += 1;
                        targets |= between(ray, from, leader) | 1 << from;
                    }
                }
            }
        }
    });
    if checks == 1 { targets } else { 0 }
}

/// The squares between a sliding piece and a leader on its ray.
#[inline(always)]
fn between(ray: &Ray, from: usize, leader: u64) -> u64 {
    ray.reach[from] & !ray.reach[leader.trailing_zeros() as usize] & !leader
}

/// Squares a pinned piece may still move to: along every ray it blocks, including the source.
#[cold]
fn pin_line(tables: &Tables, at: &Position, leader: u64, pinned: usize) -> u64 {
    let opponent = !at.turn();
    let (pieces, occupied) = (at.pieces(opponent), at.occupied());
    let mut line = u64::MAX;
    for from in bits(pieces) {
        for &ray in &tables.kind(opponent, at.code_at(from)).rays {
            let ray = &tables.rays[usize::from(ray)];
            if ray.reach[from] & leader != 0 && between(ray, from, leader) & occupied == 1 << pinned
            {
                line &= between(ray, from, leader) | 1 << from;
            }
        }
    }
    line
}

/// Generates the legal moves without passes. Returns true, without moves, if the position is
/// [`decided`].
#[inline(always)]
pub(crate) fn generate<S: Sink>(
    tables: &Tables,
    options: &Options,
    at: &Position,
    sink: &mut S,
) -> bool {
    generate_in(tables, options, options.model, at, sink)
}

/// The same as if the game had another model. In the check model these are the moves after which the
/// leader cannot be captured.
#[inline(always)]
pub(crate) fn generate_in<S: Sink>(
    tables: &Tables,
    options: &Options,
    model: Model,
    at: &Position,
    sink: &mut S,
) -> bool {
    // Compiled for games with and without slides, and for the number of planes their codes need.
    match (tables.rays.is_empty(), tables.kinds) {
        (true, ..=3) => generate_with::<S, false, 2>(tables, options, model, at, sink),
        (true, ..=7) => generate_with::<S, false, 3>(tables, options, model, at, sink),
        (true, _) => generate_with::<S, false, 4>(tables, options, model, at, sink),
        (false, _) => generate_slides(tables, options, model, at, sink),
    }
}

/// [`generate_in`] in games with slides.
#[inline(always)]
fn generate_slides<S: Sink>(
    tables: &Tables,
    options: &Options,
    model: Model,
    at: &Position,
    sink: &mut S,
) -> bool {
    #[cfg(target_arch = "x86_64")]
    if has_bits() {
        // SAFETY: the processor has these instructions, as just checked.
        return unsafe { generate_with_bits(tables, options, model, at, sink) };
    }
    generate_with::<S, true, 4>(tables, options, model, at, sink)
}

/// [`generate_plain`] in games with slides, for processors with instructions on bits.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
#[inline(never)]
fn generate_with_bits<S: Sink>(
    tables: &Tables,
    options: &Options,
    model: Model,
    at: &Position,
    sink: &mut S,
) -> bool {
    generate_plain::<S, true, 4>(tables, options, model, at, sink)
}

// Not inlined: in one function the variants would compete for registers.
#[inline(never)]
fn generate_with<S: Sink, const SLIDES: bool, const PLANES: usize>(
    tables: &Tables,
    options: &Options,
    model: Model,
    at: &Position,
    sink: &mut S,
) -> bool {
    generate_plain::<S, SLIDES, PLANES>(tables, options, model, at, sink)
}

#[inline(always)]
fn generate_plain<S: Sink, const SLIDES: bool, const PLANES: usize>(
    tables: &Tables,
    options: &Options,
    model: Model,
    at: &Position,
    sink: &mut S,
) -> bool {
    if decided::<PLANES>(tables, options, at).is_some() {
        return true;
    }
    let side = at.turn();
    let (pieces, occupied) = (at.pieces(side), at.occupied());
    let leader = at.of_code::<PLANES>(ROYAL) & pieces;
    let restraint = match model {
        Model::Check => Restraint::find::<SLIDES, PLANES>(tables, at, leader),
        Model::Capture => Restraint::FREE,
    };

    // 1. Pieces on the board.
    let zone = tables.promotion_zone[side.index()];
    for_codes!(PLANES, tables, |code| {
        let steps = &tables.steps[side.index()][code];
        let allowed = if code == ROYAL {
            !pieces & !restraint.danger
        } else {
            !pieces & restraint.targets
        };
        let mut rest = at.of_code::<PLANES>(code) & pieces;
        // Most kinds have at most one piece: the first needs no branch, because square 64 has no
        // steps.
        loop {
            let from = rest.trailing_zeros() as usize;
            let mut targets = steps[from];
            if SLIDES && rest != 0 {
                for &ray in &tables.kind(side, code).rays {
                    targets |= tables.rays[usize::from(ray)].attack(from, occupied);
                }
                if restraint.pinned >> from & 1 == 1 {
                    targets &= pin_line(tables, at, leader, from);
                }
            }
            targets &= allowed;
            if tables.promoted[code] == 0 {
                sink.steps(from, targets, 0);
            } else {
                let kind = tables.kind(side, code);
                let leaves = tables.promotes_from_zone && zone & rest & rest.wrapping_neg() != 0;
                let may = if leaves { targets } else { targets & zone };
                let must = if kind.promotion_forced {
                    may
                } else {
                    may & kind.stuck
                };
                sink.steps(from, targets & !must, may);
            }
            rest &= rest.wrapping_sub(1);
            if rest == 0 {
                break;
            }
        }
    });
    if sink.is_full() {
        return false;
    }

    // 2. Pieces in hand.
    if options.captures == Captures::Remove || at.hand(side) == 0 {
        return false;
    }
    let empty = tables.board & !occupied & restraint.targets;
    for (hand_kind, &code) in tables.hand_codes.iter().enumerate() {
        if at.in_hand(side, hand_kind) == 0 {
            continue;
        }
        let mut targets = empty & tables.kind(side, code).drops;
        if tables.drop_one_per_file[code] {
            for from in bits(at.of_code::<4>(code) & pieces) {
                targets &= !tables.file_masks[from % tables.files];
            }
        }
        if !tables.drop_mate[code] {
            targets &= !mating_drops(tables, options, at, code, targets);
        }
        sink.drops(code, targets);
        if sink.is_full() {
            break;
        }
    }
    false
}

/// The targets on which a dropped piece would give checkmate.
fn mating_drops(
    tables: &Tables,
    options: &Options,
    at: &Position,
    code: usize,
    targets: u64,
) -> u64 {
    let side = at.turn();
    let leader = at.of_code::<4>(ROYAL) & at.pieces(!side);
    let occupied = at.occupied();
    bits(targets)
        .filter(|&to| reach(tables, side, code, to, occupied) & leader != 0)
        .filter(|&to| {
            let mut after = *at;
            let hand_kind = tables.hand_kind[code].expect("a hand kind");
            after.take_from_hand(side, usize::from(hand_kind));
            after.put(to, code, side);
            after.pass_turn();
            let mut any = Any(false);
            generate(tables, options, &after, &mut any);
            !any.0
        })
        .fold(0, |sum, to| sum | 1 << to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::koma::game::Koma;
    use yomikiri_game_api::{Game, Line, SplitMix64};

    #[test]
    fn instructions_of_the_processor_change_nothing() {
        let game = Koma::builtin("minishogi").unwrap();
        let (tables, options) = (&*game.tables, &game.options);
        let mut rng = SplitMix64::new(5);
        let mut seen = 0;
        for _ in 0..20 {
            let mut line = Line::new(&game);
            while line.ply() < 40 && line.outcome(&game).is_none() {
                let at = *line.last();
                let (mut moves, mut plain) = (Vec::new(), Vec::new());
                generate(tables, options, &at, &mut List(&mut moves));
                let mut sink = List(&mut plain);
                generate_with::<_, true, 4>(tables, options, options.model, &at, &mut sink);
                assert_eq!(moves, plain, "{at:?}");
                seen += moves.len();
                line.push(&game, moves[rng.below(moves.len())]);
            }
        }
        assert!(seen > 1000, "{seen} moves");
    }

    /// The slow twin of looking from the target outwards: a piece on every square in turn.
    #[test]
    fn attackers_are_where_a_piece_would_attack_from() {
        for id in crate::koma::BUILTIN {
            let game = Koma::builtin(id).unwrap();
            let tables = &*game.tables;
            let squares = tables.files * tables.ranks;
            let mut rng = SplitMix64::new(3);
            let mut line = Line::new(&game);
            while line.ply() < 40 && line.outcome(&game).is_none() {
                let at = *line.last();
                let occupied = at.occupied();
                for side in Side::BOTH {
                    let all = attacks(tables, &at, side, occupied);
                    for square in 0..squares {
                        let attacked = is_attacked(tables, &at, side, square, occupied);
                        assert_eq!(attacked, all >> square & 1 == 1, "{id} {at:?}");
                        for code in ROYAL..=tables.kinds {
                            let from = (0..squares)
                                .filter(|&from| {
                                    reach(tables, side, code, from, occupied) >> square & 1 == 1
                                })
                                .fold(0, |sum, from| sum | 1 << from);
                            let found = attacks_from(tables, side, code, square, occupied);
                            assert_eq!(found, from, "{id} {side:?} {code} {square} {at:?}");
                        }
                    }
                }
                let mut moves = Vec::new();
                game.legal_moves(&at, &mut moves);
                line.push(&game, moves[rng.below(moves.len())]);
            }
        }
    }
}
