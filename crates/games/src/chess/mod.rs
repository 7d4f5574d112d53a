//! Chess, and the pawn endings of the thesis.
//!
//! # The rules
//!
//! The [FIDE Laws of Chess](https://handbook.fide.com/chapter/E012023). Choices that a program must
//! make:
//!
//! - Checkmate and stalemate end the game on the board (5.1.1, 5.2.1).
//! - Dead positions (5.2.2) end it as far as material alone shows: bare kings, one minor piece, or
//!   bishops all on one colour. Blocked positions are played on.
//! - The third occurrence of a position (9.2) and fifty moves without capture or pawn move (9.3)
//!   are draws that a player may claim. Programs claim at once, so here they end the game;
//!   `repetition=5` and `move_limit=75` are the automatic rules (9.6), 0 switches a rule off.
//!   Checkmate on the last of the fifty moves wins.
//! - Positions are equal if they have the same pieces, side to move, castling rights and legal
//!   en-passant captures (9.2.3).
//!
//! `goal=promotion` is the goal of the thesis on pawn endings: a pawn that promotes to a queen or
//! rook and cannot be captured at once wins; if no pawn, queen or rook is left, the game is a draw.
//! Checkmate and stalemate count as usual. The start is that of the thesis, White Ke1 Pe2 against
//! Black Ke8.
//!
//! # The folder
//!
//! `attacks` (attack sets) → `position` (data, playing a move) → `generate` (legal moves) → `game`
//! (ends of games, options); `fen` and `notation` for text, `picture` for diagrams, `eval` for
//! searches, `pawn_ending` for the players of the thesis, `index` for the solver, `syzygy` for
//! external tablebases.
//!
//! ```
//! use yomikiri_game_api::{Game, Line, MoveStyles, Notation, Side};
//! use yomikiri_games::chess::Chess;
//!
//! let game = Chess::default();
//! let mut line = Line::new(&game);
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     let mv = game.read_styled("san", line.last(), san).unwrap();
//!     line.push(&game, mv);
//! }
//! assert_eq!(line.outcome(&game).unwrap().winner, Some(Side::Second));
//! ```

mod attacks;
mod definition;
mod eval;
mod fen;
mod game;
mod generate;
mod index;
mod keys;
mod moves;
mod notation;
mod pawn_ending;
mod picture;
mod polyglot;
mod position;
pub mod syzygy;
mod teach;
#[cfg(test)]
mod tests;

pub use eval::ChessEval;
pub use game::{Chess, Goal};
pub use index::{ChessCursor, ChessIndexer, ChessLanes, ChessTiers, Material};
pub use moves::{Kind, Move};
pub use pawn_ending::{PawnEndingEval, Perm};
pub use position::Position;
pub use teach::ChessLessons;
