//! Records played through by the rules: every node is checked, in its order.

use yomikiri_game_api::{Game, Line, Notation, Outcome, ReadError, Side};

use super::{RecordCodec, known};
use crate::ending;
use crate::error::{Fault, RecordError, verdict};
use crate::parsed::{ParsedRecord, Spanned, TextPlace, Written};
use crate::reading::{Judging, LeftOut};
use crate::record::{Record, one_line, some_lines};
use crate::tree::{Action, Node, NodeId, Tree};

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

impl<G: Notation> RecordCodec<'_, G> {
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
        let said = match parsed.ending {
            Written::Resigned(line_number) => Written::Scored(Spanned {
                line: line_number,
                value: (Some(!line.turn(self.game)), Some("resign".to_owned())),
            }),
            said => said,
        };
        let result = ending::settle(&said, on_board, self.abilities.settles)?;
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
    pub(super) fn act(
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
    pub(super) fn start_of(&self, parsed: &ParsedRecord) -> Result<G::Position, RecordError> {
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
    pub(super) fn verdict_on(&self, line: &Line<G>) -> Option<Outcome> {
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
    pub(super) spelled: Vec<String>,
}

impl<G: Notation> Checked<G> {
    /// The moves of the main line in the notation that was asked for.
    pub(super) fn main_moves(&self) -> Vec<String> {
        let tree = &self.record.tree;
        let moves = tree
            .main_line()
            .filter(|&id| tree.node(id).move_text().is_some());
        moves.map(|id| self.spelled[id.index()].clone()).collect()
    }

    /// Whether the position is changed by hand anywhere.
    pub(super) fn is_set_up(&self) -> bool {
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
pub(super) fn tidy(node: Node) -> Node {
    Node {
        name: node.name.as_deref().and_then(one_line),
        comment: node.comment.as_deref().and_then(some_lines),
        ..node
    }
}
