//! Solving games and asking their tables, as text and plain data.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde::Serialize;
use yomikiri_game_api::{Game, Indexed, Notation, Picture, Probe, Probed, Side, Value};
use yomikiri_solver::census::{self, Census, Convention};
use yomikiri_solver::find::{self, Search};
use yomikiri_solver::local::{self, Settings, SolveError};
use yomikiri_solver::probe::TableProbe;
use yomikiri_solver::table::{self, Contents, Header, Table, TableError};
use yomikiri_solver::{Progress, cell, certificate, verify};

use crate::session::Session;
use crate::{Kit, LabError, Place};

/// Slots in a block: a cold probe decodes one.
const BLOCK: u32 = 4096;
/// Blocks of tables of values only pack better when they are larger.
const VALUE_BLOCK: u32 = 1 << 16;
/// How often the state of a long solve is saved.
const CHECKPOINT: Duration = Duration::from_secs(60);

/// The directory for games, tables and runs: `--data`, `YOMIKIRI_DATA` or the user's own.
pub fn data_dir() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = set("YOMIKIRI_DATA").map(PathBuf::from);
    let xdg = || set("XDG_DATA_HOME").map(|home| Path::new(&home).join("yomikiri"));
    let home = || set("HOME").map(|home| Path::new(&home).join(".local/share/yomikiri"));
    data.or_else(xdg)
        .or_else(home)
        .unwrap_or_else(|| PathBuf::from("."))
}

/// Where tables are kept unless somebody says otherwise.
pub fn tables_dir() -> PathBuf {
    data_dir().join("tables")
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct SolveOrder {
    /// Where the table goes.
    pub dir: PathBuf,
    /// Threads.
    pub threads: usize,
    /// Go on from a checkpoint.
    pub resume: bool,
    /// Solve although it does not seem to fit into memory.
    pub force: bool,
    /// Keep win, draw and loss without distances.
    pub values_only: bool,
}

/// What solving would take.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Positions to be numbered (about, for games too large to number).
    pub slots: f64,
    /// Memory in bytes.
    pub memory: f64,
    /// Size of the table in bytes.
    pub disk: f64,
    /// Processor seconds.
    pub cpu_seconds: f64,
}

/// What came of solving.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolveReport {
    /// The game with its options.
    pub game: String,
    /// The file.
    pub file: PathBuf,
    /// Slots of the numbering.
    pub slots: u64,
    /// Positions by value for the side to move, symmetric ones once.
    pub positions: u64,
    /// Wins.
    pub win: u64,
    /// Draws.
    pub draw: u64,
    /// Losses.
    pub loss: u64,
    /// The longest win in plies.
    pub longest_win: Option<u32>,
    /// The value of the start.
    pub start: Option<Answer>,
    /// Seconds.
    pub seconds: f64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A value with its distance.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Answer {
    /// `win`, `draw` or `loss` for the side to move.
    pub value: &'static str,
    /// Plies to the end.
    pub distance: Option<u32>,
}

impl From<Probed> for Answer {
    fn from(probed: Probed) -> Self {
        Answer {
            value: probed.value.word(),
            distance: probed.distance,
        }
    }
}

/// What a table says about a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProbeReport {
    /// The position.
    pub position: String,
    /// Its value.
    #[serde(flatten)]
    pub answer: Answer,
    /// What distances count.
    pub unit: &'static str,
    /// Every legal move, best first.
    pub moves: Vec<ProbedMove>,
}

/// A move with its value for the side that makes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProbedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its value, distances from before the move.
    #[serde(flatten)]
    pub answer: Answer,
}

/// What a table says of itself.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableInfo {
    /// The game.
    pub game: String,
    /// The file; `built-in` for tables that are part of the program.
    pub file: String,
    /// `distance` or `value`.
    pub contents: &'static str,
    /// Slots.
    pub slots: u64,
    /// Slots in a block.
    pub block: u32,
    /// The longest distance in plies.
    pub deepest: u32,
    /// Bytes of the file.
    pub bytes: u64,
    /// The header's own words.
    pub description: String,
    /// The hash of what the table depends on.
    pub fingerprint: String,
}

