//! Anpanman shogi, solved completely, against a slow twin and the plain rules.

mod common;

use common::{answer, check_with_slow_solver, game, settings, solve_with, solved};
use yomikiri_game_api::{Cursor, Game, Indexer, Probed, Terminal, Value};
use yomikiri_games::koma::{Koma, KomaIndexer, Position};
use yomikiri_solver::cell::{Cell8, Code};
use yomikiri_solver::census::{Census, Convention, Counting, census, censuses};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{NoProgress, Solved};

/// The solver agrees with the slow one on every reachable position, the table passes verification
/// by the plain rules, and the start is a draw.
fn check_draw(spec: &str) {
    let (game, indexer, solution) = solved(spec);
    let (reachable, with_index) = check_with_slow_solver(&game, &indexer, &solution.cells);
    assert!(with_index > 10_000 && with_index <= reachable, "{spec}");
    let start = indexer.index(&game.start()).unwrap();
    let drawn = Probed {
        value: Value::Draw,
        distance: None,
    };
    assert_eq!(answer(&solution.cells, start), Some(drawn), "{spec}");
    let verdict = verify(
        &Solved::whole(&game, &indexer, &solution.cells),
        None,
        2,
        &NoProgress,
    );
    assert_eq!(verdict.faults, [], "{spec}");
    assert_eq!(verdict.checked + verdict.empty, indexer.size());
}

#[test]
fn anpanman_agrees_with_the_slow_solver() {
    check_draw("anpanman");
}

#[test]
fn having_no_move_draws() {
    check_draw("anpanman?no_moves=draw");
}

#[test]
fn having_no_move_passes() {
    check_draw("anpanman?no_moves=pass");
}

#[test]
fn leaders_are_taken_and_arrive_safely() {
    check_draw("anpanman?model=capture&goal=safe");
}

#[test]
fn leaders_are_taken_and_arrive_anyhow() {
    check_draw("anpanman?model=capture&goal=any");
}

/// Regression numbers, computed by this solver and confirmed by its slow twin; not published.
#[test]
fn counts_stay_what_they_were() {
    let (_, indexer, solution) = solved("anpanman");
    assert_eq!(indexer.size(), 1_300_676);
    let count = |value| {
        let has = |&index: &u64| answer(&solution.cells, index).is_some_and(|p| p.value == value);
        solution.cells.indices().filter(has).count()
    };
    assert_eq!(count(Value::Loss), 314_780);
    assert_eq!(count(Value::Draw), 66_715);
    assert_eq!(count(Value::Win), 524_167);
    let decided: u64 = solution.rounds.iter().sum();
    assert_eq!(decided, 314_780 + 524_167);
    let all = census(
        &indexer,
        0..indexer.size(),
        &solution.cells,
        Convention::All,
        None,
        2,
        &NoProgress,
    );
    let folded = census(
        &indexer,
        0..indexer.size(),
        &solution.cells,
        Convention::Folded,
        None,
        2,
        &NoProgress,
    );
    assert!(folded.positions() <= 314_780 + 66_715 + 524_167);
    assert!(all.positions() > folded.positions() && all.positions() <= 2 * folded.positions());
    assert_eq!(all.longest_win(), folded.longest_win());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for spec in ["anpanman", "anpanman?model=capture&goal=any"] {
        let indexer = KomaIndexer::new(&game(spec)).unwrap();
        let one = solve_with(&indexer, &settings(1), &NoProgress);
        for threads in [2, 3] {
            let more = solve_with(&indexer, &settings(threads), &NoProgress);
            assert!(more.cells == one.cells, "{spec} with {threads} threads");
            assert_eq!(more.rounds, one.rounds);
        }
    }
}

#[test]
fn planted_faults_are_found() {
    let (game, indexer, solution) = solved("anpanman");
    let plant = |like: u8, instead: u8| {
        let fits = |&index: &u64| {
            solution.cells.code(index) == u16::from(like) && indexer.position(index).is_some()
        };
        let index = (indexer.size() / 3..indexer.size()).find(fits).unwrap();
        let mut cells = solution.cells.clone();
        cells.set_code(index, instead.into());
        let verdict = verify(
            &Solved::whole(&game, &indexer, &cells),
            None,
            2,
            &NoProgress,
        );
        let faults: Vec<_> = verdict.faults.iter().map(|fault| fault.index).collect();
        assert!(faults.contains(&index), "{index} {faults:?}");
    };
    let (win, loss) = (
        |plies| Cell8::win(plies).unwrap(),
        |plies| Cell8::loss(plies).unwrap(),
    );
    plant(Cell8::UNKNOWN, win(5));
    plant(win(5), Cell8::UNKNOWN);
    plant(win(5), win(7));
    plant(loss(4), loss(6));
    plant(loss(0), win(1));
    plant(win(1), Cell8::EMPTY);
}

#[test]
fn a_sample_is_as_large_as_asked() {
    let (game, indexer, solution) = solved("anpanman");
    let verdict = verify(
        &Solved::whole(&game, &indexer, &solution.cells),
        Some(10_000),
        2,
        &NoProgress,
    );
    assert_eq!(verdict.checked + verdict.empty, 10_000);
    assert_eq!(verdict.faults, []);
}

/// Counting by codes counts as one index after the other does, mates and all.
#[test]
fn counts_are_those_of_each_index() {
    for spec in ["anpanman", "anpanman?model=capture", "anpanman?goal=none"] {
        let (game, indexer, solution) = solved(spec);
        let in_check = |at: &Position| game.in_check(at);
        let counting = |in_check| Counting {
            conventions: [Convention::All, Convention::Folded],
            reached: None,
            in_check,
            is_solved: true,
        };
        let whole = 0..indexer.size();
        let counts = |counting: &Counting<'_, Position, 2>| {
            censuses::<Koma, _, 2>(
                &indexer,
                whole.clone(),
                &solution.cells,
                counting,
                2,
                &NoProgress,
            )
        };
        let mut expected = [Census::default(), Census::default()];
        let mut cursor = indexer.cursor();
        for index in whole.clone() {
            cursor.seek(index);
            let terminal = cursor.terminal();
            let Some(known) = answer(&solution.cells, index) else {
                continue;
            };
            let share = indexer.multiplicity(index);
            let weights = [u64::from(share.unfolded), u64::from(share.folded)];
            for (census, weight) in expected.iter_mut().zip(weights) {
                match terminal {
                    Terminal::Lost | Terminal::Drawn => {
                        let at = indexer.position(index).unwrap();
                        census.finished += weight;
                        census.checkmated += u64::from(game.in_check(&at)) * weight;
                        continue;
                    }
                    Terminal::KingCapture => census.king_captures += weight,
                    Terminal::WinInOne => census.wins_at_once += weight,
                    Terminal::Illegal | Terminal::Undecided => {}
                }
                census.add(known, weight);
            }
        }
        assert_eq!(counts(&counting(Some(&in_check))), expected, "{spec}");
        // Where kings are captured no game ends for want of moves.
        assert!(expected[0].finished > 0 || !game.has_mate(), "{spec}");
        expected.iter_mut().for_each(|census| census.checkmated = 0);
        assert_eq!(counts(&counting(None)), expected, "{spec}");
    }
}
