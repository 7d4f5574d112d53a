//! Teaching layers: which squares each side covers, and which pieces can be captured.

use yomikiri_game_api::{Heat, Label, Mark, Overlay, Shape, Side, Teach, Tone};

use crate::koma::game::Koma;
use crate::koma::generate::{bits, reach};
use crate::koma::position::Position;

/// The layers of small shogi.
#[derive(Copy, Clone, Debug, Default)]
pub struct KomaLessons;

/// Attack counts above this look the same.
const MOST_ATTACKERS: f32 = 4.0;

impl Teach<Koma> for KomaLessons {
    fn layers(&self) -> &'static [&'static str] {
        &["attacks", "hanging"]
    }

    fn overlay(&self, game: &Koma, at: &Position, layer: &str) -> Option<Overlay> {
        match layer {
            "attacks" => Some(attacks(game, at)),
            "hanging" => Some(hanging(game, at)),
            _ => None,
        }
    }
}

/// Number of a side's pieces that reach each square, occupied or not.
fn coverage(game: &Koma, at: &Position, side: Side) -> Vec<u8> {
    let (files, ranks) = game.size();
    let mut counts = vec![0; files * ranks];
    for from in bits(at.pieces(side)) {
        let reached = reach(&game.tables, side, at.code_at(from), from, at.occupied());
        for square in bits(reached) {
            counts[square] += 1;
        }
    }
    counts
}

/// Squares by the number of pieces that reach them, as heat and numbers.
fn attacks(game: &Koma, at: &Position) -> Overlay {
    let [first, second] = Side::BOTH.map(|side| coverage(game, at, side));
    let strength = |count: u8| (f32::from(count) / MOST_ATTACKERS).min(1.0);
    let mut overlay = Overlay::default();
    for (cell, (&first, &second)) in first.iter().zip(&second).enumerate() {
        if first == 0 && second == 0 {
            continue;
        }
        overlay.heat.push(Heat {
            cell,
            first: strength(first),
            second: strength(second),
        });
        overlay.labels.push(Label {
            cell,
            text: format!("{first}:{second}"),
            tone: match first.cmp(&second) {
                std::cmp::Ordering::Greater => Tone::First,
                std::cmp::Ordering::Less => Tone::Second,
                std::cmp::Ordering::Equal => Tone::Neutral,
            },
        });
    }
    overlay
}

/// Attacked pieces: a ring if they are protected, a cross if not.
fn hanging(game: &Koma, at: &Position) -> Overlay {
    let covered = Side::BOTH.map(|side| coverage(game, at, side));
    let mut overlay = Overlay::default();
    for side in Side::BOTH {
        let (own, theirs) = (&covered[side.index()], &covered[(!side).index()]);
        for cell in bits(at.pieces(side)).filter(|&cell| theirs[cell] > 0) {
            overlay.marks.push(Mark {
                cell,
                shape: if own[cell] > 0 {
                    Shape::Ring
                } else {
                    Shape::Cross
                },
                tone: (!side).into(),
            });
        }
    }
    overlay
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::{Game, Notation};

    #[test]
    fn attack_maps_count_the_pieces_that_reach_a_square() {
        let game = Koma::builtin("dobutsu").unwrap();
        let overlay = KomaLessons
            .overlay(&game, &game.start(), "attacks")
            .unwrap();
        let found = overlay.labels.iter().find(|label| label.cell == 4).unwrap();
        // Second's chick on b2: First's chick attacks it, Second's lion and elephant protect it.
        assert_eq!((found.text.as_str(), found.tone), ("1:2", Tone::Second));
        assert_eq!(KomaLessons.overlay(&game, &game.start(), "nothing"), None);
    }

    #[test]
    fn coverage_agrees_with_the_attack_maps_of_the_evaluation() {
        for id in crate::koma::BUILTIN {
            let game = Koma::builtin(id).unwrap();
            let at = game.start();
            let maps = crate::koma::KomaEval::attack_maps(&game, &at);
            for side in Side::BOTH {
                let counts = coverage(&game, &at, side);
                let reached: Vec<bool> = counts.iter().map(|&count| count > 0).collect();
                assert_eq!(reached, maps[side.index()], "{id} {side}");
            }
        }
    }

    #[test]
    fn pieces_that_hang_are_crossed_out() {
        let game = Koma::builtin("dobutsu").unwrap();
        // First's chick attacks an unprotected giraffe.
        let at = game.read_position("2l/g2/C2/2L b -").unwrap();
        let overlay = KomaLessons.overlay(&game, &at, "hanging").unwrap();
        let crossed = overlay.marks.iter().find(|mark| mark.cell == 3).unwrap();
        assert_eq!((crossed.shape, crossed.tone), (Shape::Cross, Tone::First));
    }
}
