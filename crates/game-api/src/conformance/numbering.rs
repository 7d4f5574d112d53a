//! The laws of numberings.

use std::collections::HashSet;
use std::ops::Range;

use super::{Fault, Tally, hold};
use crate::{Cursor, Exit, Game, Indexed, SplitMix64, Standing};

/// The laws of [`Indexed`] and [`Cursor`], on all slots of a small numbering or on a sample:
/// positions and slots are inverse; standings are the rules' own; the results of a turn are the
/// successors and the exits, and what is neither is won at once by the opponent; exits to other
/// tiers are where the layer is said to lead; predecessors are mutual with successors.
pub fn numbering<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    most: u64,
    seed: u64,
) -> Result<Tally, Fault> {
    let slots = index.slots();
    let mut rng = SplitMix64::new(seed);
    let mut tally = Tally::default();
    let layers = index.layers();
    let mut next_layer = 0;
    for layer in &layers {
        let follows = layer.start == next_layer && layer.end >= layer.start;
        hold("layers are all slots in order", follows, || {
            format!("{layers:?}")
        })?;
        next_layer = layer.end;
    }
    hold("layers are all slots in order", next_layer == slots, || {
        format!("{layers:?}")
    })?;
    let mut cursor = index.cursor();
    for i in 0..slots.min(most) {
        let slot = if slots <= most {
            i
        } else {
            rng.below(slots as usize) as u64
        };
        cursor.seek(slot);
        let standing = cursor.standing();
        let Some(at) = index.position(slot) else {
            hold(
                "a slot without a position is empty",
                standing == Standing::Empty,
                || format!("slot {slot}: {standing:?}"),
            )?;
            continue;
        };
        tally.positions += 1;
        let show = || format!("slot {slot}, {at:?}, {standing:?}");
        hold(
            "a slot's position has that slot",
            index.slot(&at) == Some(slot),
            show,
        )?;
        let over = game.outcome(&at);
        let mover = game.turn(&at);
        let results = if over.is_some() {
            Vec::new()
        } else {
            turn_results(game, &at)
        };
        let wins = |next: &G::Position| game.outcome(next).is_some_and(|o| o.winner == Some(mover));
        match standing {
            Standing::Empty => hold("an empty slot has no position", false, show)?,
            Standing::Lost => {
                let lost = over.is_some_and(|over| over.winner == Some(!mover));
                hold("a lost slot is over and lost", lost, show)?;
            }
            Standing::Drawn => {
                let drawn = over.is_some_and(|over| over.winner.is_none());
                hold("a drawn slot is over and drawn", drawn, show)?;
            }
            Standing::TakesLeader | Standing::WinsAtOnce => {
                hold(
                    "who wins at once has such a turn",
                    results.iter().any(wins),
                    show,
                )?;
            }
            Standing::Open => {
                tally.finished += 1;
                hold("an open slot is not over", over.is_none(), show)?;
                check_results(game, index, &mut cursor, slot, &results)?;
            }
        }
        if standing != Standing::Empty && index.goes_back() {
            check_back(index, slot)?;
        }
    }
    Ok(tally)
}

/// All positions after a whole turn.
fn turn_results<G: Game>(game: &G, at: &G::Position) -> Vec<G::Position> {
    let mut results = Vec::new();
    let mut open = vec![at.clone()];
    let mut moves = Vec::new();
    while let Some(here) = open.pop() {
        moves.clear();
        game.legal_moves(&here, &mut moves);
        for &mv in &moves {
            let mut next = here.clone();
            game.play(&mut next, mv);
            let goes_on = game.outcome(&next).is_none() && game.turn(&next) == game.turn(at);
            if goes_on { &mut open } else { &mut results }.push(next);
        }
    }
    results
}

fn check_results<G: Game, I: Indexed<G>>(
    game: &G,
    index: &I,
    cursor: &mut I::Cursor<'_>,
    slot: u64,
    results: &[G::Position],
) -> Result<(), Fault> {
    let layers = index.layers();
    let layer_of = |slot: u64| layers.iter().position(|layer| layer.contains(&slot));
    let (mut inside, mut layer_exits, mut rest) = (HashSet::new(), HashSet::new(), 0usize);
    let mut unknown = Vec::new();
    for next in results {
        match index.slot(next) {
            Some(to) if layer_of(to) == layer_of(slot) => drop(inside.insert(to)),
            Some(to) => drop(layer_exits.insert(to)),
            None => {
                rest += 1;
                unknown.push(next);
            }
        }
    }
    let mut found = HashSet::new();
    let whole = cursor.successors(|to| {
        found.insert(to);
        true
    });
    let show = || format!("slot {slot}: by the rules {inside:?}, by the cursor {found:?}");
    hold(
        "successors are the results inside the layer",
        whole && found == inside,
        show,
    )?;
    let (mut found, mut others) = (HashSet::new(), 0usize);
    let leads_to = layer_of(slot).and_then(|layer| index.leads_to(layer));
    let mut astray = None;
    cursor.exits(|exit| match exit {
        Exit::Layer(to) => drop(found.insert(to)),
        Exit::Tier { need, slot } => {
            others += 1;
            let is_told = |ranges: &Vec<Range<u64>>| ranges[need].contains(&slot);
            if !leads_to.as_ref().is_none_or(is_told) {
                astray = Some(exit);
            }
        }
        Exit::Known(_) => others += 1,
    });
    hold(
        "exits to tiers lead to where the layer leads",
        astray.is_none(),
        || format!("slot {slot}: {astray:?}, the layer leads to {leads_to:?}"),
    )?;
    let show = || format!("slot {slot}: by the rules {layer_exits:?}, by the cursor {found:?}");
    // A result that is known without a table may be told so though it has a slot.
    hold(
        "exits to layers are results in other layers",
        found.is_subset(&layer_exits),
        show,
    )?;
    let told = found.len() + others;
    hold(
        "every result is a successor, an exit, or won at once by the opponent",
        told >= layer_exits.len()
            && (others > 0
                || rest == 0
                || unknown.iter().all(|next| {
                    turn_results(game, next).iter().any(|end| {
                        game.outcome(end)
                            .is_some_and(|o| o.winner == Some(game.turn(next)))
                    })
                })),
        || format!("slot {slot}: {rest} results without a slot, {others} exits"),
    )
}

fn check_back<G: Game, I: Indexed<G>>(index: &I, slot: u64) -> Result<(), Fault> {
    let mut cursor = index.cursor();
    let mut found = Vec::new();
    cursor.seek(slot);
    cursor.predecessors(|from| found.push(from));
    for from in found {
        cursor.seek(from);
        if cursor.standing() == Standing::Open {
            let leads = !cursor.successors(|to| to != slot);
            hold("an open predecessor has a move here", leads, || {
                format!("{from} is found from {slot} but does not lead there")
            })?;
        }
    }
    cursor.seek(slot);
    if cursor.standing() != Standing::Open {
        return Ok(());
    }
    let mut results = Vec::new();
    cursor.successors(|to| {
        results.push(to);
        true
    });
    for to in results {
        cursor.seek(to);
        let mut found = false;
        cursor.predecessors(|from| found |= from == slot);
        hold(
            "a successor has its origin among its predecessors",
            found,
            || format!("{slot} leads to {to} but is not found from there"),
        )?;
    }
    Ok(())
}
