//! Which game a record is of: this one, or this one with other options.

use yomikiri_game_api::{Notation, OptionInfo, ReadError};

use super::{RecordCodec, known};
use crate::error::{Fault, RecordError};
use crate::parsed::Spanned;

impl<G: Notation> RecordCodec<'_, G> {
    /// Whether a name is that of this game. Returns the game if it is this one with other options.
    pub(super) fn check_game(
        &self,
        name: &Spanned<String>,
    ) -> Result<Option<(G, String)>, RecordError> {
        // No game has such a long name; parsing it could take long.
        const LONGEST: usize = 1000;
        let asked = self.means_this_game.filter(|_| name.value.len() <= LONGEST);
        let same = name.value == self.spec || asked.is_some_and(|means| means(&name.value));
        if same {
            return Ok(None);
        }
        let expected = format!("a record of {}", self.spec);
        let wrong = || RecordError::new(Fault::Game, known(name.line), expected, &name.value);
        let (id, options) = name.value.split_once('?').unwrap_or((&name.value, ""));
        if !self.any_options || name.value.len() > LONGEST || id != self.id() {
            return Err(wrong());
        }
        let pairs = options.split('&').filter(|pair| !pair.is_empty());
        let pairs: Option<Vec<_>> = pairs.map(|pair| pair.split_once('=')).collect();
        let variant = pairs.and_then(|pairs| self.variant(&pairs).ok());
        variant.map(Some).ok_or_else(wrong)
    }

    /// The same codec for the game with other options.
    pub(crate) fn with_game<'b>(&'b self, game: &'b G, spec: &'b str) -> RecordCodec<'b, G> {
        RecordCodec {
            game,
            spec,
            ..*self
        }
    }

    /// The game's name without options.
    pub(super) fn id(&self) -> &str {
        self.spec.split('?').next().unwrap_or(self.spec)
    }

    /// The game with other options, and its name. Options that were set stay as they are.
    pub(crate) fn variant(&self, options: &[(&str, &str)]) -> Result<(G, String), ReadError> {
        let mut game = self.game.clone();
        let Some(access) = self.abilities.options else {
            return Ok((game, self.spec.to_owned()));
        };
        let set = (access.list)(&game).into_iter();
        let set: Vec<OptionInfo> = set
            .filter(|option| option.value != option.default)
            .collect();
        for (key, value) in options {
            let done = (access.set)(&mut game, key, value);
            done.map_err(|error| ReadError::new(*key, error.expected, &error.got))?;
        }
        let now = (access.list)(&game);
        for asked in &set {
            let value = now.iter().find(|option| option.key == asked.key);
            if let Some(other) = value.filter(|option| option.value != asked.value) {
                let expected = format!("{}={}", asked.key, asked.value);
                return Err(ReadError::new(
                    "",
                    expected,
                    &format!("{}={}", other.key, other.value),
                ));
            }
        }
        let changed = now.iter().filter(|option| option.value != option.default);
        let changed: Vec<String> = changed
            .map(|option| format!("{}={}", option.key, option.value))
            .collect();
        let spec = match changed.as_slice() {
            [] => self.id().to_owned(),
            _ => format!("{}?{}", self.id(), changed.join("&")),
        };
        Ok((game, spec))
    }

    /// Whether some options, and nothing else, make this game.
    pub(crate) fn is_made_by(&self, options: &[(&str, &str)]) -> bool {
        let Some(access) = self.abilities.options else {
            return true;
        };
        let now = (access.list)(self.game);
        let mut changed = now.iter().filter(|option| option.value != option.default);
        let is_said = |option: &OptionInfo| options.iter().any(|(key, _)| *key == option.key);
        changed.all(is_said)
            && self
                .variant(options)
                .is_ok_and(|(_, spec)| spec == self.spec)
    }
}
