//! UCI with the Cyclone dialect, USI, UCCI: the conversation.

use std::io::BufRead;
use std::time::Duration;

use yomikiri_game_api::{ClockState, SearchStats, Verdict};
use yomikiri_protocols::Protocol;
use yomikiri_protocols::engine::{Choice, Command, Order, Thoughts, read_command};

use super::Opened;
use super::book_options;
use super::extras;
use super::setup::{Effect, Setup};
use super::squares::{Squares, is_variant};
use super::thinker::{SearchEvent, Task, Thinker, as_verdict, bounds};
use super::wire::{Input, Output};
use crate::view::{MoveView, Report};
use crate::{AnyGame, LabError, Place};

struct Talk<'a> {
    game: Box<dyn AnyGame>,
    protocol: Protocol,
    setup: Setup,
    squares: Squares,
    thinker: Thinker,
    output: &'a Output,
    /// Moves that must not be played (UCCI).
    banned: Vec<String>,
}

/// Speaks until the other end has gone or says good-bye.
pub(super) fn talk(
    opened: Opened,
    protocol: Protocol,
    input: &mut Input<impl BufRead>,
    output: &Output,
) {
    let mut talk = Talk {
        squares: Squares::new(&*opened.game, protocol),
        thinker: opened.thinker,
        game: opened.game,
        protocol,
        setup: opened.setup,
        output,
        banned: Vec::new(),
    };
    while let Some(line) = input.next() {
        let command = line.and_then(|line| read_command(protocol, &line));
        let done = match command {
            Ok(Command::Quit) => {
                talk.thinker.finish();
                if protocol == Protocol::Ucci {
                    output.line("bye");
                }
                return;
            }
            Ok(command) => talk.obey(command),
            Err(fault) => Err(fault),
        };
        if let Err(fault) = done {
            talk.complain(&fault);
        }
        if output.is_gone() {
            break;
        }
    }
    talk.thinker.finish_bounded();
}

