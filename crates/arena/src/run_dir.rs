//! A run on disk: plan, finished games, results.
//!
//! `games.jsonl` only grows: one line per finished game, written at once. A killed run leaves at
//! most an incomplete last line, which is dropped on resume.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use yomikiri_game_api::Notation;
use yomikiri_records::{Format, MoveNotation, Record, RecordCodec};

use crate::played::Played;

/// A run directory that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DirError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// There is a run already.
    #[error("{0}: a run exists already; use --resume to continue it")]
    Exists(String),
    /// There is no run to resume.
    #[error("{0}: no run to resume (no manifest.json)")]
    Nothing(String),
    /// The run was of something else.
    #[error("{path}: the run there has another {field}: {there}, not {asked}")]
    Differs {
        /// The directory.
        path: String,
        /// The difference.
        field: String,
        /// As the run has it.
        there: String,
        /// The requested value.
        asked: String,
    },
    /// A game that is not the run's.
    #[error("{path}, line {line}: {reason}")]
    Game {
        /// The file.
        path: String,
        /// From 1.
        line: usize,
        /// The error.
        reason: String,
    },
}

/// The directory of a run.
#[derive(Debug)]
pub struct RunDir {
    path: PathBuf,
    games: File,
}

/// The fields of a manifest that may change on resume.
const FREE: &[&str] = &[
    "games",
    "concurrency",
    "program",
    "created",
    "cores",
    "sprt",
    "schema",
];

impl RunDir {
    /// Starts a run, or resumes one with an equal manifest.
    pub fn open(path: &Path, manifest: &Value, resume: bool) -> Result<RunDir, DirError> {
        let file = path.join("manifest.json");
        let there = match fs::read_to_string(&file) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(at(&file, error)),
        };
        match (there, resume) {
            (Some(_), false) => return Err(DirError::Exists(path.display().to_string())),
            (None, true) => return Err(DirError::Nothing(path.display().to_string())),
            (Some(text), true) => agree(path, &text, manifest)?,
            (None, false) => {}
        }
        fs::create_dir_all(path).map_err(|error| at(path, error))?;
        let games = path.join("games.jsonl");
        mend(&games).map_err(|error| at(&games, error))?;
        let mut open = OpenOptions::new();
        let open = open.create(true).append(true).open(&games);
        let run = RunDir {
            path: path.to_owned(),
            games: open.map_err(|error| at(&games, error))?,
        };
        run.write("manifest.json", &pretty(manifest))?;
        Ok(run)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file of the run in one piece, or not at all.
    pub fn write(&self, name: &str, text: &str) -> Result<(), DirError> {
        let path = self.path.join(name);
        let half = self.path.join(format!(".{name}.tmp"));
        fs::write(&half, text)
            .and_then(|()| fs::rename(&half, &path))
            .map_err(|error| at(&path, error))
    }

    /// Writes a JSON document of the run.
    pub fn write_json(&self, name: &str, value: &Value) -> Result<(), DirError> {
        self.write(name, &pretty(value))
    }

    /// Adds a finished game.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        debug_assert!(line.ends_with('\n'), "one line a game");
        self.games.write_all(line.as_bytes())
    }

    /// The games that are finished, each checked under the rules.
    pub fn read<G: Notation>(&self, keeper: &Keeper<'_, G>) -> Result<Vec<Played>, DirError> {
        let path = self.path.join("games.jsonl");
        let text = fs::read_to_string(&path).map_err(|error| at(&path, error))?;
        let mut games = Vec::new();
        for (line, text) in text.lines().enumerate() {
            let wrong = |reason: String| DirError::Game {
                path: path.display().to_string(),
                line: line + 1,
                reason,
            };
            games.push(keeper.read(text).map_err(wrong)?);
        }
        Ok(games)
    }
}

/// Writes games as lines of a run, and reads them back.
pub struct Keeper<'a, G: Notation> {
    codec: RecordCodec<'a, G>,
    spec: &'a str,
    players: [&'a str; 2],
}

impl<'a, G: Notation> Keeper<'a, G> {
    /// A keeper for a game under its canonical name.
    pub fn new(game: &'a G, spec: &'a str, players: [&'a str; 2]) -> Self {
        Keeper {
            codec: RecordCodec::with_notation(game, spec, MoveNotation::exact()),
            spec,
            players,
        }
    }

    /// A game as a record.
    pub fn record(&self, game: &Played) -> Record {
        game.to_record(self.spec, self.players)
    }

    /// A game as a line.
    pub fn write(&self, game: &Played) -> io::Result<String> {
        let text = self.codec.write(Format::Json, &[self.record(game)]);
        text.map_err(|error| io::Error::other(error.to_string()))
    }

    /// The game of a line.
    pub fn read(&self, line: &str) -> Result<Played, String> {
        let record = self.codec.read_one(Format::Json, line);
        let record = record.map_err(|error| error.to_string())?;
        let played = Played::of_record(&record);
        played.ok_or_else(|| "not a game of this run".to_owned())
    }

    /// The line of play of a game.
    pub fn replay(&self, game: &Played) -> Result<yomikiri_game_api::Line<G>, String> {
        let replayed = self.codec.replay(&self.record(game));
        replayed.map_err(|error| error.to_string())
    }
}

/// Drops an incomplete last line.
fn mend(path: &Path) -> io::Result<()> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    if whole < bytes.len() {
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(whole as u64)?;
    }
    Ok(())
}

fn agree(path: &Path, there: &str, asked: &Value) -> Result<(), DirError> {
    let there: Value = serde_json::from_str(there)
        .map_err(|error| at(&path.join("manifest.json"), io::Error::from(error)))?;
    let (Value::Object(there), Value::Object(asked)) = (&there, asked) else {
        return Ok(());
    };
    for (field, asked) in asked {
        let there = there.get(field).unwrap_or(&Value::Null);
        if !FREE.contains(&field.as_str()) && there != asked {
            return Err(DirError::Differs {
                path: path.display().to_string(),
                field: field.clone(),
                there: there.to_string(),
                asked: asked.to_string(),
            });
        }
    }
    Ok(())
}

fn pretty(value: &Value) -> String {
    let mut text = format!("{value:#}");
    text.push('\n');
    text
}

fn at(path: &Path, error: io::Error) -> DirError {
    DirError::File {
        path: path.display().to_string(),
        error,
    }
}
