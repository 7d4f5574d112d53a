//! Counting a solved game.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use yomikiri_game_api::{Cursor, Game, Indexer, Multiplicity, Probed, Terminal, Value};

use crate::cell::{Cell8, Code, Coding};
use crate::cells::Cells;
use crate::work::{NoProgress, Progress, share};

/// How positions are counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Convention {
    /// Every legal position with a given side to move, no symmetry folded.
    All,
    /// Symmetric positions once.
    Folded,
    /// Symmetric positions once, and only those that play from the start can reach.
    Reachable,
}

impl Convention {
    /// Every convention.
    pub const EVERY: [Convention; 3] = [Convention::All, Convention::Folded, Convention::Reachable];

    /// What an index counts for.
    fn weight(self, share: Multiplicity) -> u64 {
        match self {
            Convention::All => u64::from(share.unfolded),
            Convention::Folded | Convention::Reachable => u64::from(share.folded),
        }
    }

    /// The word for data.
    pub const fn word(self) -> &'static str {
        match self {
            Convention::All => "all",
            Convention::Folded => "folded",
            Convention::Reachable => "reachable",
        }
    }
}

/// Counts of positions that have indices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Wins by distance.
    pub won_in: Vec<u64>,
    /// Losses by distance.
    pub lost_in: Vec<u64>,
    /// Draws.
    pub draws: u64,
    /// Games that have ended for want of moves; they are in none of the other counts.
    pub finished: u64,
    /// Among the finished: those in which the side to move is in check, where that is asked.
    pub checkmated: u64,
    /// Among the wins in one ply: positions in which a leader can be taken.
    pub king_captures: u64,
    /// Among the wins in one ply: positions won at once by another move out of the indexer.
    pub wins_at_once: u64,
}

impl Census {
    /// Wins for the side to move.
    pub fn wins(&self) -> u64 {
        self.won_in.iter().sum()
    }

    /// Losses for the side to move.
    pub fn losses(&self) -> u64 {
        self.lost_in.iter().sum()
    }

    /// All of them.
    pub fn positions(&self) -> u64 {
        self.wins() + self.losses() + self.draws
    }

    /// The longest win.
    pub fn longest_win(&self) -> Option<u32> {
        longest(&self.won_in)
    }

    /// The longest loss.
    pub fn longest_loss(&self) -> Option<u32> {
        longest(&self.lost_in)
    }

    /// Decided positions by distance, wins and losses together (to the end of the game, wins are
    /// odd and losses even).
    pub fn by_distance(&self) -> Vec<u64> {
        let mut sums = self.won_in.clone();
        add_all(&mut sums, &self.lost_in);
        sums
    }

    /// Adds positions with a value.
    pub fn add(&mut self, known: Probed, count: u64) {
        match (known.value, known.distance) {
            (Value::Win, Some(distance)) => add_at(&mut self.won_in, distance, count),
            (Value::Loss, Some(distance)) => add_at(&mut self.lost_in, distance, count),
            _ => self.draws += count,
        }
    }

    /// Adds positions of an index.
    fn count(&mut self, terminal: Terminal, known: Option<Probed>, weight: u64) {
        if matches!(terminal, Terminal::Lost | Terminal::Drawn) {
            self.finished += weight;
            return;
        }
        if let Some(known) = known {
            self.add(known, weight);
        }
        match terminal {
            Terminal::KingCapture => self.king_captures += weight,
            Terminal::WinInOne => self.wins_at_once += weight,
            _ => {}
        }
    }

    /// Adds the counts of other indices.
    pub fn merge(&mut self, other: &Census) {
        add_all(&mut self.won_in, &other.won_in);
        add_all(&mut self.lost_in, &other.lost_in);
        self.draws += other.draws;
        self.finished += other.finished;
        self.checkmated += other.checkmated;
        self.king_captures += other.king_captures;
        self.wins_at_once += other.wins_at_once;
    }
}

fn longest(counts: &[u64]) -> Option<u32> {
    counts
        .iter()
        .rposition(|&count| count > 0)
        .map(|d| d as u32)
}

