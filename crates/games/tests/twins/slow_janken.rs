//! Janken shogi in the most obvious way: a map from squares to three letters, every rule spelled
//! out.
//!
//! Written from the rules in words. Nothing is shared with the fast code, not even the encoding of
//! a cube. The square where a cube began the turn is stored here.

use std::collections::{BTreeMap, BTreeSet};

/// File and rank, counted from 1.
type Spot = (i32, i32);

/// The options that change moves.
#[derive(Clone, Debug)]
pub(crate) struct SlowJanken {
    pub(crate) must_use_all: bool,
    pub(crate) backstep: bool,
    pub(crate) funbari_return: bool,
    pub(crate) stuck_loses: bool,
}

impl Default for SlowJanken {
    fn default() -> Self {
        SlowJanken {
            must_use_all: true,
            backstep: true,
            funbari_return: true,
            stuck_loses: false,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cube {
    pub(crate) player: i32,
    /// Top, front, side in capitals.
    pub(crate) faces: [char; 3],
    /// The square where it began the turn.
    began: Spot,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SlowBoard {
    pub(crate) setup: bool,
    pub(crate) cubes: BTreeMap<Spot, Cube>,
    pub(crate) player: i32,
    pub(crate) left: i32,
    pub(crate) last: Option<(Spot, Spot)>,
    pub(crate) winner: Option<i32>,
}

fn spot(name: &str) -> Spot {
    let bytes = name.as_bytes();
    (i32::from(bytes[0] - b'a') + 1, i32::from(bytes[1] - b'0'))
}

fn name((file, rank): Spot) -> String {
    format!("{}{rank}", (b'a' + file as u8 - 1) as char)
}

fn beats(own: char, other: char) -> bool {
    [('G', 'C'), ('C', 'P'), ('P', 'G')].contains(&(own, other))
}

fn goal_of(player: i32) -> Spot {
    if player == 1 { (1, 1) } else { (6, 6) }
}

fn at_home(player: i32, (file, rank): Spot) -> bool {
    let (goal_file, goal_rank) = goal_of(player);
    (file - goal_file).abs() + (rank - goal_rank).abs() <= 3
}

const PLACES: [&str; 8] = ["a1", "b2", "a3", "c1", "f6", "e5", "f4", "d6"];

impl SlowBoard {
    pub(crate) fn read(text: &str) -> SlowBoard {
        let setup = text.starts_with("setup ");
        let words: Vec<&str> = text.trim_start_matches("setup ").split(' ').collect();
        let mut cubes = BTreeMap::new();
        for (row, rank_text) in words[0].split('/').enumerate() {
            let rank = 6 - row as i32;
            let letters: Vec<char> = rank_text.chars().collect();
            let (mut file, mut i) = (1, 0);
            while i < letters.len() {
                if let Some(empties) = letters[i].to_digit(10) {
                    file += empties as i32;
                    i += 1;
                    continue;
                }
                let faces = [letters[i], letters[i + 1], letters[i + 2]];
                let cube = Cube {
                    player: if faces[0].is_uppercase() { 1 } else { 2 },
                    faces: faces.map(|letter| letter.to_ascii_uppercase()),
                    began: (file, rank),
                };
                cubes.insert((file, rank), cube);
                file += 1;
                i += 3;
            }
        }
        let last = (words[3] != "-").then(|| (spot(&words[3][..2]), spot(&words[3][2..])));
        let mut board = SlowBoard {
            setup,
            cubes,
            player: words[1].parse().unwrap(),
            left: words[2].parse().unwrap(),
            last,
            winner: None,
        };
        if let Some((from, to)) = last {
            // On the third action of a turn, its start is two actions away and unknown.
            let third = board.own().len() == 1 && board.left == 1;
            let began = if third { (0, 0) } else { from };
            board.cubes.get_mut(&to).unwrap().began = began;
            board.judge();
        }
        board
    }

    fn own(&self) -> Vec<Spot> {
        let own = self
            .cubes
            .iter()
            .filter(|(_, cube)| cube.player == self.player);
        own.map(|(&spot, _)| spot).collect()
    }

    fn judge(&mut self) {
        let enemy_goal = goal_of(3 - self.player);
        let on_goal = self
            .cubes
            .get(&enemy_goal)
            .is_some_and(|cube| cube.player == self.player);
        let enemies = self
            .cubes
            .values()
            .filter(|cube| cube.player != self.player);
        if on_goal || enemies.count() == 0 {
            self.winner = Some(self.player);
        }
    }

    fn next_turn(&mut self) {
        self.player = 3 - self.player;
        self.left = if self.own().len() == 1 { 3 } else { 2 };
        self.last = None;
        for (&spot, cube) in &mut self.cubes {
            cube.began = spot;
        }
    }
}

impl SlowJanken {
    fn actions(&self, board: &SlowBoard) -> BTreeSet<String> {
        let mut actions = BTreeSet::new();
        let own = board.own();
        for &from in &own {
            let cube = &board.cubes[&from];
            for (dx, dy) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let to = (from.0 + dx, from.1 + dy);
                if !(1..=6).contains(&to.0) || !(1..=6).contains(&to.1) {
                    continue;
                }
                // Rule 4.
                if self.backstep && board.last == Some((to, from)) {
                    continue;
                }
                if !self.backstep && cube.began == to {
                    continue;
                }
                // Rule 5.
                let free = own.len() == 1 && self.funbari_return;
                if !free && !at_home(board.player, from) && at_home(board.player, to) {
                    continue;
                }
                // Rule 3.
                match board.cubes.get(&to) {
                    None => {
                        actions.insert(name(from) + &name(to));
                    }
                    Some(other) if other.player == board.player => {}
                    Some(other) => {
                        if beats(cube.faces[0], other.faces[0]) {
                            actions.insert(format!("{}x{}", name(from), name(to)));
                        }
                    }
                }
            }
        }
        actions
    }

    pub(crate) fn moves(&self, board: &SlowBoard) -> BTreeSet<String> {
        if board.winner.is_some() {
            return BTreeSet::new();
        }
        if board.setup {
            let place = PLACES[board.cubes.len()];
            let ways = ["GCP", "GPC", "CGP", "CPG", "PGC", "PCG"];
            return ways.iter().map(|way| format!("{place}={way}")).collect();
        }
        let mut moves = self.actions(board);
        let stopping = !self.must_use_all && board.last.is_some();
        if stopping || moves.is_empty() && !self.stuck_loses {
            moves.insert("pass".into());
        }
        moves
    }

    pub(crate) fn play(&self, board: &SlowBoard, text: &str) -> SlowBoard {
        let mut next = board.clone();
        if text == "pass" {
            next.next_turn();
            return next;
        }
        if let Some((place, way)) = text.split_once('=') {
            let faces: Vec<char> = way.chars().collect();
            let cube = Cube {
                player: board.player,
                faces: [faces[0], faces[1], faces[2]],
                began: spot(place),
            };
            next.cubes.insert(spot(place), cube);
            next.left -= 1;
            match next.cubes.len() {
                4 => (next.player, next.left) = (2, 4),
                8 => {
                    next.setup = false;
                    (next.player, next.left) = (1, 2);
                }
                _ => {}
            }
            return next;
        }
        let (from, to) = (spot(&text[..2]), spot(&text[text.len() - 2..]));
        let mut cube = next.cubes.remove(&from).unwrap();
        if !text.contains('x') {
            let [top, front, side] = cube.faces;
            cube.faces = if from.0 == to.0 {
                [front, top, side]
            } else {
                [side, front, top]
            };
        }
        next.cubes.insert(to, cube);
        next.last = Some((from, to));
        next.left -= 1;
        next.judge();
        if next.winner.is_none() && next.left == 0 {
            next.next_turn();
        }
        next
    }

    pub(crate) fn perft(&self, board: &SlowBoard, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves(board);
        let below = moves
            .iter()
            .map(|text| self.perft(&self.play(board, text), depth - 1));
        below.sum()
    }
}
