//! Counting more moves than fit in memory: sorted runs on disk, merged at the end.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::edge::{Counts, Place};

/// A move that was played, or stands in a variation (then without a result).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// The position.
    pub place: Place,
    /// The move on it.
    pub mv: String,
    /// How the game went for the mover; nothing in a variation.
    pub counts: Counts,
    /// The ply from the start of the game.
    pub ply: u32,
    /// The date of the game.
    pub date: Option<String>,
    /// The number of the source.
    pub source: u32,
    /// Whether it stands in a variation.
    pub aside: bool,
}

/// What is known of a move after all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// How the games went.
    pub counts: Counts,
    /// The smallest ply.
    pub ply: u32,
    /// The latest date.
    pub date: Option<String>,
    /// The first source.
    pub source: u32,
    /// Whether an author has written it down as a variation.
    pub aside: bool,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.counts = self.counts.plus(other.counts);
        self.ply = self.ply.min(other.ply);
        self.source = self.source.min(other.source);
        self.aside |= other.aside;
        if other.date > self.date {
            self.date.clone_from(&other.date);
        }
    }
}

/// Counts moves in bounded memory.
pub struct Sorter {
    folder: PathBuf,
    /// Key, position and move as bytes that sort like them.
    held: HashMap<Box<[u8]>, Tally>,
    bytes: usize,
    most_bytes: usize,
    runs: Vec<PathBuf>,
}

impl Sorter {
    /// A sorter that holds about so many bytes and writes the rest into a folder, which must be its own.
    pub fn new(folder: &Path, most_bytes: usize) -> Sorter {
        Sorter {
            folder: folder.to_owned(),
            held: HashMap::new(),
            bytes: 0,
            most_bytes,
            runs: Vec::new(),
        }
    }

    /// Counts a move.
    pub fn add(&mut self, seen: Occurrence) -> io::Result<()> {
        /// What a map needs for an entry besides its texts.
        const OVERHEAD: usize = 120;
        let name = name_of(&seen.place, &seen.mv);
        let tally = Tally {
            counts: seen.counts,
            ply: seen.ply,
            date: seen.date,
            source: seen.source,
            aside: seen.aside,
        };
        match self.held.get_mut(&name) {
            Some(held) => held.add(&tally),
            None => {
                self.bytes += name.len() + OVERHEAD;
                self.held.insert(name, tally);
            }
        }
        match self.bytes > self.most_bytes {
            true => self.write_run(),
            false => Ok(()),
        }
    }

    fn write_run(&mut self) -> io::Result<()> {
        let mut entries: Vec<(Box<[u8]>, Tally)> =
            std::mem::take(&mut self.held).into_iter().collect();
        self.bytes = 0;
        entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        let path = self.folder.join(format!("run{}", self.runs.len()));
        let mut file = BufWriter::with_capacity(1 << 16, File::create(&path)?);
        for (name, tally) in &entries {
            write_entry(&mut file, name, tally)?;
        }
        file.into_inner()?;
        self.runs.push(path);
        Ok(())
    }

    /// Everything in the order of keys, positions and moves.
    pub fn finish(mut self) -> io::Result<Sorted> {
        if self.runs.is_empty() {
            let mut entries: Vec<(Box<[u8]>, Tally)> = self.held.into_iter().collect();
            entries.sort_unstable_by(|a, b| b.0.cmp(&a.0));
            return Ok(Sorted {
                readers: vec![Run::Held(entries)],
                heads: BinaryHeap::new(),
                begun: false,
            });
        }
        if !self.held.is_empty() {
            self.write_run()?;
        }
        let mut readers = Vec::new();
        for path in &self.runs {
            let file = File::open(path)?;
            // The names may go: what is open stays until it has been read. Where that is not so, the folder is removed later.
            drop(fs::remove_file(path));
            readers.push(Run::File(BufReader::with_capacity(1 << 16, file)));
        }
        Ok(Sorted {
            readers,
            heads: BinaryHeap::new(),
            begun: false,
        })
    }
}

enum Run {
    /// The last one first.
    Held(Vec<(Box<[u8]>, Tally)>),
    File(BufReader<File>),
}

impl Run {
    fn next(&mut self) -> io::Result<Option<(Box<[u8]>, Tally)>> {
        match self {
            Run::Held(entries) => Ok(entries.pop()),
            Run::File(file) => read_entry(file),
        }
    }
}

/// The merged runs.
pub struct Sorted {
    readers: Vec<Run>,
    heads: BinaryHeap<Reverse<Head>>,
    begun: bool,
}

struct Head {
    name: Box<[u8]>,
    run: usize,
    tally: Tally,
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.run) == (&other.name, other.run)
    }
}

impl Eq for Head {}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Head {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (&self.name, self.run).cmp(&(&other.name, other.run))
    }
}

impl Sorted {
    fn advance(&mut self, run: usize) -> io::Result<()> {
        if let Some((name, tally)) = self.readers[run].next()? {
            self.heads.push(Reverse(Head { name, run, tally }));
        }
        Ok(())
    }

