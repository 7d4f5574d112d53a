//! Opening books: what the page is told, and games that are learned if that is wanted.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use yomikiri_lab::{BuildOrder, Lab, SourceContents, SourcePart};

use crate::common::{House, PATIENCE};

/// A book of one game: `a5a4`, and First wins.
fn small_book(path: &Path) {
    let game = Lab::new().open_game("anpanman").unwrap();
    let text = json!({"schema": 1, "game": "anpanman", "moves": ["a5a4"],
        "result": {"winner": "first", "reason": "resign"}});
    let mut part = Some(SourcePart {
        source: "a game".into(),
        contents: SourceContents::Bytes {
            format: "json",
            bytes: text.to_string().into_bytes(),
            lines: 0,
        },
    });
    let order = BuildOrder {
        min_games: 1,
        ..BuildOrder::default()
    };
    let built = game.books().build(path, &order, &mut || Ok(part.take()));
    assert_eq!(built.unwrap().edges, 1);
}

/// A house with that book, and where the book is.
async fn house(learn: bool) -> (House, PathBuf) {
    let data = tempfile::tempdir().unwrap();
    let book = data.path().join("a.ybk");
    small_book(&book);
    (House::with_book(data, book.clone(), learn).await, book)
}

fn moves(answer: &Value) -> Vec<String> {
    let moves = answer["book"]["moves"].as_array().unwrap();
    let line = |mv: &Value| format!("{} {}", mv["move"].as_str().unwrap(), mv["games"]);
    moves.iter().map(line).collect()
}

#[tokio::test]
async fn the_page_is_told_what_the_book_says() {
    let (house, _) = house(false).await;
    let ask = async |body: Value| house.post("/api/v1/book", body).await;
    let start = ask(json!({"game": "anpanman"})).await;
    assert_eq!(moves(&start), ["a5a4 1"]);
    assert!(start["book"]["moves"][0]["expected"].as_f64().unwrap() > 0.5);
    assert_eq!(
        moves(&ask(json!({"game": "anpanman", "moves": ["b5b4"]})).await),
        [""; 0]
    );
    assert_eq!(ask(json!({"game": "tictactoe"})).await["book"], Value::Null);
    let refused = async |body: Value| house.refused("/api/v1/book", body).await;
    let language = json!({"game": "anpanman", "lang": "xx"});
    assert_eq!(refused(language).await, (404, "unknown_language".into()));
    let illegal = json!({"game": "anpanman", "moves": ["a1a2"]});
    assert_eq!(refused(illegal).await, (400, "bad_move".into()));
}

/// Plays a game to its end by giving up.
async fn finish_a_game(house: &House) {
    let people = json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": "here"}});
    let (room, [first, _]) = house.room(people).await;
    let (mut client, _) = house.join(&room, first.as_deref()).await;
    client.play(0, "b5b4").await;
    client.say(json!({"type": "resign"})).await;
    assert_eq!(client.event().await["event"]["kind"], "ended");
}

#[tokio::test]
async fn finished_games_are_learned_if_that_is_wanted() {
    let (house, _) = house(true).await;
    finish_a_game(&house).await;
    let until = std::time::Instant::now() + PATIENCE;
    loop {
        let start = house
            .post("/api/v1/book", json!({"game": "anpanman"}))
            .await;
        match moves(&start).len() {
            2 => break,
            _ => assert!(std::time::Instant::now() < until, "{start}"),
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn nothing_is_learned_otherwise() {
    let (house, book) = house(false).await;
    let before = std::fs::read(&book).unwrap();
    finish_a_game(&house).await;
    // Whoever learned it would do so before the server ends.
    let house = house.restart().await;
    let start = house
        .post("/api/v1/book", json!({"game": "anpanman"}))
        .await;
    assert_eq!(moves(&start), ["a5a4 1"]);
    assert_eq!(std::fs::read(&book).unwrap(), before);
}
