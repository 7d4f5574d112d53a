//! Dobutsu shogi: the whole game where time allows, a small relative always.

mod common;

use common::{answer, check_with_slow_solver, solved};
use yomikiri_game_api::{Game, Indexed, Probed, Value};
use yomikiri_solver::census::{Convention, census};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{Silent, Solved};

fn slow_tests() -> bool {
    std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some()
}

/// Without hands the game is small enough for the slow solver: 12,139,320 reachable positions.
#[test]
fn without_hands_agrees_with_the_slow_solver() {
    let (game, index, solution) = solved("dobutsu?captures=remove");
    let sample = (!slow_tests()).then_some(200_000);
    let verdict = verify(
        &Solved::whole(&game, &index, &solution.cells),
        sample,
        2,
        &Silent,
    );
    assert_eq!(verdict.faults, []);
    assert_eq!(
        verdict.checked + verdict.empty,
        sample.unwrap_or(index.slots())
    );
    if slow_tests() {
        let (reachable, with_slot) = check_with_slow_solver(&game, &index, &solution.cells);
        assert_eq!((reachable, with_slot), (12_139_320, 3_510_346));
    }
}

/// Published: loss in 78 and longest win 173 by Tanaka (2009), the counts of slots by the solver
/// clausecker/dobutsu, whose numbering has the same domain. Takes minutes and some hundred
/// megabytes: set YOMIKIRI_SLOW_TESTS=1 to run it.
#[test]
fn the_second_player_wins() {
    if !slow_tests() {
        return;
    }
    let (game, index, solution) = solved("dobutsu");
    assert_eq!(index.slots(), 249_442_767);
    let start = index.slot(&game.start()).unwrap();
    let lost = Probed {
        value: Value::Loss,
        distance: Some(78),
    };
    assert_eq!(answer(&solution.cells, start), Some(lost));
    let mut counts = [0u64; 3];
    for slot in 0..index.slots() {
        if let Some(known) = answer(&solution.cells, slot) {
            counts[known.value as usize] += 1;
        }
    }
    assert_eq!(counts, [57_707_893, 3_357_850, 188_377_024]);
    let counted = census(
        &index,
        0..index.slots(),
        &solution.cells,
        Convention::All,
        None,
        2,
        &Silent,
    );
    assert_eq!(counted.longest_win(), Some(173));
    let sample = Some(2_000_000);
    let verdict = verify(
        &Solved::whole(&game, &index, &solution.cells),
        sample,
        2,
        &Silent,
    );
    assert_eq!(verdict.faults, []);
}
