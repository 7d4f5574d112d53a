//! The conversation with an engine.

use std::time::{Duration, Instant};

use yomikiri_game_api::{
    FaultKind, Limits, Line, Notation, Observer, Player, PlayerFault, Score, Side, Thought,
    Variation, Verdict,
};
use yomikiri_protocols::{Answer, Dialect, Protocol, Thinking, go_lines, read_answer};

use super::command::EngineCommand;
use super::process::{Process, Silence};

/// How long an engine may take to start.
const START: Duration = Duration::from_secs(10);
/// How much longer than a limit of time we wait before we call it hanging.
const GRACE: Duration = Duration::from_millis(500);
/// How long we stay deaf to Ctrl-C.
const SLICE: Duration = Duration::from_millis(50);
/// The shortest wait between two looks at an engine's CPU time.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// An engine in its own process.
pub struct Outside {
    process: Process,
    command: EngineCommand,
    dialect: Dialect,
    /// What an engine with move-by-move protocols knows: start and moves.
    told: Option<(String, Vec<String>)>,
    /// Whether xboard moves are prefixed with `usermove`.
    usermove: bool,
    /// Whether it answers pings (all but some xboard engines).
    pings: bool,
    /// Whether it answers soon when it is told to stop.
    stops: bool,
    /// Time by the wall clock for each second of its CPU time, in its last moves.
    wall_per_cpu: f64,
}

/// One request for a move.
struct Request<'a> {
    limits: &'a Limits,
    /// When the answer counts as never coming.
    patience: Duration,
    stop: &'a dyn Fn() -> bool,
}

/// An engine's answer.
enum Reply {
    /// A move in our notation.
    Move(String),
    Resign,
    /// No move, in these words.
    NoMove(String),
}

impl Outside {
    /// Starts an engine and greets it.
    pub fn start(command: &EngineCommand, dialect: Dialect) -> Result<Self, PlayerFault> {
        let name = command.words.first().cloned().unwrap_or_default();
        let process = Process::start(&command.words)
            .map_err(|error| PlayerFault::new(FaultKind::Start, format!("{name}: {error}")))?;
        let mut engine = Outside {
            process,
            command: command.clone(),
            stops: dialect.protocol.stop().is_some(),
            dialect,
            told: None,
            usermove: false,
            pings: true,
            wall_per_cpu: 1.0,
        };
        engine.greet()?;
        Ok(engine)
    }

    fn protocol(&self) -> Protocol {
        self.dialect.protocol
    }

    fn greet(&mut self) -> Result<(), PlayerFault> {
        let protocol = self.protocol();
        for line in protocol.hello() {
            self.process.send(line);
        }
        let deadline = Instant::now() + START.min(self.command.timeout);
        let mut offered = Vec::new();
        loop {
            let line = match self.process.line(deadline) {
                Ok(line) => line,
                // Old xboard engines send no features at all.
                Err(Silence::Late) if protocol == Protocol::Xboard => {
                    self.pings = false;
                    break;
                }
                Err(silence) => {
                    let text = format!("no {protocol} greeting");
                    return Err(self.fault(FaultKind::Start, silence, &text));
                }
            };
            offered.extend(protocol.offered_option(&line).map(str::to_owned));
            self.usermove |= line.contains("usermove=1");
            if protocol.is_welcome(&line) {
                break;
            }
        }
        let variant = self.dialect.variant().map(str::to_owned);
        let variant_option = offered.iter().find(|name| name.ends_with("_Variant"));
        if let (Some(variant), Some(option)) = (variant, variant_option) {
            self.set_option(option, &variant);
        }
        // UCCI counts seconds by default; we use milliseconds.
        if offered.iter().any(|name| name == "usemillisec") {
            self.set_option("usemillisec", "true");
        }
        for (name, value) in self.command.options.clone() {
            self.set_option(&name, &value);
        }
        self.ping(FaultKind::Start)
    }

    fn set_option(&mut self, name: &str, value: &str) {
        if let Some(line) = self.protocol().set_option(name, value) {
            self.process.send(&line);
        }
    }

    /// Waits until the engine has handled all commands.
    fn ping(&mut self, kind: FaultKind) -> Result<(), PlayerFault> {
        if !self.pings {
            return Ok(());
        }
        let (ping, pong) = self.protocol().ping();
        self.process.send(ping);
        let deadline = Instant::now() + START.min(self.command.timeout);
        loop {
            match self.process.line(deadline) {
                Ok(line) if line.trim().starts_with(pong) => return Ok(()),
                Ok(line) if self.protocol() == Protocol::Gtp && line.trim().starts_with('?') => {
                    return Err(PlayerFault {
                        kind,
                        text: format!("it complains: {}", line.trim()),
                        stderr: self.process.stderr(),
                    });
                }
                Ok(_) => {}
                Err(silence) => return Err(self.fault(kind, silence, &format!("no {pong}"))),
            }
        }
    }

