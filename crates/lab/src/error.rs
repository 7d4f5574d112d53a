//! The errors of a request.

use yomikiri_game_api::{Outcome, ReadError};

use crate::tablebase::{in_words, size};
use crate::{Lang, Texts, complaints};

/// A request that could not be answered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LabError {
    /// There is no such game.
    #[error("unknown game {name:?}{}; the games are {}", hint(.near), .known.join(" "))]
    UnknownGame {
        /// The requested name.
        name: String,
        /// A similar name.
        near: Option<String>,
        /// All games.
        known: Vec<String>,
    },
    /// The game has no such option, or the option no such value.
    #[error("{game}: {reason}")]
    Option {
        /// The game.
        game: String,
        /// What is wrong and what would be right.
        reason: String,
    },
    /// A rule file could not be read or is wrong.
    #[error("{0}")]
    RuleFile(String),
    /// A position could not be read.
    #[error("{}", placed("position", .0))]
    Position(ReadError),
    /// A move could not be read or is not legal.
    #[error("ply {ply}: {}", placed("move", .error))]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// What is wrong with it.
        error: ReadError,
    },
    /// A move was given after the end of the game.
    #[error("ply {ply}: {text:?} comes after the end of the game ({})", verdict(.outcome))]
    AfterEnd {
        /// The number of the move, from 1.
        ply: usize,
        /// The move.
        text: String,
        /// How the game had ended.
        outcome: Outcome,
    },
    /// The turn passed to the other side before all moves of it were played.
    #[error("the turn ends after {done} of the {moves} moves")]
    TurnOver {
        /// Moves that belong to the turn.
        done: usize,
        /// Moves that were given.
        moves: usize,
    },
    /// The request needs a game that is not over.
    #[error("the game is over ({})", verdict(.0))]
    Over(Outcome),
    /// Other input (a record, a line too long) that cannot be used.
    #[error("{0}")]
    Input(String),
    /// The game has no player of that name.
    #[error("unknown player {name:?}{}; {game} has {}", hint(.near), .known.join(" "))]
    UnknownPlayer {
        /// The requested name.
        name: String,
        /// A similar name.
        near: Option<String>,
        /// The game.
        game: String,
        /// All players of the game.
        known: Vec<String>,
    },
    /// A player has an unknown setting or a bad value.
    #[error("player {player}: {reason}")]
    Player {
        /// The player.
        player: String,
        /// What is wrong and what would be right.
        reason: String,
    },
    /// A request that contradicts itself.
    #[error("{0}")]
    Usage(String),
    /// An outside engine failed.
    #[error("engine: {0}")]
    Engine(String),
    /// Stopped by the user. Holds the command that resumes.
    #[error("interrupted; resume with: {0}")]
    Interrupted(String),
    /// The table file does not exist.
    #[error("table not found: {path}{}; {remedy}", nor(.elsewhere))]
    NoTable {
        /// Its path.
        path: String,
        /// The external (Syzygy) file that was also missing, if one was tried.
        elsewhere: Option<String>,
        /// What can be done about it.
        remedy: Remedy,
    },
    /// No table covers the position: setup phase, too many pieces, castling rights.
    #[error("table: no table of {game} covers {position}")]
    NotCovered {
        /// The game with its options.
        game: String,
        /// The position.
        position: String,
    },
    /// A table file is damaged or belongs to other rules.
    #[error("table: {0}")]
    Table(String),
    /// The processes of a cluster could not work together.
    #[error("cluster: {0}")]
    Cluster(String),
    /// A book is damaged or belongs to another game, other rules or another version.
    #[error("book: {0}")]
    Book(String),
}

/// What can be done about a missing table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// `yomikiri solve` with these arguments builds it: the game with its options, quoted, and the
    /// name of the table.
    Solve(String),
    /// Nothing: building it would take too much.
    TooLarge {
        /// About how many positions it would hold.
        positions: u64,
        /// About how many gigabytes of memory that takes.
        gigabytes: u64,
    },
}

impl std::fmt::Display for Remedy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Remedy::Solve(arguments) => write!(f, "build it with `yomikiri solve {arguments}`"),
            Remedy::TooLarge {
                positions,
                gigabytes,
            } => write!(
                f,
                "it is too large to build: about {} positions, {} of memory",
                in_words(*positions as f64),
                size(*gigabytes as f64 * 1e9)
            ),
        }
    }
}

/// Exit codes of the program.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Exit {
    /// The command failed or its result is negative.
    Failed = 1,
    /// Wrong usage.
    Usage = 2,
    /// Bad input: a game, a position, a move, a file.
    Input = 3,
    /// An outside engine failed.
    Engine = 4,
    /// A table is corrupt or missing.
    Table = 5,
    /// Stopped by the user, the state saved.
    Interrupted = 130,
}

