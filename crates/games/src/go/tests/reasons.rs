//! The points of candidates against the layers: every reason is worked out anew from what the layers say, and there are
//! no others.

use std::collections::{BTreeMap, BTreeSet};

use yomikiri_game_api::{
    Fact, Game, Limits, Line, NoObserver, Notation, Player, Side, SplitMix64, Teach,
};

use super::few_or_many;
use super::laws::game;
use super::sees::random_position;
use crate::go::reading::ReadingLimits;
use crate::go::sees::{
    GoLayers, Grade, Group, Link, LinkStatus, Sight, Status, gains, territory3, with_turn,
};
use crate::go::thinks::{Chooser, Classic, Reason, Weights, candidates, joseki, shapes, think};
use crate::go::{Go, Move, Position, points};

/// What every reason is worth on every cell.
type Points = BTreeMap<(usize, Reason), i32>;

/// A position seen by a side that is to move.
struct Seen<'a> {
    game: &'a Go,
    at: &'a Position,
    side: Side,
    sight: &'a Sight,
}

impl Seen<'_> {
    /// The best case of a reason on a cell counts; moves that are illegal or fill an eye do not.
    fn add(&self, points: &mut Points, cell: Option<usize>, reason: Reason, worth: i32) {
        let Some(cell) = cell.filter(|_| worth > 0) else {
            return;
        };
        if self.game.is_legal(self.at, cell) && !self.game.is_eye(self.at, cell) {
            let known = points.entry((cell, reason)).or_insert(worth);
            *known = worth.max(*known);
        }
    }

    /// Of one's own, or of the enemy's.
    fn either(&self, owner: Side, own: Reason, enemy: Reason) -> Reason {
        if owner == self.side { own } else { enemy }
    }

    /// From the layer `strings`: the weight of what can be taken or saved, half of it in a ko.
    fn strings(&self, points: &mut Points) {
        for (chain, status) in self.sight.chains.all.iter().zip(&self.sight.statuses) {
            if !matches!(status.status, Status::Neutral | Status::Unknown) {
                continue;
            }
            let weight = chain.weight as i32;
            let worth = if status.ko { weight / 2 } else { weight };
            let reason = self.either(chain.side, Reason::Escape, Reason::Capture);
            let cell = match reason {
                Reason::Escape => status.defend,
                _ => status.attack,
            };
            self.add(points, cell, reason, worth);
        }
    }

    /// From the layers `groups` and `life`: a part of what the group stands to lose.
    fn groups(&self, points: &mut Points) {
        for group in &self.sight.groups {
            if group.safe || group.life.two_eyes.yes == Some(true) {
                continue;
            }
            let weakness = 100 - group.strength as i32;
            let lost = (2 * group.size as i32 + group.territory as i32) * weakness;
            let life = &group.life;
            let open = matches!(life.status, Status::Neutral | Status::Unknown);
            let eyes = self.either(group.side, Reason::Eyes, Reason::Kill);
            if open || group.surrounded && life.status != Status::Dead {
                self.add(points, life.room.at, eyes, lost / 100);
            }
            let way = self.either(group.side, Reason::Defend, Reason::Attack);
            if !group.surrounded && weakness > 30 {
                self.add(points, life.escapes.at, way, lost / 300);
            }
            if open {
                self.add(points, life.connects.at, way, lost / 150);
            }
        }
    }

    /// From the layers `links` and `groups`: what the weaker side of an open link stands to lose.
    fn links(&self, points: &mut Points) {
        let of = |id: usize| self.sight.group_of(id).expect("every string has a group");
        for link in &self.sight.links {
            let ends = [of(link.from), of(link.to)];
            let dead = |group: &&Group| group.life.status == Status::Dead;
            let open = link.status == LinkStatus::Neutral && ends[0].id != ends[1].id;
            if !open || ends.iter().any(dead) {
                continue;
            }
            let reason = self.either(link.side, Reason::Connect, Reason::Cut);
            let cell = match reason {
                Reason::Connect => link.join,
                _ => link.cut,
            };
            self.add(points, cell, reason, link_points(ends));
        }
    }

    /// From `territory3` after every move, less what it is after a pass.
    fn gains(&self, points: &mut Points, limits: ReadingLimits) {
        let value = |at: &Position| {
            let black = Sight::of(self.game, at, limits).estimate.tenths;
            if self.side == Side::First {
                black
            } else {
                -black
            }
        };
        let passed = value(&with_turn(self.at, !self.side));
        for cell in 0..self.game.size().points() {
            if !self.game.is_legal(self.at, cell) {
                continue;
            }
            let mut after = *self.at;
            self.game.play(&mut after, Move::at(cell));
            let gain = (value(&after) - passed).div_euclid(10);
            self.add(points, Some(cell), self.ground(cell), gain);
        }
    }

    /// What a gain on a cell is called: by whose the cell is now.
    fn ground(&self, cell: usize) -> Reason {
        let seen = &self.sight.estimate;
        let settled = |to: usize| self.at.stone(to).is_some() || seen.grades[to] != Grade::Nobody;
        match (seen.owners[cell], seen.grades[cell]) {
            (Some(owner), Grade::Territory) => self.either(owner, Reason::Enlarge, Reason::Invade),
            (Some(owner), _) => self.either(owner, Reason::Enclose, Reason::Reduce),
            (None, _) if self.game.beside(cell).all(settled) => Reason::Dame,
            (None, _) if *seen.influence[cell].iter().max().unwrap() < 16 => Reason::Enclose,
            (None, _) => Reason::Endgame,
        }
    }

    /// From the file of shapes: two points for each reason that has one.
    fn shapes(&self, points: &mut Points) {
        for cell in 0..self.game.size().points() {
            if self.at.stone(cell).is_some() {
                continue;
            }
            for shape in shapes() {
                if shape.fits(self.game, self.at, self.side, cell) {
                    self.add(points, Some(cell), shape.reason, 2);
                }
            }
        }
    }

    /// While a ko forbids a move: half a point for each stone that is put into atari.
    fn ko_threats(&self, points: &mut Points) {
        if self.at.ko().is_none() {
            return;
        }
        for chain in &self.sight.chains.all {
            if chain.side != self.side && chain.liberties.len() == 2 {
                let worth = chain.stones.len() as i32 / 2;
                for &cell in &chain.liberties {
                    self.add(points, Some(cell), Reason::KoThreat, worth);
                }
            }
        }
    }

    /// Corners, sides and the centre of a board that is nearly empty, away from all stones.
    fn opening(&self, points: &mut Points) {
        let size = self.game.size();
        let (width, height) = (size.width(), size.height());
        let stones: Vec<usize> = (0..size.points())
            .filter(|&cell| self.at.stone(cell).is_some())
            .collect();
        if width.min(height) < 7 || stones.len() * 8 > size.points() {
            return;
        }
        let small = width.min(height) < 12;
        let line = if small { 2 } else { 3 };
        for cell in 0..size.points() {
            let (x, y) = points::column_and_row(size, cell);
            // 0: on the star line of an edge, 1: in the middle.
            let place = |at: usize, length: usize| match at {
                _ if at == line || at + line + 1 == length => Some(0),
                _ if at == length / 2 => Some(1),
                _ => None,
            };
            let (Some(across), Some(down)) = (place(x, width), place(y, height)) else {
                continue;
            };
            let near = stones.iter().any(|&stone| {
                let (other_x, other_y) = points::column_and_row(size, stone);
                x.abs_diff(other_x) + y.abs_diff(other_y) <= line + 1
            });
            let worth = match across + down {
                0 => 8,
                1 => 5,
                _ if small => 9,
                _ => 3,
            };
            if !near {
                self.add(points, Some(cell), Reason::Opening, worth);
            }
        }
    }
}

