//! What the evaluation of shogi-like games counts beyond material and mobility: hands, the safety of leaders, threats,
//! placement. Every count is linear in its weight, so that a fit finds the weights by games.
//!
//! Everything follows from how pieces move: a user's rule file has the same counts. The weights are in the rule file
//! (`[evaluation.fitted]`) or, without them, shares of the pieces' values.

use yomikiri_game_api::Side;

use crate::koma::game::Koma;
use crate::koma::generate::{bits, reach};
use crate::koma::places::Places;
use crate::koma::position::Position;
use crate::koma::tables::{CODES, ROYAL, Tables};

/// Distances from a leader: 1 to 3, and farther.
const DISTANCES: usize = 4;
/// Pieces in hand that are told apart: 0 to 2, and more.
const HANDS: usize = 4;
/// Squares around a leader, 0 to 8.
const AROUND: usize = 9;
/// Attacks on the squares around a leader; more count as the last.
const ATTACKS: usize = 16;

/// The groups of weights, in their order in a rule file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    /// What a piece in hand is worth more than on the board, by hand kind.
    Hand,
    /// By kind and distance from the own leader.
    Guard,
    /// By kind and distance from the other leader.
    Siege,
    /// By kind and place as seen from the own leader: files to the side, and ranks ahead.
    GuardAt,
    /// By kind and place as seen from the other leader.
    SiegeAt,
    /// By kind (the leader's too) and rank, from the own side.
    Rank,
    /// By kind (the leader's too), file from the edge, and rank from the own side.
    Place,
    /// By pieces in the opponent's hand and squares next to the leader that the opponent attacks and only the leader, or
    /// nobody, guards.
    Weak,
    /// By pieces in the opponent's hand and squares the leader can go to.
    Escape,
    /// By the number of attacks on squares next to the leader.
    Ring,
    /// By hand kind: the opponent can drop it with check where it cannot be taken for nothing.
    DropCheck,
    /// By kind: attacked and not protected.
    Hanging,
    /// By kind: attacked and protected.
    Attacked,
    /// By kind: squares next to the own leader that the piece reaches.
    Cover,
    /// By kind: squares next to the other leader that the piece reaches.
    Storm,
    /// By hand kind: squares from which the opponent can drop it with check, as in `DropCheck`.
    DropSquares,
    /// Squares that the side's pieces reach, beyond the rule file's weight of mobility.
    Mobility,
    /// By kind: squares that the piece reaches, beyond its own side's.
    Reach,
    /// It is the side's turn.
    Tempo,
    /// What it changes in these groups that it is the side's turn.
    WeakInTurn,
    RingInTurn,
    DropCheckInTurn,
    HangingInTurn,
    AttackedInTurn,
}

impl Group {
    pub(crate) const ALL: [Group; 24] = [
        Group::Hand,
        Group::Guard,
        Group::Siege,
        Group::GuardAt,
        Group::SiegeAt,
        Group::Rank,
        Group::Place,
        Group::Weak,
        Group::Escape,
        Group::Ring,
        Group::DropCheck,
        Group::Hanging,
        Group::Attacked,
        Group::Cover,
        Group::Storm,
        Group::DropSquares,
        Group::Mobility,
        Group::Reach,
        Group::Tempo,
        Group::WeakInTurn,
        Group::RingInTurn,
        Group::DropCheckInTurn,
        Group::HangingInTurn,
        Group::AttackedInTurn,
    ];

    /// The key in rule files and in lists of weights.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Group::Hand => "hand",
            Group::Guard => "guard",
            Group::Siege => "siege",
            Group::GuardAt => "guard-at",
            Group::SiegeAt => "siege-at",
            Group::Rank => "rank",
            Group::Place => "place",
            Group::Weak => "weak",
            Group::Escape => "escape",
            Group::Ring => "ring",
            Group::DropCheck => "drop-check",
            Group::Hanging => "hanging",
            Group::Attacked => "attacked",
            Group::Cover => "cover",
            Group::Storm => "storm",
            Group::DropSquares => "drop-squares",
            Group::Mobility => "mobility",
            Group::Reach => "reach",
            Group::Tempo => "tempo",
            Group::WeakInTurn => "weak-in-turn",
            Group::RingInTurn => "ring-in-turn",
            Group::DropCheckInTurn => "drop-check-in-turn",
            Group::HangingInTurn => "hanging-in-turn",
            Group::AttackedInTurn => "attacked-in-turn",
        }
    }

    /// How many weights it has in a game.
    pub(crate) const fn len(self, size: Size) -> usize {
        match self {
            Group::Hand | Group::DropCheck | Group::DropSquares | Group::DropCheckInTurn => {
                size.hand_kinds
            }
            Group::Guard | Group::Siege => size.kinds * DISTANCES,
            Group::GuardAt | Group::SiegeAt => size.kinds * size.offsets(),
            Group::Rank => size.kinds * size.ranks,
            Group::Place => size.kinds * size.places(),
            Group::Weak | Group::Escape | Group::WeakInTurn => HANDS * AROUND,
            Group::Ring | Group::RingInTurn => ATTACKS,
            Group::Hanging | Group::Attacked | Group::Cover | Group::Storm | Group::Reach => {
                size.kinds
            }
            Group::HangingInTurn | Group::AttackedInTurn => size.kinds,
            Group::Mobility | Group::Tempo => 1,
        }
    }
}

