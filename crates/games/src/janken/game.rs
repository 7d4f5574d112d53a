//! The rules value: short delegations.

use yomikiri_game_api::{Game, GameOptions, Line, OptionError, OptionInfo, Outcome, Side};

use super::cube::Orientation;
use super::generate::{self, targets};
use super::moves::{Action, Move};
use super::options::{Options, Stuck};
use super::position::Position;

/// Janken shogi with a set of options.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Janken {
    /// The options.
    pub options: Options,
}

impl Janken {
    /// The game with these options.
    pub fn with_options(options: Options) -> Self {
        Janken { options }
    }

    /// The same start of a turn with the other side to move; `None` in the middle of a turn.
    pub fn with_turn_passed(&self, at: &Position) -> Option<Position> {
        let mut other = *at;
        other.end_turn();
        at.is_turn_start().then_some(other)
    }

    /// Whether a search should probe the tablebase: at the start of a turn, with few enough cubes.
    /// In the middle of a turn the search continues to the end of the turn.
    pub fn has_few_cubes(&self, at: &Position) -> bool {
        at.is_turn_start() && at.count(Side::First) + at.count(Side::Second) <= 4
    }

    /// Whether the side to move may end its turn although it could act.
    #[inline(always)]
    fn may_pass(&self, at: &Position) -> bool {
        !self.options.must_use_all && !at.is_turn_start()
    }

    /// Number of turns completed in a line.
    fn turns(line: &Line<Self>) -> usize {
        let pairs = line.positions().windows(2);
        pairs
            .filter(|pair| !pair[0].is_setup() && pair[1].is_turn_start())
            .count()
    }
}

impl GameOptions for Janken {
    fn options(&self) -> Vec<OptionInfo> {
        self.options.options()
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        self.options.set_option(key, value)
    }
}

impl Game for Janken {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position::EMPTY
    }

    #[inline(always)]
    fn turn(&self, at: &Position) -> Side {
        at.side()
    }

    fn legal_moves(&self, at: &Position, moves: &mut Vec<Move>) {
        if at.won_by().is_some() {
            return;
        }
        if let Some(square) = at.next_placement() {
            moves.extend(Orientation::all().map(|cube| Move::place(square, cube)));
            return;
        }
        let before = moves.len();
        generate::list(targets(&self.options, at), moves);
        let stuck = moves.len() == before;
        if self.may_pass(at) || stuck && self.options.stuck == Stuck::Pass {
            moves.push(Move::PASS);
        }
    }

    fn count_legal(&self, at: &Position) -> usize {
        if at.won_by().is_some() {
            return 0;
        }
        if at.is_setup() {
            return Orientation::COUNT;
        }
        let actions = generate::count(targets(&self.options, at));
        let passes = self.may_pass(at) || actions == 0 && self.options.stuck == Stuck::Pass;
        actions + usize::from(passes)
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        match mv.action() {
            Action::Step(step) => at.act(step),
            Action::Place { square, cube } => at.place(square, cube),
            Action::Pass => at.end_turn(),
        }
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if let Some(win) = at.won_by() {
            return Some(Outcome::win(at.side(), win.reason()));
        }
        let loses = self.options.stuck == Stuck::Loss
            && !at.is_setup()
            && !self.may_pass(at)
            && targets(&self.options, at) == [0; 4];
        loses.then(|| Outcome::win(!at.side(), "no-moves"))
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    /// Only positions at the start of a turn count for repetition and the turn limit.
    fn adjudicate(&self, line: &Line<Self>) -> Option<Outcome> {
        if !line.last().is_turn_start() {
            return None;
        }
        let (repetition, limit) = (self.options.repetition, self.options.turn_limit);
        let often = repetition as usize;
        if repetition > 0 && line.ply() + 1 >= often && line.occurrences() >= often {
            return Some(Outcome::draw("repetition"));
        }
        // A turn has at least one action, so short lines need not be counted.
        let limit_reached =
            limit > 0 && line.ply() >= limit as usize && Self::turns(line) >= limit as usize;
        limit_reached.then(|| Outcome::draw("turn-limit"))
    }
}
