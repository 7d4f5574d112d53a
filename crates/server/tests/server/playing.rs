//! Whole games, reconnecting, restarting, and everything players do to one another.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use yomikiri_game_api::{Game, Limits, Line, Observer, Player, PlayerFault, Thought};
use yomikiri_games::tictactoe::TicTacToe;
use yomikiri_lab::{GameDefinition, Lab, Registration, Seat};

use crate::common::{Client, House, quick};
use yomikiri_game_api::conformance::toys::Counted;
use yomikiri_server::ServerLimits;

pub(crate) fn two_people(game: &str) -> Value {
    json!({"game": game, "first": {"kind": "here"}, "second": {"kind": "open"}})
}

/// A room with both seats taken: the two players' connections.
pub(crate) async fn table(house: &House, asked: Value) -> (String, Client, Client, [String; 2]) {
    let (room, [first, _]) = house.room(asked).await;
    let first = first.unwrap();
    let second = house.sit(&room).await;
    let (mut a, welcome) = house.join(&room, Some(&first)).await;
    assert_eq!(welcome["you"], "first");
    let (b, welcome) = house.join(&room, Some(&second)).await;
    assert_eq!(welcome["you"], "second");
    // Whoever was first sees the other one come.
    loop {
        let presence = a.hear("presence").await;
        if presence["seats"]["second"]["present"] == true {
            break;
        }
    }
    (room, a, b, [first, second])
}

#[tokio::test]
async fn a_whole_game_is_played_over_sockets() {
    let house = House::open().await;
    let (room, mut a, mut b, _) = table(&house, two_people("tictactoe")).await;
    let (mut watcher, welcome) = house.join(&room, None).await;
    assert_eq!(welcome["you"], "spectator");
    let mut seq = welcome["seq"].as_u64().unwrap();
    for (ply, mv) in ["a1", "a2", "b1", "b2", "c1"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut a } else { &mut b };
        let told = mover.play(ply, mv).await;
        assert_eq!(told["event"]["kind"], "moved");
        assert_eq!(told["event"]["moves"][0]["text"], mv);
        let other = if ply % 2 == 0 { &mut b } else { &mut a };
        assert_eq!(other.event().await["seq"], told["seq"]);
        let seen = watcher.event().await;
        seq += 1;
        assert_eq!(seen["seq"], seq, "no gap");
        assert_eq!(seen["state"]["ply"], ply + 1);
    }
    let ended = a.event().await;
    assert_eq!(ended["event"]["kind"], "ended");
    assert_eq!(ended["event"]["outcome"]["winner"], "first");
    assert_eq!(ended["state"]["legal"], json!([]));
    let view = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(view["played"].as_array().unwrap().len(), 5);
    let (status, _, record) = house
        .raw(
            "GET",
            &format!("/api/v1/rooms/{room}/record?format=json"),
            &[],
            "",
        )
        .await;
    assert_eq!(status, 200);
    let record: Value = serde_json::from_str(&record).unwrap();
    assert_eq!(record["game"], "tictactoe");
}

#[tokio::test]
async fn a_lost_connection_hears_what_it_missed() {
    let house = House::open().await;
    let (room, mut a, mut b, [first, _]) = table(&house, two_people("anpanman")).await;
    let told = a.play(0, "b5b4").await;
    let seen = told["seq"].as_u64().unwrap();
    drop(a);
    b.event().await;
    b.play(1, "b1b2").await;
    let mut again = house.connect(&format!("/api/v1/rooms/{room}/ws")).await;
    again
        .say(json!({"type": "hello", "token": first, "seen": seen}))
        .await;
    let welcome = again.hear("welcome").await;
    assert_eq!(welcome["you"], "first");
    assert_eq!(welcome["room"]["ply"], 2);
    let missed = again.event().await;
    assert_eq!(missed["seq"], seen + 1);
    assert_eq!(missed["replayed"], true);
    assert_eq!(missed["event"]["moves"][0]["text"], "b1b2");
    again.play(2, "a5a4").await;
}

