//! Statistics beside a table file (`NAME.stats`), so that a table of hundreds of millions of positions
//! is counted once. Lines of text, as `docs/table-format.md` describes them.
//!
//! A file that is missing, damaged, or of another table than the one beside it is ignored: everything
//! in it can be counted again.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

use yomikiri_game_api::Side;

use super::CountRow;
use crate::census::{Census, Convention};
use crate::table::Table;

/// The first line. Counts of another version are counted again.
const TITLE: &str = "yomikiri statistics 2";
/// Longer files are not ours.
const LONGEST: u64 = 1 << 20;

/// Where the statistics of a table file are.
fn path_of(table: &Path) -> PathBuf {
    table.with_extension("stats")
}

/// Reads the statistics of a table file, if there are any that belong to it.
pub(super) fn read(table: &Table) -> Option<Vec<CountRow>> {
    let hash = own_hash(table)?;
    let mut text = String::new();
    let file = File::open(path_of(table.path())).ok()?;
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    parse(&text, &hash)
}

/// Writes the statistics of a table file. A directory that cannot be written to is no fault: then
/// they are counted every time.
pub(super) fn write(table: &Table, rows: &[CountRow]) {
    // Whatever was counted must be what the hash stands for.
    let Some(hash) = own_hash(table).filter(|_| table.check().is_ok()) else {
        return;
    };
    let path = path_of(table.path());
    // In one step, so that nobody reads half of it.
    let unfinished = path.with_extension(format!("stats.{}", std::process::id()));
    let written = File::create(&unfinished)
        .and_then(|mut file| file.write_all(text(rows, &hash).as_bytes()))
        .and_then(|()| std::fs::rename(&unfinished, &path));
    if written.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
}

/// The hash of a table file, in text; `None` for tables without a file.
fn own_hash(table: &Table) -> Option<String> {
    let hash = table.content_hash().ok()??;
    table.is_file().then(|| crate::hex(&hash))
}

fn text(rows: &[CountRow], hash: &str) -> String {
    let mut text = format!("{TITLE}\ntable {hash}\n");
    for row in rows {
        let census = &row.census;
        let _ = writeln!(
            text,
            "{} {} {} draws {} finished {} checkmated {} king-captures {} wins-at-once {}",
            row.side.word(),
            row.convention.word(),
            if row.has_distances {
                "distances"
            } else {
                "values"
            },
            census.draws,
            census.finished,
            match row.knows_checks {
                true => census.checkmated.to_string(),
                false => "-".to_owned(),
            },
            census.king_captures,
            census.wins_at_once,
        );
        for (name, counts) in [("won", &census.won_in), ("lost", &census.lost_in)] {
            let counts: Vec<String> = counts.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "{name} {}", counts.join(" "));
        }
    }
    let sum = crc32fast::hash(text.as_bytes());
    let _ = writeln!(text, "crc32 {sum:08x}");
    text
}

fn parse(text: &str, hash: &str) -> Option<Vec<CountRow>> {
    let body = text.strip_suffix('\n')?;
    let (body, sum) = body.rsplit_once("crc32 ")?;
    if u32::from_str_radix(sum, 16) != Ok(crc32fast::hash(body.as_bytes())) {
        return None;
    }
    let mut lines = body.lines();
    if lines.next()? != TITLE || lines.next()?.strip_prefix("table ")? != hash {
        return None;
    }
    let mut rows = Vec::new();
    while let Some(line) = lines.next() {
        rows.push(parse_row(line, lines.next()?, lines.next()?)?);
    }
    Some(rows)
}

fn parse_row(head: &str, won: &str, lost: &str) -> Option<CountRow> {
    let words: Vec<&str> = head.split(' ').collect();
    let &[
        side,
        convention,
        contents,
        "draws",
        draws,
        "finished",
        finished,
        "checkmated",
        checkmated,
        "king-captures",
        king_captures,
        "wins-at-once",
        wins_at_once,
    ] = words.as_slice()
    else {
        return None;
    };
    let counts = |line: &str, name: &str| -> Option<Vec<u64>> {
        let counts = line.strip_prefix(name)?.split_whitespace();
        counts.map(|count| count.parse().ok()).collect()
    };
    Some(CountRow {
        side: Side::BOTH.into_iter().find(|of| of.word() == side)?,
        convention: Convention::EVERY
            .into_iter()
            .find(|of| of.word() == convention)?,
        census: Census {
            won_in: counts(won, "won")?,
            lost_in: counts(lost, "lost")?,
            draws: draws.parse().ok()?,
            finished: finished.parse().ok()?,
            checkmated: match checkmated {
                "-" => 0,
                count => count.parse().ok()?,
            },
            king_captures: king_captures.parse().ok()?,
            wins_at_once: wins_at_once.parse().ok()?,
        },
        has_distances: match contents {
            "distances" => true,
            "values" => false,
            _ => return None,
        },
        knows_checks: checkmated != "-",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<CountRow> {
        let row = |side, convention, has_distances| CountRow {
            side,
            convention,
            census: Census {
                won_in: vec![0, 7, 0, u64::MAX],
                lost_in: Vec::new(),
                draws: 5,
                finished: 4,
                checkmated: u64::from(has_distances),
                king_captures: 3,
                wins_at_once: 2,
            },
            has_distances,
            knows_checks: has_distances,
        };
        vec![
            row(Side::First, Convention::All, true),
            row(Side::Second, Convention::Reachable, false),
        ]
    }

    #[test]
    fn statistics_survive_a_round_trip() {
        assert_eq!(parse(&text(&rows(), "ab"), "ab"), Some(rows()));
        assert_eq!(parse(&text(&[], "ab"), "ab"), Some(Vec::new()));
    }

    #[test]
    fn statistics_of_another_table_are_ignored() {
        assert_eq!(parse(&text(&rows(), "ab"), "cd"), None);
    }

    #[test]
    fn damaged_statistics_are_ignored() {
        let text = text(&rows(), "ab");
        for end in 0..text.len() {
            assert_eq!(parse(&text[..end], "ab"), None, "cut at {end}");
        }
        for at in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[at] ^= 1;
            let damaged = String::from_utf8(bytes).unwrap();
            assert_eq!(parse(&damaged, "ab"), None, "changed at {at}");
        }
    }
}
