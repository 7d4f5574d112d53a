//! All layers of a position at once, each made from those before it.

use yomikiri_game_api::{Bar, Fact, Facts, Mark, Overlay, Shape, Side, Tone};

use super::about;
use super::estimate::{Estimate, Grade, Strengths, estimate};
use super::groups::{Ground, Group, groups};
use super::links::{Link, links};
use super::strings::{ChainStatus, Chains, Status, chains, statuses};
use super::territory::Territory;
use crate::go::benson::{Unconditional, unconditional};
use crate::go::game::Go;
use crate::go::position::Position;
use crate::go::reading::ReadingLimits;

/// What a program sees.
#[derive(Clone, Debug)]
pub struct Sight {
    /// Strings.
    pub chains: Chains,
    /// Their life or death, in the order of their ids.
    pub statuses: Vec<ChainStatus>,
    /// Links.
    pub links: Vec<Link>,
    /// Groups.
    pub groups: Vec<Group>,
    /// Territory with its grades.
    pub estimate: Estimate,
}

/// The strength of strings that can be taken, but not yet.
const THREATENED: i32 = 60;

impl Sight {
    /// Looks at a position.
    pub fn of(game: &Go, at: &Position, limits: ReadingLimits) -> Sight {
        let chains = chains(game, at);
        let statuses = statuses(game, at, &chains, limits);
        let links = links(game, at, &chains, &statuses);
        let certain = unconditional(game, at);
        let mut strengths = string_strengths(at, &chains, &statuses);
        for (chain, strength) in chains.all.iter().zip(&mut strengths) {
            match certain[chain.stones[0]] {
                Unconditional::Alive(_) | Unconditional::Within(_) => *strength = 100,
                Unconditional::Dead(_) => *strength = 0,
                _ => {}
            }
        }
        let estimate = estimate(game, at, &chains, &links, &strengths);
        // Groups are judged on this ground and do not change it: taking those for dead that look surrounded gave up
        // too many stones in matches.
        let groups = groups(&Ground {
            game,
            at,
            chains: &chains,
            statuses: &statuses,
            links: &links,
            estimate: &estimate,
            certain: &certain,
        });
        Sight {
            chains,
            statuses,
            links,
            groups,
            estimate,
        }
    }

    /// The group of a string.
    pub fn group_of(&self, string: usize) -> Option<&Group> {
        self.groups
            .iter()
            .find(|group| group.strings.contains(&string))
    }
}

/// What reading says: what the side to move can take is gone.
fn string_strengths(at: &Position, chains: &Chains, statuses: &[ChainStatus]) -> Strengths {
    let read = chains.all.iter().zip(statuses);
    let strength = read.map(|(chain, status)| match status.status {
        Status::Dead => 0,
        Status::Neutral if chain.side != at.turn() => 0,
        Status::Neutral => THREATENED,
        Status::Alive | Status::Unknown => 100,
    });
    strength.collect()
}

/// Territory of our own.
pub fn territory3(game: &Go, at: &Position) -> Territory {
    let seen = Sight::of(game, at, ReadingLimits::SWIFT).estimate;
    Territory {
        value: seen.value(),
        tenths: seen.tenths,
        owners: seen.owners,
    }
}

pub(super) fn facts(game: &Go, at: &Position, sight: &Sight) -> Facts {
    let seen = &sight.estimate;
    let territory = Territory {
        owners: seen.owners.clone(),
        value: seen.value(),
        tenths: seen.tenths,
    };
    let rows = territory.rows(game, at);
    let width = game.size().width();
    let grades = (0..game.size().height()).map(|row| {
        let cells = row * width..(row + 1) * width;
        cells.map(|cell| seen.letter(cell)).collect::<String>()
    });
    Facts {
        text: super::territory::text(&territory, &rows),
        data: Fact::record([
            ("value", territory.value.into()),
            ("rows", Fact::list(rows)),
            ("grades", Fact::list(grades)),
        ]),
    }
}

/// Territory as squares, framework as dots, dead stones as crosses.
pub(super) fn overlay(at: &Position, sight: &Sight) -> Overlay {
    let seen = &sight.estimate;
    let mut overlay = Overlay {
        about: about::graded(at, seen),
        ..Overlay::default()
    };
    let mut sure = [0.0; 2];
    let mut likely = [0.0; 2];
    for (cell, owner) in seen.owners.iter().enumerate() {
        let Some(side) = *owner else {
            continue;
        };
        let shape = match (at.stone(cell), seen.grades[cell]) {
            (_, Grade::Nobody) => continue,
            (Some(_), _) => Shape::Cross,
            (None, Grade::Territory) => Shape::Square,
            (None, Grade::Framework) => Shape::Dot,
        };
        match seen.grades[cell] {
            Grade::Territory => sure[side.index()] += 1.0,
            _ => likely[side.index()] += 1.0,
        }
        overlay.marks.push(Mark {
            cell,
            shape,
            tone: Tone::from(side),
        });
    }
    let bar = |name: &str, [first, second]: [f32; 2]| Bar {
        name: name.into(),
        first,
        second,
    };
    overlay.bars.push(bar("term-territory", sure));
    overlay.bars.push(bar("term-framework", likely));
    let total = seen.tenths as f32 / 10.0;
    let of = |side: Side| match side {
        Side::First => total.max(0.0),
        Side::Second => (-total).max(0.0),
    };
    overlay.bars.push(bar("term-estimate", Side::BOTH.map(of)));
    overlay
}
