//! A session reads, plays and writes each move once.

use std::sync::Arc;

use yomikiri_game_api::conformance::toys::{Calls, Counted};
use yomikiri_lab::{AnySession, GameDefinition, Lab, Place, Registration};

fn session() -> (Box<dyn AnySession>, Arc<Calls>) {
    let toy = Counted::default();
    let calls = Arc::clone(&toy.calls);
    let define = |game: GameDefinition<Counted>| game;
    let game = Registration::with("counted", move || toy.clone(), define);
    let lab = Lab::builder().game(game).build();
    let game = lab.open_game("counted").unwrap();
    let session = game.session(&Place::default()).unwrap();
    calls.take();
    (session, calls)
}

#[test]
fn a_move_is_read_and_played_once_and_written_once() {
    let (mut session, calls) = session();
    let played = session.try_play(&["2"]).unwrap();
    assert_eq!(played.moves[0].text, "2");
    assert_eq!(calls.take(), (1, 1, 1));
    // The two legal moves are all that a view has to write.
    assert_eq!(session.position_view().legal.len(), 2);
    assert_eq!(calls.take(), (0, 0, 2));
    assert_eq!(session.view().played, played.moves);
    assert_eq!(calls.take(), (0, 0, 2));
}

#[test]
fn the_cost_of_a_move_does_not_grow_with_the_game() {
    let (mut session, calls) = session();
    let mut costs = Vec::new();
    for _ in 0..500 {
        session.try_play(&["1"]).unwrap();
        session.position_view();
        session.view();
        costs.push(calls.take());
    }
    assert_eq!(costs[0], costs[499]);
}

#[test]
fn a_refused_turn_leaves_nothing_behind() {
    let (mut session, calls) = session();
    session.try_play(&["1"]).unwrap();
    let before = session.view();
    // The turn passes after one move, and there is no move of three steps.
    assert!(session.try_play(&["1", "1"]).is_err());
    assert!(session.try_play(&["3"]).is_err());
    assert_eq!(session.view(), before);
    calls.take();
    session.try_play(&["2"]).unwrap();
    let texts: Vec<String> = session.played().into_iter().map(|mv| mv.text).collect();
    assert_eq!(texts, ["1", "2"]);
}

#[test]
fn a_fork_has_a_life_of_its_own_and_costs_no_moves() {
    let (mut session, calls) = session();
    for _ in 0..10 {
        session.try_play(&["1"]).unwrap();
    }
    session.resign(session.turn()).unwrap();
    calls.take();
    let copy = session.fork();
    assert!(copy.is_over());
    let mut study = session.fork_at(4);
    assert_eq!(calls.take(), (0, 0, 0));
    assert!(!study.is_over());
    assert_eq!((study.ply(), study.position()), (4, "4/4".to_owned()));
    study.try_play(&["2"]).unwrap();
    let texts: Vec<String> = study.played().into_iter().map(|mv| mv.text).collect();
    assert_eq!(texts, ["1", "1", "1", "1", "2"]);
    assert_eq!(
        (session.ply(), session.position()),
        (10, "10/10".to_owned())
    );
    assert_eq!(session.view().played, copy.view().played);
}
