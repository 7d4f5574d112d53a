//! What was wrong with an input, in the reader's language.
//!
//! Games say in English where the fault is and what they expected there. `locales/complaints.tsv` has those
//! phrases with their translations, one per line; `{}` stands for what changes, `{1}` and so on for the same
//! in a translation.

use std::sync::OnceLock;

use yomikiri_game_api::ReadError;

use crate::{Lang, Texts};

const TRANSLATIONS: &str = include_str!("../../../locales/complaints.tsv");

/// A phrase with its translations.
struct Phrase {
    /// The English text between what changes.
    fixed: Vec<&'static str>,
    /// In Japanese and Chinese.
    told: [&'static str; 2],
}

/// The phrases, those with the longest fixed text first, for the most exact one is meant.
fn phrases() -> &'static [Phrase] {
    static PHRASES: OnceLock<Vec<Phrase>> = OnceLock::new();
    PHRASES.get_or_init(|| {
        let rows = TRANSLATIONS.lines().filter_map(|line| {
            let mut columns = line.split('\t');
            let fixed = columns.next()?.split("{}").collect();
            let told = [columns.next()?, columns.next()?];
            Some(Phrase { fixed, told })
        });
        let mut phrases: Vec<Phrase> = rows.collect();
        let length = |phrase: &Phrase| phrase.fixed.iter().map(|part| part.len()).sum::<usize>();
        phrases.sort_by_key(|phrase| std::cmp::Reverse(length(phrase)));
        phrases
    })
}

impl Phrase {
    /// What stands for each `{}`, if the text is this phrase.
    fn fill<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, others) = self.fixed.split_first()?;
        let mut rest = text.strip_prefix(first)?;
        let Some((last, between)) = others.split_last() else {
            return rest.is_empty().then(Vec::new);
        };
        let mut found = Vec::with_capacity(others.len());
        for part in between {
            let (value, after) = rest.split_once(part)?;
            found.push(value);
            rest = after;
        }
        found.push(rest.strip_suffix(last)?);
        Some(found)
    }
}

/// A phrase in another language, if it is known.
fn phrase(lang: Lang, text: &str) -> Option<String> {
    let column = match lang {
        Lang::En => return Some(text.to_owned()),
        Lang::Ja => 0,
        Lang::Zh => 1,
    };
    let words = |text: &str| {
        let mut whole = phrases().iter().filter(|phrase| phrase.fixed.len() == 1);
        let found = whole.find(|phrase| phrase.fixed[0] == text);
        found.map_or_else(|| text.to_owned(), |phrase| phrase.told[column].to_owned())
    };
    phrases().iter().find_map(|phrase| {
        let values = phrase.fill(text)?;
        let mut told = String::new();
        let mut rest = phrase.told[column];
        while let Some((before, number, after)) = placeholder(rest) {
            told += before;
            told += &values
                .get(number - 1)
                .map_or_else(String::new, |value| words(value));
            rest = after;
        }
        Some(told + rest)
    })
}

/// The text before the first `{1}` to `{9}`, its number, and the text after it.
fn placeholder(text: &str) -> Option<(&str, usize, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (number, after) = rest.split_once('}')?;
    Some((
        before,
        number.parse().ok().filter(|&number| number > 0)?,
        after,
    ))
}

/// The fault in the language of the texts; in English where a phrase of it has no translation.
pub(crate) fn told(error: &ReadError, texts: &Texts) -> String {
    translated(error, texts).unwrap_or_else(|| error.to_string())
}

fn translated(error: &ReadError, texts: &Texts) -> Option<String> {
    let lang = texts.lang();
    let places = error.place.split(": ").filter(|place| !place.is_empty());
    let places: Option<Vec<String>> = places.map(|place| phrase(lang, place)).collect();
    let reason = phrase(lang, &error.expected)?;
    let told = match error.got.as_str() {
        "" => texts.message("cli-error-nothing-there", &[("reason", &reason)]),
        got => texts.message("cli-error-got", &[("reason", &reason), ("got", got)]),
    };
    let mut parts = places?;
    parts.push(told);
    Some(parts.join("："))
}

