//! Simultaneous perturbation stochastic approximation (Spall 1992), as used by engine testers: all
//! parameters are changed at once, up or down at random; the two resulting players play a few
//! pairs; all parameters move a little towards the winner.

use serde::{Deserialize, Serialize};
use yomikiri_game_api::SplitMix64;

use super::Param;
use crate::seeds::{Role, derive};

/// How a tuning run goes.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SpsaSettings {
    /// How many steps.
    pub iterations: u64,
    /// How far weights are moved apart at the last step, as a share of their start (at least 1). Parameters of the
    /// search bring their own.
    pub spread: f64,
    /// How strongly a result moves them at the last step (`r_end` of fishtest).
    pub rate: f64,
    /// The random seed.
    pub seed: u64,
}

impl Default for SpsaSettings {
    fn default() -> Self {
        SpsaSettings {
            iterations: 1000,
            spread: 0.3,
            rate: SpsaSettings::usual_rate(1000, 16),
            seed: 1,
        }
    }
}

impl SpsaSettings {
    /// The rate at which chance alone moves a parameter by about its last spread in a whole run, so that what moves
    /// farther has a reason. (30,000 pairs, a usual run of fishtest's, give 0.0027; testers there use 0.002.)
    ///
    /// The surplus of a game, 1 for a win and −1 for a loss, has a variance of about 0.7, and so that of a step 1.4 for
    /// each pair. The square of the gain in [`Spsa::learn`] is 3.4 on average. So chance moves a parameter by
    /// `rate × √(3.4 × 1.4 × pairs × iterations)` spreads.
    pub fn usual_rate(iterations: u64, pairs: u64) -> f64 {
        let games = (iterations.max(1) as f64) * (pairs.max(1) as f64);
        let rate = 1.0 / (3.4 * 1.4 * games).sqrt();
        // Four digits, so that a run can be repeated by what is printed.
        ((rate * 1e4).round() / 1e4).max(1e-4)
    }
}

/// Spall's exponents, as in fishtest and OpenBench.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of the iterations that damps the beginning.
const STABILITY: f64 = 0.1;

/// A tuning run.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    settings: SpsaSettings,
    /// How far apart each parameter is moved at the last step.
    last: Vec<f64>,
    bounds: Vec<(f64, f64)>,
    /// The current parameters.
    pub weights: Vec<f64>,
    /// Steps done.
    pub done: u64,
}

/// One step: two sets of parameters that are to play each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Moved one way.
    pub plus: Vec<f64>,
    /// Moved the other way.
    pub minus: Vec<f64>,
    signs: Vec<f64>,
    /// The seed of the step's games.
    pub seed: u64,
}

impl Spsa {
    /// A run at its beginning.
    pub fn new(params: &[Param], settings: SpsaSettings) -> Self {
        let bounds = params.iter().map(Param::bounds);
        Spsa {
            settings,
            weights: params.iter().map(|param| f64::from(param.start)).collect(),
            last: params
                .iter()
                .map(|param| param.last_spread(settings.spread))
                .collect(),
            bounds: bounds
                .map(|(min, max)| (f64::from(min), f64::from(max)))
                .collect(),
            done: 0,
        }
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.done >= self.settings.iterations
    }

    /// How far apart a parameter is moved in the step now due.
    fn spread(&self, at: usize) -> f64 {
        let n = self.settings.iterations.max(1) as f64;
        self.last[at] * (n / (self.done + 1) as f64).powf(GAMMA)
    }

    fn within(&self, at: usize, value: f64) -> f64 {
        let (min, max) = self.bounds[at];
        value.clamp(min, max)
    }

    /// The step that is due.
    pub fn step(&self) -> Step {
        let seed = derive(self.settings.seed, self.done, Role::Tuning);
        let mut rng = SplitMix64::new(seed);
        let signs: Vec<f64> = self
            .weights
            .iter()
            .map(|_| if rng.below(2) == 0 { 1.0 } else { -1.0 })
            .collect();
        let moved = |way: f64| {
            let each = self.weights.iter().zip(&signs).enumerate();
            each.map(|(at, (weight, sign))| self.within(at, weight + way * sign * self.spread(at)))
                .collect()
        };
        Step {
            plus: moved(1.0),
            minus: moved(-1.0),
            seed: rng.next_u64(),
            signs,
        }
    }

