//! The layout of the screen, shared by drawing and mouse.

use ratatui::layout::{Position, Rect, Size};
use yomikiri_lab::Side;

use super::board::{Plan, piece_text};
use super::state::{Spot, State};
use super::text;

/// The minimum screen size.
pub(super) const LEAST: Size = Size::new(80, 24);
/// A comfortable width for status and moves, and the minimum for wide boards.
const PANEL: [u16; 2] = [30, 18];
const WIDEST_PANEL: u16 = 56;
/// The hands are above and below the board and need some width.
const BOARD_COLUMN: u16 = 36;
const STATUS_ROWS: u16 = 7;
/// Columns of the third column, and the fewest rows of its graph.
const MORE: u16 = 30;
const GRAPH_ROWS: u16 = 9;

/// The parts of the screen.
#[derive(Copy, Clone, Debug)]
pub(super) struct Screen {
    pub(super) board: Plan,
    /// First's hand and Second's.
    pub(super) hands: [Rect; 2],
    pub(super) status: Rect,
    pub(super) moves: Rect,
    /// On wide terminals: the legal moves, and the values of the game so far.
    pub(super) more: Option<[Rect; 2]>,
    pub(super) note: Rect,
    pub(super) keys: Rect,
}

impl Screen {
    /// Computes the layout, or returns the required size.
    pub(super) fn of(area: Rect, state: &State) -> Result<Screen, Size> {
        let diagram = &state.view.diagram;
        let fits = area.width >= LEAST.width && area.height >= LEAST.height;
        let choose = |panel: u16| {
            // One empty column beside the board, two rows of hands, two rows of text below.
            let room = Size::new(
                area.width.saturating_sub(panel + 2),
                area.height.saturating_sub(4),
            );
            Plan::choose(diagram, &state.look, room)
        };
        let board = PANEL.into_iter().find_map(choose).filter(|_| fits);
        let Some(mut board) = board else {
            let least = Plan::least(diagram, &state.look);
            return Err(Size::new(
                LEAST.width.max(least.width + PANEL[1] + 2),
                LEAST.height.max(least.height + 4),
            ));
        };
        let size = board.size();
        let column = (size.width + 2)
            .max(BOARD_COLUMN)
            .min(area.width - PANEL[1]);
        let height = area.height - 2;
        // Small boards are centred in their column.
        let air = height - size.height - 2;
        let top = area.y + air / 2;
        board.corner = Position::new(area.x + 1, top + 1);
        let row = |y: u16| Rect::new(area.x + 1, y, column - 1, 1);
        let (far, near) = (row(top), row(top + 1 + size.height));
        let hands = match state.look.flipped {
            false => [near, far],
            true => [far, near],
        };
        let right = area.width - column;
        let is_wide = right >= PANEL[0] + MORE;
        let panel = Rect {
            x: area.x + column,
            y: area.y,
            width: match is_wide {
                true => (right - MORE).min(WIDEST_PANEL),
                false => right.min(WIDEST_PANEL),
            },
            height,
        };
        let beside = Rect {
            x: panel.right(),
            width: (area.right() - panel.right()).min(WIDEST_PANEL),
            ..panel
        };
        let more = is_wide.then(|| {
            let graph = (height / 3).clamp(GRAPH_ROWS, 2 * GRAPH_ROWS);
            let legal = Rect {
                height: height - graph,
                ..beside
            };
            let graph = Rect {
                y: legal.bottom(),
                height: graph,
                ..beside
            };
            [legal, graph]
        });
        let status = Rect {
            height: STATUS_ROWS,
            ..panel
        };
        let moves = Rect {
            y: panel.y + STATUS_ROWS,
            height: panel.height - STATUS_ROWS,
            ..panel
        };
        let line = |y: u16| Rect::new(area.x, y, area.width, 1);
        Ok(Screen {
            board,
            hands,
            status,
            moves,
            more,
            note: line(area.bottom() - 2),
            keys: line(area.bottom() - 1),
        })
    }

    /// What is at a screen position.
    pub(super) fn spot_at(&self, place: Position, state: &State) -> Option<Spot> {
        if let Some(cell) = self.board.cell_at(place) {
            return Some(Spot::Cell(cell));
        }
        let side = state.view.side;
        let area = self.hands[side.index()];
        let mut x = area.x + text::width(&hand_title(state, side));
        for (at, item) in hand_items(state, side).iter().enumerate() {
            let width = text::width(item);
            if Rect::new(x, area.y, width, 1).contains(place) {
                return Some(Spot::Hand(at));
            }
            x += width;
        }
        None
    }
}

/// The label of a hand.
pub(super) fn hand_title(state: &State, side: Side) -> String {
    let name = state.side_name(side);
    let arrow = super::board::arrow(side, state.look.flipped);
    format!("{arrow} {name} ")
}

/// The pieces in a hand, with brackets around the one under the cursor and the selected one.
pub(super) fn hand_items(state: &State, side: Side) -> Vec<String> {
    let mine = state.view.side == side;
    let entries = state.view.diagram.hands[side.index()].iter().enumerate();
    let item = |(at, entry): (usize, &yomikiri_lab::HandEntry)| {
        // The row shows the owner.
        let piece = piece_text(&entry.piece, &state.look);
        let sign = piece.trim_start_matches(['▲', '▽', '▼', '△']);
        let count = match entry.count {
            1 => String::new(),
            count => count.to_string(),
        };
        let here = |spot: Option<Spot>| mine && spot == Some(Spot::Hand(at));
        match (here(Some(state.cursor)), here(state.picked)) {
            (true, _) => format!("[{sign}{count}]"),
            (_, true) => format!("{{{sign}{count}}}"),
            _ => format!(" {sign}{count} "),
        }
    };
    entries.map(item).collect()
}
