//! Evaluations and players whose weights can be changed, and positions to fit them to.

mod data;
mod network;
mod network_file;
mod train;
mod weights_file;

pub use data::{DataOrder, DataReport};
pub(crate) use data::{make_data, read_samples};
pub(crate) use network::{NetworkChoice, Networked};
pub(crate) use train::train_network;
pub use train::{NetworkOrder, NetworkReport};
pub use weights_file::{read_weights, write_weights};

use std::sync::Arc;

use yomikiri_arena::tune::{Param, ParamRange};
use yomikiri_arena::{Participant, SideLimits};
use yomikiri_game_api::{
    Evaluate, Incremental, Knowledge, Notation, Picture, Player, PlayerFault, Probe, Recomputed,
};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions, SearchParams};

use crate::{GameDefinition, LabError};

/// An engine to be made: its parameters, how it searches, the tables it asks.
pub(crate) struct EngineWish<'a, G: Notation> {
    /// In the order of [`Tunable::params`].
    pub(crate) weights: &'a [i32],
    pub(crate) options: AlphaBetaOptions,
    pub(crate) tables: TableUse<G>,
}

/// When a search asks tables.
pub(crate) enum TableUse<G: Notation> {
    Never,
    /// In searches without a bound of depth or nodes.
    IfUnbounded(Arc<dyn Probe<G>>),
    Always(Arc<dyn Probe<G>>),
}

impl<G: Notation> TableUse<G> {
    /// The player that asks them so.
    pub(crate) fn given_to<E: Incremental<G>, K: Knowledge<G>>(
        self,
        player: AlphaBeta<G, E, K>,
    ) -> AlphaBeta<G, E, K> {
        match self {
            TableUse::Never => player,
            TableUse::IfUnbounded(tables) => player.with_probe_if_unbounded(tables),
            TableUse::Always(tables) => player.with_probe(tables),
        }
    }
}

