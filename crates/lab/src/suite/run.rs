//! A player on a suite.

use std::collections::BTreeMap;

use serde::Serialize;
use yomikiri_arena::Problem;
use yomikiri_game_api::{Side, Term, Value};

use crate::view::{LineView, MoveView, Report, ScoreView};
use crate::{AnyGame, AnySession, LabError, Limits, Observer, Place, PlayerSpec};

/// Who is to be tested, and how.
pub struct SuiteOrder<'a> {
    /// The player.
    pub player: &'a PlayerSpec,
    /// Its limits for each position.
    pub limits: &'a Limits,
    /// Whether misses are explained, which takes another search for each of them.
    pub explain: bool,
    /// How moves are written in the answer.
    pub spell: &'a dyn Fn(&MoveView) -> String,
}

/// The result of a suite. The field names are part of the interface.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteReport {
    /// The game.
    pub game: String,
    /// The player.
    pub player: String,
    /// Number of positions.
    pub positions: usize,
    /// How many of them were solved.
    pub solved: usize,
    /// Time of all searches.
    pub seconds: f64,
    /// Nodes of all searches.
    pub nodes: u64,
    /// The same by group, in the order of the suite.
    pub groups: Vec<GroupScore>,
    /// Position by position.
    pub results: Vec<SuiteResult>,
}

/// A group of positions: those whose ids are alike up to the last dot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GroupScore {
    /// Its name.
    pub group: String,
    /// Number of positions.
    pub positions: usize,
    /// How many of them were solved.
    pub solved: usize,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub seconds: f64,
}

/// One position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteResult {
    /// Its name.
    pub id: String,
    /// Its group.
    pub group: String,
    /// The position.
    pub position: String,
    /// The right moves, and after `not` the wrong ones.
    pub expected: String,
    /// What the suite says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The player's move.
    #[serde(rename = "came")]
    pub got: String,
    /// Whether it is right.
    pub solved: bool,
    /// Time of the search.
    pub seconds: f64,
    /// Nodes of the search.
    pub nodes: u64,
    /// Its depth.
    pub depth: u32,
    /// When a right move was first the best.
    pub first: Option<FoundAt>,
    /// When a right move became the best for good; null for a miss.
    #[serde(rename = "final")]
    pub last: Option<FoundAt>,
    /// Why it was missed, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub miss: Option<Miss>,
}

/// A moment of a search.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct FoundAt {
    /// Time since its beginning.
    pub seconds: f64,
    /// Nodes.
    pub nodes: u64,
    /// Depth completed.
    pub depth: u32,
}

/// The line that was played and the right one, compared at their ends.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Miss {
    /// The player's line.
    pub played: LineEnd,
    /// Its line if it must begin with a right move.
    pub right: LineEnd,
    /// The terms of the evaluation at both ends for the side that is to find the move, those that prefer the wrong
    /// line most first.
    pub terms: Vec<TermPair>,
    /// What is to blame.
    pub cause: Cause,
    /// The term that prefers the wrong line most, if one does.
    pub suspect: Option<String>,
}

/// Where a line ends.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LineEnd {
    /// Its moves.
    pub moves: Vec<String>,
    /// What the search says about it.
    pub score: Option<ScoreView>,
    /// The last position.
    pub position: String,
    /// Its evaluation for the side that is to find the move; null if the game is over there.
    pub evaluation: Option<i32>,
}

/// A term of the evaluation at the ends of two lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TermPair {
    /// The id of the message that names it.
    pub name: String,
    /// After the line that was played.
    pub played: i32,
    /// After the right one.
    pub right: i32,
}

/// Why a move was missed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cause {
    /// The player itself prefers the right line when it is shown: it has not looked far enough.
    Search,
    /// Terms of the evaluation prefer the wrong line: one of their weights is wrong.
    Weight,
    /// No term tells the lines apart enough: one is missing.
    Term,
}

/// Lets a player solve the problems one by one. `watch` hears about each of them.
pub fn run_suite(
    game: &dyn AnyGame,
    problems: &[Problem],
    order: &SuiteOrder<'_>,
    watch: &mut dyn FnMut(&SuiteResult),
) -> Result<SuiteReport, LabError> {
    let mut results = Vec::with_capacity(problems.len());
    for problem in problems {
        let result = solve(game, problem, order)?;
        watch(&result);
        results.push(result);
    }
    Ok(SuiteReport::of(game.spec(), order.player, results))
}

