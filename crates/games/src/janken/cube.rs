//! A cube: the symbols on its faces, and how they turn when it rolls.

/// Rock, scissors or paper.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// グー.
    Rock = 0,
    /// チョキ.
    Scissors = 1,
    /// パー.
    Paper = 2,
}

impl Symbol {
    /// All three; each beats the next one, and the last beats the first.
    pub const ALL: [Symbol; 3] = [Symbol::Rock, Symbol::Scissors, Symbol::Paper];

    /// The symbol `by` places further in the cycle.
    #[inline(always)]
    pub(crate) const fn on(self, by: usize) -> Symbol {
        Symbol::ALL[(self as usize + by) % 3]
    }

    /// Whether this symbol beats the other.
    pub const fn beats(self, other: Symbol) -> bool {
        self.on(1) as u8 == other as u8
    }

    /// The letter in positions (G for グー, C for チョキ, P for パー).
    pub const fn letter(self) -> char {
        ['G', 'C', 'P'][self as usize]
    }

    /// The symbol with this capital letter.
    pub(crate) fn of_letter(letter: char) -> Option<Symbol> {
        Symbol::ALL
            .into_iter()
            .find(|symbol| symbol.letter() == letter)
    }

    /// The id that drawing modules know.
    pub const fn id(self) -> &'static str {
        ["rock", "scissors", "paper"][self as usize]
    }
}

/// The orientation of a cube. Opposite faces are equal, so three faces are enough: the top, the
/// front (towards ranks 1 and 6) and the side (towards files a and f).
///
/// The number is `2 * top + odd`. An orientation is *even* if top, front, side follow the cycle
/// rock, scissors, paper, and *odd* otherwise. Every roll changes that.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Orientation(u8);

impl Orientation {
    /// Number of orientations.
    pub const COUNT: usize = 6;

    /// All orientations, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Orientation> + Clone {
        (0..Orientation::COUNT as u8).map(Orientation)
    }

    /// The orientation with this top, even or odd.
    #[inline(always)]
    pub(crate) const fn new(top: Symbol, odd: bool) -> Orientation {
        Orientation(2 * top as u8 + odd as u8)
    }

    /// The orientation with this number, below [`Orientation::COUNT`].
    #[inline(always)]
    pub(crate) const fn numbered(number: usize) -> Orientation {
        debug_assert!(number < Orientation::COUNT);
        Orientation(number as u8)
    }

    /// The orientation with these faces; `None` if two are equal.
    pub fn of_faces([top, front, side]: [Symbol; 3]) -> Option<Orientation> {
        let found = Orientation::new(top, front == top.on(2));
        (found.faces() == [top, front, side]).then_some(found)
    }

    /// The orientation's number, an index into per-orientation arrays.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The symbol on top, which decides captures.
    #[inline(always)]
    pub const fn top(self) -> Symbol {
        Symbol::ALL[self.0 as usize >> 1]
    }

    /// Whether top, front, side run against the cycle.
    #[inline(always)]
    pub const fn is_odd(self) -> bool {
        self.0 & 1 == 1
    }

    /// Top, front and side.
    pub const fn faces(self) -> [Symbol; 3] {
        let (top, odd) = (self.top(), self.is_odd());
        let (front, side) = if odd { (2, 1) } else { (1, 2) };
        [top, top.on(front), top.on(side)]
    }

    /// After a roll north or south: top and front are swapped.
    #[inline(always)]
    pub const fn rolled_along_file(self) -> Orientation {
        Orientation::new(self.faces()[1], !self.is_odd())
    }

    /// After a roll east or west: top and side are swapped.
    #[inline(always)]
    pub const fn rolled_along_rank(self) -> Orientation {
        Orientation::new(self.faces()[2], !self.is_odd())
    }

    /// The letters of top, front and side.
    pub fn letters(self) -> String {
        self.faces().into_iter().map(Symbol::letter).collect()
    }
}

/// [`Orientation::rolled_along_file`] and [`Orientation::rolled_along_rank`], looked up.
pub(crate) const ROLLED: [[Orientation; Orientation::COUNT]; 2] = {
    let mut rolled = [[Orientation(0); Orientation::COUNT]; 2];
    let mut number = 0;
    while number < Orientation::COUNT {
        let cube = Orientation(number as u8);
        rolled[0][number] = cube.rolled_along_file();
        rolled[1][number] = cube.rolled_along_rank();
        number += 1;
    }
    rolled
};
