//! Anpanman and Dobutsu shogi in the most obvious way: a board of letters, every rule spelled out.
//!
//! Written from the rules in words, without looking at the rule files. Positions and moves are
//! text, so that nothing is shared with the fast code.

use std::collections::BTreeSet;

/// A board of letters: `grid[rank][file]`, rank 0 on top, capitals for First.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) grid: Vec<Vec<char>>,
    pub(crate) first_to_move: bool,
    /// Letters in hand, capitals for First, sorted.
    pub(crate) hand: Vec<char>,
}

impl Board {
    pub(crate) fn read(text: &str) -> Board {
        let fields: Vec<&str> = text.split(' ').collect();
        let grid = fields[0]
            .split('/')
            .map(|row| {
                let mut squares = Vec::new();
                for letter in row.chars() {
                    match letter.to_digit(10) {
                        Some(empties) => squares.extend(vec!['.'; empties as usize]),
                        None => squares.push(letter),
                    }
                }
                squares
            })
            .collect();
        let mut hand = Vec::new();
        let mut count = 1;
        for letter in fields[2].chars().filter(|&letter| letter != '-') {
            match letter.to_digit(10) {
                Some(digit) => count = digit as usize,
                None => {
                    hand.extend(vec![letter; count]);
                    count = 1;
                }
            }
        }
        hand.sort_unstable();
        Board {
            grid,
            first_to_move: fields[1] == "b",
            hand,
        }
    }

    fn squares(&self) -> Vec<(usize, usize)> {
        let ranks = 0..self.grid.len();
        ranks
            .flat_map(|rank| (0..self.grid[rank].len()).map(move |file| (rank, file)))
            .collect()
    }

    fn find(&self, letter: char) -> Option<(usize, usize)> {
        self.squares()
            .into_iter()
            .find(|&(rank, file)| self.grid[rank][file] == letter)
    }

    fn is_own(&self, letter: char) -> bool {
        letter != '.' && letter.is_uppercase() == self.first_to_move
    }
}

fn square_name((rank, file): (usize, usize)) -> String {
    format!("{}{}", ['a', 'b', 'c'][file], rank + 1)
}

/// The rules of a game on letters.
pub(crate) trait SlowRules {
    /// (rank, file) steps of a piece, for First; Second's are rotated here.
    fn steps(&self, capital: char) -> Vec<(i32, i32)>;
    fn moves(&self, board: &Board) -> Vec<(String, Board)>;

    fn reaches(&self, board: &Board, from: (usize, usize)) -> Vec<(usize, usize)> {
        let letter = board.grid[from.0][from.1];
        let turn = if letter.is_uppercase() { 1 } else { -1 };
        let steps = self.steps(letter.to_ascii_uppercase()).into_iter();
        steps
            .map(|(down, right)| (from.0 as i32 + turn * down, from.1 as i32 + turn * right))
            .filter(|&(rank, file)| {
                rank >= 0
                    && (rank as usize) < board.grid.len()
                    && file >= 0
                    && (file as usize) < board.grid[0].len()
            })
            .map(|(rank, file)| (rank as usize, file as usize))
            .collect()
    }

    /// Whether a side can capture what is on a square.
    fn can_take(&self, board: &Board, by_first: bool, target: (usize, usize)) -> bool {
        board.squares().into_iter().any(|from| {
            let letter = board.grid[from.0][from.1];
            letter != '.'
                && letter.is_uppercase() == by_first
                && self.reaches(board, from).contains(&target)
        })
    }

    fn perft(&self, board: &Board, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves(board)
            .iter()
            .map(|(_, next)| self.perft(next, depth - 1))
            .sum()
    }

    fn move_names(&self, board: &Board) -> BTreeSet<String> {
        self.moves(board)
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    }
}

/// Anpanman shogi with default options.
pub(crate) struct SlowAnpanman;

