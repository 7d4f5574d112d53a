//! Building a table from the page, where the server's owner allows it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use yomikiri_lab::AnyGame;

use super::read::{Asked, Body};
use super::{Answer, answer, run_blocking};
use crate::app::App;
use crate::messages::{ApiError, SolveAnswer, SolveRequest};

/// The longest name of a part of a game.
const LONGEST_PART: usize = 60;

/// What building a table would take, and what is built now.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/table/solve", tag = "tables", params(SolveRequest),
    responses((status = 200, body = SolveAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<SolveRequest>,
) -> Answer<SolveAnswer> {
    let work = app.clone();
    let found = run_blocking(&app, move || {
        let (game, what) = open(&work, &asked)?;
        told(&work, &*game, what)
    });
    answer(found.await?)
}

/// Begins to build a table, or goes on where it was stopped. Only where the server allows it.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/table/solve", tag = "tables", request_body = SolveRequest,
    responses((status = 200, body = SolveAnswer), (status = 403, body = crate::messages::ErrorDocument), (status = 409, body = crate::messages::ErrorDocument))))]
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Body(asked): Body<SolveRequest>,
) -> Answer<SolveAnswer> {
    allowed(&app)?;
    let work = app.clone();
    let begun = run_blocking(&app, move || {
        let (game, what) = open(&work, &asked)?;
        let tables = game.tablebase(Some(&work.tables))?;
        let estimate = tables.estimate(what.into())?;
        if !estimate.fits() {
            let message = format!("it does not fit into the server's memory: {estimate}");
            return Err(ApiError::conflict("too_large", message));
        }
        let threads = work.registry.limits.engine_threads.saturating_sub(1).max(1);
        let named = what.map(str::to_owned);
        work.solving
            .start(game.spec().to_owned(), named, threads, tables)?;
        told(&work, &*game, what)
    });
    answer(begun.await?)
}

/// Tells the running solve to save what it has and end.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/table/solve/stop", tag = "tables", request_body = SolveRequest,
    responses((status = 200, body = SolveAnswer), (status = 403, body = crate::messages::ErrorDocument))))]
pub(crate) async fn stop(
    State(app): State<Arc<App>>,
    Body(asked): Body<SolveRequest>,
) -> Answer<SolveAnswer> {
    allowed(&app)?;
    app.solving.stop();
    let work = app.clone();
    let found = run_blocking(&app, move || {
        let (game, what) = open(&work, &asked)?;
        told(&work, &*game, what)
    });
    answer(found.await?)
}

fn allowed(app: &App) -> Result<(), ApiError> {
    match app.allow_solve {
        true => Ok(()),
        false => {
            let message = "visitors may not build tables on this server (see --allow-solve)";
            Err(ApiError::with(
                StatusCode::FORBIDDEN,
                "not_allowed",
                message,
            ))
        }
    }
}

fn open<'a>(
    app: &App,
    asked: &'a SolveRequest,
) -> Result<(Arc<dyn AnyGame>, Option<&'a str>), ApiError> {
    let game = app.registry.games.open(&asked.game)?;
    let what = asked.what.as_deref().filter(|what| !what.is_empty());
    if what.is_some_and(|what| what.len() > LONGEST_PART) {
        let message = format!("what: expected at most {LONGEST_PART} bytes");
        return Err(ApiError::bad("too_large", message));
    }
    Ok((game, what))
}

fn told(app: &App, game: &dyn AnyGame, what: Option<&str>) -> Result<SolveAnswer, ApiError> {
    let tables = game.tablebase(Some(&app.tables))?;
    let estimate = tables.estimate(what.into())?;
    Ok(SolveAnswer {
        allowed: app.allow_solve,
        fits: estimate.fits(),
        estimate,
        job: app.solving.job(),
    })
}
