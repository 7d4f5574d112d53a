//! Placements of a material as numbers.
//!
//! Red's and Black's kings make one digit: 45 pairs of points, because the board is folded at its
//! middle file. Then comes one digit for the pieces of a kind and side: a point out of those that
//! the kind can ever reach, or a combination of them. Where both kings stand on the middle file, the
//! smaller index of a placement and its mirror image is used; the other one stands for nothing.

use yomikiri_game_api::Side;

use super::material::{Material, NAMED};
use crate::xiangqi::pieces::{
    FILES, Kind, POINTS, Square, file_of, own_rank, rank_of, square_at, turned,
};
use crate::xiangqi::position::Position;
use crate::xiangqi::tables::{Set, bit_of, points};

/// Pairs of kings' points after folding.
const PAIRS: usize = 45;
/// Points of a palace.
const PALACE: usize = 9;
/// No number, no piece.
const NONE: u8 = u8::MAX;
/// The most indices of a table.
const MOST_INDICES: u64 = 1 << 36;
/// The most pieces of an ending, kings included: one attacker and all guards on both sides.
pub(super) const MOST_PIECES: usize = 12;

/// The points that a kind of a side can ever reach, in order.
#[derive(Clone, Debug)]
struct Reach {
    points: Vec<Square>,
    /// The place of each point in the list.
    place: [u8; POINTS],
}

impl Reach {
    fn new(kind: Kind, side: Side) -> Reach {
        let mut place = [NONE; POINTS];
        let reached = (0..POINTS as Square).filter(|&point| is_reached(kind, side, point));
        let points: Vec<Square> = reached.collect();
        for (at, &point) in points.iter().enumerate() {
            place[point as usize] = at as u8;
        }
        Reach { points, place }
    }
}

/// Whether a kind of a side can ever come to a point.
pub(in crate::xiangqi) fn is_reached(kind: Kind, side: Side, point: Square) -> bool {
    let (file, rank) = (file_of(point), own_rank(point, side));
    let in_palace = (3..=5).contains(&file) && rank <= 2;
    match kind {
        Kind::King => in_palace,
        Kind::Advisor => in_palace && (file + rank) % 2 == 1,
        // Seven points: two of the first and fifth rank, three of the third.
        Kind::Elephant => match rank {
            0 | 4 => file % 4 == 2,
            2 => file % 4 == 0,
            _ => false,
        },
        Kind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
        Kind::Rook | Kind::Horse | Kind::Cannon => true,
    }
}

/// All points that a kind of a side can ever come to.
fn all_of(kind: Kind, side: Side) -> Set {
    let reached = (0..POINTS as Square).filter(|&point| is_reached(kind, side, point));
    reached.map(bit_of).fold(0, |all, one| all | one)
}

/// How many points a kind can ever come to.
const fn reached(kind: Kind) -> u64 {
    match kind {
        Kind::King => PALACE as u64,
        Kind::Advisor => 5,
        Kind::Elephant => 7,
        Kind::Pawn => 55,
        Kind::Rook | Kind::Horse | Kind::Cannon => POINTS as u64,
    }
}

/// How many indices a material has; `None` if there are too many for a table.
pub(super) fn size_of(material: &Material) -> Option<u64> {
    let mut size = 2 * PAIRS as u64;
    for side in Side::BOTH {
        for kind in NAMED {
            let placements = choose(reached(kind), material.count(side, kind) as u64);
            size = size
                .checked_mul(placements)
                .filter(|&size| size <= MOST_INDICES)?;
        }
    }
    (material.pieces() <= MOST_PIECES).then_some(size)
}

/// The pieces of one kind and side.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) side: Side,
    /// The places of its pieces in [`Placed::points`].
    pub(super) from: usize,
    pub(super) count: usize,
    reach: Reach,
    /// Combinations.
    pub(super) size: u64,
    /// The weight of its digit.
    pub(super) weight: u64,
    /// The points of every combination one after the other, where there are not too many.
    combinations: Vec<Square>,
    /// The combination seen in a mirror, in the same cases.
    images: Vec<u32>,
}

/// How the pieces are seen when two kings stand on their points.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Fold {
    /// As they are.
    Plain,
    /// In a mirror.
    Mirrored,
    /// Both kings are on the middle file: whichever number is smaller.
    Either,
}

/// The most combinations of a group that are listed.
const MOST_LISTED: u64 = 1 << 15;

/// Pieces on points, as a geometry lists them: Red's king, Black's king, then group by group.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) turn: Side,
    pub(super) points: [Square; MOST_PIECES],
}

