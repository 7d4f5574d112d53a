//! The log on stderr, and the signals that end a server.

use std::io::IsTerminal;

use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

/// The form of the log.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum LogStyle {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts the log. `YOMIKIRI_LOG` sets the level (`warn`, `info`, `debug`).
pub fn start_log(style: LogStyle) {
    let usual = match style {
        LogStyle::Text => "warn",
        LogStyle::Json => "info",
    };
    let chosen = std::env::var("YOMIKIRI_LOG").unwrap_or_default();
    let chosen = if chosen.is_empty() { usual } else { &chosen };
    let filter = chosen.parse().or_else(|_| usual.parse());
    let filter: Targets = filter.expect("a level is a filter");
    let log = fmt::layer().with_writer(std::io::stderr);
    // Somebody who has started a log already keeps it.
    let _ = match style {
        LogStyle::Text => {
            let log = log.with_ansi(std::io::stderr().is_terminal());
            registry().with(filter).with(log).try_init()
        }
        LogStyle::Json => registry().with(filter).with(log.json()).try_init(),
    };
}

/// Waits for Ctrl-C or a request to end.
pub async fn interrupted() {
    let ctrl_c = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let asked = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let asked = std::future::pending::<Option<()>>();
    tokio::select! {
        () = ctrl_c => {}
        _ = asked => {}
    }
}
