//! Bytes of a record as text: UTF-8 and the older encodings of Chinese, Japanese and Korean files.

use std::borrow::Cow;

use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, WINDOWS_1252};

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
    /// EUC-JP, as in older Japanese files of Unix programs.
    EucJp,
    /// Big5, as in older files from Taiwan and Hong Kong.
    Big5,
    /// EUC-KR, as in older Korean files.
    EucKr,
    /// Windows-1252, which contains Latin-1.
    Latin1,
}

impl Encoding {
    /// The names, as listed in messages.
    pub const NAMES: [&'static str; 7] = [
        "utf-8",
        "gb18030",
        "shift_jis",
        "euc-jp",
        "big5",
        "euc-kr",
        "windows-1252",
    ];

    const ALL: [Encoding; 7] = [
        Encoding::Utf8,
        Encoding::Gb18030,
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::Big5,
        Encoding::EucKr,
        Encoding::Latin1,
    ];

    /// The encoding of a name, under all the names that the Encoding Standard lists.
    pub fn of_name(name: &str) -> Option<Encoding> {
        let label = match name.trim().to_ascii_lowercase().as_str() {
            "cp932" => "shift_jis".to_owned(),
            "cp949" => "euc-kr".to_owned(),
            "cp950" => "big5".to_owned(),
            other => other.to_owned(),
        };
        let found = encoding_rs::Encoding::for_label(label.as_bytes())?;
        let found = if found == encoding_rs::GBK {
            GB18030
        } else {
            found
        };
        let mut all = Encoding::ALL.into_iter();
        all.find(|encoding| encoding.table() == found)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        Encoding::NAMES[self as usize]
    }

    fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Encoding::Utf8 => encoding_rs::UTF_8,
            Encoding::Gb18030 => GB18030,
            Encoding::ShiftJis => SHIFT_JIS,
            Encoding::EucJp => EUC_JP,
            Encoding::Big5 => BIG5,
            Encoding::EucKr => EUC_KR,
            Encoding::Latin1 => WINDOWS_1252,
        }
    }

    /// Text as bytes; `None` if the encoding lacks a character.
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        if self == Encoding::Utf8 {
            return Some(Cow::Borrowed(text.as_bytes()));
        }
        let (bytes, _, has_gaps) = self.table().encode(text);
        (!has_gaps).then_some(bytes)
    }

    /// Bytes as text: UTF-8 if valid, else this encoding; `None` if neither. The legacy encodings
    /// cannot be distinguished with certainty, because most byte sequences are valid in several.
    pub fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Some(Cow::Borrowed(text));
        }
        if self == Encoding::Utf8 {
            return None;
        }
        let table = self.table();
        table.decode_without_bom_handling_and_without_replacement(bytes)
    }

    /// The legacy encoding that a text without a declaration most likely has.
    pub fn guess(bytes: &[u8]) -> Encoding {
        // Accented letters stand alone; characters of two bytes rarely do.
        let high = |at: usize| bytes.get(at).is_some_and(|byte| *byte >= 0x80);
        let mut runs = [0, 0];
        for at in (0..bytes.len()).filter(|&at| high(at) && (at == 0 || !high(at - 1))) {
            runs[usize::from(high(at + 1))] += 1;
        }
        if runs[0] > runs[1] {
            return Encoding::Latin1;
        }
        // Kana tell Japanese from Chinese: EUC-JP and GB2312 have them at the same bytes.
        let kana = |text: &str| {
            let kana = |c: &char| ('\u{3041}'..='\u{30FE}').contains(c);
            text.chars().filter(kana).count()
        };
        let decoded = |encoding: Encoding| encoding.decode(bytes);
        for japanese in [Encoding::ShiftJis, Encoding::EucJp] {
            if decoded(japanese).is_some_and(|text| kana(&text) > 0) {
                return japanese;
            }
        }
        let rest = [
            Encoding::Gb18030,
            Encoding::Big5,
            Encoding::EucKr,
            Encoding::ShiftJis,
            Encoding::EucJp,
        ];
        let found = rest.into_iter().find(|&one| decoded(one).is_some());
        found.unwrap_or(Encoding::Latin1)
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
        assert_eq!(Encoding::of_name("GB2312"), Some(Encoding::Gb18030));
        assert_eq!(Encoding::of_name("ISO-8859-1"), Some(Encoding::Latin1));
        assert_eq!(Encoding::of_name("cp932"), Some(Encoding::ShiftJis));
        assert_eq!(Encoding::of_name("koi9"), None);
    }

    #[test]
    fn undeclared_encodings_are_guessed() {
        for (text, encoding) in [
            ("PB[本因坊]C[まで白中押し勝ち]", Encoding::ShiftJis),
            ("PB[本因坊]C[まで白中押し勝ち]", Encoding::EucJp),
            ("PB[常昊]PW[马晓春]EV[天元战]", Encoding::Gb18030),
            (
                "PB[Müller]PW[Dvořák]".replace('ř', "r").as_str(),
                Encoding::Latin1,
            ),
        ] {
            let bytes = encoding.encode(text).unwrap();
            let guessed = Encoding::guess(&bytes);
            assert_eq!(guessed, encoding, "{text}");
            assert_eq!(guessed.decode(&bytes).as_deref(), Some(text));
        }
    }
}
