//! A game whose types are forgotten: text in, plain data out.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use yomikiri_game_api::{Notation, Picture, Profile, perft};
use yomikiri_records::{BoardFound, BoardPattern, BoardView, Encoding, Format};

use crate::arena::AnyArena;
use crate::book::AnyBooks;
use crate::definition::GameDefinition;
use crate::session::Session;
use crate::tablebase::AnyTablebase;
use crate::view::{DivideLine, GameInfo, MovesReport, PerftReport};
use crate::{
    AnyGame, AnySession, BuiltInSuite, EditedBoard, GameRecord, LabError, Place, PlayerSpec,
    ReadRecords, RecordReading,
};

/// A definition behind the object-safe traits.
pub(crate) struct ErasedGame<G: Notation + Picture>(pub(crate) Arc<GameDefinition<G>>);

impl<G: Notation + Picture> Clone for ErasedGame<G> {
    fn clone(&self) -> Self {
        ErasedGame(Arc::clone(&self.0))
    }
}

impl<G: Notation + Picture> ErasedGame<G> {
    fn open(&self, place: &Place<'_>) -> Result<Session<G>, LabError> {
        Session::open(&self.0, place)
    }
}

impl<G: Notation + Picture> AnyGame for ErasedGame<G> {
    fn info(&self) -> &GameInfo {
        &self.0.info
    }

    fn with_options(&self, options: &str) -> Result<Box<dyn AnyGame>, LabError> {
        let name = format!("{}?{options}", self.0.info.id);
        self.0.lab.open_game(&name)
    }

    fn session(&self, place: &Place<'_>) -> Result<Box<dyn AnySession>, LabError> {
        Ok(Box::new(self.open(place)?))
    }

    fn moves_report(&self, place: &Place<'_>) -> Result<MovesReport, LabError> {
        Ok(self.open(place)?.moves_report())
    }

    fn perft(
        &self,
        place: &Place<'_>,
        depth: u32,
        threads: usize,
    ) -> Result<PerftReport, LabError> {
        let session = self.open(place)?;
        let (game, at) = (&self.0.game, session.line().last());
        let begun = Instant::now();
        let nodes = if threads > 1 && depth > 2 {
            let parts = perft::divide(game, at, depth, threads);
            parts.iter().map(|(_, nodes)| nodes).sum()
        } else {
            perft::perft(game, at, depth)
        };
        Ok(PerftReport {
            position: game.write_position(at),
            depth,
            nodes,
            seconds: begun.elapsed().as_secs_f64(),
            divide: None,
        })
    }

    fn divide(
        &self,
        place: &Place<'_>,
        depth: u32,
        threads: usize,
    ) -> Result<PerftReport, LabError> {
        let session = self.open(place)?;
        let (game, at) = (&self.0.game, session.line().last());
        let begun = Instant::now();
        let parts = perft::divide(game, at, depth, threads);
        let seconds = begun.elapsed().as_secs_f64();
        let mut lines: Vec<DivideLine> = parts
            .into_iter()
            .map(|(mv, nodes)| DivideLine {
                text: game.write_move(at, mv),
                nodes,
            })
            .collect();
        DivideLine::sort(&mut lines);
        // One sequence of no moves: there is nothing to divide.
        let nodes = match depth {
            0 => 1,
            _ => lines.iter().map(|line| line.nodes).sum(),
        };
        Ok(PerftReport {
            position: game.write_position(at),
            depth,
            nodes,
            seconds,
            divide: Some(lines),
        })
    }

