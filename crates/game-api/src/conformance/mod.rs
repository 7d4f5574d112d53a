//! The suite that every game calls: random games, each position checked against the contract.
//!
//! A game's tests run it with a modest [`Plan`]; `YOMIKIRI_CONFORMANCE_GAMES=10000` makes every
//! caller of [`Plan::from_env`] play that many games instead.

mod hands;
mod indexer;
pub mod toys;

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::{Game, Line, Notation, Outcome, Picture, SplitMix64};

pub use hands::{arrange, console, settle};
pub use indexer::indexer;

/// How much to play.
#[derive(Copy, Clone, Debug)]
pub struct Plan {
    /// Random games.
    pub games: usize,
    /// Longest game, in plies.
    pub plies: usize,
    /// Where the randomness comes from.
    pub seed: u64,
}

impl Plan {
    /// So many games of at most 300 plies.
    pub fn new(games: usize) -> Self {
        Plan {
            games,
            plies: 300,
            seed: 1,
        }
    }

    /// As [`Plan::new`], unless the environment asks for another number of games.
    pub fn from_env(games: usize) -> Self {
        let asked = std::env::var("YOMIKIRI_CONFORMANCE_GAMES");
        Plan::new(asked.ok().and_then(|n| n.parse().ok()).unwrap_or(games))
    }
}

/// What was seen on the way.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: usize,
    /// Games that ended before the plan's limit.
    pub finished: usize,
    /// Positions checked.
    pub positions: usize,
}

/// A broken law, with the line of play that shows it.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The law.
    pub law: &'static str,
    /// What was seen.
    pub seen: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken law: {}: {}", self.law, self.seen)
    }
}

impl std::error::Error for Fault {}

fn hold(law: &'static str, holds: bool, seen: impl FnOnce() -> String) -> Result<(), Fault> {
    if holds {
        Ok(())
    } else {
        Err(Fault { law, seen: seen() })
    }
}

/// Plays random games and calls `check` on every line of play, the start included.
pub fn walk<G: Game>(
    game: &G,
    plan: Plan,
    mut check: impl FnMut(&Line<G>) -> Result<(), Fault>,
) -> Result<Tally, Fault> {
    let mut tally = Tally::default();
    let mut moves = Vec::new();
    for number in 0..plan.games {
        let mut rng = SplitMix64::new(plan.seed.wrapping_add(number as u64));
        let mut line = Line::new(game);
        tally.games += 1;
        loop {
            tally.positions += 1;
            check(&line)?;
            if line.outcome(game).is_some() {
                tally.finished += 1;
                break;
            }
            if line.ply() == plan.plies {
                break;
            }
            moves.clear();
            line.legal_moves(game, &mut moves);
            hold(
                "a game that goes on has a move that its past allows",
                !moves.is_empty(),
                || format!("{:?}", line.last()),
            )?;
            line.push(game, moves[rng.below(moves.len())]);
        }
    }
    Ok(tally)
}

