//! The terminal states of a whole block (one class, one leader pair) at once.
//!
//! The pieces are placed group by group, own pieces first, as in the index. As soon as an own piece
//! attacks the other leader, all placements of the remaining groups have the same state: in small
//! games that decides half of all positions without visiting them. Only for games without slides,
//! where an attack does not depend on other pieces, and with sides relative to the mover.

use std::ops::Range;

use yomikiri_game_api::{Side, Terminal};

use super::classes::Group;
use super::ranking::{self, Compress};
use super::{Boards, KomaIndexer};
use crate::koma::generate::bits;
use crate::koma::rules::{Goal, Model};
use crate::koma::tables::{CODES, ROYAL};

/// A block being scanned. With `DOUBTFUL` only placements are visited that may be lost in two plies, or that
/// the rules decide in a way that costs more to find out.
pub(super) struct Survey<'i, C, const DOUBTFUL: bool> {
    indexer: &'i KomaIndexer,
    groups: &'i [Group],
    class: usize,
    /// The requested indices.
    indices: Range<u64>,
    /// Own and other leader.
    leaders: [u64; 2],
    /// Squares where the own leader would arrive on its last rank.
    arrivals: u64,
    own_steps: u64,
    /// Whether the other leader is on its last rank.
    has_arrived: bool,
    /// Whether the other leader may arrive there after the next move.
    may_arrive: bool,
    compress: std::marker::PhantomData<C>,
}

/// Pieces placed so far.
#[derive(Copy, Clone)]
struct Placed {
    boards: Boards,
    free: u64,
    own: u64,
    /// Squares that the other side attacks.
    danger: u64,
}

impl<'i, C: Compress, const DOUBTFUL: bool> Survey<'i, C, DOUBTFUL> {
    #[inline(always)]
    pub(super) fn new(
        indexer: &'i KomaIndexer,
        class: usize,
        own: usize,
        other: usize,
        indices: Range<u64>,
    ) -> Self {
        let tables = &*indexer.game.tables;
        let goal = match indexer.game.options.goal {
            Goal::None => 0,
            Goal::Safe | Goal::Any => tables.goal[Side::First.index()],
        };
        let own_steps = tables.steps[0][ROYAL][own];
        Survey {
            indexer,
            groups: indexer.classes.groups(&indexer.classes.list[class]),
            class,
            indices,
            leaders: [1 << own, 1 << other],
            arrivals: own_steps & goal,
            own_steps,
            has_arrived: goal != 0 && tables.goal[Side::Second.index()] >> other & 1 == 1,
            may_arrive: goal != 0
                && tables.steps[1][ROYAL][other] & tables.goal[Side::Second.index()] != 0,
            compress: std::marker::PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn run(
        &self,
        block: u64,
        placements: u64,
        visit: &mut dyn FnMut(Range<u64>, Terminal),
    ) {
        if self.own_steps & self.leaders[1] != 0 || DOUBTFUL && self.has_arrived {
            if !DOUBTFUL {
                visit(self.indices.clone(), self.indexer.leader_attacked());
            }
            return;
        }
        let mut boards: Boards = [[0; CODES]; 2];
        boards[0][ROYAL] = self.leaders[0];
        boards[1][ROYAL] = self.leaders[1];
        let tables = &*self.indexer.game.tables;
        let mut placed = Placed {
            boards,
            free: tables.board & !(self.leaders[0] | self.leaders[1]),
            own: self.leaders[0],
            danger: tables.steps[1][ROYAL][self.leaders[1].trailing_zeros() as usize],
        };
        self.place(0, block, placements, &mut placed, visit);
    }

    /// Places the groups from `level` on; they have `indices` indices from `base` on.
    fn place(
        &self,
        level: usize,
        base: u64,
        indices: u64,
        placed: &mut Placed,
        visit: &mut dyn FnMut(Range<u64>, Terminal),
    ) {
        let tables = &*self.indexer.game.tables;
        let Some(group) = self.groups.get(level) else {
            if !DOUBTFUL || self.is_doubtful(placed) {
                let terminal = match DOUBTFUL {
                    true => Terminal::Undecided,
                    false => self.leaf(placed),
                };
                visit(base..base + 1, terminal);
            }
            return;
        };
        let stride = indices / group.ways;
        let (side, code) = (usize::from(group.side), usize::from(group.code));
        let before = (placed.free, placed.own, placed.danger);
        for digit in 0..group.ways {
            let base = base + digit * stride;
            let wanted = base.max(self.indices.start)..(base + stride).min(self.indices.end);
            if wanted.is_empty() {
                continue;
            }
            let pieces = C::expand(ranking::unrank_subset(digit, group.count), before.0);
            let attacks = bits(pieces).fold(0, |sum, from| sum | tables.steps[side][code][from]);
            if side == 0 {
                if attacks & self.leaders[1] != 0 {
                    if !DOUBTFUL {
                        visit(wanted, self.indexer.leader_attacked());
                    }
                    continue;
                }
                placed.own = before.1 | pieces;
            } else {
                placed.danger = before.2 | attacks;
            }
            placed.free = before.0 & !pieces;
            placed.boards[side][code] = pieces;
            self.place(level + 1, base, stride, placed, visit);
        }
        placed.boards[side][code] = 0;
        (placed.free, placed.own, placed.danger) = before;
    }

    /// Whether the position may be lost in two: the opponent may arrive, or no step of the leader is safe
    /// from all pieces. After such a step the opponent does not win at once.
    #[inline(always)]
    fn is_doubtful(&self, placed: &Placed) -> bool {
        self.may_arrive || self.own_steps & !placed.own & !placed.danger == 0
    }

    /// All pieces are placed and none attacks the other leader.
    #[inline(always)]
    fn leaf(&self, placed: &Placed) -> Terminal {
        if self.has_arrived {
            return Terminal::Lost;
        }
        let options = &self.indexer.game.options;
        let arrivals = self.arrivals & !placed.own;
        // A piece captured on arrival does not defend its own square, so the danger is exact.
        let wins = match (options.model, options.goal) {
            (Model::Capture, Goal::Any) => arrivals,
            _ => arrivals & !placed.danger,
        };
        if wins != 0 {
            return Terminal::WinInOne;
        }
        let steps = self.own_steps & !placed.own;
        let steps = match options.model {
            Model::Check => steps & !placed.danger,
            Model::Capture => steps,
        };
        if steps != 0 {
            return Terminal::Undecided;
        }
        let at = self
            .indexer
            .compose(&placed.boards, self.class, Side::First);
        self.indexer.terminal_by_moves(&at)
    }
}
