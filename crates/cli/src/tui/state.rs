//! The state of the screen: plain data, changed by `input`, `pick` and the thinker, shown by
//! `draw`. It does not know the terminal.

use std::path::PathBuf;
use std::time::Duration;

use yomikiri_lab::{
    AnyGame, Judge, Lang, Limits, MoveView, Piece, Place, PlayerSpec, ProbeReport, Record, Report,
    Side, StopFlag, View,
};

use super::files;
use super::theme::Theme;
use super::thinker::{News, Said, Task};
use crate::draw::with_native_names;
use crate::session::{PlaySession, strongest};
use crate::verbs::score_text;

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(2);
/// The pause between two moves when engines play each other.
const WATCH_PACE: Duration = Duration::from_millis(500);

/// The whole state of the screen.
pub(super) struct State {
    pub(super) play: PlaySession,
    /// The current view, updated once per change.
    pub(super) view: View,
    pub(super) look: Look,
    pub(super) cursor: Spot,
    /// The cell that the cursor returns to from a hand.
    pub(super) home: usize,
    /// The selection.
    pub(super) picked: Option<Spot>,
    pub(super) mode: Mode,
    pub(super) note: Option<Note>,
    /// Number of rows that the move list is scrolled up from its end.
    pub(super) scroll: usize,
    pub(super) thinking: Option<Thinking>,
    /// The last finished thought of an engine that moved.
    pub(super) thought: Option<(PlayerSpec, Report)>,
    /// The hint for this position.
    pub(super) advice: Option<Report>,
    /// What the table says of each position of the game, where it was asked.
    pub(super) known: Vec<Option<ProbeReport>>,
    /// Whether engines are paused.
    pub(super) paused: bool,
    /// Whether a paused engine may make one move.
    pub(super) step: bool,
    /// Time each side has used.
    pub(super) clocks: [Duration; 2],
    /// The file last saved to or loaded from.
    pub(super) file: Option<PathBuf>,
    /// Directory for games that were not saved.
    pub(super) shelf: PathBuf,
    /// Whether the screen is closing.
    pub(super) leaving: bool,
    /// The game as last saved, or as it began.
    kept: Record,
    /// Time until the next engine may move.
    rest: Duration,
    /// The next task for the thinker.
    outbox: Option<Task>,
    next_id: u64,
    /// Whether the thinker must reopen the game.
    stale: bool,
}

/// Display settings.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Second's home at the bottom.
    pub(super) flipped: bool,
    /// Letters instead of symbols.
    pub(super) letters: bool,
    /// Whether to show how pieces move.
    pub(super) steps: bool,
    /// Whether pieces carry the mark of their side: all but stones and the like, which tell by themselves.
    pub(super) sides_marked: bool,
    /// Whether exact values are shown, where there is a table.
    pub(super) values: bool,
    /// The move notation; `None` is coordinates.
    pub(super) style: Option<String>,
    pub(super) theme: Theme,
}

/// Where the cursor can be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Spot {
    /// A cell of the board.
    Cell(usize),
    /// An entry in the hand of the side to move.
    Hand(usize),
}

/// The current input mode.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Mode {
    Board,
    Typing(Purpose, String),
    /// Several moves are possible.
    Choosing(Vec<Choice>, usize),
    Asking(Question),
    Help,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    Move,
    Save,
    Load,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Question {
    Resign,
    New,
    Quit,
    Overwrite(PathBuf),
}

/// One of several moves, with the resulting piece on its target.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Choice {
    pub(super) mv: MoveView,
    pub(super) becomes: Option<Piece>,
}

/// A message on the line below the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Note {
    pub(super) text: String,
    pub(super) is_error: bool,
}

/// A search in progress.
pub(super) struct Thinking {
    pub(super) player: PlayerSpec,
    pub(super) is_hint: bool,
    pub(super) since: Duration,
    pub(super) so_far: Option<Report>,
    id: u64,
    stop: StopFlag,
}

