//! Evaluations and players whose weights can be changed, and positions to fit them to.

mod data;
mod weights_file;

pub use data::{DataOrder, DataReport};
pub(crate) use data::{make_data, read_samples};
pub use weights_file::{read_weights, write_weights};

use std::sync::Arc;

use yomikiri_arena::tune::Param;
use yomikiri_arena::{Participant, SideLimits};
use yomikiri_game_api::{
    Evaluate, Incremental, Knowledge, Notation, Picture, Player, PlayerFault, Probe, Recomputed,
};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions};

use crate::{GameDefinition, LabError};

/// An engine to be made: its weights, how it searches, the tables it asks.
pub(crate) struct EngineWish<'a, G: Notation> {
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

/// Weights that can be changed: those of an evaluation, or of a player that has none.
pub(crate) struct Tunable<G: Notation> {
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

    /// The evaluation as a sum; `None` if there is none.
    pub(crate) fn linear(&self) -> Option<Box<dyn Linear<G>>> {
        self.linear.as_ref().map(|make| make())
    }
}

fn params(weights: Vec<(String, i32)>) -> Vec<Param> {
    let params = weights.into_iter();
    params.map(|(name, start)| Param { name, start }).collect()
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// The weights of an evaluation by name, and the evaluation with other weights.
    #[must_use]
    pub fn tunable<E>(
        mut self,
        weights: Vec<(String, i32)>,
        make: impl Fn(&[i32]) -> E + Clone + Send + Sync + 'static,
    ) -> Self
    where
        E: Evaluate<G> + Knowledge<G> + Clone + 'static,
    {
        let params = params(weights);
        let start: Vec<i32> = params.iter().map(|param| param.start).collect();
        let for_player = make.clone();
        self.tunable = Some(Tunable {
            params,
            player: Arc::new(move |wish| {
                let eval = for_player(wish.weights);
                let player = AlphaBeta::incremental(Recomputed(eval.clone()), eval, wish.options);
                Box::new(wish.tables.given_to(player))
            }),
            linear: Some(Box::new(move || {
                let moved = (0..start.len()).map(|at| {
                    let mut weights = start.clone();
                    weights[at] += WIDE;
                    make(&weights)
                });
                Box::new(ByDifferences {
                    base: make(&start),
                    moved: moved.collect(),
                })
            })),
        });
        self
    }

    /// The same for an evaluation that is carried along and that knows its slopes.
    #[must_use]
    pub(crate) fn tunable_linear<E>(
        mut self,
        weights: Vec<(String, i32)>,
        make: impl Fn(&[i32]) -> E + Clone + Send + Sync + 'static,
        slopes: Slopes<G, E>,
    ) -> Self
    where
        E: Incremental<G> + Knowledge<G> + Clone + 'static,
    {
        let params = params(weights);
        let start: Vec<i32> = params.iter().map(|param| param.start).collect();
        let for_player = make.clone();
        self.tunable = Some(Tunable {
            params,
            player: Arc::new(move |wish| {
                let eval = for_player(wish.weights);
                let player = AlphaBeta::incremental(eval.clone(), eval, wish.options);
                Box::new(wish.tables.given_to(player))
            }),
            linear: Some(Box::new(move || {
                Box::new(Known {
                    eval: make(&start),
                    slopes,
                })
            })),
        });
        self
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
            params: params(weights),
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
                "{game} has no evaluation whose weights can be changed"
            ))
        })
    }
}

/// The value for First and the slopes of an evaluation at a position.
pub(crate) type Slopes<G, E> =
    fn(&E, &<G as yomikiri_game_api::Game>::Position, &mut Vec<(u16, f32)>) -> Option<f32>;

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
    fn slopes(&self, _game: &G, at: &G::Position, slopes: &mut Vec<(u16, f32)>) -> Option<f32> {
        (self.slopes)(&self.eval, at, slopes)
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
