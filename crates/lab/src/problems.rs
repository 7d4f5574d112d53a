//! Collections of problems: records that begin with a position, say a goal and mark what it is about.
//!
//! A problem is a record whose root has the property `GOAL` with one of the game's goals, and marks (`TR`) on
//! the pieces that it is about. Without `GOAL` the marks decide: pieces of the other side are to be taken, one's
//! own are to be saved; marks on two separate sets of pieces ask to cut or to connect them. First moves of the
//! record are right, unless they are marked as bad ones.

use serde::Serialize;
use yomikiri_records::{Node, NodeId, Property};

use crate::{AnyGame, AnySession, GameRecord, Judged, LabError, Place, RecordReading, Side, View};

/// A problem of a collection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Problem {
    /// Its name; empty: none.
    pub name: String,
    /// The game with its options.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who is to move.
    #[cfg_attr(feature = "schema", ts(type = "\"first\" | \"second\""), schema(value_type = String, example = "first"))]
    pub side: Side,
    /// What is to be done, as a message id (without its `goal-`).
    pub goal: String,
    /// The cells that it is about.
    pub target: Vec<usize>,
    /// The first moves that the collection calls right.
    pub answers: Vec<String>,
}

/// A problem that was read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedProblem {
    /// The moves that reach the goal.
    pub right: Vec<String>,
    /// The moves that could not be judged.
    pub unclear: Vec<String>,
}

impl Problem {
    /// Opens the game at the problem's position. `game` is the game with any options.
    pub fn session(&self, game: &dyn AnyGame) -> Result<Box<dyn AnySession>, LabError> {
        let options = self.game.split_once('?').map_or("", |(_, options)| options);
        let own = game.with_options(options)?;
        own.session(&Place::at(Some(&self.position)))
    }

    /// Whether a move solves it; `None` where that cannot be told.
    pub fn judge(&self, game: &dyn AnyGame, mv: &str) -> Result<Option<Judged>, LabError> {
        let session = self.session(game)?;
        session.judge_problem(&self.goal, &self.target, mv)
    }

    /// Judges every legal move.
    pub fn solve(&self, game: &dyn AnyGame) -> Result<SolvedProblem, LabError> {
        let session = self.session(game)?;
        let mut solved = SolvedProblem {
            right: Vec::new(),
            unclear: Vec::new(),
        };
        for mv in session.position_view().legal {
            match session.judge_problem(&self.goal, &self.target, &mv.text)? {
                Some(judged) if judged.right => solved.right.push(mv.text),
                Some(_) => {}
                None => solved.unclear.push(mv.text),
            }
        }
        Ok(solved)
    }
}

impl SolvedProblem {
    /// Whether the moves that a collection calls right are those that reach the goal, and no others.
    pub fn proves(&self, problem: &Problem) -> bool {
        let is_answer = |mv: &String| problem.answers.contains(mv);
        let found = !self.right.is_empty() && self.unclear.is_empty();
        found && self.right.len() == problem.answers.len() && self.right.iter().all(is_answer)
    }
}

/// Reads the problems of a file. Records that are no problems are errors.
pub fn read_problems(
    game: &dyn AnyGame,
    format: &str,
    bytes: &[u8],
) -> Result<Vec<Problem>, LabError> {
    let how = RecordReading {
        any_options: true,
        ..RecordReading::default()
    };
    let read = game.read_record_bytes(format, &how, bytes)?;
    let records = read.records.iter().enumerate();
    let problems = records.map(|(number, record)| {
        let wrong = |error| match error {
            LabError::Input(reason) => LabError::Input(format!("problem {}: {reason}", number + 1)),
            other => other,
        };
        problem(game, record).map_err(wrong)
    });
    problems.collect()
}

fn problem(game: &dyn AnyGame, record: &GameRecord) -> Result<Problem, LabError> {
    let options = record
        .game
        .split_once('?')
        .map_or("", |(_, options)| options);
    let own = game.with_options(options)?;
    let session = own.session(&Place::at(record.start.as_deref()))?;
    let view = session.view();
    let root = record.tree.root();
    let target = marked(root, &view)?;
    let goal = match property(root, "GOAL").and_then(|goal| goal.values.first()) {
        Some(goal) => goal.trim().to_owned(),
        None => goal_of(&*session, &view, &target).to_owned(),
    };
    let children = record.tree.children(NodeId::ROOT);
    let nodes = children.map(|id| record.tree.node(id));
    let right = nodes.filter(|node| !is_bad(node));
    Ok(Problem {
        name: root.name.clone().unwrap_or_default(),
        game: record.game.clone(),
        position: view.position,
        side: view.side,
        goal,
        target,
        answers: right
            .filter_map(Node::move_text)
            .map(str::to_owned)
            .collect(),
    })
}

fn property<'a>(node: &'a Node, name: &str) -> Option<&'a Property> {
    node.properties
        .iter()
        .find(|property| property.name == name)
}

/// Whether a move is marked as a bad one.
fn is_bad(node: &Node) -> bool {
    node.marks.iter().any(|mark| [2, 4, 6].contains(mark)) || property(node, "BM").is_some()
}

/// The cells with the mark `TR`.
fn marked(root: &Node, view: &View) -> Result<Vec<usize>, LabError> {
    let marks = property(root, "TR").map_or(&[][..], |property| &property.values);
    let (width, height) = (view.diagram.width, view.diagram.height);
    let mut cells = Vec::new();
    for text in marks {
        let wrong = || {
            let text = crate::error::shorten(text);
            LabError::Input(format!("TR: expected points of the board, got {text:?}"))
        };
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let (left, top) = point(from).ok_or_else(wrong)?;
        let (right, bottom) = point(to).ok_or_else(wrong)?;
        if right >= width || bottom >= height {
            return Err(wrong());
        }
        let rows = top..=bottom;
        cells.extend(rows.flat_map(|row| (left..=right).map(move |column| row * width + column)));
    }
    if cells.is_empty() {
        return Err(LabError::Input(
            "expected marks (TR) on what the problem is about, got none".into(),
        ));
    }
    Ok(cells)
}

/// Column and row of a point: letters from the top left.
fn point(text: &str) -> Option<(usize, usize)> {
    let line = |letter: char| match letter {
        'a'..='z' => Some(letter as usize - 'a' as usize),
        'A'..='Z' => Some(letter as usize - 'A' as usize + 26),
        _ => None,
    };
    let mut letters = text.trim().chars();
    let (column, row) = (letters.next()?, letters.next()?);
    letters.next().is_none().then_some(())?;
    Some((line(column)?, line(row)?))
}

/// What the marks ask for.
fn goal_of(session: &dyn AnySession, view: &View, target: &[usize]) -> &'static str {
    let first = target[0];
    let together = session.together(first);
    let is_one = target
        .iter()
        .all(|cell| *cell == first || together.contains(cell));
    let piece = view.diagram.cells.get(first).and_then(Option::as_ref);
    let own = piece.is_some_and(|piece| piece.side == view.side);
    match (own, is_one) {
        (true, true) => "save",
        (true, false) => "connect",
        (false, true) => "capture",
        (false, false) => "cut",
    }
}
