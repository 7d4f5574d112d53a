//! Groups 群: strings joined by links that hold, with the attributes of the document's example and its five
//! questions about life.

use yomikiri_game_api::{Fact, Facts, Label, Overlay, Remark, Side, Tone, Word};

use super::estimate::Estimate;
use super::links::{Link, LinkStatus};
use super::strings::{ChainStatus, Chains, Status};
use super::{about, side_letter, vertex};
use crate::go::benson::Unconditional;
use crate::go::game::Go;
use crate::go::points::column_and_row;
use crate::go::position::Position;

/// Points that are enough for two eyes whatever their shape.
const PLENTY: usize = 7;
/// Points that are too few.
const TOO_FEW: usize = 4;
/// Open points that are a way out.
const WAY_OUT: usize = 9;
/// Groups of one side that are so few steps apart are near each other.
const NEAR: usize = 4;

/// A group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// From 1, by its first string.
    pub id: usize,
    /// Whose it is.
    pub side: Side,
    /// The ids of its strings.
    pub strings: Vec<usize>,
    /// Stones.
    pub size: usize,
    /// Its territory and framework, in points.
    pub territory: usize,
    /// Separate eyes that are there already.
    pub eyes: usize,
    /// Whether it has no way out.
    pub surrounded: bool,
    /// The ids of groups of its side near it.
    pub near: Vec<usize>,
    /// The ids of enemy groups beside it.
    pub enemies: Vec<usize>,
    /// From 0 (dead) to 100 (cannot be killed).
    pub strength: usize,
    /// Whether nothing can happen to it: unconditional life.
    pub safe: bool,
    /// The document's five questions.
    pub life: Life,
}

/// An answer with the point that it is about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// `None`: not known.
    pub yes: Option<bool>,
    /// Where.
    pub at: Option<usize>,
}

impl Answer {
    fn word(self) -> &'static str {
        match self.yes {
            Some(true) => "yes",
            Some(false) => "no",
            None => "unknown",
        }
    }
}

/// The five questions about the life of a group.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Life {
    /// Has it two eyes?
    pub two_eyes: Answer,
    /// Is there room for two?
    pub room: Answer,
    /// Can it be joined to living friends?
    pub connects: Answer,
    /// Can it break out?
    pub escapes: Answer,
    /// Can it take what surrounds it?
    pub captures: Answer,
    /// All together.
    pub status: Status,
    /// How easily it lives, from 0 to 100.
    pub ease: usize,
}

/// What the groups are made from.
pub(super) struct Ground<'a> {
    pub(super) game: &'a Go,
    pub(super) at: &'a Position,
    pub(super) chains: &'a Chains,
    pub(super) statuses: &'a [ChainStatus],
    pub(super) links: &'a [Link],
    pub(super) estimate: &'a Estimate,
    pub(super) certain: &'a [Unconditional],
}

/// The group of every string, by the string's id less 1: strings joined by links that hold.
fn joined(ground: &Ground<'_>) -> Vec<usize> {
    let mut head: Vec<usize> = (0..ground.chains.all.len()).collect();
    fn top(head: &[usize], mut at: usize) -> usize {
        while head[at] != at {
            at = head[at];
        }
        at
    }
    let links = ground.links.iter();
    for link in links.filter(|link| link.status == LinkStatus::Connected) {
        let (a, b) = (top(&head, link.from - 1), top(&head, link.to - 1));
        head[a.max(b)] = a.min(b);
    }
    (0..head.len()).map(|at| top(&head, at)).collect()
}

pub(super) fn groups(ground: &Ground<'_>) -> Vec<Group> {
    let heads = joined(ground);
    let mut order: Vec<usize> = heads.clone();
    order.sort_unstable();
    order.dedup();
    let group_of = |string: usize| {
        let head = heads[string - 1];
        order.iter().position(|&one| one == head).unwrap_or(0) + 1
    };
    let mut groups: Vec<Group> = Vec::new();
    for (number, &head) in order.iter().enumerate() {
        let strings: Vec<usize> = (1..=heads.len())
            .filter(|id| heads[id - 1] == head)
            .collect();
        groups.push(ground.group(number + 1, strings, &group_of));
    }
    // What a group says about its friends depends on how those stand alone.
    let strong: Vec<bool> = groups
        .iter()
        .map(|group| {
            group.safe || group.life.two_eyes.yes == Some(true) || group.life.room.yes == Some(true)
        })
        .collect();
    for group in &mut groups {
        group.life.connects = ground.connects(group, &group_of, &strong);
        group.life = ground.judged(group);
        group.strength = match group.safe {
            true => 100,
            false => group.life.ease,
        };
    }
    groups
}

