//! The bytes of a record as text: UTF-8, or the GB18030 of Chinese files.

use std::borrow::Cow;

use encoding_rs::GB18030;

/// How text becomes bytes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// What everybody reads.
    #[default]
    Utf8,
    /// What Chinese programs wrote for decades, a superset of GBK and GB2312.
    Gb18030,
}

impl Encoding {
    /// The encoding of a name.
    pub fn of_name(name: &str) -> Option<Encoding> {
        match name.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Some(Encoding::Utf8),
            "gb18030" | "gbk" | "gb2312" => Some(Encoding::Gb18030),
            _ => None,
        }
    }

    /// Text as bytes. GB18030 has every character.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Encoding::Utf8 => Cow::Borrowed(text.as_bytes()),
            Encoding::Gb18030 => GB18030.encode(text).0,
        }
    }
}

/// Bytes as text: UTF-8 if they are, else GB18030 if they are; `None` if neither.
pub fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) => GB18030.decode_without_bom_handling_and_without_replacement(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_come_back() {
        let text = "[Red \"胡荣华\"]\n\n1. 炮二平五 马８进７ 𠀀\n";
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            assert_eq!(decode(&encoding.encode(text)).as_deref(), Some(text));
        }
        assert_eq!(decode(&[0xC5, 0xDA, 0xB6, 0xFE]).as_deref(), Some("炮二"));
        assert_eq!(decode(&[0xFF, 0xFE, 0x00]), None);
    }
}