fn link_points(ends: [&Group; 2]) -> i32 {
    let weaker = ends.into_iter().min_by_key(|group| group.strength).unwrap();
    (1 + 2 * weaker.size as i32 * (100 - weaker.strength as i32) / 100).min(12)
}

/// Positions of random games, and some in which a ko forbids a move.
fn positions(game: &Go, rng: &mut SplitMix64, number: usize) -> Vec<Position> {
    let points = game.size().points();
    let mut found = vec![game.start()];
    while found.len() < number {
        let plies = 1 + rng.below(points);
        found.push(random_position(game, rng, plies));
    }
    let ko = (0..400).map(|_| {
        let plies = points / 2 + rng.below(points);
        random_position(game, rng, plies)
    });
    found.extend(ko.filter(|at| at.ko().is_some()).take(2));
    found
}

#[test]
fn every_reason_is_worth_what_its_layer_says() {
    let mut rng = SplitMix64::new(8);
    let limits = ReadingLimits::SWIFT;
    let mut met = BTreeSet::new();
    for options in ["size=5", "size=7", "size=10x4", "size=9&scoring=territory"] {
        let game = game(options);
        for at in positions(&game, &mut rng, few_or_many(5, 60)) {
            for side in Side::BOTH {
                let at = &with_turn(&at, side);
                let thinking = think(&game, at, side, &Weights::default(), limits);
                let seen = Seen {
                    game: &game,
                    at,
                    side,
                    sight: &thinking.sight,
                };
                let mut expected = Points::new();
                seen.strings(&mut expected);
                seen.groups(&mut expected);
                seen.links(&mut expected);
                seen.shapes(&mut expected);
                seen.ko_threats(&mut expected);
                seen.opening(&mut expected);
                seen.gains(&mut expected, limits);
                let reasons = thinking.candidates.iter().flat_map(|candidate| {
                    let all = candidate.reasons.iter();
                    all.map(|because| ((candidate.cell, because.reason), because.points))
                });
                let found: Points = reasons.collect();
                assert_eq!(found, expected, "{}", game.write_position(at));
                met.extend(found.keys().map(|&(_, reason)| reason));
                for candidate in &thinking.candidates {
                    let of = expected.range((candidate.cell, Reason::ALL[0])..);
                    let here = of.take_while(|((cell, _), _)| *cell == candidate.cell);
                    let sum: i32 = here.map(|(_, points)| points).sum();
                    assert_eq!(candidate.total, sum);
                    let order = |because: &crate::go::thinks::Because| -because.points;
                    assert!(candidate.reasons.is_sorted_by_key(order));
                }
            }
        }
    }
    let missing: Vec<&Reason> = Reason::ALL
        .iter()
        .filter(|one| !met.contains(one))
        .collect();
    // Corners of their own have only larger boards.
    assert_eq!(missing, [&Reason::Joseki]);
}

