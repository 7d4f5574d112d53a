//! Mate search: whether the side to move wins within so many moves, whatever the other side does.
//!
//! The search is exhaustive. Quiet moves of the attacker count like checks, so "no mate in three" is a proof as much
//! as "mate in three". A win is whatever the rules call one on the board: mate, and in xiangqi also the lack of a
//! legal move. As in tables, the past plays no part: repetitions and move limits end nothing here. (They could not
//! shorten a mate: a shortest one never repeats a position.)
//!
//! It deepens by one move of the attacker at a time, so the mate that is found is a shortest one. Each depth begins
//! with checks only, which finds most mates at once; only if that fails, everything is tried. What is known about a
//! position (a win within so many moves, none within so many) is kept in a table. Searching allocates nothing but
//! that table and a stack of moves.
//!
//! `tests/mate.rs` compares it with plain negamax, and `crates/lab/tests/suites.rs` with solved endings.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use yomikiri_game_api::{Game, MoveOrdering, Observer, Side, Tactics};

/// What is to be looked for.
#[derive(Clone, PartialEq, Debug)]
pub struct MateOrder {
    /// The most moves of the attacker.
    pub moves: u32,
    /// The most positions to visit.
    pub nodes: Option<u64>,
    /// The most time.
    pub time: Option<Duration>,
    /// Whether all first moves are wanted that mate as soon as possible; otherwise one is enough.
    pub all: bool,
    /// Memory of the table, in megabytes.
    pub hash_mb: usize,
}

impl MateOrder {
    /// A mate in so many moves, without further limits.
    pub fn new(moves: u32) -> Self {
        MateOrder {
            moves,
            nodes: None,
            time: None,
            all: false,
            hash_mb: 64,
        }
    }
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MateFound<M> {
    /// Moves of the attacker to the end, if there is a mate.
    pub mate: Option<u32>,
    /// There is no mate in so many moves. If this is what was asked for, the answer is no; if it is less and there is
    /// no mate, a limit has stopped the search.
    pub refuted: u32,
    /// First moves that mate that soon: one, or all in the order of the rules.
    pub keys: Vec<M>,
    /// The first of them with the longest defence.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// Looks for a win of the side to move within `order.moves` of its moves (turns, where a turn has several actions),
/// beginning with one of the moves `only` if there are any.
pub fn find_mate<G, K>(
    game: &G,
    knowledge: &K,
    at: &G::Position,
    only: &[G::Move],
    order: &MateOrder,
    observer: &dyn Observer<G>,
) -> MateFound<G::Move>
where
    G: Game,
    K: MoveOrdering<G> + Tactics<G>,
{
    let mut search = Search {
        game,
        knowledge,
        attacker: game.turn(at),
        table: Table::new(order.hash_mb),
        moves: Vec::with_capacity(1024),
        listed: Vec::with_capacity(128),
        killers: Vec::new(),
        checks_only: false,
        nodes: 0,
        most_nodes: order.nodes.unwrap_or(u64::MAX),
        time: order.time,
        begun: Instant::now(),
        stopped: false,
        observer,
    };
    let mut found = MateFound {
        mate: None,
        refuted: 0,
        keys: Vec::new(),
        line: Vec::new(),
        nodes: 0,
        time: Duration::ZERO,
    };
    let mut roots = Vec::new();
    game.legal_moves(at, &mut roots);
    roots.retain(|mv| only.is_empty() || only.contains(mv));
    for moves in 1..=order.moves.min(MOST_MOVES) {
        search.deepen(moves);
        if let Some(key) = search.first_key(at, &roots, moves) {
            found.mate = Some(moves);
            found.keys.push(key);
            break;
        }
        if search.stopped {
            break;
        }
        found.refuted = moves;
    }
    if let Some(moves) = found.mate {
        if order.all && !search.stopped {
            let keys = roots.iter().copied();
            let keys: Vec<G::Move> = keys.filter(|&mv| search.mates(at, mv, moves)).collect();
            // All of them or one: a part would be neither.
            if !search.stopped {
                found.keys = keys;
            }
        }
        found.line = search.longest_defence(at, found.keys[0], moves);
    }
    found.nodes = search.nodes;
    found.time = search.begun.elapsed();
    found
}

/// More than can ever be searched; a number of moves fits into a byte of the table.
const MOST_MOVES: u32 = 200;
/// Positions between two looks at the clock.
const POLL: u64 = 1024;
/// Further actions of one turn count as moves, so that a turn without an end has a horizon.
const MOST_ACTIONS: u8 = 12;

struct Search<'a, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    attacker: Side,
    table: Table,
    /// The moves of all open positions with their order; each level works on its own tail.
    moves: Vec<(i32, G::Move)>,
    /// Moves as the rules list them, before they are put on the stack.
    listed: Vec<G::Move>,
    /// The reply that last refuted something, by the number of moves that are left.
    killers: Vec<Option<G::Move>>,
    /// The attacker tries checks only: what is proved stands, what is refuted does not.
    checks_only: bool,
    nodes: u64,
    most_nodes: u64,
    time: Option<Duration>,
    begun: Instant,
    stopped: bool,
    observer: &'a dyn Observer<G>,
}

impl<G: Game, K: MoveOrdering<G> + Tactics<G>> Search<'_, G, K> {
    fn deepen(&mut self, moves: u32) {
        self.killers.resize(moves as usize + 1, None);
    }

