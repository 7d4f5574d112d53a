//! Whether the store can write, and if not, why.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::time::now_ms;

/// Why the store cannot write.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Trouble {
    /// The last thing the database said.
    pub(crate) reason: String,
    /// When the first write failed, in milliseconds since 1970.
    pub(crate) since_ms: u64,
}

/// What the last write showed. Clones share it.
#[derive(Clone, Default, Debug)]
pub(super) struct Health(Arc<Mutex<Option<Trouble>>>);

impl Health {
    fn lock(&self) -> MutexGuard<'_, Option<Trouble>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn trouble(&self) -> Option<Trouble> {
        self.lock().clone()
    }

    /// A write went through.
    pub(super) fn wrote(&self) {
        if let Some(trouble) = self.lock().take() {
            let ms = now_ms().saturating_sub(trouble.since_ms);
            tracing::info!(ms, reason = trouble.reason, "the store writes again");
        }
    }

    /// A write failed.
    pub(super) fn failed(&self, reason: &str) {
        let mut trouble = self.lock();
        let since_ms = match &*trouble {
            Some(known) => known.since_ms,
            None => {
                tracing::error!(reason, "the store cannot write");
                now_ms()
            }
        };
        let reason = reason.to_owned();
        *trouble = Some(Trouble { reason, since_ms });
    }
}
