//! Xiangqi as a program: judgements with reasons, notations, invalid positions.

use serde_json::{Value, json};

use crate::common::{Run, check_error, yomikiri, yomikiri_with};

/// A rook chases an unprotected cannon.
const CHASE: &str = "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b";
const LOOP: &str = "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6 h2g2";

#[test]
fn a_verdict_says_who_chased_what() {
    let args = ["moves", "xiangqi", "-p", CHASE, "--moves", LOOP, "--json"];
    let answer = yomikiri(&args).json();
    let outcome = &answer["outcome"];
    assert_eq!(outcome["winner"], "second");
    assert_eq!(outcome["reason"], "perpetual-chase");
    let because = outcome["because"].as_array().unwrap();
    assert_eq!(because[0]["id"], "judged-plies");
    assert_eq!(because[1]["id"], "judged-chase");
    assert_eq!(because[1]["args"]["side"]["message"], "xiangqi-red");
    assert_eq!(because[1]["args"]["victim"]["message"], "xiangqi-cannon");
    let plies = because[1]["args"]["moves"].as_array().unwrap();
    let plies: Vec<u64> = plies
        .iter()
        .map(|ply| ply["args"]["ply"].as_u64().unwrap())
        .collect();
    assert_eq!(plies, [2, 4, 6, 8]);
    assert_eq!(because[2]["id"], "judged-allowed");

    let show = ["show", "xiangqi", "-p", CHASE, "--moves", LOOP];
    let told = [
        (
            "en",
            "Red chased the same cannon on every move: ply 2 rook h2 attacks cannon h6",
        ),
        ("ja", "紅はすべての手で同じ砲を追いました"),
        ("zh", "红方每着都捉同一个炮（长捉）"),
    ];
    for (lang, sentence) in told {
        let shown = yomikiri(&[&show[..], &["--lang", lang]].concat()).out;
        assert!(shown.contains(sentence), "{lang}: {shown}");
    }
}

#[test]
fn other_rules_judge_otherwise() {
    let place = ["-p", CHASE, "--moves", LOOP, "--json"];
    let answer = yomikiri(&[&["moves", "xiangqi?repetition=draw"][..], &place].concat()).json();
    assert!(answer["outcome"]["winner"].is_null());
    assert_eq!(answer["outcome"]["reason"], "repetition");
    assert!(answer["outcome"]["because"].is_null());
}

fn convert(from: &str, to: &str, text: &str) -> String {
    yomikiri_with(
        &["convert", "xiangqi", "--from", from, "--to", to],
        &[],
        text,
    )
    .out
}

#[test]
fn moves_go_from_notation_to_notation() {
    let iccs = "H2-E2 H9-G7\nH0-G2 I9-H9\n";
    assert_eq!(
        convert("iccs", "wxf", "h2e2 h9g7 h0g2 i9h9"),
        "C2=5 H8+7\nH2+3 R9=8\n"
    );
    let chinese = "炮二平五 马８进７\n马二进三 车９平８\n";
    assert_eq!(convert("wxf", "chinese", "C2=5 H8+7 H2+3 R9=8"), chinese);
    assert_eq!(convert("chinese", "iccs", chinese), iccs);
    let pgn = convert("chinese", "pgn", chinese);
    assert!(pgn.starts_with("[Game \"Chinese Chess\"]\n"), "{pgn}");
    assert_eq!(convert("pgn", "iccs", &pgn), iccs);
}

#[test]
fn impossible_positions_are_refused() {
    let run = yomikiri(&["moves", "xiangqi", "-p", "3k5/9/9/9/9/9/9/9/3R5/5K3 w"]);
    assert_eq!(run.code, 3);
    assert!(
        run.err
            .contains("expected Black not in check with Red to move"),
        "{}",
        run.err
    );
}

