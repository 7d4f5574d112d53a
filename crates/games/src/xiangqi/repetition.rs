//! Judging repeated positions: perpetual check, perpetual chase, or neither.
//!
//! The judge looks at the moves between the first and the third occurrence of a position, during
//! which nothing was captured:
//!
//! * A move *checks* if the other king is attacked after it.
//! * A move *chases* a piece if it creates a new, real threat ([`threats`]) to capture it.
//!
//! If every move of a side checked, it is perpetual check; if every move chased the same piece,
//! perpetual chase. Perpetual check loses against anything except perpetual check; perpetual chase
//! loses against anything except perpetual chase or check. If both sides do the same, it is a draw.
//!
//! A threat is real if the capture would be legal and
//!
//! * the victim is not a king, nor a pawn that has not crossed the river; the attacker is not a
//!   king or a pawn (those may chase freely);
//! * the victim is more valuable than the attacker (a rook for a horse or a cannon; these three for
//!   an advisor or an elephant), or it is not truly protected: no piece could legally recapture.
//!   Capture and reply are played out, so false protectors of every kind (pinned pieces, vanishing
//!   screens, discovered checks, facing kings) need no special cases;
//! * the victim cannot legally capture the attacker as a piece of the same kind: that is an offer
//!   to exchange, not a chase.
//!
//! Sources: the rules of the Asian Xiangqi Federation, and the World Xiangqi Federation's rules
//! with its 110 diagrams as published in arXiv 2412.17334 and its test list.

use yomikiri_game_api::{Line, Outcome, Side};

use super::game::Xiangqi;
use super::generate;
use super::options::Repetition;
use super::pieces::{Kind, Move, POINTS, Square, own_rank};
use super::position::Position;
use super::tables::Set;

/// What one side did in a repetition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// Nothing forbidden.
    Allowed,
    /// Every move gave check.
    Check,
    /// Every move chased the same piece.
    Chase(Vec<Chase>),
}

/// One move of a chase.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chase {
    /// Ply of the move, from 1 at the start of the line.
    pub ply: usize,
    /// The attacker.
    pub hunter: (Kind, Square),
    /// The attacked piece.
    pub victim: (Kind, Square),
}

/// The result of a judgement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The judged plies, from 1: the moves between the occurrences.
    pub plies: (usize, usize),
    /// What First and Second did.
    pub conduct: [Conduct; 2],
}

impl Judgement {
    /// The resulting outcome.
    pub fn outcome(&self) -> Outcome {
        let weight = |side: Side| match self.conduct[side.index()] {
            Conduct::Allowed => 0,
            Conduct::Chase(_) => 1,
            Conduct::Check => 2,
        };
        let [first, second] = Side::BOTH.map(weight);
        let reason = |weight| match weight {
            0 => "repetition",
            1 => "perpetual-chase",
            _ => "perpetual-check",
        };
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::win(Side::Second, reason(first)),
            std::cmp::Ordering::Less => Outcome::win(Side::First, reason(second)),
            std::cmp::Ordering::Equal => Outcome::draw(match first {
                0 => "repetition",
                1 => "mutual-perpetual-chase",
                _ => "mutual-perpetual-check",
            }),
        }
    }
}

/// Judges a line whose last position has occurred often enough.
pub(super) fn judge(_rules: Repetition, line: &Line<Xiangqi>) -> Judgement {
    let occurrences = std::iter::successors(Some(line.ply()), |&at| line.occurrence_before(at));
    let since = occurrences.take(Xiangqi::OCCURRENCES).last();
    let since = since.unwrap_or(line.ply());
    judge_since(line, since)
}

/// Judges the moves since a ply with the same position as the last one.
pub(super) fn judge_since(line: &Line<Xiangqi>, since: usize) -> Judgement {
    let end = line.ply();
    let deeds: Vec<Deed> = (since..end)
        .map(|ply| {
            Deed::new(
                &line.positions()[ply],
                line.moves()[ply],
                &line.positions()[ply + 1],
            )
        })
        .collect();
    let mut records = [Record::new(), Record::new()];
    // Pieces are identified by the point where they were at the start of the cycle.
    let mut names: [Square; POINTS] = std::array::from_fn(|square| square as Square);
    for (at, deed) in deeds.iter().enumerate() {
        let mv = line.moves()[since + at];
        names[mv.to() as usize] = names[mv.from() as usize];
        // The move before the first is the last one: it led to the same position.
        let answered = &deeds[if at == 0 { deeds.len() } else { at } - 1];
        let side = line.positions()[since + at].turn();
        records[side.index()].add(since + at + 1, deed, answered, &names);
    }
    Judgement {
        plies: (since + 1, end),
        conduct: records.map(Record::conduct),
    }
}

/// What a side did so far.
struct Record {
    always_checks: bool,
    /// The chases of every piece that all moves so far have chased, with its identity.
    hunted: Option<Vec<(Square, Vec<Chase>)>>,
}

impl Record {
    fn new() -> Self {
        Record {
            always_checks: true,
            hunted: None,
        }
    }

