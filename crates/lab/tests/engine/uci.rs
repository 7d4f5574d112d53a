//! UCI, as cutechess and the Cyclone GUI speak it.

use yomikiri_lab::{Lab, Place};

use crate::line::Engine;

fn legal(game: &str, moves: &str, text: &str) -> bool {
    let game = Lab::new().open_game(game).unwrap();
    let place = Place {
        moves,
        ..Place::default()
    };
    let report = game.moves_report(&place).unwrap();
    report.moves.iter().any(|mv| mv == text)
}

/// A move of minishogi as front ends that name the variant write it, in our words: ranks from the bottom.
fn own_words(text: &str) -> String {
    let letters = text.chars().map(|letter| match letter.to_digit(10) {
        Some(rank) => char::from_digit(6 - rank, 10).unwrap(),
        None if letter == '@' => '*',
        None => letter,
    });
    letters.collect()
}

fn word(line: &str, after: &str) -> String {
    let mut words = line.split_whitespace();
    words.find(|word| *word == after).expect(after);
    words.next().expect("a word").to_owned()
}

#[test]
fn a_game_as_cutechess_plays_it() {
    let engine = Engine::start("minishogi", None);
    engine.say("uci");
    let greeting = engine.hear_all("uciok");
    assert!(greeting[0].starts_with("id name Yomikiri"));
    assert!(
        greeting
            .iter()
            .any(|line| line.starts_with("option name Hash type spin"))
    );
    assert!(
        greeting
            .iter()
            .any(|line| line.contains("UCI_Variant type combo"))
    );
    engine.say(
        "setoption name Hash value 8
         setoption name Threads value 1
         setoption name UCI_Variant value minishogi
         ucinewgame
         isready",
    );
    engine.hear("readyok");
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..4 {
        let played = match moves.is_empty() {
            true => String::new(),
            false => format!(" moves {}", moves.join(" ")),
        };
        engine.say(&format!("position startpos{played}\nisready"));
        engine.hear("readyok");
        engine.say("go wtime 2000 btime 2000 winc 10 binc 10");
        let heard = engine.hear_all("bestmove");
        let info = heard
            .iter()
            .find(|line| line.starts_with("info depth"))
            .unwrap();
        for part in ["score", "nodes", "nps", "hashfull", "time", "pv"] {
            assert!(info.contains(&format!(" {part} ")), "{info}");
        }
        let best = word(heard.last().unwrap(), "bestmove");
        let played: Vec<String> = moves.iter().map(|mv| own_words(mv)).collect();
        let own = own_words(&best);
        assert!(legal("minishogi", &played.join(" "), &own), "{best}");
        moves.push(best);
    }
    engine.quit();
}

#[test]
fn stop_ends_an_endless_thought_and_isready_is_answered_meanwhile() {
    let engine = Engine::start("gorogoro", Some("uci"));
    engine.say("position startpos\ngo infinite\nisready");
    engine.hear("readyok");
    engine.hear("info depth 3");
    engine.say("stop");
    let best = word(&engine.hear("bestmove"), "bestmove");
    assert!(legal("gorogoro", "", &best));
    // A thought is ended by the next request, too, and its answer comes first.
    engine.say("go infinite\ngo depth 2");
    engine.hear("bestmove");
    engine.hear("bestmove");
    // And by the end of the conversation.
    engine.say("go infinite");
    engine.hear("info depth 2");
    engine.quit();
}

/// A search that is stopped within an iteration tells how far it got before it answers.
#[test]
fn the_last_line_tells_all_positions() {
    let engine = Engine::start("minishogi", None);
    engine.say("position startpos\ngo nodes 5003");
    let heard = engine.hear_all("bestmove");
    let infos: Vec<&String> = heard
        .iter()
        .filter(|line| line.starts_with("info depth"))
        .collect();
    let last = infos.last().expect("an info line");
    assert_eq!(word(last, "nodes"), "5003");
    assert_eq!(word(last, "pv"), word(heard.last().unwrap(), "bestmove"));
    // A whole iteration has told everything already.
    engine.say("go depth 2");
    let heard = engine.hear_all("bestmove");
    let two = heard
        .iter()
        .filter(|line| line.starts_with("info depth 2 "));
    assert_eq!(two.count(), 1, "{heard:?}");
    engine.quit();
}

#[test]
fn an_endless_thought_that_has_read_everything_still_waits_for_stop() {
    let engine = Engine::start("tictactoe", Some("uci"));
    engine.say("position startpos\ngo infinite");
    engine.hear("info depth 9");
    while !engine.is_silent() {}
    engine.say("stop");
    engine.hear("bestmove");
    engine.quit();
}

#[test]
fn pondering_waits_for_the_hit() {
    let engine = Engine::start("minishogi", Some("uci"));
    engine.say("position startpos moves a4a3 e2e3\ngo ponder wtime 300 btime 300");
    engine.hear("info depth 3");
    engine.say("isready");
    let heard = engine.hear_all("readyok");
    assert!(!heard.iter().any(|line| line.starts_with("bestmove")));
    engine.say("ponderhit");
    let best = word(&engine.hear("bestmove"), "bestmove");
    assert!(legal("minishogi", "a4a3 e2e3", &best));
    // Another move was played: stop, and the answer counts for nothing.
    engine.say("go ponder wtime 300 btime 300\nstop");
    engine.hear("bestmove");
    engine.quit();
}

