//! A game with prompts.

use crate::common::{Run, yomikiri, yomikiri_with};

fn play(args: &[&str], typed: &str) -> Run {
    let mut all = vec!["play"];
    all.extend_from_slice(args);
    let run = yomikiri_with(&all, &[], typed);
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

#[test]
fn the_engine_answers_a_move() {
    let run = play(&["anpanman", "--second", "asai:seed=1"], "b5b4\nquit\n");
    assert!(run.out.contains("asai:seed=1 plays "), "{}", run.out);
    assert!(run.out.ends_with("bye\n"));
}

#[test]
fn the_end_of_the_input_ends_the_session() {
    let run = play(&["anpanman"], "");
    assert!(run.out.contains("First> "));
}

#[test]
fn commands_do_what_help_says() {
    let two = ["anpanman", "--second", "human"];
    assert!(play(&two, "help\n").out.contains("save FILE"));
    assert!(
        play(&two, "moves\n")
            .out
            .contains("a5a4 a5b4 b5a4 b5b4 b5c4 c5c4\n")
    );
    assert!(play(&two, "hint\n").out.contains("hint: "));
    assert!(play(&two, "flip\n").out.contains("5 │ S │ A │ C │"));
    assert!(play(&two, "undo\n").out.contains("nothing to take back"));
    assert!(
        play(&two, "gibberish\n")
            .out
            .contains("not a legal move or command: gibberish")
    );
    let undone = play(&two, "b5b4\nundo\n").out;
    assert_eq!(undone.matches("hbd/3/3/3/CAS b -\n").count(), 2, "{undone}");
    let resigned = play(&two, "resign\nb5b4\nundo\nb5b4\n").out;
    assert!(resigned.contains("Second wins: resignation"));
    assert!(resigned.contains("the game is over"));
    assert!(resigned.contains("hbd/3/3/1A1/C1S w -"));
    assert!(
        play(&two, "Ab4\n").out.contains("hbd/3/3/1A1/C1S w -"),
        "chess style"
    );
    assert!(
        play(
            &["anpanman", "--lang", "ja", "--second", "human"],
            "2四あ\n"
        )
        .out
        .contains("後手番")
    );
}

#[test]
fn undo_goes_back_to_the_persons_own_turn() {
    let run = play(
        &["anpanman", "--second", "rai:seed=1"],
        "b5b4\nundo\nundo\n",
    );
    assert_eq!(
        run.out.matches("hbd/3/3/3/CAS b -\n").count(),
        2,
        "{}",
        run.out
    );
    assert!(run.out.contains("nothing to take back"));
    // If the engine began, its first move stays.
    let run = play(
        &["anpanman", "--first", "rai:seed=1", "--second", "human"],
        "undo\n",
    );
    assert!(run.out.contains("nothing to take back"));
    assert_eq!(run.out.matches(" plays ").count(), 1);
}

#[test]
fn a_game_is_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["game.json", "game.kif", "game"] {
        check_saving(folder.path().join(name).to_str().unwrap());
    }
}

fn check_saving(file: &str) {
    let two = ["anpanman", "--second", "human"];
    let saved = play(&two, &format!("b5b4\nb1b2\nsave {file}\n"));
    assert!(saved.out.contains(&format!("saved to {file}")));
    let loaded = play(&two, &format!("load {file}\n")).out;
    assert!(loaded.contains("h1d/1b1/3/1A1/C1S b -"), "{loaded}");
}

#[test]
fn a_broken_file_leaves_the_table_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let file = file.to_str().unwrap();
    let two = ["anpanman", "--second", "human"];
    play(&two, &format!("b5b4\nb1b2\nsave {file}\n"));
    let text = std::fs::read_to_string(file).unwrap();
    for broken in [
        &text[..text.len() / 2],
        "",
        "[]",
        &text.replace("b1b2", "b1b5"),
    ] {
        std::fs::write(file, broken).unwrap();
        let run = play(&two, &format!("load {file}\nmoves\n"));
        assert!(
            run.out.contains("a5a4 a5b4"),
            "the table stays as it was: {}",
            run.out
        );
    }
    assert!(
        play(&two, "load\nsave\n")
            .out
            .contains("expected a file name after load")
    );
    assert!(
        play(&two, "load /no/such/file\n")
            .out
            .contains("/no/such/file")
    );
}

#[test]
fn engines_play_to_the_end_by_themselves() {
    let args = [
        "play",
        "anpanman",
        "--first",
        "asai:seed=1",
        "--second",
        "rai:seed=1",
    ];
    let run = yomikiri(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    let end = ["wins: ", "Draw: "];
    assert!(end.iter().any(|word| run.out.contains(word)), "{}", run.out);
    assert_eq!(
        run.out,
        yomikiri(&args).out,
        "the same seeds give the same game"
    );
}

/// The positions of two reviews, where the hint gave the win or the draw away.
#[test]
fn a_hint_is_what_the_table_says() {
    let pawn = play(
        &["chess?goal=promotion", "--second", "human"],
        "hint\nquit\n",
    )
    .out;
    assert!(
        pawn.contains("hint: e1d2") || pawn.contains("hint: e1f2"),
        "{pawn}"
    );
    let position = "h2/1bd/3/2A/C1S b -";
    let known = yomikiri(&["probe", "anpanman", "-p", position, "--json"]).json();
    let best = known["moves"].as_array().unwrap().iter();
    let best =
        best.filter(|mv| mv["value"] == known["value"] && mv["distance"] == known["distance"]);
    let args = ["anpanman", "-p", position, "--second", "human"];
    let told = play(&args, "hint\nquit\n").out;
    let mut best = best.map(|mv| format!("hint: {}", mv["move"].as_str().unwrap()));
    assert!(best.any(|hint| told.contains(&hint)), "{told}");
}

#[test]
fn placing_cubes_is_explained() {
    let told = play(&["janken", "--second", "human"], "quit\n").out;
    assert!(
        told.contains("place a cube on a1") && told.contains("G rock > C scissors"),
        "{told}"
    );
}