fn add_at(counts: &mut Vec<u64>, distance: u32, count: u64) {
    let distance = distance as usize;
    if counts.len() <= distance {
        counts.resize(distance + 1, 0);
    }
    counts[distance] += count;
}

fn add_all(sums: &mut Vec<u64>, counts: &[u64]) {
    if sums.len() < counts.len() {
        sums.resize(counts.len(), 0);
    }
    for (sum, more) in sums.iter_mut().zip(counts) {
        *sum += more;
    }
}

/// Counts the cells of a range of indices of a solved game; `reached` is needed for [`Convention::Reachable`].
pub fn census<G: Game, I: Indexer<G>>(
    indexer: &I,
    indices: Range<u64>,
    cells: &Cells,
    convention: Convention,
    reached: Option<&Reached>,
    threads: usize,
    progress: &dyn Progress,
) -> Census {
    let counting = Counting {
        conventions: [convention],
        reached,
        in_check: None,
        is_solved: false,
    };
    let [census] = censuses::<G, I, 1>(indexer, indices, cells, &counting, threads, progress);
    census
}

/// What is counted, in several conventions at once.
pub struct Counting<'c, P, const N: usize> {
    /// The conventions.
    pub conventions: [Convention; N],
    /// Needed for [`Convention::Reachable`]: only these indices are counted.
    pub reached: Option<&'c Reached>,
    /// Whether the side to move is in check, to tell finished games apart.
    pub in_check: Option<&'c (dyn Fn(&P) -> bool + Sync)>,
    /// Whether the cells come from the solver and not from a file: then they tell which indices have no
    /// legal position, and which games are over, where the indexer [is total](Indexer::is_total).
    pub is_solved: bool,
}

/// The same in several conventions at once.
pub fn censuses<G: Game, I: Indexer<G>, const N: usize>(
    indexer: &I,
    indices: Range<u64>,
    cells: &Cells,
    counting: &Counting<'_, G::Position, N>,
    threads: usize,
    progress: &dyn Progress,
) -> [Census; N] {
    let Counting {
        conventions,
        reached,
        in_check,
        is_solved,
    } = *counting;
    let total = indices.end - indices.start;
    progress.stage("count", None, total);
    let is_over = |terminal| matches!(terminal, Terminal::Lost | Terminal::Drawn);
    // Of an index whose game is over.
    let is_mate = |index: u64| {
        in_check.is_some_and(|in_check| indexer.position(index).is_some_and(|at| in_check(&at)))
    };
    let count_index = |censuses: &mut [Census; N], index: u64, terminal: Terminal| {
        if reached.is_some_and(|reached| !reached.contains(index)) {
            return;
        }
        let share = indexer.multiplicity(index);
        let is_mate = is_over(terminal) && is_mate(index);
        for (census, convention) in censuses.iter_mut().zip(conventions) {
            let weight = convention.weight(share);
            census.count(terminal, cells.answer(index), weight);
            census.checkmated += u64::from(is_mate) * weight;
        }
    };
    // Where neither depends on the index, cells are counted by their codes.
    let by_code = reached.is_none() && cells.coding() == Coding::Cell8;
    let by_code = by_code && !(is_solved && indexer.is_total());
    let count = |state: &mut State<'_, G, I, N>, range: Range<u64>| {
        let (censuses, cursor, tallies, shares) = state;
        let range = range.start + indices.start..range.end + indices.start;
        if by_code {
            shares.begin(range.clone());
            cursor.terminals(range, |indices, terminal| {
                if terminal != Terminal::Illegal {
                    shares.split(indexer, indices, |indices, share| {
                        let tally = Tally::of(tallies, share, terminal);
                        if is_over(terminal) {
                            let mates = indices.clone().filter(|&index| is_mate(index));
                            tally.checkmated += mates.count() as u64;
                        }
                        tally.add(cells, indices);
                    });
                }
            });
            return;
        }
        if is_solved && indexer.is_total() {
            for index in range {
                match cells.terminal(index) {
                    Terminal::Illegal => {}
                    terminal => count_index(censuses, index, terminal),
                }
            }
            return;
        }
        cursor.terminals(range, |indices, terminal| {
            if terminal != Terminal::Illegal {
                indices.for_each(|index| count_index(censuses, index, terminal));
            }
        });
    };
    let censuses = || std::array::from_fn(|_| Census::default());
    let start = || (censuses(), indexer.cursor(), Vec::new(), Shares::default());
    let (parts, _) = share(total, 1 << 14, threads, progress, start, count);
    let mut sums = censuses();
    for (part, _, tallies, _) in &parts {
        for ((sum, more), convention) in sums.iter_mut().zip(part).zip(conventions) {
            Census::merge(sum, more);
            tallies
                .iter()
                .for_each(|tally| tally.count(sum, convention));
        }
    }
    sums
}

