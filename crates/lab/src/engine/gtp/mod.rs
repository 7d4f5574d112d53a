//! The Go Text Protocol: the conversation. Black is First.
//!
//! Board size and komi are options of the game (`size`, `komi`); a game without them has one size. What a
//! game can do besides moves decides which commands work: positions changed by hand
//! ([`yomikiri_game_api::Arrange`]), counting ([`yomikiri_game_api::Settle`]), commands of its own
//! ([`yomikiri_game_api::Console`]).
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | the conversation, games and options |
//! | `playing.rs` | moves: `play`, `genmove`, `undo`, what is legal |
//! | `counting.rs` | `final_score`, `final_status_list`, dead pieces |
//! | `clock.rs` | time |
//! | `files.rs` | `loadsgf`, `printsgf` |
//! | `analysis.rs` | `lz-analyze`, `kata-analyze` |

mod analysis;
mod clock;
mod counting;
mod files;
mod playing;

use std::io::BufRead;

use yomikiri_protocols::engine::{GtpCommand, read_gtp, write_gtp};

use super::Opened;
use super::setup::Setup;
use super::thinker::Thinker;
use super::wire::{Input, Output};
use crate::{AnyGame, Place, Side, View};
use clock::Clocks;

const COMMANDS: &[&str] = &[
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "rectangular_boardsize",
    "query_boardsize",
    "clear_board",
    "komi",
    "get_komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "is_legal",
    "all_legal",
    "time_settings",
    "time_left",
    "kgs-time_settings",
    "cputime",
    "showboard",
    "final_score",
    "final_status",
    "final_status_list",
    "yomikiri-dead",
    "loadsgf",
    "printsgf",
    "gogui-analyze_commands",
    "lz-analyze",
    "kata-analyze",
];

pub(super) struct Talk {
    game: Box<dyn AnyGame>,
    setup: Setup,
    thinker: Thinker,
    clocks: Clocks,
    /// What `undo` takes back, the latest last.
    done: Vec<Done>,
    /// Cells whose pieces were marked dead.
    dead: Vec<usize>,
}

/// A command that changed the game.
#[derive(Copy, Clone, Debug)]
enum Done {
    /// A move, perhaps after the turn was given to its side or play was resumed.
    Move { changes: usize },
    /// The position was changed by hand.
    Change,
}

type Answer = Result<String, String>;

/// Whether a line is in this language.
pub(super) fn is_command(line: &str) -> bool {
    read_gtp(line).is_some_and(|command| COMMANDS.contains(&command.name.as_str()))
}

/// Speaks until the other end has gone or says good-bye.
pub(super) fn talk(opened: Opened, input: &mut Input<impl BufRead>, output: &Output) {
    let mut talk = Talk {
        thinker: opened.thinker,
        game: opened.game,
        setup: opened.setup,
        clocks: Clocks::default(),
        done: Vec::new(),
        dead: Vec::new(),
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
        if analysis::is_analysis(&command.name) {
            if let Err(fault) = talk.analyze(&command, input, output) {
                output.line(&write_gtp(command.id, &Err(fault)));
            }
            if output.is_gone() {
                break;
            }
            continue;
        }
        let answer = talk.obey(&command);
        output.line(&write_gtp(command.id, &answer));
        if command.name == "quit" || output.is_gone() {
            break;
        }
    }
}

/// An answer without words.
fn done() -> Answer {
    Ok(String::new())
}

impl Talk {
    fn obey(&mut self, command: &GtpCommand) -> Answer {
        match command.name.as_str() {
            "protocol_version" => Ok("2".into()),
            "name" => Ok("Yomikiri".into()),
            "version" => Ok(env!("CARGO_PKG_VERSION").into()),
            "known_command" => {
                let name = command.arg(0, "a command")?;
                Ok(self.command_names().contains(&name).to_string())
            }
            "list_commands" => Ok(self.command_names().join("\n")),
            "quit" => done(),
            "boardsize" => {
                let size = command.arg(0, "a size")?;
                whole(size)?;
                self.resize(size)
            }
            "rectangular_boardsize" => {
                let (width, height) = (command.arg(0, "a width")?, command.arg(1, "a height")?);
                let (width, height) = (whole(width)?, whole(height)?);
                match width == height {
                    true => self.resize(&width.to_string()),
                    false => self.resize(&format!("{width}x{height}")),
                }
            }
            "query_boardsize" => {
                let diagram = self.view().diagram;
                Ok(match (diagram.width, diagram.height) {
                    (width, height) if width == height => width.to_string(),
                    (width, height) => format!("{width} {height}"),
                })
            }
            "clear_board" => self.clear(),
            "komi" => {
                let komi = command.arg(0, "a komi")?;
                if komi.parse::<f64>().is_err() {
                    return Err("syntax error: komi: expected a number".into());
                }
                match self.option("komi") {
                    Some(_) => self.reopen("komi", komi),
                    None => Err("this game has no komi".into()),
                }
            }
            "get_komi" => self
                .option("komi")
                .ok_or_else(|| "this game has no komi".into()),
            "showboard" => Ok(format!("\n{}", drawn(&self.view()))),
            "cputime" => clock::cpu_seconds().ok_or_else(|| "the system does not say".into()),
            "time_settings" | "time_left" | "kgs-time_settings" => {
                self.clocks.obey(command).map(|()| String::new())
            }
            "play" | "genmove" | "reg_genmove" | "undo" | "is_legal" | "all_legal" => {
                self.obey_move(command)
            }
            "final_score" | "final_status" | "final_status_list" | "yomikiri-dead" => {
                self.obey_count(command)
            }
            "loadsgf" => self.load(command),
            "printsgf" => self.print(command),
            "gogui-analyze_commands" => {
                let own = self.thinker.session().commands();
                let offered = own.iter().map(|command| command.analyze);
                let offered = offered.filter(|line| !line.is_empty());
                Ok(offered.collect::<Vec<&str>>().join("\n"))
            }
            name => self.obey_own(name, command),
        }
    }

