//! Counting a table that several processes have solved: each counts its share.

use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, Metric, Side, Tier, Tiers};

use super::{CountRow, Tablebase, TablebaseError, stats_file};
use crate::census::{self, Census, Convention, Counting};
use crate::local::SolveError;
use crate::table::SharedCells;
use crate::work::Progress;

/// Sides and conventions.
const COUNTS: usize = 4;

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Counts the cells of a table that has just been written; all processes take part, and the one that has
    /// written the table stores the counts beside it. Only that one has all of them.
    pub(super) fn count_shares(
        &self,
        (tier, metric): (Tier, Metric),
        shared: &dyn SharedCells,
        part: Range<u64>,
        (threads, progress): (usize, &dyn Progress),
    ) -> Result<Vec<CountRow>, TablebaseError> {
        let indexer = self.indexer(tier)?;
        let in_check = self.spec.in_check;
        let in_check = in_check.map(|in_check| move |at: &G::Position| in_check(&self.game, at));
        let counting = Counting {
            conventions: [Convention::All, Convention::Folded],
            reached: None,
            in_check: in_check.as_ref().map(|in_check| in_check as _),
            is_solved: true,
        };
        // Where the turn is folded both sides have the same indices.
        let of = |side| clipped(indexer.indices_of(side), &part);
        let is_folded = of(Side::First) == of(Side::Second);
        let sides = if is_folded { 1 } else { 2 };
        let mut sums: [Census; COUNTS] = std::array::from_fn(|_| Census::default());
        shared.own(&mut |cells| {
            for (number, side) in Side::BOTH.into_iter().enumerate().take(sides) {
                for indices in clipped(of(side), &cells.indices()) {
                    let more = census::censuses::<G, _, 2>(
                        &*indexer, indices, &cells, &counting, 1, progress,
                    );
                    let places = sums[2 * number..].iter_mut();
                    places.zip(&more).for_each(|(sum, more)| sum.merge(more));
                }
            }
        });
        let stopped = TablebaseError::Interrupted {
            solving: None,
            saved: false,
        };
        if progress.stop() {
            return Err(stopped);
        }
        let told = |error: SolveError| TablebaseError::Elsewhere(error.to_string());
        let sums = numbers(&sums);
        let mut sums = censuses(&shared.sum(sums).map_err(told)?);
        if !shared.is_writer() {
            return Ok(Vec::new());
        }
        if is_folded {
            sums[2] = sums[0].clone();
            sums[3] = sums[1].clone();
        }
        let [all, folded, all_second, folded_second] = sums;
        let mut all = vec![all, all_second];
        self.count_king_captures(&mut all, threads)?;
        let folded = vec![folded, folded_second];
        let table = self.open(tier, metric)?;
        let rows = self.count_rows([all, folded, Vec::new()], !table.has_values_only());
        stats_file::write(table.table(), &rows);
        Ok(rows)
    }
}

/// What is within a range.
fn clipped(ranges: Vec<Range<u64>>, within: &Range<u64>) -> Vec<Range<u64>> {
    let ranges = ranges.into_iter();
    let ranges = ranges.map(|of| of.start.max(within.start)..of.end.min(within.end));
    ranges.filter(|range| !range.is_empty()).collect()
}

/// Counts as one list of numbers: the sums of such lists are those of the counts, whatever their lengths.
fn numbers(all: &[Census; COUNTS]) -> Vec<u64> {
    let mut numbers = Vec::new();
    for census in all {
        numbers.extend([
            census.draws,
            census.finished,
            census.checkmated,
            census.king_captures,
            census.wins_at_once,
        ]);
    }
    let longest = |census: &Census| census.won_in.len().max(census.lost_in.len());
    for distance in 0..all.iter().map(longest).max().unwrap_or(0) {
        for census in all {
            let at = |counts: &[u64]| counts.get(distance).copied().unwrap_or(0);
            numbers.extend([at(&census.won_in), at(&census.lost_in)]);
        }
    }
    numbers
}

/// The inverse of [`numbers`], without zeros at the ends.
fn censuses(numbers: &[u64]) -> [Census; COUNTS] {
    let (few, rest) = numbers.split_at(numbers.len().min(5 * COUNTS));
    let by_distance = |place: usize| {
        let counts = rest.iter().skip(place).step_by(2 * COUNTS);
        let mut counts: Vec<u64> = counts.copied().collect();
        counts.truncate(
            counts
                .iter()
                .rposition(|&count| count > 0)
                .map_or(0, |last| last + 1),
        );
        counts
    };
    std::array::from_fn(|number| {
        let few = |at: usize| few.get(5 * number + at).copied().unwrap_or(0);
        Census {
            won_in: by_distance(2 * number),
            lost_in: by_distance(2 * number + 1),
            draws: few(0),
            finished: few(1),
            checkmated: few(2),
            king_captures: few(3),
            wins_at_once: few(4),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_numbers_are_those_of_counts() {
        let census = |seed: u64, longest: u64| Census {
            won_in: (0..longest).map(|distance| seed + distance).collect(),
            lost_in: (0..2 * longest)
                .map(|distance| seed * distance + 1)
                .collect(),
            draws: seed,
            finished: seed + 1,
            checkmated: seed + 2,
            king_captures: seed + 3,
            wins_at_once: seed + 4,
        };
        let some: [Census; COUNTS] = std::array::from_fn(|at| census(at as u64 + 1, 3));
        let others: [Census; COUNTS] = std::array::from_fn(|at| census(10 * at as u64, at as u64));
        let (mut sums, more) = (numbers(&some), numbers(&others));
        sums.resize(sums.len().max(more.len()), 0);
        sums.iter_mut()
            .zip(more)
            .for_each(|(sum, more)| *sum += more);
        let mut expected = some.clone();
        expected
            .iter_mut()
            .zip(&others)
            .for_each(|(sum, more)| sum.merge(more));
        assert_eq!(censuses(&sums), expected);
        assert_eq!(censuses(&numbers(&some)), some);
    }
}
