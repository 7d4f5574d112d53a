//! All that the golden files use of the crate: games, sessions and players by text, answers as JSON.
//!
//! When the crate's interface changes, only this file follows. The JSON is the program's public
//! one, so the golden files stay as they are.

use serde::Serialize;
use serde_json::Value;
use yomikiri_lab::{AnyGame, AnySession, Lab, Limits, NoObserver, Place};

/// The ids of the built-in games.
pub(crate) fn games() -> Vec<String> {
    lab().game_ids().map(str::to_owned).collect()
}

/// No tables but those inside the program: what a machine has solved must not show.
fn lab() -> Lab {
    Lab::new().with_data_dir(std::env::temp_dir().join("yomikiri-golden-has-no-tables"))
}

pub(crate) struct Game(Box<dyn AnyGame>);

impl Game {
    pub(crate) fn open(name: &str) -> Game {
        Game(
            lab()
                .open_game(name)
                .unwrap_or_else(|error| panic!("{name}: {error}")),
        )
    }

    /// As `games --json` shows it.
    pub(crate) fn info(&self) -> Value {
        json(self.0.info())
    }

    /// The ids of its teaching layers.
    pub(crate) fn layers(&self) -> Vec<String> {
        self.0.layers().iter().map(ToString::to_string).collect()
    }

    pub(crate) fn perft(&self, position: &str, depth: u32) -> u64 {
        let report = self.0.perft(&Place::at(Some(position)), depth, 1);
        report.expect("a position of a session").nodes
    }

    pub(crate) fn session(&self, position: Option<&str>, moves: &str) -> Session {
        let place = Place {
            position,
            moves,
            ..Place::default()
        };
        let session = self.0.session(&place);
        Session(session.unwrap_or_else(|error| panic!("{position:?} {moves}: {error}")))
    }
}

pub(crate) struct Session(Box<dyn AnySession>);

impl Session {
    /// As `show --json` shows it.
    pub(crate) fn view(&self) -> Value {
        json(&self.0.view())
    }

    pub(crate) fn play(&mut self, text: &str) {
        let played = self.0.play(text);
        played.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    /// The parts of the evaluation.
    pub(crate) fn terms(&self) -> Value {
        json(&self.0.terms())
    }

    /// A teaching layer.
    pub(crate) fn overlay(&self, layer: &str) -> Value {
        let overlay = self.0.overlay(layer);
        json(&overlay.unwrap_or_else(|error| panic!("{layer}: {error}")))
    }

    /// What a player thinks, as `analyze --json` shows it.
    pub(crate) fn think(&mut self, player: &str) -> Value {
        let spec = player.parse().expect("a player");
        let report = self.0.think(&spec, &Limits::default(), &mut NoObserver);
        json(&report.unwrap_or_else(|error| panic!("{player}: {error}")))
    }
}

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("views are plain data")
}
