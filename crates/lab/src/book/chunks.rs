//! Large files of records, a part at a time: memory does not grow with the file.

use std::io::{self, BufRead, BufReader, Read};

/// Cuts a file into parts that hold whole games, where its format allows that; else it is one part.
pub struct RecordChunks<R> {
    input: BufReader<R>,
    format: &'static str,
    /// A line that was read but belongs to the next part.
    ahead: Vec<u8>,
    line: usize,
    most: u64,
    read: u64,
    size: usize,
}

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chunk {
    pub(crate) bytes: Vec<u8>,
    /// Lines before it.
    pub(crate) lines: usize,
}

/// How large a part becomes before it ends with the game that is being read.
const USUAL_SIZE: usize = 1 << 18;

impl<R: Read> RecordChunks<R> {
    /// The parts of a file in a format. A file, or a part without an end, that is longer than `most` is refused.
    pub fn new(input: R, format: &'static str, most: u64) -> Self {
        RecordChunks {
            input: BufReader::with_capacity(1 << 16, input),
            format,
            ahead: Vec::new(),
            line: 0,
            most,
            read: 0,
            size: USUAL_SIZE,
        }
    }

    fn next_line(&mut self, line: &mut Vec<u8>) -> io::Result<bool> {
        line.clear();
        let left = self.most.saturating_sub(self.read).saturating_add(1);
        let got = (&mut self.input).take(left).read_until(b'\n', line)?;
        self.read += got as u64;
        Ok(got > 0)
    }

    /// The next part with the number of lines before it; `None` at the end.
    pub fn next_part(&mut self) -> io::Result<Option<(Vec<u8>, usize)>> {
        Ok(self.next_chunk()?.map(|chunk| (chunk.bytes, chunk.lines)))
    }

    pub(crate) fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        let lines = self.line;
        let mut bytes = std::mem::take(&mut self.ahead);
        let mut has_moves = false;
        let mut in_comment = false;
        self.line += usize::from(!bytes.is_empty());
        let mut line = Vec::new();
        // Only a part has to be short; a whole file may be cut nowhere.
        while self.next_line(&mut line)? {
            let is_end = bytes.len() >= self.size
                && match self.format {
                    "pgn" => line.first() == Some(&b'[') && has_moves && !in_comment,
                    "json" => line.first() == Some(&b'{'),
                    "native" => true,
                    _ => false,
                };
            if is_end {
                self.ahead = line;
                // What one part held does not count against the next.
                self.read = self.ahead.len() as u64;
                return Ok(Some(Chunk { bytes, lines }));
            }
            if self.format == "pgn" {
                let is_tag = !in_comment && line.first() == Some(&b'[');
                has_moves = !is_tag && (has_moves || !line.trim_ascii().is_empty());
                for byte in &line {
                    match byte {
                        b'{' => in_comment = true,
                        b'}' => in_comment = false,
                        _ => {}
                    }
                }
            }
            bytes.append(&mut line);
            self.line += 1;
            if bytes.len() as u64 > self.most {
                let most = self.most;
                return Err(io::Error::new(
                    io::ErrorKind::FileTooLarge,
                    format!(
                        "expected at most {most} bytes, got more (--max-input raises the limit)"
                    ),
                ));
            }
        }
        let is_empty = bytes.is_empty() && (lines > 0 || self.line > 0);
        Ok(match bytes.is_empty() || is_empty {
            true => None,
            false => Some(Chunk { bytes, lines }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(format: &'static str, text: &str, size: usize) -> Vec<(String, usize)> {
        let mut chunks = RecordChunks::new(text.as_bytes(), format, 1000);
        chunks.size = size;
        let mut parts = Vec::new();
        while let Some(chunk) = chunks.next_chunk().unwrap() {
            parts.push((String::from_utf8(chunk.bytes).unwrap(), chunk.lines));
        }
        parts
    }

    #[test]
    fn parts_end_between_games() {
        let game = "[Event \"a\"]\n[Result \"*\"]\n\n1. a b {x\n[not a tag]} 2. c\n\n";
        let found = parts("pgn", &game.repeat(3), 1);
        assert_eq!(
            found,
            [
                (game.to_owned(), 0),
                (game.to_owned(), 6),
                (game.to_owned(), 12)
            ]
        );
        assert_eq!(parts("pgn", &game.repeat(3), 100).len(), 2);
        assert_eq!(parts("native", "a\nb\nc", 1).len(), 3);
        assert_eq!(
            parts("json", "{\n \"a\": {\n}\n}\n{}\n", 1)[1],
            ("{}\n".to_owned(), 4)
        );
        assert_eq!(
            parts("sgf", "(;\n)\n(;\n)", 1),
            [("(;\n)\n(;\n)".to_owned(), 0)]
        );
        assert!(parts("pgn", "", 1).is_empty());
    }

    #[test]
    fn what_has_no_end_is_refused() {
        let mut chunks = RecordChunks::new(io::repeat(b'x'), "pgn", 1000);
        assert!(chunks.next_chunk().is_err());
        let mut chunks = RecordChunks::new(io::repeat(b'\n'), "native", 1000);
        chunks.size = 2000;
        assert!(chunks.next_chunk().is_err());
    }
}
