//! Small strategies that win: a first one greedily, then one choice after the other thought over.
//!
//! Every position of the strategy has a rank, and its choice may only need positions of lower rank,
//! so that every line of play comes to an end. At first the rank is the distance to the end, which
//! allows shortest wins only. Each later sweep ranks the positions anew in some order that fits the
//! strategy as it is; then any winning move will do that leads to positions of lower rank, and long
//! ways round through positions that are needed anyway make the strategy smaller.

use std::collections::BTreeMap;

use yomikiri_game_api::{Game, SplitMix64};

use super::Task;
use super::choices::{Choices, NOWHERE, Number, Place, Width, shuffle};
use crate::work::Progress;

/// Ranks of neighbours differ by this, so that new positions find room between them.
const GAP: u64 = 1 << 12;
/// The rank of a position whose choice is being looked for: nothing may need it.
const UNDER_WAY: u64 = u64::MAX;
/// How many positions too many a new choice may bring, on average, in the first sweeps. A strategy
/// that may only shrink gets stuck early.
const HEAT: f64 = 1.0;
/// New positions that need new positions and so on: deeper chains are not worth their while.
const DEEPEST: u32 = 200;

/// Positions with their choices; `None` if what is known does not suffice.
pub(super) fn search<G: Game>(
    choices: &mut Choices<'_, G>,
    roots: Vec<Number>,
    task: &Task<'_, G>,
    progress: &dyn Progress,
) -> Option<Vec<(Number, Place)>> {
    let mut strategy = Strategy {
        choices,
        roots,
        uses: Vec::new(),
        chosen: Vec::new(),
        ranks: Vec::new(),
        weights: Vec::new(),
        size: 0,
        log: Vec::new(),
        rng: SplitMix64::new(task.seed),
    };
    strategy.begin()?;
    progress.stage("certificate", None, task.sweeps.into());
    for sweep in 0..task.sweeps {
        if progress.stop() {
            break;
        }
        // The last fifth of the sweeps only goes downhill.
        let cooled = f64::from(sweep) / (f64::from(task.sweeps) * 0.8);
        let width = if sweep == 0 {
            Width::Shortest
        } else {
            strategy.rank_anew();
            Width::Any
        };
        strategy.sweep(width, HEAT * (1.0 - cooled).max(0.0))?;
        progress.advance(1);
    }
    Some(strategy.result())
}

/// What a position had before it fell out of the strategy, or has in a new one.
type Entry = (Number, Place, u64);

/// A new choice for a position.
struct Trial {
    place: Place,
    /// How many positions it brings into the strategy.
    added: usize,
    /// Uses, a position as often as it is used.
    uses: Vec<Number>,
    /// The positions used, with their choices and ranks.
    entries: Vec<Entry>,
}

struct Strategy<'s, 'c, G: Game> {
    choices: &'s mut Choices<'c, G>,
    roots: Vec<Number>,
    /// How many choices of the strategy (and roots) need a position; 0 = it is not part of it.
    uses: Vec<u32>,
    chosen: Vec<Place>,
    ranks: Vec<u64>,
    /// How many positions a new position brings with it, itself included: a guess from experience.
    weights: Vec<f32>,
    size: usize,
    /// The uses that the present trial has added.
    log: Vec<Number>,
    rng: SplitMix64,
}

impl<G: Game> Strategy<'_, '_, G> {
    /// A first strategy of shortest wins. Positions furthest from the end choose first: then all
    /// that is needed at some distance is known before anything is chosen there.
    fn begin(&mut self) -> Option<()> {
        self.grow();
        let mut pending: BTreeMap<u32, Vec<Number>> = BTreeMap::new();
        for root in self.roots.clone() {
            self.uses[root as usize] = 1;
            pending
                .entry(self.choices.plies(root))
                .or_default()
                .push(root);
        }
        while let Some((plies, list)) = pending.pop_last() {
            self.size += list.len();
            for number in list {
                let places = self.choices.of(number, Width::Shortest)?;
                self.grow();
                let cost = |&place: &Place| self.price(place).0;
                let place = places.min_by(|one, other| cost(one).total_cmp(&cost(other)))?;
                self.chosen[number as usize] = place;
                self.ranks[number as usize] = u64::from(plies);
                for &child in self.choices.children(place) {
                    self.uses[child as usize] += 1;
                    if self.uses[child as usize] == 1 {
                        let plies = self.choices.plies(child);
                        pending.entry(plies).or_default().push(child);
                    }
                }
            }
        }
        Some(())
    }

