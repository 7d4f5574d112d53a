//! Before the first step: processes find each other, and make sure that they were started for the same
//! work. While they work: heartbeats.
//!
//! Between every two processes there are two connections, opened by the one with the higher number. Each
//! begins with a greeting: what the process was started for. The other side compares every line with its
//! own and answers with nothing or with what differs. One connection then belongs to the engine, the other
//! one carries a byte every half second: a process that is killed closes it, and a host that is gone or
//! stopped becomes silent, which the engine by itself would never notice.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::ClusterError;
use crate::hosts::Host;

const MAGIC: &[u8; 8] = b"YMKRCLU1";
/// A greeting is no longer than this.
const MOST: u32 = 1 << 16;
/// How often a heart beats.
const BEAT: Duration = Duration::from_millis(500);
/// How long to wait before a connection is tried again.
const AGAIN: Duration = Duration::from_millis(100);
/// How long a greeting may take.
const GREETING: Duration = Duration::from_secs(10);

const ALIVE: u8 = 0;
const DONE: u8 = 1;

/// What a connection is for.
const ENGINE: u8 = 0;
const HEART: u8 = 1;

/// How long processes wait for each other.
#[derive(Copy, Clone, Debug)]
pub struct Patience {
    /// Until all are there.
    pub start: Duration,
    /// Until a process that says nothing is taken for lost.
    pub silence: Duration,
}

impl Default for Patience {
    /// A minute to start, half a minute of silence.
    fn default() -> Self {
        Patience {
            start: Duration::from_secs(60),
            silence: Duration::from_secs(30),
        }
    }
}

/// What a process was started for: names and values that must be the same everywhere.
pub type Facts = Vec<(String, String)>;

/// The connections of a process.
pub struct Joined {
    /// For the engine, by process; none at its own place.
    pub sockets: Vec<Option<TcpStream>>,
    /// The heartbeats.
    pub watch: Watch,
}

/// Connects a process with all others.
pub fn join(
    hosts: &[Host],
    process: usize,
    facts: &Facts,
    patience: Patience,
) -> Result<Joined, ClusterError> {
    let deadline = Instant::now() + patience.start;
    let me = Greeting {
        process: process as u32,
        facts: facts.clone(),
    };
    let mut connections = Connections {
        hosts,
        me: &me,
        found: (0..hosts.len()).map(|_| [None, None]).collect(),
    };
    let listener = bind(&hosts[process])?;
    for other in 0..process {
        for purpose in [ENGINE, HEART] {
            let stream = connections.connect(other, purpose, deadline)?;
            connections.found[other][usize::from(purpose)] = Some(stream);
        }
    }
    connections.accept(&listener, deadline)?;
    let watch = Watch::default();
    let mut sockets = Vec::new();
    for (number, [engine, heart]) in connections.found.into_iter().enumerate() {
        if let Some(heart) = heart {
            let name = format!("process {number} ({})", hosts[number]);
            watch.add(name, heart, patience.silence).map_err(io_error)?;
        }
        sockets.push(engine);
    }
    Ok(Joined { sockets, watch })
}

fn io_error(error: io::Error) -> ClusterError {
    ClusterError::Io(error.to_string())
}

fn bind(host: &Host) -> Result<TcpListener, ClusterError> {
    let bound = TcpListener::bind((host.name.as_str(), host.port));
    let bound = bound.and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|error| ClusterError::Io(format!("cannot listen on {host}: {error}")))
}

struct Greeting {
    process: u32,
    facts: Facts,
}

impl Greeting {
    fn write(&self, purpose: u8, stream: &mut TcpStream) -> io::Result<()> {
        let mut text = format!("{}\n", self.process);
        for (name, value) in &self.facts {
            text += &format!("{name}\t{}\n", value.replace(['\n', '\t'], " "));
        }
        let mut bytes = MAGIC.to_vec();
        bytes.push(purpose);
        bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        bytes.extend_from_slice(text.as_bytes());
        stream.write_all(&bytes)
    }

