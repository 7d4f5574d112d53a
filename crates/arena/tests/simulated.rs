//! The sequential test against a simulator: how often it errs.
//!
//! `YOMIKIRI_SLOW_TESTS=1` runs 2,000 tests for each hypothesis instead of 200.

use yomikiri_arena::stats::{Counts, Decision, EloModel, Pentanomial, Sprt};
use yomikiri_game_api::SplitMix64;

/// Plays pairs from a distribution until the test decides.
fn run_test(sprt: &Sprt, shares: [f64; 5], rng: &mut SplitMix64) -> Decision {
    let mut counts = Pentanomial::default();
    loop {
        let mut left = rng.unit();
        let drawn = shares.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        counts.0[drawn.unwrap_or(4)] += 1;
        if let Some(decision) = sprt.decide(sprt.llr(&counts)) {
            return decision;
        }
        assert!(counts.items() < 1_000_000, "a test ends");
    }
}

/// A distribution of pairs with draws whose logistic Elo is exactly `elo`.
fn shares(elo: f64) -> [f64; 5] {
    // Tilt a symmetric shape until its mean is right.
    let shape = [0.08, 0.22, 0.40, 0.22, 0.08];
    let mean = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let tilted = |x: f64| -> [f64; 5] {
        let each: [f64; 5] = std::array::from_fn(|i| shape[i] * (x * i as f64).exp());
        let sum: f64 = each.iter().sum();
        each.map(|share| share / sum)
    };
    let score = |of: [f64; 5]| (0..5).map(|i| of[i] * i as f64 / 4.0).sum::<f64>();
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if score(tilted(middle)) < mean {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilted(low)
}

/// The error rate must not exceed the promised one by more than three standard deviations.
fn check_errors(model: EloModel, elo0: f64, elo1: f64) {
    let slow = std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some();
    let runs = if slow { 2000 } else { 200 };
    let sprt = Sprt {
        model,
        ..Sprt::new(elo0, elo1)
    };
    // The truth lies exactly at a bound: in normalised Elo it is the bound in units of sigma.
    let logistic = |bound: f64| match model {
        EloModel::Logistic => bound,
        EloModel::Normalised => {
            let sigma = |of: [f64; 5]| Pentanomial(of.map(|p| (p * 1e9) as u64)).moments().unwrap();
            let (_, variance) = sigma(shares(0.0));
            let mean = 0.5 + bound * (2.0 * variance).sqrt() / (800.0 / std::f64::consts::LN_10);
            400.0 * (mean / (1.0 - mean)).log10()
        }
    };
    for (truth, wrong, promised) in [
        (elo0, Decision::H1, sprt.alpha),
        (elo1, Decision::H0, sprt.beta),
    ] {
        let shares = shares(logistic(truth));
        let mut rng = SplitMix64::new(20_200_101);
        let errors = (0..runs).filter(|_| run_test(&sprt, shares, &mut rng) == wrong);
        let rate = errors.count() as f64 / f64::from(runs);
        let chance = (promised * (1.0 - promised) / f64::from(runs)).sqrt();
        println!("{model:?} at {truth}: {rate:.4} of {runs} tests erred");
        assert!(rate <= promised + 3.0 * chance, "{model:?} {truth}: {rate}");
    }
}

#[test]
fn errors_of_the_logistic_test_are_as_promised() {
    check_errors(EloModel::Logistic, 0.0, 30.0);
}

#[test]
fn errors_of_the_normalised_test_are_as_promised() {
    check_errors(EloModel::Normalised, 0.0, 30.0);
}