impl Talk<'_> {
    fn complain(&self, fault: &str) {
        let fault = fault.replace(['\n', '\r'], " ");
        let word = info_word(self.protocol);
        self.output.line(&format!("{word} error: {fault}"));
    }

    fn lines(&self, lines: &[String]) {
        self.output.line(&lines.join("\n"));
    }

    /// Before something that a thought must not see: ends it, or waits for it in a batch.
    fn settle(&mut self) {
        match self.setup.batch {
            true => self.thinker.wait(),
            false => self.thinker.finish(),
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), String> {
        let told = |error: LabError| error.to_string();
        match command {
            Command::Nothing | Command::GameOver | Command::Quit => {}
            Command::Hello => self.greet(),
            Command::IsReady => self.output.line("readyok"),
            Command::Stop => self.thinker.stop(),
            Command::PonderHit => self.thinker.hit(),
            Command::NewGame => {
                self.settle();
                self.setup.book.new_game();
                self.thinker.session().new_game();
            }
            Command::SetOption(name, value) if name.eq_ignore_ascii_case("uci_variant") => {
                let value = value.unwrap_or_default();
                if !is_variant(&*self.game, &value) {
                    let id = &self.game.info().id;
                    return Err(format!("option {name}: expected {id}, got {value:?}"));
                }
                self.settle();
                self.squares = Squares::of_variant(&*self.game, self.protocol);
            }
            Command::SetOption(name, value) => {
                let effect = self.setup.set(&name, value.as_deref())?;
                if effect != Effect::Nothing {
                    self.settle();
                    if effect == Effect::NewGame {
                        self.game = self.setup.lab.open_game(self.game.spec()).map_err(told)?;
                        self.thinker.reopen(&*self.game).map_err(told)?;
                    }
                    self.thinker.session().new_game();
                    if effect == Effect::NewBook {
                        self.setup.check_book(&*self.game).map_err(told)?;
                    }
                }
            }
            Command::Position(start, moves) => {
                self.settle();
                self.banned.clear();
                let start = start.map(|text| self.squares.read_position(&text));
                let moves: Vec<String> = moves.iter().map(|mv| self.squares.read(mv)).collect();
                let place = Place {
                    position: start.as_deref(),
                    moves: &moves.join(" "),
                    ..Place::default()
                };
                self.thinker.session().move_to(&place).map_err(told)?;
            }
            Command::BanMoves(moves) => {
                self.settle();
                self.banned = self.read_moves(&moves);
            }
            Command::Go(order) => {
                self.settle();
                return match order.perft {
                    Some(depth) => self.obey(Command::Perft(depth)),
                    None => self.go(*order),
                };
            }
            Command::Display => {
                self.settle();
                let lines = extras::display(&**self.thinker.session());
                self.lines(&lines);
            }
            Command::Eval => {
                self.settle();
                let lines = extras::eval(&**self.thinker.session());
                self.lines(&lines);
            }
            Command::Perft(depth) => {
                self.settle();
                let lines = extras::perft(&*self.game, &**self.thinker.session(), depth);
                self.lines(&lines.map_err(told)?);
            }
            Command::Bench(depth) => {
                self.settle();
                let lines = extras::bench(&*self.game, &self.setup.player(), depth);
                self.lines(&lines.map_err(told)?);
            }
        }
        Ok(())
    }

    fn greet(&self) {
        let id = format!("Yomikiri {}", env!("CARGO_PKG_VERSION"));
        let mut lines = vec![
            format!("id name {id} ({})", self.game.spec()),
            "id author the Yomikiri developers".to_owned(),
        ];
        if self.protocol == Protocol::Ucci {
            lines.push("id copyright MIT or Apache-2.0".into());
        }
        let offers = self.setup.offers(self.protocol, &self.game.info().id);
        lines.extend(offers.iter().map(|offer| offer.line(self.protocol)));
        lines.push(format!("{}ok", self.protocol));
        self.lines(&lines);
    }

    /// Moves of this position in our exact text, in whichever notation of the game they are written.
    fn read_moves(&self, moves: &[String]) -> Vec<String> {
        if moves.is_empty() {
            return Vec::new();
        }
        let legal = self.thinker.session().view().legal;
        let exact = |text: &String| {
            let text = self.squares.read(text);
            let is_meant = |mv: &&MoveView| mv.styled.values().any(|styled| *styled == text);
            match legal.iter().any(|mv| mv.text == text) {
                true => text,
                false => legal
                    .iter()
                    .find(is_meant)
                    .map_or(text, |mv| mv.text.clone()),
            }
        };
        moves.iter().map(exact).collect()
    }

    /// The moves that may be played: those asked for, less those forbidden.
    fn allowed(&self, order: &Order, legal: &[String]) -> Result<Vec<String>, String> {
        let wanted = self.read_moves(&order.only);
        if self.banned.is_empty() {
            return Ok(wanted);
        }
        let from = if wanted.is_empty() { legal } else { &wanted };
        let kept = from.iter().filter(|mv| !self.banned.contains(mv));
        let kept: Vec<String> = kept.cloned().collect();
        match kept.is_empty() {
            true => Err("banmoves: expected a legal move that is not banned, got none".into()),
            false => Ok(kept),
        }
    }

    fn go(&mut self, mut order: Order) -> Result<(), String> {
        if self.protocol == Protocol::Ucci && !self.setup.milliseconds {
            order.own_clock = order.own_clock.map(in_seconds);
        }
        let view = self.thinker.session().view();
        let protocol = self.protocol;
        if view.outcome.is_some() {
            self.output.line(&Choice::default().line(protocol));
            return Ok(());
        }
        let legal: Vec<String> = view.legal.iter().map(|mv| mv.text.clone()).collect();
        let only = match self.allowed(&order, &legal) {
            Ok(only) => only,
            Err(fault) => {
                // Whoever waits for a move must get an answer.
                self.output.line(&Choice::default().line(protocol));
                return Err(fault);
            }
        };
        let (limits, plan, held) = bounds(&order, view.side, self.setup.lines, self.setup.overhead);
        let task = Task {
            player: match held {
                // Who analyses wants to know what the engine thinks.
                true => book_options::without(self.setup.player()),
                false => self.setup.player(),
            },
            limits,
            plan,
            // In USI the number is a time.
            mate: order.mate.filter(|_| protocol != Protocol::Usi),
            only,
            held,
            plays: false,
        };
        let (output, squares) = (self.output.clone(), self.squares.clone());
        let (several, resigns) = (self.setup.lines > 1, self.setup.resigns);
        let draw_offered = order.draw_offered;
        // The positions that have been told of, and what else was known then.
        let (mut told, mut last) = (0, SearchStats::default());
        self.thinker.think(task, move |event| match event {
            SearchEvent::Report(report, stats) => {
                (told, last) = (report.nodes, stats);
                let lines = thoughts(report, stats, several, protocol, &squares);
                output.line(&lines.join("\n"));
            }
            SearchEvent::Played(..) => {}
            SearchEvent::NoMate(moves, is_sure) => {
                let word = info_word(protocol);
                output.line(&match is_sure {
                    true => format!("{word} no mate in {moves}"),
                    false => format!("{word} no mate in {moves} found within the limits"),
                });
            }
            SearchEvent::Trouble(error) => output.line(&trouble(error)),
            SearchEvent::Done(Ok(report)) => {
                // What a search found after its last whole iteration, and how far it got.
                if report.nodes > told {
                    let lines = thoughts(&report, last, several, protocol, &squares);
                    output.line(&lines.join("\n"));
                }
                let best = squares.write(&report.best.text);
                if let Some(said) = book_options::said(&report, &best) {
                    output.line(&format!("{} {said}", info_word(protocol)));
                }
                output.line(&choice(&report, &squares, draw_offered, resigns).line(protocol));
            }
            SearchEvent::Done(Err(error)) => {
                output.line(&trouble(&error));
                output.line(&Choice::default().line(protocol));
            }
        });
        Ok(())
    }
}

