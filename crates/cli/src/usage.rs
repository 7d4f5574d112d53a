//! What is wrong with a command line, in the language of the visitor. English is clap's own.

use std::error::Error as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use yomikiri_lab::{Lang, Texts};

/// Prints what is wrong and ends the program, or shows the help that was asked for.
pub(crate) fn exit(error: &Error, texts: &Texts) -> ! {
    match told(error, texts) {
        Some(text) if error.use_stderr() => {
            eprintln!("{text}");
            std::process::exit(error.exit_code());
        }
        _ => error.exit(),
    }
}

/// The error with the usage of its command, if it is one that visitors make.
fn told(error: &Error, texts: &Texts) -> Option<String> {
    if texts.lang() == Lang::En {
        return None;
    }
    let value = |kind| error.get(kind).map(words);
    let given = || value(ContextKind::InvalidArg).unwrap_or_default();
    let wrong = || value(ContextKind::InvalidValue).unwrap_or_default();
    let (id, args): (&str, Vec<(&str, String)>) = match error.kind() {
        ErrorKind::UnknownArgument => ("unknown-argument", vec![("given", given())]),
        ErrorKind::InvalidSubcommand => {
            let given = value(ContextKind::InvalidSubcommand)?;
            ("unknown-command", vec![("given", given)])
        }
        ErrorKind::InvalidValue if wrong().is_empty() => ("no-value", vec![("argument", given())]),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            ("bad-value", vec![("given", wrong()), ("argument", given())])
        }
        ErrorKind::MissingRequiredArgument => ("missing", vec![("argument", given())]),
        ErrorKind::MissingSubcommand => ("missing-command", Vec::new()),
        ErrorKind::ArgumentConflict => {
            let other = value(ContextKind::PriorArg)?;
            ("conflict", vec![("given", given()), ("other", other)])
        }
        ErrorKind::TooManyValues => ("too-many", vec![("argument", given())]),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => {
            ("too-few", vec![("argument", given())])
        }
        _ => return None,
    };
    let say = |id: &str, args: &[(&str, String)]| {
        let args: Vec<(&str, &str)> = args
            .iter()
            .map(|(key, text)| (*key, text.as_str()))
            .collect();
        texts.message(&format!("usage-{id}"), &args)
    };
    let mut lines = vec![texts.message("cli-error", &[("text", &say(id, &args))])];
    if let Some(reason) = error.source() {
        lines.push(format!("  {}", texts.sentence(&reason.to_string())));
    }
    let hints = [
        (ContextKind::ValidValue, "values"),
        (ContextKind::SuggestedArg, "near"),
        (ContextKind::SuggestedSubcommand, "near"),
        (ContextKind::SuggestedValue, "near"),
    ];
    for (kind, id) in hints {
        if let Some(known) = value(kind).filter(|known| !known.is_empty()) {
            lines.push(format!("  {}", say(id, &[("known", known)])));
        }
    }
    lines.extend(value(ContextKind::Usage).map(|usage| {
        let usage = usage.trim_start_matches("Usage:").trim().to_owned();
        format!("\n{}", say("line", &[("usage", usage)]))
    }));
    lines.push(say("help", &[]));
    Some(lines.join("\n"))
}

fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(many) => many.join(" "),
        ContextValue::StyledStrs(many) => {
            let many: Vec<String> = many.iter().map(ToString::to_string).collect();
            many.join(" ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    fn complaint(line: &str, lang: Lang) -> String {
        let command = crate::help::translated(Cli::command(), lang);
        let error = command.try_get_matches_from(line.split(' ')).unwrap_err();
        told(&error, &Texts::built_in(lang)).unwrap_or_else(|| error.to_string())
    }

    #[test]
    fn slips_on_the_command_line_are_told_in_the_language_asked_for() {
        for (line, ja, zh) in [
            (
                "yomikiri shwo",
                "「shwo」というコマンドはありません",
                "没有名为“shwo”的命令",
            ),
            (
                "yomikiri show --depht go",
                "「--depht」という引数はありません",
                "没有名为“--depht”的参数",
            ),
            ("yomikiri perft go", "DEPTH", "DEPTH"),
            ("yomikiri perft go x", "「x」は", "“x”"),
            ("yomikiri --lang fr show go", "en, ja", "en, ja"),
        ] {
            for (lang, word) in [(Lang::Ja, ja), (Lang::Zh, zh)] {
                let told = complaint(line, lang);
                assert!(told.contains(word), "{line}: {told}");
                assert!(!told.contains("error:"), "{line}: {told}");
            }
            assert!(complaint(line, Lang::En).starts_with("error: "), "{line}");
        }
        // A near word is named.
        assert!(complaint("yomikiri shwo", Lang::Zh).contains("show"));
    }
}
