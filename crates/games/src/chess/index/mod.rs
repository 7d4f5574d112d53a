//! The index of positions of chess endings, for the solver and its tables.
//!
//! A *tier* is a material (`KRPvKR`, the stronger side as White); captures and promotions lead to
//! other tiers, pawn moves to other placements of the same tier.

mod cursor;
mod fold;
mod frame;
mod geometry;
mod lane_conversions;
mod lanes;
mod material;
mod pawns;
mod sets;
#[cfg(test)]
mod tests;
mod tiers;

use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{
    Columns, Indexer, LaneIndexer, Layout, Locality, Multiplicity, Side, joined,
};

pub use cursor::ChessCursor;
use geometry::{Geometry, Placed};
pub use lanes::ChessLanes;
pub use material::Material;
pub use tiers::ChessTiers;

use super::attacks::{Set, bit};
use super::game::{Chess, Goal};
use super::moves::Kind;
use super::position::Position;

/// Tables with more indices would take minutes to compress well.
const MOST_SMALL: u64 = 100_000_000;

/// The indexer of one material.
#[derive(Clone, Debug)]
pub struct ChessIndexer {
    geometry: Arc<Geometry>,
    /// The same with both sides to move, for lanes.
    unfolded: Arc<Geometry>,
    goal: Goal,
    /// By owner and kind of the captured piece (or none), and by promotion.
    ways: Ways,
}

/// Results of a pawn move: no promotion, or one of four.
const PROMOTIONS: usize = 5;
/// A side's conversions: with each kind captured, or none.
const WAYS: usize = 7 * PROMOTIONS;

/// The targets of moves out of a material.
#[derive(Clone, Debug, Default)]
struct Ways {
    /// By [`Ways::number`].
    to: Vec<Option<Way>>,
    /// Number of child tiers.
    children: usize,
}

/// Another material.
#[derive(Clone, Debug)]
enum Way {
    /// Bare kings.
    Bare,
    /// A tier: its position in the list of children, its indexer, whether colours are exchanged.
    Tier(usize, Arc<Geometry>, bool),
}

impl Ways {
    /// The number of a conversion: what is captured from whom (6: nothing) and the promotion (0:
    /// none).
    #[inline]
    fn number(mover: Side, taken: Option<Kind>, promotion: Option<Kind>) -> usize {
        let taken = taken.map_or(6, Kind::index);
        let promotion = promotion.map_or(0, Kind::index);
        mover.index() * WAYS + taken * PROMOTIONS + promotion
    }

    fn of(material: Material, children: &[Material]) -> Result<Ways, String> {
        let geometries: Vec<Arc<Geometry>> = children
            .iter()
            .map(|&child| Geometry::new(child).map(Arc::new))
            .collect::<Result<_, _>>()?;
        let mut to = vec![None; 2 * WAYS];
        let kinds = Kind::ALL.map(Some).into_iter().chain([None]);
        for (mover, taken) in Side::BOTH
            .into_iter()
            .flat_map(|side| kinds.clone().map(move |kind| (side, kind)))
        {
            for promotion in Kind::PROMOTIONS.map(Some).into_iter().chain([None]) {
                let mut after = Some(material);
                if let Some(kind) = promotion {
                    after = after.and_then(|material| material.promoted(mover, kind));
                }
                if let Some(kind) = taken.filter(|&kind| kind != Kind::King) {
                    after = after.and_then(|material| material.without(!mover, kind));
                }
                let Some((after, turned)) = after.map(Material::ordered) else {
                    continue;
                };
                to[Ways::number(mover, taken, promotion)] = match after {
                    Material::BARE => Some(Way::Bare),
                    _ => children
                        .iter()
                        .position(|&child| child == after)
                        .map(|child| Way::Tier(child, Arc::clone(&geometries[child]), turned)),
                };
            }
        }
        Ok(Ways {
            to,
            children: children.len(),
        })
    }

    /// The child tiers of a side's moves, with or without promotions.
    fn of_mover(
        &self,
        mover: Side,
        promotes: bool,
    ) -> impl Iterator<Item = (usize, &Geometry, bool)> {
        let own = self.to[mover.index() * WAYS..][..WAYS].iter().enumerate();
        let open = own.filter(move |(number, _)| promotes || number % PROMOTIONS == 0);
        open.filter_map(|(_, way)| match way {
            Some(Way::Tier(child, geometry, turned)) => Some((*child, &**geometry, *turned)),
            _ => None,
        })
    }
}

