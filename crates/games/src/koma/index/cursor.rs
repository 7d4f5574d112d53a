//! The graph of positions by index: results and origins of moves.

use std::ops::Range;

use yomikiri_game_api::{Conversion, Cursor, Side, Terminal};

use super::blocks;

use super::classes::Change;
#[cfg(target_arch = "x86_64")]
use super::ranking::Bmi2;
use super::ranking::{Compress, Portable};
use super::row::Row;
use super::{Boards, KomaIndexer};
use crate::koma::generate::{self, Any, Sink, bits};
use crate::koma::position::Position;
use crate::koma::rules::{Captures, MAX_HAND_KINDS, Model, NoMoves};
use crate::koma::tables::{CODES, ROYAL};

/// The working state of one thread.
#[derive(Clone, Debug)]
pub struct KomaCursor<'i> {
    indexer: &'i KomaIndexer,
    at: Position,
    boards: Boards,
    class: usize,
    row: Row,
    /// What a move of each side could have captured, in a class (`usize::MAX` for none yet).
    untakes: ([Untakes; 2], usize),
    /// Indices found last.
    found: Vec<u64>,
    #[cfg(target_arch = "x86_64")]
    bmi2: bool,
}

impl<'i> KomaCursor<'i> {
    pub(super) fn new(indexer: &'i KomaIndexer) -> Self {
        KomaCursor {
            indexer,
            at: Position::EMPTY,
            boards: [[0; CODES]; 2],
            class: 0,
            row: Row::NONE,
            untakes: ([Untakes::NONE; 2], usize::MAX),
            found: Vec::new(),
            #[cfg(target_arch = "x86_64")]
            bmi2: std::arch::is_x86_feature_detected!("bmi2")
                && std::arch::is_x86_feature_detected!("popcnt"),
        }
    }
}

impl Cursor for KomaCursor<'_> {
    fn seek(&mut self, index: u64) {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the CPU has BMI2 and POPCNT.
            return unsafe { self.seek_bmi2(index) };
        }
        self.seek_with::<Portable>(index);
    }

    fn terminal(&self) -> Terminal {
        self.indexer.terminal(&self.at)
    }

    // Move generation is compiled once, here: callers use `dyn` or get a list.

    fn terminals(&mut self, indices: Range<u64>, mut visit: impl FnMut(Range<u64>, Terminal)) {
        self.visit_standings(indices, &mut visit);
    }

    fn successors(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        self.visit_successors(&mut visit, self.indexer.game.options.model)
    }

    /// Without the moves that let the leader be captured.
    fn nearby(&mut self, mut visit: impl FnMut(u64) -> bool) -> bool {
        let options = &self.indexer.game.options;
        // A pass depends on there being any move at all.
        let model = match options.no_moves {
            NoMoves::Pass => options.model,
            _ => Model::Check,
        };
        self.visit_successors(&mut visit, model)
    }

    fn maybe_lost_in_two(&mut self, indices: Range<u64>, mut visit: impl FnMut(u64)) {
        self.visit_doubtful(indices, &mut |indices, _| indices.for_each(&mut visit));
    }

    /// The index covers the whole game: there are no conversions.
    fn conversions(&mut self, _visit: impl FnMut(Conversion)) {}

    fn predecessors(&mut self, visit: impl FnMut(u64)) {
        self.list_predecessors();
        self.found.iter().copied().for_each(visit);
    }
}

/// A callback for indices; returns false to stop.
type Visit<'v> = dyn FnMut(u64) -> bool + 'v;
/// A callback for terminal states.
type VisitStandings<'v> = dyn FnMut(Range<u64>, Terminal) + 'v;

