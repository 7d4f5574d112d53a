//! Teaching: what can be captured within a turn, and why a step is not allowed.

use yomikiri_game_api::{Arrow, Game, Mark, Overlay, Refusal, Remark, Shape, Side, Teach, Word};

use super::board::{Direction, HOMES, Square, squares, target};
use super::game::Janken;
use super::generate::targets;
use super::moves::{Action, Step};
use super::picture::cell;
use super::position::Position;

/// The layers of Janken shogi.
#[derive(Copy, Clone, Debug, Default)]
pub struct JankenLessons;

impl Teach<Janken> for JankenLessons {
    fn layers(&self) -> &'static [&'static str] {
        &["threats"]
    }

    fn overlay(&self, game: &Janken, at: &Position, layer: &str) -> Option<Overlay> {
        (layer == "threats").then(|| threats(game, at))
    }

    fn refusals(&self, game: &Janken, at: &Position, from: usize) -> Vec<Refusal> {
        let mut moves = Square::all().filter(|&square| cell(square) == from);
        moves
            .next()
            .map_or_else(Vec::new, |from| refusals(game, at, from))
    }
}

/// A threat to a square within one turn.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Threat {
    /// The captured cube, or the goal.
    to: Square,
    /// Number of actions needed.
    actions: usize,
    /// Current square of the cube that makes the threat.
    from: Square,
}

/// The captures and goals that a side can reach within its turn: the rest of it, or the whole next
/// one if the other side is to move.
fn threats_of(game: &Janken, at: &Position, side: Side) -> Vec<Threat> {
    let mut start = *at;
    if start.is_setup() || start.won_by().is_some() {
        return Vec::new();
    }
    if start.side() != side {
        start.end_turn();
    }
    let mut found = Vec::new();
    let cubes: Vec<Way> = squares(start.cubes(side)).map(|at| (at, at)).collect();
    explore(game, &start, &cubes, 1, &mut found);
    found.sort();
    found.dedup();
    found
}

/// The square of a cube now and at the start.
type Way = (Square, Square);

fn explore(game: &Janken, at: &Position, cubes: &[Way], action: usize, found: &mut Vec<Threat>) {
    let side = at.side();
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    for mv in moves {
        let Action::Step(Step { from, to }) = mv.action() else {
            continue;
        };
        let mut next = *at;
        game.play(&mut next, mv);
        let moved: Vec<Way> = cubes
            .iter()
            .map(|&(now, first)| (if now == from { to } else { now }, first))
            .collect();
        let own = moved.iter().find(|(now, _)| *now == to);
        if let Some(&(_, first)) = own
            && (at.cubes(!side) & to.bit() != 0 || to == target(side))
        {
            found.push(Threat {
                to,
                actions: action,
                from: first,
            });
        }
        if next.side() == side && next.won_by().is_none() {
            explore(game, &next, &moved, action + 1, found);
        }
    }
}

/// Arrows to cubes that can be captured, from those that need the fewest actions, with a number if
/// more than one. Cubes in danger have a ring, a reachable goal a triangle.
fn threats(game: &Janken, at: &Position) -> Overlay {
    let mut overlay = Overlay::default();
    let mut takes = [0; 2];
    for side in Side::BOTH {
        let all = threats_of(game, at, side);
        for group in all.chunk_by(|a, b| a.to == b.to) {
            // Sorted by actions: the first needs the fewest.
            let Threat { to, actions, .. } = group[0];
            let arrows = group.iter().filter(|threat| threat.actions == actions);
            overlay.arrows.extend(arrows.map(|threat| Arrow {
                from: cell(threat.from),
                to: cell(to),
                tone: side.into(),
                label: (actions > 1).then(|| actions.to_string()),
            }));
            let taken = at.cubes(!side) & to.bit() != 0;
            takes[side.index()] += usize::from(taken);
            overlay.marks.push(Mark {
                cell: cell(to),
                shape: if to == target(side) {
                    Shape::Triangle
                } else {
                    Shape::Ring
                },
                tone: side.into(),
            });
        }
    }
    let note = Remark::new("note-janken-threats")
        .with("first", Word::text(takes[0]))
        .with("second", Word::text(takes[1]));
    overlay.notes.push(note);
    overlay
}

/// Why the mover's cube on a square may not move to a neighbour.
fn refusals(game: &Janken, at: &Position, from: Square) -> Vec<Refusal> {
    let side = at.side();
    if at.is_setup() || at.won_by().is_some() || at.cubes(side) & from.bit() == 0 {
        return Vec::new();
    }
    let legal = targets(&game.options, at);
    let mut refused = Vec::new();
    for (way, legal) in Direction::ALL.into_iter().zip(legal) {
        let Some(to) = squares(way.step(from.bit())).next() else {
            continue;
        };
        if legal & to.bit() != 0 {
            continue;
        }
        let why = Remark::new(why_not(at, Step { from, to }));
        refused.push(Refusal { to: cell(to), why });
    }
    refused
}

