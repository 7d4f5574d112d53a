//! Which move first: the one buffer of moves and the order in which they are taken from it.
//!
//! The move from the transposition table, then forcing moves by the knowledge's advice, then quiet ones
//! by what the search has learnt, then forcing moves that lose the exchange. A knowledge that can list
//! forcing moves apart saves listing the others where a forcing move refutes; one that can number
//! its moves saves listing any where the table's move does.

use std::hash::{Hash, Hasher};

use yomikiri_game_api::{Game, Line, MoveOrdering, Tactics};

use super::history::{Bucket, Context, History, MoveKey};

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
    bucket: Bucket,
    forcing: bool,
    /// Whether its exchange has been looked at.
    weighed: bool,
}

/// A move as the search takes it.
#[derive(Copy, Clone)]
pub(super) struct ScoredMove<M> {
    pub(super) mv: M,
    pub(super) tag: u32,
    pub(super) bucket: Bucket,
    pub(super) forcing: bool,
    /// Forcing, but the exchange is lost.
    pub(super) losing: bool,
}

/// What the moves are chosen by.
pub(super) struct PickContext<'a, G: Game, K> {
    pub(super) game: &'a G,
    pub(super) knowledge: &'a K,
    pub(super) line: &'a Line<G>,
    pub(super) history: &'a History,
    pub(super) weigh: bool,
}

/// The moves of one position that is being searched.
pub(super) struct MovePicker<M> {
    from: usize,
    /// ScoredMove so far, the table's move aside.
    at: usize,
    /// Those that are wanted.
    wanted: MoveSet,
    stage: Stage,
    context: Context,
    table_tag: u32,
    /// The table's move with its file and whether it is forcing, if it was had without listing.
    first: Option<(M, Bucket, bool)>,
    /// Whether the past forbade a move.
    pub(super) forbidden: bool,
    /// Moves that have been picked.
    pub(super) picked: usize,
}

/// Which moves are wanted.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum MoveSet {
    All,
    Forcing,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Stage {
    TableMove,
    Unlisted,
    /// Forcing moves are listed, the others not yet.
    Forcing,
    All,
}

const TABLE_MOVE: i64 = i64::MAX;
/// Below every quiet move.
const LOSING: i64 = -(1 << 60);

impl<M: Copy + Eq + Hash> MovePicker<M> {
    /// Nothing is listed yet.
    pub(super) fn new(
        moves: &MoveStack<M>,
        wanted: MoveSet,
        context: Context,
        table_tag: u32,
    ) -> Self {
        MovePicker {
            from: moves.moves.len(),
            at: moves.moves.len(),
            wanted,
            stage: if table_tag == 0 {
                Stage::Unlisted
            } else {
                Stage::TableMove
            },
            context,
            table_tag,
            first: None,
            forbidden: false,
            picked: 0,
        }
    }
}

impl<M: Copy + Eq + Hash> MoveStack<M> {
    pub(super) fn new() -> Self {
        MoveStack {
            moves: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
        }
    }

