//! Table files: round trips, and detection of damage.

mod common;

use std::path::Path;

use common::{answer, solved, tablebase};
use yomikiri_game_api::{Game, Indexer, Probe, SplitMix64, Tier, Value};
use yomikiri_games::koma::{Koma, KomaIndexer, KomaTiers};
use yomikiri_solver::cell::Coding;
use yomikiri_solver::local::Solution;
use yomikiri_solver::table::{Contents, Header, Packing, StoredRanges, Table, TableError, write};
use yomikiri_solver::tablebase::{SolveOrder, Tablebase};
use yomikiri_solver::{Cells, NoProgress};

fn header(cells: &Cells, contents: Contents) -> Header {
    Header {
        description: "game = anpanman\nbuilder = test".into(),
        fingerprint: [9; 32],
        contents,
        coding: match contents {
            Contents::Distance => cells.coding(),
            Contents::Value => Coding::Cell8,
        },
        size: cells.indices().end,
        stored: StoredRanges::all(cells.indices().end),
        block: 4096,
        deepest: 29,
        prediction: None,
    }
}

/// A file of the solved game, and its directory.
fn written(contents: Contents) -> (Koma, KomaIndexer, Solution, tempfile::TempDir) {
    let (game, indexer, solution) = solved("anpanman");
    let folder = tempfile::tempdir().unwrap();
    let header = header(&solution.cells, contents);
    let path = folder.path().join("a.table");
    let bytes = write(&path, &header, &solution.cells, Packing::Quick, 2).unwrap();
    assert_eq!(bytes, std::fs::metadata(&path).unwrap().len());
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "nothing temporary is left");
    (game, indexer, solution, folder)
}

/// The tablebase of the game, solved into the folder.
fn solved_base(game: &Koma, folder: &Path, values_only: bool) -> Tablebase<Koma, KomaTiers> {
    let base = tablebase(game, folder);
    let order = SolveOrder {
        threads: 2,
        values_only,
        ..SolveOrder::default()
    };
    base.solve(&[Tier::WHOLE], &order, &NoProgress, |_| Ok(()))
        .unwrap();
    base
}

