//! Classes: how the pieces of each kind are distributed over board and hands.

use std::collections::HashMap;
use std::ops::Range;

use yomikiri_game_api::{Game, Side};

use super::Boards;
use super::ranking::ways;
use crate::koma::game::Koma;
use crate::koma::position::Position;
use crate::koma::rules::{Captures, MAX_HAND_KINDS};

/// Where the pieces of one kind are: on the board, promoted, in hand, for First and Second.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Spread {
    board: [u8; 2],
    promoted: [u8; 2],
    hand: [u8; 2],
}

const NO_SPREAD: u16 = u16::MAX;

impl Spread {
    /// A number below `(total + 1)^6` unique to each distribution of `total` pieces.
    #[inline(always)]
    fn key(&self, total: usize) -> usize {
        let digits = [self.board, self.promoted, self.hand];
        let mut key = 0;
        for [first, second] in digits {
            key = (key * (total + 1) + usize::from(first)) * (total + 1) + usize::from(second);
        }
        key
    }

    fn swapped(self) -> Spread {
        let swap = |[a, b]: [u8; 2]| [b, a];
        Spread {
            board: swap(self.board),
            promoted: swap(self.promoted),
            hand: swap(self.hand),
        }
    }
}

/// The effect of a move, or of undoing one, on the distribution of a kind; the side is the mover.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Take,
    TakePromoted,
    Promote,
    Drop,
    Untake,
    UntakePromoted,
    Unpromote,
    Undrop,
}

const CHANGES: usize = 8;
const IMPOSSIBLE: i32 = i32::MIN;

/// The distributions of one kind and how they change.
#[derive(Clone, Debug)]
struct KindSpreads {
    code: usize,
    promoted: usize,
    list: Vec<Spread>,
    /// Number of pieces of the kind, and by [`Spread::key`] the number of each distribution.
    total: usize,
    by_key: Vec<u16>,
    swapped: Vec<usize>,
    /// By change, mover and distribution: the difference of the class number.
    steps: [[Vec<i32>; 2]; CHANGES],
    radix: usize,
}

/// Equal pieces on the board.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) side: u8,
    pub(super) code: u8,
    pub(super) count: u8,
    /// Squares available for the group.
    pub(super) free: u8,
    /// Number of placements.
    pub(super) ways: u64,
    /// Number of placements of the groups after it.
    pub(super) stride: u64,
}

impl Group {
    /// No pieces.
    pub(super) const NONE: Group = Group {
        side: 0,
        code: 0,
        count: 0,
        free: 0,
        ways: 1,
        stride: 1,
    };

    /// Puts pieces of the group on a board.
    #[inline(always)]
    pub(super) fn add_to(&self, at: &mut Position, pieces: u64) {
        for (i, plane) in at.planes.iter_mut().enumerate() {
            *plane |= pieces & u64::from(self.code >> i & 1).wrapping_neg();
        }
        at.second |= pieces & u64::from(self.side).wrapping_neg();
    }
}

/// One class.
#[derive(Clone, Debug)]
pub(super) struct Class {
    pub(super) offset: u64,
    pub(super) placements: u64,
    /// The class from the other side's view.
    pub(super) swapped: u32,
    /// The hands as they stand in a position.
    pub(super) hands: u64,
    /// Its groups in the list of all groups, own pieces first.
    groups: Range<u32>,
    spreads: [u16; MAX_HAND_KINDS],
}

/// All classes of a game.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    pub(super) list: Vec<Class>,
    pub(super) indices: u64,
    kinds: Vec<KindSpreads>,
    groups: Vec<Group>,
    /// The offsets of the classes, contiguous for searching.
    offsets: Vec<u64>,
}

/// Every distribution of the pieces of a kind.
fn spreads_of(game: &Koma, code: usize) -> Vec<Spread> {
    let start = game.start();
    let promotes = game.tables.promoted[code] != 0;
    let pieces = |code: usize, side: Side| {
        (start.of_code::<4>(code) & start.pieces(side) & game.tables.board).count_ones() as u8
    };
    let in_hand = |side: Side| {
        let kind = game.tables.hand_kind[code].expect("a hand kind");
        start.in_hand(side, usize::from(kind)) as u8
    };
    let of_side = Side::BOTH.map(|side| {
        let promoted = if promotes {
            pieces(game.tables.promoted[code], side)
        } else {
            0
        };
        pieces(code, side) + promoted + in_hand(side)
    });
    let total = of_side[0] + of_side[1];
    let most_promoted = if promotes { total } else { 0 };
    let mut list = Vec::new();
    for a in 0..=total {
        for b in 0..=total - a {
            for c in 0..=most_promoted.min(total - a - b) {
                for d in 0..=most_promoted.min(total - a - b - c) {
                    let left = total - a - b - c - d;
                    match game.options.captures {
                        Captures::Hand => list.extend((0..=left).map(|hand| Spread {
                            board: [a, b],
                            promoted: [c, d],
                            hand: [hand, left - hand],
                        })),
                        Captures::Remove => {
                            if a + c <= of_side[0] && b + d <= of_side[1] {
                                list.push(Spread {
                                    board: [a, b],
                                    promoted: [c, d],
                                    hand: [0, 0],
                                });
                            }
                        }
                    }
                }
            }
        }
    }
    list
}