/// The numbers of all placements of a material.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub(super) material: Material,
    groups: Vec<Group>,
    /// Kind and side of each entry of [`Placed::points`].
    pub(super) pieces: Vec<(Side, Kind)>,
    /// The points that each entry can ever reach.
    pub(super) reaches: Vec<Set>,
    /// The group of each entry; kings have none.
    group_of: Vec<usize>,
    /// The group of each side's kind; [`NONE`] if it has none.
    group_of_kind: [[u8; 7]; 2],
    /// Points of the two kings by their number, and the number by palace places.
    pairs: Vec<[Square; 2]>,
    numbers: [[u8; PALACE]; PALACE],
    /// The numbers of all pairs of kings' points, those that are mirrored included.
    folds: [[(u8, Fold); PALACE]; PALACE],
    palaces: [Reach; 2],
    /// Placements of everything but the kings.
    pub(super) block: u64,
    /// Indices with one side to move.
    half: u64,
}

impl Geometry {
    pub(super) fn new(material: Material) -> Result<Geometry, String> {
        let palaces = Side::BOTH.map(|side| Reach::new(Kind::King, side));
        let mut pairs = Vec::with_capacity(PAIRS);
        let mut numbers = [[NONE; PALACE]; PALACE];
        for (one, &red) in palaces[0].points.iter().enumerate() {
            for (other, &black) in palaces[1].points.iter().enumerate() {
                if is_canonical(red, black) {
                    numbers[one][other] = pairs.len() as u8;
                    pairs.push([red, black]);
                }
            }
        }
        let mut folds = [[(NONE, Fold::Plain); PALACE]; PALACE];
        for (one, &red) in palaces[0].points.iter().enumerate() {
            for (other, &black) in palaces[1].points.iter().enumerate() {
                let place = |side: usize, point| palaces[side].place[point as usize] as usize;
                folds[one][other] = match is_canonical(red, black) {
                    true if is_on_middle(red) && is_on_middle(black) => {
                        (numbers[one][other], Fold::Either)
                    }
                    true => (numbers[one][other], Fold::Plain),
                    false => {
                        let image = numbers[place(0, mirrored(red))][place(1, mirrored(black))];
                        (image, Fold::Mirrored)
                    }
                };
            }
        }
        let mut pieces = vec![(Side::First, Kind::King), (Side::Second, Kind::King)];
        let mut group_of = vec![usize::MAX; 2];
        let mut group_of_kind = [[NONE; 7]; 2];
        let mut groups: Vec<Group> = Vec::new();
        for side in Side::BOTH {
            for kind in NAMED {
                let count = material.count(side, kind);
                if count == 0 {
                    continue;
                }
                group_of_kind[side.index()][kind as usize] = groups.len() as u8;
                let reach = Reach::new(kind, side);
                let size = choose(reach.points.len() as u64, count as u64);
                group_of.extend(std::iter::repeat_n(groups.len(), count));
                let from = pieces.len();
                pieces.extend(std::iter::repeat_n((side, kind), count));
                let mut group = Group {
                    kind,
                    side,
                    from,
                    count,
                    reach,
                    size,
                    weight: 0,
                    combinations: Vec::new(),
                    images: Vec::new(),
                };
                group.list_combinations();
                groups.push(group);
            }
        }
        if size_of(&material).is_none() {
            return Err(format!("{material} has too many positions for a table"));
        }
        // The last group is the fastest digit.
        let mut block: u64 = 1;
        for group in groups.iter_mut().rev() {
            group.weight = block;
            block *= group.size;
        }
        Ok(Geometry {
            material,
            groups,
            reaches: pieces
                .iter()
                .map(|&(side, kind)| all_of(kind, side))
                .collect(),
            pieces,
            group_of,
            group_of_kind,
            pairs,
            numbers,
            folds,
            palaces,
            half: PAIRS as u64 * block,
            block,
        })
    }

    /// Indices with one side to move.
    pub(super) fn half(&self) -> u64 {
        self.half
    }

    /// Whether both kings stand on the middle file, where a placement and its mirror image have indices.
    #[inline]
    pub(super) fn is_on_axis(&self, index: u64) -> bool {
        let within = index % self.half;
        let [red, black] = self.pairs[(within / self.block) as usize];
        is_on_middle(red) && is_on_middle(black)
    }

    /// The groups of pieces besides the kings.
    pub(super) fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The group of a piece other than a king.
    #[inline]
    pub(super) fn group_of(&self, piece: usize) -> usize {
        self.group_of[piece]
    }

