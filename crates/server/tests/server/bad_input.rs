//! Whatever comes over the network: a clear error, the room unharmed, the server alive.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::{House, PATIENCE, quick};
use yomikiri_server::ServerLimits;

#[tokio::test]
async fn wrong_requests_are_told_what_is_wrong() {
    let house = House::open().await;
    let cases = [
        ("look", json!({"game": "anpaman"}), 404, "unknown_game"),
        (
            "look",
            json!({"game": "anpanman?goal=never"}),
            400,
            "bad_game",
        ),
        (
            "look",
            json!({"game": "koma:/etc/passwd"}),
            400,
            "not_allowed",
        ),
        (
            "look",
            json!({"game": "x".repeat(10_000)}),
            400,
            "too_large",
        ),
        (
            "look",
            json!({"game": format!("anpanman?{}", "a=1&".repeat(5000))}),
            400,
            "too_large",
        ),
        (
            "look",
            json!({"game": "anpanman", "position": "nonsense"}),
            400,
            "bad_position",
        ),
        (
            "look",
            json!({"game": "anpanman", "position": "h".repeat(50_000)}),
            400,
            "too_large",
        ),
        (
            "look",
            json!({"game": "anpanman", "moves": ["a1a9"]}),
            400,
            "bad_move",
        ),
        (
            "look",
            json!({"game": "anpanman", "moves": ["b5b4 b1b2"]}),
            400,
            "bad_move",
        ),
        (
            "look",
            json!({"game": "anpanman", "moves": vec!["b5b4"; 2001]}),
            400,
            "too_large",
        ),
        (
            "look",
            json!({"game": "anpanman", "mvoes": []}),
            400,
            "bad_json",
        ),
        (
            "layer",
            json!({"game": "dobutsu", "layer": "attacks", "mvoes": []}),
            400,
            "bad_json",
        ),
        (
            "layer",
            json!({"layer": "attacks", "moves": []}),
            400,
            "bad_json",
        ),
        (
            "refusals",
            json!({"game": "dobutsu", "from": 3, "too": 4}),
            400,
            "bad_json",
        ),
        (
            "problem",
            json!({"game": "go", "goal": "capture", "target": [0], "mvoe": "D4"}),
            400,
            "bad_json",
        ),
        (
            "problem",
            json!({"game": "go", "goal": "capture", "target": vec![0; 1001], "move": "D4"}),
            400,
            "too_large",
        ),
        (
            "explain",
            json!({"game": "go", "moves": ["D4", "D4"]}),
            400,
            "bad_move",
        ),
        (
            "records/write",
            json!({"game": "dobutsu", "format": "kif", "move": "b3b2"}),
            400,
            "bad_json",
        ),
        ("look", json!({"game": 7}), 400, "bad_json"),
        ("look", json!([]), 400, "bad_json"),
        ("look", Value::Null, 400, "bad_json"),
        ("probe", json!({"game": "dobutsu"}), 404, "no_table"),
        ("probe", json!({"game": "go"}), 400, "bad_input"),
    ];
    for (path, body, status, code) in cases {
        let shown = body.to_string().chars().take(80).collect::<String>();
        let (got, document) = house.ask("POST", &format!("/api/v1/{path}"), body).await;
        assert_eq!(
            (got, &document["error"]["code"]),
            (status, &json!(code)),
            "{shown}: {document}"
        );
        let message = document["error"]["message"].as_str().unwrap();
        assert!(
            message.len() < 1000 && !message.contains('/'),
            "{shown}: {message}"
        );
    }
}

