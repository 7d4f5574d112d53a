//! Move notations: WXF (`C2=5`, `H8+7`), Chinese (炮二平五, 马８进７), the same in traditional characters
//! (馬８進７, as it is also written in Japan) and ICCS (`H2-E2`).
//!
//! The first two name the piece, its file, and where it goes: forward, backward or across, and by
//! how many points or to which file. Files are counted from the mover's right. If two pieces of a
//! kind are on a file, front or rear replaces the file (not needed for advisors and elephants).
//! There may be three or more pawns on a file, or two or more on two files: WXF then writes the
//! pawn's place from the front and its file (`17=8`), Chinese 前, 中, 后 (前二三四后 for four and five)
//! before the pawn, or before the file if two files have several.
//!
//! Reading is lenient: traditional and simplified characters, numerals of either kind and width,
//! other piece letters, the mark before or after the piece, a file instead of a mark.

use yomikiri_game_api::{Game, MoveStyles, Notation, ReadError, Side};

use super::game::Xiangqi;
use super::notation::kind_of_letter;
use super::pieces::{FILES, Kind, Move, Square, file_of, own_rank, square_name};
use super::position::Position;

const STYLES: &[&str] = &["iccs", "wxf", "chinese", "traditional"];

impl MoveStyles for Xiangqi {
    fn styles(&self) -> &'static [&'static str] {
        STYLES
    }

    fn write_styled(&self, style: &str, at: &Position, mv: Move) -> Option<String> {
        Some(match style {
            "iccs" => iccs(mv),
            "wxf" => Told::new(at, mv)?.wxf(),
            "chinese" => Told::new(at, mv)?.chinese(&SIMPLIFIED),
            "traditional" => Told::new(at, mv)?.chinese(&TRADITIONAL),
            _ => return None,
        })
    }

    fn read_styled(&self, style: &str, at: &Position, text: &str) -> Result<Move, ReadError> {
        if !STYLES.contains(&style) {
            let expected = format!("a style ({})", STYLES.join(", "));
            return Err(ReadError::new("style", expected, style));
        }
        if style == "iccs" {
            return self.read_move(at, text);
        }
        let mut legal = Vec::new();
        self.legal_moves(at, &mut legal);
        let plain = plain(text);
        // Most moves go another way or elsewhere: that is seen without looking at the other pieces.
        let heading = |mv: &&Move| {
            let said = plain.as_ref().map(|plain| &plain[2..]);
            said == Some(&Heading::new(mv, at.turn()).plain())
        };
        let possible: Vec<Move> = legal.iter().filter(heading).copied().collect();
        let said = |is_exact: bool| {
            let says = |told: Told| match (is_exact, style) {
                (true, "wxf") => self::plain(&told.wxf()) == plain,
                (true, _) => self::plain(&told.chinese(&SIMPLIFIED)) == plain,
                (false, _) => {
                    let mut ways = told.ways().into_iter();
                    ways.any(|way| plain.is_some_and(|plain| way.as_bytes() == plain))
                }
            };
            let moves = possible.iter().copied();
            let mut found = moves.filter(|&mv| Told::new(at, mv).is_some_and(says));
            found.next().filter(|_| found.next().is_none())
        };
        said(true).or_else(|| said(false)).ok_or_else(|| {
            let write = |&mv: &Move| self.write_styled(style, at, mv);
            let known: Vec<String> = legal.iter().filter_map(write).collect();
            let expected = match known.is_empty() {
                true => "no move, for the game is over".to_owned(),
                false => format!("one legal move ({})", known.join(" ")),
            };
            ReadError::new("move", expected, text)
        })
    }
}

/// The characters of the Chinese notation that depend on the script.
struct Script {
    /// Pieces of either side, in the order of their kinds.
    pieces: [[char; 7]; 2],
    forward: char,
    rear: char,
}

const SIMPLIFIED: Script = Script {
    pieces: [
        ['帅', '仕', '相', '马', '车', '炮', '兵'],
        ['将', '士', '象', '马', '车', '炮', '卒'],
    ],
    forward: '进',
    rear: '后',
};
const TRADITIONAL: Script = Script {
    pieces: [
        ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '炮', '卒'],
    ],
    forward: '進',
    rear: '後',
};

