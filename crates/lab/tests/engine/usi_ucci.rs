//! USI as Shogidokoro speaks it, UCCI as xqbase's front ends do.

use crate::line::Engine;

#[test]
fn a_game_as_shogidokoro_plays_it() {
    let engine = Engine::start("minishogi", None);
    engine.say("usi");
    let greeting = engine.hear_all("usiok");
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option name USI_Hash type spin"))
    );
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option name USI_Ponder type check"))
    );
    engine.say(
        "setoption name USI_Ponder value true
         setoption name USI_Hash value 16
         isready",
    );
    engine.hear("readyok");
    engine.say("usinewgame\nposition startpos\ngo btime 0 wtime 0 byoyomi 200");
    let best = engine.hear("bestmove");
    let words: Vec<&str> = best.split_whitespace().collect();
    // USI's squares: a number, then a letter; or a drop.
    assert!(words[1].starts_with(|c: char| c.is_ascii_digit()), "{best}");
    assert_eq!(words[2], "ponder");
    let (own, reply) = (words[1], words[3]);
    engine.say(&format!(
        "position startpos moves {own} {reply}
         go ponder btime 0 wtime 0 byoyomi 200"
    ));
    engine.hear("info depth 2");
    engine.say("ponderhit");
    engine.hear("bestmove");
    engine.say("position sfen rbsgk/4p/5/P4/KGSBR b - 1 moves 5d5c\ngo depth 3");
    engine.hear("bestmove");
    engine.say("gameover lose");
    engine.quit();
}

#[test]
fn our_own_squares_are_understood_in_usi() {
    let engine = Engine::start("minishogi", Some("usi"));
    engine.say("position startpos moves a4a3\nd");
    let own = engine.hear("Position:");
    engine.say("position startpos moves 5d5c\nd");
    assert_eq!(engine.hear("Position:"), own);
    engine.quit();
}

#[test]
fn a_mate_is_told_in_plies_and_no_move_is_resignation() {
    let engine = Engine::start("dobutsu", Some("usi"));
    engine.say("position sfen 1l1/1C1/3/1L1 b - 1\ngo depth 4");
    let heard = engine.hear_all("bestmove");
    assert!(heard.iter().any(|line| line.contains("score mate 1 ")));
    assert_eq!(heard.last().unwrap(), "bestmove 2b2a+");
    engine.say("position sfen 1L1/3/3/3 w - 1\ngo depth 4");
    assert_eq!(engine.hear("bestmove"), "bestmove resign");
    engine.quit();
}

#[test]
fn ucci_with_banned_moves_draws_and_a_batch() {
    let engine = Engine::start("anpanman", None);
    engine.say("ucci");
    let greeting = engine.hear_all("ucciok");
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option usemillisec type check"))
    );
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option batch type check"))
    );
    engine.say("setoption usemillisec true\nsetoption hashsize 8\nisready");
    engine.hear("readyok");
    engine.say("position startpos\ngo depth 5");
    let best = engine.hear("bestmove");
    let best = best.split_whitespace().nth(1).unwrap().to_owned();
    engine.say(&format!("position startpos\nbanmoves {best}\ngo depth 5"));
    let other = engine.hear("bestmove");
    assert_ne!(other.split_whitespace().nth(1).unwrap(), best);
    // A lost position: a draw is welcome.
    engine.say("position fen 1b1/3/A2/1h1/3 b -\ngo draw depth 4");
    engine.hear("bestmove");
    // In a batch everything waits for its turn, and every request is answered in full.
    engine.say("setoption batch true\nposition startpos\ngo depth 6\nposition startpos moves b5b4\ngo depth 6");
    let first = engine.hear_all("bestmove");
    let second = engine.hear_all("bestmove");
    for heard in [first, second] {
        assert!(
            heard.iter().any(|line| line.starts_with("info depth 6 ")),
            "{heard:?}"
        );
    }
    engine.say("go time 200 movestogo 1");
    engine.hear("bestmove");
    let rest = engine.quit();
    assert_eq!(rest.last().unwrap(), "bye");
}

#[test]
fn every_move_banned_is_no_move() {
    let engine = Engine::start("anpanman", Some("ucci"));
    engine.say("position fen 1b1/3/3/3/A2 b -\nd");
    let legal = engine.hear("Legal moves: ");
    let moves = legal.trim_start_matches("Legal moves: ");
    engine.say(&format!("banmoves {moves}\ngo depth 2"));
    engine.hear("nobestmove");
    engine.hear("info message error");
    engine.quit();
}
