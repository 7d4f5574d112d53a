//! Where the cells of a table come from while its file is written.

use std::ops::Range;

use super::format::{Contents, Header, TableError};
use super::writer::places_of;
use crate::cell::Coding;
use crate::cells::Cells;
use crate::local::SolveError;

/// Cells that are gathered from other processes at a time: a process that has no room for all of them
/// has room for so many.
const GATHERED: u64 = 4 << 20;
/// Cells that are packed at a time where all of them are here.
const HERE: u64 = 64 << 20;
/// The same where they are in a file: because there is little memory.
const IN_A_FILE: u64 = 1 << 20;

/// Cells that several processes have solved together, each with a share. All of them ask for the same
/// things in the same order, and one of them, which writes the table, gets them.
pub trait SharedCells {
    /// The code of the cells.
    fn coding(&self) -> Coding;

    /// How many indices there are.
    fn size(&self) -> u64;

    /// Whether this process writes the table.
    fn is_writer(&self) -> bool;

    /// The cells of some indices, one range after the other, for the process that writes; `None` for
    /// the others.
    fn gather(&self, indices: &[Range<u64>]) -> Result<Option<Cells>, SolveError>;

    /// Calls `visit` with the cells of this process, those of indices in a row at a time.
    fn own(&self, visit: &mut dyn FnMut(Cells));

    /// The sums over all processes, number by number; lists may be of different lengths.
    fn sum(&self, counts: Vec<u64>) -> Result<Vec<u64>, SolveError>;
}

/// Where the cells of a table come from.
#[derive(Copy, Clone)]
pub enum Source<'c> {
    /// All of them are here.
    Here(&'c Cells),
    /// Those of a range of indices, gathered piece by piece while the file is written.
    Shared(&'c dyn SharedCells, (u64, u64)),
}

impl<'c> From<&'c Cells> for Source<'c> {
    fn from(cells: &'c Cells) -> Self {
        Source::Here(cells)
    }
}

/// Cells of blocks in a row, as they stand in the file; or wherever the source has them.
pub(super) enum Batch<'c> {
    Here(&'c Cells),
    Gathered(Cells),
    /// Another process has got them.
    Elsewhere,
}

impl<'c> Source<'c> {
    /// The code of the cells.
    pub fn coding(self) -> Coding {
        match self {
            Source::Here(cells) => cells.coding(),
            Source::Shared(cells, _) => cells.coding(),
        }
    }

    /// The indices they are about.
    pub fn indices(self) -> Range<u64> {
        match self {
            Source::Here(cells) => cells.indices(),
            Source::Shared(_, (start, end)) => start..end,
        }
    }

    /// Whether this process writes the file.
    pub(super) fn is_writer(self) -> bool {
        match self {
            Source::Here(_) => true,
            Source::Shared(cells, _) => cells.is_writer(),
        }
    }

    /// Why cells could not be read, if that ever happened.
    pub(super) fn fault(self) -> Option<&'c str> {
        match self {
            Source::Here(cells) => cells.fault(),
            Source::Shared(..) => None,
        }
    }

    /// How many indices are decided at each distance.
    pub(crate) fn by_distance(self) -> Result<Vec<u64>, TableError> {
        match self {
            Source::Here(cells) => Ok(cells.by_distance()),
            Source::Shared(shared, (start, end)) => {
                let mut counts: Vec<u64> = Vec::new();
                shared.own(&mut |cells| {
                    let indices = cells.indices();
                    let some = indices.start.max(start)..indices.end.min(end);
                    if some.is_empty() {
                        return;
                    }
                    let more = match some == indices {
                        true => cells.by_distance(),
                        false => cells.part(some).by_distance(),
                    };
                    counts.resize(counts.len().max(more.len()), 0);
                    counts
                        .iter_mut()
                        .zip(more)
                        .for_each(|(sum, more)| *sum += more);
                });
                shared.sum(counts).map_err(TableError::elsewhere)
            }
        }
    }

    /// How many blocks to handle at a time.
    pub(super) fn batch_blocks(self, header: &Header) -> u64 {
        let cells = match self {
            Source::Here(cells) if cells.is_loaded() => HERE,
            Source::Here(_) => IN_A_FILE,
            Source::Shared(..) => GATHERED,
        };
        cells / u64::from(header.block) + 1
    }

    /// The cells of some blocks.
    pub(super) fn batch(
        self,
        header: &Header,
        blocks: Range<u64>,
    ) -> Result<Batch<'c>, TableError> {
        let (cells, (first, _)) = match self {
            Source::Here(cells) => return Ok(Batch::Here(cells)),
            Source::Shared(cells, range) => (cells, range),
        };
        let block = |number| places_of(&header.stored, header.block, number);
        let places = block(blocks.start).start..block(blocks.end - 1).end;
        let indices = header.stored.indices_at(places.clone());
        let indices = indices.map(|indices| first + indices.start..first + indices.end);
        let indices: Vec<Range<u64>> = indices.collect();
        let gathered = cells.gather(&indices).map_err(TableError::elsewhere)?;
        Ok(gathered.map_or(Batch::Elsewhere, |cells| {
            Batch::Gathered(cells.starting_at(places.start))
        }))
    }
}

impl Batch<'_> {
    /// The cells of a block as they are told; `None` if another process has them.
    pub(super) fn block(&self, header: &Header, number: u64) -> Option<Cells> {
        let places = places_of(&header.stored, header.block, number);
        let block = match self {
            Batch::Elsewhere => return None,
            Batch::Gathered(cells) => cells.part(places).starting_at(0),
            Batch::Here(cells) => {
                let first = cells.indices().start;
                let mut block = Cells::none(cells.coding());
                for indices in header.stored.indices_at(places) {
                    block.append(cells.part(first + indices.start..first + indices.end));
                }
                block
            }
        };
        Some(match header.contents {
            Contents::Value => block.values_only(),
            Contents::Distance => block,
        })
    }
}
