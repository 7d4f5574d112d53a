//! Positions as FEN, moves as in UCI (`e2e4`, `e7e8q`, `e1g1`), and SAN.

use yomikiri_game_api::{Game, MoveStyles, Notation, ReadError, Side};

use super::fen;
use super::game::Chess;
use super::moves::{Kind, Move, read_square, square_name};
use super::position::Position;
use super::{attacks, generate};

impl Notation for Chess {
    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        fen::read(text)
    }

    fn write_position(&self, at: &Position) -> String {
        fen::write(at)
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let shape = || ReadError::new("move", "a move such as e2e4 or e7e8q", text);
        if !text.is_ascii() || !(4..=5).contains(&text.len()) {
            return Err(shape());
        }
        let squares = read_square(&text[..2]).zip(read_square(&text[2..4]));
        let (from, to) = squares.ok_or_else(shape)?;
        let promotion = match &text[4..] {
            "" => None,
            letter => {
                let found = Kind::PROMOTIONS
                    .into_iter()
                    .find(|kind| kind.letter().to_ascii_lowercase().to_string() == letter);
                Some(found.ok_or_else(shape)?)
            }
        };
        let mv = Move::new(from, to, promotion);
        let mut legal = Vec::with_capacity(64);
        self.legal_moves(at, &mut legal);
        if legal.contains(&mv) {
            return Ok(mv);
        }
        Err(ReadError::new("move", self.why_not(at, mv, &legal), text))
    }

    fn write_move(&self, _at: &Position, mv: Move) -> String {
        let mut text = square_name(mv.from()) + &square_name(mv.to());
        text.extend(
            mv.promotion()
                .map(|kind| kind.letter().to_ascii_lowercase()),
        );
        text
    }
}

impl Chess {
    /// Why a move is not legal, as the expected text of an error.
    fn why_not(&self, at: &Position, mv: Move, legal: &[Move]) -> String {
        if legal.is_empty() {
            return "no move, for the game is over".to_owned();
        }
        let from = square_name(mv.from());
        match at.piece_at(mv.from()) {
            None => return format!("a piece on {from}"),
            Some((side, _)) if side != at.turn() => {
                return match at.turn() {
                    Side::First => "a move of White's".to_owned(),
                    Side::Second => "a move of Black's".to_owned(),
                };
            }
            Some(_) => {}
        }
        let ways: Vec<String> = legal
            .iter()
            .filter(|other| other.from() == mv.from())
            .map(|&other| self.write_move(at, other))
            .collect();
        if !ways.is_empty() {
            return format!("a legal move ({})", ways.join(" "));
        }
        match at.in_check() {
            true => format!("a move out of check; the piece on {from} has none"),
            false => format!("another piece; the one on {from} cannot move"),
        }
    }

    /// Standard algebraic notation, with `+` for check and `#` for mate.
    fn san(&self, at: &Position, mv: Move, legal: &[Move]) -> String {
        let mut text = san_without_check(at, mv, legal);
        let mut after = *at;
        after.play(mv);
        if after.in_check() {
            text.push(if generate::any(&after) { '+' } else { '#' });
        }
        text
    }
}

/// The move without its check mark.
fn san_without_check(at: &Position, mv: Move, legal: &[Move]) -> String {
    let (from, to) = (mv.from(), mv.to());
    let kind = at.kind_at(from).expect("a piece to move");
    if kind == Kind::King && from.abs_diff(to) == 2 {
        return if to > from { "O-O" } else { "O-O-O" }.to_owned();
    }
    let takes =
        at.occupied() & attacks::bit(to) != 0 || kind == Kind::Pawn && at.en_passant() == Some(to);
    let mut text = String::new();
    if kind == Kind::Pawn {
        if takes {
            text.push_str(&square_name(from)[..1]);
        }
    } else {
        text.push(kind.letter());
        // The file if it distinguishes the pieces, else the rank, else both.
        let rivals: Vec<usize> = legal
            .iter()
            .filter(|other| other.to() == to && other.from() != from)
            .map(|other| other.from())
            .filter(|&other| at.kind_at(other) == Some(kind))
            .collect();
        let name = square_name(from);
        if rivals.is_empty() {
        } else if rivals.iter().all(|other| other & 7 != from & 7) {
            text.push_str(&name[..1]);
        } else if rivals.iter().all(|other| other >> 3 != from >> 3) {
            text.push_str(&name[1..]);
        } else {
            text.push_str(&name);
        }
    }
    if takes {
        text.push('x');
    }
    text.push_str(&square_name(to));
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(kind.letter());
    }
    text
}

