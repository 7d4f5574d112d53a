//! The parameters of the search, in one list for tuning and printing.

use std::time::Duration;

use yomikiri_game_api::Limits;

/// What alpha-beta may use and how long it thinks when nobody tells it.
///
/// The switches are there for lessons and experiments: without any of them the search finds the
/// same values at the same depth, only later (quiescence and extensions aside, which change what a
/// depth means).
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaBetaOptions {
    /// The size of the transposition table in megabytes.
    pub hash_mb: usize,
    /// The depth in turns, where the limits of a thought set no bound at all.
    pub depth: Option<u32>,
    /// The number of positions, where the limits of a thought set no bound at all.
    pub nodes: Option<u64>,
    /// The time, where the limits of a thought set no bound at all.
    pub time: Option<Duration>,
    /// Whether to remember positions in the transposition table.
    pub transposition: bool,
    /// Whether moves that refuted a neighbour are looked at early.
    pub killers: bool,
    /// Whether moves that refuted much elsewhere are looked at early.
    pub history: bool,
    /// Whether forcing moves are followed past the horizon.
    pub quiescence: bool,
    /// How many plies past the horizon they are followed at most.
    pub quiescence_plies: u32,
    /// Whether positions in check are searched a turn deeper.
    pub check_extension: bool,
    /// Whether the game is asked at every position whether its past ends it, and not only where a
    /// key repeats. Needed where there are limits of moves or clocks; free where there are none.
    pub clocks: bool,
}

impl Default for AlphaBetaOptions {
    fn default() -> Self {
        AlphaBetaOptions {
            hash_mb: 16,
            depth: Some(6),
            nodes: None,
            time: None,
            transposition: true,
            killers: true,
            history: true,
            quiescence: true,
            quiescence_plies: 16,
            check_extension: true,
            clocks: true,
        }
    }
}

impl AlphaBetaOptions {
    /// The bounds of a thought: those that are set, or our own where none is.
    pub(super) fn bounds(&self, asked: &Limits) -> Limits {
        if asked.depth.is_some() || asked.nodes.is_some() || asked.time.is_some() {
            return asked.clone();
        }
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            lines: asked.lines,
        }
    }
}
