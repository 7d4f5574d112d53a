//! The mate search beside plain negamax over wins: every move, every reply, no table, no order.

use yomikiri_game_api::conformance::toys;
use yomikiri_game_api::{
    Game, MoveOrdering, NoKnowledge, NoObserver, Notation, Side, SplitMix64, Tactics,
};
use yomikiri_games::chess::{Chess, ChessEval};
use yomikiri_games::koma::{Koma, KomaEval};
use yomikiri_games::tictactoe::{ThreatsFirst, TicTacToe};
use yomikiri_games::xiangqi::{Xiangqi, XiangqiEval};
use yomikiri_search::{MateOrder, find_mate};

/// Whether `attacker` wins within `moves` of its moves.
fn wins<G: Game>(game: &G, at: &G::Position, attacker: Side, moves: u32) -> bool {
    if let Some(outcome) = game.outcome(at) {
        return outcome.winner == Some(attacker);
    }
    if moves == 0 {
        return false;
    }
    let mut legal = Vec::new();
    game.legal_moves(at, &mut legal);
    let attacks = game.turn(at) == attacker;
    let mut after = legal.into_iter().map(|mv| {
        let mut after = at.clone();
        game.play(&mut after, mv);
        let used = attacks && game.turn(&after) != attacker;
        (after, moves - u32::from(used))
    });
    match attacks {
        true => after.any(|(after, moves)| wins(game, &after, attacker, moves)),
        false => after.all(|(after, moves)| wins(game, &after, attacker, moves)),
    }
}

/// First moves that win within `moves`.
fn keys<G: Game>(game: &G, at: &G::Position, moves: u32) -> Vec<G::Move> {
    let attacker = game.turn(at);
    let mut legal = Vec::new();
    game.legal_moves(at, &mut legal);
    legal.retain(|&mv| {
        let mut after = at.clone();
        game.play(&mut after, mv);
        let used = game.turn(&after) != attacker;
        wins(game, &after, attacker, moves - u32::from(used))
    });
    legal
}

/// Compares one position; tells the length of the mate.
fn check<G: Game, K: MoveOrdering<G> + Tactics<G>>(
    game: &G,
    knowledge: &K,
    at: &G::Position,
    moves: u32,
) -> Option<u32> {
    let attacker = game.turn(at);
    let expected = (1..=moves).find(|&moves| wins(game, at, attacker, moves));
    let order = MateOrder {
        all: true,
        hash_mb: 1,
        ..MateOrder::new(moves)
    };
    let found = find_mate(game, knowledge, at, &[], &order, &NoObserver);
    assert_eq!(found.mate, expected, "{at:?}");
    assert_eq!(
        found.refuted,
        expected.map_or(moves, |mate| mate - 1),
        "{at:?}"
    );
    let Some(mate) = expected else {
        assert!(found.keys.is_empty() && found.line.is_empty());
        return None;
    };
    assert_eq!(found.keys, keys(game, at, mate), "{at:?}");
    // The line is a mate of that length: the defender could not hold out longer.
    let (mut last, mut turns) = (at.clone(), 0);
    for &mv in &found.line {
        let attacked = game.turn(&last) == attacker;
        game.play(&mut last, mv);
        let over = game.outcome(&last).is_some();
        turns += u32::from(attacked && (over || game.turn(&last) != attacker));
    }
    let outcome = game.outcome(&last).expect("the line ends the game");
    assert_eq!((outcome.winner, turns), (Some(attacker), mate), "{at:?}");
    Some(mate)
}

/// Positions of random games.
fn random_positions<G: Game>(game: &G, start: &G::Position, games: u64) -> Vec<G::Position> {
    const LONGEST: usize = 60;
    let mut found = Vec::new();
    for seed in 0..games {
        let (mut rng, mut at) = (SplitMix64::new(seed), start.clone());
        for _ in 0..LONGEST {
            let mut legal = Vec::new();
            game.legal_moves(&at, &mut legal);
            if legal.is_empty() {
                break;
            }
            found.push(at.clone());
            game.play(&mut at, legal[rng.below(legal.len())]);
        }
    }
    found
}

