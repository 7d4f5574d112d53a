//! Positions that a network learns from.

use yomikiri_game_api::{Features, Game};

/// What the features of a game are, as far as a network needs to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    seen_by_second: Vec<u32>,
    mirrored: Vec<u32>,
    /// The number of groups, and the group of each feature; empty without groups.
    groups: usize,
    group: Vec<u32>,
}

impl Layout {
    /// The layout of a game's features.
    pub fn of<G: Game>(features: &impl Features<G>, game: &G) -> Layout {
        let each = |of: &dyn Fn(usize) -> usize| -> Vec<u32> {
            let all = 0..features.count(game);
            all.map(|feature| of(feature) as u32).collect()
        };
        let groups = features.groups(game);
        Layout {
            seen_by_second: each(&|feature| features.seen_by_second(game, feature)),
            mirrored: each(&|feature| features.mirrored(game, feature)),
            groups,
            group: match groups {
                0 => Vec::new(),
                _ => each(&|feature| features.group(game, feature)),
            },
        }
    }

    /// The layout of features by what Second sees instead of each, what the mirror shows, and their groups.
    #[cfg(test)]
    pub(crate) fn new(seen_by_second: Vec<u32>, mirrored: Vec<u32>, group: Vec<u32>) -> Layout {
        Layout {
            seen_by_second,
            mirrored,
            groups: group.iter().max().map_or(0, |&last| last as usize + 1),
            group,
        }
    }

    /// Number of features.
    pub fn features(&self) -> usize {
        self.seen_by_second.len()
    }

    #[inline(always)]
    pub(crate) fn seen_by_second(&self, feature: usize) -> usize {
        self.seen_by_second[feature] as usize
    }

    #[inline(always)]
    pub(crate) fn mirrored(&self, feature: usize) -> usize {
        self.mirrored[feature] as usize
    }

    /// Number of groups of features.
    pub(crate) fn groups(&self) -> usize {
        self.groups
    }

    /// The group of a feature, if there are groups.
    #[inline(always)]
    pub(crate) fn group(&self, feature: usize) -> Option<usize> {
        self.group.get(feature).map(|&group| group as usize)
    }
}

/// What is known of a position, the mover's view.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Label {
    /// 1 for a win, ½ for a draw, 0 for a loss: of the game, or by a table.
    pub result: f32,
    /// Points that a search found; `None` where the result alone is known, or is exact.
    pub score: Option<f32>,
}

/// A position besides its features.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Row {
    /// The evaluation that the network corrects, in points for the mover.
    pub(crate) base: f32,
    pub(crate) label: Label,
    pub(crate) second_moves: bool,
    pub(crate) phase: u8,
}

/// Positions with their labels; a part of them is held out.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// The end of each position in `features`.
    ends: Vec<usize>,
    /// As First sees them.
    features: Vec<u32>,
    pub(crate) rows: Vec<Row>,
    /// The numbers of the positions learned from, and of those held out.
    pub(crate) learned: Vec<u32>,
    pub(crate) held_out: Vec<u32>,
}

impl Positions {
    /// Adds a position: its features as First sees them, who moves, its phase, and the evaluation for the mover.
    pub fn push(
        &mut self,
        features: impl IntoIterator<Item = u32>,
        second_moves: bool,
        phase: usize,
        base: f32,
        label: Label,
        held_out: bool,
    ) {
        let number = self.rows.len() as u32;
        self.features.extend(features);
        self.ends.push(self.features.len());
        self.rows.push(Row {
            base,
            label,
            second_moves,
            phase: phase as u8,
        });
        match held_out {
            true => self.held_out.push(number),
            false => self.learned.push(number),
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of positions that are held out.
    pub fn held_out(&self) -> usize {
        self.held_out.len()
    }

    /// Adds all positions of others after its own.
    pub fn append(&mut self, others: Positions) {
        let (before, first) = (self.features.len(), self.rows.len() as u32);
        self.features.extend(others.features);
        self.ends.extend(others.ends.iter().map(|end| before + end));
        self.rows.extend(others.rows);
        self.learned
            .extend(others.learned.iter().map(|number| first + number));
        self.held_out
            .extend(others.held_out.iter().map(|number| first + number));
    }

    #[inline]
    pub(crate) fn features(&self, at: usize) -> &[u32] {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.features[begin..self.ends[at]]
    }
}
