//! Solved indices together with what is needed to judge any position near them.

use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, Metric, Probed, Value};

use crate::cells::Cells;
use crate::kernel::{better, step_back};

/// A solved indexer, or one tier's part of it, with the tiers around.
pub struct Solved<'s, G: Game, I> {
    /// The rules.
    pub game: &'s G,
    /// The indexer.
    pub indexer: &'s I,
    /// The cells of the indices in question.
    pub cells: &'s Cells,
    /// What is known of positions that have no cell here: other tiers. `None` of those that no
    /// table covers.
    pub elsewhere: &'s (dyn Fn(&G::Position) -> Option<Probed> + Sync),
    /// What distances lead to.
    pub metric: Metric,
    layers: Vec<Range<u64>>,
}

/// Moves and their results, kept from position to position; one for each action of a turn.
pub(crate) type Buffers<G> = Vec<(Vec<<G as Game>::Move>, Vec<<G as Game>::Position>)>;

impl<'s, G: Game, I: Indexer<G>> Solved<'s, G, I> {
    /// A whole game in one indexer.
    pub fn whole(game: &'s G, indexer: &'s I, cells: &'s Cells) -> Self {
        Solved::tier(game, indexer, cells, &|_| None, Metric::End)
    }

    /// One tier among others; see the fields.
    pub fn tier(
        game: &'s G,
        indexer: &'s I,
        cells: &'s Cells,
        elsewhere: &'s (dyn Fn(&G::Position) -> Option<Probed> + Sync),
        metric: Metric,
    ) -> Self {
        Solved {
            game,
            indexer,
            cells,
            elsewhere,
            metric,
            layers: indexer.layers(),
        }
    }

    /// The exact answer about a position, by the rules where they suffice; `None` if no table
    /// covers it. In the middle of a turn the rest of the turn is played out.
    pub fn look(&self, at: &G::Position) -> Option<Probed> {
        if let Some(over) = Probed::of_end(self.game, at) {
            return Some(over);
        }
        if let Some(known) = self.stored(self.indexer.index(at), at) {
            return Some(known);
        }
        rest_of_turn(self.game, at, &|next| {
            self.stored(self.indexer.index(next), next)
        })
    }

    /// What a table says of a position that is not over.
    fn stored(&self, index: Option<u64>, at: &G::Position) -> Option<Probed> {
        match index {
            Some(index) if self.cells.indices().contains(&index) => self.cells.answer(index),
            _ => (self.elsewhere)(at),
        }
    }

    fn layer(&self, index: u64) -> Option<usize> {
        self.layers.iter().position(|layer| layer.contains(&index))
    }

    /// What the results of the legal moves say about a position; `None` if one of them is unknown.
    pub(crate) fn derive(&self, at: &G::Position, buffers: &mut Buffers<G>) -> Option<Probed> {
        if let Some(over) = Probed::of_end(self.game, at) {
            return Some(over);
        }
        let here = self.indexer.index(at);
        let value = |next: &G::Position| self.worth(here, next);
        best_of_turn(self.game, at, &value, buffers, 0)
    }

    /// What a position at the opponent's turn is worth to the one who moves to it from an index.
    fn worth(&self, here: Option<u64>, next: &G::Position) -> Option<Probed> {
        let index = self.indexer.index(next);
        let known = match self.stored(index, next) {
            Some(known) => known,
            // Without an index and not over: won at once, which the rules can tell.
            None if index.is_none() && wins_at_once(self.game, next) => WON_AT_ONCE,
            None => return None,
        };
        let stays = match (self.metric, here) {
            (Metric::End | Metric::Check, _) | (_, None) => true,
            (Metric::Conversion, _) => index.is_some(),
            (Metric::Zeroing, Some(here)) => {
                index.is_some_and(|index| self.layer(index) == self.layer(here))
            }
        };
        Some(step_back(known, (!stays).then_some(self.metric)))
    }

