//! `book`: what is answered, what is refused, and what survives.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{yomikiri, yomikiri_with};

const GAME: &str = "[Game \"Chinese Chess\"]\n[Red \"NAME\"]\n[Date \"2026-01-02\"]\n[Result \"RESULT\"]\n\n1. MOVES RESULT\n\n";

fn game(name: &str, moves: &str, result: &str) -> String {
    let text = GAME.replace("NAME", name).replace("RESULT", result);
    text.replace("MOVES", moves)
}

/// A file of three games and a book of them.
fn made(folder: &Path) -> (String, String) {
    let games = folder.join("games.pgn");
    let text = game("a", "h2e2 h9g7 2. h0g2 i9h9", "1-0")
        + &game("b", "b2e2 b9c7 2. b0c2 a9b9", "1/2-1/2")
        + &game("c", "h2e2 b9c7", "0-1");
    std::fs::write(&games, text).unwrap();
    let [games, book] = [games, folder.join("a.ybk")].map(|path| path.display().to_string());
    (games, book)
}

#[test]
fn a_book_is_built_shown_taught_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let (games, book) = made(folder.path());
    let book = ["--book", book.as_str()];
    let run = |words: &[&str]| yomikiri(&[&["book"], words, &book, &["--json"]].concat());
    let built = run(&["build", "xiangqi", folder.path().to_str().unwrap()]).json();
    let fields = ["games", "skipped", "positions", "edges", "dropped"]
        .map(|name| built[name].as_u64().unwrap());
    assert_eq!(fields, [3, 0, 4, 4, 1]);
    assert!(built["errors"].as_array().unwrap().is_empty());
    assert!(built["bytes"].as_u64().unwrap() > 0 && built["seconds"].is_number());
    let shown = run(&["show", "xiangqi"]).json();
    assert_eq!(
        (&shown["mirrored"], &shown["opening"]),
        (&false.into(), &().into())
    );
    let mv = &shown["moves"][0];
    assert_eq!(
        (
            &mv["move"],
            &mv["games"],
            &mv["win"],
            &mv["draw"],
            &mv["loss"]
        ),
        (&"h2e2".into(), &3.into(), &1.into(), &1.into(), &1.into())
    );
    for field in [
        "expected", "low", "high", "weight", "learned", "chance", "score", "depth", "table", "note",
    ] {
        assert!(mv.get(field).is_some(), "{field}");
    }
    let chinese = run(&[
        "show",
        "xiangqi",
        "--moves",
        "h2e2",
        "--notation",
        "chinese",
    ])
    .json();
    assert_eq!(chinese["moves"][0]["move"], "马８进７");
    assert_eq!(chinese["opening"]["code"], "B01");
    let batch = yomikiri_with(
        &["book", "show", "xiangqi", "-p", "-", book[0], book[1]],
        &[],
        "startpos\nnonsense\n",
    );
    assert_eq!((batch.code, batch.lines().len()), (3, 2));
    // Learning once, twice, and taking it back.
    let more = folder.path().join("more.pgn");
    std::fs::write(&more, game("d", "h2e2 h9g7", "0-1")).unwrap();
    let more = more.to_str().unwrap();
    let before = run(&["show", "xiangqi"]).out;
    let learned = run(&["learn", "xiangqi", more]).json();
    assert_eq!((&learned["new"], &learned["known"]), (&1.into(), &0.into()));
    assert_ne!(run(&["show", "xiangqi"]).out, before);
    assert_eq!(run(&["learn", "xiangqi", more, &games]).json()["known"], 4);
    assert_eq!(run(&["forget", "xiangqi", more]).json()["new"], 1);
    assert_eq!(run(&["show", "xiangqi"]).out, before);
    // Marks.
    let set = [
        "set", "xiangqi", "--move", "C2=5", "--weight", "0", "--note", "never",
    ];
    assert_eq!(run(&set).json()["changed"], true);
    assert_eq!(run(&set).json()["changed"], false);
    assert_eq!(run(&["show", "xiangqi"]).json()["moves"][0]["chance"], 0.0);
    let info = run(&["info", "xiangqi"]).json();
    assert_eq!(
        (&info["game"], &info["version"], &info["games"]),
        (&"xiangqi".into(), &1.into(), &3.into())
    );
    assert_eq!(info["by_ply"].as_array().unwrap().len(), 4);
    assert_eq!(run(&["stats", "xiangqi"]).json(), info);
    assert!(
        run(&["verify", "xiangqi"]).json()["faults"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    // A match teaches it.
    let match_ = [
        "match",
        "xiangqi",
        "--first",
        "random",
        "--second",
        "random:seed=2",
        "--games",
        "2",
    ];
    let learn = ["--max-plies", "10", "--learn", book[1], "--json"];
    let run_match = yomikiri(&[&match_[..], &learn[..]].concat());
    assert!(run_match.err.contains("2 learned"), "{}", run_match.err);
    assert_eq!(run(&["info", "xiangqi"]).json()["games"], 5);
}

#[test]
fn what_is_wrong_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (games, book) = made(folder.path());
    let refused = |words: &[&str], code: i32, told: &str| {
        let run = yomikiri(words);
        assert_eq!(
            (run.code, run.out.as_str()),
            (code, ""),
            "{words:?} {}",
            run.err
        );
        assert!(run.err.contains(told), "{words:?} {}", run.err);
    };
    refused(
        &["book", "show", "xiangqi", "--book", &book],
        3,
        "`yomikiri book build` makes one",
    );
    // Illegal moves: where, and nothing is written unless they may be left out.
    let bad = folder.path().join("bad.pgn");
    std::fs::write(
        &bad,
        game("a", "h2e2 h9g7", "1-0") + &game("b", "h2e2 h9g6", "1-0"),
    )
    .unwrap();
    let bad = bad.to_str().unwrap();
    refused(
        &["book", "build", "xiangqi", bad, "--book", &book],
        3,
        "game 2: line 13, ply 2: ",
    );
    assert!(!Path::new(&book).exists());
    let kept = yomikiri(&[
        "book",
        "build",
        "xiangqi",
        bad,
        "--book",
        &book,
        "--keep-going",
        "--min-games",
        "1",
    ]);
    assert_eq!(kept.code, 3);
    assert!(Path::new(&book).exists());
    refused(
        &["book", "build", "xiangqi", "none.pgn", "--book", &book],
        3,
        "none.pgn",
    );
    refused(
        &[
            "book",
            "build",
            "xiangqi",
            &games,
            "--book",
            &book,
            "--results",
            "3,1",
        ],
        2,
        "3,1,-1",
    );
    refused(
        &[
            "book",
            "build",
            "xiangqi",
            &games,
            "--book",
            &book,
            "--min-games",
            "9",
        ],
        3,
        "--min-games",
    );
    // Another game, other rules, something else, half a file.
    refused(
        &["book", "show", "chess", "--book", &book],
        5,
        "expected a book of the game chess, got one of xiangqi",
    );
    refused(
        &["book", "show", "xiangqi?repetition=wxf", "--book", &book],
        5,
        "of the rules",
    );
    refused(
        &["book", "show", "xiangqi", "--book", &games],
        5,
        "expected an opening book",
    );
    let whole = std::fs::read(&book).unwrap();
    std::fs::write(&book, &whole[..whole.len() / 2]).unwrap();
    refused(&["book", "verify", "xiangqi", "--book", &book], 5, "book");
    std::fs::write(&book, &whole).unwrap();
    refused(
        &["book", "set", "xiangqi", "--book", &book, "--move", "h2e2"],
        2,
        "--weight or --note",
    );
    refused(
        &[
            "book", "set", "xiangqi", "--book", &book, "--move", "h2e3", "--weight", "1",
        ],
        3,
        "ply 1",
    );
    refused(
        &[
            "book", "set", "xiangqi", "--book", &book, "--move", "h2e2", "--weight", "1001",
        ],
        2,
        "1001",
    );
}

