//! Tablebases as text and plain data: the façade of [`yomikiri_solver::tablebase`].
//!
//! [`AnyTablebase`] is what can be done with the tables of a game without knowing its types; a game
//! gets one by [`GameDefinition::tablebase`]. Open tablebases belong to the [`Lab`](crate::Lab), so
//! that a game which is opened again finds its files open.

mod cluster;
mod reports;

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use yomikiri_game_api::{
    Indexer, Line, Metric, Notation, Picture, Probe, Probed, Side, Tier, Tiers, Value,
};
use yomikiri_solver::tablebase::{
    self, CountRow, MoveReport, OpenFiles, PositionReport, TableLocation, Tablebase,
    TablebaseError, TablebaseSpec, Unprobed,
};
use yomikiri_solver::{NoProgress, Progress, verify};

pub use cluster::{ClusterOrder, read_hosts};
pub use reports::{
    Answer, CertificateReport, CheckDifference, CheckDifferences, Estimate, FindReport,
    FoundPosition, MetricFields, Metrics, ProbeReport, ProbedMove, Probing, SelfTestReport,
    SolveOrder, SolveReport, StatsRow, Study, SuccessorsReport, TableInfo, TableStats,
    VerifyReport,
};
pub(crate) use reports::{in_words, size};
pub use yomikiri_solver::tablebase::{CertificateOrder, Property};

use crate::definition::OpenTables;
use crate::session::Session;
use crate::{GameDefinition, GameName, LabError, Place, Remedy};

/// Nobody is advised to build a table that takes more memory than this: 32 GB, twice what a usual
/// machine has. `solve` itself looks at the memory that is there.
const MOST_MEMORY: f64 = 32e9;
/// Tablebases that stay open.
const MOST_OPEN: usize = 32;

/// Which tables are meant.
#[derive(Copy, Clone, Debug, Default)]
pub struct Selection<'w> {
    /// What a user types to name tiers (`KPvK`, `2v1`, `4men`); nothing names the whole game.
    pub tiers: Option<&'w str>,
    /// What their distances lead to.
    pub metric: Metric,
}

impl<'w> From<Option<&'w str>> for Selection<'w> {
    /// Tables of distances to the end.
    fn from(tiers: Option<&'w str>) -> Self {
        Selection {
            tiers,
            metric: Metric::End,
        }
    }
}

