//! What machines look at: health, metrics, the description of the interface; and the QR code.

use std::sync::{Arc, OnceLock};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use super::read::Asked;
use crate::app::App;
use crate::messages::ApiError;
use crate::time::now_ms;

/// Whether the server and its store answer, and if not, what is wrong. A write is tried every two
/// seconds, so a fault is known before somebody makes a move.
pub(crate) async fn health(State(app): State<Arc<App>>) -> Result<&'static str, ApiError> {
    let unwell = |code, message| ApiError::with(StatusCode::SERVICE_UNAVAILABLE, code, message);
    let store = &app.registry.store;
    if let Some(trouble) = store.trouble() {
        let seconds = now_ms().saturating_sub(trouble.since_ms) / 1000;
        let message = format!(
            "the store has not been able to write for {seconds} s: {}",
            trouble.reason
        );
        return Err(unwell("store_unavailable", message));
    }
    let checked = store.check().await;
    checked.map_err(|_| unwell("store", "the store does not answer".to_owned()))?;
    Ok("ok\n")
}

static METRICS: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

/// Begins to count. One count for the process, however many servers it runs.
pub(crate) fn start_metrics() {
    METRICS.get_or_init(|| PrometheusBuilder::new().install_recorder().ok());
}

/// Lets the counters tidy up.
pub(crate) fn keep_metrics() {
    if let Some(Some(metrics)) = METRICS.get() {
        metrics.run_upkeep();
    }
}

/// All counters in Prometheus' form.
pub(crate) async fn metrics() -> Response {
    let text = METRICS
        .get()
        .and_then(Option::as_ref)
        .map(PrometheusHandle::render);
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, text.unwrap_or_default()).into_response()
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct QrAsked {
    /// An address of this server.
    text: String,
}

/// A QR code of an address of this server.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/v1/qr", tag = "rooms", params(QrAsked),
    responses((status = 200, content_type = "image/svg+xml", body = String))))]
pub(crate) async fn qr(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Asked(asked): Asked<QrAsked>,
) -> Result<Response, ApiError> {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let host = host.unwrap_or_default();
    let own = |scheme: &str| asked.text.starts_with(&format!("{scheme}://{host}/"));
    // Also the address that other devices know.
    let shared = app.share.as_deref();
    let shared = shared.is_some_and(|share| asked.text.starts_with(&format!("{share}/")));
    let ours = !host.is_empty() && (own("http") || own("https"));
    if !(ours || shared) || asked.text.len() > 300 {
        let message = "expected an address of this server";
        return Err(ApiError::bad("bad_query", message));
    }
    let code = QrCode::new(asked.text.as_bytes());
    let code = code.map_err(|error| ApiError::bad("bad_query", error.to_string()))?;
    let picture = code
        .render::<svg::Color<'_>>()
        .min_dimensions(240, 240)
        .dark_color(svg::Color("#111111"))
        .light_color(svg::Color("#ffffff"))
        .build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The description of the interface, in OpenAPI's words. A test keeps it true to the types.
const OPENAPI: &str = include_str!("../../openapi.json");

/// The description of the interface.
pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}