/// Counts of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableStats {
    /// The game without options.
    pub game: String,
    /// The game with its options.
    pub options: String,
    /// One row for each side and convention.
    pub tables: Vec<StatsRow>,
}

/// Counts in one convention.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StatsRow {
    /// The table.
    pub name: String,
    /// Who is to move.
    pub side: &'static str,
    /// `all`, `folded` or `reachable`.
    pub convention: &'static str,
    /// Positions.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// In plies.
    pub longest_win: Option<u32>,
    /// In plies.
    pub longest_loss: Option<u32>,
    /// What distances count.
    pub unit: &'static str,
    /// Positions by distance: wins at odd, losses at even places.
    pub by_distance: Vec<u64>,
}

/// What a verification found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VerifyReport {
    /// The game.
    pub game: String,
    /// The file.
    pub file: String,
    /// Positions checked.
    pub checked: u64,
    /// Seconds.
    pub seconds: f64,
    /// Wrong entries in words; none = the table holds.
    pub faults: Vec<String>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// What to look for in a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// The wins that take longest.
    LongestWin,
    /// Won by exactly one of several moves.
    OnlyMove,
    /// Whoever is to move would rather not be.
    Zugzwang,
}

/// Positions with a property.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FindReport {
    /// The game.
    pub game: String,
    /// How many slots have the property.
    pub total: u64,
    /// The first of them.
    pub found: Vec<FoundPosition>,
}

/// A position with a property.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FoundPosition {
    /// The position.
    pub position: String,
    /// Its value.
    #[serde(flatten)]
    pub answer: Answer,
    /// Best play from there; empty for draws.
    pub line: Vec<String>,
}

/// What a certificate proves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CertificateReport {
    /// The game.
    pub game: String,
    /// Whose strategy it is.
    pub side: &'static str,
    /// `win` or `draw`, at least.
    pub claim: &'static str,
    /// Positions with a move to play.
    pub positions: usize,
    /// For a win: the most plies it takes.
    pub longest: Option<u32>,
}

/// A game solved in memory, in short.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Study {
    /// The game with its options.
    pub game: String,
    /// The value of the start.
    pub start: Option<Answer>,
    /// Positions, symmetric ones once.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// In plies.
    pub longest_win: Option<u32>,
    /// The first moves that keep the start's value.
    pub best_moves: Vec<String>,
}

/// Tables of a game, without its types.
pub trait AnyTables: Send + Sync {
    /// What solving would take.
    fn estimate(&self) -> Estimate;
    /// Solves the game and writes its table.
    fn solve(&self, order: &SolveOrder, progress: &dyn Progress) -> Result<SolveReport, LabError>;
    /// Asks the table about a place.
    fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError>;
    /// The table's header.
    fn info(&self, dir: &Path) -> Result<TableInfo, LabError>;
    /// Counts.
    fn stats(
        &self,
        dir: &Path,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError>;
    /// Positions with a property, at most `most` of them.
    fn find(
        &self,
        dir: &Path,
        property: Property,
        most: usize,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError>;
    /// A strategy that proves the start's value for a side, as text, with what it proves by its own
    /// checker.
    fn certificate(
        &self,
        dir: &Path,
        side: Side,
        tries: u64,
    ) -> Result<(String, CertificateReport), LabError>;
    /// Checks a certificate by the rules alone; the error says what is wrong with it.
    fn check_certificate(&self, text: &str) -> Result<CertificateReport, String>;
    /// Solves the game in memory.
    fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError>;
    /// Checks the file and every entry, or a sample of them.
    fn verify(
        &self,
        dir: &Path,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<VerifyReport, LabError>;
}

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
    /// Names of the options that change values, for the file's name.
    pub options: &'static [&'static str],
    /// Tables that are part of the program.
    pub built_in: &'static [(&'static str, &'static [u8])],
}

/// The tables of one game, typed.
pub(crate) struct Solved<G: Game, I> {
    numbering: Numbering<G, I>,
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
    fn index(&self, game: &G) -> Result<Arc<I>, LabError> {
        let built = self
            .index
            .get_or_init(|| (self.numbering.build)(game).map(Arc::new));
        built.clone().map_err(LabError::Input)
    }