impl ChessIndexer {
    /// The indexer of a material, or why there is none.
    pub fn new(material: Material, goal: Goal) -> Result<ChessIndexer, String> {
        let (material, _) = material.ordered();
        let children = match goal {
            Goal::Mate => material.conversions(),
            Goal::Promotion => Vec::new(),
        };
        let geometry = Arc::new(Geometry::new(material)?);
        Ok(ChessIndexer {
            unfolded: match geometry.symmetric {
                true => Arc::new(Geometry::unfolded(material)?),
                false => Arc::clone(&geometry),
            },
            geometry,
            goal,
            ways: Ways::of(material, &children)?,
        })
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.geometry.material
    }

    /// The board of placed pieces; its key is not set.
    #[inline]
    fn board(&self, at: &Placed) -> Position {
        let mut board = Position::EMPTY;
        for (&(side, kind), &square) in self.geometry.pieces.iter().zip(&at.squares) {
            board.put_unkeyed(side, kind, usize::from(square));
        }
        board.set_unkeyed(at.turn, at.passed.map(usize::from));
        board
    }

    /// The squares of placed pieces.
    #[inline]
    fn occupied(&self, at: &Placed) -> Set {
        let pieces = at.squares[..self.geometry.pieces.len()].iter();
        pieces.fold(0, |set, &square| set | bit(usize::from(square)))
    }

    /// Whether placed pieces are a legal position in canonical form.
    #[inline]
    fn is_legal(&self, at: &Placed, board: &Position) -> bool {
        let pieces = self.geometry.pieces.len() as u32;
        if board.occupied().count_ones() != pieces {
            return false;
        }
        let (mover, waits) = (board.turn(), !board.turn());
        if board.attackers(mover, board.king(waits), board.occupied()) != 0 {
            return false;
        }
        self.geometry.is_chosen(at)
            && at
                .passed
                .is_none_or(|passed| is_passed(board, usize::from(passed)))
    }

    /// Without pawns: for a placement of White's king and pieces, all placements of Black's. If
    /// Black has only a king, one of White's pieces goes with it, because lanes of 64 compress
    /// better: the last, or a rook before it (measured).
    fn columns(&self) -> Option<Columns> {
        let is_wanted = self.material().pawns() == 0 && !self.geometry.symmetric;
        let sizes = |side| self.geometry.sizes(side).collect::<Vec<u32>>();
        let (mut white, mut black) = (sizes(Side::First), sizes(Side::Second));
        if black.is_empty() && white.len() > 1 {
            let last = white.pop()?;
            match self.geometry.pieces[1].1 == Kind::Rook && white == [64] {
                true => white = vec![last],
                false => black.push(last),
            }
        }
        is_wanted.then(|| Columns {
            count: white.iter().product(),
            width: black.iter().product(),
        })
    }

    /// The sizes of the last two digits of an index: groups of pieces, or squares of kings.
    fn digits(&self) -> [u32; 2] {
        let mut sizes = self.geometry.groups.iter().rev().map(|group| group.size);
        std::array::from_fn(|_| sizes.next().unwrap_or(64))
    }

    /// As large as a probe can afford to decode: a move of Black leads to one or two blocks, or to
    /// several if it has pawns. Larger blocks compress rooks and queens better than the others.
    fn small_block(&self) -> Option<u32> {
        let is_small = self.size() <= MOST_SMALL;
        let is_bare = self.geometry.black_king + 1 == self.geometry.pieces.len();
        let is_heavy = [Kind::Queen, Kind::Rook].contains(&self.geometry.pieces[1].1);
        is_small.then_some(match self.material().pawns() {
            1.. if is_bare && is_heavy => 16_384,
            _ => 8192,
        })
    }
}

/// A range with all indices of some.
fn hull(ranges: &[Range<u64>]) -> Range<u64> {
    ranges.iter().cloned().fold(0..0, joined)
}

/// Whether a pawn can have made its double step over a square and can be captured there.
fn is_passed(board: &Position, passed: usize) -> bool {
    use super::attacks::{pawn, squares};
    let home = match board.turn() {
        Side::First => passed + 8,
        Side::Second => passed - 8,
    };
    let takers = pawn((!board.turn()).index(), passed) & board.pieces_of(board.turn(), Kind::Pawn);
    board.occupied() & (bit(passed) | bit(home)) == 0
        && squares(takers).any(|from| board.may_take_en_passant(from, passed))
}

