//! The same rooms in SQLite and in a real PostgreSQL.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{House, quick};
use crate::store_faults::{healthz, play_until_stored};

/// A PostgreSQL server of one's own, gone at the end.
struct Postgres {
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
    fn start() -> Option<Postgres> {
        let Some(bin) = programs() else {
            assert!(std::env::var_os("CI").is_none(), "CI must have PostgreSQL");
            eprintln!("PostgreSQL is not installed: only SQLite was tried");
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

    fn run(&self) {
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

    fn stop(&self) {
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

fn two_people() -> Value {
    json!({"game": "dobutsu", "first": {"kind": "here"}, "second": {"kind": "open"},
        "clock": {"kind": "byoyomi", "main_ms": 600_000, "period_ms": 30_000, "periods": 3}})
}

/// Everything the store does: opening, sitting, moving, offering, ending, and coming back.
async fn rooms_survive(database: Option<String>) {
    let house = House::with(quick(), database).await;
    let (room, [first, _]) = house.room(two_people()).await;
    let second = house.sit(&room).await;
    let (mut a, _) = house.join(&room, first.as_deref()).await;
    let (mut b, _) = house.join(&room, Some(&second)).await;
    a.play(0, "b3b2").await;
    b.event().await;
    b.play(1, "b1b2").await;
    b.say(json!({"type": "take_back"})).await;
    b.event().await;
    let before = house.get(&format!("/api/v1/rooms/{room}")).await;
    let house = house.restart().await;
    let after = house.get(&format!("/api/v1/rooms/{room}")).await;
    for part in [
        "position", "played", "seq", "offers", "start", "side", "game", "legal",
    ] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let (mut a, welcome) = house.join(&room, first.as_deref()).await;
    assert_eq!(welcome["you"], "first");
    let offer = after["offers"][0]["id"].clone();
    a.say(json!({"type": "answer", "offer": offer, "accept": true}))
        .await;
    assert_eq!(a.event().await["state"]["ply"], 1);
    a.say(json!({"type": "resign"})).await;
    assert_eq!(a.event().await["event"]["outcome"]["winner"], "second");
    let house = house.restart().await;
    let after = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(after["outcome"]["reason"], "resign");
}

#[tokio::test]
async fn rooms_survive_in_sqlite() {
    rooms_survive(None).await;
}

#[tokio::test]
async fn rooms_survive_in_postgresql() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    rooms_survive(Some(postgres.address.clone())).await;
    two_servers_do_not_write_over_each_other(&postgres.address).await;
    play_continues_when_the_database_is_back(&postgres).await;
}

/// The database goes away and comes back while people play.
async fn play_continues_when_the_database_is_back(postgres: &Postgres) {
    let house = House::with(quick(), Some(postgres.address.clone())).await;
    let asked = json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [token, _]) = house.room(asked).await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    client.play(0, "b5b4").await;
    postgres.stop();
    client
        .say(json!({"type": "move", "moves": ["b1b2"], "ply": 1}))
        .await;
    assert_eq!(client.error().await, "store_unavailable");
    healthz(&house, 503).await;
    postgres.run();
    play_until_stored(&mut client, 1, "b1b2").await;
    healthz(&house, 200).await;
    let view = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(view["ply"], 2);
}

/// Two servers on one database: a room written by the other is read again, and no move is lost.
async fn two_servers_do_not_write_over_each_other(address: &str) {
    let here = House::with(quick(), Some(address.to_owned())).await;
    let there = House::with(quick(), Some(address.to_owned())).await;
    let asked = json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [token, _]) = here.room(asked).await;
    let (mut a, _) = here.join(&room, token.as_deref()).await;
    let (mut b, _) = there.join(&room, token.as_deref()).await;
    a.play(0, "b5b4").await;
    // This one does not know yet; its move must not take the other's place.
    b.say(json!({"type": "move", "moves": ["a5a4"], "ply": 0}))
        .await;
    assert_eq!(b.hear("closing").await["reason"], "storage");
    let (_, welcome) = there.join(&room, token.as_deref()).await;
    assert_eq!(welcome["room"]["ply"], 1);
    assert_eq!(welcome["room"]["played"][0]["text"], "b5b4");
}