#[tokio::test]
async fn a_restart_loses_nothing() {
    let house = House::open().await;
    let mut asked = two_people("dobutsu");
    asked["clock"] = json!({"kind": "fischer", "main_ms": 600_000, "increment_ms": 1000});
    let (room, mut a, mut b, [first, second]) = table(&house, asked).await;
    a.play(0, "b3b2").await;
    b.event().await;
    b.play(1, "b1b2").await;
    b.say(json!({"type": "offer_draw"})).await;
    b.event().await;
    let before = house.get(&format!("/api/v1/rooms/{room}")).await;
    let house = house.restart().await;
    assert_eq!(a.hear("closing").await["reason"], "shutdown");
    let after = house.get(&format!("/api/v1/rooms/{room}")).await;
    for part in [
        "position", "played", "seq", "offers", "start", "side", "game", "legal",
    ] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(after["clock"]["running"], "first");
    let left = |view: &Value| view["clock"]["left_ms"]["first"].as_u64().unwrap();
    assert!(left(&after) <= left(&before) && left(&before) <= 600_000);
    let (mut b, welcome) = house.join(&room, Some(&second)).await;
    assert_eq!(welcome["you"], "second");
    let (mut a, _) = house.join(&room, Some(&first)).await;
    let offer = &after["offers"][0];
    assert_eq!(offer["kind"], "draw");
    a.say(json!({"type": "answer", "offer": offer["id"], "accept": true}))
        .await;
    let ended = b.event().await;
    assert_eq!(
        ended["event"]["outcome"],
        json!({"winner": null, "reason": "agreement", "margin": null})
    );
}

#[tokio::test]
async fn seats_are_for_two_and_only_for_those_who_have_them() {
    let house = House::open().await;
    let (room, mut a, _b, [first, _]) = table(&house, two_people("anpanman")).await;
    let sit = format!("/api/v1/rooms/{room}/sit");
    assert_eq!(
        house.refused(&sit, json!({})).await,
        (409, "seat_taken".into())
    );
    for side in ["first", "second"] {
        let (status, code) = house.refused(&sit, json!({"side": side})).await;
        assert_eq!((status, code.as_str()), (409, "seat_taken"));
    }
    let (mut watcher, _) = house.join(&room, None).await;
    for command in [
        json!({"type": "move", "moves": ["b5b4"], "ply": 0}),
        json!({"type": "resign"}),
        json!({"type": "take_back"}),
        json!({"type": "offer_draw"}),
        json!({"type": "claim", "result": "win"}),
    ] {
        watcher.say(command).await;
        assert_eq!(watcher.error().await, "not_your_seat");
    }
    // The secret of another room, and one that never was.
    let (_, [foreign, _]) = house.room(two_people("anpanman")).await;
    for token in [foreign.unwrap(), "0".repeat(32), String::new()] {
        let mut stranger = house.connect(&format!("/api/v1/rooms/{room}/ws")).await;
        stranger.say(json!({"type": "hello", "token": token})).await;
        assert_eq!(stranger.error().await, "bad_token");
    }
    // The room is unharmed.
    assert_eq!(a.play(0, "b5b4").await["event"]["kind"], "moved");
    let (_, welcome) = house.join(&room, Some(&first)).await;
    assert_eq!(welcome["room"]["ply"], 1);
}

#[tokio::test]
async fn two_who_sit_down_at_once_do_not_share_a_seat() {
    let house = House::open().await;
    let (room, _) = house
        .room(json!({"game": "anpanman", "first": {"kind": "open"}, "second": {"kind": "open"}}))
        .await;
    let sit = format!("/api/v1/rooms/{room}/sit");
    let asked = (0..10).map(|_| house.ask("POST", &sit, json!({})));
    let answers = futures_util::future::join_all(asked).await;
    let seated: Vec<&Value> = answers
        .iter()
        .filter(|(status, _)| *status == 200)
        .map(|(_, seat)| seat)
        .collect();
    assert_eq!(seated.len(), 2);
    assert_ne!(seated[0]["side"], seated[1]["side"]);
    assert_ne!(seated[0]["token"], seated[1]["token"]);
}

