//! Puzzles for games without a table: positions of random games in which a search finds a win, and only
//! one move that wins, or of which the game itself makes a problem. The same number gives the same puzzle on every machine.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use yomikiri_lab::{
    AnyGame, AnySession, Limits, LineView, Observer, Place, PlayerSpec, SplitMix64, StopFlag, Value,
};

use super::read::Asked;
use super::{Answer, answer, run_stoppable};
use crate::app::App;
use crate::messages::{ApiError, Puzzle, PuzzleAnswer};

/// The player that looks for wins.
const PLAYER: &str = "alphabeta";
/// Positions it visits to find a win, and to be sure that no other move wins.
const GLANCE: u64 = 1_500;
const PROOF: u64 = 20_000;
/// Positions of random games that are looked at, and moves of such a game.
const MOST_LOOKS: usize = 80;
const LONGEST_GAME: usize = 120;
/// The first moves of a game have no puzzles.
const OPENING: usize = 4;
/// The longest win that people are asked to find, in plies.
const LONGEST_WIN: u32 = 7;

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct PuzzleAsked {
    /// The game, with options.
    game: String,
    /// Which puzzle: any number; each has its own.
    number: u64,
}

/// A position with one winning move, found by a search.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/puzzle", tag = "positions", params(PuzzleAsked),
    responses((status = 200, body = PuzzleAnswer))))]
pub(crate) async fn puzzle(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<PuzzleAsked>,
) -> Answer<PuzzleAnswer> {
    let work = app.clone();
    let found = run_stoppable(&app, move |stop| {
        let game = work.registry.games.open(&asked.game)?;
        find(&*game, asked.number, stop)
    });
    answer(PuzzleAnswer {
        puzzle: found.await?,
    })
}

/// Plays random games until a position fits. Wins that take more than one move come first.
fn find(game: &dyn AnyGame, number: u64, stop: &mut StopFlag) -> Result<Option<Puzzle>, ApiError> {
    let searches = game.info().players.iter().any(|known| known.name == PLAYER);
    // A turn of several actions has no single winning move.
    if game.profile().staged_turns {
        return Ok(None);
    }
    let mut random = SplitMix64::new(number);
    let mut at_once = None;
    let mut session = game.session(&Place::default())?;
    let mut ply = 0;
    for _ in 0..MOST_LOOKS {
        // The next position of the game, or of another one.
        loop {
            if session.is_over() || ply >= LONGEST_GAME {
                session = game.session(&Place::default())?;
                ply = 0;
            }
            let legal = session.position_view().legal;
            let Some(mv) = legal.get(random.below(legal.len().max(1))) else {
                break;
            };
            session.play(&mv.text)?;
            ply += 1;
            if ply >= OPENING && !session.is_over() {
                break;
            }
        }
        if stop.stop() {
            break;
        }
        if let Some((answer, target)) = session.problem() {
            return Ok(Some(Puzzle {
                answer: answer.text.clone(),
                distance: 1,
                line: vec![answer],
                target,
                view: session.view(),
            }));
        }
        if !searches {
            continue;
        }
        match only_win(&mut *session, stop)? {
            Some(puzzle) if puzzle.distance > 1 => return Ok(Some(puzzle)),
            Some(puzzle) => at_once = at_once.or(Some(puzzle)),
            None => {}
        }
    }
    Ok(at_once)
}

/// The puzzle of a position, if it has one.
fn only_win(session: &mut dyn AnySession, stop: &mut StopFlag) -> Result<Option<Puzzle>, ApiError> {
    if session.is_over() {
        return Ok(None);
    }
    let mut think = |nodes, lines| {
        let player = PlayerSpec::named(PLAYER)
            .or_setting("nodes", nodes)
            .or_setting("hash", 1);
        let limits = Limits {
            lines,
            ..Limits::default()
        };
        session.think(&player, &limits, stop)
    };
    let distance = |line: &LineView| {
        let score = line.score.as_ref()?;
        score.distance.filter(|_| score.value == Some(Value::Win))
    };
    let glance = think(GLANCE, 1)?;
    let wins = glance.lines.first().and_then(distance);
    if wins.is_none_or(|plies| plies > LONGEST_WIN) {
        return Ok(None);
    }
    let mut lines = think(PROOF, 2)?.lines.into_iter();
    let Some(best) = lines.next() else {
        return Ok(None);
    };
    let is_only = lines
        .next()
        .is_some_and(|second| distance(&second).is_none());
    let Some(plies) = distance(&best).filter(|&plies| is_only && plies <= LONGEST_WIN) else {
        return Ok(None);
    };
    Ok(best.moves.first().map(|mv| Puzzle {
        answer: mv.text.clone(),
        distance: plies,
        line: best.moves.clone(),
        target: Vec::new(),
        view: session.view(),
    }))
}
