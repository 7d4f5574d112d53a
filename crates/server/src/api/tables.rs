//! Tables: which there are, what they count, remarkable positions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};
use yomikiri_lab::{AnyGame, AnyTablebase, NoProgress, Property};

use super::read::Asked;
use super::{Answer, answer, run_blocking};
use crate::app::App;
use crate::messages::{ApiError, TablesAnswer};

/// Tables with more positions are counted on the command line, where they hold nobody up.
const LARGEST: u64 = 64_000_000;
/// The longest name of a part of a game.
const LONGEST_PART: usize = 60;
/// The most positions that are listed.
const MOST_FOUND: usize = 100;
/// Answers that are kept; tables do not change.
const KEPT: usize = 200;

/// Answers that took long.
#[derive(Default)]
pub(crate) struct AnswerCache(Mutex<HashMap<String, Value>>);

impl AnswerCache {
    fn get(&self, key: &str) -> Option<Value> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(key)
            .cloned()
    }

    fn put(&self, key: String, value: Value) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, value);
    }
}

/// Whether exact values of a game can be asked for: of all of it, or of some of its parts.
pub(crate) fn has_table(app: &App, game: &dyn AnyGame) -> bool {
    let tables = game.tablebase(Some(&app.tables));
    tables.is_ok_and(|tables| !tables.list().is_empty())
}

/// The command that builds a table of a game, or of some part of it; `None` where there is no way.
pub(crate) fn solve_command(app: &App, game: &dyn AnyGame) -> Option<String> {
    let tables = game.tablebase(Some(&app.tables)).ok()?;
    tables.solve_command()
}

/// The tables that are there.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/tables", tag = "tables",
    responses((status = 200, body = TablesAnswer))))]
pub(crate) async fn tables(State(app): State<Arc<App>>) -> Answer<TablesAnswer> {
    let work = app.clone();
    let tables = run_blocking(&app, move || {
        let mut found = Vec::new();
        for id in work.registry.games.lab.game_ids() {
            let game = work.registry.games.open(id)?;
            let Ok(tables) = game.tablebase(Some(&work.tables)) else {
                continue;
            };
            let tiers = tables.list();
            let infos = tiers.iter().flat_map(|tier| {
                let tier = Some(tier.as_str()).filter(|tier| !tier.is_empty());
                tables.info(tier.into()).unwrap_or_default()
            });
            for mut info in infos {
                // Where the server keeps its files is nobody's business.
                let name = info.file.rsplit('/').next();
                info.file = name.unwrap_or_default().to_owned();
                found.push(info);
            }
        }
        Ok(found)
    });
    answer(TablesAnswer {
        tables: tables.await?,
    })
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct StatsAsked {
    /// The game, with options.
    game: String,
    /// Which part of the game, where tables have parts.
    what: Option<String>,
}

/// The counts of a table.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/table/stats", tag = "tables", params(StatsAsked),
    responses((status = 200, body = yomikiri_lab::TableStats))))]
pub(crate) async fn stats(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<StatsAsked>,
) -> Answer<Value> {
    let StatsAsked { game, what } = asked;
    let count = |tables: &dyn AnyTablebase, what: Option<&str>| {
        let stats = tables.stats(what.into(), 1, false, &NoProgress)?;
        Ok(serde_json::to_value(stats).expect("counts are plain data"))
    };
    let stored = |tables: &dyn AnyTablebase, what: Option<&str>| {
        let stored = tables.stored_stats(what.into(), false)?;
        Ok(stored.map(|stats| serde_json::to_value(stats).expect("counts are plain data")))
    };
    looked_up(&app, "stats", game, what, (stored, count)).await
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct FindAsked {
    /// The game, with options.
    game: String,
    /// Which part of the game, where tables have parts.
    what: Option<String>,
    /// `longest_win`, `only_move`, `zugzwang` or `under_promotion`.
    property: String,
    /// How many, at most 100.
    limit: Option<usize>,
}

/// Remarkable positions of a table.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/table/find", tag = "tables", params(FindAsked),
    responses((status = 200, body = yomikiri_lab::FindReport))))]
pub(crate) async fn find(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<FindAsked>,
) -> Answer<Value> {
    let property = match asked.property.as_str() {
        "longest_win" => Property::LongestWin,
        "only_move" => Property::OnlyMove,
        "zugzwang" => Property::Zugzwang,
        "under_promotion" => Property::UnderPromotion,
        other => {
            let other: String = other.chars().take(40).collect();
            let message = format!(
                "expected longest_win, only_move, zugzwang or under_promotion, got {other:?}"
            );
            return Err(ApiError::bad("bad_query", message));
        }
    };
    let most = asked.limit.unwrap_or(10).clamp(1, MOST_FOUND);
    let kind = format!("find {} {most}", asked.property);
    let FindAsked { game, what, .. } = asked;
    let find = move |tables: &dyn AnyTablebase, what: Option<&str>| {
        let wanted = (property, most);
        let found = tables.find(what.into(), wanted, 1, &NoProgress)?;
        Ok(serde_json::to_value(found).expect("findings are plain data"))
    };
    looked_up(
        &app,
        &kind,
        game,
        what,
        (|_: &_, _: Option<&str>| Ok(None), find),
    )
    .await
}

/// Takes an answer from those kept, or from what is stored on disk, or works it out, one at a time.
async fn looked_up<S, W>(
    app: &Arc<App>,
    kind: &str,
    game: String,
    what: Option<String>,
    (stored, work): (S, W),
) -> Answer<Value>
where
    S: FnOnce(&dyn AnyTablebase, Option<&str>) -> Result<Option<Value>, ApiError> + Send + 'static,
    W: FnOnce(&dyn AnyTablebase, Option<&str>) -> Result<Value, ApiError> + Send + 'static,
{
    let game = app.registry.games.open(&game)?;
    let what = what.filter(|what| !what.is_empty());
    if what.as_ref().is_some_and(|what| what.len() > LONGEST_PART) {
        let message = format!("what: expected at most {LONGEST_PART} bytes");
        return Err(ApiError::bad("too_large", message));
    }
    let key = format!("{kind} {} {what:?}", game.spec());
    if let Some(kept) = app.answers.get(&key) {
        return answer(kept);
    }
    let _turn = app.counting.lock().await;
    if let Some(kept) = app.answers.get(&key) {
        return answer(kept);
    }
    let (worker, name) = (Arc::clone(app), key.clone());
    let value = run_blocking(app, move || {
        let tables = game.tablebase(Some(&worker.tables))?;
        if let Some(value) = stored(&*tables, what.as_deref())? {
            worker.answers.put(name, value.clone());
            return Ok(value);
        }
        let infos = tables.info(what.as_deref().into())?;
        let slots: u64 = infos.iter().map(|info| info.size).sum();
        if slots > LARGEST {
            let command = format!("yomikiri table stats '{}'", game.spec());
            let message =
                format!("the table has {slots} positions, too many to count here; run `{command}`");
            return Err(ApiError::bad("too_large", message).detail(json!({ "command": command })));
        }
        let value = work(&*tables, what.as_deref())?;
        worker.answers.put(name, value.clone());
        Ok(value)
    });
    answer(value.await?)
}
