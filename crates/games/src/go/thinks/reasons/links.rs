//! Links that whoever plays first decides: joined by their owner, cut by the enemy.

use super::super::candidates::{Because, View};
use super::Reason;
use crate::go::sees::{LinkStatus, Status};

/// The most that a link is worth: groups can also live apart.
const MOST: i32 = 12;

pub(super) fn find(view: &mut View<'_>) {
    let sight = view.sight;
    for link in sight
        .links
        .iter()
        .filter(|link| link.status == LinkStatus::Neutral)
    {
        let (reason, cell) = match link.side == view.side {
            true => (Reason::Connect, link.join),
            false => (Reason::Cut, link.cut),
        };
        let groups = [link.from, link.to].map(|id| sight.group_of(id));
        let (Some(cell), [Some(one), Some(other)]) = (cell, groups) else {
            continue;
        };
        // What is dead anyway is not worth a move; two groups that live lose little by a cut.
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
        let risk = 100 - weaker.strength as i32;
        let points = (1 + weaker.size as i32 * 2 * risk / 100).min(MOST);
        let string = sight.chains.get(link.from);
        let stone = string.map_or(cell, |chain| chain.stones[0]);
        let because = Because::new(reason, points);
        view.propose(
            cell,
            because.about(&[link.from, link.to], weaker.size, stone),
        );
    }
}
