//! Opening books of every game: built, shown, taught and played from.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use yomikiri_lab::{
    AnyGame, BUILT_IN_BOOK, BookMark, BookPolicy, BuildOrder, BuildReport, Fact, GameRecord, Lab,
    LabError, Lang, Limits, NoObserver, Place, PlayerSpec, ScoreOrder, ShowReport, Side,
    SourceContents, SourcePart, Tree,
};
use yomikiri_records::Ending;

struct Books {
    lab: Lab,
    folder: tempfile::TempDir,
}

impl Books {
    fn new() -> Self {
        Books {
            lab: Lab::new(),
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn record(game: &dyn AnyGame, name: &str, moves: &[String], winner: Option<Side>) -> GameRecord {
    GameRecord {
        game: game.spec().to_owned(),
        players: [Some(name.to_owned()), None],
        tree: Tree::of_moves(moves.iter().cloned()),
        result: Some(Ending {
            winner,
            reason: if winner.is_some() {
                "resign"
            } else {
                "agreement"
            }
            .to_owned(),
            margin: None,
        }),
        ..GameRecord::default()
    }
}

fn words(moves: &str) -> Vec<String> {
    moves.split_whitespace().map(str::to_owned).collect()
}

fn build(
    game: &dyn AnyGame,
    path: &Path,
    records: Vec<GameRecord>,
    order: &BuildOrder,
) -> Result<BuildReport, LabError> {
    let part = SourcePart {
        source: "games".into(),
        contents: SourceContents::Records(records),
    };
    let mut parts = Some(part);
    game.books().build(path, order, &mut || Ok(parts.take()))
}

fn every_move() -> BuildOrder {
    BuildOrder {
        min_games: 1,
        ..BuildOrder::default()
    }
}

fn show(game: &dyn AnyGame, path: &Path, moves: &str) -> ShowReport {
    let book = game.books().open(path).unwrap();
    let place = Place {
        moves,
        ..Place::default()
    };
    let policy = BookPolicy::default();
    game.books().show(&book, &place, &policy, Lang::En).unwrap()
}

/// Some moves from the start, at random.
fn random_moves(game: &dyn AnyGame, seed: u64, plies: usize) -> Vec<String> {
    let mut session = game.session(&Place::default()).unwrap();
    let player: PlayerSpec = format!("random:seed={seed}").parse().unwrap();
    while session.ply() < plies && !session.is_over() {
        let report = session
            .think(&player, &Limits::default(), &mut NoObserver)
            .unwrap();
        session.play(&report.best.text).unwrap();
    }
    session.played().into_iter().map(|mv| mv.text).collect()
}

/// Whatever image of a position a book keeps: what was played is found, every move is legal, every sum right.
#[test]
fn every_game_has_a_book() {
    let books = Books::new();
    for id in books.lab.game_ids() {
        let game = books.lab.open_game(id).unwrap();
        let path = books.path(&format!("{id}.ybk"));
        let games: Vec<Vec<String>> = (1..=5).map(|seed| random_moves(&*game, seed, 10)).collect();
        let records = games.iter().enumerate().map(|(number, moves)| {
            record(
                &*game,
                &number.to_string(),
                moves,
                [None, Some(Side::First)][number % 2],
            )
        });
        let report = build(&*game, &path, records.collect(), &every_move()).unwrap();
        assert_eq!((report.games, report.skipped), (5, 0), "{id}");
        let book = game.books().open(&path).unwrap();
        let verified = game.books().verify(&book).unwrap();
        assert!(verified.faults.is_empty(), "{id}: {:?}", verified.faults);
        assert_eq!(
            (verified.positions, verified.edges),
            (report.positions, report.edges)
        );
        for moves in &games {
            for ply in 0..moves.len() {
                let shown = show(&*game, &path, &moves[..ply].join(" "));
                let games: u32 = shown.moves.iter().map(|mv| mv.games).sum();
                assert!(games > 0, "{id} {moves:?} {ply}");
                let legal = game
                    .moves_report(&Place::at(Some(&shown.position)))
                    .unwrap();
                assert!(
                    shown.moves.iter().all(|mv| legal.moves.contains(&mv.text)),
                    "{id}"
                );
                let sum: f64 = shown.moves.iter().map(|mv| mv.chance).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{id}");
            }
        }
    }
}

#[test]
fn mirrored_games_are_one_opening() {
    let books = Books::new();
    let game = books.lab.open_game("xiangqi").unwrap();
    let path = books.path("a.ybk");
    let right = words("h2e2 h9g7 h0g2 i9h9");
    let left = words("b2e2 b9c7 b0c2 a9b9");
    let records = vec![
        record(&*game, "1", &right, Some(Side::First)),
        record(&*game, "2", &left, Some(Side::Second)),
        record(&*game, "2", &left, Some(Side::Second)),
    ];
    let report = build(&*game, &path, records, &BuildOrder::default()).unwrap();
    // The third is the second once more.
    assert_eq!((report.games, report.skipped), (2, 1));
    assert_eq!((report.positions, report.edges), (4, 4));
    let shown = show(&*game, &path, "");
    assert_eq!(shown.moves.len(), 1);
    let mv = &shown.moves[0];
    assert_eq!(
        (mv.text.as_str(), mv.win, mv.draw, mv.loss),
        ("h2e2", 1, 0, 1)
    );
    assert_eq!(shown.opening, None);
    let [one, two] = ["h2e2 h9g7 h0g2", "b2e2 b9c7 b0c2"].map(|moves| show(&*game, &path, moves));
    assert_eq!(one.key, two.key);
    assert_ne!(one.mirrored, two.mirrored);
    assert_eq!(
        (one.moves[0].text.as_str(), two.moves[0].text.as_str()),
        ("i9h9", "a9b9")
    );
    // The name of the latest position that has one, in both images.
    assert_eq!(one.opening, two.opening);
    assert_eq!(one.opening.unwrap().name, "Central Cannon v Left Horse");
}

/// Every line of the list is legal, every position named once, in three languages.
#[test]
fn names_of_openings_can_be_read() {
    let books = Books::new();
    let game = books.lab.open_game("xiangqi").unwrap();
    let path = books.path("a.ybk");
    let one = record(&*game, "1", &words("h2e2"), None);
    build(&*game, &path, vec![one], &every_move()).unwrap();
    let book = game.books().open(&path).unwrap();
    let lines = yomikiri_games::xiangqi::OPENINGS.lines();
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 60);
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let place = Place {
            moves: columns[1],
            ..Place::default()
        };
        for (at, lang) in [(2, Lang::En), (3, Lang::Ja), (4, Lang::Zh)] {
            let policy = BookPolicy::default();
            let shown = game.books().show(&book, &place, &policy, lang).unwrap();
            let opening = shown.opening.unwrap();
            assert_eq!(
                (opening.code.as_str(), opening.name.as_str()),
                (columns[0], columns[at])
            );
        }
    }
}

#[test]
fn sides_results_and_variations() {
    let books = Books::new();
    let game = books.lab.open_game("xiangqi").unwrap();
    let path = books.path("a.ybk");
    let pgn = "[Game \"Chinese Chess\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 (1... b9c7 2. h0g2) 2. h0g2 1-0\n";
    let part = || SourcePart {
        source: "a.pgn".into(),
        contents: SourceContents::Bytes {
            format: "pgn",
            bytes: pgn.into(),
            lines: 0,
        },
    };
    let made = |order: &BuildOrder| {
        let mut parts = Some(part());
        game.books()
            .build(&path, order, &mut || Ok(parts.take()))
            .unwrap()
    };
    assert_eq!(made(&every_move()).edges, 3);
    let with_variations = BuildOrder {
        variations: true,
        ..every_move()
    };
    assert_eq!(made(&with_variations).edges, 5);
    let shown = show(&*game, &path, "h2e2");
    let found: Vec<(&str, u32)> = shown
        .moves
        .iter()
        .map(|mv| (mv.text.as_str(), mv.games))
        .collect();
    assert_eq!(found, [("b9c7", 0), ("h9g7", 1)]);
    let one_side = BuildOrder {
        side: Some(Side::Second),
        results: Some([3, 1, -1]),
        ..every_move()
    };
    assert_eq!(made(&one_side).edges, 1);
    assert_eq!(show(&*game, &path, "h2e2").moves[0].weight, 0);
}

#[test]
fn wrong_games_leave_nothing_or_are_left_out() {
    let books = Books::new();
    let game = books.lab.open_game("xiangqi").unwrap();
    let path = books.path("a.ybk");
    let good = "[Game \"Chinese Chess\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n\n";
    let bad = "[Game \"Chinese Chess\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. a0a9 1-0\n\n";
    let made = |keep_going| {
        let order = BuildOrder {
            keep_going,
            ..every_move()
        };
        let part = |text: &str, lines| SourcePart {
            source: "a.pgn".into(),
            contents: SourceContents::Bytes {
                format: "pgn",
                bytes: text.into(),
                lines,
            },
        };
        let mut parts = vec![part(&format!("{good}{bad}"), 5), part(good, 0)];
        game.books().build(&path, &order, &mut || Ok(parts.pop()))
    };
    let told = made(false).unwrap_err().to_string();
    assert!(
        told.starts_with("a.pgn: game 3: line 14, ply 3: "),
        "{told}"
    );
    assert!(!path.exists());
    assert_eq!(books.folder.path().read_dir().unwrap().count(), 0);
    let report = made(true).unwrap();
    assert_eq!(
        (report.games, report.skipped, report.errors.len()),
        (1, 2, 1)
    );
    let error = &report.errors[0];
    assert_eq!(
        (error.game, error.line, error.ply),
        (Some(3), Some(14), Some(3))
    );
}

/// A book from the start on, in which Red plays the central cannon.
fn small(books: &Books, name: &str) -> PathBuf {
    let game = books.lab.open_game("xiangqi").unwrap();
    let path = books.path(name);
    let line = words("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
    let games = ["1", "2", "3"].map(|name| record(&*game, name, &line, Some(Side::First)));
    build(&*game, &path, games.into(), &BuildOrder::default()).unwrap();
    path
}

fn think(books: &Books, spec: &str, place: &Place<'_>) -> (String, bool) {
    let game = books.lab.open_game("xiangqi").unwrap();
    let mut session = game.session(place).unwrap();
    let limits = Limits {
        nodes: Some(50),
        ..Limits::default()
    };
    let report = session
        .think(&spec.parse().unwrap(), &limits, &mut NoObserver)
        .unwrap();
    let (_, said) = match report.details.iter().find(|(name, _)| *name == "book") {
        Some(found) => found,
        None => return (report.best.text, false),
    };
    assert!(said.get("win").is_some_and(|win| *win != Fact::Nothing));
    (report.best.text, true)
}

#[test]
fn players_play_from_a_book() {
    let books = Books::new();
    let path = small(&books, "a.ybk");
    let file = path.display();
    let after = |moves| Place {
        moves,
        ..Place::default()
    };
    for policy in ["best", "weighted", "solid", "explore"] {
        let spec = format!("alphabeta:hash=1,book={file},policy={policy}");
        assert_eq!(think(&books, &spec, &after("")), ("h2e2".into(), true));
        // Also from the mirror image.
        assert_eq!(think(&books, &spec, &after("b2e2")), ("b9c7".into(), true));
    }
    let spec = format!("alphabeta:hash=1,book={file}");
    // Out of book: its end, its plies, too few games, nothing known of it.
    assert!(!think(&books, &spec, &after("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7")).1);
    assert!(!think(&books, &format!("{spec},plies=0"), &after("")).1);
    assert!(!think(&books, &format!("{spec},min_games=4"), &after("")).1);
    assert!(!think(&books, &spec, &after("a3a4")).1);
    for wrong in ["policy=worst", "temperature=101", "plies=-1", "min_games=x"] {
        let player = format!("{spec},{wrong}").parse().unwrap();
        let game = books.lab.open_game("xiangqi").unwrap();
        assert_eq!(
            game.check_player(&player).unwrap_err().exit() as u8,
            2,
            "{wrong}"
        );
    }
    let game = books.lab.open_game("xiangqi").unwrap();
    let missing = "alphabeta:book=none.ybk".parse().unwrap();
    assert_eq!(game.check_player(&missing).unwrap_err().exit() as u8, 3);
    let chess = books.lab.open_game("chess").unwrap();
    let other = spec.parse().unwrap();
    assert_eq!(chess.check_player(&other).unwrap_err().exit() as u8, 5);
}

/// After two own positions in a row that are not in the book the game has left it, although it comes back.
#[test]
fn two_misses_are_the_end_of_the_book() {
    let books = Books::new();
    let path = small(&books, "a.ybk");
    let spec = format!("alphabeta:hash=1,book={}", path.display());
    // Black wastes moves and the position of the book comes up again, with Red to move.
    let game = books.lab.open_game("xiangqi").unwrap();
    let one_miss = "h2e2 a6a5 h0g2 h9g7";
    let back = |moves: &str| {
        // The position that comes up is put into the book.
        let mut book = game.books().open(&path).unwrap();
        let place = Place {
            moves,
            ..Place::default()
        };
        let mark = BookMark {
            weight: Some(200),
            note: None,
        };
        game.books().mark(&mut book, &place, "i0h0", &mark).unwrap();
    };
    back(one_miss);
    let place = |moves| Place {
        moves,
        ..Place::default()
    };
    // Red's first position is in the book, the second is not, the third is.
    assert_eq!(
        think(&books, &spec, &place(one_miss)),
        ("i0h0".into(), true)
    );
    let two_misses = "h2e2 a6a5 h0g2 i6i5 a3a4 h9g7";
    back(two_misses);
    assert!(!think(&books, &spec, &place(two_misses)).1);
}

/// Checking for ever loses: the book's move is not played when it would bring that verdict.
#[test]
fn a_book_never_runs_into_a_lost_verdict() {
    let books = Books::new();
    let path = small(&books, "a.ybk");
    let game = books.lab.open_game("xiangqi").unwrap();
    let start = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
    let cycle = words("a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9");
    let mut book = game.books().open(&path).unwrap();
    for ply in [0, 2, 4] {
        let moves = cycle[..ply].join(" ");
        let place = Place {
            position: Some(start),
            moves: &moves,
            ..Place::default()
        };
        let mark = BookMark {
            weight: Some(1000),
            note: None,
        };
        game.books()
            .mark(&mut book, &place, &cycle[ply], &mark)
            .unwrap();
    }
    drop(book);
    let spec = format!("alphabeta:hash=1,book={}", path.display());
    let mut refused = 0;
    for ply in (0..cycle.len()).step_by(2) {
        let moves = cycle[..ply].join(" ");
        let place = Place {
            position: Some(start),
            moves: &moves,
            ..Place::default()
        };
        let mut after = game.session(&place).unwrap();
        after.play(&cycle[ply]).unwrap();
        let loses = after
            .outcome()
            .is_some_and(|outcome| outcome.winner == Some(Side::Second));
        let (mv, from_book) = think(&books, &spec, &place);
        assert_eq!(from_book, !loses, "ply {ply}");
        assert!(!loses || mv != cycle[ply]);
        refused += usize::from(loses);
    }
    assert_eq!(refused, 1);
}

#[test]
fn learning_and_forgetting_records() {
    let books = Books::new();
    let path = small(&books, "a.ybk");
    let game = books.lab.open_game("xiangqi").unwrap();
    let mut book = game.books().open(&path).unwrap();
    let before = show(&*game, &path, "");
    let lost = record(
        &*game,
        "x",
        &words("b2e2 b9c7 b0c2 a9b9 a0b0 h9g7 a3a4 a6a5 a4a5"),
        Some(Side::Second),
    );
    let report = game
        .books()
        .learn(&mut book, std::slice::from_ref(&lost))
        .unwrap();
    assert_eq!((report.games, report.new, report.known), (1, 1, 0));
    // Six moves of the book, and two plies more.
    assert_eq!((report.positions, report.edges), (2, 2));
    let after = show(&*game, &path, "");
    assert_eq!((after.moves[0].loss, after.moves[0].games), (1, 4));
    assert!(after.moves[0].learned < 0);
    // Built games are known as well.
    let line = words("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7");
    let built = record(&*game, "1", &line, Some(Side::First));
    let report = game
        .books()
        .learn(&mut book, &[lost.clone(), built])
        .unwrap();
    assert_eq!((report.new, report.known), (0, 2));
    let report = game.books().forget(&mut book, &[lost]).unwrap();
    assert_eq!((report.games, report.new), (1, 1));
    assert_eq!(show(&*game, &path, ""), before);
}

fn scoring(nodes: u64) -> ScoreOrder {
    ScoreOrder {
        nodes,
        margin: Some(50),
        resume: true,
        most: None,
        plies: None,
        grow: 0,
    }
}

/// A rook that takes an advisor and is lost: no other move of the position is in the book.
#[test]
fn a_move_that_is_worse_than_the_engines_own_is_not_played() {
    let books = Books::new();
    let game = books.lab.open_game("xiangqi").unwrap();
    let path = books.path("poor.ybk");
    let line = words("a0a1 b9c7 a1d1 a6a5 d1d9");
    let records = ["1", "2", "3"].map(|name| record(&*game, name, &line, Some(Side::First)));
    build(&*game, &path, records.to_vec(), &every_move()).unwrap();
    let poor = "a0a1 b9c7 a1d1 a6a5";
    assert_eq!(show(&*game, &path, poor).moves[0].chance, 1.0);
    let mut book = game.books().open(&path).unwrap();
    let stop = AtomicBool::new(false);
    let report = game
        .books()
        .score(&mut book, &scoring(2000), &stop)
        .unwrap();
    assert_eq!(report.left, 0);
    assert!(game.books().verify(&book).unwrap().faults.is_empty());
    // A copy is played from like the book itself.
    let copy = books.path("copy.ybk");
    game.books().merge(&[book], &copy).unwrap();
    let shown = show(&*game, &path, poor);
    assert_eq!(show(&*game, &copy, poor), shown);
    let [own, lost] = &shown.moves[..] else {
        panic!("{shown:?}");
    };
    assert_eq!(
        (lost.text.as_str(), lost.games, lost.chance),
        ("d1d9", 3, 0.0)
    );
    assert_eq!((own.games, own.chance), (0, 1.0));
    assert!(own.score.unwrap() > lost.score.unwrap() + 300, "{shown:?}");
    let spec = format!("alphabeta:hash=1,book={}", path.display());
    let place = Place {
        moves: poor,
        ..Place::default()
    };
    assert_eq!(think(&books, &spec, &place), (own.text.clone(), true));
}

/// Every score is that of the best answer, where answers have scores; the engine's lines go on behind the book, and are
/// played unless a number of games is asked for.
#[test]
fn scores_are_backed_up_and_the_engines_lines_followed() {
    let books = Books::new();
    let game = books.lab.open_game("xiangqi").unwrap();
    let path = small(&books, "grown.ybk");
    let stop = AtomicBool::new(false);
    let grown = ScoreOrder {
        grow: 80,
        ..scoring(300)
    };
    let score = |order: &ScoreOrder| {
        let mut book = game.books().open(&path).unwrap();
        game.books().score(&mut book, order, &stop).unwrap()
    };
    let before = game.books().info(&game.books().open(&path).unwrap());
    let before = before.unwrap();
    // The start alone: its move, and perhaps the engine's own.
    let start = ScoreOrder {
        plies: Some(0),
        ..scoring(300)
    };
    let report = score(&start);
    assert!((1..=2).contains(&report.scored), "{report:?}");
    assert_eq!(report.left, before.edges - 1);
    assert!(
        show(&*game, &path, "")
            .moves
            .iter()
            .all(|mv| mv.score.is_some())
    );
    // Stopped on the way.
    let first = ScoreOrder {
        most: Some(3),
        ..grown.clone()
    };
    assert_eq!(score(&first).scored, 3);
    // What is backed up may make another move the best one, which is followed next time, until nothing changes.
    let rounds: Vec<u64> = std::iter::repeat_with(|| score(&grown))
        .map(|report| report.scored)
        .take_while(|scored| *scored > 0)
        .take(20)
        .collect();
    assert!((1..20).contains(&rounds.len()), "{rounds:?}");
    let book = game.books().open(&path).unwrap();
    let after = game.books().info(&book).unwrap();
    assert!(after.positions > before.positions, "{after:?}");
    assert!(game.books().verify(&book).unwrap().faults.is_empty());
    let export = || game.books().export(&book, "json").unwrap().0;
    let done = export();
    let again = score(&grown);
    assert_eq!((again.scored, again.left), (0, 0));
    assert_eq!(export(), done);
    // From the start to the end of the line that the scores prefer.
    let mut moves: Vec<String> = Vec::new();
    let best = |moves: &[String]| {
        let shown = show(&*game, &path, &moves.join(" "));
        let best = shown.moves.iter().max_by_key(|mv| mv.score);
        best.map(|mv| (mv.text.clone(), mv.score.unwrap(), mv.games, mv.depth))
    };
    let (mut games_end, mut value) = (None, best(&moves).unwrap().1);
    while let Some((mv, score, games, _)) = best(&moves) {
        assert_eq!(score, value, "{moves:?}");
        if games == 0 && games_end.is_none() {
            games_end = Some(moves.clone());
        }
        moves.push(mv);
        value = -value;
    }
    assert!(moves.len() > 4, "{moves:?}");
    let end = moves[..moves.len() - 1].join(" ");
    let place = Place {
        moves: &end,
        ..Place::default()
    };
    let spec = format!("alphabeta:hash=1,book={}", path.display());
    assert!(games_end.is_some());
    assert!(think(&books, &spec, &place).1, "{end}");
    assert!(!think(&books, &format!("{spec},min_games=1"), &place).1);
}

/// The book in the program: large enough, small enough, sound, scored where games begin, and played from.
#[test]
fn the_book_in_the_program() {
    let lab = Lab::new();
    let game = lab.open_game("xiangqi").unwrap();
    let books = game.books();
    assert!(books.has_built_in());
    let path = Path::new(BUILT_IN_BOOK);
    let book = books.open(path).unwrap();
    let info = books.info(&book).unwrap();
    assert!(info.edges >= 20_000, "{}", info.edges);
    let packed = Path::new(env!("CARGO_MANIFEST_DIR")).join("books/xiangqi.ybk.zst");
    assert!(std::fs::metadata(packed).unwrap().len() <= 2_000_000);
    let found = books.verify(&book).unwrap();
    assert_eq!((found.edges, found.faults), (info.edges, vec![]));
    let (lines, _) = books.export(&book, "json").unwrap();
    let lines = String::from_utf8(lines).unwrap();
    let scored = lines.matches("\"score\":").count() - lines.matches("\"score\":null").count();
    assert!(scored >= 600, "{scored}");
    let start = show(&*game, path, "");
    assert!(start.moves.iter().all(|mv| mv.score.is_some()));
    let best = &start.moves[0];
    assert!(best.chance > 0.0 && best.score.is_some() && best.depth > Some(8));
    let player: PlayerSpec = "alphabeta:book=builtin,nodes=10,seed=1".parse().unwrap();
    let mut session = game.session(&Place::default()).unwrap();
    let report = session
        .think(&player, &Limits::default(), &mut NoObserver)
        .unwrap();
    assert!(report.details.iter().any(|(name, _)| *name == "book"));
    // It can only be read, and other games and rules have none.
    let mut book = books.open(path).unwrap();
    let mark = BookMark {
        weight: Some(1),
        note: None,
    };
    let marked = books.mark(&mut book, &Place::default(), "h2e2", &mark);
    assert!(matches!(marked, Err(LabError::Input(_))), "{marked:?}");
    for other in ["chess", "xiangqi?repetition=wxf"] {
        let other = lab.open_game(other).unwrap();
        assert!(!other.books().has_built_in());
        assert!(matches!(other.books().open(path), Err(LabError::Input(_))));
    }
}
