//! Weights from labelled positions (Texel's method): those for which the evaluation best foretells how games end.
//!
//! The expected score is a logistic function of the evaluation, whose scale is fitted first with the start weights.
//! What is to be foretold is a mixture of the game's result and of the score that a search found. The evaluation is
//! linear in its weights, so a position is a sparse row of slopes. Adam goes down the cross-entropy of all positions;
//! a pull towards the start keeps weights that the positions do not determine. A part of the games is held out: the
//! fit stops once it foretells those no better.

use std::thread;

use serde::Serialize;

/// Positions that a fit learns from, as sparse rows.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// The end of each row in `slopes`.
    ends: Vec<usize>,
    slopes: Vec<(u16, f32)>,
    rows: Vec<Row>,
}

/// A position besides its slopes. All numbers are First's.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Row {
    /// The evaluation with the start weights.
    base: f32,
    label: Label,
    held_out: bool,
}

/// What is known of a position, First's view.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Label {
    /// 1 for a win, ½ for a draw, 0 for a loss: of the game, or by a table.
    pub result: f32,
    /// Points that a search found; `None` where the result alone is known, or is exact.
    pub score: Option<f32>,
}

impl Samples {
    /// Adds a position: its evaluation with the start weights, and how much that grows with each weight.
    pub fn push(
        &mut self,
        base: f32,
        slopes: impl IntoIterator<Item = (u16, f32)>,
        label: Label,
        held_out: bool,
    ) {
        self.slopes.extend(slopes);
        self.ends.push(self.slopes.len());
        self.rows.push(Row {
            base,
            label,
            held_out,
        });
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Number of positions that are held out.
    pub fn held_out(&self) -> usize {
        self.rows.iter().filter(|row| row.held_out).count()
    }

    /// Adds all positions of others after its own.
    pub fn append(&mut self, others: Samples) {
        if self.is_empty() {
            *self = others;
            return;
        }
        self.slopes.reserve_exact(others.slopes.len());
        let before = self.slopes.len();
        self.slopes.extend(others.slopes);
        self.ends.extend(others.ends.iter().map(|end| before + end));
        self.rows.extend(others.rows);
    }

    /// Other weights to start from than those that the evaluations were computed with.
    pub fn start_from(&mut self, before: &[i32], now: &[i32]) {
        for at in 0..self.rows.len() {
            let slopes = self.slopes(at).iter();
            let change: f32 = slopes
                .map(|&(weight, slope)| {
                    let weight = usize::from(weight);
                    slope * (now[weight] - before[weight]) as f32
                })
                .sum();
            self.rows[at].base += change;
        }
    }

    /// Labels every position anew, from its evaluation with the start weights and its slopes: for data whose truth is
    /// known.
    pub fn relabel(&mut self, mut label: impl FnMut(f32, &[(u16, f32)]) -> Label) {
        for at in 0..self.rows.len() {
            self.rows[at].label = label(self.rows[at].base, self.slopes(at));
        }
    }

    /// Forgets how evaluations depend on other weights than these, which then stay as they are.
    pub fn keep_only(&mut self, weights: &[usize]) {
        let most = weights.iter().max().map_or(0, |most| most + 1);
        let mut is_kept = vec![false; most];
        for &weight in weights {
            is_kept[weight] = true;
        }
        let keeps = |weight: u16| is_kept.get(usize::from(weight)).is_some_and(|kept| *kept);
        let (mut begin, mut length) = (0, 0);
        for end in &mut self.ends {
            for at in begin..*end {
                if keeps(self.slopes[at].0) {
                    self.slopes[length] = self.slopes[at];
                    length += 1;
                }
            }
            begin = std::mem::replace(end, length);
        }
        self.slopes.truncate(length);
    }

    fn slopes(&self, at: usize) -> &[(u16, f32)] {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.slopes[begin..self.ends[at]]
    }
}

/// How to fit.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct FitSettings {
    /// The share of the game's result in what is foretold; the rest is the search's score.
    pub result_share: f64,
    /// How strongly weights are pulled towards their start: that of so many positions.
    pub pull: f64,
    /// The most rounds over all positions.
    pub rounds: usize,
    /// Threads. The result is the same for any number.
    pub threads: usize,
}

