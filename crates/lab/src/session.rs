//! One game at a table.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_game_api::{
    Bar, ConsoleCommand, Explanation, Facts, Limits, Line, Notation, Outcome, Overlay, Picture,
    ReadError, Refusal, SearchStats, Side, Term, Thought,
};

use yomikiri_records::{Ending, OUTSIDE_REASONS};

use crate::definition::EVALUATION;
use crate::error::shorten;
use crate::mate;
use crate::view::{
    CountView, Judged, LineView, MoveView, MovesReport, OutcomeView, Played, PositionView, Report,
    ScoreView, View,
};
use crate::{
    AnySession, GameDefinition, GameRecord, History, Judge, LabError, MateReport, MateRequest,
    Observer, Place, PlayerSpec, Record, Seat,
};

/// A line of play, those who think about it, and how it ended.
pub(crate) struct Session<G: Notation + Picture> {
    definition: Arc<GameDefinition<G>>,
    line: Line<G>,
    /// The end by the rules (position or history), kept so that it is judged once per move.
    ended: Option<Outcome>,
    /// The end for a reason that is not on the board: somebody resigned, or both agree on what is dead.
    outside: Option<Outcome>,
    /// The root moves that searches of this position are restricted to; none: all moves.
    only: Vec<G::Move>,
    /// The moves of the line as they are shown, each written once, when it is first asked for.
    spelled: RefCell<Vec<MoveView>>,
    /// Players keep what they learnt, separately for each side.
    seats: HashMap<(Side, PlayerSpec), Seat<G>>,
}

impl<G: Notation + Picture> Session<G> {
    fn unknown_layer(&self, layer: &str) -> LabError {
        let layer = shorten(layer);
        let known = self.definition.layers().join(" ");
        LabError::Usage(format!("unknown layer {layer:?}; there are {known}"))
    }

    pub(crate) fn open(
        definition: &Arc<GameDefinition<G>>,
        place: &Place<'_>,
    ) -> Result<Self, LabError> {
        let game = &definition.game;
        let start = match place.position {
            // As UCI names it.
            None | Some("startpos") => game.start(),
            Some(text) => game.read_position(text).map_err(LabError::Position)?,
        };
        let line = Line::from_position(game, start);
        let mut session = Session {
            ended: line.outcome(game),
            definition: Arc::clone(definition),
            line,
            outside: None,
            only: Vec::new(),
            spelled: RefCell::default(),
            seats: HashMap::new(),
        };
        for text in place.moves.split_whitespace() {
            if place.resumes && session.play_has_stopped() {
                session.resume_after_stop()?;
            }
            session.step(text, place.judge)?;
        }
        session.ended = session.line.outcome(&session.definition.game);
        Ok(session)
    }

    /// Goes on where a record ends.
    pub(crate) fn resume(
        definition: &Arc<GameDefinition<G>>,
        record: &GameRecord,
    ) -> Result<Self, LabError> {
        let mut line = definition
            .records()
            .with_codec(None, |codec| codec.replay(record))?;
        // A session is a start and moves. If the board was changed by hand, it begins where the record
        // ends.
        if line.replaced().next().is_some() {
            line = Line::from_position(&definition.game, line.last().clone());
        }
        let ended = line.outcome(&definition.game);
        let outside = record.result.as_ref().filter(|_| ended.is_none());
        let outside = outside.and_then(|ending| {
            // The codec has checked that the reason is one of these.
            let mut reasons = OUTSIDE_REASONS.iter();
            let reason = reasons.find(|reason| **reason == ending.reason)?;
            let winner = ending.winner;
            Some(Outcome {
                winner,
                reason,
                margin: None,
            })
        });
        Ok(Session {
            definition: Arc::clone(definition),
            line,
            ended,
            outside,
            only: Vec::new(),
            spelled: RefCell::default(),
            seats: HashMap::new(),
        })
    }

    pub(crate) fn definition(&self) -> &GameDefinition<G> {
        &self.definition
    }

    /// Changes the position by hand; whatever had ended the game may be no more.
    pub(crate) fn alter(&mut self, position: G::Position) {
        self.line.alter(&self.definition.game, position);
        self.changed();
    }

    /// The last position is another one.
    fn changed(&mut self) {
        self.only.clear();
        self.outside = None;
        // What was repeated before does not end a game that somebody has changed.
        self.ended = self.definition.game.outcome(self.line.last());
    }

    pub(crate) fn line(&self) -> &Line<G> {
        &self.line
    }

    /// The end that was agreed on or came from outside the board, if there was one.
    pub(crate) fn outside(&self) -> Option<Outcome> {
        self.outside
    }

