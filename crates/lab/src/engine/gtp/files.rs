//! Records in files: `loadsgf`, `printsgf`.

use yomikiri_protocols::engine::GtpCommand;

use super::{Answer, Talk};

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

    /// Goes to a record's end, or to the position before a move.
    pub(super) fn load(&mut self, command: &GtpCommand) -> Answer {
        let _path = command.arg(0, "a file")?;
        Err("cannot load file".into())
    }
}
