//! Documents that are large, change seldom and are asked for with every visit: made and packed once,
//! and sent only to clients that do not have them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::Serialize;

use crate::messages::Document;
use crate::packing::Packing;

/// A document in all packings.
pub(crate) struct Kept {
    /// What it was made from.
    source: u64,
    tag: HeaderValue,
    packed: HashMap<Packing, Bytes>,
}

impl Kept {
    pub(crate) fn new<T: Serialize>(source: u64, body: T) -> Self {
        let document = Document { schema: 1, body };
        let plain = serde_json::to_vec(&document).expect("a document is plain data");
        let hash = blake3::hash(&plain).to_hex();
        let tag = format!("\"{}\"", &hash[..16]);
        let pack = |packing: Packing| Some((packing, packing.pack(plain.clone())?.into()));
        Kept {
            source,
            tag: HeaderValue::from_str(&tag).expect("a tag is of plain letters"),
            packed: Packing::ALL.into_iter().filter_map(pack).collect(),
        }
    }

    /// The answer to a request with these headers: nothing but a word if the client has it already.
    pub(crate) fn answer(&self, asked: &HeaderMap) -> Response {
        let packing = Packing::accepted(asked);
        let known = asked.get(header::IF_NONE_MATCH);
        let mut response = match (known == Some(&self.tag), self.packed.get(&packing)) {
            (false, Some(body)) => Response::new(Body::from(body.clone())),
            _ => {
                let mut response = Response::new(Body::empty());
                *response.status_mut() = StatusCode::NOT_MODIFIED;
                response
            }
        };
        let headers = response.headers_mut();
        let json = HeaderValue::from_static("application/json");
        headers.insert(header::CONTENT_TYPE, json);
        headers.insert(header::ETAG, self.tag.clone());
        // To be kept, and asked for again before it is used.
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        match response.status() {
            StatusCode::OK => packing.declare(response.headers_mut()),
            _ => Packing::Plain.declare(response.headers_mut()),
        }
        response
    }
}

/// The documents, by name.
#[derive(Default)]
pub(crate) struct KeptDocuments(Mutex<HashMap<String, Arc<Kept>>>);

impl KeptDocuments {
    /// A document, if it was made from this.
    pub(crate) fn get(&self, name: &str, source: u64) -> Option<Arc<Kept>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(name).filter(|kept| kept.source == source).cloned()
    }

    pub(crate) fn put(&self, name: &str, kept: Arc<Kept>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(name.to_owned(), kept);
    }
}

/// A number that changes when files come to or leave a folder or the folders in it.
pub(crate) fn fingerprint(folder: &Path) -> u64 {
    let mut hasher = blake3::Hasher::new();
    let mut note = |path: &Path| {
        hasher.update(path.as_os_str().as_encoded_bytes());
        let changed = fs::metadata(path).and_then(|data| data.modified());
        let since = changed
            .ok()
            .and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
        hasher.update(&since.map_or(0, |since| since.as_nanos()).to_le_bytes());
    };
    note(folder);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        note(&entry.path());
    }
    let hash = hasher.finalize();
    let mut number = [0; 8];
    number.copy_from_slice(&hash.as_bytes()[..8]);
    u64::from_le_bytes(number)
}
