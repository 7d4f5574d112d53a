//! Estimates of strength from counts.

use serde::Serialize;
use statrs::function::erf::erf;

use super::counts::Counts;

/// The quantile of the normal distribution for two-sided 95 %.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of the natural logarithm of the odds, doubled: 800 / ln 10. Normalised Elo
/// is scaled so that both Elos agree for small differences between players who never draw (M. Van
/// den Bergh, "Comments on normalized Elo").
pub(crate) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

/// A value with its 95 % interval.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The estimate itself.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval, the number after `±`.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Wilson's interval for a share of `value` in `n` independent trials. It never leaves 0 to 1 and
/// stays sensible for few trials and extreme shares.
pub fn wilson(value: f64, n: f64) -> Estimate {
    if n <= 0.0 {
        return Estimate {
            value,
            low: 0.0,
            high: 1.0,
        };
    }
    let z2 = Z95 * Z95;
    let middle = (value + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (value * (1.0 - value) / n + z2 / (4.0 * n * n)).sqrt();
    Estimate {
        value,
        // The share itself is inside, whatever the rounding.
        low: (middle - half).clamp(0.0, value),
        high: (middle + half).clamp(value, 1.0),
    }
}

/// The mean score with Wilson's interval over the games; `None` without games.
pub fn score(counts: &impl Counts) -> Option<Estimate> {
    let (mean, _) = counts.moments()?;
    Some(wilson(mean, counts.games() as f64))
}

/// The interval of Elo: from the variance of the items if that is valid, otherwise (all items
/// equal, fewer than two, an end beyond 0 or 1) Wilson's.
fn interval(counts: &impl Counts) -> Option<Estimate> {
    let (mean, variance) = counts.moments()?;
    let half = Z95 * (variance / counts.items() as f64).sqrt();
    let (low, high) = (mean - half, mean + half);
    if counts.items() < 2 || variance <= 0.0 || low <= 0.0 || high >= 1.0 {
        return score(counts);
    }
    Some(Estimate {
        value: mean,
        low,
        high,
    })
}

/// The logistic Elo difference of a score between 0 and 1; `None` at the ends.
pub fn elo_of_score(score: f64) -> Option<f64> {
    // Not "-400 log(1/s - 1)": that makes a negative zero of an even score.
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The score expected at a logistic Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Logistic Elo with its 95 % interval; `None` where it has no bound (no games, all won, all lost).
pub fn elo(counts: &impl Counts) -> Option<Estimate> {
    let interval = interval(counts)?;
    Some(Estimate {
        value: elo_of_score(interval.value)?,
        low: elo_of_score(interval.low)?,
        high: elo_of_score(interval.high)?,
    })
}

/// Normalised Elo: the difference in standard deviations of a game, which determines the length of
/// a test. `None` if all items are equal.
pub fn normalised_elo(counts: &impl Counts) -> Option<Estimate> {
    let (mean, variance) = counts.moments()?;
    if variance <= 0.0 || counts.items() < 2 {
        return None;
    }
    let per_game = (counts.games_per_item() as f64 * variance).sqrt();
    let value = (mean - 0.5) / per_game * NORMALISED;
    let half = Z95 * (variance / counts.items() as f64).sqrt() / per_game * NORMALISED;
    Some(Estimate {
        value,
        low: value - half,
        high: value + half,
    })
}

/// The likelihood of superiority: how sure it is that the score is above one half. One half
/// without games.
pub fn los(counts: &impl Counts) -> f64 {
    let Some((mean, variance)) = counts.moments() else {
        return 0.5;
    };
    let deviation = if variance > 0.0 && counts.items() > 1 {
        (variance / counts.items() as f64).sqrt()
    } else {
        // All equal: use Wilson's interval.
        (0.25 / counts.games() as f64).sqrt()
    };
    normal_cdf((mean - 0.5) / deviation)
}

/// The share of the standard normal distribution below `z`.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    (1.0 + erf(z / std::f64::consts::SQRT_2)) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Trinomial};

    #[test]
    fn nothing_is_ever_infinite() {
        for n in 0..4 {
            for counts in [[n, 0, 0], [0, n, 0], [0, 0, n], [n, 0, n], [1, n, 0]] {
                let counts = Trinomial(counts);
                let all = [score(&counts), elo(&counts), normalised_elo(&counts)];
                for estimate in all.into_iter().flatten() {
                    let Estimate { value, low, high } = estimate;
                    assert!(value.is_finite() && low.is_finite() && high.is_finite());
                    assert!(low <= value && value <= high, "{counts:?} {estimate:?}");
                }
                assert!((0.0..=1.0).contains(&los(&counts)));
            }
        }
        assert_eq!(elo(&Trinomial::new(10, 0, 0)), None);
        assert_eq!(elo(&Trinomial::default()), None);
        assert_eq!(elo(&Pentanomial([0, 0, 0, 0, 7])), None);
        assert_eq!(los(&Trinomial::default()), 0.5);
    }

    #[test]
    fn games_all_alike_do_not_look_certain() {
        let even = elo(&Pentanomial([0, 0, 50, 0, 0])).unwrap();
        assert_eq!(even.value, 0.0);
        assert!(even.low < -50.0 && even.high > 50.0);
    }

    #[test]
    fn wilson_agrees_with_its_textbook_example() {
        // Newcombe 1998, Statistics in Medicine 17, table I: 81 of 263, method 3.
        let of = wilson(81.0 / 263.0, 263.0);
        assert_eq!(format!("{:.4} {:.4}", of.low, of.high), "0.2553 0.3662");
        // The same table: 0 of 20 and 1 of 29.
        let none = wilson(0.0, 20.0);
        assert_eq!(format!("{:.4} {:.4}", none.low, none.high), "0.0000 0.1611");
        let one = wilson(1.0 / 29.0, 29.0);
        assert_eq!(format!("{:.4} {:.4}", one.low, one.high), "0.0061 0.1718");
    }
}
