//! What the system says of processor time and memory.

#[cfg(target_os = "linux")]
use nix::sys::{
    resource::{UsageWho, getrusage},
    time::TimeVal,
};

/// Processor time and memory of processes.
#[derive(Copy, Clone)]
#[allow(dead_code, reason = "not every benchmark asks for both")]
pub(crate) struct Usage {
    /// User and system time.
    pub(crate) seconds: f64,
    /// The most memory at a time, in bytes.
    pub(crate) peak: u64,
}

/// Of this process so far.
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "not every benchmark computes itself")]
pub(crate) fn ours() -> Usage {
    of(UsageWho::RUSAGE_SELF)
}

/// Of the processes that it has started and that have ended: the sum, and the largest.
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "not every benchmark has a peer")]
pub(crate) fn children() -> Usage {
    of(UsageWho::RUSAGE_CHILDREN)
}

#[cfg(target_os = "linux")]
fn of(whom: UsageWho) -> Usage {
    let usage = getrusage(whom).expect("the system knows its processes");
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 * 1e-6;
    Usage {
        seconds: seconds(usage.user_time()) + seconds(usage.system_time()),
        peak: usage.max_rss() as u64 * 1024,
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn ours() -> Usage {
    Usage {
        seconds: 0.0,
        peak: 0,
    }
}

#[cfg(not(target_os = "linux"))]
#[allow(dead_code, reason = "not every benchmark has a peer")]
pub(crate) fn children() -> Usage {
    ours()
}
