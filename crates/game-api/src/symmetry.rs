//! Turned and mirrored boards.

/// A way to lay a board on itself. Cells are numbered in rows from the top left.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum BoardSymmetry {
    /// As it is.
    Same,
    /// Left and right change places.
    LeftRight,
    /// Top and bottom change places.
    TopBottom,
    /// Turned by half.
    HalfTurn,
    /// Mirrored at the diagonal from the top left; square boards only.
    Diagonal,
    /// Mirrored at the diagonal from the top right; square boards only.
    Antidiagonal,
    /// Turned to the right by a quarter; square boards only.
    QuarterRight,
    /// Turned to the left by a quarter; square boards only.
    QuarterLeft,
}

impl BoardSymmetry {
    /// All eight, of a square.
    pub const SQUARE: &'static [BoardSymmetry] = &[
        BoardSymmetry::Same,
        BoardSymmetry::LeftRight,
        BoardSymmetry::TopBottom,
        BoardSymmetry::HalfTurn,
        BoardSymmetry::Diagonal,
        BoardSymmetry::Antidiagonal,
        BoardSymmetry::QuarterRight,
        BoardSymmetry::QuarterLeft,
    ];
    /// The four of a rectangle.
    pub const RECTANGLE: &'static [BoardSymmetry] = &[
        BoardSymmetry::Same,
        BoardSymmetry::LeftRight,
        BoardSymmetry::TopBottom,
        BoardSymmetry::HalfTurn,
    ];
    /// Left and right only, where the sides begin at the top and at the bottom.
    pub const MIRROR: &'static [BoardSymmetry] = &[BoardSymmetry::Same, BoardSymmetry::LeftRight];

    /// Where a cell of a board comes to lie. Symmetries of squares must not be asked of other boards.
    pub const fn cell(self, width: usize, height: usize, cell: usize) -> usize {
        let (x, y) = (cell % width, cell / width);
        let (right, below) = (width - 1 - x, height - 1 - y);
        let (x, y) = match self {
            BoardSymmetry::Same => (x, y),
            BoardSymmetry::LeftRight => (right, y),
            BoardSymmetry::TopBottom => (x, below),
            BoardSymmetry::HalfTurn => (right, below),
            BoardSymmetry::Diagonal => (y, x),
            BoardSymmetry::Antidiagonal => (below, right),
            BoardSymmetry::QuarterRight => (below, x),
            BoardSymmetry::QuarterLeft => (y, right),
        };
        y * width + x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn image(symmetry: BoardSymmetry, (width, height): (usize, usize)) -> Vec<usize> {
        let cells = 0..width * height;
        cells
            .map(|cell| symmetry.cell(width, height, cell))
            .collect()
    }

    #[test]
    fn symmetries_are_a_group_of_different_images() {
        for (all, size) in [
            (BoardSymmetry::SQUARE, (3, 3)),
            (BoardSymmetry::RECTANGLE, (3, 4)),
            (BoardSymmetry::MIRROR, (5, 2)),
        ] {
            let images: Vec<Vec<usize>> = all.iter().map(|&one| image(one, size)).collect();
            let different: HashSet<&Vec<usize>> = images.iter().collect();
            assert_eq!(different.len(), all.len());
            for one in &images {
                for other in &images {
                    let both: Vec<usize> = one.iter().map(|&cell| other[cell]).collect();
                    assert!(different.contains(&both));
                }
            }
        }
        assert_eq!(image(BoardSymmetry::QuarterRight, (2, 2)), [1, 3, 0, 2]);
    }
}
