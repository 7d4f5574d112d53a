//! The document's three-stage player: recognises, generates candidates, chooses.

use yomikiri_game_api::{
    Fact, Game, Limits, Line, Observer, Player, PlayerFault, Score, Side, Thought, Variation,
};

use super::candidates::{Candidate, Thinking, candidates, facts, think};
use super::choosers::Chooser;
use super::explain::lead;
use super::strategy::strategy;
use super::weights::Weights;
use crate::go::game::Go;
use crate::go::position::{Move, Position};
use crate::go::reading::ReadingLimits;

/// The player.
#[derive(Clone, Debug)]
pub struct Classic {
    chooser: Chooser,
    weights: Weights,
}

impl Classic {
    /// What it reads with: a player looks at many boards.
    pub const READING: ReadingLimits = ReadingLimits {
        depth: 2,
        nodes: 300,
        liberties: 4,
    };

    /// A player with a way to choose.
    pub const fn new(chooser: Chooser, weights: Weights) -> Self {
        Classic { chooser, weights }
    }

    /// What it thinks of: the candidates of a side with the usual weights.
    pub fn candidates(game: &Go, at: &Position, side: Side) -> Vec<Candidate> {
        candidates(game, at, side, &Weights::default(), Self::READING)
    }

    /// What it sees, with the candidates that the rules allow at the end of a line.
    fn allowed(&self, game: &Go, line: &Line<Go>) -> Thinking {
        let at = line.last();
        let mut legal = Vec::new();
        line.legal_moves(game, &mut legal);
        let mut thinking = think(game, at, at.turn(), &self.weights, Self::READING);
        let all = &mut thinking.candidates;
        all.retain(|candidate| legal.contains(&Move::at(candidate.cell)));
        thinking
    }
}

impl Player<Go> for Classic {
    fn think(
        &mut self,
        game: &Go,
        line: &Line<Go>,
        limits: &Limits,
        _observer: &mut dyn Observer<Go>,
    ) -> Result<Thought<Move>, PlayerFault> {
        let at = line.last();
        let Thinking {
            sight,
            candidates: all,
        } = self.allowed(game, line);
        let last = line.moves().last().and_then(|mv| mv.cell());
        let strategy = strategy(game, at.turn(), &sight, &all, last);
        let choice = self
            .chooser
            .choose(game, at, &all, &self.weights, Self::READING);
        let best = choice.index.map(|number| Move::at(all[number].cell));
        let best = best.unwrap_or(Move::PASS);
        // What a move is worth to the mover: the lead that is estimated after it, in tenths of a point.
        let worth = |mv: Move| {
            let mut next = *at;
            game.play(&mut next, mv);
            let sign = 1.0 - 2.0 * at.turn().index() as f32;
            Some(Score::eval((10.0 * sign * lead(game, &next)) as i32))
        };
        let others = all.iter().map(|candidate| Move::at(candidate.cell));
        let others = others.filter(|&mv| mv != best);
        let shown = [best].into_iter().chain(others);
        let variations = shown.take(limits.lines.max(1)).map(|mv| Variation {
            score: worth(mv),
            moves: vec![mv],
        });
        let variations = variations.collect();
        Ok(Thought {
            variations,
            nodes: choice.boards + all.len() as u64,
            details: vec![
                ("candidates", facts(game, &all).data),
                ("strategy", Fact::from(&strategy)),
            ],
            notes: vec![strategy],
            ..Thought::plain(best)
        })
    }
}
