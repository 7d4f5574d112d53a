//! The move generators of the thesis that this game follows (section 4), side by side: scanning the
//! board, templates, preset tables, and the engine's bitboards. All generate pseudo-legal moves, as
//! in the thesis; tests compare them move by move.

use yomikiri_game_api::Side;

use super::generate;
use super::pieces::{
    FILES, Kind, Move, POINTS, RANKS, Square, file_of, own_rank, rank_of, square_at,
};
use super::position::Position;
use super::tables::{
    ADVISOR_STEPS, ALONG_FILE, ALONG_RANK, ELEPHANT_HOPS, KING_STEPS, PAWN_STEPS, Set, points, step,
};

/// A move generator: appends moves to the list.
pub type Method = fn(&Position, &mut Vec<Move>);

/// The methods by name, in the order of the thesis.
pub const METHODS: &[(&str, Method)] = &[
    ("scan", by_scan),
    ("template", by_templates),
    ("table", by_tables),
    ("bitboard", by_sets),
];

const STRAIGHT: [(isize, isize); 4] = [(0, 1), (-1, 0), (1, 0), (0, -1)];
const OBLIQUE: [(isize, isize); 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// Section 4.1: scans the whole board for targets of every piece.
fn by_scan(at: &Position, moves: &mut Vec<Move>) {
    let side = at.turn();
    for from in 0..POINTS as Square {
        let Some((kind, owner)) = at.at(from) else {
            continue;
        };
        if owner != side {
            continue;
        }
        for to in 0..POINTS as Square {
            let taken = at.at(to);
            if taken.is_none_or(|(_, owner)| owner != side)
                && obeys(at, kind, side, from, to, taken.is_some())
            {
                moves.push(Move::new(from, to));
            }
        }
    }
}

/// Whether a piece of a kind can move between two points: region, direction and obstacles, rule by
/// rule.
fn obeys(at: &Position, kind: Kind, side: Side, from: Square, to: Square, takes: bool) -> bool {
    let dx = file_of(to) as isize - file_of(from) as isize;
    let dy = rank_of(to) as isize - rank_of(from) as isize;
    let (ax, ay) = (dx.abs(), dy.abs());
    let is_empty = |dx, dy| step(from, dx, dy).is_some_and(|square| at.piece(square).is_none());
    let in_palace = (3..=5).contains(&file_of(to)) && own_rank(to, side) <= 2;
    let between = || {
        let on = |i| step(from, dx.signum() * i, dy.signum() * i);
        let pieces = (1..ax.max(ay))
            .filter_map(on)
            .filter(|&square| !at.piece(square).is_none());
        pieces.count()
    };
    match kind {
        Kind::King => in_palace && ax + ay == 1,
        Kind::Advisor => in_palace && ax == 1 && ay == 1,
        Kind::Elephant => own_rank(to, side) <= 4 && ax == 2 && ay == 2 && is_empty(dx / 2, dy / 2),
        Kind::Horse => {
            ax == 1 && ay == 2 && is_empty(0, dy / 2) || ax == 2 && ay == 1 && is_empty(dx / 2, 0)
        }
        Kind::Rook => (dx == 0) != (dy == 0) && between() == 0,
        Kind::Cannon => (dx == 0) != (dy == 0) && between() == usize::from(takes),
        Kind::Pawn => {
            let forward = if side == Side::First { 1 } else { -1 };
            dx == 0 && dy == forward || own_rank(from, side) >= 5 && ax == 1 && dy == 0
        }
    }
}

/// An entry of a template: the target, and the point that must be empty, relative to the piece.
type Spot = ((isize, isize), Option<(isize, isize)>);

/// Figure 4-1 of the thesis: the horse.
const HORSE: [Spot; 8] = [
    ((-1, 2), Some((0, 1))),
    ((1, 2), Some((0, 1))),
    ((-2, 1), Some((-1, 0))),
    ((-2, -1), Some((-1, 0))),
    ((2, 1), Some((1, 0))),
    ((2, -1), Some((1, 0))),
    ((-1, -2), Some((0, -1))),
    ((1, -2), Some((0, -1))),
];

const ELEPHANT: [Spot; 4] = [
    ((-2, 2), Some((-1, 1))),
    ((2, 2), Some((1, 1))),
    ((-2, -2), Some((-1, -1))),
    ((2, -2), Some((1, -1))),
];

/// Section 4.2: lays a template on each piece. Rook and cannon walk along their lines.
fn by_templates(at: &Position, moves: &mut Vec<Move>) {
    let side = at.turn();
    for from in 0..POINTS as Square {
        let Some((kind, owner)) = at.at(from) else {
            continue;
        };
        if owner != side {
            continue;
        }
        let in_palace = |to: Square| (3..=5).contains(&file_of(to)) && own_rank(to, side) <= 2;
        match kind {
            Kind::Horse => lay(at, from, &HORSE, |_| true, moves),
            Kind::Elephant => lay(at, from, &ELEPHANT, |to| own_rank(to, side) <= 4, moves),
            Kind::King => lay(at, from, &STRAIGHT.map(|way| (way, None)), in_palace, moves),
            Kind::Advisor => lay(at, from, &OBLIQUE.map(|way| (way, None)), in_palace, moves),
            Kind::Pawn => {
                let forward = if side == Side::First { 1 } else { -1 };
                let ways = [((0, forward), None), ((-1, 0), None), ((1, 0), None)];
                let count = if own_rank(from, side) >= 5 { 3 } else { 1 };
                lay(at, from, &ways[..count], |_| true, moves);
            }
            Kind::Rook | Kind::Cannon => walk(at, from, kind == Kind::Cannon, moves),
        }
    }
}

fn lay(
    at: &Position,
    from: Square,
    template: &[Spot],
    may_enter: impl Fn(Square) -> bool,
    moves: &mut Vec<Move>,
) {
    for &((dx, dy), leg) in template {
        let is_free = |(dx, dy)| step(from, dx, dy).is_some_and(|leg| at.piece(leg).is_none());
        if let Some(to) = step(from, dx, dy)
            && leg.is_none_or(is_free)
            && may_enter(to)
            && at.at(to).is_none_or(|(_, owner)| owner != at.turn())
        {
            moves.push(Move::new(from, to));
        }
    }
}

fn walk(at: &Position, from: Square, is_cannon: bool, moves: &mut Vec<Move>) {
    for (dx, dy) in STRAIGHT {
        let mut screens = 0;
        let mut here = from;
        while let Some(to) = step(here, dx, dy) {
            here = to;
            match at.at(to) {
                None if screens == 0 => moves.push(Move::new(from, to)),
                None => {}
                Some((_, owner)) => {
                    if screens == usize::from(is_cannon) {
                        if owner != at.turn() {
                            moves.push(Move::new(from, to));
                        }
                        break;
                    }
                    screens += 1;
                }
            }
        }
    }
}

/// Section 4.3: rook and cannon targets are looked up by position on the row (column) and its
/// occupancy; the others by point.
fn by_tables(at: &Position, moves: &mut Vec<Move>) {
    let side = at.turn();
    let (own, foe) = (side.index(), 1 - side.index());
    for from in points(at.pieces[own]) {
        let Some((kind, _)) = at.at(from) else {
            continue;
        };
        let mut push = |to: Square| {
            if at.at(to).is_none_or(|(_, owner)| owner != side) {
                moves.push(Move::new(from, to));
            }
        };
        match kind {
            Kind::King => points(KING_STEPS[from as usize]).for_each(&mut push),
            Kind::Advisor => points(ADVISOR_STEPS[from as usize]).for_each(&mut push),
            Kind::Pawn => points(PAWN_STEPS[own][from as usize]).for_each(&mut push),
            Kind::Elephant => {
                let hops = ELEPHANT_HOPS[from as usize].iter();
                let open = hops.filter(|hop| at.piece(hop.over).is_none());
                open.for_each(|hop| push(hop.to));
            }
            Kind::Horse => points(generate::horse_reach(at, from)).for_each(&mut push),
            Kind::Rook | Kind::Cannon => {
                let (file, rank) = (file_of(from), rank_of(from));
                let row = at.ranks[own][rank] | at.ranks[foe][rank];
                let column = at.files[own][file] | at.files[foe][file];
                let along_row = &ALONG_RANK[file][usize::from(row) & ((1 << FILES) - 1)];
                let along_column = &ALONG_FILE[rank][usize::from(column) & ((1 << RANKS) - 1)];
                let (in_row, in_column) = match kind {
                    Kind::Rook => (along_row.first, along_column.first),
                    _ => (along_row.second, along_column.second),
                };
                let taken = (
                    along_row.quiet | in_row & at.ranks[foe][rank],
                    along_column.quiet | in_column & at.files[foe][file],
                );
                points(Set::from(taken.0)).for_each(|file| {
                    moves.push(Move::new(from, square_at(file as usize, rank)));
                });
                points(Set::from(taken.1)).for_each(|rank| {
                    moves.push(Move::new(from, square_at(file, rank as usize)));
                });
            }
        }
    }
}

/// The engine's method: bitboards, by kind.
fn by_sets(at: &Position, moves: &mut Vec<Move>) {
    let side = at.turn();
    for kind in Kind::ALL {
        for from in points(at.kinds[kind as usize] & at.pieces[side.index()]) {
            let to = generate::targets(at, kind, side, from);
            moves.extend(points(to).map(|to| Move::new(from, to)));
        }
    }
}
