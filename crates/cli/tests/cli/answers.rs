//! Answers of the commands.

use serde_json::json;
use yomikiri_lab::Lab;

use crate::common::{check_error, yomikiri, yomikiri_with};

/// The ids of all games.
fn game_ids() -> Vec<&'static str> {
    Lab::new().game_ids().collect()
}

#[test]
fn games_are_listed_with_options_and_players() {
    let list = yomikiri(&["games", "--json"]).json();
    let ids: Vec<&str> = list["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, game_ids());
    let anpanman = &list["games"][0];
    assert_eq!(anpanman["start"], "hbd/3/3/3/CAS b -");
    for lang in ["en", "ja", "zh"] {
        assert!(anpanman["names"][lang].is_string());
    }
    let no_moves = anpanman["options"]
        .as_array()
        .unwrap()
        .iter()
        .find(|option| option["key"] == "no_moves");
    assert_eq!(
        no_moves.unwrap(),
        &json!({"key": "no_moves", "value": "loss", "default": "loss",
                "allowed": ["loss", "draw", "pass"]})
    );
    let players = anpanman["players"].as_array().unwrap();
    let names: Vec<&str> = players
        .iter()
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    let known = [
        "human",
        "random",
        "lookahead",
        "alphabeta",
        "mcts",
        "asai",
        "rai",
        "perfect",
    ];
    assert_eq!(names, known);
    let text = yomikiri(&["games"]).out;
    assert!(game_ids().iter().all(|id| text.contains(id)));
}

#[test]
fn moves_are_answered_as_documented() {
    let run = yomikiri(&["moves", "anpanman", "--json"]);
    let expected = json!({
        "schema": 1,
        "position": "hbd/3/3/3/CAS b -",
        "side": "first",
        "in_check": false,
        "moves": ["a5a4", "a5b4", "b5a4", "b5b4", "b5c4", "c5c4"],
        "outcome": null,
    });
    assert_eq!(run.json(), expected);
    let after = yomikiri(&["moves", "anpanman", "--moves", "b5b4  b1b2", "--json"]).json();
    assert_eq!(after["position"], "h1d/1b1/3/1A1/C1S b -");
    let plain = yomikiri(&["moves", "anpanman"]);
    assert_eq!(plain.out, "a5a4\na5b4\nb5a4\nb5b4\nb5c4\nc5c4\n");
}

#[test]
fn a_finished_position_has_an_outcome_and_no_moves() {
    let args = ["moves", "anpanman", "-p", "3/b2/1SA/C2/3 w -", "--json"];
    let answer = yomikiri(&args).json();
    assert_eq!(answer["moves"], json!([]));
    assert_eq!(
        answer["outcome"],
        json!({"winner": "first", "reason": "no-moves", "margin": null})
    );
    let draw = yomikiri(&[
        "moves",
        "anpanman?no_moves=draw",
        "-p",
        "3/b2/1SA/C2/3 w -",
        "--json",
    ]);
    assert_eq!(draw.json()["outcome"]["winner"], json!(null));
    let text = yomikiri(&["moves", "anpanman", "-p", "3/b2/1SA/C2/3 w -"]);
    assert_eq!((text.code, text.out.as_str()), (0, ""));
    assert_eq!(text.err, "First wins: no legal move\n");
    let analysis = yomikiri(&["analyze", "anpanman", "-p", "3/b2/1SA/C2/3 w -", "--json"]).json();
    assert_eq!(analysis["outcome"]["winner"], "first");
    assert_eq!(analysis["best"], json!(null));
}

#[test]
fn dobutsu_without_a_lion_is_a_finished_game() {
    let gone = yomikiri(&["moves", "dobutsu", "-p", "g1e/1c1/1C1/ELG w -", "--json"]).json();
    assert_eq!(
        gone["outcome"],
        json!({"winner": "first", "reason": "leader-taken", "margin": null})
    );
}

#[test]
fn history_is_judged_always_or_last() {
    let shuffle = "c5c4 a1a2 c4b4 a2b2 b4c4 b2a2 c4b4 a2b2 b4c4 b2a2";
    let ended = yomikiri(&["moves", "anpanman", "--moves", shuffle, "--json"]).json();
    assert_eq!(
        ended["outcome"],
        json!({"winner": null, "reason": "repetition", "margin": null})
    );
    assert_eq!(ended["moves"], json!([]));
    let longer = format!("{shuffle} c4b4 a2a3");
    let error = yomikiri(&["moves", "anpanman", "--moves", &longer, "--json"]);
    assert_eq!((error.code, error.out.as_str()), (3, ""));
    assert!(error.err.contains("ply 11") && error.err.contains("draw: repetition"));
    let args = [
        "moves", "anpanman", "--moves", &longer, "--judge", "last", "--json",
    ];
    assert_eq!(yomikiri(&args).json()["outcome"], json!(null));
}

#[test]
fn perft_counts_and_divides() {
    let answer = yomikiri(&["perft", "anpanman", "3", "--json"]).json();
    assert_eq!(answer["nodes"], 209);
    assert_eq!(answer["depth"], 3);
    assert_eq!(answer["position"], "hbd/3/3/3/CAS b -");
    assert!(answer["seconds"].is_f64());
    assert_eq!(yomikiri(&["perft", "anpanman", "3"]).out, "209\n");
    assert_eq!(yomikiri(&["perft", "anpanman", "0"]).out, "1\n");
    let args = [
        "perft",
        "anpanman",
        "5",
        "--divide",
        "--threads",
        "2",
        "--json",
    ];
    let divided = yomikiri(&args).json();
    let parts = divided["divide"].as_array().unwrap();
    let sum: u64 = parts
        .iter()
        .map(|part| part["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!(divided["nodes"], sum);
    assert_eq!(parts[0]["move"], "a5a4");
    let text = yomikiri(&["perft", "anpanman", "2", "--divide"]).out;
    assert!(
        text.starts_with("a5a4: 6\n") && text.ends_with("total: 36\n"),
        "{text}"
    );
}

#[test]
fn batches_answer_every_line_in_order() {
    let input = "hbd/3/3/3/CAS b -\nnonsense\nhbd/3/3/3/CAS w -\r\n";
    let run = yomikiri_with(&["moves", "anpanman", "-p", "-"], &[], input);
    assert_eq!(run.code, 3);
    let lines = run.lines();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 6);
    assert_eq!(lines[1]["position"], "nonsense");
    assert!(lines[1]["error"].is_string());
    assert_eq!(lines[1].as_object().unwrap().len(), 2);
    assert_eq!(lines[2]["side"], "second");

    let good = "hbd/3/3/3/CAS b -\nhbd/3/3/3/CAS w -";
    for verb in [
        &["moves", "anpanman", "-p", "-", "--json"][..],
        &["show", "anpanman", "-p", "-"],
        &["perft", "anpanman", "3", "-p", "-"],
        &["analyze", "anpanman", "-p", "-", "--depth", "2"],
    ] {
        let run = yomikiri_with(verb, &[], good);
        assert_eq!(run.code, 0, "{verb:?}: {}", run.err);
        let lines = run.lines();
        assert_eq!(lines.len(), 2, "{verb:?}");
        assert_eq!(lines[1]["position"], "hbd/3/3/3/CAS w -", "{verb:?}");
    }
    let none = yomikiri_with(&["moves", "anpanman", "-p", "-"], &[], "");
    assert_eq!((none.code, none.out.as_str()), (0, ""));
}

#[test]
fn batches_play_the_moves_from_every_line() {
    let input = "hbd/3/3/3/CAS b -\nhbd/3/3/3/CAS w -\n";
    let args = ["moves", "anpanman", "-p", "-", "--moves", "b5b4"];
    let run = yomikiri_with(&args, &[], input);
    assert_eq!(run.code, 3);
    let lines = run.lines();
    assert_eq!(lines[0]["position"], "hbd/3/3/1A1/C1S w -");
    assert_eq!(lines[1]["position"], "hbd/3/3/3/CAS w -");
    assert!(lines[1]["error"].as_str().unwrap().contains("ply 1"));
}

#[test]
fn a_huge_line_gets_a_short_answer_and_the_next_line_its_own() {
    let mut input = vec![b'3'; 10_000_000];
    input.extend_from_slice(b"\n\xff\xfe\nhbd/3/3/3/CAS b -\n");
    let run = yomikiri_with(&["moves", "anpanman", "-p", "-"], &[], input);
    assert_eq!(run.code, 3);
    assert!(run.out.len() < 2000);
    let lines = run.lines();
    assert!(lines[0]["error"].as_str().unwrap().contains("10000001"));
    assert!(lines[1]["error"].as_str().unwrap().contains("UTF-8"));
    assert_eq!(lines[2]["side"], "first");
}

#[test]
fn positions_are_drawn_in_the_chosen_language() {
    let english = yomikiri(&["show", "anpanman"]).out;
    assert!(english.contains("│ C │ A │ S │"), "{english}");
    assert!(english.contains("First to move\nhbd/3/3/3/CAS b -\n"));
    assert!(!english.contains('\x1b'), "no colour without a terminal");
    let japanese = yomikiri(&["show", "anpanman", "--lang", "ja"]).out;
    assert!(
        japanese.contains("先手番") && japanese.contains('ア'),
        "{japanese}"
    );
    let by_locale = yomikiri_with(&["show", "anpanman"], &[("LANG", "zh_CN.UTF-8")], "").out;
    assert!(by_locale.contains("轮到先手"), "{by_locale}");
    let finished = [
        "show",
        "anpanman",
        "-p",
        "3/b2/1SA/C2/3 w -",
        "--lang",
        "ja",
    ];
    assert!(yomikiri(&finished).out.contains("先手の勝ち"));
    let hands = yomikiri(&["show", "dobutsu", "--moves", "b3b2"]).out;
    assert!(hands.contains("First's hand: C\n") && hands.contains("Second's hand: empty\n"));
    assert!(hands.contains("check"));
    let flipped = yomikiri(&["show", "anpanman", "--flip"]).out;
    assert!(flipped.contains("5 │ S │ A │ C │"), "{flipped}");
    let coloured = yomikiri(&["show", "anpanman", "--color", "always"]).out;
    assert!(coloured.contains('\x1b'));
}

#[test]
fn boards_line_up_in_every_game_and_language() {
    for game in game_ids() {
        for lang in ["en", "ja", "zh"] {
            let text = yomikiri(&["show", game, "--lang", lang]).out;
            let rows = text
                .lines()
                .filter(|line| line.contains(['│', '┌', '┼', '└']));
            let widths: Vec<usize> = rows.map(width).collect();
            assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
        }
    }
}

/// Columns on a terminal, as far as boards need it: kana and ideographs take two.
fn width(text: &str) -> usize {
    let wide = |c: char| ('\u{3000}'..='\u{ffdc}').contains(&c);
    text.chars().map(|c| if wide(c) { 2 } else { 1 }).sum()
}

#[test]
fn show_gives_the_board_as_data() {
    let view = yomikiri(&["show", "anpanman", "--moves", "b5b4", "--json"]).json();
    assert_eq!(view["game"], "anpanman");
    assert_eq!(view["diagram"]["width"], 3);
    assert_eq!(view["diagram"]["cells"].as_array().unwrap().len(), 15);
    assert_eq!(view["diagram"]["cells"][0]["letter"], "h");
    assert_eq!(view["diagram"]["cells"][0]["side"], "second");
    assert_eq!(view["played"][0]["styled"]["chess"], "Ab4");
    assert_eq!(view["legal"].as_array().unwrap().len(), 6);
}

#[test]
fn analysis_tells_lines_scores_and_terms() {
    let args = [
        "analyze",
        "anpanman",
        "--depth",
        "6",
        "--multipv",
        "3",
        "--json",
    ];
    let answer = yomikiri(&args).json();
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["moves"][0], answer["best"]);
    assert!(lines[0]["score"]["points"].is_i64());
    assert_eq!(answer["depth"], 6);
    assert_eq!(answer["player"], "alphabeta");
    assert!(answer["nodes"].as_u64().unwrap() > 100);
    assert_eq!(answer["terms"][0]["name"], "material");
    // A leader one step from its goal.
    let args = [
        "analyze",
        "anpanman",
        "-p",
        "3/1A1/b2/3/3 b -",
        "--depth",
        "3",
        "--json",
    ];
    let won = yomikiri(&args).json();
    assert_eq!(
        won["lines"][0]["score"],
        json!({"points": null, "value": "win", "distance": 1})
    );
    let asai = yomikiri(&["analyze", "anpanman", "--player", "asai:depth=2", "--json"]).json();
    assert_eq!(asai["player"], "asai:depth=2");
    // To the thesis's player all losses are equal.
    let lost = ["analyze", "anpanman", "-p", "3/3/1A1/b2/3 b -"];
    let text = yomikiri(&[&lost[..], &["--player", "asai"]].concat()).out;
    assert!(text.contains("1. loss"), "{text}");
    let text = yomikiri(&["analyze", "anpanman", "--depth", "4"]).out;
    assert!(text.contains("leader advance"), "{text}");
}

#[test]
fn the_bench_signature_repeats() {
    let signature = || yomikiri(&["bench", "anpanman", "--json"]).json()["signature"].clone();
    assert_eq!(signature(), signature());
    let text = yomikiri(&["bench", "tictactoe"]).out;
    assert!(
        text.lines().last().unwrap().starts_with("signature "),
        "{text}"
    );
}

#[test]
fn options_change_the_game_and_its_name() {
    let info = yomikiri(&["games", "anpanman?no_moves=draw&model=check", "--json"]).json();
    assert_eq!(info["games"][0]["spec"], "anpanman?no_moves=draw");
}

#[test]
fn rules_are_explained_with_diagrams_in_three_languages() {
    let rules = |game: &str, lang: &str| {
        let run = yomikiri(&["rules", game, "--lang", lang]);
        assert_eq!(run.code, 0, "{}", run.err);
        for line in run.out.lines() {
            let columns = unicode_width::UnicodeWidthStr::width(line);
            assert!(columns <= 82, "{line}");
        }
        run.out
    };
    let english = rules("dobutsu", "en");
    assert!(
        english.contains("The lion moves one square") && english.contains("│ • │"),
        "{english}"
    );
    assert!(
        english.contains("Try it: yomikiri play 'dobutsu'"),
        "{english}"
    );
    for game in yomikiri(&["games", "--json"]).json()["games"]
        .as_array()
        .unwrap()
    {
        for lang in ["ja", "zh"] {
            let told = rules(game["id"].as_str().unwrap(), lang);
            assert!(told.contains("yomikiri play"), "{told}");
        }
    }
    let json = yomikiri(&["rules", "anpanman", "--json"]).json();
    assert!(json["sections"].as_array().unwrap().len() >= 3);
    check_error(&["rules", "nothing"], 3, "unknown game");
}

#[test]
fn players_are_explained_with_their_settings() {
    let all = yomikiri(&["players"]);
    assert!(
        all.out.contains("alphabeta") && all.out.contains("external"),
        "{}",
        all.out
    );
    let one = yomikiri(&["players", "lookahead"]);
    assert!(one.out.contains("depth  (default: 3)"), "{}", one.out);
    let json = yomikiri(&["players", "mcts", "--json"]).json();
    assert_eq!(json["players"][0]["name"], "mcts");
    check_error(&["players", "nobody"], 3, "expected a player (human");
}

/// PEAI's own terms, and not those of the game's evaluation.
#[test]
fn analysis_shows_the_evaluation_of_the_player() {
    let args = [
        "analyze",
        "chess?goal=promotion",
        "--depth",
        "1",
        "--json",
        "--player",
    ];
    let terms = |player: &str| {
        let answer = yomikiri(&[&args[..], &[player]].concat()).json();
        let terms = answer["terms"].as_array().unwrap().clone();
        terms
            .iter()
            .map(|term| term["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(
        terms("peai").contains(&"opposition".to_owned()),
        "{:?}",
        terms("peai")
    );
    assert!(!terms("alphabeta").contains(&"opposition".to_owned()));
}

#[test]
fn layers_are_told_as_data_and_as_text() {
    let two = "5/1XO2/5/5/5 b -";
    let asked = [
        "analyze",
        "go?size=5",
        "-p",
        two,
        "--layers",
        "strings,territory2",
        "--json",
    ];
    let analysis = yomikiri(&asked).json();
    let strings = analysis["layers"]["strings"].as_array().unwrap();
    assert_eq!(strings.len(), 2);
    assert_eq!(strings[0]["stones"][0], "B4");
    assert_eq!(strings[0]["neighbours"][0], 2);
    assert_eq!(strings[0]["dame"], 3);
    assert_eq!(
        analysis["layers"]["territory2"]["rows"][1]
            .as_str()
            .unwrap()
            .len(),
        5
    );
    let shown = yomikiri(&["show", "go?size=5", "-p", two, "--layer", "strings"]).out;
    assert!(
        shown.starts_with("### String ID ###\n  +  +  +  +  +\n  +  1  2  +  +\n"),
        "{shown}"
    );
    assert!(
        shown.contains("\n1 b 1 3 stones=B4 liberties=B5,A4,B3 neighbours=2 status="),
        "{shown}"
    );
    let drawn = yomikiri(&["show", "dobutsu", "--layer", "attacks", "--json"]).json();
    assert_eq!(drawn["facts"], serde_json::Value::Null);
    assert!(!drawn["overlay"]["heat"].as_array().unwrap().is_empty());
    let drawn = yomikiri(&["show", "dobutsu", "--layer", "attacks"]).out;
    assert!(drawn.lines().count() > 4, "{drawn}");
}
