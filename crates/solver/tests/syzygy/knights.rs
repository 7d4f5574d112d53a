//! The shortest Syzygy files there are, for tests that ask whether files are found and not what is in
//! them: neither one knight nor two ever win.

use std::path::Path;

/// Writes the files of K+N v K and K+N+N v K: the head, the men, and a value for each side.
pub(crate) fn knights_draw(dir: &Path) {
    for (name, men) in [
        ("KNvK", &[0x66, 0xee, 0x22][..]),
        ("KNNvK", &[0x66, 0xee, 0x22, 0x22]),
    ] {
        let mut file = vec![0x71, 0xe8, 0x23, 0x5d, 1, 0];
        file.extend(men);
        file.resize(file.len().next_multiple_of(2), 0);
        file.extend([0x80, 2, 0x80, 2]);
        file.resize(80, 0);
        std::fs::write(dir.join(format!("{name}.rtbw")), file).expect("a file");
    }
}
