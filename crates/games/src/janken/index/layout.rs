//! The index of one tier: a number of cubes of the side to move against a number of the other side.
//!
//! The board is turned so that First is to move. Then two symmetries are removed: the mirror by the
//! set of First's squares (the smaller of two mirror images represents both), and the exchange of
//! symbols by First's cube on the lowest square, which shows rock. If the set of squares is its own
//! mirror image, the smaller index represents both, and the larger is empty.
//!
//! An index is, most significant first: the class of First's squares, the set of Second's squares
//! among the remaining ones, the parity of First's lowest cube, the orientations of First's other
//! cubes and of Second's, by square.

use yomikiri_game_api::Side;

use crate::janken::board::{GOALS, Square, squares, target};
use crate::janken::cube::Orientation;
use crate::janken::position::Position;

/// Squares for First's cubes: all but the goal, which comes last.
const OWN_SQUARES: usize = Square::COUNT - 1;

/// Binomial coefficients: `CHOOSE[n][k]`.
const CHOOSE: [[u32; 5]; Square::COUNT + 1] = {
    let mut choose = [[0; 5]; Square::COUNT + 1];
    let mut n = 0;
    while n <= Square::COUNT {
        choose[n][0] = 1;
        let mut k = 1;
        while k < 5 && n > 0 {
            choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The rank of a set of squares among those of its size, by its largest square first.
#[inline(always)]
fn rank(members: &[u8]) -> usize {
    let ranked = members.iter().enumerate();
    let parts = ranked.map(|(i, &square)| CHOOSE[usize::from(square)][i + 1] as usize);
    parts.sum()
}

/// All sets of `size` out of `of` squares in the order of [`rank`], as bits.
fn sets(of: usize, size: usize) -> Vec<u64> {
    let mut all = vec![0; CHOOSE[of][size] as usize];
    let mut set = (1_u64 << size) - 1;
    for index in &mut all {
        *index = set;
        // The next number with as many bits (Gosper).
        let low = set & set.wrapping_neg();
        let ripple = set + low;
        set = ripple | ((set ^ ripple) / low) >> 2;
    }
    all
}

/// Orientations after exchanging symbols.
const EXCHANGED: [[u8; Orientation::COUNT]; 3] = {
    let mut exchanged = [[0; Orientation::COUNT]; 3];
    let mut by = 0;
    while by < 3 {
        let mut number = 0;
        while number < Orientation::COUNT {
            let cube = Orientation::numbered(number);
            let top = cube.top().on(by);
            exchanged[by][number] = Orientation::new(top, cube.is_odd()).index() as u8;
            number += 1;
        }
        by += 1;
    }
    exchanged
};

/// The class of a set of First's squares.
#[derive(Copy, Clone)]
struct Class {
    number: u32,
    fold: Fold,
}

/// The effect of the mirror on a set of First's squares.
#[derive(Copy, Clone, PartialEq)]
enum Fold {
    /// The set is smaller than its image.
    Plain,
    /// The image is smaller and represents it.
    Mirrored,
    /// The set is its own image.
    Symmetric,
}

/// The cubes of one side, by square.
#[derive(Copy, Clone, Default)]
struct Cubes {
    count: usize,
    squares: [u8; 4],
    lying: [u8; 4],
}

impl Cubes {
    /// The cubes of a side, with the board rotated or not.
    #[inline(always)]
    fn of(at: &Position, side: Side, turned: bool) -> Cubes {
        let mut cubes = Cubes::default();
        let turn = |square: Square| if turned { square.turned() } else { square };
        let set = match turned {
            true => at.cubes(side).reverse_bits() >> (64 - Square::COUNT),
            false => at.cubes(side),
        };
        for square in squares(set) {
            cubes.squares[cubes.count] = square.index() as u8;
            cubes.lying[cubes.count] = at.cube_on(turn(square)).index() as u8;
            cubes.count += 1;
        }
        cubes
    }

    #[inline(always)]
    fn squares(&self) -> &[u8] {
        &self.squares[..self.count]
    }

    /// The mirror image, by square again.
    #[inline(always)]
    fn mirror(&mut self) {
        for i in 0..self.count {
            let square = Square::numbered(usize::from(self.squares[i]));
            let image = (square.mirrored().index() as u8, self.lying[i] ^ 1);
            let mut place = i;
            while place > 0 && self.squares[place - 1] > image.0 {
                self.squares[place] = self.squares[place - 1];
                self.lying[place] = self.lying[place - 1];
                place -= 1;
            }
            (self.squares[place], self.lying[place]) = image;
        }
    }
}

/// The indices of a tier.
pub(super) struct Layout {
    /// Cubes of the side to move.
    pub(super) own: usize,
    /// Cubes of the other.
    pub(super) other: usize,
    /// The first index of the tier in the indexer of its group.
    pub(super) first: u64,
    /// By rank of First's squares.
    classes: Vec<Class>,
    /// By class: First's squares.
    members: Vec<u64>,
    /// By rank among the remaining squares: Second's squares, numbered among the remaining ones.
    others: Vec<u64>,
}

impl Layout {
    pub(super) fn new(own: usize, other: usize, first: u64) -> Layout {
        let all = sets(OWN_SQUARES, own);
        let mirror = |set: u64| squares(set).fold(0, |image, s| image | s.mirrored().bit());
        let rank_of = |set: u64| {
            let list: Vec<u8> = squares(set).map(|square| square.index() as u8).collect();
            rank(&list)
        };
        let mut classes: Vec<Class> = Vec::with_capacity(all.len());
        let mut members = Vec::new();
        for &set in &all {
            let twin = rank_of(mirror(set));
            let class = match classes.get(twin) {
                Some(class) => Class {
                    fold: Fold::Mirrored,
                    ..*class
                },
                None => {
                    members.push(set);
                    Class {
                        number: members.len() as u32 - 1,
                        fold: match mirror(set) == set {
                            true => Fold::Symmetric,
                            false => Fold::Plain,
                        },
                    }
                }
            };
            classes.push(class);
        }
        Layout {
            own,
            other,
            first,
            classes,
            members,
            others: sets(Square::COUNT - own, other),
        }
    }

    /// Number of orientations of the cubes of a placement.
    #[inline(always)]
    fn ways(&self) -> u64 {
        2 * 6_u64.pow((self.own + self.other - 1) as u32)
    }

    pub(super) fn size(&self) -> u64 {
        self.members.len() as u64 * self.others.len() as u64 * self.ways()
    }

    /// The index, in the group's indexer, of a start of a turn with the cubes of this tier.
    #[inline]
    pub(super) fn index(&self, at: &Position) -> u64 {
        let turned = at.side() == Side::Second;
        let mut own = Cubes::of(at, at.side(), turned);
        let mut other = Cubes::of(at, !at.side(), turned);
        let Class { number, fold } = self.classes[rank(own.squares())];
        if fold == Fold::Plain {
            return self.number(number, &own, other);
        }
        let plain = (own, other);
        own.mirror();
        other.mirror();
        let image = self.number(number, &own, other);
        match fold {
            Fold::Symmetric => image.min(self.number(number, &plain.0, plain.1)),
            _ => image,
        }
    }

    /// The index of cubes whose class is known.
    #[inline(always)]
    fn number(&self, class: u32, own: &Cubes, mut other: Cubes) -> u64 {
        // The lowest cube shows rock.
        let exchange = &EXCHANGED[(3 - usize::from(own.lying[0] >> 1)) % 3];
        let mut lying = u64::from(own.lying[0] & 1);
        for i in 1..own.count {
            lying = lying * 6 + u64::from(exchange[usize::from(own.lying[i])]);
        }
        for i in 0..other.count {
            lying = lying * 6 + u64::from(exchange[usize::from(other.lying[i])]);
            let square = other.squares[i];
            let before = own.squares().iter().filter(|&&s| s < square).count() as u8;
            other.squares[i] = square - before;
        }
        let placement = u64::from(class) * self.others.len() as u64;
        let placement = placement + rank(other.squares()) as u64;
        self.first + placement * self.ways() + lying
    }

    /// The position of an index of the group's indexer, First to move; `None` if Second has a cube
    /// on the goal where it would have won, or a smaller index represents it.
    #[inline]
    pub(super) fn position(&self, index: u64) -> Option<Position> {
        let place = index - self.first;
        let (placement, mut lying) = (place / self.ways(), place % self.ways());
        let others = self.others.len() as u64;
        let own = self.members[(placement / others) as usize];
        let other = spread(self.others[(placement % others) as usize], own);
        if other & GOALS[0].bit() != 0 {
            return None;
        }
        let mut ways = self.ways();
        let mut next = |choices: u64| {
            ways /= choices;
            let way = lying / ways;
            lying %= ways;
            Orientation::numbered(way as usize)
        };
        let mut at = Position::bare(Side::First);
        for (i, square) in squares(own).enumerate() {
            // The lowest is even or odd with rock on top: the first two orientations.
            let way = next(if i == 0 { 2 } else { 6 });
            at.put(square, Side::First, way);
        }
        for square in squares(other) {
            at.put(square, Side::Second, next(6));
        }
        at.set_turn(Side::First, at.allowance(Side::First), None);
        let symmetric = squares(own).all(|square| own & square.mirrored().bit() != 0);
        (!symmetric || self.index(&at) == index).then_some(at)
    }
}

/// Converts squares numbered among those that `own` leaves to squares of the board.
#[inline(always)]
fn spread(set: u64, own: u64) -> u64 {
    // Every square of `own`, lowest first, shifts the rest.
    squares(own).fold(set, |set, square| {
        let below = square.bit() - 1;
        set & below | (set & !below) << 1
    })
}

const _: () = assert!(target(Side::First).index() == OWN_SQUARES);