#[tokio::test]
async fn rooms_are_not_opened_for_what_cannot_be() {
    let house = House::open().await;
    let here = json!({"kind": "here"});
    let engine = |player: &str| json!({"kind": "engine", "player": player});
    let cases = [
        (engine("external:/bin/sh"), json!({}), "not_allowed"),
        (engine("human"), json!({}), "not_allowed"),
        (engine("nobody"), json!({}), "bad_player"),
        (engine("alphabeta:hash=100000"), json!({}), "bad_player"),
        (engine("alphabeta:depth=999999"), json!({}), "bad_player"),
        (engine("alphabeta:threads=64"), json!({}), "bad_player"),
        (
            engine(&format!("random:{}", "a=1,".repeat(5000))),
            json!({}),
            "too_large",
        ),
        (json!({"kind": "here", "x": 1}), json!({}), "bad_json"),
        (json!({"kind": "ghost"}), json!({}), "bad_json"),
        (
            here.clone(),
            json!({"clock": {"kind": "sudden_death", "main_ms": 0}}),
            "bad_clock",
        ),
        (
            here.clone(),
            json!({"clock": {"kind": "sudden_death", "main_ms": -1}}),
            "bad_json",
        ),
        (
            here.clone(),
            json!({"clock": {"kind": "none", "main_ms": 1}}),
            "bad_json",
        ),
        (here.clone(), json!({"position": "?"}), "bad_position"),
        (here.clone(), json!({"hint": true}), "bad_json"),
    ];
    for (second, more, code) in cases {
        let mut body = json!({"game": "anpanman", "first": here, "second": second});
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        let (_, got) = house.refused("/api/v1/rooms", body.clone()).await;
        assert_eq!(got, code, "{body:.200}");
    }
}

#[tokio::test]
async fn nonsense_over_a_socket_harms_nobody() {
    let house = House::open().await;
    let (room, [token, _]) = house
        .room(json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}}))
        .await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "{\"type\":\"fly\"}",
        "{\"type\":\"resign\",\"now\":true}",
        "{\"type\":\"move\",\"moves\":\"b5b4\",\"ply\":0}",
        "{\"type\":\"move\",\"moves\":[\"b5b4\"],\"ply\":-1}",
        "{\"type\":\"move\",\"moves\":[\"b5b4\"],\"ply\":1e99}",
        "{\"type\":\"ping\",\"t\":\"x\"}",
        "{\"type\":\"resign\",\"ref\":7}",
        "{\"type\":\"resign\",\"type\":\"resign\",\"ref\":\"0123456789012345678901234567890123456789x\"}",
    ] {
        client.say_text(text).await;
        assert_eq!(client.error().await, "bad_json", "{text}");
    }
    client.say_bytes(vec![0, 159, 146, 150]).await;
    assert_eq!(client.error().await, "bad_json");
    client.say_text(&"[".repeat(60_000)).await;
    assert_eq!(client.error().await, "bad_json");
    client.say(json!({"type": "hello"})).await;
    assert_eq!(client.error().await, "already_here");
    client
        .say(json!({"type": "answer", "offer": 99, "accept": true}))
        .await;
    assert_eq!(client.error().await, "no_such_offer");
    client.play(0, "b5b4").await;
    // A message of a megabyte ends that connection and nothing else.
    client.say_text(&"x".repeat(1 << 20)).await;
    while client.next().await.is_some() {}
    let (mut client, welcome) = house.join(&room, token.as_deref()).await;
    assert_eq!(welcome["room"]["ply"], 1);
    client.play(1, "b1b2").await;
}

#[tokio::test]
async fn the_first_word_must_be_hello_and_in_time() {
    let limits = ServerLimits {
        hello_time: Duration::from_millis(200),
        ..quick()
    };
    let house = House::with(limits, None).await;
    let (room, _) = house
        .room(json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}}))
        .await;
    let mut client = house.connect(&format!("/api/v1/rooms/{room}/ws")).await;
    client.say(json!({"type": "resign"})).await;
    assert_eq!(client.error().await, "expected_hello");
    assert_eq!(client.hear("closing").await["reason"], "hello");
    let mut nowhere = house.connect("/api/v1/rooms/abcdefghjkmn/ws").await;
    nowhere.say(json!({"type": "hello"})).await;
    assert_eq!(nowhere.error().await, "unknown_room");
}

