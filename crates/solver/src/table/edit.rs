//! A copy of a table file with other cells, for trying out whether a verification notices.

use std::collections::BTreeMap;
use std::path::Path;

use super::format::TableError;
use super::reader::Table;
use super::writer::{Assembly, pack_block};

impl Table {
    /// Writes a copy of the file in which some stored indices have other codes. Every checksum and the
    /// hash fit what the copy says, so that only its values tell that they are wrong. Blocks with other codes
    /// are not predicted.
    pub fn write_edited(&self, path: &Path, codes: &BTreeMap<u64, u16>) -> Result<(), TableError> {
        let header = self.header();
        let mut by_block: BTreeMap<u64, Vec<(u64, u16)>> = BTreeMap::new();
        for (&index, &code) in codes {
            let Some(place) = header.stored.place(index) else {
                let fault = format!("has no index {index}");
                return Err(TableError::damaged(self.path(), fault));
            };
            let block = place / u64::from(header.block);
            by_block.entry(block).or_default().push((place, code));
        }
        let io = |error| TableError::io(path, error);
        let mut copy = Assembly::begin(path, header).map_err(io)?;
        let mut compressor = zstd::bulk::Compressor::new(1).map_err(io)?;
        for number in 0..header.blocks() {
            let packed = match by_block.get(&number) {
                None => self.packed_block(number)?,
                Some(changes) => {
                    let mut cells = self.block(number)?;
                    for &(place, code) in changes {
                        cells.set_code(place, code);
                    }
                    pack_block(&cells, &mut compressor).map_err(io)?
                }
            };
            copy.push(&packed).map_err(io)?;
        }
        copy.finish().map(drop).map_err(io)
    }
}
