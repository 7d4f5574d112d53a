//! Numbers for boards: what the solver needs.
//!
//! A board is a number with nine digits to the base of three, one for each cell. Boards with `X` to move
//! come first. Most numbers are boards that cannot occur; the game is small enough for that.

use std::ops::Range;

use yomikiri_game_api::{Cursor, Game, Indexer, Side, Terminal, Tier, Tiers};

use super::game::TicTacToe;
use super::position::{Board, Cell};

/// Numbers for each side to move.
const BOARDS: u64 = 3u64.pow(Cell::COUNT as u32);

/// Gives every board that can occur a number.
#[derive(Copy, Clone, Debug, Default)]
pub struct TicTacToeIndexer;

impl Indexer<TicTacToe> for TicTacToeIndexer {
    type Cursor<'i> = BoardCursor;

    fn size(&self) -> u64 {
        2 * BOARDS
    }

    fn index(&self, at: &Board) -> Option<u64> {
        let digit = |cell| at.mark(cell).map_or(0, |side| 1 + side.index() as u64);
        let number = Cell::all().fold(0, |number, cell| 3 * number + digit(cell));
        Some(number + BOARDS * at.turn().index() as u64)
    }

    fn position(&self, index: u64) -> Option<Board> {
        let mut number = index % BOARDS;
        let mut marks = [Vec::new(), Vec::new()];
        // The last cell is the last digit.
        for cell in Cell::all().collect::<Vec<_>>().into_iter().rev() {
            match number % 3 {
                0 => {}
                digit => marks[digit as usize - 1].push(cell),
            }
            number /= 3;
        }
        let board = Board::checked(marks).ok()?;
        (board.turn().index() as u64 == index / BOARDS).then_some(board)
    }

    fn cursor(&self) -> BoardCursor {
        BoardCursor { at: None }
    }

    fn indices_of(&self, side: Side) -> Vec<Range<u64>> {
        let first = BOARDS * side.index() as u64;
        std::iter::once(first..first + BOARDS).collect()
    }

    fn is_closed(&self) -> bool {
        true
    }
}

/// Stands on a board.
#[derive(Debug)]
pub struct BoardCursor {
    at: Option<Board>,
}

impl Cursor for BoardCursor {
    fn seek(&mut self, index: u64) {
        self.at = TicTacToeIndexer.position(index);
    }

    fn terminal(&self) -> Terminal {
        match self.at.map(|at| TicTacToe.outcome(&at)) {
            None => Terminal::Illegal,
            Some(None) => Terminal::Undecided,
            // Only the side that has just moved can have won.
            Some(Some(outcome)) if outcome.winner.is_some() => Terminal::Lost,
            Some(Some(_)) => Terminal::Drawn,
        }
    }

    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let Some(at) = self.at else {
            return true;
        };
        at.empty_cells().all(|cell| {
            let mut next = at;
            next.put(cell);
            TicTacToeIndexer.index(&next).is_none_or(&mut visit)
        })
    }
}

/// The game is one tier, which has no name and is solved whenever somebody asks.
#[derive(Copy, Clone, Debug, Default)]
pub struct TicTacToeTiers;

impl Tiers<TicTacToe> for TicTacToeTiers {
    type Indexer = TicTacToeIndexer;

    fn indexer(&self, _tier: Tier) -> Result<TicTacToeIndexer, String> {
        Ok(TicTacToeIndexer)
    }

    fn identity(&self, _tier: Tier) -> String {
        "tictactoe, numbering 1".to_owned()
    }

    fn on_demand(&self) -> Vec<Tier> {
        vec![Tier::WHOLE]
    }
}
