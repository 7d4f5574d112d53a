//! Many rooms on loopback: 500 rooms, 1,000 WebSocket clients, random legal moves.
//!
//! `cargo bench -p yomikiri-server --bench rooms [-- ROOMS MOVES PAUSE_MS]`
//!
//! The server runs in a process of its own (this program again) so that its memory can be told from
//! that of the clients. Every client checks that events come in order and without a gap, and that
//! both players of a room see the same moves; at the end every room is read back over HTTP and
//! compared. What is measured: from sending a move until the *other* player has it, stored. The
//! baseline is the same message sent to an echo on the same machine in the same run.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};
use yomikiri_lab::Lab;
use yomikiri_server::{Server, ServerLimits, Settings};

const GAME: &str = "dobutsu";
/// Nothing takes this long but a fault.
const PATIENCE: Duration = Duration::from_secs(120);

type Socket = WebSocketStream<TcpStream>;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<u64> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    if std::env::var_os("YOMIKIRI_BENCH_SERVES").is_some() {
        runtime.block_on(serve());
        return;
    }
    let rooms = numbers.first().copied().unwrap_or(500);
    let moves = numbers.get(1).copied().unwrap_or(20) as usize;
    let pause = Duration::from_millis(numbers.get(2).copied().unwrap_or(1000));
    runtime.block_on(measure(rooms as usize, moves, pause));
}

/// The server's process: everything as usual but the limits on one address, which has all clients.
async fn serve() {
    let data = tempfile::tempdir().expect("a directory");
    let settings = Settings {
        addr: ([127, 0, 0, 1], 0).into(),
        limits: ServerLimits {
            tcp: 100_000,
            tcp_per_address: 100_000,
            connections: 100_000,
            connections_per_address: 100_000,
            rooms: 100_000,
            rooms_at_once: u32::MAX,
            rooms_at_once_per_network: u32::MAX,
            requests_at_once: u32::MAX,
            messages_at_once: u32::MAX,
            ..ServerLimits::default()
        },
        ..Settings::local(Lab::new().with_data_dir(data.path().to_owned()))
    };
    let server = Server::open(settings).await.expect("a server");
    println!("{}", server.addr());
    server.serve(std::future::pending()).await.expect("serving");
}

/// The server's process, ended with the measurement.
struct Served {
    child: Child,
    addr: String,
}

impl Served {
    fn start() -> Served {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .env("YOMIKIRI_BENCH_SERVES", "1")
            .stdout(Stdio::piped())
            .spawn()
            .expect("a process");
        let mut addr = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        out.read_line(&mut addr).expect("an address");
        let addr = addr.trim().to_owned();
        Served { child, addr }
    }

