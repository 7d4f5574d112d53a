//! Games, messages, positions, values, files.

use serde_json::{Value, json};

use crate::common::House;

#[tokio::test]
async fn games_come_with_levels_and_messages() {
    let house = House::open().await;
    let list = house.get("/api/v1/games").await;
    let games = list["games"].as_array().unwrap();
    let anpanman = games.iter().find(|game| game["id"] == "anpanman").unwrap();
    assert_eq!(anpanman["has_table"], true);
    let english = house.get("/api/v1/messages/en").await;
    for game in games {
        let levels = game["levels"].as_array().unwrap();
        assert!(!levels.is_empty());
        for level in levels {
            let id = level["id"].as_str().unwrap();
            assert!(english["messages"][id].is_string(), "{id}");
        }
    }
    for lang in ["ja", "zh"] {
        let other = house.get(&format!("/api/v1/messages/{lang}")).await;
        let count = |messages: &Value| messages["messages"].as_object().unwrap().len();
        assert_eq!(count(&other), count(&english));
    }
    // The parts are the whole, and the first one is the smaller.
    let first = house.get("/api/v1/messages/en?part=first").await;
    let rest = house.get("/api/v1/messages/en?part=rest").await;
    for key in ["messages", "singular"] {
        let mut together = first[key].as_object().unwrap().clone();
        together.extend(rest[key].as_object().unwrap().clone());
        assert_eq!(Value::from(together), english[key]);
    }
    let size = |messages: &Value| messages.to_string().len();
    assert!(size(&first) * 2 < size(&rest), "{}", size(&first));
    let (status, _, _) = house
        .raw("GET", "/api/v1/messages/en?part=last", &[], "")
        .await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn positions_are_looked_at_and_probed() {
    let house = House::open().await;
    let place = json!({"game": "anpanman", "moves": ["b5b4"]});
    let look = house.post("/api/v1/look", place.clone()).await;
    assert_eq!(look["view"]["side"], "second");
    assert_eq!(look["view"]["diagram"]["width"], 3);
    let probe = house.post("/api/v1/probe", place).await;
    let legal = look["view"]["legal"].as_array().unwrap();
    assert_eq!(probe["moves"].as_array().unwrap().len(), legal.len());
    assert_eq!(probe["unit"], "plies");
}

#[tokio::test]
async fn answers_carry_what_keeps_browsers_safe() {
    let house = House::open().await;
    let (_, head, _) = house.raw("GET", "/api/v1/rooms", &[], "").await;
    for line in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "x-request-id: ",
    ] {
        assert!(head.contains(line), "{line} in {head}");
    }
    // A page has the policy; what it loads obeys the page's, a worker needs its own.
    for (path, wanted, has) in [
        ("/", "document", true),
        ("/assets/js/main.js", "script", false),
        ("/assets/js/main.js", "worker", true),
        ("/assets/js/main.js", "document", true),
    ] {
        let asked = format!("Sec-Fetch-Dest: {wanted}");
        let (status, head, _) = house.raw("GET", path, &[&asked], "").await;
        assert_eq!(status, 200, "{path}");
        assert_eq!(
            head.contains("content-security-policy: "),
            has,
            "{path} {wanted}"
        );
        assert!(head.contains("x-content-type-options: nosniff"), "{path}");
    }
    let (status, _, body) = house.raw("GET", "/healthz", &[], "").await;
    assert_eq!((status, body.as_str()), (200, "ok\n"));
    let (status, _, _) = house.raw("DELETE", "/", &[], "").await;
    assert_eq!(status, 405);
}

