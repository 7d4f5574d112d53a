//! A game's own commands for those who talk to it in a text protocol.

use crate::{Game, Line};

/// Something that answers a game's own commands, beside those of the protocol.
pub trait Console<G: Game>: Send + Sync {
    /// The commands.
    fn commands(&self) -> &'static [ConsoleCommand];

    /// Answers one of the commands at the end of a line. An error is in the words of the
    /// protocol. Unknown commands are an error.
    fn obey(
        &self,
        game: &G,
        line: &Line<G>,
        name: &str,
        args: &[&str],
    ) -> Result<ConsoleReply<G::Position>, String>;
}

/// One command.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ConsoleCommand {
    /// Its name: one word.
    pub name: &'static str,
    /// How a front end may offer it, as a line of GTP's `gogui-analyze_commands`; empty: not at all.
    pub analyze: &'static str,
}

/// The answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConsoleReply<P> {
    /// The text.
    pub text: String,
    /// The position as the command has changed it, if it has ([`crate::Line::alter`]).
    pub position: Option<P>,
}

impl<P> ConsoleReply<P> {
    /// An answer that changes nothing.
    pub fn text(text: impl Into<String>) -> Self {
        ConsoleReply {
            text: text.into(),
            position: None,
        }
    }
}
