//! The state of a room: what follows from its set-up and its events, and nothing else. No tasks, no
//! sockets, no store; the same events give the same room.

use std::sync::Arc;

use yomikiri_lab::{AnyGame, AnySession, GameRecord, LabError, Place, Side, View};

use super::clock::Clocks;
use super::event::{Entry, RoomEvent, Setup};
use super::presence::Presence;
use super::token;
use crate::messages::{
    BySide, OfferKind, OfferView, PlayedMove, EventView, RoomGlance, RoomState, RoomView, Seat,
    SeatKind, SeatView, SideWord, You,
};

/// The longest life of a room, in events: a bound on memory.
pub(crate) const MOST_EVENTS: u64 = 5_000;

pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) session: Box<dyn AnySession>,
    /// What the session shows, kept so that it is worked out once per change.
    pub(crate) view: View,
    pub(crate) clocks: Clocks,
    /// The clocks before each move since the opening.
    before: Vec<Clocks>,
    /// Time of each move since the opening, and what was left.
    times: Vec<(u64, Option<u64>)>,
    tokens: [Option<String>; 2],
    pub(crate) offers: Vec<OfferView>,
    next_offer: u32,
    /// Offers declined since the last move.
    pub(crate) declined: Vec<(OfferKind, SideWord)>,
    /// Whether the game was ended by something that is not on the board.
    outside: bool,
    pub(crate) next_room: Option<String>,
    /// Everything that happened, ready to be told again.
    past: Vec<(u64, EventView)>,
}

impl Room {
    /// The room as it was opened at `at_ms`.
    pub(crate) fn open(id: &str, setup: Setup, game: Arc<dyn AnyGame>) -> Result<Self, LabError> {
        let place = Place {
            position: Some(&setup.start),
            moves: &setup.moves.join(" "),
            ..Place::default()
        };
        let session = game.session(&place)?;
        let tokens = [setup.tokens.first.clone(), setup.tokens.second.clone()];
        Ok(Room {
            id: id.to_owned(),
            view: session.view(),
            clocks: Clocks::new(setup.clock),
            setup,
            game,
            session,
            before: Vec::new(),
            times: Vec::new(),
            tokens,
            offers: Vec::new(),
            next_offer: 1,
            declined: Vec::new(),
            outside: false,
            next_room: None,
            past: Vec::new(),
        })
    }

