//! The contract carries superko, turns of several actions and judged repetition.

use yomikiri_game_api::conformance::{self, Plan, toys};
use yomikiri_game_api::{Arrange, Console, Game, Line, Outcome, Settle, Side, perft};

#[test]
fn toys_obey_the_contract() {
    let plan = Plan::from_env(300);
    for size in 2..=7 {
        conformance::rules(&toys::Superko { size }, plan).unwrap();
    }
    conformance::rules(&toys::Actions { goal: 20 }, plan).unwrap();
    conformance::rules(&toys::Chase { size: 7 }, plan).unwrap();
}

#[test]
fn every_superko_game_ends_although_stones_come_and_go() {
    let plan = Plan {
        games: 500,
        plies: 2_000,
        seed: 3,
    };
    let tally = conformance::rules(&toys::Superko { size: 5 }, plan).unwrap();
    assert_eq!(tally.finished, 500);
}

#[test]
fn superko_forbids_what_the_position_allows() {
    // On two points: stone, stone takes it, and taking back would repeat the board.
    let game = toys::Superko { size: 2 };
    let mut line = Line::new(&game);
    for point in [0, 1] {
        line.push(&game, toys::Placement::Point(point));
    }
    let (mut by_position, mut by_past) = (Vec::new(), Vec::new());
    game.legal_moves(line.last(), &mut by_position);
    line.legal_moves(&game, &mut by_past);
    assert_eq!(
        by_position,
        [toys::Placement::Point(0), toys::Placement::Pass]
    );
    assert_eq!(by_past, [toys::Placement::Pass]);
}

#[test]
fn the_side_to_move_stays_inside_a_turn() {
    let game = toys::Actions { goal: 20 };
    let mut line = Line::new(&game);
    let mut sides = Vec::new();
    for step in [2, 1, 1, 2, 2] {
        sides.push(line.turn(&game));
        line.push(&game, step);
    }
    use Side::{First, Second};
    assert_eq!(sides, [First, First, Second, Second, First]);
}

#[test]
fn who_chases_for_ever_loses() {
    let game = toys::Chase { size: 7 };
    // Second has just come next to First, who runs one way round with Second at his heels.
    let start = game.place(1, 0, Side::First);
    let mut line = Line::from_position(&game, start);
    let mut verdict = None;
    for ply in 0..100 {
        verdict = line.outcome(&game);
        if verdict.is_some() {
            assert_eq!(ply, 28, "two rounds of seven steps for each side");
            break;
        }
        line.push(&game, 1);
    }
    assert_eq!(verdict, Some(Outcome::win(Side::First, "perpetual-chase")));
}

#[test]
fn quiet_repetition_is_a_draw() {
    let game = toys::Chase { size: 9 };
    let mut line = Line::new(&game);
    for by in [1, 1, -1, -1, 1, 1, -1, -1] {
        assert_eq!(line.outcome(&game), None);
        line.push(&game, by);
    }
    assert_eq!(line.outcome(&game), Some(Outcome::draw("repetition")));
}

#[test]
fn divide_sums_to_perft_on_any_number_of_threads() {
    let game = toys::Superko { size: 6 };
    let start = game.start();
    for depth in 0..5 {
        let nodes = perft::perft(&game, &start, depth);
        for threads in [1, 3] {
            let parts = perft::divide(&game, &start, depth, threads);
            let sum: u64 = parts.iter().map(|(_, nodes)| nodes).sum();
            assert!(
                depth == 0 || sum == nodes,
                "depth {depth}: {sum} against {nodes}"
            );
        }
    }
}

#[test]
fn a_counting_game_tells_its_margin() {
    let game = toys::Superko { size: 5 };
    let mut line = Line::new(&game);
    for mv in [
        toys::Placement::Point(1),
        toys::Placement::Pass,
        toys::Placement::Pass,
    ] {
        assert_eq!(line.outcome(&game), None);
        line.push(&game, mv);
    }
    // One stone owns the whole strip: five points are ten half points.
    let outcome = line.outcome(&game).unwrap();
    assert_eq!(outcome, Outcome::by_margin(10, "area"));
    assert_eq!(outcome.winner, Some(Side::First));
}

#[test]
fn a_strip_can_be_arranged_settled_and_asked() {
    let plan = Plan::from_env(100);
    for size in 2..=7 {
        let game = toys::Superko { size };
        conformance::arrange(&game, plan).unwrap();
        conformance::settle(&game, plan).unwrap();
        conformance::console(&game, &toys::StripConsole, plan).unwrap();
    }
}

#[test]
fn dead_stones_are_taken_off_before_the_count() {
    let game = toys::Superko { size: 5 };
    let at = game.start();
    let at = game
        .with_cells(&at, &[(1, Some("X")), (4, Some("O"))])
        .unwrap();
    assert_eq!(game.together(&at, 4), [4]);
    assert_eq!(game.count(&at, &[]).outcome.margin, Some(2));
    let count = game.count(&at, &[4]);
    assert_eq!(count.outcome, Outcome::by_margin(10, "area"));
    assert_eq!(count.owners, [Some(Side::First); 5]);
    let error = game.with_cells(&at, &[(0, Some("O"))]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "set-up: expected stones with liberties, got \"none\""
    );
}

#[test]
fn a_command_may_change_the_position() {
    let game = toys::Superko { size: 5 };
    let mut line = Line::new(&game);
    line.push(&game, toys::Placement::Point(2));
    let ask = |line: &Line<_>, name| toys::StripConsole.obey(&game, line, name, &[]).unwrap();
    assert_eq!(ask(&line, "stones").text, "1 0");
    let cleared = ask(&line, "clear").position.unwrap();
    line.alter(&game, cleared);
    assert_eq!(ask(&line, "stones").text, "0 0");
    assert_eq!(line.replaced().count(), 1);
    assert!(line.undo_alter());
    assert_eq!(ask(&line, "stones").text, "1 0");
}
