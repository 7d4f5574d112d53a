//! Positions as `ROWS SIDE HAND` (after SFEN) and moves as `b5b4`, `C*b3`, `b2b1+`, `pass`.

use std::fmt::Write;

use yomikiri_game_api::{Game, Notation, ReadError, Side};

use crate::koma::game::Koma;
use crate::koma::generate;
use crate::koma::moves::{Action, Move};
use crate::koma::position::Position;
use crate::koma::rules::{Captures, MAX_IN_HAND, Model};
use crate::koma::tables::ROYAL;

impl Notation for Koma {
    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        let at = self.read_placement(text)?;
        self.check_inventory(&at, text)?;
        self.check_leaders(&at, text)?;
        Ok(at)
    }

    fn write_position(&self, at: &Position) -> String {
        let mut text = String::new();
        for rank in 0..self.tables.ranks {
            if rank > 0 {
                text.push('/');
            }
            let mut empties = 0;
            for file in 0..self.tables.files {
                let square = rank * self.tables.files + file;
                let Some(side) = at.owner_at(square) else {
                    empties += 1;
                    continue;
                };
                if empties > 0 {
                    let _ = write!(text, "{empties}");
                    empties = 0;
                }
                text.push_str(&self.letters(side, at.code_at(square)));
            }
            if empties > 0 {
                let _ = write!(text, "{empties}");
            }
        }
        text.push_str(match at.turn() {
            Side::First => " b ",
            Side::Second => " w ",
        });
        let before = text.len();
        for side in Side::BOTH {
            for (hand_kind, &code) in self.tables.hand_codes.iter().enumerate() {
                let count = at.in_hand(side, hand_kind);
                if count > 1 {
                    let _ = write!(text, "{count}");
                }
                if count > 0 {
                    text.push_str(&self.letters(side, code));
                }
            }
        }
        if text.len() == before {
            text.push('-');
        }
        text
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        // No move is longer. Do not scan further, the input may be megabytes.
        const LONGEST: usize = 16;
        let mut legal = Vec::new();
        self.legal_moves(at, &mut legal);
        let found = (text.len() <= LONGEST)
            .then(|| legal.iter().find(|&&mv| self.write_move(at, mv) == text))
            .flatten();
        found.copied().ok_or_else(|| {
            let mut known: Vec<String> = legal.iter().map(|&mv| self.write_move(at, mv)).collect();
            known.sort_unstable();
            let expected = if known.is_empty() {
                "no move, for the game is over".to_owned()
            } else {
                format!("a legal move ({})", known.join(" "))
            };
            ReadError::new("move", expected, text)
        })
    }

    fn write_move(&self, _at: &Position, mv: Move) -> String {
        match mv.action() {
            Action::Step { from, to, promote } => {
                let plus = if promote { "+" } else { "" };
                format!("{}{}{plus}", self.square_name(from), self.square_name(to))
            }
            Action::Drop { kind, to } => {
                format!(
                    "{}*{}",
                    self.letters(Side::First, kind),
                    self.square_name(to)
                )
            }
            Action::Pass => "pass".to_owned(),
        }
    }
}

impl Koma {
    /// `a1` is the top left square as First sees the board.
    pub(crate) fn square_name(&self, square: usize) -> String {
        let file = (b'a' + (square % self.tables.files) as u8) as char;
        format!("{file}{}", square / self.tables.files + 1)
    }

    /// The text of a piece: its letter, or `+` and the letter of its base; lower case for Second.
    pub(crate) fn letters(&self, side: Side, code: usize) -> String {
        let kind = &self.rules.kinds[code - 1];
        let cased = |letters: [char; 2]| match side {
            Side::First => letters[0],
            Side::Second => letters[1].to_ascii_lowercase(),
        };
        match (kind.letters, kind.base) {
            (Some(letters), _) => cased(letters).to_string(),
            (None, Some(base)) => {
                let base = self.rules.kinds[base].letters.expect("a base has letters");
                format!("+{}", cased(base))
            }
            (None, None) => unreachable!("checked when the rule file was read"),
        }
    }

    /// The side and code of a letter.
    fn piece(&self, letter: char, promoted: bool) -> Option<(Side, usize)> {
        let side = if letter.is_ascii_uppercase() {
            Side::First
        } else {
            Side::Second
        };
        let capital = letter.to_ascii_uppercase();
        let kinds = self.rules.kinds.iter();
        let mut found = kinds.enumerate().filter(|(_, kind)| {
            kind.letters
                .is_some_and(|letters| letters[side.index()] == capital)
        });
        let (i, kind) = found.next()?;
        let i = if promoted { kind.promotes_to? } else { i };
        Some((side, i + 1))
    }

