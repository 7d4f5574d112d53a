//! What counts say: the expected score, its bounds, and what finished games have taught.
//!
//! Everything here falls with a loss and rises with a win, whatever came before: the tests try it.

use crate::edge::Counts;

/// Two games are added to every count, one won and one lost: a single game proves little.
const PRIOR: f64 = 1.0;
/// Of 20 intervals, 19 hold the true value.
const Z: f64 = 1.96;

/// The score that the mover may expect, from 0 to 1.
pub fn expected(counts: Counts) -> f64 {
    let games = f64::from(counts.games());
    (points(counts) + PRIOR) / (games + 2.0 * PRIOR)
}

fn points(counts: Counts) -> f64 {
    f64::from(counts.win) + f64::from(counts.draw) / 2.0
}

/// A share with what it is at least and at most.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Bounds {
    /// At least.
    pub low: f64,
    /// At most.
    pub high: f64,
}

/// Wilson's interval of the score. Unlike the usual one it is never outside 0 to 1, and its lower end never
/// rises with a loss nor falls with a win, which makes it fit to choose by.
pub fn bounds(counts: Counts) -> Bounds {
    wilson(points(counts), f64::from(counts.games()))
}

/// How large the share of losses may be.
pub(crate) fn most_losses(counts: Counts) -> f64 {
    wilson(f64::from(counts.loss), f64::from(counts.games())).high
}

fn wilson(successes: f64, games: f64) -> Bounds {
    if games <= 0.0 {
        return Bounds {
            low: 0.0,
            high: 1.0,
        };
    }
    let share = successes / games;
    let z2 = Z * Z;
    let middle = share + z2 / (2.0 * games);
    let wide = Z * (share * (1.0 - share) / games + z2 / (4.0 * games * games)).sqrt();
    let scale = 1.0 + z2 / games;
    Bounds {
        low: ((middle - wide) / scale).clamp(0.0, 1.0),
        high: ((middle + wide) / scale).clamp(0.0, 1.0),
    }
}

/// What learned games add to those that a book was built from, in thousandths, −1000 to 1000: by how much they
/// have moved the expectation, twice over. Every game moves it by the result minus the expectation, divided by the
/// games there are; since only sums count, the order of games does not matter, and taking one out gives back what was.
pub fn learned(built: Counts, learned: Counts) -> i16 {
    let moved = expected(built.plus(learned)) - expected(built);
    (2000.0 * moved).round().clamp(-1000.0, 1000.0) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::Standing;

    fn counts(win: u32, draw: u32, loss: u32) -> Counts {
        Counts { win, draw, loss }
    }

    #[test]
    fn nothing_is_known_without_games() {
        let none = Counts::default();
        assert_eq!(expected(none), 0.5);
        let Bounds { low, high } = bounds(none);
        assert_eq!((low, high), (0.0, 1.0));
        assert_eq!(learned(none, none), 0);
    }

    #[test]
    fn the_interval_is_wilsons() {
        // 8 of 10: 0.4902 to 0.9433 in every table of Wilson's interval.
        let Bounds { low, high } = bounds(counts(8, 0, 2));
        assert!((low - 0.4902).abs() < 1e-3 && (high - 0.9433).abs() < 1e-3);
    }

    /// A loss lowers and a win raises everything that moves are chosen by, whatever came before.
    #[test]
    fn losses_lower_and_wins_raise_everything() {
        for win in 0..12 {
            for draw in 0..12 {
                for loss in 0..12 {
                    let before = counts(win, draw, loss);
                    let won = before.plus(Counts::one(Standing::Win));
                    let lost = before.plus(Counts::one(Standing::Loss));
                    for value in [expected, |c| bounds(c).low, |c| bounds(c).high] {
                        assert!(value(won) + 1e-12 >= value(before), "{before:?}");
                        assert!(value(lost) <= value(before) + 1e-12, "{before:?}");
                    }
                    assert!(most_losses(won) <= most_losses(before) + 1e-12);
                    assert!(most_losses(lost) + 1e-12 >= most_losses(before));
                    let base = counts(draw, win, loss);
                    assert!(learned(base, won) >= learned(base, before));
                    assert!(learned(base, lost) <= learned(base, before));
                }
            }
        }
    }

    #[test]
    fn more_games_teach_less() {
        let lost = Counts::one(Standing::Loss);
        assert_eq!(learned(counts(0, 0, 0), lost), -333);
        assert_eq!(learned(counts(10, 0, 10), lost), -43);
        assert_eq!(learned(counts(1000, 0, 1000), lost), 0);
    }
}
