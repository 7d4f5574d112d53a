//! The shortest possible Syzygy files, for tests that check whether files are found and used: they
//! say that one or two pieces of a kind never win, which is true for knights.

use std::path::Path;

/// Writes the files of a king and one or two of these pieces against a king: the header, the
/// pieces, and a value for each side.
pub(crate) fn nobody_wins(dir: &Path, letter: char) {
    let kind = 1 + "PNBRQ".find(letter).expect("a letter of a piece") as u8;
    for count in [1, 2] {
        let mut file = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0];
        file.extend([0x66, 0xee]);
        file.resize(file.len() + count, kind << 4 | kind);
        file.resize(file.len().next_multiple_of(2), 0);
        file.extend([0x80, 2, 0x80, 2]);
        file.resize(80, 0);
        let pieces = letter.to_string().repeat(count);
        std::fs::write(dir.join(format!("K{pieces}vK.rtbw")), file).expect("a file");
    }
}
