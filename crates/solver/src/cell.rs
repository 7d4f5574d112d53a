//! What is known of an index, in a byte or two.
//!
//! | code | [`Cell8`], a byte | [`Cell16`], two bytes |
//! |---|---|---|
//! | unknown while solving, a draw when solved | 0 | 0 |
//! | lost in *d* | 1 + *d*, *d* even | 1 + 2*d* |
//! | won in *d* | 1 + *d*, *d* odd | 2 + 2*d* |
//! | lost for certain, its distance still to come (only while solving) | 252 | 65,532 |
//! | over, a draw | 253 | 65,533 |
//! | to be examined again (only while solving) | 254 | 65,534 |
//! | no legal position | 255 | 65,535 |
//!
//! Cell8 tells wins from losses because the turn alternates and a game ends when the side to move
//! has lost: distances to the end of the game are odd for wins, in every tier. Where a conversion
//! ends the count this is no longer so.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

use yomikiri_game_api::{Probed, Terminal, Value};

/// Which code cells are in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Coding {
    /// A byte; parity tells wins from losses.
    Cell8,
    /// Two bytes.
    Cell16,
}

/// A way to write value and distance into a cell, for the solver's inner loops.
pub trait Code: Copy + Send + Sync + 'static {
    /// A cell.
    type Cell: Copy + Eq + Ord + Send + Sync + Debug + 'static;
    /// A cell that several threads may write.
    type Shared: Send + Sync + 'static;

    /// Its name.
    const CODING: Coding;
    /// The largest distance that fits.
    const MOST: u32;
    /// Not decided (yet).
    const UNKNOWN: Self::Cell;
    /// Lost for certain; the distance is that of the longest way out of the tier.
    const PENDING_LOSS: Self::Cell;
    /// Over, a draw.
    const OVER_DRAWN: Self::Cell;
    /// A position that may have become a loss.
    const CANDIDATE: Self::Cell;
    /// No legal position.
    const EMPTY: Self::Cell;

    /// A cell for threads to share.
    fn shared(cell: Self::Cell) -> Self::Shared;
    /// The cell alone.
    fn alone(cell: Self::Shared) -> Self::Cell;
    /// Reads.
    fn get(place: &Self::Shared) -> Self::Cell;
    /// Writes.
    fn set(place: &Self::Shared, cell: Self::Cell);
    /// Turns an unknown cell into another; true for the one thread that did it.
    fn claim(place: &Self::Shared, cell: Self::Cell) -> bool;

    /// Calls `visit` with the places of cells of a code, in order. Nobody may be writing.
    fn places(cells: &[Self::Shared], cell: Self::Cell, mut visit: impl FnMut(usize)) {
        for (place, _) in cells
            .iter()
            .enumerate()
            .filter(|(_, other)| Self::get(other) == cell)
        {
            visit(place);
        }
    }

    /// A win at a distance; `None` if the code has no such win.
    fn win(distance: u32) -> Option<Self::Cell>;
    /// A loss at a distance; `None` if the code has no such loss.
    fn loss(distance: u32) -> Option<Self::Cell>;
    /// Whether the cell is a win at this distance or a shorter one.
    fn is_win_within(cell: Self::Cell, distance: u32) -> bool;
    /// The answer that a cell of a finished table gives; `None` for indices without a position.
    fn answer(cell: Self::Cell) -> Option<Probed>;

    /// Appends the cell's bytes, the low one first.
    fn put(cell: Self::Cell, bytes: &mut Vec<u8>);
    /// Appends the bytes of shared cells.
    fn put_all(cells: &[Self::Shared], bytes: &mut Vec<u8>) {
        let (at, width) = (bytes.len(), Self::CODING.bytes());
        bytes.resize(at + width * cells.len(), 0);
        let places = bytes[at..].chunks_exact_mut(width);
        for (place, cell) in places.zip(cells) {
            Self::write(Self::get(cell), place);
        }
    }
    /// Writes the cell's bytes to a place for as many.
    fn write(cell: Self::Cell, place: &mut [u8]);
    /// The cell of as many bytes.
    fn take(bytes: &[u8]) -> Self::Cell;

    /// What the rules alone say.
    fn of_terminal(terminal: Terminal) -> Self::Cell {
        match terminal {
            Terminal::Illegal => Self::EMPTY,
            Terminal::Lost => Self::loss(0).expect("fits"),
            Terminal::Drawn => Self::OVER_DRAWN,
            Terminal::KingCapture | Terminal::WinInOne => Self::win(1).expect("fits"),
            Terminal::Undecided => Self::UNKNOWN,
        }
    }
}

