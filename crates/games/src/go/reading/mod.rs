//! Reading: whether a string can be taken if its enemy plays first, and saved if its owner does.
//!
//! | File | What |
//! |---|---|
//! | `desk.rs` | the board that is read on |
//! | `capture/` | the search |
//! | `table.rs` | what has been read already |
//! | `connect.rs` | whether two strings become one |
//! | `line.rs` | a reading played out, with reasons |
//! | `refinements.rs` | what makes it short, to be switched off in measurements |

mod capture;
mod connect;
mod desk;
mod line;
mod refinements;
mod table;

use yomikiri_game_api::Side;

use self::capture::{KILLERS, NOWHERE, Search, Stage, Verdict};
use self::connect::{Joined, Joining};
use self::desk::Desk;
pub use self::line::{ReadMove, Why, read_out};
pub use self::refinements::Refinements;
use self::table::Table;
use super::game::Go;
use super::plane::{Grid, for_words};
use super::position::Position;

/// When a string counts as one that cannot be taken: the document's three bounds.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ReadingLimits {
    /// Attacking moves in a line that do not give atari. Ladders do not count.
    pub depth: u32,
    /// Boards looked at for one question.
    pub nodes: u64,
    /// A string with more liberties is not attacked.
    pub liberties: usize,
}

impl ReadingLimits {
    /// For a whole board at once.
    pub const QUICK: ReadingLimits = ReadingLimits {
        depth: 3,
        nodes: 2_000,
        liberties: 4,
    };
    /// For many boards: what each move of a board leads to.
    pub const SWIFT: ReadingLimits = ReadingLimits {
        depth: 2,
        nodes: 200,
        liberties: 4,
    };
    /// For one question that somebody asks.
    pub const DEEP: ReadingLimits = ReadingLimits {
        depth: 8,
        nodes: 500_000,
        liberties: 4,
    };
}

impl ReadingLimits {
    /// Boards looked at for all strings of a position together: crowded boards must not take for ever.
    pub const fn nodes_of_a_board(&self) -> u64 {
        20 * self.nodes
    }
}

/// Who may retake a ko at once, as if he had a threat that must be answered.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum KoRule {
    AttackerBreaks,
    DefenderBreaks,
    Nobody,
}

/// How far somebody succeeds; the codes are those of GNU Go.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Success {
    /// Not at all.
    No,
    /// If he has a ko threat to begin with: the other side takes the ko first.
    KoWithThreat,
    /// By ko, which he takes first.
    Ko,
    /// Whatever the other side does.
    Yes,
}

impl Success {
    /// 0, 1, 2 or 3.
    pub const fn code(self) -> u8 {
        match self {
            Success::No => 0,
            Success::Yes => 1,
            Success::Ko => 2,
            Success::KoWithThreat => 3,
        }
    }

    /// Whether a ko decides.
    pub const fn is_ko(self) -> bool {
        matches!(self, Success::Ko | Success::KoWithThreat)
    }
}

/// The answer to one question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Whether it works.
    pub success: Success,
    /// The move, where one is needed and works.
    pub point: Option<usize>,
    /// Whether nodes ran out, so that the answer is not certain.
    pub cut: bool,
    /// Boards looked at.
    pub nodes: u64,
}

/// Reads strings of one position; what one question found helps the next.
pub struct Reader<'a> {
    game: &'a Go,
    at: Position,
    limits: ReadingLimits,
    refinements: Refinements,
    table: AnyTable,
}

/// A table for the size of the board.
enum AnyTable {
    One(Table<1>),
    Two(Table<2>),
    Three(Table<3>),
    Six(Table<6>),
    Ten(Table<10>),
}

/// A question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Question {
    Attack,
    Defend,
}

impl<'a> Reader<'a> {
    /// A reader for a position.
    pub fn new(game: &'a Go, at: &Position, limits: ReadingLimits) -> Self {
        let table = match game.size().points() {
            0..=64 => AnyTable::One(Table::new()),
            65..=128 => AnyTable::Two(Table::new()),
            129..=192 => AnyTable::Three(Table::new()),
            193..=384 => AnyTable::Six(Table::new()),
            _ => AnyTable::Ten(Table::new()),
        };
        Reader {
            game,
            at: *at,
            limits,
            refinements: Refinements::ALL,
            table,
        }
    }

    /// The same with some refinements switched off.
    pub fn with(self, refinements: Refinements) -> Self {
        Reader {
            refinements,
            ..self
        }
    }

    /// Whether the string on a cell can be taken if its enemy plays first. `None` where there is no stone.
    pub fn attack(&mut self, cell: usize) -> Option<Reading> {
        self.answer(cell, Question::Attack)
    }

    /// Whether the string on a cell can be saved if its owner plays first. A string that needs no move has
    /// no point. `None` where there is no stone.
    pub fn defend(&mut self, cell: usize) -> Option<Reading> {
        self.answer(cell, Question::Defend)
    }

    fn answer(&mut self, cell: usize, question: Question) -> Option<Reading> {
        let defender = self.at.stone(cell)?;
        let grid = self.game.grid();
        let asked = Asked {
            at: &self.at,
            limits: self.limits,
            refinements: self.refinements,
            target: cell,
            defender,
            question,
        };
        Some(match &mut self.table {
            AnyTable::One(table) => asked.answer(grid, table),
            AnyTable::Two(table) => asked.answer(grid, table),
            AnyTable::Three(table) => asked.answer(grid, table),
            AnyTable::Six(table) => asked.answer(grid, table),
            AnyTable::Ten(table) => asked.answer(grid, table),
        })
    }
}

struct Asked<'a> {
    at: &'a Position,
    limits: ReadingLimits,
    refinements: Refinements,
    target: usize,
    defender: Side,
    question: Question,
}

