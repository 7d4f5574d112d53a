//! A small neural network that says how far a hand-written evaluation is off, learned from games of the engine
//! against itself.
//!
//! | File | What |
//! |---|---|
//! | `network.rs` | [`Network`]: whole numbers, as the search uses them |
//! | `sums.rs` | `Sums`: what is carried along from move to move |
//! | `eval.rs` | [`Corrected`]: an evaluation with its network |
//! | `positions.rs` | [`Positions`]: what a network learns from |
//! | `train.rs` | [`Trainer`]: Adam on the floating-point twin |
//!
//! It knows no game: a game names the [`Features`](yomikiri_game_api::Features) of its positions. The method is that of
//! "efficiently updatable neural networks" (Nasu 2018, for shogi): each side sees the features from its own
//! view; the first layer is a sum over the features that are there, so a move changes few terms; the second layer is so
//! small that it costs less than a move generator.

mod eval;
mod network;
mod positions;
mod sums;
mod train;

pub use eval::{Corrected, Source};
pub use network::{Network, PHASES};
pub use positions::{Label, Layout, Positions};
pub use sums::HIDDEN;
pub use train::{Losses, TrainOrder, Trainer};
