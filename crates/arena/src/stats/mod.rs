//! Statistics of many games.
//!
//! | file | contents |
//! |---|---|
//! | `counts.rs` | [`Trinomial`] games and [`Pentanomial`] pairs |
//! | `estimate.rs` | score with Wilson interval, Elo, normalised Elo, likelihood of superiority |
//! | `sprt.rs` | the generalised sequential probability ratio test |
//! | `rating.rs` | maximum-likelihood ratings of many players |
//! | `spread.rs` | mean, median and histogram of game lengths |
//!
//! No result is infinite or NaN: unbounded values are `None`.

mod counts;
mod estimate;
mod rating;
mod spread;
mod sprt;

pub use counts::{Counts, Pentanomial, Trinomial};
pub use estimate::{Estimate, elo, elo_of_score, los, normalised_elo, score, score_of_elo, wilson};
pub use rating::{Rated, RatingError, Ratings, rate};
pub use spread::Spread;

pub use sprt::{Decision, EloModel, Sprt, SprtError};
