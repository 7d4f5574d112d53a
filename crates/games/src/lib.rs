//! The games, one folder each. A missing file means a missing ability.

pub mod chess;
mod cpu;
pub mod go;
pub mod janken;
pub mod koma;
pub mod tictactoe;
pub mod xiangqi;