/// The tables of a game in a directory, without its types.
pub trait AnyTablebase: Send + Sync {
    /// The names of the tiers whose tables exist, short ones first; the one table of a game that is
    /// solved as a whole has an empty name.
    fn list(&self) -> Vec<String>;
    /// The same for a game in tiers; `None` for one that is solved as a whole.
    fn tiers(&self) -> Option<Vec<String>>;
    /// Whether external tablebases (Syzygy) are supported.
    fn reads_external(&self) -> bool;
    /// The command that builds a table of the game; `None` where that would take too much.
    fn solve_command(&self) -> Option<String>;
    /// What solving would take.
    fn estimate(&self, selection: Selection<'_>) -> Result<Estimate, LabError>;
    /// Solves tiers and all that they lead to, and writes their tables.
    fn solve(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError>;
    /// The same as one of several processes, all of which do so. Process 0 returns the reports, the others
    /// nothing.
    fn solve_in_cluster(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError>;
    /// The value of a position and of each of its moves.
    fn probe(&self, place: &Place<'_>) -> Result<ProbeReport, LabError>;
    /// The same with the shortest line.
    fn probe_line(&self, place: &Place<'_>) -> Result<ProbeReport, LabError>;
    /// The value of a position and of each position after one move, in the order of [`probe`](Self::probe).
    fn probe_successors(&self, place: &Place<'_>) -> Result<SuccessorsReport, LabError>;
    /// Headers of tables.
    fn info(&self, selection: Selection<'_>) -> Result<Vec<TableInfo>, LabError>;
    /// Counts.
    fn stats(
        &self,
        selection: Selection<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError>;
    /// The counts that are stored beside the table files; `None` if some would have to be counted.
    fn stored_stats(
        &self,
        selection: Selection<'_>,
        reachable: bool,
    ) -> Result<Option<TableStats>, LabError>;
    /// Positions of one table with a property, at most so many of them.
    fn find(
        &self,
        selection: Selection<'_>,
        wanted: (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError>;
    /// A strategy that proves the start's value for a side, as text, with what it proves by its own
    /// checker.
    fn certificate(
        &self,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<(String, CertificateReport), LabError>;
    /// Checks a certificate by the rules alone; the error says what is wrong with it.
    fn check_certificate(&self, text: &str) -> Result<CertificateReport, String>;
    /// Solves the game in memory.
    fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError>;
    /// Checks files and every entry, or a sample of them.
    fn verify(
        &self,
        selection: Selection<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError>;
    /// Changes so many values in copies of each table file and verifies the copies.
    fn self_test(
        &self,
        selection: Selection<'_>,
        count: u64,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<SelfTestReport>, LabError>;
}

impl Estimate {
    /// Whether it fits into the memory that is free now.
    pub fn fits(&self) -> bool {
        self.memory <= available_memory()
    }
}

/// What a definition keeps of its tablebase.
pub(crate) trait TablebaseOf<G: Notation + Picture>: Send + Sync {
    fn any(
        &self,
        definition: Arc<GameDefinition<G>>,
        dir: &Path,
    ) -> Result<Box<dyn AnyTablebase>, LabError>;
    fn opener(&self, definition: &GameDefinition<G>, dir: &Path) -> OpenTables<G>;
}

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

/// A tablebase with what is needed to read and write positions and moves.
struct TypedTablebase<G: Notation + Picture, T: Tiers<G>> {
    definition: Arc<GameDefinition<G>>,
    base: Arc<Tablebase<G, T>>,
}

/// An error of a tablebase in the words of the command line.
fn told<G: Notation, T: Tiers<G>>(base: &Tablebase<G, T>, error: TablebaseError) -> LabError {
    let spec = &base.location().spec;
    match error {
        TablebaseError::Input(text) => LabError::Input(text),
        TablebaseError::Missing { path, tier, metric } => LabError::NoTable {
            path: path.display().to_string(),
            elsewhere: None,
            remedy: match tier.map(|tier| (tier, base.estimate_alone(tier, metric))) {
                None => Remedy::Solve(format!("'{spec}' WHAT")),
                Some((_, estimate)) if estimate.memory > MOST_MEMORY => Remedy::TooLarge {
                    positions: estimate.positions as u64,
                    gigabytes: (estimate.memory / 1e9) as u64,
                },
                Some((tier, _)) => Remedy::Solve(arguments(spec, &base.tiers().name(tier), metric)),
            },
        },
        TablebaseError::Interrupted {
            solving: Some((tier, metric)),
            saved,
        } => LabError::Interrupted(format!(
            "yomikiri solve {}{}",
            arguments(spec, &base.tiers().name(tier), metric),
            if saved { " --resume" } else { "" }
        )),
        TablebaseError::Interrupted { .. } => LabError::Interrupted("run it again".to_owned()),
        TablebaseError::Table(text) => LabError::Table(text),
        TablebaseError::Elsewhere(text) => LabError::Cluster(text),
        TablebaseError::NotCovered => LabError::Input(error.to_string()),
    }
}

/// The arguments of the command that builds a tier.
fn arguments(spec: &str, tier: &str, metric: Metric) -> String {
    let mut text = format!("'{spec}' {tier}");
    match metric {
        Metric::End => {}
        Metric::Check => text += " --rules check",
        metric => text += &format!(" --metric {}", metric.word()),
    }
    text.trim_end().to_owned()
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    fn told(&self, error: TablebaseError) -> LabError {
        told(&self.base, error)
    }

    fn unprobed(&self, failed: Unprobed<G::Position>) -> LabError {
        if matches!(failed.error, TablebaseError::NotCovered) {
            return LabError::NotCovered {
                game: self.base.location().spec.clone(),
                position: self.base.game().write_position(&failed.at),
            };
        }
        match self.told(failed.error) {
            LabError::NoTable { path, remedy, .. } => LabError::NoTable {
                path,
                elsewhere: failed.elsewhere,
                remedy,
            },
            error => error,
        }
    }

    /// A position with its moves, best first.
    #[expect(
        clippy::type_complexity,
        reason = "a report and the moves with their texts"
    )]
    fn probed(
        &self,
        prober: &tablebase::Prober<'_, G, T>,
        at: &G::Position,
        promotion: bool,
    ) -> Result<(PositionReport, Vec<(String, MoveReport<G>)>), LabError> {
        let unprobed = |failed| self.unprobed(failed);
        let here = prober.position(at, promotion).map_err(unprobed)?;
        let moves = prober.moves(at, here.source).map_err(unprobed)?;
        let written = |report: MoveReport<G>| (self.base.game().write_move(at, report.mv), report);
        let mut moves: Vec<_> = moves.into_iter().map(written).collect();
        moves.sort_by(|(text, one), (other_text, other)| {
            (one.order, text).cmp(&(other.order, other_text))
        });
        Ok((here, moves))
    }
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> TypedTablebase<G, T> {
    /// Does the same with each tier that is meant.
    fn each_tier<R>(
        &self,
        selection: Selection<'_>,
        work: impl FnMut(Tier) -> Result<R, LabError>,
    ) -> Result<Vec<R>, LabError> {
        let tiers = self.base.parse_tiers(selection.tiers);
        let tiers = tiers.map_err(|error| self.told(error))?;
        tiers.into_iter().map(work).collect()
    }

    /// A line of moves as text.
    fn written(&self, from: &G::Position, line: Vec<G::Move>) -> Vec<String> {
        let (game, mut at) = (self.base.game(), from.clone());
        let written = line.into_iter().map(|mv| {
            let text = game.write_move(&at, mv);
            game.play(&mut at, mv);
            text
        });
        written.collect()
    }

    /// What there is to say about a table that was solved.
    fn solve_report(
        &self,
        solved: tablebase::SolvedTier,
        order: &SolveOrder,
        begun: Instant,
        progress: &dyn Progress,
    ) -> Result<(Tier, SolveReport), TablebaseError> {
        let base = &*self.base;
        let (tier, metric) = (solved.tier, order.metric);
        let rows = match &solved.cells {
            Some(cells) => base.count_solved(tier, metric, cells, order.threads, progress)?,
            None => base.stats(tier, metric, false, order.threads, progress)?,
        };
        let census = base.folded_total(tier, &rows)?;
        let table = base.open(tier, metric)?;
        let has_distances = !table.has_values_only() && metric != Metric::Check;
        let start = base.game().start();
        let is_in_it = |index: &u64| table.part().contains(index);
        let start = match base.indexer(tier)?.index(&start).filter(is_in_it) {
            Some(_) => base.value(&start, metric)?,
            None => None,
        };
        Ok((
            tier,
            SolveReport {
                game: base.location().spec.clone(),
                table: base.table_name(tier),
                file: solved.path,
                size: table.table().header().size,
                positions: census.positions(),
                win: census.wins(),
                draw: census.draws,
                loss: census.losses(),
                longest_win: census.longest_win().filter(|_| has_distances),
                unit: base.tiers().unit(),
                start: start.map(|start| Answer {
                    value: start.value,
                    distance: start.distance.filter(|_| has_distances),
                }),
                seconds: begun.elapsed().as_secs_f64(),
                bytes: solved.bytes,
                already: solved.cells.is_none(),
            },
        ))
    }

    fn metrics(&self, of: tablebase::Metrics) -> Metrics {
        let fields = match self.base.knows_check_rule() {
            true => MetricFields::Captures,
            false => MetricFields::Zeroing,
        };
        Metrics::new(of, fields)
    }

    /// The rows of a table, under the name that was asked for: with other colours where that is turned.
    fn stats_rows(
        &self,
        tier: Tier,
        selection: Selection<'_>,
        counts: Vec<CountRow>,
    ) -> impl Iterator<Item = StatsRow> {
        let base = &*self.base;
        let turned = self.turned(selection);
        let seen = |side: Side| if turned.is_some() { !side } else { side };
        let mut rows: Vec<StatsRow> = counts
            .into_iter()
            .map(|row| StatsRow {
                name: turned.clone().unwrap_or_else(|| base.table_name(tier)),
                tier: turned.clone().unwrap_or_else(|| base.tiers().name(tier)),
                side: seen(row.side),
                convention: row.convention,
                positions: row.census.positions(),
                win: row.census.wins(),
                draw: row.census.draws,
                loss: row.census.losses(),
                checkmated: row.knows_checks.then_some(row.census.checkmated),
                stalemated: row
                    .knows_checks
                    .then_some(row.census.finished - row.census.checkmated),
                longest_win: row.census.longest_win().filter(|_| row.has_distances),
                longest_loss: row.census.longest_loss().filter(|_| row.has_distances),
                unit: base.tiers().unit(),
                by_distance: match row.has_distances {
                    true => row.census.by_distance(),
                    false => Vec::new(),
                },
            })
            .collect();
        // The first side's rows first, whichever colours the table has.
        rows.sort_by_key(|row| (row.convention as usize, row.side.index()));
        rows.into_iter()
    }

    /// The name of the table that was asked for, if that has its colours exchanged.
    fn turned(&self, selection: Selection<'_>) -> Option<String> {
        self.base.tiers().turned_name(selection.tiers?)
    }

    fn table_stats(&self, tables: Vec<StatsRow>, differences: Vec<CheckDifferences>) -> TableStats {
        TableStats {
            game: self.definition.info.id.clone(),
            options: self.base.location().spec.clone(),
            tables,
            differences,
        }
    }

    /// What the rule on perpetual check changes, if its tables are meant.
    fn differences(
        &self,
        tier: Tier,
        selection: Selection<'_>,
        progress: &dyn Progress,
    ) -> Result<Option<CheckDifferences>, LabError> {
        if selection.metric != Metric::Check {
            return Ok(None);
        }
        let base = &*self.base;
        let kinds = base.differences(tier, progress);
        let kinds = kinds.map_err(|error| self.told(error))?;
        Ok(Some(CheckDifferences {
            name: base.table_name(tier),
            positions: kinds.iter().map(|kind| kind.positions).sum(),
            cannot_check: base.cannot_check(tier),
            kinds: kinds
                .into_iter()
                .map(|kind| CheckDifference {
                    side: kind.side,
                    plain: Value::Draw,
                    check: kind.value,
                    positions: kind.positions,
                    position: base.game().write_position(&kind.example),
                })
                .collect(),
        }))
    }
}

impl<G: Notation + Picture, T: Tiers<G> + 'static> AnyTablebase for TypedTablebase<G, T> {
    fn list(&self) -> Vec<String> {
        self.base.list()
    }

    fn tiers(&self) -> Option<Vec<String>> {
        let is_whole = self.base.whole().is_some();
        (!is_whole).then(|| self.base.list())
    }

    fn reads_external(&self) -> bool {
        self.base.spec().external.is_some()
    }

    fn solve_command(&self) -> Option<String> {
        let spec = &self.base.location().spec;
        let Some(whole) = self.base.whole() else {
            return Some(format!("yomikiri solve '{spec}' WHAT"));
        };
        let estimate = self.base.estimate_alone(whole, Metric::End);
        let is_there = !self.base.list().is_empty();
        (is_there || estimate.memory <= MOST_MEMORY).then(|| format!("yomikiri solve '{spec}'"))
    }

    fn estimate(&self, selection: Selection<'_>) -> Result<Estimate, LabError> {
        let tiers = self.base.parse_tiers(selection.tiers);
        let tiers = tiers.map_err(|error| self.told(error))?;
        Ok(self.base.estimate(&tiers, selection.metric).into())
    }

    fn solve(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        let (begun, base) = (Instant::now(), &*self.base);
        let told = |error| self.told(error);
        let wanted = base.parse_tiers(tiers).map_err(told)?;
        let solve = in_full(order);
        let estimate: Estimate = base.estimate(&wanted, order.metric).into();
        let available = available_memory();
        let is_large = estimate.memory > available && !order.force;
        if is_large && !base.is_solved(&wanted, &solve).map_err(told)? {
            return Err(LabError::Input(format!(
                "{} does not fit into memory (there are {}): {estimate}; --force tries all the same",
                base.location().spec,
                size(available),
            )));
        }
        let mut reports = Vec::new();
        let done = base.solve(&wanted, &solve, progress, |solved| {
            let report = self.solve_report(solved, order, begun, progress)?;
            reports.push(report);
            Ok(())
        });
        done.map_err(told)?;
        Ok(as_wanted(&wanted, &reports))
    }

    fn solve_in_cluster(
        &self,
        tiers: Option<&str>,
        order: &SolveOrder,
        cluster: &ClusterOrder,
        progress: &dyn Progress,
    ) -> Result<Vec<SolveReport>, LabError> {
        self.solve_together(tiers, order, cluster, progress)
    }

    fn probe(&self, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        let session = Session::open(&self.definition, place)?;
        let at = session.line().last();
        let (here, moves) = self.probed(&self.base.prober(), at, true)?;
        Ok(ProbeReport {
            line: None,
            position: self.base.game().write_position(at),
            answer: here.probed.into(),
            unit: self.base.tiers().unit(),
            source: here.source,
            metrics: here.metrics.map(|of| self.metrics(of)),
            moves: moves
                .into_iter()
                .map(|(text, of)| ProbedMove {
                    text,
                    answer: of.probed.into(),
                    metrics: of.metrics.map(|of| self.metrics(of)),
                })
                .collect(),
        })
    }

    fn probe_line(&self, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        let report = self.probe(place)?;
        let session = Session::open(&self.definition, place)?;
        let (base, at) = (&*self.base, session.line().last());
        let line = base
            .prober()
            .line(at, |at, mv| base.game().write_move(at, mv));
        Ok(ProbeReport {
            line: Some(self.written(at, line)),
            ..report
        })
    }

    fn probe_successors(&self, place: &Place<'_>) -> Result<SuccessorsReport, LabError> {
        let session = Session::open(&self.definition, place)?;
        let (game, at) = (self.base.game(), session.line().last());
        let prober = self.base.prober();
        let (here, moves) = self.probed(&prober, at, false)?;
        let told = |at: &G::Position, of: PositionReport| Probing {
            position: game.write_position(at),
            answer: of.probed.into(),
            metrics: of.metrics.map(|of| self.metrics(of)),
            source: of.source,
            ended: Line::from_position(game, at.clone())
                .outcome(game)
                .map(|outcome| outcome.reason),
        };
        let each = moves.into_iter().map(|(_, of)| {
            let after = prober.position(&of.after, false);
            let after = after.map_err(|failed| self.unprobed(failed))?;
            Ok((self.definition.move_view(at, of.mv), told(&of.after, after)))
        });
        Ok(SuccessorsReport {
            moves: each.collect::<Result<_, LabError>>()?,
            here: told(at, here),
        })
    }

    fn info(&self, selection: Selection<'_>) -> Result<Vec<TableInfo>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        base.refresh();
        let info = |tier| {
            let open = base.open(tier, selection.metric).map_err(told)?;
            let (table, header) = (open.table(), open.table().header());
            Ok(TableInfo {
                game: base.location().spec.clone(),
                table: base.table_name(tier),
                file: table.path().display().to_string(),
                contents: header.contents,
                size: header.size,
                block: header.block,
                deepest: header.deepest,
                unit: base.tiers().unit(),
                bytes: table.bytes(),
                description: header.description.clone(),
                fingerprint: yomikiri_solver::hex(&header.fingerprint),
                complete: (selection.metric == Metric::Check).then_some("check"),
            })
        };
        self.each_tier(selection, info)
    }

    fn stats(
        &self,
        selection: Selection<'_>,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let (mut rows, mut differences) = (Vec::new(), Vec::new());
        for tier in base.parse_tiers(selection.tiers).map_err(told)? {
            let counts = base.stats(tier, selection.metric, reachable, threads, progress);
            rows.extend(self.stats_rows(tier, selection, counts.map_err(told)?));
            differences.extend(self.differences(tier, selection, progress)?);
        }
        Ok(self.table_stats(rows, differences))
    }

    fn stored_stats(
        &self,
        selection: Selection<'_>,
        reachable: bool,
    ) -> Result<Option<TableStats>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let (mut rows, mut differences) = (Vec::new(), Vec::new());
        for tier in base.parse_tiers(selection.tiers).map_err(told)? {
            let stored = base.stored_stats(tier, selection.metric, reachable);
            match stored.map_err(told)? {
                Some(counts) => rows.extend(self.stats_rows(tier, selection, counts)),
                None => return Ok(None),
            }
            differences.extend(self.differences(tier, selection, &NoProgress)?);
        }
        Ok(Some(self.table_stats(rows, differences)))
    }

    fn find(
        &self,
        selection: Selection<'_>,
        wanted: (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let tier = base.parse_tier(selection.tiers).map_err(told)?;
        let found = base.find((tier, selection.metric), wanted, threads, progress);
        let (findings, found) = found.map_err(told)?;
        let shown = |found: tablebase::Found<G>| FoundPosition {
            line: self.written(&found.at, found.line),
            position: base.game().write_position(&found.at),
            answer: found.probed.into(),
        };
        Ok(FindReport {
            game: base.location().spec.clone(),
            total: findings.total,
            by_distance: findings.by_distance,
            draws: findings.draws,
            found: found.into_iter().map(shown).collect(),
        })
    }

    fn certificate(
        &self,
        order: &CertificateOrder,
        progress: &dyn Progress,
    ) -> Result<(String, CertificateReport), LabError> {
        let text = self.base.certificate(order, progress);
        let text = text.map_err(|error| self.told(error))?;
        let report = self.check_certificate(&text).map_err(LabError::Table)?;
        Ok((text, report))
    }

    fn check_certificate(&self, text: &str) -> Result<CertificateReport, String> {
        self.base.check_certificate(text).map(Into::into)
    }

    fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError> {
        let (base, game) = (&*self.base, self.base.game());
        let study = base.study(threads, progress);
        let study = study.map_err(|error| self.told(error))?;
        let (moves, at) = (study.best_moves.into_iter(), game.start());
        let mut best_moves: Vec<String> = moves.map(|mv| game.write_move(&at, mv)).collect();
        best_moves.sort();
        Ok(Study::new(
            base.location().spec.clone(),
            study.start,
            &study.census,
            best_moves,
        ))
    }

    fn verify(
        &self,
        selection: Selection<'_>,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<VerifyReport>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let check = |tier| {
            let begun = Instant::now();
            let verified = base.verify(tier, selection.metric, sample, threads, progress);
            let verified = verified.map_err(told)?;
            let indexer = base.indexer(tier).map_err(told)?;
            let in_words = |fault: &verify::Fault| {
                let at = indexer.position(fault.index);
                let at = at.map_or_else(String::new, |at| base.game().write_position(&at));
                let (stored, derived) = (in_short(fault.stored), in_short(fault.derived));
                format!("{at}: the table says {stored}, its moves say {derived}")
            };
            Ok(VerifyReport {
                game: base.location().spec.clone(),
                file: verified.path.display().to_string(),
                checked: verified.verdict.checked,
                seconds: begun.elapsed().as_secs_f64(),
                faults: verified.verdict.faults.iter().map(in_words).collect(),
                stopped: verified.verdict.stopped,
            })
        };
        self.each_tier(selection, check)
    }

    fn self_test(
        &self,
        selection: Selection<'_>,
        count: u64,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<SelfTestReport>, LabError> {
        let (base, told) = (&*self.base, |error| self.told(error));
        let test = |tier| {
            let begun = Instant::now();
            let table = (tier, selection.metric);
            let tested = base.self_test(table, count, count, threads, progress);
            let tested = tested.map_err(told)?;
            let indexer = base.indexer(tier).map_err(told)?;
            let missed = tested.missed.iter();
            let missed = missed.filter_map(|&index| indexer.position(index));
            Ok(SelfTestReport {
                game: base.location().spec.clone(),
                file: tested.path.display().to_string(),
                changed: tested.changed,
                found: tested.found,
                passes: tested.passes,
                seconds: begun.elapsed().as_secs_f64(),
                missed: missed.map(|at| base.game().write_position(&at)).collect(),
            })
        };
        self.each_tier(selection, test)
    }
}

/// The order with the words of the solver.
fn in_full(order: &SolveOrder) -> tablebase::SolveOrder {
    tablebase::SolveOrder {
        threads: order.threads,
        resume: order.resume,
        again: order.force,
        values_only: order.values_only,
        metric: order.metric,
    }
}

/// Reports in the order in which their tables were asked for.
fn as_wanted(wanted: &[Tier], reports: &[(Tier, SolveReport)]) -> Vec<SolveReport> {
    let report = |tier| reports.iter().find(|(other, _)| other == tier);
    let found = wanted.iter().filter_map(report);
    found.map(|(_, of)| of.clone()).collect()
}

/// A value in a message.
fn in_short(probed: Option<Probed>) -> String {
    match probed {
        None => "nothing".to_owned(),
        Some(Probed {
            value,
            distance: Some(plies),
        }) => format!("{value} in {plies}"),
        Some(Probed { value, .. }) => value.to_string(),
    }
}

/// Memory that can be had, in bytes; infinite where the system does not tell.
fn available_memory() -> f64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.map_or(f64::INFINITY, |kilobytes| kilobytes * 1024.0)
}
