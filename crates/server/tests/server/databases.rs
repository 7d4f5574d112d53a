//! The same rooms in SQLite and in a real PostgreSQL.

use serde_json::{Value, json};
use yomikiri_test_postgres::Postgres;

use crate::common::{House, quick};
use crate::store_faults::{healthz, play_until_stored};

fn two_people() -> Value {
    json!({"game": "dobutsu", "first": {"kind": "here"}, "second": {"kind": "open"},
        "clock": {"kind": "byoyomi", "main_ms": 600_000, "period_ms": 30_000, "periods": 3}})
}

/// Everything the store does: opening, sitting, moving, offering, ending, and coming back.
async fn rooms_survive(database: Option<String>) {
    let house = House::with(quick(), database).await;
    let (room, [first, _]) = house.room(two_people()).await;
    let second = house.sit(&room).await;
    let (mut a, _) = house.join(&room, first.as_deref()).await;
    let (mut b, _) = house.join(&room, Some(&second)).await;
    a.play(0, "b3b2").await;
    b.event().await;
    b.play(1, "b1b2").await;
    b.say(json!({"type": "take_back"})).await;
    b.event().await;
    let before = house.get(&format!("/api/v1/rooms/{room}")).await;
    let house = house.restart().await;
    let after = house.get(&format!("/api/v1/rooms/{room}")).await;
    for part in [
        "position", "played", "seq", "offers", "start", "side", "game", "legal",
    ] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let (mut a, welcome) = house.join(&room, first.as_deref()).await;
    assert_eq!(welcome["you"], "first");
    let offer = after["offers"][0]["id"].clone();
    a.say(json!({"type": "answer", "offer": offer, "accept": true}))
        .await;
    assert_eq!(a.event().await["state"]["ply"], 1);
    a.say(json!({"type": "resign"})).await;
    assert_eq!(a.event().await["event"]["outcome"]["winner"], "second");
    let house = house.restart().await;
    let after = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(after["outcome"]["reason"], "resign");
}

#[tokio::test]
async fn rooms_survive_in_sqlite() {
    rooms_survive(None).await;
}

#[tokio::test]
async fn rooms_survive_in_postgresql() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    rooms_survive(Some(postgres.address().to_owned())).await;
    play_continues_when_the_database_is_back(&postgres).await;
}

/// The database goes away and comes back while people play.
async fn play_continues_when_the_database_is_back(postgres: &Postgres) {
    let house = House::with(quick(), Some(postgres.address().to_owned())).await;
    let asked = json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [token, _]) = house.room(asked).await;
    let (mut client, _) = house.join(&room, token.as_deref()).await;
    client.play(0, "b5b4").await;
    postgres.stop();
    client
        .say(json!({"type": "move", "moves": ["b1b2"], "ply": 1}))
        .await;
    assert_eq!(client.error().await, "store_unavailable");
    healthz(&house, 503).await;
    postgres.run();
    play_until_stored(&mut client, 1, "b1b2").await;
    healthz(&house, 200).await;
    let view = house.get(&format!("/api/v1/rooms/{room}")).await;
    assert_eq!(view["ply"], 2);
}
