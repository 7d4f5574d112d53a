//! Syzygy files, named as front ends name them for other engines.

#[path = "../../../solver/tests/syzygy/drawn.rs"]
mod drawn;

use std::fs;

use yomikiri_lab::Lab;

use crate::line::Engine;

#[test]
fn files_are_asked_where_the_front_end_says() {
    let (data, files) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let lab = Lab::new().with_data_dir(data.path().to_owned());
    // Of queens it is not true: so it can be seen who is believed.
    drawn::nobody_wins(files.path(), 'Q');
    let engine = Engine::start_in(&lab, "chess", None);
    engine.say("uci");
    let offers = engine.hear_all("uciok");
    let offer = "option name SyzygyPath type string default <empty>";
    assert!(offers.iter().any(|line| line == offer), "{offers:?}");

    let is_even = |path: &str| {
        engine.say(&format!("setoption name SyzygyPath value {path}"));
        engine.say("position fen 8/8/8/3k4/8/8/8/KQQ5 w - - 0 1\ngo depth 1");
        let heard = engine.hear_all("bestmove");
        let score = heard.iter().rfind(|line| line.contains(" score "));
        let score = score.unwrap_or_else(|| panic!("{path}: {heard:?}"));
        score.contains(" score cp 0 ")
    };
    assert!(!is_even("<empty>"));
    assert!(is_even(&files.path().display().to_string()));
    // The last one named counts.
    assert!(!is_even(&data.path().display().to_string()));

    // A damaged file is reported, and a move is made all the same.
    fs::write(data.path().join("KQQvK.rtbw"), "nothing").unwrap();
    engine.say(&format!(
        "setoption name SyzygyPath value {}",
        data.path().display()
    ));
    engine.say("position fen 8/8/8/3k4/8/8/8/KQQ5 w - - 0 1\ngo depth 1");
    let heard = engine.hear_all("bestmove");
    let told = heard
        .iter()
        .any(|line| line.starts_with("info string") && line.contains("KQQvK.rtbw is damaged"));
    assert!(told && !heard.last().unwrap().contains("none"), "{heard:?}");

    engine.say("setoption name SyzygyPath value nowhere\nisready");
    let told = engine.hear_all("readyok").concat();
    assert!(told.contains("but nowhere is none"), "{told}");
    engine.quit();
}

#[test]
fn no_other_game_has_such_files() {
    let engine = Engine::start("minishogi", Some("uci"));
    engine.say("uci");
    let offers = engine.hear_all("uciok");
    assert!(!offers.iter().any(|line| line.contains("Syzygy")));
    engine.quit();
}
