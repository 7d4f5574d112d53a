//! Openings of a file: positions and moves in any notation of the game, or games in a record format.

use crate::{AnyGame, LabError, Place, RecordReading, guess_format};

/// The openings of a file as lines of text with exact moves, as matches take them.
///
/// In a text each line is a position, moves, `POSITION moves MOVES` or EPD; `#` begins a comment. Files that
/// end with the name of a record format hold games, of which at most `plies` moves are taken.
pub fn read_openings(
    game: &dyn AnyGame,
    file: &str,
    bytes: &[u8],
    plies: Option<usize>,
) -> Result<Vec<String>, LabError> {
    let is_text = file.rsplit_once('.').is_none_or(|(_, ending)| {
        !game
            .formats()
            .contains(&ending.to_ascii_lowercase().as_str())
    });
    let lines = match is_text {
        true => of_lines(game, bytes),
        false => of_games(
            game,
            guess_format(file, ""),
            bytes,
            plies.unwrap_or(usize::MAX),
        ),
    };
    let lines = lines.map_err(|error| match error {
        LabError::Input(text) => LabError::Input(format!("{file}: {text}")),
        other => other,
    })?;
    if lines.is_empty() {
        let told = format!("{file}: expected a position or a line of moves, got none");
        return Err(LabError::Input(told));
    }
    Ok(lines)
}

fn of_games(
    game: &dyn AnyGame,
    format: &str,
    bytes: &[u8],
    plies: usize,
) -> Result<Vec<String>, LabError> {
    let read = game.read_record_bytes(format, &RecordReading::default(), bytes)?;
    let lines = read.records.iter().map(|record| {
        let start = record.start.as_deref().unwrap_or_default();
        let moves: Vec<&str> = record.moves().take(plies).collect();
        match moves.is_empty() {
            true => start.to_owned(),
            false => format!("{start} moves {}", moves.join(" ")),
        }
    });
    Ok(lines.collect())
}

fn of_lines(game: &dyn AnyGame, bytes: &[u8]) -> Result<Vec<String>, LabError> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        let told = "expected UTF-8 text, got other bytes".to_owned();
        return Err(LabError::Input(told));
    };
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let exact = exact(game, line).map_err(|error| match error {
            LabError::Input(text) => LabError::Input(format!("line {}: {text}", number + 1)),
            other => other,
        });
        lines.push(exact?);
    }
    Ok(lines)
}

/// A line of EPD without its operations (`bm e7e5; id "x";`): the longest beginning that is a position. Lines
/// without a semicolon are left as they are.
fn without_operations<'a>(game: &dyn AnyGame, line: &'a str) -> &'a str {
    let Some((before, _)) = line.split_once(';') else {
        return line;
    };
    let ends = before.char_indices().rev();
    let ends = ends
        .filter(|(_, sign)| sign.is_whitespace())
        .map(|(at, _)| before[..at].trim_end());
    let mut places = std::iter::once(before.trim_end()).chain(ends);
    places
        .find(|place| game.session(&Place::at(Some(place))).is_ok())
        .unwrap_or(line)
}

/// A line with exact moves.
fn exact(game: &dyn AnyGame, line: &str) -> Result<String, LabError> {
    let line = without_operations(game, line);
    let place = match line.split_once(" moves ") {
        Some((position, moves)) => Place {
            position: Some(position),
            moves,
            ..Place::default()
        },
        None => match game.session(&Place::at(Some(line))) {
            Ok(_) => Place::at(Some(line)),
            Err(error) => {
                // Moves if the first word is a move, else a position.
                let moves = |moves| Place {
                    moves,
                    ..Place::default()
                };
                let first = line.split_whitespace().next().unwrap_or_default();
                if game.session(&moves(first)).is_err() {
                    let told = format!("neither moves nor a position ({error})");
                    return Err(LabError::Input(told));
                }
                moves(line)
            }
        },
    };
    let moves = game.session(&place)?.record().moves.join(" ");
    Ok(match place.position {
        None => moves,
        Some(position) if moves.is_empty() => position.to_owned(),
        Some(position) => format!("{position} moves {moves}"),
    })
}
