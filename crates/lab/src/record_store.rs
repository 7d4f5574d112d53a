//! A store of records: where they are kept, and how they are found again.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use yomikiri_game_api::Side;

use crate::error::shorten;
use crate::{AnyGame, BoardFound, BoardPattern, GameName, GameRecord, Lab, LabError, named_game};

/// A place where records are kept as JSON documents, each under the number of its contents.
pub trait RecordStore {
    /// Keeps a document. `false` if it is there already.
    fn put(&mut self, id: &str, game: &str, document: &str) -> Result<bool, LabError>;

    /// The document of an id.
    fn get(&mut self, id: &str) -> Result<Option<String>, LabError>;

    /// Removes a document. `false` if there is none.
    fn remove(&mut self, id: &str) -> Result<bool, LabError>;

    /// All ids, in their order.
    fn ids(&mut self) -> Result<Vec<String>, LabError>;
}

/// A record of a store.
#[derive(Clone, Debug)]
pub struct StoredRecord {
    /// Its number.
    pub id: String,
    /// The record.
    pub record: GameRecord,
    /// Where the position was found that was looked for.
    pub found: Vec<BoardFound>,
}

/// Which records are looked for. Everything that is named must hold.
#[derive(Clone, Debug, Default)]
pub struct RecordFilter {
    /// The game, without options.
    pub game: Option<String>,
    /// Part of the name of one of the players, in any case.
    pub player: Option<String>,
    /// How it ended.
    pub result: Option<RecordResult>,
    /// The first and the last date; the beginning of one is enough (`2026-05`).
    pub dates: Option<(String, String)>,
    /// Options of the game, such as `size` and `komi`.
    pub options: Vec<(String, String)>,
    /// A position that occurs.
    pub position: Option<BoardPattern>,
}

/// How a record that is looked for ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum RecordResult {
    /// A side won.
    Won(Side),
    /// Nobody won.
    Draw,
    /// It has no result.
    Unfinished,
}

/// The number of a document: 16 digits of a hash (FNV-1a) of its text.
fn number(document: &str) -> String {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in document.trim_end().bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    format!("{hash:016x}")
}

/// A record with its game.
pub type RecordOfGame = (Box<dyn AnyGame>, GameRecord);

impl Lab {
    /// Keeps records. Returns the number of each and whether it is new.
    pub fn store_records(
        &self,
        store: &mut dyn RecordStore,
        game: &dyn AnyGame,
        records: &[GameRecord],
    ) -> Result<Vec<(String, bool)>, LabError> {
        // All are written before the first is stored: a wrong one leaves nothing behind.
        let written = records.iter().map(|record| {
            let text = game.write_records("json", std::slice::from_ref(record))?;
            Ok((number(&text), text))
        });
        let written: Vec<(String, String)> = written.collect::<Result<_, LabError>>()?;
        let mut stored = Vec::new();
        for (record, (id, text)) in records.iter().zip(written) {
            let is_new = store.put(&id, &record.game, &text)?;
            stored.push((id, is_new));
        }
        Ok(stored)
    }

    /// A stored record with its game.
    pub fn stored_record(
        &self,
        store: &mut dyn RecordStore,
        id: &str,
    ) -> Result<Option<RecordOfGame>, LabError> {
        let Some(text) = store.get(id)? else {
            return Ok(None);
        };
        let game = self.open_game(&game_of(id, &text)?)?;
        let record = read_one(&*game, id, &text)?;
        Ok(Some((game, record)))
    }

    /// The records of a store that a filter lets through, in the order of their numbers.
    pub fn find_records(
        &self,
        store: &mut dyn RecordStore,
        filter: &RecordFilter,
    ) -> Result<Vec<StoredRecord>, LabError> {
        let mut games: HashMap<String, Box<dyn AnyGame>> = HashMap::new();
        let mut found = Vec::new();
        for id in store.ids()? {
            let Some(text) = store.get(&id)? else {
                continue; // removed meanwhile
            };
            let name = game_of(&id, &text)?;
            let base = GameName::read(&name)?.id;
            if filter.game.as_ref().is_some_and(|game| *game != base) {
                continue;
            }
            if !games.contains_key(&name) {
                games.insert(name.clone(), self.open_game(&name)?);
            }
            let game = &*games[&name];
            let record = read_one(game, &id, &text)?;
            if !filter.lets_through(game, &record) {
                continue;
            }
            let places = match &filter.position {
                None => Vec::new(),
                Some(pattern) => game.find_position(&record, pattern)?,
            };
            if filter.position.is_none() || !places.is_empty() {
                found.push(StoredRecord {
                    id,
                    record,
                    found: places,
                });
            }
        }
        Ok(found)
    }
}

