//! Xiangqi, Chinese chess.
//!
//! # The rules
//!
//! Nine files, ten ranks, men on the points; a river between ranks 4 and 5. Kings and advisors stay
//! in their palace (a king steps along the lines, an advisor along the diagonals), elephants go two
//! points diagonally over an empty eye on their own side of the river, horses one point along and
//! one diagonally with an empty point at the leg, rooks as far as they see, cannons likewise but
//! take over exactly one man, pawns a point forward and, beyond the river, sideways. The kings may
//! not face each other on an open file. Who cannot move has lost, in check or not.
//!
//! Positions that occur for the third time are judged (`repetition.rs`), 60 moves without a capture
//! are a draw; both are options.
//!
//! # The folder
//!
//! | File | What |
//! |---|---|
//! | `men.rs`, `tables.rs` | kinds, points, moves; what men reach, at compile time |
//! | `position.rs`, `generate.rs` | the position, its key, legal moves |
//! | `methods.rs` | the document's ways of generating moves, for comparison |
//! | `game.rs`, `options.rs` | the rules value and its options |
//! | `repetition.rs`, `explain.rs` | the judge, and its judgements in sentences |
//! | `notation.rs`, `styles.rs` | positions and moves as text; WXF and Chinese moves |
//! | `picture.rs` | the board drawn |
//! | `eval.rs`, `counts.rs`, `threats.rs`, `weights.rs`, `placement.rs` | the evaluation in five terms |
//! | `knowledge.rs`, `see.rs` | advice to searches; what exchanges come to |

mod counts;
mod eval;
mod explain;
mod game;
mod generate;
mod knowledge;
mod men;
mod methods;
mod notation;
mod options;
mod picture;
mod placement;
mod position;
mod repetition;
mod see;
mod styles;
mod tables;
#[cfg(test)]
mod tests;
mod threats;
mod weights;

pub use counts::Census;
pub use eval::{Accumulator, XiangqiEval};
pub use game::{START, Xiangqi};
pub use men::{
    FILES, Kind, Man, Move, POINTS, RANKS, Square, file_of, own_rank, rank_of, square_at,
    square_name, turned,
};
pub use methods::{METHODS, Method};
pub use options::{Options, Repetition};
pub use placement::{PLACEMENT, ROOM};
pub use position::Position;
pub use repetition::{Chase, Conduct, Judgement};
pub use weights::{Weight, Weights};
