//! The last neutral points.

use super::super::candidates::View;
use super::Reason;
use super::gains::{self, Gain, Ground};

pub(super) fn find(view: &mut View<'_>, gains: &[Gain]) {
    gains::propose(view, gains, Reason::Dame, &[Ground::Neutral]);
}
