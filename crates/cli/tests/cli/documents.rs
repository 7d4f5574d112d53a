//! The documents are true: every command of their `console` blocks is run, and prints what they show.
//!
//! In the shown output a line `…` or `...` stands for any lines, and `[..]` for any text of a line
//! (times). A command without output must only succeed. Commands of other programs are not run here:
//! `cargo` is how these tests are run, `curl` is tested with a server (`crates/server/tests`).
//!
//! A comment before a block exempts it: `<!-- not run: REASON -->` for what a test cannot do (play
//! against a person, use files or programs that are not here, solve for minutes), `<!-- long: REASON -->`
//! for what is only run with `YOMIKIRI_LONG_DOCUMENTS=1`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A command of a document with its output.
#[derive(Debug)]
struct Session {
    place: String,
    command: String,
    shown: Vec<String>,
}

/// Whether a block is run.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Mark {
    Run,
    Long,
    NotRun,
}

/// The commands of the `console` blocks that are run.
fn sessions(name: &str, document: &str, long: bool) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    let (mut inside, mut mark) = (false, Mark::Run);
    // Whether the last command goes on in the next line.
    let mut goes_on = false;
    let is_run = |mark| mark == Mark::Run || mark == Mark::Long && long;
    for (number, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
            if !inside {
                mark = Mark::Run;
            }
        } else if !inside {
            mark = match line {
                _ if line.starts_with("<!-- not run: ") => Mark::NotRun,
                _ if line.starts_with("<!-- long: ") => Mark::Long,
                "" => mark,
                _ => Mark::Run,
            };
        } else if !is_run(mark) {
            continue;
        } else if let Some(session) = sessions.last_mut().filter(|_| goes_on) {
            session.command += line.trim().trim_end_matches('\\');
            goes_on = line.ends_with('\\');
        } else if let Some(command) = line.strip_prefix("$ ") {
            let command = command.split("  #").next().unwrap_or(command);
            goes_on = command.ends_with('\\');
            sessions.push(Session {
                place: format!("{name}:{}", number + 1),
                command: command.trim_end_matches('\\').to_owned(),
                shown: Vec::new(),
            });
        } else if let Some(session) = sessions.last_mut() {
            session.shown.push(line.to_owned());
        }
    }
    sessions.retain(|session| {
        let mut words = session.command.split_whitespace();
        words.any(|word| word == "yomikiri") && !session.command.contains("cargo ")
    });
    sessions
}

/// Whether lines are as they are shown.
fn agrees(shown: &[String], got: &[&str]) -> bool {
    match (shown.split_first(), got.split_first()) {
        (None, None) => true,
        (None, Some(_)) => false,
        (Some((first, rest)), _) if first == "…" || first == "..." => {
            (0..=got.len()).any(|skipped| agrees(rest, &got[skipped..]))
        }
        (Some(_), None) => false,
        (Some((first, rest)), Some((line, others))) => {
            line_agrees(first, line) && agrees(rest, others)
        }
    }
}

/// Whether a line is as it is shown, with `[..]` for any text.
fn line_agrees(shown: &str, line: &str) -> bool {
    let mut parts = shown.trim_end().split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.trim_end().strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn elisions_stand_for_anything() {
    let shown = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let agrees = |text: &str, got: &[&str]| agrees(&shown(text), got);
    assert!(agrees("a\n…\nd", &["a", "b", "c", "d"]));
    assert!(agrees("a\n...", &["a"]));
    assert!(!agrees("a\n…\nd", &["a", "b"]));
    assert!(!agrees("a", &["a", "b"]));
    assert!(agrees(
        "5 nodes in [..] s ([..]/s)",
        &["5 nodes in 0.1 s (50/s)"]
    ));
    assert!(!agrees("5 nodes in [..] s", &["6 nodes in 0.1 s"]));
}

/// The documents with `console` blocks.
fn documents() -> Vec<PathBuf> {
    let names = ["README.md", "CONTRIBUTING.md", "BENCHMARKS.md"];
    let mut files: Vec<PathBuf> = names.iter().map(|name| root().join(name)).collect();
    let docs = fs::read_dir(root().join("docs")).expect("docs");
    files.extend(docs.map(|file| file.unwrap().path()));
    files.retain(|file| file.extension().is_some_and(|ending| ending == "md"));
    files.sort();
    files
}

#[test]
fn every_command_of_the_documents_prints_what_they_show() {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_yomikiri"));
    let folder = program.parent().expect("a folder").display().to_string();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let long = std::env::var("YOMIKIRI_LONG_DOCUMENTS").is_ok();
    // One data directory for all: tables that one block builds are there for the next.
    let data = tempfile::tempdir().unwrap();
    let (mut run, mut faults) = (0, Vec::new());
    for file in documents() {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let document = fs::read_to_string(&file).unwrap();
        for session in sessions(&name, &document, long) {
            let output = Command::new("sh")
                .args(["-c", &session.command])
                .current_dir(root())
                .env("PATH", &path)
                .env("YOMIKIRI_DATA", data.path())
                .env("HOME", data.path())
                .env("LC_ALL", "C")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            run += 1;
            let out = String::from_utf8_lossy(&output.stdout).into_owned();
            let got: Vec<&str> = out.trim_end().lines().collect();
            let has_failed = !output.status.success();
            let is_wrong = !session.shown.is_empty() && !agrees(&session.shown, &got);
            if has_failed || is_wrong {
                let err = String::from_utf8_lossy(&output.stderr).into_owned();
                faults.push(format!(
                    "{}: {}\n{out}{err}",
                    session.place, session.command
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(run >= 15, "only {run} commands of the documents were run");
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
