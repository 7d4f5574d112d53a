//! Where records meet the rules.

use yomikiri_game_api::{Declare, Line, MoveStyles, Notation, ReadError, RecordProfile};

use crate::error::{Fault, RecordError, verdict};
use crate::format::Format;
use crate::move_notation::MoveNotation;
use crate::parsed::{ParsedRecord, Spanned, TextPlace, Written};
use crate::record::{Record, one_line, some_lines};
use crate::tree::{Action, Node, NodeId, Tree};
use crate::{Encoding, ending, json, kif, movetext, pgn, xqf};

/// Reads and writes the records of one game and checks everything by its rules.
pub struct RecordCodec<'a, G: Notation> {
    game: &'a G,
    spec: &'a str,
    notation: MoveNotation<G>,
    profile: RecordProfile,
    start: Option<&'a str>,
    means_this_game: Option<&'a dyn Fn(&str) -> bool>,
}

impl<'a, G: Notation> RecordCodec<'a, G> {
    /// A codec for a game under its canonical name, with all of its notations.
    pub fn new(game: &'a G, spec: &'a str) -> Self
    where
        G: MoveStyles + Declare,
    {
        let codec = RecordCodec::with_notation(game, spec, MoveNotation::styled(game));
        codec.with_profile(game.profile().records)
    }

    /// A codec for any game, with the notation it has.
    pub fn with_notation(game: &'a G, spec: &'a str, notation: MoveNotation<G>) -> Self {
        RecordCodec {
            game,
            spec,
            notation,
            profile: RecordProfile::default(),
            start: None,
            means_this_game: None,
        }
    }

    /// How the game declares its records to be written.
    #[must_use]
    pub fn with_profile(mut self, profile: RecordProfile) -> Self {
        self.profile = profile;
        self
    }

    /// Start position of games that do not name one. Games from other positions are rejected.
    #[must_use]
    pub fn starting_at(mut self, position: &'a str) -> Self {
        self.start = Some(position);
        self
    }

    /// How to recognise that another name (options in another order) means the same game.
    #[must_use]
    pub fn recognising(mut self, means_this_game: &'a dyn Fn(&str) -> bool) -> Self {
        self.means_this_game = Some(means_this_game);
        self
    }

    /// The formats of this game.
    pub fn formats(&self) -> Vec<Format> {
        Format::of_game(&self.profile, self.notation.styles())
    }

