//! The rules as in the rule file, checked but not compiled.

mod kinds;
mod options;

pub(crate) use kinds::{Kind, Vector};
use kinds::{SecondMoves, leader_first, read_kinds};
use options::read_options;
pub(crate) use options::{
    Captures, Goal, Model, NoMoves, Options, PerpetualCheck, RepetitionResult,
};

use crate::koma::features::{Features, Group, Size};
use crate::koma::toml_reader::{Entry, RuleError, Source, Table};

/// Maximum number of kinds, including promoted ones: codes 1 to 15 in four bit planes.
pub(crate) const MAX_KINDS: usize = 15;
/// Maximum number of kinds in hand: seven four-bit counters per side in one word.
pub(crate) const MAX_HAND_KINDS: usize = 7;
/// Maximum number of pieces of a kind in hand.
pub(crate) const MAX_IN_HAND: usize = 15;
/// Maximum number of distinct slide directions.
pub(crate) const MAX_RAYS: usize = 16;

/// When a move may promote.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum PromotionWhen {
    /// It ends in the zone.
    Enter,
    /// It starts or ends in the zone.
    Touch,
}

/// A text in the three languages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Names {
    pub(crate) en: String,
    pub(crate) ja: String,
    pub(crate) zh: String,
}

impl Names {
    pub(crate) fn get(&self, lang: &str) -> &str {
        match lang {
            "ja" => &self.ja,
            "zh" => &self.zh,
            _ => &self.en,
        }
    }

    fn read(entry: &Entry<'_, '_>) -> Result<Names, RuleError> {
        let table = entry.table("a table { en = \"…\", ja = \"…\", zh = \"…\" }")?;
        let en = table.need("en", "the English name")?.text()?.to_owned();
        let or_english = |key: &str| match table.get(key) {
            Some(entry) => entry.text().map(str::to_owned),
            None => Ok(en.clone()),
        };
        let names = Names {
            ja: or_english("ja")?,
            zh: or_english("zh")?,
            en: en.clone(),
        };
        table.no_others()?;
        Ok(names)
    }
}

/// A rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    pub(crate) id: String,
    pub(crate) name: Names,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    /// Whether file digits in shogi notation count from First's left (as in the Anpanman thesis)
    /// instead of the right.
    pub(crate) digits_from_left: bool,
    pub(crate) start: String,
    pub(crate) options: Options,
    /// Default options.
    pub(crate) defaults: Options,
    pub(crate) promotion_zone: usize,
    pub(crate) promotion_when: PromotionWhen,
    pub(crate) dead_drops: bool,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) advance: i32,
    pub(crate) mobility: i32,
    /// Fitted weights of the evaluation.
    pub(crate) features: Option<Features>,
    /// Line of the start, for errors found when the compiled game reads it.
    start_error: RuleError,
}

impl Rules {
    /// Reads and checks a rule file. The start position is checked by the compiled game.
    pub(crate) fn read(file: &str, text: &str) -> Result<Rules, RuleError> {
        let source = Source::new(file, text);
        let parsed = source.parse()?;
        let top = Table::top(&source, &parsed);
        top.need("format", "the version of the format, 1")?
            .number(1..2)?;
        let id_entry = top.need("id", "the game's name in small letters")?;
        let id = id_entry.text()?;
        if id.is_empty()
            || !id
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            return Err(id_entry.error("a name of small letters, digits and hyphens"));
        }
        let name = Names::read(&top.need("name", "the game's name in en, ja, zh")?)?;

        let board = top
            .need("board", "a table [board]")?
            .table("a table [board]")?;
        let files_entry = board.need("files", "the number of files")?;
        let files = files_entry.number(1..9)? as usize;
        let ranks = board.need("ranks", "the number of ranks")?.number(2..10)? as usize;
        if files * ranks > 64 {
            return Err(files_entry.error_with(
                "a board of at most 64 squares",
                format!("{files} files of {ranks} ranks"),
            ));
        }
        let digits_from_left = match board.get("file_digits") {
            Some(entry) => entry.word(&[("left", true), ("right", false)])?,
            None => false,
        };
        board.no_others()?;

