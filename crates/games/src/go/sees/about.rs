//! What is said about the point that somebody points at, layer by layer.

use yomikiri_game_api::{About, Remark, Side, Word};

use super::estimate::{Estimate, Grade};
use super::groups::{Answer, Group};
use super::links::{Link, LinkKind, LinkStatus};
use super::strings::{ChainStatus, Chains, Status};
use super::territory::{Gains, Territory};
use super::vertex;
use crate::go::game::Go;
use crate::go::position::Position;

/// Every string.
pub(super) fn strings(game: &Go, chains: &Chains, statuses: &[ChainStatus]) -> Vec<About> {
    let each = chains.all.iter().zip(statuses).map(|(chain, status)| {
        let id = match status.status {
            Status::Alive => "go-status-alive",
            Status::Neutral if status.ko => "go-status-ko",
            Status::Neutral => "go-status-neutral",
            Status::Dead => "go-status-dead",
            Status::Unknown => "go-status-unknown",
        };
        let mut judged = Remark::new(id);
        if status.status == Status::Neutral {
            judged = judged
                .with("attack", point(game, status.attack))
                .with("defend", point(game, status.defend));
        }
        About {
            cells: chain.stones.clone(),
            says: Remark::new("go-about-string")
                .with("id", Word::Number(chain.id))
                .with("stones", Word::Number(chain.stones.len()))
                .with("liberties", Word::Number(chain.liberties.len()))
                .with("status", Word::List(vec![judged])),
        }
    });
    each.collect()
}

/// Every link: the points between its strings, and the stones where these are nearest to each other.
pub(super) fn link(game: &Go, link: &Link, ends: [usize; 2]) -> About {
    let mut judged = Remark::new(match link.status {
        LinkStatus::Connected => "go-link-connected",
        LinkStatus::Neutral => "go-link-neutral",
        LinkStatus::Cut => "go-link-cut",
        LinkStatus::Unknown => "go-link-unknown",
    });
    if link.status == LinkStatus::Neutral {
        judged = judged
            .with("cut", point(game, link.cut))
            .with("join", point(game, link.join));
    }
    let mut cells = link.through.clone();
    cells.extend(ends.into_iter().chain(link.cut).chain(link.join));
    cells.sort_unstable();
    cells.dedup();
    About {
        cells,
        says: Remark::new("go-about-link")
            .with("from", point(game, Some(ends[0])))
            .with("to", point(game, Some(ends[1])))
            .with("kind", Word::message(kind(link.kind)))
            .with("status", Word::List(vec![judged])),
    }
}

const fn kind(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Capture => "go-kind-capture",
        LinkKind::Bamboo => "go-kind-bamboo",
        LinkKind::Diagonal => "go-kind-diagonal",
        LinkKind::SharedLiberties => "go-kind-shared-liberties",
        LinkKind::OneSpace => "go-kind-one-space",
        LinkKind::Edge => "go-kind-edge",
        LinkKind::Knight => "go-kind-knight",
        LinkKind::TwoSpace => "go-kind-two-space",
    }
}

/// A group; `life`: the five questions about it.
pub(super) fn group(game: &Go, chains: &Chains, group: &Group, life: bool) -> About {
    let strings = group.strings.iter().filter_map(|&id| chains.get(id));
    let cells = strings.flat_map(|chain| chain.stones.iter().copied());
    let says = match life {
        true => questions(game, group),
        false => Remark::new("go-about-group")
            .with("id", Word::Number(group.id))
            .with("stones", Word::Number(group.size))
            .with("territory", Word::Number(group.territory))
            .with("eyes", Word::Number(group.eyes))
            .with("strength", Word::Number(group.strength))
            .with("way", Word::message(way(group))),
    };
    About {
        cells: cells.collect(),
        says,
    }
}

const fn way(group: &Group) -> &'static str {
    match (group.safe, group.surrounded) {
        (true, _) => "go-way-safe",
        (false, true) => "go-way-surrounded",
        (false, false) => "go-way-open",
    }
}

fn questions(game: &Go, group: &Group) -> Remark {
    let life = &group.life;
    let all = [
        ("go-life-two-eyes", life.two_eyes),
        ("go-life-room", life.room),
        ("go-life-connects", life.connects),
        ("go-life-escapes", life.escapes),
        ("go-life-captures", life.captures),
    ];
    let each = all
        .map(|(id, answer)| Remark::new(id).with("answer", Word::List(vec![word(game, answer)])));
    Remark::new("go-about-life")
        .with("id", Word::Number(group.id))
        .with("ease", Word::Number(group.life.ease))
        .with("answers", Word::List(each.into()))
}

fn word(game: &Go, answer: Answer) -> Remark {
    match (answer.yes, answer.at) {
        (Some(true), Some(at)) => Remark::new("go-answer-at").with("at", point(game, Some(at))),
        (Some(true), None) => Remark::new("go-answer-yes"),
        (Some(false), _) => Remark::new("go-answer-no"),
        (None, _) => Remark::new("go-answer-unknown"),
    }
}

/// Territory without grades.
pub(super) fn territory(at: &Position, territory: &Territory) -> Vec<About> {
    let id = |cell: usize, owner: Option<Side>| match (at.stone(cell), owner) {
        (Some(_), _) => None,
        (None, Some(_)) => Some("go-about-owned"),
        (None, None) => Some("go-about-nobodys"),
    };
    by_owner(&territory.owners, id)
}

/// Territory with its grades.
pub(super) fn graded(at: &Position, seen: &Estimate) -> Vec<About> {
    let id = |cell: usize, owner: Option<Side>| match (at.stone(cell), owner, seen.grades[cell]) {
        (Some(_), None, _) | (Some(_), _, Grade::Nobody) => None,
        (Some(_), Some(_), _) => Some("go-about-dead"),
        (None, Some(_), Grade::Territory) => Some("go-about-territory"),
        (None, Some(_), Grade::Framework) => Some("go-about-framework"),
        (None, ..) => Some("go-about-nobodys"),
    };
    by_owner(&seen.owners, id)
}

/// Cells of which the same is said are told together.
fn by_owner(
    owners: &[Option<Side>],
    id: impl Fn(usize, Option<Side>) -> Option<&'static str>,
) -> Vec<About> {
    let mut all: Vec<About> = Vec::new();
    for (cell, &owner) in owners.iter().enumerate() {
        let Some(id) = id(cell, owner) else {
            continue;
        };
        let mut says = Remark::new(id);
        if let (Some(side), false) = (owner, id == "go-about-nobodys") {
            says = says.with("side", side_word(side));
        }
        together(&mut all, cell, says);
    }
    all
}

/// What a move of the side to move gains on every point.
pub(super) fn gains(gains: &Gains) -> Vec<About> {
    let mut all: Vec<About> = Vec::new();
    for &(cell, gain) in &gains.of {
        let says = Remark::new("go-about-gain")
            .with("side", side_word(gains.side))
            .with("gain", Word::text(format!("{gain:+}")));
        together(&mut all, cell, says);
    }
    all
}

fn together(all: &mut Vec<About>, cell: usize, says: Remark) {
    match all.iter_mut().find(|about| about.says == says) {
        Some(about) => about.cells.push(cell),
        None => all.push(About {
            cells: vec![cell],
            says,
        }),
    }
}

fn point(game: &Go, cell: Option<usize>) -> Word {
    Word::text(cell.map_or("-".to_owned(), |cell| vertex(game, cell)))
}

fn side_word(side: Side) -> Word {
    Word::message(match side {
        Side::First => "side-black",
        Side::Second => "side-white",
    })
}
