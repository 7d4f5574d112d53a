//! What a player may do: a message and the state of the room give events, or a reason why not.

use axum::http::StatusCode;
use serde_json::json;
use yomikiri_lab::Side;

use super::event::RoomEvent;
use super::presence::Presence;
use super::room::{MOST_EVENTS, Room};
use crate::messages::{ApiError, Claim, ClientMessage, OfferKind, OfferView, Seat};

/// The most moves in one turn.
const MOST_MOVES: usize = 64;

/// What a message leads to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Decision {
    /// These events.
    Events(Vec<RoomEvent>),
    /// A new room with sides swapped is to be opened.
    Rematch,
    /// The engine is to be asked whether it accepts this offer, which is to be recorded.
    AskEngine(Vec<RoomEvent>),
    /// An engine is to be asked what is dead, and the game ends with that count.
    AskJudge,
}

impl Room {
    /// What a message leads to. `seats` are those of the one who sent it.
    pub(crate) fn decide(
        &mut self,
        message: &ClientMessage,
        seats: [bool; 2],
        presence: &Presence,
        now: u64,
    ) -> Result<Decision, ApiError> {
        if seats == [false; 2] {
            let message = "spectators look on; only those who sit at the board act";
            return Err(ApiError::with(
                StatusCode::FORBIDDEN,
                "not_your_seat",
                message,
            ));
        }
        if self.seq() + 8 > MOST_EVENTS {
            let message = format!("a room can have at most {MOST_EVENTS} events; open another");
            return Err(ApiError::conflict("room_full", message));
        }
        let events = match message {
            ClientMessage::Move { moves, ply } => self.wants_to_move(moves, *ply, seats, now)?,
            ClientMessage::Resign {} => {
                self.goes_on()?;
                self.end(Some(!self.actor(seats)), "resign", now)
            }
            ClientMessage::TakeBack {} => return self.wants_back(seats),
            ClientMessage::OfferDraw {} => return self.wants_draw(seats, now),
            ClientMessage::Rematch {} => return self.wants_rematch(seats),
            ClientMessage::Answer { offer, accept } => {
                return self.answers(*offer, *accept, seats, now);
            }
            ClientMessage::CancelOffer { offer } => {
                let open = self.open_offer(*offer)?;
                if !seats[open.by.index()] {
                    let message = "only the side that made an offer can cancel it";
                    return Err(ApiError::conflict("not_your_offer", message));
                }
                vec![RoomEvent::Cancelled { id: open.id }]
            }
            ClientMessage::Claim { .. } if self.is_counting() => {
                self.opponent_absent(seats, presence, now)?;
                return Ok(Decision::AskJudge);
            }
            ClientMessage::Claim { result } => self.claims(*result, seats, presence, now)?,
            ClientMessage::Mark { cell, dead } => {
                self.marks_dead(*cell, *dead, self.actor(seats))?
            }
            ClientMessage::AcceptCount { dead } => self.accepts_count(dead, seats, now)?,
            ClientMessage::Resume {} => self.resumes(self.actor(seats))?,
            ClientMessage::Hello { .. }
            | ClientMessage::Analyze { .. }
            | ClientMessage::Stop {}
            | ClientMessage::Ping { .. } => Vec::new(),
        };
        Ok(Decision::Events(events))
    }

    /// Who acts: two people at one screen act for the side to move.
    fn actor(&self, seats: [bool; 2]) -> Side {
        match seats {
            [true, true] => self.turn(),
            [true, false] => Side::First,
            _ => Side::Second,
        }
    }

    fn goes_on(&self) -> Result<(), ApiError> {
        match self.outcome() {
            None => Ok(()),
            Some(outcome) => {
                let message = format!("the game is over ({})", outcome.reason);
                Err(ApiError::conflict("game_over", message))
            }
        }
    }

    fn open_offer(&self, id: u32) -> Result<OfferView, ApiError> {
        self.offer(id).ok_or_else(|| {
            let message = "there is no such offer any more";
            ApiError::conflict("no_such_offer", message)
        })
    }

    /// The end for a reason that is not on the board.
    pub(crate) fn end(&self, winner: Option<Side>, reason: &str, now: u64) -> Vec<RoomEvent> {
        vec![RoomEvent::Ended {
            winner,
            reason: reason.to_owned(),
            spent_ms: self.clocks.spent(now),
            dead: None,
        }]
    }

