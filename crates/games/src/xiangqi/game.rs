//! The rules value: short delegations.

use std::sync::LazyLock;

use yomikiri_game_api::{
    Game, GameOptions, Line, Notation, OptionError, OptionInfo, Outcome, Remark, Side,
};

use super::generate;
use super::options::{Options, Repetition};
use super::pieces::{FILES, Move, file_of, rank_of, square_at};
use super::position::Position;
use super::repetition;

/// The start position.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The rules of xiangqi with their options.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Xiangqi {
    /// The chosen options.
    pub options: Options,
}

impl Xiangqi {
    /// Whether the side to move is in check.
    pub fn in_check(&self, at: &Position) -> bool {
        at.in_check()
    }

    /// Whether a search should probe the tablebase: a rook against a full defence has seven pieces, and
    /// nearly all tables that can be built have no more than one besides.
    pub fn has_few_pieces(&self, at: &Position) -> bool {
        at.occupied().count_ones() <= 8
    }

    /// Whether perpetual check loses.
    pub fn perpetual_check_loses(&self) -> bool {
        self.options.repetition != Repetition::Draw
    }

    /// The same position with the other side to move; `None` if the side to move is in check, which
    /// cannot be passed over.
    pub fn with_turn_passed(&self, at: &Position) -> Option<Position> {
        (!at.in_check()).then(|| at.passed())
    }

    /// Plies since the last capture, and how many of them draw the game.
    pub fn capture_clock(&self, at: &Position) -> (u32, u32) {
        let limit = match self.options.move_limit {
            0 => u32::MAX,
            moves => 2 * u32::from(moves),
        };
        (u32::from(at.quiet_plies()), limit)
    }

    /// The mirror image: left and right are alike.
    pub fn mirrored(&self, at: &Position) -> Position {
        at.mirrored()
    }

    /// The same move in the mirror image.
    pub fn mirrored_move(&self, mv: Move) -> Move {
        let image = |square| square_at(FILES - 1 - file_of(square), rank_of(square));
        Move::new(image(mv.from()), image(mv.to()))
    }

    /// Number of occurrences after which a position is judged.
    pub const OCCURRENCES: usize = 3;
}

impl GameOptions for Xiangqi {
    fn options(&self) -> Vec<OptionInfo> {
        self.options.options()
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        self.options.set_option(key, value)
    }
}

impl Game for Xiangqi {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        static AT: LazyLock<Position> = LazyLock::new(|| {
            let read = Xiangqi::default().read_position(START);
            read.expect("the start is a position")
        });
        *AT
    }

    #[inline(always)]
    fn turn(&self, at: &Position) -> Side {
        at.turn()
    }

    fn legal_moves(&self, at: &Position, moves: &mut Vec<Move>) {
        generate::list(at, moves);
    }

    #[inline]
    fn count_legal(&self, at: &Position) -> usize {
        generate::count(at)
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        at.play(mv);
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if generate::any(at) {
            return None;
        }
        // No legal move loses, in check or not.
        let reason = if at.in_check() { "mate" } else { "no-moves" };
        Some(Outcome::win(!at.turn(), reason))
    }

    #[inline(always)]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    fn adjudicate(&self, line: &Line<Self>) -> Option<Outcome> {
        let at = line.last();
        if line.occurrences() >= Xiangqi::OCCURRENCES {
            return Some(match self.options.repetition {
                Repetition::Draw => Outcome::draw("repetition"),
                rules => repetition::judge(rules, line).outcome(),
            });
        }
        let limit = self.options.move_limit;
        if limit > 0 && at.quiet_plies() >= 2 * limit {
            return Some(Outcome::draw("move-limit"));
        }
        None
    }

    fn explain_outcome(&self, line: &Line<Self>) -> Vec<Remark> {
        let rules = self.options.repetition;
        let is_judged = rules != Repetition::Draw
            && self.outcome(line.last()).is_none()
            && line.occurrences() >= Xiangqi::OCCURRENCES;
        if is_judged {
            repetition::judge(rules, line).remarks()
        } else {
            Vec::new()
        }
    }
}