/// What every code does alike, by the width of the cell.
macro_rules! width {
    ($cell:ty, $shared:ty) => {
        type Cell = $cell;
        type Shared = $shared;

        const UNKNOWN: $cell = 0;
        const PENDING_LOSS: $cell = <$cell>::MAX - 3;
        const OVER_DRAWN: $cell = <$cell>::MAX - 2;
        const CANDIDATE: $cell = <$cell>::MAX - 1;
        const EMPTY: $cell = <$cell>::MAX;

        #[inline(always)]
        fn shared(cell: $cell) -> $shared {
            <$shared>::new(cell)
        }

        #[inline(always)]
        fn alone(cell: $shared) -> $cell {
            cell.into_inner()
        }

        #[inline(always)]
        fn get(place: &$shared) -> $cell {
            place.load(Ordering::Relaxed)
        }

        #[inline(always)]
        fn set(place: &$shared, cell: $cell) {
            place.store(cell, Ordering::Relaxed);
        }

        #[inline(always)]
        fn claim(place: &$shared, cell: $cell) -> bool {
            // Most are not unknown any more: look before the costly exchange.
            place.load(Ordering::Relaxed) == Self::UNKNOWN
                && place
                    .compare_exchange(Self::UNKNOWN, cell, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok()
        }

        #[inline(always)]
        fn put(cell: $cell, bytes: &mut Vec<u8>) {
            bytes.extend_from_slice(&cell.to_le_bytes());
        }

        #[inline(always)]
        fn write(cell: $cell, place: &mut [u8]) {
            place.copy_from_slice(&cell.to_le_bytes());
        }

        #[inline(always)]
        fn take(bytes: &[u8]) -> $cell {
            <$cell>::from_le_bytes(bytes.try_into().expect("as many bytes as a cell has"))
        }
    };
}

/// One byte; a win if its distance is odd.
#[derive(Copy, Clone, Debug)]
pub struct Cell8;

impl Code for Cell8 {
    width!(u8, AtomicU8);

    const CODING: Coding = Coding::Cell8;
    const MOST: u32 = 250;

    fn places(cells: &[AtomicU8], cell: u8, visit: impl FnMut(usize)) {
        let (first, count) = (cells.as_ptr().cast::<u8>(), cells.len());
        // SAFETY: an atomic byte is laid out as a byte, and the caller says that nobody writes.
        let bytes = unsafe { std::slice::from_raw_parts(first, count) };
        memchr::memchr_iter(cell, bytes).for_each(visit);
    }

    #[inline(always)]
    fn win(distance: u32) -> Option<u8> {
        (distance % 2 == 1 && distance <= Self::MOST).then_some(distance as u8 + 1)
    }

    #[inline(always)]
    fn loss(distance: u32) -> Option<u8> {
        (distance.is_multiple_of(2) && distance <= Self::MOST).then_some(distance as u8 + 1)
    }

    #[inline(always)]
    fn is_win_within(cell: u8, distance: u32) -> bool {
        // Wins begin at 2; what is unknown wraps around.
        cell & 1 == 0 && u32::from(cell.wrapping_sub(2)) < distance
    }

    fn answer(cell: u8) -> Option<Probed> {
        match cell {
            Self::EMPTY | Self::CANDIDATE => None,
            Self::UNKNOWN | Self::OVER_DRAWN => Some(DRAW),
            // Files of distances up to 251 exist.
            _ => {
                let distance = u32::from(cell) - 1;
                Some(decided(distance % 2 == 1, distance))
            }
        }
    }
}

/// Two bytes, distances of any parity.
#[derive(Copy, Clone, Debug)]
pub struct Cell16;

impl Code for Cell16 {
    width!(u16, AtomicU16);

    const CODING: Coding = Coding::Cell16;
    const MOST: u32 = 32_764;

    #[inline(always)]
    fn win(distance: u32) -> Option<u16> {
        (distance <= Self::MOST).then_some(2 + 2 * distance as u16)
    }

    #[inline(always)]
    fn loss(distance: u32) -> Option<u16> {
        (distance <= Self::MOST).then_some(1 + 2 * distance as u16)
    }

    #[inline(always)]
    fn is_win_within(cell: u16, distance: u32) -> bool {
        // Wins begin at 2; what is unknown wraps around.
        cell & 1 == 0 && u32::from(cell.wrapping_sub(2)) <= 2 * distance
    }

    fn answer(cell: u16) -> Option<Probed> {
        match cell {
            Self::EMPTY | Self::CANDIDATE | Self::PENDING_LOSS => None,
            Self::UNKNOWN | Self::OVER_DRAWN => Some(DRAW),
            _ => Some(decided(cell.is_multiple_of(2), (u32::from(cell) - 1) / 2)),
        }
    }
}

/// A cell in two bytes.
///
/// # Panics
/// If it is no code at all.
pub fn widen<C: Code>(cell: C::Cell) -> <Cell16 as Code>::Shared {
    let marks = [
        (C::EMPTY, Cell16::EMPTY),
        (C::CANDIDATE, Cell16::CANDIDATE),
        (C::OVER_DRAWN, Cell16::OVER_DRAWN),
        (C::PENDING_LOSS, Cell16::PENDING_LOSS),
        (C::UNKNOWN, Cell16::UNKNOWN),
    ];
    let mark = marks.iter().find(|(mark, _)| *mark == cell);
    let wide = mark.map(|&(_, wide)| wide).or_else(|| {
        let known = C::answer(cell)?;
        let distance = known.distance?;
        match known.value {
            Value::Win => Cell16::win(distance),
            _ => Cell16::loss(distance),
        }
    });
    Cell16::shared(wide.expect("two bytes hold what one stored"))
}

const DRAW: Probed = Probed {
    value: Value::Draw,
    distance: None,
};

const fn decided(won: bool, distance: u32) -> Probed {
    Probed {
        value: if won { Value::Win } else { Value::Loss },
        distance: Some(distance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_code<C: Code>() {
        for distance in 0..=C::MOST + 2 {
            for (won, cell) in [(true, C::win(distance)), (false, C::loss(distance))] {
                assert!(cell.is_none() || distance <= C::MOST);
                let Some(cell) = cell else { continue };
                assert!(cell > C::UNKNOWN && cell < C::PENDING_LOSS);
                assert_eq!(C::answer(cell), Some(decided(won, distance)));
                for limit in [distance.wrapping_sub(1), distance, distance + 1, C::MOST] {
                    if limit <= C::MOST {
                        let within = won && distance <= limit;
                        assert_eq!(C::is_win_within(cell, limit), within, "{cell:?} {limit}");
                    }
                }
            }
        }
        for cell in [
            C::UNKNOWN,
            C::PENDING_LOSS,
            C::OVER_DRAWN,
            C::CANDIDATE,
            C::EMPTY,
        ] {
            assert!(!C::is_win_within(cell, C::MOST), "{cell:?}");
        }
    }

    #[test]
    fn every_code_tells_back_what_it_was_told() {
        check_code::<Cell8>();
        check_code::<Cell16>();
    }

    #[test]
    fn places_are_those_that_a_loop_finds() {
        let mut random = yomikiri_game_api::SplitMix64::new(9);
        for length in [0, 1, 15, 16, 17, 63, 64, 65, 1000] {
            let cells: Vec<u8> = (0..length).map(|_| random.below(4) as u8).collect();
            let shared: Vec<AtomicU8> = cells.iter().map(|&cell| AtomicU8::new(cell)).collect();
            // Parts that begin anywhere.
            for from in 0..=length.min(20) {
                for cell in 0..5 {
                    let mut found = Vec::new();
                    Cell8::places(&shared[from..], cell, |place| found.push(place));
                    let expected = cells[from..].iter().enumerate();
                    let expected = expected.filter(|(_, other)| **other == cell);
                    assert!(expected.map(|(place, _)| place).eq(found));
                }
            }
        }
    }
}
