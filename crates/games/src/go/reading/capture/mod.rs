//! Whether a string can be taken: a search in which one side attacks it and the other defends it.
//!
//! # How it is kept small
//!
//! - An attacking move that gives atari leaves few answers: extend at the last liberty, or take a stone
//!   of the attacker that stands beside the string. Such pairs cost nothing, so ladders are read to their
//!   end whatever their length.
//! - Every other attacking move is *quiet* and costs some of `depth`: 1 if it suggests itself (a liberty, a
//!   net, a wall), up to 3 if it does not. The search is repeated with one more each time.
//! - Every board is read twice. First only the defences that come to mind are tried. If they fail, the attack
//!   is tried again, the same move first, against *all* defences that can matter.
//! - Those are found by a *pass*: if the attacker takes the string although the defender passes, the points
//!   that this success depended on, its *zone*, are the only ones where a defence can be. A stone anywhere
//!   else changes nothing.
//! - What refuted the move before is tried first, and what was read already is in a table.
//!
//! # What a zone is
//!
//! The points where the attack played, the liberties that the string had on the way, and the liberties of
//! those attacking strings beside it that have few.
//!
//! # What is taken
//!
//! A string is taken when it comes off the board, except that a single stone whose place is retaken at once (a
//! snapback, or a ko where the defender may break it) stands there again.
//!
//! | File | What |
//! |---|---|
//! | `mod.rs` | the question, verdicts, what both sides use |
//! | `attack.rs` | the attacker is to move |
//! | `attacks.rs` | his moves |
//! | `defend.rs` | the defender is to move |
//! | `defences.rs` | his moves |
//! | `around.rs` | the string and the strings around it |
//! | `taking.rs` | the last liberty |

mod around;
mod attack;
mod attacks;
mod defences;
mod defend;
mod taking;

use yomikiri_game_api::Side;

use super::desk::Desk;
use super::table::Table;
use super::{KoRule, ReadingLimits, Refinements};
use crate::go::plane::{Grid, Plane};

/// No cell.
pub(super) const NOWHERE: u16 = u16::MAX;

/// Plies after which a line is given up: longer than any ladder.
const LONGEST_LINE: usize = 400;

/// What a search says about the string.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// It is taken.
    Taken,
    /// It is not.
    Saved,
    /// A limit was met first.
    Open,
}

/// A verdict with the move that leads to it, and what it depended on.
#[derive(Copy, Clone)]
pub(super) struct Found<const W: usize> {
    pub(super) verdict: Verdict,
    /// The move; [`NOWHERE`]: none is needed, or none helps.
    pub(super) point: u16,
    /// Of a string that is taken: the points that matter.
    pub(super) zone: Plane<W>,
}

impl<const W: usize> Found<W> {
    fn plain(verdict: Verdict) -> Self {
        Found {
            verdict,
            point: NOWHERE,
            zone: Plane::EMPTY,
        }
    }
}

/// One question about one string.
pub(in crate::go::reading) struct Search<'a, const W: usize> {
    pub(super) grid: &'a Grid,
    pub(super) table: &'a mut Table<W>,
    pub(super) limits: ReadingLimits,
    pub(super) refinements: Refinements,
    /// A stone of the string.
    pub(super) target: usize,
    pub(super) defender: Side,
    pub(super) ko_rule: KoRule,
    /// Sets the entries of this question apart from those of others.
    pub(super) salt: u64,
    pub(super) nodes: u64,
    /// A ko was taken, or forbidden, somewhere.
    pub(super) met_ko: bool,
    /// The last moves that worked at each ply.
    pub(super) killers: [u16; KILLERS],
    /// At the beginning a pass is not enough for the defender.
    pub(super) must_move: bool,
}

/// Plies for which moves that worked are remembered.
pub(super) const KILLERS: usize = 64;

/// Where in a search a board is.
#[derive(Copy, Clone)]
pub(super) struct Stage {
    /// What quiet moves may still cost.
    depth: u32,
    ply: usize,
    care: Care,
}

impl Stage {
    pub(super) const fn first(depth: u32) -> Stage {
        Stage {
            depth,
            ply: 0,
            care: Care::Full,
        }
    }

    const fn after(self, cost: u32) -> Stage {
        Stage {
            depth: self.depth - cost,
            ply: self.ply + 1,
            care: self.care,
        }
    }
}

/// Which defences are tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Care {
    /// Those that come to mind. What is not taken then, is not taken.
    Usual,
    /// All that can matter: what is taken then, is taken.
    Full,
}

impl Care {
    const fn salt(self) -> u64 {
        match self {
            Care::Usual => 0,
            Care::Full => 0xD1B5_4A32_D192_ED03,
        }
    }
}

impl<const W: usize> Search<'_, W> {
    fn is_out_of_nodes(&mut self) -> bool {
        // The one too many tells that there were too few, and is not looked at.
        self.nodes = (self.nodes + 1).min(self.limits.nodes + 1);
        self.nodes > self.limits.nodes
    }

    fn play(&mut self, desk: &Desk<W>, side: Side, cell: usize) -> Option<Desk<W>> {
        let breaks_ko = match self.ko_rule {
            KoRule::AttackerBreaks => side != self.defender,
            KoRule::DefenderBreaks => side == self.defender,
            KoRule::Nobody => false,
        };
        self.met_ko |= usize::from(desk.ko) == cell;
        let played = desk.play(self.grid, side, cell, breaks_ko)?;
        self.met_ko |= played.takes_ko;
        Some(played.desk)
    }

    /// The move that worked last at this ply, if its cell is empty.
    fn killer(&self, ply: usize, empty: Plane<W>) -> Plane<W> {
        match self.killers.get(ply) {
            Some(&cell) if cell != NOWHERE && self.refinements.killers => {
                Plane::of(usize::from(cell)) & empty
            }
            _ => Plane::EMPTY,
        }
    }

    fn remember(&mut self, ply: usize, cell: usize) {
        if let Some(killer) = self.killers.get_mut(ply) {
            *killer = cell as u16;
        }
    }
}
