//! Xiangqi in every language its front ends speak.

use crate::line::Engine;

/// A move is four signs: files a to i, ranks 0 to 9.
fn check_move(line: &str) -> String {
    let mv = line.split_whitespace().nth(1).unwrap();
    let signs = mv.as_bytes();
    assert_eq!(signs.len(), 4, "{line}");
    for at in [0, 2] {
        assert!((b'a'..=b'i').contains(&signs[at]), "{line}");
        assert!(signs[at + 1].is_ascii_digit(), "{line}");
    }
    mv.to_owned()
}

/// Red takes a free rook or mates at once.
const MATE: &str = "3k5/4R4/9/9/9/9/9/9/9/R4K3 w - - 0 1";

#[test]
fn uci_as_front_ends_for_many_variants_speak_it() {
    let engine = Engine::start("xiangqi", None);
    engine.say("uci");
    let greeting = engine.hear_all("uciok");
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option name UCI_Variant") && line.contains("xiangqi")),
        "{greeting:?}"
    );
    engine.say("setoption name UCI_Variant value xiangqi\nsetoption name Hash value 8\nisready");
    engine.hear("readyok");
    engine.say("ucinewgame\nposition startpos moves h2e2 h9g7 h0g2 i9h9\ngo nodes 3000");
    let heard = engine.hear_all("bestmove");
    assert!(heard.iter().any(|line| line.contains(" pv ")), "{heard:?}");
    check_move(heard.last().unwrap());
    engine.say(&format!("position fen {MATE}\ngo depth 4"));
    let heard = engine.hear_all("bestmove");
    assert!(
        heard.iter().any(|line| line.contains("score mate 1 ")),
        "{heard:?}"
    );
    engine.say("position startpos\ngo perft 3");
    let counted = engine.hear_all("Nodes searched");
    assert!(counted.last().unwrap().ends_with(" 79666"), "{counted:?}");
    engine.quit();
}

#[test]
fn cyclone_gives_positions_without_the_word() {
    let engine = Engine::start("xiangqi", Some("uci"));
    engine.say(
        "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2
         go depth 3",
    );
    check_move(&engine.hear("bestmove"));
    // Other letters for horse and elephant, red to move written r, no counters.
    engine.say("fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r\ngo depth 3");
    check_move(&engine.hear("bestmove"));
    engine.quit();
}

#[test]
fn ucci_as_xqbase_wrote_it_down() {
    let engine = Engine::start("xiangqi", None);
    engine.say("ucci");
    engine.hear_all("ucciok");
    engine
        .say("setoption usemillisec true\nsetoption usebook false\nsetoption batch true\nisready");
    engine.hear("readyok");
    // Front ends send the position after the last capture and the moves since.
    engine.say(
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves h2e2
         go depth 4",
    );
    let best = check_move(&engine.hear("bestmove"));
    engine.say(&format!("banmoves {best}\ngo depth 4"));
    assert_ne!(check_move(&engine.hear("bestmove")), best);
    // In any notation of the game.
    engine.say("go depth 2 searchmoves 马８进７");
    assert_eq!(check_move(&engine.hear("bestmove")), "h9g7");
    engine.say("banmoves 马８进７\ngo depth 1 searchmoves h9g7 b9c7");
    assert_eq!(check_move(&engine.hear("bestmove")), "b9c7");
    engine.say("setoption nonsense 3");
    assert!(engine.hear("info message").contains("nonsense"));
    engine.say("go time 300 increment 0");
    check_move(&engine.hear("bestmove"));
    let rest = engine.quit();
    assert_eq!(rest.last().unwrap(), "bye");
}

#[test]
fn xboard_chooses_the_variant() {
    let engine = Engine::start("xiangqi", None);
    engine.say("xboard\nprotover 2");
    let features = engine.hear_all("feature done=1");
    assert!(
        features.iter().any(|line| line.contains("xiangqi")),
        "{features:?}"
    );
    engine.say("new\nvariant xiangqi\nsd 3\nusermove h2e2");
    check_move(&engine.hear("move "));
    engine.say("force\nusermove a0a9\ngo");
    engine.hear("Illegal move");
    engine.hear("move ");
    engine.quit();
}

