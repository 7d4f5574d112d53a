//! The list of games: the one place that names them all.

use yomikiri_games::tictactoe::{OpenLines, TicTacToe};

use crate::error::{nearest, shorten};
use crate::{AnyGame, GameName, Kit, LabError};

/// The ids of the built-in games.
pub const GAMES: &[&str] = &["tictactoe"];

/// Opens a game by its name: `anpanman`, `anpanman?no_moves=draw`, `koma:my-rules.toml`.
pub fn open_game(name: &str) -> Result<Box<dyn AnyGame>, LabError> {
    let name = GameName::read(name)?;
    match name.id.as_str() {
        "tictactoe" => tictactoe(&name),
        id => Err(unknown(id)),
    }
}

fn tictactoe(name: &GameName) -> Result<Box<dyn AnyGame>, LabError> {
    no_options(name)?;
    Ok(Kit::new("tictactoe", TicTacToe).explain(OpenLines).erase())
}

/// For games without options: refuses any.
fn no_options(name: &GameName) -> Result<(), LabError> {
    match name.options.first() {
        None => Ok(()),
        Some((key, _)) => Err(LabError::Option {
            game: name.id.clone(),
            reason: format!("unknown option {:?}; it has none", shorten(key)),
        }),
    }
}

/// Every built-in game with its default options.
pub fn all_games() -> Vec<Box<dyn AnyGame>> {
    let open = |id: &&str| open_game(id).expect("a built-in game opens");
    GAMES.iter().map(open).collect()
}

fn unknown(id: &str) -> LabError {
    let known = GAMES.iter().copied().chain(["koma:PATH.toml"]);
    LabError::UnknownGame {
        name: shorten(id),
        near: nearest(id, GAMES.iter().copied()).map(str::to_owned),
        known: known.map(str::to_owned).collect(),
    }
}