impl SuiteReport {
    /// The sums over results.
    pub(crate) fn of(game: &str, player: &PlayerSpec, results: Vec<SuiteResult>) -> Self {
        let mut groups: Vec<GroupScore> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for result in &results {
            let at = *known.entry(&result.group).or_insert_with(|| {
                groups.push(GroupScore {
                    group: result.group.clone(),
                    positions: 0,
                    solved: 0,
                    nodes: 0,
                    seconds: 0.0,
                });
                groups.len() - 1
            });
            let group = &mut groups[at];
            group.positions += 1;
            group.solved += usize::from(result.solved);
            group.nodes += result.nodes;
            group.seconds += result.seconds;
        }
        SuiteReport {
            game: game.to_owned(),
            player: player.to_string(),
            positions: results.len(),
            solved: results.iter().filter(|of| of.solved).count(),
            seconds: results.iter().map(|of| of.seconds).sum(),
            nodes: results.iter().map(|of| of.nodes).sum(),
            groups,
            results,
        }
    }
}

/// The moves of a problem as the rules write them, whatever notation the suite uses.
pub(crate) fn read_moves(
    game: &dyn AnyGame,
    problem: &Problem,
) -> Result<(Box<dyn AnySession>, Problem), LabError> {
    let named = |error: &dyn std::fmt::Display| LabError::Input(format!("{}: {error}", problem.id));
    let place = Place::at(Some(&problem.position));
    let session = game.session(&place).map_err(|error| named(&error))?;
    if session.is_over() {
        return Err(named(
            &"expected a position to play from, got a finished game",
        ));
    }
    let mut exact = problem.clone();
    for mv in exact.best.iter_mut().chain(&mut exact.avoid) {
        let played = Place { moves: mv, ..place };
        let Ok(after) = game.session(&played) else {
            return Err(named(&format!("{mv:?} is not legal there")));
        };
        *mv = after.record().moves.concat();
    }
    Ok((session, exact))
}

fn solve(
    game: &dyn AnyGame,
    problem: &Problem,
    order: &SuiteOrder<'_>,
) -> Result<SuiteResult, LabError> {
    let (mut session, exact) = read_moves(game, problem)?;
    let mut finder = Finder {
        problem: &exact,
        first: None,
        last: None,
    };
    let report = session.think(order.player, order.limits, &mut finder)?;
    // The last report need not have been told.
    finder.see(&report);
    let solved = exact.is_solved_by(&report.best.text);
    let miss = match order.explain && !solved {
        true => Some(explain(game, &exact, order, &report)?),
        false => None,
    };
    let legal = session.position_view().legal;
    let spelled = |moves: &[String]| {
        let found = moves
            .iter()
            .filter_map(|text| legal.iter().find(|mv| mv.text == *text));
        found.map(order.spell).collect::<Vec<_>>().join(" ")
    };
    let mut expected = spelled(&exact.best);
    if !exact.avoid.is_empty() {
        expected = format!("{expected} not {}", spelled(&exact.avoid));
    }
    Ok(SuiteResult {
        id: problem.id.clone(),
        group: problem.group().to_owned(),
        position: problem.position.clone(),
        expected: expected.trim().to_owned(),
        comment: problem.comment.clone(),
        got: (order.spell)(&report.best),
        solved,
        seconds: report.seconds,
        nodes: report.nodes,
        depth: report.depth,
        first: finder.first,
        last: finder.last,
        miss,
    })
}

/// Notes when a right move is the best.
struct Finder<'a> {
    problem: &'a Problem,
    first: Option<FoundAt>,
    last: Option<FoundAt>,
}

impl Finder<'_> {
    fn see(&mut self, report: &Report) {
        if !self.problem.is_solved_by(&report.best.text) {
            self.last = None;
            return;
        }
        let now = FoundAt {
            seconds: report.seconds,
            nodes: report.nodes,
            depth: report.depth,
        };
        self.first.get_or_insert(now);
        self.last.get_or_insert(now);
    }
}

impl Observer for Finder<'_> {
    fn report(&mut self, report: &Report) {
        self.see(report);
    }
}

/// Points by which terms must differ to be blamed, in hundredths of the larger evaluation.
const TELLING: i32 = 5;

