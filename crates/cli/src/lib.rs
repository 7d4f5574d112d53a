//! The laboratory on the command line, one file per command. The program `yomikiri` is [`run`] with
//! the built-in games; a program with its own games calls it with its own [`Lab`].
//!
//! Data goes to stdout, everything else to stderr. Commands build their whole answer before they
//! write it, so that an error leaves no partial output; only batches answer line by line.

// Comments on arguments are help texts, where brackets mark optional parts.
#![allow(rustdoc::broken_intra_doc_links)]

mod args;
mod batch;
mod draw;
mod help;
mod input;
mod notation;
mod output;
mod plots;
mod progress;
mod prompt;
mod session;
mod sources;
mod tui;
mod usage;
mod verbs;
mod wrap;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use yomikiri_lab::{Lab, Lang};

use crate::args::Cli;

/// Runs the command given by the arguments of the process, with the games of `lab`.
pub fn run(lab: &Lab) -> ExitCode {
    let lang = help::asked_language(std::env::args_os());
    let command = help::translated(Cli::command(), lang);
    let read = command.try_get_matches();
    let cli = match read.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => usage::exit(&error, lab.texts(lang)),
    };
    match verbs::run(&cli, lab) {
        Ok(code) => code,
        Err(error) => error.report(lab.texts(Lang::choose(cli.lang))),
    }
}
