//! Moves in chess style `Ab4` and shogi style `2四ア`.
//!
//! Both are the notations of the Anpanman thesis, extended for games with drops, promotion and
//! several pieces of a kind: `C*b3`, `Pb2+` (promotes), `Pb2=` (declines), `Sa5b4` if two pieces
//! could move there; 打, 成, 不成 and the origin in brackets in shogi style.

use yomikiri_game_api::{Game, MoveStyles, Notation, ReadError, Side};

use crate::koma::game::Koma;
use crate::koma::moves::{Action, Move};
use crate::koma::position::Position;

const NUMERALS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

impl MoveStyles for Koma {
    fn styles(&self) -> &'static [&'static str] {
        &["chess", "shogi"]
    }

    fn write_styled(&self, style: &str, at: &Position, mv: Move) -> Option<String> {
        match style {
            "chess" => Some(self.chess_style(at, mv)),
            "shogi" => Some(self.shogi_style(at, mv, 0)),
            _ => None,
        }
    }

    fn read_styled(&self, style: &str, at: &Position, text: &str) -> Result<Move, ReadError> {
        if !self.styles().contains(&style) {
            let expected = format!("a style ({})", self.styles().join(", "));
            return Err(ReadError::new("style", expected, style));
        }
        const LONGEST: usize = 64;
        if text.len() > LONGEST {
            return Err(ReadError::new(
                "move",
                format!("a move in {style} style"),
                text,
            ));
        }
        let mut legal = Vec::new();
        self.legal_moves(at, &mut legal);
        let plain = plain_digits(text);
        let says = |&&mv: &&Move| match style {
            "chess" => self.chess_style(at, mv) == plain,
            _ => (0..self.sign_count(at, mv)).any(|i| self.shogi_style(at, mv, i) == plain),
        };
        legal.iter().find(says).copied().ok_or_else(|| {
            let known = legal
                .iter()
                .filter_map(|&mv| self.write_styled(style, at, mv));
            let known: Vec<String> = known.collect();
            let expected = if known.is_empty() {
                "no move, for the game is over".to_owned()
            } else {
                format!("a legal move ({})", known.join(" "))
            };
            ReadError::new("move", expected, text)
        })
    }
}

impl Koma {
    fn chess_style(&self, at: &Position, mv: Move) -> String {
        let letters = |code| self.letters(Side::First, code);
        match mv.action() {
            Action::Pass => "pass".to_owned(),
            Action::Drop { .. } => self.write_move(at, mv).replacen(
                &letters(self.moved(at, mv)),
                &self.capital(at.turn(), self.moved(at, mv)),
                1,
            ),
            Action::Step { from, to, .. } => {
                let origin = if self.is_ambiguous(at, mv) {
                    self.square_name(from)
                } else {
                    String::new()
                };
                let piece = self.capital(at.turn(), self.moved(at, mv));
                let promotion = self.promotion_mark(at, mv, "+", "=");
                format!("{piece}{origin}{}{promotion}", self.square_name(to))
            }
        }
    }

    /// `sign` selects among the symbols that are read for the moved piece; 0 is the one written.
    fn shogi_style(&self, at: &Position, mv: Move, sign: usize) -> String {
        let (from, to) = match mv.action() {
            Action::Pass => return "パス".to_owned(),
            Action::Drop { to, .. } => (None, to),
            Action::Step { from, to, .. } => (Some(from), to),
        };
        let kind = &self.rules.kinds[self.moved(at, mv) - 1];
        let own = &kind.signs[at.turn().index()];
        let sign = sign.checked_sub(1).map_or(own, |i| &kind.signs_also[i]);
        let square = format!(
            "{}{}",
            self.file_digit(to),
            NUMERALS[to / self.tables.files]
        );
        let mark = match from {
            None => "打",
            Some(_) => self.promotion_mark(at, mv, "成", "不成"),
        };
        let origin = match from {
            Some(from) if self.is_ambiguous(at, mv) => {
                format!(
                    "({}{})",
                    self.file_digit(from),
                    from / self.tables.files + 1
                )
            }
            _ => String::new(),
        };
        format!("{square}{sign}{mark}{origin}")
    }

    fn sign_count(&self, at: &Position, mv: Move) -> usize {
        match self.moved(at, mv) {
            0 => 1,
            code => 1 + self.rules.kinds[code - 1].signs_also.len(),
        }
    }

    /// The code of the moved piece before it promotes; 0 for a pass.
    fn moved(&self, at: &Position, mv: Move) -> usize {
        match mv.action() {
            Action::Step { from, .. } => at.code_at(from),
            Action::Drop { kind, .. } => kind,
            Action::Pass => 0,
        }
    }

    /// The letter of a piece as a capital, for either owner.
    fn capital(&self, side: Side, code: usize) -> String {
        self.letters(side, code).to_ascii_uppercase()
    }

    fn file_digit(&self, square: usize) -> usize {
        let file = square % self.tables.files;
        if self.rules.digits_from_left {
            file + 1
        } else {
            self.tables.files - file
        }
    }

    /// Whether another piece of the same kind could make the same step.
    fn is_ambiguous(&self, at: &Position, mv: Move) -> bool {
        let Action::Step { from, to, .. } = mv.action() else {
            return false;
        };
        self.legal(at)
            .into_iter()
            .any(|other| match other.action() {
                Action::Step {
                    from: origin,
                    to: target,
                    ..
                } => origin != from && target == to && at.code_at(origin) == at.code_at(from),
                _ => false,
            })
    }

    /// The mark of a step that promotes or declines promotion.
    fn promotion_mark<'m>(&self, at: &Position, mv: Move, yes: &'m str, no: &'m str) -> &'m str {
        let Action::Step { from, to, promote } = mv.action() else {
            return "";
        };
        if promote {
            yes
        } else if self.legal(at).contains(&Move::step(from, to, true)) {
            no
        } else {
            ""
        }
    }

    fn legal(&self, at: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves(at, &mut moves);
        moves
    }
}

/// Reads full-width digits and spaces like plain ones.
fn plain_digits(text: &str) -> String {
    let plain = |letter: char| match letter {
        '０'..='９' => char::from(b'0' + (letter as u32 - '０' as u32) as u8),
        other => other,
    };
    text.trim().chars().map(plain).collect()
}
