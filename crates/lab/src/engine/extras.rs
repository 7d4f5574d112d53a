//! What users of engines expect beside the protocols: `d`, `perft`, `bench`, `eval`.

use crate::{AnyGame, AnySession, LabError, Limits, NoObserver, Place, PlayerSpec};

/// The depth of `bench` where none is given.
const BENCH_DEPTH: u32 = 8;
/// Deeper counts would not end in anybody's lifetime.
const DEEPEST_COUNT: u32 = 30;

/// The position: a picture, its text, the legal moves.
pub(super) fn display(session: &dyn AnySession) -> Vec<String> {
    let view = session.view();
    let diagram = &view.diagram;
    let mut lines = Vec::new();
    for row in diagram.cells.chunks(diagram.width.max(1)) {
        let cells = row.iter().map(|cell| match cell {
            Some(piece) => piece.letter.clone(),
            None => ".".into(),
        });
        lines.push(cells.collect::<Vec<String>>().join(" "));
    }
    lines.push(format!("Position: {}", view.position));
    lines.push(format!("Side to move: {}", view.side.word()));
    match &view.outcome {
        Some(outcome) => lines.push(format!("Over: {}", outcome.reason)),
        None => {
            let moves: Vec<&str> = view.legal.iter().map(|mv| mv.text.as_str()).collect();
            lines.push(format!("Legal moves: {}", moves.join(" ")));
        }
    }
    lines
}

/// The number of positions below each move.
pub(super) fn perft(
    game: &dyn AnyGame,
    session: &dyn AnySession,
    depth: u32,
) -> Result<Vec<String>, LabError> {
    if depth > DEEPEST_COUNT {
        return Err(LabError::Input(format!(
            "perft: expected a depth of at most {DEEPEST_COUNT}, got {depth}"
        )));
    }
    let position = session.view().position;
    let report = game.divide(&Place::at(Some(&position)), depth, 1)?;
    let parts = report.divide.unwrap_or_default();
    let mut lines: Vec<String> = parts
        .iter()
        .map(|part| format!("{}: {}", part.text, part.nodes))
        .collect();
    lines.push(String::new());
    lines.push(format!("Nodes searched: {}", report.nodes));
    Ok(lines)
}

/// A search of the start to a fixed depth: the same nodes on every machine.
pub(super) fn bench(
    game: &dyn AnyGame,
    player: &PlayerSpec,
    depth: Option<u32>,
) -> Result<Vec<String>, LabError> {
    let mut session = game.session(&Place::default())?;
    let limits = Limits {
        depth: Some(depth.unwrap_or(BENCH_DEPTH).clamp(1, 100)),
        ..Limits::default()
    };
    let report = session.think(player, &limits, &mut NoObserver)?;
    Ok(vec![
        format!("Nodes searched: {}", report.nodes),
        format!("Nodes/second: {}", report.speed().unwrap_or(0.0) as u64),
    ])
}

/// The parts of the evaluation, First's and Second's.
pub(super) fn eval(session: &dyn AnySession) -> Vec<String> {
    let terms = session.terms();
    if terms.is_empty() {
        return vec!["no evaluation here".into()];
    }
    let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
    let mut lines: Vec<String> = terms
        .iter()
        .map(|term| format!("{}: {} {}", term.name, term.first, term.second))
        .collect();
    lines.push(format!("evaluation for First: {sum}"));
    lines
}
