//! Readings played out: how a string is taken, move by move, with the reason for every move.

use yomikiri_game_api::{ReadOut, ReadStep, Remark, Tone, Word};

use crate::go::game::Go;
use crate::go::points::write_gtp;
use crate::go::position::Position;
use crate::go::reading::{ReadingLimits, Why, read_out};
use crate::go::sees::{Chain, chains};

/// Strings of a position that are played out: the largest.
const STRINGS: usize = 6;

/// The lines in which strings of a position are taken if their enemy plays first.
pub(in crate::go) fn readings(game: &Go, at: &Position) -> Vec<ReadOut> {
    let mut strings = chains(game, at).all;
    strings.sort_by_key(|chain| std::cmp::Reverse(chain.stones.len()));
    let lines = strings.iter().filter_map(|chain| reading(game, at, chain));
    lines.take(STRINGS).collect()
}

/// The line in which a string is taken, if it can be; none if that is one move.
fn reading(game: &Go, at: &Position, chain: &Chain) -> Option<ReadOut> {
    let target = chain.stones[0];
    let line = read_out(game, at, target, !chain.side, ReadingLimits::QUICK);
    let is_taken = line.last().is_some_and(|last| last.why == Why::Takes);
    if !is_taken || line.len() < 2 {
        return None;
    }
    let steps = line.iter().map(|step| ReadStep {
        cell: step.cell,
        tone: Tone::from(step.side),
        why: Remark::new(match step.why {
            Why::Takes => "go-read-takes",
            Why::TakesOthers => "go-read-captures",
            Why::Atari => "go-read-atari",
            Why::ThrowIn => "go-read-throw-in",
            Why::Closes => "go-read-close",
            Why::Net => "go-read-net",
            Why::Extends => "go-read-extends",
            Why::Counters => "go-read-counters",
            Why::Prevents => "go-read-prevents",
        }),
    });
    let about = Remark::new("go-read-about")
        .with("id", Word::Number(chain.id))
        .with("place", Word::text(write_gtp(game.size(), target)));
    Some(ReadOut {
        about,
        steps: steps.collect(),
    })
}
