//! Weights from labelled positions: those for which the evaluation best predicts game results.
//!
//! The winning probability is a logistic function of the evaluation, whose scale is fitted first
//! with the current weights. The loss is the cross-entropy (convex, so Newton's method finds the
//! optimum); a weak regularisation keeps weights near the start if the positions do not determine
//! them.

use serde::{Deserialize, Serialize};

/// A position: how the evaluation depends on the weights, and how the game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// The evaluation under the start weights, for the mover.
    pub base: f64,
    /// How much it grows with each weight.
    pub slopes: Vec<f64>,
    /// 1 for a win of the mover, ½ for a draw, 0 for a loss.
    pub label: f64,
}

/// The result of the fit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<f64>,
    /// The scale: points of evaluation that make the odds e : 1.
    pub points_per_unit: f64,
    /// Mean cross-entropy before.
    pub loss_before: f64,
    /// And after.
    pub loss_after: f64,
}

fn chance(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn loss(samples: &[Sample], score: impl Fn(&Sample) -> f64) -> f64 {
    let each = samples.iter().map(|sample| {
        let p = chance(score(sample)).clamp(1e-12, 1.0 - 1e-12);
        -(sample.label * p.ln() + (1.0 - sample.label) * (1.0 - p).ln())
    });
    each.sum::<f64>() / samples.len().max(1) as f64
}

/// Fits weights to samples. Without samples nothing changes.
pub fn fit_weights(samples: &[Sample], start: &[i32]) -> Fit {
    let starts: Vec<f64> = start.iter().map(|&weight| f64::from(weight)).collect();
    let scale = fit_scale(samples);
    let mut moved = vec![0.0; starts.len()];
    let score = |sample: &Sample, moved: &[f64]| {
        let change: f64 = sample.slopes.iter().zip(moved).map(|(a, b)| a * b).sum();
        scale * (sample.base + change)
    };
    for _ in 0..50 {
        let n = starts.len();
        let mut gradient = vec![0.0; n];
        let mut curve = vec![vec![0.0; n]; n];
        for sample in samples {
            let p = chance(score(sample, &moved));
            for (i, row) in curve.iter_mut().enumerate() {
                let slope = scale * sample.slopes[i];
                gradient[i] += (sample.label - p) * slope;
                for (cell, other) in row.iter_mut().zip(&sample.slopes) {
                    *cell += p * (1.0 - p) * slope * scale * other;
                }
            }
        }
        for i in 0..n {
            // As strong as one position that says the weight is within its own size of the start.
            let pull = 1.0 / starts[i].abs().max(1.0).powi(2);
            gradient[i] -= pull * moved[i];
            curve[i][i] += pull;
        }
        let step = crate::stats::solve(curve, gradient);
        for (value, step) in moved.iter_mut().zip(&step) {
            *value += step;
        }
        if step.iter().all(|step| step.abs() < 1e-6) {
            break;
        }
    }
    Fit {
        loss_before: loss(samples, |sample| scale * sample.base),
        loss_after: loss(samples, |sample| score(sample, &moved)),
        weights: starts.iter().zip(&moved).map(|(a, b)| a + b).collect(),
        points_per_unit: 1.0 / scale,
    }
}

/// The scale under which the start weights foretell best, by golden section on its logarithm.
fn fit_scale(samples: &[Sample]) -> f64 {
    let of = |log: f64| loss(samples, |sample| log.exp() * sample.base);
    let (mut low, mut high) = ((1e-5f64).ln(), 1.0f64.ln());
    let golden = (5.0f64.sqrt() - 1.0) / 2.0;
    for _ in 0..60 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if of(a) < of(b) {
            high = b;
        } else {
            low = a;
        }
    }
    ((low + high) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::SplitMix64;

    #[test]
    fn weights_that_made_the_labels_are_found_again() {
        // Labels by weights 100 and 40 at 100 points a unit; the start knows 100 and 10.
        let mut rng = SplitMix64::new(5);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let slopes = [0, 1].map(|_| rng.below(7) as f64 - 3.0);
                let truth = (100.0 * slopes[0] + 40.0 * slopes[1]) / 100.0;
                Sample {
                    base: 100.0 * slopes[0] + 10.0 * slopes[1],
                    slopes: slopes.to_vec(),
                    label: if rng.unit() < chance(truth) { 1.0 } else { 0.0 },
                }
            })
            .collect();
        let fit = fit_weights(&samples, &[100, 10]);
        // The scale is set by the start, so that only the ratio is there to be found.
        let ratio = fit.weights[1] / fit.weights[0];
        assert!((ratio - 0.4).abs() < 0.03, "{fit:?}");
        assert!(fit.loss_after < fit.loss_before);
    }

    #[test]
    fn nothing_known_changes_nothing() {
        assert_eq!(fit_weights(&[], &[100, 10]).weights, [100.0, 10.0]);
        let silent = Sample {
            base: 5.0,
            slopes: vec![1.0, 0.0],
            label: 0.5,
        };
        let fit = fit_weights(&vec![silent; 100], &[100, 10]);
        assert!((fit.weights[1] - 10.0).abs() < 1e-9);
        assert!(fit.weights.iter().all(|weight| weight.is_finite()));
    }
}
