//! Positions and moves as engines write them.

use yomikiri_game_api::Side;

use crate::Protocol;
use crate::ask::gtp_colour;

/// Translates between our texts and those of engines of one game in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The language.
    pub protocol: Protocol,
    variant: Option<String>,
    squares: Squares,
    /// Our start position.
    start: String,
    /// `boardsize` and `komi`, for Go.
    go: Option<(String, String)>,
    dobutsu: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Squares {
    /// Same as ours.
    Same,
    /// Ranks from the bottom where ours are from the top, drops with `@`: Fairy-Stockfish.
    FromBelow { ranks: u32 },
    /// Files as numbers from the right, ranks as letters: USI.
    Shogi { files: u32 },
    /// Ranks 1 to 10 where ours are 0 to 9: Fairy-Stockfish's xiangqi.
    FromOne,
}

impl Dialect {
    /// For a game by its id, start position and options.
    pub fn new(
        game: &str,
        start: &str,
        options: &[(String, String)],
        protocol: Protocol,
    ) -> Result<Self, String> {
        let rows: Vec<&str> = start
            .split_whitespace()
            .next()
            .unwrap_or("")
            .split('/')
            .collect();
        let (files, ranks) = (width(rows[0]), rows.len() as u32);
        let koma = ["anpanman", "dobutsu", "gorogoro", "minishogi"].contains(&game)
            || game.starts_with("koma:");
        let fits = match game {
            "go" => protocol == Protocol::Gtp,
            "chess" => matches!(protocol, Protocol::Uci | Protocol::Xboard),
            "xiangqi" => matches!(protocol, Protocol::Uci | Protocol::Ucci | Protocol::Xboard),
            _ if koma => matches!(protocol, Protocol::Uci | Protocol::Usi | Protocol::Xboard),
            _ => false,
        };
        if !fits {
            return Err(format!("outside engines of {game} do not speak {protocol}"));
        }
        let squares = match protocol {
            Protocol::Usi => Squares::Shogi { files },
            Protocol::Uci | Protocol::Xboard if koma => Squares::FromBelow { ranks },
            Protocol::Uci if game == "xiangqi" => Squares::FromOne,
            _ => Squares::Same,
        };
        let option = |key: &str, usual: &str| {
            let found = options.iter().find(|(name, _)| name == key);
            found.map_or_else(|| usual.to_owned(), |(_, value)| value.clone())
        };
        Ok(Dialect {
            protocol,
            variant: (game != "chess" && game != "go").then(|| game.to_owned()),
            squares,
            start: start.to_owned(),
            go: (game == "go").then(|| (option("size", &ranks.to_string()), option("komi", "7"))),
            dobutsu: game == "dobutsu",
        })
    }

    /// The same with our squares, for engines that use them (such as this program).
    #[must_use]
    pub fn with_own_squares(mut self) -> Self {
        self.squares = Squares::Same;
        self.variant = None;
        self
    }

    /// The engines' name for the game, if they play several.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// Our move in the engine's notation.
    pub fn write_move(&self, own: &str) -> String {
        match self.squares {
            Squares::Same => own.to_owned(),
            Squares::FromBelow { .. } => self.map_squares(own).replace('*', "@"),
            Squares::Shogi { .. } | Squares::FromOne => self.map_squares(own),
        }
    }

    /// The engine's move in our notation; text that is not a move is returned unchanged.
    pub fn read_move(&self, text: &str) -> String {
        match self.squares {
            Squares::Same => text.to_owned(),
            Squares::FromBelow { .. } => self.map_squares(&text.replace('@', "*")),
            Squares::FromOne => from_one(text),
            Squares::Shogi { files } => from_shogi(text, files),
        }
    }

