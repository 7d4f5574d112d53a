//! Games that are solved piece by piece: tiers, each of which leads only to itself and to earlier
//! ones.

use std::ops::Range;

use crate::{Game, Indexer, Probed};

/// The name of a tier among those of its game, cheap to copy; what the number means is the game's
/// affair (numbers of cubes, a code of the material).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tier(pub u64);

impl Tier {
    /// The only tier of a game that is solved as a whole.
    pub const WHOLE: Tier = Tier(0);
}

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
    /// Nothing: what the rule changes by which endless play loses for the side that checks all the time.
    /// Only those values are in the table, with ranks instead of distances.
    Check,
}

impl Metric {
    /// The word for data.
    pub const fn word(self) -> &'static str {
        match self {
            Metric::End => "end",
            Metric::Conversion => "conversion",
            Metric::Zeroing => "zeroing",
            Metric::Check => "check",
        }
    }
}

/// A game whose positions fall into tiers. Moves lead inside a tier or to its children, which are
/// solved before: captures and promotions never come back. A game that is solved as a whole has one
/// tier, [`Tier::WHOLE`], whose name is empty, and writes only `indexer` and `identity`.
///
/// Tiers that lead to each other form a *group* with one indexer, and are solved together; most
/// groups are a single tier. Every tier has a table file of its own.
///
/// # How to write one
///
/// 1. A value that knows the game (its options) and says what tiers there are: this trait.
/// 2. An indexer of one group: [`Indexer`] with its [`Cursor`](crate::Cursor). Number the
///    positions of the group's tiers one tier after the other ([`part`](Tiers::part) says which
///    indices belong to which).
/// 3. In the cursor, sort the results of the moves: same group → `successors`, child tier →
///    `conversions` with [`Conversion::Tier`](crate::Conversion::Tier), known without a table →
///    [`Conversion::Known`](crate::Conversion::Known).
/// 4. `predecessors`: un-moves inside the group only; moves into the group from other tiers are
///    found by those tiers' `conversions`. Or none at all, and the solver looks forward only.
///
/// En passant needs no special care: number the positions with the right to take as indices of their
/// own. Clocks, move limits and repetition are not in tables.
///
/// # Example: Janken, where 2 cubes meet 1
///
/// Whoever captures becomes the one with more cubes when the opponent is to move, so `2v1` (the
/// mover has two) and `1v2` lead to each other: `group` of either is `[2v1, 1v2]`, `children` is
/// `[1v1]`, `part` of `2v1` is the first range of indices and that of `1v2` the second.
pub trait Tiers<G: Game>: Send + Sync {
    /// REQUIRED. The indexer of a group.
    type Indexer: Indexer<G> + 'static;

    /// REQUIRED in tiers. What a tier is called: the name of its file, and what a user types (`KPvK`,
    /// `2v1`). Letters, digits and `-` only. Empty for the one tier of a game that is solved as a whole.
    fn name(&self, _tier: Tier) -> String {
        String::new()
    }

    /// REQUIRED in tiers. The tiers that a user's words name: one, or several (`4men`). `None` is the
    /// whole game, where that can be solved. The error says what was expected.
    fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        match what {
            None => Ok(vec![Tier::WHOLE]),
            Some(what) => Err(format!(
                "expected no part, because this game is solved as a whole, got {:?}",
                what.chars().take(60).collect::<String>()
            )),
        }
    }

    /// REQUIRED in tiers. The tiers to which moves of this tier's group lead, without members of the
    /// group; those without any undecided position are left out. The same list for all of the group:
    /// [`Conversion::Tier`](crate::Conversion::Tier) counts in it.
    fn children(&self, _tier: Tier) -> Vec<Tier> {
        Vec::new()
    }

    /// REQUIRED. The indexer of the tier's group, or why there is none.
    fn indexer(&self, tier: Tier) -> Result<Self::Indexer, String>;

    /// REQUIRED in tiers. The tier of a position; `None` if no tier has it. Positions for which the
    /// indexer has no index may have a tier (finished, won at once) or none.
    fn tier_of(&self, _at: &G::Position) -> Option<Tier> {
        Some(Tier::WHOLE)
    }

    /// REQUIRED. A text that names everything a table of this tier depends on: the rules with the
    /// options that change values, the tier, the version of the indexer. Tables with another identity
    /// are refused.
    fn identity(&self, tier: Tier) -> String;

    /// OPTIONAL: the name of the one tier that a user's words name, if they name it with its colours
    /// exchanged (`KvKN` is `KNvK` turned). Without it colours are as in the table.
    fn turned_name(&self, _what: &str) -> Option<String> {
        None
    }

    /// OPTIONAL: why no table can ever have a position, in words. Without it such positions are not
    /// told from those that no tier covers.
    fn refusal(&self, _at: &G::Position) -> Option<String> {
        None
    }

    /// OPTIONAL: the tiers that are numbered and solved together with this one, in the order of their
    /// indices. Without it every tier is alone, and no moves may lead back.
    fn group(&self, tier: Tier) -> Vec<Tier> {
        vec![tier]
    }

    /// OPTIONAL: the indices of a tier in the indexer of its group. Needed for groups of several.
    fn part(&self, indexer: &Self::Indexer, _tier: Tier) -> Range<u64> {
        0..indexer.size()
    }

    /// OPTIONAL: what solving the tier's group takes. Without it the indexer is built to count its
    /// positions, which takes too long for large games, and the rest is a guess.
    fn cost(&self, tier: Tier) -> Cost {
        let size = self.indexer(tier).map(|indexer| indexer.size() as f64);
        Cost::of(size.unwrap_or(f64::INFINITY))
    }

    /// OPTIONAL: the value of a position that no tier has: bare kings are a draw. Without it such
    /// positions have no value.
    fn known(&self, _at: &G::Position) -> Option<Probed> {
        None
    }

    /// OPTIONAL: tiers so small that they are solved whenever they are asked for and need no file.
    /// Without it nothing can be probed before it was solved.
    fn on_demand(&self) -> Vec<Tier> {
        Vec::new()
    }

    /// OPTIONAL: what distances count. Without it they count plies.
    fn unit(&self) -> Unit {
        Unit::Plies
    }
}

/// What solving a group of tiers takes, about.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Cost {
    /// The size of its indexer, without building it.
    pub positions: f64,
    /// CPU time for each position, in microseconds.
    pub microseconds: f64,
    /// Memory for each position while it is solved, in bytes.
    pub bytes: f64,
    /// Size of the table file for each position, in bytes.
    pub disk: f64,
    /// The longest distance to be expected: a hint that saves the solver from finding out that a byte
    /// does not hold it.
    pub longest: Option<u32>,
}

impl Cost {
    /// What was measured for games with a few dozen moves: 0.6 µs and 4.5 bytes a position, namely a
    /// byte, up to two bytes of frontier, another byte where moves lead out.
    pub fn of(positions: f64) -> Self {
        Cost {
            positions,
            microseconds: 0.6,
            bytes: 4.5,
            // Measured: Dobutsu shogi packs to 0.22 bytes a position.
            disk: 0.25,
            longest: None,
        }
    }
}
