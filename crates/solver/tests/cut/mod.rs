//! Anpanman shogi cut into tiers by the men on the board: an example of tiers with groups.
//!
//! Captured men leave the game, so the number of men of the two sides is a tier. The turn is folded:
//! after a move without capture 3v2 (the mover has three) is 2v3, so these two form a group.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of it"
)]

use std::collections::HashMap;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{
    Cursor, Exit, Game, Indexed, Notation, Share, Side, Standing, Tier, Tiered,
};
use yomikiri_games::koma::{Koma, KomaCursor, KomaIndex, Position};

/// The tiers of a game, from its flat numbering.
pub struct Cut {
    pub game: Koma,
    flat: Arc<KomaIndex>,
    /// By flat slot: its tier, or none.
    tiers: Arc<Vec<Option<Tier>>>,
}

/// Men of the mover and of the other.
fn tier(own: u32, other: u32) -> Tier {
    Tier(u64::from(own) << 8 | u64::from(other))
}

fn men(tier: Tier) -> (u32, u32) {
    ((tier.0 >> 8) as u32, tier.0 as u32 & 255)
}

/// Counts the letters of a position's board.
fn count(game: &Koma, at: &Position) -> Tier {
    let text = game.write_position(at);
    let board = text.split(' ').next().unwrap();
    let first = board.chars().filter(char::is_ascii_uppercase).count() as u32;
    let second = board.chars().filter(char::is_ascii_lowercase).count() as u32;
    match game.turn(at) {
        Side::First => tier(first, second),
        Side::Second => tier(second, first),
    }
}

impl Cut {
    pub fn new(game: Koma) -> Self {
        let flat = KomaIndex::new(&game).unwrap();
        let of = |slot| Some(count(&game, &flat.position(slot)?));
        Cut {
            tiers: Arc::new((0..flat.slots()).map(of).collect()),
            flat: Arc::new(flat),
            game,
        }
    }
}

impl Tiered<Koma> for Cut {
    type Index = CutIndex;

    fn name(&self, tier: Tier) -> String {
        let (own, other) = men(tier);
        format!("{own}v{other}")
    }

    fn find(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        let mut all: Vec<_> = self.tiers.iter().flatten().copied().collect();
        all.sort_by_key(|&t| (men(t).0 + men(t).1, t));
        all.dedup();
        all.retain(|&tier| what.is_none_or(|what| self.name(tier) == what));
        match all.is_empty() {
            true => Err(format!("expected men such as 3v2, got {what:?}")),
            false => Ok(all),
        }
    }

    fn group(&self, of: Tier) -> Vec<Tier> {
        let (own, other) = men(of);
        match own == other {
            true => vec![of],
            false => vec![
                tier(own.max(other), own.min(other)),
                tier(own.min(other), own.max(other)),
            ],
        }
    }

    fn needs(&self, of: Tier) -> Vec<Tier> {
        let (own, other) = men(of);
        let (more, less) = (own.max(other), own.min(other));
        let all = [
            (more - 1, less),
            (less, more - 1),
            (more, less - 1),
            (less - 1, more),
        ];
        let mut needs: Vec<_> = all
            .into_iter()
            .filter(|&(own, other)| own > 0 && other > 0)
            .map(|(own, other)| tier(own, other))
            .collect();
        needs.sort();
        needs.dedup();
        needs
    }

    fn index(&self, of: Tier) -> Result<CutIndex, String> {
        let group = self.group(of);
        let mut members = Vec::new();
        let mut parts = Vec::new();
        for &part in &group {
            let from = members.len() as u64;
            let flat = (0..self.flat.slots()).filter(|&s| self.tiers[s as usize] == Some(part));
            members.extend(flat);
            parts.push(from..members.len() as u64);
        }
        let numbers = members
            .iter()
            .zip(0..)
            .map(|(&flat, slot)| (flat, slot))
            .collect();
        let mut earlier = HashMap::new();
        for (need, needed) in self.needs(of).into_iter().enumerate() {
            // The numbers that the other groups give their slots.
            let first: usize = self
                .group(needed)
                .iter()
                .take_while(|&&part| part != needed)
                .map(|&part| self.tiers.iter().filter(|t| **t == Some(part)).count())
                .sum();
            let flat = (0..self.flat.slots()).filter(|&s| self.tiers[s as usize] == Some(needed));
            for (flat, slot) in flat.zip(first as u64..) {
                earlier.insert(flat, (need, slot));
            }
        }
        Ok(CutIndex {
            flat: Arc::clone(&self.flat),
            group,
            parts,
            members,
            numbers,
            earlier,
        })
    }

    fn part(&self, index: &CutIndex, tier: Tier) -> Range<u64> {
        let place = index.group.iter().position(|&t| t == tier).unwrap();
        index.parts[place].clone()
    }

    fn estimate(&self, _tier: Tier) -> f64 {
        self.flat.slots() as f64
    }

    fn tier_of(&self, at: &Position) -> Option<Tier> {
        self.game
            .outcome(at)
            .is_none()
            .then(|| count(&self.game, at))
    }

    fn identity(&self, tier: Tier) -> String {
        self.name(tier)
    }
}

/// One group.
pub struct CutIndex {
    flat: Arc<KomaIndex>,
    group: Vec<Tier>,
    parts: Vec<Range<u64>>,
    /// By slot: the flat slot.
    pub members: Vec<u64>,
    numbers: HashMap<u64, u64>,
    /// By flat slot: need and slot.
    earlier: HashMap<u64, (usize, u64)>,
}

impl Indexed<Koma> for CutIndex {
    type Cursor<'i> = CutCursor<'i>;
    type Rows<'i> = Infallible;

    fn slots(&self) -> u64 {
        self.members.len() as u64
    }

    fn slot(&self, at: &Position) -> Option<u64> {
        self.numbers.get(&self.flat.slot(at)?).copied()
    }

    fn position(&self, slot: u64) -> Option<Position> {
        self.flat.position(self.members[slot as usize])
    }

    fn slots_of(&self, _side: Side) -> Range<u64> {
        0..self.slots()
    }

    fn share(&self, slot: u64) -> Share {
        self.flat.share(self.members[slot as usize])
    }

    fn cursor(&self) -> CutCursor<'_> {
        CutCursor {
            index: self,
            flat: self.flat.cursor(),
        }
    }
}

pub struct CutCursor<'i> {
    index: &'i CutIndex,
    flat: KomaCursor<'i>,
}

impl Cursor for CutCursor<'_> {
    fn seek(&mut self, slot: u64) {
        self.flat.seek(self.index.members[slot as usize]);
    }

    fn standing(&self) -> Standing {
        self.flat.standing()
    }

    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let numbers = &self.index.numbers;
        self.flat
            .successors(|flat| numbers.get(&flat).is_none_or(|&slot| visit(slot)))
    }

    fn exits(&mut self, mut visit: impl FnMut(Exit)) {
        let (numbers, earlier) = (&self.index.numbers, &self.index.earlier);
        self.flat.successors(|flat| {
            if !numbers.contains_key(&flat) {
                let (need, slot) = earlier[&flat];
                visit(Exit::Tier { need, slot });
            }
            true
        });
    }

    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        let numbers = &self.index.numbers;
        self.flat.predecessors(|flat| {
            if let Some(&slot) = numbers.get(&flat) {
                visit(slot);
            }
        });
    }
}
