//! How fast a machine is, so that slower ones can be given more time.

use std::time::Instant;

use yomikiri_arena::processor_time;

use crate::{AnyGame, LabError, Place};

/// So many move sequences make a measurement.
const ENOUGH: u64 = 300_000;
/// Sequences of more plies are not counted.
const DEEPEST: u32 = 40;

/// Move sequences a second of processor time on one thread: perft, which every game has. The best of three
/// rounds counts: other programs on the machine only make it slower.
pub(crate) fn speed(game: &dyn AnyGame) -> Result<f64, LabError> {
    let mut depth = 1;
    let mut best = 0f64;
    let mut rounds = 0;
    while rounds < 3 {
        let (begun, used) = (Instant::now(), processor_time());
        let nodes = game.perft(&Place::default(), depth, 1)?.nodes;
        if nodes < ENOUGH && depth < DEEPEST {
            depth += 1;
            continue;
        }
        let used = processor_time().zip(used).map(|(now, before)| now - before);
        let seconds = used.unwrap_or_else(|| begun.elapsed()).as_secs_f64();
        best = best.max(nodes as f64 / seconds.max(1e-6));
        rounds += 1;
    }
    Ok(best)
}
