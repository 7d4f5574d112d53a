//! Search knowledge of the game.

use std::collections::BTreeSet;

use yomikiri_game_api::{Evaluate, Explain, Game, Line, Notation, Side, Tactics};
use yomikiri_games::janken::{Janken, JankenEval, Position, SetUps, Symmetry};

use crate::{at, sampled};

#[test]
fn the_parts_of_the_evaluation_add_up() {
    let game = Janken::default();
    let eval = JankenEval::default();
    for place in sampled(&game, 100, 21) {
        let terms = eval.terms(&game, &place);
        let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
        let own = if place.side() == Side::First {
            sum
        } else {
            -sum
        };
        assert_eq!(eval.evaluate(&game, &place).0, own);
    }
}

#[test]
fn a_threat_to_reach_the_goal_is_one() {
    /// Whether the side to move can win within its turn.
    fn wins_in_the_turn(game: &Janken, place: &Position) -> bool {
        let mut moves = Vec::new();
        game.legal_moves(place, &mut moves);
        moves.into_iter().any(|mv| {
            let mut next = *place;
            game.play(&mut next, mv);
            match game.outcome(&next) {
                Some(outcome) => outcome.winner == Some(place.side()),
                None => next.side() == place.side() && wins_in_the_turn(game, &next),
            }
        })
    }
    let game = Janken::default();
    let eval = JankenEval::default();
    let (mut threats, mut wins) = (0, 0);
    for place in sampled(&game, 600, 33) {
        let half_turn = Symmetry::all().find(|symmetry| symmetry.half_turn).unwrap();
        if !place.is_turn_start() {
            continue;
        }
        // The board rotated with sides exchanged: the same board with the other side to move.
        let text = game.write_position(&place);
        let (board, _) = text.split_once(' ').unwrap();
        let other = !place.side();
        let turned = format!("{board} {} {} -", 1 + other.index(), place.allowance(other));
        let switched = at(&game, &turned);
        let threat = eval.in_check(&game, &place);
        threats += usize::from(threat);
        wins += usize::from(wins_in_the_turn(&game, &switched));
        assert!(!threat || wins_in_the_turn(&game, &switched), "{text}");
        assert_eq!(threat, eval.in_check(&game, &half_turn.position(&place)));
    }
    // What is missed needs two cubes, or captures the last enemy.
    assert!(
        threats > 30 && threats * 10 >= wins * 9,
        "{threats} of {wins}"
    );
}

#[test]
fn engines_place_their_cubes_and_then_play() {
    use yomikiri_game_api::{Limits, NoObserver, Observer, Player, PlayerFault, Thought};

    /// Plays the first legal move and scores every position a little better than the last one.
    struct Plain(i32);
    impl Player<Janken> for Plain {
        fn think(
            &mut self,
            game: &Janken,
            line: &Line<Janken>,
            _limits: &Limits,
            _observer: &mut dyn Observer<Janken>,
        ) -> Result<Thought<yomikiri_games::janken::Move>, PlayerFault> {
            assert!(!line.last().is_setup(), "set-ups are not its affair");
            self.0 += 1;
            let mut moves = Vec::new();
            line.legal_moves(game, &mut moves);
            let mut thought = Thought::plain(moves[0]);
            thought.variations[0].score = Some(yomikiri_game_api::Score(self.0));
            Ok(thought)
        }
    }
    let game = Janken::default();
    let set_up = |seed: u64| {
        let mut player = SetUps::new(Box::new(Plain(0)), seed);
        let mut line = Line::new(&game);
        for _ in 0..10 {
            let thought = player.think(&game, &line, &Limits::default(), &mut NoObserver);
            line.push(&game, thought.unwrap().best);
        }
        game.write_position(&line.positions()[8])
    };
    assert_eq!(set_up(1), set_up(1));
    let different: BTreeSet<String> = (1..20).map(set_up).collect();
    assert!(different.len() > 10, "{different:?}");
}