/// The working state of one thread.
type State<'i, G, I, const N: usize> = (
    [Census; N],
    <I as Indexer<G>>::Cursor<'i>,
    Vec<Tally>,
    Shares,
);

/// How many positions the indices of a range stand for, asked for in order.
#[derive(Default)]
struct Shares {
    /// By the end of the indices that they are about; what they are about ends with the last.
    list: Vec<(u64, Multiplicity)>,
    next: usize,
    /// Where the range ends.
    end: u64,
}

/// Indices whose shares are found together: those of long runs without a position are not asked for.
const SHARED: u64 = 64;

impl Shares {
    /// Forgets the range before.
    fn begin(&mut self, indices: Range<u64>) {
        self.list.clear();
        self.next = 0;
        self.end = indices.end;
    }

    /// Splits indices, which are not before those of the last call.
    #[inline]
    fn split<G: Game, I: Indexer<G>>(
        &mut self,
        indexer: &I,
        indices: Range<u64>,
        mut visit: impl FnMut(Range<u64>, Multiplicity),
    ) {
        let mut from = indices.start;
        while from < indices.end {
            let Some(&(end, share)) = self.list.get(self.next) else {
                self.list.clear();
                self.next = 0;
                let some = from..self.end.min(from + SHARED);
                indexer.multiplicities(some, |range, share| self.list.push((range.end, share)));
                continue;
            };
            if end <= from {
                self.next += 1;
                continue;
            }
            let to = end.min(indices.end);
            visit(from..to, share);
            from = to;
        }
    }
}

/// How many cells have which code, among indices that stand for as many positions and are in the same state.
struct Tally {
    share: Multiplicity,
    terminal: Terminal,
    by_code: [u64; 256],
    /// How many of them are mates.
    checkmated: u64,
}

impl Tally {
    /// The tally of such indices.
    #[inline]
    fn of(all: &mut Vec<Tally>, share: Multiplicity, terminal: Terminal) -> &mut Tally {
        let is_it = |tally: &Tally| tally.share == share && tally.terminal == terminal;
        let place = all.iter().position(is_it).unwrap_or_else(|| {
            all.push(Tally {
                share,
                terminal,
                by_code: [0; 256],
                checkmated: 0,
            });
            all.len() - 1
        });
        &mut all[place]
    }

    #[inline]
    fn add(&mut self, cells: &Cells, indices: Range<u64>) {
        for index in indices {
            self.by_code[usize::from(cells.code(index)) & 255] += 1;
        }
    }

    /// Adds all of it to a census.
    fn count(&self, census: &mut Census, convention: Convention) {
        let weight = convention.weight(self.share);
        census.checkmated += weight * self.checkmated;
        for (code, &count) in self.by_code.iter().enumerate() {
            if count > 0 {
                census.count(self.terminal, Cell8::answer(code as u8), weight * count);
            }
        }
    }
}

/// The indices that play from the start can reach: a bit each. Of two indices for mirror images only the
/// [representative](Indexer::representative) is noted.
#[derive(Debug)]
pub struct Reached {
    bits: Vec<AtomicU64>,
}

