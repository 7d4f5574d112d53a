//! What can be set: memory, threads, lines, the player.

use std::ffi::OsStr;
use std::time::Duration;

use yomikiri_protocols::Protocol;
use yomikiri_protocols::engine::{OptionKind, OptionOffer};

use super::book_options::BookOptions;
use crate::{AnyGame, Lab, LabError, PlayerSpec};

const USUAL_HASH: u64 = 64;
const MOST_HASH: u64 = 1 << 20;
const MOST_THREADS: u64 = 256;
const MOST_LINES: u64 = 500;
/// UCI's way to write an empty text.
pub(super) const NO_TEXT: &str = "<empty>";
/// What is lost between the engine and the clock.
const USUAL_OVERHEAD: u64 = 20;

/// The settings of an engine.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    /// Where games are opened: with other tables and Syzygy files once a front end has named them.
    pub(super) lab: Lab,
    player: PlayerSpec,
    /// The settings that the player takes.
    takes: Vec<String>,
    hash: Option<u64>,
    threads: Option<u64>,
    /// Whether a front end can name Syzygy files.
    reads_syzygy: bool,
    /// Whether a front end can name tables of our own.
    reads_tables: bool,
    /// Whether tables are asked, though the player was not told to.
    tables: bool,
    /// The opening book.
    pub(super) book: BookOptions,
    pub(super) lines: usize,
    pub(super) overhead: Duration,
    /// Times in UCCI are milliseconds and not seconds.
    pub(super) milliseconds: bool,
    /// UCCI: what comes during a thought waits for its end.
    pub(super) batch: bool,
    /// Gives up a game that is proved lost.
    pub(super) resigns: bool,
}

/// What a changed option calls for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Nothing,
    /// The player is another one now.
    NewPlayer,
    /// The player must forget.
    Forget,
    /// The game is to be opened again: its tables are others now.
    NewGame,
    /// The player has another book, which is to be looked at.
    NewBook,
}

impl Setup {
    pub(super) fn new(
        lab: &Lab,
        game: &dyn AnyGame,
        player: Option<&PlayerSpec>,
    ) -> Result<Self, LabError> {
        let usual = || PlayerSpec::named(game.usual_engine().unwrap_or("random"));
        let player = player.cloned().unwrap_or_else(usual);
        if player.is_human() {
            let reason = "`human` cannot analyze; name an engine".to_owned();
            let player = player.name().to_owned();
            return Err(LabError::Player { player, reason });
        }
        game.check_player(&player)?;
        let found = game.info().players.iter();
        let found = found.clone().find(|info| info.name == player.name());
        let asks = found.is_some_and(|info| info.settings.iter().any(|key| key == "tables"));
        let tables = game.tablebase(None).ok().filter(|_| asks);
        Ok(Setup {
            lab: lab.clone(),
            reads_tables: tables.is_some(),
            reads_syzygy: tables.is_some_and(|tables| tables.reads_external()),
            takes: found.map_or_else(Vec::new, |info| info.settings.clone()),
            book: BookOptions::of(&player, game.books().has_built_in()),
            player,
            tables: false,
            hash: None,
            threads: None,
            lines: 1,
            overhead: Duration::from_millis(USUAL_OVERHEAD),
            milliseconds: false,
            batch: false,
            resigns: false,
        })
    }

    /// Who thinks.
    pub(super) fn player(&self) -> PlayerSpec {
        let mut player = self.player.clone();
        let tables = self.tables.then_some(1);
        for (key, value) in [
            ("hash", self.hash),
            ("threads", self.threads),
            ("tables", tables),
        ] {
            if let Some(value) = value {
                player = player.without_setting(key).or_setting(key, value);
            }
        }
        if self.takes("book") {
            player = self.book.apply(player);
        }
        // Users of engines expect tablebases only where they have set them.
        match self.takes("tables") {
            true => player.or_setting("tables", "off"),
            false => player,
        }
    }

    /// Looks at a new book. One that cannot be used is not used, which is said once.
    pub(super) fn check_book(&mut self, game: &dyn AnyGame) -> Result<(), LabError> {
        game.check_player(&self.player())
            .inspect_err(|_| self.book.drop_file())
    }

    fn takes(&self, key: &str) -> bool {
        self.takes.iter().any(|taken| taken == key)
    }

