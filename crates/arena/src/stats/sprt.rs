//! The generalised sequential probability ratio test (GSPRT).
//!
//! After every pair the most likely distribution of results under "the difference is elo0" is
//! compared with the most likely one under "it is elo1"; the logarithm of the ratio (LLR) walks
//! until it leaves the bounds. Source: M. Van den Bergh, "Comparing the approximations for the
//! generalized log likelihood ratio of a multinomial distribution" (proposition 1.1) and "Comments
//! on normalized Elo" (section 4.1), both on www.cantate.be/Fishtest.

use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::estimate::{NORMALISED, score_of_elo};

/// The meaning of Elo in a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// The usual one: a function of the mean score.
    Logistic,
    /// In units of a game's standard deviation, so that equal bounds take equally many games.
    #[default]
    Normalised,
}

/// A test of "the difference is elo0" against "it is elo1".
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1, larger than `elo0`.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
    /// The Elo model.
    pub model: EloModel,
}

/// The result of a test.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The difference is rather elo0.
    H0,
    /// The difference is rather elo1.
    H1,
}

/// A test that makes no sense.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SprtError(pub String);

/// What a change is tested for: that it gains, that it does no harm, that it may go because it does nothing.
const NAMED: [(&str, f64, f64); 3] = [
    ("gain", 0.0, 5.0),
    ("keep", -5.0, 0.0),
    ("simplify", -3.0, 1.0),
];

/// Empty cells count for this much, so that their probability can be moved.
const PRIOR: f64 = 1e-3;

