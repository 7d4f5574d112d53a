//! The named options of the rules.

use yomikiri_game_api::{
    GameOptions, OptionError, OptionInfo, OptionSpec, list_options, set_option,
};

use super::handicap;
use super::size::Size;

/// Which boards may not come back.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ko {
    /// A stone that has just taken one may not be taken back at once; longer cycles are draws.
    #[default]
    Simple,
    /// No board may come back (positional superko).
    Positional,
    /// No board may come back with the same side to move (situational superko).
    Situational,
}

/// What is counted.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Scoring {
    /// Stones and surrounded points.
    #[default]
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

/// The points that White gets for handicap stones under area scoring.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum HandicapBonus {
    /// None.
    #[default]
    None,
    /// One for each stone.
    Stones,
    /// One for each stone but the first.
    StonesLessOne,
}

/// The options. The defaults are those of RULES in `mod.rs`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The board.
    pub size: Size,
    /// Half points for White; `None`: what is usual for the board, the scoring and the handicap.
    pub komi: Option<i32>,
    /// Black stones at the start; then White begins.
    pub handicap: usize,
    /// What White gets for them.
    pub handicap_bonus: HandicapBonus,
    /// Whether a move may take its own string, if that has two stones or more.
    pub suicide: bool,
    /// Which boards may not come back.
    pub ko: Ko,
    /// What is counted.
    pub scoring: Scoring,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            size: Size::new(19, 19).expect("a board of 19 lines"),
            komi: None,
            handicap: 0,
            handicap_bonus: HandicapBonus::None,
            suicide: false,
            ko: Ko::Simple,
            scoring: Scoring::Area,
        }
    }
}

/// The largest komi, in half points: more than a board has points.
const MOST_KOMI: i32 = 2 * 650;

impl Options {
    /// Half points for White.
    pub fn komi(&self) -> i32 {
        self.komi.unwrap_or_else(|| self.usual_komi())
    }

    /// What White gets, in half points, unless somebody says otherwise.
    fn usual_komi(&self) -> i32 {
        let is_small = self.size.width().min(self.size.height()) < 7;
        match self.scoring {
            _ if self.handicap > 0 => 1,
            _ if is_small => 0,
            Scoring::Area => 14,
            Scoring::Territory => 13,
        }
    }

    /// Half points that White gets for the handicap.
    pub fn bonus(&self) -> i32 {
        let stones = self.handicap as i32;
        match self.handicap_bonus {
            _ if self.scoring == Scoring::Territory || stones == 0 => 0,
            HandicapBonus::None => 0,
            HandicapBonus::Stones => 2 * stones,
            HandicapBonus::StonesLessOne => 2 * (stones - 1),
        }
    }

    /// All options, in the order in which they are shown.
    fn specs() -> Vec<OptionSpec<Options>> {
        const FLAG: &[(&str, bool)] = &[("false", false), ("true", true)];
        vec![
            OptionSpec::text("size", "2 to 25, or 3x4", |o| o.size.to_string(), set_size),
            OptionSpec::text(
                "komi",
                "-650 to 650 in steps of 0.5",
                |o| write_half(o.komi()),
                set_komi,
            ),
            OptionSpec::text(
                "handicap",
                "0, 2 to 9",
                |o| o.handicap.to_string(),
                set_handicap,
            ),
            OptionSpec::words(
                "handicap_bonus",
                &[
                    ("none", HandicapBonus::None),
                    ("n", HandicapBonus::Stones),
                    ("n-1", HandicapBonus::StonesLessOne),
                ],
                |options| options.handicap_bonus,
                |options, bonus| options.handicap_bonus = bonus,
            ),
            OptionSpec::words("suicide", FLAG, |o| o.suicide, |o, flag| o.suicide = flag),
            OptionSpec::words(
                "ko",
                &[
                    ("simple", Ko::Simple),
                    ("positional", Ko::Positional),
                    ("situational", Ko::Situational),
                ],
                |options| options.ko,
                |options, ko| options.ko = ko,
            ),
            OptionSpec::words(
                "scoring",
                &[("area", Scoring::Area), ("territory", Scoring::Territory)],
                |options| options.scoring,
                |options, scoring| options.scoring = scoring,
            ),
        ]
    }
}

fn wrong(expected: impl Into<String>, got: &str) -> OptionError {
    OptionError {
        expected: expected.into(),
        got: got.to_owned(),
    }
}

