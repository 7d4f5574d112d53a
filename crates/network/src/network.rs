//! A network in whole numbers: the same answer on every machine.

use crate::positions::Layout;
use crate::sums::{BOTH, HIDDEN, Row, Sums};

/// Phases of the game; each has output weights of its own.
pub const PHASES: usize = 8;

/// A hidden unit counts from 0 to this, which stands for 1.
pub(crate) const ONE: i32 = 255;
/// An output weight of 1.
pub(crate) const OUT: i32 = 64;
/// No weight is larger than this: so sums of 64 features and products stay within 16 and 32 bits.
pub(crate) const MOST: f32 = 1.95;

// The second layer sums BOTH products of ONE² and 127 in 32 bits.
const _: () = assert!(BOTH as i64 * (ONE * ONE) as i64 * 127 < i32::MAX as i64);

/// A trained network.
///
/// Its answer is `scale × (b + Σ w × clamp(sum, 0, 1)²)` over the sums of the mover's view and then of the other's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// By feature.
    rows: Box<[Row]>,
    /// The sums without any feature.
    bias: Row,
    /// By phase: for the mover's view, then for the other's.
    output: [[i16; BOTH]; PHASES],
    /// By phase, in parts of `ONE × OUT`.
    output_bias: [i32; PHASES],
    /// Points of evaluation that make the odds e : 1.
    scale: i32,
    layout: Layout,
}

/// Whether the processor adds sixteen numbers at once.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_wide_words() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

impl Network {
    /// Numbers that a network of this layout consists of: see [`Network::from_numbers`].
    pub fn numbers_of(layout: &Layout) -> usize {
        layout.features() * HIDDEN + HIDDEN + PHASES * (BOTH + 1) + 1
    }

    /// A network from its numbers: weights of the first layer by feature, its biases, output weights by phase, output
    /// biases (in 64ths of `ONE × OUT`, so that they fit), the scale. `None` if there are not so many.
    pub fn from_numbers(layout: &Layout, numbers: &[i16]) -> Option<Network> {
        if numbers.len() != Network::numbers_of(layout) {
            return None;
        }
        let (weights, rest) = numbers.split_at(layout.features() * HIDDEN);
        let (bias, rest) = rest.split_at(HIDDEN);
        let (output, rest) = rest.split_at(PHASES * BOTH);
        let (output_bias, scale) = rest.split_at(PHASES);
        let row = |first: usize| {
            let second = layout.seen_by_second(first);
            let of = |feature: usize| &weights[feature * HIDDEN..(feature + 1) * HIDDEN];
            both(of(first), of(second))
        };
        Some(Network {
            rows: (0..layout.features()).map(row).collect(),
            bias: both(bias, bias),
            output: std::array::from_fn(|phase| {
                std::array::from_fn(|at| output[phase * BOTH + at])
            }),
            output_bias: std::array::from_fn(|phase| i32::from(output_bias[phase]) * BIAS_PART),
            scale: i32::from(*scale.first()?),
            layout: layout.clone(),
        })
    }

    /// The numbers of [`Network::from_numbers`].
    pub fn numbers(&self) -> Vec<i16> {
        let mut numbers = Vec::with_capacity(Network::numbers_of(&self.layout));
        for row in &self.rows {
            numbers.extend(row.view(0));
        }
        numbers.extend(self.bias.view(0));
        numbers.extend(self.output.as_flattened());
        numbers.extend(self.output_bias.map(|bias| (bias / BIAS_PART) as i16));
        numbers.push(self.scale as i16);
        numbers
    }

    /// What its features are.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Sums without any feature.
    #[inline]
    pub(crate) fn empty(&self) -> Sums {
        self.bias
    }

    #[inline(always)]
    pub(crate) fn row(&self, feature: usize) -> &Row {
        &self.rows[feature]
    }

    /// What the network adds to the evaluation of a position, in points for the mover.
    #[inline]
    pub(crate) fn points(&self, sums: &Sums, mover: usize, phase: usize) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if has_wide_words() {
            // SAFETY: the processor has these instructions, as just checked.
            return unsafe { self.points_wide(sums, mover, phase) };
        }
        self.points_plain(sums, mover, phase)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn points_wide(&self, sums: &Sums, mover: usize, phase: usize) -> i32 {
        self.points_plain(sums, mover, phase)
    }

    #[inline(always)]
    pub(crate) fn points_plain(&self, sums: &Sums, mover: usize, phase: usize) -> i32 {
        let output = &self.output[phase];
        let (own, others) = output.split_at(HIDDEN);
        let total = squares(sums.view(mover), own) + squares(sums.view(1 - mover), others);
        let total = total / ONE + self.output_bias[phase];
        (i64::from(total) * i64::from(self.scale) / i64::from(ONE * OUT)) as i32
    }
}

/// Output biases are stored in parts of this.
pub(crate) const BIAS_PART: i32 = 64;

/// The sum of weights times squares. The product of a unit and a weight fits into 16 bits, so that the processor
/// multiplies and adds pairs at once.
#[inline(always)]
fn squares(units: &[i16; HIDDEN], weights: &[i16]) -> i32 {
    let pairs = units.iter().zip(weights);
    pairs
        .map(|(&unit, &weight)| {
            let unit = unit.clamp(0, ONE as i16);
            i32::from(unit.wrapping_mul(weight)) * i32::from(unit)
        })
        .sum()
}

fn both(first: &[i16], second: &[i16]) -> Row {
    let mut row = Sums([0; BOTH]);
    row.0[..HIDDEN].copy_from_slice(first);
    row.0[HIDDEN..].copy_from_slice(second);
    row
}