    /// `None` if somebody else is at the other end.
    fn read(stream: &mut TcpStream) -> io::Result<Option<(u8, Greeting)>> {
        let mut head = [0; 9];
        stream.read_exact(&mut head)?;
        if head[..8] != MAGIC[..] || head[8] > HEART {
            return Ok(None);
        }
        let text = read_text(stream)?;
        let mut lines = text.lines();
        let process = lines.next().and_then(|line| line.parse().ok());
        let facts = lines.filter_map(|line| line.split_once('\t'));
        let facts = facts.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(process.map(|process| {
            let facts = facts.collect();
            (head[8], Greeting { process, facts })
        }))
    }
}

fn read_text(stream: &mut TcpStream) -> io::Result<String> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MOST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "too long"));
    }
    let mut text = vec![0; length as usize];
    stream.read_exact(&mut text)?;
    String::from_utf8(text).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "not text"))
}

fn write_text(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    let mut bytes = (text.len() as u32).to_le_bytes().to_vec();
    bytes.extend_from_slice(text.as_bytes());
    stream.write_all(&bytes)
}

/// The connections so far.
struct Connections<'h> {
    hosts: &'h [Host],
    me: &'h Greeting,
    found: Vec<[Option<TcpStream>; 2]>,
}

impl Connections<'_> {
    fn name(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts[process])
    }

    fn connect(
        &self,
        other: usize,
        purpose: u8,
        deadline: Instant,
    ) -> Result<TcpStream, ClusterError> {
        let host = &self.hosts[other];
        let mut last = "nobody answered".to_owned();
        while Instant::now() < deadline {
            match self.try_connect(host, purpose, deadline) {
                Ok((stream, answer)) if answer.is_empty() => return Ok(stream),
                Ok((_, answer)) => return Err(ClusterError::Refused(answer)),
                Err(error) => last = error.to_string(),
            }
            std::thread::sleep(AGAIN);
        }
        let name = self.name(other);
        Err(ClusterError::Lost(format!("{name} is not there: {last}")))
    }

    /// A connection and the answer to the greeting.
    fn try_connect(
        &self,
        host: &Host,
        purpose: u8,
        deadline: Instant,
    ) -> io::Result<(TcpStream, String)> {
        let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
        for address in (host.name.as_str(), host.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, GREETING) {
                Err(error) => last = error,
                Ok(mut stream) => {
                    stream.set_nodelay(true)?;
                    self.me.write(purpose, &mut stream)?;
                    // The other side may be waiting for a third one.
                    let left = deadline.saturating_duration_since(Instant::now());
                    stream.set_read_timeout(Some(left.max(AGAIN)))?;
                    let answer = read_text(&mut stream)?;
                    stream.set_read_timeout(None)?;
                    return Ok((stream, answer));
                }
            }
        }
        Err(last)
    }

    fn accept(&mut self, listener: &TcpListener, deadline: Instant) -> Result<(), ClusterError> {
        let first = self.me.process as usize + 1;
        loop {
            let mut missing = (first..self.hosts.len())
                .filter(|&other| self.found[other].iter().any(Option::is_none));
            let Some(missing) = missing.next() else {
                return Ok(());
            };
            match listener.accept() {
                Ok((stream, _)) => self.greet(stream)?,
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => {
                    return Err(io_error(error));
                }
                Err(_) if Instant::now() >= deadline => {
                    let name = self.name(missing);
                    return Err(ClusterError::Lost(format!("{name} did not come")));
                }
                Err(_) => std::thread::sleep(AGAIN / 4),
            }
        }
    }

    /// Answers a greeting. Somebody who has nothing to do with it is sent away.
    fn greet(&mut self, mut stream: TcpStream) -> Result<(), ClusterError> {
        let greeted = stream
            .set_nonblocking(false)
            .and_then(|()| stream.set_read_timeout(Some(GREETING)))
            .and_then(|()| stream.set_nodelay(true))
            .and_then(|()| Greeting::read(&mut stream));
        let Ok(Some((purpose, other))) = greeted else {
            return Ok(());
        };
        if let Some(difference) = self.difference(&other) {
            let _ = write_text(&mut stream, &difference);
            return Err(ClusterError::Refused(difference));
        }
        let answered = write_text(&mut stream, "").and_then(|()| stream.set_read_timeout(None));
        if answered.is_ok() {
            self.found[other.process as usize][usize::from(purpose)] = Some(stream);
        }
        Ok(())
    }

    /// What differs between this process and another one, in words that name both.
    fn difference(&self, other: &Greeting) -> Option<String> {
        let (mine, theirs) = (self.me.process as usize, other.process as usize);
        if theirs >= self.hosts.len() || theirs <= mine {
            return Some(format!(
                "{} expected a process from {} to {}, got process {theirs}",
                self.name(mine),
                mine + 1,
                self.hosts.len() - 1
            ));
        }
        let absent = "nothing".to_owned();
        let value = |facts: &Facts, name: &str| {
            let found = facts.iter().find(|(other, _)| other == name);
            found.map_or_else(|| absent.clone(), |(_, value)| value.clone())
        };
        let names = self.me.facts.iter().chain(&other.facts);
        for (name, _) in names {
            let (own, their) = (value(&self.me.facts, name), value(&other.facts, name));
            if own != their {
                return Some(format!(
                    "{name}: expected {own} as {} has it, got {their} from {}",
                    self.name(mine),
                    self.name(theirs)
                ));
            }
        }
        None
    }
}

