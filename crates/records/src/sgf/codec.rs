//! Where SGF meets the rules.

use yomikiri_game_api::{ArrangeHooks, Line, Notation, ReadError, SgfRoot, Side};

use super::node::{self, Group, property};
use super::result;
use super::root;
use super::text::{self, TextTree, write_tree};
use crate::abilities::SgfRules;
use crate::codec::{Checked, RecordCodec, Steps};
use crate::error::{Fault, RecordError};
use crate::parsed::{ParsedRecord, TextPlace};
use crate::reading::Note;
use crate::record::{Ending, Record};
use crate::tree::{Action, Node, NodeId, Property, Tree};

/// A pass on boards of up to 19 lines, in old files.
const OLD_PASS: &str = "tt";

impl<G: Notation> RecordCodec<'_, G> {
    fn sgf(&self) -> Result<(SgfRules<G>, ArrangeHooks<G>), RecordError> {
        let rules = self.abilities.sgf.zip(self.abilities.arrange);
        rules.ok_or_else(|| {
            let expected = format!("a format of {}", self.spec);
            RecordError::new(Fault::Form, None, expected, "sgf")
        })
    }

    /// Reads all games of a text, each with the options that its root names.
    pub(crate) fn read_sgf(&self, text: &str) -> Result<Vec<Record>, RecordError> {
        let (rules, _) = self.sgf()?;
        let mut records = Vec::new();
        text::parse_trees(text, &mut |tree| {
            let raw = &tree.tree.root().properties;
            let place = tree.places[0];
            let node = tree.first_node;
            let wrong = |fault, error: ReadError| {
                let told = RecordError::new(fault, None, "", "").at(place);
                RecordError {
                    error: Box::new(error),
                    node: Some(node),
                    ..told
                }
            };
            let number = root::values(raw, "GM");
            let number = number.first().map_or("1", |number| number.trim());
            if number != rules.number.to_string() {
                let expected = format!("GM[{}], a record of {}", rules.number, self.spec);
                let error = ReadError::new("", expected, &format!("GM[{number}]"));
                return Err(wrong(Fault::Game, error));
            }
            let said = SgfRoot {
                values: &|name| root::values(raw, name),
            };
            let options = (rules.options)(&said).map_err(|error| wrong(Fault::Game, error))?;
            let options: Vec<(&str, &str)> = options
                .iter()
                .map(|(key, value)| (*key, value.as_str()))
                .collect();
            let variant = self.variant(&options);
            let (game, spec) = variant.map_err(|error| wrong(Fault::Game, error))?;
            let own = self.with_game(&game, &spec);
            records.push(own.follow(own.parse_sgf(tree)?, None)?.record);
            Ok(())
        })?;
        Ok(records)
    }

    /// A tree of properties as a parsed record: the set-up of the root becomes the start, and a node
    /// with a set-up and a move becomes two.
    fn parse_sgf(&self, read: TextTree) -> Result<ParsedRecord, RecordError> {
        let TextTree {
            tree,
            places,
            first_node,
        } = read;
        let raw = &tree.root().properties;
        let mut parsed = ParsedRecord {
            is_sgf: true,
            first_node,
            ..ParsedRecord::default()
        };
        root::read(raw, places[0].line as usize, &mut parsed);
        let mut parsed = parsed.tidied(places[0].line as usize)?;
        parsed.places[0] = places[0];
        let is_move = |property: &Property| ["B", "W"].contains(&property.name.as_str());
        let mut copies = vec![NodeId::ROOT; tree.len() + 1];
        let of = |properties| Node {
            properties,
            ..Node::default()
        };
        let (moves, rest): (Vec<_>, Vec<_>) = raw.iter().cloned().partition(is_move);
        *parsed.last_mut() = of(rest);
        if !moves.is_empty() {
            copies[0] = parsed.add(NodeId::ROOT, places[0], of(moves))?;
        }
        for id in tree.walk() {
            let mut parent = copies[tree.parent(id).unwrap_or(NodeId::ROOT).index()];
            let place = places[id.index()];
            let mut properties = tree.node(id).properties.clone();
            let is_setup = |property: &Property| node::is_setup(&property.name);
            if properties.iter().any(is_setup) && properties.iter().any(is_move) {
                let (setup, rest): (Vec<_>, Vec<_>) = properties.into_iter().partition(is_setup);
                parent = parsed.add(parent, place, of(setup))?;
                properties = rest;
            }
            copies[id.index()] = parsed.add(parent, place, of(properties))?;
        }
        Ok(parsed)
    }

    /// The start of a parsed record: its root's set-up on the game's own start.
    pub(crate) fn sgf_start(&self, parsed: &ParsedRecord) -> Result<G::Position, RecordError> {
        let raw = &parsed.tree.root().properties;
        let place = parsed.places[0];
        let mut at = self.game.start();
        if raw.iter().any(|property| node::is_setup(&property.name)) {
            at = self.set_up(&at, raw).map_err(|error| {
                let told = RecordError::new(Fault::Position, None, "", "").at(place);
                RecordError {
                    error: Box::new(error),
                    node: Some(parsed.first_node),
                    ..told
                }
            })?;
        }
        // Who begins is often said by the first move only.
        let says_turn = raw.iter().any(|property| property.name == "PL");
        let first = self.first_mover(&parsed.tree).filter(|_| !says_turn);
        let (_, arranging) = self.sgf()?;
        let turned = first.and_then(|side| (arranging.with_turn)(self.game, &at, side));
        Ok(turned.unwrap_or(at))
    }

    /// Who makes the first move of the main line, unless the board is changed before it.
    fn first_mover(&self, tree: &Tree) -> Option<Side> {
        let nodes = tree.main_line().map(|id| &tree.node(id).properties);
        let setup = |one: &Property| node::is_setup(&one.name);
        let mut nodes = nodes.take_while(|raw| !raw.iter().any(setup));
        nodes.find_map(|raw| node::moves(raw).next().map(|(side, _)| side))
    }

    /// The position with what the set-up properties of a node say.
    fn set_up(&self, at: &G::Position, raw: &[Property]) -> Result<G::Position, ReadError> {
        let (rules, arranging) = self.sgf().map_err(|error| *error.error)?;
        let size = (rules.size)(self.game);
        let [first, second] = (rules.pieces)(self.game);
        let mut changes = Vec::new();
        let mut turn = None;
        for Property { name, values } in raw {
            let piece = match name.as_str() {
                "AB" => Some(first),
                "AW" => Some(second),
                "AE" => None,
                "PL" => {
                    let value = values.first().map_or("", String::as_str);
                    let side = node::read_side(value);
                    turn = Some(side.ok_or_else(|| ReadError::new("PL", "B or W", value))?);
                    continue;
                }
                _ => continue,
            };
            for value in values {
                let value = value.trim();
                if value.is_empty() {
                    continue;
                }
                let points = rules.read_points(self.game, value).ok_or_else(|| {
                    let expected = format!("points of a board of {}x{}", size.0, size.1);
                    ReadError::new(name.as_str(), expected, value)
                })?;
                changes.extend(points.into_iter().map(|cell| (cell, piece)));
            }
        }
        let mut at = (arranging.with_cells)(self.game, at, &changes)?;
        if let Some(side) = turn {
            let turned = (arranging.with_turn)(self.game, &at, side);
            at = turned.ok_or_else(|| ReadError::new("PL", "a turn that can be given", ""))?;
        }
        Ok(at)
    }

    /// Does what a node says and sorts its properties into fields and the rest.
    pub(crate) fn enter_sgf(
        &self,
        line: &mut Line<G>,
        raw: &[Property],
        place: TextPlace,
        number: usize,
    ) -> Result<(Node, Steps), RecordError> {
        let ply = line.ply() + 1;
        let wrong = |fault, error: ReadError| {
            let told = RecordError::new(fault, None, "", "").at(place);
            RecordError {
                error: Box::new(error),
                node: Some(number),
                ply: Some(ply),
                ..told
            }
        };
        let mut node = node::read_fields(raw);
        let mut steps = Steps::default();
        let mut moves = node::moves(raw);
        let before = line.last().clone();
        let mut fields = Vec::new();
        if let Some((side, value)) = moves.next() {
            if let Some((_, other)) = moves.next() {
                let error = ReadError::new("", "one move in a node", other);
                return Err(wrong(Fault::Form, error));
            }
            let (played, done) = match self.play_sgf(line, side, value) {
                Ok(played) => played,
                Err((fault, error)) => self.force_sgf(line, side, value, wrong(fault, error))?,
            };
            node.action = played;
            steps = done;
            if !matches!(node.action, Action::Setup(_)) {
                fields.push(self.move_property(&before, line, side)?);
            }
        } else if raw.iter().any(|property| node::is_setup(&property.name)) {
            let after = self.set_up(&before, raw);
            let after = after.map_err(|error| wrong(Fault::Position, error))?;
            node.action = Action::Setup(self.game.write_position(&after));
            line.alter(self.game, after);
            steps.altered = 1;
        }
        if let Action::Setup(_) = node.action {
            fields.extend(self.difference(&before, line.last(), true)?);
        }
        fields.extend(node::written_fields(&node));
        // An illegal move that became a set-up is not written as a move.
        let is_forced = |one: &Property| {
            matches!(node.action, Action::Setup(_)) && ["B", "W"].contains(&one.name.as_str())
        };
        let raw: Vec<Property> = raw.iter().filter(|one| !is_forced(one)).cloned().collect();
        node.properties = node::kept(&raw, &fields, node::has_field);
        Ok((node, steps))
    }

    /// Plays a move of a side, whoever is to move.
    fn play_sgf(
        &self,
        line: &mut Line<G>,
        side: Side,
        value: &str,
    ) -> Result<(Action, Steps), (Fault, ReadError)> {
        let (rules, _) = self.sgf().map_err(|error| (error.fault, *error.error))?;
        let cell = self
            .read_cell(value)
            .map_err(|error| (Fault::Move, error))?;
        let is_turn = self.game.turn(line.last()) == side;
        let altered = self.make_ready(line, Some(side), value)?;
        let undo = |line: &mut Line<G>| {
            for _ in 0..altered {
                line.undo_alter();
            }
        };
        let read = self.refuse_after_end(line, value).and_then(|()| {
            let shown = |error: ReadError| {
                let got = if value.is_empty() { "" } else { value };
                (
                    Fault::Move,
                    ReadError::new(error.place, error.expected, got),
                )
            };
            let mv = (rules.read_move)(self.game, line.last(), cell).map_err(shown)?;
            self.refuse_repetition(line, mv, value)?;
            Ok(mv)
        });
        let mv = match read {
            Ok(mv) => mv,
            Err(error) => {
                undo(line);
                return Err(error);
            }
        };
        let text = self.game.write_move(line.last(), mv);
        line.push(self.game, mv);
        let side = (!is_turn).then_some(side);
        let steps = Steps {
            altered,
            pushed: true,
        };
        Ok((Action::Move { text, side }, steps))
    }

    /// The cell of a move's value; `None` is a pass.
    fn read_cell(&self, value: &str) -> Result<Option<usize>, ReadError> {
        let (rules, _) = self.sgf().map_err(|error| *error.error)?;
        let size = (rules.size)(self.game);
        let is_old_pass = value == OLD_PASS && size.0.max(size.1) <= 19;
        if value.is_empty() || is_old_pass {
            return Ok(None);
        }
        (rules.read_point)(self.game, value)
            .map(Some)
            .ok_or_else(|| {
                let expected = format!(
                    "a point of a board of {}x{}, or nothing for a pass",
                    size.0, size.1
                );
                ReadError::new("move", expected, value)
            })
    }

    /// If told to be lenient, makes an illegal move as a set-up and notes what was wrong with it.
    fn force_sgf(
        &self,
        line: &mut Line<G>,
        side: Side,
        value: &str,
        error: RecordError,
    ) -> Result<(Action, Steps), RecordError> {
        let (rules, _) = self.sgf()?;
        let forced = (rules.read_point)(self.game, value).filter(|_| self.is_lenient);
        let forced = forced.and_then(|cell| (rules.forced)(self.game, line.last(), side, cell));
        let (Some(forced), Some(notes)) = (forced, self.notes) else {
            return Err(error);
        };
        notes.borrow_mut().push(Note::Forced(error));
        let action = Action::Setup(self.game.write_position(&forced));
        line.alter(self.game, forced);
        let steps = Steps {
            altered: 1,
            pushed: false,
        };
        Ok((action, steps))
    }

    /// The property of the move that was just played.
    fn move_property(
        &self,
        before: &G::Position,
        line: &Line<G>,
        side: Side,
    ) -> Result<Property, RecordError> {
        let (rules, _) = self.sgf()?;
        let mv = line.moves().last().copied();
        let cell = mv.and_then(|mv| (rules.cell)(self.game, mv));
        let value = cell.map_or_else(String::new, |cell| (rules.write_point)(self.game, cell));
        debug_assert!(line.ply() > 0 && before != line.last(), "a move was made");
        Ok(property(node::move_name(side), value))
    }

    /// The set-up properties that make a position of another one. Says who is to move if that changes,
    /// and if there is nothing else to say.
    fn difference(
        &self,
        before: &G::Position,
        after: &G::Position,
        always: bool,
    ) -> Result<Vec<Property>, RecordError> {
        let (rules, _) = self.sgf()?;
        let old = (rules.cells)(self.game, before);
        let new = (rules.cells)(self.game, after);
        let mut written = Vec::new();
        for (name, piece) in [
            ("AB", Some(Side::First)),
            ("AW", Some(Side::Second)),
            ("AE", None),
        ] {
            let changed =
                (0..new.len()).filter(|&cell| old[cell] != new[cell] && new[cell] == piece);
            let values: Vec<String> = changed
                .map(|cell| (rules.write_point)(self.game, cell))
                .collect();
            if !values.is_empty() {
                written.push(Property {
                    name: name.to_owned(),
                    values,
                });
            }
        }
        let turn = self.game.turn(after);
        if turn != self.game.turn(before) || always && written.is_empty() {
            written.push(property("PL", node::move_name(turn)));
        }
        Ok(written)
    }

    /// The root of a record that was read, with its properties sorted into fields and the rest.
    pub(crate) fn sgf_root(
        &self,
        record: &Record,
        start: &G::Position,
        raw: &[Property],
    ) -> Result<Node, RecordError> {
        let mut node = node::read_fields(raw);
        let fields = self.root_fields(record, &node, start, "UTF-8")?;
        // What is always written counts as said: what every file must have, and the result.
        let missing = |says: fn(&str) -> bool| {
            let is_missing = move |one: &&Property| {
                says(&one.name) && raw.iter().all(|said| said.name != one.name)
            };
            fields.iter().filter(is_missing)
        };
        let head = missing(root::is_required);
        let raw: Vec<Property> = head
            .chain(raw)
            .chain(missing(root::says_result))
            .cloned()
            .collect();
        node.properties = node::kept(&raw, &fields, root::has_field);
        Ok(node)
    }

    /// All that a root says, in its usual order.
    fn root_fields(
        &self,
        record: &Record,
        node: &Node,
        start: &G::Position,
        encoding: &str,
    ) -> Result<Vec<Property>, RecordError> {
        let (rules, arranging) = self.sgf()?;
        let [mut fields, told] = root::written(record, rules.number, encoding);
        let options = (rules.root)(self.game).into_iter();
        fields.extend(options.map(|(name, value)| property(name, value)));
        fields.extend(told);
        fields.extend(self.start_fields(start, &record.tree, arranging)?);
        fields.extend(node::written_fields(node));
        Ok(fields)
    }

    /// The set-up of the root: stones on an empty board, and who begins if the first move does not say it.
    fn start_fields(
        &self,
        start: &G::Position,
        tree: &Tree,
        arranging: ArrangeHooks<G>,
    ) -> Result<Vec<Property>, RecordError> {
        let usual = self.game.start();
        let empty = self.cleared(&usual, arranging)?;
        let mut fields = self.difference(&empty, start, false)?;
        fields.retain(|field| field.name != "PL");
        if self.needs_turn(start, tree) {
            fields.push(property("PL", node::move_name(self.game.turn(start))));
        }
        Ok(fields)
    }

    /// Whether neither the first move nor the rules say who begins.
    fn needs_turn(&self, start: &G::Position, tree: &Tree) -> bool {
        let first = self.first_mover_of(tree, start);
        let expected = first.unwrap_or_else(|| self.game.turn(&self.game.start()));
        self.game.turn(start) != expected
    }

    /// A position with nothing on the board.
    fn cleared(
        &self,
        at: &G::Position,
        arranging: ArrangeHooks<G>,
    ) -> Result<G::Position, RecordError> {
        let (rules, _) = self.sgf()?;
        let cells = (rules.cells)(self.game, at).into_iter().enumerate();
        let pieces = cells.filter_map(|(cell, piece)| piece.map(|_| (cell, None)));
        let changes: Vec<(usize, Option<&str>)> = pieces.collect();
        if changes.is_empty() {
            return Ok(at.clone());
        }
        let cleared = (arranging.with_cells)(self.game, at, &changes);
        cleared.map_err(|error| RecordError {
            error: Box::new(error),
            ..RecordError::new(Fault::Position, None, "", "")
        })
    }

    /// Who makes the first move of the main line, unless the board is changed before it.
    fn first_mover_of(&self, tree: &Tree, start: &G::Position) -> Option<Side> {
        for id in tree.main_line() {
            match &tree.node(id).action {
                Action::Nothing => {}
                Action::Setup(_) => return None,
                Action::Move { side, .. } => {
                    return Some(side.unwrap_or_else(|| self.game.turn(start)));
                }
            }
        }
        None
    }

    /// Writes a checked record.
    pub(crate) fn write_sgf(
        &self,
        checked: &Checked<G>,
        encoding: &str,
        text: &mut String,
    ) -> Result<(), RecordError> {
        let (rules, arranging) = self.sgf()?;
        let record = &checked.record;
        let start = &checked.start;
        let (node, mut kept) = (record.tree.root(), record.tree.root().properties.clone());
        let mut fields = self.root_fields(record, node, start, encoding)?;
        let empty = self.cleared(&self.game.start(), arranging)?;
        let on_board = checked.line.outcome(self.game).map(Ending::from);
        // A root that is not from a file says everything in the usual order.
        if !kept.is_empty() {
            let mut group = |contains, same: &dyn Fn(&[Property]) -> bool| {
                let mut group = Group {
                    fields: &mut fields,
                    kept: &mut kept,
                    contains,
                };
                let said = group.said();
                group.settle(same(&said));
                said
            };
            let needs_turn = self.needs_turn(start, &record.tree);
            let setup = group(node::is_setup, &|said| {
                let says_turn = said.iter().any(|one| one.name == "PL");
                let turned = |at: G::Position| match says_turn {
                    true => Some(at),
                    false => (arranging.with_turn)(self.game, &at, self.game.turn(start)),
                };
                let at = self.set_up(&empty, said).ok().and_then(turned);
                at.as_ref() == Some(start) && (says_turn || !needs_turn)
            });
            group(root::says_options, &|said| {
                // Stones of a handicap count only with their points.
                let said: Vec<Property> = said.iter().chain(&setup).cloned().collect();
                self.has_options(rules, &said)
            });
            group(root::says_result, &|said| {
                let value = root::values(said, "RE");
                let read = value.first().and_then(|value| result::read(value));
                // A result in other words stands while the record only has the board's.
                let is_board = || record.result == on_board;
                read == record.result || read.is_none() && !said.is_empty() && is_board()
            });
        }
        let mut tree = Tree::with_root(Node {
            properties: node::merged(fields, &kept),
            ..Node::default()
        });
        let again = self.set_up(&empty, &tree.root().properties);
        let turned = again
            .ok()
            .and_then(|at| (arranging.with_turn)(self.game, &at, self.game.turn(start)));
        if turned.as_ref() != Some(start) {
            return Err(self.cannot_hold(record.start.as_deref().unwrap_or_default()));
        }
        let mut copies = vec![NodeId::ROOT; record.tree.len() + 1];
        self.visit(checked, &mut |id, line, before| {
            let parent = record.tree.parent(id).unwrap_or(NodeId::ROOT);
            let properties = self.written_node(record.tree.node(id), line, before)?;
            let node = Node {
                properties,
                ..Node::default()
            };
            copies[id.index()] = tree.add(copies[parent.index()], node);
            Ok(())
        })?;
        write_tree(&tree, text);
        Ok(())
    }

    /// The properties of a node, after its move or set-up was made.
    fn written_node(
        &self,
        node: &Node,
        line: &Line<G>,
        before: &G::Position,
    ) -> Result<Vec<Property>, RecordError> {
        let mut fields = Vec::new();
        let mut kept = node.properties.clone();
        match &node.action {
            Action::Nothing => {}
            Action::Move { side, .. } => {
                let side = side.unwrap_or_else(|| self.game.turn(before));
                fields.push(self.move_property(before, line, side)?);
            }
            Action::Setup(position) => {
                let after = line.last();
                fields.extend(self.difference(before, after, true)?);
                let says =
                    |said: &[Property]| self.set_up(before, said).ok().as_ref() == Some(after);
                if !says(&fields) {
                    return Err(self.cannot_hold(position));
                }
                node::restore_places(&fields, &mut kept);
                let mut group = Group {
                    fields: &mut fields,
                    kept: &mut kept,
                    contains: node::is_setup,
                };
                let said = group.said();
                group.settle(!said.is_empty() && says(&said));
            }
        }
        fields.extend(node::written_fields(node));
        Ok(node::merged(fields, &kept))
    }

    fn cannot_hold(&self, position: &str) -> RecordError {
        let expected = "a set-up of the board and the side to move, which is all that sgf can hold";
        RecordError::new(Fault::Position, None, expected, position)
    }

    /// Whether the properties of a root say the options of this game.
    fn has_options(&self, rules: SgfRules<G>, said: &[Property]) -> bool {
        let root = SgfRoot {
            values: &|name| root::values(said, name),
        };
        let Ok(options) = (rules.options)(&root) else {
            return false;
        };
        let options: Vec<(&str, &str)> = options
            .iter()
            .map(|(key, value)| (*key, value.as_str()))
            .collect();
        self.is_made_by(&options)
    }
}