#[test]
fn generation_is_measured() {
    let answer = yomikiri(&["experiment", "xiangqi-movegen", "--json"]).json();
    let rows = answer["rows"].as_array().unwrap();
    let names: Vec<&str> = rows
        .iter()
        .map(|row| row["method"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["scan", "template", "table", "bitboard"]);
    assert_eq!(answer["positions"], 2000);
}

/// Openings and suites in the notations of players, and openings from games.
#[test]
fn moves_are_read_in_every_notation() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let lines = file(
        "openings.txt",
        "炮二平五 马8进7 # 中炮\nC2=5 H8+7\nh2e2 h9g7\n",
    );
    let games = file("games.pgn", "1. 炮二平五 马8进7 2. 马二进三 1-0\n");
    for openings in [lines, format!("{games}:plies=2")] {
        let first = yomikiri(&[
            "match",
            "xiangqi",
            "--first",
            "random",
            "--second",
            "random",
            "--games",
            "6",
            "--max-plies",
            "8",
            "--openings",
            &openings,
            "--out",
            folder.path().join("run").to_str().unwrap(),
        ]);
        assert_eq!(first.code, 0, "{}", first.err);
        let stored = std::fs::read_to_string(folder.path().join("run/games.jsonl")).unwrap();
        assert_eq!(stored.lines().count(), 6);
        assert!(
            stored
                .lines()
                .all(|game| game.contains("h2e2 h9g7") || game.contains("\"h2e2\""))
        );
        std::fs::remove_dir_all(folder.path().join("run")).unwrap();
    }
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let suite = file(
        "suite.epd",
        &format!("{start} bm 炮二平五 H2+3; am C2+7;\n"),
    );
    let run = [
        "suite",
        "xiangqi",
        &suite,
        "--player",
        "alphabeta:depth=1",
        "--json",
    ];
    let answer = yomikiri(&run).json();
    assert_eq!(answer["results"][0]["expected"], "h2e2 h0g2 not h2h9");
    let wrong = file("wrong.txt", "炮二平五\n炮二平十\n");
    let players = [
        "match", "xiangqi", "--first", "random", "--second", "random",
    ];
    let run = yomikiri(&[&players[..], &["--openings", &wrong]].concat());
    assert_eq!(run.code, 3);
    assert!(
        run.err.contains("line 2: neither moves nor a position"),
        "{}",
        run.err
    );
}

/// Printed moves are written in the notation asked for, in lines as well.
#[test]
fn moves_are_written_in_the_notation_asked_for() {
    let plain = yomikiri(&["analyze", "xiangqi", "--depth", "3", "--json"]).json();
    let chinese = [
        "analyze",
        "xiangqi",
        "--depth",
        "3",
        "--notation",
        "chinese",
        "--json",
    ];
    let chinese = yomikiri(&chinese).json();
    let moves = |answer: &Value| -> Vec<String> {
        let moves = answer["lines"][0]["moves"].as_array().unwrap();
        moves
            .iter()
            .map(|mv| mv.as_str().unwrap().to_owned())
            .collect()
    };
    let told = moves(&chinese);
    assert!(
        told.iter()
            .all(|mv| mv.chars().count() == 4 && !mv.is_ascii()),
        "{told:?}"
    );
    assert_eq!(chinese["best"], told[0].as_str());
    // The same moves.
    let args = ["show", "xiangqi", "--moves", &told.join(" "), "--json"];
    let exact = [
        "show",
        "xiangqi",
        "--moves",
        &moves(&plain).join(" "),
        "--json",
    ];
    assert_eq!(
        yomikiri(&args).json()["position"],
        yomikiri(&exact).json()["position"]
    );

    // Exact moves, and the shortest line, of a solved position.
    let place = ["probe", "anpanman", "--moves", "b5b4 b1b2", "--json"];
    let plain = yomikiri(&place).json();
    let chess = yomikiri(&[&place[..], &["--notation", "chess"]].concat()).json();
    assert_ne!(plain["moves"], chess["moves"]);
    assert_eq!(plain["moves"][0]["value"], chess["moves"][0]["value"]);
    assert!(
        chess["moves"][0]["move"]
            .as_str()
            .unwrap()
            .starts_with(|letter: char| letter.is_ascii_uppercase())
    );
    assert_eq!(
        plain["line"].as_array().unwrap().len(),
        chess["line"].as_array().unwrap().len()
    );

    let wrong = ["analyze", "xiangqi", "--depth", "1", "--notation", "san"];
    check_error(
        &wrong,
        2,
        "expected --notation iccs, wxf, chinese, traditional",
    );
    let none = [
        "analyze",
        "go?size=5",
        "--player",
        "random1",
        "--notation",
        "san",
    ];
    check_error(&none, 2, "the game has one only");
}