    fn layers(&self) -> Vec<&'static str> {
        self.0.layers()
    }

    fn explains(&self) -> bool {
        let teach = self.0.teach.as_ref();
        teach.is_some_and(|teach| teach.explains())
    }

    fn profile(&self) -> &Profile {
        &self.0.profile
    }

    fn compose(&self, board: &EditedBoard) -> Result<String, LabError> {
        self.0.compose(board)
    }

    fn rights(&self, position: Option<&str>) -> Result<Vec<&'static str>, LabError> {
        let session = self.open(&Place::at(position))?;
        Ok(self.0.game.rights(session.line().last()))
    }

    fn formats(&self) -> Vec<&'static str> {
        let formats = self.0.records().formats();
        formats.into_iter().map(Format::name).collect()
    }

    fn read_records(
        &self,
        format: &str,
        start: Option<&str>,
        text: &str,
    ) -> Result<Vec<GameRecord>, LabError> {
        self.0.records().read(format, start, text)
    }

    fn read_record_bytes(
        &self,
        format: &str,
        how: &RecordReading<'_>,
        bytes: &[u8],
    ) -> Result<ReadRecords, LabError> {
        self.0.records().read_bytes(format, how, bytes)
    }

    fn write_record_bytes(
        &self,
        format: &str,
        records: &[GameRecord],
        encoding: Encoding,
    ) -> Result<Vec<u8>, LabError> {
        self.0.records().write_bytes(format, records, encoding)
    }

    fn write_records(&self, format: &str, records: &[GameRecord]) -> Result<String, LabError> {
        self.0.records().write(format, records)
    }

    fn read_pattern(&self, text: &str, whole: bool) -> Result<BoardPattern, LabError> {
        let pieces = self.0.game.pieces().into_iter();
        let mut letters: Vec<String> = pieces.map(|named| named.piece.letter).collect();
        letters.sort_unstable();
        letters.dedup();
        if !whole {
            return BoardPattern::read_corner(text, &letters).map_err(LabError::Position);
        }
        let board = |game: &G| {
            let at = game.read_position(text).ok()?;
            Some(BoardPattern::of_board(&game.diagram(&at), game.turn(&at)))
        };
        if let Some(pattern) = board(&self.0.game) {
            return Ok(pattern);
        }
        // Boards of other sizes are looked for in records of the game with other options.
        let rows = text.split_whitespace().next().unwrap_or_default();
        let pattern = BoardPattern::read_board(rows, &letters).map_err(LabError::Position)?;
        let (width, height) = pattern.size();
        let size = format!("{width}x{height}");
        let sized = self.0.records.with_option(&self.0.game, "size", &size);
        sized.as_ref().and_then(board).map_or_else(
            || BoardPattern::read_board(text, &letters).map_err(LabError::Position),
            Ok,
        )
    }

    fn find_position(
        &self,
        record: &GameRecord,
        pattern: &BoardPattern,
    ) -> Result<Vec<BoardFound>, LabError> {
        let game = &self.0.game;
        let shown = game.diagram(&game.start());
        let view = BoardView {
            size: (shown.width, shown.height),
            symmetries: self.0.profile.symmetries,
            diagram: &|at| game.diagram(at),
        };
        let records = self.0.records();
        records.with_codec(None, |codec| codec.find(record, pattern, &view))
    }

    fn resume(&self, record: &GameRecord) -> Result<Box<dyn AnySession>, LabError> {
        Ok(Box::new(Session::resume(&self.0, record)?))
    }

    fn check_player(&self, player: &PlayerSpec) -> Result<(), LabError> {
        if player.is_human() {
            return Ok(());
        }
        self.0.seat(player).map(drop)
    }

    fn tablebase(&self, dir: Option<&Path>) -> Result<Box<dyn AnyTablebase>, LabError> {
        let Some(tablebase) = &self.0.tablebase else {
            return Err(LabError::Input(format!(
                "solving is not implemented for {}",
                self.0.info.id
            )));
        };
        let dir = dir.map_or_else(|| self.0.lab.tables_dir(), Path::to_owned);
        tablebase.any(Arc::clone(&self.0), &dir)
    }

    fn suites(&self) -> &'static [BuiltInSuite] {
        self.0.suites
    }

    fn arena(&self) -> Box<dyn AnyArena> {
        Box::new(self.clone())
    }

    fn books(&self) -> Box<dyn AnyBooks> {
        Box::new(self.clone())
    }
}
