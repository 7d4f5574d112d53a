//! The program as an engine: it speaks UCI, USI, UCCI, xboard, GTP or JSON lines with whoever is at
//! the other end.
//!
//! | file | what |
//! |---|---|
//! | `wire.rs` | lines in, lines out |
//! | `thinker.rs` | the game and the thought under way, on a thread of its own |
//! | `setup.rs`, `book_options.rs` | what can be set: memory, threads, lines, the player, its book |
//! | `squares.rs` | the other end's squares, where they are not ours |
//! | `uci.rs` | UCI with the Cyclone dialect, USI, UCCI |
//! | `xboard.rs`, `gtp/`, `jsonl.rs` | the other languages |
//! | `extras.rs` | `d`, `perft`, `bench`, `eval` |
//!
//! The text itself is read and written by `protocols`. A line that is nothing is answered with an
//! error in the language spoken; nothing that comes in ends the conversation but its end.

mod book_options;
mod extras;
mod gtp;
mod jsonl;
mod setup;
mod squares;
mod thinker;
mod uci;
mod wire;
mod xboard;

use std::io::{BufRead, Write};

use yomikiri_protocols::Protocol;

use crate::{AnyGame, Lab, LabError, PlayerSpec};
use setup::Setup;
use thinker::Thinker;
use wire::{Input, Output};

/// A language of engines.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EngineLanguage {
    /// One of the customary ones.
    Protocol(Protocol),
    /// One JSON object a line.
    JsonLines,
}

impl EngineLanguage {
    /// The words for them.
    pub const WORDS: [&'static str; 6] = ["uci", "ucci", "usi", "xboard", "gtp", "jsonl"];

    /// The language of a word.
    pub fn of_word(word: &str) -> Option<Self> {
        match word {
            "jsonl" => Some(EngineLanguage::JsonLines),
            _ => Protocol::of_word(word).map(EngineLanguage::Protocol),
        }
    }

    /// The language that a first line is in.
    fn of_line(line: &str) -> Option<Self> {
        let word = line.split_whitespace().next()?;
        let protocol = match word {
            "uci" | "ucicyclone" | "position" | "fen" | "startpos" | "isready" | "go" | "d"
            | "ucinewgame" | "setoption" | "perft" | "bench" | "eval" => Protocol::Uci,
            "usi" | "usinewgame" => Protocol::Usi,
            "ucci" => Protocol::Ucci,
            "xboard" | "protover" => Protocol::Xboard,
            _ if word.starts_with('{') => return Some(EngineLanguage::JsonLines),
            _ if gtp::is_command(line) => Protocol::Gtp,
            _ => return None,
        };
        Some(EngineLanguage::Protocol(protocol))
    }
}

/// How the program serves as an engine.
pub struct EngineOrder<'a> {
    /// Where other games are opened.
    pub lab: Lab,
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The language; `None`: the first word decides.
    pub language: Option<EngineLanguage>,
    /// Who thinks; `None`: the strongest that needs no table.
    pub player: Option<&'a PlayerSpec>,
}

/// Speaks until the other end has gone or says good-bye.
pub fn serve_engine(
    order: EngineOrder<'_>,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> Result<(), LabError> {
    let EngineOrder {
        lab,
        game,
        language,
        player,
    } = order;
    let mut input = Input::new(input);
    let output = Output::new(output);
    let setup = Setup::new(&lab, &*game, player)?;
    let language = match language {
        Some(language) => language,
        None => match first_word(&mut input, &output) {
            Some(language) => language,
            None => return Ok(()),
        },
    };
    let protocol = match language {
        EngineLanguage::JsonLines => {
            jsonl::talk(game, setup, &mut input, &output);
            return Ok(());
        }
        EngineLanguage::Protocol(protocol) => protocol,
    };
    let opened = Opened {
        thinker: Thinker::new(&*game)?,
        game,
        setup,
    };
    match protocol {
        Protocol::Xboard => xboard::talk(opened, &mut input, &output),
        Protocol::Gtp => gtp::talk(opened, &mut input, &output),
        Protocol::Uci | Protocol::Ucci | Protocol::Usi => {
            uci::talk(opened, protocol, &mut input, &output);
        }
    }
    Ok(())
}

/// What a conversation of one game at a time begins with.
struct Opened {
    game: Box<dyn AnyGame>,
    setup: Setup,
    thinker: Thinker,
}

/// Waits for a line that tells the language. The line is left to be read again.
fn first_word(input: &mut Input<impl BufRead>, output: &Output) -> Option<EngineLanguage> {
    loop {
        let line = match input.next()? {
            Ok(line) => line,
            Err(fault) => {
                output.line(&format!("info string error: {fault}"));
                continue;
            }
        };
        let word = line.split_whitespace().next();
        match EngineLanguage::of_line(&line) {
            Some(language) => {
                input.put_back(line);
                return Some(language);
            }
            None if word.is_none() => {}
            None if word == Some("quit") => return None,
            None => {
                let words = EngineLanguage::WORDS.join(", ");
                let got: String = line.chars().take(60).collect();
                output.line(&format!(
                    "info string error: expected the first words of one of {words}, got {got:?}"
                ));
            }
        }
    }
}
