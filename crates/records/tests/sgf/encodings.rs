//! Files in old encodings.

use yomikiri_records::{Encoding, Format};

use crate::with_codec;

#[test]
fn old_encodings_are_read_and_written() {
    let text = "(;FF[4]GM[1]CA[NAME]SZ[9]PB[本因坊秀策]C[ソ表十能]\n;B[ee])\n";
    for encoding in [
        Encoding::ShiftJis,
        Encoding::EucJp,
        Encoding::Gb18030,
        Encoding::Big5,
    ] {
        let text = text.replace("NAME", encoding.name());
        let text = if encoding == Encoding::Big5 {
            text.replace("ソ", "")
        } else {
            text
        };
        let bytes = encoding.encode(&text).unwrap();
        let records = with_codec(|codec| codec.read_bytes(Format::Sgf, &bytes)).unwrap();
        assert_eq!(
            records[0].players[0].as_deref(),
            Some("本因坊秀策"),
            "{encoding:?}"
        );
        let written = with_codec(|codec| codec.in_encoding(encoding).write(Format::Sgf, &records));
        assert_eq!(written.unwrap(), text);
        // Cut anywhere, it is an error.
        for end in 0..bytes.len() - 2 {
            let cut = with_codec(|codec| codec.read_bytes(Format::Sgf, &bytes[..end]));
            assert!(cut.is_err(), "{encoding:?} {end}");
        }
    }
}
