//! The margins, depths and reductions of the search, in one list for settings, tuning and printing.
//!
//! Margins are hundredths of the game's unit ([`Tactics::unit`], the value of a pawn), so that one list fits all games.
//! A search works with points: [`Margins`] are computed once, when it begins.
//!
//! [`Tactics::unit`]: yomikiri_game_api::Tactics::unit

/// A parameter of the search: its name, value, range, and how far tuning by SPSA moves it at its last step.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchParam {
    /// Its name in settings.
    pub name: &'static str,
    /// Its usual value.
    pub value: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The largest.
    pub max: i32,
    /// SPSA's perturbation at the last step: worth two or three Elo.
    pub c_end: f64,
}

/// Writes the struct with its list, so that no parameter can be forgotten in one of them.
macro_rules! params {
    ($($(#[$doc:meta])+ $field:ident = $name:literal, $value:literal, $min:literal..=$max:literal, $c_end:literal;)+) => {
        /// The margins, depths and reductions of the search.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct SearchParams {
            $($(#[$doc])+ pub $field: i32,)+
        }

        impl Default for SearchParams {
            fn default() -> Self {
                SearchParams { $($field: $value,)+ }
            }
        }

        impl SearchParams {
            /// All of them, in order.
            pub const ALL: &'static [SearchParam] = &[$(SearchParam {
                name: $name,
                value: $value,
                min: $min,
                max: $max,
                c_end: $c_end,
            }),+];

            /// The names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The parameter of a name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $($name => Some(&mut self.$field),)+
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// The largest depth of reverse futility pruning.
    reverse_futility_depth = "rfp-depth", 7, 0..=14, 0.7;
    /// Its margin for each depth.
    reverse_futility_margin = "rfp-margin", 100, 20..=400, 12.0;
    /// The largest depth of futility pruning.
    futility_depth = "futility-depth", 6, 0..=12, 0.7;
    /// Its margin at the horizon.
    futility_base = "futility-base", 150, 0..=600, 20.0;
    /// What each depth adds to it.
    futility_slope = "futility-slope", 100, 20..=400, 12.0;
    /// The largest depth of late move pruning.
    late_depth = "lmp-depth", 5, 0..=12, 0.7;
    /// The quiet moves that it leaves at the horizon.
    late_base = "lmp-base", 3, 1..=16, 0.7;
    /// What the square of the depth adds to them, in sixteenths.
    late_slope = "lmp-slope", 16, 4..=64, 2.0;
    /// The largest depth at which captures are pruned by static exchange evaluation.
    exchange_depth = "see-depth", 5, 0..=12, 0.7;
    /// What an exchange may lose for each depth.
    exchange_margin = "see-margin", 100, 10..=400, 12.0;
    /// The smallest depth of null moves.
    null_depth = "null-depth", 3, 1..=8, 0.5;
    /// The smallest depth at which they are verified.
    null_verified_depth = "null-verify", 14, 4..=40, 1.0;
    /// How much less deep a null move is searched.
    null_base = "null-base", 2, 1..=6, 0.5;
    /// One more for so many of depth.
    null_divisor = "null-divisor", 3, 2..=8, 0.5;
    /// One more for so much of evaluation above the window.
    null_margin = "null-margin", 100, 25..=400, 12.0;
    /// The most that this adds.
    null_most_above = "null-above", 3, 0..=6, 0.5;
    /// The smallest depth of late move reductions.
    reduced_depth = "lmr-depth", 3, 2..=8, 0.5;
    /// The first move that is reduced.
    reduced_move = "lmr-moves", 3, 2..=10, 0.5;
    /// What every reduced move is reduced by, in 256ths.
    reduction_base = "lmr-base", 192, 0..=768, 24.0;
    /// What depth and number add, in 256ths for each product of their binary logarithms.
    reduction_slope = "lmr-slope", 55, 10..=160, 5.0;
    /// How much history counts in reductions: at 128 the limit of one history is two of depth.
    reduction_history = "lmr-history", 128, 0..=512, 12.0;
    /// What a move is reduced by more where a cutoff is expected.
    reduction_cut = "lmr-cut", 1, 0..=3, 0.5;
    /// How much better than the best move a reduced one must be to be searched a turn deeper the second time.
    reduction_deeper = "lmr-deeper", 25, 0..=200, 4.0;
    /// If it is not better by this, it is searched a turn less deep.
    reduction_shallower = "lmr-shallower", 4, 0..=100, 2.0;
    /// A quiet move whose history is below this for each depth is pruned, in units of 64.
    history_margin = "history-margin", 64, 8..=512, 8.0;
    /// The largest depth, after reductions, of that.
    history_depth = "history-depth", 5, 0..=12, 0.7;
    /// What the evaluation must lack for razoring.
    razor_base = "razor-base", 240, 50..=800, 25.0;
    /// What the square of the depth adds to it.
    razor_slope = "razor-slope", 140, 30..=600, 15.0;
    /// The smallest depth of ProbCut.
    prob_cut_depth = "probcut-depth", 5, 3..=12, 0.5;
    /// How far above the window a capture must be.
    prob_cut_margin = "probcut-margin", 80, 20..=400, 10.0;
    /// The most that one table corrects an evaluation by.
    correction = "correction-most", 30, 0..=200, 4.0;
    /// The largest depth, after reductions, at which quiet moves are pruned by static exchange evaluation.
    quiet_exchange_depth = "see-quiet-depth", 6, 0..=12, 0.7;
    /// What a quiet move may lose by an exchange for each square of that depth.
    quiet_exchange_margin = "see-quiet-margin", 15, 2..=100, 3.0;
    /// The smallest depth of singular extensions.
    singular_depth = "singular-depth", 7, 4..=20, 0.7;
    /// How far the other moves must fall short of a singular one for each depth.
    singular_margin = "singular-margin", 2, 0..=20, 0.6;
    /// How much farther for two of depth.
    singular_twice = "singular-twice", 15, 0..=200, 4.0;
    /// The smallest depth of internal iterative reductions.
    internal_depth = "iir-depth", 5, 2..=12, 0.5;
    /// What a capture past the horizon may lack.
    delta_margin = "delta-margin", 200, 20..=800, 24.0;
    /// Half the width of the first aspiration window.
    window = "window", 25, 2..=200, 4.0;
}

/// What the margins are worth in a game, in points.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Margins {
    pub(super) reverse_futility: i32,
    pub(super) futility_base: i32,
    pub(super) futility_slope: i32,
    pub(super) exchange: i32,
    pub(super) quiet_exchange: i32,
    pub(super) deeper: i32,
    pub(super) shallower: i32,
    pub(super) razor_base: i32,
    pub(super) razor_slope: i32,
    pub(super) prob_cut: i32,
    pub(super) correction: i32,
    pub(super) singular: i32,
    pub(super) singular_twice: i32,
    /// At least 1 where there is a unit.
    pub(super) null: i32,
    pub(super) delta: i32,
    pub(super) window: i32,
}

/// The first aspiration window is not narrower than this many points to each side.
const LEAST_WINDOW: i32 = 12;

impl Margins {
    pub(super) fn new(params: &SearchParams, unit: i32) -> Margins {
        let points = |percent: i32| (i64::from(unit) * i64::from(percent) / 100) as i32;
        Margins {
            reverse_futility: points(params.reverse_futility_margin),
            futility_base: points(params.futility_base),
            futility_slope: points(params.futility_slope),
            exchange: points(params.exchange_margin),
            quiet_exchange: points(params.quiet_exchange_margin),
            deeper: points(params.reduction_deeper),
            shallower: points(params.reduction_shallower),
            razor_base: points(params.razor_base),
            razor_slope: points(params.razor_slope),
            prob_cut: points(params.prob_cut_margin),
            correction: points(params.correction),
            singular: points(params.singular_margin),
            singular_twice: points(params.singular_twice),
            null: points(params.null_margin).max(i32::from(unit > 0)),
            delta: points(params.delta_margin),
            window: points(params.window).max(LEAST_WINDOW),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_name_a_range_and_a_step() {
        let mut params = SearchParams::default();
        for (number, param) in SearchParams::ALL.iter().enumerate() {
            let &SearchParam {
                name,
                value,
                min,
                max,
                c_end,
            } = param;
            assert!(!SearchParams::NAMES[..number].contains(&name), "{name}");
            assert!(min <= value && value <= max && min < max, "{name}");
            assert!(c_end >= 0.5 && c_end < f64::from(max - min), "{name}");
            let before = params;
            let changed = params.get_mut(name).unwrap();
            assert_eq!(*changed, value, "{name}");
            *changed = max;
            assert_ne!(params, before, "{name}");
        }
        assert_eq!(params.get_mut("nonsense"), None);
    }

    /// The usual values are what the constants were before they became parameters.
    #[test]
    fn usual_margins_are_those_of_the_constants() {
        for unit in [0, 1, 7, 95, 100, 180, 181] {
            let margins = Margins::new(&SearchParams::default(), unit);
            assert_eq!(margins.reverse_futility, unit);
            assert_eq!(margins.futility_base, unit + unit / 2);
            assert_eq!(margins.futility_slope, unit);
            assert_eq!(margins.exchange, unit);
            assert_eq!(margins.null, unit);
            assert_eq!(margins.delta, 2 * unit);
            assert_eq!(margins.window, 12.max(unit / 4));
        }
    }
}