    /// The end by time, if the running clock has nothing left.
    pub(crate) fn flag_fall(&self, now: u64) -> Option<Vec<RoomEvent>> {
        let side = self.clocks.running()?;
        let fallen = self.clocks.flag_at().is_some_and(|at| now >= at);
        // Engines keep to their share and are not charged for waiting.
        (fallen && !self.is_engine(side)).then(|| self.end(Some(!side), "time", now))
    }

    fn wants_to_move(
        &mut self,
        moves: &[String],
        ply: usize,
        seats: [bool; 2],
        now: u64,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        let played = self.played();
        if ply != played.len() {
            let there = played.get(ply..ply.saturating_add(moves.len()));
            let same = there.is_some_and(|there| {
                there
                    .iter()
                    .zip(moves)
                    .all(|(played, text)| played.mv.text == text.trim())
            });
            let (code, message) = match same {
                true => ("already_played", "that move has been played already"),
                false => (
                    "stale",
                    "the position has changed: this move is for another position",
                ),
            };
            return Err(ApiError::conflict(code, message)
                .detail(json!({ "ply": played.len(), "came": ply })));
        }
        self.goes_on()?;
        if self.is_sealing() {
            return self.seal(self.actor(seats), moves);
        }
        if self.is_counting() {
            let message = "play has stopped: agree on the result, or resume play";
            return Err(ApiError::conflict("counting", message));
        }
        let side = self.turn();
        if !seats[side.index()] {
            let message = format!("it is {side}'s turn");
            return Err(ApiError::conflict("not_your_turn", message));
        }
        if let Some(events) = self.flag_fall(now) {
            return Ok(events);
        }
        let spent = self.clocks.spent(now);
        self.play_turn(moves, spent)
    }

    /// Plays a turn that is legal from here and says what it leads to.
    pub(crate) fn play_turn(
        &mut self,
        moves: &[String],
        spent_ms: u64,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        if moves.is_empty() || moves.len() > MOST_MOVES {
            let message = format!("expected 1 to {MOST_MOVES} moves, got {}", moves.len());
            return Err(ApiError::bad("bad_move", message));
        }
        let side = self.turn();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let played = self.play_decided(&moves)?;
        // In the game's own notation, whatever notation was sent.
        let moves = played.moves.iter().map(|mv| mv.text.clone()).collect();
        let moved = RoomEvent::Moved { moves, spent_ms };
        let outcome = played.outcome.clone();
        // Where play has only stopped, the result is to be agreed on.
        if let Some(outcome) = outcome.filter(|_| !self.session.is_stopped()) {
            let ended = RoomEvent::Ended {
                winner: outcome.winner,
                reason: outcome.reason,
                spent_ms: 0,
                dead: None,
            };
            return Ok(vec![moved, ended]);
        }
        let answered = |offer: &&OfferView| match offer.kind {
            // A player's own move withdraws the request for a take-back, not the offer of a draw.
            OfferKind::TakeBack => true,
            OfferKind::Draw => offer.by != side,
            OfferKind::Rematch => false,
        };
        let lapsed = self.offers.iter().filter(answered);
        let cancelled = lapsed.map(|offer| RoomEvent::Cancelled { id: offer.id });
        Ok([moved].into_iter().chain(cancelled).collect())
    }

    fn wants_back(&self, seats: [bool; 2]) -> Result<Decision, ApiError> {
        let shared = seats == [true; 2];
        let side = self.actor(seats);
        let plies = self.plies_back((!shared).then_some(side));
        if plies == 0 {
            let message = "there is no move of yours to take back";
            return Err(ApiError::conflict("nothing_to_take_back", message));
        }
        if self.next_room.is_some() {
            let message = "the game continues in another room";
            return Err(ApiError::conflict("game_over", message));
        }
        if shared || self.is_engine(!side) {
            return Ok(Decision::Events(vec![RoomEvent::TookBack { plies }]));
        }
        self.goes_on()?;
        self.offers_or_agrees(OfferKind::TakeBack, side, |room| {
            Decision::Events(vec![RoomEvent::TookBack {
                plies: room.plies_back(Some(!side)),
            }])
        })
    }

    fn wants_draw(&self, seats: [bool; 2], now: u64) -> Result<Decision, ApiError> {
        self.goes_on()?;
        let side = self.actor(seats);
        if seats == [true; 2] {
            return Ok(Decision::Events(self.end(None, "agreement", now)));
        }
        let agree = |room: &Room| Decision::Events(room.end(None, "agreement", now));
        let decision = self.offers_or_agrees(OfferKind::Draw, side, agree)?;
        match decision {
            Decision::Events(events) if self.is_engine(!side) => Ok(Decision::AskEngine(events)),
            other => Ok(other),
        }
    }

