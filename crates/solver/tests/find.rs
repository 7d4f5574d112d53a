//! Remarkable positions of Anpanman shogi, and certificates of its start.

mod common;

use std::sync::OnceLock;

use common::{answer, solved};
use yomikiri_game_api::{Game, Indexed, Notation, Side, Value};
use yomikiri_games::koma::{Koma, KomaIndex, Position};
use yomikiri_solver::Silent;
use yomikiri_solver::certificate::{Flaw, build, check};
use yomikiri_solver::find::{
    Search, longest_wins, look, mutual_zugzwangs, only_winning_moves, perfect_line,
};
use yomikiri_solver::local::Solution;

fn anpanman() -> &'static (Koma, KomaIndex, Solution) {
    static SOLVED: OnceLock<(Koma, KomaIndex, Solution)> = OnceLock::new();
    SOLVED.get_or_init(|| solved("anpanman"))
}

fn search(most: usize, threads: usize) -> Search<'static> {
    Search {
        most,
        threads,
        progress: &Silent,
    }
}

fn results(game: &Koma, at: &Position) -> Vec<Position> {
    let mut moves = Vec::new();
    game.legal_moves(at, &mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut next = *at;
        game.play(&mut next, mv);
        next
    });
    after.collect()
}

/// The same men with the other side to move.
fn switch(game: &Koma, at: &Position) -> Option<Position> {
    let text = game.write_position(at);
    let other = match game.turn(at) {
        Side::First => text.replacen(" b ", " w ", 1),
        Side::Second => text.replacen(" w ", " b ", 1),
    };
    assert_ne!(text, other);
    game.read_position(&other).ok()
}

#[test]
fn the_longest_wins_have_lines_of_their_length() {
    let (game, index, solution) = anpanman();
    let cells = &solution.cells;
    let longest = longest_wins(index, cells, search(20, 2));
    assert_eq!(longest, longest_wins(index, cells, search(20, 1)));
    assert_eq!(longest.total, 524_167);
    assert_eq!(longest.found.len(), 20);
    assert!(
        longest
            .found
            .is_sorted_by_key(|found| std::cmp::Reverse(found.plies))
    );
    let deepest = solution.rounds.len() as u32 - 1;
    assert!(longest.found[0].plies >= Some(deepest - 1));
    for found in &longest.found {
        let mut at = index.position(found.slot).unwrap();
        let mover = game.turn(&at);
        let line = perfect_line(game, index, cells, &at);
        assert_eq!(Some(line.len() as u32), found.plies);
        for mv in line {
            assert!(game.outcome(&at).is_none());
            game.play(&mut at, mv);
        }
        assert_eq!(game.outcome(&at).unwrap().winner, Some(mover));
    }
    assert_eq!(perfect_line(game, index, cells, &game.start()), []);
}

#[test]
fn only_winning_moves_are_the_only_ones() {
    let (game, index, solution) = anpanman();
    let cells = &solution.cells;
    let only = only_winning_moves(index, cells, search(300, 2));
    assert_eq!(only, only_winning_moves(index, cells, search(300, 3)));
    assert!(only.total > 300);
    for found in &only.found {
        let at = index.position(found.slot).unwrap();
        let after: Vec<_> = results(game, &at)
            .iter()
            .map(|next| look(game, index, cells, next).unwrap().value)
            .collect();
        let winning = after.iter().filter(|&&value| value == Value::Loss).count();
        assert!(winning == 1 && after.len() > 1, "{at:?}");
    }
}

#[test]
fn in_a_mutual_zugzwang_nobody_wants_to_move() {
    let (game, index, solution) = anpanman();
    let cells = &solution.cells;
    let find = |threads| {
        let switch = |at: &Position| switch(game, at);
        mutual_zugzwangs(game, index, cells, switch, search(100, threads))
    };
    let zugzwangs = find(2);
    assert_eq!(zugzwangs, find(1));
    assert!(zugzwangs.total > 0);
    for found in &zugzwangs.found {
        let at = index.position(found.slot).unwrap();
        let here = answer(cells, found.slot).unwrap().value;
        let there = look(game, index, cells, &switch(game, &at).unwrap()).unwrap();
        assert!(here < there.value.flip() && there.value < here.flip());
    }
}

