//! The player that plays from a solved table.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use yomikiri_game_api::{
    Game, Limits, Line, Observer, Player, PlayerFault, Probe, ProbeError, Probed, Score,
    SplitMix64, Thought, Value, Variation, Zeroing,
};

use crate::nothing_to_play;

/// Plays the exact best move: the shortest win, any draw, the longest loss.
///
/// Tables that know only how far the next move is that cannot be taken back lead to the win as well:
/// by the shortest way to such a move that keeps it, under the rule that draws a game without
/// progress, and never round in a circle.
///
/// Where a rule on repetitions decides, which gives wins without a distance, it keeps to the table's
/// ranks. Tables do not know the past: before the opponent can make a position come again in a way that the
/// game judges, it asks the game, and goes there only if that does no harm.
///
/// Among drawing moves, and among winning ones if the table has no distances, it avoids positions
/// that the line already had. What remains equal is decided by the seed. A new game does not begin
/// the random stream again: a match of many games needs different ones.
pub struct Perfect<G: Game> {
    probe: Arc<dyn Probe<G>>,
    rng: SplitMix64,
    errors: f64,
    traps: bool,
}

impl<G: Game> fmt::Debug for Perfect<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Perfect")
            .field("errors", &self.errors)
            .field("traps", &self.traps)
            .finish_non_exhaustive()
    }
}

/// A move of the position asked about, with what is known of it.
struct Known<M> {
    mv: M,
    /// Value and distance to the one who moves.
    worth: Probed,
    /// How it gets on, where that is what the table tells.
    progress: Option<Zeroing>,
    /// How far the win is from its proof, where a rule on repetitions decides.
    rank: Option<u32>,
    /// Whether it leads to a position that the line already had.
    repeats: bool,
}

impl<M> Known<M> {
    /// Larger is better. Repeating matters only where neither a distance nor a rank promises progress.
    fn order(&self) -> (Value, Value, bool, i64, bool) {
        let Probed { value, distance } = self.worth;
        let (limited, plies) = match self.progress {
            Some(progress) => (progress.limited, Some(progress.plies)),
            None => (value, distance),
        };
        // What only the rule decides takes longer than anything on the board.
        let plies = match self.rank {
            Some(rank) => i64::from(u32::MAX) + i64::from(rank),
            None => i64::from(plies.unwrap_or(0)),
        };
        let late = match value {
            Value::Win => -plies,
            Value::Draw => 0,
            Value::Loss => plies,
        };
        let in_circles = self.progress.is_some() && self.repeats && value == Value::Win;
        let new = distance.is_some() || self.rank.is_some() || !self.repeats;
        (limited, value, !in_circles, late, new)
    }

    /// A table without distances gives no proved number of plies: then the largest evaluation.
    fn score(&self) -> Score {
        match (self.worth.value, self.worth.distance) {
            // Won on the board, drawn under the rule that draws a game without progress.
            _ if self.progress.is_some_and(|of| of.limited == Value::Draw) => Score::DRAW,
            (value, Some(plies)) => Score::of_value(value, plies),
            (Value::Draw, None) => Score::DRAW,
            (Value::Win, None) => Score::eval(Score::LIMIT),
            (Value::Loss, None) => Score::eval(-Score::LIMIT),
        }
    }
}

impl<G: Game> Perfect<G> {
    /// An exact player; ties are decided by the seed.
    pub fn new(probe: Arc<dyn Probe<G>>, seed: u64) -> Self {
        Perfect {
            probe,
            rng: SplitMix64::new(seed),
            errors: 0.0,
            traps: false,
        }
    }

    /// With this probability, from 0 to 1, any legal move is played instead of a best one.
    #[must_use]
    pub fn errors(mut self, rate: f64) -> Self {
        self.errors = rate;
        self
    }

    /// Whether, among equally good moves, those are preferred after which most of the opponent's
    /// replies give away a value: a drawn game, or a won one.
    #[must_use]
    pub fn traps(mut self, traps: bool) -> Self {
        self.traps = traps;
        self
    }

    /// What the last move of a line brought to the one who made it.
    fn worth_of_last(&self, game: &G, line: &Line<G>) -> Result<Probed, PlayerFault> {
        let before = &line.positions()[line.ply() - 1];
        let mover = game.turn(before);
        if let Some(outcome) = line.outcome(game) {
            let value = outcome.value_for(mover);
            return Ok(Probed {
                value,
                distance: (value != Value::Draw).then_some(1),
            });
        }
        let found = self.probe.probe(game, line.last());
        let found = found.map_err(|ProbeError(fault)| PlayerFault::internal(fault))?;
        let Some(after) = found else {
            return Err(PlayerFault::internal(format!(
                "expected a solved table that covers every result of a move, but the table is \
                 missing for {:?}",
                line.last()
            )));
        };
        Ok(after.before_move(line.turn(game) != mover, 1))
    }

