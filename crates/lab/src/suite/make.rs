//! Suites from games and tables. Every position is checked twice: found by a quick look, confirmed by a long one.

use std::collections::{BTreeMap, HashSet};

use yomikiri_arena::Problem;
use yomikiri_game_api::Side;

use crate::view::{MoveView, Report};
use crate::{
    AnyGame, AnySession, LabError, Limits, MateRequest, NoObserver, Place, PlayerSpec, Property,
    Selection,
};

/// What kind of positions.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SuiteKind {
    /// Mates with one right first move, proved by the mate search.
    Mates,
    /// One move wins material.
    Tactics,
    /// One move wins, by a table.
    Endings,
    /// One move is clearly best, or the move that a short look suggests is clearly wrong.
    Openings,
}

impl SuiteKind {
    /// The kinds by name.
    pub const ALL: [(&'static str, SuiteKind); 4] = [
        ("mates", SuiteKind::Mates),
        ("tactics", SuiteKind::Tactics),
        ("endings", SuiteKind::Endings),
        ("openings", SuiteKind::Openings),
    ];

    /// Its name, with which the ids begin.
    pub fn word(self) -> &'static str {
        let found = SuiteKind::ALL.iter().find(|(_, kind)| *kind == self);
        found.map_or("", |(word, _)| word)
    }
}

/// A suite to be made.
#[derive(Clone, Debug)]
pub struct MakeOrder {
    /// What kind of positions.
    pub kind: SuiteKind,
    /// Games or lines: a position and moves each, as [`crate::read_openings`] gives them. For endings: names of
    /// tables.
    pub sources: Vec<String>,
    /// The most positions.
    pub most: usize,
    /// Nodes that confirm a position; a quick look takes a twentieth.
    pub nodes: u64,
    /// The longest mates, in moves.
    pub moves: u32,
    /// Points by which a move must be better than the others.
    pub margin: i32,
}

/// The share of the nodes for a quick look.
const QUICK: u64 = 20;
/// A tactical position is not won by any other move: so many points, nearly a cannon or a horse.
const WON: i32 = 400;

/// Makes a suite. `watch` hears how many of the sources are done, and how many positions are found.
pub fn make_suite(
    game: &dyn AnyGame,
    order: &MakeOrder,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Vec<Problem>, LabError> {
    let mut maker = Maker {
        game,
        order,
        known: HashSet::new(),
        looked: HashSet::new(),
        by_group: BTreeMap::new(),
        found: Vec::new(),
    };
    for (done, source) in order.sources.iter().enumerate() {
        if maker.found.len() >= order.most {
            break;
        }
        watch(done, maker.found.len());
        match order.kind {
            SuiteKind::Mates => maker.mates(source)?,
            SuiteKind::Tactics => maker.tactics(source)?,
            SuiteKind::Endings => maker.endings(source)?,
            SuiteKind::Openings => maker.openings(source)?,
        }
    }
    watch(order.sources.len(), maker.found.len());
    let mut found = maker.found;
    found.truncate(order.most);
    found.sort_by(|one, two| one.id.cmp(&two.id));
    Ok(found)
}

struct Maker<'a> {
    game: &'a dyn AnyGame,
    order: &'a MakeOrder,
    /// Positions that are in the suite.
    known: HashSet<String>,
    /// Positions of openings that were looked at.
    looked: HashSet<String>,
    /// How many a group has.
    by_group: BTreeMap<String, usize>,
    found: Vec<Problem>,
}

