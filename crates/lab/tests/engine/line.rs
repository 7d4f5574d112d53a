//! The other end of the wire.

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use yomikiri_lab::{EngineLanguage, EngineOrder, Lab, serve_engine};

/// Nobody waits so long for a line that comes.
const PATIENCE: Duration = Duration::from_secs(120);

struct Incoming {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Incoming {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.rest.is_empty() {
            match self.lines.recv() {
                Ok(line) => self.rest = line.into_bytes(),
                Err(_) => return Ok(0),
            }
        }
        let len = self.rest.len().min(into.len());
        into[..len].copy_from_slice(&self.rest[..len]);
        self.rest.drain(..len);
        Ok(len)
    }
}

struct Outgoing {
    lines: Sender<String>,
    begun: Vec<u8>,
}

impl Write for Outgoing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.begun)).unwrap();
                let _ = self.lines.send(line);
            } else {
                self.begun.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// An engine on a thread, and the wire to it.
pub(crate) struct Engine {
    to: Option<Sender<String>>,
    from: Receiver<String>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts an engine; `protocol` may be left to the first word.
    pub(crate) fn start(game: &str, protocol: Option<&str>) -> Engine {
        Engine::start_in(&Lab::new(), game, protocol)
    }

    /// Starts an engine in a laboratory.
    pub(crate) fn start_in(lab: &Lab, game: &str, protocol: Option<&str>) -> Engine {
        let lab = lab.clone();
        let (to, lines) = mpsc::channel();
        let (out, from) = mpsc::channel();
        let game = lab.open_game(game).unwrap();
        let language = protocol.map(|word| EngineLanguage::of_word(word).unwrap());
        let thread = thread::spawn(move || {
            let order = EngineOrder {
                lab,
                game,
                language,
                player: None,
            };
            let rest = Vec::new();
            let input = BufReader::new(Incoming { lines, rest });
            let begun = Vec::new();
            serve_engine(order, input, Outgoing { lines: out, begun }).unwrap();
        });
        Engine {
            to: Some(to),
            from,
            thread: Some(thread),
        }
    }

    /// Says lines.
    pub(crate) fn say(&self, text: &str) {
        for line in text.lines() {
            let line = format!("{}\n", line.trim());
            self.to.as_ref().unwrap().send(line).unwrap();
        }
    }

    /// Hears everything up to and with the first line that begins so.
    pub(crate) fn hear_all(&self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            match self.from.recv_timeout(PATIENCE) {
                Ok(line) => {
                    let found = line.starts_with(beginning);
                    heard.push(line);
                    if found {
                        return heard;
                    }
                }
                Err(error) => panic!("no {beginning:?} ({error}); heard {heard:#?}"),
            }
        }
    }

    /// Hears on until a line begins so.
    pub(crate) fn hear(&self, beginning: &str) -> String {
        self.hear_all(beginning).pop().unwrap()
    }

    /// Whether nothing is heard for a moment.
    pub(crate) fn is_silent(&self) -> bool {
        let moment = Duration::from_millis(300);
        self.from.recv_timeout(moment).is_err()
    }

    /// Ends the conversation by closing the wire; everything that was still said.
    pub(crate) fn hang_up(mut self) -> Vec<String> {
        drop(self.to.take());
        self.thread.take().unwrap().join().unwrap();
        self.from.iter().collect()
    }

    /// Says the last word and waits for the end.
    pub(crate) fn quit(mut self) -> Vec<String> {
        self.say("quit");
        self.thread.take().unwrap().join().unwrap();
        self.from.iter().collect()
    }
}
