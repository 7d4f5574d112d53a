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

/// Lines that are answered at a time: what one read of a pipe brings is fewer.
const BATCH: usize = 4096;
/// Fewer lines are not worth starting threads for.
const WORTH_THREADS: usize = 16;

/// Answers every line of stdin. Bad lines get an error object; the exit code is then 3, or 5 if
/// only tables were missing.
pub(crate) fn answer_lines<T: Serialize>(
    mut answer: impl FnMut(&str) -> Result<T, LabError>,
) -> Result<ExitCode, CliError> {
    let input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let answer_all = |lines: &[BoundedLine]| {
        let each = lines.iter().map(|line| answer_to(line, &mut answer));
        each.collect()
    };
    answer_batches(input, io::stdout().lock(), 1, answer_all)
}

/// The same on all cores: the lines that have arrived together are shared among them. The answers
/// are in the order of the lines.
pub(crate) fn answer_lines_on_all_cores<T: Serialize + Send>(
    answer: impl Fn(&str) -> Result<T, LabError> + Sync,
) -> Result<ExitCode, CliError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let input = BufReader::with_capacity(1 << 20, io::stdin().lock());
    let answer_all = |lines: &[BoundedLine]| share(lines, threads, &answer);
    answer_batches(input, io::stdout().lock(), BATCH, answer_all)
}

/// Answers lines on several threads, in their order.
fn share<T: Send>(
    lines: &[BoundedLine],
    threads: usize,
    answer: &(impl Fn(&str) -> Result<T, LabError> + Sync),
) -> Vec<Result<T, LabError>> {
    let each = |lines: &[BoundedLine]| -> Vec<_> {
        let each = lines.iter().map(|line| answer_to(line, answer));
        each.collect()
    };
    if threads <= 1 || lines.len() < WORTH_THREADS {
        return each(lines);
    }
    std::thread::scope(|scope| {
        let parts = lines.chunks(lines.len().div_ceil(threads));
        let workers: Vec<_> = parts.map(|part| scope.spawn(move || each(part))).collect();
        let answers = workers.into_iter().flat_map(|worker| match worker.join() {
            Ok(answers) => answers,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        answers.collect()
    })
}

/// The answer to a line, or what is wrong with it.
fn answer_to<T>(
    line: &BoundedLine,
    mut answer: impl FnMut(&str) -> Result<T, LabError>,
) -> Result<T, LabError> {
    match line {
        BoundedLine::Text(text) => answer(text),
        BoundedLine::TooLong(_, length) => Err(LabError::Input(format!(
            "expected a position of at most {LONGEST_LINE} bytes, got a line of {length}"
        ))),
        BoundedLine::NotText(_) => Err(LabError::Input(
            "expected UTF-8 text, got other bytes".to_owned(),
        )),
    }
}

/// Reads lines, at most so many at a time and only those that have arrived, and writes their answers.
fn answer_batches<T: Serialize>(
    mut input: BufReader<impl io::Read>,
    output: impl Write,
    most: usize,
    mut answer_all: impl FnMut(&[BoundedLine]) -> Vec<Result<T, LabError>>,
) -> Result<ExitCode, CliError> {
    let mut out = BufWriter::new(output);
    let mut exit = None;
    let mut lines = Vec::new();
    loop {
        lines.clear();
        // A program on the other end may wait for an answer before it sends the next line.
        while lines.is_empty() || lines.len() < most && input.buffer().contains(&b'\n') {
            let line = read_line(&mut input, LONGEST_LINE)
                .map_err(|error| CliError::file("stdin", error))?;
            match line {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        if lines.is_empty() {
            break;
        }
        for (line, answered) in lines.iter().zip(answer_all(&lines)) {
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
                    let (BoundedLine::Text(position)
                    | BoundedLine::TooLong(position, _)
                    | BoundedLine::NotText(position)) = line;
                    let (position, error) = (position.clone(), error.to_string());
                    serde_json::to_string(&BadLine { position, error })
                }
            };
            writeln!(out, "{}", text.map_err(io::Error::from)?)?;
        }
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

    #[test]
    fn answers_of_all_cores_are_in_the_order_of_the_lines() {
        let count = 3 * BATCH + 5;
        let text: String = (0..count).map(|n| format!("{n}\n")).collect();
        let answer = |line: &str| match line.parse::<u64>() {
            Ok(n) if n % 1000 != 7 => Ok(n * n),
            _ => Err(LabError::Input("seven".to_owned())),
        };
        let written = |threads: usize, most: usize| {
            let mut out = Vec::new();
            let input = BufReader::with_capacity(1 << 12, text.as_bytes());
            let all = |lines: &[BoundedLine]| share(lines, threads, &answer);
            let exit = answer_batches(input, &mut out, most, all).unwrap();
            (String::from_utf8(out).unwrap(), format!("{exit:?}"))
        };
        let alone = written(1, 1);
        assert_eq!(alone.0.lines().count(), count);
        let error = r#"{"position":"1007","error":"seven"}"#;
        assert_eq!(alone.0.lines().nth(1007), Some(error));
        assert_eq!(alone.0.lines().nth(12), Some("144"));
        for (threads, most) in [(2, BATCH), (3, 100), (7, 17)] {
            assert_eq!(written(threads, most), alone, "{threads} {most}");
        }
    }
}
