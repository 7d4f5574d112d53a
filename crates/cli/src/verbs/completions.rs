//! `completions`: shell completion scripts.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::output::{self, CliError};

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri completions bash > ~/.local/share/bash-completion/completions/yomikiri
  yomikiri completions zsh  > ~/.zfunc/_yomikiri
  yomikiri completions fish > ~/.config/fish/completions/yomikiri.fish")]
pub(crate) struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

pub(super) fn run(args: &CompletionsArgs) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "yomikiri", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
