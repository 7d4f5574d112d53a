//! Messages in the user's language, from the one source that the terminal and the page share:
//! `locales/*.ftl`, `locales/rules/*.ftl` and, for the terminal alone, `locales/terminal/*.ftl` (Fluent), built into
//! the program.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use serde::Serialize;
use unic_langid::LanguageIdentifier;

use crate::error::shorten;
use crate::{OutcomeView, Remark, Side, Word};

/// A language of the program.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
    /// Chinese (simplified).
    Zh,
}

impl Lang {
    /// All languages.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::Ja, Lang::Zh];

    /// The two-letter code.
    pub const fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
            Lang::Zh => "zh",
        }
    }

    /// The messages of this language, as its files have them.
    pub const fn source(self) -> &'static str {
        match self {
            Lang::En => concat!(
                include_str!("../../../locales/en.ftl"),
                "\n",
                include_str!("../../../locales/rules/en.ftl")
            ),
            Lang::Ja => concat!(
                include_str!("../../../locales/ja.ftl"),
                "\n",
                include_str!("../../../locales/rules/ja.ftl")
            ),
            Lang::Zh => concat!(
                include_str!("../../../locales/zh.ftl"),
                "\n",
                include_str!("../../../locales/rules/zh.ftl")
            ),
        }
    }

    /// The messages that only the terminal shows.
    pub const fn terminal_source(self) -> &'static str {
        match self {
            Lang::En => include_str!("../../../locales/terminal/en.ftl"),
            Lang::Ja => include_str!("../../../locales/terminal/ja.ftl"),
            Lang::Zh => include_str!("../../../locales/terminal/zh.ftl"),
        }
    }

    /// The language to use: the one asked for, or that of the locale in the environment.
    pub fn choose(asked: Option<Lang>) -> Lang {
        asked.unwrap_or_else(|| Lang::of_locale(|name| std::env::var(name).ok()))
    }

    /// The language of the first locale variable that is set, as POSIX orders them.
    fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()))
            .and_then(|locale| locale.parse().ok())
            .unwrap_or_default()
    }
}

impl FromStr for Lang {
    type Err = String;

    /// Reads a code or a locale: `ja`, `ja_JP.UTF-8`, `zh-Hans`, `C`.
    fn from_str(text: &str) -> Result<Lang, String> {
        let code = text.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match code.to_ascii_lowercase().as_str() {
            "en" | "c" | "posix" => Ok(Lang::En),
            "ja" => Ok(Lang::Ja),
            "zh" => Ok(Lang::Zh),
            _ => Err(format!("expected en, ja or zh, got {:?}", shorten(text))),
        }
    }
}

/// A message for a count of one, as a pattern.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Singular {
    /// The variable that counts.
    pub variable: String,
    /// The pattern.
    pub text: String,
}

/// The messages of one language: the program's own, then those of games from outside. Clones are cheap.
/// A message is parsed when it is first asked for: a program that is started for one answer needs few of
/// a thousand.
#[derive(Clone)]
pub struct Texts(Arc<Sources>);

struct Sources {
    lang: Lang,
    source: String,
    messages: HashMap<String, Entry>,
}

/// Where a message stands in the source, and its parsed form once it was asked for.
struct Entry {
    text: Range<usize>,
    parsed: OnceLock<FluentBundle<FluentResource>>,
}

