//! A game with tiers from outside: solving what is needed, files, probing, counting, verifying.

#[path = "../../solver/tests/cut/mod.rs"]
mod cut;

use std::path::Path;

use cut::Cut;
use yomikiri_games::koma::Koma;
use yomikiri_lab::{
    AnyGame, Convention, Exit, GameDefinition, Lab, LabError, Metric, NoProgress, Place, Property,
    Registration, SolveOrder, TablebaseSpec, Unit,
};

/// Anpanman shogi that is solved by the number of pieces.
fn game() -> Box<dyn AnyGame> {
    let make = || Koma::builtin("anpanman").unwrap();
    let cut = Registration::with("cut", make, |game: GameDefinition<Koma>| {
        game.tablebase(TablebaseSpec {
            null_move: Koma::with_turn_passed,
            ..TablebaseSpec::new(|game: &Koma| Ok(Cut::new(game.clone())))
        })
    });
    let lab = Lab::builder().game(cut).build();
    lab.open_game("cut").unwrap()
}

fn order(metric: Metric) -> SolveOrder {
    SolveOrder {
        threads: 2,
        metric,
        ..SolveOrder::default()
    }
}

fn names(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<_> = entries
        .map(|e| name(e).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn a_tier_is_solved_after_what_it_needs() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let tables = game().tablebase(Some(dir)).unwrap();
    let unknown = tables.solve(Some("9v9"), &order(Metric::End), &NoProgress);
    let error = unknown.unwrap_err();
    assert!(
        error.to_string().contains("expected pieces such as 3v2"),
        "{error}"
    );
    assert_eq!(error.exit() as u8, Exit::Input as u8);

    let reports = tables
        .solve(Some("2v1"), &order(Metric::End), &NoProgress)
        .unwrap();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (reports[0].table.as_str(), reports[0].unit),
        ("2v1", Unit::Plies)
    );
    assert!(reports[0].win > 0 && reports[0].loss > 0 && reports[0].start.is_none());
    let built = names(&dir.join("cut"));
    assert_eq!(built, ["1v1.ytb", "1v2.ytb", "2v1.stats", "2v1.ytb"]);

    // What is there is not written again.
    let stamp = |name: &str| {
        let file = std::fs::metadata(dir.join("cut").join(name)).unwrap();
        file.modified().unwrap()
    };
    let before = stamp("2v1.ytb");
    let again = tables
        .solve(Some("1v2"), &order(Metric::End), &NoProgress)
        .unwrap();
    assert_eq!(again[0].table, "1v2");
    assert_eq!(stamp("2v1.ytb"), before);

    let info = &tables.info(Some("2v1").into()).unwrap()[0];
    for line in [
        "table = 2v1\n",
        "metric = end\n",
        "unit = plies\n",
        "needs = 1v1 ",
    ] {
        assert!(info.description.contains(line), "{}", info.description);
    }
    let stats = tables
        .stats(Some("2v1").into(), 2, false, &NoProgress)
        .unwrap();
    let all: Vec<_> = stats
        .tables
        .iter()
        .filter(|row| row.convention == Convention::All)
        .collect();
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|row| row.name == "2v1" && row.positions > 0));
    for what in ["1v1", "2v1", "1v2"] {
        let verified = tables
            .verify(Some(what).into(), None, 2, &NoProgress)
            .unwrap();
        assert_eq!(verified[0].faults, [] as [String; 0], "{what}");
        assert!(verified[0].checked > 20);
    }
    let found = tables
        .find(
            Some("2v1").into(),
            (Property::LongestWin, 2),
            2,
            &NoProgress,
        )
        .unwrap();
    assert_eq!(found.found.len(), 2);
    assert_eq!(
        Some(found.found[0].line.len() as u32),
        found.found[0].answer.distance
    );
    for property in [Property::OnlyMove, Property::Zugzwang] {
        tables
            .find(Some("2v1").into(), (property, 2), 2, &NoProgress)
            .unwrap();
    }

    // Distances to the next conversion stand in a file of their own.
    tables
        .solve(Some("2v1"), &order(Metric::Conversion), &NoProgress)
        .unwrap();
    assert!(names(&dir.join("cut")).contains(&"2v1.conversion.ytb".to_owned()));
}

