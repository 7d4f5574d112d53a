//! One Syzygy file: values (`.rtbw`) or distances to zeroing (`.rtbz`) of a material.

use yomikiri_game_api::Side;

use super::Wdl;
use super::bytes::{Bytes, Fault, Reader};
use super::coding::Coding;
use super::order::{Lead, Order, leading_file};
use super::squares::MOST_PIECES;
use crate::chess::Material;
use crate::chess::position::Position;

/// The kind of a file.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sort {
    /// Win, draw or loss, with and without the fifty-move rule.
    Values,
    /// Plies to the next capture or pawn move.
    Zeroing,
}

impl Sort {
    pub(super) fn ending(self) -> &'static str {
        match self {
            Sort::Values => "rtbw",
            Sort::Zeroing => "rtbz",
        }
    }

    fn magic(self) -> [u8; 4] {
        match self {
            Sort::Values => [0x71, 0xe8, 0x23, 0x5d],
            Sort::Zeroing => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Length of the checksum after the last block.
const CHECKSUM: u64 = 16;

/// The flags of a table of distances.
const BLACK_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WIN_IN_PLIES: u8 = 4;
const LOSS_IN_PLIES: u8 = 8;
const WIDE_MAP: u8 = 16;

/// An open file.
pub(super) struct SyzygyFile {
    bytes: Box<dyn Bytes>,
    material: Material,
    /// By file of the leading pawn, then by side to move if both are stored.
    tables: Vec<Vec<Table>>,
}

struct Table {
    order: Order,
    flags: u8,
    coding: Coding,
    /// By kind of result, if stored numbers are mapped.
    maps: [Vec<u16>; 4],
}

/// A distance as stored.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Stored {
    /// The lower bound in plies; if it is not exact, it may be one more.
    Plies { plies: u32, exact: bool },
    /// Only the other side to move is stored.
    OtherSide,
}

impl SyzygyFile {
    /// Reads and checks everything except the blocks.
    pub(super) fn open(
        bytes: Box<dyn Bytes>,
        material: Material,
        sort: Sort,
    ) -> Result<SyzygyFile, Fault> {
        debug_assert!(material.pieces() <= MOST_PIECES);
        let mut reader = Reader::new(&*bytes);
        if *reader.take(4)? != sort.magic() {
            return Err(Fault::Damaged("a beginning that no such file has"));
        }
        let (lead, symmetric) = (Lead::of(&material), material.is_symmetric());
        let head = reader.byte()?;
        let (split, pawns) = (head & 1 != 0, head & 2 != 0);
        if pawns != lead.has_pawns() || (sort == Sort::Values && split == symmetric) {
            return Err(Fault::Damaged("a header with other pieces than its name"));
        }
        let sides: &[bool] = match sort == Sort::Values && split {
            true => &[false, true],
            false => &[false],
        };
        let mut orders = Vec::new();
        for file in 0..if pawns { 4 } else { 1 } {
            let list = reader.take(lead.order_bytes() + material.pieces())?;
            let read = |&upper| Order::read(&material, &list, upper, file);
            let read: Result<Vec<Order>, _> = sides.iter().map(read).collect();
            orders.push(read.map_err(Fault::Damaged)?);
        }
        reader.even();
        let mut tables = Vec::new();
        for orders in orders {
            let mut of_file = Vec::new();
            for order in orders {
                let flags = reader.byte()?;
                of_file.push(Table {
                    coding: Coding::read(&mut reader, flags, order.size)?,
                    order,
                    flags,
                    maps: Default::default(),
                });
            }
            tables.push(of_file);
        }
        if sort == Sort::Zeroing {
            for table in tables.iter_mut().flatten() {
                table.read_maps(&mut reader)?;
            }
            reader.even();
        }
        let mut at = reader.at;
        for step in [Coding::index_at, Coding::lengths_at, Coding::blocks_at] {
            for table in tables.iter_mut().flatten() {
                at = step(&mut table.coding, at);
            }
        }
        if bytes.length() != at.next_multiple_of(64) + CHECKSUM {
            return Err(Fault::Damaged("another length than its header says"));
        }
        Ok(SyzygyFile {
            bytes,
            material,
            tables,
        })
    }

    /// Whether Black is the file's White, and whether the file's Black is to move.
    fn seen(&self, at: &Position) -> (bool, bool) {
        if self.material.is_symmetric() {
            return (at.turn() == Side::Second, false);
        }
        let (_, flipped) = Material::of(at);
        (flipped, (at.turn() == Side::Second) != flipped)
    }

    /// The value of a position of this material, without captures.
    pub(super) fn value(&self, at: &Position) -> Result<Wdl, Fault> {
        let (flipped, black) = self.seen(at);
        let of_file = &self.tables[leading_file(&self.material, at, flipped)];
        let table = &of_file[usize::from(black && of_file.len() > 1)];
        let stored = self.stored(table, at, flipped)?;
        let wdl = Wdl::ALL.get(usize::from(stored));
        wdl.copied().ok_or(Fault::Damaged("a value that is none"))
    }

    /// The distance of a position of this material with a known value other than a draw.
    pub(super) fn distance(&self, at: &Position, wdl: Wdl) -> Result<Stored, Fault> {
        let (flipped, black) = self.seen(at);
        let table = &self.tables[leading_file(&self.material, at, flipped)][0];
        if (table.flags & BLACK_TO_MOVE != 0) != black && !self.material.is_symmetric() {
            return Ok(Stored::OtherSide);
        }
        let stored = self.stored(table, at, flipped)?;
        let number = match table.flags & MAPPED != 0 {
            true => {
                let map = &table.maps[map_of(wdl)];
                let found = map.get(usize::from(stored));
                *found.ok_or(Fault::Damaged("a distance that is none"))?
            }
            false => stored,
        };
        let in_plies = match wdl {
            Wdl::Win => table.flags & WIN_IN_PLIES != 0,
            Wdl::Loss => table.flags & LOSS_IN_PLIES != 0,
            _ => false,
        };
        let unit = if in_plies { 1 } else { 2 };
        Ok(Stored::Plies {
            plies: 1 + unit * u32::from(number),
            exact: in_plies,
        })
    }

    fn stored(&self, table: &Table, at: &Position, flipped: bool) -> Result<u16, Fault> {
        let number = table.order.number(at, flipped);
        let number = number.ok_or(Fault::Damaged("no place for a position"))?;
        table.coding.value(&*self.bytes, number)
    }
}

impl Table {
    fn read_maps(&mut self, reader: &mut Reader<'_>) -> Result<(), Fault> {
        if self.flags & MAPPED == 0 {
            return Ok(());
        }
        let wide = self.flags & WIDE_MAP != 0;
        if wide {
            reader.even();
        }
        for map in &mut self.maps {
            let next = |reader: &mut Reader<'_>| match wide {
                true => reader.u16(),
                false => reader.byte().map(u16::from),
            };
            let count = next(reader)?;
            *map = (0..count).map(|_| next(reader)).collect::<Result<_, _>>()?;
        }
        Ok(())
    }
}

/// The map of distances for a result.
fn map_of(wdl: Wdl) -> usize {
    match wdl {
        Wdl::Win | Wdl::Draw => 0,
        Wdl::Loss => 1,
        Wdl::CursedWin => 2,
        Wdl::BlessedLoss => 3,
    }
}
