//! A book in its file: what is put in comes out, learning can be undone, two programs may learn at once.

use std::path::Path;

use yomikiri_book::{
    Book, BookError, BookIndex, Counts, Credit, Draft, Edge, Finished, Header, Mark, NewEdge,
    Place, Policy, PolicyKind, Scored, Standing, chances, record_hash,
};

fn header() -> Header {
    Header {
        game: "toy".into(),
        spec: "toy".into(),
        keys: "1 abc".into(),
    }
}

/// Few keys, so that positions share them.
fn place(name: &str) -> Place {
    Place {
        key: u64::from(name.len() as u32 % 2) << 60,
        position: name.to_owned(),
    }
}

fn edge(mv: &str, win: u32, draw: u32, loss: u32) -> NewEdge {
    NewEdge {
        last: Some("2026-01-01".into()),
        ..NewEdge::new(mv, Counts { win, draw, loss }, 1)
    }
}

/// A book of two positions: `start` and, after `a`, `start a`.
fn small(path: &Path) -> Book {
    let draft = Draft::begin(path, &header()).unwrap();
    draft.add_source("games").unwrap();
    draft
        .add(
            &place("start"),
            0,
            &[edge("a", 3, 2, 1), edge("b", 1, 0, 2)],
        )
        .unwrap();
    draft
        .add(&place("start a"), 1, &[edge("c", 1, 1, 1)])
        .unwrap();
    draft.finish().unwrap();
    Book::open(path, Some(&header())).unwrap()
}

/// A game of moves, each a letter; positions are named by what was played.
fn game(name: &str, moves: &str, first_wins: Option<bool>) -> Finished {
    let mut at = "start".to_owned();
    let mut credits = Vec::new();
    for (ply, mv) in moves.split(' ').enumerate() {
        credits.push(Credit {
            place: place(&at),
            mv: mv.to_owned(),
            standing: match first_wins {
                None => Standing::Draw,
                Some(first) if first == (ply % 2 == 0) => Standing::Win,
                Some(_) => Standing::Loss,
            },
        });
        at = format!("{at} {mv}");
    }
    Finished {
        hash: record_hash(&[name, moves]),
        date: Some(format!("2026-02-{name}")),
        moves: credits,
    }
}

/// Everything of a book as text.
fn everything(book: &Book) -> Vec<(Place, u64, Edge)> {
    let mut all = Vec::new();
    book.visit(&mut |place, ply, edge| {
        all.push((place.clone(), ply, edge.clone()));
        true
    })
    .unwrap();
    all
}

#[test]
fn what_is_put_in_comes_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ybk");
    let book = small(&path);
    let edges = book.edges(&place("start")).unwrap();
    assert_eq!(edges.len(), 2);
    assert_eq!((edges[0].mv.as_str(), edges[0].counts.games()), ("a", 6));
    assert_eq!(edges[0].source, "games");
    assert!(book.edges(&place("other")).unwrap().is_empty());
    let stats = book.stats().unwrap();
    assert_eq!((stats.positions, stats.edges, stats.deepest), (2, 3, 1));
    assert_eq!(stats.by_ply, [1, 1]);
    assert!(book.verify().unwrap().faults.is_empty());
    // Nothing but the book is left.
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    // Positions with one key are kept apart, in the file and in memory.
    let index = BookIndex::of(&book).unwrap();
    assert_eq!(place("start").key, place("start a").key);
    assert_eq!(index.moves(&place("start")).count(), 2);
    let moves: Vec<&str> = index.moves(&place("start a")).map(|mv| mv.mv).collect();
    assert_eq!(moves, ["c"]);
    assert!(!index.contains(&place("starta")) && !index.contains(&place("star")));
}

