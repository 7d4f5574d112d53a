//! What reading says about strings: those that can be taken, and those that can be saved.

use super::super::candidates::{Because, View};
use super::Reason;
use crate::go::sees::Status;

pub(super) fn find(view: &mut View<'_>) {
    let sight = view.sight;
    for (chain, status) in sight.chains.all.iter().zip(&sight.statuses) {
        if !matches!(status.status, Status::Neutral | Status::Unknown) {
            continue;
        }
        let (reason, cell) = match chain.side == view.side {
            true => (Reason::Escape, status.defend),
            false => (Reason::Capture, status.attack),
        };
        let Some(cell) = cell else {
            continue;
        };
        let points = match status.ko {
            // Who wins the ko is open.
            true => chain.weight as i32 / 2,
            false => chain.weight as i32,
        };
        let because = Because::new(reason, points);
        view.propose(
            cell,
            because.about(&[chain.id], chain.stones.len(), chain.stones[0]),
        );
    }
    if view.at.ko().is_some() {
        threats(view);
    }
}

/// While a ko forbids a move: a threat to stones elsewhere. A string with two liberties is put into atari.
fn threats(view: &mut View<'_>) {
    let sight = view.sight;
    let enemy = !view.side;
    for chain in sight.chains.all.iter().filter(|chain| chain.side == enemy) {
        if chain.liberties.len() != 2 || chain.stones.len() < 2 {
            continue;
        }
        for &cell in &chain.liberties {
            let size = chain.stones.len();
            let because = Because::new(Reason::KoThreat, size as i32 / 2).sente(true);
            view.propose(cell, because.about(&[chain.id], size, chain.stones[0]));
        }
    }
}