    /// The group of a side's pieces of a kind other than the king.
    #[inline]
    pub(super) fn group_of_kind(&self, side: Side, kind: Kind) -> Option<&Group> {
        let group = self.group_of_kind[side.index()][kind as usize];
        self.groups.get(usize::from(group))
    }

    /// Placements of everything but the kings.
    pub(super) fn block(&self) -> u64 {
        self.block
    }

    /// Where an index has its kings: the first index of these kings with the same side to move, that
    /// side, the kings' points and how the other pieces are seen.
    #[inline]
    pub(super) fn kings_of(&self, index: u64) -> (u64, Side, [Square; 2], Fold) {
        let (turn, within) = match index.checked_sub(self.half) {
            None => (Side::First, index),
            Some(within) => (Side::Second, within),
        };
        let number = within / self.block;
        let [red, black] = self.pairs[number as usize];
        let fold = match is_on_middle(red) && is_on_middle(black) {
            true => Fold::Either,
            false => Fold::Plain,
        };
        (index - within % self.block, turn, [red, black], fold)
    }

    /// The first placement of two kings on points of their palaces, and how the others are seen.
    #[inline]
    pub(super) fn pair(&self, red: Square, black: Square) -> Option<(u64, Fold)> {
        let place = |side: usize, point: Square| self.palaces[side].place[point as usize];
        let (red, black) = (place(0, red), place(1, black));
        if red == NONE || black == NONE {
            return None;
        }
        let (number, fold) = self.folds[red as usize][black as usize];
        Some((u64::from(number) * self.block, fold))
    }

    /// The index of the mirror image where both kings stand on the middle file; `None` elsewhere: there
    /// the mirror image has no index of its own.
    #[inline]
    pub(super) fn image(&self, at: &Placed) -> Option<u64> {
        let on_axis = is_on_middle(at.points[0]) && is_on_middle(at.points[1]);
        on_axis.then(|| self.number(&self.mirrored(at)))?
    }

    /// The pieces of an index. Two may share a point: then the index is illegal.
    #[inline]
    pub(super) fn placed(&self, index: u64) -> Placed {
        let (turn, within) = match index.checked_sub(self.half) {
            None => (Side::First, index),
            Some(within) => (Side::Second, within),
        };
        let mut placed = Placed {
            turn,
            points: [0; MOST_PIECES],
        };
        let pair = self.pairs[(within / self.block) as usize];
        placed.points[..2].copy_from_slice(&pair);
        let mut rest = within % self.block;
        for group in &self.groups {
            let digit = rest / group.weight;
            rest %= group.weight;
            group.put(digit, &mut placed.points);
        }
        placed
    }

    /// The index of pieces, mirrored where necessary; `None` if a piece stands where it never can.
    #[inline]
    pub(super) fn index(&self, at: &Placed) -> Option<u64> {
        let [red, black] = [at.points[0], at.points[1]];
        if !is_canonical(red, black) {
            return self.number(&self.mirrored(at));
        }
        let index = self.number(at)?;
        Some(self.image(at).map_or(index, |image| image.min(index)))
    }

    /// The number of pieces whose kings need no mirror.
    #[inline]
    pub(super) fn number(&self, at: &Placed) -> Option<u64> {
        let place = |side: usize| self.palaces[side].place[at.points[side] as usize];
        let (red, black) = (place(0), place(1));
        if red == NONE || black == NONE {
            return None;
        }
        let pair = self.numbers[red as usize][black as usize];
        let mut index = u64::from(pair) * self.block;
        for group in &self.groups {
            let digit = group.digit(&at.points[group.from..][..group.count])?;
            index += digit * group.weight;
        }
        Some(index + at.turn.index() as u64 * self.half())
    }

    /// The pieces seen in a mirror.
    pub(super) fn mirrored(&self, at: &Placed) -> Placed {
        let mut image = *at;
        for point in &mut image.points[..self.pieces.len()] {
            *point = mirrored(*point);
        }
        image
    }