#[test]
fn other_games_rules_keys_and_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ybk");
    drop(small(&path));
    let refused = |change: fn(&mut Header)| {
        let mut wanted = header();
        change(&mut wanted);
        Book::open(&path, Some(&wanted)).err().unwrap().to_string()
    };
    assert!(
        refused(|header| header.game = "go".into())
            .ends_with("expected a book of the game go, got one of toy")
    );
    assert!(
        refused(|header| header.spec = "toy?size=9".into()).contains("of the rules toy?size=9")
    );
    assert!(refused(|header| header.keys = "2 abc".into()).contains("book merge"));
    let missing = Book::open(&folder.path().join("none.ybk"), None)
        .err()
        .unwrap();
    assert!(matches!(missing, BookError::Missing(_)));
    let text = folder.path().join("text.ybk");
    std::fs::write(
        &text,
        "no book at all, but long enough to be taken for one".repeat(99),
    )
    .unwrap();
    assert!(matches!(
        Book::open(&text, None),
        Err(BookError::Unusable { .. })
    ));
    // Another version.
    let bytes = std::fs::read(&path).unwrap();
    let mut other = bytes.clone();
    other[63] = 9; // the last byte of SQLite's user version
    std::fs::write(&path, &other).unwrap();
    let told = Book::open(&path, Some(&header()))
        .err()
        .unwrap()
        .to_string();
    assert!(
        told.ends_with("expected a book of version 1, got version 9"),
        "{told}"
    );
    // Half a file.
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let found = Book::open(&path, Some(&header())).and_then(|book| book.verify());
    assert!(
        matches!(found, Err(BookError::Unusable { .. })),
        "{found:?}"
    );
}

#[test]
fn credit_ends_two_plies_after_the_book() {
    let folder = tempfile::tempdir().unwrap();
    let mut book = small(&folder.path().join("a.ybk"));
    let done = book
        .learn(&[game("01", "a c d e f g", Some(true))], 2)
        .unwrap();
    // `start` and `start a` are in the book: two moves, and two plies more.
    assert_eq!((done.games, done.new, done.known), (1, 1, 0));
    assert_eq!((done.positions, done.edges), (2, 2));
    assert!(book.edges(&place("start a c d e")).unwrap().is_empty());
    let edges = book.edges(&place("start a")).unwrap();
    let counts = Counts {
        win: 1,
        draw: 1,
        loss: 2,
    };
    assert_eq!(edges[0].counts, counts);
    assert!(edges[0].learned < 0);
    assert_eq!(edges[0].last.as_deref(), Some("2026-02-01"));
    assert!(book.verify().unwrap().faults.is_empty());
    // Known already.
    let before = everything(&book);
    let again = book
        .learn(&[game("01", "a c d e f g", Some(true))], 2)
        .unwrap();
    assert_eq!((again.new, again.known), (0, 1));
    assert_eq!(everything(&book), before);
}

/// Random games in random orders: the same counts, and no trace after all are forgotten.
#[test]
fn the_order_does_not_matter_and_forgetting_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = 5_u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        (state >> 33) % below
    };
    let games: Vec<Finished> = (0..20)
        .map(|number| {
            let length = 1 + random(6);
            let moves: Vec<&str> = (0..length)
                .map(|_| ["a", "b", "c"][random(3) as usize])
                .collect();
            let result = [None, Some(true), Some(false)][random(3) as usize];
            game(&format!("{number:02}"), &moves.join(" "), result)
        })
        .collect();
    let mut one = small(&folder.path().join("one.ybk"));
    let mut two = small(&folder.path().join("two.ybk"));
    let before = everything(&one);
    for game in &games {
        one.learn(std::slice::from_ref(game), 2).unwrap();
    }
    let mut turned = games.clone();
    turned.reverse();
    two.learn(&turned, 2).unwrap();
    assert_eq!(everything(&one), everything(&two));
    assert!(one.verify().unwrap().faults.is_empty());
    // Any one of them can be taken out as if it had never been there.
    let mut three = small(&folder.path().join("three.ybk"));
    let (left_out, others) = games.split_first().unwrap();
    three.learn(others, 2).unwrap();
    let done = two.forget(&[left_out.hash]).unwrap();
    assert_eq!((done.games, done.new), (1, 1));
    assert_eq!(everything(&two), everything(&three));
    let hashes: Vec<_> = games.iter().map(|game| game.hash).collect();
    one.forget(&hashes).unwrap();
    assert_eq!(everything(&one), before);
    assert_eq!(one.forget(&hashes).unwrap().known, 20);
    assert!(one.verify().unwrap().faults.is_empty());
}

