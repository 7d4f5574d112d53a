//! The steps that look less closely: they solve mates, and what they prove is true.

mod common;

use common::{negamax, think, to_depth};
use yomikiri_game_api::{Limits, Line, NoObserver, Notation, Player, Score, SplitMix64, Verdict};
use yomikiri_games::koma::{Koma, KomaEval};
use yomikiri_games::tictactoe::{OpenLines, ThreatsFirst, TicTacToe};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions, SearchParam, SearchParams};

/// Positions of random games in which somebody is about to do something.
fn positions(game: &Koma, games: u64) -> Vec<Line<Koma>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut line = Line::new(game);
        while line.ply() < 40 && line.outcome(game).is_none() {
            let mut moves = Vec::new();
            line.legal_moves(game, &mut moves);
            line.push(game, moves[rng.below(moves.len())]);
            if line.ply().is_multiple_of(5) && line.outcome(game).is_none() {
                found.push(Line::from_position(game, *line.last()));
            }
        }
    }
    found
}

fn small() -> AlphaBetaOptions {
    AlphaBetaOptions {
        hash_mb: 1,
        ..AlphaBetaOptions::default()
    }
}

/// Every selective step alone, all together, all with MTD(f), and all with the least and the largest parameters.
fn selections() -> Vec<AlphaBetaOptions> {
    let names = [
        "nullmove",
        "lmr",
        "lmp",
        "futility",
        "rfp",
        "iir",
        "see",
        "qtable",
        "delta",
        "singular",
        "correction",
        "loosepast",
        "razor",
        "probcut",
        "qchecks",
    ];
    let mut all = vec![small()];
    for name in names {
        let mut options = AlphaBetaOptions {
            hash_mb: 1,
            ..AlphaBetaOptions::exact()
        };
        *options.switch(name).unwrap() = true;
        all.push(options);
    }
    all.push(AlphaBetaOptions {
        mtdf: true,
        ..small()
    });
    let extremes: [fn(&SearchParam) -> i32; 2] = [|param| param.min, |param| param.max];
    for extreme in extremes {
        let mut options = small();
        for param in SearchParams::ALL {
            *options.params.get_mut(param.name).unwrap() = extreme(param);
        }
        all.push(options);
    }
    all
}

/// A win or loss that is reported within reach of the slow twin is one there, too.
#[test]
fn what_is_proved_is_true() {
    let mut proved = 0;
    for (id, games) in [
        ("anpanman", 6),
        ("dobutsu", 6),
        ("gorogoro", 1),
        ("minishogi", 1),
    ] {
        let game = Koma::builtin(id).unwrap();
        let eval = KomaEval::new(&game);
        for line in positions(&game, games) {
            for options in selections() {
                let limits = to_depth(5);
                let thought = think(&game, &line, eval.clone(), eval.clone(), &options, &limits);
                let found = thought.score().unwrap();
                let plies = match found.verdict() {
                    Verdict::WinIn(plies) | Verdict::LossIn(plies) => plies,
                    Verdict::Points(_) => continue,
                };
                if plies > 3 {
                    continue;
                }
                let truth = negamax(&game, &eval, &mut line.clone(), plies, 0);
                match found > Score::DRAW {
                    true => assert!(truth >= found, "{id} {found:?} {truth:?} {options:?}"),
                    false => assert!(
                        truth.is_decided() && truth < Score::DRAW,
                        "{id} {options:?}"
                    ),
                }
                proved += 1;
            }
        }
    }
    assert!(proved > 100, "{proved}");
}

/// A mate that the slow twin sees in three plies is found, at most three plies later.
#[test]
fn mates_are_solved() {
    let mut solved = 0;
    for (id, games) in [
        ("anpanman", 10),
        ("dobutsu", 10),
        ("gorogoro", 3),
        ("minishogi", 3),
    ] {
        let game = Koma::builtin(id).unwrap();
        let eval = KomaEval::new(&game);
        for line in positions(&game, games) {
            let truth = negamax(&game, &eval, &mut line.clone(), 3, 0);
            if !truth.is_decided() || truth < Score::DRAW {
                continue;
            }
            let options = small();
            let thought = think(
                &game,
                &line,
                eval.clone(),
                eval.clone(),
                &options,
                &to_depth(6),
            );
            let found = thought.score().unwrap();
            assert!(
                found.is_decided() && found > Score::DRAW,
                "{id} {:?}",
                line.last()
            );
            solved += 1;
        }
    }
    assert!(solved > 20, "{solved}");
}

#[test]
fn a_drawn_game_read_to_its_end_stays_drawn() {
    for options in selections() {
        let line = Line::new(&TicTacToe);
        let thought = think(
            &TicTacToe,
            &line,
            OpenLines,
            ThreatsFirst,
            &options,
            &to_depth(12),
        );
        assert_eq!(thought.score(), Some(Score::DRAW), "{options:?}");
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    for threads in [2, 3] {
        let options = AlphaBetaOptions { threads, ..small() };
        let line = Line::new(&TicTacToe);
        for _ in 0..5 {
            let thought = think(
                &TicTacToe,
                &line,
                OpenLines,
                ThreatsFirst,
                &options,
                &to_depth(9),
            );
            assert_eq!(thought.score(), Some(Score::DRAW));
        }
        let game = Koma::builtin("dobutsu").unwrap();
        let eval = KomaEval::new(&game);
        let mate = game.read_position("1l1/1C1/3/1L1 b -").unwrap();
        let line = Line::from_position(&game, mate);
        let thought = think(
            &game,
            &line,
            eval.clone(),
            eval.clone(),
            &options,
            &to_depth(6),
        );
        assert_eq!(thought.score(), Some(Score::win_in(1)));
        // Bounds hold, but for what is looked at between two looks at the clock.
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let start = Line::new(&game);
        let thought = think(&game, &start, eval.clone(), eval, &options, &limits);
        assert!(
            thought.nodes < 20_000 + 3 * 1024 * threads as u64,
            "{}",
            thought.nodes
        );
        let mut moves = Vec::new();
        start.legal_moves(&game, &mut moves);
        assert!(moves.contains(&thought.best));
    }
}

#[test]
fn a_restricted_search_keeps_to_its_moves() {
    let mut player = AlphaBeta::new(OpenLines, ThreatsFirst, small());
    let line = Line::new(&TicTacToe);
    let mut moves = Vec::new();
    line.legal_moves(&TicTacToe, &mut moves);
    for two in moves.chunks(2) {
        assert!(Player::<TicTacToe>::search_moves(&mut player, Some(two)));
        let thought = player.think(&TicTacToe, &line, &to_depth(4), &mut NoObserver);
        assert!(two.contains(&thought.unwrap().best));
    }
    assert!(Player::<TicTacToe>::search_moves(&mut player, None));
    let thought = player.think(&TicTacToe, &line, &to_depth(9), &mut NoObserver);
    assert_eq!(thought.unwrap().score(), Some(Score::DRAW));
}
