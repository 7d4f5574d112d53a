//! A book in memory, for play: sorted by key and searched in parts of a microsecond.

use std::path::Path;

use crate::book::Book;
use crate::edge::{Counts, Place, Standing};
use crate::error::BookError;
use crate::header::Header;
use crate::policy::Candidate;

/// All positions and moves of a book, as they were when it was opened.
pub struct BookIndex {
    /// By key and check.
    positions: Vec<IndexedPosition>,
    /// Where the positions begin whose keys begin with each number.
    buckets: Vec<u32>,
    /// The moves of positions, together.
    edges: Vec<IndexedEdge>,
    /// The texts of all moves.
    texts: String,
    margin: Option<i32>,
}

struct IndexedPosition {
    key: u64,
    /// A hash of the text: two positions with one key are told apart.
    check: u64,
    from: u32,
    to: u32,
}

struct IndexedEdge {
    text: u32,
    length: u8,
    weight: u16,
    learned: i16,
    counts: Counts,
    score: Option<i32>,
    table: Option<Standing>,
}

/// A move of a position.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct IndexedMove<'a> {
    /// The move on the position that the book keeps.
    pub mv: &'a str,
    /// What is known of it.
    pub candidate: Candidate,
}

/// Bits of a key that choose a bucket.
const BUCKET_BITS: u32 = 16;

fn check_of(position: &str) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for byte in position.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    hash
}

impl BookIndex {
    /// Reads a book.
    pub fn open(path: &Path, wanted: &Header) -> Result<BookIndex, BookError> {
        let book = Book::open(path, Some(wanted))?;
        BookIndex::of(&book)
    }

    /// Everything that is in an open book.
    pub fn of(book: &Book) -> Result<BookIndex, BookError> {
        let margin = book.number("margin")?.map(|margin| margin as i32);
        let mut index = BookIndex {
            positions: Vec::new(),
            buckets: Vec::new(),
            edges: Vec::new(),
            texts: String::new(),
            margin,
        };
        book.sql(index.read(book))?;
        index.positions.sort_by_key(|at| (at.key, at.check));
        let mut bucket = 0;
        for (number, at) in index.positions.iter().enumerate() {
            let own = at.key >> (64 - BUCKET_BITS);
            while bucket <= own {
                index.buckets.push(number as u32);
                bucket += 1;
            }
        }
        index
            .buckets
            .resize((1 << BUCKET_BITS) + 1, index.positions.len() as u32);
        Ok(index)
    }

    fn read(&mut self, book: &Book) -> rusqlite::Result<()> {
        let mut positions = book
            .file
            .prepare("SELECT id, key, position FROM positions ORDER BY id")?;
        let mut positions = positions.query([])?;
        let mut edges = book.file.prepare(
            "SELECT position, move, win, draw, loss, weight, learned, score, exact FROM edges \
             ORDER BY position, move",
        )?;
        let mut edges = edges.query([])?;
        let mut edge = edges.next()?;
        while let Some(row) = positions.next()? {
            let id: i64 = row.get(0)?;
            let from = self.edges.len() as u32;
            while let Some(row) = edge {
                let position: i64 = row.get(0)?;
                if position > id {
                    break;
                }
                if position == id {
                    let text = row.get_ref(1)?.as_str()?;
                    let exact: Option<i64> = row.get(8)?;
                    self.edges.push(IndexedEdge {
                        text: self.texts.len() as u32,
                        length: text.len().min(255) as u8,
                        counts: Counts {
                            win: row.get(2)?,
                            draw: row.get(3)?,
                            loss: row.get(4)?,
                        },
                        weight: row.get(5)?,
                        learned: row.get(6)?,
                        score: row.get(7)?,
                        table: exact.and_then(Standing::of_number),
                    });
                    self.texts.push_str(text);
                }
                edge = edges.next()?;
            }
            self.positions.push(IndexedPosition {
                key: row.get::<_, i64>(1)? as u64,
                check: check_of(row.get_ref(2)?.as_str()?),
                from,
                to: self.edges.len() as u32,
            });
        }
        Ok(())
    }

    /// The moves of a position, in the order of their texts; none if it is not in the book.
    pub fn moves(&self, place: &Place) -> impl ExactSizeIterator<Item = IndexedMove<'_>> {
        let range = self.find(place).unwrap_or(0..0);
        self.edges[range].iter().map(|edge| {
            let from = edge.text as usize;
            IndexedMove {
                mv: &self.texts[from..from + usize::from(edge.length)],
                candidate: Candidate {
                    counts: edge.counts,
                    weight: edge.weight,
                    learned: edge.learned,
                    score: edge.score,
                    table: edge.table,
                    forbidden: false,
                },
            }
        })
    }

    /// Whether a position is in the book.
    pub fn contains(&self, place: &Place) -> bool {
        self.find(place).is_some_and(|range| !range.is_empty())
    }

    fn find(&self, place: &Place) -> Option<std::ops::Range<usize>> {
        let bucket = (place.key >> (64 - BUCKET_BITS)) as usize;
        let (from, to) = (self.buckets[bucket], self.buckets[bucket + 1]);
        let part = &self.positions[from as usize..to as usize];
        let first = part.partition_point(|at| at.key < place.key);
        let same = part[first..].iter().take_while(|at| at.key == place.key);
        let check = check_of(&place.position);
        let found = { same }.find(|at| at.check == check)?;
        Some(found.from as usize..found.to as usize)
    }

    /// By how much an engine's score may be worse than the best one, if the book says so.
    pub fn margin(&self) -> Option<i32> {
        self.margin
    }

    /// The number of moves.
    pub fn edges(&self) -> usize {
        self.edges.len()
    }
}
