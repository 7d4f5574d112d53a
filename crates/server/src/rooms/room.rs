//! The state of a room: what follows from its set-up and its events, and nothing else. No tasks, no
//! sockets, no store; the same events give the same room.

use std::cell::OnceCell;
use std::sync::Arc;

use yomikiri_lab::{
    AnyGame, AnySession, GameRecord, LabError, MoveView, OutcomeView, Piece, Place, Played,
    PositionView, Side,
};

use super::actor::Study;
use super::clock::Clocks;
use super::counting::Counting;
use super::event::{Entry, RoomEvent, Setup};
use super::presence::Presence;
use super::token;
use crate::messages::{
    ApiError, BySide, EventView, OfferKind, OfferView, PackedBoard, PlayedMove, RoomGlance,
    RoomState, RoomView, Seat, SeatKind, SeatView, You, pack_moves,
};

/// The longest life of a room, in events: a bound on memory.
pub(crate) const MOST_EVENTS: u64 = 5_000;

pub(crate) struct Room {
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(super) session: Box<dyn AnySession>,
    /// The turn that [`super::decide`] has played on the session, until its event is applied.
    pub(super) decided: Option<Played>,
    /// The moves so far with their times, those before the opening included.
    pub(super) played: Vec<PlayedMove>,
    /// How the game ended, if it has.
    pub(super) outcome: Option<OutcomeView>,
    /// What is said about dead pieces where play has stopped, also after the end.
    pub(super) counting: Option<Counting>,
    /// After how many moves play was resumed.
    pub(super) resumed: Vec<usize>,
    /// The pieces by their numbers.
    pieces: Vec<Piece>,
    /// What there is to be seen of the position, worked out once after each change.
    pub(super) shown: OnceCell<PositionView>,
    pub(crate) clocks: Clocks,
    /// The clocks before each move since the opening.
    pub(super) before: Vec<Clocks>,
    pub(super) tokens: [Option<String>; 2],
    pub(crate) offers: Vec<OfferView>,
    pub(super) next_offer: u32,
    /// What each side has placed in a hidden set-up, until both have.
    pub(super) sealed: [Option<Vec<String>>; 2],
    /// Offers declined since the last move.
    pub(crate) declined: Vec<(OfferKind, Side)>,
    /// Whether the game was ended by something that is not on the board.
    pub(super) outside: bool,
    pub(crate) next_room: Option<String>,
    /// Everything that happened, ready to be told again.
    pub(super) past: Vec<(u64, EventView)>,
}

impl Room {
    /// A copy of the game for analysis.
    pub(super) fn study(&self, ply: Option<usize>) -> Result<Study, ApiError> {
        if !self.setup.hints && !self.is_over() {
            let message = "the players of this room play without hints";
            return Err(ApiError::conflict("no_analysis", message));
        }
        let played = self.ply();
        if let Some(ply) = ply.filter(|&ply| ply > played) {
            let message = format!("ply: expected at most {played}, got {ply}");
            return Err(ApiError::bad("bad_ply", message));
        }
        Ok(Study {
            game: Arc::clone(&self.game),
            session: self.session.fork_at(ply.unwrap_or(played)),
        })
    }

    /// The room as it was opened at `at_ms`.
    pub(crate) fn open(id: &str, setup: Setup, game: Arc<dyn AnyGame>) -> Result<Self, LabError> {
        let place = Place {
            position: Some(&setup.start),
            moves: &setup.moves.join(" "),
            resumes: true,
            ..Place::default()
        };
        let session = game.session(&place)?;
        let tokens = [setup.tokens.first.clone(), setup.tokens.second.clone()];
        let untimed = |mv: MoveView| PlayedMove {
            mv,
            spent_ms: 0,
            clock_ms: None,
        };
        let named = game.info().pieces.iter();
        let mut room = Room {
            id: id.to_owned(),
            decided: None,
            played: session.played().into_iter().map(untimed).collect(),
            outcome: session.outcome(),
            counting: None,
            resumed: Vec::new(),
            pieces: named.map(|named| named.piece.clone()).collect(),
            shown: OnceCell::new(),
            clocks: Clocks::new(setup.clock),
            setup,
            game,
            session,
            before: Vec::new(),
            tokens,
            offers: Vec::new(),
            next_offer: 1,
            sealed: [None, None],
            declined: Vec::new(),
            outside: false,
            next_room: None,
            past: Vec::new(),
        };
        room.update_counting();
        Ok(room)
    }