impl Texts {
    /// The program's messages with others added, each as the text of a Fluent file. What comes later
    /// overrides earlier ones; lines that are not messages are ignored.
    pub(crate) fn new<'a>(lang: Lang, others: impl Iterator<Item = &'a str>) -> Self {
        let mut source = [lang.source(), lang.terminal_source()].join("\n");
        for other in others.filter(|other| !other.is_empty()) {
            source += "\n";
            source += other;
        }
        // Counted first, so that the table is made once in its final size.
        let found: Vec<_> = entries(&source).collect();
        let entry = |(id, text): (&str, Range<usize>)| {
            let parsed = OnceLock::new();
            (id.to_owned(), Entry { text, parsed })
        };
        let messages = found.into_iter().map(entry).collect();
        Texts(Arc::new(Sources {
            lang,
            source,
            messages,
        }))
    }

    /// The program's own messages.
    pub fn built_in(lang: Lang) -> Self {
        Texts::new(lang, std::iter::empty())
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.0.lang
    }

    /// A message with its variables filled in. Values that are whole numbers also choose plural
    /// forms. An unknown id comes back as itself, so that a missing translation is readable.
    pub fn message(&self, id: &str, args: &[(&str, &str)]) -> String {
        self.find(id, args).unwrap_or_else(|| id.to_owned())
    }

    /// As [`Texts::message`], but `None` for an unknown id.
    pub fn find(&self, id: &str, args: &[(&str, &str)]) -> Option<String> {
        let bundle = self.0.bundle(id)?;
        let pattern = bundle.get_message(id)?.value()?;
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, value) in args {
            let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && value.len() < 16 {
                values.set(*name, FluentValue::try_number(value));
            } else {
                values.set(*name, *value);
            }
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&values), &mut errors);
        Some(text.into_owned())
    }

    /// An English sentence of the form "place: expected this, got that", translated as far as its phrases are known.
    pub fn sentence(&self, text: &str) -> String {
        crate::complaints::sentence(text, self)
    }

    /// What a side is called in a game; `sides` are the names that the game declares.
    pub fn side(&self, sides: [&str; 2], side: Side) -> String {
        self.message(&format!("side-{}", sides[side.index()]), &[])
    }

    /// Whose turn it is, in the game's own words.
    pub fn turn(&self, sides: [&str; 2], side: Side) -> String {
        let own = format!("turn-{}", sides[side.index()]);
        let told = || self.message("page-turn", &[("side", &self.side(sides, side))]);
        self.find(&own, &[]).unwrap_or_else(told)
    }

    /// How a game ended, in its own words.
    pub fn outcome_of(&self, sides: [&str; 2], outcome: &OutcomeView) -> String {
        match outcome.winner {
            Some(side) if sides != ["first", "second"] => {
                let (side, reason) = (self.side(sides, side), self.reason(&outcome.reason));
                self.message("page-won", &[("side", &side), ("reason", &reason)])
            }
            _ => self.outcome(outcome),
        }
    }

    /// How a game ended, in a sentence.
    pub fn outcome(&self, outcome: &OutcomeView) -> String {
        let reason = self.reason(&outcome.reason);
        let args: &[(&str, &str)] = &[("reason", &reason)];
        match outcome.winner {
            Some(side) => self.message(&format!("outcome-{side}-won"), args),
            None => self.message("outcome-draw", args),
        }
    }

    /// All that is said about the end of a game: the sentence, then what the game adds to it.
    pub fn verdict(&self, outcome: &OutcomeView) -> Vec<String> {
        let remarks = outcome.because.iter().map(|remark| self.remark(remark));
        [self.outcome(outcome)].into_iter().chain(remarks).collect()
    }

    /// A sentence of a game.
    pub fn remark(&self, remark: &Remark) -> String {
        let words = remark
            .args
            .iter()
            .map(|(name, word)| (name, self.word(word)));
        let words: Vec<_> = words.collect();
        let args: Vec<(&str, &str)> = words
            .iter()
            .map(|(name, word)| (**name, word.as_str()))
            .collect();
        self.message(remark.id, &args)
    }

    fn word(&self, word: &Word) -> String {
        match word {
            Word::Number(number) => number.to_string(),
            Word::Text(text) => text.clone(),
            Word::Message { message } => self.message(message, &[]),
            Word::Named { en, ja, zh } => match self.lang() {
                Lang::En => (*en).to_owned(),
                Lang::Ja => (*ja).to_owned(),
                Lang::Zh => (*zh).to_owned(),
            },
            Word::List(remarks) => {
                let texts: Vec<String> = remarks.iter().map(|remark| self.remark(remark)).collect();
                texts.join(&self.message("list-separator", &[]))
            }
        }
    }

    /// A reason for the end of a game.
    pub fn reason(&self, reason: &str) -> String {
        let found = self.find(&format!("reason-{}", reason.replace('_', "-")), &[]);
        found.unwrap_or_else(|| reason.to_owned())
    }

    /// The name of a part of an evaluation.
    pub fn term(&self, name: &str) -> String {
        let found = self.find(&format!("term-{}", name.replace('_', "-")), &[]);
        found.unwrap_or_else(|| name.to_owned())
    }

    /// Every message that is not the terminal's as a plain pattern with `{$name}` where variables go, for
    /// pages that fill them in themselves. Of messages that choose between forms it is the general form.
    pub fn patterns(&self) -> BTreeMap<String, String> {
        let pattern = |(id, variables): (String, Vec<String>)| {
            let marks: Vec<String> = variables
                .iter()
                .map(|name| format!("{{${name}}}"))
                .collect();
            let names = variables.iter().map(String::as_str);
            let args: Vec<(&str, &str)> = names.zip(marks.iter().map(String::as_str)).collect();
            let text = self.message(&id, &args);
            (id, text)
        };
        let terminal: HashSet<&str> = entries(self.lang().terminal_source())
            .map(|(id, _)| id)
            .collect();
        let shown = self.messages().into_iter();
        let shown = shown.filter(|(id, _)| !terminal.contains(id.as_str()));
        shown.map(pattern).collect()
    }

    /// The forms for a count of one, of messages that choose their form by a number.
    pub fn singulars(&self) -> BTreeMap<String, Singular> {
        let source = &self.0.source;
        entries(source)
            .filter_map(|(id, text)| {
                let (before, _) = source[text].split_once("->")?;
                let variable = before.rsplit_once('$')?.1.trim().to_owned();
                let text = self.singular(id, &variable);
                Some((id.to_owned(), Singular { variable, text }))
            })
            .collect()
    }

    fn singular(&self, id: &str, variable: &str) -> String {
        let variables = self.variables(id);
        let value = |name: &String| match name == variable {
            true => "1".to_owned(),
            false => format!("{{${name}}}"),
        };
        let values: Vec<(&String, String)> =
            variables.iter().map(|name| (name, value(name))).collect();
        let args: Vec<(&str, &str)> = values
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        self.message(id, &args)
    }

    /// Every message id with the variables it uses, for tools and tests.
    pub fn messages(&self) -> BTreeMap<String, Vec<String>> {
        let ids = self.0.messages.keys();
        ids.map(|id| (id.clone(), self.variables(id))).collect()
    }

    /// The variables that a message uses, sorted.
    fn variables(&self, id: &str) -> Vec<String> {
        let text = self
            .0
            .messages
            .get(id)
            .map(|entry| &self.0.source[entry.text.clone()]);
        let uses = text.unwrap_or_default().split('$').skip(1);
        let name = |rest: &str| {
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
            rest[..end.unwrap_or(rest.len())].to_owned()
        };
        let variables: BTreeSet<String> = uses.map(name).collect();
        variables.into_iter().collect()
    }
}

