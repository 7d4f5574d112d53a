//! Matches and related commands, run as a program.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{check_error, yomikiri, yomikiri_with};

const ASAI_RAI: &[&str] = &[
    "match",
    "anpanman",
    "--first",
    "asai:depth=2",
    "--second",
    "rai",
    "--json",
];

fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    base.iter().chain(more).copied().collect()
}

#[test]
fn a_match_answers_with_the_promised_fields() {
    let run = yomikiri(&with(ASAI_RAI, &["--games", "40", "--seed", "9"]));
    let result = run.json();
    let count = |name: &str| result[name].as_u64().expect("a number");
    assert_eq!(count("games"), 40);
    assert_eq!(
        count("wins_first") + count("wins_second") + count("draws"),
        40
    );
    assert_eq!(count("seed"), 9);
    assert_eq!(result["game"], "anpanman");
    assert_eq!(result["first"], "asai:depth=2");
    assert_eq!(result["second"], "rai");
    let pairs = result["penta"].as_array().expect("pairs");
    assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 20);
    for name in ["value", "low", "high"] {
        assert!(result["elo"][name].is_number() || result["elo"].is_null());
    }
    assert!(result["los"].is_number());
    assert!(result["by_side"].is_object());
    let reasons = result["reasons"].as_object().expect("reasons");
    assert_eq!(
        reasons.values().map(|n| n.as_u64().unwrap()).sum::<u64>(),
        40
    );
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let games = ["--games", "60", "--openings", "random:plies=2"];
    let alone = yomikiri(&with(&with(ASAI_RAI, &games), &["-j", "1"]));
    let together = yomikiri(&with(&with(ASAI_RAI, &games), &["-j", "4"]));
    assert_eq!(alone.out, together.out);
    // Players used for several games forget the last one.
    let games = [
        "match",
        "dobutsu",
        "--first",
        "alphabeta:depth=4,hash=1",
        "--second",
        "alphabeta:depth=3,hash=1",
        "--games",
        "20",
        "--openings",
        "random:plies=4",
        "--json",
    ];
    let alone = yomikiri(&with(&games, &["-j", "1"]));
    let together = yomikiri(&with(&games, &["-j", "4"]));
    assert_eq!(alone.out, together.out);
}

#[test]
fn sides_are_not_swapped_if_so_asked() {
    let run = yomikiri(&with(ASAI_RAI, &["--games", "7", "--no-swap"]));
    let result = run.json();
    assert_eq!(result["penta"], Value::Null);
    let as_second = &result["by_side"]["player_first_as_second"];
    assert_eq!(as_second["wins"], 0);
    assert_eq!(as_second["losses"], 0);
}

#[test]
fn one_sided_results_have_no_infinite_numbers() {
    let args = [
        "match",
        "tictactoe",
        "--first",
        "alphabeta:depth=9",
        "--second",
        "alphabeta:depth=9",
    ];
    let run = yomikiri(&with(&args, &["--games", "4", "--json"]));
    assert_eq!(run.json()["draws"], 4);
    let warning = "too few different games: 1 for 2 independent samples";
    assert!(run.err.contains(warning), "{}", run.err);
    for text in ["inf", "nan", "NaN"] {
        assert!(!run.out.contains(text));
    }
    let run = yomikiri(&["sprt", "--wdl", "10,0,0"]);
    assert!(run.out.contains("Elo: unbounded"), "{}", run.out);
}

#[test]
fn wrong_orders_are_refused() {
    check_error(&with(ASAI_RAI, &["--games", "3"]), 2, "even number");
    check_error(
        &with(ASAI_RAI, &["--games", "2", "--sprt", "elo0=5,elo1=0"]),
        2,
        "elo0",
    );
    check_error(
        &with(ASAI_RAI, &["--games", "2", "--limits", "speed=9"]),
        2,
        "limits",
    );
    check_error(
        &with(ASAI_RAI, &["--games", "2", "--openings", "no-such-file"]),
        3,
        "no-such-file",
    );
    let nobody = ["match", "anpanman", "--first", "nobody", "--second", "rai"];
    check_error(&nobody, 2, "nobody");
    let human = ["match", "anpanman", "--first", "human", "--second", "rai"];
    check_error(&human, 2, "human");
    let missing = [
        "match",
        "minishogi",
        "--first",
        "external:/no/such/engine",
        "--second",
        "rai",
    ];
    check_error(&missing, 4, "/no/such/engine");
    check_error(&["experiment", "nothing"], 3, "anpanman-table1");
    check_error(&["rate", "no-such-file"], 3, "no-such-file");
    check_error(&["tune", "tictactoe"], 3, "weights");
}

