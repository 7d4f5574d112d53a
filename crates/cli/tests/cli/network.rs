//! Networks that correct an evaluation: training, resuming, playing with one, and files that do not fit.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Run, check_error, yomikiri};

fn make_data(game: &str, out: &Path) {
    let out = out.display().to_string();
    let run = yomikiri(&[
        "tune", "data", game, "--games", "60", "--nodes", "40", "--seed", "5", "--out", &out,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
}

fn train(game: &str, data: &Path, out: &Path, more: &[&str]) -> Run {
    let (data, out) = (data.display().to_string(), out.display().to_string());
    let base = [
        "tune",
        "network",
        game,
        "--data",
        &data,
        "--out",
        &out,
        "--hold-out",
        "20",
        "--json",
    ];
    let all: Vec<&str> = base.iter().chain(more).copied().collect();
    yomikiri(&all)
}

/// The score of the start position with a player.
fn score(game: &str, player: &str) -> Value {
    let run = yomikiri(&["analyze", game, "--player", player, "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    run.json()["lines"][0]["score"].clone()
}

#[test]
fn a_trained_network_is_what_players_take() {
    let dir = tempfile::tempdir().unwrap();
    let (data, out) = (dir.path().join("games.ytd"), dir.path().join("run"));
    make_data("gorogoro", &data);
    let trained = train(
        "gorogoro",
        &data,
        &out,
        &["--epochs", "6", "--rate", "0.01"],
    );
    assert_eq!(trained.code, 0, "{}", trained.err);
    let answer = trained.document();
    let number = |name: &str| answer[name].as_f64().unwrap();
    assert!(number("loss_found") < number("loss_start"), "{answer}");
    assert!(number("held_out") > 0.0 && number("held_out") < number("positions"));
    assert_eq!(answer["epochs"], 6);
    let file = out.join("network.ynn");
    assert_eq!(answer["network"], file.display().to_string());

    // Two threads find the same, and so does a training that goes on where it was.
    let two = dir.path().join("two");
    let more = ["--epochs", "6", "--rate", "0.01", "-j", "2"];
    assert_eq!(train("gorogoro", &data, &two, &more).code, 0);
    assert_eq!(
        fs::read(&file).unwrap(),
        fs::read(two.join("network.ynn")).unwrap()
    );
    fs::remove_file(two.join("network.ynn")).unwrap();
    let again = train("gorogoro", &data, &two, &more);
    assert_eq!(again.code, 2, "{}", again.err);
    assert!(again.err.contains("use --resume"), "{}", again.err);
    let more = ["--epochs", "6", "--rate", "0.01", "--resume"];
    assert_eq!(train("gorogoro", &data, &two, &more).code, 0);
    assert_eq!(
        fs::read(&file).unwrap(),
        fs::read(two.join("network.ynn")).unwrap()
    );
    let more = ["--epochs", "7", "--rate", "0.01", "--resume"];
    let other = train("gorogoro", &data, &two, &more);
    assert_eq!(other.code, 2, "{}", other.err);
    assert!(other.err.contains("other settings"), "{}", other.err);

    // A player with it sees something else, and a match with it is played.
    let with = format!("alphabeta:depth=3,network={}", file.display());
    assert_ne!(
        score("gorogoro", &with),
        score("gorogoro", "alphabeta:depth=3,network=off")
    );
    let without = "alphabeta:depth=2,network=off";
    let played = yomikiri(&[
        "match",
        "gorogoro",
        "--first",
        &with,
        "--second",
        without,
        "--games",
        "4",
        "--json",
        "--limits",
        "nodes=100",
    ]);
    assert_eq!(played.json()["games"], 4, "{}", played.err);

    // Games can be played with it; a file goes on with the network it began with only.
    let second = dir.path().join("second.ytd").display().to_string();
    let more_data = |network: &str| {
        yomikiri(&[
            "tune",
            "data",
            "gorogoro",
            "--games",
            "2",
            "--nodes",
            "40",
            "--network",
            network,
            "--out",
            &second,
            "--resume",
        ])
    };
    let given = file.display().to_string();
    assert_eq!(more_data(&given).code, 0);
    let with_network = fs::read(&second).unwrap();
    assert_eq!(more_data(&given).code, 0);
    for other in ["on", "off"] {
        let run = more_data(other);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("other settings"), "{}", run.err);
    }
    assert_eq!(fs::read(&second).unwrap(), with_network);
    fs::remove_file(&second).unwrap();
    assert_eq!(more_data("off").code, 0);
    let games = |bytes: &[u8]| {
        let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        bytes[line..].to_vec()
    };
    let without = fs::read(&second).unwrap();
    assert_ne!(games(&without), games(&with_network));
    let run = more_data(&data.display().to_string());
    assert_eq!(run.code, 3, "{}", run.err);

    // What does not fit is refused.
    let refuse = |game: &str, network: &Path, reason: &str| {
        let player = format!("alphabeta:network={}", network.display());
        check_error(&["analyze", game, "--player", &player], 3, reason);
    };
    refuse(
        "minishogi",
        &file,
        "expected a network of minishogi, got one of gorogoro",
    );
    refuse("gorogoro", &data, "expected a network, got something else");
    refuse("gorogoro", &dir.path().join("none"), "none");
    let whole = fs::read(&file).unwrap();
    let line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    let bad = dir.path().join("bad.ynn");
    for at in [line + 1, (line + whole.len()) / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 16;
        fs::write(&bad, &damaged).unwrap();
        refuse("gorogoro", &bad, "is damaged");
        fs::write(&bad, &whole[..at]).unwrap();
        refuse("gorogoro", &bad, "is damaged");
    }
    let text =
        String::from_utf8_lossy(&whole[..line]).replace("\"evaluation\":\"", "\"evaluation\":\"0");
    fs::write(&bad, [text.as_bytes(), &whole[line..]].concat()).unwrap();
    refuse("gorogoro", &bad, "an evaluation with other weights");
}

#[test]
fn the_networks_of_the_program_fit_their_games() {
    for game in ["xiangqi", "minishogi"] {
        let player = |network: &str| format!("alphabeta:depth=4,network={network}");
        assert_eq!(
            score(game, &player("on")),
            score(game, "alphabeta:depth=4"),
            "{game}"
        );
        assert_ne!(
            score(game, &player("on")),
            score(game, &player("off")),
            "{game}"
        );
    }
    // Other weights are played without it.
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("weights.toml");
    fs::write(&file, "game = \"xiangqi\"\n[weights]\nrook = 1000\n").unwrap();
    let weights = format!("alphabeta:depth=2,weights={}", file.display());
    score("xiangqi", &weights);
    let both = format!("{weights},network=on");
    let args = ["analyze", "xiangqi", "--player", &both];
    check_error(&args, 2, "off beside other weights");
}

#[test]
fn what_cannot_be_trained_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let (data, out) = (dir.path().join("games.ytd"), dir.path().join("run"));
    fs::write(&data, "hello").unwrap();
    let run = train("xiangqi", &data, &out, &[]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("expected positions for tuning"),
        "{}",
        run.err
    );
    let run = train("tictactoe", &data, &out, &[]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(
        run.err.contains("no evaluation that a network corrects"),
        "{}",
        run.err
    );
    let args = ["analyze", "tictactoe", "--player", "alphabeta:network=on"];
    check_error(&args, 3, "no evaluation that a network corrects");
    for (option, value) in [("--rate", "0"), ("--result-share", "2"), ("--epochs", "0")] {
        let run = train("xiangqi", &data, &out, &[option, value]);
        assert_eq!(run.code, 2, "{option}: {}", run.err);
    }
    assert!(!out.exists());
}
