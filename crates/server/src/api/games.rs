//! The games there are, and what they are called.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use yomikiri_lab::{
    AnyGame, Diagram, EditedBoard, HandEntry, Lang, Lesson, Piece, Place, Side, levels,
    rule_sections,
};

use super::first_messages::is_first;
use super::kept::{self, Kept};
use super::read::Asked;
use super::tables::{has_table, solve_command};
use super::{Answer, answer, run_blocking};
use crate::app::App;
use crate::assets::is_file;
use crate::messages::{
    ApiError, GameEntry, GamesAnswer, LayerEntry, LessonEntry, MessagesAnswer, RightEntry,
    RulesAnswer,
};

/// All games with their options, players, levels and layers.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/games", tag = "games",
    responses((status = 200, body = GamesAnswer))))]
pub(crate) async fn games(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // Everything but the tables stays as it is while the server runs.
    let source = kept::fingerprint(&app.tables);
    if let Some(kept) = app.documents.get("games", source) {
        return Ok(kept.answer(&headers));
    }
    let work = app.clone();
    let kept = run_blocking(&app, move || {
        let entry = |id: &str| {
            let game = work.registry.games.open(id)?;
            let has_table = has_table(&work, &*game);
            let tables = game.tablebase(Some(&work.tables)).ok();
            let parts = tables.and_then(|tables| tables.tiers());
            let profile = game.profile();
            let right = |&(id, name): &(&'static str, &'static str)| RightEntry { id, name };
            let lesson = |lesson: &Lesson| LessonEntry {
                position: lesson.position,
                task: lesson.task.name(),
                square: lesson.square,
                options: lesson.options,
            };
            let layer = |id: &str| LayerEntry {
                id: id.to_owned(),
                name: format!("layer-{id}"),
            };
            Ok(GameEntry {
                info: game.info().clone(),
                // Whoever plays from a table needs one for the whole game.
                levels: levels(&*game, has_table && parts.is_none()),
                has_table,
                solve: solve_command(&work, &*game),
                parts,
                layers: game.layers().into_iter().map(layer).collect(),
                formats: game.formats(),
                staged_turns: profile.staged_turns,
                composes: composes(&*game)?,
                rights: profile.rights.iter().map(right).collect(),
                drawing: drawing(&*game),
                sides: profile.identity.sides,
                notation: profile.identity.notation.iter().copied().collect(),
                minutes: profile.identity.minutes,
                difficulty: profile.identity.difficulty,
                picture: picture(&*game)?,
                lessons: profile.lessons.iter().map(lesson).collect(),
                explains: game.explains(),
                problems: !profile.problems.is_empty(),
            })
        };
        let ids = work.registry.games.lab.game_ids();
        let games = ids.map(entry).collect::<Result<Vec<_>, ApiError>>()?;
        let share = work.share.clone();
        let answer = GamesAnswer { games, share };
        let kept = Arc::new(Kept::new(source, answer));
        work.documents.put("games", Arc::clone(&kept));
        Ok(kept)
    });
    Ok(kept.await?.answer(&headers))
}

/// The module that draws a game: the declared one, or one called like the game.
fn drawing(game: &dyn AnyGame) -> String {
    let id = &*game.info().id;
    let named = game.profile().drawing.unwrap_or(id);
    match is_file(&format!("games/{named}/draw.js")) {
        true => named.to_owned(),
        false => "neutral".to_owned(),
    }
}

/// The board that shows a game in lists.
fn picture(game: &dyn AnyGame) -> Result<Diagram, ApiError> {
    let position = game.profile().identity.picture;
    let place = Place::at(Some(position).filter(|position| !position.is_empty()));
    Ok(game.session(&place)?.position_view().diagram)
}

/// Whether a board of the game can be made a position: its first one is tried.
fn composes(game: &dyn AnyGame) -> Result<bool, ApiError> {
    let view = game.session(&Place::default())?.position_view();
    let letter = |cell: &Option<Piece>| cell.as_ref().map_or("", |piece| &*piece.letter).to_owned();
    let hand = |held: &Vec<HandEntry>| {
        let held = held.iter();
        held.map(|entry| (entry.piece.letter.clone(), entry.count))
            .collect()
    };
    let board = EditedBoard {
        cells: view.diagram.cells.iter().map(letter).collect(),
        hands: [hand(&view.diagram.hands[0]), hand(&view.diagram.hands[1])],
        second_to_move: view.side == Side::Second,
        rights: Vec::new(),
        origin: None,
    };
    Ok(game.compose(&board).is_ok())
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct MessagesAsked {
    /// `first`: those of the lobby; `rest`: the others. Without it all.
    #[cfg_attr(feature = "schema", param(inline))]
    part: Option<Part>,
}

/// A part of the messages.
#[derive(Copy, Clone, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum Part {
    First,
    Rest,
}

/// The messages of a language.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/messages/{lang}", tag = "games",
    params(("lang" = String, Path, description = "en, ja or zh"), MessagesAsked),
    responses((status = 200, body = MessagesAnswer))))]
pub(crate) async fn messages(
    State(app): State<Arc<App>>,
    Path(lang): Path<String>,
    Asked(MessagesAsked { part }): Asked<MessagesAsked>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let lang = language(&lang)?;
    let name = match part {
        None => lang.code().to_owned(),
        Some(Part::First) => format!("{}-first", lang.code()),
        Some(Part::Rest) => format!("{}-rest", lang.code()),
    };
    if let Some(kept) = app.documents.get(&name, 0) {
        return Ok(kept.answer(&headers));
    }
    let work = app.clone();
    let kept = run_blocking(&app, move || {
        let texts = work.registry.games.lab.texts(lang);
        let mut answer = MessagesAnswer {
            lang: lang.code().to_owned(),
            messages: texts.patterns(),
            singular: texts.singulars(),
        };
        if let Some(part) = part {
            let games: Vec<&str> = work.registry.games.lab.game_ids().collect();
            let wanted = |id: &str| is_first(id, &games) == (part == Part::First);
            answer.messages.retain(|id, _| wanted(id));
            answer.singular.retain(|id, _| wanted(id));
        }
        let kept = Arc::new(Kept::new(0, answer));
        work.documents.put(&name, Arc::clone(&kept));
        Ok(kept)
    });
    Ok(kept.await?.answer(&headers))
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct RulesAsked {
    /// The game.
    game: String,
    /// `en`, `ja` or `zh`.
    lang: Option<String>,
}

/// The rules of a game for people.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/rules", tag = "games", params(RulesAsked),
    responses((status = 200, body = RulesAnswer))))]
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<RulesAsked>,
) -> Answer<RulesAnswer> {
    let lang = language(asked.lang.as_deref().unwrap_or("en"))?;
    let work = app.clone();
    let sections = run_blocking(&app, move || {
        let game = work.registry.games.open(&asked.game)?;
        Ok(rule_sections(&*game, work.registry.games.lab.texts(lang))?)
    });
    answer(RulesAnswer {
        sections: sections.await?,
    })
}

pub(super) fn language(code: &str) -> Result<Lang, ApiError> {
    let known = Lang::ALL.into_iter().find(|known| known.code() == code);
    known.ok_or_else(|| {
        let message = "expected en, ja or zh";
        ApiError::with(StatusCode::NOT_FOUND, "unknown_language", message)
    })
}
