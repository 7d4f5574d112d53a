//! Material: the name of a table.

use std::fmt;

use yomikiri_game_api::{Side, Tier};

use crate::xiangqi::pieces::{Kind, Piece};
use crate::xiangqi::position::Position;
use crate::xiangqi::tables::points;

/// The pieces of both sides besides the kings; in tables the stronger side is Red.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// By side, then in the order of [`NAMED`].
    counts: [[u8; 6]; 2],
}

/// The kinds in the order of names: guards, then attackers.
pub(super) const NAMED: [Kind; 6] = [
    Kind::Advisor,
    Kind::Elephant,
    Kind::Rook,
    Kind::Horse,
    Kind::Cannon,
    Kind::Pawn,
];

/// The kinds that can cross the river, from the strongest.
const ATTACKERS: [Kind; 4] = [Kind::Rook, Kind::Cannon, Kind::Horse, Kind::Pawn];

/// The place of a kind in [`NAMED`]; the king has none.
#[inline]
const fn place_of(kind: Kind) -> Option<usize> {
    match kind {
        Kind::King => None,
        Kind::Advisor => Some(0),
        Kind::Elephant => Some(1),
        Kind::Rook => Some(2),
        Kind::Horse => Some(3),
        Kind::Cannon => Some(4),
        Kind::Pawn => Some(5),
    }
}

/// The bits of a count in a tier's number.
const BITS: u32 = 3;
/// The bits of a side's counts there.
const SIDE_BITS: u32 = BITS * NAMED.len() as u32;

/// What a piece adds to the strength of its side. Of two sides the one with more attackers is stronger, then the
/// one with more rooks, cannons, horses, pawns, guards, advisors, elephants: four bits for each of these counts.
const fn strength(kind: Kind) -> i64 {
    match kind {
        Kind::King => 0,
        Kind::Rook => 0x1100_0000,
        Kind::Cannon => 0x1010_0000,
        Kind::Horse => 0x1001_0000,
        Kind::Pawn => 0x1000_1000,
        Kind::Advisor => 0x0110,
        Kind::Elephant => 0x0101,
    }
}

/// What each piece adds to the number of the tier as it stands, and to Red's strength before Black's.
const SHARES: [(u64, i64); 16] = {
    let mut shares = [(0, 0); 16];
    let mut place = 0;
    while place < NAMED.len() {
        let kind = NAMED[place];
        let one = 1 << (SIDE_BITS - BITS * (place as u32 + 1));
        shares[Piece::new(kind, Side::First).code()] = (one << SIDE_BITS, strength(kind));
        shares[Piece::new(kind, Side::Second).code()] = (one, -strength(kind));
        place += 1;
    }
    shares
};

/// The tier of a position's material, and whether its colours are exchanged there. Endings have few pieces:
/// going through them is sooner done than counting twelve sets.
#[inline]
pub(super) fn tier_of(at: &Position) -> (Tier, bool) {
    let (mut tier, mut stronger) = (0, 0);
    for point in points(at.occupied()) {
        let share = SHARES[at.piece(point).code()];
        tier += share.0;
        stronger += share.1;
    }
    match stronger >= 0 {
        true => (Tier(tier), false),
        false => {
            let black = tier & ((1 << SIDE_BITS) - 1);
            (Tier(black << SIDE_BITS | tier >> SIDE_BITS), true)
        }
    }
}

impl Material {
    /// Two kings.
    pub const BARE: Material = Material {
        counts: [[0; 6]; 2],
    };

    /// The material of a position, and whether its colours are exchanged in the table.
    pub fn of(at: &Position) -> (Material, bool) {
        let (tier, exchanged) = tier_of(at);
        (Material::of_tier(tier), exchanged)
    }

    /// The stronger side first: more attackers, then the more valuable ones, then more guards.
    pub(super) fn ordered(self) -> (Material, bool) {
        let strength = |side: Side| {
            let counts = NAMED.iter().zip(self.counts[side.index()]);
            counts.fold(0, |sum, (&kind, count)| {
                sum + strength(kind) * i64::from(count)
            })
        };
        if strength(Side::First) >= strength(Side::Second) {
            return (self, false);
        }
        let [red, black] = self.counts;
        let counts = [black, red];
        (Material { counts }, true)
    }

    /// How many pieces of a kind a side has.
    pub(super) fn count(&self, side: Side, kind: Kind) -> usize {
        match place_of(kind) {
            Some(at) => usize::from(self.counts[side.index()][at]),
            None => 1,
        }
    }

    /// Number of pieces, including kings.
    pub fn pieces(&self) -> usize {
        2 + self
            .counts
            .iter()
            .flatten()
            .map(|&count| usize::from(count))
            .sum::<usize>()
    }

