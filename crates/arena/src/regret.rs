//! Regret: points that a player lost, by the tablebase.

use serde::Serialize;
use yomikiri_game_api::{Game, Line, Probe, Probed, Side, Value};

/// Exact regret: far more sensitive than the result of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Regret {
    /// Moves whose value is known before and after.
    pub moves: u64,
    /// Moves that kept the value of the game.
    pub kept: u64,
    /// Those that gave half a point away (a win for a draw, a draw for a loss).
    pub half: u64,
    /// Those that gave a whole point away (a win for a loss).
    pub whole: u64,
    /// Plies by which value-keeping moves delayed wins or hastened losses.
    pub wasted: u64,
}

impl Regret {
    /// Share of moves that kept the value; `None` without moves.
    pub fn kept_share(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.kept as f64 / self.moves as f64)
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Regret) -> Regret {
        Regret {
            moves: self.moves + other.moves,
            kept: self.kept + other.kept,
            half: self.half + other.half,
            whole: self.whole + other.whole,
            wasted: self.wasted + other.wasted,
        }
    }

    /// Adds one move of the side whose values these are: before it, and after it still seen by
    /// the same side. Returns the half points it gave away.
    fn add(&mut self, before: Probed, after: Probed) -> u8 {
        self.moves += 1;
        let points = |value: Value| match value {
            Value::Win => 2,
            Value::Draw => 1,
            Value::Loss => 0u8,
        };
        let lost = points(before.value).saturating_sub(points(after.value));
        match lost {
            0 => self.kept += 1,
            1 => self.half += 1,
            _ => self.whole += 1,
        }
        if before.value == after.value
            && let (Some(before_distance), Some(after_distance)) = (before.distance, after.distance)
        {
            // One ply has gone by.
            let now = after_distance + 1;
            self.wasted += u64::from(match before.value {
                Value::Win => now.saturating_sub(before_distance),
                Value::Loss => before_distance.saturating_sub(now),
                Value::Draw => 0,
            });
        }
        lost
    }
}

/// The regret of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measured {
    /// The regret of First and Second.
    pub by_side: [Regret; 2],
    /// The mover and the half points lost at each ply; `None` if unknown.
    pub by_ply: Vec<Option<(Side, u8)>>,
}

/// The regret in a line, from a ply on. Positions the table does not cover, or fails on, are left
/// out.
pub fn measure<G: Game>(game: &G, line: &Line<G>, from: usize, probe: &dyn Probe<G>) -> Measured {
    let mut measured = Measured {
        by_ply: vec![None; from.min(line.ply())],
        ..Measured::default()
    };
    let known = |ply: usize| -> Option<(Side, Probed)> {
        let at = &line.positions()[ply];
        let side = game.turn(at);
        // Letting a won game end by repetition loses the win.
        let ended = match ply == line.ply() {
            true => line.outcome(game),
            false => game.outcome(at),
        };
        if let Some(outcome) = ended {
            let value = outcome.value_for(side);
            let distance = (value != Value::Draw).then_some(0);
            return Some((side, Probed { value, distance }));
        }
        let probed = probe.probe(game, at).ok().flatten()?;
        Some((side, probed))
    };
    let mut before = (from < line.ply()).then(|| known(from)).flatten();
    for ply in from..line.ply() {
        let after = known(ply + 1);
        if let (Some((side, value)), Some((next, seen))) = (before, after) {
            let seen = seen.before_move(next != side, 0);
            let lost = measured.by_side[side.index()].add(value, seen);
            measured.by_ply.push(Some((side, lost)));
        } else {
            measured.by_ply.push(None);
        }
        before = after;
    }
    measured
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_plies_given_away_are_counted() {
        let of = |value, distance| Probed { value, distance };
        let mut regret = Regret::default();
        regret.add(of(Value::Win, Some(5)), of(Value::Win, Some(4)));
        regret.add(of(Value::Win, Some(5)), of(Value::Win, Some(8)));
        regret.add(of(Value::Win, Some(5)), of(Value::Draw, None));
        regret.add(of(Value::Win, Some(5)), of(Value::Loss, Some(2)));
        regret.add(of(Value::Draw, None), of(Value::Draw, None));
        regret.add(of(Value::Loss, Some(8)), of(Value::Loss, Some(3)));
        let expected = Regret {
            moves: 6,
            kept: 4,
            half: 1,
            whole: 1,
            wasted: 8,
        };
        assert_eq!(regret, expected);
        assert_eq!(regret.kept_share(), Some(4.0 / 6.0));
    }
}
