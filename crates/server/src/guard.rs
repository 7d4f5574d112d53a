//! Limits per address, and what is the same for every answer: its number, its headers, its line in
//! the log.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use crate::app::App;
use crate::messages::ApiError;
use crate::settings::ServerLimits;

/// Addresses remembered before the quiet ones are forgotten.
const ADDRESSES: usize = 10_000;

/// Allows so many at once, and so many per second on the long run.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bucket {
    left: f64,
    most: f64,
    per_second: f64,
    seen: Instant,
}

impl Bucket {
    pub(crate) fn new(most: u32, per_second: f64) -> Self {
        Bucket {
            left: f64::from(most),
            most: f64::from(most),
            per_second,
            seen: Instant::now(),
        }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self) -> bool {
        let now = Instant::now();
        let gained = now.duration_since(self.seen).as_secs_f64() * self.per_second;
        self.left = (self.left + gained).min(self.most);
        self.seen = now;
        let there = self.left >= 1.0;
        if there {
            self.left -= 1.0;
        }
        there
    }
}

#[derive(Debug)]
struct Visitor {
    requests: Bucket,
    rooms: Bucket,
    sockets: usize,
}

/// Counts what every address uses.
#[derive(Debug)]
pub(crate) struct Guard {
    visitors: Mutex<HashMap<IpAddr, Visitor>>,
    sockets: AtomicUsize,
    limits: ServerLimits,
    next_request: AtomicU64,
}

impl Guard {
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        Guard {
            visitors: Mutex::default(),
            sockets: AtomicUsize::new(0),
            limits: limits.clone(),
            next_request: AtomicU64::new(1),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Visitor>> {
        self.visitors.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<T>(&self, addr: IpAddr, work: impl FnOnce(&mut Visitor) -> T) -> T {
        let mut visitors = self.lock();
        if visitors.len() >= ADDRESSES {
            visitors.retain(|_, visitor| visitor.sockets > 0);
        }
        let limits = &self.limits;
        work(visitors.entry(addr).or_insert_with(|| Visitor {
            requests: Bucket::new(
                limits.requests_at_once,
                f64::from(limits.requests_per_second),
            ),
            rooms: Bucket::new(
                limits.rooms_at_once,
                f64::from(limits.rooms_per_minute) / 60.0,
            ),
            sockets: 0,
        }))
    }

    /// WebSockets that are open.
    pub(crate) fn sockets(&self) -> usize {
        self.sockets.load(Ordering::Relaxed)
    }

    fn may_ask(&self, addr: IpAddr) -> Result<(), ApiError> {
        let may = self.with(addr, |visitor| visitor.requests.take());
        may.then_some(()).ok_or_else(too_fast)
    }

    /// Whether an address may open a room now.
    pub(crate) fn may_open_room(&self, addr: IpAddr) -> Result<(), ApiError> {
        let may = self.with(addr, |visitor| visitor.rooms.take());
        may.then_some(()).ok_or_else(|| {
            let message = "too many rooms opened from your address; try again in a minute";
            ApiError::limited("too_many_rooms", message)
        })
    }

    /// Lets a WebSocket in; it counts until the pass is dropped.
    pub(crate) fn let_in(app: &Arc<App>, addr: IpAddr) -> Result<Pass, ApiError> {
        let guard = &app.guard;
        let full = || {
            let message = "as many connections as this server holds; try again later";
            ApiError::limited("too_many_connections", message)
        };
        if guard.sockets.fetch_add(1, Ordering::Relaxed) >= guard.limits.connections {
            guard.sockets.fetch_sub(1, Ordering::Relaxed);
            return Err(full());
        }
        let most = guard.limits.connections_per_address;
        let fits = guard.with(addr, |visitor| {
            let fits = visitor.sockets < most;
            visitor.sockets += usize::from(fits);
            fits
        });
        if !fits {
            guard.sockets.fetch_sub(1, Ordering::Relaxed);
            return Err(full());
        }
        metrics::gauge!("yomikiri_connections").increment(1.0);
        Ok(Pass {
            app: Arc::clone(app),
            addr,
        })
    }
}

/// A WebSocket that was let in.
pub(crate) struct Pass {
    app: Arc<App>,
    addr: IpAddr,
}

impl Drop for Pass {
    fn drop(&mut self) {
        let guard = &self.app.guard;
        guard.sockets.fetch_sub(1, Ordering::Relaxed);
        guard.with(self.addr, |visitor| {
            visitor.sockets = visitor.sockets.saturating_sub(1);
        });
        metrics::gauge!("yomikiri_connections").decrement(1.0);
    }
}

pub(crate) fn too_fast() -> ApiError {
    ApiError::limited("too_fast", "too many requests in a short time; slow down")
}

/// What pages may load: everything from here, nothing from elsewhere, no inline code.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'self'; \
    manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Goes with every request: limits, number, headers, log, metrics.
pub(crate) async fn watch_over(
    State(app): State<Arc<App>>,
    ConnectInfo(addr): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let number = app.guard.next_request.fetch_add(1, Ordering::Relaxed);
    let id = format!("{number:08x}");
    let method = request.method().clone();
    let path = request.uri().path().chars().take(100).collect::<String>();
    let span = tracing::info_span!("request", id, %method, path);
    let begun = Instant::now();
    // The page's files are small, built in and kept by browsers: a reload must not use up what a
    // visitor may ask.
    let admitted = match request.uri().path().starts_with("/api/") {
        true => app.guard.may_ask(addr.ip()),
        false => Ok(()),
    };
    let mut response = match admitted {
        Ok(()) => {
            let answer = next.run(request).instrument(span.clone());
            let answered = tokio::time::timeout(app.hall.limits.request_time, answer).await;
            answered.unwrap_or_else(|_| {
                let message = "the request took too long";
                ApiError::with(StatusCode::REQUEST_TIMEOUT, "too_slow", message).into_response()
            })
        }
        Err(error) => error.into_response(),
    };
    let status = response.status().as_u16();
    let took = begun.elapsed();
    span.in_scope(|| tracing::info!(status, ms = took.as_secs_f64() * 1000.0, "answered"));
    let class = ["", "1xx", "2xx", "3xx", "4xx", "5xx"][usize::from(status / 100).min(5)];
    metrics::counter!("yomikiri_requests_total", "status" => class).increment(1);
    metrics::histogram!("yomikiri_request_seconds").record(took);
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let mut bucket = Bucket::new(3, 10.0);
        let took: Vec<bool> = (0..4).map(|_| bucket.take()).collect();
        assert_eq!(took, [true, true, true, false]);
        bucket.seen -= std::time::Duration::from_millis(150);
        assert!(bucket.take());
        assert!(!bucket.take());
    }
}