fn iccs(mv: Move) -> String {
    let point = |square| square_name(square).to_ascii_uppercase();
    format!("{}-{}", point(mv.from()), point(mv.to()))
}

/// A file as a side counts them, from 1 at its right.
fn count_file(square: Square, side: Side) -> usize {
    match side {
        Side::First => FILES - file_of(square),
        Side::Second => file_of(square) + 1,
    }
}

/// Where a move goes, as its mover tells it.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Heading {
    /// `+` forward, `-` backward, `=` across.
    way: char,
    /// Number of points moved, or the target file.
    to: usize,
}

impl Heading {
    fn new(mv: &Move, side: Side) -> Heading {
        let [file, to_file] = [mv.from(), mv.to()].map(|square| count_file(square, side));
        let [rank, to_rank] = [mv.from(), mv.to()].map(|square| own_rank(square, side));
        let way = match to_rank.cmp(&rank) {
            std::cmp::Ordering::Equal => '=',
            std::cmp::Ordering::Greater => '+',
            std::cmp::Ordering::Less => '-',
        };
        let to = match to_file == file {
            true => to_rank.abs_diff(rank),
            false => to_file,
        };
        Heading { way, to }
    }

    /// The last two symbols of [`plain`].
    fn plain(&self) -> [u8; 2] {
        let way = match self.way {
            '+' => b'>',
            '-' => b'<',
            _ => b'=',
        };
        [way, b'0' + self.to as u8]
    }
}

/// A move in relative notation.
struct Told {
    side: Side,
    kind: Kind,
    /// The origin file.
    file: usize,
    place: Place,
    heading: Heading,
}

/// How a piece is distinguished from others of its kind.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    /// By its file.
    File,
    /// It is this one from the front (0) of several on its file.
    Of(usize, usize),
    /// A pawn, if other files also have several: this one from the front of several.
    OnFile(usize, usize),
}

impl Told {
    fn new(at: &Position, mv: Move) -> Option<Told> {
        let (kind, side) = at.at(mv.from())?;
        let count_file = |square| count_file(square, side);
        let (file, rank) = (count_file(mv.from()), own_rank(mv.from(), side));
        let mut on_files = [0; FILES + 1];
        for square in at.of(kind, side) {
            on_files[count_file(square)] += 1;
        }
        let of_file = at
            .of(kind, side)
            .filter(|&square| count_file(square) == file);
        let before = of_file
            .filter(|&square| own_rank(square, side) > rank)
            .count();
        let crowded = on_files.iter().filter(|&&count| count > 1).count();
        let place = match on_files[file] {
            1 => Place::File,
            _ if matches!(kind, Kind::Advisor | Kind::Elephant) => Place::File,
            count if crowded > 1 => Place::OnFile(before, count),
            count => Place::Of(before, count),
        };
        Some(Told {
            side,
            kind,
            file,
            place,
            heading: Heading::new(&mv, side),
        })
    }

    fn wxf(&self) -> String {
        let piece = ['K', 'A', 'E', 'H', 'R', 'C', 'P'][self.kind as usize];
        let (file, Heading { way, to }) = (self.file, self.heading);
        match self.place {
            Place::File => format!("{piece}{file}{way}{to}"),
            Place::Of(0, 2) => format!("{piece}+{way}{to}"),
            Place::Of(_, 2) => format!("{piece}-{way}{to}"),
            Place::Of(before, _) | Place::OnFile(before, _) => {
                format!("{}{file}{way}{to}", before + 1)
            }
        }
    }

