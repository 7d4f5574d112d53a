//! A player that plays from a book before it thinks itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use yomikiri_book::{BookIndex, Candidate, Policy, PolicyKind, UNMARKED, chances};
use yomikiri_game_api::{
    Fact, Limits, Line, Notation, Observer, Picture, Player, PlayerFault, SplitMix64, Thought,
};

use super::{BookHooks, Folded, book_error};
use crate::{GameDefinition, LabError, Settings};

/// The settings of every player that can play from a book.
pub(crate) const BOOK_SETTINGS: [&str; 5] = ["book", "policy", "temperature", "plies", "min_games"];

/// Plies that are played from a book when nothing is said.
pub(crate) const USUAL_PLIES: u64 = 40;
/// Games that a position must have when nothing is said.
pub(crate) const USUAL_MIN_GAMES: u64 = 2;
/// Own positions in a row that are not in the book: the game has left it.
const MISSES: usize = 2;

/// How a book is played from.
#[derive(Clone, Debug)]
pub(crate) struct BookSettings {
    policy: Policy,
    plies: usize,
    /// `None`: the usual number, and scores are as good as games where the book has a margin.
    min_games: Option<u32>,
}

impl BookSettings {
    pub(crate) fn read(settings: &Settings<'_>) -> Result<Self, LabError> {
        let kind = match settings.word("policy") {
            None => PolicyKind::default(),
            Some(name) => PolicyKind::of_name(name)
                .ok_or_else(|| settings.wrong("policy", &PolicyKind::NAMES.join(", "), name))?,
        };
        let usual = u64::from(Policy::USUAL_TEMPERATURE);
        let temperature = settings.number("temperature", 0, 100)?.unwrap_or(usual);
        let plies = settings.number("plies", 0, 10_000)?.unwrap_or(USUAL_PLIES);
        let min_games = settings.number("min_games", 0, u64::from(u32::MAX))?;
        Ok(BookSettings {
            policy: Policy {
                kind,
                temperature: temperature as u8,
                margin: None,
            },
            plies: plies as usize,
            min_games: min_games.map(|games| games as u32),
        })
    }
}

/// A book in memory with the file it was read from.
pub(crate) struct LoadedBook {
    path: PathBuf,
    changed: Option<SystemTime>,
    bytes: u64,
    index: Arc<BookIndex>,
}

impl<G: Notation + Picture> GameDefinition<G> {
    /// The book of a file, read once for all players as long as the file stays as it is.
    pub(crate) fn load_book(&self, path: &Path) -> Result<Arc<BookIndex>, LabError> {
        let data = fs::metadata(path).ok();
        let changed = data.as_ref().and_then(|data| data.modified().ok());
        let bytes = data.map_or(0, |data| data.len());
        let mut loaded = match self.loaded_book.lock() {
            Ok(loaded) => loaded,
            Err(poisoned) => poisoned.into_inner(),
        };
        if let Some(book) = &*loaded
            && (book.path.as_path(), book.changed, book.bytes) == (path, changed, bytes)
        {
            return Ok(Arc::clone(&book.index));
        }
        let index = BookIndex::of(&self.open_book(path)?).map_err(book_error)?;
        let index = Arc::new(index);
        *loaded = Some(LoadedBook {
            path: path.to_owned(),
            changed,
            bytes,
            index: Arc::clone(&index),
        });
        Ok(index)
    }
}

/// A player behind a book.
pub(crate) struct BookPlayer<G: Notation> {
    player: Box<dyn Player<G>>,
    hooks: Arc<BookHooks<G>>,
    book: Arc<BookIndex>,
    settings: BookSettings,
    seed: u64,
    /// The root moves that may be played; `None`: all.
    only: Option<Vec<G::Move>>,
}

impl<G: Notation> BookPlayer<G> {
    pub(crate) fn new(
        player: Box<dyn Player<G>>,
        hooks: Arc<BookHooks<G>>,
        book: Arc<BookIndex>,
        settings: BookSettings,
        seed: u64,
    ) -> Self {
        BookPlayer {
            player,
            hooks,
            settings: BookSettings {
                policy: Policy {
                    margin: book.margin(),
                    ..settings.policy
                },
                ..settings
            },
            book,
            seed,
            only: None,
        }
    }

