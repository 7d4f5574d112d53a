//! All tables of a game: one value that owns its tiers, its directory and its open files, and that
//! solves, probes, verifies and counts.
//!
//! | file | concept |
//! |---|---|
//! | `mod` | what a game says about its tables, names, fingerprints, estimates |
//! | `open` | table files, each opened once and kept open; small tiers solved on demand |
//! | `hot` | small tables that have been asked for, found without a lock |
//! | `probe` | values of positions and of their moves |
//! | `batch` | values of many positions, on all cores |
//! | `metrics` | distances to conversion and zeroing, values under a move limit |
//! | `check` | tables of what changes if perpetual check loses |
//! | `external` | tablebases that others have computed |
//! | `limited` | solving within a limit of memory |
//! | `solve` | solving into files, with checkpoints, or in memory |
//! | `write` | the file of a tier that is solved |
//! | `verify` | checking every entry; certificates |
//! | `self_test` | whether verification finds values that were changed on purpose |
//! | `stats` | counts, remarkable positions |
//! | `count_shares` | counts of a table that several processes have solved |
//! | `stats_file` | counts stored beside a table file |

mod batch;
mod check;
mod count_shares;
mod external;
mod hot;
mod limited;
mod metrics;
mod open;
mod probe;
mod self_test;
mod solve;
mod stats;
mod stats_file;
mod tier_hash;
mod verify;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use yomikiri_game_api::{ExternalTablebase, Game, Metric, Probed, Side, Tier, Tiers};

pub use check::{CheckValue, Difference};
pub use limited::{LimitedEstimate, MemoryLimit};
pub use metrics::{MetricHooks, Metrics};
use open::Opened;
pub use open::{OpenFiles, OpenTable};
pub use probe::{MoveReport, PositionReport, Prober, Source, Unprobed};
pub use self_test::SelfTest;
pub use solve::{SolveOrder, SolvedTier};
pub use stats::{CountRow, Found, Property, Study};
pub use verify::{CertificateOrder, Verified};

use crate::cells::Cells;
use crate::lanes::{LaneShares, ShareJob};
use crate::local::{self, Settings, Solution, SolveError};
use crate::reconstruct::Wanted;
use crate::schedule::{ChildTiers, ChildValues, Schedule, in_order};
use crate::table::{SharedCells, TableError};
use crate::work::Progress;

/// Solves a group: [`local::solve_tier`], or [`lanes::solve_tier`](crate::lanes::solve_tier) where an
/// indexer has lanes.
pub type SolveTier<I> =
    fn(&I, &dyn ChildTiers, &Settings, &dyn Progress) -> Result<Solution, SolveError>;

/// Fills in what a table leaves out: [`reconstruct`](fn@crate::reconstruct), or
/// [`lanes::reconstruct`](fn@crate::lanes::reconstruct) where an indexer has lanes.
pub type Reconstruct<I> =
    fn(&I, Cells, Wanted<'_>, Metric, &dyn ChildValues, usize, &dyn Progress) -> Option<Cells>;

/// Solves groups, by itself or together with other processes that do the same.
pub trait SolveGroup<G: Game, I> {
    /// Solves a group; `lanes` is the way to do so in lanes, if its indexer may come in rows.
    fn solve<'s>(
        &'s self,
        job: ShareJob<'_, I>,
        lanes: Option<LaneShares<I>>,
    ) -> Result<SolvedGroup<'s>, SolveError>;

    /// Whether this process does what one does for all, such as writing what was found without the others.
    fn is_first(&self) -> bool {
        true
    }

    /// The tables of the group are written, if that was the task of this process; waits for the others.
    fn written(&self) -> Result<(), SolveError>;

    /// The tables of a group are there already: removes what earlier attempts have left of it. The file
    /// is that of its checkpoint.
    fn tidy_up(&self, checkpoint: &Path);
}

/// The cells of a group.
pub enum SolvedGroup<'s> {
    /// All of them are here.
    Here(Solution),
    /// Each of several processes has a share.
    Shared(Box<dyn SharedCells + 's>),
}