    /// The names of all commands, the game's own after those of the protocol.
    fn command_names(&self) -> Vec<&'static str> {
        let own = self.thinker.session().commands();
        let own = own.iter().map(|command| command.name);
        COMMANDS.iter().copied().chain(own).collect()
    }

    /// A command of the game's own.
    fn obey_own(&mut self, name: &str, command: &GtpCommand) -> Answer {
        let args: Vec<&str> = command.args.iter().map(String::as_str).collect();
        let before = self.view_position();
        let answer = self.thinker.session().obey(name, &args)?;
        if self.view_position() != before {
            self.done.push(Done::Change);
            self.dead.clear();
        }
        Ok(answer)
    }

    fn view(&self) -> View {
        self.thinker.session().view()
    }

    fn view_position(&self) -> String {
        self.thinker.session().position()
    }

    /// The value of an option of the game.
    fn option(&self, key: &str) -> Option<String> {
        let mut options = self.game.info().options.iter();
        let found = options.find(|option| option.key == key)?;
        Some(found.value.clone())
    }

    /// An empty board of another size.
    fn resize(&mut self, size: &str) -> Answer {
        if self.option("size").is_none() {
            // A game of one size takes just that one.
            let diagram = self.view().diagram;
            let fits = diagram.width == diagram.height && size.parse() == Ok(diagram.width);
            return match fits {
                true => self.clear(),
                false => Err("unacceptable size".into()),
            };
        }
        let game = self.opened("size", size).map_err(|_| "unacceptable size")?;
        self.thinker = Thinker::new(&*game).map_err(|error| error.to_string())?;
        self.game = game;
        self.forget();
        done()
    }

    /// Another value of an option, in the middle of the game.
    fn reopen(&mut self, key: &str, value: &str) -> Answer {
        let game = self.opened(key, value)?;
        let reopened = self.thinker.reopen(&*game);
        reopened.map_err(|error| error.to_string())?;
        self.game = game;
        done()
    }

    /// The game with an option changed; what is as usual stays as usual.
    fn opened(&self, key: &str, value: &str) -> Result<Box<dyn AnyGame>, String> {
        let info = self.game.info();
        let others = info.options.iter();
        let others = others.filter(|option| option.key != key && option.value != option.default);
        let mut options: Vec<String> = others
            .map(|option| format!("{}={}", option.key, option.value))
            .collect();
        options.push(format!("{key}={value}"));
        let name = format!("{}?{}", info.id, options.join("&"));
        let opened = self.setup.lab.open_game(&name);
        opened.map_err(|error| error.to_string())
    }

    fn clear(&mut self) -> Answer {
        let mut session = self.thinker.session();
        session.new_game();
        let cleared = session.move_to(&Place::default());
        drop(session);
        cleared.map_err(|error| error.to_string())?;
        self.forget();
        done()
    }

    /// Another game begins.
    fn forget(&mut self) {
        self.done.clear();
        self.dead.clear();
        self.clocks.restart();
    }

    /// The cell of a vertex on the board as it is shown.
    fn cell(&self, vertex: &str) -> Option<usize> {
        let diagram = self.view().diagram;
        let name = vertex.to_ascii_lowercase();
        let cells = 0..diagram.cells.len();
        cells.into_iter().find(|&cell| {
            let (file, rank) = (cell % diagram.width, cell / diagram.width);
            let own = format!("{}{}", diagram.files[file], diagram.ranks[rank]);
            own.to_ascii_lowercase() == name
        })
    }
}

/// A whole number.
fn whole(text: &str) -> Result<u32, String> {
    let number = text.parse();
    number.map_err(|_| "syntax error: expected a whole number".to_owned())
}

/// The side of a colour.
fn colour(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::First),
        "w" | "white" => Ok(Side::Second),
        _ => Err("syntax error: expected a colour (black or white)".into()),
    }
}

/// The board with its coordinates, the position as text, who is to move.
fn drawn(view: &View) -> String {
    let diagram = &view.diagram;
    let margin = diagram.ranks.iter().map(String::len).max().unwrap_or(0);
    let files = diagram.files.join(" ");
    let mut lines = vec![format!("{:margin$} {files}", "")];
    for (row, rank) in diagram
        .cells
        .chunks(diagram.width.max(1))
        .zip(&diagram.ranks)
    {
        let cells = row.iter().map(|cell| match cell {
            Some(piece) => piece.letter.as_str(),
            None => ".",
        });
        let cells: Vec<&str> = cells.collect();
        lines.push(format!("{rank:>margin$} {} {rank}", cells.join(" ")));
    }
    lines.push(format!("{:margin$} {files}", ""));
    lines.push(format!("Position: {}", view.position));
    lines.push(format!("Side to move: {}", view.side.word()));
    lines.join("\n")
}
