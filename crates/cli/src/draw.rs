//! A board in box-drawing characters.

use unicode_width::UnicodeWidthStr;
use yomikiri_lab::{AnyGame, Diagram, HandEntry, Lang, MoveView, Piece, Side, Texts, View};

/// How to draw.
#[derive(Copy, Clone)]
pub(crate) struct Pen<'a> {
    pub(crate) texts: &'a Texts,
    pub(crate) colour: bool,
    /// Draws Second's home at the bottom.
    pub(crate) flipped: bool,
    /// What the game calls its sides.
    pub(crate) sides: [&'static str; 2],
}

/// Ranks as shogi names them.
const RANKS: &str = "一二三四五六七八九";

/// The view with files and ranks as they are named in the moves of a language: shogi counts files from the
/// right, and ranks in characters.
pub(crate) fn with_native_names(mut view: View, game: &dyn AnyGame, lang: Lang) -> View {
    let notation = game.profile().identity.notation;
    let diagram = &mut view.diagram;
    if notation.contains(&(lang.code(), "shogi")) && diagram.height <= RANKS.chars().count() {
        diagram.files = (1..=diagram.width)
            .rev()
            .map(|file| file.to_string())
            .collect();
        diagram.ranks = RANKS
            .chars()
            .take(diagram.height)
            .map(String::from)
            .collect();
    }
    view
}

