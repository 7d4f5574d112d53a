//! A record as written, before its meaning is checked.

use std::collections::BTreeMap;

use yomikiri_game_api::Side;

use crate::error::{Fault, RecordError};
use crate::kif;
use crate::record::{Ending, one_line};
use crate::tree::{Node, NodeId, Tree};

/// Maximum number of moves in a line. Judging repetition looks back over the whole game at every move, so
/// without a limit a long text could take quadratic time.
pub const MAX_PLIES: usize = 20_000;

/// Maximum number of nodes in a record with all its variations.
pub const MAX_NODES: usize = 1_000_000;

/// A value with its line.
#[derive(Clone, Debug)]
pub(crate) struct Spanned<T> {
    pub(crate) line: usize,
    pub(crate) value: T,
}

/// A record as written. Only its form has been checked.
#[derive(Clone, Debug)]
pub(crate) struct ParsedRecord {
    pub(crate) game: Option<Spanned<String>>,
    pub(crate) start: Option<Spanned<String>>,
    pub(crate) players: [Option<String>; 2],
    pub(crate) date: Option<String>,
    pub(crate) tags: BTreeMap<String, String>,
    /// The notation of the moves; `None` is coordinates.
    pub(crate) style: Option<&'static str>,
    pub(crate) tree: Tree,
    /// Where the nodes stand in the text, by their numbers.
    pub(crate) places: Vec<TextPlace>,
    /// The node that the next move of the line belongs to.
    pub(crate) tail: NodeId,
    pub(crate) ending: Written,
    /// Whether the nodes hold the properties of SGF and nothing else yet.
    pub(crate) is_sgf: bool,
    /// The number of the root among the nodes of the text, from 1.
    pub(crate) first_node: usize,
}

/// A place in a text, from 1; 0 is unknown.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TextPlace {
    pub(crate) line: u32,
    pub(crate) column: u32,
}

impl TextPlace {
    /// A place of which only the line is known.
    pub(crate) fn line(line: usize) -> Self {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        TextPlace { line, column: 0 }
    }
}

/// What a parsed record says about the end of the game.
#[derive(Clone, Debug, Default)]
pub(crate) enum Written {
    /// Nothing: the board decides.
    #[default]
    Nothing,
    /// The game was not finished.
    Unfinished(usize),
    /// How it ended.
    Ended(Spanned<Ending>),
    /// Whoever was to move resigned.
    Resigned(usize),
    /// The winner or a draw, and the reason if it is not on the board.
    Scored(Spanned<(Option<Side>, Option<String>)>),
}

/// Receives parsed records as they are read, so that an error ends the reading.
pub(crate) type Sink<'a> = &'a mut dyn FnMut(ParsedRecord) -> Result<(), RecordError>;

impl Default for ParsedRecord {
    fn default() -> Self {
        ParsedRecord {
            game: None,
            start: None,
            players: [None, None],
            date: None,
            tags: BTreeMap::new(),
            style: None,
            tree: Tree::default(),
            places: vec![TextPlace::default()],
            tail: NodeId::ROOT,
            ending: Written::Nothing,
            is_sgf: false,
            first_node: 0,
        }
    }
}

impl ParsedRecord {
    /// Normalises the texts of a record from data, so that every format can store them.
    pub(crate) fn tidied(mut self, line: usize) -> Result<ParsedRecord, RecordError> {
        let one = |text: Option<String>| text.as_deref().and_then(one_line);
        self.players = self.players.map(one);
        self.date = one(self.date);
        let mut tags = BTreeMap::new();
        for (key, value) in std::mem::take(&mut self.tags) {
            if !kif::may_be_tag(&key) {
                let expected = "a tag of up to 60 letters without : or control characters \
                                that is not a word of its own in records";
                let line = (line > 0).then_some(line);
                return Err(RecordError::new(Fault::Form, line, expected, &key));
            }
            if let Some(value) = one_line(&value) {
                tags.insert(key, value);
            }
        }
        self.tags = tags;
        Ok(self)
    }

    /// Continues the main line; rejects too many moves.
    pub(crate) fn push(&mut self, place: TextPlace, node: Node) -> Result<(), RecordError> {
        self.tail = self.add(self.tail, place, node)?;
        Ok(())
    }

    /// Adds a node; rejects too many moves in a line, and too many nodes.
    pub(crate) fn add(
        &mut self,
        parent: NodeId,
        place: TextPlace,
        node: Node,
    ) -> Result<NodeId, RecordError> {
        let too_long = |most: usize, what: &str| {
            let got = node.move_text().unwrap_or_default();
            let expected = format!("at most {most} {what}");
            RecordError::new(Fault::TooLong, None, expected, got).at(place)
        };
        if self.tree.depth(parent) == MAX_PLIES {
            return Err(too_long(MAX_PLIES, "moves").at_ply(MAX_PLIES + 1));
        }
        if self.tree.len() == MAX_NODES {
            return Err(too_long(MAX_NODES, "moves with all variations"));
        }
        self.places.push(place);
        Ok(self.tree.add(parent, node))
    }

    /// The node that was added last to the main line.
    pub(crate) fn last_mut(&mut self) -> &mut Node {
        self.tree.node_mut(self.tail)
    }
}
