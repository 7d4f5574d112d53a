//! Problems: positions in which a goal has to be reached.

use crate::Game;

/// Somebody who makes problems of a game and knows right from wrong.
pub trait Problems<G: Game>: Send + Sync {
    /// The goals that can be asked for; `goal-NAME` is the message that says what to do.
    fn goals(&self) -> &'static [&'static str];

    /// The problem that a position makes by itself: the only right move, and the cells that it is about.
    fn find(&self, game: &G, at: &G::Position) -> Option<(G::Move, Vec<usize>)>;

    /// Whether a move reaches a goal, which is about the pieces on some cells. `None`: it cannot be told.
    fn judge(
        &self,
        game: &G,
        at: &G::Position,
        goal: &str,
        target: &[usize],
        mv: G::Move,
    ) -> Option<Judgement<G::Move>>;
}

/// What is said about a move in a problem.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Judgement<M> {
    /// Whether it reaches the goal.
    pub right: bool,
    /// What refutes a wrong move; `None` where no answer is needed.
    pub refutation: Option<M>,
}