impl LabError {
    /// The error in the language of some texts.
    pub fn told(&self, texts: &Texts) -> String {
        if texts.lang() == Lang::En {
            return self.to_string();
        }
        let say = |id: &str, args: &[(&str, &str)]| texts.message(&format!("cli-error-{id}"), args);
        let hint = |near: &Option<String>| match near {
            Some(near) => format!("（{}）", say("near", &[("near", near)])),
            None => String::new(),
        };
        match self {
            LabError::UnknownGame { name, near, known } => {
                let args = [("name", name.as_str()), ("known", &known.join(" "))];
                say("unknown-game", &args) + &hint(near)
            }
            LabError::Option { game, reason } => {
                let reason = complaints::sentence(reason, texts);
                say("option", &[("game", game), ("reason", &reason)])
            }
            LabError::Position(error) => {
                say("position", &[("reason", &complaints::told(error, texts))])
            }
            LabError::Move { ply, error } => {
                let reason = complaints::told(error, texts);
                let args = [("ply", &*ply.to_string()), ("reason", &reason)];
                say("move", &args)
            }
            LabError::AfterEnd { ply, text, .. } => {
                say("after-end", &[("ply", &ply.to_string()), ("move", text)])
            }
            LabError::TurnOver { done, moves } => {
                let args = [("done", &*done.to_string()), ("moves", &moves.to_string())];
                say("turn-over", &args)
            }
            LabError::Over(_) => say("over", &[]),
            LabError::UnknownPlayer {
                name,
                near,
                game,
                known,
            } => {
                let known = known.join(" ");
                let args = [("name", name.as_str()), ("game", game), ("known", &known)];
                say("unknown-player", &args) + &hint(near)
            }
            LabError::Player { player, reason } => {
                let reason = complaints::sentence(reason, texts);
                say("player", &[("player", player), ("reason", &reason)])
            }
            LabError::Engine(reason) => say("engine", &[("reason", reason)]),
            LabError::Interrupted(command) => say("interrupted", &[("command", command)]),
            LabError::NoTable { path, remedy, .. } => match remedy {
                Remedy::Solve(arguments) => {
                    say("no-table", &[("path", path), ("arguments", arguments)])
                }
                Remedy::TooLarge { .. } => say("table-too-large", &[("path", path)]),
            },
            LabError::NotCovered { game, position } => {
                say("not-covered", &[("game", game), ("position", position)])
            }
            LabError::Table(reason) => say("table", &[("reason", reason)]),
            LabError::Cluster(reason) => say("cluster", &[("reason", reason)]),
            LabError::Book(reason) => {
                let reason = complaints::sentence(reason, texts);
                say("book", &[("reason", &reason)])
            }
            LabError::RuleFile(_) | LabError::Input(_) | LabError::Usage(_) => {
                complaints::sentence(&self.to_string(), texts)
            }
        }
    }

    /// The exit code this error leads to.
    pub fn exit(&self) -> Exit {
        match self {
            LabError::UnknownGame { .. }
            | LabError::Option { .. }
            | LabError::RuleFile(_)
            | LabError::Position(_)
            | LabError::Move { .. }
            | LabError::AfterEnd { .. }
            | LabError::TurnOver { .. }
            | LabError::Over(_)
            | LabError::Input(_) => Exit::Input,
            LabError::UnknownPlayer { .. } | LabError::Player { .. } | LabError::Usage(_) => {
                Exit::Usage
            }
            LabError::Engine(_) => Exit::Engine,
            LabError::Table(_)
            | LabError::Book(_)
            | LabError::NoTable { .. }
            | LabError::NotCovered { .. } => Exit::Table,
            LabError::Cluster(_) => Exit::Failed,
            LabError::Interrupted(_) => Exit::Interrupted,
        }
    }
}

fn nor(elsewhere: &Option<String>) -> String {
    elsewhere
        .as_ref()
        .map_or_else(String::new, |place| format!(" (and no {place})"))
}

fn hint(near: &Option<String>) -> String {
    near.as_ref()
        .map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"))
}

/// A read error with `what` as its place, unless it already names it.
fn placed(what: &str, error: &ReadError) -> String {
    let mut error = error.clone();
    error.place = match (what, error.place.as_str()) {
        (_, "") => what.to_owned(),
        (what, place) if place == what => what.to_owned(),
        (what, place) => format!("{what}: {place}"),
    };
    error.to_string()
}

fn verdict(outcome: &Outcome) -> String {
    match outcome.winner {
        Some(side) => format!("{side} won: {}", outcome.reason),
        None => format!("draw: {}", outcome.reason),
    }
}

/// Input as shown in a message: short, however long the input is.
pub(crate) fn shorten(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// The known word that `word` was most likely meant to be.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.chars().nth(40).is_some() {
        return None;
    }
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (distance(&word, candidate), candidate))
        .filter(|(distance, candidate)| *distance * 3 <= candidate.chars().count().max(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace, swap neighbours) between two short words.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            row[j] = (rows[i - 1][j] + 1)
                .min(row[j - 1] + 1)
                .min(rows[i - 1][j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(rows[i - 2][j - 2] + 1);
            }
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        let known = ["anpanman", "dobutsu", "go"];
        assert_eq!(nearest("anpaman", known), Some("anpanman"));
        assert_eq!(nearest("dobustu", known), Some("dobutsu"));
        assert_eq!(nearest("Go", known), Some("go"));
        assert_eq!(nearest("quarto", known), None);
        assert_eq!(nearest(&"x".repeat(10_000_000), known), None);
    }

    #[test]
    fn errors_lead_to_the_documented_exit_codes() {
        assert_eq!(LabError::Usage(String::new()).exit() as u8, 2);
        assert_eq!(LabError::Input(String::new()).exit() as u8, 3);
        assert_eq!(LabError::Engine(String::new()).exit() as u8, 4);
        assert_eq!(LabError::Table(String::new()).exit() as u8, 5);
        assert_eq!(LabError::Cluster(String::new()).exit() as u8, 1);
    }
}
