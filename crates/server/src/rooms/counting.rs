//! The phase after play has stopped in which the result is agreed on: what is dead is marked, and both
//! sides accept the same marks or play goes on. For every game that is counted.

use std::collections::BTreeSet;

use yomikiri_lab::{LabError, Side};

use super::event::RoomEvent;
use super::room::Room;
use crate::messages::{ApiError, BySide, CountingView, EventView, Seat};

/// What the sides have said so far about what is dead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counting {
    /// The cells of the pieces that are taken for dead.
    pub(super) dead: BTreeSet<usize>,
    /// Who accepts these marks.
    pub(super) accepted: [bool; 2],
    /// The engine whose judgement the marks are.
    pub(super) judged_by: Option<Side>,
}

impl Room {
    /// Whether the result is being agreed on.
    pub(crate) fn is_counting(&self) -> bool {
        self.counting.is_some() && !self.is_over()
    }

    /// The engine that is to say what is dead, if one is: with an engine at the board nobody else marks.
    pub(crate) fn engine_to_judge(&self) -> Option<(Side, &str)> {
        let counting = self.counting.as_ref().filter(|_| self.is_counting())?;
        if counting.judged_by.is_some() {
            return None;
        }
        Side::BOTH
            .into_iter()
            .find_map(|side| match self.setup.seat(side) {
                Seat::Engine { player } => Some((side, player.as_str())),
                Seat::Here {} | Seat::Open {} => None,
            })
    }

