//! The rule files of `rules/examples/`.

use std::path::PathBuf;

use yomikiri_game_api::conformance::{self, Plan};
use yomikiri_game_api::{Game, perft};
use yomikiri_games::koma::Koma;

fn examples() -> Vec<(String, Koma)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules/examples");
    let files = std::fs::read_dir(&folder).expect("the folder of examples");
    let paths = files.map(|file| file.unwrap().path());
    let toml = paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    toml.map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        let game = Koma::from_toml(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        (name, game)
    })
    .collect()
}

#[test]
fn every_example_obeys_the_contract() {
    let examples = examples();
    assert!(!examples.is_empty());
    for (name, game) in examples {
        let plan = Plan::from_env(100);
        let tally = conformance::rules(&game, plan).unwrap();
        assert!(tally.finished > 0, "{name}: no game comes to an end");
        conformance::notation(&game, Plan::new(20)).unwrap();
        conformance::picture(&game, Plan::new(10)).unwrap();
    }
}

/// Depth 1 was counted by hand; the deeper numbers guard the worked example's output.
#[test]
fn pond_shogi_is_the_game_of_the_document() {
    let examples = examples();
    let (_, pond) = examples
        .iter()
        .find(|(name, _)| name == "pond.toml")
        .expect("the worked example");
    let counts = [4, 15, 89, 577, 4191].into_iter().zip(1..);
    for (nodes, depth) in counts {
        assert_eq!(perft::perft(pond, &pond.start(), depth), nodes);
    }
}
