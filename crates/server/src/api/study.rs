//! Looking at positions and games without a room.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use yomikiri_lab::{
    AnyGame, AnySession, AnyTablebase, BookPolicy, LabError, Limits, MoveView, Observer, Place,
    PlayerSpec, ProbeReport, ProbedMove, StopFlag, Value,
};

use super::games::language;
use super::read::Body;
use super::tables::has_table;
use super::{Answer, answer, run_blocking, run_stoppable};
use crate::app::App;
use crate::messages::{
    ApiError, BookAnswer, BookRequest, ComposeAnswer, ComposeRequest, ExplainAnswer, LayerAnswer,
    LayerRequest, LookAnswer, LookRequest, MoveClass, PlaceRequest, RefusalsAnswer,
    RefusalsRequest, ReviewAnswer, ReviewedPly,
};
use crate::validate;

/// The most moves of a game that is looked through: each is a question to a table or an engine.
const LONGEST_REVIEW: usize = 600;
/// Positions an engine visits for each move of a game without a table.
const REVIEW_NODES: u64 = 5_000;
/// Moves of a line that shows what was better, or what a mistake leads to; fewer where nobody wins.
const LINE: usize = 8;
const DRAWN_LINE: usize = 4;
/// The longest look through a game; what is left then has no judgement.
const REVIEW_TIME: Duration = Duration::from_secs(8);

/// Everything to be seen of a position.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/look", tag = "positions", request_body = LookRequest,
    responses((status = 200, body = LookAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Body(LookRequest { place, turn }): Body<LookRequest>,
) -> Answer<LookAnswer> {
    let work = app.clone();
    let found = run_blocking(&app, move || {
        let (game, moves) = open(&work, &place)?;
        let mut session = game.session(&validate::place_at(&place, &moves))?;
        if let Some(side) = turn {
            session.give_turn(side)?;
        }
        let rights = match game.profile().rights {
            [] => Vec::new(),
            _ => game.rights(Some(&session.position()))?,
        };
        let options = game.info().options.iter();
        let options = options.map(|option| (option.key.clone(), option.value.clone()));
        Ok(LookAnswer {
            view: session.view(),
            rights,
            options: options.collect(),
        })
    });
    answer(found.await?)
}

/// The most pieces of one kind in hand on an edited board.
const MOST_IN_HAND: usize = 1_000;

/// An edited board as the text of a position.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/compose", tag = "positions", request_body = ComposeRequest,
    responses((status = 200, body = ComposeAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn compose(
    State(app): State<Arc<App>>,
    Body(asked): Body<ComposeRequest>,
) -> Answer<ComposeAnswer> {
    let ComposeRequest { game, board } = asked;
    validate::place(board.origin.as_deref(), &[])?;
    let held = board.hands.iter().flat_map(|hand| hand.values());
    if let Some(count) = held.copied().find(|&count| count > MOST_IN_HAND) {
        let message = format!("hands: expected at most {MOST_IN_HAND} of a kind, got {count}");
        return Err(ApiError::bad("too_large", message));
    }
    let work = app.clone();
    let composed = run_blocking(&app, move || {
        let game = work.registry.games.open(&game)?;
        let position = game.compose(&board)?;
        Ok(ComposeAnswer { position })
    });
    answer(composed.await?)
}

/// The exact value of a position and of each move.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/probe", tag = "positions", request_body = PlaceRequest,
    responses((status = 200, body = ProbeReport), (status = 404, body = crate::messages::ErrorDocument))))]
pub(crate) async fn probe(
    State(app): State<Arc<App>>,
    Body(asked): Body<PlaceRequest>,
) -> Answer<ProbeReport> {
    let work = app.clone();
    let report = run_blocking(&app, move || {
        let (game, moves) = open(&work, &asked)?;
        Ok(game
            .tablebase(Some(&work.tables))?
            .probe_line(&validate::place_at(&asked, &moves))?)
    });
    answer(report.await?)
}

