//! A game so far as plain data, and its JSON form.

use serde::{Deserialize, Serialize};

use crate::error::shorten;
use crate::{AnyGame, AnySession, LabError, Place, Side};

/// One game: enough to set the table up again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The version of this form: 1.
    pub schema: u32,
    /// The canonical name of the game.
    pub game: String,
    /// Where it began.
    pub start: String,
    /// The moves as exact text.
    pub moves: Vec<String>,
    /// Who resigned (`first`, `second`), if anybody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<String>,
}

impl Record {
    /// Reads the JSON form. The moves are checked only when the record is opened.
    pub fn read(text: &str) -> Result<Record, LabError> {
        let record: Record = serde_json::from_str(text)
            .map_err(|error| LabError::Input(format!("record: {}", shorten(&error.to_string()))))?;
        if record.schema == 1 {
            Ok(record)
        } else {
            let schema = record.schema;
            Err(LabError::Input(format!(
                "record: expected schema 1, came {schema}"
            )))
        }
    }

    /// Writes the JSON form.
    pub fn write(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text.push('\n');
        text
    }

    /// Sets the table up again. `game` is the one opened under this record's name.
    pub fn replay(&self, game: &dyn AnyGame) -> Result<Box<dyn AnySession>, LabError> {
        let moves = self.moves.join(" ");
        let mut session = game.session(&Place {
            position: Some(&self.start),
            moves: &moves,
            ..Place::default()
        })?;
        match self.resigned.as_deref() {
            None => {}
            Some("first") => session.resign(Side::First)?,
            Some("second") => session.resign(Side::Second)?,
            Some(other) => {
                let other = shorten(other);
                return Err(LabError::Input(format!(
                    "record: expected first or second to have resigned, came {other:?}"
                )));
            }
        }
        Ok(session)
    }
}