#[tokio::test]
async fn moves_are_played_once_in_turn_and_legal() {
    let house = House::open().await;
    let (_, mut a, mut b, _) = table(&house, two_people("anpanman")).await;
    b.say(json!({"type": "move", "moves": ["b1b2"], "ply": 0, "ref": "x"}))
        .await;
    let error = b.error_message().await;
    assert_eq!(error["error"]["code"], "not_your_turn");
    assert_eq!(error["ref"], "x");
    for (moves, code) in [
        (json!(["a5a1"]), "bad_move"),
        (json!([]), "bad_move"),
        (json!(["b5b4", "b1b2"]), "bad_move"),
        (json!(["x".repeat(1000)]), "bad_move"),
        (json!(vec!["b5b4"; 100]), "bad_move"),
    ] {
        a.say(json!({"type": "move", "moves": moves, "ply": 0}))
            .await;
        assert_eq!(a.error().await, code);
    }
    a.play(0, "b5b4").await;
    a.say(json!({"type": "move", "moves": ["b5b4"], "ply": 0}))
        .await;
    assert_eq!(a.error().await, "already_played");
    a.say(json!({"type": "move", "moves": ["a5a4"], "ply": 0}))
        .await;
    assert_eq!(a.error().await, "stale");
    a.say(json!({"type": "move", "moves": ["a5a4"], "ply": 7}))
        .await;
    assert_eq!(a.error().await, "stale");
    assert_eq!(b.event().await["state"]["ply"], 1);
}

#[tokio::test]
async fn a_move_is_taken_back_by_consent() {
    let house = House::open().await;
    let (_, mut a, mut b, _) = table(&house, two_people("anpanman")).await;
    a.say(json!({"type": "take_back"})).await;
    assert_eq!(a.error().await, "nothing_to_take_back");
    a.play(0, "b5b4").await;
    b.event().await;
    b.play(1, "b1b2").await;
    a.event().await;
    a.say(json!({"type": "take_back"})).await;
    let offered = b.event().await;
    assert_eq!(offered["event"]["kind"], "offered");
    let id = &offered["event"]["offer"]["id"];
    // Only the other side answers.
    a.event().await;
    a.say(json!({"type": "answer", "offer": id, "accept": true}))
        .await;
    assert_eq!(a.error().await, "not_your_offer");
    b.say(json!({"type": "answer", "offer": id, "accept": false}))
        .await;
    assert_eq!(a.event().await["event"]["kind"], "declined");
    a.say(json!({"type": "take_back"})).await;
    assert_eq!(a.error().await, "already_declined");
    b.event().await;
    // The other one asks, and gets its own last move back.
    b.say(json!({"type": "take_back"})).await;
    let offered = a.event().await;
    a.say(json!({"type": "answer", "offer": offered["event"]["offer"]["id"], "accept": true}))
        .await;
    let back = a.event().await;
    assert_eq!(back["event"], json!({"kind": "took_back", "plies": 1}));
    assert_eq!(back["state"]["ply"], 1);
    assert_eq!(back["state"]["offers"], json!([]));
}

#[tokio::test]
async fn engines_let_everything_be_taken_back() {
    let house = House::open().await;
    let (room, [first, _]) = house
        .room(json!({"game": "anpanman", "first": {"kind": "here"},
            "second": {"kind": "engine", "player": "random:seed=3"}}))
        .await;
    let (mut a, _) = house.join(&room, first.as_deref()).await;
    a.play(0, "b5b4").await;
    let answer = a.event().await;
    assert_eq!(answer["state"]["ply"], 2);
    a.say(json!({"type": "take_back"})).await;
    let back = a.event().await;
    assert_eq!(back["event"], json!({"kind": "took_back", "plies": 2}));
    assert_eq!(back["state"]["ply"], 0);
    // Also after giving up.
    a.play(0, "b5b4").await;
    a.event().await;
    a.say(json!({"type": "resign"})).await;
    assert_eq!(a.event().await["event"]["outcome"]["reason"], "resign");
    a.say(json!({"type": "take_back"})).await;
    let back = a.event().await;
    assert_eq!(back["state"]["outcome"], Value::Null);
    assert_eq!(back["state"]["ply"], 0);
}

