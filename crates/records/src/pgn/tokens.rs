//! PGN tokens.

use crate::error::RecordError;

/// A token of a PGN text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Tag(String, String),
    Comment(String),
    Open,
    Close,
    Mark(u8),
    Word(String),
}

/// Reads tokens with their lines.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    pub(super) line: usize,
    /// Whether only white space precedes on this line.
    at_margin: bool,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Tokens {
            rest: text,
            line: 1,
            at_margin: true,
        }
    }

    /// Takes this many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    /// The next token and its line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token)>, RecordError> {
        loop {
            let Some(letter) = self.rest.chars().next() else {
                return Ok(None);
            };
            let margin = std::mem::replace(&mut self.at_margin, letter == '\n');
            let line = self.line;
            if letter.is_whitespace() {
                self.at_margin |= margin && letter != '\n';
                self.take(letter.len_utf8());
                continue;
            }
            // Searched only if needed: lines may be as long as the text.
            let rest = self.rest;
            let end_of_line = || rest.find('\n').unwrap_or(rest.len());
            let token = match letter {
                '%' if margin => {
                    self.take(end_of_line());
                    continue;
                }
                ';' => Token::Comment(self.take(end_of_line())[1..].trim().to_owned()),
                '{' => self.comment(line)?,
                '[' if margin => self.tag(line, end_of_line())?,
                '(' => {
                    self.take(1);
                    Token::Open
                }
                ')' => {
                    self.take(1);
                    Token::Close
                }
                '$' => self.mark(line)?,
                _ => {
                    let ends = |letter: char| letter.is_whitespace() || "(){};$".contains(letter);
                    let end = self.rest.find(ends).unwrap_or(self.rest.len());
                    // A single character that would end a word elsewhere.
                    Token::Word(self.take(end.max(letter.len_utf8())).to_owned())
                }
            };
            return Ok(Some((line, token)));
        }
    }

    fn comment(&mut self, line: usize) -> Result<Token, RecordError> {
        let Some(end) = self.rest.find('}') else {
            return Err(RecordError::form(line, "} after a comment", ""));
        };
        let text = self.take(end + 1);
        Ok(Token::Comment(text[1..end].trim().to_owned()))
    }

    fn mark(&mut self, line: usize) -> Result<Token, RecordError> {
        let digits = self.rest[1..]
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count();
        let text = self.take(digits + 1);
        let number = text[1..].parse();
        number
            .map(Token::Mark)
            .map_err(|_| RecordError::form(line, "a mark from $0 to $255", text))
    }

    /// `[Name "value"]`, with `\"` and `\\` in the value.
    fn tag(&mut self, line: usize, end: usize) -> Result<Token, RecordError> {
        let text = self.take(end).trim();
        let wrong = || RecordError::form(line, "a tag such as [White \"name\"]", text);
        let inner = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        let (name, quoted) = inner
            .and_then(|inner| inner.trim().split_once(char::is_whitespace))
            .ok_or_else(wrong)?;
        let quoted = quoted
            .trim()
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        let mut value = String::new();
        let mut letters = quoted.ok_or_else(wrong)?.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => value.push(letters.next().ok_or_else(wrong)?),
                '"' => return Err(wrong()),
                other => value.push(other),
            }
        }
        Ok(Token::Tag(name.to_owned(), value))
    }
}