/// The numbers of a game on which the lists of weights depend.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// Kinds of pieces, the leader included.
    pub(crate) kinds: usize,
    pub(crate) hand_kinds: usize,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
}

impl Size {
    pub(crate) fn of(koma: &Koma) -> Size {
        Size {
            kinds: koma.tables.kinds,
            hand_kinds: koma.tables.hand_codes.len(),
            files: koma.tables.files,
            ranks: koma.tables.ranks,
        }
    }

    /// Places as seen from a leader, left and right alike.
    const fn offsets(self) -> usize {
        self.files * (2 * self.ranks - 1)
    }

    /// Places on the board, left and right alike.
    const fn places(self) -> usize {
        self.files.div_ceil(2) * self.ranks
    }

    /// The place of a square as seen from another, both as First sees the board.
    fn offset(self, square: usize, from: usize) -> usize {
        let aside = (square % self.files).abs_diff(from % self.files);
        let ahead = self.ranks - 1 + from / self.files - square / self.files;
        aside * (2 * self.ranks - 1) + ahead
    }

    /// The place of a square as First sees the board.
    fn place(self, square: usize) -> usize {
        let file = square % self.files;
        let rank = self.ranks - 1 - square / self.files;
        file.min(self.files - 1 - file) * self.ranks + rank
    }
}

/// The weights of all groups, one after the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Features {
    pub(crate) size: Size,
    /// Where each group begins.
    offsets: [usize; Group::ALL.len()],
    pub(crate) values: Vec<i32>,
}

/// One side's counts of a position.
pub(crate) trait Sink {
    /// So much of a weight.
    fn add(&mut self, group: Group, number: usize, count: i32);

    /// A piece stands somewhere.
    #[inline(always)]
    fn stands(&mut self, tables: &Tables, size: Size, piece: Standing) {
        piece.each(tables, size, |group, number| self.add(group, number, 1));
    }
}

/// A piece and the leaders, as its owner sees the board.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) code: usize,
    pub(crate) square: usize,
    pub(crate) own_leader: usize,
    pub(crate) other_leader: usize,
}

impl Standing {
    /// What counts by the place alone.
    pub(crate) fn each(self, tables: &Tables, size: Size, mut add: impl FnMut(Group, usize)) {
        let Standing {
            code,
            square,
            own_leader,
            other_leader,
        } = self;
        let kind = code - 1;
        let rank = size.ranks - 1 - square / size.files;
        add(Group::Rank, kind * size.ranks + rank);
        add(Group::Place, kind * size.places() + size.place(square));
        if code == ROYAL {
            return;
        }
        let near = |leader: usize| kind * DISTANCES + tables.distance(square, leader);
        let at = |leader: usize| kind * size.offsets() + size.offset(square, leader);
        add(Group::Guard, near(own_leader));
        add(Group::Siege, near(other_leader));
        add(Group::GuardAt, at(own_leader));
        add(Group::SiegeAt, at(other_leader));
    }
}

impl Features {
    /// Without any weight.
    pub(crate) fn zero(size: Size) -> Features {
        let mut offsets = [0; Group::ALL.len()];
        let mut next = 0;
        for (at, group) in Group::ALL.into_iter().enumerate() {
            offsets[at] = next;
            next += group.len(size);
        }
        Features {
            size,
            offsets,
            values: vec![0; next],
        }
    }

