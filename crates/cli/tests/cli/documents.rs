//! The documents are true: the output they show is what the program prints.

use std::fs;
use std::path::PathBuf;

use crate::common::yomikiri_in;

/// Commands with fast output that is the same on every machine.
const STEADY: &[&str] = &["show", "moves", "games", "convert"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands of the `console` blocks with their output.
fn sessions(document: &str) -> Vec<(String, String)> {
    let mut sessions: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            let command = command.split("  #").next().unwrap_or(command);
            sessions.push((command.trim_end().to_owned(), String::new()));
        } else if let (true, Some((_, output))) = (inside, sessions.last_mut()) {
            output.push_str(line);
            output.push('\n');
        }
    }
    sessions
}

/// The words of a command; quotes group words.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().expect("there is a word").push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_shown_output_is_the_output() {
    let mut checked = 0;
    for name in [
        "README.md",
        "CONTRIBUTING.md",
        "docs/rule-files.md",
        "docs/janken.md",
    ] {
        let document = fs::read_to_string(root().join(name)).expect(name);
        for (command, shown) in sessions(&document) {
            let words = words(&command);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let ["yomikiri", verb, ..] = words.as_slice() else {
                continue;
            };
            if shown.is_empty() || shown.contains('…') || !STEADY.contains(verb) {
                continue;
            }
            if command.ends_with('\\') || command.contains(" | ") {
                continue;
            }
            let run = yomikiri_in(&root(), &words[1..]);
            assert_eq!(run.code, 0, "{name}: {command}: {}", run.err);
            assert_eq!(run.out.trim_end(), shown.trim_end(), "{name}: {command}");
            checked += 1;
        }
    }
    assert!(
        checked >= 3,
        "only {checked} commands of the documents were run"
    );
}

#[test]
fn links_between_documents_lead_somewhere() {
    let names = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "BENCHMARKS.md",
        "CHANGELOG.md",
    ];
    let mut files: Vec<PathBuf> = names.iter().map(|name| root().join(name)).collect();
    let docs = fs::read_dir(root().join("docs")).expect("docs");
    files.extend(docs.map(|file| file.unwrap().path()));
    for file in files {
        if file.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a document");
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let path = link.split('#').next().unwrap_or(link);
            if path.is_empty() || path.contains("://") {
                continue;
            }
            let target = file.parent().expect("a folder").join(path);
            assert!(target.exists(), "{}: {link}", file.display());
        }
    }
}
