//! A page about a tuning run.

use std::fmt::Write;

use super::Param;
use crate::html::STYLE;
use crate::summary::Summary;
use crate::text::write_block;
use yomikiri_plot::{Plot, escape};

/// The page: a curve for each parameter and the match of the result against the start.
pub fn write_tuning_report(
    game: &str,
    params: &[Param],
    history: &[Vec<f64>],
    verification: Option<&Summary>,
) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>Tuning {0}</title><style>{STYLE}</style></head>\n<body><main>\n\
         <header><p class=\"over\">{0} · tuning report</p><h1>Evaluation weights</h1></header>\n",
        escape(game)
    );
    page += "<section><table><tr><th>weight</th><th>start</th><th>found</th><th>change</th></tr>";
    for (at, param) in params.iter().enumerate() {
        let found = history
            .last()
            .map_or(f64::from(param.start), |last| last[at]);
        let _ = write!(
            page,
            "<tr><th>{}</th><td>{}</td><td>{found:.1}</td><td>{:+.1}</td></tr>",
            escape(&param.name),
            param.start,
            found - f64::from(param.start)
        );
    }
    page += "</table></section>\n";
    if history.len() > 1 {
        for (at, param) in params.iter().enumerate() {
            let curve: Vec<(f64, f64)> = history
                .iter()
                .enumerate()
                .map(|(step, weights)| (step as f64, weights[at]))
                .collect();
            let start = f64::from(param.start);
            let low = curve.iter().map(|point| point.1).fold(start, f64::min);
            let high = curve.iter().map(|point| point.1).fold(start, f64::max);
            let pad = 0.1 * (high - low).max(1.0);
            let title = format!("{} over the steps", param.name);
            let x = (0.0, (history.len() - 1) as f64);
            let mut plot = Plot::new(&title, x, (low - pad, high + pad));
            plot.axes("steps", "weight", |y| format!("{y}"));
            plot.level("even", start);
            plot.line("curve", &curve);
            let _ = writeln!(
                page,
                "<figure><h2>{}</h2>{}<figcaption>The broken line is the start.</figcaption></figure>",
                escape(&param.name),
                plot.finish()
            );
        }
    }
    if let Some(summary) = verification {
        let _ = writeln!(
            page,
            "<section><h2>Found against start</h2><pre>{}</pre></section>",
            escape(&write_block(summary, ""))
        );
    }
    page + "<footer>Made by yomikiri.</footer></main></body></html>\n"
}
