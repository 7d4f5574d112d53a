//! The result of a game: what is written against what the board shows.

use yomikiri_game_api::{Outcome, Side};

use crate::codec::known;
use crate::error::{Fault, RecordError, verdict};
use crate::parsed::Written;
use crate::record::{Ending, OUTSIDE_REASONS};

/// The result of a game, if the record agrees with the board. Where results are agreed upon, what is
/// written stands: most records end with dead stones on the board.
pub(crate) fn settle(
    written: &Written,
    on_board: Option<Outcome>,
    is_agreed: bool,
) -> Result<Option<Ending>, RecordError> {
    if is_agreed && let Some(ending) = agreed(written, on_board.as_ref()) {
        return Ok(Some(ending));
    }
    let wrong = |line: usize, expected: String, got: &str| {
        Err(RecordError::new(Fault::Result, known(line), expected, got))
    };
    match (written, on_board) {
        // Turned into a score by whoever knows who was to move.
        (Written::Nothing | Written::Resigned(_), on_board) => Ok(on_board.map(Ending::from)),
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

/// What is written, if it makes sense at all.
fn agreed(written: &Written, on_board: Option<&Outcome>) -> Option<Ending> {
    let said = match written {
        Written::Ended(said) => said.value.clone(),
        Written::Scored(said) => {
            let (winner, reason) = said.value.clone();
            if on_board.is_none_or(|outcome| outcome.winner == winner) {
                return None; // as in every other game
            }
            let reason = reason.unwrap_or_else(|| "agreement".to_owned());
            Ending {
                winner,
                reason,
                margin: None,
            }
        }
        Written::Nothing | Written::Resigned(_) | Written::Unfinished(_) => return None,
    };
    if on_board.is_some_and(|outcome| said.agrees_with(outcome)) {
        return on_board.copied().map(Ending::from);
    }
    let has_loser = ["resign", "illegal-move", "forfeit", "time"].contains(&said.reason.as_str());
    let fits_margin = match (said.winner, said.margin) {
        (_, None) => true,
        (None, Some(margin)) => margin == 0,
        (Some(Side::First), Some(margin)) => margin > 0,
        (Some(Side::Second), Some(margin)) => margin < 0,
    };
    let is_word = !said.reason.is_empty()
        && said.reason.len() <= 40
        && said
            .reason
            .chars()
            .all(|c| c.is_ascii_lowercase() || c == '-');
    (is_word && fits_margin && (said.winner.is_some() || !has_loser)).then_some(said)
}