    /// A root move that mates within `moves`.
    fn first_key(&mut self, at: &G::Position, roots: &[G::Move], moves: u32) -> Option<G::Move> {
        for checks_only in [true, false] {
            // The last move is tried in full anyway.
            if checks_only && moves == 1 {
                continue;
            }
            self.checks_only = checks_only;
            let mut ordered: Vec<G::Move> = roots.to_vec();
            ordered.sort_by_cached_key(|&mv| Reverse(self.attack_order(at, mv)));
            if checks_only {
                ordered.retain(|&mv| self.knowledge.gives_check(self.game, at, mv));
            }
            let key = ordered.into_iter().find(|&mv| self.mates(at, mv, moves));
            self.checks_only = false;
            if key.is_some() || self.stopped {
                return key.filter(|_| !self.stopped);
            }
        }
        None
    }

    /// Whether a move of the attacker mates within `moves`, itself included.
    fn mates(&mut self, at: &G::Position, mv: G::Move, moves: u32) -> bool {
        let mut after = at.clone();
        self.game.play(&mut after, mv);
        self.wins(&after, moves, 0)
    }

    /// Whether the attacker, who has just moved, wins within `moves`, that move included.
    #[inline]
    fn wins(&mut self, after: &G::Position, moves: u32, actions: u8) -> bool {
        if self.game.turn(after) != self.attacker {
            return self.defend(after, moves - 1);
        }
        let actions = actions.saturating_add(1);
        match actions > MOST_ACTIONS {
            true => self.attack(after, moves - 1, actions),
            false => self.attack(after, moves, actions),
        }
    }

    /// Who has won, if the position ends the game: the attacker or not.
    #[inline]
    fn ended(&self, at: &G::Position) -> Option<bool> {
        if self.knowledge.is_quiet_nonterminal(self.game, at) {
            return None;
        }
        let outcome = self.game.outcome(at)?;
        Some(outcome.winner == Some(self.attacker))
    }

    /// Whether the attacker is to move and wins within `moves`.
    fn attack(&mut self, at: &G::Position, moves: u32, actions: u8) -> bool {
        self.count();
        if self.stopped {
            return false;
        }
        if let Some(won) = self.ended(at) {
            return won;
        }
        if moves == 0 {
            return false;
        }
        // 1. What is known already.
        let is_last = moves == 1 && actions == 0;
        let key = self.game.key(at);
        let known = if is_last {
            Known::default()
        } else {
            self.table.get(key)
        };
        if let Some(answer) = known.answer(moves, self.checks_only) {
            return answer;
        }
        // 2. The moves, the most promising first. The last one must end the game at once: no order is needed.
        let from = self.moves.len();
        self.list(at, |search, mv| match is_last {
            true => 0,
            false if known.is_move(search.knowledge.pack(mv)) => i32::MAX,
            false => search.attack_order(at, mv),
        });
        if !is_last {
            self.moves[from..].sort_by_key(|&(order, _)| Reverse(order));
        }
        // 3. One that wins is enough.
        let mut winner = None;
        for at_move in from..self.moves.len() {
            let mv = self.moves[at_move].1;
            let checks_only = self.checks_only && !is_last;
            if checks_only && !self.knowledge.gives_check(self.game, at, mv) {
                continue;
            }
            let mut after = at.clone();
            self.game.play(&mut after, mv);
            if self.wins(&after, moves, actions) {
                winner = Some(mv);
                break;
            }
            if self.stopped {
                break;
            }
        }
        self.moves.truncate(from);
        if !self.stopped && !is_last {
            let packed = winner.and_then(|mv| self.knowledge.pack(mv));
            let (won, checks) = (winner.is_some(), self.checks_only);
            self.table.put(key, known.learn(moves, won, checks, packed));
        }
        winner.is_some()
    }

