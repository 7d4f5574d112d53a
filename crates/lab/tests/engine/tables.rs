//! Tables of our own, named by front ends: `TablePath`, and UCCI's `useegtb` and `egtbpaths`.

use yomikiri_lab::{Lab, NoProgress, SolveOrder};

use crate::line::Engine;

/// The horse wins in thirteen plies: nothing that a search of one ply sees.
const FAR: &str = "3k5/9/9/9/9/9/9/9/9/N4K3 w";

fn is_mate_seen(engine: &Engine) -> bool {
    engine.say(&format!("position fen {FAR}\ngo depth 1"));
    let heard = engine.hear_all("bestmove");
    let score = heard.iter().rfind(|line| line.contains(" score "));
    let score = score.unwrap_or_else(|| panic!("{heard:?}"));
    // UCCI has no word for it: a mate is a large number of points.
    let points = score.split("score ").nth(1).unwrap();
    let points: Vec<&str> = points.split_whitespace().collect();
    points[0] == "mate" || points[0].parse::<i32>().is_ok_and(|points| points > 5000)
}

fn solved(name: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let game = Lab::new().open_game("xiangqi").unwrap();
    let tables = game.tablebase(Some(dir.path())).unwrap();
    let order = SolveOrder {
        threads: 1,
        ..SolveOrder::default()
    };
    tables.solve(Some(name), &order, &NoProgress).unwrap();
    dir
}

#[test]
fn tables_are_asked_where_the_front_end_says() {
    let (tables, data) = (solved("KNvK"), tempfile::tempdir().unwrap());
    let lab = Lab::new().with_data_dir(data.path().to_owned());
    let engine = Engine::start_in(&lab, "xiangqi", Some("uci"));
    engine.say("uci");
    let offers = engine.hear_all("uciok");
    let offer = "option name TablePath type string default <empty>";
    assert!(offers.iter().any(|line| line == offer), "{offers:?}");
    assert!(!is_mate_seen(&engine));
    let name = |path: &str| engine.say(&format!("setoption name TablePath value {path}"));
    name(&tables.path().display().to_string());
    assert!(is_mate_seen(&engine));
    name("<empty>");
    assert!(!is_mate_seen(&engine));
    name("nowhere\nisready");
    let told = engine.hear_all("readyok").concat();
    assert!(told.contains("but nowhere is none"), "{told}");
    engine.quit();
}

#[test]
fn tables_are_asked_as_ucci_says() {
    let (tables, data) = (solved("KNvK"), tempfile::tempdir().unwrap());
    let lab = Lab::new().with_data_dir(data.path().to_owned());
    let engine = Engine::start_in(&lab, "xiangqi", Some("ucci"));
    engine.say("ucci");
    let offers = engine.hear_all("ucciok");
    assert!(
        offers
            .iter()
            .any(|line| line.starts_with("option useegtb type check")),
        "{offers:?}"
    );
    assert!(!is_mate_seen(&engine));
    engine.say(&format!("setoption egtbpaths {}", tables.path().display()));
    assert!(is_mate_seen(&engine));
    engine.say("setoption useegtb false");
    assert!(!is_mate_seen(&engine));
    engine.say("setoption useegtb true");
    assert!(is_mate_seen(&engine));
    engine.quit();
}

#[test]
fn a_game_without_tables_offers_none() {
    let engine = Engine::start("go", Some("xboard"));
    engine.say("protover 2");
    let offers = engine.hear("feature done=1");
    assert!(!offers.contains("TablePath"));
    engine.quit();
}
