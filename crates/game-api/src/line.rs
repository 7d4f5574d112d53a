//! A start position with the moves and positions after it.

use crate::{Game, Outcome, Side};

/// A line of play: search path, match record and session history in one type.
///
/// Copy-make: a push clones the last position and plays on the clone, a pop drops it. No game has
/// to know how to undo. `benches/line.rs` in `games` measures what this costs on a tiny position.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    positions: Vec<G::Position>,
    moves: Vec<G::Move>,
    keys: KeyIndex,
    replaced: Vec<Replaced<G::Position>>,
}

/// A position as it was before somebody altered it.
#[derive(Clone, Debug)]
struct Replaced<P> {
    /// Its number in [`Line::positions`].
    number: usize,
    position: P,
    key: u64,
}

impl<G: Game> Line<G> {
    /// A line of no moves from the game's own start.
    pub fn new(game: &G) -> Self {
        Line::from_position(game, game.start())
    }

    /// A line of no moves from `start`.
    pub fn from_position(game: &G, start: G::Position) -> Self {
        let mut keys = KeyIndex::new();
        keys.push(game.key(&start));
        Line {
            keys,
            positions: vec![start],
            moves: Vec::new(),
            replaced: Vec::new(),
        }
    }

    /// Begins again: a line of no moves from `start`, in the memory of the old one.
    pub fn restart(&mut self, game: &G, start: G::Position) {
        self.moves.clear();
        self.keys.clear();
        self.positions.clear();
        self.replaced.clear();
        self.keys.push(game.key(&start));
        self.positions.push(start);
    }

    /// The first position.
    pub fn start(&self) -> &G::Position {
        &self.positions[0]
    }