/// Number of classes of a game.
pub(super) fn class_count(game: &Koma) -> f64 {
    let codes = game.tables.hand_codes.iter();
    codes
        .map(|&code| spreads_of(game, code).len() as f64)
        .product()
}

/// Number of indices with one side to move: a sum over the squares in use, kind by kind.
pub(super) fn estimate(game: &Koma, pairs: usize) -> f64 {
    let squares = game.tables.files * game.tables.ranks;
    let mut ways_by_used = vec![0.0; squares + 1];
    if squares >= 2 {
        ways_by_used[2] = pairs as f64;
    }
    for &code in &game.tables.hand_codes {
        let mut next = vec![0.0; squares + 1];
        for spread in spreads_of(game, code) {
            for used in 0..=squares {
                let mut product = ways_by_used[used];
                let mut free = squares - used;
                for count in spread.board.into_iter().chain(spread.promoted) {
                    let count = usize::from(count);
                    product *= if count <= free {
                        ways(free, count) as f64
                    } else {
                        0.0
                    };
                    free = free.saturating_sub(count);
                }
                next[squares - free] += product;
            }
        }
        ways_by_used = next;
    }
    ways_by_used.iter().sum()
}

impl Classes {
    pub(super) fn build(game: &Koma, pairs: u64) -> Classes {
        let squares = game.tables.files * game.tables.ranks;
        let mut radix = 1;
        let mut kinds = Vec::new();
        for &code in &game.tables.hand_codes {
            let kind = KindSpreads::new(game, code, radix);
            radix *= kind.list.len();
            kinds.push(kind);
        }
        let mut list = Vec::with_capacity(radix);
        let mut groups = Vec::new();
        let mut indices = 0;
        for number in 0..radix {
            let spread_number = |kind: &KindSpreads| number / kind.radix % kind.list.len();
            let first_group = groups.len();
            let mut free = squares - 2;
            let (mut placements, mut hands, mut swapped) = (1, Position::EMPTY, 0);
            let mut spreads = [0; MAX_HAND_KINDS];
            for (i, kind) in kinds.iter().enumerate() {
                spreads[i] = spread_number(kind) as u16;
                swapped += kind.swapped[spread_number(kind)] * kind.radix;
            }
            for side in Side::BOTH {
                for (i, kind) in kinds.iter().enumerate() {
                    let spread = kind.list[spread_number(kind)];
                    for (code, counts) in
                        [(kind.code, spread.board), (kind.promoted, spread.promoted)]
                    {
                        let count = usize::from(counts[side.index()]);
                        if count == 0 {
                            continue;
                        }
                        // A class with more pieces than squares has no placements.
                        let ways = if count <= free { ways(free, count) } else { 0 };
                        placements *= ways;
                        groups.push(Group {
                            side: side.index() as u8,
                            code: code as u8,
                            count: count as u8,
                            free: free as u8,
                            ways,
                            stride: 1,
                        });
                        free = free.saturating_sub(count);
                    }
                    for _ in 0..spread.hand[side.index()] {
                        hands.add_to_hand(side, i);
                    }
                }
            }
            if placements == 0 {
                groups.truncate(first_group);
            }
            let mut stride = 1;
            for group in groups[first_group..].iter_mut().rev() {
                group.stride = stride;
                stride *= group.ways;
            }
            list.push(Class {
                offset: indices,
                placements,
                swapped: swapped as u32,
                hands: hands.rest,
                groups: first_group as u32..groups.len() as u32,
                spreads,
            });
            indices += placements * pairs;
        }
        Classes {
            offsets: list.iter().map(|class| class.offset).collect(),
            list,
            indices,
            kinds,
            groups,
        }
    }

    /// The groups of a class.
    #[inline(always)]
    pub(super) fn groups(&self, class: &Class) -> &[Group] {
        &self.groups[class.groups.start as usize..class.groups.end as usize]
    }

    /// Whether a class contains an index: a cheap guess for sequential access.
    #[inline(always)]
    pub(super) fn holds(&self, class: usize, index: u64) -> bool {
        let end = self.offsets.get(class + 1).copied().unwrap_or(self.indices);
        (self.offsets[class]..end).contains(&index)
    }

    /// The class that holds an index.
    pub(super) fn at_index(&self, index: u64) -> usize {
        debug_assert!(index < self.indices);
        // Empty classes share their offset with the next one; take the last.
        self.offsets.partition_point(|&offset| offset <= index) - 1
    }

