//! The players that every game gets from what it can do.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use yomikiri_game_api::{
    Evaluate, Incremental, Knowledge, Limits, Notation, Picture, Player, Probe, ProbeError, Probed,
    Recomputed,
};
use yomikiri_search::{
    AlphaBeta, AlphaBetaOptions, Lookahead, Mcts, MctsOptions, Perfect, Random, SearchParam,
    SearchParams,
};

use crate::definition::CheckTest;
use crate::mate::with_knowledge;
use crate::tune::{EngineWish, NetworkChoice, TableUse, read_weights};
use crate::{GameDefinition, LabError, Seat, Settings};

/// How long alpha-beta thinks when neither its settings nor the request say anything.
pub(crate) const USUAL_TIME: Duration = Duration::from_secs(1);
/// The transposition table when nothing is said, in megabytes.
pub(crate) const USUAL_HASH: u64 = 64;
/// Far more than cores; each costs memory of its own.
const MOST_THREADS: u64 = 256;
/// Plies that `lookahead` sees when nothing is said, as in the Anpanman document.
pub(crate) const USUAL_DEPTH: u64 = 3;
/// Points by which judgements are off when nothing is said, as in the pawn-ending document.
pub(crate) const USUAL_NOISE: u64 = 1;

/// A player around another one, with a seed.
pub type DecoratePlayer<G> = fn(Box<dyn Player<G>>, u64) -> Box<dyn Player<G>>;

impl<G: Notation + Picture> GameDefinition<G> {
    /// A player under `name` that plays any legal move.
    #[must_use]
    pub fn random(self, name: &str) -> Self {
        self.player(name, &["seed"], |_, settings| {
            let player = Random::new(seed(settings)?);
            Ok(Seat {
                player: Box::new(player),
                limits: Limits::default(),
            })
        })
    }

    /// A player under `name` that looks a fixed number of plies ahead, the Anpanman document's
    /// way. `sooner` says whether a sooner win is a better one unless the user sets it.
    #[must_use]
    pub fn lookahead<E>(self, name: &str, eval: E, sooner: bool) -> Self
    where
        E: Evaluate<G> + Clone + 'static,
    {
        self.searching_player(name, LOOKAHEAD_KEYS, move |_, settings| {
            lookahead_seat(eval.clone(), sooner, settings)
        })
    }

    /// The same with an evaluation that is made from settings, whose names are given.
    #[must_use]
    pub fn lookahead_with<E>(
        self,
        name: &str,
        sooner: bool,
        names: &[String],
        eval: impl Fn(&Settings<'_>) -> Result<E, LabError> + Send + Sync + 'static,
    ) -> Self
    where
        E: Evaluate<G> + Clone + 'static,
    {
        let own = names.iter().map(String::as_str);
        let keys: Vec<&str> = LOOKAHEAD_KEYS.iter().copied().chain(own).collect();
        self.searching_player(name, &keys, move |_, settings| {
            lookahead_seat(eval(settings)?, sooner, settings)
        })
    }

    /// A player under `name` that looks a fixed number of plies ahead and adds random numbers to
    /// its judgements (`noise`), as the pawn-ending document does.
    #[must_use]
    pub fn noisy_lookahead<E>(self, name: &str, eval: E) -> Self
    where
        E: Evaluate<G> + Clone + 'static,
    {
        let keys = ["depth", "nodes", "time", "seed", "noise"];
        self.searching_player(name, &keys, move |_, settings| {
            let depth = settings.number("depth", 1, 100)?.unwrap_or(USUAL_DEPTH) as u32;
            let noise = settings.number("noise", 0, 10_000)?.unwrap_or(USUAL_NOISE) as u32;
            let player = Lookahead::new(eval.clone(), depth, seed(settings)?).noise(noise);
            Ok(Seat {
                player: Box::new(player),
                limits: Limits {
                    depth: None,
                    ..limits(settings)?
                },
            })
        })
    }

    /// The player `alphabeta`.
    #[must_use]
    pub fn alphabeta<E, K>(self, eval: E, knowledge: K) -> Self
    where
        E: Evaluate<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        self.alphabeta_incremental(Recomputed(eval), knowledge)
    }

