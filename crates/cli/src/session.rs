//! A terminal game, independent of how it is shown.

use std::path::Path;
use std::time::Duration;

use yomikiri_lab::{
    AnyGame, AnySession, Lab, LabError, Limits, MoveView, NoObserver, PlayerSpec, RecordReading,
    Report, Side, Texts, View, guess_format, named_game,
};

use crate::input::InputArgs;
use crate::output::CliError;

/// A game in progress with its two players.
pub(crate) struct PlaySession {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) session: Box<dyn AnySession>,
    /// First's player and Second's.
    pub(crate) players: [PlayerSpec; 2],
    pub(crate) lab: Lab,
    pub(crate) texts: Texts,
    pub(crate) colour: bool,
}

impl PlaySession {
    /// The player whose turn it is.
    pub(crate) fn mover(&self) -> &PlayerSpec {
        &self.players[self.session.turn().index()]
    }

    /// Takes back moves to the last turn of a human (a resignation first). Returns false, without
    /// change, if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        if self.session.record().outside.is_some() {
            return self.session.take_back();
        }
        let played = self.session.view().played;
        let people = self.players.iter().any(PlayerSpec::is_human);
        let by_person = |mv: &MoveView| !people || self.players[mv.side.index()].is_human();
        let Some(back) = played.iter().rev().position(by_person) else {
            return false;
        };
        (0..=back).all(|_| self.session.take_back())
    }

    /// The move of the game's strongest quick player.
    pub(crate) fn hint(&mut self) -> Result<Report, LabError> {
        let limits = Limits {
            time: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        let adviser = strongest(&*self.game);
        self.session.think(&adviser, &limits, &mut NoObserver)
    }

    /// Writes the record to a file, in the format of its extension (`.json`, `.kif`).
    pub(crate) fn save(&self, path: &Path) -> Result<(), CliError> {
        let format = guess_format(&path.to_string_lossy(), "");
        let players = self
            .players
            .each_ref()
            .map(|player| Some(player.to_string()));
        let text = self.session.write_record(format, players)?;
        std::fs::write(path, text)
            .map_err(|error| CliError::file(path.display().to_string(), error))
    }

    /// Continues the game in a file. On an error the session does not change.
    pub(crate) fn load(&mut self, path: &Path) -> Result<(), CliError> {
        let bytes = InputArgs::default().read(Some(path))?;
        let text = String::from_utf8_lossy(&bytes);
        let format = guess_format(&path.to_string_lossy(), &text);
        let named = Some(&text).filter(|_| format == "json");
        let name = named.and_then(|text| named_game(text));
        let name = name.unwrap_or_else(|| self.game.spec().to_owned());
        let mut game = self.lab.open_game(&name)?;
        if game.profile().records.formats.contains(&format) {
            // Such formats say the options themselves.
            game = self.lab.open_game(&game.info().id)?;
        }
        let read = game.read_record_bytes(format, &RecordReading::default(), &bytes)?;
        let [record] = read.records.as_slice() else {
            let many = read.records.len();
            let text = format!("expected a file with one game, got one with {many}");
            return Err(LabError::Input(text).into());
        };
        if record.game != game.spec() {
            game = self.lab.open_game(&record.game)?;
        }
        for player in &self.players {
            game.check_player(player)?;
        }
        self.session = game.resume(record)?;
        self.game = game;
        Ok(())
    }

    /// The side that resigns when a human resigns: the mover, or the human who is waiting.
    pub(crate) fn resigning_side(&self) -> Side {
        let mover = self.session.turn();
        match self.players[mover.index()].is_human() {
            true => mover,
            false => !mover,
        }
    }
}

/// What to do while pieces are placed before a game: which square is next and how a placement is typed.
/// A line each for that and for what is on the pieces (`set-up-GAME`, `set-up-faces-GAME`); `None` where
/// nothing is placed, or nobody has written the words.
pub(crate) fn set_up_help(game: &str, view: &View, texts: &Texts) -> Option<[String; 2]> {
    let first = view.legal.first()?;
    let to = first
        .to
        .filter(|_| first.from.is_none() && first.hand.is_none())?;
    let (file, rank) = (to % view.diagram.width, to / view.diagram.width);
    let square = format!("{}{}", view.diagram.files[file], view.diagram.ranks[rank]);
    let is_set_up = view.position.starts_with("setup");
    let args: [(&str, &str); 2] = [("square", &square), ("move", &first.text)];
    let help = texts.find(&format!("set-up-{game}"), &args);
    let faces = texts.find(&format!("set-up-faces-{game}"), &[]);
    help.filter(|_| is_set_up)
        .map(|help| [help, faces.unwrap_or_default()])
}

/// The game's usual engine, or `random` if it has none.
pub(crate) fn strongest(game: &dyn AnyGame) -> PlayerSpec {
    PlayerSpec::named(game.usual_engine().unwrap_or("random"))
}
