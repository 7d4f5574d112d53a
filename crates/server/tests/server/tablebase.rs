//! Chess endings in the shape of the public tablebase.

#[path = "../../../solver/tests/syzygy/drawn.rs"]
mod drawn;

use std::path::Path;

use serde_json::json;
use yomikiri_lab::Lab;

use crate::common::{House, quick};

const WHERE: &str = "/api/v1/tablebase/standard?fen=";

#[tokio::test(flavor = "multi_thread")]
async fn an_ending_is_told_as_others_do() {
    let house = House::open().await;
    let told = house
        .get(&format!("{WHERE}4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1"))
        .await;
    assert_eq!(
        (&told["category"], &told["source"]),
        (&json!("win"), &json!("table"))
    );
    assert_eq!(told["precise_dtz"], 9);
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

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_to_build_what_cannot_be_built() {
    let house = House::open().await;
    let probe = async |game: &str, position: &str| {
        let asked = json!({"game": game, "position": position});
        let (status, told) = house.ask("POST", "/api/v1/probe", asked).await;
        assert_eq!((status, &told["error"]["code"]), (404, &json!("no_table")));
        told["error"].clone()
    };
    // Four cubes against three, and a whole game of more positions than there are grains of sand.
    for (game, position) in [
        ("janken", "3gpc1gpc/4gpc1/5gpc/6/1GPC4/GPC1GPC3 1 2 -"),
        ("minishogi", "rbsgk/4p/5/P4/KGSBR b -"),
    ] {
        let error = probe(game, position).await;
        assert_eq!(error["detail"]["solve"], json!(null), "{error}");
        let too_large = &error["detail"]["too_large"];
        assert!(too_large["gigabytes"].as_u64() > Some(32), "{error}");
    }
    let error = probe("janken", "gpc1gpc3/6/6/6/6/GPC1GPC3 1 2 -").await;
    assert_eq!(error["detail"]["solve"], "yomikiri solve 'janken' 2v2");
    // Eight pawns are in no table, whatever is built.
    let error = probe("chess", "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1").await;
    assert_eq!(error["detail"], json!(null), "{error}");

    let games = house.get("/api/v1/games").await;
    let solve = |id: &str| {
        let games = games["games"].as_array().expect("games");
        let entry = games.iter().find(|game| game["id"] == id);
        entry.expect("a game")["solve"].clone()
    };
    assert_eq!(solve("dobutsu"), "yomikiri solve 'dobutsu'");
    assert_eq!(solve("janken"), "yomikiri solve 'janken' WHAT");
    assert_eq!(solve("minishogi"), json!(null));
    assert_eq!(solve("go"), json!(null));
}

#[tokio::test(flavor = "multi_thread")]
async fn fields_of_chess_are_described() {
    let house = House::open().await;
    let asked = json!({"game": "chess", "position": "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1"});
    let (_, told) = house.ask("POST", "/api/v1/probe", asked).await;
    let types = yomikiri_server::messages::typescript();
    let mut types = types.split("export type ");
    let measured = types.find(|text| text.starts_with("Metrics "));
    let measured = measured.expect("a type of the page");
    let described = house.get("/api/v1/openapi.json").await;
    let schema = &described["components"]["schemas"]["Metrics"]["properties"];
    for name in ["dtm", "dtc", "dtz", "precise_dtz", "promotion", "value50"] {
        assert!(told.get(name).is_some() && told["moves"][0].get(name).is_some());
        assert!(measured.contains(&format!("\n{name}")), "{measured}");
        assert!(schema.get(name).is_some(), "{schema}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_of_others_answer_where_ours_are_missing() {
    let dir = tempfile::tempdir().unwrap().keep();
    drawn::nobody_wins(&dir, 'N');
    let lab = |data: &Path| {
        Lab::new()
            .with_data_dir(data.to_owned())
            .with_syzygy_dirs(vec![dir])
    };
    let house = House::with_lab(quick(), None, lab).await;
    let told = house
        .get(&format!("{WHERE}8/8/8/3k4/8/8/8/KNN5_w_-_-_0_1"))
        .await;
    assert_eq!(
        (&told["category"], &told["source"]),
        (&json!("draw"), &json!("syzygy"))
    );
    assert_eq!((&told["dtm"], &told["dtz"]), (&json!(null), &json!(0)));
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(9));
}
