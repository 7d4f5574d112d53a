//! Scores of an engine beside the counts of games.
//!
//! The moves that most games went through come first. Before the first move of a position is scored, the engine is
//! asked what it would play there itself; that move is scored like the others and added if the book lacks it. So the
//! best score of a position is never that of moves which are all poor.

use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_book::{Book, Place as Spot, Scored, Standing};
use yomikiri_game_api::{Limits, Notation, Picture, Value};

use super::{ScoreOrder, ScoreReport, backing, book_error};
use crate::erased_game::ErasedGame;
use crate::view::ScoreView;
use crate::{AnyGame, LabError, NoObserver, Place, PlayerSpec};

/// A won game in points; every ply less is a point more.
pub(super) const WON: i32 = 30_000;
/// The source of moves that the engine has added.
pub(super) const ENGINE: &str = "engine";
/// Says in a book that the engine was asked for its own move wherever a move has a score.
pub(super) const COMPARED: &str = "compared";
/// Parts of a game that visits are counted in.
const PARTS: u64 = 1000;

/// A position of the book while it is scored.
#[derive(Default)]
pub(super) struct Node {
    pub(super) ply: u64,
    /// Moves with their games and what the engine says of them.
    pub(super) edges: HashMap<String, (u64, Option<Scored>)>,
}

impl Node {
    fn games(&self) -> u64 {
        self.edges.values().map(|(games, _)| games).sum()
    }

    /// The score that is best for the mover.
    pub(super) fn best(&self) -> Option<Scored> {
        let said = self.edges.values().filter_map(|(_, said)| *said);
        said.max_by_key(|said| (said.score, said.depth))
    }
}

/// All positions of a book.
pub(super) type Tree = HashMap<Spot, Node>;

/// Something to be looked at; the greatest comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Task {
    /// Parts of games that are expected there.
    visits: u64,
    early: std::cmp::Reverse<u64>,
    spot: std::cmp::Reverse<Spot>,
    /// The move; `None`: only what the engine itself would play.
    mv: Option<std::cmp::Reverse<String>>,
}

impl Task {
    fn new(visits: u64, ply: u64, spot: Spot, mv: Option<String>) -> Self {
        use std::cmp::Reverse;
        Task {
            visits,
            early: Reverse(ply),
            spot: Reverse(spot),
            mv: mv.map(Reverse),
        }
    }
}

/// Scores the moves of a book, those that most games went through first. What is done is kept, also when `stop` ends it.
pub(super) fn score<G: Notation + Picture>(
    game: &ErasedGame<G>,
    book: &mut Book,
    order: &ScoreOrder,
    stop: &AtomicBool,
) -> Result<ScoreReport, LabError> {
    let judge = Judge::new(game, order.nodes)?;
    if let Some(margin) = order.margin {
        book.set_number("margin", margin.into())
            .map_err(book_error)?;
    }
    let mut tree = read(book)?;
    let has_scores = tree.values().any(|node| node.best().is_some());
    let is_compared = book.number(COMPARED).map_err(book_error)? == Some(1);
    if !order.resume {
        let edges = tree.values_mut().flat_map(|node| node.edges.values_mut());
        edges.for_each(|(_, said)| *said = None);
    }
    // Where the engine has been asked already.
    let mut asked: HashSet<Spot> = match order.resume && is_compared {
        true => {
            let done = tree.iter().filter(|(_, node)| node.best().is_some());
            done.map(|(spot, _)| spot.clone()).collect()
        }
        false => HashSet::new(),
    };
    let compares = is_compared || !order.resume || !has_scores;
    if compares {
        book.set_number(COMPARED, 1).map_err(book_error)?;
    }
    let is_early = |ply: u64| order.plies.is_none_or(|plies| ply <= plies);
    let mut tasks = BinaryHeap::new();
    for (spot, node) in tree.iter().filter(|(_, node)| is_early(node.ply)) {
        for (mv, (games, said)) in &node.edges {
            if said.is_none() {
                let visits = games * PARTS;
                tasks.push(Task::new(visits, node.ply, spot.clone(), Some(mv.clone())));
            }
        }
        if asked.contains(spot) {
            let visits = node.games() * PARTS;
            tasks.push(Task::new(visits, node.ply, spot.clone(), None));
        }
    }
    let most = order.most.unwrap_or(u64::MAX);
    let mut scored = 0;
    let mut followed = HashSet::new();
    while let Some(task) = tasks.pop() {
        if scored >= most || stop.load(Ordering::Relaxed) {
            break;
        }
        let (spot, ply) = (task.spot.0, task.early.0);
        let has_score = |tree: &Tree, mv: &str| {
            let edge = tree.get(&spot).and_then(|node| node.edges.get(mv));
            edge.is_some_and(|(_, said)| said.is_some())
        };
        let mut todo = Vec::new();
        if asked.insert(spot.clone())
            && let Some(own) = judge.own_move(&spot)?
        {
            todo.push(own);
        }
        todo.extend(task.mv.map(|mv| mv.0));
        for mv in todo {
            if scored >= most || has_score(&tree, &mv) {
                continue;
            }
            let said = judge.score(&spot, &mv)?;
            book.put_score(&spot, ply, &mv, ENGINE, &said)
                .map_err(book_error)?;
            let node = tree.entry(spot.clone()).or_default();
            node.ply = ply;
            node.edges.entry(mv).or_default().1 = Some(said);
            scored += 1;
        }
        // Where its best move leads, games of engines are likely to go.
        if let Some(node) = tree.get(&spot)
            && order.grow > 0
            && followed.insert(spot.clone())
        {
            let visits = task.visits.max(node.games() * PARTS) * u64::from(order.grow) / 100;
            if let Some(next) = judge.after_best(&spot, node)?.filter(|_| visits >= PARTS) {
                let ply = tree.get(&next).map_or(ply + 1, |node| node.ply);
                if is_early(ply) {
                    tasks.push(Task::new(visits, ply, next, None));
                }
            }
        }
    }
    if compares {
        backing::back_up(game, book, &mut tree)?;
    }
    let edges = tree.values().flat_map(|node| node.edges.values());
    let left = edges.filter(|(_, said)| said.is_none()).count() as u64;
    Ok(ScoreReport { scored, left })
}

