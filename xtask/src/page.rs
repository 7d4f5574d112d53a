//! The page's own checks: types, unit tests and the tests in a real browser, run by Node.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Counts, cargo, run_counted};

/// What the checks need besides cargo.
const CHROMIUM: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/// Runs all of them and names those that failed. Where Node or a browser is missing this is a
/// failure if `strict`, and otherwise only said.
pub(crate) fn check(root: &Path, strict: bool, counts: &mut Counts) -> Vec<String> {
    let missing = missing_tools();
    if !missing.is_empty() {
        let what = format!("the page's tests need {}", missing.join(" and "));
        if strict {
            return vec![what];
        }
        eprintln!("skipped: {what}");
        return Vec::new();
    }
    let tests = root.join("e2e");
    let mut failed = Vec::new();
    if !tests.join("node_modules").is_dir() {
        eprintln!("== npm ci");
        if !succeeds(Command::new("npm").arg("ci").current_dir(&tests)) {
            return vec!["npm ci in e2e".to_owned()];
        }
    }
    eprintln!("== the page's types");
    if !succeeds(
        Command::new("npx")
            .args(["tsc", "-p", "."])
            .current_dir(&tests),
    ) {
        failed.push("npx tsc -p e2e".to_owned());
    }
    eprintln!("== the program for the browser tests");
    // As the tests build it: another choice of packages would compile everything once more.
    if !succeeds(&mut cargo("test --workspace --locked --no-run --quiet")) {
        failed.push("cargo test --no-run".to_owned());
    }
    for folder in ["unit/", "browser/"] {
        eprintln!("== node --test e2e/{folder}");
        let mut node = Command::new("node");
        node.arg("--test")
            .arg("--test-reporter=spec")
            .arg("--test-concurrency=2")
            .arg(folder)
            .current_dir(&tests);
        if std::env::var_os("CHROMIUM").is_none()
            && let Some(chromium) = CHROMIUM.iter().find(|path| Path::new(path).exists())
        {
            node.env("CHROMIUM", chromium);
        }
        if !run_counted(&mut node, counts) {
            failed.push(format!("node --test e2e/{folder}"));
        }
    }
    failed
}

fn missing_tools() -> Vec<&'static str> {
    let runs = |name: &str| {
        let mut version = Command::new(name);
        version.arg("--version");
        version.stdout(Stdio::null()).stderr(Stdio::null());
        succeeds(&mut version)
    };
    let named = std::env::var_os("CHROMIUM");
    let browser = named.is_some() || CHROMIUM.iter().any(|path| Path::new(path).exists());
    let tools = [
        ("node", runs("node")),
        ("npm", runs("npm")),
        ("chromium", browser),
    ];
    let missing = tools.into_iter().filter(|(_, there)| !there);
    missing.map(|(name, _)| name).collect()
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
