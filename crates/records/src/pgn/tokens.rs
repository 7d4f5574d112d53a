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

    /// Takes the text between a result and the next game, where it is neither tags nor moves: rows of
    /// `=`, addresses and advertisements stand there in most published files. `is_move` says whether
    /// a word is a first move.
    pub(super) fn footer(&mut self, is_move: &dyn Fn(&str) -> bool) -> &'a str {
        if begins_with_move(self.rest, is_move) {
            return "";
        }
        self.up_to_tags().trim()
    }

    /// Takes everything up to the next line with a tag.
    pub(super) fn up_to_tags(&mut self) -> &'a str {
        let mut end = 0;
        for (number, line) in self.rest.split_inclusive('\n').enumerate() {
            // The first line may have begun before.
            let is_whole = number > 0 || self.at_margin;
            if is_whole && is_tag_line(line) {
                break;
            }
            end += line.len();
        }
        self.at_margin = true;
        self.take(end)
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

/// Whether a line begins like `[Name "`.
fn is_tag_line(line: &str) -> bool {
    let Some(inner) = line.trim_start().strip_prefix('[') else {
        return false;
    };
    let name = inner.trim_start();
    let rest =
        name.trim_start_matches(|letter: char| letter.is_ascii_alphanumeric() || letter == '_');
    rest.len() < name.len() && rest.starts_with(char::is_whitespace)
}

/// Whether a text without tags begins with a game: a result, or a move with or without its number,
/// perhaps after comments.
fn begins_with_move(mut text: &str, is_move: &dyn Fn(&str) -> bool) -> bool {
    loop {
        text = text.trim_start();
        let skipped = match text.as_bytes().first() {
            Some(b'{') => text.find('}').map(|end| end + 1),
            Some(b';' | b'%') => text.find('\n'),
            _ => break,
        };
        match skipped {
            Some(end) => text = &text[end..],
            None => return false,
        }
    }
    let ends = |letter: char| letter.is_whitespace() || "(){};$".contains(letter);
    let word = &text[..text.find(ends).unwrap_or(text.len())];
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "*") {
        return true;
    }
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = after.trim_start_matches(['.', '…']);
    let is_numbered = after.len() < word.len() && rest.len() < after.len();
    // A date has digits behind its first dot.
    is_numbered && !rest.starts_with(|letter: char| letter.is_ascii_digit())
        || is_move(word.trim_end_matches(['!', '?']))
}
