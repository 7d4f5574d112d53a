//! A score together with how much of the path it rests on.
//!
//! The value of a position after a repetition, an adjudication or a forbidden move belongs to the
//! path, not to the position, and must not enter the transposition table ("graph history
//! interaction": Campbell 1985, Kishimoto and Müller 2004). So every score carries the number of
//! the earliest position of the line that it depends on:
//!
//! - a repetition of position *i* rests on *i*; an adjudication, or a node at which the past
//!   forbids a move, rests on the whole past;
//! - a refutation rests on what the refuting move rests on; any other node on what any of its
//!   moves rests on;
//! - a node that rests on nothing before itself is *free*: a cycle that closes inside its own
//!   subtree would close on any path.
//!
//! Only free scores are stored. What stays, as in every such table, is the other half of the
//! problem: a free score may be fetched on a path on which a repetition would have been possible.
//! Measured against plain negamax with a random evaluation, no value of 150 to 600 each differed on
//! the superko strips of 3 and 4 points and the chase rings of 5 to 7 squares (depths 3 to 14), 2
//! of 150 on the strip of 5, 1 and 3 of 600 on the rings of 8 and 9. Without a table none differs.
//!
//! A score also says whether it is *whole*: read to the end of the game everywhere, resting on no
//! evaluation. It follows the same rule as the path: a refutation is as whole as the refuting move,
//! any other node as whole as the least of its moves. A deeper search of a whole score finds it
//! again, so it settles every depth, and a thought whose root is whole has nothing left to read.
//!
//! The care costs little: storing every score instead changes the nodes of `benches/alphabeta.rs`
//! by -7 % (anpanman), +3 % (dobutsu) and 0 % (minishogi).

use std::ops::Neg;

use yomikiri_game_api::Score;

/// The number of a position in the line, or one of the marks below.
pub(super) type PathIndex = i32;

/// PathIndex on the whole past.
pub(super) const WHOLE_PAST: PathIndex = -1;
/// PathIndex on the position alone.
pub(super) const NO_PATH: PathIndex = i32::MAX;

/// A score for the side to move, and what it rests on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct PathScore {
    pub(super) score: Score,
    /// The earliest position of the line.
    pub(super) depends_on: PathIndex,
    /// Whether it rests on no evaluation.
    pub(super) proven: bool,
}

impl PathScore {
    /// A score that would be the same on any path and at any depth.
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

    /// What a search that was stopped returns; nobody looks at it.
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

    /// As seen by the position before `here`: what rests on nothing before `here` is free.
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
