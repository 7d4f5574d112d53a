//! The server as a whole: opening it, serving, ending well.

use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, watch};

use crate::access_log::{self, RequestNumbers};
use crate::api;
use crate::api::kept::KeptDocuments;
use crate::api::tables::AnswerCache;
use crate::assets::Assets;
use crate::books::Books;
use crate::host_check::{self, AllowedHosts};
use crate::listener;
use crate::peers::Peers;
use crate::rate_limit::{self, RateLimiter};
use crate::rooms::RoomRegistry;
use crate::security_headers;
use crate::settings::Settings;
use crate::solving::Solving;
use crate::store::{Store, StoreError};
use crate::time::now_ms;
use crate::workers::Workers;
use crate::write_deadline;

/// How often the server renews its lease in the store.
const PULSE: Duration = Duration::from_secs(2);
/// How long connections have to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// Why a server could not be opened or went down.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The store could not be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address could not be listened on.
    #[error("{addr}: {error}")]
    Listen {
        /// The address.
        addr: SocketAddr,
        /// Why not.
        error: std::io::Error,
    },
    /// An opening book cannot be used.
    #[error(transparent)]
    Book(#[from] yomikiri_lab::LabError),
    /// Serving failed.
    #[error("serving: {0}")]
    Serve(std::io::Error),
}

/// What every handler can reach.
pub(crate) struct App {
    pub(crate) registry: Arc<RoomRegistry>,
    peers: Option<Arc<Peers>>,
    pub(crate) assets: Assets,
    pub(crate) rate_limiter: RateLimiter,
    allowed_hosts: Arc<AllowedHosts>,
    pub(crate) tables: PathBuf,
    pub(crate) closing: watch::Receiver<bool>,
    /// Requests that are worked on at once.
    pub(crate) workers: Workers,
    /// Whoever counts a table.
    pub(crate) counting: Mutex<()>,
    pub(crate) answers: AnswerCache,
    pub(crate) documents: KeptDocuments,
    /// Whether visitors may build tables, and what is built.
    pub(crate) allow_solve: bool,
    pub(crate) solving: Solving,
    /// The address under which other devices reach the server.
    pub(crate) share: Option<String>,
}

/// Where other devices find a server that listens at `addr`: nowhere if that is this machine's loopback.
/// A server that listens everywhere is found at the address from which this machine would call others.
fn share_address(addr: SocketAddr) -> Option<SocketAddr> {
    if addr.ip().is_loopback() {
        return None;
    }
    if !addr.ip().is_unspecified() {
        return Some(addr);
    }
    // Connecting a datagram socket sends nothing; it only chooses the way. The target is an address of
    // documentation (RFC 5737).
    let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    let shared = !own.is_loopback() && !own.is_unspecified();
    shared.then(|| SocketAddr::new(own, addr.port()))
}

/// A server that listens.
pub struct Server {
    app: Arc<App>,
    listener: TcpListener,
    addr: SocketAddr,
    close: watch::Sender<bool>,
}

impl Server {
    /// Opens the store and listens.
    pub async fn open(settings: Settings) -> Result<Server, ServerError> {
        api::outside::start_metrics();
        let mut store = match &settings.database {
            Some(address) => Store::open(address).await?,
            None => Store::in_directory(settings.lab.data_dir()).await?,
        };
        let shared = settings.database.as_deref();
        let shared = shared.filter(|address| address.starts_with("postgres"));
        let (peers, beginning) = match shared {
            Some(address) => {
                let (peers, beginning) = Peers::open(address).await?;
                store = store.of_server(peers.id.into());
                (Some(peers), Some(beginning))
            }
            None => (None, None),
        };
        let books = Books::open(&settings.lab, &settings.books, settings.learn)?;
        let (lab, limits) = (settings.lab.clone(), settings.limits.clone());
        let registry = RoomRegistry::open(store, peers.clone(), lab, books, limits).await?;
        if let Some((peers, beginning)) = peers.as_ref().zip(beginning) {
            peers.begin(&registry, beginning);
        }
        let listen = |error| ServerError::Listen {
            addr: settings.addr,
            error,
        };
        let listener = write_deadline::listen(settings.addr).map_err(listen)?;
        let addr = listener.local_addr().map_err(listen)?;
        let (close, closing) = watch::channel(false);
        let app = App {
            registry,
            peers,
            assets: Assets::new(),
            rate_limiter: RateLimiter::new(&settings.limits),
            allowed_hosts: Arc::new(AllowedHosts::new(&settings.allow_hosts)),
            tables: settings.lab.tables_dir(),
            closing,
            workers: Workers::new(settings.limits.engine_threads.max(1)),
            counting: Mutex::new(()),
            answers: AnswerCache::default(),
            documents: KeptDocuments::default(),
            allow_solve: settings.allow_solve,
            solving: Solving::default(),
            share: share_address(addr).map(|addr| format!("http://{addr}")),
        };
        Ok(Server {
            app: Arc::new(app),
            listener,
            addr,
            close,
        })
    }

