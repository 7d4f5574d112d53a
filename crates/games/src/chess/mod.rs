//! Chess, and the pawn endings of the document.
//!
//! # The rules
//!
//! The [FIDE Laws of Chess](https://handbook.fide.com/chapter/E012023). What a program must decide:
//!
//! - Mate and stalemate end the game on the board (5.1.1, 5.2.1).
//! - Dead positions (5.2.2) end it as far as the men alone tell: bare kings, one minor piece, or
//!   bishops all on one colour. Blocked positions are played on.
//! - The third occurrence of a position (9.2) and fifty moves without capture or pawn move (9.3) are
//!   draws that a player may claim. Programs claim at once, so here they end the game; `repetition=5`
//!   and `move_limit=75` are what the laws do unasked (9.6), 0 switches a rule off. Mate on the last
//!   of the fifty moves wins.
//! - Positions are the same when they have the same men, turn, castling rights and the same legal
//!   en-passant captures (9.2.3).
//!
//! `goal=promotion` is the ending condition of the pawn-ending document: a pawn that became a queen
//! or rook and cannot be taken at once wins; when no pawn, queen or rook is left the game is drawn.
//! Mate and stalemate count as ever. Its start is the document's, White Ke1 Pe2 against Black Ke8.
//!
//! # The folder
//!
//! `attacks` (where men strike) → `position` (data, playing a move) → `generate` (legal moves) →
//! `game` (endings, options); `fen` and `notation` for text, `picture` for people, `eval` for
//! searches, `pawn_ending` for the document's players, `index` for the solver, `syzygy` for the endgame
//! tables of others.
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
mod position;
pub mod syzygy;
mod teach;
#[cfg(test)]
mod tests;

pub use eval::ChessEval;
pub use game::{Chess, Goal};
pub use index::{ChessCursor, ChessIndex, ChessRows, ChessTiers, Material};
pub use moves::{Kind, Move};
pub use pawn_ending::{PawnEndingEval, Perm};
pub use position::Position;
pub use teach::ChessLessons;
