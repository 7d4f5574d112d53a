//! Teaching layers for endings: where the defence holds. They show tablebase values only, no rules of
//! thumb.

use std::sync::Arc;

use yomikiri_game_api::{Label, Overlay, Probe, Remark, Side, Teach, Tone, Value};

use super::game::Xiangqi;
use super::index::{Material, is_reached};
use super::picture::cell;
use super::pieces::{Kind, POINTS, Square};
use super::position::Position;

/// Opens the tablebase; `None` if it is not available.
type Open = dyn Fn() -> Option<Arc<dyn Probe<Xiangqi>>> + Send + Sync;

const GUARDS: [Kind; 2] = [Kind::Advisor, Kind::Elephant];
const ATTACKERS: [Kind; 4] = [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn];

/// The layers of xiangqi.
pub struct XiangqiLessons {
    open: Box<Open>,
}

impl XiangqiLessons {
    /// Layers that probe this tablebase.
    pub fn new(open: impl Fn() -> Option<Arc<dyn Probe<Xiangqi>>> + Send + Sync + 'static) -> Self {
        XiangqiLessons {
            open: Box::new(open),
        }
    }
}

impl Teach<Xiangqi> for XiangqiLessons {
    fn layers(&self) -> &'static [&'static str] {
        &["guards-hold", "king-holds", "attacker-wins"]
    }

    fn overlay(&self, game: &Xiangqi, at: &Position, layer: &str) -> Option<Overlay> {
        let kinds: &[Kind] = match layer {
            "guards-hold" => &GUARDS,
            "king-holds" => &[Kind::King],
            "attacker-wins" => &ATTACKERS,
            _ => return None,
        };
        let told = (self.open)().and_then(|probe| {
            let ending = Ending::of(game, at, &*probe)?;
            let mover = match layer {
                "attacker-wins" => !ending.defender,
                _ => ending.defender,
            };
            Some(ending.overlay(mover, kinds))
        });
        Some(told.unwrap_or_else(|| note("lesson-ending-only")))
    }
}

fn note(id: &'static str) -> Overlay {
    Overlay {
        notes: vec![Remark::new(id)],
        ..Overlay::default()
    }
}

/// An ending that a table covers.
struct Ending<'e> {
    game: &'e Xiangqi,
    probe: &'e dyn Probe<Xiangqi>,
    at: Position,
    /// The side with less material.
    defender: Side,
    /// Whether it holds.
    holds: bool,
}

impl<'e> Ending<'e> {
    fn of(game: &'e Xiangqi, at: &Position, probe: &'e dyn Probe<Xiangqi>) -> Option<Self> {
        let (_, exchanged) = Material::of(at);
        let defender = if exchanged { Side::First } else { Side::Second };
        let mut ending = Ending {
            game,
            probe,
            at: *at,
            defender,
            holds: false,
        };
        ending.holds = ending.holds_at(at)?;
        Some(ending)
    }

    /// Whether the defender holds a position; `None` if no table knows it.
    fn holds_at(&self, at: &Position) -> Option<bool> {
        let known = self.probe.probe(self.game, at).ok()??;
        let value = match at.turn() == self.defender {
            true => known.value,
            false => known.value.flip(),
        };
        Some(value != Value::Loss)
    }

    /// Whether the defender holds with a piece on another point and the same side to move; `None` if
    /// that is no legal position.
    fn holds_with(&self, from: Square, to: Square) -> Option<bool> {
        if from == to {
            return Some(self.holds);
        }
        let (kind, side) = self.at.at(from)?;
        if !self.at.piece(to).is_none() {
            return None;
        }
        let mut at = self.at;
        at.lift(from);
        at.put(to, kind, side);
        match at.is_attacked(!at.turn()) {
            true => None,
            false => self.holds_at(&at),
        }
    }

