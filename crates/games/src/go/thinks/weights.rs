//! How much each reason counts: numbers that can be tuned.

use super::reasons::Reason;

/// Hundredths for every reason: 100 takes its points as they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights([i32; Reason::ALL.len()]);

impl Default for Weights {
    fn default() -> Self {
        Weights([100; Reason::ALL.len()])
    }
}

impl Weights {
    /// The weight of a reason.
    pub fn of(&self, reason: Reason) -> i32 {
        self.0[reason as usize]
    }

    /// The same weights with another one for a reason.
    #[must_use]
    pub fn with(mut self, reason: Reason, weight: i32) -> Self {
        self.0[reason as usize] = weight;
        self
    }
}