    /// The player `alphabeta` of a game whose evaluation is carried along.
    #[must_use]
    pub fn alphabeta_incremental<E, K>(mut self, eval: E, knowledge: K) -> Self
    where
        E: Incremental<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        let named = [
            "depth", "nodes", "time", "hash", "threads", "tables", "weights", "network",
        ];
        let keys: Vec<&str> = [&named, AlphaBetaOptions::SWITCHES, SearchParams::NAMES].concat();
        self.find_mate = Some(with_knowledge(knowledge.clone()));
        let tunable = self.tunable_by_search(eval.clone(), knowledge.clone());
        tunable.searching_player("alphabeta", &keys, move |definition, settings| {
            let options = alphabeta_options(settings)?;
            let open = || definition.table_opener(&definition.lab.tables_dir())();
            let filtered = |tables| definition.filtered_probe(tables);
            let tables = match settings.switch("tables")? {
                Some(false) => TableUse::Never,
                Some(true) if definition.tablebase.is_none() => {
                    return Err(settings.wrong("tables", "off, for there are none", "on"));
                }
                Some(true) => TableUse::Always(filtered(open()?)),
                // Tables that are there are used without being asked for, as far as they can be read.
                None => match definition.tablebase.as_ref().and_then(|_| open().ok()) {
                    Some(tables) => TableUse::IfUnbounded(Arc::new(LenientProbe(filtered(tables)))),
                    None => TableUse::Never,
                },
            };
            let player = match (settings.word("network"), settings.word("weights")) {
                (None, None) => {
                    let player = AlphaBeta::incremental(eval.clone(), knowledge.clone(), options);
                    Box::new(tables.given_to(player))
                }
                (Some(word), None) => {
                    let networked = definition.networked_or_error()?;
                    let network = match definition.network_of_setting(word)? {
                        NetworkChoice::BuiltIn => match networked.built_in() {
                            Some(network) => Some(network),
                            None => return Err(settings.wrong("network", "off or a file", "on")),
                        },
                        NetworkChoice::Off => None,
                        NetworkChoice::Given(network, _) => Some(network),
                    };
                    networked.player(network, options, tables)
                }
                // A network is for the weights of the program.
                (Some(word), Some(_)) if word != "off" => {
                    return Err(settings.wrong("network", "off beside other weights", word));
                }
                (_, Some(file)) => {
                    let tunable = definition.tunable_or_error()?;
                    let (path, game) = (Path::new(file), &definition.info.id);
                    let mut weights = read_weights(path, game, &tunable.params)?;
                    // What a setting says holds against the file.
                    for (param, value) in tunable.params.iter().zip(&mut weights) {
                        if let Some(said) = search_setting(settings, &param.name)? {
                            *value = said;
                        }
                    }
                    tunable.player(EngineWish {
                        weights: &weights,
                        options,
                        tables,
                    })
                }
            };
            Ok(Seat {
                player,
                limits: limits(settings)?,
            })
        })
    }

    /// The player `mcts` of a game without an evaluation: playouts go to the end.
    #[must_use]
    pub fn mcts<K>(self, knowledge: K) -> Self
    where
        K: Knowledge<G> + Clone + 'static,
    {
        self.searching_player("mcts", MCTS_KEYS, move |_, settings| {
            let player = Mcts::new(knowledge.clone(), mcts_options(settings)?);
            mcts_seat(Box::new(player), settings)
        })
    }

    /// The player `mcts` of a game with an evaluation, which judges playouts.
    #[must_use]
    pub fn mcts_evaluated<E, K>(self, eval: E, knowledge: K) -> Self
    where
        E: Evaluate<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        self.searching_player("mcts", MCTS_KEYS, move |_, settings| {
            let player = Mcts::new(knowledge.clone(), mcts_options(settings)?);
            mcts_seat(Box::new(player.evaluated_by(eval.clone())), settings)
        })
    }

    /// A player of fixed strength for people: alpha-beta that looks so many turns ahead.
    #[must_use]
    pub fn level<E, K>(self, name: &str, eval: E, knowledge: K, turns: u32) -> Self
    where
        E: Evaluate<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        self.searching_player(name, &["seed"], move |_, _| {
            let options = AlphaBetaOptions {
                depth: Some(turns),
                ..AlphaBetaOptions::default()
            };
            let player = AlphaBeta::new(eval.clone(), knowledge.clone(), options);
            Ok(Seat {
                player: Box::new(player),
                limits: Limits {
                    depth: Some(turns),
                    ..Limits::default()
                },
            })
        })
    }

    /// Everything that an evaluation makes possible: `lookahead`, `alphabeta`, `mcts`.
    #[must_use]
    pub fn eval<E, K>(self, eval: E, knowledge: K) -> Self
    where
        E: Evaluate<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        self.lookahead("lookahead", eval.clone(), true)
            .alphabeta(eval.clone(), knowledge.clone())
            .mcts_evaluated(eval, knowledge)
    }

    /// The same for an evaluation that is carried along.
    #[must_use]
    pub fn eval_incremental<E, K>(self, eval: E, knowledge: K) -> Self
    where
        E: Evaluate<G> + Incremental<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        self.lookahead("lookahead", eval.clone(), true)
            .alphabeta_incremental(eval.clone(), knowledge.clone())
            .mcts_evaluated(eval, knowledge)
    }
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// The player `perfect`, for games with a table: exact, or weaker by an error rate in per cent;
    /// with `traps` it prefers moves after which most replies are mistakes.
    pub(crate) fn perfect(self) -> Self {
        let keys = ["errors", "traps", "seed"];
        self.named_player("perfect", &keys, false, move |definition, settings| {
            let probe = definition.table_opener(&definition.lab.tables_dir())()?;
            let errors = settings.number("errors", 0, 100)?.unwrap_or(0);
            let traps = settings.number("traps", 0, 1)?.unwrap_or(0) == 1;
            let player = Perfect::new(probe, seed(settings)?)
                .errors(errors as f64 / 100.0)
                .traps(traps);
            Ok(Seat {
                player: Box::new(player),
                limits: Limits::default(),
            })
        })
    }
}

