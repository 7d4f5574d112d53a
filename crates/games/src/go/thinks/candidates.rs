//! All candidates of a position: what every reason proposes, added up on each point.

use yomikiri_game_api::{About, Fact, Facts, Game, Label, Overlay, Remark, Side, Tone, Word};

use super::reasons::{self, Reason};
use super::weights::Weights;
use crate::go::game::Go;
use crate::go::points::write_gtp;
use crate::go::position::{Move, Position};
use crate::go::reading::ReadingLimits;
use crate::go::sees::{Sight, with_turn};

/// Stones in atari that are answered: a single one is often given up.
const WORTH_SAVING: usize = 2;

/// Why a move is a candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Because {
    /// The reason.
    pub reason: Reason,
    /// What it is worth, in points.
    pub points: i32,
    /// The ids of the strings, links' strings or groups that it is about.
    pub about: Vec<usize>,
    /// Whether the enemy has to answer; `None`: it cannot be told.
    pub sente: Option<bool>,
    /// Of what it is about: the number of stones, and one of them.
    pub stones: Option<(usize, usize)>,
    /// The names of the shape or opening: English, Japanese, Chinese.
    pub names: Option<&'static [String; 3]>,
}

impl Because {
    /// A reason that is about nothing in particular.
    pub(super) fn new(reason: Reason, points: i32) -> Because {
        Because {
            reason,
            points,
            about: Vec::new(),
            sente: None,
            stones: None,
            names: None,
        }
    }

    /// The same about strings or groups: their ids, the number of stones, one of them.
    pub(super) fn about(mut self, ids: &[usize], size: usize, stone: usize) -> Because {
        self.about = ids.to_vec();
        self.stones = Some((size, stone));
        self
    }

    /// The same of a shape or an opening that has a name.
    pub(super) fn named(mut self, names: &'static [String; 3]) -> Because {
        self.names = Some(names);
        self
    }

    /// The same, with or without an answer that has to follow.
    pub(super) fn sente(mut self, sente: bool) -> Because {
        self.sente = Some(sente);
        self
    }

    /// What the move does, as a clause.
    pub(super) fn clause(&self, game: &Go) -> Remark {
        let points = Word::Number(self.points.max(0) as usize);
        let Some((stones, stone)) = self.stones else {
            let clause = Remark::new(self.reason.message()).with("points", points);
            return match self.names {
                Some([en, ja, zh]) => clause.with("name", Word::Named { en, ja, zh }),
                None => clause,
            };
        };
        let one = self.reason.message_of_one().filter(|_| stones == 1);
        Remark::new(one.unwrap_or(self.reason.message()))
            .with("points", points)
            .with("stones", Word::Number(stones))
            .with("place", Word::text(write_gtp(game.size(), stone)))
    }
}

/// A move with its reasons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Where.
    pub cell: usize,
    /// The points of all reasons together.
    pub total: i32,
    /// Largest first.
    pub reasons: Vec<Because>,
}

/// What reasons look at.
pub(super) struct View<'a> {
    pub(super) game: &'a Go,
    /// With the side to move that asks.
    pub(super) at: &'a Position,
    pub(super) side: Side,
    pub(super) sight: &'a Sight,
    found: Vec<Vec<Because>>,
    legal: Vec<bool>,
}

impl View<'_> {
    /// Proposes a move; what is illegal, or worth nothing, is left out.
    pub(super) fn propose(&mut self, cell: usize, because: Because) {
        if !self.legal[cell] || because.points <= 0 {
            return;
        }
        let known = self.found[cell]
            .iter_mut()
            .find(|one| one.reason == because.reason);
        match known {
            // One reason counts once on a point: its best case.
            Some(known) if known.points >= because.points => {}
            Some(known) => *known = because,
            None => self.found[cell].push(because),
        }
    }

    pub(super) fn is_legal(&self, cell: usize) -> bool {
        self.legal[cell]
    }

    /// The board after a move, with the enemy to move.
    pub(super) fn after(&self, cell: usize) -> Position {
        let mut next = *self.at;
        self.game.play(&mut next, Move::at(cell));
        next
    }

    /// Whether the enemy has to answer a move: it leaves stones of his in atari that are worth saving.
    fn asks_for_an_answer(&self, cell: usize) -> bool {
        let next = self.after(cell);
        self.game.beside(cell).any(|beside| {
            let enemy = next.stone(beside) == Some(!self.side);
            enemy && {
                let (stones, liberties) = self.game.string(&next, beside);
                stones.len() >= WORTH_SAVING && liberties.len() == 1
            }
        })
    }

    /// Says of each proposed move that the enemy has to answer it, where that is seen at once.
    fn tell_sente(&mut self) {
        for cell in self.proposed() {
            if self.asks_for_an_answer(cell) {
                for because in &mut self.found[cell] {
                    because.sente = Some(true);
                }
            }
        }
    }

    /// The cells that have a reason so far.
    pub(super) fn proposed(&self) -> Vec<usize> {
        let cells = 0..self.found.len();
        cells.filter(|&cell| !self.found[cell].is_empty()).collect()
    }
}