    /// As [`derive`](Solved::derive) at the position of an index, when every index is checked and the indexer
    /// [is total](Indexer::is_total): the rules are not asked whether the game is over after a move, for
    /// that is checked at the index it leads to, and where the indexer tells [that
    /// index](Indexer::index_after), the move is not even played.
    pub(crate) fn derive_among_all(
        &self,
        index: u64,
        at: &G::Position,
        buffers: &mut Buffers<G>,
    ) -> Option<Probed> {
        if buffers.is_empty() {
            buffers.push((Vec::new(), Vec::new()));
        }
        let mut moves = std::mem::take(&mut buffers[0].0);
        moves.clear();
        self.game.legal_moves(at, &mut moves);
        let mut derived = match moves.is_empty() {
            true => Probed::of_end(self.game, at),
            false => None,
        };
        for &mv in &moves {
            let told = self.indexer.index_after(index, at, mv);
            let near = told.filter(|next| {
                self.cells.indices().contains(next)
                    && (self.metric != Metric::Zeroing || self.layer(*next) == self.layer(index))
            });
            let known = match near {
                Some(next) => self.cells.answer(next).map(|known| step_back(known, None)),
                None => {
                    let mut next = at.clone();
                    self.game.play(&mut next, mv);
                    // Turns of several actions are looked at by the long way.
                    let passes = self.game.turn(&next) != self.game.turn(at);
                    passes.then(|| self.worth(Some(index), &next)).flatten()
                }
            };
            let Some(known) = known else {
                buffers[0].0 = moves;
                return self.derive(at, buffers);
            };
            derived = Some(better(derived, known));
        }
        buffers[0].0 = moves;
        derived
    }
}

/// The best result of a turn begun at a position, seen by its mover; `value` judges a position at
/// the opponent's turn as the mover sees it. `None` if one of them is unknown and none wins at once.
fn best_of_turn<G: Game>(
    game: &G,
    at: &G::Position,
    value: &impl Fn(&G::Position) -> Option<Probed>,
    buffers: &mut Buffers<G>,
    action: usize,
) -> Option<Probed> {
    if buffers.len() <= action {
        buffers.push((Vec::new(), Vec::new()));
    }
    let (mut moves, mut results) = std::mem::take(&mut buffers[action]);
    moves.clear();
    results.clear();
    game.legal_moves(at, &mut moves);
    let mover = game.turn(at);
    let mut best: Option<Probed> = None;
    // First whatever ends the game: most positions of small games are decided by it.
    for &mv in &moves {
        let mut next = at.clone();
        game.play(&mut next, mv);
        match game.outcome(&next) {
            None => results.push(next),
            Some(outcome) => {
                let value = outcome.value_for(mover);
                let distance = (value != Value::Draw).then_some(1);
                best = Some(better(best, Probed { value, distance }));
                if value == Value::Win {
                    results.clear();
                    break;
                }
            }
        }
    }
    let mut known = true;
    for next in &results {
        let mine = if game.turn(next) == mover {
            best_of_turn(game, next, value, buffers, action + 1)
        } else {
            value(next)
        };
        match mine {
            Some(mine) => best = Some(better(best, mine)),
            None => {
                known = false;
                break;
            }
        }
    }
    buffers[action] = (moves, results);
    best.filter(|_| known)
}

/// The value of a position in the middle of a turn, or of one that is won at once: from what a table
/// says (`known`) of positions at the opponent's turn.
pub(crate) fn rest_of_turn<G: Game>(
    game: &G,
    at: &G::Position,
    known: &dyn Fn(&G::Position) -> Option<Probed>,
) -> Option<Probed> {
    let value = |next: &G::Position| known(next).map(|known| step_back(known, None));
    best_of_turn(game, at, &value, &mut Vec::new(), 0)
}

const WON_AT_ONCE: Probed = Probed {
    value: Value::Win,
    distance: Some(1),
};

/// Whether a move wins on the spot.
pub(crate) fn wins_at_once<G: Game>(game: &G, at: &G::Position) -> bool {
    let mover = game.turn(at);
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    moves.into_iter().any(|mv| {
        let mut next = at.clone();
        game.play(&mut next, mv);
        game.outcome(&next)
            .is_some_and(|outcome| outcome.winner == Some(mover))
    })
}
