//! Where a streamed solve is, in a file beside its working files.
//!
//! The cells are in their file anyway: a checkpoint only says up to which round they can be believed. What
//! later rounds have written is forgotten when the solve is resumed, for they find it again.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::{Fault, at_path};
use crate::cell::Coding;
use crate::checkpoint::State;

const MAGIC: &[u8; 8] = b"YMKRSTR1";
const LENGTH: usize = 8 + 32 + 4 + 4 + 4 + 8;

/// Writes it under a temporary name first.
pub(super) fn save(
    path: &Path,
    fingerprint: &[u8; 32],
    (coding, size): (Coding, u64),
    state: State,
) -> Result<(), Fault> {
    let mut bytes = Vec::with_capacity(LENGTH + 32);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(fingerprint);
    bytes.extend_from_slice(&(coding.bytes() as u32).to_le_bytes());
    bytes.extend_from_slice(&state.layer.to_le_bytes());
    bytes.extend_from_slice(&state.distance.to_le_bytes());
    bytes.extend_from_slice(&size.to_le_bytes());
    let sum = *blake3::hash(&bytes).as_bytes();
    bytes.extend_from_slice(&sum);
    let temporary = path.with_extension("tmp");
    let write = || -> io::Result<()> {
        let mut file = File::create(&temporary)?;
        file.write_all(&bytes)?;
        file.sync_all()?;
        std::fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        at_path(path)(error)
    })
}

/// Reads it; `None` if there is none, or one of something else, or a damaged one.
pub(super) fn load(path: &Path, fingerprint: &[u8; 32], size: u64) -> Option<(Coding, State)> {
    let bytes = std::fs::read(path).ok()?;
    let (bytes, sum) = bytes.split_at_checked(LENGTH)?;
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    let is_right = sum == blake3::hash(bytes).as_bytes()
        && bytes[..8] == MAGIC[..]
        && bytes[8..40] == fingerprint[..]
        && bytes[52..60] == size.to_le_bytes();
    let coding = match number(40) {
        1 => Coding::Cell8,
        _ => Coding::Cell16,
    };
    let state = State {
        layer: number(44),
        distance: number(48),
    };
    is_right.then_some((coding, state))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_or_of_something_else_is_not_believed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("state");
        let state = State {
            layer: 3,
            distance: 77,
        };
        assert_eq!(load(&path, &[1; 32], 9), None);
        for coding in [Coding::Cell8, Coding::Cell16] {
            save(&path, &[1; 32], (coding, 9), state).unwrap();
            assert_eq!(load(&path, &[1; 32], 9), Some((coding, state)));
        }
        assert_eq!(load(&path, &[2; 32], 9), None);
        assert_eq!(load(&path, &[1; 32], 8), None);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(load(&path, &[1; 32], 9), None, "{length}");
        }
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(load(&path, &[1; 32], 9), None, "{place}");
        }
    }
}
