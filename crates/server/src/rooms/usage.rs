//! What the registry knows of each room in memory, to choose which one leaves when there are too
//! many. Everything is stored, so a room that leaves loses nothing and comes back when visited.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How a room is used. Written by its task, read by the registry.
#[derive(Debug)]
pub(super) struct Usage {
    attended: AtomicBool,
    live: AtomicBool,
    played: AtomicBool,
    leaving: AtomicBool,
    used_ms: AtomicU64,
}

impl Usage {
    /// A room that is being read: somebody waits for it.
    pub(super) fn loading(now: u64) -> Self {
        Usage {
            attended: AtomicBool::new(true),
            live: AtomicBool::new(false),
            played: AtomicBool::new(false),
            leaving: AtomicBool::new(false),
            used_ms: AtomicU64::new(now),
        }
    }

    /// Notes whether somebody is there, whether a clock runs, whether a move has been made.
    pub(super) fn note(&self, attended: bool, live: bool, played: bool) {
        self.attended.store(attended, Ordering::Relaxed);
        self.live.store(live, Ordering::Relaxed);
        self.played.store(played, Ordering::Relaxed);
    }

    /// Notes that somebody wanted something.
    pub(super) fn used(&self, now: u64) {
        self.used_ms.store(now, Ordering::Relaxed);
    }

    pub(super) fn set_leaving(&self, leaving: bool) {
        self.leaving.store(leaving, Ordering::Relaxed);
    }

    pub(super) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Who leaves first: rooms where nobody has played, then those without a running clock, then
    /// those that were used longest ago. `None`: not now.
    pub(super) fn rank(&self) -> Option<(bool, bool, u64)> {
        let stays = self.attended.load(Ordering::Relaxed) || self.is_leaving();
        (!stays).then(|| {
            (
                self.live.load(Ordering::Relaxed),
                self.played.load(Ordering::Relaxed),
                self.used_ms.load(Ordering::Relaxed),
            )
        })
    }
}
