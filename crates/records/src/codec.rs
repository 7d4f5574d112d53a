//! Where records meet the rules.

use std::cell::{Cell, RefCell};

use yomikiri_game_api::{
    Declare, Game, Line, MoveStyles, Notation, OptionInfo, Outcome, ReadError, RecordProfile, Side,
};

use crate::abilities::RecordAbilities;
use crate::error::{Fault, RecordError, verdict};
use crate::format::Format;
use crate::move_notation::MoveNotation;
use crate::parsed::{ParsedRecord, Spanned, TextPlace, Written};
use crate::reading::{Judging, LeftOut, Note};
use crate::record::{Record, one_line, some_lines};
use crate::tree::{Action, Node, NodeId, Tree};
use crate::{Encoding, ending, json, kif, movetext, pgn, sgf, xqf};

/// Reads and writes the records of one game and checks everything by its rules.
pub struct RecordCodec<'a, G: Notation> {
    pub(crate) game: &'a G,
    pub(crate) spec: &'a str,
    notation: MoveNotation<G>,
    profile: RecordProfile,
    pub(crate) abilities: RecordAbilities<G>,
    start: Option<&'a str>,
    means_this_game: Option<&'a dyn Fn(&str) -> bool>,
    any_options: bool,
    encoding: Encoding,
    /// Whether illegal moves are made as changes of the position.
    pub(crate) is_lenient: bool,
    /// Whether reading continues after a game that is refused.
    keeps_going: bool,
    judge: Judging,
    /// Where it is noted what was not taken as written.
    pub(crate) notes: Option<&'a RefCell<Vec<Note>>>,
    /// The number of the game in its text, from 1.
    number: usize,
}

impl<G: Notation> Clone for RecordCodec<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for RecordCodec<'_, G> {}

/// Sees a node, the line after it and the position before.
type Visit<'v, G> =
    dyn FnMut(NodeId, &Line<G>, &<G as Game>::Position) -> Result<(), RecordError> + 'v;

/// What a node did to a line.
#[derive(Copy, Clone, Default)]
pub(crate) struct Steps {
    /// How often the position was altered, before a move.
    pub(crate) altered: usize,
    /// Whether a move was made.
    pub(crate) pushed: bool,
}

impl Steps {
    fn undo<G: Notation>(self, line: &mut Line<G>) {
        if self.pushed {
            line.pop();
        }
        for _ in 0..self.altered {
            line.undo_alter();
        }
    }
}