    /// The number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.past.len() as u64
    }

    /// Moves played in all, those before the opening included.
    pub(crate) fn ply(&self) -> usize {
        self.view.played.len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.view.outcome.is_some()
    }

    /// Whether things happen here without anybody's doing: a clock runs, an engine is to move.
    pub(crate) fn is_live(&self) -> bool {
        !self.is_over() && (self.clocks.running().is_some() || self.engine_to_move().is_some())
    }

    pub(crate) fn turn(&self) -> Side {
        self.view.side
    }

    /// The moves so far as exact text.
    pub(crate) fn moves(&self) -> Vec<&str> {
        let played = self.view.played.iter();
        played.map(|mv| mv.text.as_str()).collect()
    }

    /// The events after a number.
    pub(crate) fn since(&self, seen: u64) -> impl Iterator<Item = (u64, u64, &EventView)> {
        let from = usize::try_from(seen).unwrap_or(usize::MAX);
        let numbered = self.past.iter().enumerate().skip(from);
        numbered.map(|(at, (at_ms, event))| (at as u64 + 1, *at_ms, event))
    }

    /// Which seats a secret opens.
    pub(crate) fn seats_of(&self, secret: Option<&str>) -> [bool; 2] {
        let Some(hash) = secret.map(token::hash) else {
            return [false; 2];
        };
        [0, 1].map(|at| self.tokens[at].as_deref() == Some(hash.as_str()))
    }

    /// The hashed secrets, swapped: who plays whom in a rematch.
    pub(crate) fn swapped_tokens(&self) -> BySide<Option<String>> {
        BySide {
            first: self.tokens[1].clone(),
            second: self.tokens[0].clone(),
        }
    }

    pub(crate) fn is_engine(&self, side: Side) -> bool {
        matches!(self.setup.seat(side), Seat::Engine { .. })
    }

    /// The engine that is to move, if one is.
    pub(crate) fn engine_to_move(&self) -> Option<(Side, &str)> {
        match self.setup.seat(self.turn()) {
            Seat::Engine { player } if !self.is_over() => Some((self.turn(), player)),
            _ => None,
        }
    }

    pub(crate) fn is_taken(&self, side: Side) -> bool {
        self.is_engine(side) || self.tokens[side.index()].is_some()
    }

    /// Whether one person has both seats.
    pub(crate) fn is_shared(&self) -> bool {
        self.tokens[0].is_some() && self.tokens[0] == self.tokens[1]
    }

    pub(crate) fn next_offer(&self) -> u32 {
        self.next_offer
    }

    pub(crate) fn offer(&self, id: u32) -> Option<OfferView> {
        self.offers.iter().copied().find(|offer| offer.id == id)
    }

    /// How many moves to take back until `side` is at the beginning of its last turn; with `None`,
    /// the last turn of either side. 0 if there is none since the opening.
    pub(crate) fn plies_back(&self, side: Option<Side>) -> usize {
        let own = &self.view.played[self.setup.moves.len()..];
        let Some(last) = own.last() else {
            return 0;
        };
        let side = side.unwrap_or(last.side);
        let theirs = own.iter().rev().take_while(|mv| mv.side != side).count();
        let mine = own.iter().rev().skip(theirs);
        match mine.take_while(|mv| mv.side == side).count() {
            0 => 0,
            mine => theirs + mine,
        }
    }

    /// Takes an event in. Events come from [`super::decide`] or from the store; one that does not fit
    /// means that the store is damaged or of another version, and the room is of no use then.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Result<EventView, LabError> {
        let invalid = |what: &str| LabError::Input(format!("event {}: {what}", entry.seq));
        if entry.seq != self.seq() + 1 {
            return Err(invalid("out of order"));
        }
        let event = match &entry.event {
            RoomEvent::Moved { moves, spent_ms } => self.moved(moves, *spent_ms, entry.at_ms)?,
            RoomEvent::TookBack { plies } => {
                if *plies > self.before.len() {
                    return Err(invalid("takes back more than was played"));
                }
                self.took_back(*plies, entry.at_ms);
                EventView::TookBack { plies: *plies }
            }
            RoomEvent::Ended {
                winner,
                reason,
                spent_ms,
            } => {
                if let Some(side) = self.clocks.running() {
                    self.clocks.charge(side, *spent_ms);
                }
                if !self.session.is_over() {
                    self.session.end(winner.map(Side::from), reason)?;
                    self.outside = true;
                    self.view = self.session.view();
                }
                self.clocks.stop();
                self.offers.clear();
                let outcome = self.view.outcome.clone();
                let outcome = outcome.ok_or_else(|| invalid("the game goes on"))?;
                EventView::Ended { outcome }
            }
            RoomEvent::Seated { side, token } => {
                self.tokens[Side::from(*side).index()] = Some(token.clone());
                EventView::Seated { side: *side }
            }
            RoomEvent::Offered { id, offer, by } => {
                let offer = OfferView {
                    id: *id,
                    kind: *offer,
                    by: *by,
                };
                self.offers.push(offer);
                self.next_offer = *id + 1;
                EventView::Offered { offer }
            }
            RoomEvent::Declined { id } => {
                let offer = self.offer(*id).ok_or_else(|| invalid("no such offer"))?;
                self.offers.retain(|open| open.id != *id);
                self.declined.push((offer.kind, offer.by));
                EventView::Declined { offer }
            }
            RoomEvent::Cancelled { id } => {
                let offer = self.offer(*id).ok_or_else(|| invalid("no such offer"))?;
                self.offers.retain(|open| open.id != *id);
                EventView::Cancelled { offer }
            }
            RoomEvent::Rematch { room } => {
                self.next_room = Some(room.clone());
                self.offers.clear();
                EventView::Rematch { room: room.clone() }
            }
        };
        self.past.push((entry.at_ms, event.clone()));
        Ok(event)
    }

    fn moved(&mut self, moves: &[String], spent: u64, now: u64) -> Result<EventView, LabError> {
        let mut played = Vec::with_capacity(moves.len());
        for (at, text) in moves.iter().enumerate() {
            let spent = if at == 0 { spent } else { 0 };
            let side = self.session.turn();
            // The first turn is not timed, and so earns nothing.
            let timed = self.clocks.running() == Some(side);
            self.before.push(self.clocks);
            self.session.play(text)?;
            self.clocks.charge(side, spent);
            let next = self.session.turn();
            if next != side && timed {
                self.clocks.press(side);
            }
            self.clocks.start(next, now);
            let left = self.clocks.is_kept();
            let left = left.then(|| self.clocks.shown(side, now).0);
            self.times.push((spent, left));
        }
        self.view = self.session.view();
        if self.is_over() {
            self.clocks.stop();
        }
        self.declined.clear();
        let from = self.ply() - moves.len();
        for at in from..self.ply() {
            played.push(self.played(at));
        }
        Ok(EventView::Moved { moves: played })
    }

    fn took_back(&mut self, plies: usize, now: u64) {
        if std::mem::take(&mut self.outside) {
            self.session.take_back();
        }
        for _ in 0..plies {
            self.session.take_back();
            self.times.pop();
            if let Some(clocks) = self.before.pop() {
                self.clocks = clocks;
            }
        }
        // Time goes on from what was left then; the first turn is not timed.
        match self.before.is_empty() {
            true => self.clocks.stop(),
            false => self.clocks.start(self.session.turn(), now),
        }
        self.offers.retain(|offer| offer.kind == OfferKind::Rematch);
        self.declined.clear();
        self.view = self.session.view();
    }

    /// A move with its time.
    fn played(&self, at: usize) -> PlayedMove {
        let opening = self.setup.moves.len();
        let times = at.checked_sub(opening).and_then(|at| self.times.get(at));
        let (spent_ms, clock_ms) = times.copied().unwrap_or_default();
        PlayedMove {
            mv: self.view.played[at].clone(),
            spent_ms,
            clock_ms,
        }
    }

    pub(crate) fn seats(&self, presence: &Presence) -> BySide<SeatView> {
        BySide::of(|side| {
            let (kind, player) = match self.setup.seat(side) {
                Seat::Here {} => (SeatKind::Here, None),
                Seat::Open {} => (SeatKind::Open, None),
                Seat::Engine { player } => (SeatKind::Engine, Some(player.clone())),
            };
            SeatView {
                kind,
                taken: self.is_taken(side),
                present: kind == SeatKind::Engine || presence.is_present(side),
                player,
            }
        })
    }

    pub(crate) fn state(&self, presence: &Presence, now: u64) -> RoomState {
        let view = &self.view;
        RoomState {
            seq: self.seq(),
            ply: self.ply(),
            position: view.position.clone(),
            side: view.side.into(),
            diagram: view.diagram.clone(),
            legal: view.legal.clone(),
            in_check: view.in_check,
            situation: view.situation.clone(),
            outcome: view.outcome.clone(),
            clock: self.clocks.view(now),
            seats: self.seats(presence),
            offers: self.offers.clone(),
            absent: presence.absent(self),
            next_room: self.next_room.clone(),
            hints: self.setup.hints,
            thinking: self.engine_to_move().map(|(side, _)| side.into()),
            watchers: presence.watchers(),
        }
    }

    pub(crate) fn full_view(&self, presence: &Presence, now: u64) -> RoomView {
        RoomView {
            id: self.id.clone(),
            game: self.view.game.clone(),
            names: self.game.info().names.clone(),
            start: self.view.start.clone(),
            played: (0..self.ply()).map(|at| self.played(at)).collect(),
            state: self.state(presence, now),
        }
    }

    /// What passers-by may see of it: a game that goes on with nobody missing.
    pub(crate) fn glance(&self, presence: &Presence) -> Option<RoomGlance> {
        let full = Side::BOTH.into_iter().all(|side| self.is_taken(side));
        (self.setup.listed && full && !self.is_over()).then(|| RoomGlance {
            id: self.id.clone(),
            game: self.view.game.clone(),
            ply: self.ply(),
            side: self.view.side.into(),
            diagram: self.view.diagram.clone(),
            seats: self.seats(presence),
            watchers: presence.watchers(),
        })
    }

    /// The game so far as a record.
    pub(crate) fn record(&self) -> GameRecord {
        let name = |side| match self.setup.seat(side) {
            Seat::Engine { player } => Some(player.clone()),
            Seat::Here {} | Seat::Open {} => None,
        };
        let mut record = self.session.game_record(Side::BOTH.map(name));
        let opening = self.setup.moves.len();
        for (mv, (spent, _)) in record.moves.iter_mut().skip(opening).zip(&self.times) {
            mv.time_ms = Some(*spent);
        }
        record
    }
}

/// How seats are told to the one who has them.
pub(crate) fn you(seats: [bool; 2]) -> You {
    match seats {
        [true, true] => You::Both,
        [true, false] => You::First,
        [false, true] => You::Second,
        [false, false] => You::Spectator,
    }
}