impl Ground<'_> {
    fn group(&self, id: usize, strings: Vec<usize>, group_of: &dyn Fn(usize) -> usize) -> Group {
        let members: Vec<_> = strings
            .iter()
            .filter_map(|&id| self.chains.get(id))
            .collect();
        let side = members[0].side;
        let stones: Vec<usize> = members
            .iter()
            .flat_map(|chain| chain.stones.iter().copied())
            .collect();
        let mut liberties: Vec<usize> = members
            .iter()
            .flat_map(|chain| chain.liberties.iter().copied())
            .collect();
        liberties.sort_unstable();
        liberties.dedup();
        let own = |cell: usize| self.estimate.owners[cell] == Some(side);
        let room = self.flood(&liberties, |cell| self.is_open(cell) && own(cell));
        let not_enemy = |cell: usize| {
            self.at.stone(cell).is_none() && self.estimate.owners[cell] != Some(!side)
        };
        let way = self.flood(&liberties, not_enemy);
        let eyes = self.eyes(side, &room, &strings);
        let mut enemies: Vec<usize> = members
            .iter()
            .flat_map(|chain| chain.neighbours.iter().map(|&id| group_of(id)))
            .collect();
        enemies.sort_unstable();
        enemies.dedup();
        let mut near: Vec<usize> = self
            .chains
            .all
            .iter()
            .filter(|chain| chain.side == side && !strings.contains(&chain.id))
            .filter(|chain| self.apart(&chain.stones, &stones) <= NEAR)
            .map(|chain| group_of(chain.id))
            .collect();
        near.sort_unstable();
        near.dedup();
        let safe = stones
            .iter()
            .all(|&cell| self.certain[cell] == Unconditional::Alive(side));
        let surrounded = way.len() < WAY_OUT;
        let two_eyes = match (safe, eyes.len()) {
            (true, _) | (_, 2..) => Some(true),
            _ if room.len() < 2 => Some(false),
            _ => None,
        };
        let has_room = match room.len() {
            PLENTY.. => Some(true),
            0..TOO_FEW => Some(false),
            _ => None,
        };
        let unknown = Answer {
            yes: None,
            at: None,
        };
        Group {
            id,
            side,
            size: stones.len(),
            territory: room.len(),
            eyes: eyes.len(),
            surrounded,
            near,
            enemies,
            strength: 0,
            safe,
            life: Life {
                two_eyes: Answer {
                    yes: two_eyes,
                    at: eyes.first().map(|eye| eye[0]),
                },
                room: Answer {
                    yes: has_room,
                    at: self.middle(&room),
                },
                connects: unknown,
                escapes: Answer {
                    yes: Some(!surrounded),
                    at: match surrounded {
                        true => None,
                        false => self.way_out(&liberties, &way),
                    },
                },
                captures: self.captures(&members, side),
                status: Status::Unknown,
                ease: 0,
            },
            strings,
        }
    }

    /// Empty, or a stone that is dead.
    fn is_open(&self, cell: usize) -> bool {
        self.at.stone(cell).is_none() || self.estimate.dead.contains(&cell)
    }

    fn flood(&self, from: &[usize], within: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.game.size().points()];
        let mut found: Vec<usize> = Vec::new();
        for &cell in from.iter().filter(|&&cell| within(cell)) {
            if !seen[cell] {
                seen[cell] = true;
                found.push(cell);
            }
        }
        let mut at = 0;
        while let Some(&cell) = found.get(at) {
            at += 1;
            for to in self.game.beside(cell) {
                if !seen[to] && within(to) {
                    seen[to] = true;
                    found.push(to);
                }
            }
        }
        found
    }

    /// The parts of its room that only this group's stones border.
    fn eyes(&self, side: Side, room: &[usize], strings: &[usize]) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = room.to_vec();
        let mut eyes = Vec::new();
        while let Some(&cell) = left.first() {
            let part = self.flood(&[cell], |cell| self.is_open(cell));
            left.retain(|cell| !part.contains(cell));
            let closed = part
                .iter()
                .flat_map(|&cell| self.game.beside(cell))
                .all(|cell| {
                    self.is_open(cell)
                        || self.at.stone(cell) == Some(side)
                            && strings.contains(&self.chains.ids[cell])
                });
            if closed && part.len() <= PLENTY && self.is_real_eye(side, &part) {
                eyes.push(part);
            }
        }
        eyes
    }

    /// A single point is false if the enemy holds too many of its corners.
    fn is_real_eye(&self, side: Side, eye: &[usize]) -> bool {
        let &[cell] = eye else {
            return true;
        };
        let size = self.game.size();
        let (column, row) = column_and_row(size, cell);
        let (mut enemies, mut outside) = (0, 0);
        for (dx, dy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (x, y) = (column as i32 + dx, row as i32 + dy);
            let inside =
                (0..size.width() as i32).contains(&x) && (0..size.height() as i32).contains(&y);
            if !inside {
                outside += 1;
                continue;
            }
            let corner = y as usize * size.width() + x as usize;
            let lost =
                self.at.stone(corner) == Some(!side) && !self.estimate.dead.contains(&corner);
            enemies += usize::from(lost);
        }
        enemies <= usize::from(outside == 0)
    }

    fn apart(&self, from: &[usize], to: &[usize]) -> usize {
        let place = |cell: usize| column_and_row(self.game.size(), cell);
        let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
        let steps = pairs.map(|(a, b)| {
            let ((ax, ay), (bx, by)) = (place(a), place(b));
            ax.abs_diff(bx) + ay.abs_diff(by)
        });
        steps.min().unwrap_or(usize::MAX)
    }

    /// The cell of a region with most of it around: where two eyes are made or prevented.
    fn middle(&self, region: &[usize]) -> Option<usize> {
        let around = |&&cell: &&usize| {
            let beside = self.game.beside(cell).filter(|to| region.contains(to));
            // The first of equals.
            (beside.count(), std::cmp::Reverse(cell))
        };
        let empty = region.iter().filter(|&&cell| self.at.stone(cell).is_none());
        empty.max_by_key(around).copied()
    }

    /// The liberty from which most open points are next.
    fn way_out(&self, liberties: &[usize], way: &[usize]) -> Option<usize> {
        let open = liberties.iter().filter(|cell| way.contains(cell));
        let around = |&&cell: &&usize| {
            let beside = self
                .game
                .beside(cell)
                .filter(|&to| self.at.stone(to).is_none());
            (beside.count(), std::cmp::Reverse(cell))
        };
        open.max_by_key(around).copied()
    }

    fn captures(&self, members: &[&super::Chain], side: Side) -> Answer {
        let beside = members.iter().flat_map(|chain| chain.neighbours.iter());
        let taken = beside
            .filter_map(|&id| self.statuses.get(id - 1))
            .find(|status| matches!(status.status, Status::Dead | Status::Neutral));
        let can =
            taken.is_some_and(|status| status.status == Status::Dead || self.at.turn() == side);
        Answer {
            yes: Some(can),
            at: taken.filter(|_| can).and_then(|status| status.attack),
        }
    }

    fn connects(
        &self,
        group: &Group,
        group_of: &dyn Fn(usize) -> usize,
        strong: &[bool],
    ) -> Answer {
        let mut links = self.links.iter().filter(|link| {
            let ends = [link.from, link.to].map(group_of);
            let other = ends.iter().find(|&&id| id != group.id);
            ends.contains(&group.id) && other.is_some_and(|&id| strong[id - 1])
        });
        let link = links.find(|link| link.status == LinkStatus::Neutral);
        Answer {
            yes: Some(link.is_some()),
            at: link.and_then(|link| link.join),
        }
    }

    /// The five answers together.
    fn judged(&self, group: &Group) -> Life {
        let life = group.life;
        let yes = |answer: Answer| answer.yes == Some(true);
        let lost = group.strings.iter().all(|&id| {
            let status = self.statuses[id - 1].status;
            status == Status::Dead || status == Status::Neutral && self.at.turn() != group.side
        });
        let status = if lost {
            Status::Dead
        } else if yes(life.two_eyes) || yes(life.room) || yes(life.escapes) {
            Status::Alive
        } else if yes(life.connects) || yes(life.captures) {
            Status::Neutral
        } else if life.room.yes == Some(false) {
            Status::Dead
        } else {
            Status::Unknown
        };
        let part = |answer: Answer, weight: usize| match answer.yes {
            Some(true) => weight,
            Some(false) => 0,
            None => weight / 2,
        };
        let sum = part(life.two_eyes, 100)
            + part(life.room, 70)
            + part(life.escapes, 50)
            + part(life.connects, 35)
            + part(life.captures, 30)
            + 2 * group.territory;
        Life {
            status,
            ease: if status == Status::Dead {
                0
            } else {
                sum.clamp(5, 100)
            },
            ..life
        }
    }
}

