//! The rules value: options and ends of games. Methods of a position are in `position.rs`.

use yomikiri_game_api::{
    Game, GameOptions, Line, OptionError, OptionInfo, OptionSpec, Outcome, Side, list_options,
    set_option,
};

use super::generate::{self, LIGHT};
use super::moves::{Kind, Move};
use super::position::Position;

/// The goal of a game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Checkmate, as in the laws of chess.
    #[default]
    Mate,
    /// Safe promotion: a pawn promotes to a queen or rook that cannot be captured at once. This is
    /// the goal of the thesis on pawn endings. If no pawn can promote any more, the game is a draw.
    Promotion,
}

/// The rules of chess.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chess {
    /// The goal of the game.
    pub goal: Goal,
    /// The occurrence of a position that is a draw; 0 = never. 3 is an immediate claim, 5 is the
    /// automatic rule.
    pub repetition: u32,
    /// Moves of each side without a capture or pawn move that make a draw; 0 = never.
    pub move_limit: u32,
}

impl Default for Chess {
    fn default() -> Self {
        Chess {
            goal: Goal::Mate,
            repetition: 3,
            move_limit: 50,
        }
    }
}

/// The start position of the thesis on pawn endings: White Ke1, Pe2, Black Ke8.
pub(crate) const PAWN_ENDING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

const GOAL: &[(&str, Goal)] = &[("mate", Goal::Mate), ("promotion", Goal::Promotion)];
const REPETITION: &[(&str, u32)] = &[("3", 3), ("5", 5), ("0", 0)];
const MOVE_LIMIT: &[(&str, u32)] = &[("50", 50), ("75", 75), ("0", 0)];

fn option_specs() -> Vec<OptionSpec<Chess>> {
    vec![
        OptionSpec::words(
            "goal",
            GOAL,
            |game: &Chess| game.goal,
            |game, goal| game.goal = goal,
        ),
        OptionSpec::words(
            "repetition",
            REPETITION,
            |game: &Chess| game.repetition,
            |game, count| game.repetition = count,
        ),
        OptionSpec::words(
            "move_limit",
            MOVE_LIMIT,
            |game: &Chess| game.move_limit,
            |game, moves| game.move_limit = moves,
        ),
    ]
}

impl GameOptions for Chess {
    fn options(&self) -> Vec<OptionInfo> {
        list_options(&option_specs(), self, &Chess::default())
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        set_option(&option_specs(), self, key, value)
    }
}

impl Chess {
    /// Whether the side to move is in check.
    pub fn in_check(&self, at: &Position) -> bool {
        at.in_check()
    }

    /// Whether a search should probe the tablebase: Syzygy's largest tables have seven pieces.
    pub fn has_few_pieces(&self, at: &Position) -> bool {
        at.occupied().count_ones() <= 7
    }

    /// The same position with the other side to move, if that is legal.
    pub fn with_turn_passed(&self, at: &Position) -> Option<Position> {
        if at.in_check() {
            return None;
        }
        let mut other = *at;
        other.set_en_passant(None);
        other.set_turn(!at.turn());
        Some(other)
    }

    /// Plies since the last capture or pawn's move, and how many of them draw the game.
    pub fn zeroing_clock(&self, at: &Position) -> (u32, u32) {
        (u32::from(at.half_moves()), 100)
    }

    /// Whether there is a pawn that may promote some day.
    pub fn may_promote(&self, at: &Position) -> bool {
        at.of(Kind::Pawn) != 0
    }

    /// Whether a move promotes.
    pub fn is_promotion(&self, _at: &Position, mv: Move) -> bool {
        mv.promotion().is_some()
    }

    /// Whether a move promotes to something else than a queen.
    pub fn is_under_promotion(&self, _at: &Position, mv: Move) -> bool {
        mv.promotion().is_some_and(|kind| kind != Kind::Queen)
    }

    /// The outcome by promotion, if the game is played for it.
    fn promoted(&self, at: &Position) -> Option<Outcome> {
        let heavy = at.of(Kind::Queen) | at.of(Kind::Rook);
        if heavy == 0 {
            let pawns = at.of(Kind::Pawn);
            return (pawns == 0).then_some(Outcome::draw("pawn-lost"));
        }
        // Only the newest can still be captured: an older one would have ended the game.
        let newest = heavy & at.pieces(!at.turn());
        if newest != 0 && generate::takes_on(at, newest) {
            return None;
        }
        let owner = if newest != 0 { !at.turn() } else { at.turn() };
        Some(Outcome::win(owner, "promotion"))
    }
}

/// Whether neither side can ever mate, judged by material alone: bare kings, one minor piece, or
/// bishops all on squares of one colour (FIDE Laws 5.2.2, dead position).
pub(crate) fn is_dead(at: &Position) -> bool {
    if at.of(Kind::Pawn) | at.of(Kind::Rook) | at.of(Kind::Queen) != 0 {
        return false;
    }
    let (knights, bishops) = (at.of(Kind::Knight), at.of(Kind::Bishop));
    match (knights.count_ones(), bishops.count_ones()) {
        (0, _) => bishops & LIGHT == 0 || bishops & !LIGHT == 0,
        (1, 0) => true,
        _ => false,
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let text = match self.goal {
            Goal::Mate => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Goal::Promotion => PAWN_ENDING,
        };
        super::fen::read(text).expect("the start is a position")
    }

    #[inline(always)]
    fn turn(&self, at: &Position) -> Side {
        at.turn()
    }

    #[inline]
    fn legal_moves(&self, at: &Position, moves: &mut Vec<Move>) {
        if self.goal == Goal::Mate || self.promoted(at).is_none() {
            generate::list(at, moves);
        }
    }

    fn count_legal(&self, at: &Position) -> usize {
        if self.goal == Goal::Mate || self.promoted(at).is_none() {
            generate::count(at)
        } else {
            0
        }
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        at.play(mv);
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if !generate::any(at) {
            return Some(if at.in_check() {
                Outcome::win(!at.turn(), "mate")
            } else {
                Outcome::draw("stalemate")
            });
        }
        match self.goal {
            Goal::Mate => None,
            Goal::Promotion => self.promoted(at),
        }
    }

    #[inline(always)]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    fn adjudicate(&self, line: &Line<Self>) -> Option<Outcome> {
        let at = line.last();
        if is_dead(at) {
            return Some(Outcome::draw("insufficient-material"));
        }
        let clock = u32::from(at.half_moves());
        // Nothing repeats in fewer than four plies, or across a capture or pawn move.
        let limit = self.repetition;
        if limit > 0 && clock >= 4 * (limit - 1) && line.occurrences() >= limit as usize {
            return Some(Outcome::draw("repetition"));
        }
        (self.move_limit > 0 && clock >= 2 * self.move_limit).then_some(Outcome::draw("move-limit"))
    }
}
