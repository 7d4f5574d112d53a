//! What the processor can do. The program runs on every x86-64; what is used most is compiled a second time for processors
//! with instructions on bits, which all since 2013 have.

/// Whether the processor has what functions named `…_with_bits` are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn has_bits() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("popcnt") && has!("lzcnt") && has!("bmi1") && has!("bmi2")
}
