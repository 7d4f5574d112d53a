//! Alpha-beta, generic over the game.
//!
//! | File | What |
//! |---|---|
//! | `options.rs` | the parameters |
//! | `root.rs` | iterative deepening, the root moves, several best lines, reports |
//! | `search.rs` | the search of one position, told in numbered steps |
//! | `quiescence.rs` | beyond the horizon: forcing moves only |
//! | `judged.rs` | scores that know how much of the path they rest on |
//! | `ordering.rs` | which move first; the one buffer of moves |
//! | `transposition.rs` | what is remembered about positions; knows no game |
//! | `time.rs` | when to stop; knows no game |
//!
//! It is a principal variation search (Marsland and Campbell 1982), fail-soft, on copied
//! positions. Depth and the distance of wins count turns: see `turns.rs`. Where every move ends a
//! turn these are plies.

mod judged;
mod options;
mod ordering;
mod quiescence;
mod root;
mod search;
mod time;
mod transposition;

use std::marker::PhantomData;
use std::sync::Arc;

use yomikiri_game_api::{
    Evaluate, Game, Guide, Limits, Line, Player, PlayerFault, Probe, Thought, Watch,
};

pub use options::AlphaBetaOptions;

use search::Search;
use transposition::TranspositionTable;

/// The alpha-beta player.
///
/// Bounded by depth or nodes it is deterministic: the same player asked the same things in the
/// same order visits the same positions. It remembers positions from one thought to the next;
/// [`Player::new_game`] forgets them, and must be called before a thought about other rules.
///
/// A table that cannot answer (see [`AlphaBeta::with_probe`]) is a [`PlayerFault`].
pub struct AlphaBeta<G, E, U> {
    eval: E,
    guide: U,
    options: AlphaBetaOptions,
    probe: Option<Arc<dyn Probe<G>>>,
    table: TranspositionTable,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E: Evaluate<G>, U: Guide<G>> AlphaBeta<G, E, U> {
    /// A player that judges by `eval` and is advised by `guide`.
    pub fn new(eval: E, guide: U, options: AlphaBetaOptions) -> Self {
        let megabytes = if options.transposition {
            options.hash_mb
        } else {
            0
        };
        AlphaBeta {
            eval,
            guide,
            options,
            probe: None,
            table: TranspositionTable::new(megabytes),
            game: PhantomData,
        }
    }

    /// Takes solved positions from a table instead of searching them.
    pub fn with_probe(mut self, probe: Arc<dyn Probe<G>>) -> Self {
        self.probe = Some(probe);
        self
    }

    /// The parameters.
    pub fn options(&self) -> &AlphaBetaOptions {
        &self.options
    }
}

impl<G: Game, E: Evaluate<G>, U: Guide<G>> Player<G> for AlphaBeta<G, E, U> {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        watch: &mut dyn Watch<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let limits = self.options.bounds(limits);
        self.table.grow_older();
        Search::new(self, game, line, &limits, watch).think(&limits)
    }

    fn new_game(&mut self) {
        self.table.clear();
    }
}
