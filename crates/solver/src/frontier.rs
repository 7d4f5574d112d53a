//! What a round has decided: a list while it is short. A long one is not kept, for its indices are those
//! of the layer that have its code: they are read off the cells, some at a time.

/// The indices that a step finds, on one thread.
#[derive(Debug)]
pub(crate) struct Found {
    list: Vec<u64>,
    most: usize,
    is_complete: bool,
}

impl Found {
    /// Nothing yet; no more than so many are listed.
    pub(crate) fn new(most: usize) -> Self {
        Found {
            list: Vec::new(),
            most,
            is_complete: true,
        }
    }
}

impl Extend<u64> for Found {
    #[inline]
    fn extend<T: IntoIterator<Item = u64>>(&mut self, indices: T) {
        // All of them are asked for: a step marks what it finds while it lists it.
        for index in indices {
            if self.list.len() < self.most {
                self.list.push(index);
            } else {
                self.is_complete = false;
            }
        }
    }
}

/// What was decided at one distance.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Frontier {
    /// Few indices, in order: neighbours in memory are handled together (measured: three times faster
    /// rounds).
    Few(Vec<u64>),
    /// Too many to list.
    Many,
}

impl Default for Frontier {
    fn default() -> Self {
        Frontier::Few(Vec::new())
    }
}

impl Frontier {
    /// What several threads have found, at most so many.
    pub(crate) fn of(parts: impl IntoIterator<Item = Found>, most: usize) -> Frontier {
        let mut all: Vec<u64> = Vec::new();
        for part in parts {
            if !part.is_complete || all.len() + part.list.len() > most {
                return Frontier::Many;
            }
            all.extend(part.list);
        }
        all.sort_unstable();
        Frontier::Few(all)
    }

    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Frontier::Few(list) if list.is_empty())
    }

    /// Both together, at most so many.
    pub(crate) fn and(self, other: Frontier, most: usize) -> Frontier {
        match (self, other) {
            (Frontier::Few(mut some), Frontier::Few(others))
                if some.len() + others.len() <= most =>
            {
                some.extend(others);
                some.sort_unstable();
                Frontier::Few(some)
            }
            (some, others) if others.is_empty() => some,
            (some, others) if some.is_empty() => others,
            _ => Frontier::Many,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_not_kept_but_walked_to_their_end() {
        let mut walked = 0;
        let mut found = Found::new(3);
        found.extend((0..5).inspect(|_| walked += 1));
        assert_eq!((found.list.len(), walked), (3, 5));
        assert_eq!(Frontier::of([found], 3), Frontier::Many);
        let few = |list: &[u64]| {
            let mut found = Found::new(3);
            found.extend(list.iter().copied());
            found
        };
        let sorted = Frontier::Few(vec![2, 4, 7]);
        assert_eq!(Frontier::of([few(&[7]), few(&[4, 2])], 3), sorted);
        assert_eq!(
            Frontier::of([few(&[7, 9]), few(&[4, 2])], 3),
            Frontier::Many
        );
        assert!(Frontier::of([few(&[])], 0).is_empty() && !Frontier::Many.is_empty());
        let (one, two) = (|| Frontier::of([few(&[7])], 3), Frontier::Few(vec![2, 4]));
        assert_eq!(one().and(two, 3), sorted);
        assert_eq!(one().and(sorted, 3), Frontier::Many);
        assert_eq!(Frontier::Many.and(Frontier::default(), 3), Frontier::Many);
    }
}
