//! Attacks and defences on generated problems: every string that is said to be taken is taken whatever the
//! defender does, and where GNU Go says something else, it is wrong. `YOMIKIRI_SLOW_TESTS=1` reads 2,000 problems.

use std::collections::HashSet;

use yomikiri_game_api::{Arrange, BoardSymmetry, Game, Notation, Side, SplitMix64};
use yomikiri_games::go::reading::{Reader, ReadingLimits, Success};
use yomikiri_games::go::sees::chains;
use yomikiri_games::go::{Go, Move, Options, Position, Size, points};

use crate::peer::{COLOURS, Peer};

/// Problems that the suite reads, and those of the slow run.
const PROBLEMS: (usize, usize) = (40, 2_000);

/// Questions of the twin after which it gives up: with two quiet moves every pair of answers is tried, which are
/// 130,000 on 19 lines.
const MOST_QUESTIONS: usize = 600_000;

/// The same where GNU Go is the attacker: it answers about a thousand in a second.
const MOST_QUESTIONS_TO_GNU_GO: usize = 2_000;

fn board(lines: usize) -> Go {
    Go::new(Options {
        size: Size::new(lines, lines).unwrap(),
        ..Options::default()
    })
}

/// A string to read.
struct Problem {
    game: Go,
    at: Position,
    cell: usize,
    ladder: bool,
}

impl Problem {
    fn name(&self, cell: usize) -> String {
        points::write_gtp(self.game.size(), cell)
    }