impl Pen<'_> {
    /// The board with both hands, and nothing else.
    pub(crate) fn board(self, diagram: &Diagram, last: Option<&MoveView>) -> String {
        self.board_with_targets(diagram, last, &[])
    }

    /// The same with marks on the squares where a piece can go: a dot, or angles around what it captures.
    pub(crate) fn board_with_targets(
        self,
        diagram: &Diagram,
        last: Option<&MoveView>,
        targets: &[usize],
    ) -> String {
        let order = self.order(diagram);
        let inner = self.cell_width(diagram);
        let margin = diagram.ranks.iter().map(|rank| rank.width()).max();
        let margin = margin.unwrap_or(0);
        let indent = " ".repeat(margin + 1);
        let rule = |left, mid, right| {
            let cell = "─".repeat(inner + 2);
            let cells = vec![cell; diagram.width].join(mid);
            format!("{indent}{left}{cells}{right}\n")
        };
        let both = [Side::First, Side::Second];
        let [near, far] = match self.flipped {
            false => both,
            true => [Side::Second, Side::First],
        };
        let mut text = self.hand(diagram, far);
        text += &indent;
        for &file in &order.files {
            text += &format!(" {}", centred(&diagram.files[file], inner + 2));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text += &rule("┌", "┬", "┐");
        for (row, &rank) in order.ranks.iter().enumerate() {
            if row > 0 {
                text += &rule("├", "┼", "┤");
            }
            let name = &diagram.ranks[rank];
            text += &" ".repeat(margin - name.width());
            text += name;
            text += " │";
            for &file in &order.files {
                let cell = rank * diagram.width + file;
                text += &self.cell(diagram, cell, inner, (last, targets.contains(&cell)));
                text += "│";
            }
            text.push('\n');
        }
        text += &rule("└", "┴", "┘");
        text += &self.hand(diagram, near);
        text
    }

    /// The board, the turn or the outcome, and the position as text.
    pub(crate) fn view(self, view: &View) -> String {
        let mut text = self.board(&view.diagram, view.played.last());
        text += &self.status(view);
        text += "\n";
        for remark in view.outcome.iter().flat_map(|outcome| &outcome.because) {
            text += &self.texts.remark(remark);
            text += "\n";
        }
        text += &view.position;
        text += "\n";
        text
    }

    /// The turn or the outcome.
    pub(crate) fn status(self, view: &View) -> String {
        let texts = self.texts;
        match &view.outcome {
            Some(outcome) => self.paint("1", &texts.outcome_of(self.sides, outcome)),
            None => {
                let turn = texts.turn(self.sides, view.side);
                match view.in_check {
                    Some(true) => {
                        let check = self.paint("1;31", &texts.message("in-check", &[]));
                        format!("{turn} · {check}")
                    }
                    _ => turn,
                }
            }
        }
    }

    fn order(self, diagram: &Diagram) -> Order {
        let mut order = Order {
            files: (0..diagram.width).collect(),
            ranks: (0..diagram.height).collect(),
        };
        if self.flipped {
            order.files.reverse();
            order.ranks.reverse();
        }
        order
    }

    fn cell(
        self,
        diagram: &Diagram,
        cell: usize,
        inner: usize,
        (last, is_target): (Option<&MoveView>, bool),
    ) -> String {
        let touched = last.is_some_and(|mv| mv.from == Some(cell) || mv.to == Some(cell));
        let sign = diagram.cells[cell].as_ref().map(|piece| self.sign(piece));
        let text = match (sign, is_target) {
            (Some(sign), true) => format!("›{}‹", centred(&sign, inner)),
            (Some(sign), false) => centred(&sign, inner + 2),
            (None, true) => centred("•", inner + 2),
            (None, false) => centred(" ", inner + 2),
        };
        let mut codes = Vec::new();
        if let Some(piece) = &diagram.cells[cell] {
            codes.push(side_code(piece.side));
        }
        if diagram.alerts.contains(&cell) {
            codes.push("41");
        } else if touched {
            codes.push("48;5;238");
        }
        self.paint(&codes.join(";"), &text)
    }

    fn hand(self, diagram: &Diagram, side: Side) -> String {
        if diagram.hands.iter().all(Vec::is_empty) {
            return String::new();
        }
        let pieces = &diagram.hands[side.index()];
        let held = if pieces.is_empty() {
            self.texts.message("hand-empty", &[])
        } else {
            let entry = |entry: &HandEntry| match entry.count {
                1 => self.sign(&entry.piece),
                count => format!("{}×{count}", self.sign(&entry.piece)),
            };
            let held: Vec<String> = pieces.iter().map(entry).collect();
            self.paint(side_code(side), &held.join(" "))
        };
        let title = self.texts.message(&format!("hand-{side}"), &[]);
        format!("{title} {held}\n")
    }

    /// Letters in English, where case shows the owner; symbols elsewhere, with `v` for Second as in
    /// Japanese diagrams unless they are stones or the like, which tell by themselves.
    fn sign(self, piece: &Piece) -> String {
        let is_stone = piece.sign == piece.letter || ["●", "○"].contains(&piece.sign.as_str());
        match (self.texts.lang(), piece.side) {
            (Lang::En, _) => piece.letter.clone(),
            (_, Side::Second) if !is_stone => format!("v{}", piece.sign),
            (_, Side::First) if !is_stone => format!(" {}", piece.sign),
            _ => piece.sign.clone(),
        }
    }

    fn cell_width(self, diagram: &Diagram) -> usize {
        let pieces = diagram.cells.iter().flatten();
        let held = diagram.hands.iter().flatten().map(|entry| &entry.piece);
        let widths = pieces.chain(held).map(|piece| self.sign(piece).width());
        widths.max().unwrap_or(1).max(1)
    }

    fn paint(self, codes: &str, text: &str) -> String {
        if self.colour && !codes.is_empty() {
            format!("\x1b[{codes}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Columns and rows in drawing order.
struct Order {
    files: Vec<usize>,
    ranks: Vec<usize>,
}

/// Blue and orange are distinguishable for colour-blind users.
fn side_code(side: Side) -> &'static str {
    match side {
        Side::First => "1;38;5;75",
        Side::Second => "1;38;5;214",
    }
}

fn centred(text: &str, width: usize) -> String {
    let room = width.saturating_sub(text.width());
    let left = room / 2;
    format!("{}{text}{}", " ".repeat(left), " ".repeat(room - left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_lab::{Lab, Place};

    fn draw(flipped: bool) -> String {
        let lab = Lab::new();
        let pen = Pen {
            texts: lab.texts(Lang::En),
            colour: false,
            flipped,
            sides: ["cross", "nought"],
        };
        let place = Place {
            moves: "b2 a1",
            ..Place::default()
        };
        let game = lab.open_game("tictactoe").unwrap();
        pen.view(&game.session(&place).unwrap().view())
    }

    #[test]
    fn a_board_is_drawn_from_both_sides() {
        let expected = [
            "    a   b   c",
            "  ┌───┬───┬───┐",
            "1 │ O │   │   │",
            "  ├───┼───┼───┤",
            "2 │   │ X │   │",
            "  ├───┼───┼───┤",
            "3 │   │   │   │",
            "  └───┴───┴───┘",
            "Crosses (×) to move",
            "O../.X./... x",
            "",
        ];
        assert_eq!(draw(false), expected.join("\n"));
        assert!(draw(true).starts_with("    c   b   a\n"));
    }
}