impl Default for FitSettings {
    fn default() -> Self {
        FitSettings {
            result_share: 0.3,
            pull: 20.0,
            rounds: 400,
            threads: 1,
        }
    }
}

/// Mean cross-entropies.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct Losses {
    /// Of the positions learned from, with the start weights.
    pub start: f64,
    /// And with those found.
    pub found: f64,
    /// Of the positions held out, with the start weights.
    pub held_out_start: f64,
    /// And with those found.
    pub held_out_found: f64,
}

/// The result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<f64>,
    /// Points of evaluation that make the odds e : 1.
    pub scale: f64,
    /// How well results are foretold.
    pub loss: Losses,
    /// Rounds until the held-out positions were foretold best.
    pub rounds: usize,
}

/// Positions are summed up in parts of this many, in order, so that threads change no digit.
const PART: usize = 4096;
/// Adam's usual constants.
const MEAN: f64 = 0.9;
const SQUARE: f64 = 0.999;
/// The first step in points; each weight moves about so much a round.
const FIRST_STEP: f64 = 3.0;
/// The step is halved after so many rounds without a better held-out loss, and the fit ends after so many halvings.
const PATIENCE: usize = 8;
const HALVINGS: usize = 5;

fn chance(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// What a fit looks at: the positions with what they are to foretell.
struct Problem<'a> {
    samples: &'a Samples,
    targets: Vec<f64>,
    /// Odds e : 1 for each point.
    unit: f64,
    threads: usize,
}

/// Sums over positions.
#[derive(Clone)]
struct Sums {
    gradient: Vec<f64>,
    loss: [f64; 2],
}

impl Problem<'_> {
    /// The evaluation of a position with changed weights.
    fn evaluation(&self, at: usize, moved: &[f64]) -> f64 {
        let slopes = self.samples.slopes(at).iter();
        let change: f64 = slopes
            .map(|&(weight, slope)| f64::from(slope) * moved[usize::from(weight)])
            .sum();
        f64::from(self.samples.rows[at].base) + change
    }

    /// The loss of the positions learned from and of those held out, and the gradient of the first.
    fn sums(&self, moved: &[f64]) -> Sums {
        let none = || Sums {
            gradient: vec![0.0; moved.len()],
            loss: [0.0; 2],
        };
        let part = |number: usize| {
            let mut sums = none();
            let begin = number * PART;
            for at in begin..(begin + PART).min(self.samples.len()) {
                let p = chance(self.unit * self.evaluation(at, moved));
                let target = self.targets[at];
                let (low, high) = (p.max(1e-12), (1.0 - p).max(1e-12));
                let held_out = self.samples.rows[at].held_out;
                sums.loss[usize::from(held_out)] -= target * low.ln() + (1.0 - target) * high.ln();
                if !held_out {
                    let error = self.unit * (p - target);
                    for &(weight, slope) in self.samples.slopes(at) {
                        sums.gradient[usize::from(weight)] += error * f64::from(slope);
                    }
                }
            }
            sums
        };
        let parts = self.samples.len().div_ceil(PART);
        let threads = self.threads.clamp(1, parts.max(1));
        let mut all: Vec<(usize, Sums)> = thread::scope(|scope| {
            let workers = (0..threads).map(|thread| {
                let part = &part;
                let mine = (thread..parts).step_by(threads);
                scope.spawn(move || {
                    mine.map(|number| (number, part(number)))
                        .collect::<Vec<_>>()
                })
            });
            let workers: Vec<_> = workers.collect();
            let done = workers
                .into_iter()
                .flat_map(|worker| worker.join().unwrap_or_default());
            done.collect()
        });
        all.sort_by_key(|(number, _)| *number);
        all.iter().fold(none(), |mut total, (_, sums)| {
            for (sum, more) in total.gradient.iter_mut().zip(&sums.gradient) {
                *sum += more;
            }
            for (sum, more) in total.loss.iter_mut().zip(&sums.loss) {
                *sum += more;
            }
            total
        })
    }
}