    fn add(&mut self, ply: usize, deed: &Deed, answered: &Deed, names: &[Square; POINTS]) {
        self.always_checks &= deed.checks;
        let bared = if answered.attacks() {
            &[][..]
        } else {
            &deed.bared[..]
        };
        let chases: Vec<Chase> = deed.chases.iter().chain(bared).copied().collect();
        let of = |name: Square| {
            let mine = chases
                .iter()
                .filter(move |chase| names[chase.victim.1 as usize] == name);
            mine.map(|&chase| Chase { ply, ..chase })
                .collect::<Vec<_>>()
        };
        self.hunted = Some(match self.hunted.take() {
            None => {
                let mut victims: Vec<Square> = chases
                    .iter()
                    .map(|chase| names[chase.victim.1 as usize])
                    .collect();
                victims.sort_unstable();
                victims.dedup();
                victims.into_iter().map(|name| (name, of(name))).collect()
            }
            Some(hunted) => hunted
                .into_iter()
                .filter_map(|(name, mut so_far)| {
                    let more = of(name);
                    if more.is_empty() {
                        return None;
                    }
                    so_far.extend(more);
                    Some((name, so_far))
                })
                .collect(),
        });
    }

    fn conduct(self) -> Conduct {
        if self.always_checks {
            return Conduct::Check;
        }
        match self.hunted.and_then(|hunted| hunted.into_iter().next()) {
            Some((_, chases)) => Conduct::Chase(chases),
            None => Conduct::Allowed,
        }
    }
}

/// The effect of one move.
struct Deed {
    checks: bool,
    /// Threats by a new attack, or on a piece whose protectors can no longer recapture.
    chases: Vec<Chase>,
    /// Threats by an old attack on a piece whose protection was cut off.
    bared: Vec<Chase>,
}

impl Deed {
    fn new(before: &Position, mv: Move, after: &Position) -> Deed {
        let now = after.passed();
        let was = |square: Square| if square == mv.to() { mv.from() } else { square };
        let piece = |square: Square| (kind_at(&now, square), square);
        let mut deed = Deed {
            checks: after.in_check(),
            chases: Vec::new(),
            bared: Vec::new(),
        };
        let mut captures = Vec::new();
        generate::list_captures(&now, &mut captures);
        for capture in captures {
            let old = Move::new(was(capture.from()), capture.to());
            if !is_threat(&now, capture) {
                continue;
            }
            let chase = Chase {
                ply: 0,
                hunter: piece(capture.from()),
                victim: piece(capture.to()),
            };
            if !reaches(before, old) {
                deed.chases.push(chase);
            } else if generate::is_legal(before, old) && !is_threat(before, old) {
                if has_roots(&now, capture) {
                    deed.chases.push(chase);
                } else {
                    deed.bared.push(chase);
                }
            }
        }
        deed
    }

    /// Whether the move needs an answer.
    fn attacks(&self) -> bool {
        self.checks || !self.chases.is_empty()
    }
}

fn kind_at(at: &Position, square: Square) -> Kind {
    at.at(square).map_or(Kind::Pawn, |(kind, _)| kind)
}

/// Whether a legal capture is a real threat.
fn is_threat(at: &Position, mv: Move) -> bool {
    let (hunter, victim) = (kind_at(at, mv.from()), kind_at(at, mv.to()));
    let may_be_chased = match victim {
        Kind::King => false,
        Kind::Pawn => own_rank(mv.to(), !at.turn()) >= 5,
        _ => true,
    };
    if !may_be_chased || matches!(hunter, Kind::King | Kind::Pawn) {
        return false;
    }
    // An existing check does not change protection: it will have been answered.
    let standing = at.attackers_on(!at.turn());
    let back = Move::new(mv.to(), mv.from());
    if hunter == victim && can_take(&at.passed(), back, standing) {
        return false;
    }
    let taken = played(at, mv);
    is_stronger(victim, hunter)
        || !(0..POINTS as Square).any(|from| can_take(&taken, Move::new(from, mv.to()), standing))
}

/// Whether the side to move can make the move without exposing its king to attackers other than
/// `standing`.
fn can_take(at: &Position, mv: Move, standing: Set) -> bool {
    reaches(at, mv) && played(at, mv).attackers_on(at.turn()) & !standing == 0
}

/// Whether losing `victim` for `hunter` is a loss even with a recapture.
fn is_stronger(victim: Kind, hunter: Kind) -> bool {
    match hunter {
        Kind::Horse | Kind::Cannon => victim == Kind::Rook,
        Kind::Advisor | Kind::Elephant => {
            matches!(victim, Kind::Rook | Kind::Horse | Kind::Cannon)
        }
        _ => false,
    }
}

/// Whether a piece could recapture if kings did not matter: a protector, true or false.
fn has_roots(at: &Position, mv: Move) -> bool {
    let is_exchange = kind_at(at, mv.from()) == kind_at(at, mv.to());
    if is_exchange && reaches(&at.passed(), Move::new(mv.to(), mv.from())) {
        return true;
    }
    let taken = played(at, mv);
    (0..POINTS as Square).any(|from| reaches(&taken, Move::new(from, mv.to())))
}

/// Whether the side to move has a piece that can make the move, ignoring its king.
fn reaches(at: &Position, mv: Move) -> bool {
    match at.at(mv.from()) {
        Some((kind, side)) if side == at.turn() => {
            generate::targets(at, kind, side, mv.from()) >> mv.to() & 1 == 1
        }
        _ => false,
    }
}

fn played(at: &Position, mv: Move) -> Position {
    let mut next = *at;
    next.play(mv);
    next
}
