//! The protocol of an engine.

use std::fmt;

use yomikiri_game_api::EngineProfile;

/// A language of engines.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Protocol {
    /// Universal Chess Interface.
    Uci,
    /// Universal Shogi Interface.
    Usi,
    /// Universal Chinese Chess Interface.
    Ucci,
    /// Chess Engine Communication Protocol, version 2.
    Xboard,
    /// Go Text Protocol, version 2.
    Gtp,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 5] = [
        Protocol::Uci,
        Protocol::Usi,
        Protocol::Ucci,
        Protocol::Xboard,
        Protocol::Gtp,
    ];

    /// The name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Protocol::Uci => "uci",
            Protocol::Usi => "usi",
            Protocol::Ucci => "ucci",
            Protocol::Xboard => "xboard",
            Protocol::Gtp => "gtp",
        }
    }

    /// The protocol with this name.
    pub fn of_word(word: &str) -> Option<Self> {
        Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.word() == word)
    }

    /// What engines of a game usually speak: the first protocol that it declares.
    pub fn usual(engines: &EngineProfile) -> Self {
        let first = engines.protocols.first();
        let first = first.and_then(|(word, _)| Protocol::of_word(word));
        first.unwrap_or(Protocol::Uci)
    }

    /// The greeting.
    pub const fn hello(self) -> &'static [&'static str] {
        match self {
            Protocol::Uci => &["uci"],
            Protocol::Usi => &["usi"],
            Protocol::Ucci => &["ucci"],
            Protocol::Xboard => &["xboard", "protover 2"],
            Protocol::Gtp => &["protocol_version"],
        }
    }

    /// Whether a line ends the engine's greeting.
    pub fn is_welcome(self, line: &str) -> bool {
        let line = line.trim();
        match self {
            Protocol::Uci => line == "uciok",
            Protocol::Usi => line == "usiok",
            Protocol::Ucci => line == "ucciok",
            Protocol::Xboard => line.starts_with("feature") && line.contains("done=1"),
            Protocol::Gtp => line.starts_with('='),
        }
    }

    /// The name of an option that a line of the greeting offers.
    pub fn offered_option(self, line: &str) -> Option<&str> {
        let rest = match self {
            Protocol::Uci | Protocol::Usi => line.trim().strip_prefix("option name ")?,
            Protocol::Ucci => line.trim().strip_prefix("option ")?,
            Protocol::Xboard | Protocol::Gtp => return None,
        };
        rest.split(" type ").next()
    }

    /// Sets an option; `None` where the language has none.
    pub fn set_option(self, name: &str, value: &str) -> Option<String> {
        match self {
            Protocol::Uci | Protocol::Usi => Some(format!("setoption name {name} value {value}")),
            Protocol::Ucci => Some(format!("setoption {name} {value}")),
            Protocol::Xboard => Some(format!("option {name}={value}")),
            Protocol::Gtp => None,
        }
    }

    /// The command that asks whether the engine is ready, and its answer.
    pub const fn ping(self) -> (&'static str, &'static str) {
        match self {
            Protocol::Uci | Protocol::Usi | Protocol::Ucci => ("isready", "readyok"),
            Protocol::Xboard => ("ping 1", "pong 1"),
            // Commands before it may have answers, too: its number tells it apart.
            Protocol::Gtp => ("4711 protocol_version", "=4711"),
        }
    }

    /// Asks for the move at once, if the protocol has a command for it.
    pub const fn stop(self) -> Option<&'static str> {
        match self {
            Protocol::Uci | Protocol::Usi | Protocol::Ucci => Some("stop"),
            Protocol::Xboard => Some("?"),
            Protocol::Gtp => None,
        }
    }

    /// Announces a new game, if the protocol has a command for it.
    pub const fn new_game(self) -> Option<&'static str> {
        match self {
            Protocol::Uci => Some("ucinewgame"),
            Protocol::Usi => Some("usinewgame"),
            Protocol::Ucci | Protocol::Gtp => None,
            Protocol::Xboard => Some("new"),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
