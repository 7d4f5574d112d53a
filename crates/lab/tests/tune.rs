//! Fits of xiangqi's weights to positions whose truth is known.

use std::sync::atomic::AtomicBool;

use yomikiri_lab::contest::tune::{FitSettings, Label, Samples, fit_weights};
use yomikiri_lab::{AnyArena, DataOrder, Lab, SplitMix64};

/// Points that make the odds e : 1 in the simulated games.
const SCALE: f64 = 400.0;

/// Positions of games of the engine against itself, as `tune data` keeps them.
fn positions(arena: &dyn AnyArena) -> Samples {
    let folder = tempfile::tempdir().unwrap();
    let order = DataOrder {
        out: folder.path().join("a.ytd"),
        games: 150,
        nodes: 40,
        network: "on".to_owned(),
        opening_plies: 8,
        seed: 20,
        threads: 2,
        resume: false,
    };
    let never = AtomicBool::new(false);
    let made = arena.make_tuning_data(&order, &never, &mut |_, _| {});
    assert!(made.unwrap().positions > 5000);
    arena.tuning_samples(&order.out, 10, 2).unwrap()
}

/// What a position is worth with other weights.
fn worth(base: f32, slopes: &[(u16, f32)], change: &[i32]) -> f32 {
    let changes = slopes.iter();
    base + changes
        .map(|&(weight, slope)| slope * change[usize::from(weight)] as f32)
        .sum::<f32>()
}

/// Weights are changed, and real positions get the scores and results that those weights would give: the fit must
/// find the changed weights, from scores with all 756 parameters, and from results alone.
#[test]
fn weights_planted_in_simulated_games_are_found_again() {
    let game = Lab::new().open_game("xiangqi").unwrap();
    let arena = game.arena();
    let params = arena.weights();
    let weights: Vec<_> = params
        .iter()
        .filter(|param| !param.is_of_search())
        .collect();
    let start: Vec<i32> = weights.iter().map(|param| param.start).collect();
    let planted = [
        ("rook", -250),
        ("horse", 120),
        ("cannon", -100),
        ("pawn", 60),
    ];
    let at = |name: &str| weights.iter().position(|param| param.name == name).unwrap();
    let mut change = vec![0; start.len()];
    for (name, points) in planted {
        change[at(name)] = points;
    }
    let real = positions(&*arena);

    let mut rng = SplitMix64::new(20);
    let mut result_of = |truth: f32| {
        let won = rng.unit() < 1.0 / (1.0 + (-f64::from(truth) / SCALE).exp());
        if won { 1.0 } else { 0.0 }
    };

    // Scores: every evaluation of the truth is there to be found, whichever parameters carry it.
    let mut scored = real.clone();
    scored.relabel(|base, slopes| {
        let truth = worth(base, slopes, &change);
        Label {
            result: result_of(truth),
            score: Some(truth),
        }
    });
    let settings = FitSettings {
        result_share: 0.0,
        pull: 0.1,
        ..FitSettings::default()
    };
    let fit = fit_weights(&scored, &start, settings, &mut |_, _| {});
    let found: Vec<i32> = fit
        .weights
        .iter()
        .zip(&start)
        .map(|(found, start)| found.round() as i32 - start)
        .collect();
    let none = vec![0; start.len()];
    let (mut before, mut after) = (0.0, 0.0);
    let mut compared = real.clone();
    compared.relabel(|base, slopes| {
        let truth = worth(base, slopes, &change);
        before += f64::from((worth(base, slopes, &none) - truth).abs());
        after += f64::from((worth(base, slopes, &found) - truth).abs());
        Label {
            result: 0.5,
            score: None,
        }
    });
    println!("evaluations differ from the truth by {before} before and {after} after");
    assert!(after < before / 5.0, "{after} of {before}");

    // Results alone, many games through each position: the four weights, by their ratios.
    let mut played = Samples::default();
    for _ in 0..12 {
        let mut more = real.clone();
        more.relabel(|base, slopes| Label {
            result: result_of(worth(base, slopes, &change)),
            score: None,
        });
        played.append(more);
    }
    let chosen: Vec<usize> = planted.iter().map(|(name, _)| at(name)).collect();
    played.keep_only(&chosen);
    let settings = FitSettings {
        pull: 0.1,
        ..FitSettings::default()
    };
    let fit = fit_weights(&played, &start, settings, &mut |_, _| {});
    // The start sets the scale of a fit to results, the games have another one.
    for (&weight, (name, points)) in chosen.iter().zip(planted) {
        let truth = f64::from(start[weight] + points);
        let found = fit.weights[weight] * SCALE / fit.scale;
        println!("{name}: planted {truth}, found {found:.1}");
        assert!(
            (found / truth - 1.0).abs() < 0.12,
            "{name}: {found} instead of {truth}"
        );
    }
    assert!(fit.loss.held_out_found < fit.loss.held_out_start);
}
