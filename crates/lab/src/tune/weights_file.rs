//! Weights in a file (TOML): what tuning finds, and what players take (`alphabeta:weights=FILE`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use yomikiri_arena::tune::Param;

use crate::LabError;
use crate::error::nearest;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    game: String,
    /// What weights have that are not named; without it they stay as they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    others: Option<i32>,
    weights: BTreeMap<String, i32>,
}

/// The text of a file with weights that differ from their start, in the order of their names.
pub fn write_weights(game: &str, params: &[Param], found: &[i32]) -> String {
    let changed = params.iter().zip(found);
    let changed = changed.filter(|(param, found)| param.start != **found);
    let file = WeightsFile {
        game: game.to_owned(),
        others: None,
        weights: changed
            .map(|(param, &found)| (param.name.clone(), found))
            .collect(),
    };
    toml::to_string(&file).unwrap_or_default()
}

/// The weights of a file; those that it does not name stay as they are, or are what its `others` says.
pub fn read_weights(path: &Path, game: &str, params: &[Param]) -> Result<Vec<i32>, LabError> {
    let wrong = |reason: String| LabError::Input(format!("{}: {reason}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let file: WeightsFile =
        toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))?;
    if file.game != game {
        let got = &file.game;
        return Err(wrong(format!(
            "expected weights of {game}, got those of {got}"
        )));
    }
    let usual = |param: &Param| file.others.unwrap_or(param.start);
    let mut weights: Vec<i32> = params.iter().map(usual).collect();
    for (name, value) in &file.weights {
        let Some(at) = params.iter().position(|param| &param.name == name) else {
            let names = params.iter().map(|param| param.name.as_str());
            let near =
                nearest(name, names).map_or_else(String::new, |near| format!(" such as {near}"));
            return Err(wrong(format!("expected a weight{near}, got {name:?}")));
        };
        weights[at] = *value;
    }
    Ok(weights)
}