#[tokio::test]
async fn games_are_reviewed_by_their_table() {
    let house = House::open().await;
    let moves = ["b5b4", "b1b2", "a5a4"];
    let review = house
        .post(
            "/api/v1/review",
            json!({"game": "anpanman", "moves": moves}),
        )
        .await;
    assert_eq!(review["source"], "table");
    let plies = review["plies"].as_array().unwrap();
    assert_eq!(plies.len(), 4);
    assert_eq!(plies[0]["class"], Value::Null);
    for (ply, reviewed) in plies.iter().enumerate() {
        let place = json!({"game": "anpanman", "moves": moves[..ply]});
        let probe = house.post("/api/v1/probe", place).await;
        assert_eq!(reviewed["value"], probe["value"], "ply {ply}");
        assert_eq!(reviewed["distance"], probe["distance"], "ply {ply}");
        if let Some(next) = plies.get(ply + 1) {
            assert!(next["class"].is_string(), "{next}");
        }
    }
    let review = house
        .post(
            "/api/v1/review",
            json!({"game": "minishogi", "moves": ["a4a3"]}),
        )
        .await;
    assert_eq!(review["source"], "alphabeta");
    assert_eq!(review["plies"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn layers_and_rules_are_drawn() {
    let house = House::open().await;
    let list = house.get("/api/v1/games").await;
    let english = house.get("/api/v1/messages/en").await;
    for game in list["games"].as_array().unwrap() {
        for layer in game["layers"].as_array().unwrap() {
            let name = layer["name"].as_str().unwrap();
            assert!(english["messages"][name].is_string(), "{name}");
            let asked = json!({"game": game["id"], "layer": layer["id"]});
            let drawn = house.post("/api/v1/layer", asked).await;
            assert!(drawn["overlay"]["heat"].is_array());
        }
    }
    let asked = json!({"game": "dobutsu", "layer": "attacks"});
    let drawn = house.post("/api/v1/layer", asked).await;
    assert!(!drawn["overlay"]["heat"].as_array().unwrap().is_empty());
    let asked = json!({"game": "dobutsu", "layer": "x-rays"});
    assert_eq!(house.refused("/api/v1/layer", asked).await.1, "bad_input");
    for lang in ["en", "ja", "zh"] {
        let rules = house
            .get(&format!("/api/v1/rules?game=anpanman&lang={lang}"))
            .await;
        assert_eq!(rules["sections"].as_array().unwrap().len(), 3);
        let leader = &rules["sections"][1]["diagrams"][0];
        assert_eq!(leader["arrows"].as_array().unwrap().len(), 5);
    }
}

#[tokio::test]
async fn tables_are_listed_counted_and_searched() {
    let house = House::open().await;
    let list = house.get("/api/v1/tables").await;
    assert_eq!(list["tables"][0]["game"], "anpanman");
    let parts = house.get("/api/v1/table/stats?game=janken&what=1v1").await;
    assert_eq!(parts["tables"][0]["positions"], 42_876);
    let stats = house.get("/api/v1/table/stats?game=anpanman").await;
    let again = house.get("/api/v1/table/stats?game=anpanman").await;
    assert_eq!(stats, again);
    let row = &stats["tables"][0];
    let count = |key: &str| row[key].as_u64().unwrap();
    assert_eq!(
        count("positions"),
        count("win") + count("draw") + count("loss")
    );
    let found = house
        .get("/api/v1/table/find?game=anpanman&property=longest_win&limit=2")
        .await;
    let longest = &found["found"][0];
    assert_eq!(longest["value"], "win");
    assert_eq!(longest["distance"], row["longest_win"]);
    for (path, code) in [
        ("/api/v1/table/stats?game=dobutsu", "no_table"),
        ("/api/v1/table/stats?game=anpanman&what=x", "bad_input"),
        ("/api/v1/table/stats?gaem=anpanman", "bad_query"),
        (
            "/api/v1/table/find?game=anpanman&property=beauty",
            "bad_query",
        ),
    ] {
        let (_, answer) = house.ask("GET", path, Value::Null).await;
        assert_eq!(answer["error"]["code"], code, "{path}");
    }
}

#[tokio::test]
async fn records_are_written_and_read_again() {
    let house = House::open().await;
    for format in ["json", "kif", "native"] {
        let asked = json!({"game": "anpanman", "format": format, "moves": ["b5b4", "b1b2"],
            "players": ["me", null]});
        let written = house.post("/api/v1/records/write", asked).await;
        let asked = json!({"game": "anpanman", "format": format, "text": written["text"]});
        let read = house.post("/api/v1/records/read", asked).await;
        let records = read["records"].as_array().unwrap();
        assert_eq!(records.len(), 1, "{format}");
        assert_eq!(records[0]["moves"].as_array().unwrap().len(), 2, "{format}");
    }
    let asked = json!({"text": "{\"schema\":1,\"game\":\"koma:/etc/passwd\"}"});
    assert_eq!(
        house.refused("/api/v1/records/read", asked).await.1,
        "not_allowed"
    );
    let asked = json!({"game": "anpanman", "text": "nonsense"});
    assert_eq!(
        house.refused("/api/v1/records/read", asked).await.1,
        "bad_input"
    );
}

#[tokio::test]
async fn the_interface_is_described_and_counted() {
    let house = House::open().await;
    let (status, _, text) = house.raw("GET", "/api/v1/openapi.json", &[], "").await;
    assert_eq!(status, 200);
    let description: Value = serde_json::from_str(&text).unwrap();
    for path in [
        "/api/v1/rooms",
        "/api/v1/look",
        "/api/v1/rooms/{id}/sit",
        "/api/v1/qr",
    ] {
        assert!(description["paths"][path].is_object(), "{path}");
    }
    // Everything that is referred to is described.
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(
            description["components"]["schemas"][name].is_object(),
            "{name}"
        );
    }
    let (_, _, text) = house.raw("GET", "/metrics", &[], "").await;
    assert!(text.contains("yomikiri_requests_total"), "{text}");
    let own = format!("/api/v1/qr?text=http://{}/r/abc", house.addr);
    let (status, head, picture) = house.raw("GET", &own, &[], "").await;
    assert_eq!(status, 200);
    assert!(head.contains("image/svg+xml") && picture.contains("<svg"));
    let foreign = "/api/v1/qr?text=http://evil.example/";
    assert_eq!(house.raw("GET", foreign, &[], "").await.0, 400);
}

#[tokio::test]
async fn a_step_that_is_not_allowed_is_explained() {
    let house = House::open().await;
    // c3 with a cube of the same top before it and home behind it.
    let asked =
        json!({"game": "janken", "position": "6/6/2gpc3/2GPC1cpg1/GPCGPC4/GPC5 1 2 -", "from": 20});
    let answer = house.post("/api/v1/refusals", asked).await;
    let refused = answer["refusals"].as_array().unwrap();
    let reasons: Vec<_> = refused
        .iter()
        .map(|one| one["why"]["id"].as_str().unwrap())
        .collect();
    let home = "refusal-janken-home";
    assert_eq!(reasons, ["refusal-janken-equal", home, home]);
    let messages = house.get("/api/v1/messages/ja").await;
    for reason in reasons {
        assert!(messages["messages"][reason].is_string(), "{reason}");
    }
    // Games that tell nothing say so, and cells that are nowhere are nobody's.
    let asked = json!({"game": "tictactoe", "from": 9_000});
    let answer = house.post("/api/v1/refusals", asked).await;
    assert_eq!(answer["refusals"], json!([]));
    let asked = json!({"game": "janken", "position": "preset:fan", "from": u64::MAX});
    let answer = house.post("/api/v1/refusals", asked).await;
    assert_eq!(answer["refusals"], json!([]));
}

#[tokio::test]
async fn a_turn_of_several_actions_tells_where_it_stands() {
    let house = House::open().await;
    let asked = json!({"game": "janken", "position": "preset:fan"});
    let view = house.post("/api/v1/look", asked).await["view"].clone();
    assert_eq!(
        view["situation"],
        json!({"id": "situation-janken-action", "args": {"number": "1", "of": "2"}})
    );
    let first = view["legal"][0]["text"].clone();
    let asked = json!({"game": "janken", "position": "preset:fan", "moves": [first]});
    let view = house.post("/api/v1/look", asked).await["view"].clone();
    assert_eq!(view["situation"]["args"]["number"], "2");
    let start = house.post("/api/v1/look", json!({"game": "janken"})).await;
    assert_eq!(start["view"]["situation"]["id"], "situation-janken-setup");
}

#[tokio::test]
async fn named_starts_can_be_opened() {
    let house = House::open().await;
    let games = house.get("/api/v1/games").await;
    let messages = house.get("/api/v1/messages/zh").await;
    let mut seen = 0;
    for game in games["games"].as_array().unwrap() {
        for start in game["starts"].as_array().unwrap() {
            let asked = json!({"game": game["id"], "position": start["position"]});
            let view = house.post("/api/v1/look", asked).await;
            assert!(
                view["view"]["legal"]
                    .as_array()
                    .is_some_and(|legal| !legal.is_empty())
            );
            let name = start["name"].as_str().unwrap();
            assert!(messages["messages"][name].is_string(), "{name}");
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen}");
}

#[tokio::test]
async fn games_that_go_on_can_be_found_if_their_players_like() {
    let house = House::open().await;
    let open = async |listed: bool, second: &str| {
        let asked = json!({"game": "anpanman", "first": {"kind": "here"}, "second": {"kind": second}, "listed": listed});
        let room = house.post("/api/v1/rooms", asked).await;
        let id = room["room"].as_str().unwrap().to_owned();
        let (client, _) = house.join(&id, room["tokens"]["first"].as_str()).await;
        (id, client)
    };
    let (shown, mut client) = open(true, "here").await;
    let (hidden, _client) = open(false, "here").await;
    let (waiting, _other) = open(true, "open").await;
    let listed = async || {
        let answer = house.get("/api/v1/rooms?limit=10").await;
        let rooms = answer["rooms"].as_array().unwrap().clone();
        rooms
            .into_iter()
            .map(|room| room["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        listed().await,
        std::slice::from_ref(&shown),
        "not {hidden}, and not {waiting}, which has a free seat"
    );
    house
        .post(&format!("/api/v1/rooms/{waiting}/sit"), json!({}))
        .await;
    assert_eq!(listed().await, [waiting, shown]);
    client.say(json!({"type": "resign"})).await;
    client.hear("event").await;
    assert_eq!(
        listed().await.len(),
        1,
        "a finished game is not to be watched"
    );
}

#[tokio::test]
async fn only_games_that_are_solved_as_a_whole_have_a_perfect_level() {
    let house = House::open().await;
    let games = house.get("/api/v1/games").await;
    let entry = |id: &str| {
        let all = games["games"].as_array().unwrap();
        all.iter().find(|game| game["id"] == id).unwrap()
    };
    let has_perfect = |id: &str| {
        let levels = entry(id)["levels"].as_array().unwrap();
        let player = |level: &Value| level["player"].as_str().unwrap().to_owned();
        levels
            .iter()
            .any(|level| player(level).starts_with("perfect"))
    };
    assert!(has_perfect("anpanman"));
    assert!(!has_perfect("janken"), "its tables know endings only");
    assert_eq!(entry("anpanman")["parts"], Value::Null);
    assert_eq!(entry("janken")["parts"], json!(["1v1", "1v2", "2v1"]));
    let three_pieces = json!(["KBvK", "KNvK", "KPvK", "KQvK", "KRvK"]);
    assert_eq!(
        entry("chess")["parts"],
        three_pieces,
        "solved when asked for"
    );
    let formats = entry("dobutsu")["formats"].as_array().unwrap();
    assert!(formats.contains(&json!("kif")), "{formats:?}");
}

/// A request for a page's document; status, head, and the bytes of the body.
async fn document(house: &House, path: &str, headers: &str) -> (u16, String, usize) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let request = format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{headers}\r\n",
        house.addr
    );
    let mut stream = tokio::net::TcpStream::connect(house.addr).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head, answer.len() - end - 4)
}

/// What every visit asks for is packed, and not sent again to a browser that has it.
#[tokio::test]
async fn the_documents_of_every_visit_are_packed_and_kept() {
    let house = House::open().await;
    let mut bytes = 0;
    for path in ["/api/v1/games", "/api/v1/messages/en"] {
        let (status, plain_head, plain) = document(&house, path, "").await;
        assert_eq!(status, 200);
        // Kept by browsers, but never used without asking.
        assert!(
            plain_head.contains("cache-control: no-cache"),
            "{plain_head}"
        );
        assert!(!plain_head.contains("content-encoding"), "{plain_head}");
        let (_, head, packed) = document(&house, path, "accept-encoding: gzip, br\r\n").await;
        assert!(head.contains("content-encoding: br"), "{head}");
        assert!(head.contains("vary: accept-encoding"), "{head}");
        assert!(packed * 3 < plain, "{path}: {packed} of {plain} bytes");
        bytes += packed;
        let tag = head.lines().find_map(|line| line.strip_prefix("etag: "));
        let known = format!("accept-encoding: br\r\nif-none-match: {}\r\n", tag.unwrap());
        let (status, _, again) = document(&house, path, &known).await;
        assert_eq!((status, again), (304, 0), "{path}");
    }
    assert!(bytes <= 24_000, "{bytes} bytes");
    println!("games and messages: {bytes} bytes");
}

#[tokio::test]
async fn moves_are_explained_where_the_game_tells() {
    let house = House::open().await;
    let moves = ["E5", "E4", "D4", "A9", "F4", "B9", "E3"];
    let place = json!({"game": "go?size=9", "moves": moves});
    let told = house.post("/api/v1/explain", place).await;
    let explanation = &told["explanation"];
    assert_eq!(explanation["did"][0]["id"], "go-did");
    assert_eq!(explanation["did"][0]["args"]["move"], "E3");
    assert!(explanation["lost"].is_number());
    assert!(explanation["estimate"].is_number());
    assert!(!explanation["standing"].as_array().unwrap().is_empty());
    let other = house
        .post("/api/v1/explain", json!({"game": "anpanman"}))
        .await;
    assert_eq!(other["explanation"], Value::Null);
}

#[tokio::test]
async fn problems_are_listed_and_moves_are_judged() {
    let house = House::open().await;
    let list = house.get("/api/v1/problems?game=go").await;
    let collections = list["collections"].as_array().unwrap();
    let english = house.get("/api/v1/messages/en").await;
    let mut number = 0;
    for collection in collections {
        let name = collection["name"].as_str().unwrap();
        assert!(english["messages"][name].is_string(), "{name}");
        for problem in collection["problems"].as_array().unwrap() {
            let goal = format!("goal-{}", problem["goal"].as_str().unwrap());
            assert!(english["messages"][&goal].is_string(), "{goal}");
            number += 1;
        }
    }
    assert!(number >= 40, "{number}");
    let problem = &collections[0]["problems"][0];
    let judge = |mv: &str| {
        let asked = json!({
            "game": problem["game"], "position": problem["position"], "goal": problem["goal"],
            "target": problem["target"], "move": mv,
        });
        house.post("/api/v1/problem", asked)
    };
    let right = judge(problem["answers"][0].as_str().unwrap()).await;
    assert_eq!(
        (&right["right"], &right["refutation"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(right["view"]["played"].as_array().unwrap().len(), 1);
    let wrong = judge("pass").await;
    assert_eq!(wrong["right"], false);
    assert_eq!(wrong["view"]["played"].as_array().unwrap().len(), 2);
    let none = house.get("/api/v1/problems?game=anpanman").await;
    assert_eq!(none["collections"], json!([]));
}