/// Fits weights to positions; `watch` hears of every round and its held-out loss. Without positions nothing changes.
pub fn fit_weights(
    samples: &Samples,
    start: &[i32],
    settings: FitSettings,
    watch: &mut dyn FnMut(usize, f64),
) -> Fit {
    let starts: Vec<f64> = start.iter().map(|&weight| f64::from(weight)).collect();
    let unit = fit_scale(samples);
    let target = |row: &Row| {
        let result = f64::from(row.label.result);
        match row.label.score {
            None => result,
            Some(score) => {
                let said = chance(unit * f64::from(score));
                settings.result_share * result + (1.0 - settings.result_share) * said
            }
        }
    };
    let problem = Problem {
        samples,
        targets: samples.rows.iter().map(target).collect(),
        unit,
        threads: settings.threads,
    };
    let held_out = samples.held_out();
    let counts = [samples.len() - held_out, held_out].map(|count| count.max(1) as f64);
    // Without anything held out, what was learned from has to do.
    let judged = usize::from(held_out > 0);
    let mut moved = vec![0.0; starts.len()];
    let (mut mean, mut square) = (moved.clone(), moved.clone());
    let first = problem.sums(&moved);
    let mut best = (first.loss, moved.clone(), 0);
    let (mut step, mut since, mut halvings) = (FIRST_STEP, 0, 0);
    let mut sums = first.clone();
    for round in 1..=settings.rounds {
        if samples.is_empty() {
            break;
        }
        for at in 0..moved.len() {
            // As strong as so many positions that say the weight is within its own size of the start.
            let pull = settings.pull / starts[at].abs().max(30.0).powi(2);
            let slope = sums.gradient[at] + pull * moved[at];
            mean[at] = MEAN * mean[at] + (1.0 - MEAN) * slope;
            square[at] = SQUARE * square[at] + (1.0 - SQUARE) * slope * slope;
            let n = round as i32;
            let (mean, square) = (
                mean[at] / (1.0 - MEAN.powi(n)),
                square[at] / (1.0 - SQUARE.powi(n)),
            );
            moved[at] -= step * mean / (square.sqrt() + 1e-12);
        }
        sums = problem.sums(&moved);
        watch(round, sums.loss[judged] / counts[judged]);
        since += 1;
        if sums.loss[judged] < best.0[judged] {
            best = (sums.loss, moved.clone(), round);
            since = 0;
        } else if since >= PATIENCE {
            // On from the best one with smaller steps.
            moved.clone_from(&best.1);
            sums = problem.sums(&moved);
            mean.fill(0.0);
            (step, since, halvings) = (step / 2.0, 0, halvings + 1);
            if halvings > HALVINGS {
                break;
            }
        }
    }
    let (loss, moved, rounds) = best;
    Fit {
        weights: starts.iter().zip(&moved).map(|(a, b)| a + b).collect(),
        scale: 1.0 / unit,
        loss: Losses {
            start: first.loss[0] / counts[0],
            found: loss[0] / counts[0],
            held_out_start: first.loss[1] / counts[1],
            held_out_found: loss[1] / counts[1],
        },
        rounds,
    }
}

