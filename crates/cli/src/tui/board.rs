//! The board component: draws any diagram and maps screen positions to cells. It knows no game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use yomikiri_lab::{Diagram, Piece, Side};

use super::state::Look;
use super::text;
use super::theme::{Shade, Theme};

/// Cell size and borders.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    /// The top left corner, including file and rank names.
    pub(super) corner: Position,
    columns: u16,
    rows: u16,
    cell: Size,
    /// Lines between the cells, not only around the board.
    ruled: bool,
    /// Lines around the board. Without them, empty cells are dots.
    framed: bool,
    /// Columns for rank names.
    margin: u16,
    flipped: bool,
}

/// Highlighted cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) cursor: Option<usize>,
    pub(super) picked: Option<usize>,
    pub(super) targets: Vec<usize>,
    pub(super) last: Vec<usize>,
    pub(super) hint: Vec<usize>,
}

impl Plan {
    /// The most spacious layout for a board within `room`.
    pub(super) fn choose(diagram: &Diagram, look: &Look, room: Size) -> Option<Plan> {
        let plans = Plan::all(diagram, look);
        plans.into_iter().find(|plan| {
            let size = plan.size();
            size.width <= room.width && size.height <= room.height
        })
    }

    /// The size of the tightest layout.
    pub(super) fn least(diagram: &Diagram, look: &Look) -> Size {
        let plans = Plan::all(diagram, look);
        plans.last().map_or(Size::ZERO, Plan::size)
    }

    /// All layouts, most spacious first.
    fn all(diagram: &Diagram, look: &Look) -> Vec<Plan> {
        let pieces = || {
            let held = diagram.hands.iter().flatten().map(|entry| &entry.piece);
            diagram.cells.iter().flatten().chain(held)
        };
        let sign = |piece: &Piece| text::width(&piece.sign).max(text::width(&piece.letter));
        let signs = pieces().map(sign).max().unwrap_or(1);
        let piece = signs + u16::from(look.sides_marked);
        let ranks = diagram.ranks.iter().map(|rank| text::width(rank));
        let plan = |width, height, ruled, framed| Plan {
            corner: Position::ORIGIN,
            columns: diagram.width as u16,
            rows: diagram.height as u16,
            cell: Size::new(width, height),
            ruled,
            framed,
            margin: ranks.clone().max().unwrap_or(0) + 1,
            flipped: look.flipped,
        };
        vec![
            // Space for the marks that show how a piece moves.
            plan((piece + 4).max(7), 3, true, true),
            // A bracket on either side and a flag.
            plan((piece + 3).max(5), 1, true, true),
            plan(piece + 2, 1, true, true),
            plan(piece + 2, 1, false, true),
            // Boards of 19 rows on a screen of 24.
            plan(piece + 2, 1, false, false),
        ]
    }

    pub(super) fn size(&self) -> Size {
        let gaps = |cells: u16| match self.ruled {
            true => cells + 1,
            false => 2 * u16::from(self.framed),
        };
        Size::new(
            self.margin + self.columns * self.cell.width + gaps(self.columns),
            1 + self.rows * self.cell.height + gaps(self.rows),
        )
    }

    /// The screen area of a cell.
    pub(super) fn area(&self, cell: usize) -> Rect {
        let (mut x, mut y) = (cell as u16 % self.columns, cell as u16 / self.columns);
        if self.flipped {
            (x, y) = (self.columns - 1 - x, self.rows - 1 - y);
        }
        let (gap, frame) = (u16::from(self.ruled), u16::from(self.framed));
        Rect {
            x: self.corner.x + self.margin + frame + x * (self.cell.width + gap),
            y: self.corner.y + 1 + frame + y * (self.cell.height + gap),
            width: self.cell.width,
            height: self.cell.height,
        }
    }

    /// The cell at a screen position.
    pub(super) fn cell_at(&self, place: Position) -> Option<usize> {
        let cells = usize::from(self.columns) * usize::from(self.rows);
        (0..cells).find(|&cell| self.area(cell).contains(place))
    }

    /// Draws the board.
    pub(super) fn draw(&self, diagram: &Diagram, marks: &Marks, look: &Look, to: &mut Buffer) {
        if self.framed {
            self.draw_frame(look.theme, to);
        }
        self.draw_names(diagram, look.theme, to);
        for cell in 0..diagram.cells.len() {
            self.draw_cell(cell, diagram, marks, look, to);
        }
    }

    fn draw_frame(&self, theme: Theme, to: &mut Buffer) {
        let rule = |left: &str, mid: &str, right: &str| {
            let run = "─".repeat(self.cell.width.into());
            let between = if self.ruled { mid } else { "" };
            let cells = vec![run; self.columns.into()].join(between);
            format!("{left}{cells}{right}")
        };
        let x = self.corner.x + self.margin;
        let bottom = self.corner.y + self.size().height - 1;
        let line = |y: u16, text: &str, to: &mut Buffer| {
            to.set_string(x, y, text, theme.rule());
        };
        let sides = {
            let blank = " ".repeat(self.cell.width.into());
            let between = if self.ruled { "│" } else { "" };
            let cells = vec![blank; self.columns.into()].join(between);
            format!("│{cells}│")
        };
        for y in self.corner.y + 2..bottom {
            line(y, &sides, to);
        }
        line(self.corner.y + 1, &rule("┌", "┬", "┐"), to);
        line(bottom, &rule("└", "┴", "┘"), to);
        if self.ruled {
            let inner = rule("├", "┼", "┤");
            for row in 1..self.rows {
                let y = self.corner.y + 1 + row * (self.cell.height + 1);
                line(y, &inner, to);
            }
        }
    }

