//! How a game is numbered, and where the table of it is found.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use yomikiri_game_api::{Game, Indexed, Notation, Picture, Probe};
use yomikiri_solver::probe::TableProbe;
use yomikiri_solver::table::{Table, TableError};

use super::AnyTables;
use super::desk::Desk;
use crate::{Kit, LabError};

/// How a game is numbered.
pub struct Numbering<G: Game, I> {
    /// Builds the numbering, or says why not.
    pub build: fn(&G) -> Result<I, String>,
    /// The numbering that covers finished and as good as finished positions, too.
    pub build_with_ends: fn(&G) -> Result<I, String>,
    /// The number of slots, without building.
    pub estimate: fn(&G) -> f64,
    /// What the table depends on.
    pub identity: fn(&G) -> String,
    /// The same position with the other side to move, if that is legal.
    pub switch: fn(&G, &G::Position) -> Option<G::Position>,
    /// The mirror image of a position; the position itself if left and right are not alike.
    pub twin: fn(&G, &G::Position) -> G::Position,
    /// Names of the options that change values, for the file's name.
    pub options: &'static [&'static str],
    /// Tables that are part of the program.
    pub built_in: &'static [(&'static str, &'static [u8])],
}

/// The tables of one game, typed.
pub(crate) struct Solved<G: Game, I> {
    pub(super) numbering: Numbering<G, I>,
    index: OnceLock<Result<Arc<I>, String>>,
}

/// What a kit keeps of them.
pub(crate) trait TablesOf<G: Notation + Picture>: Send + Sync {
    fn any(&self, kit: Arc<Kit<G>>) -> Box<dyn AnyTables>;
    fn prober(&self, kit: &Kit<G>, dir: &Path) -> Result<Arc<dyn Probe<G>>, LabError>;
}

impl<G: Game, I> Solved<G, I> {
    pub(crate) fn new(numbering: Numbering<G, I>) -> Self {
        Solved {
            numbering,
            index: OnceLock::new(),
        }
    }
}

impl<G: Notation + Picture, I: Indexed<G> + 'static> Solved<G, I> {
    pub(super) fn index(&self, game: &G) -> Result<Arc<I>, LabError> {
        let built = self
            .index
            .get_or_init(|| (self.numbering.build)(game).map(Arc::new));
        built.clone().map_err(LabError::Input)
    }

    pub(super) fn path(&self, name: &str, dir: &Path) -> PathBuf {
        dir.join(format!("{name}.ytb"))
    }

    /// Opens the table: the file, or the one that is part of the program.
    pub(super) fn open(
        &self,
        game: &G,
        name: &str,
        spec: &str,
        dir: &Path,
    ) -> Result<Table, LabError> {
        let path = self.path(name, dir);
        let fingerprint = yomikiri_solver::fingerprint(&(self.numbering.identity)(game));
        let file = match Table::open(&path) {
            Err(TableError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                let mut built_in = self.numbering.built_in.iter();
                let bytes = built_in
                    .find(|(other, _)| *other == name)
                    .map(|(_, bytes)| *bytes);
                let Some(bytes) = bytes else {
                    return Err(LabError::NoTable {
                        path: path.display().to_string(),
                        spec: spec.to_owned(),
                    });
                };
                Table::from_memory("built-in", bytes)
            }
            opened => opened,
        };
        let table = file.map_err(|error| LabError::Table(error.to_string()))?;
        if table.header().fingerprint != fingerprint {
            return Err(LabError::Table(format!(
                "{} was made for other rules than {spec} has; build it again",
                table.path().display(),
            )));
        }
        Ok(table)
    }

    /// The table with its numbering.
    pub(crate) fn prober_of(
        &self,
        game: &G,
        name: &str,
        spec: &str,
        dir: &Path,
    ) -> Result<TableProbe<I>, LabError> {
        let table = self.open(game, name, spec, dir)?;
        let index = self.index(game)?;
        if table.header().slots != index.slots() {
            let path = table.path().display();
            return Err(LabError::Table(format!(
                "{path} has another number of positions"
            )));
        }
        Ok(TableProbe::new(index, Arc::new(table)))
    }
}

impl<G: Notation + Picture, I: Indexed<G> + 'static> TablesOf<G> for Arc<Solved<G, I>> {
    fn any(&self, kit: Arc<Kit<G>>) -> Box<dyn AnyTables> {
        Box::new(Desk {
            kit,
            solved: Arc::clone(self),
        })
    }

    fn prober(&self, kit: &Kit<G>, dir: &Path) -> Result<Arc<dyn Probe<G>>, LabError> {
        let name = kit.table_name(self);
        Ok(Arc::new(self.prober_of(
            &kit.game,
            &name,
            &kit.info.spec,
            dir,
        )?))
    }
}

impl<G: Notation + Picture> Kit<G> {
    /// The game can be solved with this numbering.
    #[must_use]
    pub fn solvable<I: Indexed<G> + 'static>(mut self, numbering: Numbering<G, I>) -> Self {
        self.info.abilities.solve = true;
        let solved = Arc::new(Solved::new(numbering));
        self.tables = Some(Box::new(Arc::clone(&solved)));
        self.perfect(solved)
    }

    /// The table's name: the game with the options that change values.
    pub(crate) fn table_name<I>(&self, solved: &Solved<G, I>) -> String {
        let id = self
            .info
            .id
            .strip_prefix("koma:")
            .map_or(self.info.id.clone(), |path| {
                let stem = Path::new(path).file_stem().unwrap_or_default();
                stem.to_string_lossy().into_owned()
            });
        let changed = self.info.options.iter().filter(|option| {
            let changes_values = solved.numbering.options.contains(&option.key.as_str());
            option.value != option.default && changes_values
        });
        changed.fold(id, |name, option| {
            format!("{name},{}={}", option.key, option.value)
        })
    }

    /// The game's table in the usual place, if there is one.
    pub(crate) fn prober(&self, dir: &Path) -> Result<Arc<dyn Probe<G>>, LabError> {
        match &self.tables {
            Some(tables) => tables.prober(self, dir),
            None => Err(LabError::Input(format!(
                "{} cannot be solved",
                self.info.id
            ))),
        }
    }
}