fn game_of(id: &str, text: &str) -> Result<String, LabError> {
    let wrong = || {
        LabError::Input(format!(
            "record {id}: expected a record, got {:?}",
            shorten(text)
        ))
    };
    named_game(text).ok_or_else(wrong)
}

fn read_one(game: &dyn AnyGame, id: &str, text: &str) -> Result<GameRecord, LabError> {
    let told = |error: LabError| LabError::Input(format!("record {id}: {error}"));
    let mut records = game.read_records("json", None, text).map_err(told)?;
    match records.len() {
        1 => Ok(records.remove(0)),
        many => Err(LabError::Input(format!(
            "record {id}: expected one game, got {many}"
        ))),
    }
}

impl RecordFilter {
    fn lets_through(&self, game: &dyn AnyGame, record: &GameRecord) -> bool {
        let has_player = |asked: &String| {
            let asked = asked.to_lowercase();
            let mut names = record.players.iter().flatten();
            names.any(|name| name.to_lowercase().contains(&asked))
        };
        let has_result = |asked: &RecordResult| match (&record.result, asked) {
            (None, RecordResult::Unfinished) => true,
            (Some(ending), RecordResult::Draw) => ending.winner.is_none(),
            (Some(ending), RecordResult::Won(side)) => ending.winner == Some(*side),
            _ => false,
        };
        let has_date = |(first, last): &(String, String)| {
            let date = record.date.as_deref().unwrap_or_default();
            // The beginning of the last date stands for all that begin so.
            !date.is_empty()
                && date >= first.as_str()
                && (date <= last.as_str() || date.starts_with(last))
        };
        let has_option = |(key, value): &(String, String)| {
            let mut options = game.info().options.iter();
            let option = options.find(|option| option.key == *key);
            option.is_some_and(|option| same_value(&option.value, value))
        };
        self.player.as_ref().is_none_or(has_player)
            && self.result.as_ref().is_none_or(has_result)
            && self.dates.as_ref().is_none_or(has_date)
            && self.options.iter().all(has_option)
    }
}

/// Whether two values of an option are the same, as text or as numbers.
fn same_value(one: &str, other: &str) -> bool {
    let number = |text: &str| text.parse::<f64>().ok();
    one == other || number(one).is_some_and(|one| Some(one) == number(other))
}

/// Records in a folder, a file each.
#[derive(Clone, Debug)]
pub struct RecordFolder {
    folder: PathBuf,
}

const EXTENSION: &str = "json";

impl RecordFolder {
    /// The records in a folder, which is made when the first is kept.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        RecordFolder {
            folder: folder.into(),
        }
    }

    fn file(&self, id: &str) -> Option<PathBuf> {
        let is_id = id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_id.then(|| self.folder.join(format!("{id}.{EXTENSION}")))
    }

    fn failed(path: &Path, error: &io::Error) -> LabError {
        LabError::Input(format!("{}: {error}", path.display()))
    }
}

impl RecordStore for RecordFolder {
    fn put(&mut self, id: &str, _game: &str, document: &str) -> Result<bool, LabError> {
        let Some(path) = self.file(id) else {
            return Err(LabError::Input(format!(
                "expected the number of a record, got {id:?}"
            )));
        };
        let failed = |error| RecordFolder::failed(&path, &error);
        if path.exists() {
            return Ok(false);
        }
        fs::create_dir_all(&self.folder).map_err(failed)?;
        // Written beside it and renamed: nobody ever reads half a record.
        let beside = path.with_extension(format!("{}.new", std::process::id()));
        let written = fs::File::create(&beside).and_then(|mut file| {
            file.write_all(document.as_bytes())?;
            file.sync_all()
        });
        written
            .and_then(|()| fs::rename(&beside, &path))
            .map_err(failed)?;
        Ok(true)
    }

    fn get(&mut self, id: &str) -> Result<Option<String>, LabError> {
        let Some(path) = self.file(id) else {
            return Ok(None);
        };
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(RecordFolder::failed(&path, &error)),
        }
    }

    fn remove(&mut self, id: &str) -> Result<bool, LabError> {
        let Some(path) = self.file(id) else {
            return Ok(false);
        };
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(RecordFolder::failed(&path, &error)),
        }
    }

    fn ids(&mut self) -> Result<Vec<String>, LabError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(RecordFolder::failed(&self.folder, &error)),
        };
        let mut ids = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| RecordFolder::failed(&self.folder, &error))?;
            let path = entry.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str());
            if let Some(id) = stem
                && path
                    .extension()
                    .is_some_and(|extension| extension == EXTENSION)
                && self.file(id).is_some()
            {
                ids.push(id.to_owned());
            }
        }
        ids.sort_unstable();
        Ok(ids)
    }
}
