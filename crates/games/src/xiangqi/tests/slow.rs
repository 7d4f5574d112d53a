//! The slow twin: a board of characters, every rule as a sentence, legality by capturing the king.

use yomikiri_game_api::{Game, Notation, SplitMix64, conformance};

use crate::xiangqi::generate;
use crate::xiangqi::{Move, Position, Weight, Xiangqi, XiangqiEval, square_at};

/// `grid[rank][file]`, capitals are Red's.
#[derive(Clone)]
struct Slow {
    grid: [[char; 9]; 10],
    red_to_move: bool,
}

fn is_red(piece: char) -> bool {
    piece.is_ascii_uppercase()
}

impl Slow {
    fn read(fen: &str) -> Slow {
        let mut words = fen.split(' ');
        let mut grid = [['.'; 9]; 10];
        for (row, pieces) in words.next().unwrap().split('/').enumerate() {
            let mut file = 0;
            for sign in pieces.chars() {
                match sign.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        grid[9 - row][file] = sign;
                        file += 1;
                    }
                }
            }
        }
        let red_to_move = words.next() == Some("w");
        Slow { grid, red_to_move }
    }

    fn piece(&self, x: i32, y: i32) -> Option<char> {
        let inside = (0..9).contains(&x) && (0..10).contains(&y);
        inside.then(|| self.grid[y as usize][x as usize])
    }

    /// Whether a piece could move from one point to another, ignoring checks.
    fn reaches(&self, (x, y): (i32, i32), (tx, ty): (i32, i32)) -> bool {
        let (Some(piece), Some(target)) = (self.piece(x, y), self.piece(tx, ty)) else {
            return false;
        };
        if piece == '.' || target != '.' && is_red(target) == is_red(piece) {
            return false;
        }
        let (dx, dy) = (tx - x, ty - y);
        let (ax, ay) = (dx.abs(), dy.abs());
        let red = is_red(piece);
        let in_palace = (3..=5).contains(&tx) && if red { ty <= 2 } else { ty >= 7 };
        let between = || {
            let steps = ax.max(ay);
            let walk = (1..steps).map(|i| self.piece(x + dx.signum() * i, y + dy.signum() * i));
            walk.filter(|piece| *piece != Some('.')).count()
        };
        match piece.to_ascii_uppercase() {
            'K' if target.eq_ignore_ascii_case(&'k') => dx == 0 && between() == 0,
            'K' => in_palace && ax + ay == 1,
            'A' => in_palace && ax == 1 && ay == 1,
            'B' => {
                let at_home = if red { ty <= 4 } else { ty >= 5 };
                at_home && ax == 2 && ay == 2 && self.piece(x + dx / 2, y + dy / 2) == Some('.')
            }
            'N' => {
                (ax == 1 && ay == 2 && self.piece(x, y + dy / 2) == Some('.'))
                    || (ax == 2 && ay == 1 && self.piece(x + dx / 2, y) == Some('.'))
            }
            'R' => (dx == 0) != (dy == 0) && between() == 0,
            'C' if target == '.' => (dx == 0) != (dy == 0) && between() == 0,
            'C' => (dx == 0) != (dy == 0) && between() == 1,
            'P' => {
                let (forward, crossed) = if red { (1, y >= 5) } else { (-1, y <= 4) };
                (dx == 0 && dy == forward) || (crossed && ax == 1 && dy == 0)
            }
            other => panic!("no such piece: {other}"),
        }
    }

    fn pseudo(&self) -> Vec<((i32, i32), (i32, i32))> {
        let mut found = Vec::new();
        for from in points() {
            let piece = self.piece(from.0, from.1).unwrap();
            if piece == '.' || is_red(piece) != self.red_to_move {
                continue;
            }
            found.extend(
                points()
                    .filter(|&to| self.reaches(from, to))
                    .map(|to| (from, to)),
            );
        }
        found
    }

    fn played(&self, (x, y): (i32, i32), (tx, ty): (i32, i32)) -> Slow {
        let mut next = self.clone();
        next.grid[ty as usize][tx as usize] = next.grid[y as usize][x as usize];
        next.grid[y as usize][x as usize] = '.';
        next.red_to_move = !self.red_to_move;
        next
    }

    fn takes_king(&self) -> bool {
        let king = |&(_, (x, y)): &((i32, i32), (i32, i32))| {
            self.piece(x, y).unwrap().eq_ignore_ascii_case(&'k')
        };
        self.pseudo().iter().any(king)
    }

    fn legal(&self) -> Vec<Move> {
        let square = |(x, y): (i32, i32)| square_at(x as usize, y as usize);
        let safe = |&(from, to): &((i32, i32), (i32, i32))| !self.played(from, to).takes_king();
        let pseudo = self.pseudo();
        let legal = pseudo.iter().filter(|mv| safe(mv));
        legal
            .map(|&(from, to)| Move::new(square(from), square(to)))
            .collect()
    }
}

