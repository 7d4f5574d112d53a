//! Reading PGN.

use yomikiri_game_api::{PgnProfile, Side};

use super::style;
use super::tokens::{Token, Tokens};
use crate::error::{Fault, RecordError};
use crate::kif::may_be_tag;
use crate::parsed::{MAX_PLIES, ParsedRecord, Spanned, TextPlace, Written};
use crate::record::{OUTSIDE_REASONS, one_line, some_lines};
use crate::tree::{Node, NodeId};

/// Maximum depth of variations.
const DEEPEST: usize = 100;
/// Marks written after a move, by NAG.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
/// Names of other programs for ends that are not on the board.
const TERMINATIONS: [(&str, &str); 3] = [
    ("time forfeit", "time"),
    ("abandoned", "forfeit"),
    ("rules infraction", "illegal-move"),
];
/// Variants that mean the game itself, besides those that the game declares.
const USUAL: [&str; 3] = ["standard", "normal", "from position"];

/// Receives games, or what is wrong with them. If it takes an error without one of its own, reading
/// continues with the next game.
pub(crate) type GameSink<'a> =
    &'a mut dyn FnMut(Result<ParsedRecord, RecordError>) -> Result<(), RecordError>;

/// Reads all games of a text. `is_move` says whether a word is a first move of a game without tags.
pub(crate) fn parse_records(
    text: &str,
    profile: PgnProfile,
    is_move: &dyn Fn(&str) -> bool,
    sink: GameSink<'_>,
) -> Result<(), RecordError> {
    let mut tokens = Tokens::new(text);
    let mut game = Reading::new(profile);
    loop {
        let fresh = || Reading::new(profile);
        let step = match tokens.next() {
            Ok(None) => break,
            Ok(Some((line, token))) => {
                if matches!(token, Token::Tag(..)) && game.has_moves() {
                    // The next game begins, although this one has no result.
                    let done = std::mem::replace(&mut game, fresh());
                    sink(done.finish(line))?;
                }
                game.take(line, token).map(|is_over| (line, is_over))
            }
            Err(error) => Err(error),
        };
        match step {
            Ok((_, false)) => {}
            Ok((line, true)) => {
                let mut done = std::mem::replace(&mut game, fresh());
                done.footer(tokens.footer(is_move));
                sink(done.finish(line))?;
            }
            Err(error) => {
                sink(Err(error))?;
                tokens.up_to_tags();
                game = fresh();
            }
        }
    }
    if game.begun {
        sink(game.finish(tokens.line))?;
    }
    Ok(())
}

/// A game being read.
struct Reading {
    profile: PgnProfile,
    parsed: ParsedRecord,
    /// The tag `Format`.
    format: Option<String>,
    /// The tag `Result`, used if the moves end without one.
    told: Option<Spanned<String>>,
    /// The main line and the open variations.
    open: Vec<OpenLine>,
    begun: bool,
    termination: Option<String>,
}

/// A line of moves being read.
#[derive(Copy, Clone)]
struct OpenLine {
    /// The node before its first move.
    from: NodeId,
    /// Its last node so far.
    last: NodeId,
}

impl OpenLine {
    fn from(from: NodeId) -> Self {
        OpenLine { from, last: from }
    }
}

impl Reading {
    fn new(profile: PgnProfile) -> Self {
        Reading {
            profile,
            parsed: ParsedRecord::default(),
            format: None,
            told: None,
            open: vec![OpenLine::from(NodeId::ROOT)],
            begun: false,
            termination: None,
        }
    }

    fn has_moves(&self) -> bool {
        !self.parsed.tree.is_empty()
    }

