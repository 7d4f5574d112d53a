//! How answers are packed: as the client says it can read them.

use std::io::Write;

use axum::http::{HeaderMap, HeaderValue, header};

/// How a body is packed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Packing {
    Plain,
    Gzip,
    Brotli,
}

impl Packing {
    pub(crate) const ALL: [Packing; 3] = [Packing::Plain, Packing::Gzip, Packing::Brotli];

    /// The best packing that the client names.
    pub(crate) fn accepted(headers: &HeaderMap) -> Packing {
        let names = headers.get(header::ACCEPT_ENCODING);
        let names = names
            .and_then(|names| names.to_str().ok())
            .unwrap_or_default();
        let takes = |name: &str| {
            names.split(',').any(|part| {
                let (own, quality) = part.split_once(";q=").unwrap_or((part, "1"));
                own.trim() == name && quality.trim() != "0"
            })
        };
        match (takes("br"), takes("gzip")) {
            (true, _) => Packing::Brotli,
            (false, true) => Packing::Gzip,
            (false, false) => Packing::Plain,
        }
    }

    pub(crate) fn pack(self, data: Vec<u8>) -> Option<Vec<u8>> {
        match self {
            Packing::Plain => Some(data),
            Packing::Gzip => {
                let best = flate2::Compression::best();
                let mut packer = flate2::write::GzEncoder::new(Vec::new(), best);
                packer.write_all(&data).ok()?;
                packer.finish().ok()
            }
            Packing::Brotli => {
                let mut packed = Vec::new();
                // Slow, but everything is packed once and sent often.
                let settings = brotli::enc::BrotliEncoderParams {
                    quality: 11,
                    ..Default::default()
                };
                brotli::BrotliCompress(&mut data.as_slice(), &mut packed, &settings).ok()?;
                Some(packed)
            }
        }
    }

    /// Says in the answer how it is packed, and that this depends on the request.
    pub(crate) fn declare(self, headers: &mut HeaderMap) {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        let name = match self {
            Packing::Plain => return,
            Packing::Gzip => "gzip",
            Packing::Brotli => "br",
        };
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_follows_what_is_accepted() {
        let check = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            Packing::accepted(&headers)
        };
        assert_eq!(check("gzip, deflate, br"), Packing::Brotli);
        assert_eq!(check("gzip;q=0.5"), Packing::Gzip);
        assert_eq!(check("br;q=0"), Packing::Plain);
        assert_eq!(Packing::accepted(&HeaderMap::new()), Packing::Plain);
    }
}