/// What a reason is about: strings, groups and links that are there, with the points that these have.
#[test]
fn reasons_are_about_what_they_weigh() {
    let mut rng = SplitMix64::new(9);
    let game = game("size=9");
    for at in positions(&game, &mut rng, few_or_many(10, 200)) {
        let side = at.turn();
        let limits = ReadingLimits::SWIFT;
        let thinking = think(&game, &at, side, &Weights::default(), limits);
        let sight = &thinking.sight;
        for candidate in &thinking.candidates {
            for because in &candidate.reasons {
                match because.reason {
                    Reason::Capture | Reason::Escape => {
                        let [id] = because.about[..] else {
                            panic!("one string: {because:?}");
                        };
                        let chain = sight.chains.get(id).unwrap();
                        let ko = sight.statuses[id - 1].ko;
                        assert_eq!(chain.side == side, because.reason == Reason::Escape);
                        assert_eq!(because.points, chain.weight as i32 / (1 + i32::from(ko)));
                    }
                    Reason::Kill | Reason::Eyes | Reason::Attack | Reason::Defend => {
                        let [id] = because.about[..] else {
                            panic!("one group: {because:?}");
                        };
                        let own = matches!(because.reason, Reason::Eyes | Reason::Defend);
                        let group = sight.groups.iter().find(|group| group.id == id).unwrap();
                        assert_eq!(group.side == side, own);
                        let life = &group.life;
                        let points = [life.room.at, life.escapes.at, life.connects.at];
                        assert!(points.contains(&Some(candidate.cell)));
                    }
                    Reason::Connect | Reason::Cut => {
                        let about = |link: &&Link| [link.from, link.to] == because.about[..];
                        let link = sight.links.iter().find(about).unwrap();
                        let ends = [link.from, link.to].map(|id| sight.group_of(id).unwrap());
                        assert_eq!(because.points, link_points(ends));
                        assert_eq!(link.side == side, because.reason == Reason::Connect);
                    }
                    Reason::Shape
                    | Reason::Hane
                    | Reason::Extend
                    | Reason::Jump
                    | Reason::Knight
                    | Reason::Tesuji => {
                        let named = |shape: &crate::go::thinks::Shape| {
                            Some(&shape.names) == because.names && shape.reason == because.reason
                        };
                        assert!(shapes().iter().any(named), "{because:?}");
                    }
                    _ => {}
                }
            }
        }
    }
}

