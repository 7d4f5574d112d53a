//! The interface over HTTP, one file a subject.

#![allow(
    unused_qualifications,
    reason = "the descriptions' macros write names out in full"
)]

#[cfg(feature = "schema")]
pub(crate) mod description;
mod first_messages;
mod games;
pub(crate) mod kept;
pub(crate) mod outside;
mod problems;
mod puzzles;
mod read;
mod records;
mod rooms;
mod solving;
mod study;
mod tablebase;
pub(crate) mod tables;

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::routing::{get, post};
use yomikiri_lab::StopFlag;

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
        .route("/explain", post(study::explain))
        .route("/book", post(study::book))
        .route("/problems", get(problems::problems))
        .route("/problem", post(problems::problem))
        .route("/puzzle", get(puzzles::puzzle))
        .route("/rules", get(games::rules))
        .route("/tables", get(tables::tables))
        .route("/table/stats", get(tables::stats))
        .route("/table/find", get(tables::find))
        .route("/table/solve", get(solving::look).post(solving::start))
        .route("/table/solve/stop", post(solving::stop))
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
    run_stoppable(app, |_| work()).await
}

/// Raises its flag when nobody waits for the answer any more.
struct Waiting(StopFlag);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// The same for work that looks at a flag now and then, which is raised when nobody waits any more.
pub(crate) async fn run_stoppable<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&mut StopFlag) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let waited = tokio::time::timeout(WAIT, app.workers.acquire()).await;
    let Ok(Some(worker)) = waited else {
        let message = "the server is busy; try again soon";
        return Err(ApiError::limited("busy", message));
    };
    let waiting = Waiting(StopFlag::default());
    let mut stop = waiting.0.clone();
    let done = tokio::task::spawn_blocking(move || {
        // Given back when the work is done, also if nobody waits for it any more.
        let _worker = worker;
        work(&mut stop)
    });
    done.await.unwrap_or_else(|_| Err(ApiError::internal()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::app;
    use std::sync::mpsc;
    use yomikiri_lab::Observer as _;

    /// Requests whose clients are gone hold a thread until their work ends, and no other begins.
    #[tokio::test]
    async fn abandoned_requests_do_not_multiply_threads() {
        let (app, _data) = app().await;
        let hands = app.registry.limits.engine_threads.max(1);
        let (begun, started) = mpsc::channel();
        let mut gates = Vec::new();
        for _ in 0..hands + 5 {
            let (open, gate) = mpsc::channel::<()>();
            let begun = begun.clone();
            let mut asked = Box::pin(run_stoppable(&app, move |stop| {
                begun.send(stop.clone()).unwrap();
                let _ = gate.recv();
                Ok(())
            }));
            // The client asks, and is gone.
            let asking = tokio::time::timeout(Duration::from_millis(20), &mut asked);
            assert!(asking.await.is_err());
            drop(asked);
            gates.push(open);
        }
        let flags: Vec<StopFlag> = started.try_iter().collect();
        assert_eq!(flags.len(), hands, "no thread beyond the hands there are");
        assert!(flags.iter().all(StopFlag::stop), "they are told to end");
        gates.clear();
        // All hands are free again.
        assert_eq!(run_blocking(&app, || Ok(7)).await, Ok(7));
    }
}
