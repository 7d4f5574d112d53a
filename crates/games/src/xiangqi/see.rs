//! Static exchange evaluation: the result of captures on one point.
//!
//! Pinned pieces take part as if they were free; the search corrects that. Screens and legs are
//! updated as pieces leave.

use yomikiri_game_api::Side;

use super::eval::XiangqiEval;
use super::pieces::{FILES, Kind, Move, POINTS, RANKS, Square, file_of, rank_of};
use super::position::Position;
use super::tables::{
    ADVISOR_STEPS, ALONG_FILE, ALONG_RANK, ELEPHANT_HOPS, HORSE_ORIGINS, HORSE_STEPS, KING_STEPS,
    PAWN_SOURCES, SPREAD, Set, bit_of, points,
};

/// Kings are worth more than everything else, so they never capture a protected piece.
const KING_WORTH: i32 = 20_000;

fn worth(eval: &XiangqiEval, kind: Kind) -> i32 {
    match kind {
        Kind::King => KING_WORTH,
        other => eval.worth(other),
    }
}

/// Static exchange evaluation by the threshold method: each side captures with its least valuable
/// piece.
pub(super) fn at_least(eval: &XiangqiEval, at: &Position, mv: Move, threshold: i32) -> bool {
    let to = mv.to();
    let kind_at = |square: Square| at.at(square).map(|(kind, _)| kind);
    let taken = kind_at(to).map_or(0, |kind| worth(eval, kind));
    let mut balance = taken - threshold;
    if balance < 0 {
        return false;
    }
    let Some(mover) = kind_at(mv.from()) else {
        return true;
    };
    balance = worth(eval, mover) - balance;
    if balance <= 0 {
        return true;
    }
    let mut scene = Scene::new(at, to);
    scene.remove(mv.from());
    let mut side = at.turn();
    let mut mover_wins = true;
    loop {
        side = !side;
        let Some((from, kind)) = scene.least(at, side) else {
            return mover_wins;
        };
        if kind == Kind::King {
            // The king may capture only an unprotected piece.
            scene.remove(from);
            return mover_wins == scene.least(at, !side).is_some();
        }
        mover_wins = !mover_wins;
        balance = worth(eval, kind) - balance;
        if balance < i32::from(mover_wins) {
            return mover_wins;
        }
        scene.remove(from);
    }
}

/// Whether a piece on an occupied point is protected by a piece of its own side.
pub(super) fn is_protected(at: &Position, square: Square) -> bool {
    let owner = at.at(square).map(|(_, side)| side);
    owner.is_some_and(|side| Scene::new(at, square).least(at, side).is_some())
}

/// The remaining pieces around a point in an exchange.
struct Scene {
    to: Square,
    occupied: Set,
    /// The occupancy of the point's rank and file.
    row: u16,
    column: u16,
}

impl Scene {
    fn new(at: &Position, to: Square) -> Scene {
        let (file, rank) = (file_of(to), rank_of(to));
        Scene {
            to,
            occupied: at.occupied() | bit_of(to),
            row: at.ranks[0][rank] | at.ranks[1][rank] | 1 << file,
            column: at.files[0][file] | at.files[1][file] | 1 << rank,
        }
    }

    fn remove(&mut self, square: Square) {
        self.occupied &= !bit_of(square);
        if rank_of(square) == rank_of(self.to) {
            self.row &= !(1 << file_of(square));
        }
        if file_of(square) == file_of(self.to) {
            self.column &= !(1 << rank_of(square));
        }
    }

    /// The least valuable piece of a side that can capture on the point.
    fn least(&self, at: &Position, side: Side) -> Option<(Square, Kind)> {
        let left = at.pieces[side.index()] & self.occupied & !bit_of(self.to);
        let of = |kind: Kind| at.kinds[kind as usize] & left;
        let to = self.to as usize;
        let first = |set: Set| points(set).next();
        if let Some(from) = first(PAWN_SOURCES[side.index()][to] & of(Kind::Pawn)) {
            return Some((from, Kind::Pawn));
        }
        if let Some(from) = first(ADVISOR_STEPS[to] & of(Kind::Advisor)) {
            return Some((from, Kind::Advisor));
        }
        let elephants = of(Kind::Elephant);
        if elephants != 0 {
            for hop in ELEPHANT_HOPS[to].iter() {
                let free = self.occupied & bit_of(hop.over) == 0;
                if free && elephants & bit_of(hop.to) != 0 {
                    return Some((hop.to, Kind::Elephant));
                }
            }
        }
        let horses = of(Kind::Horse) & HORSE_STEPS_ANY[to];
        if horses != 0 {
            for origin in HORSE_ORIGINS[to].iter() {
                let free = self.occupied & bit_of(origin.over) == 0;
                if free && horses & bit_of(origin.to) != 0 {
                    return Some((origin.to, Kind::Horse));
                }
            }
        }
        let (file, rank) = (file_of(self.to), rank_of(self.to));
        let row = &ALONG_RANK[file][usize::from(self.row) & ((1 << FILES) - 1)];
        let column = &ALONG_FILE[rank][usize::from(self.column) & ((1 << RANKS) - 1)];
        let line = |row: u16, column: u16| {
            (Set::from(row) << (rank * FILES)) | (SPREAD[column as usize] << file)
        };
        let cannons = of(Kind::Cannon);
        if cannons != 0
            && let Some(from) = first(line(row.second, column.second) & cannons)
        {
            return Some((from, Kind::Cannon));
        }
        let rooks = of(Kind::Rook);
        if rooks != 0
            && let Some(from) = first(line(row.first, column.first) & rooks)
        {
            return Some((from, Kind::Rook));
        }
        first(KING_STEPS[to] & of(Kind::King)).map(|from| (from, Kind::King))
    }
}

/// Points of horses that could reach a point, ignoring legs: the targets of a horse there.
static HORSE_STEPS_ANY: [Set; POINTS] = {
    let mut table = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        table[at] = HORSE_STEPS[at][0];
        at += 1;
    }
    table
};
