//! Refuses requests that a foreign web page makes through a visitor's browser.
//!
//! A page whose name resolves to this server's address (DNS rebinding) counts as the server's own page
//! to a browser; only the `Host` header tells. Addresses and `localhost` cannot be rebound; every other
//! name must be allowed. Where a browser says which page asks (`Origin`), it must be a page of this host.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::messages::ApiError;

/// The names under which this server may be asked, besides addresses and `localhost`.
#[derive(Debug)]
pub(crate) struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    pub(crate) fn new(names: &[String]) -> Self {
        AllowedHosts(names.to_vec())
    }

    fn allows(&self, authority: &str) -> bool {
        let Ok(authority) = authority.parse::<Authority>() else {
            return false;
        };
        let host = authority.host().trim_matches(['[', ']']);
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        host.parse::<IpAddr>().is_ok()
            || host == "localhost"
            || host.ends_with(".localhost")
            || self.0.iter().any(|name| name.eq_ignore_ascii_case(&host))
    }

    fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        let host = text(header::HOST);
        if let Some(host) = host.filter(|host| !self.allows(host)) {
            let host: String = host.chars().take(100).collect();
            let message = format!(
                "{host:?} is not a name of this server; start it with --allow-host to allow it"
            );
            return Err(ApiError::with(
                StatusCode::MISDIRECTED_REQUEST,
                "foreign_host",
                message,
            ));
        }
        // Programs send no origin.
        let Some(origin) = text(header::ORIGIN) else {
            return Ok(());
        };
        let origin = origin.parse::<Uri>().ok();
        match (origin.as_ref().and_then(Uri::authority), host) {
            (Some(origin), Some(host)) if origin.as_str().eq_ignore_ascii_case(host) => Ok(()),
            _ => {
                let message = "only pages of this server may ask from a browser";
                Err(ApiError::with(
                    StatusCode::FORBIDDEN,
                    "foreign_origin",
                    message,
                ))
            }
        }
    }
}

/// Lets a request pass if it is addressed to this server and no foreign page sends it.
pub(crate) async fn check(
    State(hosts): State<Arc<AllowedHosts>>,
    request: Request,
    next: Next,
) -> Response {
    match hosts.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_allowed_names_are_own_hosts() {
        let hosts = AllowedHosts::new(&["lab.example".to_owned()]);
        for own in [
            "127.0.0.1:7878",
            "192.168.1.5",
            "[::1]:7878",
            "localhost",
            "LOCALHOST:80",
            "a.localhost",
            "Lab.Example:443",
            "lab.example.",
        ] {
            assert!(hosts.allows(own), "{own}");
        }
        for foreign in [
            "evil.example",
            "lab.example.evil",
            "127.0.0.1.nip.io",
            "",
            "a b",
        ] {
            assert!(!hosts.allows(foreign), "{foreign}");
        }
    }
}
