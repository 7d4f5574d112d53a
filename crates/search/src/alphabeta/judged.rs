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
pub(super) type Rests = i32;

/// Rests on the whole past.
pub(super) const ON_THE_PAST: Rests = -1;
/// Rests on the position alone.
pub(super) const ON_NOTHING: Rests = i32::MAX;

/// A score for the side to move, and what it rests on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Judged {
    pub(super) score: Score,
    /// The earliest position of the line.
    pub(super) rests: Rests,
    /// Whether it rests on no evaluation.
    pub(super) whole: bool,
}

impl Judged {
    /// A score that would be the same on any path and at any depth.
    #[inline]
    pub(super) const fn free(score: Score) -> Self {
        Judged {
            score,
            rests: ON_NOTHING,
            whole: true,
        }
    }

    /// An evaluation: the same on any path, but a deeper search may find another.
    #[inline]
    pub(super) const fn estimate(score: Score) -> Self {
        Judged {
            whole: false,
            ..Judged::free(score)
        }
    }

    /// What a search that was stopped returns; nobody looks at it.
    pub(super) const STOPPED: Judged = Judged {
        score: Score::DRAW,
        rests: ON_THE_PAST,
        whole: false,
    };

    /// Whether the position at number `here` of the line has this score on any path.
    #[inline]
    pub(super) const fn is_free_at(self, here: Rests) -> bool {
        self.rests >= here
    }

    /// As seen by the position before `here`: what rests on nothing before `here` is free.
    #[inline]
    pub(super) const fn leaving(self, here: Rests) -> Self {
        Judged {
            rests: if self.is_free_at(here) {
                ON_NOTHING
            } else {
                self.rests
            },
            ..self
        }
    }
}

impl Neg for Judged {
    type Output = Judged;

    #[inline]
    fn neg(self) -> Judged {
        Judged {
            score: -self.score,
            ..self
        }
    }
}
