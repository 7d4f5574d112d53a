//! The Go Text Protocol: the conversation. Black is First.
//!
//! Board size and komi are options of the game (`size`, `komi`); a game without them has one size.

use std::io::BufRead;
use std::sync::mpsc;
use std::time::Duration;

use yomikiri_game_api::ClockState;
use yomikiri_protocols::engine::{GtpCommand, Order, read_gtp, write_gtp};

use super::extras;
use super::setup::Setup;
use super::thinker::{SearchEvent, Task, Thinker, bounds};
use super::wire::{Input, Output};
use crate::{AnyGame, LabError, Place, Side};

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "showboard",
];

struct Talk {
    game: Box<dyn AnyGame>,
    setup: Setup,
    thinker: Thinker,
    /// Main time, byoyomi time, byoyomi stones.
    settings: Option<(Duration, Duration, u32)>,
    /// What is left to each side, and the stones to play in it.
    left: [Option<(Duration, u32)>; 2],
}

/// Whether a line is in this language.
pub(super) fn is_command(line: &str) -> bool {
    read_gtp(line).is_some_and(|command| COMMANDS.contains(&command.name.as_str()))
}

/// Speaks until the other end has gone or says good-bye.
pub(super) fn talk(
    game: Box<dyn AnyGame>,
    setup: Setup,
    input: &mut Input<impl BufRead>,
    output: &Output,
) -> Result<(), LabError> {
    let mut talk = Talk {
        thinker: Thinker::new(&*game)?,
        game,
        setup,
        settings: None,
        left: [None; 2],
    };
    while let Some(line) = input.next() {
        let command = match line {
            Ok(line) => read_gtp(&line),
            Err(fault) => {
                output.line(&write_gtp(None, &Err(fault)));
                continue;
            }
        };
        let Some(command) = command else {
            continue;
        };
        let answer = talk.obey(&command);
        output.line(&write_gtp(command.id, &answer));
        if command.name == "quit" || output.is_gone() {
            break;
        }
    }
    Ok(())
}