/// On large boards not every move is tried; those that are have the points of `gains3`.
#[test]
fn on_large_boards_gains_are_those_of_the_layer() {
    let mut rng = SplitMix64::new(10);
    let game = game("size=13");
    for plies in [20, 90] {
        let at = random_position(&game, &mut rng, plies);
        let side = at.turn();
        let all = candidates(&game, &at, side, &Weights::default(), ReadingLimits::SWIFT);
        let layer = gains(&game, &at, side, territory3);
        let mut compared = 0;
        for candidate in &all {
            for because in &candidate.reasons {
                let of_territory = matches!(
                    because.reason,
                    Reason::Enlarge
                        | Reason::Enclose
                        | Reason::Invade
                        | Reason::Reduce
                        | Reason::Endgame
                        | Reason::Dame
                );
                if of_territory {
                    let said = layer.of.iter().find(|(cell, _)| *cell == candidate.cell);
                    assert_eq!(Some(because.points), said.map(|&(_, gain)| gain));
                    compared += 1;
                }
            }
        }
        assert!(compared > 5, "{compared}");
    }
}

#[test]
fn joseki_that_both_have_begun_count_twice() {
    let game = game("size=19");
    let worth = |moves: &str| {
        let mut at = game.start();
        for text in moves.split_whitespace() {
            let mv = game.read_move(&at, text).unwrap();
            game.play(&mut at, mv);
        }
        let all = candidates(
            &game,
            &at,
            at.turn(),
            &Weights::default(),
            ReadingLimits::SWIFT,
        );
        let reasons = all.into_iter().flat_map(|candidate| candidate.reasons);
        let of = reasons.filter(|because| because.reason == Reason::Joseki);
        of.map(|because| {
            let known = |joseki: &crate::go::thinks::Joseki| Some(&joseki.names) == because.names;
            assert!(joseki().iter().any(known), "{because:?}");
            because.points
        })
        .collect::<BTreeSet<i32>>()
    };
    assert!(worth("").is_empty());
    // One stone alone, of the enemy and of one's own.
    assert_eq!(worth("D4"), BTreeSet::from([7]));
    assert_eq!(worth("D4 pass"), BTreeSet::from([7]));
    assert_eq!(worth("D4 F3"), BTreeSet::from([14]));
}

/// The chooser takes the largest sum, and data for programs has the same numbers.
#[test]
fn the_largest_sum_is_played() {
    let mut rng = SplitMix64::new(11);
    for options in ["size=5", "size=9"] {
        let game = game(options);
        for plies in [0, 6, game.size().points() / 2] {
            let at = random_position(&game, &mut rng, plies);
            let mut player = Classic::new(Chooser::Sum, Weights::default());
            let line = Line::from_position(&game, at);
            let thought = player.think(&game, &line, &Limits::default(), &mut NoObserver);
            let all = Classic::candidates(&game, &at, at.turn());
            let best = all.first().map_or(Move::PASS, |best| Move::at(best.cell));
            assert_eq!(thought.unwrap().best, best);
            let facts = GoLayers.facts(&game, &at, "candidates").unwrap().data;
            let Fact::List(data) = facts else {
                panic!("a list");
            };
            assert_eq!(data.len(), all.len());
            for (fact, candidate) in data.iter().zip(&all) {
                assert_eq!(fact.get("total"), Some(&Fact::from(candidate.total)));
                let Some(Fact::List(reasons)) = fact.get("reasons") else {
                    panic!("reasons");
                };
                let points = reasons.iter().map(|reason| match reason.get("points") {
                    Some(Fact::Number(points)) => *points,
                    other => panic!("{other:?}"),
                });
                assert_eq!(points.sum::<i64>(), i64::from(candidate.total));
            }
        }
    }
}