#[test]
fn a_probe_takes_the_table_of_the_position() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path();
    let (game, flat) = (game(), Lab::new().open_game("anpanman").unwrap());
    let tables = game.tablebase(Some(dir)).unwrap();
    tables
        .solve(Some("2v2"), &order(Metric::End), &NoProgress)
        .unwrap();
    let flat = flat.tablebase(Some(dir)).unwrap();
    for position in [
        "1b1/3/2h/S2/1A1 b -",
        "1b1/3/h1S/3/1A1 w -",
        "1b1/2h/2S/3/1A1 b -",
        "1b1/3/3/S2/1A1 b -",
        "3/1b1/3/1A1/3 w -",
    ] {
        let place = Place::at(Some(position));
        let here = tables.probe(&place).unwrap();
        assert_eq!(here, flat.probe(&place).unwrap(), "{position}");
        assert!(!here.moves.is_empty());
    }
    let missing = tables.probe(&Place::at(None)).unwrap_err();
    assert!(matches!(missing, LabError::NoTable { .. }), "{missing}");
    assert_eq!(missing.exit() as u8, Exit::Table as u8);
    assert!(
        missing.to_string().contains("yomikiri solve 'cut' 3v3"),
        "{missing}"
    );
}

/// The layers of xiangqi endings say what the tables say about the same piece on another point.
#[test]
fn where_the_defence_holds_is_what_the_tables_say() {
    let game = Lab::new().open_game("xiangqi").unwrap();
    let tables = game.tablebase(Some(Path::new("nowhere"))).unwrap();
    // A rook against all guards, by Red and by Black; a horse against one elephant.
    for (position, layer, letter, points) in [
        (
            "3k1a3/4a4/4b4/9/2b6/9/9/9/9/R3K4 w",
            "guards-hold",
            'b',
            4 + 7,
        ),
        (
            "3k1a3/4a4/4b4/9/2b6/9/9/9/9/R3K4 b",
            "attacker-wins",
            'R',
            80,
        ),
        ("4k3r/9/9/9/9/6B2/9/4B4/4A4/3K1A3 b", "king-holds", 'K', 4),
        ("3k5/9/4b4/9/9/9/9/9/9/N3K4 w", "guards-hold", 'b', 7),
    ] {
        let session = game.session(&Place::at(Some(position))).unwrap();
        let overlay = session.overlay(layer).unwrap();
        let diagram = session.view().diagram;
        assert!(overlay.labels.len() >= points, "{position} {layer}");
        let board: Vec<Option<char>> = expanded(position);
        assert_eq!(board.len(), diagram.cells.len());
        let mut asked = 0;
        for label in &overlay.labels {
            // Where the piece itself could stand: any of its kind, the best for its side.
            let from = (0..board.len()).filter(|&cell| board[cell] == Some(letter));
            let told = from.filter_map(|from| {
                if label.cell != from && board[label.cell].is_some() {
                    return None;
                }
                let mut moved = board.clone();
                moved[from] = None;
                moved[label.cell] = Some(letter);
                let side = position.split(' ').nth(1).unwrap();
                let text = format!("{} {side}", contracted(&moved));
                let report = tables.probe(&Place::at(Some(&text))).ok()?;
                let value = serde_json::to_value(report).unwrap()["value"].clone();
                let attacker_moves = (side == "w") == position.contains(['R', 'N']);
                let lost = if attacker_moves { "win" } else { "loss" };
                Some(value != lost)
            });
            let told: Vec<bool> = told.collect();
            if told.is_empty() {
                continue;
            }
            let holds = match layer {
                "attacker-wins" => !told.contains(&false),
                _ => told.contains(&true),
            };
            asked += 1;
            assert_eq!(
                label.text == "=",
                holds,
                "{position} {layer} {}",
                label.cell
            );
        }
        assert!(asked >= 4, "{position} {layer}: {asked}");
    }
    // The start is no ending.
    let start = game.session(&Place::at(None)).unwrap();
    let overlay = start.overlay("guards-hold").unwrap();
    assert_eq!(overlay.notes[0].id, "lesson-ending-only");
    assert!(overlay.labels.is_empty());
}

/// The cells of a position's text, row by row.
fn expanded(position: &str) -> Vec<Option<char>> {
    let board = position.split(' ').next().unwrap();
    let cells = board.chars().filter(|&sign| sign != '/');
    cells
        .flat_map(|sign| match sign.to_digit(10) {
            Some(count) => vec![None; count as usize],
            None => vec![Some(sign)],
        })
        .collect()
}

fn contracted(cells: &[Option<char>]) -> String {
    let row = |row: &[Option<char>]| row.iter().map(|cell| cell.unwrap_or('1')).collect();
    let rows: Vec<String> = cells.chunks(9).map(row).collect();
    rows.join("/")
}
