//! Records of games: reading and writing files.

use std::sync::Arc;

use axum::extract::State;
use serde_json::Value;
use yomikiri_lab::{GameRecord, guess_format, named_game};

use super::read::Body;
use super::{Answer, answer, run_blocking};
use crate::app::App;
use crate::messages::{ApiError, ReadRecords, RecordsAnswer, TextAnswer, WriteRecord};
use crate::validate;

/// Reads and checks all games of a file.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/records/read", tag = "records", request_body = ReadRecords,
    responses((status = 200, body = RecordsAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Body(asked): Body<ReadRecords>,
) -> Answer<RecordsAnswer> {
    let work = app.clone();
    let records = run_blocking(&app, move || {
        let format = asked.format.as_deref();
        let format = format.unwrap_or_else(|| guess_format("", &asked.text));
        let games = &work.registry.games;
        let game = asked.game.or_else(|| named_game(&asked.text));
        let game = game.or_else(|| games.of_format(format));
        let game = game.ok_or_else(|| {
            let message = "the text does not say which game it is: name it in `game`";
            ApiError::bad("unknown_game", message)
        })?;
        let game = work.registry.games.open(&game)?;
        let records = game.read_records(format, None, &asked.text)?;
        let json = game.write_records("json", &records)?;
        let documents = serde_json::Deserializer::from_str(&json).into_iter::<Value>();
        let documents: Result<Vec<Value>, _> = documents.collect();
        documents.map_err(|error| {
            tracing::error!(%error, "a record could not be told");
            ApiError::internal()
        })
    });
    answer(RecordsAnswer {
        records: records.await?,
    })
}

/// Writes a game as the text of a file.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/records/write", tag = "records", request_body = WriteRecord,
    responses((status = 200, body = TextAnswer), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn write(
    State(app): State<Arc<App>>,
    Body(asked): Body<WriteRecord>,
) -> Answer<TextAnswer> {
    let work = app.clone();
    let text = run_blocking(&app, move || {
        if let Some(document) = asked.record {
            let text = document.to_string();
            let name = named_game(&text).unwrap_or(asked.place.game);
            let game = work.registry.games.open(&name)?;
            let records = game.read_records("json", None, &text)?;
            return Ok(game.write_records(&asked.format, &records)?);
        }
        let game = work.registry.games.open_at(&asked.place)?;
        let moves = asked.place.moves.join(" ");
        let session = game.session(&validate::place_at(&asked.place, &moves))?;
        let record: GameRecord = session.game_record(asked.players);
        Ok(game.write_records(&asked.format, &[record])?)
    });
    answer(TextAnswer { text: text.await? })
}