impl Sprt {
    /// A test at 5 % errors of both kinds, in normalised Elo.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
            model: EloModel::default(),
        }
    }

    /// Reads `elo0=0,elo1=5[,alpha=0.05][,beta=0.05][,model=normalised|logistic]`. For the bounds there are
    /// names: `gain` for 0 and 5, `keep` for -5 and 0, `simplify` for -3 and 1.
    pub fn read(text: &str) -> Result<Self, SprtError> {
        let mut sprt = Sprt::new(f64::NAN, f64::NAN);
        for pair in text.split(',') {
            let named = NAMED.iter().find(|(name, ..)| *name == pair);
            if let Some(&(_, elo0, elo1)) = named {
                (sprt.elo0, sprt.elo1) = (elo0, elo1);
                continue;
            }
            let wrong = |expected: &str| {
                let shown: String = pair.chars().take(60).collect();
                SprtError(format!("sprt: expected {expected}, got {shown:?}"))
            };
            let number = |text: &str| match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(number),
                _ => Err(wrong("a number after =")),
            };
            match pair.split_once('=') {
                Some(("elo0", text)) => sprt.elo0 = number(text)?,
                Some(("elo1", text)) => sprt.elo1 = number(text)?,
                Some(("alpha", text)) => sprt.alpha = number(text)?,
                Some(("beta", text)) => sprt.beta = number(text)?,
                Some(("model", "logistic")) => sprt.model = EloModel::Logistic,
                Some(("model", "normalised" | "normalized")) => sprt.model = EloModel::Normalised,
                Some(("model", _)) => return Err(wrong("model=normalised or model=logistic")),
                _ => {
                    return Err(wrong(
                        "gain, keep, simplify, elo0=, elo1=, alpha=, beta= or model=",
                    ));
                }
            }
        }
        sprt.check()?;
        Ok(sprt)
    }

    /// Whether the test makes sense.
    pub fn check(&self) -> Result<(), SprtError> {
        let Sprt { elo0, elo1, .. } = self;
        let wrong = |text: &str| Err(SprtError(format!("sprt: {text}")));
        if elo0.is_nan() || elo1.is_nan() {
            return wrong("expected both elo0= and elo1=");
        }
        if elo0 >= elo1 {
            return Err(SprtError(format!(
                "sprt: expected elo0 below elo1, got {elo0} and {elo1}"
            )));
        }
        if elo0.abs().max(elo1.abs()) > 1000.0 {
            return wrong("expected Elo differences within ±1000");
        }
        let share = |error: f64| error > 0.0 && error < 0.5;
        if !share(self.alpha) || !share(self.beta) {
            return wrong("expected alpha and beta above 0 and below 0.5");
        }
        Ok(())
    }

    /// The LLR at which H0 and H1 are accepted (Wald).
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of results; 0 without any.
    pub fn llr(&self, counts: &impl Counts) -> f64 {
        if counts.items() == 0 {
            return 0.0;
        }
        let cells: Vec<f64> = counts
            .cells()
            .iter()
            .map(|&n| (n as f64).max(PRIOR))
            .collect();
        let total: f64 = cells.iter().sum();
        let last = (cells.len() - 1) as f64;
        let seen: Vec<Cell> = cells
            .iter()
            .enumerate()
            .map(|(i, n)| Cell {
                worth: i as f64 / last,
                share: n / total,
            })
            .collect();
        let likeliest = |elo: f64| match self.model {
            EloModel::Logistic => likeliest_with_mean(&seen, score_of_elo(elo)),
            EloModel::Normalised => {
                let t = elo / NORMALISED * (counts.games_per_item() as f64).sqrt();
                likeliest_with_t(&seen, t)
            }
        };
        let (h0, h1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratio = |i: usize| seen[i].share * (h1[i] / h0[i]).ln();
        let llr = total * (0..seen.len()).map(ratio).sum::<f64>();
        // A share can vanish only by underflow in absurd tests; return nothing instead of nonsense.
        if llr.is_finite() { llr } else { 0.0 }
    }

    /// The decision for an LLR, if any.
    pub fn decide(&self, llr: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(Decision::H1)
        } else if llr <= lower {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

/// One possible result: its score and its share.
#[derive(Copy, Clone)]
struct Cell {
    worth: f64,
    share: f64,
}

/// The maximum-likelihood shares with mean `mean`.
fn likeliest_with_mean(seen: &[Cell], mean: f64) -> Vec<f64> {
    let lean: Vec<f64> = seen.iter().map(|cell| cell.worth - mean).collect();
    tilt(seen, &lean)
}

/// The maximum-likelihood shares whose mean is `t` standard deviations above one half.
fn likeliest_with_t(seen: &[Cell], t: f64) -> Vec<f64> {
    const ROUNDS: usize = 10;
    const CLOSE: f64 = 1e-9;
    let mut shares = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..ROUNDS {
        let mean: f64 = seen
            .iter()
            .zip(&shares)
            .map(|(cell, p)| cell.worth * p)
            .sum();
        let square = |cell: &Cell| (cell.worth - mean).powi(2);
        let variance: f64 = seen
            .iter()
            .zip(&shares)
            .map(|(cell, p)| square(cell) * p)
            .sum();
        let sigma = variance.sqrt();
        let lean: Vec<f64> = seen
            .iter()
            .map(|cell| cell.worth - 0.5 - 0.5 * t * sigma * (1.0 + square(cell) / variance))
            .collect();
        let next = tilt(seen, &lean);
        let moved = shares.iter().zip(&next).map(|(a, b)| (a - b).abs());
        let moved = moved.fold(0.0, f64::max);
        shares = next;
        if moved < CLOSE {
            break;
        }
    }
    shares
}

/// The shares `p / (1 + x·lean)` with the `x` for which the mean lean is zero. If nothing leans in
/// one of the two directions, there is none, and the shares do not change.
fn tilt(seen: &[Cell], lean: &[f64]) -> Vec<f64> {
    let most = lean.iter().copied().fold(f64::MIN, f64::max);
    let least = lean.iter().copied().fold(f64::MAX, f64::min);
    let x = if least < 0.0 && most > 0.0 {
        // The mean lean falls from +∞ to -∞ between the poles: bisect until nothing changes.
        let mean = |x: f64| -> f64 {
            let each = seen.iter().zip(lean);
            each.map(|(cell, a)| cell.share * a / (1.0 + x * a)).sum()
        };
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        loop {
            let middle = low + (high - low) / 2.0;
            if middle <= low || middle >= high {
                break middle;
            }
            if mean(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
    } else {
        0.0
    };
    let each = seen.iter().zip(lean);
    each.map(|(cell, a)| cell.share / (1.0 + x * a)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_tests_have_names() {
        assert_eq!(Sprt::read("gain").unwrap(), Sprt::new(0.0, 5.0));
        assert_eq!(Sprt::read("keep").unwrap(), Sprt::new(-5.0, 0.0));
        let simplify = Sprt::read("simplify,alpha=0.1").unwrap();
        assert_eq!((simplify.elo0, simplify.elo1), (-3.0, 1.0));
        assert_eq!(simplify.alpha, 0.1);
        assert!(Sprt::read("win").is_err());
    }
    use crate::stats::{Pentanomial, Trinomial};

    #[test]
    fn bounds_are_those_everybody_prints() {
        let (lower, upper) = Sprt::new(0.0, 2.0).bounds();
        assert_eq!(format!("{lower:.2} {upper:.2}"), "-2.94 2.94");
    }

    #[test]
    fn tests_are_read_and_checked() {
        let sprt = Sprt::read("elo0=-1.75,elo1=0.25,model=logistic,alpha=0.1").unwrap();
        assert_eq!(sprt.model, EloModel::Logistic);
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (-1.75, 0.25, 0.1));
        for text in [
            "",
            "elo0=0",
            "elo0=5,elo1=0",
            "elo0=0,elo1=inf",
            "elo0=0,elo1=5,alpha=0",
            "elo0=0,elo1=5,beta=0.5",
            "elo0=0,elo1=5,model=x",
            "elo0=0,elo1=99999",
            "elo0=0,elo1=5,",
        ] {
            assert!(Sprt::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn extreme_results_give_plain_numbers() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            let sprt = Sprt {
                model,
                ..Sprt::new(0.0, 5.0)
            };
            assert_eq!(sprt.llr(&Trinomial::default()), 0.0);
            for n in [1, 2, 1000] {
                assert!(sprt.llr(&Pentanomial([0, 0, 0, 0, n])) > 0.0);
                assert!(sprt.llr(&Pentanomial([n, 0, 0, 0, 0])) < 0.0);
                assert!(sprt.llr(&Trinomial::new(0, 0, n)) < 0.0);
            }
            let wide = Sprt {
                elo0: -1000.0,
                elo1: 1000.0,
                ..sprt
            };
            assert!(wide.llr(&Pentanomial([3, 0, 0, 0, 9])).is_finite());
        }
    }
}
