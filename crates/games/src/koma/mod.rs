//! The koma family (駒, "pieces"): small shogi-like games defined by a rule file, not by code.
//!
//! A rule file (TOML, see `docs/rule-files.md`) defines the board, the pieces with their steps and
//! slides, the start position, and the rule options: captured pieces, check, the effect of reaching
//! the last rank, promotion, drops, having no move, repetition. `rules` is what the file says.
//! `tables` is what it is compiled to: bitboards of steps and rays by side, kind and square, so
//! that a rule file runs almost as fast as hand-written code.
//!
//! | file | concept |
//! |---|---|
//! | `toml_reader` | TOML with line and key of every value, for exact errors |
//! | `rules` | the rules as data, and their options |
//! | `tables` | the rules compiled to bitboards |
//! | `position` | a position: bit planes, hands, side to move |
//! | `moves` | a move in two bytes |
//! | `generate` | legal moves |
//! | `game` | the `Game` implementation |
//! | `notation`, `styles` | positions and moves as text |
//! | `picture`, `eval`, `teach` | diagrams, evaluation, teaching layers |
//! | `features` | hands, safety of leaders, threats, placement |
//! | `places` | what pieces are worth by where they stand, from the weights |
//! | `learned` | what the network sees that corrects the evaluation |
//! | `knowledge` | knowledge for searches |
//! | `index` | the index of all positions, for the solver |

mod definition;
mod eval;
mod features;
mod game;
mod generate;
#[allow(
    clippy::needless_range_loop,
    reason = "there the numbers are the subject"
)]
mod index;
mod knowledge;
mod learned;
mod moves;
mod notation;
mod picture;
mod places;
mod position;
mod rules;
mod styles;
mod tables;
mod teach;
mod toml_reader;

pub use eval::{KomaEval, Weights};
pub use game::Koma;
pub use index::{Coverage, KomaCursor, KomaIndexer, KomaTiers, Unsolvable};
pub use learned::KomaFeatures;
pub use moves::{Action, Move};
pub use position::Position;
pub use teach::KomaLessons;
pub use toml_reader::RuleError;

/// The games with built-in rule files.
pub const BUILTIN: &[&str] = &["anpanman", "dobutsu", "gorogoro", "minishogi"];

/// The rule file of a built-in game.
pub fn builtin_rules(id: &str) -> Option<&'static str> {
    Some(match id {
        "anpanman" => include_str!("../../../../rules/anpanman.toml"),
        "dobutsu" => include_str!("../../../../rules/dobutsu.toml"),
        "gorogoro" => include_str!("../../../../rules/gorogoro.toml"),
        "minishogi" => include_str!("../../../../rules/minishogi.toml"),
        _ => return None,
    })
}