        let rules = top
            .need("rules", "a table [rules]")?
            .table("a table [rules]")?;
        let options = read_options(&rules)?;
        let second = match rules.get("second_moves") {
            Some(entry) => entry.word(&[
                ("rotated", SecondMoves::Rotated),
                ("mirrored", SecondMoves::Mirrored),
            ])?,
            None => SecondMoves::Rotated,
        };
        let dead_drops = match rules.get("dead_drops") {
            Some(entry) => entry.flag()?,
            None => true,
        };
        rules.no_others()?;

        let (promotion_zone, promotion_when) = match top.get("promotion") {
            None => (0, PromotionWhen::Enter),
            Some(entry) => {
                let table = entry.table("a table [promotion]")?;
                let zone = table.need("zone", "the number of far ranks")?;
                let zone = zone.number(1..ranks as i64 + 1)? as usize;
                let when = table.need("when", "when a move promotes")?;
                let when = when.word(&[
                    ("enter", PromotionWhen::Enter),
                    ("touch", PromotionWhen::Touch),
                ])?;
                table.no_others()?;
                (zone, when)
            }
        };
        let kinds = leader_first(read_kinds(&top, second, promotion_zone > 0)?);
        let size = Size {
            kinds: kinds.len(),
            hand_kinds: kinds
                .iter()
                .filter(|kind| !kind.royal && kind.base.is_none())
                .count(),
            files,
            ranks,
        };
        let (advance, mobility, features) = match top.get("evaluation") {
            None => (0, 1, None),
            Some(entry) => {
                let table = entry.table("a table [evaluation]")?;
                let number = |key: &str, default: i32| match table.get(key) {
                    Some(entry) => entry.number(-1000..1001).map(|n| n as i32),
                    None => Ok(default),
                };
                let features = match table.get("fitted") {
                    Some(entry) => Some(read_features(&entry, size)?),
                    None => None,
                };
                let weights = (number("advance", 0)?, number("mobility", 1)?, features);
                table.no_others()?;
                weights
            }
        };
        let start_entry = top.need("start", "the start position")?;
        let start = start_entry.text()?.to_owned();
        top.no_others()?;
        Ok(Rules {
            id: id.to_owned(),
            name,
            files,
            ranks,
            digits_from_left,
            options,
            defaults: options,
            promotion_zone,
            promotion_when,
            dead_drops,
            kinds,
            advance,
            mobility,
            features,
            start_error: start_entry.error("a position"),
            start,
        })
    }

    /// An error about the start position.
    pub(crate) fn start_error(&self, expected: String) -> RuleError {
        RuleError {
            expected,
            ..self.start_error.clone()
        }
    }

    /// Whether both sides' pieces move the same way, each seen from its own side.
    pub(crate) fn sides_move_alike(&self) -> bool {
        self.kinds.iter().all(|kind| {
            let turned = |moves: &[Vector]| {
                let mut moves: Vec<_> = moves.iter().map(|&(x, y)| (-x, -y)).collect();
                moves.sort_unstable();
                moves
            };
            let sorted = |moves: &[Vector]| {
                let mut moves = moves.to_vec();
                moves.sort_unstable();
                moves
            };
            sorted(&kind.steps[0]) == turned(&kind.steps[1])
                && sorted(&kind.slides[0]) == turned(&kind.slides[1])
        })
    }

    /// Whether every piece moves to the left as it moves to the right.
    pub(crate) fn is_mirror_symmetric(&self) -> bool {
        let even = |moves: &[Vector]| moves.iter().all(|&(x, y)| moves.contains(&(-x, y)));
        self.kinds.iter().all(|kind| {
            kind.steps.iter().all(|moves| even(moves))
                && kind.slides.iter().all(|moves| even(moves))
        })
    }
}

/// Reads the fitted weights: a list for each group.
fn read_features(entry: &Entry<'_, '_>, size: Size) -> Result<Features, RuleError> {
    let table = entry.table("a table [evaluation.fitted]")?;
    let mut features = Features::zero(size);
    for group in Group::ALL {
        let Some(entry) = table.get(group.key()) else {
            continue;
        };
        let expected = format!("a list of {} numbers", group.len(size));
        let list = entry.list(&expected)?;
        if list.len() != group.len(size) {
            return Err(entry.error_with(expected, format!("{} numbers", list.len())));
        }
        for (value, entry) in features.group_mut(group).iter_mut().zip(list) {
            *value = entry.number(-5000..5001)? as i32;
        }
    }
    table.no_others()?;
    Ok(features)
}
