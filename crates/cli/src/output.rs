//! Output and exit codes.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use yomikiri_lab::{Exit, LabError, Texts};

use crate::args::Color;

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error(transparent)]
    Lab(#[from] LabError),
    /// Reading from or writing to a file or a stream failed.
    #[error("{doing}: {error}")]
    File { doing: String, error: io::Error },
    /// The server could not start or failed.
    #[error(transparent)]
    Server(#[from] yomikiri_server::ServerError),
    /// Stdout could not be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    pub(crate) fn file(doing: impl Into<String>, error: io::Error) -> Self {
        CliError::File {
            doing: doing.into(),
            error,
        }
    }

    /// Prints the error in a language and returns the exit code. A closed pipe (`| head`) is not an error.
    pub(crate) fn report(&self, texts: &Texts) -> ExitCode {
        if let CliError::Output(error) = self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return ExitCode::SUCCESS;
        }
        let text = match self {
            CliError::Lab(error) => error.told(texts),
            other => other.to_string(),
        };
        note(&texts.message("cli-error", &[("text", &text)]));
        let exit = match self {
            CliError::Lab(error) => error.exit(),
            CliError::File { .. } => Exit::Input,
            CliError::Output(_) | CliError::Server(_) => Exit::Failed,
        };
        ExitCode::from(exit as u8)
    }
}

/// Prints a note on stderr and ignores write errors.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes a whole answer to stdout.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    print_bytes(text.as_bytes())
}

/// Data for stdout that need not be UTF-8.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// Writes a file in one piece, or not at all: a full disk leaves nothing, or the old file, under its name. What is no
/// ordinary file (a pipe, a terminal) is written to as it is.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let is_special = fs::metadata(path).is_ok_and(|there| !there.is_file());
    let written = match (is_special, path.file_name()) {
        (false, Some(name)) => {
            let mut half = OsString::from(".");
            half.push(name);
            half.push(format!(".{}.half", std::process::id()));
            // A link keeps pointing to its file.
            let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            let half = path.with_file_name(half);
            let written = fs::write(&half, bytes).and_then(|()| fs::rename(&half, &path));
            if written.is_err() {
                drop(fs::remove_file(&half));
            }
            written
        }
        _ => fs::write(path, bytes),
    };
    written.map_err(|error| CliError::file(path.display().to_string(), error))
}

/// A top-level JSON document.
#[derive(Serialize)]
struct Document<'a, T> {
    schema: u32,
    #[serde(flatten)]
    body: &'a T,
}

/// Writes one JSON document with its schema number.
pub(crate) fn print_document<T: Serialize>(body: &T) -> Result<(), CliError> {
    let document = Document { schema: 1, body };
    let mut text = serde_json::to_string(&document).map_err(io::Error::from)?;
    text.push('\n');
    print(&text)
}

/// Whether stdout gets colour.
pub(crate) fn colour(asked: Color) -> bool {
    let unwanted = || {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        set("NO_COLOR").is_some() || set("TERM").is_some_and(|term| term == "dumb")
    };
    match asked {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => io::stdout().is_terminal() && !unwanted(),
    }
}

/// A number with digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }

    #[test]
    fn files_are_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.csv");
        write_file(&path, b"old").unwrap();
        write_file(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        // What could not be finished leaves nothing behind, and an error names the file.
        let wrong = write_file(&folder.path().join("none/b.csv"), b"x").unwrap_err();
        assert!(wrong.to_string().contains("b.csv"), "{wrong}");
        let wrong = write_file(folder.path(), b"x").unwrap_err();
        assert!(matches!(wrong, CliError::File { .. }));
        let names = fs::read_dir(folder.path()).unwrap().flatten();
        let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["a.csv"]);
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            write_file(&link, b"through").unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"through");
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
    }
}
