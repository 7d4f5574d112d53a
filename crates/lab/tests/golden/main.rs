//! What the program does, as text in `golden/`: playthroughs of every game with every option, and
//! what every engine thinks.
//!
//! A change of behaviour shows as a difference. `cargo xtask golden` writes the files anew; then
//! `git diff golden` is what a reviewer reads.

mod board;
mod engines;
mod json;
mod lab;
mod playthrough;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use lab::Game;

/// Writes the files instead of comparing them.
const WRITE: &str = "YOMIKIRI_GOLDEN_WRITE";

#[test]
fn games_are_played_as_before() {
    let mut games: Vec<(String, String)> = Vec::new();
    for id in lab::games() {
        for set in playthrough::option_sets(&Game::open(&id)) {
            let mark = if set.is_empty() { "" } else { "?" };
            games.push((format!("{id}{mark}{set}"), format!("{id}{mark}{set}")));
        }
    }
    for (name, path) in rule_files() {
        games.push((name, format!("koma:{}", path.display())));
    }
    check("play", &games, |(title, name)| {
        (
            file_name(title),
            playthrough::write(&Game::open(name), title),
        )
    });
}

#[test]
fn engines_think_as_before() {
    let mut games = lab::games();
    games.extend(engines::WITH_OPTIONS.iter().map(ToString::to_string));
    check("engines", &games, |name| {
        (file_name(name), engines::write(&Game::open(name), name))
    });
}

/// A question mark cannot be in a file's name everywhere; all options at once make a long one.
fn file_name(game: &str) -> String {
    match game.split_once('?') {
        Some((id, options)) if options.contains('&') => format!("{id}+all"),
        _ => game.replace('?', "+"),
    }
}

/// Compares the texts of a folder with its files, or writes them.
fn check<T: Sync>(folder: &str, of: &[T], write: impl Fn(&T) -> (String, String) + Sync) {
    let folder = root().join("golden").join(folder);
    let texts = in_parallel(of, &write);
    if std::env::var_os(WRITE).is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("golden/ can be written");
        for (name, text) in &texts {
            fs::write(folder.join(format!("{name}.txt")), text).expect("golden/ can be written");
        }
        return;
    }
    let mut faults: Vec<String> = Vec::new();
    for (name, text) in &texts {
        let path = folder.join(format!("{name}.txt"));
        faults.extend(difference(&path, text));
    }
    let known: BTreeSet<String> = texts.into_keys().collect();
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        if !known.contains(&*name) {
            faults.push(format!(
                "{}: nothing writes this file any more",
                shown(&path)
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "{}\n{} golden files differ; if that is meant, `cargo xtask golden` writes them anew",
        faults.join("\n"),
        faults.len(),
    );
}

/// The first line that differs from the file's.
fn difference(path: &Path, text: &str) -> Option<String> {
    let shown = shown(path);
    let Ok(expected) = fs::read_to_string(path) else {
        return Some(format!("{shown}: expected a golden file, got none"));
    };
    if expected == text {
        return None;
    }
    let end = "(the end of the file)";
    let (mut expected, mut got) = (expected.lines(), text.lines());
    for at in 1.. {
        let (expected, got) = (expected.next(), got.next());
        if expected.is_none() && got.is_none() {
            break;
        }
        if expected != got {
            let (expected, got) = (expected.unwrap_or(end), got.unwrap_or(end));
            return Some(format!(
                "{shown}:{at}:\n  expected {expected}\n  got      {got}"
            ));
        }
    }
    Some(format!("{shown}: only the ends of lines differ"))
}

/// Works on all cores; the texts by the names of their files.
fn in_parallel<T: Sync>(
    of: &[T],
    write: &(impl Fn(&T) -> (String, String) + Sync),
) -> BTreeMap<String, String> {
    let taken = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let work = || {
            let next = || of.get(taken.fetch_add(1, Ordering::Relaxed));
            std::iter::from_fn(next).map(write).collect::<Vec<_>>()
        };
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().flat_map(|worker| match worker.join() {
            Ok(texts) => texts,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        done.collect()
    })
}

/// The rule files that come as examples, by their names.
fn rule_files() -> Vec<(String, PathBuf)> {
    let folder = root().join("rules/examples");
    let entries = fs::read_dir(folder).expect("there are examples");
    let mut files: Vec<(String, PathBuf)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .map(|path| {
            let name = path.file_stem().unwrap_or_default();
            (name.to_string_lossy().into_owned(), path)
        })
        .collect();
    files.sort();
    files
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).expect("lab lies in crates/");
    root.to_owned()
}

/// The path as seen from the root.
fn shown(path: &Path) -> String {
    let short = path.strip_prefix(root()).unwrap_or(path);
    short.display().to_string()
}
