//! XQF, the files of 象棋演播室 (XQStudio): read only.
//!
//! A header of 1024 bytes has names in GB18030 and the points of the 32 pieces. Then comes a tree
//! of moves, each node followed by its first continuation. Since version 11 the numbers are shifted
//! by keys computed from bytes of the header. The layout follows XQF.TXT, published by xqbase.com
//! and used by several free programs.

use encoding_rs::GB18030;

use yomikiri_game_api::Side;

use crate::error::RecordError;
use crate::parsed::{ParsedRecord, Spanned, TextPlace, Written};
use crate::record::{one_line, some_lines};
use crate::tree::{Node, NodeId};

const HEAD: usize = 1024;
/// The pieces in the order of the header: Red's, then Black's.
const MEN: &[u8; 16] = b"RNBAKABNRCCPPPPP";
/// The stream that shifts the tree, before the keys.
const STREAM: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The shifts of a file; all 0 up to version 10.
struct Keys {
    pieces: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl Keys {
    fn new(head: &[u8]) -> Keys {
        if head[2] <= 10 {
            return Keys {
                pieces: 0,
                from: 0,
                to: 0,
                comment: 0,
                stream: [0; 32],
            };
        }
        let [mask, sum, pieces, from, to] = [3, 12, 13, 14, 15].map(|at| head[at]);
        let factor = |key: u8| key.wrapping_mul(key).wrapping_mul(54).wrapping_add(221);
        let pieces_key = factor(pieces).wrapping_mul(pieces);
        let from_key = factor(from).wrapping_mul(pieces_key);
        let bytes = [sum, pieces, from, to];
        Keys {
            pieces: pieces_key,
            from: from_key,
            to: factor(to).wrapping_mul(from_key),
            comment: (u32::from(sum) * 256 + u32::from(pieces)) % 32000 + 767,
            stream: std::array::from_fn(|i| STREAM[i] & (bytes[i % 4] & mask | head[8 + i % 4])),
        }
    }
}

/// Reads a file with all its variations.
pub(crate) fn parse_record(bytes: &[u8]) -> Result<ParsedRecord, RecordError> {
    let wrong = |expected: &str, got: &str| Err(RecordError::form(1, expected, got));
    if bytes.get(..2) != Some(b"XQ") {
        return wrong("an XQF file, which starts with XQ", "something else");
    }
    let Some(head) = bytes.get(..HEAD) else {
        let got = format!("{} bytes", bytes.len());
        return wrong("a head of 1024 bytes", &got);
    };
    let keys = Keys::new(head);
    let board = pieces(head, &keys);
    let mut tree = Reader {
        bytes,
        at: HEAD,
        version: head[2],
        keys: &keys,
    };
    let text = |at: usize, longest: usize| {
        let length = usize::from(head[at]).min(longest);
        one_line(&GB18030.decode(&head[at + 1..at + 1 + length]).0)
    };
    let mut parsed = ParsedRecord {
        players: [text(0x130, 15), text(0x140, 15)],
        date: text(0x110, 15),
        ..ParsedRecord::default()
    };
    let tags = [
        ("title", 0x50, 63),
        ("event", 0xD0, 63),
        ("site", 0x120, 15),
        ("annotator", 0x1D0, 15),
    ];
    for (name, at, longest) in tags {
        if let Some(value) = text(at, longest) {
            parsed.tags.insert(name.to_owned(), value);
        }
    }
    // The root is the start position; its squares mean nothing.
    let root = tree.node()?;
    parsed.last_mut().comment = root.comment;
    let mut first_mover = None;
    // The node that the next move follows, and the nodes that alternatives are still to come for.
    let mut parent = root.goes_on.then_some(NodeId::ROOT);
    let mut to_come = Vec::new();
    while let Some(before) = parent {
        let node = tree.node()?;
        let (Some(from), Some(to)) = (square(node.from), square(node.to)) else {
            let got = format!("{} and {}", node.from, node.to);
            let error = RecordError::form(1, "points from 0 to 89", &got);
            return Err(error.at_ply(parsed.tree.depth(before) + 1));
        };
        first_mover.get_or_insert(board[from]);
        let mv = Node {
            comment: node.comment,
            ..Node::of_move(name(from) + &name(to))
        };
        let id = parsed.add(before, TextPlace::default(), mv)?;
        if node.has_alternative {
            to_come.push(before);
        }
        parent = match node.goes_on {
            true => Some(id),
            false => to_come.pop(),
        };
    }
    let black_begins = match first_mover {
        Some(piece) if piece != b'.' => piece.is_ascii_lowercase(),
        _ => head[0x32] == 1,
    };
    parsed.start = Some(Spanned {
        line: 1,
        value: fen(&board, black_begins),
    });
    let scored = |winner: Option<Side>| {
        Written::Scored(Spanned {
            line: 1,
            value: (winner, None),
        })
    };
    parsed.ending = match head[0x33] {
        1 => scored(Some(Side::First)),
        2 => scored(Some(Side::Second)),
        3 => scored(None),
        _ => Written::Nothing,
    };
    Ok(parsed)
}

/// The board, ranks from Red's home; `.` is empty.
type Board = [u8; 90];

fn pieces(head: &[u8], keys: &Keys) -> Board {
    let mut board = [b'.'; 90];
    for i in 0..32 {
        // From version 12 on, the list is also rotated.
        let shift = if head[2] >= 12 {
            usize::from(keys.pieces) + 1
        } else {
            0
        };
        let number = (i + shift) % 32;
        if let Some(square) = square(head[0x10 + i].wrapping_sub(keys.pieces)) {
            let piece = MEN[number % 16];
            board[square] = if number < 16 {
                piece
            } else {
                piece.to_ascii_lowercase()
            };
        }
    }
    board
}

/// A point of a file, ten times the file plus the rank, as an index of the board.
fn square(number: u8) -> Option<usize> {
    let (file, rank) = (usize::from(number / 10), usize::from(number % 10));
    (number < 90).then_some(rank * 9 + file)
}

fn name(square: usize) -> String {
    let file = char::from(b'a' + (square % 9) as u8);
    format!("{file}{}", square / 9)
}

fn fen(board: &Board, black_begins: bool) -> String {
    let rank = |row: &[u8]| {
        let mut text = String::new();
        let mut empty = 0;
        for &piece in row {
            if piece == b'.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(char::from(piece));
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    let ranks: Vec<String> = board.chunks(9).rev().map(rank).collect();
    let side = if black_begins { 'b' } else { 'w' };
    format!("{} {side} - - 0 1", ranks.join("/"))
}

/// One move as stored in the file.
struct Stored {
    from: u8,
    to: u8,
    goes_on: bool,
    /// Whether another move to play instead comes after all continuations of this one.
    has_alternative: bool,
    comment: Option<String>,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    version: u8,
    keys: &'a Keys,
}

impl Reader<'_> {
    fn take(&mut self, count: usize) -> Result<Vec<u8>, RecordError> {
        let Some(taken) = self
            .at
            .checked_add(count)
            .and_then(|end| self.bytes.get(self.at..end))
        else {
            let expected = format!("{count} bytes at {}", self.at);
            return Err(RecordError::form(1, expected, "the end of the file"));
        };
        let from = self.at;
        self.at += count;
        let plain = |(i, byte): (usize, &u8)| byte.wrapping_sub(self.keys.stream[(from + i) % 32]);
        Ok(taken.iter().enumerate().map(plain).collect())
    }

    fn node(&mut self) -> Result<Stored, RecordError> {
        let node = self.take(4)?;
        let is_old = self.version <= 10;
        let (goes_on, has_alternative, has_comment) = match is_old {
            true => (node[2] & 0xF0 != 0, node[2] & 0x0F != 0, true),
            false => (
                node[2] & 0x80 != 0,
                node[2] & 0x40 != 0,
                node[2] & 0x20 != 0,
            ),
        };
        let mut comment = None;
        if has_comment {
            let length = self.take(4)?;
            let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
            let length = length.wrapping_sub(self.keys.comment) as i32;
            if length > 0 {
                let text = self.take(length as usize)?;
                comment = some_lines(GB18030.decode(&text).0.trim());
            }
        }
        Ok(Stored {
            from: node[0].wrapping_sub(0x18).wrapping_sub(self.keys.from),
            to: node[1].wrapping_sub(0x20).wrapping_sub(self.keys.to),
            goes_on,
            has_alternative,
            comment,
        })
    }
}
