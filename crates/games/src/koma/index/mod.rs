//! The index of a koma game's positions, derived from the rule file.
//!
//! | part | what it ranks |
//! |---|---|
//! | class | for every kind of piece, how many are where: each side's board, promoted, each side's hand |
//! | leader pair | the squares of the two leaders, over the legal pairs, mirrored to one half |
//! | placement | the other pieces on the remaining squares, equal pieces unordered |
//!
//! `index = class offset + pair × placements of the class + placement`. If both sides' pieces move
//! the same way, the board is turned so that the side to move always plays upward; otherwise the
//! side to move is the highest digit. If the rules are mirror-symmetric, only one of two mirrored
//! leader pairs is kept; positions whose leaders are both on the middle file keep both twins, which
//! have equal values.
//!
//! Positions with a leader on its last rank, or with adjacent leaders, have no index: they are over
//! or won at once, as the rules show.

mod blocks;
mod classes;
mod cursor;
mod ranking;
mod row;
mod tiers;
mod twins;

use std::ops::Range;

use yomikiri_game_api::{Game, Indexer, Locality, Multiplicity, Side, Terminal};

use crate::koma::game::Koma;
use crate::koma::generate;
use crate::koma::position::Position;
use crate::koma::rules::{Captures, Goal, Model, PerpetualCheck, RepetitionResult};
use crate::koma::tables::{CODES, ROYAL, mirror};
use classes::Classes;
pub use cursor::KomaCursor;
use ranking::{Compress, Portable};
use row::Row;
pub use tiers::KomaTiers;

/// The pieces of each side and code.
pub(crate) type Boards = [[u64; CODES]; 2];

/// The indexer of all positions of a koma game.
#[derive(Clone, Debug)]
pub struct KomaIndexer {
    game: Koma,
    /// Number of squares.
    squares: usize,
    folds_turn: bool,
    pairs: Pairs,
    classes: Classes,
    /// Indices with one side to move.
    per_side: u64,
    /// Whether a leader that has made a step always has a move after the next one: back, if it is not
    /// captured.
    leader_returns: bool,
}

/// The index of the mirror image of a position.
enum Twin {
    /// The same index, because mirror images are merged or the rules are not symmetric.
    Same,
    /// An index of its own (equal if the position is symmetric): the leaders are on the middle
    /// file.
    Index(u64),
}

/// Which positions have indices.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Coverage {
    /// Those that the leaders alone do not decide: what the solver needs.
    Live,
    /// Also those with adjacent leaders or a leader that has just arrived: published counts of
    /// reachable positions include them.
    WithEnds,
}

/// Why a game cannot be indexed or solved.
#[derive(Clone, PartialEq, Debug)]
pub enum Unsolvable {
    /// Its result depends on the history, which a table by positions cannot store.
    HistoryRule(String),
    /// Too many positions: about this many indices.
    TooLarge(f64),
}

impl std::fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unsolvable::HistoryRule(rule) => write!(
                f,
                "the rule {rule} depends on earlier positions, which a table of positions cannot \
                 hold; open the game with another option (repetition_result=draw, \
                 perpetual_check=ignored)"
            ),
            Unsolvable::TooLarge(indices) => write!(
                f,
                "the game has about {indices:.3e} positions, too many to index"
            ),
        }
    }
}

impl std::error::Error for Unsolvable {}

/// Maximum number of indices: at one byte each, this is 64 GiB.
const MOST_POSITIONS: f64 = 64.0 * (1u64 << 30) as f64;
/// Above this the classes are not even listed.
const MOST_CLASSES: f64 = 4e6;

impl KomaIndexer {
    /// The number of indices of a game, without building anything.
    pub fn estimate(game: &Koma) -> f64 {
        KomaIndexer::estimate_of(game, Coverage::Live)
    }

    fn estimate_of(game: &Koma, coverage: Coverage) -> f64 {
        let folds_turn = folds_turn(game);
        let pairs = Pairs::find(game, coverage).list.len();
        classes::estimate(game, pairs) * if folds_turn { 1.0 } else { 2.0 }
    }

    /// The index of a game for solving.
    pub fn new(game: &Koma) -> Result<KomaIndexer, Unsolvable> {
        KomaIndexer::covering(game, Coverage::Live)
    }

