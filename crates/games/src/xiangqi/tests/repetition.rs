//! The published cases of repetition, each judged at its last position.

use yomikiri_game_api::{Line, Notation, Side};

use crate::xiangqi::{Move, Xiangqi, square_at};

/// A case as published: ranks 1 to 10.
fn read_published(text: &str) -> Move {
    let mut numbers = [0usize; 4];
    let mut at = 0;
    for sign in text.chars() {
        match sign.to_digit(10) {
            None => {
                at = if numbers[1] == 0 { 0 } else { 2 };
                numbers[at] = sign as usize - 'a' as usize;
            }
            Some(digit) => numbers[at + 1] = 10 * numbers[at + 1] + digit as usize,
        }
    }
    let [file, rank, to_file, to_rank] = numbers;
    Move::new(square_at(file, rank - 1), square_at(to_file, to_rank - 1))
}

fn check_cases(rules: &str, cases: &str) -> Vec<String> {
    let mut game = Xiangqi::default();
    game.options.set("repetition", rules).unwrap();
    let mut wrong = Vec::new();
    for case in cases.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = case.split(';').map(str::trim).collect();
        let [id, fen, moves, result] = fields[..] else {
            panic!("four fields expected: {case}");
        };
        let mut line = Line::from_position(&game, game.read_position(fen).unwrap());
        for text in moves.split_whitespace() {
            let mv = read_published(text);
            let text = game.write_move(line.last(), mv);
            assert!(game.read_move(line.last(), &text).is_ok(), "{id}: {text}");
            line.push(&game, mv);
        }
        let verdict = match line.outcome(&game) {
            None => "undecided",
            Some(outcome) => match outcome.winner {
                Some(Side::First) => "red wins",
                Some(Side::Second) => "black wins",
                None => "draw",
            },
        };
        if verdict != result {
            wrong.push(format!("{id}: {verdict}, expected {result}: {fen} {moves}"));
        }
    }
    wrong
}

#[test]
fn every_published_case_of_the_asian_rules() {
    let wrong = check_cases("axf", include_str!("../data/repetition_axf.txt"));
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn every_published_case_of_the_world_rules() {
    let wrong = check_cases("wxf", include_str!("../data/repetition_wxf.txt"));
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