/// The settings of `lookahead`.
const LOOKAHEAD_KEYS: &[&str] = &["depth", "nodes", "time", "seed", "sooner"];

fn lookahead_seat<G: Notation, E: Evaluate<G> + 'static>(
    eval: E,
    sooner: bool,
    settings: &Settings<'_>,
) -> Result<Seat<G>, LabError> {
    let depth = settings.number("depth", 1, 100)?.unwrap_or(USUAL_DEPTH) as u32;
    let sooner = match settings.number("sooner", 0, 1)? {
        Some(number) => number == 1,
        None => sooner,
    };
    let player = Lookahead::new(eval, depth, seed(settings)?).sooner(sooner);
    Ok(Seat {
        player: Box::new(player),
        limits: Limits {
            depth: None,
            ..limits(settings)?
        },
    })
}

/// The options of alpha-beta that a player's settings name.
pub(crate) fn alphabeta_options(settings: &Settings<'_>) -> Result<AlphaBetaOptions, LabError> {
    let hash = settings.number("hash", 1, 1 << 20)?.unwrap_or(USUAL_HASH);
    if !fits_in_memory(hash) {
        return Err(settings.wrong("hash", "megabytes that there are", &hash.to_string()));
    }
    let threads = settings.number("threads", 1, MOST_THREADS)?.unwrap_or(1);
    let mut options = AlphaBetaOptions {
        hash_mb: hash as usize,
        threads: threads as usize,
        depth: None,
        nodes: None,
        time: Some(USUAL_TIME),
        ..AlphaBetaOptions::default()
    };
    for name in AlphaBetaOptions::SWITCHES {
        if let (Some(on), Some(switch)) = (settings.switch(name)?, options.switch(name)) {
            *switch = on;
        }
    }
    for name in SearchParams::NAMES {
        if let (Some(value), Some(param)) = (
            search_setting(settings, name)?,
            options.params.get_mut(name),
        ) {
            *param = value;
        }
    }
    Ok(options)
}

