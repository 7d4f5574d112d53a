//! Anpanman shogi cut into tiers by the pieces on the board: an example of tiers with groups.
//!
//! Captured pieces leave the game, so the number of pieces of the two sides is a tier. Sides are
//! relative to the mover: after a move without capture, 3v2 (the mover has three) is 2v3, so these
//! two form a group.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part of it"
)]

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{
    Conversion, Cursor, Game, Indexer, Multiplicity, Notation, Side, Terminal, Tier, Tiers,
};
use yomikiri_games::koma::{Koma, KomaCursor, KomaIndexer, Position};

/// The tiers of a game, from its flat indexer.
pub struct Cut {
    pub game: Koma,
    flat: Arc<KomaIndexer>,
    /// By flat index: its tier, or none.
    tiers: Arc<Vec<Option<Tier>>>,
}

/// Pieces of the mover and of the other side.
fn tier(own: u32, other: u32) -> Tier {
    Tier(u64::from(own) << 8 | u64::from(other))
}

fn pieces(tier: Tier) -> (u32, u32) {
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
        let flat = KomaIndexer::new(&game).unwrap();
        let of = |index| Some(count(&game, &flat.position(index)?));
        Cut {
            tiers: Arc::new((0..flat.size()).map(of).collect()),
            flat: Arc::new(flat),
            game,
        }
    }
}

impl Tiers<Koma> for Cut {
    type Indexer = CutIndexer;

    fn name(&self, tier: Tier) -> String {
        let (own, other) = pieces(tier);
        format!("{own}v{other}")
    }

    fn parse_tiers(&self, what: Option<&str>) -> Result<Vec<Tier>, String> {
        let mut all: Vec<_> = self.tiers.iter().flatten().copied().collect();
        all.sort_by_key(|&t| (pieces(t).0 + pieces(t).1, t));
        all.dedup();
        all.retain(|&tier| what.is_none_or(|what| self.name(tier) == what));
        match all.is_empty() {
            true => Err(format!("expected pieces such as 3v2, got {what:?}")),
            false => Ok(all),
        }
    }

    fn group(&self, of: Tier) -> Vec<Tier> {
        let (own, other) = pieces(of);
        match own == other {
            true => vec![of],
            false => vec![
                tier(own.max(other), own.min(other)),
                tier(own.min(other), own.max(other)),
            ],
        }
    }

    fn children(&self, of: Tier) -> Vec<Tier> {
        let (own, other) = pieces(of);
        let (more, less) = (own.max(other), own.min(other));
        let all = [
            (more - 1, less),
            (less, more - 1),
            (more, less - 1),
            (less - 1, more),
        ];
        let mut children: Vec<_> = all
            .into_iter()
            .filter(|&(own, other)| own > 0 && other > 0)
            .map(|(own, other)| tier(own, other))
            .collect();
        children.sort();
        children.dedup();
        children
    }

    fn indexer(&self, of: Tier) -> Result<CutIndexer, String> {
        let group = self.group(of);
        let mut members = Vec::new();
        let mut parts = Vec::new();
        for &part in &group {
            let from = members.len() as u64;
            let flat = (0..self.flat.size()).filter(|&s| self.tiers[s as usize] == Some(part));
            members.extend(flat);
            parts.push(from..members.len() as u64);
        }
        let numbers = members
            .iter()
            .zip(0..)
            .map(|(&flat, index)| (flat, index))
            .collect();
        let mut earlier = HashMap::new();
        for (child, needed) in self.children(of).into_iter().enumerate() {
            // The numbers that the other groups give their indices.
            let first: usize = self
                .group(needed)
                .iter()
                .take_while(|&&part| part != needed)
                .map(|&part| self.tiers.iter().filter(|t| **t == Some(part)).count())
                .sum();
            let flat = (0..self.flat.size()).filter(|&s| self.tiers[s as usize] == Some(needed));
            for (flat, index) in flat.zip(first as u64..) {
                earlier.insert(flat, (child, index));
            }
        }
        Ok(CutIndexer {
            flat: Arc::clone(&self.flat),
            group,
            parts,
            members,
            numbers,
            earlier,
        })
    }

    fn part(&self, indexer: &CutIndexer, tier: Tier) -> Range<u64> {
        let place = indexer.group.iter().position(|&t| t == tier).unwrap();
        indexer.parts[place].clone()
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
pub struct CutIndexer {
    flat: Arc<KomaIndexer>,
    group: Vec<Tier>,
    parts: Vec<Range<u64>>,
    /// By index: the flat index.
    pub members: Vec<u64>,
    numbers: HashMap<u64, u64>,
    /// By flat index: need and index.
    earlier: HashMap<u64, (usize, u64)>,
}

impl Indexer<Koma> for CutIndexer {
    type Cursor<'i> = CutCursor<'i>;

    fn size(&self) -> u64 {
        self.members.len() as u64
    }

    fn index(&self, at: &Position) -> Option<u64> {
        self.numbers.get(&self.flat.index(at)?).copied()
    }

    fn position(&self, index: u64) -> Option<Position> {
        self.flat.position(self.members[index as usize])
    }

    fn multiplicity(&self, index: u64) -> Multiplicity {
        self.flat.multiplicity(self.members[index as usize])
    }

    fn cursor(&self) -> CutCursor<'_> {
        CutCursor {
            indexer: self,
            flat: self.flat.cursor(),
        }
    }
}

pub struct CutCursor<'i> {
    indexer: &'i CutIndexer,
    flat: KomaCursor<'i>,
}

impl Cursor for CutCursor<'_> {
    fn seek(&mut self, index: u64) {
        self.flat.seek(self.indexer.members[index as usize]);
    }

    fn terminal(&self) -> Terminal {
        self.flat.terminal()
    }

    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let numbers = &self.indexer.numbers;
        self.flat
            .successors(|flat| numbers.get(&flat).is_none_or(|&index| visit(index)))
    }

    fn conversions(&mut self, mut visit: impl FnMut(Conversion)) {
        let (numbers, earlier) = (&self.indexer.numbers, &self.indexer.earlier);
        self.flat.successors(|flat| {
            if !numbers.contains_key(&flat) {
                let (child, index) = earlier[&flat];
                visit(Conversion::Tier { child, index });
            }
            true
        });
    }

    fn predecessors(&mut self, mut visit: impl FnMut(u64)) {
        let numbers = &self.indexer.numbers;
        self.flat.predecessors(|flat| {
            if let Some(&index) = numbers.get(&flat) {
                visit(index);
            }
        });
    }
}