    pub(crate) fn moves_report(&self) -> MovesReport {
        let (game, at) = (&self.definition.game, self.line.last());
        let write = |mv| game.write_move(at, mv);
        let mut moves: Vec<String> = self.legal().into_iter().map(write).collect();
        moves.sort();
        MovesReport {
            position: game.write_position(at),
            side: game.turn(at),
            in_check: self.definition.in_check(at),
            moves,
            outcome: self.outcome_view(),
        }
    }

    /// The end with all that the game says about it.
    fn outcome_view(&self) -> Option<OutcomeView> {
        let view = OutcomeView::from(self.ending()?);
        let remarks = match self.outside {
            Some(_) => Vec::new(),
            None => self.definition.game.explain_outcome(&self.line),
        };
        Some(OutcomeView {
            because: remarks,
            ..view
        })
    }

    fn ending(&self) -> Option<Outcome> {
        self.outside.or(self.ended)
    }

    /// The end that nobody can change any more. Where play has only stopped, the result is still to be
    /// agreed on.
    fn final_ending(&self) -> Option<Outcome> {
        let stopped = self.play_has_stopped();
        self.outside.or(self.ended.filter(|_| !stopped))
    }

    /// The moves that can be played now: none once the game is over.
    fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.ending().is_none() {
            self.line.legal_moves(&self.definition.game, &mut moves);
        }
        moves
    }

    /// Checks and plays one move.
    fn step(&mut self, text: &str, judge: Judge) -> Result<(), LabError> {
        let game = &self.definition.game;
        let ply = self.line.ply() + 1;
        let over = match judge {
            Judge::Always => self.ending(),
            Judge::Last => game.outcome(self.line.last()),
        };
        if let Some(outcome) = over {
            let text = shorten(text);
            return Err(LabError::AfterEnd { ply, text, outcome });
        }
        let at = self.line.last();
        let wrong = |error| LabError::Move { ply, error };
        // What is read is legal on the board; the past may forbid it.
        let mv = self.definition.read_move(at, text).map_err(wrong)?;
        if !game.allows(&self.line, mv) {
            return Err(wrong(ReadError::new("", "a legal move", text)));
        }
        self.line.push(game, mv);
        self.only.clear();
        self.ended = match judge {
            Judge::Always => self.line.outcome(game),
            Judge::Last => game.outcome(self.line.last()),
        };
        Ok(())
    }

    /// The moves of the line from `ply` on, spelled.
    fn spelled_from(&self, ply: usize) -> Vec<MoveView> {
        let mut spelled = self.spelled.borrow_mut();
        let (positions, moves) = (self.line.positions(), self.line.moves());
        for at in spelled.len()..moves.len() {
            spelled.push(self.definition.move_view(&positions[at], moves[at]));
        }
        spelled[ply..].to_vec()
    }

    fn pop(&mut self) -> bool {
        let popped = self.line.pop().is_some();
        self.spelled.get_mut().truncate(self.line.ply());
        self.only.clear();
        popped
    }

    fn moves_view(&self, from: &G::Position, moves: &[G::Move]) -> Vec<MoveView> {
        let mut at = from.clone();
        let mut views = Vec::with_capacity(moves.len());
        for &mv in moves {
            views.push(self.definition.move_view(&at, mv));
            self.definition.game.play(&mut at, mv);
        }
        views
    }
}

impl<G: Notation + Picture> AnySession for Session<G> {
    fn spec(&self) -> &str {
        &self.definition.info.spec
    }

    fn problem(&self) -> Option<(MoveView, Vec<usize>)> {
        let at = self.line.last();
        let problems = self.definition.problems.as_ref()?;
        let (answer, cells) = problems.find(&self.definition.game, at)?;
        Some((self.definition.move_view(at, answer), cells))
    }

