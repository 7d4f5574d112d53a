//! Move history: killers, counter moves, main, continuation and follow-up history.
//!
//! Moves are known here by their tags alone. An update moves a value less the nearer it is to its
//! limit ("gravity"), so that recent results weigh most.

use yomikiri_game_api::Side;

use super::options::AlphaBetaOptions;

const HISTORY: usize = 4096;
/// Buckets of the continuation histories; by tag only half of them, because all tags are odd.
const CONTINUED: usize = 1024;
/// Slots of the history of moves by tag.
const MOVES: usize = 1 << 14;
const MOST: i32 = 1 << 14;

/// Killers and counter moves rank above all history, and below one point of move ordering.
const KILLERS: [i64; 2] = [1 << 21, 1 << 20];
const COUNTER: i64 = 1 << 19;

/// One thread's move history. All of it but the killers is kept from search to search.
pub(super) struct History {
    killers: Option<Vec<[u32; 2]>>,
    history: Option<Box<[i16]>>,
    counters: Option<Box<[u32]>>,
    continuation: Option<Box<[i16]>>,
    follow_up: Option<Box<[i16]>>,
    /// By the move itself, whatever moves.
    moves: Option<Box<[i16]>>,
}

/// The history bucket of a move.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Bucket {
    history: u16,
    continued: u16,
}

impl Bucket {
    /// The bucket by which continuation histories know the move, below 1024.
    #[inline]
    pub(super) fn continued(self) -> usize {
        usize::from(self.continued)
    }

    /// The bucket that the game names, or else one by the tag.
    #[inline]
    pub(super) fn new(bucket: Option<u16>, tag: u32) -> Bucket {
        match bucket {
            Some(bucket) => {
                let bucket = bucket % CONTINUED as u16;
                Bucket {
                    history: bucket,
                    continued: bucket,
                }
            }
            None => Bucket {
                history: (tag as usize / 2 % HISTORY) as u16,
                continued: (tag as usize / 2 % (CONTINUED / 2)) as u16,
            },
        }
    }
}

/// A move as the history tables know it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct MoveKey {
    /// Its tag; 0 is no move.
    pub(super) tag: u32,
    pub(super) bucket: Bucket,
}

impl MoveKey {
    pub(super) const NONE: MoveKey = MoveKey {
        tag: 0,
        bucket: Bucket {
            history: 0,
            continued: 0,
        },
    };
}

/// Where a move is played: its mover, the ply, and the two moves before it.
#[derive(Copy, Clone)]
pub(super) struct Context {
    pub(super) mover: Side,
    pub(super) ply: u32,
    pub(super) last: MoveKey,
    pub(super) before: MoveKey,
    /// The mover's move before that.
    pub(super) earlier: MoveKey,
}

impl History {
    pub(super) fn new(options: &AlphaBetaOptions) -> Self {
        let zeros = |on: bool, len: usize| on.then(|| vec![0i16; len].into_boxed_slice());
        History {
            killers: options.killers.then(Vec::new),
            history: zeros(options.history, 2 * HISTORY),
            counters: options
                .counter_moves
                .then(|| vec![0; 2 * HISTORY].into_boxed_slice()),
            continuation: zeros(options.continuation, 2 * CONTINUED * CONTINUED),
            follow_up: zeros(options.follow_up, 2 * CONTINUED * CONTINUED),
            moves: zeros(options.history, 2 * MOVES),
        }
    }

    /// A new search: killers belong to other positions, and old history weighs less.
    pub(super) fn begin_thought(&mut self) {
        if let Some(killers) = &mut self.killers {
            killers.clear();
        }
        if let Some(history) = &mut self.history {
            history.iter_mut().for_each(|value| *value /= 2);
        }
        if let Some(moves) = &mut self.moves {
            moves.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if let Some(killers) = &mut self.killers {
            killers.clear();
        }
        let tables = [
            &mut self.history,
            &mut self.continuation,
            &mut self.follow_up,
            &mut self.moves,
        ];
        for table in tables.into_iter().flatten() {
            table.fill(0);
        }
        if let Some(counters) = &mut self.counters {
            counters.fill(0);
        }
    }

    /// How quiet moves are ordered at a node.
    #[inline]
    pub(super) fn at(&self, at: Context) -> QuietOrder<'_> {
        let killers = self.killers.as_ref();
        let counters = self.counters.as_ref().filter(|_| at.last.tag != 0);
        QuietOrder {
            history: row(&self.history, slot(at.mover, Bucket::default())),
            continuation: match at.last.tag {
                0 => &[0; CONTINUED],
                _ => row(
                    &self.continuation,
                    pair(at.mover, at.last, Bucket::default()),
                ),
            },
            follow_up: match at.before.tag {
                0 => &[0; CONTINUED],
                _ => row(
                    &self.follow_up,
                    pair(at.mover, at.before, Bucket::default()),
                ),
            },
            earlier: match at.earlier.tag {
                0 => &[0; CONTINUED],
                _ => row(
                    &self.follow_up,
                    pair(at.mover, at.earlier, Bucket::default()),
                ),
            },
            moves: row(&self.moves, at.mover.index() * MOVES),
            killers: killers
                .and_then(|all| all.get(at.ply as usize).copied())
                .unwrap_or_default(),
            counter: counters.map_or(0, |all| all[slot(at.mover, at.last.bucket)]),
        }
    }

