//! Files that a command reads, in bounded memory: a wrong name (`/dev/zero`) must not exhaust the
//! machine.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use clap::Args;
use yomikiri_lab::LabError;

use crate::batch::{BoundedLine, read_line};
use crate::output::CliError;

/// The longest line of a file that is read line by line, in bytes.
const LONGEST_ROW: usize = 1 << 22;

/// Maximum size of files that a command reads.
#[derive(Args, Copy, Clone, Debug)]
pub(crate) struct InputArgs {
    /// Largest file to read, in bytes or with K, M or G
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "256M",
        value_parser = size,
        display_order = 800
    )]
    max_input: u64,
}

impl Default for InputArgs {
    fn default() -> Self {
        InputArgs {
            max_input: 256 << 20,
        }
    }
}

impl InputArgs {
    /// The limit in bytes.
    pub(crate) fn most(&self) -> u64 {
        self.max_input
    }

    /// The whole file; `None` is stdin.
    pub(crate) fn read(&self, path: Option<&Path>) -> Result<Vec<u8>, CliError> {
        let shown = path.map_or_else(|| "stdin".to_owned(), |path| path.display().to_string());
        let mut bytes = Vec::new();
        let read = match path {
            Some(path) => File::open(path).and_then(|file| self.take(file, &mut bytes)),
            None => self.take(io::stdin().lock(), &mut bytes),
        };
        read.map_err(|error| CliError::file(&shown, error))?;
        if bytes.len() as u64 > self.max_input {
            let most = self.max_input;
            return Err(LabError::Input(format!(
                "{shown}: expected at most {most} bytes, got more (--max-input raises the limit)"
            ))
            .into());
        }
        Ok(bytes)
    }

    /// The whole file as text.
    pub(crate) fn read_text(&self, path: &Path) -> Result<String, CliError> {
        let not_text = |_| {
            let shown = path.display();
            LabError::Input(format!("{shown}: expected UTF-8 text, got other bytes"))
        };
        Ok(String::from_utf8(self.read(Some(path))?).map_err(not_text)?)
    }

    fn take(&self, input: impl Read, bytes: &mut Vec<u8>) -> io::Result<usize> {
        input
            .take(self.max_input.saturating_add(1))
            .read_to_end(bytes)
    }
}

/// Calls `line` with the number and the text of each line of a file of any length.
pub(crate) fn for_each_line(
    path: &Path,
    mut line: impl FnMut(usize, &str) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let shown = path.display().to_string();
    let file = |error| CliError::file(&shown, error);
    let mut input = BufReader::new(File::open(path).map_err(file)?);
    for number in 1.. {
        // An endless line must not be read to its end, so nothing is read after a line that is too
        // long.
        let limited = &mut (&mut input).take(LONGEST_ROW as u64 + 1);
        let expected = match read_line(limited, LONGEST_ROW).map_err(file)? {
            None => break,
            Some(BoundedLine::Text(text)) => {
                line(number, &text)?;
                continue;
            }
            Some(BoundedLine::TooLong(..)) => format!("at most {LONGEST_ROW} bytes, got more"),
            Some(BoundedLine::NotText(_)) => "UTF-8 text, got other bytes".to_owned(),
        };
        let text = format!("{shown}, line {number}: expected {expected}");
        return Err(LabError::Input(text).into());
    }
    Ok(())
}

/// Reads a size for clap.
fn size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 'K' | 'k')) => (&text[..at], 1 << 10),
        Some((at, 'M' | 'm')) => (&text[..at], 1 << 20),
        Some((at, 'G' | 'g')) => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(unit))
        .filter(|&size| size > 0)
        .ok_or_else(|| format!("expected a size such as 500K, 64M or 2G, got {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("1000"), Ok(1000));
        assert_eq!(size("2k"), Ok(2048));
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("3G"), Ok(3 << 30));
        for wrong in ["", "M", "0", "-1", "1T", "99999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
