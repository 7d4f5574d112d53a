//! One game with everything that goes with it, still fully typed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use yomikiri_game_api::{
    ArrangeHooks, Console, Declare, Explain, Game, GameOptions, Limits, MoveStyles, Notation,
    Picture, Player, Probe, Problems, Profile, ReadError, Teach,
};
use yomikiri_records::{MoveNotation, RecordAbilities};

use crate::book::{BOOK_SETTINGS, BookHooks, BookPlayer, BookSettings, LoadedBook, OpeningNames};
use crate::changes::SettleHooks;
use crate::erased_game::ErasedGame;
use crate::error::{nearest, shorten};
use crate::mate::FindMate;
use crate::player_spec::HUMAN;
use crate::players::seed;
use crate::record::RecordFiles;
use crate::tablebase::TablebaseOf;
use crate::tune::{Networked, Tunable};
use crate::view::{GameInfo, MoveView, NamedPieceView, OptionInfo, StartInfo};
use crate::{
    Abilities, AnyGame, BuiltInSuite, DecoratePlayer, Lab, LabError, Lang, PlayerInfo, PlayerSpec,
    read_duration,
};

/// The layer that shows the parts of an evaluation, for every game that has one.
pub(crate) const EVALUATION: &str = "evaluation";

/// A player at a table, with the limits its settings name.
pub struct Seat<G: Notation> {
    /// Who thinks.
    pub player: Box<dyn Player<G>>,
    /// Its own limits, which hold together with those of each request.
    pub limits: Limits,
}

