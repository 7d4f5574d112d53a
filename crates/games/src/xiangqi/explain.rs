//! Judgements as sentences.

use yomikiri_game_api::{Remark, Side, Word};

use super::pieces::{Kind, square_name};
use super::repetition::{Chase, Conduct, Judgement};

impl Judgement {
    /// What each side did in the judged plies, as messages.
    pub fn remarks(&self) -> Vec<Remark> {
        let (from, to) = self.plies;
        let judged = Remark::new("judged-plies")
            .with("from", Word::Number(from))
            .with("to", Word::Number(to));
        let conduct = Side::BOTH.map(|side| conduct(side, &self.conduct[side.index()]));
        [judged].into_iter().chain(conduct).collect()
    }
}

fn conduct(side: Side, conduct: &Conduct) -> Remark {
    let named = |id| Remark::new(id).with("side", Word::message(side_name(side)));
    match conduct {
        Conduct::Allowed => named("judged-allowed"),
        Conduct::Check => named("judged-check"),
        Conduct::Chase(chases) => {
            let victim = chases.first().map_or(Kind::Pawn, |chase| chase.victim.0);
            named("judged-chase")
                .with("victim", Word::message(piece_name(victim)))
                .with("moves", Word::List(chases.iter().map(chase).collect()))
        }
    }
}

fn chase(chase: &Chase) -> Remark {
    let point = |square| Word::Text(square_name(square));
    Remark::new("judged-chase-ply")
        .with("ply", Word::Number(chase.ply))
        .with("hunter", Word::message(piece_name(chase.hunter.0)))
        .with("from", point(chase.hunter.1))
        .with("victim", Word::message(piece_name(chase.victim.0)))
        .with("to", point(chase.victim.1))
}

/// The message that names a side.
fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "xiangqi-red",
        Side::Second => "xiangqi-black",
    }
}

/// The message that names a kind of piece.
fn piece_name(kind: Kind) -> &'static str {
    match kind {
        Kind::King => "xiangqi-king",
        Kind::Advisor => "xiangqi-advisor",
        Kind::Elephant => "xiangqi-elephant",
        Kind::Horse => "xiangqi-horse",
        Kind::Rook => "xiangqi-rook",
        Kind::Cannon => "xiangqi-cannon",
        Kind::Pawn => "xiangqi-pawn",
    }
}
