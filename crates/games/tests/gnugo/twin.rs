//! The slow twin of reading: follows somebody who says that he takes a string, against every answer.
//!
//! There are two ways to go through the answers:
//!
//! - [`Answers::All`]: every legal move and a pass, move after move, and nothing else. With two moves of the attacker
//!   that threaten nothing at once, all pairs of answers on the board are tried, and with three there are too many.
//! - [`Answers::InZone`]: a pass first. If the string is taken although the defender passes, answers outside the
//!   *zone* of that success change nothing and lose as the pass does. All legal answers within it are tried.
//!
//! # What a zone is
//!
//! A zone of a success is a set of points such that the attacker succeeds on *every* board with the same stones on
//! these points (and the same ko, if its point is one of them), whatever lies elsewhere. By induction:
//!
//! - *The string has one liberty and can be taken*: the string and all points beside it.
//! - *The attacker moves*: the zone of what follows, and what the effect of the move depends on: its point, the points
//!   beside it, strings that it takes with all points beside them; of enemy strings that it does not take the stones
//!   and another liberty; if it needs one, a string of his own with another liberty.
//! - *The defender moves*: the zone of the success after a pass, and of every attacking string in that zone all stones
//!   and a liberty. A move elsewhere cannot take such a string, so it changes nothing within the zone of the pass. Every
//!   empty point of the zone is tried. Its success adds its own zone, the same for every attacking string there that the
//!   move does not take, and strings that it does take with all points beside them (and those beside the move, which make
//!   a ko or not). Where the move is illegal, what makes it so is added. This ends when no empty point is left.
//!
//! So a success is remembered with its zone, and holds on every board that is the same there. Nothing of this is
//! shared with the zones of the reading itself, which are guesses of what matters.

use std::collections::HashSet;

use yomikiri_game_api::{Arrange, Game, Side};
use yomikiri_games::go::{Go, Move, Position};

/// What an attacker who is followed says.
pub(crate) enum Says {
    /// He plays on here.
    Plays(usize),
    /// Nothing takes the string.
    GivesUp,
    /// A limit cut his reading.
    DoesNotKnow,
}

/// How hard an attacker thinks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// As always.
    Usual,
    /// As hard as he can: asked if he did not know otherwise.
    Most,
}

pub(crate) type Attacker<'a> = dyn FnMut(&Position, Effort) -> Says + 'a;

/// Which answers are tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answers {
    /// Every legal one.
    All,
    /// Those that can change what happens after a pass.
    InZone,
}

/// The end of a walk.
pub(crate) enum End {
    /// The string comes off the board.
    Taken,
    /// It does not, after these moves.
    Saved(Vec<Move>),
    /// Too many questions, or the attacker does not know.
    TooLarge,
}

/// A string and how much may be asked about it.
pub(crate) struct Walk<'a> {
    pub(crate) game: &'a Go,
    /// A stone of the string.
    pub(crate) cell: usize,
    pub(crate) answers: Answers,
    /// Questions to the attacker after which the walk is given up.
    pub(crate) questions: usize,
    /// The answer to try before all others: the same end, sooner where the attacker is wrong.
    pub(crate) first_answer: fn(&Go, &Position, usize) -> Option<Move>,
}

impl Walk<'_> {
    /// Follows an attacker from a position on.
    pub(crate) fn follow(self, at: &Position, attacker: &mut Attacker<'_>) -> End {
        let mut twin = Twin {
            defender: at.stone(self.cell).expect("a stone"),
            left: self.questions,
            walk: self,
            taken: HashSet::new(),
            successes: Vec::new(),
            path: Vec::new(),
            refutation: Vec::new(),
        };
        match twin.takes(at, None, attacker) {
            Verdict::Taken(_) => End::Taken,
            Verdict::Saved => {
                twin.refutation.reverse();
                End::Saved(twin.refutation)
            }
            Verdict::TooLarge => End::TooLarge,
        }
    }
}

/// A set of points.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Points([u64; 6]);

