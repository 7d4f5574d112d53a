//! Tic-tac-toe: the example to copy for a new game.
//!
//! # The rules
//!
//! The board has three rows of three cells. `X` (First) and `O` (Second) take turns, `X` begins. On
//! each turn a player puts a mark on an empty cell. The first player with three marks in a row,
//! column or diagonal wins. A full board without such a line is a draw.
//!
//! The rules are folklore; `data/perft.txt` names the source of its numbers.
//!
//! # The folder
//!
//! | File | Ability | Needed by |
//! |---|---|---|
//! | `position.rs` | the data and its own methods | everything below |
//! | `game.rs` | [`Game`](yomikiri_game_api::Game): the rules, as short delegations | everything |
//! | `notation.rs` | [`Notation`](yomikiri_game_api::Notation): positions and moves as text | users, records, protocols |
//! | `picture.rs` | [`Picture`](yomikiri_game_api::Picture): a neutral diagram | terminal and page |
//! | `eval.rs` | [`Evaluate`](yomikiri_game_api::Evaluate), [`MoveOrdering`](yomikiri_game_api::MoveOrdering), [`Tactics`](yomikiri_game_api::Tactics), [`Policy`](yomikiri_game_api::Policy) | searches |
//! | `index.rs` | [`Indexer`](yomikiri_game_api::Indexer), [`Tiers`](yomikiri_game_api::Tiers): numbers for positions | the solver |
//! | `tests.rs`, `data/` | the conformance suite, perft numbers | developers |
//!
//! A missing file means a missing ability: a game without `eval.rs` can be played by humans, by the
//! random player and by Monte Carlo search, but not by alpha-beta.
//!
//! # A new game
//!
//! Copy the folder, rename the types, add the module to `lib.rs`: the tests still pass. Then change
//! the rules, one file at a time, starting with `position.rs`.
//!
//! ```
//! use yomikiri_game_api::{Game, Line, Notation, Side};
//! use yomikiri_games::tictactoe::TicTacToe;
//!
//! let game = TicTacToe;
//! let mut line = Line::new(&game);
//! for text in ["b2", "a1", "c1", "a3", "a2", "b1", "c2"] {
//!     let mv = game.read_move(line.last(), text).unwrap();
//!     line.push(&game, mv);
//! }
//! assert_eq!(game.write_position(line.last()), "OOX/XXX/O.. o");
//! assert_eq!(line.outcome(&game).unwrap().winner, Some(Side::First));
//! ```

mod definition;
mod eval;
mod game;
mod index;
mod notation;
mod picture;
mod position;
#[cfg(test)]
mod tests;

pub use eval::{OpenLines, ThreatsFirst};
pub use game::TicTacToe;
pub use index::{TicTacToeIndexer, TicTacToeTiers};
pub use position::{Board, Cell};
