//! What can be checked without playing: the bench signature, perft, repetitions.

use serde_json::{Value, json};
use yomikiri_games::xiangqi::{PERFT, REPETITIONS};
use yomikiri_lab::{AnyGame, Judge, LabError, Limits, NoObserver, Place, PlayerSpec, Side};

/// The nodes of `bench`.
pub(super) fn signature(game: &dyn AnyGame) -> Result<u64, LabError> {
    let Some(bench) = &game.profile().bench else {
        return Ok(0);
    };
    let player = PlayerSpec::named("alphabeta")
        .or_setting("depth", bench.search_depth)
        .or_setting("hash", 16);
    let mut nodes = 0;
    for moves in bench.lines {
        let place = Place {
            moves,
            ..Place::default()
        };
        let mut session = game.session(&place)?;
        nodes += session
            .think(&player, &Limits::default(), &mut NoObserver)?
            .nodes;
    }
    Ok(nodes)
}

/// Published perft numbers that are not larger than `most`.
pub(super) fn perft(game: &dyn AnyGame, most: u64) -> Result<Value, LabError> {
    let (mut checked, mut nodes, mut wrong) = (0, 0, Vec::new());
    for row in PERFT.lines().filter(|row| !row.starts_with('#')) {
        let mut fields = row.split(';').map(str::trim);
        let position = fields.next().unwrap_or_default();
        for (depth, number) in (1..).zip(fields) {
            let expected = number.parse::<u64>().ok();
            let Some(expected) = expected.filter(|number| *number <= most) else {
                break;
            };
            let got = game.perft(&Place::at(Some(position)), depth, 1)?.nodes;
            checked += 1;
            nodes += got;
            if got != expected {
                wrong.push(format!(
                    "{position} depth {depth}: expected {expected}, got {got}"
                ));
            }
        }
    }
    Ok(json!({ "checked": checked, "nodes": nodes, "wrong": wrong }))
}

/// Published repetition cases.
pub(super) fn repetition(game: &dyn AnyGame) -> Result<Value, LabError> {
    let (mut checked, mut wrong) = (0, Vec::new());
    for (rules, cases) in REPETITIONS {
        let game = game.with_options(&format!("repetition={rules}"))?;
        for row in cases.lines().filter(|row| !row.starts_with('#')) {
            let fields: Vec<&str> = row.split(';').map(str::trim).collect();
            let [id, position, moves, expected] = fields[..] else {
                return Err(LabError::Input(format!(
                    "{rules}: expected four fields, got {row:?}"
                )));
            };
            let moves: Vec<String> = moves.split_whitespace().map(with_ranks_from_zero).collect();
            let session = game.session(&Place {
                position: Some(position),
                moves: &moves.join(" "),
                judge: Judge::Last,
                ..Place::default()
            })?;
            let got = match session.outcome().map(|outcome| outcome.winner) {
                None => "undecided",
                Some(Some(Side::First)) => "red wins",
                Some(Some(Side::Second)) => "black wins",
                Some(None) => "draw",
            };
            checked += 1;
            if got != expected {
                wrong.push(format!("{rules} {id}: expected {expected}, got {got}"));
            }
        }
    }
    Ok(json!({ "cases": checked, "wrong": wrong }))
}

/// A published move, whose ranks are 1 to 10, with ranks 0 to 9.
fn with_ranks_from_zero(text: &str) -> String {
    let mut moved = String::new();
    let mut rank = String::new();
    let flush = |rank: &mut String, moved: &mut String| {
        if let Ok(number) = rank.parse::<u32>() {
            *moved += &number.saturating_sub(1).to_string();
        }
        rank.clear();
    };
    for sign in text.chars() {
        if sign.is_ascii_digit() {
            rank.push(sign);
        } else {
            flush(&mut rank, &mut moved);
            moved.push(sign);
        }
    }
    flush(&mut rank, &mut moved);
    moved
}

#[cfg(test)]
mod tests {
    use super::with_ranks_from_zero;

    #[test]
    fn ranks_begin_with_zero() {
        assert_eq!(with_ranks_from_zero("a10b9"), "a9b8");
        assert_eq!(with_ranks_from_zero("h3h10"), "h2h9");
    }
}
