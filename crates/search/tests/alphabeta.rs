//! Alpha-beta against its slow twin, and its manners.

mod common;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::tree::{Tree, Written};
use common::{Noise, Zero, all_options, check_twin, negamax, think, to_depth};
use yomikiri_game_api::conformance::toys;
use yomikiri_game_api::{
    Evaluate, Game, Limits, Line, NoKnowledge, NoObserver, Notation, Observer, Player, Probe,
    ProbeError, Probed, Score, Side, SplitMix64, Thought, Value, Verdict,
};
use yomikiri_games::koma::Koma;
use yomikiri_games::tictactoe::{Board, OpenLines, ThreatsFirst, TicTacToe};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions, bench_nodes};

/// Lines of random moves, the start included, none of them over.
fn some_lines<G: Game>(game: &G, count: u64, plies: usize) -> Vec<Line<G>> {
    let mut lines = vec![Line::new(game)];
    for seed in 1..count {
        let mut rng = SplitMix64::new(seed);
        let mut line = Line::new(game);
        for _ in 0..rng.below(plies) + 1 {
            let mut moves = Vec::new();
            line.legal_moves(game, &mut moves);
            line.push(game, moves[rng.below(moves.len())]);
            if line.outcome(game).is_some() {
                line.pop();
                break;
            }
        }
        lines.push(line);
    }
    lines
}

fn read(text: &str) -> Line<TicTacToe> {
    Line::from_position(&TicTacToe, TicTacToe.read_position(text).unwrap())
}

#[test]
fn trees_have_their_minimax_value() {
    let check = |text: &str, value: Score| {
        let tree = Tree::read(text);
        for options in all_options() {
            for depth in 4..7 {
                check_twin(&tree, &Line::new(&tree), Written, depth, &options);
                let thought = think(
                    &tree,
                    &Line::new(&tree),
                    Written,
                    NoKnowledge,
                    &options,
                    &to_depth(depth),
                );
                assert_eq!(thought.score(), Some(value), "{text} at depth {depth}");
            }
        }
    };
    check("(1 2 3)", Score(3));
    check("((3 12 8) (2 4 6) (14 5 2))", Score(3));
    check("((L 5) (D 7) (-3 W))", Score::DRAW);
    check("(((1 9) (4 2)) ((7 3) (W -5)))", Score(7));
    check("((W W) (5 W))", Score::win_in(2));
    check("(L (L 3) L)", Score::loss_in(2));
    // First moves twice: the second choice is First's, too.
    check("(+(1 8) (9 2))", Score(8));
    check("(+(+(L W) D) (W W))", Score::win_in(1));
    check("(+((3 W) (5 6)) (9 4))", Score(5));
}

#[test]
fn equals_negamax_on_tictactoe_at_full_depth() {
    let lines = some_lines(&TicTacToe, 8, 4);
    for options in all_options() {
        for line in &lines[1..] {
            check_twin(&TicTacToe, line, OpenLines, 9, &options);
        }
    }
    let start = Line::new(&TicTacToe);
    check_twin(&TicTacToe, &start, OpenLines, 9, &all_options()[63]);
}

#[test]
fn equals_negamax_at_every_depth() {
    let lines = some_lines(&TicTacToe, 6, 5);
    for options in all_options() {
        for line in &lines {
            for depth in 1..=4 {
                check_twin(&TicTacToe, line, Noise, depth, &options);
            }
        }
    }
}

#[test]
fn equals_negamax_on_small_shogi() {
    for id in ["anpanman", "dobutsu"] {
        let game = Koma::builtin(id).unwrap();
        for line in some_lines(&game, 8, 20) {
            for options in [&all_options()[0], &all_options()[63]] {
                for depth in 1..=4 {
                    check_twin(&game, &line, Noise, depth, options);
                }
            }
        }
    }
}

#[test]
fn equals_negamax_where_turns_have_several_actions() {
    for goal in [5, 9, 14] {
        let game = toys::Actions { goal };
        for options in all_options() {
            for line in some_lines(&game, 6, 6) {
                for depth in [1, 2, 3, 5, 8, 20] {
                    check_twin(&game, &line, Noise, depth, &options);
                }
            }
        }
    }
}

