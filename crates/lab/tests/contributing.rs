//! CONTRIBUTING.md says where a game is named, and a game is named nowhere else.

use std::fs;
use std::path::{Path, PathBuf};

/// The game that the page says to copy.
const GAME: &str = "tictactoe";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A row of the table: its places with the game's name filled in, and whether a game needs them.
struct Row {
    places: Vec<String>,
    needed: bool,
}

fn rows() -> Vec<Row> {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let section = page.split("\n## Add a game\n").nth(1).expect("the section");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        let places = cells[0].split('`').skip(1).step_by(2);
        Row {
            places: places.map(|place| place.replace("NAME", GAME)).collect(),
            needed: cells.last().is_some_and(|cell| cell.trim() == "yes"),
        }
    })
    .collect()
}

/// Files of the program below a folder: no tests, benches or examples of use.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap();
    for entry in entries.map(|entry| entry.unwrap().path()) {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        if entry.is_dir() {
            let left_out = ["tests", "benches", "examples", "data", "target"];
            if !left_out.contains(&name.as_str()) {
                files(&entry, found);
            }
        } else if name != "tests.rs" && name != "Cargo.toml" {
            found.push(entry);
        }
    }
}

/// Whether the program's part of a text names the game: comments and unit tests do not count.
fn names_the_game(text: &str) -> bool {
    let program = text.split("#[cfg(test)]").next().unwrap_or(text);
    let mut lines = program.lines().map(str::trim_start);
    lines.any(|line| !line.starts_with("//") && line.to_lowercase().contains(GAME))
}

#[test]
fn every_place_of_the_list_is_there_and_names_the_game() {
    let rows = rows();
    assert!(rows.len() >= 5, "the table has only {} rows", rows.len());
    for place in rows.iter().flat_map(|row| &row.places) {
        let path = root().join(place);
        assert!(path.exists(), "{place} does not exist");
        if path.is_file() {
            let text = fs::read_to_string(&path).unwrap();
            assert!(names_the_game(&text), "{place} does not name {GAME}");
        }
    }
    assert!(rows.iter().any(|row| !row.needed));
}

#[test]
fn a_game_is_named_nowhere_else() {
    let places: Vec<String> = rows().into_iter().flat_map(|row| row.places).collect();
    let root = root();
    let mut found = Vec::new();
    for folder in ["crates", "locales", "web", "rules", "xtask"] {
        files(&root.join(folder), &mut found);
    }
    assert!(found.len() > 200, "only {} files", found.len());
    for file in found {
        let place = file
            .strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        let listed = places.iter().any(|listed| {
            place == *listed || (listed.ends_with('/') && place.starts_with(listed.as_str()))
        });
        // Pictures and tables are no text.
        let Some(text) = fs::read_to_string(&file).ok().filter(|_| !listed) else {
            continue;
        };
        assert!(
            !names_the_game(&text),
            "{place} names {GAME}; CONTRIBUTING.md does not say so"
        );
    }
}
