//! What an attack does to everybody else: the figures of `docs/reliability.md`.
//!
//! `cargo bench -p yomikiri-server --bench attack [-- engines|analyses|rooms|readers|lock]`
//!
//! The server runs in a process of its own with its usual limits. Attackers and honest visitors come
//! from different addresses of the loopback network, which only Linux answers without being told.
//! Nothing is asserted: the times are printed.

use std::io::{BufRead, BufReader};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use yomikiri_lab::Lab;
use yomikiri_server::{Server, Settings};

/// Nothing takes this long but a fault.
const PATIENCE: Duration = Duration::from_secs(300);
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 66, 66);
const HONEST: Ipv4Addr = Ipv4Addr::new(127, 0, 7, 7);
/// The honest visitor's engine thinks for half a second, the attacker's as long as it may.
const HONEST_ENGINE: &str = "alphabeta:time=500ms";
const ATTACKING_ENGINE: &str = "alphabeta:time=10s";

type Socket = WebSocketStream<TcpStream>;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    if let Some(data) = std::env::var_os("YOMIKIRI_BENCH_DATA") {
        runtime.block_on(serve(PathBuf::from(data)));
        return;
    }
    if !cfg!(target_os = "linux") {
        println!("the loopback network has one address here: nothing was measured");
        return;
    }
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| {
        let mut named = words
            .iter()
            .filter(|word| !word.starts_with('-'))
            .peekable();
        named.peek().is_none() || named.any(|word| word == name)
    };
    runtime.block_on(async {
        if wanted("engines") {
            engines(35, 0).await;
        }
        if wanted("analyses") {
            engines(0, 100).await;
        }
        if wanted("rooms") {
            rooms(5_000, 168).await;
        }
        if wanted("readers") {
            readers(100).await;
        }
        if wanted("lock") {
            lock().await;
        }
    });
}

/// The server's process: everything as usual.
async fn serve(data: PathBuf) {
    let settings = Settings {
        addr: ([127, 0, 0, 1], 0).into(),
        ..Settings::local(Lab::new().with_data_dir(data))
    };
    let server = Server::open(settings).await.expect("a server");
    println!("{}", server.addr());
    server.serve(std::future::pending()).await.expect("serving");
}

/// The server's process, ended with the measurement.
struct Served {
    child: Child,
    addr: SocketAddr,
    data: tempfile::TempDir,
}

impl Served {
    fn start() -> Served {
        let data = tempfile::tempdir().expect("a directory");
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .env("YOMIKIRI_BENCH_DATA", data.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut addr = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        out.read_line(&mut addr).expect("an address");
        let addr = addr.trim().parse().expect("an address");
        Served { child, addr, data }
    }

    /// A number of the process, from the system.
    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(name));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or(0)
    }

    fn memory_mb(&self) -> u64 {
        self.status("VmRSS:") / 1024
    }

    async fn stream(&self, source: Ipv4Addr) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket
            .bind((IpAddr::V4(source), 0).into())
            .expect("an address");
        socket.connect(self.addr).await.expect("a connection")
    }

    /// A request; its status and document.
    async fn ask(&self, source: Ipv4Addr, method: &str, path: &str, body: Value) -> (u16, Value) {
        let body = body.to_string();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.addr,
            body.len()
        );
        let mut stream = self.stream(source).await;
        stream
            .write_all(request.as_bytes())
            .await
            .expect("a request");
        let mut text = String::new();
        stream.read_to_string(&mut text).await.expect("an answer");
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or_default();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        (
            status.unwrap_or(0),
            serde_json::from_str(body).unwrap_or_default(),
        )
    }

    async fn socket(&self, source: Ipv4Addr, path: &str) -> Socket {
        let address = format!("ws://{}{path}", self.addr);
        let (socket, _) = client_async(address, self.stream(source).await)
            .await
            .expect("a socket");
        socket
    }

    /// A room against an engine that is to move second, with its player in it, and a legal move.
    async fn against(&self, source: Ipv4Addr, player: &str) -> Option<(Socket, Value)> {
        let asked = json!({"game": "minishogi", "first": {"kind": "here"},
            "second": {"kind": "engine", "player": player}});
        let (_, made) = self.ask(source, "POST", "/api/v1/rooms", asked).await;
        let room = made["room"].as_str()?;
        let mut socket = self
            .socket(source, &format!("/api/v1/rooms/{room}/ws"))
            .await;
        say(
            &mut socket,
            json!({"type": "hello", "token": made["tokens"]["first"]}),
        )
        .await;
        let welcome = hear(&mut socket, "welcome").await;
        let mv = welcome["room"]["legal"][0]["text"].clone();
        Some((socket, mv))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn say(socket: &mut Socket, message: Value) {
    let _ = socket.send(Message::text(message.to_string())).await;
}

async fn hear(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await;
        let message = message.expect("the server answers");
        match message.expect("it stays").expect("in order") {
            Message::Text(text) => {
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["type"] == kind {
                    return message;
                }
            }
            _ => continue,
        }
    }
}

