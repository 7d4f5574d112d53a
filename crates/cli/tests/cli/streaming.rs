//! `solve --memory`: the same files with less memory; and tables verified by several processes.

use std::path::Path;
use std::process::Output;

use super::cluster::{alone, hosts, table, told, yomikiri};

fn solve(dir: &Path, arguments: &[&str]) -> Output {
    let mut command = yomikiri();
    command.arg("solve").args(arguments).arg("--tables");
    command.arg(dir.join("tables")).output().unwrap()
}

#[test]
fn little_memory_gives_the_same_file() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let expected = alone(one.path(), &["anpanman"], "anpanman.ytb");
    let done = solve(two.path(), &["anpanman", "--memory", "130K"]);
    assert!(done.status.success(), "{}", told(&done));
    let said = told(&done);
    assert!(said.contains("is streamed from disk: up to"), "{said}");
    assert!(table(two.path(), "anpanman.ytb") == expected);
    // Nothing is left but the table and its counts, which are the same.
    let names = |dir: &Path| {
        let entries = std::fs::read_dir(dir.join("tables")).unwrap().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(two.path()), names(one.path()));
}

#[test]
fn an_estimate_says_what_is_streamed() {
    let dir = tempfile::tempdir().unwrap();
    let estimate = |memory: &str| {
        let arguments = ["anpanman", "--estimate", "--memory", memory];
        let done = solve(dir.path(), &arguments);
        assert!(done.status.success(), "{}", told(&done));
        String::from_utf8(done.stdout).unwrap()
    };
    assert!(estimate("2G").contains("fits into memory"));
    assert!(estimate("0.2M").contains("is streamed from disk"));
    let json = solve(
        dir.path(),
        &["anpanman", "--estimate", "--memory", "200k", "--json"],
    );
    let json = String::from_utf8(json.stdout).unwrap();
    assert!(json.contains("\"working_disk\""), "{json}");
}

#[test]
fn bad_sizes_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    for wrong in ["2X", "G", "-1", "", "0", "1e5", "2 G", "99999999T"] {
        let done = solve(dir.path(), &["anpanman", &format!("--memory={wrong}")]);
        assert_eq!(done.status.code(), Some(2), "{wrong}: {}", told(&done));
        assert!(told(&done).contains("500M"), "{wrong}: {}", told(&done));
    }
    let little = solve(dir.path(), &["anpanman", "--memory", "5K"]);
    assert_eq!(little.status.code(), Some(3), "{}", told(&little));
    assert!(
        told(&little).contains("expected at least"),
        "{}",
        told(&little)
    );
    let alone = solve(dir.path(), &["anpanman", "--scratch", "x"]);
    assert_eq!(alone.status.code(), Some(2));
    // A place that cannot be written to.
    let file = dir.path().join("file");
    std::fs::write(&file, "").unwrap();
    let scratch = file.display().to_string();
    let done = solve(
        dir.path(),
        &["anpanman", "--memory", "130K", "--scratch", &scratch],
    );
    assert_eq!(done.status.code(), Some(5), "{}", told(&done));
    assert!(told(&done).contains("working file"), "{}", told(&done));
    assert!(!dir.path().join("tables/anpanman.ytb").exists());
}

#[test]
fn several_processes_find_a_damaged_entry_whoever_has_it() {
    let dir = tempfile::tempdir().unwrap();
    let right = alone(dir.path(), &["chess", "KRvK"], "chess/KRvK.ytb");
    let verify = |arguments: &[&str]| {
        let mut command = yomikiri();
        command
            .args(arguments)
            .args(["table", "verify", "chess", "KRvK", "--tables"]);
        command.arg(dir.path().join("tables")).output().unwrap()
    };
    // The time that it took is left out.
    let words = |output: &Output| {
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines[0] = lines[0].split(" in ").next().unwrap().to_owned();
        lines
    };
    for processes in [2, 3] {
        let list = hosts(dir.path(), processes);
        let list = list.display().to_string();
        let run = ["cluster", "run", list.as_str(), "--"];
        let (here, together) = (verify(&[]), verify(&run));
        assert!(together.status.success(), "{}", told(&together));
        assert_eq!(words(&together), words(&here));
    }
    assert!(table(dir.path(), "chess/KRvK.ytb") == right);
    // A file that is cut short is told by everybody, and nothing is started again.
    let path = dir.path().join("tables/chess/KRvK.ytb");
    std::fs::write(&path, &right[..right.len() / 2]).unwrap();
    let list = hosts(dir.path(), 2).display().to_string();
    let damaged = verify(&["cluster", "run", list.as_str(), "--"]);
    assert_eq!(damaged.status.code(), Some(5), "{}", told(&damaged));
}
