//! Training: the floating-point twin of [`Network`], and Adam.
//!
//! The network learns what the evaluation lacks: the odds of a position are those of the evaluation times those of the
//! network. What is to be foretold is a mixture of the game's result and of the score that a search found. Sums of
//! gradients are made in a fixed number of parts, in order, and nothing is multiplied and added at once, so the result
//! is the same for any number of threads and on every machine with the same exponential function.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use yomikiri_game_api::SplitMix64;

use crate::network::{BIAS_PART, MOST, Network, ONE, OUT, PHASES};
use crate::positions::{Layout, Positions};
use crate::sums::{BOTH, HIDDEN};

/// How to train.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct TrainOrder {
    /// Rounds over all positions.
    pub epochs: usize,
    /// The share of the game's result in what is foretold; the rest is the search's score.
    pub result_share: f64,
    /// The first step of Adam; it shrinks to nothing along a cosine.
    pub rate: f64,
    /// Threads. The result is the same for any number.
    pub threads: usize,
    /// The random seed: of the weights at the start and of the order of positions.
    pub seed: u64,
}

impl Default for TrainOrder {
    fn default() -> Self {
        TrainOrder {
            epochs: 15,
            result_share: 0.1,
            rate: 0.001,
            threads: 1,
            seed: 1,
        }
    }
}

/// Mean cross-entropies.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Losses {
    /// Of the positions held out (or of all, where none is), with the evaluation alone.
    pub start: f64,
    /// And with the network.
    pub found: f64,
}

/// Positions of a step.
const BATCH: usize = 16_384;
/// Parts of a step that are summed up on their own.
const PARTS: usize = 8;
/// Adam's usual constants.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// How much of a step pulls weights towards nothing.
const DECAY: f32 = 0.01;

fn chance(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(p: f32, target: f32) -> f64 {
    let p = f64::from(p).clamp(1e-9, 1.0 - 1e-9);
    let target = f64::from(target);
    -(target * p.ln() + (1.0 - target) * (1.0 - p).ln())
}

/// Weights of the first layer by feature and by group, its biases, output weights, output biases.
struct Weights<'w> {
    first: &'w [f32],
    groups: &'w [f32],
    bias: &'w [f32],
    output: &'w [f32],
    output_bias: &'w [f32],
}

/// A training that can stop after every epoch and go on later.
pub struct Trainer<'p> {
    positions: &'p Positions,
    layout: Layout,
    order: TrainOrder,
    /// Points that make the odds e : 1, fitted to the evaluation and the results.
    scale: f64,
    /// What each position is to foretell.
    targets: Vec<f32>,
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    epoch: usize,
    steps: u64,
}

impl<'p> Trainer<'p> {
    /// A training from the beginning.
    pub fn new(positions: &'p Positions, layout: &Layout, order: TrainOrder) -> Self {
        let scale = fit_scale(positions);
        let target = |row: &crate::positions::Row| match row.label.score {
            None => row.label.result,
            Some(score) => {
                let said = chance(score / scale as f32);
                let share = order.result_share as f32;
                share * row.label.result + (1.0 - share) * said
            }
        };
        let count = Network::numbers_of(layout) - 1 + layout.groups() * HIDDEN;
        let mut rng = SplitMix64::new(order.seed);
        let mut weights = vec![0.0; count];
        let (first, rest) = weights.split_at_mut(layout.features() * HIDDEN);
        let (groups, rest) = rest.split_at_mut(layout.groups() * HIDDEN);
        let (_, output) = rest.split_at_mut(HIDDEN);
        let mut small = |size: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * size;
        // Where there are groups, a feature that never occurs is worth what its group is worth.
        let random = match groups.is_empty() {
            true => first,
            false => groups,
        };
        random.iter_mut().for_each(|weight| *weight = small(0.1));
        let output = &mut output[..PHASES * BOTH];
        output.iter_mut().for_each(|weight| *weight = small(0.02));
        Trainer {
            positions,
            layout: layout.clone(),
            order,
            scale,
            targets: positions.rows.iter().map(target).collect(),
            mean: vec![0.0; count],
            square: vec![0.0; count],
            weights,
            epoch: 0,
            steps: 0,
        }
    }

    /// Epochs that are done.
    pub fn epochs(&self) -> usize {
        self.epoch
    }

    /// Whether nothing is left to do.
    pub fn is_done(&self) -> bool {
        self.epoch >= self.order.epochs
    }

