//! The opening books of a server: its files, and those that are part of the program.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use yomikiri_lab::{AnyGame, BUILT_IN_BOOK, Book, GameRecord, Lab, LabError, open_any_book};

/// Where the books are, by the game with its options.
#[derive(Default)]
pub(crate) struct Books {
    files: HashMap<String, PathBuf>,
    /// Whether finished games are learned into those files.
    learn: bool,
}

impl Books {
    /// Finds out which games the files are about.
    pub(crate) fn open(lab: &Lab, files: &[PathBuf], learn: bool) -> Result<Books, LabError> {
        let mut found = HashMap::new();
        for path in files {
            let game = lab.open_game(&open_any_book(path)?.header().spec)?;
            game.books().open(path)?;
            if let Some(other) = found.insert(game.spec().to_owned(), path.clone()) {
                let (path, other) = (path.display(), other.display());
                return Err(LabError::Usage(format!(
                    "expected one opening book a game, got {other} and {path}"
                )));
            }
        }
        Ok(Books {
            files: found,
            learn,
        })
    }

    /// The book of a game, if there is one.
    pub(crate) fn of(&self, game: &dyn AnyGame) -> Result<Option<Book>, LabError> {
        let books = game.books();
        match self.files.get(game.spec()) {
            Some(path) => books.open(path).map(Some),
            None if books.has_built_in() => books.open(Path::new(BUILT_IN_BOOK)).map(Some),
            None => Ok(None),
        }
    }

    /// Learns a finished game, if that is wanted. What goes wrong is in the log and in nobody's way.
    pub(crate) fn learn(&self, game: &Arc<dyn AnyGame>, record: GameRecord) {
        let Some(path) = self.files.get(game.spec()).filter(|_| self.learn).cloned() else {
            return;
        };
        let game = Arc::clone(game);
        tokio::task::spawn_blocking(move || {
            let books = game.books();
            let learned = books
                .open(&path)
                .and_then(|mut book| books.learn(&mut book, &[record]));
            match learned {
                Ok(done) => {
                    tracing::info!(new = done.new, moves = done.edges, "a game was learned");
                }
                Err(error) => tracing::error!(%error, "a game could not be learned"),
            }
        });
    }
}