/// Where the past matters, windows that are searched again take more from the table, and with it
/// more of what `path.rs` tells about: such steps are compared without a table.
fn options_with_a_past() -> Vec<AlphaBetaOptions> {
    let mut all = all_options();
    for options in &mut all {
        let again = options.aspiration || options.mtdf;
        options.transposition &= !again;
    }
    all
}

/// The tests below hold with a table, too, but that is luck of their size: on longer strips
/// and rings about one value in 500 differs, for the reason told in `path.rs`.
#[test]
fn equals_negamax_where_the_past_forbids_moves() {
    for size in 2..=4 {
        let game = toys::Superko { size };
        for options in options_with_a_past() {
            for line in some_lines(&game, 5, 6) {
                for depth in 1..=5 {
                    check_twin(&game, &line, Noise, depth, &options);
                }
            }
        }
    }
}

#[test]
fn equals_negamax_where_repetition_is_judged() {
    for size in [5, 6, 7] {
        let game = toys::Chase { size };
        let mut lines = some_lines(&game, 8, 30);
        lines.push(Line::from_position(&game, game.place(1, 0, Side::First)));
        for options in options_with_a_past() {
            for line in &lines {
                for depth in [1, 2, 3, 6, 9] {
                    check_twin(&game, line, Noise, depth, &options);
                }
            }
        }
    }
}

/// A score that rests on a repetition would be met again on other paths, were it remembered.
#[test]
fn the_table_does_not_remember_repetitions() {
    let options = &AlphaBetaOptions {
        aspiration: false,
        ..all_options()[63].clone()
    };
    for size in [5, 6, 7] {
        let game = toys::Chase { size };
        for line in some_lines(&game, 60, 40) {
            for depth in 5..=14 {
                check_twin(&game, &line, Noise, depth, options);
            }
        }
    }
}

/// With a table the value at full depth is the game's all the same.
#[test]
fn a_table_keeps_the_value_of_games_with_a_past() {
    for options in all_options() {
        for size in 2..=3 {
            let game = toys::Superko { size };
            for line in some_lines(&game, 4, 4) {
                let expected = negamax(&game, &Zero, &mut line.clone(), 12, line.ply());
                let thought = think(&game, &line, Zero, NoKnowledge, &options, &to_depth(12));
                assert_eq!(thought.score(), Some(expected), "size {size}, {options:?}");
            }
        }
        for size in [5, 6, 7] {
            let game = toys::Chase { size };
            for line in some_lines(&game, 6, 12) {
                let expected = negamax(&game, &Zero, &mut line.clone(), 12, line.ply());
                let thought = think(&game, &line, Zero, NoKnowledge, &options, &to_depth(12));
                assert_eq!(thought.score(), Some(expected), "size {size}, {options:?}");
            }
        }
    }
}

#[test]
fn tictactoe_is_a_draw_whatever_is_switched_on() {
    for options in all_options() {
        let start = Line::new(&TicTacToe);
        let thought = think(
            &TicTacToe,
            &start,
            OpenLines,
            ThreatsFirst,
            &options,
            &to_depth(9),
        );
        assert_eq!(thought.score(), Some(Score::DRAW), "{options:?}");
        // Threats followed past the horizon may reach the end earlier.
        assert!((7..=9).contains(&thought.depth), "depth {}", thought.depth);
    }
}

/// A drawn game has no decided score that could end the deepening; having read all of it does.
#[test]
fn a_game_read_to_its_end_is_not_read_again() {
    for options in all_options() {
        let start = Line::new(&TicTacToe);
        let think = |limits| {
            think(
                &TicTacToe,
                &start,
                OpenLines,
                ThreatsFirst,
                &options,
                &limits,
            )
        };
        let thought = think(nodes(10_000_000));
        assert_eq!(thought.score(), Some(Score::DRAW), "{options:?}");
        assert!(thought.depth <= 9, "depth {}", thought.depth);
        assert!(thought.nodes < 1_000_000, "{} nodes", thought.nodes);
        let again = think(to_depth(thought.depth));
        assert_eq!(again.nodes, thought.nodes);
    }
}

