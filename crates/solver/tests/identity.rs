//! Files that are not what was asked for are refused, and no number of a header makes the program
//! reserve memory that the file has no use for.

#[path = "common/endings.rs"]
mod endings;

use std::path::Path;

use yomikiri_game_api::{Metric, Notation, Probed};
use yomikiri_games::chess::{Chess, ChessTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::tablebase::{SolveOrder, Tablebase};

const METRICS: [Metric; 3] = [Metric::End, Metric::Conversion, Metric::Zeroing];
/// Bytes of a header before its description, and where its numbers are.
const FIXED: usize = 96;
const SIZE: usize = 48;

fn order(metric: Metric, values_only: bool) -> SolveOrder {
    SolveOrder {
        threads: 2,
        values_only,
        metric,
        ..SolveOrder::default()
    }
}

fn solved(dir: &Path, name: &str) -> Tablebase<Chess, ChessTiers> {
    let base = endings::tablebase(dir);
    let tier = base.parse_tier(Some(name)).unwrap();
    for metric in METRICS {
        base.solve(&[tier], &order(metric, false), &NoProgress, |_| Ok(()))
            .unwrap();
    }
    base
}

/// The length of a header, its checksum included.
fn header_length(bytes: &[u8]) -> usize {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let ranges = if number(8) >= 3 { number(66) } else { 0 };
    FIXED + number(12) + 16 * ranges + prediction_bytes(number(8)) + 4
}

/// Files from version 5 on tell what their cells are predicted from.
fn prediction_bytes(version: usize) -> usize {
    if version >= 5 { 48 } else { 0 }
}

/// The same file with a checksum that fits its header again.
fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = header_length(&bytes) - 4;
    let sum = crc32fast::hash(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// Every answer is the right one or an error.
fn check(
    base: &Tablebase<Chess, ChessTiers>,
    metric: Metric,
    right: &[Option<Probed>],
    what: &str,
) {
    base.refresh();
    for (at, right) in FENS.iter().zip(right) {
        let at = Chess::default().read_position(at).unwrap();
        if let Ok(found) = base.value(&at, metric) {
            assert_eq!(found, *right, "{what}");
        }
    }
}

const FENS: [&str; 6] = [
    "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
    "8/8/8/3k4/8/8/8/KR6 b - - 0 1",
    "8/8/8/8/8/k1K5/8/7R w - - 0 1",
    "8/8/2k5/8/8/4R3/3K4/8 b - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/8/4k3/8/4P3/4K3/8/8 b - - 0 1",
];

fn answers(base: &Tablebase<Chess, ChessTiers>, metric: Metric) -> Vec<Option<Probed>> {
    base.refresh();
    let answer = |fen: &&str| {
        let at = Chess::default().read_position(fen).unwrap();
        base.value(&at, metric).unwrap()
    };
    FENS.iter().map(answer).collect()
}

/// Files of another metric under the name of the one that is asked for, also with the fingerprint of
/// that one.
#[test]
fn a_file_of_another_metric_is_refused_whatever_its_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    let base = solved(folder.path(), "KPvK");
    let tier = base.parse_tier(Some("KPvK")).unwrap();
    let right = METRICS.map(|metric| answers(&base, metric));
    assert_ne!(right[0][4], right[1][4], "mate comes after promotion");
    assert_ne!(right[1][4], right[2][4], "and a step before it");
    let files = METRICS.map(|metric| std::fs::read(base.path(tier, metric)).unwrap());
    for (asked, metric) in METRICS.into_iter().enumerate() {
        for (given, file) in files
            .iter()
            .enumerate()
            .filter(|(given, _)| *given != asked)
        {
            let mut forged = file.clone();
            forged[16..48].copy_from_slice(&base.fingerprint(tier, metric));
            for bytes in [file.clone(), with_checksum(forged)] {
                std::fs::write(base.path(tier, metric), bytes).unwrap();
                base.refresh();
                assert!(base.open(tier, metric).is_err(), "{given} for {asked}");
                check(&base, metric, &right[asked], "another metric");
            }
        }
        std::fs::write(base.path(tier, metric), &files[asked]).unwrap();
        check(&base, metric, &right[asked], "its own");
        base.open(tier, metric).unwrap();
    }
}

/// A header whose numbers were changed and whose checksum fits again.
#[test]
fn numbers_of_a_header_are_compared_before_memory_is_reserved() {
    let folder = tempfile::tempdir().unwrap();
    let base = solved(folder.path(), "KRvK");
    let tier = base.parse_tier(Some("KRvK")).unwrap();
    let right = answers(&base, Metric::End);
    let path = base.path(tier, Metric::End);
    let whole = std::fs::read(&path).unwrap();
    assert_eq!(whole[8], 5);
    let ranges = header_length(&whole) - 4 - prediction_bytes(5) - 16;
    let large = [1u64, 59_135, 59_137, 1 << 20, 1 << 40, 1 << 60, u64::MAX];
    for at in [SIZE, ranges, ranges + 8] {
        for number in large {
            let mut bytes = whole.clone();
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
            std::fs::write(&path, with_checksum(bytes)).unwrap();
            let what = format!("{number} at byte {at}");
            check(&base, Metric::End, &right, &what);
            assert!(base.load(tier, Metric::End, &NoProgress).is_err(), "{what}");
            let stats = base.stats(tier, Metric::End, false, 1, &NoProgress);
            assert!(stats.is_err(), "{what}");
            let verified = base.verify(tier, Metric::End, None, 1, &NoProgress);
            assert!(verified.is_err(), "{what}");
        }
    }
    // Counts of ranges, columns, blocks and descriptions, and what cells are predicted from.
    for at in [
        12,
        56,
        66,
        70,
        74,
        ranges + 16,
        ranges + 24,
        ranges + 48,
        ranges + 56,
    ] {
        for number in [0u32, 3, 77, 1 << 16, 1 << 20, 1 << 31, u32::MAX] {
            let mut bytes = whole.clone();
            if bytes[at..at + 4] == number.to_le_bytes() {
                continue;
            }
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
            if header_length(&bytes) <= bytes.len() {
                bytes = with_checksum(bytes);
            }
            std::fs::write(&path, bytes).unwrap();
            base.refresh();
            let what = format!("{number} at byte {at}");
            if let Ok(loaded) = base.load(tier, Metric::End, &NoProgress) {
                assert_eq!(loaded.indices(), 0..59_136, "{what}");
            }
        }
    }
}

/// What another process writes is seen by the next request, and what this one solves at once.
#[test]
fn a_table_that_was_replaced_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let base = solved(folder.path(), "KRvK");
    let tier = base.parse_tier(Some("KRvK")).unwrap();
    let right = answers(&base, Metric::End);
    let other = tempfile::tempdir().unwrap();
    let values = endings::tablebase(other.path());
    let only_values = order(Metric::End, true);
    values
        .solve(&[tier], &only_values, &NoProgress, |_| Ok(()))
        .unwrap();
    std::fs::copy(values.path(tier, Metric::End), base.path(tier, Metric::End)).unwrap();
    let found = answers(&base, Metric::End);
    for (found, right) in found.iter().zip(&right) {
        assert_eq!(
            found.map(|known| known.value),
            right.map(|known| known.value)
        );
    }
    assert_eq!(found[0].unwrap().distance, None);
    // Solving again, with distances, replaces it.
    base.solve(&[tier], &order(Metric::End, false), &NoProgress, |_| Ok(()))
        .unwrap();
    let at = Chess::default().read_position(FENS[0]).unwrap();
    assert_eq!(base.value(&at, Metric::End).unwrap(), right[0]);
}

