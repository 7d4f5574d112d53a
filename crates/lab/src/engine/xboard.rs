//! The Chess Engine Communication Protocol: the conversation.

use std::io::BufRead;
use std::time::Duration;

use yomikiri_game_api::ClockState;
use yomikiri_protocols::Protocol;
use yomikiri_protocols::engine::{
    Order, XboardCommand, read_xboard, xboard_features, xboard_thinking,
};

use super::Opened;
use super::book_options;
use super::extras;
use super::setup::{Effect, Setup};
use super::squares::{Squares, is_variant};
use super::thinker::{SearchEvent, Task, Thinker, as_verdict, bounds};
use super::wire::{Input, Output};
use crate::view::{OutcomeView, Report};
use crate::{AnyGame, LabError, Place, Side};

struct Talk<'a> {
    game: Box<dyn AnyGame>,
    setup: Setup,
    squares: Squares,
    thinker: Thinker,
    output: &'a Output,
    /// The side the engine plays; `None` in force mode.
    plays: Option<Side>,
    analyzes: bool,
    post: bool,
    level: Option<(u32, Duration, Duration)>,
    left: Option<Duration>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    node_rate: Option<u64>,
}

/// Speaks until the other end has gone or says good-bye.
pub(super) fn talk(opened: Opened, input: &mut Input<impl BufRead>, output: &Output) {
    let mut talk = Talk {
        squares: Squares::new(&*opened.game, Protocol::Xboard),
        thinker: opened.thinker,
        game: opened.game,
        setup: opened.setup,
        output,
        plays: Some(Side::Second),
        analyzes: false,
        post: false,
        level: None,
        left: None,
        move_time: None,
        depth: None,
        node_rate: None,
    };
    while let Some(line) = input.next() {
        let command = match line {
            Ok(line) => read_xboard(&line),
            Err(fault) => Err(format!("Error ({fault}): line")),
        };
        let done = match command {
            Ok(XboardCommand::Quit) => {
                talk.thinker.abandon();
                return;
            }
            Ok(command) => talk.obey(command),
            Err(fault) => Err(fault),
        };
        if let Err(fault) = done {
            output.line(&fault.replace(['\n', '\r'], " "));
        }
        if output.is_gone() {
            break;
        }
    }
    talk.thinker.finish_bounded();
}

