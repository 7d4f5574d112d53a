//! Xiangqi, Chinese chess.
//!
//! # The rules
//!
//! Nine files, ten ranks, pieces on the points; a river between ranks 4 and 5. Kings and advisors
//! stay in their palace (a king moves along the lines, an advisor along the diagonals). Elephants
//! move two points diagonally over an empty eye on their own side of the river. Horses move one
//! point along and one diagonally, with an empty point at the leg. Rooks move any distance. Cannons
//! do too, but capture over exactly one piece. Pawns move one point forward and, across the river,
//! sideways. The kings may not face each other on an open file. A side without a legal move loses,
//! in check or not.
//!
//! The third occurrence of a position is judged (`repetition.rs`), 60 moves without a capture are a
//! draw; both are options.
//!
//! # The folder
//!
//! | File | Contents |
//! |---|---|
//! | `pieces.rs`, `tables.rs` | pieces, points, moves; attack tables, at compile time |
//! | `position.rs`, `generate.rs` | the position, its key, legal moves |
//! | `methods.rs` | the move generators of the thesis, for comparison |
//! | `game.rs`, `options.rs` | the rules value and its options |
//! | `repetition.rs`, `explain.rs` | the repetition judge, and its judgements as sentences |
//! | `notation.rs`, `styles.rs` | positions and moves as text; WXF and Chinese notation |
//! | `picture.rs` | the diagram |
//! | `index/` | endings as numbers, for the solver and its tables |
//! | `eval.rs`, `weights.rs`, `placement.rs` | the evaluation in five terms |
//! | `counts.rs`, `threats.rs`, `pins.rs`, `steps.rs` | how often each weight applies |
//! | `winless.rs`, `parameters.rs` | material that cannot win; all numbers of the evaluation as a list |
//! | `learned.rs` | what the network sees that corrects the evaluation |
//! | `knowledge.rs`, `see.rs` | search knowledge; static exchange evaluation |

mod counts;
mod definition;
mod eval;
mod explain;
mod game;
mod generate;
mod index;
mod knowledge;
mod learned;
mod methods;
mod notation;
mod options;
mod other_books;
mod parameters;
mod picture;
mod pieces;
mod pins;
mod placement;
mod position;
mod repetition;
mod see;
mod steps;
mod styles;
mod tables;
mod teach;
#[cfg(test)]
mod tests;
mod threats;
mod weights;
mod winless;

pub use counts::Census;
pub use eval::{Accumulator, XiangqiEval};
pub use game::{START, Xiangqi};
pub use index::{Material, XiangqiCursor, XiangqiIndexer, XiangqiTiers};
pub use learned::XiangqiFeatures;
pub use methods::{METHODS, Method};
pub use options::{Options, Repetition};
pub use pieces::{
    FILES, Kind, Move, POINTS, Piece, RANKS, Square, file_of, own_rank, rank_of, square_at,
    square_name, turned,
};
pub use placement::{PLACEMENT, ROOM};
pub use position::Position;
pub use repetition::{Chase, Conduct, Judgement};
pub use teach::XiangqiLessons;
pub use weights::{Weight, Weights};

/// The names of openings: a code, moves and the name in English, Japanese and Chinese a line, with tabs between.
pub const OPENINGS: &str = include_str!("data/openings.tsv");

/// Published perft numbers: a position, then the numbers of move sequences of 1, 2, 3, … plies, with `; ` between.
pub const PERFT: &str = include_str!("data/perft.txt");

/// Published repetition cases by the rules that judge them: id, position, moves with ranks 1 to 10 and the verdict at
/// the last position a line, with `;` between.
pub const REPETITIONS: [(&str, &str); 2] = [
    ("axf", include_str!("data/repetition_axf.txt")),
    ("wxf", include_str!("data/repetition_wxf.txt")),
];
