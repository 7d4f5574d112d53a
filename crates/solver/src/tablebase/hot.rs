//! Small tables that have been asked for: found again without a lock and without counting who uses them, both of
//! which take longer than the look at the table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use yomikiri_game_api::{Metric, Tier};

use super::OpenTable;
use super::open::Pin;

/// Places for tables: three and four pieces of chess have 35.
const PLACES: usize = 256;
/// Places that a table may have: after that it is looked up as the others are.
const TRIES: usize = 8;

/// The tables of a tablebase that stay open as long as it does.
pub(super) struct HotTables<I> {
    places: Box<[OnceLock<HotTable<I>>]>,
}

struct HotTable<I> {
    tier: Tier,
    metric: Metric,
    table: Arc<OpenTable<I>>,
    /// The request in which its file was compared with the disk; 0 if another has taken its place.
    request: AtomicU64,
    _pin: Pin,
}

impl<I> Default for HotTables<I> {
    fn default() -> Self {
        HotTables {
            places: (0..PLACES).map(|_| OnceLock::new()).collect(),
        }
    }
}

impl<I> HotTables<I> {
    #[inline]
    fn places(&self, tier: Tier, metric: Metric) -> impl Iterator<Item = &OnceLock<HotTable<I>>> {
        // The golden ratio: neighbouring numbers end up far apart.
        let hash = (tier.0 << 2 ^ metric as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let first = (hash >> (u64::BITS - PLACES.ilog2())) as usize;
        (first..first + TRIES).map(|place| &self.places[place % PLACES])
    }

    /// The tables of a tier that have been here, the latest last.
    #[inline]
    fn known(&self, tier: Tier, metric: Metric) -> impl Iterator<Item = &HotTable<I>> {
        let places = self.places(tier, metric).map_while(OnceLock::get);
        places.filter(move |known| known.tier == tier && known.metric == metric)
    }

    /// A table that has been compared with the disk in this request.
    #[inline]
    pub(super) fn get(&self, tier: Tier, metric: Metric, request: u64) -> Option<&OpenTable<I>> {
        let mut known = self.known(tier, metric);
        let current = known.find(|known| known.request.load(Ordering::Relaxed) == request)?;
        Some(&current.table)
    }

    /// Notes that a table has been compared with the disk in a request, and takes it in if it is not here yet and
    /// `pin` allows it.
    pub(super) fn admit(
        &self,
        (tier, metric): (Tier, Metric),
        table: &Arc<OpenTable<I>>,
        request: u64,
        pin: impl FnOnce() -> Option<Pin>,
    ) {
        for known in self.known(tier, metric) {
            if Arc::ptr_eq(&known.table, table) {
                known.request.store(request, Ordering::Relaxed);
                return;
            }
            known.request.store(0, Ordering::Relaxed);
        }
        let is_free = |place: &&OnceLock<_>| place.get().is_none();
        if !self.places(tier, metric).any(|place| is_free(&place)) {
            return;
        }
        let Some(pin) = pin() else {
            return;
        };
        let mut new = HotTable {
            tier,
            metric,
            table: Arc::clone(table),
            request: AtomicU64::new(request),
            _pin: pin,
        };
        for place in self.places(tier, metric).filter(is_free) {
            match place.set(new) {
                Ok(()) => return table.pin(),
                // Another thread was faster, perhaps with the same table.
                Err(back) => new = back,
            }
            if self.get(tier, metric, request).is_some() {
                return;
            }
        }
    }

    /// A table was written: the one that is here must be compared with the disk before it is used again.
    pub(super) fn forget(&self, tier: Tier, metric: Metric) {
        for known in self.known(tier, metric) {
            known.request.store(0, Ordering::Relaxed);
        }
    }
}