    fn judge_problem(
        &self,
        goal: &str,
        target: &[usize],
        mv: &str,
    ) -> Result<Option<Judged>, LabError> {
        let definition = &self.definition;
        let Some(problems) = &definition.problems else {
            return Err(LabError::Usage(format!(
                "{} has no problems that can be judged",
                definition.info.id
            )));
        };
        if !problems.goals().contains(&goal) {
            let known = problems.goals().join(" ");
            let goal = shorten(goal);
            let reason = format!("unknown goal {goal:?}; there are {known}");
            return Err(LabError::Usage(reason));
        }
        let (game, at) = (&definition.game, self.line.last());
        let cells = game.diagram(at).cells.len();
        if let Some(cell) = target.iter().find(|&&cell| cell >= cells) {
            let reason = format!("expected a cell below {cells}, got {cell}");
            return Err(LabError::Input(reason));
        }
        let wrong = |error| LabError::Move {
            ply: self.line.ply() + 1,
            error,
        };
        let mv = definition.read_move(at, mv).map_err(wrong)?;
        if !self.legal().contains(&mv) {
            let text = game.write_move(at, mv);
            return Err(wrong(ReadError::new("", "a legal move", &text)));
        }
        let judged = problems.judge(game, at, goal, target, mv);
        Ok(judged.map(|judged| {
            let mut after = self.line.clone();
            after.push(game, mv);
            let refutation = judged.refutation;
            Judged {
                right: judged.right,
                refutation: refutation.map(|mv| definition.move_view(after.last(), mv)),
            }
        }))
    }

    fn explain(&self) -> Option<Explanation> {
        let teach = self.definition.teach.as_ref()?;
        teach.explain(&self.definition.game, &self.line)
    }

    fn estimate(&self) -> Option<f32> {
        let teach = self.definition.teach.as_ref()?;
        teach.estimate(&self.definition.game, self.line.last())
    }

    fn view(&self) -> View {
        let PositionView {
            position,
            side,
            in_check,
            situation,
            diagram,
            legal,
        } = self.position_view();
        View {
            game: self.definition.info.spec.clone(),
            start: self.start(),
            position,
            side,
            in_check,
            situation,
            diagram,
            legal,
            played: self.spelled_from(0),
            outcome: self.outcome_view(),
        }
    }

    fn position_view(&self) -> PositionView {
        let (game, at) = (&self.definition.game, self.line.last());
        let view = |mv| self.definition.move_view(at, mv);
        let mut legal: Vec<MoveView> = self.legal().into_iter().map(view).collect();
        MoveView::sort(&mut legal);
        PositionView {
            position: game.write_position(at),
            side: game.turn(at),
            in_check: self.definition.in_check(at),
            situation: game.situation(at),
            diagram: game.diagram(at),
            legal,
        }
    }

    fn start(&self) -> String {
        self.definition.game.write_position(self.line.start())
    }

    fn position(&self) -> String {
        self.definition.game.write_position(self.line.last())
    }

    fn ply(&self) -> usize {
        self.line.ply()
    }

    fn played(&self) -> Vec<MoveView> {
        self.spelled_from(0)
    }

    fn turn(&self) -> Side {
        self.line.turn(&self.definition.game)
    }

    fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    fn outcome(&self) -> Option<OutcomeView> {
        self.outcome_view()
    }

    fn play(&mut self, text: &str) -> Result<(), LabError> {
        self.step(text.trim(), Judge::Always)
    }

    fn try_play(&mut self, moves: &[&str]) -> Result<Played, LabError> {
        let (side, from) = (self.turn(), self.line.ply());
        let mut failed = None;
        for (done, text) in moves.iter().enumerate() {
            if done > 0 && self.turn() != side {
                failed = Some(LabError::TurnOver {
                    done,
                    moves: moves.len(),
                });
                break;
            }
            if let Err(error) = self.step(text.trim(), Judge::Always) {
                failed = Some(error);
                break;
            }
        }
        if let Some(error) = failed {
            while self.line.ply() > from {
                self.pop();
            }
            self.ended = self.line.outcome(&self.definition.game);
            return Err(error);
        }
        Ok(Played {
            moves: self.spelled_from(from),
            turn: self.turn(),
            outcome: self.outcome_view(),
        })
    }

    fn fork(&self) -> Box<dyn AnySession> {
        Box::new(self.copy())
    }

    fn fork_at(&self, ply: usize) -> Box<dyn AnySession> {
        let mut fork = self.copy();
        fork.outside = None;
        if ply < fork.line.ply() {
            while fork.line.ply() > ply {
                fork.pop();
            }
            fork.ended = fork.line.outcome(&fork.definition.game);
        }
        Box::new(fork)
    }

    fn take_back(&mut self) -> bool {
        if self.outside.take().is_some() {
            return true;
        }
        let taken = self.pop();
        self.ended = self.line.outcome(&self.definition.game);
        taken
    }

    fn resign(&mut self, side: Side) -> Result<(), LabError> {
        self.end(Some(!side), "resign")
    }

