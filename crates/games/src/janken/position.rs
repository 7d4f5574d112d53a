//! A position: board, side to move, state of the turn.

use yomikiri_game_api::Side;

use super::board::{BOARD, CUBES, SETUP, Square, squares, target};
use super::cube::{Orientation, ROLLED, Symbol};
use super::moves::{Action, Move, Step};

/// A position in 48 bytes: five sets of squares and the state of the turn.
///
/// When the game is over, the winner is still to move, with the winning action as the last one,
/// because a winning action ends the game at once.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The squares of each side's cubes.
    cubes: [u64; 2],
    /// Squares with scissors and with paper on top; other cubes have rock.
    tops: [u64; 2],
    /// Squares of cubes with odd orientation (see [`Orientation`]).
    odd: u64,
    side: Side,
    /// Actions left in this turn, or placements left for this side in the setup.
    left: u8,
    setup: bool,
    /// The previous action of this turn, a step.
    last: Option<Move>,
}

const _: () = assert!(size_of::<Position>() == 48);

impl Position {
    /// An empty board before the setup.
    pub(crate) const EMPTY: Position = Position {
        cubes: [0; 2],
        tops: [0; 2],
        odd: 0,
        side: Side::First,
        left: CUBES as u8,
        setup: true,
        last: None,
    };

    /// An empty board at the start of a turn.
    pub(crate) fn bare(side: Side) -> Position {
        Position {
            side,
            left: 2,
            setup: false,
            ..Position::EMPTY
        }
    }

    /// The side to act or place.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Actions left in this turn, including the next one; in the setup the side's placements.
    #[inline(always)]
    pub fn left(&self) -> usize {
        usize::from(self.left)
    }

    /// Whether cubes are still being placed.
    #[inline(always)]
    pub fn is_setup(&self) -> bool {
        self.setup
    }

    /// The previous action of this turn.
    #[inline(always)]
    pub fn last(&self) -> Option<Step> {
        match self.last?.action() {
            Action::Step(step) => Some(step),
            _ => None,
        }
    }

    /// Whether this is the start of a turn.
    #[inline(always)]
    pub fn is_turn_start(&self) -> bool {
        !self.setup && self.last.is_none()
    }

    /// The squares of a side's cubes.
    #[inline(always)]
    pub(crate) fn cubes(&self, side: Side) -> u64 {
        self.cubes[side.index()]
    }

    /// Number of cubes of a side.
    #[inline(always)]
    pub fn count(&self, side: Side) -> usize {
        self.cubes(side).count_ones() as usize
    }

    #[inline(always)]
    pub(crate) fn empty(&self) -> u64 {
        BOARD & !(self.cubes[0] | self.cubes[1])
    }

    /// The squares of a side's cubes by the symbol on top.
    #[inline(always)]
    pub(crate) fn by_top(&self, side: Side) -> [u64; 3] {
        let [scissors, paper] = self.tops;
        let own = self.cubes(side);
        [own & !(scissors | paper), own & scissors, own & paper]
    }

    /// Orientation of the cube on a square; meaningless on an empty square.
    #[inline(always)]
    pub(crate) fn cube_on(&self, square: Square) -> Orientation {
        let bit = |set: u64| (set >> square.index() & 1) as usize;
        let [scissors, paper] = self.tops.map(bit);
        Orientation::numbered(2 * (scissors + 2 * paper) + bit(self.odd))
    }

    /// The cube on a square and its owner.
    pub fn at(&self, square: Square) -> Option<(Side, Orientation)> {
        let owner = Side::BOTH
            .into_iter()
            .find(|&side| self.cubes(side) & square.bit() != 0);
        owner.map(|side| (side, self.cube_on(square)))
    }

