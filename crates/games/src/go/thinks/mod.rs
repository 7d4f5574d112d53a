//! The document's three stages: recognition ([`super::sees`]), candidates with their reasons, choice.
//!
//! | File | What |
//! |---|---|
//! | `reasons/` | one file a family of reasons |
//! | `shapes.rs`, `data/shapes.txt` | named shapes and proverbs |
//! | `joseki.rs`, `data/joseki.txt` | openings in a corner, and of small boards |
//! | `candidates.rs` | all candidates of a position |
//! | `weights.rs` | how much each reason counts |
//! | `choosers.rs` | the three ways to choose |
//! | `strategy.rs` | what a side is up to |
//! | `classic.rs` | the player |
//! | `explain.rs` | what a move did |
//! | `read_out.rs` | how strings are taken, move by move |

mod candidates;
mod choosers;
mod classic;
mod explain;
mod joseki;
mod read_out;
mod reasons;
mod shapes;
mod strategy;
mod weights;

pub use self::candidates::{Because, Candidate, Thinking, candidates, think};
pub(super) use self::candidates::{facts, listed, overlay};
pub use self::choosers::Chooser;
pub use self::classic::Classic;
pub(super) use self::explain::{explain, lead};
pub use self::joseki::{Joseki, joseki};
pub(super) use self::read_out::readings;
pub use self::reasons::Reason;
pub use self::shapes::{Shape, shapes};
pub use self::weights::Weights;
