//! `cargo xtask gtp-suite DIR FILE…`: regression files in the form of GNU Go's against our own program in
//! GTP. They stay where they are: DIR is the folder from which their records are named. YOMIKIRI may name a
//! program that is built already.
//!
//! A test is a numbered command, followed by `#? [PATTERN]`; a star after it marks a test that GNU Go is
//! known to fail. A pattern is text with alternatives (`1 (S4|T5)`), or `!` and text that must not come.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the files and prints a line for each, with the numbers of the tests that failed.
pub(crate) fn check(root: &Path, dir: &str, files: &[&str]) -> Vec<String> {
    let results = files.iter().map(|file| run(root, Path::new(dir), file));
    results.filter_map(Result::err).collect()
}

fn run(root: &Path, dir: &Path, file: &str) -> Result<(), String> {
    let path = dir.join(file);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    let suite = Suite::read(&text);
    let answers = ask(root, dir, &suite.commands)?;
    let failed: Vec<String> = suite
        .tests
        .iter()
        .filter(|test| !test.passes(answers.get(&test.number).map(String::as_str)))
        .map(|test| {
            let got = answers
                .get(&test.number)
                .map_or("no answer", String::as_str);
            let star = if test.starred { "*" } else { "" };
            format!(
                "  {} expected [{}]{star}, got [{got}]",
                test.number, test.pattern
            )
        })
        .collect();
    println!(
        "{file}: {} of {}",
        suite.tests.len() - failed.len(),
        suite.tests.len()
    );
    for line in failed {
        println!("{line}");
    }
    Ok(())
}

#[derive(PartialEq, Debug)]
struct Test {
    number: u32,
    pattern: String,
    starred: bool,
}

#[derive(Default)]
struct Suite {
    /// What is sent, line by line.
    commands: String,
    tests: Vec<Test>,
}

impl Suite {
    fn read(text: &str) -> Suite {
        let mut suite = Suite::default();
        let mut number = None;
        for line in text.lines().map(str::trim) {
            if let Some(pattern) = line.strip_prefix("#? [") {
                let starred = pattern.trim_end().trim_end_matches('&').ends_with('*');
                let pattern = pattern.trim_end_matches(['*', '&', ' ']);
                let pattern = pattern.strip_suffix(']').unwrap_or(pattern);
                if let Some(number) = number.take() {
                    suite.tests.push(Test {
                        number,
                        pattern: pattern.to_owned(),
                        starred,
                    });
                }
                continue;
            }
            let command = line.split('#').next().unwrap_or_default().trim();
            if command.is_empty() {
                continue;
            }
            let first = command.split(' ').next().unwrap_or_default();
            if let Ok(found) = first.parse() {
                number = Some(found);
            }
            // GNU Go's own words for playing a move to look at it, and for taking it back.
            let ours = match first {
                "trymove" => command.replacen("trymove", "play", 1),
                "popgo" => "undo".to_owned(),
                "increase_depths" | "decrease_depths" => continue,
                _ => command.to_owned(),
            };
            suite.commands += &ours;
            suite.commands.push('\n');
        }
        suite
    }
}

impl Test {
    fn passes(&self, answer: Option<&str>) -> bool {
        let Some(answer) = answer else {
            return false;
        };
        match self.pattern.strip_prefix('!') {
            Some(wrong) => !alternatives(wrong).iter().any(|text| text == answer),
            None => alternatives(&self.pattern)
                .iter()
                .any(|text| text == answer),
        }
    }
}

/// Every text that a pattern stands for.
fn alternatives(pattern: &str) -> Vec<String> {
    let (texts, _) = choice(pattern.as_bytes(), 0);
    // `1 A1|B2` means the same code with either point.
    let code = texts.first().and_then(|first| first.split_once(' '));
    let code = code.map(|(code, _)| code.to_owned());
    let whole = |text: String| match &code {
        Some(code) if !text.contains(' ') => format!("{code} {text}"),
        _ => text,
    };
    texts.into_iter().map(whole).collect()
}

/// Alternatives up to a closing bracket or the end, and where that is.
fn choice(pattern: &[u8], mut at: usize) -> (Vec<String>, usize) {
    let mut all = Vec::new();
    let mut texts = vec![String::new()];
    while let Some(&byte) = pattern.get(at) {
        match byte {
            b')' => break,
            b'|' => all.append(&mut std::mem::replace(&mut texts, vec![String::new()])),
            b'(' => {
                let (inner, end) = choice(pattern, at + 1);
                let joined = texts.iter().flat_map(|text| {
                    let join = move |part: &String| format!("{text}{part}");
                    inner.iter().map(join)
                });
                texts = joined.collect();
                at = end;
            }
            other => texts
                .iter_mut()
                .for_each(|text| text.push(char::from(other))),
        }
        at += 1;
    }
    all.append(&mut texts);
    (all, at)
}

/// The answers by the number of their command.
fn ask(root: &Path, dir: &Path, commands: &str) -> Result<HashMap<u32, String>, String> {
    let mut program = match std::env::var_os("YOMIKIRI") {
        Some(path) => Command::new(path),
        None => {
            let mut cargo = Command::new(env!("CARGO"));
            cargo
                .args(["run", "--quiet", "--release", "--package", "yomikiri"])
                .args(["--manifest-path"])
                .arg(root.join("Cargo.toml"))
                .arg("--");
            cargo
        }
    };
    let mut child = program
        .args(["engine", "go", "--protocol", "gtp"])
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("our program cannot be run: {error}"))?;
    let mut input = child.stdin.take().ok_or("our program takes no input")?;
    let sent = format!("{commands}quit\n");
    let writer = std::thread::spawn(move || input.write_all(sent.as_bytes()));
    let output = child
        .wait_with_output()
        .map_err(|error| format!("our program: {error}"))?;
    // A program that ends early takes no more input; what it answered says enough.
    drop(writer.join());
    let text = String::from_utf8_lossy(&output.stdout);
    let mut answers = HashMap::new();
    for line in text.lines() {
        let Some(answer) = line.strip_prefix(['=', '?']) else {
            continue;
        };
        let (number, words) = answer.split_once(' ').unwrap_or((answer, ""));
        if let Ok(number) = number.parse() {
            answers.insert(number, words.trim().to_owned());
        }
    }
    Ok(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_stand_for_texts() {
        for (pattern, texts) in [
            ("0", vec!["0"]),
            ("1 (S4|T5)", vec!["1 S4", "1 T5"]),
            ("(1|2) (A1|B2)", vec!["1 A1", "1 B2", "2 A1", "2 B2"]),
            ("1 A1|B2", vec!["1 A1", "1 B2"]),
            ("0|1 A1", vec!["0", "1 A1"]),
        ] {
            assert_eq!(alternatives(pattern), texts, "{pattern}");
        }
    }

    #[test]
    fn suites_are_numbered_commands_with_patterns() {
        let suite = Suite::read(
            "# why\nloadsgf a.sgf 3\n7 attack B2 # here\n#? [1 (C3|C4)]*\ntrymove b C3\n8 defend B2\n#? [!0]\npopgo\n",
        );
        assert_eq!(
            suite.commands,
            "loadsgf a.sgf 3\n7 attack B2\nplay b C3\n8 defend B2\nundo\n"
        );
        let [first, second] = suite.tests.as_slice() else {
            panic!("{:?}", suite.tests);
        };
        assert!(first.starred && first.passes(Some("1 C4")) && !first.passes(Some("2 C4")));
        assert!(second.passes(Some("1 C3")) && !second.passes(Some("0")) && !second.passes(None));
    }
}
