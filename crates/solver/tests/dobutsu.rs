//! Dobutsu shogi: the whole game if time allows, a small variant always.

mod common;

use std::collections::HashSet;

use common::{answer, check_with_slow_solver, game, solved};
use yomikiri_game_api::{Game, Indexer, Notation, Probed, Side, Value};
use yomikiri_games::koma::{Coverage, Koma, KomaIndexer};
use yomikiri_solver::census::{Convention, census, reach, reached_positions};
use yomikiri_solver::verify::verify;
use yomikiri_solver::{NoProgress, Solved};

fn slow_tests() -> bool {
    std::env::var_os("YOMIKIRI_SLOW_TESTS").is_some()
}

/// Without hands the game is small enough for the slow solver: 12,139,320 reachable positions.
#[test]
fn without_hands_agrees_with_the_slow_solver() {
    let (game, indexer, solution) = solved("dobutsu?captures=remove");
    let sample = (!slow_tests()).then_some(200_000);
    let verdict = verify(
        &Solved::whole(&game, &indexer, &solution.cells),
        sample,
        2,
        &NoProgress,
    );
    assert_eq!(verdict.faults, []);
    assert_eq!(
        verdict.checked + verdict.empty,
        sample.unwrap_or(indexer.size())
    );
    if slow_tests() {
        let (reachable, with_index) = check_with_slow_solver(&game, &indexer, &solution.cells);
        assert_eq!((reachable, with_index), (12_139_320, 3_510_346));
    }
}

/// Mirror images count as one position however they are reached: a plain search of texts, rotated
/// and mirrored by hand, finds as many.
#[test]
fn reachable_positions_are_counted_once() {
    let game = game("dobutsu?captures=remove");
    let indexer = KomaIndexer::covering(&game, Coverage::WithEnds).unwrap();
    for text in ["1l1/1c1/1C1/ELG b -", "gl1/1c1/3/1LG b -"] {
        let start = game.read_position(text).unwrap();
        let reached = reach::<Koma, _>(&indexer, indexer.index(&start).unwrap(), 2, &NoProgress);
        let (all, live) = reached_positions::<Koma, _>(&indexer, &reached, 2);

        let mut seen = HashSet::from([folded(&game.write_position(&start))]);
        let mut open = vec![start];
        let (mut slow_all, mut slow_live) = (0, 0);
        while let Some(at) = open.pop() {
            slow_all += 1;
            let side = game.turn(&at);
            let mut moves = Vec::new();
            game.legal_moves(&at, &mut moves);
            let results: Vec<_> = moves
                .iter()
                .map(|&mv| {
                    let mut next = at;
                    game.play(&mut next, mv);
                    next
                })
                .collect();
            let takes = results.iter().any(|next| {
                let text = game.write_position(next);
                !text
                    .split(' ')
                    .next()
                    .unwrap()
                    .contains(if side == Side::First { 'l' } else { 'L' })
            });
            if takes || game.outcome(&at).is_some() {
                continue;
            }
            slow_live += 1;
            for next in results {
                if seen.insert(folded(&game.write_position(&next))) {
                    open.push(next);
                }
            }
        }
        assert_eq!((all, live), (slow_all, slow_live), "{text}");
        assert!(live > 1_000);
    }
}

/// A position's text with the side to move as First; of two mirror images the smaller.
fn folded(text: &str) -> String {
    let (board, turn) = text.split_once(' ').unwrap();
    let mut ranks: Vec<Vec<String>> = Vec::new();
    for rank in board.split('/') {
        let mut squares: Vec<String> = Vec::new();
        let mut prefix = String::new();
        for c in rank.chars() {
            if c == '+' {
                prefix.push(c);
            } else {
                squares.push(format!("{}{c}", std::mem::take(&mut prefix)));
            }
        }
        ranks.push(squares);
    }
    if turn.starts_with('w') {
        ranks.reverse();
        for square in ranks.iter_mut().flatten() {
            let turned = |c: char| {
                if c.is_lowercase() {
                    c.to_ascii_uppercase()
                } else {
                    c.to_ascii_lowercase()
                }
            };
            *square = square.chars().map(turned).collect();
        }
        ranks.iter_mut().for_each(|rank| rank.reverse());
    }
    let plain = |ranks: &[Vec<String>]| {
        ranks
            .iter()
            .map(|rank| rank.concat())
            .collect::<Vec<_>>()
            .join("/")
    };
    let one = plain(&ranks);
    ranks.iter_mut().for_each(|rank| rank.reverse());
    one.min(plain(&ranks))
}

/// Published: loss in 78 and longest win 173 by Tanaka (2009), the counts of indices by the solver
/// clausecker/dobutsu, whose indexer has the same domain. Takes minutes and some hundred
/// megabytes: set YOMIKIRI_SLOW_TESTS=1 to run it.
#[test]
fn the_second_player_wins() {
    if !slow_tests() {
        return;
    }
    let (game, indexer, solution) = solved("dobutsu");
    assert_eq!(indexer.size(), 249_442_767);
    let start = indexer.index(&game.start()).unwrap();
    let lost = Probed {
        value: Value::Loss,
        distance: Some(78),
    };
    assert_eq!(answer(&solution.cells, start), Some(lost));
    let mut counts = [0u64; 3];
    for index in 0..indexer.size() {
        if let Some(known) = answer(&solution.cells, index) {
            counts[known.value as usize] += 1;
        }
    }
    assert_eq!(counts, [57_707_893, 3_357_850, 188_377_024]);
    let counted = census(
        &indexer,
        0..indexer.size(),
        &solution.cells,
        Convention::All,
        None,
        2,
        &NoProgress,
    );
    assert_eq!(counted.longest_win(), Some(173));
    // Tanaka (2009) counts reachable positions, including final ones.
    let with_ends = KomaIndexer::covering(&game, Coverage::WithEnds).unwrap();
    let start = with_ends.index(&game.start()).unwrap();
    let reached = reach::<Koma, _>(&with_ends, start, 2, &NoProgress);
    let counts = reached_positions::<Koma, _>(&with_ends, &reached, 2);
    assert_eq!(counts, (246_803_167, 99_485_568));
    let sample = Some(2_000_000);
    let verdict = verify(
        &Solved::whole(&game, &indexer, &solution.cells),
        sample,
        2,
        &NoProgress,
    );
    assert_eq!(verdict.faults, []);
}
