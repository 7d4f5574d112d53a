//! Many games on several threads, the same whatever their number.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use yomikiri_game_api::{FaultKind, Notation, Player, PlayerFault, Probe};

use crate::cpu_limit::CpuLimit;
use crate::opening::{OpeningError, Openings};
use crate::participant::Participant;
use crate::played::Played;
use crate::referee::{Adjudication, MatchGame};
use crate::regret;
use crate::run_dir::Keeper;
use crate::seeds::{Role, derive};
use crate::stats::{Decision, Pentanomial, Sprt, Trinomial};

/// The plan of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// How many games; even if sides are swapped.
    pub games: u64,
    /// Whether every opening is played twice with sides swapped. Otherwise the first-named
    /// participant always plays First.
    pub swap: bool,
    /// Everything random follows from it.
    pub seed: u64,
    /// The openings.
    pub openings: Openings,
    /// When games end early.
    pub adjudication: Adjudication,
    /// A test that may end the match.
    pub sprt: Option<Sprt>,
    /// Number of concurrent games. Does not affect results.
    pub concurrency: usize,
    /// Whether the first fault ends the match.
    pub stop_on_fault: bool,
}

impl Plan {
    /// A plan of this many games with swapped sides from the start position.
    pub fn new(games: u64, seed: u64) -> Self {
        Plan {
            games,
            swap: true,
            seed,
            openings: Openings::Start,
            adjudication: Adjudication::default(),
            sprt: None,
            concurrency: 1,
            stop_on_fault: false,
        }
    }

    /// The pair of a game.
    pub fn pair(&self, number: u64) -> u64 {
        if self.swap { number / 2 } else { number }
    }

    /// The participant who plays First in a game.
    pub fn first(&self, number: u64) -> usize {
        if self.swap { (number % 2) as usize } else { 0 }
    }

    /// Games in a unit of evidence.
    fn unit(&self) -> u64 {
        if self.swap { 2 } else { 1 }
    }
}

/// A match that could not be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// An opening cannot be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player could not be made.
    #[error("{name}: {fault}")]
    Start {
        /// The participant.
        name: String,
        /// Why.
        fault: PlayerFault,
    },
    /// Games are to be ended by a table, and there is none.
    #[error("games are to be ended by a solved table of the game, and there is none")]
    NoTable,
    /// A finished game could not be saved.
    #[error("keeping a finished game: {0}")]
    Keep(std::io::Error),
    /// Games that are played elsewhere do not come.
    #[error("{0}")]
    Elsewhere(String),
}

/// The progress of a match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// Games finished, those of an earlier run included.
    pub finished: u64,
    /// Games planned.
    pub planned: u64,
    /// The finished games, seen by the first-named participant.
    pub counts: Trinomial,
    /// The state of a test.
    pub llr: Option<f64>,
}

/// A match that is over, or was stopped.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Finished {
    /// The finished games that count, in the order of their numbers.
    pub games: Vec<Played>,
    /// Games finished after the decision: saved, but not counted.
    pub after_stop: u64,
    /// The decision of the test.
    pub decision: Option<Decision>,
    /// Whether all that was planned is done (or decided).
    pub complete: bool,
    /// The CPU time a move that each participant was to use.
    pub cpu: [Option<Duration>; 2],
}

/// Plays games of a match somewhere else.
pub trait Elsewhere {
    /// Has these games played, and hands over each finished one, until all are there, `take` says that it is
    /// enough, or `stop` is set.
    fn play(
        &self,
        pending: &[u64],
        stop: &AtomicBool,
        take: &mut dyn FnMut(Played) -> bool,
    ) -> Result<(), RunError>;
}

/// A match between two participants.
pub struct Match<'a, G: Notation> {
    /// The rules.
    pub game: &'a G,
    /// The two participants, in the order of the command line.
    pub participants: [Participant<G>; 2],
    /// A table for exact regret and balanced openings.
    pub probe: Option<Arc<dyn Probe<G>>>,
}

/// Called for every finished game; an error ends the match.
pub type OnGame<'a> = &'a mut dyn FnMut(&Played, &Progress) -> std::io::Result<()>;

/// Takes a finished game, or why there is none; `false`: no more are wanted.
type Take<'t> = &'t mut dyn FnMut(Result<Played, RunError>) -> bool;

