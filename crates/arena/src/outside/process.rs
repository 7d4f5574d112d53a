//! A process with its pipes. It cannot block or flood us, and it ends with us.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::processor;

/// Lines longer than this are cut.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that may wait to be read; then the engine waits.
const WAITING: usize = 1024;
/// Number of stderr lines that are kept.
const KEPT: usize = 8;
/// Letters of each.
const KEPT_LETTERS: usize = 200;

/// A running program.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
}

/// Why there is no line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// Timeout.
    Late,
    /// The program has closed its output.
    Gone,
}

impl Process {
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Its own process group, so that its children can be killed with it, and Ctrl-C reaches
        // only us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (send, lines) = sync_channel(WAITING);
        let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let stderr = child.stderr.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&errors);
        std::thread::spawn(move || read_lines(stdout, &send));
        std::thread::spawn(move || keep_last(stderr, &kept));
        Ok(Process {
            stdin: child.stdin.take(),
            child,
            lines,
            errors,
        })
    }

    /// Sends a line. An engine that has gone is noticed when its answer is awaited.
    pub(super) fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let sent = stdin
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| stdin.flush());
            if sent.is_err() {
                self.stdin = None;
            }
        }
    }

    /// The next line, if it arrives before the deadline.
    pub(super) fn line(&self, deadline: Instant) -> Result<String, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Gone,
        })
    }

    /// The processor time it has used.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        processor::of_process(self.child.id())
    }

    /// The last lines of its stderr in one.
    pub(super) fn stderr(&self) -> String {
        // Output written just before the end may still be in the pipe.
        std::thread::sleep(Duration::from_millis(20));
        let errors = self.errors.lock();
        errors.map_or_else(
            |_| String::new(),
            |lines| lines.iter().cloned().collect::<Vec<_>>().join(" | "),
        )
    }

    /// How it ended, if it did.
    pub(super) fn ending(&mut self) -> Option<String> {
        for _ in 0..20 {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                _ => std::thread::sleep(Duration::from_millis(5)),
            }
        }
        None
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        self.stdin = None;
        let deadline = Instant::now() + Duration::from_millis(300);
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        #[cfg(unix)]
        {
            let group = format!("-{}", self.child.id());
            let killed = Command::new("kill")
                .args(["-KILL", "--", &group])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            drop(killed);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(from: impl Read, to: &SyncSender<String>) {
    let mut from = BufReader::new(from);
    while let Some(line) = next_line(&mut from) {
        if to.send(line).is_err() {
            break;
        }
    }
}

fn keep_last(from: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut from = BufReader::new(from);
    while let Some(line) = next_line(&mut from) {
        if line.trim().is_empty() {
            continue;
        }
        if let Ok(mut kept) = kept.lock() {
            if kept.len() == KEPT {
                kept.pop_front();
            }
            kept.push_back(line.chars().take(KEPT_LETTERS).collect());
        }
    }
}

/// A line of any length in bounded memory; `None` at the end.
fn next_line(from: &mut impl BufRead) -> Option<String> {
    let mut kept = Vec::new();
    let mut any = false;
    loop {
        let chunk = match from.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if chunk.is_empty() {
            return any.then(|| String::from_utf8_lossy(&kept).into_owned());
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = LONGEST_LINE.saturating_sub(kept.len());
        kept.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        from.consume(used);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&kept).into_owned());
        }
    }
}
