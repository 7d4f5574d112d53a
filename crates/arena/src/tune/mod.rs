//! Tuning of evaluation weights and of parameters of the search: by matches ([`Spsa`]) or, weights only, from
//! labelled positions ([`fit_weights`]). Neither knows a game.

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
    /// The range of a parameter of the search; that of a weight follows from its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<ParamRange>,
}

/// Where a parameter may go, and how far SPSA moves it at its last step.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ParamRange {
    /// The least value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The perturbation at the last step.
    pub c_end: f64,
}

impl Param {
    /// A weight of an evaluation.
    pub fn weight(name: impl Into<String>, start: i32) -> Param {
        Param {
            name: name.into(),
            start,
            range: None,
        }
    }

    /// Whether it belongs to the search and not to the evaluation.
    pub fn is_of_search(&self) -> bool {
        self.range.is_some()
    }

    /// The least and the largest value.
    pub fn bounds(&self) -> (i32, i32) {
        let room = self.start.saturating_abs().saturating_mul(2).max(100);
        match self.range {
            Some(range) => (range.min, range.max),
            None => (
                self.start.saturating_sub(room),
                self.start.saturating_add(room),
            ),
        }
    }

    /// SPSA's perturbation at the last step; that of a weight is a share of its start, and at least 1.
    pub fn last_spread(&self, share: f64) -> f64 {
        match self.range {
            Some(range) => range.c_end,
            None => (share * f64::from(self.start).abs()).max(1.0),
        }
    }
}

/// Weights as players take them.
pub fn rounded(weights: &[f64]) -> Vec<i32> {
    weights.iter().map(|weight| weight.round() as i32).collect()
}
