//! Material: the name of a table.

use std::fmt;

use yomikiri_game_api::{Side, Tier};

use crate::chess::moves::Kind;
use crate::chess::position::Position;

/// The pieces of both sides besides the kings, the stronger side as White.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// By side, then by kind from pawn to queen.
    counts: [[u8; 5]; 2],
}

/// The kinds in the order of names.
const NAMED: [Kind; 5] = [
    Kind::Queen,
    Kind::Rook,
    Kind::Bishop,
    Kind::Knight,
    Kind::Pawn,
];

/// The kinds in the order of counts: that of [`Kind`], without the king.
const COUNTED: [Kind; 5] = [
    Kind::Pawn,
    Kind::Knight,
    Kind::Bishop,
    Kind::Rook,
    Kind::Queen,
];

impl Material {
    /// Two kings.
    pub const BARE: Material = Material {
        counts: [[0; 5]; 2],
    };

    /// The tier of a position of at most fifteen pieces. Searches ask it at every position that has few.
    #[inline]
    pub(crate) fn tier_of_few(at: &Position) -> Tier {
        let counts = |side| COUNTED.map(|kind| count_few(at.pieces_of(side, kind)));
        // Four bits each, as in `ordered` and in `tier`.
        let strength = |[pawns, knights, bishops, rooks, queens]: [u64; 5]| {
            let pieces = pawns + knights + bishops + rooks + queens;
            pieces << 20 | queens << 16 | rooks << 12 | bishops << 8 | knights << 4 | pawns
        };
        let code = |[pawns, knights, bishops, rooks, queens]: [u64; 5]| {
            pawns << 16 | knights << 12 | bishops << 8 | rooks << 4 | queens
        };
        let (white, black) = (counts(Side::First), counts(Side::Second));
        let (strong, weak) = match strength(white) >= strength(black) {
            true => (code(white), code(black)),
            false => (code(black), code(white)),
        };
        Tier(strong << 20 | weak)
    }

    /// The material of a position, and whether its colours are exchanged in the table.
    #[inline]
    pub(crate) fn of(at: &Position) -> (Material, bool) {
        let counts = Side::BOTH.map(|side| COUNTED.map(|kind| at.count(side, kind) as u8));
        Material { counts }.ordered()
    }

    /// The stronger side first: more pieces, then the more valuable ones.
    #[inline]
    pub(crate) fn ordered(self) -> (Material, bool) {
        // In one number, five bits each: there are at most sixteen pieces.
        let strength = |counts: [u8; 5]| {
            let [pawns, knights, bishops, rooks, queens] = counts.map(u32::from);
            let pieces = pawns + knights + bishops + rooks + queens;
            let after = |one: u32, next: u32| one << 5 | next;
            after(
                after(after(after(after(pieces, queens), rooks), bishops), knights),
                pawns,
            )
        };
        let [white, black] = self.counts;
        if strength(white) >= strength(black) {
            return (self, false);
        }
        let counts = [black, white];
        (Material { counts }, true)
    }

    /// Number of pieces, including kings.
    pub fn pieces(&self) -> usize {
        2 + self
            .counts
            .iter()
            .flatten()
            .map(|&n| usize::from(n))
            .sum::<usize>()
    }

    /// Whether both sides have the same pieces.
    pub(crate) fn is_symmetric(&self) -> bool {
        self.counts[0] == self.counts[1]
    }

    pub(crate) fn count(&self, side: Side, kind: Kind) -> usize {
        match kind {
            Kind::King => 1,
            _ => usize::from(self.counts[side.index()][kind.index()]),
        }
    }

    /// Pawns of both sides.
    pub(crate) fn pawns(&self) -> usize {
        usize::from(self.counts[0][0]) + usize::from(self.counts[1][0])
    }

    /// Whether the last piece is unique of its kind, or there are only pawns: then the last digit
    /// of the index is one piece's square.
    pub(crate) fn comes_in_lanes(&self) -> bool {
        let pieces = self
            .counts
            .iter()
            .flat_map(|counts| counts[1..].iter().rev());
        match pieces.rev().find(|&&count| count > 0) {
            Some(&last) => last == 1,
            None => self.pawns() > 0,
        }
    }

    /// The material with one piece less.
    pub(crate) fn without(mut self, side: Side, kind: Kind) -> Option<Material> {
        let count = &mut self.counts[side.index()][kind.index()];
        *count = count.checked_sub(1)?;
        Some(self)
    }