    fn chinese(&self, script: &Script) -> String {
        let numerals: [char; 9] = match self.side {
            Side::First => ['一', '二', '三', '四', '五', '六', '七', '八', '九'],
            Side::Second => ['１', '２', '３', '４', '５', '６', '７', '８', '９'],
        };
        let piece = script.pieces[self.side.index()][self.kind as usize];
        let way = match self.heading.way {
            '+' => script.forward,
            '-' => '退',
            _ => '平',
        };
        let file = numerals[self.file - 1];
        let rank = |before, count| match before {
            0 => '前',
            _ if before + 1 == count => script.rear,
            1 if count == 3 => '中',
            _ => ['一', '二', '三', '四', '五'][before],
        };
        let (first, second) = match self.place {
            Place::File => (piece, file),
            Place::Of(before, count) => (rank(before, count), piece),
            Place::OnFile(before, count) => (rank(before, count), file),
        };
        [first, second, way, numerals[self.heading.to - 1]]
            .iter()
            .collect()
    }

    /// The accepted spellings of the move, in the symbols of [`plain`].
    fn ways(&self) -> Vec<String> {
        let piece = self.kind.letter();
        let way = match self.heading.way {
            '+' => '>',
            '-' => '<',
            across => across,
        };
        let (file, to) = (self.file, self.heading.to);
        let marks = |before: usize, count: usize| {
            let mark = match before {
                0 => "+",
                _ if before + 1 == count => "-",
                _ if count == 3 => ".",
                _ => "",
            };
            let number = (before + 1).to_string();
            [mark.to_owned(), number]
                .into_iter()
                .filter(|mark| !mark.is_empty())
        };
        let by_file = format!("{piece}{file}{way}{to}");
        let mut ways = Vec::new();
        match self.place {
            Place::File => ways.push(by_file),
            Place::Of(before, count) => {
                for mark in marks(before, count) {
                    ways.push(format!("{mark}{piece}{way}{to}"));
                    // `C2=5` means the file, so a number is only allowed before the piece.
                    if mark == "+" || mark == "-" || mark == "." {
                        ways.push(format!("{piece}{mark}{way}{to}"));
                    }
                    ways.push(format!("{mark}{file}{way}{to}"));
                }
                ways.push(by_file);
            }
            Place::OnFile(before, count) => {
                for mark in marks(before, count) {
                    ways.push(format!("{mark}{file}{way}{to}"));
                }
                ways.push(by_file);
            }
        }
        ways
    }
}

/// The four symbols of a move, normalised: the piece letter, its file or mark, the direction (`>`,
/// `<`, `=`), and the destination. `None` if they are not four known symbols.
fn plain(text: &str) -> Option<[u8; 4]> {
    let mut plain = [0; 4];
    let mut known = 0;
    for sign in text.chars() {
        let symbol = match (known, sign) {
            (4, _) => return None,
            (2, '+' | '＋' | '进' | '進') => '>',
            (2, '-' | '－' | '—' | '退') => '<',
            (2, '=' | '＝' | '.' | '平') => '=',
            (2, _) => return None,
            (_, '1'..='9') => sign,
            (_, '１'..='９') => char::from(b'1' + (sign as u32 - '１' as u32) as u8),
            (0 | 1, '+' | '＋' | '前') => '+',
            (0 | 1, '-' | '－' | '—' | '后' | '後') => '-',
            (0 | 1, '.' | '中') => '.',
            _ => numeral(sign).or_else(|| piece_sign(sign))?,
        };
        plain[known] = u8::try_from(symbol).ok()?;
        known += 1;
    }
    (known == 4).then_some(plain)
}

fn numeral(sign: char) -> Option<char> {
    let at = "一二三四五六七八九"
        .chars()
        .position(|numeral| numeral == sign)?;
    Some(char::from(b'1' + at as u8))
}

fn piece_sign(sign: char) -> Option<char> {
    let kind = match sign {
        '帅' | '帥' | '将' | '將' => Kind::King,
        '仕' | '士' => Kind::Advisor,
        '相' | '象' => Kind::Elephant,
        '马' | '馬' | '傌' => Kind::Horse,
        '车' | '車' | '俥' => Kind::Rook,
        '炮' | '砲' | '包' => Kind::Cannon,
        '兵' | '卒' => Kind::Pawn,
        letter => kind_of_letter(letter)?,
    };
    Some(kind.letter())
}