    /// The class of pieces on boards and in hands (by side and hand kind).
    pub(super) fn find(
        &self,
        boards: &Boards,
        hands: &[[usize; MAX_HAND_KINDS]; 2],
    ) -> Option<usize> {
        let mut number = 0;
        for (i, kind) in self.kinds.iter().enumerate() {
            let count = |side: usize, code: usize| match code {
                0 => 0,
                _ => boards[side][code].count_ones() as u8,
            };
            let spread = Spread {
                board: [count(0, kind.code), count(1, kind.code)],
                promoted: [count(0, kind.promoted), count(1, kind.promoted)],
                hand: [hands[0][i] as u8, hands[1][i] as u8],
            };
            let pieces = spread
                .board
                .iter()
                .chain(&spread.promoted)
                .chain(&spread.hand);
            if pieces.map(|&pieces| usize::from(pieces)).sum::<usize>() > kind.total {
                return None;
            }
            let found = kind.by_key[spread.key(kind.total)];
            if found == NO_SPREAD {
                return None;
            }
            number += usize::from(found) * kind.radix;
        }
        Some(number)
    }

    /// The class after a change of a hand kind's distribution by `side`; `None` if impossible.
    #[inline(always)]
    pub(super) fn changed(
        &self,
        class: usize,
        kind: usize,
        change: Change,
        side: Side,
    ) -> Option<usize> {
        let spread = usize::from(self.list[class].spreads[kind]);
        let step = self.kinds[kind].steps[change as usize][side.index()][spread];
        (step != IMPOSSIBLE).then(|| class.wrapping_add_signed(step as isize))
    }
}

impl KindSpreads {
    fn new(game: &Koma, code: usize, radix: usize) -> KindSpreads {
        let list = spreads_of(game, code);
        let numbers: HashMap<Spread, usize> = list
            .iter()
            .enumerate()
            .map(|(i, &spread)| (spread, i))
            .collect();
        let to_hand = i8::from(game.options.captures == Captures::Hand);
        let step = |change: Change, side: usize, from: usize| {
            let mut spread = list[from];
            let other = 1 - side;
            let add = |field: &mut u8, by: i8| match field.checked_add_signed(by) {
                Some(sum) => {
                    *field = sum;
                    true
                }
                None => false,
            };
            let possible = match change {
                Change::Take => {
                    add(&mut spread.board[other], -1) && add(&mut spread.hand[side], to_hand)
                }
                Change::TakePromoted => {
                    add(&mut spread.promoted[other], -1) && add(&mut spread.hand[side], to_hand)
                }
                Change::Promote => {
                    add(&mut spread.board[side], -1) && add(&mut spread.promoted[side], 1)
                }
                Change::Drop => add(&mut spread.hand[side], -1) && add(&mut spread.board[side], 1),
                Change::Untake => {
                    add(&mut spread.hand[side], -to_hand) && add(&mut spread.board[other], 1)
                }
                Change::UntakePromoted => {
                    add(&mut spread.hand[side], -to_hand) && add(&mut spread.promoted[other], 1)
                }
                Change::Unpromote => {
                    add(&mut spread.promoted[side], -1) && add(&mut spread.board[side], 1)
                }
                Change::Undrop => {
                    add(&mut spread.board[side], -1) && add(&mut spread.hand[side], 1)
                }
            };
            let to = if possible { numbers.get(&spread) } else { None };
            to.map_or(IMPOSSIBLE, |&to| (to as i32 - from as i32) * radix as i32)
        };
        const ALL: [Change; CHANGES] = [
            Change::Take,
            Change::TakePromoted,
            Change::Promote,
            Change::Drop,
            Change::Untake,
            Change::UntakePromoted,
            Change::Unpromote,
            Change::Undrop,
        ];
        let steps = ALL.map(|change| {
            [0, 1].map(|side| {
                (0..list.len())
                    .map(|from| step(change, side, from))
                    .collect()
            })
        });
        let swapped = list
            .iter()
            // If sides are not relative, they may differ, and the swap is never used.
            .map(|spread| numbers.get(&spread.swapped()).copied().unwrap_or(0))
            .collect();
        let pieces = |spread: &Spread| {
            let pieces = spread
                .board
                .iter()
                .chain(&spread.promoted)
                .chain(&spread.hand);
            pieces.map(|&pieces| usize::from(pieces)).sum::<usize>()
        };
        let total = list.iter().map(pieces).max().unwrap_or(0);
        let mut by_key = vec![NO_SPREAD; (total + 1).pow(6)];
        for (i, spread) in list.iter().enumerate() {
            by_key[spread.key(total)] = i as u16;
        }
        KindSpreads {
            total,
            by_key,
            code,
            promoted: game.tables.promoted[code],
            steps,
            swapped,
            list,
            radix,
        }
    }
}
