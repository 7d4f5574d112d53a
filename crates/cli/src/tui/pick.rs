//! Moving the cursor, picking pieces up and putting them down. The legal moves of the view decide;
//! this file knows no rules.

use yomikiri_lab::{Diagram, MoveView, Side};

use super::state::{Choice, Mode, Spot, State};

impl State {
    /// Moves the cursor by `right` and `down` as seen on the screen.
    pub(super) fn steer(&mut self, right: isize, down: isize) {
        match self.cursor {
            Spot::Cell(cell) => {
                let (width, height) = (self.view.diagram.width, self.view.diagram.height);
                let turn = if self.look.flipped { -1 } else { 1 };
                let along = |at: usize, by: isize, size: usize| {
                    at.saturating_add_signed(by * turn).min(size - 1)
                };
                let x = along(cell % width, right, width);
                let y = along(cell / width, down, height);
                self.home = y * width + x;
                self.cursor = Spot::Cell(self.home);
            }
            Spot::Hand(_) if down != 0 => self.cursor = Spot::Cell(self.home),
            Spot::Hand(at) => {
                let last = self.hand_size(self.view.side).saturating_sub(1);
                self.cursor = Spot::Hand(at.saturating_add_signed(right).min(last));
            }
        }
    }

    /// Switches between the mover's hand and the board.
    pub(super) fn switch_to_hand(&mut self) {
        self.cursor = match self.cursor {
            Spot::Cell(_) if self.hand_size(self.view.side) > 0 => Spot::Hand(0),
            Spot::Cell(_) => return self.complain("tui-hand-empty", &[]),
            Spot::Hand(_) => Spot::Cell(self.home),
        };
    }

    fn hand_size(&self, side: Side) -> usize {
        self.view.diagram.hands[side.index()].len()
    }

    /// Picks up or puts down at the cursor.
    pub(super) fn press(&mut self) {
        if !self.my_turn() {
            return self.refuse();
        }
        let here = self.cursor;
        self.note = None;
        if self.picked == Some(here) {
            self.picked = None;
            return;
        }
        let fitting = match here {
            Spot::Cell(cell) => self.moves_to(cell),
            Spot::Hand(_) => Vec::new(),
        };
        if !fitting.is_empty() {
            self.play_one_of(fitting);
        } else if !self.moves_from(here).is_empty() {
            self.picked = Some(here);
            self.cursor = Spot::Cell(self.home);
        } else if self.picked.is_some() {
            self.complain("tui-not-there", &[]);
        } else {
            self.complain("tui-nothing-here", &[]);
        }
    }

    /// Plays a move without a cell, such as a pass.
    pub(super) fn pass(&mut self) {
        if !self.my_turn() {
            return self.refuse();
        }
        let aside = self.find(|mv| mv.from.is_none() && mv.to.is_none());
        match aside.is_empty() {
            true => self.complain("tui-no-pass", &[]),
            false => self.play_one_of(aside),
        }
    }

    /// The cells that the selected piece can move to.
    pub(super) fn targets(&self) -> Vec<usize> {
        let Some(picked) = self.picked else {
            return Vec::new();
        };
        let moves = self.moves_from(picked);
        moves
            .iter()
            .filter_map(|&at| self.view.legal[at].to)
            .collect()
    }

    /// Indices of the legal moves that go to a cell from the selection; without a selection, those
    /// that put something new there.
    fn moves_to(&self, cell: usize) -> Vec<usize> {
        let mut moves = match self.picked {
            Some(picked) => self.moves_from(picked),
            None => self.find(|mv| mv.from.is_none()),
        };
        moves.retain(|&at| self.view.legal[at].to == Some(cell));
        moves
    }

    fn moves_from(&self, spot: Spot) -> Vec<usize> {
        match spot {
            Spot::Cell(cell) => self.find(|mv| mv.from == Some(cell)),
            Spot::Hand(entry) => self.find(|mv| mv.hand == Some(entry)),
        }
    }

    fn find(&self, fits: impl Fn(&MoveView) -> bool) -> Vec<usize> {
        let legal = self.view.legal.iter().enumerate();
        legal.filter(|(_, mv)| fits(mv)).map(|(at, _)| at).collect()
    }

    /// The board after a legal move; the session does not change.
    fn after(&mut self, at: usize) -> Option<Diagram> {
        let session = &mut self.play.session;
        session.play(&self.view.legal[at].text).ok()?;
        let diagram = session.view().diagram;
        session.take_back();
        Some(diagram)
    }

    /// Plays the only move, or lets the player choose.
    fn play_one_of(&mut self, moves: Vec<usize>) {
        if let [only] = moves[..] {
            let text = self.view.legal[only].text.clone();
            self.play(&text);
            return;
        }
        let choices = moves.into_iter().map(|at| {
            let after = self.after(at);
            let mv = self.view.legal[at].clone();
            let becomes = mv.to.and_then(|to| after?.cells[to].clone());
            Choice { mv, becomes }
        });
        self.mode = Mode::Choosing(choices.collect(), 0);
    }

    /// Plays one of the offered moves.
    pub(super) fn choose(&mut self, at: usize) {
        let Mode::Choosing(choices, _) = &self.mode else {
            return;
        };
        let Some(text) = choices.get(at).map(|choice| choice.mv.text.clone()) else {
            return;
        };
        self.mode = Mode::Board;
        self.play(&text);
    }
}
