//! Who wins by the rule: nested attractors.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use yomikiri_game_api::{Conversion, Cursor, Game, Indexer, Side, Terminal, Value};

use super::{Changes, FirstSide, Rank, Rule, winner};
use crate::schedule::ChildValues;
use crate::work::{Progress, share};

/// Indices handed to a thread at a time.
const PIECE: u64 = 1 << 12;

/// Finds what the rule changes. `children` has the values of child tiers under the same rule, and
/// `children_differ` says whether any of those differs from the plain one. `None` if it was stopped.
pub fn solve<G: Game, I: Indexer<G>>(
    rule: &Rule<'_, G, I>,
    (children, children_differ): (&dyn ChildValues, bool),
    threads: usize,
    progress: &dyn Progress,
) -> Option<Changes> {
    let mut changes = Changes::default();
    for side in Side::BOTH {
        // Nobody loses by checks that cannot be given.
        if !children_differ && !rule.can_check[(!side).index()] {
            continue;
        }
        let mut winner = Winner {
            rule,
            children,
            turns: FirstSide::new(rule.indexer),
            side,
            won: HashMap::new(),
            forced: HashSet::new(),
        };
        winner.find_all(children_differ, threads, progress)?;
        let won = winner.won.into_iter();
        let won = won.map(|(index, rank)| (index, (side, rank)));
        changes.won.extend(won);
    }
    Some(changes)
}

/// The search for the wins of one side.
struct Winner<'s, G: Game, I> {
    rule: &'s Rule<'s, G, I>,
    children: &'s dyn ChildValues,
    turns: FirstSide,
    side: Side,
    /// Wins found so far, beyond those of the plain game.
    won: HashMap<u64, Rank>,
    /// Indices at which all of the loser's moves check or lose, and not all lose.
    forced: HashSet<u64>,
}

/// What the loser can do at an index.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Choice {
    /// Move without check and without losing.
    Escape,
    /// Check, or lose.
    Check,
    /// Only lose.
    Nothing,
}

/// What a first look at all indices finds.
#[derive(Default)]
struct Begin {
    /// The winner captures and wins.
    won: Vec<u64>,
    /// The loser has a capture that loses by the rule.
    suspect: Vec<u64>,
    forced: Vec<u64>,
}