/// Whatever came before: a loss never makes a move likelier, a win never less likely.
#[test]
fn losses_and_wins_move_chances_their_own_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut book = small(&folder.path().join("a.ybk"));
    let chance = |book: &Book, kind| {
        let index = BookIndex::of(book).unwrap();
        let moves: Vec<_> = index
            .moves(&place("start"))
            .map(|mv| mv.candidate)
            .collect();
        chances(
            &Policy {
                kind,
                ..Policy::default()
            },
            &moves,
        )[0]
    };
    let kinds = [
        PolicyKind::Best,
        PolicyKind::Weighted,
        PolicyKind::Solid,
        PolicyKind::Explore,
    ];
    for number in 0..12 {
        let before = kinds.map(|kind| chance(&book, kind));
        let won = number % 3 == 0;
        book.learn(&[game(&format!("{number:02}"), "a", Some(won))], 2)
            .unwrap();
        for (kind, before) in kinds.into_iter().zip(before) {
            let after = chance(&book, kind);
            match won {
                true => assert!(after + 1e-12 >= before, "{kind:?}"),
                false => assert!(after <= before + 1e-12, "{kind:?}"),
            }
        }
    }
}

#[test]
fn two_programs_learn_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ybk");
    drop(small(&path));
    std::thread::scope(|scope| {
        for side in ["x", "y"] {
            let path = &path;
            scope.spawn(move || {
                let mut book = Book::open(path, Some(&header())).unwrap();
                for number in 0..10 {
                    let game = game(&format!("{side}{number}"), "a c", Some(true));
                    book.learn(&[game], 2).unwrap();
                }
            });
        }
    });
    let book = Book::open(&path, Some(&header())).unwrap();
    assert_eq!(book.edges(&place("start")).unwrap()[0].counts.games(), 26);
    assert!(book.verify().unwrap().faults.is_empty());
}

#[test]
fn authors_mark_moves() {
    let folder = tempfile::tempdir().unwrap();
    let mut book = small(&folder.path().join("a.ybk"));
    let mark = Mark {
        weight: Some(0),
        note: Some("bad".into()),
    };
    assert!(book.mark(&place("start"), "b", &mark).unwrap());
    assert!(!book.mark(&place("start"), "b", &mark).unwrap());
    let edges = book.edges(&place("start")).unwrap();
    assert_eq!(
        (edges[1].weight, edges[1].note.as_deref()),
        (0, Some("bad"))
    );
    // A move and a position that were not there; they stay when a game that had them is forgotten.
    let game = game("01", "q r", Some(true));
    book.learn(std::slice::from_ref(&game), 2).unwrap();
    let weight = Mark {
        weight: Some(500),
        note: None,
    };
    assert!(book.mark(&place("start q"), "r", &weight).unwrap());
    book.forget(&[game.hash]).unwrap();
    assert!(
        book.edges(&place("start"))
            .unwrap()
            .iter()
            .all(|edge| edge.mv != "q")
    );
    assert_eq!(book.edges(&place("start q")).unwrap()[0].weight, 500);
    assert!(book.mark(&place("new"), "z", &weight).unwrap());
    assert!(book.verify().unwrap().faults.is_empty());
}

