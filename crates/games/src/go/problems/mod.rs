//! Problems for people: strings to take or to save, links to join or to cut, groups that need two eyes.
//!
//! | File | What |
//! |---|---|
//! | `made.rs` | problems that positions make by themselves |
//! | `judge.rs` | which moves reach a goal |
//! | `eyes.rs` | whether an enclosed group gets two eyes, read to the end |

mod eyes;
mod judge;
mod made;

pub use self::judge::{GOALS, GoProblems};
pub use self::made::{CaptureProblem, capture_problem};
use super::reading::ReadingLimits;

/// The collections of problems that come with the program.
pub(super) const COLLECTIONS: &[(&str, &str)] = &[
    (
        "problems-ladders",
        include_str!("../data/problems/ladders.sgf"),
    ),
    ("problems-nets", include_str!("../data/problems/nets.sgf")),
    (
        "problems-snapbacks",
        include_str!("../data/problems/snapbacks.sgf"),
    ),
    ("problems-eyes", include_str!("../data/problems/eyes.sgf")),
    (
        "problems-connections",
        include_str!("../data/problems/connections.sgf"),
    ),
];

/// How far a problem is read.
const PROOF: ReadingLimits = ReadingLimits {
    depth: 5,
    nodes: 20_000,
    liberties: 5,
};
