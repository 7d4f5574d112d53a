//! Suites: positions with known best moves.
//!
//! | file | contents |
//! |---|---|
//! | `run.rs` | a player on a suite: what it solves, when it found the move, and why it missed |
//! | `compare.rs` | two players on the same suites, group by group |
//! | `make.rs` | suites from games and tables |
//!
//! A game may have suites of its own in the program ([`AnyGame::suites`]); they are used by name, like files.

mod compare;
mod make;
mod run;

pub use compare::{GroupChange, SuiteChange, compare_suites};
pub use make::{MakeOrder, SuiteKind, make_suite};
pub use run::{
    Cause, FoundAt, GroupScore, LineEnd, Miss, SuiteOrder, SuiteReport, SuiteResult, TermPair,
    run_suite,
};

use yomikiri_arena::{Problem, read_suite};

use crate::{AnyGame, LabError};

/// A suite of the program: its name, and its text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BuiltInSuite {
    /// By which it is asked for.
    pub name: &'static str,
    /// EPD, a position a line.
    pub text: &'static str,
}

/// The problems of a suite of the program; all of them in the order of the suites if the name is `all`.
pub fn built_in_suite(game: &dyn AnyGame, name: &str) -> Result<Vec<Problem>, LabError> {
    let suites = game.suites();
    let chosen = suites
        .iter()
        .filter(|suite| name == "all" || suite.name == name);
    let mut problems = Vec::new();
    for suite in chosen {
        let wrong = |reason| LabError::Input(format!("suite {}: {reason}", suite.name));
        problems.extend(read_suite(suite.text).map_err(wrong)?);
    }
    match problems.is_empty() {
        false => Ok(problems),
        true => Err(LabError::Input(unknown(game, name))),
    }
}

fn unknown(game: &dyn AnyGame, name: &str) -> String {
    let known: Vec<&str> = game.suites().iter().map(|suite| suite.name).collect();
    let name = crate::error::shorten(name);
    match known.is_empty() {
        true => format!(
            "{} has no suites of its own, and there is no file {name:?}",
            game.info().id
        ),
        false => format!(
            "expected a file or one of the suites {} all, got {name:?}",
            known.join(" ")
        ),
    }
}
