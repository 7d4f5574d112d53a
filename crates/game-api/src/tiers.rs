//! Games that are solved piece by piece: tiers, each of which leads only to itself and to earlier
//! ones.

use std::ops::Range;

use crate::{Game, Indexed, Probed};

/// The name of a tier among those of its game, cheap to copy; what the number means is the game's
/// affair (numbers of cubes, a code of the material).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tier(pub u64);

/// What distances count.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// Moves of either side.
    #[default]
    Plies,
    /// Turns of either side, each of several actions.
    Turns,
}

impl Unit {
    /// The word for data.
    pub const fn word(self) -> &'static str {
        match self {
            Unit::Plies => "plies",
            Unit::Turns => "turns",
        }
    }
}

/// What distances lead to.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// The end of the game.
    #[default]
    End,
    /// The end or the next move out of the tier (a capture, a promotion), which counts as one. The
    /// value is the same.
    Conversion,
    /// The end or the next move out of the layer or tier (also a pawn's move, where pawns make
    /// layers), which counts as one. The value is the same.
    Zeroing,
}

impl Metric {
    /// The word for data.
    pub const fn word(self) -> &'static str {
        match self {
            Metric::End => "end",
            Metric::Conversion => "conversion",
            Metric::Zeroing => "zeroing",
        }
    }
}

/// A game whose positions fall into tiers. Moves lead inside a tier or to earlier ones, which are
/// solved before: captures and promotions never come back.
///
/// Tiers that lead to each other form a *group* with one numbering, and are solved together; most
/// groups are a single tier. Every tier has a table file of its own.
///
/// # How to write one
///
/// 1. A value that knows the game (its options) and says what tiers there are: this trait.
/// 2. A numbering of one group: [`Indexed`] with its [`Cursor`](crate::Cursor). Number the
///    positions of the group's tiers one tier after the other (`part` says which slots are whose).
/// 3. In the cursor, sort the results of the moves: same group → `successors`, earlier tier →
///    `exits` with [`Exit::Tier`](crate::Exit::Tier), known without a table →
///    [`Exit::Known`](crate::Exit::Known).
/// 4. `predecessors`: un-moves inside the group only; moves into the group from later tiers are
///    found by those tiers' `exits`. Or none at all: `goes_back` says no.
///
/// En passant needs no special care: number the positions with the right to take as slots of their
/// own. Clocks, move limits and repetition are not in tables.
///
/// # Example: Janken, where 2 cubes meet 1
///
/// Whoever captures becomes the one with more cubes when the opponent is to move, so `2v1` (the
/// mover has two) and `1v2` lead to each other: `group` of either is `[2v1, 1v2]`, `needs` is
/// `[1v1]`, `part` of `2v1` is the first range of slots and that of `1v2` the second.
pub trait Tiered<G: Game>: Send + Sync {
    /// The numbering of a group.
    type Index: Indexed<G>;

    /// What a tier is called: the name of its file, and what a user types (`KPvK`, `2v1`). Letters,
    /// digits and `-` only.
    fn name(&self, tier: Tier) -> String;

    /// The tiers that a user's words name: one, or several (`4men`). `None` is the whole game,
    /// where that can be solved. The error says what was expected.
    fn find(&self, what: Option<&str>) -> Result<Vec<Tier>, String>;

    /// The tiers that are numbered and solved together with this one, in the order of their slots.
    fn group(&self, tier: Tier) -> Vec<Tier> {
        vec![tier]
    }

    /// The earlier tiers to which moves of this tier's group lead, without members of the group;
    /// those without any live position are left out. The same list for all of the group:
    /// [`Exit::Tier`](crate::Exit::Tier) counts in it.
    fn needs(&self, tier: Tier) -> Vec<Tier>;

    /// The numbering of the tier's group, or why there is none.
    fn index(&self, tier: Tier) -> Result<Self::Index, String>;

    /// The slots of a tier in the numbering of its group.
    fn part(&self, index: &Self::Index, _tier: Tier) -> Range<u64> {
        0..index.slots()
    }

    /// The number of slots of the tier's group, without building anything.
    fn estimate(&self, tier: Tier) -> f64;

    /// About how many microseconds of one core a slot of the tier's group takes to solve. The
    /// default is what games with a few dozen moves were measured to take.
    fn microseconds_a_slot(&self, _tier: Tier) -> f64 {
        0.6
    }

    /// About how many bytes of memory a slot of the tier's group takes while it is solved. The default
    /// was measured: a byte, up to two bytes of frontier, another byte where moves lead out.
    fn bytes_a_slot(&self, _tier: Tier) -> f64 {
        4.5
    }

    /// The tier of a position; `None` if no tier has it. Positions for which the numbering has no
    /// slot may have a tier (finished, won at once) or none.
    fn tier_of(&self, at: &G::Position) -> Option<Tier>;

    /// What is known of a position that no tier has: bare kings are a draw.
    fn known(&self, _at: &G::Position) -> Option<Probed> {
        None
    }

    /// Tiers so small that they are solved whenever they are asked for and need no file.
    fn at_hand(&self) -> Vec<Tier> {
        Vec::new()
    }

    /// Metrics that are told about a position besides the distance to the end, where there are
    /// tables of them.
    fn measures(&self) -> &'static [Metric] {
        &[]
    }

    /// Plies since the last zeroing move, and how many of them draw the game; `None` where the game
    /// has no such rule.
    fn clock(&self, _at: &G::Position) -> Option<(u32, u32)> {
        None
    }

    /// Whether a move promotes.
    fn is_promotion(&self, _at: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// Whether a move promotes to something else than the strongest man.
    fn is_under_promotion(&self, _at: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// What distances count.
    fn unit(&self) -> Unit {
        Unit::Plies
    }

    /// The longest distance to be expected: a hint that saves the solver from finding out that a
    /// byte does not hold it.
    fn longest(&self, _tier: Tier) -> Option<u32> {
        None
    }

    /// A text that names everything a table of this tier depends on: the rules with the options that
    /// change values, the tier, the version of the numbering.
    fn identity(&self, tier: Tier) -> String;
}