impl<G: Notation> Match<'_, G> {
    /// Plays the remaining games of a plan. `stop` ends it at once: unfinished games are dropped.
    pub fn run(
        &self,
        plan: &Plan,
        done: Vec<Played>,
        stop: &AtomicBool,
        on_game: OnGame<'_>,
    ) -> Result<Finished, RunError> {
        self.run_with(plan, done, stop, on_game, |pending, take| {
            self.play_here(plan, pending, stop, take)
        })
    }

    /// The same with games that are played elsewhere: in the same order of events the results are the same.
    pub fn run_elsewhere(
        &self,
        elsewhere: &dyn Elsewhere,
        plan: &Plan,
        done: Vec<Played>,
        stop: &AtomicBool,
        on_game: OnGame<'_>,
    ) -> Result<Finished, RunError> {
        self.run_with(plan, done, stop, on_game, |pending, take| {
            elsewhere.play(pending, stop, &mut |mut game| {
                if let Err(error) = self.measure_regret(&mut game) {
                    return take(Err(error));
                }
                take(Ok(game))
            })
        })
    }

    /// One player for each participant, for games one after the other.
    pub fn worker<'w>(&'w self, plan: &'w Plan, stop: &'w AtomicBool) -> Worker<'w, G> {
        Worker {
            of: self,
            plan,
            stop,
            kept: [None, None],
            cpu_limits: [0, 1].map(|at| self.participants[at].limits.cpu.map(CpuLimit::new)),
        }
    }

    /// Whether a plan can be played at all.
    pub fn check(&self, plan: &Plan) -> Result<(), RunError> {
        plan.openings.check(self.game)?;
        match plan.adjudication.table && self.probe.is_none() {
            true => Err(RunError::NoTable),
            false => Ok(()),
        }
    }

    fn run_with(
        &self,
        plan: &Plan,
        done: Vec<Played>,
        stop: &AtomicBool,
        on_game: OnGame<'_>,
        play: impl FnOnce(&[u64], Take<'_>) -> Result<(), RunError>,
    ) -> Result<Finished, RunError> {
        self.check(plan)?;
        let mut results = Results::new(plan);
        for game in done {
            results.enter(game);
        }
        if results.decision.is_some() || stop.load(Ordering::Relaxed) {
            return Ok(self.close(results));
        }
        let pending: Vec<u64> = (0..plan.games)
            .filter(|number| !results.games.contains_key(number))
            .collect();
        let mut trouble = None;
        let mut take = |game: Result<Played, RunError>| {
            match game {
                Ok(game) => {
                    let faulty = game.fault.is_some();
                    results.enter(game.clone());
                    if let Err(error) = on_game(&game, &results.progress()) {
                        trouble.get_or_insert(RunError::Keep(error));
                    }
                    if results.decision.is_some() || faulty && plan.stop_on_fault {
                        return false;
                    }
                }
                Err(error) => {
                    trouble.get_or_insert(error);
                }
            }
            trouble.is_none()
        };
        let played = play(&pending, &mut take);
        match trouble {
            Some(error) => Err(error),
            None => played.map(|()| self.close(results)),
        }
    }

    fn close(&self, results: Results<'_>) -> Finished {
        Finished {
            cpu: [0, 1].map(|at| self.participants[at].limits.cpu),
            ..results.close()
        }
    }

    /// Adds what each move lost to a game that was played elsewhere.
    fn measure_regret(&self, game: &mut Played) -> Result<(), RunError> {
        let Some(probe) = self.probe.as_deref() else {
            return Ok(());
        };
        let keeper = Keeper::new(self.game, "", ["", ""]);
        let line = keeper.replay(game).map_err(RunError::Elsewhere)?;
        let from = game.opening_plies as usize;
        game.note_regret(regret::measure(self.game, &line, from, probe));
        Ok(())
    }

    fn play_here(
        &self,
        plan: &Plan,
        pending: &[u64],
        stop: &AtomicBool,
        take: Take<'_>,
    ) -> Result<(), RunError> {
        let threads = plan.concurrency.clamp(1, pending.len().max(1));
        let next = AtomicUsize::new(0);
        // No new games; those under way are finished.
        let enough = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            for _ in 0..threads {
                let send = send.clone();
                let (next, enough) = (&next, &enough);
                scope.spawn(move || {
                    let mut worker = self.worker(plan, stop);
                    while !enough.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                        let taken = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&number) = pending.get(taken) else {
                            break;
                        };
                        let game = match worker.play(number) {
                            Ok(Some(game)) => Ok(game),
                            Ok(None) => break,
                            Err(error) => Err(error),
                        };
                        if send.send(game).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            for game in receive {
                if !take(game) {
                    enough.store(true, Ordering::Relaxed);
                }
            }
        });
        Ok(())
    }
}

/// One thread's players.
pub struct Worker<'a, G: Notation> {
    of: &'a Match<'a, G>,
    plan: &'a Plan,
    stop: &'a AtomicBool,
    /// The players of the last game, unless they failed.
    kept: [Option<Box<dyn Player<G>>>; 2],
    /// When each player's moves are stopped.
    cpu_limits: [Option<CpuLimit>; 2],
}

