//! Chess endings in the shape of the public tablebase.

use serde_json::json;

use crate::common::House;

const WHERE: &str = "/api/v1/tablebase/standard?fen=";

#[tokio::test(flavor = "multi_thread")]
async fn an_ending_is_told_as_others_do() {
    let house = House::open().await;
    let told = house
        .get(&format!("{WHERE}4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1"))
        .await;
    assert_eq!(told["category"], "win");
    assert_eq!((&told["dtz"], &told["dtm"]), (&json!(9), &json!(43)));
    assert_eq!(told["dtc"], 27);
    assert_eq!(told["checkmate"], false);
    let first = &told["moves"][0];
    assert_eq!(
        (&first["uci"], &first["san"]),
        (&json!("e1d2"), &json!("Kd2"))
    );
    // As the opponent sees it.
    assert_eq!(
        (&first["category"], &first["dtm"]),
        (&json!("loss"), &json!(-42))
    );
    assert_eq!(
        (&first["dtz"], &first["zeroing"]),
        (&json!(-8), &json!(false))
    );
    let moves = told["moves"].as_array().unwrap();
    let push = moves.iter().find(|mv| mv["uci"] == "e2e4").unwrap();
    assert_eq!(
        (&push["category"], &push["dtz"]),
        (&json!("draw"), &json!(0))
    );
    assert_eq!(
        (&push["zeroing"], &push["dtm"]),
        (&json!(true), &json!(null))
    );

    let mate = house
        .get(&format!("{WHERE}7k/8/6K1/8/8/8/8/R7_w_-_-_0_1"))
        .await;
    let best = &mate["moves"][0];
    assert_eq!(
        (&best["san"], &best["checkmate"]),
        (&json!("Ra8#"), &json!(true))
    );

    let (status, missing) = house
        .ask(
            "GET",
            &format!("{WHERE}4k3/8/8/8/8/8/4P3/R3K3_w_-_-_0_1"),
            json!({}),
        )
        .await;
    assert_eq!(
        (status, &missing["error"]["code"]),
        (404, &json!("no_table"))
    );
    let (status, wrong) = house
        .ask("GET", &format!("{WHERE}nonsense"), json!({}))
        .await;
    assert_eq!(
        (status, &wrong["error"]["code"]),
        (400, &json!("bad_position"))
    );
}