type MakePlayer<G> = Arc<dyn Fn(EngineWish<'_, G>) -> Box<dyn Player<G>> + Send + Sync>;
type MakeLinear<G> = Box<dyn Fn() -> Box<dyn Linear<G>> + Send + Sync>;

/// An evaluation as a sum of weights times what a position has of each.
pub(crate) trait Linear<G: Notation>: Send + Sync {
    /// The evaluation for First with the start weights, and how much it grows with each weight. `None` where it is
    /// not linear.
    fn slopes(&self, game: &G, at: &G::Position, slopes: &mut Vec<(u16, f32)>) -> Option<f32>;

    /// Whether a search result can be compared with the evaluation of a position: nothing is about to be taken,
    /// nobody is in check.
    fn is_quiet(&self, game: &G, at: &G::Position, best: G::Move) -> bool;

    /// So many points and more decide a game.
    fn decided(&self, game: &G) -> i32;
}

/// Numbers that can be changed: the weights of an evaluation, or of a player that has none, and the parameters of
/// alpha-beta.
pub(crate) struct Tunable<G: Notation> {
    /// The weights, then the parameters of the search.
    pub(crate) params: Vec<Param>,
    player: MakePlayer<G>,
    linear: Option<MakeLinear<G>>,
}

impl<G: Notation> Tunable<G> {
    /// The weights that the program has.
    pub(crate) fn start(&self) -> Vec<i32> {
        self.params.iter().map(|param| param.start).collect()
    }

    /// A player.
    pub(crate) fn player(&self, wish: EngineWish<'_, G>) -> Box<dyn Player<G>> {
        (self.player)(wish)
    }

    /// Whether there are weights, and not the search alone.
    pub(crate) fn has_weights(&self) -> bool {
        self.params.iter().any(|param| !param.is_of_search())
    }

    /// The evaluation as a sum; `None` if there is none.
    pub(crate) fn linear(&self) -> Option<Box<dyn Linear<G>>> {
        self.linear.as_ref().map(|make| make())
    }
}

fn weight_params(weights: Vec<(String, i32)>) -> Vec<Param> {
    let params = weights.into_iter();
    params
        .map(|(name, start)| Param::weight(name, start))
        .collect()
}

fn search_params() -> impl Iterator<Item = Param> {
    SearchParams::ALL.iter().map(|param| Param {
        range: Some(ParamRange {
            min: param.min,
            max: param.max,
            c_end: param.c_end,
        }),
        ..Param::weight(param.name, param.value)
    })
}

/// The weights of a list, and the options with the parameters of the search that follow them.
fn split_params(
    all: &[i32],
    weights: usize,
    options: AlphaBetaOptions,
) -> (&[i32], AlphaBetaOptions) {
    let (weights, searched) = all.split_at(weights.min(all.len()));
    let mut options = options;
    for (name, &value) in SearchParams::NAMES.iter().zip(searched) {
        if let Some(param) = options.params.get_mut(name) {
            *param = value;
        }
    }
    (weights, options)
}

/// An evaluation for weights, as `AlphaBeta` takes it: the one that is carried along, and the search knowledge.
type MakeEval<E, K> = Arc<dyn Fn(&[i32]) -> (E, K) + Send + Sync>;

impl<G: Notation + Picture> GameDefinition<G> {
    /// Alpha-beta with an evaluation that depends on weights.
    fn tunable_search<E: Incremental<G> + 'static, K: Knowledge<G> + 'static>(
        mut self,
        weights: Vec<(String, i32)>,
        make: MakeEval<E, K>,
        linear: Option<MakeLinear<G>>,
    ) -> Self {
        let mut params = weight_params(weights);
        let count = params.len();
        params.extend(search_params());
        self.tunable = Some(Tunable {
            params,
            player: Arc::new(move |wish| {
                let (weights, options) = split_params(wish.weights, count, wish.options);
                let (eval, knowledge) = make(weights);
                Box::new(
                    wish.tables
                        .given_to(AlphaBeta::incremental(eval, knowledge, options)),
                )
            }),
            linear,
        });
        self
    }

    /// The parameters of the search, of a game whose evaluation cannot be changed.
    #[must_use]
    pub(crate) fn tunable_by_search<E, K>(self, eval: E, knowledge: K) -> Self
    where
        E: Incremental<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        if self.tunable.is_some() {
            return self;
        }
        let make = move |_: &[i32]| (eval.clone(), knowledge.clone());
        self.tunable_search(Vec::new(), Arc::new(make), None)
    }

    /// The weights of an evaluation by name, and the evaluation with other weights.
    #[must_use]
    pub fn tunable<E>(
        self,
        weights: Vec<(String, i32)>,
        make: impl Fn(&[i32]) -> E + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: Evaluate<G> + Knowledge<G> + Clone + 'static,
    {
        let start: Vec<i32> = weights.iter().map(|(_, start)| *start).collect();
        let for_player = make.clone();
        let player = move |weights: &[i32]| {
            let eval = for_player(weights);
            (Recomputed(eval.clone()), eval)
        };
        let linear = move || -> Box<dyn Linear<G>> {
            let moved = (0..start.len()).map(|at| {
                let mut weights = start.clone();
                weights[at] += WIDE;
                make(&weights)
            });
            Box::new(ByDifferences {
                base: make(&start),
                moved: moved.collect(),
            })
        };
        self.tunable_search(weights, Arc::new(player), Some(Box::new(linear)))
    }

    /// The same for an evaluation that knows its slopes.
    #[must_use]
    pub(crate) fn tunable_by_slopes<E>(
        self,
        weights: Vec<(String, i32)>,
        make: impl Fn(&[i32]) -> E + Clone + Send + Sync + 'static,
        slopes: Slopes<G, E>,
    ) -> Self
    where
        E: Evaluate<G> + Knowledge<G> + Clone + 'static,
    {
        let start: Vec<i32> = weights.iter().map(|(_, start)| *start).collect();
        let for_player = make.clone();
        let player = move |weights: &[i32]| {
            let eval = for_player(weights);
            (Recomputed(eval.clone()), eval)
        };
        let linear = move || -> Box<dyn Linear<G>> {
            let eval = make(&start);
            Box::new(Known { eval, slopes })
        };
        self.tunable_search(weights, Arc::new(player), Some(Box::new(linear)))
    }

    /// The same for an evaluation that is carried along and that knows its slopes.
    #[must_use]
    pub(crate) fn tunable_linear<E>(
        self,
        weights: Vec<(String, i32)>,
        make: impl Fn(&[i32]) -> E + Clone + Send + Sync + 'static,
        slopes: Slopes<G, E>,
    ) -> Self
    where
        E: Incremental<G> + Knowledge<G> + Clone + 'static,
    {
        let start: Vec<i32> = weights.iter().map(|(_, start)| *start).collect();
        let for_player = make.clone();
        let player = move |weights: &[i32]| {
            let eval = for_player(weights);
            (eval.clone(), eval)
        };
        let linear = move || -> Box<dyn Linear<G>> {
            let eval = make(&start);
            Box::new(Known { eval, slopes })
        };
        self.tunable_search(weights, Arc::new(player), Some(Box::new(linear)))
    }

    /// The weights of a player by name, and the player with other weights, where the game has no evaluation
    /// that a search could use.
    #[must_use]
    pub fn tunable_player<P>(
        mut self,
        weights: Vec<(String, i32)>,
        make: impl Fn(&[i32]) -> P + Send + Sync + 'static,
    ) -> Self
    where
        P: Player<G> + 'static,
    {
        self.tunable = Some(Tunable {
            params: weight_params(weights),
            player: Arc::new(move |wish| Box::new(make(wish.weights))),
            linear: None,
        });
        self
    }

    /// What can be tuned, or the error that nothing can.
    pub(crate) fn tunable_or_error(&self) -> Result<&Tunable<G>, LabError> {
        self.tunable.as_ref().ok_or_else(|| {
            let game = &self.info.id;
            LabError::Input(format!(
                "{game} has neither weights nor a search that can be changed"
            ))
        })
    }
}

/// The value for First and the slopes of an evaluation at a position.
pub(crate) type Slopes<G, E> =
    fn(&E, &G, &<G as yomikiri_game_api::Game>::Position, &mut Vec<(u16, f32)>) -> Option<f32>;

/// A wide difference does not suffer from rounding.
const WIDE: i32 = 100;

/// Units of search margins (a sixth of the strongest piece or so) that decide a game.
const DECIDED: i32 = 8;

/// Slopes by differences: the evaluation once with each weight changed.
struct ByDifferences<E> {
    base: E,
    moved: Vec<E>,
}

impl<G: Notation, E: Evaluate<G> + Knowledge<G>> Linear<G> for ByDifferences<E> {
    fn slopes(&self, game: &G, at: &G::Position, slopes: &mut Vec<(u16, f32)>) -> Option<f32> {
        slopes.clear();
        let sign = 1 - 2 * game.turn(at).index() as i32;
        let value = sign * self.base.evaluate(game, at).0;
        for (weight, eval) in self.moved.iter().enumerate() {
            let there = sign * eval.evaluate(game, at).0;
            if there != value {
                slopes.push((weight as u16, (there - value) as f32 / WIDE as f32));
            }
        }
        Some(value as f32)
    }

    fn is_quiet(&self, game: &G, at: &G::Position, best: G::Move) -> bool {
        !self.base.in_check(game, at) && !self.base.is_forcing(game, at, best)
    }

    fn decided(&self, game: &G) -> i32 {
        DECIDED * self.base.unit(game)
    }
}

/// Slopes that the evaluation knows.
struct Known<G: Notation, E> {
    eval: E,
    slopes: Slopes<G, E>,
}

impl<G: Notation, E: Knowledge<G>> Linear<G> for Known<G, E> {
    fn slopes(&self, game: &G, at: &G::Position, slopes: &mut Vec<(u16, f32)>) -> Option<f32> {
        (self.slopes)(&self.eval, game, at, slopes)
    }

    fn is_quiet(&self, game: &G, at: &G::Position, best: G::Move) -> bool {
        !self.eval.in_check(game, at) && !self.eval.is_forcing(game, at, best)
    }

    fn decided(&self, game: &G) -> i32 {
        DECIDED * self.eval.unit(game)
    }
}

/// Memory for the transposition table of a player in a tuning match.
const HASH_MB: usize = 4;

pub(crate) fn options() -> AlphaBetaOptions {
    AlphaBetaOptions {
        hash_mb: HASH_MB,
        ..AlphaBetaOptions::default()
    }
}

/// The engine with these weights, within limits.
pub(crate) fn participant<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    name: &str,
    weights: &[i32],
    limits: &SideLimits,
) -> Result<Participant<G>, LabError> {
    let tunable = definition.tunable_or_error()?;
    let (player, weights) = (Arc::clone(&tunable.player), weights.to_vec());
    let make = move || -> Result<Box<dyn Player<G>>, PlayerFault> {
        Ok(player(EngineWish {
            weights: &weights,
            options: options(),
            tables: TableUse::Never,
        }))
    };
    Ok(Participant {
        name: name.to_owned(),
        limits: limits.clone(),
        make: Box::new(make),
        seed: Some(0),
        outside: false,
    })
}
