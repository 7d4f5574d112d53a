//! Who plays: `name[:key=value,key=value]`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::LabError;
use crate::error::shorten;

/// The name of a person.
pub(crate) const HUMAN: &str = "human";
/// The name of outside engines.
const EXTERNAL: &str = "external";

/// A player as named on the command line, in records and in requests.
///
/// Only the form is checked here; whether the game has such a player with such settings is known
/// to the game ([`crate::AnyGame::check_player`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PlayerSpec {
    /// A person who enters moves.
    Human,
    /// An outside engine.
    External {
        /// The command line that starts it.
        command: String,
    },
    /// A player of this program.
    Builtin {
        /// Its name.
        name: String,
        /// Its settings in the order given.
        settings: Vec<(String, String)>,
    },
}

impl PlayerSpec {
    /// A player without settings.
    pub fn named(name: &str) -> Self {
        match name {
            HUMAN => PlayerSpec::Human,
            _ => PlayerSpec::Builtin {
                name: name.to_owned(),
                settings: Vec::new(),
            },
        }
    }

    /// The part before the colon.
    pub fn name(&self) -> &str {
        match self {
            PlayerSpec::Human => HUMAN,
            PlayerSpec::External { .. } => EXTERNAL,
            PlayerSpec::Builtin { name, .. } => name,
        }
    }

    /// Whether a person moves.
    pub fn is_human(&self) -> bool {
        *self == PlayerSpec::Human
    }

    /// The settings in the order given; only players of this program have any.
    pub fn settings(&self) -> &[(String, String)] {
        match self {
            PlayerSpec::Human | PlayerSpec::External { .. } => &[],
            PlayerSpec::Builtin { settings, .. } => settings,
        }
    }

    /// A setting as it was written.
    pub fn setting(&self, key: &str) -> Option<&str> {
        let found = self.settings().iter().find(|(name, _)| name == key);
        found.map(|(_, value)| value.as_str())
    }

    /// The same player with a setting, unless it has that one already. Only players of this program
    /// take settings.
    #[must_use]
    pub fn or_setting(mut self, key: &str, value: impl fmt::Display) -> Self {
        if self.setting(key).is_none()
            && let PlayerSpec::Builtin { settings, .. } = &mut self
        {
            settings.push((key.to_owned(), value.to_string()));
        }
        self
    }

    /// The same player without a setting.
    #[must_use]
    pub fn without_setting(mut self, key: &str) -> Self {
        if let PlayerSpec::Builtin { settings, .. } = &mut self {
            settings.retain(|(name, _)| name != key);
        }
        self
    }
}

impl FromStr for PlayerSpec {
    type Err = LabError;

    fn from_str(text: &str) -> Result<Self, LabError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let wrong = |reason: String| LabError::Player {
            player: format!("{:?}", shorten(text)),
            reason,
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(wrong(
                "expected a name, such as random or alphabeta:depth=6".into(),
            ));
        }
        match (name, rest) {
            (EXTERNAL, rest) => {
                let command = rest.unwrap_or_default().trim();
                if command.is_empty() {
                    return Err(wrong("expected external:COMMAND LINE".into()));
                }
                let command = command.to_owned();
                return Ok(PlayerSpec::External { command });
            }
            (HUMAN, Some(_)) => return Err(wrong("a human takes no settings".into())),
            _ => {}
        }
        let mut spec = PlayerSpec::named(name);
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            match pair.split_once('=') {
                Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                    if spec.setting(key).is_some() {
                        return Err(wrong(format!("setting {key:?} is given twice")));
                    }
                    spec = spec.or_setting(key, value);
                }
                _ => {
                    let pair = shorten(pair);
                    return Err(wrong(format!(
                        "expected setting=value after ':', got {pair:?}"
                    )));
                }
            }
        }
        Ok(spec)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let PlayerSpec::External { command } = self {
            return write!(f, ":{command}");
        }
        for (at, (key, value)) in self.settings().iter().enumerate() {
            let mark = if at == 0 { ':' } else { ',' };
            write!(f, "{mark}{key}={value}")?;
        }
        Ok(())
    }
}

/// Thirty days.
const LONGEST_TIME: Duration = Duration::from_secs(30 * 24 * 3600);

/// Reads `500ms`, `1s`, `1.5s`, `2m`.
pub fn read_duration(text: &str) -> Result<Duration, String> {
    let wrong = || {
        let text = shorten(text);
        format!("expected a time such as 500ms, 1s or 2m (at most 30 days), got {text:?}")
    };
    let digits = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .ok_or_else(wrong)?;
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return Err(wrong()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let time = Duration::try_from_secs_f64(number * scale).map_err(|_| wrong())?;
    // Far below what clocks can add up, far above what anybody waits for.
    Some(time)
        .filter(|time| *time <= LONGEST_TIME)
        .ok_or_else(wrong)
}

/// Writes a time so that [`read_duration`] gives it back (to the millisecond).
pub fn write_duration(time: Duration) -> String {
    let ms = time.as_millis();
    if ms.is_multiple_of(1000) {
        format!("{}s", ms / 1000)
    } else {
        format!("{ms}ms")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_survive_a_round_trip() {
        for text in [
            "human",
            "random:seed=7",
            "alphabeta:depth=6,nodes=1000,time=1s,hash=64,threads=1",
            "external:fairy-stockfish --a b:c,d=e",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn bad_specs_are_refused() {
        for text in [
            "",
            ":",
            "a b",
            "random:",
            "random:seed",
            "random:seed=",
            "random:=1",
            "random:seed=1,seed=2",
            "external",
            "external: ",
            "human:",
            "human:depth=3",
            "alphabeta:depth=3,",
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err();
            assert_eq!(error.exit() as u8, 2, "{text}");
        }
        let long = "x y".repeat(1_000_000).parse::<PlayerSpec>().unwrap_err();
        assert!(long.to_string().len() < 300);
    }

    #[test]
    fn times_are_read_and_written() {
        for (text, ms) in [("500ms", 500), ("1s", 1000), ("1500ms", 1500)] {
            assert_eq!(read_duration(text).unwrap(), Duration::from_millis(ms));
            assert_eq!(write_duration(Duration::from_millis(ms)), text);
        }
        assert_eq!(read_duration("1.5s").unwrap(), Duration::from_millis(1500));
        assert_eq!(read_duration("2m").unwrap(), Duration::from_secs(120));
        for text in [
            "",
            "1",
            "s",
            "-1s",
            "1h",
            "1.2.3s",
            "99999999999999999999999999s",
            "99999999m",
        ] {
            assert!(read_duration(text).is_err(), "{text}");
        }
    }
}
