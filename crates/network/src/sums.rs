//! The first layer of a network: sums over the features of a position, for each side's view.

/// Hidden units of a view.
pub const HIDDEN: usize = 64;
/// Those of both views.
pub(crate) const BOTH: usize = 2 * HIDDEN;

/// The sums of First's view, then of Second's.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(crate) struct Sums(pub(crate) [i16; BOTH]);

/// What a feature adds to the sums of both views.
pub(crate) type Row = Sums;

impl Sums {
    /// Where there is no network.
    pub(crate) const NONE: Sums = Sums([0; BOTH]);

    #[inline(always)]
    pub(crate) fn add(&mut self, row: &Row) {
        for (sum, more) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*more);
        }
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, row: &Row) {
        for (sum, less) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*less);
        }
    }

    /// The sums of a side's view, 0 for First and 1 for Second.
    #[inline(always)]
    pub(crate) fn view(&self, side: usize) -> &[i16; HIDDEN] {
        let (first, second) = self.0.split_at(HIDDEN);
        let view = if side == 0 { first } else { second };
        view.try_into().expect("a view has its size")
    }
}