/// Moves of an honest visitor's engine, from the visitor's own move on, in seconds.
async fn honest_moves(served: &Served, count: usize) -> Vec<f64> {
    let opened = served.against(HONEST, HONEST_ENGINE).await;
    let (mut socket, mut mv) = opened.expect("a room");
    let mut times = Vec::new();
    for turn in 0..count {
        let begun = Instant::now();
        let message = json!({"type": "move", "moves": [mv], "ply": 2 * turn});
        say(&mut socket, message).await;
        let own = hear(&mut socket, "event").await;
        if !own["state"]["outcome"].is_null() {
            break;
        }
        let answer = hear(&mut socket, "event").await;
        times.push(begun.elapsed().as_secs_f64());
        if !answer["state"]["outcome"].is_null() {
            break;
        }
        mv = answer["state"]["legal"][0]["text"].clone();
    }
    times
}

fn summary(mut times: Vec<f64>) -> String {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    match times.is_empty() {
        true => "none".to_owned(),
        false => format!(
            "median {:.2} s, longest {:.2} s of {}",
            at(0.5),
            at(1.0),
            times.len()
        ),
    }
}

/// One address with many engines at work; an honest visitor plays meanwhile and afterwards.
async fn engines(rooms: usize, analyses: usize) {
    let served = Served::start();
    let quiet = honest_moves(&served, 5).await;
    println!(
        "engine moves of an honest visitor, alone: {}",
        summary(quiet)
    );
    let mut attackers = Vec::new();
    for _ in 0..rooms {
        // The burst of one address is 30 rooms, then one in two seconds.
        let (mut socket, mv) = loop {
            match served.against(ATTACKER, ATTACKING_ENGINE).await {
                Some(opened) => break opened,
                None => tokio::time::sleep(Duration::from_millis(500)).await,
            }
        };
        let message = json!({"type": "move", "moves": [mv], "ply": 0});
        say(&mut socket, message).await;
        attackers.push(socket);
    }
    for _ in 0..analyses {
        let mut socket = served.socket(ATTACKER, "/api/v1/analysis/ws").await;
        let asked = json!({"type": "analyze", "game": "minishogi", "lines": 3});
        say(&mut socket, asked).await;
        attackers.push(socket);
    }
    let attacked = honest_moves(&served, 8).await;
    println!(
        "  with {rooms} engine rooms and {analyses} analyses of one address: {}",
        summary(attacked)
    );
    drop(attackers);
    let after = honest_moves(&served, 5).await;
    println!("  after the attacker has left: {}", summary(after));
}

