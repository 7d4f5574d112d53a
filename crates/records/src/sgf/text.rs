//! The text of SGF as trees of properties. Nothing is known of what they mean.

use crate::error::{Fault, RecordError};
use crate::parsed::{MAX_NODES, MAX_PLIES, TextPlace};
use crate::tree::{Node, NodeId, Property, Tree};

/// A game tree as written: every property of every node, its values still escaped.
pub(crate) struct TextTree {
    pub(crate) tree: Tree,
    /// Where the nodes stand, by their numbers.
    pub(crate) places: Vec<TextPlace>,
    /// The number of the root among the nodes of the whole text, from 1.
    pub(crate) first_node: usize,
}

/// Reads all games of a text, one after the other.
pub(crate) fn parse_trees(
    text: &str,
    sink: &mut dyn FnMut(TextTree) -> Result<(), RecordError>,
) -> Result<(), RecordError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_to_first_game()?;
    let mut nodes = 0;
    while cursor.skip_space().is_some() {
        let read = parse_tree(&mut cursor, nodes + 1)?;
        nodes += read.tree.len() + 1;
        sink(read)?;
    }
    Ok(())
}

/// Reads a game tree. `(` remembers the node before it, `)` returns to it, so that no depth needs a
/// stack of calls.
fn parse_tree(cursor: &mut Cursor<'_>, first_node: usize) -> Result<TextTree, RecordError> {
    let mut read = TextTree {
        tree: Tree::default(),
        places: Vec::new(),
        first_node,
    };
    // The last node of the line that is being read; `None` before the root.
    let mut last: Option<NodeId> = None;
    // The nodes before the open parentheses.
    let mut open: Vec<Option<NodeId>> = Vec::new();
    let mut before = Sign::Nothing;
    loop {
        let sign = cursor.skip_space();
        let place = cursor.place;
        let node = first_node + read.places.len().saturating_sub(1);
        let wrong = |expected: &str, cursor: &Cursor<'_>| {
            let error = RecordError::new(Fault::Form, None, expected, cursor.shown());
            let error = error.at(place);
            RecordError {
                node: (!read.places.is_empty()).then_some(node),
                ..error
            }
        };
        match (sign, before) {
            (Some(b'('), Sign::Nothing | Sign::Node | Sign::Close) => {
                open.push(last);
                before = Sign::Open;
            }
            (Some(b';'), Sign::Open | Sign::Node) => {
                let too_long = |most: usize, what: &str, cursor: &Cursor<'_>| RecordError {
                    fault: Fault::TooLong,
                    ..wrong(&format!("at most {most} {what}"), cursor)
                };
                if last.is_some_and(|last| read.tree.depth(last) == MAX_PLIES) {
                    return Err(too_long(MAX_PLIES, "nodes in a line", cursor));
                }
                if read.places.len() > MAX_NODES {
                    return Err(too_long(MAX_NODES, "nodes in a game", cursor));
                }
                cursor.step();
                let number = first_node + read.places.len();
                let properties = parse_node(cursor, number)?;
                let node = Node {
                    properties,
                    ..Node::default()
                };
                last = Some(match last {
                    None => {
                        read.tree = Tree::with_root(node);
                        NodeId::ROOT
                    }
                    Some(last) => read.tree.add(last, node),
                });
                read.places.push(place);
                before = Sign::Node;
                continue;
            }
            (Some(b')'), Sign::Node | Sign::Close) => {
                last = open.pop().flatten();
                before = Sign::Close;
            }
            (_, Sign::Nothing) => return Err(wrong("( where a game begins", cursor)),
            (_, Sign::Open) => return Err(wrong("; after (", cursor)),
            (_, Sign::Node) => return Err(wrong("a property, ; ( or )", cursor)),
            (_, Sign::Close) => return Err(wrong("( or ) after a variation", cursor)),
        }
        cursor.step();
        if open.is_empty() {
            return Ok(read);
        }
    }
}

/// The sign before the present one.
#[derive(Copy, Clone)]
enum Sign {
    Nothing,
    Open,
    /// A node with its properties.
    Node,
    Close,
}

/// Reads the properties after a `;`.
fn parse_node(cursor: &mut Cursor<'_>, node: usize) -> Result<Vec<Property>, RecordError> {
    /// No property has such a long name.
    const LONGEST: usize = 64;
    let mut properties = Vec::new();
    while let Some(letter) = cursor.skip_space()
        && letter.is_ascii_alphabetic()
    {
        let place = cursor.place;
        let wrong = |expected: &str, cursor: &Cursor<'_>| RecordError {
            node: Some(node),
            ..RecordError::new(Fault::Form, None, expected, cursor.shown()).at(place)
        };
        // Old files have small letters between the capital ones: `Black` is `B`.
        let mut name = String::new();
        while let Some(letter) = cursor.peek().filter(u8::is_ascii_alphanumeric) {
            if name.len() == LONGEST {
                return Err(wrong("the name of a property", cursor));
            }
            if !letter.is_ascii_lowercase() {
                name.push(char::from(letter));
            }
            cursor.step();
        }
        if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Err(wrong("the name of a property in capital letters", cursor));
        }
        let mut values = Vec::new();
        while cursor.skip_space() == Some(b'[') {
            let begun = cursor.place;
            match cursor.value() {
                Some(value) => values.push(value),
                None => {
                    let expected = format!("] after a value of {name}");
                    let error = RecordError::new(Fault::Form, None, expected, "");
                    return Err(RecordError {
                        node: Some(node),
                        ..error.at(begun)
                    });
                }
            }
        }
        if values.is_empty() {
            return Err(wrong(&format!("[ after {name}"), cursor));
        }
        properties.push(Property { name, values });
    }
    Ok(properties)
}

