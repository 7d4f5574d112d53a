//! One connection: sending, waiting, ending.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, timeout};
use yomikiri_lab::StopFlag;

use crate::app::App;
use crate::messages::{ApiError, ServerMessage};
use crate::rate_limit::{Bucket, ConnectionPermit, too_fast};

/// Wrong messages before a client is sent away.
const MOST_FAULTS: u32 = 50;

/// An analysis that runs for a connection.
pub(super) struct Analysis {
    pub(super) stop: StopFlag,
    pub(super) number: u64,
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// What an engine has to say to a connection.
pub(super) enum Lines {
    Thought(u64, Box<ServerMessage>),
    Failed(u64, Option<String>, ApiError),
}

/// What happens next on a connection.
pub(super) enum Next {
    Text(Utf8Bytes),
    FromRoom(Utf8Bytes),
    FromEngine(Lines),
    Closed(&'static str),
}

/// One connection.
pub(super) struct Connection {
    pub(super) app: Arc<App>,
    socket: WebSocket,
    /// Counts the connection for as long as it lives.
    permit: ConnectionPermit,
    /// Its number in the engines' queue.
    pub(super) number: u64,
    messages: Bucket,
    faults: u32,
    pub(super) analysis: Option<Analysis>,
    pub(super) analyses: u64,
    pub(super) thoughts: mpsc::Sender<Lines>,
    from_engine: mpsc::Receiver<Lines>,
}

impl Connection {
    pub(super) fn new(app: Arc<App>, socket: WebSocket, permit: ConnectionPermit) -> Self {
        let limits = &app.registry.limits;
        let messages = Bucket::new(
            limits.messages_at_once,
            f64::from(limits.messages_per_second),
        );
        let (thoughts, from_engine) = mpsc::channel(16);
        let number = app.registry.engines.number();
        Connection {
            app,
            socket,
            permit,
            number,
            messages,
            faults: 0,
            analysis: None,
            analyses: 0,
            thoughts,
            from_engine,
        }
    }

    /// Where it comes from.
    pub(super) fn address(&self) -> IpAddr {
        self.permit.addr
    }

    /// Sends a text; `false` if the client is gone or too slow.
    pub(super) async fn send(&mut self, text: Utf8Bytes) -> bool {
        let time = self.app.registry.limits.send_time;
        let sent = timeout(time, self.socket.send(Message::Text(text))).await;
        matches!(sent, Ok(Ok(())))
    }

    pub(super) async fn say(&mut self, message: &ServerMessage) -> bool {
        let text = serde_json::to_string(message).expect("a message is plain data");
        self.send(text.into()).await
    }

    pub(super) async fn fail(&mut self, reference: Option<String>, error: ApiError) -> bool {
        self.faults += 1;
        let error = error.body;
        self.say(&ServerMessage::Error { reference, error }).await && self.faults <= MOST_FAULTS
    }

    pub(super) async fn close(mut self, reason: &'static str) {
        // A client that did not take the last message does not take this one either.
        if !self.say(&ServerMessage::Closing { reason }).await {
            return;
        }
        let frame = CloseFrame {
            code: close_code::NORMAL,
            reason: Utf8Bytes::from_static(reason),
        };
        let farewell = self.socket.send(Message::Close(Some(frame)));
        let _ = timeout(Duration::from_secs(1), farewell).await;
    }

    /// Waits for what comes next from the client, the room or an engine.
    pub(super) async fn next(
        &mut self,
        room: Option<&mut mpsc::Receiver<Utf8Bytes>>,
        by: Instant,
    ) -> Next {
        let every = self.app.registry.limits.ping_every;
        let mut closing = self.app.closing.clone();
        let closed = async move {
            // Also when the server is gone without a word.
            let _ = closing.wait_for(|closing| *closing).await;
        };
        tokio::pin!(closed);
        let mut pings = interval(every);
        pings.tick().await;
        let mut silent = 0;
        let from_room = async {
            match room {
                Some(room) => room.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::pin!(from_room);
        loop {
            tokio::select! {
                text = &mut from_room => {
                    return text.map_or(Next::Closed("slow"), Next::FromRoom);
                }
                Some(lines) = self.from_engine.recv() => return Next::FromEngine(lines),
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => return Next::Text(text),
                    Some(Ok(Message::Binary(_))) => return Next::Text(Utf8Bytes::default()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => silent = 0,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Next::Closed("gone"),
                },
                _ = pings.tick() => {
                    silent += 1;
                    let ping = self.socket.send(Message::Ping(axum::body::Bytes::new()));
                    let sent = timeout(self.app.registry.limits.send_time, ping).await;
                    if silent > 3 || !matches!(sent, Ok(Ok(()))) {
                        return Next::Closed("idle");
                    }
                }
                () = tokio::time::sleep_until(by) => return Next::Closed("hello"),
                () = &mut closed => return Next::Closed("shutdown"),
            }
        }
    }

    pub(super) fn in_time<T>(&mut self, message: T) -> Result<T, ApiError> {
        match self.messages.take() {
            true => Ok(message),
            false => Err(too_fast()),
        }
    }

    /// Why a connection ends that could not be sent to.
    pub(super) fn lost(&self) -> &'static str {
        match self.faults > MOST_FAULTS {
            true => "faults",
            false => "slow",
        }
    }
}