/// Only so many files are open at a time, and answers do not depend on it.
#[test]
fn open_files_are_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let base = solved(folder.path(), "KPvK");
    let files = std::sync::Arc::new(yomikiri_solver::tablebase::OpenFiles::new(2));
    let few = endings::tablebase_with(folder.path(), std::sync::Arc::clone(&files));
    let names = ["KPvK", "KQvK", "KRvK", "KBvK", "KNvK"];
    for name in names {
        let tier = base.parse_tier(Some(name)).unwrap();
        base.solve(&[tier], &order(Metric::End, false), &NoProgress, |_| Ok(()))
            .unwrap();
    }
    for _ in 0..3 {
        for name in names {
            let fen = format!("8/8/6k1/8/8/8/{}7/K7 w - - 0 1", &name[1..2]);
            let at = Chess::default().read_position(&fen).unwrap();
            let found = few.value(&at, Metric::End).unwrap();
            assert_eq!(found, base.value(&at, Metric::End).unwrap());
            assert!(found.is_some());
            assert!(files.count() <= 2);
        }
    }
}

/// A table by distance to mate counts on the distances of the tables that promotions lead to. Values
/// without distances are not enough, and a missing table is named.
#[test]
fn a_table_is_verified_and_counted_only_with_all_that_it_counts_on() {
    let folder = tempfile::tempdir().unwrap();
    let base = solved(folder.path(), "KPvK");
    let tier = |name: &str| base.parse_tier(Some(name)).unwrap();
    let verify = || base.verify(tier("KPvK"), Metric::End, None, 2, &NoProgress);
    let count = || base.stats(tier("KPvK"), Metric::End, false, 2, &NoProgress);
    assert!(verify().unwrap().verdict.faults.is_empty() && count().is_ok());
    let only_values = order(Metric::End, true);
    base.solve(&[tier("KQvK")], &only_values, &NoProgress, |_| Ok(()))
        .unwrap();
    for error in [
        verify().unwrap_err().to_string(),
        count().unwrap_err().to_string(),
    ] {
        assert!(
            error.contains("KQvK.ytb has values without distances"),
            "{error}"
        );
    }
    // The values are enough for other metrics.
    let by_zeroing = base.verify(tier("KPvK"), Metric::Zeroing, None, 2, &NoProgress);
    assert!(by_zeroing.unwrap().verdict.faults.is_empty());
}
