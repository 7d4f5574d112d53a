//! Matches between players, their statistics, and tuning.
//!
//! The arena is generic over [`Game`](yomikiri_game_api::Game) and knows no game and no engine:
//! players are passed as factories, tablebases as [`Probe`](yomikiri_game_api::Probe)s. Statistics,
//! files and reports have no type parameter.
//!
//! | file | contents |
//! |---|---|
//! | `stats/` | Elo, intervals, sequential tests, ratings |
//! | `limits.rs` | limits per side, clocks |
//! | `opening.rs`, `seeds.rs` | openings and random seeds |
//! | `participant.rs`, `outside/` | players in a match; external engines over pipes |
//! | `referee.rs` | one game, every move checked |
//! | `runner.rs` | many games on several threads, independent of their number |
//! | `played.rs`, `run_dir.rs` | finished games, and the directory of a run |
//! | `summary.rs`, `text.rs`, `html.rs` | results: data, text, a page with plots |
//! | `tune/`, `suite.rs` | tuning of weights; positions with known best moves |
//! | `regret.rs` | points lost, by the tablebase |

mod cpu_limit;
mod html;
mod limits;
mod opening;
mod outside;
mod participant;
mod played;
mod processor;
mod referee;
mod regret;
mod run_dir;
mod runner;
mod seeds;
pub mod stats;
mod suite;
mod summary;
mod text;
pub mod tune;

pub use html::{ComparedRow, write_comparison, write_page, write_report};
pub use limits::{Clock, SideLimits, TimeControl};
pub use opening::{OpeningError, Openings};
pub use outside::{EngineCommand, Outside};
pub use participant::{Factory, Limited, Participant};
pub use played::{Played, PlayedMove};
pub use processor::of_this_thread as processor_time;
pub use referee::Adjudication;
pub use regret::{Measured, Regret, measure as measure_regret};
pub use run_dir::{DirError, Keeper, RunDir};
pub use runner::{Elsewhere, Finished, Match, OnGame, Plan, Progress, RunError, Worker};
pub use seeds::{Role, derive};
pub use suite::{Problem, read_suite, write_suite};
pub use summary::{
    BySide, FaultCount, MeanMargin, OpeningResult, Record, SprtState, Summary, Warning,
};
pub use text::write_block;