    /// Room for positions that were met since.
    fn grow(&mut self) {
        let known = self.weights.len();
        let all = self.choices.len();
        self.uses.resize(all, 0);
        self.chosen.resize(all, NOWHERE);
        self.ranks.resize(all, 0);
        // The further from the end, the more follows: measured, squares start well.
        let guess = |number: usize| {
            let plies = self.choices.plies(number as Number) as f32;
            1.0 + 0.1 * plies * plies
        };
        self.weights.extend((known..all).map(guess));
    }

    /// What the positions that a choice would bring weigh, and how many they are at least.
    fn price(&self, place: Place) -> (f32, usize) {
        let new = self.choices.children(place).iter();
        let new = new.filter(|&&child| self.uses[child as usize] == 0);
        new.fold((0.0, 0), |(weight, count), &child| {
            (weight + self.weights[child as usize], count + 1)
        })
    }

    /// Thinks over every choice once, in random order.
    fn sweep(&mut self, width: Width, heat: f64) -> Option<()> {
        let used = |&number: &Number| self.uses[number as usize] > 0;
        let mut list: Vec<Number> = (0..self.uses.len() as Number).filter(used).collect();
        shuffle(&mut self.rng, &mut list);
        for number in list {
            if self.uses[number as usize] > 0 {
                let extra = -heat * self.rng.unit().max(1e-12).ln();
                self.rethink(number, width, extra as usize)?;
            }
        }
        Some(())
    }

    /// Takes the cheapest other choice of a position that makes the strategy larger by at most
    /// `extra`, if there is one.
    fn rethink(&mut self, number: Number, width: Width, extra: usize) -> Option<()> {
        let (at, old) = (number as usize, self.chosen[number as usize]);
        let old_move = self.choices.mv(old);
        let mut places: Vec<Place> = self.choices.of(number, width)?.collect();
        self.grow();
        places.retain(|&place| self.choices.mv(place) != old_move);
        if places.is_empty() {
            return Some(());
        }
        shuffle(&mut self.rng, &mut places);
        let freed = self.release(number);
        let rank = std::mem::replace(&mut self.ranks[at], UNDER_WAY);
        let mut best: Option<Trial> = None;
        for place in places {
            // An equally cheap choice is welcome, too: it leads on to others.
            let most = match &best {
                None => freed.len() + extra,
                Some(best) if best.added == 0 => break,
                Some(best) => best.added - 1,
            };
            best = self.attempt(place, rank, most)?.or(best);
        }
        self.ranks[at] = rank;
        match best {
            None => {
                self.set(&freed);
                self.restore(number);
            }
            Some(trial) => {
                self.chosen[at] = trial.place;
                self.set(&trial.entries);
                for used in trial.uses {
                    self.uses[used as usize] += 1;
                }
                self.size = self.size + trial.added - freed.len();
            }
        }
        Some(())
    }

    /// Takes away what a position needs, and what only that needs, and so on. Returns what fell
    /// out of the strategy.
    fn release(&mut self, number: Number) -> Vec<Entry> {
        let mut freed = Vec::new();
        let mut stack = vec![number];
        while let Some(number) = stack.pop() {
            for &child in self.choices.children(self.chosen[number as usize]) {
                let at = child as usize;
                self.uses[at] -= 1;
                if self.uses[at] == 0 {
                    freed.push((child, self.chosen[at], self.ranks[at]));
                    stack.push(child);
                }
            }
        }
        freed
    }

    /// Undoes [`Strategy::release`], once choices and ranks are what they were.
    fn restore(&mut self, number: Number) {
        let mut stack = vec![number];
        while let Some(number) = stack.pop() {
            for &child in self.choices.children(self.chosen[number as usize]) {
                self.uses[child as usize] += 1;
                if self.uses[child as usize] == 1 {
                    stack.push(child);
                }
            }
        }
    }

    fn set(&mut self, entries: &[Entry]) {
        for &(number, place, rank) in entries {
            self.chosen[number as usize] = place;
            self.ranks[number as usize] = rank;
        }
    }

