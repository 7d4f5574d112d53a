//! The rules value: options, the board's geometry, and short delegations.

use std::sync::Arc;

use yomikiri_game_api::{Game, GameOptions, Line, OptionError, OptionInfo, Outcome, Settle, Side};

use super::board;
use super::handicap;
use super::options::{Ko, Options};
use super::plane::{Grid, for_words};
use super::position::{Move, NO_KO, Position, key_of};
use super::size::Size;

/// Occurrences of a board with the same side to move and ko point that make a draw under simple ko.
const REPETITIONS: usize = 3;

/// Go with a set of options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Go {
    options: Options,
    grid: Arc<Grid>,
}

impl Default for Go {
    fn default() -> Self {
        Go::new(Options::default())
    }
}

impl Go {
    /// The game with these options. A handicap that the board has no points for is left out.
    pub fn new(options: Options) -> Self {
        Go {
            grid: Arc::new(Grid::new(options.size)),
            options,
        }
    }

    /// The options.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The board.
    pub const fn size(&self) -> Size {
        self.options.size
    }

    pub(super) fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The stones connected to the one on a cell, and their liberties, both in ascending order; empty
    /// where there is no stone.
    pub fn string(&self, at: &Position, cell: usize) -> (Vec<usize>, Vec<usize>) {
        if cell >= self.size().points() {
            return (Vec::new(), Vec::new());
        }
        use board::string;
        for_words!(self.size(), string::<W>(&self.grid, at, cell))
    }

    /// The cells next to a cell, in ascending order.
    pub fn beside(&self, cell: usize) -> impl Iterator<Item = usize> {
        let size = self.size();
        let (width, points) = (size.width(), size.points());
        let column = cell % width;
        let steps = [
            cell.checked_sub(width),
            (column > 0).then(|| cell - 1),
            (column + 1 < width).then_some(cell + 1),
            Some(cell + width).filter(|&below| below < points),
        ];
        steps.into_iter().flatten()
    }

    /// A stone of a string without liberties: no position of a game has one.
    pub(super) fn without_liberty(&self, at: &Position) -> Option<usize> {
        use board::without_liberty;
        for_words!(self.size(), without_liberty::<W>(&self.grid, at))
    }

    /// Whether ko could forbid a cell to the side to move: one stone could just have been taken there.
    pub(super) fn is_ko_point(&self, at: &Position, cell: usize) -> bool {
        use board::ko_points;
        fn contains<const W: usize>(grid: &Grid, at: &Position, cell: usize) -> bool {
            ko_points::<W>(grid, at, at.turn).contains(cell)
        }
        for_words!(self.size(), contains::<W>(&self.grid, at, cell))
    }

    /// Whether the side to move may put a stone on a cell, as far as the position says.
    pub fn is_legal(&self, at: &Position, cell: usize) -> bool {
        fn contains<const W: usize>(
            grid: &Grid,
            at: &Position,
            cell: usize,
            suicide: bool,
        ) -> bool {
            board::legal::<W>(grid, at, suicide).contains(cell)
        }
        let suicide = self.options.suicide;
        at.passes < 2
            && cell < self.size().points()
            && for_words!(self.size(), contains::<W>(&self.grid, at, cell, suicide))
    }

    /// Whether a board is in a line, with this side to move or with any.
    fn has_board(&self, line: &Line<Self>, board: &Position, turn: Option<Side>) -> bool {
        fn kos<const W: usize>(grid: &Grid, at: &Position, side: Side) -> Vec<u16> {
            let cells = board::ko_points::<W>(grid, at, side).cells();
            cells.map(|cell| cell as u16).collect()
        }
        let has = |turn: Side, ko: u16, passes: u8| {
            line.contains_key(key_of(board.board_key, turn, ko, passes))
        };
        let sides = Side::BOTH.into_iter();
        let mut sides = sides.filter(|side| turn.is_none_or(|turn| turn == *side));
        sides.any(|side| {
            // A pass ends a ko, so that there are few ways in which a board can have been here.
            (0..=2).any(|passes| has(side, NO_KO, passes)) || {
                let kos = for_words!(self.size(), kos::<W>(&self.grid, board, side));
                kos.into_iter().any(|ko| has(side, ko, 0))
            }
        })
    }
}

impl GameOptions for Go {
    fn options(&self) -> Vec<OptionInfo> {
        self.options.options()
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let mut options = self.options;
        options.set_option(key, value)?;
        *self = Go::new(options);
        Ok(())
    }
}

fn list<const W: usize>(grid: &Grid, at: &Position, suicide: bool, moves: &mut Vec<Move>) {
    moves.extend(board::legal::<W>(grid, at, suicide).cells().map(Move::at));
}

fn count<const W: usize>(grid: &Grid, at: &Position, suicide: bool) -> usize {
    board::legal::<W>(grid, at, suicide).count()
}

impl Game for Go {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut start = Position::EMPTY;
        if let Some(cells) = handicap::cells(self.size(), self.options.handicap) {
            for cell in cells {
                start.set(cell, Some(Side::First));
            }
            start.turn = Side::Second;
        }
        start
    }

    #[inline(always)]
    fn turn(&self, at: &Position) -> Side {
        at.turn
    }

    /// Points from the top left, then the pass.
    fn legal_moves(&self, at: &Position, moves: &mut Vec<Move>) {
        if at.passes < 2 {
            let suicide = self.options.suicide;
            for_words!(self.size(), list::<W>(&self.grid, at, suicide, moves));
            moves.push(Move::PASS);
        }
    }

    fn count_legal(&self, at: &Position) -> usize {
        match at.passes {
            0 | 1 => {
                let suicide = self.options.suicide;
                1 + for_words!(self.size(), count::<W>(&self.grid, at, suicide))
            }
            _ => 0,
        }
    }

    fn play(&self, at: &mut Position, mv: Move) {
        use board::play;
        match mv.cell() {
            Some(cell) => {
                let suicide = self.options.suicide;
                for_words!(self.size(), play::<W>(&self.grid, at, cell, suicide));
            }
            None => {
                at.passes += 1;
                at.ko = NO_KO;
                at.turn = !at.turn;
            }
        }
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        (at.passes >= 2).then(|| self.count(at, &[]).outcome)
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    /// Superko. A pass is never forbidden.
    fn allows(&self, line: &Line<Self>, mv: Move) -> bool {
        if self.options.ko == Ko::Simple || mv == Move::PASS {
            return true;
        }
        let mut after = *line.last();
        self.play(&mut after, mv);
        // Where nothing was ever taken off, every board has more stones than those before it.
        let nothing_taken = after.taken == line.start().taken && line.replaced().next().is_none();
        if nothing_taken {
            return true;
        }
        let turn = (self.options.ko == Ko::Situational).then_some(after.turn);
        !self.has_board(line, &after, turn)
    }

    /// Under simple ko, the third occurrence of a board with the same side to move and ko point.
    fn adjudicate(&self, line: &Line<Self>) -> Option<Outcome> {
        if self.options.ko != Ko::Simple || line.ply() + 1 < REPETITIONS {
            return None;
        }
        let at = line.last();
        // A pass makes another position of the same board, so that its other keys are looked for, too.
        let keys = [0, 1].map(|passes| key_of(at.board_key, at.turn, at.ko, passes));
        let is_new = !line.repeats()
            && keys
                .iter()
                .all(|&key| key == at.key() || !line.contains_key(key));
        if is_new {
            return None;
        }
        let same = line.keys().filter(|key| keys.contains(key)).count();
        (same >= REPETITIONS).then(|| Outcome::draw("repetition"))
    }
}