    /// A move of the book, if the game is still in it.
    fn choose(&self, game: &G, line: &Line<G>) -> Option<Thought<G::Move>> {
        if line.ply() >= self.settings.plies {
            return None;
        }
        let folded = self.hooks.fold(game, line.last());
        let (texts, mut candidates): (Vec<&str>, Vec<Candidate>) = self
            .book
            .moves(&folded.place)
            .map(|mv| (mv.mv, mv.candidate))
            .unzip();
        if candidates.is_empty() || !self.is_well_known(&candidates) || self.has_left(game, line) {
            return None;
        }
        let moves = self.allow(game, line, &folded, &texts, &mut candidates);
        let chances = chances(&self.settings.policy, &candidates);
        // The same seed chooses the same move of a position, however often it is asked.
        let mut random = SplitMix64::new(self.seed ^ folded.place.key);
        let mut at = random.unit();
        let mut chosen = None;
        for (number, chance) in chances.into_iter().enumerate() {
            if chance > 0.0 {
                chosen = Some(number);
                at -= chance;
                if at < 0.0 {
                    break;
                }
            }
        }
        let chosen = chosen?;
        let best = moves[chosen]?;
        let counts = candidates[chosen].counts;
        let number = |count: u32| Fact::Number(count.into());
        let said = Fact::record([
            ("win", number(counts.win)),
            ("draw", number(counts.draw)),
            ("loss", number(counts.loss)),
        ]);
        let mut thought = Thought::plain(best);
        thought.details.push(("book", said));
        Some(thought)
    }

    /// Whether there are enough games, or an author has marked something, or the engine has scored a move of a book
    /// that is played by scores.
    fn is_well_known(&self, candidates: &[Candidate]) -> bool {
        let games = candidates
            .iter()
            .map(|mv| mv.counts.games())
            .fold(0, u32::saturating_add);
        let least = self.settings.min_games.unwrap_or(USUAL_MIN_GAMES as u32);
        let by_scores = self.settings.min_games.is_none() && self.settings.policy.margin.is_some();
        let is_marked = |mv: &Candidate| mv.weight != UNMARKED || (by_scores && mv.score.is_some());
        games >= least || candidates.iter().any(is_marked)
    }

    /// Whether the mover has met positions before, one after the other, that were not in the book.
    fn has_left(&self, game: &G, line: &Line<G>) -> bool {
        let mover = line.turn(game);
        let mut misses = 0;
        for at in &line.positions()[..line.ply()] {
            if game.turn(at) != mover {
                continue;
            }
            misses = match self.book.contains(&self.hooks.fold(game, at).place) {
                true => 0,
                false => misses + 1,
            };
            if misses >= MISSES {
                return true;
            }
        }
        false
    }

    /// The moves of the position, those that must not be played now forbidden.
    fn allow(
        &self,
        game: &G,
        line: &Line<G>,
        folded: &Folded<G>,
        texts: &[&str],
        candidates: &mut [Candidate],
    ) -> Vec<Option<G::Move>> {
        let mover = line.turn(game);
        let mut ahead = line.clone();
        let mut moves = Vec::new();
        for (text, candidate) in texts.iter().zip(candidates) {
            let mv = self.hooks.unfold_move(game, folded, text);
            let may = |mv: &G::Move| self.only.as_ref().is_none_or(|only| only.contains(mv));
            let mv = mv.filter(|mv| may(mv) && game.allows(line, *mv));
            candidate.forbidden = mv.is_none_or(|mv| {
                ahead.push(game, mv);
                let outcome = ahead.outcome(game);
                ahead.pop();
                // A verdict on repetition, mostly.
                outcome.is_some_and(|outcome| outcome.winner == Some(!mover))
            });
            moves.push(mv);
        }
        moves
    }
}

impl<G: Notation> Player<G> for BookPlayer<G> {
    fn think(
        &mut self,
        game: &G,
        line: &Line<G>,
        limits: &Limits,
        observer: &mut dyn Observer<G>,
    ) -> Result<Thought<G::Move>, PlayerFault> {
        // Whoever asks for several lines wants to know what the player thinks.
        if limits.lines <= 1
            && let Some(thought) = self.choose(game, line)
        {
            return Ok(thought);
        }
        self.player.think(game, line, limits, observer)
    }

    fn search_moves(&mut self, moves: Option<&[G::Move]>) -> bool {
        let restricted = self.player.search_moves(moves);
        if restricted {
            self.only = moves.map(<[G::Move]>::to_vec);
        }
        restricted
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.player.new_game()
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.player.reseed(seed);
    }

    fn dead(&mut self, game: &G, line: &Line<G>) -> Option<Vec<usize>> {
        self.player.dead(game, line)
    }

    fn processor_time(&self) -> Option<std::time::Duration> {
        self.player.processor_time()
    }
}