    /// Converts every square (file letter and rank number) of a move.
    fn map_squares(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len() + 2);
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let mut digits = String::new();
            while let Some(digit) = letters.peek().filter(|letter| letter.is_ascii_digit()) {
                digits.push(*digit);
                letters.next();
            }
            let square = (letter.is_ascii_lowercase(), digits.parse::<u32>());
            let (true, Ok(rank)) = square else {
                out.push(letter);
                out.push_str(&digits);
                continue;
            };
            match self.squares {
                Squares::FromBelow { ranks } if (1..=ranks).contains(&rank) => {
                    out.push_str(&format!("{letter}{}", ranks + 1 - rank));
                }
                Squares::FromOne => out.push_str(&format!("{letter}{}", rank + 1)),
                Squares::Shogi { files } => {
                    let file = letter as u32 - 'a' as u32;
                    let number = files.saturating_sub(file);
                    let rank = char::from_u32('a' as u32 + rank.saturating_sub(1)).unwrap_or('?');
                    out.push_str(&format!("{number}{rank}"));
                }
                _ => out.push_str(&format!("{letter}{digits}")),
            }
        }
        out
    }

    /// Our position in the engine's notation.
    pub fn write_position(&self, own: &str) -> String {
        let mut fields = own.split_whitespace();
        let (rows, side, hand) = (
            fields.next().unwrap_or_default(),
            fields.next().unwrap_or_default(),
            fields.next().unwrap_or_default(),
        );
        match self.squares {
            Squares::FromBelow { .. } => {
                let side = if side == "b" { "w" } else { "b" };
                format!("{}[{}] {side} - - 0 1", self.rows(rows), spread(hand))
            }
            Squares::Shogi { .. } => format!("{} {side} {hand} 1", self.rows(rows)),
            Squares::Same | Squares::FromOne => own.to_owned(),
        }
    }

    /// Dobutsu's hen has its own letter here and is a promoted chick elsewhere.
    fn rows(&self, rows: &str) -> String {
        match self.dobutsu {
            true => rows.replace('H', "+C").replace('h', "+c"),
            false => rows.to_owned(),
        }
    }

    /// Sets up a position by its start and moves, for protocols that send everything at once.
    pub fn position(&self, start: &str, moves: &[String]) -> String {
        let mut line = if start == self.start && self.protocol != Protocol::Ucci {
            "position startpos".to_owned()
        } else {
            let word = if self.protocol == Protocol::Usi {
                "sfen"
            } else {
                "fen"
            };
            format!("position {word} {}", self.write_position(start))
        };
        if !moves.is_empty() {
            line.push_str(" moves");
            for mv in moves {
                line.push(' ');
                line.push_str(&self.write_move(mv));
            }
        }
        line
    }

    /// Starts a game at `start`, for move-by-move protocols.
    pub fn set_up(&self, start: &str) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        match self.protocol {
            Protocol::Xboard => {
                lines.push("new".into());
                if let Some(variant) = &self.variant {
                    lines.push(format!("variant {variant}"));
                }
                lines.push("force".into());
                if start != self.start {
                    lines.push(format!("setboard {}", self.write_position(start)));
                }
            }
            Protocol::Gtp => {
                if start != self.start {
                    return Err(
                        "GTP cannot set up a position; start games from the start position".into(),
                    );
                }
                if let Some((size, komi)) = &self.go {
                    lines.push(format!("boardsize {size}"));
                    lines.push("clear_board".into());
                    lines.push(format!("komi {komi}"));
                }
            }
            Protocol::Uci | Protocol::Usi | Protocol::Ucci => {}
        }
        Ok(lines)
    }

    /// Sends a move, for move-by-move protocols.
    pub fn tell(&self, side: Side, own: &str, usermove: bool) -> String {
        let text = self.write_move(own);
        match self.protocol {
            Protocol::Gtp => format!("play {} {text}", gtp_colour(side)),
            _ if usermove => format!("usermove {text}"),
            _ => text,
        }
    }
}

/// Ranks 1 to 10 as ours from 0 to 9.
fn from_one(text: &str) -> String {
    let mut out = String::new();
    let mut digits = String::new();
    // Ranks may have two digits, so they are gathered before they are lowered.
    for letter in text.chars().chain([' ']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if let Ok(rank) = digits.parse::<u32>() {
            out.push_str(&rank.saturating_sub(1).to_string());
        }
        digits.clear();
        out.push(letter);
    }
    out.trim_end().to_owned()
}

/// How many squares a row has.
fn width(row: &str) -> u32 {
    let mut digits = 0;
    let mut total = 0;
    for letter in row.chars() {
        match letter.to_digit(10) {
            Some(digit) => digits = digits * 10 + digit,
            None => {
                total += digits + u32::from(letter != '+');
                digits = 0;
            }
        }
    }
    total + digits
}

/// `2Pg` as `PPg`, `-` as nothing.
fn spread(hand: &str) -> String {
    let mut out = String::new();
    let mut count = String::new();
    for letter in hand.chars().filter(|&letter| letter != '-') {
        if letter.is_ascii_digit() {
            count.push(letter);
            continue;
        }
        let times = count.parse().unwrap_or(1usize).min(64);
        out.extend(std::iter::repeat_n(letter, times));
        count.clear();
    }
    out
}

