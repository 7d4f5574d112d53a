//! `cargo xtask`: the project's own commands.
//!
//! `check` runs everything that must be green: format, lints, tests, documentation, arrows.

mod arrows;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const HELP: &str = "\
cargo xtask check    format, lints, tests, documentation, arrows between crates
cargo xtask arrows   only the arrows between crates";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["check"] => check(),
        ["arrows"] => report(arrows::check(&root())),
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

/// The steps of `check`; each is a cargo command line and the value of RUSTDOCFLAGS.
const STEPS: &[(&str, &str)] = &[
    ("fmt --all --check", ""),
    (
        "clippy --workspace --all-targets --locked -- -D warnings",
        "",
    ),
    ("test --workspace --locked", ""),
    ("doc --workspace --no-deps --locked", "-D warnings"),
];

/// Runs every step, also after one has failed, and then tells which did.
fn check() -> ExitCode {
    let mut failed = Vec::new();
    for (step, rustdoc_flags) in STEPS {
        eprintln!("== cargo {step}");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(step.split(' ')).current_dir(root());
        if !rustdoc_flags.is_empty() {
            cargo.env("RUSTDOCFLAGS", rustdoc_flags);
        }
        if !cargo.status().is_ok_and(|status| status.success()) {
            failed.push(format!("cargo {step}"));
        }
    }
    eprintln!("== arrows between crates");
    failed.extend(arrows::check(&root()));
    report(failed)
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
