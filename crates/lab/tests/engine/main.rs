//! The program as an engine: dialogues as front ends have them.

mod book;
mod gtp;
mod jsonl;
mod line;
mod resign;
mod syzygy;
mod tables;
mod uci;
mod usi_ucci;
mod xboard_gtp;
mod xiangqi;