    /// Weights for a game that no fit has seen: shares of the pieces' values, about as large as the fit of minishogi
    /// found them.
    pub(crate) fn usual(koma: &Koma, pieces: &[i32; CODES]) -> Features {
        let mut features = Features::zero(Size::of(koma));
        let kinds = koma.tables.kinds;
        // A pawn, or the least of the pieces.
        let least = (1..=kinds)
            .filter(|&code| code != ROYAL)
            .map(|code| pieces[code]);
        let unit = least.min().unwrap_or(0).max(0);
        for (number, value) in features.group_mut(Group::Ring).iter_mut().enumerate() {
            *value = unit * (50 - 20 * number as i32).max(-150) / 100;
        }
        features.group_mut(Group::DropCheck).fill(-unit * 13 / 10);
        for (at, value) in features.group_mut(Group::Hanging).iter_mut().enumerate() {
            if at + 1 != ROYAL {
                *value = -pieces[at + 1] / 4;
            }
        }
        features.group_mut(Group::Tempo).fill(unit * 3 / 4);
        features
    }

    /// All weights: group, number in it, value.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Group, usize, i32)> + '_ {
        Group::ALL.into_iter().flat_map(move |group| {
            (0..group.len(self.size)).map(move |number| (group, number, self.value(group, number)))
        })
    }

    /// The place of a weight.
    #[inline(always)]
    pub(crate) fn index(&self, group: Group, number: usize) -> usize {
        self.offsets[group as usize] + number
    }

    /// The weights of a group.
    pub(crate) fn group_mut(&mut self, group: Group) -> &mut [i32] {
        let from = self.offsets[group as usize];
        &mut self.values[from..from + group.len(self.size)]
    }

    #[inline(always)]
    pub(crate) fn value(&self, group: Group, number: usize) -> i32 {
        self.values[self.index(group, number)]
    }

    /// What a piece is worth more in hand than on the board.
    pub(crate) fn in_hand(&self, hand_kind: usize) -> i32 {
        self.value(Group::Hand, hand_kind)
    }
}

/// A piece with what it reaches.
#[derive(Copy, Clone, Default)]
struct Piece {
    second: bool,
    code: u8,
    from: u8,
    reach: u64,
}