#[tokio::test]
async fn engines_play_each_other_to_the_end() {
    let house = House::open().await;
    let (room, _) = house
        .room(json!({"game": "tictactoe",
            "first": {"kind": "engine", "player": "random"},
            "second": {"kind": "engine", "player": "alphabeta:depth=3"}}))
        .await;
    let (mut watcher, _) = house.join(&room, None).await;
    let mut seq = 0;
    let end = loop {
        let event = watcher.event().await;
        let number = event["seq"].as_u64().unwrap();
        assert!(seq == 0 || number == seq + 1, "a gap after {seq}");
        seq = number;
        if event["event"]["kind"] == "ended" {
            break event;
        }
    };
    assert!(end["state"]["outcome"].is_object());
    assert_eq!(end["state"]["thinking"], Value::Null);
}

/// Resigns whenever it is asked.
struct Quitter;

impl Player<TicTacToe> for Quitter {
    fn think(
        &mut self,
        game: &TicTacToe,
        line: &Line<TicTacToe>,
        _limits: &Limits,
        _observer: &mut dyn Observer<TicTacToe>,
    ) -> Result<Thought<<TicTacToe as Game>::Move>, PlayerFault> {
        let mut legal = Vec::new();
        line.legal_moves(game, &mut legal);
        Ok(Thought::resignation(legal[0]))
    }
}

#[tokio::test]
async fn an_engine_that_resigns_ends_the_game() {
    let define = |game: GameDefinition<TicTacToe>| {
        game.player("quitter", &[], |_, _| {
            Ok(Seat {
                player: Box::new(Quitter),
                limits: Limits::default(),
            })
        })
    };
    let lab = |data: &Path| {
        let game = Registration::new("tictactoe", define);
        let lab = Lab::builder().game(game).build();
        lab.with_data_dir(data.to_owned())
    };
    let house = House::with_lab(quick(), None, lab).await;
    let (room, _) = house
        .room(json!({"game": "tictactoe",
            "first": {"kind": "engine", "player": "quitter"},
            "second": {"kind": "engine", "player": "quitter"}}))
        .await;
    let (mut watcher, joined) = house.join(&room, None).await;
    let outcome = json!({"winner": "second", "reason": "resign", "margin": null});
    // The engine may have been quicker than the watcher.
    if joined["state"]["outcome"].is_null() {
        let ended = watcher.event().await;
        assert_eq!(ended["event"]["kind"], "ended");
        assert_eq!(ended["event"]["outcome"], outcome);
        assert_eq!(ended["state"]["moves"].as_array().map_or(0, Vec::len), 0);
    } else {
        assert_eq!(joined["state"]["outcome"], outcome);
    }
}

#[tokio::test]
async fn the_clock_falls_by_itself_and_by_the_servers_time() {
    let house = House::open().await;
    let mut asked = two_people("anpanman");
    asked["clock"] = json!({"kind": "sudden_death", "main_ms": 300});
    let (_, mut a, mut b, _) = table(&house, asked).await;
    // The first turn is not timed.
    let told = a.play(0, "b5b4").await;
    assert_eq!(told["state"]["clock"]["left_ms"]["first"], 300);
    assert_eq!(told["state"]["clock"]["running"], "second");
    b.event().await;
    let ended = b.event().await;
    assert_eq!(
        ended["event"]["outcome"],
        json!({"winner": "first", "reason": "time", "margin": null})
    );
    assert_eq!(ended["state"]["clock"]["left_ms"]["second"], 0);
    b.say(json!({"type": "move", "moves": ["b1b2"], "ply": 1}))
        .await;
    assert_eq!(b.error().await, "game_over");
}

#[tokio::test]
async fn byoyomi_falls_only_after_its_periods() {
    let house = House::open().await;
    let mut asked = two_people("anpanman");
    asked["clock"] = json!({"kind": "byoyomi", "main_ms": 0, "period_ms": 100, "periods": 2});
    let (_, mut a, mut b, _) = table(&house, asked).await;
    let told = a.play(0, "b5b4").await;
    assert_eq!(told["state"]["clock"]["periods_left"]["second"], 2);
    b.event().await;
    let begun = told["at_ms"].as_u64().unwrap();
    let ended = b.event().await;
    assert_eq!(ended["event"]["outcome"]["reason"], "time");
    assert!(ended["at_ms"].as_u64().unwrap() - begun >= 200);
    assert_eq!(ended["state"]["clock"]["periods_left"]["second"], 0);
}