    fn has_engine(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.is_engine(side))
    }

    /// The marks, where the result is being agreed on.
    fn marks(&self) -> Result<&Counting, ApiError> {
        let counting = self.counting.as_ref().filter(|_| self.is_counting());
        counting.ok_or_else(|| {
            let message = "there is nothing to be counted now";
            ApiError::conflict("not_counting", message)
        })
    }

    /// What marking the pieces around a cell leads to.
    pub(super) fn marks_dead(
        &self,
        cell: usize,
        dead: bool,
        by: Side,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        let counting = self.marks()?;
        if self.has_engine() {
            let message = "the engine says what is dead; to disagree is to play on";
            return Err(ApiError::conflict("engine_judges", message));
        }
        let cells = self.session.together(cell);
        if cells.is_empty() {
            let message = format!("cell: expected one with a piece, got {cell}");
            return Err(ApiError::bad("bad_cell", message));
        }
        let same = |cell: &usize| counting.dead.contains(cell) == dead;
        if cells.iter().all(same) {
            return Ok(Vec::new());
        }
        Ok(vec![RoomEvent::Marked { by, cells, dead }])
    }

    /// What accepting marks leads to; they must be those that are on the board.
    pub(super) fn accepts_count(
        &self,
        dead: &[usize],
        seats: [bool; 2],
        now: u64,
    ) -> Result<Vec<RoomEvent>, ApiError> {
        let counting = self.marks()?;
        if self.engine_to_judge().is_some() {
            let message = "the engine has not yet said what is dead";
            return Err(ApiError::conflict("not_judged", message));
        }
        let seen: BTreeSet<usize> = dead.iter().copied().collect();
        if seen != counting.dead {
            let message = "the marks have changed: look at them again";
            return Err(ApiError::conflict("stale", message));
        }
        let fresh = |side: &Side| seats[side.index()] && !counting.accepted[side.index()];
        let fresh: Vec<Side> = Side::BOTH.into_iter().filter(fresh).collect();
        let mut accepted = counting.accepted;
        for side in &fresh {
            accepted[side.index()] = true;
        }
        let mut events: Vec<_> = fresh
            .into_iter()
            .map(|by| RoomEvent::Accepted { by })
            .collect();
        if accepted == [true; 2] {
            events.extend(self.end_by_count(&counting.dead, now));
        }
        Ok(events)
    }

    /// What resuming play leads to.
    pub(super) fn resumes(&self, by: Side) -> Result<Vec<RoomEvent>, ApiError> {
        self.marks()?;
        Ok(vec![RoomEvent::Resumed { by }])
    }

    /// What the judgement of an engine that sits here leads to. Two engines do not argue.
    pub(crate) fn judged(&self, by: Side, dead: &[usize], now: u64) -> Vec<RoomEvent> {
        let dead = self.pieces_among(dead);
        let mut events = vec![RoomEvent::Judged {
            by,
            dead: dead.iter().copied().collect(),
        }];
        if self.is_engine(!by) {
            events.push(RoomEvent::Accepted { by: !by });
            events.extend(self.end_by_count(&dead, now));
        }
        events
    }

    /// The end that an engine's judgement leads to for somebody who waits in vain.
    pub(crate) fn counted_for(&self, dead: &[usize], now: u64) -> Vec<RoomEvent> {
        self.end_by_count(&self.pieces_among(dead), now)
    }

    fn pieces_among(&self, cells: &[usize]) -> BTreeSet<usize> {
        let cells = cells.iter().copied();
        cells
            .filter(|&cell| !self.session.together(cell).is_empty())
            .collect()
    }

    fn end_by_count(&self, dead: &BTreeSet<usize>, now: u64) -> Vec<RoomEvent> {
        let dead: Vec<usize> = dead.iter().copied().collect();
        let Some(count) = self.session.count(&dead) else {
            return Vec::new();
        };
        vec![RoomEvent::Ended {
            winner: count.outcome.winner,
            reason: count.outcome.reason,
            spent_ms: self.clocks.spent(now),
            dead: Some(dead),
        }]
    }

    /// The phase begins or does not, after a change of the position.
    pub(super) fn update_counting(&mut self) {
        let stopped = self.session.is_stopped();
        self.counting = stopped.then(Counting::default);
        if stopped {
            // The result of the board as it stands is only a proposal.
            self.outcome = None;
            self.clocks.stop();
        }
    }

    /// Applies an event of the phase.
    pub(super) fn apply_counting(
        &mut self,
        event: &RoomEvent,
        now: u64,
    ) -> Result<EventView, LabError> {
        let over = self.is_over();
        let counting = self.counting.as_mut().filter(|_| !over);
        let counting =
            counting.ok_or_else(|| LabError::Input("there is nothing to be counted".to_owned()))?;
        match event {
            RoomEvent::Marked { by, cells, dead } => {
                for &cell in cells {
                    match dead {
                        true => counting.dead.insert(cell),
                        false => counting.dead.remove(&cell),
                    };
                }
                counting.accepted = [false; 2];
                counting.judged_by = None;
                Ok(EventView::Marked {
                    by: *by,
                    cells: cells.clone(),
                    dead: *dead,
                })
            }
            RoomEvent::Judged { by, dead } => {
                counting.dead = dead.iter().copied().collect();
                counting.accepted = [false; 2];
                counting.accepted[by.index()] = true;
                counting.judged_by = Some(*by);
                Ok(EventView::Judged { by: *by })
            }
            RoomEvent::Accepted { by } => {
                counting.accepted[by.index()] = true;
                Ok(EventView::Accepted { by: *by })
            }
            RoomEvent::Resumed { by } => {
                self.session.resume_play()?;
                self.resumed.push(self.played.len());
                self.counting = None;
                self.outcome = self.session.outcome();
                self.clocks.start(self.session.turn(), now);
                self.shown.take();
                Ok(EventView::Resumed { by: *by })
            }
            _ => Err(LabError::Input("not an event of counting".to_owned())),
        }
    }

    /// What is to be seen of the phase; after the end, what was agreed on.
    pub(super) fn counting_view(&self) -> Option<CountingView> {
        let counting = self.counting.as_ref()?;
        let dead: Vec<usize> = counting.dead.iter().copied().collect();
        let count = self.session.count(&dead)?;
        let cells = &self.shown().diagram.cells;
        let alive = |cell: usize| cells[cell].is_some() && !counting.dead.contains(&cell);
        let territory = BySide::of(|side| {
            let owned = count.owners.iter().enumerate();
            let owned = owned.filter(|&(cell, owner)| *owner == Some(side) && !alive(cell));
            owned.map(|(cell, _)| cell).collect()
        });
        Some(CountingView {
            dead,
            territory,
            accepted: BySide::of(|side| counting.accepted[side.index()]),
            judged_by: counting.judged_by,
            outcome: count.outcome,
            parts: count.parts,
        })
    }
}