/// A sentence of the form "place: expected this, got that" in the language of the texts; unchanged if it is none
/// or has no translation.
pub(crate) fn sentence(text: &str, texts: &Texts) -> String {
    let error = || {
        let (place, rest) = match text.strip_prefix("expected ") {
            Some(rest) => ("", rest),
            None => text.split_once(": expected ")?,
        };
        let told = match rest.rsplit_once(", got ") {
            Some((expected, got)) => {
                translated(&ReadError::new("", expected, got.trim_matches('"')), texts)?
            }
            None => phrase(texts.lang(), rest)?,
        };
        // Names of options and settings are told as they are.
        let parts = [place, &told].into_iter();
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        Some(parts.join("："))
    };
    match texts.lang() {
        Lang::En => text.to_owned(),
        _ => error().unwrap_or_else(|| text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use yomikiri_game_api::SplitMix64;

    use super::*;
    use crate::{Lab, LabError, Place};

    #[test]
    fn every_line_has_three_languages_and_the_same_places() {
        for line in TRANSLATIONS.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            assert!(
                columns.len() == 3 && columns.iter().all(|text| !text.is_empty()),
                "{line}"
            );
            let count = columns[0].matches("{}").count();
            for told in &columns[1..] {
                for number in 1..=count {
                    assert!(told.contains(&format!("{{{number}}}")), "{line}");
                }
                assert!(!told.contains(&format!("{{{}}}", count + 1)), "{line}");
            }
        }
    }

    /// Positions and moves of every game with a letter changed, left out or doubled: whatever the game says about
    /// them has a translation.
    #[test]
    fn every_fault_of_a_position_or_a_move_is_told_in_three_languages() {
        let lab = Lab::new();
        let mut unknown = BTreeSet::new();
        let mut faults = 0;
        for id in lab.game_ids() {
            let game = lab.open_game(id).unwrap();
            let mut random = SplitMix64::new(7);
            let start = game.session(&Place::default()).unwrap().view().position;
            let first = game.moves_report(&Place::default()).unwrap().moves[0].clone();
            let mut look = |error: LabError| {
                let (LabError::Position(error) | LabError::Move { error, .. }) = error else {
                    return;
                };
                faults += 1;
                for text in error.place.split(": ").filter(|place| !place.is_empty()) {
                    if phrase(Lang::Ja, text).is_none() {
                        unknown.insert(format!("{id}: place {text:?}"));
                    }
                }
                if phrase(Lang::Zh, &error.expected).is_none() {
                    unknown.insert(format!("{id}: {:?}", error.expected));
                }
            };
            for _ in 0..1500 {
                let position = mutated(&start, &mut random);
                if let Err(error) = game.session(&Place::at(Some(&position))) {
                    look(error);
                }
                let place = Place {
                    moves: &mutated(&first, &mut random),
                    ..Place::default()
                };
                if let Err(error) = game.session(&place) {
                    look(error);
                }
            }
        }
        assert!(faults > 5000, "{faults}");
        let zh = Texts::built_in(Lang::Zh);
        for id in lab.game_ids() {
            for option in &lab.open_game(id).unwrap().info().options {
                let error = lab.open_game(&format!("{id}?{}=x", option.key)).err();
                let Some(LabError::Option { reason, .. }) = error else {
                    panic!("{id} takes {}=x", option.key);
                };
                if sentence(&reason, &zh) == reason {
                    unknown.insert(format!("{id}: {reason}"));
                }
            }
        }
        assert!(
            unknown.is_empty(),
            "locales/complaints.tsv lacks {unknown:#?}"
        );
    }

    /// Endings that no table can have: unknown sets, too many of a kind, no king, a pawn that has gone
    /// backwards.
    #[test]
    fn faults_of_endings_are_told_in_three_languages() {
        let game = Lab::new().open_game("xiangqi").unwrap();
        let tables = game.tablebase(None).unwrap();
        let named = ["7men", "KRRRvK", "KvKAAAAA", "RvKA", ""].map(|name| {
            let error = tables.estimate(Some(name).into()).unwrap_err();
            (error, name)
        });
        let pawn = Place::at(Some("3k5/9/9/9/9/9/9/9/P8/4K4 w"));
        let pawn = (tables.probe(&pawn).unwrap_err(), "a1");
        for (error, name) in named.into_iter().chain([pawn]) {
            let english = error.to_string();
            assert!(english.contains("expected "), "{english}");
            for lang in [Lang::Ja, Lang::Zh] {
                let told = sentence(&english, &Texts::built_in(lang));
                assert!(!told.contains("expected") && told.contains(name), "{told}");
            }
        }
    }

    fn mutated(text: &str, random: &mut SplitMix64) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        let all: Vec<char> = text.chars().chain("0129abcKkPpw-/ +=xX.".chars()).collect();
        for _ in 0..1 + random.below(3) {
            let at = random.below(letters.len().max(1));
            let letter = all[random.below(all.len())];
            match random.below(4) {
                0 if letters.len() > 1 => drop(letters.remove(at)),
                1 => letters.insert(at, letter),
                2 => letters.truncate(at),
                _ if at < letters.len() => letters[at] = letter,
                _ => letters.push(letter),
            }
        }
        letters.into_iter().collect()
    }

    #[test]
    fn faults_are_told_in_the_language_asked_for() {
        let error = ReadError::new("rank 3", "eight squares, not 7", "ppppppp");
        let [ja, zh] = [Lang::Ja, Lang::Zh].map(Texts::built_in);
        assert_eq!(
            told(&error, &ja),
            "3 段目：7 マスではなく 8 マス必要です（入力：ppppppp）"
        );
        assert_eq!(
            told(&error, &zh),
            "第 3 行：应有八格，而不是 7 格（输入：ppppppp）"
        );
        assert_eq!(
            sentence("depth: expected a number from 1 to 60, got \"x\"", &zh),
            "depth：应为 1 到 60 的数（输入：x）"
        );
        // What nobody has translated stays as it is.
        let other = ReadError::new("", "a unicorn", "x");
        assert_eq!(told(&other, &ja), other.to_string());
    }
}
