//! Matches whose games are played by workers, through a real PostgreSQL: the same results as a local match,
//! whoever dies on the way.

use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use yomikiri_test_postgres::Postgres;

pub(crate) fn program() -> Command {
    yomikiri(Path::new(env!("CARGO_BIN_EXE_yomikiri")))
}

fn yomikiri(path: &Path) -> Command {
    let mut command = Command::new(path);
    command
        .env("LANG", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A process that does not outlive the test.
pub(crate) struct Running(Option<Child>);

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        Running(Some(command.spawn().unwrap()))
    }

    pub(crate) fn signal(&self, name: &str) {
        let child = self.0.as_ref().expect("not waited for yet");
        let id = child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    /// What it says on stderr, for whoever reads it meanwhile.
    pub(crate) fn stderr(&mut self) -> ChildStderr {
        let child = self.0.as_mut().expect("not waited for yet");
        child.stderr.take().expect("asked for once")
    }

    pub(crate) fn output(mut self) -> Output {
        let child = self.0.take().expect("not waited for yet");
        child.wait_with_output().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub(crate) fn worker(queue: &str, name: &str) -> Running {
    Running::start(program().args(["worker", "--queue", queue, "--lease", "2", "--name", name]))
}

fn contest(games: u64) -> Command {
    let mut command = program();
    command
        .args(["match", "anpanman", "--first", "asai:depth=2"])
        .args(["--second", "random", "--openings", "random:plies=3"])
        .args(["--seed", "5", "--json", "--games", &games.to_string()]);
    command
}

pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn summary(output: &Output) -> Value {
    assert!(output.status.success(), "{}", told(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn is_slow() -> bool {
    std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some()
}

/// The games that a run has kept so far.
fn games_in(run: &Path) -> usize {
    let text = std::fs::read_to_string(run.join("games.jsonl"));
    text.unwrap_or_default().lines().count()
}

fn wait_for_games(run: &Path, count: usize) {
    while games_in(run) < count {
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn results_are_those_of_a_local_match_whoever_dies() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let games = if is_slow() { 2000 } else { 120 };
    let expected = summary(&contest(games).output().unwrap());
    let queue = postgres.address();
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    let asked = &mut contest(games);
    let coordinator = Running::start(asked.args(["--queue", queue]).arg("--out").arg(&out));
    let mut workers: Vec<Running> = (0..4)
        .map(|number| worker(queue, &format!("w{number}")))
        .collect();
    // Moments by what has been played, not by the clock.
    let kills = if is_slow() { 20 } else { 3 };
    for kill in 0..kills {
        wait_for_games(&out, games as usize * (kill + 1) / (kills + 2));
        let victim = kill % workers.len();
        workers[victim].signal("-9");
        workers[victim] = worker(queue, &format!("again{kill}"));
        if kill == 1 {
            postgres.stop();
            postgres.run();
        }
    }
    let got = coordinator.output();
    assert_eq!(summary(&got), expected, "{}", told(&got));
    assert!(told(&got).contains("units"), "{}", told(&got));
    // Workers end when they are told to, and say what they have done.
    for worker in workers {
        worker.signal("-TERM");
        let done = worker.output();
        assert_eq!(done.status.code(), Some(0), "{}", told(&done));
        assert!(told(&done).contains("the worker ends"), "{}", told(&done));
    }
}

#[test]
fn a_coordinator_that_was_killed_goes_on() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let games = 60;
    let expected = summary(&contest(games).output().unwrap());
    let queue = postgres.address();
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    let first = Running::start(
        contest(games)
            .args(["--queue", queue])
            .arg("--out")
            .arg(&out),
    );
    let _worker = worker(queue, "only");
    wait_for_games(&out, 6);
    first.signal("-9");
    drop(first);
    let again = contest(games)
        .args(["--queue", queue, "--resume"])
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    assert_eq!(summary(&again), expected, "{}", told(&again));
    assert_eq!(games_in(&out), games as usize);
}

/// A copy of the program that does the same and is not the same file.
fn another_build(dir: &Path) -> PathBuf {
    let copy = dir.join("yomikiri");
    std::fs::copy(env!("CARGO_BIN_EXE_yomikiri"), &copy).unwrap();
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(&copy)
        .unwrap();
    std::io::Write::write_all(&mut file, b"another").unwrap();
    copy
}

#[test]
fn workers_of_another_build_or_with_other_rules_are_refused() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let queue = postgres.address();
    let dir = tempfile::tempdir().unwrap();
    let coordinator = Running::start(contest(4).args(["--queue", queue]));
    // It is refused as soon as the coordinator has put its work there.
    let other = yomikiri(&another_build(dir.path()))
        .args(["worker", "--queue", queue])
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(3), "{}", told(&other));
    assert!(
        told(&other).contains("the queue has work for program"),
        "{}",
        told(&other)
    );
    let right = worker(queue, "right");
    summary(&coordinator.output());
    drop(right);

    // The same path, two rule files.
    let pond = std::fs::read_to_string("../../rules/examples/pond.toml").unwrap();
    let changed = pond.replacen("repetition = 3", "repetition = 2", 1);
    assert_ne!(pond, changed);
    let folders = ["one", "two"].map(|name| dir.path().join(name));
    for (folder, text) in folders.iter().zip([&pond, &changed]) {
        std::fs::create_dir(folder).unwrap();
        std::fs::write(folder.join("pond.toml"), text).unwrap();
    }
    let mut asked = program();
    asked
        .args([
            "match",
            "koma:pond.toml",
            "--first",
            "random",
            "--second",
            "random",
        ])
        .args(["--games", "2", "--json", "--queue", queue])
        .current_dir(&folders[0]);
    let coordinator = Running::start(&mut asked);
    let other = program()
        .args(["worker", "--queue", queue])
        .current_dir(&folders[1])
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(3), "{}", told(&other));
    assert!(
        told(&other).contains("expected the rule file"),
        "{}",
        told(&other)
    );
    let mut right = program();
    right
        .args(["worker", "--queue", queue])
        .current_dir(&folders[0]);
    let _right = Running::start(&mut right);
    summary(&coordinator.output());
}

#[test]
fn addresses_that_are_none_and_units_that_cannot_be_played_are_told() {
    let bad = contest(2).args(["--queue", "mysql://x"]).output().unwrap();
    assert_eq!(bad.status.code(), Some(2), "{}", told(&bad));
    assert!(bad.stdout.is_empty());
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let queue = postgres.address();
    // The coordinator can start this player; the worker, in another directory, cannot.
    let dir = tempfile::tempdir().unwrap();
    let engine = dir.path().join("engine.sh");
    let text = format!(
        "#!/bin/sh\nexec {} engine anpanman\n",
        env!("CARGO_BIN_EXE_yomikiri")
    );
    std::fs::write(&engine, text).unwrap();
    let mut asked = program();
    asked
        .args([
            "match",
            "anpanman",
            "--first",
            "external:sh ./engine.sh,protocol=usi",
        ])
        .args([
            "--second", "random", "--games", "2", "--json", "--queue", queue,
        ])
        .current_dir(dir.path());
    let coordinator = Running::start(&mut asked);
    let _worker = worker(queue, "elsewhere");
    let done = coordinator.output();
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
    assert!(
        told(&done).contains("was given up, last by worker elsewhere"),
        "{}",
        told(&done)
    );
}
