//! What a game says about itself as plain data: record formats, outside engines, diagrams of its rules,
//! benchmark positions, levels, how the page shows it.

use crate::BoardSymmetry;

/// A game that declares what it is. One that has nothing to say implements this with an empty body.
pub trait Declare {
    /// Everything there is to know about the game besides its rules.
    fn profile(&self) -> Profile {
        Profile::default()
    }
}

/// Plain data about a game.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// How its records are written.
    pub records: RecordProfile,
    /// How engines of other authors play it.
    pub engines: EngineProfile,
    /// Positions that show its rules; their captions are the messages `rules-GAME-N-diagram-K`.
    pub diagrams: &'static [RuleDiagram],
    /// What `bench` measures.
    pub bench: Option<Bench>,
    /// Strengths for people, weakest first, as a message id and a player (`alphabeta:depth=4`). `None`:
    /// the usual ones that the game's players allow.
    pub levels: Option<&'static [(&'static str, &'static str)]>,
    /// The player that gives hints, judges games and answers unless another one is named. `None`: the
    /// strongest of the usual ones.
    pub usual_engine: Option<&'static str>,
    /// Whom people play against unless they name another player. `None`: the usual engine.
    pub opponent: Option<&'static str>,
    /// Whether a turn may have several moves, so that people make it up first and confirm it then.
    pub staged_turns: bool,
    /// The page's drawing module. `None`: the one called like the game, or a neutral one.
    pub drawing: Option<&'static str>,
    /// How people know the game.
    pub identity: Identity,
    /// Tasks that teach the game by playing, in order; their words are the messages `learn-GAME-N`.
    pub lessons: &'static [Lesson],
    /// Collections of problems that come with the game: a message that names one, and its records in the
    /// game's own format.
    pub problems: &'static [(&'static str, &'static str)],
    /// Things that a position grants besides the board (such as castling), each with the message that
    /// names it; see [`crate::Picture::rights`].
    pub rights: &'static [(&'static str, &'static str)],
    /// The ways to turn or mirror the board that change nothing about the rules; empty: none but the
    /// board as it is.
    pub symmetries: &'static [BoardSymmetry],
    /// Whether its endings are those that the public tablebase serves, so that the server answers in the
    /// same form: positions are FEN, and moves have the style `san`.
    pub public_tablebase: bool,
}

/// A task for somebody who learns a game: a position in which one move has to be found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The position; empty: the start.
    pub position: &'static str,
    /// Which moves are right.
    pub task: Task,
    /// The square that they leave, or on which a new piece is put; empty: any.
    pub square: &'static str,
    /// The options of the rules (`size=5`); empty: the usual ones.
    pub options: &'static str,
}

impl Lesson {
    /// A lesson.
    pub const fn new(position: &'static str, task: Task, square: &'static str) -> Self {
        Lesson {
            position,
            task,
            square,
            options: "",
        }
    }

    /// The same lesson with options of the rules.
    #[must_use]
    pub const fn with_options(mut self, options: &'static str) -> Self {
        self.options = options;
        self
    }
}

/// Which moves fulfil a task.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Any move.
    Move,
    /// A move that takes enemy pieces from the board.
    Capture,
    /// A piece from the hand.
    Drop,
    /// A move that wins the game at once.
    Win,
}

impl Task {
    /// The word for programs (`move`, `capture`, `drop`, `win`).
    pub const fn name(self) -> &'static str {
        match self {
            Task::Move => "move",
            Task::Capture => "capture",
            Task::Drop => "drop",
            Task::Win => "win",
        }
    }
}

/// How people know a game: what its sides are called, how its moves are written, what to expect.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// What the sides are called: the messages `side-NAME` have the words, and the page's styles
    /// the colours.
    pub sides: [&'static str; 2],
    /// The style in which people write moves, by language (`en`, `ja`, `zh`); exact moves where a
    /// language is missing.
    pub notation: &'static [(&'static str, &'static str)],
    /// How many minutes a game between people usually takes, from and to.
    pub minutes: Option<(u16, u16)>,
    /// How hard the game is to learn: 1 (in a minute), 2 (in ten minutes), 3 (takes practice).
    pub difficulty: Option<u8>,
    /// The position that shows the game in lists; empty: the start.
    pub picture: &'static str,
}