#[test]
fn limits_are_kept() {
    let engine = Engine::start("anpanman", Some("uci"));
    engine.say("position startpos\ngo depth 5");
    let heard = engine.hear_all("bestmove");
    assert!(heard.iter().any(|line| line.starts_with("info depth 5 ")));
    assert!(!heard.iter().any(|line| line.starts_with("info depth 6 ")));
    engine.say("ucinewgame\ngo nodes 500");
    let heard = engine.hear_all("bestmove");
    let last = heard
        .iter()
        .rfind(|line| line.starts_with("info depth"))
        .unwrap();
    assert!(word(last, "nodes").parse::<u64>().unwrap() <= 500, "{last}");
    engine.say("go movetime 50");
    engine.hear("bestmove");
    engine.say("go searchmoves a5a4 c5c4 depth 6");
    let best = word(&engine.hear("bestmove"), "bestmove");
    assert!(["a5a4", "c5c4"].contains(&best.as_str()), "{best}");
    engine.say("setoption name MultiPV value 3\ngo depth 4");
    let heard = engine.hear_all("bestmove");
    for number in 1..=3 {
        let part = "info depth 4 seldepth";
        let multi = format!(" multipv {number} ");
        assert!(
            heard
                .iter()
                .any(|l| l.starts_with(part) && l.contains(&multi)),
            "{heard:?}"
        );
    }
    engine.quit();
}

#[test]
fn a_mate_is_told_in_moves() {
    let engine = Engine::start("dobutsu", Some("uci"));
    engine.say("position fen 1l1/1C1/3/1L1 b -\ngo depth 4");
    let heard = engine.hear_all("bestmove");
    assert!(
        heard.iter().any(|line| line.contains("score mate 1 ")),
        "{heard:?}"
    );
    assert_eq!(heard.last().unwrap(), "bestmove b2b1+");
    engine.quit();
}

#[test]
fn a_finished_game_has_no_move() {
    let engine = Engine::start("tictactoe", Some("uci"));
    engine.say("position fen XXX/OO./... o\ngo depth 3");
    assert_eq!(engine.hear("bestmove"), "bestmove (none)");
    engine.quit();
}

/// The Cyclone GUI leaves the word `position` out.
#[test]
fn the_cyclone_dialect() {
    let engine = Engine::start("minishogi", None);
    engine.say("uci\nsetoption name UCI_AnalyseMode value false\nisready");
    engine.hear("readyok");
    engine.say("fen rbsgk/4p/5/P4/KGSBR b - moves a4a3\ngo depth 3");
    let best = word(&engine.hear("bestmove"), "bestmove");
    assert!(legal("minishogi", "a4a3", &best));
    engine.say("startpos moves a4a3 e2e3\ngo depth 2");
    engine.hear("bestmove");
    engine.quit();
}

#[test]
fn the_words_of_users() {
    let engine = Engine::start("anpanman", None);
    engine.say("d");
    let heard = engine.hear_all("Legal moves:");
    assert_eq!(heard[0], "h b d");
    assert!(
        heard
            .iter()
            .any(|line| line == "Position: hbd/3/3/3/CAS b -")
    );
    engine.say("perft 3\nposition startpos moves b5b4\ngo perft 2\neval\nbench 5");
    assert_eq!(engine.hear("Nodes searched"), "Nodes searched: 209");
    engine.hear("Nodes searched");
    engine.hear("evaluation for First");
    let first = engine.hear("Nodes searched");
    engine.say("bench 5");
    assert_eq!(
        engine.hear("Nodes searched"),
        first,
        "the same nodes every time"
    );
    engine.quit();
}

#[test]
fn a_word_out_of_place_is_an_error_line_and_no_more() {
    let engine = Engine::start("minishogi", None);
    engine.say("what is this");
    assert!(
        engine
            .hear("info string error")
            .contains("expected the first words")
    );
    engine.say("uci");
    engine.hear("uciok");
    let long = "x".repeat(3_000_000);
    for bad in [
        "nonsense",
        "position",
        "position fen",
        "position fen zzz",
        "position startpos moves a9a9",
        "position startpos moves a4a3 a4a3",
        "go depth",
        "go depth many",
        "setoption",
        "setoption name Hash value lots",
        "setoption name Hash value 99999999999",
        "setoption name Nothing value 3",
        "perft",
        "perft 99999",
        "日本語",
        &long,
    ] {
        engine.say(bad);
        let error = engine.hear("info string error");
        assert!(
            error.len() < 800 && error.contains("expected"),
            "{bad:.40}: {error}"
        );
    }
    // It still listens and plays, and the position is the one before the errors.
    engine.say("go searchmoves z9z9 depth 2");
    engine.hear("info string error");
    assert_eq!(engine.hear("bestmove"), "bestmove (none)");
    engine.say("go depth 2");
    let best = word(&engine.hear("bestmove"), "bestmove");
    assert!(legal("minishogi", "", &best));
    engine.quit();
}

#[test]
fn a_wire_that_is_cut_ends_the_engine_after_its_answer() {
    let engine = Engine::start("anpanman", None);
    engine.say("position startpos\ngo depth 4");
    let rest = engine.hang_up();
    assert!(rest.last().unwrap().starts_with("bestmove"), "{rest:?}");
    let engine = Engine::start("anpanman", None);
    engine.say("go infinite");
    assert!(engine.hang_up().last().unwrap().starts_with("bestmove"));
}
