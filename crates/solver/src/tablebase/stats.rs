//! Counts of tables, and remarkable positions.

use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, Metric, Probed, Side, Tier, Tiers, Value};

use super::{Tablebase, TablebaseError, stats_file};
use crate::cells::Cells;
use crate::census::{self, Census, Convention, Counting};
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
    /// Whether finished games are told apart by check.
    pub knows_checks: bool,
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
    /// Won at once by leaving the opponent without a move, and not by mate.
    Stalemate,
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
    /// start can reach, in a game that is solved as a whole. What is stored beside the table file is
    /// not counted again.
    pub fn stats(
        &self,
        tier: Tier,
        metric: Metric,
        reachable: bool,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<CountRow>, TablebaseError> {
        if let Some(rows) = self.stored_stats(tier, metric, reachable)? {
            return Ok(rows);
        }
        let cells = match metric {
            Metric::Check => self.check_values(tier, progress)?,
            _ => self.load(tier, metric, progress)?,
        };
        let cells = (&*cells, false, reachable);
        self.count(tier, metric, cells, threads, progress)
    }

    /// The same, if it is stored beside the table file; `None` if it would have to be counted.
    pub fn stored_stats(
        &self,
        tier: Tier,
        metric: Metric,
        reachable: bool,
    ) -> Result<Option<Vec<CountRow>>, TablebaseError> {
        self.refresh();
        if reachable && self.whole().is_none() {
            return Err(TablebaseError::Input(
                "what play from the start can reach is counted only in games that are solved as a \
                 whole"
                    .to_owned(),
            ));
        }
        let table = self.open(tier, metric)?;
        // A table that leaves positions out is nothing without those that they lead to.
        if !table.table().header().stored.is_all() {
            self.check_children(&table, metric)?;
        }
        let stored = stats_file::read(table.table());
        Ok(stored.and_then(|mut rows| {
            let is_reachable = |row: &CountRow| row.convention == Convention::Reachable;
            if reachable && !rows.iter().any(is_reachable) {
                return None;
            }
            rows.retain(|row| reachable || !is_reachable(row));
            Some(rows)
        }))
    }

    /// Counts the cells of a table that has just been [solved](Tablebase::solve), and stores the counts
    /// beside its file.
    pub fn count_solved(
        &self,
        tier: Tier,
        metric: Metric,
        cells: &Cells,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<CountRow>, TablebaseError> {
        // What the rule on checks changes is put together from files.
        let is_solved = metric != Metric::Check;
        self.count(tier, metric, (cells, is_solved, false), threads, progress)
    }

    /// Counts the cells of a table, and stores the counts beside its file.
    fn count(
        &self,
        tier: Tier,
        metric: Metric,
        (cells, is_solved, reachable): (&Cells, bool, bool),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<CountRow>, TablebaseError> {
        let table = self.open(tier, metric)?;
        let cells = (cells, is_solved, reachable);
        let counts = self.counted(tier, cells, threads, progress)?;
        let has_distances = !table.has_values_only() && metric != Metric::Check;
        let rows = self.count_rows(counts, has_distances);
        if progress.stop() {
            return Err(TablebaseError::Interrupted {
                solving: None,
                saved: false,
            });
        }
        stats_file::write(table.table(), &rows);
        Ok(rows)
    }

    /// Counts by convention and side, in rows.
    pub(super) fn count_rows(
        &self,
        counts: [Vec<Census>; 3],
        has_distances: bool,
    ) -> Vec<CountRow> {
        let conventions = Convention::EVERY.into_iter().zip(counts);
        let rows = conventions.flat_map(|(convention, counts)| {
            let sides = Side::BOTH.into_iter().zip(counts);
            sides.map(move |(side, census)| CountRow {
                side,
                convention,
                census,
                has_distances,
                knows_checks: self.spec.in_check.is_some(),
            })
        });
        rows.collect()
    }

    /// Counts by convention and side.
    fn counted(
        &self,
        tier: Tier,
        (cells, is_solved, reachable): (&Cells, bool, bool),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<[Vec<Census>; 3], TablebaseError> {
        let indexer = self.indexer(tier)?;
        let ranges = |side| indices_of(&*indexer, side, cells);
        let in_check = self.spec.in_check;
        let in_check = in_check.map(|in_check| move |at: &G::Position| in_check(&self.game, at));
        let counting = Counting {
            conventions: [Convention::All, Convention::Folded],
            reached: None,
            in_check: in_check.as_ref().map(|in_check| in_check as _),
            is_solved,
        };
        let [mut all, mut folded, mut reached] = [const { Vec::new() }; 3];
        let start = indexer.index(&self.game.start()).filter(|_| reachable);
        let from_start =
            start.map(|start| census::reach::<G, _>(&*indexer, start, threads, progress));
        for side in Side::BOTH {
            // Where the turn is folded both sides have the same indices.
            if side == Side::Second && ranges(side) == ranges(Side::First) {
                for rows in [&mut all, &mut folded, &mut reached] {
                    rows.extend(rows.first().cloned());
                }
                break;
            }
            let mut sums: [Census; 3] = std::array::from_fn(|_| Census::default());
            let mut count = |cells: &Cells, indices: Range<u64>| {
                let [more_all, more_folded] = census::censuses::<G, _, 2>(
                    &*indexer,
                    indices.clone(),
                    cells,
                    &counting,
                    threads,
                    progress,
                );
                sums[0].merge(&more_all);
                sums[1].merge(&more_folded);
                if let Some(from_start) = &from_start {
                    let counting = Counting {
                        conventions: [Convention::Reachable],
                        reached: Some(from_start),
                        in_check: counting.in_check,
                        is_solved,
                    };
                    let [more] = census::censuses::<G, _, 1>(
                        &*indexer, indices, cells, &counting, threads, progress,
                    );
                    sums[2].merge(&more);
                }
            };
            for indices in ranges(side) {
                cells.loaded(indices, &mut count);
            }
            if let Some(fault) = cells.fault() {
                return Err(TablebaseError::Table(fault.to_owned()));
            }
            let [of_all, of_folded, of_reached] = sums;
            all.push(of_all);
            folded.push(of_folded);
            reached.extend(from_start.is_some().then_some(of_reached));
        }
        self.count_king_captures(&mut all, threads)?;
        Ok([all, folded, reached])
    }

    /// Adds the positions in which a king can be captured, where the indexer leaves them out; counts by side.
    pub(super) fn count_king_captures(
        &self,
        all: &mut [Census],
        threads: usize,
    ) -> Result<(), TablebaseError> {
        // Where the side to move can be mated, no legal position lets it capture a king.
        let build = match self.spec.in_check {
            Some(_) => None,
            None => self.spec.with_king_captures,
        };
        if let Some(build) = build {
            let wide = build(&self.game).map_err(TablebaseError::Input)?;
            let mut counted: Option<(Vec<Range<u64>>, u64)> = None;
            for (side, census) in Side::BOTH.into_iter().zip(all) {
                let ranges = wide.indices_of(side);
                let captures = match counted {
                    // Where the turn is folded both sides have the same indices.
                    Some((same, captures)) if same == ranges => captures,
                    _ => {
                        let ranges = ranges.iter().cloned();
                        let each = ranges
                            .map(|range| census::king_captures::<G, _>(&wide, range, threads));
                        each.sum()
                    }
                };
                counted = Some((ranges, captures));
                add_king_captures(captures, census);
            }
        }
        Ok(())
    }

    /// The counts of a whole table, symmetric positions once, from those of each side.
    pub fn folded_total(&self, tier: Tier, rows: &[CountRow]) -> Result<Census, TablebaseError> {
        let indexer = self.indexer(tier)?;
        let is_folded = indexer.indices_of(Side::First) == indexer.indices_of(Side::Second);
        let rows = rows.iter().filter(|row| {
            let is_other_half = row.side == Side::First || !is_folded;
            row.convention == Convention::Folded && is_other_half
        });
        let mut total = Census::default();
        rows.for_each(|row| total.merge(&row.census));
        Ok(total)
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
        if metric == Metric::Check {
            return Err(TablebaseError::Input(
                "expected tables of distances for remarkable positions, got those of the rule on \
                 perpetual check; `table stats` shows what the rule changes"
                    .to_owned(),
            ));
        }
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
            Property::Stalemate => {
                let Some(in_check) = self.spec.in_check else {
                    return Err(TablebaseError::Input(format!(
                        "expected a game with checks, got {}",
                        self.location.spec
                    )));
                };
                find::won_by_stalemate(&solved, |at| in_check(game, at), search)
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

/// The indices with a side to move, among those that have cells.
fn indices_of<G: Game, I: Indexer<G>>(indexer: &I, side: Side, cells: &Cells) -> Vec<Range<u64>> {
    let part = cells.indices();
    let ranges = indexer.indices_of(side).into_iter();
    let ranges = ranges.map(|of| of.start.max(part.start)..of.end.min(part.end));
    ranges.filter(|range| !range.is_empty()).collect()
}

/// Adds the positions with kings side by side, which have no index: the side to move captures the other.
fn add_king_captures(captures: u64, census: &mut Census) {
    let more = captures - census.king_captures;
    if more > 0 {
        let won = Probed {
            value: Value::Win,
            distance: Some(1),
        };
        census.add(won, more);
    }
}
