//! What an external tablebase says, in the terms of our own.

use std::cmp::Reverse;

use yomikiri_game_api::{ExternalProbed, Probed, Value};

use super::Metrics;

/// The order of moves: what holds under the move limit first, then sooner wins, then later losses.
pub(super) fn order(known: &ExternalProbed) -> (Reverse<Value>, Reverse<(Value, i64)>) {
    let by_dtz = Probed {
        value: known.value,
        distance: known.dtz,
    };
    let limited = known.limited.unwrap_or(known.value);
    (Reverse(limited), Reverse(by_dtz.preference()))
}

/// The value, without a distance to the end.
pub(super) fn probed(known: &ExternalProbed) -> Probed {
    Probed {
        value: known.value,
        distance: None,
    }
}

/// The distance to zeroing.
pub(super) fn metrics(known: &ExternalProbed) -> Metrics {
    Metrics {
        dtz: known.dtz,
        precise_dtz: known.dtz.filter(|_| known.exact),
        limited: known.limited,
        ..Metrics::default()
    }
}
