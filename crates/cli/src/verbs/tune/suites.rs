//! What new weights win and lose on the suites of the program: no gain here that is a loss there.

use std::fs;

use yomikiri_lab::contest::SideLimits;
use yomikiri_lab::contest::tune::Param;
use yomikiri_lab::{
    AnyGame, Limits, PlayerSpec, SuiteChange, Texts, built_in_suite, compare_suites, write_weights,
};

use super::data::bar;
use crate::output::CliError;

/// Compares the engine with the start weights and the engine with those found, group by group. `None` where the game
/// has no suites.
pub(super) fn compare(
    game: &dyn AnyGame,
    params: &[Param],
    found: &[i32],
    limits: &SideLimits,
) -> Result<Option<SuiteChange>, CliError> {
    if game.suites().is_empty() {
        return Ok(None);
    }
    let dir = tempfile::tempdir().map_err(|error| CliError::file("weights", error))?;
    let start: Vec<i32> = params.iter().map(|param| param.start).collect();
    let program = game.arena().weights();
    let player = |name: &str, weights: &[i32]| {
        let path = dir.path().join(name);
        let text = write_weights(&game.info().id, &program, weights);
        let file = path.display().to_string();
        fs::write(&path, text).map_err(|error| CliError::file(&file, error))?;
        let player = PlayerSpec::named("alphabeta");
        Ok::<_, CliError>(player.or_setting("weights", file).or_setting("hash", 16))
    };
    let players = [player("start", &start)?, player("found", found)?];
    let limits = Limits {
        depth: limits.depth,
        nodes: limits.nodes,
        time: limits.time,
        ..Limits::default()
    };
    let problems = built_in_suite(game, "all")?;
    let bar = bar(
        2 * problems.len() as u64,
        "{pos}/{len} positions  ETA {eta}",
    );
    let change = compare_suites(
        game,
        &problems,
        [&players[0], &players[1]],
        &limits,
        &mut |done| {
            bar.set_position(done as u64);
        },
    );
    bar.finish_and_clear();
    let names = ["start", "found"].map(str::to_owned);
    let [before, after] = names;
    Ok(Some(SuiteChange {
        before,
        after,
        ..change?
    }))
}

/// The groups in lines, and a sentence for each that fell.
pub(super) fn write(change: &SuiteChange, texts: &Texts) -> String {
    let mut text = String::from("\n");
    for group in &change.groups {
        text += &format!(
            "{:<20}  {:>4} -> {:<4} / {}\n",
            group.group, group.before, group.after, group.positions
        );
    }
    for group in change.fallen() {
        let (before, after) = (group.before.to_string(), group.after.to_string());
        let values = [
            ("group", group.group.as_str()),
            ("before", before.as_str()),
            ("after", after.as_str()),
        ];
        text += &format!("{}\n", texts.message("regression-group-fell", &values));
    }
    text
}
