//! Tables whose entries are checked by the workers of a queue.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use yomikiri_game_api::Metric;
use yomikiri_queue::{Queue, QueueError, Run};
use yomikiri_solver::Progress;

use super::{AnyWork, build_id, queue_error, run_id};
use crate::LabError;
use crate::tablebase::VerifyReport;

/// How often to ask for results.
const LOOK: Duration = Duration::from_millis(200);
/// Results that are asked for at once.
const AT_ONCE: u32 = 200;
/// Indices of a part, about.
const PART: u64 = 1 << 20;

/// Everything that a worker must know to check parts of tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerifyWork {
    /// The game.
    pub(crate) game: String,
    /// See [`rules_digest`](super::rules_digest).
    pub(crate) rules: String,
    /// The directory of the tables, the same everywhere.
    pub(crate) tables: String,
    /// The tables, as the command line names them.
    pub(crate) tiers: Option<String>,
    /// The metric, by its word.
    pub(crate) metric: String,
    /// In how many parts each of the tables is checked. A unit is a part, and they are counted through all tables.
    pub(crate) parts: Vec<u64>,
    /// The lengths of the files: another length is another table.
    pub(crate) bytes: Vec<u64>,
}

impl VerifyWork {
    /// In how many parts a table of so many indices is checked.
    pub(crate) fn parts_of(indices: u64) -> u64 {
        indices.div_ceil(PART).clamp(1, 10_000)
    }

    /// The table and the number of the part that a unit is.
    pub(crate) fn place(&self, unit: u64) -> Option<(usize, u64)> {
        let mut left = unit;
        for (table, &parts) in self.parts.iter().enumerate() {
            if left < parts {
                return Some((table, left));
            }
            left -= parts;
        }
        None
    }

    /// The metric.
    pub(crate) fn metric(&self) -> Option<Metric> {
        [
            Metric::End,
            Metric::Conversion,
            Metric::Zeroing,
            Metric::Check,
        ]
        .into_iter()
        .find(|metric| metric.word() == self.metric)
    }
}

/// Puts the parts into a queue, and waits for what workers find: one report for each table.
pub(crate) fn verify_in_queue(
    address: &str,
    work: &VerifyWork,
    progress: &dyn Progress,
) -> Result<Vec<VerifyReport>, LabError> {
    let begun = Instant::now();
    let queue = Queue::open(address).map_err(queue_error)?;
    let build = build_id()?;
    let text = AnyWork::Verify {
        verify: work.clone(),
    };
    let run = Run {
        id: run_id(&build, work),
        build,
        work: serde_json::to_string(&text).expect("plain data"),
    };
    let units: u64 = work.parts.iter().sum();
    progress.stage("verify", None, units);
    let told = |error: QueueError| queue_error(error);
    queue
        .put(&run, &(0..units).collect::<Vec<_>>())
        .map_err(told)?;
    let mut found: BTreeMap<u64, VerifyReport> = BTreeMap::new();
    let mut failed = None;
    while (found.len() as u64) < units && failed.is_none() && !progress.stop() {
        let handed = queue.handed(&run.id, AT_ONCE).map_err(told)?;
        for unit in &handed {
            let report = serde_json::from_str(&unit.result);
            let report: VerifyReport = report
                .map_err(|error| LabError::Cluster(format!("part {}: {error}", unit.unit)))?;
            found.insert(unit.unit, report);
            progress.advance(1);
        }
        let numbers: Vec<u64> = handed.iter().map(|unit| unit.unit).collect();
        queue.collected(&run.id, &numbers).map_err(told)?;
        if handed.is_empty() {
            let failures = queue.failures(&run.id).map_err(told)?;
            failed = failures.into_iter().next();
            std::thread::sleep(LOOK);
        }
    }
    // Workers drop what nobody waits for.
    queue.remove(&run.id).map_err(told)?;
    if let Some(failure) = failed {
        return Err(LabError::Cluster(format!(
            "part {} was given up, last by worker {}: {}",
            failure.unit, failure.worker, failure.fault
        )));
    }
    let mut reports = Vec::new();
    for (table, &parts) in work.parts.iter().enumerate() {
        let first: u64 = work.parts[..table].iter().sum();
        let of_table: Vec<Vec<VerifyReport>> = (first..first + parts)
            .filter_map(|unit| found.remove(&unit))
            .map(|report| vec![report])
            .collect();
        // Only whoever is stopped has fewer.
        let stopped = (of_table.len() as u64) < parts;
        if of_table.is_empty() {
            break;
        }
        let joined = VerifyReport::joined(of_table);
        let mut joined = joined
            .ok_or_else(|| LabError::Cluster("the workers have checked other files".to_owned()))?;
        for report in &mut joined {
            report.stopped |= stopped;
            report.seconds = begun.elapsed().as_secs_f64();
        }
        reports.append(&mut joined);
    }
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_parts_of_tables_one_after_the_other() {
        let work = VerifyWork {
            game: "chess".to_owned(),
            rules: String::new(),
            tables: "/tables".to_owned(),
            tiers: Some("3men".to_owned()),
            metric: Metric::Check.word().to_owned(),
            parts: vec![2, 1, 3],
            bytes: vec![10, 20, 30],
        };
        let places: Vec<_> = (0..7).map(|unit| work.place(unit)).collect();
        let expected = [(0, 0), (0, 1), (1, 0), (2, 0), (2, 1), (2, 2)];
        let expected = expected.map(Some).into_iter().chain([None]);
        assert_eq!(places, expected.collect::<Vec<_>>());
        assert_eq!(work.metric(), Some(Metric::Check));
        assert_eq!(VerifyWork::parts_of(0), 1);
        assert_eq!(VerifyWork::parts_of(PART), 1);
        assert_eq!(VerifyWork::parts_of(PART + 1), 2);
        let text = serde_json::to_string(&AnyWork::Verify {
            verify: work.clone(),
        });
        let again: AnyWork = serde_json::from_str(&text.unwrap()).unwrap();
        assert_eq!(again, AnyWork::Verify { verify: work });
    }
}
