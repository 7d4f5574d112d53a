//! Turned and mirrored positions, which play alike.

use yomikiri_game_api::BoardSymmetry;

use super::game::Go;
use super::position::{Move, NO_KO, Position};

impl Go {
    /// The position laid on itself.
    pub fn image(&self, at: &Position, symmetry: BoardSymmetry) -> Position {
        let cell = |cell| symmetry.cell(self.size().width(), self.size().height(), cell);
        let mut image = Position {
            taken: at.taken,
            passes: at.passes,
            turn: at.turn,
            ko: at.ko().map_or(NO_KO, |ko| cell(ko) as u16),
            ..Position::EMPTY
        };
        for stone in 0..self.size().points() {
            if let Some(side) = at.stone(stone) {
                image.set(cell(stone), Some(side));
            }
        }
        image
    }

    /// The same move on the image.
    pub fn image_move(&self, mv: Move, symmetry: BoardSymmetry) -> Move {
        let cell = |cell| symmetry.cell(self.size().width(), self.size().height(), cell);
        mv.cell().map_or(mv, |stone| Move::at(cell(stone)))
    }

    /// The position as if nothing had been taken yet: for those who ask only about the board.
    pub fn without_prisoners(&self, at: &Position) -> Position {
        Position {
            taken: [0; 2],
            ..*at
        }
    }
}