#[tokio::test]
async fn an_absent_opponent_can_be_claimed_against() {
    let limits = ServerLimits {
        patience: Duration::from_millis(300),
        ..quick()
    };
    let house = House::with(limits, None).await;
    let (_, mut a, b, _) = table(&house, two_people("anpanman")).await;
    a.say(json!({"type": "claim", "result": "win"})).await;
    assert_eq!(a.error().await, "not_absent");
    drop(b);
    let absent = loop {
        let presence = a.hear("presence").await;
        if presence["absent"].is_object() {
            break presence["absent"].clone();
        }
    };
    assert_eq!(absent["side"], "second");
    let at = absent["claim_at_ms"].as_u64().unwrap();
    loop {
        a.say(json!({"type": "ping", "t": 1})).await;
        if a.hear("pong").await["now_ms"].as_u64().unwrap() >= at {
            break;
        }
        tokio::time::sleep(Duration::from_millis(60)).await;
    }
    a.say(json!({"type": "claim", "result": "win"})).await;
    let ended = a.event().await;
    assert_eq!(
        ended["event"]["outcome"],
        json!({"winner": "first", "reason": "forfeit", "margin": null})
    );
}

#[tokio::test]
async fn a_rematch_swaps_sides_and_keeps_the_secrets() {
    let house = House::open().await;
    let (_, mut a, mut b, [first, second]) = table(&house, two_people("anpanman")).await;
    a.say(json!({"type": "rematch"})).await;
    assert_eq!(a.error().await, "game_goes_on");
    a.say(json!({"type": "resign"})).await;
    a.event().await;
    b.event().await;
    a.say(json!({"type": "rematch"})).await;
    a.event().await;
    b.event().await;
    b.say(json!({"type": "rematch"})).await;
    let again = a.event().await;
    let room = again["event"]["room"].as_str().unwrap();
    assert_eq!(again["state"]["next_room"], room);
    let (_, welcome) = house.join(room, Some(&first)).await;
    assert_eq!(welcome["you"], "second");
    let (_, welcome) = house.join(room, Some(&second)).await;
    assert_eq!(welcome["you"], "first");
}

#[tokio::test]
async fn two_people_share_a_screen() {
    let house = House::open().await;
    let (room, [first, second]) = house
        .room(json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}}))
        .await;
    assert_eq!(first, second);
    let (mut both, welcome) = house.join(&room, first.as_deref()).await;
    assert_eq!(welcome["you"], "both");
    both.play(0, "b5b4").await;
    both.play(1, "b1b2").await;
    both.say(json!({"type": "take_back"})).await;
    assert_eq!(both.event().await["state"]["ply"], 1);
    both.say(json!({"type": "offer_draw"})).await;
    assert_eq!(
        both.event().await["event"]["outcome"]["reason"],
        "agreement"
    );
    both.say(json!({"type": "rematch"})).await;
    assert_eq!(both.event().await["event"]["kind"], "rematch");
}

#[tokio::test]
async fn an_engine_answers_a_draw_offer() {
    let house = House::open().await;
    let (room, [first, _]) = house
        .room(json!({"game": "anpanman", "first": {"kind": "here"},
            "second": {"kind": "engine", "player": "random"}}))
        .await;
    let (mut a, _) = house.join(&room, first.as_deref()).await;
    a.say(json!({"type": "offer_draw"})).await;
    assert_eq!(a.event().await["event"]["kind"], "offered");
    // One who does not judge declines.
    assert_eq!(a.event().await["event"]["kind"], "declined");
}

