//! Engines in a room: setting them to work, taking their moves, asking them about a draw.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use yomikiri_lab::{LabError, Report, StopFlag, Value};

use super::actor::{Actor, Committed, RoomCommand, Thinking};
use crate::engines::{Job, Lane, Thought};
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
            done: Box::new(move |thought| {
                runtime.spawn(async move {
                    sleep_until(begun + pace).await;
                    if let Some(own) = own.upgrade() {
                        let _ = own.send(RoomCommand::Thought { seq, thought }).await;
                    }
                });
            }),
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
            done: Box::new({
                let answer = answer.clone();
                move |thought: Thought| {
                    let judged = thought.ok();
                    let accepts = judged
                        .is_some_and(|(spot, report)| accepts_draw(engine == spot.side, &report));
                    answer(accepts);
                }
            }),
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
