//! The life of groups: eyes for one's own, none for the enemy's; help and pressure where nothing is settled.

use super::super::candidates::{Because, View};
use super::Reason;
use crate::go::sees::Status;

pub(super) fn find(view: &mut View<'_>) {
    let sight = view.sight;
    for group in &sight.groups {
        if group.safe || group.life.two_eyes.yes == Some(true) {
            continue;
        }
        let own = group.side == view.side;
        let risk = 100 - group.strength as i32;
        let stake = 2 * group.size as i32 + group.territory as i32;
        let propose = |view: &mut View<'_>, cell: Option<usize>, reason: Reason, points: i32| {
            if let Some(cell) = cell {
                let string = group.strings.first();
                let string = string.and_then(|&id| sight.chains.get(id));
                let stone = string.map_or(cell, |chain| chain.stones[0]);
                let because = Because::new(reason, points);
                view.propose(cell, because.about(&[group.id], group.size, stone));
            }
        };
        let unsettled = matches!(group.life.status, Status::Neutral | Status::Unknown);
        if unsettled || group.surrounded && group.life.status != Status::Dead {
            let reason = if own { Reason::Eyes } else { Reason::Kill };
            propose(view, group.life.room.at, reason, stake * risk / 100);
        }
        if !group.surrounded && risk > 30 {
            let reason = if own { Reason::Defend } else { Reason::Attack };
            propose(view, group.life.escapes.at, reason, stake * risk / 300);
        }
        if unsettled {
            let reason = if own { Reason::Defend } else { Reason::Attack };
            propose(view, group.life.connects.at, reason, stake * risk / 150);
        }
    }
}