    /// The index of a game.
    pub fn covering(game: &Koma, coverage: Coverage) -> Result<KomaIndexer, Unsolvable> {
        let options = &game.options;
        if options.repetition != 0 && options.repetition_result != RepetitionResult::Draw {
            return Err(Unsolvable::HistoryRule(format!(
                "repetition_result = {}",
                options.get("repetition_result")
            )));
        }
        if options.repetition != 0 && options.perpetual_check != PerpetualCheck::Ignored {
            return Err(Unsolvable::HistoryRule(
                "perpetual_check = loses".to_owned(),
            ));
        }
        let indices = KomaIndexer::estimate_of(game, coverage);
        if indices > MOST_POSITIONS || classes::class_count(game) > MOST_CLASSES {
            return Err(Unsolvable::TooLarge(indices));
        }
        let pairs = Pairs::find(game, coverage);
        let classes = Classes::build(game, pairs.list.len() as u64);
        Ok(KomaIndexer {
            squares: game.tables.files * game.tables.ranks,
            folds_turn: folds_turn(game),
            leader_returns: leader_returns(game),
            per_side: classes.indices,
            game: game.clone(),
            pairs,
            classes,
        })
    }

    /// The game that is numbered.
    pub fn game(&self) -> &Koma {
        &self.game
    }

    /// What a table of this index depends on: pieces, moves and the options that change values.
    /// Names, evaluation and repetition count are not included.
    pub fn identity(game: &Koma) -> String {
        let rules = &game.rules;
        let options = &game.options;
        let mut text = format!(
            "koma numbering 1; {}x{}; {:?} {:?} {:?} {:?}; promotion {} {:?}; dead drops {}",
            rules.files,
            rules.ranks,
            options.captures,
            options.model,
            options.goal,
            options.no_moves,
            rules.promotion_zone,
            rules.promotion_when,
            rules.dead_drops,
        );
        let start = game.start();
        for (i, kind) in rules.kinds.iter().enumerate() {
            let pieces = Side::BOTH
                .map(|side| (start.of_code::<4>(i + 1) & start.pieces(side)).count_ones());
            let hand = Side::BOTH.map(|side| {
                game.tables.hand_kind[i + 1].map(|kind| start.in_hand(side, usize::from(kind)))
            });
            text += &format!(
                "; {:?} {:?} {:?} {:?} {} {} {} {pieces:?} {hand:?}",
                kind.steps,
                kind.slides,
                kind.promotes_to,
                kind.base,
                kind.promotion_forced,
                kind.drop_one_per_file,
                kind.drop_mate,
            );
        }
        text
    }

    /// Whether the board is turned so that the side to move plays upward.
    pub fn folds_turn(&self) -> bool {
        self.folds_turn
    }

    /// Whether mirrored positions share an index.
    pub fn folds_mirror(&self) -> bool {
        self.pairs.mirrored
    }

    /// The pieces of a position with their class, from the view of the side to move.
    fn survey(&self, at: &Position) -> Option<(Boards, usize)> {
        let mut boards: Boards = [[0; CODES]; 2];
        for side in Side::BOTH {
            let pieces = at.pieces(side);
            for code in ROYAL..=self.game.tables.kinds {
                boards[side.index()][code] = at.of_code::<4>(code) & pieces;
            }
            if boards[side.index()][ROYAL].count_ones() != 1 {
                return None;
            }
        }
        let hands = Side::BOTH.map(|side| std::array::from_fn(|kind| at.in_hand(side, kind)));
        let class = self.classes.find(&boards, &hands)?;
        Some((boards, class))
    }

    /// The index of pieces in First's view, with `turn` to move. The class is also First's view.
    ///
    /// If sides are relative and Second is to move, squares are counted backwards and sides are
    /// exchanged, which turns the board.
    #[inline(always)]
    fn rank<C: Compress>(&self, boards: &Boards, class: usize, turn: Side) -> Option<u64> {
        self.rank_as::<C, false>(boards, class, turn)
    }

    /// As [`KomaIndexer::rank`]; with `IMAGE` the index of the mirror image of pieces whose leaders are their
    /// own mirror image.
    #[inline(always)]
    fn rank_as<C: Compress, const IMAGE: bool>(
        &self,
        boards: &Boards,
        class: usize,
        turn: Side,
    ) -> Option<u64> {
        if self.folds_turn {
            match turn {
                Side::First => self.rank_seen::<C, false, IMAGE>(boards, class),
                Side::Second => {
                    let swapped = self.classes.list[class].swapped as usize;
                    self.rank_seen::<C, true, IMAGE>(boards, swapped)
                }
            }
        } else {
            let index = self.rank_seen::<C, false, IMAGE>(boards, class)?;
            Some(index + turn.index() as u64 * self.per_side)
        }
    }

