//! Lines in, lines out.

use std::io::{BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Longer lines than this are refused.
const LONGEST: u64 = 1 << 20;

/// The lines that come in.
pub(super) struct Input<R> {
    reader: R,
    again: Option<String>,
}

impl<R: BufRead> Input<R> {
    pub(super) fn new(reader: R) -> Self {
        Input {
            reader,
            again: None,
        }
    }

    /// The next line without its end; an error for one that is too long; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Result<String, String>> {
        if let Some(line) = self.again.take() {
            return Some(Ok(line));
        }
        let mut bytes = Vec::new();
        let read = (&mut self.reader)
            .take(LONGEST)
            .read_until(b'\n', &mut bytes);
        match read {
            Err(_) | Ok(0) => return None,
            Ok(_) => {}
        }
        if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            self.skip_line();
            return Some(Err(format!(
                "expected at most {LONGEST} bytes a line, got more"
            )));
        }
        let text = String::from_utf8_lossy(&bytes);
        Some(Ok(text.trim_end_matches(['\n', '\r']).to_owned()))
    }

    fn skip_line(&mut self) {
        let mut rest = Vec::new();
        while let Ok(read) = (&mut self.reader)
            .take(LONGEST)
            .read_until(b'\n', &mut rest)
        {
            if read == 0 || rest.last() == Some(&b'\n') {
                return;
            }
            rest.clear();
        }
    }

    /// Makes [`Input::next`] give this line again.
    pub(super) fn put_back(&mut self, line: String) {
        self.again = Some(line);
    }
}

/// Where lines go out, from any thread, each at once and in one piece.
#[derive(Clone)]
pub(super) struct Output {
    writer: Arc<Mutex<Box<dyn Write + Send>>>,
    gone: Arc<AtomicBool>,
}

impl Output {
    pub(super) fn new(writer: impl Write + Send + 'static) -> Self {
        Output {
            writer: Arc::new(Mutex::new(Box::new(writer))),
            gone: Arc::default(),
        }
    }

    /// Writes a line, or several.
    pub(super) fn line(&self, text: &str) {
        let mut writer = match self.writer.lock() {
            Ok(writer) => writer,
            Err(poisoned) => poisoned.into_inner(),
        };
        let written = writeln!(writer, "{text}").and_then(|()| writer.flush());
        if written.is_err() {
            self.gone.store(true, Ordering::Relaxed);
        }
    }

    /// Whether nobody listens any more.
    pub(super) fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_any_way_and_long_ones_are_refused() {
        let long = "x".repeat(3 << 20);
        let text = format!("a\r\nb\n{long}\nc \u{e9}\nlast");
        let mut input = Input::new(text.as_bytes());
        assert_eq!(input.next(), Some(Ok("a".into())));
        input.put_back("again".into());
        assert_eq!(input.next(), Some(Ok("again".into())));
        assert_eq!(input.next(), Some(Ok("b".into())));
        assert!(input.next().unwrap().is_err());
        assert_eq!(input.next(), Some(Ok("c \u{e9}".into())));
        assert_eq!(input.next(), Some(Ok("last".into())));
        assert_eq!(input.next(), None);
        let mut bad = Input::new(&b"\xff\xfe ok\n"[..]);
        assert!(bad.next().unwrap().unwrap().ends_with(" ok"));
    }
}
