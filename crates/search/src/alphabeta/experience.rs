//! What the search has learnt about moves.
//!
//! Moves are known here by their tags alone. History goes towards its limit by less the nearer it
//! is ("gravity"), so that what was learnt lately weighs most.

use yomikiri_game_api::Side;

use super::options::AlphaBetaOptions;

const HISTORY: usize = 4096;
/// Moves that the continuation history tells apart, before and after: half as many by tag, for
/// tags are spread evenly.
const CONTINUED: usize = 1024;
const MOST: i32 = 1 << 14;

/// Killers and counter moves stand above all history, and below one point of the guide's.
const KILLERS: [i64; 2] = [1 << 21, 1 << 20];
const COUNTER: i64 = 1 << 19;

/// One thread's memory of moves. It outlives a thought; only killers do not.
pub(super) struct Experience {
    killers: Option<Vec<[u32; 2]>>,
    history: Option<Box<[i16]>>,
    counters: Option<Box<[u32]>>,
    continuation: Option<Box<[i16]>>,
    plans: Option<Box<[i16]>>,
}

/// Where lessons about a move are filed.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct File {
    history: u16,
    continued: u16,
}

impl File {
    /// The file of a move that the guide files so, or else by its tag.
    #[inline]
    pub(super) fn new(kin: Option<u16>, tag: u32) -> File {
        match kin {
            Some(kin) => {
                let kin = kin % CONTINUED as u16;
                File {
                    history: kin,
                    continued: kin,
                }
            }
            None => File {
                history: (tag as usize / 2 % HISTORY) as u16,
                continued: (tag as usize / 2 % (CONTINUED / 2)) as u16,
            },
        }
    }
}

/// A move as it is learnt about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Named {
    /// Its tag; 0 is no move.
    pub(super) tag: u32,
    pub(super) file: File,
}

impl Named {
    pub(super) const NONE: Named = Named {
        tag: 0,
        file: File {
            history: 0,
            continued: 0,
        },
    };
}

/// Where a move stands: its mover, the ply, and the two moves before it.
#[derive(Copy, Clone)]
pub(super) struct Context {
    pub(super) mover: Side,
    pub(super) ply: u32,
    pub(super) last: Named,
    pub(super) before: Named,
}

impl Experience {
    pub(super) fn new(options: &AlphaBetaOptions) -> Self {
        let zeros = |on: bool, len: usize| on.then(|| vec![0i16; len].into_boxed_slice());
        Experience {
            killers: options.killers.then(Vec::new),
            history: zeros(options.history, 2 * HISTORY),
            counters: options
                .counter_moves
                .then(|| vec![0; 2 * HISTORY].into_boxed_slice()),
            continuation: zeros(options.continuation, 2 * CONTINUED * CONTINUED),
            plans: zeros(options.plans, 2 * CONTINUED * CONTINUED),
        }
    }

    /// A new thought: the plies mean other positions now, and what is old weighs less.
    pub(super) fn begin_thought(&mut self) {
        if let Some(killers) = &mut self.killers {
            killers.clear();
        }
        if let Some(history) = &mut self.history {
            history.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if let Some(killers) = &mut self.killers {
            killers.clear();
        }
        let tables = [&mut self.history, &mut self.continuation, &mut self.plans];
        for table in tables.into_iter().flatten() {
            table.fill(0);
        }
        if let Some(counters) = &mut self.counters {
            counters.fill(0);
        }
    }

    /// How early a quiet move is looked at: larger is earlier.
    #[inline]
    pub(super) fn order(&self, at: Context, mv: Named) -> i64 {
        let tag = mv.tag;
        let mut order = i64::from(self.standing(at, mv.file));
        let killers = self.killers.as_ref();
        if let Some(two) = killers.and_then(|all| all.get(at.ply as usize)) {
            if two[0] == tag {
                order += KILLERS[0];
            } else if two[1] == tag {
                order += KILLERS[1];
            }
        }
        if self.is_counter(at, tag) {
            order += COUNTER;
        }
        order
    }

    /// What history says of a move, within three times plus and minus [`MOST`].
    #[inline]
    pub(super) fn standing(&self, at: Context, file: File) -> i32 {
        let mut sum = 0;
        if let Some(history) = &self.history {
            sum += i32::from(history[slot(at.mover, file)]);
        }
        if let Some(continuation) = self.continuation.as_ref().filter(|_| at.last.tag != 0) {
            sum += i32::from(continuation[pair(at.mover, at.last, file)]);
        }
        if let Some(plans) = self.plans.as_ref().filter(|_| at.before.tag != 0) {
            sum += i32::from(plans[pair(at.mover, at.before, file)]);
        }
        sum
    }

    fn is_counter(&self, at: Context, tag: u32) -> bool {
        let counters = self.counters.as_ref();
        at.last.tag != 0 && counters.is_some_and(|all| all[slot(at.mover, at.last.file)] == tag)
    }

    /// Whether a move is one of those that are looked at early for having refuted before.
    #[inline]
    pub(super) fn is_favourite(&self, at: Context, tag: u32) -> bool {
        let killers = self.killers.as_ref();
        let two = killers.and_then(|all| all.get(at.ply as usize));
        two.is_some_and(|two| two.contains(&tag)) || self.is_counter(at, tag)
    }

    /// A move refuted the position.
    pub(super) fn refuted(&mut self, at: Context, mv: Named, depth: i32) {
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
            counters[slot(at.mover, at.last.file)] = tag;
        }
        self.learn(at, mv.file, bonus(depth));
    }

