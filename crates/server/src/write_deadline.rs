//! A connection whose other side must take what is sent to it.
//!
//! Neither HTTP nor WebSocket ends a connection that is written to and never read. Here whatever
//! waits to be sent must make progress: a client that takes less than [`LEAST`] bytes within the time
//! limit, while bytes wait for it, is disconnected, and what was not sent is thrown away.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Sleep, sleep};

/// What a client must take within the time limit.
const LEAST: usize = 16 * 1024;
/// Bytes that the system may keep for a client; Linux takes twice as much.
const SEND_BUFFER: u32 = 128 * 1024;
/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// Listens for connections for which the system keeps a bounded number of unsent bytes.
pub(crate) fn listen(addr: std::net::SocketAddr) -> io::Result<TcpListener> {
    let socket = match addr.is_ipv4() {
        true => TcpSocket::new_v4()?,
        false => TcpSocket::new_v6()?,
    };
    // As the usual way to listen does.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(addr)?;
    socket.listen(BACKLOG)
}

/// The connection.
pub(crate) struct WriteDeadline {
    stream: TcpStream,
    limit: Duration,
    /// Runs while bytes wait.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Bytes taken since it runs.
    taken: usize,
}

impl WriteDeadline {
    pub(crate) fn new(stream: TcpStream, limit: Duration) -> Self {
        WriteDeadline {
            stream,
            limit,
            stalled: None,
            taken: 0,
        }
    }

    /// What a write of so many bytes means for the time limit.
    fn judge(
        &mut self,
        context: &mut Context<'_>,
        wanted: usize,
        wrote: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(wrote) = wrote {
            let count = wrote?;
            self.taken += count;
            if count == wanted || self.taken >= LEAST {
                self.stalled = None;
                self.taken = 0;
            }
            return Poll::Ready(Ok(count));
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(context));
        // What the system still keeps for it would otherwise be kept for minutes.
        let _ = self.stream.set_zero_linger();
        metrics::counter!("yomikiri_slow_connections_total").increment(1);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for WriteDeadline {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteDeadline {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(context, bytes.len(), wrote)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let wanted = parts.iter().map(|part| part.len()).sum();
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judge(context, wanted, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