/// Advice changes what a depth means, but not the value of a game searched to its end.
#[test]
fn advice_does_not_change_the_value_at_full_depth() {
    for options in all_options() {
        for line in &some_lines(&TicTacToe, 12, 6)[1..] {
            let expected = negamax(&TicTacToe, &Zero, &mut line.clone(), 9, line.ply());
            let thought = think(
                &TicTacToe,
                line,
                OpenLines,
                ThreatsFirst,
                &options,
                &to_depth(9),
            );
            assert_eq!(thought.score(), Some(expected), "{:?}", line.last());
        }
    }
}

#[test]
fn a_win_in_one_is_a_win_in_one() {
    for options in all_options() {
        for depth in 1..=5 {
            let line = read("XX./OO./... x");
            let thought = think(
                &TicTacToe,
                &line,
                OpenLines,
                ThreatsFirst,
                &options,
                &to_depth(depth),
            );
            assert_eq!(thought.score(), Some(Score::win_in(1)));
            assert_eq!(TicTacToe.write_move(line.last(), thought.best), "c1");
            assert_eq!(thought.score().unwrap().verdict(), Verdict::WinIn(1));
        }
    }
}

#[test]
fn wins_come_soon_and_losses_late() {
    let best = |text: &str| {
        let tree = Tree::read(text);
        let choose = |options: &AlphaBetaOptions| {
            let line = Line::new(&tree);
            think(&tree, &line, Written, NoKnowledge, options, &to_depth(8)).best
        };
        let chosen: Vec<u8> = all_options().iter().map(choose).collect();
        assert!(chosen.iter().all(|&mv| mv == chosen[0]), "{text}");
        chosen[0]
    };
    assert_eq!(best("(((W)) W ((W)))"), 1);
    assert_eq!(best("(L ((L)) L)"), 1);
    assert_eq!(best("(((((W)))) ((W)))"), 1);
}

#[test]
fn the_table_saves_nodes_and_keeps_the_value() {
    let start = Line::new(&TicTacToe);
    for depth in 1..=9 {
        let run = |transposition| {
            let options = AlphaBetaOptions {
                transposition,
                ..AlphaBetaOptions::exact()
            };
            think(
                &TicTacToe,
                &start,
                Noise,
                NoKnowledge,
                &options,
                &to_depth(depth),
            )
        };
        let (with, without) = (run(true), run(false));
        assert_eq!(with.score(), without.score(), "depth {depth}");
        assert!(depth < 5 || with.nodes < without.nodes, "depth {depth}");
    }
}

