//! Every request's number, its line in the log and its metrics.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;

/// Numbers requests.
#[derive(Debug, Default)]
pub(crate) struct RequestNumbers(AtomicU64);

impl RequestNumbers {
    fn next(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// Logs a request and counts it; its number is the header `x-request-id` of the answer.
pub(crate) async fn log(
    State(numbers): State<Arc<RequestNumbers>>,
    request: Request,
    next: Next,
) -> Response {
    let id = format!("{:08x}", numbers.next());
    let method = request.method().clone();
    let path = request.uri().path().chars().take(100).collect::<String>();
    let span = tracing::info_span!("request", id, %method, path);
    let begun = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    let took = begun.elapsed();
    span.in_scope(|| tracing::info!(status, ms = took.as_secs_f64() * 1000.0, "answered"));
    let class = ["", "1xx", "2xx", "3xx", "4xx", "5xx"][usize::from(status / 100).min(5)];
    metrics::counter!("yomikiri_requests_total", "status" => class).increment(1);
    metrics::histogram!("yomikiri_request_seconds").record(took);
    if let Ok(id) = HeaderValue::from_str(&id) {
        let name = HeaderName::from_static("x-request-id");
        response.headers_mut().insert(name, id);
    }
    response
}
