//! Whose the empty points are, what that is worth, and what each move gains.

use yomikiri_game_api::{Bar, Fact, Facts, Game, Label, Mark, Overlay, Shape, Side, Tone};

use super::{about, vertex, vertices};
use crate::go::game::Go;
use crate::go::position::{Move, Position};

/// The empty points of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Territory {
    /// The owner of every cell; stones have none.
    pub owners: Vec<Option<Side>>,
    /// Black's points less White's.
    pub value: i32,
    /// The same in tenths.
    pub tenths: i32,
}

impl Territory {
    /// With every point worth one.
    pub fn of(owners: Vec<Option<Side>>) -> Self {
        let worth = |owner: &Option<Side>| match owner {
            Some(Side::First) => 1,
            Some(Side::Second) => -1,
            None => 0,
        };
        let value = owners.iter().map(worth).sum();
        Territory {
            owners,
            value,
            tenths: 10 * value,
        }
    }

    /// Rows from the top: `b`, `w` and `.`, stones `X` and `O`.
    pub fn rows(&self, game: &Go, at: &Position) -> Vec<String> {
        let letter = |cell: usize| match (at.stone(cell), self.owners[cell]) {
            (Some(Side::First), _) => 'X',
            (Some(Side::Second), _) => 'O',
            (None, Some(Side::First)) => 'b',
            (None, Some(Side::Second)) => 'w',
            (None, None) => '.',
        };
        let width = game.size().width();
        let rows = 0..game.size().height();
        let row = |row: usize| (row * width..(row + 1) * width).map(letter).collect();
        rows.map(row).collect()
    }
}

/// A way to see territory.
pub type See = fn(&Go, &Position) -> Territory;

/// What every legal move of a side gains, in whole points: the value after it less the value now, as that
/// side sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gains {
    /// Whose moves.
    pub side: Side,
    /// Cell and gain, in scan order.
    pub of: Vec<(usize, i32)>,
}

impl Gains {
    /// The best gain with all moves that share it, in scan order; none without legal moves.
    pub fn best(&self) -> Option<(i32, Vec<usize>)> {
        let best = self.of.iter().map(|&(_, gain)| gain).max()?;
        let shared = self.of.iter().filter(|&&(_, gain)| gain == best);
        Some((best, shared.map(|&(cell, _)| cell).collect()))
    }
}

/// The gains of a side. If it is not its turn, it is given the turn. A way to see that looks at whose turn it is
/// sees the board now as after a pass: a move is compared with none.
pub fn gains(game: &Go, at: &Position, side: Side, see: See) -> Gains {
    let start = super::with_turn(at, side);
    let now = see(game, &super::with_turn(at, !side)).tenths;
    let sign = 1 - 2 * side.index() as i32;
    let mut moves = Vec::new();
    game.legal_moves(&start, &mut moves);
    let cells = moves.into_iter().filter_map(Move::cell);
    let of = cells.map(|cell| {
        let mut next = start;
        game.play(&mut next, Move::at(cell));
        (
            cell,
            (sign * (see(game, &next).tenths - now)).div_euclid(10),
        )
    });
    Gains {
        side,
        of: of.collect(),
    }
}

pub(super) fn facts(game: &Go, at: &Position, see: See) -> Facts {
    let territory = see(game, at);
    let rows = territory.rows(game, at);
    Facts {
        text: text(&territory, &rows),
        data: Fact::record([
            ("value", territory.value.into()),
            ("rows", Fact::list(rows)),
        ]),
    }
}

/// `value N`, then the rows: the form of GTP.
pub(in crate::go) fn text(territory: &Territory, rows: &[String]) -> String {
    format!("value {}\n{}\n", territory.value, rows.join("\n"))
}

pub(super) fn gain_facts(game: &Go, at: &Position, see: See) -> Facts {
    let gains = gains(game, at, at.turn(), see);
    let each = gains.of.iter();
    let each = each.map(|&(cell, gain)| (vertex(game, cell), Fact::from(gain)));
    let best = gains.best();
    let best_data = best.as_ref().map(|(gain, cells)| {
        Fact::record([
            ("gain", (*gain).into()),
            ("points", Fact::list(vertices(game, cells))),
        ])
    });
    let data = Fact::record([
        ("side", gains.side.word().into()),
        ("gains", Fact::Record(each.collect())),
        ("best", Fact::from(best_data)),
    ]);
    let mut by_cell = vec![None; game.size().points()];
    for &(cell, gain) in &gains.of {
        by_cell[cell] = Some(gain);
    }
    let mut text = String::new();
    for (number, row) in by_cell.chunks(game.size().width()).enumerate() {
        for (column, gain) in row.iter().enumerate() {
            let cell = number * game.size().width() + column;
            text += &match (gain, at.stone(cell)) {
                (Some(gain), _) => format!("{gain:4}"),
                (None, Some(Side::First)) => "   X".to_owned(),
                (None, Some(Side::Second)) => "   O".to_owned(),
                (None, None) => "   .".to_owned(),
            };
        }
        text.push('\n');
    }
    if let Some((gain, cells)) = best {
        text += &best_text(game, gain, &cells);
    }
    Facts { data, text }
}

/// `gain N`, then the vertices: the form of GTP.
pub(in crate::go) fn best_text(game: &Go, gain: i32, cells: &[usize]) -> String {
    format!("gain {gain}\n{}\n", vertices(game, cells).join(" "))
}

pub(super) fn overlay(at: &Position, territory: &Territory) -> Overlay {
    let mut overlay = Overlay {
        about: about::territory(at, territory),
        ..Overlay::default()
    };
    let mut number = [0.0; 2];
    for (cell, owner) in territory.owners.iter().enumerate() {
        let Some(side) = *owner else {
            continue;
        };
        number[side.index()] += 1.0;
        overlay.marks.push(Mark {
            cell,
            shape: Shape::Square,
            tone: Tone::from(side),
        });
    }
    overlay.bars.push(Bar {
        name: "term-territory".into(),
        first: number[0],
        second: number[1],
    });
    overlay
}

pub(super) fn gain_overlay(game: &Go, at: &Position, see: See) -> Overlay {
    let gains = gains(game, at, at.turn(), see);
    let best = gains.best().map(|(gain, _)| gain);
    let labels = gains.of.iter().map(|&(cell, gain)| Label {
        cell,
        text: gain.to_string(),
        tone: match Some(gain) == best {
            true => Tone::Win,
            false => Tone::Neutral,
        },
    });
    Overlay {
        labels: labels.collect(),
        about: about::gains(&gains),
        ..Overlay::default()
    }
}
