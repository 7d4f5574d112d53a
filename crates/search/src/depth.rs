//! What depths and distances count: turns.
//!
//! In most games every move ends a turn, and a turn is a ply. Where a turn is made of several
//! actions (Janken), those of one turn share one depth, and a win is as far away as there are turns
//! to play, the one under way included. So a search that looks `n` turns ahead judges positions
//! only where a turn begins, unless the game has ended before.

/// A turn of more actions than this uses up depth all the same: rules under which a side may go on
/// and on would otherwise have no horizon.
const MOST_ACTIONS: u8 = 12;

/// The turns between the root of a search and a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Turns {
    complete: u16,
    /// Actions made in the turn under way since the root.
    actions: u8,
}

impl Turns {
    /// The turns that have been played to their end.
    #[inline]
    pub(crate) fn complete(self) -> u32 {
        u32::from(self.complete)
    }

    /// The turns that have been begun: the length of a game that has ended here.
    #[inline]
    pub(crate) fn begun(self) -> u32 {
        u32::from(self.complete) + u32::from(self.actions > 0)
    }

    /// A move has been made; `same` tells whether its mover moves again. Returns the depth used.
    #[inline]
    pub(crate) fn pass(&mut self, same: bool) -> u32 {
        if !same {
            self.complete += 1;
            self.actions = 0;
            return 1;
        }
        let free = self.actions < MOST_ACTIONS;
        self.actions = self.actions.saturating_add(1);
        u32::from(!free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_actions_of_a_turn_share_one_depth() {
        let mut turns = Turns::default();
        assert_eq!(
            (turns.pass(true), turns.complete(), turns.begun()),
            (0, 0, 1)
        );
        assert_eq!(
            (turns.pass(false), turns.complete(), turns.begun()),
            (1, 1, 1)
        );
        assert_eq!(
            (turns.pass(true), turns.complete(), turns.begun()),
            (0, 1, 2)
        );
    }

    #[test]
    fn an_endless_turn_reaches_the_horizon() {
        let mut turns = Turns::default();
        let used: u32 = (0..100).map(|_| turns.pass(true)).sum();
        assert_eq!(used, 100 - u32::from(MOST_ACTIONS));
        assert_eq!(turns.begun(), 1);
    }
}
