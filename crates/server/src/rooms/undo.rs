//! Taking events out of a room again that could not be stored.

use yomikiri_lab::{LabError, OutcomeView, Side};

use super::clock::Clocks;
use super::counting::Counting;
use super::event::RoomEvent;
use super::room::Room;
use crate::messages::{OfferKind, OfferView, PlayedMove};

/// What some events may change, as it was before them.
pub(super) struct Checkpoint {
    seq: usize,
    played: usize,
    /// The moves that are taken back, with the clocks before each.
    taken_back: Vec<(PlayedMove, Clocks)>,
    outcome: Option<OutcomeView>,
    outside: bool,
    counting: Option<Counting>,
    resumed: Vec<usize>,
    clocks: Clocks,
    tokens: [Option<String>; 2],
    offers: Vec<OfferView>,
    next_offer: u32,
    sealed: [Option<Vec<String>>; 2],
    declined: Vec<(OfferKind, Side)>,
    next_room: Option<String>,
}

impl Room {
    /// To be taken before the events are applied.
    pub(super) fn checkpoint(&self, events: &[RoomEvent]) -> Checkpoint {
        let plies = |event: &RoomEvent| match event {
            RoomEvent::TookBack { plies } => *plies,
            _ => 0,
        };
        let plies = events.iter().map(plies).sum();
        let moves = self.played[self.played.len().saturating_sub(plies)..].iter();
        let clocks = &self.before[self.before.len().saturating_sub(plies)..];
        Checkpoint {
            seq: self.past.len(),
            played: self.played.len(),
            taken_back: moves.cloned().zip(clocks.iter().copied()).collect(),
            outcome: self.outcome.clone(),
            outside: self.outside,
            counting: self.counting.clone(),
            resumed: self.resumed.clone(),
            clocks: self.clocks,
            tokens: self.tokens.clone(),
            offers: self.offers.clone(),
            next_offer: self.next_offer,
            sealed: self.sealed.clone(),
            declined: self.declined.clone(),
            next_room: self.next_room.clone(),
        }
    }

    /// Makes the room what it was at the checkpoint.
    pub(super) fn restore(&mut self, checkpoint: Checkpoint) -> Result<(), LabError> {
        if self.outside && !checkpoint.outside {
            self.session.take_back();
        }
        // Also a turn that was decided and never applied.
        while self.session.ply() > checkpoint.played {
            self.session.take_back();
        }
        // Also a resumption after the last move.
        let here = self.session.ply();
        if self.resumed.contains(&here) && !checkpoint.resumed.contains(&here) {
            self.session.undo_change();
        }
        self.decided = None;
        let added = self.played.len().saturating_sub(checkpoint.played);
        self.played.truncate(checkpoint.played);
        self.before.truncate(self.before.len() - added);
        let missing = checkpoint.played - self.played.len();
        let from = checkpoint.taken_back.len() - missing;
        for (played, clocks) in checkpoint.taken_back.into_iter().skip(from) {
            self.resume_again(&checkpoint.resumed)?;
            self.session.play(&played.mv.text)?;
            self.played.push(played);
            self.before.push(clocks);
        }
        self.resume_again(&checkpoint.resumed)?;
        if checkpoint.outside
            && !self.outside
            && let Some(outcome) = &checkpoint.outcome
        {
            match &checkpoint.counting {
                Some(counting) => {
                    let dead: Vec<usize> = counting.dead.iter().copied().collect();
                    self.session.settle(&dead)?;
                }
                None => self.session.end(outcome.winner, &outcome.reason)?,
            }
        }
        self.past.truncate(checkpoint.seq);
        self.outcome = checkpoint.outcome;
        self.outside = checkpoint.outside;
        self.counting = checkpoint.counting;
        self.resumed = checkpoint.resumed;
        self.clocks = checkpoint.clocks;
        self.tokens = checkpoint.tokens;
        self.offers = checkpoint.offers;
        self.next_offer = checkpoint.next_offer;
        self.sealed = checkpoint.sealed;
        self.declined = checkpoint.declined;
        self.next_room = checkpoint.next_room;
        self.shown.take();
        Ok(())
    }

