//! The tablebases that a laboratory has open, and how a game gets its own.

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use yomikiri_game_api::{Notation, Picture, Probe, Tiers};
use yomikiri_solver::tablebase::{OpenFiles, TableLocation, Tablebase, TablebaseSpec};

use super::telling::told;
use super::typed::TypedTablebase;
use super::{AnyTablebase, TablebaseOf};
use crate::definition::OpenTables;
use crate::{GameDefinition, GameName, LabError};

/// Tablebases that stay open.
const MOST_OPEN: usize = 32;

impl<G: Notation + Picture> GameDefinition<G> {
    /// The game can be solved.
    #[must_use]
    pub fn tablebase<T: Tiers<G> + 'static>(mut self, spec: TablebaseSpec<G, T>) -> Self {
        self.info.abilities.solve = true;
        self.tablebase = Some(Box::new(spec));
        self
    }

    /// Opens the game's tables in a directory when they are needed.
    pub(crate) fn table_opener(&self, dir: &Path) -> OpenTables<G> {
        match &self.tablebase {
            Some(tablebase) => tablebase.opener(self, dir),
            None => {
                let id = self.info.id.clone();
                Box::new(move || Err(LabError::Input(format!("{id} cannot be solved"))))
            }
        }
    }

    /// Where the game's tables are.
    fn table_location(&self, options: &[&str], dir: &Path) -> TableLocation {
        let id = GameName::file_of(&self.info.id).map_or(self.info.id.clone(), |path| {
            let stem = Path::new(path).file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        });
        let changed = self.info.options.iter().filter(|option| {
            let changes_values = options.contains(&option.key.as_str());
            option.value != option.default && changes_values
        });
        TableLocation {
            dir: dir.to_owned(),
            external_dirs: self.lab.syzygy_dirs(),
            name: changed.fold(id, |name, option| {
                format!("{name},{}={}", option.key, option.value)
            }),
            spec: self.info.spec.clone(),
        }
    }
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TablebaseOf<G> for TablebaseSpec<G, T> {
    fn any(
        &self,
        definition: Arc<GameDefinition<G>>,
        dir: &Path,
    ) -> Result<Box<dyn AnyTablebase>, LabError> {
        let location = definition.table_location(self.options, dir);
        let open: Arc<OpenTablebases> = definition.lab.shared("tablebases", Default::default);
        Ok(Box::new(TypedTablebase {
            base: open.get(&definition.game, *self, &location)?,
            definition,
        }))
    }

    fn opener(&self, definition: &GameDefinition<G>, dir: &Path) -> OpenTables<G> {
        let location = definition.table_location(self.options, dir);
        let open: Arc<OpenTablebases> = definition.lab.shared("tablebases", Default::default);
        let (game, spec) = (definition.game.clone(), *self);
        Box::new(move || {
            let base = open.get(&game, spec, &location)?;
            base.refresh();
            base.check_any().map_err(|error| told(&*base, error))?;
            Ok(base as Arc<dyn Probe<G>>)
        })
    }
}

/// The tablebases that a laboratory has open, with their files.
#[derive(Default)]
struct OpenTablebases {
    files: Arc<OpenFiles>,
    /// The latest last.
    open: Mutex<Vec<(OpenKey, Arc<dyn Any + Send + Sync>)>>,
}

/// A game may be read from a file that changes: its table depends on more than its name.
#[derive(PartialEq, Eq)]
struct OpenKey {
    location: TableLocation,
    identity: Option<String>,
}

impl OpenTablebases {
    fn get<G: Notation, T: Tiers<G> + 'static>(
        &self,
        game: &G,
        spec: TablebaseSpec<G, T>,
        location: &TableLocation,
    ) -> Result<Arc<Tablebase<G, T>>, LabError> {
        let files = Arc::clone(&self.files);
        let base = Tablebase::new(game.clone(), spec, location.clone(), files)
            .map_err(|error| LabError::Input(error.to_string()))?;
        let key = OpenKey {
            location: location.clone(),
            identity: base.whole().map(|whole| base.tiers().identity(whole)),
        };
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let found = open.iter().position(|(other, _)| *other == key);
        if let Some(found) = found {
            let (key, known) = open.remove(found);
            open.push((key, Arc::clone(&known)));
            if let Ok(known) = known.downcast() {
                return Ok(known);
            }
            open.pop();
        }
        let base = Arc::new(base);
        if open.len() >= MOST_OPEN {
            open.remove(0);
        }
        open.push((key, Arc::clone(&base) as Arc<dyn Any + Send + Sync>));
        Ok(base)
    }
}
