//! GNU Go as a process.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

/// A running GNU Go.
pub(crate) struct Peer {
    child: Child,
}

impl Peer {
    /// `None` where it is not installed.
    pub(crate) fn start() -> Option<Peer> {
        let programs = ["gnugo", "/usr/games/gnugo"];
        let started = programs.iter().find_map(|program| {
            let mut command = Command::new(program);
            let command = command.args(["--mode", "gtp"]).stderr(Stdio::null());
            let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
            piped.spawn().ok()
        });
        let must = std::env::var_os("YOMIKIRI_CHECK_ALL").is_some();
        assert!(started.is_some() || !must, "gnugo is not installed");
        Some(Peer { child: started? })
    }

    /// Sends commands and returns their answers. They are written by a thread of their own, so that
    /// neither side waits for the other.
    pub(crate) fn ask(&mut self, commands: &[String]) -> Vec<String> {
        let text: String = commands
            .iter()
            .map(|command| format!("{command}\n"))
            .collect();
        let to = self.child.stdin.as_mut().unwrap();
        let from = self.child.stdout.as_mut().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                to.write_all(text.as_bytes()).unwrap();
                to.flush().unwrap();
            });
            let mut from = BufReader::new(from.by_ref());
            commands.iter().map(|_| answer(&mut from)).collect()
        })
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer with its mark, up to the empty line.
fn answer(from: &mut impl BufRead) -> String {
    let mut text = String::new();
    loop {
        let mut line = String::new();
        let read = from.read_line(&mut line).unwrap();
        assert!(read > 0, "gnugo has ended after {text:?}");
        match line.trim() {
            "" if text.is_empty() => {}
            "" => return text,
            line => {
                text += line;
                text.push('\n');
            }
        }
    }
}

/// The words after the mark, in any order.
pub(crate) fn words(answer: &str) -> BTreeSet<&str> {
    assert!(answer.starts_with('='), "gnugo says {answer:?}");
    answer[1..].split_whitespace().collect()
}

pub(crate) const COLOURS: [&str; 2] = ["black", "white"];