    fn text(&self) -> String {
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

fn problem(number: usize, rng: &mut SplitMix64) -> Problem {
    match number % 8 {
        0..=3 => random_problem(9, rng),
        4 => random_problem(19, rng),
        5 => ladder_problem(9, rng),
        _ => ladder_problem(19, rng),
    }
}

/// A ladder by its definition: every move of the attacker is an atari; the defender runs, or takes a liberty of
/// attackers that touch him and have at most two. With a third liberty he is out. Whether the string is taken.
fn ladder_takes(game: &Go, at: &Position, cell: usize, left: usize) -> bool {
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

/// What an attacker who is followed says.
enum Says {
    /// He plays on here.
    Plays(usize),
    /// Nothing takes the string.
    GivesUp,
    /// A limit cut his reading.
    DoesNotKnow,
}

type Attacker<'a> = dyn FnMut(&Position) -> Says + 'a;

/// Follows an attacker against every legal answer and a pass.
struct Twin<'a> {
    game: &'a Go,
    cell: usize,
    seen: HashSet<Position>,
    questions: usize,
    /// The moves of both sides down to where the attacker gives up.
    refutation: Vec<Move>,
    /// The answer to try before all others: the same verdict, sooner where the attacker is wrong.
    first_answer: fn(&Go, &Position, usize) -> Option<Move>,
}

impl Twin<'_> {
    /// Whether the string comes off the board; `None`: too many questions.
    fn confirms(problem: &Problem, at: &Position, attacker: &mut Attacker<'_>) -> Option<bool> {
        let mut twin = Twin {
            game: &problem.game,
            cell: problem.cell,
            seen: HashSet::new(),
            questions: MOST_QUESTIONS,
            refutation: Vec::new(),
            first_answer: |_, _, _| None,
        };
        let taken = twin.takes(at, attacker);
        twin.refutation.reverse();
        if taken == Some(false) {
            let name = |mv: &Move| {
                mv.cell()
                    .map_or("pass".to_owned(), |cell| problem.name(cell))
            };
            let line: Vec<String> = twin.refutation.iter().map(name).collect();
            println!("given up after {}", line.join(" "));
        }
        taken
    }

    /// Whether the string survives GNU Go's attack; our defence is what is tried first.
    fn refutes(problem: &Problem, at: &Position, peer: &mut Peer) -> Option<bool> {
        let Problem { game, cell, .. } = problem;
        let mut twin = Twin {
            game,
            cell: *cell,
            seen: HashSet::new(),
            questions: MOST_QUESTIONS_TO_GNU_GO,
            refutation: Vec::new(),
            first_answer: our_defence,
        };
        let mut attacker = |at: &Position| match their_answers(peer, game, at, *cell)[0] {
            (1, Some(point)) => Says::Plays(point),
            _ => Says::GivesUp,
        };
        twin.takes(at, &mut attacker).map(|taken| !taken)
    }

    fn takes(&mut self, at: &Position, attacker: &mut Attacker<'_>) -> Option<bool> {
        let defender = at.stone(self.cell).unwrap();
        let mut at = self.game.with_turn(at, !defender).unwrap();
        let (_, liberties) = self.game.string(&at, self.cell);
        if liberties.len() == 1 && self.game.is_legal(&at, liberties[0]) {
            return Some(true);
        }
        if !self.seen.insert(at) {
            return Some(true);
        }
        self.questions = self.questions.checked_sub(1)?;
        let point = match attacker(&at) {
            Says::Plays(point) => point,
            Says::GivesUp => return Some(false),
            Says::DoesNotKnow => return None,
        };
        self.game.play(&mut at, Move::at(point));
        if at.stone(self.cell) != Some(defender) {
            return Some(true);
        }
        let mut answers = Vec::new();
        self.game.legal_moves(&at, &mut answers);
        // What stands near decides most, so a failure is found soon.
        let lines = self.game.size().width();
        let far = |mv: &Move| {
            let cell = mv.cell().unwrap_or(self.cell);
            (cell % lines).abs_diff(self.cell % lines) + (cell / lines).abs_diff(self.cell / lines)
        };
        let first = (self.first_answer)(self.game, &at, self.cell);
        answers.sort_by_key(|mv| (Some(*mv) != first, far(mv)));
        for mv in answers {
            let mut next = at;
            self.game.play(&mut next, mv);
            if !self.takes(&next, attacker)? {
                self.refutation.extend([mv, Move::at(point)]);
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Nodes with which a reading that a limit cut is done again: after an answer of the defender it may be larger
/// than the one that it belongs to.
const MORE: ReadingLimits = ReadingLimits {
    nodes: 20_000_000,
    ..ReadingLimits::DEEP
};

fn our_move(game: &Go, at: &Position, cell: usize) -> Says {
    let read = |limits| Reader::new(game, at, limits).attack(cell).unwrap();
    let mut reading = read(ReadingLimits::DEEP);
    if reading.success != Success::Yes && reading.cut {
        reading = read(MORE);
    }
    match (reading.success, reading.point) {
        (Success::Yes, Some(point)) => Says::Plays(point),
        _ if reading.cut => Says::DoesNotKnow,
        _ => Says::GivesUp,
    }
}

/// Where we defend a string; a pass where it needs no defence.
fn our_defence(game: &Go, at: &Position, cell: usize) -> Option<Move> {
    let reading = Reader::new(game, at, ReadingLimits::DEEP).defend(cell)?;
    Some(reading.point.map_or(Move::PASS, Move::at))
}

fn set_up(game: &Go, at: &Position) -> Vec<String> {
    let size = game.size();
    let mut commands = vec![
        format!("boardsize {}", size.width()),
        "clear_board".to_owned(),
    ];
    for cell in 0..size.points() {
        if let Some(side) = at.stone(cell) {
            let (colour, vertex) = (COLOURS[side.index()], points::write_gtp(size, cell));
            commands.push(format!("play {colour} {vertex}"));
        }
    }
    commands
}

/// What GNU Go says: a code, and a move where it has one.
fn their_answers(
    peer: &mut Peer,
    game: &Go,
    at: &Position,
    cell: usize,
) -> [(u8, Option<usize>); 2] {
    let vertex = points::write_gtp(game.size(), cell);
    let mut commands = set_up(game, at);
    commands.extend(["attack", "defend"].map(|verb| format!("{verb} {vertex}")));
    let answers = peer.ask(&commands);
    [2, 1].map(|back| {
        let text = answers[answers.len() - back].trim_start_matches('=').trim();
        let mut words = text.split_whitespace();
        let code = words.next().and_then(|word| word.parse().ok());
        let cell = words
            .next()
            .and_then(|word| points::read_gtp(game.size(), word));
        (code.unwrap_or(9), cell)
    })
}

#[derive(Default, Debug)]
struct Tally {
    said_taken: usize,
    confirmed: usize,
    too_large: usize,
    ladders: usize,
    ladders_missed: usize,
    compared: usize,
    agreed: usize,
    ours_right: usize,
    theirs_right: usize,
    undecided: usize,
}

#[test]
fn what_is_taken_is_taken_and_gnu_go_agrees() {
    let slow = std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some();
    let number = if slow { PROBLEMS.1 } else { PROBLEMS.0 };
    let mut rng = SplitMix64::new(18);
    let mut peer = Peer::start();
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for round in 0..number {
        let problem = problem(round, &mut rng);
        let Problem { game, at, cell, .. } = &problem;
        let ours = Reader::new(game, at, ReadingLimits::DEEP)
            .attack(*cell)
            .unwrap();
        let mut confirmed = None;
        if ours.success == Success::Yes {
            tally.said_taken += 1;
            tally.ladders += usize::from(problem.ladder);
            let mut attacker = |at: &Position| our_move(game, at, *cell);
            confirmed = Twin::confirms(&problem, at, &mut attacker);
            match confirmed {
                Some(true) => tally.confirmed += 1,
                Some(false) => wrong.push(format!("not taken: {}", problem.text())),
                None => {
                    tally.too_large += 1;
                    wrong.push(format!("too large: {}", problem.text()));
                }
            }
        }
        // No ladder is missed; those that are claimed were followed above. Stones taken in a ko may come back.
        if ours.success == Success::No && ladder_takes(game, at, *cell, 200) {
            tally.ladders_missed += 1;
            wrong.push(format!("ladder missed: {}", problem.text()));
        }
        if let Some(peer) = &mut peer {
            compare(peer, &problem, confirmed, &mut tally, &mut wrong);
        }
    }
    println!("{number} problems: {tally:?}");
    for line in &wrong {
        println!("{line}");
    }
    assert!(!wrong.iter().any(|line| line.starts_with("not taken")));
    assert_eq!(tally.ladders_missed, 0);
    assert_eq!(tally.theirs_right, 0);
    assert!(tally.agreed * 100 >= tally.compared * 98, "{tally:?}");
}

/// Compares attack and defence where nobody names a ko, and finds out who is right where they differ.
fn compare(
    peer: &mut Peer,
    problem: &Problem,
    confirmed: Option<bool>,
    tally: &mut Tally,
    wrong: &mut Vec<String>,
) {
    let Problem { game, at, cell, .. } = problem;
    let mut reader = Reader::new(game, at, ReadingLimits::DEEP);
    let (attack, defend) = (reader.attack(*cell).unwrap(), reader.defend(*cell).unwrap());
    let theirs = their_answers(peer, game, at, *cell);
    let codes = (attack.success.code(), theirs[0].0);
    if codes.0 > 1 || codes.1 > 1 {
        return;
    }
    tally.compared += 1;
    let verdict = match codes {
        (1, 0) => confirmed,
        (0, 1) => Twin::refutes(problem, at, peer),
        _ => {
            tally.agreed += 1;
            if codes.0 == 1 {
                compare_defence(
                    peer,
                    problem,
                    (defend.success, defend.point),
                    theirs[1],
                    tally,
                    wrong,
                );
            }
            return;
        }
    };
    judge("attack", problem, codes, verdict, tally, wrong);
}

fn compare_defence(
    peer: &mut Peer,
    problem: &Problem,
    ours: (Success, Option<usize>),
    theirs: (u8, Option<usize>),
    tally: &mut Tally,
    wrong: &mut Vec<String>,
) {
    let Problem { game, at, cell, .. } = problem;
    let codes = (ours.0.code(), theirs.0);
    if codes.0 > 1 || codes.1 > 1 {
        return;
    }
    tally.compared += 1;
    let after = |point: Option<usize>| {
        let mut after = game.with_turn(at, at.stone(*cell).unwrap()).unwrap();
        game.play(&mut after, point.map_or(Move::PASS, Move::at));
        after
    };
    let verdict = match codes {
        (1, 0) => Twin::refutes(problem, &after(ours.1), peer),
        (0, 1) => {
            let mut attacker = |at: &Position| our_move(game, at, *cell);
            Twin::confirms(problem, &after(theirs.1), &mut attacker)
        }
        _ => {
            tally.agreed += 1;
            return;
        }
    };
    judge("defend", problem, codes, verdict, tally, wrong);
}

fn judge(
    verb: &str,
    problem: &Problem,
    (ours, theirs): (u8, u8),
    is_ours_right: Option<bool>,
    tally: &mut Tally,
    wrong: &mut Vec<String>,
) {
    let who = match is_ours_right {
        Some(true) => {
            tally.ours_right += 1;
            "ours is right"
        }
        Some(false) => {
            tally.theirs_right += 1;
            "theirs is right"
        }
        None => {
            tally.undecided += 1;
            "not decided"
        }
    };
    wrong.push(format!(
        "{verb} {}: ours {ours}, GNU Go {theirs}: {who}",
        problem.text()
    ));
}
