//! A position in a room, in few bytes: it is sent with every event. Pieces are numbers, and moves that
//! only put a piece on a cell are that cell.

use serde::Serialize;
use yomikiri_lab::{Diagram, MoveView, Piece, Side};

/// A board. Cells are numbered in rows from the top left, as First sees it. A piece is a number from 1:
/// its place in the room's `pieces` and, after those, in `more`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PackedBoard {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Names of the columns, from the left.
    pub files: Vec<String>,
    /// Names of the rows, from the top.
    pub ranks: Vec<String>,
    /// What stands on each cell; 0: nothing.
    pub cells: Vec<usize>,
    /// What First and Second hold in hand.
    pub hands: [Vec<PackedHand>; 2],
    /// Cells to be stressed, such as a leader in check.
    pub alerts: Vec<usize>,
    /// Pieces here that the room's list does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<Piece>>", optional))]
    pub more: Vec<Piece>,
}

/// Pieces of one kind in hand.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct PackedHand {
    /// Which piece.
    pub piece: usize,
    /// How many.
    pub count: usize,
}

impl PackedBoard {
    /// Packs a diagram with the room's list of pieces.
    pub fn new(diagram: &Diagram, pieces: &[Piece]) -> Self {
        let mut more: Vec<Piece> = Vec::new();
        let mut number = |piece: &Piece| {
            let known = pieces.iter().chain(&more).position(|one| one == piece);
            known.unwrap_or_else(|| {
                more.push(piece.clone());
                pieces.len() + more.len() - 1
            }) + 1
        };
        let cells = diagram.cells.iter();
        let cells = cells.map(|cell| cell.as_ref().map_or(0, &mut number));
        let cells = cells.collect();
        let hands = [0, 1].map(|at| {
            let held = diagram.hands[at].iter();
            let held = held.map(|held| PackedHand {
                piece: number(&held.piece),
                count: held.count,
            });
            held.collect()
        });
        PackedBoard {
            width: diagram.width,
            height: diagram.height,
            files: diagram.files.clone(),
            ranks: diagram.ranks.clone(),
            cells,
            hands,
            alerts: diagram.alerts.clone(),
            more,
        }
    }
}

/// Splits legal moves into the cells of placements, whose text is the cell's name, and all others.
pub fn pack_moves(
    diagram: &Diagram,
    side: Side,
    legal: &[MoveView],
) -> (Vec<usize>, Vec<MoveView>) {
    let mut places = Vec::new();
    let mut others = Vec::new();
    for mv in legal {
        match placement(diagram, side, mv) {
            Some(cell) => places.push(cell),
            None => others.push(mv.clone()),
        }
    }
    places.sort_unstable();
    (places, others)
}

/// The cell of a move of which nothing else is to be said.
fn placement(diagram: &Diagram, side: Side, mv: &MoveView) -> Option<usize> {
    let plain = mv.from.is_none() && mv.hand.is_none() && mv.styled.is_empty() && mv.side == side;
    let cell = mv.to.filter(|_| plain)?;
    let file = diagram.files.get(cell % diagram.width)?;
    let rank = diagram.ranks.get(cell / diagram.width)?;
    let rest = mv.text.strip_prefix(file.as_str())?;
    (rest == rank).then_some(cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_lab::Lab;

    /// Unpacks as the page does.
    fn unpacked(
        board: &PackedBoard,
        pieces: &[Piece],
        places: &[usize],
        side: Side,
    ) -> (Vec<Option<Piece>>, Vec<MoveView>) {
        let all: Vec<&Piece> = pieces.iter().chain(&board.more).collect();
        let cells = board.cells.iter();
        let cells = cells.map(|&number| number.checked_sub(1).map(|at| all[at].clone()));
        let moves = places.iter().map(|&cell| MoveView {
            text: format!(
                "{}{}",
                board.files[cell % board.width],
                board.ranks[cell / board.width]
            ),
            styled: <_>::default(),
            side,
            from: None,
            to: Some(cell),
            hand: None,
        });
        (cells.collect(), moves.collect())
    }

    /// What is packed is all there: every game, a few moves on.
    #[test]
    fn nothing_is_lost() {
        let lab = Lab::new();
        let mut placements = 0;
        for id in lab.game_ids() {
            let game = lab.open_game(id).unwrap();
            let pieces: Vec<Piece> = game
                .info()
                .pieces
                .iter()
                .map(|one| one.piece.clone())
                .collect();
            let mut session = game.session(&<_>::default()).unwrap();
            for ply in 0..12 {
                let view = session.position_view();
                let board = PackedBoard::new(&view.diagram, &pieces);
                let (places, others) = pack_moves(&view.diagram, view.side, &view.legal);
                placements += places.len();
                let (cells, placed) = unpacked(&board, &pieces, &places, view.side);
                assert_eq!(cells, view.diagram.cells, "{id}");
                let mut moves: Vec<MoveView> = placed.into_iter().chain(others).collect();
                moves.sort_by(|a, b| a.text.cmp(&b.text));
                assert_eq!(moves, view.legal, "{id}");
                let Some(mv) = view.legal.get(ply * 7 % view.legal.len().max(1)) else {
                    break;
                };
                session.play(&mv.text).unwrap();
            }
        }
        assert!(placements > 1_000, "{placements}");
    }
}
