//! A neutral diagram of a position.

use yomikiri_game_api::{Diagram, Edited, HandEntry, NamedPiece, Picture, Piece, Side};

use crate::koma::game::Koma;
use crate::koma::generate::{bits, in_check};
use crate::koma::moves::{Action, Move};
use crate::koma::position::Position;
use crate::koma::tables::ROYAL;

impl Picture for Koma {
    fn diagram(&self, at: &Position) -> Diagram {
        let (files, ranks) = self.size();
        let piece_at = |square: usize| {
            let side = at.owner_at(square)?;
            Some(self.picture_of(side, at.code_at(square)))
        };
        let hand = |side: Side| {
            let kinds = self.tables.hand_codes.iter().enumerate();
            kinds
                .map(|(kind, &code)| HandEntry {
                    piece: self.picture_of(side, code),
                    count: at.in_hand(side, kind),
                })
                .filter(|entry| entry.count > 0)
                .collect()
        };
        let leader = at.of_code::<4>(ROYAL) & at.pieces(at.turn());
        Diagram {
            width: files,
            height: ranks,
            files: (0..files)
                .map(|file| char::from(b'a' + file as u8).to_string())
                .collect(),
            ranks: (1..=ranks).map(|rank| rank.to_string()).collect(),
            cells: (0..files * ranks).map(piece_at).collect(),
            hands: [hand(Side::First), hand(Side::Second)],
            alerts: if in_check(&self.tables, at) {
                bits(leader).collect()
            } else {
                Vec::new()
            },
        }
    }

    fn touches(&self, _at: &Position, mv: Move) -> (Option<usize>, Option<usize>) {
        match mv.action() {
            Action::Step { from, to, .. } => (Some(from), Some(to)),
            Action::Drop { to, .. } => (None, Some(to)),
            Action::Pass => (None, None),
        }
    }

    fn uses_hand(&self, at: &Position, mv: Move) -> Option<usize> {
        let Action::Drop { kind, .. } = mv.action() else {
            return None;
        };
        // The diagram omits kinds that are not in hand.
        let codes = self.tables.hand_codes.iter().enumerate();
        let before = codes.take_while(|&(_, &code)| code != kind);
        let held = before.filter(|&(place, _)| at.in_hand(at.turn(), place) > 0);
        Some(held.count())
    }

    fn compose(&self, edited: &Edited<'_>) -> Option<String> {
        let side = match edited.side {
            Side::First => 'b',
            Side::Second => 'w',
        };
        let mut hands = String::new();
        for entry in edited.diagram.hands.iter().flatten() {
            if entry.count > 1 {
                hands += &entry.count.to_string();
            }
            hands += &entry.piece.letter;
        }
        if hands.is_empty() {
            hands.push('-');
        }
        Some(format!("{} {side} {hands}", edited.diagram.rows()))
    }

    fn pieces(&self) -> Vec<NamedPiece> {
        let codes = 1..=self.rules.kinds.len();
        let both = codes.flat_map(|code| Side::BOTH.map(|side| (side, code)));
        let named = |(side, code): (Side, usize)| {
            let names = &self.rules.kinds[code - 1].names[side.index()];
            NamedPiece {
                piece: self.picture_of(side, code),
                names: ["en", "ja", "zh"]
                    .map(|lang| (lang, names.get(lang).to_owned()))
                    .to_vec(),
            }
        };
        both.map(named).collect()
    }
}

impl Koma {
    fn picture_of(&self, side: Side, code: usize) -> Piece {
        let kind = &self.rules.kinds[code - 1];
        // In the diagram, down is positive.
        let turned = |moves: &[(i8, i8)]| moves.iter().map(|&(x, y)| (x, -y)).collect();
        Piece {
            side,
            kind: kind.id.clone(),
            letter: self.letters(side, code),
            sign: kind.signs[side.index()].clone(),
            steps: turned(&kind.steps[side.index()]),
            slides: turned(&kind.slides[side.index()]),
            faces: Vec::new(),
        }
    }
}