#[test]
fn a_position_that_cannot_be_is_refused_and_changes_nothing() {
    let engine = Engine::start("xiangqi", Some("uci"));
    engine.say("position fen 3k5/9/9/9/9/9/9/9/3R5/5K3 w\nd");
    engine.hear("info string error: ");
    assert!(
        engine.hear("Position:").contains("rnbakabnr"),
        "the start stays"
    );
    engine.quit();
}

#[test]
fn two_threads_stay_legal_and_find_the_mate() {
    let engine = Engine::start("xiangqi", Some("uci"));
    engine.say("setoption name Threads value 2\nsetoption name Hash value 8\nisready");
    engine.hear("readyok");
    for _ in 0..3 {
        engine.say(&format!("position fen {MATE}\ngo depth 6"));
        let heard = engine.hear_all("bestmove");
        assert!(
            heard.iter().any(|line| line.contains("score mate 1 ")),
            "{heard:?}"
        );
    }
    // Whatever two threads choose is played on: a move that is not legal would be refused.
    let mut played = String::from("h2e2");
    for _ in 0..20 {
        engine.say(&format!("position startpos moves {played}\ngo nodes 2000"));
        played += " ";
        played += &check_move(&engine.hear("bestmove"));
    }
    engine.say(&format!("position startpos moves {played}\nd"));
    let heard = engine.hear_all("Position:");
    assert!(
        !heard.iter().any(|line| line.contains("error")),
        "{heard:?}"
    );
    engine.quit();
}

#[test]
fn several_lines_and_pondering() {
    let engine = Engine::start("xiangqi", Some("uci"));
    engine.say("setoption name MultiPV value 3\nposition startpos\ngo depth 4");
    let heard = engine.hear_all("bestmove");
    let firsts: std::collections::BTreeSet<&str> = heard
        .iter()
        .filter(|line| line.starts_with("info depth 4 "))
        .filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next())
        .collect();
    assert_eq!(firsts.len(), 3, "{heard:?}");
    engine.say("setoption name MultiPV value 1\nposition startpos moves h2e2 h9g7\ngo ponder wtime 300 btime 300");
    engine.say("ponderhit");
    check_move(&engine.hear("bestmove"));
    engine.quit();
}

#[test]
fn who_is_losing_takes_a_draw_or_resigns() {
    let engine = Engine::start("xiangqi", Some("ucci"));
    let lost = "3k5/9/4R4/9/9/9/9/9/9/R4K3 b - - 0 1";
    engine.say(&format!("position fen {lost}\ngo draw depth 4"));
    assert!(engine.hear("bestmove").ends_with(" draw"));
    engine.say(&format!("position fen {lost}\ngo depth 4"));
    assert!(!engine.hear("bestmove").contains(" draw"), "nobody offered");
    engine.say(&format!(
        "setoption resign true\nposition fen {lost}\ngo depth 6"
    ));
    assert!(engine.hear("bestmove").ends_with(" resign"));
    engine.quit();
}

#[test]
fn a_mate_is_looked_for_in_full() {
    // No check on the first move: the rooks cut the king off.
    let quiet = "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 0 1";
    for (protocol, said) in [("uci", "info string"), ("ucci", "info message")] {
        let engine = Engine::start("xiangqi", Some(protocol));
        engine.say(&format!("position fen {quiet}\ngo mate 3"));
        let heard = engine.hear_all("bestmove");
        check_move(heard.last().unwrap());
        let scored = heard.iter().find(|line| line.contains("score")).unwrap();
        if protocol == "uci" {
            assert!(scored.contains("score mate "), "{scored}");
        }
        engine.say("position startpos\ngo mate 2");
        let heard = engine.hear_all("bestmove");
        assert!(heard.contains(&format!("{said} no mate in 2")), "{heard:?}");
        check_move(heard.last().unwrap());
        engine.quit();
    }
}