/// What a side sees and thinks of.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The board as it was seen.
    pub sight: Sight,
    /// The candidates, best first; equals in scan order.
    pub candidates: Vec<Candidate>,
}

/// The candidates of a side, best first; equals in scan order.
pub fn candidates(
    game: &Go,
    at: &Position,
    side: Side,
    weights: &Weights,
    limits: ReadingLimits,
) -> Vec<Candidate> {
    think(game, at, side, weights, limits).candidates
}

/// Recognises the board and makes candidates: the first two of the document's three stages.
pub fn think(
    game: &Go,
    at: &Position,
    side: Side,
    weights: &Weights,
    limits: ReadingLimits,
) -> Thinking {
    let at = with_turn(at, side);
    let sight = Sight::of(game, &at, limits);
    let points = game.size().points();
    let mut moves = Vec::new();
    game.legal_moves(&at, &mut moves);
    let mut legal = vec![false; points];
    for cell in moves.into_iter().filter_map(Move::cell) {
        // Filling an eye of one's own is never a candidate.
        legal[cell] = !game.is_eye(&at, cell);
    }
    let mut view = View {
        game,
        at: &at,
        side,
        sight: &sight,
        found: vec![Vec::new(); points],
        legal,
    };
    reasons::find_all(&mut view, limits);
    view.tell_sente();
    let found = view.found.into_iter().enumerate();
    let all = found.filter(|(_, reasons)| !reasons.is_empty());
    let mut all: Vec<Candidate> = all
        .map(|(cell, mut reasons)| {
            for because in &mut reasons {
                because.points = because.points * weights.of(because.reason) / 100;
            }
            reasons.retain(|because| because.points > 0);
            reasons.sort_by_key(|because| (std::cmp::Reverse(because.points), because.reason));
            Candidate {
                cell,
                total: reasons.iter().map(|because| because.points).sum(),
                reasons,
            }
        })
        .filter(|candidate| !candidate.reasons.is_empty())
        .collect();
    all.sort_by_key(|candidate| std::cmp::Reverse(candidate.total));
    Thinking {
        sight,
        candidates: all,
    }
}

/// A line for each candidate: `MOVE TOTAL reason=points …`.
pub(in crate::go) fn listed(game: &Go, all: &[Candidate]) -> String {
    let mut text = String::new();
    for candidate in all {
        text += &format!(
            "{} {}",
            write_gtp(game.size(), candidate.cell),
            candidate.total
        );
        for because in &candidate.reasons {
            text += &format!(" {}={}", because.reason.name(), because.points);
        }
        text.push('\n');
    }
    text
}

/// The candidates of the side to move as data.
pub(in crate::go) fn facts(game: &Go, all: &[Candidate]) -> Facts {
    let reason = |because: &Because| {
        Fact::record([
            ("reason", because.reason.name().into()),
            ("points", because.points.into()),
            ("about", Fact::list(because.about.iter().copied())),
            ("sente", because.sente.into()),
        ])
    };
    let data = all.iter().map(|candidate| {
        let reasons = candidate.reasons.iter().map(reason);
        Fact::record([
            ("move", write_gtp(game.size(), candidate.cell).into()),
            ("total", candidate.total.into()),
            ("reasons", Fact::List(reasons.collect())),
        ])
    });
    Facts {
        data: Fact::List(data.collect()),
        text: listed(game, all),
    }
}

/// The best ten drawn with their totals, and the reasons of the best three as sentences.
pub(in crate::go) fn overlay(game: &Go, all: &[Candidate]) -> Overlay {
    let mut overlay = Overlay::default();
    for (number, candidate) in all.iter().take(10).enumerate() {
        overlay.labels.push(Label {
            cell: candidate.cell,
            text: candidate.total.to_string(),
            tone: if number == 0 {
                Tone::Win
            } else {
                Tone::Neutral
            },
        });
        overlay.about.push(About {
            cells: vec![candidate.cell],
            says: sentence(game, candidate),
        });
    }
    for candidate in all.iter().take(3) {
        overlay.notes.push(sentence(game, candidate));
    }
    overlay
}

/// What a move does, as a sentence made of its reasons.
pub(super) fn sentence(game: &Go, candidate: &Candidate) -> Remark {
    let each = candidate.reasons.iter().map(|because| because.clause(game));
    Remark::new("go-candidate")
        .with("move", Word::text(write_gtp(game.size(), candidate.cell)))
        .with("total", Word::Number(candidate.total.max(0) as usize))
        .with("reasons", Word::List(each.collect()))
}
