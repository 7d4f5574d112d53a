//! Small strategies that hold a draw: a set of positions that the opponent cannot leave.
//!
//! Play may go round in circles, so whether a position is still needed can only be told by walking
//! through the whole strategy. That is quick, for such strategies have some thousand positions.

use yomikiri_game_api::{Game, SplitMix64};

use super::Task;
use super::choices::{Choices, NOWHERE, Number, Place, Width, shuffle};
use crate::work::Progress;

/// Positions with their choices; `None` if what is known does not suffice.
pub(super) fn search<G: Game>(
    choices: &mut Choices<'_, G>,
    roots: Vec<Number>,
    task: &Task<'_, G>,
    progress: &dyn Progress,
) -> Option<Vec<(Number, Place)>> {
    let mut holding = Holding {
        choices,
        roots,
        chosen: Vec::new(),
        walked: Vec::new(),
        walks: 0,
        rng: SplitMix64::new(task.seed),
    };
    let mut members = holding.walk(usize::MAX)?;
    progress.stage("certificate", None, task.sweeps.into());
    for _ in 0..task.sweeps {
        if progress.stop() {
            break;
        }
        members = holding.sweep(members)?;
        progress.advance(1);
    }
    let chosen = |number: Number| (number, holding.chosen[number as usize]);
    Some(members.into_iter().map(chosen).collect())
}

struct Holding<'h, 'c, G: Game> {
    choices: &'h mut Choices<'c, G>,
    roots: Vec<Number>,
    /// The choice of every position that was ever in the strategy.
    chosen: Vec<Place>,
    /// The last walk that visited a position.
    walked: Vec<u32>,
    walks: u32,
    rng: SplitMix64,
}

impl<G: Game> Holding<'_, '_, G> {
    /// All positions of the strategy; `None` if there are more than `most`.
    fn walk(&mut self, most: usize) -> Option<Vec<Number>> {
        self.walks += 1;
        self.grow();
        let mut met = Vec::new();
        for &root in &self.roots {
            self.walked[root as usize] = self.walks;
            met.push(root);
        }
        let mut done = 0;
        while done < met.len() {
            if met.len() > most {
                return None;
            }
            let number = met[done] as usize;
            done += 1;
            if self.chosen[number] == NOWHERE {
                self.chosen[number] = self.choose(number as Number)?;
            }
            for &child in self.choices.children(self.chosen[number]) {
                if self.walked[child as usize] != self.walks {
                    self.walked[child as usize] = self.walks;
                    met.push(child);
                }
            }
        }
        (met.len() <= most).then_some(met)
    }

    /// The choice that needs the fewest positions where the walk has not been yet.
    fn choose(&mut self, number: Number) -> Option<Place> {
        let places = self.choices.of(number, Width::Any)?;
        self.grow();
        let is_new = |child: &&Number| self.walked[**child as usize] != self.walks;
        let cost = |place: &Place| self.choices.children(*place).iter().filter(is_new).count();
        places.min_by_key(cost)
    }

    fn grow(&mut self) {
        self.chosen.resize(self.choices.len(), NOWHERE);
        self.walked.resize(self.choices.len(), 0);
    }

    /// Tries every other choice of every position and keeps those that make the strategy no larger.
    fn sweep(&mut self, mut members: Vec<Number>) -> Option<Vec<Number>> {
        let mut list = members.clone();
        shuffle(&mut self.rng, &mut list);
        let mut is_member = vec![false; self.choices.len()];
        members.iter().for_each(|&n| is_member[n as usize] = true);
        for number in list {
            if !is_member[number as usize] {
                continue;
            }
            let mut places: Vec<Place> = self.choices.of(number, Width::Any)?.collect();
            shuffle(&mut self.rng, &mut places);
            for place in places {
                let old = std::mem::replace(&mut self.chosen[number as usize], place);
                if old == place {
                    continue;
                }
                let Some(fewer) = self.walk(members.len()) else {
                    self.chosen[number as usize] = old;
                    continue;
                };
                is_member.resize(self.choices.len(), false);
                members.iter().for_each(|&n| is_member[n as usize] = false);
                fewer.iter().for_each(|&n| is_member[n as usize] = true);
                members = fewer;
            }
        }
        Some(members)
    }
}