    /// How many attackers a side has.
    pub(super) fn attackers(&self, side: Side) -> usize {
        ATTACKERS.iter().map(|&kind| self.count(side, kind)).sum()
    }

    /// The material with one piece more; `None` if the side has all of that kind.
    pub(super) fn with(mut self, side: Side, kind: Kind) -> Option<Material> {
        let at = place_of(kind)?;
        let count = &mut self.counts[side.index()][at];
        *count += 1;
        (usize::from(*count) <= kind.most()).then_some(self)
    }

    /// The material with one piece less.
    pub(super) fn without(mut self, side: Side, kind: Kind) -> Option<Material> {
        let at = place_of(kind)?;
        let count = &mut self.counts[side.index()][at];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// The materials after a capture, each once, by table name; bare kings are left out.
    pub(super) fn conversions(&self) -> Vec<Material> {
        let mut found = Vec::new();
        for side in Side::BOTH {
            for kind in NAMED {
                let Some(after) = self.without(side, kind) else {
                    continue;
                };
                let (after, _) = after.ordered();
                if after != Material::BARE && !found.contains(&after) {
                    found.push(after);
                }
            }
        }
        found
    }

    /// The number of the tier.
    pub(super) fn tier(&self) -> Tier {
        let counts = self.counts.iter().flatten();
        Tier(counts.fold(0, |code, &count| code << BITS | u64::from(count)))
    }

    pub(super) fn of_tier(Tier(code): Tier) -> Material {
        let mut counts = [[0; 6]; 2];
        for (at, count) in counts.iter_mut().flatten().rev().enumerate() {
            *count = (code >> (BITS * at as u32)) as u8 & ((1 << BITS) - 1);
        }
        Material { counts }
    }

    /// Reads `KRvKAB`: either side first, the letters of a side in any order, H and E for N and B.
    pub(super) fn read(text: &str) -> Option<Material> {
        Material::read_as_given(text).map(|material| material.ordered().0)
    }

    /// The same with the colours as they are given.
    pub(super) fn read_as_given(text: &str) -> Option<Material> {
        let (red, black) = text.split_once(['v', 'V'])?;
        let mut material = Material::BARE;
        for (side, pieces) in [(Side::First, red), (Side::Second, black)] {
            let mut kings = 0;
            for letter in pieces.chars() {
                let letter = match letter {
                    'H' => 'N',
                    'E' => 'B',
                    letter => letter,
                };
                if letter == 'K' {
                    kings += 1;
                    continue;
                }
                let kind = NAMED.into_iter().find(|kind| kind.letter() == letter)?;
                material = material.with(side, kind)?;
            }
            if kings != 1 {
                return None;
            }
        }
        Some(material)
    }

    /// Every material with this many pieces.
    pub(super) fn all(pieces: usize) -> Vec<Material> {
        let mut found = vec![Material::BARE];
        for _ in 2..pieces {
            let mut more = Vec::new();
            for material in found {
                for side in Side::BOTH {
                    let larger = NAMED
                        .into_iter()
                        .filter_map(|kind| material.with(side, kind));
                    more.extend(larger.map(|larger| larger.ordered().0));
                }
            }
            more.sort_unstable();
            more.dedup();
            found = more;
        }
        found
    }

    /// Every material with some attackers of Red and of Black, and at most so many guards of each.
    pub(super) fn with_attackers(attackers: [&[Kind]; 2], guards: [usize; 2]) -> Vec<Material> {
        let mut base = Some(Material::BARE);
        for side in Side::BOTH {
            for &kind in attackers[side.index()] {
                base = base.and_then(|material| material.with(side, kind));
            }
        }
        let mut found: Vec<Material> = base.into_iter().collect();
        for (side, most) in Side::BOTH.into_iter().zip(guards) {
            let mut more = Vec::new();
            for material in found {
                for (advisors, elephants) in (0..=2).flat_map(|a| (0..=2).map(move |e| (a, e))) {
                    if advisors + elephants > most {
                        continue;
                    }
                    let added = [(Kind::Advisor, advisors), (Kind::Elephant, elephants)];
                    let mut added = added
                        .into_iter()
                        .flat_map(|(kind, n)| (0..n).map(move |_| kind));
                    let guarded =
                        added.try_fold(material, |material, kind| material.with(side, kind));
                    more.extend(guarded);
                }
            }
            found = more;
        }
        found
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, counts) in self.counts.iter().enumerate() {
            f.write_str(["K", "vK"][side])?;
            for (kind, &count) in NAMED.iter().zip(counts) {
                for _ in 0..count {
                    write!(f, "{}", kind.letter())?;
                }
            }
        }
        Ok(())
    }
}
