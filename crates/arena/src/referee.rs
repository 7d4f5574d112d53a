//! One game between two players, every move checked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use yomikiri_game_api::{
    FaultKind, Limits, Line, Notation, Player, PlayerFault, Probe, Score, Side, Value,
};

use crate::cpu_limit::CpuLimit;
use crate::limits::{Clock, SideLimits};
use crate::participant::StopObserver;
use crate::played::{Played, PlayedMove};
use crate::processor;

/// The rules of a match beyond those of the game. Everything is off unless set.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// A game of this many plies (including the opening) is a draw.
    pub max_plies: Option<u32>,
    /// Adjudicates a win when both players report at least this many points for this many moves in
    /// a row.
    pub score: Option<(i32, u32)>,
    /// A game ends with its exact value as soon as a table knows it.
    pub table: bool,
}

/// One game to be played.
pub(crate) struct MatchGame<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) number: u64,
    pub(crate) pair: u64,
    pub(crate) opening: Line<G>,
    /// Which participant (0 or 1) plays First.
    pub(crate) first: usize,
    /// The limits of the participants.
    pub(crate) limits: [&'a SideLimits; 2],
    pub(crate) adjudication: &'a Adjudication,
    pub(crate) stop: &'a AtomicBool,
    /// A table that ends games.
    pub(crate) table: Option<&'a dyn Probe<G>>,
    /// Whether to record times.
    pub(crate) timed: bool,
    /// Which participants run in their own process.
    pub(crate) outside: [bool; 2],
}

impl<G: Notation> MatchGame<'_, G> {
    /// The participant on a side.
    fn participant(&self, side: Side) -> usize {
        match side {
            Side::First => self.first,
            Side::Second => 1 - self.first,
        }
    }

    /// Plays to the end; `None` if the match was stopped meanwhile.
    pub(crate) fn play(
        &self,
        players: &mut [Box<dyn Player<G>>; 2],
        cpu_limits: &mut [Option<CpuLimit>; 2],
    ) -> Option<(Played, Line<G>)> {
        let game = self.game;
        let mut line = self.opening.clone();
        let mut played = self.begin(&line);
        let mut clocks =
            [Side::First, Side::Second].map(|side| Clock::new(self.limits[self.participant(side)]));
        let mut agreement = Agreement::default();
        let mut legal = Vec::new();
        // An outside engine may work for a moment after its answer: that belongs to its move, not to nobody.
        let mut counted =
            [0, 1].map(|at| self.outside[at].then(|| players[at].processor_time())?);
        loop {
            if let Some(outcome) = line.outcome(game) {
                played.end(outcome.winner, outcome.reason);
                played.margin = outcome.margin;
                break;
            }
            if self.is_too_long(&line) {
                played.end(None, "move-limit");
                break;
            }
            if let Some(winner) = agreement.winner(self.adjudication) {
                played.end(Some(winner), "adjudication");
                break;
            }
            if let Some(value) = self.exact(&line) {
                let side = line.turn(game);
                let winner = match value {
                    Value::Win => Some(side),
                    Value::Draw => None,
                    Value::Loss => Some(!side),
                };
                played.end(winner, "adjudication");
                break;
            }
            let side = line.turn(game);
            legal.clear();
            line.legal_moves(game, &mut legal);
            if legal.is_empty() {
                // If the history forbids every move, nobody wins.
                played.end(None, "adjudication");
                break;
            }
            let mut limits = limits_of(&clocks, side);
            let number = self.participant(side);
            let player = &mut *players[number];
            let used_before = match self.outside[number] {
                true => counted[number],
                false => processor::of_this_thread(),
            };
            let mut observer = StopObserver {
                stop: self.stop,
                cpu: None,
            };
            if let Some(limit) = &cpu_limits[number] {
                let ask_after = limit.ask_after();
                limits.cpu = Some(ask_after);
                limits.time = Some(
                    limits
                        .time
                        .map_or(limit.wall(), |time| time.min(limit.wall())),
                );
                let inside = used_before.filter(|_| !self.outside[number]);
                observer.cpu = inside.map(|before| before + ask_after);
            }
            let begun = Instant::now();
            let thought = catch_unwind(AssertUnwindSafe(|| {
                player.think(game, &line, &limits, &mut observer)
            }));
            let spent = begun.elapsed();
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let (true, Some(before)) = (self.timed, used_before) {
                let now = self.processor_time(number, player).unwrap_or(before);
                let used = now.saturating_sub(before);
                counted[number] = Some(now);
                played.used(number, used);
                if let Some(limit) = &mut cpu_limits[number] {
                    limit.learn(used);
                }
            }
            let thought = match thought.unwrap_or_else(|panic| Err(panicked(&panic))) {
                Ok(thought) => thought,
                Err(fault) => {
                    played.forfeit(side, fault);
                    break;
                }
            };
            if thought.resigns {
                played.forfeit(side, PlayerFault::new(FaultKind::Resign, "resigned"));
                break;
            }
            if !clocks[side.index()].spend(spent) {
                let text = format!("thought for {} ms", spent.as_millis());
                played.forfeit(side, PlayerFault::new(FaultKind::Time, text));
                break;
            }
            if !legal.contains(&thought.best) {
                let text = format!("played {:?} where it is not legal", thought.best);
                played.forfeit(side, PlayerFault::new(FaultKind::IllegalMove, text));
                break;
            }
            agreement.hear(side, thought.score());
            played.moves.push(PlayedMove {
                text: game.write_move(line.last(), thought.best),
                score: thought.score(),
                time_ms: self.timed.then_some(spent.as_millis() as u64),
            });
            line.push(game, thought.best);
        }
        Some((played, line))
    }

    /// The processor time of a participant so far: of its process, or of this thread.
    fn processor_time(&self, number: usize, player: &dyn Player<G>) -> Option<Duration> {
        match self.outside[number] {
            true => player.processor_time(),
            false => processor::of_this_thread(),
        }
    }

    fn begin(&self, opening: &Line<G>) -> Played {
        let game = self.game;
        let moves = opening.positions().iter().zip(opening.moves());
        let moves: Vec<PlayedMove> = moves
            .map(|(at, &mv)| PlayedMove::plain(game.write_move(at, mv)))
            .collect();
        Played {
            number: self.number,
            pair: self.pair,
            first: self.first,
            start: game.write_position(opening.start()),
            opening_plies: moves.len() as u32,
            moves,
            winner: None,
            reason: String::new(),
            margin: None,
            fault: None,
            at_fault: None,
            processor_us: None,
            processor_moves: [0; 2],
            regret: None,
            lost_by_ply: Vec::new(),
        }
    }

    /// The exact value for the mover, where a table ends games and knows it.
    fn exact(&self, line: &Line<G>) -> Option<Value> {
        let probed = self.table?.probe(self.game, line.last()).ok()?;
        probed.map(|probed| probed.value)
    }

    fn is_too_long(&self, line: &Line<G>) -> bool {
        let most = self.adjudication.max_plies;
        most.is_some_and(|most| line.ply() >= most as usize)
    }
}