#[test]
fn both_sides_have_a_certificate_of_the_draw() {
    let (game, index, solution) = anpanman();
    let known = |at: &Position| look(game, index, &solution.cells, at);
    for side in Side::BOTH {
        let certificate = build(game, side, &known, 6).unwrap();
        assert_eq!(certificate.claim, Value::Draw);
        let text = certificate.write(game, "anpanman");
        let proved = check(game, &text).unwrap();
        assert_eq!((proved.side, proved.claim), (side, Value::Draw));
        assert_eq!(proved.positions, certificate.moves.len());
        assert_eq!(proved.used, proved.positions, "nothing is superfluous");
        println!("{side:?}: {} positions", proved.positions);
        assert_eq!(
            text,
            build(game, side, &known, 6)
                .unwrap()
                .write(game, "anpanman")
        );
        check_tampering(game, &text);
    }
}

/// Whatever is left out, changed or claimed beyond the truth is found.
fn check_tampering(game: &Koma, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let body = 6;
    for gone in (body..lines.len()).step_by((lines.len() / 20).max(1)) {
        let mut less = lines.clone();
        less.remove(gone);
        assert!(matches!(
            check(game, &less.join("\n")),
            Err(Flaw::Text { line: 5, .. })
        ));
        let count = format!("positions = {}", lines.len() - body - 1);
        less[4] = &count;
        assert!(matches!(
            check(game, &less.join("\n")),
            Err(Flaw::Missing(_))
        ));
    }
    let win = text.replacen("claim = draw", "claim = win", 1);
    assert!(check(game, &win).is_err());
    let swapped = if text.contains("side = first") {
        text.replacen("side = first", "side = second", 1)
    } else {
        text.replacen("side = second", "side = first", 1)
    };
    assert!(matches!(
        check(game, &swapped),
        Err(Flaw::Text { line: 7, .. })
    ));
    // Another move leads out of the list almost everywhere, or into a loss.
    let mut found = 0;
    let mut tried = 0;
    for at in (body..lines.len()).step_by((lines.len() / 40).max(1)) {
        let (position, mv) = lines[at].split_once('\t').unwrap();
        let from = game.read_position(position).unwrap();
        let mut moves = Vec::new();
        game.legal_moves(&from, &mut moves);
        let texts = moves.iter().map(|&mv| game.write_move(&from, mv));
        let Some(other) = texts.into_iter().find(|text| text != mv) else {
            continue;
        };
        let changed = format!("{position}\t{other}");
        let mut all = lines.clone();
        all[at] = &changed;
        tried += 1;
        found += usize::from(check(game, &all.join("\n")).is_err());
    }
    assert!(found * 2 > tried, "{found} of {tried}");
}

#[test]
fn a_won_game_has_a_certificate_that_ends() {
    // Second without a helper loses.
    let mut toml = yomikiri_games::koma::builtin_rules("anpanman")
        .unwrap()
        .to_owned();
    toml = toml.replacen("hbd/3/3/3/CAS", "1b1/3/3/3/CAS", 1);
    let game = Koma::from_toml("small.toml", &toml).unwrap();
    let index = KomaIndex::new(&game).unwrap();
    let solution = common::solve_with(&index, &common::settings(2), &Silent);
    let known = |at: &Position| look(&game, &index, &solution.cells, at);
    let start = known(&game.start()).unwrap();
    assert_eq!(start.value, Value::Win);
    assert!(build(&game, Side::Second, &known, 1).is_none());
    let certificate = build(&game, Side::First, &known, 6).unwrap();
    let text = certificate.write(&game, "small");
    let proved = check(&game, &text).unwrap();
    assert_eq!(proved.claim, Value::Win);
    assert_eq!(proved.longest, start.distance);
    println!("{} positions, {:?} plies", proved.positions, proved.longest);
}