    /// Lists all wanted moves of the top position now, and says how many there are.
    pub(super) fn list_at_once<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
    ) -> usize {
        by.game.legal_moves(by.line.last(), &mut self.moves);
        picker.stage = Stage::All;
        self.admit(picker, by, None);
        self.moves.len() - picker.from
    }

    /// The next move of the top position.
    #[inline]
    pub(super) fn next<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
    ) -> Option<ScoredMove<M>> {
        loop {
            match picker.stage {
                Stage::TableMove => {
                    picker.stage = Stage::Unlisted;
                    let at = by.line.last();
                    let Some(mv) = by.knowledge.unpack(by.game, at, picker.table_tag) else {
                        continue;
                    };
                    let forcing = by.knowledge.is_forcing(by.game, at, mv);
                    if picker.wanted == MoveSet::Forcing && !forcing {
                        continue;
                    }
                    if !by.game.allows(by.line, mv) {
                        continue;
                    }
                    let bucket = Bucket::new(
                        by.knowledge.history_bucket(by.game, at, mv),
                        picker.table_tag,
                    );
                    picker.first = Some((mv, bucket, forcing));
                    picker.picked += 1;
                    return Some(ScoredMove {
                        mv,
                        tag: picker.table_tag,
                        bucket,
                        forcing,
                        losing: false,
                    });
                }
                Stage::Unlisted => self.list(picker, by),
                Stage::Forcing | Stage::All => {
                    if let Some(picked) = self.pick(picker, by) {
                        picker.picked += 1;
                        return Some(picked);
                    }
                    if picker.stage == Stage::All {
                        return None;
                    }
                    self.list_quiet(picker, by);
                }
            }
        }
    }

    /// Lists the moves, or the forcing ones only where that is possible.
    fn list<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
    ) {
        let at = by.line.last();
        debug_assert_eq!(self.moves.len(), picker.from, "only the top is listed");
        if by.knowledge.forcing_moves(by.game, at, &mut self.moves) {
            picker.stage = match picker.wanted {
                MoveSet::All => Stage::Forcing,
                MoveSet::Forcing => Stage::All,
            };
            self.admit(picker, by, Some(true));
            return;
        }
        by.game.legal_moves(at, &mut self.moves);
        picker.stage = Stage::All;
        self.admit(picker, by, None);
    }

    fn list_quiet<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
    ) {
        by.knowledge
            .quiet_moves(by.game, by.line.last(), &mut self.moves);
        picker.stage = Stage::All;
        self.admit(picker, by, Some(false));
    }

    /// Ranks the moves that have just been listed; drops those that are not wanted, that the past
    /// forbids, or that have been picked already.
    fn admit<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
        known: Option<bool>,
    ) {
        let at = by.line.last();
        let from = self.ranks.len();
        let mut to = from;
        for i in from..self.moves.len() {
            let mv = self.moves[i];
            if picker.first.is_some_and(|(first, ..)| first == mv) {
                continue;
            }
            let forcing = known.unwrap_or_else(|| by.knowledge.is_forcing(by.game, at, mv));
            if picker.wanted == MoveSet::Forcing && !forcing {
                continue;
            }
            if !by.game.allows(by.line, mv) {
                picker.forbidden = true;
                continue;
            }
            let tag = by.knowledge.pack(mv).unwrap_or_else(|| tag(mv));
            let bucket = Bucket::new(by.knowledge.history_bucket(by.game, at, mv), tag);
            let order = if tag == picker.table_tag {
                TABLE_MOVE
            } else {
                let advice = i64::from(by.knowledge.order(by.game, at, mv)) << 32;
                if forcing {
                    // Also without advice a forcing move comes before quiet ones.
                    advice + (1 << 31)
                } else {
                    advice + by.history.order(picker.context, MoveKey { tag, bucket })
                }
            };
            self.moves[to] = mv;
            self.ranks.push(Rank {
                order,
                tag,
                bucket,
                forcing,
                weighed: !forcing || !by.weigh,
            });
            to += 1;
        }
        self.moves.truncate(to);
    }

    /// Takes the best of the listed moves. Equal ones keep their order at first. While quiet moves
    /// are not listed, losing captures are left.
    #[inline]
    fn pick<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
    ) -> Option<ScoredMove<M>> {
        loop {
            let at = picker.at;
            let ranks = &self.ranks[at..];
            let (mut best, mut top) = (at, ranks.first()?.order);
            for (i, rank) in ranks.iter().enumerate().skip(1) {
                if rank.order > top {
                    (best, top) = (at + i, rank.order);
                }
            }
            let losing = top < LOSING / 2;
            if losing && picker.stage == Stage::Forcing {
                return None;
            }
            let rank = self.ranks[best];
            if !rank.weighed && top != TABLE_MOVE {
                let rank = &mut self.ranks[best];
                rank.weighed = true;
                let mv = self.moves[best];
                if !by.knowledge.see_at_least(by.game, by.line.last(), mv, 0) {
                    rank.order = LOSING + (rank.order >> 8);
                    continue;
                }
            }
            self.moves.swap(at, best);
            self.ranks.swap(at, best);
            picker.at += 1;
            return Some(ScoredMove {
                mv: self.moves[at],
                tag: rank.tag,
                bucket: rank.bucket,
                forcing: rank.forcing,
                losing,
            });
        }
    }

    /// The files and kinds of the moves picked from the list so far, the last one left out.
    pub(super) fn earlier(&self, picker: &MovePicker<M>) -> impl Iterator<Item = (Bucket, bool)> {
        let first = picker.first.map(|(_, bucket, forcing)| (bucket, forcing));
        let listed = &self.ranks[picker.from..picker.at];
        let all = first
            .into_iter()
            .chain(listed.iter().map(|rank| (rank.bucket, rank.forcing)));
        all.take(picker.picked.saturating_sub(1))
    }

    /// Takes the moves of the top position off again.
    pub(super) fn close(&mut self, picker: &MovePicker<M>) {
        self.moves.truncate(picker.from);
        self.ranks.truncate(picker.from);
    }
}
