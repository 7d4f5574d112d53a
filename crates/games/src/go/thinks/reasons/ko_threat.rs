//! While a ko forbids a move: a threat to stones elsewhere. A string with two liberties is put into atari.

use super::super::candidates::{Because, View};
use super::Reason;

pub(super) fn find(view: &mut View<'_>) {
    if view.at.ko().is_none() {
        return;
    }
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