    fn path(&self, name: &str, dir: &Path) -> PathBuf {
        dir.join(format!("{name}.ytb"))
    }

    /// Opens the table: the file, or the one that is part of the program.
    fn open(&self, game: &G, name: &str, spec: &str, dir: &Path) -> Result<Table, LabError> {
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

/// A game at the desk where its tables are made and read.
struct Desk<G: Notation + Picture, I> {
    kit: Arc<Kit<G>>,
    solved: Arc<Solved<G, I>>,
}

impl<G: Notation + Picture, I: Indexed<G> + 'static> Desk<G, I> {
    fn name(&self) -> String {
        self.kit.table_name(&self.solved)
    }

    fn open(&self, dir: &Path) -> Result<Table, LabError> {
        let kit = &self.kit;
        self.solved
            .open(&kit.game, &self.name(), &kit.info.spec, dir)
    }

    fn asked(&self, prober: &TableProbe<I>, at: &G::Position) -> Result<Option<Probed>, LabError> {
        let asked = prober.probe(&self.kit.game, at);
        asked.map_err(|error| LabError::Table(error.to_string()))
    }
}

impl<G: Notation + Picture, I: Indexed<G> + 'static> AnyTables for Desk<G, I> {
    fn estimate(&self) -> Estimate {
        let slots = (self.solved.numbering.estimate)(&self.kit.game);
        // Measured: a byte and up to two bytes of frontier a slot; Dobutsu shogi packs to 0.22
        // bytes a slot and takes 0.6 microseconds of one core.
        Estimate {
            slots,
            memory: slots * 3.5 + 32e6,
            disk: slots * 0.25,
            cpu_seconds: slots * 0.6e-6,
        }
    }

    fn solve(&self, order: &SolveOrder, progress: &dyn Progress) -> Result<SolveReport, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let estimate = self.estimate();
        let available = available_memory();
        if estimate.memory > available && !order.force {
            return Err(LabError::Input(format!(
                "{} has about {:.3e} positions to solve: that takes about {} of memory (there are \
                 {}), {} of disk and {:.0} processor seconds; --force tries all the same",
                kit.info.spec,
                estimate.slots,
                size(estimate.memory),
                size(available),
                size(estimate.disk),
                estimate.cpu_seconds
            )));
        }
        let begun = Instant::now();
        let index = solved.index(&kit.game)?;
        std::fs::create_dir_all(&order.dir)
            .map_err(|error| LabError::Table(format!("{}: {error}", order.dir.display())))?;
        let path = solved.path(&self.name(), &order.dir);
        let fingerprint = yomikiri_solver::fingerprint(&(solved.numbering.identity)(&kit.game));
        let checkpoint = path.with_extension("checkpoint");
        let settings = Settings {
            threads: order.threads,
            checkpoint: Some((checkpoint.clone(), CHECKPOINT)),
            fingerprint,
            resume: order.resume,
        };
        let solution =
            local::solve::<G, I>(&index, &settings, progress).map_err(|error| match error {
                SolveError::Interrupted { saved } => LabError::Interrupted(match saved {
                    true => format!("yomikiri solve '{}' --resume", kit.info.spec),
                    false => format!("yomikiri solve '{}'", kit.info.spec),
                }),
                other => LabError::Table(other.to_string()),
            })?;
        let contents = match order.values_only {
            true => Contents::Value,
            false => Contents::Distance,
        };
        let header = Header {
            description: format!(
                "game = {}\nbuilder = yomikiri {}\n",
                kit.info.spec,
                env!("CARGO_PKG_VERSION")
            ),
            fingerprint,
            contents,
            slots: index.slots(),
            block: if order.values_only {
                VALUE_BLOCK
            } else {
                BLOCK
            },
            deepest: solution.rounds.len().saturating_sub(1) as u32,
        };
        let bytes = table::write(&path, &header, &solution.cells, order.threads)
            .map_err(|error| LabError::Table(error.to_string()))?;
        let _ = std::fs::remove_file(&checkpoint);
        let census = census::census::<G, I>(
            &index,
            index.slots_of(Side::First),
            &solution.cells,
            Convention::Folded,
            None,
            order.threads,
            progress,
        );
        let start = index.slot(&kit.game.start());
        let start = start.and_then(|slot| cell::answer(solution.cells[slot as usize]));
        Ok(SolveReport {
            game: kit.info.spec.clone(),
            file: path,
            slots: index.slots(),
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win(),
            start: start.map(Answer::from),
            seconds: begun.elapsed().as_secs_f64(),
            bytes,
        })
    }

