//! Endings in the shape that users of the public tablebase know: category, dtz, dtm, dtc and
//! the moves, best first. As there, distances are signed (a loss is negative) and those of a move
//! are of the position after it, from the view of the side to move there.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use yomikiri_lab::{AnyGame, Place, Probing, Value};

use super::read::Asked;
use super::{Answer, answer, run_blocking};
use crate::app::App;
use crate::messages::{ApiError, Ending, EndingMove, TablebaseAnswer};

/// The longest FEN that is read.
const LONGEST_FEN: usize = 200;

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct TablebaseAsked {
    /// A position as FEN; `_` may stand for a space.
    fen: String,
}

/// An ending in the form of the public tablebase.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/tablebase/standard", tag = "tables", params(TablebaseAsked),
    responses((status = 200, body = TablebaseAnswer), (status = 404, body = crate::messages::ErrorDocument))))]
pub(crate) async fn standard(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<TablebaseAsked>,
) -> Answer<TablebaseAnswer> {
    if asked.fen.len() > LONGEST_FEN {
        let message = format!("expected a FEN of at most {LONGEST_FEN} letters");
        return Err(ApiError::bad("too_large", message));
    }
    let work = app.clone();
    let found = run_blocking(&app, move || {
        let game = served_game(&work)?;
        let fen = asked.fen.replace('_', " ");
        let tables = game.tablebase(Some(&work.tables))?;
        let report = tables.probe_successors(&Place::at(Some(&fen)))?;
        let moves = report.moves.iter().map(|(mv, after)| EndingMove {
            uci: mv.text.clone(),
            san: mv.in_style("san").to_owned(),
            zeroing: clock(&after.position) == Some("0"),
            after: ending(after),
        });
        Ok(TablebaseAnswer {
            moves: moves.collect(),
            here: ending(&report.here),
            source: report.here.source.word(),
        })
    });
    answer(found.await?)
}

/// The game whose endings the public tablebase serves.
fn served_game(app: &App) -> Result<Arc<dyn AnyGame>, ApiError> {
    let games = &app.registry.games;
    for id in games.lab.game_ids() {
        let game = games.open(id)?;
        if game.profile().public_tablebase {
            return Ok(game);
        }
    }
    let message = "no game of this server has such a tablebase";
    Err(ApiError::with(StatusCode::NOT_FOUND, "no_table", message))
}

/// The field of a FEN that counts plies without a capture or pawn's move.
fn clock(fen: &str) -> Option<&str> {
    fen.split(' ').nth(4)
}

fn ending(of: &Probing) -> Ending {
    let value = of.answer.value;
    let metrics = of.metrics.unwrap_or_default();
    let signed = |plies: Option<u32>| match value {
        Value::Draw => None,
        Value::Loss => plies.map(|plies| -i64::from(plies)),
        Value::Win => plies.map(i64::from),
    };
    let zeroing = |plies: Option<u32>| match value {
        Value::Draw => Some(0),
        _ => signed(plies),
    };
    Ending {
        category: category(value, metrics.value50),
        dtz: zeroing(metrics.dtz),
        precise_dtz: zeroing(metrics.precise_dtz),
        dtc: signed(metrics.dtc),
        dtm: signed(metrics.dtm),
        checkmate: of.ended == Some("mate"),
        stalemate: of.ended == Some("stalemate"),
        insufficient_material: of.ended == Some("insufficient-material"),
        variant_win: false,
        variant_loss: false,
    }
}

/// The value, and what the fifty-move rule leaves of it.
fn category(value: Value, limited: Option<Value>) -> &'static str {
    match (value, limited) {
        (Value::Win, Some(Value::Win)) => "win",
        (Value::Win, Some(_)) => "cursed-win",
        (Value::Win, None) => "maybe-win",
        (Value::Loss, Some(Value::Loss)) => "loss",
        (Value::Loss, Some(_)) => "blessed-loss",
        (Value::Loss, None) => "maybe-loss",
        (Value::Draw, _) => "draw",
    }
}