#[test]
fn balanced_openings_need_a_table() {
    let empty = tempfile::tempdir().unwrap();
    let data = empty.path().display().to_string();
    for more in [["--openings", "balanced:plies=2"], ["--games", "2"]] {
        // Anpanman's tablebase is built in; this game's is not.
        let mut args = with(ASAI_RAI, &more);
        args[1] = "dobutsu";
        if more[0] == "--games" {
            args.push("--adjudicate-table");
        }
        let run = yomikiri_with(&args, &[("YOMIKIRI_DATA", &data)], "");
        assert_eq!(run.code, 5, "{}", run.err);
        assert!(run.err.contains("table"), "{}", run.err);
    }
}

/// A result without what may differ between two runs of the same match.
fn result(dir: &Path) -> Value {
    let text = fs::read_to_string(dir.join("result.json")).expect("a result");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_killed_match_goes_on_and_ends_like_an_unbroken_one() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, torn) = (dir.path().join("whole"), dir.path().join("torn"));
    // Slow enough to be killed, fast enough for a test.
    let args = |out: &Path| -> Vec<String> {
        let text = format!(
            "match anpanman --first asai:depth=5 --second asai:depth=4 --games 60 \
             --openings random:plies=2 --seed 4 --out {}",
            out.display()
        );
        text.split_whitespace().map(str::to_owned).collect()
    };
    let start = |args: &[String]| {
        Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs")
    };
    assert!(start(&args(&whole)).wait().unwrap().success());
    let mut killed = start(&args(&torn));
    let games = torn.join("games.jsonl");
    let begun = Instant::now();
    let lines = || fs::read(&games).map_or(0, |b| b.iter().filter(|&&b| b == b'\n').count());
    while lines() < 5 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let mut again = args(&torn);
    again.push("--resume".into());
    assert!(start(&again).wait().unwrap().success());
    assert_eq!(result(&whole), result(&torn));
    assert_eq!(lines(), 60, "no game twice");
    for file in ["manifest.json", "report.html", "games.kif"] {
        assert!(torn.join(file).exists(), "{file}");
    }
    // The records of a run are ordinary records.
    let convert = ["convert", "anpanman", "--from", "json", "--to", "native"];
    let path = games.display().to_string();
    let run = yomikiri(&with(&convert, &[path.as_str()]));
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.lines().count(), 60);
    let rated = yomikiri(&["rate", &torn.display().to_string(), "--json"]);
    assert_eq!(rated.json()["games"], 60);
    // It is not started again over itself.
    let again = args(&torn);
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    check_error(&again, 2, "--resume");
}

#[test]
fn the_experiment_of_the_document_repeats() {
    let args = ["experiment", "anpanman-table1", "--games", "200", "--json"];
    let first = yomikiri(&args);
    let rows = first.json();
    let rows = rows["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["document"], serde_json::json!([852, 84, 64]));
    // At least 85 % against the random player on either side.
    assert!(rows[0]["ours"][0].as_u64().unwrap() >= 170);
    assert!(rows[1]["ours"][1].as_u64().unwrap() >= 170);
    // The other reading: games without a legal move and without check are draws.
    for row in rows {
        let other = &row["otherwise"][0];
        assert_eq!(other["reading"], "no-moves-draw");
        let stuck = row["reasons"]["no-moves"].as_u64().unwrap_or(0);
        let draws = |of: &Value| of["ours"][2].as_u64().unwrap();
        assert_eq!(draws(other), draws(row) + stuck);
    }
    assert_eq!(first.out, yomikiri(&args).out);
    let text = yomikiri(&["experiment", "anpanman-table1", "--games", "20"]);
    assert!(
        text.out.contains("852") && text.out.contains("differs"),
        "{}",
        text.out
    );
}

#[test]
fn the_experiment_on_pawn_endings_has_every_claim() {
    let args = [
        "experiment",
        "pawn-ending-table5",
        "--games",
        "20",
        "--json",
    ];
    let answer = yomikiri(&args).json();
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 5);
    for row in rows {
        let total = |of: &Value| {
            let counts = of["ours"].as_array().unwrap().iter();
            counts.map(|count| count.as_u64().unwrap()).sum::<u64>()
        };
        assert_eq!((total(row), total(&row["otherwise"][0])), (20, 20));
        let within = |at: usize| row["won_within"][at]["games"].as_u64().unwrap();
        assert!(within(0) <= within(1) && within(1) <= row["ours"][0].as_u64().unwrap());
    }
    check_error(
        &["experiment", "anpanman-table1", "dobutsu"],
        2,
        "expected no game",
    );
    assert!(yomikiri(&["experiment"]).out.contains("xiangqi-movegen"));
}

