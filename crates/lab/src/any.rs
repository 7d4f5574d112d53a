//! Games and sessions without their types: what the command line, the page and scripts talk to.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_game_api::{ConsoleCommand, Profile, SearchStats};

use crate::view::{
    CountView, GameInfo, Judged, MoveView, MovesReport, OutcomeView, PerftReport, Played,
    PositionView, Report, View,
};
use crate::{
    AnyArena, AnyBooks, AnyTablebase, BoardFound, BoardPattern, BuiltInSuite, EditedBoard,
    Encoding, Explanation, Facts, GameRecord, History, LabError, Limits, MateReport, MateRequest,
    Overlay, PlayerSpec, ReadRecords, Record, RecordReading, Refusal, Side, Term,
};

/// Where to begin: a position and the moves played from it, all as text.
#[derive(Copy, Clone, Debug, Default)]
pub struct Place<'a> {
    /// The position; `None` is the game's own start.
    pub position: Option<&'a str>,
    /// Moves with white space between them.
    pub moves: &'a str,
    /// When history rules are applied to the moves.
    pub judge: Judge,
    /// Whether a move after play has stopped resumes it, as in records; otherwise it is an error.
    pub resumes: bool,
}

impl<'a> Place<'a> {
    /// A position (`None`: the game's own start) with no moves.
    pub fn at(position: Option<&'a str>) -> Self {
        Place {
            position,
            ..Place::default()
        }
    }
}

/// When history rules (repetition, limits) are applied to given moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Judge {
    /// After every move: a move after the end is an error.
    #[default]
    Always,
    /// At the last position only, for studying longer lines.
    Last,
}

/// A game with everything it can do, as text and plain data. Checks all input.
pub trait AnyGame: Send + Sync {
    /// Names, options, players, abilities.
    fn info(&self) -> &GameInfo;

    /// The canonical name: the id with the options that differ from their defaults.
    fn spec(&self) -> &str {
        &self.info().spec
    }

    /// The same game with options of its rules (`size=5&komi=0`).
    fn with_options(&self, options: &str) -> Result<Box<dyn AnyGame>, LabError>;

