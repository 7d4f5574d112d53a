//! The log on stderr, and the signals that end a server.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;

/// The form of the log.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum LogStyle {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts the log. `YOMIKIRI_LOG` chooses what is told (`warn`, `info`, `debug`).
pub fn start_log(style: LogStyle) {
    let usual = match style {
        LogStyle::Text => "warn",
        LogStyle::Json => "info",
    };
    let chosen = std::env::var("YOMIKIRI_LOG").unwrap_or_default();
    let chosen = if chosen.is_empty() { usual } else { &chosen };
    let filter = EnvFilter::try_new(chosen).unwrap_or_else(|_| EnvFilter::new(usual));
    let log = fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // Somebody who has started a log already keeps it.
    let _ = match style {
        LogStyle::Text => log.with_ansi(std::io::stderr().is_terminal()).try_init(),
        LogStyle::Json => log.json().try_init(),
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