    /// The sum of the histories of a move, within ± four and a half times [`MOST`].
    #[inline]
    pub(super) fn value(&self, at: Context, mv: MoveKey) -> i32 {
        let MoveKey { tag, bucket } = mv;
        let mut sum = 0;
        if let Some(history) = &self.history {
            sum += i32::from(history[slot(at.mover, bucket)]);
        }
        if let Some(continuation) = self.continuation.as_ref().filter(|_| at.last.tag != 0) {
            sum += i32::from(continuation[pair(at.mover, at.last, bucket)]);
        }
        if let Some(follow_up) = self.follow_up.as_ref().filter(|_| at.before.tag != 0) {
            sum += i32::from(follow_up[pair(at.mover, at.before, bucket)]);
        }
        if let Some(follow_up) = self.follow_up.as_ref().filter(|_| at.earlier.tag != 0) {
            sum += i32::from(follow_up[pair(at.mover, at.earlier, bucket)]) / 2;
        }
        if let Some(moves) = &self.moves {
            sum += i32::from(moves[at.mover.index() * MOVES + move_slot(tag)]);
        }
        sum
    }

    fn is_counter(&self, at: Context, tag: u32) -> bool {
        let counters = self.counters.as_ref();
        at.last.tag != 0 && counters.is_some_and(|all| all[slot(at.mover, at.last.bucket)] == tag)
    }

    /// Whether a move is a killer or the counter move here.
    #[inline]
    pub(super) fn is_killer_or_counter(&self, at: Context, tag: u32) -> bool {
        let killers = self.killers.as_ref();
        let two = killers.and_then(|all| all.get(at.ply as usize));
        two.is_some_and(|two| two.contains(&tag)) || self.is_counter(at, tag)
    }

    /// A move caused a beta cutoff.
    pub(super) fn reward(&mut self, at: Context, mv: MoveKey, depth: i32) {
        let tag = mv.tag;
        if let Some(killers) = &mut self.killers {
            let ply = at.ply as usize;
            if killers.len() <= ply {
                killers.resize(ply + 1, [0; 2]);
            }
            if killers[ply][0] != tag {
                killers[ply] = [tag, killers[ply][0]];
            }
        }
        if let Some(counters) = self.counters.as_mut().filter(|_| at.last.tag != 0) {
            counters[slot(at.mover, at.last.bucket)] = tag;
        }
        self.learn(at, mv, bonus(depth));
    }

    /// A move was searched before the refuting one, without a cutoff.
    pub(super) fn penalize(&mut self, at: Context, mv: MoveKey, depth: i32) {
        self.learn(at, mv, -bonus(depth));
    }

    fn learn(&mut self, at: Context, mv: MoveKey, by: i32) {
        let MoveKey { tag, bucket } = mv;
        if let Some(history) = &mut self.history {
            pull(&mut history[slot(at.mover, bucket)], by);
        }
        if let Some(continuation) = self.continuation.as_mut().filter(|_| at.last.tag != 0) {
            pull(&mut continuation[pair(at.mover, at.last, bucket)], by);
        }
        if let Some(follow_up) = self.follow_up.as_mut().filter(|_| at.before.tag != 0) {
            pull(&mut follow_up[pair(at.mover, at.before, bucket)], by);
        }
        if let Some(follow_up) = self.follow_up.as_mut().filter(|_| at.earlier.tag != 0) {
            pull(&mut follow_up[pair(at.mover, at.earlier, bucket)], by / 2);
        }
        if let Some(moves) = &mut self.moves {
            pull(&mut moves[at.mover.index() * MOVES + move_slot(tag)], by);
        }
    }
}

/// The values of a table from a place on; zeros if there is no table.
#[inline]
fn row<const LENGTH: usize>(table: &Option<Box<[i16]>>, from: usize) -> &[i16; LENGTH] {
    let values = table
        .as_deref()
        .and_then(|table| table.get(from..)?.first_chunk());
    values.unwrap_or(&[0; LENGTH])
}

/// The parts of the tables that hold at one node, found once for all of its moves.
pub(super) struct QuietOrder<'h> {
    history: &'h [i16; HISTORY],
    continuation: &'h [i16; CONTINUED],
    follow_up: &'h [i16; CONTINUED],
    earlier: &'h [i16; CONTINUED],
    moves: &'h [i16; MOVES],
    /// Tags; 0 is no move.
    killers: [u32; 2],
    counter: u32,
}