    fn probe(&self, dir: &Path, place: &Place<'_>) -> Result<ProbeReport, LabError> {
        let session = Session::open(&self.kit, place)?;
        let kit = &self.kit;
        let prober = self
            .solved
            .prober_of(&kit.game, &self.name(), &kit.info.spec, dir)?;
        let (game, at) = (&self.kit.game, session.line().last());
        let uncovered = || {
            LabError::Table(format!(
                "the table of {} does not cover {}",
                self.kit.info.spec,
                game.write_position(at)
            ))
        };
        let answer = self.asked(&prober, at)?.ok_or_else(uncovered)?;
        let mut legal = Vec::new();
        game.legal_moves(at, &mut legal);
        let mut moves = Vec::new();
        for mv in legal {
            let mut next = at.clone();
            game.play(&mut next, mv);
            let after = self.asked(&prober, &next)?.ok_or_else(uncovered)?;
            let same = game.turn(&next) == game.turn(at);
            moves.push((
                Probed {
                    value: if same {
                        after.value
                    } else {
                        after.value.flip()
                    },
                    distance: after.distance.map(|plies| plies + 1),
                },
                game.write_move(at, mv),
            ));
        }
        moves.sort_by_key(|(probed, text)| (best_first(*probed), text.clone()));
        Ok(ProbeReport {
            position: game.write_position(at),
            answer: answer.into(),
            unit: "plies",
            moves: moves
                .into_iter()
                .map(|(probed, text)| ProbedMove {
                    text,
                    answer: probed.into(),
                })
                .collect(),
        })
    }

    fn info(&self, dir: &Path) -> Result<TableInfo, LabError> {
        let table = self.open(dir)?;
        let header = table.header();
        Ok(TableInfo {
            game: self.kit.info.spec.clone(),
            file: table.path().display().to_string(),
            contents: match header.contents {
                Contents::Distance => "distance",
                Contents::Value => "value",
            },
            slots: header.slots,
            block: header.block,
            deepest: header.deepest,
            bytes: table.bytes(),
            description: header.description.clone(),
            fingerprint: header
                .fingerprint
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        })
    }

