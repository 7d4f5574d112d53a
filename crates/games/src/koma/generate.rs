//! Legal moves.
//!
//! One generator serves listing, counting and asking whether there is any: it hands sets of
//! targets to a [`Sink`], which is compiled in.

use yomikiri_game_api::Side;

use crate::koma::moves::Move;
use crate::koma::position::Position;
use crate::koma::rules::{Captures, Goal, Model, Options};
use crate::koma::tables::{KindTables, Ray, Tables};

/// Takes the generated moves.
pub(crate) trait Sink {
    /// A man may go from `from` to each of `plain` without and of `promoting` with promotion.
    fn steps(&mut self, from: usize, plain: u64, promoting: u64);
    /// A man in hand may be dropped on each of `targets`.
    fn drops(&mut self, code: usize, targets: u64);
    /// Whether the rest need not be generated.
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

/// Asks whether there is any move.
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

/// Whether the position is over whatever moves there may be, and who has won.
///
/// A leader on its far rank when its owner is to move has stayed there untaken: that wins in every
/// model. One that has just arrived wins at once where it is safe (or wherever `goal = any`).
#[inline(always)]
pub(crate) fn decided(
    tables: &Tables,
    options: &Options,
    at: &Position,
) -> Option<(Side, &'static str)> {
    let mover = at.turn();
    let leaders = at.of_kind(&tables.masks[tables.royal]);
    let [own, other] = [leaders & at.men(mover), leaders & at.men(!mover)];
    if own == 0 {
        return Some((!mover, "leader-taken"));
    }
    if other == 0 {
        return Some((mover, "leader-taken"));
    }
    if options.goal != Goal::None {
        if own & tables.goal[mover.index()] != 0 {
            return Some((mover, "goal"));
        }
        if other & tables.goal[(!mover).index()] != 0 {
            let taken = options.model == Model::Capture
                && options.goal == Goal::Safe
                && attacks(tables, at, mover, at.occupied()) & other != 0;
            if !taken {
                return Some((!mover, "goal"));
            }
        }
    }
    None
}

/// The squares that a side attacks, its own men's squares included.
pub(crate) fn attacks(tables: &Tables, at: &Position, side: Side, occupied: u64) -> u64 {
    let men = at.men(side);
    let mut sum = 0;
    for code in 1..=tables.kinds {
        let kind = &tables.men[side.index()][code];
        for from in bits(at.of_kind(&tables.masks[code]) & men) {
            sum |= reach::<true>(tables, kind, from, occupied);
        }
    }
    sum
}

/// The squares that a man reaches, own men's squares included. Games without slides are compiled
/// without them.
#[inline(always)]
pub(crate) fn reach<const SLIDES: bool>(
    tables: &Tables,
    kind: &KindTables,
    from: usize,
    occupied: u64,
) -> u64 {
    let mut sum = kind.steps[from];
    if SLIDES {
        for &ray in &kind.rays {
            sum |= tables.rays[usize::from(ray)].attack(from, occupied);
        }
    }
    sum
}

/// Whether the side to move has its leader attacked.
pub(crate) fn in_check(tables: &Tables, at: &Position) -> bool {
    let mover = at.turn();
    let leader = at.of_kind(&tables.masks[tables.royal]) & at.men(mover);
    attacks(tables, at, !mover, at.occupied()) & leader != 0
}

/// What the opponent's men forbid in the check model.
struct Restraint {
    /// Where the leader may not step.
    danger: u64,
    /// Where another man must go: anywhere, to end the one check, or nowhere.
    targets: u64,
    /// Men that shield the leader from a slide.
    pinned: u64,
}

impl Restraint {
    const FREE: Restraint = Restraint {
        danger: 0,
        targets: u64::MAX,
        pinned: 0,
    };

