//! Headers that tell browsers what an answer may do.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// What pages may load: everything from here, nothing from elsewhere, no inline code.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Adds the headers to every answer that does not set them itself.
///
/// A policy belongs to a document or a worker. Modules and styles that a page loads obey the page's, so those answers, dozens
/// for one page, go without it where the browser says what it wants them for.
pub(crate) async fn add(request: Request, next: Next) -> Response {
    let is_part = request
        .headers()
        .get("sec-fetch-dest")
        .is_some_and(|wanted| {
            [b"script".as_slice(), b"style", b"font"].contains(&wanted.as_bytes())
        });
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        if !is_part {
            headers
                .entry(name)
                .or_insert(HeaderValue::from_static(value));
        }
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}
