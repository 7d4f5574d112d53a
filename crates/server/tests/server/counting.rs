//! The agreement on a result after play has stopped, and the size of what rooms send on large boards.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use yomikiri_game_api::{Declare, Game, Limits, Line, Observer, Player, PlayerFault, Thought};
use yomikiri_games::go::Go;
use yomikiri_lab::{GameDefinition, Lab, Registration, Seat};
use yomikiri_server::ServerLimits;

use crate::common::{Client, House, quick};
use crate::playing::{table, two_people};

/// Two walls on 5x5 with a dead stone behind each: A3 (cell 10) is White's, E3 (cell 14) Black's.
const WALLS: [&str; 12] = [
    "C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "E3", "A3",
];

fn walls(passes: usize) -> Value {
    let mut asked = two_people("go?size=5");
    let passes = std::iter::repeat_n("pass", passes);
    let moves: Vec<&str> = WALLS.into_iter().chain(passes).collect();
    asked["moves"] = json!(moves);
    asked
}

/// Both pass, and both hear that play has stopped.
async fn stop(a: &mut Client, b: &mut Client, ply: usize) -> Value {
    a.play(ply, "pass").await;
    b.event().await;
    let stopped = b.play(ply + 1, "pass").await;
    assert_eq!(a.event().await, stopped);
    assert_eq!(stopped["event"]["kind"], "moved");
    assert_eq!(stopped["state"]["outcome"], Value::Null);
    stopped
}

/// What somebody says, as both hear it.
async fn said(from: &mut Client, other: &mut Client, message: Value) -> Value {
    from.say(message).await;
    let told = from.event().await;
    assert_eq!(other.event().await, told);
    told
}

fn mark(cell: usize, dead: bool) -> Value {
    json!({"type": "mark", "cell": cell, "dead": dead})
}

fn accept(dead: &[usize]) -> Value {
    json!({"type": "accept_count", "dead": dead})
}

#[tokio::test]
async fn both_sides_agree_on_what_is_dead() {
    let house = House::open().await;
    let mut asked = walls(0);
    asked["clock"] = json!({"kind": "fischer", "main_ms": 600_000, "increment_ms": 1000});
    let (room, mut a, mut b, _) = table(&house, asked).await;
    let stopped = stop(&mut a, &mut b, 12).await;
    let counting = &stopped["state"]["counting"];
    assert_eq!(counting["dead"], json!([]));
    assert_eq!(counting["outcome"]["margin"], 0.0);
    assert_eq!(stopped["state"]["clock"]["running"], Value::Null);
    assert_eq!(stopped["state"]["legal"], json!([]));
    a.say(json!({"type": "move", "moves": ["B1"], "ply": 14}))
        .await;
    assert_eq!(a.error().await, "counting");
    a.say(mark(0, true)).await;
    assert_eq!(a.error().await, "bad_cell");

    let marked = said(&mut a, &mut b, mark(10, true)).await;
    assert_eq!(
        marked["event"],
        json!({"kind": "marked", "by": "first", "cells": [10], "dead": true})
    );
    let accepted = said(&mut b, &mut a, accept(&[10])).await;
    assert_eq!(
        accepted["state"]["counting"]["accepted"],
        json!({"first": false, "second": true})
    );
    // Any change withdraws what was accepted.
    let marked = said(&mut a, &mut b, mark(14, true)).await;
    let counting = &marked["state"]["counting"];
    assert_eq!(
        counting["accepted"],
        json!({"first": false, "second": false})
    );
    assert_eq!(counting["dead"], json!([10, 14]));
    assert_eq!(counting["outcome"]["margin"], 5.0);
    let own = |side: &str| counting["territory"][side].as_array().unwrap().len();
    assert_eq!((own("first"), own("second")), (10, 5));
    let sum = |side: &str| -> f64 {
        let parts = counting["parts"].as_array().unwrap().iter();
        parts.map(|part| part[side].as_f64().unwrap()).sum()
    };
    assert_eq!((sum("first"), sum("second")), (15.0, 10.0));
    // Marks that were not seen cannot be accepted.
    b.say(accept(&[10])).await;
    assert_eq!(b.error().await, "stale");

    said(&mut a, &mut b, accept(&[14, 10])).await;
    b.say(accept(&[10, 14])).await;
    assert_eq!(b.event().await["event"]["kind"], "accepted");
    let ended = b.event().await;
    assert_eq!(ended["event"]["kind"], "ended");
    assert_eq!(ended["event"]["outcome"]["winner"], "first");
    assert_eq!(ended["event"]["outcome"]["margin"], 5.0);
    // What was agreed on stays to be seen.
    assert_eq!(ended["state"]["counting"]["dead"], json!([10, 14]));
    a.event().await;
    a.event().await;
    a.say(mark(14, false)).await;
    assert_eq!(a.error().await, "not_counting");
    let (status, _, record) = house
        .raw(
            "GET",
            &format!("/api/v1/rooms/{room}/record?format=sgf"),
            &[],
            "",
        )
        .await;
    assert_eq!(status, 200);
    assert!(record.contains("RE[B+5]"), "{record}");
}