    /// Tries a choice that may bring at most so many positions, of ranks below `rank`, and takes
    /// it back.
    #[expect(clippy::option_option, reason = "outside: too little is known")]
    fn attempt(&mut self, place: Place, rank: u64, most: usize) -> Option<Option<Trial>> {
        if self.price(place).1 > most {
            return Some(None);
        }
        let mut left = most;
        let added = self.add(place, rank, &mut left, 0)?.map(|_| most - left);
        let uses = std::mem::take(&mut self.log);
        for &used in &uses {
            self.uses[used as usize] -= 1;
        }
        Some(added.map(|added| {
            let mut used = uses.clone();
            used.sort_unstable();
            used.dedup();
            let entry = |number: Number| {
                let at = number as usize;
                (number, self.chosen[at], self.ranks[at])
            };
            let entries = used.into_iter().map(entry).collect();
            Trial {
                place,
                added,
                uses,
                entries,
            }
        }))
    }

    /// Adds what a choice needs, all of it below `rank`. The inner answer is the highest rank
    /// among it; none if it cannot be done with `left` new positions.
    #[expect(clippy::option_option, reason = "outside: too little is known")]
    fn add(
        &mut self,
        place: Place,
        rank: u64,
        left: &mut usize,
        depth: u32,
    ) -> Option<Option<u64>> {
        let mut highest = 0;
        for i in 0..self.choices.children(place).len() {
            let child = self.choices.children(place)[i];
            let at = child as usize;
            if self.uses[at] == 0 {
                if *left == 0 || depth == DEEPEST {
                    return Some(None);
                }
                *left -= 1;
                self.uses[at] = 1;
                self.log.push(child);
                self.ranks[at] = UNDER_WAY;
                let Some(below) = self.enter(child, rank, left, depth + 1)? else {
                    return Some(None);
                };
                self.ranks[at] = below + 1;
            } else {
                self.uses[at] += 1;
                self.log.push(child);
            }
            if self.ranks[at] >= rank {
                return Some(None);
            }
            highest = highest.max(self.ranks[at]);
        }
        Some(Some(highest))
    }

    /// Finds a choice for a new position and adds what it needs. The inner answer is the highest
    /// rank among that.
    #[expect(clippy::option_option, reason = "outside: too little is known")]
    fn enter(
        &mut self,
        number: Number,
        rank: u64,
        left: &mut usize,
        depth: u32,
    ) -> Option<Option<u64>> {
        let at = number as usize;
        // To look at any winning move costs time; it is done when a position has come to stay.
        let places = self.choices.at_hand(number)?;
        self.grow();
        let before = *left;
        let mut best = (f32::INFINITY, NOWHERE);
        for place in places {
            let high = |&child: &Number| {
                self.uses[child as usize] > 0 && self.ranks[child as usize] >= rank
            };
            let (weight, count) = self.price(place);
            if weight <= best.0 && count <= *left && !self.choices.children(place).iter().any(high)
            {
                best = (weight, place);
            }
        }
        if best.1 == NOWHERE {
            return Some(None);
        }
        self.chosen[at] = best.1;
        let below = self.add(best.1, rank, left, depth)?;
        if below.is_some() {
            let brought = (before - *left + 1) as f32;
            self.weights[at] += 0.3 * (brought - self.weights[at]);
        }
        Some(below)
    }

    /// Ranks the positions in a random order in which whatever a position needs comes before it.
    fn rank_anew(&mut self) {
        let mut met = vec![false; self.uses.len()];
        let mut rank = 0;
        let mut roots = self.roots.clone();
        shuffle(&mut self.rng, &mut roots);
        // Each position twice: on the way down, and when all below it is ranked.
        let mut stack: Vec<(Number, bool)> = roots.into_iter().map(|n| (n, false)).collect();
        while let Some((number, is_ready)) = stack.pop() {
            if is_ready {
                rank += GAP;
                self.ranks[number as usize] = rank;
            } else if !std::mem::replace(&mut met[number as usize], true) {
                stack.push((number, true));
                let from = stack.len();
                let children = self.choices.children(self.chosen[number as usize]).iter();
                stack.extend(children.map(|&child| (child, false)));
                shuffle(&mut self.rng, &mut stack[from..]);
            }
        }
    }

    fn result(&self) -> Vec<(Number, Place)> {
        let numbers = 0..self.uses.len() as Number;
        let used = numbers.filter(|&number| self.uses[number as usize] > 0);
        let result: Vec<_> = used
            .map(|number| (number, self.chosen[number as usize]))
            .collect();
        debug_assert_eq!(result.len(), self.size);
        result
    }
}
