//! What several reasons share: what a string, a group or a link is worth to whoever plays there first.

use yomikiri_game_api::Side;

use super::super::candidates::{Because, View};
use super::Reason;
use crate::go::sees::{Chain, ChainStatus, Group, Link, LinkStatus, Status};

/// The most that a link is worth: groups can also live apart.
const MOST_OF_A_LINK: i32 = 12;

/// The strings of a side that reading leaves open.
fn open_strings<'a>(
    view: &View<'a>,
    side: Side,
) -> impl Iterator<Item = (&'a Chain, &'a ChainStatus)> + use<'a> {
    let all = view.sight.chains.all.iter().zip(&view.sight.statuses);
    all.filter(move |(chain, status)| {
        chain.side == side && matches!(status.status, Status::Neutral | Status::Unknown)
    })
}

/// Proposes to decide each open string of a side: at the point that `place` names, for what it weighs.
pub(super) fn strings(
    view: &mut View<'_>,
    reason: Reason,
    side: Side,
    place: fn(&ChainStatus) -> Option<usize>,
) {
    for (chain, status) in open_strings(view, side) {
        let weight = chain.weight as i32;
        // Who wins a ko is open.
        let points = if status.ko { weight / 2 } else { weight };
        if let Some(cell) = place(status) {
            let because = Because::new(reason, points);
            let size = chain.stones.len();
            view.propose(cell, because.about(&[chain.id], size, chain.stones[0]));
        }
    }
}

/// What a group stands to lose, in parts of a hundred points.
pub(super) fn at_risk(group: &Group) -> i32 {
    (2 * group.size as i32 + group.territory as i32) * risk(group)
}

/// How likely a group is lost, of a hundred.
pub(super) fn risk(group: &Group) -> i32 {
    100 - group.strength as i32
}

/// Whether the life of a group is open.
pub(super) fn is_unsettled(group: &Group) -> bool {
    matches!(group.life.status, Status::Neutral | Status::Unknown)
}

/// The groups of a side that do not have two eyes yet.
pub(super) fn groups<'a>(view: &View<'a>, side: Side) -> impl Iterator<Item = &'a Group> + use<'a> {
    let all = view.sight.groups.iter();
    all.filter(move |group| {
        group.side == side && !group.safe && group.life.two_eyes.yes != Some(true)
    })
}

/// Proposes a move that is about a group.
pub(super) fn about_group(
    view: &mut View<'_>,
    group: &Group,
    cell: Option<usize>,
    reason: Reason,
    points: i32,
) {
    let Some(cell) = cell else { return };
    let string = group.strings.first();
    let string = string.and_then(|&id| view.sight.chains.get(id));
    let stone = string.map_or(cell, |chain| chain.stones[0]);
    let because = Because::new(reason, points);
    view.propose(cell, because.about(&[group.id], group.size, stone));
}

/// Eyes made or taken: the point that gives a group of a side room for two.
pub(super) fn eyes(view: &mut View<'_>, reason: Reason, side: Side) {
    for group in groups(view, side) {
        if is_unsettled(group) || group.surrounded && group.life.status != Status::Dead {
            about_group(
                view,
                group,
                group.life.room.at,
                reason,
                at_risk(group) / 100,
            );
        }
    }
}

/// Help or pressure for groups of a side that are not settled: the way out, and the way to friends.
pub(super) fn ways_out(view: &mut View<'_>, reason: Reason, side: Side) {
    for group in groups(view, side) {
        let life = &group.life;
        if !group.surrounded && risk(group) > 30 {
            about_group(view, group, life.escapes.at, reason, at_risk(group) / 300);
        }
        if is_unsettled(group) {
            about_group(view, group, life.connects.at, reason, at_risk(group) / 150);
        }
    }
}

/// Proposes to decide each open link of a side: at the point that `place` names, for what the weaker of the
/// two groups stands to lose.
pub(super) fn links(
    view: &mut View<'_>,
    reason: Reason,
    side: Side,
    place: fn(&Link) -> Option<usize>,
) {
    let sight = view.sight;
    let open = |link: &&Link| link.side == side && link.status == LinkStatus::Neutral;
    for link in sight.links.iter().filter(open) {
        let groups = [link.from, link.to].map(|id| sight.group_of(id));
        let (Some(cell), [Some(one), Some(other)]) = (place(link), groups) else {
            continue;
        };
        // What is dead anyway is not worth a move.
        let dead = [one, other]
            .iter()
            .any(|group| group.life.status == Status::Dead);
        if dead || one.id == other.id {
            continue;
        }
        let weaker = if one.strength <= other.strength {
            one
        } else {
            other
        };
        let points = (1 + weaker.size as i32 * 2 * risk(weaker) / 100).min(MOST_OF_A_LINK);
        let string = sight.chains.get(link.from);
        let stone = string.map_or(cell, |chain| chain.stones[0]);
        let because = Because::new(reason, points);
        let ids = [link.from, link.to];
        view.propose(cell, because.about(&ids, weaker.size, stone));
    }
}
