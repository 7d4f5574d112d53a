//! The contract between games, engines and the solver, and the words all of them use.
//!
//! A game is a small *rules value* ([`Game`]) acting on plain positions. Whatever a single consumer
//! needs beyond the rules is a trait of its own: [`Evaluate`], [`MoveOrdering`], [`Tactics`] and [`Policy`] for searches,
//! [`Notation`], [`Picture`] and [`Teach`] for people, [`Indexer`] and [`Tiers`] for the solver,
//! [`Probe`] for solved tables, [`Arrange`] for positions changed by hand, [`Settle`] for results that are agreed on,
//! [`Console`] for a game's own commands, [`Problems`] for what people solve, [`GameOptions`] for what can be chosen, [`Declare`] for what a game says about itself.
//! A missing ability is a missing implementation; no default panics or lies.
//!
//! This crate uses only the standard library and does no input or output. With the feature `serde` its
//! plain data can be written as JSON, with `schema` described to other languages.

mod arrange;
pub mod conformance;
mod console;
mod evaluate;
mod external;
mod facts;
mod features;
mod game;
mod indexer;
mod knowledge;
mod lanes;
mod line;
mod notation;
mod options;
mod outcome;
pub mod perft;
mod picture;
mod player;
mod probe;
mod problems;
mod profile;
mod remark;
mod rng;
mod score;
mod settle;
mod sgf;
mod side;
mod symmetry;
mod teach;
mod tiers;

pub use arrange::{Arrange, ArrangeHooks};
pub use console::{Console, ConsoleCommand, ConsoleReply};
pub use evaluate::{Evaluate, Explain, Incremental, Recomputed, Term};
pub use external::{ExternalProbed, ExternalTablebase};
pub use facts::{Fact, Facts};
pub use features::{FeatureChange, Features};
pub use game::Game;
pub use indexer::{
    Columns, Conversion, Cursor, Indexer, Layout, Locality, Multiplicity, Terminal, joined,
};
pub use knowledge::{Knowledge, MoveOrdering, NoKnowledge, Policy, Tactics};
pub use lanes::{LANES, LaneIndexer, LaneStep, Lanes};
pub use line::Line;
pub use notation::{MoveStyles, Notation, ReadError};
pub use options::{GameOptions, OptionError, OptionInfo, OptionSpec, list_options, set_option};
pub use outcome::{Outcome, Value};
pub use picture::{Diagram, Edited, HandEntry, NamedPiece, Picture, Piece};
pub use player::{
    ClockState, FaultKind, Limits, NoObserver, Observer, Player, PlayerFault, SearchStats, Thought,
    Variation,
};
pub use probe::{Probe, ProbeError, Probed, Zeroing};
pub use problems::{Judgement, Problems};
pub use profile::{
    Bench, Declare, EngineProfile, Identity, Lesson, PgnProfile, PgnStyle, Profile, RecordProfile,
    RuleDiagram, SquareNames, Task,
};
pub use remark::{Remark, Word};
pub use rng::SplitMix64;
pub use score::{Score, Verdict};
pub use settle::{Count, Settle};
pub use sgf::{PositionFormats, Sgf, SgfRoot};
pub use side::Side;
pub use symmetry::BoardSymmetry;
pub use teach::{
    About, Arrow, Bar, Explanation, Heat, Label, Mark, Overlay, ReadOut, ReadStep, Refusal, Shape,
    Teach, Tone,
};
pub use tiers::{Cost, Metric, Tier, Tiers, Unit};
