//! The tests that run unsafe code, under AddressSanitizer.
//!
//! The sanitizer is a part of the compiler that is not stable yet, so `RUSTC_BOOTSTRAP` lets the usual
//! compiler have it. The standard library is not compiled anew, and what third-party crates do in C is not
//! looked at.

use std::path::Path;
use std::process::Command;

const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Tests that run every `unsafe` of the list in `unsafe_code.rs`, with the solver, searches and files around it.
const TESTS: &[&str] = &[
    "--package yomikiri-solver --lib --test anpanman --test table --test chess_lanes --test identity",
    "--package yomikiri-games --lib",
    "--package yomikiri-search --lib --tests",
];

pub(crate) fn check(root: &Path) -> Vec<String> {
    let run = |tests: &&&str| {
        eprintln!("== cargo test {tests}, AddressSanitizer");
        let status = Command::new(env!("CARGO"))
            .args(["test", "--locked", "--target", TARGET, "--target-dir"])
            .arg(root.join("target/sanitize"))
            .args(tests.split(' '))
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTFLAGS", "-Zsanitizer=address")
            // Else the C compiler instruments zstd by another run-time library than ours.
            .env("CFLAGS", "-fno-sanitize=all")
            .current_dir(root)
            .status();
        !status.is_ok_and(|status| status.success())
    };
    let failed = TESTS.iter().filter(run);
    failed
        .map(|tests| format!("cargo test {tests}, AddressSanitizer"))
        .collect()
}
