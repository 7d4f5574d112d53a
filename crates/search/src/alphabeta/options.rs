//! The parameters of the search, in one list for settings, tuning and printing.

use std::time::Duration;

use yomikiri_game_api::Limits;

use super::params::SearchParams;

/// Writes the struct of the options with a list of the switches beside it, so that no switch can be
/// forgotten in one of them.
macro_rules! options {
    ($($(#[$doc:meta])+ $field:ident = $name:literal, $default:literal;)+) => {
        /// The steps of alpha-beta and its own limits.
        ///
        /// Every step of the search is a switch, for lessons and experiments, with a name for
        /// settings ([`AlphaBetaOptions::SWITCHES`]). *Exact* steps never change the score of a
        /// depth, only the time it takes. *Selective* steps prune and reduce: they change what a
        /// depth means, but a reported win or loss is still proved.
        #[derive(Clone, PartialEq, Debug)]
        pub struct AlphaBetaOptions {
            /// The size of the transposition table in megabytes.
            pub hash_mb: usize,
            /// How many threads search at once. One is deterministic; more are not.
            pub threads: usize,
            /// The depth in turns, where the limits of a search set no bound at all.
            pub depth: Option<u32>,
            /// The number of positions, where the limits of a search set no bound at all.
            pub nodes: Option<u64>,
            /// The time, where the limits of a search set no bound at all.
            pub time: Option<Duration>,
            /// How many plies past the horizon forcing moves are followed at most.
            pub quiescence_plies: u32,
            /// Whether the game is asked at every position whether its past ends it, and not only
            /// where a key repeats. Needed where there are limits of moves or clocks; free where
            /// there are none.
            pub clocks: bool,
            /// Margins, depths and reductions.
            pub params: SearchParams,
            $($(#[$doc])+ pub $field: bool,)+
        }

        impl Default for AlphaBetaOptions {
            fn default() -> Self {
                AlphaBetaOptions {
                    hash_mb: 16,
                    threads: 1,
                    depth: Some(6),
                    nodes: None,
                    time: None,
                    quiescence_plies: 16,
                    clocks: true,
                    params: SearchParams::default(),
                    $($field: $default,)+
                }
            }
        }

        impl AlphaBetaOptions {
            /// The names of the switches.
            pub const SWITCHES: &'static [&'static str] = &[$($name),+];

            /// The switch of a name.
            pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
                match name {
                    $($name => Some(&mut self.$field),)+
                    _ => None,
                }
            }
        }
    };
}

options! {
    /// Exact: positions are remembered in the transposition table.
    transposition = "table", true;
    /// Exact: moves after the first are first asked only whether they are better (principal
    /// variation search).
    pvs = "pvs", true;
    /// Exact: the window of an iteration is first guessed around the score of the last one.
    aspiration = "aspiration", true;
    /// Exact: searches with windows of nothing close in on the score (MTD(f), Plaat 1995) instead of
    /// one search with a wide window.
    mtdf = "mtdf", false;
    /// Exact: killer moves.
    killers = "killers", true;
    /// Exact: history heuristic.
    history = "history", true;
    /// Exact: counter moves.
    counter_moves = "counter", true;
    /// Exact: continuation history, by the previous move.
    continuation = "continuation", true;
    /// Exact: follow-up history, by the mover's own previous move.
    follow_up = "plans", true;
    /// Exact: captures that lose by static exchange evaluation are ordered last.
    exchange_order = "seeorder", true;
    /// Changes what a depth means: forcing moves are followed past the horizon.
    quiescence = "quiescence", true;
    /// Changes what a depth means: positions in check are searched a turn deeper.
    check_extension = "check", true;
    /// Changes what a depth means: the only answer to a check is searched a turn deeper.
    one_reply_extension = "onereply", true;
    /// Changes what a depth means: a recapture on the principal variation is searched a turn deeper.
    recapture_extension = "recapture", true;
    /// Selective: a remembered move that all others fall far short of is searched a turn deeper (singular
    /// extension), and where another one is good enough, too, the position is not searched.
    singular_extension = "singular", true;
    /// Selective: static evaluations are corrected by what searches of like positions found.
    correction = "correction", true;
    /// Selective: scores that depend on a repetition are remembered as if they did not.
    loose_past = "loosepast", true;
    /// Selective: near the horizon a hopeless position is searched by forcing moves alone.
    razoring = "razor", true;
    /// Selective: where a capture is far better than the window even in a shallow search, the position is not searched (ProbCut).
    prob_cut = "probcut", true;
    /// Selective: where even giving the turn away is good enough, the position is not searched.
    null_move = "nullmove", true;
    /// Selective: late quiet moves are searched less deep, and again if they are better.
    late_move_reductions = "lmr", true;
    /// Selective: near the horizon the latest quiet moves are left out.
    late_move_pruning = "lmp", true;
    /// Selective: near the horizon quiet moves that cannot raise a hopeless judgement are left out.
    futility = "futility", true;
    /// Selective: near the horizon a judgement far above the window is believed.
    reverse_futility = "rfp", true;
    /// Selective: a position without a remembered move is searched a turn less deep.
    internal_reduction = "iir", true;
    /// Selective: captures that lose the exchange are left out past and near the horizon.
    exchange_pruning = "see", true;
    /// Selective: past the horizon, too, positions are remembered in the transposition table.
    quiescence_table = "qtable", true;
    /// Selective: at the horizon quiet moves that give check are searched, too, in games that list them.
    quiescence_checks = "qchecks", true;
    /// Selective: captures that cannot raise a hopeless judgement are left out past the horizon.
    delta_pruning = "delta", true;
}

impl AlphaBetaOptions {
    /// Everything that is exact and nothing that is selective: at every depth the value of plain
    /// minimax with the same extensions and the same quiescence.
    pub fn exact() -> Self {
        AlphaBetaOptions {
            singular_extension: false,
            correction: false,
            loose_past: false,
            razoring: false,
            prob_cut: false,
            null_move: false,
            late_move_reductions: false,
            late_move_pruning: false,
            futility: false,
            reverse_futility: false,
            internal_reduction: false,
            exchange_pruning: false,
            quiescence_table: false,
            quiescence_checks: false,
            delta_pruning: false,
            ..AlphaBetaOptions::default()
        }
    }

    /// Whether inner nodes need a static evaluation.
    pub(super) fn needs_static_eval(&self) -> bool {
        self.razoring
            || self.prob_cut
            || self.null_move
            || self.futility
            || self.reverse_futility
            || self.late_move_reductions
    }

    /// The limits of a search: those that are set, or the player's own where none is.
    pub(super) fn bounds(&self, asked: &Limits) -> Limits {
        if asked.depth.is_some() || asked.nodes.is_some() || asked.time.is_some() {
            return asked.clone();
        }
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            ..asked.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_has_a_name_of_its_own() {
        let mut options = AlphaBetaOptions::default();
        for (i, name) in AlphaBetaOptions::SWITCHES.iter().enumerate() {
            assert!(!AlphaBetaOptions::SWITCHES[..i].contains(name));
            let before = options.clone();
            let switch = options.switch(name).unwrap();
            *switch = !*switch;
            assert_ne!(options, before, "{name}");
        }
        assert_eq!(options.switch("nonsense"), None);
    }
}
