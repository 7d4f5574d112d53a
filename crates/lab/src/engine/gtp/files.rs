//! Records in files: `loadsgf`, `printsgf`.

use yomikiri_protocols::engine::GtpCommand;

use super::{Answer, Done, Talk, whole};
use crate::engine::thinker::Thinker;
use crate::{Action, AnyGame, GameRecord, LabError, Place, RecordReading};

const FORMAT: &str = "sgf";

impl Talk {
    /// The game so far as a record, on the answer or in a file.
    pub(super) fn print(&mut self, command: &GtpCommand) -> Answer {
        let players = [None, None];
        let record = self.thinker.session().write_record(FORMAT, players);
        let record = record.map_err(|error| error.to_string())?;
        match command.args.first().map(String::as_str) {
            None | Some("-") => Ok(record),
            Some(path) => {
                let written = std::fs::write(path, record);
                written.map_err(|_| "cannot write file".to_owned())?;
                Ok(String::new())
            }
        }
    }

    /// Goes to the end of a record's main line, or to the position before a move, with the record's board
    /// and komi. What it has played can be undone.
    pub(super) fn load(&mut self, command: &GtpCommand) -> Answer {
        let path = command.arg(0, "a file")?;
        let before = match command.args.get(1) {
            Some(number) => Some(whole(number)?.max(1) as usize),
            None => None,
        };
        let loaded = self.read(path).and_then(|record| {
            let game = self.setup.lab.open_game(&record.game)?;
            let (thinker, done) = replayed(&*game, &record, before)?;
            Ok((game, thinker, done))
        });
        let (game, thinker, done) = loaded.map_err(|_| "cannot load file")?;
        self.game = game;
        self.thinker = thinker;
        self.forget();
        self.done = done;
        Ok(String::new())
    }

    /// The first game of a file, of whatever size.
    fn read(&self, path: &str) -> Result<GameRecord, LabError> {
        let wrong = |reason: String| LabError::Input(format!("{path}: {reason}"));
        let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
        let game = self.setup.lab.open_game(&self.game.info().id)?;
        let how = RecordReading {
            any_options: true,
            ..RecordReading::default()
        };
        let read = game.read_record_bytes(FORMAT, &how, &bytes)?;
        let first = read.records.into_iter().next();
        first.ok_or_else(|| wrong("no game".to_owned()))
    }
}

/// A record's main line, as far as the position before a move, and what `undo` takes back of it.
fn replayed(
    game: &dyn AnyGame,
    record: &GameRecord,
    before: Option<usize>,
) -> Result<(Thinker, Vec<Done>), LabError> {
    let thinker = Thinker::new(game)?;
    let mut session = thinker.session();
    session.move_to(&Place::at(record.start.as_deref()))?;
    let mut done = Vec::new();
    let mut moves = 0;
    for id in record.tree.main_line() {
        match &record.tree.node(id).action {
            Action::Nothing => {}
            Action::Setup(position) => {
                session.set_position(position)?;
                done.push(Done::Change);
            }
            Action::Move { text, side } => {
                moves += 1;
                if before == Some(moves) {
                    break;
                }
                let mut changes = 0;
                if session.is_stopped() {
                    session.resume_play()?;
                    changes += 1;
                }
                if let Some(side) = side.filter(|&side| side != session.turn()) {
                    session.give_turn(side)?;
                    changes += 1;
                }
                session.play_on(text)?;
                done.push(Done::Move { changes });
            }
        }
    }
    drop(session);
    Ok((thinker, done))
}
