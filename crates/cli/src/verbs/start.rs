//! The bare start: what can be done.

use std::process::ExitCode;

use yomikiri_lab::Lang;

use crate::output::{self, CliError};

/// Three commands to begin with.
const EXAMPLES: [(&str, &str); 3] = [
    ("yomikiri play anpanman", "start-play"),
    ("yomikiri games", "start-list"),
    ("yomikiri analyze dobutsu", "start-analyze"),
];

pub(super) fn run(lang: Lang) -> Result<ExitCode, CliError> {
    let mut text = format!(
        "{}\n\n{}\n",
        lang.message("start-title", &[]),
        lang.message("start-try", &[])
    );
    for (command, id) in EXAMPLES {
        text += &format!("  {command:<28}{}\n", lang.message(id, &[]));
    }
    let help = lang.message("start-help", &[("command", "yomikiri --help")]);
    text += &format!("\n{help}\n");
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}
