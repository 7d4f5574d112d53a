//! One seed for a run, and from it one for everything in it.

use yomikiri_game_api::SplitMix64;

/// The purpose of a seed.
#[derive(Copy, Clone, Debug)]
pub enum Role {
    /// The opening of a pair.
    Opening = 1,
    /// The first-named player in a game.
    One = 2,
    /// The second-named player in a game.
    Two = 3,
    /// A step of tuning.
    Tuning = 4,
}

/// The seed for a purpose in a game or pair. It depends on nothing else, so order and number of
/// threads do not matter.
pub fn derive(run: u64, number: u64, role: Role) -> u64 {
    let mix = |seed: u64| SplitMix64::new(seed).next_u64();
    mix(mix(mix(run) ^ number) ^ role as u64)
}
