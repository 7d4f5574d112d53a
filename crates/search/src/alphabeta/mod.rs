//! Alpha-beta, generic over the game.
//!
//! | Bucket | What |
//! |---|---|
//! | `options.rs`, `params.rs` | the switches of all steps; their margins, depths and reductions |
//! | `root.rs` | iterative deepening, aspiration windows, root moves, MultiPV, reports |
//! | `threads.rs` | several threads (lazy SMP) |
//! | `search.rs` | the search of one node, in numbered steps |
//! | `selective.rs` | pruning and reductions |
//! | `quiescence.rs` | quiescence search: forcing moves only |
//! | `path.rs` | scores that know how much of the path they depend on (GHI) |
//! | `movepick.rs` | the move picker |
//! | `history.rs` | killers, counter moves and history tables |
//! | `evaluations.rs` | static evaluations that were made lately |
//! | `correction.rs` | what searches teach about the static evaluation |
//! | `transposition.rs` | the transposition table |
//! | `time.rs` | time and node limits |
//!
//! It is a principal variation search (Marsland and Campbell 1982), fail-soft, on copied
//! positions. Depth and the distance of wins count turns: see `depth.rs`. Where every move ends a
//! turn these are plies.

mod correction;
mod evaluations;
mod history;
mod movepick;
mod options;
mod params;
mod path;
mod quiescence;
mod root;
mod search;
mod selective;
mod threads;
mod time;
mod transposition;

use std::marker::PhantomData;
use std::sync::Arc;

use yomikiri_game_api::{
    Evaluate, Game, Incremental, Limits, Line, MoveOrdering, Observer, Player, PlayerFault, Probe,
    Recomputed, Tactics, Thought,
};

pub use options::AlphaBetaOptions;
pub use params::{SearchParam, SearchParams};

use correction::Corrections;
use evaluations::Evaluations;
use history::History;
use selective::Reductions;
use transposition::TranspositionTable;

/// What a thread remembers from one search to the next.
struct Memory {
    history: History,
    evaluations: Evaluations,
    corrections: Corrections,
}

impl Memory {
    fn new(options: &AlphaBetaOptions) -> Self {
        Memory {
            history: History::new(options),
            evaluations: Evaluations::new(),
            corrections: Corrections::new(),
        }
    }
}

/// The alpha-beta player.
///
/// Bounded by depth or nodes and on one thread it is deterministic: the same player asked the same
/// things in the same order visits the same positions. It keeps the transposition table and the
/// history from one search to the next; [`Player::new_game`] clears them, and must be called before
/// the rules change.
///
/// A tablebase that fails (see [`AlphaBeta::with_probe`]) is a [`PlayerFault`].
pub struct AlphaBeta<G: Game, E, K> {
    eval: E,
    knowledge: K,
    options: AlphaBetaOptions,
    probe: Option<Arc<dyn Probe<G>>>,
    /// Whether searches of bounded depth or nodes probe, too.
    probes_bounded: bool,
    table: TranspositionTable,
    /// One for every thread.
    memories: Vec<Memory>,
    reductions: Reductions,
    search_moves: Option<Vec<G::Move>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, E: Evaluate<G>, K: MoveOrdering<G> + Tactics<G>> AlphaBeta<G, Recomputed<E>, K> {
    /// A player with an evaluation and the game's search knowledge.
    pub fn new(eval: E, knowledge: K, options: AlphaBetaOptions) -> Self {
        AlphaBeta::incremental(Recomputed(eval), knowledge, options)
    }
}

impl<G: Game, E: Incremental<G>, K: MoveOrdering<G> + Tactics<G>> AlphaBeta<G, E, K> {
    /// A player with an incremental evaluation.
    pub fn incremental(eval: E, knowledge: K, options: AlphaBetaOptions) -> Self {
        let megabytes = match options.transposition {
            true => options.hash_mb,
            false => 0,
        };
        let threads = 0..options.threads.max(1);
        AlphaBeta {
            eval,
            knowledge,
            memories: threads.map(|_| Memory::new(&options)).collect(),
            reductions: Reductions::new(&options.params),
            options,
            probe: None,
            probes_bounded: true,
            table: TranspositionTable::new(megabytes),
            search_moves: None,
            game: PhantomData,
        }
    }

    /// Probes a tablebase instead of searching solved positions.
    pub fn with_probe(mut self, probe: Arc<dyn Probe<G>>) -> Self {
        self.probe = Some(probe);
        self
    }

    /// The same, but only in searches whose depth and nodes are not bounded: bounded ones visit the same
    /// positions on every machine, whatever tables it has.
    pub fn with_probe_if_unbounded(self, probe: Arc<dyn Probe<G>>) -> Self {
        AlphaBeta {
            probes_bounded: false,
            ..self.with_probe(probe)
        }
    }

    /// The parameters.
    pub fn options(&self) -> &AlphaBetaOptions {
        &self.options
    }
}

impl<G: Game, E: Incremental<G>, K: MoveOrdering<G> + Tactics<G>> Player<G> for AlphaBeta<G, E, K> {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let limits = self.options.bounds(limits);
        self.table.grow_older();
        for memory in &mut self.memories {
            memory.history.begin_thought();
        }
        threads::think(self, game, line, &limits, observer)
    }

    fn search_moves(&mut self, moves: Option<&[G::Move]>) -> bool {
        self.search_moves = moves.map(<[G::Move]>::to_vec);
        true
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.table.clear();
        for memory in &mut self.memories {
            memory.history.clear();
            memory.evaluations.clear();
            memory.corrections.clear();
        }
        Ok(())
    }
}
