//! Where games and engines meet, and the only place where their types are erased.
//!
//! Outwards everything is text and plain data: a [`Lab`] opens an [`AnyGame`], which opens an
//! [`AnySession`]; a [`PlayerSpec`] names who thinks; a [`View`] is what there is to be seen.
//! Inwards a [`GameDefinition`] keeps one game with its players fully typed, so that nothing is dynamic
//! below the choice of a move.

mod any;
mod arena;
mod book;
mod built_in;
mod changes;
mod complaints;
mod compose;
mod definition;

mod engine;
mod erased_game;
mod error;
pub mod i18n;
mod lab;
mod levels;
mod mate;
mod name;
mod openings;
mod player_help;
mod player_spec;
mod players;
mod problems;
mod record;
mod record_store;
mod registry;
mod rulebook;
mod session;
mod suite;
mod tablebase;
mod tune;
mod view;
mod wiring;
mod work;

pub use any::{AnyGame, AnySession, Judge, NoObserver, Observer, Place, StopFlag};
pub use arena::{AnyArena, MatchOrder, MatchReport, WeightsOrder};
pub use book::{
    AnyBooks, BOOK_FORMATS, BUILT_IN as BUILT_IN_BOOK, BookHooks, BookInfo, BookMove,
    BookVerification, BuildOrder, BuildReport, LearnReport, MergeReport, OpeningName, OtherBook,
    RecordChunks, ScoreOrder, ScoreReport, ShowReport, SourceContents, SourceError, SourcePart,
    open_any_book,
};
pub use changes::{History, Step};
pub use compose::EditedBoard;
pub use definition::{GameDefinition, OpenTables, Seat, Settings};
pub use engine::{EngineLanguage, EngineOrder, serve_engine};
pub use error::{Exit, LabError, Remedy};
pub use i18n::{Lang, Singular, Texts};
pub use lab::{Lab, LabBuilder};
pub use levels::{Level, levels};
pub use mate::{MateReport, MateRequest, MateVerdict};
pub use name::GameName;
pub use openings::read_openings;
pub use player_help::{PlayerHelp, SettingHelp, players};
pub use player_spec::{PlayerSpec, read_duration, write_duration};
pub use players::DecoratePlayer;
pub use problems::{Problem, SolvedProblem, read_problems};
pub use record::{ReadRecords, Record, RecordReading, guess_format, moves_left_out, named_game};
pub use record_store::{
    RecordFilter, RecordFolder, RecordOfGame, RecordResult, RecordStore, StoredRecord,
};
pub use registry::Registration;
pub use rulebook::{RuleDiagram, RuleSection, rule_sections};
pub use suite::{
    BuiltInSuite, Cause, FoundAt, GroupChange, GroupScore, LineEnd, MakeOrder, Miss, SuiteChange,
    SuiteKind, SuiteOrder, SuiteReport, SuiteResult, TermPair, built_in_suite, compare_suites,
    make_suite, run_suite,
};
pub use tablebase::read_hosts;
pub use tablebase::{
    Answer, AnyTablebase, CertificateOrder, CertificateReport, CheckDifference, CheckDifferences,
    ClusterOrder, Estimate, FindReport, FoundPosition, LimitedEstimate, MemoryLimit, MetricFields,
    Metrics, ProbeReport, ProbedMove, Probing, Property, Selection, SelfTestReport, SolveOrder,
    SolveReport, StatsRow, Study, SuccessorsReport, TableInfo, TableStats, VerifyReport,
};
pub use tune::{DataOrder, DataReport, NetworkOrder, NetworkReport, read_weights, write_weights};
pub use view::{
    Abilities, CountView, DivideLine, GameInfo, Judged, LineView, MoveView, MovesReport,
    NamedPieceView, OptionInfo, OutcomeView, PartView, PerftReport, Played, PlayerInfo,
    PositionView, Report, ScoreView, StartInfo, View,
};
pub use work::{
    MatchWork, QueueOrder, Units, VerifyWork, WorkerEvent, WorkerOrder, build_id, work,
};
pub use yomikiri_arena as contest;
pub use yomikiri_book::{Book, Mark as BookMark, Policy as BookPolicy, PolicyKind};
pub use yomikiri_cluster::batch::Packing as BatchPacking;
pub use yomikiri_cluster::hosts::Host;
pub use yomikiri_cluster::join::Patience;
pub use yomikiri_cluster::solve::Way as ClusterWay;
pub use yomikiri_game_api::{
    About, Arrow, Bar, Bench, Diagram, Explanation, Fact, Facts, HandEntry, Heat, Label, Lesson,
    Limits, Mark, Metric, Overlay, Piece, Profile, ReadOut, ReadStep, Refusal, Remark, SearchStats,
    Shape, Side, SplitMix64, Term, Tone, Unit, Value, Verdict, Word,
};
pub use yomikiri_plot as plot;
pub use yomikiri_records::{
    Action, BoardFound, BoardPattern, Encoding, Judging, Node, NodeId, Note, OUTSIDE_REASONS,
    Record as GameRecord, Tree,
};
pub use yomikiri_solver::census::Convention;
pub use yomikiri_solver::table::Contents;
pub use yomikiri_solver::tablebase::{MetricHooks, Source, TablebaseSpec};
pub use yomikiri_solver::{NoProgress, Progress as SolveProgress, Together};
