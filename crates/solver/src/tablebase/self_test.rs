//! Whether verification finds values that were changed on purpose.
//!
//! A copy of a table file gets some wrong values. All checksums and the hash of the copy fit, so that only
//! the rules can tell. The copy is verified like any table. One pass over a large table tests many changes,
//! far apart from each other: a change is found if its own entry is reported. What is not found so, because
//! the values around were changed as well, is tried again alone, and then any fault counts.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use yomikiri_game_api::{Game, Indexer, Metric, Probed, SplitMix64, Tier, Tiers, Value};

use super::verify::Kept;
use super::{OpenTable, Tablebase, TablebaseError};
use crate::cells::Cells;
use crate::table::Table;
use crate::verify::{Part, Verdict, verify_keeping};
use crate::work::Progress;

/// A pass changes one of so many positions at most.
const APART: u64 = 1000;
/// Positions looked at for each change that is wanted, before there seem to be none.
const MOST_TRIES: u64 = 10_000;

/// How a verification did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfTest {
    /// The file whose copies were changed.
    pub path: PathBuf,
    /// Values changed.
    pub changed: u64,
    /// Those that verification found.
    pub found: u64,
    /// Verifications of a whole copy.
    pub passes: u64,
    /// Positions whose change was not found.
    pub missed: Vec<u64>,
}

/// Stored indices, counted as in the file, with wrong codes.
type Changes = BTreeMap<u64, u16>;

/// A file that goes away.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

impl<G: Game, T: Tiers<G>> Tablebase<G, T> {
    /// Changes so many values in copies of a table file and verifies the copies. The seed chooses the
    /// values.
    pub fn self_test(
        &self,
        (tier, metric): (Tier, Metric),
        count: u64,
        seed: u64,
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<SelfTest, TablebaseError> {
        self.refresh();
        let table = self.open(tier, metric)?;
        if metric == Metric::Check {
            return Err(TablebaseError::Input(
                "expected a table of distances to change, got one of the rule on perpetual check"
                    .to_owned(),
            ));
        }
        if table.has_values_only() {
            return Err(TablebaseError::Input(
                "a table of values without distances cannot be verified".to_owned(),
            ));
        }
        if table.table().bytes() == 0 {
            return Err(TablebaseError::Input(format!(
                "expected a table file, got a table {}; solve it first",
                table.table().path().display()
            )));
        }
        let copy = Temporary(self.path(tier, metric).with_extension("self-test.tmp"));
        if let Some(folder) = copy.0.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| TablebaseError::Table(format!("{}: {error}", folder.display())))?;
        }
        let verify = |changes: &Changes| {
            self.verify_edited(
                &table,
                (tier, metric),
                (&copy.0, changes),
                threads,
                progress,
            )
        };
        let mut random = SplitMix64::new(seed);
        let cells = self.load_table(&table, metric, progress)?;
        let in_a_pass = (table.table().header().size / APART).clamp(1, count.max(1));
        let mut test = SelfTest {
            path: table.table().path().to_owned(),
            changed: 0,
            found: 0,
            passes: 0,
            missed: Vec::new(),
        };
        while test.changed < count {
            let wanted = in_a_pass.min(count - test.changed);
            let changes = choose_changes(&table, &cells, wanted, &mut random);
            if changes.is_empty() {
                break;
            }
            test.changed += changes.len() as u64;
            test.passes += 1;
            // A file that is refused may be refused for one change of many.
            let verdict = verify(&changes).ok();
            let stopped = verdict.as_ref().is_some_and(|verdict| verdict.stopped);
            if stopped || progress.stop() {
                return Err(TablebaseError::Interrupted {
                    solving: None,
                    saved: false,
                });
            }
            let faults = verdict.map_or(Vec::new(), |verdict| verdict.faults);
            let reported: HashSet<u64> = faults.iter().map(|fault| fault.index).collect();
            for (&at, &code) in &changes {
                let index = at + table.part().start;
                let mut is_found = reported.contains(&index);
                if !is_found {
                    test.passes += 1;
                    let alone = verify(&Changes::from([(at, code)]));
                    is_found = alone.is_err() || alone.is_ok_and(|alone| !alone.faults.is_empty());
                }
                match is_found {
                    true => test.found += 1,
                    false => test.missed.push(index),
                }
            }
        }
        Ok(test)
    }

    /// Verifies a copy with other values; the error is a copy that is refused.
    fn verify_edited(
        &self,
        table: &OpenTable<T::Indexer>,
        (tier, metric): (Tier, Metric),
        (copy, changes): (&Path, &Changes),
        threads: usize,
        progress: &dyn Progress,
    ) -> Result<Verdict, TablebaseError> {
        table.table().write_edited(copy, changes)?;
        let edited = self.identified(Table::open(copy)?, tier, metric)?;
        self.verify_table(
            &edited,
            (tier, metric),
            &mut Kept::new(),
            progress,
            |solved| verify_keeping(u64::MAX, solved, (None, Part::WHOLE), threads, progress),
        )
    }
}

/// Wrong codes for some stored indices that have a position.
fn choose_changes<G: Game, I: Indexer<G>>(
    table: &OpenTable<I>,
    cells: &Cells,
    wanted: u64,
    random: &mut SplitMix64,
) -> Changes {
    let (header, first) = (table.table().header(), table.part().start);
    let mut changes = Changes::new();
    for _ in 0..wanted.saturating_mul(MOST_TRIES) {
        if changes.len() as u64 == wanted || header.size == 0 {
            break;
        }
        let at = random.below(header.size as usize) as u64;
        let is_stored = header.stored.place(at).is_some();
        if is_stored && table.indexer().position(first + at).is_some() {
            let code = wrong_code(cells, first + at, header.deepest, random);
            changes.insert(at, code);
        }
    }
    changes
}

/// The code of another answer: another value, another distance, or none at all.
fn wrong_code(cells: &Cells, index: u64, deepest: u32, random: &mut SplitMix64) -> u16 {
    let right = cells.answer(index);
    loop {
        let distance = random.below(deepest.max(2) as usize) as u32;
        let wrong = match random.below(8) {
            0 => None,
            1 => Some(Probed::DRAW),
            2..5 => Some(decided(Value::Win, distance)),
            _ => Some(decided(Value::Loss, distance)),
        };
        // A byte has no win at an even distance, and says so by the code of an empty index.
        let code = cells.code_of(wrong);
        if wrong != right && (wrong.is_none() || code != cells.code_of(None)) {
            return code;
        }
    }
}

fn decided(value: Value, distance: u32) -> Probed {
    Probed {
        value,
        distance: Some(distance),
    }
}