    #[inline(always)]
    fn rank_seen<C: Compress, const TURNED: bool, const IMAGE: bool>(
        &self,
        boards: &Boards,
        class: usize,
    ) -> Option<u64> {
        let mut own = boards[usize::from(TURNED)][ROYAL].trailing_zeros() as usize;
        let mut other = boards[usize::from(!TURNED)][ROYAL].trailing_zeros() as usize;
        if TURNED {
            own = self.squares - 1 - own;
            other = self.squares - 1 - other;
        }
        let (pair, mirrored) = self.pairs.rank(own, other)?;
        let mirrored = IMAGE || mirrored;
        let class = &self.classes.list[class];
        let mut free = self.game.tables.board & !(boards[0][ROYAL] | boards[1][ROYAL]);
        if mirrored {
            free = self.pairs.mirror(free);
        }
        let mut placement = 0;
        for group in self.classes.groups(class) {
            let side = usize::from(group.side) ^ usize::from(TURNED);
            let mut pieces = boards[side][usize::from(group.code)];
            if mirrored {
                pieces = self.pairs.mirror(pieces);
            }
            let chosen = C::compress(pieces, free);
            placement = placement * group.ways
                + ranking::rank_subset::<TURNED>(chosen, group.count, group.free);
            free &= !pieces;
        }
        Some(class.offset + u64::from(pair) * class.placements + placement)
    }

    /// The index of the mirror image of an index's position.
    fn twin(&self, index: u64) -> Twin {
        if !self.pairs.mirrored {
            return Twin::Same;
        }
        let of_side = index % self.per_side;
        let class = &self.classes.list[self.classes.at_index(of_side)];
        let pair = divide(of_side - class.offset, class.placements).0;
        let (own, other) = self.pairs.list[pair as usize];
        if !self.pairs.is_symmetric(own.into(), other.into()) {
            return Twin::Same;
        }
        let (boards, class, at) = self.unrank(index);
        let twin = self.rank_as::<Portable, true>(&boards, class, at.turn());
        Twin::Index(twin.unwrap_or(index))
    }

    /// Decodes an index: the pieces in First's view, their class, and the position.
    fn unrank(&self, index: u64) -> (Boards, usize, Position) {
        let mut boards: Boards = [[0; CODES]; 2];
        let class = self.classes.at_index(index % self.per_side);
        let row = Row::of::<Portable>(self, index, class, &mut boards);
        let at = row.place::<Portable>(index, &mut boards);
        (boards, class, at)
    }

    /// Builds the position of pieces and a class.
    #[inline(always)]
    fn compose(&self, boards: &Boards, class: usize, turn: Side) -> Position {
        let class = &self.classes.list[class];
        let mut at = Position::EMPTY;
        at.planes[0] = boards[0][ROYAL] | boards[1][ROYAL];
        at.second = boards[1][ROYAL];
        for group in self.classes.groups(class) {
            let pieces = boards[usize::from(group.side)][usize::from(group.code)];
            group.add_to(&mut at, pieces);
        }
        at.rest = class.hands;
        at.set_turn(turn);
        at
    }

    /// What the rules say about a position of the indexer.
    fn terminal(&self, at: &Position) -> Terminal {
        let (tables, options) = (&*self.game.tables, &self.game.options);
        let mover = at.turn();
        let leaders = at.of_code::<4>(ROYAL);
        let (own, other) = (leaders & at.pieces(mover), leaders & at.pieces(!mover));
        if generate::attacks(tables, at, mover, at.occupied()) & other != 0 {
            return self.leader_attacked();
        }
        if options.goal != Goal::None {
            if other & tables.goal[(!mover).index()] != 0 {
                return Terminal::Lost;
            }
            let from = own.trailing_zeros() as usize;
            let arrivals = generate::reach(tables, mover, ROYAL, from, at.occupied())
                & tables.goal[mover.index()]
                & !at.pieces(mover);
            let wins = |to: usize| {
                // A leader that can be captured where it arrives has not won, unless `goal = any`.
                let mut next = *at;
                next.carry(from, to, mover);
                let safe = generate::attacks(tables, &next, !mover, next.occupied()) >> to & 1 == 0;
                safe || options.model == Model::Capture && options.goal == Goal::Any
            };
            if generate::bits(arrivals).any(wins) {
                return Terminal::WinInOne;
            }
        }
        self.terminal_by_moves(at)
    }

