//! The whole program works with a game that it has never heard of.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_own-game");

fn run(data: &Path, line: &str) -> String {
    let output = Command::new(PROGRAM)
        .args(line.split(' '))
        .env("YOMIKIRI_DATA", data)
        .output()
        .unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{line}: {out}{err}");
    out.into_owned()
}

#[test]
fn every_verb_knows_the_game() {
    let data = tempfile::tempdir().unwrap();
    let ask = |line: &str| run(data.path(), line);
    let listed = ask("games --lang en");
    assert!(listed.contains("dropthree  Drop Three"), "{listed}");
    assert!(listed.contains("chess"), "{listed}");
    assert!(ask("games dropthree --lang ja").contains("落とし三目"));
    assert_eq!(ask("moves dropthree"), "a\nb\nc\nd\n");
    assert!(ask("perft dropthree 3").contains("64"));
    assert!(ask("show dropthree --moves b --lang en").contains("Second to move"));
    assert!(ask("show dropthree -p XXX-OO-- --lang en").contains("three in a row"));
    assert!(ask("analyze dropthree --depth 4 --lang en").contains("open threes"));
    ask("bench dropthree");
    let played =
        ask("match dropthree --first alphabeta:depth=3 --second random --games 4 --seed 1");
    assert!(played.contains("alphabeta"), "{played}");
}

#[test]
fn the_game_is_solved_and_played_perfectly() {
    let data = tempfile::tempdir().unwrap();
    let solved = run(data.path(), "solve dropthree --lang en");
    assert!(
        data.path().join("tables/dropthree.ytb").is_file(),
        "{solved}"
    );
    let probed = run(data.path(), "probe dropthree --json");
    assert!(probed.contains("\"value\":"), "{probed}");
    run(
        data.path(),
        "match dropthree --first perfect --second perfect --games 2 --seed 1",
    );
}

#[test]
fn the_page_offers_the_game() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Command::new(PROGRAM)
        .args(["serve", "--addr", "127.0.0.1:0", "--lang", "en"])
        .env("YOMIKIRI_DATA", data.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let address = lines.find_map(|line| {
        let line = line.unwrap();
        let at = line.find("http://")?;
        let address = line[at + "http://".len()..].split_whitespace().next()?;
        Some(address.to_owned())
    });
    let address = address.expect("the greeting names the address");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let (games, messages) = (get("/api/v1/games"), get("/api/v1/messages/en"));
    server.kill().unwrap();
    server.wait().unwrap();
    assert!(games.contains("\"dropthree\""), "{games}");
    assert!(messages.contains("three in a row"), "{messages}");
}
