//! Networks that correct an evaluation: the players that have one, and training one.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use yomikiri_game_api::{
    Evaluate, Explain, Features, Incremental, Knowledge, Notation, Picture, Player,
};
use yomikiri_network::{Corrected, Layout, Network, PHASES, Source};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions};

use super::network_file::{NetworkFacts, read_network};
use super::{TableUse, split_params};
use crate::{GameDefinition, LabError, built_in};

type MakePlayer<G> = Box<
    dyn Fn(Option<Arc<Network>>, AlphaBetaOptions, TableUse<G>) -> Box<dyn Player<G>> + Send + Sync,
>;

/// A position as a network sees it.
pub(crate) struct Seen {
    pub(crate) features: Vec<u32>,
    pub(crate) phase: usize,
    /// The evaluation without network, in points for the mover.
    pub(crate) base: f32,
}

/// The network of players.
pub(crate) enum NetworkChoice {
    /// That of the program, if there is one.
    BuiltIn,
    /// None.
    Off,
    /// Another, with its hash.
    Given(Arc<Network>, String),
}

type See<G> = Box<dyn Fn(&G, &<G as yomikiri_game_api::Game>::Position) -> Seen + Send + Sync>;

/// How a game's evaluation is corrected by a network.
pub(crate) struct Networked<G: Notation> {
    layout: Arc<LazyLock<Layout, Box<dyn FnOnce() -> Layout + Send>>>,
    built_in: Arc<Source>,
    player: Arc<MakePlayer<G>>,
    pub(crate) see: See<G>,
}

impl<G: Notation> Networked<G> {
    /// What the features are.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The network of the program, if it is for the evaluation as it is.
    pub(crate) fn built_in(&self) -> Option<Arc<Network>> {
        Source::force(&self.built_in).clone()
    }

    /// Alpha-beta with this network.
    pub(crate) fn player(
        &self,
        network: Option<Arc<Network>>,
        options: AlphaBetaOptions,
        tables: TableUse<G>,
    ) -> Box<dyn Player<G>> {
        (self.player)(network, options, tables)
    }
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// An evaluation that a network may correct: `lookahead`, `alphabeta` and `mcts` use it, and explanations have a
    /// term for it. Networks are for the weights that the evaluation has now.
    #[must_use]
    pub(crate) fn eval_with_network<E, F, K>(mut self, base: E, features: F, knowledge: K) -> Self
    where
        E: Evaluate<G> + Explain<G> + Incremental<G> + Clone + 'static,
        F: Features<G> + Clone + 'static,
        K: Knowledge<G> + Clone + 'static,
    {
        let (game, of_layout) = (self.game.clone(), features.clone());
        let layout: Box<dyn FnOnce() -> Layout + Send> =
            Box::new(move || Layout::of(&of_layout, &game));
        let layout = Arc::new(LazyLock::new(layout));
        let params = self.tunable.as_ref().map(|tunable| tunable.params.clone());
        let (lab, id, of_network) = (self.lab.clone(), self.info.id.clone(), Arc::clone(&layout));
        let built_in = Arc::new(Source::new(Box::new(move || {
            let bytes = built_in::network(&id)?;
            let facts = NetworkFacts::new(&id, &of_network, &params?);
            // Read once, however often the game is opened, if it is for the evaluation as it is.
            let read = || read_network(bytes, &facts, &of_network).ok().map(Arc::new);
            let shared = lab.shared(&facts.name(), read);
            (*shared).clone()
        })));
        let eval = Corrected::lazily(base.clone(), features.clone(), Arc::clone(&built_in));
        let of_player = (base.clone(), features.clone(), knowledge.clone());
        let player: MakePlayer<G> = Box::new(move |network, options, tables| {
            let (base, features, knowledge) = of_player.clone();
            let player = match network {
                None => {
                    return Box::new(
                        tables.given_to(AlphaBeta::incremental(base, knowledge, options)),
                    );
                }
                Some(network) => AlphaBeta::incremental(
                    Corrected::new(base, features, Some(network)),
                    knowledge,
                    options,
                ),
            };
            Box::new(tables.given_to(player))
        });
        let player = Arc::new(player);
        // With the weights that the network is for, a player of tuning has it, too.
        if let Some(tunable) = &mut self.tunable {
            let start = tunable.start();
            let weights = tunable.params.iter().filter(|param| !param.is_of_search());
            let count = weights.count();
            let (without, with) = (Arc::clone(&tunable.player), Arc::clone(&player));
            let network = Arc::clone(&built_in);
            tunable.player = Arc::new(move |wish| {
                if wish.weights[..count] != start[..count] {
                    return without(wish);
                }
                let Some(network) = Source::force(&network).clone() else {
                    return without(wish);
                };
                let (_, options) = split_params(wish.weights, count, wish.options);
                with(Some(network), options, wish.tables)
            });
        }
        self.networked = Some(Networked {
            layout,
            built_in,
            player,
            see: Box::new(move |game, at| {
                let mut seen = Vec::new();
                features.each(game, at, &mut |feature| seen.push(feature as u32));
                Seen {
                    features: seen,
                    phase: features.phase(game, at, PHASES),
                    base: base.evaluate(game, at).0 as f32,
                }
            }),
        });
        self.eval_incremental(eval.clone(), knowledge).explain(eval)
    }

    /// How a network corrects the evaluation, or the error that none does.
    pub(crate) fn networked_or_error(&self) -> Result<&Networked<G>, LabError> {
        let game = &self.info.id;
        let none = || LabError::Input(format!("{game} has no evaluation that a network corrects"));
        self.networked.as_ref().ok_or_else(none)
    }

    /// What a network of this game is for.
    pub(crate) fn network_facts(&self) -> Result<NetworkFacts, LabError> {
        let layout = self.networked_or_error()?.layout();
        let tunable = self.tunable_or_error()?;
        Ok(NetworkFacts::new(&self.info.id, layout, &tunable.params))
    }

    /// The network that a setting names: `on`, `off` or a file.
    pub(crate) fn network_of_setting(&self, setting: &str) -> Result<NetworkChoice, LabError> {
        Ok(match setting {
            "on" => NetworkChoice::BuiltIn,
            "off" => NetworkChoice::Off,
            file => {
                let network = self.read_network(Path::new(file))?;
                let numbers: Vec<u8> = network
                    .numbers()
                    .into_iter()
                    .flat_map(i16::to_le_bytes)
                    .collect();
                let hash = blake3::hash(&numbers).to_hex()[..16].to_owned();
                NetworkChoice::Given(network, hash)
            }
        })
    }

    /// The network of a file.
    fn read_network(&self, path: &Path) -> Result<Arc<Network>, LabError> {
        let (facts, layout) = (self.network_facts()?, self.networked_or_error()?.layout());
        let shown = path.display();
        let wrong = |reason: String| LabError::Input(format!("{shown}: {reason}"));
        let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
        let network = read_network(&bytes, &facts, layout).map_err(wrong)?;
        Ok(Arc::new(network))
    }
}
