//! Clients that ask and never read.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use yomikiri_server::ServerLimits;

use crate::common::{Client, House, PATIENCE, quick};

/// A connection that takes as little as the system allows.
async fn narrow(house: &House) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    socket.connect(house.addr).await.unwrap()
}

fn impatient() -> ServerLimits {
    ServerLimits {
        send_time: Duration::from_millis(300),
        messages_at_once: 100_000,
        ..quick()
    }
}

#[tokio::test]
async fn requests_whose_answers_nobody_reads_end_the_connection() {
    let house = House::with(impatient(), None).await;
    let mut stream = narrow(&house).await;
    let request = format!("GET /api/v1/games HTTP/1.1\r\nhost: {}\r\n\r\n", house.addr);
    // The server reads until its answers fill the way back; then this blocks until it closes.
    let asking = async { while stream.write_all(request.as_bytes()).await.is_ok() {} };
    let ended = tokio::time::timeout(PATIENCE, asking).await;
    ended.expect("the server closes a connection that is not read");
    assert_eq!(house.get("/api/v1/games").await["schema"], 1);
}

#[tokio::test]
async fn a_watcher_who_does_not_read_is_sent_away() {
    let house = House::with(impatient(), None).await;
    let asked = json!({"game": "xiangqi", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [token, _]) = house.room(asked).await;
    let (mut player, _) = house.join(&room, token.as_deref()).await;
    let path = format!("/api/v1/rooms/{room}/ws");
    let mut watcher = Client::over(narrow(&house).await, house.addr, &path).await;
    watcher.say(json!({"type": "hello"})).await;
    let watchers = |message: &Value| message["state"]["watchers"].as_u64();
    let mut seen = false;
    // Nobody in the room waits for the one who does not read.
    let playing = async {
        for ply in (0..2).cycle() {
            let told = match ply {
                0 => player.play(0, "h2e2").await,
                _ => {
                    player.say(json!({"type": "take_back"})).await;
                    player.event().await
                }
            };
            seen |= watchers(&told) == Some(1);
            if seen && watchers(&told) == Some(0) {
                break;
            }
        }
    };
    let ended = tokio::time::timeout(PATIENCE, playing).await;
    ended.expect("the server sends a watcher away who does not read");
}