    /// Handles a token; true if it ends the game.
    fn take(&mut self, line: usize, token: Token) -> Result<bool, RecordError> {
        self.begun = true;
        match token {
            Token::Tag(name, value) => self.tag(line, &name, &value)?,
            Token::Comment(text) => self.comment(&text),
            Token::Mark(mark) => match self.last() {
                Some(mv) => mv.marks.push(mark),
                None => {
                    return Err(RecordError::form(
                        line,
                        "a move before its mark",
                        &format!("${mark}"),
                    ));
                }
            },
            Token::Open if self.open.len() > DEEPEST => {
                let expected = format!("variations at most {DEEPEST} deep");
                return Err(RecordError::form(line, expected, "("));
            }
            Token::Open if self.last().is_none() => {
                return Err(RecordError::form(line, "a move before a variation", "("));
            }
            Token::Open => {
                let replaced = self.line().last;
                let before = self.parsed.tree.parent(replaced).unwrap_or(NodeId::ROOT);
                self.open.push(OpenLine::from(before));
            }
            Token::Close => {
                if self.open.len() == 1 {
                    return Err(RecordError::form(line, "( before )", ")"));
                }
                self.open.pop();
            }
            Token::Word(word) => return self.word(line, &word),
        }
        Ok(false)
    }

    fn line(&self) -> OpenLine {
        *self.open.last().expect("the main line is open")
    }

    /// The last move of the open variation.
    fn last(&mut self) -> Option<&mut Node> {
        let OpenLine { from, last } = self.line();
        (last != from).then(|| self.parsed.tree.node_mut(last))
    }

    /// Whether a variant is the game itself.
    fn is_plain(&self, variant: &str) -> bool {
        let variant = variant.to_ascii_lowercase();
        let known = USUAL.iter().chain(self.profile.variants);
        known.copied().any(|known| known == variant)
    }

    fn tag(&mut self, line: usize, name: &str, value: &str) -> Result<(), RecordError> {
        let Some(value) = one_line(value).filter(|value| value != "?") else {
            return Ok(());
        };
        let spanned = |value| Spanned { line, value };
        match name {
            "White" | "Red" => self.parsed.players[0] = Some(value),
            "Black" => self.parsed.players[1] = Some(value),
            "Date" if value.starts_with("????") => {}
            "Date" => self.parsed.date = Some(value.replace('.', "-")),
            "SetUp" | "Game" => {}
            "Result" => self.told = Some(spanned(value)),
            "Format" => self.format = Some(value),
            "FEN" => self.parsed.start = Some(spanned(value)),
            "Variant" if self.is_plain(&value) => {}
            "Variant" => self.parsed.game = Some(spanned(value)),
            "Termination" => self.termination = Some(value),
            other => {
                let mut key = other.to_owned();
                if let Some(first) = key.get_mut(..1) {
                    first.make_ascii_lowercase();
                }
                if !may_be_tag(&key) {
                    return Err(RecordError::form(line, "the name of a tag", other));
                }
                self.parsed.tags.insert(key, value);
            }
        }
        Ok(())
    }

    /// Keeps the text after the game.
    fn footer(&mut self, text: &str) {
        if let Some(text) = one_line(text) {
            self.parsed.tags.insert("footer".to_owned(), text);
        }
    }

    /// A comment belongs to the move before it, or to the whole game.
    fn comment(&mut self, text: &str) {
        let (text, time_ms, score) = commands(text);
        let add = |place: &mut Option<String>| {
            let Some(text) = some_lines(&text) else {
                return;
            };
            *place = Some(match place.take() {
                None => text,
                Some(before) => format!("{before}\n{text}"),
            });
        };
        match self.last() {
            Some(mv) => {
                add(&mut mv.comment);
                mv.time_ms = time_ms.or(mv.time_ms);
                mv.score = score.or(mv.score);
            }
            // Before the first move of a variation there is no place of its own: the comment goes
            // to the move that it replaces; that before the first move of all goes to the game.
            None => {
                let outer = self.open.len().checked_sub(2).map(|at| self.open[at].last);
                let node = self.parsed.tree.node_mut(outer.unwrap_or(NodeId::ROOT));
                add(&mut node.comment);
            }
        }
    }

