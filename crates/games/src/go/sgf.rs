//! Records in SGF, and the document's file `figure`.

use yomikiri_game_api::{Arrange, Game, Notation, PositionFormats, ReadError, Sgf, SgfRoot, Side};

use super::game::Go;
use super::handicap;
use super::options::{HandicapBonus, Ko, Scoring, read_half, write_half};
use super::points;
use super::position::{Move, Position};
use super::size::Size;

/// Rules that `RU` names, with what they mean for our options: scoring, ko, suicide, handicap bonus.
/// FF[4] lists the first four; the others are common.
const RULES: &[(&str, Scoring, Ko, bool, &str)] = &[
    ("japanese", Scoring::Territory, Ko::Simple, false, "none"),
    ("aga", Scoring::Area, Ko::Situational, false, "n-1"),
    ("goe", Scoring::Area, Ko::Positional, true, "none"),
    ("nz", Scoring::Area, Ko::Situational, true, "none"),
    ("chinese", Scoring::Area, Ko::Simple, false, "none"),
    ("korean", Scoring::Territory, Ko::Simple, false, "none"),
    ("ing", Scoring::Area, Ko::Positional, true, "none"),
    ("new zealand", Scoring::Area, Ko::Situational, true, "none"),
    ("tromp-taylor", Scoring::Area, Ko::Positional, true, "none"),
    ("cgos", Scoring::Area, Ko::Positional, false, "none"),
];

/// How rules that differ from the named ones are written: `Area, positional superko, suicide`.
const AREA: &str = "Area";
const TERRITORY: &str = "Territory";

