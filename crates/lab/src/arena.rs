//! Matches of a game's own players and of outside engines, as text and plain data.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use yomikiri_arena::tune::{Param, Samples};
use yomikiri_arena::{
    DirError, EngineCommand, Finished, Keeper, Limited, Match, OnGame, OpeningError, Openings,
    Outside, Participant, Plan, Played, Progress, RunDir, RunError, SideLimits, Summary,
    measure_regret, write_report,
};
use yomikiri_game_api::{FaultKind, Limits, Notation, Picture, Player, PlayerFault, Probe};
use yomikiri_protocols::{Dialect, Protocol};

use yomikiri_queue::WorkerReport;

use crate::erased_game::ErasedGame;
use crate::tune::{
    DataOrder, DataReport, NetworkOrder, NetworkReport, make_data, read_samples, train_network,
};
use crate::work::{Contestant, MatchWork, QueueOrder, QueuedGames, Units, rules_digest, speed};
use crate::{GameDefinition, LabError, PlayerSpec, Seat};

/// A match that somebody wants to see.
#[derive(Clone, Debug)]
pub struct MatchOrder {
    /// First player and the second-named.
    pub players: [PlayerSpec; 2],
    /// Their limits in this match.
    pub limits: [SideLimits; 2],
    /// What is to be played.
    pub plan: Plan,
    /// The directory of the run, if it is to be kept.
    pub out: Option<PathBuf>,
    /// Whether to go on with the run in that directory.
    pub resume: bool,
    /// The queue whose workers play the games; without one they are played here.
    pub queue: Option<QueueOrder>,
}

/// The result of a match.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// The numbers.
    pub summary: Summary,
    /// The finished games that count.
    pub games: Vec<Played>,
    /// What was played under which conditions, as the run's manifest says it.
    pub manifest: Value,
    /// The workers that have played games, if they came from a queue.
    pub workers: Vec<WorkerReport>,
}

