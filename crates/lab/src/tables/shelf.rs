//! Where the tables of a game stand, and how they are opened.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use yomikiri_game_api::{
    Game, Indexed, Metric, Notation, Picture, Probe, ProbeError, Tier, Tiered,
};
use yomikiri_solver::probe::{TableProbe, TierProbe};
use yomikiri_solver::table::{Table, TableError};

use super::borrowed::{Backed, Borrow, Borrowed};
use super::desk::Desk;
use super::numbering::Whole;
use super::{AnyTables, Estimate, Numbering, Tiering};
use crate::definition::OpenTables;
use crate::{GameDefinition, GameName, Lab, LabError, Remedy};

/// Nobody is advised to build a table that takes more memory than this: 32 GB, twice what a usual
/// machine has. `solve` itself looks at the memory that is there.
const MOST_MEMORY: f64 = 32e9;

/// Makes the tiers of a game.
type Build<G, T> = dyn Fn(&G) -> Result<T, String> + Send + Sync;
/// Builds a numbering.
type BuildIndex<G, I> = fn(&G) -> Result<I, String>;

/// The tables of one game, typed.
pub(crate) struct Shelf<G: Game, T: Tiered<G>> {
    build: Box<Build<G, T>>,
    /// For whole games: the numbering that covers ends, too.
    pub(super) with_ends: Option<BuildIndex<G, T::Index>>,
    pub(super) switch: fn(&G, &G::Position) -> Option<G::Position>,
    /// Tables that others have computed.
    pub(super) borrow: Option<Borrow<G>>,
    /// The mirror image of a position, or itself.
    pub(super) twin: fn(&G, &G::Position) -> G::Position,
    options: &'static [&'static str],
    built_in: &'static [(&'static str, &'static [u8])],
    tiers: OnceLock<Result<Arc<T>, String>>,
    /// By the first tier of a group.
    indexes: Mutex<HashMap<Tier, Arc<T::Index>>>,
}

/// Whose tables: a game with the name of its files, and the folder.
#[derive(Clone)]
pub(crate) struct Owner<G> {
    pub(super) game: G,
    pub(super) name: String,
    pub(super) spec: String,
    pub(super) dir: PathBuf,
    pub(super) lab: Lab,
}

/// What a kit keeps of them.
pub(crate) trait TablesOf<G: Notation + Picture>: Send + Sync {
    fn any(&self, kit: Arc<GameDefinition<G>>) -> Box<dyn AnyTables>;
    fn prober(&self, kit: &GameDefinition<G>, dir: &Path) -> Result<Arc<dyn Probe<G>>, LabError>;
    fn opener(&self, kit: &GameDefinition<G>) -> OpenTables<G>;
}