impl Sources {
    fn bundle(&self, id: &str) -> Option<&FluentBundle<FluentResource>> {
        let entry = self.messages.get(id)?;
        Some(entry.parsed.get_or_init(|| {
            let text = &self.source[entry.text.clone()];
            let lang: LanguageIdentifier = self.lang.code().parse().expect("a language code");
            let mut bundle = FluentBundle::new_concurrent(vec![lang]);
            bundle.set_use_isolating(false);
            let needed = if refers(text) { &self.source } else { text };
            // A test proves that the built-in files have neither errors nor duplicates.
            let resource = FluentResource::try_new(needed.to_owned());
            bundle.add_resource_overriding(resource.unwrap_or_else(|(resource, _)| resource));
            bundle
        }))
    }
}

/// Whether a message may refer to another one or to a term: `{ other }`, `{ -term }`.
fn refers(text: &str) -> bool {
    let places = text.split('{').skip(1);
    let mut firsts = places.filter_map(|place| place.trim_start().chars().next());
    firsts.any(|first| first == '-' || first.is_ascii_alphabetic())
}

/// The messages by the shape of the file: a message begins at the left edge and goes on until the next
/// message, term or comment.
fn entries(source: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let begins =
        |line: &str| line.starts_with(|c: char| c.is_ascii_alphabetic() || "-#".contains(c));
    let mut at = 0;
    let lines = source.split_inclusive('\n').map(move |line| {
        at += line.len();
        (at - line.len(), line)
    });
    let mut starts = lines.filter(move |(_, line)| begins(line)).peekable();
    std::iter::from_fn(move || {
        let (at, line) = starts.next()?;
        let end = starts.peek().map_or(source.len(), |next| next.0);
        Some((at, line, end))
    })
    .filter_map(|(at, line, end)| {
        let (id, _) = line.split_once('=')?;
        let is_message = line.starts_with(|c: char| c.is_ascii_alphabetic());
        is_message.then(|| (id.trim(), at..end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::Side;

    #[test]
    fn files_are_well_formed() {
        for lang in Lang::ALL {
            let source = Texts::built_in(lang).0.source.clone();
            let parsed = FluentResource::try_new(source.clone());
            let faults = parsed.err().map(|(_, faults)| faults);
            assert_eq!(faults, None, "{lang:?}");
            let starts = |line: &&str| line.starts_with(|c: char| c.is_ascii_alphabetic());
            let entries = source.lines().filter(starts).count();
            assert_eq!(
                entries,
                Texts::built_in(lang).messages().len(),
                "an id stands twice in {lang:?}"
            );
        }
    }

    #[test]
    fn languages_have_the_same_ids_and_variables() {
        let english = Texts::built_in(Lang::En).messages();
        assert!(english.len() > 10);
        for lang in Lang::ALL {
            assert_eq!(Texts::built_in(lang).messages(), english, "{lang:?}");
        }
    }

    #[test]
    fn every_message_formats_without_a_gap() {
        for lang in Lang::ALL {
            let texts = Texts::built_in(lang);
            for (id, variables) in texts.messages() {
                let args: Vec<(&str, &str)> =
                    variables.iter().map(|name| (name.as_str(), "7")).collect();
                let text = texts.message(&id, &args);
                assert!(!text.contains("{$"), "{lang:?} {id}: {text}");
                assert!(!text.contains('\u{2068}'), "isolating marks in {id}");
            }
        }
    }

    #[test]
    fn patterns_keep_their_places() {
        let patterns = Texts::built_in(Lang::En).patterns();
        assert_eq!(patterns["outcome-first-won"], "First wins: {$reason}");
        assert_eq!(patterns["side-first"], "First");
        // The page does not load what only the terminal shows.
        let terminal = entries(Lang::En.terminal_source()).count();
        let all = Texts::built_in(Lang::En).messages().len();
        assert_eq!(patterns.len(), all - terminal);
        assert!(terminal > 50);
    }

    #[test]
    fn counts_of_one_have_their_own_form() {
        let source = "moves = { $count ->\n    [one] { $who }: one move\n   *[other] { $who }: { $count } moves\n }";
        let texts = Texts::new(Lang::En, [source].into_iter());
        let singular = &texts.singulars()["moves"];
        assert_eq!(singular.variable, "count");
        assert_eq!(singular.text, "{$who}: one move");
        assert_eq!(texts.patterns()["moves"], "{$who}: {$count} moves");
    }

    #[test]
    fn locales_choose_the_language() {
        let set = |pairs: &'static [(&str, &str)]| {
            Lang::of_locale(|name| {
                let found = pairs.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(set(&[]), Lang::En);
        assert_eq!(set(&[("LANG", "ja_JP.UTF-8")]), Lang::Ja);
        assert_eq!(
            set(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "zh_CN.UTF-8")]),
            Lang::Zh
        );
        assert_eq!(set(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "")]), Lang::Ja);
        assert_eq!(set(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")]), Lang::En);
        assert_eq!(set(&[("LANG", "fr_FR.UTF-8")]), Lang::En);
    }

    #[test]
    fn outcomes_are_told_in_each_language() {
        let outcome = OutcomeView {
            winner: Some(Side::Second),
            reason: "mate".into(),
            margin: None,
            because: Vec::new(),
        };
        assert_eq!(
            Texts::built_in(Lang::En).outcome(&outcome),
            "Second wins: checkmate"
        );
        assert_eq!(
            Texts::built_in(Lang::Ja).outcome(&outcome),
            "後手の勝ち（詰み）"
        );
        assert_eq!(
            Texts::built_in(Lang::Zh).outcome(&outcome),
            "后手胜（将死）"
        );
        assert_eq!(
            Texts::built_in(Lang::En).reason("never heard of"),
            "never heard of"
        );
    }

    #[test]
    fn messages_may_refer_to_others_and_to_terms() {
        let source = "-board = goban\na-first =\n    the\n\n    { -board }\n# a comment\nb-second = { a-first }: { $n }";
        let texts = Texts::new(Lang::En, [source].into_iter());
        assert_eq!(texts.message("a-first", &[]), "the\n\ngoban");
        assert_eq!(texts.message("b-second", &[("n", "3")]), "the\n\ngoban: 3");
        assert_eq!(texts.find("board", &[]), None);
    }

    #[test]
    fn games_bring_messages_of_their_own() {
        let texts = Texts::new(
            Lang::En,
            ["game-nim = Nim", "", "side-first = Left"].into_iter(),
        );
        assert_eq!(texts.message("game-nim", &[]), "Nim");
        assert_eq!(texts.message("side-first", &[]), "Left");
        assert_eq!(texts.message("side-second", &[]), "Second");
        assert_eq!(texts.patterns()["game-nim"], "Nim");
    }
}
