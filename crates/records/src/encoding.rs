//! Bytes of a record as text: UTF-8, GB18030 of Chinese files, Shift_JIS of Japanese ones.

use std::borrow::Cow;

use encoding_rs::{GB18030, SHIFT_JIS};

/// A text encoding.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// GB18030, a superset of GBK and GB2312, as in older Chinese files.
    Gb18030,
    /// Shift_JIS, as in KIF files.
    ShiftJis,
}

impl Encoding {
    /// The names, as listed in messages.
    pub const NAMES: [&'static str; 3] = ["utf-8", "gb18030", "shift_jis"];

    /// The encoding of a name.
    pub fn of_name(name: &str) -> Option<Encoding> {
        match name.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Some(Encoding::Utf8),
            "gb18030" | "gbk" | "gb2312" => Some(Encoding::Gb18030),
            "shift_jis" | "shift-jis" | "sjis" | "cp932" => Some(Encoding::ShiftJis),
            _ => None,
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        Encoding::NAMES[self as usize]
    }

    /// Text as bytes; `None` if the encoding lacks a character.
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        let table = match self {
            Encoding::Utf8 => return Some(Cow::Borrowed(text.as_bytes())),
            Encoding::Gb18030 => GB18030,
            Encoding::ShiftJis => SHIFT_JIS,
        };
        let (bytes, _, has_gaps) = table.encode(text);
        (!has_gaps).then_some(bytes)
    }

    /// Bytes as text: UTF-8 if valid, else this encoding; `None` if neither. The two legacy
    /// encodings cannot be distinguished, because most byte sequences are valid in both.
    pub fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Some(Cow::Borrowed(text));
        }
        let table = match self {
            Encoding::Utf8 => return None,
            Encoding::Gb18030 => GB18030,
            Encoding::ShiftJis => SHIFT_JIS,
        };
        table.decode_without_bom_handling_and_without_replacement(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_comes_back() {
        let text = "[Red \"胡荣华\"]\n\n1. 炮二平五 马８进７ 𠀀\n";
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            let bytes = encoding.encode(text).unwrap();
            assert_eq!(encoding.decode(&bytes).as_deref(), Some(text));
        }
        let text = "手合割：anpanman\n   1 ２四ア\n";
        let bytes = Encoding::ShiftJis.encode(text).unwrap();
        assert_eq!(Encoding::ShiftJis.decode(&bytes).as_deref(), Some(text));
        let chinese = [0xC5, 0xDA, 0xB6, 0xFE];
        assert_eq!(Encoding::Gb18030.decode(&chinese).as_deref(), Some("炮二"));
    }

    #[test]
    fn what_an_encoding_cannot_hold_is_noticed() {
        assert_eq!(Encoding::ShiftJis.encode("马"), None);
        assert_eq!(Encoding::Gb18030.decode(&[0xFF, 0xFE, 0x00]), None);
        assert_eq!(Encoding::ShiftJis.decode(&[0x81]), None);
        assert_eq!(Encoding::Utf8.decode(&[0xC5, 0xDA]), None);
    }

    #[test]
    fn names_are_those_of_the_encodings() {
        for name in Encoding::NAMES {
            assert_eq!(Encoding::of_name(name).map(Encoding::name), Some(name));
        }
        assert_eq!(Encoding::of_name("latin1"), None);
    }
}
