//! Named setups, to start a game without placing cubes.

use yomikiri_game_api::Side;

use super::board::SETUP;
use super::position::Position;
use super::position_text::read_orientation;

/// A setup of both sides. A position may be written as `preset:NAME`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// First's cubes on a1 b2 a3 c1, then Second's on f6 e5 f4 d6.
    pub cubes: [[&'static str; 4]; 2],
}

/// All presets. In all but the last, each side is the other rotated.
pub const PRESETS: &[Preset] = &[
    // Equal orientation for all cubes: the example of the notation.
    Preset {
        name: "rocks",
        cubes: [["GPC"; 4]; 2],
    },
    // Every symbol is on top somewhere; the guard of the goal lies across.
    Preset {
        name: "fan",
        cubes: [["GCP", "CPG", "PGC", "GPC"]; 2],
    },
    // Symmetric in the diagonal.
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
