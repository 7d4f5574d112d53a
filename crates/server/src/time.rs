//! The server's time in milliseconds since 1970, which never goes back while it runs.

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

static BEGUN: LazyLock<(u64, Instant)> = LazyLock::new(|| {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    (
        since.map_or(0, |since| since.as_millis() as u64),
        Instant::now(),
    )
});

/// Now.
pub(crate) fn now_ms() -> u64 {
    let (wall, begun) = *BEGUN;
    wall + begun.elapsed().as_millis() as u64
}