    /// Reads all records of a text. At least one is required.
    pub fn read(&self, format: Format, text: &str) -> Result<Vec<Record>, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut records = Vec::new();
        let sink = &mut |parsed| {
            records.push(self.follow(parsed, None)?.record);
            Ok(())
        };
        match format {
            Format::Json => json::parse_records(text, sink)?,
            Format::Kif => kif::parse_records(text, self.profile.kif_style, sink)?,
            Format::Pgn => pgn::parse_records(text, self.profile.pgn, sink)?,
            Format::Xqf => sink(xqf::parse_record(text.as_bytes())?)?,
            Format::Native => movetext::read_native(text, sink)?,
            Format::Style(style) => movetext::read_styled(text, style, sink)?,
        }
        if records.is_empty() {
            return Err(RecordError::form(1, "a record", ""));
        }
        Ok(records)
    }

    /// Reads all records of a file: text in UTF-8 or in the legacy encoding of the format
    /// (Shift_JIS for KIF, GB18030 for the others), or a binary format.
    pub fn read_bytes(&self, format: Format, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
        if format == Format::Xqf {
            return Ok(vec![self.follow(xqf::parse_record(bytes)?, None)?.record]);
        }
        let old = match format {
            Format::Kif => Encoding::ShiftJis,
            _ => Encoding::Gb18030,
        };
        match old.decode(bytes) {
            Some(text) => self.read(format, &text),
            None => {
                let valid = std::str::from_utf8(bytes).map_or_else(|e| e.valid_up_to(), str::len);
                let line = 1 + bytes[..valid].iter().filter(|&&byte| byte == b'\n').count();
                let expected = format!("utf-8 or {} text", old.name());
                Err(RecordError::form(line, expected, "other bytes"))
            }
        }
    }

    /// Reads a text of exactly one record.
    pub fn read_one(&self, format: Format, text: &str) -> Result<Record, RecordError> {
        let mut records = self.read(format, text)?;
        match records.len() {
            1 => Ok(records.remove(0)),
            many => {
                let got = format!("{many} records");
                Err(RecordError::new(Fault::Form, None, "one record", &got))
            }
        }
    }

    /// Writes records one after the other so that [`RecordCodec::read`] restores them; the move
    /// formats (`native` and the notations) keep only the moves.
    pub fn write(&self, format: Format, records: &[Record]) -> Result<String, RecordError> {
        let mut text = String::new();
        for (i, record) in records.iter().enumerate() {
            let spelling = match format {
                Format::Kif => self.profile.kif_style,
                Format::Pgn => pgn::style::written(&self.profile.pgn),
                Format::Style(style) => Some(style),
                _ => None,
            };
            let checked = self.check(record, spelling)?;
            let record = &checked.record;
            if !format.keeps_setups() && checked.is_set_up() {
                let expected = format!("moves only, which is all that {format} can hold");
                let got = "a position changed by hand";
                return Err(RecordError::new(Fault::Form, None, expected, got));
            }
            if i > 0 && format == Format::Pgn {
                text.push('\n');
            }
            if i > 0 && matches!(format, Format::Kif | Format::Style(_)) {
                text.push_str(movetext::BETWEEN);
                text.push('\n');
            }
            match format {
                Format::Json => json::write(record, &mut text),
                Format::Kif => kif::write(record, &checked.main_moves(), &mut text),
                Format::Pgn => {
                    let start = self.game.write_position(&self.game.start());
                    let name = self.spec.split('?').next().unwrap_or(self.spec);
                    let begins = self.game.turn(checked.line.start());
                    let moves = &checked.spelled;
                    let usual = (start.as_str(), name);
                    pgn::write(record, self.profile.pgn, moves, begins, usual, &mut text);
                }
                Format::Xqf => {
                    let expected = "a format that can be written";
                    return Err(RecordError::new(Fault::Form, None, expected, format.name()));
                }
                Format::Native => movetext::write_native(record, &mut text),
                Format::Style(_) => {
                    let sides = checked.line.positions().iter();
                    let sides: Vec<_> = sides.map(|at| self.game.turn(at)).collect();
                    movetext::write_styled(&checked.main_moves(), &sides, &mut text);
                }
            }
        }
        Ok(text)
    }

    /// The line of play of a record.
    pub fn replay(&self, record: &Record) -> Result<Line<G>, RecordError> {
        Ok(self.check(record, None)?.line)
    }

    /// Checks a record from data.
    fn check(
        &self,
        record: &Record,
        spelling: Option<&'static str>,
    ) -> Result<Checked<G>, RecordError> {
        let spanned = |value: &String| Spanned {
            line: 0,
            value: value.clone(),
        };
        let parsed = ParsedRecord {
            game: Some(spanned(&record.game)),
            start: record.start.as_ref().map(spanned),
            players: record.players.clone(),
            date: record.date.clone(),
            tags: record.tags.clone(),
            ending: match &record.result {
                None => Written::Nothing,
                Some(ending) => Written::Ended(Spanned {
                    line: 0,
                    value: ending.clone(),
                }),
            },
            ..ParsedRecord::default()
        };
        let mut parsed = parsed.tidied(0)?;
        *parsed.last_mut() = record.tree.root().clone();
        let mut copies = vec![NodeId::ROOT; record.tree.len() + 1];
        for id in record.tree.walk() {
            let parent = record.tree.parent(id).unwrap_or(NodeId::ROOT);
            let node = record.tree.node(id).clone();
            let copy = parsed.add(copies[parent.index()], TextPlace::default(), node)?;
            copies[id.index()] = copy;
        }
        self.follow(parsed, spelling)
    }

    /// Checks the contents of a parsed record, in their order, and writes the moves in a notation.
    fn follow(
        &self,
        parsed: ParsedRecord,
        spelling: Option<&str>,
    ) -> Result<Checked<G>, RecordError> {
        if let Some(name) = &parsed.game {
            self.check_game(name)?;
        }
        let mut line = Line::from_position(self.game, self.start_of(&parsed)?);
        let start = self.game.write_position(line.start());
        let mut tree = Tree::with_root(tidy(parsed.tree.root().clone()));
        let mut spelled = vec![String::new()];
        let main_end = parsed.tree.main_end();
        let mut main_line = (main_end == NodeId::ROOT).then(|| line.clone());
        // The nodes from the root to the present one: as parsed, as checked, and how many steps of
        // the line belong to each.
        let mut path = vec![(NodeId::ROOT, NodeId::ROOT, 0)];
        for id in parsed.tree.walk() {
            let parent = parsed.tree.parent(id).unwrap_or(NodeId::ROOT);
            let above = loop {
                let &(parsed, checked, steps) = path.last().expect("the root is never left");
                if parsed == parent {
                    break checked;
                }
                for _ in 0..steps {
                    line.pop();
                }
                path.pop();
            };
            let mut node = tidy(parsed.tree.node(id).clone());
            let place = parsed.places[id.index()];
            let before = line.ply();
            let (action, spelling) =
                self.act(&mut line, parsed.style, spelling, node.action, place)?;
            node.action = action;
            spelled.push(spelling);
            path.push((id, tree.add(above, node), line.ply() - before));
            if id == main_end {
                main_line = Some(line.clone());
            }
        }
        let line = main_line.expect("the main line ends somewhere");
        let result = ending::settle(&parsed.ending, line.outcome(self.game))?;
        let record = Record {
            game: self.spec.to_owned(),
            start: Some(start),
            players: parsed.players,
            date: parsed.date,
            tags: parsed.tags,
            tree,
            result,
        };
        Ok(Checked {
            record,
            line,
            spelled,
        })
    }

    /// Does what a node says. Returns the action in its exact form, and the move in a notation.
    fn act(
        &self,
        line: &mut Line<G>,
        style: Option<&str>,
        spelling: Option<&str>,
        action: Action,
        place: TextPlace,
    ) -> Result<(Action, String), RecordError> {
        match action {
            Action::Nothing => Ok((action, String::new())),
            Action::Move { text, side: None } => {
                let at = line.last().clone();
                let mv = self.play(line, style, &text, place)?;
                let text = self.game.write_move(&at, mv);
                let spelled = match spelling {
                    None => text.clone(),
                    Some(_) => self.notation.write(self.game, spelling, &at, mv),
                };
                Ok((Action::Move { text, side: None }, spelled))
            }
            Action::Move { text, .. } | Action::Setup(text) => {
                let expected = format!(
                    "moves only: positions of {} do not change otherwise",
                    self.spec
                );
                Err(RecordError::new(Fault::Form, None, expected, &text).at(place))
            }
        }
    }

    fn check_game(&self, name: &Spanned<String>) -> Result<(), RecordError> {
        // No game has such a long name; parsing it could take long.
        const LONGEST: usize = 1000;
        let asked = self.means_this_game.filter(|_| name.value.len() <= LONGEST);
        let same = name.value == self.spec || asked.is_some_and(|means| means(&name.value));
        if same {
            return Ok(());
        }
        let expected = format!("a record of {}", self.spec);
        Err(RecordError::new(
            Fault::Game,
            known(name.line),
            expected,
            &name.value,
        ))
    }

    fn start_of(&self, parsed: &ParsedRecord) -> Result<G::Position, RecordError> {
        let wrong = |line, error| RecordError {
            error,
            ..RecordError::new(Fault::Position, line, "", "")
        };
        let read = |text: &str, line| {
            let position = self.game.read_position(text);
            position.map_err(|error| {
                let place = match error.place.as_str() {
                    "" => "start".to_owned(),
                    place => format!("start, {place}"),
                };
                wrong(line, ReadError { place, ..error })
            })
        };
        let asked = self.start.map(|text| read(text, None)).transpose()?;
        let Some(written) = &parsed.start else {
            return Ok(asked.unwrap_or_else(|| self.game.start()));
        };
        let line = known(written.line);
        let own = read(&written.value, line)?;
        match asked {
            Some(asked) if asked != own => {
                let expected = format!("the start {}", self.game.write_position(&asked));
                Err(wrong(
                    line,
                    ReadError::new("start", expected, &written.value),
                ))
            }
            _ => Ok(own),
        }
    }

    /// Plays one move of a parsed record.
    fn play(
        &self,
        line: &mut Line<G>,
        style: Option<&str>,
        text: &str,
        place: TextPlace,
    ) -> Result<G::Move, RecordError> {
        let ply = line.ply() + 1;
        let wrong = |fault, error: ReadError| {
            let told = RecordError::new(fault, None, "", "");
            RecordError { error, ..told }.at(place).at_ply(ply)
        };
        if let Some(outcome) = line.outcome(self.game) {
            let expected = format!("nothing after the end of the game ({})", verdict(&outcome));
            let error = ReadError::new("", expected, text);
            return Err(wrong(Fault::AfterEnd, error));
        }
        let read = self
            .notation
            .read(self.game, style, line.last(), text)
            .map_err(|error| wrong(Fault::Move, error))?;
        if !self.game.allows(line, read) {
            let expected = "a move that the earlier positions allow";
            let error = ReadError::new("move", expected, text);
            return Err(wrong(Fault::Move, error));
        }
        line.push(self.game, read);
        Ok(read)
    }
}

