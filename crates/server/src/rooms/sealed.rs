//! A hidden set-up: both sides place their pieces at the same time, and see the other's only when both are done.

use yomikiri_lab::{AnySession, MoveView, Side};

use super::event::RoomEvent;
use super::room::Room;
use crate::messages::{ApiError, BySide, Seat};

/// Whether all that can be done is putting pieces down that come from no hand.
fn is_set_up(legal: &[MoveView]) -> bool {
    let placed = |mv: &MoveView| mv.from.is_none() && mv.to.is_some() && mv.hand.is_none();
    !legal.is_empty() && legal.iter().all(placed)
}

/// Whether a room can begin with a hidden set-up: pieces are placed first, by two people who do not share a
/// screen.
pub(super) fn check(session: &dyn AnySession, seats: [&Seat; 2]) -> Result<(), ApiError> {
    let person = |seat: &Seat| !matches!(seat, Seat::Engine { .. });
    let shared = seats.iter().all(|seat| matches!(seat, Seat::Here {}));
    let message = if !is_set_up(&session.position_view().legal) {
        "hidden: expected a start at which pieces are placed"
    } else if shared || !seats.into_iter().all(person) {
        "hidden: expected two people at two screens"
    } else {
        return Ok(());
    };
    Err(ApiError::bad("bad_setup", message))
}

impl Room {
    /// Whether both sides place their pieces now without seeing the other's.
    pub(super) fn is_sealing(&self) -> bool {
        self.setup.hidden && !self.is_over() && !self.is_played()
    }

    /// Who has placed the pieces, while that is hidden.
    pub(super) fn sealed_sides(&self) -> Option<BySide<bool>> {
        let placed = |side: Side| self.sealed[side.index()].is_some();
        self.is_sealing().then(|| BySide::of(placed))
    }

    /// A side's placements: kept until the other's are there, too, and then played.
    pub(super) fn seal(&self, side: Side, moves: &[String]) -> Result<Vec<RoomEvent>, ApiError> {
        if self.sealed[side.index()].is_some() {
            let message = "your pieces are placed; wait for your opponent";
            return Err(ApiError::conflict("already_played", message));
        }
        let moves = self.checked(side, moves)?;
        let mut both = self.sealed.clone();
        both[side.index()] = Some(moves.clone());
        let mut events = vec![RoomEvent::Sealed { side, moves }];
        if let [Some(first), Some(second)] = both {
            let moved = |moves| RoomEvent::Moved { moves, spent_ms: 0 };
            events.extend([first, second].map(moved));
        }
        Ok(events)
    }

    /// A whole turn of placements in the game's own notation. What one side places does not depend on what
    /// the other has placed, so any placements of First's will do to check Second's.
    fn checked(&self, side: Side, moves: &[String]) -> Result<Vec<String>, ApiError> {
        let mut trial = self.session.fork();
        while trial.turn() != side {
            let legal = trial.position_view().legal;
            let Some(any) = legal.first().filter(|_| is_set_up(&legal)) else {
                return Err(ApiError::internal());
            };
            trial.play(&any.text)?;
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let played = trial.try_play(&moves)?;
        if trial.turn() == side {
            let message = "expected all pieces to be placed";
            return Err(ApiError::bad("bad_move", message));
        }
        Ok(played.moves.into_iter().map(|mv| mv.text).collect())
    }
}
