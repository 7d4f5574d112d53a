//! Teaching layers for king and pawn against king. They show tablebase values only, no rules of
//! thumb.

use std::sync::Arc;

use yomikiri_game_api::{Label, Mark, Overlay, Probe, Remark, Shape, Side, Teach, Tone, Value};

use super::attacks::{self, bit};
use super::game::Chess;
use super::moves::Kind;
use super::position::Position;

/// Opens the tablebase; `None` if it is not available.
type Open = dyn Fn() -> Option<Arc<dyn Probe<Chess>>> + Send + Sync;

/// The layers of chess.
pub struct ChessLessons {
    open: Box<Open>,
}

impl ChessLessons {
    /// Layers that probe this tablebase.
    pub fn new(open: impl Fn() -> Option<Arc<dyn Probe<Chess>>> + Send + Sync + 'static) -> Self {
        ChessLessons {
            open: Box::new(open),
        }
    }
}

impl Teach<Chess> for ChessLessons {
    fn layers(&self) -> &'static [&'static str] {
        &["key-squares", "opposition", "pawn-square"]
    }

    fn overlay(&self, game: &Chess, at: &Position, layer: &str) -> Option<Overlay> {
        if !self.layers().contains(&layer) {
            return None;
        }
        let ending = Ending::of(at).zip((self.open)());
        let Some((ending, probe)) = ending else {
            return Some(note("lesson-pawn-ending-only"));
        };
        let board = Board {
            game,
            probe: &*probe,
            ending,
        };
        Some(match layer {
            "key-squares" => board.key_squares(),
            "opposition" => board.opposition(),
            _ => board.pawn_square(),
        })
    }
}

fn note(id: &'static str) -> Overlay {
    Overlay {
        notes: vec![Remark::new(id)],
        ..Overlay::default()
    }
}

/// King and pawn against king.
#[derive(Copy, Clone)]
struct Ending {
    attacker: Side,
    pawn: usize,
    /// The attacking king's square.
    king: usize,
    /// The defending king's square.
    defender: usize,
    turn: Side,
}

impl Ending {
    fn of(at: &Position) -> Option<Ending> {
        let pawns = at.of(Kind::Pawn);
        if at.occupied().count_ones() != 3 || pawns.count_ones() != 1 {
            return None;
        }
        let pawn = attacks::lowest(pawns);
        let attacker = match at.pieces(Side::First) & pawns {
            0 => Side::Second,
            _ => Side::First,
        };
        Some(Ending {
            attacker,
            pawn,
            king: at.king(attacker),
            defender: at.king(!attacker),
            turn: at.turn(),
        })
    }

    /// The position; `None` if it is illegal.
    fn position(&self) -> Option<Position> {
        let pieces = bit(self.pawn) | bit(self.king) | bit(self.defender);
        if pieces.count_ones() != 3 || attacks::king(self.king) & bit(self.defender) != 0 {
            return None;
        }
        let mut at = Position::EMPTY;
        at.toggle(self.attacker, Kind::Pawn, self.pawn);
        at.toggle(self.attacker, Kind::King, self.king);
        at.toggle(!self.attacker, Kind::King, self.defender);
        at.set_turn(self.turn);
        let waits = at.king(!self.turn);
        (at.attackers(self.turn, waits, at.occupied()) == 0).then_some(at)
    }

    /// The rank of a square from the attacker's view.
    fn rank(&self, square: usize) -> usize {
        match self.attacker {
            Side::First => square >> 3,
            Side::Second => 7 - (square >> 3),
        }
    }
}

/// An ending and its table.
struct Board<'b> {
    game: &'b Chess,
    probe: &'b dyn Probe<Chess>,
    ending: Ending,
}

