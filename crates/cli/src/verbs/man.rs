//! `man`: manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::output::{self, CliError};

/// Print the manual page, or write one page per command to a directory
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri man | man -l -
  yomikiri man ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Directory for yomikiri.1, yomikiri-games.1 and so on
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &ManArgs) -> Result<ExitCode, CliError> {
    let Some(dir) = &args.dir else {
        let mut page = Vec::new();
        Man::new(Cli::command()).render(&mut page)?;
        output::print(&String::from_utf8_lossy(&page))?;
        return Ok(ExitCode::SUCCESS);
    };
    let failed = |error| CliError::file(dir.display().to_string(), error);
    fs::create_dir_all(dir).map_err(failed)?;
    clap_mangen::generate_to(Cli::command(), dir).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}
