//! Syzygy files in directories, as an external tablebase of chess.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use yomikiri_game_api::{ExternalProbed, ExternalTablebase, Game, Value};

use super::{Bytes, Dtz, Syzygy, SyzygyError, Wdl};
use crate::chess::{Chess, Goal, Position};

/// Files up to this size are kept in memory; larger ones are read piece by piece. They are not
/// mapped: a mapped file that is cut short while it is read ends the program.
const KEPT_BYTES: u64 = 4 << 20;
/// Plies without a capture or pawn's move after which a game is drawn.
const LIMIT: u32 = 100;

/// The Syzygy files in some directories. They are opened when they are asked for, and stay open.
pub struct SyzygyFiles {
    game: Chess,
    files: Syzygy,
    dirs: Vec<PathBuf>,
}

impl SyzygyFiles {
    /// The files for a game, or `None` without directories, or if the game is not played for mate.
    pub fn open(game: &Chess, dirs: &[PathBuf]) -> Option<Arc<dyn ExternalTablebase<Chess>>> {
        if game.goal != Goal::Mate || dirs.is_empty() {
            return None;
        }
        let dirs = dirs.to_vec();
        let of_files = dirs.clone();
        Some(Arc::new(SyzygyFiles {
            game: *game,
            files: Syzygy::new(move |name| open(&of_files, name)),
            dirs,
        }))
    }

    /// An error with the file's whole path.
    fn told(&self, error: &SyzygyError) -> String {
        match error {
            SyzygyError::Missing { file } => {
                format!(
                    "{} not found, but a capture or promotion leads to it",
                    self.place(file)
                )
            }
            SyzygyError::Broken { file, reason } => format!("{} {reason}", self.place(file)),
        }
    }

    /// Where a file is; in the first directory if in none.
    fn place(&self, file: &str) -> String {
        let mut places = self.dirs.iter().map(|dir| dir.join(file));
        let found = places.clone().find(|place| place.exists());
        let place = found.or_else(|| places.next());
        place.unwrap_or_default().display().to_string()
    }
}

impl ExternalTablebase<Chess> for SyzygyFiles {
    fn covers(&self, at: &Position) -> Result<bool, String> {
        self.files.covers(at).map_err(|error| self.told(&error))
    }

    fn missing(&self, at: &Position) -> Option<String> {
        Syzygy::file_of(at).map(|file| self.place(&file))
    }

    fn probe(&self, at: &Position) -> Result<ExternalProbed, String> {
        let told = |error| self.told(&error);
        let clock = u32::from(at.half_moves());
        let wdl = self.files.wdl(at).map_err(told)?;
        let dtz = self.files.dtz(at).map_err(told)?;
        let over = self.game.outcome(at).is_some();
        Ok(ExternalProbed {
            value: wdl.value(),
            limited: if over {
                Some(wdl.value())
            } else {
                limited(wdl, dtz, clock)
            },
            dtz: dtz.map(|dtz| dtz.plies),
            exact: dtz.is_some_and(|dtz| dtz.exact),
            fresh: clock == 0,
        })
    }
}

/// The first directory's file of a name.
fn open(dirs: &[PathBuf], name: &str) -> io::Result<Option<Box<dyn Bytes>>> {
    for dir in dirs {
        match OnDisk::open(&dir.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            opened => return opened.map(Some),
        }
    }
    Ok(None)
}

/// A file too large to be kept in memory.
struct OnDisk {
    file: File,
    length: u64,
}

impl OnDisk {
    fn open(path: &Path) -> io::Result<Box<dyn Bytes>> {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let whole = OnDisk {
            length: about.len(),
            file,
        };
        Ok(match whole.length <= KEPT_BYTES {
            true => Box::new(whole.read(0, whole.length as usize)?.into_owned()),
            false => Box::new(whole),
        })
    }
}

impl Bytes for OnDisk {
    fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, at: u64, count: usize) -> io::Result<Cow<'_, [u8]>> {
        let mut found = vec![0; count];
        self.file.read_exact_at(&mut found, at)?;
        Ok(Cow::Owned(found))
    }
}

/// The value under the fifty-move rule at a clock; `None` if it cannot be told: without distances, or
/// where a ply decides and the distance may be one short.
fn limited(wdl: Wdl, dtz: Option<Dtz>, clock: u32) -> Option<Value> {
    if wdl == Wdl::Draw || wdl.is_late() {
        return Some(Value::Draw);
    }
    if clock == 0 {
        return Some(wdl.value());
    }
    let Dtz { plies, exact } = dtz?;
    match clock + plies {
        sum if sum > LIMIT => Some(Value::Draw),
        LIMIT if !exact => None,
        _ => Some(wdl.value()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files too large for memory are read piece by piece, with the same bytes and the same end.
    #[test]
    fn large_files_are_read_as_small_ones_are() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("KQvK.rtbw");
        for length in [KEPT_BYTES, KEPT_BYTES + 1] {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let dirs = [dir.path().join("none"), dir.path().to_owned()];
            let file = open(&dirs, "KQvK.rtbw").unwrap().unwrap();
            assert_eq!(file.length(), length);
            for at in [0, 1_000_003, length - 7] {
                let from = at as usize;
                assert_eq!(*file.read(at, 7).unwrap(), bytes[from..from + 7]);
            }
            let beyond = file.read(length - 6, 7).unwrap_err();
            assert_eq!(beyond.kind(), io::ErrorKind::UnexpectedEof);
        }
        assert!(
            open(&[dir.path().to_owned()], "KRvK.rtbw")
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn a_clock_takes_wins_away_where_that_is_sure() {
        let dtz = |plies, exact| Some(Dtz { plies, exact });
        for (wdl, dtz, clock, value) in [
            (Wdl::Win, None, 0, Some(Value::Win)),
            (Wdl::Win, None, 1, None),
            (Wdl::Win, dtz(9, false), 90, Some(Value::Win)),
            (Wdl::Win, dtz(9, true), 91, Some(Value::Win)),
            (Wdl::Win, dtz(9, false), 91, None),
            (Wdl::Win, dtz(9, false), 92, Some(Value::Draw)),
            (Wdl::Loss, dtz(100, true), 0, Some(Value::Loss)),
            (Wdl::Loss, dtz(10, true), 91, Some(Value::Draw)),
            (Wdl::CursedWin, dtz(101, true), 0, Some(Value::Draw)),
            (Wdl::BlessedLoss, None, 0, Some(Value::Draw)),
            (Wdl::Draw, None, 70, Some(Value::Draw)),
        ] {
            assert_eq!(limited(wdl, dtz, clock), value, "{wdl:?} {dtz:?} {clock}");
        }
    }
}
