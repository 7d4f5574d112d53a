//! Depths and distances count turns.
//!
//! In most games every move ends a turn, and a turn is a ply. Where a turn has several actions
//! (Janken), they share one depth, and the distance of a win is the number of turns to play, the
//! current one included. So a search to depth `n` evaluates positions only where a turn begins.

/// Further actions of a turn cost depth: otherwise a turn without an end would have no horizon.
const MOST_ACTIONS: u8 = 12;

/// The turns between the root of a search and a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Turns {
    complete: u16,
    /// Actions of the current turn since the root.
    actions: u8,
}

impl Turns {
    /// The completed turns.
    #[inline]
    pub(crate) fn complete(self) -> u32 {
        u32::from(self.complete)
    }

    /// The turns begun: the length of a game that ends here.
    #[inline]
    pub(crate) fn begun(self) -> u32 {
        u32::from(self.complete) + u32::from(self.actions > 0)
    }

    /// A move was made; `same`: its mover moves again. Returns the depth used.
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
