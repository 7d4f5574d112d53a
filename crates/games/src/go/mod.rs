//! Go, from the workshop manual of 2004 (document 004).
//!
//! # The rules
//!
//! Black (First) and White (Second) put stones on the points of a board, or pass. Stones of one colour that
//! are connected along lines are a *string*; its *liberties* are the empty points beside it. After a move the
//! enemy strings without a liberty are taken off. Three moves are illegal: onto a stone, onto a point where
//! the stone's own string would have no liberty (unless it takes something), and taking back a stone that
//! has just taken one (*ko*). Two passes in a row stop play; then the board is counted.
//!
//! Everything else is an option: the size, komi, handicap, suicide, superko, area or territory.
//!
//! # The folder
//!
//! | File | What |
//! |---|---|
//! | `size.rs`, `points.rs` | the shape of a board; the four ways of naming its points |
//! | `plane.rs` | sets of points as bits, and what is beside what |
//! | `position.rs` | the data: stones, side, ko, passes, prisoners, keys |
//! | `board.rs` | strings, liberties, captures on sets of points |
//! | `options.rs`, `handicap.rs`, `game.rs` | the rules value |
//! | `settle.rs` | counting |
//! | `arrange.rs` | positions changed by hand |
//! | `images.rs` | turned and mirrored positions |
//! | `benson.rs` | what lives or is dead whatever anybody plays |
//! | `console.rs` | commands of its own for GTP |
//! | `notation.rs`, `picture.rs`, `definition.rs` | text, diagrams, what the game says about itself |
//! | `sgf.rs` | records in SGF, the document's file `figure` |
//! | `players.rs` | the document's players |
//! | `problems/` | problems for people, and which moves solve them |
//! | `reading/` | whether strings can be taken or saved |
//! | `sees/` | how a program sees the board, one file a layer |
//! | `thinks/` | candidates with their reasons, and the ways to choose |
//!
//! ```
//! use yomikiri_game_api::{Line, Notation, Settle};
//! use yomikiri_games::go::{Go, Options, Size};
//!
//! let size = Size::new(3, 3).unwrap();
//! let game = Go::new(Options { size, ..Options::default() });
//! let mut line = Line::new(&game);
//! for text in ["B2", "A1", "A2", "B1", "C1", "pass", "pass"] {
//!     let mv = game.read_move(line.last(), text).unwrap();
//!     line.push(&game, mv);
//! }
//! assert_eq!(game.write_position(line.last()), "3/XX1/2X w - 2 2,0");
//! assert_eq!(line.outcome(&game).unwrap().margin, Some(18));
//! assert_eq!(game.count(line.last(), &[]).owners.len(), 9);
//! ```

mod arrange;
mod benson;
mod board;
mod console;
mod definition;
mod game;
pub mod handicap;
mod images;
mod lessons;
mod notation;
mod options;
mod picture;
mod plane;
mod players;
pub mod points;
mod position;
mod problems;
pub mod reading;
pub mod sees;
mod settle;
mod sgf;
mod size;
#[cfg(test)]
mod tests;
pub mod thinks;

pub use benson::{Unconditional, unconditional};
pub use console::GoConsole;
pub use game::Go;
pub use options::{HandicapBonus, Ko, Options, Scoring};
pub use players::{RandomPoints, TerritoryPlayer};
pub use position::{Move, Position};
pub use problems::{CaptureProblem, GOALS, GoProblems, capture_problem};
pub use sees::GoLayers;
pub use size::Size;
