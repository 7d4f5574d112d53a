//! Monte Carlo tree search: what it proves, what it remembers, how it keeps to bounds.

mod common;

use common::tree::Tree;
use common::{Zero, negamax};
use yomikiri_game_api::conformance::toys;
use yomikiri_game_api::{
    Evaluate, Game, Knowledge, Limits, Line, NoKnowledge, NoObserver, Notation, Player, Score,
    Side, Thought, Verdict,
};
use yomikiri_games::janken::{Janken, JankenEval};
use yomikiri_games::koma::{Koma, KomaEval};
use yomikiri_games::tictactoe::{ThreatsFirst, TicTacToe};
use yomikiri_search::{Mcts, MctsOptions, Random};

fn playouts(playouts: u64, seed: u64) -> MctsOptions {
    MctsOptions {
        playouts: Some(playouts),
        seed,
        ..MctsOptions::default()
    }
}

fn ask<G: Game>(game: &G, line: &Line<G>, options: MctsOptions) -> Thought<G::Move> {
    Mcts::new(NoKnowledge, options)
        .think(game, line, &Limits::default(), &mut NoObserver)
        .unwrap()
}

#[test]
fn tictactoe_is_proved_a_draw() {
    for seed in 1..4 {
        let line = Line::new(&TicTacToe);
        let thought = ask(&TicTacToe, &line, playouts(200_000, seed));
        assert_eq!(thought.score(), Some(Score::DRAW));
        assert!(thought.nodes < 1_500_000, "the proof ends the thought");
    }
}

/// What is proved is true, by the slow twin, at every position of many games.
#[test]
fn proofs_are_true() {
    let mut proved = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed);
        let mut line = Line::new(&TicTacToe);
        while line.outcome(&TicTacToe).is_none() {
            if line.ply() > 2 {
                let thought = ask(&TicTacToe, &line, playouts(3_000, seed));
                let true_score = negamax(&TicTacToe, &Zero, &mut line.clone(), 9, line.ply());
                let found = thought.score().unwrap();
                if found.is_decided() {
                    proved += 1;
                    assert_eq!(found > Score::DRAW, true_score > Score::DRAW, "{line:?}");
                    assert_eq!(found.is_decided(), true_score.is_decided());
                }
            }
            let limits = Limits::default();
            let mv = random.think(&TicTacToe, &line, &limits, &mut NoObserver);
            line.push(&TicTacToe, mv.unwrap().best);
        }
    }
    assert!(proved > 40, "{proved}");
}

#[test]
fn trees_are_read_to_their_value() {
    let check = |text: &str, best: u8, score: Score| {
        let tree = Tree::read(text);
        let thought = ask(&tree, &Line::new(&tree), playouts(500, 1));
        assert_eq!(
            (thought.best, thought.score()),
            (best, Some(score)),
            "{text}"
        );
    };
    check("(L W D)", 1, Score::win_in(1));
    check("((W L) (D W) (L L))", 1, Score::DRAW);
    check("((L W) (W (W L)) L)", 1, Score::win_in(3));
    // First moves twice: a win on the second action is a win in one turn.
    check("(+(L W) (W L))", 0, Score::win_in(1));
    check("(+((W L) (W W)) (L W))", 0, Score::win_in(2));
}

#[test]
fn several_actions_a_turn_are_proved_like_the_twin() {
    for goal in [4, 5, 6] {
        let game = toys::Actions { goal };
        let line = Line::new(&game);
        let thought = ask(&game, &line, playouts(50_000, 1));
        let expected = negamax(&game, &Zero, &mut line.clone(), 20, 0);
        let (Verdict::WinIn(_), Verdict::WinIn(_)) =
            (thought.score().unwrap().verdict(), expected.verdict())
        else {
            assert_eq!(
                thought.score().unwrap() < Score::DRAW,
                expected < Score::DRAW,
                "goal {goal}"
            );
            continue;
        };
    }
}

#[test]
fn repetition_is_judged_as_in_the_game() {
    // On a ring nobody can be caught by a careful runner: no proof of a win may come up.
    let game = toys::Chase { size: 7 };
    let line = Line::from_position(&game, game.place(0, 3, Side::First));
    let expected = negamax(&game, &Zero, &mut line.clone(), 14, 0);
    let found = ask(&game, &line, playouts(20_000, 3)).score().unwrap();
    if found.is_decided() {
        assert!(expected.is_decided(), "{found:?} against {expected:?}");
    }
}

#[test]
fn mates_in_small_games_are_found() {
    let check = |id: &str, position: &str, best: &str| {
        let game = Koma::builtin(id).unwrap();
        let eval = KomaEval::new(&game);
        let line = Line::from_position(&game, game.read_position(position).unwrap());
        let mut player = Mcts::new(eval.clone(), playouts(4_000, 1)).evaluated_by(eval);
        let thought = player.think(&game, &line, &Limits::default(), &mut NoObserver);
        let thought = thought.unwrap();
        assert_eq!(thought.score(), Some(Score::win_in(1)), "{id} {position}");
        assert_eq!(game.write_move(line.last(), thought.best), best);
    };
    check("dobutsu", "1l1/1C1/3/1L1 b -", "b2b1+");
    check("anpanman", "2b/A2/3/3/3 b -", "a2a1");
}