impl<G: Game, I: Indexer<G>> Winner<'_, G, I> {
    fn find_all(
        &mut self,
        children_differ: bool,
        threads: usize,
        progress: &dyn Progress,
    ) -> Option<()> {
        let begin = self.begin(children_differ, threads, progress)?;
        self.forced.extend(begin.forced);
        let mut stage = 0;
        let mut latest = begin.won;
        self.note(&latest, stage);
        let mut suspect = begin.suspect;
        loop {
            // What can be forced into the wins so far, ply by ply.
            loop {
                if progress.stop() {
                    return None;
                }
                stage += 1;
                latest = self.attracted(&latest, std::mem::take(&mut suspect));
                if latest.is_empty() {
                    break;
                }
                self.note(&latest, stage);
            }
            let region = self.region();
            if region.is_empty() {
                return Some(());
            }
            latest = region.iter().map(|&(index, _)| index).collect();
            let ranks = region
                .into_iter()
                .map(|(index, step)| (index, Rank { stage, step }));
            self.won.extend(ranks);
        }
    }

    fn note(&mut self, indices: &[u64], stage: u32) {
        let rank = Rank { stage, step: 0 };
        self.won.extend(indices.iter().map(|&index| (index, rank)));
    }

    /// Looks at every index that is drawn in the plain game.
    fn begin(
        &self,
        children_differ: bool,
        threads: usize,
        progress: &dyn Progress,
    ) -> Option<Begin> {
        let (rule, size) = (self.rule, self.rule.indexer.size());
        progress.stage("forced checks", None, size);
        let loser_checks = rule.can_check[(!self.side).index()];
        let start = || (rule.indexer.cursor(), Begin::default());
        let look = |(cursor, begin): &mut (I::Cursor<'_>, Begin), range: Range<u64>| {
            for index in range {
                if rule.plain(index) != Some(Value::Draw) {
                    continue;
                }
                let is_winners = self.turns.turn(index) == self.side;
                if children_differ {
                    cursor.seek(index);
                    let mut wins = false;
                    if cursor.terminal() == Terminal::Undecided {
                        cursor.conversions(|conversion| {
                            wins |= self.conversion_wins(index, conversion);
                        });
                    }
                    match is_winners {
                        true if wins => begin.won.push(index),
                        false if wins => begin.suspect.push(index),
                        _ => {}
                    }
                }
                if !is_winners && loser_checks && self.choice(cursor, index) == Choice::Check {
                    begin.forced.push(index);
                }
            }
        };
        let (parts, complete) = share(size, PIECE, threads, progress, start, look);
        let mut all = Begin::default();
        for (_, part) in parts {
            all.won.extend(part.won);
            all.suspect.extend(part.suspect);
            all.forced.extend(part.forced);
        }
        complete.then_some(all)
    }

    /// Whether the winner is known to win at an index of the tier.
    #[inline]
    fn wins(&self, index: u64) -> bool {
        let plain = self.rule.plain(index);
        match plain {
            Some(Value::Draw) => self.won.contains_key(&index),
            Some(value) => winner(self.turns.turn(index), value) == Some(self.side),
            None => false,
        }
    }

    /// Whether the winner wins after a move out of the tier.
    fn conversion_wins(&self, index: u64, conversion: Conversion) -> bool {
        let after = match conversion {
            Conversion::Known(after) => Some(after),
            Conversion::Layer(next) => return self.wins(next),
            Conversion::Tier { child, index } => self.children.value(child, index),
        };
        let turn = !self.turns.turn(index);
        after.is_some_and(|after| winner(turn, after.value) == Some(self.side))
    }

    /// What the loser, whose move it is, can do.
    fn choice(&self, cursor: &mut I::Cursor<'_>, index: u64) -> Choice {
        cursor.seek(index);
        if cursor.terminal() != Terminal::Undecided {
            return Choice::Escape;
        }
        let mut checks = false;
        let has_none = cursor.successors(|next| {
            if self.wins(next) {
                return true;
            }
            let is_check = self.rule.is_check(next);
            checks |= is_check;
            is_check
        });
        let mut escapes = !has_none;
        if !escapes {
            cursor.conversions(|conversion| escapes |= !self.conversion_wins(index, conversion));
        }
        match (escapes, checks) {
            (true, _) => Choice::Escape,
            (false, true) => Choice::Check,
            (false, false) => Choice::Nothing,
        }
    }

    /// The indices that one move leads, or must lead, into the latest wins; `suspect` ones of the loser
    /// are looked at, too.
    fn attracted(&mut self, latest: &[u64], suspect: Vec<u64>) -> Vec<u64> {
        let indexer = self.rule.indexer;
        let mut cursor = indexer.cursor();
        let mut before: HashSet<u64> = suspect.into_iter().collect();
        for &index in latest {
            cursor.seek(index);
            cursor.predecessors(|index| {
                before.insert(index);
            });
        }
        let mut found = Vec::new();
        for index in before {
            // Cells without a legal position may hold anything.
            let is_open = self.rule.plain(index) == Some(Value::Draw)
                && !self.won.contains_key(&index)
                && indexer.position(index).is_some();
            if !is_open {
                continue;
            }
            if self.turns.turn(index) == self.side {
                found.push(index);
                continue;
            }
            match self.choice(&mut cursor, index) {
                Choice::Nothing => found.push(index),
                Choice::Check => {
                    self.forced.insert(index);
                }
                Choice::Escape => {}
            }
        }
        found
    }

    /// The largest set of positions in which the loser must check for ever or lose, while the winner
    /// can come again and again to a move without check; each with the moves until the next of them.
    fn region(&self) -> Vec<(u64, u32)> {
        let mut graph = self.graph();
        loop {
            graph.prune();
            let steps = graph.steps();
            if steps.len() == graph.loser.len() + graph.winner.len() {
                return steps.into_iter().collect();
            }
            graph.loser.retain(|index, _| steps.contains_key(index));
            graph.winner.retain(|index, _| steps.contains_key(index));
        }
    }

    /// The positions of forced checks, with the winner's replies.
    fn graph(&self) -> Graph {
        let mut cursor = self.rule.indexer.cursor();
        let mut graph = Graph::default();
        for &index in self
            .forced
            .iter()
            .filter(|&index| !self.won.contains_key(index))
        {
            let mut checks = Vec::new();
            cursor.seek(index);
            cursor.successors(|next| {
                if !self.wins(next) {
                    checks.push(next);
                }
                true
            });
            let is_quiet = !self.rule.is_check(index);
            graph.loser.insert(index, (checks, is_quiet));
        }
        let checked: HashSet<u64> = graph
            .loser
            .values()
            .flat_map(|(to, _)| to)
            .copied()
            .collect();
        for index in checked {
            let mut replies = Vec::new();
            cursor.seek(index);
            cursor.successors(|next| {
                if graph.loser.contains_key(&next) {
                    replies.push(next);
                }
                true
            });
            graph.winner.insert(index, replies);
        }
        graph
    }
}

/// Forced checks and replies.
#[derive(Default)]
struct Graph {
    /// The loser's positions: its checks, and whether the winner's last move was without check.
    loser: HashMap<u64, (Vec<u64>, bool)>,
    /// The winner's positions with its replies.
    winner: HashMap<u64, Vec<u64>>,
}

impl Graph {
    /// Drops whatever leads out of the graph: replies that are gone, checks without a reply.
    fn prune(&mut self) {
        loop {
            let size = self.loser.len() + self.winner.len();
            let (loser, winner) = (&mut self.loser, &mut self.winner);
            winner.retain(|_, replies| replies.iter().any(|next| loser.contains_key(next)));
            loser.retain(|_, (checks, _)| checks.iter().all(|next| winner.contains_key(next)));
            if self.loser.len() + self.winner.len() == size {
                return;
            }
        }
    }

    /// The moves until the winner makes one without check, where it can force that.
    fn steps(&self) -> HashMap<u64, u32> {
        let quiet = self.loser.iter().filter(|(_, (_, is_quiet))| *is_quiet);
        let mut steps: HashMap<u64, u32> = quiet.map(|(&index, _)| (index, 0)).collect();
        for step in 1.. {
            let known = |next: &u64| steps.contains_key(next);
            let winner = self.winner.iter();
            let winner =
                winner.filter(|(index, replies)| !known(index) && replies.iter().any(known));
            let loser = self.loser.iter();
            let loser =
                loser.filter(|(index, (checks, _))| !known(index) && checks.iter().all(known));
            let found = winner.map(|(&index, _)| index);
            let found: Vec<u64> = found.chain(loser.map(|(&index, _)| index)).collect();
            if found.is_empty() {
                break;
            }
            steps.extend(found.into_iter().map(|index| (index, step)));
        }
        steps
    }
}
