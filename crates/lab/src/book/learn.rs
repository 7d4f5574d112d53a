//! Finished games as a book takes them in.

use std::collections::HashSet;

use yomikiri_book::{Book, Credit, Finished, Learned, Place, RecordHash, Standing, record_hash};
use yomikiri_game_api::{Notation, Picture, Side};
use yomikiri_records::{Action, NodeId};

use super::{LearnReport, book_error};
use crate::{GameDefinition, GameRecord, LabError};

/// Plies after the first position that is not in the book which still get credit.
const FURTHER: usize = 2;

/// The longest part of a game that is learned.
const MOST_PLIES: usize = 200;

/// Endings that say nothing about the moves.
const FAULTS: [&str; 2] = ["forfeit", "illegal-move"];

/// A record as a book sees it.
pub(super) struct Walk {
    pub(super) hash: RecordHash,
    /// The winner of a finished game, or nobody; `None` if it is not finished.
    pub(super) winner: Option<Option<Side>>,
    pub(super) date: Option<String>,
    /// The moves, each position once.
    pub(super) steps: Vec<Step>,
    /// The moves of variations.
    pub(super) asides: Vec<Step>,
}

/// A move of a record.
pub(super) struct Step {
    pub(super) place: Place,
    pub(super) mv: String,
    pub(super) side: Side,
    pub(super) ply: usize,
}

impl Step {
    /// How the game went for whoever played it.
    pub(super) fn standing(&self, winner: Option<Side>) -> Standing {
        match winner {
            None => Standing::Draw,
            Some(side) if side == self.side => Standing::Win,
            Some(_) => Standing::Loss,
        }
    }
}

/// What a record says, up to a ply. An error names the ply, from 1.
pub(super) fn walk<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    record: &GameRecord,
    most_plies: usize,
    variations: bool,
) -> Result<Walk, (Option<usize>, String)> {
    let (game, hooks) = (&definition.game, &definition.book);
    let start = match &record.start {
        Some(text) => game
            .read_position(text)
            .map_err(|error| (None, error.to_string()))?,
        None => game.start(),
    };
    let ended = record
        .result
        .as_ref()
        .filter(|ending| !FAULTS.contains(&ending.reason.as_str()));
    let moves = record.native_moves();
    let [first, second] = record
        .players
        .each_ref()
        .map(|name| name.as_deref().unwrap_or_default());
    let winner = match ended.map(|ending| ending.winner) {
        None => "*",
        Some(None) => "=",
        Some(Some(Side::First)) => "1",
        Some(Some(Side::Second)) => "2",
    };
    let begun = hooks.fold(game, &start).place.position;
    let date = record.date.as_deref().unwrap_or_default();
    let mut walk = Walk {
        hash: record_hash(&[
            &definition.info.id,
            first,
            second,
            date,
            &begun,
            &moves,
            winner,
        ]),
        winner: ended.map(|ending| ending.winner),
        date: record.date.clone(),
        steps: Vec::new(),
        asides: Vec::new(),
    };
    let tree = &record.tree;
    let mut met = HashSet::new();
    // The nodes still to be looked at: where they stand, at which ply, and whether in a variation.
    let mut open: Vec<(NodeId, G::Position, usize, bool)> = Vec::new();
    let children = |open: &mut Vec<_>, id: NodeId, at: &G::Position, ply: usize, aside: bool| {
        let many = if variations { usize::MAX } else { 1 };
        let below: Vec<NodeId> = tree.children(id).take(many).collect();
        // The main line is looked at first.
        for (number, &child) in below.iter().enumerate().rev() {
            open.push((child, at.clone(), ply, aside || number > 0));
        }
    };
    children(&mut open, NodeId::ROOT, &start, 0, false);
    while let Some((id, mut at, ply, aside)) = open.pop() {
        if ply >= most_plies {
            continue;
        }
        let ply = match &tree.node(id).action {
            Action::Nothing => ply,
            // What was changed by hand is no opening.
            Action::Setup(_) | Action::Move { side: Some(_), .. } => continue,
            Action::Move { text, side: None } => {
                let wrong = |told: String| (Some(ply + 1), told);
                let mv = game
                    .read_move(&at, text)
                    .map_err(|error| wrong(error.to_string()))?;
                let folded = hooks.fold(game, &at);
                let step = Step {
                    mv: hooks.fold_move(game, &folded, mv),
                    side: game.turn(&at),
                    place: folded.place,
                    ply,
                };
                match aside {
                    true => walk.asides.push(step),
                    // A position counts once a game: then a loss cannot make another move of it likelier.
                    false if met.insert(step.place.clone()) => walk.steps.push(step),
                    false => {}
                }
                game.play(&mut at, mv);
                ply + 1
            }
        };
        children(&mut open, id, &at, ply, aside);
    }
    Ok(walk)
}

/// A finished game; `None` if it has no result.
fn finished<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    record: &GameRecord,
) -> Result<Option<Finished>, LabError> {
    let walk = walk(definition, record, MOST_PLIES, false).map_err(|(ply, told)| {
        let ply = ply.map_or_else(String::new, |ply| format!("ply {ply}: "));
        LabError::Input(format!("record: {ply}{told}"))
    })?;
    let Some(winner) = walk.winner else {
        return Ok(None);
    };
    let moves = walk.steps.into_iter().map(|step| Credit {
        standing: step.standing(winner),
        place: step.place,
        mv: step.mv,
    });
    Ok(Some(Finished {
        hash: walk.hash,
        date: walk.date,
        moves: moves.collect(),
    }))
}

pub(super) fn learn<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    book: &mut Book,
    records: &[GameRecord],
) -> Result<LearnReport, LabError> {
    let games = all_finished(definition, records)?;
    let done = book.learn(&games, FURTHER).map_err(book_error)?;
    Ok(report(records.len(), done))
}

pub(super) fn forget<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    book: &mut Book,
    records: &[GameRecord],
) -> Result<LearnReport, LabError> {
    let games = all_finished(definition, records)?;
    let hashes: Vec<RecordHash> = games.iter().map(|game| game.hash).collect();
    let done = book.forget(&hashes).map_err(book_error)?;
    Ok(report(records.len(), done))
}

fn all_finished<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    records: &[GameRecord],
) -> Result<Vec<Finished>, LabError> {
    let games = records.iter().map(|record| finished(definition, record));
    games.filter_map(Result::transpose).collect()
}

fn report(games: usize, done: Learned) -> LearnReport {
    LearnReport {
        games: games as u64,
        new: done.new,
        known: done.known,
        positions: done.positions,
        edges: done.edges,
    }
}
