//! Positions and moves as engines write them.

use yomikiri_game_api::{EngineProfile, Side, SquareNames};

use crate::Protocol;
use crate::ask::gtp_colour;

/// Translates between our texts and those of engines of one game in one language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The language.
    pub protocol: Protocol,
    variant: Option<String>,
    squares: SquareNames,
    /// Files and ranks of the board.
    size: (u32, u32),
    /// Our start position.
    start: String,
    /// Letters of ours in positions, with theirs.
    letters: &'static [(&'static str, &'static str)],
    gtp_setup: Vec<String>,
    gtp_stones: Option<[char; 2]>,
}

impl Dialect {
    /// For a game by its name, what it declares about engines, and its start position.
    pub fn new(
        game: &str,
        engines: &EngineProfile,
        start: &str,
        protocol: Protocol,
    ) -> Result<Self, String> {
        let mut spoken = engines.protocols.iter();
        let Some((_, squares)) = spoken.find(|(word, _)| *word == protocol.word()) else {
            return Err(format!("outside engines of {game} do not speak {protocol}"));
        };
        let rows = start.split_whitespace().next().unwrap_or("").split('/');
        let rows: Vec<&str> = rows.collect();
        Ok(Dialect {
            protocol,
            variant: engines.variant.clone(),
            squares: *squares,
            size: (width(rows[0]), rows.len() as u32),
            start: start.to_owned(),
            letters: engines.letters,
            gtp_setup: engines.gtp_setup.clone(),
            gtp_stones: engines.gtp_stones,
        })
    }