fn set_size(options: &mut Options, value: &str) -> Result<(), OptionError> {
    let size = Size::read(value)
        .ok_or_else(|| wrong("lines from 2 to 25, or both sides such as 3x4", value))?;
    let most = handicap::most(size);
    if options.handicap > most {
        let expected = format!("a board for {} handicap stones", options.handicap);
        return Err(wrong(expected, value));
    }
    options.size = size;
    Ok(())
}

fn set_komi(options: &mut Options, value: &str) -> Result<(), OptionError> {
    let half = read_half(value).filter(|half| half.abs() <= MOST_KOMI);
    let expected = "a number from -650 to 650 in steps of 0.5";
    options.komi = Some(half.ok_or_else(|| wrong(expected, value))?);
    Ok(())
}

fn set_handicap(options: &mut Options, value: &str) -> Result<(), OptionError> {
    let most = handicap::most(options.size);
    let number = value.parse().ok();
    let number = number.filter(|&n| n == 0 || (2..=most).contains(&n));
    options.handicap = number.ok_or_else(|| {
        let expected = match most {
            0 => format!("0 on a board of {}", options.size),
            _ => format!("0 or 2 to {most} on a board of {}", options.size),
        };
        wrong(expected, value)
    })?;
    Ok(())
}

/// Half points as points: 13 is `6.5`.
pub(super) fn write_half(half: i32) -> String {
    let sign = if half < 0 { "-" } else { "" };
    let rest = if half % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{rest}", half.abs() / 2)
}

/// Points as half points, where they are a multiple of a half.
pub(super) fn read_half(text: &str) -> Option<i32> {
    let is_number = |byte: u8| byte.is_ascii_digit() || b"+-.".contains(&byte);
    let points: f64 = text.parse().ok().filter(|_| text.bytes().all(is_number))?;
    let half = points * 2.0;
    (half.fract() == 0.0 && half.abs() < 1e6).then_some(half as i32)
}

impl GameOptions for Options {
    fn options(&self) -> Vec<OptionInfo> {
        let mut listed = list_options(&Options::specs(), self, &Options::default());
        for option in listed.iter_mut().filter(|option| option.key == "komi") {
            option.default = write_half(self.usual_komi());
        }
        listed
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        set_option(&Options::specs(), self, key, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(pairs: &[(&str, &str)]) -> Result<Options, String> {
        let mut options = Options::default();
        for (key, value) in pairs {
            let set = options.set_option(key, value);
            set.map_err(|error| error.to_string())?;
        }
        Ok(options)
    }

    #[test]
    fn komi_is_what_is_usual_unless_it_is_said() {
        for (pairs, komi) in [
            (&[][..], "7"),
            (&[("scoring", "territory")], "6.5"),
            (&[("size", "7")], "7"),
            (&[("size", "6x9")], "0"),
            (&[("handicap", "4")], "0.5"),
            (&[("size", "9"), ("komi", "-3.5")], "-3.5"),
        ] {
            let options = set(pairs).unwrap();
            assert_eq!(write_half(options.komi()), komi, "{pairs:?}");
            let shown = options.options();
            assert_eq!(shown[1].value, komi);
        }
    }

    #[test]
    fn half_points_are_read_and_written() {
        for half in -1300..=1300 {
            assert_eq!(read_half(&write_half(half)), Some(half));
        }
        assert_eq!(write_half(-1), "-0.5");
        assert_eq!(read_half("6.50"), Some(13));
        for text in ["", "6.25", "x", "nan", "inf", "1e9", "--1"] {
            assert_eq!(read_half(text), None, "{text}");
        }
    }

    #[test]
    fn options_that_cannot_be_are_refused() {
        for (pairs, message) in [
            (
                &[("size", "26")][..],
                "expected lines from 2 to 25, or both sides such as 3x4, got \"26\"",
            ),
            (
                &[("komi", "7.3")],
                "expected a number from -650 to 650 in steps of 0.5, got \"7.3\"",
            ),
            (
                &[("size", "5"), ("handicap", "2")],
                "expected 0 on a board of 5, got \"2\"",
            ),
            (
                &[("handicap", "9"), ("size", "8")],
                "expected a board for 9 handicap stones, got \"8\"",
            ),
            (
                &[("handicap", "1")],
                "expected 0 or 2 to 9 on a board of 19, got \"1\"",
            ),
        ] {
            assert_eq!(set(pairs).unwrap_err(), message);
        }
    }
}