/// Runs the program with a data directory of its own.
fn in_data(data: &tempfile::TempDir, args: &[&str]) -> Run {
    let data = data.path().display().to_string();
    yomikiri_with(args, &[("YOMIKIRI_DATA", &data)], "")
}

/// An ending in which a horse checks for ever: drawn in the plain table, lost by the rule.
#[test]
fn perpetual_check_has_tables() {
    let data = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| in_data(&data, args);
    let missing = run(&["table", "stats", "xiangqi", "KRvKN", "--rules", "check"]);
    assert_eq!(missing.code, 5, "{}", missing.err);
    assert!(
        missing.err.contains("solve 'xiangqi' KRvKN --rules check"),
        "{}",
        missing.err
    );
    let solve = ["solve", "xiangqi", "KRvKN", "--rules", "check", "--json"];
    let report = run(&solve).json();
    assert_eq!(report["longest_win"], Value::Null);
    assert_eq!(run(&solve).json()["already"], true);
    run(&["solve", "xiangqi", "KRvKN", "--metric", "conversion"]);

    let table = |what: &str| {
        run(&[
            "table", what, "xiangqi", "KRvKN", "--rules", "check", "--json",
        ])
    };
    let stats = table("stats").json();
    let differences = &stats["differences"][0];
    assert_eq!(differences["positions"], 3194);
    assert_eq!(differences["cannot_check"], json!([]));
    let kinds = differences["kinds"].as_array().expect("kinds");
    let positions = |kind: &Value| (kind["side"].clone(), kind["positions"].clone());
    let kinds_told: Vec<_> = kinds.iter().map(positions).collect();
    assert_eq!(
        kinds_told,
        [(json!("first"), json!(624)), (json!("second"), json!(2570))]
    );
    assert_eq!(table("info").json()["complete"], "check");
    assert_eq!(table("verify").json()["faults"], json!([]));
    // The plain rows have no such field, and fewer wins.
    let plain = run(&["table", "stats", "xiangqi", "KRvKN", "--json"]).json();
    assert_eq!(plain["differences"], Value::Null);
    let wins = |stats: &Value| stats["tables"][0]["win"].as_u64().expect("a count");
    assert_eq!(wins(&stats), wins(&plain) + 624);

    let at = kinds[0]["position"].as_str().expect("a position");
    let probe = run(&["probe", "xiangqi", "-p", at, "--json"]).json();
    let fields = [
        "value",
        "distance",
        "unit",
        "dtm",
        "dtc",
        "value60",
        "value_check",
        "by",
        "source",
    ];
    let told = fields.map(|field| probe[field].clone());
    let null = || Value::Null;
    let expected = [
        json!("draw"),
        null(),
        json!("plies"),
        null(),
        null(),
        json!("draw"),
        json!("win"),
        json!("perpetual-check"),
        json!("table"),
    ];
    assert_eq!(told, expected);
    // Nothing that only chess has.
    assert_eq!(probe.get("dtz"), None);
    let best = &probe["moves"][0];
    assert_eq!(
        (&best["value_check"], &best["by"]),
        (&json!("win"), &json!("perpetual-check"))
    );

    // The horse of the other side, which has no attacker: nothing to tell.
    let stats = run(&[
        "table", "stats", "xiangqi", "KNvK", "--rules", "check", "--json",
    ])
    .json();
    assert_eq!(stats["differences"][0]["cannot_check"], json!(["second"]));
    let chess = run(&["solve", "chess", "KRvK", "--rules", "check"]);
    assert_eq!(chess.code, 3, "{}", chess.err);
}

