//! Text in the style of KIF, a record format of Japanese programs.
//!
//! ```text
//! # yomikiri kif 1
//! 手合割：anpanman
//! 先手：asai
//! 後手：rai
//! 開始日時：2026-05-01
//! 開始局面：hbd/3/3/3/CAS b -
//! 手数----指手---------消費時間--
//!    1 2四ア   (0:01.500)
//! **評価値=12
//! *a remark
//!    2 投了
//! まで1手で先手の勝ち
//! ```
//!
//! Unlike KIF, the game and its start are always named, moves are in the game's own notation, and
//! the last two lines are required, so that a truncated record is detected.

use std::fmt::Write;

use yomikiri_game_api::Side;

use crate::error::{Fault, RecordError};
use crate::movetext::BETWEEN;
use crate::parsed::{ParsedRecord, Sink, Spanned, TextPlace, Written};
use crate::record::{Ending, Record, one_line};
use crate::tree::Node;

const TITLE: &str = "# yomikiri kif ";
const VERSION: &str = "1";
const GAME: &str = "手合割";
const PLAYERS: [&str; 2] = ["先手", "後手"];
const DATE: &str = "開始日時";
const START: &str = "開始局面";
const MOVES: &str = "手数----指手---------消費時間--";
const SCORE: &str = "**評価値=";
/// Tags that have their own name in KIF.
const TAGS: &[(&str, &str)] = &[("event", "棋戦"), ("site", "場所")];

/// Reasons in words; others are written `終局（reason）`.
const WORDS: &[(&str, &str)] = &[
    ("resign", "投了"),
    ("mate", "詰み"),
    ("goal", "トライ"),
    ("leader-taken", "王取り"),
    ("no-moves", "手詰まり"),
    ("repetition", "千日手"),
    ("perpetual-check", "連続王手の千日手"),
    ("time", "切れ負け"),
    ("illegal-move", "反則負け"),
    ("forfeit", "不戦敗"),
    ("agreement", "合意"),
    ("adjudication", "裁定"),
    ("move-limit", "手数制限"),
];
const UNFINISHED: &str = "中断";
const WINS: [&str; 2] = ["先手の勝ち", "後手の勝ち"];
const DRAW: &str = "引き分け";

/// Whether a word can be a tag name without being confused with anything else.
pub(crate) fn may_be_tag(key: &str) -> bool {
    let reserved = [GAME, PLAYERS[0], PLAYERS[1], DATE, START];
    !key.is_empty()
        && key.chars().count() <= 60
        && key.trim() == key
        && !key.chars().any(|c| c.is_control() || c == ':' || c == '：')
        && !key.starts_with(['*', '#', '-'])
        && !key.starts_with("手数")
        && !reserved.contains(&key)
        && !TAGS.iter().any(|(_, name)| *name == key)
}

/// Writes a record with its moves as text.
pub(crate) fn write(record: &Record, moves: &[String], text: &mut String) {
    let mut put = |row: &str| {
        text.push_str(row);
        text.push('\n');
    };
    put(&format!("{TITLE}{VERSION}"));
    put(&format!("{GAME}：{}", record.game));
    for (title, name) in PLAYERS.iter().zip(&record.players) {
        if let Some(name) = name {
            put(&format!("{title}：{name}"));
        }
    }
    if let Some(date) = &record.date {
        put(&format!("{DATE}：{date}"));
    }
    for (key, value) in &record.tags {
        let known = TAGS.iter().find(|(tag, _)| tag == key);
        put(&format!(
            "{}：{value}",
            known.map_or(key.as_str(), |(_, name)| name)
        ));
    }
    if let Some(start) = &record.start {
        put(&format!("{START}：{start}"));
    }
    put_comment(record.comment(), &mut put);
    put(MOVES);
    let mut spelled = moves.iter().enumerate();
    for mv in record.main_line() {
        if mv.move_text().is_some()
            && let Some((i, spelled)) = spelled.next()
        {
            let time = mv.time_ms.map(write_time).unwrap_or_default();
            put(&format!("{:>4} {spelled}{time}", i + 1));
        }
        if let Some(score) = mv.score {
            put(&format!("{SCORE}{score}"));
        }
        put_comment(mv.comment.as_deref(), &mut put);
    }
    let plies = moves.len();
    let (word, result) = match &record.result {
        None => (UNFINISHED.to_owned(), UNFINISHED),
        Some(ending) => {
            let known = WORDS.iter().find(|(reason, _)| *reason == ending.reason);
            let word = match known {
                Some((_, word)) => (*word).to_owned(),
                None => format!("終局（{}）", ending.reason),
            };
            (word, ending.winner.map_or(DRAW, |side| WINS[side.index()]))
        }
    };
    put(&format!("{:>4} {word}", plies + 1));
    put(&format!("まで{plies}手で{result}"));
}

/// The lines of a comment, each after a star. A line that would look like a score is escaped.
fn put_comment(comment: Option<&str>, put: &mut impl FnMut(&str)) {
    for row in comment.iter().flat_map(|comment| comment.split('\n')) {
        let mark = if row.starts_with(['*', '\\']) {
            "\\"
        } else {
            ""
        };
        put(&format!("*{mark}{row}"));
    }
}

