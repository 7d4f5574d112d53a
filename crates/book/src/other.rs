//! The files of other programs: a key and a move in numbers, without the position.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};

use crate::edge::Counts;

/// A format of another program.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum OtherFormat {
    /// Chess: entries of 16 bytes by key, highest byte first.
    Polyglot,
    /// Xiangqi, Chinese front ends: an SQLite file with the table `bhobk`.
    Obk,
    /// Xiangqi, ElephantEye: entries of 8 bytes by key, lowest byte first.
    Eleeye,
}

/// A move as another program keeps it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct OtherEntry {
    /// The key of the position.
    pub key: u64,
    /// The move as a number.
    pub mv: u32,
    /// How likely it is played in proportion to the others; 0 is never.
    pub weight: u32,
    /// Games, from the side of whoever moves; none where the format has no counts.
    pub counts: Counts,
    /// A remark.
    pub note: Option<String>,
}

impl OtherFormat {
    /// All formats.
    pub const ALL: [OtherFormat; 3] =
        [OtherFormat::Polyglot, OtherFormat::Obk, OtherFormat::Eleeye];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        ["polyglot", "obk", "eleeye"][self as usize]
    }

    /// Whether it keeps the games of a move.
    pub const fn has_counts(self) -> bool {
        matches!(self, OtherFormat::Obk)
    }

    /// The largest weight.
    pub const fn heaviest(self) -> u32 {
        match self {
            OtherFormat::Polyglot | OtherFormat::Eleeye => u16::MAX as u32,
            OtherFormat::Obk => i32::MAX as u32,
        }
    }

    /// Whether a move that is never played has a place in it.
    pub const fn keeps_forbidden(self) -> bool {
        !matches!(self, OtherFormat::Eleeye)
    }

    /// Whether a key has a place in it. Keys of `*.obk` that are negative as numbers are the bits of a floating-point
    /// number, and SQLite has none of those that are not a number.
    pub fn holds_key(self, key: u64) -> bool {
        match self {
            OtherFormat::Polyglot => true,
            OtherFormat::Obk => (key as i64) >= 0 || !f64::from_bits(key).is_nan(),
            OtherFormat::Eleeye => u32::try_from(key).is_ok(),
        }
    }

    /// Reads a file.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<OtherEntry>, String> {
        match self {
            OtherFormat::Polyglot => Ok(whole_records::<16>(bytes)?.map(of_polyglot).collect()),
            OtherFormat::Eleeye => Ok(whole_records::<8>(bytes)?.map(of_eleeye).collect()),
            OtherFormat::Obk => {
                let wrong =
                    |error| format!("expected a file of SQLite with the table bhobk, got {error}");
                read_obk(bytes).map_err(|error| wrong(error.to_string()))
            }
        }
    }

    /// Writes a file. Keys and weights must have a place in it.
    pub fn write(self, mut entries: Vec<OtherEntry>) -> Result<Vec<u8>, String> {
        entries.sort();
        match self {
            OtherFormat::Polyglot => Ok(entries.iter().flat_map(to_polyglot).collect()),
            OtherFormat::Eleeye => Ok(entries.iter().flat_map(to_eleeye).collect()),
            OtherFormat::Obk => write_obk(&entries).map_err(|error| error.to_string()),
        }
    }
}

fn whole_records<const SIZE: usize>(
    bytes: &[u8],
) -> Result<impl Iterator<Item = &[u8; SIZE]>, String> {
    let (records, rest) = bytes.as_chunks::<SIZE>();
    match rest.is_empty() && !records.is_empty() {
        true => Ok(records.iter()),
        false => Err(format!(
            "expected records of {SIZE} bytes, got {} bytes",
            bytes.len()
        )),
    }
}

fn of_polyglot(record: &[u8; 16]) -> OtherEntry {
    let [a, b, c, d, e, f, g, h, mv, mv_low, weight, weight_low, ..] = *record;
    OtherEntry {
        key: u64::from_be_bytes([a, b, c, d, e, f, g, h]),
        mv: u16::from_be_bytes([mv, mv_low]).into(),
        weight: u16::from_be_bytes([weight, weight_low]).into(),
        ..OtherEntry::default()
    }
}

fn to_polyglot(entry: &OtherEntry) -> [u8; 16] {
    let mut record = [0; 16];
    record[..8].copy_from_slice(&entry.key.to_be_bytes());
    record[8..10].copy_from_slice(&(entry.mv as u16).to_be_bytes());
    record[10..12].copy_from_slice(&(entry.weight as u16).to_be_bytes());
    record
}

fn of_eleeye(record: &[u8; 8]) -> OtherEntry {
    let [a, b, c, d, mv, mv_high, weight, weight_high] = *record;
    OtherEntry {
        key: u32::from_le_bytes([a, b, c, d]).into(),
        mv: u16::from_le_bytes([mv, mv_high]).into(),
        weight: u16::from_le_bytes([weight, weight_high]).into(),
        ..OtherEntry::default()
    }
}

fn to_eleeye(entry: &OtherEntry) -> [u8; 8] {
    let mut record = [0; 8];
    record[..4].copy_from_slice(&(entry.key as u32).to_le_bytes());
    record[4..6].copy_from_slice(&(entry.mv as u16).to_le_bytes());
    record[6..].copy_from_slice(&(entry.weight as u16).to_le_bytes());
    record
}

const OBK_TABLE: &str = "
CREATE TABLE bhobk(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  vkey INTEGER,
  vmove INTEGER,
  vscore INTEGER,
  vwin INTEGER,
  vdraw INTEGER,
  vlost INTEGER,
  vvalid INTEGER,
  vmemo TEXT,
  vindex INTEGER
);
CREATE INDEX idxkey ON bhobk(vkey);
";