    fn wants_rematch(&self, seats: [bool; 2]) -> Result<Decision, ApiError> {
        if !self.is_over() {
            let message = "a rematch is possible only after the game";
            return Err(ApiError::conflict("game_goes_on", message));
        }
        if self.next_room.is_some() {
            let message = "there is a rematch already";
            return Err(ApiError::conflict("rematch_exists", message));
        }
        let side = self.actor(seats);
        if seats == [true; 2] || self.is_engine(!side) {
            return Ok(Decision::Rematch);
        }
        self.offers_or_agrees(OfferKind::Rematch, side, |_| Decision::Rematch)
    }

    /// Makes an offer, or agrees to the same offer of the other side.
    fn offers_or_agrees(
        &self,
        kind: OfferKind,
        side: Side,
        agree: impl Fn(&Room) -> Decision,
    ) -> Result<Decision, ApiError> {
        let open = |by: Side| {
            let mut offers = self.offers.iter();
            offers.any(|offer| offer.kind == kind && offer.by == by)
        };
        if open(!side) {
            return Ok(agree(self));
        }
        if open(side) {
            let message = "that has been offered and waits for an answer";
            return Err(ApiError::conflict("already_offered", message));
        }
        if self.declined.contains(&(kind, side)) {
            let message = "that was declined; it can be offered again after the next move";
            return Err(ApiError::conflict("already_declined", message));
        }
        Ok(Decision::Events(vec![RoomEvent::Offered {
            id: self.next_offer(),
            offer: kind,
            by: side,
        }]))
    }

    fn answers(
        &self,
        id: u32,
        accept: bool,
        seats: [bool; 2],
        now: u64,
    ) -> Result<Decision, ApiError> {
        let offer = self.open_offer(id)?;
        let by = offer.by;
        if !seats[(!by).index()] {
            let message = "only the other side can answer an offer";
            return Err(ApiError::conflict("not_your_offer", message));
        }
        if !accept {
            return Ok(Decision::Events(vec![RoomEvent::Declined { id }]));
        }
        Ok(match offer.kind {
            OfferKind::Draw => Decision::Events(self.end(None, "agreement", now)),
            OfferKind::TakeBack => Decision::Events(vec![RoomEvent::TookBack {
                plies: self.plies_back(Some(by)),
            }]),
            OfferKind::Rematch => Decision::Rematch,
        })
    }

    fn claims(
        &self,
        result: Claim,
        seats: [bool; 2],
        presence: &Presence,
        now: u64,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        let side = self.opponent_absent(seats, presence, now)?;
        Ok(match result {
            Claim::Win => self.end(Some(side), "forfeit", now),
            Claim::Draw => self.end(None, "forfeit", now),
        })
    }

    /// Who may claim the game, because the opponent has been away too long.
    fn opponent_absent(
        &self,
        seats: [bool; 2],
        presence: &Presence,
        now: u64,
    ) -> Result<Side, ApiError> {
        self.goes_on()?;
        let side = self.actor(seats);
        let absent = presence.absent(self);
        let absent = absent.filter(|absent| absent.side != side);
        let Some(absent) = absent else {
            let message = "the opponent is there";
            return Err(ApiError::conflict("not_absent", message));
        };
        if now < absent.claim_at_ms {
            let message = "the opponent may still come back";
            return Err(ApiError::conflict("too_early", message)
                .detail(json!({ "claim_at_ms": absent.claim_at_ms, "now_ms": now })));
        }
        Ok(side)
    }

    /// Which seat a visitor gets.
    pub(crate) fn free_seat(&self, asked: Option<Side>) -> Result<Side, ApiError> {
        let free =
            |side: &Side| matches!(self.setup.seat(*side), Seat::Open {}) && !self.is_taken(*side);
        let mut sides = Side::BOTH.into_iter().filter(free);
        let found = sides.find(|&side| asked.is_none_or(|asked| asked == side));
        found.ok_or_else(|| {
            let message = match asked {
                Some(side) => format!("{side}'s seat is taken; you can look on"),
                None => "both seats are taken; you can look on".to_owned(),
            };
            ApiError::conflict("seat_taken", message)
        })
    }
}