/// Compares the line that was played with the player's line after a right move.
fn explain(
    game: &dyn AnyGame,
    problem: &Problem,
    order: &SuiteOrder<'_>,
    report: &Report,
) -> Result<Miss, LabError> {
    let place = Place::at(Some(&problem.position));
    // A new session: what was learnt in the first search would help the second.
    let mut session = game.session(&place)?;
    let side = session.turn();
    let legal = session.position_view().legal;
    let right = legal.iter().map(|mv| mv.text.as_str());
    let right: Vec<&str> = right.filter(|mv| problem.is_solved_by(mv)).collect();
    session.search_moves(&right)?;
    let after = session.think(order.player, order.limits, &mut crate::NoObserver)?;
    let mut ends = [None, None];
    let mut terms: [Vec<Term>; 2] = [Vec::new(), Vec::new()];
    for (at, report) in [report, &after].into_iter().enumerate() {
        let (end, found) = line_end(game, problem, order, report, side)?;
        ends[at] = Some(end);
        terms[at] = found;
    }
    let [Some(played), Some(right)] = ends else {
        return Err(LabError::Input(format!("{}: no lines", problem.id)));
    };
    let pairs = pair_terms(&terms, side);
    let suspect = pairs.first().filter(|pair| pair.played > pair.right);
    let suspect = suspect.map(|pair| pair.name.clone());
    Ok(Miss {
        cause: cause(&played, &right, &pairs),
        suspect,
        played,
        right,
        terms: pairs,
    })
}

fn line_end(
    game: &dyn AnyGame,
    problem: &Problem,
    order: &SuiteOrder<'_>,
    report: &Report,
    side: Side,
) -> Result<(LineEnd, Vec<Term>), LabError> {
    let plain = LineView {
        score: None,
        moves: vec![report.best.clone()],
    };
    let line = report.lines.first().unwrap_or(&plain);
    let mut session = game.session(&Place::at(Some(&problem.position)))?;
    let mut moves = Vec::new();
    for mv in &line.moves {
        // A line may run into a repetition, which ends it.
        if session.play(&mv.text).is_err() {
            break;
        }
        moves.push((order.spell)(mv));
    }
    let terms = session.terms_of(order.player.name());
    let evaluation =
        (!terms.is_empty()).then(|| terms.iter().map(|term| of_side(term, side)).sum());
    let end = LineEnd {
        moves,
        score: line.score.clone(),
        position: session.position(),
        evaluation,
    };
    Ok((end, terms))
}

fn of_side(term: &Term, side: Side) -> i32 {
    match side {
        Side::First => term.first - term.second,
        Side::Second => term.second - term.first,
    }
}

/// The terms of both ends, those that prefer the wrong line most first. A finished game has none.
fn pair_terms(terms: &[Vec<Term>; 2], side: Side) -> Vec<TermPair> {
    let names = if terms[0].is_empty() {
        &terms[1]
    } else {
        &terms[0]
    };
    let value = |list: &[Term], name: &str| {
        let found = list.iter().find(|term| term.name == name);
        found.map_or(0, |term| of_side(term, side))
    };
    let pair = |term: &Term| TermPair {
        name: term.name.to_owned(),
        played: value(&terms[0], term.name),
        right: value(&terms[1], term.name),
    };
    let mut pairs: Vec<TermPair> = names.iter().map(pair).collect();
    pairs.sort_by_key(|pair| pair.right - pair.played);
    pairs
}

fn cause(played: &LineEnd, right: &LineEnd, terms: &[TermPair]) -> Cause {
    if worth(right) > worth(played) {
        return Cause::Search;
    }
    // The search sees nothing better in the right line: what do the terms say?
    let scale = [played, right].map(|end| end.evaluation.unwrap_or(0).abs());
    let telling = scale[0].max(scale[1]) * TELLING / 100 + 1;
    let differs = |pair: &TermPair| pair.played - pair.right >= telling;
    match terms.iter().any(differs) {
        true => Cause::Weight,
        false => Cause::Term,
    }
}

/// A score as one number.
fn worth(end: &LineEnd) -> i64 {
    const DECIDED: i64 = 1 << 40;
    let Some(score) = &end.score else {
        return i64::from(end.evaluation.unwrap_or(0));
    };
    let distance = i64::from(score.distance.unwrap_or(0));
    match score.value {
        Some(Value::Win) => DECIDED - distance,
        Some(Value::Loss) => distance - DECIDED,
        _ => i64::from(score.points.unwrap_or(0)),
    }
}