/// The weight of a threat by a piece to an enemy piece, by their letters.
fn threat(hunter: char, victim: char, protected: bool) -> Option<Weight> {
    let pair = (hunter.to_ascii_uppercase(), victim.to_ascii_uppercase());
    Some(match (pair, protected) {
        (('R', 'N' | 'C'), true) => Weight::RookHits,
        (('R', 'N' | 'C'), false) => Weight::RookHitsLoose,
        (('R', 'A' | 'B'), false) => Weight::RookHitsGuard,
        (('R', 'P'), false) => Weight::RookHitsPawn,
        (('N', 'R'), _) => Weight::HorseHitsRook,
        (('N', 'C'), _) => Weight::HorseHitsCannon,
        (('N', 'A' | 'B'), false) => Weight::HorseHitsGuard,
        (('N', 'P'), false) => Weight::HorseHitsPawn,
        (('C', 'R'), _) => Weight::CannonHitsRook,
        (('C', 'N'), true) => Weight::CannonHitsHorse,
        (('C', 'N'), false) => Weight::CannonHitsLoose,
        (('C', 'A' | 'B'), false) => Weight::CannonHitsGuard,
        (('P', 'N' | 'C'), _) => Weight::PawnHits,
        _ => return None,
    })
}

const THREATS: [Weight; 13] = [
    Weight::RookHits,
    Weight::RookHitsLoose,
    Weight::RookHitsGuard,
    Weight::RookHitsPawn,
    Weight::HorseHitsRook,
    Weight::HorseHitsCannon,
    Weight::HorseHitsGuard,
    Weight::HorseHitsPawn,
    Weight::CannonHitsRook,
    Weight::CannonHitsHorse,
    Weight::CannonHitsLoose,
    Weight::CannonHitsGuard,
    Weight::PawnHits,
];

impl Slow {
    /// Whether a piece's side could recapture on its point: treats the piece as an enemy piece.
    fn is_protected(&self, (x, y): (i32, i32)) -> bool {
        let mut turned = self.clone();
        let piece = self.grid[y as usize][x as usize];
        turned.grid[y as usize][x as usize] = match is_red(piece) {
            true => piece.to_ascii_lowercase(),
            false => piece.to_ascii_uppercase(),
        };
        points().any(|from| turned.reaches(from, (x, y)))
    }

    /// Red's threats minus Black's, by weight.
    fn threats(&self) -> Vec<i32> {
        let mut counts = vec![0; Weight::ALL.len()];
        for from in points() {
            for to in points().filter(|&to| self.reaches(from, to)) {
                let (hunter, victim) = (self.piece(from.0, from.1), self.piece(to.0, to.1));
                let (hunter, victim) = (hunter.unwrap(), victim.unwrap());
                if victim != '.'
                    && let Some(weight) = threat(hunter, victim, self.is_protected(to))
                {
                    counts[weight as usize] += if is_red(hunter) { 1 } else { -1 };
                }
            }
        }
        counts
    }
}

fn points() -> impl Iterator<Item = (i32, i32)> {
    (0..10).flat_map(|y| (0..9).map(move |x| (x, y)))
}