/// Two weightings of one evaluation.
#[test]
fn weightings_play_each_other() {
    let args = [
        "match",
        "anpanman",
        "--first",
        "asai:depth=1,advance=0",
        "--second",
        "asai:depth=1,legal=1",
    ];
    let run = yomikiri(
        &[
            &args[..],
            &["--games", "4", "--openings", "random:plies=2", "--json"],
        ]
        .concat(),
    );
    assert_eq!(run.json()["games"], 4);
    let wrong = [
        "match",
        "anpanman",
        "--first",
        "asai:nonsense=1",
        "--second",
        "rai",
        "--games",
        "2",
    ];
    check_error(&wrong, 2, "unknown setting \"nonsense\"");
}

#[test]
fn the_calculator_agrees_with_a_published_test() {
    // official-stockfish/Stockfish, pull request 4194, STC.
    let counts = "371,10263,24989,10642,379";
    let run = yomikiri(&["sprt", "--penta", counts, "--test", "elo0=0,elo1=2"]);
    assert!(
        run.out.contains("LLR: 2.95 (-2.94, 2.94) [0.00, 2.00]: H1"),
        "{}",
        run.out
    );
    check_error(&["sprt", "--penta", "1,2,3"], 2, "5");
}

#[test]
fn a_tournament_rates_everybody() {
    let run = yomikiri(&[
        "tournament",
        "anpanman",
        "-p",
        "asai:depth=2",
        "-p",
        "asai:depth=1",
        "-p",
        "rai",
        "--games",
        "20",
        "--openings",
        "random:plies=2",
        "--json",
    ]);
    let result = run.json();
    assert_eq!(result["pairings"].as_array().unwrap().len(), 3);
    let rated = result["ratings"]["players"].as_array().unwrap();
    assert!(rated[0]["elo"].as_f64() > rated[2]["elo"].as_f64());
}

#[test]
fn a_suite_is_solved_and_compared() {
    let dir = tempfile::tempdir().unwrap();
    let suite = dir.path().join("wins.epd");
    fs::write(
        &suite,
        "XX./OO./... x bm c1; id \"win\";\nX../.O./... x am b1;\n",
    )
    .unwrap();
    let path = suite.display().to_string();
    let run = yomikiri(&["suite", "tictactoe", &path, "--json"]);
    assert_eq!(run.json()["positions"], 2);
    let before = dir.path().join("before.json");
    fs::write(&before, &run.out).unwrap();
    let compared = yomikiri(&[
        "suite",
        "tictactoe",
        &path,
        "--compare",
        &before.display().to_string(),
    ]);
    assert!(
        compared.out.contains("before (alphabeta)"),
        "{}",
        compared.out
    );
}

#[test]
fn weights_are_tuned_and_the_run_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, torn) = (dir.path().join("whole"), dir.path().join("torn"));
    let tune = |out: &Path, more: &[&str]| {
        let out = out.display().to_string();
        let base = [
            "tune",
            "anpanman",
            "--limits",
            "depth=1",
            "--iterations",
            "12",
            "--pairs",
            "4",
            "--verify",
            "40",
            "--json",
            "--out",
            &out,
        ];
        // So few games prove nothing, so the weights are not accepted.
        let ran = yomikiri(&with(&base, more));
        assert_eq!(ran.code, 1);
        ran.document()
    };
    let unbroken = tune(&whole, &[]);
    fs::create_dir(&torn).unwrap();
    let text = fs::read_to_string(whole.join("tune.jsonl")).unwrap();
    fs::write(torn.join("tune.jsonl"), &text[..text.len() / 2]).unwrap();
    let resumed = tune(&torn, &["--resume"]);
    assert_eq!(unbroken, resumed);
    assert_eq!(text, fs::read_to_string(torn.join("tune.jsonl")).unwrap());
}

