//! The document's three stages: recognition ([`super::sees`]), candidates with their reasons, choice.
//!
//! | File | What |
//! |---|---|
//! | `reasons/` | one file a family of reasons |
//! | `shapes.rs`, `data/shapes.txt` | named shapes and proverbs |
//! | `candidates.rs` | all candidates of a position |
//! | `weights.rs` | how much each reason counts |
//! | `choosers.rs` | the three ways to choose |
//! | `classic.rs` | the player |

mod candidates;
mod choosers;
mod classic;
mod reasons;
mod shapes;
mod weights;

pub use self::candidates::{Because, Candidate, candidates};
pub(super) use self::candidates::{facts, listed, overlay};
pub use self::choosers::Chooser;
pub use self::classic::Classic;
pub use self::reasons::Reason;
pub use self::shapes::{Shape, shapes};
pub use self::weights::Weights;