type Factory<G> =
    Box<dyn Fn(&GameDefinition<G>, &mut Settings<'_>) -> Result<Seat<G>, LabError> + Send + Sync>;
/// Opens a game's tables when they are needed.
pub type OpenTables<G> = Box<dyn Fn() -> Result<Arc<dyn Probe<G>>, LabError> + Send + Sync>;
/// Makes lessons that ask the game's tables.
type TeachFromTables<G> = Box<dyn FnOnce(OpenTables<G>) -> Box<dyn Teach<G>> + Send + Sync>;
type PositionOf<G> = <G as Game>::Position;
pub(crate) type CheckTest<G> = fn(&G, &PositionOf<G>) -> bool;

/// A player by name.
pub(crate) struct NamedPlayer<G: Notation + Picture> {
    info: PlayerInfo,
    make: Factory<G>,
    /// Whether it searches, and so may have to be decorated.
    searches: bool,
}

/// A game with its abilities and its players, still fully typed; [`GameDefinition::erase`] then forgets
/// the types. The order in which parts are added does not matter, except that players are listed in it.
///
/// Every part is there only if its game has the ability: `styles` needs [`MoveStyles`], `explain`
/// an evaluation, and so on.
pub struct GameDefinition<G: Notation + Picture> {
    pub(crate) lab: Lab,
    pub(crate) game: G,
    pub(crate) info: GameInfo,
    pub(crate) profile: Profile,
    pub(crate) explain: Option<Box<dyn Explain<G>>>,
    /// The mate search with what the game knows about its moves.
    pub(crate) find_mate: Option<FindMate<G>>,
    /// Positions with known best moves.
    pub(crate) suites: &'static [BuiltInSuite],
    /// Players with evaluations of their own.
    pub(crate) explained_players: Vec<(&'static str, Box<dyn Explain<G>>)>,
    pub(crate) teach: Option<Box<dyn Teach<G>>>,
    teach_from_tables: Option<TeachFromTables<G>>,
    check: Option<CheckTest<G>>,
    notation: MoveNotation<G>,
    pub(crate) records: RecordAbilities<G>,
    players: Vec<NamedPlayer<G>>,
    decorate: Option<DecoratePlayer<G>>,
    pub(crate) arrange: Option<ArrangeHooks<G>>,
    pub(crate) settle: Option<SettleHooks<G>>,
    pub(crate) console: Option<Box<dyn Console<G>>>,
    pub(crate) tunable: Option<Tunable<G>>,
    /// How a network corrects its evaluation.
    pub(crate) networked: Option<Networked<G>>,
    pub(crate) tablebase: Option<Box<dyn TablebaseOf<G>>>,
    /// The positions about which a search asks them; all if nothing is said.
    pub(crate) probe_filter: Option<CheckTest<G>>,
    /// Who makes and judges problems.
    pub(crate) problems: Option<Box<dyn Problems<G>>>,
    /// How opening books keep its positions.
    pub(crate) book: Arc<BookHooks<G>>,
    /// The names of its openings, read when they are first asked for.
    pub(crate) opening_names: OnceLock<OpeningNames>,
    /// The book that players use.
    pub(crate) loaded_book: Mutex<Option<LoadedBook>>,
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// A game that can be played by people. Its names come from the messages (`game-ID`).
    pub(crate) fn new(lab: &Lab, id: &str, game: G) -> Self
    where
        G: GameOptions + Declare,
    {
        let mut names = BTreeMap::new();
        for lang in Lang::ALL {
            if let Some(name) = lab.texts(lang).find(&format!("game-{id}"), &[]) {
                names.insert(lang.code().to_owned(), name);
            }
        }
        let pieces = game.pieces().into_iter();
        let options = option_infos(game.options());
        let changed = options
            .iter()
            .filter(|option| option.value != option.default)
            .map(|option| format!("{}={}", option.key, option.value));
        let changed: Vec<String> = changed.collect();
        let info = GameInfo {
            id: id.to_owned(),
            spec: match changed.as_slice() {
                [] => id.to_owned(),
                _ => format!("{id}?{}", changed.join("&")),
            },
            names,
            start: game.write_position(&game.start()),
            options,
            players: Vec::new(),
            abilities: Abilities::default(),
            styles: Vec::new(),
            pieces: pieces
                .map(|piece| NamedPieceView::new(piece, lab))
                .collect(),
            starts: Vec::new(),
        };
        GameDefinition {
            lab: lab.clone(),
            profile: game.profile(),
            game,
            info,
            explain: None,
            find_mate: None,
            suites: &[],
            explained_players: Vec::new(),
            teach: None,
            teach_from_tables: None,
            check: None,
            notation: MoveNotation::exact(),
            records: RecordAbilities::default().options(),
            players: Vec::new(),
            decorate: None,
            arrange: None,
            settle: None,
            console: None,
            tunable: None,
            networked: None,
            tablebase: None,
            probe_filter: None,
            problems: None,
            book: Arc::default(),
            opening_names: OnceLock::new(),
            loaded_book: Mutex::new(None),
        }
    }

    /// The rules, with their options set.
    pub fn rules(&self) -> &G {
        &self.game
    }

    /// The game's name in a language.
    #[must_use]
    pub fn name(mut self, lang: Lang, name: &str) -> Self {
        let names = &mut self.info.names;
        names.insert(lang.code().to_owned(), name.to_owned());
        self
    }

    /// The moves can be written in other ways, too.
    #[must_use]
    pub fn styles(mut self) -> Self
    where
        G: MoveStyles,
    {
        self.notation = MoveNotation::styled(&self.game);
        let names = self.notation.styles().iter();
        self.info.styles = names.map(|&name| name.to_owned()).collect();
        self
    }

    /// What records of the game may hold besides moves, and further formats of records.
    #[must_use]
    pub fn record_abilities(
        mut self,
        able: impl FnOnce(&G, RecordAbilities<G>) -> RecordAbilities<G>,
    ) -> Self {
        self.records = able(&self.game, self.records);
        self
    }

    /// Searches ask tables about these positions only, where asking about others takes long and
    /// gives nothing.
    #[must_use]
    pub fn probe_filter(mut self, about: CheckTest<G>) -> Self {
        self.probe_filter = Some(about);
        self
    }

    /// How opening books keep its positions: which images play alike, and what belongs to a position.
    #[must_use]
    pub fn books(mut self, hooks: BookHooks<G>) -> Self {
        self.book = Arc::new(hooks);
        self
    }

    /// The player that was added last can play from an opening book, as those that search can.
    #[must_use]
    pub fn with_book(mut self) -> Self {
        if let Some(player) = self.players.last_mut() {
            add_book_settings(&mut player.info.settings);
        }
        self
    }

    /// Suites of positions with known best moves, which the program has with it.
    #[must_use]
    pub fn suites(mut self, suites: &'static [BuiltInSuite]) -> Self {
        self.suites = suites;
        self
    }

    /// There is such a thing as check.
    #[must_use]
    pub fn check(mut self, check: CheckTest<G>) -> Self {
        self.info.abilities.check = true;
        self.check = Some(check);
        self
    }

    /// An evaluation that tells its reasons.
    #[must_use]
    pub fn explain(mut self, explain: impl Explain<G> + 'static) -> Self {
        self.info.abilities.evaluate = true;
        self.explain = Some(Box::new(explain));
        self
    }

    /// The evaluation of one player, where it is not the game's own.
    #[must_use]
    pub fn explain_player(
        mut self,
        name: &'static str,
        explain: impl Explain<G> + 'static,
    ) -> Self {
        self.explained_players.push((name, Box::new(explain)));
        self
    }

    /// Positions from which games may begin, each with the message that names it.
    #[must_use]
    pub fn starts(mut self, starts: Vec<StartInfo>) -> Self {
        self.info.starts = starts;
        self
    }

    /// Layers that teach it.
    #[must_use]
    pub fn teach(mut self, teach: impl Teach<G> + 'static) -> Self {
        self.teach = Some(Box::new(teach));
        self
    }

    /// Layers that teach it from its tables.
    #[must_use]
    pub fn teach_from_tables(
        mut self,
        make: impl FnOnce(OpenTables<G>) -> Box<dyn Teach<G>> + Send + Sync + 'static,
    ) -> Self {
        self.teach_from_tables = Some(Box::new(make));
        self
    }

    /// Problems that the game makes of positions itself, without a search for wins, and that it judges.
    #[must_use]
    pub fn problems(mut self, problems: impl Problems<G> + 'static) -> Self {
        self.problems = Some(Box::new(problems));
        self
    }

    /// Players that search are asked through another player, which gets the seed: where a game begins
    /// with a set-up that no search can judge.
    #[must_use]
    pub fn decorate_players(mut self, with: DecoratePlayer<G>) -> Self {
        self.decorate = Some(with);
        self
    }

    /// The ids of all layers: the game's own, and the parts of its evaluation.
    pub(crate) fn layers(&self) -> Vec<&'static str> {
        let own = self.teach.iter().flat_map(|teach| teach.layers());
        let evaluation = self.explain.is_some().then_some(&EVALUATION);
        own.chain(evaluation).copied().collect()
    }

    /// A player with the settings it takes. The factory reads them; whatever is then left of the
    /// user's settings is refused.
    #[must_use]
    pub fn player(
        self,
        name: &str,
        settings: &[&str],
        factory: impl Fn(&G, &mut Settings<'_>) -> Result<Seat<G>, LabError> + Send + Sync + 'static,
    ) -> Self {
        let make = move |definition: &Self, settings: &mut Settings<'_>| {
            factory(&definition.game, settings)
        };
        self.named_player(name, settings, false, make)
    }

    /// A player that searches.
    pub(crate) fn searching_player(
        self,
        name: &str,
        settings: &[&str],
        factory: impl Fn(&Self, &mut Settings<'_>) -> Result<Seat<G>, LabError> + Send + Sync + 'static,
    ) -> Self {
        self.named_player(name, settings, true, factory)
    }

    pub(crate) fn named_player(
        mut self,
        name: &str,
        settings: &[&str],
        searches: bool,
        make: impl Fn(&Self, &mut Settings<'_>) -> Result<Seat<G>, LabError> + Send + Sync + 'static,
    ) -> Self {
        let mut settings: Vec<String> = settings.iter().map(|&key| key.to_owned()).collect();
        if searches {
            add_book_settings(&mut settings);
        }
        self.players.push(NamedPlayer {
            info: PlayerInfo {
                name: name.to_owned(),
                settings,
            },
            make: Box::new(make),
            searches,
        });
        self
    }

    /// Forgets the types: from here on the game speaks text and plain data.
    pub fn erase(mut self) -> Box<dyn AnyGame> {
        if let Some(make) = self.teach_from_tables.take() {
            self.teach = Some(make(self.table_opener(&self.lab.tables_dir())));
        }
        if self.tablebase.is_some() {
            self = self.perfect();
        }
        self.info.players = vec![PlayerInfo {
            name: HUMAN.into(),
            settings: Vec::new(),
        }];
        let named = self.players.iter().map(|player| player.info.clone());
        self.info.players.extend(named);
        Box::new(ErasedGame(Arc::new(self)))
    }

    /// Builds the player that a spec names.
    pub(crate) fn seat(&self, spec: &PlayerSpec) -> Result<Seat<G>, LabError> {
        if let PlayerSpec::External { command } = spec {
            return self.outside_seat(command);
        }
        let mut players = self.players.iter();
        let found = players.find(|player| player.info.name == spec.name());
        let Some(NamedPlayer {
            info,
            make,
            searches,
        }) = found
        else {
            let known = || self.info.players.iter().map(|info| info.name.as_str());
            return Err(LabError::UnknownPlayer {
                name: shorten(spec.name()),
                near: nearest(spec.name(), known()).map(str::to_owned),
                game: self.info.id.clone(),
                known: known().map(str::to_owned).collect(),
            });
        };
        for (key, _) in spec.settings() {
            // Whoever can play from a book leaves its choice to a seed, and may be told one without a book as well.
            let of_book = key == "seed" && info.settings.iter().any(|own| own == "book");
            if !of_book && !info.settings.contains(key) {
                let key = shorten(key);
                let takes = match info.settings.as_slice() {
                    [] => "it takes none".to_owned(),
                    known => {
                        let near = nearest(&key, known.iter().map(String::as_str));
                        let near = near.map(|near| format!("did you mean {near}? "));
                        format!("{}it takes {}", near.unwrap_or_default(), known.join(" "))
                    }
                };
                return Err(LabError::Player {
                    player: info.name.clone(),
                    reason: format!("unknown setting {key:?}; {takes}"),
                });
            }
        }
        let mut settings = Settings { spec };
        let mut seat = make(self, &mut settings)?;
        if let Some(decorate) = self.decorate.filter(|_| *searches) {
            seat.player = decorate(seat.player, seed(&settings)?);
        }
        let how = BookSettings::read(&settings)?;
        if let Some(path) = settings.word("book") {
            let book = self.load_book(Path::new(path))?;
            let hooks = Arc::clone(&self.book);
            let player = BookPlayer::new(seat.player, hooks, book, how, seed(&settings)?);
            seat.player = Box::new(player);
        }
        Ok(seat)
    }

    pub(crate) fn records(&self) -> RecordFiles<'_, G> {
        RecordFiles {
            game: &self.game,
            lab: &self.lab,
            profile: self.profile.records,
            spec: &self.info.spec,
            notation: self.notation,
            abilities: self.records,
        }
    }

    pub(crate) fn in_check(&self, at: &G::Position) -> Option<bool> {
        self.check.map(|check| check(&self.game, at))
    }

    /// Reads a move as exact text or, failing that, in one of the styles.
    pub(crate) fn read_move(&self, at: &G::Position, text: &str) -> Result<G::Move, ReadError> {
        self.game.read_move(at, text).or_else(|error| {
            let styles = self.notation.styles().iter();
            let read = |style: &&str| self.notation.read(&self.game, Some(style), at, text).ok();
            styles.copied().find_map(|style| read(&style)).ok_or(error)
        })
    }

    pub(crate) fn move_view(&self, at: &G::Position, mv: G::Move) -> MoveView {
        let mut styled = BTreeMap::new();
        for &style in self.notation.styles() {
            let text = self.notation.write(&self.game, Some(style), at, mv);
            styled.insert(style.to_owned(), text);
        }
        let (from, to) = self.game.touches(at, mv);
        MoveView {
            text: self.game.write_move(at, mv),
            styled,
            side: self.game.turn(at),
            from,
            to,
            hand: self.game.uses_hand(at, mv),
        }
    }
}

/// Adds the settings of players that can play from a book.
fn add_book_settings(settings: &mut Vec<String>) {
    settings.extend(BOOK_SETTINGS.map(str::to_owned));
}

/// A game's options as they are shown.
fn option_infos(options: Vec<yomikiri_game_api::OptionInfo>) -> Vec<OptionInfo> {
    let shown = |option: yomikiri_game_api::OptionInfo| OptionInfo {
        key: option.key.to_owned(),
        value: option.value,
        default: option.default,
        allowed: option.allowed,
    };
    options.into_iter().map(shown).collect()
}

/// The settings of a player while it is being built.
pub struct Settings<'a> {
    spec: &'a PlayerSpec,
}

impl Settings<'_> {
    /// A whole number within bounds, or `None` if it is not set.
    pub fn number(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, LabError> {
        let Some(text) = self.spec.setting(key) else {
            return Ok(None);
        };
        match text.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(self.wrong(key, &format!("a number from {least} to {most}"), text)),
        }
    }

    /// A word as it was given, or `None` if it is not set.
    pub fn word(&self, key: &str) -> Option<&str> {
        self.spec.setting(key)
    }

    /// `on` or `off`, or `None` if it is not set.
    pub fn switch(&self, key: &str) -> Result<Option<bool>, LabError> {
        match self.spec.setting(key) {
            None => Ok(None),
            Some("on" | "1") => Ok(Some(true)),
            Some("off" | "0") => Ok(Some(false)),
            Some(text) => Err(self.wrong(key, "on or off", text)),
        }
    }

    /// A time, or `None` if it is not set.
    pub fn time(&self, key: &str) -> Result<Option<Duration>, LabError> {
        let Some(text) = self.spec.setting(key) else {
            return Ok(None);
        };
        match read_duration(text) {
            Ok(time) if !time.is_zero() => Ok(Some(time)),
            _ => Err(self.wrong(key, "a time such as 500ms, 1s or 2m", text)),
        }
    }

    /// The error for a setting with a wrong value.
    pub fn wrong(&self, key: &str, expected: &str, got: &str) -> LabError {
        LabError::Player {
            player: self.spec.name().to_owned(),
            reason: format!("{key}: expected {expected}, got {:?}", shorten(got)),
        }
    }
}
