//! What a side is up to: where to build, whom to attack, or to follow what the enemy has just done.

use yomikiri_game_api::{Remark, Side, Word};

use super::candidates::Candidate;
use super::reasons::Reason;
use crate::go::game::Go;
use crate::go::points::{column_and_row, write_gtp};
use crate::go::sees::{Group, Sight, Status};

/// Steps from the enemy's last move within which an urgent answer follows it.
const NEAR: usize = 4;
/// A group whose strength is below this is weak.
const WEAK: usize = 60;
/// Groups of fewer stones do not make a strategy.
const STONES: usize = 3;

/// The strategy of a side, as a sentence.
pub(super) fn strategy(
    game: &Go,
    side: Side,
    sight: &Sight,
    all: &[Candidate],
    last: Option<usize>,
) -> Remark {
    let best = all.first();
    let urgent = best.is_some_and(|best| {
        let mut reasons = best.reasons.iter();
        reasons.any(|because| because.reason.is_urgent())
    });
    if let (Some(best), Some(last)) = (best.filter(|_| urgent), last)
        && apart(game, best.cell, last) <= NEAR
    {
        return Remark::new("go-strategy-follow").with("move", vertex(game, last));
    }
    let weak = |of: Side| {
        let groups = sight.groups.iter().filter(move |group| {
            let open = matches!(group.life.status, Status::Neutral | Status::Unknown);
            group.side == of && !group.safe && group.size >= STONES && open
        });
        let weak = groups.filter(|group| group.strength < WEAK);
        weak.max_by_key(|group| (group.size, std::cmp::Reverse(group.id)))
    };
    let about = |id: &'static str, group: &Group| {
        let string = group.strings.first().and_then(|&id| sight.chains.get(id));
        let stone = string.map_or(0, |chain| chain.stones[0]);
        Remark::new(id)
            .with("group", Word::Number(group.id))
            .with("stones", Word::Number(group.size))
            .with("place", vertex(game, stone))
    };
    match (weak(side), weak(!side)) {
        // Whoever has the larger worry looks after it first.
        (Some(own), Some(enemy)) if own.size > enemy.size => about("go-strategy-defend", own),
        (_, Some(enemy)) => about("go-strategy-attack", enemy),
        (Some(own), None) => about("go-strategy-defend", own),
        (None, None) => match best {
            Some(best) if builds(best) => {
                let area = Word::message(area(game, best.cell));
                Remark::new("go-strategy-build").with("area", area)
            }
            Some(_) => Remark::new("go-strategy-finish"),
            None => Remark::new("go-strategy-pass"),
        },
    }
}

/// Whether a move is about room rather than about the last points.
fn builds(candidate: &Candidate) -> bool {
    let builds = |reason: Reason| {
        matches!(
            reason,
            Reason::Opening
                | Reason::Joseki
                | Reason::Enclose
                | Reason::Enlarge
                | Reason::Extend
                | Reason::Reduce
                | Reason::Invade
        )
    };
    candidate
        .reasons
        .iter()
        .any(|because| builds(because.reason))
}

fn vertex(game: &Go, cell: usize) -> Word {
    Word::text(write_gtp(game.size(), cell))
}

fn apart(game: &Go, from: usize, to: usize) -> usize {
    let (from, to) = (
        column_and_row(game.size(), from),
        column_and_row(game.size(), to),
    );
    from.0.abs_diff(to.0) + from.1.abs_diff(to.1)
}

/// The ninth of the board that a cell lies in.
fn area(game: &Go, cell: usize) -> &'static str {
    const AREAS: [[&str; 3]; 3] = [
        ["go-area-top-left", "go-area-top", "go-area-top-right"],
        ["go-area-left", "go-area-centre", "go-area-right"],
        [
            "go-area-bottom-left",
            "go-area-bottom",
            "go-area-bottom-right",
        ],
    ];
    let (column, row) = column_and_row(game.size(), cell);
    let (width, height) = (game.size().width(), game.size().height());
    AREAS[3 * row / height][3 * column / width]
}
