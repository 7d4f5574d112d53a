//! Tic-tac-toe, solved completely, against plain minimax; statistics beside its table file.

use std::collections::HashMap;
use std::sync::Arc;

use yomikiri_game_api::{Game, Metric, Probed, Tier, Value};
use yomikiri_games::tictactoe::{Board, TicTacToe, TicTacToeTiers};
use yomikiri_solver::NoProgress;
use yomikiri_solver::census::Convention;
use yomikiri_solver::tablebase::{SolveOrder, TableLocation, Tablebase, TablebaseSpec};

fn base(dir: &std::path::Path) -> Tablebase<TicTacToe, TicTacToeTiers> {
    let spec = TablebaseSpec::new(|_: &TicTacToe| Ok(TicTacToeTiers));
    let location = TableLocation::new(dir, "tictactoe");
    Tablebase::new(TicTacToe, spec, location, Arc::default()).unwrap()
}

fn order(again: bool) -> SolveOrder {
    SolveOrder {
        threads: 2,
        again,
        ..SolveOrder::default()
    }
}

/// The value of every position, by looking at everything.
fn minimax(at: &Board, known: &mut HashMap<Board, Probed>) -> Probed {
    if let Some(&found) = known.get(at) {
        return found;
    }
    let found = Probed::of_end(&TicTacToe, at).unwrap_or_else(|| {
        let mut moves = Vec::new();
        TicTacToe.legal_moves(at, &mut moves);
        let results = moves.into_iter().map(|mv| {
            let mut next = *at;
            TicTacToe.play(&mut next, mv);
            minimax(&next, known).before_move(true, 1)
        });
        results.max_by_key(|found| found.preference()).unwrap()
    });
    known.insert(*at, found);
    found
}

#[test]
fn every_position_has_the_value_of_minimax() {
    let dir = tempfile::tempdir().unwrap();
    let base = base(dir.path());
    let mut known = HashMap::new();
    let start = minimax(&TicTacToe.start(), &mut known);
    assert_eq!(start.value, Value::Draw);
    assert_eq!(known.len(), 5478);
    // On demand, without a file.
    for (at, expected) in &known {
        assert_eq!(base.value(at, Metric::End).unwrap(), Some(*expected));
    }
    assert!(!base.path(Tier::WHOLE, Metric::End).exists());
    let rows = base
        .stats(Tier::WHOLE, Metric::End, true, 1, &NoProgress)
        .unwrap();
    let all = rows.iter().filter(|row| row.convention == Convention::All);
    let counted: u64 = all
        .map(|row| row.census.positions() + row.census.finished)
        .sum();
    assert_eq!(counted, 5478);
    let reached = rows
        .iter()
        .filter(|row| row.convention == Convention::Reachable);
    let reached: u64 = reached
        .map(|row| row.census.positions() + row.census.finished)
        .sum();
    assert_eq!(reached, 5478);
}

/// The shortest line of every decided position is as long as its distance and ends the game.
#[test]
fn shortest_lines_end_the_game() {
    let dir = tempfile::tempdir().unwrap();
    let base = base(dir.path());
    let prober = base.prober();
    let mut known = HashMap::new();
    minimax(&TicTacToe.start(), &mut known);
    for (at, probed) in known {
        let line = prober.line(&at, |_, mv| format!("{mv:?}"));
        let expected = probed.distance.filter(|_| probed.value != Value::Draw);
        assert_eq!(line.len() as u32, expected.unwrap_or(0));
        let mut end = at;
        for mv in &line {
            TicTacToe.play(&mut end, *mv);
        }
        assert_eq!(
            TicTacToe.outcome(&end).is_some(),
            expected.is_some() || TicTacToe.outcome(&at).is_some()
        );
    }
}

#[test]
fn statistics_stand_beside_the_table_and_follow_it() {
    let dir = tempfile::tempdir().unwrap();
    let base = base(dir.path());
    let solve = |again| {
        let mut solved = 0;
        base.solve(&[Tier::WHOLE], &order(again), &NoProgress, |tier| {
            solved += usize::from(tier.cells.is_some());
            Ok(())
        })
        .unwrap();
        solved
    };
    assert_eq!(solve(false), 1);
    let table = base.path(Tier::WHOLE, Metric::End);
    let bytes = std::fs::read(&table).unwrap();
    let stats = table.with_extension("stats");
    let stored = |reachable| {
        base.stored_stats(Tier::WHOLE, Metric::End, reachable)
            .unwrap()
    };
    assert_eq!(stored(false), None, "nobody has counted");
    let counted = base
        .stats(Tier::WHOLE, Metric::End, false, 1, &NoProgress)
        .unwrap();
    assert_eq!(stored(false), Some(counted.clone()));
    assert_eq!(stored(true), None, "what can be reached was not counted");
    let all = base
        .stats(Tier::WHOLE, Metric::End, true, 1, &NoProgress)
        .unwrap();
    assert_eq!(all[..counted.len()], counted);
    assert_eq!(
        (stored(false), stored(true)),
        (Some(counted.clone()), Some(all))
    );

    // Solving changes nothing unless it is asked to, and then the same bytes come again.
    assert_eq!((solve(false), solve(true)), (0, 1));
    assert_eq!(std::fs::read(&table).unwrap(), bytes);
    assert_eq!(stored(false), Some(counted.clone()));

    // Damaged statistics, and those of another table, are counted again.
    let kept = std::fs::read_to_string(&stats).unwrap();
    for wrong in [kept.replace("draws", "draw"), String::new()] {
        std::fs::write(&stats, wrong).unwrap();
        assert_eq!(stored(false), None);
    }
    let hash = kept.lines().nth(1).unwrap().to_owned();
    let mut other = kept.replace(&hash, "table 00");
    let end = other.rfind("crc32").unwrap();
    other.truncate(end);
    other += &format!("crc32 {:08x}\n", crc32fast::hash(other.as_bytes()));
    std::fs::write(&stats, other).unwrap();
    assert_eq!(stored(false), None);
    assert_eq!(
        base.stats(Tier::WHOLE, Metric::End, false, 1, &NoProgress)
            .unwrap(),
        counted
    );
    assert_eq!(stored(false), Some(counted));
}
