//! Limits per address: requests, rooms, WebSockets; and the time a request may take.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::messages::ApiError;
use crate::network;
use crate::settings::ServerLimits;
use crate::workers::VISITOR;

/// Addresses remembered before the quiet ones are forgotten.
const ADDRESSES: usize = 10_000;

/// Allows so many at once, and so many per second on the long run.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bucket {
    left: f64,
    most: f64,
    per_second: f64,
    seen: Option<Instant>,
}

impl Bucket {
    pub(crate) fn new(most: u32, per_second: f64) -> Self {
        Bucket {
            left: f64::from(most),
            most: f64::from(most),
            per_second,
            seen: None,
        }
    }

    /// Takes one, if there is one.
    pub(crate) fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        self.fill(now);
        let there = self.left >= 1.0;
        if there {
            self.left -= 1.0;
        }
        there
    }

    fn fill(&mut self, now: Instant) {
        let since = self.seen.replace(now).unwrap_or(now);
        let gained = now.duration_since(since).as_secs_f64() * self.per_second;
        self.left = (self.left + gained).min(self.most);
    }

    fn is_full_at(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.left >= self.most
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
pub(crate) struct RateLimiter {
    visitors: Mutex<HashMap<IpAddr, Visitor>>,
    /// Rooms opened by whole networks.
    networks: Mutex<HashMap<IpAddr, Bucket>>,
    sockets: AtomicUsize,
    limits: ServerLimits,
}

impl RateLimiter {
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        RateLimiter {
            visitors: Mutex::default(),
            networks: Mutex::default(),
            sockets: AtomicUsize::new(0),
            limits: limits.clone(),
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
        work(
            visitors
                .entry(network::host(addr))
                .or_insert_with(|| Visitor {
                    requests: Bucket::new(
                        limits.requests_at_once,
                        f64::from(limits.requests_per_second),
                    ),
                    rooms: Bucket::new(
                        limits.rooms_at_once,
                        f64::from(limits.rooms_per_minute) / 60.0,
                    ),
                    sockets: 0,
                }),
        )
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
        self.may_open_room_at(addr, Instant::now())
    }

    /// The same at a time. A network counts as well, because some have many addresses.
    pub(crate) fn may_open_room_at(&self, addr: IpAddr, now: Instant) -> Result<(), ApiError> {
        let own = self.with(addr, |visitor| visitor.rooms.take_at(now));
        let may = own && self.network_may_open_room(addr, now);
        may.then_some(()).ok_or_else(|| {
            let message =
                "too many rooms opened from your address or network; try again in a minute";
            ApiError::limited("too_many_rooms", message)
        })
    }

    fn network_may_open_room(&self, addr: IpAddr, now: Instant) -> bool {
        let limits = &self.limits;
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        if networks.len() >= ADDRESSES {
            networks.retain(|_, bucket| !bucket.is_full_at(now));
        }
        let bucket = networks.entry(network::prefix(addr)).or_insert_with(|| {
            Bucket::new(
                limits.rooms_at_once_per_network,
                f64::from(limits.rooms_per_minute_per_network) / 60.0,
            )
        });
        bucket.take_at(now)
    }

    /// Admits a WebSocket; it counts until the permit is dropped.
    pub(crate) fn admit_socket(app: &Arc<App>, addr: IpAddr) -> Result<ConnectionPermit, ApiError> {
        let limiter = &app.rate_limiter;
        let full = || {
            let message = "this server has no free connections; try again later";
            ApiError::limited("too_many_connections", message)
        };
        if limiter.sockets.fetch_add(1, Ordering::Relaxed) >= limiter.limits.connections {
            limiter.sockets.fetch_sub(1, Ordering::Relaxed);
            return Err(full());
        }
        let most = limiter.limits.connections_per_address;
        let fits = limiter.with(addr, |visitor| {
            let fits = visitor.sockets < most;
            visitor.sockets += usize::from(fits);
            fits
        });
        if !fits {
            limiter.sockets.fetch_sub(1, Ordering::Relaxed);
            return Err(full());
        }
        metrics::gauge!("yomikiri_connections").increment(1.0);
        Ok(ConnectionPermit {
            app: Arc::clone(app),
            addr,
        })
    }
}

/// An admitted WebSocket.
pub(crate) struct ConnectionPermit {
    app: Arc<App>,
    pub(crate) addr: IpAddr,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let limiter = &self.app.rate_limiter;
        limiter.sockets.fetch_sub(1, Ordering::Relaxed);
        limiter.with(self.addr, |visitor| {
            visitor.sockets = visitor.sockets.saturating_sub(1);
        });
        metrics::gauge!("yomikiri_connections").decrement(1.0);
    }
}

pub(crate) fn too_fast() -> ApiError {
    ApiError::limited("too_fast", "too many requests; slow down")
}

/// Refuses requests of addresses that ask too fast, and ends those that take too long.
pub(crate) async fn limit_requests(
    State(app): State<Arc<App>>,
    ConnectInfo(addr): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    // The page's files are small, built in and kept by browsers: a reload must not use up what a
    // visitor may ask.
    if request.uri().path().starts_with("/api/")
        && let Err(error) = app.rate_limiter.may_ask(addr.ip())
    {
        return error.into_response();
    }
    let answered = VISITOR.scope(network::host(addr.ip()), next.run(request));
    let answer = tokio::time::timeout(app.registry.limits.request_time, answered).await;
    answer.unwrap_or_else(|_| {
        let message = "the request took too long";
        ApiError::with(StatusCode::REQUEST_TIMEOUT, "too_slow", message).into_response()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let mut bucket = Bucket::new(3, 10.0);
        let now = Instant::now();
        let took: Vec<bool> = (0..4).map(|_| bucket.take_at(now)).collect();
        assert_eq!(took, [true, true, true, false]);
        let later = now + std::time::Duration::from_millis(150);
        assert!(bucket.take_at(later));
        assert!(!bucket.take_at(later));
        assert!(!bucket.is_full_at(later));
        assert!(bucket.is_full_at(later + std::time::Duration::from_secs(1)));
    }

    /// 168 addresses that open as many rooms as they can for 67 seconds.
    fn flood(addr: impl Fn(u8) -> IpAddr) -> usize {
        let limiter = RateLimiter::new(&ServerLimits::default());
        let begin = Instant::now();
        let mut opened = 0;
        for second in 0..67 {
            let now = begin + std::time::Duration::from_secs(second);
            for at in 0..168 {
                let rooms = 0..30;
                let may = |_: &i32| limiter.may_open_room_at(addr(at), now).is_ok();
                opened += rooms.take_while(may).count();
            }
        }
        opened
    }

    #[test]
    fn a_network_opens_rooms_no_faster_than_two_visitors() {
        assert_eq!(flood(|at| [192, 0, 2, at].into()), 60 + 66);
        let v6 = |at: u8| IpAddr::from([0x2001, 0xdb8, 0, u16::from(at), 0, 0, 0, 1]);
        assert_eq!(flood(v6), 60 + 66);
        // Addresses that have nothing to do with each other are not slowed by each other.
        assert!(flood(|at| [10, at, 0, 1].into()) > 5_000);
    }
}