impl KomaCursor<'_> {
    fn visit_standings(&mut self, indices: Range<u64>, visit: &mut VisitStandings<'_>) {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the CPU has BMI2 and POPCNT.
            return unsafe { self.standings_bmi2(indices, visit) };
        }
        self.standings_with::<Portable>(indices, visit);
    }

    fn visit_doubtful(&mut self, indices: Range<u64>, visit: &mut VisitStandings<'_>) {
        if !self.indexer.has_blocks() || !self.indexer.leader_returns {
            return visit(indices, Terminal::Undecided);
        }
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the CPU has BMI2 and POPCNT.
            return unsafe { self.doubtful_bmi2(indices, visit) };
        }
        self.blocks_with::<Portable, true>(indices, visit);
    }

    fn visit_successors(&mut self, visit: &mut Visit<'_>, model: Model) -> bool {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the CPU has BMI2 and POPCNT.
            return unsafe { self.successors_bmi2(visit, model) };
        }
        self.successors_with::<Portable>(visit, model)
    }

    fn list_predecessors(&mut self) {
        #[cfg(target_arch = "x86_64")]
        if self.bmi2 {
            // SAFETY: the CPU has BMI2 and POPCNT.
            return unsafe { self.predecessors_bmi2() };
        }
        self.predecessors_with::<Portable>();
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn seek_bmi2(&mut self, index: u64) {
        self.seek_with::<Bmi2>(index);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn standings_bmi2(&mut self, indices: Range<u64>, visit: &mut VisitStandings<'_>) {
        self.standings_with::<Bmi2>(indices, visit);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn doubtful_bmi2(&mut self, indices: Range<u64>, visit: &mut VisitStandings<'_>) {
        self.blocks_with::<Bmi2, true>(indices, visit);
    }

    #[inline(always)]
    fn seek_with<C: Compress>(&mut self, index: u64) {
        // Indices mostly come in order, so the other groups are mostly where they were.
        if !self.row.contains(index) {
            self.begin_row::<C>(index);
        }
        self.at = self.row.place::<C>(index, &mut self.boards);
    }

    /// Places all groups of an index but the last.
    #[inline(always)]
    fn begin_row<C: Compress>(&mut self, index: u64) {
        let indexer = self.indexer;
        let of_side = index % indexer.per_side;
        if !indexer.classes.holds(self.class, of_side) {
            self.boards = [[0; CODES]; 2];
            self.class = indexer.classes.at_index(of_side);
        }
        self.row = Row::of::<C>(indexer, index, self.class, &mut self.boards);
    }

    /// Works block by block (a class and a leader pair) if the rules allow it.
    #[inline(always)]
    fn standings_with<C: Compress>(&mut self, indices: Range<u64>, visit: &mut VisitStandings<'_>) {
        if self.indexer.has_blocks() {
            return self.blocks_with::<C, false>(indices, visit);
        }
        for index in indices {
            self.seek_with::<C>(index);
            visit(index..index + 1, self.terminal());
        }
    }

    /// The terminal states of indices; with `DOUBTFUL` only those that may be lost in two are visited.
    #[inline(always)]
    fn blocks_with<C: Compress, const DOUBTFUL: bool>(
        &mut self,
        indices: Range<u64>,
        visit: &mut VisitStandings<'_>,
    ) {
        let indexer = self.indexer;
        let mut from = indices.start;
        while from < indices.end {
            let class = indexer.classes.at_index(from);
            let placements = indexer.classes.list[class].placements;
            let offset = indexer.classes.list[class].offset;
            let pair = (from - offset) / placements;
            let block = offset + pair * placements;
            let within = from..indices.end.min(block + placements);
            from = within.end;
            let (own, other) = indexer.pairs.list[pair as usize];
            let survey = blocks::Survey::<C, DOUBTFUL>::new(
                indexer,
                class,
                own.into(),
                other.into(),
                within,
            );
            survey.run(block, placements, visit);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn successors_bmi2(&mut self, visit: &mut Visit<'_>, model: Model) -> bool {
        self.successors_with::<Bmi2>(visit, model)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn predecessors_bmi2(&mut self) {
        self.predecessors_with::<Bmi2>();
    }

    #[inline(always)]
    fn successors_with<C: Compress>(&mut self, visit: &mut Visit<'_>, model: Model) -> bool {
        let game = &self.indexer.game;
        let at = self.at;
        let mut sink = Successors::<C, _> {
            indexer: self.indexer,
            boards: &mut self.boards,
            class: self.class,
            at: &at,
            turn: at.turn(),
            visit,
            any: false,
            stopped: false,
            compress: std::marker::PhantomData,
        };
        generate::generate_in(&game.tables, &game.options, model, &at, &mut sink);
        if !sink.any && game.options.no_moves == NoMoves::Pass {
            // The state is open, so this is the forced pass.
            sink.emit(self.class);
        }
        !sink.stopped
    }

    /// Undoes every possible last move: the side not to move has moved.
    #[inline(always)]
    fn predecessors_with<C: Compress>(&mut self) {
        let indexer = self.indexer;
        let found = &mut self.found;
        found.clear();
        let game = &indexer.game;
        let tables = &*game.tables;
        let at = self.at;
        let side = !at.turn();
        let (mover, other) = (side.index(), (!side).index());
        let occupied = at.occupied();
        let empty = tables.board & !occupied;
        let zone = tables.promotion_zone[mover];
        let twins = indexer.has_twins(&self.boards);
        let mut emit =
            |boards: &Boards, class: usize| indexer.emit::<C>(boards, class, side, twins, found);

        // Where the mover could have captured the leader before its move, the rules have decided. In games
        // without slides the pieces that stay attack as before: a single attacker is the one that moved.
        let leader = self.boards[other][ROYAL].trailing_zeros() as usize;
        let decides = tables.rays.is_empty();
        let mut attackers = 0;
        if decides {
            for code in ROYAL..=tables.kinds {
                attackers |= self.boards[mover][code] & tables.origins[mover][code][leader];
            }
        }
        let movable = match attackers.count_ones() {
            0 => u64::MAX,
            1 => attackers,
            _ => return,
        };

        if self.untakes.1 != self.class {
            let of = |side| indexer.untakes(self.class, side);
            self.untakes = (Side::BOTH.map(of), self.class);
        }
        let untakes = &self.untakes.0[mover];
        for code in ROYAL..=tables.kinds {
            let pieces = self.boards[mover][code] & movable;
            if pieces == 0 {
                continue;
            }
            // The piece before the move: itself, or the base of a promoted one.
            for (promotes, before) in [(false, Some(code)), (true, tables.base[code])] {
                let Some(before) = before else { continue };
                let kind = tables.kind(side, before);
                let empty = match decides {
                    true => empty & !tables.origins[mover][before][leader],
                    false => empty,
                };
                let unpromoted;
                let (class, untakes) = if promotes {
                    let hand_kind = usize::from(tables.hand_kind[before].expect("a hand kind"));
                    let class =
                        indexer
                            .classes
                            .changed(self.class, hand_kind, Change::Unpromote, side);
                    let Some(class) = class else { continue };
                    unpromoted = indexer.untakes(class, side);
                    (class, &unpromoted)
                } else {
                    (self.class, untakes)
                };
                for to in bits(pieces) {
                    let mut origins = tables.origins[mover][before][to];
                    for &ray in &kind.rays {
                        origins |= tables.rays[usize::from(ray)].origins(to, occupied);
                    }
                    for from in bits(origins & empty) {
                        if tables.promoted[before] != 0 {
                            let may = zone >> to & 1 == 1
                                || tables.promotes_from_zone && zone >> from & 1 == 1;
                            let must = may && (kind.promotion_forced || kind.stuck >> to & 1 == 1);
                            if promotes && !may || !promotes && must {
                                continue;
                            }
                        }
                        self.boards[mover][code] ^= 1 << to;
                        self.boards[mover][before] ^= 1 << from;
                        emit(&self.boards, class);
                        for &(what, class) in untakes.list() {
                            self.boards[other][usize::from(what)] ^= 1 << to;
                            emit(&self.boards, class as usize);
                            self.boards[other][usize::from(what)] ^= 1 << to;
                        }
                        self.boards[mover][code] ^= 1 << to;
                        self.boards[mover][before] ^= 1 << from;
                    }
                }
            }
        }

        if game.options.captures == Captures::Hand {
            for (hand_kind, &code) in tables.hand_codes.iter().enumerate() {
                let changed = indexer
                    .classes
                    .changed(self.class, hand_kind, Change::Undrop, side);
                let Some(class) = changed else { continue };
                if !tables.drop_mate[code] && game_is_mate(indexer, &at) {
                    continue;
                }
                let dropped = self.boards[mover][code] & movable;
                for to in bits(dropped & tables.kind(side, code).drops) {
                    let file = tables.file_masks[to % tables.files];
                    if tables.drop_one_per_file[code] && self.boards[mover][code] & file != 1 << to
                    {
                        continue;
                    }
                    self.boards[mover][code] ^= 1 << to;
                    emit(&self.boards, class);
                    self.boards[mover][code] ^= 1 << to;
                }
            }
        }

        if game.options.no_moves == NoMoves::Pass && attackers == 0 {
            let mut before = at;
            before.pass_turn();
            let mut any = Any(false);
            let decided = generate::generate(tables, &game.options, &before, &mut any);
            let checked = game.options.model == Model::Check && game.in_check(&before);
            if !decided && !any.0 && !checked {
                emit(&self.boards, self.class);
            }
        }
    }
}

/// Pieces that the last move could have captured, with the class before it.
#[derive(Copy, Clone, Debug)]
struct Untakes {
    list: [(u8, u32); 2 * MAX_HAND_KINDS],
    count: usize,
}

impl Untakes {
    const NONE: Untakes = Untakes {
        list: [(0, 0); 2 * MAX_HAND_KINDS],
        count: 0,
    };

    #[inline(always)]
    fn list(&self) -> &[(u8, u32)] {
        &self.list[..self.count]
    }
}

impl KomaIndexer {
    /// Whether terminal states are found block by block.
    fn has_blocks(&self) -> bool {
        self.folds_turn && self.game.tables.rays.is_empty()
    }

    #[inline(always)]
    fn untakes(&self, class: usize, side: Side) -> Untakes {
        let tables = &*self.game.tables;
        let mut untakes = Untakes::NONE;
        for (hand_kind, &taken) in tables.hand_codes.iter().enumerate() {
            for (what, change) in [
                (taken, Change::Untake),
                (tables.promoted[taken], Change::UntakePromoted),
            ] {
                if what == 0 {
                    continue;
                }
                if let Some(before) = self.classes.changed(class, hand_kind, change, side) {
                    untakes.list[untakes.count] = (what as u8, before as u32);
                    untakes.count += 1;
                }
            }
        }
        untakes
    }
}

/// Whether the side to move is mated.
fn game_is_mate(indexer: &KomaIndexer, at: &Position) -> bool {
    let game = &indexer.game;
    let mut any = Any(false);
    generate::generate(&game.tables, &game.options, at, &mut any);
    !any.0 && game.in_check(at)
}

impl KomaIndexer {
    /// Whether the leaders are their own mirror image, so that both twins have indices.
    #[inline(always)]
    fn has_twins(&self, boards: &Boards) -> bool {
        self.pairs.mirrored
            && self.pairs.is_symmetric(
                boards[0][ROYAL].trailing_zeros() as usize,
                boards[1][ROYAL].trailing_zeros() as usize,
            )
    }

    /// Records the index before `side`'s move to the current index.
    ///
    /// Mirror twins need care if only one end of the move has an index for each of them. From an
    /// index for both twins, both twins before the move lead here. To an index for one twin, only
    /// the unmirrored pieces lead; their mirror image leads to the other twin's index.
    #[inline(always)]
    fn emit<C: Compress>(
        &self,
        boards: &Boards,
        class: usize,
        side: Side,
        to_has_twins: bool,
        found: &mut Vec<u64>,
    ) {
        let has_twins = self.has_twins(boards);
        if to_has_twins && !has_twins && self.is_mirrored(boards, side) {
            return;
        }
        let Some(index) = self.rank::<C>(boards, class, side) else {
            return;
        };
        found.push(index);
        if has_twins
            && !to_has_twins
            && let Some(twin) = self.rank_as::<C, true>(boards, class, side)
        {
            found.push(twin);
        }
    }

    /// Whether pieces are indexed by their mirror image.
    fn is_mirrored(&self, boards: &Boards, side: Side) -> bool {
        let [first, second] = boards.map(|pieces| pieces[ROYAL].trailing_zeros() as usize);
        let last = self.squares - 1;
        let (own, other) = match side {
            Side::Second if self.folds_turn => (last - second, last - first),
            _ => (first, second),
        };
        self.pairs
            .rank(own, other)
            .is_some_and(|(_, mirrored)| mirrored)
    }
}

/// Converts generated moves to the indices of their results.
struct Successors<'c, C, V> {
    indexer: &'c KomaIndexer,
    boards: &'c mut Boards,
    class: usize,
    at: &'c Position,
    turn: Side,
    visit: V,
    any: bool,
    stopped: bool,
    compress: std::marker::PhantomData<C>,
}

impl<C: Compress, V: FnMut(u64) -> bool> Successors<'_, C, V> {
    #[inline(always)]
    fn emit(&mut self, class: usize) {
        self.any = true;
        // Results without an index are won at once by the opponent.
        if let Some(index) = self.indexer.rank::<C>(self.boards, class, !self.turn) {
            self.stopped |= !(self.visit)(index);
        }
    }

    #[inline(always)]
    fn step(&mut self, from: usize, to: usize, promote: bool) {
        let (mover, other) = (self.turn.index(), (!self.turn).index());
        let tables = &*self.indexer.game.tables;
        let code = self.at.code_at(from);
        let taken = self.at.code_at(to);
        if taken == ROYAL {
            self.any = true;
            return; // the game is over, and that has no index
        }
        let mut class = self.class;
        let classes = &self.indexer.classes;
        let after = if promote {
            let kind = usize::from(tables.hand_kind[code].expect("a hand kind"));
            class = classes
                .changed(class, kind, Change::Promote, self.turn)
                .expect("the piece is there to promote");
            tables.promoted[code]
        } else {
            code
        };
        if taken != 0 {
            let kind = usize::from(tables.hand_kind[taken].expect("a hand kind"));
            let change = if tables.base[taken].is_some() {
                Change::TakePromoted
            } else {
                Change::Take
            };
            class = classes
                .changed(class, kind, change, self.turn)
                .expect("the piece is there to be taken");
            self.boards[other][taken] ^= 1 << to;
        }
        self.boards[mover][code] ^= 1 << from;
        self.boards[mover][after] ^= 1 << to;
        self.emit(class);
        self.boards[mover][after] ^= 1 << to;
        self.boards[mover][code] ^= 1 << from;
        if taken != 0 {
            self.boards[other][taken] ^= 1 << to;
        }
    }
}

impl<C: Compress, V: FnMut(u64) -> bool> Sink for Successors<'_, C, V> {
    #[inline(always)]
    fn steps(&mut self, from: usize, plain: u64, promoting: u64) {
        for to in bits(plain) {
            if self.stopped {
                return;
            }
            self.step(from, to, false);
        }
        for to in bits(promoting) {
            if self.stopped {
                return;
            }
            self.step(from, to, true);
        }
    }

    #[inline(always)]
    fn drops(&mut self, code: usize, targets: u64) {
        if targets == 0 || self.stopped {
            return;
        }
        let kind = usize::from(self.indexer.game.tables.hand_kind[code].expect("a hand kind"));
        let class = self
            .indexer
            .classes
            .changed(self.class, kind, Change::Drop, self.turn)
            .expect("the piece is in hand");
        let mover = self.turn.index();
        for to in bits(targets) {
            self.boards[mover][code] ^= 1 << to;
            self.emit(class);
            self.boards[mover][code] ^= 1 << to;
            if self.stopped {
                return;
            }
        }
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.stopped
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::koma::Koma;
    use yomikiri_game_api::{Indexer, SplitMix64};

    /// Everything that a cursor says about an index.
    fn told(cursor: &mut KomaCursor<'_>, index: u64) -> (Terminal, Vec<u64>, Vec<u64>) {
        let (mut after, mut before) = (Vec::new(), Vec::new());
        cursor.seek(index);
        let terminal = cursor.terminal();
        if terminal == Terminal::Undecided {
            cursor.successors(|index| {
                after.push(index);
                true
            });
            cursor.predecessors(|index| before.push(index));
        }
        (terminal, after, before)
    }

    /// The versions for processors with BMI2 are the portable ones, compiled for other instructions.
    #[test]
    fn instructions_of_the_processor_change_nothing() {
        for name in ["anpanman", "dobutsu"] {
            let game = Koma::builtin(name).unwrap();
            let indexer = KomaIndexer::new(&game).unwrap();
            let (mut fast, mut plain) = (indexer.cursor(), indexer.cursor());
            plain.bmi2 = false;
            let mut random = SplitMix64::new(6);
            for _ in 0..3000 {
                let index = random.below(indexer.size() as usize) as u64;
                let expected = told(&mut plain, index);
                assert_eq!(told(&mut fast, index), expected, "{name} {index}");
                let indices = index..(index + 70).min(indexer.size());
                let terminals = |cursor: &mut KomaCursor<'_>| {
                    let mut found = Vec::new();
                    cursor.terminals(indices.clone(), |range, terminal| {
                        found.push((range, terminal));
                    });
                    found
                };
                assert_eq!(
                    terminals(&mut fast),
                    terminals(&mut plain),
                    "{name} {index}"
                );
                let doubtful = |cursor: &mut KomaCursor<'_>| {
                    let mut found = Vec::new();
                    cursor.maybe_lost_in_two(indices.clone(), |index| found.push(index));
                    found
                };
                assert_eq!(doubtful(&mut fast), doubtful(&mut plain), "{name} {index}");
            }
        }
    }

    fn results(cursor: &mut KomaCursor<'_>, index: u64) -> Vec<u64> {
        let mut found = Vec::new();
        cursor.seek(index);
        cursor.successors(|index| {
            found.push(index);
            true
        });
        found
    }

    fn terminal(cursor: &mut KomaCursor<'_>, index: u64) -> Terminal {
        cursor.seek(index);
        cursor.terminal()
    }

    /// What `nearby` leaves out are moves that let the leader be captured.
    #[test]
    fn nearby_indices_are_the_safe_successors() {
        for name in ["anpanman", "dobutsu"] {
            let game = Koma::builtin(name).unwrap();
            let indexer = KomaIndexer::new(&game).unwrap();
            let mut cursor = indexer.cursor();
            let mut random = SplitMix64::new(7);
            let (mut asked, mut left_out) = (0, 0);
            while asked < 1000 {
                let index = random.below(indexer.size() as usize) as u64;
                if terminal(&mut cursor, index) != Terminal::Undecided {
                    continue;
                }
                asked += 1;
                let mut nearby = Vec::new();
                cursor.nearby(|next| {
                    nearby.push(next);
                    true
                });
                let mut safe = results(&mut cursor, index);
                let all = safe.len();
                safe.retain(|&next| terminal(&mut cursor, next) != Terminal::KingCapture);
                left_out += all - safe.len();
                assert_eq!(nearby, safe, "{name} {index}");
            }
            assert_eq!(left_out > 1000, name == "dobutsu", "{name}: {left_out}");
        }
    }

    /// What is left out of those that may be lost in two has a move after which the opponent wins neither by the
    /// rules alone nor by leaving no move.
    #[test]
    fn what_is_not_doubtful_is_not_lost_in_two() {
        let game = Koma::builtin("dobutsu").unwrap();
        let indexer = KomaIndexer::new(&game).unwrap();
        let mut cursor = indexer.cursor();
        let mut random = SplitMix64::new(8);
        let (mut asked, mut doubtful) = (0, 0);
        while asked < 2000 {
            let first = random.below(indexer.size() as usize - 40) as u64;
            let mut maybe = Vec::new();
            cursor.maybe_lost_in_two(first..first + 40, |index| maybe.push(index));
            assert!(maybe.is_sorted());
            for index in first..first + 40 {
                if terminal(&mut cursor, index) != Terminal::Undecided {
                    continue;
                }
                asked += 1;
                if maybe.contains(&index) {
                    doubtful += 1;
                    continue;
                }
                let escapes = results(&mut cursor, index).into_iter().any(|next| {
                    terminal(&mut cursor, next) == Terminal::Undecided
                        && results(&mut cursor, next)
                            .into_iter()
                            .all(|after| terminal(&mut cursor, after) != Terminal::Lost)
                });
                assert!(escapes, "{index}");
            }
        }
        assert!(
            doubtful * 10 > asked && doubtful * 2 < asked * 3,
            "{doubtful}"
        );
    }
}