type Pairs = Vec<(&'static str, String)>;

impl Sgf for Go {
    const NUMBER: u32 = 1;

    fn sgf_size(&self) -> (usize, usize) {
        (self.size().width(), self.size().height())
    }

    fn sgf_read_point(&self, text: &str) -> Option<usize> {
        points::read_sgf(self.size(), text)
    }

    fn sgf_write_point(&self, cell: usize) -> String {
        points::write_sgf(self.size(), cell)
    }

    fn sgf_pieces(&self) -> [&'static str; 2] {
        ["X", "O"]
    }

    fn sgf_cells(&self, at: &Position) -> Vec<Option<Side>> {
        (0..self.size().points())
            .map(|cell| at.stone(cell))
            .collect()
    }

    fn sgf_options(root: &SgfRoot<'_>) -> Result<Pairs, ReadError> {
        let mut options = Pairs::new();
        let mut size = Size::new(19, 19).expect("a board of 19 lines");
        if let Some(value) = root.value("SZ") {
            size = read_size(&value).ok_or_else(|| {
                let expected = "a size from 2 to 25, or columns:rows";
                ReadError::new("SZ", expected, &value)
            })?;
            options.push(("size", size.to_string()));
        }
        if let Some(value) = root.value("RU") {
            options.extend(read_rules(&value));
        }
        if let Some(stones) = read_handicap(root, size)? {
            options.push(("handicap", stones.to_string()));
        }
        if let Some(value) = root.value("KM") {
            let expected = "points from -650 to 650 in steps of 0.5";
            let komi = read_komi(&value).ok_or_else(|| ReadError::new("KM", expected, &value))?;
            options.push(("komi", write_half(komi)));
        }
        Ok(options)
    }

    fn sgf_root(&self) -> Pairs {
        let size = self.size();
        let written = match size.is_square() {
            true => size.width().to_string(),
            false => format!("{}:{}", size.width(), size.height()),
        };
        let options = self.options();
        let mut root = vec![
            ("SZ", written),
            ("KM", write_half(options.komi())),
            ("RU", write_rules(self)),
        ];
        if options.handicap > 0 {
            root.push(("HA", options.handicap.to_string()));
        }
        root
    }

    fn sgf_move(&self, at: &Position, cell: Option<usize>) -> Result<Move, ReadError> {
        let text = match cell {
            None => "pass".to_owned(),
            Some(cell) => points::write_gtp(self.size(), cell),
        };
        self.read_move(at, &text)
    }

    fn sgf_cell(&self, mv: Move) -> Option<usize> {
        mv.cell()
    }

    /// A stone that was there is replaced, a ko does not matter, and a string that takes itself is gone.
    /// What is taken is not counted, as in every set-up.
    fn sgf_forced(&self, at: &Position, side: Side, cell: usize) -> Option<Position> {
        let mut freed = self.with_cells(at, &[(cell, None)]).ok()?;
        freed.turn = side;
        let mut after = freed;
        if self.is_legal(&freed, cell) {
            self.play(&mut after, Move::at(cell));
        } else {
            // Suicide: the stone is gone again, with all that it was connected to.
            for own in self.neighbour_strings(&freed, cell, side) {
                after.set(own, None);
            }
        }
        let cells = 0..self.size().points();
        let changed = cells.filter(|&cell| after.stone(cell) != at.stone(cell));
        let changed = changed.map(|cell| {
            let stone = after.stone(cell);
            (cell, stone.map(|side| self.sgf_pieces()[side.index()]))
        });
        let changes: Vec<(usize, Option<&str>)> = changed.collect();
        let forced = self.with_cells(at, &changes).ok()?;
        self.with_turn(&forced, !side)
    }
}

impl Go {
    /// The stones of a side's strings beside a cell.
    fn neighbour_strings(&self, at: &Position, cell: usize, side: Side) -> Vec<usize> {
        let size = self.size();
        let (column, row) = points::column_and_row(size, cell);
        let beside = [
            (column.wrapping_sub(1), row),
            (column + 1, row),
            (column, row.wrapping_sub(1)),
            (column, row + 1),
        ];
        let inside = |&(column, row): &(usize, usize)| column < size.width() && row < size.height();
        let cells = beside.iter().filter(|one| inside(one));
        let cells = cells.map(|&(column, row)| points::cell(size, column, row));
        let own = cells.filter(|&cell| at.stone(cell) == Some(side));
        own.flat_map(|cell| self.string(at, cell).0).collect()
    }
}

/// `19`, or columns and rows as in `9:13`.
fn read_size(text: &str) -> Option<Size> {
    let number = |text: &str| text.trim().parse().ok();
    match text.split_once(':') {
        None => {
            let lines = number(text)?;
            Size::new(lines, lines)
        }
        Some((columns, rows)) => Size::new(number(columns)?, number(rows)?),
    }
}

/// Half points. Chinese records count stones instead of points: 3.75 stones are 7.5 points.
fn read_komi(text: &str) -> Option<i32> {
    let within = |half: i32| (half.abs() <= 1300).then_some(half);
    read_half(text).and_then(within).or_else(|| {
        let points: f64 = text.parse().ok()?;
        let quarters = points * 4.0;
        (quarters.fract() == 0.0 && quarters.abs() <= 1300.0).then_some(quarters as i32)
    })
}

/// The handicap, if it stands on the usual points; stones on others are a set-up like any other.
fn read_handicap(root: &SgfRoot<'_>, size: Size) -> Result<Option<usize>, ReadError> {
    let Some(value) = root.value("HA") else {
        return Ok(None);
    };
    let wrong = || ReadError::new("HA", "the number of handicap stones", &value);
    let stones: usize = value.parse().map_err(|_| wrong())?;
    let Some(mut usual) = handicap::cells(size, stones) else {
        return Ok(None);
    };
    let put = (root.values)("AB");
    let read = |point: &String| points::read_sgf(size, point.trim());
    let put: Option<Vec<usize>> = put.iter().map(read).collect();
    let mut put = put.unwrap_or_default();
    put.sort_unstable();
    put.dedup();
    usual.sort_unstable();
    let others = ["AW", "AE"]
        .iter()
        .any(|name| !(root.values)(name).is_empty());
    Ok((put == usual && !others).then_some(stones))
}

fn rule_options(scoring: Scoring, ko: Ko, suicide: bool, bonus: &str) -> Pairs {
    let scoring = match scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
    };
    let ko = match ko {
        Ko::Simple => "simple",
        Ko::Positional => "positional",
        Ko::Situational => "situational",
    };
    vec![
        ("scoring", scoring.to_owned()),
        ("ko", ko.to_owned()),
        ("suicide", suicide.to_string()),
        ("handicap_bonus", bonus.to_owned()),
    ]
}

