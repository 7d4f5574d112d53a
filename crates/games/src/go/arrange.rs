//! Positions changed by hand.

use yomikiri_game_api::{Arrange, ReadError, Side};

use super::game::Go;
use super::notation::{letter, side_of_letter};
use super::points;
use super::position::{NO_KO, Position};

impl Arrange for Go {
    /// A turn that is given away ends a ko and a row of passes.
    fn with_turn(&self, at: &Position, side: Side) -> Option<Position> {
        let mut arranged = *at;
        if at.turn != side {
            arranged.turn = side;
            arranged.ko = NO_KO;
            arranged.passes = 0;
        }
        Some(arranged)
    }

    /// Prisoners stay as they are; nothing is taken.
    fn with_cells(
        &self,
        at: &Position,
        changes: &[(usize, Option<&str>)],
    ) -> Result<Position, ReadError> {
        let mut arranged = *at;
        arranged.ko = NO_KO;
        arranged.passes = 0;
        let size = self.size();
        for &(cell, stone) in changes {
            if cell >= size.points() {
                let expected = format!("a cell below {}", size.points());
                return Err(ReadError::new("set-up", expected, &cell.to_string()));
            }
            let side = stone.map(|text| {
                let mut letters = text.chars();
                let side = letters.next().and_then(side_of_letter);
                side.filter(|_| letters.next().is_none()).ok_or_else(|| {
                    let [black, white] = Side::BOTH.map(letter);
                    ReadError::new("set-up", format!("{black} or {white}"), text)
                })
            });
            arranged.set(cell, side.transpose()?);
        }
        match self.without_liberty(&arranged) {
            None => Ok(arranged),
            Some(cell) => {
                let vertex = points::write_gtp(size, cell);
                let expected = "strings with liberties";
                Err(ReadError::new(
                    "set-up",
                    expected,
                    &format!("none at {vertex}"),
                ))
            }
        }
    }

    fn resumed(&self, at: &Position) -> Option<Position> {
        (at.passes >= 2).then_some(Position { passes: 0, ..*at })
    }
}