/// What begins a line for people.
fn info_word(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Ucci => "info message",
        _ => "info string",
    }
}

fn trouble(error: &LabError) -> String {
    let fault = error.to_string().replace('\n', " ");
    format!("info string error: {fault}")
}

/// UCCI counts seconds unless told otherwise.
fn in_seconds(clock: ClockState) -> ClockState {
    let longer = |time: Duration| time.saturating_mul(1000);
    ClockState {
        left: longer(clock.left),
        increment: longer(clock.increment),
        byoyomi: longer(clock.byoyomi),
        ..clock
    }
}

fn thoughts(
    report: &Report,
    stats: SearchStats,
    several: bool,
    protocol: Protocol,
    squares: &Squares,
) -> Vec<String> {
    let time = Duration::from_secs_f64(report.seconds.max(0.0));
    let lines = report.lines.iter().enumerate().map(|(at, line)| {
        let moves = line.moves.iter().map(|mv| squares.write(&mv.text));
        let moves: Vec<String> = moves.collect();
        let thoughts = Thoughts {
            depth: report.depth,
            seldepth: stats.seldepth,
            number: several.then_some(at + 1),
            verdict: line.score.as_ref().map(as_verdict),
            nodes: report.nodes,
            time,
            hashfull: stats.hashfull,
            moves: &moves,
        };
        thoughts.line(protocol)
    });
    lines.collect()
}

fn choice(report: &Report, squares: &Squares, draw_offered: bool, resigns: bool) -> Choice {
    let line = report.lines.first();
    let score = line.and_then(|line| line.score.as_ref()).map(as_verdict);
    let ponder = line.and_then(|line| line.moves.get(1));
    Choice {
        best: Some(squares.write(&report.best.text)),
        ponder: ponder.map(|mv| squares.write(&mv.text)),
        draw: draw_offered
            && match score {
                Some(Verdict::Points(points)) => points <= 0,
                Some(Verdict::LossIn(_)) => true,
                _ => false,
            },
        resign: report.resigns || resigns && matches!(score, Some(Verdict::LossIn(_))),
    }
}