    /// How the last move of a line gets on; `None` if it ended the game.
    fn zeroing_of_last(&self, game: &G, line: &Line<G>) -> Result<Option<Zeroing>, PlayerFault> {
        if line.outcome(game).is_some() {
            return Ok(None);
        }
        let before = &line.positions()[line.ply() - 1];
        let found = self.probe.zeroing(game, before, line.last());
        found.map_err(|ProbeError(fault)| PlayerFault::internal(fault))
    }

    /// The rank of the last move of a line; `None` if it ended the game.
    fn rank_of_last(&self, game: &G, line: &Line<G>) -> Result<Option<u32>, PlayerFault> {
        if line.outcome(game).is_some() {
            return Ok(None);
        }
        let before = &line.positions()[line.ply() - 1];
        let found = self.probe.rank(game, before, line.last());
        found.map_err(|ProbeError(fault)| PlayerFault::internal(fault))
    }

    /// The worst that a repetition at the opponent's next move does to the one who made the last move of
    /// a line; `None` if no reply lets the game end by one.
    fn judged_next(game: &G, line: &mut Line<G>, replies: &mut Vec<G::Move>) -> Option<Value> {
        let mover = game.turn(&line.positions()[line.ply() - 1]);
        if line.turn(game) == mover || line.outcome(game).is_some() {
            return None;
        }
        replies.clear();
        line.legal_moves(game, replies);
        let judged = replies.iter().filter_map(|&reply| {
            line.push(game, reply);
            let outcome = match line.repeats() {
                true => line.outcome(game),
                false => None,
            };
            line.pop();
            outcome.map(|outcome| outcome.value_for(mover))
        });
        judged.min()
    }

    /// All legal moves at the end of a line with their worth.
    fn known(
        &self,
        game: &G,
        line: &mut Line<G>,
        nodes: &mut u64,
    ) -> Result<Vec<Known<G::Move>>, PlayerFault> {
        let (mut moves, mut replies) = (Vec::new(), Vec::new());
        line.legal_moves(game, &mut moves);
        let mut all = Vec::with_capacity(moves.len());
        for mv in moves {
            line.push(game, mv);
            *nodes += 1;
            let mut known = Known {
                mv,
                worth: self.worth_of_last(game, line)?,
                progress: self.zeroing_of_last(game, line)?,
                rank: self.rank_of_last(game, line)?,
                repeats: line.repeats(),
            };
            if known.worth.value != Value::Loss
                && let Some(value) = Self::judged_next(game, line, &mut replies)
                && value < known.worth.value
            {
                known.worth = Probed {
                    value,
                    distance: (value != Value::Draw).then_some(2),
                };
                (known.progress, known.rank) = (None, None);
            }
            line.pop();
            all.push(known);
        }
        Ok(all)
    }

    /// How many of a thousand replies to a move give away value.
    fn trap(
        &self,
        game: &G,
        line: &mut Line<G>,
        mv: G::Move,
        nodes: &mut u64,
    ) -> Result<usize, PlayerFault> {
        line.push(game, mv);
        let replies = if line.outcome(game).is_some() {
            Vec::new()
        } else {
            self.known(game, line, nodes)?
        };
        line.pop();
        let best = replies.iter().map(|reply| reply.worth.value).max();
        let worse = replies.iter().filter(|r| Some(r.worth.value) < best);
        Ok(worse.count() * 1000 / replies.len().max(1))
    }

    /// Puts the best moves first, equal ones in an order of the seed's.
    fn order(
        &mut self,
        game: &G,
        line: &mut Line<G>,
        all: &mut [Known<G::Move>],
        nodes: &mut u64,
    ) -> Result<(), PlayerFault> {
        for i in (1..all.len()).rev() {
            all.swap(i, self.rng.below(i + 1));
        }
        all.sort_by_key(|known| Reverse(known.order()));
        let equal = all
            .iter()
            .take_while(|k| k.order() == all[0].order())
            .count();
        if self.traps && equal > 1 {
            let mut traps = Vec::with_capacity(equal);
            for known in &all[..equal] {
                traps.push((known.mv, self.trap(game, line, known.mv, nodes)?));
            }
            let trap = |mv| traps.iter().find(|(of, _)| *of == mv).map(|&(_, t)| t);
            all[..equal].sort_by_key(|known| Reverse(trap(known.mv)));
        }
        Ok(())
    }
}

