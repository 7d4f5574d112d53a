//! The rules value: short delegations to `position.rs`.

use yomikiri_game_api::{BoardSymmetry, Game, GameOptions, Outcome, Side};

use super::position::{Board, Cell};

/// The rules of tic-tac-toe. They have no options, so the value is empty. A game with sizes or
/// variants stores them here.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct TicTacToe;

impl TicTacToe {
    /// The board laid on itself: an opening book keeps one of the images.
    pub fn image(&self, at: &Board, symmetry: BoardSymmetry) -> Board {
        at.image(symmetry)
    }

    /// The same move on the image.
    pub fn image_move(&self, cell: Cell, symmetry: BoardSymmetry) -> Cell {
        cell.image(symmetry)
    }
}

impl GameOptions for TicTacToe {}

impl Game for TicTacToe {
    type Position = Board;
    type Move = Cell;

    fn start(&self) -> Board {
        Board::EMPTY
    }

    fn turn(&self, at: &Board) -> Side {
        at.turn()
    }

    fn legal_moves(&self, at: &Board, moves: &mut Vec<Cell>) {
        // There are no moves exactly when the game is over: the law that is easy to forget.
        if self.outcome(at).is_none() {
            moves.extend(at.empty_cells());
        }
    }

    fn play(&self, at: &mut Board, cell: Cell) {
        at.put(cell);
    }

    fn outcome(&self, at: &Board) -> Option<Outcome> {
        // Only the side that has just moved can have a line.
        let mover = !at.turn();
        if at.has_line(mover) {
            Some(Outcome::win(mover, "three-in-a-line"))
        } else if at.is_full() {
            Some(Outcome::draw("board-full"))
        } else {
            None
        }
    }

    fn key(&self, at: &Board) -> u64 {
        // So few boards need no Zobrist keys. Searches mix keys themselves, so the bits need not be
        // spread.
        at.number()
    }
}