pub(in crate::go) fn listed(groups: &[Group]) -> String {
    let mut text = String::new();
    for group in groups {
        let strings: Vec<String> = group.strings.iter().map(usize::to_string).collect();
        text += &format!(
            "{} {} strings={} territory={} eyes={} surrounded={} strength={}\n",
            group.id,
            side_letter(group.side),
            strings.join(","),
            group.territory,
            group.eyes,
            u8::from(group.surrounded),
            group.strength,
        );
    }
    text
}

pub(super) fn facts(groups: &[Group]) -> Facts {
    let ids = |ids: &[usize]| Fact::list(ids.iter().copied());
    let data = groups.iter().map(|group| {
        Fact::record([
            ("id", group.id.into()),
            ("side", group.side.word().into()),
            ("strings", ids(&group.strings)),
            ("size", group.size.into()),
            ("territory", group.territory.into()),
            ("eyes", group.eyes.into()),
            ("surrounded", group.surrounded.into()),
            ("near", ids(&group.near)),
            ("enemies", ids(&group.enemies)),
            ("strength", group.strength.into()),
            ("safe", group.safe.into()),
        ])
    });
    Facts {
        data: Fact::List(data.collect()),
        text: listed(groups),
    }
}

pub(super) fn life_facts(game: &Go, groups: &[Group]) -> Facts {
    let mut text = String::new();
    let mut data = Vec::new();
    for group in groups {
        let life = &group.life;
        let answers = [
            ("two_eyes", life.two_eyes),
            ("room", life.room),
            ("connects", life.connects),
            ("escapes", life.escapes),
            ("captures", life.captures),
        ];
        let mut fields = vec![("group".to_owned(), Fact::from(group.id))];
        text += &format!("{}", group.id);
        for (name, answer) in answers {
            let at = answer.at.map(|cell| vertex(game, cell));
            text += &format!(" {name}={}", answer.word());
            if let Some(at) = &at {
                text += &format!("@{at}");
            }
            let fact = Fact::record([("answer", answer.word().into()), ("at", at.into())]);
            fields.push((name.to_owned(), fact));
        }
        fields.push(("status".to_owned(), life.status.name().into()));
        fields.push(("ease".to_owned(), life.ease.into()));
        text += &format!(" status={} ease={}\n", life.status.name(), life.ease);
        data.push(Fact::Record(fields));
    }
    Facts {
        data: Fact::List(data),
        text,
    }
}

