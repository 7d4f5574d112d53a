//! The order of the pieces in a table of a Syzygy file, and the index of a placement.

use yomikiri_game_api::Side;

use super::squares::{self, KING_PAIRS, MOST_PIECES, TRIPLES, choose};
use crate::chess::Material;
use crate::chess::attacks;
use crate::chess::moves::Kind;
use crate::chess::position::Position;

/// A piece of a table: White is the side that comes first in the file name.
pub(super) type Piece = (Side, Kind);

/// How the pieces of a material are grouped, independent of their order.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    /// Two kings lead.
    Kings,
    /// Three pieces that are unique of their kind lead.
    Three,
    /// Number of leading pawns of one side, then of the other side's pawns.
    Pawns(Side, usize, usize),
}

impl Lead {
    pub(super) fn of(material: &Material) -> Lead {
        let pawns = Side::BOTH.map(|side| material.count(side, Kind::Pawn));
        match pawns {
            [0, 0] => {
                let single = |&(side, kind): &Piece| material.count(side, kind) == 1;
                let pieces = Side::BOTH
                    .into_iter()
                    .flat_map(|side| Kind::ALL.map(|kind| (side, kind)));
                match pieces.filter(single).count() {
                    2 => Lead::Kings,
                    _ => Lead::Three,
                }
            }
            // The side with fewer pawns leads, White if they are equal.
            [white, 0] => Lead::Pawns(Side::First, white, 0),
            [0, black] => Lead::Pawns(Side::Second, black, 0),
            [white, black] if white <= black => Lead::Pawns(Side::First, white, black),
            [white, black] => Lead::Pawns(Side::Second, black, white),
        }
    }

    /// Whether a file has four tables, one for each file of the leading pawn.
    pub(super) fn has_pawns(self) -> bool {
        matches!(self, Lead::Pawns(..))
    }

    /// Number of bytes for the places of the leading groups in the index.
    pub(super) fn order_bytes(self) -> usize {
        match self {
            Lead::Pawns(_, _, others) if others > 0 => 2,
            _ => 1,
        }
    }
}

/// A group of pieces indexed together.
#[derive(Copy, Clone, Debug)]
struct Group {
    /// Position of its first piece.
    first: usize,
    pieces: usize,
    /// Its factor in the index.
    factor: u64,
}

/// The order of one table.
#[derive(Clone, Debug)]
pub(super) struct Order {
    lead: Lead,
    pieces: Vec<Piece>,
    groups: Vec<Group>,
    /// Number of placements, including impossible ones.
    pub(super) size: u64,
}

