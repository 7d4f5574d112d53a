//! Short games in full, longer ones as moves: positions, legal moves, ends, evaluation.

use serde_json::Value;
use yomikiri_game_api::SplitMix64;

use crate::board;
use crate::json::{line, list, text};
use crate::lab::{Game, Session};

/// Plies shown in full: of the game as it is, and of each option.
const SHOWN: usize = 14;
const SHOWN_OF_OPTION: usize = 6;
/// The ply at which the teaching layers are drawn.
const LAYERS_AT: usize = 4;
/// A game that is not over by then is left.
const LONGEST: usize = 250;
/// Perft goes on until so many sequences are counted.
const PERFT_ENOUGH: u64 = 20_000;

/// The option sets to play with: the defaults, then every other value of every option alone, then
/// all options changed at once.
pub(crate) fn option_sets(game: &Game) -> Vec<String> {
    let mut sets = vec![String::new()];
    let mut changed: Vec<String> = Vec::new();
    for option in list(&game.info()["options"]) {
        let key = text(&option["key"]);
        let words: Vec<&str> = list(&option["allowed"]).iter().map(text).collect();
        let values = match key {
            _ if !words.is_empty() && words.iter().all(|word| !word.contains(' ')) => words,
            "repetition" => vec!["0", "2"],
            "size" => vec!["9", "2", "3x4"],
            "komi" => vec!["0.5"],
            "handicap" => vec!["4"],
            "move_limit" | "turn_limit" => vec!["0", "6"],
            _ => panic!("say here which values of the option {key} to play with"),
        };
        let other = |value: &&str| *value != text(&option["default"]);
        let set = |value| format!("{key}={value}");
        let others: Vec<String> = values.into_iter().filter(other).map(set).collect();
        changed.extend(others.first().cloned());
        sets.extend(others);
    }
    if changed.len() > 1 {
        sets.push(changed.join("&"));
    }
    sets
}

pub(crate) fn write(game: &Game, title: &str) -> String {
    let is_option = title.contains('?');
    let mut written = format!("# {title}\n\n");
    written += &described(game);
    written += &shown(game, if is_option { SHOWN_OF_OPTION } else { SHOWN });
    written += "\n## Games to the end\n";
    for seed in 1..=if is_option { 2 } else { 4 } {
        written += &whole(game, seed, Choice::Any);
        written += &whole(game, seed, Choice::Back);
    }
    written
}

/// What `games --json` tells, names aside.
fn described(game: &Game) -> String {
    let info = game.info();
    let mut written = String::new();
    for option in list(&info["options"]) {
        written += &format!("option {}\n", line(option));
    }
    for start in list(&info["starts"]) {
        written += &format!("start {}\n", line(start));
    }
    written += &format!("abilities {}\n", line(&info["abilities"]));
    written += &format!("styles {}\n", line(&info["styles"]));
    for kind in list(&info["pieces"]) {
        written += &format!("piece {}\n", line(kind));
    }
    written
}

/// The first plies in full.
fn shown(game: &Game, plies: usize) -> String {
    let mut written = String::new();
    let mut rng = SplitMix64::new(2024);
    let mut session = game.session(None, "");
    for ply in 0..=plies {
        let view = session.view();
        written += &format!("\n## Ply {ply}\n");
        if ply == 0 || ply == plies || ply % 7 == 0 {
            written += &board::draw(&view["diagram"]);
        }
        written += &standing(&session, &view);
        if ply == LAYERS_AT {
            for layer in game.layers() {
                let overlay = line(&session.overlay(&layer));
                written += &wrapped(&format!("layer {layer}:"), &overlay);
            }
        }
        let legal = list(&view["legal"]);
        if legal.is_empty() || ply == plies {
            written += "\n## Perft of the last position\n";
            written += &perft(game, text(&view["position"]));
            break;
        }
        let played = &legal[rng.below(legal.len())];
        written += &format!("plays {}\n", line(played));
        session.play(text(&played["text"]));
    }
    written
}

/// The position with all that is said about it.
fn standing(session: &Session, view: &Value) -> String {
    let mut written = format!("position {}\n", text(&view["position"]));
    written += &format!("side {}\n", text(&view["side"]));
    if let Some(in_check) = view.get("in_check") {
        written += &format!("in check {in_check}\n");
    }
    if let Some(situation) = view.get("situation") {
        written += &format!("situation {}\n", line(situation));
    }
    written += &format!("outcome {}\n", line(&view["outcome"]));
    let texts: Vec<&str> = list(&view["legal"])
        .iter()
        .map(|mv| text(&mv["text"]))
        .collect();
    written += &wrapped(&format!("{} moves:", texts.len()), &texts.join(" "));
    let term = |term: &Value| {
        let [first, second] = ["first", "second"].map(|side| line(&term[side]));
        format!("{}={first}:{second}", text(&term["name"]))
    };
    let terms: Vec<String> = list(&session.terms()).iter().map(term).collect();
    written += &wrapped("evaluation", &terms.join(" "));
    written
}

fn perft(game: &Game, position: &str) -> String {
    let mut written = String::new();
    for depth in 1.. {
        let nodes = game.perft(position, depth);
        written += &format!("depth {depth}: {nodes}\n");
        if nodes == 0 || nodes > PERFT_ENOUGH / 20 || depth == 6 {
            break;
        }
    }
    written
}

#[derive(Copy, Clone, PartialEq)]
enum Choice {
    /// Any legal move.
    Any,
    /// Back to where the same side's last move came from, where possible: repetitions.
    Back,
}

/// A game to its end, as moves.
fn whole(game: &Game, seed: u64, choice: Choice) -> String {
    let mut rng = SplitMix64::new(seed);
    let mut session = game.session(None, "");
    let mut moves: Vec<String> = Vec::new();
    let mut last: [Value; 2] = Default::default();
    let view = loop {
        let view = session.view();
        let legal = list(&view["legal"]);
        if legal.is_empty() || moves.len() == LONGEST {
            break view;
        }
        let own = &mut last[usize::from(view["side"] == "second")];
        let undoes = |mv: &&Value| {
            !own["from"].is_null() && mv["from"] == own["to"] && mv["to"] == own["from"]
        };
        let back = legal.iter().find(undoes).filter(|_| choice == Choice::Back);
        let played = back.unwrap_or_else(|| &legal[rng.below(legal.len())]);
        *own = played.clone();
        moves.push(text(&played["text"]).to_owned());
        session.play(text(&played["text"]));
    };
    let name = match choice {
        Choice::Any => "random moves",
        Choice::Back => "back and forth",
    };
    let mut written = format!("\n{name}, seed {seed}, {} plies\n", moves.len());
    written += &wrapped("moves", &moves.join(" "));
    written += &format!("position {}\n", text(&view["position"]));
    written += &wrapped("outcome", &line(&view["outcome"]));
    written
}

/// Words after a title, in lines of at most 120 characters where the words allow it.
fn wrapped(title: &str, words: &str) -> String {
    let mut written = title.to_owned();
    let mut width = title.chars().count();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        let more = word.chars().count() + 1;
        if width + more > 120 {
            written += "\n ";
            width = 1;
        }
        written += &format!(" {word}");
        width += more;
    }
    written + "\n"
}