#[tokio::test]
async fn addresses_lead_nowhere_but_where_they_should() {
    let limits = ServerLimits {
        request_time: Duration::from_secs(1),
        ..quick()
    };
    let house = House::with(limits, None).await;
    for path in [
        "/assets/dev/../../Cargo.toml",
        "/assets/../Cargo.toml",
        "/assets/dev/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/dev//etc/passwd",
        "/assets/dev/types/api.d.ts",
        "/assets/other/index.html",
        "/assets/types/api.d.ts",
        "/etc/passwd",
        "/api/v1/none",
        "/api/v1/rooms/..%2f..%2fetc",
        "/api/v1/rooms/abcdefghjkmn",
        "/api/v1/messages/fr",
    ] {
        let (status, _, body) = house.raw("GET", path, &[], "").await;
        assert_eq!(status, 404, "{path}: {body}");
        let document: Value = serde_json::from_str(&body).expect("an error document");
        assert!(document["error"]["code"].is_string(), "{path}");
    }
    for request in [
        &b"GARBAGE\r\n\r\n"[..],
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /api/v1/look HTTP/1.1\r\nhost: x\r\ncontent-length: 99999999999\r\n\r\n{}",
        b"\x16\x03\x01\x02\x00",
    ] {
        let status = house.garbage(request).await;
        assert!(
            status == 0 || (400..500).contains(&status) || status == 200,
            "{status}"
        );
    }
    let large = format!("{{\"game\":\"{}\"}}", "x".repeat(1 << 20));
    let (status, _, body) = house.raw("POST", "/api/v1/look", &[], &large).await;
    // The server may close before all was sent; what it says, if it is heard, is this.
    assert!(
        status == 0 || (status == 413 && body.contains("too_large")),
        "{status} {body}"
    );
    assert_eq!(house.get("/api/v1/games").await["schema"], 1);
}

#[tokio::test]
async fn a_foreign_page_opens_no_socket() {
    let house = House::open().await;
    let path = "/api/v1/analysis/ws";
    let foreign = "origin: http://evil.example\r\n";
    let (status, body) = house.upgrade(path, foreign).await;
    assert_eq!(status, 403, "{body}");
    assert!(body.contains("foreign_origin"));
    let own = format!("origin: http://{}\r\n", house.addr);
    assert_eq!(house.upgrade(path, &own).await.0, 101);
    let (status, _, _) = house.raw("GET", "/api/v1/analysis/ws", &[], "").await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn limits_are_told() {
    let limits = ServerLimits {
        rooms_at_once: 2,
        rooms_per_minute: 0,
        connections_per_address: 2,
        messages_at_once: 5,
        messages_per_second: 0,
        ..quick()
    };
    let house = House::with(limits, None).await;
    let asked = json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [token, _]) = house.room(asked.clone()).await;
    house.room(asked.clone()).await;
    let (status, code) = house.refused("/api/v1/rooms", asked).await;
    assert_eq!((status, code.as_str()), (429, "too_many_rooms"));
    let (mut a, _) = house.join(&room, token.as_deref()).await;
    let (_b, _) = house.join(&room, None).await;
    let (status, body) = house.upgrade("/api/v1/analysis/ws", "").await;
    assert_eq!(status, 429, "{body}");
    assert!(body.contains("too_many_connections"));
    for _ in 0..6 {
        a.say(json!({"type": "ping", "t": 0})).await;
    }
    assert_eq!(a.error().await, "too_fast");
}

