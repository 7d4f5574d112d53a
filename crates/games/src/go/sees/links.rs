//! Linkages 結線: pairs of strings of one colour that are nearly one, and whether they hold.

use yomikiri_game_api::{Arrow, Fact, Facts, Label, Overlay, Side, Tone};

use super::strings::{ChainStatus, Chains, Status};
use super::{about, vertex, vertices};
use crate::go::game::Go;
use crate::go::points::{cell as cell_at, column_and_row};
use crate::go::position::Position;
use crate::go::reading::{JoinReading, Linker};

/// How two strings lie to each other; the nearest kind is told.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LinkKind {
    /// Enemy stones between them can be taken.
    Capture,
    /// Two stones each, side by side with a gap of one.
    Bamboo,
    /// Stones at the corner of each other.
    Diagonal,
    /// Two or more liberties in common.
    SharedLiberties,
    /// A jump of one.
    OneSpace,
    /// A jump along the second line, to be joined on the first.
    Edge,
    /// A knight's move.
    Knight,
    /// A jump of two.
    TwoSpace,
}

impl LinkKind {
    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            LinkKind::Capture => "capture",
            LinkKind::Bamboo => "bamboo",
            LinkKind::Diagonal => "diagonal",
            LinkKind::SharedLiberties => "shared-liberties",
            LinkKind::OneSpace => "one-space",
            LinkKind::Edge => "edge",
            LinkKind::Knight => "knight",
            LinkKind::TwoSpace => "two-space",
        }
    }
}

/// Whether a link holds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum LinkStatus {
    /// The strings are joined although the enemy plays first.
    Connected,
    /// Whoever plays first decides.
    Neutral,
    /// They cannot be joined.
    Cut,
    /// Reading had to stop before it knew.
    Unknown,
}

impl LinkStatus {
    /// The word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            LinkStatus::Connected => "connected",
            LinkStatus::Neutral => "neutral",
            LinkStatus::Cut => "cut",
            LinkStatus::Unknown => "unknown",
        }
    }
}

/// A link between two strings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The smaller id.
    pub from: usize,
    /// The larger id.
    pub to: usize,
    /// Whose strings they are.
    pub side: Side,
    /// How they lie to each other.
    pub kind: LinkKind,
    /// The cells between them.
    pub through: Vec<usize>,
    /// Whether it holds.
    pub status: LinkStatus,
    /// Where the enemy cuts.
    pub cut: Option<usize>,
    /// Where the owner joins.
    pub join: Option<usize>,
}

/// All links of a position, by the ids of their strings.
pub fn links(game: &Go, at: &Position, chains: &Chains, statuses: &[ChainStatus]) -> Vec<Link> {
    let mut linker = Linker::new(game, at);
    let mut found = Vec::new();
    for (number, first) in chains.all.iter().enumerate() {
        for second in &chains.all[number + 1..] {
            if first.side != second.side {
                continue;
            }
            let Some((kind, through)) = lie(game, chains, statuses, first.id, second.id, at) else {
                continue;
            };
            let reading = linker.read(first.stones[0], second.stones[0]);
            let (status, cut, join) = judged(reading);
            found.push(Link {
                from: first.id,
                to: second.id,
                side: first.side,
                kind,
                through,
                status,
                cut,
                join,
            });
        }
    }
    found
}

/// The same table as for strings: first the enemy plays, then the owner.
fn judged(reading: JoinReading) -> (LinkStatus, Option<usize>, Option<usize>) {
    match (reading.after_cut, reading.after_join) {
        (Some(true), _) => (LinkStatus::Connected, None, None),
        (Some(false), Some(true)) => (LinkStatus::Neutral, reading.cut, reading.join),
        (Some(false), Some(false)) => (LinkStatus::Cut, None, None),
        _ => (LinkStatus::Unknown, None, None),
    }
}

/// The steps from a stone to another one of the same side, one of each mirrored pair.
const JUMPS: [(i32, i32, LinkKind); 10] = [
    (1, 1, LinkKind::Diagonal),
    (1, -1, LinkKind::Diagonal),
    (2, 0, LinkKind::OneSpace),
    (0, 2, LinkKind::OneSpace),
    (2, 1, LinkKind::Knight),
    (2, -1, LinkKind::Knight),
    (1, 2, LinkKind::Knight),
    (1, -2, LinkKind::Knight),
    (3, 0, LinkKind::TwoSpace),
    (0, 3, LinkKind::TwoSpace),
];

