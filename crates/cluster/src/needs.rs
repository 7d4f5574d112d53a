//! What a process has done and needs, for the one progress line of all.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use yomikiri_solver::{Progress, Together};

/// How often the system is asked for the memory.
const ASKED: Duration = Duration::from_millis(500);

/// What this process has done and needs.
#[derive(Default)]
pub(crate) struct Needs {
    looked: Arc<AtomicU64>,
    memory: u64,
    asked: Option<Instant>,
}

impl Needs {
    /// As it is now, with so many bytes sent.
    pub(crate) fn now(&mut self, sent: u64) -> Together {
        if self.asked.is_none_or(|asked| asked.elapsed() >= ASKED) {
            self.asked = Some(Instant::now());
            self.memory = memory().unwrap_or(0);
        }
        Together {
            processes: 1,
            looked: self.looked.load(Ordering::Relaxed),
            memory: self.memory,
            sent,
        }
    }

    /// A progress that also counts here.
    pub(crate) fn counting<'p>(&self, progress: &'p dyn Progress) -> CountingProgress<'p> {
        CountingProgress {
            progress,
            looked: Arc::clone(&self.looked),
        }
    }
}

/// Counts the indices that are looked at.
pub(crate) struct CountingProgress<'p> {
    progress: &'p dyn Progress,
    looked: Arc<AtomicU64>,
}

impl Progress for CountingProgress<'_> {
    fn part(&self, name: &str, share: Range<f64>) {
        self.progress.part(name, share);
    }

    fn stage(&self, name: &'static str, round: Option<u32>, total: u64) {
        self.progress.stage(name, round, total);
    }

    fn advance(&self, indices: u64) {
        self.looked.fetch_add(indices, Ordering::Relaxed);
        self.progress.advance(indices);
    }

    fn together(&self, sum: Together) {
        self.progress.together(sum);
    }

    fn stop(&self) -> bool {
        self.progress.stop()
    }
}

/// The memory of this process in bytes, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}
