//! Set-ups by name, to begin a game without placing cubes.

use yomikiri_game_api::Side;

use super::board::SETUP;
use super::position::Position;
use super::position_text::read_orientation;

/// A set-up of both sides. A position may be written as `preset:NAME`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// First's cubes on a1 b2 a3 c1, then Second's on f6 e5 f4 d6.
    pub cubes: [[&'static str; 4]; 2],
}

/// The set-ups there are. In all but the last the two sides are each other's half-turn.
pub const PRESETS: &[Preset] = &[
    // Every cube lies alike: the set-up of the notation's own example.
    Preset {
        name: "rocks",
        cubes: [["GPC"; 4]; 2],
    },
    // Each symbol is somewhere on top, the guard of the goal lying across.
    Preset {
        name: "fan",
        cubes: [["GCP", "CPG", "PGC", "GPC"]; 2],
    },
    // The mirror in the diagonal leaves it as it is.
    Preset {
        name: "wings",
        cubes: [["PGC", "GPC", "CGP", "CPG"]; 2],
    },
    // Second's tops beat First's, square by square.
    Preset {
        name: "answer",
        cubes: [["GPC", "GPC", "GPC", "GPC"], ["PGC", "PGC", "PGC", "PGC"]],
    },
];

impl Preset {
    /// The position with First to move.
    pub fn position(&self) -> Position {
        let mut at = Position::EMPTY;
        for side in Side::BOTH {
            for (square, cube) in SETUP[side.index()]
                .into_iter()
                .zip(self.cubes[side.index()])
            {
                at.place(square, read_orientation(cube).expect("presets are tested"));
            }
        }
        at
    }
}