    /// The same with our squares, for engines that use them (such as this program).
    #[must_use]
    pub fn with_own_squares(mut self) -> Self {
        self.squares = SquareNames::Same;
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
            SquareNames::Same => own.to_owned(),
            SquareNames::RanksFromBelow => self.map_squares(own).replace('*', "@"),
            SquareNames::FilesFromRight | SquareNames::RanksFromOne => self.map_squares(own),
        }
    }

    /// The engine's move in our notation; text that is not a move is returned unchanged.
    pub fn read_move(&self, text: &str) -> String {
        match self.squares {
            SquareNames::Same => text.to_owned(),
            SquareNames::RanksFromBelow => self.map_squares(&text.replace('@', "*")),
            SquareNames::RanksFromOne => from_one(text),
            SquareNames::FilesFromRight => from_right(text, self.size.0),
        }
    }

    /// Converts every square (file letter and rank number) of a move.
    fn map_squares(&self, text: &str) -> String {
        let (files, ranks) = self.size;
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
                SquareNames::RanksFromBelow if (1..=ranks).contains(&rank) => {
                    out.push_str(&format!("{letter}{}", ranks + 1 - rank));
                }
                SquareNames::RanksFromOne => out.push_str(&format!("{letter}{}", rank + 1)),
                SquareNames::FilesFromRight => {
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
            SquareNames::RanksFromBelow => {
                let side = if side == "b" { "w" } else { "b" };
                format!("{}[{}] {side} - - 0 1", self.rows(rows), spread(hand))
            }
            SquareNames::FilesFromRight => format!("{} {side} {hand} 1", self.rows(rows)),
            SquareNames::Same | SquareNames::RanksFromOne => own.to_owned(),
        }
    }

    /// The engine's position in our notation; text in another form is returned unchanged.
    pub fn read_position(&self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        match (self.squares, words.as_slice()) {
            (SquareNames::RanksFromBelow, [board, side @ ("w" | "b"), ..]) => {
                let Some((rows, hand)) = board.trim_end_matches(']').split_once('[') else {
                    return text.to_owned();
                };
                let letters = self.letters.iter();
                let rows = letters.fold(rows.to_owned(), |rows, (ours, theirs)| {
                    rows.replace(theirs, ours)
                });
                let side = if *side == "w" { "b" } else { "w" };
                format!("{rows} {side} {}", gather(hand))
            }
            // A move number may follow the hands.
            (SquareNames::FilesFromRight, [rows, side, hand, _number]) => {
                format!("{rows} {side} {hand}")
            }
            _ => text.to_owned(),
        }
    }

    /// The rows of a position in their letters.
    fn rows(&self, rows: &str) -> String {
        let letters = self.letters.iter();
        letters.fold(rows.to_owned(), |rows, (ours, theirs)| {
            rows.replace(ours, theirs)
        })
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
                lines = match start == self.start {
                    true => self.gtp_setup.clone(),
                    false => self.put_down(start)?,
                };
            }
            Protocol::Uci | Protocol::Usi | Protocol::Ucci => {}
        }
        Ok(lines)
    }

    /// The pieces of a position as GTP's moves. In games where pieces without room are taken, no order
    /// takes any: each string has the room of the finished board, or more, or a point still to come.
    fn put_down(&self, start: &str) -> Result<Vec<String>, String> {
        let refused =
            || "GTP cannot set up a position; start games from the start position".to_owned();
        let stones = self.gtp_stones.ok_or_else(refused)?;
        let mut words = start.split_whitespace();
        let rows: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        if let Some(ko) = words.nth(1).filter(|ko| *ko != "-") {
            return Err(format!("GTP cannot set up a position with a ko at {ko}"));
        }
        // Handicap stones of the game's own start are part of the position.
        let kept = |line: &&String| !line.starts_with("fixed_handicap");
        let mut lines: Vec<String> = self.gtp_setup.iter().filter(kept).cloned().collect();
        for (number, row) in rows.iter().enumerate() {
            let mut column = 0;
            let mut digits = 0;
            for sign in row.chars() {
                if let Some(digit) = sign.to_digit(10) {
                    digits = digits * 10 + digit as usize;
                    continue;
                }
                column += std::mem::take(&mut digits);
                if let Some(side) = stones.iter().position(|&stone| stone == sign) {
                    // Columns as GTP names them: no I.
                    let letter = ('A'..='Z').filter(|letter| *letter != 'I').nth(column);
                    let letter = letter.ok_or_else(refused)?;
                    let colour = gtp_colour(Side::BOTH[side]);
                    lines.push(format!("play {colour} {letter}{}", rows.len() - number));
                }
                column += 1;
            }
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

/// A hand with numbers, from one letter for each piece; `-` if it is empty.
fn gather(hand: &str) -> String {
    let mut kinds: Vec<(char, usize)> = Vec::new();
    for letter in hand.chars().filter(|&letter| letter != '-') {
        match kinds.iter_mut().find(|(kind, _)| *kind == letter) {
            Some((_, count)) => *count += 1,
            None => kinds.push((letter, 1)),
        }
    }
    let written = kinds.iter().map(|(kind, count)| match count {
        1 => kind.to_string(),
        _ => format!("{count}{kind}"),
    });
    match kinds.is_empty() {
        true => "-".to_owned(),
        false => written.collect(),
    }
}

/// `7g7f+` with its numbers and letters as ours; drops keep their letter.
fn from_right(text: &str, files: u32) -> String {
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

    /// A game like small shogi, one like xiangqi and one like Go.
    fn engines(game: &str) -> EngineProfile {
        let variant = Some(game.to_owned());
        match game {
            "minishogi" | "dobutsu" => EngineProfile {
                variant,
                protocols: &[
                    ("uci", SquareNames::RanksFromBelow),
                    ("usi", SquareNames::FilesFromRight),
                ],
                letters: match game {
                    "dobutsu" => &[("H", "+C"), ("h", "+c")],
                    _ => &[],
                },
                ..EngineProfile::default()
            },
            "xiangqi" => EngineProfile {
                variant,
                protocols: &[
                    ("uci", SquareNames::RanksFromOne),
                    ("ucci", SquareNames::Same),
                ],
                ..EngineProfile::default()
            },
            "go" => EngineProfile {
                protocols: &[("gtp", SquareNames::Same)],
                gtp_setup: ["boardsize 9", "clear_board", "komi 6.5"]
                    .map(str::to_owned)
                    .to_vec(),
                gtp_stones: Some(['X', 'O']),
                ..EngineProfile::default()
            },
            _ => EngineProfile::default(),
        }
    }

    fn dialect(game: &str, start: &str, protocol: Protocol) -> Dialect {
        Dialect::new(game, &engines(game), start, protocol).unwrap()
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
        let start = "9/9/9/9/9/9/9/9/9 b -";
        let gtp = dialect("go", start, Protocol::Gtp);
        assert_eq!(
            gtp.set_up(start).unwrap(),
            ["boardsize 9", "clear_board", "komi 6.5"]
        );
        assert_eq!(gtp.tell(Side::Second, "D4", false), "play w D4");
        // Other positions are put down stone by stone.
        assert_eq!(
            gtp.set_up("X7O/9/9/9/9/9/9/9/8X w - 0 2,1").unwrap(),
            [
                "boardsize 9",
                "clear_board",
                "komi 6.5",
                "play b A9",
                "play w J9",
                "play b J1"
            ]
        );
        assert!(gtp.set_up("X8/9/9/9/9/9/9/9/9 w B9").is_err());
        let stoneless = EngineProfile {
            gtp_stones: None,
            ..engines("go")
        };
        let gtp = Dialect::new("go", &stoneless, start, Protocol::Gtp).unwrap();
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
        for game in ["tictactoe", "go"] {
            assert!(Dialect::new(game, &engines(game), "... x", Protocol::Uci).is_err());
        }
    }
}
