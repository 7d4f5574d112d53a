//! Moves: any side may move at any time, and play goes on after it has stopped.

use std::sync::mpsc;

use yomikiri_protocols::engine::{GtpCommand, Order};

use super::super::thinker::{SearchEvent, Task, bounds};
use super::{Answer, Done, Talk, colour, done};
use crate::view::Report;
use crate::{AnySession, Side};

impl Talk {
    pub(super) fn obey_move(&mut self, command: &GtpCommand) -> Answer {
        if command.name == "undo" {
            return self.undo();
        }
        let side = colour(command.arg(0, "a colour")?)?;
        match command.name.as_str() {
            "play" => {
                let mv = command.arg(1, "a move")?;
                self.play(side, mv)
            }
            "genmove" => self.genmove(side, true),
            "reg_genmove" => self.genmove(side, false),
            "is_legal" => {
                let mv = command.arg(1, "a move")?.to_ascii_lowercase();
                let legal = self.legal(side)?;
                let is_legal = legal.iter().any(|text| text.to_ascii_lowercase() == mv);
                Ok(u8::from(is_legal).to_string())
            }
            _ => {
                // As other programs do: points, without the pass.
                let mut legal = self.legal(side)?;
                legal.retain(|text| text != "pass");
                Ok(legal.join(" "))
            }
        }
    }

    fn play(&mut self, side: Side, mv: &str) -> Answer {
        let changes = self.prepare(side)?;
        let mut session = self.thinker.session();
        // `resign` is no move here: whoever plays it has lost, and the controller knows.
        if session.play_on(mv).is_err() {
            take_changes_back(&mut **session, changes);
            return Err("illegal move".into());
        }
        drop(session);
        self.done.push(Done::Move { changes });
        self.dead.clear();
        done()
    }

    /// Makes it the side's turn in a game that goes on: how many changes that took.
    pub(super) fn prepare(&mut self, side: Side) -> Result<usize, String> {
        let mut session = self.thinker.session();
        session.disregard_past();
        let mut changes = 0;
        if session.is_stopped() && session.resume_play().is_ok() {
            changes += 1;
        }
        if session.is_over() {
            take_changes_back(&mut **session, changes);
            return Err("illegal move: the game is over".into());
        }
        if session.turn() != side {
            if session.give_turn(side).is_err() {
                take_changes_back(&mut **session, changes);
                return Err("illegal move: the other side is to move".into());
            }
            changes += 1;
        }
        Ok(changes)
    }

    /// The legal moves of a side.
    fn legal(&mut self, side: Side) -> Result<Vec<String>, String> {
        let changes = self.prepare(side)?;
        let mut session = self.thinker.session();
        let legal = session.position_view().legal;
        take_changes_back(&mut **session, changes);
        Ok(legal.into_iter().map(|mv| mv.text).collect())
    }

    fn undo(&mut self) -> Answer {
        let mut session = self.thinker.session();
        match self.done.pop() {
            None => return Err("cannot undo".into()),
            Some(Done::Change) => drop(session.undo_change()),
            Some(Done::Move { changes }) => {
                session.take_back();
                take_changes_back(&mut **session, changes);
            }
        }
        drop(session);
        self.dead.clear();
        done()
    }

    fn genmove(&mut self, side: Side, plays: bool) -> Answer {
        let changes = self.prepare(side)?;
        let answer = self.think(side, 1);
        let mut session = self.thinker.session();
        let played = match &answer {
            Ok(report) if plays && !report.resigns => {
                let played = session.play_on(&report.best.text);
                played.map(|()| true).map_err(|error| error.to_string())
            }
            _ => Ok(false),
        };
        match played {
            Ok(true) => {
                drop(session);
                self.done.push(Done::Move { changes });
                self.dead.clear();
            }
            Ok(false) => take_changes_back(&mut **session, changes),
            Err(error) => {
                take_changes_back(&mut **session, changes);
                return Err(error);
            }
        }
        answer.map(|report| match report.resigns {
            true => "resign".into(),
            false => report.best.text,
        })
    }

    /// Thinks about the moves of a side, with so many lines.
    pub(super) fn think(&mut self, side: Side, lines: usize) -> Result<Report, String> {
        let order = Order {
            own_clock: self.clocks.of(side),
            ..Order::default()
        };
        let (limits, plan, held) = bounds(&order, side, lines, self.setup.overhead);
        let task = Task {
            player: self.setup.player(),
            limits,
            plan,
            mate: None,
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
        match answer {
            Ok(Ok(report)) => Ok(report),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("the thought ended without an answer".into()),
        }
    }
}

pub(super) fn take_changes_back(session: &mut dyn AnySession, changes: usize) {
    for _ in 0..changes {
        session.undo_change();
    }
}