/// Names, counts and refusals of endings.
#[test]
fn endings_are_named_as_they_are_asked_for() {
    let data = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| in_data(&data, args);
    let rows = |name: &str| {
        let stats = run(&["table", "stats", "xiangqi", name, "--json"]).json();
        stats["tables"].as_array().expect("rows").clone()
    };
    let (straight, turned) = (rows("KNvK"), rows("KvKN"));
    for (one, other) in [(0, 1), (1, 0)] {
        assert_eq!(straight[one]["name"], "KNvK");
        assert_eq!(turned[other]["name"], "KvKN");
        for field in [
            "positions",
            "win",
            "draw",
            "loss",
            "checkmated",
            "stalemated",
        ] {
            assert_eq!(straight[one][field], turned[other][field], "{field}");
        }
        assert_eq!(turned[other]["side"], ["first", "second"][other]);
    }
    // A horse wins by stalemate only.
    assert_eq!(
        (&straight[1]["checkmated"], &straight[1]["stalemated"]),
        (&json!(0), &json!(102))
    );
    assert_eq!(rows("KHvK")[0]["name"], "KNvK");
    let found = run(&["table", "find", "xiangqi", "KNvK", "--stalemate", "--json"]).json();
    assert_eq!(found["total"], found["by_distance"][1]);
    assert_eq!(found["found"][0]["distance"], 1);
    // Guards alone: a table like the others, all drawn.
    run(&["solve", "xiangqi", "KAvKA"]);
    let guards = rows("KAvKA");
    assert_eq!(guards[0]["draw"], guards[0]["positions"]);

    for wrong in ["KRRRvK", "KAAAAAvK", "RvK", "9men", "KvK"] {
        let refused = run(&["solve", "xiangqi", wrong]);
        assert_eq!(refused.code, 3, "{wrong}");
        assert!(refused.err.contains("1a0"), "{}", refused.err);
    }
    let pawn = run(&["probe", "xiangqi", "-p", "3k5/9/9/9/9/9/1P7/9/9/4K4 w"]);
    assert_eq!(pawn.code, 3, "{}", pawn.err);
    assert!(pawn.err.contains("b3"), "{}", pawn.err);
    let estimate = run(&["solve", "xiangqi", "1a", "--estimate", "--json"]).json();
    assert!(estimate["slots"].as_f64() > Some(4e9), "{estimate}");
    for field in ["memory", "disk", "cpu_seconds"] {
        assert!(estimate[field].as_f64() > Some(1.0), "{estimate}");
    }
}

#[test]
fn a_mate_is_proved_or_refuted() {
    // A quiet first move: the king is cut off and has no move.
    let quiet = "4k4/9/9/9/9/9/9/9/R8/3K1R3 w";
    let args = ["analyze", "xiangqi", "-p", quiet, "--mate", "2", "--json"];
    let answer = yomikiri(&args).json();
    assert_eq!(
        (&answer["verdict"], &answer["mate"]),
        (&json!("mate"), &json!(1))
    );
    assert!(
        answer["keys"].as_array().unwrap().contains(&json!("a1a8")),
        "{answer}"
    );
    let none = yomikiri(&["analyze", "xiangqi", "--mate", "2"]);
    assert_eq!(none.code, 1);
    assert!(none.out.contains("No mate in 2"), "{}", none.out);
    let none = yomikiri(&["analyze", "xiangqi", "--mate", "2", "--json"]).document();
    assert_eq!(
        (&none["verdict"], &none["refuted"]),
        (&json!("no-mate"), &json!(2))
    );
    let cut = [
        "analyze", "xiangqi", "--mate", "5", "--nodes", "3000", "--json",
    ];
    let cut = yomikiri(&cut).document();
    assert_eq!(
        (&cut["verdict"], &cut["mate"]),
        (&json!("unknown"), &Value::Null)
    );
    for (lang, word) in [("ja", "2 手以内の勝ちはない"), ("zh", "2 步内无杀")] {
        let run = yomikiri(&["analyze", "xiangqi", "--mate", "2", "--lang", lang]);
        assert!(run.out.contains(word), "{}", run.out);
    }
    check_error(&["analyze", "xiangqi", "--mate", "0"], 2, "1..=100");
    check_error(
        &["analyze", "xiangqi", "--mate", "2", "--depth", "3"],
        2,
        "--depth",
    );
}