/// Most writers keep keys that are negative as integers as floating-point numbers of the same bits, of which SQLite makes
/// integers again where they are whole; others keep them as they are.
fn read_obk(bytes: &[u8]) -> rusqlite::Result<Vec<OtherEntry>> {
    let mut file = Connection::open_in_memory()?;
    file.deserialize_read_exact("main", bytes, bytes.len(), true)?;
    let mut query = file.prepare(
        "SELECT vkey, CAST(vmove AS INTEGER), CAST(vscore AS INTEGER), CAST(vwin AS INTEGER), \
         CAST(vdraw AS INTEGER), CAST(vlost AS INTEGER), CAST(vvalid AS INTEGER), CAST(vmemo AS TEXT) FROM bhobk",
    )?;
    let text = "SELECT EXISTS(SELECT 1 FROM bhobk WHERE typeof(vkey) = 'real')";
    let has_floats: bool = file.query_row(text, [], |row| row.get(0))?;
    let mut rows = query.query([])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        let key = match row.get_ref(0)? {
            ValueRef::Integer(key) if key < 0 && has_floats => (key as f64).to_bits(),
            ValueRef::Integer(key) => key as u64,
            ValueRef::Real(key) => key.to_bits(),
            _ => continue,
        };
        let number = |column: usize| {
            row.get::<_, Option<i64>>(column)
                .map(Option::unwrap_or_default)
        };
        let games =
            |column: usize| number(column).map(|games| games.clamp(0, u32::MAX.into()) as u32);
        let score = number(2)?.clamp(1, i32::MAX.into()) as u32;
        entries.push(OtherEntry {
            key,
            mv: number(1)?.clamp(0, u16::MAX.into()) as u32,
            weight: if number(6)? == 0 { 0 } else { score },
            counts: Counts {
                win: games(3)?,
                draw: games(4)?,
                loss: games(5)?,
            },
            note: row
                .get::<_, Option<String>>(7)?
                .filter(|note| !note.is_empty()),
        });
    }
    Ok(entries)
}

fn write_obk(entries: &[OtherEntry]) -> rusqlite::Result<Vec<u8>> {
    let file = Connection::open_in_memory()?;
    file.execute_batch("BEGIN")?;
    file.execute_batch(OBK_TABLE)?;
    let text = "INSERT INTO bhobk(vkey, vmove, vscore, vwin, vdraw, vlost, vvalid, vmemo, vindex) \
                VALUES(?, ?, ?, ?, ?, ?, ?, ?, 0)";
    {
        let mut insert = file.prepare(text)?;
        for entry in entries {
            let Counts { win, draw, loss } = entry.counts;
            let (valid, score) = (entry.weight > 0, entry.weight);
            let rest = params![entry.mv, score, win, draw, loss, valid, entry.note];
            let key: Box<dyn rusqlite::ToSql> = match entry.key as i64 {
                key @ 0.. => Box::new(key),
                _ => Box::new(f64::from_bits(entry.key)),
            };
            let values = std::iter::once(&*key).chain(rest.iter().copied());
            insert.execute(rusqlite::params_from_iter(values))?;
        }
    }
    file.execute_batch("COMMIT")?;
    Ok(file.serialize("main")?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(keys: &[u64], format: OtherFormat) -> Vec<OtherEntry> {
        let counts = match format.has_counts() {
            true => Counts {
                win: 3,
                draw: 0,
                loss: 70_000,
            },
            false => Counts::default(),
        };
        let entry = |(number, &key): (usize, &u64)| OtherEntry {
            key,
            mv: 0xA7AA - number as u32,
            weight: 1000 * number as u32,
            counts,
            note: format.has_counts().then(|| format!("move {number}")),
        };
        keys.iter().enumerate().map(entry).collect()
    }

    #[test]
    fn what_is_written_is_read_again() {
        for (format, keys) in [
            (OtherFormat::Polyglot, [7, 7, u64::MAX, 1 << 63]),
            (OtherFormat::Eleeye, [7, 7, 0xFFFF_FFFF, 1 << 31]),
            (
                OtherFormat::Obk,
                [7, 7, 0x628D_04D7_C9C1_44AE, 0xC243_2E2E_C584_6BF6],
            ),
        ] {
            let mut entries = entries(&keys, format);
            assert!(keys.iter().all(|&key| format.holds_key(key)));
            let bytes = format.write(entries.clone()).unwrap();
            entries.sort();
            let mut read = format.read(&bytes).unwrap();
            // What is never played has lost its weight, and only that.
            read.sort();
            assert_eq!(read, entries, "{}", format.name());
        }
    }

    #[test]
    fn bytes_of_the_formats() {
        let entry = OtherEntry {
            key: 0x0102_0304,
            mv: 0x0506,
            weight: 0x0708,
            ..OtherEntry::default()
        };
        let bytes = OtherFormat::Eleeye.write(vec![entry.clone()]).unwrap();
        assert_eq!(bytes, [4, 3, 2, 1, 6, 5, 8, 7]);
        let bytes = OtherFormat::Polyglot.write(vec![entry]).unwrap();
        assert_eq!(bytes, [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0]);
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        for format in OtherFormat::ALL {
            for wrong in [&b""[..], b"1234567", b"SQLite format 3\0garbage"] {
                assert!(format.read(wrong).is_err(), "{} {wrong:?}", format.name());
            }
        }
        assert!(!OtherFormat::Obk.holds_key(u64::MAX));
        assert!(!OtherFormat::Eleeye.holds_key(1 << 32));
    }
}
