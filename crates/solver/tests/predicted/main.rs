//! Table files whose cells are predicted, and those of before, which are still read. The files in `old` were
//! written by the program of November 2026, before cells were predicted.

#[path = "../common/endings.rs"]
mod endings;

use std::path::Path;

use yomikiri_game_api::{Indexer, Metric};
use yomikiri_solver::NoProgress;
use yomikiri_solver::table::Table;
use yomikiri_solver::tablebase::SolveOrder;

use endings::Tables;

fn solve(dir: &Path, name: &str, threads: usize, values_only: bool) -> Vec<u8> {
    let base = endings::tablebase(dir);
    let tier = base.parse_tier(Some(name)).unwrap();
    let order = SolveOrder {
        threads,
        values_only,
        ..SolveOrder::default()
    };
    base.solve(&[tier], &order, &NoProgress, |_| Ok(()))
        .unwrap();
    std::fs::read(base.path(tier, Metric::End)).unwrap()
}

/// A file of an older version in the place of the new one.
fn put_old(dir: &Path, name: &str, old: &str) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/predicted/old");
    std::fs::copy(from.join(old), dir.join(format!("chess/{name}.ytb"))).unwrap();
}

/// Compares every index of a table file with the cells.
fn compare(dir: &Path, name: &str, tables: &mut Tables, values_only: bool, version: u8) {
    let base = endings::tablebase(dir);
    let tier = base.parse_tier(Some(name)).unwrap();
    let bytes = std::fs::read(base.path(tier, Metric::End)).unwrap();
    assert_eq!(bytes[8], version, "{name}");
    let (indexer, cells) = tables.solve(name);
    let loaded = base.load(tier, Metric::End, &NoProgress).unwrap();
    let mut positions = 0;
    for index in 0..indexer.size() {
        let Some(right) = cells.answer(index) else {
            continue;
        };
        positions += 1;
        let found = loaded.answer(index).unwrap();
        match values_only {
            true => assert_eq!(found.value, right.value, "{name} {index}"),
            false => assert_eq!(found, right, "{name} {index}"),
        }
        if index % 31 == 0 {
            let at = indexer.position(index).unwrap();
            let probed = base.value(&at, Metric::End).unwrap().unwrap();
            assert_eq!(probed.value, right.value, "{name} {index}");
        }
    }
    assert!(positions > 10_000, "{name}");
    if !values_only {
        let verified = base.verify(tier, Metric::End, None, 2, &NoProgress);
        assert!(verified.unwrap().verdict.faults.is_empty(), "{name}");
    }
}

#[test]
fn predicted_tables_say_what_was_solved() {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = Tables::new(Metric::End);
    for values_only in [false, true] {
        let dir = folder.path().join(format!("{values_only}"));
        // Groups of equal pieces, pawns, colours exchanged, the right to capture in passing.
        let names = ["KQvK", "KPvK", "KRRvK", "KQvKR", "KBvKB", "KPvKP"];
        let last = if values_only { 5 } else { 6 };
        for name in &names[..last] {
            solve(&dir, name, 2, values_only);
            compare(&dir, name, &mut tables, values_only, 5);
        }
    }
}

#[test]
fn older_tables_are_read_beside_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = Tables::new(Metric::End);
    let dir = folder.path().join("distances");
    solve(&dir, "KPvK", 1, false);
    put_old(&dir, "KQvK", "KQvK.4.ytb");
    compare(&dir, "KQvK", &mut tables, false, 4);
    compare(&dir, "KPvK", &mut tables, false, 5);
    put_old(&dir, "KPvK", "KPvK.3.ytb");
    compare(&dir, "KPvK", &mut tables, false, 3);
    let dir = folder.path().join("values");
    solve(&dir, "KQvK", 1, true);
    put_old(&dir, "KQvK", "KQvK.values.1.ytb");
    compare(&dir, "KQvK", &mut tables, true, 1);
}

#[test]
fn files_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    for values_only in [false, true] {
        let files = [1, 2, 3].map(|threads| {
            let dir = folder.path().join(format!("{values_only}-{threads}"));
            solve(&dir, "KQvKR", threads, values_only)
        });
        assert!(files[0] == files[1] && files[0] == files[2]);
    }
}

/// Whoever does not know the game's index is told so, and is not given anything wrong.
#[test]
fn without_the_index_predicted_cells_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    solve(folder.path(), "KRvK", 1, false);
    let table = Table::open(&folder.path().join("chess/KRvK.ytb")).unwrap();
    table.check().unwrap();
    let error = table.answer(5000).unwrap_err().to_string();
    assert!(error.contains("index of its game"), "{error}");
    assert!(table.load().is_err());
}
