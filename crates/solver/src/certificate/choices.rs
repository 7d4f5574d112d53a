//! What a side can play in a position, and what it must then be ready for.

use std::collections::HashMap;
use std::ops::Range;

use yomikiri_game_api::{Game, Probed, SplitMix64, Value};

use super::{Task, results};

/// A position's number, in the order in which positions were met.
pub(super) type Number = u32;
/// Where a choice is kept.
pub(super) type Place = u32;
/// No choice.
pub(super) const NOWHERE: Place = Place::MAX;

/// Which moves are looked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Width {
    /// Moves that win as soon as possible, or hold the draw.
    Shortest = 0,
    /// All moves that keep the claim.
    Any = 1,
}

/// A move that keeps the claim.
struct Choice<M> {
    mv: M,
    /// What it needs: a range of [`Choices::needs`].
    children: (u32, u32),
}

/// Positions with the side to move and their choices, found when they are asked for.
///
/// Of a position and its twin only one is here. Positions that can be won within sight are left
/// out: nobody needs to be told what to play there.
pub(super) struct Choices<'c, G: Game> {
    game: &'c G,
    task: &'c Task<'c, G>,
    claim: Value,
    numbers: HashMap<G::Position, Number>,
    positions: Vec<G::Position>,
    /// Plies to the end; 0 for draws.
    plies: Vec<u16>,
    /// By width and position: the places of its choices, once they are known.
    places: [Vec<Option<(Place, Place)>>; 2],
    all: Vec<Choice<G::Move>>,
    /// What choices need, one after the other.
    children: Vec<Number>,
}

impl<'c, G: Game> Choices<'c, G> {
    pub(super) fn new(game: &'c G, task: &'c Task<'c, G>, claim: Value) -> Self {
        Choices {
            game,
            task,
            claim,
            numbers: HashMap::new(),
            positions: Vec::new(),
            plies: Vec::new(),
            places: [Vec::new(), Vec::new()],
            all: Vec::new(),
            children: Vec::new(),
        }
    }

    /// How many positions were met.
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// A position by its number.
    pub(super) fn position(&self, number: Number) -> &G::Position {
        &self.positions[number as usize]
    }

    /// Plies to the end with best play; 0 for draws.
    pub(super) fn plies(&self, number: Number) -> u32 {
        u32::from(self.plies[number as usize])
    }

    /// The move of a choice.
    pub(super) fn mv(&self, place: Place) -> G::Move {
        self.all[place as usize].mv
    }

    /// What a choice needs: every position once.
    pub(super) fn children(&self, place: Place) -> &[Number] {
        let (from, to) = self.all[place as usize].children;
        &self.children[from as usize..to as usize]
    }

    /// The places of a position's choices; `None` if what is known does not cover them.
    pub(super) fn of(&mut self, number: Number, width: Width) -> Option<Range<Place>> {
        let known = self.places[width as usize][number as usize];
        let (from, to) = match known {
            Some(places) => places,
            None => self.expand(number, width)?,
        };
        self.places[width as usize][number as usize] = Some((from, to));
        Some(from..to)
    }

    /// The choices that are known already, at least those of shortest wins.
    pub(super) fn at_hand(&mut self, number: Number) -> Option<Range<Place>> {
        let width = match self.places[Width::Any as usize][number as usize] {
            Some(_) => Width::Any,
            None => Width::Shortest,
        };
        self.of(number, width)
    }

    /// The positions to be ready for after the opponent's move from `at`; `None` if what is known
    /// does not cover them or one of them does not keep the claim.
    pub(super) fn replies(&mut self, at: &G::Position) -> Option<Vec<Number>> {
        let mut needed = Vec::new();
        for (_, reply) in results(self.game, at) {
            let known = (self.task.known)(&reply)?;
            if known.value < self.claim {
                return None;
            }
            if known.value == Value::Draw && self.game.outcome(&reply).is_some() {
                continue;
            }
            needed.extend(self.number(reply, known));
        }
        needed.sort_unstable();
        needed.dedup();
        Some(needed)
    }

    /// The number of a position or its twin; `None` if it is won within sight.
    pub(super) fn number(&mut self, at: G::Position, known: Probed) -> Option<Number> {
        let plies = match known.value {
            Value::Win => known.distance.unwrap_or(0),
            _ => 0,
        };
        if known.value == Value::Win && plies <= self.task.sight {
            return None;
        }
        let twin = (self.task.twin)(&at);
        let at = match self.game.key(&at) <= self.game.key(&twin) {
            true => at,
            false => twin,
        };
        let fresh = self.positions.len() as Number;
        let positions = &mut self.positions;
        let number = *self.numbers.entry(at).or_insert_with_key(|at| {
            positions.push(at.clone());
            fresh
        });
        if number == fresh {
            self.plies.push(plies as u16);
            self.places.iter_mut().for_each(|places| places.push(None));
        }
        Some(number)
    }

    /// Lists the choices of a position, without those that need all that another one needs.
    fn expand(&mut self, number: Number, width: Width) -> Option<(Place, Place)> {
        let at = self.position(number).clone();
        let mut found: Vec<(G::Move, Vec<Number>)> = Vec::new();
        for (mv, next) in results(self.game, &at) {
            let after = (self.task.known)(&next)?;
            let shortest = after.distance.unwrap_or(0) < self.plies(number).max(1);
            if after.value.flip() < self.claim || width == Width::Shortest && !shortest {
                continue;
            }
            let needed = self.replies(&next)?;
            let covers = |more: &[Number], less: &[Number]| {
                less.iter().all(|child| more.binary_search(child).is_ok())
            };
            if found.iter().any(|(_, other)| covers(&needed, other)) {
                continue;
            }
            found.retain(|(_, other)| !covers(other, &needed));
            found.push((mv, needed));
        }
        let from = self.all.len() as Place;
        for (mv, needed) in found {
            let start = self.children.len() as u32;
            self.children.extend(needed);
            let children = (start, self.children.len() as u32);
            self.all.push(Choice { mv, children });
        }
        Some((from, self.all.len() as Place))
    }
}

/// Puts a list into a random order.
pub(super) fn shuffle<T>(rng: &mut SplitMix64, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i + 1));
    }
}
