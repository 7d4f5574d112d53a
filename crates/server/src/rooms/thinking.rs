//! Engines in a room: setting them to work, taking their moves, asking them about a draw.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use yomikiri_lab::{LabError, Report, Side, StopFlag, Value};

use super::actor::{Actor, Committed, RoomCommand, Thinking};
use crate::engines::{Dead, Job, Lane, Question, Thought};
use crate::fair_queue::Asker;
use crate::messages::Seat;
use crate::network;
use crate::store::StoreError;
use crate::time::now_ms;
use crate::validate;

impl Actor {
    /// Sets the engine that is to move to work, and stops one that is no longer asked.
    pub(super) fn update_engine_job(&mut self) {
        let (seq, attended) = (self.room.seq(), self.is_attended());
        let idle = |thinking: &mut Thinking| thinking.seq != seq || !attended;
        if let Some(thinking) = self.thinking.take_if(idle) {
            thinking.stop.raise();
        }
        if self.thinking.is_some() || !attended {
            return;
        }
        if let Some((side, player)) = self.room.engine_to_judge() {
            let player = player.to_owned();
            return self.ask_what_is_dead(Some(side), Some(&player));
        }
        let Some((side, player)) = self.room.engine_to_move() else {
            return;
        };
        let allowance = self.registry.play_allowance();
        let game = &self.room.game;
        let Ok(spec) = validate::player(&**game, player, &allowance) else {
            tracing::warn!(room = self.room.id, player, "an engine is no longer there");
            return;
        };
        let seed = mix(self.room.setup.seed, self.room.ply() as u64);
        let spec = validate::with_defaults(&**game, spec, seed);
        let share = self.room.clocks.share(side);
        let stop = StopFlag::default();
        let (own, pace) = (self.own.clone(), self.registry.limits.pace);
        let begun = Instant::now();
        let runtime = tokio::runtime::Handle::current();
        let job = Job {
            lane: Lane::Play,
            asker: self.asker(),
            session: self.room.session.fork(),
            player: spec,
            limits: validate::limits(&allowance, share, 0),
            stop: stop.clone(),
            report: None,
            question: Question::Move(Box::new(move |thought| {
                runtime.spawn(async move {
                    sleep_until(begun + pace).await;
                    if let Some(own) = own.upgrade() {
                        let _ = own.send(RoomCommand::Thought { seq, thought }).await;
                    }
                });
            })),
        };
        self.thinking = Some(Thinking { seq, stop });
        if let Err(busy) = self.registry.engines.think(job) {
            tracing::warn!(
                room = self.room.id,
                reason = busy.body.message,
                "an engine waits"
            );
            let own = self.own.clone();
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(1)).await;
                if let Some(own) = own.upgrade() {
                    let busy = Err(LabError::Interrupted("busy".to_owned()));
                    let _ = own.send(RoomCommand::Thought { seq, thought: busy }).await;
                }
            });
        }
    }

    /// For whom the engines of this room think.
    fn asker(&self) -> Asker {
        Asker {
            address: self.presence.address().map(network::host),
            room: self.number,
        }
    }

    pub(super) async fn thought(&mut self, seq: u64, thought: Thought) -> Result<(), StoreError> {
        let asked = self
            .thinking
            .as_ref()
            .is_some_and(|thinking| thinking.seq == seq);
        if !asked || seq != self.room.seq() {
            return Ok(());
        }
        let committed = match &thought {
            Ok((_, report)) if report.resigns => {
                let winner = Some(!self.room.turn());
                let events = self.room.end(winner, "resign", now_ms());
                self.commit(events).await?
            }
            Ok((_, report)) => {
                metrics::counter!("yomikiri_engine_moves_total").increment(1);
                // Charged for thinking, not for waiting until a thread was free.
                let spent = (report.seconds * 1000.0) as u64;
                let running = self.room.clocks.running().is_some();
                let spent = if running { spent } else { 0 };
                let best = report.best.text.clone();
                match self.room.play_turn(&[best], spent) {
                    Ok(events) => self.commit(events).await?,
                    Err(error) => self.engine_failed(&error.body.message).await?,
                }
            }
            Err(LabError::Interrupted(_)) => {
                self.thinking = None;
                self.update_engine_job();
                return Ok(());
            }
            Err(error) => self.engine_failed(&error.to_string()).await?,
        };
        if committed == Committed::Refused {
            // The engine has its move and need not think again.
            self.later(RoomCommand::Thought { seq, thought });
        }
        Ok(())
    }

    /// Asks a player of this room what is dead, or the game's usual engine for somebody who waits in vain.
    pub(super) fn ask_what_is_dead(&mut self, side: Option<Side>, player: Option<&str>) {
        let seq = self.room.seq();
        let allowance = self.registry.play_allowance();
        let game = &self.room.game;
        let spec = |name: &str| {
            let spec = validate::player(&**game, name, &allowance).ok()?;
            Some(validate::with_defaults(&**game, spec, self.room.setup.seed))
        };
        let usual = game.usual_engine().and_then(&spec);
        let own = self.own.clone();
        let runtime = tokio::runtime::Handle::current();
        let answer = move |dead: Dead| {
            runtime.spawn(async move {
                if let Some(own) = own.upgrade() {
                    let _ = own.send(RoomCommand::Dead { seq, side, dead }).await;
                }
            });
        };
        let Some(player) = player.and_then(spec).or_else(|| usual.clone()) else {
            // Nobody judges this game: the board counts as it stands.
            return answer(Ok(Vec::new()));
        };
        let stop = StopFlag::default();
        let job = Job {
            lane: Lane::Play,
            asker: self.asker(),
            session: self.room.session.fork(),
            player,
            limits: validate::limits(&allowance, None, 0),
            stop: stop.clone(),
            report: None,
            question: Question::Dead(usual, Box::new(answer.clone())),
        };
        self.thinking = Some(Thinking { seq, stop });
        if self.registry.engines.think(job).is_err() {
            let busy = LabError::Interrupted("busy".to_owned());
            let (own, dead) = (self.own.clone(), Err(busy));
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(1)).await;
                if let Some(own) = own.upgrade() {
                    let _ = own.send(RoomCommand::Dead { seq, side, dead }).await;
                }
            });
        }
    }

    /// An engine has said what is dead: its own proposal, or the end for somebody who waited in vain.
    pub(super) async fn judged(
        &mut self,
        seq: u64,
        side: Option<Side>,
        dead: Dead,
    ) -> Result<(), StoreError> {
        if seq != self.room.seq() || !self.room.is_counting() {
            return Ok(());
        }
        self.thinking = None;
        let cells = match dead {
            Ok(cells) => cells,
            Err(LabError::Interrupted(_)) => {
                let player = side.and_then(|side| match self.room.setup.seat(side) {
                    Seat::Engine { player } => Some(player.clone()),
                    Seat::Here {} | Seat::Open {} => None,
                });
                self.ask_what_is_dead(side, player.as_deref());
                return Ok(());
            }
            Err(error) => {
                tracing::error!(room = self.room.id, %error, "an engine could not judge");
                Vec::new()
            }
        };
        let events = match side {
            Some(side) => self.room.judged(side, &cells, now_ms()),
            None => self.room.counted_for(&cells, now_ms()),
        };
        if self.commit(events).await? == Committed::Refused {
            let dead = Ok(cells);
            self.later(RoomCommand::Dead { seq, side, dead });
        }
        Ok(())
    }

    /// An engine that cannot answer loses the game, as in a match.
    async fn engine_failed(&mut self, reason: &str) -> Result<Committed, StoreError> {
        tracing::error!(room = self.room.id, reason, "an engine failed");
        let winner = Some(!self.room.turn());
        let events = self.room.end(winner, "forfeit", now_ms());
        self.commit(events).await
    }

    /// Lets the engine that was offered a draw look at the position: it accepts what is not better
    /// for it than a draw.
    pub(super) fn judge_draw(&mut self) {
        let Some(offer) = self.room.offers.last().copied() else {
            return;
        };
        let engine = !offer.by;
        let Seat::Engine { player } = self.room.setup.seat(engine) else {
            return;
        };
        let allowance = self.registry.play_allowance();
        let game = &self.room.game;
        let own = self.own.clone();
        let runtime = tokio::runtime::Handle::current();
        let answer = move |accept: bool| {
            runtime.spawn(async move {
                if let Some(own) = own.upgrade() {
                    let offer = offer.id;
                    let _ = own.send(RoomCommand::DrawJudged { offer, accept }).await;
                }
            });
        };
        let spec = validate::player(&**game, player, &allowance);
        let Ok(spec) = spec else {
            return answer(false);
        };
        let job = Job {
            lane: Lane::Play,
            asker: self.asker(),
            session: self.room.session.fork(),
            player: validate::with_defaults(&**game, spec, self.room.setup.seed),
            limits: validate::limits(&allowance, Some(500), 0),
            stop: StopFlag::default(),
            report: None,
            question: Question::Move(Box::new({
                let answer = answer.clone();
                move |thought: Thought| {
                    let judged = thought.ok();
                    let accepts = judged
                        .is_some_and(|(spot, report)| accepts_draw(engine == spot.side, &report));
                    answer(accepts);
                }
            })),
        };
        if self.registry.engines.think(job).is_err() {
            answer(false);
        }
    }
}

/// Whether an engine that judges so takes a draw: it does not think that it stands better.
fn accepts_draw(is_mover: bool, report: &Report) -> bool {
    let score = report.lines.first().and_then(|line| line.score.as_ref());
    let Some(score) = score else {
        return false;
    };
    let better = if is_mover { Value::Win } else { Value::Loss };
    match (score.value, score.points) {
        (Some(value), _) => value != better,
        (None, Some(points)) => (if is_mover { points } else { -points }) <= 0,
        (None, None) => false,
    }
}

/// Another number from two.
fn mix(a: u64, b: u64) -> u64 {
    let mut x = a ^ b.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