impl Board<'_> {
    /// Whether the attacker wins; `None` if the position is illegal.
    fn is_won(&self, ending: Ending) -> Option<bool> {
        let at = ending.position()?;
        let known = self.probe.probe(self.game, &at).ok()??;
        let value = match ending.turn == ending.attacker {
            true => known.value,
            false => known.value.flip(),
        };
        Some(value == Value::Win)
    }

    /// Squares from which the attacking king wins regardless of the side to move and of where the
    /// other king is in front of the pawn, unless it can capture the pawn at once. The first of
    /// each file are squares; those beyond are dots.
    fn key_squares(&self) -> Overlay {
        let ending = self.ending;
        let key: Vec<usize> = (0..64).filter(|&square| self.is_key(square)).collect();
        let is_first = |square: usize| {
            let same_file = key.iter().filter(|&&other| other & 7 == square & 7);
            same_file.map(|&other| ending.rank(other)).min() == Some(ending.rank(square))
        };
        let mark = |&square: &usize| Mark {
            cell: square ^ 56,
            shape: match is_first(square) {
                true => Shape::Square,
                false => Shape::Dot,
            },
            tone: ending.attacker.into(),
        };
        Overlay {
            marks: key.iter().map(mark).collect(),
            ..Overlay::default()
        }
    }

    fn is_key(&self, king: usize) -> bool {
        let here = self.ending;
        let mut asked = false;
        for defender in (0..64).filter(|&square| here.rank(square) > here.rank(here.pawn)) {
            let takes = attacks::king(defender) & bit(here.pawn) != 0
                && attacks::king(king) & bit(here.pawn) == 0;
            for turn in Side::BOTH {
                if turn != here.attacker && takes {
                    continue;
                }
                let ending = Ending {
                    king,
                    defender,
                    turn,
                    ..here
                };
                match self.is_won(ending) {
                    Some(true) => asked = true,
                    Some(false) => return false,
                    None => {}
                }
            }
        }
        asked
    }

    /// Squares where the attacking king has the opposition: it wins only if the other side is to
    /// move.
    fn opposition(&self) -> Overlay {
        let here = self.ending;
        // Whether the attacker wins if it is to move, and if the other side is.
        let by_turn = |king: usize| {
            [here.attacker, !here.attacker].map(|turn| self.is_won(Ending { king, turn, ..here }))
        };
        let has = |king: usize| by_turn(king) == [Some(false), Some(true)];
        let marks = (0..64).filter(|&king| has(king)).map(|king| Mark {
            cell: king ^ 56,
            shape: Shape::Ring,
            tone: here.attacker.into(),
        });
        let told = match by_turn(here.king) {
            [Some(false), Some(true)] => "lesson-zugzwang",
            [Some(true), Some(false)] => "lesson-turn-decides",
            _ => "lesson-no-zugzwang",
        };
        Overlay {
            marks: marks.collect(),
            ..note(told)
        }
    }

    /// For every square of the defending king, with the same side to move: draw or loss.
    fn pawn_square(&self) -> Overlay {
        let here = self.ending;
        let mut overlay = Overlay::default();
        for defender in 0..64 {
            let Some(won) = self.is_won(Ending { defender, ..here }) else {
                continue;
            };
            overlay.labels.push(Label {
                cell: defender ^ 56,
                text: if won { "×" } else { "=" }.to_owned(),
                tone: if won { Tone::Loss } else { Tone::Draw },
            });
        }
        let drawn = self.is_won(here) == Some(false);
        let told = if drawn {
            "lesson-pawn-caught"
        } else {
            "lesson-pawn-free"
        };
        overlay.notes = note(told).notes;
        overlay
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::{Game, Notation, ProbeError, Probed};

    /// Searches deep enough to judge pawns near promotion.
    struct Lookahead;

    impl Probe<Chess> for Lookahead {
        fn probe(&self, game: &Chess, at: &Position) -> Result<Option<Probed>, ProbeError> {
            fn search(game: &Chess, at: &Position, depth: u32) -> Value {
                if let Some(outcome) = game.outcome(at) {
                    return outcome.value_for(at.turn());
                }
                if depth == 0 {
                    return Value::Draw;
                }
                let mut moves = Vec::new();
                game.legal_moves(at, &mut moves);
                let value = |&mv: &super::super::moves::Move| {
                    let mut next = *at;
                    game.play(&mut next, mv);
                    search(game, &next, depth - 1).flip()
                };
                moves.iter().map(value).max().unwrap_or(Value::Draw)
            }
            Ok(Some(Probed {
                value: search(game, at, 3),
                distance: None,
            }))
        }
    }

    #[test]
    fn layers_are_drawn_over_pawn_endings_only() {
        let game = Chess {
            goal: crate::chess::Goal::Promotion,
            ..Chess::default()
        };
        let lessons = ChessLessons::new(|| Some(Arc::new(Lookahead) as Arc<dyn Probe<Chess>>));
        let draw = |fen: &str, layer: &str| {
            let at = game.read_position(fen).unwrap();
            lessons.overlay(&game, &at, layer)
        };
        assert_eq!(draw("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "nothing"), None);
        let other = draw("4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", "opposition").unwrap();
        assert_eq!(other.notes[0].id, "lesson-pawn-ending-only");
        // White to move promotes, Black to move takes the pawn.
        let decides = draw("8/1P6/k7/8/8/8/8/7K w - - 0 1", "opposition").unwrap();
        assert_eq!(decides.notes[0].id, "lesson-turn-decides");
        // Black's pawn needs one step: the king catches it only from b1 or beside it.
        let caught = draw("8/8/8/8/8/8/1p5k/3K4 w - - 0 1", "pawn-square").unwrap();
        let label = |square: &str| {
            let bytes = square.as_bytes();
            let cell = usize::from(b'8' - bytes[1]) * 8 + usize::from(bytes[0] - b'a');
            let found = caught.labels.iter().find(|label| label.cell == cell);
            found.map(|label| label.text.as_str())
        };
        assert_eq!(label("c2"), Some("="));
        assert_eq!(label("d1"), Some("="));
        assert_eq!(label("e1"), Some("×"));
        assert_eq!(label("h2"), None, "the other king stands there");
        assert_eq!(caught.notes[0].id, "lesson-pawn-caught");
    }
}
