//! A start position with the moves and positions after it.

use crate::{Game, Outcome, Side};

/// A line of play: search path, match record and session history in one type.
///
/// Copy-make: a push clones the last position and plays on the clone, a pop drops it. No game has
/// to know how to undo. `benches/line.rs` in `games` measures what this costs on a tiny position.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    keys: Vec<u64>,
}

impl<G: Game> Line<G> {
    /// A line of no moves from the game's own start.
    pub fn new(game: &G) -> Self {
        Line::from_position(game, game.start())
    }

    /// A line of no moves from `start`.
    pub fn from_position(game: &G, start: G::Position) -> Self {
        Line {
            keys: vec![game.key(&start)],
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// Begins again: a line of no moves from `start`, in the room of the old one.
    pub fn restart(&mut self, game: &G, start: G::Position) {
        self.moves.clear();
        self.keys.clear();
        self.positions.clear();
        self.keys.push(game.key(&start));
        self.positions.push(start);
    }

    /// Where the line began.
    pub fn start(&self) -> &G::Position {
        &self.positions[0]
    }

    /// Where the line stands.
    #[inline]
    pub fn last(&self) -> &G::Position {
        &self.positions[self.moves.len()]
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The start and the position after each move: one more than there are moves.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The keys of [`Line::positions`].
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of moves played.
    #[inline]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Who is to move at the end of the line.
    pub fn turn(&self, game: &G) -> Side {
        game.turn(self.last())
    }

    /// Plays a move that is legal at the end of the line.
    #[inline]
    pub fn push(&mut self, game: &G, mv: G::Move) {
        let mut next = self.last().clone();
        game.play(&mut next, mv);
        self.keys.push(game.key(&next));
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it.
    #[inline]
    pub fn pop(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(mv)
    }

    /// How often the last position has occurred in this line, itself included.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let last = self.keys[self.keys.len() - 1];
        self.keys.iter().filter(|&&key| key == last).count()
    }

    /// Whether the last position has occurred before in this line.
    #[inline]
    pub fn repeats(&self) -> bool {
        let (last, earlier) = self.keys.split_last().expect("a line has a start");
        earlier.contains(last)
    }

    /// Appends the legal moves that the past allows, too.
    pub fn legal_moves(&self, game: &G, moves: &mut Vec<G::Move>) {
        let from = moves.len();
        game.legal_moves(self.last(), moves);
        let mut kept = from;
        for at in from..moves.len() {
            if game.allows(self, moves[at]) {
                moves[kept] = moves[at];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// How the game ended, by the position or by its past.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        game.outcome(self.last()).or_else(|| game.adjudicate(self))
    }
}
