//! `experiment ablation GAME`: the game solved under every combination of its rules.

use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use yomikiri_lab::{Lab, Study, Texts};

use crate::output::{self, CliError, grouped};
use crate::plots;
use crate::progress::Bar;

/// The options that change values, in the order of the columns.
const OPTIONS: [&str; 4] = ["captures", "model", "goal", "no_moves"];
/// Larger combinations are omitted.
const MOST_POSITIONS: f64 = 2e7;

#[derive(Serialize)]
struct Ablation {
    game: String,
    rows: Vec<AblationRow>,
    /// Combinations that were too large, with their positions.
    left_out: Vec<(String, f64)>,
}

#[derive(Serialize)]
struct AblationRow {
    options: Vec<String>,
    #[serde(flatten)]
    study: Study,
}

pub(super) fn run(
    lab: &Lab,
    name: &str,
    json: bool,
    plot: Option<&Path>,
    texts: &Texts,
) -> Result<ExitCode, CliError> {
    let game = lab.open_game(name)?;
    game.tablebase(None)?;
    let options = &game.info().options;
    let values = OPTIONS.map(|key| {
        let option = options.iter().find(|option| option.key == key);
        option.map_or_else(Vec::new, |option| option.allowed.clone())
    });
    let mut combinations: Vec<Vec<String>> = vec![Vec::new()];
    for values in &values {
        let longer = combinations.iter().flat_map(|so_far| {
            values
                .iter()
                .map(move |value| [so_far.as_slice(), std::slice::from_ref(value)].concat())
        });
        combinations = longer.collect();
    }
    let id = name.split('?').next().unwrap_or(name);
    let bar = Bar::new();
    let mut ablation = Ablation {
        game: id.to_owned(),
        rows: Vec::new(),
        left_out: Vec::new(),
    };
    for options in combinations {
        let pairs = OPTIONS
            .iter()
            .zip(&options)
            .map(|(key, value)| format!("{key}={value}"));
        let spec = format!("{id}?{}", pairs.collect::<Vec<_>>().join("&"));
        let variant = lab.open_game(&spec)?;
        let tables = variant.tablebase(None)?;
        let slots = tables.estimate(None.into())?.positions;
        if slots > MOST_POSITIONS {
            ablation.left_out.push((variant.spec().to_owned(), slots));
            continue;
        }
        let study = tables.study(super::table::threads(None), &bar)?;
        ablation.rows.push(AblationRow { options, study });
    }
    bar.clear();
    if let Some(path) = plot {
        let title = format!("{id} under every combination of its rules");
        let rows = ablation.rows.iter();
        let rows = rows.map(|row| (row.options.as_slice(), &row.study));
        plots::write(path, &plots::ablation(&title, &OPTIONS, rows, texts))?;
    }
    if json {
        output::print_document(&ablation)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print(&table(&ablation, texts))?;
    Ok(ExitCode::SUCCESS)
}

fn table(ablation: &Ablation, texts: &Texts) -> String {
    let mut text = format!(
        "{:8} {:8} {:5} {:8} {:>12} {:>10} {:>9} {:>10} {:>7}  {}\n",
        "captures",
        "model",
        "goal",
        "no_moves",
        "start",
        "won",
        "drawn",
        "lost",
        "longest",
        "moves that keep the value"
    );
    for row in &ablation.rows {
        let study = &row.study;
        let start = study.start.as_ref();
        text += &format!(
            "{:8} {:8} {:5} {:8} {:>12} {:>10} {:>9} {:>10} {:>7}  {}\n",
            row.options[0],
            row.options[1],
            row.options[2],
            row.options[3],
            start.map_or_else(|| "?".into(), |answer| super::answer_text(texts, answer)),
            grouped(study.win),
            grouped(study.draw),
            grouped(study.loss),
            study
                .longest_win
                .map_or_else(|| "-".into(), |plies| plies.to_string()),
            study.best_moves.join(" ")
        );
    }
    for (spec, slots) in &ablation.left_out {
        text += &format!("omitted, {slots:.2e} positions: {spec}\n");
    }
    text
}