    fn end(&mut self, winner: Option<Side>, reason: &str) -> Result<(), LabError> {
        if let Some(outcome) = self.final_ending() {
            return Err(LabError::Over(outcome));
        }
        let known = OUTSIDE_REASONS.iter().find(|known| **known == reason);
        let Some(&reason) = known else {
            let (reason, known) = (shorten(reason), OUTSIDE_REASONS.join(" "));
            return Err(LabError::Usage(format!(
                "expected an end that is not on the board ({known}), got {reason:?}"
            )));
        };
        self.outside = Some(Outcome {
            winner,
            reason,
            margin: None,
        });
        Ok(())
    }

    fn think(
        &mut self,
        player: &PlayerSpec,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, LabError> {
        if let Some(outcome) = self.ending() {
            return Err(LabError::Over(outcome));
        }
        let place = (self.turn(), player.clone());
        let mut seat = match self.seats.remove(&place) {
            Some(seat) => seat,
            None => self.definition.seat(player)?,
        };
        let limits = limits.tighter(&seat.limits);
        if !self.only.is_empty() && !seat.player.search_moves(Some(&self.only)) {
            let reason =
                "expected a player whose search can be restricted to some moves".to_owned();
            let player = player.name().to_owned();
            return Err(LabError::Player { player, reason });
        }
        let mut bridge = Bridge {
            session: self,
            observer,
        };
        let game = &self.definition.game;
        let thought = seat
            .player
            .think(game, &self.line, &limits, &mut bridge)
            .map_err(|fault| LabError::Engine(fault.to_string()));
        seat.player.search_moves(None);
        self.seats.insert(place, seat);
        Ok(self.report(&thought?))
    }

    fn find_mate(
        &mut self,
        request: &MateRequest,
        observer: &mut dyn Observer,
    ) -> Result<MateReport, LabError> {
        if let Some(outcome) = self.ending() {
            return Err(LabError::Over(outcome));
        }
        let (definition, line) = (&*self.definition, &self.line);
        Ok(mate::find(definition, line, &self.only, request, observer))
    }

    fn search_moves(&mut self, moves: &[&str]) -> Result<(), LabError> {
        let (legal, at) = (self.legal(), self.line.last());
        let ply = self.line.ply() + 1;
        let wrong = |error| LabError::Move { ply, error };
        let mut only = Vec::with_capacity(moves.len());
        for text in moves {
            let mv = self.definition.read_move(at, text).map_err(wrong)?;
            if !legal.contains(&mv) {
                return Err(wrong(ReadError::new("", "a legal move", text)));
            }
            only.push(mv);
        }
        self.only = only;
        Ok(())
    }

    fn move_to(&mut self, place: &Place<'_>) -> Result<(), LabError> {
        let seats = std::mem::take(&mut self.seats);
        match Session::open(&self.definition, place) {
            Ok(there) => {
                *self = Session { seats, ..there };
                Ok(())
            }
            Err(error) => {
                self.seats = seats;
                Err(error)
            }
        }
    }

    fn new_game(&mut self) {
        self.seats.clear();
    }

    fn give_turn(&mut self, side: Side) -> Result<(), LabError> {
        self.give_turn_to(side)
    }

    fn set_cells(&mut self, changes: &[(usize, Option<&str>)]) -> Result<(), LabError> {
        self.change_cells(changes)
    }

    fn set_position(&mut self, text: &str) -> Result<(), LabError> {
        let read = self.definition.game.read_position(text);
        self.alter(read.map_err(LabError::Position)?);
        Ok(())
    }

    fn resume_play(&mut self) -> Result<(), LabError> {
        self.resume_after_stop()
    }

    fn undo_change(&mut self) -> bool {
        let undone = self.line.undo_alter();
        self.changed();
        undone
    }

    fn play_on(&mut self, text: &str) -> Result<(), LabError> {
        self.step(text.trim(), Judge::Last)
    }

    fn disregard_past(&mut self) {
        self.ended = self.definition.game.outcome(self.line.last());
    }

    fn is_stopped(&self) -> bool {
        self.play_has_stopped()
    }

    fn together(&self, cell: usize) -> Vec<usize> {
        self.pieces_together(cell)
    }

    fn count(&self, dead: &[usize]) -> Option<CountView> {
        self.counted(dead)
    }

    fn settle(&mut self, dead: &[usize]) -> Result<(), LabError> {
        let outcome = self.agreed(dead)?;
        self.outside = Some(outcome);
        Ok(())
    }

    fn judge_dead(&mut self, player: &PlayerSpec) -> Result<Option<Vec<usize>>, LabError> {
        let place = (self.turn(), player.clone());
        let mut seat = match self.seats.remove(&place) {
            Some(seat) => seat,
            None => self.definition.seat(player)?,
        };
        let dead = seat.player.dead(&self.definition.game, &self.line);
        self.seats.insert(place, seat);
        Ok(dead)
    }

    fn commands(&self) -> &'static [ConsoleCommand] {
        self.own_commands()
    }

