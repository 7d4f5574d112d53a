//! Pictures of tables and experiments, as SVG files.

use std::path::Path;

use yomikiri_lab::plot::{Plot, Row, Rows};
use yomikiri_lab::{Study, Texts};

use crate::output::{CliError, grouped};

/// Writes a picture.
pub(crate) fn write(path: &Path, picture: &str) -> Result<(), CliError> {
    std::fs::write(path, picture).map_err(|error| CliError::file(path.display().to_string(), error))
}

/// Positions by distance, wins at odd and losses at even places, and draws, on a logarithmic scale.
pub(crate) fn by_distance(title: &str, counts: &[u64], draws: u64) -> String {
    let height = |count: u64| (count as f64).log10();
    let tallest = counts.iter().copied().max().unwrap_or(0).max(draws).max(1);
    // A single position has height 0: the axis starts lower, so that it stays visible.
    let floor = -0.25;
    let draw_bar = (draws > 0).then(|| {
        let width = (counts.len() as f64 / 40.0).max(1.0);
        let from = counts.len() as f64 + width;
        (from, from + width)
    });
    let right = draw_bar.map_or(counts.len() as f64, |(_, to)| to + 0.5);
    let mut plot = Plot::new(title, (0.0, right), (floor, height(tallest) + 0.2));
    plot.axes("plies to the end", "positions", power);
    for (plies, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let (class, word) = match plies % 2 {
            1 => ("win", "win"),
            _ => ("lost", "loss"),
        };
        let hint = format!("{word} in {plies}: {}", grouped(count));
        let x = (plies as f64 - 0.5, plies as f64 + 0.5);
        plot.bar(class, (x.0.max(0.0), x.1), (floor, height(count)), &hint);
    }
    if let Some(x) = draw_bar {
        let hint = format!("draw: {}", grouped(draws));
        plot.bar("drawn", x, (floor, height(draws)), &hint);
    }
    let wins: u64 = counts.iter().skip(1).step_by(2).sum();
    let losses: u64 = counts.iter().step_by(2).sum();
    let legend = [
        ("win", "win for the side to move", wins),
        ("lost", "loss", losses),
        ("drawn", "draw", draws),
    ];
    let words = legend.map(|(class, word, count)| (class, format!("{word}: {}", grouped(count))));
    let legend: Vec<(&str, &str)> = words
        .iter()
        .zip(&legend)
        .filter(|(_, (.., count))| *count > 0)
        .map(|((class, word), _)| (*class, word.as_str()))
        .collect();
    plot.finish_alone(&legend)
}

/// A power of ten, abbreviated.
fn power(exponent: f64) -> String {
    let number = 10f64.powf(exponent);
    let units = [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")];
    let unit = units.iter().find(|(size, _)| number >= size * 0.999);
    unit.map_or_else(String::new, |(size, letter)| {
        format!("{}{letter}", (number / size * 10.0).round() / 10.0)
    })
}

/// A game under several rules: the options and results of each row.
pub(crate) fn ablation<'a>(
    title: &str,
    options: &[&str],
    rows: impl Iterator<Item = (&'a [String], &'a Study)>,
    texts: &Texts,
) -> String {
    let row = |(options, study): (&'a [String], &'a Study)| {
        let part = |class, count: u64, word: &str| {
            (class, count as f64, format!("{} {word}", grouped(count)))
        };
        let start = study.start.as_ref();
        Row {
            before: options.to_vec(),
            parts: vec![
                part("win", study.win, "won"),
                part("drawn", study.draw, "drawn"),
                part("lost", study.loss, "lost"),
            ],
            after: vec![
                grouped(study.positions),
                study
                    .longest_win
                    .map_or_else(|| "-".into(), |plies| plies.to_string()),
                start.map_or_else(
                    || "?".into(),
                    |answer| crate::verbs::answer_text(texts, answer),
                ),
                study.best_moves.len().to_string(),
            ],
        }
    };
    let words = |list: &[&str]| list.iter().map(|&word| word.to_owned()).collect();
    Rows {
        before: words(options),
        bar: "share of all positions".to_owned(),
        after: words(&[
            "positions",
            "longest win",
            "start",
            "first moves that keep it",
        ]),
        rows: rows.map(row).collect(),
    }
    .finish_alone(
        title,
        &[
            ("win", "won for the side to move"),
            ("drawn", "drawn"),
            ("lost", "lost"),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_short() {
        let written: Vec<String> = [0.0, 1.0, 3.0, 5.0, 6.0, 8.0, 9.0].map(power).to_vec();
        assert_eq!(written, ["1", "10", "1k", "100k", "1M", "100M", "1G"]);
    }

    #[test]
    fn every_distance_has_its_bar() {
        let picture = by_distance("some & all", &[2, 5, 0, 1], 7);
        for hint in ["win in 1: 5", "loss in 0: 2", "win in 3: 1", "draw: 7"] {
            assert!(
                picture.contains(&format!("<title>{hint}</title>")),
                "{hint}"
            );
        }
        assert!(picture.contains("some &amp; all"));
        assert!(!by_distance("none", &[], 0).contains("NaN"));
    }
}
