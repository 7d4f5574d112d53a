//! Matches between players, what they say about strength, and what can be made of it.
//!
//! The arena is generic over [`Game`](yomikiri_game_api::Game) and knows no game and no engine:
//! players come in as factories, tables as [`Probe`](yomikiri_game_api::Probe)s. Statistics,
//! files and reports have no type parameter at all.

pub mod stats;
