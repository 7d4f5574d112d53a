//! What can be set about a server.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use yomikiri_lab::Lab;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen; loopback unless somebody says otherwise.
    pub addr: SocketAddr,
    /// The games, and the directory for rooms and tables.
    pub lab: Lab,
    /// The address of a database instead of the file in its directory.
    pub database: Option<String>,
    /// Names under which the server may be asked, besides addresses and `localhost`.
    pub allow_hosts: Vec<String>,
    /// Whether visitors may let the server build tables.
    pub allow_solve: bool,
    /// Opening books, shown instead of those that are part of the program.
    pub books: Vec<PathBuf>,
    /// Whether those books learn the games that are finished here.
    pub learn: bool,
    /// What visitors may use.
    pub limits: ServerLimits,
}

impl Settings {
    /// A server on a loopback port with everything in the laboratory's directory.
    pub fn local(lab: Lab) -> Self {
        Settings {
            addr: (Ipv4Addr::LOCALHOST, 7878).into(),
            lab,
            database: None,
            allow_hosts: Vec::new(),
            allow_solve: false,
            books: Vec::new(),
            learn: false,
            limits: ServerLimits::default(),
        }
    }
}

/// What visitors may use, in all and each. Reaching a limit is answered with a code that says so.
#[derive(Clone, Debug)]
pub struct ServerLimits {
    /// Rooms in memory; more wait in the store until some are left.
    pub rooms: usize,
    /// Rooms in the store.
    pub stored_rooms: u64,
    /// Rooms are removed when nobody has used them for so long.
    pub keep: Duration,
    /// Rooms that nobody is in leave memory after so long.
    pub idle: Duration,
    /// Connections of any kind in all.
    pub tcp: usize,
    /// Connections of any kind of one address.
    pub tcp_per_address: usize,
    /// How long a connection may be open without a whole request.
    pub header_time: Duration,
    /// WebSockets in all.
    pub connections: usize,
    /// WebSockets of one address.
    pub connections_per_address: usize,
    /// Rooms opened by one address: at once, and per minute.
    pub rooms_at_once: u32,
    /// Rooms opened by one address per minute.
    pub rooms_per_minute: u32,
    /// Rooms opened by one network (an IPv4 /24, an IPv6 /56): at once.
    pub rooms_at_once_per_network: u32,
    /// Rooms opened by one network per minute.
    pub rooms_per_minute_per_network: u32,
    /// Requests of one address at once.
    pub requests_at_once: u32,
    /// Requests of one address per second.
    pub requests_per_second: u32,
    /// Messages of one WebSocket at once.
    pub messages_at_once: u32,
    /// Messages of one WebSocket per second.
    pub messages_per_second: u32,
    /// Bytes of a request or message.
    pub message_bytes: usize,
    /// Messages that may wait for a slow client before it is dropped.
    pub outbox: usize,
    /// Bytes of such messages.
    pub outbox_bytes: usize,
    /// A client must take what is sent to it within this time.
    pub send_time: Duration,
    /// Threads of engines.
    pub engine_threads: usize,
    /// Thoughts that may wait for a thread.
    pub engine_queue: usize,
    /// A thought that has lasted so long is cut short if another visitor waits for a first one.
    pub engine_slice: Duration,
    /// An engine goes on for so long after everybody has left its room.
    pub abandon: Duration,
    /// The longest thought about a move.
    pub move_time: Duration,
    /// The longest analysis.
    pub study_time: Duration,
    /// Megabytes of an engine's table of positions.
    pub hash_mb: u64,
    /// An engine's move comes after at least so long, that people can follow.
    pub pace: Duration,
    /// How long an absent opponent is waited for.
    pub patience: Duration,
    /// A request must be sent and answered within this time.
    pub request_time: Duration,
    /// A WebSocket must say hello within this time.
    pub hello_time: Duration,
    /// A WebSocket that says nothing is asked after so long, and dropped after three times that.
    pub ping_every: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServerLimits {
            rooms: 5_000,
            stored_rooms: 1_000_000,
            keep: Duration::from_secs(60 * 24 * 3600),
            idle: Duration::from_secs(60),
            tcp: 5_000,
            tcp_per_address: 300,
            header_time: Duration::from_secs(15),
            connections: 4_000,
            connections_per_address: 100,
            rooms_at_once: 30,
            rooms_per_minute: 30,
            rooms_at_once_per_network: 60,
            rooms_per_minute_per_network: 60,
            requests_at_once: 200,
            requests_per_second: 50,
            messages_at_once: 60,
            messages_per_second: 20,
            message_bytes: 64 * 1024,
            outbox: 128,
            outbox_bytes: 1024 * 1024,
            send_time: Duration::from_secs(10),
            engine_threads: cores,
            engine_queue: 200,
            engine_slice: Duration::from_secs(1),
            abandon: Duration::from_secs(10),
            move_time: Duration::from_secs(10),
            study_time: Duration::from_secs(30),
            hash_mb: 16,
            pace: Duration::from_millis(300),
            patience: Duration::from_secs(60),
            request_time: Duration::from_secs(60),
            hello_time: Duration::from_secs(10),
            ping_every: Duration::from_secs(20),
        }
    }
}