impl Talk {
    fn obey(&mut self, command: &GtpCommand) -> Result<String, String> {
        let done = Ok(String::new());
        match command.name.as_str() {
            "protocol_version" => Ok("2".into()),
            "name" => Ok("Yomikiri".into()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "known_command" => {
                let name = command.arg(0, "a command")?;
                Ok(COMMANDS.contains(&name).to_string())
            }
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" => done,
            "boardsize" => {
                let size = command.arg(0, "a size")?;
                self.change("size", size).map_err(|_| "unacceptable size")?;
                done
            }
            "komi" => {
                let komi = command.arg(0, "a komi")?;
                if komi.parse::<f64>().is_err() {
                    return Err("syntax error: komi: expected a number".into());
                }
                match self.has_option("komi") {
                    true => self.change("komi", komi)?,
                    false => return Err("this game has no komi".into()),
                }
                done
            }
            "clear_board" => {
                let mut session = self.thinker.session();
                session.new_game();
                let cleared = session.move_to(&Place::default());
                cleared.map_err(|error| error.to_string())?;
                done
            }
            "play" => {
                let side = colour(command.arg(0, "a colour")?)?;
                let mv = command.arg(1, "a move")?;
                self.to_move(side)?;
                let played = self.thinker.session().play(mv);
                played.map_err(|_| "illegal move")?;
                done
            }
            "genmove" => self.genmove(colour(command.arg(0, "a colour")?)?, true),
            "reg_genmove" => self.genmove(colour(command.arg(0, "a colour")?)?, false),
            "undo" => match self.thinker.session().take_back() {
                true => done,
                false => Err("cannot undo".into()),
            },
            "time_settings" => {
                let number = |at, what: &str| -> Result<u64, String> {
                    let text = command.arg(at, what)?;
                    text.parse()
                        .map_err(|_| format!("syntax error: expected {what}"))
                };
                let main = Duration::from_secs(number(0, "seconds")?);
                let byoyomi = Duration::from_secs(number(1, "seconds")?);
                let stones = number(2, "stones")?.min(10_000) as u32;
                self.settings = Some((main, byoyomi, stones));
                self.left = [None; 2];
                done
            }
            "time_left" => {
                let side = colour(command.arg(0, "a colour")?)?;
                let number = |at, what: &str| -> Result<u64, String> {
                    let text = command.arg(at, what)?;
                    let number: f64 = text
                        .parse()
                        .map_err(|_| format!("syntax error: expected {what}"))?;
                    Ok(number.clamp(0.0, 1e9) as u64)
                };
                let time = Duration::from_secs(number(1, "seconds")?);
                let stones = number(2, "stones")?.min(10_000) as u32;
                self.left[side.index()] = Some((time, stones));
                done
            }
            "showboard" => {
                let lines = extras::display(&**self.thinker.session());
                Ok(format!("\n{}", lines.join("\n")))
            }
            _ => Err("unknown command".into()),
        }
    }

    fn has_option(&self, key: &str) -> bool {
        let mut options = self.game.info().options.iter();
        options.any(|option| option.key == key)
    }

    /// Opens the game again with an option changed.
    fn change(&mut self, key: &str, value: &str) -> Result<(), String> {
        let info = self.game.info();
        if !self.has_option(key) {
            // A game of one size takes just that one.
            let view = self.thinker.session().view();
            let (width, height) = (view.diagram.width, view.diagram.height);
            let fits = width == height && value.parse() == Ok(width);
            return match fits {
                true => Ok(()),
                false => Err(format!("{} has no {key}", info.id)),
            };
        }
        let changed = info.options.iter().map(|option| {
            let value = if option.key == key {
                value
            } else {
                &option.value
            };
            format!("{}={value}", option.key)
        });
        let changed: Vec<String> = changed.collect();
        let name = format!("{}?{}", info.id, changed.join("&"));
        let game = self
            .setup
            .lab
            .open_game(&name)
            .map_err(|error| error.to_string())?;
        self.thinker = Thinker::new(&*game).map_err(|error| error.to_string())?;
        self.game = game;
        Ok(())
    }

    fn to_move(&self, side: Side) -> Result<(), String> {
        let session = self.thinker.session();
        if session.is_over() {
            return Err("illegal move: the game is over".into());
        }
        match session.turn() == side {
            true => Ok(()),
            false => Err("illegal move: the other side is to move".into()),
        }
    }

    fn genmove(&mut self, side: Side, plays: bool) -> Result<String, String> {
        self.to_move(side)?;
        let own = match (self.left[side.index()], self.settings) {
            (Some((left, stones)), settings) => Some(ClockState {
                left,
                moves_to_go: (stones > 0).then_some(stones),
                byoyomi: match settings {
                    Some((_, byoyomi, of)) if stones == 0 && of > 0 => byoyomi / of,
                    _ => Duration::ZERO,
                },
                ..ClockState::default()
            }),
            (None, Some((main, byoyomi, stones))) => Some(ClockState {
                left: main,
                byoyomi: byoyomi / stones.max(1),
                ..ClockState::default()
            }),
            (None, None) => None,
        };
        let order = Order {
            own_clock: own,
            ..Order::default()
        };
        let (limits, plan, held) = bounds(&order, side, 1, self.setup.overhead);
        let task = Task {
            player: self.setup.player(),
            limits,
            plan,
            only: Vec::new(),
            held,
            plays: false,
        };
        let (tell, told) = mpsc::channel();
        self.thinker.think(task, move |event| {
            if let SearchEvent::Done(result) = event {
                let _ = tell.send(result);
            }
        });
        let answer = told.recv();
        self.thinker.wait();
        let report = match answer {
            Ok(Ok(report)) => report,
            Ok(Err(error)) => return Err(error.to_string()),
            Err(_) => return Err("the thought ended without an answer".into()),
        };
        if report.resigns {
            return Ok("resign".into());
        }
        if plays {
            let played = self.thinker.session().play(&report.best.text);
            played.map_err(|error| error.to_string())?;
        }
        Ok(report.best.text)
    }
}

fn colour(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err("syntax error: expected a colour (black or white)".into()),
    }
}