    /// Points that make the odds e : 1.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// What is needed to go on: [`Trainer::restore`].
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = (self.epoch as u64).to_le_bytes().to_vec();
        bytes.extend(self.steps.to_le_bytes());
        let floats = self.weights.iter().chain(&self.mean).chain(&self.square);
        bytes.extend(floats.flat_map(|float| float.to_le_bytes()));
        bytes
    }

    /// Goes on from a state; `false` if it is of another network.
    pub fn restore(&mut self, state: &[u8]) -> bool {
        let count = self.weights.len();
        let (numbers, floats) = state.split_at(state.len().min(16));
        if numbers.len() < 16 || floats.len() != 12 * count {
            return false;
        }
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| numbers[at + i]));
        (self.epoch, self.steps) = (number(0) as usize, number(8));
        let mut floats = floats.chunks_exact(4);
        for all in [&mut self.weights, &mut self.mean, &mut self.square] {
            for float in all {
                let bytes = floats.next().unwrap_or(&[0; 4]);
                *float = f32::from_le_bytes(std::array::from_fn(|i| bytes[i]));
            }
        }
        true
    }

    /// One round over all positions, in random order and each as it is or in the mirror. `watch` hears which part of
    /// the round is done; if it says `false`, the round is given up and must be restored from before.
    pub fn train_epoch(&mut self, watch: &mut dyn FnMut(f64) -> bool) -> bool {
        let mut rng =
            SplitMix64::new(self.order.seed ^ (self.epoch as u64 + 1).wrapping_mul(0x9E37_79B9));
        let mut numbers = self.positions.learned.clone();
        for at in (1..numbers.len()).rev() {
            numbers.swap(at, rng.below(at + 1));
        }
        let batches = numbers.len().div_ceil(BATCH).max(1);
        let total = (self.order.epochs * batches) as f64;
        let salt = rng.below(usize::MAX) as u64;
        for (number, batch) in numbers.chunks(BATCH).enumerate() {
            if !watch(number as f64 / batches as f64) {
                return false;
            }
            let gradient = self.gradient(batch, salt);
            let done = (self.epoch * batches + number) as f64 / total;
            let rate = self.order.rate * (0.5 + 0.5 * (std::f64::consts::PI * done).cos());
            self.step(&gradient, rate as f32, batch.len());
        }
        self.epoch += 1;
        true
    }

    /// How well the positions held out are foretold, or all where none is.
    pub fn losses(&self) -> Losses {
        let judged = match self.positions.held_out.is_empty() {
            true => &self.positions.learned,
            false => &self.positions.held_out,
        };
        if judged.is_empty() {
            return Losses::default();
        }
        let weights = split(&self.weights, &self.layout);
        let parts = in_parts(judged.chunks(BATCH), self.order.threads, |part| {
            let mut losses = Losses::default();
            for &number in part {
                let at = number as usize;
                let base = self.positions.rows[at].base / self.scale as f32;
                let target = self.targets[at];
                let output = self.forward(&weights, at, false).output;
                losses.start += cross_entropy(chance(base), target);
                losses.found += cross_entropy(chance(base + output), target);
            }
            losses
        });
        let count = judged.len() as f64;
        Losses {
            start: parts.iter().map(|part| part.start).sum::<f64>() / count,
            found: parts.iter().map(|part| part.found).sum::<f64>() / count,
        }
    }

    /// The network in whole numbers.
    pub fn network(&self) -> Network {
        let weights = split(&self.weights, &self.layout);
        let whole = |weight: f32, one: i32| {
            let most = (MOST * one as f32) as i32;
            ((weight * one as f32).round() as i32).clamp(-most, most) as i16
        };
        let mut numbers: Vec<i16> = Vec::with_capacity(Network::numbers_of(&self.layout));
        for (feature, row) in weights.first.chunks_exact(HIDDEN).enumerate() {
            let group = weights.group(&self.layout, feature);
            numbers.extend((0..HIDDEN).map(|unit| {
                let shared = group.map_or(0.0, |group| group[unit]);
                whole(row[unit] + shared, ONE)
            }));
        }
        numbers.extend(weights.bias.iter().map(|&weight| whole(weight, ONE)));
        let output = weights.output.iter();
        numbers.extend(output.map(|&weight| whole(weight, OUT).clamp(-127, 127)));
        let part = (ONE * OUT / BIAS_PART) as f32;
        let output_bias = weights.output_bias.iter();
        numbers.extend(output_bias.map(|&bias| (bias * part).round() as i16));
        numbers.push(self.scale.round().clamp(1.0, f64::from(i16::MAX)) as i16);
        Network::from_numbers(&self.layout, &numbers).expect("as many numbers as the layout has")
    }

    fn gradient(&self, batch: &[u32], salt: u64) -> Vec<f32> {
        let weights = split(&self.weights, &self.layout);
        let share = batch.len().div_ceil(PARTS).max(1);
        let parts = in_parts(batch.chunks(share), self.order.threads, |part| {
            let mut gradient = vec![0.0; self.weights.len()];
            self.part_of_gradient(&weights, part, salt, &mut gradient);
            gradient
        });
        let mut parts = parts.into_iter();
        let mut sum = parts.next().unwrap_or_default();
        for part in parts {
            sum.iter_mut()
                .zip(&part)
                .for_each(|(sum, more)| *sum += more);
        }
        sum
    }

    fn part_of_gradient(&self, weights: &Weights<'_>, part: &[u32], salt: u64, to: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if crate::network::has_wide_words() {
            // SAFETY: the processor has these instructions, as just checked.
            unsafe { self.part_of_gradient_wide(weights, part, salt, to) };
            return;
        }
        self.part_of_gradient_plain(weights, part, salt, to);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn part_of_gradient_wide(
        &self,
        weights: &Weights<'_>,
        part: &[u32],
        salt: u64,
        to: &mut [f32],
    ) {
        self.part_of_gradient_plain(weights, part, salt, to);
    }

    #[inline(always)]
    fn part_of_gradient_plain(
        &self,
        weights: &Weights<'_>,
        part: &[u32],
        salt: u64,
        gradient: &mut [f32],
    ) {
        let features = self.layout.features();
        let (first, rest) = gradient.split_at_mut(features * HIDDEN);
        let (groups, rest) = rest.split_at_mut(self.layout.groups() * HIDDEN);
        let (bias, rest) = rest.split_at_mut(HIDDEN);
        let (output, output_bias) = rest.split_at_mut(PHASES * BOTH);
        for &number in part {
            let at = number as usize;
            let row = &self.positions.rows[at];
            let mirrored = mix(salt ^ u64::from(number)) & 1 == 1;
            let seen = self.forward(weights, at, mirrored);
            let p = chance(row.base / self.scale as f32 + seen.output);
            let error = p - self.targets[at];
            let phase = usize::from(row.phase);
            output_bias[phase] += error;
            let own_output = &weights.output[phase * BOTH..(phase + 1) * BOTH];
            let to_output = &mut output[phase * BOTH..(phase + 1) * BOTH];
            let mut slopes = [0.0f32; BOTH];
            for unit in 0..BOTH {
                let value = seen.sums[unit].clamp(0.0, 1.0);
                to_output[unit] += error * (value * value);
                // The square is flat outside of 0 to 1.
                let inside = seen.sums[unit] > 0.0 && seen.sums[unit] < 1.0;
                let slope = error * own_output[unit] * (2.0 * value);
                slopes[unit] = if inside { slope } else { 0.0 };
            }
            let (own, others) = slopes.split_at(HIDDEN);
            for unit in 0..HIDDEN {
                bias[unit] += own[unit] + others[unit];
            }
            for &feature in self.positions.features(at) {
                let views = self.views(feature, row.second_moves, mirrored);
                for (seen, slopes) in views.into_iter().zip([own, others]) {
                    add(&mut first[seen * HIDDEN..(seen + 1) * HIDDEN], slopes);
                    if let Some(group) = self.layout.group(seen) {
                        add(&mut groups[group * HIDDEN..(group + 1) * HIDDEN], slopes);
                    }
                }
            }
        }
    }

    /// A feature as the mover and as the other side sees it.
    #[inline(always)]
    fn views(&self, feature: u32, second_moves: bool, mirrored: bool) -> [usize; 2] {
        let feature = match mirrored {
            true => self.layout.mirrored(feature as usize),
            false => feature as usize,
        };
        let turned = self.layout.seen_by_second(feature);
        match second_moves {
            true => [turned, feature],
            false => [feature, turned],
        }
    }

    #[inline(always)]
    fn forward(&self, weights: &Weights<'_>, at: usize, mirrored: bool) -> Seen {
        let row = &self.positions.rows[at];
        let mut sums = [0.0f32; BOTH];
        let (own, others) = sums.split_at_mut(HIDDEN);
        own.copy_from_slice(weights.bias);
        others.copy_from_slice(weights.bias);
        for &feature in self.positions.features(at) {
            let [mine, theirs] = self.views(feature, row.second_moves, mirrored);
            for (sums, seen) in [(&mut *own, mine), (&mut *others, theirs)] {
                add(sums, &weights.first[seen * HIDDEN..(seen + 1) * HIDDEN]);
                if let Some(group) = weights.group(&self.layout, seen) {
                    add(sums, group);
                }
            }
        }
        let phase = usize::from(row.phase);
        let output = &weights.output[phase * BOTH..(phase + 1) * BOTH];
        // Eight sums side by side, always in the same order.
        let mut lanes = [0.0f32; 8];
        for (sums, output) in sums.chunks_exact(8).zip(output.chunks_exact(8)) {
            for lane in 0..8 {
                let value = sums[lane].clamp(0.0, 1.0);
                lanes[lane] += value * value * output[lane];
            }
        }
        Seen {
            sums,
            output: lanes.iter().sum::<f32>() + weights.output_bias[phase],
        }
    }

    /// One step of Adam.
    fn step(&mut self, gradient: &[f32], rate: f32, positions: usize) {
        self.steps += 1;
        let n = self.steps.min(100_000) as i32;
        let (mean_part, square_part) = (1.0 - MEAN.powi(n), 1.0 - SQUARE.powi(n));
        let each = 1.0 / positions.max(1) as f32;
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in self.weights.iter_mut().zip(gradient).zip(state) {
            let slope = slope * each;
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let by = (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
            *weight = (*weight - rate * (by + DECAY * *weight)).clamp(-MOST, MOST);
        }
    }
}

