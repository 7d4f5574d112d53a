//! `cargo xtask`: the project's own commands.
//!
//! `check` runs everything that must be green: format, lints, tests, documentation, arrows, third-party crates,
//! the page.

#![forbid(unsafe_code)]

mod arrows;
mod cluster_figures;
mod gtp_suite;
mod page;
mod pyffish;
mod sanitize;
mod supply;
mod unsafe_code;
mod weights;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const HELP: &str = "\
cargo xtask check    format, lints, tests, documentation, arrows between crates, third-party crates,
                     unsafe code, the example with a game of its own, the page
cargo xtask arrows   only the arrows between crates
cargo xtask supply   only the third-party crates: licences, sources, unmaintained ones, second versions
cargo xtask unsafe   only the list of unsafe code: each has a test that compares it with safe code
cargo xtask sanitize the tests of unsafe code under AddressSanitizer (x86-64 Linux)
cargo xtask page     only the page: its types, its unit tests, the tests in a browser
cargo xtask corrupt [N]   N (100000) corrupted table files: errors or true answers, no panic, little memory
cargo xtask golden   writes the files of golden/ anew: what games and engines do
cargo xtask pyffish [N]   legal moves of N (1000) xiangqi positions beside pyffish's
cargo xtask gnugo [N]     N (100000) positions of random Go games beside GNU Go's
cargo xtask gtp-suite DIR FILE…   regression files in GNU Go's form against our GTP
cargo xtask cluster-figures PROGRAM [--long]   two processes beside two threads: processor time, memory (Linux)
cargo xtask weights FILE  writes weights of xiangqi that `yomikiri tune` found into the source";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["check"] => check(),
        ["arrows"] => report(arrows::check(&root())),
        ["supply"] => report(supply::check(&root())),
        ["unsafe"] => report(unsafe_code::check(&root())),
        ["sanitize"] => report(sanitize::check(&root())),
        ["page"] => page_only(),
        ["golden"] => golden(),
        ["corrupt"] => corrupt(100_000),
        ["corrupt", count] if count.parse::<u32>().is_ok_and(|count| count > 0) => {
            corrupt(count.parse().unwrap_or(1))
        }
        ["pyffish"] => report(pyffish::check(&root(), 1000)),
        ["pyffish", count] if count.parse::<u32>().is_ok_and(|count| count > 0) => {
            report(pyffish::check(&root(), count.parse().unwrap_or(1)))
        }
        ["gnugo"] => gnugo("100000"),
        ["gnugo", count] if count.parse::<u32>().is_ok_and(|count| count > 0) => gnugo(count),
        ["weights", file] => match weights::write(&root(), file) {
            Ok(written) => {
                eprintln!("{written}");
                ExitCode::SUCCESS
            }
            Err(fault) => report(vec![fault]),
        },
        ["gtp-suite", dir, files @ ..] if !files.is_empty() => {
            report(gtp_suite::check(&root(), dir, files))
        }
        ["cluster-figures", program] => report(cluster_figures::measure(program, false)),
        ["cluster-figures", program, "--long"] => report(cluster_figures::measure(program, true)),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("unknown command; there are:\n{HELP}");
            ExitCode::from(2)
        }
    }
}

/// The steps of `check` before the tests; each is a cargo command line and the value of
/// RUSTDOCFLAGS.
const STEPS: &[(&str, &str)] = &[
    ("fmt --all --check", ""),
    (
        "clippy --workspace --all-targets --locked -- -D warnings",
        "",
    ),
    ("doc --workspace --no-deps --locked", "-D warnings"),
];

const TESTS: &str = "test --workspace --locked --no-fail-fast";

/// A program with a game of its own, in a crate of its own. It shares the target directory and the lock
/// file, so that what the tests have compiled is not compiled again.
const OWN_GAME: &str = "test --manifest-path examples/own-game/Cargo.toml --target-dir target";

/// Runs every step, also after one has failed, and then tells which did. The tests come last, so
/// that their counts end the output.
fn check() -> ExitCode {
    let mut failed = Vec::new();
    for (step, rustdoc_flags) in STEPS {
        eprintln!("== cargo {step}");
        let mut cargo = cargo(step);
        if !rustdoc_flags.is_empty() {
            cargo.env("RUSTDOCFLAGS", rustdoc_flags);
        }
        if !cargo.status().is_ok_and(|status| status.success()) {
            failed.push(format!("cargo {step}"));
        }
    }
    eprintln!("== dependencies between crates");
    failed.extend(arrows::check(&root()));
    eprintln!("== third-party crates");
    failed.extend(supply::check(&root()));
    eprintln!("== unsafe code");
    failed.extend(unsafe_code::check(&root()));
    eprintln!("== cargo {TESTS}");
    let mut counts = Counts::default();
    if !run_counted(&mut cargo(TESTS), &mut counts) {
        failed.push(format!("cargo {TESTS}"));
    }
    eprintln!("== cargo {OWN_GAME}");
    let lock = root().join("examples/own-game/Cargo.lock");
    let copied = std::fs::copy(root().join("Cargo.lock"), lock).is_ok();
    if !copied || !run_counted(&mut cargo(OWN_GAME), &mut counts) {
        failed.push(format!("cargo {OWN_GAME}"));
    }
    failed.extend(page::check(&root(), strict(), &mut counts));
    finish(failed, counts)
}

