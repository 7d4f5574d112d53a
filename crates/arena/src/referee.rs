//! One game between two contestants, every move checked.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use yomikiri_game_api::{Line, Notation, Probe, Side, Value};

use crate::contestant::{Ask, Contestant, Fault, FaultKind};
use crate::limits::{Clock, SideLimits};
use crate::played::{Played, PlayedMove};

/// The rules of a match beyond those of the game. Everything is off unless set.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Adjudication {
    /// A game of so many plies (the opening's included) is a draw.
    pub max_plies: Option<u32>,
    /// A game is won when both judge it so by this many points for this many moves in a row.
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
    /// Whether times are worth recording.
    pub(crate) timed: bool,
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
        contestants: &mut [Box<dyn Contestant<G>>; 2],
    ) -> Option<(Played, Line<G>)> {
        let game = self.game;
        let mut line = self.opening.clone();
        let mut played = self.begin(&line);
        let mut clocks =
            [Side::First, Side::Second].map(|side| Clock::new(self.limits[self.participant(side)]));
        let mut agreement = Agreement::default();
        let mut legal = Vec::new();
        loop {
            if let Some(outcome) = line.outcome(game) {
                played.end(outcome.winner, outcome.reason);
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
                // A past that forbids every move is nobody's win.
                played.end(None, "adjudication");
                break;
            }
            let ask = Ask {
                clock: &clocks[side.index()],
                dials: [clocks[0].dial(), clocks[1].dial()],
                stop: self.stop,
            };
            let contestant = &mut contestants[self.participant(side)];
            let used_before = contestant.processor_time();
            let begun = Instant::now();
            let chosen = catch_unwind(AssertUnwindSafe(|| contestant.choose(game, &line, &ask)));
            let spent = begun.elapsed();
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            if let (true, Some(before)) = (self.timed, used_before) {
                let used = contestant.processor_time().unwrap_or(before);
                played.used(self.participant(side), used.saturating_sub(before));
            }
            let chosen = chosen.unwrap_or_else(|panic| Err(panicked(&panic)));
            let choice = match chosen {
                Ok(choice) => choice,
                Err(fault) => {
                    played.forfeit(side, fault);
                    break;
                }
            };
            if !clocks[side.index()].spend(spent) {
                let text = format!("thought for {} ms", spent.as_millis());
                played.forfeit(side, Fault::new(FaultKind::Time, text));
                break;
            }
            if !legal.contains(&choice.mv) {
                let text = format!("played {:?} where it is not legal", choice.mv);
                played.forfeit(side, Fault::new(FaultKind::IllegalMove, text));
                break;
            }
            agreement.hear(side, choice.score);
            played.moves.push(PlayedMove {
                text: game.write_move(line.last(), choice.mv),
                score: choice.score,
                time_ms: self.timed.then_some(spent.as_millis() as u64),
            });
            line.push(game, choice.mv);
        }
        Some((played, line))
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
            fault: None,
            processor_us: None,
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

fn panicked(panic: &(dyn std::any::Any + Send)) -> Fault {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "no message".to_owned());
    Fault::new(FaultKind::Crash, format!("the player panicked: {text}"))
}

/// For how many moves in a row both sides have judged the game as won by the same side.
#[derive(Default)]
struct Agreement {
    /// The latest judgements, seen by First.
    heard: Vec<Option<i32>>,
}

impl Agreement {
    fn hear(&mut self, side: Side, score: Option<i32>) {
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
        let all = |test: &dyn Fn(i32) -> bool| last.iter().all(|score| score.is_some_and(test));
        if all(&|score| score >= points) {
            Some(Side::First)
        } else if all(&|score| score <= -points) {
            Some(Side::Second)
        } else {
            None
        }
    }
}