    /// The index of a position, with `exchanged` colours as seen by the other side; `None` if it has another
    /// material, or a piece stands where it never can. The same as [`Geometry::place`] and then
    /// [`Geometry::index`], straight from the sets of pieces: searches and players ask this at every probe.
    #[inline]
    pub(super) fn index_of(&self, at: &Position, exchanged: bool) -> Option<u64> {
        let (turn, owners) = match exchanged {
            true => (!at.turn(), [Side::Second, Side::First]),
            false => (at.turn(), Side::BOTH),
        };
        let [red, black] = owners.map(|owner| at.king(owner));
        let (pair, fold) = match exchanged {
            true => self.pair(turned(red), turned(black))?,
            false => self.pair(red, black)?,
        };
        let mut listed = at.kinds[Kind::King as usize];
        // Both numbers are reckoned whatever the kings' points are: a look into a list costs less than a
        // branch that nobody can predict.
        let (mut plain, mut image) = (pair, pair);
        for group in &self.groups {
            let owner = owners[group.side.index()];
            let all = at.kinds[group.kind as usize] & at.pieces[owner.index()];
            listed |= all;
            let digit = group.digit_of(all, exchanged)?;
            plain += digit * group.weight;
            image += group.image(digit) * group.weight;
        }
        let within = match fold {
            Fold::Plain => plain,
            Fold::Mirrored => image,
            Fold::Either => plain.min(image),
        };
        (listed == at.occupied()).then(|| within + turn.index() as u64 * self.half)
    }

    /// The pieces of a position, with `exchanged` colours as seen by the other side; `None` if it has
    /// another material.
    #[inline]
    pub(super) fn place(&self, at: &Position, exchanged: bool) -> Option<Placed> {
        let mut placed = Placed {
            turn: if exchanged { !at.turn() } else { at.turn() },
            points: [0; MOST_PIECES],
        };
        let seen = |point| if exchanged { turned(point) } else { point };
        let owner = |side: Side| if exchanged { !side } else { side };
        let mut listed = at.kinds[Kind::King as usize];
        for side in Side::BOTH {
            placed.points[side.index()] = seen(at.king(owner(side)));
        }
        for group in &self.groups {
            let all = at.kinds[group.kind as usize] & at.pieces[owner(group.side).index()];
            listed |= all;
            let mut found = points(all);
            for slot in &mut placed.points[group.from..][..group.count] {
                *slot = seen(found.next()?);
            }
            if found.next().is_some() {
                return None;
            }
        }
        (listed == at.occupied()).then_some(placed)
    }
}

impl Group {
    /// Lists all combinations, if they are few enough.
    fn list_combinations(&mut self) {
        if self.size > MOST_LISTED {
            return;
        }
        let mut all = vec![0; self.size as usize * self.count];
        for (digit, points) in (0..).zip(all.chunks_mut(self.count)) {
            self.place(digit, points);
        }
        self.images = (0..self.size)
            .map(|digit| self.image_of(digit) as u32)
            .collect();
        self.combinations = all;
    }

    /// The number of a combination seen in a mirror.
    fn image_of(&self, digit: u64) -> u64 {
        let mut points = [0; 5];
        let points = &mut points[..self.count];
        self.place(digit, points);
        points
            .iter_mut()
            .for_each(|point| *point = mirrored(*point));
        self.digit(points)
            .expect("what a kind reaches is the same on both wings")
    }

    /// The same from the list where there is one.
    #[inline]
    pub(super) fn image(&self, digit: u64) -> u64 {
        match self.images.get(digit as usize) {
            Some(&image) => u64::from(image),
            None => self.image_of(digit),
        }
    }

    /// The number of a combination after one of its pieces has gone to another point.
    #[inline]
    pub(super) fn digit_after(&self, points: &[Square], moved: usize, to: Square) -> Option<u64> {
        let place = |point: Square| self.reach.place[point as usize];
        match *points {
            [_] => {
                let place = place(to);
                (place != NONE).then_some(u64::from(place))
            }
            [one, other] => {
                let stays = place(if moved == 0 { other } else { one });
                let comes = place(to);
                let (low, high) = (stays.min(comes), stays.max(comes));
                let (low, high, exists) = (u64::from(low), u64::from(high), high != NONE);
                (exists && low != high).then(|| low + high * (high - 1) / 2)
            }
            _ => {
                let mut all = [0; 5];
                all[..points.len()].copy_from_slice(points);
                all[moved] = to;
                self.digit(&all[..points.len()])
            }
        }
    }

    /// The number of the combination of a set of points, as the other side sees them if colours are
    /// `exchanged`; `None` if there are more or fewer than the group has, or one is never reached.
    #[inline]
    fn digit_of(&self, all: Set, exchanged: bool) -> Option<u64> {
        let seen = |point: Square| if exchanged { turned(point) } else { point };
        let place = |point: Square| self.reach.place[seen(point) as usize];
        let first = all.trailing_zeros() as Square;
        match self.count {
            1 => {
                let place = place(all.is_power_of_two().then_some(first)?);
                (place != NONE).then_some(u64::from(place))
            }
            2 => {
                let second = all & all.wrapping_sub(1);
                let second = second
                    .is_power_of_two()
                    .then(|| second.trailing_zeros() as Square)?;
                let (one, other) = (u64::from(place(first)), u64::from(place(second)));
                // Places follow the order of the points.
                let (low, high) = if exchanged {
                    (other, one)
                } else {
                    (one, other)
                };
                let exists = low != u64::from(NONE) && high != u64::from(NONE);
                exists.then(|| low + high * (high - 1) / 2)
            }
            _ => {
                let mut found = [0; 5];
                let mut rest = points(all);
                for slot in &mut found[..self.count] {
                    *slot = seen(rest.next()?);
                }
                if rest.next().is_some() {
                    return None;
                }
                self.digit(&found[..self.count])
            }
        }
    }

