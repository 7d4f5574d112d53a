//! The index of positions of xiangqi endings, for the solver and its tables.
//!
//! A *tier* is a material (`KRvKAB`, the stronger side as Red); captures lead to other tiers, all
//! other moves stay inside. Nothing of the past is in a table: no clock, no repetition.

mod cursor;
mod geometry;
mod material;
mod neighbours;
#[cfg(test)]
mod tests;
mod tiers;

use std::ops::Range;
use std::sync::Arc;

use yomikiri_game_api::{Indexer, Layout, Locality, Multiplicity, Side};

pub use cursor::XiangqiCursor;
pub(super) use geometry::is_reached;
use geometry::{Geometry, Placed};
pub use material::Material;
use material::NAMED;
pub use tiers::XiangqiTiers;

use super::game::Xiangqi;
use super::pieces::{Kind, Move};
use super::position::Position;
use super::tables::bit_of;

/// The indexer of one material.
#[derive(Clone, Debug)]
pub struct XiangqiIndexer {
    geometry: Arc<Geometry>,
    /// Where captures lead, by the capturing side and the captured kind.
    ways: [[Option<Way>; 7]; 2],
}

/// Another material.
#[derive(Clone, Debug)]
enum Way {
    /// Bare kings.
    Bare,
    /// A tier: its position in the list of children, its placements, whether colours are exchanged.
    Tier(usize, Arc<Geometry>, bool),
}

impl XiangqiIndexer {
    /// The indexer of a material, or why there is none.
    pub fn new(material: Material) -> Result<XiangqiIndexer, String> {
        let (material, _) = material.ordered();
        let children = material.conversions();
        let geometries = children
            .iter()
            .map(|&child| Geometry::new(child).map(Arc::new));
        let geometries: Vec<Arc<Geometry>> = geometries.collect::<Result<_, _>>()?;
        let mut ways: [[Option<Way>; 7]; 2] = Default::default();
        for mover in Side::BOTH {
            for kind in NAMED {
                let Some(after) = material.without(!mover, kind) else {
                    continue;
                };
                let (after, exchanged) = after.ordered();
                let child = children.iter().position(|&child| child == after);
                ways[mover.index()][kind as usize] = Some(match child {
                    None => Way::Bare,
                    Some(child) => Way::Tier(child, Arc::clone(&geometries[child]), exchanged),
                });
            }
        }
        Ok(XiangqiIndexer {
            geometry: Arc::new(Geometry::new(material)?),
            ways,
        })
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.geometry.material
    }

    fn way(&self, mover: Side, taken: Kind) -> Option<&Way> {
        self.ways[mover.index()][taken as usize].as_ref()
    }

    /// The board of an index's pieces; `None` if two share a point, if the mirror image is the one that
    /// counts, or if the side that has moved is in check, also by the other king.
    #[inline]
    fn board(&self, index: u64, at: &Placed) -> Option<Position> {
        if self.geometry.image(at).is_some_and(|image| image < index) {
            return None;
        }
        let mut board = Position::EMPTY;
        let mut occupied = 0;
        for (&(side, kind), &point) in self.geometry.pieces.iter().zip(&at.points) {
            if occupied & bit_of(point) != 0 {
                return None;
            }
            occupied |= bit_of(point);
            board.put(point, kind, side);
        }
        board.set_turn(at.turn, 0, 1);
        (!board.is_attacked(!at.turn)).then_some(board)
    }
}

impl Indexer<Xiangqi> for XiangqiIndexer {
    type Cursor<'i> = XiangqiCursor<'i>;

    fn size(&self) -> u64 {
        2 * self.geometry.half()
    }

    fn index(&self, at: &Position) -> Option<u64> {
        let geometry = &*self.geometry;
        let index = geometry.index_of(at, false);
        index.or_else(|| geometry.index_of(at, true))
    }

    fn position(&self, index: u64) -> Option<Position> {
        self.board(index, &self.geometry.placed(index))
    }

    fn cursor(&self) -> XiangqiCursor<'_> {
        XiangqiCursor::new(self)
    }

    fn positions(&self, indices: Range<u64>, visit: impl FnMut(u64, &Position)) {
        self.in_a_row(indices, visit);
    }

    #[inline]
    fn index_after(&self, index: u64, at: &Position, mv: Move) -> Option<u64> {
        self.after(index, at, mv)
    }

    fn indices_of(&self, side: Side) -> Vec<Range<u64>> {
        let half = self.geometry.half();
        let from = side.index() as u64 * half;
        std::iter::once(from..from + half).collect()
    }

    fn multiplicity(&self, index: u64) -> Multiplicity {
        let is_own_image = self.geometry.is_on_axis(index)
            && self.geometry.image(&self.geometry.placed(index)) == Some(index);
        Multiplicity {
            unfolded: if is_own_image { 1 } else { 2 },
            folded: true,
        }
    }

    fn has_unmoves(&self) -> bool {
        true
    }

    fn is_total(&self) -> bool {
        true
    }

    /// A pair of kings with either side to move.
    fn locality(&self) -> Locality {
        Locality {
            period: self.geometry.half(),
            block: self.geometry.block,
        }
    }

    /// Red's moves: Black's have fewer replies, and one ply finds their values.
    fn layout(&self) -> Layout {
        Layout {
            stored: self.indices_of(Side::First),
            ..Layout::all(self.size())
        }
    }
}
