//! A book from records.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use yomikiri_book::{Counts, Draft, NewEdge, Occurrence, Place, Sorter, Tally, UNMARKED};
use yomikiri_game_api::{Notation, Picture, Side};
use yomikiri_records::{Judging, Note};

use super::learn::{Step, Walk, walk};
use super::{BuildReport, SourceError, book_error};
use crate::{GameDefinition, GameRecord, LabError, RecordReading};

/// What counted moves may take in memory before they are written to disk.
const MOST_BYTES: usize = 64 << 20;
/// So many errors are listed.
const MOST_ERRORS: usize = 1000;
/// Parts of sources that wait for a thread, for each thread.
const WAITING: usize = 2;

/// How a book is made.
#[derive(Clone, Debug)]
pub struct BuildOrder {
    /// Plies of a game that are taken in.
    pub max_ply: usize,
    /// Games that a move must have been played in.
    pub min_games: u32,
    /// Whose moves are taken in; `None`: both.
    pub side: Option<Side>,
    /// Points of a win, a draw and a loss from which weights are made: 100 for each point a game.
    pub results: Option<[i32; 3]>,
    /// Whether the moves of variations are taken in, too.
    pub variations: bool,
    /// Whether wrong games are left out; otherwise the first one ends everything.
    pub keep_going: bool,
    /// What becomes of games that go on after a verdict on their course.
    pub judging: Judging,
    /// Threads that read games.
    pub threads: usize,
}

impl Default for BuildOrder {
    fn default() -> Self {
        BuildOrder {
            max_ply: 40,
            min_games: 2,
            side: None,
            results: None,
            variations: false,
            keep_going: false,
            judging: Judging::Never,
            threads: 1,
        }
    }
}

/// A part of a source that holds whole games.
#[derive(Clone, Debug)]
pub struct SourcePart {
    /// The name of the source.
    pub source: String,
    /// What it holds.
    pub contents: Contents,
}

/// What a part of a source holds.
#[derive(Clone, Debug)]
pub enum Contents {
    /// The bytes of a file.
    Bytes {
        /// The format.
        format: &'static str,
        /// The bytes.
        bytes: Vec<u8>,
        /// Lines of the file before them.
        lines: usize,
    },
    /// Games that are already there.
    Records(Vec<GameRecord>),
}

/// The games of a part, as far as they can be looked at alone.
#[derive(Default)]
struct PartGames {
    source: String,
    walks: Vec<Walk>,
    errors: Vec<SourceError>,
    /// How many games it has, wrong ones included.
    games: usize,
}

pub(super) fn build<G: Notation + Picture>(
    definition: &Arc<GameDefinition<G>>,
    path: &Path,
    order: &BuildOrder,
    next: &mut (dyn FnMut() -> Result<Option<SourcePart>, LabError> + Send),
) -> Result<BuildReport, LabError> {
    let begun = Instant::now();
    let draft = Draft::begin(path, &definition.book_header()).map_err(book_error)?;
    let sorter = Sorter::new(draft.folder(), MOST_BYTES);
    let mut taking = Taking {
        draft,
        sorter,
        order,
        sources: Vec::new(),
        games_of_source: 0,
        report: BuildReport {
            game: definition.info.spec.clone(),
            book: path.display().to_string(),
            games: 0,
            skipped: 0,
            positions: 0,
            edges: 0,
            dropped: 0,
            bytes: 0,
            seconds: 0.0,
            errors: Vec::new(),
        },
    };
    let threads = order.threads.max(1);
    thread::scope(|scope| {
        let (send_part, parts) = sync_channel(threads * WAITING);
        let (send_games, games) = sync_channel(threads * WAITING);
        let parts = Arc::new(Mutex::new(parts));
        scope.spawn(move || read_parts(next, &send_part));
        for _ in 0..threads {
            let (parts, send_games) = (Arc::clone(&parts), send_games.clone());
            scope.spawn(move || look_at_parts(definition, order, &parts, &send_games));
        }
        drop(send_games);
        drop(parts);
        taking.take_in_order(&games)
    })?;
    taking.finish(begun)
}

type NumberedPart = (usize, Result<SourcePart, LabError>);
type NumberedGames = (usize, Result<PartGames, LabError>);

fn read_parts(
    next: &mut (dyn FnMut() -> Result<Option<SourcePart>, LabError> + Send),
    to: &SyncSender<NumberedPart>,
) {
    for number in 0.. {
        let part = match next() {
            Ok(None) => return,
            Ok(Some(part)) => Ok(part),
            Err(error) => Err(error),
        };
        let failed = part.is_err();
        // Nobody listens any more after an error.
        if to.send((number, part)).is_err() || failed {
            return;
        }
    }
}