/// What the name of a set of rules means; nothing if it is unknown.
fn read_rules(text: &str) -> Pairs {
    let text = text.trim().to_ascii_lowercase();
    let known = RULES.iter().find(|(name, ..)| *name == text);
    if let Some(&(_, scoring, ko, suicide, bonus)) = known {
        return rule_options(scoring, ko, suicide, bonus);
    }
    let mut parts = text.split(',').map(str::trim);
    let scoring = match parts.next() {
        Some("area") => Scoring::Area,
        Some("territory") => Scoring::Territory,
        _ => return Pairs::new(),
    };
    let (mut ko, mut suicide, mut bonus) = (Ko::Simple, false, "none");
    for part in parts {
        match part {
            "positional superko" => ko = Ko::Positional,
            "situational superko" => ko = Ko::Situational,
            "suicide" => suicide = true,
            "bonus n" => bonus = "n",
            "bonus n-1" => bonus = "n-1",
            _ => return Pairs::new(),
        }
    }
    rule_options(scoring, ko, suicide, bonus)
}

/// The name of a set of rules, or what it consists of.
fn write_rules(game: &Go) -> String {
    let options = game.options();
    let bonus = match options.handicap_bonus {
        HandicapBonus::None => "none",
        HandicapBonus::Stones => "n",
        HandicapBonus::StonesLessOne => "n-1",
    };
    let ours = (options.scoring, options.ko, options.suicide, bonus);
    for (name, code) in [
        ("Chinese", "chinese"),
        ("Japanese", "japanese"),
        ("AGA", "aga"),
        ("NZ", "nz"),
        ("Tromp-Taylor", "tromp-taylor"),
        ("CGOS", "cgos"),
    ] {
        let known = RULES.iter().find(|(known, ..)| *known == code);
        if known
            .is_some_and(|&(_, scoring, ko, suicide, bonus)| (scoring, ko, suicide, bonus) == ours)
        {
            return name.to_owned();
        }
    }
    let mut text = match options.scoring {
        Scoring::Area => AREA.to_owned(),
        Scoring::Territory => TERRITORY.to_owned(),
    };
    text += match options.ko {
        Ko::Simple => "",
        Ko::Positional => ", positional superko",
        Ko::Situational => ", situational superko",
    };
    if options.suicide {
        text += ", suicide";
    }
    if bonus != "none" {
        text = format!("{text}, bonus {bonus}");
    }
    text
}

/// The document's file: rows of `+` empty, `*` black, `0` white.
const FIGURE: &str = "figure";

impl PositionFormats for Go {
    fn position_formats(&self) -> &'static [&'static str] {
        &[FIGURE]
    }

    /// As the document's program reads it: what is missing, and every other sign, is empty; rows and
    /// columns beyond the board are not read. Black is to move, and there is no ko.
    fn read_position_as(&self, _format: &str, text: &str) -> Result<Position, ReadError> {
        let size = self.size();
        let mut stones = Vec::new();
        for (row, line) in text.lines().take(size.height()).enumerate() {
            for (column, sign) in line.chars().take(size.width()).enumerate() {
                let cell = points::cell(size, column, row);
                match sign {
                    '*' => stones.push((cell, Some("X"))),
                    '0' => stones.push((cell, Some("O"))),
                    _ => {}
                }
            }
        }
        self.with_cells(&Position::EMPTY, &stones)
    }
}