impl Reached {
    /// Whether an index can be reached.
    pub fn contains(&self, index: u64) -> bool {
        self.bits[index as usize / 64].load(Ordering::Relaxed) >> (index % 64) & 1 == 1
    }

    /// Notes an index; true if it is new.
    fn insert(&self, index: u64) -> bool {
        let bit = 1 << (index % 64);
        let word = &self.bits[index as usize / 64];
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

/// How many positions of a range, no symmetry folded, have a leader that can be taken at once.
pub fn king_captures<G: Game, I: Indexer<G>>(
    indexer: &I,
    indices: Range<u64>,
    threads: usize,
) -> u64 {
    let (parts, _) = share(
        indices.end - indices.start,
        1 << 14,
        threads,
        &NoProgress,
        || (0, indexer.cursor(), Shares::default()),
        |(sum, cursor, shares), range| {
            let range = range.start + indices.start..range.end + indices.start;
            shares.begin(range.clone());
            cursor.terminals(range, |indices, terminal| {
                if terminal == Terminal::KingCapture {
                    shares.split(indexer, indices, |indices, share| {
                        *sum += (indices.end - indices.start) * u64::from(share.unfolded);
                    });
                }
            });
        },
    );
    parts.iter().map(|(sum, ..)| sum).sum()
}

/// How many of the reached indices, symmetric positions counted once, have which standing: in all,
/// and those that are neither over nor as good as over.
pub fn reached_positions<G: Game, I: Indexer<G>>(
    indexer: &I,
    reached: &Reached,
    threads: usize,
) -> (u64, u64) {
    let (parts, _) = share(
        indexer.size(),
        1 << 14,
        threads,
        &NoProgress,
        || ((0, 0), indexer.cursor()),
        |((all, live), cursor), range| {
            cursor.terminals(range, |indices, terminal| {
                for index in indices.filter(|&index| reached.contains(index)) {
                    let one = u64::from(indexer.multiplicity(index).folded);
                    *all += one;
                    *live += match terminal {
                        Terminal::Undecided | Terminal::WinInOne => one,
                        _ => 0,
                    };
                }
            });
        },
    );
    parts
        .iter()
        .fold((0, 0), |sum, (part, _)| (sum.0 + part.0, sum.1 + part.1))
}

/// Finds what can be reached from an index. Positions in which a leader can be taken are reached but
/// not played on from: the game is as good as over there.
pub fn reach<G: Game, I: Indexer<G>>(
    indexer: &I,
    start: u64,
    threads: usize,
    progress: &dyn Progress,
) -> Reached {
    let words = indexer.size().div_ceil(64) as usize;
    let reached = Reached {
        bits: std::iter::repeat_with(|| AtomicU64::new(0))
            .take(words)
            .collect(),
    };
    let start = indexer.representative(start);
    reached.insert(start);
    let mut frontier = vec![start];
    let mut generation = 0;
    while !frontier.is_empty() {
        progress.stage("reach", Some(generation), frontier.len() as u64);
        generation += 1;
        let (parts, complete) = share(
            frontier.len() as u64,
            1 << 10,
            threads,
            progress,
            || (indexer.cursor(), Vec::new()),
            |(cursor, found), range| {
                for &index in &frontier[range.start as usize..range.end as usize] {
                    cursor.seek(index);
                    if !matches!(cursor.terminal(), Terminal::Undecided | Terminal::WinInOne) {
                        continue;
                    }
                    cursor.successors(|next| {
                        // Play may lead to either of two mirror images; without this one that is
                        // met as the other twin only would not be counted.
                        if !reached.contains(next) {
                            let next = indexer.representative(next);
                            if reached.insert(next) {
                                found.push(next);
                            }
                        }
                        true
                    });
                }
            },
        );
        let mut next: Vec<u64> = parts.into_iter().flat_map(|(_, found)| found).collect();
        if !complete {
            break;
        }
        next.sort_unstable();
        frontier = next;
    }
    reached
}
