//! WebSockets: one loop a connection, between the client, its room and its analysis.

mod connection;
mod study;
mod talk;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::messages::ApiError;
use crate::network;
use crate::rate_limit::{ConnectionPermit, RateLimiter};
use crate::workers::VISITOR;
use connection::Connection;

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// Bytes that a connection reads or keeps before writing at a time. Clients say little; with the
/// usual 128 KB each, a room's two connections took 256 KB that nobody used.
const BUFFER: usize = 4 * 1024;

/// A connection to a room.
pub(crate) async fn room(
    State(app): State<Arc<App>>,
    ConnectInfo(addr): ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    upgrade: Upgrade,
) -> Response {
    let begin = move |app: Arc<App>, permit, socket| async move {
        let mut connection = Connection::new(app, socket, permit);
        let reason = connection.serve_room(&id).await;
        connection.close(reason).await;
    };
    open(app, addr, upgrade, begin)
}

/// A connection to the analysis board.
pub(crate) async fn study(
    State(app): State<Arc<App>>,
    ConnectInfo(addr): ConnectInfo<SocketAddr>,
    upgrade: Upgrade,
) -> Response {
    let begin = |app: Arc<App>, permit, socket| async move {
        let mut connection = Connection::new(app, socket, permit);
        let reason = connection.serve_study().await;
        connection.close(reason).await;
    };
    open(app, addr, upgrade, begin)
}

fn open<F, W>(app: Arc<App>, addr: SocketAddr, upgrade: Upgrade, begin: F) -> Response
where
    F: FnOnce(Arc<App>, ConnectionPermit, WebSocket) -> W + Send + 'static,
    W: Future<Output = ()> + Send + 'static,
{
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let message = rejection.body_text();
            return ApiError::with(rejection.status(), "expected_websocket", message)
                .into_response();
        }
    };
    let permit = match RateLimiter::admit_socket(&app, addr.ip()) {
        Ok(permit) => permit,
        Err(error) => return error.into_response(),
    };
    let bytes = app.registry.limits.message_bytes;
    upgrade
        .max_message_size(bytes)
        .max_frame_size(bytes)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .on_upgrade(move |socket| {
            let visitor = network::host(permit.addr);
            VISITOR.scope(visitor, begin(app, permit, socket))
        })
}