#[test]
fn weights_are_fitted_to_positions_in_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let make = |out: &str, games: &str, more: &[&str]| {
        let base = [
            "tune", "data", "xiangqi", "--games", games, "--nodes", "100", "--json", "--out", out,
        ];
        yomikiri(&with(&base, more))
    };
    let (whole, parts) = (path("whole.ytd"), path("parts.ytd"));
    let made = make(&whole, "12", &["-j", "2"]).json();
    assert_eq!(made["games"], 12);
    let positions = made["positions"].as_u64().unwrap();
    assert!(positions > 100, "{made}");
    assert!(made["bytes"].as_u64().unwrap() <= 32 * positions, "{made}");
    // Interrupted in the middle of a game, and gone on with.
    make(&parts, "5", &[]).json();
    let bytes = fs::read(&parts).unwrap();
    fs::write(&parts, &bytes[..bytes.len() - 7]).unwrap();
    assert_eq!(make(&parts, "12", &["--resume"]).json(), made);
    assert_eq!(fs::read(&parts).unwrap(), fs::read(&whole).unwrap());
    let other = make(&parts, "12", &["--resume", "--seed", "2"]);
    assert!(
        other.code == 2 && other.err.contains("other settings"),
        "{}",
        other.err
    );
    let again = make(&parts, "12", &[]);
    assert!(
        again.code == 2 && again.err.contains("--resume"),
        "{}",
        again.err
    );

    let out = path("run");
    let fit = |data: &str, more: &[&str]| {
        let base = [
            "tune",
            "xiangqi",
            "--method",
            "texel",
            "--data",
            data,
            "--verify",
            "0",
            "--json",
            "--params",
            "rook,horse-*",
            "--hold-out",
            "30",
        ];
        yomikiri(&with(&base, more))
    };
    let fitted = fit(&whole, &["--out", &out]);
    let answer = fitted.document();
    assert_eq!(answer["data"]["positions"], positions);
    let loss = |name: &str| answer["loss"][name].as_f64().unwrap();
    assert!(loss("found") <= loss("start"));
    assert!(loss("held_out_found") <= loss("held_out_start"));
    let weights = answer["weights"].as_array().unwrap();
    assert_eq!(weights[0]["name"], "rook");
    assert!(weights.iter().all(|one| one["name"] != "cannon"));
    let file = dir.path().join("run/weights.toml");
    assert_eq!(file.exists(), fitted.code == 0);

    // What was found is what a player takes.
    let text = "game = \"xiangqi\"\n[weights]\nrook = 0\n\"rook-e0\" = -500\n";
    fs::write(&file, text).unwrap();
    let player = format!("alphabeta:depth=2,weights={}", file.display());
    let best = |player: &str| {
        let position = "3k5/9/9/9/4n4/9/9/9/R8/5K3 w";
        let args = [
            "analyze", "xiangqi", "-p", position, "--player", player, "--json",
        ];
        yomikiri(&args).json()["lines"][0]["score"].clone()
    };
    assert_ne!(best(&player), best("alphabeta:depth=2"));

    // What is wrong is told.
    fs::write(&file, "game = \"xiangqi\"\n[weights]\nrok = 1\n").unwrap();
    check_error(
        &["analyze", "xiangqi", "--player", &player],
        3,
        "such as rook, got \"rok\"",
    );
    fs::write(&file, "game = \"anpanman\"\n[weights]\n").unwrap();
    check_error(
        &["analyze", "xiangqi", "--player", &player],
        3,
        "those of anpanman",
    );
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(&parts, &damaged).unwrap();
    let refused = fit(&parts, &[]);
    assert!(
        refused.code == 3 && refused.err.contains("is damaged"),
        "{}",
        refused.err
    );
    fs::write(&parts, "hello").unwrap();
    assert_eq!(fit(&parts, &[]).code, 3);
    check_error(&["tune", "go", "--method", "texel"], 2, "use --method spsa");
    check_error(&["tune", "xiangqi", "--params", "queen"], 2, "--list shows");
    let listed = yomikiri(&["tune", "xiangqi", "--list"]).out;
    assert!(
        listed
            .lines()
            .any(|line| line.starts_with("rook, int, 1109, ")),
        "{listed}"
    );
    assert!(
        listed
            .lines()
            .any(|line| line == "lmr-base, int, 192, 0, 768, 24.0, 0.0036"),
        "{listed}"
    );
    // 56 weights, two tables of placement, 39 parameters of the search.
    assert_eq!(listed.lines().count(), 56 + 700 + 39);
}

