//! The full-screen game.

use std::process::ExitCode;

use crate::output::CliError;
use crate::prompt;
use crate::table::Table;

/// Plays on the whole terminal.
pub(crate) fn run(table: Table) -> Result<ExitCode, CliError> {
    prompt::run(table)
}