fn read(book: &Book) -> Result<Tree, LabError> {
    let mut tree = Tree::new();
    let seen = book.visit(&mut |spot, ply, edge| {
        let said = edge.score.map(|score| Scored {
            score,
            depth: edge.depth.unwrap_or(0),
            table: edge.table,
        });
        let node = tree.entry(spot.clone()).or_default();
        node.ply = ply;
        let known = (edge.counts.games().into(), said);
        node.edges.insert(edge.mv.clone(), known);
        true
    });
    seen.map_err(book_error)?;
    Ok(tree)
}

/// The engine that scores.
struct Judge<'a, G: Notation + Picture> {
    game: &'a ErasedGame<G>,
    player: PlayerSpec,
    limits: Limits,
}

impl<'a, G: Notation + Picture> Judge<'a, G> {
    fn new(game: &'a ErasedGame<G>, nodes: u64) -> Result<Self, LabError> {
        let engine = game.usual_engine().ok_or_else(|| {
            let told = format!("{} has no engine that could score moves", game.spec());
            LabError::Usage(told)
        })?;
        let player = PlayerSpec::named(engine);
        let takes_hash = game
            .info()
            .players
            .iter()
            .any(|info| info.name == engine && info.settings.iter().any(|key| key == "hash"));
        Ok(Judge {
            game,
            player: match takes_hash {
                true => player.or_setting("hash", 16),
                false => player,
            },
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
        })
    }

    /// What the engine would play, as the book writes it; `None` where the game is over.
    fn own_move(&self, spot: &Spot) -> Result<Option<String>, LabError> {
        let mut session = self.game.session(&Place::at(Some(&spot.position)))?;
        if session.outcome().is_some() {
            return Ok(None);
        }
        let report = session.think(&self.player, &self.limits, &mut NoObserver)?;
        let (at, mv) = self.read(spot, &report.best.text)?;
        let definition = &self.game.0;
        let folded = definition.book.fold(&definition.game, &at);
        Ok(Some(definition.book.fold_move(
            &definition.game,
            &folded,
            mv,
        )))
    }

    /// What a move is worth to whoever makes it.
    fn score(&self, spot: &Spot, mv: &str) -> Result<Scored, LabError> {
        let mut session = self.game.session(&Place {
            position: Some(&spot.position),
            moves: mv,
            ..Place::default()
        })?;
        let mover = self.game.session(&Place::at(Some(&spot.position)))?.turn();
        if let Some(outcome) = session.outcome() {
            let standing = match outcome.winner {
                None => Standing::Draw,
                Some(winner) if winner == mover => Standing::Win,
                Some(_) => Standing::Loss,
            };
            return Ok(Scored {
                score: [-WON, 0, WON][standing as usize],
                depth: 1,
                table: Some(standing),
            });
        }
        let report = session.think(&self.player, &self.limits, &mut NoObserver)?;
        let said = report.lines.first().and_then(|line| line.score.as_ref());
        let sign = if session.turn() == mover { 1 } else { -1 };
        Ok(Scored {
            // An engine without an opinion has looked at it all the same.
            score: said.map_or(0, points) * sign,
            depth: report.depth + 1,
            table: None,
        })
    }

    /// The position after the best move of one; `None` if the game is over there, or nothing is scored.
    fn after_best(&self, spot: &Spot, node: &Node) -> Result<Option<Spot>, LabError> {
        let said = node.edges.iter().filter_map(|(mv, (_, said))| {
            let said = (*said)?;
            Some((said.score, std::cmp::Reverse(mv)))
        });
        let Some((_, std::cmp::Reverse(mv))) = said.max() else {
            return Ok(None);
        };
        let (next, ended) = after(self.game, spot, mv)?;
        Ok((!ended).then_some(next))
    }

    fn read(&self, spot: &Spot, mv: &str) -> Result<(G::Position, G::Move), LabError> {
        read_move(self.game, spot, mv)
    }
}

fn read_move<G: Notation + Picture>(
    game: &ErasedGame<G>,
    spot: &Spot,
    mv: &str,
) -> Result<(G::Position, G::Move), LabError> {
    let definition = &game.0;
    let read = definition.game.read_position(&spot.position);
    let at = read.map_err(LabError::Position)?;
    let mv = definition
        .game
        .read_move(&at, mv)
        .map_err(|error| LabError::Move { ply: 1, error })?;
    Ok((at, mv))
}

/// The position after a move as books keep it, and whether the game is over there.
pub(super) fn after<G: Notation + Picture>(
    game: &ErasedGame<G>,
    spot: &Spot,
    mv: &str,
) -> Result<(Spot, bool), LabError> {
    let (mut at, mv) = read_move(game, spot, mv)?;
    let definition = &game.0;
    definition.game.play(&mut at, mv);
    let ended = definition.game.outcome(&at).is_some();
    Ok((definition.book.fold(&definition.game, &at).place, ended))
}

/// A score in points for the side to move.
fn points(score: &ScoreView) -> i32 {
    let far = score.distance.unwrap_or(0).min(1000) as i32;
    match score.value {
        Some(Value::Win) => WON - far,
        Some(Value::Loss) => far - WON,
        _ => score.points.unwrap_or(0),
    }
}
