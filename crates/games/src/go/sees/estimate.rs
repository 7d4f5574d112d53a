//! Territory of our own: what mends the four faults that the document names.
//!
//! | Fault of experiment 2 | Here |
//! |---|---|
//! | influence passes through enemy stones | it spreads from point to point and stops at enemy stones and at links that hold |
//! | enclosed points far from stones are nobody's | a region that only one side borders is its territory, whatever its size |
//! | a neighbour weighs as much as a point two spaces away | a half at every step |
//! | weak and dead stones radiate | dead ones do not, and count for the enemy; weak ones do less |
//!
//! Points have three grades: territory, framework, nobody's.

use yomikiri_game_api::Side;

use super::links::{Link, LinkStatus};
use super::strings::Chains;
use crate::go::game::Go;
use crate::go::options::Scoring;
use crate::go::position::Position;

/// How sure a point is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Nobody's.
    Nobody,
    /// It may become territory.
    Framework,
    /// Territory.
    Territory,
}

/// Steps that influence goes.
const STEPS: usize = 4;
/// Influence beside a stone of full strength; a half at each further step.
const BESIDE: i32 = 64;
/// Territory needs so much influence, and so many times the enemy's.
const SURE: (i32, i32) = (56, 4);
/// Framework needs so much influence, and more than so many halves of the enemy's.
const LIKELY: (i32, i32) = (20, 3);
/// Tenths of a point.
const POINT: i32 = 10;
const FRAMEWORK: i32 = 5;

/// How strong every string is, in hundredths: 0 is dead.
pub(super) type Strengths = Vec<i32>;

/// Territory with its grades.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The owner of every cell; stones that are not dead have none.
    pub owners: Vec<Option<Side>>,
    /// How sure that is.
    pub grades: Vec<Grade>,
    /// Influence of Black and of White on every cell.
    pub influence: Vec<[i32; 2]>,
    /// The dead stones.
    pub dead: Vec<usize>,
    /// Black's share less White's, in tenths of a point, without komi. By area, stones that live count as
    /// well; by territory, prisoners and dead stones do.
    pub tenths: i32,
}

impl Estimate {
    /// Black's points less White's, without komi.
    pub fn value(&self) -> i32 {
        // Halves go to zero, so that swapped colours give the same.
        self.tenths / POINT
    }

    /// The letter of a grade: `T t` territory of Black and of White, `F f` framework, `.` nobody's.
    pub fn letter(&self, cell: usize) -> char {
        match (self.grades[cell], self.owners[cell]) {
            (Grade::Territory, Some(Side::First)) => 'T',
            (Grade::Territory, Some(Side::Second)) => 't',
            (Grade::Framework, Some(Side::First)) => 'F',
            (Grade::Framework, Some(Side::Second)) => 'f',
            _ => '.',
        }
    }
}

/// Territory when strings are as strong as this.
pub(super) fn estimate(
    game: &Go,
    at: &Position,
    chains: &Chains,
    links: &[Link],
    strengths: &Strengths,
) -> Estimate {
    let ground = Ground::new(game, at, chains, links, strengths);
    let influence = ground.influence(chains, strengths);
    let points = game.size().points();
    let mut owners = vec![None; points];
    let mut grades = vec![Grade::Nobody; points];
    for cell in (0..points).filter(|&cell| ground.stones[cell].is_none()) {
        (owners[cell], grades[cell]) = judged(influence[cell]);
    }
    ground.enclose(&mut owners, &mut grades);
    let mut tenths = 0;
    let mut dead = Vec::new();
    let sign = |side: Side| 1 - 2 * side.index() as i32;
    let by_area = game.options().scoring == Scoring::Area;
    for cell in 0..points {
        let worth = match grades[cell] {
            Grade::Territory => POINT,
            Grade::Framework => FRAMEWORK,
            Grade::Nobody => 0,
        };
        tenths += owners[cell].map_or(0, |side| sign(side) * worth);
        match (at.stone(cell), ground.stones[cell]) {
            (Some(side), Some(_)) if by_area => tenths += sign(side) * POINT,
            (Some(side), None) => {
                dead.push(cell);
                if !by_area {
                    tenths -= sign(side) * POINT;
                }
            }
            _ => {}
        }
    }
    if !by_area {
        for side in Side::BOTH {
            tenths += sign(side) * POINT * at.prisoners(side) as i32;
        }
    }
    Estimate {
        owners,
        grades,
        influence,
        dead,
        tenths,
    }
}