/// Listens to the hearts of other processes.
#[derive(Clone, Default)]
pub struct Watch {
    state: Arc<(Mutex<WatchState>, Condvar)>,
}

#[derive(Default)]
struct WatchState {
    fault: Option<String>,
    /// This process is done.
    is_over: bool,
    streams: Vec<TcpStream>,
}

impl Watch {
    fn state(&self) -> MutexGuard<'_, WatchState> {
        self.state.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, name: String, stream: TcpStream, silence: Duration) -> io::Result<()> {
        stream.set_read_timeout(Some(silence))?;
        stream.set_write_timeout(Some(silence))?;
        let (hears, beats) = (stream.try_clone()?, stream.try_clone()?);
        self.state().streams.push(stream);
        let watch = self.clone();
        let listen = move || watch.listen(&name, hears, silence);
        std::thread::Builder::new()
            .name("heart:listen".to_owned())
            .spawn(listen)?;
        let watch = self.clone();
        std::thread::Builder::new()
            .name("heart:beat".to_owned())
            .spawn(move || watch.beat(beats))?;
        Ok(())
    }

    fn listen(&self, name: &str, mut stream: TcpStream, silence: Duration) {
        let mut byte = [ALIVE];
        loop {
            let fault = match stream.read(&mut byte) {
                Ok(1) if byte[0] == DONE => return,
                Ok(1) => continue,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error)
                    if matches!(
                        error.kind(),
                        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                    ) =>
                {
                    format!("{name} has said nothing for {} s", silence.as_secs_f32())
                }
                Ok(_) | Err(_) => format!("{name} is gone"),
            };
            let mut state = self.state();
            if !state.is_over {
                state.fault.get_or_insert(fault);
            }
            self.state.1.notify_all();
            return;
        }
    }

    fn beat(&self, mut stream: TcpStream) {
        loop {
            if self.state().is_over || stream.write_all(&[ALIVE]).is_err() {
                return;
            }
            std::thread::sleep(BEAT);
        }
    }

    /// Who was lost, if somebody was.
    pub fn fault(&self) -> Option<String> {
        self.state().fault.clone()
    }

    /// The same for a caller who knows that something is wrong, and waits for two beats at most.
    pub(crate) fn wait_for_fault(&self) -> Option<String> {
        let wait = self
            .state
            .1
            .wait_timeout_while(self.state(), 2 * BEAT, |state| state.fault.is_none());
        let (state, _) = wait.unwrap_or_else(PoisonError::into_inner);
        state.fault.clone()
    }

    /// Breaks all connections without a word, as the system does for a process that was killed.
    pub fn cut(&self) {
        let mut state = self.state();
        state.is_over = true;
        for stream in std::mem::take(&mut state.streams) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }

    /// Says goodbye: this process is done, and nobody needs to worry when it is gone.
    pub fn end(&self) {
        let mut state = self.state();
        state.is_over = true;
        for mut stream in std::mem::take(&mut state.streams) {
            let _ = stream.write_all(&[DONE]);
        }
    }
}
