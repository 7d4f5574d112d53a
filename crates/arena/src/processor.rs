//! CPU time: what a player really used, regardless of other load.
//!
//! From the scheduler statistics of Linux; not available on other systems.

use std::fs;
use std::time::Duration;

/// The CPU time of the calling thread.
pub(crate) fn of_this_thread() -> Option<Duration> {
    ran("/proc/thread-self/schedstat")
}

/// The processor time of all threads that a process has now.
pub(crate) fn of_process(id: u32) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).ok()?;
    let paths = threads.filter_map(|thread| Some(thread.ok()?.path().join("schedstat")));
    Some(paths.filter_map(|path| ran(path.to_str()?)).sum())
}

/// The first number of the file: nanoseconds.
fn ran(path: &str) -> Option<Duration> {
    let text = fs::read_to_string(path).ok()?;
    let nanoseconds = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_waiting_does_not() {
        let before = of_this_thread().unwrap();
        let mut sum = 0u64;
        while of_this_thread().unwrap() < before + Duration::from_millis(5) {
            sum = std::hint::black_box(sum.wrapping_mul(31) + 1);
        }
        let process = of_process(std::process::id()).unwrap();
        assert!(process >= Duration::from_millis(5));
        assert_eq!(of_process(u32::MAX), None);
    }
}