impl State {
    pub(super) fn new(play: PlaySession) -> Self {
        let view = with_native_names(play.session.view(), &*play.game, play.texts.lang());
        let style = familiar_style(&view, play.texts.lang());
        let only_second = !play.players[0].is_human() && play.players[1].is_human();
        let look = Look {
            flipped: only_second,
            letters: play.texts.lang() == Lang::En,
            steps: true,
            sides_marked: marks_sides(&*play.game),
            values: false,
            style,
            theme: Theme {
                colour: play.colour,
            },
        };
        let home = start_cell(&view);
        State {
            kept: play.session.record(),
            shelf: files::shelf(&play.lab),
            play,
            view,
            look,
            cursor: Spot::Cell(home),
            home,
            picked: None,
            mode: Mode::Board,
            note: None,
            scroll: 0,
            thinking: None,
            thought: None,
            advice: None,
            known: Vec::new(),
            paused: false,
            step: false,
            clocks: [Duration::ZERO; 2],
            file: None,
            leaving: false,
            rest: Duration::ZERO,
            outbox: None,
            next_id: 0,
            stale: true,
        }
    }

    // Words.

    pub(super) fn say(&self, id: &str) -> String {
        self.play.texts.message(id, &[])
    }

    /// What the game calls a side.
    pub(super) fn side_name(&self, side: Side) -> String {
        let sides = self.play.game.profile().identity.sides;
        self.play.texts.side(sides, side)
    }

    pub(super) fn tell(&mut self, id: &str, args: &[(&str, &str)]) {
        self.note = Some(Note {
            text: self.play.texts.message(id, args),
            is_error: false,
        });
    }

    pub(super) fn complain(&mut self, id: &str, args: &[(&str, &str)]) {
        self.fail(self.play.texts.message(id, args));
    }

    pub(super) fn fail(&mut self, text: String) {
        self.note = Some(Note {
            text,
            is_error: true,
        });
    }