fn look_at_parts<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    order: &BuildOrder,
    from: &Mutex<Receiver<NumberedPart>>,
    to: &SyncSender<NumberedGames>,
) {
    loop {
        let part = match from.lock() {
            Ok(parts) => parts.recv(),
            Err(_) => return,
        };
        let Ok((number, part)) = part else {
            return;
        };
        let games = part.map(|part| look_at(definition, order, part));
        if to.send((number, games)).is_err() {
            return;
        }
    }
}

fn look_at<G: Notation + Picture>(
    definition: &GameDefinition<G>,
    order: &BuildOrder,
    part: SourcePart,
) -> PartGames {
    let mut games = PartGames {
        source: part.source,
        ..PartGames::default()
    };
    let error = |games: &PartGames, game, line, ply, error: String| SourceError {
        source: games.source.clone(),
        game,
        line,
        ply,
        error,
    };
    let (records, refused) = match part.contents {
        Contents::Records(records) => (records, BTreeMap::new()),
        Contents::Bytes {
            format,
            bytes,
            lines,
        } => {
            let how = RecordReading {
                any_options: true,
                keep_going: true,
                judging: order.judging,
                ..RecordReading::default()
            };
            let mut read = match definition.records().read_bytes(format, &how, &bytes) {
                Ok(read) => read,
                Err(told) => {
                    let told = error(&games, None, None, None, told.to_string());
                    games.errors.push(told);
                    return games;
                }
            };
            let mut refused = BTreeMap::new();
            for note in std::mem::take(&mut read.notes) {
                if let Note::Refused { game, mut error } = note {
                    error.line = error.line.map(|line| line + lines);
                    refused.insert(game, error);
                }
            }
            (read.records, refused)
        }
    };
    for (&game, wrong) in &refused {
        let told = error(&games, Some(game), wrong.line, wrong.ply, wrong.to_string());
        games.errors.push(told);
    }
    // The numbers of games that were read are those that were not refused.
    games.games = records.len() + refused.len();
    let numbers = (1..).filter(|number| !refused.contains_key(number));
    for (record, number) in records.iter().zip(numbers) {
        match walk(definition, record, order.max_ply, order.variations) {
            Ok(walk) => games.walks.push(walk),
            Err((ply, told)) => {
                let told = error(&games, Some(number), None, ply, told);
                games.errors.push(told);
            }
        }
    }
    games
}

/// Takes games in, one after the other.
struct Taking<'a> {
    draft: Draft,
    sorter: Sorter,
    order: &'a BuildOrder,
    /// The names of the sources and their numbers in the file.
    sources: Vec<(String, i64)>,
    /// Games of the present source before the present part.
    games_of_source: usize,
    report: BuildReport,
}