#[test]
fn what_is_not_better_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let data = path("games.ytd");
    let make = [
        "tune", "data", "xiangqi", "--games", "6", "--nodes", "60", "--json", "--out", &data,
    ];
    assert_eq!(yomikiri(&make).code, 0);
    let fit = |out: &str, more: &[&str]| {
        let base = [
            "tune",
            "xiangqi",
            "--method",
            "texel",
            "--data",
            &data,
            "--hold-out",
            "40",
            "--limits",
            "nodes=60",
            "--json",
            "--out",
            out,
        ];
        yomikiri(&with(&base, more))
    };
    // Kings never stand there, so that nothing foretells better.
    let nothing = fit(&path("nothing"), &["--params", "king-a9,king-b9"]);
    assert_eq!(nothing.code, 1, "{}", nothing.err);
    let answer = nothing.document();
    assert_eq!(answer["accepted"], false);
    assert_eq!(answer["verification"], Value::Null);
    assert_eq!(
        answer["loss"]["held_out_start"],
        answer["loss"]["held_out_found"]
    );
    assert!(!dir.path().join("nothing/weights.toml").exists());
    // Four games decide no test.
    let undecided = fit(&path("undecided"), &["--verify", "4"]);
    assert_eq!(undecided.code, 1, "{}", undecided.err);
    let answer = undecided.document();
    assert_eq!(answer["accepted"], false);
    assert!(dir.path().join("undecided/result.json").exists());
    assert!(!dir.path().join("undecided/weights.toml").exists());
    let searched = fit(&path("searched"), &["--params", "lmr-base"]);
    assert!(
        searched.code == 2 && searched.err.contains("lmr-base needs --method spsa"),
        "{}",
        searched.err
    );
}

#[test]
fn parameters_of_the_search_are_settings_and_can_be_tuned() {
    let nodes = |player: &str| {
        let args = ["analyze", "xiangqi", "--player", player, "--json"];
        yomikiri(&args).json()["nodes"].clone()
    };
    let usual = nodes("alphabeta:depth=6");
    assert_eq!(usual, nodes("alphabeta:depth=6,lmr-base=192,window=25"));
    assert_ne!(usual, nodes("alphabeta:depth=6,lmr-base=600"));
    check_error(
        &["analyze", "xiangqi", "--player", "alphabeta:lmr-base=9999"],
        2,
        "0 to 768",
    );

    // A file may have them, and a setting holds against the file.
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("search.toml");
    fs::write(&file, "game = \"xiangqi\"\n[weights]\nlmr-base = 600\n").unwrap();
    let with_file = format!("alphabeta:depth=6,weights={}", file.display());
    assert_eq!(nodes(&with_file), nodes("alphabeta:depth=6,lmr-base=600"));
    assert_eq!(nodes(&format!("{with_file},lmr-base=192")), usual);

    // Tic-tac-toe's evaluation has no weights, its search has parameters.
    let listed = yomikiri(&["tune", "tictactoe", "--list"]).out;
    assert_eq!(listed.lines().count(), 39);
    let out = dir.path().join("run").display().to_string();
    let tune = |more: &[&str]| {
        let base = [
            "tune",
            "tictactoe",
            "--params",
            "search",
            "--limits",
            "nodes=50",
            "--iterations",
            "3",
            "--pairs",
            "1",
            "--verify",
            "0",
            "--json",
            "--out",
            &out,
        ];
        yomikiri(&with(&base, more)).document()
    };
    let found = tune(&[]);
    assert_eq!(found["weights"].as_array().unwrap().len(), 39);
    let text = fs::read_to_string(dir.path().join("run/tune.jsonl")).unwrap();
    fs::write(
        dir.path().join("run/tune.jsonl"),
        &text[..text.trim_end().rfind('\n').unwrap() + 1],
    )
    .unwrap();
    assert_eq!(tune(&["--resume"])["weights"], found["weights"]);
}
