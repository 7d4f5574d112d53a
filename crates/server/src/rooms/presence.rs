//! Who is connected to a room. Not stored: after a restart everybody comes again.

use std::collections::HashMap;
use std::net::IpAddr;

use yomikiri_lab::Side;

use super::room::Room;
use crate::messages::AbsentView;

/// A connection's number in its room.
pub(crate) type Caller = u64;

/// A connection: its seats, and where it comes from.
#[derive(Copy, Clone, Debug)]
struct Present {
    seats: [bool; 2],
    address: IpAddr,
}

/// The connections of a room, and since when players are away.
#[derive(Debug)]
pub(crate) struct Presence {
    callers: HashMap<Caller, Present>,
    away_since: [u64; 2],
    patience_ms: u64,
}

impl Presence {
    /// Nobody is there yet.
    pub(crate) fn new(now: u64, patience_ms: u64) -> Self {
        Presence {
            callers: HashMap::new(),
            away_since: [now; 2],
            patience_ms,
        }
    }

    pub(crate) fn come(&mut self, caller: Caller, seats: [bool; 2], address: IpAddr) {
        self.callers.insert(caller, Present { seats, address });
    }

    /// For whom engines think here: a player before a watcher, the first who came.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        let rank =
            |(caller, present): &(&Caller, &Present)| (present.seats == [false; 2], **caller);
        let first = self.callers.iter().min_by_key(rank);
        first.map(|(_, present)| present.address)
    }

    pub(crate) fn go(&mut self, caller: Caller, now: u64) {
        let Some(Present { seats, .. }) = self.callers.remove(&caller) else {
            return;
        };
        for side in Side::BOTH {
            if seats[side.index()] && !self.is_present(side) {
                self.away_since[side.index()] = now;
            }
        }
    }

    /// Somebody who was here has sat down.
    pub(crate) fn sat(&mut self, side: Side, now: u64) {
        self.away_since[side.index()] = now;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.callers.is_empty()
    }

    pub(crate) fn seats(&self, caller: Caller) -> [bool; 2] {
        let present = self.callers.get(&caller);
        present.map(|present| present.seats).unwrap_or_default()
    }

    pub(crate) fn is_present(&self, side: Side) -> bool {
        let mut present = self.callers.values();
        present.any(|present| present.seats[side.index()])
    }

    pub(crate) fn watchers(&self) -> usize {
        let watches = |present: &&Present| present.seats == [false; 2];
        self.callers.values().filter(watches).count()
    }

    /// A player who has left an opponent waiting. Nobody waits for engines, nor engines for people.
    pub(crate) fn absent(&self, room: &Room) -> Option<AbsentView> {
        if room.is_over() || room.is_shared() {
            return None;
        }
        let mut away = Side::BOTH.into_iter().filter(|&side| {
            let waits = self.is_present(!side) && !room.is_engine(!side);
            waits && !room.is_engine(side) && room.is_taken(side) && !self.is_present(side)
        });
        let side = away.next()?;
        Some(AbsentView {
            side,
            claim_at_ms: self.away_since[side.index()] + self.patience_ms,
        })
    }
}
