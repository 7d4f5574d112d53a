//! The games, one folder each, all of the same shape. A missing file means a missing ability.

pub mod chess;
pub mod janken;
pub mod koma;
pub mod tictactoe;
pub mod xiangqi;
