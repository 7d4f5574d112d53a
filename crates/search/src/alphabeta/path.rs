//! Scores that know how much of the path they depend on (graph history interaction, GHI).
//!
//! After a repetition, an adjudication or a forbidden move, a score belongs to the path and not to
//! the position. It must not enter the transposition table (Campbell 1985, Kishimoto and Müller
//! 2004). So every score carries the number of the earliest position of the line it depends on:
//!
//! - a repetition of position *i* depends on *i*; an adjudication, or a node where the past forbids
//!   a move, depends on the whole past;
//! - a beta cutoff depends on what the refuting move depends on; any other node on what any of its
//!   moves depends on;
//! - a node that depends on nothing before itself is *path-free*: a cycle inside its own subtree
//!   would close on any path.
//!
//! Only path-free scores are stored. As in every such table, the other half of the problem remains:
//! a path-free score may be fetched on a path where a repetition would have been possible. Measured
//! against plain negamax with a random evaluation, no value of 150 to 600 each differed on the
//! superko strips of 3 and 4 points and the chase rings of 5 to 7 squares (depths 3 to 14), 2 of
//! 150 on the strip of 5, 1 and 3 of 600 on the rings of 8 and 9. Without a table none differs.
//!
//! A score also says whether it is *proven*: every line below was searched to the end of the game,
//! and no evaluation was used. A cutoff is proven if the refuting move is; any other node if all of
//! its moves are. A deeper search finds a proven score again, so it is valid at every depth, and a
//! search whose root is proven is finished.
//!
//! This costs little: storing every score instead changes the nodes of `benches/alphabeta.rs` by
//! -7 % (anpanman), +3 % (dobutsu) and 0 % (minishogi).

use std::ops::Neg;

use yomikiri_game_api::Score;

/// The number of a position in the line, or one of the marks below.
pub(super) type PathIndex = i32;

/// Depends on the whole past.
pub(super) const WHOLE_PAST: PathIndex = -1;
/// Depends on no earlier position.
pub(super) const NO_PATH: PathIndex = i32::MAX;

/// A score for the side to move, and what it depends on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct PathScore {
    pub(super) score: Score,
    /// The earliest position of the line that it depends on.
    pub(super) depends_on: PathIndex,
    /// Whether no evaluation was used.
    pub(super) proven: bool,
}

impl PathScore {
    /// A score that is the same on any path and at any depth.
    #[inline]
    pub(super) const fn exact(score: Score) -> Self {
        PathScore {
            score,
            depends_on: NO_PATH,
            proven: true,
        }
    }

    /// An evaluation: the same on any path, but a deeper search may find another.
    #[inline]
    pub(super) const fn estimate(score: Score) -> Self {
        PathScore {
            proven: false,
            ..PathScore::exact(score)
        }
    }

    /// The result of a stopped search; never used.
    pub(super) const STOPPED: PathScore = PathScore {
        score: Score::DRAW,
        depends_on: WHOLE_PAST,
        proven: false,
    };

    /// Whether the position at number `here` of the line has this score on any path.
    #[inline]
    pub(super) const fn is_path_free_at(self, here: PathIndex) -> bool {
        self.depends_on >= here
    }

    /// As seen by the position before `here`: what depends on nothing before `here` is path-free.
    #[inline]
    pub(super) const fn leaving(self, here: PathIndex) -> Self {
        PathScore {
            depends_on: if self.is_path_free_at(here) {
                NO_PATH
            } else {
                self.depends_on
            },
            ..self
        }
    }
}

impl Neg for PathScore {
    type Output = PathScore;

    #[inline]
    fn neg(self) -> PathScore {
        PathScore {
            score: -self.score,
            ..self
        }
    }
}
