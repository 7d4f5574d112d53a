//! The rules as the rule file says them, checked but not yet compiled.

use std::fmt;

use crate::koma::toml_reader::{Entry, RuleError, Source, Table};

/// Kinds of men, promoted ones included: codes 1 to 15 in four bit planes.
pub(crate) const MAX_KINDS: usize = 15;
/// Kinds that can be held in hand: seven counters of four bits for each side in one word.
pub(crate) const MAX_HAND_KINDS: usize = 7;
/// The most men of a kind a hand can hold.
pub(crate) const MAX_IN_HAND: usize = 15;
/// Distinct directions in which men of a game slide.
pub(crate) const MAX_RAYS: usize = 16;

/// What becomes of captured men.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Captures {
    /// They leave the game.
    Remove,
    /// They go to the captor's hand and may be dropped.
    Hand,
}

/// Whether a leader may be left to be taken.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Model {
    /// No: it must be out of attack after each own move; mate wins.
    Check,
    /// Yes: taking it wins.
    Capture,
}

/// What a leader on the far rank means.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// Nothing.
    None,
    /// A win if it cannot be taken there at once.
    Safe,
    /// A win at once.
    Any,
}

/// What having no legal move, not being in check, means.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoMoves {
    Loss,
    Draw,
    Pass,
}

/// What the last allowed occurrence of a position means.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum RepetitionResult {
    Draw,
    FirstLoses,
    SecondLoses,
}

/// Whether checking on every move of a repetition loses.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum PerpetualCheck {
    Ignored,
    Loses,
}

/// When a move may promote.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum PromotionWhen {
    /// It ends in the zone.
    Enter,
    /// It begins or ends in the zone.
    Touch,
}

/// Where Second's own moves come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum SecondMoves {
    /// First's, the board turned round.
    Rotated,
    /// First's, the board turned over: left stays left.
    Mirrored,
}

/// The choices that can also be made when a game is opened (`anpanman?no_moves=draw`).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    pub(crate) captures: Captures,
    pub(crate) model: Model,
    pub(crate) goal: Goal,
    pub(crate) no_moves: NoMoves,
    /// The occurrence that ends the game; 0 = none does.
    pub(crate) repetition: u32,
    pub(crate) repetition_result: RepetitionResult,
    pub(crate) perpetual_check: PerpetualCheck,
}

/// An option of a game: its value now, the rule file's, and what it may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The option's name.
    pub key: &'static str,
    /// What it is set to.
    pub value: String,
    /// What the rule file says.
    pub default: String,
    /// What it may be set to; a number stands as `0 to 1000`.
    pub allowed: Vec<String>,
}

/// An option that does not exist or cannot have that value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionError {
    /// What would have been right.
    pub expected: String,
    /// What came.
    pub came: String,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, came {:?}", self.expected, self.came)
    }
}

impl std::error::Error for OptionError {}

const CAPTURES: &[(&str, Captures)] = &[("remove", Captures::Remove), ("hand", Captures::Hand)];
const MODEL: &[(&str, Model)] = &[("check", Model::Check), ("capture", Model::Capture)];
const GOAL: &[(&str, Goal)] = &[
    ("none", Goal::None),
    ("safe", Goal::Safe),
    ("any", Goal::Any),
];
const NO_MOVES: &[(&str, NoMoves)] = &[
    ("loss", NoMoves::Loss),
    ("draw", NoMoves::Draw),
    ("pass", NoMoves::Pass),
];
const REPETITION_RESULT: &[(&str, RepetitionResult)] = &[
    ("draw", RepetitionResult::Draw),
    ("first-loses", RepetitionResult::FirstLoses),
    ("second-loses", RepetitionResult::SecondLoses),
];
const PERPETUAL_CHECK: &[(&str, PerpetualCheck)] = &[
    ("ignored", PerpetualCheck::Ignored),
    ("loses", PerpetualCheck::Loses),
];
const REPETITION_MOST: u32 = 1000;

