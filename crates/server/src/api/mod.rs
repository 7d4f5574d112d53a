//! The interface over HTTP, one file a subject.

#![allow(
    unused_qualifications,
    reason = "the descriptions' macros write names out in full"
)]

#[cfg(feature = "schema")]
pub(crate) mod description;
mod games;
pub(crate) mod outside;
mod read;
mod records;
mod rooms;
mod study;
mod tablebase;
pub(crate) mod tables;

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::routing::{get, post};

use crate::app::App;
use crate::messages::{ApiError, Document};
use crate::socket;

/// How long a request waits for a free hand.
const WAIT: Duration = Duration::from_secs(20);

/// An answer with its schema number, or an error.
type Answer<T> = Result<Json<Document<T>>, ApiError>;

fn answer<T>(body: T) -> Answer<T> {
    Ok(Json(Document { schema: 1, body }))
}

/// Everything below `/api/v1`.
pub(crate) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(games::games))
        .route("/messages/{lang}", get(games::messages))
        .route("/look", post(study::look))
        .route("/compose", post(study::compose))
        .route("/probe", post(study::probe))
        .route("/layer", post(study::layer))
        .route("/refusals", post(study::refusals))
        .route("/review", post(study::review))
        .route("/rules", get(games::rules))
        .route("/tables", get(tables::tables))
        .route("/table/stats", get(tables::stats))
        .route("/table/find", get(tables::find))
        .route("/tablebase/standard", get(tablebase::standard))
        .route("/records/read", post(records::read))
        .route("/records/write", post(records::write))
        .route("/qr", get(outside::qr))
        .route("/openapi.json", get(outside::openapi))
        .route("/rooms", get(rooms::list).post(rooms::create))
        .route("/rooms/{id}", get(rooms::look))
        .route("/rooms/{id}/sit", post(rooms::sit))
        .route("/rooms/{id}/record", get(rooms::record))
        .route("/rooms/{id}/ws", get(socket::room))
        .route("/analysis/ws", get(socket::study))
}

/// What machines look at.
pub(crate) fn outside_routes() -> Router<Arc<App>> {
    Router::new()
        .route("/healthz", get(outside::health))
        .route("/metrics", get(outside::metrics))
}

/// Runs work that takes a while where it holds nobody up, at most as much at once as there are
/// cores.
pub(crate) async fn run_blocking<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let waited = tokio::time::timeout(WAIT, app.workers.acquire()).await;
    let Ok(Ok(_worker)) = waited else {
        let message = "the server is busy; try again soon";
        return Err(ApiError::limited("busy", message));
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(ApiError::internal()))
}
