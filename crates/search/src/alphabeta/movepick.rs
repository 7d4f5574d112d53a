//! The move picker: a staged generator on one shared buffer of moves.
//!
//! The order is: the transposition table's move, forcing moves by [`MoveOrdering::order`], quiet
//! moves by history, forcing moves that lose by static exchange evaluation. A game that generates
//! forcing moves separately saves generating quiet moves before a cutoff; one that packs moves into
//! numbers saves generating any move where the table's move refutes.

use std::hash::{Hash, Hasher};

use yomikiri_game_api::{Game, Line, MoveOrdering, Tactics};

use super::history::{Bucket, Context, History, MoveKey};

/// A number for a move, never 0, for the transposition table and the history. Different moves may
/// share one.
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

/// The moves of all nodes on the path in one buffer. Each node works on its own tail, so that
/// nothing is allocated per node.
pub(super) struct MoveStack<M> {
    moves: Vec<M>,
    /// The order of each, larger is earlier; apart from the rest, because picking reads nothing else.
    orders: Vec<i64>,
    ranks: Vec<Rank>,
}

#[derive(Copy, Clone)]
struct Rank {
    tag: u32,
    bucket: Bucket,
    forcing: bool,
    /// Whether its static exchange evaluation is done.
    weighed: bool,
}

/// A move as the picker returns it.
#[derive(Copy, Clone)]
pub(super) struct ScoredMove<M> {
    pub(super) mv: M,
    pub(super) tag: u32,
    pub(super) bucket: Bucket,
    pub(super) forcing: bool,
    /// Forcing, but it loses by static exchange evaluation.
    pub(super) losing: bool,
}

impl<M> ScoredMove<M> {
    /// The move as the history tables know it.
    pub(super) fn key(&self) -> MoveKey {
        MoveKey {
            tag: self.tag,
            bucket: self.bucket,
        }
    }
}

/// What the picker ranks moves by.
pub(super) struct PickContext<'a, G: Game, K> {
    pub(super) game: &'a G,
    pub(super) knowledge: &'a K,
    pub(super) line: &'a Line<G>,
    pub(super) history: &'a History,
    pub(super) weigh: bool,
}

/// The moves of one node.
pub(super) struct MovePicker<M> {
    from: usize,
    /// Picked so far, without the table's move.
    at: usize,
    /// Which moves are generated.
    wanted: MoveSet,
    stage: Stage,
    context: Context,
    table_tag: u32,
    /// The table's move with its bucket and whether it is forcing, if it was picked without
    /// generating moves.
    first: Option<(M, Bucket, bool)>,
    /// Whether the past forbade a move.
    pub(super) forbidden: bool,
    /// Moves that have been picked.
    pub(super) picked: usize,
}

/// Which moves are generated.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum MoveSet {
    All,
    Forcing,
    /// Forcing moves, and quiet ones that give check as far as the game lists them.
    ForcingAndChecks,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Stage {
    TableMove,
    Unlisted,
    /// Forcing moves are generated, quiet ones are not yet.
    Forcing,
    All,
}

const TABLE_MOVE: i64 = i64::MAX;
/// Below every quiet move.
const LOSING: i64 = -(1 << 60);

impl<M: Copy + Eq + Hash> MovePicker<M> {
    /// A picker that has generated nothing yet.
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
            orders: Vec::with_capacity(4096),
            ranks: Vec::with_capacity(4096),
        }
    }

    /// Generates all moves of the top node now, and returns their number.
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

    /// The next move of the top node.
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
                    if picker.wanted != MoveSet::All && !forcing {
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

    /// Generates the moves, or only the forcing ones where that is possible.
    fn list<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
    ) {
        let at = by.line.last();
        debug_assert_eq!(self.moves.len(), picker.from, "only the top is listed");
        if by.knowledge.forcing_moves(by.game, at, &mut self.moves) {
            picker.stage = match picker.wanted {
                MoveSet::All | MoveSet::ForcingAndChecks => Stage::Forcing,
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
        let (game, at) = (by.game, by.line.last());
        match picker.wanted {
            MoveSet::ForcingAndChecks => by.knowledge.quiet_checks(game, at, &mut self.moves),
            _ => by.knowledge.quiet_moves(game, at, &mut self.moves),
        }
        picker.stage = Stage::All;
        self.admit(picker, by, Some(false));
    }

    /// Ranks the moves just generated. Drops those that are not asked for, that the past forbids,
    /// or that have been picked already.
    fn admit<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
        known: Option<bool>,
    ) {
        let at = by.line.last();
        let from = self.ranks.len();
        let mut to = from;
        let quiet = by.history.at(picker.context);
        for i in from..self.moves.len() {
            let mv = self.moves[i];
            if picker.first.is_some_and(|(first, ..)| first == mv) {
                continue;
            }
            let forcing = known.unwrap_or_else(|| by.knowledge.is_forcing(by.game, at, mv));
            if picker.wanted != MoveSet::All && known.is_none() && !forcing {
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
                    // A forcing move comes before quiet ones even if the game does not order it.
                    advice + (1 << 31)
                } else {
                    advice + quiet.of(MoveKey { tag, bucket })
                }
            };
            self.moves[to] = mv;
            self.orders.push(order);
            self.ranks.push(Rank {
                tag,
                bucket,
                forcing,
                weighed: !forcing || !by.weigh,
            });
            to += 1;
        }
        self.moves.truncate(to);
    }

    /// Picks the best of the generated moves. Equal ones keep their order at first. Losing captures
    /// wait until quiet moves are generated.
    #[inline]
    fn pick<G: Game<Move = M>, K: MoveOrdering<G> + Tactics<G>>(
        &mut self,
        picker: &mut MovePicker<M>,
        by: &PickContext<'_, G, K>,
    ) -> Option<ScoredMove<M>> {
        loop {
            let at = picker.at;
            let orders = &self.orders[at..];
            let (mut best, mut top) = (at, *orders.first()?);
            for (i, &order) in orders.iter().enumerate().skip(1) {
                if order > top {
                    (best, top) = (at + i, order);
                }
            }
            let losing = top < LOSING / 2;
            if losing && picker.stage == Stage::Forcing {
                return None;
            }
            let rank = self.ranks[best];
            if !rank.weighed && top != TABLE_MOVE {
                self.ranks[best].weighed = true;
                let mv = self.moves[best];
                if !by.knowledge.see_at_least(by.game, by.line.last(), mv, 0) {
                    self.orders[best] = LOSING + (top >> 8);
                    continue;
                }
            }
            self.moves.swap(at, best);
            self.orders.swap(at, best);
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

    /// The moves picked so far without the last one, and whether they are forcing.
    pub(super) fn earlier(&self, picker: &MovePicker<M>) -> impl Iterator<Item = (MoveKey, bool)> {
        let tag = picker.table_tag;
        let first = picker
            .first
            .map(|(_, bucket, forcing)| (MoveKey { tag, bucket }, forcing));
        let listed = self.ranks[picker.from..picker.at].iter().map(|rank| {
            let (tag, bucket) = (rank.tag, rank.bucket);
            (MoveKey { tag, bucket }, rank.forcing)
        });
        let all = first.into_iter().chain(listed);
        all.take(picker.picked.saturating_sub(1))
    }

    /// Removes the moves of the top node.
    pub(super) fn close(&mut self, picker: &MovePicker<M>) {
        self.moves.truncate(picker.from);
        self.orders.truncate(picker.from);
        self.ranks.truncate(picker.from);
    }
}
