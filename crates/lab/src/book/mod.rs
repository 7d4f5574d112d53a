//! Opening books of a game: made from records, shown, taught, and played from.
//!
//! | file | what |
//! |---|---|
//! | `fold.rs` | positions and moves as a book keeps them |
//! | `chunks.rs` | large files of records, a part at a time |
//! | `build.rs` | a book from records |
//! | `learn.rs` | finished games as a book takes them in |
//! | `score.rs` | scores of an engine |
//! | `backing.rs` | what later scores say about earlier moves |
//! | `exchange.rs`, `import.rs` | books as text |
//! | `other.rs` | books of other programs |
//! | `names.rs` | the names of openings |
//! | `player.rs` | a player that plays from a book before it thinks itself |
//! | `reports.rs` | what is answered |
//!
//! The crate `yomikiri-book` keeps the file and knows no game; here every position and move of one is checked.

mod backing;
mod build;
mod chunks;
mod exchange;
mod fold;
mod import;
mod learn;
mod names;
mod other;
mod player;
mod reports;
mod score;

use std::path::Path;
use std::sync::atomic::AtomicBool;

use yomikiri_book::{
    Book, BookError, Candidate, Draft, Edge, Mark, OtherFormat, Policy, bounds, chances, expected,
};
use yomikiri_game_api::{Notation, Picture};

use crate::erased_game::ErasedGame;
use crate::session::Session;
use crate::{GameDefinition, GameRecord, LabError, Lang, Place};

pub use build::{BuildOrder, Contents as SourceContents, SourcePart};
pub use chunks::RecordChunks;
pub use exchange::FORMATS as BOOK_FORMATS;
pub use fold::BookHooks;
pub(crate) use fold::{Folded, first_words};
pub(crate) use names::OpeningNames;
pub use other::OtherBook;
pub(crate) use player::{
    BOOK_SETTINGS, BookPlayer, BookSettings, LoadedBook, USUAL_MIN_GAMES, USUAL_PLIES,
};
pub use reports::{
    BookInfo, BookMove, BookVerification, BuildReport, LearnReport, MergeReport, OpeningName,
    ScoreOrder, ScoreReport, ShowReport, SourceError,
};

/// What the book that is part of the program is called where others have the name of a file.
pub const BUILT_IN: &str = "builtin";

/// What books do with a game, without its types.
pub trait AnyBooks: Send + Sync {
    /// Opens a book of this game: a file, or [`BUILT_IN`].
    fn open(&self, path: &Path) -> Result<Book, LabError>;

    /// Whether the program has a book of this game in itself.
    fn has_built_in(&self) -> bool;

    /// Makes a book of records. `next` gives one part of a source after the other.
    fn build(
        &self,
        path: &Path,
        order: &BuildOrder,
        next: &mut (dyn FnMut() -> Result<Option<SourcePart>, LabError> + Send),
    ) -> Result<BuildReport, LabError>;

    /// What a book says about a place.
    fn show(
        &self,
        book: &Book,
        place: &Place<'_>,
        policy: &Policy,
        lang: Lang,
    ) -> Result<ShowReport, LabError>;

    /// Learns finished games. Unfinished ones are left out.
    fn learn(&self, book: &mut Book, records: &[GameRecord]) -> Result<LearnReport, LabError>;

    /// Takes learned games out again.
    fn forget(&self, book: &mut Book, records: &[GameRecord]) -> Result<LearnReport, LabError>;

    /// Marks a move; `false` if nothing has changed.
    fn mark(
        &self,
        book: &mut Book,
        place: &Place<'_>,
        mv: &str,
        mark: &Mark,
    ) -> Result<bool, LabError>;

    /// Lets an engine score the moves of a book, those that most games went through first. What is done is kept.
    fn score(
        &self,
        book: &mut Book,
        order: &ScoreOrder,
        stop: &AtomicBool,
    ) -> Result<ScoreReport, LabError>;

    /// Puts books together. Their keys are made anew, and moves that are not legal are left out.
    fn merge(&self, books: &[Book], out: &Path) -> Result<MergeReport, LabError>;

