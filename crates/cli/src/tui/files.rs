//! Saving and loading games from the screen.

use std::env;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use yomikiri_lab::Lab;

use super::state::{Mode, Question, State};

/// Directory for games that were not saved: `games` in the data directory.
pub(super) fn shelf(lab: &Lab) -> PathBuf {
    lab.data_dir().join("games")
}

/// A free file name in `folder`: `anpanman-1.json`, `anpanman-2.json`, …
pub(super) fn free_name(folder: &Path, game: &str) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name = game.split('?').next().unwrap_or(game);
    let name = Path::new(name).file_stem().unwrap_or_default();
    let name: String = name.to_string_lossy().chars().map(plain).collect();
    let numbered = |number: u32| folder.join(format!("{name}-{number}.json"));
    let mut free = (1..).map(numbered).filter(|file| !file.exists());
    free.next().expect("numbers do not end")
}

/// The newest file in a directory.
fn newest(folder: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let json = entries.filter(|entry| entry.path().extension().is_some_and(|ext| ext == "json"));
    let age = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    json.map(|entry| entry.path())
        .max_by_key(|path| age(path).unwrap_or(SystemTime::UNIX_EPOCH))
}

/// A typed path, with `~/` for home.
fn typed(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(text),
    }
}

impl State {
    /// The file name offered for saving.
    pub(super) fn offered_save(&self) -> String {
        let free = || free_name(Path::new(""), &self.view.game);
        let file = self.file.clone().unwrap_or_else(free);
        file.display().to_string()
    }

    /// The file name offered for loading.
    pub(super) fn offered_load(&self) -> String {
        let file = self.file.clone().or_else(|| newest(&self.shelf));
        file.map_or_else(String::new, |file| file.display().to_string())
    }

    /// Saves to a file named by the user; asks before it overwrites another game.
    pub(super) fn save_as(&mut self, text: &str) {
        let file = typed(text);
        if file.exists() && self.file.as_ref() != Some(&file) {
            self.mode = Mode::Asking(Question::Overwrite(file));
        } else {
            self.save(file);
        }
    }

    pub(super) fn save(&mut self, file: PathBuf) {
        match self.play.save(&file) {
            Ok(()) => {
                self.tell("play-saved", &[("file", &file.display().to_string())]);
                self.keep(file);
            }
            Err(error) => self.fail(error.to_string()),
        }
    }

    pub(super) fn load(&mut self, text: &str) {
        let file = typed(text);
        self.hush();
        match self.play.load(&file) {
            Ok(()) => {
                self.begun();
                self.paused = !self.people();
                self.tell("play-loaded", &[("file", text)]);
                self.keep(file);
            }
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Saves an unsaved game in the default directory; returns the file or the error.
    pub(super) fn shelve(&mut self) -> Option<Result<PathBuf, String>> {
        if !self.unsaved() {
            return None;
        }
        let put = || {
            std::fs::create_dir_all(&self.shelf).map_err(|error| error.to_string())?;
            let file = free_name(&self.shelf, &self.view.game);
            self.play.save(&file).map_err(|error| error.to_string())?;
            Ok(file)
        };
        let put = put();
        if let Ok(file) = &put {
            self.keep(file.clone());
        }
        Some(put)
    }
}
