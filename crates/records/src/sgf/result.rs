//! The property `RE`.

use yomikiri_game_api::Side;

use crate::record::Ending;

/// The result that a value says; `None` if it says none (`Void`, `?`, other words).
pub(crate) fn read(value: &str) -> Option<Ending> {
    let value = value.trim();
    let ending = |winner, reason: &str, margin| Ending {
        winner,
        reason: reason.to_owned(),
        margin,
    };
    if ["0", "Draw", "draw", "Jigo", "jigo"].contains(&value) {
        return Some(ending(None, "count", Some(0)));
    }
    let (winner, by) = value.split_once('+')?;
    let winner = match winner.trim() {
        "B" | "b" | "Black" => Side::First,
        "W" | "w" | "White" => Side::Second,
        _ => return None,
    };
    let by = by.trim();
    let reason = match by.to_ascii_lowercase().as_str() {
        "r" | "resign" | "resignation" => Some("resign"),
        "t" | "time" => Some("time"),
        "f" | "forfeit" => Some("forfeit"),
        "" => Some("agreement"),
        _ => None,
    };
    if let Some(reason) = reason {
        return Some(ending(Some(winner), reason, None));
    }
    let points: f64 = by.parse().ok()?;
    let half = points * 2.0;
    let is_margin = half.fract() == 0.0 && half > 0.0 && half < 1e6;
    let half = half as i32;
    let margin = match winner {
        Side::First => half,
        Side::Second => -half,
    };
    is_margin.then(|| ending(Some(winner), "count", Some(margin)))
}

/// The value for a result.
pub(crate) fn write(ending: &Ending) -> String {
    let Some(winner) = ending.winner else {
        return match ending.reason.as_str() {
            "repetition" => "Void".to_owned(),
            _ => "0".to_owned(),
        };
    };
    let letter = match winner {
        Side::First => 'B',
        Side::Second => 'W',
    };
    let by = match (ending.reason.as_str(), ending.margin) {
        ("resign", _) => "R".to_owned(),
        ("time", _) => "T".to_owned(),
        ("forfeit" | "illegal-move", _) => "F".to_owned(),
        (_, Some(half)) => {
            let half = half.unsigned_abs();
            let rest = if half % 2 == 0 { "" } else { ".5" };
            format!("{}{rest}", half / 2)
        }
        (_, None) => String::new(),
    };
    format!("{letter}+{by}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back() {
        for (value, winner, reason, margin) in [
            ("B+3.5", Some(Side::First), "count", Some(7)),
            ("W+12", Some(Side::Second), "count", Some(-24)),
            ("B+R", Some(Side::First), "resign", None),
            ("W+T", Some(Side::Second), "time", None),
            ("W+F", Some(Side::Second), "forfeit", None),
            ("B+", Some(Side::First), "agreement", None),
            ("0", None, "count", Some(0)),
        ] {
            let ending = read(value).unwrap();
            assert_eq!((ending.winner, ending.reason.as_str()), (winner, reason));
            assert_eq!(ending.margin, margin);
            assert_eq!(write(&ending), value);
        }
        assert_eq!(
            read("White+Resign").map(|it| write(&it)).as_deref(),
            Some("W+R")
        );
        assert_eq!(read("b+0.5").map(|it| write(&it)).as_deref(), Some("B+0.5"));
        for value in [
            "",
            "?",
            "Void",
            "B",
            "B+-3",
            "B+nan",
            "B+1e9",
            "黒中押し勝ち",
        ] {
            assert_eq!(read(value), None, "{value}");
        }
    }
}