/// Counts both sides at once; `sinks` are First's and Second's. Returns the squares that each side's pieces reach beyond
/// their own, for mobility.
#[inline(always)]
pub(crate) fn count<S: Sink>(
    tables: &Tables,
    size: Size,
    at: &Position,
    sinks: &mut [S; 2],
) -> [u32; 2] {
    let occupied = at.occupied();
    let own = [at.pieces(Side::First), at.pieces(Side::Second)];
    let leaders = at.of_code::<4>(ROYAL);
    let leader = [0, 1].map(|side| (leaders & own[side]).trailing_zeros() as usize);
    // What all pieces of a side attack, and what those other than the leader do.
    let (mut all, mut men) = ([0u64; 2], [0u64; 2]);
    let mut squares = [0; 2];
    let mut pieces = [Piece::default(); 64];
    let mut number = 0;
    for from in bits(occupied) {
        let code = at.code_at(from);
        let second = at.second >> from & 1 == 1;
        let side = if second { Side::Second } else { Side::First };
        let reach = reach(tables, side, code, from, occupied);
        all[side.index()] |= reach;
        if code != ROYAL {
            men[side.index()] |= reach;
        }
        squares[side.index()] += (reach & !own[side.index()]).count_ones();
        pieces[number] = Piece {
            second,
            code: code as u8,
            from: from as u8,
            reach,
        };
        number += 1;
    }
    let around = [0, 1].map(|side| tables.steps[side][ROYAL][leader[side]]);
    let last = tables.files * tables.ranks - 1;
    let turn = at.turn().index();
    let mut attacks_around = [0; 2];
    for piece in &pieces[..number] {
        let side = usize::from(piece.second);
        let (code, from) = (usize::from(piece.code), usize::from(piece.from));
        // Second's view is the board turned.
        let seen = |square: usize| {
            let square = square.min(last);
            if piece.second { last - square } else { square }
        };
        let sink = &mut sinks[side];
        let standing = Standing {
            code,
            square: seen(from),
            own_leader: seen(leader[side]),
            other_leader: seen(leader[1 - side]),
        };
        sink.stands(tables, size, standing);
        if code == ROYAL {
            continue;
        }
        let kind = code - 1;
        let storm = (piece.reach & around[1 - side]).count_ones();
        let cover = (piece.reach & around[side]).count_ones();
        let squares = (piece.reach & !own[side]).count_ones();
        sink.add(Group::Storm, kind, storm as i32);
        sink.add(Group::Cover, kind, cover as i32);
        sink.add(Group::Reach, kind, squares as i32);
        attacks_around[1 - side] += storm as usize;
        if all[1 - side] >> from & 1 == 1 {
            let (group, in_turn) = match all[side] >> from & 1 {
                0 => (Group::Hanging, Group::HangingInTurn),
                _ => (Group::Attacked, Group::AttackedInTurn),
            };
            sink.add(group, kind, 1);
            if side == turn {
                sink.add(in_turn, kind, 1);
            }
        }
    }
    let empty = tables.board & !occupied;
    for side in [0, 1] {
        let other = 1 - side;
        let (defender, attacker) = (Side::BOTH[side], Side::BOTH[other]);
        let sink = &mut sinks[side];
        let mut in_hand = 0;
        // Where a check by a drop is not simply taken.
        let safe = empty & !men[side] & (all[other] | !all[side]);
        for (hand_kind, &code) in tables.hand_codes.iter().enumerate() {
            let own_hand = at.in_hand(defender, hand_kind);
            if own_hand > 0 {
                sink.add(Group::Hand, hand_kind, own_hand as i32);
            }
            let held = at.in_hand(attacker, hand_kind);
            if held == 0 {
                continue;
            }
            in_hand += held;
            // Slides of the two sides are mirror images: from the leader outwards.
            let rays = tables.kind(defender, code).rays.iter();
            let checks = rays.fold(
                tables.origins[other][code][leader[side] & 63],
                |sum, &ray| sum | tables.rays[usize::from(ray)].attack(leader[side] & 63, occupied),
            );
            let checks = checks & safe & tables.kind(attacker, code).drops;
            if checks != 0 {
                sink.add(Group::DropCheck, hand_kind, 1);
                sink.add(Group::DropSquares, hand_kind, checks.count_ones() as i32);
                if side == turn {
                    sink.add(Group::DropCheckInTurn, hand_kind, 1);
                }
            }
        }
        let held = in_hand.min(HANDS - 1) * AROUND;
        let weak = around[side] & all[other] & !men[side];
        let weak = held + (weak.count_ones() as usize).min(AROUND - 1);
        let ring = attacks_around[side].min(ATTACKS - 1);
        sink.add(Group::Weak, weak, 1);
        sink.add(Group::Ring, ring, 1);
        if side == turn {
            sink.add(Group::WeakInTurn, weak, 1);
            sink.add(Group::RingInTurn, ring, 1);
        }
        let escapes = around[side] & !own[side] & !all[other];
        let escapes = (escapes.count_ones() as usize).min(AROUND - 1);
        sink.add(Group::Escape, held + escapes, 1);
    }
    sinks[turn].add(Group::Tempo, 0, 1);
    for (sink, squares) in sinks.iter_mut().zip(squares) {
        sink.add(Group::Mobility, 0, squares as i32);
    }
    squares
}

/// The sum of weights times counts.
pub(crate) struct Sum<'a> {
    pub(crate) features: &'a Features,
    pub(crate) places: &'a Places,
    pub(crate) sum: i32,
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, group: Group, number: usize, count: i32) {
        self.sum += self.features.value(group, number) * count;
    }

    #[inline(always)]
    fn stands(&mut self, _tables: &Tables, _size: Size, piece: Standing) {
        self.sum += self.places.value(piece);
    }
}

/// The sums by group, for explanations.
pub(crate) struct ByGroup<'a> {
    pub(crate) features: &'a Features,
    pub(crate) sums: [i32; Group::ALL.len()],
}

impl Sink for ByGroup<'_> {
    fn add(&mut self, group: Group, number: usize, count: i32) {
        self.sums[group as usize] += self.features.value(group, number) * count;
    }
}

/// The counts of all weights, for fits.
pub(crate) struct Slopes<'a> {
    pub(crate) features: &'a Features,
    /// The number of the first weight.
    pub(crate) first: usize,
    /// 1 or -1.
    pub(crate) sign: f32,
    pub(crate) found: Vec<(u16, f32)>,
}

impl Sink for Slopes<'_> {
    fn add(&mut self, group: Group, number: usize, count: i32) {
        if count != 0 {
            let weight = self.first + self.features.index(group, number);
            self.found.push((weight as u16, self.sign * count as f32));
        }
    }
}
