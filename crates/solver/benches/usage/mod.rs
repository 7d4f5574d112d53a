//! What the system says of processor time and memory.

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
pub(crate) fn ours() -> Usage {
    of(libc::RUSAGE_SELF)
}

/// Of the processes that it has started and that have ended: the sum, and the largest.
#[cfg(target_os = "linux")]
#[allow(dead_code, reason = "not every benchmark has a peer")]
pub(crate) fn children() -> Usage {
    of(libc::RUSAGE_CHILDREN)
}

#[cfg(target_os = "linux")]
fn of(whom: libc::c_int) -> Usage {
    // SAFETY: numbers only, for which zeros are good values, filled by the system.
    let usage = unsafe {
        let mut usage = std::mem::zeroed::<libc::rusage>();
        libc::getrusage(whom, &raw mut usage);
        usage
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
    Usage {
        seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
        peak: usage.ru_maxrss as u64 * 1024,
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
