//! Tuning of evaluation weights: by matches ([`Spsa`]) or from labelled positions
//! ([`fit_weights`]). Neither knows a game.

mod report;
mod spsa;
mod texel;

pub use report::write_tuning_report;
pub use spsa::{Spsa, SpsaSettings, Step};
pub use texel::{Fit, FitSettings, Label, Losses, Samples, fit_weights};

use serde::{Deserialize, Serialize};

/// A number that may be changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its current value.
    pub start: i32,
}

/// Weights as players take them.
pub fn rounded(weights: &[f64]) -> Vec<i32> {
    weights.iter().map(|weight| weight.round() as i32).collect()
}