/// What the network sees of a position.
struct Seen {
    /// The mover's view, then the other's.
    sums: [f32; BOTH],
    /// As a logarithm of odds.
    output: f32,
}

impl<'w> Weights<'w> {
    /// The weights of a feature's group.
    #[inline(always)]
    fn group(&self, layout: &Layout, feature: usize) -> Option<&'w [f32]> {
        let group = layout.group(feature)?;
        Some(&self.groups[group * HIDDEN..(group + 1) * HIDDEN])
    }
}

#[inline(always)]
fn add(sums: &mut [f32], more: &[f32]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

fn split<'w>(weights: &'w [f32], layout: &Layout) -> Weights<'w> {
    let (first, rest) = weights.split_at(layout.features() * HIDDEN);
    let (groups, rest) = rest.split_at(layout.groups() * HIDDEN);
    let (bias, rest) = rest.split_at(HIDDEN);
    let (output, output_bias) = rest.split_at(PHASES * BOTH);
    Weights {
        first,
        groups,
        bias,
        output,
        output_bias,
    }
}

/// The answers to all parts, in order, computed by so many threads.
fn in_parts<'a, T: Send>(
    parts: impl Iterator<Item = &'a [u32]>,
    threads: usize,
    answer: impl Fn(&'a [u32]) -> T + Sync,
) -> Vec<T> {
    let parts: Vec<&[u32]> = parts.collect();
    let next = AtomicUsize::new(0);
    let answers: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(parts.len()));
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, parts.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(part) = parts.get(number) else {
                        return;
                    };
                    let answered = answer(part);
                    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
                    answers.push((number, answered));
                }
            });
        }
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.sort_by_key(|(number, _)| *number);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

