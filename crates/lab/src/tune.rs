//! Evaluations and players whose weights can be changed.

use std::sync::Arc;

use yomikiri_arena::tune::{Param, Sample};
use yomikiri_arena::{Participant, SideLimits};
use yomikiri_game_api::{
    Evaluate, Line, Notation, Picture, Player, PlayerFault, Probe, Side, Value,
};
use yomikiri_search::Lookahead;

use crate::{GameDefinition, LabError};

type MakePlayer<G> = Arc<dyn Fn(&[i32], u32) -> Box<dyn Player<G>> + Send + Sync>;
type MakeEval<G> = Box<dyn Fn(&[i32]) -> Box<dyn Evaluate<G>> + Send + Sync>;

/// Weights that can be changed: those of an evaluation, or of a player that has none.
pub(crate) struct Tunable<G: Notation> {
    pub(crate) params: Vec<Param>,
    player: MakePlayer<G>,
    eval: Option<MakeEval<G>>,
}

impl<G: Notation> Tunable<G> {
    /// Whether the weights are those of an evaluation, so that positions can be judged by it.
    pub(crate) fn has_eval(&self) -> bool {
        self.eval.is_some()
    }
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
        E: Evaluate<G> + 'static,
    {
        let params = weights.into_iter();
        let params = params.map(|(name, start)| Param { name, start });
        let for_player = make.clone();
        self.tunable = Some(Tunable {
            params: params.collect(),
            player: Arc::new(move |weights, depth| {
                // The arena reseeds it for every game.
                Box::new(Lookahead::new(for_player(weights), depth, 0))
            }),
            eval: Some(Box::new(move |weights| Box::new(make(weights)))),
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
        let params = weights.into_iter();
        let params = params.map(|(name, start)| Param { name, start });
        self.tunable = Some(Tunable {
            params: params.collect(),
            player: Arc::new(move |weights, _| Box::new(make(weights))),
            eval: None,
        });
        self
    }
}

/// A look-ahead player with weights.
pub(crate) fn participant<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    name: &str,
    weights: &[i32],
    depth: u32,
) -> Result<Participant<G>, LabError> {
    let tunable = definition.tunable.as_ref().ok_or_else(|| {
        let game = &definition.info.id;
        LabError::Input(format!(
            "{game} has no evaluation whose weights can be changed"
        ))
    })?;
    let (player, weights) = (Arc::clone(&tunable.player), weights.to_vec());
    let make = move || -> Result<Box<dyn Player<G>>, PlayerFault> { Ok(player(&weights, depth)) };
    Ok(Participant {
        name: name.to_owned(),
        limits: SideLimits::default(),
        make: Box::new(make),
        seed: Some(0),
        outside: false,
    })
}

/// The positions of a game with how it ended, or with their exact values.
pub(crate) fn samples<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    line: &Line<G>,
    winner: Option<Side>,
    table: Option<&dyn Probe<G>>,
) -> Vec<Sample> {
    let Some(tunable) = &definition.tunable else {
        return Vec::new();
    };
    let Some(eval) = &tunable.eval else {
        return Vec::new();
    };
    let game = &definition.game;
    let start: Vec<i32> = tunable.params.iter().map(|param| param.start).collect();
    let base = eval(&start);
    // Evaluations are linear in their weights, so that a difference is a slope; a wide one does
    // not suffer from rounding.
    const WIDE: i32 = 100;
    let moved = (0..start.len()).map(|at| {
        let mut weights = start.clone();
        weights[at] += WIDE;
        eval(&weights)
    });
    let moved: Vec<_> = moved.collect();
    let mut samples = Vec::new();
    for at in line.positions() {
        if game.outcome(at).is_some() {
            continue;
        }
        let mover = game.turn(at);
        let exact = table.and_then(|table| table.probe(game, at).ok().flatten());
        let label = match (exact.map(|probed| probed.value), winner) {
            (Some(Value::Win), _) => 1.0,
            (Some(Value::Loss), _) => 0.0,
            (Some(Value::Draw), _) | (None, None) => 0.5,
            (None, Some(winner)) if winner == mover => 1.0,
            (None, Some(_)) => 0.0,
        };
        let value = f64::from(base.evaluate(game, at).0);
        let slopes = moved.iter().map(|eval| {
            let there = f64::from(eval.evaluate(game, at).0);
            (there - value) / f64::from(WIDE)
        });
        samples.push(Sample {
            base: value,
            slopes: slopes.collect(),
            label,
        });
    }
    samples
}
