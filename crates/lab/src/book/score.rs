//! Scores of an engine beside the counts of games.

use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_book::{Book, Standing};
use yomikiri_game_api::{Limits, Notation, Picture, Value};

use super::{ScoreOrder, ScoreReport, book_error};
use crate::definition::ErasedGame;
use crate::view::ScoreView;
use crate::{AnyGame, LabError, NoObserver, Place, PlayerSpec};

/// A won game in points; every ply less is a point more.
const WON: i32 = 30_000;

/// Scores the moves of a book, those that most games went through first. What is done is kept, also when `stop` ends it.
pub(super) fn score<G: Notation + Picture>(
    game: &ErasedGame<G>,
    book: &mut Book,
    order: &ScoreOrder,
    stop: &AtomicBool,
) -> Result<ScoreReport, LabError> {
    let engine = game.usual_engine().ok_or_else(|| {
        let told = format!("{} has no engine that could score moves", game.spec());
        LabError::Usage(told)
    })?;
    let player = PlayerSpec::named(engine);
    let takes_hash = game
        .info()
        .players
        .iter()
        .any(|info| info.name == engine && info.settings.iter().any(|key| key == "hash"));
    let player = match takes_hash {
        true => player.or_setting("hash", 16),
        false => player,
    };
    if let Some(margin) = order.margin {
        book.set_number("margin", margin.into())
            .map_err(book_error)?;
    }
    let todo = book.by_visits(order.resume).map_err(book_error)?;
    let most = order.most.unwrap_or(u64::MAX);
    let mut scored = 0;
    for (at, mv) in &todo {
        if scored >= most || stop.load(Ordering::Relaxed) {
            break;
        }
        let mut session = game.session(&Place {
            position: Some(&at.position),
            moves: mv,
            ..Place::default()
        })?;
        let mover = game.session(&Place::at(Some(&at.position)))?.turn();
        let (score, depth, table) = match session.outcome() {
            Some(outcome) => {
                let standing = match outcome.winner {
                    None => Standing::Draw,
                    Some(winner) if winner == mover => Standing::Win,
                    Some(_) => Standing::Loss,
                };
                let points = [-WON, 0, WON][standing as usize];
                (Some(points), Some(1), Some(standing))
            }
            None => {
                let limits = Limits {
                    nodes: Some(order.nodes),
                    ..Limits::default()
                };
                let report = session.think(&player, &limits, &mut NoObserver)?;
                let points = report
                    .lines
                    .first()
                    .and_then(|line| line.score.as_ref())
                    .map(points);
                let sign = if session.turn() == mover { 1 } else { -1 };
                // An engine without an opinion has looked at it all the same.
                (
                    Some(points.unwrap_or(0) * sign),
                    Some(report.depth + 1),
                    None,
                )
            }
        };
        book.set_score(at, mv, score, depth, table)
            .map_err(book_error)?;
        scored += 1;
    }
    Ok(ScoreReport {
        scored,
        left: todo.len() as u64 - scored,
    })
}

/// A score in points for the side to move.
fn points(score: &ScoreView) -> i32 {
    let far = score.distance.unwrap_or(0).min(1000) as i32;
    match score.value {
        Some(Value::Win) => WON - far,
        Some(Value::Loss) => far - WON,
        _ => score.points.unwrap_or(0),
    }
}
