//! A store of records finds every position that was played, through any image, and nothing else.

use yomikiri_game_api::{BoardSymmetry, SplitMix64};
use yomikiri_lab::{
    AnyGame, GameRecord, Lab, Place, RecordFilter, RecordFolder, RecordResult, RecordStore, Side,
};

/// Rows of a board without abbreviations: one letter a cell.
fn grid(rows: &str) -> Vec<String> {
    let row = |row: &str| {
        let mut cells = String::new();
        let mut number = 0;
        for sign in row.chars().chain(['|']) {
            match sign.to_digit(10) {
                Some(digit) => number = 10 * number + digit as usize,
                None => {
                    cells.push_str(&".".repeat(std::mem::take(&mut number)));
                    cells.push(sign);
                }
            }
        }
        cells.trim_end_matches('|').to_owned()
    };
    rows.split('/').map(row).collect()
}

fn image(rows: &[String], symmetry: BoardSymmetry) -> Vec<String> {
    let (width, height) = (rows[0].len(), rows.len());
    let mut cells = vec![' '; width * height];
    for (cell, sign) in rows.iter().flat_map(|row| row.chars()).enumerate() {
        cells[symmetry.cell(width, height, cell)] = sign;
    }
    cells
        .chunks(width)
        .map(|row| row.iter().collect())
        .collect()
}

/// A random game, with the board after every move and the side to move.
fn random_game(
    game: &dyn AnyGame,
    plies: usize,
    random: &mut SplitMix64,
) -> (GameRecord, Vec<String>) {
    let mut session = game.session(&Place::default()).unwrap();
    let mut boards = vec![session.view().position];
    for _ in 0..plies {
        let moves = session.view().legal;
        // Never pass: a board is then never the one before it.
        let moves: Vec<String> = moves
            .into_iter()
            .map(|mv| mv.text)
            .filter(|mv| mv != "pass")
            .collect();
        let Some(mv) = moves.get(random.below(moves.len().max(1))) else {
            break;
        };
        session.play(mv).unwrap();
        boards.push(session.view().position);
    }
    (session.game_record([None, None]), boards)
}

/// The rows and the side of a position.
fn key(position: &str) -> (Vec<String>, String) {
    let mut words = position.split(' ');
    let rows = grid(words.next().unwrap());
    (rows, words.next().unwrap().to_owned())
}

#[test]
fn a_thousand_planted_positions_are_found_through_any_image() {
    let lab = Lab::new();
    let game = lab.open_game("go?size=5").unwrap();
    let slow = std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some();
    let mut random = SplitMix64::new(2004);
    let mut records = Vec::new();
    let mut boards = Vec::new();
    for _ in 0..1000 {
        let (record, played) = random_game(&*game, 14, &mut random);
        records.push(record);
        boards.push(
            played
                .iter()
                .map(|position| key(position))
                .collect::<Vec<_>>(),
        );
    }
    for number in 0..1000 {
        let ply = random.below(boards[number].len());
        let symmetry = BoardSymmetry::SQUARE[random.below(8)];
        let (rows, side) = &boards[number][ply];
        let rows = image(rows, symmetry);
        let text = format!("{} {side} -", rows.join("/"));
        let pattern = game.read_pattern(&text, true).unwrap();
        // The slow way: every image of the board against every board.
        let images: Vec<Vec<String>> = BoardSymmetry::SQUARE
            .iter()
            .map(|&one| image(&rows, one))
            .collect();
        // All games for some positions; for each position its own game and its neighbour. With
        // YOMIKIRI_SLOW_TESTS=1 all games for all of them.
        let looked: Vec<usize> = match slow || number % 50 == 0 {
            true => (0..1000).collect(),
            false => vec![number, (number + 1) % 1000],
        };
        for at in looked {
            let found = game.find_position(&records[at], &pattern).unwrap();
            let found: Vec<usize> = found.iter().map(|found| found.ply).collect();
            let played = boards[at].iter().enumerate();
            let expected = played.filter(|(_, (rows, turn))| turn == side && images.contains(rows));
            let expected: Vec<usize> = expected.map(|(ply, _)| ply).collect();
            assert_eq!(found, expected, "{text} in game {at}");
            assert!(at != number || found.contains(&ply), "{text}");
        }
        // A corner of it, with a point that may be anything.
        let corner: Vec<String> = rows
            .iter()
            .take(3)
            .map(|row| format!("{}?", &row[..2]))
            .collect();
        let pattern = game.read_pattern(&corner.join("/"), false).unwrap();
        let found = game.find_position(&records[number], &pattern).unwrap();
        let fits = |rows: &Vec<String>| {
            let mut images = BoardSymmetry::SQUARE.iter().map(|&one| image(rows, one));
            images.any(|rows| (0..3).all(|row| rows[row][..2] == corner[row][..2]))
        };
        let played = boards[number].iter().enumerate();
        let expected: Vec<usize> = played
            .filter(|(_, (rows, _))| fits(rows))
            .map(|(ply, _)| ply)
            .collect();
        assert_eq!(
            found.iter().map(|found| found.ply).collect::<Vec<_>>(),
            expected
        );
    }
}