    /// All cubes on the board, by square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Side, Orientation)> {
        squares(self.cubes[0] | self.cubes[1]).map(|square| {
            let second = self.cubes[1] & square.bit() != 0;
            let side = if second { Side::Second } else { Side::First };
            (square, side, self.cube_on(square))
        })
    }

    /// Actions of a whole turn: 3 for a side with one cube (ふんばり), else 2.
    #[inline(always)]
    pub fn allowance(&self, side: Side) -> usize {
        if self.count(side) == 1 { 3 } else { 2 }
    }

    /// Whether the side to move has just won: with a cube on the enemy's goal, or by capturing the
    /// last enemy cube.
    #[inline(always)]
    pub(crate) fn won_by(&self) -> Option<Win> {
        if self.setup {
            return None;
        }
        if self.cubes(self.side) & target(self.side).bit() != 0 {
            Some(Win::Goal)
        } else if self.cubes(!self.side) == 0 {
            Some(Win::AllTaken)
        } else {
            None
        }
    }

    /// Puts a cube on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: Square, side: Side, cube: Orientation) {
        debug_assert!(self.at(square).is_none(), "the square must be empty");
        self.cubes[side.index()] |= square.bit();
        self.paint(square, cube);
    }

    #[inline(always)]
    fn paint(&mut self, square: Square, cube: Orientation) {
        let at = square.index();
        let top = cube.top() as u64;
        self.tops[0] |= (top & 1) << at;
        self.tops[1] |= (top >> 1) << at;
        self.odd |= u64::from(cube.is_odd()) << at;
    }

    /// Sets the state of the turn. The caller has checked it.
    pub(crate) fn set_turn(&mut self, side: Side, left: usize, last: Option<Step>) {
        self.side = side;
        self.left = left as u8;
        self.last = last.map(|step| Move::step(step.from, step.to));
    }

    /// The setup with `left` cubes of `side` left to place.
    pub(crate) fn set_setup(&mut self, side: Side, left: usize) {
        self.set_turn(side, left, None);
        self.setup = true;
    }

    /// The square of the next placement.
    pub fn next_placement(&self) -> Option<Square> {
        let placed = CUBES.checked_sub(self.left())?;
        self.setup.then(|| SETUP[self.side.index()][placed])
    }

    /// Places the next cube of the setup.
    #[inline]
    pub(crate) fn place(&mut self, square: Square, cube: Orientation) {
        self.put(square, self.side, cube);
        self.left -= 1;
        if self.left == 0 {
            self.setup = self.side == Side::First;
            self.side = !self.side;
            self.left = if self.setup { CUBES as u8 } else { 2 };
        }
    }

    /// Rolls a cube to an empty neighbour, or slides it onto an enemy, which is removed.
    #[inline(always)]
    pub(crate) fn act(&mut self, Step { from, to }: Step) {
        let capture = self.cubes(!self.side) & to.bit() != 0;
        let cube = self.cube_on(from);
        let cube = if capture {
            cube
        } else {
            let along_rank = from.index().abs_diff(to.index()) == 1;
            ROLLED[usize::from(along_rank)][cube.index()]
        };
        let keep = !(from.bit() | to.bit());
        for set in self.cubes.iter_mut().chain(&mut self.tops) {
            *set &= keep;
        }
        self.odd &= keep;
        self.cubes[self.side.index()] |= to.bit();
        self.paint(to, cube);
        self.left -= 1;
        self.last = Some(Move::step(from, to));
        if self.left == 0 && self.won_by().is_none() {
            self.end_turn();
        }
    }

    /// Undoes a roll of the side to move. Does not change the state of the turn.
    pub(crate) fn roll_back(&mut self, Step { from, to }: Step) {
        let along_rank = from.index().abs_diff(to.index()) == 1;
        let cube = ROLLED[usize::from(along_rank)][self.cube_on(to).index()];
        let keep = !to.bit();
        for set in self.cubes.iter_mut().chain(&mut self.tops) {
            *set &= keep;
        }
        self.odd &= keep;
        self.put(from, self.side, cube);
    }

    /// Passes the turn to the other side.
    #[inline(always)]
    pub(crate) fn end_turn(&mut self) {
        self.side = !self.side;
        self.left = self.allowance(self.side) as u8;
        self.last = None;
    }

    /// 64-bit hash: the words multiplied pairwise (folded 128-bit products). It distinguishes the
    /// middle of a turn from its start and includes the previous action.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        #[inline(always)]
        fn fold(a: u64, b: u64) -> u64 {
            let wide = u128::from(a) * u128::from(b);
            (wide >> 64) as u64 ^ wide as u64
        }
        let last = self.last.map_or(0, |mv| match mv.action() {
            Action::Step(step) => 1 + (step.from.index() << 6 | step.to.index()) as u64,
            _ => 0,
        });
        let turn = u64::from(self.left) << 2 | u64::from(self.setup) << 1 | self.side as u64;
        // The board leaves 28 bits of each word free. The constants (from the binary expansions of
        // square roots) distinguish zeros.
        let cubes = fold(
            self.cubes[0] ^ turn << 40 ^ 0x6A09_E667_F3BC_C909,
            self.cubes[1] ^ last << 40 ^ 0xBB67_AE85_84CA_A73B,
        );
        let tops = fold(
            self.tops[0] ^ 0x3C6E_F372_FE94_F82B,
            self.tops[1] ^ 0xA54F_F53A_5F1D_36F1,
        );
        fold(
            cubes ^ self.odd << 14,
            tops.rotate_left(23) ^ 0x1F83_D9AB_FB41_BD6B,
        )
    }
}

/// How the side to move has won.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Win {
    Goal,
    AllTaken,
}

impl Win {
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Win::Goal => "enemy-goal",
            Win::AllTaken => "all-taken",
        }
    }
}

/// The cubes that each symbol beats, from the cubes by symbol.
#[inline(always)]
pub(crate) const fn beaten(by_top: [u64; 3]) -> [u64; 3] {
    let [rock, scissors, paper] = by_top;
    [scissors, paper, rock]
}

const _: () = assert!(Symbol::Rock.beats(Symbol::Scissors) && Symbol::Paper.beats(Symbol::Rock));