impl<G: Game> Player<G> for Perfect<G> {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        let begun = Instant::now();
        if line.outcome(game).is_some() {
            return Err(nothing_to_play());
        }
        let mut line = line.clone();
        let mut nodes = 0;
        let mut all = self.known(game, &mut line, &mut nodes)?;
        if all.is_empty() {
            return Err(nothing_to_play());
        }
        self.order(game, &mut line, &mut all, &mut nodes)?;
        if self.errors > 0.0 && self.rng.unit() < self.errors {
            let chosen = self.rng.below(all.len());
            all[..=chosen].rotate_right(1);
        }
        let variation = |known: &Known<G::Move>| Variation {
            score: Some(known.score()),
            moves: vec![known.mv],
        };
        let thought = Thought {
            best: all[0].mv,
            resigns: false,
            variations: all
                .iter()
                .take(limits.lines.max(1))
                .map(variation)
                .collect(),
            depth: 1,
            nodes,
            time: begun.elapsed(),
            details: Vec::new(),
            notes: Vec::new(),
        };
        observer.report(&thought);
        Ok(thought)
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = SplitMix64::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use yomikiri_game_api::{NoObserver, Notation, Side};
    use yomikiri_games::tictactoe::{Board, TicTacToe};

    /// Everything, found by looking at everything.
    struct BruteForce {
        known: HashMap<Board, Probed>,
        distances: bool,
    }

    impl BruteForce {
        fn new(distances: bool) -> Arc<Self> {
            let mut known = HashMap::new();
            minimax(&TicTacToe.start(), &mut known);
            Arc::new(BruteForce { known, distances })
        }
    }

    fn minimax(at: &Board, known: &mut HashMap<Board, Probed>) -> Probed {
        if let Some(&found) = known.get(at) {
            return found;
        }
        let mut moves = Vec::new();
        TicTacToe.legal_moves(at, &mut moves);
        let after = moves.into_iter().map(|mv| {
            let mut next = *at;
            TicTacToe.play(&mut next, mv);
            let found = minimax(&next, known);
            Probed {
                value: found.value.flip(),
                distance: found.distance.map(|plies| plies + 1),
            }
        });
        let score = |p: &Probed| Score::of_value(p.value, p.distance.unwrap_or(0));
        let found = match TicTacToe.outcome(at) {
            None => after.max_by_key(score).expect("a move"),
            Some(outcome) => {
                let value = outcome.value_for(TicTacToe.turn(at));
                let distance = (value != Value::Draw).then_some(0);
                Probed { value, distance }
            }
        };
        known.insert(*at, found);
        found
    }

    impl Probe<TicTacToe> for BruteForce {
        fn probe(&self, _: &TicTacToe, at: &Board) -> Result<Option<Probed>, ProbeError> {
            Ok(self.known.get(at).map(|&found| Probed {
                distance: found.distance.filter(|_| self.distances),
                ..found
            }))
        }
    }

    /// Values without distances, and how far the next win or loss is by them.
    struct Stretches {
        solved: Arc<BruteForce>,
        /// Wins in so many plies are draws by a rule.
        drawn: u32,
    }

    impl Probe<TicTacToe> for Stretches {
        fn probe(&self, game: &TicTacToe, at: &Board) -> Result<Option<Probed>, ProbeError> {
            let known = self.solved.probe(game, at)?;
            Ok(known.map(|known| Probed {
                distance: None,
                ..known
            }))
        }

        fn zeroing(
            &self,
            game: &TicTacToe,
            _before: &Board,
            after: &Board,
        ) -> Result<Option<Zeroing>, ProbeError> {
            let known = self.solved.probe(game, after)?;
            Ok(known.map(|known| {
                let plies = known.distance.unwrap_or(0) + 1;
                let value = known.value.flip();
                Zeroing {
                    limited: if plies == self.drawn {
                        Value::Draw
                    } else {
                        value
                    },
                    plies,
                }
            }))
        }
    }

    /// Covers nothing.
    struct Nothing;

    impl Probe<TicTacToe> for Nothing {
        fn probe(&self, _: &TicTacToe, _: &Board) -> Result<Option<Probed>, ProbeError> {
            Ok(None)
        }
    }

    fn perfect(seed: u64) -> Perfect<TicTacToe> {
        Perfect::new(BruteForce::new(true), seed)
    }

    fn ask(player: &mut Perfect<TicTacToe>, text: &str, lines: usize) -> Thought<MoveOf> {
        let line = Line::from_position(&TicTacToe, TicTacToe.read_position(text).unwrap());
        let limits = Limits {
            lines,
            ..Limits::default()
        };
        player
            .think(&TicTacToe, &line, &limits, &mut NoObserver)
            .unwrap()
    }

    type MoveOf = <TicTacToe as Game>::Move;