impl<G: Notation> Worker<'_, G> {
    /// Plays one game; `None` if the match was stopped.
    pub fn play(&mut self, number: u64) -> Result<Option<Played>, RunError> {
        let (game, plan) = (self.of.game, self.plan);
        let pair = plan.pair(number);
        let probe = self.of.probe.as_deref();
        let opening = plan.openings.line(game, plan.seed, pair, probe)?;
        let mut players = [self.player(0, number)?, self.player(1, number)?];
        let limits = [0, 1].map(|at| &self.of.participants[at].limits);
        let outside = [0, 1].map(|at| self.of.participants[at].outside);
        let match_game = MatchGame {
            game,
            number,
            pair,
            opening,
            first: plan.first(number),
            limits,
            adjudication: &plan.adjudication,
            stop: self.stop,
            table: probe.filter(|_| plan.adjudication.table),
            timed: limits.iter().any(|limits| limits.timed()) || outside.contains(&true),
            outside,
        };
        let Some((mut played, line)) = match_game.play(&mut players, &mut self.cpu_limits) else {
            return Ok(None);
        };
        if let Some(probe) = probe {
            let from = played.opening_plies as usize;
            played.note_regret(regret::measure(game, &line, from, probe));
        }
        // Players that failed are created again; a resignation is not a failure.
        let failed = played
            .fault
            .as_ref()
            .is_some_and(|f| !matches!(f.kind, FaultKind::Resign | FaultKind::NoMove));
        for (at, player) in players.into_iter().enumerate() {
            if !(failed && played.at_fault == Some(at)) {
                self.kept[at] = Some(player);
            }
        }
        Ok(Some(played))
    }

    /// The player of a participant, as good as new for the game.
    fn player(&mut self, at: usize, number: u64) -> Result<Box<dyn Player<G>>, RunError> {
        let participant = &self.of.participants[at];
        let mut kept = self.kept[at].take();
        let mut player = match kept.take_if(|kept| kept.new_game().is_ok()) {
            Some(kept) => kept,
            None => (participant.make)().map_err(|fault| RunError::Start {
                name: participant.name.clone(),
                fault,
            })?,
        };
        if let Some(own) = participant.seed {
            let role = [Role::One, Role::Two][at];
            player.reseed(derive(self.plan.seed, number, role) ^ own);
        }
        Ok(player)
    }
}

/// The finished games and the state of the test. The test counts pairs in the order of their
/// numbers, not in the order in which they finish.
struct Results<'a> {
    plan: &'a Plan,
    games: BTreeMap<u64, Played>,
    counts: Trinomial,
    /// Units in order that the test has seen.
    seen: u64,
    pairs: Pentanomial,
    singles: Trinomial,
    llr: Option<f64>,
    decision: Option<Decision>,
}

impl<'a> Results<'a> {
    fn new(plan: &'a Plan) -> Self {
        Results {
            plan,
            games: BTreeMap::new(),
            counts: Trinomial::default(),
            seen: 0,
            pairs: Pentanomial::default(),
            singles: Trinomial::default(),
            llr: plan.sprt.map(|_| 0.0),
            decision: None,
        }
    }

    fn enter(&mut self, game: Played) {
        if game.number >= self.plan.games || self.games.contains_key(&game.number) {
            return;
        }
        self.counts.0[game.points_of_one()] += 1;
        self.games.insert(game.number, game);
        let Some(sprt) = self.plan.sprt else {
            return;
        };
        while self.decision.is_none() {
            let unit = self.plan.unit();
            let numbers = self.seen * unit..(self.seen + 1) * unit;
            let games: Option<Vec<&Played>> = numbers.map(|n| self.games.get(&n)).collect();
            let Some(games) = games else {
                break;
            };
            let points: usize = games.iter().map(|game| game.points_of_one()).sum();
            self.seen += 1;
            let llr = if self.plan.swap {
                self.pairs.0[points] += 1;
                sprt.llr(&self.pairs)
            } else {
                self.singles.0[points] += 1;
                sprt.llr(&self.singles)
            };
            self.llr = Some(llr);
            self.decision = sprt.decide(llr);
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            finished: self.games.len() as u64,
            planned: self.plan.games,
            counts: self.counts,
            llr: self.llr,
        }
    }

    fn close(self) -> Finished {
        let unit = self.plan.unit();
        let total = self.games.len() as u64;
        let counted = match self.decision {
            Some(_) => self.seen * unit,
            None => u64::MAX,
        };
        let games = self.games.into_values();
        let games: Vec<Played> = games.filter(|game| game.number < counted).collect();
        Finished {
            after_stop: total - games.len() as u64,
            complete: self.decision.is_some() || total == self.plan.games,
            games,
            decision: self.decision,
            cpu: [None; 2],
        }
    }
}
