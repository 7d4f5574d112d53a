//! Why a book cannot be used.

use std::io;

/// A book that could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// There is no such file.
    #[error("{0}: expected an opening book, got no file")]
    Missing(String),
    /// The file is no book, is damaged, or belongs to another game, other rules or another version.
    #[error("{path}: {reason}")]
    Unusable {
        /// The file.
        path: String,
        /// What was expected and what was found.
        reason: String,
    },
    /// Another program is writing it.
    #[error("{0}: another program is writing it")]
    Busy(String),
    /// The file system failed.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
}

impl BookError {
    /// What SQLite says about a file.
    pub(crate) fn sql(path: &str, error: &rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::{
            DatabaseBusy, DatabaseLocked, DiskFull, ReadOnly, SystemIoFailure,
        };
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => BookError::Busy(path.to_owned()),
            Some(DiskFull | SystemIoFailure) => BookError::File {
                path: path.to_owned(),
                error: io::Error::other(error.to_string()),
            },
            Some(ReadOnly) => BookError::File {
                path: path.to_owned(),
                error: io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    "this book can only be read; `yomikiri book merge FILE --out NEW` makes a copy",
                ),
            },
            _ => BookError::Unusable {
                path: path.to_owned(),
                reason: format!(
                    "expected an opening book, got a file that cannot be read ({error})"
                ),
            },
        }
    }
}