    fn word(&mut self, line: usize, word: &str) -> Result<bool, RecordError> {
        if let Some(result) = result_of(word) {
            if self.open.len() > 1 {
                return Err(RecordError::form(line, ") before the result", word));
            }
            self.told = None;
            self.end(line, result);
            return Ok(true);
        }
        let text = without_number(word);
        let plain = text.trim_end_matches(['!', '?']);
        if plain.is_empty() {
            // A number, or a mark separate from its move.
            if let (Some(mark), Some(mv)) = (mark_of(text), self.last()) {
                mv.marks.push(mark);
            }
            return Ok(false);
        }
        if self.parsed.tree.len() == MAX_PLIES {
            let expected = format!("at most {MAX_PLIES} moves");
            return Err(RecordError::new(Fault::TooLong, Some(line), expected, word));
        }
        let node = Node {
            marks: mark_of(&text[plain.len()..]).into_iter().collect(),
            ..Node::of_move(plain)
        };
        let before = self.line().last;
        let id = self.parsed.add(before, TextPlace::line(line), node)?;
        let open = self.open.last_mut().expect("the main line is open");
        open.last = id;
        Ok(false)
    }

    /// Handles a result; `None` means unfinished.
    fn end(&mut self, line: usize, result: Option<Option<Side>>) {
        let Some(winner) = result else {
            return;
        };
        let reason = self.termination.take().and_then(|told| {
            let known = TERMINATIONS.iter().find(|(name, _)| told == *name);
            let reason = known.map_or(told.as_str(), |(_, reason)| reason);
            OUTSIDE_REASONS.contains(&reason).then(|| reason.to_owned())
        });
        self.parsed.ending = Written::Scored(Spanned {
            line,
            value: (winner, reason),
        });
    }

    fn finish(mut self, line: usize) -> Result<ParsedRecord, RecordError> {
        if self.open.len() > 1 {
            return Err(RecordError::form(line, ") after a variation", ""));
        }
        if let Some(Spanned { line, value }) = self.told.take() {
            self.end(line, result_of(&value).flatten());
        }
        let tree = &self.parsed.tree;
        let first = tree.first_child(NodeId::ROOT);
        let first_move = first.and_then(|id| tree.node(id).move_text());
        let first_move = first_move.unwrap_or_default();
        self.parsed.style = style::of_text(&self.profile, self.format.as_deref(), first_move);
        self.parsed.tidied(line)
    }
}

/// The meaning of a result word: `None` if it is unfinished, else the winner or a draw.
fn result_of(word: &str) -> Option<Option<Option<Side>>> {
    match word {
        "1-0" => Some(Some(Some(Side::First))),
        "0-1" => Some(Some(Some(Side::Second))),
        "1/2-1/2" | "1/2" => Some(Some(None)),
        "*" => Some(None),
        _ => None,
    }
}

/// A word without its move number: `12.Nf3`, `12...Nf3`, `12.`, `12`, `...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let dotted = rest.trim_start_matches(['.', '…']);
    if rest.is_empty() || dotted.len() < rest.len() {
        dotted
    } else {
        word
    }
}

fn mark_of(text: &str) -> Option<u8> {
    let found = MARKS.iter().position(|&mark| mark == text)?;
    Some(found as u8 + 1)
}

/// The text of a comment without known commands, and their values.
fn commands(text: &str) -> (String, Option<u64>, Option<i32>) {
    let (mut time, mut score) = (None, None);
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("[%") {
        let Some(end) = rest[at..].find(']') else {
            break;
        };
        let command = &rest[at + 2..at + end];
        let known = match command.split_once(' ') {
            Some(("emt", value)) => read_time(value).map(|ms| time = Some(ms)),
            Some(("score", value)) => value.trim().parse().ok().map(|points| score = Some(points)),
            _ => None,
        };
        let until = if known.is_some() { at } else { at + end + 1 };
        kept.push_str(&rest[..until]);
        rest = &rest[at + end + 1..];
    }
    kept.push_str(rest);
    (kept.trim().to_owned(), time, score)
}

/// `0:01:02` or `0:01:02.250`.
fn read_time(text: &str) -> Option<u64> {
    let mut parts = text.trim().split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let (seconds, ms) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let number = |text: &str| text.parse::<u64>().ok().filter(|_| text.len() < 9);
    let ms = number(&format!("{ms:0<3}")[..3])?;
    let whole = number(hours)? * 3600 + number(minutes)? * 60 + number(seconds)?;
    parts.next().is_none().then_some(whole * 1000 + ms)
}