fn judged([black, white]: [i32; 2]) -> (Option<Side>, Grade) {
    let (side, more, less) = match black >= white {
        true => (Side::First, black, white),
        false => (Side::Second, white, black),
    };
    if more >= SURE.0 && more >= SURE.1 * less {
        (Some(side), Grade::Territory)
    } else if more >= LIKELY.0 && 2 * more > LIKELY.1 * less {
        (Some(side), Grade::Framework)
    } else {
        (None, Grade::Nobody)
    }
}

/// The board as influence meets it.
struct Ground<'a> {
    game: &'a Go,
    /// Stones that are not dead.
    stones: Vec<Option<Side>>,
    /// Empty cells of links that hold.
    walls: Vec<Option<Side>>,
}

impl<'a> Ground<'a> {
    fn new(
        game: &'a Go,
        at: &Position,
        chains: &Chains,
        links: &[Link],
        strengths: &Strengths,
    ) -> Self {
        let points = game.size().points();
        let lives = |cell: &usize| {
            let id = chains.ids[*cell];
            id > 0 && strengths[id - 1] > 0
        };
        let stones = (0..points).map(|cell| at.stone(cell).filter(|_| lives(&cell)));
        let stones: Vec<Option<Side>> = stones.collect();
        let mut walls = vec![None; points];
        for link in links {
            let holds = link.status == LinkStatus::Connected
                && strengths[link.from - 1] > 0
                && strengths[link.to - 1] > 0;
            for &cell in link.through.iter().filter(|_| holds) {
                if stones[cell].is_none() {
                    walls[cell] = Some(link.side);
                }
            }
        }
        Ground {
            game,
            stones,
            walls,
        }
    }

    /// From every stone, step by step, through what is empty or dead.
    fn influence(&self, chains: &Chains, strengths: &Strengths) -> Vec<[i32; 2]> {
        let points = self.stones.len();
        let mut sum = vec![[0; 2]; points];
        let mut seen = vec![usize::MAX; points];
        let mut ring = Vec::new();
        let mut next = Vec::new();
        for cell in 0..points {
            let Some(side) = self.stones[cell] else {
                continue;
            };
            let strength = strengths[chains.ids[cell] - 1];
            ring.clear();
            ring.push(cell);
            seen[cell] = cell;
            let mut force = BESIDE * strength / 100;
            for _ in 0..STEPS {
                next.clear();
                for &from in &ring {
                    for to in self.game.beside(from) {
                        let blocked = self.stones[to].is_some()
                            || self.walls[to].is_some_and(|wall| wall != side);
                        if blocked || seen[to] == cell {
                            continue;
                        }
                        seen[to] = cell;
                        sum[to][side.index()] += force;
                        next.push(to);
                    }
                }
                std::mem::swap(&mut ring, &mut next);
                force /= 2;
            }
        }
        sum
    }

    /// Regions that only one side borders are its territory.
    fn enclose(&self, owners: &mut [Option<Side>], grades: &mut [Grade]) {
        let points = self.stones.len();
        let mut done = vec![false; points];
        for start in 0..points {
            let is_open = |cell: usize| self.stones[cell].is_none() && self.walls[cell].is_none();
            if done[start] || !is_open(start) {
                continue;
            }
            let mut region = vec![start];
            let mut border = Vec::new();
            done[start] = true;
            let mut at = 0;
            while let Some(&cell) = region.get(at) {
                at += 1;
                for to in self.game.beside(cell) {
                    if !is_open(to) {
                        border.push(to);
                    } else if !done[to] {
                        done[to] = true;
                        region.push(to);
                    }
                }
            }
            border.sort_unstable();
            border.dedup();
            let of = |side: Side| {
                let has = |&&cell: &&usize| {
                    self.stones[cell] == Some(side) || self.walls[cell] == Some(side)
                };
                border.iter().filter(has).count()
            };
            for side in Side::BOTH {
                // A few stones do not enclose half a board: so much room fits behind a wall of this length.
                let wall = of(side);
                if wall > 0 && of(!side) == 0 && 2 * region.len() <= wall * wall {
                    for &cell in &region {
                        (owners[cell], grades[cell]) = (Some(side), Grade::Territory);
                    }
                }
            }
        }
        // Inside such regions and beside them, the empty cells of links are the owner's, too.
        for cell in 0..points {
            if let Some(side) = self.walls[cell].filter(|&side| owners[cell] == Some(side)) {
                (owners[cell], grades[cell]) = (Some(side), Grade::Territory);
            }
        }
    }
}