const GOLDEN: &str = "test --package yomikiri-lab --test golden --locked";

/// Writes the golden files anew. What has changed in them is for `git diff golden` to show.
fn golden() -> ExitCode {
    let written = cargo(GOLDEN).env("YOMIKIRI_GOLDEN_WRITE", "1").status();
    if written.is_ok_and(|status| status.success()) {
        report(Vec::new())
    } else {
        report(vec![format!("cargo {GOLDEN}")])
    }
}

const CORRUPT: &str = "test --package yomikiri-lab --test corrupt --locked -- --nocapture";

/// Corrupts table files: more of them, and of more tables, than the test does.
fn corrupt(count: u32) -> ExitCode {
    let run = cargo(CORRUPT)
        .env("YOMIKIRI_CORRUPTIONS", count.to_string())
        .status();
    if run.is_ok_and(|status| status.success()) {
        report(Vec::new())
    } else {
        report(vec![format!("cargo {CORRUPT}")])
    }
}

const GNUGO: &str =
    "test --release --package yomikiri-games --test gnugo --locked -- --nocapture positions";

/// Compares so many positions with GNU Go's; the suite compares few. Asked for, it must not be skipped.
fn gnugo(positions: &str) -> ExitCode {
    let compared = cargo(GNUGO)
        .env("YOMIKIRI_GNUGO_POSITIONS", positions)
        .env("YOMIKIRI_CHECK_ALL", "1")
        .status();
    if compared.is_ok_and(|status| status.success()) {
        report(Vec::new())
    } else {
        report(vec![format!("cargo {GNUGO}")])
    }
}

/// The page's checks alone; asked for, they must not be skipped.
fn page_only() -> ExitCode {
    let mut counts = Counts::default();
    let failed = page::check(&root(), true, &mut counts);
    finish(failed, counts)
}

/// Where everything has to run, nothing may be skipped for want of a tool.
fn strict() -> bool {
    std::env::var_os("YOMIKIRI_CHECK_ALL").is_some()
}

fn finish(failed: Vec<String>, counts: Counts) -> ExitCode {
    let Counts {
        passed,
        failed: wrong,
        ignored,
    } = counts;
    let code = report(failed);
    println!("tests: {passed} passed, {wrong} failed, {ignored} ignored");
    code
}

fn cargo(words: &str) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(words.split(' ')).current_dir(root());
    cargo
}

/// What the test programs counted, all together.
#[derive(Default, PartialEq, Debug)]
struct Counts {
    passed: u32,
    failed: u32,
    ignored: u32,
}

impl Counts {
    /// Adds a line such as `test result: ok. 8 passed; 0 failed; 1 ignored; …`, or one of Node's
    /// such as `ℹ pass 8`.
    fn add(&mut self, line: &str) {
        if let Some((what, number)) = line
            .strip_prefix("ℹ ")
            .and_then(|rest| rest.split_once(' '))
        {
            let number: u32 = number.parse().unwrap_or(0);
            match what {
                "pass" => self.passed += number,
                "fail" | "cancelled" => self.failed += number,
                "skipped" | "todo" => self.ignored += number,
                _ => {}
            }
            return;
        }
        let Some((_, counts)) = line
            .strip_prefix("test result: ")
            .and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for count in counts.split("; ") {
            let (number, what) = count.split_once(' ').unwrap_or((count, ""));
            let number = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                _ => {}
            }
        }
    }
}

/// Runs tests, showing and counting what they say.
fn run_counted(command: &mut Command, counts: &mut Counts) -> bool {
    let Ok(mut tests) = command.stdout(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(output) = tests.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            println!("{line}");
            counts.add(&line);
        }
    }
    tests.wait().is_ok_and(|status| status.success())
}

fn report(failed: Vec<String>) -> ExitCode {
    for fault in &failed {
        eprintln!("failed: {fault}");
    }
    if failed.is_empty() {
        eprintln!("all good");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the root").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_added_up() {
        let mut counts = Counts::default();
        counts.add("test result: ok. 8 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out");
        counts.add("test result: FAILED. 23 passed; 2 failed; 0 ignored; finished in 2.53s");
        counts.add("test some::name ... ok");
        counts.add("ℹ tests 9");
        counts.add("ℹ pass 9");
        counts.add("ℹ fail 0");
        let expected = Counts {
            passed: 40,
            failed: 2,
            ignored: 1,
        };
        assert_eq!(counts, expected);
    }
}