fn word_of<T: PartialEq>(words: &[(&'static str, T)], meaning: &T) -> &'static str {
    let found = words.iter().find(|(_, other)| other == meaning);
    found.expect("every meaning has a word").0
}

fn meaning_of<T: Copy>(words: &[(&'static str, T)], word: &str) -> Result<T, OptionError> {
    let found = words.iter().find(|(other, _)| *other == word);
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
        OptionError {
            expected: known.join(" or "),
            came: word.to_owned(),
        }
    })
}

impl Options {
    /// The names of the options, in the order in which they are shown.
    pub(crate) const KEYS: [&'static str; 7] = [
        "captures",
        "model",
        "goal",
        "no_moves",
        "repetition",
        "repetition_result",
        "perpetual_check",
    ];

    pub(crate) fn get(&self, key: &str) -> String {
        match key {
            "captures" => word_of(CAPTURES, &self.captures).to_owned(),
            "model" => word_of(MODEL, &self.model).to_owned(),
            "goal" => word_of(GOAL, &self.goal).to_owned(),
            "no_moves" => word_of(NO_MOVES, &self.no_moves).to_owned(),
            "repetition" => self.repetition.to_string(),
            "repetition_result" => word_of(REPETITION_RESULT, &self.repetition_result).to_owned(),
            "perpetual_check" => word_of(PERPETUAL_CHECK, &self.perpetual_check).to_owned(),
            _ => unreachable!("only called with KEYS"),
        }
    }

    pub(crate) fn set(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        match key {
            "captures" => self.captures = meaning_of(CAPTURES, value)?,
            "model" => self.model = meaning_of(MODEL, value)?,
            "goal" => self.goal = meaning_of(GOAL, value)?,
            "no_moves" => self.no_moves = meaning_of(NO_MOVES, value)?,
            "repetition" => {
                let count = value.parse().ok().filter(|&n| is_repetition(n));
                self.repetition = count.ok_or_else(|| OptionError {
                    expected: format!("0 (none) or a number from 2 to {REPETITION_MOST}"),
                    came: value.to_owned(),
                })?;
            }
            "repetition_result" => self.repetition_result = meaning_of(REPETITION_RESULT, value)?,
            "perpetual_check" => self.perpetual_check = meaning_of(PERPETUAL_CHECK, value)?,
            _ => {
                return Err(OptionError {
                    expected: format!("one of the options {}", Self::KEYS.join(", ")),
                    came: key.to_owned(),
                });
            }
        }
        Ok(())
    }

    pub(crate) fn allowed(key: &str) -> Vec<String> {
        fn words<T>(words: &[(&str, T)]) -> Vec<String> {
            words.iter().map(|(word, _)| (*word).to_owned()).collect()
        }
        match key {
            "captures" => words(CAPTURES),
            "model" => words(MODEL),
            "goal" => words(GOAL),
            "no_moves" => words(NO_MOVES),
            "repetition" => vec![format!("0, 2 to {REPETITION_MOST}")],
            "repetition_result" => words(REPETITION_RESULT),
            "perpetual_check" => words(PERPETUAL_CHECK),
            _ => Vec::new(),
        }
    }
}

/// A position occurs at least once, so the first occurrence cannot end a game.
fn is_repetition(count: u32) -> bool {
    count == 0 || (2..=REPETITION_MOST).contains(&count)
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

/// A step or a direction as its owner sees it: so far to the right, so far forward.
pub(crate) type Vector = (i8, i8);

/// A kind of men.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) id: String,
    /// First's and Second's; Second's is turned to lower case in positions. Promoted kinds may do
    /// without: they are then written `+` and the letter of their base.
    pub(crate) letters: Option<[char; 2]>,
    pub(crate) names: [Names; 2],
    /// Short Japanese signs, as in shogi records.
    pub(crate) signs: [String; 2],
    /// Signs that are read, too.
    pub(crate) signs_also: Vec<String>,
    pub(crate) royal: bool,
    /// Steps of First and Second, both in their owner's own view turned to First's board:
    /// (files to the right, ranks towards the top).
    pub(crate) steps: [Vec<Vector>; 2],
    pub(crate) slides: [Vec<Vector>; 2],
    /// The number of the kind it promotes to.
    pub(crate) promotes_to: Option<usize>,
    pub(crate) promotion_forced: bool,
    /// The number of the kind it is the promoted form of.
    pub(crate) base: Option<usize>,
    pub(crate) drop_one_per_file: bool,
    pub(crate) drop_mate: bool,
    pub(crate) value: i32,
}

/// A rule file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Rules {
    pub(crate) id: String,
    pub(crate) name: Names,
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    /// Whether shogi-style file digits count from First's left (as the Anpanman document does)
    /// instead of from the right.
    pub(crate) digits_from_left: bool,
    pub(crate) start: String,
    pub(crate) options: Options,
    /// What the options are when nobody asks for others.
    pub(crate) defaults: Options,
    pub(crate) promotion_zone: usize,
    pub(crate) promotion_when: PromotionWhen,
    pub(crate) dead_drops: bool,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) advance: i32,
    pub(crate) mobility: i32,
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
        let (advance, mobility) = match top.get("evaluation") {
            None => (0, 1),
            Some(entry) => {
                let table = entry.table("a table [evaluation]")?;
                let number = |key: &str, default: i32| match table.get(key) {
                    Some(entry) => entry.number(-1000..1001).map(|n| n as i32),
                    None => Ok(default),
                };
                let weights = (number("advance", 0)?, number("mobility", 1)?);
                table.no_others()?;
                weights
            }
        };
        let kinds = leader_first(read_kinds(&top, second, promotion_zone > 0)?);
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

    /// Whether the two sides' men move alike, each seen from its own side of the board.
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

    /// Whether every man moves to the left as it moves to the right.
    pub(crate) fn is_mirror_symmetric(&self) -> bool {
        let even = |moves: &[Vector]| moves.iter().all(|&(x, y)| moves.contains(&(-x, y)));
        self.kinds.iter().all(|kind| {
            kind.steps.iter().all(|moves| even(moves))
                && kind.slides.iter().all(|moves| even(moves))
        })
    }
}

fn read_options(rules: &Table<'_, '_>) -> Result<Options, RuleError> {
    fn or<T: Copy>(
        table: &Table<'_, '_>,
        key: &str,
        words: &[(&str, T)],
        default: T,
    ) -> Result<T, RuleError> {
        table
            .get(key)
            .map_or(Ok(default), |entry| entry.word(words))
    }
    let repetition = match rules.get("repetition") {
        None => 0,
        Some(entry) => {
            let count = entry.number(0..i64::from(REPETITION_MOST) + 1)? as u32;
            if !is_repetition(count) {
                return Err(entry.error("0 (none) or a number of at least 2"));
            }
            count
        }
    };
    Ok(Options {
        captures: rules
            .need("captures", "\"remove\" or \"hand\"")?
            .word(CAPTURES)?,
        model: rules
            .need("model", "\"check\" or \"capture\"")?
            .word(MODEL)?,
        goal: or(rules, "goal", GOAL, Goal::None)?,
        no_moves: or(rules, "no_moves", NO_MOVES, NoMoves::Loss)?,
        repetition,
        repetition_result: or(
            rules,
            "repetition_result",
            REPETITION_RESULT,
            RepetitionResult::Draw,
        )?,
        perpetual_check: or(
            rules,
            "perpetual_check",
            PERPETUAL_CHECK,
            PerpetualCheck::Ignored,
        )?,
    })
}

fn read_kinds(
    top: &Table<'_, '_>,
    second: SecondMoves,
    has_zone: bool,
) -> Result<Vec<Kind>, RuleError> {
    let pieces = top.need("piece", "at least one table [[piece]]")?;
    let entries = pieces.list("tables [[piece]]")?;
    if entries.is_empty() || entries.len() > MAX_KINDS {
        return Err(pieces.error_with(
            format!("1 to {MAX_KINDS} tables [[piece]]"),
            entries.len().to_string(),
        ));
    }
    let mut kinds: Vec<Kind> = Vec::new();
    let mut promotions: Vec<Option<(Entry<'_, '_>, String)>> = Vec::new();
    for entry in &entries {
        let table = entry.table("a table [[piece]]")?;
        let id_entry = table.need("id", "the piece's name")?;
        let id = id_entry.text()?;
        if kinds.iter().any(|kind| kind.id == id) {
            return Err(id_entry.error("a name that no other piece has"));
        }
        kinds.push(read_kind(&table, id, second)?);
        promotions.push(match table.get("promotes_to") {
            Some(entry) => {
                let to = entry.text()?.to_owned();
                Some((entry, to))
            }
            None => None,
        });
        table.no_others()?;
    }
    for from in 0..kinds.len() {
        let Some((entry, to)) = &promotions[from] else {
            continue;
        };
        let Some(to) = kinds.iter().position(|kind| kind.id == *to) else {
            return Err(entry.error("the id of another piece"));
        };
        if kinds[from].royal {
            return Err(entry.error("no such key, for a leader does not promote"));
        }
        if !has_zone {
            return Err(entry.error("a table [promotion] that says where men promote"));
        }
        if to == from || kinds[to].base.is_some() || promotions[to].is_some() || kinds[to].royal {
            return Err(entry.error(
                "a piece that does not promote itself, is no leader and has no other base",
            ));
        }
        kinds[from].promotes_to = Some(to);
        kinds[to].base = Some(from);
    }
    let leaders = kinds.iter().filter(|kind| kind.royal).count();
    if leaders != 1 {
        return Err(pieces.error_with("exactly one piece with royal = true", leaders.to_string()));
    }
    for side in 0..2 {
        let mut seen: Vec<char> = Vec::new();
        for (kind, entry) in kinds.iter().zip(&entries) {
            match kind.letters {
                Some(letters) if seen.contains(&letters[side]) => {
                    return Err(entry.error_with(
                        "a letter that no other piece of that side has",
                        format!("{:?} twice", letters[side]),
                    ));
                }
                Some(letters) => seen.push(letters[side]),
                None if kind.base.is_none() => {
                    return Err(entry.error_with(
                        "a letter (only promoted pieces can do without)",
                        format!("none for piece {:?}", kind.id),
                    ));
                }
                None => {}
            }
        }
    }
    check_signs(&kinds, &entries)?;
    let hand_kinds = kinds
        .iter()
        .filter(|kind| !kind.royal && kind.base.is_none());
    let hand_kinds = hand_kinds.count();
    if hand_kinds > MAX_HAND_KINDS {
        return Err(pieces.error_with(
            format!("at most {MAX_HAND_KINDS} kinds besides the leader and promoted ones"),
            hand_kinds.to_string(),
        ));
    }
    let mut rays: Vec<Vector> = kinds.iter().flat_map(|k| k.slides.concat()).collect();
    rays.sort_unstable();
    rays.dedup();
    if rays.len() > MAX_RAYS {
        return Err(pieces.error_with(
            format!("at most {MAX_RAYS} different directions of slides"),
            rays.len().to_string(),
        ));
    }
    Ok(kinds)
}

/// Puts the leader in front, where the compiled tables expect it.
fn leader_first(mut kinds: Vec<Kind>) -> Vec<Kind> {
    let leader = kinds.iter().position(|kind| kind.royal).expect("checked");
    kinds[..=leader].rotate_right(1);
    let moved = |i: usize| match i.cmp(&leader) {
        std::cmp::Ordering::Less => i + 1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => i,
    };
    for kind in &mut kinds {
        kind.promotes_to = kind.promotes_to.map(moved);
        kind.base = kind.base.map(moved);
    }
    kinds
}

/// Signs tell the pieces of a side apart in shogi-style moves such as `2四銀成`: nothing in them may
/// look like the rest of a move, and no two pieces may share one.
fn check_signs(kinds: &[Kind], entries: &[Entry<'_, '_>]) -> Result<(), RuleError> {
    const LONGEST: usize = 4;
    let plain = |letter: char| {
        !letter.is_whitespace() && !letter.is_control() && !letter.is_numeric() && letter != '('
    };
    for side in 0..2 {
        let mut seen: Vec<&str> = Vec::new();
        for (kind, entry) in kinds.iter().zip(entries) {
            let own = std::iter::once(&kind.signs[side]).chain(&kind.signs_also);
            let own: Vec<&str> = own.map(String::as_str).collect();
            for sign in &own {
                let fits = (1..=LONGEST).contains(&sign.chars().count())
                    && sign.chars().all(plain)
                    && !sign.ends_with(['打', '成']);
                if !fits {
                    let expected = format!(
                        "a sign of 1 to {LONGEST} letters without spaces, digits or brackets \
                         that does not end with 打 or 成"
                    );
                    return Err(entry.error_with(expected, format!("{sign:?}")));
                }
                if seen.contains(sign) {
                    let expected = "a sign that no other piece of that side has (sign = \"…\")";
                    return Err(entry.error_with(expected, format!("{sign:?} twice")));
                }
            }
            seen.extend(own);
        }
    }
    Ok(())
}

fn read_kind(table: &Table<'_, '_>, id: &str, second: SecondMoves) -> Result<Kind, RuleError> {
    fn letter(entry: &Entry<'_, '_>) -> Result<char, RuleError> {
        let mut chars = entry.text()?.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if letter.is_ascii_uppercase() => Ok(letter),
            _ => Err(entry.error("one capital letter from A to Z")),
        }
    }
    let own = table
        .get("letter")
        .map(|entry| letter(&entry))
        .transpose()?;
    let other = table
        .get("second_letter")
        .map(|entry| letter(&entry))
        .transpose()?;
    for (key, needs) in [("second_letter", "letter"), ("promotion", "promotes_to")] {
        if let (Some(entry), None) = (table.get(key), table.get(needs)) {
            return Err(entry.error(format!("the key {needs} beside it")));
        }
    }
    let name = Names::read(&table.need("name", "the piece's name in en, ja, zh")?)?;
    let second_name = match table.get("second_name") {
        Some(entry) => Names::read(&entry)?,
        None => name.clone(),
    };
    let sign = match table.get("sign") {
        Some(entry) => entry.text()?.to_owned(),
        None => name.ja.chars().take(1).collect(),
    };
    let second_sign = match table.get("second_sign") {
        Some(entry) => entry.text()?.to_owned(),
        None => sign.clone(),
    };
    let mut signs_also = Vec::new();
    if let Some(entry) = table.get("sign_also") {
        for sign in entry.list("a list of signs")? {
            signs_also.push(sign.text()?.to_owned());
        }
    }
    let steps = read_vectors(table, "steps", second)?;
    let slides = read_vectors(table, "slides", second)?;
    let flag = |key: &str, default: bool| match table.get(key) {
        Some(entry) => entry.flag(),
        None => Ok(default),
    };
    Ok(Kind {
        id: id.to_owned(),
        letters: own.map(|own| [own, other.unwrap_or(own)]),
        names: [name, second_name],
        signs: [sign, second_sign],
        signs_also,
        royal: flag("royal", false)?,
        steps,
        slides,
        promotes_to: None,
        promotion_forced: match table.get("promotion") {
            Some(entry) => entry.word(&[("optional", false), ("forced", true)])?,
            None => false,
        },
        base: None,
        drop_one_per_file: flag("drop_one_per_file", false)?,
        drop_mate: flag("drop_mate", true)?,
        value: match table.get("value") {
            Some(entry) => entry.number(0..10_001)? as i32,
            None => 100,
        },
    })
}