impl Talk<'_> {
    fn obey(&mut self, command: XboardCommand) -> Result<(), String> {
        self.make_room(&command);
        let failed = |error: LabError| format!("Error ({error}): command");
        match command {
            XboardCommand::Nothing | XboardCommand::Quit | XboardCommand::Draw => {}
            XboardCommand::Features => self.greet(),
            XboardCommand::New => {
                let mut session = self.thinker.session();
                session.new_game();
                session.move_to(&Place::default()).map_err(failed)?;
                drop(session);
                (self.plays, self.depth) = (Some(Side::Second), None);
                (self.left, self.analyzes) = (None, false);
            }
            XboardCommand::Variant(name) => {
                if !is_variant(&*self.game, &name) {
                    let id = &self.game.info().id;
                    return Err(format!(
                        "Error (expected variant {id}, got {name:?}): variant"
                    ));
                }
                self.squares = Squares::of_variant(&*self.game, Protocol::Xboard);
            }
            XboardCommand::Force | XboardCommand::Result => self.plays = None,
            XboardCommand::Go => {
                self.plays = Some(self.thinker.session().turn());
                self.think();
            }
            XboardCommand::PlayOther => {
                self.plays = Some(!self.thinker.session().turn());
            }
            XboardCommand::Move(text) => self.opponent_moves(&text)?,
            XboardCommand::Level(moves, base, increment) => {
                self.level = Some((moves, base, increment));
                self.move_time = None;
            }
            XboardCommand::MoveTime(time) => {
                self.move_time = Some(time);
                self.level = None;
            }
            XboardCommand::Depth(depth) => self.depth = Some(depth),
            XboardCommand::NodeRate(rate) => self.node_rate = (rate > 0).then_some(rate),
            XboardCommand::Time(left) => self.left = Some(left),
            XboardCommand::Ping(number) => self.output.line(&format!("pong {number}")),
            XboardCommand::MoveNow => self.thinker.stop(),
            XboardCommand::SetBoard(text) => {
                let text = self.squares.read_position(&text);
                let place = Place::at(Some(&text));
                let set = self.thinker.session().move_to(&place);
                set.map_err(|error| format!("tellusererror Illegal position: {error}"))?;
                self.analyze_again();
            }
            XboardCommand::Undo => self.take_back(1)?,
            XboardCommand::Remove => self.take_back(2)?,
            XboardCommand::Post(post) => self.post = post,
            XboardCommand::Ponder(_) => {}
            XboardCommand::Analyze => {
                (self.plays, self.analyzes) = (None, true);
                self.analyze_again();
            }
            XboardCommand::Exit => self.analyzes = false,
            XboardCommand::Status => {}
            XboardCommand::Memory(megabytes) => self.set("memory", Some(&megabytes.to_string()))?,
            XboardCommand::Cores(threads) => self.set("cores", Some(&threads.to_string()))?,
            XboardCommand::SetOption(name, value) => self.set(&name, value.as_deref())?,
            XboardCommand::Display => {
                let lines = extras::display(&**self.thinker.session());
                self.output.line(&lines.join("\n"));
            }
            XboardCommand::Bench(depth) => {
                let lines = extras::bench(&*self.game, &self.setup.player(), depth);
                self.output.line(&lines.map_err(failed)?.join("\n"));
            }
            XboardCommand::Perft(depth) => {
                let lines = extras::perft(&*self.game, &**self.thinker.session(), depth);
                self.output.line(&lines.map_err(failed)?.join("\n"));
            }
        }
        Ok(())
    }

    /// Ends, abandons or awaits a thought, whichever the command calls for.
    fn make_room(&mut self, command: &XboardCommand) {
        use XboardCommand::{
            Analyze, Draw, Exit, Force, Move, MoveNow, New, Nothing, Post, Quit, Remove, Result,
            SetBoard, Status, Time, Undo,
        };
        match command {
            // These do not touch a thought.
            MoveNow | Nothing | Draw | Status | Post(_) | Quit => {}
            // A clock sent during a search counts for the next one.
            Time(_) if self.thinker.is_thinking() && !self.analyzes => {}
            New | Force | Result | SetBoard(_) | Undo | Remove | Exit | Analyze => {
                self.thinker.abandon();
            }
            Move(_) if self.analyzes => self.thinker.abandon(),
            XboardCommand::Ping(_) if self.analyzes => {}
            _ if self.analyzes => self.thinker.abandon(),
            // The rest waits until the move is out.
            _ => self.thinker.wait(),
        }
    }

    fn greet(&self) {
        let info = self.game.info();
        let name = format!("Yomikiri {}", env!("CARGO_PKG_VERSION"));
        let offers = self.setup.offers(Protocol::Xboard, &info.id);
        let lines = xboard_features(&name, &[&info.id], &offers);
        self.output.line(&lines.join("\n"));
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let effect = self.setup.set(name, value);
        let effect = effect.map_err(|fault| format!("Error ({fault}): option"))?;
        if effect == Effect::NewGame {
            let told = |error: LabError| format!("Error ({error}): option");
            self.game = self.setup.lab.open_game(self.game.spec()).map_err(told)?;
            self.thinker.reopen(&*self.game).map_err(told)?;
        }
        if effect != Effect::Nothing {
            self.thinker.session().new_game();
        }
        if effect == Effect::NewBook {
            let told = |error: LabError| format!("Error ({error}): option");
            self.setup.check_book(&*self.game).map_err(told)?;
        }
        Ok(())
    }

    fn opponent_moves(&mut self, text: &str) -> Result<(), String> {
        let mut session = self.thinker.session();
        if let Err(error) = session.play(&self.squares.read(text)) {
            return Err(match error {
                LabError::AfterEnd { .. } | LabError::Over(_) => {
                    format!("Illegal move (the game is over): {text}")
                }
                LabError::Move { .. } => format!("Illegal move: {text}"),
                other => format!("Error ({other}): {text}"),
            });
        }
        let (outcome, turn) = (session.view().outcome, session.turn());
        drop(session);
        if let Some(outcome) = &outcome {
            self.output.line(&result_line(outcome));
        } else if self.plays == Some(turn) {
            self.think();
        }
        self.analyze_again();
        Ok(())
    }

    fn take_back(&mut self, moves: usize) -> Result<(), String> {
        let mut session = self.thinker.session();
        let taken = (0..moves).filter(|_| session.take_back()).count();
        drop(session);
        self.analyze_again();
        match taken == moves {
            true => Ok(()),
            false => Err("Error (no move to take back): undo".into()),
        }
    }

    fn analyze_again(&mut self) {
        if self.analyzes {
            self.begin(&Order {
                infinite: true,
                ..Order::default()
            });
        }
    }

    /// Thinks and plays.
    fn think(&mut self) {
        let clock = self.level.map(|(moves, base, increment)| ClockState {
            left: self.left.unwrap_or(base),
            increment,
            byoyomi: Duration::ZERO,
            moves_to_go: (moves > 0).then_some(moves),
        });
        let nodes = self.node_rate.map(|rate| {
            let seconds = self
                .move_time
                .unwrap_or(Duration::from_secs(1))
                .as_secs_f64();
            ((rate as f64 * seconds) as u64).max(1)
        });
        self.begin(&Order {
            depth: self.depth,
            nodes,
            time: self.move_time.filter(|_| nodes.is_none()),
            own_clock: clock.filter(|_| nodes.is_none()),
            ..Order::default()
        });
    }

    fn begin(&mut self, order: &Order) {
        let view = self.thinker.session().view();
        if let Some(outcome) = &view.outcome {
            if !self.analyzes {
                self.output.line(&result_line(outcome));
            }
            return;
        }
        let (limits, plan, held) = bounds(order, view.side, self.setup.lines, self.setup.overhead);
        let task = Task {
            player: match self.analyzes {
                // Who analyses wants to know what the engine thinks.
                true => book_options::without(self.setup.player()),
                false => self.setup.player(),
            },
            limits,
            plan,
            mate: None,
            only: Vec::new(),
            held,
            plays: !self.analyzes,
        };
        let (output, squares) = (self.output.clone(), self.squares.clone());
        let post = self.post || self.analyzes;
        let analyzes = self.analyzes;
        // The positions that have been told of.
        let mut told = 0;
        self.thinker.think(task, move |event| match event {
            SearchEvent::Report(report, _) if post => {
                told = report.nodes;
                output.line(&thinking(report, &squares));
            }
            SearchEvent::Report(..) | SearchEvent::NoMate(..) => {}
            SearchEvent::Trouble(error) => {
                let fault = error.to_string().replace('\n', " ");
                output.line(&format!("# {fault}"));
            }
            SearchEvent::Played(report, outcome) => {
                // What a search found after its last whole iteration, and how far it got.
                if post && report.nodes > told {
                    output.line(&thinking(report, &squares));
                }
                told = 0;
                let best = squares.write(&report.best.text);
                if let Some(said) = book_options::said(report, &best) {
                    output.line(&format!("# {said}"));
                }
                output.line(&format!("move {best}"));
                if let Some(outcome) = outcome {
                    output.line(&result_line(&outcome));
                }
            }
            SearchEvent::Done(Ok(report)) if report.resigns && !analyzes => output.line("resign"),
            SearchEvent::Done(Err(error)) if !analyzes => {
                output.line(&format!("Error ({error}): go"));
            }
            SearchEvent::Done(_) => {}
        });
    }
}

fn thinking(report: &Report, squares: &Squares) -> String {
    let time = Duration::from_secs_f64(report.seconds.max(0.0));
    let lines = report.lines.iter().map(|line| {
        let moves: Vec<String> = line
            .moves
            .iter()
            .map(|mv| squares.write(&mv.text))
            .collect();
        let verdict = line.score.as_ref().map(as_verdict);
        xboard_thinking(report.depth, verdict, time, report.nodes, &moves)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// In this language First is White.
fn result_line(outcome: &OutcomeView) -> String {
    let result = match outcome.winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None => "1/2-1/2",
    };
    format!("{result} {{{}}}", outcome.reason)
}
