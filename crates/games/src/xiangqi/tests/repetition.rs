//! Repetition cases, published and our own, each judged at its last position, also mirrored, with
//! colours exchanged and from every start of the cycle.

use yomikiri_game_api::{GameOptions, Line, Notation, Side};

use crate::xiangqi::{Move, Square, Xiangqi, file_of, rank_of, square_at};

/// A line of moves and its judgement.
struct Case {
    id: String,
    fen: String,
    moves: Vec<Move>,
    verdict: String,
}

/// A published move: ranks 1 to 10.
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

/// A move in ICCS: ranks 0 to 9.
fn read_iccs(text: &str) -> Move {
    let point = |text: &[u8]| square_at((text[0] - b'a') as usize, (text[1] - b'0') as usize);
    Move::new(point(&text.as_bytes()[..2]), point(&text.as_bytes()[2..]))
}

fn read_cases(text: &str, read_move: fn(&str) -> Move, rounds: usize) -> Vec<Case> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split(';').map(str::trim).collect();
        let [id, fen, moves, verdict] = fields[..4] else {
            panic!("four fields expected: {row}");
        };
        let moves: Vec<Move> = moves.split_whitespace().map(read_move).collect();
        Case {
            id: id.into(),
            fen: fen.into(),
            moves: moves.repeat(rounds),
            verdict: verdict.into(),
        }
    })
    .collect()
}

fn all_cases() -> Vec<Case> {
    let published = |text| read_cases(text, read_published, 1);
    let mut cases = published(include_str!("../data/repetition_axf.txt"));
    cases.extend(published(include_str!("../data/repetition_wxf.txt")));
    cases.extend(our_cases());
    cases
}

fn our_cases() -> Vec<Case> {
    let text = include_str!("../data/repetition_ours.txt");
    read_cases(text, read_iccs, 2)
}

fn judged(rules: &str, case: &Case) -> String {
    let mut game = Xiangqi::default();
    game.options.set_option("repetition", rules).unwrap();
    let mut line = Line::from_position(&game, game.read_position(&case.fen).unwrap());
    for &mv in &case.moves {
        let text = game.write_move(line.last(), mv);
        let read = game.read_move(line.last(), &text);
        assert!(read.is_ok(), "{}: {text}: {read:?}", case.id);
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
    verdict.into()
}

fn check_cases(rules: &str, cases: &[Case]) {
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let verdict = judged(rules, case);
            let line = || format!("{}: {verdict}, expected {}", case.id, case.verdict);
            (verdict != case.verdict).then(line)
        })
        .collect();
    let list = wrong.join("\n");
    assert!(
        wrong.is_empty(),
        "{} of {} wrong:\n{list}",
        wrong.len(),
        cases.len()
    );
}

/// The case with every point and word mapped.
fn changed(
    case: &Case,
    fen: String,
    point: fn(Square) -> Square,
    verdict: fn(&str) -> &str,
) -> Case {
    let moved = |mv: &Move| Move::new(point(mv.from()), point(mv.to()));
    Case {
        id: format!("{} changed", case.id),
        fen,
        moves: case.moves.iter().map(moved).collect(),
        verdict: verdict(&case.verdict).into(),
    }
}

#[test]
fn every_published_case_of_the_asian_rules() {
    let text = include_str!("../data/repetition_axf.txt");
    check_cases("axf", &read_cases(text, read_published, 1));
}

#[test]
fn every_published_case_of_the_world_rules() {
    let text = include_str!("../data/repetition_wxf.txt");
    check_cases("wxf", &read_cases(text, read_published, 1));
}

#[test]
fn our_own_cases_under_both_rules() {
    check_cases("axf", &our_cases());
    check_cases("wxf", &our_cases());
}

#[test]
fn left_and_right_make_no_difference() {
    let mirror = |square| square_at(8 - file_of(square), rank_of(square));
    let cases = all_cases().into_iter().map(|case| {
        let (board, rest) = case.fen.split_once(' ').unwrap();
        let rows: Vec<String> = board
            .split('/')
            .map(|row| row.chars().rev().collect())
            .collect();
        let fen = format!("{} {rest}", rows.join("/"));
        changed(&case, fen, mirror, |verdict| verdict)
    });
    check_cases("axf", &cases.collect::<Vec<_>>());
}

#[test]
fn colours_make_no_difference() {
    let turn = |square| square_at(file_of(square), 9 - rank_of(square));
    let cases = all_cases().into_iter().map(|case| {
        let swapped = |sign: char| match sign.is_ascii_uppercase() {
            true => sign.to_ascii_lowercase(),
            false => sign.to_ascii_uppercase(),
        };
        let (board, rest) = case.fen.split_once(' ').unwrap();
        let rows: Vec<String> = board
            .split('/')
            .rev()
            .map(|row| row.chars().map(swapped).collect())
            .collect();
        let side = if rest.starts_with('w') { "b" } else { "w" };
        let fen = format!("{} {side} - - 0 1", rows.join("/"));
        changed(&case, fen, turn, |verdict| match verdict {
            "red wins" => "black wins",
            "black wins" => "red wins",
            other => other,
        })
    });
    check_cases("axf", &cases.collect::<Vec<_>>());
}

#[test]
fn it_makes_no_difference_where_the_cycle_begins() {
    let mut cases = Vec::new();
    for case in our_cases() {
        let round = case.moves.len() / 2;
        for longer in 1..=round {
            let mut moves = case.moves.clone();
            moves.extend_from_within(..longer);
            cases.push(Case {
                id: format!("{} +{longer}", case.id),
                fen: case.fen.clone(),
                moves,
                verdict: case.verdict.clone(),
            });
        }
    }
    check_cases("axf", &cases);
}
