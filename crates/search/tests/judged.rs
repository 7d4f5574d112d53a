//! Tables do not know the past: players that ask one ask the judge of repetitions, too.

use std::sync::Arc;

use yomikiri_game_api::{
    Limits, Line, NoObserver, Notation as _, Player, Probe, ProbeError, Probed, Score, Side,
    Thought, Value,
};
use yomikiri_games::xiangqi::{Move, Position, Xiangqi, XiangqiEval};
use yomikiri_search::{AlphaBeta, AlphaBetaOptions, Perfect};

/// Tells the same of every position with a side to move.
struct Always {
    red: Probed,
    black: Probed,
}

impl Probe<Xiangqi> for Always {
    fn probe(&self, _: &Xiangqi, at: &Position) -> Result<Option<Probed>, ProbeError> {
        Ok(Some(match at.turn() {
            Side::First => self.red,
            Side::Second => self.black,
        }))
    }
}

/// Red has checked all the time; after `a9a8` Black's `d8d9` makes the start occur for the third time.
fn checked_all_the_time(game: &Xiangqi) -> Line<Xiangqi> {
    let at = game.read_position("3k5/R8/9/9/9/9/9/9/9/5K3 w").unwrap();
    let mut line = Line::from_position(game, at);
    for text in ["a8a9", "d9d8", "a9a8", "d8d9", "a8a9", "d9d8"] {
        let mv = game.read_move(line.last(), text).unwrap();
        line.push(game, mv);
    }
    line
}

fn asked(player: &mut dyn Player<Xiangqi>, line: &Line<Xiangqi>) -> Thought<Move> {
    let limits = Limits {
        lines: 100,
        ..Limits::default()
    };
    let thought = player.think(&Xiangqi::default(), line, &limits, &mut NoObserver);
    thought.unwrap()
}

/// What a player thinks of the move that lets the opponent claim perpetual check.
fn of_the_check(line: &Line<Xiangqi>, thought: &Thought<Move>) -> Option<Score> {
    let check = Xiangqi::default().read_move(line.last(), "a9a8").unwrap();
    assert_ne!(thought.best, check);
    let mut variations = thought.variations.iter();
    let found = variations.find(|variation| variation.moves[0] == check);
    found.expect("every move is told").score
}

#[test]
fn perfect_lets_nobody_claim_perpetual_check() {
    let game = Xiangqi::default();
    let line = checked_all_the_time(&game);
    let won = Always {
        red: Probed::DRAW,
        black: Probed {
            value: Value::Loss,
            distance: Some(6),
        },
    };
    let mut player = Perfect::new(Arc::new(won), 1);
    for seed in 0..20 {
        player.reseed(seed);
        let thought = asked(&mut player, &line);
        assert_eq!(thought.score(), Some(Score::win_in(7)));
        assert_eq!(of_the_check(&line, &thought), Some(Score::loss_in(2)));
    }
}

#[test]
fn a_search_lets_nobody_claim_perpetual_check() {
    let game = Xiangqi::default();
    let line = checked_all_the_time(&game);
    let drawn = Always {
        red: Probed::DRAW,
        black: Probed::DRAW,
    };
    let options = AlphaBetaOptions {
        hash_mb: 1,
        depth: Some(3),
        ..AlphaBetaOptions::default()
    };
    let eval = XiangqiEval::default();
    let mut player =
        AlphaBeta::incremental(eval.clone(), eval, options).with_probe(Arc::new(drawn));
    let thought = asked(&mut player, &line);
    assert_eq!(thought.score(), Some(Score::DRAW));
    let score = of_the_check(&line, &thought);
    assert!(score < Some(Score::DRAW), "{score:?}");
}