/// A fault and what was expected, where the place is not known yet.
type Refusal = (Fault, ReadError);

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
            abilities: RecordAbilities::default(),
            start: None,
            means_this_game: None,
            any_options: false,
            encoding: Encoding::Utf8,
            is_lenient: false,
            keeps_going: false,
            judge: Judging::Always,
            notes: None,
            number: 1,
        }
    }

    /// What the game can do with its records besides moves.
    #[must_use]
    pub fn with_abilities(mut self, abilities: RecordAbilities<G>) -> Self {
        self.abilities = abilities;
        self
    }

    /// Also takes records of the game with other options, as far as those of this game are not set.
    #[must_use]
    pub fn with_any_options(mut self) -> Self {
        self.any_options = true;
        self
    }

    /// Names another encoding in the formats that name one. The text must then be encoded so.
    #[must_use]
    pub fn in_encoding(mut self, encoding: Encoding) -> Self {
        self.encoding = encoding;
        self
    }

    /// Where it is noted what was not taken as written.
    #[must_use]
    pub fn noting(mut self, notes: &'a RefCell<Vec<Note>>) -> Self {
        self.notes = Some(notes);
        self
    }

    /// Makes illegal moves as changes of the position, where the format has such changes. Notes them.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.is_lenient = true;
        self
    }

    /// Notes games that are refused, and goes on with the next one.
    #[must_use]
    pub fn keeping_going(mut self) -> Self {
        self.keeps_going = true;
        self
    }

    /// What becomes of games that go on after a verdict on their course.
    #[must_use]
    pub fn judging(mut self, judge: Judging) -> Self {
        self.judge = judge;
        self
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
        Format::of_game(&self.profile, &self.abilities, self.notation.styles())
    }

    /// Reads all records of a text. At least one is required.
    pub fn read(&self, format: Format, text: &str) -> Result<Vec<Record>, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut records = Vec::new();
        let number = Cell::new(0);
        let take = &mut |parsed: Result<ParsedRecord, RecordError>| {
            number.set(number.get() + 1);
            let own = RecordCodec {
                number: number.get(),
                ..*self
            };
            match parsed.and_then(|parsed| own.follow(parsed, None)) {
                Ok(checked) => records.push(checked.record),
                Err(error) => own.refuse(error)?,
            }
            Ok(())
        };
        let sink = &mut |parsed| take(Ok(parsed));
        let read = match format {
            Format::Json => json::parse_records(text, sink),
            Format::Kif => kif::parse_records(text, self.profile.kif_style, sink),
            Format::Pgn => {
                let start = self.game.start();
                let reads = |style: Option<&str>, word: &str| {
                    self.notation.read(self.game, style, &start, word).is_ok()
                };
                let is_move = |word: &str| {
                    let mut styles = self.notation.styles().iter();
                    reads(None, word) || styles.any(|style| reads(Some(style), word))
                };
                pgn::parse_records(text, self.profile.pgn, &is_move, take)
            }
            Format::Xqf => xqf::parse_record(text.as_bytes()).and_then(sink),
            Format::Sgf => self.read_sgf(text).map(|read| records = read),
            Format::Position(name) => self.read_position_file(name, text).and_then(sink),
            Format::Native => movetext::read_native(text, sink),
            Format::Style(style) => movetext::read_styled(text, style, sink),
        };
        // What is wrong with the form of the text, so that no next game is found in it.
        if let Err(error) = read {
            let number = number.get() + 1;
            RecordCodec { number, ..*self }.refuse(error)?;
        } else if records.is_empty() && number.get() == 0 {
            return Err(RecordError::form(1, "a record", ""));
        }
        Ok(records)
    }

    /// Notes that a game is refused, if reading goes on then.
    fn refuse(&self, error: RecordError) -> Result<(), RecordError> {
        let (true, Some(notes)) = (self.keeps_going, self.notes) else {
            return Err(error);
        };
        let game = self.number;
        notes.borrow_mut().push(Note::Refused { game, error });
        Ok(())
    }

    /// Reads all records of a file: text in UTF-8 or in the legacy encoding of the format
    /// (Shift_JIS for KIF, GB18030 for the others), or a binary format.
    pub fn read_bytes(&self, format: Format, bytes: &[u8]) -> Result<Vec<Record>, RecordError> {
        if format == Format::Xqf {
            let read = xqf::parse_record(bytes).and_then(|parsed| self.follow(parsed, None));
            return match read {
                Ok(checked) => Ok(vec![checked.record]),
                Err(error) => self.refuse(error).map(|()| Vec::new()),
            };
        }
        if format == Format::Sgf {
            return self.read(format, &sgf::decode(bytes)?);
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
            if i > 0 && format == Format::Pgn {
                text.push('\n');
            }
            if i > 0 && matches!(format, Format::Kif | Format::Style(_)) {
                text.push_str(movetext::BETWEEN);
                text.push('\n');
            }
            let name = Spanned {
                line: 0,
                value: record.game.clone(),
            };
            match self.check_game(&name)? {
                None => self.write_one(format, record, &mut text)?,
                Some((game, spec)) => {
                    let own = self.with_game(&game, &spec);
                    own.write_one(format, record, &mut text)?;
                }
            }
        }
        Ok(text)
    }

    /// Writes a record of this very game.
    fn write_one(
        &self,
        format: Format,
        record: &Record,
        text: &mut String,
    ) -> Result<(), RecordError> {
        if format.is_read_only() {
            let expected = "a format that can be written";
            return Err(RecordError::new(Fault::Form, None, expected, format.name()));
        }
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
        match format {
            Format::Json => json::write(record, text),
            Format::Kif => kif::write(record, &checked.main_moves(), text),
            Format::Pgn => {
                let start = self.game.write_position(&self.game.start());
                let name = self.spec.split('?').next().unwrap_or(self.spec);
                let begins = self.game.turn(checked.line.start());
                let moves = &checked.spelled;
                let usual = (start.as_str(), name);
                pgn::write(record, self.profile.pgn, moves, begins, usual, text);
            }
            Format::Sgf => self.write_sgf(&checked, self.encoding.name(), text)?,
            Format::Xqf | Format::Position(_) => {}
            Format::Native => movetext::write_native(record, text),
            Format::Style(_) => {
                let sides = checked.line.positions().iter();
                let sides: Vec<_> = sides.map(|at| self.game.turn(at)).collect();
                movetext::write_styled(&checked.main_moves(), &sides, text);
            }
        }
        Ok(())
    }

    /// A position in a form of its own as a game of no moves.
    fn read_position_file(&self, format: &str, text: &str) -> Result<ParsedRecord, RecordError> {
        let read = self.abilities.read_position(self.game, format, text);
        let at = read.map_err(|error| RecordError {
            error: Box::new(error),
            ..RecordError::new(Fault::Position, Some(1), "", "")
        })?;
        Ok(ParsedRecord {
            start: Some(Spanned {
                line: 1,
                value: self.game.write_position(&at),
            }),
            ..ParsedRecord::default()
        })
    }

    /// The line of play of a record.
    pub fn replay(&self, record: &Record) -> Result<Line<G>, RecordError> {
        Ok(self.check(record, None)?.line)
    }

    /// Checks a record from data.
    pub(crate) fn check(
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
    pub(crate) fn follow(
        &self,
        mut parsed: ParsedRecord,
        spelling: Option<&str>,
    ) -> Result<Checked<G>, RecordError> {
        if let Some(name) = parsed.game.take()
            && let Some((game, spec)) = self.check_game(&name)?
        {
            let own = self.with_game(&game, &spec);
            return own.follow(parsed, spelling);
        }
        let mut line = Line::from_position(self.game, self.start_of(&parsed)?);
        let mut tree = Tree::with_root(tidy(parsed.tree.root().clone()));
        let mut spelled = vec![String::new()];
        let main_end = parsed.tree.main_end();
        let mut main_line = (main_end == NodeId::ROOT).then(|| line.clone());
        // The nodes from the root to the present one: as parsed, as checked, and how many steps of
        // the line belong to each.
        let mut path = vec![(NodeId::ROOT, NodeId::ROOT, Steps::default())];
        let mut left_out = LeftOut::default();
        for id in parsed.tree.walk() {
            if left_out.follows(&parsed.tree, id) {
                main_line.get_or_insert_with(|| line.clone());
                continue;
            }
            let parent = parsed.tree.parent(id).unwrap_or(NodeId::ROOT);
            let above = loop {
                let &(parsed, checked, steps) = path.last().expect("the root is never left");
                if parsed == parent {
                    break checked;
                }
                steps.undo(&mut line);
                path.pop();
            };
            let place = parsed.places[id.index()];
            let node = tidy(parsed.tree.node(id).clone());
            let (node, steps) = if parsed.is_sgf {
                spelled.push(String::new());
                let number = parsed.first_node + id.index();
                self.enter_sgf(&mut line, &node.properties, place, number)?
            } else {
                let styles = (parsed.style, spelling);
                let (action, steps, text) = self.act(&mut line, styles, node.action, place)?;
                spelled.push(text);
                (Node { action, ..node }, steps)
            };
            let verdict = match self.judge {
                Judging::Always => None,
                Judging::Last | Judging::Never => self.verdict_on(&line),
            };
            if let Some(verdict) = verdict {
                left_out.begin(&line, &verdict);
                if self.judge == Judging::Never {
                    steps.undo(&mut line);
                    spelled.pop();
                    left_out.leave_out(&parsed.tree, id);
                    main_line.get_or_insert_with(|| line.clone());
                    continue;
                }
                left_out.close(id);
            }
            path.push((id, tree.add(above, node), steps));
            if id == main_end {
                main_line = Some(line.clone());
            }
        }
        let line = main_line.expect("the main line ends somewhere");
        let on_board = line.outcome(self.game);
        if self.judge == Judging::Last && self.verdict_on(&line).is_some() {
            parsed.ending = Written::Nothing;
        }
        if let (Some(note), Some(notes)) = (left_out.note(self.number), self.notes) {
            notes.borrow_mut().push(note);
        }
        let result = ending::settle(&parsed.ending, on_board, self.abilities.settles)?;
        let start = line.replaced().find(|(number, _)| *number == 0);
        let start = start
            .map_or_else(|| line.start(), |(_, start)| start)
            .clone();
        let mut record = Record {
            game: self.spec.to_owned(),
            start: Some(self.game.write_position(&start)),
            players: parsed.players,
            date: parsed.date,
            tags: parsed.tags,
            tree,
            result,
        };
        if parsed.is_sgf {
            let raw = &parsed.tree.root().properties;
            let root = self.sgf_root(&record, &start, raw)?;
            *record.tree.node_mut(NodeId::ROOT) = root;
        }
        Ok(Checked {
            record,
            start,
            line,
            spelled,
        })
    }

    /// Does what a node says. Returns the action in its exact form, and the move in a notation.
    fn act(
        &self,
        line: &mut Line<G>,
        (style, spelling): (Option<&str>, Option<&str>),
        action: Action,
        place: TextPlace,
    ) -> Result<(Action, Steps, String), RecordError> {
        let ply = line.ply() + 1;
        let wrong = |(fault, error): Refusal| {
            let told = RecordError::new(fault, None, "", "");
            RecordError {
                error: Box::new(error),
                ..told
            }
            .at(place)
            .at_ply(ply)
        };
        match action {
            Action::Nothing => Ok((action, Steps::default(), String::new())),
            Action::Move { text, side } => {
                let side = side.filter(|&side| side != self.game.turn(line.last()));
                let altered = self.make_ready(line, side, &text).map_err(wrong)?;
                let mv = self.play(line, style, &text).map_err(wrong)?;
                let at = &line.positions()[ply - 1];
                let text = self.game.write_move(at, mv);
                let spelled = match spelling {
                    None => text.clone(),
                    Some(_) => self.notation.write(self.game, spelling, at, mv),
                };
                let steps = Steps {
                    altered,
                    pushed: true,
                };
                Ok((Action::Move { text, side }, steps, spelled))
            }
            Action::Setup(text) => {
                if self.abilities.arrange.is_none() {
                    let expected = "a game whose boards can be changed";
                    let error = ReadError::new("set-up", expected, &text);
                    return Err(wrong((Fault::Form, error)));
                }
                let read = self.game.read_position(&text);
                let at = read.map_err(|error| wrong((Fault::Position, error)))?;
                let text = self.game.write_position(&at);
                line.alter(self.game, at);
                let steps = Steps {
                    altered: 1,
                    pushed: false,
                };
                Ok((Action::Setup(text), steps, String::new()))
            }
        }
    }

    /// Resumes play that had stopped, and gives the turn to a side. Returns how often the position was
    /// altered.
    pub(crate) fn make_ready(
        &self,
        line: &mut Line<G>,
        side: Option<Side>,
        text: &str,
    ) -> Result<usize, Refusal> {
        let mut altered = 0;
        let arrange = self.abilities.arrange;
        if let Some(arrange) = arrange
            && self.game.outcome(line.last()).is_some()
            && let Some(resumed) = (arrange.resumed)(self.game, line.last())
        {
            line.alter(self.game, resumed);
            altered += 1;
        }
        if let Some(side) = side.filter(|&side| side != self.game.turn(line.last())) {
            let turned = arrange.and_then(|it| (it.with_turn)(self.game, line.last(), side));
            let Some(turned) = turned else {
                for _ in 0..altered {
                    line.undo_alter();
                }
                let expected = format!("a move of {}", !side);
                return Err((Fault::Move, ReadError::new("move", expected, text)));
            };
            line.alter(self.game, turned);
            altered += 1;
        }
        Ok(altered)
    }

    /// Calls `visit` for every node of a checked record, with the line after it and the position before.
    pub(crate) fn visit(
        &self,
        checked: &Checked<G>,
        visit: &mut Visit<'_, G>,
    ) -> Result<(), RecordError> {
        let tree = &checked.record.tree;
        let mut line = Line::from_position(self.game, checked.start.clone());
        let mut path = vec![(NodeId::ROOT, Steps::default())];
        for id in tree.walk() {
            let parent = tree.parent(id).unwrap_or(NodeId::ROOT);
            while let Some((_, steps)) = path.pop_if(|(above, _)| *above != parent) {
                steps.undo(&mut line);
            }
            let before = line.last().clone();
            let action = tree.node(id).action.clone();
            let (_, steps, _) = self.act(&mut line, (None, None), action, TextPlace::default())?;
            path.push((id, steps));
            visit(id, &line, &before)?;
        }
        Ok(())
    }

    /// Whether a name is that of this game. Returns the game if it is this one with other options.
    fn check_game(&self, name: &Spanned<String>) -> Result<Option<(G, String)>, RecordError> {
        // No game has such a long name; parsing it could take long.
        const LONGEST: usize = 1000;
        let asked = self.means_this_game.filter(|_| name.value.len() <= LONGEST);
        let same = name.value == self.spec || asked.is_some_and(|means| means(&name.value));
        if same {
            return Ok(None);
        }
        let expected = format!("a record of {}", self.spec);
        let wrong = || RecordError::new(Fault::Game, known(name.line), expected, &name.value);
        let (id, options) = name.value.split_once('?').unwrap_or((&name.value, ""));
        if !self.any_options || name.value.len() > LONGEST || id != self.id() {
            return Err(wrong());
        }
        let pairs = options.split('&').filter(|pair| !pair.is_empty());
        let pairs: Option<Vec<_>> = pairs.map(|pair| pair.split_once('=')).collect();
        let variant = pairs.and_then(|pairs| self.variant(&pairs).ok());
        variant.map(Some).ok_or_else(wrong)
    }

    /// The same codec for the game with other options.
    pub(crate) fn with_game<'b>(&'b self, game: &'b G, spec: &'b str) -> RecordCodec<'b, G> {
        RecordCodec {
            game,
            spec,
            ..*self
        }
    }

    /// The game's name without options.
    fn id(&self) -> &str {
        self.spec.split('?').next().unwrap_or(self.spec)
    }

    /// The game with other options, and its name. Options that were set stay as they are.
    pub(crate) fn variant(&self, options: &[(&str, &str)]) -> Result<(G, String), ReadError> {
        let mut game = self.game.clone();
        let Some(access) = self.abilities.options else {
            return Ok((game, self.spec.to_owned()));
        };
        let set = (access.list)(&game).into_iter();
        let set: Vec<OptionInfo> = set
            .filter(|option| option.value != option.default)
            .collect();
        for (key, value) in options {
            let done = (access.set)(&mut game, key, value);
            done.map_err(|error| ReadError::new(*key, error.expected, &error.got))?;
        }
        let now = (access.list)(&game);
        for asked in &set {
            let value = now.iter().find(|option| option.key == asked.key);
            if let Some(other) = value.filter(|option| option.value != asked.value) {
                let expected = format!("{}={}", asked.key, asked.value);
                return Err(ReadError::new(
                    "",
                    expected,
                    &format!("{}={}", other.key, other.value),
                ));
            }
        }
        let changed = now.iter().filter(|option| option.value != option.default);
        let changed: Vec<String> = changed
            .map(|option| format!("{}={}", option.key, option.value))
            .collect();
        let spec = match changed.as_slice() {
            [] => self.id().to_owned(),
            _ => format!("{}?{}", self.id(), changed.join("&")),
        };
        Ok((game, spec))
    }

    /// Whether some options, and nothing else, make this game.
    pub(crate) fn is_made_by(&self, options: &[(&str, &str)]) -> bool {
        let Some(access) = self.abilities.options else {
            return true;
        };
        let now = (access.list)(self.game);
        let mut changed = now.iter().filter(|option| option.value != option.default);
        let is_said = |option: &OptionInfo| options.iter().any(|(key, _)| *key == option.key);
        changed.all(is_said)
            && self
                .variant(options)
                .is_ok_and(|(_, spec)| spec == self.spec)
    }

    fn start_of(&self, parsed: &ParsedRecord) -> Result<G::Position, RecordError> {
        if parsed.is_sgf {
            return self.sgf_start(parsed);
        }
        let wrong = |line, error| RecordError {
            error: Box::new(error),
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
    ) -> Result<G::Move, Refusal> {
        self.refuse_after_end(line, text)?;
        let read = self.notation.read(self.game, style, line.last(), text);
        let read = read.map_err(|error| (Fault::Move, error))?;
        self.refuse_repetition(line, read, text)?;
        line.push(self.game, read);
        Ok(read)
    }

    /// The verdict on the course of a game that could go on on the board.
    fn verdict_on(&self, line: &Line<G>) -> Option<Outcome> {
        let is_over = self.game.outcome(line.last()).is_some();
        line.outcome(self.game).filter(|_| !is_over)
    }

    /// Refuses a move after the end of the game.
    pub(crate) fn refuse_after_end(&self, line: &Line<G>, text: &str) -> Result<(), Refusal> {
        let Some(outcome) = line.outcome(self.game) else {
            return Ok(());
        };
        let expected = format!("nothing after the end of the game ({})", verdict(&outcome));
        Err((Fault::AfterEnd, ReadError::new("", expected, text)))
    }

    /// Refuses a move that the past forbids.
    pub(crate) fn refuse_repetition(
        &self,
        line: &Line<G>,
        mv: G::Move,
        text: &str,
    ) -> Result<(), Refusal> {
        if self.game.allows(line, mv) {
            return Ok(());
        }
        let expected = "a move that the earlier positions allow";
        Err((Fault::Move, ReadError::new("move", expected, text)))
    }
}

/// A record that has been checked by the rules.
pub(crate) struct Checked<G: Notation> {
    pub(crate) record: Record,
    /// The start, before anything was changed by hand.
    pub(crate) start: G::Position,
    /// The main line.
    pub(crate) line: Line<G>,
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
