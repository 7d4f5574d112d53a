//! `--notation`: how moves are written in what a command prints.

use clap::Args;
use yomikiri_lab::{AnyGame, LabError, MoveView, Place};

/// The notation of printed moves.
#[derive(Args, Debug)]
pub(crate) struct NotationArgs {
    /// Write moves in a notation of the game (xiangqi: iccs, wxf, chinese; chess: san)
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,
}

impl NotationArgs {
    /// Refuses a notation that the game does not have.
    pub(crate) fn check(&self, game: &dyn AnyGame) -> Result<(), LabError> {
        let known = &game.info().styles;
        match &self.notation {
            Some(name) if !known.contains(name) => {
                let expected = match known.is_empty() {
                    true => "no --notation, for the game has one only".to_owned(),
                    false => format!("--notation {}", known.join(", ")),
                };
                Err(LabError::Usage(format!(
                    "expected {expected}, got {name:?}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// A move as it is printed.
    pub(crate) fn of<'m>(&self, mv: &'m MoveView) -> &'m str {
        match &self.notation {
            Some(name) => mv.in_style(name),
            None => &mv.text,
        }
    }

    /// Rewrites moves that are legal at a place.
    pub(crate) fn rewrite_legal<'m>(
        &self,
        game: &dyn AnyGame,
        place: &Place<'_>,
        moves: impl IntoIterator<Item = &'m mut String>,
    ) -> Result<(), LabError> {
        if self.notation.is_none() {
            return Ok(());
        }
        let view = game.session(place)?.view();
        for text in moves {
            if let Some(mv) = view.legal.iter().find(|mv| mv.text == *text) {
                *text = self.of(mv).to_owned();
            }
        }
        Ok(())
    }

    /// Rewrites moves that follow one another from a place.
    pub(crate) fn rewrite_line(
        &self,
        game: &dyn AnyGame,
        place: &Place<'_>,
        line: &mut [String],
    ) -> Result<(), LabError> {
        if self.notation.is_none() || line.is_empty() {
            return Ok(());
        }
        let moves = format!("{} {}", place.moves, line.join(" "));
        let view = game
            .session(&Place {
                moves: &moves,
                ..*place
            })?
            .view();
        let played = view.played.len().saturating_sub(line.len());
        for (text, mv) in line.iter_mut().zip(&view.played[played..]) {
            *text = self.of(mv).to_owned();
        }
        Ok(())
    }
}