#[test]
fn the_same_seed_gives_the_same_thought_and_others_vary() {
    let game = Koma::builtin("minishogi").unwrap();
    let line = Line::new(&game);
    let think = |seed| {
        let thought = ask(&game, &line, playouts(300, seed));
        (thought.best, thought.variations, thought.nodes)
    };
    assert_eq!(think(1), think(1));
    assert!((2..6).any(|seed| think(seed).2 != think(1).2));
}

#[test]
fn bounds_hold() {
    let game = Koma::builtin("gorogoro").unwrap();
    let line = Line::new(&game);
    let mut player = Mcts::new(NoKnowledge, MctsOptions::default());
    for most in [1, 100, 5_000] {
        let limits = Limits {
            nodes: Some(most),
            lines: 3,
            ..Limits::default()
        };
        player.new_game().expect("built-in players do not fail");
        let thought = player
            .think(&game, &line, &limits, &mut NoObserver)
            .unwrap();
        // A playout that was begun is finished.
        assert!(thought.nodes < most + 500, "{} of {most}", thought.nodes);
        assert_eq!(thought.variations.len(), 3);
    }
    // A full tree keeps learning.
    let options = MctsOptions {
        most_nodes: 50,
        ..playouts(500, 1)
    };
    assert_eq!(
        ask(&game, &line, options).variations[0].moves.len().min(1),
        1
    );
}

#[test]
fn the_tree_is_kept_from_move_to_move() {
    let mut player = Mcts::new(ThreatsFirst, playouts(4_000, 1));
    let mut line = Line::new(&TicTacToe);
    let mut think = |line: &Line<TicTacToe>| {
        let limits = Limits::default();
        player
            .think(&TicTacToe, line, &limits, &mut NoObserver)
            .unwrap()
    };
    let first = think(&line);
    line.push(&TicTacToe, first.best);
    let reply = first.variations[0].moves[1];
    line.push(&TicTacToe, reply);
    let second = think(&line);
    let mut fresh = Mcts::new(ThreatsFirst, playouts(4_000, 1));
    let alone = fresh.think(&TicTacToe, &line, &Limits::default(), &mut NoObserver);
    // What was learnt on the first move lets the proof come sooner.
    assert!(second.nodes < alone.unwrap().nodes);
    let mut moves = Vec::new();
    line.legal_moves(&TicTacToe, &mut moves);
    assert!(moves.contains(&second.best));
}

#[test]
fn a_restricted_search_keeps_to_its_moves() {
    let mut player = Mcts::new(ThreatsFirst, playouts(500, 1));
    let line = Line::new(&TicTacToe);
    let mut moves = Vec::new();
    line.legal_moves(&TicTacToe, &mut moves);
    for &mv in &moves {
        assert!(Player::<TicTacToe>::search_moves(&mut player, Some(&[mv])));
        let thought = player.think(&TicTacToe, &line, &Limits::default(), &mut NoObserver);
        assert_eq!(thought.unwrap().best, mv);
    }
}

/// Beats random play in at least 95 of 100 games, sides in turn.
fn check_beats_random<G, E>(game: &G, eval: E, most: u64, games: u64)
where
    G: Game,
    E: Evaluate<G> + Knowledge<G> + Clone + 'static,
{
    let mut player = Mcts::new(eval.clone(), playouts(most, 1)).evaluated_by(eval);
    let mut won = 0.0;
    for number in 0..games {
        let own = if number % 2 == 0 {
            Side::First
        } else {
            Side::Second
        };
        let mut random = Random::new(number);
        let mut line = Line::new(game);
        player.new_game().expect("built-in players do not fail");
        while line.outcome(game).is_none() && line.ply() < 200 {
            let limits = Limits::default();
            let thought = if line.turn(game) == own {
                player.think(game, &line, &limits, &mut NoObserver)
            } else {
                random.think(game, &line, &limits, &mut NoObserver)
            };
            line.push(game, thought.unwrap().best);
        }
        match line.outcome(game).map(|outcome| outcome.winner) {
            Some(Some(winner)) if winner == own => won += 1.0,
            Some(None) | None => won += 0.5,
            Some(Some(_)) => {}
        }
    }
    assert!(won >= 0.95 * games as f64, "{won} of {games}");
}

#[test]
fn beats_random_play_in_anpanman() {
    let game = Koma::builtin("anpanman").unwrap();
    check_beats_random(&game, KomaEval::new(&game), 150, 60);
}

#[test]
fn beats_random_play_in_minishogi() {
    let game = Koma::builtin("minishogi").unwrap();
    check_beats_random(&game, KomaEval::new(&game), 400, 60);
}

/// Here a turn has several actions, and the game begins with placing the cubes.
#[test]
fn beats_random_play_in_janken() {
    check_beats_random(&Janken::default(), JankenEval::default(), 150, 40);
}