impl<G: Notation + Picture, T: Tiered<G> + 'static> Shelf<G, T> {
    fn new(
        build: Box<Build<G, T>>,
        switch: fn(&G, &G::Position) -> Option<G::Position>,
        options: &'static [&'static str],
        built_in: &'static [(&'static str, &'static [u8])],
    ) -> Self {
        Shelf {
            build,
            with_ends: None,
            switch,
            borrow: None,
            twin: |_, at| at.clone(),
            options,
            built_in,
            tiers: OnceLock::new(),
            indexes: Mutex::default(),
        }
    }

    /// Whether the game is solved as a whole.
    pub(super) fn is_whole(&self) -> bool {
        self.with_ends.is_some()
    }

    /// The names of the parts whose tables are part of the program or in the folder.
    pub(super) fn parts(&self, owner: &Owner<G>) -> Vec<String> {
        if self.is_whole() {
            return Vec::new();
        }
        let prefix = format!("{}/", owner.name);
        let built_in = self.built_in.iter();
        let built_in = built_in.filter_map(|(name, _)| name.strip_prefix(&prefix));
        let mut parts: Vec<String> = built_in.map(str::to_owned).collect();
        let files = std::fs::read_dir(owner.dir.join(&owner.name));
        for file in files.into_iter().flatten().flatten() {
            let name = file.file_name();
            let part = name.to_str().and_then(|name| name.strip_suffix(".ytb"));
            // Tables by another metric have a dot in their names, and stand beside the usual one.
            parts.extend(part.filter(|part| !part.contains('.')).map(str::to_owned));
        }
        if let Ok(tiers) = self.tiers(&owner.game) {
            parts.extend(tiers.at_hand().into_iter().map(|tier| tiers.name(tier)));
        }
        parts.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        parts.dedup();
        parts
    }

    pub(super) fn tiers(&self, game: &G) -> Result<Arc<T>, LabError> {
        let built = self.tiers.get_or_init(|| (self.build)(game).map(Arc::new));
        built.clone().map_err(LabError::Input)
    }

    /// The numbering of a tier's group, built once.
    pub(super) fn index(&self, game: &G, tier: Tier) -> Result<Arc<T::Index>, LabError> {
        let tiers = self.tiers(game)?;
        let first = tiers.group(tier)[0];
        let mut indexes = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = indexes.get(&first) {
            return Ok(Arc::clone(index));
        }
        let index = Arc::new(tiers.index(first).map_err(LabError::Input)?);
        indexes.insert(first, Arc::clone(&index));
        Ok(index)
    }

    /// The name of a tier's file without its ending.
    fn file_name(&self, owner: &Owner<G>, tier: Tier, metric: Metric) -> Result<String, LabError> {
        let name = &owner.name;
        let of_metric = match metric {
            Metric::End => "",
            Metric::Conversion => ".conversion",
            Metric::Zeroing => ".zeroing",
        };
        Ok(match self.tiers(&owner.game)?.name(tier).as_str() {
            "" => format!("{name}{of_metric}"),
            tier => format!("{name}/{tier}{of_metric}"),
        })
    }

    pub(super) fn path(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
    ) -> Result<PathBuf, LabError> {
        let name = self.file_name(owner, tier, metric)?;
        Ok(owner.dir.join(format!("{name}.ytb")))
    }

    /// What the table of a tier must have been made for.
    pub(super) fn fingerprint(
        &self,
        game: &G,
        tier: Tier,
        metric: Metric,
    ) -> Result<[u8; 32], LabError> {
        let mut identity = self.tiers(game)?.identity(tier);
        if metric != Metric::End {
            identity += &format!("; metric {}", metric.word());
        }
        Ok(yomikiri_solver::fingerprint(&identity))
    }

    /// What solving some groups would take, each named by one of its tiers.
    pub(super) fn estimate(
        &self,
        game: &G,
        groups: &[Tier],
        metric: Metric,
    ) -> Result<Estimate, LabError> {
        let tiers = self.tiers(game)?;
        let all: f64 = groups.iter().map(|&tier| tiers.estimate(tier)).sum();
        let microseconds = |&tier: &Tier| tiers.estimate(tier) * tiers.microseconds_a_slot(tier);
        // Other metrics have cells of two bytes.
        let wider = f64::from(u8::from(metric != Metric::End));
        let bytes = |&tier: &Tier| tiers.estimate(tier) * (tiers.bytes_a_slot(tier) + wider);
        Ok(Estimate {
            slots: all,
            memory: groups.iter().map(bytes).fold(0.0, f64::max) + 32e6,
            // Measured: Dobutsu shogi packs to 0.22 bytes a slot.
            disk: all * 0.25,
            cpu_seconds: groups.iter().map(microseconds).sum::<f64>() / 1e6,
        })
    }

    /// What can be done about a table that is not there.
    fn remedy(&self, owner: &Owner<G>, tier: Tier, metric: Metric) -> Result<Remedy, LabError> {
        let estimate = self.estimate(&owner.game, &[tier], metric)?;
        Ok(match estimate.memory > MOST_MEMORY {
            true => Remedy::TooLarge {
                positions: estimate.slots as u64,
                gigabytes: (estimate.memory / 1e9) as u64,
            },
            false => Remedy::Solve(self.arguments(owner, tier, metric)),
        })
    }

    /// The arguments of the command that builds a tier.
    pub(super) fn arguments(&self, owner: &Owner<G>, tier: Tier, metric: Metric) -> String {
        let tier = self.tiers(&owner.game).map(|tiers| tiers.name(tier));
        let mut text = format!("'{}' {}", owner.spec, tier.unwrap_or_default());
        if metric != Metric::End {
            text += &format!(" --metric {}", metric.word());
        }
        text.trim_end().to_owned()
    }

    /// Opens a table: the file, or the one that is part of the program.
    pub(super) fn open(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
    ) -> Result<Table, LabError> {
        let path = self.path(owner, tier, metric)?;
        let fingerprint = self.fingerprint(&owner.game, tier, metric)?;
        let file = match Table::open(&path) {
            Err(TableError::Io { error, .. }) if error.kind() == std::io::ErrorKind::NotFound => {
                let name = self.file_name(owner, tier, metric)?;
                let mut built_in = self.built_in.iter();
                let Some((_, bytes)) = built_in.find(|(other, _)| *other == name) else {
                    let at_hand = self.at_hand(owner, tier, metric)?;
                    let Some(at_hand) = at_hand else {
                        return Err(LabError::NoTable {
                            path: path.display().to_string(),
                            elsewhere: None,
                            remedy: self.remedy(owner, tier, metric)?,
                        });
                    };
                    return Ok(at_hand);
                };
                Table::from_memory("built-in", bytes)
            }
            opened => opened,
        };
        let table = file.map_err(|error| LabError::Table(error.to_string()))?;
        if table.header().fingerprint != fingerprint {
            return Err(LabError::Table(format!(
                "{} was made for other rules than {} has; build it again",
                table.path().display(),
                owner.spec
            )));
        }
        Ok(table)
    }

    /// A table with its numbering.
    pub(super) fn table_probe(
        &self,
        owner: &Owner<G>,
        tier: Tier,
        metric: Metric,
    ) -> Result<TableProbe<T::Index>, LabError> {
        let table = self.open(owner, tier, metric)?;
        let index = self.index(&owner.game, tier)?;
        let part = self.tiers(&owner.game)?.part(&index, tier);
        if table.header().slots != part.end - part.start {
            let path = table.path().display();
            return Err(LabError::Table(format!(
                "{path} has another number of positions"
            )));
        }
        Ok(TableProbe::of_part(index, Arc::new(table), part))
    }

    /// Others' tables for a game, if there are any.
    pub(super) fn borrowed(&self, lab: &Lab, game: &G) -> Option<Arc<dyn Borrowed<G>>> {
        self.borrow.and_then(|borrow| borrow(lab, game))
    }

    /// The tables of a game, opened as they are asked for.
    pub(super) fn tier_probe(
        self: &Arc<Self>,
        owner: &Owner<G>,
        metric: Metric,
    ) -> Result<TierProbe<G, T>, LabError> {
        let (shelf, owner) = (Arc::clone(self), owner.clone());
        let tiers = self.tiers(&owner.game)?;
        let open = move |tier, metric| match shelf.table_probe(&owner, tier, metric) {
            Ok(table) => Ok(Some(table)),
            Err(LabError::NoTable { .. }) => Ok(None),
            // Whoever asked says that it was a table.
            Err(LabError::Table(text)) => Err(ProbeError(text)),
            Err(error) => Err(ProbeError(error.to_string())),
        };
        Ok(TierProbe::new(tiers, metric, Box::new(open)))
    }

    /// The tables of a game, for searches and players. An error if there are none.
    pub(crate) fn prober_of(
        self: &Arc<Self>,
        owner: &Owner<G>,
    ) -> Result<Arc<dyn Probe<G>>, LabError>
    where
        T::Index: 'static,
    {
        if self.is_whole() {
            return Ok(Arc::new(self.table_probe(owner, Tier(0), Metric::End)?));
        }
        let folder = owner.dir.join(&owner.name);
        let in_folder = format!("{}/", owner.name);
        let mut built_in = self.built_in.iter();
        let at_hand = self.tiers(&owner.game)?.at_hand();
        if at_hand.is_empty()
            && !folder.is_dir()
            && !built_in.any(|(name, _)| name.starts_with(&in_folder))
        {
            return Err(LabError::NoTable {
                path: folder.display().to_string(),
                elsewhere: None,
                remedy: Remedy::Solve(format!("'{}' WHAT", owner.spec)),
            });
        }
        let own = self.tier_probe(owner, Metric::End)?;
        Ok(match self.borrowed(&owner.lab, &owner.game) {
            Some(borrowed) => Arc::new(Backed { own, borrowed }),
            None => Arc::new(own),
        })
    }
}

