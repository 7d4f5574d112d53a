//! Checks what visitors ask for. They cannot name files or programs of this machine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use yomikiri_lab::{AnyGame, BUILT_IN_BOOK, GameName, Lab, Limits, Place, PlayerSpec};

use crate::messages::{ApiError, PlaceRequest};

/// The longest texts that are read.
const LONGEST_NAME: usize = 300;
const LONGEST_POSITION: usize = 4_000;
const MOST_MOVES: usize = 2_000;
const LONGEST_MOVE: usize = 60;
/// The largest tree of a Monte Carlo search.
const MOST_TREE: u64 = 200_000;
/// Open games kept in memory.
const MOST_GAMES: usize = 64;

/// Games that are open, by the name that was asked for.
pub(crate) struct GameCache {
    pub(crate) lab: Lab,
    games: Mutex<HashMap<String, Arc<dyn AnyGame>>>,
}

impl GameCache {
    pub(crate) fn new(lab: Lab) -> Self {
        GameCache {
            lab,
            games: Mutex::default(),
        }
    }

    /// Opens the game of a place, after a look at the lengths of what is asked.
    pub(crate) fn open_at(&self, asked: &PlaceRequest) -> Result<Arc<dyn AnyGame>, ApiError> {
        place(asked.position.as_deref(), &asked.moves)?;
        self.open(&asked.game)
    }

    /// The game whose records have a format that not every game has.
    pub(crate) fn of_format(&self, format: &str) -> Option<String> {
        self.lab.game_of_format(format)
    }

    /// Opens a game that visitors may name.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, ApiError> {
        short("game", name, LONGEST_NAME)?;
        if GameName::is_file(name) {
            let message = "rule files of the server's machine cannot be named over the network";
            return Err(ApiError::bad("not_allowed", message));
        }
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = games.get(name) {
            return Ok(Arc::clone(game));
        }
        let game: Arc<dyn AnyGame> = Arc::from(self.lab.open_game(name)?);
        if games.len() >= MOST_GAMES {
            games.clear();
        }
        games.insert(name.to_owned(), Arc::clone(&game));
        Ok(game)
    }
}

/// Where to begin, as the laboratory is asked. Moves after play has stopped resume it, as they did in
/// the room they may come from.
pub(crate) fn place_at<'a>(asked: &'a PlaceRequest, moves: &'a str) -> Place<'a> {
    Place {
        position: asked.position.as_deref(),
        moves,
        resumes: true,
        ..Place::default()
    }
}

/// Checks lengths before anything is parsed.
pub(crate) fn place(position: Option<&str>, moves: &[String]) -> Result<(), ApiError> {
    short("position", position.unwrap_or_default(), LONGEST_POSITION)?;
    if moves.len() > MOST_MOVES {
        let message = format!("expected at most {MOST_MOVES} moves, got {}", moves.len());
        return Err(ApiError::bad("too_large", message));
    }
    for text in moves {
        short("move", text, LONGEST_MOVE)?;
        if text.split_whitespace().count() != 1 {
            let message = format!("expected one move in each text, got {text:?}");
            return Err(ApiError::bad("bad_move", message));
        }
    }
    Ok(())
}

fn short(what: &str, text: &str, longest: usize) -> Result<(), ApiError> {
    match text.len() <= longest {
        true => Ok(()),
        false => {
            let got = text.len();
            let message = format!("{what}: expected at most {longest} bytes, got {got}");
            Err(ApiError::bad("too_large", message))
        }
    }
}

/// How much an engine may use for one answer.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Allowance {
    pub(crate) time: Duration,
    pub(crate) hash_mb: u64,
}

/// Reads a player that visitors may name, with its memory bounded, and checks that the game has it.
pub(crate) fn player(
    game: &dyn AnyGame,
    text: &str,
    allowance: &Allowance,
) -> Result<PlayerSpec, ApiError> {
    short("player", text, LONGEST_NAME)?;
    let mut spec: PlayerSpec = text.parse()?;
    if !matches!(spec, PlayerSpec::Builtin { .. }) {
        let message = format!("{}: only players of this program sit here", spec.name());
        return Err(ApiError::bad("not_allowed", message));
    }
    // A visitor names no files.
    if spec
        .setting("book")
        .is_some_and(|book| book != BUILT_IN_BOOK)
    {
        let message = format!("{}: no opening book can be named here", spec.name());
        return Err(ApiError::bad("not_allowed", message));
    }
    let settings = settings_of(game, spec.name());
    let takes = |key: &str| settings.iter().any(|own| own == key);
    let caps = [
        ("hash", allowance.hash_mb, "megabytes"),
        ("memory", MOST_TREE, "positions"),
        ("threads", 1, "thread"),
    ];
    for (key, most, unit) in caps.into_iter().filter(|(key, ..)| takes(key)) {
        let asked = spec.setting(key).and_then(|text| text.parse::<u64>().ok());
        if let Some(asked) = asked.filter(|asked| *asked > most) {
            let message = format!("{key}: expected at most {most} {unit} here, got {asked}");
            return Err(ApiError::bad("bad_player", message));
        }
        spec = spec.or_setting(key, most);
    }
    game.check_player(&spec)?;
    Ok(spec)
}

/// The settings that a player of the game takes.
fn settings_of<'g>(game: &'g dyn AnyGame, player: &str) -> &'g [String] {
    let mut players = game.info().players.iter();
    let known = players.find(|known| known.name == player);
    known.map_or(&[], |known| &known.settings)
}

/// The same player as it plays: with its chances drawn from `seed` and a usual time for a move,
/// unless it says otherwise.
pub(crate) fn with_defaults(game: &dyn AnyGame, mut spec: PlayerSpec, seed: u64) -> PlayerSpec {
    let settings = settings_of(game, spec.name());
    let takes = |key: &str| settings.iter().any(|own| own == key);
    let bounds = ["time", "depth", "nodes", "playouts"];
    if takes("time") && bounds.iter().all(|key| spec.setting(key).is_none()) {
        spec = spec.or_setting("time", "1s");
    }
    if takes("seed") {
        spec = spec.or_setting("seed", seed);
    }
    spec
}

/// The bounds of one thought.
pub(crate) fn limits(allowance: &Allowance, share: Option<u64>, lines: usize) -> Limits {
    let share = share.map_or(allowance.time, Duration::from_millis);
    Limits {
        time: Some(share.min(allowance.time)),
        lines,
        ..Limits::default()
    }
}
