//! Which move first.
//!
//! The move from the transposition table, then by the guide's advice; among moves the guide holds
//! equal, killers (moves that refuted a neighbour) and then history (moves that refuted much).

use std::hash::{Hash, Hasher};

use yomikiri_game_api::{Game, Line, Side};

/// A number for a move, never 0: the name of the move in the transposition table and in the
/// history. Different moves may share one.
pub(super) fn tag<M: Hash>(mv: M) -> u32 {
    let mut hasher = Multiply(0);
    mv.hash(&mut hasher);
    (hasher.finish() >> 32) as u32 | 1
}

/// A fast hash of a few words (as in rustc), the same on all machines for fields of fixed size.
struct Multiply(u64);

impl Multiply {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.word(u64::from(byte)));
    }
    fn write_u8(&mut self, n: u8) {
        self.word(u64::from(n));
    }
    fn write_u16(&mut self, n: u16) {
        self.word(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.word(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.word(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.word(n as u64);
    }
    fn finish(&self) -> u64 {
        // The first multiplication leaves the low bits of small numbers in the low half.
        let mixed = self.0 ^ (self.0 >> 32);
        mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// The moves of all open positions in one buffer: each position works on its own tail, so that
/// the search allocates nothing per node.
pub(super) struct MoveStack<M> {
    moves: Vec<M>,
    ranks: Vec<Rank>,
}

#[derive(Copy, Clone)]
struct Rank {
    order: i64,
    tag: u32,
}

/// The tail of one position.
#[derive(Copy, Clone)]
pub(super) struct Opened {
    pub(super) from: usize,
    pub(super) to: usize,
    /// Whether the past forbade a move.
    pub(super) forbidden: bool,
}

impl<M: Copy + Eq + Hash> MoveStack<M> {
    pub(super) fn new() -> Self {
        MoveStack {
            moves: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
        }
    }

    /// Puts the moves on the stack that are legal at the end of the line, in the sense of
    /// [`Line::legal_moves`], and wanted.
    pub(super) fn open<G: Game<Move = M>>(
        &mut self,
        game: &G,
        line: &Line<G>,
        wanted: impl Fn(M) -> bool,
    ) -> Opened {
        let from = self.moves.len();
        game.legal_moves(line.last(), &mut self.moves);
        let mut forbidden = false;
        let mut to = from;
        for i in from..self.moves.len() {
            let mv = self.moves[i];
            if !wanted(mv) {
                continue;
            }
            if !game.allows(line, mv) {
                forbidden = true;
                continue;
            }
            self.moves[to] = mv;
            to += 1;
        }
        self.moves.truncate(to);
        Opened {
            from,
            to,
            forbidden,
        }
    }

    /// Ranks the moves of the top position.
    pub(super) fn rank(&mut self, opened: Opened, order: impl Fn(M, u32) -> i64) {
        debug_assert_eq!(self.ranks.len(), opened.from, "only the top is ranked");
        for &mv in &self.moves[opened.from..opened.to] {
            let tag = tag(mv);
            let order = order(mv, tag);
            self.ranks.push(Rank { order, tag });
        }
    }

    /// Brings the best of the moves from `at` on to `at`. Equal ones keep their order at first.
    #[inline]
    pub(super) fn pick(&mut self, at: usize, to: usize) -> (M, u32) {
        let ranks = &self.ranks[at..to];
        let (mut best, mut top) = (at, ranks[0].order);
        for (i, rank) in ranks.iter().enumerate().skip(1) {
            if rank.order > top {
                (best, top) = (at + i, rank.order);
            }
        }
        self.moves.swap(at, best);
        self.ranks.swap(at, best);
        (self.moves[at], self.ranks[at].tag)
    }

    /// The tag of a move that has been picked.
    pub(super) fn tag(&self, at: usize) -> u32 {
        self.ranks[at].tag
    }

    /// Takes the moves of the top position off again.
    pub(super) fn close(&mut self, opened: Opened) {
        self.moves.truncate(opened.from);
        self.ranks.truncate(opened.from);
    }
}

const HISTORY: usize = 4096;
const HISTORY_MOST: i32 = 1 << 14;
const TABLE_MOVE: i64 = i64::MAX;
/// Killers stand above all history, and below one point of the guide's.
const KILLERS: [i64; 2] = [1 << 21, 1 << 20];

/// What the search has learnt about moves in this thought.
pub(super) struct Experience<M> {
    killers: Option<Vec<[Option<M>; 2]>>,
    history: Option<Vec<i32>>,
}

impl<M: Copy + Eq> Experience<M> {
    pub(super) fn new(killers: bool, history: bool) -> Self {
        Experience {
            killers: killers.then(Vec::new),
            history: history.then(|| vec![0; 2 * HISTORY]),
        }
    }

    /// Larger is looked at earlier.
    #[inline]
    pub(super) fn order(
        &self,
        mover: Side,
        ply: u32,
        (mv, tag): (M, u32),
        table_tag: u32,
        advice: i32,
    ) -> i64 {
        if tag == table_tag {
            return TABLE_MOVE;
        }
        let mut order = i64::from(advice) << 32;
        if let Some(history) = &self.history {
            order += i64::from(history[slot(mover, tag)]);
        }
        let killers = self.killers.as_ref().and_then(|all| all.get(ply as usize));
        if let Some(which) = killers.and_then(|two| two.iter().position(|&k| k == Some(mv))) {
            order += KILLERS[which];
        }
        order
    }

    /// A move refuted the position at this ply.
    pub(super) fn refuted(&mut self, mover: Side, ply: u32, (mv, tag): (M, u32), depth: i32) {
        if let Some(killers) = &mut self.killers {
            let ply = ply as usize;
            if killers.len() <= ply {
                killers.resize(ply + 1, [None; 2]);
            }
            if killers[ply][0] != Some(mv) {
                killers[ply] = [Some(mv), killers[ply][0]];
            }
        }
        self.learn(mover, tag, bonus(depth));
    }

    /// A move was tried before the refuting one, in vain.
    pub(super) fn failed(&mut self, mover: Side, tag: u32, depth: i32) {
        self.learn(mover, tag, -bonus(depth));
    }

    /// Moves the history towards its limit, by less the nearer it is.
    fn learn(&mut self, mover: Side, tag: u32, by: i32) {
        if let Some(history) = &mut self.history {
            let value = &mut history[slot(mover, tag)];
            *value += by - *value * by.abs() / HISTORY_MOST;
        }
    }
}

fn bonus(depth: i32) -> i32 {
    (depth * depth).min(HISTORY_MOST / 8)
}

fn slot(mover: Side, tag: u32) -> usize {
    mover.index() * HISTORY + (tag >> 1) as usize % HISTORY
}