impl Indexer<Chess> for ChessIndexer {
    type Cursor<'i> = ChessCursor<'i>;

    fn size(&self) -> u64 {
        self.geometry.size()
    }

    fn index(&self, at: &Position) -> Option<u64> {
        if at.castling() != 0 {
            return None;
        }
        self.geometry.index(&self.geometry.place_if_fits(at)?)
    }

    fn position(&self, index: u64) -> Option<Position> {
        let placed = self.geometry.placed(index);
        let board = self.board(&placed);
        self.is_legal(&placed, &board).then(|| board.keyed())
    }

    fn legal(&self, indices: Range<u64>, legal: &mut Vec<bool>) {
        match ChessLanes::of_table(self) {
            Some(mut lanes) => lanes.tell_legal(indices, legal),
            None => legal.extend(indices.map(|index| {
                let placed = self.geometry.placed(index);
                self.is_legal(&placed, &self.board(&placed))
            })),
        }
    }

    fn indices_of(&self, side: Side) -> Vec<Range<u64>> {
        self.geometry.indices_of(side)
    }

    fn multiplicity(&self, index: u64) -> Multiplicity {
        let placed = self.geometry.placed(index);
        // Positions with an en passant right are not counted.
        let counts = placed.passed.is_none();
        Multiplicity {
            unfolded: if counts {
                self.geometry.orbit(&placed)
            } else {
                0
            },
            folded: counts,
        }
    }

    fn cursor(&self) -> ChessCursor<'_> {
        ChessCursor::new(self)
    }

    fn has_unmoves(&self) -> bool {
        true
    }

    /// A pair of kings with either side to move, whatever the pawns.
    fn locality(&self) -> Locality {
        Locality {
            period: self.geometry.block,
            block: self.geometry.king_weight,
        }
    }

    /// White's moves: after Black's there is mostly one piece to find, and no pawn that promotes.
    fn layout(&self) -> Layout {
        let columns = self.columns();
        Layout {
            stored: match columns {
                None => self.indices_of(Side::First),
                Some(_) => self.geometry.by_white_king(),
            },
            columns,
            small_block: self.small_block(),
            digits: Some(self.digits()),
        }
    }

    fn layers(&self) -> Vec<Range<u64>> {
        self.geometry.layers()
    }

    /// Pawns on the second-last rank promote, and after a move it is the other side's turn.
    fn child_ranges(&self, layer: usize) -> Option<Vec<Range<u64>>> {
        let mut ranges: Vec<Range<u64>> = vec![0..0; self.ways.children];
        for mover in Side::BOTH {
            let promotes = self.geometry.has_promoting_pawn(layer, mover);
            for (child, geometry, turned) in self.ways.of_mover(mover, promotes) {
                let next = if turned { mover } else { !mover };
                let indices = hull(&geometry.indices_of(next));
                ranges[child] = joined(ranges[child].clone(), indices);
            }
        }
        Some(ranges)
    }

    /// If only promotions lead to a child, the new piece is on the last rank: that is told by the last digit
    /// where it is the square of this piece alone. Without pawns the board is turned in other ways, too.
    fn child_lanes(&self) -> Option<Vec<u64>> {
        let mut lanes: Vec<u64> = vec![0; self.ways.children];
        for (number, way) in self.ways.to.iter().enumerate() {
            let Some(Way::Tier(child, geometry, turned)) = way else {
                continue;
            };
            let (mover, number) = (Side::BOTH[number / WAYS], number % WAYS);
            let owner = if *turned { !mover } else { mover };
            let is_told = geometry.material.pawns() > 0
                && geometry.last.map(|piece| geometry.pieces[piece])
                    == Kind::PROMOTIONS
                        .into_iter()
                        .find(|kind| kind.index() == number % PROMOTIONS)
                        .map(|kind| (owner, kind));
            lanes[*child] |= match (is_told, owner) {
                (false, _) => u64::MAX,
                (true, Side::First) => 0xff << 56,
                (true, Side::Second) => 0xff,
            };
        }
        Some(lanes)
    }
}

impl LaneIndexer<Chess> for ChessIndexer {
    type Lanes<'i> = ChessLanes<'i>;

    fn lanes(&self) -> Option<ChessLanes<'_>> {
        match self.goal {
            Goal::Mate => ChessLanes::new(self),
            Goal::Promotion => None,
        }
    }
}
