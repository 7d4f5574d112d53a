//! Rooms in which both sides place their pieces without seeing the other's.

use serde_json::{Value, json};

use crate::common::{Client, House};

const FIRST: [&str; 4] = ["a1=GPC", "b2=CGP", "a3=PGC", "c1=GPC"];
const SECOND: [&str; 4] = ["f6=CGP", "e5=GPC", "f4=PGC", "d6=GPC"];

fn hidden() -> Value {
    json!({"game": "janken", "first": {"kind": "here"}, "second": {"kind": "open"}, "hidden": true})
}

async fn place(client: &mut Client, moves: &[&str]) {
    let message = json!({"type": "move", "moves": moves, "ply": 0, "ref": "m"});
    client.say(message).await;
}

/// The placements that the rules want, in their order: the wanted ones of each square.
async fn turns(house: &House) -> [Vec<String>; 2] {
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..8 {
        let asked = json!({"game": "janken", "moves": moves});
        let legal = house.post("/api/v1/look", asked).await["view"]["legal"].clone();
        let texts = legal.as_array().unwrap().iter();
        let mut texts = texts.map(|mv| mv["text"].as_str().unwrap());
        let wanted = |text: &&str| FIRST.contains(text) || SECOND.contains(text);
        moves.push(texts.find(wanted).unwrap().to_owned());
    }
    let second = moves.split_off(4);
    [moves, second]
}

#[tokio::test]
async fn nobody_sees_the_others_pieces_before_both_have_placed_them() {
    let house = House::open().await;
    let [first, second] = turns(&house).await;
    let [first, second] =
        [&first, &second].map(|moves| moves.iter().map(String::as_str).collect::<Vec<_>>());
    let (room, [token, _]) = house.room(hidden()).await;
    let other = house.sit(&room).await;
    let (mut a, welcome) = house.join(&room, token.as_deref()).await;
    assert_eq!(
        welcome["room"]["sealed"],
        json!({"first": false, "second": false})
    );
    let start = welcome["room"]["position"].clone();
    let (mut b, _) = house.join(&room, Some(&other)).await;
    // Second is done before First, and nobody learns how.
    place(&mut b, &second).await;
    for client in [&mut a, &mut b] {
        let told = client.event().await;
        assert_eq!(told["event"], json!({"kind": "sealed", "side": "second"}));
        assert_eq!(
            (&told["state"]["position"], &told["state"]["ply"]),
            (&start, &json!(0))
        );
        assert!(!told.to_string().contains(second[0]), "{told}");
    }
    let looked = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(looked["position"], start);
    place(&mut b, &second).await;
    assert_eq!(b.error().await, "already_played");
    place(&mut a, &first[..3]).await;
    assert_eq!(a.error().await, "bad_move", "not all of them");
    place(&mut a, &first).await;
    let mut kinds = Vec::new();
    for _ in 0..3 {
        kinds.push(
            b.event().await["event"]["kind"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    assert_eq!(kinds, ["sealed", "moved", "moved"]);
    let house = house.restart().await;
    let looked = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(
        (&looked["ply"], &looked["side"]),
        (&json!(8), &json!("first"))
    );
    assert_eq!(looked["sealed"], Value::Null);
    let played = looked["played"].as_array().unwrap().iter();
    let texts: Vec<&str> = played.map(|mv| mv["text"].as_str().unwrap()).collect();
    assert_eq!(texts, [first, second].concat());
}

#[tokio::test]
async fn what_was_placed_survives_a_restart_and_stays_hidden() {
    let house = House::open().await;
    let [first, _] = turns(&house).await;
    let first: Vec<&str> = first.iter().map(String::as_str).collect();
    let (room, [token, _]) = house.room(hidden()).await;
    let (mut a, _) = house.join(&room, token.as_deref()).await;
    place(&mut a, &first).await;
    assert_eq!(a.event().await["event"]["kind"], "sealed");
    let house = house.restart().await;
    let looked = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(looked["sealed"], json!({"first": true, "second": false}));
    // The other three squares are not offered yet.
    assert!(!looked.to_string().contains(first[1]), "{looked}");
}

#[tokio::test]
async fn only_two_people_at_two_screens_place_hidden() {
    let house = House::open().await;
    for (first, second, game) in [
        (json!({"kind": "here"}), json!({"kind": "here"}), "janken"),
        (
            json!({"kind": "here"}),
            json!({"kind": "engine", "player": "random"}),
            "janken",
        ),
        (json!({"kind": "here"}), json!({"kind": "open"}), "anpanman"),
    ] {
        let asked = json!({"game": game, "first": first, "second": second, "hidden": true});
        let refused = house.refused("/api/v1/rooms", asked).await;
        assert_eq!(refused, (400, "bad_setup".to_owned()), "{game}");
    }
}
