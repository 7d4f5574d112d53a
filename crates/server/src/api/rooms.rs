//! Rooms over HTTP: opening, sitting down, looking in.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::read::{Asked, Body};
use super::{Answer, answer};
use crate::app::App;
use crate::messages::{
    ApiError, CreateRoom, RoomCreated, RoomGlance, RoomView, Seated, SitRequest,
};
use crate::rooms::{RoomCommand, Told};

/// Opens a room.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/rooms", tag = "rooms", request_body = CreateRoom,
    responses((status = 200, body = RoomCreated), (status = 400, body = crate::messages::ErrorDocument))))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    ConnectInfo(addr): ConnectInfo<SocketAddr>,
    Body(asked): Body<CreateRoom>,
) -> Answer<RoomCreated> {
    app.rate_limiter.may_open_room(addr.ip())?;
    answer(app.registry.open_room(asked).await?)
}

/// The most games of a list.
const LONGEST_LIST: usize = 50;

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct RoomsAsked {
    /// The most games wanted; 20 if left out, at most 50.
    limit: Option<usize>,
}

/// `RoomsAnswer`, with what other servers say as it came.
#[derive(Serialize)]
pub(crate) struct Listed {
    rooms: Vec<Told<RoomGlance>>,
}

/// Games that go on now and may be watched.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/rooms", tag = "rooms", params(RoomsAsked),
    responses((status = 200, body = crate::messages::RoomsAnswer))))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Asked(asked): Asked<RoomsAsked>,
) -> Answer<Listed> {
    let limit = asked.limit.unwrap_or(20).min(LONGEST_LIST);
    answer(Listed {
        rooms: app.registry.glances_everywhere(limit).await,
    })
}

/// All there is to be seen of a room.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/rooms/{id}", tag = "rooms",
    params(("id" = String, Path, description = "the room")),
    responses((status = 200, body = RoomView), (status = 404, body = crate::messages::ErrorDocument))))]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Answer<Told<Box<RoomView>>> {
    answer(
        app.registry
            .ask(&id, |reply| RoomCommand::Look { reply })
            .await?,
    )
}

/// Takes a seat.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/v1/rooms/{id}/sit", tag = "rooms", request_body = SitRequest,
    params(("id" = String, Path, description = "the room")),
    responses((status = 200, body = Seated), (status = 409, body = crate::messages::ErrorDocument))))]
pub(crate) async fn sit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Body(asked): Body<SitRequest>,
) -> Answer<Seated> {
    let side = asked.side;
    answer(
        app.registry
            .ask(&id, |reply| RoomCommand::Sit { side, reply })
            .await?,
    )
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordAsked {
    #[serde(default = "json")]
    format: String,
}

fn json() -> String {
    "json".to_owned()
}

/// The game of a room as a file.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/rooms/{id}/record", tag = "rooms", params(
    ("id" = String, Path, description = "the room"),
    ("format" = Option<String>, Query, description = "json, kif, native, …")),
    responses((status = 200, body = String))))]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Asked(asked): Asked<RecordAsked>,
) -> Result<Response, ApiError> {
    let (game, record) = app
        .registry
        .ask(&id, |reply| RoomCommand::Record { reply })
        .await?;
    let text = game.write_records(&asked.format, &[*record])?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