/// A teaching layer over a position.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/layer", tag = "positions", request_body = LayerRequest,
    responses((status = 200, body = LayerAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn layer(
    State(app): State<Arc<App>>,
    Body(asked): Body<LayerRequest>,
) -> Answer<LayerAnswer> {
    let LayerRequest { place, layer } = asked;
    let overlay = ask(app, place, move |session| session.overlay(&layer));
    answer(LayerAnswer {
        overlay: overlay.await?,
    })
}

/// What the last move did, what would have been better, and who is ahead by an estimate.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/explain", tag = "positions", request_body = PlaceRequest,
    responses((status = 200, body = ExplainAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn explain(
    State(app): State<Arc<App>>,
    Body(place): Body<PlaceRequest>,
) -> Answer<ExplainAnswer> {
    let explanation = ask(app, place, move |session| Ok(session.explain()));
    answer(ExplainAnswer {
        explanation: explanation.await?,
    })
}

/// What the opening book of the game says: moves with their games, the name of the opening.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/book", tag = "positions", request_body = BookRequest,
    responses((status = 200, body = BookAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn book(
    State(app): State<Arc<App>>,
    Body(asked): Body<BookRequest>,
) -> Answer<BookAnswer> {
    let BookRequest { place, lang } = asked;
    let lang = language(lang.as_deref().unwrap_or("en"))?;
    let work = app.clone();
    let found = run_blocking(&app, move || {
        let (game, moves) = open(&work, &place)?;
        let Some(book) = work.registry.books.of(&*game)? else {
            return Ok(BookAnswer { book: None });
        };
        let place = validate::place_at(&place, &moves);
        let policy = BookPolicy::default();
        let shown = game.books().show(&book, &place, &policy, lang)?;
        Ok(BookAnswer { book: Some(shown) })
    });
    answer(found.await?)
}

/// Why a piece may not go where somebody wants it to go.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/refusals", tag = "positions", request_body = RefusalsRequest,
    responses((status = 200, body = RefusalsAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn refusals(
    State(app): State<Arc<App>>,
    Body(asked): Body<RefusalsRequest>,
) -> Answer<RefusalsAnswer> {
    let RefusalsRequest { place, from } = asked;
    let refusals = ask(app, place, move |session| Ok(session.refusals(from)));
    answer(RefusalsAnswer {
        refusals: refusals.await?,
    })
}

/// The value of every position of a game, and what each move did to it.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/review", tag = "positions", request_body = PlaceRequest,
    responses((status = 200, body = ReviewAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn review(
    State(app): State<Arc<App>>,
    Body(asked): Body<PlaceRequest>,
) -> Answer<ReviewAnswer> {
    let work = app.clone();
    let reviewed = run_stoppable(&app, move |stop| {
        let (game, _) = open(&work, &asked)?;
        if asked.moves.len() > LONGEST_REVIEW {
            let message = format!("expected at most {LONGEST_REVIEW} moves to look through");
            return Err(ApiError::bad("too_large", message));
        }
        if has_table(&work, &*game) {
            let review = by_table(&work, &*game, &asked, stop)?;
            // Of a game in parts the tables may reach none of the positions.
            if review.plies.iter().any(|ply| ply.value.is_some()) {
                return Ok(review);
            }
        }
        by_engine(&*game, &asked, stop)
    });
    answer(reviewed.await?)
}

fn by_table(
    app: &App,
    game: &dyn AnyGame,
    asked: &PlaceRequest,
    stop: &StopFlag,
) -> Result<ReviewAnswer, ApiError> {
    let tables = game.tablebase(Some(&app.tables))?;
    let mut session = game.session(&Place::at(asked.position.as_deref()))?;
    let mut plies: Vec<ReviewedPly> = Vec::new();
    let mut before: Option<ProbeReport> = None;
    for ply in 0..=asked.moves.len() {
        if stop.stop() {
            // Nobody hears the rest.
            break;
        }
        let moves = asked.moves[..ply].join(" ");
        let here = validate::place_at(asked, &moves);
        let last = match ply.checked_sub(1) {
            Some(last) => play_on(&mut *session, &asked.moves[last])?,
            None => None,
        };
        let report = match tables.probe(&here) {
            Ok(report) => Some(report),
            // Finished games are not in every table, and not every part of a game may be solved.
            Err(LabError::Table(_) | LabError::NoTable { .. } | LabError::NotCovered { .. }) => {
                None
            }
            Err(error) => return Err(error.into()),
        };
        let class = last
            .zip(before.as_ref())
            .and_then(|(last, before)| classify(before, &last.text));
        let mut line = Vec::new();
        if let Some(MoveClass::ToDraw | MoveClass::Loses) = class {
            if let (Some(before), Some(shown)) = (&before, plies.last_mut()) {
                shown.line = best_line(&*tables, game, before, stop)?;
            }
            if let Some(report) = &report {
                line = best_line(&*tables, game, report, stop)?;
            }
        }
        plies.push(ReviewedPly {
            ply,
            side: session.turn(),
            value: report.as_ref().map(|report| report.answer.value),
            distance: report.as_ref().and_then(|report| report.answer.distance),
            points: None,
            best: report.as_ref().and_then(|report| {
                let best = &report.moves.first()?.text;
                let legal = session.position_view().legal;
                legal.into_iter().find(|mv| mv.text == *best)
            }),
            line,
            class,
        });
        before = report;
    }
    Ok(ReviewAnswer {
        source: "table".to_owned(),
        plies,
    })
}

/// Best play from a position for some moves.
fn best_line(
    tables: &dyn AnyTablebase,
    game: &dyn AnyGame,
    from: &ProbeReport,
    stop: &StopFlag,
) -> Result<Vec<MoveView>, ApiError> {
    let most = match from.answer.value {
        Value::Draw => DRAWN_LINE,
        _ => LINE,
    };
    let mut session = game.session(&Place::at(Some(&from.position)))?;
    let mut line = Vec::new();
    let mut best = from.moves.first().map(|mv| mv.text.clone());
    while let Some(text) = best.filter(|_| line.len() < most && !stop.stop()) {
        line.extend(session.try_play(&[&text])?.moves);
        // The end of a game, or of what the tables cover, is the end of the line.
        let next = match session.is_over() {
            true => None,
            false => tables.probe(&Place::at(Some(&session.position()))).ok(),
        };
        best = next.and_then(|next| Some(next.moves.first()?.text.clone()));
    }
    Ok(line)
}

/// What a move did, by the values of all moves there.
fn classify(before: &ProbeReport, played: &str) -> Option<MoveClass> {
    let played = before.moves.iter().find(|mv| mv.text == played)?;
    let best = before.moves.first()?;
    let value = |mv: &ProbedMove| mv.answer.value;
    let moves = before.moves.iter();
    let same = moves.filter(|mv| value(mv) == value(best)).count();
    Some(match (value(best), value(played)) {
        (best, Value::Loss) if best > Value::Loss => MoveClass::Loses,
        (best, own) if own < best => MoveClass::ToDraw,
        (Value::Win, _) if played.answer.distance > best.answer.distance => MoveClass::Slower,
        _ if same == 1 && before.moves.len() > 1 => MoveClass::Only,
        _ => MoveClass::Keeps,
    })
}

fn by_engine(
    game: &dyn AnyGame,
    asked: &PlaceRequest,
    stop: &mut StopFlag,
) -> Result<ReviewAnswer, ApiError> {
    let usual = game.usual_engine();
    let engine = usual.and_then(|name| {
        let info = game.info().players.iter().find(|info| info.name == name)?;
        let takes = |key: &&(&str, u64)| info.settings.iter().any(|own| own == key.0);
        let settings = [("nodes", REVIEW_NODES), ("hash", 4)];
        let spec = PlayerSpec::named(name);
        Some(
            settings
                .iter()
                .filter(takes)
                .fold(spec, |spec, &(key, value)| spec.or_setting(key, value)),
        )
    });
    let begun = Instant::now();
    let limits = Limits {
        time: Some(Duration::from_millis(500)),
        ..Limits::default()
    };
    let mut session = game.session(&Place::at(asked.position.as_deref()))?;
    let mut plies = Vec::new();
    for ply in 0..=asked.moves.len() {
        if stop.stop() {
            // Nobody hears the rest.
            break;
        }
        let in_time = begun.elapsed() < REVIEW_TIME && !session.is_over();
        let report = match engine.as_ref().filter(|_| in_time) {
            Some(engine) => Some(session.think(engine, &limits, stop)?),
            None => None,
        };
        let line = report.and_then(|report| report.lines.into_iter().next());
        let best = line.as_ref().and_then(|line| line.moves.first().cloned());
        let ways = line.as_ref().map_or(&[][..], |line| &line.moves);
        let shown: Vec<MoveView> = match asked.moves.get(ply) == best.as_ref().map(|mv| &mv.text) {
            true => Vec::new(),
            false => ways.iter().take(LINE).cloned().collect(),
        };
        let score = line.and_then(|line| line.score);
        plies.push(ReviewedPly {
            ply,
            side: session.turn(),
            value: score.as_ref().and_then(|score| score.value),
            distance: score.as_ref().and_then(|score| score.distance),
            points: score.and_then(|score| score.points),
            best,
            line: shown,
            class: None,
        });
        if let Some(mv) = asked.moves.get(ply) {
            play_on(&mut *session, mv)?;
        }
    }
    Ok(ReviewAnswer {
        source: engine.map_or_else(String::new, |engine| engine.name().to_owned()),
        plies,
    })
}

/// Plays a move of a game that is looked through; play that had stopped goes on.
fn play_on(session: &mut dyn AnySession, mv: &str) -> Result<Option<MoveView>, LabError> {
    if session.is_stopped() {
        session.resume_play()?;
    }
    Ok(session.try_play(&[mv])?.moves.pop())
}

/// Asks a game as it stands at a place.
async fn ask<T: Send + 'static>(
    app: Arc<App>,
    asked: PlaceRequest,
    question: impl FnOnce(&dyn AnySession) -> Result<T, LabError> + Send + 'static,
) -> Result<T, ApiError> {
    let work = app.clone();
    let answer = run_blocking(&app, move || {
        let (game, moves) = open(&work, &asked)?;
        Ok(question(
            &*game.session(&validate::place_at(&asked, &moves))?,
        )?)
    });
    answer.await
}

fn open(app: &App, asked: &PlaceRequest) -> Result<(Arc<dyn AnyGame>, String), ApiError> {
    let game = app.registry.games.open_at(asked)?;
    Ok((game, asked.moves.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_lab::{Answer, Source, Unit};

    fn report(moves: &[(&str, Value, Option<u32>)]) -> ProbeReport {
        let answer = |value, distance| Answer { value, distance };
        ProbeReport {
            line: None,
            metrics: None,
            position: String::new(),
            answer: answer(moves[0].1, moves[0].2),
            unit: Unit::Plies,
            source: Source::Table,
            moves: moves
                .iter()
                .map(|&(text, value, distance)| ProbedMove {
                    metrics: None,
                    text: text.to_owned(),
                    answer: answer(value, distance),
                })
                .collect(),
        }
    }

    #[test]
    fn moves_are_classed_by_what_they_throw_away() {
        let won = report(&[
            ("a", Value::Win, Some(3)),
            ("b", Value::Win, Some(5)),
            ("c", Value::Draw, None),
            ("d", Value::Loss, Some(4)),
        ]);
        for (mv, class) in [
            ("a", MoveClass::Keeps),
            ("b", MoveClass::Slower),
            ("c", MoveClass::ToDraw),
            ("d", MoveClass::Loses),
        ] {
            assert_eq!(classify(&won, mv), Some(class), "{mv}");
        }
        assert_eq!(classify(&won, "x"), None);
        let drawn = report(&[("a", Value::Draw, None), ("b", Value::Loss, Some(2))]);
        assert_eq!(classify(&drawn, "a"), Some(MoveClass::Only));
        assert_eq!(classify(&drawn, "b"), Some(MoveClass::Loses));
        let forced = report(&[("a", Value::Loss, Some(2))]);
        assert_eq!(classify(&forced, "a"), Some(MoveClass::Keeps));
    }
}
