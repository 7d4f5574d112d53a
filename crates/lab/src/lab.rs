//! The laboratory as a value: where its files are, which games it has, what it says in which language.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::error::{nearest, shorten};
use crate::registry::{Registration, built_in_games};
use crate::{AnyGame, GameName, LabError, Lang, Texts};

/// Everything that games need from outside: directories, the list of games, messages, and what is kept
/// between questions. Clones are cheap and share it all.
#[derive(Clone)]
pub struct Lab(Arc<Parts>);

struct Parts {
    data_dir: PathBuf,
    /// `None`: `tables` in the data directory.
    tables_dir: Option<PathBuf>,
    /// `None`: `syzygy` in the data directory, if it exists.
    syzygy_dirs: Option<Vec<PathBuf>>,
    games: Arc<[Registration]>,
    /// Built when first asked for, in the order of [`Lang::ALL`].
    texts: [OnceLock<Texts>; 3],
    shared: Arc<Mutex<Shared>>,
}

/// Values by their type and a name.
type Shared = HashMap<(TypeId, String), Arc<dyn Any + Send + Sync>>;

impl Lab {
    /// The program's own games, with files in the usual places.
    #[expect(clippy::new_without_default, reason = "it reads the environment")]
    pub fn new() -> Lab {
        Lab::builder().built_in_games().build()
    }

    /// A laboratory without any game yet.
    pub fn builder() -> LabBuilder {
        LabBuilder {
            data_dir: None,
            syzygy_dirs: None,
            games: Vec::new(),
        }
    }

    /// The directory for games, tables and runs.
    pub fn data_dir(&self) -> &Path {
        &self.0.data_dir
    }

    /// Tablebase directory unless a command names another directory.
    pub fn tables_dir(&self) -> PathBuf {
        let named = self.0.tables_dir.clone();
        named.unwrap_or_else(|| self.0.data_dir.join("tables"))
    }

    /// The directories of Syzygy files.
    pub fn syzygy_dirs(&self) -> Vec<PathBuf> {
        self.0.syzygy_dirs.clone().unwrap_or_else(|| {
            let usual = self.0.data_dir.join("syzygy");
            usual.is_dir().then_some(usual).into_iter().collect()
        })
    }

    /// The same laboratory with another data directory.
    #[must_use]
    pub fn with_data_dir(&self, dir: PathBuf) -> Lab {
        self.with(|parts| {
            parts.data_dir = dir;
            parts.tables_dir = None;
        })
    }

    /// The same laboratory with another tablebase directory, which must exist.
    pub fn with_tables_dir(&self, dir: PathBuf) -> Result<Lab, LabError> {
        match dir.is_dir() {
            true => Ok(self.with(|parts| parts.tables_dir = Some(dir))),
            false => Err(LabError::Input(format!(
                "expected a directory of tables, but {} is none",
                dir.display()
            ))),
        }
    }

    /// The same laboratory with other directories of Syzygy files, whether they exist or not.
    #[must_use]
    pub fn with_syzygy_dirs(&self, dirs: Vec<PathBuf>) -> Lab {
        self.with(|parts| parts.syzygy_dirs = Some(dirs))
    }

    /// The same laboratory with the Syzygy directories of a list as in `PATH`; an error if one of them
    /// does not exist.
    pub fn with_syzygy_path(&self, list: &OsStr) -> Result<Lab, LabError> {
        let named = std::env::split_paths(list).filter(|dir| !dir.as_os_str().is_empty());
        let dirs: Vec<PathBuf> = named.collect();
        match dirs.iter().find(|dir| !dir.is_dir()) {
            None => Ok(self.with_syzygy_dirs(dirs)),
            Some(wrong) => Err(LabError::Input(format!(
                "expected a directory of Syzygy files, but {} is none",
                wrong.display()
            ))),
        }
    }

    fn with(&self, change: impl FnOnce(&mut Parts)) -> Lab {
        let mut parts = Parts {
            data_dir: self.0.data_dir.clone(),
            tables_dir: self.0.tables_dir.clone(),
            syzygy_dirs: self.0.syzygy_dirs.clone(),
            games: Arc::clone(&self.0.games),
            texts: self.0.texts.clone(),
            shared: Arc::clone(&self.0.shared),
        };
        change(&mut parts);
        Lab(Arc::new(parts))
    }

    /// The ids of all games, in the order of their registration.
    pub fn game_ids(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.games.iter().filter_map(Registration::id)
    }

    /// Opens a game by its name: `anpanman`, `anpanman?no_moves=draw`, `koma:my-rules.toml`.
    pub fn open_game(&self, name: &str) -> Result<Box<dyn AnyGame>, LabError> {
        let name = GameName::read(name)?;
        let known = self.0.games.iter().find(|game| game.matches(&name.id));
        let known = known.ok_or_else(|| self.unknown(&name.id))?;
        known.open(self, &name)
    }

    /// Every game with its default options.
    pub fn all_games(&self) -> Vec<Box<dyn AnyGame>> {
        let open = |id| self.open_game(id).expect("a registered game opens");
        self.game_ids().map(open).collect()
    }

    /// The game whose records have a format that not every game has; `None` if there are several or none.
    pub fn game_of_format(&self, format: &str) -> Option<String> {
        let mut games = self.all_games();
        games.retain(|game| game.profile().records.formats.contains(&format));
        let mut games = games.iter();
        let only = games.next()?.info().id.clone();
        games.next().is_none().then_some(only)
    }

