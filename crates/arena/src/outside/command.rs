//! How to start an engine: `COMMAND LINE[,protocol=…][,option.NAME=VALUE][,timeout=…][,squares=own]`.

use std::time::Duration;

use yomikiri_protocols::Protocol;

/// How to start an engine and talk to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineCommand {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The language; `None` is the one usual for the game.
    pub protocol: Option<Protocol>,
    /// Options to set.
    pub options: Vec<(String, String)>,
    /// Timeout for an answer if there is no time limit.
    pub timeout: Duration,
    /// Whether it uses our squares.
    pub own_squares: bool,
}

/// Long enough for deep searches, short enough to find out that an engine hangs.
const TIMEOUT: Duration = Duration::from_secs(60);

impl EngineCommand {
    /// Reads a command line and the settings after commas. Words may be quoted.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut rest = text.trim();
        let mut command = EngineCommand {
            words: Vec::new(),
            protocol: None,
            options: Vec::new(),
            timeout: TIMEOUT,
            own_squares: false,
        };
        while let Some((before, last)) = rest.rsplit_once(',') {
            let Some((key, value)) = last.split_once('=') else {
                break;
            };
            match key.trim() {
                "protocol" => {
                    let known = Protocol::of_word(value);
                    command.protocol = Some(known.ok_or_else(|| {
                        let words = Protocol::ALL.map(Protocol::word).join(", ");
                        format!("protocol: expected one of {words}, got {value:?}")
                    })?);
                }
                "timeout" => {
                    let seconds = value.strip_suffix('s').and_then(|text| text.parse().ok());
                    let seconds = seconds.filter(|s: &f64| *s > 0.0 && *s < 1e6);
                    let seconds = seconds.ok_or_else(|| {
                        format!("timeout: expected seconds such as 10s, got {value:?}")
                    })?;
                    command.timeout = Duration::from_secs_f64(seconds);
                }
                "squares" if value == "own" => command.own_squares = true,
                key => match key.strip_prefix("option.") {
                    Some(name) => command
                        .options
                        .insert(0, (name.to_owned(), value.to_owned())),
                    None => break,
                },
            }
            rest = before;
        }
        command.words = split_words(rest)?;
        match command.words.is_empty() {
            true => Err("expected a command line".into()),
            false => Ok(command),
        }
    }
}

/// Splits words like a shell, with single and double quotes.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    if let Some(open) = quote {
        return Err(format!("command line: the quote {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let text = "'/opt/my engine' --a \"b c\",d=e,protocol=usi,option.USI_Hash=64,timeout=2s";
        let command = EngineCommand::read(text).unwrap();
        assert_eq!(command.words, ["/opt/my engine", "--a", "b c,d=e"]);
        assert_eq!(command.protocol, Some(Protocol::Usi));
        assert_eq!(command.options, [("USI_Hash".to_owned(), "64".to_owned())]);
        assert_eq!(command.timeout, Duration::from_secs(2));
        let plain = EngineCommand::read("fairy-stockfish").unwrap();
        assert_eq!((plain.words.len(), plain.protocol), (1, None));
    }

    #[test]
    fn bad_commands_are_refused() {
        for text in [
            "",
            "  ",
            "'a",
            "a,protocol=x",
            "a,timeout=0s",
            ",protocol=uci",
        ] {
            assert!(EngineCommand::read(text).is_err(), "{text}");
        }
    }
}