    /// Looks at every man of the opponent once.
    #[inline(always)]
    fn find<const SLIDES: bool>(tables: &Tables, at: &Position, leader: u64) -> Restraint {
        let opponent = !at.turn();
        let (men, occupied) = (at.men(opponent), at.occupied());
        let mut found = Restraint::FREE;
        // The men or squares that would end a check; with two checks none does.
        let (mut evasions, mut checks) = (0, 0u32);
        for code in 1..=tables.kinds {
            let kind = &tables.men[opponent.index()][code];
            let mut rest = at.of_kind(&tables.masks[code]) & men;
            loop {
                let from = rest.trailing_zeros() as usize;
                let steps = kind.steps[from];
                let checks_now = steps & leader != 0;
                found.danger |= steps;
                checks += u32::from(checks_now);
                evasions |= if checks_now {
                    rest & rest.wrapping_neg()
                } else {
                    0
                };
                if SLIDES && from < 64 {
                    for &ray in &kind.rays {
                        let ray = &tables.rays[usize::from(ray)];
                        // The leader does not hide behind itself.
                        found.danger |= ray.attack(from, occupied & !leader);
                        if ray.reach[from] & leader == 0 {
                            continue;
                        }
                        let between = between(ray, from, leader);
                        let blockers = between & occupied;
                        if blockers == 0 {
                            checks += 1;
                            evasions |= between | 1 << from;
                        } else if blockers & (blockers - 1) == 0 {
                            found.pinned |= blockers & !men;
                        }
                    }
                }
                rest &= rest.wrapping_sub(1);
                if rest == 0 {
                    break;
                }
            }
        }
        found.targets = match checks {
            0 => u64::MAX,
            1 => evasions,
            _ => 0,
        };
        found
    }
}

/// The squares between a sliding man and a leader on its ray.
#[inline(always)]
fn between(ray: &Ray, from: usize, leader: u64) -> u64 {
    ray.reach[from] & !ray.reach[leader.trailing_zeros() as usize] & !leader
}

/// Where a pinned man may still go: towards every slide that it alone keeps off, and its source.
#[cold]
fn pin_line(tables: &Tables, at: &Position, leader: u64, pinned: usize) -> u64 {
    let opponent = !at.turn();
    let (men, occupied) = (at.men(opponent), at.occupied());
    let mut line = u64::MAX;
    for code in 1..=tables.kinds {
        let kind = &tables.men[opponent.index()][code];
        for from in bits(at.of_kind(&tables.masks[code]) & men) {
            for &ray in &kind.rays {
                let ray = &tables.rays[usize::from(ray)];
                if ray.reach[from] & leader != 0
                    && between(ray, from, leader) & occupied == 1 << pinned
                {
                    line &= between(ray, from, leader) | 1 << from;
                }
            }
        }
    }
    line
}

/// Generates the legal moves of a position that is not [`decided`]; passes are not generated here.
#[inline]
pub(crate) fn generate<S: Sink>(tables: &Tables, options: &Options, at: &Position, sink: &mut S) {
    if tables.rays.is_empty() {
        generate_with::<S, false>(tables, options, at, sink);
    } else {
        generate_with::<S, true>(tables, options, at, sink);
    }
}

fn generate_with<S: Sink, const SLIDES: bool>(
    tables: &Tables,
    options: &Options,
    at: &Position,
    sink: &mut S,
) {
    let side = at.turn();
    let (men, occupied) = (at.men(side), at.occupied());
    let leader = at.of_kind(&tables.masks[tables.royal]) & men;
    let restraint = match options.model {
        Model::Check => Restraint::find::<SLIDES>(tables, at, leader),
        Model::Capture => Restraint::FREE,
    };

    // 1. Men on the board.
    let zone = tables.promotion_zone[side.index()];
    for code in 1..=tables.kinds {
        let kind = &tables.men[side.index()][code];
        let mut rest = at.of_kind(&tables.masks[code]) & men;
        let allowed = if code == tables.royal {
            !men & !restraint.danger
        } else {
            !men & restraint.targets
        };
        loop {
            let from = rest.trailing_zeros() as usize;
            let mut targets = if SLIDES && rest == 0 {
                0
            } else {
                reach::<SLIDES>(tables, kind, from, occupied) & allowed
            };
            if SLIDES && restraint.pinned & rest & rest.wrapping_neg() != 0 {
                targets &= pin_line(tables, at, leader, from);
            }
            if tables.promoted[code] == 0 {
                sink.steps(from, targets, 0);
            } else {
                let leaves = tables.promotes_from_zone && rest & rest.wrapping_neg() & zone != 0;
                let may = if leaves { targets } else { targets & zone };
                let must = if tables.promotion_forced[code] {
                    may
                } else {
                    may & kind.stuck
                };
                sink.steps(from, targets & !must, may);
            }
            if sink.is_full() {
                return;
            }
            rest &= rest.wrapping_sub(1);
            if rest == 0 {
                break;
            }
        }
    }

    // 2. Men in hand.
    if options.captures == Captures::Remove || at.hand(side) == 0 {
        return;
    }
    let empty = tables.board & !occupied & restraint.targets;
    for (hand_kind, &code) in tables.hand_codes.iter().enumerate() {
        if at.in_hand(side, hand_kind) == 0 {
            continue;
        }
        let mut targets = empty & tables.men[side.index()][code].drops;
        if tables.drop_one_per_file[code] {
            for from in bits(at.of_kind(&tables.masks[code]) & men) {
                targets &= !tables.file_masks[from % tables.files];
            }
        }
        if !tables.drop_mate[code] {
            targets &= !mating_drops(tables, options, at, code, targets);
        }
        sink.drops(code, targets);
        if sink.is_full() {
            return;
        }
    }
}

/// The targets on which a dropped man would mate.
fn mating_drops(
    tables: &Tables,
    options: &Options,
    at: &Position,
    code: usize,
    targets: u64,
) -> u64 {
    let side = at.turn();
    let kind = &tables.men[side.index()][code];
    let leader = at.of_kind(&tables.masks[tables.royal]) & at.men(!side);
    let occupied = at.occupied();
    bits(targets)
        .filter(|&to| reach::<true>(tables, kind, to, occupied) & leader != 0)
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