/// The laws of [`Game`].
pub fn rules<G: Game>(game: &G, plan: Plan) -> Result<Tally, Fault> {
    let mut keys: HashMap<G::Position, u64> = HashMap::new();
    let mut moves = Vec::new();
    let mut again = Vec::new();
    walk(game, plan, |line| {
        let at = line.last();
        let show = || format!("at {at:?} after {:?}", line.moves());
        moves.clear();
        game.legal_moves(at, &mut moves);
        hold(
            "no legal moves exactly when the position is over",
            moves.is_empty() == game.outcome(at).is_some(),
            || {
                format!(
                    "{} moves, outcome {:?}, {}",
                    moves.len(),
                    game.outcome(at),
                    show()
                )
            },
        )?;
        hold(
            "a margin names the winner",
            game.outcome(at).is_none_or(|outcome| match outcome.margin {
                None => true,
                Some(margin) => Outcome::by_margin(margin, outcome.reason) == outcome,
            }),
            || format!("{:?}, {}", game.outcome(at), show()),
        )?;
        hold(
            "count_legal counts legal_moves",
            game.count_legal(at) == moves.len(),
            || {
                format!(
                    "{} against {}, {}",
                    game.count_legal(at),
                    moves.len(),
                    show()
                )
            },
        )?;
        let distinct: HashSet<_> = moves.iter().collect();
        hold("no move stands twice", distinct.len() == moves.len(), show)?;
        again.clear();
        game.legal_moves(&at.clone(), &mut again);
        hold("the order of moves is stable", again == moves, show)?;
        hold(
            "legal_moves appends",
            {
                game.legal_moves(at, &mut again);
                again.len() == 2 * moves.len() && again[..moves.len()] == moves[..]
            },
            show,
        )?;
        hold(
            "the line's key is the position's",
            line.key(line.ply()) == game.key(at),
            show,
        )?;
        // Bounded memory: a few hundred thousand positions are plenty to catch an unstable key.
        if keys.len() < 200_000 {
            let key = *keys.entry(at.clone()).or_insert_with(|| game.key(at));
            hold("equal positions have equal keys", key == game.key(at), show)?;
        }
        if let Some(&mv) = moves.first() {
            let mut deeper = line.clone();
            deeper.push(game, mv);
            hold("play changes the position", deeper.last() != at, show)?;
            hold("pop returns what push took", deeper.pop() == Some(mv), show)?;
            hold("pop restores the position", deeper.last() == at, show)?;
            hold("pop restores the keys", deeper.keys().eq(line.keys()), show)?;
        }
        Ok(())
    })
}

/// The laws of [`Notation`].
pub fn notation<G: Notation>(game: &G, plan: Plan) -> Result<Tally, Fault> {
    let mut moves = Vec::new();
    walk(game, plan, |line| {
        let at = line.last();
        let text = game.write_position(at);
        let read = game.read_position(&text);
        hold(
            "a written position reads back",
            read.as_ref() == Ok(at),
            || format!("{text:?} of {at:?} gave {read:?}"),
        )?;
        moves.clear();
        game.legal_moves(at, &mut moves);
        let mut texts = HashSet::new();
        for &mv in &moves {
            let text = game.write_move(at, mv);
            let read = game.read_move(at, &text);
            hold("a written move reads back", read == Ok(mv), || {
                format!("{text:?} of {mv:?} at {at:?} gave {read:?}")
            })?;
            hold(
                "two moves are not written alike",
                texts.insert(text.clone()),
                || format!("{text:?} at {at:?}"),
            )?;
        }
        Ok(())
    })
}

/// The laws of [`Picture`].
pub fn picture<G: Picture>(game: &G, plan: Plan) -> Result<Tally, Fault> {
    let mut moves = Vec::new();
    walk(game, plan, |line| {
        let at = line.last();
        let diagram = game.diagram(at);
        let cells = diagram.width * diagram.height;
        hold(
            "a diagram has a cell for every square and a name for every file and rank",
            diagram.cells.len() == cells
                && diagram.files.len() == diagram.width
                && diagram.ranks.len() == diagram.height,
            || format!("{diagram:?}"),
        )?;
        moves.clear();
        game.legal_moves(at, &mut moves);
        for &mv in &moves {
            let (from, to) = game.touches(at, mv);
            let inside = from.into_iter().chain(to).all(|cell| cell < cells);
            hold("a move touches squares of the board", inside, || {
                format!("{mv:?} at {at:?}")
            })?;
            // The slow twin of `uses_hand`: the move is tried.
            let mover = game.turn(at).index();
            let mut after = at.clone();
            game.play(&mut after, mv);
            let after = game.diagram(&after);
            let left = |kind: &str| {
                let held = after.hands[mover].iter();
                let of_kind = held.filter(|entry| entry.piece.kind == kind);
                of_kind.map(|entry| entry.count).sum::<usize>()
            };
            let mut held = diagram.hands[mover].iter();
            let used = held.position(|entry| left(&entry.piece.kind) < entry.count);
            hold(
                "a move that uses up a piece in hand tells which",
                used == game.uses_hand(at, mv),
                || format!("{mv:?} at {at:?}"),
            )?;
        }
        Ok(())
    })
}