impl SlowRules for SlowAnpanman {
    fn steps(&self, capital: char) -> Vec<(i32, i32)> {
        match capital {
            'A' | 'B' => vec![(-1, 0), (-1, -1), (-1, 1), (0, -1), (0, 1)],
            'S' | 'H' => vec![(-1, 0), (0, -1), (0, 1)],
            'C' | 'D' => vec![(-1, 0), (-1, -1), (-1, 1)],
            _ => unreachable!(),
        }
    }

    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        // A leader on its last rank has won.
        if board.grid[0].contains(&'A') || board.grid[4].contains(&'b') {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for from in board.squares() {
            let letter = board.grid[from.0][from.1];
            if !board.is_own(letter) {
                continue;
            }
            for to in self.reaches(board, from) {
                if board.is_own(board.grid[to.0][to.1]) {
                    continue;
                }
                let mut next = board.clone();
                next.grid[to.0][to.1] = letter;
                next.grid[from.0][from.1] = '.';
                next.first_to_move = !board.first_to_move;
                // The mover must not leave the leader in check.
                let leader = if board.first_to_move { 'A' } else { 'b' };
                let leader = next.find(leader).expect("leaders are never taken");
                if !self.can_take(&next, next.first_to_move, leader) {
                    moves.push((square_name(from) + &square_name(to), next));
                }
            }
        }
        moves
    }
}

/// Dobutsu shogi. With `plays_on`, a lion that is not captured on an attacked square of the last
/// rank wins only when it is no longer attacked, as in some programs; by the rules of this project
/// it has won.
pub(crate) struct SlowDobutsu {
    pub(crate) plays_on: bool,
}

impl SlowRules for SlowDobutsu {
    fn steps(&self, capital: char) -> Vec<(i32, i32)> {
        let orthogonal = [(-1, 0), (0, -1), (0, 1), (1, 0)];
        let diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        match capital {
            'L' => [orthogonal, diagonal].concat(),
            'G' => orthogonal.to_vec(),
            'E' => diagonal.to_vec(),
            'C' => vec![(-1, 0)],
            'H' => vec![(-1, 0), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, 0)],
            _ => unreachable!(),
        }
    }

    fn moves(&self, board: &Board) -> Vec<(String, Board)> {
        let (Some(upper), Some(lower)) = (board.find('L'), board.find('l')) else {
            return Vec::new(); // a lion was taken
        };
        let (own, other) = if board.first_to_move {
            (upper, lower)
        } else {
            (lower, upper)
        };
        let (own_goal, other_goal) = if board.first_to_move { (0, 3) } else { (3, 0) };
        let stays = own.0 == own_goal;
        let stays = stays && (!self.plays_on || !self.can_take(board, !board.first_to_move, own));
        if stays {
            return Vec::new(); // stayed on the far rank untaken
        }
        let arrived = other.0 == other_goal;
        if arrived && !self.can_take(board, board.first_to_move, other) {
            return Vec::new(); // arrived in safety
        }
        let mut moves = Vec::new();
        for from in board.squares() {
            let letter = board.grid[from.0][from.1];
            if !board.is_own(letter) {
                continue;
            }
            for to in self.reaches(board, from) {
                let taken = board.grid[to.0][to.1];
                if board.is_own(taken) {
                    continue;
                }
                let mut next = board.clone();
                next.grid[from.0][from.1] = '.';
                let promotes = match letter {
                    'C' => to.0 == 0,
                    'c' => to.0 == 3,
                    _ => false,
                };
                next.grid[to.0][to.1] = match letter {
                    'C' if promotes => 'H',
                    'c' if promotes => 'h',
                    other => other,
                };
                if taken != '.' && !"Ll".contains(taken) {
                    let plain = if "Hh".contains(taken) { 'c' } else { taken };
                    next.hand.push(if board.first_to_move {
                        plain.to_ascii_uppercase()
                    } else {
                        plain.to_ascii_lowercase()
                    });
                    next.hand.sort_unstable();
                }
                next.first_to_move = !board.first_to_move;
                let plus = if promotes { "+" } else { "" };
                moves.push((square_name(from) + &square_name(to) + plus, next));
            }
        }
        let mut seen = Vec::new();
        for (i, &letter) in board.hand.iter().enumerate() {
            if !board.is_own(letter) || seen.contains(&letter) {
                continue;
            }
            seen.push(letter);
            for to in board.squares() {
                if board.grid[to.0][to.1] != '.' {
                    continue;
                }
                let mut next = board.clone();
                next.hand.remove(i);
                next.grid[to.0][to.1] = letter;
                next.first_to_move = !board.first_to_move;
                moves.push((
                    format!("{}*{}", letter.to_ascii_uppercase(), square_name(to)),
                    next,
                ));
            }
        }
        moves
    }
}