    /// The material after a promotion.
    pub(crate) fn promoted(self, side: Side, kind: Kind) -> Option<Material> {
        let mut after = self.without(side, Kind::Pawn)?;
        after.counts[side.index()][kind.index()] += 1;
        Some(after)
    }

    /// The materials after a capture, a promotion, or both. Each once, by table name; bare kings
    /// are omitted.
    pub(crate) fn conversions(&self) -> Vec<Material> {
        let mut found: Vec<Material> = Vec::new();
        let mut note = |material: Option<Material>| {
            let Some((material, _)) = material.map(Material::ordered) else {
                return;
            };
            if material != Material::BARE && !found.contains(&material) {
                found.push(material);
            }
        };
        for side in Side::BOTH {
            for kind in NAMED {
                note(self.without(!side, kind));
                if kind == Kind::Pawn {
                    continue;
                }
                let promoted = self.promoted(side, kind);
                note(promoted);
                for taken in NAMED {
                    note(promoted.and_then(|material| material.without(!side, taken)));
                }
            }
        }
        found
    }

    /// The number of the tier: four bits per count.
    pub(crate) fn tier(&self) -> Tier {
        let counts = self.counts.iter().flatten();
        Tier(counts.fold(0, |code, &count| code << 4 | u64::from(count)))
    }

    pub(crate) fn of_tier(Tier(code): Tier) -> Material {
        let mut counts = [[0; 5]; 2];
        for (i, count) in counts.iter_mut().flatten().rev().enumerate() {
            *count = (code >> (4 * i)) as u8 & 15;
        }
        Material { counts }
    }

    /// Reads `KRPvKR`, with either side first.
    pub(crate) fn read(text: &str) -> Option<Material> {
        let (white, black) = text.split_once(['v', 'V'])?;
        let mut counts = [[0; 5]; 2];
        for (side, pieces) in [white, black].into_iter().enumerate() {
            for letter in pieces.strip_prefix('K')?.chars() {
                let kind = NAMED.into_iter().find(|kind| kind.letter() == letter)?;
                counts[side][kind.index()] += 1;
                if counts[side][kind.index()] > 9 {
                    return None;
                }
            }
        }
        Some(Material { counts }.ordered().0)
    }

    /// Every material with this many pieces.
    pub(crate) fn all(pieces: usize) -> Vec<Material> {
        let mut found = vec![Material::BARE];
        for _ in 2..pieces {
            let mut more = Vec::new();
            for material in found {
                for (side, kind) in Side::BOTH
                    .into_iter()
                    .flat_map(|side| NAMED.map(|kind| (side, kind)))
                {
                    let mut next = material;
                    next.counts[side.index()][kind.index()] += 1;
                    more.push(next.ordered().0);
                }
            }
            more.sort_unstable();
            more.dedup();
            found = more;
        }
        found
    }
}

/// How many squares a set of at most fifteen has: groups of four squares are counted, then added up in the highest
/// four bits of a product. Processors without an instruction for it take two thirds of the time of `count_ones`.
#[inline(always)]
const fn count_few(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    fours.wrapping_mul(0x1111_1111_1111_1111) >> 60
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, counts) in self.counts.iter().enumerate() {
            f.write_str(["K", "vK"][side])?;
            for kind in NAMED {
                for _ in 0..counts[kind.index()] {
                    write!(f, "{}", kind.letter())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_squares_are_counted() {
        let mut rng = yomikiri_game_api::SplitMix64::new(3);
        for count in 0..=15 {
            for _ in 0..200 {
                let set = (0..count).fold(0u64, |set, _| set | 1 << rng.below(64));
                assert_eq!(count_few(set), u64::from(set.count_ones()), "{set:#x}");
            }
        }
        assert_eq!([count_few(0x7fff), count_few(0xfffe << 48)], [15, 15]);
    }

    #[test]
    fn tiers_of_few_pieces_are_those_of_their_material() {
        let mut rng = yomikiri_game_api::SplitMix64::new(4);
        for _ in 0..5_000 {
            let mut at = Position::EMPTY;
            for _ in 0..2 + rng.below(5) {
                let square = rng.below(64);
                if at.occupied() >> square & 1 == 0 {
                    let side = Side::BOTH[rng.below(2)];
                    at.put_unkeyed(side, COUNTED[rng.below(5)], square);
                }
            }
            assert_eq!(Material::tier_of_few(&at), Material::of(&at).0.tier());
        }
    }
}