    /// The next move with everything that was counted for it.
    pub fn next_move(&mut self) -> io::Result<Option<(Place, String, Tally)>> {
        if !self.begun {
            self.begun = true;
            for run in 0..self.readers.len() {
                self.advance(run)?;
            }
        }
        let Some(Reverse(Head {
            name,
            run,
            mut tally,
        })) = self.heads.pop()
        else {
            return Ok(None);
        };
        self.advance(run)?;
        while let Some(Reverse(head)) = self.heads.peek()
            && head.name == name
        {
            let Some(Reverse(head)) = self.heads.pop() else {
                break;
            };
            tally.add(&head.tally);
            self.advance(head.run)?;
        }
        let (place, mv) = read_name(&name)?;
        Ok(Some((place, mv, tally)))
    }
}

/// Key, position and move as bytes. Texts hold no zero bytes, so a zero ends one.
fn name_of(place: &Place, mv: &str) -> Box<[u8]> {
    let mut name = Vec::with_capacity(10 + place.position.len() + mv.len());
    name.extend(place.key.to_be_bytes());
    name.extend(place.position.bytes());
    name.push(0);
    name.extend(mv.bytes());
    name.into_boxed_slice()
}

fn read_name(name: &[u8]) -> io::Result<(Place, String)> {
    let broken = || io::Error::other("a run was changed while it was read");
    let (key, rest) = name.split_first_chunk().ok_or_else(broken)?;
    let end = rest.iter().position(|byte| *byte == 0).ok_or_else(broken)?;
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| broken());
    let place = Place {
        key: u64::from_be_bytes(*key),
        position: text(&rest[..end])?,
    };
    Ok((place, text(&rest[end + 1..])?))
}

fn write_entry(to: &mut impl Write, name: &[u8], tally: &Tally) -> io::Result<()> {
    let date = tally.date.as_deref().unwrap_or_default();
    to.write_all(&(name.len() as u32).to_le_bytes())?;
    to.write_all(&(date.len() as u32).to_le_bytes())?;
    let Counts { win, draw, loss } = tally.counts;
    let aside = u32::from(tally.aside);
    for number in [win, draw, loss, tally.ply, tally.source, aside] {
        to.write_all(&number.to_le_bytes())?;
    }
    to.write_all(name)?;
    to.write_all(date.as_bytes())
}

fn read_entry(from: &mut impl Read) -> io::Result<Option<(Box<[u8]>, Tally)>> {
    let mut head = [0; 32];
    match from.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let number = |at: usize| {
        let mut bytes = [0; 4];
        bytes.copy_from_slice(&head[4 * at..4 * at + 4]);
        u32::from_le_bytes(bytes)
    };
    let mut name = vec![0; number(0) as usize];
    from.read_exact(&mut name)?;
    let mut date = vec![0; number(1) as usize];
    from.read_exact(&mut date)?;
    let date = String::from_utf8(date).map_err(io::Error::other)?;
    let tally = Tally {
        counts: Counts {
            win: number(2),
            draw: number(3),
            loss: number(4),
        },
        ply: number(5),
        date: Some(date).filter(|date| !date.is_empty()),
        source: number(6),
        aside: number(7) == 1,
    };
    Ok(Some((name.into_boxed_slice(), tally)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The same sums as a map of everything, however little is held at a time.
    #[test]
    fn runs_give_what_a_map_gives() {
        let folder = tempfile::tempdir().unwrap();
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        let seen: Vec<Occurrence> = (0..3000)
            .map(|_| Occurrence {
                // Few keys: positions with one key are kept apart.
                place: Place {
                    key: random(4) << 62,
                    position: format!("p{}", random(20)),
                },
                mv: format!("m{}", random(3)),
                counts: Counts {
                    win: random(2) as u32,
                    draw: random(2) as u32,
                    loss: random(2) as u32,
                },
                ply: random(40) as u32,
                date: (random(2) == 1).then(|| format!("2026-01-{:02}", 1 + random(28))),
                source: random(5) as u32,
                aside: random(9) == 0,
            })
            .collect();
        let mut all: BTreeMap<(Place, String), Tally> = BTreeMap::new();
        for one in &seen {
            let tally = Tally {
                counts: one.counts,
                ply: one.ply,
                date: one.date.clone(),
                source: one.source,
                aside: one.aside,
            };
            let name = (one.place.clone(), one.mv.clone());
            all.entry(name)
                .and_modify(|held| held.add(&tally))
                .or_insert(tally);
        }
        for most_bytes in [1, 5000, usize::MAX] {
            let mut sorter = Sorter::new(folder.path(), most_bytes);
            for one in &seen {
                sorter.add(one.clone()).unwrap();
            }
            let mut sorted = sorter.finish().unwrap();
            let mut found = Vec::new();
            while let Some((place, mv, tally)) = sorted.next_move().unwrap() {
                found.push(((place, mv), tally));
            }
            assert!(found.is_sorted_by(|a, b| a.0 < b.0));
            assert_eq!(found, all.clone().into_iter().collect::<Vec<_>>());
        }
    }
}
