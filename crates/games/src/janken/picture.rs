//! A neutral diagram of a position.

use yomikiri_game_api::{Diagram, Edited, NamedPiece, Picture, Piece, Remark, Side, Word};

use super::board::{CUBES, SIZE, Square};
use super::cube::{Orientation, Symbol};
use super::game::Janken;
use super::moves::{Action, Move, Step};
use super::position::Position;
use super::position_text::letters;

impl Picture for Janken {
    fn diagram(&self, at: &Position) -> Diagram {
        let mut cells = vec![None; Square::COUNT];
        for (square, side, cube) in at.pieces() {
            cells[cell(square)] = Some(piece(side, cube));
        }
        let name = |first: u8, number: usize| char::from(first + number as u8).to_string();
        Diagram {
            width: SIZE,
            height: SIZE,
            files: (0..SIZE).map(|file| name(b'a', file)).collect(),
            ranks: (0..SIZE).rev().map(|rank| name(b'1', rank)).collect(),
            cells,
            hands: [Vec::new(), Vec::new()],
            alerts: Vec::new(),
        }
    }

    fn touches(&self, _at: &Position, mv: Move) -> (Option<usize>, Option<usize>) {
        match mv.action() {
            Action::Step(Step { from, to }) => (Some(cell(from)), Some(cell(to))),
            Action::Place { square, .. } => (None, Some(cell(square))),
            Action::Pass => (None, None),
        }
    }

    /// A turn begins: two actions, three for a lone cube.
    fn compose(&self, edited: &Edited<'_>) -> Option<String> {
        let cubes = edited.diagram.cells.iter().flatten();
        let actions = match cubes.filter(|cube| cube.side == edited.side).count() {
            1 => 3,
            _ => 2,
        };
        let side = edited.side.index() + 1;
        Some(format!("{} {side} {actions} -", edited.diagram.rows()))
    }

    fn pieces(&self) -> Vec<NamedPiece> {
        let both = Side::BOTH.into_iter();
        let all = both.flat_map(|side| Orientation::all().map(move |cube| piece(side, cube)));
        let named = |piece| NamedPiece {
            piece,
            names: Vec::new(),
        };
        all.map(named).collect()
    }

    /// The number of the next action, or of the next cube in the setup.
    fn situation(&self, at: &Position) -> Option<Remark> {
        if at.won_by().is_some() {
            return None;
        }
        let (id, all) = match (at.is_setup(), at.allowance(at.side())) {
            (true, _) => ("situation-janken-setup", CUBES),
            (false, 3) => ("situation-janken-funbari", 3),
            (false, actions) => ("situation-janken-action", actions),
        };
        // Positions from text may have fewer actions left than a turn.
        let number = (all + 1).saturating_sub(at.left());
        let remark = Remark::new(id).with("number", Word::text(number));
        Some(remark.with("of", Word::text(all)))
    }
}

/// Cells are numbered from the top left, squares from the bottom left.
pub(super) fn cell(square: Square) -> usize {
    (SIZE - 1 - square.rank()) * SIZE + square.file()
}

/// A cube: its kind is the symbol on top, its letters and faces are top, front and side.
fn piece(side: Side, cube: Orientation) -> Piece {
    Piece {
        side,
        kind: cube.top().id().into(),
        letter: letters(side, cube),
        sign: cube.faces().map(|symbol| sign(side, symbol)).concat(),
        // A cube rolls to any neighbour, so step marks add nothing.
        steps: Vec::new(),
        slides: Vec::new(),
        faces: cube.faces().map(|symbol| symbol.id().to_owned()).to_vec(),
    }
}

/// The first syllable of the symbol, in katakana for First and hiragana for Second, as letters
/// differ in case.
const fn sign(side: Side, symbol: Symbol) -> &'static str {
    let signs = match side {
        Side::First => ["グ", "チ", "パ"],
        Side::Second => ["ぐ", "ち", "ぱ"],
    };
    signs[symbol as usize]
}
