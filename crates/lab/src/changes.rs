//! What happens to a session besides moves: positions changed by hand, counting, a game's own commands.

use yomikiri_game_api::{
    Arrange, ArrangeHooks, Console, ConsoleCommand, Count, Game, Notation, Outcome, Picture,
    Settle, Side, Term,
};

use crate::session::Session;
use crate::view::{CountView, OutcomeView};
use crate::{GameDefinition, LabError};

type PositionOf<G> = <G as Game>::Position;

/// The methods of [`Settle`], of games that have them.
pub(crate) struct SettleHooks<G: Game> {
    is_stopped: fn(&G, &PositionOf<G>) -> bool,
    together: fn(&G, &PositionOf<G>, usize) -> Vec<usize>,
    count: fn(&G, &PositionOf<G>, &[usize]) -> Count,
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// Its positions can be changed by hand.
    #[must_use]
    pub fn arrange(mut self) -> Self
    where
        G: Arrange,
    {
        self.arrange = Some(ArrangeHooks::of());
        self
    }

    /// It is counted after play has stopped, with the pieces that are dead.
    #[must_use]
    pub fn settle(mut self) -> Self
    where
        G: Settle,
    {
        self.settle = Some(SettleHooks {
            is_stopped: G::is_stopped,
            together: G::together,
            count: G::count,
        });
        self
    }

    /// It has commands of its own for text protocols.
    #[must_use]
    pub fn console(mut self, console: impl Console<G> + 'static) -> Self {
        self.console = Some(Box::new(console));
        self
    }
}

/// One step of a session's history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A move, as exact text.
    Move(String),
    /// The position was changed by hand into this one.
    Position(String),
}

/// All that has happened in a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    /// The position it began from.
    pub start: String,
    /// What followed.
    pub steps: Vec<Step>,
}

impl<G: Notation + Picture> Session<G> {
    fn not_able(&self, what: &str) -> LabError {
        let game = &self.definition().info.id;
        LabError::Input(format!("{game}: {what} is not possible here"))
    }

    fn arrange(&self) -> Option<&ArrangeHooks<G>> {
        self.definition().arrange.as_ref()
    }

    pub(crate) fn give_turn_to(&mut self, side: Side) -> Result<(), LabError> {
        let hooks = self.arrange();
        let (game, at) = (&self.definition().game, self.line().last());
        let given = hooks.and_then(|hooks| (hooks.with_turn)(game, at, side));
        let given = given.ok_or_else(|| self.not_able("giving the turn away"))?;
        self.alter(given);
        Ok(())
    }

    pub(crate) fn change_cells(
        &mut self,
        changes: &[(usize, Option<&str>)],
    ) -> Result<(), LabError> {
        let Some(hooks) = self.arrange() else {
            return Err(self.not_able("changing the board"));
        };
        let (game, at) = (&self.definition().game, self.line().last());
        let changed = (hooks.with_cells)(game, at, changes).map_err(LabError::Position)?;
        self.alter(changed);
        Ok(())
    }

    pub(crate) fn resume_after_stop(&mut self) -> Result<(), LabError> {
        let hooks = self.arrange();
        let (game, at) = (&self.definition().game, self.line().last());
        let resumed = hooks.and_then(|hooks| (hooks.resumed)(game, at));
        let resumed = resumed.ok_or_else(|| self.not_able("resuming play"))?;
        self.alter(resumed);
        Ok(())
    }

    pub(crate) fn play_has_stopped(&self) -> bool {
        let (game, at) = (&self.definition().game, self.line().last());
        let settle = self.definition().settle.as_ref();
        settle.is_some_and(|settle| (settle.is_stopped)(game, at))
    }

    pub(crate) fn pieces_together(&self, cell: usize) -> Vec<usize> {
        let (game, at) = (&self.definition().game, self.line().last());
        let settle = self.definition().settle.as_ref();
        settle.map_or_else(Vec::new, |settle| (settle.together)(game, at, cell))
    }

    pub(crate) fn counted(&self, dead: &[usize]) -> Option<CountView> {
        let (game, at) = (&self.definition().game, self.line().last());
        let settle = self.definition().settle.as_ref()?;
        let Count {
            outcome,
            parts,
            owners,
        } = (settle.count)(game, at, dead);
        Some(CountView {
            outcome: OutcomeView::from(outcome),
            parts: parts.into_iter().map(in_points).collect(),
            owners,
        })
    }

    /// The outcome that both sides agree on, where there is something to agree on.
    pub(crate) fn agreed(&self, dead: &[usize]) -> Result<Outcome, LabError> {
        let (game, at) = (&self.definition().game, self.line().last());
        let settle = self.definition().settle.as_ref();
        let settle = settle.filter(|_| self.play_has_stopped() && self.outside().is_none());
        let settle = settle.ok_or_else(|| self.not_able("settling the result"))?;
        Ok((settle.count)(game, at, dead).outcome)
    }

    pub(crate) fn own_commands(&self) -> &'static [ConsoleCommand] {
        let console = self.definition().console.as_ref();
        console.map_or(&[], |console| console.commands())
    }

    pub(crate) fn obey_command(&mut self, name: &str, args: &[&str]) -> Result<String, String> {
        let console = self.definition().console.as_ref();
        let console = console.ok_or_else(|| "unknown command".to_owned())?;
        let reply = console.obey(&self.definition().game, self.line(), name, args)?;
        if let Some(position) = reply.position {
            self.alter(position);
        }
        Ok(reply.text)
    }

    /// Every move and every change by hand, in order.
    pub(crate) fn all_steps(&self) -> History {
        let (game, line) = (&self.definition().game, self.line());
        let replaced: Vec<(usize, &PositionOf<G>)> = line.replaced().collect();
        let start = match replaced.first() {
            Some((0, original)) => original,
            _ => line.start(),
        };
        let mut steps = Vec::new();
        let mut changes = replaced.iter().enumerate().peekable();
        for (number, at) in line.positions().iter().enumerate() {
            while let Some((which, _)) = changes.next_if(|(_, (of, _))| *of == number) {
                // The next change of the same position says what this one made of it.
                let next = replaced.get(which + 1).filter(|(of, _)| *of == number);
                let made = next.map_or(at, |(_, position)| position);
                steps.push(Step::Position(game.write_position(made)));
            }
            let mv = line.moves().get(number);
            steps.extend(mv.map(|&mv| Step::Move(game.write_move(at, mv))));
        }
        History {
            start: game.write_position(start),
            steps,
        }
    }
}

/// A part of a count in points.
fn in_points(half: Term) -> crate::view::PartView {
    crate::view::PartView {
        name: half.name,
        first: f64::from(half.first) / 2.0,
        second: f64::from(half.second) / 2.0,
    }
}
