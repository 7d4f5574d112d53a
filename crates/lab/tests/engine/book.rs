//! Opening books as front ends set them.

use std::path::{Path, PathBuf};

use yomikiri_lab::{BuildOrder, Lab, SourceContents, SourcePart};

use crate::line::Engine;

/// A book in which Red won two games with the central cannon.
fn book(folder: &Path) -> PathBuf {
    let path = folder.join("a b.ybk");
    let game = Lab::new().open_game("xiangqi").unwrap();
    let text = "[Game \"Chinese Chess\"]\n[Red \"NAME\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n\n";
    let text = text.replace("NAME", "one") + &text.replace("NAME", "two");
    let mut part = Some(SourcePart {
        source: "a.pgn".into(),
        contents: SourceContents::Bytes {
            format: "pgn",
            bytes: text.into(),
            lines: 0,
        },
    });
    let order = BuildOrder::default();
    game.books()
        .build(&path, &order, &mut || Ok(part.take()))
        .unwrap();
    path
}

#[test]
fn uci_names_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let path = book(folder.path());
    let engine = Engine::start("xiangqi", Some("uci"));
    engine.say("uci");
    let greeting = engine.hear_all("uciok");
    for offer in [
        "option name OwnBook type check default false",
        "option name BookFile type string default builtin",
        "option name BookPolicy type combo default weighted",
        "option name BookPlies type spin default 40 min 0 max 1000",
    ] {
        assert!(
            greeting.iter().any(|line| line.starts_with(offer)),
            "{greeting:?}"
        );
    }
    // The book in the program needs no name.
    engine.say("setoption name OwnBook value true\nposition startpos\ngo nodes 50");
    let heard = engine.hear_all("bestmove");
    assert!(heard[0].starts_with("info string book "), "{heard:?}");
    engine.say(&format!("setoption name BookFile value {}", path.display()));
    engine.say("position startpos\ngo nodes 50");
    let heard = engine.hear_all("bestmove");
    assert_eq!(
        heard,
        ["info string book h2e2 w 2 d 0 l 0", "bestmove h2e2"]
    );
    engine.say("position startpos moves h2e2\ngo nodes 50");
    assert_eq!(
        engine.hear_all("bestmove")[0],
        "info string book h9g7 w 0 d 0 l 2"
    );
    // Out of the book the engine thinks; so it does when it is asked to analyse, or without its book.
    let thinks = |engine: &Engine| {
        let heard = engine.hear_all("bestmove");
        assert!(heard.iter().all(|line| !line.contains("book")), "{heard:?}");
    };
    engine.say("position startpos moves a3a4\ngo nodes 50");
    thinks(&engine);
    engine.say("position startpos\ngo infinite\nstop");
    thinks(&engine);
    engine.say("setoption name OwnBook value false\nposition startpos\ngo nodes 50");
    thinks(&engine);
    engine.say("setoption name BookPolicy value wild");
    assert!(
        engine
            .hear("info string error")
            .contains("expected best, weighted")
    );
    engine.quit();
}

/// What cannot be read is said once, and the engine plays on without.
#[test]
fn a_book_that_cannot_be_read_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.ybk");
    std::fs::write(&path, "no book").unwrap();
    let engine = Engine::start("xiangqi", Some("uci"));
    engine.say(&format!("setoption name BookFile value {}", path.display()));
    engine.hear("info string error: book: ");
    for _ in 0..2 {
        engine.say("position startpos\ngo nodes 50");
        let heard = engine.hear_all("bestmove");
        assert!(
            heard.iter().all(|line| !line.contains("error")),
            "{heard:?}"
        );
    }
    engine.quit();
}

#[test]
fn ucci_and_xboard_have_their_own_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = book(folder.path());
    let engine = Engine::start("xiangqi", Some("ucci"));
    engine.say("ucci");
    let greeting = engine.hear_all("ucciok");
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option usebook type check")),
        "{greeting:?}"
    );
    engine.say(&format!("setoption bookfiles {}", path.display()));
    engine.say("position startpos\ngo nodes 50");
    let heard = engine.hear_all("bestmove");
    assert_eq!(
        heard,
        ["info message book h2e2 w 2 d 0 l 0", "bestmove h2e2"]
    );
    engine.quit();
    let engine = Engine::start("xiangqi", Some("xboard"));
    engine.say(&format!(
        "protover 2\noption BookFile={}\nnew\nsd 1\ngo",
        path.display()
    ));
    assert_eq!(engine.hear("# book"), "# book h2e2 w 2 d 0 l 0");
    assert_eq!(engine.hear("move"), "move h2e2");
    engine.quit();
}