    fn unknown(&self, id: &str) -> LabError {
        LabError::UnknownGame {
            name: shorten(id),
            near: nearest(id, self.game_ids()).map(str::to_owned),
            known: self.0.games.iter().map(Registration::shown).collect(),
        }
    }

    /// The messages of a language: the program's own and those that games bring.
    pub fn texts(&self, lang: Lang) -> &Texts {
        self.0.texts[lang as usize].get_or_init(|| {
            let own = self.0.games.iter().map(|game| game.messages(lang));
            Texts::new(lang, own)
        })
    }

    /// What is kept under a name for all who use this laboratory, made when first asked for: open
    /// files, solved tables.
    pub(crate) fn shared<T: Send + Sync + 'static>(
        &self,
        name: &str,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let mut shared = self.0.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (TypeId::of::<T>(), name.to_owned());
        let kept = shared.entry(key).or_insert_with(|| Arc::new(make()));
        let kept = Arc::clone(kept).downcast();
        kept.expect("a value is kept under its own type")
    }
}

impl fmt::Debug for Lab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lab")
            .field("data_dir", &self.0.data_dir)
            .field("tables_dir", &self.tables_dir())
            .field("syzygy_dirs", &self.0.syzygy_dirs)
            .field("games", &self.game_ids().collect::<Vec<_>>())
            .finish()
    }
}

/// Puts a laboratory together.
pub struct LabBuilder {
    data_dir: Option<PathBuf>,
    syzygy_dirs: Option<Vec<PathBuf>>,
    games: Vec<Registration>,
}

impl LabBuilder {
    /// Adds the program's own games.
    #[must_use]
    pub fn built_in_games(mut self) -> Self {
        self.games.extend(built_in_games());
        self
    }

    /// Adds a game. Of several with one id the first one counts.
    #[must_use]
    pub fn game(mut self, game: Registration) -> Self {
        self.games.push(game);
        self
    }

    /// The directory for games, tables and runs; `YOMIKIRI_DATA` or the user's own unless this is called.
    #[must_use]
    pub fn data_dir(mut self, dir: PathBuf) -> Self {
        self.data_dir = Some(dir);
        self
    }

    /// The directories of Syzygy files; `syzygy` in the data directory unless this is called.
    #[must_use]
    pub fn syzygy_dirs(mut self, dirs: Vec<PathBuf>) -> Self {
        self.syzygy_dirs = Some(dirs);
        self
    }

    /// The laboratory.
    pub fn build(self) -> Lab {
        Lab(Arc::new(Parts {
            data_dir: self.data_dir.unwrap_or_else(usual_data_dir),
            tables_dir: None,
            syzygy_dirs: self.syzygy_dirs,
            games: self.games.into(),
            texts: Default::default(),
            shared: Arc::default(),
        }))
    }
}

/// `YOMIKIRI_DATA`, or the user's own directory.
fn usual_data_dir() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = set("YOMIKIRI_DATA").map(PathBuf::from);
    let xdg = || set("XDG_DATA_HOME").map(|home| Path::new(&home).join("yomikiri"));
    let home = || set("HOME").map(|home| Path::new(&home).join(".local/share/yomikiri"));
    data.or_else(xdg)
        .or_else(home)
        .unwrap_or_else(|| PathBuf::from("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_opens_under_its_canonical_name() {
        let lab = Lab::new();
        for id in lab.game_ids() {
            let game = lab.open_game(id).unwrap();
            assert_eq!(game.spec(), id);
            for lang in Lang::ALL {
                assert!(
                    !game.info().name(lang).is_empty(),
                    "{id} has no name in {lang:?}"
                );
            }
        }
        let game = lab.open_game("anpanman?no_moves=draw&model=check").unwrap();
        assert_eq!(game.spec(), "anpanman?no_moves=draw");
        assert_eq!(lab.open_game(game.spec()).unwrap().spec(), game.spec());
    }

    #[test]
    fn errors_say_what_there_is() {
        let lab = Lab::new();
        let told = |name: &str| lab.open_game(name).err().unwrap().to_string();
        assert!(told("anpaman").contains("did you mean \"anpanman\"?"));
        assert!(told("quarto").contains("dobutsu gorogoro"));
        assert!(told("anpanman?no_move=draw").contains("did you mean \"no_moves\"?"));
        assert!(told("anpanman?no_moves=win").contains("draw"));
        assert!(told("tictactoe?size=4").contains("it has none"));
        assert!(told("koma:no-such-file.toml").contains("no-such-file.toml"));
        assert!(told(&"x".repeat(10_000_000)).len() < 300);
        let long = format!("anpanman?no_moves={}", "y".repeat(10_000_000));
        assert!(told(&long).len() < 600);
    }

    #[test]
    fn laboratories_do_not_share_their_directories() {
        let one = Lab::builder().data_dir("one".into()).build();
        let two = one.with_data_dir("two".into());
        assert_eq!(one.tables_dir(), Path::new("one/tables"));
        assert_eq!(two.tables_dir(), Path::new("two/tables"));
        let files = two.with_syzygy_dirs(vec!["files".into()]);
        assert_eq!(files.syzygy_dirs(), [Path::new("files")]);
        assert!(two.syzygy_dirs().is_empty());
    }

    #[test]
    fn shared_values_are_made_once() {
        let lab = Lab::builder().build();
        assert_eq!(*lab.shared("a", || 1), 1);
        assert_eq!(*lab.with_data_dir("two".into()).shared("a", || 2), 1);
        assert_eq!(*lab.shared("b", || 3), 3);
        assert_eq!(*lab.shared("a", || "text"), "text");
    }
}