impl Order {
    /// Reads the order of a table for a material. `bytes` are [`Lead::order_bytes`] and one for
    /// each piece; each has a table in its lower and its upper half. `file` is that of the leading
    /// pawn.
    pub(super) fn read(
        material: &Material,
        bytes: &[u8],
        upper: bool,
        file: usize,
    ) -> Result<Order, &'static str> {
        let lead = Lead::of(material);
        let half = |byte: &u8| usize::from(if upper { byte >> 4 } else { byte & 15 });
        let (order, pieces) = bytes.split_at(lead.order_bytes());
        let order: Vec<usize> = order.iter().map(half).collect();
        let pieces: Option<Vec<Piece>> = pieces.iter().map(|byte| piece(half(byte))).collect();
        let pieces = pieces.ok_or("an unknown piece code")?;
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let listed = pieces
                    .iter()
                    .filter(|&&piece| piece == (side, kind))
                    .count();
                if listed != material.count(side, kind) {
                    return Err("other pieces than its name says");
                }
            }
        }
        let mut sizes = match lead {
            Lead::Kings => vec![2],
            Lead::Three => vec![3],
            Lead::Pawns(_, own, 0) => vec![own],
            Lead::Pawns(_, own, others) => vec![own, others],
        };
        let leading = sizes.len();
        let mut first = sizes.iter().sum::<usize>();
        if !leads(lead, material, &pieces[..first]) {
            return Err("other pieces before its leading ones");
        }
        while first < pieces.len() {
            let equal = pieces[first..]
                .iter()
                .take_while(|&&piece| piece == pieces[first]);
            sizes.push(equal.count());
            first += sizes[sizes.len() - 1];
        }
        // Pieces of a kind must be together, or two groups would index the same pieces.
        for group in leading..sizes.len() {
            let begin = sizes[..group].iter().sum::<usize>();
            let (side, kind) = pieces[begin];
            if sizes[group] != material.count(side, kind) {
                return Err("equal pieces that are not together");
            }
        }
        if order.iter().any(|&place| place >= sizes.len())
            || order.get(1).is_some_and(|&second| second == order[0])
        {
            return Err("leading pieces without a place");
        }
        let mut groups: Vec<Group> = Vec::with_capacity(sizes.len());
        let mut begin = 0;
        for &pieces in &sizes {
            groups.push(Group {
                first: begin,
                pieces,
                factor: 0,
            });
            begin += pieces;
        }
        let mut size = 1;
        let mut free = 64 - sizes[..leading].iter().sum::<usize>();
        let mut others = leading..sizes.len();
        for place in 0..sizes.len() {
            let group = match order.iter().position(|&of| of == place) {
                Some(group) => group,
                // As many places as groups, and every leading group has one.
                None => others.next().ok_or("piece groups that do not add up")?,
            };
            groups[group].factor = size;
            size *= match (group, lead) {
                (0, Lead::Kings) => KING_PAIRS,
                (0, Lead::Three) => TRIPLES,
                (0, Lead::Pawns(_, own, _)) => squares::pawns_below(file, 7, own),
                (1, Lead::Pawns(_, own, others)) if others > 0 => {
                    choose(48 - own as u64, others as u64)
                }
                _ => {
                    let ways = choose(free as u64, sizes[group] as u64);
                    free -= sizes[group];
                    ways
                }
            };
        }
        Ok(Order {
            lead,
            pieces,
            groups,
            size,
        })
    }

    /// The index of a position's placement; `None` if the kings are adjacent. `flipped`: the
    /// position's Black is the file's White.
    pub(super) fn number(&self, at: &Position, flipped: bool) -> Option<u64> {
        let mut places = [0; MOST_PIECES];
        let places = &mut places[..self.pieces.len()];
        let mut next = 0;
        while next < self.pieces.len() {
            let set = pieces_of(at, self.pieces[next], flipped);
            for square in attacks::squares(set) {
                *places.get_mut(next)? = square ^ self.turned(flipped);
                next += 1;
            }
            if set == 0 {
                return None;
            }
        }
        let lead = self.groups[0];
        match self.lead {
            Lead::Kings => squares::fold_pieces(places, 2),
            Lead::Three => squares::fold_pieces(places, 3),
            Lead::Pawns(..) => {
                let pawns = &mut places[..lead.pieces];
                pawns.sort_unstable_by_key(|&pawn| std::cmp::Reverse(squares::pawn_order(pawn)));
                if pawns[0] & 4 != 0 {
                    places.iter_mut().for_each(|square| *square ^= 7);
                }
            }
        }
        let number = match self.lead {
            Lead::Kings => squares::pair(places[0], places[1])?,
            Lead::Three => squares::triple(places[0], places[1], places[2]),
            Lead::Pawns(..) => squares::pawns(&mut places[..lead.pieces]),
        };
        let mut sum = number * lead.factor;
        for (i, group) in self.groups.iter().enumerate().skip(1) {
            let (earlier, rest) = places.split_at_mut(group.first);
            let skipped = match self.lead {
                Lead::Pawns(_, _, others) if i == 1 && others > 0 => 8,
                _ => 0,
            };
            sum += squares::group(earlier, &mut rest[..group.pieces], skipped) * group.factor;
        }
        Some(sum)
    }

    /// The square transformation for exchanged colours: pawns must move up the board.
    fn turned(&self, flipped: bool) -> usize {
        if flipped && self.lead.has_pawns() {
            56
        } else {
            0
        }
    }
}

/// The file, a to d, of a position's leading pawn; the first for materials without pawns.
pub(super) fn leading_file(material: &Material, at: &Position, flipped: bool) -> usize {
    let Lead::Pawns(side, ..) = Lead::of(material) else {
        return 0;
    };
    let turned = if flipped { 56 } else { 0 };
    let pawns = attacks::squares(pieces_of(at, (side, Kind::Pawn), flipped));
    let leading = pawns.map(|square| square ^ turned);
    let leading = leading.max_by_key(|&square| squares::pawn_order(square));
    leading.map_or(0, squares::pawn_file)
}

fn pieces_of(at: &Position, (side, kind): Piece, flipped: bool) -> attacks::Set {
    at.pieces_of(if flipped { !side } else { side }, kind)
}

/// Whether these are the leading pieces.
fn leads(lead: Lead, material: &Material, pieces: &[Piece]) -> bool {
    match lead {
        Lead::Kings => pieces.iter().all(|&(_, kind)| kind == Kind::King),
        Lead::Three => pieces
            .iter()
            .all(|&(side, kind)| material.count(side, kind) == 1),
        Lead::Pawns(side, own, _) => pieces.iter().enumerate().all(|(i, &piece)| {
            let owner = if i < own { side } else { !side };
            piece == (owner, Kind::Pawn)
        }),
    }
}

/// The piece with this code in files: 1 to 6 White's from pawn to king, 9 to 14 Black's.
fn piece(number: usize) -> Option<Piece> {
    let side = if number < 8 {
        Side::First
    } else {
        Side::Second
    };
    let kind = Kind::ALL.get((number & 7).checked_sub(1)?)?;
    Some((side, *kind))
}
