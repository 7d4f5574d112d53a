//! Solving on several processes of this machine: the same files, kills, refusals.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// An address of this machine. Linux has many: nobody else gets its free ports meanwhile.
fn address() -> String {
    let number = if cfg!(target_os = "linux") {
        std::process::id()
    } else {
        0
    };
    match number {
        0 => "127.0.0.1".to_owned(),
        _ => format!("127.{}.{}.9", 1 + number / 250 % 250, number % 250),
    }
}

/// A list of processes on this machine, at places that nobody listens at.
pub(crate) fn hosts(dir: &Path, count: usize) -> PathBuf {
    let free: Vec<TcpListener> = (0..count)
        .map(|_| TcpListener::bind((address(), 0)).unwrap())
        .collect();
    let places = free.iter().map(|free| free.local_addr().unwrap());
    let lines: Vec<String> = places.map(|place| place.to_string()).collect();
    let path = dir.join("hosts.txt");
    std::fs::write(&path, lines.join("\n")).unwrap();
    path
}

pub(crate) fn yomikiri() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yomikiri"));
    command.env("LANG", "C");
    command
}

/// Starts the supervisor; tables go below the directory.
pub(crate) fn supervise(dir: &Path, processes: usize, solve: &[&str]) -> Child {
    let mut command = yomikiri();
    command
        .args(["cluster", "run"])
        .arg(hosts(dir, processes))
        .args(["--", "solve"])
        .args(solve)
        .arg("--tables")
        .arg(dir.join("tables"))
        .args(["--checkpoint", "0"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

pub(crate) fn table(dir: &Path, name: &str) -> Vec<u8> {
    let path = dir.join("tables").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What one process writes.
pub(crate) fn alone(dir: &Path, solve: &[&str], name: &str) -> Vec<u8> {
    let mut command = yomikiri();
    command.arg("solve").args(solve).arg("--tables");
    let done = command.arg(dir.join("tables")).output().unwrap();
    assert!(done.status.success(), "{}", told(&done));
    table(dir, name)
}

pub(crate) fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn is_slow() -> bool {
    std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some()
}

fn check_same(solve: &[&str], name: &str, processes: &[usize]) {
    let one = tempfile::tempdir().unwrap();
    let expected = alone(one.path(), solve, name);
    for &processes in processes {
        let dir = tempfile::tempdir().unwrap();
        let done = supervise(dir.path(), processes, solve);
        let done = done.wait_with_output().unwrap();
        assert!(done.status.success(), "{}", told(&done));
        assert!(!done.stdout.is_empty(), "process 0 prints the report");
        let same = table(dir.path(), name) == expected;
        assert!(same, "{solve:?} with {processes} processes");
    }
}

#[test]
fn files_are_those_of_one_process() {
    check_same(&["chess", "KPvK"], "chess/KPvK.ytb", &[3]);
    let values_only = ["chess", "KPvK", "--values-only"];
    check_same(&values_only, "chess/KPvK.ytb", &[2]);
    if is_slow() {
        let all = [1, 2, 3, 4];
        check_same(&["anpanman"], "anpanman.ytb", &all);
        check_same(&["janken", "2v1"], "janken/2v1.ytb", &all);
        check_same(&["chess", "KQvKR"], "chess/KQvKR.ytb", &all);
        check_same(&["chess", "KPvKP"], "chess/KPvKP.ytb", &all);
    }
}

/// All tables below a directory, with their names.
fn tables(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let folders = std::fs::read_dir(dir.join("tables")).unwrap().flatten();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.path()).unwrap().flatten());
    let paths = files.map(|file| file.path());
    let paths = paths.filter(|path| path.extension().is_some_and(|kind| kind == "ytb"));
    let mut tables: Vec<_> = paths
        .map(|path| {
            let name = path.strip_prefix(dir).unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect();
    tables.sort();
    tables
}

/// What perpetual check changes, and values of tables that are there, are found by one process for all.
#[test]
fn what_one_process_does_for_all_is_done_once() {
    let commands: [&[&[&str]]; 2] = [
        &[&["xiangqi", "KRvKN", "--rules", "check"]],
        &[
            &["xiangqi", "KNvK"],
            &["xiangqi", "KNvK", "--values-only", "--force"],
        ],
    ];
    for commands in commands {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for command in commands {
            let mut local = yomikiri();
            local.arg("solve").args(*command).arg("--tables");
            let done = local.arg(one.path().join("tables")).output().unwrap();
            assert!(done.status.success(), "{}", told(&done));
            let done = supervise(two.path(), 2, command).wait_with_output();
            let done = done.unwrap();
            assert!(done.status.success(), "{}", told(&done));
        }
        let (expected, got) = (tables(one.path()), tables(two.path()));
        assert!(!expected.is_empty());
        let names = |tables: &[(PathBuf, Vec<u8>)]| -> Vec<PathBuf> {
            tables.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&got), names(&expected), "{commands:?}");
        assert!(got == expected, "{commands:?}");
    }
}

/// The processes below the supervisor, by their numbers.
pub(crate) fn processes(supervisor: u32) -> Vec<u32> {
    let children = format!("/proc/{supervisor}/task/{supervisor}/children");
    let children = std::fs::read_to_string(children).unwrap_or_default();
    let numbers = children.split_whitespace();
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// The names of all files below a directory, in order.
#[cfg(target_os = "linux")]
fn names(dir: &Path) -> std::collections::BTreeSet<PathBuf> {
    let mut found = std::collections::BTreeSet::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        match entry.path().is_dir() {
            true => found.extend(
                names(&entry.path())
                    .into_iter()
                    .map(|name| Path::new(&entry.file_name()).join(name)),
            ),
            false => {
                found.insert(entry.file_name().into());
            }
        }
    }
    found
}

/// A process, or the supervisor, is killed at a moment that the seed decides; lost processes are started again by
/// themselves. The table is that of one process, and nothing else is left.
#[test]
#[cfg(target_os = "linux")]
fn kills_change_nothing() {
    let (solve, name) = match is_slow() {
        true => (["chess", "KQvKR"], "chess/KQvKR.ytb"),
        false => (["chess", "KRvK"], "chess/KRvK.ytb"),
    };
    let one = tempfile::tempdir().unwrap();
    let expected = alone(one.path(), &solve, name);
    let expected_names = names(&one.path().join("tables"));
    let seeds: usize = if is_slow() { 100 } else { 4 };
    for seed in 0..seeds {
        let dir = tempfile::tempdir().unwrap();
        let tables = dir.path().join("tables");
        let mut supervisor = supervise(dir.path(), 3, &solve);
        // Moments by what is there, not by the clock: so many files were seen.
        let wanted = 6 * (7 * seed % 25);
        let mut seen = std::collections::BTreeSet::new();
        let victims = loop {
            let victims = processes(supervisor.id());
            seen.extend(names(&tables));
            let is_time = seen.len() >= wanted || tables.join(name).exists();
            if victims.len() == 3 && is_time {
                break victims;
            }
            if supervisor.try_wait().unwrap().is_some() {
                break victims;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        };
        let all = victims.iter().copied().chain([supervisor.id()]);
        let victim = all.cycle().nth(seed % 4).unwrap();
        if supervisor.try_wait().unwrap().is_none() {
            let victim = victim.to_string();
            let kill = Command::new("kill").args(["-9", &victim]).output();
            kill.unwrap();
        }
        if victim == supervisor.id() {
            // The others go on without it; then everything is there, or the same command goes on.
            supervisor.wait().unwrap();
            let is_there = |process: &u32| Path::new(&format!("/proc/{process}")).exists();
            while victims.iter().any(is_there) {
                std::thread::sleep(std::time::Duration::from_millis(1));
            }
            supervisor = supervise(dir.path(), 3, &solve);
        }
        let done = supervisor.wait_with_output().unwrap();
        assert!(done.status.success(), "seed {seed}: {}", told(&done));
        assert!(table(dir.path(), name) == expected, "seed {seed}");
        assert_eq!(names(&tables), expected_names, "seed {seed}");
        if is_slow() {
            eprintln!(
                "seed {seed}: process {} of 4 killed after {} files",
                seed % 4,
                seen.len()
            );
        }
    }
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let hosts = hosts(dir.path(), 2);
    let start = |process: &str, tier: &str| {
        let mut command = yomikiri();
        command.args(["solve", "chess", tier, "--process", process, "--cluster"]);
        command.arg(&hosts).arg("--tables").arg(dir.path());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    for process in [start("0", "KQvK"), start("1", "KRvK")] {
        let done = process.wait_with_output().unwrap();
        let text = told(&done);
        assert_eq!(done.status.code(), Some(3), "{text}");
        assert!(done.stdout.is_empty());
        assert!(
            text.contains(&format!(
                "what to solve: expected KQvK as process 0 ({}:",
                address()
            )) && text.contains(&format!("got KRvK from process 1 ({}:", address())),
            "{text}"
        );
    }
    let number = start("7", "KQvK").wait_with_output().unwrap();
    assert_eq!(number.status.code(), Some(2));
    assert!(told(&number).contains("expected a process from 0 to 1, got 7"));
}

#[test]
fn bad_lists_and_commands_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hosts.txt");
    std::fs::write(&path, "one\n-oProxyCommand=x\n").unwrap();
    let run = |command: &[&str]| {
        let done = yomikiri()
            .args(["cluster", "run"])
            .arg(&path)
            .arg("--")
            .args(command)
            .output()
            .unwrap();
        (done.status.code(), told(&done))
    };
    let (code, text) = run(&["solve", "anpanman"]);
    assert_eq!(code, Some(3));
    assert!(text.contains("line 2: expected a host or host:port, got \"-oProxyCommand=x\""));
    let (code, text) = run(&["match", "anpanman"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("expected the command solve or table verify after --, got \"match\""));
}
