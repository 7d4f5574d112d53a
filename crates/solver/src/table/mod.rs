//! Table files: the cells of a solved game in compressed blocks with checksums.
//!
//! The format is described in `docs/table-format.md`. A file is never wrong in silence: the header,
//! the block index and every block carry a checksum, and a whole-file hash closes it. Reading opens
//! by header and index only; blocks are read with positioned reads, checked, decoded and cached.

mod direct;
mod edit;
mod fill;
mod format;
mod kept;
mod legality;
mod memo;
mod predict;
mod reader;
mod source;
mod stored;
mod writer;

pub(crate) use fill::Fill;
pub use format::{Contents, Counts, Header, TableError};
pub use kept::MemoryBudget;
pub use legality::{Legality, of_indexer};
pub use predict::Prediction;
pub use reader::Table;
pub use source::{SharedCells, Source};
pub use stored::StoredRanges;
pub use writer::{Packing, predicted, write, write_predicted};