#[tokio::test]
async fn play_goes_on_where_they_disagree() {
    let house = House::open().await;
    let (room, mut a, mut b, _) = table(&house, walls(0)).await;
    stop(&mut a, &mut b, 12).await;
    said(&mut a, &mut b, mark(10, true)).await;
    let resumed = said(&mut b, &mut a, json!({"type": "resume"})).await;
    assert_eq!(resumed["event"], json!({"kind": "resumed", "by": "second"}));
    assert_eq!(resumed["state"]["counting"], Value::Null);
    assert_eq!(resumed["state"]["side"], "first");
    a.play(14, "B3").await;
    b.event().await;
    b.play(15, "A4").await;
    a.event().await;
    // The list of moves can be looked at, past the passes.
    let view = house.get(&format!("/api/v1/rooms/{room}")).await;
    let moves: Vec<&str> = view["played"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv["text"].as_str().unwrap())
        .collect();
    let look = house
        .post(
            "/api/v1/look",
            json!({"game": view["game"], "position": view["start"], "moves": moves}),
        )
        .await;
    assert_eq!(look["view"]["position"], view["position"]);
    // Taking the two moves back leads to play resumed, not to the count.
    a.say(json!({"type": "take_back"})).await;
    let offer = b.event().await["event"]["offer"]["id"].clone();
    a.event().await;
    b.say(json!({"type": "answer", "offer": offer, "accept": true}))
        .await;
    let back = a.event().await;
    b.event().await;
    assert_eq!(back["state"]["ply"], 14);
    assert_eq!(back["state"]["counting"], Value::Null);
    let stopped = stop(&mut a, &mut b, 14).await;
    assert_eq!(stopped["state"]["counting"]["dead"], json!([]));
    a.say(accept(&[])).await;
    a.event().await;
    b.event().await;
    b.say(accept(&[])).await;
    b.event().await;
    assert_eq!(b.event().await["event"]["outcome"]["winner"], Value::Null);
    let look = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(look["ply"], 16);
}

