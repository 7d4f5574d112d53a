//! What searches may know about a game beyond its rules.

use crate::{Game, Line, Outcome, Score};

/// A static judgement of positions that are not over.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The worth of the position to the side to move, within ±[`Score::LIMIT`].
    fn evaluate(&self, game: &G, at: &G::Position) -> Score;
}

/// A static judgement that is carried along a line of moves instead of being made afresh.
///
/// The search asks for this form; [`Recomputed`] makes one of every [`Evaluate`].
pub trait Incremental<G: Game>: Send + Sync {
    /// What is carried along: sums over the men, say. It must not depend on whose turn it is, for
    /// it is passed on unchanged when a search gives the turn away.
    type Accumulator: Clone + Send;

    /// The state of a position that a search begins from.
    fn begin(&self, game: &G, at: &G::Position) -> Self::Accumulator;

    /// The state after a move: `before` and `after` are the positions around it.
    fn update(
        &self,
        game: &G,
        before: &G::Position,
        mv: G::Move,
        after: &G::Position,
        state: &Self::Accumulator,
    ) -> Self::Accumulator;

    /// The worth of the position to the side to move, within ±[`Score::LIMIT`].
    fn judge(&self, game: &G, at: &G::Position, state: &Self::Accumulator) -> Score;
}

/// An evaluation that is made afresh at every position.
#[derive(Copy, Clone, Debug, Default)]
pub struct Recomputed<E>(pub E);

impl<G: Game, E: Evaluate<G>> Incremental<G> for Recomputed<E> {
    type Accumulator = ();

    #[inline]
    fn begin(&self, _game: &G, _at: &G::Position) {}

    #[inline]
    fn update(
        &self,
        _game: &G,
        _before: &G::Position,
        _mv: G::Move,
        _after: &G::Position,
        _state: &(),
    ) {
    }

    #[inline]
    fn judge(&self, game: &G, at: &G::Position, _state: &()) -> Score {
        self.0.evaluate(game, at)
    }
}

/// Advice for searches: what to look at first, what to look at even past the horizon, and what
/// may be left out.
///
/// Every default is the answer of somebody who knows nothing; a search that is told nothing prunes
/// nothing.
pub trait Guide<G: Game>: Send + Sync {
    /// Larger is looked at earlier (a capture of a valuable man, a promotion). 0 = nothing known.
    fn order(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> i32 {
        0
    }

    /// Whether the move is so forcing (a capture, say) that a quiescence search must see it.
    fn is_forcing(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> bool {
        false
    }

    /// Whether the side to move is threatened so that standing pat would be a lie.
    fn in_check(&self, _game: &G, _at: &G::Position) -> bool {
        false
    }

    /// Whether the opponent will be in check after the move.
    fn gives_check(&self, game: &G, at: &G::Position, mv: G::Move) -> bool {
        let mut after = at.clone();
        game.play(&mut after, mv);
        self.in_check(game, &after)
    }

    /// The worth of a pawn, or of the least man that matters, in points of the evaluation. Searches
    /// measure their margins in it; 0 = not known, and nothing is pruned by a margin.
    fn unit(&self, _game: &G) -> i32 {
        0
    }

    /// The most points that the move can win at once (the man taken, the promotion).
    /// `i32::MAX` = not known.
    fn gain(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> i32 {
        i32::MAX
    }

    /// Whether the captures that follow the move on its square, each side taking with its least man
    /// as long as that pays, bring the mover at least `points` (static exchange evaluation).
    fn see_at_least(&self, _game: &G, _at: &G::Position, _mv: G::Move, _points: i32) -> bool {
        true
    }

    /// Whether the move takes back the man that made the capture `last`, which led here.
    fn recaptures(&self, _game: &G, _at: &G::Position, _last: G::Move, _mv: G::Move) -> bool {
        false
    }

    /// The position after giving the turn away, where that is a position and where it may be
    /// expected to be worse than making a move. `None` in check, where zugzwang is near, and always
    /// where nobody knows.
    fn null_move(&self, _game: &G, _at: &G::Position) -> Option<G::Position> {
        None
    }

    /// Appends the legal moves that are forcing, in a stable order, and returns `true`; or returns
    /// `false` if they cannot be listed apart. Saves listing the others where a forcing move refutes.
    fn forcing_moves(&self, _game: &G, _at: &G::Position, _moves: &mut Vec<G::Move>) -> bool {
        false
    }

    /// Appends the legal moves that are not forcing. Asked only where [`Guide::forcing_moves`]
    /// has answered `true`; the two together are all legal moves.
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

    /// The move as a number for the transposition table, other than 0; `None` = it has none.
    fn pack(&self, _mv: G::Move) -> Option<u32> {
        None
    }

    /// The move of a number if it is legal here. Any number may come, also one of another
    /// position's move, so legality must be checked in full.
    fn unpack(&self, _game: &G, _at: &G::Position, _packed: u32) -> Option<G::Move> {
        None
    }

    /// What a search files its lessons about a move under, below 1024: moves that do much the same,
    /// such as those of one kind of man to one place. `None` = every move has a file of its own.
    fn history_bucket(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> Option<u16> {
        None
    }

    /// How the game would be judged if the moves since ply `since` of the line, where its last
    /// position stood already, were repeated for ever. `None` = as a draw.
    fn judge_repetition(&self, _game: &G, _line: &Line<G>, _since: usize) -> Option<Outcome> {
        None
    }

    /// Whether the position is surely not over, at a glance: saves [`Game::outcome`].
    fn is_quiet_nonterminal(&self, _game: &G, _at: &G::Position) -> bool {
        false
    }

    /// How many plies back an equal position can be at most (moves since a capture, say).
    fn reversible_plies(&self, _game: &G, _at: &G::Position) -> usize {
        usize::MAX
    }

    /// Whether a clock of the position may have run out, so that the past must be asked even if no
    /// position repeats ([`Game::adjudicate`]).
    fn may_hit_move_limit(&self, _game: &G, _at: &G::Position) -> bool {
        true
    }

    /// How likely the move is to be the best, as a weight from 0 on: for searches that sample.
    /// All alike = nothing known.
    fn prior(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> f32 {
        1.0
    }

    /// How likely a quick playout is to choose the move, as a weight from 0 on.
    fn playout_weight(&self, _game: &G, _at: &G::Position, _mv: G::Move) -> f32 {
        1.0
    }
}

/// The guide that knows nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct Unguided;

impl<G: Game> Guide<G> for Unguided {}

/// One named part of an evaluation, for each side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// A message id.
    pub name: &'static str,
    /// First's share.
    pub first: i32,
    /// Second's share.
    pub second: i32,
}

impl Term {
    /// The terms of these names, from the parts of First and of Second in the same order.
    pub fn list<const N: usize>(
        names: &[&'static str; N],
        [first, second]: [[i32; N]; 2],
    ) -> Vec<Term> {
        let term = |at: usize| Term {
            name: names[at],
            first: first[at],
            second: second[at],
        };
        (0..N).map(term).collect()
    }
}

/// An evaluation that can tell its reasons.
pub trait Explain<G: Game>: Evaluate<G> {
    /// The parts; their sum, First's less Second's and seen by the mover, is the evaluation.
    fn terms(&self, game: &G, at: &G::Position) -> Vec<Term>;
}
