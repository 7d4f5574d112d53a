//! What a front end can set about the opening book.

use std::time::{SystemTime, UNIX_EPOCH};

use yomikiri_protocols::Protocol;
use yomikiri_protocols::engine::{OptionKind, OptionOffer};

use super::setup::NO_TEXT;
use crate::book::{BOOK_SETTINGS, BUILT_IN, USUAL_PLIES};
use crate::view::Report;
use crate::{Fact, PlayerSpec, PolicyKind};

/// The book that a front end has named, and how it is played from.
#[derive(Clone, Debug)]
pub(super) struct BookOptions {
    on: bool,
    file: Option<String>,
    policy: Option<String>,
    plies: Option<u64>,
    /// Other games get other moves: nobody wants to see the same opening every time.
    seed: u64,
}

impl BookOptions {
    /// What a player has been told on the command line.
    pub(super) fn of(player: &PlayerSpec, has_built_in: bool) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        BookOptions {
            on: player.setting("book").is_some(),
            file: match player.setting("book") {
                Some(file) => Some(file.to_owned()),
                None => has_built_in.then(|| BUILT_IN.to_owned()),
            },
            policy: None,
            plies: None,
            seed: now.map_or(1, |time| time.as_nanos() as u64),
        }
    }

    /// The player with its book, or without one.
    pub(super) fn apply(&self, mut player: PlayerSpec) -> PlayerSpec {
        let Some(file) = self.file.as_ref().filter(|_| self.on) else {
            return without(player);
        };
        player = player.without_setting("book").or_setting("book", file);
        if let Some(policy) = &self.policy {
            player = player
                .without_setting("policy")
                .or_setting("policy", policy);
        }
        if let Some(plies) = self.plies {
            player = player.without_setting("plies").or_setting("plies", plies);
        }
        player.or_setting("seed", self.seed)
    }

    /// Another game begins.
    pub(super) fn new_game(&mut self) {
        self.seed = self.seed.wrapping_add(1);
    }

    /// The book cannot be used.
    pub(super) fn drop_file(&mut self) {
        self.file = None;
    }

    pub(super) fn offers(&self, protocol: Protocol, offers: &mut Vec<OptionOffer>) {
        let mut offer = |name, kind| offers.push(OptionOffer { name, kind });
        let file = self.file.clone().unwrap_or_else(|| NO_TEXT.to_owned());
        if protocol == Protocol::Ucci {
            offer("usebook", OptionKind::Check(self.on));
            offer("bookfiles", OptionKind::Text(file));
            return;
        }
        let own = match protocol {
            Protocol::Usi => "USI_OwnBook",
            _ => "OwnBook",
        };
        offer(own, OptionKind::Check(self.on));
        offer("BookFile", OptionKind::Text(file));
        let names = PolicyKind::NAMES.map(str::to_owned).to_vec();
        let usual = PolicyKind::default().name().to_owned();
        offer("BookPolicy", OptionKind::Combo(usual, names));
        offer("BookPlies", OptionKind::Spin(USUAL_PLIES, 0, 1000));
    }

    /// Sets an option, if it is one of these: whether the name is known, or what is wrong.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Option<Result<(), String>> {
        let shown = |text: &str| text.chars().take(60).collect::<String>();
        let value = value.unwrap_or_default().trim();
        match name.to_ascii_lowercase().as_str() {
            "ownbook" | "usi_ownbook" | "usebook" => match value {
                "true" | "1" | "on" | "" => self.on = true,
                "false" | "0" | "off" => self.on = false,
                other => {
                    let got = shown(other);
                    return Some(Err(format!(
                        "option {name}: expected true or false, got {got:?}"
                    )));
                }
            },
            "bookfile" | "bookfiles" => {
                // UCCI may name several; the first one is taken.
                let first = value.split(';').next().unwrap_or_default().trim();
                let named = !first.is_empty() && first != NO_TEXT;
                self.file = named.then(|| first.to_owned());
                self.on |= named;
            }
            "bookpolicy" => match PolicyKind::of_name(&value.to_ascii_lowercase()) {
                Some(kind) => self.policy = Some(kind.name().to_owned()),
                None => {
                    let (names, got) = (PolicyKind::NAMES.join(", "), shown(value));
                    return Some(Err(format!("option {name}: expected {names}, got {got:?}")));
                }
            },
            "bookplies" => match value.parse() {
                Ok(plies @ 0..=1000) => self.plies = Some(plies),
                _ => {
                    let got = shown(value);
                    return Some(Err(format!(
                        "option {name}: expected a number from 0 to 1000, got {got:?}"
                    )));
                }
            },
            _ => return None,
        }
        Some(Ok(()))
    }
}

/// The player without a book, for analysis.
pub(super) fn without(mut player: PlayerSpec) -> PlayerSpec {
    if player.setting("book").is_some() {
        for key in BOOK_SETTINGS {
            player = player.without_setting(key);
        }
    }
    player
}

/// What is said about a move that came from a book: `book h2e2 w 31 d 20 l 12`.
pub(super) fn said(report: &Report, mv: &str) -> Option<String> {
    let (_, counts) = report.details.iter().find(|(name, _)| *name == "book")?;
    let number = |name: &str| match counts.get(name) {
        Some(Fact::Number(number)) => *number,
        _ => 0,
    };
    let (win, draw, loss) = (number("win"), number("draw"), number("loss"));
    Some(format!("book {mv} w {win} d {draw} l {loss}"))
}