    /// Resident memory in kilobytes.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        number.unwrap_or(0)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

async fn measure(rooms: usize, moves: usize, pause: Duration) {
    let served = Served::start();
    ask(&served.addr, "GET", "/api/v1/games", Value::Null).await;
    let before = served.memory();
    let mut tables = Vec::new();
    for seed in 0..rooms {
        tables.push(Table::open(&served.addr, seed as u64).await);
    }
    let open = served.memory();
    println!(
        "{rooms} rooms, {} clients: {:.1} KB a room with its two connections ({} KB before, {} KB after)",
        rooms * 2,
        (open.saturating_sub(before)) as f64 / rooms as f64,
        before,
        open
    );
    let begun = Instant::now();
    let playing: Vec<_> = tables
        .into_iter()
        .map(|table| tokio::spawn(table.play(moves, pause)))
        .collect();
    let mut times = Vec::new();
    let mut games = Vec::new();
    for game in playing {
        let (table, own) = game.await.expect("a room kept its word");
        times.extend(own);
        games.push(table);
    }
    let seconds = begun.elapsed().as_secs_f64();
    let played = served.memory();
    for table in &games {
        let path = format!("/api/v1/rooms/{}", table.room);
        let view = ask(&served.addr, "GET", &path, Value::Null).await;
        let stored: Vec<&str> = view["played"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|mv| mv["text"].as_str().expect("a move"))
            .collect();
        assert_eq!(
            stored, table.moves,
            "room {}: a move was lost or reordered",
            table.room
        );
    }
    let echo = echo_times(2_000, 6_000).await;
    println!(
        "{} moves in {seconds:.1} s ({:.0} a second), none lost, none out of order; {:.1} KB a room afterwards",
        times.len(),
        times.len() as f64 / seconds,
        (played.saturating_sub(before)) as f64 / rooms as f64,
    );
    let (ours, plain) = (quantiles(times), quantiles(echo));
    println!(
        "move to the other player, stored: median {:.2} ms, p99 {:.2} ms, most {:.2} ms",
        ours[0], ours[1], ours[2]
    );
    println!(
        "echo of as many bytes, one client: median {:.2} ms, p99 {:.2} ms, most {:.2} ms",
        plain[0], plain[1], plain[2]
    );
    println!("ratio of medians {:.1}", ours[0] / plain[0].max(1e-6));
}

fn quantiles(mut times: Vec<Duration>) -> [f64; 3] {
    times.sort();
    let at = |share: f64| {
        let place = ((times.len().saturating_sub(1)) as f64 * share) as usize;
        times
            .get(place)
            .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    [at(0.5), at(0.99), at(1.0)]
}

/// A room with its two players.
struct Table {
    room: String,
    sockets: [Socket; 2],
    legal: Vec<String>,
    seq: u64,
    moves: Vec<String>,
    random: u64,
}

impl Table {
    async fn open(addr: &str, seed: u64) -> Table {
        let asked = json!({"game": GAME, "first": {"kind": "here"}, "second": {"kind": "open"}});
        let made = ask(addr, "POST", "/api/v1/rooms", asked).await;
        let room = made["room"].as_str().expect("a room").to_owned();
        let seat = ask(
            addr,
            "POST",
            &format!("/api/v1/rooms/{room}/sit"),
            json!({}),
        )
        .await;
        let tokens = [made["tokens"]["first"].clone(), seat["token"].clone()];
        let mut sockets = Vec::new();
        let mut welcome = Value::Null;
        for token in tokens {
            let stream = TcpStream::connect(addr).await.expect("a connection");
            stream.set_nodelay(true).expect("no delay");
            let address = format!("ws://{addr}/api/v1/rooms/{room}/ws");
            let (mut socket, _) = client_async(address, stream).await.expect("a socket");
            let hello = json!({"type": "hello", "token": token}).to_string();
            socket.send(Message::text(hello)).await.expect("a hello");
            welcome = hear(&mut socket, "welcome").await;
            sockets.push(socket);
        }
        let Ok(sockets) = <[Socket; 2]>::try_from(sockets) else {
            unreachable!("there are two")
        };
        Table {
            room,
            sockets,
            legal: texts(&welcome["room"]["legal"]),
            seq: welcome["seq"].as_u64().expect("a number"),
            moves: Vec::new(),
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        }
    }

    fn below(&mut self, most: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % most.max(1)
    }

    /// Plays until the end or for so many moves; how long each took to reach the other player.
    async fn play(mut self, moves: usize, pause: Duration) -> (Table, Vec<Duration>) {
        let mut times = Vec::new();
        while self.moves.len() < moves && !self.legal.is_empty() {
            let wait = self.below(2 * pause.as_millis() as u64 + 1);
            tokio::time::sleep(Duration::from_millis(wait)).await;
            let choice = self.below(self.legal.len() as u64) as usize;
            let mv = self.legal[choice].clone();
            let ply = self.moves.len();
            let mover = ply % 2;
            let message = json!({"type": "move", "moves": [mv], "ply": ply}).to_string();
            let sent = Instant::now();
            self.sockets[mover]
                .send(Message::text(message))
                .await
                .expect("a move");
            let told = hear(&mut self.sockets[1 - mover], "event").await;
            times.push(sent.elapsed());
            let echoed = hear(&mut self.sockets[mover], "event").await;
            assert_eq!(told["seq"], self.seq + 1, "a gap");
            assert_eq!(echoed["seq"], told["seq"], "another order");
            assert_eq!(told["event"]["moves"][0]["text"], mv.as_str());
            self.seq += 1;
            self.legal = texts(&told["state"]["legal"]);
            self.moves.push(mv);
        }
        (self, times)
    }
}

fn texts(moves: &Value) -> Vec<String> {
    let moves = moves.as_array().into_iter().flatten();
    moves
        .filter_map(|mv| Some(mv["text"].as_str()?.to_owned()))
        .collect()
}

async fn hear(socket: &mut Socket, kind: &str) -> Value {
    loop {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await;
        let message = message
            .expect("the server answers")
            .expect("it stays")
            .expect("in order");
        if let Message::Text(text) = message {
            let message: Value = serde_json::from_str(&text).expect("JSON");
            assert!(message["type"] != "error", "{message}");
            if message["type"] == kind {
                return message;
            }
        }
    }
}

async fn ask(addr: &str, method: &str, path: &str, body: Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(addr).await.expect("a connection");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream
        .write_all(request.as_bytes())
        .await
        .expect("a request");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    let (_, body) = text.split_once("\r\n\r\n").expect("a body");
    serde_json::from_str(body).expect("JSON")
}

/// Round trips of so many bytes with nothing in between but the system.
async fn echo_times(rounds: usize, bytes: usize) -> Vec<Duration> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let addr = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a client");
        stream.set_nodelay(true).expect("no delay");
        let (mut reader, mut writer) = stream.split();
        let _ = tokio::io::copy(&mut reader, &mut writer).await;
    });
    let mut stream = TcpStream::connect(addr).await.expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let mut buffer = vec![b'x'; bytes];
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let sent = Instant::now();
        stream.write_all(&buffer).await.expect("bytes");
        stream.read_exact(&mut buffer).await.expect("bytes");
        times.push(sent.elapsed());
    }
    times
}