/// The reason as a message id. The step is not legal.
fn why_not(at: &Position, Step { from, to }: Step) -> &'static str {
    let side = at.side();
    if at.cubes(side) & to.bit() != 0 {
        return "refusal-own-piece";
    }
    if at.cubes(!side) & to.bit() != 0 {
        let (own, other) = (at.cube_on(from).top(), at.cube_on(to).top());
        if own == other {
            return "refusal-janken-equal";
        }
        if other.beats(own) {
            return "refusal-janken-beaten";
        }
    }
    let home = HOMES[side.index()];
    if home & from.bit() == 0 && home & to.bit() != 0 && at.count(side) > 1 {
        return "refusal-janken-home";
    }
    let back = Step { from: to, to: from };
    match at.last() == Some(back) {
        true => "refusal-janken-back",
        // The single cube's way home, if the options forbid it.
        false => "refusal-janken-home",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::{Notation, SplitMix64};

    fn read(text: &str) -> Position {
        Janken::default().read_position(text).unwrap()
    }

    fn square(name: &str) -> Square {
        Square::named(name).unwrap()
    }

    /// A position after a random setup and some random actions.
    fn wander(seed: u64, length: usize) -> Position {
        let (game, mut rng) = (Janken::default(), SplitMix64::new(seed));
        let mut at = game.start();
        for _ in 0..8 + length {
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            game.play(&mut at, mv);
        }
        at
    }

    /// The twin: enemy squares that can be cleared by some sequence of legal moves.
    fn takeable(game: &Janken, at: &Position, side: Side) -> u64 {
        let mut open = vec![*at];
        if at.side() != side {
            open[0].end_turn();
        }
        let mut gone = 0;
        while let Some(here) = open.pop() {
            gone |= at.cubes(!side) & !here.cubes(!side);
            if here.side() != side {
                continue;
            }
            let mut moves = Vec::new();
            game.legal_moves(&here, &mut moves);
            for mv in moves {
                let mut next = here;
                game.play(&mut next, mv);
                open.push(next);
            }
        }
        gone
    }

    #[test]
    fn threats_are_what_some_sequence_of_actions_takes() {
        let game = Janken::default();
        let mut seen = 0;
        for seed in 0..60 {
            let at = wander(seed, 3 + seed as usize % 30);
            if at.won_by().is_some() {
                continue;
            }
            for side in Side::BOTH {
                let found = threats_of(&game, &at, side).into_iter();
                let taken = found.filter(|threat| at.cubes(!side) & threat.to.bit() != 0);
                let set = taken.fold(0, |set, threat| set | threat.to.bit());
                assert_eq!(set, takeable(&game, &at, side), "{at:?} {side}");
                seen += set.count_ones();
            }
        }
        assert!(seen > 20, "{seen} threats are too few to tell");
    }

    #[test]
    fn a_threat_names_the_cube_that_acts_and_its_actions() {
        let game = Janken::default();
        // First's rock on c3 can roll to d3 and then beat what is on e3, if its top fits.
        let at = read("6/6/6/2GPC1pgc1/6/GPC5 1 2 -");
        let found = threats_of(&game, &at, Side::First);
        let taken: Vec<_> = found.iter().filter(|t| t.to == square("e3")).collect();
        assert_eq!(taken.len(), 1, "{found:?}");
        assert_eq!((taken[0].from, taken[0].actions), (square("c3"), 2));
    }

    #[test]
    fn illegal_neighbours_have_a_reason_and_legal_ones_none() {
        let game = Janken::default();
        for seed in 0..60 {
            let at = wander(seed, seed as usize % 30);
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            for from in squares(at.cubes(at.side())).filter(|_| !at.is_setup()) {
                let near = Direction::ALL.map(|way| way.step(from.bit()).count_ones());
                let legal = moves
                    .iter()
                    .filter(|mv| matches!(mv.action(), Action::Step(step) if step.from == from));
                let refused = JankenLessons.refusals(&game, &at, cell(from)).len();
                if at.won_by().is_none() {
                    assert_eq!(refused + legal.count(), near.iter().sum::<u32>() as usize);
                }
            }
        }
    }

    #[test]
    fn every_reason_is_told() {
        let game = Janken::default();
        let told = |text: &str, from: &str, to: &str| {
            let refused = JankenLessons.refusals(&game, &read(text), cell(square(from)));
            let found = refused.iter().find(|one| one.to == cell(square(to)));
            found.map(|one| one.why.id)
        };
        let board = "6/6/2gpc3/2GPC1cpg1/GPCGPC4/GPC5 1 2 -";
        assert_eq!(told(board, "c3", "c4"), Some("refusal-janken-equal"));
        assert_eq!(told(board, "a2", "b2"), Some("refusal-own-piece"));
        assert_eq!(told(board, "b2", "c2"), None);
        assert_eq!(told(board, "c3", "b3"), Some("refusal-janken-home"));
        let beaten = "6/6/2pgc3/2GPC3/6/GPC5 1 2 -";
        assert_eq!(told(beaten, "c3", "c4"), Some("refusal-janken-beaten"));
        let back = "6/6/5gpc/3CPG2/6/GPC5 1 1 c3d3";
        assert_eq!(told(back, "d3", "c3"), Some("refusal-janken-back"));
    }
}