/// Reads `steps` or `slides` and their `second_…` twin; both sides come out on First's board.
fn read_vectors(
    table: &Table<'_, '_>,
    key: &str,
    second: SecondMoves,
) -> Result<[Vec<Vector>; 2], RuleError> {
    const EXPECTED: &str = "a list of directions f b l r fl fr bl br or pairs [right, forward]";
    let read = |key: &str| -> Result<Option<Vec<Vector>>, RuleError> {
        let Some(entry) = table.get(key) else {
            return Ok(None);
        };
        let mut vectors = Vec::new();
        for item in entry.list(EXPECTED)? {
            let vector = read_vector(&item)?;
            if vectors.contains(&vector) {
                return Err(item.error_with("each direction once", format!("{vector:?} twice")));
            }
            vectors.push(vector);
        }
        Ok(Some(vectors))
    };
    let first = read(key)?.unwrap_or_default();
    let own = read(&format!("second_{key}"))?.unwrap_or_else(|| first.clone());
    let turn = |&(right, forward): &Vector| match second {
        SecondMoves::Rotated => (-right, -forward),
        SecondMoves::Mirrored => (right, -forward),
    };
    Ok([first, own.iter().map(turn).collect()])
}

fn read_vector(item: &Entry<'_, '_>) -> Result<Vector, RuleError> {
    if item.is_list() {
        let pair = item.list("a pair [right, forward]")?;
        let [right, forward] = pair.as_slice() else {
            return Err(
                item.error_with("a pair [right, forward]", format!("{} numbers", pair.len()))
            );
        };
        let vector = (right.number(-8..9)? as i8, forward.number(-8..9)? as i8);
        if vector == (0, 0) {
            return Err(item.error_with("a pair that leads elsewhere", "[0, 0]".to_owned()));
        }
        return Ok(vector);
    }
    item.word(&[
        ("f", (0, 1)),
        ("b", (0, -1)),
        ("l", (-1, 0)),
        ("r", (1, 0)),
        ("fl", (-1, 1)),
        ("fr", (1, 1)),
        ("bl", (-1, -1)),
        ("br", (1, -1)),
    ])
}
