//! The store cannot write for a while: moves are refused, nothing is lost, and play continues.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Executor};
use yomikiri_server::ServerLimits;

use crate::common::{Client, House, quick};

fn shared(game: &str) -> Value {
    json!({"game": game, "first": {"kind": "here"}, "second": {"kind": "here"},
        "clock": {"kind": "sudden_death", "main_ms": 3_600_000}})
}

/// Says a move until it is stored; how often it was refused.
pub(crate) async fn play_until_stored(client: &mut Client, ply: usize, mv: &str) -> u32 {
    let mut refused = 0;
    loop {
        client
            .say(json!({"type": "move", "moves": [mv], "ply": ply}))
            .await;
        loop {
            let message = client.next().await.expect("the room stays");
            match message["type"].as_str().unwrap() {
                "event" => {
                    assert_eq!(message["state"]["ply"], ply + 1);
                    return refused;
                }
                "error" => {
                    assert_eq!(message["error"]["code"], "store_unavailable", "{message}");
                    refused += 1;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    break;
                }
                _ => {}
            }
        }
    }
}

/// Waits until `/healthz` says this; its body.
pub(crate) async fn healthz(house: &House, expected: u16) -> String {
    loop {
        let (status, _, body) = house.raw("GET", "/healthz", &[], "").await;
        if status == expected {
            return body;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn refused_move(client: &mut Client, ply: usize, mv: &str) {
    client
        .say(json!({"type": "move", "moves": [mv], "ply": ply, "ref": "m"}))
        .await;
    let told = client.error_message().await;
    assert_eq!(told["ref"], "m");
    assert_eq!(told["error"]["code"], "store_unavailable", "{told}");
}

#[tokio::test]
async fn a_locked_database_refuses_moves_and_no_more() {
    // An engine's move comes a while after it was asked.
    let limits = ServerLimits {
        pace: Duration::from_millis(300),
        ..quick()
    };
    let house = House::with(limits, None).await;
    let (room, [token, _]) = house.room(shared("tictactoe")).await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    client.play(0, "a1").await;
    let against_engine = json!({"game": "tictactoe", "first": {"kind": "here"},
        "second": {"kind": "engine", "player": "alphabeta:depth=2"}});
    let (other, [own, _]) = house.room(against_engine).await;
    let (mut player, _) = house.join(&other, own.as_deref()).await;
    player.play(0, "b2").await;

    sqlx::any::install_default_drivers();
    let file = format!("sqlite://{}/rooms.db", house.data().display());
    let mut lock = AnyConnection::connect(&file).await.unwrap();
    lock.execute("BEGIN EXCLUSIVE").await.unwrap();
    refused_move(&mut client, 1, "b2").await;
    // Nothing of the refused move is left, and everything else can be seen.
    let view = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!((&view["ply"], &view["seq"]), (&json!(1), &json!(1)));
    assert_eq!(view["outcome"], Value::Null);
    client.say(json!({"type": "resign"})).await;
    assert_eq!(client.error().await, "store_unavailable");
    let (status, code) = house.refused("/api/v1/rooms", shared("tictactoe")).await;
    assert_eq!((status, code.as_str()), (503, "store_unavailable"));
    let told = healthz(&house, 503).await;
    assert!(told.contains("locked"), "{told}");

    lock.execute("ROLLBACK").await.unwrap();
    play_until_stored(&mut client, 1, "b2").await;
    // The engine's move was not lost either.
    let answered = player.event().await;
    assert_eq!(answered["state"]["ply"], 2, "{answered}");
    healthz(&house, 200).await;
    let house = house.restart().await;
    let view = house.get(&format!("/api/v1/rooms/{room}")).await;
    let played = view["played"].as_array().unwrap();
    let played: Vec<_> = played
        .iter()
        .map(|mv| mv["text"].as_str().unwrap())
        .collect();
    assert_eq!(played, ["a1", "b2"]);
    // While nothing could be stored, nobody's clock ran: the whole hour but seconds is there.
    assert_eq!(view["outcome"], Value::Null);
}

/// A small disk of its own; `None` where this user may not make one.
struct SmallDisk<'a>(&'a Path);

impl SmallDisk<'_> {
    fn mount(place: &Path) -> Option<SmallDisk<'_>> {
        let mut command = Command::new("mount");
        command
            .args(["-t", "tmpfs", "-o", "size=2m", "tmpfs"])
            .arg(place);
        let mounted = command.output().is_ok_and(|told| told.status.success());
        mounted.then_some(SmallDisk(place))
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0).status();
    }
}

#[tokio::test]
async fn a_full_disk_refuses_moves_until_there_is_space() {
    let place = tempfile::tempdir().unwrap();
    let Some(_disk) = SmallDisk::mount(place.path()) else {
        eprintln!(
            "no disk can be mounted here: see writing_continues_when_a_full_disk_has_space_again"
        );
        return;
    };
    let database = format!("sqlite://{}/rooms.db?mode=rwc", place.path().display());
    let house = House::with(quick(), Some(database)).await;
    let (room, [token, _]) = house.room(shared("dobutsu")).await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    client.play(0, "b3b2").await;
    let filler = place.path().join("filler");
    // Until nothing fits; the log of the database still may have space inside.
    let fill = || {
        let mut file = std::fs::OpenOptions::new();
        let file = file.create(true).append(true).open(&filler);
        let mut file = file.unwrap();
        while std::io::Write::write_all(&mut file, &[0; 512]).is_ok() {}
    };
    fill();
    let mut ply = 1;
    loop {
        client.say(json!({"type": "take_back"})).await;
        let message = client.next().await.expect("the room stays");
        if message["type"] == "error" {
            assert_eq!(message["error"]["code"], "store_unavailable", "{message}");
            break;
        }
        ply = 1 - ply;
        if ply == 0 && play_until_full(&mut client, "b3b2").await {
            break;
        }
        ply = 1;
        fill();
    }
    assert!(healthz(&house, 503).await.contains("full"));
    let view = house.get(&format!("/api/v1/rooms/{room}")).await;
    let ply = view["ply"].as_u64().unwrap() as usize;
    std::fs::remove_file(&filler).unwrap();
    play_until_stored(&mut client, ply, ["b3b2", "b1b2"][ply]).await;
    healthz(&house, 200).await;
}

/// Whether a first move is refused.
async fn play_until_full(client: &mut Client, mv: &str) -> bool {
    client
        .say(json!({"type": "move", "moves": [mv], "ply": 0}))
        .await;
    loop {
        let message = client.next().await.expect("the room stays");
        match message["type"].as_str().unwrap() {
            "event" => return false,
            "error" => {
                assert_eq!(message["error"]["code"], "store_unavailable", "{message}");
                return true;
            }
            _ => {}
        }
    }
}
