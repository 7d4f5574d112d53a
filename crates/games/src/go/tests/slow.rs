//! A slow twin of the rules, written from the document: a board with a rim, recursion from point to point,
//! a stone put down provisionally, ko remembered as the point where one stone was taken.

use yomikiri_game_api::Side;

use crate::go::{Go, Move, Options, Position, Scoring, points};

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Point {
    Empty,
    Stone(Side),
    Outside,
}

/// The document's `board[y][x]`, with the rim.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Slow {
    board: Vec<Vec<Point>>,
    pub(super) turn: Side,
    /// The document's forbidden point.
    ko: Option<(usize, usize)>,
    pub(super) passes: u8,
    taken: [u32; 2],
}

impl Slow {
    pub(super) fn of(game: &Go, at: &Position) -> Self {
        let size = game.size();
        let mut board = vec![vec![Point::Outside; size.width() + 2]; size.height() + 2];
        for cell in 0..size.points() {
            let (x, y) = points::write_xy(size, cell);
            board[y][x] = at.stone(cell).map_or(Point::Empty, Point::Stone);
        }
        Slow {
            board,
            turn: at.turn(),
            ko: at.ko().map(|cell| points::write_xy(size, cell)),
            passes: at.passes(),
            taken: Side::BOTH.map(|side| at.prisoners(side)),
        }
    }

    fn inside(&self) -> impl Iterator<Item = (usize, usize)> {
        let (width, height) = (self.board[0].len() - 2, self.board.len() - 2);
        (1..=height).flat_map(move |y| (1..=width).map(move |x| (x, y)))
    }

    /// The document's recursion: whether the string of `side` at a point is surrounded.
    fn surrounded(
        &self,
        side: Side,
        (x, y): (usize, usize),
        seen: &mut Vec<(usize, usize)>,
    ) -> bool {
        if seen.contains(&(x, y)) {
            return true;
        }
        seen.push((x, y));
        match self.board[y][x] {
            Point::Empty => false,
            Point::Stone(of) if of == side => [(x + 1, y), (x, y - 1), (x - 1, y), (x, y + 1)]
                .into_iter()
                .all(|next| self.surrounded(side, next, seen)),
            _ => true,
        }
    }

    /// Takes a string off and counts its stones.
    fn remove(&mut self, side: Side, (x, y): (usize, usize)) -> u32 {
        if self.board[y][x] != Point::Stone(side) {
            return 0;
        }
        self.board[y][x] = Point::Empty;
        let around = [(x - 1, y), (x, y - 1), (x + 1, y), (x, y + 1)];
        1 + around
            .map(|next| self.remove(side, next))
            .iter()
            .sum::<u32>()
    }

    /// The board after a stone: how many enemy stones were taken and where, or `None` if the move is
    /// not legal.
    fn placed(&self, (x, y): (usize, usize), suicide: bool) -> Option<Slow> {
        let (side, mut after) = (self.turn, self.clone());
        if self.board[y][x] != Point::Empty || self.ko == Some((x, y)) {
            return None;
        }
        after.board[y][x] = Point::Stone(side);
        let around = [(x, y - 1), (x - 1, y), (x, y + 1), (x + 1, y)];
        let alone = around
            .iter()
            .all(|&(x, y)| self.board[y][x] != Point::Stone(side));
        let mut taken = 0;
        let mut where_taken = None;
        for (nx, ny) in around {
            let is_enemy = after.board[ny][nx] == Point::Stone(!side);
            if is_enemy && after.surrounded(!side, (nx, ny), &mut Vec::new()) {
                taken += after.remove(!side, (nx, ny));
                where_taken = Some((nx, ny));
            }
        }
        after.taken[side.index()] += taken;
        if after.surrounded(side, (x, y), &mut Vec::new()) {
            // Suicide, which some rules allow where it takes more than the stone itself.
            let own = after.remove(side, (x, y));
            if !suicide || own < 2 {
                return None;
            }
            after.taken[(!side).index()] += own;
        }
        after.ko = where_taken.filter(|_| alone && taken == 1);
        after.passes = 0;
        after.turn = !side;
        Some(after)
    }

    pub(super) fn legal(&self, game: &Go) -> Vec<Move> {
        if self.passes >= 2 {
            return Vec::new();
        }
        let fits = |&at: &(usize, usize)| self.placed(at, game.options().suicide).is_some();
        let cell = |(x, y)| points::read_xy(game.size(), x, y).unwrap();
        let mut moves: Vec<Move> = self.inside().filter(fits).map(cell).map(Move::at).collect();
        moves.push(Move::PASS);
        moves
    }

    pub(super) fn play(&self, game: &Go, mv: Move) -> Slow {
        match mv.cell() {
            Some(cell) => {
                let at = points::write_xy(game.size(), cell);
                self.placed(at, game.options().suicide)
                    .expect("a legal move")
            }
            None => Slow {
                passes: self.passes + 1,
                ko: None,
                turn: !self.turn,
                ..self.clone()
            },
        }
    }

    pub(super) fn perft(&self, game: &Go, depth: u32) -> u64 {
        let moves = self.legal(game).into_iter();
        match depth {
            0 => 1,
            1 => moves.count() as u64,
            _ => moves
                .map(|mv| self.play(game, mv).perft(game, depth - 1))
                .sum(),
        }
    }

    /// Whether a position says the same. The document also remembers a ko point that is no legal move
    /// anyway.
    pub(super) fn agrees(&self, game: &Go, at: &Position) -> bool {
        let twin = Slow::of(game, at);
        let without_ko = |slow: &Slow| Slow {
            ko: None,
            ..slow.clone()
        };
        without_ko(self) == without_ko(&twin)
            && (self.ko == twin.ko || twin.ko.is_none() && self.legal(game) == twin.legal(game))
    }

    /// Points of Black less White's, regions one by one.
    pub(super) fn margin(&self, options: &Options) -> i32 {
        let mut points = [0i32; 2];
        let mut seen: Vec<(usize, usize)> = Vec::new();
        for (x, y) in self.inside() {
            match self.board[y][x] {
                Point::Stone(side) => {
                    points[side.index()] += i32::from(options.scoring == Scoring::Area);
                }
                _ if seen.contains(&(x, y)) => {}
                _ => {
                    let from = seen.len();
                    let mut borders = [false; 2];
                    let mut left = vec![(x, y)];
                    seen.push((x, y));
                    while let Some((x, y)) = left.pop() {
                        for (nx, ny) in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                            match self.board[ny][nx] {
                                Point::Stone(side) => borders[side.index()] = true,
                                Point::Empty if !seen.contains(&(nx, ny)) => {
                                    seen.push((nx, ny));
                                    left.push((nx, ny));
                                }
                                _ => {}
                            }
                        }
                    }
                    let region = (seen.len() - from) as i32;
                    match borders {
                        [true, false] => points[0] += region,
                        [false, true] => points[1] += region,
                        _ => {}
                    }
                }
            }
        }
        if options.scoring == Scoring::Territory {
            for side in Side::BOTH {
                points[side.index()] += self.taken[side.index()] as i32;
            }
        }
        2 * (points[0] - points[1]) - options.komi() - options.bonus()
    }
}
