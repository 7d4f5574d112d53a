//! The page's files, built into the program; in debug builds they are read from `web/`.
//!
//! `index.html` names files as `/assets/…`. It is served with one hash over all files in those
//! addresses, so that everything below may be cached for ever; modules name each other relatively.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::messages::ApiError;
use crate::packing::Packing;
use crate::page_files::page_files;

/// The files that are built in, by name.
static BUILT_IN: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Where debug builds find the files.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web");

/// Whether files may change under the running server.
const FROM_DISK: bool = cfg!(page_from_disk);

/// The files with what was worked out about them.
pub(crate) struct Assets {
    hash: String,
    /// What goes out, with the hash of the file that it was packed from.
    packed: Mutex<HashMap<(String, Packing), (blake3::Hash, Bytes)>>,
}

impl Assets {
    pub(crate) fn new() -> Self {
        let mut hasher = blake3::Hasher::new();
        for (name, data) in BUILT_IN {
            hasher.update(name.as_bytes());
            hasher.update(data);
        }
        let hash = match FROM_DISK {
            true => "dev".to_owned(),
            false => hasher.finalize().to_hex()[..16].to_owned(),
        };
        Assets {
            hash,
            packed: Mutex::default(),
        }
    }

    /// A file as it goes out, packed once and kept.
    fn body(&self, name: &str, packing: Packing) -> Option<Bytes> {
        let key = (name.to_owned(), packing);
        let lock = || self.packed.lock().unwrap_or_else(PoisonError::into_inner);
        if !FROM_DISK && let Some((_, body)) = lock().get(&key) {
            return Some(body.clone());
        }
        let data = read(name)?;
        let source = blake3::hash(&data);
        if let Some((of, body)) = lock().get(&key)
            && *of == source
        {
            return Some(body.clone());
        }
        let data = match name {
            "index.html" => {
                let text = String::from_utf8_lossy(&data);
                let hashed = format!("\"/assets/{}/", self.hash);
                text.replace("\"/assets/", &hashed).into_bytes()
            }
            _ => data,
        };
        let body = Bytes::from(packing.pack(data)?);
        lock().insert(key, (source, body.clone()));
        Some(body)
    }
}

/// Whether the page has a file.
pub(crate) fn is_file(name: &str) -> bool {
    match FROM_DISK {
        true => kind_of(name).is_some() && Path::new(FOLDER).join(name).is_file(),
        false => BUILT_IN.iter().any(|(known, _)| *known == name),
    }
}

/// A file of the page; nothing else in its folder is handed out.
fn read(name: &str) -> Option<Vec<u8>> {
    if FROM_DISK {
        let files = page_files(Path::new(FOLDER)).ok()?;
        let (_, path) = files.into_iter().find(|(known, _)| known == name)?;
        return fs::read(path).ok();
    }
    let found = BUILT_IN.iter().find(|(known, _)| *known == name);
    found.map(|(_, data)| data.to_vec())
}

/// Answers everything that is not the interface: files of the page, or the page itself.
pub(crate) async fn serve(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let message = format!("expected GET, got {method}");
        return ApiError::with(StatusCode::METHOD_NOT_ALLOWED, "bad_method", message)
            .into_response();
    }
    let path = uri.path();
    let found = match path.strip_prefix("/assets/") {
        Some(rest) => {
            let hashed = rest.split_once('/');
            match hashed.filter(|(hash, _)| *hash == app.assets.hash) {
                Some((_, name)) => file(&app, name, !FROM_DISK, &headers),
                None => file(&app, rest, false, &headers),
            }
        }
        None if matches!(path, "/favicon.ico" | "/favicon.svg") => {
            file(&app, "favicon.svg", false, &headers)
        }
        // A worker serves the addresses below its own, so it stands at the top.
        None if path == "/worker.js" => file(&app, "worker.js", false, &headers),
        None if is_page(path) => file(&app, "index.html", false, &headers),
        None => None,
    };
    found.unwrap_or_else(|| {
        let message = "there is nothing at this address";
        ApiError::with(StatusCode::NOT_FOUND, "not_found", message).into_response()
    })
}

/// The addresses of the page; it finds out itself what to show.
fn is_page(path: &str) -> bool {
    let first = path
        .trim_start_matches('/')
        .split('/')
        .next()
        .unwrap_or_default();
    let page = matches!(
        first,
        "" | "r" | "a" | "t" | "rules" | "learn" | "settings" | "api"
    );
    page && !path.starts_with("/api/")
}

fn file(app: &App, name: &str, forever: bool, headers: &HeaderMap) -> Option<Response> {
    let kind = kind_of(name)?;
    let packing = match kind.1 {
        true => Packing::accepted(headers),
        false => Packing::Plain,
    };
    let body = app.assets.body(name, packing)?;
    let mut response = Response::new(Body::from(body));
    let out = response.headers_mut();
    let cache = match forever {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind.0));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    packing.declare(out);
    Some(response)
}

/// The type of a file by its name, and whether packing pays; `None` for files that are not served.
fn kind_of(name: &str) -> Option<(&'static str, bool)> {
    if name
        .split('/')
        .any(|part| part.starts_with('.') || part.is_empty())
    {
        return None;
    }
    let (_, extension) = name.rsplit_once('.')?;
    Some(match extension {
        "html" => ("text/html; charset=utf-8", true),
        "js" | "mjs" => ("text/javascript; charset=utf-8", true),
        "css" => ("text/css; charset=utf-8", true),
        "svg" => ("image/svg+xml", true),
        "webmanifest" => ("application/manifest+json", true),
        "png" => ("image/png", false),
        "woff2" => ("font/woff2", false),
        "ogg" => ("audio/ogg", false),
        "mp3" => ("audio/mpeg", false),
        "wav" => ("audio/wav", true),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_have_a_kind() {
        assert!(kind_of("js/board.js").is_some());
        for name in [
            "../Cargo.toml",
            ".hidden.js",
            "a/../b.js",
            "a//b.js",
            "x.toml",
            "x",
        ] {
            assert!(kind_of(name).is_none(), "{name}");
        }
    }

    #[test]
    fn the_page_answers_at_its_addresses() {
        for path in ["/", "/r/abc", "/a/game", "/rules/go", "/api", "/t/game"] {
            assert!(is_page(path), "{path}");
        }
        for path in ["/api/v1/none", "/etc/passwd", "/assets/x"] {
            assert!(!is_page(path), "{path}");
        }
    }
}
