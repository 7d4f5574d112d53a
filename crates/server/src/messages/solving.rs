//! Building tables on the server: what it would take, and how far it is.

use serde::{Deserialize, Serialize};
use yomikiri_lab::Estimate;

/// Which table is meant.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, utoipa::ToSchema, utoipa::IntoParams),
    into_params(parameter_in = Query)
)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The game, with options after a question mark.
    pub game: String,
    /// Which part of the game, where tables have parts.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional))]
    pub what: Option<String>,
}

/// What building a table would take, and what is built now.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SolveAnswer {
    /// Whether visitors may build tables here (`--allow-solve`).
    pub allowed: bool,
    /// What the table would take.
    pub estimate: Estimate,
    /// Whether it fits into the memory that is free now.
    pub fits: bool,
    /// The table that is being built, or was built last, whichever it is.
    pub job: Option<SolveJob>,
}

/// A table that is being built or was built last.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct SolveJob {
    /// The game with its options.
    pub game: String,
    /// The part of the game; empty where it is solved as a whole.
    pub what: String,
    /// Where it is.
    pub state: SolveState,
    /// What is done now, in the solver's words.
    pub stage: String,
    /// The distance in plies that is looked at, where the stage has one.
    pub round: Option<u32>,
    /// Positions of this stage that were looked at.
    pub done: u64,
    /// Positions of this stage.
    pub total: u64,
    /// Seconds since it began.
    pub seconds: f64,
    /// What went wrong.
    pub fault: Option<String>,
}

/// Where a solve is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SolveState {
    /// It goes on.
    Running,
    /// It was told to stop and is saving.
    Stopping,
    /// It was stopped; it can go on from there.
    Stopped,
    /// The table is there.
    Done,
    /// It failed.
    Failed,
}