    /// What the engine offers to be set, in a language. `variant` is the game's name.
    pub(super) fn offers(&self, protocol: Protocol, variant: &str) -> Vec<OptionOffer> {
        let ucci = protocol == Protocol::Ucci;
        let mut offers = Vec::new();
        let mut offer = |name, kind| offers.push(OptionOffer { name, kind });
        if ucci {
            offer("usemillisec", OptionKind::Check(false));
            offer("batch", OptionKind::Check(false));
            offer("newgame", OptionKind::Button);
        }
        if self.takes("hash") {
            let name = match protocol {
                Protocol::Usi => "USI_Hash",
                Protocol::Ucci => "hashsize",
                _ => "Hash",
            };
            offer(name, OptionKind::Spin(USUAL_HASH, 1, MOST_HASH));
            offer("Clear Hash", OptionKind::Button);
        }
        if self.takes("threads") {
            let name = if ucci { "threads" } else { "Threads" };
            offer(name, OptionKind::Spin(1, 1, MOST_THREADS));
        }
        offer("MultiPV", OptionKind::Spin(1, 1, MOST_LINES));
        match protocol {
            Protocol::Usi => offer("USI_Ponder", OptionKind::Check(false)),
            Protocol::Uci => {
                offer("Ponder", OptionKind::Check(false));
                let only = vec![variant.to_owned()];
                offer("UCI_Variant", OptionKind::Combo(variant.to_owned(), only));
                if self.reads_syzygy {
                    offer("SyzygyPath", OptionKind::Text(NO_TEXT.to_owned()));
                }
            }
            _ => {}
        }
        if self.reads_tables {
            match protocol {
                Protocol::Ucci => {
                    offer("useegtb", OptionKind::Check(false));
                    offer("egtbpaths", OptionKind::Text(NO_TEXT.to_owned()));
                }
                _ => offer("TablePath", OptionKind::Text(NO_TEXT.to_owned())),
            }
        }
        if protocol != Protocol::Xboard {
            offer("Move Overhead", OptionKind::Spin(USUAL_OVERHEAD, 0, 5000));
        }
        offer("Resign", OptionKind::Check(false));
        if self.takes("book") {
            self.book.offers(protocol, &mut offers);
        }
        offers
    }

    /// Sets an option. Names are compared without regard to case.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let number = |least: u64, most: u64| {
            let got = value.unwrap_or_default();
            let number = got.parse().ok();
            let number = number.filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| {
                let got: String = got.chars().take(60).collect();
                format!("option {name}: expected a number from {least} to {most}, got {got:?}")
            })
        };
        let check = || match value {
            Some("true" | "1" | "on") | None => Ok(true),
            Some("false" | "0" | "off") => Ok(false),
            Some(got) => {
                let got: String = got.chars().take(60).collect();
                Err(format!(
                    "option {name}: expected true or false, got {got:?}"
                ))
            }
        };
        if self.takes("book")
            && let Some(done) = self.book.set(name, value)
        {
            return done.map(|()| Effect::NewBook);
        }
        match name.to_ascii_lowercase().as_str() {
            "hash" | "usi_hash" | "hashsize" | "memory" if self.takes("hash") => {
                // UCCI's 0 asks for whatever is usual.
                let megabytes = number(0, MOST_HASH)?;
                self.hash = (megabytes > 0).then_some(megabytes);
                Ok(Effect::NewPlayer)
            }
            "threads" | "cores" if self.takes("threads") => {
                self.threads = Some(number(1, MOST_THREADS)?);
                Ok(Effect::NewPlayer)
            }
            "syzygypath" if self.reads_syzygy => match value.unwrap_or_default() {
                "" | NO_TEXT => Ok(Effect::Nothing),
                dirs => {
                    let named = self.lab.with_syzygy_path(OsStr::new(dirs));
                    self.lab = named.map_err(|error| format!("option {name}: {error}"))?;
                    self.tables = true;
                    Ok(Effect::NewGame)
                }
            },
            "tablepath" | "egtbpaths" if self.reads_tables => match value.unwrap_or_default() {
                "" | NO_TEXT => {
                    self.tables = false;
                    Ok(Effect::NewPlayer)
                }
                dir => {
                    let named = self.lab.with_tables_dir(dir.into());
                    self.lab = named.map_err(|error| format!("option {name}: {error}"))?;
                    self.tables = true;
                    Ok(Effect::NewGame)
                }
            },
            "useegtb" if self.reads_tables => {
                self.tables = check()?;
                Ok(Effect::NewPlayer)
            }
            "multipv" => {
                self.lines = number(1, MOST_LINES)? as usize;
                Ok(Effect::Nothing)
            }
            "move overhead" => {
                self.overhead = Duration::from_millis(number(0, 60_000)?);
                Ok(Effect::Nothing)
            }
            "usemillisec" => {
                self.milliseconds = check()?;
                Ok(Effect::Nothing)
            }
            "batch" => {
                self.batch = check()?;
                Ok(Effect::Nothing)
            }
            "resign" => {
                self.resigns = check()?;
                Ok(Effect::Nothing)
            }
            "clear hash" | "newgame" => Ok(Effect::Forget),
            // Told by many front ends; nothing depends on them here.
            "ponder" | "usi_ponder" | "uci_analysemode" | "uci_analyzemode" | "uci_opponent"
            | "uci_showwdl" | "uci_limitstrength" | "uci_elo" | "debug" | "usebook" | "useegtb"
            | "bookfiles" | "egtbpaths" | "evalapi" | "idle" | "promotion" | "pruning"
            | "knowledge" | "randomness" | "style" | "selectivity" => Ok(Effect::Nothing),
            _ => {
                let name: String = name.chars().take(60).collect();
                Err(format!(
                    "option: expected one of those offered, got {name:?}"
                ))
            }
        }
    }
}