    /// A book in one of [`BOOK_FORMATS`], and what it holds.
    fn export(&self, book: &Book, format: &str) -> Result<(Vec<u8>, MergeReport), LabError>;

    /// Makes a book of a file in one of [`BOOK_FORMATS`]; `source` is its name.
    fn import(
        &self,
        format: &str,
        bytes: &[u8],
        source: &str,
        out: &Path,
    ) -> Result<MergeReport, LabError>;

    /// The positions of a book at a distance from the start, as openings of matches.
    fn openings(&self, book: &Book, ply: u64) -> Result<Vec<String>, LabError>;

    /// What is in a book.
    fn info(&self, book: &Book) -> Result<BookInfo, LabError>;

    /// Checks every sum and every move of a book.
    fn verify(&self, book: &Book) -> Result<BookVerification, LabError>;
}

/// Opens a book of whatever game it says, with keys of any version: to be put together with others.
pub fn open_any_book(path: &Path) -> Result<Book, LabError> {
    Book::open(path, None).map_err(book_error)
}

/// An error of a book in the words and with the exit codes of requests.
pub(crate) fn book_error(error: BookError) -> LabError {
    match error {
        BookError::Missing(path) => LabError::Input(format!(
            "{path}: expected an opening book, got no file; `yomikiri book build` makes one"
        )),
        BookError::Unusable { .. } => LabError::Book(error.to_string()),
        BookError::Busy(_) | BookError::File { .. } => LabError::Input(error.to_string()),
    }
}

/// What a book says about a move, for choosing.
fn candidate(edge: &Edge) -> Candidate {
    Candidate {
        counts: edge.counts,
        weight: edge.weight,
        learned: edge.learned,
        score: edge.score,
        table: edge.table,
        forbidden: false,
    }
}

impl<G: Notation + Picture> GameDefinition<G> {
    fn book_header(&self) -> yomikiri_book::Header {
        self.book.header(&self.game, &self.info.id, &self.info.spec)
    }

    /// How a format of another program writes this game; `None` for this program's own ones.
    fn other_book(&self, format: &str) -> Result<Option<&OtherBook<G>>, LabError> {
        let is_other = OtherFormat::ALL.iter().any(|other| other.name() == format);
        let mut known = self.book.others.iter();
        let found = known.find(|other| other.format.name() == format);
        match is_other && found.is_none() {
            true => Err(LabError::Usage(format!(
                "expected a format that has {}, got {format}",
                self.info.id
            ))),
            false => Ok(found),
        }
    }

    /// Opens a book: a file, or the one that is part of the program.
    fn open_book(&self, path: &Path) -> Result<Book, LabError> {
        let wanted = self.book_header();
        let book = match path == Path::new(BUILT_IN) {
            false => Book::open(path, Some(&wanted)),
            true => {
                let bytes = self.book.built_in.filter(|_| self.has_built_in_book());
                let bytes = bytes.ok_or_else(|| {
                    let spec = &self.info.spec;
                    LabError::Input(format!("{spec} has no opening book in the program"))
                })?;
                Book::of_bytes(bytes, BUILT_IN, &wanted)
            }
        };
        book.map_err(book_error)
    }

    /// Whether a book of these rules is part of the program.
    pub(crate) fn has_built_in_book(&self) -> bool {
        self.book.built_in.is_some() && self.info.spec == self.info.id
    }
}

impl<G: Notation + Picture> AnyBooks for ErasedGame<G> {
    fn open(&self, path: &Path) -> Result<Book, LabError> {
        self.0.open_book(path)
    }

    fn has_built_in(&self) -> bool {
        self.0.has_built_in_book()
    }

    fn build(
        &self,
        path: &Path,
        order: &BuildOrder,
        next: &mut (dyn FnMut() -> Result<Option<SourcePart>, LabError> + Send),
    ) -> Result<BuildReport, LabError> {
        build::build(&self.0, path, order, next)
    }