    #[test]
    fn wins_as_soon_and_loses_as_late_as_possible() {
        let thought = ask(&mut perfect(1), "XX./OO./... x", 9);
        assert_eq!(thought.score(), Some(Score::win_in(1)));
        assert_eq!(thought.variations.len(), 5);
        let scores: Vec<_> = thought.variations.iter().map(|v| v.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
        assert_eq!(scores[4], Some(Score::loss_in(2)));
        // Second cannot stop two threats: every move loses, those that stop one no sooner.
        let thought = ask(&mut perfect(1), "X.X/.O./O.X o", 9);
        assert!(
            thought
                .variations
                .iter()
                .all(|v| v.score == Some(Score::loss_in(2)))
        );
    }

    /// Of moves that win the one with the shortest stretch is played, unless a rule makes it a draw.
    #[test]
    fn gets_on_by_stretches_under_the_rule_that_cuts_them_off() {
        let solved = BruteForce::new(true);
        let mut tried = 0;
        for at in solved.known.keys() {
            let mut moves = Vec::new();
            TicTacToe.legal_moves(at, &mut moves);
            let after = |mv: MoveOf| {
                let mut next = *at;
                TicTacToe.play(&mut next, mv);
                solved.known[&next]
            };
            let won = moves.iter().map(|&mv| after(mv));
            let won = won.filter(|after| after.value == Value::Loss);
            let plies: Vec<u32> = won.filter_map(|after| after.distance).collect();
            let (least, most) = (plies.iter().min(), plies.iter().max());
            let (Some(&least), Some(&most)) = (least, most) else {
                continue;
            };
            if least == 0 || least == most {
                continue;
            }
            tried += 1;
            let text = TicTacToe.write_position(at);
            for (drawn, expected) in [(0, least), (least + 1, most)] {
                let solved = solved.clone();
                let mut player = Perfect::new(Arc::new(Stretches { solved, drawn }), 1);
                let best = after(ask(&mut player, &text, 1).best);
                assert_eq!((best.value, best.distance), (Value::Loss, Some(expected)));
            }
        }
        assert!(tried > 10, "{tried}");
    }

    #[test]
    fn follows_its_seed_and_varies_with_it() {
        let first = |seed| ask(&mut perfect(seed), "X../.O./... x", 1).best;
        assert_eq!(first(3), first(3));
        assert!((0..20).any(|seed| first(seed) != first(3)));
    }

    #[test]
    fn never_loses_and_wins_what_is_won_even_without_distances() {
        for distances in [true, false] {
            let solved = BruteForce::new(distances);
            let mut player = Perfect::new(solved.clone(), 7).traps(true);
            for seed in 0..12 {
                let mut random = crate::Random::new(seed);
                let mut line = Line::new(&TicTacToe);
                while line.outcome(&TicTacToe).is_none() {
                    let limits = Limits::default();
                    let mv = if line.ply() % 2 == seed as usize % 2 {
                        let before = solved.known[line.last()].value;
                        let thought = player.think(&TicTacToe, &line, &limits, &mut NoObserver);
                        let mv = thought.unwrap().best;
                        line.push(&TicTacToe, mv);
                        assert_eq!(solved.known[line.last()].value.flip(), before);
                        line.pop();
                        mv
                    } else {
                        random
                            .think(&TicTacToe, &line, &limits, &mut NoObserver)
                            .unwrap()
                            .best
                    };
                    line.push(&TicTacToe, mv);
                }
                let seat = if seed % 2 == 0 {
                    Side::First
                } else {
                    Side::Second
                };
                let outcome = line.outcome(&TicTacToe).unwrap();
                assert_ne!(outcome.winner, Some(!seat));
            }
        }
    }

    #[test]
    fn sets_traps_among_equal_moves() {
        // A corner leaves Second a single reply that does not lose, the centre and an edge four.
        let texts = |traps| {
            let bests = (0..30).map(|seed| {
                let best = ask(&mut perfect(seed).traps(traps), ".../.../... x", 1).best;
                TicTacToe.write_move(&TicTacToe.start(), best)
            });
            let mut bests: Vec<_> = bests.collect();
            bests.sort();
            bests.dedup();
            bests
        };
        assert_eq!(texts(true), ["a1", "a3", "c1", "c3"]);
        assert_eq!(texts(false).len(), 9);
    }

    #[test]
    fn errors_come_at_their_rate_and_are_told() {
        let mut player = perfect(1).errors(0.5);
        let wrong = (0..400)
            .map(|_| ask(&mut player, "XX./OO./... x", 2))
            .filter(|thought| {
                assert_eq!(thought.variations[0].moves, [thought.best]);
                thought.score() != Some(Score::win_in(1))
            })
            .count();
        // Four of five random moves are wrong.
        assert!((120..200).contains(&wrong), "{wrong}");
    }

    #[test]
    fn a_missing_table_is_named() {
        let mut player = Perfect::new(Arc::new(Nothing), 1);
        let line = Line::new(&TicTacToe);
        let fault = player.think(&TicTacToe, &line, &Limits::default(), &mut NoObserver);
        let fault = fault.unwrap_err().to_string();
        assert!(fault.contains("table is missing"), "{fault}");
    }
}