/// The scale under which the start weights foretell results best, by golden section on its logarithm.
fn fit_scale(samples: &Samples) -> f64 {
    let of = |log: f64| {
        let unit = log.exp();
        let each = samples.rows.iter().map(|row| {
            let p = chance(unit * f64::from(row.base)).clamp(1e-12, 1.0 - 1e-12);
            let result = f64::from(row.label.result);
            -(result * p.ln() + (1.0 - result) * (1.0 - p).ln())
        });
        each.sum::<f64>()
    };
    let (mut low, mut high) = ((1e-5f64).ln(), 1.0f64.ln());
    let golden = (5.0f64.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
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

    /// Positions whose results follow the true weights at 100 points a unit; the start knows others.
    fn planted(truth: &[f64], start: &[i32], number: usize, with_scores: bool) -> Samples {
        let mut rng = SplitMix64::new(5);
        let mut samples = Samples::default();
        for at in 0..number {
            let slopes = truth.iter().map(|_| rng.below(7) as f32 - 3.0);
            let slopes: Vec<f32> = slopes.collect();
            let sum = |weights: &mut dyn Iterator<Item = f64>| -> f64 {
                slopes
                    .iter()
                    .zip(weights)
                    .map(|(a, b)| f64::from(*a) * b)
                    .sum()
            };
            let real = sum(&mut truth.iter().copied());
            let base = sum(&mut start.iter().map(|&weight| f64::from(weight)));
            let won = rng.unit() < chance(real / 100.0);
            let label = Label {
                result: if won { 1.0 } else { 0.0 },
                score: with_scores.then_some(real as f32),
            };
            let row = slopes
                .iter()
                .enumerate()
                .filter(|(_, slope)| **slope != 0.0);
            let row = row.map(|(weight, slope)| (weight as u16, *slope));
            samples.push(base as f32, row, label, at % 10 == 0);
        }
        samples
    }

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let (truth, start) = ([100.0, 40.0, -20.0, 5.0], [100, 10, 10, 5]);
        let samples = planted(&truth, &start, 30_000, false);
        let fit = fit_weights(&samples, &start, FitSettings::default(), &mut |_, _| {});
        // The scale is set by the start, so that only ratios are there to be found.
        for (found, real) in fit.weights.iter().zip(truth) {
            let found = found / fit.weights[0] * truth[0];
            assert!((found - real).abs() < 4.0, "{fit:?}");
        }
        assert!(fit.loss.held_out_found < fit.loss.held_out_start);
        assert!(fit.loss.found < fit.loss.start);
    }

    #[test]
    fn scores_of_a_search_say_more_than_results() {
        let (truth, start) = ([100.0, 40.0, -20.0], [100, 10, 10]);
        let samples = planted(&truth, &start, 2_000, true);
        let settings = FitSettings {
            result_share: 0.0,
            pull: 0.1,
            ..FitSettings::default()
        };
        let fit = fit_weights(&samples, &start, settings, &mut |_, _| {});
        let ratio = |at: usize| fit.weights[at] / fit.weights[0];
        assert!((ratio(1) - 0.4).abs() < 0.02, "{fit:?}");
        assert!((ratio(2) + 0.2).abs() < 0.02, "{fit:?}");
    }

    #[test]
    fn weights_that_are_not_chosen_stay() {
        let (truth, start) = ([100.0, 40.0, -20.0], [100, 10, 10]);
        let mut samples = planted(&truth, &start, 5_000, false);
        samples.keep_only(&[0, 2]);
        let fit = fit_weights(&samples, &start, FitSettings::default(), &mut |_, _| {});
        assert_eq!(fit.weights[1], 10.0);
        assert!(fit.weights[2] < 0.0, "{fit:?}");
        // Begun elsewhere, the same positions are judged from there.
        let mut elsewhere = planted(&truth, &[100, 10, 0], 5_000, false);
        elsewhere.start_from(&[100, 10, 0], &start);
        elsewhere.keep_only(&[0, 2]);
        let again = fit_weights(&elsewhere, &start, FitSettings::default(), &mut |_, _| {});
        assert!((again.weights[2] - fit.weights[2]).abs() < 0.5, "{again:?}");
    }

    #[test]
    fn threads_change_no_digit() {
        let (truth, start) = ([100.0, 40.0], [100, 10]);
        let samples = planted(&truth, &start, 20_000, false);
        let fit = |threads: usize| {
            let settings = FitSettings {
                rounds: 20,
                threads,
                ..FitSettings::default()
            };
            fit_weights(&samples, &start, settings, &mut |_, _| {})
        };
        assert_eq!(fit(1), fit(3));
    }

    #[test]
    fn nothing_known_changes_nothing() {
        let none = Samples::default();
        let settings = FitSettings::default();
        let fit = fit_weights(&none, &[100, 10], settings, &mut |_, _| {});
        assert_eq!(fit.weights, [100.0, 10.0]);
        let mut silent = Samples::default();
        for at in 0..100 {
            let label = Label {
                result: 0.5,
                score: None,
            };
            silent.push(5.0, [(0, 1.0)], label, at % 5 == 0);
        }
        let fit = fit_weights(&silent, &[100, 10], settings, &mut |_, _| {});
        assert!((fit.weights[1] - 10.0).abs() < 1e-9);
        assert!(fit.weights.iter().all(|weight| weight.is_finite()));
    }
}