    fn obey(&mut self, name: &str, args: &[&str]) -> Result<String, String> {
        self.obey_command(name, args)
    }

    fn history(&self) -> History {
        self.all_steps()
    }

    fn terms(&self) -> Vec<Term> {
        let Some(explain) = self.definition.explain.as_ref().filter(|_| !self.is_over()) else {
            return Vec::new();
        };
        explain.terms(&self.definition.game, self.line.last())
    }

    fn terms_of(&self, player: &str) -> Vec<Term> {
        let mut own = self.definition.explained_players.iter();
        match own.find(|(name, _)| *name == player) {
            Some((_, explain)) if !self.is_over() => {
                explain.terms(&self.definition.game, self.line.last())
            }
            Some(_) => Vec::new(),
            None => self.terms(),
        }
    }

    fn overlay(&self, layer: &str) -> Result<Overlay, LabError> {
        if layer == EVALUATION && self.definition.explain.is_some() {
            let bar = |term: Term| Bar {
                name: format!("term-{}", term.name.replace('_', "-")),
                first: term.first as f32,
                second: term.second as f32,
            };
            return Ok(Overlay {
                bars: self.terms().into_iter().map(bar).collect(),
                ..Overlay::default()
            });
        }
        let teach = self.definition.teach.as_ref();
        let drawn = teach.and_then(|teach| {
            let game = &self.definition.game;
            teach.overlay(game, self.line.last(), layer)
        });
        drawn.ok_or_else(|| self.unknown_layer(layer))
    }

    fn facts(&self, layer: &str) -> Result<Option<Facts>, LabError> {
        if !self.definition.layers().contains(&layer) {
            return Err(self.unknown_layer(layer));
        }
        let teach = self.definition.teach.as_ref();
        let game = &self.definition.game;
        Ok(teach.and_then(|teach| teach.facts(game, self.line.last(), layer)))
    }

    fn refusals(&self, from: usize) -> Vec<Refusal> {
        let teach = self.definition.teach.as_ref().filter(|_| !self.is_over());
        let refused =
            teach.map(|teach| teach.refusals(&self.definition.game, self.line.last(), from));
        refused.unwrap_or_default()
    }

    fn record(&self) -> Record {
        let game = &self.definition.game;
        let played = self.line.positions().iter().zip(self.line.moves());
        Record {
            game: self.definition.info.spec.clone(),
            start: self.start(),
            moves: played.map(|(at, &mv)| game.write_move(at, mv)).collect(),
            outside: self.outside.map(Into::into),
        }
    }

    fn game_record(&self, players: [Option<String>; 2]) -> GameRecord {
        GameRecord {
            players,
            result: self.ending().map(Ending::from),
            ..GameRecord::of_line(
                &self.definition.game,
                &self.definition.info.spec,
                &self.line,
            )
        }
    }

    fn write_record(&self, format: &str, players: [Option<String>; 2]) -> Result<String, LabError> {
        let record = self.game_record(players);
        self.definition.records().write(format, &[record])
    }
}

impl<G: Notation + Picture> Session<G> {
    /// The same game without its players.
    fn copy(&self) -> Self {
        Session {
            definition: Arc::clone(&self.definition),
            line: self.line.clone(),
            ended: self.ended,
            outside: self.outside,
            only: self.only.clone(),
            spelled: self.spelled.clone(),
            seats: HashMap::new(),
        }
    }

    fn report(&self, thought: &Thought<G::Move>) -> Report {
        let at = self.line.last();
        let lines = thought.variations.iter().map(|variation| LineView {
            score: variation.score.map(ScoreView::from),
            moves: self.moves_view(at, &variation.moves),
        });
        Report {
            best: self.definition.move_view(at, thought.best),
            resigns: thought.resigns,
            lines: lines.collect(),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds: thought.time.as_secs_f64(),
            details: thought.details.clone(),
            notes: thought.notes.clone(),
        }
    }
}

/// Carries reports out of the typed world.
struct Bridge<'a, G: Notation + Picture> {
    session: &'a Session<G>,
    observer: &'a mut dyn Observer,
}

impl<G: Notation + Picture> yomikiri_game_api::Observer<G> for Bridge<'_, G> {
    fn report(&mut self, thought: &Thought<G::Move>) {
        self.observer.report(&self.session.report(thought));
    }

    fn stats(&mut self, stats: SearchStats) {
        self.observer.stats(stats);
    }

    fn stop(&self) -> bool {
        self.observer.stop()
    }
}