    /// Whether the defender is to move and loses within `moves` more moves of the attacker.
    fn defend(&mut self, at: &G::Position, moves: u32) -> bool {
        self.count();
        if self.stopped {
            return false;
        }
        if let Some(won) = self.ended(at) {
            return won;
        }
        if moves == 0 {
            return false;
        }
        let key = self.game.key(at);
        let known = self.table.get(key);
        if let Some(answer) = known.answer(moves, self.checks_only) {
            return answer;
        }
        let from = self.moves.len();
        let killer = self.killers[moves as usize];
        self.list(at, |search, mv| {
            if known.is_move(search.knowledge.pack(mv)) {
                i32::MAX
            } else if killer == Some(mv) {
                i32::MAX - 1
            } else {
                search.knowledge.order(search.game, at, mv)
            }
        });
        self.moves[from..].sort_by_key(|&(order, _)| Reverse(order));
        // One reply that holds is enough.
        let mut refutation = None;
        for at_move in from..self.moves.len() {
            let mv = self.moves[at_move].1;
            let mut after = at.clone();
            self.game.play(&mut after, mv);
            let lost = match self.game.turn(&after) == self.attacker {
                true => self.attack(&after, moves, 0),
                false => self.defend(&after, moves),
            };
            if self.stopped {
                break;
            }
            if !lost {
                refutation = Some(mv);
                break;
            }
        }
        self.moves.truncate(from);
        if self.stopped {
            return false;
        }
        if refutation.is_some() {
            self.killers[moves as usize] = refutation;
        }
        let packed = refutation.and_then(|mv| self.knowledge.pack(mv));
        let (lost, checks) = (refutation.is_none(), self.checks_only);
        self.table
            .put(key, known.learn(moves, lost, checks, packed));
        lost
    }

    /// Puts the legal moves on the stack, each with its order.
    #[inline]
    fn list(&mut self, at: &G::Position, order: impl Fn(&Self, G::Move) -> i32) {
        let mut listed = std::mem::take(&mut self.listed);
        listed.clear();
        self.game.legal_moves(at, &mut listed);
        for &mv in &listed {
            let worth = order(self, mv);
            self.moves.push((worth, mv));
        }
        self.listed = listed;
    }

    /// Checks first, those with the fewest replies before the others; then the game's own order.
    fn attack_order(&self, at: &G::Position, mv: G::Move) -> i32 {
        const CHECK: i32 = 1 << 24;
        const REPLY: i32 = 1 << 16;
        if !self.knowledge.gives_check(self.game, at, mv) {
            return self.knowledge.order(self.game, at, mv).clamp(-REPLY, REPLY);
        }
        let mut after = at.clone();
        self.game.play(&mut after, mv);
        let replies = self.game.count_legal(&after).min(200) as i32;
        CHECK - REPLY * replies
    }

    /// A proved mate in `moves` from its first move on; the defender holds out as long as it can. A limit may cut it
    /// short.
    fn longest_defence(&mut self, at: &G::Position, key: G::Move, moves: u32) -> Vec<G::Move> {
        let (mut at, mut left, mut line) = (at.clone(), moves, Vec::new());
        let mut legal = Vec::new();
        let mut next = Some(key);
        while let Some(mv) = next {
            let attacked = self.game.turn(&at) == self.attacker;
            line.push(mv);
            self.game.play(&mut at, mv);
            if self.ended(&at).is_some() {
                break;
            }
            let attacks = self.game.turn(&at) == self.attacker;
            left -= u32::from(attacked && !attacks);
            legal.clear();
            self.game.legal_moves(&at, &mut legal);
            next = match attacks {
                true => legal.iter().copied().find(|&mv| self.mates(&at, mv, left)),
                false => self.longest_reply(&at, &legal, left),
            };
            if self.stopped {
                break;
            }
        }
        line
    }

