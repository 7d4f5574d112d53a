//! Help in the language of the visitor. English stands at the arguments themselves; `locales/help.tsv` has every
//! text of theirs with its translations, one per line.

use std::collections::HashMap;
use std::ffi::OsString;

use clap::Command;
use clap::builder::StyledStr;
use yomikiri_lab::Lang;

const TRANSLATIONS: &str = include_str!("../../../locales/help.tsv");

/// Words of the frame: usage, commands, arguments, options.
struct Frame {
    usage: &'static str,
    commands: &'static str,
    arguments: &'static str,
    options: &'static str,
}

/// The language that a line of arguments asks for, as far as it can be known before it is read.
pub(crate) fn asked_language(args: impl Iterator<Item = OsString>) -> Lang {
    let mut args = args.filter_map(|arg| arg.into_string().ok());
    let mut asked = None;
    while let Some(arg) = args.next() {
        let value = match arg.strip_prefix("--lang") {
            Some("") => args.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        asked = value.and_then(|value| value.parse().ok()).or(asked);
    }
    Lang::choose(asked)
}

/// The command with its help in a language.
pub(crate) fn translated(mut command: Command, lang: Lang) -> Command {
    let (column, frame) = match lang {
        Lang::En => return command,
        Lang::Ja => (
            1,
            Frame {
                usage: "使い方:",
                commands: "コマンド",
                arguments: "引数",
                options: "オプション",
            },
        ),
        Lang::Zh => (
            2,
            Frame {
                usage: "用法:",
                commands: "命令",
                arguments: "参数",
                options: "选项",
            },
        ),
    };
    let rows = TRANSLATIONS.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let english = columns.next()?;
        Some((english, columns.nth(column - 1)?))
    });
    let words = rows.collect();
    // Adds what clap adds itself: help, version, and global arguments to every command.
    command.build();
    reword(command, &words, &frame)
}

fn reword(command: Command, words: &HashMap<&str, &'static str>, frame: &Frame) -> Command {
    let find = |text: Option<&StyledStr>| {
        let text = text?.to_string();
        words.get(text.as_str()).copied()
    };
    let mut command = match find(command.get_about()) {
        Some(about) => command.about(about).long_about(None),
        None => command,
    };
    command = command.subcommand_help_heading(frame.commands);
    command = command.help_template(format!(
        "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        frame.usage
    ));
    command = command.mut_args(|arg| {
        let arg = match find(arg.get_help()) {
            Some(help) => arg.help(help).long_help(None),
            None => arg,
        };
        let heading = match arg.is_positional() {
            true => frame.arguments,
            false => frame.options,
        };
        arg.help_heading(heading)
    });
    command.mut_subcommands(|sub| reword(sub, words, frame))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    /// The English texts of a command and all below it.
    fn texts(command: &Command, found: &mut Vec<String>) {
        found.extend(command.get_about().map(ToString::to_string));
        let args = command.get_arguments().filter(|arg| !arg.is_hide_set());
        found.extend(args.filter_map(|arg| arg.get_help().map(ToString::to_string)));
        for sub in command.get_subcommands() {
            texts(sub, found);
        }
    }

    #[test]
    fn every_text_of_the_help_is_there_in_three_languages() {
        let mut english = Vec::new();
        texts(&Cli::command(), &mut english);
        for line in TRANSLATIONS.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            assert!(
                columns.len() == 3 && columns.iter().all(|text| !text.is_empty()),
                "{line}"
            );
        }
        for text in &english {
            let there = TRANSLATIONS
                .lines()
                .any(|line| line.split('\t').next() == Some(text));
            assert!(there, "locales/help.tsv has no line for {text:?}");
        }
    }

    #[test]
    fn help_is_written_in_the_language_asked_for() {
        for (lang, words) in [
            (
                Lang::Ja,
                ["使い方:", "コマンド:", "局面を描く", "オプション:"],
            ),
            (Lang::Zh, ["用法:", "命令:", "画出局面", "选项:"]),
        ] {
            let mut command = translated(Cli::command(), lang);
            let help = command.render_help().to_string();
            for word in words {
                assert!(help.contains(word), "{word} in {help}");
            }
            // What is read stays the same.
            let line = ["yomikiri", "perft", "anpanman", "3", "--json"];
            assert!(command.try_get_matches_from(line).is_ok());
        }
        let english = translated(Cli::command(), Lang::En)
            .render_help()
            .to_string();
        assert!(english.contains("Usage:"));
    }

    #[test]
    fn the_language_is_found_before_the_line_is_read() {
        let asked = |line: &str| asked_language(line.split(' ').map(OsString::from));
        assert_eq!(asked("yomikiri --lang ja show --help"), Lang::Ja);
        assert_eq!(asked("yomikiri show --lang=zh --help"), Lang::Zh);
        assert_eq!(asked("yomikiri show --lang ja --lang en"), Lang::En);
    }
}
