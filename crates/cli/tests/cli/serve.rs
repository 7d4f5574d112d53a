//! The server as a process: starting, stopping, and losing nothing when it is killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// The real program, serving.
struct Served {
    child: Child,
    out: BufReader<ChildStdout>,
    said: String,
    address: String,
}

impl Served {
    fn start(words: &[&str], data: &Path) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(words)
            .env_remove("LC_ALL")
            .env_remove("LANG")
            .env("YOMIKIRI_DATA", data)
            .env("YOMIKIRI_ADDR", "127.0.0.1:0")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (mut said, mut address) = (String::new(), String::new());
        while !said.contains("--help") {
            let mut line = String::new();
            assert!(out.read_line(&mut line).unwrap() > 0, "ended early: {said}");
            if let Some((_, rest)) = line.split_once("http://") {
                address = rest.split_whitespace().next().unwrap().to_owned();
            }
            said += &line;
        }
        Served {
            child,
            out,
            said,
            address,
        }
    }

    fn ask(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = body.map_or_else(String::new, |body| body.to_string());
        write!(
            stream,
            "{method} /api/v1/{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        let (_, body) = text.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|_| panic!("{text}"))
    }

    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_bare_start_serves_and_shows_three_commands() {
    let data = tempfile::tempdir().unwrap();
    let mut served = Served::start(&[], data.path());
    let commands = served.said.lines();
    let commands = commands.filter(|line| line.starts_with("  yomikiri "));
    assert_eq!(commands.count(), 3, "{}", served.said);
    let games = served.ask("GET", "games", None);
    assert_eq!(games["schema"], 1);
    assert_eq!(games["games"][0]["id"], "anpanman");
    served.signal("-TERM");
    let status = served.child.wait().unwrap();
    assert_eq!(status.code(), Some(0));
    let mut rest = String::new();
    served.out.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn a_killed_server_has_lost_nothing() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(&["serve"], data.path());
    let room = served.ask(
        "POST",
        "rooms",
        Some(json!({
            "game": "anpanman",
            "first": {"kind": "engine", "player": "random"},
            "second": {"kind": "open"},
        })),
    );
    let id = room["room"].as_str().unwrap().to_owned();
    let seat = served.ask("POST", &format!("rooms/{id}/sit"), Some(json!({})));
    assert_eq!(seat["side"], "second");
    // The engine moves by itself; reading does not hurry it.
    let before = loop {
        let view = served.ask("GET", &format!("rooms/{id}"), None);
        if view["ply"] == 1 {
            break view;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    served.signal("-KILL");
    drop(served);
    let served = Served::start(&["serve"], data.path());
    let after = served.ask("GET", &format!("rooms/{id}"), None);
    for part in [
        "position", "played", "start", "side", "seq", "ply", "seats", "game",
    ] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let again = served.ask("POST", &format!("rooms/{id}/sit"), Some(json!({})));
    assert_eq!(again["error"]["code"], "seat_taken");
}

#[test]
fn a_server_killed_while_a_board_is_counted_has_lost_nothing() {
    let data = tempfile::tempdir().unwrap();
    let served = Served::start(&["serve"], data.path());
    let room = served.ask(
        "POST",
        "rooms",
        Some(json!({
            "game": "go?size=5",
            "moves": ["C3", "pass", "pass"],
            "first": {"kind": "engine", "player": "random"},
            "second": {"kind": "open"},
        })),
    );
    let id = room["room"].as_str().unwrap().to_owned();
    served.ask("POST", &format!("rooms/{id}/sit"), Some(json!({})));
    let before = loop {
        let view = served.ask("GET", &format!("rooms/{id}"), None);
        if view["counting"]["judged_by"] == "first" {
            break view;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    };
    assert_eq!(before["outcome"], Value::Null);
    served.signal("-KILL");
    drop(served);
    let served = Served::start(&["serve"], data.path());
    let after = served.ask("GET", &format!("rooms/{id}"), None);
    for part in ["position", "played", "seq", "counting", "outcome"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(after["clock"]["running"], Value::Null);
}

#[test]
fn an_address_that_cannot_be_had_is_told() {
    let data = tempfile::tempdir().unwrap();
    let run = crate::common::yomikiri_with(
        &["serve", "--addr", "192.0.2.1:1"],
        &[("YOMIKIRI_DATA", data.path().to_str().unwrap())],
        "",
    );
    assert_eq!(run.code, 1);
    assert!(run.err.contains("192.0.2.1:1"), "{}", run.err);
    let run = crate::common::yomikiri_with(
        &[
            "serve",
            "--addr",
            "127.0.0.1:0",
            "--database",
            "nonsense://",
        ],
        &[("YOMIKIRI_DATA", data.path().to_str().unwrap())],
        "",
    );
    assert_eq!(run.code, 1);
    assert!(run.err.contains("database"), "{}", run.err);
}