    /// Learns from a step: `points` is the surplus of `plus` over `minus`, in games.
    pub fn learn(&mut self, step: &Step, points: f64) {
        let n = self.settings.iterations.max(1) as f64;
        let damping = STABILITY * n;
        let k = (self.done + 1) as f64;
        let gain = ((damping + n) / (damping + k)).powf(ALPHA);
        for at in 0..self.weights.len() {
            let last = self.last[at];
            let strength = self.settings.rate * last * last * gain / self.spread(at);
            let moved = self.weights[at] + strength * points * step.signs[at];
            self.weights[at] = self.within(at, moved);
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::ParamRange;

    /// A "match" whose result depends on the distance to the best weights.
    fn climb(iterations: u64) -> Vec<f64> {
        let params = [100, 20, 2].map(|start| Param::weight("", start));
        let best = [140.0, 10.0, 5.0];
        let settings = SpsaSettings {
            iterations,
            spread: 0.1,
            rate: 0.1,
            ..SpsaSettings::default()
        };
        let mut spsa = Spsa::new(&params, settings);
        let far = |weights: &[f64]| -> f64 {
            let each = weights.iter().zip(best).zip([100.0, 20.0, 2.0]);
            each.map(|((w, b), scale)| ((w - b) / scale).powi(2)).sum()
        };
        while !spsa.is_done() {
            let step = spsa.step();
            let points = 4.0 * (far(&step.minus) - far(&step.plus));
            spsa.learn(&step, points.clamp(-8.0, 8.0));
        }
        spsa.weights
    }

    #[test]
    fn it_climbs_towards_the_best_weights() {
        let weights = climb(5000);
        assert!((weights[0] - 140.0).abs() < 6.0, "{weights:?}");
        assert!((weights[1] - 10.0).abs() < 3.0, "{weights:?}");
        assert!((weights[2] - 5.0).abs() < 1.0, "{weights:?}");
    }

    #[test]
    fn chance_alone_moves_parameters_by_about_their_spread() {
        let range = ParamRange {
            min: -100_000,
            max: 100_000,
            c_end: 12.0,
        };
        let param = Param {
            range: Some(range),
            ..Param::weight("margin", 100)
        };
        let mut rng = SplitMix64::new(3);
        for (iterations, pairs) in [(1500, 2), (200, 16)] {
            let settings = SpsaSettings {
                iterations,
                rate: SpsaSettings::usual_rate(iterations, pairs),
                ..SpsaSettings::default()
            };
            let mut spsa = Spsa::new(&vec![param.clone(); 200], settings);
            while !spsa.is_done() {
                // Seven games of twenty are won, seven are lost, six drawn.
                let surplus = |_| match rng.below(20) {
                    0..7 => 1.0,
                    7..14 => -1.0,
                    _ => 0.0,
                };
                let points = (0..2 * pairs).map(surplus).sum();
                spsa.learn(&spsa.step(), points);
            }
            let moved = spsa.weights.iter().map(|weight| (weight - 100.0) / 12.0);
            let square = moved.map(|moved| moved * moved).sum::<f64>() / 200.0;
            assert!((0.6..1.5).contains(&square.sqrt()), "{}", square.sqrt());
        }
    }

    #[test]
    fn steps_follow_from_the_seed_and_the_number_alone() {
        let params = [Param::weight("a", 50)];
        let mut one = Spsa::new(&params, SpsaSettings::default());
        let other = one.clone();
        assert_eq!(one.step(), other.step());
        one.learn(&one.step(), 1.0);
        assert_ne!(one.step().seed, other.step().seed);
    }

    #[test]
    fn parameters_stay_in_their_range() {
        let range = ParamRange {
            min: 2,
            max: 5,
            c_end: 0.5,
        };
        let param = Param {
            range: Some(range),
            ..Param::weight("depth", 3)
        };
        let settings = SpsaSettings {
            iterations: 50,
            rate: 1.0,
            ..SpsaSettings::default()
        };
        let mut spsa = Spsa::new(&[param], settings);
        for _ in 0..50 {
            let step = spsa.step();
            for values in [&step.plus, &step.minus, &spsa.weights] {
                assert!((2.0..=5.0).contains(&values[0]), "{values:?}");
            }
            // The larger value always wins.
            let points = if step.plus[0] > step.minus[0] {
                8.0
            } else {
                -8.0
            };
            spsa.learn(&step, points);
        }
        assert_eq!(spsa.weights, [5.0]);
    }
}
