//! The koma family (駒, "pieces"): small shogi-like games defined by a rule file, not by code.
//!
//! A rule file (TOML, see `docs/rule-files.md`) names the board, the pieces and their steps and
//! slides, the start, and the choices in which such games differ: what becomes of captured men,
//! whether a leader may be left to be taken, what reaching the far rank means, promotion, drops,
//! what having no move means, repetition. `rules` holds what the file says, `tables` what it
//! is compiled to: bitboards of steps and rays per side, kind and square, so that a game given as
//! data runs at the speed of one written by hand.
//!
//! | file | concept |
//! |---|---|
//! | `toml_reader` | TOML with the line and key of everything, for exact errors |
//! | `rules` | the rules as data, and their options |
//! | `tables` | the rules compiled to bitboards |
//! | `position` | a position: bit planes, hands, turn |
//! | `moves` | a move in two bytes |
//! | `generate` | legal moves |
//! | `game` | the contract |
//! | `notation`, `styles` | positions and moves as text |
//! | `picture`, `eval`, `teach` | drawing, judging, showing |
//! | `knowledge` | advice for searches |
//! | `index` | numbering all positions, for the solver |

mod eval;
mod game;
mod generate;
#[allow(
    clippy::needless_range_loop,
    reason = "there the numbers are the subject"
)]
mod index;
mod knowledge;
mod moves;
mod notation;
mod picture;
mod position;
mod rules;
mod styles;
mod tables;
mod teach;
mod toml_reader;

pub use eval::{KomaEval, Weights};
pub use game::Koma;
pub use index::{Coverage, KomaCursor, KomaIndex, Unsolvable};
pub use moves::{Action, Move};
pub use position::Position;
pub use teach::KomaLessons;
pub use toml_reader::RuleError;

/// The games whose rule files are part of the program.
pub const BUILTIN: &[&str] = &["anpanman", "dobutsu", "gorogoro", "minishogi"];

/// The text of a built-in game's rule file.
pub fn builtin_rules(id: &str) -> Option<&'static str> {
    Some(match id {
        "anpanman" => include_str!("../../../../rules/anpanman.toml"),
        "dobutsu" => include_str!("../../../../rules/dobutsu.toml"),
        "gorogoro" => include_str!("../../../../rules/gorogoro.toml"),
        "minishogi" => include_str!("../../../../rules/minishogi.toml"),
        _ => return None,
    })
}
