//! The list of games, and how one is opened.

use yomikiri_game_api::{Declare, GameOptions, Notation, Picture};
use yomikiri_games::koma::{self, Koma};

use crate::error::{nearest, shorten};
use crate::{AnyGame, GameDefinition, GameName, Lab, LabError, Lang, wiring};

/// The games of the program, in the order in which they are shown: one line a game.
pub(crate) fn built_in_games() -> Vec<Registration> {
    let small_shogi = koma::BUILTIN.iter().map(|&id| {
        let make = move || Koma::builtin(id).expect("the list names games that there are");
        Registration::with(id, make, wiring::koma)
    });
    let mut games: Vec<Registration> = small_shogi.collect();
    games.extend([
        Registration::new("janken", wiring::janken),
        Registration::new("chess", wiring::chess),
        Registration::new("go", wiring::go),
        Registration::new("tictactoe", wiring::tictactoe),
        Registration::new("xiangqi", wiring::xiangqi),
        Registration::files("koma:", "PATH.toml", wiring::read_rule_file, wiring::koma),
    ]);
    games
}

/// A game that can be opened by name.
///
/// `define` adds what the game is able to do to a [`GameDefinition`] in which the options are set
/// already:
///
/// ```
/// use yomikiri_games::tictactoe::{OpenLines, ThreatsFirst, TicTacToe};
/// use yomikiri_lab::{GameDefinition, Lab, Registration};
///
/// let game = Registration::new("noughts", |game: GameDefinition<TicTacToe>| {
///     game.random("random").eval(OpenLines, ThreatsFirst)
/// });
/// let lab = Lab::builder().game(game).build();
/// assert_eq!(lab.open_game("noughts").unwrap().spec(), "noughts");
/// ```
pub struct Registration {
    name: Name,
    open: Box<Open>,
    messages: [&'static str; 3],
}

type Open = dyn Fn(&Lab, &GameName) -> Result<Box<dyn AnyGame>, LabError> + Send + Sync;

enum Name {
    Id(&'static str),
    /// A prefix of names of files, and what the rest looks like.
    Files(&'static str, &'static str),
}

impl Registration {
    /// A game by its id.
    pub fn new<G, D>(id: &'static str, define: D) -> Self
    where
        G: Notation + Picture + GameOptions + Declare + Default,
        D: Fn(GameDefinition<G>) -> GameDefinition<G> + Send + Sync + 'static,
    {
        Registration::with(id, G::default, define)
    }

    /// A game by its id, made by a function.
    pub fn with<G, D>(
        id: &'static str,
        make: impl Fn() -> G + Send + Sync + 'static,
        define: D,
    ) -> Self
    where
        G: Notation + Picture + GameOptions + Declare,
        D: Fn(GameDefinition<G>) -> GameDefinition<G> + Send + Sync + 'static,
    {
        Registration {
            name: Name::Id(id),
            open: Box::new(move |lab, name| open(lab, name, make(), &define)),
            messages: [""; 3],
        }
    }

    /// Games that are read from files: the name is a prefix with a path. `shown` is how the list of
    /// games writes the path.
    pub fn files<G, D>(
        prefix: &'static str,
        shown: &'static str,
        read: impl Fn(&str) -> Result<G, LabError> + Send + Sync + 'static,
        define: D,
    ) -> Self
    where
        G: Notation + Picture + GameOptions + Declare,
        D: Fn(GameDefinition<G>) -> GameDefinition<G> + Send + Sync + 'static,
    {
        let path = move |id: &str| id.strip_prefix(prefix).unwrap_or_default().to_owned();
        Registration {
            name: Name::Files(prefix, shown),
            open: Box::new(move |lab, name| open(lab, name, read(&path(&name.id))?, &define)),
            messages: [""; 3],
        }
    }

    /// Messages of the game in a language, as the text of a Fluent file: its name (`game-ID`), the
    /// reasons for which it ends (`reason-…`), the terms of its evaluation (`term-…`).
    #[must_use]
    pub fn with_messages(mut self, lang: Lang, source: &'static str) -> Self {
        self.messages[lang as usize] = source;
        self
    }

    /// The id; none for files.
    pub(crate) fn id(&self) -> Option<&'static str> {
        match self.name {
            Name::Id(id) => Some(id),
            Name::Files(..) => None,
        }
    }

    /// How the list of games writes it.
    pub(crate) fn shown(&self) -> String {
        match self.name {
            Name::Id(id) => id.to_owned(),
            Name::Files(prefix, shown) => format!("{prefix}{shown}"),
        }
    }

    pub(crate) fn matches(&self, id: &str) -> bool {
        match self.name {
            Name::Id(own) => own == id,
            Name::Files(prefix, _) => id.starts_with(prefix),
        }
    }

    pub(crate) fn messages(&self, lang: Lang) -> &'static str {
        self.messages[lang as usize]
    }

    pub(crate) fn open(&self, lab: &Lab, name: &GameName) -> Result<Box<dyn AnyGame>, LabError> {
        (self.open)(lab, name)
    }
}

/// Sets the options that a name gives, and defines the game.
fn open<G: Notation + Picture + GameOptions + Declare>(
    lab: &Lab,
    name: &GameName,
    mut game: G,
    define: &dyn Fn(GameDefinition<G>) -> GameDefinition<G>,
) -> Result<Box<dyn AnyGame>, LabError> {
    for (key, value) in &name.options {
        set_option(&mut game, &name.id, key, value)?;
    }
    let definition = GameDefinition::new(lab, &name.id, game);
    Ok(define(definition).erase())
}

fn set_option<G: GameOptions>(
    game: &mut G,
    id: &str,
    key: &str,
    value: &str,
) -> Result<(), LabError> {
    let wrong = |reason| LabError::Option {
        game: id.to_owned(),
        reason,
    };
    let options = game.options();
    let keys: Vec<&str> = options.iter().map(|option| option.key).collect();
    if keys.is_empty() {
        let key = shorten(key);
        return Err(wrong(format!("unknown option {key:?}; it has none")));
    }
    if !keys.contains(&key) {
        let near = nearest(key, keys.iter().copied())
            .map_or_else(String::new, |near| format!(" (did you mean {near:?}?)"));
        return Err(wrong(format!(
            "unknown option {:?}{near}; the options are {}",
            shorten(key),
            keys.join(" ")
        )));
    }
    let set = game.set_option(key, value);
    set.map_err(|error| wrong(format!("option {key}: {}", shorten_error(&error))))
}

/// An error of a game as one readable line.
pub(crate) fn shorten_error(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut shown: String = text.chars().take(400).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
