//! Accepting connections, and closing those that hold one without using it.
//!
//! Whoever connects has a bounded time to say what is wanted; a connection whose request comes drop
//! by drop, that waits for nothing after an answer, or that does not take its answers, is closed. The number of connections is
//! bounded in all and for each address.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::settings::ServerLimits;
use crate::write_deadline::WriteDeadline;

/// Back-off after `accept()` fails, for example with EMFILE.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(200);

/// Bytes of a connection that wait to be read or sent, besides the answer that is being made.
const MOST_BUFFERED: usize = 64 * 1024;

/// What somebody hears for whom there is no room.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: application/json\r\nconnection: close\r\ncontent-length: 111\r\n\r\n\
    {\"schema\":1,\"error\":{\"code\":\"too_many_connections\",\"message\":\
    \"this server has no free connections; try later\"}}";

/// Takes connections in until `closing`, then lets those that are there end.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limits: &ServerLimits,
    mut closing: watch::Receiver<bool>,
) {
    let counts = Arc::new(Counts::default());
    // Every connection holds the other end: when all are gone, so are they.
    let (gone, all_gone) = watch::channel(());
    loop {
        let (stream, addr) = tokio::select! {
            taken = listener.accept() => match taken {
                Ok(taken) => taken,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken in");
                    tokio::time::sleep(ACCEPT_BACKOFF).await;
                    continue;
                }
            },
            () = closed(&mut closing) => break,
        };
        let Some(place) = Counts::enter(&counts, addr.ip(), limits) else {
            tokio::spawn(refuse(stream));
            continue;
        };
        let (router, closing, here) = (router.clone(), closing.clone(), all_gone.clone());
        let times = (limits.header_time, limits.send_time);
        tokio::spawn(async move {
            attend(stream, addr, router, times, closing).await;
            drop((place, here));
        });
    }
    drop((listener, all_gone));
    gone.closed().await;
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

async fn refuse(mut stream: TcpStream) {
    let told = stream.write_all(FULL);
    let _ = tokio::time::timeout(ACCEPT_BACKOFF, told).await;
}

async fn attend(
    stream: TcpStream,
    addr: SocketAddr,
    router: Router,
    (header_time, send_time): (Duration, Duration),
    mut closing: watch::Receiver<bool>,
) {
    // Moves are small messages that should not wait for company.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(addr));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_time)
        .max_buf_size(MOST_BUFFERED)
        .serve_connection(TokioIo::new(WriteDeadline::new(stream, send_time)), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = closed(&mut closing) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%addr, %error, "a connection ended");
    }
}

/// How many connections there are.
#[derive(Default)]
struct Counts(Mutex<Held>);

#[derive(Default)]
struct Held {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// A connection that is counted until this is dropped.
struct Place {
    counts: Arc<Counts>,
    addr: IpAddr,
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(counts: &Arc<Counts>, addr: IpAddr, limits: &ServerLimits) -> Option<Place> {
        let mut held = counts.lock();
        let own = held.by_address.get(&addr).copied().unwrap_or_default();
        if own >= limits.tcp_per_address || held.all >= limits.tcp {
            return None;
        }
        held.by_address.insert(addr, own + 1);
        held.all += 1;
        drop(held);
        Some(Place {
            counts: Arc::clone(counts),
            addr,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut held = self.counts.lock();
        held.all -= 1;
        if let Some(count) = held.by_address.get_mut(&self.addr) {
            *count -= 1;
            if *count == 0 {
                held.by_address.remove(&self.addr);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_is_a_whole_answer() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(
            head.contains(&format!("content-length: {}", body.len())),
            "{}",
            body.len()
        );
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["error"]["code"], "too_many_connections");
    }

    #[test]
    fn connections_are_counted_until_they_end() {
        let limits = ServerLimits {
            tcp: 3,
            tcp_per_address: 2,
            ..ServerLimits::default()
        };
        let counts = Arc::new(Counts::default());
        let [one, other, third] = [1, 2, 3].map(|last| IpAddr::from([10, 0, 0, last]));
        let enter = |addr| Counts::enter(&counts, addr, &limits);
        let (a, _b) = (enter(one).unwrap(), enter(one).unwrap());
        assert!(enter(one).is_none(), "two of one address are enough");
        let _c = enter(other).unwrap();
        assert!(enter(third).is_none(), "three are enough in all");
        drop(a);
        assert!(enter(third).is_some());
    }
}