/// On this machine alone.
struct Alone<I>(SolveTier<I>);

impl<G: Game, I> SolveGroup<G, I> for Alone<I> {
    fn solve<'s>(
        &'s self,
        (indexer, children, settings, progress): ShareJob<'_, I>,
        _lanes: Option<LaneShares<I>>,
    ) -> Result<SolvedGroup<'s>, SolveError> {
        (self.0)(indexer, children, settings, progress).map(SolvedGroup::Here)
    }

    fn written(&self) -> Result<(), SolveError> {
        Ok(())
    }

    fn tidy_up(&self, _checkpoint: &Path) {}
}

/// Opens an external tablebase in some directories, for a game with its options.
pub type OpenExternal<G> = fn(&G, &[PathBuf]) -> Option<Arc<dyn ExternalTablebase<G>>>;

/// Builds an indexer, or says why there is none.
pub type BuildIndexer<G, T> = fn(&G) -> Result<<T as Tiers<G>>::Indexer, String>;

/// Whether the side to move is in check.
pub type InCheck<G> = fn(&G, &<G as Game>::Position) -> bool;

/// Whether a side can give check in a tier.
pub type CanCheck<T> = fn(&T, Tier, Side) -> bool;

type OpenedTables<I> = tier_hash::TierMap<(Tier, Metric), Opened<I>>;

/// What a game says about its tables. Everything but the tiers has a harmless default
/// ([`TablebaseSpec::new`]).
pub struct TablebaseSpec<G: Game, T: Tiers<G>> {
    /// REQUIRED. The tiers of the game with its options, or why there are none.
    pub tiers: fn(&G) -> Result<T, String>,
    /// OPTIONAL: names of the options that change values, for the names of files.
    pub options: &'static [&'static str],
    /// OPTIONAL: tables that are part of the program, by the name of their file without its ending.
    pub built_in: &'static [(&'static str, &'static [u8])],
    /// OPTIONAL: a faster way to solve. Without it one index is looked at at a time.
    pub solve_tier: SolveTier<T::Indexer>,
    /// OPTIONAL: the same for several processes that solve together. Without it one index is looked at at a time.
    pub lane_shares: Option<LaneShares<T::Indexer>>,
    /// OPTIONAL: a faster way to fill in what a table leaves out.
    pub reconstruct: Reconstruct<T::Indexer>,
    /// OPTIONAL: the same position with the other side to move, if that is legal. Without it no
    /// mutual zugzwangs are found.
    pub null_move: fn(&G, &G::Position) -> Option<G::Position>,
    /// OPTIONAL: the mirror image of a position, where left and right are alike. Without it
    /// certificates are twice as long.
    pub mirror: fn(&G, &G::Position) -> G::Position,
    /// OPTIONAL: an indexer that covers positions in which a king can be captured, for counting them.
    pub with_king_captures: Option<BuildIndexer<G, T>>,
    /// OPTIONAL: what probes by other metrics need. Without it only the distance to the end is known.
    pub metrics: Option<MetricHooks<G>>,
    /// OPTIONAL: whether the side to move is in check. Without it games that have ended for want of
    /// moves are not told apart by it.
    pub in_check: Option<InCheck<G>>,
    /// OPTIONAL: whether a side can give check at all in a tier, in games in which perpetual check
    /// loses; needs `in_check`. Without it no tables of that rule are made.
    pub can_check: Option<CanCheck<T>>,
    /// OPTIONAL: whether perpetual check loses in the game with its options. If so, players get values
    /// under that rule wherever its table is there; needs `can_check`. Without it they get plain values.
    pub check_loses: fn(&G) -> bool,
    /// OPTIONAL: opens a tablebase that others have computed, which is asked where our own table is
    /// missing; `None` if there is none in these directories.
    pub external: Option<OpenExternal<G>>,
    /// OPTIONAL: whether a move promotes to something else than the strongest piece, for finding
    /// positions won only so.
    pub is_under_promotion: fn(&G, &G::Position, G::Move) -> bool,
}

impl<G: Game, T: Tiers<G>> Clone for TablebaseSpec<G, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game, T: Tiers<G>> Copy for TablebaseSpec<G, T> {}