impl Points {
    fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    fn extend(&mut self, cells: &[usize]) {
        for &cell in cells {
            self.insert(cell);
        }
    }

    fn contains(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    fn join(&mut self, other: &Points) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    fn are_same_within(&self, other: &Points, zone: &Points) -> bool {
        let words = self.0.iter().zip(other.0).zip(zone.0);
        words
            .into_iter()
            .all(|((one, two), zone)| (one ^ two) & zone == 0)
    }
}

/// The stones of both sides.
fn stones(game: &Go, at: &Position) -> [Points; 2] {
    let mut stones = [Points::default(); 2];
    for cell in 0..game.size().points() {
        if let Some(side) = at.stone(cell) {
            stones[side.index()].insert(cell);
        }
    }
    stones
}

/// A success that was found, with the attacker to move.
struct Success {
    point: usize,
    zone: Points,
    stones: [Points; 2],
    ko: Option<usize>,
}

enum Verdict {
    /// With its zone; empty where all answers are tried.
    Taken(Points),
    Saved,
    TooLarge,
}

struct Twin<'a> {
    walk: Walk<'a>,
    defender: Side,
    left: usize,
    /// Where all answers are tried: positions with the attacker to move in which the string is taken.
    taken: HashSet<Position>,
    successes: Vec<Success>,
    /// Boards on the way here. Whoever repeats one takes nothing.
    path: Vec<u64>,
    /// The moves of both sides down to where the attacker gives up, the last one first.
    refutation: Vec<Move>,
}