    /// Resumes play where it was resumed after the last move.
    fn resume_again(&mut self, resumed: &[usize]) -> Result<(), LabError> {
        if resumed.contains(&self.session.ply()) && self.session.is_stopped() {
            self.session.resume_play()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{BySide, ClientMessage, Clock, Seat};
    use crate::rooms::decide::Decision;
    use crate::rooms::event::{Entry, Setup};
    use crate::rooms::presence::Presence;
    use crate::rooms::token;
    use crate::validate::GameCache;
    use yomikiri_lab::Lab;

    fn room(games: &GameCache, id: &str) -> Room {
        let game = games.open(id).unwrap();
        let session = game.session(&<_>::default()).unwrap();
        let setup = Setup {
            game: id.to_owned(),
            start: session.start(),
            // One move was played before the room opened.
            moves: vec![session.position_view().legal[0].text.clone()],
            seats: BySide {
                first: Seat::Here {},
                second: Seat::Open {},
            },
            tokens: BySide {
                first: Some(token::hash("one")),
                second: None,
            },
            clock: Clock::Fischer {
                main_ms: 60_000,
                increment_ms: 1_000,
            },
            hints: true,
            listed: false,
            hidden: false,
            seed: 1,
        };
        Room::open("room", setup, game).unwrap()
    }

    /// Everything that can be known of a room.
    fn describe(room: &Room) -> String {
        let presence = Presence::new(0, 0);
        let view = serde_json::to_string(&room.full_view(&presence, 1_000_000)).unwrap();
        let past: Vec<_> = room.since(0).collect();
        let session = (room.session.position(), room.session.outcome());
        format!(
            "{view}\n{:?}\n{past:?}\n{session:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
            room.record(),
            (room.clocks, &room.before, &room.tokens),
            (&room.offers, room.next_offer, &room.declined),
            (&room.outcome, room.outside, &room.next_room),
            (&room.counting, &room.resumed),
            (room.turn(), room.is_live()),
        )
    }

    fn below(random: &mut u64, most: usize) -> usize {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        (*random % most as u64) as usize
    }

    /// A message that may do something here.
    fn any_message(room: &Room, random: &mut u64) -> ClientMessage {
        let offer = room.offers.last().map_or(1, |offer| offer.id);
        match below(random, 20) {
            0 => ClientMessage::Resign {},
            1 => ClientMessage::OfferDraw {},
            2 | 3 => ClientMessage::TakeBack {},
            4 => ClientMessage::Answer {
                offer,
                accept: true,
            },
            5 => ClientMessage::Answer {
                offer,
                accept: false,
            },
            6 => ClientMessage::CancelOffer { offer },
            7 => ClientMessage::Rematch {},
            8 | 9 if room.is_counting() => ClientMessage::Resume {},
            10 | 11 if room.is_counting() => ClientMessage::AcceptCount {
                dead: room
                    .counting
                    .iter()
                    .flat_map(|c| c.dead.iter().copied())
                    .collect(),
            },
            12.. if room.is_counting() => ClientMessage::Mark {
                cell: below(random, 9),
                dead: below(random, 2) == 0,
            },
            _ => {
                let legal = room.session.position_view().legal;
                let mv = match legal.is_empty() {
                    true => "none".to_owned(),
                    false => legal[below(random, legal.len())].text.clone(),
                };
                ClientMessage::Move {
                    moves: vec![mv],
                    ply: room.ply(),
                }
            }
        }
    }

    fn apply(room: &mut Room, events: &[RoomEvent], at_ms: u64) -> Vec<Entry> {
        let mut entries = Vec::new();
        for event in events {
            let entry = Entry {
                seq: room.seq() + 1,
                at_ms,
                event: event.clone(),
            };
            room.apply(&entry).unwrap();
            entries.push(entry);
        }
        entries
    }

    /// Whatever happens in a room, taking it out again leaves no trace; the slow twin is a room that
    /// is made again from what was stored.
    #[test]
    fn what_is_taken_out_again_leaves_no_trace() {
        let games = GameCache::new(Lab::new());
        let presence = Presence::new(0, 0);
        let mut kinds = std::collections::BTreeSet::new();
        // On a small board play stops often enough.
        let ids = games.lab.game_ids().chain(["go?size=2", "go?size=3"]);
        let cases = ids.flat_map(|id| (1..=4_u64).map(move |seed| (id, seed)));
        for (id, seed) in cases {
            let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut room = room(&games, id);
            let mut stored: Vec<Entry> = Vec::new();
            for step in 0..60 {
                let now = 1_000 * (step + 1);
                let before = describe(&room);
                let sides = [[true, false], [false, true], [true, true]];
                let seats = sides[below(&mut random, 3)];
                let message = any_message(&room, &mut random);
                let free = room.free_seat(None).ok().filter(|_| step == 5);
                let events = match (free, room.decide(&message, seats, &presence, now)) {
                    (Some(side), _) => vec![RoomEvent::Seated {
                        side,
                        token: token::hash("two"),
                    }],
                    (None, Ok(Decision::Events(events) | Decision::AskEngine(events))) => events,
                    (None, Ok(Decision::Rematch)) => vec![RoomEvent::Rematch {
                        room: "next".to_owned(),
                    }],
                    (None, Ok(Decision::AskJudge) | Err(_)) => continue,
                };
                if free.is_some() && room.session.ply() != room.ply() {
                    // The message was a move that nobody will apply.
                    let none = room.checkpoint(&[]);
                    room.restore(none).unwrap();
                }
                kinds.extend(
                    events
                        .iter()
                        .map(|event| format!("{event:?}")[..4].to_owned()),
                );
                let checkpoint = room.checkpoint(&events);
                apply(&mut room, &events, now);
                let after = describe(&room);
                room.restore(checkpoint).unwrap();
                assert_eq!(
                    describe(&room),
                    before,
                    "{id}, seed {seed}, step {step}: {events:?}"
                );
                stored.extend(apply(&mut room, &events, now));
                assert_eq!(
                    describe(&room),
                    after,
                    "{id}, seed {seed}, step {step}: {events:?}"
                );
            }
            let mut twin = self::room(&games, id);
            for entry in &stored {
                twin.apply(entry).unwrap();
            }
            assert_eq!(describe(&room), describe(&twin), "{id}, seed {seed}");
        }
        assert_eq!(kinds.len(), 11, "every kind of event happened: {kinds:?}");
    }
}