/// The parameter of the search that the settings name, if it is one and they do.
fn search_setting(settings: &Settings<'_>, name: &str) -> Result<Option<i32>, LabError> {
    let Some(&SearchParam { min, max, .. }) =
        SearchParams::ALL.iter().find(|param| param.name == name)
    else {
        return Ok(None);
    };
    let value = settings.number(name, min as u64, max as u64)?;
    Ok(value.map(|value| value as i32))
}

/// The settings of `mcts`.
const MCTS_KEYS: &[&str] = &["playouts", "nodes", "time", "seed", "cutoff", "memory"];

/// The options of `mcts` that a player's settings name.
fn mcts_options(settings: &Settings<'_>) -> Result<MctsOptions, LabError> {
    let usual = MctsOptions::default();
    let playouts = settings.number("playouts", 1, u64::MAX)?;
    let cutoff = settings.number("cutoff", 0, 10_000)?;
    let memory = settings.number("memory", 1, 1 << 31)?;
    Ok(MctsOptions {
        time: playouts.is_none().then_some(USUAL_TIME),
        playouts,
        cutoff: cutoff.map_or(usual.cutoff, |plies| plies as u32),
        most_nodes: memory.map_or(usual.most_nodes, |nodes| nodes as usize),
        seed: seed(settings)?,
        ..usual
    })
}

fn mcts_seat<G: Notation>(
    player: Box<dyn Player<G>>,
    settings: &Settings<'_>,
) -> Result<Seat<G>, LabError> {
    Ok(Seat {
        player,
        limits: Limits {
            nodes: settings.number("nodes", 1, u64::MAX)?,
            time: settings.time("time")?,
            ..Limits::default()
        },
    })
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// Tables that a search asks about the positions that the game names.
    pub(crate) fn filtered_probe(&self, tables: Arc<dyn Probe<G>>) -> Arc<dyn Probe<G>> {
        match self.probe_filter {
            Some(about) => Arc::new(FilteredProbe { tables, about }),
            None => tables,
        }
    }
}

/// Tables that nobody has asked for: one that cannot be read is as good as none.
struct LenientProbe<G: Notation>(Arc<dyn Probe<G>>);

impl<G: Notation> Probe<G> for LenientProbe<G> {
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        Ok(self.0.probe(game, at).unwrap_or(None))
    }

    fn rank(
        &self,
        game: &G,
        before: &G::Position,
        after: &G::Position,
    ) -> Result<Option<u32>, ProbeError> {
        Ok(self.0.rank(game, before, after).unwrap_or(None))
    }
}

/// Tables that are asked about some positions only.
struct FilteredProbe<G: Notation> {
    tables: Arc<dyn Probe<G>>,
    about: CheckTest<G>,
}

impl<G: Notation> Probe<G> for FilteredProbe<G> {
    fn probe(&self, game: &G, at: &G::Position) -> Result<Option<Probed>, ProbeError> {
        match (self.about)(game, at) {
            true => self.tables.probe(game, at),
            false => Ok(None),
        }
    }

    fn rank(
        &self,
        game: &G,
        before: &G::Position,
        after: &G::Position,
    ) -> Result<Option<u32>, ProbeError> {
        self.tables.rank(game, before, after)
    }
}

/// Whether so many megabytes can be had: asking for more would end the program.
fn fits_in_memory(megabytes: u64) -> bool {
    let bytes = usize::try_from(megabytes << 20);
    bytes.is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok())
}

/// The limits that a player's settings name.
fn limits(settings: &Settings<'_>) -> Result<Limits, LabError> {
    Ok(Limits {
        depth: settings.number("depth", 1, 200)?.map(|depth| depth as u32),
        nodes: settings.number("nodes", 1, u64::MAX)?,
        time: settings.time("time")?,
        ..Limits::default()
    })
}

/// The same seed for everybody who names none: experiments repeat.
pub(crate) fn seed(settings: &Settings<'_>) -> Result<u64, LabError> {
    Ok(settings.number("seed", 0, u64::MAX)?.unwrap_or(1))
}
