//! Positions from stdin, one per line, each answered by one JSON object in the same order.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use serde::Serialize;
use yomikiri_lab::{Exit, LabError};

use crate::output::CliError;

/// No position is nearly this long.
pub(crate) const LONGEST_LINE: usize = 4096;

/// A line of input, truncated if it is too long.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BoundedLine {
    Text(String),
    /// The start of the line, and its full length in bytes.
    TooLong(String, u64),
    NotText(String),
}

/// Reads a line of any length in bounded memory; `None` at the end of the input.
pub(crate) fn read_line(
    input: &mut impl BufRead,
    longest: usize,
) -> io::Result<Option<BoundedLine>> {
    let mut kept = Vec::new();
    let mut length = 0;
    let mut ended = false;
    while !ended {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            if length == 0 {
                return Ok(None);
            }
            break;
        }
        let newline = chunk.iter().position(|&byte| byte == b'\n');
        ended = newline.is_some();
        let part = &chunk[..newline.unwrap_or(chunk.len())];
        let room = (longest + 1).saturating_sub(kept.len());
        kept.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(ended);
        length += used as u64;
        input.consume(used);
    }
    if kept.last() == Some(&b'\r') {
        kept.pop();
    }
    let beginning = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let mut shown: String = text.chars().take(60).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        shown
    };
    Ok(Some(if kept.len() > longest {
        BoundedLine::TooLong(beginning(&kept), length)
    } else {
        match String::from_utf8(kept) {
            Ok(text) => BoundedLine::Text(text),
            Err(error) => BoundedLine::NotText(beginning(error.as_bytes())),
        }
    }))
}

#[derive(Serialize)]
struct BadLine {
    position: String,
    error: String,
}

/// Answers every line of stdin. Bad lines get an error object; the exit code is then 3, or 5 if
/// only tables were missing.
pub(crate) fn answer_lines<T: Serialize>(
    mut answer: impl FnMut(&str) -> Result<T, LabError>,
) -> Result<ExitCode, CliError> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut exit = None;
    loop {
        let line =
            read_line(&mut input, LONGEST_LINE).map_err(|error| CliError::file("stdin", error))?;
        let (position, answered) = match line {
            None => break,
            Some(BoundedLine::Text(text)) => {
                let answered = answer(&text);
                (text, answered)
            }
            Some(BoundedLine::TooLong(beginning, length)) => {
                let error = format!(
                    "expected a position of at most {LONGEST_LINE} bytes, got a line of {length}"
                );
                (beginning, Err(LabError::Input(error)))
            }
            Some(BoundedLine::NotText(beginning)) => {
                let error = "expected UTF-8 text, got other bytes".to_owned();
                (beginning, Err(LabError::Input(error)))
            }
        };
        let text = match answered {
            Ok(answer) => serde_json::to_string(&answer),
            Err(error) => {
                // A malformed line takes precedence over a missing table.
                if exit != Some(Exit::Input) {
                    exit = Some(match error.exit() {
                        Exit::Table => Exit::Table,
                        _ => Exit::Input,
                    });
                }
                let error = error.to_string();
                serde_json::to_string(&BadLine { position, error })
            }
        };
        writeln!(out, "{}", text.map_err(io::Error::from)?)?;
        // A program on the other end may wait for this answer before it sends the next line.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(exit.map_or(ExitCode::SUCCESS, |exit| ExitCode::from(exit as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_bounded_memory() {
        let long = "x".repeat(10_000_000);
        let text = format!("one\r\n\n{long}\n\u{3042}\nlast");
        let mut input = BufReader::new(text.as_bytes());
        let mut next = || read_line(&mut input, LONGEST_LINE).unwrap();
        assert_eq!(next(), Some(BoundedLine::Text("one".into())));
        assert_eq!(next(), Some(BoundedLine::Text(String::new())));
        let shown = format!("{}…", "x".repeat(60));
        assert_eq!(next(), Some(BoundedLine::TooLong(shown, 10_000_001)));
        assert_eq!(next(), Some(BoundedLine::Text("あ".into())));
        assert_eq!(next(), Some(BoundedLine::Text("last".into())));
        assert_eq!(next(), None);
        let mut bytes: &[u8] = b"a\xff\n";
        let read = read_line(&mut bytes, LONGEST_LINE).unwrap();
        assert_eq!(read, Some(BoundedLine::NotText("a\u{fffd}".into())));
    }
}