/// `7g7f+` with its numbers and letters as ours; drops keep their letter.
fn from_shogi(text: &str, files: u32) -> String {
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let rank = letters.peek().copied().filter(char::is_ascii_lowercase);
        match (letter.to_digit(10), rank) {
            (Some(number), Some(rank)) if (1..=files).contains(&number) => {
                letters.next();
                let file = char::from_u32('a' as u32 + files - number).unwrap_or('?');
                out.push_str(&format!("{file}{}", rank as u32 - 'a' as u32 + 1));
            }
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dialect(game: &str, start: &str, protocol: Protocol) -> Dialect {
        Dialect::new(game, start, &[], protocol).unwrap()
    }

    const MINISHOGI: &str = "rbsgk/4p/5/P4/KGSBR b -";

    /// Round trip of a move.
    fn check(dialect: &Dialect, own: &str, theirs: &str) {
        assert_eq!(dialect.write_move(own), theirs);
        assert_eq!(dialect.read_move(theirs), own);
    }

    #[test]
    fn minishogi_as_fairy_stockfish_writes_it() {
        let uci = dialect("minishogi", MINISHOGI, Protocol::Uci);
        check(&uci, "a4a3", "a2a3");
        check(&uci, "b5e2", "b1e4");
        check(&uci, "P*b3", "P@b3");
        check(&uci, "G*c1", "G@c5");
        check(&uci, "a2a1+", "a4a5+");
        assert_eq!(uci.variant(), Some("minishogi"));
        assert_eq!(
            uci.position(MINISHOGI, &["a4a3".into()]),
            "position startpos moves a2a3"
        );
        assert_eq!(
            uci.position("r1sgk/4p/P4/+B4/KGS1R w 2Pb", &[]),
            "position fen r1sgk/4p/P4/+B4/KGS1R[PPb] b - - 0 1"
        );
    }

    #[test]
    fn minishogi_in_usi() {
        let usi = dialect("minishogi", MINISHOGI, Protocol::Usi);
        check(&usi, "a4a3", "5d5c");
        check(&usi, "e1d2", "1a2b");
        check(&usi, "P*b3", "P*4c");
        check(&usi, "a2a1+", "5b5a+");
        assert_eq!(
            usi.position("r1sgk/4p/P4/5/KGSBR w P", &["e1d2".into()]),
            "position sfen r1sgk/4p/P4/5/KGSBR w P 1 moves 1a2b"
        );
    }

    #[test]
    fn dobutsu_hens_are_promoted_chicks_elsewhere() {
        let uci = dialect("dobutsu", "gle/1c1/1C1/ELG b -", Protocol::Uci);
        check(&uci, "b3b2", "b2b3");
        assert_eq!(
            uci.write_position("gle/1H1/3/ELG w c"),
            "gle/1+C1/3/ELG[c] b - - 0 1"
        );
    }

    #[test]
    fn xiangqi_ranks_begin_at_nought_or_one() {
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let uci = dialect("xiangqi", start, Protocol::Uci);
        check(&uci, "h2e2", "h3e3");
        check(&uci, "a9a0", "a10a1");
        let ucci = dialect("xiangqi", start, Protocol::Ucci);
        check(&ucci, "h2e2", "h2e2");
        assert!(ucci.position(start, &[]).starts_with("position fen rnbak"));
    }

    #[test]
    fn go_is_told_move_by_move() {
        let options = [("komi".to_owned(), "6.5".to_owned())];
        let start = "9/9/9/9/9/9/9/9/9 b -";
        let gtp = Dialect::new("go", start, &options, Protocol::Gtp).unwrap();
        assert_eq!(
            gtp.set_up(start).unwrap(),
            ["boardsize 9", "clear_board", "komi 6.5"]
        );
        assert_eq!(gtp.tell(Side::Second, "D4", false), "play w D4");
        assert!(gtp.set_up("X8/9/9/9/9/9/9/9/9 w -").is_err());
    }

    #[test]
    fn junk_comes_back_as_junk() {
        let uci = dialect("minishogi", MINISHOGI, Protocol::Uci);
        for junk in ["", "zz", "a99999999999999b", "@@@", "日本"] {
            let _ = uci.read_move(junk);
        }
        let usi = dialect("minishogi", MINISHOGI, Protocol::Usi);
        for junk in ["", "9z", "1", "日本1a"] {
            let _ = usi.read_move(junk);
        }
        assert!(Dialect::new("tictactoe", "... x", &[], Protocol::Uci).is_err());
        assert!(Dialect::new("go", MINISHOGI, &[], Protocol::Uci).is_err());
    }
}
