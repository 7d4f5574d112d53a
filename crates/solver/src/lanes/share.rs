//! Lanes as one of several processes.

use yomikiri_game_api::{Game, LANES, LaneIndexer, Lanes};

use super::{LanePeers, LaneRun, RowShare};
use crate::cell::{Cell8, Cell16, Code, Coding};
use crate::local::{Job, Settings, Solution, SolveError};
use crate::run::Halt;
use crate::schedule::ChildTiers;
use crate::stream::tally::Tally;
use crate::stream::{Limits, rows};
use crate::work::Progress;

/// What a process solves: the indexer, its child tiers, how, and who hears of it.
pub type ShareJob<'j, I> = (&'j I, &'j dyn ChildTiers, &'j Settings, &'j dyn Progress);

/// Solves the rows of this process; its cells of the table, or `None` if the code is too narrow.
pub type SolveShare<I, C> = fn(
    ShareJob<'_, I>,
    &RowShare,
    &mut dyn LanePeers<C>,
) -> Result<Option<Vec<<C as Code>::Shared>>, SolveError>;

/// Solves all rows within a limit of memory.
pub type SolveStreamed<I> =
    fn(ShareJob<'_, I>, (&Limits, &Tally)) -> Option<Result<Solution, SolveError>>;

/// How several processes, or one with little memory, solve an indexer in lanes.
pub struct LaneShares<I> {
    /// How many indices the rows have, those that a table leaves out included; `None` if the indexer does not
    /// come in rows.
    pub indices: fn(&I) -> Option<u64>,
    /// Solves with a byte for each index.
    pub solve8: SolveShare<I, Cell8>,
    /// Solves with two.
    pub solve16: SolveShare<I, Cell16>,
    /// Solves all rows on one machine with less memory than they take; `None` if the indexer does not come in
    /// rows.
    pub streamed: SolveStreamed<I>,
    /// The least memory for that with one thread.
    pub least_memory: fn(&I, Coding) -> Option<u64>,
}

impl<I> Clone for LaneShares<I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I> Copy for LaneShares<I> {}

impl<I> LaneShares<I> {
    /// For the indexers of a game.
    pub fn new<G: Game>() -> Self
    where
        I: LaneIndexer<G>,
    {
        LaneShares {
            indices: |indexer| indexer.lanes().map(|lanes| lanes.rows() * LANES),
            solve8: solve_share::<G, I, Cell8>,
            solve16: solve_share::<G, I, Cell16>,
            streamed: |(indexer, children, settings, progress), place| {
                let job = Job {
                    indexer,
                    children,
                    settings,
                    progress,
                };
                rows::solve_tier::<G, I>(job, place)
            },
            least_memory: rows::least_memory::<G, I>,
        }
    }
}

fn solve_share<G: Game, I: LaneIndexer<G>, C: Code>(
    (indexer, children, settings, progress): ShareJob<'_, I>,
    rows: &RowShare,
    peers: &mut dyn LanePeers<C>,
) -> Result<Option<Vec<C::Shared>>, SolveError> {
    // One thread, and what is saved is saved by the caller.
    let settings = Settings {
        threads: 1,
        checkpoint: None,
        ..settings.clone()
    };
    let job = Job {
        indexer,
        children,
        settings: &settings,
        progress,
    };
    let run = LaneRun::<G, I, C, &RowShare>::new(job, rows);
    let mut run = run.expect("an indexer that comes in rows");
    run.load_share(peers)?;
    match run.go_on(peers) {
        Ok(()) => Ok(Some(run.into_shared_cells())),
        Err(Halt::TooDeep) => Ok(None),
        Err(Halt::Error(error)) => Err(error),
    }
}