    fn fault(&mut self, kind: FaultKind, silence: Silence, text: &str) -> PlayerFault {
        let how = match silence {
            Silence::Late => "it does not answer".to_owned(),
            Silence::Gone => match self.process.ending() {
                Some(status) => format!("it ended ({status})"),
                None => "it closed its output".to_owned(),
            },
        };
        PlayerFault {
            kind,
            text: format!("{text}: {how}"),
            stderr: self.process.stderr(),
        }
    }

    /// Sends the current position to the engine.
    fn tell<G: Notation>(&mut self, game: &G, line: &Line<G>) -> Result<(), PlayerFault> {
        let start = game.write_position(line.start());
        let played = line.positions().iter().zip(line.moves());
        let moves: Vec<String> = played.map(|(at, &mv)| game.write_move(at, mv)).collect();
        if !matches!(self.protocol(), Protocol::Xboard | Protocol::Gtp) {
            let text = self.dialect.position(&start, &moves);
            self.process.send(&text);
            return Ok(());
        }
        let known = match &self.told {
            Some((begun, told)) if *begun == start && moves.starts_with(told) => told.len(),
            _ => {
                let lines = self.dialect.set_up(&start);
                let lines = lines.map_err(|text| PlayerFault::new(FaultKind::Start, text))?;
                for line in lines {
                    self.process.send(&line);
                }
                0
            }
        };
        for (at, mv) in line.positions().iter().zip(&moves).skip(known) {
            let text = self.dialect.tell(game.turn(at), mv, self.usermove);
            self.process.send(&text);
        }
        self.told = Some((start, moves));
        // Answers to all this must not be taken for a move.
        match self.protocol() {
            Protocol::Gtp => self.ping(FaultKind::Crash),
            _ => Ok(()),
        }
    }

    /// Lets the engine think; returns its answer and search information.
    fn think_text(
        &mut self,
        mover: Side,
        request: &Request<'_>,
    ) -> Result<(Reply, Thinking), PlayerFault> {
        let protocol = self.protocol();
        let used_before = request
            .limits
            .cpu
            .and_then(|_| self.process.processor_time());
        for line in go_lines(request.limits, protocol, mover) {
            self.process.send(&line);
        }
        let deadline = Instant::now() + request.patience;
        let mut thinking = Thinking::default();
        let mut last = String::new();
        // Its CPU time, until it is told to stop.
        let mut cpu = request.limits.cpu.filter(|_| self.stops);
        loop {
            let mut wait = SLICE;
            if let (Some(limit), Some(before)) = (cpu, used_before) {
                let now = self.process.processor_time().unwrap_or(before);
                let left = limit.saturating_sub(now.saturating_sub(before));
                if left.is_zero() {
                    cpu = None;
                    if let Some(stop) = protocol.stop() {
                        self.process.send(stop);
                    }
                } else {
                    // With several threads it may use its time faster than the wall clock runs.
                    wait = (left / 2).clamp(SHORTEST_WAIT, SLICE);
                }
            }
            let slice = deadline.min(Instant::now() + wait);
            let line = match self.process.line(slice) {
                Ok(line) => line,
                Err(Silence::Late) if (request.stop)() => {
                    self.process.send("stop");
                    return Err(PlayerFault::new(FaultKind::Time, "stopped"));
                }
                Err(Silence::Late) if Instant::now() < deadline => continue,
                Err(Silence::Late) => {
                    let ms = request.patience.as_millis();
                    let mut text = format!("no move within {ms} ms");
                    if !last.is_empty() {
                        text += &format!("; it last said {last:?}");
                    }
                    return Err(self.fault(FaultKind::Time, Silence::Late, &text));
                }
                Err(silence) => return Err(self.fault(FaultKind::Crash, silence, "no move")),
            };
            match read_answer(protocol, &line) {
                Answer::Move(text) => {
                    let own = self.dialect.read_move(&text);
                    if protocol == Protocol::Xboard {
                        self.process.send("force");
                    }
                    if let Some((_, moves)) = &mut self.told {
                        moves.push(own.clone());
                    }
                    return Ok((Reply::Move(own), thinking));
                }
                Answer::Resign => return Ok((Reply::Resign, thinking)),
                // Who sees itself mated has no move, either: that is giving up.
                Answer::NoMove if thinking.score.is_some_and(is_lost) => {
                    return Ok((Reply::Resign, thinking));
                }
                Answer::NoMove => {
                    let said = line.trim().chars().take(80).collect();
                    return Ok((Reply::NoMove(said), thinking));
                }
                Answer::Complaint(text) => {
                    return Err(PlayerFault {
                        kind: FaultKind::Crash,
                        text: format!("it complains: {text}"),
                        stderr: self.process.stderr(),
                    });
                }
                Answer::Thinking(seen) => {
                    thinking.score = seen.score.or(thinking.score);
                    thinking.depth = seen.depth.or(thinking.depth);
                    thinking.nodes = seen.nodes.or(thinking.nodes);
                }
                Answer::Nothing => last = line.chars().take(80).collect(),
            }
        }
    }

