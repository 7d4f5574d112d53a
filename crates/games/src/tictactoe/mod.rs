//! Tic-tac-toe: the folder a newcomer copies.
//!
//! # The rules
//!
//! The board has three rows of three cells. `X` (First) and `O` (Second) take turns, `X` begins;
//! a turn puts one's mark on an empty cell. Who first has three marks in a row, a column or a
//! diagonal wins. A full board without such a line is a draw.
//!
//! The rules are folklore; the numbers in `data/perft.txt` name their source.
//!
//! # The folder
//!
//! | File | Ability | Needed by |
//! |---|---|---|
//! | `position.rs` | the data and its own questions | everything below |
//! | `game.rs` | [`Game`](yomikiri_game_api::Game): the rules, as short delegations | everybody |
//! | `notation.rs` | [`Notation`](yomikiri_game_api::Notation): positions and moves as text | people, records, protocols |
//! | `picture.rs` | [`Picture`](yomikiri_game_api::Picture): a neutral drawing | terminal and page |
//! | `eval.rs` | [`Evaluate`](yomikiri_game_api::Evaluate), [`MoveOrdering`](yomikiri_game_api::MoveOrdering), [`Tactics`](yomikiri_game_api::Tactics), [`Policy`](yomikiri_game_api::Policy) | searches |
//! | `tests.rs`, `data/` | the conformance suite, perft numbers | us |
//!
//! A missing file means a missing ability: a game without `eval.rs` can be played by people, by
//! the random player and by Monte-Carlo search, but not by alpha-beta.
//!
//! # A new game
//!
//! Copy the folder, rename the types, add the module to `lib.rs`: the tests are still green.
//! Then change the rules, one file at a time, from `position.rs` downwards.
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

mod eval;
mod game;
mod notation;
mod picture;
mod position;
#[cfg(test)]
mod tests;

pub use eval::{OpenLines, ThreatsFirst};
pub use game::TicTacToe;
pub use position::{Board, Cell};