    fn show(
        &self,
        book: &Book,
        place: &Place<'_>,
        policy: &Policy,
        lang: Lang,
    ) -> Result<ShowReport, LabError> {
        let definition = &self.0;
        let game = &definition.game;
        let session = Session::open(definition, place)?;
        let line = session.line();
        let folded = definition.book.fold(game, line.last());
        let edges = book.edges(&folded.place).map_err(book_error)?;
        let policy = Policy {
            margin: book
                .number("margin")
                .map_err(book_error)?
                .map(|margin| margin as i32),
            ..*policy
        };
        let candidates: Vec<Candidate> = edges.iter().map(candidate).collect();
        let chances = chances(&policy, &candidates);
        let mut moves = Vec::new();
        for (edge, chance) in edges.iter().zip(chances) {
            let mv = definition.book.unfold_move(game, &folded, &edge.mv);
            let Some(mv) = mv else {
                let (at, mv) = (&folded.place.position, &edge.mv);
                return Err(LabError::Book(format!(
                    "{}: expected legal moves, got {mv:?} in {at}",
                    book.path().display()
                )));
            };
            let range = bounds(edge.counts);
            moves.push(BookMove {
                text: game.write_move(line.last(), mv),
                games: edge.counts.games(),
                win: edge.counts.win,
                draw: edge.counts.draw,
                loss: edge.counts.loss,
                expected: expected(edge.counts),
                low: range.low,
                high: range.high,
                weight: edge.weight,
                learned: edge.learned,
                chance,
                score: edge.score,
                depth: edge.depth,
                table: edge.table.map(yomikiri_book::Standing::word),
                note: edge.note.clone(),
            });
        }
        moves.sort_by(|a, b| {
            let by_chance = b.chance.total_cmp(&a.chance);
            by_chance
                .then(b.games.cmp(&a.games))
                .then_with(|| a.text.cmp(&b.text))
        });
        Ok(ShowReport {
            position: game.write_position(line.last()),
            key: format!("{:016x}", folded.place.key),
            mirrored: folded.is_image(),
            opening: definition.opening_name(line, lang),
            moves,
        })
    }

    fn learn(&self, book: &mut Book, records: &[GameRecord]) -> Result<LearnReport, LabError> {
        learn::learn(&self.0, book, records)
    }

    fn forget(&self, book: &mut Book, records: &[GameRecord]) -> Result<LearnReport, LabError> {
        learn::forget(&self.0, book, records)
    }

    fn mark(
        &self,
        book: &mut Book,
        place: &Place<'_>,
        mv: &str,
        mark: &Mark,
    ) -> Result<bool, LabError> {
        let definition = &self.0;
        let session = Session::open(definition, place)?;
        let at = session.line().last();
        let wrong = |error| LabError::Move {
            ply: session.line().ply() + 1,
            error,
        };
        let mv = definition.read_move(at, mv).map_err(wrong)?;
        let folded = definition.book.fold(&definition.game, at);
        let text = definition.book.fold_move(&definition.game, &folded, mv);
        book.mark(&folded.place, &text, mark).map_err(book_error)
    }

    fn score(
        &self,
        book: &mut Book,
        order: &ScoreOrder,
        stop: &AtomicBool,
    ) -> Result<ScoreReport, LabError> {
        score::score(self, book, order, stop)
    }

    fn merge(&self, books: &[Book], out: &Path) -> Result<MergeReport, LabError> {
        let definition = &self.0;
        let (game, hooks) = (&definition.game, &definition.book);
        let header = definition.book_header();
        let mut draft = Draft::begin(out, &header).map_err(book_error)?;
        let mut merged = draft.as_book().map_err(book_error)?;
        let mut left_out = 0;
        for book in books {
            let found = book.header();
            if (&found.game, &found.spec) != (&header.game, &header.spec) {
                return Err(LabError::Book(format!(
                    "{}: expected a book of the rules {}, got one of {}",
                    book.path().display(),
                    header.spec,
                    found.spec
                )));
            }
            let mut locate = |position: &str, mv: &str| {
                let at = game.read_position(position).ok()?;
                let mv = game.read_move(&at, mv).ok()?;
                let folded = hooks.fold(game, &at);
                let mv = hooks.fold_move(game, &folded, mv);
                Some((folded.place, mv))
            };
            left_out += merged.absorb(book, &mut locate).map_err(book_error)?;
        }
        // What holds for all of them holds for all together.
        for name in ["margin", score::COMPARED] {
            let numbers: Result<Vec<Option<i64>>, BookError> =
                books.iter().map(|book| book.number(name)).collect();
            let all: Option<Vec<i64>> = numbers.map_err(book_error)?.into_iter().collect();
            if let Some(least) = all.and_then(|all| all.into_iter().min()) {
                merged.set_number(name, least).map_err(book_error)?;
            }
        }
        let stats = merged.stats().map_err(book_error)?;
        drop(merged);
        draft.finish().map_err(book_error)?;
        Ok(MergeReport {
            positions: stats.positions,
            edges: stats.edges,
            left_out,
        })
    }