    /// The move of a text, if it is legal.
    fn read_move<G: Notation>(
        &mut self,
        game: &G,
        line: &Line<G>,
        text: &str,
    ) -> Result<G::Move, PlayerFault> {
        game.read_move(line.last(), text).map_err(|error| {
            let mut text = error.to_string();
            if text.len() > 300 {
                text = format!("expected a legal move, got {:?}", error.got);
            }
            PlayerFault {
                kind: FaultKind::IllegalMove,
                text,
                stderr: self.process.stderr(),
            }
        })
    }

    /// The limits that are sent: where an engine cannot be stopped by its CPU time, the time by the wall clock in
    /// which it is likely to use it.
    fn sent_limits(&self, limits: &Limits) -> Limits {
        let mut sent = limits.clone();
        if let (Some(cpu), false) = (limits.cpu, self.stops) {
            let wall = cpu.mul_f64(self.wall_per_cpu);
            sent.time = Some(sent.time.map_or(wall, |time| time.min(wall)));
        }
        sent
    }

    /// Learns how the engine keeps a limit of CPU time.
    fn learn(&mut self, cpu: Duration, used: Duration, wall: Duration) {
        if self.stops && used > cpu * 2 + Duration::from_millis(50) {
            self.stops = false;
        }
        if !used.is_zero() {
            let ratio = (wall.as_secs_f64() / used.as_secs_f64()).clamp(0.05, 50.0);
            self.wall_per_cpu += 0.25 * (ratio - self.wall_per_cpu);
        }
    }

    fn greet_game(&mut self) -> Result<(), PlayerFault> {
        self.told = None;
        if let Some(line) = self.protocol().new_game() {
            self.process.send(line);
        }
        self.ping(FaultKind::Crash)
    }
}

/// Whether the mover is mated by force.
fn is_lost(score: Score) -> bool {
    matches!(score.verdict(), Verdict::LossIn(_))
}

impl<G: Notation> Player<G> for Outside {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let begun = Instant::now();
        let by_time = limits.time.map(|time| time + 4 * GRACE);
        let by_deadline = limits.deadline.map(|deadline| deadline + GRACE);
        let patience = by_deadline.or(by_time).unwrap_or(self.command.timeout);
        self.tell(game, line)?;
        let sent = self.sent_limits(limits);
        let used_before = limits.cpu.and_then(|_| self.process.processor_time());
        let (reply, thinking) = {
            let request = Request {
                limits: &sent,
                patience,
                stop: &|| observer.stop(),
            };
            self.think_text(line.turn(game), &request)?
        };
        if let (Some(cpu), Some(before)) = (limits.cpu, used_before) {
            let now = self.process.processor_time().unwrap_or(before);
            self.learn(cpu, now.saturating_sub(before), begun.elapsed());
        }
        let (mv, resigns) = match reply {
            Reply::Move(text) => (self.read_move(game, line, &text)?, false),
            Reply::NoMove(said) => {
                let score = match thinking.score {
                    Some(score) => format!("; its last score is {}", score.0),
                    None => String::new(),
                };
                let text = format!("no move where moves are legal: {said:?}{score}");
                return Err(PlayerFault::new(FaultKind::NoMove, text));
            }
            Reply::Resign => {
                let mut legal = Vec::new();
                line.legal_moves(game, &mut legal);
                let any = legal.first().copied();
                let none = || PlayerFault::new(FaultKind::Crash, "resigned a finished game");
                (any.ok_or_else(none)?, true)
            }
        };
        let thought = Thought {
            best: mv,
            resigns,
            variations: vec![Variation {
                score: thinking.score,
                moves: vec![mv],
            }],
            depth: thinking.depth.unwrap_or(0),
            nodes: thinking.nodes.unwrap_or(0),
            time: begun.elapsed(),
            details: Vec::new(),
            notes: Vec::new(),
        };
        observer.report(&thought);
        Ok(thought)
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.greet_game()
    }

    fn processor_time(&self) -> Option<Duration> {
        self.process.processor_time()
    }
}