impl Asked<'_> {
    /// Asks first with the ko rule that is worst for whoever asks, then with better ones.
    fn answer<const W: usize>(&self, grid: &Grid, table: &mut Table<W>) -> Reading {
        let ladder = match self.question {
            Question::Attack => [
                (KoRule::DefenderBreaks, Success::Yes),
                (KoRule::Nobody, Success::Ko),
                (KoRule::AttackerBreaks, Success::KoWithThreat),
            ],
            Question::Defend => [
                (KoRule::AttackerBreaks, Success::Yes),
                (KoRule::Nobody, Success::Ko),
                (KoRule::DefenderBreaks, Success::KoWithThreat),
            ],
        };
        let mut reading = Reading {
            success: Success::No,
            point: None,
            cut: false,
            nodes: 0,
        };
        for (ko_rule, success) in ladder {
            let mut search = Search {
                grid,
                table: &mut *table,
                limits: self.limits,
                refinements: self.refinements,
                target: self.target,
                defender: self.defender,
                ko_rule,
                salt: salt(self.target, ko_rule),
                nodes: 0,
                met_ko: false,
                killers: [NOWHERE; KILLERS],
                must_move: success != Success::Yes,
            };
            let (verdict, point) = self.deepen(&mut search);
            reading.nodes += search.nodes;
            reading.cut |= search.nodes > self.limits.nodes;
            let works = match self.question {
                Question::Attack => verdict == Verdict::Taken,
                // What was not refuted counts as saved: the document's "probably not".
                Question::Defend => verdict != Verdict::Taken,
            };
            if works {
                reading.success = success;
                reading.point = (point != NOWHERE).then_some(usize::from(point));
                break;
            }
            if !search.met_ko {
                break;
            }
        }
        reading
    }

    /// With one quiet move more each time, until the verdict is certain.
    fn deepen<const W: usize>(&self, search: &mut Search<'_, W>) -> (Verdict, u16) {
        let mover = match self.question {
            Question::Attack => !self.defender,
            Question::Defend => self.defender,
        };
        let desk = match mover == self.at.turn() {
            true => Desk::of(self.at),
            // Ko forbids nothing to the other side.
            false => Desk::of(self.at).after_pass(),
        };
        let mut answer = (Verdict::Open, NOWHERE);
        let first = match self.refinements.deepening {
            true => 0,
            false => self.limits.depth,
        };
        for depth in first..=self.limits.depth {
            let found = match self.question {
                Question::Attack => search.attack(&desk, Stage::first(depth)),
                Question::Defend => search.defend(&desk, Stage::first(depth)),
            };
            if search.nodes > self.limits.nodes && found.verdict == Verdict::Open {
                // The last complete answer names a better move than a search that was cut short.
                break;
            }
            answer = (found.verdict, found.point);
            if found.verdict != Verdict::Open {
                break;
            }
        }
        answer
    }
}

/// Keys of a question: the same board is another matter for another string or another ko rule.
fn salt(target: usize, ko_rule: KoRule) -> u64 {
    let number = (target as u64 + 1) * 4 + ko_rule as u64;
    number.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// What two searches say about two strings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct JoinReading {
    /// Whether they are joined although the enemy plays first; `None`: not known.
    pub after_cut: Option<bool>,
    /// Whether they are joined if the owner plays first; `None`: not known.
    pub after_join: Option<bool>,
    /// Where the enemy cuts.
    pub cut: Option<usize>,
    /// Where the owner joins.
    pub join: Option<usize>,
    /// Boards looked at.
    pub nodes: u64,
}

impl JoinReading {
    const UNKNOWN: JoinReading = JoinReading {
        after_cut: None,
        after_join: None,
        cut: None,
        join: None,
        nodes: 0,
    };
}

/// Reads whether strings of one position are joined.
pub struct Linker<'a> {
    game: &'a Go,
    at: Position,
    nodes: u64,
}

impl<'a> Linker<'a> {
    /// Boards looked at for one question.
    const NODES: u64 = 300;
    /// Boards looked at for all links of a position.
    const NODES_OF_A_BOARD: u64 = 20_000;

    /// A reader for a position.
    pub fn new(game: &'a Go, at: &Position) -> Self {
        Linker {
            game,
            at: *at,
            nodes: 0,
        }
    }

    /// About the strings of two stones of one side.
    pub fn read(&mut self, from: usize, to: usize) -> JoinReading {
        if self.nodes > Self::NODES_OF_A_BOARD {
            return JoinReading::UNKNOWN;
        }
        let (grid, at) = (self.game.grid(), &self.at);
        let reading = for_words!(self.game.size(), join_reading::<W>(grid, at, from, to));
        self.nodes += reading.nodes;
        reading
    }
}

fn join_reading<const W: usize>(grid: &Grid, at: &Position, from: usize, to: usize) -> JoinReading {
    let owner = at.stone(from).unwrap_or(Side::First);
    let desk = Desk::<W>::of(at).after_pass();
    let ask = |mover: Side| {
        let mut joining = Joining {
            grid,
            owner,
            from,
            to,
            nodes: 0,
            most_nodes: Linker::NODES,
        };
        let (joined, cell) = joining.ask(&desk, mover);
        (joined, cell, joining.nodes)
    };
    let known = |joined: Joined| match joined {
        Joined::Yes => Some(true),
        Joined::No => Some(false),
        Joined::Open => None,
    };
    let (after_cut, cut, nodes) = ask(!owner);
    let (after_join, join, more) = ask(owner);
    JoinReading {
        after_cut: known(after_cut),
        after_join: known(after_join),
        cut,
        join,
        nodes: nodes + more,
    }
}
