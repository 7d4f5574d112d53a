//! Chess endings in the shape that users of the public tablebase know: category, dtz, dtm, dtc and
//! the moves, best first. As there, distances are signed (a loss is negative) and those of a move
//! are of the position after it, seen by whoever is to move there.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use yomikiri_lab::{AnyGame, Judge, Measured, Place, ProbeReport, View};

use super::read::Asked;
use super::{Answer, answer, run_blocking};
use crate::app::App;
use crate::messages::{ApiError, Ending, EndingMove, TablebaseAnswer};

/// The longest FEN that is read.
const LONGEST_FEN: usize = 200;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct TablebaseAsked {
    /// A position as FEN; `_` may stand for a space.
    fen: String,
}

/// A chess ending.
#[utoipa::path(get, path = "/api/v1/tablebase/standard", tag = "tables", params(TablebaseAsked),
    responses((status = 200, body = TablebaseAnswer), (status = 404, body = crate::messages::ErrorDocument)))]
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
        let game = work.registry.games.lab.open_game("chess")?;
        let fen = asked.fen.replace('_', " ");
        let look = |moves: &str| look(&work, &*game, &fen, moves);
        let (view, report) = look("")?;
        let mut moves = Vec::with_capacity(report.moves.len());
        for mv in &report.moves {
            let (after, known) = look(&mv.text)?;
            let played = after.played.last();
            moves.push(EndingMove {
                uci: mv.text.clone(),
                san: played.map_or(&*mv.text, |mv| mv.in_style("san")).to_owned(),
                zeroing: clock(&after.position) == Some("0"),
                after: ending(&after, &known),
            });
        }
        Ok(TablebaseAnswer {
            here: ending(&view, &report),
            source: report.source,
            moves,
        })
    });
    answer(found.await?)
}

fn look(
    app: &App,
    game: &dyn AnyGame,
    fen: &str,
    moves: &str,
) -> Result<(View, ProbeReport), ApiError> {
    let place = Place {
        position: Some(fen),
        moves,
        judge: Judge::Last,
    };
    let view = game.session(&place)?.view();
    let report = game.tables()?.probe(&app.tables, &place)?;
    Ok((view, report))
}

/// The field of a FEN that counts plies without a capture or pawn's move.
fn clock(fen: &str) -> Option<&str> {
    fen.split(' ').nth(4)
}

fn ending(view: &View, report: &ProbeReport) -> Ending {
    let reason = view.outcome.as_ref().map(|end| end.reason.as_str());
    let measured = report.measured.as_ref();
    let signed = |plies: Option<u32>| match report.answer.value {
        "draw" => None,
        "loss" => plies.map(|plies| -i64::from(plies)),
        _ => plies.map(i64::from),
    };
    let of = |metric: fn(&Measured) -> Option<u32>| signed(measured.and_then(metric));
    let zeroing = |metric: fn(&Measured) -> Option<u32>| match report.answer.value {
        "draw" => Some(0),
        _ => of(metric),
    };
    Ending {
        category: category(report.answer.value, measured.and_then(|of| of.value50)),
        dtz: zeroing(|measured| measured.dtz),
        precise_dtz: zeroing(|measured| measured.precise_dtz),
        dtc: of(|measured| measured.dtc),
        dtm: of(|measured| measured.dtm),
        checkmate: reason == Some("mate"),
        stalemate: reason == Some("stalemate"),
        insufficient_material: reason == Some("insufficient-material"),
        variant_win: false,
        variant_loss: false,
    }
}

/// The value, and what the fifty-move rule leaves of it.
fn category(value: &str, limited: Option<&str>) -> &'static str {
    match (value, limited) {
        ("win", Some("win")) => "win",
        ("win", Some(_)) => "cursed-win",
        ("win", None) => "maybe-win",
        ("loss", Some("loss")) => "loss",
        ("loss", Some(_)) => "blessed-loss",
        ("loss", None) => "maybe-loss",
        _ => "draw",
    }
}
