//! What searches may know about a game beyond its rules, one trait for each use.
//!
//! Every default is the answer of someone who knows nothing: nothing is pruned, and no move is
//! preferred. A game implements the three traits on one value and overrides what it knows.

use crate::{Game, Line, Outcome};

/// Which moves to search first.
pub trait MoveOrdering<G: Game>: Send + Sync {
    /// Larger is searched earlier (a capture of a valuable piece, a promotion). 0 = unknown.
    fn order(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Whether quiescence search must try the move (a capture, say).
    fn is_forcing(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// Appends the legal forcing moves in a stable order and returns `true`, or returns `false` if
    /// they cannot be generated separately. Saves generating quiet moves where a capture refutes.
    fn forcing_moves(&self, _game: &G, _at: &G::Position, _moves: &mut Vec<G::Move>) -> bool {
        false
    }

    /// Appends the legal moves that are not forcing. Called only where
    /// [`MoveOrdering::forcing_moves`] returned `true`; together they are all legal moves.
    fn quiet_moves(&self, game: &G, at: &G::Position, moves: &mut Vec<G::Move>) {
        let from = moves.len();
        game.legal_moves(at, moves);
        let mut kept = from;
        for i in from..moves.len() {
            if !self.is_forcing(game, at, moves[i]) {
                moves[kept] = moves[i];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Appends legal moves that are not forcing but give check, to be searched with the forcing ones at the horizon. They
    /// need not be all of them.
    fn quiet_checks(&self, _game: &G, _at: &G::Position, _moves: &mut Vec<G::Move>) {}

    /// The move as a number other than 0 for the transposition table; `None` = it has none.
    fn pack(&self, _mv: G::Move) -> Option<u32> {
        None
    }

    /// The move of a number, if it is legal here. The number may belong to another position, so
    /// legality must be checked in full.
    fn unpack(&self, _game: &G, _at: &G::Position, _packed: u32) -> Option<G::Move> {
        None
    }

    /// The history bucket of a move, below 1024: piece kind × target square, say. `None` = every
    /// move has its own bucket.
    fn history_bucket(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> Option<u16> {
        None
    }
}

/// Threats, exchanges and shortcuts: what a search may prune, extend or answer at once.
pub trait Tactics<G: Game>: Send + Sync {
    /// Whether the side to move is in check, so that standing pat would be wrong.
    fn in_check(&self, _game: &G, _at: &G::Position) -> bool {
        false
    }

    /// Whether the opponent is in check after the move.
    fn gives_check(&self, game: &G, at: &G::Position, mv: G::Move) -> bool {
        let mut after = at.clone();
        game.play(&mut after, mv);
        self.in_check(game, &after)
    }

    /// The value of a pawn, or of the least valuable piece, in points of the evaluation. Pruning
    /// margins are multiples of it; 0 = unknown, and nothing is pruned by a margin.
    fn unit(&self, _game: &G) -> i32 {
        0
    }

    /// The most points that the move can win immediately (the captured piece, the promotion).
    /// `i32::MAX` = unknown.
    fn gain(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> i32 {
        i32::MAX
    }

    /// Static exchange evaluation: whether the captures on the move's target square, each side
    /// taking with its least valuable piece while that pays, win the mover at least `points`.
    fn see_at_least(&self, _game: &G, _at: &G::Position, _mv: G::Move, _points: i32) -> bool {
        true
    }

    /// Whether the move recaptures the piece that made the capture `last`, the previous move.
    fn recaptures(&self, _game: &G, _at: &G::Position, _last: G::Move, _mv: G::Move) -> bool {
        false
    }

    /// The position after a null move, where passing can be assumed to be worse than the best move.
    /// `None` in check and where zugzwang is likely.
    fn null_move(&self, _game: &G, _at: &G::Position) -> Option<G::Position> {
        None
    }

    /// The result if the cycle of moves since ply `since`, where the last position occurred before,
    /// were repeated forever. `None` = a draw.
    fn judge_repetition(&self, _game: &G, _line: &Line<G>, _since: usize) -> Option<Outcome> {
        None
    }

    /// Keys of two parts of the position that an evaluation may misjudge in the same way wherever they come again (the
    /// pawns, the defenders of the kings); 0 = none.
    fn structures(&self, _game: &G, _at: &G::Position) -> [u64; 2] {
        [0; 2]
    }

    /// A fast test: `true` only if the game is not over here. Saves [`Game::outcome`].
    fn is_quiet_nonterminal(&self, _game: &G, _at: &G::Position) -> bool {
        false
    }

    /// How many plies back an equal position can be at most (plies since a capture, say).
    fn reversible_plies(&self, _game: &G, _at: &G::Position) -> usize {
        usize::MAX
    }

    /// Whether a move limit may have been reached, so that [`Game::adjudicate`] must be called even
    /// if no position repeats.
    fn may_hit_move_limit(&self, _game: &G, _at: &G::Position) -> bool {
        true
    }
}

/// How likely moves are, for searches that sample.
pub trait Policy<G: Game>: Send + Sync {
    /// The weight (≥ 0) of the move as a candidate for the best one. All equal = unknown.
    fn prior(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> f32 {
        1.0
    }

    /// The weight (≥ 0) with which a playout chooses the move.
    fn playout_weight(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> f32 {
        1.0
    }
}

/// All three together: what a game hands to the engines.
pub trait Knowledge<G: Game>: MoveOrdering<G> + Tactics<G> + Policy<G> {}

impl<G: Game, K: MoveOrdering<G> + Tactics<G> + Policy<G>> Knowledge<G> for K {}

/// Knows nothing: all defaults.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoKnowledge;

impl<G: Game> MoveOrdering<G> for NoKnowledge {}
impl<G: Game> Tactics<G> for NoKnowledge {}
impl<G: Game> Policy<G> for NoKnowledge {}