impl Maker<'_> {
    /// A session at the end of a source, which is a line of text.
    fn open(&self, source: &str) -> Result<Box<dyn AnySession>, LabError> {
        let (position, moves) = match source.split_once("moves ") {
            Some((position, moves)) => (position.trim(), moves),
            None => (source.trim(), ""),
        };
        self.game.session(&Place {
            position: (!position.is_empty()).then_some(position),
            moves,
            ..Place::default()
        })
    }

    /// How many positions a group may have: an equal share.
    fn has_room(&self, group: &str, groups: usize) -> bool {
        let share = self.order.most.div_ceil(groups.max(1));
        self.by_group.get(group).copied().unwrap_or(0) < share
    }

    fn keep(&mut self, group: &str, problem: Problem) {
        // Clocks and numbers do not make another position.
        let board: String = first_words(&problem.position);
        if !self.known.insert(board) {
            return;
        }
        let number = self.by_group.entry(group.to_owned()).or_default();
        *number += 1;
        let id = format!("{group}.{:03}", *number);
        self.found.push(Problem { id, ..problem });
    }

    /// Mates at the end of a won game, one of each length.
    fn mates(&mut self, source: &str) -> Result<(), LabError> {
        let end = self.open(source)?;
        let Some(winner) = end.outcome().and_then(|outcome| outcome.winner) else {
            return Ok(());
        };
        let most = self.order.moves;
        let mut lengths = HashSet::new();
        // A loser that errs makes it shorter than it was.
        for back in 1..=(4 * most as usize).min(end.ply()) {
            let mut session = end.fork_at(end.ply() - back);
            if session.turn() != winner || session.is_over() {
                continue;
            }
            let position = fresh(&session.position());
            session.move_to(&Place::at(Some(&position)))?;
            let request = MateRequest {
                moves: most,
                all: true,
                limits: Limits {
                    nodes: Some(self.order.nodes),
                    ..Limits::default()
                },
            };
            let found = session.find_mate(&request, &mut NoObserver)?;
            let (Some(moves), [key]) = (found.mate, found.keys.as_slice()) else {
                continue;
            };
            // A search that was stopped does not know all first moves.
            if found.nodes >= self.order.nodes {
                continue;
            }
            let group = format!("mates.in{moves}");
            if !lengths.insert(moves) || !self.has_room(&group, most as usize) {
                continue;
            }
            let line: Vec<&str> = found.line.iter().map(|mv| mv.text.as_str()).collect();
            let problem = Problem {
                best: vec![key.text.clone()],
                mate: Some(moves),
                comment: Some(line.join(" ")),
                ..empty(&position)
            };
            self.keep(&group, problem);
        }
        Ok(())
    }

    /// The only winning moves of a table, spread over its distances.
    fn endings(&mut self, table: &str) -> Result<(), LabError> {
        /// Positions of which one is taken.
        const SPREAD: usize = 40;
        let share = self.order.most.div_ceil(self.order.sources.len().max(1));
        let tables = self.game.tablebase(None)?;
        let selection = Selection {
            tiers: Some(table),
            metric: yomikiri_game_api::Metric::End,
        };
        let wanted = (Property::OnlyMove, share * SPREAD);
        let report = tables.find(selection, wanted, 1, &yomikiri_solver::NoProgress)?;
        let group = format!("endings.{table}");
        let step = (report.found.len() / share.max(1)).max(1);
        for found in report.found.iter().step_by(step).take(share) {
            let (Some(best), Some(distance)) = (found.line.first(), found.answer.distance) else {
                continue;
            };
            let problem = Problem {
                best: vec![best.clone()],
                comment: Some(format!("the only winning move, win in {distance} plies")),
                ..empty(&found.position)
            };
            self.keep(&group, problem);
        }
        Ok(())
    }

    fn think(&self, position: &str, moves: &[&str], nodes: u64) -> Result<Report, LabError> {
        // A player of its own each time: the answer depends on the position alone.
        let mut session = self.game.session(&Place::at(Some(position)))?;
        session.search_moves(moves)?;
        let player = PlayerSpec::named("alphabeta")
            .or_setting("hash", 16)
            .or_setting("tables", "off");
        let limits = Limits {
            nodes: Some(nodes),
            lines: 2,
            ..Limits::default()
        };
        session.think(&player, &limits, &mut NoObserver)
    }

    /// The best move, its points and by how much it is better than the second, where both are points.
    fn clear_best(&self, position: &str, nodes: u64) -> Result<Option<Clear>, LabError> {
        let report = self.think(position, &[], nodes)?;
        let [one, two] = report.lines.as_slice() else {
            return Ok(None);
        };
        let points = |at: &crate::LineView| at.score.as_ref().and_then(|score| score.points);
        let (Some(best), Some(second)) = (points(one), points(two)) else {
            return Ok(None);
        };
        Ok(Some(Clear {
            mv: report.best,
            points: best,
            margin: best - second,
        }))
    }

    /// Positions of a game where one move wins material that a short look does not see: at most two.
    fn tactics(&mut self, source: &str) -> Result<(), LabError> {
        const FIRST_PLY: usize = 16;
        const STEP: usize = 3;
        const A_GAME: usize = 2;
        let end = self.open(source)?;
        let mut kept = 0;
        let mut ply = FIRST_PLY;
        while ply < end.ply() && kept < A_GAME && self.found.len() < self.order.most {
            let session = end.fork_at(ply);
            ply += STEP;
            let position = fresh(&session.position());
            if session.is_over() {
                continue;
            }
            let standing = standing(&*session);
            let quick = self.clear_best(&position, self.order.nodes / QUICK)?;
            let margin = self.order.margin;
            // Where another move wins as well, which one is better by points is a matter of weights.
            let wins = |clear: &Clear| {
                clear.margin >= margin
                    && clear.points - standing >= margin
                    && clear.points - clear.margin < WON
            };
            let Some(quick) = quick.filter(wins) else {
                continue;
            };
            let glance = self.glance(&position)?;
            if glance == quick.mv.text {
                continue;
            }
            let long = self.clear_best(&position, self.order.nodes)?;
            let Some(long) = long.filter(|long| wins(long) && long.mv.text == quick.mv.text) else {
                continue;
            };
            let problem = Problem {
                best: vec![long.mv.text],
                comment: Some(format!(
                    "{:+} points, {} more than any other move",
                    long.points, long.margin
                )),
                ..empty(&position)
            };
            self.keep("tactics", problem);
            kept += 1;
            ply += 8;
        }
        Ok(())
    }

    /// The move that a look of one ply suggests.
    fn glance(&self, position: &str) -> Result<String, LabError> {
        let mut session = self.game.session(&Place::at(Some(position)))?;
        let player = PlayerSpec::named("alphabeta")
            .or_setting("hash", 1)
            .or_setting("tables", "off");
        let limits = Limits {
            depth: Some(1),
            ..Limits::default()
        };
        Ok(session.think(&player, &limits, &mut NoObserver)?.best.text)
    }

    /// Positions along a line: a clearly best move, or a tempting move that is clearly wrong.
    fn openings(&mut self, source: &str) -> Result<(), LabError> {
        let end = self.open(source)?;
        for ply in 1..=end.ply() {
            if self.found.len() >= self.order.most {
                break;
            }
            let session = end.fork_at(ply);
            let position = fresh(&session.position());
            // Lines have beginnings in common.
            if session.is_over() || !self.looked.insert(first_words(&position)) {
                continue;
            }
            let (nodes, margin) = (self.order.nodes, self.order.margin);
            let Some(quick) = self.clear_best(&position, nodes / QUICK)? else {
                continue;
            };
            let line: Vec<String> = end.played().into_iter().map(|mv| mv.text).collect();
            let after = line[..ply].join(" ");
            if quick.margin >= margin {
                let long = self.clear_best(&position, nodes)?;
                let is_same = |long: &Clear| long.margin >= margin && long.mv.text == quick.mv.text;
                if let Some(long) = long.filter(is_same) {
                    let problem = Problem {
                        best: vec![long.mv.text],
                        comment: Some(format!(
                            "after {after}: {} more than any other move",
                            long.margin
                        )),
                        ..empty(&position)
                    };
                    self.keep("openings.best", problem);
                    continue;
                }
            }
            let tempting = self.glance(&position)?;
            let worse = |report: &Report, best: i32| {
                let score = report.lines.first().and_then(|line| line.score.clone());
                let points = score.and_then(|score| score.points);
                points
                    .is_some_and(|points| best - points >= margin)
                    .then_some(())
            };
            let look = |nodes| self.think(&position, &[tempting.as_str()], nodes);
            if tempting == quick.mv.text || worse(&look(nodes / QUICK)?, quick.points).is_none() {
                continue;
            }
            let Some(long) = self.clear_best(&position, nodes)? else {
                continue;
            };
            if worse(&look(nodes)?, long.points).is_none() {
                continue;
            }
            let problem = Problem {
                avoid: vec![tempting],
                comment: Some(format!("after {after}: {} is best", long.mv.text)),
                ..empty(&position)
            };
            self.keep("openings.avoid", problem);
        }
        Ok(())
    }
}

/// A move that is better than all others.
struct Clear {
    mv: MoveView,
    points: i32,
    margin: i32,
}

/// The evaluation of a position for the side to move.
fn standing(session: &dyn AnySession) -> i32 {
    let sum: i32 = session
        .terms()
        .iter()
        .map(|term| term.first - term.second)
        .sum();
    match session.turn() {
        Side::First => sum,
        Side::Second => -sum,
    }
}

fn empty(position: &str) -> Problem {
    Problem {
        id: String::new(),
        position: position.to_owned(),
        best: Vec::new(),
        avoid: Vec::new(),
        mate: None,
        comment: None,
    }
}

/// The same position with its counters, if it has any, at their beginning.
fn fresh(position: &str) -> String {
    match position.rsplitn(3, ' ').collect::<Vec<_>>().as_slice() {
        [number, clock, rest] if number.parse::<u32>().is_ok() && clock.parse::<u32>().is_ok() => {
            format!("{rest} 0 1")
        }
        _ => position.to_owned(),
    }
}

fn first_words(position: &str) -> String {
    position.split(' ').take(2).collect::<Vec<_>>().join(" ")
}
