//! Move notations of a game.

use yomikiri_game_api::{Game, MoveStyles, Notation, ReadError};

type PositionOf<G> = <G as Game>::Position;
type MoveOf<G> = <G as Game>::Move;
type WriteStyled<G> = fn(&G, &str, &PositionOf<G>, MoveOf<G>) -> Option<String>;
type ReadStyled<G> = fn(&G, &str, &PositionOf<G>, &str) -> Result<MoveOf<G>, ReadError>;

/// The notations of a [`MoveStyles`] game as functions, so that games without any can also have
/// records.
pub struct MoveNotation<G: Notation> {
    names: &'static [&'static str],
    styled: Option<(WriteStyled<G>, ReadStyled<G>)>,
}

impl<G: Notation> Clone for MoveNotation<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for MoveNotation<G> {}

impl<G: Notation> MoveNotation<G> {
    /// Coordinate moves only.
    pub fn exact() -> Self {
        MoveNotation {
            names: &[],
            styled: None,
        }
    }

    /// Coordinate moves and the game's notations.
    pub fn styled(game: &G) -> Self
    where
        G: MoveStyles,
    {
        MoveNotation {
            names: game.styles(),
            styled: Some((G::write_styled, G::read_styled)),
        }
    }

    /// The names of the notations.
    pub fn styles(&self) -> &'static [&'static str] {
        self.names
    }

    /// Writes a legal move, as coordinates (`None`) or in a notation of the game.
    pub fn write(&self, game: &G, style: Option<&str>, at: &G::Position, mv: G::Move) -> String {
        let styled = match (style, self.styled) {
            (Some(style), Some((write, _))) => write(game, style, at, mv),
            _ => None,
        };
        styled.unwrap_or_else(|| game.write_move(at, mv))
    }

    /// Reads a legal move, as coordinates (`None`) or in a notation of the game.
    pub fn read(
        &self,
        game: &G,
        style: Option<&str>,
        at: &G::Position,
        text: &str,
    ) -> Result<G::Move, ReadError> {
        match (style, self.styled) {
            (Some(style), Some((_, read))) => read(game, style, at, text),
            _ => game.read_move(at, text),
        }
    }
}