impl Twin<'_> {
    /// The attacker is to move; `hint`: what works after a pass, to be tried where he does not know at once.
    fn takes(
        &mut self,
        at: &Position,
        hint: Option<usize>,
        attacker: &mut Attacker<'_>,
    ) -> Verdict {
        let game = self.walk.game;
        let at = game.with_turn(at, !self.defender).expect("either may move");
        let (string, liberties) = game.string(&at, self.walk.cell);
        if let [last] = liberties[..]
            && game.is_legal(&at, last)
        {
            return Verdict::Taken(self.with_neighbours(&string));
        }
        if let Some((zone, _)) = self.known(&at) {
            return Verdict::Taken(zone);
        }
        let key = game.key(&at);
        if self.path.contains(&key) {
            return Verdict::Saved;
        }
        let Some(left) = self.left.checked_sub(1) else {
            return Verdict::TooLarge;
        };
        self.left = left;
        let mut says = attacker(&at, Effort::Usual);
        self.path.push(key);
        if let (Says::DoesNotKnow, Some(point)) = (&says, hint)
            && game.is_legal(&at, point)
        {
            let refuted = self.refutation.len();
            let verdict = self.plays(&at, point, attacker);
            if matches!(verdict, Verdict::Taken(_)) {
                self.path.pop();
                return verdict;
            }
            self.refutation.truncate(refuted);
        }
        if matches!(says, Says::DoesNotKnow) {
            says = attacker(&at, Effort::Most);
        }
        let verdict = match says {
            Says::Plays(point) => self.plays(&at, point, attacker),
            Says::GivesUp => Verdict::Saved,
            Says::DoesNotKnow => Verdict::TooLarge,
        };
        self.path.pop();
        verdict
    }

    /// A success that holds here: its zone, and the move.
    fn known(&self, at: &Position) -> Option<(Points, usize)> {
        if self.walk.answers == Answers::All {
            let nowhere = (Points::default(), self.walk.cell);
            return self.taken.contains(at).then_some(nowhere);
        }
        let here = stones(self.walk.game, at);
        let holds = |success: &&Success| {
            let Success {
                zone, stones, ko, ..
            } = success;
            let same = |side: usize| here[side].are_same_within(&stones[side], zone);
            let same_ko = |cell: usize| *ko == Some(cell) || !zone.contains(cell);
            same(0) && same(1) && at.ko().is_none_or(same_ko)
        };
        let found = self.successes.iter().rev().find(holds)?;
        Some((found.zone, found.point))
    }

    fn remember(&mut self, at: &Position, point: usize, zone: Points) {
        match self.walk.answers {
            Answers::All => {
                self.taken.insert(*at);
            }
            Answers::InZone => self.successes.push(Success {
                point,
                zone,
                stones: stones(self.walk.game, at),
                ko: at.ko(),
            }),
        }
    }

    /// The attacker plays.
    fn plays(&mut self, at: &Position, point: usize, attacker: &mut Attacker<'_>) -> Verdict {
        let game = self.walk.game;
        assert!(game.is_legal(at, point), "an illegal attack");
        let mut after = *at;
        game.play(&mut after, Move::at(point));
        let verdict = match self.walk.answers {
            _ if after.stone(self.walk.cell) != Some(self.defender) => {
                let (string, _) = game.string(at, self.walk.cell);
                Verdict::Taken(self.with_neighbours(&string))
            }
            Answers::All => self.all_answers(&after, attacker),
            Answers::InZone => self.answers_in_zone(&after, attacker),
        };
        match verdict {
            Verdict::Taken(zone) => {
                let zone = self.with_attack(at, point, zone);
                self.remember(at, point, zone);
                Verdict::Taken(zone)
            }
            Verdict::Saved => {
                self.refutation.push(Move::at(point));
                Verdict::Saved
            }
            Verdict::TooLarge => Verdict::TooLarge,
        }
    }

    /// The attacker goes on after an answer.
    fn after(
        &mut self,
        at: &Position,
        mv: Move,
        hint: Option<usize>,
        attacker: &mut Attacker<'_>,
    ) -> Verdict {
        let mut next = *at;
        self.walk.game.play(&mut next, mv);
        let verdict = self.takes(&next, hint, attacker);
        if matches!(verdict, Verdict::Saved) {
            self.refutation.push(mv);
        }
        verdict
    }

    /// How far a point is from the string: what is near decides most, so failures are found soon.
    fn distance(&self, cell: usize) -> usize {
        let (lines, to) = (self.walk.game.size().width(), self.walk.cell);
        (cell % lines).abs_diff(to % lines) + (cell / lines).abs_diff(to / lines)
    }

    fn all_answers(&mut self, at: &Position, attacker: &mut Attacker<'_>) -> Verdict {
        let mut answers = Vec::new();
        self.walk.game.legal_moves(at, &mut answers);
        let first = (self.walk.first_answer)(self.walk.game, at, self.walk.cell);
        answers.sort_by_key(|mv| {
            (
                Some(*mv) != first,
                mv.cell().map_or(0, |cell| self.distance(cell)),
            )
        });
        for mv in answers {
            let verdict = self.after(at, mv, None, attacker);
            if !matches!(verdict, Verdict::Taken(_)) {
                return verdict;
            }
        }
        Verdict::Taken(Points::default())
    }

    fn answers_in_zone(&mut self, at: &Position, attacker: &mut Attacker<'_>) -> Verdict {
        let game = self.walk.game;
        let first = (self.walk.first_answer)(game, at, self.walk.cell);
        if let Some(mv) = first.filter(|mv| mv.cell().is_none_or(|cell| game.is_legal(at, cell))) {
            let verdict = self.after(at, mv, None, attacker);
            if !matches!(verdict, Verdict::Taken(_)) {
                return verdict;
            }
        }
        let mut zone = match self.after(at, Move::PASS, None, attacker) {
            Verdict::Taken(zone) => self.with_defence(at, None, &zone, zone),
            verdict => return verdict,
        };
        let mut passed = *at;
        game.play(&mut passed, Move::PASS);
        let hint = self.known(&passed).map(|(_, point)| point);
        let mut order: Vec<usize> = (0..game.size().points()).collect();
        order.retain(|&cell| at.stone(cell).is_none());
        order.sort_by_key(|&cell| self.distance(cell));
        while let Some(next) = order.iter().position(|&cell| zone.contains(cell)) {
            let cell = order.remove(next);
            if !game.is_legal(at, cell) {
                zone = self.with_illegality(at, cell, zone);
                continue;
            }
            match self.after(at, Move::at(cell), hint, attacker) {
                Verdict::Taken(more) => {
                    zone.join(&more);
                    zone = self.with_defence(at, Some(cell), &more, zone);
                }
                verdict => return verdict,
            }
        }
        Verdict::Taken(zone)
    }

    fn with_neighbours(&self, cells: &[usize]) -> Points {
        let mut zone = Points::default();
        zone.extend(cells);
        for cell in cells.iter().flat_map(|&cell| self.walk.game.beside(cell)) {
            zone.insert(cell);
        }
        zone
    }

    /// With the stones of a string and one of its liberties besides a point, if it has another: one that is there
    /// already, or the nearest.
    fn with_liberty(&self, at: &Position, stone: usize, point: Option<usize>, zone: &mut Points) {
        let (stones, mut liberties) = self.walk.game.string(at, stone);
        liberties.retain(|&cell| Some(cell) != point);
        zone.extend(&stones);
        if !liberties.iter().any(|&cell| zone.contains(cell))
            && let Some(&cell) = liberties.iter().min_by_key(|&&cell| self.distance(cell))
        {
            zone.insert(cell);
        }
    }

    /// With what the effect of a move of the attacker depends on.
    fn with_attack(&self, at: &Position, point: usize, zone: Points) -> Points {
        let game = self.walk.game;
        let mut zone = zone;
        zone.insert(point);
        let beside: Vec<usize> = game.beside(point).collect();
        zone.extend(&beside);
        let mut is_free = beside.iter().any(|&cell| at.stone(cell).is_none());
        for &cell in &beside {
            if at.stone(cell) != Some(!at.turn()) {
                continue;
            }
            let (stones, liberties) = game.string(at, cell);
            if liberties == [point] {
                zone.join(&self.with_neighbours(&stones));
                is_free = true;
            } else {
                self.with_liberty(at, cell, Some(point), &mut zone);
            }
        }
        let joins = |&&cell: &&usize| {
            at.stone(cell) == Some(at.turn()) && game.string(at, cell).1.len() > 1
        };
        if !is_free && let Some(&friend) = beside.iter().find(joins) {
            self.with_liberty(at, friend, Some(point), &mut zone);
        }
        zone
    }

    /// With what makes a move of the side to move illegal.
    fn with_illegality(&self, at: &Position, point: usize, zone: Points) -> Points {
        let game = self.walk.game;
        let mut zone = zone;
        let beside: Vec<usize> = game.beside(point).collect();
        zone.extend(&beside);
        for &cell in &beside {
            match at.stone(cell) {
                Some(side) if side == at.turn() => {
                    zone.join(&self.with_neighbours(&game.string(at, cell).0));
                }
                Some(_) => self.with_liberty(at, cell, Some(point), &mut zone),
                None => {}
            }
        }
        zone
    }

    /// With what keeps a move of the defender, or one somewhere else, from changing more of a zone than it does here:
    /// a liberty of every attacking string in it that is not taken, and all about those that are.
    fn with_defence(
        &self,
        at: &Position,
        point: Option<usize>,
        of: &Points,
        zone: Points,
    ) -> Points {
        let game = self.walk.game;
        let mut zone = zone;
        let mut seen = Points::default();
        for cell in 0..game.size().points() {
            let is_beside = point.is_some_and(|point| game.beside(cell).any(|near| near == point));
            let matters = of.contains(cell) || is_beside;
            if seen.contains(cell) || !matters || at.stone(cell) != Some(!self.defender) {
                continue;
            }
            let (stones, liberties) = game.string(at, cell);
            seen.extend(&stones);
            if let (Some(point), &[last]) = (point, &liberties[..])
                && point == last
            {
                zone.join(&self.with_neighbours(&stones));
                zone.join(&self.with_neighbours(&[point]));
            } else if of.contains(cell) {
                self.with_liberty(at, cell, point, &mut zone);
            }
        }
        zone
    }
}