fn mix(key: u64) -> u64 {
    SplitMix64::new(key).below(1 << 30) as u64
}

/// The scale under which the evaluation alone foretells results best, by golden section on its logarithm.
fn fit_scale(positions: &Positions) -> f64 {
    // A part of many positions says it well enough.
    let every = (positions.len() / 500_000).max(1);
    let of = |log: f64| {
        let unit = log.exp() as f32;
        let rows = positions.rows.iter().step_by(every);
        let each = rows.map(|row| cross_entropy(chance(unit * row.base), row.label.result));
        each.sum::<f64>()
    };
    let (mut low, mut high) = ((1e-5f64).ln(), 1.0f64.ln());
    let golden = (5.0f64.sqrt() - 1.0) / 2.0;
    for _ in 0..30 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        match of(a) < of(b) {
            true => high = b,
            false => low = a,
        }
    }
    (-(low + high) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Label;
    use crate::sums::Sums;

    /// Twelve features; the other side sees them in reverse. Each is a group with its neighbour.
    fn layout() -> Layout {
        let groups = (0..12).map(|feature| feature / 2).collect();
        Layout::new((0..12).rev().collect(), (0..12).collect(), groups)
    }

    /// Positions whose labels follow the evaluation and what it does not see: whether two features come together.
    fn planted(count: usize) -> Positions {
        let mut rng = SplitMix64::new(9);
        let mut positions = Positions::default();
        for number in 0..count {
            let seen: Vec<u32> = (0..12).filter(|_| rng.below(3) == 0).collect();
            let second_moves = rng.below(2) == 1;
            let base = rng.below(401) as f32 - 200.0;
            let mine = |own: u32| seen.contains(&if second_moves { 11 - own } else { own });
            let missing = match mine(2) && mine(5) {
                true => 300.0,
                false => -60.0,
            };
            let label = Label {
                result: chance((base + missing) / 200.0),
                score: Some(base + missing),
            };
            positions.push(
                seen,
                second_moves,
                number % PHASES,
                base,
                label,
                number % 10 == 0,
            );
        }
        positions
    }

    fn order(threads: usize) -> TrainOrder {
        TrainOrder {
            epochs: 40,
            rate: 0.01,
            threads,
            ..TrainOrder::default()
        }
    }

    fn go_on(trainer: &mut Trainer<'_>) {
        assert!(trainer.train_epoch(&mut |_| true));
    }

    #[test]
    fn what_the_evaluation_does_not_see_is_learned() {
        let positions = planted(20_000);
        let mut trainer = Trainer::new(&positions, &layout(), order(2));
        let first = trainer.losses();
        while !trainer.is_done() {
            go_on(&mut trainer);
        }
        let last = trainer.losses();
        assert_eq!(first.start, last.start);
        // The best that is possible is the entropy of what is to be foretold.
        let held_out = positions.held_out.iter().map(|&at| at as usize);
        let targets: Vec<f32> = held_out.map(|at| trainer.targets[at]).collect();
        let least: f64 = targets
            .iter()
            .map(|&target| cross_entropy(target, target))
            .sum();
        let least = least / targets.len() as f64;
        let (before, after) = (last.start - least, last.found - least);
        assert!(after < 0.05 * before, "{after} of {before} is left");
    }

    #[test]
    fn threads_and_interruptions_change_no_digit() {
        let positions = planted(40_000);
        let mut one = Trainer::new(&positions, &layout(), order(1));
        let mut two = Trainer::new(&positions, &layout(), order(2));
        (0..3).for_each(|_| go_on(&mut one));
        go_on(&mut two);
        let state = two.state();
        // An epoch that is given up is forgotten.
        assert!(!two.train_epoch(&mut |part| part < 0.5));
        let mut three = Trainer::new(&positions, &layout(), order(2));
        assert!(three.restore(&state));
        (0..2).for_each(|_| go_on(&mut three));
        assert_eq!(one.state(), three.state());
        assert_eq!(one.network(), three.network());
        assert!(!three.restore(&state[1..]));
        assert!(!three.restore(&[]));
    }

    #[test]
    fn instructions_of_the_processor_change_nothing() {
        let positions = planted(2_000);
        let mut trainer = Trainer::new(&positions, &layout(), order(1));
        (0..3).for_each(|_| go_on(&mut trainer));
        let weights = split(&trainer.weights, &trainer.layout);
        let (mut some, mut plain) = (
            vec![0.0; trainer.weights.len()],
            vec![0.0; trainer.weights.len()],
        );
        trainer.part_of_gradient(&weights, &positions.learned, 3, &mut some);
        trainer.part_of_gradient_plain(&weights, &positions.learned, 3, &mut plain);
        assert!(some.iter().any(|&slope| slope != 0.0));
        assert_eq!(some, plain);
    }

    #[test]
    fn whole_numbers_say_what_the_floating_twin_says() {
        let positions = planted(5_000);
        let mut trainer = Trainer::new(&positions, &layout(), order(1));
        (0..5).for_each(|_| go_on(&mut trainer));
        let network = trainer.network();
        let weights = split(&trainer.weights, &trainer.layout);
        let mut largest = 0.0f64;
        for at in 0..positions.len() {
            let row = &positions.rows[at];
            let mut sums: Sums = network.empty();
            for &feature in positions.features(at) {
                sums.add(network.row(feature as usize));
            }
            let (mover, phase) = (usize::from(row.second_moves), usize::from(row.phase));
            let points = network.points(&sums, mover, phase);
            assert_eq!(points, network.points_plain(&sums, mover, phase));
            let twin = f64::from(trainer.forward(&weights, at, false).output) * trainer.scale;
            largest = largest.max((twin - f64::from(points)).abs());
        }
        assert!(largest > 0.0 && largest < 0.05 * trainer.scale, "{largest}");
    }
}