    /// The terminal state if the other leader is attacked.
    fn leader_attacked(&self) -> Terminal {
        match self.game.options.model {
            Model::Check => Terminal::Illegal,
            Model::Capture => Terminal::KingCapture,
        }
    }

    /// The terminal state if only the lack of moves can end the game.
    fn terminal_by_moves(&self, at: &Position) -> Terminal {
        match self.game.outcome(at) {
            None => Terminal::Undecided,
            Some(outcome) if outcome.winner.is_none() => Terminal::Drawn,
            Some(_) => Terminal::Lost,
        }
    }
}

/// Quotient and remainder; small numbers, the usual case, divide faster.
#[inline(always)]
fn divide(number: u64, by: u64) -> (u64, u64) {
    if number >> 32 == 0 {
        let (number, by) = (number as u32, by as u32);
        (u64::from(number / by), u64::from(number % by))
    } else {
        (number / by, number % by)
    }
}

impl Indexer<Koma> for KomaIndexer {
    type Cursor<'i> = KomaCursor<'i>;

    fn size(&self) -> u64 {
        self.per_side * if self.folds_turn { 1 } else { 2 }
    }

    fn index(&self, at: &Position) -> Option<u64> {
        let (boards, class) = self.survey(at)?;
        self.rank::<Portable>(&boards, class, at.turn())
    }

    fn position(&self, index: u64) -> Option<Position> {
        let (_, _, at) = self.unrank(index);
        // Only the check model has illegal positions: the other leader could be captured.
        if self.game.options.model == Model::Check {
            let turn = at.turn();
            let leader = at.of_code::<4>(ROYAL) & at.pieces(!turn);
            let attacks = generate::attacks(&self.game.tables, &at, turn, at.occupied());
            if attacks & leader != 0 {
                return None;
            }
        }
        Some(at)
    }

    fn indices_of(&self, side: Side) -> Vec<Range<u64>> {
        let first = match side {
            Side::Second if !self.folds_turn => self.per_side,
            _ => 0,
        };
        std::iter::once(first..first + self.per_side).collect()
    }

    fn multiplicity(&self, index: u64) -> Multiplicity {
        match self.twin(index) {
            Twin::Same => Multiplicity {
                unfolded: if self.pairs.mirrored { 2 } else { 1 },
                folded: true,
            },
            Twin::Index(twin) => Multiplicity {
                unfolded: 1,
                folded: index <= twin,
            },
        }
    }

    /// Block by block: only leaders on the middle file have mirror images with indices of their own.
    fn multiplicities(&self, indices: Range<u64>, mut visit: impl FnMut(Range<u64>, Multiplicity)) {
        let whole = |unfolded| Multiplicity {
            unfolded,
            folded: true,
        };
        if !self.pairs.mirrored {
            return visit(indices, whole(1));
        }
        let mut from = indices.start;
        while from < indices.end {
            let side = from / self.per_side * self.per_side;
            let class = &self.classes.list[self.classes.at_index(from - side)];
            let pair = divide(from - side - class.offset, class.placements).0;
            let (own, other) = self.pairs.list[pair as usize];
            let block = side + class.offset + pair * class.placements;
            let end = (block + class.placements).min(indices.end);
            if self.pairs.is_symmetric(own.into(), other.into()) {
                let twins = twins::Twins {
                    pairs: &self.pairs,
                    groups: self.classes.groups(class),
                    indices: from..end,
                };
                let free = self.game.tables.board & !(1 << own | 1 << other);
                twins.place(0, block..block + class.placements, free, &mut visit);
            } else {
                visit(from..end, whole(2));
            }
            from = end;
        }
    }

    fn representative(&self, index: u64) -> u64 {
        match self.twin(index) {
            Twin::Same => index,
            Twin::Index(twin) => index.min(twin),
        }
    }

    fn cursor(&self) -> KomaCursor<'_> {
        KomaCursor::new(self)
    }

    fn is_closed(&self) -> bool {
        true
    }

    fn has_unmoves(&self) -> bool {
        true
    }

    /// A placement with either side to move.
    fn locality(&self) -> Locality {
        Locality {
            period: self.per_side,
            block: 1,
        }
    }
}