#[tokio::test]
async fn live_lines_come_where_the_room_allows() {
    let house = House::open().await;
    let (room, [token, _]) = house
        .room(
            json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"},
            "hints": true}),
        )
        .await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    let analyze = json!({"type": "analyze", "lines": 2, "player": "alphabeta:depth=4"});
    client.say(analyze.clone()).await;
    loop {
        let lines = client.hear("lines").await;
        assert!(lines["report"]["lines"].as_array().unwrap().len() <= 2);
        if lines["done"] == true {
            assert_eq!(lines["report"]["depth"], 4);
            break;
        }
    }
    // About an earlier position of the game, too, and about moves from there.
    client.play(0, "b5b4").await;
    client.play(1, "b1b2").await;
    for (ply, moves, side) in [(0, json!([]), "first"), (1, json!(["c1c2"]), "first")] {
        client
            .say(
                json!({"type": "analyze", "ply": ply, "moves": moves, "lines": 1,
                "player": "alphabeta:depth=2"}),
            )
            .await;
        let lines = loop {
            let lines = client.hear("lines").await;
            if lines["done"] == true {
                break lines;
            }
        };
        let made = ply + moves.as_array().unwrap().len();
        assert_eq!(
            (&lines["ply"], &lines["side"]),
            (&json!(made), &json!(side))
        );
    }
    client
        .say(json!({"type": "analyze", "ply": 3, "lines": 1}))
        .await;
    assert_eq!(client.error().await, "bad_ply");
    let (room, [token, _]) = house
        .room(json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}}))
        .await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    client.say(analyze).await;
    assert_eq!(client.error().await, "no_analysis");
    // The board without a room.
    let mut study = house.connect("/api/v1/analysis/ws").await;
    study
        .say(
            json!({"type": "analyze", "game": "dobutsu", "moves": ["b3b2"], "lines": 1,
            "player": "alphabeta:depth=3"}),
        )
        .await;
    let lines = study.hear("lines").await;
    assert_eq!(lines["ply"], 1);
    assert_eq!(lines["side"], "second");
}

#[tokio::test]
async fn rooms_that_nobody_is_in_leave_and_come_back() {
    let limits = ServerLimits {
        idle: Duration::from_millis(50),
        rooms: 2,
        ..quick()
    };
    let house = House::with(limits, None).await;
    let (first_room, mut a, b, [first, _]) = table(&house, two_people("anpanman")).await;
    a.play(0, "b5b4").await;
    drop((a, b));
    // Memory has room for two: opening more works only because unused ones leave.
    for _ in 0..6 {
        let made = insist(&house, "POST", "/api/v1/rooms", two_people("anpanman")).await;
        let path = format!("/api/v1/rooms/{}", made["room"].as_str().unwrap());
        assert_eq!(insist(&house, "GET", &path, Value::Null).await["ply"], 0);
    }
    let path = format!("/api/v1/rooms/{first_room}");
    assert_eq!(insist(&house, "GET", &path, Value::Null).await["ply"], 1);
    let (_, welcome) = house.join(&first_room, Some(&first)).await;
    assert_eq!(welcome["room"]["ply"], 1);
}

/// Asks until there is room.
async fn insist(house: &House, method: &str, path: &str, body: Value) -> Value {
    loop {
        let (status, answer) = house.ask(method, path, body.clone()).await;
        if status == 200 {
            return answer;
        }
        assert_eq!(answer["error"]["code"], "too_many_rooms");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

/// One visitor's move is read, played and written once, and its event costs as much after a hundred
/// moves as at the beginning.
#[tokio::test]
async fn a_move_costs_the_same_however_long_the_game() {
    let toy = Counted::default();
    let calls = Arc::clone(&toy.calls);
    let define = |game: GameDefinition<Counted>| game;
    let counted = Registration::with("counted", move || toy.clone(), define);
    let limits = ServerLimits {
        messages_at_once: 10_000,
        ..quick()
    };
    let house = House::with_lab(limits, None, |data| {
        Lab::builder()
            .game(counted)
            .data_dir(data.to_owned())
            .build()
    });
    let house = house.await;
    let seats = json!({"game": "counted", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [token, _]) = house.room(seats).await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    let (mut watcher, _) = house.join(&room, None).await;
    calls.take();
    for ply in 0..120 {
        let told = client.play(ply, "2").await;
        assert_eq!(told["state"]["ply"], ply + 1);
        watcher.event().await;
        // Written: the move itself and the two that are legal then.
        assert_eq!(calls.take(), (1, 1, 3), "ply {ply}");
    }
}