fn write_time(ms: u64) -> String {
    let (minutes, seconds, ms) = (ms / 60_000, ms / 1000 % 60, ms % 1000);
    let mut text = format!("   ({minutes}:{seconds:02}");
    if ms > 0 {
        let _ = write!(text, ".{ms:03}");
    }
    text.push(')');
    text
}

/// Reads records separated by a line `---`.
pub(crate) fn parse_records(
    text: &str,
    style: Option<&'static str>,
    sink: Sink<'_>,
) -> Result<(), RecordError> {
    let mut reader = Reader::new(style);
    for (i, row) in text.lines().enumerate() {
        if row.trim_end() == BETWEEN {
            sink(std::mem::replace(&mut reader, Reader::new(style)).finish()?)?;
            reader.last_line = i + 1;
        } else {
            reader.row(i + 1, row)?;
        }
    }
    sink(reader.finish()?)
}

/// The part of the record that the next row belongs to.
enum Part {
    Header,
    Moves,
    /// After the word that ends the game, with its reason; `None` is an unfinished game.
    Result(Option<String>),
    Done,
}

struct Reader {
    part: Part,
    parsed: ParsedRecord,
    /// The lines of the current comment.
    remark: Vec<String>,
    /// The last line, for errors about a missing result.
    last_line: usize,
}

impl Reader {
    fn new(style: Option<&'static str>) -> Self {
        Reader {
            part: Part::Header,
            parsed: ParsedRecord {
                style,
                ..ParsedRecord::default()
            },
            remark: Vec::new(),
            last_line: 1,
        }
    }

    fn row(&mut self, line: usize, row: &str) -> Result<(), RecordError> {
        self.last_line = line;
        let plain = row.trim();
        if let Some(version) = row.strip_prefix(TITLE)
            && version.trim() != VERSION
        {
            let expected = format!("version {VERSION}, the newest this program knows");
            let line = Some(line);
            return Err(RecordError::new(Fault::Version, line, expected, plain));
        }
        if plain.is_empty() || row.starts_with('#') {
            return Ok(());
        }
        match &self.part {
            Part::Header | Part::Moves if row.starts_with('*') => self.remark(line, row),
            Part::Header if plain.starts_with("手数") => {
                self.part = Part::Moves;
                Ok(())
            }
            Part::Header => self.header(line, plain),
            Part::Moves => {
                self.end_remark();
                self.numbered(line, plain)
            }
            Part::Result(reason) => {
                let reason = reason.clone();
                self.result(line, plain, reason)
            }
            Part::Done => Err(RecordError::form(
                line,
                "nothing after the result, or --- before another record",
                plain,
            )),
        }
    }

    fn header(&mut self, line: usize, row: &str) -> Result<(), RecordError> {
        let Some((key, value)) = row.split_once(['：', ':']) else {
            let expected = format!("a header (name：value) or {MOVES}");
            return Err(RecordError::form(line, expected, row));
        };
        let key = key.trim();
        let Some(value) = one_line(value) else {
            // An empty name has no meaning.
            return Ok(());
        };
        let spanned = |value| Spanned { line, value };
        let twice = |there: bool| match there {
            true => Err(RecordError::form(line, "each header once", row)),
            false => Ok(()),
        };
        if key == GAME {
            twice(self.parsed.game.is_some())?;
            self.parsed.game = Some(spanned(value));
        } else if key == START {
            twice(self.parsed.start.is_some())?;
            self.parsed.start = Some(spanned(value));
        } else if let Some(side) = PLAYERS.iter().position(|title| *title == key) {
            twice(self.parsed.players[side].is_some())?;
            self.parsed.players[side] = Some(value);
        } else if key == DATE {
            twice(self.parsed.date.is_some())?;
            self.parsed.date = Some(value);
        } else {
            let known = TAGS.iter().find(|(_, name)| *name == key);
            let tag = match known {
                Some((tag, _)) => *tag,
                None if may_be_tag(key) => key,
                None => return Err(RecordError::form(line, "the name of a header", key)),
            };
            twice(self.parsed.tags.contains_key(tag))?;
            self.parsed.tags.insert(tag.to_owned(), value);
        }
        Ok(())
    }

    fn remark(&mut self, line: usize, row: &str) -> Result<(), RecordError> {
        if let Some(score) = row.strip_prefix(SCORE) {
            let wrong = |expected: &str| RecordError::form(line, expected, row);
            if self.parsed.tree.is_empty() {
                return Err(wrong("a move before its evaluation"));
            }
            let mv = self.parsed.last_mut();
            if mv.score.is_some() {
                return Err(wrong("one evaluation for a move"));
            }
            let score = score.trim().parse();
            mv.score = Some(score.map_err(|_| wrong("a number after 評価値="))?);
            return Ok(());
        }
        let text = &row[1..];
        let text = text.strip_prefix('\\').unwrap_or(text);
        // A tab or control character in a hand-made file.
        let plain = crate::record::some_lines(text).unwrap_or_default();
        self.remark.push(plain);
        Ok(())
    }

