//! `yomikiri`: the laboratory with its built-in games.

use std::process::ExitCode;

use yomikiri_lab::Lab;

fn main() -> ExitCode {
    yomikiri_cli::run(&Lab::new())
}