/// Until a draft is finished the old book is there, and afterwards the new one; a second draft has to wait.
#[test]
fn a_draft_replaces_a_book_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ybk");
    drop(small(&path));
    let draft = Draft::begin(&path, &header()).unwrap();
    draft.add_source("games").unwrap();
    draft.add(&place("x"), 0, &[edge("y", 1, 0, 0)]).unwrap();
    assert!(matches!(
        Draft::begin(&path, &header()),
        Err(BookError::Busy(_))
    ));
    drop(draft);
    let stats = |path: &Path| Book::open(path, None).unwrap().stats().unwrap();
    assert_eq!(stats(&path).edges, 3);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    // What a killed program has left behind is in nobody's way.
    let left = folder.path().join("a.ybk.building");
    std::fs::create_dir(&left).unwrap();
    std::fs::write(left.join("book"), "half").unwrap();
    let draft = Draft::begin(&path, &header()).unwrap();
    draft.add_source("games").unwrap();
    draft.add(&place("x"), 0, &[edge("y", 1, 0, 0)]).unwrap();
    draft.finish().unwrap();
    assert_eq!(stats(&path).edges, 1);
}

/// Two books together: games that both have learned count once, marks and scores are kept.
#[test]
fn books_are_merged() {
    let folder = tempfile::tempdir().unwrap();
    let mut one = small(&folder.path().join("one.ybk"));
    let mut two = small(&folder.path().join("two.ybk"));
    let [common, own] = ["01", "02"].map(|name| game(name, "a c d", Some(true)));
    one.learn(std::slice::from_ref(&common), 2).unwrap();
    two.learn(&[common, own.clone()], 2).unwrap();
    let mark = Mark {
        weight: Some(300),
        note: Some("good".into()),
    };
    two.mark(&place("start"), "a", &mark).unwrap();
    let said = Scored {
        score: 12,
        depth: 9,
        table: None,
    };
    two.put_score(&place("start"), 0, "a", "engine", &said)
        .unwrap();
    let path = folder.path().join("both.ybk");
    let mut draft = Draft::begin(&path, &header()).unwrap();
    let mut both = draft.as_book().unwrap();
    // Every move but `b` belongs somewhere.
    let mut locate = |text: &str, mv: &str| (mv != "b").then(|| (place(text), mv.to_owned()));
    assert_eq!(both.absorb(&one, &mut locate).unwrap(), 1);
    assert_eq!(both.absorb(&two, &mut locate).unwrap(), 1);
    drop(both);
    draft.finish().unwrap();
    let mut both = Book::open(&path, Some(&header())).unwrap();
    assert!(both.verify().unwrap().faults.is_empty());
    let edges = both.edges(&place("start")).unwrap();
    // Six games twice, and two learned ones.
    assert_eq!(
        (edges.len(), edges[0].counts.games(), edges[0].weight),
        (1, 14, 300)
    );
    assert_eq!(
        (edges[0].score, edges[0].note.as_deref()),
        (Some(12), Some("good"))
    );
    assert_eq!(edges[0].last.as_deref(), Some("2026-02-02"));
    both.forget(&[own.hash]).unwrap();
    assert_eq!(both.edges(&place("start")).unwrap()[0].counts.games(), 13);
    assert!(both.verify().unwrap().faults.is_empty());
    // An engine's own move comes without games, and what it says of a known move leaves the counts alone.
    let answer = Scored {
        score: -7,
        depth: 3,
        table: None,
    };
    for (at, mv) in [("start", "a"), ("start", "own"), ("later", "own")] {
        both.put_score(&place(at), 5, mv, "engine", &answer)
            .unwrap();
    }
    let edges = both.edges(&place("start")).unwrap();
    let told: Vec<_> = edges
        .iter()
        .map(|edge| (edge.mv.as_str(), edge.counts.games(), edge.score))
        .collect();
    assert_eq!(told, [("a", 13, Some(-7)), ("own", 0, Some(-7))]);
    assert_eq!(both.edges(&place("later")).unwrap()[0].source, "engine");
    assert!(both.verify().unwrap().faults.is_empty());
}