    /// A move in the selected notation.
    pub(super) fn write<'a>(&self, mv: &'a MoveView) -> &'a str {
        let style = self.look.style.as_deref();
        style.map_or(mv.text.as_str(), |style| mv.in_style(style))
    }

    // The game.

    pub(super) fn is_over(&self) -> bool {
        self.view.outcome.is_some()
    }

    pub(super) fn people(&self) -> bool {
        self.play.players.iter().any(PlayerSpec::is_human)
    }

    /// Whether a human is to move.
    pub(super) fn my_turn(&self) -> bool {
        !self.is_over() && self.play.mover().is_human()
    }

    /// Plays a human's move, in any notation of the game.
    pub(super) fn play(&mut self, text: &str) -> bool {
        if !self.my_turn() {
            self.refuse();
            return false;
        }
        let played = self.play.session.play(text);
        match played {
            Ok(()) => {
                self.note = None;
                self.changed();
                true
            }
            Err(_) => {
                self.complain("tui-illegal", &[("text", text.trim())]);
                false
            }
        }
    }

    /// Shows why no move can be made now.
    pub(super) fn refuse(&mut self) {
        match self.is_over() {
            true => self.complain("tui-over", &[]),
            false => self.complain("tui-wait", &[]),
        }
    }

    pub(super) fn take_back(&mut self) {
        self.hush();
        if !self.play.undo() {
            return self.complain("play-nothing-to-undo", &[]);
        }
        self.paused |= !self.people();
        self.thought = None;
        self.changed();
        self.tell("tui-taken-back", &[]);
    }

    pub(super) fn resign(&mut self) {
        self.hush();
        let side = self.play.resigning_side();
        if self.play.session.resign(side).is_ok() {
            self.note = None;
            self.changed();
        }
    }

    /// Starts again from this game's start position.
    pub(super) fn new_game(&mut self) {
        self.hush();
        let start = self.view.start.clone();
        match self.play.game.session(&Place::at(Some(&start))) {
            Ok(session) => {
                self.play.session = session;
                self.begun();
                self.file = None;
                self.tell("tui-new-game", &[]);
            }
            Err(error) => self.fail(error.to_string()),
        }
    }

    /// Called after another game was loaded.
    pub(super) fn begun(&mut self) {
        self.kept = self.play.session.record();
        self.clocks = [Duration::ZERO; 2];
        self.thought = None;
        self.paused = false;
        self.stale = true;
        self.known.clear();
        self.look.sides_marked = marks_sides(&*self.play.game);
        self.changed();
        self.home = start_cell(&self.view);
        self.cursor = Spot::Cell(self.home);
    }

    /// Updates the view after a change.
    fn changed(&mut self) {
        self.hush();
        let (view, lang) = (self.play.session.view(), self.play.texts.lang());
        self.view = with_native_names(view, &*self.play.game, lang);
        self.picked = None;
        self.advice = None;
        self.scroll = 0;
        self.cursor = Spot::Cell(self.home);
        if matches!(self.mode, Mode::Choosing(..)) {
            self.mode = Mode::Board;
        }
        self.cursor = Spot::Cell(only_target(&self.view).unwrap_or(self.home));
        self.ask_table();
    }

    // Exact values.

    /// Shows or hides exact values.
    pub(super) fn switch_values(&mut self) {
        self.look.values = !self.look.values;
        self.ask_table();
        if self.look.values && self.known.iter().all(Option::is_none) {
            self.look.values = false;
            self.complain("tui-no-table", &[]);
        }
    }

    /// Asks the table about every position of the game that it was not asked about, if values are shown.
    fn ask_table(&mut self) {
        let record = self.play.session.record();
        self.known.truncate(record.moves.len());
        if !self.look.values {
            return self.known.clear();
        }
        let Ok(tables) = self.play.game.tablebase(None) else {
            return;
        };
        while self.known.len() <= record.moves.len() {
            let place = Place {
                position: Some(&record.start),
                moves: &record.moves[..self.known.len()].join(" "),
                judge: Judge::Last,
                ..Place::default()
            };
            self.known.push(tables.probe(&place).ok());
        }
    }

    /// What the table says of the position on the screen.
    pub(super) fn known_here(&self) -> Option<&ProbeReport> {
        self.known.last()?.as_ref()
    }

    /// What to do while pieces are placed before the game.
    pub(super) fn set_up_help(&self) -> Option<[String; 2]> {
        crate::session::set_up_help(&self.play.game.info().id, &self.view, &self.play.texts)
    }

    // Keeping games.

    /// Whether there is anything that is not saved.
    pub(super) fn unsaved(&self) -> bool {
        self.play.session.record() != self.kept
    }

    /// Records that the game is saved in this file.
    pub(super) fn keep(&mut self, file: PathBuf) {
        self.kept = self.play.session.record();
        self.file = Some(file);
    }

    // Thinking.

    /// Advances the clocks, and starts the engine to move.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        if let Some(thinking) = &mut self.thinking {
            thinking.since += elapsed;
        }
        if self.is_over() {
            return;
        }
        let waits = self.paused && !self.play.mover().is_human();
        if !waits || self.thinking.is_some() {
            self.clocks[self.view.side.index()] += elapsed;
        }
        self.rest = self.rest.saturating_sub(elapsed);
        let may = self.rest.is_zero() && !self.paused || self.step;
        if may && self.thinking.is_none() && !self.my_turn() {
            self.step = false;
            let player = self.play.mover().clone();
            self.think(vec![player], Limits::default(), false);
        }
    }

    /// Asks for a hint: from the tablebase if there is one, else from the strongest engine.
    pub(super) fn ask_hint(&mut self) {
        if self.is_over() {
            return self.refuse();
        }
        if self.thinking.is_some() {
            return self.complain("tui-wait", &[]);
        }
        let limits = Limits {
            time: Some(HINT_TIME),
            ..Limits::default()
        };
        let players = &self.play.game.info().players;
        let exact = players.iter().find(|info| info.name == "perfect");
        let exact = exact.map(|info| PlayerSpec::named(&info.name));
        let advisers = exact.into_iter().chain([strongest(&*self.play.game)]);
        self.think(advisers.collect(), limits, true);
    }

    fn think(&mut self, players: Vec<PlayerSpec>, limits: Limits, is_hint: bool) {
        let record = self.play.session.record();
        let fresh = self.stale.then(|| {
            let place = Place {
                position: Some(&record.start),
                moves: &record.moves.join(" "),
                judge: Judge::Last,
                resumes: true,
            };
            self.play.game.session(&place)
        });
        self.stale = false;
        let stop = StopFlag::default();
        let id = self.next_id;
        self.next_id += 1;
        self.thinking = players.last().map(|player| Thinking {
            player: player.clone(),
            is_hint,
            since: Duration::ZERO,
            so_far: None,
            id,
            stop: stop.clone(),
        });
        self.outbox = Some(Task {
            id,
            fresh: fresh.and_then(Result::ok),
            moves: record.moves,
            players,
            limits,
            stop,
        });
    }

    /// Takes the next task.
    pub(super) fn task(&mut self) -> Option<Task> {
        self.outbox.take()
    }

    /// Asks the thinking player to move now.
    pub(super) fn hurry(&mut self) -> bool {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise();
        }
        self.thinking.is_some()
    }

    /// Stops the thinking player and ignores its answer.
    pub(super) fn hush(&mut self) {
        self.hurry();
        self.thinking = None;
        // An unsent task may carry the session that the thinker must open.
        self.stale |= self.outbox.take().is_some_and(|task| task.fresh.is_some());
    }

    /// Handles a message of the thinker.
    pub(super) fn hear(&mut self, news: News) {
        let Some(thinking) = self.thinking.as_mut().filter(|known| known.id == news.id) else {
            return;
        };
        match news.said {
            Said::Progress(report) => {
                thinking.player = news.player;
                thinking.so_far = Some(report);
            }
            Said::Answer(report) => {
                let is_hint = thinking.is_hint;
                self.thinking = None;
                match is_hint {
                    true => self.advise(&news.player, report),
                    false => self.engine_plays(news.player, report),
                }
            }
            Said::Fault(fault) => {
                let is_hint = thinking.is_hint;
                self.thinking = None;
                self.paused |= !is_hint;
                let player = news.player.to_string();
                self.complain("tui-fault", &[("player", &player), ("fault", &fault)]);
            }
        }
    }

    fn advise(&mut self, player: &PlayerSpec, report: Report) {
        let mv = self.write(&report.best).to_owned();
        let player = player.to_string();
        let args = [("player", player.as_str()), ("move", mv.as_str())];
        match report.lines.first().and_then(|line| line.score.as_ref()) {
            Some(score) => {
                let score = score_text(&self.play.texts, score);
                self.tell("tui-hint-scored", &[args[0], args[1], ("score", &score)]);
            }
            None => self.tell("tui-hint", &args),
        }
        self.advice = Some(report);
    }

    fn engine_plays(&mut self, player: PlayerSpec, report: Report) {
        let session = &mut self.play.session;
        let moved = match report.resigns {
            true => session.resign(session.turn()),
            false => session.play(&report.best.text),
        };
        if let Err(error) = moved {
            self.paused = true;
            let (player, fault) = (player.to_string(), error.to_string());
            return self.complain("tui-fault", &[("player", &player), ("fault", &fault)]);
        }
        self.note = None;
        self.thought = Some((player, report));
        if !self.people() {
            self.rest = WATCH_PACE;
        }
        self.changed();
    }

    // The list of moves.

    /// Moves in rows of one by First and one by Second, in order.
    pub(super) fn rows(&self) -> Vec<[Option<&MoveView>; 2]> {
        let mut rows: Vec<[Option<&MoveView>; 2]> = Vec::new();
        for mv in &self.view.played {
            match rows.last_mut() {
                Some([Some(_), second @ None]) if mv.side == Side::Second => *second = Some(mv),
                _ if mv.side == Side::First => rows.push([Some(mv), None]),
                _ => rows.push([None, Some(mv)]),
            }
        }
        rows
    }

    /// Switches to the next notation.
    pub(super) fn next_style(&mut self) {
        let styles = &self.play.game.info().styles;
        let at = self.look.style.as_ref();
        let at = at.and_then(|style| styles.iter().position(|known| known == style));
        self.look.style = styles.get(at.map_or(0, |at| at + 1)).cloned();
    }
}