    fn export(&self, book: &Book, format: &str) -> Result<(Vec<u8>, MergeReport), LabError> {
        match self.0.other_book(format)? {
            Some(other) => other::export(&self.0, book, other),
            None => {
                let (text, report) = exchange::export(&self.0, book, format)?;
                Ok((text.into_bytes(), report))
            }
        }
    }

    fn import(
        &self,
        format: &str,
        bytes: &[u8],
        source: &str,
        out: &Path,
    ) -> Result<MergeReport, LabError> {
        match self.0.other_book(format)? {
            Some(other) => other::import(&self.0, bytes, source, out, other),
            None => import::import(&self.0, format, bytes, source, out),
        }
    }

    fn openings(&self, book: &Book, ply: u64) -> Result<Vec<String>, LabError> {
        let mut found: Vec<String> = Vec::new();
        let seen = book.visit(&mut |place, at, _| {
            if at == ply && found.last() != Some(&place.position) {
                found.push(place.position.clone());
            }
            at <= ply
        });
        seen.map_err(book_error)?;
        match found.is_empty() {
            false => Ok(found),
            true => Err(LabError::Input(format!(
                "{}: expected positions at ply {ply}, got none",
                book.path().display()
            ))),
        }
    }

    fn info(&self, book: &Book) -> Result<BookInfo, LabError> {
        let stats = book.stats().map_err(book_error)?;
        Ok(BookInfo {
            game: book.header().spec.clone(),
            version: yomikiri_book::VERSION,
            positions: stats.positions,
            edges: stats.edges,
            games: stats.games,
            deepest: stats.deepest,
            by_ply: stats.by_ply,
            bytes: stats.bytes,
        })
    }

    fn verify(&self, book: &Book) -> Result<BookVerification, LabError> {
        /// Enough to see what is wrong.
        const MOST_FAULTS: usize = 20;
        let definition = &self.0;
        let (game, hooks) = (&definition.game, &definition.book);
        let found = book.verify().map_err(book_error)?;
        let mut faults = found.faults;
        let mut last: Option<(String, Option<Folded<G>>)> = None;
        let seen = book.visit(&mut |place, _, edge| {
            if last
                .as_ref()
                .is_none_or(|(text, _)| *text != place.position)
            {
                let read = game.read_position(&place.position).ok();
                let folded = read.map(|at| hooks.fold(game, &at));
                let kept = folded.filter(|folded| folded.place == *place && !folded.is_image());
                if kept.is_none() {
                    faults.push(format!(
                        "{}: not a position as books keep them",
                        place.position
                    ));
                }
                last = Some((place.position.clone(), kept));
            }
            if let Some((_, Some(folded))) = &last {
                let mv = game.read_move(&folded.position, &edge.mv).ok();
                let same = mv.is_some_and(|mv| hooks.fold_move(game, folded, mv) == edge.mv);
                if !same {
                    faults.push(format!(
                        "{}: {:?} is not a legal move",
                        place.position, edge.mv
                    ));
                }
            }
            faults.len() < MOST_FAULTS
        });
        seen.map_err(book_error)?;
        Ok(BookVerification {
            game: book.header().spec.clone(),
            positions: found.positions,
            edges: found.edges,
            faults,
        })
    }
}