/// Connects, sends some bytes now and more of them drop by drop, and waits for the end. Whatever
/// came until then.
async fn drip(house: &House, begin: &str, drop: &[u8]) -> String {
    let mut stream = TcpStream::connect(house.addr).await.unwrap();
    stream.write_all(begin.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    let listening = async {
        let mut some = [0; 1024];
        loop {
            let wait = tokio::time::timeout(Duration::from_millis(50), stream.read(&mut some));
            match wait.await {
                Ok(Ok(0) | Err(_)) => break,
                Ok(Ok(count)) => heard.extend_from_slice(&some[..count]),
                // An error is the end, too: the other side has closed.
                Err(_) if !drop.is_empty() && stream.write_all(drop).await.is_err() => break,
                Err(_) => {}
            }
        }
    };
    let ended = tokio::time::timeout(PATIENCE, listening).await;
    ended.expect("the server closes a connection that is not used");
    String::from_utf8_lossy(&heard).into_owned()
}

#[tokio::test]
async fn slow_clients_are_not_waited_for() {
    let limits = ServerLimits {
        header_time: Duration::from_millis(300),
        ..quick()
    };
    let house = House::with(limits, None).await;
    // Nothing at all, half a line, and a header that never ends.
    drip(&house, "", b"").await;
    drip(&house, "GET /healthz HT", b"").await;
    drip(
        &house,
        "GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-long: ",
        b"a",
    )
    .await;
    // A whole request is answered; what then stays silent is closed.
    let answer = drip(
        &house,
        "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"",
    )
    .await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert_eq!(house.get("/api/v1/games").await["schema"], 1);
}

#[tokio::test]
async fn a_slow_client_does_not_end_a_game() {
    let limits = ServerLimits {
        header_time: Duration::from_millis(300),
        ..quick()
    };
    let house = House::with(limits, None).await;
    let asked = json!({"game": "tictactoe", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let room = house.post("/api/v1/rooms", asked).await;
    let (id, token) = (room["room"].as_str().unwrap(), &room["tokens"]["first"]);
    let (mut client, _) = house.join(id, token.as_str()).await;
    // The connection has been a WebSocket for longer than a request may take.
    drip(&house, "GET /", b"").await;
    drip(&house, "GET /", b"").await;
    client
        .say(json!({"type": "move", "moves": ["a1"], "ply": 0}))
        .await;
    assert_eq!(client.event().await["event"]["kind"], "moved");
}

#[tokio::test]
async fn connections_of_one_address_are_bounded() {
    let limits = ServerLimits {
        tcp_per_address: 3,
        ..quick()
    };
    let house = House::with(limits, None).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(TcpStream::connect(house.addr).await.unwrap());
    }
    let refused = drip(&house, "", b"").await;
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    assert!(refused.contains("too_many_connections"), "{refused}");
    held.clear();
    // The server notices in its own time that they are gone.
    while !drip(&house, "GET /healthz HTTP/1.0\r\n\r\n", b"")
        .await
        .contains("200 OK")
    {}
}

/// A page whose name resolves to this machine is no page of this server (DNS rebinding).
#[tokio::test]
async fn foreign_hosts_and_pages_are_refused() {
    let house = House::open().await;
    let ask = |method: &'static str, host: String, more: &'static str, body: &'static str| {
        let request = format!(
            "{method} /api/v1/look HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{more}\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let house = &house;
        async move {
            let (status, head, body) = house.bytes(request.as_bytes()).await;
            assert!(head.contains("frame-ancestors 'none'"), "{head}");
            (status, body)
        }
    };
    let own = house.addr.to_string();
    let port = house.addr.port();
    let json = "content-type: application/json\r\n";
    let body = r#"{"game":"tictactoe"}"#;
    for host in [own.clone(), format!("localhost:{port}")] {
        assert_eq!(ask("POST", host, json, body).await.0, 200);
    }
    let (status, told) = ask("POST", format!("evil.example:{port}"), json, body).await;
    assert_eq!(status, 421);
    assert!(told.contains("foreign_host"));
    let foreign = "content-type: application/json\r\norigin: http://evil.example\r\n";
    let (status, told) = ask("POST", own.clone(), foreign, body).await;
    assert_eq!(status, 403);
    assert!(told.contains("foreign_origin"));
    let nowhere = "content-type: application/json\r\norigin: null\r\n";
    assert_eq!(ask("POST", own.clone(), nowhere, body).await.0, 403);
    // What a foreign page may send without asking first is never read.
    let plain = "content-type: text/plain\r\n";
    assert_eq!(ask("POST", own, plain, body).await.0, 415);
    let path = "/api/v1/analysis/ws";
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    assert_eq!(house.garbage(request.as_bytes()).await, 421);
}
