//! xboard and GTP.

use crate::line::Engine;

fn greeted(game: &str) -> Engine {
    let engine = Engine::start(game, None);
    engine.say("xboard\nprotover 2");
    engine
}

#[test]
fn a_game_as_xboard_plays_it() {
    let engine = greeted("minishogi");
    let features = engine.hear_all("feature done=1");
    for part in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "analyze=1",
        "variants=\"minishogi\"",
    ] {
        assert!(features.iter().any(|line| line.contains(part)), "{part}");
    }
    engine.say(
        "accepted ping
         new
         variant minishogi
         level 40 5:00 0
         post
         hard
         sd 4
         force
         usermove a2a3
         time 30000
         otim 30000
         go",
    );
    let heard = engine.hear_all("move ");
    let thought = heard.iter().find(|line| line.starts_with("3 ")).unwrap();
    assert!(thought.split_whitespace().count() >= 5, "{thought}");
    engine.say("ping 7");
    engine.hear("pong 7");
    // Now it plays on by itself after every move.
    engine.say("undo\nundo\nforce\nusermove a2a3\nplayother\nping 8");
    engine.hear("pong 8");
    engine.quit();
}

#[test]
fn analysis_goes_on_through_moves_until_exit() {
    let engine = greeted("minishogi");
    engine.hear("feature done=1");
    engine.say("new\nforce\npost\nanalyze");
    engine.hear("3 ");
    engine.say("usermove a4a3");
    engine.hear("3 ");
    engine.say("ping 1");
    engine.hear("pong 1");
    engine.say("undo\n.\nexit\nping 2");
    let heard = engine.hear_all("pong 2");
    assert!(!heard.iter().any(|line| line.starts_with("move")));
    engine.quit();
}

#[test]
fn a_thought_is_hurried_or_abandoned() {
    let engine = greeted("gorogoro");
    engine.hear("feature done=1");
    engine.say("new\nforce\nst 3600\ngo\n?");
    engine.hear("move ");
    engine.say("go\nforce\nping 3");
    let heard = engine.hear_all("pong 3");
    assert!(
        !heard.iter().any(|line| line.starts_with("move")),
        "{heard:?}"
    );
    engine.say("go");
    engine.quit();
}

#[test]
fn ends_of_games_are_told() {
    let engine = greeted("tictactoe");
    engine.hear("feature done=1");
    engine.say("new\nforce\nusermove a1\nusermove b1\nusermove a2\nusermove b2\ngo");
    engine.hear("move a3");
    assert!(engine.hear("1-0 {").contains("three"), "the reason is told");
    engine.say("usermove c3");
    assert!(engine.hear("Illegal move").contains("over"));
    engine.quit();
}

#[test]
fn what_is_wrong_is_told() {
    let engine = greeted("minishogi");
    engine.hear("feature done=1");
    engine.say("new\nusermove a1a9");
    assert_eq!(engine.hear("Illegal move"), "Illegal move: a1a9");
    engine.say("setboard nonsense");
    engine.hear("tellusererror Illegal position");
    for bad in [
        "flurb",
        "level 1",
        "sd x",
        "variant chess",
        "option Nothing=3",
        "undo",
    ] {
        engine.say(bad);
        let error = engine.hear("Error (");
        assert!(error.len() < 500, "{error}");
    }
    engine.say("setboard rbsgk/4p/5/P4/KGSBR b -\nsd 2\ngo");
    engine.hear("move ");
    engine.quit();
}

#[test]
fn gtp_plays_with_numbers_and_errors() {
    let engine = Engine::start("tictactoe", None);
    engine.say("1 protocol_version\nname\n2 known_command genmove\nknown_command fly");
    assert_eq!(engine.hear("="), "=1 2");
    assert_eq!(engine.hear("= "), "= Yomikiri");
    assert_eq!(engine.hear("="), "=2 true");
    assert_eq!(engine.hear("= "), "= false");
    engine.say("boardsize 3\nclear_board\nplay b b2\nplay w a1\n3 genmove b");
    engine.hear("=3 ");
    for (bad, told) in [
        ("boardsize 19", "? unacceptable size"),
        ("play b zz", "? illegal move"),
        ("play w b2", "? illegal move"),
        ("play green a1", "? syntax error"),
        ("fly", "? unknown command"),
        ("komi x", "? syntax error"),
        ("time_settings a", "? syntax error"),
    ] {
        engine.say(bad);
        assert!(engine.hear("?").starts_with(told), "{bad}");
    }
    engine.say("undo\ntime_settings 10 0 0\ntime_left b 5 0\nreg_genmove b\nshowboard");
    engine.hear("=");
    let rest = engine.quit();
    assert!(
        rest.iter().any(|line| line.contains("Position:")),
        "{rest:?}"
    );
}
