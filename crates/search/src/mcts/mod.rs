//! Monte Carlo tree search, generic over the game.
//!
//! | File | What |
//! |---|---|
//! | `tree.rs` | the tree: visits, sums, proofs; knows no game |
//! | `search.rs` | one search: select, expand, play out, back up |
//! | `playout.rs` | random games to the end, or to an evaluation |
//!
//! Selection is by PUCT (Rosin 2011; without a policy all priors are equal, which is a form of UCT,
//! Kocsis and Szepesvári 2006). Ends found in the tree are proofs and are backed up as such
//! (Winands, Björnsson and Saito 2008): a proved win is played, a proved loss is not, and a root
//! that is proved ends the search. The tree is kept from move to move.
//!
//! Sums and proofs belong to First and Second, not to the mover, so that turns of several actions
//! need no special case. The tree has no transpositions: every node has one past, and repetition and
//! limits of moves are judged in it as in the game.

mod playout;
mod search;
mod tree;

use std::marker::PhantomData;
use std::time::Duration;

use yomikiri_game_api::{
    Evaluate, Game, Limits, Line, Observer, Player, PlayerFault, Policy, SplitMix64, Tactics,
    Thought,
};

use search::Search;
use tree::Tree;

/// The parameters of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct MctsOptions {
    /// The most playouts in a search, whatever its limits.
    pub playouts: Option<u64>,
    /// The time, where neither playouts nor the limits of a search set a bound.
    pub time: Option<Duration>,
    /// The exploration constant.
    pub exploration: f32,
    /// After so many moves a playout is cut off and evaluated; 0 evaluates at once. Without an
    /// evaluation playouts go to the end.
    pub cutoff: u32,
    /// A playout of more moves than this counts as a draw.
    pub longest_playout: u32,
    /// The most nodes; a full tree is still updated but does not grow.
    pub most_nodes: usize,
    /// The seed of its randomness.
    pub seed: u64,
}

impl Default for MctsOptions {
    fn default() -> Self {
        MctsOptions {
            playouts: None,
            time: None,
            exploration: 1.2,
            cutoff: 4,
            longest_playout: 400,
            most_nodes: 2_000_000,
            seed: 1,
        }
    }
}

/// The Monte Carlo player.
///
/// Bounded by playouts or nodes it is deterministic. A new game discards the tree but does not
/// restart the random stream ([`Player::reseed`] does).
pub struct Mcts<G: Game, K> {
    eval: Option<Box<dyn Evaluate<G>>>,
    knowledge: K,
    options: MctsOptions,
    rng: SplitMix64,
    /// The tree of the last search and the line it was about.
    kept: Option<(Line<G>, Tree<G::Move>)>,
    search_moves: Option<Vec<G::Move>>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, K: Policy<G> + Tactics<G>> Mcts<G, K> {
    /// A player whose playouts go to the end.
    pub fn new(knowledge: K, options: MctsOptions) -> Self {
        Mcts {
            eval: None,
            knowledge,
            rng: SplitMix64::new(options.seed),
            options,
            kept: None,
            search_moves: None,
            game: PhantomData,
        }
    }

    /// Cuts playouts off and evaluates them once they are as long as the options say.
    #[must_use]
    pub fn evaluated_by(mut self, eval: impl Evaluate<G> + 'static) -> Self {
        self.eval = Some(Box::new(eval));
        self
    }

    /// The kept tree, if the line continues in it.
    fn take_tree(&mut self, line: &Line<G>) -> Option<Tree<G::Move>> {
        let (old, mut tree) = self.kept.take()?;
        let later = line.moves().strip_prefix(old.moves())?;
        if old.start() != line.start() || !tree.descend(later) {
            return None;
        }
        Some(tree)
    }
}

impl<G: Game, K: Policy<G> + Tactics<G>> Player<G> for Mcts<G, K> {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        // A tree of some of the moves is not the game's.
        let tree = match self.search_moves {
            None => self.take_tree(line),
            Some(_) => None,
        };
        let mut search = Search::new(
            game,
            line,
            self.eval.as_deref(),
            &self.knowledge,
            &self.options,
            &mut self.rng,
            tree.unwrap_or_default(),
        );
        let thought = search.think(limits, self.search_moves.as_deref(), observer);
        let tree = search.into_tree();
        if self.search_moves.is_none() {
            self.kept = Some((line.clone(), tree));
        }
        thought
    }

    fn search_moves(&mut self, moves: Option<&[G::Move]>) -> bool {
        self.search_moves = moves.map(<[G::Move]>::to_vec);
        true
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.kept = None;
        Ok(())
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = SplitMix64::new(seed);
    }
}
