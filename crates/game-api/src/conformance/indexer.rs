//! The laws of indexers.

use std::collections::HashSet;
use std::ops::Range;

use super::{Fault, Tally, hold};
use crate::{Conversion, Cursor, Game, Indexer, SplitMix64, Terminal};

/// The laws of [`Indexer`] and [`Cursor`], on all indices of a small indexer or on a sample:
/// positions and indices are inverse; standings are the rules' own; the results of a turn are the
/// successors and the exits, and what is neither is won at once by the opponent; exits to other
/// tiers are where the layer is said to lead; predecessors are mutual with successors.
pub fn indexer<G: Game, I: Indexer<G>>(
    game: &G,
    indexer: &I,
    most: u64,
    seed: u64,
) -> Result<Tally, Fault> {
    let indices = indexer.size();
    let mut rng = SplitMix64::new(seed);
    let mut tally = Tally::default();
    let layers = indexer.layers();
    let mut next_layer = 0;
    for layer in &layers {
        let follows = layer.start == next_layer && layer.end >= layer.start;
        hold("layers are all indices in order", follows, || {
            format!("{layers:?}")
        })?;
        next_layer = layer.end;
    }
    hold(
        "layers are all indices in order",
        next_layer == indices,
        || format!("{layers:?}"),
    )?;
    let mut cursor = indexer.cursor();
    for i in 0..indices.min(most) {
        let index = if indices <= most {
            i
        } else {
            rng.below(indices as usize) as u64
        };
        cursor.seek(index);
        let terminal = cursor.terminal();
        let around = index.saturating_sub(i % 70)..indices.min(index + 1 + i % 3);
        let mut legal = Vec::new();
        indexer.legal(around.clone(), &mut legal);
        let plain = around
            .clone()
            .map(|index| indexer.position(index).is_some());
        hold("legal indices have positions", plain.eq(legal), || {
            format!("indices {around:?}")
        })?;
        let Some(at) = indexer.position(index) else {
            hold(
                "an index without a position is empty",
                terminal == Terminal::Illegal,
                || format!("index {index}: {terminal:?}"),
            )?;
            continue;
        };
        tally.positions += 1;
        let show = || format!("index {index}, {at:?}, {terminal:?}");
        hold(
            "an index's position has that index",
            indexer.index(&at) == Some(index),
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
        match terminal {
            Terminal::Illegal => hold("an empty index has no position", false, show)?,
            Terminal::Lost => {
                let lost = over.is_some_and(|over| over.winner == Some(!mover));
                hold("a lost index is over and lost", lost, show)?;
            }
            Terminal::Drawn => {
                let drawn = over.is_some_and(|over| over.winner.is_none());
                hold("a drawn index is over and drawn", drawn, show)?;
            }
            Terminal::KingCapture | Terminal::WinInOne => {
                hold(
                    "who wins at once has such a turn",
                    results.iter().any(wins),
                    show,
                )?;
            }
            Terminal::Undecided => {
                tally.finished += 1;
                hold("an open index is not over", over.is_none(), show)?;
                check_results(game, indexer, &mut cursor, index, &results)?;
            }
        }
        if terminal != Terminal::Illegal && indexer.has_unmoves() {
            check_back(indexer, index)?;
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

fn check_results<G: Game, I: Indexer<G>>(
    game: &G,
    indexer: &I,
    cursor: &mut I::Cursor<'_>,
    index: u64,
    results: &[G::Position],
) -> Result<(), Fault> {
    let layers = indexer.layers();
    let layer_of = |index: u64| layers.iter().position(|layer| layer.contains(&index));
    let (mut inside, mut layer_exits, mut rest) = (HashSet::new(), HashSet::new(), 0usize);
    let mut unknown = Vec::new();
    for next in results {
        match indexer.index(next) {
            Some(to) if layer_of(to) == layer_of(index) => drop(inside.insert(to)),
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
    let show = || format!("index {index}: by the rules {inside:?}, by the cursor {found:?}");
    hold(
        "successors are the results inside the layer",
        whole && found == inside,
        show,
    )?;
    let (mut found, mut others) = (HashSet::new(), 0usize);
    let child_ranges = layer_of(index).and_then(|layer| indexer.child_ranges(layer));
    let mut astray = None;
    cursor.conversions(|conversion| match conversion {
        Conversion::Layer(to) => drop(found.insert(to)),
        Conversion::Tier { child, index } => {
            others += 1;
            let is_told = |ranges: &Vec<Range<u64>>| ranges[child].contains(&index);
            if !child_ranges.as_ref().is_none_or(is_told) {
                astray = Some(conversion);
            }
        }
        Conversion::Known(_) => others += 1,
    });
    hold(
        "conversions to tiers lead to where the layer leads",
        astray.is_none(),
        || format!("index {index}: {astray:?}, the layer leads to {child_ranges:?}"),
    )?;
    let show = || format!("index {index}: by the rules {layer_exits:?}, by the cursor {found:?}");
    // A result that is known without a table may be told so though it has an index.
    hold(
        "conversions to layers are results in other layers",
        found.is_subset(&layer_exits),
        show,
    )?;
    let told = found.len() + others;
    hold(
        "every result is a successor, an conversion, or won at once by the opponent",
        told >= layer_exits.len()
            && (others > 0
                || rest == 0
                || unknown.iter().all(|next| {
                    turn_results(game, next).iter().any(|end| {
                        game.outcome(end)
                            .is_some_and(|o| o.winner == Some(game.turn(next)))
                    })
                })),
        || format!("index {index}: {rest} results without an index, {others} conversions"),
    )
}

fn check_back<G: Game, I: Indexer<G>>(indexer: &I, index: u64) -> Result<(), Fault> {
    let mut cursor = indexer.cursor();
    let mut found = Vec::new();
    cursor.seek(index);
    cursor.predecessors(|from| found.push(from));
    for from in found {
        cursor.seek(from);
        if cursor.terminal() == Terminal::Undecided {
            let leads = !cursor.successors(|to| to != index);
            hold("an open predecessor has a move here", leads, || {
                format!("{from} is found from {index} but does not lead there")
            })?;
        }
    }
    cursor.seek(index);
    if cursor.terminal() != Terminal::Undecided {
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
        cursor.predecessors(|from| found |= from == index);
        hold(
            "a successor has its origin among its predecessors",
            found,
            || format!("{index} leads to {to} but is not found from there"),
        )?;
    }
    Ok(())
}