/// The store is copied while the server runs, as a power cut would leave it.
#[tokio::test]
async fn a_killed_server_loses_nothing_of_the_count() {
    let house = House::open().await;
    let (room, mut a, mut b, [first, second]) = table(&house, walls(0)).await;
    stop(&mut a, &mut b, 12).await;
    said(&mut a, &mut b, json!({"type": "resume"})).await;
    stop(&mut a, &mut b, 14).await;
    said(&mut b, &mut a, mark(14, true)).await;
    said(&mut a, &mut b, mark(10, true)).await;
    said(&mut a, &mut b, accept(&[10, 14])).await;
    let before = house.get(&format!("/api/v1/rooms/{room}")).await;
    let house = house.after_a_crash().await;
    let after = house.get(&format!("/api/v1/rooms/{room}")).await;
    for part in ["position", "played", "seq", "counting", "outcome", "side"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(after["counting"]["accepted"]["first"], true);
    let (_, _) = house.join(&room, Some(&first)).await;
    let (mut b, _) = house.join(&room, Some(&second)).await;
    b.say(accept(&[10, 14])).await;
    b.event().await;
    assert_eq!(b.event().await["event"]["outcome"]["margin"], 5.0);
    let house = house.after_a_crash().await;
    let after = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(after["outcome"]["margin"], 5.0);
    assert_eq!(after["counting"]["dead"], json!([10, 14]));
}

/// Passes, and takes what it is told for dead.
struct Judge(Vec<usize>);

impl Player<Go> for Judge {
    fn think(
        &mut self,
        game: &Go,
        line: &Line<Go>,
        _limits: &Limits,
        _observer: &mut dyn Observer<Go>,
    ) -> Result<Thought<<Go as Game>::Move>, PlayerFault> {
        let mut legal = Vec::new();
        line.legal_moves(game, &mut legal);
        let pass = legal.into_iter().find(|mv| mv.cell().is_none());
        Ok(Thought::plain(pass.expect("a pass is legal")))
    }

    fn dead(&mut self, _game: &Go, _line: &Line<Go>) -> Option<Vec<usize>> {
        Some(self.0.clone())
    }
}

async fn house_with_judge(limits: ServerLimits) -> House {
    let define = |game: GameDefinition<Go>| {
        // Under two names: as the engine that is usually asked, and as one that sits down.
        let usual = Go::default().profile().usual_engine.unwrap_or("mcts");
        let names = [usual, "judge"].into_iter();
        names.fold(game.arrange().settle(), |game, name| {
            game.player(name, &[], |_, _| {
                Ok(Seat {
                    player: Box::new(Judge(vec![10, 14, 0, 999])),
                    limits: Limits::default(),
                })
            })
        })
    };
    let lab = |data: &Path| {
        let game = Registration::new("go", define);
        let lab = Lab::builder().game(game).build();
        lab.with_data_dir(data.to_owned())
    };
    House::with_lab(limits, None, lab).await
}

#[tokio::test]
async fn an_engine_says_what_is_dead_and_to_disagree_is_to_play_on() {
    let house = house_with_judge(quick()).await;
    let mut asked = walls(0);
    asked["second"] = json!({"kind": "engine", "player": "judge"});
    let (room, [token, _]) = house.room(asked).await;
    let (mut a, _) = house.join(&room, token.as_deref()).await;
    a.play(12, "pass").await;
    assert_eq!(a.event().await["event"]["moves"][0]["text"], "pass");
    let judged = a.event().await;
    assert_eq!(judged["event"], json!({"kind": "judged", "by": "second"}));
    let counting = &judged["state"]["counting"];
    assert_eq!(counting["dead"], json!([10, 14]), "only cells with stones");
    assert_eq!(counting["judged_by"], "second");
    a.say(mark(10, false)).await;
    assert_eq!(a.error().await, "engine_judges");
    a.say(json!({"type": "resume"})).await;
    assert_eq!(a.event().await["event"]["kind"], "resumed");
    a.play(14, "pass").await;
    a.event().await;
    assert_eq!(a.event().await["event"]["kind"], "judged");
    a.say(accept(&[10, 14])).await;
    assert_eq!(a.event().await["event"]["kind"], "accepted");
    assert_eq!(a.event().await["event"]["outcome"]["margin"], 5.0);
}

#[tokio::test]
async fn two_engines_end_their_game_by_themselves() {
    let house = house_with_judge(quick()).await;
    let mut asked = walls(1);
    asked["first"] = json!({"kind": "engine", "player": "judge"});
    asked["second"] = json!({"kind": "engine", "player": "judge"});
    let (room, _) = house.room(asked).await;
    let (mut watcher, _) = house.join(&room, None).await;
    loop {
        let view = house.get(&format!("/api/v1/rooms/{room}")).await;
        if view["outcome"].is_object() {
            assert_eq!(view["outcome"]["margin"], 5.0);
            break;
        }
        watcher.say(json!({"type": "ping", "t": 1})).await;
        watcher.hear("pong").await;
    }
}

#[tokio::test]
async fn an_absent_opponent_is_counted_by_an_engine() {
    let limits = ServerLimits {
        patience: Duration::ZERO,
        ..quick()
    };
    let house = house_with_judge(limits).await;
    let (_, mut a, mut b, _) = table(&house, walls(0)).await;
    stop(&mut a, &mut b, 12).await;
    said(&mut b, &mut a, mark(10, true)).await;
    drop(b);
    loop {
        let presence = a.hear("presence").await;
        if presence["absent"].is_object() {
            break;
        }
    }
    a.say(json!({"type": "claim", "result": "win"})).await;
    let ended = a.event().await;
    assert_eq!(ended["event"]["outcome"]["margin"], 5.0);
    assert_eq!(ended["event"]["outcome"]["winner"], "first");
}

/// An event on a full board of 19 lines stays small, also while it is counted.
#[tokio::test]
async fn events_on_a_full_board_stay_small() {
    let house = House::open().await;
    let row = |stone: &str| format!("{}1{}", stone.repeat(9), stone.repeat(9));
    let rows: Vec<String> = (0..19)
        .map(|at| row(if at % 2 == 0 { "X" } else { "O" }))
        .collect();
    let full = format!("{} b -", rows.join("/"));
    for (name, start) in [("empty", None), ("full", Some(full))] {
        let mut asked = two_people("go");
        asked["position"] = json!(start);
        asked["clock"] =
            json!({"kind": "canadian", "main_ms": 600_000, "period_ms": 60_000, "turns": 10});
        let (_, mut a, mut b, _) = table(&house, asked).await;
        let moved = a.play(0, "pass").await;
        b.event().await;
        let stopped = b.play(1, "pass").await;
        for (what, event) in [("move", moved), ("count", stopped)] {
            let bytes = event.to_string().len();
            println!("{name} board, {what}: {bytes} bytes");
            assert!(bytes <= 8 * 1024, "{name}, {what}: {bytes}");
        }
    }
}
