//! CPU time: what a player really used, regardless of other load.
//!
//! Of other processes only Linux tells it.

use std::fs;
use std::time::Duration;

/// The CPU time of the calling thread.
pub fn of_this_thread() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        let seconds = u64::try_from(time.tv_sec).ok()?;
        Some(Duration::new(seconds, u32::try_from(time.tv_nsec).ok()?))
    }
    #[cfg(not(unix))]
    None
}

/// The CPU time of a process with its threads, and of all of its children, running or ended: an
/// engine may be started by a script.
pub(crate) fn of_process(id: u32) -> Option<Duration> {
    let mut sum = own_time(id)?;
    for thread in fs::read_dir(format!("/proc/{id}/task")).ok()?.flatten() {
        let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        let children = children.split_whitespace().filter_map(|id| id.parse().ok());
        // A child that has just ended is in its parent's sum from now on.
        sum += children.filter_map(of_process).sum::<Duration>();
    }
    Some(sum)
}

/// The CPU time of a process and of those of its children that have ended.
#[cfg(target_os = "linux")]
fn own_time(id: u32) -> Option<Duration> {
    use nix::time::ClockId;
    use nix::unistd::Pid;

    // Its clock counts nanoseconds, also of threads that have ended: many engines start one for every move. The ticks
    // of /proc/PID/stat would be too coarse for moves of some milliseconds.
    let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(i32::try_from(id).ok()?)).ok()?;
    let own = Duration::from(clock.now().ok()?);
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in brackets may have spaces. Then, from the third field on: utime, stime, cutime, cstime.
    let (_, fields) = stat.rsplit_once(')')?;
    let ended = fields.split_whitespace().skip(13).take(2);
    let ended = ended
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum::<u64>();
    Some(own + Duration::from_millis(ended * MS_PER_TICK))
}

#[cfg(not(target_os = "linux"))]
fn own_time(_: u32) -> Option<Duration> {
    None
}

/// The unit of `/proc/PID/stat` has been 1/100 s on every Linux since 2.6.
#[cfg(target_os = "linux")]
const MS_PER_TICK: u64 = 10;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_waiting_does_not() {
        let before = of_this_thread().unwrap();
        let mut sum = 0u64;
        while of_this_thread().unwrap() < before + Duration::from_millis(25) {
            sum = std::hint::black_box(sum.wrapping_mul(31) + 1);
        }
        let process = of_process(std::process::id()).unwrap();
        assert!(process >= Duration::from_millis(15));
        assert_eq!(of_process(u32::MAX), None);
    }

    #[test]
    fn threads_that_have_ended_are_counted_to_the_millisecond() {
        // As an engine does that starts a thread for every move: none of them takes as long as a tick.
        let own = || of_process(std::process::id()).unwrap();
        let before = own();
        let mut used = Duration::ZERO;
        for _ in 0..8 {
            let thread = std::thread::spawn(|| {
                while of_this_thread().unwrap() < Duration::from_micros(3300) {}
                of_this_thread().unwrap()
            });
            used += thread.join().unwrap();
            // Other tests run in this process: it may have used more, but never less.
            let counted = own() - before;
            assert!(
                counted + Duration::from_millis(1) > used,
                "{counted:?} of {used:?}"
            );
        }
    }

    #[test]
    fn children_are_counted_while_they_run_and_afterwards() {
        // The shell waits for a line of its child, says how far it is, and goes on when it is told to.
        let script = "sh -c 'i=0; while [ $i -lt 40000 ]; do i=$((i+1)); done; echo worked; read x'; \
                      echo ended; read x";
        let mut shell = std::process::Command::new("sh")
            .args(["-c", script])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        use std::io::{BufRead, BufReader, Write};
        let mut lines = BufReader::new(shell.stdout.take().unwrap()).lines();
        let mut input = shell.stdin.take().unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), "worked");
        let running = of_process(shell.id()).unwrap();
        writeln!(input, "go on").unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), "ended");
        let ended = of_process(shell.id()).unwrap();
        writeln!(input, "end").unwrap();
        shell.wait().unwrap();
        assert!(running > Duration::from_millis(2), "{running:?}");
        // Ended children are told in ticks.
        assert!(
            ended + Duration::from_millis(21) > running,
            "{ended:?} {running:?}"
        );
    }
}
