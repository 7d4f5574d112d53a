//! Which indices have a legal position: what predicted cells take for granted.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{Game, Indexer};

/// Knows of every index of a table whether it has a legal position.
pub trait Legality: Send + Sync {
    /// Appends what it knows of some, in order.
    fn tell(&self, indices: Range<u64>, legal: &mut Vec<bool>);
}

/// An indexer and the first index of the table in it.
struct OfIndexer<G, I> {
    indexer: Arc<I>,
    first: u64,
    game: PhantomData<fn(G)>,
}

impl<G: Game, I: Indexer<G>> Legality for OfIndexer<G, I> {
    fn tell(&self, indices: Range<u64>, legal: &mut Vec<bool>) {
        let indices = self.first + indices.start..self.first + indices.end;
        self.indexer.legal(indices, legal);
    }
}

/// What an indexer knows of a table whose indices begin at one of its own.
pub fn of_indexer<G: Game + 'static, I: Indexer<G> + 'static>(
    indexer: &Arc<I>,
    first: u64,
) -> Arc<dyn Legality> {
    Arc::new(OfIndexer {
        indexer: Arc::clone(indexer),
        first,
        game: PhantomData,
    })
}

/// What a table has been told so far.
#[derive(Clone, Default)]
pub(super) struct KnownLegality(pub(super) Option<Arc<dyn Legality>>);

impl fmt::Debug for KnownLegality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "known" } else { "unknown" })
    }
}
