//! Table files: what is written is read, and what is damaged is found.

mod common;

use std::path::Path;
use std::sync::Arc;

use common::{answer, solved};
use yomikiri_game_api::{Game, Indexed, Probe, SplitMix64, Value};
use yomikiri_games::koma::{Koma, KomaIndex};
use yomikiri_solver::Cells;
use yomikiri_solver::cell::Coding;
use yomikiri_solver::local::Solution;
use yomikiri_solver::probe::TableProbe;
use yomikiri_solver::table::{Contents, Header, Held, Packing, Table, TableError, write};

fn header(cells: &Cells, contents: Contents) -> Header {
    Header {
        description: "game = anpanman\nbuilder = test".into(),
        fingerprint: [9; 32],
        contents,
        coding: match contents {
            Contents::Distance => cells.coding(),
            Contents::Value => Coding::Parity,
        },
        slots: cells.slots().end,
        held: Held::all(cells.slots().end),
        block: 4096,
        deepest: 29,
    }
}

/// A file of the solved game, and its folder.
fn written(contents: Contents) -> (Koma, KomaIndex, Solution, tempfile::TempDir) {
    let (game, index, solution) = solved("anpanman");
    let folder = tempfile::tempdir().unwrap();
    let header = header(&solution.cells, contents);
    let path = folder.path().join("a.table");
    let bytes = write(&path, &header, &solution.cells, Packing::Quick, 2).unwrap();
    assert_eq!(bytes, std::fs::metadata(&path).unwrap().len());
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "nothing temporary is left");
    (game, index, solution, folder)
}

#[test]
fn what_is_written_is_read() {
    let (game, index, solution, folder) = written(Contents::Distance);
    let cells = &solution.cells;
    let table = Table::open(&folder.path().join("a.table")).unwrap();
    assert_eq!(table.header(), &header(cells, Contents::Distance));
    assert!(table.bytes() <= 200_000, "{} bytes", table.bytes());
    table.check().unwrap();
    let has_position = |slot| cells.answer(slot).is_some();
    let loaded = table.load().unwrap();
    let mut with_position = cells.slots().filter(|&slot| has_position(slot));
    assert!(with_position.all(|slot| loaded.code(slot) == cells.code(slot)));
    let mut rng = SplitMix64::new(4);
    for _ in 0..20_000 {
        let slot = rng.below(cells.slots().end as usize) as u64;
        let found = table.answer(slot).unwrap();
        assert!(
            !has_position(slot) || found == cells.answer(slot),
            "slot {slot}"
        );
    }
    assert!(table.answer(cells.slots().end).is_err());
    // Asked about positions: along random games, finished ones included.
    let probe = TableProbe::new(Arc::new(index), Arc::new(table));
    let mut moves = Vec::new();
    for _ in 0..500 {
        let mut at = game.start();
        loop {
            let found = probe.probe(&game, &at).unwrap().expect("a value");
            match probe.index().slot(&at) {
                Some(slot) => assert_eq!(Some(found), answer(cells, slot)),
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
    let (game, index, solution, folder) = written(Contents::Value);
    let table = Arc::new(Table::open(&folder.path().join("a.table")).unwrap());
    table.check().unwrap();
    let probe = TableProbe::new(Arc::new(index), table);
    let mut rng = SplitMix64::new(5);
    let mut seen = [0; 3];
    for _ in 0..20_000 {
        let slot = rng.below(solution.cells.slots().end as usize) as u64;
        let Some(at) = probe.index().position(slot) else {
            continue;
        };
        let found = probe.probe(&game, &at).unwrap().expect("a value");
        assert_eq!(found.distance, None);
        assert_eq!(
            Some(found.value),
            answer(&solution.cells, slot).map(|p| p.value)
        );
        seen[found.value as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    let start = probe.probe(&game, &game.start()).unwrap().unwrap();
    assert_eq!(start.value, Value::Draw);
}

/// A changed file is refused when opened or checked, and meanwhile never gives a wrong value.
fn check_damage(path: &Path, bytes: &[u8], right: &Cells, what: &str) {
    std::fs::write(path, bytes).unwrap();
    let Ok(table) = Table::open(path) else { return };
    assert!(table.check().is_err(), "{what} was not found");
    for number in 0..table.header().blocks() {
        if let Ok(block) = table.block(number) {
            assert_eq!(block, right.part(block.slots()), "{what}: block {number}");
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
    let cells = Cells::parity(vec![1; 100]);
    let header = header(&cells, Contents::Distance);
    let folder = tempfile::tempdir().unwrap();
    let absent = folder.path().join("absent").join("a.table");
    assert!(matches!(
        write(&absent, &header, &cells, Packing::Quick, 1),
        Err(TableError::Io { .. })
    ));
    assert!(!absent.exists());
    // A file where a folder should be.
    std::fs::write(folder.path().join("file"), "").unwrap();
    let below_file = folder.path().join("file").join("a.table");
    assert!(write(&below_file, &header, &cells, Packing::Quick, 1).is_err());
    // The final name is taken by a folder: everything is written, but cannot be renamed.
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
    for slots in [0, 1, 2, 63, 64, 65, 1000] {
        // Noise, so that some blocks are stored as they are.
        let cells = Cells::parity((0..slots).map(|_| rng.below(250) as u8).collect());
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