impl QuietOrder<'_> {
    /// The order of a quiet move: larger is earlier.
    #[inline]
    pub(super) fn of(&self, mv: MoveKey) -> i64 {
        let Bucket { history, continued } = mv.bucket;
        let continued = usize::from(continued) % CONTINUED;
        let sum = i32::from(self.history[usize::from(history) % HISTORY])
            + i32::from(self.continuation[continued])
            + i32::from(self.follow_up[continued])
            + i32::from(self.earlier[continued]) / 2
            + i32::from(self.moves[move_slot(mv.tag)]);
        let mut order = i64::from(sum);
        if self.killers[0] == mv.tag {
            order += KILLERS[0];
        } else if self.killers[1] == mv.tag {
            order += KILLERS[1];
        }
        if self.counter == mv.tag {
            order += COUNTER;
        }
        order
    }
}

#[inline]
fn pull(value: &mut i16, by: i32) {
    let old = i32::from(*value);
    *value = (old + by - old * by.abs() / MOST) as i16;
}

/// The size of an update by depth. Shallow depths count early, because most nodes are shallow.
fn bonus(depth: i32) -> i32 {
    (24 * depth * depth + 160 * depth - 100).min(MOST / 6)
}

#[inline]
fn move_slot(tag: u32) -> usize {
    tag as usize % MOVES
}

#[inline]
fn slot(mover: Side, bucket: Bucket) -> usize {
    mover.index() * HISTORY + usize::from(bucket.history)
}

#[inline]
fn pair(mover: Side, earlier: MoveKey, bucket: Bucket) -> usize {
    let (last, own) = (earlier.bucket.continued, bucket.continued);
    (mover.index() * CONTINUED + usize::from(last)) * CONTINUED + usize::from(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Context = Context {
        mover: Side::First,
        ply: 3,
        last: MoveKey {
            tag: 77,
            bucket: Bucket {
                history: 38,
                continued: 38,
            },
        },
        before: MoveKey::NONE,
        earlier: MoveKey::NONE,
    };

    fn key_of(tag: u32) -> MoveKey {
        let bucket = Bucket::new(None, tag);
        MoveKey { tag, bucket }
    }

    #[test]
    fn what_refutes_comes_early_and_what_fails_late() {
        let mut history = History::new(&AlphaBetaOptions::default());
        history.reward(HERE, key_of(5), 4);
        history.penalize(HERE, key_of(9), 4);
        let order = |history: &History, tag| history.at(HERE).of(key_of(tag));
        assert!(order(&history, 5) > order(&history, 7));
        assert!(order(&history, 7) > order(&history, 9));
        assert!(history.is_killer_or_counter(HERE, 5));
        assert!(!history.is_killer_or_counter(HERE, 9));
        history.clear();
        assert_eq!(order(&history, 5), 0);
    }

    /// The order of a move by its definition, table by table.
    fn plain_order(history: &History, at: Context, mv: MoveKey) -> i64 {
        let killers = history.killers.as_ref();
        let killers = killers.and_then(|all| all.get(at.ply as usize).copied());
        let killer = killers
            .unwrap_or_default()
            .iter()
            .position(|&tag| tag == mv.tag);
        i64::from(history.value(at, mv))
            + killer.map_or(0, |nth| KILLERS[nth])
            + if history.is_counter(at, mv.tag) {
                COUNTER
            } else {
                0
            }
    }

    #[test]
    fn orders_are_those_of_the_tables() {
        let all = AlphaBetaOptions::default();
        let none = AlphaBetaOptions {
            killers: false,
            history: false,
            counter_moves: false,
            continuation: false,
            follow_up: false,
            ..all.clone()
        };
        let mut rng = yomikiri_game_api::SplitMix64::new(4);
        for options in [
            all,
            none.clone(),
            AlphaBetaOptions {
                history: true,
                ..none
            },
        ] {
            let mut history = History::new(&options);
            for step in 0..20_000 {
                let mut random = || key_of(rng.below(300) as u32 | 1);
                let (mv, last, before, earlier) = (random(), random(), random(), random());
                let at = Context {
                    mover: Side::BOTH[step % 2],
                    ply: (step % 5) as u32,
                    last: if step % 7 == 0 { MoveKey::NONE } else { last },
                    before: if step % 3 == 0 { MoveKey::NONE } else { before },
                    earlier: if step % 5 == 0 {
                        MoveKey::NONE
                    } else {
                        earlier
                    },
                };
                assert_eq!(history.at(at).of(mv), plain_order(&history, at, mv));
                match step % 4 {
                    0 => history.reward(at, mv, 5),
                    _ => history.penalize(at, mv, 3),
                }
            }
        }
    }

    #[test]
    fn history_stays_within_its_limits() {
        let mut history = History::new(&AlphaBetaOptions::default());
        for _ in 0..10_000 {
            history.reward(HERE, key_of(5), 200);
            history.penalize(HERE, key_of(9), 200);
        }
        assert!(history.value(HERE, key_of(5)) <= 3 * MOST);
        assert!(history.value(HERE, key_of(9)) >= -3 * MOST);
        assert!(history.value(HERE, key_of(5)) > MOST);
    }
}
