//! What players and their settings are for, and what the settings are when nothing is said.
//!
//! The words are messages: `help-player-NAME` and `help-setting-KEY`. Steps of alpha-beta that can be
//! switched share `help-setting-step`, weights of an evaluation `help-setting-weight`.

use std::collections::BTreeMap;

use serde::Serialize;
use yomikiri_search::{AlphaBetaOptions, MctsOptions, SearchParams};

use crate::book::{USUAL_MIN_GAMES, USUAL_PLIES};
use crate::players::{USUAL_DEPTH, USUAL_HASH, USUAL_NOISE, USUAL_TIME};
use crate::{BookPolicy, Lab, PolicyKind, Texts, write_duration};

/// A player of the program with everything that people want to know about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlayerHelp {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub help: String,
    /// An example of how it is named.
    pub example: String,
    /// The games that it plays.
    pub games: Vec<String>,
    /// Its settings.
    pub settings: Vec<SettingHelp>,
}

/// A setting of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SettingHelp {
    /// Its name.
    pub key: String,
    /// What it does.
    pub help: String,
    /// Its value when nothing is said; `None` if there is no bound then.
    pub default: Option<String>,
}

/// Every player that some game has, in the order in which games list them, and outside engines.
pub fn players(lab: &Lab, texts: &Texts) -> Vec<PlayerHelp> {
    let mut names: Vec<String> = Vec::new();
    let mut found: BTreeMap<String, (Vec<String>, Vec<String>)> = BTreeMap::new();
    for game in lab.all_games() {
        for player in &game.info().players {
            if !found.contains_key(&player.name) {
                names.push(player.name.clone());
            }
            let settings = player.settings.clone();
            let (games, _) = found
                .entry(player.name.clone())
                .or_insert((Vec::new(), settings));
            games.push(game.info().id.clone());
        }
    }
    names.push("external".to_owned());
    let all: Vec<String> = lab.game_ids().map(str::to_owned).collect();
    found.insert("external".to_owned(), (all, Vec::new()));
    let help = |name: String| {
        let (games, settings) = found[&name].clone();
        let setting = |key: String| SettingHelp {
            help: setting_help(texts, &key),
            default: default_of(&name, &key),
            key,
        };
        PlayerHelp {
            help: texts.message(&format!("help-player-{name}"), &[]),
            example: example_of(&name),
            games,
            settings: settings.into_iter().map(setting).collect(),
            name,
        }
    };
    names.into_iter().map(help).collect()
}

fn setting_help(texts: &Texts, key: &str) -> String {
    if AlphaBetaOptions::SWITCHES.contains(&key) {
        return texts.message("help-setting-step", &[]);
    }
    if let Some(param) = SearchParams::ALL.iter().find(|param| param.name == key) {
        let (min, max) = (param.min.to_string(), param.max.to_string());
        return texts.message("help-setting-search", &[("min", &min), ("max", &max)]);
    }
    let own = texts.find(&format!("help-setting-{key}"), &[]);
    own.unwrap_or_else(|| texts.message("help-setting-weight", &[]))
}

fn example_of(name: &str) -> String {
    let settings = match name {
        "random" | "rai" | "perm" | "random1" | "random2" | "level1" => ":seed=7",
        "lookahead" | "asai" => ":depth=2",
        "alphabeta" => ":depth=8,hash=256",
        "mcts" => ":playouts=2000",
        "perfect" => ":errors=20",
        "peai" => ":depth=3,noise=0",
        "classic" => ":chooser=priority",
        "external" => ":fairy-stockfish",
        _ => "",
    };
    format!("{name}{settings}")
}

fn default_of(player: &str, key: &str) -> Option<String> {
    let number = |number: u64| Some(number.to_string());
    let usual = MctsOptions::default();
    if let Some(is_on) = AlphaBetaOptions::default().switch(key) {
        return Some(if *is_on { "on" } else { "off" }.to_owned());
    }
    if let Some(value) = SearchParams::default().get_mut(key) {
        return Some(value.to_string());
    }
    match (player, key) {
        (_, "seed") => number(1),
        (_, "policy") => Some(PolicyKind::default().name().to_owned()),
        (_, "temperature") => number(u64::from(BookPolicy::USUAL_TEMPERATURE)),
        (_, "plies") => number(USUAL_PLIES),
        (_, "min_games") => number(USUAL_MIN_GAMES),
        (_, "book") => None,
        ("lookahead" | "asai" | "peai", "depth") => number(USUAL_DEPTH),
        ("classic", "depth") => number(1),
        ("classic", "chooser") => Some("sum".to_owned()),
        ("classic", _) => number(100),
        ("lookahead", "sooner") => number(1),
        ("asai", "sooner") => number(0),
        (_, "noise") => number(USUAL_NOISE),
        ("alphabeta" | "mcts", "time") => Some(write_duration(USUAL_TIME)),
        (_, "hash") => number(USUAL_HASH),
        (_, "threads") => number(1),
        (_, "cutoff") => number(u64::from(usual.cutoff)),
        (_, "memory") => number(usual.most_nodes as u64),
        (_, "errors" | "traps" | "legal") => number(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[test]
    fn every_player_and_setting_has_words_and_its_example_works() {
        let lab = Lab::new();
        for lang in Lang::ALL {
            let players = players(&lab, lab.texts(lang));
            assert!(players.len() > 10);
            for player in players {
                assert!(!player.help.starts_with("help-"), "{player:?}");
                for setting in &player.settings {
                    assert!(!setting.help.starts_with("help-"), "{setting:?}");
                }
                let example = player.example.parse().unwrap();
                if player.name == "external" {
                    continue;
                }
                for game in &player.games {
                    // A table may have to be built first.
                    let checked = lab.open_game(game).unwrap().check_player(&example);
                    if player.name != "perfect" {
                        checked.unwrap();
                    }
                }
            }
        }
    }

    /// What is said to be the value without a word is a value that the player takes.
    #[test]
    fn defaults_are_values_that_the_player_takes() {
        let lab = Lab::new();
        for player in players(&lab, lab.texts(Lang::En)) {
            for setting in &player.settings {
                let Some(default) = &setting.default else {
                    continue;
                };
                let spec = format!("{}:{}={default}", player.name, setting.key);
                let game = lab.open_game(&player.games[0]).unwrap();
                if player.name != "perfect" {
                    game.check_player(&spec.parse().unwrap()).unwrap();
                }
            }
        }
    }
}