    /// The number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.past.len() as u64
    }

    /// Moves played in all, those before the opening included.
    pub(crate) fn ply(&self) -> usize {
        self.played.len()
    }

    /// Whether anybody has made a move since the opening.
    pub(super) fn is_played(&self) -> bool {
        self.ply() > self.setup.moves.len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Whether things happen here without anybody's doing: the clock of a person runs. Engines do
    /// not think where nobody is.
    pub(crate) fn is_live(&self) -> bool {
        let running = self.clocks.running();
        !self.is_over() && running.is_some_and(|side| !self.is_engine(side))
    }

    pub(crate) fn turn(&self) -> Side {
        self.session.turn()
    }

    pub(crate) fn outcome(&self) -> Option<&OutcomeView> {
        self.outcome.as_ref()
    }

    /// The moves so far.
    pub(crate) fn played(&self) -> &[PlayedMove] {
        &self.played
    }

    pub(super) fn shown(&self) -> &PositionView {
        self.shown.get_or_init(|| self.session.position_view())
    }

    /// Plays a turn that is legal from here, all of it or nothing. The caller applies its event.
    pub(super) fn play_decided(&mut self, moves: &[&str]) -> Result<&Played, LabError> {
        let played = self.session.try_play(moves)?;
        Ok(self.decided.insert(played))
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
            Seat::Engine { player } if !self.is_over() && !self.is_counting() => {
                Some((self.turn(), player))
            }
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
        let own = self.played[self.setup.moves.len()..].iter();
        let mut sides = own.rev().map(|played| played.mv.side).peekable();
        let Some(&last) = sides.peek() else {
            return 0;
        };
        let side = side.unwrap_or(last);
        let theirs = sides.clone().take_while(|by| *by != side).count();
        let mine = sides.skip(theirs);
        match mine.take_while(|by| *by == side).count() {
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
            RoomEvent::Sealed { side, moves } => {
                self.sealed[side.index()] = Some(moves.clone());
                EventView::Sealed { side: *side }
            }
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
                dead,
            } => {
                if let Some(side) = self.clocks.running() {
                    self.clocks.charge(side, *spent_ms);
                }
                self.end_session(*winner, reason, dead.as_deref())?;
                self.clocks.stop();
                self.offers.clear();
                let outcome = self.outcome.clone();
                let outcome = outcome.ok_or_else(|| invalid("the game goes on"))?;
                EventView::Ended { outcome }
            }
            event @ (RoomEvent::Marked { .. }
            | RoomEvent::Judged { .. }
            | RoomEvent::Accepted { .. }
            | RoomEvent::Resumed { .. }) => self
                .apply_counting(event, entry.at_ms)
                .map_err(|error| invalid(&error.to_string()))?,
            RoomEvent::Seated { side, token } => {
                self.tokens[side.index()] = Some(token.clone());
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

    /// The game ends: by the board, by the count without dead pieces, or for another reason.
    pub(super) fn end_session(
        &mut self,
        winner: Option<Side>,
        reason: &str,
        dead: Option<&[usize]>,
    ) -> Result<(), LabError> {
        let stopped = self.session.is_stopped();
        match dead {
            Some(dead) => {
                self.session.settle(dead)?;
                self.outside = true;
                if let Some(counting) = &mut self.counting {
                    counting.dead = dead.iter().copied().collect();
                }
            }
            // Older rooms had no agreement: the board counted as it stood.
            None if stopped && self.session.outcome().is_some_and(|on| on.reason == reason) => {}
            None if stopped || !self.session.is_over() => {
                self.session.end(winner, reason)?;
                self.outside = true;
                self.counting = None;
            }
            None => {}
        }
        self.outcome = self.session.outcome();
        self.shown.take();
        Ok(())
    }

    fn moved(&mut self, moves: &[String], spent: u64, now: u64) -> Result<EventView, LabError> {
        // What was decided here has been checked and played; what the store has is played now.
        let turn = match self.decided.take() {
            Some(decided) => decided,
            None => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                self.session.try_play(&moves)?
            }
        };
        let side = turn.moves.first().map_or(turn.turn, |mv| mv.side);
        let count = turn.moves.len();
        let from = self.ply();
        for (at, mv) in turn.moves.into_iter().enumerate() {
            let spent_ms = if at == 0 { spent } else { 0 };
            // The first turn is not timed, and so earns nothing.
            let timed = self.clocks.running() == Some(side);
            self.before.push(self.clocks);
            self.clocks.charge(side, spent_ms);
            let next = if at + 1 == count { turn.turn } else { side };
            if next != side && timed {
                self.clocks.press(side);
            }
            self.clocks.start(next, now);
            let kept = self.clocks.is_kept();
            let clock_ms = kept.then(|| self.clocks.shown(side, now).0);
            self.played.push(PlayedMove {
                mv,
                spent_ms,
                clock_ms,
            });
        }
        self.outcome = turn.outcome;
        self.sealed = [None, None];
        self.shown.take();
        self.update_counting();
        if self.is_over() {
            self.clocks.stop();
        }
        self.declined.clear();
        Ok(EventView::Moved {
            moves: self.played[from..].to_vec(),
        })
    }

    fn took_back(&mut self, plies: usize, now: u64) {
        if std::mem::take(&mut self.outside) {
            self.session.take_back();
        }
        for _ in 0..plies {
            self.session.take_back();
            self.played.pop();
            if let Some(clocks) = self.before.pop() {
                self.clocks = clocks;
            }
        }
        // The clock resumes from the stored time; the first turn is not timed.
        match self.before.is_empty() {
            true => self.clocks.stop(),
            false => self.clocks.start(self.session.turn(), now),
        }
        self.offers.retain(|offer| offer.kind == OfferKind::Rematch);
        self.declined.clear();
        let ply = self.ply();
        self.resumed.retain(|&at| at <= ply);
        self.outcome = self.session.outcome();
        self.shown.take();
        self.update_counting();
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
        let view = self.shown();
        let (places, legal) = pack_moves(&view.diagram, view.side, &view.legal);
        let engine = self.engine_to_move().or_else(|| self.engine_to_judge());
        RoomState {
            seq: self.seq(),
            ply: self.ply(),
            position: view.position.clone(),
            side: view.side,
            board: PackedBoard::new(&view.diagram, &self.pieces),
            places,
            legal,
            in_check: view.in_check,
            situation: view.situation.clone(),
            outcome: self.outcome.clone(),
            counting: self.counting_view(),
            clock: self.clocks.view(now),
            seats: self.seats(presence),
            offers: self.offers.clone(),
            sealed: self.sealed_sides(),
            absent: presence.absent(self),
            next_room: self.next_room.clone(),
            hints: self.setup.hints,
            thinking: engine.map(|(side, _)| side),
            watchers: presence.watchers(),
        }
    }

    pub(crate) fn full_view(&self, presence: &Presence, now: u64) -> RoomView {
        RoomView {
            id: self.id.clone(),
            game: self.game.spec().to_owned(),
            names: self.game.info().names.clone(),
            start: self.session.start(),
            pieces: self.pieces.clone(),
            played: self.played.clone(),
            state: self.state(presence, now),
        }
    }

    /// What the public list shows: a running game with both players present.
    pub(crate) fn glance(&self, presence: &Presence) -> Option<RoomGlance> {
        let full = Side::BOTH.into_iter().all(|side| self.is_taken(side));
        (self.setup.listed && full && !self.is_over()).then(|| RoomGlance {
            id: self.id.clone(),
            game: self.game.spec().to_owned(),
            ply: self.ply(),
            side: self.turn(),
            diagram: self.shown().diagram.clone(),
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
        let moves: Vec<_> = record.tree.main_line().collect();
        for (id, played) in moves.into_iter().zip(&self.played).skip(opening) {
            record.tree.node_mut(id).time_ms = Some(played.spent_ms);
        }
        record
    }
}

/// How seats are reported to their owner.
pub(crate) fn you(seats: [bool; 2]) -> You {
    match seats {
        [true, true] => You::Both,
        [true, false] => You::First,
        [false, true] => You::Second,
        [false, false] => You::Spectator,
    }
}
