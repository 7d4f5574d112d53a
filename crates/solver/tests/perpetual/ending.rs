//! Every placement of an ending and of what captures leave of it, as a graph made with the plain rules:
//! no symmetry, no indexer, no un-moves.

use std::collections::VecDeque;

use yomikiri_game_api::{Game as _, Notation, Side, Value};
use yomikiri_games::xiangqi::{Position, Square, Xiangqi, square_at};

use crate::parity::Game;

/// An ending: pieces other than the kings, as letters of a FEN, all different.
pub(crate) struct Ending {
    game: Xiangqi,
    pieces: Vec<char>,
    /// The points of each piece, kings first.
    reach: Vec<Vec<Square>>,
}

/// Its graph: node = index of a placement; those that are no position have no moves and are not legal.
pub(crate) struct Graph {
    pub(crate) legal: Vec<bool>,
    pub(crate) in_check: Vec<bool>,
    pub(crate) after: Vec<Vec<u32>>,
    pub(crate) before: Vec<Vec<u32>>,
}

impl Ending {
    pub(crate) fn new(pieces: &str) -> Self {
        let kings = ['K', 'k'].into_iter();
        let letters: Vec<char> = kings.chain(pieces.chars()).collect();
        Ending {
            game: Xiangqi::default(),
            reach: letters.iter().map(|&letter| reach(letter)).collect(),
            pieces: letters,
        }
    }

    /// How many values a piece's digit has: its points, and gone for all but the kings.
    fn digits(&self, piece: usize) -> usize {
        self.reach[piece].len() + usize::from(piece >= 2)
    }

    pub(crate) fn size(&self) -> usize {
        2 * (0..self.pieces.len())
            .map(|piece| self.digits(piece))
            .product::<usize>()
    }

    /// The points of a node; `None` for a piece that is gone.
    fn points(&self, node: usize) -> Vec<Option<Square>> {
        let mut rest = node / 2;
        let each = (0..self.pieces.len()).map(|piece| {
            let digit = rest % self.digits(piece);
            rest /= self.digits(piece);
            self.reach[piece].get(digit).copied()
        });
        each.collect()
    }

    fn node(&self, points: &[Option<Square>], turn: Side) -> usize {
        let pieces = (0..self.pieces.len()).rev();
        let digits = pieces.fold(0, |node, piece| {
            let reach = &self.reach[piece];
            let digit = points[piece].map_or(reach.len(), |point| {
                let found = reach.iter().position(|&other| other == point);
                found.expect("a point that the piece can reach")
            });
            node * self.digits(piece) + digit
        });
        2 * digits + turn.index()
    }

    pub(crate) fn turn(node: usize) -> Side {
        Side::BOTH[node % 2]
    }

    /// Whether no piece is gone.
    pub(crate) fn is_full(&self, node: usize) -> bool {
        self.points(node).iter().all(Option::is_some)
    }

    /// The position of a node, if it is one by the rules.
    pub(crate) fn position(&self, node: usize) -> Option<Position> {
        let mut rows = [['1'; 9]; 10];
        for (&letter, point) in self.pieces.iter().zip(self.points(node)) {
            let Some(point) = point.map(usize::from) else {
                continue;
            };
            let place = &mut rows[9 - point / 9][point % 9];
            if *place != '1' {
                return None;
            }
            *place = letter;
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let side = ["w", "b"][node % 2];
        self.game
            .read_position(&format!("{} {side}", rows.join("/")))
            .ok()
    }

    pub(crate) fn graph(&self) -> Graph {
        let size = self.size();
        let mut graph = Graph {
            legal: vec![false; size],
            in_check: vec![false; size],
            after: vec![Vec::new(); size],
            before: vec![Vec::new(); size],
        };
        let mut moves = Vec::new();
        for node in 0..size {
            let Some(at) = self.position(node) else {
                continue;
            };
            graph.legal[node] = true;
            graph.in_check[node] = at.in_check();
            moves.clear();
            self.game.legal_moves(&at, &mut moves);
            let points = self.points(node);
            for mv in &moves {
                let moved = points.iter().map(|&point| match point {
                    Some(point) if point == mv.from() => Some(mv.to()),
                    Some(point) if point == mv.to() => None,
                    point => point,
                });
                let moved: Vec<Option<Square>> = moved.collect();
                let next = self.node(&moved, !Ending::turn(node));
                graph.after[node].push(next as u32);
                graph.before[next].push(node as u32);
            }
        }
        graph
    }
}

impl Graph {
    /// Values and plies to the end where endless play is a draw: `None`. Backwards, ply by ply.
    pub(crate) fn plain(&self) -> Vec<Option<(Value, u32)>> {
        let mut values = vec![None; self.legal.len()];
        let mut left: Vec<usize> = self.after.iter().map(Vec::len).collect();
        let mut open = VecDeque::new();
        for node in (0..self.legal.len()).filter(|&node| self.legal[node]) {
            if self.after[node].is_empty() {
                values[node] = Some((Value::Loss, 0));
                open.push_back(node);
            }
        }
        while let Some(node) = open.pop_front() {
            let Some((value, plies)) = values[node] else {
                continue;
            };
            for &before in &self.before[node] {
                let before = before as usize;
                if values[before].is_some() {
                    continue;
                }
                left[before] -= 1;
                let found = match value {
                    Value::Loss => Some(Value::Win),
                    _ if left[before] == 0 => Some(Value::Loss),
                    _ => None,
                };
                if let Some(found) = found {
                    values[before] = Some((found, plies + 1));
                    open.push_back(before);
                }
            }
        }
        values
    }

    /// Who wins where perpetual check loses: for each side the parity game in which it is the odd player.
    pub(crate) fn winners(&self) -> [Vec<bool>; 2] {
        Side::BOTH.map(|side| {
            let size = self.legal.len();
            let mut game = Game {
                after: self.after.clone(),
                before: self.before.clone(),
                odd_moves: (0..size).map(|node| Ending::turn(node) == side).collect(),
                colour: vec![0; size],
            };
            for node in 0..size {
                let is_own = Ending::turn(node) == side;
                game.colour[node] = match (self.in_check[node], is_own) {
                    (true, _) => 0,
                    (false, true) => 2,
                    (false, false) => 1,
                };
                // The game is over: it stays there for ever, in the winner's colour.
                if self.legal[node] && self.after[node].is_empty() {
                    game.colour[node] = if is_own { 2 } else { 1 };
                    game.after[node].push(node as u32);
                    game.before[node].push(node as u32);
                }
            }
            game.odd_wins()
        })
    }
}

/// The points that a piece can ever reach.
fn reach(letter: char) -> Vec<Square> {
    let is_red = letter.is_ascii_uppercase();
    let all = (0..9).flat_map(|file| (0..10).map(move |rank| (file, rank)));
    let own = all.filter(|&(file, rank)| {
        let (file, rank): (usize, usize) = (file, if is_red { rank } else { 9 - rank });
        match letter.to_ascii_uppercase() {
            'K' => (3..=5).contains(&file) && rank <= 2,
            'A' => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)].contains(&(file, rank)),
            'B' => [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)].contains(&(file, rank)),
            'P' => rank >= 5 || (rank >= 3 && file % 2 == 0),
            _ => true,
        }
    });
    own.map(|(file, rank)| square_at(file, rank)).collect()
}