    /// The reply that is mated last, if all of them are mated within `moves`.
    fn longest_reply(
        &mut self,
        at: &G::Position,
        legal: &[G::Move],
        moves: u32,
    ) -> Option<G::Move> {
        let mut longest = (0, None);
        for &mv in legal {
            let mut after = at.clone();
            self.game.play(&mut after, mv);
            let passed = self.game.turn(&after) == self.attacker;
            let lasts = (1..=moves).find(|&moves| match passed {
                true => self.attack(&after, moves, 0),
                false => self.defend(&after, moves),
            })?;
            if lasts > longest.0 {
                longest = (lasts, Some(mv));
            }
        }
        longest.1
    }

    #[inline]
    fn count(&mut self) {
        if self.nodes >= self.most_nodes {
            self.stopped = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) {
            let late = self.time.is_some_and(|time| self.begun.elapsed() >= time);
            self.stopped |= late || self.observer.stop();
        }
    }
}

/// What is known about a position, from the attacker's point of view.
#[derive(Copy, Clone, Default)]
struct Known {
    /// The attacker wins within so many moves; 0: not known.
    won: u8,
    /// The attacker does not win within so many moves.
    refuted: u8,
    /// The same where every move of the attacker has to give check.
    refuted_by_checks: u8,
    /// The move that won or refuted last; 0: none.
    packed: u32,
}

impl Known {
    #[inline]
    fn answer(self, moves: u32, checks_only: bool) -> Option<bool> {
        if self.won != 0 && u32::from(self.won) <= moves {
            return Some(true);
        }
        let refuted = match checks_only {
            true => self.refuted.max(self.refuted_by_checks),
            false => self.refuted,
        };
        (u32::from(refuted) >= moves).then_some(false)
    }

    #[inline]
    fn is_move(self, packed: Option<u32>) -> bool {
        self.packed != 0 && packed == Some(self.packed)
    }

    #[inline]
    fn learn(mut self, moves: u32, won: bool, checks_only: bool, packed: Option<u32>) -> Self {
        let moves = moves as u8;
        match (won, checks_only) {
            (true, _) => {
                self.won = if self.won == 0 {
                    moves
                } else {
                    self.won.min(moves)
                }
            }
            (false, true) => self.refuted_by_checks = self.refuted_by_checks.max(moves),
            (false, false) => self.refuted = self.refuted.max(moves),
        }
        self.packed = packed.unwrap_or(self.packed);
        self
    }

    /// How much work is in it.
    fn worth(self) -> u8 {
        self.won.max(self.refuted).max(self.refuted_by_checks)
    }

    fn to_word(self) -> u64 {
        let [won, refuted, checks] = [self.won, self.refuted, self.refuted_by_checks];
        let packed = u64::from(self.packed);
        packed << 32 | u64::from(won) << 16 | u64::from(refuted) << 8 | u64::from(checks)
    }

    fn of_word(word: u64) -> Self {
        Known {
            won: (word >> 16) as u8,
            refuted: (word >> 8) as u8,
            refuted_by_checks: word as u8,
            packed: (word >> 32) as u32,
        }
    }
}

/// Keys and what is known about their positions: buckets of two, one that keeps what took most work and one that is
/// always replaced.
struct Table {
    slots: Vec<[u64; 2]>,
}

impl Table {
    fn new(megabytes: usize) -> Self {
        let slots = (megabytes.max(1) << 20) / size_of::<[u64; 2]>();
        let slots = 1usize << slots.ilog2();
        Table {
            slots: vec![[0; 2]; slots],
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        // Keys of small games are small numbers.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 20) as usize & (self.slots.len() - 1) & !1
    }

    #[inline]
    fn get(&self, key: u64) -> Known {
        let at = self.bucket(key);
        let found = self.slots[at..at + 2].iter().find(|slot| slot[0] == key);
        found.map_or_else(Known::default, |slot| Known::of_word(slot[1]))
    }

    #[inline]
    fn put(&mut self, key: u64, known: Known) {
        let at = self.bucket(key);
        let first = Known::of_word(self.slots[at][1]);
        let is_first = self.slots[at][0] == key || known.worth() >= first.worth();
        let is_second = self.slots[at + 1][0] == key;
        let slot = if is_first && !is_second { at } else { at + 1 };
        self.slots[slot] = [key, known.to_word()];
    }
}
