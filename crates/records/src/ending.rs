//! The result of a game: what is written against what the board shows.

use yomikiri_game_api::Outcome;

use crate::codec::known;
use crate::error::{Fault, RecordError, verdict};
use crate::parsed::Written;
use crate::record::{Ending, OUTSIDE_REASONS};

/// The result of a game, if the record agrees with the board.
pub(crate) fn settle(
    written: &Written,
    on_board: Option<Outcome>,
) -> Result<Option<Ending>, RecordError> {
    let wrong = |line: usize, expected: String, got: &str| {
        Err(RecordError::new(Fault::Result, known(line), expected, got))
    };
    match (written, on_board) {
        (Written::Nothing, on_board) => Ok(on_board.map(Ending::from)),
        (Written::Scored(said), Some(outcome)) => {
            let winner = said.value.0;
            if winner == outcome.winner {
                return Ok(Some(Ending::from(outcome)));
            }
            let expected = format!("the result on the board ({})", verdict(&outcome));
            let got = winner.map_or("draw".to_owned(), |side| format!("{side} won"));
            wrong(said.line, expected, &got)
        }
        (Written::Scored(said), None) => {
            let (winner, reason) = said.value.clone();
            let usual = if winner.is_some() {
                "resign"
            } else {
                "agreement"
            };
            let fits = |reason: &String| match reason.as_str() {
                "resign" | "illegal-move" | "forfeit" => winner.is_some(),
                "agreement" => winner.is_none(),
                _ => true,
            };
            let reason = reason.filter(fits).unwrap_or_else(|| usual.to_owned());
            Ok(Some(Ending {
                winner,
                reason,
                margin: None,
            }))
        }
        (Written::Unfinished(_), None) => Ok(None),
        (Written::Unfinished(line), Some(outcome)) => {
            let expected = format!("the result on the board ({})", verdict(&outcome));
            wrong(*line, expected, "an unfinished game")
        }
        (Written::Ended(said), Some(outcome)) => {
            if said.value.agrees_with(&outcome) {
                return Ok(Some(Ending::from(outcome)));
            }
            let expected = format!("the result on the board ({})", verdict(&outcome));
            wrong(said.line, expected, &said.value.words())
        }
        (Written::Ended(said), None) => {
            let Ending { winner, reason, .. } = &said.value;
            let fits = match reason.as_str() {
                "resign" | "illegal-move" | "forfeit" => winner.is_some(),
                "agreement" => winner.is_none(),
                other => OUTSIDE_REASONS.contains(&other),
            };
            if fits {
                return Ok(Some(said.value.clone()));
            }
            let expected = format!(
                "a reason to end an unfinished game ({}; agreement is a draw)",
                OUTSIDE_REASONS.join(" ")
            );
            wrong(said.line, expected, &said.value.words())
        }
    }
}