    fn draw_names(&self, diagram: &Diagram, theme: Theme, to: &mut Buffer) {
        for (column, name) in diagram.files.iter().enumerate() {
            let area = self.area(column);
            let x = area.x + area.width.saturating_sub(text::width(name)) / 2;
            to.set_string(x, self.corner.y, name, theme.dim());
        }
        for (row, name) in diagram.ranks.iter().enumerate() {
            let area = self.area(row * diagram.width);
            let x = self.corner.x + (self.margin - 1).saturating_sub(text::width(name));
            to.set_string(x, area.y + area.height / 2, name, theme.dim());
        }
    }

    fn draw_cell(
        &self,
        cell: usize,
        diagram: &Diagram,
        marks: &Marks,
        look: &Look,
        to: &mut Buffer,
    ) {
        let theme = look.theme;
        let area = self.area(cell);
        let piece = diagram.cells[cell].as_ref();
        let shade = marks.shade(cell, diagram);
        let cursor = marks.cursor == Some(cell);
        let ground = theme.cell(shade, cursor);
        to.set_style(area, ground);
        let middle = area.y + area.height / 2;
        if let Some(piece) = piece {
            if look.steps && area.height >= 3 {
                self.draw_steps(piece, area, theme, (shade, cursor), to);
            }
            let text = piece_text(piece, look);
            let x = area.x + area.width.saturating_sub(text::width(&text)) / 2;
            to.set_string(x, middle, text, theme.piece(piece.side, shade, cursor));
        } else if !self.framed && shade != Shade::Target {
            to.set_string(area.x + area.width / 2, middle, "·", theme.dim());
        } else if shade == Shade::Target {
            to.set_string(area.x + area.width / 2, middle, "•", ground);
        }
        let right = area.right() - 1;
        let flag = match shade {
            Shade::Plain | Shade::Picked => None,
            Shade::Target => piece.map(|_| "×"),
            Shade::Alert => Some("!"),
            Shade::Hint => Some("?"),
            // With colours, a dark background shows this.
            Shade::Last => (!theme.colour).then_some("*"),
        };
        let brackets = match (cursor, shade) {
            (_, Shade::Picked) => Some(["{", "}"]),
            (true, _) => Some(["[", "]"]),
            _ => None,
        };
        if let Some(flag) = flag {
            let (x, y) = match (area.height, brackets) {
                (1, Some(_)) => (right.saturating_sub(1), area.y),
                _ => (right, area.y),
            };
            if x >= area.x + area.width / 2 && to[(x, y)].symbol() == " " {
                to.set_string(x, y, flag, ground);
            }
        }
        if let Some([left, close]) = brackets {
            to.set_string(area.x, middle, left, ground);
            to.set_string(right, middle, close, ground);
        }
    }

    /// Dots around a piece where it steps, strokes where it slides.
    fn draw_steps(
        &self,
        piece: &Piece,
        area: Rect,
        theme: Theme,
        (shade, cursor): (Shade, bool),
        to: &mut Buffer,
    ) {
        let turn = if self.flipped { -1 } else { 1 };
        let (centre, middle) = (area.x + area.width / 2, area.y + area.height / 2);
        let mut mark = |(dx, dy): (i8, i8), sign: &str| {
            if dx.abs() > 1 || dy.abs() > 1 {
                return;
            }
            let x = centre.saturating_add_signed(i16::from(dx) * 2 * turn);
            let y = middle.saturating_add_signed(i16::from(dy) * turn);
            to.set_string(x, y, sign, theme.step(shade, cursor));
        };
        for &step in &piece.steps {
            mark(step, "·");
        }
        for &slide in &piece.slides {
            let stroke = match slide {
                (0, _) => "│",
                (_, 0) => "─",
                (x, y) if x == y => "╲",
                _ => "╱",
            };
            mark(slide, stroke);
        }
    }
}

impl Marks {
    fn shade(&self, cell: usize, diagram: &Diagram) -> Shade {
        if self.picked == Some(cell) {
            Shade::Picked
        } else if self.targets.contains(&cell) {
            Shade::Target
        } else if diagram.alerts.contains(&cell) {
            Shade::Alert
        } else if self.hint.contains(&cell) {
            Shade::Hint
        } else if self.last.contains(&cell) {
            Shade::Last
        } else {
            Shade::Plain
        }
    }
}

/// A piece with its owner's arrow head, as in Japanese diagrams: First's is filled, and both point
/// away from their owner's side.
pub(super) fn piece_text(piece: &Piece, look: &Look) -> String {
    let sign = if look.letters {
        &piece.letter
    } else {
        &piece.sign
    };
    match look.sides_marked {
        true => format!("{}{sign}", arrow(piece.side, look.flipped)),
        false => sign.clone(),
    }
}

/// The mark of a side.
pub(super) fn arrow(side: Side, flipped: bool) -> &'static str {
    match (side, flipped) {
        (Side::First, false) => "▲",
        (Side::Second, false) => "▽",
        (Side::First, true) => "▼",
        (Side::Second, true) => "△",
    }
}