    /// The letters allowed in a position, for error messages.
    fn known_letters(&self) -> String {
        let all = Side::BOTH
            .into_iter()
            .flat_map(|side| (1..=self.tables.kinds).map(move |code| self.letters(side, code)));
        all.collect::<Vec<_>>().join(" ")
    }

    /// Reads the start of the rule file, which defines the number of pieces.
    pub(crate) fn read_start(&self, text: &str) -> Result<Position, ReadError> {
        let at = self.read_placement(text)?;
        self.check_leaders(&at, text)?;
        let pieces = at.occupied().count_ones() as usize;
        if self.options.captures == Captures::Hand && pieces > 2 + MAX_IN_HAND {
            // Otherwise a single kind could overflow its four bits in a hand.
            for &code in &self.tables.hand_codes {
                if self.count_of_base(&at, code) > MAX_IN_HAND {
                    return Err(ReadError::new(
                        "start",
                        format!("at most {MAX_IN_HAND} pieces of a kind, because they go to hand"),
                        text,
                    ));
                }
            }
        }
        if self.outcome(&at).is_some() {
            return Err(ReadError::new("start", "a position that is not over", text));
        }
        Ok(at)
    }

    /// Reads rows, side and hand without checking that they are consistent.
    fn read_placement(&self, text: &str) -> Result<Position, ReadError> {
        let mut fields = text.split_ascii_whitespace();
        let rows = fields
            .next()
            .ok_or_else(|| ReadError::new("position", "ROWS SIDE HAND, such as the start", text))?;
        let side = fields
            .next()
            .ok_or_else(|| ReadError::new("side", "b (first) or w (second) after the rows", ""))?;
        let hand = fields
            .next()
            .ok_or_else(|| ReadError::new("hand", "- or letters after the side", ""))?;
        if let Some(junk) = fields.next() {
            return Err(ReadError::new("position", "nothing after the hand", junk));
        }
        let mut at = Position::EMPTY;
        self.read_rows(rows, &mut at)?;
        at.set_turn(match side {
            "b" => Side::First,
            "w" => Side::Second,
            _ => return Err(ReadError::new("side", "b (first) or w (second)", side)),
        });
        self.read_hand(hand, &mut at)?;
        Ok(at)
    }

    fn read_rows(&self, rows: &str, at: &mut Position) -> Result<(), ReadError> {
        let (files, ranks) = (self.tables.files, self.tables.ranks);
        let count = rows.split('/').count();
        if count != ranks {
            let expected = format!("{ranks} rows separated by /");
            return Err(ReadError::new(
                "rows",
                expected,
                &format!("{count} rows in {rows}"),
            ));
        }
        for (rank, row) in rows.split('/').enumerate() {
            let place = || format!("row {}", rank + 1);
            let mut file = 0;
            let mut promoted = false;
            for letter in row.chars() {
                if file > files {
                    break;
                }
                if letter == '+' && !promoted {
                    promoted = true;
                    continue;
                }
                match letter.to_digit(10) {
                    Some(empties) if !promoted && empties > 0 => file += empties as usize,
                    None if letter == '.' && !promoted => file += 1,
                    _ => {
                        let Some((side, code)) = self.piece(letter, promoted) else {
                            let plus = if promoted { "+" } else { "" };
                            return Err(ReadError::new(
                                place(),
                                format!(
                                    "empties (1 to {files}, .) or one of {}",
                                    self.known_letters()
                                ),
                                &format!("{plus}{letter}"),
                            ));
                        };
                        if file < files {
                            at.put(rank * files + file, code, side);
                        }
                        file += 1;
                        promoted = false;
                    }
                }
            }
            if promoted {
                return Err(ReadError::new(place(), "a letter after +", row));
            }
            if file != files {
                return Err(ReadError::new(place(), format!("{files} squares"), row));
            }
        }
        Ok(())
    }

