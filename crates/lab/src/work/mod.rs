//! Games of matches as independent pieces of work: a coordinator puts them into a queue, workers on any
//! machine play them.
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | what a worker must know to play games of a match, as text; who may play them |
//! | `coordinator.rs` | the match whose games are played elsewhere |
//! | `verifying.rs` | tables whose entries are checked elsewhere |
//! | `worker.rs` | takes pairs of games and parts of tables from a queue |
//! | `rules_digest.rs` | whether coordinator and worker have the same rule file |
//! | `speed.rs` | how fast a machine is |
//!
//! A unit of work is a pair of games with swapped sides (a single game without swapping), so that every unit
//! is evidence by itself. Which games a unit has, and everything random in them, follows from the seed and the
//! number of the unit: whoever plays it, and however often, it is the same.

mod coordinator;
mod rules_digest;
mod speed;
mod verifying;
mod worker;

use serde::{Deserialize, Serialize};
use yomikiri_arena::{Adjudication, Openings, Plan, SideLimits};
use yomikiri_queue::QueueError;

use crate::LabError;

pub(crate) use coordinator::QueuedGames;
pub(crate) use rules_digest::rules_digest;
pub(crate) use speed::speed;
pub use verifying::VerifyWork;
pub(crate) use verifying::verify_in_queue;
pub use worker::{Units, WorkerEvent, WorkerOrder, work};

/// Where the games of a match are to be played instead of here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueueOrder {
    /// The database: `postgres://…`.
    pub address: String,
    /// Whether times are scaled by the speed of the worker: half as fast, twice the time.
    pub scale_time: bool,
}

/// A participant of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Contestant {
    /// A player by its name.
    Player(String),
    /// The engine with other weights.
    Weights { name: String, weights: Vec<i32> },
}

/// Everything that a worker must know to play games of a match. Not in it: how many games there are and when
/// the match ends, so that a match can be made longer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchWork {
    pub(crate) game: String,
    /// See [`rules_digest`].
    pub(crate) rules: String,
    pub(crate) contestants: [Contestant; 2],
    limits: [String; 2],
    swap: bool,
    seed: u64,
    openings: OpeningsWork,
    max_plies: Option<u32>,
    score: Option<(i32, u32)>,
    table: bool,
    pub(crate) scale_time: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum OpeningsWork {
    Start,
    Random { plies: u32, balanced: bool },
    Lines(Vec<String>),
}

/// The text of a run in the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RunText {
    pub(crate) work: MatchWork,
    /// The speed of the coordinator's machine, if times are scaled.
    pub(crate) speed: Option<f64>,
}

/// The text of any run in the queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum AnyWork {
    Verify { verify: VerifyWork },
    Match(RunText),
}

impl MatchWork {
    pub(crate) fn new(
        game: &str,
        rules: String,
        contestants: [Contestant; 2],
        limits: [&SideLimits; 2],
        plan: &Plan,
        scale_time: bool,
    ) -> Self {
        MatchWork {
            game: game.to_owned(),
            rules,
            contestants,
            limits: limits.map(SideLimits::write),
            swap: plan.swap,
            seed: plan.seed,
            openings: match &plan.openings {
                Openings::Start => OpeningsWork::Start,
                &Openings::Random { plies, balanced } => OpeningsWork::Random { plies, balanced },
                Openings::Lines(lines) => OpeningsWork::Lines(lines.clone()),
            },
            max_plies: plan.adjudication.max_plies,
            score: plan.adjudication.score,
            table: plan.adjudication.table,
            scale_time,
        }
    }

    /// Games in a unit.
    pub(crate) fn games_in_unit(&self) -> u64 {
        if self.swap { 2 } else { 1 }
    }

    /// The limits of both sides, with times so many times as long.
    pub(crate) fn limits(&self, scale: f64) -> Result<[SideLimits; 2], LabError> {
        let [one, two] = self.limits.each_ref().map(|text| SideLimits::read(text));
        let one = one.map_err(LabError::Input)?;
        let two = two.map_err(LabError::Input)?;
        Ok([one.scaled(scale), two.scaled(scale)])
    }

    /// A plan with at least the games of these units.
    pub(crate) fn plan(&self) -> Plan {
        Plan {
            swap: self.swap,
            openings: match &self.openings {
                OpeningsWork::Start => Openings::Start,
                &OpeningsWork::Random { plies, balanced } => Openings::Random { plies, balanced },
                OpeningsWork::Lines(lines) => Openings::Lines(lines.clone()),
            },
            adjudication: Adjudication {
                max_plies: self.max_plies,
                score: self.score,
                table: self.table,
            },
            ..Plan::new(u64::MAX, self.seed)
        }
    }

    /// The name of the run: the same work by the same program.
    pub(crate) fn run_id(&self, build: &str) -> String {
        run_id(build, self)
    }
}

fn run_id(build: &str, work: &impl Serialize) -> String {
    let text = serde_json::to_string(work).expect("plain data");
    let hash = blake3::hash(format!("{build}\n{text}").as_bytes());
    hash.to_hex()[..24].to_owned()
}

/// This program: its version, and a hash of its file. Only the very same program is sure to play the very
/// same games.
pub fn build_id() -> Result<String, LabError> {
    let failed = |error: std::io::Error| LabError::Cluster(format!("this program: {error}"));
    let path = std::env::current_exe().map_err(failed)?;
    let mut hasher = blake3::Hasher::new();
    let mut file = std::fs::File::open(path).map_err(failed)?;
    std::io::copy(&mut file, &mut hasher).map_err(failed)?;
    let hash = hasher.finalize().to_hex();
    Ok(format!(
        "{} {}",
        env!("CARGO_PKG_VERSION"),
        &hash.as_str()[..16]
    ))
}

pub(crate) fn queue_error(error: QueueError) -> LabError {
    match error {
        QueueError::Address(_) => LabError::Usage(error.to_string()),
        QueueError::Database(_) => LabError::Cluster(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_text_and_names_everything_that_decides_a_game() {
        let limits = SideLimits::read("nodes=1000").unwrap();
        let plan = Plan {
            openings: Openings::Random {
                plies: 4,
                balanced: false,
            },
            ..Plan::new(100, 7)
        };
        let contestants = [
            Contestant::Player("asai:depth=2".to_owned()),
            Contestant::Weights {
                name: "found".to_owned(),
                weights: vec![1, -2],
            },
        ];
        let rules = "r".to_owned();
        let work = MatchWork::new(
            "anpanman",
            rules,
            contestants,
            [&limits, &limits],
            &plan,
            false,
        );
        let text = serde_json::to_string(&work).unwrap();
        let again: MatchWork = serde_json::from_str(&text).unwrap();
        assert_eq!(again, work);
        assert_eq!(again.plan().openings, plan.openings);
        assert_eq!(again.limits(1.0).unwrap(), [limits.clone(), limits]);
        let id = work.run_id("1");
        assert_eq!(work.run_id("1"), id);
        assert_ne!(work.run_id("2"), id);
        for changed in [
            MatchWork {
                seed: 8,
                ..work.clone()
            },
            MatchWork {
                rules: "s".to_owned(),
                ..work.clone()
            },
            MatchWork {
                max_plies: Some(3),
                ..work.clone()
            },
        ] {
            assert_ne!(changed.run_id("1"), id);
        }
    }
}
