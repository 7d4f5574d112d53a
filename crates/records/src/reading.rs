//! How records of other people are read: what is refused, what is judged, and what is reported.

use std::collections::HashSet;
use std::fmt;

use yomikiri_game_api::{Line, Notation, Outcome};

use crate::error::{RecordError, verdict};
use crate::tree::{NodeId, Tree};

/// Whether a verdict on the course of a game (a repetition, a limit of moves) ends its record. Games
/// played under other rules go on after what would be a verdict here.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Judging {
    /// A move after a verdict is an error.
    #[default]
    Always,
    /// Moves after a verdict are left out, and the verdict is the result.
    Last,
    /// The move that would bring a verdict is left out with all that follows, and the written result stands.
    Never,
}

impl Judging {
    /// The names on the command line.
    pub const NAMES: [&'static str; 3] = ["always", "last", "never"];

    /// The one of a name.
    pub fn of_name(name: &str) -> Option<Judging> {
        let all = [Judging::Always, Judging::Last, Judging::Never];
        let at = Judging::NAMES.iter().position(|known| *known == name)?;
        Some(all[at])
    }
}

/// What was not taken as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// An illegal move was made as a change of the board.
    Forced(RecordError),
    /// Moves after a verdict were left out.
    LeftOut {
        /// The game in its file, from 1.
        game: usize,
        /// The ply of the verdict, from 1.
        ply: usize,
        /// How many, variations included.
        moves: usize,
        /// The verdict.
        verdict: String,
    },
    /// A game was refused, and reading went on.
    Refused {
        /// The game in its file, from 1.
        game: usize,
        /// What is wrong with it.
        error: RecordError,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Forced(error) => write!(f, "{error}; the board was changed instead"),
            Note::LeftOut {
                game,
                ply,
                moves,
                verdict,
            } => {
                let noun = if *moves == 1 { "move" } else { "moves" };
                write!(
                    f,
                    "game {game}: left out {moves} {noun} after the verdict at ply {ply} ({verdict})"
                )
            }
            Note::Refused { game, error } => write!(f, "game {game}: {error}"),
        }
    }
}

/// The moves of a game that are left out because of verdicts.
#[derive(Default)]
pub(crate) struct LeftOut {
    /// Nodes whose continuations are left out.
    closed: HashSet<NodeId>,
    moves: usize,
    /// The ply of the first one, and the verdict.
    first: Option<(usize, String)>,
}

impl LeftOut {
    /// Whether a node follows what is left out; it is left out, too.
    pub(crate) fn follows(&mut self, tree: &Tree, id: NodeId) -> bool {
        let is_out = !self.closed.is_empty()
            && tree
                .parent(id)
                .is_some_and(|above| self.closed.contains(&above));
        if is_out {
            self.moves += 1;
            self.closed.insert(id);
        }
        is_out
    }

    /// Remembers the first verdict, which the last move of a line brought.
    pub(crate) fn begin<G: Notation>(&mut self, line: &Line<G>, outcome: &Outcome) {
        self.first
            .get_or_insert_with(|| (line.ply(), verdict(outcome)));
    }

    /// Leaves out what follows a node.
    pub(crate) fn close(&mut self, id: NodeId) {
        self.closed.insert(id);
    }

    /// Leaves out a node with all that follows. Alternatives to the move that continued the line are left
    /// out with it: they must not become the line.
    pub(crate) fn leave_out(&mut self, tree: &Tree, id: NodeId) {
        self.moves += 1;
        self.closed.insert(id);
        if let Some(above) = tree
            .parent(id)
            .filter(|&above| tree.first_child(above) == Some(id))
        {
            self.closed.insert(above);
        }
    }

    /// What to say about it.
    pub(crate) fn note(self, game: usize) -> Option<Note> {
        let (ply, verdict) = self.first.filter(|_| self.moves > 0)?;
        Some(Note::LeftOut {
            game,
            ply,
            moves: self.moves,
            verdict,
        })
    }
}