fn tone(status: Status) -> Tone {
    match status {
        Status::Alive => Tone::Win,
        Status::Neutral => Tone::Draw,
        Status::Dead => Tone::Loss,
        Status::Unknown => Tone::Neutral,
    }
}

/// Every stone with the id of its group; `life`: with how easily the group lives, and a sentence for each
/// group that is not settled.
pub(super) fn overlay(game: &Go, chains: &Chains, groups: &[Group], life: bool) -> Overlay {
    let mut overlay = Overlay::default();
    for group in groups {
        for cell in group
            .strings
            .iter()
            .filter_map(|&id| chains.get(id))
            .flat_map(|chain| &chain.stones)
        {
            overlay.labels.push(Label {
                cell: *cell,
                text: if life { group.life.ease } else { group.id }.to_string(),
                tone: tone(group.life.status),
            });
        }
        overlay.about.push(about::group(game, chains, group, life));
        let first = group.strings.first().and_then(|&id| chains.get(id));
        let place = first.map_or(String::new(), |chain| vertex(game, chain.stones[0]));
        let note = match (life, group.life.status) {
            (true, Status::Dead) => "go-group-dead",
            (true, Status::Neutral) => "go-group-neutral",
            (true, Status::Unknown) => "go-group-unknown",
            (false, _) if group.surrounded && !group.safe => "go-group-surrounded",
            _ => continue,
        };
        overlay.notes.push(
            Remark::new(note)
                .with("id", Word::Number(group.id))
                .with("stones", Word::Number(group.size))
                .with("territory", Word::Number(group.territory))
                .with("place", Word::text(place)),
        );
    }
    overlay
}