#[test]
fn a_folder_keeps_records_of_every_game() {
    let lab = Lab::new();
    let folder = tempfile::tempdir().unwrap();
    let mut store = RecordFolder::new(folder.path().join("records"));
    assert!(store.ids().unwrap().is_empty());
    let mut kept = Vec::new();
    for name in [
        "go?size=9&komi=5.5",
        "go",
        "chess",
        "anpanman",
        "janken",
        "tictactoe",
        "xiangqi",
    ] {
        let game = lab.open_game(name).unwrap();
        let mut random = SplitMix64::new(5);
        let (mut record, boards) = random_game(&*game, 6, &mut random);
        record.players = [Some(format!("Alice of {name}")), Some("Bob".into())];
        record.date = Some("2026-05-01".into());
        let list = std::slice::from_ref(&record);
        let stored = lab.store_records(&mut store, &*game, list).unwrap();
        assert!(stored[0].1);
        let again = lab.store_records(&mut store, &*game, list).unwrap();
        assert_eq!(again[0], (stored[0].0.clone(), false));
        // The last board is found where the game can be drawn with letters.
        let rows = boards.last().unwrap().split(' ').next().unwrap();
        if let Ok(pattern) = game.read_pattern(rows, true) {
            let filter = RecordFilter {
                game: Some(game.info().id.clone()),
                options: vec![],
                position: Some(pattern),
                ..RecordFilter::default()
            };
            let found = lab.find_records(&mut store, &filter).unwrap();
            assert_eq!(found.len(), 1, "{name} {rows}");
            assert_eq!(
                found[0].found.last().unwrap().ply,
                boards.len() - 1,
                "{name}"
            );
        }
        kept.push((stored[0].0.clone(), record));
    }
    assert_eq!(store.ids().unwrap().len(), kept.len());
    for (id, record) in &kept {
        let (_, back) = lab.stored_record(&mut store, id).unwrap().unwrap();
        assert_eq!(back, *record);
    }
    let found = |store: &mut RecordFolder, filter: RecordFilter| {
        lab.find_records(store, &filter).unwrap().len()
    };
    let filter = RecordFilter::default;
    assert_eq!(found(&mut store, filter()), 7);
    let go = Some("go".to_owned());
    assert_eq!(
        found(
            &mut store,
            RecordFilter {
                game: go.clone(),
                ..filter()
            }
        ),
        2
    );
    let options = vec![("komi".to_owned(), "5.50".to_owned())];
    assert_eq!(
        found(
            &mut store,
            RecordFilter {
                game: go,
                options,
                ..filter()
            }
        ),
        1
    );
    let player = Some("ALICE OF CHESS".to_owned());
    assert_eq!(found(&mut store, RecordFilter { player, ..filter() }), 1);
    for (dates, count) in [
        (("2026", "2026"), 7),
        (("2026-05-02", "~"), 0),
        (("2025", "2026-05"), 7),
    ] {
        let dates = Some((dates.0.to_owned(), dates.1.to_owned()));
        assert_eq!(found(&mut store, RecordFilter { dates, ..filter() }), count);
    }
    let result = Some(RecordResult::Won(Side::Second));
    let won = kept.iter().filter(|(_, record)| {
        record
            .result
            .as_ref()
            .is_some_and(|it| it.winner == Some(Side::Second))
    });
    assert_eq!(
        found(&mut store, RecordFilter { result, ..filter() }),
        won.count()
    );
    for (id, _) in &kept {
        assert!(store.remove(id).unwrap());
        assert!(!store.remove(id).unwrap());
    }
    assert!(store.ids().unwrap().is_empty());
    // What is no record is told, not skipped.
    std::fs::write(folder.path().join("records/0123456789abcdef.json"), "{").unwrap();
    let error = lab
        .find_records(&mut store, &filter())
        .unwrap_err()
        .to_string();
    assert!(error.contains("record 0123456789abcdef"), "{error}");
    assert!(store.get("../../etc/passwd").unwrap().is_none());
}