/// In Japanese and Chinese, the first notation that is not plain letters; coordinates elsewhere.
fn familiar_style(view: &View, lang: Lang) -> Option<String> {
    if lang == Lang::En {
        return None;
    }
    let styled = &view.legal.first()?.styled;
    let found = styled.iter().find(|(_, text)| !text.is_ascii());
    found.map(|(style, _)| style.clone())
}

/// A cell that has a move.
fn start_cell(view: &View) -> usize {
    let middle = view.diagram.cells.len() / 2;
    let first = view.legal.iter().find_map(|mv| mv.from);
    first.or_else(|| only_target(view)).unwrap_or(middle)
}

/// The one cell to which every move of a placement leads.
fn only_target(view: &View) -> Option<usize> {
    let first = view.legal.first().filter(|mv| mv.from.is_none())?.to;
    let is_only = view
        .legal
        .iter()
        .all(|mv| mv.from.is_none() && mv.to == first);
    first.filter(|_| is_only)
}

/// Whether the pieces of a game need the mark of their side: those that move or have faces.
fn marks_sides(game: &dyn AnyGame) -> bool {
    let mut pieces = game.info().pieces.iter().map(|named| &named.piece);
    pieces
        .any(|piece| !(piece.steps.is_empty() && piece.slides.is_empty() && piece.faces.is_empty()))
}
