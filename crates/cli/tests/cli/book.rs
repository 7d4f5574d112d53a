//! `book`: what is answered, what is refused, and what survives.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::common::{Run, check_error, yomikiri, yomikiri_with};

const GAME: &str = "[Game \"Chinese Chess\"]\n[Red \"NAME\"]\n[Date \"2026-01-02\"]\n[Result \"RESULT\"]\n\n1. MOVES RESULT\n\n";

pub(crate) fn game(name: &str, moves: &str, result: &str) -> String {
    let text = GAME.replace("NAME", name).replace("RESULT", result);
    text.replace("MOVES", moves)
}

/// A folder with a file of three games, and room for a book of them.
pub(crate) struct Desk {
    folder: TempDir,
    pub(crate) games: String,
    pub(crate) book: String,
}

impl Desk {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (games, book) = (path("games.pgn"), path("a.ybk"));
        let text = game("a", "h2e2 h9g7 2. h0g2 i9h9", "1-0")
            + &game("b", "b2e2 b9c7 2. b0c2 a9b9", "1/2-1/2")
            + &game("c", "h2e2 b9c7", "0-1");
        std::fs::write(&games, text).unwrap();
        Desk {
            folder,
            games,
            book,
        }
    }

    /// The same with a book of every move.
    pub(crate) fn with_book() -> Self {
        let desk = Desk::new();
        let built = desk.run(&["build", "xiangqi", &desk.games, "--min-games", "1"]);
        assert_eq!(built.code, 0, "{}", built.err);
        desk
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// `yomikiri book … --book FILE`
    fn words<'a>(&'a self, words: &[&'a str]) -> Vec<&'a str> {
        [&["book"], words, &["--book", &self.book]].concat()
    }

    pub(crate) fn run(&self, words: &[&str]) -> Run {
        yomikiri(&self.words(words))
    }

    pub(crate) fn json(&self, words: &[&str]) -> serde_json::Value {
        self.run(&[words, &["--json"]].concat()).json()
    }

    fn refuses(&self, words: &[&str], code: i32, told: &str) {
        check_error(&self.words(words), code, told);
    }

    /// Starts the program with games to come on stdin.
    fn start(&self, words: &[&str]) -> Child {
        Command::new(env!("CARGO_BIN_EXE_yomikiri"))
            .args(self.words(words))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }
}

#[test]
fn a_book_is_built_shown_taught_and_checked() {
    let desk = Desk::new();
    let folder = desk.path("");
    let built = desk.json(&["build", "xiangqi", &folder]);
    let fields = ["games", "skipped", "positions", "edges", "dropped"]
        .map(|name| built[name].as_u64().unwrap());
    assert_eq!(fields, [3, 0, 4, 4, 1]);
    assert!(built["errors"].as_array().unwrap().is_empty());
    assert!(built["bytes"].as_u64().unwrap() > 0 && built["seconds"].is_number());
    let shown = desk.json(&["show", "xiangqi"]);
    assert_eq!(
        (&shown["mirrored"], &shown["opening"]),
        (&false.into(), &().into())
    );
    let mv = &shown["moves"][0];
    let fields = ["move", "games", "win", "draw", "loss"].map(|name| mv[name].to_string());
    assert_eq!(fields, ["\"h2e2\"", "3", "1", "1", "1"]);
    for field in [
        "expected", "low", "high", "weight", "learned", "chance", "score", "depth", "table", "note",
    ] {
        assert!(mv.get(field).is_some(), "{field}");
    }
    let chinese = ["--moves", "h2e2", "--notation", "chinese"];
    let chinese = desk.json(&[&["show", "xiangqi"], &chinese[..]].concat());
    assert_eq!(chinese["moves"][0]["move"], "马８进７");
    assert_eq!(chinese["opening"]["code"], "B01");
    let batch = yomikiri_with(
        &desk.words(&["show", "xiangqi", "-p", "-"]),
        &[],
        "startpos\nnonsense\n",
    );
    assert_eq!((batch.code, batch.lines().len()), (3, 2));
    // Learning once, twice, and taking it back.
    let more = desk.write("more.pgn", &game("d", "h2e2 h9g7", "0-1"));
    let show = || desk.json(&["show", "xiangqi"]);
    let before = show();
    let learned = desk.json(&["learn", "xiangqi", &more]);
    assert_eq!((&learned["new"], &learned["known"]), (&1.into(), &0.into()));
    assert_ne!(show(), before);
    let known = desk.json(&["learn", "xiangqi", &more, &desk.games]);
    assert_eq!(known["known"], 4);
    assert_eq!(desk.json(&["forget", "xiangqi", &more])["new"], 1);
    assert_eq!(show(), before);
    // Marks.
    let set = ["--move", "C2=5", "--weight", "0", "--note", "never"];
    let set = [&["set", "xiangqi"], &set[..]].concat();
    assert_eq!(desk.json(&set)["changed"], true);
    assert_eq!(desk.json(&set)["changed"], false);
    assert_eq!(show()["moves"][0]["chance"], 0.0);
    let info = desk.json(&["info", "xiangqi"]);
    assert_eq!(
        (&info["game"], &info["version"], &info["games"]),
        (&"xiangqi".into(), &1.into(), &3.into())
    );
    assert_eq!(info["by_ply"].as_array().unwrap().len(), 4);
    assert_eq!(desk.json(&["stats", "xiangqi"]), info);
    let faults = &desk.json(&["verify", "xiangqi"])["faults"];
    assert!(faults.as_array().unwrap().is_empty());
    // A match teaches it.
    let players = ["--first", "random", "--second", "random:seed=2"];
    let games = ["--games", "2", "--max-plies", "10", "--json"];
    let run_match = yomikiri(
        &[
            &["match", "xiangqi", "--learn", &desk.book],
            &players[..],
            &games,
        ]
        .concat(),
    );
    assert!(run_match.err.contains("2 learned"), "{}", run_match.err);
    assert_eq!(desk.json(&["info", "xiangqi"])["games"], 5);
}

#[test]
fn what_is_wrong_is_refused() {
    let desk = Desk::new();
    desk.refuses(&["show", "xiangqi"], 3, "`yomikiri book build` makes one");
    // Illegal moves: where, and nothing is written unless they may be left out.
    let bad = game("a", "h2e2 h9g7", "1-0") + &game("b", "h2e2 h9g6", "1-0");
    let bad = desk.write("bad.pgn", &bad);
    desk.refuses(&["build", "xiangqi", &bad], 3, "game 2: line 13, ply 2: ");
    assert!(!Path::new(&desk.book).exists());
    let kept = ["--keep-going", "--min-games", "1"];
    let kept = desk.run(&[&["build", "xiangqi", &bad], &kept[..]].concat());
    assert_eq!(kept.code, 3);
    assert!(Path::new(&desk.book).exists());
    let build = |more: &[&str], code: i32, told: &str| {
        let words = [&["build", "xiangqi", &desk.games], more].concat();
        desk.refuses(&words, code, told);
    };
    desk.refuses(&["build", "xiangqi", "none.pgn"], 3, "none.pgn");
    build(&["--results", "3,1"], 2, "3,1,-1");
    build(&["--min-games", "9"], 3, "--min-games");
    // Another game, other rules, something else, half a file.
    let other = "expected a book of the game chess, got one of xiangqi";
    desk.refuses(&["show", "chess"], 5, other);
    desk.refuses(&["show", "xiangqi?repetition=wxf"], 5, "of the rules");
    check_error(
        &["book", "show", "xiangqi", "--book", &desk.games],
        5,
        "expected an opening book",
    );
    let whole = std::fs::read(&desk.book).unwrap();
    std::fs::write(&desk.book, &whole[..whole.len() / 2]).unwrap();
    desk.refuses(&["verify", "xiangqi"], 5, "book");
    std::fs::write(&desk.book, &whole).unwrap();
    let set = |more: &[&str], code: i32, told: &str| {
        desk.refuses(&[&["set", "xiangqi", "--move"], more].concat(), code, told);
    };
    set(&["h2e2"], 2, "--weight or --note");
    set(&["h2e3", "--weight", "1"], 3, "ply 1");
    set(&["h2e2", "--weight", "1001"], 2, "1001");
    // Formats that another game has, and files that are something else.
    let import = |format: &str, file: &str, code: i32, told: &str| {
        desk.refuses(&["import", "xiangqi", file, "--from", format], code, told);
    };
    import("polyglot", &desk.games, 2, "polyglot");
    import("eleeye", &desk.games, 3, "8 bytes");
    import("obk", &desk.games, 3, "bhobk");
    import("json", &desk.games, 3, "line 1: ");
    import("csv", &desk.games, 3, "line 2: ");
    import("epd", &desk.games, 3, "line 1: ");
    assert_eq!(std::fs::read(&desk.book).unwrap(), whole);
}

/// A program that is killed while it builds leaves the old book as it was, and is in nobody's way.
#[test]
fn a_killed_build_leaves_the_old_book() {
    let desk = Desk::with_book();
    let before = std::fs::read(&desk.book).unwrap();
    let build = ["build", "xiangqi", "--min-games", "1"];
    let mut killed = desk.start(&[&build[..], &["-", "--from", "pgn"]].concat());
    let mut to = killed.stdin.take().unwrap();
    to.write_all(game("z", "h2e2 h9g7", "1-0").repeat(10).as_bytes())
        .unwrap();
    // It waits for more; its folder is there.
    let building = desk.book.clone() + ".building";
    while !Path::new(&building).join("book").exists() {
        std::thread::yield_now();
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(std::fs::read(&desk.book).unwrap(), before);
    let again = desk.run(&[&build[..], &[&desk.games]].concat());
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(!Path::new(&building).exists());
}

/// Games whose first moves differ.
fn many_games(name: &str, count: usize) -> String {
    let first = ["h2e2", "b2e2", "g3g4", "c3c4", "h0g2", "b0c2", "g0e2"];
    let second = ["h9g7", "b9c7", "g6g5", "c6c5", "h7e7", "b7e7"];
    (0..count)
        .map(|number| {
            let moves = [first[number % 7], second[number % 6]].join(" ");
            game(
                &format!("{name} {number}"),
                &moves,
                ["1-0", "0-1"][number % 2],
            )
        })
        .collect()
}

/// A program that is killed while it learns has learned everything or nothing, whenever it is killed.
#[test]
fn killed_learning_is_whole_or_nothing() {
    let desk = Desk::with_book();
    let games = desk.write("more.pgn", &many_games("k", 400));
    let known = |desk: &Desk| desk.json(&["info", "xiangqi"])["games"].as_u64().unwrap();
    let learn = ["learn", "xiangqi", &games];
    for turn in 0..12 {
        let mut killed = desk.start(&learn);
        // A little later every time, and once into the transaction itself.
        let journal = desk.book.clone() + "-journal";
        match turn {
            0 => while killed.try_wait().unwrap().is_none() && !Path::new(&journal).exists() {},
            turn => std::thread::sleep(std::time::Duration::from_millis(turn * 4)),
        }
        // It may have ended already.
        drop(killed.kill());
        killed.wait().unwrap();
        let found = known(&desk);
        assert!([3, 403].contains(&found), "{found}");
        let faults = &desk.json(&["verify", "xiangqi"])["faults"];
        assert!(faults.as_array().unwrap().is_empty(), "{faults}");
    }
    assert_eq!(desk.json(&learn)["games"], 400);
    assert_eq!(known(&desk), 403);
}

/// Two programs that learn into one book at once: both end up in it.
#[test]
fn two_programs_learn_into_one_book() {
    let desk = Desk::with_book();
    let files =
        ["a", "b", "c"].map(|name| desk.write(&format!("{name}.pgn"), &many_games(name, 60)));
    let learning = files
        .each_ref()
        .map(|file| desk.start(&["learn", "xiangqi", file]));
    for mut one in learning {
        assert!(one.wait().unwrap().success());
    }
    assert_eq!(desk.json(&["info", "xiangqi"])["games"], 3 + 3 * 60);
    let start = desk.json(&["show", "xiangqi"]);
    let games = start["moves"].as_array().unwrap().iter();
    let games: u64 = games.map(|mv| mv["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 3 + 3 * 60);
    let faults = &desk.json(&["verify", "xiangqi"])["faults"];
    assert!(faults.as_array().unwrap().is_empty(), "{faults}");
}

#[test]
fn books_are_scored_merged_and_written() {
    let desk = Desk::with_book();
    let score = ["score", "xiangqi", "--nodes", "50", "--resume"];
    let some = desk.json(&[&score[..], &["--most", "2", "--margin", "500"]].concat());
    // The engine's own move of the start, which the book may have, and another one.
    assert_eq!(some["scored"], 2);
    assert!([3, 4].contains(&some["left"].as_u64().unwrap()), "{some}");
    assert_eq!(desk.json(&score)["left"], 0);
    assert_eq!(desk.json(&score)["scored"], 0);
    assert!(desk.json(&["show", "xiangqi"])["moves"][0]["score"].is_number());
    let both = desk.path("both.ybk");
    let merge = ["book", "merge", &desk.book, &desk.book, "--out", &both];
    let merged = yomikiri(&[&merge[..], &["--json"]].concat()).json();
    // Five moves of games, and moves of the engine.
    let edges = &desk.json(&["info", "xiangqi"])["edges"];
    assert!(edges.as_u64() > Some(5), "{edges}");
    assert_eq!((&merged["edges"], &merged["left_out"]), (edges, &0.into()));
    let shown = yomikiri(&["book", "show", "xiangqi", "--book", &both, "--json"]).json();
    assert_eq!(shown["moves"][0]["games"], 6);
    // Positions of a book as openings.
    let players = ["--first", "random", "--second", "random"];
    let games = ["--games", "4", "--max-plies", "4", "--openings"];
    let match_ = [&["match", "xiangqi"], &players[..], &games].concat();
    for (plies, code) in [(2, 0), (30, 3)] {
        let openings = format!("{}:plies={plies}", desk.book);
        let run = yomikiri(&[&match_[..], &[&openings]].concat());
        assert_eq!(run.code, code, "{}", run.err);
    }
}

/// Self-play of varied strength is the same every time, and goes on where it was stopped.
#[test]
fn self_play_goes_on_where_it_was_stopped() {
    let desk = Desk::new();
    let build = |games: u64, keep: Option<&str>, threads: &str| {
        let keep = keep.map_or_else(String::new, |file| format!(",keep={file}"));
        let source = format!(
            "selfplay:games={games},player=alphabeta:hash=1,vary=20-60,seed=3,random=1,max_plies=12{keep}"
        );
        let words = [
            "build",
            "xiangqi",
            &source,
            "--min-games",
            "1",
            "--threads",
            threads,
        ];
        desk.json(&words);
        desk.run(&["export", "xiangqi", "--to", "csv"]).out
    };
    let kept = desk.path("kept.jsonl");
    let whole = build(6, None, "2");
    build(2, Some(&kept), "1");
    // Half a line of a program that was killed.
    let text = std::fs::read_to_string(&kept).unwrap();
    assert_eq!(text.lines().count(), 2);
    std::fs::write(&kept, &text[..text.len() - 9]).unwrap();
    assert_eq!(build(6, Some(&kept), "1"), whole);
    assert_eq!(std::fs::read_to_string(&kept).unwrap().lines().count(), 6);
}