    /// The last position.
    #[inline]
    pub fn last(&self) -> &G::Position {
        &self.positions[self.moves.len()]
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The start and the position after each move: one more than there are moves.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The keys of [`Line::positions`].
    pub fn keys(&self) -> impl ExactSizeIterator<Item = u64> {
        self.keys.entries.iter().map(|entry| entry.key)
    }

    /// The key of a position, by its number in [`Line::positions`].
    pub fn key(&self, number: usize) -> u64 {
        self.keys.entries[number].key
    }

    /// The number of moves played.
    #[inline]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Who is to move at the end of the line.
    pub fn turn(&self, game: &G) -> Side {
        game.turn(self.last())
    }

    /// Plays a move that is legal at the end of the line.
    #[inline]
    pub fn push(&mut self, game: &G, mv: G::Move) {
        // Copied to where it stays, and played there: searches do this at every node.
        let last = self.positions.len() - 1;
        self.positions.extend_from_within(last..);
        let next = &mut self.positions[last + 1];
        game.play(next, mv);
        self.keys.push(game.key(next));
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it, with all that was altered since. Without a move, the
    /// start is again as it was before anything was altered.
    #[inline]
    pub fn pop(&mut self) -> Option<G::Move> {
        if !self.replaced.is_empty() {
            self.undo_alterations();
        }
        let mv = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(mv)
    }

    /// Changes the last position by hand: another side is to move, men are put or removed, play is
    /// resumed ([`crate::Arrange`]). The positions before it stay, and superko knows them; the position
    /// as it was leaves the line until [`Line::undo_alter`] or [`Line::pop`] takes the change back.
    pub fn alter(&mut self, game: &G, position: G::Position) {
        let number = self.moves.len();
        let key = self.key(number);
        self.keys.pop();
        self.keys.push(game.key(&position));
        let position = std::mem::replace(&mut self.positions[number], position);
        self.replaced.push(Replaced {
            number,
            position,
            key,
        });
    }

    /// Takes the latest [`Line::alter`] back. `false` if the last position is as the last move left it.
    pub fn undo_alter(&mut self) -> bool {
        let number = self.moves.len();
        let latest = self.replaced.pop_if(|replaced| replaced.number == number);
        let Some(Replaced { position, key, .. }) = latest else {
            return false;
        };
        self.keys.pop();
        self.keys.push(key);
        self.positions[number] = position;
        true
    }

    /// The positions that were altered, each as it was before, with its number in
    /// [`Line::positions`], in the order in which they were altered.
    pub fn replaced(&self) -> impl Iterator<Item = (usize, &G::Position)> {
        self.replaced
            .iter()
            .map(|replaced| (replaced.number, &replaced.position))
    }

    #[cold]
    fn undo_alterations(&mut self) {
        while self.undo_alter() {}
    }

    /// How often the last position has occurred in this line, itself included. Takes as many
    /// steps as there are occurrences.
    #[inline]
    pub fn occurrences(&self) -> usize {
        let earlier = std::iter::successors(self.previous_occurrence(), |&ply| {
            self.keys.previous_of(ply)
        });
        1 + earlier.count()
    }

    /// Whether the last position has occurred before in this line.
    #[inline]
    pub fn repeats(&self) -> bool {
        self.previous_occurrence().is_some()
    }

    /// The number in [`Line::positions`] of the latest earlier occurrence of the last position.
    #[inline]
    pub fn previous_occurrence(&self) -> Option<usize> {
        self.keys.previous_of(self.moves.len())
    }

    /// The number of the latest occurrence of a position before the one of this number.
    #[inline]
    pub fn occurrence_before(&self, number: usize) -> Option<usize> {
        self.keys.previous_of(number)
    }

    /// Whether a position with this key is in the line, the last one included: superko in expected
    /// constant time.
    #[inline]
    pub fn contains_key(&self, key: u64) -> bool {
        self.keys.contains(key)
    }

    /// Appends the legal moves that the past allows ([`Game::allows`]).
    #[inline]
    pub fn legal_moves(&self, game: &G, moves: &mut Vec<G::Move>) {
        let from = moves.len();
        game.legal_moves(self.last(), moves);
        let mut kept = from;
        for at in from..moves.len() {
            if game.allows(self, moves[at]) {
                moves[kept] = moves[at];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// How the game ended, by the position or by its past.
    pub fn outcome(&self, game: &G) -> Option<Outcome> {
        game.outcome(self.last()).or_else(|| game.adjudicate(self))
    }
}

/// A stack of keys that knows for each of them where it occurred before.
///
/// The slots are an open-addressed hash table with linear probing. Keys are removed in the reverse
/// order of their insertion, so that emptying the slot of the last key never breaks another key's
/// probe sequence.
#[derive(Clone, Debug)]
struct KeyIndex {
    entries: Vec<KeyEntry>,
    /// One more than the number of a key's latest occurrence; 0: empty. A power of two, at most
    /// half full.
    slots: Vec<u32>,
}

/// A key of the stack.
#[derive(Copy, Clone, Debug)]
struct KeyEntry {
    key: u64,
    /// One more than the number of its previous occurrence; 0: it is new.
    previous: u32,
}

impl KeyIndex {
    const FEWEST_SLOTS: usize = 64;

    fn new() -> Self {
        KeyIndex {
            entries: Vec::new(),
            slots: vec![0; KeyIndex::FEWEST_SLOTS],
        }
    }

    /// Where the probe sequence of a key begins.
    #[inline]
    fn home(&self, key: u64) -> usize {
        // Keys of small games are small numbers: the upper bits of the product depend on all bits.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize & (self.slots.len() - 1)
    }

    /// The slot of a key, or the empty slot where it belongs.
    #[inline]
    fn slot(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = self.home(key);
        loop {
            match self.slots[at] {
                0 => return at,
                number if self.entries[number as usize - 1].key == key => return at,
                _ => at = (at + 1) & mask,
            }
        }
    }

    #[inline]
    fn push(&mut self, key: u64) {
        if 2 * (self.entries.len() + 1) > self.slots.len() {
            self.grow();
        }
        let at = self.slot(key);
        let previous = self.slots[at];
        self.entries.push(KeyEntry { key, previous });
        self.slots[at] = self.entries.len() as u32;
    }

    #[inline]
    fn pop(&mut self) {
        // The slot of the last key holds its number: no keys need be compared.
        let number = self.entries.len() as u32;
        let Some(entry) = self.entries.pop() else {
            return;
        };
        let mask = self.slots.len() - 1;
        let mut at = self.home(entry.key);
        while self.slots[at] != number {
            at = (at + 1) & mask;
        }
        self.slots[at] = entry.previous;
    }

    fn clear(&mut self) {
        // Lines are cleared when they are nearly empty; the table may be large.
        while !self.entries.is_empty() {
            self.pop();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = 2 * self.slots.len();
        self.slots.clear();
        self.slots.resize(slots, 0);
        for number in 0..self.entries.len() {
            let at = self.slot(self.entries[number].key);
            self.slots[at] = number as u32 + 1;
        }
    }

    #[inline]
    fn previous_of(&self, number: usize) -> Option<usize> {
        (self.entries[number].previous as usize).checked_sub(1)
    }

    #[inline]
    fn contains(&self, key: u64) -> bool {
        self.slots[self.slot(key)] != 0
    }
}