/// Turning the board changes nothing: pieces move the same way, each side has as many of each kind,
/// and the board is symmetric.
fn folds_turn(game: &Koma) -> bool {
    let start = game.start();
    let alike = (1..=game.tables.kinds).all(|code| {
        let pieces = start.of_code::<4>(code);
        (pieces & start.pieces(Side::First)).count_ones()
            == (pieces & start.pieces(Side::Second)).count_ones()
    });
    let owners_change = game.options.captures == Captures::Hand;
    game.rules.sides_move_alike() && (alike || owners_change)
}

/// Moves into check are allowed, and a leader can take back each of its steps.
fn leader_returns(game: &Koma) -> bool {
    let squares = game.tables.files * game.tables.ranks;
    let steps = |side: Side, from: usize| game.tables.steps[side.index()][ROYAL][from];
    let returns = |side: Side, from: usize| {
        generate::bits(steps(side, from)).all(|to| steps(side, to) >> from & 1 == 1)
    };
    let all = |side: Side| (0..squares).all(|from| returns(side, from));
    game.options.model == Model::Capture && Side::BOTH.into_iter().all(all)
}

/// The possible squares of the two leaders, from the view of the side to move.
#[derive(Clone, Debug)]
struct Pairs {
    /// Own leader, other leader.
    list: Vec<(u8, u8)>,
    /// By own and other square: the pair's number, with [`MIRRORED`] set if it is the mirror of a
    /// listed pair, or [`NO_PAIR`].
    numbers: Vec<u16>,
    mirrored: bool,
    files: usize,
    file_masks: Vec<u64>,
    /// The squares that are their own mirror image.
    middle: u64,
}

const NO_PAIR: u16 = u16::MAX;
const MIRRORED: u16 = 1 << 15;

impl Pairs {
    fn find(game: &Koma, coverage: Coverage) -> Pairs {
        let (tables, options) = (&*game.tables, &game.options);
        let squares = tables.files * tables.ranks;
        let mut pairs = Pairs {
            list: Vec::new(),
            numbers: vec![NO_PAIR; 64 * 64],
            mirrored: tables.mirrors,
            files: tables.files,
            file_masks: tables.file_masks.clone(),
            middle: match tables.files % 2 {
                1 => tables.file_masks[tables.files / 2],
                _ => 0,
            },
        };
        let folds_turn = folds_turn(game);
        for own in 0..squares {
            for other in 0..squares {
                let goal = |side: Side, square: usize| {
                    options.goal != Goal::None && tables.goal[side.index()] >> square & 1 == 1
                };
                // Omitted: games that are over because a leader has arrived (or is captured there
                // at once), illegal adjacency in the check model, a leader that the other captures
                // at once in the capture model. If sides are not relative, either side may be to
                // move.
                let attacked = folds_turn && tables.steps[0][ROYAL][own] >> other & 1 == 1;
                let impossible = match coverage {
                    Coverage::Live => {
                        goal(Side::First, own) || goal(Side::Second, other) || attacked
                    }
                    Coverage::WithEnds => {
                        goal(Side::First, own) || attacked && options.model == Model::Check
                    }
                };
                if own == other || impossible {
                    continue;
                }
                let (own_twin, other_twin) = (pairs.mirror_square(own), pairs.mirror_square(other));
                let twin = pairs.numbers[own_twin * 64 + other_twin];
                pairs.numbers[own * 64 + other] = if pairs.mirrored && twin != NO_PAIR {
                    twin | MIRRORED
                } else {
                    pairs.list.push((own as u8, other as u8));
                    pairs.list.len() as u16 - 1
                };
            }
        }
        pairs
    }

    #[inline(always)]
    fn rank(&self, own: usize, other: usize) -> Option<(u16, bool)> {
        let number = self.numbers[(own & 63) << 6 | other & 63];
        (number != NO_PAIR).then_some((number & !MIRRORED, number & MIRRORED != 0))
    }

    fn mirror_square(&self, square: usize) -> usize {
        let file = square % self.files;
        square - file + (self.files - 1 - file)
    }

    /// Whether the pair is its own mirror image.
    #[inline(always)]
    fn is_symmetric(&self, own: usize, other: usize) -> bool {
        (1 << own | 1 << other) & !self.middle == 0
    }

    /// Mirrors left to right.
    #[inline(always)]
    fn mirror(&self, board: u64) -> u64 {
        mirror(&self.file_masks, board)
    }
}
