//! Three tiny games that prove the contract can carry the hard cases: a past that forbids moves
//! (superko), turns of several actions, and repetition judged by who forced it. A fourth one counts
//! what is asked of it. The first one also has every ability of a game that is counted.

mod actions;
mod chase;
mod counted;
mod superko;

pub use actions::Actions;
pub use chase::Chase;
pub use counted::{Calls, Counted};
pub use superko::{Placement, StripConsole, Superko};