/// Many addresses open rooms and visit each of them once.
async fn rooms(count: usize, addresses: usize) {
    let served = Served::start();
    let board = json!({"game": "tictactoe", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (_, own) = served
        .ask(HONEST, "POST", "/api/v1/rooms", board.clone())
        .await;
    let path = format!("/api/v1/rooms/{}", own["room"].as_str().expect("a room"));
    let begun = Instant::now();
    for (name, spread) in [("one /24", false), ("as many /24", true)] {
        let (mut opened, mut refused) = (0, 0);
        for at in 0..count {
            let at = (at % addresses) as u8;
            let source = match spread {
                true => Ipv4Addr::new(127, 1, at, 1),
                false => Ipv4Addr::new(127, 2, 2, at + 1),
            };
            let (_, made) = served
                .ask(source, "POST", "/api/v1/rooms", board.clone())
                .await;
            match made["room"].as_str() {
                Some(room) => {
                    let path = format!("/api/v1/rooms/{room}");
                    served.ask(source, "GET", &path, Value::Null).await;
                    opened += 1;
                }
                None => refused += 1,
            }
        }
        println!(
            "{count} rooms wanted by {addresses} addresses in {name}: {opened} opened, {refused} refused, \
             {:.0} s since the beginning, {} MB",
            begun.elapsed().as_secs_f64(),
            served.memory_mb()
        );
        let returned = served.ask(HONEST, "GET", &path, Value::Null).await.0;
        let new = served
            .ask(HONEST, "POST", "/api/v1/rooms", board.clone())
            .await
            .0;
        println!("  an honest visitor returns to a room: {returned}, opens a new one: {new}");
    }
}

/// Connections that ask and never read.
async fn readers(count: usize) {
    let served = Served::start();
    let request = format!(
        "GET /api/v1/games HTTP/1.1\r\nhost: {}\r\n\r\n",
        served.addr
    );
    let before = (served.memory_mb(), served.status("Threads:"));
    let begun = Instant::now();
    let mut asking = Vec::new();
    for _ in 0..count {
        let mut stream = served.stream(ATTACKER).await;
        let request = request.clone();
        asking.push(tokio::spawn(async move {
            while stream.write_all(request.as_bytes()).await.is_ok() {}
            begun.elapsed().as_secs_f64()
        }));
    }
    let mut times = Vec::new();
    let mut most = before;
    for asked in asking {
        let memory = (served.memory_mb(), served.status("Threads:"));
        most = (most.0.max(memory.0), most.1.max(memory.1));
        times.push(asked.await.expect("it ends"));
    }
    println!(
        "{count} connections that never read were closed after: {}",
        summary(times)
    );
    println!(
        "  {} MB and {} threads before, at most {} MB and {} threads",
        before.0, before.1, most.0, most.1
    );
}

/// The database is locked for ten seconds while somebody plays.
async fn lock() {
    let served = Served::start();
    let board = json!({"game": "tictactoe", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (_, made) = served.ask(HONEST, "POST", "/api/v1/rooms", board).await;
    let room = made["room"].as_str().expect("a room");
    let mut socket = served
        .socket(HONEST, &format!("/api/v1/rooms/{room}/ws"))
        .await;
    say(
        &mut socket,
        json!({"type": "hello", "token": made["tokens"]["first"]}),
    )
    .await;
    hear(&mut socket, "welcome").await;
    let release = hold_lock(served.data.path(), Duration::from_secs(10)).await;
    let (mut refused, mut stored_at) = (0, Instant::now());
    let mut stored = false;
    while !stored {
        say(
            &mut socket,
            json!({"type": "move", "moves": ["a1"], "ply": 0}),
        )
        .await;
        loop {
            let message = socket.next().await.expect("it stays").expect("in order");
            let Message::Text(text) = message else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            match message["type"].as_str() {
                Some("event") => {
                    (stored, stored_at) = (true, Instant::now());
                    break;
                }
                Some("error") => {
                    refused += 1;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    break;
                }
                _ => {}
            }
        }
    }
    let released = release.await.expect("a lock");
    println!(
        "database locked for 10 s: a move was refused {refused} times and stored {:.2} s after the end",
        stored_at.saturating_duration_since(released).as_secs_f64()
    );
}

/// Locks the database as another program would; when the lock ended.
async fn hold_lock(data: &Path, time: Duration) -> tokio::task::JoinHandle<Instant> {
    sqlx::any::install_default_drivers();
    let file = format!("sqlite://{}/rooms.db", data.display());
    let mut lock = AnyConnection::connect(&file).await.expect("the database");
    lock.execute("BEGIN EXCLUSIVE").await.expect("a lock");
    tokio::spawn(async move {
        tokio::time::sleep(time).await;
        lock.execute("ROLLBACK").await.expect("the end of the lock");
        Instant::now()
    })
}
