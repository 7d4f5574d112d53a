//! A server of one's own, and clients.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
#[cfg(target_os = "linux")]
use tokio::net::TcpSocket;
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};
use yomikiri_lab::Lab;
use yomikiri_server::{Server, ServerLimits, Settings};

/// Nothing takes this long but a fault.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// A server as clients see it.
pub(crate) struct Site {
    pub(crate) addr: SocketAddr,
}

/// A server at an address.
pub(crate) fn at(addr: SocketAddr) -> Site {
    Site { addr }
}

/// A running server with a directory of its own.
pub(crate) struct House {
    site: Site,
    data: TempDir,
    settings: Settings,
    end: Option<oneshot::Sender<()>>,
    serving: JoinHandle<()>,
}

/// Limits for tests: engines answer at once.
pub(crate) fn quick() -> ServerLimits {
    ServerLimits {
        pace: Duration::ZERO,
        request_time: Duration::from_secs(20),
        requests_at_once: 10_000,
        rooms_at_once: 1_000,
        rooms_at_once_per_network: 1_000,
        ..ServerLimits::default()
    }
}

impl House {
    pub(crate) async fn open() -> House {
        House::with(quick(), None).await
    }

    pub(crate) async fn with(limits: ServerLimits, database: Option<String>) -> House {
        let lab = |data: &Path| Lab::new().with_data_dir(data.to_owned());
        House::with_lab(limits, database, lab).await
    }

    /// A house whose laboratory is made for its data directory.
    pub(crate) async fn with_lab(
        limits: ServerLimits,
        database: Option<String>,
        lab: impl FnOnce(&Path) -> Lab,
    ) -> House {
        let data = tempfile::tempdir().unwrap();
        let settings = Settings {
            addr: ([127, 0, 0, 1], 0).into(),
            database,
            limits,
            ..Settings::local(lab(data.path()))
        };
        House::with_settings(settings, data).await
    }

    /// A house whose visitors may build tables.
    pub(crate) async fn that_solves() -> House {
        let data = tempfile::tempdir().unwrap();
        let settings = Settings {
            addr: ([127, 0, 0, 1], 0).into(),
            allow_solve: true,
            limits: quick(),
            ..Settings::local(Lab::new().with_data_dir(data.path().to_owned()))
        };
        House::with_settings(settings, data).await
    }

    /// A house with an opening book, which is in its data directory.
    pub(crate) async fn with_book(data: TempDir, book: PathBuf, learn: bool) -> House {
        let settings = Settings {
            addr: ([127, 0, 0, 1], 0).into(),
            books: vec![book],
            learn,
            limits: quick(),
            ..Settings::local(Lab::new().with_data_dir(data.path().to_owned()))
        };
        House::with_settings(settings, data).await
    }

    async fn with_settings(settings: Settings, data: TempDir) -> House {
        let (addr, end, serving) = start(&settings).await;
        House {
            site: at(addr),
            data,
            settings,
            end: Some(end),
            serving,
        }
    }

    /// Where its files are.
    pub(crate) fn data(&self) -> &Path {
        self.data.path()
    }

    /// Ends the server and opens another one on the same store.
    pub(crate) async fn restart(mut self) -> House {
        let _ = self.end.take().unwrap().send(());
        (&mut self.serving).await.unwrap();
        let (addr, end, serving) = start(&self.settings).await;
        House {
            site: at(addr),
            data: self.data,
            settings: self.settings,
            end: Some(end),
            serving,
        }
    }

    /// Another server on the files as they are now, as after a power cut; this one goes.
    pub(crate) async fn after_a_crash(mut self) -> House {
        let data = tempfile::tempdir().unwrap();
        for file in std::fs::read_dir(self.data.path()).unwrap() {
            let file = file.unwrap();
            if file.file_type().unwrap().is_file() {
                std::fs::copy(file.path(), data.path().join(file.file_name())).unwrap();
            }
        }
        let settings = Settings {
            addr: ([127, 0, 0, 1], 0).into(),
            database: None,
            limits: self.settings.limits.clone(),
            ..Settings::local(Lab::new().with_data_dir(data.path().to_owned()))
        };
        let _ = self.end.take().unwrap().send(());
        (&mut self.serving).await.unwrap();
        let (addr, end, serving) = start(&settings).await;
        House {
            site: at(addr),
            data,
            settings,
            end: Some(end),
            serving,
        }
    }

    /// Ends the server.
    pub(crate) async fn close(mut self) {
        let _ = self.end.take().unwrap().send(());
        (&mut self.serving).await.unwrap();
    }
}