/// Checks random positions and counts the mates among them by length.
fn check_game<G: Game, K: MoveOrdering<G> + Tactics<G>>(
    game: &G,
    knowledge: &K,
    start: &G::Position,
    games: u64,
    moves: u32,
) -> Vec<usize> {
    let mut lengths = vec![0; moves as usize + 1];
    for at in random_positions(game, start, games) {
        lengths[check(game, knowledge, &at, moves).unwrap_or(0) as usize] += 1;
    }
    lengths
}

#[test]
fn tictactoe_agrees() {
    let game = TicTacToe;
    let with = check_game(&game, &ThreatsFirst, &game.start(), 60, 4);
    let without = check_game(&game, &NoKnowledge, &game.start(), 60, 4);
    assert_eq!(with, without);
    assert!(with[1] > 20 && with[2] > 10, "{with:?}");
}

#[test]
fn small_shogi_agrees() {
    for (name, moves) in [("anpanman", 3), ("dobutsu", 2), ("minishogi", 2)] {
        let game: Koma = Koma::builtin(name).unwrap();
        let eval = KomaEval::new(&game);
        let lengths = check_game(&game, &eval, &game.start(), 6, moves);
        assert!(lengths[1] > 0 && lengths[2] > 0, "{name}: {lengths:?}");
    }
}

#[test]
fn chess_agrees() {
    let game = Chess::default();
    let start = game
        .read_position("7k/8/8/8/8/3Q4/1R6/K7 w - - 0 1")
        .unwrap();
    let lengths = check_game(&game, &ChessEval, &start, 3, 2);
    assert!(lengths[1] > 0 && lengths[2] > 0, "{lengths:?}");
}

#[test]
fn xiangqi_agrees() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let mut sum = [0; 4];
    for fen in [
        "3ak4/9/9/9/9/9/9/3R5/R8/3K5 w",
        "3k1a3/4a4/9/9/4N4/9/9/9/9/R3K4 w",
        "4k4/4a4/4ba3/9/9/9/9/4C4/4N4/3RK4 w",
    ] {
        let start = game.read_position(fen).unwrap();
        for (sum, count) in sum.iter_mut().zip(check_game(&game, &eval, &start, 2, 2)) {
            *sum += count;
        }
    }
    assert!(sum[1] > 0 && sum[2] > 0, "{sum:?}");
}

#[test]
fn a_stalemate_wins_in_xiangqi() {
    let game = Xiangqi::default();
    // After a1a8 the king on e9 is not in check and has no move left.
    let at = game.read_position("4k4/9/9/9/9/9/9/9/R8/3K1R3 w").unwrap();
    assert_eq!(check(&game, &XiangqiEval::default(), &at, 2), Some(1));
    let quiet = game.read_move(&at, "a1a8").unwrap();
    assert!(keys(&game, &at, 1).contains(&quiet));
    let mut after = at;
    game.play(&mut after, quiet);
    assert_eq!(game.outcome(&after).unwrap().reason, "no-moves");
}

#[test]
fn turns_of_several_actions_are_one_move() {
    let game = toys::Actions { goal: 9 };
    check_game(&game, &NoKnowledge, &game.start(), 4, 2);
}

#[test]
fn limits_stop_it_without_a_verdict() {
    let (game, eval) = (Xiangqi::default(), XiangqiEval::default());
    let order = MateOrder {
        nodes: Some(5000),
        ..MateOrder::new(4)
    };
    let found = find_mate(&game, &eval, &game.start(), &[], &order, &NoObserver);
    assert_eq!(found.mate, None);
    assert!((1..4).contains(&found.refuted), "{}", found.refuted);
    assert_eq!(found.nodes, 5000);
}

#[test]
fn only_some_first_moves() {
    let game = TicTacToe;
    let at = game.read_position("XX./OO./... x").unwrap();
    let win = game.read_move(&at, "c1").unwrap();
    let other = game.read_move(&at, "a3").unwrap();
    let order = MateOrder::new(1);
    let find = |only: &[_]| find_mate(&game, &ThreatsFirst, &at, only, &order, &NoObserver).mate;
    assert_eq!((find(&[win]), find(&[other])), (Some(1), None));
}
