//! A board that somebody has edited becomes the text of a position.

use std::collections::BTreeMap;

use serde::Deserialize;
use yomikiri_game_api::{Edited, HandEntry, Notation, Picture, Piece, Side};

use crate::error::shorten;
use crate::{GameDefinition, LabError};

/// A board as the page sends it: every piece by the letter that diagrams give it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct EditedBoard {
    /// The letters on the cells, row by row from the top left; empty text for empty cells.
    pub cells: Vec<String>,
    /// What First and Second hold in hand: letters with numbers.
    #[serde(default)]
    pub hands: [BTreeMap<String, usize>; 2],
    /// Whether Second is to move.
    pub second_to_move: bool,
    /// Rights that the position is to grant, of those that the game lists.
    #[serde(default)]
    pub rights: Vec<String>,
    /// The position that the board was made from; the game's own start unless it is said. Counters and
    /// the like come from it.
    #[serde(default)]
    pub origin: Option<String>,
}

impl<G: Notation + Picture> GameDefinition<G> {
    pub(crate) fn compose(&self, board: &EditedBoard) -> Result<String, LabError> {
        let game = &self.game;
        let mut diagram = game.diagram(&game.start());
        let expected = diagram.width * diagram.height;
        if board.cells.len() != expected {
            let got = board.cells.len();
            let reason = format!("board: expected {expected} cells, got {got}");
            return Err(LabError::Input(reason));
        }
        let pieces: Vec<Piece> = game.pieces().into_iter().map(|named| named.piece).collect();
        let piece = |letter: &str| {
            let found = pieces.iter().find(|piece| piece.letter == letter).cloned();
            found.ok_or_else(|| {
                let mut known: Vec<&str> =
                    pieces.iter().map(|piece| piece.letter.as_str()).collect();
                known.dedup();
                let (known, got) = (known.join(" "), shorten(letter));
                LabError::Input(format!("board: expected one of {known}, got {got:?}"))
            })
        };
        let cell = |letter: &String| match letter.as_str() {
            "" => Ok(None),
            letter => piece(letter).map(Some),
        };
        diagram.cells = board.cells.iter().map(cell).collect::<Result<_, _>>()?;
        let hand = |held: &BTreeMap<String, usize>| {
            // Hands are written in the order in which the game lists its pieces.
            let mut entries = Vec::new();
            for (letter, &count) in held.iter().filter(|(_, count)| **count > 0) {
                let piece = piece(letter)?;
                entries.push(HandEntry { piece, count });
            }
            let place = |entry: &HandEntry| pieces.iter().position(|piece| *piece == entry.piece);
            entries.sort_by_key(place);
            Ok::<_, LabError>(entries)
        };
        diagram.hands = [hand(&board.hands[0])?, hand(&board.hands[1])?];
        let rights: Vec<&str> = board.rights.iter().map(String::as_str).collect();
        let edited = Edited {
            diagram: &diagram,
            side: if board.second_to_move {
                Side::Second
            } else {
                Side::First
            },
            rights: &rights,
            origin: board.origin.as_deref().unwrap_or(&self.info.start),
        };
        let text = game.compose(&edited);
        text.ok_or_else(|| {
            let id = &self.info.id;
            LabError::Input(format!("{id}: positions cannot be put together on a board"))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagram, EditedBoard, Lab, Place, Side};

    fn board(diagram: &Diagram) -> EditedBoard {
        let letter =
            |piece: &Option<crate::Piece>| piece.as_ref().map(|piece| piece.letter.clone());
        let hand = |side: usize| {
            let entries = diagram.hands[side].iter();
            entries
                .map(|held| (held.piece.letter.clone(), held.count))
                .collect()
        };
        EditedBoard {
            cells: diagram
                .cells
                .iter()
                .map(|cell| letter(cell).unwrap_or_default())
                .collect(),
            hands: [hand(0), hand(1)],
            second_to_move: false,
            rights: Vec::new(),
            origin: None,
        }
    }

    /// Every position of the benchmarks comes back from its own board.
    #[test]
    fn a_board_gives_its_position_back() {
        let lab = Lab::new();
        for game in lab.all_games() {
            for line in game.profile().bench.iter().flat_map(|bench| bench.lines) {
                let moves: Vec<&str> = line.split_whitespace().collect();
                // All of the way, as long as the set-up of a game is over.
                for plies in moves.len().min(8)..=moves.len() {
                    let place = Place {
                        moves: &moves[..plies].join(" "),
                        ..Place::default()
                    };
                    let view = game.session(&place).unwrap().view();
                    if game.profile().staged_turns && !view.position.ends_with(" 2 -") {
                        continue; // in the middle of a turn
                    }
                    let rights = game.rights(Some(&view.position)).unwrap();
                    let edited = EditedBoard {
                        second_to_move: view.side == Side::Second,
                        rights: rights.into_iter().map(str::to_owned).collect(),
                        origin: Some(view.position.clone()),
                        ..board(&view.diagram)
                    };
                    assert_eq!(
                        game.compose(&edited).unwrap(),
                        view.position,
                        "{}",
                        game.spec()
                    );
                }
            }
        }
    }

    #[test]
    fn rights_and_passed_squares_stay_where_the_pieces_stand_for_them() {
        let game = Lab::new().open_game("chess").unwrap();
        let origin = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 3 9";
        let view = game.session(&Place::at(Some(origin))).unwrap().view();
        assert_eq!(game.rights(Some(origin)).unwrap(), ["K", "Q", "k", "q"]);
        let mut edited = EditedBoard {
            rights: ["K", "Q", "k", "q"].map(str::to_owned).to_vec(),
            origin: Some(origin.to_owned()),
            ..board(&view.diagram)
        };
        assert_eq!(game.compose(&edited).unwrap(), origin);
        // A rook leaves its corner, the pawn its square, and a right is not wanted.
        edited.cells[0] = String::new();
        edited.cells[27] = String::new();
        edited.rights.retain(|right| right != "Q");
        let text = game.compose(&edited).unwrap();
        assert_eq!(text, "4k2r/8/8/4P3/8/8/8/R3K2R w Kk - 3 9");
        edited.second_to_move = true;
        let text = game.compose(&edited).unwrap();
        assert_eq!(text, "4k2r/8/8/4P3/8/8/8/R3K2R b Kk - 3 9");
    }

    #[test]
    fn boards_that_cannot_be_are_refused() {
        let game = Lab::new().open_game("tictactoe").unwrap();
        let view = game.session(&Place::default()).unwrap().view();
        let mut edited = board(&view.diagram);
        edited.cells[4] = "Z".into();
        let error = game.compose(&edited).unwrap_err().to_string();
        assert_eq!(error, "board: expected one of X O, got \"Z\"");
        edited.cells.pop();
        let error = game.compose(&edited).unwrap_err().to_string();
        assert_eq!(error, "board: expected 9 cells, got 8");
    }
}