    /// A move was tried before the refuting one, in vain.
    pub(super) fn failed(&mut self, at: Context, file: File, depth: i32) {
        self.learn(at, file, -bonus(depth));
    }

    fn learn(&mut self, at: Context, file: File, by: i32) {
        if let Some(history) = &mut self.history {
            pull(&mut history[slot(at.mover, file)], by);
        }
        if let Some(continuation) = self.continuation.as_mut().filter(|_| at.last.tag != 0) {
            pull(&mut continuation[pair(at.mover, at.last, file)], by);
        }
        if let Some(plans) = self.plans.as_mut().filter(|_| at.before.tag != 0) {
            pull(&mut plans[pair(at.mover, at.before, file)], by);
        }
    }
}

#[inline]
fn pull(value: &mut i16, by: i32) {
    let old = i32::from(*value);
    *value = (old + by - old * by.abs() / MOST) as i16;
}

/// How much is learnt at a depth: at once where it is shallow, for most of the tree is.
fn bonus(depth: i32) -> i32 {
    (24 * depth * depth + 160 * depth - 100).min(MOST / 6)
}

#[inline]
fn slot(mover: Side, file: File) -> usize {
    mover.index() * HISTORY + usize::from(file.history)
}

#[inline]
fn pair(mover: Side, earlier: Named, file: File) -> usize {
    let (last, own) = (earlier.file.continued, file.continued);
    (mover.index() * CONTINUED + usize::from(last)) * CONTINUED + usize::from(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Context = Context {
        mover: Side::First,
        ply: 3,
        last: Named {
            tag: 77,
            file: File {
                history: 38,
                continued: 38,
            },
        },
        before: Named::NONE,
    };

    fn named(tag: u32) -> Named {
        let file = File::new(None, tag);
        Named { tag, file }
    }

    #[test]
    fn what_refutes_comes_early_and_what_fails_late() {
        let mut experience = Experience::new(&AlphaBetaOptions::default());
        experience.refuted(HERE, named(5), 4);
        experience.failed(HERE, named(9).file, 4);
        let order = |experience: &Experience, tag| experience.order(HERE, named(tag));
        assert!(order(&experience, 5) > order(&experience, 7));
        assert!(order(&experience, 7) > order(&experience, 9));
        assert!(experience.is_favourite(HERE, 5));
        assert!(!experience.is_favourite(HERE, 9));
        experience.clear();
        assert_eq!(order(&experience, 5), 0);
    }

    #[test]
    fn history_stays_within_its_limits() {
        let mut experience = Experience::new(&AlphaBetaOptions::default());
        for _ in 0..10_000 {
            experience.refuted(HERE, named(5), 200);
            experience.failed(HERE, named(9).file, 200);
        }
        assert!(experience.standing(HERE, named(5).file) <= 2 * MOST);
        assert!(experience.standing(HERE, named(9).file) >= -2 * MOST);
        assert!(experience.standing(HERE, named(5).file) > MOST);
    }
}
