//! Problems that come with a game, and whether moves solve them.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use yomikiri_lab::{AnyGame, LabError, read_problems};

use super::read::{Asked, Body};
use super::{Answer, answer, run_blocking};
use crate::app::App;
use crate::messages::{ApiError, ProblemAnswer, ProblemCollection, ProblemRequest, ProblemsAnswer};
use crate::validate;

/// The most cells that a problem is about: those of the largest board.
const MOST_CELLS: usize = 1_000;

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct ProblemsAsked {
    /// The game.
    game: String,
}

/// The problems that come with a game.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/problems", tag = "positions", params(ProblemsAsked),
    responses((status = 200, body = ProblemsAnswer))))]
pub(crate) async fn problems(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<ProblemsAsked>,
) -> Answer<ProblemsAnswer> {
    let work = app.clone();
    let collections = run_blocking(&app, move || {
        let game = work.registry.games.open(&asked.game)?;
        Ok(collections(&*game)?)
    });
    answer(ProblemsAnswer {
        collections: collections.await?,
    })
}

fn collections(game: &dyn AnyGame) -> Result<Vec<ProblemCollection>, LabError> {
    let profile = game.profile();
    let format = profile.records.formats.first().copied().unwrap_or("json");
    let all = profile.problems.iter();
    let read = all.map(|(name, text)| {
        Ok(ProblemCollection {
            name: (*name).to_owned(),
            problems: read_problems(game, format, text.as_bytes())?,
        })
    });
    read.collect()
}

/// Whether a move solves a problem, and what refutes it.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/problem", tag = "positions", request_body = ProblemRequest,
    responses((status = 200, body = ProblemAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn problem(
    State(app): State<Arc<App>>,
    Body(asked): Body<ProblemRequest>,
) -> Answer<ProblemAnswer> {
    let work = app.clone();
    let judged = run_blocking(&app, move || judge(&work, &asked));
    answer(judged.await?)
}

fn judge(app: &App, asked: &ProblemRequest) -> Result<ProblemAnswer, ApiError> {
    let ProblemRequest {
        place,
        goal,
        target,
        played,
    } = asked;
    if target.len() > MOST_CELLS {
        let message = format!(
            "target: expected at most {MOST_CELLS} cells, got {}",
            target.len()
        );
        return Err(ApiError::bad("too_large", message));
    }
    validate::place(None, std::slice::from_ref(played))?;
    let game = app.registry.games.open_at(place)?;
    let moves = place.moves.join(" ");
    let mut session = game.session(&validate::place_at(place, &moves))?;
    let judged = session.judge_problem(goal, target, played)?;
    session.play(played)?;
    let refutation = judged.as_ref().and_then(|judged| judged.refutation.clone());
    if let Some(answer) = &refutation {
        session.play(&answer.text)?;
    }
    Ok(ProblemAnswer {
        right: judged.map(|judged| judged.right),
        refutation,
        view: session.view(),
    })
}
