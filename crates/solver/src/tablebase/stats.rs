//! Counts of tables, and remarkable positions.

use yomikiri_game_api::{Game, Indexer, Metric, Probed, Side, Tier, Tiers, Value};

use super::{Tablebase, TablebaseError};
use crate::census::{self, Census, Convention};
use crate::find::{self, Findings, Search};
use crate::local::{Settings, SolveError};
use crate::solved::Solved;
use crate::work::Progress;

/// The counts of a table for a side to move, in one convention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountRow {
    /// The side to move.
    pub side: Side,
    /// How positions are counted.
    pub convention: Convention,
    /// The counts.
    pub census: Census,
    /// Whether the table has distances, and not values only.
    pub has_distances: bool,
}

/// What to look for in a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Property {
    /// The wins that take longest.
    LongestWin,
    /// Won by exactly one of several moves.
    OnlyMove,
    /// Mutual zugzwang: the side to move is worse off.
    Zugzwang,
    /// Won only by promoting to something else than the strongest piece.
    UnderPromotion,
}

/// A position with a property.
#[derive(Clone, Debug)]
pub struct Found<G: Game> {
    /// The position.
    pub at: G::Position,
    /// Its value.
    pub probed: Probed,
    /// Best play from there; empty for draws.
    pub line: Vec<G::Move>,
}

/// A game solved in memory, in short.
#[derive(Clone, Debug)]
pub struct Study<M> {
    /// The value of the start.
    pub start: Option<Probed>,
    /// Counts of all positions, symmetric ones once.
    pub census: Census,
    /// The first moves that keep the start's value.
    pub best_moves: Vec<M>,
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// The counts of one table, by convention and side; with `reachable` also of what play from the
    /// start can reach, in a game that is solved as a whole.
    pub fn stats(
        &self,
        tier: Tier,
        metric: Metric,
        reachable: bool,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<CountRow>, TablebaseError> {
        self.refresh();
        if reachable && self.whole().is_none() {
            return Err(TablebaseError::Input(
                "what play from the start can reach is counted only in games that are solved as a \
                 whole"
                    .to_owned(),
            ));
        }
        let game = &self.game;
        let cells = self.load(tier, metric, progress)?;
        let indexer = self.indexer(tier)?;
        let part = cells.indices();
        let has_distances = !self.open(tier, metric)?.has_values_only();
        let count = |side: Side, convention, reached| {
            let mut census = Census::default();
            for of_side in indexer.indices_of(side) {
                let indices = of_side.start.max(part.start)..of_side.end.min(part.end);
                if !indices.is_empty() {
                    census.merge(&census::census::<G, _>(
                        &*indexer, indices, &cells, convention, reached, threads, progress,
                    ));
                }
            }
            CountRow {
                side,
                convention,
                census,
                has_distances,
            }
        };
        let with_king_captures = match self.spec.with_king_captures {
            Some(build) => Some(build(game).map_err(TablebaseError::Input)?),
            None => None,
        };
        let mut rows = Vec::new();
        for side in Side::BOTH {
            let mut all = count(side, Convention::All, None);
            if let Some(wide) = &with_king_captures {
                // Kings side by side have no index: the side to move captures the other.
                let ranges = wide.indices_of(side).into_iter();
                let captures: u64 = ranges
                    .map(|range| census::king_captures::<G, _>(wide, range, threads))
                    .sum();
                let more = captures - all.census.king_captures;
                if more > 0 {
                    let won = Probed {
                        value: Value::Win,
                        distance: Some(1),
                    };
                    all.census.add(won, more);
                }
            }
            rows.push(all);
        }
        for side in Side::BOTH {
            rows.push(count(side, Convention::Folded, None));
        }
        if reachable && let Some(start) = indexer.index(&game.start()) {
            let reached = census::reach::<G, _>(&*indexer, start, threads, progress);
            for side in Side::BOTH {
                rows.push(count(side, Convention::Reachable, Some(&reached)));
            }
        }
        Ok(rows)
    }

    /// Positions of one table with a property, at most so many of them, and how many there are.
    pub fn find(
        &self,
        (tier, metric): (Tier, Metric),
        (property, most): (Property, usize),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<(Findings, Vec<Found<G>>), TablebaseError> {
        self.refresh();
        let game = &self.game;
        let cells = self.load(tier, metric, progress)?;
        let indexer = self.indexer(tier)?;
        let elsewhere = |at: &G::Position| self.stored(at, Metric::End).ok().flatten();
        let solved = Solved::tier(game, &*indexer, &cells, &elsewhere, metric);
        let search = Search {
            most,
            threads,
            progress,
        };
        let findings = match property {
            Property::LongestWin => find::longest_wins(&solved, search),
            Property::OnlyMove => find::only_winning_moves(&solved, search),
            Property::Zugzwang => {
                let null_move = |at: &G::Position| (self.spec.null_move)(game, at);
                find::mutual_zugzwangs(&solved, null_move, search)
            }
            Property::UnderPromotion => {
                let is_under = |at: &G::Position, mv| (self.spec.is_under_promotion)(game, at, mv);
                find::won_only_by(&solved, is_under, search)
            }
        };
        let shown = |found: &find::Found| {
            let at = indexer.position(found.index)?;
            Some(Found {
                probed: solved.look(&at)?,
                line: find::perfect_line(&solved, &at),
                at,
            })
        };
        let found = findings.found.iter().filter_map(shown).collect();
        Ok((findings, found))
    }

    /// Solves a game as a whole, in memory.
    pub fn study(
        &self,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Study<G::Move>, TablebaseError> {
        let Some(tier) = self.whole() else {
            return Err(TablebaseError::Input(format!(
                "{} is not solved as a whole",
                self.location.spec
            )));
        };
        let (game, indexer) = (&self.game, self.indexer(tier)?);
        let settings = Settings {
            threads,
            ..Settings::default()
        };
        let solution = (self.spec.solve_tier)(&indexer, &|_, _| None, &settings, progress);
        let solution = solution.map_err(|error| match error {
            SolveError::Interrupted { .. } => TablebaseError::Interrupted {
                solving: None,
                saved: false,
            },
            other => TablebaseError::Input(other.to_string()),
        })?;
        let cells = &solution.cells;
        let mut census = Census::default();
        for indices in indexer.indices_of(Side::First) {
            census.merge(&census::census::<G, _>(
                &*indexer,
                indices,
                cells,
                Convention::Folded,
                None,
                threads,
                progress,
            ));
        }
        let solved = Solved::whole(game, &*indexer, cells);
        let at = game.start();
        let start = solved.look(&at);
        let mut best_moves = Vec::new();
        game.legal_moves(&at, &mut best_moves);
        best_moves.retain(|&mv| {
            let mut next = at.clone();
            game.play(&mut next, mv);
            let after = solved.look(&next);
            start.is_some_and(|start| after.is_some_and(|after| after.value.flip() == start.value))
        });
        Ok(Study {
            start,
            census,
            best_moves,
        })
    }
}