    /// Opens a table at a place.
    fn session(&self, place: &Place<'_>) -> Result<Box<dyn AnySession>, LabError>;

    /// The legal moves at a place.
    fn moves_report(&self, place: &Place<'_>) -> Result<MovesReport, LabError>;

    /// Counts move sequences of exactly `depth` moves. History rules do not apply.
    fn perft(&self, place: &Place<'_>, depth: u32, threads: usize)
    -> Result<PerftReport, LabError>;

    /// As [`AnyGame::perft`], with the number below each legal move.
    fn divide(
        &self,
        place: &Place<'_>,
        depth: u32,
        threads: usize,
    ) -> Result<PerftReport, LabError>;

    /// The ids of the layers that teach it; `layer-ID` is the message that names one.
    fn layers(&self) -> Vec<&'static str>;

    /// Whether it tells what a move did.
    fn explains(&self) -> bool;

    /// What the game declares about itself: engines, diagrams, benchmark, levels, staged turns, drawing.
    fn profile(&self) -> &Profile;

    /// The text of a position that was put together on a board. What is wrong with it as a position is
    /// said by [`AnyGame::session`]; an error here means that the board itself cannot be.
    fn compose(&self, board: &EditedBoard) -> Result<String, LabError>;

    /// Which of the rights that the profile lists a position grants; `None`: the game's own start.
    fn rights(&self, position: Option<&str>) -> Result<Vec<&'static str>, LabError>;

    /// The names of the formats its records are read from and written to.
    fn formats(&self) -> Vec<&'static str>;

    /// Reads and checks all records of a text. Records that do not say where they begin do so at
    /// `start` (`None`: the game's own start).
    fn read_records(
        &self,
        format: &str,
        start: Option<&str>,
        text: &str,
    ) -> Result<Vec<GameRecord>, LabError>;

    /// As [`AnyGame::read_records`], from the bytes of a file: text in UTF-8 or an old encoding, or a binary
    /// format.
    fn read_record_bytes(
        &self,
        format: &str,
        how: &RecordReading<'_>,
        bytes: &[u8],
    ) -> Result<ReadRecords, LabError>;

    /// Checks records and writes them so that [`AnyGame::read_records`] gives them back.
    fn write_records(&self, format: &str, records: &[GameRecord]) -> Result<String, LabError>;

    /// As [`AnyGame::write_records`], as the bytes of a file.
    fn write_record_bytes(
        &self,
        format: &str,
        records: &[GameRecord],
        encoding: Encoding,
    ) -> Result<Vec<u8>, LabError>;

    /// Opens a table where a record ends.
    fn resume(&self, record: &GameRecord) -> Result<Box<dyn AnySession>, LabError>;

    /// Reads a board to be looked for in records: a whole one, or the corner at its top left.
    fn read_pattern(&self, text: &str, whole: bool) -> Result<BoardPattern, LabError>;

    /// Where a record of this game has a board, or one of its images.
    fn find_position(
        &self,
        record: &GameRecord,
        pattern: &BoardPattern,
    ) -> Result<Vec<BoardFound>, LabError>;

    /// Whether this game has that player with those settings. `human` always plays.
    fn check_player(&self, player: &PlayerSpec) -> Result<(), LabError>;

    /// The engine that plays, analyses and gives hints unless another is named; `None` where the
    /// game has no engine that searches.
    fn usual_engine(&self) -> Option<&str> {
        let has = |name: &&str| self.info().players.iter().any(|info| info.name == *name);
        let usual = || ["alphabeta", "mcts", "lookahead"].into_iter().find(has);
        self.profile().usual_engine.or_else(usual)
    }

    /// The tables in a directory (`None`: the usual one), where the game can be solved.
    fn tablebase(&self, dir: Option<&Path>) -> Result<Box<dyn AnyTablebase>, LabError>;

    /// Its suites of positions with known best moves.
    fn suites(&self) -> &'static [BuiltInSuite];

    /// Matches and what belongs to them.
    fn arena(&self) -> Box<dyn AnyArena>;

    /// Opening books.
    fn books(&self) -> Box<dyn AnyBooks>;
}

/// One game at a table. Checks all input: a failed call changes nothing.
pub trait AnySession: Send {
    /// The canonical name of the game.
    fn spec(&self) -> &str;

    /// All there is to be seen.
    fn view(&self) -> View;

    /// What there is to be seen of the present position, without the moves that led to it: its cost
    /// does not grow with the game.
    fn position_view(&self) -> PositionView;

    /// The position the session began from, as text.
    fn start(&self) -> String;

    /// The present position as text.
    fn position(&self) -> String;

    /// The number of moves played.
    fn ply(&self) -> usize;

    /// The moves played since the start.
    fn played(&self) -> Vec<MoveView>;

    /// Who is to move.
    fn turn(&self) -> Side;

    /// Whether the game has ended, by the rules or by resignation.
    fn is_over(&self) -> bool;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<OutcomeView>;

    /// Plays a move given as exact text or in one of the game's styles.
    fn play(&mut self, text: &str) -> Result<(), LabError>;

    /// Plays moves of one turn, given as in [`AnySession::play`]: all of them, or none if one is
    /// refused or comes after the turn has passed to the other side.
    fn try_play(&mut self, moves: &[&str]) -> Result<Played, LabError>;

    /// The problem that the present position makes, where the game makes problems itself: the only right
    /// move, and the cells that it is about.
    fn problem(&self) -> Option<(MoveView, Vec<usize>)>;

    /// Whether a move reaches a goal, which is about the pieces on some cells, in a problem of the present
    /// position; `None` where that cannot be told.
    fn judge_problem(
        &self,
        goal: &str,
        target: &[usize],
        mv: &str,
    ) -> Result<Option<Judged>, LabError>;

    /// What the last move did, what would have been better, and who is ahead; `None` where the game does not
    /// tell.
    fn explain(&self) -> Option<Explanation>;

    /// By how many points First is ahead, by an estimate; `None` where the game does not tell.
    fn estimate(&self) -> Option<f32>;

    /// A copy of this game with a life of its own; the players stay here.
    fn fork(&self) -> Box<dyn AnySession>;

    /// A copy of the first `ply` moves (all if there are fewer) without an end that is not on the
    /// board, for studying.
    fn fork_at(&self, ply: usize) -> Box<dyn AnySession>;

    /// Takes the last move (or a resignation) back; `false` if there is none.
    fn take_back(&mut self) -> bool;

    /// `side` gives up.
    fn resign(&mut self, side: Side) -> Result<(), LabError>;

    /// Ends the game for a reason that is not on the board (`time`, `agreement`, `forfeit`, …: one of
    /// [`crate::OUTSIDE_REASONS`]).
    fn end(&mut self, winner: Option<Side>, reason: &str) -> Result<(), LabError>;

    /// Lets a player think about the present position. The move is not played.
    ///
    /// The session keeps its players: what they learnt and where their randomness stands goes on
    /// from call to call, separately for each side. Limits hold together with the player's own.
    fn think(
        &mut self,
        player: &PlayerSpec,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, LabError>;

    /// Whether the side to move wins on the board within so many moves, whatever the other side does: an
    /// exhaustive search. The past plays no part in it. [`AnySession::search_moves`] holds for the first move.
    fn find_mate(
        &mut self,
        request: &MateRequest,
        observer: &mut dyn Observer,
    ) -> Result<MateReport, LabError>;

    /// Restricts the next searches of this position to these root moves; none: all moves.
    fn search_moves(&mut self, moves: &[&str]) -> Result<(), LabError>;

    /// Goes to another place of the same game. Players keep what they learnt.
    fn move_to(&mut self, place: &Place<'_>) -> Result<(), LabError>;

    /// Another game begins: the players leave, and new ones know nothing.
    fn new_game(&mut self);

    /// Gives the turn to a side by hand, where the game can.
    fn give_turn(&mut self, side: Side) -> Result<(), LabError>;

    /// Puts pieces on cells and takes them off by hand: each cell with a letter as in diagrams, or with
    /// nothing. Only the result must be a position of the game.
    fn set_cells(&mut self, changes: &[(usize, Option<&str>)]) -> Result<(), LabError>;

    /// Changes the position by hand into the one of a text. The moves before it stay.
    fn set_position(&mut self, text: &str) -> Result<(), LabError>;

    /// Play goes on after it had stopped, where the game can.
    fn resume_play(&mut self) -> Result<(), LabError>;

    /// Takes the latest change by hand back; `false` if the position is as the last move left it.
    fn undo_change(&mut self) -> bool;

    /// As [`AnySession::play`], but nothing that was repeated ends the game: for those who judge
    /// themselves.
    fn play_on(&mut self, text: &str) -> Result<(), LabError>;

    /// The game goes on although its past has ended it (repetition, limits), until the next move.
    fn disregard_past(&mut self);

    /// Whether play has stopped, so that what is dead may be settled.
    fn is_stopped(&self) -> bool;

    /// The cells whose pieces live or die together with the one on `cell`; empty where there is none and
    /// in games that are not counted.
    fn together(&self, cell: usize) -> Vec<usize>;

    /// The count of the board without the pieces on the cells `dead`; `None` in games that are not
    /// counted.
    fn count(&self, dead: &[usize]) -> Option<CountView>;

    /// Both sides agree, where play has stopped, that the pieces on the cells `dead` are: the game ends
    /// with that count. [`AnySession::take_back`] takes the agreement back.
    fn settle(&mut self, dead: &[usize]) -> Result<(), LabError>;

    /// The cells whose pieces a player takes for dead where play has stopped; `None` from players that
    /// do not judge.
    fn judge_dead(&mut self, player: &PlayerSpec) -> Result<Option<Vec<usize>>, LabError>;

    /// The game's own commands.
    fn commands(&self) -> &'static [ConsoleCommand];

    /// Obeys one of them, which may change the position by hand.
    fn obey(&mut self, name: &str, args: &[&str]) -> Result<String, String>;

    /// Everything that has happened, for doing it again in another session.
    fn history(&self) -> History;

    /// The parts of the game's own evaluation here, if it has one and the game is not over.
    fn terms(&self) -> Vec<Term>;

    /// The parts of the evaluation that a player uses: its own where it has one, else the game's.
    fn terms_of(&self, player: &str) -> Vec<Term>;

    /// A teaching layer over the present position.
    fn overlay(&self, layer: &str) -> Result<Overlay, LabError>;

    /// What a layer says about the present position, for programs and as text; `None` where it can only
    /// be drawn.
    fn facts(&self, layer: &str) -> Result<Option<Facts>, LabError>;

    /// Why the piece on a cell may not go where a beginner may want it to go; empty where the game
    /// does not tell, and once it is over.
    fn refusals(&self, from: usize) -> Vec<Refusal>;

    /// The game so far in short.
    fn record(&self) -> Record;

    /// The game so far in full; the caller adds the players' names.
    fn game_record(&self, players: [Option<String>; 2]) -> GameRecord;

    /// The game so far as the text of a file.
    fn write_record(&self, format: &str, players: [Option<String>; 2]) -> Result<String, LabError>;
}

/// Receives the progress of a search, and may stop it.
pub trait Observer {
    /// Called with the state of thought after every completed iteration.
    fn report(&mut self, _report: &Report) {}
    /// Called before a report by players that keep these statistics.
    fn stats(&mut self, _stats: SearchStats) {}
    /// Whether the player should answer now. Asked often.
    fn stop(&self) -> bool {
        false
    }
}

/// The observer that ignores everything and never stops a search.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {}

/// An observer whose clones can stop the player from another thread.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the player to answer now.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Observer for StopFlag {
    fn stop(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