impl<G: Notation + Picture, T: Tiered<G> + 'static> TablesOf<G> for Arc<Shelf<G, T>>
where
    T::Index: 'static,
{
    fn any(&self, kit: Arc<GameDefinition<G>>) -> Box<dyn AnyTables> {
        Box::new(Desk {
            kit,
            shelf: Arc::clone(self),
        })
    }

    fn prober(&self, kit: &GameDefinition<G>, dir: &Path) -> Result<Arc<dyn Probe<G>>, LabError> {
        self.prober_of(&kit.owner(self, dir))
    }

    fn opener(&self, kit: &GameDefinition<G>) -> OpenTables<G> {
        let owner = kit.owner(self, &kit.lab.tables_dir());
        let shelf = Arc::clone(self);
        Box::new(move || shelf.prober_of(&owner))
    }
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// The game can be solved as a whole, with this numbering.
    #[must_use]
    pub fn solvable<I: Indexed<G> + 'static>(self, numbering: Numbering<G, I>) -> Self {
        let Numbering {
            build,
            build_with_ends,
            estimate,
            identity,
            switch,
            twin,
            options,
            built_in,
        } = numbering;
        let whole = move |game: &G| {
            Ok(Whole {
                game: game.clone(),
                build,
                estimate,
                identity,
            })
        };
        let mut shelf = Shelf::new(Box::new(whole), switch, options, built_in);
        shelf.with_ends = Some(build_with_ends);
        shelf.twin = twin;
        self.with_shelf(shelf)
    }

    /// The game can be solved tier by tier.
    #[must_use]
    pub fn tiered<T: Tiered<G> + 'static>(self, tiering: Tiering<G, T>) -> Self
    where
        T::Index: 'static,
    {
        let Tiering {
            build,
            switch,
            options,
            built_in,
            borrow,
        } = tiering;
        let mut shelf = Shelf::new(Box::new(build), switch, options, built_in);
        shelf.borrow = borrow;
        self.with_shelf(shelf)
    }

    fn with_shelf<T: Tiered<G> + 'static>(mut self, shelf: Shelf<G, T>) -> Self
    where
        T::Index: 'static,
    {
        self.info.abilities.solve = true;
        let shelf = Arc::new(shelf);
        self.tables = Some(Box::new(shelf));
        self
    }

    /// The game's tables in a folder.
    pub(crate) fn owner<T: Tiered<G>>(&self, shelf: &Shelf<G, T>, dir: &Path) -> Owner<G> {
        Owner {
            game: self.game.clone(),
            name: self.table_name(shelf.options),
            spec: self.info.spec.clone(),
            dir: dir.to_owned(),
            lab: self.lab.clone(),
        }
    }

    /// The table's name: the game with the options that change values.
    fn table_name(&self, options: &[&str]) -> String {
        let id = GameName::file_of(&self.info.id).map_or(self.info.id.clone(), |path| {
            let stem = Path::new(path).file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        });
        let changed = self.info.options.iter().filter(|option| {
            let changes_values = options.contains(&option.key.as_str());
            option.value != option.default && changes_values
        });
        changed.fold(id, |name, option| {
            format!("{name},{}={}", option.key, option.value)
        })
    }

    /// Opens the game's tables in the usual place when they are needed.
    pub(crate) fn table_opener(&self) -> OpenTables<G> {
        match &self.tables {
            Some(tables) => tables.opener(self),
            None => {
                let id = self.info.id.clone();
                Box::new(move || Err(LabError::Input(format!("{id} cannot be solved"))))
            }
        }
    }

    /// The game's tables in a folder, if there are any.
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