/// The nearest kind of two strings, with the empty cells between them.
fn lie(
    game: &Go,
    chains: &Chains,
    statuses: &[ChainStatus],
    first: usize,
    second: usize,
    at: &Position,
) -> Option<(LinkKind, Vec<usize>)> {
    let (one, other) = (chains.get(first)?, chains.get(second)?);
    let size = game.size();
    let (width, height) = (size.width() as i32, size.height() as i32);
    let mut kinds: Vec<(LinkKind, Vec<usize>)> = Vec::new();
    let common = one.liberties.iter().copied();
    let common: Vec<usize> = common
        .filter(|cell| other.liberties.contains(cell))
        .collect();
    let between = one.neighbours.iter().copied();
    let taken = between
        .filter(|id| other.neighbours.contains(id))
        .find(|&id| matches!(statuses[id - 1].status, Status::Dead));
    if let Some(taken) = taken.and_then(|id| chains.get(id)) {
        kinds.push((LinkKind::Capture, taken.stones.clone()));
    }
    let mut jumps_of_one = Vec::new();
    for &stone in &one.stones {
        let (column, row) = column_and_row(size, stone);
        for (dx, dy, kind) in JUMPS
            .iter()
            .flat_map(|&(dx, dy, kind)| [(dx, dy, kind), (-dx, -dy, kind)])
        {
            let (x, y) = (column as i32 + dx, row as i32 + dy);
            if !(0..width).contains(&x) || !(0..height).contains(&y) {
                continue;
            }
            let target = cell_at(size, x as usize, y as usize);
            if chains.ids[target] != second {
                continue;
            }
            let inside = |x: i32, y: i32| cell_at(size, x as usize, y as usize);
            let (c, r) = (column as i32, row as i32);
            let way: Vec<usize> = match kind {
                LinkKind::Diagonal => vec![inside(x, r), inside(c, y)],
                LinkKind::Knight if dx.abs() == 2 => {
                    vec![inside(c + dx / 2, r), inside(c + dx / 2, y)]
                }
                LinkKind::Knight => vec![inside(c, r + dy / 2), inside(x, r + dy / 2)],
                LinkKind::OneSpace => vec![inside(c + dx / 2, r + dy / 2)],
                _ => vec![
                    inside(c + dx.signum(), r + dy.signum()),
                    inside(c + 2 * dx.signum(), r + 2 * dy.signum()),
                ],
            };
            let free: Vec<usize> = way
                .iter()
                .copied()
                .filter(|&cell| at.stone(cell).is_none())
                .collect();
            let whole = free.len() == way.len();
            match kind {
                LinkKind::Diagonal if !free.is_empty() => kinds.push((kind, free)),
                LinkKind::OneSpace if whole => {
                    jumps_of_one.push(free[0]);
                    let on_second = |line: i32, last: i32| line == 1 || line == last - 1;
                    let along =
                        dy == 0 && on_second(r, height - 1) || dx == 0 && on_second(c, width - 1);
                    kinds.push((if along { LinkKind::Edge } else { kind }, free));
                }
                LinkKind::Knight | LinkKind::TwoSpace if whole => kinds.push((kind, free)),
                _ => {}
            }
        }
    }
    jumps_of_one.sort_unstable();
    jumps_of_one.dedup();
    let adjacent = |a: usize, b: usize| game.beside(a).any(|cell| cell == b);
    let bamboo = jumps_of_one
        .iter()
        .flat_map(|&a| jumps_of_one.iter().map(move |&b| (a, b)))
        .find(|&(a, b)| a < b && adjacent(a, b));
    if let Some((a, b)) = bamboo {
        kinds.push((LinkKind::Bamboo, vec![a, b]));
    }
    if common.len() >= 2 {
        kinds.push((LinkKind::SharedLiberties, common));
    }
    kinds.into_iter().min_by(|a, b| a.0.cmp(&b.0))
}

pub(in crate::go) fn listed(game: &Go, links: &[Link]) -> String {
    let point = |cell: Option<usize>| cell.map_or("-".into(), |cell| vertex(game, cell));
    let mut text = String::new();
    for link in links {
        text += &format!(
            "{} {} {} status={} cut={} join={} through={}\n",
            link.from,
            link.to,
            link.kind.name(),
            link.status.name(),
            point(link.cut),
            point(link.join),
            vertices(game, &link.through).join(","),
        );
    }
    text
}

pub(super) fn facts(game: &Go, links: &[Link]) -> Facts {
    let point = |cell: Option<usize>| Fact::from(cell.map(|cell| vertex(game, cell)));
    let data = links.iter().map(|link| {
        Fact::record([
            ("from", link.from.into()),
            ("to", link.to.into()),
            ("kind", link.kind.name().into()),
            ("through", Fact::list(vertices(game, &link.through))),
            ("status", link.status.name().into()),
            ("cut", point(link.cut)),
            ("join", point(link.join)),
        ])
    });
    Facts {
        data: Fact::List(data.collect()),
        text: listed(game, links),
    }
}

/// Lines between the nearest stones; a cutting point has a label.
pub(super) fn overlay(game: &Go, chains: &Chains, links: &[Link]) -> Overlay {
    let mut overlay = Overlay::default();
    for link in links {
        let (Some(one), Some(other)) = (chains.get(link.from), chains.get(link.to)) else {
            continue;
        };
        let apart = |a: usize, b: usize| {
            let ((ax, ay), (bx, by)) = (
                column_and_row(game.size(), a),
                column_and_row(game.size(), b),
            );
            ax.abs_diff(bx) + ay.abs_diff(by)
        };
        let pairs = one
            .stones
            .iter()
            .flat_map(|&a| other.stones.iter().map(move |&b| (a, b)));
        let Some((from, to)) = pairs.min_by_key(|&(a, b)| apart(a, b)) else {
            continue;
        };
        overlay.about.push(about::link(game, link, [from, to]));
        overlay.arrows.push(Arrow {
            from,
            to,
            tone: match link.status {
                LinkStatus::Connected => Tone::Win,
                LinkStatus::Neutral => Tone::Draw,
                LinkStatus::Cut => Tone::Loss,
                LinkStatus::Unknown => Tone::Neutral,
            },
            label: None,
        });
        if let Some(cell) = link.cut {
            overlay.labels.push(Label {
                cell,
                text: "×".into(),
                tone: Tone::Draw,
            });
        }
    }
    overlay
}