/// The limits of the side to move, with both clocks where there is one.
fn limits_of(clocks: &[Clock; 2], side: Side) -> Limits {
    let clocks_shown = match [clocks[0].state(), clocks[1].state()] {
        [None, None] => None,
        shown => Some(shown.map(Option::unwrap_or_default)),
    };
    Limits {
        clocks: clocks_shown,
        ..clocks[side.index()].move_limits()
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> PlayerFault {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "no message".to_owned());
    PlayerFault::new(FaultKind::Crash, format!("the player panicked: {text}"))
}

/// Number of consecutive moves for which both sides agree on the winner.
#[derive(Default)]
struct Agreement {
    /// The latest scores, from First's view.
    heard: Vec<Option<Score>>,
}

impl Agreement {
    fn hear(&mut self, side: Side, score: Option<Score>) {
        let seen_by_first = score.map(|score| match side {
            Side::First => score,
            Side::Second => -score,
        });
        self.heard.push(seen_by_first);
    }

    fn winner(&self, adjudication: &Adjudication) -> Option<Side> {
        let (points, moves) = adjudication.score?;
        let needed = 2 * moves as usize;
        let from = self.heard.len().checked_sub(needed)?;
        let last = &self.heard[from..];
        let all = |test: &dyn Fn(i32) -> bool| {
            last.iter()
                .all(|score| score.is_some_and(|score| test(score.0)))
        };
        if all(&|score| score >= points) {
            Some(Side::First)
        } else if all(&|score| score <= -points) {
            Some(Side::Second)
        } else {
            None
        }
    }
}
