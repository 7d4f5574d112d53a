//! Generated problems: strings with two to four liberties of random positions, and ladders from anywhere in any
//! direction with stones on their way.

use yomikiri_game_api::{Arrange, BoardSymmetry, Game, Notation, Side, SplitMix64};
use yomikiri_games::go::sees::chains;
use yomikiri_games::go::{Go, Move, Options, Position, Size, points};

fn board(lines: usize) -> Go {
    Go::new(Options {
        size: Size::new(lines, lines).unwrap(),
        ..Options::default()
    })
}

/// A string to read.
pub(crate) struct Problem {
    pub(crate) game: Go,
    pub(crate) at: Position,
    pub(crate) cell: usize,
    pub(crate) ladder: bool,
}

impl Problem {
    pub(crate) fn name(&self, cell: usize) -> String {
        points::write_gtp(self.game.size(), cell)
    }

    pub(crate) fn text(&self) -> String {
        let size = self.game.size();
        let position = self.game.write_position(&self.at);
        format!("{} on {size}: {position}", self.name(self.cell))
    }
}

/// A position of a random game in which nobody fills his eyes.
fn random_position(game: &Go, rng: &mut SplitMix64, plies: usize) -> Position {
    let mut at = game.start();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.legal_moves(&at, &mut moves);
        moves.retain(|mv| mv.cell().is_some_and(|cell| !game.is_eye(&at, cell)));
        if moves.is_empty() {
            break;
        }
        game.play(&mut at, moves[rng.below(moves.len())]);
    }
    at
}

/// A string with two to four liberties of a random position.
fn random_problem(lines: usize, rng: &mut SplitMix64) -> Problem {
    let game = board(lines);
    loop {
        let plies = game.size().points() / 4 + rng.below(game.size().points() / 2);
        let at = random_position(&game, rng, plies);
        let mut strings = chains(&game, &at).all;
        strings.retain(|string| (2..=4).contains(&string.liberties.len()));
        if strings.is_empty() {
            continue;
        }
        let cell = strings[rng.below(strings.len())].stones[0];
        // Without a ko: GNU Go is told the stones only.
        let at = game.with_turn(&at, !at.turn()).unwrap();
        return Problem {
            game,
            at,
            cell,
            ladder: false,
        };
    }
}

/// A ladder that begins anywhere and runs in any direction, on a board with a few stones that may break it.
fn ladder_problem(lines: usize, rng: &mut SplitMix64) -> Problem {
    let game = board(lines);
    let symmetries = BoardSymmetry::SQUARE;
    let symmetry = symmetries[rng.below(symmetries.len())];
    let place = |x: usize, y: usize| symmetry.cell(lines, lines, y * lines + x);
    let (x, y) = (1 + rng.below(lines / 3), 1 + rng.below(lines / 3));
    let defender = Side::BOTH[rng.below(2)];
    let mut at = game.start();
    let stones = [(x, y - 1), (x - 1, y), (x + 1, y - 1), (x - 1, y + 1)];
    let mut put = |cell: usize, side: Side| {
        let letter = ["X", "O"][side.index()];
        at = game.with_cells(&at, &[(cell, Some(letter))]).unwrap();
    };
    put(place(x, y), defender);
    for (x, y) in stones {
        put(place(x, y), !defender);
    }
    for _ in 0..rng.below(7) {
        let (far_x, far_y) = (rng.below(lines), rng.below(lines));
        if far_x.abs_diff(x) + far_y.abs_diff(y) > 4 && at.stone(place(far_x, far_y)).is_none() {
            let letter = ["X", "O"][rng.below(2)];
            let change = [(place(far_x, far_y), Some(letter))];
            at = game.with_cells(&at, &change).unwrap_or(at);
        }
    }
    let cell = place(x, y);
    Problem {
        game,
        at,
        cell,
        ladder: true,
    }
}

pub(crate) fn problem(number: usize, rng: &mut SplitMix64) -> Problem {
    match number % 8 {
        0..=3 => random_problem(9, rng),
        4 => random_problem(19, rng),
        5 => ladder_problem(9, rng),
        _ => ladder_problem(19, rng),
    }
}

/// A ladder by its definition: every move of the attacker is an atari; the defender runs, or takes a liberty of
/// attackers that touch him and have at most two. With a third liberty he is out. Whether the string is taken.
pub(crate) fn ladder_takes(game: &Go, at: &Position, cell: usize, left: usize) -> bool {
    let defender = at.stone(cell).unwrap();
    let at = game.with_turn(at, !defender).unwrap();
    let (_, liberties) = game.string(&at, cell);
    let legal = |at: &Position, cell: usize| game.is_legal(at, cell);
    if liberties.len() == 1 {
        return legal(&at, liberties[0]) && !is_snapback(game, &at, cell, liberties[0]);
    }
    if liberties.len() > 2 || left == 0 {
        return false;
    }
    liberties.iter().filter(|&&to| legal(&at, to)).any(|&to| {
        let mut after = at;
        game.play(&mut after, Move::at(to));
        let (stones, liberties) = game.string(&after, cell);
        let mut answers = liberties;
        for beside in stones.iter().flat_map(|&stone| game.beside(stone)) {
            if after.stone(beside) == Some(!defender) {
                let (_, theirs) = game.string(&after, beside);
                answers.extend(theirs.iter().filter(|_| theirs.len() <= 2));
            }
        }
        answers.retain(|&to| legal(&after, to));
        answers.into_iter().all(|answer| {
            let mut next = after;
            game.play(&mut next, Move::at(answer));
            next.stone(cell).is_none() || ladder_takes(game, &next, cell, left - 1)
        })
    })
}

/// Whether stones that take a string are taken back at once, and they are more.
fn is_snapback(game: &Go, at: &Position, cell: usize, point: usize) -> bool {
    let (taken, _) = game.string(at, cell);
    let mut after = *at;
    game.play(&mut after, Move::at(point));
    let (stones, liberties) = game.string(&after, point);
    liberties.len() == 1 && stones.len() > taken.len() && game.is_legal(&after, liberties[0])
}
