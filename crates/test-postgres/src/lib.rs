//! A real PostgreSQL server for a test.

#![allow(clippy::missing_panics_doc)]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A PostgreSQL server of one's own, gone at the end.
pub struct Postgres {
    folder: TempDir,
    bin: PathBuf,
    options: String,
    address: String,
}

/// Where Debian keeps PostgreSQL's programs, the newest first, or wherever they are on the path.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let everywhere = versions
        .into_iter()
        .rev()
        .chain(std::env::split_paths(&path));
    everywhere
        .into_iter()
        .find(|folder| folder.join("initdb").is_file())
}

fn is_root() -> bool {
    let told = Command::new("id").arg("-u").output();
    told.is_ok_and(|told| told.stdout.trim_ascii() == b"0")
}

/// A command as a user that PostgreSQL runs for: it refuses root.
fn command(program: &Path) -> Command {
    match is_root() {
        false => Command::new(program),
        true => {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        }
    }
}

impl Postgres {
    /// Starts one; `None` where PostgreSQL is not installed, which CI does not accept.
    pub fn start() -> Option<Postgres> {
        let Some(bin) = programs() else {
            assert!(std::env::var_os("CI").is_none(), "CI must have PostgreSQL");
            eprintln!("PostgreSQL is not installed: what needs it was not tried");
            return None;
        };
        let folder = tempfile::Builder::new()
            .prefix("pg")
            .tempdir_in("/tmp")
            .unwrap();
        if is_root() {
            let owned = Command::new("chown")
                .arg("postgres")
                .arg(folder.path())
                .status();
            assert!(owned.unwrap().success());
        }
        let data = folder.path().join("data");
        let made = command(&bin.join("initdb"))
            .args([
                "--no-sync",
                "-A",
                "trust",
                "-U",
                "yomikiri",
                "-E",
                "UTF8",
                "-D",
            ])
            .arg(&data)
            .current_dir("/")
            .output()
            .unwrap();
        assert!(
            made.status.success(),
            "{}",
            String::from_utf8_lossy(&made.stderr)
        );
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let options = format!(
            "-p {port} -c listen_addresses=127.0.0.1 -k {} -c fsync=off",
            folder.path().display()
        );
        let address = format!("postgres://yomikiri@127.0.0.1:{port}/postgres");
        let postgres = Postgres {
            folder,
            bin,
            options,
            address,
        };
        postgres.run();
        Some(postgres)
    }

    /// `postgres://…`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Starts it again after it was stopped.
    pub fn run(&self) {
        let started = command(&self.bin.join("pg_ctl"))
            .args(["start", "-w", "-t", "120", "-s", "-o", &self.options, "-l"])
            .arg(self.folder.path().join("log"))
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .current_dir("/")
            .status()
            .unwrap();
        assert!(started.success());
    }

    /// Stops it at once, as a crash would.
    pub fn stop(&self) {
        let _ = command(&self.bin.join("pg_ctl"))
            .args(["stop", "-m", "immediate", "-s", "-D"])
            .arg(self.folder.path().join("data"))
            .current_dir("/")
            .status();
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}