    /// Where it listens.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Serves until `end`; then tells everybody and ends.
    pub async fn serve(self, end: impl Future<Output = ()> + Send) -> Result<(), ServerError> {
        let Server {
            app,
            listener,
            addr,
            close,
        } = self;
        let registry = Arc::clone(&app.registry);
        let resumed = registry.resume().await?;
        tracing::info!(%addr, resumed, "serving");
        let housekeeping = tokio::spawn(housekeeping(Arc::clone(&registry)));
        let (open, closing) = (router(&app), close.subscribe());
        let limits = registry.limits.clone();
        let mut serving =
            tokio::spawn(async move { listener::serve(listener, open, &limits, closing).await });
        end.await;
        housekeeping.abort();
        tracing::info!("closing");
        let _ = registry.store.pulse(now_ms()).await;
        registry.close().await;
        let _ = close.send(true);
        app.solving.stop();
        let farewell = async {
            // All clients get the closing message before the process ends.
            // A solve that runs saves where it is.
            while app.rate_limiter.sockets() > 0 || app.solving.is_running() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            let _ = (&mut serving).await;
        };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, farewell)
            .await
            .is_err()
        {
            serving.abort();
        }
        if let Some(peers) = &app.peers {
            peers.end().await;
        }
        tracing::info!("closed");
        Ok(())
    }
}

/// Notes that the server is there, and now and then removes what nobody uses.
async fn housekeeping(registry: Arc<RoomRegistry>) {
    let mut ticks: u32 = 0;
    loop {
        let now = now_ms();
        // What goes wrong is in the log, and `/healthz` says it.
        let _ = registry.store.pulse(now).await;
        if ticks.is_multiple_of(1800) {
            let keep = registry.limits.keep.as_millis() as u64;
            match registry.store.forget(now.saturating_sub(keep)).await {
                Ok(0) => {}
                Ok(rooms) => tracing::info!(rooms, "unused rooms were removed"),
                Err(error) => tracing::error!(%error, "unused rooms could not be removed"),
            }
        }
        metrics::gauge!("yomikiri_rooms").set(registry.count() as f64);
        api::outside::keep_metrics();
        ticks = ticks.wrapping_add(1);
        tokio::time::sleep(PULSE).await;
    }
}

fn router(app: &Arc<App>) -> Router {
    let bytes = app.registry.limits.message_bytes;
    Router::new()
        .nest("/api/v1", api::routes())
        .merge(api::outside_routes())
        .fallback(crate::assets::serve)
        .layer(DefaultBodyLimit::max(bytes))
        .layer(middleware::from_fn_with_state(
            Arc::clone(app),
            rate_limit::limit_requests,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app.allowed_hosts),
            host_check::check,
        ))
        .layer(middleware::from_fn(security_headers::add))
        .layer(middleware::from_fn_with_state(
            Arc::new(RequestNumbers::default()),
            access_log::log,
        ))
        .with_state(Arc::clone(app))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use yomikiri_lab::Lab;

    /// What handlers can reach, of a server that does not serve.
    pub(crate) async fn app() -> (Arc<App>, tempfile::TempDir) {
        let data = tempfile::tempdir().unwrap();
        let settings = Settings {
            addr: ([127, 0, 0, 1], 0).into(),
            ..Settings::local(Lab::new().with_data_dir(data.path().to_owned()))
        };
        let server = Server::open(settings).await.unwrap();
        (server.app, data)
    }
}