impl Taking<'_> {
    /// The parts in the order of the sources, whichever thread was the fastest: the book does not depend on threads.
    fn take_in_order(&mut self, games: &Receiver<NumberedGames>) -> Result<(), LabError> {
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (number, part) in games {
            early.insert(number, part);
            while let Some(part) = early.remove(&next) {
                next += 1;
                self.take(part?)?;
            }
        }
        Ok(())
    }

    fn take(&mut self, part: PartGames) -> Result<(), LabError> {
        if self
            .sources
            .last()
            .is_none_or(|(name, _)| *name != part.source)
        {
            let number = self.draft.add_source(&part.source).map_err(book_error)?;
            self.sources.push((part.source.clone(), number));
            self.games_of_source = 0;
        }
        let before = self.games_of_source;
        self.games_of_source += part.games;
        for mut error in part.errors {
            error.game = error.game.map(|game| game + before);
            if !self.order.keep_going {
                return Err(LabError::Input(format!(
                    "{error}; nothing was written (--keep-going leaves such games out)"
                )));
            }
            self.report.skipped += 1;
            if self.report.errors.len() < MOST_ERRORS {
                self.report.errors.push(error);
            }
        }
        for walk in part.walks {
            self.take_game(walk)?;
        }
        Ok(())
    }

    fn take_game(&mut self, walk: Walk) -> Result<(), LabError> {
        let Some(winner) = walk.winner else {
            self.report.skipped += 1;
            return Ok(());
        };
        if !self.draft.add_game(&walk.hash).map_err(book_error)? {
            self.report.skipped += 1;
            return Ok(());
        }
        self.report.games += 1;
        let source = (self.sources.len() - 1) as u32;
        let wanted = |step: &Step| self.order.side.is_none_or(|side| side == step.side);
        let main = walk.steps.into_iter().map(|step| {
            let counts = Counts::one(step.standing(winner));
            (step, counts, false)
        });
        let asides = walk
            .asides
            .into_iter()
            .map(|step| (step, Counts::default(), true));
        for (step, counts, aside) in main.chain(asides) {
            if !wanted(&step) {
                continue;
            }
            let seen = Occurrence {
                place: step.place,
                mv: step.mv,
                counts,
                ply: step.ply as u32,
                date: walk.date.clone(),
                source,
                aside,
            };
            self.sorter
                .add(seen)
                .map_err(|error| self.file_error(&error))?;
        }
        Ok(())
    }

    fn file_error(&self, error: &std::io::Error) -> LabError {
        LabError::Input(format!("{}: {error}", self.report.book))
    }

    fn finish(mut self, begun: Instant) -> Result<BuildReport, LabError> {
        if self.report.games == 0 {
            let told = "expected at least one finished game, got none; nothing was written";
            return Err(LabError::Input(told.to_owned()));
        }
        let book = self.report.book.clone();
        let wrong = |error: std::io::Error| LabError::Input(format!("{book}: {error}"));
        let empty = Sorter::new(self.draft.folder(), MOST_BYTES);
        let mut sorted = std::mem::replace(&mut self.sorter, empty)
            .finish()
            .map_err(wrong)?;
        let mut group: Option<(Place, Vec<(String, Tally)>)> = None;
        while let Some((place, mv, tally)) = sorted.next_move().map_err(wrong)? {
            match &mut group {
                Some((at, moves)) if *at == place => moves.push((mv, tally)),
                _ => {
                    let done = group.replace((place, vec![(mv, tally)]));
                    self.write(done)?;
                }
            }
        }
        self.write(group)?;
        if self.report.edges == 0 {
            let least = self.order.min_games;
            return Err(LabError::Input(format!(
                "expected moves that were played in at least {least} games, got none; nothing was written \
                 (--min-games lowers the number)"
            )));
        }
        self.report.bytes = self.draft.finish().map_err(book_error)?;
        self.report.seconds = begun.elapsed().as_secs_f64();
        Ok(self.report)
    }

    /// Writes a position with those of its moves that were played often enough.
    fn write(&mut self, group: Option<(Place, Vec<(String, Tally)>)>) -> Result<(), LabError> {
        let Some((place, moves)) = group else {
            return Ok(());
        };
        let (all, least) = (moves.len(), self.order.min_games);
        let kept = |tally: &Tally| tally.counts.games() >= least || tally.aside;
        let moves: Vec<(String, Tally)> =
            moves.into_iter().filter(|(_, tally)| kept(tally)).collect();
        self.report.dropped += (all - moves.len()) as u64;
        let Some(ply) = moves.iter().map(|(_, tally)| tally.ply).min() else {
            return Ok(());
        };
        let edges: Vec<NewEdge> = moves
            .into_iter()
            .map(|(mv, tally)| NewEdge {
                weight: weight(self.order.results, tally.counts),
                last: tally.date,
                ..NewEdge::new(&mv, tally.counts, self.sources[tally.source as usize].1)
            })
            .collect();
        self.report.positions += 1;
        self.report.edges += edges.len() as u64;
        self.draft.add(&place, ply, &edges).map_err(book_error)
    }
}

/// The weight that results give a move: 100 for each point a game, 0 to 1000.
fn weight(results: Option<[i32; 3]>, counts: Counts) -> u16 {
    let Some([win, draw, loss]) = results.map(|points| points.map(f64::from)) else {
        return UNMARKED;
    };
    let Counts {
        win: won,
        draw: drawn,
        loss: lost,
    } = counts;
    if counts.games() == 0 {
        return UNMARKED;
    }
    let points = win * f64::from(won) + draw * f64::from(drawn) + loss * f64::from(lost);
    (100.0 * points / f64::from(counts.games()))
        .round()
        .clamp(0.0, 1000.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_give_weights() {
        let counts = |win, draw, loss| Counts { win, draw, loss };
        let usual = Some([3, 1, -1]);
        assert_eq!(weight(None, counts(5, 0, 0)), 100);
        assert_eq!(weight(usual, counts(5, 0, 0)), 300);
        assert_eq!(weight(usual, counts(0, 5, 0)), 100);
        assert_eq!(weight(usual, counts(0, 0, 5)), 0);
        assert_eq!(weight(usual, counts(1, 1, 1)), 100);
        assert_eq!(weight(usual, counts(0, 0, 0)), 100);
    }
}