    fn read_hand(&self, hand: &str, at: &mut Position) -> Result<(), ReadError> {
        if hand == "-" {
            return Ok(());
        }
        if self.options.captures == Captures::Remove {
            return Err(ReadError::new(
                "hand",
                "-, because captured pieces leave the game",
                hand,
            ));
        }
        let mut count: Option<usize> = None;
        for letter in hand.chars() {
            if let Some(digit) = letter.to_digit(10) {
                let number = count.unwrap_or(0) * 10 + digit as usize;
                if number == 0 || number > MAX_IN_HAND {
                    let expected = format!("a count from 1 to {MAX_IN_HAND}");
                    return Err(ReadError::new("hand", expected, hand));
                }
                count = Some(number);
                continue;
            }
            let piece = self.piece(letter, false);
            let hand_kind = piece.and_then(|(side, code)| {
                let base = self.rules.kinds[code - 1].base.is_none();
                let kind = self.tables.hand_kind[code].filter(|_| base)?;
                Some((side, usize::from(kind)))
            });
            let Some((side, kind)) = hand_kind else {
                let known = self.tables.hand_codes.iter();
                let known: Vec<String> =
                    known.map(|&code| self.letters(Side::First, code)).collect();
                let expected = format!("-, or counts and {} (small for second)", known.join(" "));
                return Err(ReadError::new("hand", expected, hand));
            };
            for _ in 0..count.take().unwrap_or(1) {
                if at.in_hand(side, kind) == MAX_IN_HAND {
                    let expected = format!("at most {MAX_IN_HAND} pieces of a kind");
                    return Err(ReadError::new("hand", expected, hand));
                }
                at.add_to_hand(side, kind);
            }
        }
        if count.is_some() {
            return Err(ReadError::new("hand", "a letter after the count", hand));
        }
        Ok(())
    }

    /// Number of pieces of a base kind, including promoted ones and hands.
    fn count_of_base(&self, at: &Position, code: usize) -> usize {
        let promoted = self.tables.promoted[code];
        let mut board = at.of_code::<4>(code);
        if promoted != 0 {
            board |= at.of_code::<4>(promoted);
        }
        let hand: usize = match self.tables.hand_kind[code] {
            Some(kind) => Side::BOTH
                .iter()
                .map(|&side| at.in_hand(side, usize::from(kind)))
                .sum(),
            None => 0,
        };
        (board & self.tables.board).count_ones() as usize + hand
    }

    /// Checks that there are no more pieces of a kind than the game has, and that no piece changed
    /// sides if captured pieces leave the game.
    fn check_inventory(&self, at: &Position, text: &str) -> Result<(), ReadError> {
        let start = self.start();
        for &code in &self.tables.hand_codes {
            let name = &self.rules.kinds[code - 1].id;
            let (most, got) = (
                self.count_of_base(&start, code),
                self.count_of_base(at, code),
            );
            if got > most {
                let expected = format!("at most {most} of the piece {name}");
                return Err(ReadError::new(
                    "pieces",
                    expected,
                    &format!("{got} in {text}"),
                ));
            }
            if self.options.captures == Captures::Remove {
                for side in Side::BOTH {
                    let of_side = |at: &Position| {
                        let mut pieces = at.of_code::<4>(code);
                        if self.tables.promoted[code] != 0 {
                            pieces |= at.of_code::<4>(self.tables.promoted[code]);
                        }
                        (pieces & at.pieces(side)).count_ones()
                    };
                    let (most, got) = (of_side(&start), of_side(at));
                    if got > most {
                        let expected = format!("at most {most} of {side}'s piece {name}");
                        return Err(ReadError::new(
                            "pieces",
                            expected,
                            &format!("{got} in {text}"),
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks that each side has a leader. In capture models one may be missing, which ends the
    /// game.
    fn check_leaders(&self, at: &Position, text: &str) -> Result<(), ReadError> {
        let leaders = at.of_code::<4>(ROYAL) & self.tables.board;
        let mut missing = 0;
        for side in Side::BOTH {
            let letter = self.letters(side, ROYAL);
            let count = (leaders & at.pieces(side)).count_ones();
            if count > 1 {
                let expected = format!("one leader {letter} of {side}");
                return Err(ReadError::new(
                    "pieces",
                    expected,
                    &format!("{count} in {text}"),
                ));
            }
            if count == 0 {
                missing += 1;
            }
            let may_be_gone = self.options.model == Model::Capture && missing < 2;
            if count == 0 && !may_be_gone {
                let expected = format!("a leader {letter} of {side}");
                return Err(ReadError::new(
                    "pieces",
                    expected,
                    &format!("none in {text}"),
                ));
            }
        }
        if self.options.model == Model::Check
            && generate::decided::<4>(&self.tables, &self.options, at).is_none()
        {
            let mut other = *at;
            other.pass_turn();
            if self.in_check(&other) {
                let expected = format!(
                    "{}'s leader out of reach, for {} is to move",
                    !at.turn(),
                    at.turn()
                );
                return Err(ReadError::new("position", expected, text));
            }
        }
        Ok(())
    }
}