impl Default for Identity {
    fn default() -> Self {
        Identity {
            sides: ["first", "second"],
            notation: &[],
            minutes: None,
            difficulty: None,
            picture: "",
        }
    }
}

/// How records of a game are written.
#[derive(Copy, Clone, Debug, Default)]
pub struct RecordProfile {
    /// Formats besides those of all games (`json`, `kif`, `pgn`, `native` and the game's styles).
    pub formats: &'static [&'static str],
    /// The format in which matches are kept. `None`: `pgn`.
    pub usual: Option<&'static str>,
    /// The style of moves in KIF. `None`: exact moves.
    pub kif_style: Option<&'static str>,
    /// How its PGN differs from others'.
    pub pgn: PgnProfile,
}

/// How a game's PGN differs from others'.
#[derive(Copy, Clone, Debug, Default)]
pub struct PgnProfile {
    /// The tag `Game`, where readers expect one.
    pub game: Option<&'static str>,
    /// What First is called. `None`: `White`.
    pub first: Option<&'static str>,
    /// Styles of moves; the first one is written. None: exact moves.
    pub styles: &'static [PgnStyle],
    /// Values of the tag `Variant`, in lower case, that say nothing about options.
    pub variants: &'static [&'static str],
}

/// A style of moves in PGN.
#[derive(Copy, Clone, Debug)]
pub struct PgnStyle {
    /// The style of the game.
    pub style: &'static str,
    /// Its name in the tag `Format`, which is written where there are several.
    pub name: &'static str,
    /// Whether a move looks like it, for files without the tag.
    pub looks_like: fn(&str) -> bool,
}

/// How engines of other authors play a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineProfile {
    /// What engines that play several games call it.
    pub variant: Option<String>,
    /// The protocols they speak (`uci`, `usi`, `ucci`, `xboard`, `gtp`), each with its squares. The
    /// first one is the usual one.
    pub protocols: &'static [(&'static str, SquareNames)],
    /// Letters of ours in positions, with theirs.
    pub letters: &'static [(&'static str, &'static str)],
    /// Lines that begin a game in GTP.
    pub gtp_setup: Vec<String>,
    /// The letters of First's and Second's pieces in positions, where GTP's `play` puts them on the
    /// board one by one. `None`: only games from the start can be played.
    pub gtp_stones: Option<[char; 2]>,
}

/// How an engine names squares.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SquareNames {
    /// As we do.
    Same,
    /// Ranks from below where ours come from above, drops with `@`, hands in brackets, First as White.
    RanksFromBelow,
    /// Files as numbers from the right, ranks as letters: USI.
    FilesFromRight,
    /// Ranks from 1 where ours begin at 0.
    RanksFromOne,
}

/// A position that shows a rule.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RuleDiagram {
    /// The section of the rules, from 1.
    pub section: usize,
    /// The number of the diagram in its section, from 1.
    pub number: usize,
    /// The position; empty: the start.
    pub position: &'static str,
    /// The square whose moves are drawn, or that is marked because a piece can be put there; empty: none.
    pub square: &'static str,
    /// The options of the rules (`size=5`); empty: the usual ones.
    pub options: &'static str,
}

impl RuleDiagram {
    /// A diagram of a section.
    pub const fn new(
        section: usize,
        number: usize,
        position: &'static str,
        square: &'static str,
    ) -> Self {
        RuleDiagram {
            section,
            number,
            position,
            square,
            options: "",
        }
    }

    /// The same diagram with options of the rules.
    #[must_use]
    pub const fn with_options(mut self, options: &'static str) -> Self {
        self.options = options;
        self
    }
}

/// What `bench` measures of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Bench {
    /// Depth of the searches.
    pub search_depth: u32,
    /// Depth of the move counts.
    pub perft_depth: u32,
    /// Move sequences from the start; each ends at a measured position. Quiet positions that are not
    /// decided within the depth say most.
    pub lines: &'static [&'static str],
}