impl<G: Game, T: Tiers<G>> TablebaseSpec<G, T> {
    /// A spec with everything optional left out.
    pub fn new(tiers: fn(&G) -> Result<T, String>) -> Self {
        TablebaseSpec {
            tiers,
            options: &[],
            built_in: &[],
            solve_tier: local::solve_tier::<G, T::Indexer>,
            lane_shares: None,
            reconstruct: crate::reconstruct::<G, T::Indexer>,
            null_move: |_, _| None,
            mirror: |_, at| at.clone(),
            with_king_captures: None,
            metrics: None,
            in_check: None,
            can_check: None,
            check_loses: |_| false,
            external: None,
            is_under_promotion: |_, _, _| false,
        }
    }
}

/// Where the tables of a game are, and what it is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLocation {
    /// The directory of all tables.
    pub dir: PathBuf,
    /// The directories of an external tablebase.
    pub external_dirs: Vec<PathBuf>,
    /// The name of the game's file or folder: the game with the options that change values.
    pub name: String,
    /// The game with its options, for headers and messages.
    pub spec: String,
}

impl TableLocation {
    /// The tables of a game in a directory, without external ones.
    pub fn new(dir: impl Into<PathBuf>, name: &str) -> Self {
        TableLocation {
            dir: dir.into(),
            external_dirs: Vec::new(),
            name: name.to_owned(),
            spec: name.to_owned(),
        }
    }
}

/// All tables of a game.
pub struct Tablebase<G: Game, T: Tiers<G>> {
    game: G,
    spec: TablebaseSpec<G, T>,
    tiers: T,
    location: TableLocation,
    files: Arc<OpenFiles>,
    external: Option<Arc<dyn ExternalTablebase<G>>>,
    /// Whether perpetual check loses.
    check_loses: bool,
    /// By the first tier of a group.
    indexers: Mutex<HashMap<Tier, Arc<T::Indexer>>>,
    opened: RwLock<OpenedTables<T::Indexer>>,
    hot: hot::HotTables<T::Indexer>,
    /// Groups solved on demand, by their first tiers, with distances to the end.
    on_demand: Mutex<HashMap<Tier, Arc<Cells>>>,
    /// Grows with every request: files are compared with the disk once in each.
    request: AtomicU64,
    /// Whether no win of a tier, or of those below, is longer than the move limit; by request.
    in_time: Mutex<HashMap<Tier, (u64, bool)>>,
}

/// Why a tablebase cannot do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// The request makes no sense for this game.
    #[error("{0}")]
    Input(String),
    /// There is no table of the tier.
    #[error("{} does not exist", path.display())]
    Missing {
        /// Where it would be.
        path: PathBuf,
        /// The tier; `None` if there is no table at all.
        tier: Option<Tier>,
        /// The metric.
        metric: Metric,
    },
    /// No tier has the position.
    #[error("no table covers the position")]
    NotCovered,
    /// A table is damaged, or it is a table of something else.
    #[error("{0}")]
    Table(String),
    /// Other processes that solve it, too, could not be worked with.
    #[error("{0}")]
    Elsewhere(String),
    /// Stopped by request.
    #[error("interrupted")]
    Interrupted {
        /// What was being solved, if it was that.
        solving: Option<(Tier, Metric)>,
        /// Whether a checkpoint was written.
        saved: bool,
    },
}

impl From<TableError> for TablebaseError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Elsewhere(reason) => TablebaseError::Elsewhere(reason),
            error => TablebaseError::Table(error.to_string()),
        }
    }
}