    fn stats(
        &self,
        dir: &Path,
        threads: usize,
        reachable: bool,
        progress: &dyn Progress,
    ) -> Result<TableStats, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let table = self.open(dir)?;
        let cells = table
            .load()
            .map_err(|error| LabError::Table(error.to_string()))?;
        let index = solved.index(&kit.game)?;
        let wide = (solved.numbering.build_with_ends)(&kit.game).map_err(LabError::Input)?;
        let name = self.name();
        let row = |side: Side, convention: &'static str, census: &Census| StatsRow {
            name: name.clone(),
            side: side.word(),
            convention,
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win(),
            longest_loss: census.longest_loss(),
            unit: "plies",
            by_distance: census.by_distance.clone(),
        };
        let count = |side: Side, convention, reached| {
            let slots = index.slots_of(side);
            census::census::<G, I>(
                &index, slots, &cells, convention, reached, threads, progress,
            )
        };
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let mut all = count(side, Convention::All, None);
            // Leaders side by side have no slot: whoever is to move takes the other's.
            let more = census::takes_leader::<G, I>(&wide, wide.slots_of(side), threads)
                - all.takes_leader;
            if more > 0 {
                all.by_distance.resize(all.by_distance.len().max(2), 0);
                all.by_distance[1] += more;
            }
            rows.push(row(side, "all", &all));
        }
        for side in Side::BOTH {
            rows.push(row(side, "folded", &count(side, Convention::Folded, None)));
        }
        if reachable && let Some(start) = index.slot(&kit.game.start()) {
            let reached = census::reach::<G, I>(&index, start, threads, progress);
            for side in Side::BOTH {
                let census = count(side, Convention::Reachable, Some(&reached));
                rows.push(row(side, "reachable", &census));
            }
        }
        Ok(TableStats {
            game: kit.info.id.clone(),
            options: kit.info.spec.clone(),
            tables: rows,
        })
    }

    fn find(
        &self,
        dir: &Path,
        property: Property,
        most: usize,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<FindReport, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let table = self.open(dir)?;
        let cells = table
            .load()
            .map_err(|error| LabError::Table(error.to_string()))?;
        let (game, index) = (&kit.game, solved.index(&kit.game)?);
        let search = Search {
            most,
            threads,
            progress,
        };
        let findings = match property {
            Property::LongestWin => find::longest_wins::<G, I>(&index, &cells, search),
            Property::OnlyMove => find::only_winning_moves::<G, I>(&index, &cells, search),
            Property::Zugzwang => {
                let switch = |at: &G::Position| (solved.numbering.switch)(game, at);
                find::mutual_zugzwangs(game, &*index, &cells, switch, search)
            }
        };
        let shown = |found: &find::Found| {
            let at = index.position(found.slot)?;
            let answer = find::look(game, &*index, &cells, &at)?;
            let mut next = at.clone();
            let mut line = Vec::new();
            for mv in find::perfect_line(game, &*index, &cells, &at) {
                line.push(game.write_move(&next, mv));
                game.play(&mut next, mv);
            }
            Some(FoundPosition {
                position: game.write_position(&at),
                answer: answer.into(),
                line,
            })
        };
        Ok(FindReport {
            game: kit.info.spec.clone(),
            total: findings.total,
            found: findings.found.iter().filter_map(shown).collect(),
        })
    }

    fn certificate(
        &self,
        dir: &Path,
        side: Side,
        tries: u64,
    ) -> Result<(String, CertificateReport), LabError> {
        let kit = &*self.kit;
        let game = &kit.game;
        let prober = self
            .solved
            .prober_of(game, &self.name(), &kit.info.spec, dir)?;
        let known = |at: &G::Position| prober.probe(game, at).ok().flatten();
        let built = certificate::build(game, side, &known, tries);
        let Some(certificate) = built else {
            return Err(LabError::Input(format!(
                "{side} loses {} against best play: there is nothing to prove",
                kit.info.spec
            )));
        };
        let text = certificate.write(game, &kit.info.spec);
        let report = self.check_certificate(&text).map_err(LabError::Table)?;
        Ok((text, report))
    }

    fn check_certificate(&self, text: &str) -> Result<CertificateReport, String> {
        let kit = &*self.kit;
        let proved = certificate::check(&kit.game, text).map_err(|flaw| flaw.to_string())?;
        if proved.game != kit.info.spec {
            return Err(format!(
                "expected a certificate of {}, came one of {}",
                kit.info.spec, proved.game
            ));
        }
        Ok(CertificateReport {
            game: proved.game,
            side: proved.side.word(),
            claim: proved.claim.word(),
            positions: proved.positions,
            longest: proved.longest,
        })
    }

    fn study(&self, threads: usize, progress: &dyn Progress) -> Result<Study, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let (game, index) = (&kit.game, solved.index(&kit.game)?);
        let settings = Settings {
            threads,
            checkpoint: None,
            fingerprint: [0; 32],
            resume: false,
        };
        let solution =
            local::solve::<G, I>(&index, &settings, progress).map_err(|error| match error {
                SolveError::Interrupted { .. } => LabError::Interrupted("run it again".to_owned()),
                other => LabError::Input(other.to_string()),
            })?;
        let slots = index.slots_of(Side::First);
        let cells = &solution.cells;
        let census = census::census::<G, I>(
            &index,
            slots,
            cells,
            Convention::Folded,
            None,
            threads,
            progress,
        );
        let at = game.start();
        let start = find::look(game, &*index, cells, &at);
        let mut moves = Vec::new();
        game.legal_moves(&at, &mut moves);
        let keeps = |mv: &G::Move| {
            let mut next = at.clone();
            game.play(&mut next, *mv);
            let after = find::look(game, &*index, cells, &next);
            start.is_some_and(|start| after.is_some_and(|after| after.value.flip() == start.value))
        };
        let mut best_moves: Vec<String> = moves
            .into_iter()
            .filter(keeps)
            .map(|mv| game.write_move(&at, mv))
            .collect();
        best_moves.sort();
        Ok(Study {
            game: kit.info.spec.clone(),
            start: start.map(Answer::from),
            positions: census.positions(),
            win: census.wins(),
            draw: census.draws,
            loss: census.losses(),
            longest_win: census.longest_win(),
            best_moves,
        })
    }

    fn verify(
        &self,
        dir: &Path,
        sample: Option<u64>,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<VerifyReport, LabError> {
        let (kit, solved) = (&*self.kit, &*self.solved);
        let begun = Instant::now();
        let table = self.open(dir)?;
        let damaged = |error: TableError| LabError::Table(error.to_string());
        table.check().map_err(damaged)?;
        if table.header().contents == Contents::Value {
            return Err(LabError::Input(
                "a table of values without distances cannot be proved by its neighbours; \
                 solve it with distances"
                    .to_owned(),
            ));
        }
        let cells = table.load().map_err(damaged)?;
        let index = solved.index(&kit.game)?;
        let verdict = verify::verify(&kit.game, &*index, &cells, sample, threads, progress);
        let told = |probed: Option<Probed>| match probed {
            None => "nothing".to_owned(),
            Some(Probed {
                value,
                distance: Some(plies),
            }) => format!("{value} in {plies}"),
            Some(Probed { value, .. }) => value.to_string(),
        };
        let in_words = |fault: &verify::Fault| {
            let at = index.position(fault.slot);
            let at = at.map_or_else(String::new, |at| kit.game.write_position(&at));
            let (stored, derived) = (told(fault.stored), told(fault.derived));
            format!("{at}: the table says {stored}, its moves say {derived}")
        };
        Ok(VerifyReport {
            game: kit.info.spec.clone(),
            file: table.path().display().to_string(),
            checked: verdict.checked,
            seconds: begun.elapsed().as_secs_f64(),
            faults: verdict.faults.iter().map(in_words).collect(),
            stopped: verdict.stopped,
        })
    }
}

/// The order of moves: sooner wins, then draws, then later losses.
fn best_first(probed: Probed) -> (u8, i64) {
    let plies = i64::from(probed.distance.unwrap_or(0));
    match probed.value {
        Value::Win => (0, plies),
        Value::Draw => (1, 0),
        Value::Loss => (2, -plies),
    }
}

/// Memory that can be had, in bytes; infinite where the system does not tell.
fn available_memory() -> f64 {
    let told = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find(|line| line.starts_with("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kilobytes.map_or(f64::INFINITY, |kilobytes| kilobytes * 1024.0)
}

/// Bytes for people.
fn size(bytes: f64) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB", "PB", "EB"];
    let power = ((bytes.max(1.0).log10() / 3.0) as usize).min(units.len() - 1);
    format!("{:.1} {}", bytes / 1000f64.powi(power as i32), units[power])
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
