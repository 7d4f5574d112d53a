//! Openings of the games of a match.

use yomikiri_game_api::{Line, Notation, Probe, SplitMix64, Value};

use crate::seeds::{Role, derive};

/// How openings are chosen, as text and plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Openings {
    /// The game's own start position.
    Start,
    /// A number of random moves from the start, different for every pair.
    Random {
        /// The number of moves.
        plies: u32,
        /// Only positions of exact value draw, which needs a table.
        balanced: bool,
    },
    /// Lines of a file, one after the other, again from the beginning when they run out.
    Lines(Vec<String>),
}

/// Openings that cannot be used.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OpeningError {
    /// A line of the file is no position and no line of moves.
    #[error("openings, line {line}: {reason}")]
    Line {
        /// From 1.
        line: usize,
        /// The error.
        reason: String,
    },
    /// There are no openings.
    #[error("openings: expected a position or a line of moves, got none")]
    Empty,
    /// Random moves always ended the game.
    #[error("openings: found no unfinished game after {0} random plies in 1000 tries")]
    TooLong(u32),
    /// Balanced openings need a table.
    #[error("openings: balanced openings need a solved table of the game")]
    NoTable,
    /// A table that could not answer.
    #[error("openings: {0}")]
    Probe(String),
}

impl Openings {
    /// The lines of a file: comments (`#`) and empty lines are left out.
    pub fn from_text(text: &str) -> Self {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let lines = lines.map(|line| line.trim().to_owned());
        Openings::Lines(lines.filter(|line| !line.is_empty()).collect())
    }

    /// The opening of a pair (or of a game that has no pair).
    pub fn line<G: Notation>(
        &self,
        game: &G,
        seed: u64,
        pair: u64,
        probe: Option<&dyn Probe<G>>,
    ) -> Result<Line<G>, OpeningError> {
        match self {
            Openings::Start => Ok(Line::new(game)),
            Openings::Random { plies, balanced } => {
                let probe = match (balanced, probe) {
                    (false, _) => None,
                    (true, Some(probe)) => Some(probe),
                    (true, None) => return Err(OpeningError::NoTable),
                };
                random_line(game, *plies, derive(seed, pair, Role::Opening), probe)
            }
            Openings::Lines(lines) => {
                let count = lines.len() as u64;
                let at = pair.checked_rem(count).ok_or(OpeningError::Empty)? as usize;
                read_line(game, &lines[at]).map_err(|reason| OpeningError::Line {
                    line: at + 1,
                    reason,
                })
            }
        }
    }

    /// Checks all lines of a file.
    pub fn check<G: Notation>(&self, game: &G) -> Result<(), OpeningError> {
        let Openings::Lines(lines) = self else {
            return Ok(());
        };
        if lines.is_empty() {
            return Err(OpeningError::Empty);
        }
        for (at, line) in lines.iter().enumerate() {
            read_line(game, line).map_err(|reason| OpeningError::Line {
                line: at + 1,
                reason,
            })?;
        }
        Ok(())
    }
}

/// Reads `POSITION`, `MOVES` or `POSITION moves MOVES`. The game must not be over there.
fn read_line<G: Notation>(game: &G, text: &str) -> Result<Line<G>, String> {
    let (position, moves) = match text.split_once(" moves ") {
        Some((position, moves)) => (Some(position), moves),
        None => match game.read_position(text) {
            Ok(_) => (Some(text), ""),
            Err(error) => {
                // Moves if the first word is a move, else a position.
                let word = text.split_whitespace().next().unwrap_or_default();
                if game.read_move(&game.start(), word).is_err() {
                    return Err(format!("neither moves nor a position ({error})"));
                }
                (None, text)
            }
        },
    };
    let start = match position {
        Some(text) => game
            .read_position(text)
            .map_err(|error| error.to_string())?,
        None => game.start(),
    };
    let mut line = Line::from_position(game, start);
    for (ply, word) in moves.split_whitespace().enumerate() {
        let wrong = |reason: String| format!("ply {}: {reason}", ply + 1);
        if line.outcome(game).is_some() {
            return Err(wrong("the game is over".into()));
        }
        let read = game.read_move(line.last(), word);
        let mv = read.map_err(|error| wrong(error.to_string()))?;
        if !game.allows(&line, mv) {
            return Err(wrong("the past forbids this move".into()));
        }
        line.push(game, mv);
    }
    match line.outcome(game) {
        Some(outcome) => Err(format!(
            "expected a game that is not over, got {}",
            outcome.reason
        )),
        None => Ok(line),
    }
}

/// Random moves to a position that is not over (and, with a tablebase, is a draw).
fn random_line<G: Notation>(
    game: &G,
    plies: u32,
    seed: u64,
    balanced: Option<&dyn Probe<G>>,
) -> Result<Line<G>, OpeningError> {
    const TRIES: usize = 1000;
    let mut rng = SplitMix64::new(seed);
    let mut moves = Vec::new();
    for _ in 0..TRIES {
        let mut line = Line::new(game);
        while line.ply() < plies as usize && line.outcome(game).is_none() {
            moves.clear();
            line.legal_moves(game, &mut moves);
            if moves.is_empty() {
                break;
            }
            line.push(game, moves[rng.below(moves.len())]);
        }
        if line.ply() < plies as usize || line.outcome(game).is_some() {
            continue;
        }
        if let Some(probe) = balanced {
            let probed = probe.probe(game, line.last());
            let probed = probed.map_err(|error| OpeningError::Probe(error.to_string()))?;
            if probed.map(|probed| probed.value) != Some(Value::Draw) {
                continue;
            }
        }
        return Ok(line);
    }
    Err(OpeningError::TooLong(plies))
}