impl std::ops::Deref for House {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

impl Site {
    /// A request with a JSON body; the status and the document.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let (status, _, text) = self.raw(method, path, &[], &body.to_string()).await;
        let document = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{path}: {text}"));
        (status, document)
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, document) = self.ask("GET", path, Value::Null).await;
        assert_eq!(status, 200, "{path}: {document}");
        document
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let (status, document) = self.ask("POST", path, body).await;
        assert_eq!(status, 200, "{path}: {document}");
        document
    }

    /// The error that a request leads to: status and code.
    pub(crate) async fn refused(&self, path: &str, body: Value) -> (u16, String) {
        let (status, document) = self.ask("POST", path, body).await;
        let code = document["error"]["code"].as_str();
        let code = code.unwrap_or_else(|| panic!("{path}: {document}"));
        (status, code.to_owned())
    }

    /// Any request; status, head and body.
    pub(crate) async fn raw(
        &self,
        method: &str,
        path: &str,
        headers: &[&str],
        body: &str,
    ) -> (u16, String, String) {
        let head: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\
             content-type: application/json\r\n{head}content-length: {}\r\n\r\n{body}",
            self.addr,
            body.len()
        );
        self.bytes(request.as_bytes()).await
    }

    /// Asks for a WebSocket as browsers do, and gives the answer.
    pub(crate) async fn upgrade(&self, path: &str, more: &str) -> (u16, String) {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             {more}\r\n",
            self.addr
        );
        let mut stream = TcpStream::connect(self.addr).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        // The connection stays open: read until the answer's own length.
        let mut answer = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&answer).into_owned();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length = head
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length: "));
                let length = length.and_then(|length| length.parse().ok()).unwrap_or(0);
                if body.len() >= length {
                    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
                    return (status, body.to_owned());
                }
            }
            let mut part = [0; 4096];
            let count = stream.read(&mut part).await.unwrap();
            assert!(count > 0, "{text}");
            answer.extend_from_slice(&part[..count]);
        }
    }

    /// Sends bytes that are no request, and nothing more; the status, if there is any answer.
    pub(crate) async fn garbage(&self, bytes: &[u8]) -> u16 {
        let mut stream = TcpStream::connect(self.addr).await.unwrap();
        let _ = stream.write_all(bytes).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).and_then(|word| word.parse().ok());
        status.unwrap_or(0)
    }

    /// Sends bytes as they are and reads the answer.
    pub(crate) async fn bytes(&self, request: &[u8]) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.addr).await.unwrap();
        // The server may answer and close before it has read everything.
        let _ = stream.write_all(request).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        (status.unwrap_or(0), head.to_lowercase(), body.to_owned())
    }

    /// Opens a room and gives its name and its secrets.
    pub(crate) async fn room(&self, asked: Value) -> (String, [Option<String>; 2]) {
        let made = self.post("/api/v1/rooms", asked).await;
        let token = |side: &str| made["tokens"][side].as_str().map(str::to_owned);
        let room = made["room"].as_str().unwrap().to_owned();
        (room, [token("first"), token("second")])
    }

    pub(crate) async fn sit(&self, room: &str) -> String {
        let seat = self
            .post(&format!("/api/v1/rooms/{room}/sit"), json!({}))
            .await;
        seat["token"].as_str().unwrap().to_owned()
    }

    /// A connection to a room that has been let in, with its welcome.
    pub(crate) async fn join(&self, room: &str, token: Option<&str>) -> (Client, Value) {
        let mut client = self.connect(&format!("/api/v1/rooms/{room}/ws")).await;
        client.say(json!({"type": "hello", "token": token})).await;
        let welcome = client.hear("welcome").await;
        (client, welcome)
    }

    pub(crate) async fn connect(&self, path: &str) -> Client {
        let stream = TcpStream::connect(self.addr).await.unwrap();
        Client::over(stream, self.addr, path).await
    }

    /// A connection from another address of this machine.
    #[cfg(target_os = "linux")]
    pub(crate) async fn connect_from(&self, source: [u8; 4], path: &str) -> Client {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((source, 0).into()).unwrap();
        let stream = socket.connect(self.addr).await.unwrap();
        Client::over(stream, self.addr, path).await
    }
}

async fn start(settings: &Settings) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let server = Server::open(settings.clone()).await.unwrap();
    let addr = server.addr();
    let (end, ended) = oneshot::channel();
    let serving = tokio::spawn(async move {
        let ended = async {
            let _ = ended.await;
        };
        server.serve(ended).await.unwrap();
    });
    (addr, end, serving)
}

/// A WebSocket.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Client {
    /// A WebSocket over a connection.
    pub(crate) async fn over(stream: TcpStream, addr: SocketAddr, path: &str) -> Client {
        let address = format!("ws://{addr}{path}");
        let stream = MaybeTlsStream::Plain(stream);
        let (socket, _) = client_async(address, stream).await.unwrap();
        Client { socket }
    }

    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) {
        let _ = self.socket.send(Message::binary(bytes)).await;
    }

    /// The next message; `None` when the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match message.expect("the server answers") {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a type; others are passed over.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            let message = message.unwrap_or_else(|| panic!("closed before {kind}"));
            if message["type"] == kind {
                return message;
            }
            assert!(message["type"] != "error", "expected {kind}, got {message}");
        }
    }

    /// The next event.
    pub(crate) async fn event(&mut self) -> Value {
        self.hear("event").await
    }

    /// The code of the next error.
    pub(crate) async fn error(&mut self) -> String {
        let message = self.error_message().await;
        message["error"]["code"].as_str().unwrap().to_owned()
    }

    /// The next error; other messages are passed over.
    pub(crate) async fn error_message(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("closed before an error");
            if message["type"] == "error" {
                return message;
            }
        }
    }

    /// Plays a move and waits for it to be told.
    pub(crate) async fn play(&mut self, ply: usize, mv: &str) -> Value {
        self.say(json!({"type": "move", "moves": [mv], "ply": ply}))
            .await;
        self.event().await
    }
}