fn check_twin(at: &Position) {
    let game = Xiangqi::default();
    let fen = game.write_position(at);
    let mut fast = Vec::new();
    game.legal_moves(at, &mut fast);
    assert_eq!(generate::count(at), fast.len(), "{fen}");
    assert_eq!(generate::count_plain(at), fast.len(), "{fen}");
    let mut captures = Vec::new();
    generate::list_captures(at, &mut captures);
    let takes = fast.iter().filter(|mv| !at.piece(mv.to()).is_none());
    assert!(takes.eq(captures.iter()), "{fen}");
    fast.sort_unstable();
    let mut slow = Slow::read(&fen).legal();
    slow.sort_unstable();
    assert_eq!(fast, slow, "{fen}");
    for from in 0..90 {
        for to in 0..90 {
            let mv = Move::new(from, to);
            assert_eq!(
                generate::is_legal(at, mv),
                slow.binary_search(&mv).is_ok(),
                "{fen}"
            );
        }
    }
    let (counts, threats) = (
        XiangqiEval::default().counts(at),
        Slow::read(&fen).threats(),
    );
    for weight in THREATS {
        let at = weight as usize;
        assert_eq!(counts[at], threats[at], "{fen} {weight:?}");
    }
    let mut other = Slow::read(&fen);
    other.red_to_move = !other.red_to_move;
    assert_eq!(at.in_check(), other.takes_king(), "{fen}");
}

#[test]
fn the_slow_twin_agrees_in_random_games() {
    let game = Xiangqi::default();
    let plan = conformance::Plan {
        plies: 80,
        ..conformance::Plan::from_env(3)
    };
    let mut seen = 0;
    conformance::walk(&game, plan, |line| {
        check_twin(line.last());
        seen += 1;
        Ok(())
    })
    .unwrap();
    assert!(seen > 100);
}

/// Random placements have many checks, pins and screens that are rare in games.
#[test]
fn the_slow_twin_agrees_on_random_placements() {
    let mut rng = SplitMix64::new(8);
    let mut seen = 0;
    while seen < 250 {
        if let Some(at) = random_placement(&mut rng) {
            check_twin(&at);
            seen += 1;
        }
    }
}

/// Pieces at random, crowded around the kings; `None` if the position is invalid.
pub(super) fn random_placement(rng: &mut SplitMix64) -> Option<Position> {
    let mut grid = [['1'; 9]; 10];
    let mut put = |rng: &mut SplitMix64, piece: char, points: &[(usize, usize)]| {
        let (x, y) = points[rng.below(points.len())];
        if grid[y][x] == '1' {
            grid[y][x] = piece;
        }
    };
    let palace: Vec<_> = (0..3).flat_map(|y| (3..6).map(move |x| (x, y))).collect();
    let advisors = [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)];
    let elephants = [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)];
    let anywhere: Vec<_> = (0..10).flat_map(|y| (0..9).map(move |x| (x, y))).collect();
    let beyond: Vec<_> = (5..10).flat_map(|y| (0..9).map(move |x| (x, y))).collect();
    for red in [true, false] {
        let turned = |points: &[(usize, usize)]| -> Vec<(usize, usize)> {
            let turn = |&(x, y): &(usize, usize)| if red { (x, y) } else { (x, 9 - y) };
            points.iter().map(turn).collect()
        };
        for (piece, most, points) in [
            ('K', 1, &palace[..]),
            ('A', 2, &advisors[..]),
            ('B', 2, &elephants[..]),
            ('N', 2, &anywhere[..]),
            ('R', 2, &anywhere[..]),
            ('C', 2, &anywhere[..]),
            ('P', 5, &beyond[..]),
        ] {
            let count = if piece == 'K' { 1 } else { rng.below(most + 1) };
            for _ in 0..count {
                let piece = if red {
                    piece
                } else {
                    piece.to_ascii_lowercase()
                };
                put(rng, piece, &turned(points));
            }
        }
    }
    let rows: Vec<String> = grid.iter().rev().map(|row| row.iter().collect()).collect();
    let side = if rng.below(2) == 0 { "w" } else { "b" };
    let fen = format!("{} {side} - - 0 1", rows.join("/"));
    Xiangqi::default().read_position(&fen).ok()
}