impl MoveStyles for Chess {
    fn styles(&self) -> &'static [&'static str] {
        &["san"]
    }

    fn write_styled(&self, style: &str, at: &Position, mv: Move) -> Option<String> {
        let mut legal = Vec::with_capacity(64);
        self.legal_moves(at, &mut legal);
        (style == "san").then(|| self.san(at, mv, &legal))
    }

    fn read_styled(&self, style: &str, at: &Position, text: &str) -> Result<Move, ReadError> {
        if style != "san" {
            return Err(ReadError::new("style", "a style (san)", style));
        }
        read_san(self, at, text)
    }
}

/// Reads SAN as users and programs write it: check marks and annotations (`!`, `?`) are optional,
/// castling may be written with zeros, a promotion without `=`, the origin more fully than needed. As
/// the program of the thesis on pawn endings writes, a pawn may be called `P`, and Black's king `K2`.
fn read_san(game: &Chess, at: &Position, text: &str) -> Result<Move, ReadError> {
    let shape = || ReadError::new("move", "a move in SAN such as Nf3, exd5 or e8=Q", text);
    const LONGEST: usize = 16;
    if text.len() > LONGEST {
        return Err(shape());
    }
    let mut legal = Vec::with_capacity(64);
    game.legal_moves(at, &mut legal);
    let plain = text.trim_end_matches(['+', '#', '!', '?']);
    let plain = plain.strip_suffix("e.p.").unwrap_or(plain).trim_end();
    let plain = plain.strip_prefix('P').unwrap_or(plain);
    let wanted = Wanted::read(plain).ok_or_else(shape)?;
    // A side has one king: the digit cannot be needed.
    let is_named = plain.starts_with("K2") && at.turn() == Side::Second;
    let wanted = Wanted {
        rank: wanted.rank.filter(|_| !is_named),
        ..wanted
    };
    let fits: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|&mv| wanted.means(at, mv))
        .collect();
    match fits[..] {
        [mv] => Ok(mv),
        [] if legal.is_empty() => {
            let expected = "no move, for the game is over";
            Err(ReadError::new("move", expected, text))
        }
        [] => {
            let known: Vec<String> = legal.iter().map(|&mv| game.san(at, mv, &legal)).collect();
            let expected = format!("a legal move ({})", known.join(" "));
            Err(ReadError::new("move", expected, text))
        }
        _ => {
            let ways: Vec<String> = fits.iter().map(|&mv| game.san(at, mv, &legal)).collect();
            let expected = format!("one move rather than {}", ways.join(" or "));
            Err(ReadError::new("move", expected, text))
        }
    }
}

/// The contents of a SAN text.
struct Wanted {
    kind: Kind,
    file: Option<usize>,
    rank: Option<usize>,
    to: Option<usize>,
    promotion: Option<Kind>,
    /// The file the king castles to.
    castles: Option<usize>,
}

impl Wanted {
    fn read(text: &str) -> Option<Wanted> {
        let mut wanted = Wanted {
            kind: Kind::Pawn,
            file: None,
            rank: None,
            to: None,
            promotion: None,
            castles: None,
        };
        match text.replace('0', "O").as_str() {
            "O-O" => wanted.castles = Some(6),
            "O-O-O" => wanted.castles = Some(2),
            _ => {}
        }
        if wanted.castles.is_some() {
            wanted.kind = Kind::King;
            return Some(wanted);
        }
        let mut rest = text;
        if let Some(kind) = rest.chars().next().and_then(piece) {
            wanted.kind = kind;
            rest = &rest[1..];
        }
        if wanted.kind == Kind::Pawn
            && let Some(kind) = rest.chars().last().and_then(piece)
        {
            wanted.promotion = Some(kind);
            rest = rest[..rest.len() - 1].trim_end_matches('=');
        }
        let split = rest.len().checked_sub(2)?;
        wanted.to = Some(read_square(rest.get(split..)?)?);
        for sign in rest[..split].chars() {
            match sign {
                'a'..='h' if wanted.file.is_none() && wanted.rank.is_none() => {
                    wanted.file = Some(sign as usize - 'a' as usize);
                }
                '1'..='8' if wanted.rank.is_none() => {
                    wanted.rank = Some(sign as usize - '1' as usize);
                }
                'x' | ':' | '-' => {}
                _ => return None,
            }
        }
        Some(wanted)
    }

    fn means(&self, at: &Position, mv: Move) -> bool {
        let castles = at.kind_at(mv.from()) == Some(Kind::King) && mv.from().abs_diff(mv.to()) == 2;
        if let Some(file) = self.castles {
            return castles && mv.to() & 7 == file;
        }
        at.kind_at(mv.from()) == Some(self.kind)
            && !castles
            && self.to == Some(mv.to())
            && self.promotion == mv.promotion()
            && self.file.is_none_or(|file| mv.from() & 7 == file)
            && self.rank.is_none_or(|rank| mv.from() >> 3 == rank)
    }
}

fn piece(letter: char) -> Option<Kind> {
    Kind::ALL[1..]
        .iter()
        .copied()
        .find(|kind| kind.letter() == letter)
}