/// A record that has been checked by the rules.
struct Checked<G: Notation> {
    record: Record,
    /// The main line.
    line: Line<G>,
    /// The moves of the nodes, by their numbers, in the notation that was asked for.
    spelled: Vec<String>,
}

impl<G: Notation> Checked<G> {
    /// The moves of the main line in the notation that was asked for.
    fn main_moves(&self) -> Vec<String> {
        let tree = &self.record.tree;
        let moves = tree
            .main_line()
            .filter(|&id| tree.node(id).move_text().is_some());
        moves.map(|id| self.spelled[id.index()].clone()).collect()
    }

    /// Whether the position is changed by hand anywhere.
    fn is_set_up(&self) -> bool {
        let tree = &self.record.tree;
        let mut actions = tree.walk().map(|id| &tree.node(id).action);
        actions.any(|action| {
            matches!(
                action,
                Action::Setup(_) | Action::Move { side: Some(_), .. }
            )
        })
    }
}

/// A node with clean texts.
fn tidy(node: Node) -> Node {
    Node {
        name: node.name.as_deref().and_then(one_line),
        comment: node.comment.as_deref().and_then(some_lines),
        ..node
    }
}

/// A line number, if there is a text.
pub(crate) fn known(line: usize) -> Option<usize> {
    (line > 0).then_some(line)
}
