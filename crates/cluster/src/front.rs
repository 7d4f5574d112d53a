//! The indices that a round has decided or marked, as numbers of this process: listed while they are
//! few, else found again by their code among the cells.

use std::ops::Range;

use yomikiri_solver::cell::Code;

/// Numbers looked at in a piece of work.
const PIECE: usize = 1 << 12;
/// Cells searched for a piece.
const GLANCE: u64 = 1 << 16;

/// Indices with one code.
#[derive(Debug)]
pub(crate) struct Front {
    first: u64,
    /// Differences from the first number of the layer, four bytes each; nothing if there were too many.
    listed: Option<Vec<u32>>,
    count: u64,
    limit: usize,
}

impl Default for Front {
    /// Nothing in a layer of nothing.
    fn default() -> Self {
        Front::new(0, 0)
    }
}

impl Front {
    /// Nothing yet, of numbers from one on; more than so many are not listed.
    pub(crate) fn new(first: u64, limit: usize) -> Self {
        Front {
            first,
            listed: Some(Vec::new()),
            count: 0,
            limit,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, local: u64) {
        self.count += 1;
        let Some(listed) = &mut self.listed else {
            return;
        };
        match u32::try_from(local - self.first) {
            Ok(place) if listed.len() < self.limit => listed.push(place),
            _ => self.listed = None,
        }
    }

    /// Whether they are few.
    pub(crate) fn is_listed(&self) -> bool {
        self.listed.is_some()
    }

    /// How many were pushed.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Puts what is listed into order, so that neighbours in memory are handled together.
    pub(crate) fn sort(&mut self) {
        if let Some(listed) = &mut self.listed {
            listed.sort_unstable();
        }
    }
}

/// Goes through the indices of a front, or through all with a code, piece by piece.
pub(crate) struct Pieces {
    at: u64,
    end: u64,
    found: Vec<u64>,
    /// How far what was found or listed has been told.
    told: usize,
}

impl Pieces {
    /// Through those of a range.
    pub(crate) fn new(locals: Range<u64>) -> Self {
        Pieces {
            at: locals.start,
            end: locals.end,
            found: Vec::new(),
            told: 0,
        }
    }

    /// The next piece, in order; `None` at the end. Without a front, all cells with the code are meant.
    pub(crate) fn next<C: Code>(
        &mut self,
        front: Option<&Front>,
        cells: &[C::Shared],
        code: C::Cell,
    ) -> Option<&[u64]> {
        let listed = front.and_then(|front| Some((front.first, front.listed.as_ref()?)));
        if let Some((first, listed)) = listed {
            let rest = &listed[self.told..];
            let piece = &rest[..rest.len().min(PIECE)];
            self.told += piece.len();
            let locals = piece.iter().map(|&place| first + u64::from(place));
            self.found.clear();
            self.found
                .extend(locals.filter(|&local| C::get(&cells[local as usize]) == code));
            return (!piece.is_empty()).then_some(&self.found);
        }
        while self.told == self.found.len() && self.at < self.end {
            let to = (self.at + GLANCE).min(self.end);
            self.found.clear();
            self.told = 0;
            C::places(&cells[self.at as usize..to as usize], code, |place| {
                self.found.push(self.at + place as u64);
            });
            self.at = to;
        }
        let rest = &self.found[self.told..];
        let piece = &rest[..rest.len().min(PIECE)];
        self.told += piece.len();
        (!piece.is_empty()).then_some(piece)
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_solver::cell::Cell8;

    use super::*;

    #[test]
    fn a_long_front_is_found_again_among_the_cells() {
        let codes: Vec<u8> = (0..600_000u32).map(|i| (i % 5) as u8).collect();
        let cells: Vec<_> = codes.iter().map(|&code| Cell8::shared(code)).collect();
        let expected: Vec<u64> = (100..590_000).filter(|i| i % 5 == 3).collect();
        for limit in [0, 10, 1 << 20] {
            let mut front = Front::new(100, limit);
            expected.iter().rev().for_each(|&local| front.push(local));
            // What has got another code since then is left out.
            front.push(101);
            front.sort();
            assert_eq!(front.count(), expected.len() as u64 + 1);
            let mut pieces = Pieces::new(100..590_000);
            let mut all: Vec<u64> = Vec::new();
            while let Some(piece) = pieces.next::<Cell8>(Some(&front), &cells, 3) {
                assert!(piece.len() <= PIECE);
                all.extend(piece);
            }
            assert_eq!(all, expected, "{limit}");
        }
        // Too far from the first one for a list of small numbers.
        let mut front = Front::new(0, 10);
        front.push(3);
        assert!(front.listed.is_some());
        front.push(1 << 32);
        assert!(front.listed.is_none());
        assert_eq!(front.count(), 2);
        let mut pieces = Pieces::new(0..5);
        assert_eq!(pieces.next::<Cell8>(None, &cells, 2), Some(&[2][..]));
        assert_eq!(pieces.next::<Cell8>(None, &cells, 2), None);
    }
}