    /// Adds the comment to the move or, before any, to the record.
    fn end_remark(&mut self) {
        if self.remark.is_empty() {
            return;
        }
        let remark = std::mem::take(&mut self.remark).join("\n");
        self.parsed.last_mut().comment = Some(remark).filter(|remark| !remark.is_empty());
    }

    /// `12 2四ア (0:16/00:01:32)` or `13 投了`.
    fn numbered(&mut self, line: usize, row: &str) -> Result<(), RecordError> {
        let ply = self.parsed.tree.len() + 1;
        let mut words = row.splitn(2, char::is_whitespace);
        let number = words.next().unwrap_or_default();
        let rest = words.next().unwrap_or_default().trim_start();
        if number.parse() != Ok(ply) || rest.is_empty() {
            let expected = format!("{ply} and a move, or {ply} and how the game ended");
            return Err(RecordError::form(line, expected, row).at_ply(ply));
        }
        let mut words = rest.splitn(2, char::is_whitespace);
        let word = words.next().unwrap_or_default();
        let after = words.next().unwrap_or_default().trim();
        let time_ms = match after {
            "" => None,
            time => {
                let wrong = || RecordError::form(line, "a time such as (0:16)", time).at_ply(ply);
                Some(read_time(time).ok_or_else(wrong)?)
            }
        };
        if let Some(reason) = ending_of(word) {
            self.part = Part::Result(reason);
            return Ok(());
        }
        let node = Node {
            time_ms,
            ..Node::of_move(word)
        };
        self.parsed.push(TextPlace::line(line), node)
    }

    /// `まで12手で先手の勝ち`.
    fn result(
        &mut self,
        line: usize,
        row: &str,
        reason: Option<String>,
    ) -> Result<(), RecordError> {
        let plies = self.parsed.tree.len();
        let ended = |winner, reason: &str| {
            Written::Ended(Spanned {
                line,
                value: Ending {
                    winner,
                    reason: reason.to_owned(),
                    margin: None,
                },
            })
        };
        let said = row.strip_prefix(&format!("まで{plies}手で"));
        self.parsed.ending = match (reason.as_deref(), said) {
            (None, Some(UNFINISHED)) => Written::Unfinished(line),
            (Some(reason), Some(DRAW)) => ended(None, reason),
            (Some(reason), Some(said)) if said == WINS[0] => ended(Some(Side::First), reason),
            (Some(reason), Some(said)) if said == WINS[1] => ended(Some(Side::Second), reason),
            _ => {
                let results = match reason {
                    None => UNFINISHED.to_owned(),
                    Some(_) => format!("{}, {} or {DRAW}", WINS[0], WINS[1]),
                };
                let expected = format!("まで{plies}手で and {results}");
                return Err(RecordError::form(line, expected, row));
            }
        };
        self.part = Part::Done;
        Ok(())
    }

    fn finish(mut self) -> Result<ParsedRecord, RecordError> {
        self.end_remark();
        let (expected, ply) = match self.part {
            Part::Done => {
                if self.parsed.game.is_none() {
                    let expected = format!("a header {GAME}：GAME");
                    return Err(RecordError::form(self.last_line, expected, ""));
                }
                return Ok(self.parsed);
            }
            Part::Header => (format!("the moves after {MOVES}"), None),
            Part::Moves => (
                "a move or how the game ended (投了, 千日手, 中断, …)".to_owned(),
                Some(self.parsed.tree.len() + 1),
            ),
            Part::Result(_) => (format!("まで{}手で…", self.parsed.tree.len()), None),
        };
        let error = RecordError::form(self.last_line, expected, "");
        Err(RecordError { ply, ..error })
    }
}

/// The reason for a word; `Some(None)` is an unfinished game, `None` an unknown word.
fn ending_of(word: &str) -> Option<Option<String>> {
    if word == UNFINISHED {
        return Some(None);
    }
    if let Some((reason, _)) = WORDS.iter().find(|(_, known)| *known == word) {
        return Some(Some((*reason).to_owned()));
    }
    let reason = word.strip_prefix("終局（")?.strip_suffix('）')?;
    Some(Some(reason.to_owned()))
}

/// Reads `(1:16)`, `(1:16.250)` or `(1:16/00:03:00)`; the total after the slash is ignored.
fn read_time(text: &str) -> Option<u64> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let own = inner.split('/').next()?.trim();
    let (minutes, rest) = own.split_once(':')?;
    let (seconds, ms) = match rest.split_once('.') {
        Some((seconds, ms)) if ms.len() == 3 => (seconds, digits(ms)?),
        Some(_) => return None,
        None => (rest, 0),
    };
    let seconds = digits(seconds).filter(|&seconds| seconds < 60)?;
    let minutes = digits(minutes)?.checked_mul(60_000)?;
    minutes.checked_add(seconds * 1000 + ms)
}

fn digits(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
