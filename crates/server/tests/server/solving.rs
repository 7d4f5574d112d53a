//! Tables that visitors let the server build.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::House;

const GAME: &str = "anpanman?no_moves=draw";
const WHERE: &str = "/api/v1/table/solve";

/// Waits for the end of the solve.
async fn ended(house: &House) -> Value {
    loop {
        let told = house.get(&format!("{WHERE}?game=anpanman")).await;
        let state = told["job"]["state"].as_str().unwrap();
        if !["running", "stopping"].contains(&state) {
            return told["job"].clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_builds_tables_unless_the_owner_allows_it() {
    let house = House::open().await;
    let told = house.get(&format!("{WHERE}?game=anpanman")).await;
    assert_eq!(told["allowed"], false);
    assert_eq!((&told["fits"], &told["job"]), (&json!(true), &json!(null)));
    assert!(told["estimate"]["slots"].as_f64().unwrap() > 1e6);
    for path in [WHERE.to_owned(), format!("{WHERE}/stop")] {
        let refused = house.refused(&path, json!({ "game": GAME })).await;
        assert_eq!(refused, (403, "not_allowed".to_owned()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_built_stopped_and_built_to_the_end() {
    let house = House::that_solves().await;
    let asked = json!({ "game": GAME });
    let (status, _) = house.ask("POST", "/api/v1/probe", asked.clone()).await;
    assert_eq!(status, 404, "no table yet");
    let refused = house.refused(WHERE, json!({ "game": "gorogoro" })).await;
    assert_eq!(refused, (409, "too_large".to_owned()));
    let begun = house.post(WHERE, asked.clone()).await;
    assert_eq!(begun["job"]["game"], GAME);
    assert_eq!(begun["allowed"], true);
    house.post(&format!("{WHERE}/stop"), asked.clone()).await;
    // A fast machine may have come to the end before.
    let job = ended(&house).await;
    assert!(["stopped", "done"].contains(&job["state"].as_str().unwrap()));
    house.post(WHERE, asked.clone()).await;
    assert_eq!(ended(&house).await["state"], "done");
    let probed = house.post("/api/v1/probe", asked).await;
    assert_eq!(probed["source"], "table");
}