    /// Puts the pieces where a digit says.
    #[inline]
    pub(super) fn put(&self, digit: u64, points: &mut [Square; MOST_PIECES]) {
        let points = &mut points[self.from..][..self.count];
        let digit = digit as usize;
        match (self.count, self.combinations.as_slice()) {
            (1, _) => points[0] = self.reach.points[digit],
            (2, all @ [_, ..]) => points.copy_from_slice(&all[digit * 2..][..2]),
            (_, []) => self.place(digit as u64, points),
            (count, all) => points.copy_from_slice(&all[digit * count..][..count]),
        }
    }

    /// The number of a combination of points; `None` if one of them is never reached or two are the
    /// same.
    #[inline]
    pub(super) fn digit(&self, points: &[Square]) -> Option<u64> {
        let place = |point: Square| self.reach.place[point as usize];
        match points {
            [point] => {
                let place = place(*point);
                return (place != NONE).then_some(u64::from(place));
            }
            &[_, to] => return self.digit_after(points, 1, to),
            _ => {}
        }
        let mut places = [0; 5];
        for (slot, &point) in places.iter_mut().zip(points) {
            *slot = place(point);
        }
        let places = &mut places[..points.len()];
        places.sort_unstable();
        if places.contains(&NONE) || places.windows(2).any(|two| two[0] == two[1]) {
            return None;
        }
        // The combinatorial number system: c1 < c2 < … is C(c1,1) + C(c2,2) + …
        let terms = places.iter().zip(1..);
        Some(
            terms
                .map(|(&place, nth)| choose(u64::from(place), nth))
                .sum(),
        )
    }

    /// The points of a combination.
    fn place(&self, mut digit: u64, points: &mut [Square]) {
        let mut place = self.reach.points.len() as u64;
        for nth in (1..=points.len() as u64).rev() {
            while choose(place, nth) > digit {
                place -= 1;
            }
            digit -= choose(place, nth);
            points[nth as usize - 1] = self.reach.points[place as usize];
        }
    }
}

/// Whether two kings need no mirror: Red's left of the middle, or on it and Black's not right of it.
#[inline]
fn is_canonical(red: Square, black: Square) -> bool {
    let middle = FILES / 2;
    match file_of(red).cmp(&middle) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Equal => file_of(black) <= middle,
        std::cmp::Ordering::Greater => false,
    }
}

#[inline]
pub(super) fn is_on_middle(point: Square) -> bool {
    file_of(point) == FILES / 2
}

/// A point seen in a mirror.
pub(super) fn mirrored(point: Square) -> Square {
    square_at(FILES - 1 - file_of(point), rank_of(point))
}

/// Binomial coefficients; `of` is at most 90, `out` at most 5.
#[inline]
fn choose(of: u64, out: u64) -> u64 {
    match out {
        0 => 1,
        1 => of,
        2 => of * of.saturating_sub(1) / 2,
        _ => {
            let mut product = 1;
            for at in 0..out {
                product = product * of.saturating_sub(at) / (at + 1);
            }
            product
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_reach_as_many_points_as_the_rules_say() {
        let counts = [9, 5, 7, 90, 90, 90, 55];
        for (kind, count) in Kind::ALL.into_iter().zip(counts) {
            for side in Side::BOTH {
                assert_eq!(
                    Reach::new(kind, side).points.len(),
                    count,
                    "{kind:?} {side}"
                );
                assert_eq!(reached(kind), count as u64, "{kind:?}");
            }
        }
    }

    #[test]
    fn combinations_are_numbered_without_gaps() {
        let material = Material::read("KPPPvK").unwrap();
        let geometry = Geometry::new(material).unwrap();
        let group = &geometry.groups[0];
        assert_eq!(group.size, 55 * 54 * 53 / 6);
        for digit in 0..group.size {
            let mut points = [0; 3];
            group.place(digit, &mut points);
            assert_eq!(group.digit(&points), Some(digit));
        }
    }
}