/// A program that is killed while it builds leaves the old book as it was, and is in nobody's way.
#[test]
fn a_killed_build_leaves_the_old_book() {
    let folder = tempfile::tempdir().unwrap();
    let (games, book) = made(folder.path());
    let build = [
        "book",
        "build",
        "xiangqi",
        "--book",
        &book,
        "--min-games",
        "1",
    ];
    assert_eq!(yomikiri(&[&build[..], &[&games]].concat()).code, 0);
    let before = std::fs::read(&book).unwrap();
    let mut killed = Command::new(env!("CARGO_BIN_EXE_yomikiri"))
        .args([&build[..], &["-", "--from", "pgn"]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut to = killed.stdin.take().unwrap();
    to.write_all(game("z", "h2e2 h9g7", "1-0").repeat(10).as_bytes())
        .unwrap();
    // It waits for more; its folder is there.
    while !Path::new(&format!("{book}.building")).join("book").exists() {
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(std::fs::read(&book).unwrap(), before);
    assert_eq!(yomikiri(&[&build[..], &[&games]].concat()).code, 0);
    assert!(!Path::new(&format!("{book}.building")).exists());
}

#[test]
fn books_are_scored_merged_and_written() {
    let folder = tempfile::tempdir().unwrap();
    let (games, book) = made(folder.path());
    let build = [
        "book",
        "build",
        "xiangqi",
        &games,
        "--book",
        &book,
        "--min-games",
        "1",
    ];
    assert_eq!(yomikiri(&build).code, 0);
    let score = [
        "book", "score", "xiangqi", "--book", &book, "--nodes", "50", "--resume", "--json",
    ];
    let some = yomikiri(&[&score[..], &["--most", "2", "--margin", "500"]].concat()).json();
    assert_eq!((&some["scored"], &some["left"]), (&2.into(), &3.into()));
    assert_eq!(yomikiri(&score).json()["left"], 0);
    assert_eq!(yomikiri(&score).json()["scored"], 0);
    let show = |book: &str| yomikiri(&["book", "show", "xiangqi", "--book", book, "--json"]).json();
    assert!(show(&book)["moves"][0]["score"].is_number());
    let both = folder.path().join("both.ybk").display().to_string();
    let merged = yomikiri(&["book", "merge", &book, &book, "--out", &both, "--json"]).json();
    assert_eq!(
        (&merged["edges"], &merged["left_out"]),
        (&5.into(), &0.into())
    );
    assert_eq!(show(&both)["moves"][0]["games"], 6);
    let export = |format: &str| {
        yomikiri(&["book", "export", "xiangqi", "--book", &book, "--to", format]).out
    };
    assert_eq!(
        (
            export("json").lines().count(),
            export("csv").lines().count()
        ),
        (5, 6)
    );
    assert!(
        export("csv").contains("/RNBAKABNR w,h2e2,1,1,1,100,0,"),
        "{}",
        export("csv")
    );
    let epd = export("epd");
    assert!(epd.contains(" w bm h2e2; c0 \"h2e2 1/1/1\";"), "{epd}");
    let pgn = yomikiri_with(
        &["convert", "xiangqi", "--from", "pgn", "--to", "iccs"],
        &[],
        export("pgn"),
    );
    assert_eq!(pgn.code, 0, "{}", pgn.err);
    // Positions of a book as openings.
    let match_ = [
        "match",
        "xiangqi",
        "--first",
        "random",
        "--second",
        "random",
        "--games",
        "4",
        "--max-plies",
        "4",
    ];
    let openings = format!("{book}:plies=2");
    assert_eq!(
        yomikiri(&[&match_[..], &["--openings", &openings]].concat()).code,
        0
    );
    let none = format!("{book}:plies=30");
    assert_eq!(
        yomikiri(&[&match_[..], &["--openings", &none]].concat()).code,
        3
    );
}
