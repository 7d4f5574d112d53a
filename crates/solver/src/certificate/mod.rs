//! Certificates: a strategy that proves what a side can reach from the start, small enough to be
//! checked by anybody.
//!
//! A certificate is text: a header and a line `POSITION<TAB>MOVE` for every position in which its
//! side has to be told what to play. Whatever the opponent replies, the next position is in the
//! list again, or its mirror image is, or the game is over, or the side can win within *sight*: so
//! few plies that the checker sees it by itself. For a claimed win no line of play may go on for
//! ever; for a claimed draw it may, but must never end in a loss.
//!
//! [`check`] is a file of its own and uses nothing but the rules and the notation: no table, no
//! indexer, no solver. [`build`] looks for a small strategy with the help of a solved table.

mod check;
mod choices;
mod hold;
mod win;

use std::collections::HashMap;
use std::fmt::Write;

use yomikiri_game_api::{Game, Notation, Probed, Side, Value};

use crate::work::Progress;
pub use check::{Flaw, MOST_SIGHT, Proved, check};
use choices::Choices;

/// The first line of a certificate.
const TITLE: &str = "yomikiri certificate 1";

/// A strategy for one side.
#[derive(Clone, Debug)]
pub struct Certificate<G: Game> {
    /// Whose strategy it is.
    pub side: Side,
    /// What it proves at least: a win or a draw.
    pub claim: Value,
    /// Wins within so many plies are not listed.
    pub sight: u32,
    /// What to play where.
    pub moves: HashMap<G::Position, G::Move>,
}

/// What to prove, and what is known about it.
pub struct Task<'t, G: Game> {
    /// Whose strategy is wanted.
    pub side: Side,
    /// Exact values with distances; `None` where nothing is known.
    pub known: &'t dyn Fn(&G::Position) -> Option<Probed>,
    /// The mirror image of a position, in which everything is the same but the names of squares;
    /// the position itself in games without such a symmetry.
    pub twin: &'t dyn Fn(&G::Position) -> G::Position,
    /// Leave out positions that are won within so many plies, at most [`MOST_SIGHT`].
    pub sight: u32,
    /// How often every choice is thought over. More sweeps find smaller strategies.
    pub sweeps: u32,
    /// Sweeps that begin with other numbers take other ways.
    pub seed: u64,
}

/// Finds a small strategy that holds the start's value for a side. `None` if the side loses or if
/// what is known does not cover what is needed. When `progress` asks to stop, what has been found
/// so far is good enough.
pub fn build<G: Game>(
    game: &G,
    task: &Task<'_, G>,
    progress: &dyn Progress,
) -> Option<Certificate<G>> {
    let start = game.start();
    let moves_first = game.turn(&start) == task.side;
    let known = (task.known)(&start)?;
    let claim = match moves_first {
        true => known.value,
        false => known.value.flip(),
    };
    if claim == Value::Loss {
        return None;
    }
    let mut choices = Choices::new(game, task, claim);
    let roots = match moves_first {
        true => choices.number(start, known).into_iter().collect(),
        false => choices.replies(&start)?,
    };
    let chosen = match claim {
        Value::Win => win::search(&mut choices, roots, task, progress)?,
        _ => hold::search(&mut choices, roots, task, progress)?,
    };
    let moves = chosen.into_iter().map(|(number, place)| {
        let at = choices.position(number).clone();
        (at, choices.mv(place))
    });
    Some(Certificate {
        side: task.side,
        claim,
        sight: task.sight,
        moves: moves.collect(),
    })
}

/// All legal moves with their results.
fn results<G: Game>(game: &G, at: &G::Position) -> Vec<(G::Move, G::Position)> {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut next = at.clone();
        game.play(&mut next, mv);
        (mv, next)
    });
    after.collect()
}

impl<G: Notation> Certificate<G> {
    /// The certificate as text, the same every time. `name` is the game with its options.
    pub fn write(&self, game: &G, name: &str) -> String {
        let mut lines: Vec<String> = self
            .moves
            .iter()
            .map(|(at, &mv)| format!("{}\t{}", game.write_position(at), game.write_move(at, mv)))
            .collect();
        lines.sort();
        let mut text = String::new();
        let _ = writeln!(text, "{TITLE}\ngame = {name}\nside = {}", self.side.word());
        let _ = writeln!(text, "claim = {}\nsight = {}", self.claim, self.sight);
        let _ = writeln!(text, "positions = {}\n", lines.len());
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}