/// A place in the text. Every byte is passed once.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    place: TextPlace,
}

impl<'a> Cursor<'a> {
    fn new(text: &'a str) -> Self {
        let place = TextPlace { line: 1, column: 1 };
        Cursor { text, at: 0, place }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn step(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        if byte == b'\n' {
            self.place.line = self.place.line.saturating_add(1);
            self.place.column = 1;
        } else if self.peek().is_none_or(|next| next & 0xC0 != 0x80) {
            // The last byte of a character.
            self.place.column = self.place.column.saturating_add(1);
        }
        Some(byte)
    }

    /// Passes white space and control characters; returns what follows.
    fn skip_space(&mut self) -> Option<u8> {
        while let Some(byte) = self.peek() {
            if !byte.is_ascii_whitespace() && !byte.is_ascii_control() {
                return Some(byte);
            }
            self.step();
        }
        None
    }

    /// Passes whatever stands before the first game: FF[4] allows any text there, such as the head
    /// of a letter.
    fn skip_to_first_game(&mut self) -> Result<(), RecordError> {
        self.skip_space();
        let mut open = None;
        let mut found = None;
        for (at, byte) in self.text.bytes().enumerate().skip(self.at) {
            match byte {
                b'(' => open = Some(at),
                b';' if open.is_some() => {
                    found = open;
                    break;
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => open = None,
            }
        }
        let Some(end) = found else {
            let error = RecordError::new(Fault::Form, None, "(; where a game begins", self.shown());
            return Err(error.at(self.place));
        };
        while self.at < end {
            self.step();
        }
        Ok(())
    }

    /// Reads `[value]`, still escaped, with its line breaks as `\n`; `None` if it never ends.
    fn value(&mut self) -> Option<String> {
        self.step();
        let from = self.at;
        let mut value = String::new();
        let mut copied = from;
        loop {
            match self.peek()? {
                b']' => break,
                b'\\' => {
                    self.step();
                    // A whole character, or the first byte of a line break.
                    let next = self.peek()?;
                    if next != b'\r' && next != b'\n' {
                        self.step();
                    }
                }
                first @ (b'\r' | b'\n') => {
                    value.push_str(&self.text[copied..self.at]);
                    value.push('\n');
                    self.step();
                    // CR LF and LF CR are one line break.
                    let other = if first == b'\r' { b'\n' } else { b'\r' };
                    if self.peek() == Some(other) {
                        self.step();
                    }
                    copied = self.at;
                }
                _ => {
                    self.step();
                }
            }
        }
        value.push_str(&self.text[copied..self.at]);
        self.step();
        Some(value)
    }

    /// What stands here, for messages.
    fn shown(&self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.char_indices().nth(12).map_or(rest.len(), |(at, _)| at);
        rest[..end].trim_end()
    }
}

/// Writes a game tree: the root on lines of its own, then nodes in lines of some eighty characters.
pub(crate) fn write_tree(tree: &Tree, text: &mut String) {
    const WIDTH: usize = 78;
    /// What is still to be written.
    enum Step {
        Close,
        Node(NodeId),
        Variation(NodeId),
    }
    let mut to_do = vec![Step::Close, Step::Node(NodeId::ROOT)];
    let mut column = 1;
    text.push('(');
    while let Some(step) = to_do.pop() {
        let id = match step {
            Step::Close => {
                text.push(')');
                column += 1;
                continue;
            }
            Step::Variation(id) => {
                text.push_str("\n(");
                column = 1;
                id
            }
            Step::Node(id) => id,
        };
        let from = text.len();
        text.push(';');
        for Property { name, values } in &tree.node(id).properties {
            text.push_str(name);
            for value in values {
                text.push('[');
                push_closed(value, text);
                text.push(']');
            }
        }
        let written = &text[from..];
        let breaks = written.contains('\n');
        let length = written.len();
        if id == NodeId::ROOT {
            text.push('\n');
            column = 0;
        } else if breaks {
            column = WIDTH;
        } else if column > 1 && column + length > WIDTH {
            text.insert(from, '\n');
            column = length;
        } else {
            column += length;
        }
        let mut children = tree.children(id);
        match (children.next(), children.next()) {
            (None, _) => {}
            (Some(only), None) => to_do.push(Step::Node(only)),
            _ => {
                let from = to_do.len();
                for child in tree.children(id) {
                    to_do.push(Step::Variation(child));
                    to_do.push(Step::Close);
                }
                to_do[from..].reverse();
            }
        }
    }
    text.push('\n');
}

/// An escaped value. One that does not come from a text may lack an escape, which is added.
fn push_closed(value: &str, text: &mut String) {
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => {
                text.push('\\');
                text.push(letters.next().unwrap_or('\\'));
            }
            ']' => text.push_str("\\]"),
            '\r' => text.push('\n'),
            other => text.push(other),
        }
    }
}

/// The meaning of an escaped value as text of one line or several: escaped line breaks are nothing,
/// other white space is a space.
pub(crate) fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('\n') | None => {}
                Some(other) => text.push(other),
            },
            other => text.push(other),
        }
    }
    text
}

/// A text as an escaped value.
pub(crate) fn escape(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == ']' || letter == '\\' {
            value.push('\\');
        }
        value.push(letter);
    }
    value
}
