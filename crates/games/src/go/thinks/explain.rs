//! What the last move did, what would have been better, and who is ahead.

use yomikiri_game_api::{Explanation, Game, Line, Remark, Side, Word};

use super::candidates::{Candidate, sentence};
use super::classic::Classic;
use crate::go::game::Go;
use crate::go::points::write_gtp;
use crate::go::position::{Move, Position};
use crate::go::sees::territory3;

/// Explains the end of a line.
pub(in crate::go) fn explain(game: &Go, line: &Line<Go>) -> Explanation {
    let now = line.last();
    let lead = lead(game, now);
    let mut explanation = Explanation {
        estimate: Some(lead),
        standing: vec![standing(lead)],
        ..Explanation::default()
    };
    let positions = line.positions();
    let before = positions.len().checked_sub(2).map(|at| &positions[at]);
    if let (Some(before), Some(&mv)) = (before, line.moves().last()) {
        last_move(game, before, now, mv, &mut explanation);
    }
    explanation
}

fn last_move(game: &Go, before: &Position, now: &Position, mv: Move, into: &mut Explanation) {
    let side = game.turn(before);
    let Some(cell) = mv.cell() else {
        into.did
            .push(Remark::new("go-did-pass").with("side", word(side)));
        return;
    };
    let all = Classic::candidates(game, before, side);
    let played = all.iter().find(|candidate| candidate.cell == cell);
    into.did.push(did(game, before, now, cell, played));
    let Some(best) = all.first() else {
        return;
    };
    let mut instead = *before;
    game.play(&mut instead, Move::at(best.cell));
    let sign = 1 - 2 * side.index() as i32;
    let value = |at: &Position| sign * territory3(game, at).tenths;
    let lost = (value(&instead) - value(now)).max(0) as f32 / 10.0;
    into.lost = Some(lost);
    if best.cell == cell {
        into.better.push(Remark::new("go-did-best"));
        into.lost = Some(0.0);
        return;
    }
    into.best = Some(write_gtp(game.size(), best.cell));
    let better = Remark::new("go-did-better").with("best", Word::List(vec![sentence(game, best)]));
    into.better.push(better);
    into.better.push(match lost > 0.0 {
        true => Remark::new("go-did-lost").with("points", Word::text(lost)),
        false => Remark::new("go-did-lost-nothing"),
    });
}

/// What a move did, by the reasons that spoke for it.
fn did(
    game: &Go,
    before: &Position,
    now: &Position,
    cell: usize,
    played: Option<&Candidate>,
) -> Remark {
    let side = game.turn(before);
    let mut clauses: Vec<Remark> = played.map_or_else(Vec::new, |candidate| {
        let reasons = candidate.reasons.iter();
        reasons.map(|because| because.clause(game)).collect()
    });
    let taken = before.count(!side).saturating_sub(now.count(!side));
    if taken > 0 {
        clauses.insert(
            0,
            Remark::new("go-did-takes").with("stones", Word::Number(taken)),
        );
    }
    if clauses.is_empty() {
        clauses.push(Remark::new("go-did-nothing"));
    }
    Remark::new("go-did")
        .with("side", word(side))
        .with("move", Word::text(write_gtp(game.size(), cell)))
        .with("reasons", Word::List(clauses))
}

/// By how much Black leads, komi included.
pub(in crate::go) fn lead(game: &Go, at: &Position) -> f32 {
    let komi = game.options().komi() as f32 / 2.0;
    territory3(game, at).tenths as f32 / 10.0 - komi
}

fn standing(lead: f32) -> Remark {
    let side = match lead {
        0.0 => return Remark::new("go-standing-even"),
        lead if lead > 0.0 => Side::First,
        _ => Side::Second,
    };
    Remark::new("go-standing")
        .with("side", word(side))
        .with("points", Word::text(lead.abs()))
}

fn word(side: Side) -> Word {
    Word::message(match side {
        Side::First => "side-black",
        Side::Second => "side-white",
    })
}
