//! One seed for a run, and from it one for everything in it.

use yomikiri_game_api::SplitMix64;

/// What a seed is for.
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

/// The seed of a role in the game or pair of a number. Depends on nothing else, so that it does not
/// matter in which order or on how many threads games are played.
pub fn derive(run: u64, number: u64, role: Role) -> u64 {
    let mix = |seed: u64| SplitMix64::new(seed).next_u64();
    mix(mix(mix(run) ^ number) ^ role as u64)
}