/// What solving would take, about.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Positions to be numbered.
    pub positions: f64,
    /// Memory in bytes.
    pub memory: f64,
    /// Size of the tables in bytes.
    pub disk: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// The tables of a game in a directory. `files` bounds the number of open files, and may be
    /// shared by many tablebases.
    pub fn new(
        game: G,
        spec: TablebaseSpec<G, T>,
        location: TableLocation,
        files: Arc<OpenFiles>,
    ) -> Result<Self, TablebaseError> {
        Ok(Tablebase {
            tiers: (spec.tiers)(&game).map_err(TablebaseError::Input)?,
            external: spec
                .external
                .and_then(|open| open(&game, &location.external_dirs)),
            check_loses: (spec.check_loses)(&game),
            game,
            spec,
            location,
            files,
            indexers: Mutex::default(),
            opened: RwLock::default(),
            hot: hot::HotTables::default(),
            on_demand: Mutex::default(),
            request: AtomicU64::new(1),
            in_time: Mutex::default(),
        })
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The tiers.
    pub fn tiers(&self) -> &T {
        &self.tiers
    }

    /// Where the tables are.
    pub fn location(&self) -> &TableLocation {
        &self.location
    }

    /// What was said about the game.
    pub fn spec(&self) -> &TablebaseSpec<G, T> {
        &self.spec
    }

    /// The tiers that a user's words name.
    pub fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, TablebaseError> {
        self.tiers.parse_tiers(what).map_err(TablebaseError::Input)
    }

    /// The one tier that a user's words name.
    pub fn parse_tier(&self, what: Option<&str>) -> Result<Tier, TablebaseError> {
        match self.parse_tiers(what)?.as_slice() {
            [tier] => Ok(*tier),
            several => Err(TablebaseError::Input(format!(
                "expected one table, but {} are {} tables",
                what.unwrap_or("no words"),
                several.len()
            ))),
        }
    }

    /// The one tier of a game that is solved as a whole.
    pub fn whole(&self) -> Option<Tier> {
        let tiers = self.tiers.parse_tiers(None).ok()?;
        tiers
            .into_iter()
            .find(|&tier| self.tiers.name(tier).is_empty())
    }

    /// What a table is called: the tier, or the game if that is solved as a whole.
    pub fn table_name(&self, tier: Tier) -> String {
        match self.tiers.name(tier) {
            name if name.is_empty() => self.location.name.clone(),
            name => name,
        }
    }

    /// The indexer of a tier's group, built once.
    pub fn indexer(&self, tier: Tier) -> Result<Arc<T::Indexer>, TablebaseError> {
        let first = self.tiers.group(tier)[0];
        let mut indexers = self.indexers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(indexer) = indexers.get(&first) {
            return Ok(Arc::clone(indexer));
        }
        let indexer = self.tiers.indexer(first).map_err(TablebaseError::Input)?;
        let indexer = Arc::new(indexer);
        indexers.insert(first, Arc::clone(&indexer));
        Ok(indexer)
    }

    /// The name of a tier's file without its ending.
    fn file_name(&self, tier: Tier, metric: Metric) -> String {
        let name = &self.location.name;
        let of_metric = match metric {
            Metric::End => "",
            Metric::Conversion => ".conversion",
            Metric::Zeroing => ".zeroing",
            Metric::Check => ".check",
        };
        match self.tiers.name(tier).as_str() {
            "" => format!("{name}{of_metric}"),
            tier => format!("{name}/{tier}{of_metric}"),
        }
    }

    /// The file of a tier's table.
    pub fn path(&self, tier: Tier, metric: Metric) -> PathBuf {
        let name = self.file_name(tier, metric);
        self.location.dir.join(format!("{name}.ytb"))
    }

    /// What the table of a tier must have been made for.
    pub fn fingerprint(&self, tier: Tier, metric: Metric) -> [u8; 32] {
        let mut identity = self.tiers.identity(tier);
        if metric != Metric::End {
            identity += &format!("; metric {}", metric.word());
        }
        crate::fingerprint(&identity)
    }

    /// The names of the tiers whose tables exist, in a file, in the program or on demand; short names
    /// first. The one tier of a game that is solved as a whole has an empty name.
    pub fn list(&self) -> Vec<String> {
        self.refresh();
        if let Some(whole) = self.whole() {
            let is_there = matches!(self.find_table(whole, Metric::End), Ok(Some(_)));
            return is_there.then(String::new).into_iter().collect();
        }
        let TableLocation { dir, name, .. } = &self.location;
        let mut found = Vec::new();
        let prefix = format!("{name}/");
        let built_in = self.spec.built_in.iter();
        let built_in = built_in.filter_map(|(name, _)| name.strip_prefix(&prefix));
        let usual = built_in.filter(|name| !name.contains('.'));
        found.extend(usual.map(str::to_owned));
        for file in std::fs::read_dir(dir.join(name))
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = file.file_name();
            let tier = name.to_str().and_then(|name| name.strip_suffix(".ytb"));
            // Tables by another metric have a dot in their names, and lie beside the usual one.
            found.extend(tier.filter(|tier| !tier.contains('.')).map(str::to_owned));
        }
        let on_demand = self.tiers.on_demand().into_iter();
        found.extend(on_demand.map(|tier| self.tiers.name(tier)));
        found.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        found.dedup();
        found
    }

    /// An error if there is no table at all.
    pub fn check_any(&self) -> Result<(), TablebaseError> {
        if let Some(whole) = self.whole() {
            return self.open(whole, Metric::End).map(drop);
        }
        let folder = self.location.dir.join(&self.location.name);
        let prefix = format!("{}/", self.location.name);
        let mut built_in = self.spec.built_in.iter();
        if self.tiers.on_demand().is_empty()
            && !folder.is_dir()
            && !built_in.any(|(name, _)| name.starts_with(&prefix))
        {
            return Err(TablebaseError::Missing {
                path: folder,
                tier: None,
                metric: Metric::End,
            });
        }
        Ok(())
    }

    /// What solving some tiers, and those they need, would take. The memory is that of the tier that takes most, with
    /// what it asks of the tiers before it, and what waits in memory for those after it.
    pub fn estimate(&self, tiers: &[Tier], metric: Metric) -> Estimate {
        let groups = in_order(&self.tiers, tiers);
        let mut estimate = self.estimate_groups(&groups, metric);
        let Ok(schedule) = self.schedule(&groups) else {
            return estimate; // solving will say why
        };
        let sizes = groups.iter().map(|&group| self.tiers.cost(group).positions);
        let sized: Vec<_> = groups
            .iter()
            .copied()
            .zip(sizes.map(|size| size as u64))
            .collect();
        for (group, &first) in groups.iter().enumerate() {
            let alone = self.estimate_alone(first, metric).memory;
            // A byte for each.
            let children = schedule.bytes_during(group, &sized[..group]);
            estimate.memory = estimate.memory.max(alone + children as f64);
        }
        estimate
    }

    /// What the groups of a solve, in their order, ask of each other.
    fn schedule(&self, groups: &[Tier]) -> Result<Schedule, TablebaseError> {
        let mut schedule = Schedule::default();
        for (group, &first) in groups.iter().enumerate() {
            let children = self.tiers.children(first);
            if !children.is_empty() {
                schedule.note(group, &*self.indexer(first)?, &children);
            }
        }
        Ok(schedule)
    }

    /// What solving the group of a tier alone would take.
    pub fn estimate_alone(&self, tier: Tier, metric: Metric) -> Estimate {
        self.estimate_groups(&[tier], metric)
    }

    fn estimate_groups(&self, groups: &[Tier], metric: Metric) -> Estimate {
        // Other metrics have cells of two bytes.
        let wider = f64::from(u8::from(metric != Metric::End));
        let mut estimate = Estimate {
            positions: 0.0,
            memory: 0.0,
            disk: 0.0,
            cpu_seconds: 0.0,
        };
        for &group in groups {
            let cost = self.tiers.cost(group);
            estimate.positions += cost.positions;
            estimate.memory = estimate.memory.max(cost.positions * (cost.bytes + wider));
            estimate.cpu_seconds += cost.positions * cost.microseconds / 1e6;
            estimate.disk += cost.positions * cost.disk;
        }
        estimate.memory += 32e6;
        estimate
    }

    fn dir(&self) -> &Path {
        &self.location.dir
    }
}

/// A value without its distance, for tables that store none.
fn without_distance(probed: Probed) -> Probed {
    Probed {
        distance: None,
        ..probed
    }
}