#[test]
fn the_same_input_gives_the_same_nodes() {
    let start = Line::new(&TicTacToe);
    let run = |limits: &Limits| {
        let options = AlphaBetaOptions::default();
        let thought = think(
            &TicTacToe,
            &start,
            OpenLines,
            ThreatsFirst,
            &options,
            limits,
        );
        (
            thought.best,
            thought.variations,
            thought.depth,
            thought.nodes,
        )
    };
    for limits in [to_depth(8), nodes(1), nodes(777), nodes(5000)] {
        assert_eq!(run(&limits), run(&limits));
    }
    // Asked twice, a player remembers; after a new game it does not.
    let mut player = AlphaBeta::new(OpenLines, ThreatsFirst, AlphaBetaOptions::default());
    let mut ask = |fresh: bool| {
        if fresh {
            Player::<TicTacToe>::new_game(&mut player).unwrap();
        }
        player
            .think(&TicTacToe, &start, &to_depth(8), &mut NoObserver)
            .unwrap()
            .nodes
    };
    let first = ask(false);
    assert!(ask(false) < first);
    assert_eq!(ask(true), first);
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

#[test]
fn a_limit_of_nodes_holds() {
    let start = Line::new(&TicTacToe);
    for most in [0, 1, 2, 8, 9, 10, 100, 1000, 3000] {
        let options = AlphaBetaOptions::default();
        let thought = think(
            &TicTacToe,
            &start,
            OpenLines,
            ThreatsFirst,
            &options,
            &nodes(most),
        );
        assert!(thought.nodes <= most, "{} of {most}", thought.nodes);
        assert_eq!(thought.variations[0].moves[0], thought.best);
        assert_eq!(thought.variations[0].score.is_some(), most > 0);
    }
}

/// Stops at the n-th question, and remembers the reports.
struct Stopper {
    questions: Cell<u32>,
    stop_at: u32,
    depths: Vec<u32>,
}

impl Stopper {
    fn at(stop_at: u32) -> Self {
        Stopper {
            questions: Cell::new(0),
            stop_at,
            depths: Vec::new(),
        }
    }
}

impl<G: Game> Observer<G> for Stopper {
    fn report(&mut self, thought: &Thought<G::Move>) {
        self.depths.push(thought.depth);
    }

    fn stop(&self) -> bool {
        self.questions.set(self.questions.get() + 1);
        self.questions.get() >= self.stop_at
    }
}

#[test]
fn a_watch_sees_every_iteration_and_can_stop() {
    let game = toys::Superko { size: 7 };
    let line = Line::new(&game);
    let mut player = AlphaBeta::new(Noise, NoKnowledge, AlphaBetaOptions::default());

    let mut patient = Stopper::at(u32::MAX);
    let thought = player.think(&game, &line, &to_depth(5), &mut patient);
    assert_eq!(patient.depths, [1, 2, 3, 4, 5]);
    assert_eq!(thought.unwrap().depth, 5);

    for stop_at in [1, 2, 10] {
        let mut stopper = Stopper::at(stop_at);
        player.new_game().expect("built-in players do not fail");
        let thought = player
            .think(&game, &line, &to_depth(100), &mut stopper)
            .unwrap();
        assert_eq!(
            stopper.questions.get(),
            stop_at,
            "nothing is asked after a yes"
        );
        assert!(thought.nodes <= 1024 * u64::from(stop_at));
        assert!(thought.depth >= 1);
    }
}

#[test]
fn a_limit_of_time_holds() {
    let game = toys::Superko { size: 8 };
    let line = Line::new(&game);
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    let begun = Instant::now();
    let thought = think(
        &game,
        &line,
        Noise,
        NoKnowledge,
        &AlphaBetaOptions::default(),
        &limits,
    );
    assert!(thought.depth >= 1);
    // Generous: other tests run at the same time.
    assert!(begun.elapsed() < Duration::from_secs(2));
}

/// The lines reported are the best root moves with what each is worth by the twin.
fn check_lines<G: Game>(
    game: &G,
    line: &Line<G>,
    eval: impl Evaluate<G> + Copy,
    depth: u32,
    lines: usize,
) {
    let mut moves = Vec::new();
    line.legal_moves(game, &mut moves);
    let mut worth = HashMap::new();
    for &mv in &moves {
        let mut deeper = line.clone();
        deeper.push(game, mv);
        let score = negamax(game, &eval, &mut deeper, depth, line.ply());
        let same = deeper.turn(game) == line.turn(game);
        worth.insert(mv, if same { score } else { -score });
    }
    let mut expected: Vec<Score> = worth.values().copied().collect();
    expected.sort_by_key(|&score| -score);
    expected.truncate(lines.max(1));
    let limits = Limits {
        lines,
        ..to_depth(depth)
    };
    for options in all_options() {
        let thought = think(game, line, eval, NoKnowledge, &options, &limits);
        let scores = thought.variations.iter().map(|v| v.score.unwrap());
        assert_eq!(scores.collect::<Vec<_>>(), expected, "{options:?}");
        for variation in &thought.variations {
            assert_eq!(variation.score, Some(worth[&variation.moves[0]]));
        }
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    for lines in [0, 1, 2, 3, 6, 99] {
        check_lines(&TicTacToe, &read("X../.O./..X o"), Zero, 6, lines);
        for text in [
            "(3 (W (5 2)) (1 -1) L)",
            // The later of two ways to lose is listed first, so the sooner one must still be seen.
            "(((L) L) (((((L))))))",
            "(+((L) W) +(D W) (((L W) W) W))",
        ] {
            let tree = Tree::read(text);
            check_lines(&tree, &Line::new(&tree), Written, 7, lines);
        }
    }
}

#[test]
fn the_variation_can_be_played_and_leads_to_the_score() {
    let start = Line::new(&TicTacToe);
    let options = AlphaBetaOptions::default();
    for depth in 1..=9 {
        let thought = think(
            &TicTacToe,
            &start,
            Noise,
            NoKnowledge,
            &options,
            &to_depth(depth),
        );
        let mut line = start.clone();
        for &mv in &thought.variations[0].moves {
            let mut moves = Vec::new();
            line.legal_moves(&TicTacToe, &mut moves);
            assert!(moves.contains(&mv));
            line.push(&TicTacToe, mv);
        }
        assert_eq!(line.ply() as u32, depth);
        let end = negamax(&TicTacToe, &Noise, &mut line, 0, 0);
        let seen = if depth % 2 == 0 { end } else { -end };
        assert_eq!(thought.score(), Some(seen));
    }
}

/// Knows every position with five marks or more, by the twin.
struct Solved(HashMap<Board, Probed>);

impl Solved {
    fn new() -> Self {
        let mut solved = HashMap::new();
        for line in some_lines(&TicTacToe, 4000, 9) {
            if line.ply() < 5 {
                continue;
            }
            let score = negamax(&TicTacToe, &Zero, &mut line.clone(), 9, line.ply());
            let (value, distance) = match score.verdict() {
                Verdict::WinIn(plies) => (Value::Win, Some(plies)),
                Verdict::LossIn(plies) => (Value::Loss, Some(plies)),
                Verdict::Points(_) => (Value::Draw, None),
            };
            solved.insert(*line.last(), Probed { value, distance });
        }
        Solved(solved)
    }
}

impl Probe<TicTacToe> for Solved {
    fn probe(&self, _game: &TicTacToe, at: &Board) -> Result<Option<Probed>, ProbeError> {
        Ok(self.0.get(at).copied())
    }
}

struct Damaged;

impl Probe<TicTacToe> for Damaged {
    fn probe(&self, _game: &TicTacToe, _at: &Board) -> Result<Option<Probed>, ProbeError> {
        Err(ProbeError("block 7 is damaged".into()))
    }
}

#[test]
fn a_solved_table_saves_nodes_and_keeps_the_value() {
    let solved: Arc<dyn Probe<TicTacToe>> = Arc::new(Solved::new());
    for options in all_options() {
        for line in &some_lines(&TicTacToe, 10, 5)[1..] {
            let limits = to_depth(9);
            let plain = think(&TicTacToe, line, OpenLines, ThreatsFirst, &options, &limits);
            let probing = AlphaBeta::new(OpenLines, ThreatsFirst, options.clone())
                .with_probe(Arc::clone(&solved))
                .think(&TicTacToe, line, &limits, &mut NoObserver)
                .unwrap();
            assert_eq!(probing.score(), plain.score(), "{:?}", line.last());
            assert!(probing.nodes <= plain.nodes);
        }
    }
}

#[test]
fn a_damaged_table_is_a_fault_and_not_a_move() {
    let mut player = AlphaBeta::new(OpenLines, ThreatsFirst, AlphaBetaOptions::default())
        .with_probe(Arc::new(Damaged));
    let start = Line::new(&TicTacToe);
    let fault = player
        .think(&TicTacToe, &start, &to_depth(3), &mut NoObserver)
        .unwrap_err();
    assert_eq!(fault.to_string(), "block 7 is damaged");
}

#[test]
fn a_finished_game_is_a_fault() {
    let line = read("XXX/OO./... o");
    let mut player = AlphaBeta::new(OpenLines, ThreatsFirst, AlphaBetaOptions::default());
    assert!(
        player
            .think(&TicTacToe, &line, &to_depth(3), &mut NoObserver)
            .is_err()
    );
}

#[test]
fn own_bounds_hold_only_where_none_is_set() {
    let start = Line::new(&TicTacToe);
    let options = AlphaBetaOptions {
        depth: Some(2),
        ..AlphaBetaOptions::default()
    };
    let depth =
        |limits: &Limits| think(&TicTacToe, &start, OpenLines, NoKnowledge, &options, limits).depth;
    assert_eq!(depth(&Limits::default()), 2);
    assert_eq!(depth(&to_depth(4)), 4);
    assert!(depth(&nodes(100_000)) > 2);
}

/// The signature: a change of this number is a change of how the search plays.
#[test]
fn signature() {
    let positions = [
        Board::EMPTY,
        *read("X../.../... o").last(),
        *read("X../.O./..X o").last(),
        *read("XXX/OO./... o").last(),
    ];
    let nodes = bench_nodes(&TicTacToe, OpenLines, ThreatsFirst, &positions, 9);
    assert_eq!(nodes, 3617);
    let again = bench_nodes(&TicTacToe, OpenLines, ThreatsFirst, &positions, 9);
    assert_eq!(nodes, again);
}