/// What the arena does with a game, without its types.
pub trait AnyArena: Send + Sync {
    /// Plays a match, or what is left of it. `stop` ends it at once; finished games are kept.
    fn run_match(
        &self,
        order: &MatchOrder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Result<MatchReport, LabError>;

    /// Plays units of a match for somebody else, with times so many times as long.
    fn play_units(
        &self,
        work: &MatchWork,
        scale: f64,
        stop: &AtomicBool,
        units: &mut dyn Units,
    ) -> Result<(), LabError>;

    /// The weights of the game's evaluation; none where they cannot be changed.
    fn weights(&self) -> Vec<Param>;

    /// A match between two sets of weights: the engine with one against the engine with the other.
    fn weights_match(
        &self,
        order: &WeightsOrder<'_>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Result<(Summary, Finished), LabError>;

    /// Plays games with the start weights and keeps positions for a fit. `stop` ends it after the games that are
    /// being played; `watch` hears how many games and positions there are.
    fn make_tuning_data(
        &self,
        order: &DataOrder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<DataReport, LabError>;

    /// Trains a network that corrects the game's evaluation. `stop` ends it within a second; `watch` hears of every step.
    fn train_network(
        &self,
        order: &NetworkOrder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&NetworkReport),
    ) -> Result<NetworkReport, LabError>;

    /// The positions of a file; so many of a hundred games are held out.
    fn tuning_samples(
        &self,
        file: &Path,
        hold_out: u64,
        threads: usize,
    ) -> Result<Samples, LabError>;
}

/// Two sets of weights that are to play each other.
#[derive(Clone, Debug)]
pub struct WeightsOrder<'a> {
    /// Their names in results.
    pub names: [&'a str; 2],
    /// The weights.
    pub weights: [&'a [i32]; 2],
    /// How long they think.
    pub limits: &'a SideLimits,
    /// What is to be played.
    pub plan: &'a Plan,
    /// The queue whose workers play the games.
    pub queue: Option<&'a QueueOrder>,
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// Makes a participant of a player's name.
    pub(crate) fn participant(
        self: &Arc<Self>,
        spec: &PlayerSpec,
        limits: &SideLimits,
    ) -> Result<Participant<G>, LabError> {
        if spec.is_human() {
            let text = "`human` cannot play matches; use `yomikiri play`";
            return Err(LabError::Usage(text.to_owned()));
        }
        if let PlayerSpec::External { command } = spec {
            return self.outside_participant(spec, command, limits);
        }
        // Built now, so that a wrong name or setting is reported before anything is played; the
        // first worker thread takes this one.
        let first = Mutex::new(Some(self.seat(spec)?));
        let own_seed = spec.setting("seed").and_then(|text| text.parse().ok());
        let seed = self.takes_seed(spec).then(|| own_seed.unwrap_or(0));
        let (definition, spec) = (Arc::clone(self), spec.clone());
        let name = spec.to_string();
        let make = move || -> Result<Box<dyn Player<G>>, PlayerFault> {
            let first = first.lock().ok().and_then(|mut first| first.take());
            let seat = first.map_or_else(|| definition.seat(&spec), Ok);
            let failed = |error: LabError| PlayerFault::new(FaultKind::Start, error.to_string());
            let seat = seat.map_err(failed)?;
            Ok(Box::new(Limited::new(seat.player, seat.limits)))
        };
        Ok(Participant {
            name,
            limits: limits.clone(),
            make: Box::new(make),
            seed,
            outside: false,
        })
    }

    /// An engine that is started when the match is, once for each game played at the same time.
    fn outside_participant(
        &self,
        spec: &PlayerSpec,
        command: &str,
        limits: &SideLimits,
    ) -> Result<Participant<G>, LabError> {
        let (command, dialect) = self.engine(command)?;
        let make = move || -> Result<Box<dyn Player<G>>, PlayerFault> {
            Ok(Box::new(Outside::start(&command, dialect.clone())?))
        };
        Ok(Participant {
            name: spec.to_string(),
            limits: limits.clone(),
            make: Box::new(make),
            seed: None,
            outside: true,
        })
    }

    /// How to start an outside engine, and how it writes this game.
    pub(crate) fn engine(&self, command: &str) -> Result<(EngineCommand, Dialect), LabError> {
        let wrong = |reason| LabError::Player {
            player: "external".into(),
            reason,
        };
        let command = EngineCommand::read(command).map_err(wrong)?;
        let engines = &self.profile.engines;
        let protocol = command.protocol.unwrap_or(Protocol::usual(engines));
        let dialect = Dialect::new(&self.info.id, engines, &self.info.start, protocol);
        let mut dialect = dialect.map_err(wrong)?;
        if command.own_squares {
            dialect = dialect.with_own_squares();
        }
        Ok((command, dialect))
    }

    /// An outside engine at a table.
    pub(crate) fn outside_seat(&self, command: &str) -> Result<Seat<G>, LabError> {
        let (command, dialect) = self.engine(command)?;
        let started = Outside::start(&command, dialect);
        let player = started.map_err(|fault| LabError::Engine(fault.to_string()))?;
        Ok(Seat {
            player: Box::new(player),
            limits: Limits::default(),
        })
    }

    fn takes_seed(&self, spec: &PlayerSpec) -> bool {
        let mut players = self.info.players.iter();
        let found = players.find(|info| info.name == spec.name());
        let takes = found.is_some_and(|info| info.settings.iter().any(|key| key == "seed"));
        takes || spec.setting("book").is_some()
    }

    /// The solved table of this game, if there is one. A damaged one is an error.
    fn table(&self) -> Result<Option<Arc<dyn Probe<G>>>, LabError> {
        match self.table_opener(&self.lab.tables_dir())() {
            Ok(probe) => Ok(Some(probe)),
            Err(LabError::NoTable { .. } | LabError::Input(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Plays what is left of a match, here or by the workers of a queue.
    fn run_contest(
        self: &Arc<Self>,
        contest: &Match<'_, G>,
        (plan, done): (&Plan, Vec<Played>),
        queue: Option<(&QueueOrder, [Contestant; 2])>,
        stop: &AtomicBool,
        keep: OnGame<'_>,
    ) -> Result<(Finished, Vec<WorkerReport>), LabError> {
        let Some((queue, contestants)) = queue else {
            let finished = contest.run(plan, done, stop, keep);
            return Ok((finished.map_err(run_error)?, Vec::new()));
        };
        let limits = contest.participants.each_ref().map(|one| &one.limits);
        let spec = &self.info.spec;
        let rules = rules_digest(spec)?;
        let work = MatchWork::new(spec, rules, contestants, limits, plan, queue.scale_time);
        let speed = match queue.scale_time {
            true => Some(speed(&ErasedGame(Arc::clone(self)))?),
            false => None,
        };
        let names = contest.participants.each_ref().map(|one| one.name.as_str());
        let keeper = Keeper::new(&self.game, spec, names);
        let elsewhere = QueuedGames::new(queue, work, speed, &keeper)?;
        let finished = contest.run_elsewhere(&elsewhere, plan, done, stop, keep);
        let finished = finished.map_err(run_error)?;
        let workers = match finished.complete {
            true => elsewhere.close()?,
            false => Vec::new(),
        };
        Ok((finished, workers))
    }

    fn manifest(&self, order: &MatchOrder) -> Value {
        let plan = &order.plan;
        let openings = match &plan.openings {
            Openings::Start => json!("start"),
            Openings::Random { plies, balanced } => {
                let kind = if *balanced { "balanced" } else { "random" };
                json!(format!("{kind}:plies={plies}"))
            }
            Openings::Lines(lines) => json!(lines),
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let options = self.info.options.iter();
        let options: serde_json::Map<String, Value> = options
            .map(|option| (option.key.clone(), json!(option.value)))
            .collect();
        json!({
            "schema": 1,
            "program": concat!("yomikiri ", env!("CARGO_PKG_VERSION")),
            "created": now.map_or(0, |time| time.as_secs()),
            "cores": std::thread::available_parallelism().map_or(1, usize::from),
            "game": self.info.spec,
            "start": self.info.start,
            "options": options,
            "first": order.players[0].to_string(),
            "second": order.players[1].to_string(),
            "limits_first": order.limits[0].write(),
            "limits_second": order.limits[1].write(),
            "games": plan.games,
            "swap": plan.swap,
            "seed": plan.seed,
            "openings": openings,
            "max_plies": plan.adjudication.max_plies,
            "adjudicate_score": plan.adjudication.score,
            "adjudicate_table": plan.adjudication.table,
            "sprt": plan.sprt,
            "concurrency": plan.concurrency,
        })
    }

    /// Writes the result of a run beside its games.
    fn write_results(
        &self,
        run: &RunDir,
        keeper: &Keeper<'_, G>,
        report: &MatchReport,
    ) -> Result<(), LabError> {
        let mut result = json!({ "schema": 1 });
        if let (Value::Object(result), Ok(Value::Object(summary))) =
            (&mut result, serde_json::to_value(&report.summary))
        {
            result.extend(summary);
        }
        run.write_json("result.json", &result).map_err(dir_error)?;
        let page = write_report(&report.summary, &report.games, &report.manifest);
        run.write("report.html", &page).map_err(dir_error)?;
        let records: Vec<_> = report
            .games
            .iter()
            .map(|game| keeper.record(game))
            .collect();
        let format = self.profile.records.usual.unwrap_or("pgn");
        let text = self.records().write(format, &records)?;
        run.write(&format!("games.{format}"), &text)
            .map_err(dir_error)
    }
}

impl<G: Notation + Picture> AnyArena for ErasedGame<G> {
    fn run_match(
        &self,
        order: &MatchOrder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Result<MatchReport, LabError> {
        let definition = &self.0;
        let names = order.players.each_ref().map(ToString::to_string);
        let names = [names[0].as_str(), names[1].as_str()];
        let [one, two] =
            [0, 1].map(|at| definition.participant(&order.players[at], &order.limits[at]));
        let contest = Match {
            game: &definition.game,
            participants: [one?, two?],
            probe: definition.table()?,
        };
        let keeper = Keeper::new(&definition.game, &definition.info.spec, names);
        let manifest = definition.manifest(order);
        let mut run = match &order.out {
            Some(path) => Some(RunDir::open(path, &manifest, order.resume).map_err(dir_error)?),
            None => None,
        };
        let mut done = match &run {
            Some(run) => run.read(&keeper).map_err(dir_error)?,
            None => Vec::new(),
        };
        if let Some(probe) = &contest.probe {
            for game in &mut done {
                let line = keeper.replay(game).map_err(LabError::Input)?;
                let from = game.opening_plies as usize;
                game.note_regret(measure_regret(&definition.game, &line, from, &**probe));
            }
        }
        let mut keep = |game: &Played, progress: &Progress| {
            if let Some(run) = &mut run {
                run.append(&keeper.write(game)?)?;
            }
            watch(progress);
            Ok(())
        };
        let contestants = names.map(|name| Contestant::Player(name.to_owned()));
        let (finished, workers) = definition.run_contest(
            &contest,
            (&order.plan, done),
            order.queue.as_ref().map(|queue| (queue, contestants)),
            stop,
            &mut keep,
        )?;
        let summary = Summary::of(&definition.info.spec, names, &order.plan, &finished);
        let report = MatchReport {
            summary,
            games: finished.games,
            manifest,
            workers,
        };
        if let Some(run) = &run {
            definition.write_results(run, &keeper, &report)?;
        }
        Ok(report)
    }

    fn play_units(
        &self,
        work: &MatchWork,
        scale: f64,
        stop: &AtomicBool,
        units: &mut dyn Units,
    ) -> Result<(), LabError> {
        let definition = &self.0;
        let limits = work.limits(scale)?;
        let [one, two] = [0, 1].map(|at| match &work.contestants[at] {
            Contestant::Player(name) => {
                let spec: PlayerSpec = name.parse()?;
                definition.participant(&spec, &limits[at])
            }
            Contestant::Weights { name, weights } => {
                crate::tune::participant(definition, name, weights, &limits[at])
            }
        });
        let contest = Match {
            game: &definition.game,
            participants: [one?, two?],
            probe: definition.table()?,
        };
        let plan = work.plan();
        contest.check(&plan).map_err(run_error)?;
        let names = contest.participants.each_ref().map(|one| one.name.clone());
        let names = names.each_ref().map(String::as_str);
        let keeper = Keeper::new(&definition.game, &definition.info.spec, names);
        let mut worker = contest.worker(&plan, stop);
        while let Some(unit) = units.next()? {
            let first = unit * work.games_in_unit();
            let mut text = String::new();
            let mut result = Ok(Some(()));
            for number in first..first + work.games_in_unit() {
                result = match worker.play(number) {
                    Ok(Some(game)) => match keeper.write(&game) {
                        Ok(line) => {
                            text += line.trim_end();
                            text.push('\n');
                            Ok(Some(()))
                        }
                        Err(error) => Err(error.to_string()),
                    },
                    Ok(None) => Ok(None),
                    Err(error) => Err(error.to_string()),
                };
                if !matches!(result, Ok(Some(()))) {
                    break;
                }
            }
            units.done(result.map(|played| played.map(|()| text)))?;
        }
        Ok(())
    }

    fn weights(&self) -> Vec<Param> {
        let tunable = self.0.tunable.as_ref();
        tunable.map_or_else(Vec::new, |tunable| tunable.params.clone())
    }

    fn weights_match(
        &self,
        order: &WeightsOrder<'_>,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Result<(Summary, Finished), LabError> {
        let definition = &self.0;
        let participants = [0, 1].map(|at| {
            crate::tune::participant(definition, order.names[at], order.weights[at], order.limits)
        });
        let [one, two] = participants;
        let contest = Match {
            game: &definition.game,
            participants: [one?, two?],
            probe: definition.table()?,
        };
        let mut keep = |_: &Played, progress: &Progress| {
            watch(progress);
            Ok(())
        };
        let contestants = [0, 1].map(|at| Contestant::Weights {
            name: order.names[at].to_owned(),
            weights: order.weights[at].to_vec(),
        });
        let (finished, _) = definition.run_contest(
            &contest,
            (order.plan, Vec::new()),
            order.queue.map(|queue| (queue, contestants)),
            stop,
            &mut keep,
        )?;
        let summary = Summary::of(&definition.info.spec, order.names, order.plan, &finished);
        Ok((summary, finished))
    }

    fn make_tuning_data(
        &self,
        order: &DataOrder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64, u64),
    ) -> Result<DataReport, LabError> {
        let tables = self.0.table()?;
        let tables = tables.map(|tables| self.0.filtered_probe(tables));
        make_data(&self.0, order, tables.as_deref(), stop, watch)
    }

    fn train_network(
        &self,
        order: &NetworkOrder,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&NetworkReport),
    ) -> Result<NetworkReport, LabError> {
        train_network(&self.0, order, stop, watch)
    }

    fn tuning_samples(
        &self,
        file: &Path,
        hold_out: u64,
        threads: usize,
    ) -> Result<Samples, LabError> {
        read_samples(&self.0, file, hold_out, threads)
    }
}

fn run_error(error: RunError) -> LabError {
    match error {
        RunError::Opening(OpeningError::NoTable) | RunError::NoTable => {
            LabError::Table(error.to_string())
        }
        RunError::Opening(error) => LabError::Input(error.to_string()),
        RunError::Start { .. } => LabError::Engine(error.to_string()),
        RunError::Keep(_) => LabError::Input(error.to_string()),
        RunError::Elsewhere(reason) => LabError::Cluster(reason),
    }
}

fn dir_error(error: DirError) -> LabError {
    match error {
        DirError::Exists(_) | DirError::Nothing(_) | DirError::Differs { .. } => {
            LabError::Usage(error.to_string())
        }
        DirError::File { .. } | DirError::Game { .. } => LabError::Input(error.to_string()),
    }
}