#[test]
fn what_is_written_is_read() {
    let (game, indexer, solution, folder) = written(Contents::Distance);
    let cells = &solution.cells;
    let table = Table::open(&folder.path().join("a.table")).unwrap();
    assert_eq!(table.header(), &header(cells, Contents::Distance));
    assert!(table.bytes() <= 200_000, "{} bytes", table.bytes());
    table.check().unwrap();
    let has_position = |index| cells.answer(index).is_some();
    let loaded = table.load().unwrap();
    let mut with_position = cells.indices().filter(|&index| has_position(index));
    assert!(with_position.all(|index| loaded.code(index) == cells.code(index)));
    let mut rng = SplitMix64::new(4);
    for _ in 0..20_000 {
        let index = rng.below(cells.indices().end as usize) as u64;
        let found = table.answer(index).unwrap();
        assert!(
            !has_position(index) || found == cells.answer(index),
            "index {index}"
        );
    }
    assert!(table.answer(cells.indices().end).is_err());
    // Probes along random games, including finished ones.
    let probe = solved_base(&game, folder.path(), false);
    let mut moves = Vec::new();
    for _ in 0..500 {
        let mut at = game.start();
        loop {
            let found = probe.probe(&game, &at).unwrap().expect("a value");
            match indexer.index(&at) {
                Some(index) => assert_eq!(Some(found), answer(cells, index)),
                None => assert!(found.distance.is_none_or(|plies| plies <= 1)),
            }
            moves.clear();
            game.legal_moves(&at, &mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(&mut at, moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn a_table_of_values_has_no_distances() {
    let (game, indexer, solution, folder) = written(Contents::Value);
    let table = Table::open(&folder.path().join("a.table")).unwrap();
    table.check().unwrap();
    let probe = solved_base(&game, folder.path(), true);
    let mut rng = SplitMix64::new(5);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let index = rng.below(solution.cells.indices().end as usize) as u64;
        let Some(at) = indexer.position(index) else {
            continue;
        };
        let found = probe.probe(&game, &at).unwrap().expect("a value");
        assert_eq!(found.distance, None);
        assert_eq!(
            Some(found.value),
            answer(&solution.cells, index).map(|p| p.value)
        );
        seen[found.value as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    let start = probe.probe(&game, &game.start()).unwrap().unwrap();
    assert_eq!(start.value, Value::Draw);
}

/// A changed file is rejected when opened or checked, and never gives a wrong value.
fn check_damage(path: &Path, bytes: &[u8], right: &Cells, what: &str) {
    std::fs::write(path, bytes).unwrap();
    let Ok(table) = Table::open(path) else { return };
    assert!(table.check().is_err(), "{what} was not found");
    for number in 0..table.header().blocks() {
        if let Ok(block) = table.block(number) {
            assert_eq!(block, right.part(block.indices()), "{what}: block {number}");
        }
    }
}

#[test]
fn every_flipped_byte_is_found() {
    let (_, _, _, folder) = written(Contents::Distance);
    let path = folder.path().join("a.table");
    let right = Table::open(&path).unwrap().load().unwrap();
    let whole = std::fs::read(&path).unwrap();
    let mut rng = SplitMix64::new(6);
    // The whole header and footer, and bytes from all over the rest.
    let mut places: Vec<usize> = (0..200).collect();
    places.extend(whole.len() - 60..whole.len());
    places.extend((0..300).map(|_| rng.below(whole.len())));
    for at in places {
        let mut changed = whole.clone();
        changed[at] ^= 1 << rng.below(8);
        check_damage(&path, &changed, &right, &format!("a change of byte {at}"));
    }
}

#[test]
fn files_cut_short_or_made_longer_are_refused() {
    let (_, _, _, folder) = written(Contents::Distance);
    let path = folder.path().join("a.table");
    let whole = std::fs::read(&path).unwrap();
    let mut rng = SplitMix64::new(7);
    let mut lengths: Vec<usize> = (0..200).collect();
    lengths.extend(whole.len() - 60..whole.len());
    lengths.extend((0..200).map(|_| rng.below(whole.len())));
    for length in lengths {
        std::fs::write(&path, &whole[..length]).unwrap();
        assert!(Table::open(&path).is_err(), "{length} bytes");
    }
    let longer = [&whole[..], &[0]].concat();
    std::fs::write(&path, longer).unwrap();
    assert!(Table::open(&path).is_err());
}

#[test]
fn newer_and_foreign_files_are_named() {
    let (_, _, _, folder) = written(Contents::Distance);
    let path = folder.path().join("a.table");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8] = 99;
    std::fs::write(&path, &bytes).unwrap();
    let message = Table::open(&path).unwrap_err().to_string();
    assert!(message.contains("version 99"), "{message}");
    assert!(message.contains("a.table"), "{message}");
    std::fs::write(&path, "not a table, but long enough to be one. ".repeat(10)).unwrap();
    let message = Table::open(&path).unwrap_err().to_string();
    assert!(message.contains("not a table file"), "{message}");
    let missing = Table::open(&folder.path().join("b.table"));
    assert!(matches!(missing, Err(TableError::Io { .. })));
}

#[test]
fn what_cannot_be_written_leaves_nothing_behind() {
    let cells = Cells::from_u8(vec![1; 100]);
    let header = header(&cells, Contents::Distance);
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("absent").join("a.table");
    assert!(matches!(
        write(&absent, &header, &cells, Packing::Quick, 1),
        Err(TableError::Io { .. })
    ));
    assert!(!absent.exists());
    // A file in place of a directory.
    std::fs::write(folder.path().join("file"), "").unwrap();
    let below_file = folder.path().join("file").join("a.table");
    assert!(write(&below_file, &header, &cells, Packing::Quick, 1).is_err());
    // The final name is a directory: everything is written, but cannot be renamed.
    let taken = folder.path().join("taken.table");
    std::fs::create_dir(&taken).unwrap();
    std::fs::write(taken.join("inside"), "").unwrap();
    assert!(write(&taken, &header, &cells, Packing::Quick, 1).is_err());
    let mut names: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["file", "taken.table"]);
}

#[test]
fn tables_of_odd_sizes_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.table");
    let mut rng = SplitMix64::new(8);
    for indices in [0, 1, 2, 63, 64, 65, 1000] {
        // Noise, so that some blocks are stored uncompressed.
        let cells = Cells::from_u8((0..indices).map(|_| rng.below(250) as u8).collect());
        let header = Header {
            block: 64,
            ..header(&cells, Contents::Distance)
        };
        write(&path, &header, &cells, Packing::Quick, 2).unwrap();
        let table = Table::open(&path).unwrap();
        table.check().unwrap();
        assert_eq!(table.load().unwrap(), cells);
    }
}
