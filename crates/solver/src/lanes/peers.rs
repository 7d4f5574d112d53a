//! Rows that several processes solve together: which of them are here, and what is told about the others.

use std::ops::Range;
use std::sync::Arc;

use crate::cell::Code;
use crate::local::SolveError;
use crate::owned::{Share, divided};

/// The rows that are solved here. They have numbers of their own, in the order of rows.
pub(crate) trait Rows: Sync {
    /// The number of a row; `None` if another process solves it.
    fn local(&self, row: u64) -> Option<u64>;

    /// The row with a number.
    fn row(&self, local: u64) -> u64;

    /// The numbers of the rows of a range.
    fn locals(&self, rows: &Range<u64>) -> Range<u64>;

    /// The process that solves a row.
    fn owner(&self, row: u64) -> usize;

    /// How many indices of the table belong to this process; `None` if all of them do.
    fn indices(&self) -> Option<u64>;

    /// The number of an index of the table among them; `None` if it belongs to another process.
    fn place(&self, index: u64) -> Option<u64>;
}

/// All rows are here.
#[derive(Copy, Clone, Debug)]
pub(super) struct AllRows;

impl Rows for AllRows {
    #[inline(always)]
    fn local(&self, row: u64) -> Option<u64> {
        Some(row)
    }

    #[inline(always)]
    fn row(&self, local: u64) -> u64 {
        local
    }

    fn locals(&self, rows: &Range<u64>) -> Range<u64> {
        rows.clone()
    }

    fn owner(&self, _row: u64) -> usize {
        0
    }

    fn indices(&self) -> Option<u64> {
        None
    }

    fn place(&self, index: u64) -> Option<u64> {
        Some(index)
    }
}

/// The rows of one of several processes, which has a part of every period of them. It is asked for every row
/// that a step leads to, so it is no trait of another crate.
#[derive(Clone, Debug)]
pub struct RowShare {
    own: Share,
    /// Where the part of each process begins in a period, and the end of the last.
    cuts: Vec<u64>,
    /// The indices of the table that belong to this process.
    table: Share,
    indices: u64,
}

impl RowShare {
    /// The rows of a process. `cuts` is where the part of each begins in a period, and the end of the last;
    /// `table` what it has of a table of so many indices.
    pub fn new(period: u64, cuts: Vec<u64>, process: usize, table: (Share, u64)) -> Self {
        let (table, size) = table;
        RowShare {
            own: Share {
                period,
                from: cuts[process],
                width: cuts[process + 1] - cuts[process],
            },
            cuts,
            table,
            indices: table.below(size),
        }
    }
}

impl Rows for &RowShare {
    #[inline(always)]
    fn local(&self, row: u64) -> Option<u64> {
        self.own.local(row)
    }

    #[inline(always)]
    fn row(&self, local: u64) -> u64 {
        self.own.global(local)
    }

    fn locals(&self, rows: &Range<u64>) -> Range<u64> {
        self.own.below(rows.start)..self.own.below(rows.end)
    }

    #[inline]
    fn owner(&self, row: u64) -> usize {
        let (_, place) = divided(row, self.own.period);
        // The last part that begins at the place or before it; empty parts have no places.
        self.cuts.partition_point(|&cut| cut <= place) - 1
    }

    fn indices(&self) -> Option<u64> {
        Some(self.indices)
    }

    fn place(&self, index: u64) -> Option<u64> {
        self.table.local(index)
    }
}

/// What a round has decided about a row, a bit for each index.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RowChange {
    /// The row.
    pub row: u64,
    /// Won for the side to move.
    pub won: u64,
    /// Lost for the side to move.
    pub lost: u64,
}

/// What a process says at the end of a round; joined, what all say.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundStatus {
    /// The round has decided something.
    pub has_found: bool,
    /// Bounds apply in later rounds.
    pub is_pending: bool,
    /// A distance did not fit into the code.
    pub is_too_deep: bool,
    /// The cells are to be saved now.
    pub saves: bool,
}

/// The way to the processes that solve the other rows. All of them go through the same steps.
pub trait LanePeers<C: Code> {
    /// Tells a process about a row of this one that its rows have steps to.
    fn tell(&mut self, to: usize, change: RowChange) -> Result<(), SolveError>;

    /// Ends a step: calls `take` with what others have told.
    fn step(
        &mut self,
        status: RoundStatus,
        take: &mut dyn FnMut(RowChange),
    ) -> Result<RoundStatus, SolveError>;

    /// The cells of indices of rows (`row * 64 + i`) that others have solved in earlier layers. These have
    /// asked, too, and are answered from `cells`.
    fn ask(&mut self, cells: &[C::Shared], indices: &[u64]) -> Result<Vec<C::Cell>, SolveError>;

    /// Begins to save the cells after a round of a layer.
    fn save(&mut self, place: (u32, u32), cells: &Arc<Vec<C::Shared>>) -> Result<(), SolveError>;

    /// Waits until what is being saved is saved.
    fn settle(&mut self) -> Result<(), SolveError>;

    /// Reads what was saved, if there is anything to go on from: its layer and round.
    fn load(&mut self, cells: &[C::Shared]) -> Result<Option<(u32, u32)>, SolveError>;
}

/// Nobody else.
pub(super) struct NoPeers;

impl<C: Code> LanePeers<C> for NoPeers {
    fn tell(&mut self, _to: usize, _change: RowChange) -> Result<(), SolveError> {
        Ok(())
    }

    fn step(
        &mut self,
        status: RoundStatus,
        _take: &mut dyn FnMut(RowChange),
    ) -> Result<RoundStatus, SolveError> {
        Ok(status)
    }

    fn ask(&mut self, _cells: &[C::Shared], _indices: &[u64]) -> Result<Vec<C::Cell>, SolveError> {
        Ok(Vec::new())
    }

    fn save(&mut self, _place: (u32, u32), _cells: &Arc<Vec<C::Shared>>) -> Result<(), SolveError> {
        Ok(())
    }

    fn settle(&mut self) -> Result<(), SolveError> {
        Ok(())
    }

    fn load(&mut self, _cells: &[C::Shared]) -> Result<Option<(u32, u32)>, SolveError> {
        Ok(None)
    }
}