    /// For every point that a side's pieces of some kinds can come to: whether the defender holds with
    /// one of them there. Of two equal pieces it is the better one for their side.
    fn overlay(&self, side: Side, kinds: &[Kind]) -> Overlay {
        let mut labels = Vec::new();
        for point in 0..POINTS as Square {
            let reached = kinds.iter().filter(|&&kind| is_reached(kind, side, point));
            let pieces = reached.flat_map(|&kind| self.at.of(kind, side));
            let told: Vec<bool> = pieces
                .filter_map(|from| self.holds_with(from, point))
                .collect();
            let holds = match side == self.defender {
                true => told.contains(&true),
                false => !told.contains(&false),
            };
            if !told.is_empty() {
                labels.push(Label {
                    cell: cell(point),
                    text: if holds { "=" } else { "×" }.to_owned(),
                    tone: if holds { Tone::Draw } else { Tone::Loss },
                });
            }
        }
        let told = match (labels.is_empty(), self.holds) {
            (true, _) => "lesson-no-such-piece",
            (false, true) => "lesson-defence-holds",
            (false, false) => "lesson-defence-falls",
        };
        Overlay {
            labels,
            ..note(told)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::{Notation, ProbeError, Probed};

    /// A table that knows one rule: Black holds if an elephant stands in the middle of its home.
    struct Middle;

    impl Probe<Xiangqi> for Middle {
        fn probe(&self, _: &Xiangqi, at: &Position) -> Result<Option<Probed>, ProbeError> {
            if at.count_of(Kind::Rook, Side::First) != 1 {
                return Ok(None);
            }
            let holds = at.of(Kind::Elephant, Side::Second).any(|point| point == 67);
            let value = match (holds, at.turn()) {
                (true, _) => Value::Draw,
                (false, Side::First) => Value::Win,
                (false, Side::Second) => Value::Loss,
            };
            Ok(Some(Probed {
                value,
                distance: None,
            }))
        }
    }

    #[test]
    fn points_of_guards_kings_and_attackers_are_told() {
        let game = Xiangqi::default();
        let lessons = XiangqiLessons::new(|| Some(Arc::new(Middle) as Arc<dyn Probe<Xiangqi>>));
        let draw = |position: &str, layer: &str| {
            let at = game.read_position(position).unwrap();
            lessons.overlay(&game, &at, layer)
        };
        let signs = |overlay: &Overlay, sign: &str| {
            let with = overlay.labels.iter().filter(|label| label.text == sign);
            with.map(|label| label.cell).collect::<Vec<_>>()
        };
        let here = "2b1k4/9/9/9/9/9/9/9/9/R3K1B2 w";
        let facing = game.read_position(here);
        assert!(facing.is_err(), "the kings face each other");
        let here = "2bk5/9/9/9/9/9/9/9/9/R3K1B2 w";
        assert_eq!(draw(here, "nothing"), None);
        let guards = draw(here, "guards-hold").unwrap();
        // Rows from the top: the elephant's seven points, of which the middle one holds.
        assert_eq!(signs(&guards, "="), [22]);
        let mut others = signs(&guards, "×");
        others.sort_unstable();
        assert_eq!(others, [2, 6, 18, 26, 38, 42]);
        assert_eq!(guards.notes[0].id, "lesson-defence-falls");
        // Where the king would stand opposite the other one there is no position.
        let king = draw(here, "king-holds").unwrap();
        assert_eq!(king.labels.len(), 6);
        let attacker = draw(here, "attacker-wins").unwrap();
        assert!(signs(&attacker, "=").is_empty());
        assert!(attacker.labels.len() > 70, "{}", attacker.labels.len());
        // A bare king has no guards, and nothing is known of a second rook.
        let bare = draw("3k5/9/9/9/9/9/9/9/9/R3K4 w", "guards-hold").unwrap();
        assert_eq!(bare.notes[0].id, "lesson-no-such-piece");
        let two = draw("3k5/9/9/9/9/9/9/9/9/R3K3R w", "king-holds").unwrap();
        assert_eq!(two.notes[0].id, "lesson-ending-only");
    }
}
