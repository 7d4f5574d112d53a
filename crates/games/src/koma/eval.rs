//! The evaluation of the Anpanman thesis, for every rule file: material, leader advance, mobility.

use yomikiri_game_api::{Evaluate, Explain, Game, Score, Side, Term};

use crate::koma::game::Koma;
use crate::koma::generate::{attacks, bits, reach};
use crate::koma::position::Position;
use crate::koma::rules::Goal;
use crate::koma::tables::CODES;
use crate::koma::tables::ROYAL;

/// The weights of the evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Value of each kind by code, on the board or in hand.
    pub pieces: [i32; CODES],
    /// Points per rank that the leader has advanced.
    pub advance: i32,
    /// Points per square that a side's pieces can move to.
    pub mobility: i32,
}

/// The evaluation. Uses the weights of the rule file unless others are set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KomaEval {
    /// The weights in use.
    pub weights: Weights,
    /// Whether mobility counts legal moves, as the text of the thesis says (候補手の数), and not the
    /// squares that pieces reach, which takes far less time.
    pub counts_legal_moves: bool,
}

impl KomaEval {
    /// The evaluation with the rule file's weights.
    pub fn new(koma: &Koma) -> Self {
        let mut pieces = [0; CODES];
        for (i, kind) in koma.rules.kinds.iter().enumerate() {
            pieces[i + 1] = kind.value;
        }
        KomaEval {
            weights: Weights {
                pieces,
                advance: koma.rules.advance,
                mobility: koma.rules.mobility,
            },
            counts_legal_moves: false,
        }
    }

    /// Material, advance and mobility of one side.
    fn parts(&self, game: &Koma, at: &Position, side: Side) -> [i32; 3] {
        let tables = &*game.tables;
        let (pieces, occupied) = (at.pieces(side), at.occupied());
        let (mut material, mut advance, mut squares) = (0, 0, 0);
        for from in bits(pieces) {
            let code = at.code_at(from);
            material += self.weights.pieces[code];
            squares += (reach(tables, side, code, from, occupied) & !pieces).count_ones();
            if code == ROYAL && game.options.goal != Goal::None {
                let rank = (from / tables.files) as i32;
                advance = match side {
                    Side::First => tables.ranks as i32 - 1 - rank,
                    Side::Second => rank,
                };
            }
        }
        if self.counts_legal_moves
            && let Some(moves) = legal_moves(game, at, side)
        {
            squares = moves;
        }
        for (hand_kind, &code) in tables.hand_codes.iter().enumerate() {
            material += self.weights.pieces[code] * at.in_hand(side, hand_kind) as i32;
        }
        [
            material,
            self.weights.advance * advance,
            self.weights.mobility * squares as i32,
        ]
    }
}

/// How many legal moves a side has, or would have if it were to move; `None` if it cannot be, because the
/// other side is in check.
fn legal_moves(game: &Koma, at: &Position, side: Side) -> Option<u32> {
    let mut moves = Vec::new();
    if at.turn() == side {
        game.legal_moves(at, &mut moves);
    } else {
        game.legal_moves(&game.with_turn_passed(at)?, &mut moves);
    }
    Some(moves.len() as u32)
}

impl Evaluate<Koma> for KomaEval {
    fn evaluate(&self, game: &Koma, at: &Position) -> Score {
        let sum = |side: Side| self.parts(game, at, side).iter().sum::<i32>();
        Score::eval(sum(at.turn()) - sum(!at.turn()))
    }
}

impl Explain<Koma> for KomaEval {
    fn terms(&self, game: &Koma, at: &Position) -> Vec<Term> {
        let names = ["material", "advance", "mobility"];
        Term::list(&names, Side::BOTH.map(|side| self.parts(game, at, side)))
    }
}

impl KomaEval {
    /// Number of attackers of each square, for attack maps: First's, then Second's.
    pub fn attack_maps(game: &Koma, at: &Position) -> [Vec<bool>; 2] {
        let (files, ranks) = game.size();
        Side::BOTH.map(|side| {
            let map = attacks(&game.tables, at, side, at.occupied());
            (0..files * ranks)
                .map(|square| map >> square & 1 == 1)
                .collect()
        })
    }
}

impl KomaEval {
    /// The weights by name, for printing and tuning. The leader's value is not included, because it
    /// is the same on both sides.
    pub fn named_weights(&self, game: &Koma) -> Vec<(String, i32)> {
        let kinds = game.rules.kinds.iter().enumerate();
        let pieces = kinds.filter(|(i, _)| i + 1 != ROYAL);
        let mut weights: Vec<(String, i32)> = pieces
            .map(|(i, kind)| (kind.id.clone(), self.weights.pieces[i + 1]))
            .collect();
        if game.options.goal != Goal::None {
            weights.push(("advance".to_owned(), self.weights.advance));
        }
        weights.push(("mobility".to_owned(), self.weights.mobility));
        weights
    }

    /// The evaluation with other weights, in the order of [`KomaEval::named_weights`].
    #[must_use]
    pub fn with_weights(&self, game: &Koma, weights: &[i32]) -> Self {
        let mut eval = self.clone();
        let mut weights = weights.iter().copied();
        for i in (0..game.rules.kinds.len()).filter(|i| i + 1 != ROYAL) {
            eval.weights.pieces[i + 1] = weights.next().unwrap_or(eval.weights.pieces[i + 1]);
        }
        if game.options.goal != Goal::None {
            eval.weights.advance = weights.next().unwrap_or(eval.weights.advance);
        }
        eval.weights.mobility = weights.next().unwrap_or(eval.weights.mobility);
        eval
    }
}
