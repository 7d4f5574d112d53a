//! The evaluation of the Anpanman thesis, for every rule file: material, leader advance, mobility.

use yomikiri_game_api::{Evaluate, Explain, Game, Score, Side, Term};

#[cfg(target_arch = "x86_64")]
use crate::cpu::has_bits;
use crate::koma::features::{self, ByGroup, Features, Group, Slopes, Sum};
use crate::koma::game::Koma;
use crate::koma::generate::{attacks, bits, reach};
use crate::koma::places::Places;
use crate::koma::position::Position;
use crate::koma::rules::{Captures, Goal};
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
    /// Hands, safety of leaders, threats and placement, in games that end by mate alone and have drops.
    pub(crate) features: Option<Features>,
    places: Places,
}

impl KomaEval {
    /// The evaluation with the rule file's weights.
    pub fn new(koma: &Koma) -> Self {
        let mut pieces = [0; CODES];
        for (i, kind) in koma.rules.kinds.iter().enumerate() {
            pieces[i + 1] = kind.value;
        }
        // With a goal a leader does better to run than to hide.
        let is_shogi = koma.options.captures == Captures::Hand
            && koma.has_mate()
            && koma.options.goal == Goal::None;
        let features = is_shogi.then(|| {
            let features = koma.rules.features.clone();
            features.unwrap_or_else(|| Features::usual(koma, &pieces))
        });
        KomaEval {
            places: places(koma, features.as_ref()),
            features,
            weights: Weights {
                pieces,
                advance: koma.rules.advance,
                mobility: koma.rules.mobility,
            },
            counts_legal_moves: false,
        }
    }

    /// The evaluation of the thesis: material, advance and mobility only.
    #[must_use]
    pub fn plain(&self) -> Self {
        KomaEval {
            features: None,
            places: Places::default(),
            ..self.clone()
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

fn places(koma: &Koma, features: Option<&Features>) -> Places {
    features.map_or_else(Places::default, |features| {
        Places::new(&koma.tables, features)
    })
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

impl KomaEval {
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
    fn with_features_and_bits(&self, game: &Koma, at: &Position, features: &Features) -> Score {
        self.with_features(game, at, features)
    }

    /// [`Evaluate::evaluate`] with one look at every piece. The slow twin is in the tests: `parts` and the counts.
    #[inline(always)]
    fn with_features(&self, game: &Koma, at: &Position, features: &Features) -> Score {
        let tables = &*game.tables;
        let places = &self.places;
        let mut sums = [0, 1].map(|_| Sum {
            features,
            places,
            sum: 0,
        });
        let squares = features::count(tables, features.size, at, &mut sums);
        let mut points =
            [0, 1].map(|side| sums[side].sum + self.weights.mobility * squares[side] as i32);
        for code in 1..=tables.kinds {
            let pieces = at.of_code::<4>(code);
            let seconds = (pieces & at.second).count_ones() as i32;
            let firsts = pieces.count_ones() as i32 - seconds;
            points[0] += self.weights.pieces[code] * firsts;
            points[1] += self.weights.pieces[code] * seconds;
        }
        for side in Side::BOTH {
            for (hand_kind, &code) in tables.hand_codes.iter().enumerate() {
                let held = at.in_hand(side, hand_kind) as i32;
                points[side.index()] += self.weights.pieces[code] * held;
            }
        }
        let turn = at.turn().index();
        Score::eval(points[turn] - points[1 - turn])
    }
}

impl Evaluate<Koma> for KomaEval {
    fn evaluate(&self, game: &Koma, at: &Position) -> Score {
        if let Some(features) = &self.features
            && !self.counts_legal_moves
        {
            #[cfg(target_arch = "x86_64")]
            if has_bits() {
                // SAFETY: the processor has these instructions, as just checked.
                return unsafe { self.with_features_and_bits(game, at, features) };
            }
            return self.with_features(game, at, features);
        }
        let sum = |side: Side| self.parts(game, at, side).iter().sum::<i32>();
        Score::eval(sum(at.turn()) - sum(!at.turn()))
    }
}

const KING_SAFETY: &[Group] = &[
    Group::Weak,
    Group::WeakInTurn,
    Group::Escape,
    Group::Ring,
    Group::RingInTurn,
    Group::DropCheck,
    Group::DropCheckInTurn,
    Group::DropSquares,
    Group::Cover,
    Group::Storm,
];

const THREATS: &[Group] = &[
    Group::Hanging,
    Group::HangingInTurn,
    Group::Attacked,
    Group::AttackedInTurn,
];

const PLACEMENT: &[Group] = &[
    Group::Guard,
    Group::Siege,
    Group::GuardAt,
    Group::SiegeAt,
    Group::Rank,
    Group::Place,
];

impl Explain<Koma> for KomaEval {
    fn terms(&self, game: &Koma, at: &Position) -> Vec<Term> {
        let parts = Side::BOTH.map(|side| self.parts(game, at, side));
        let Some(features) = &self.features else {
            return Term::list(&["material", "advance", "mobility"], parts);
        };
        let sums = [0; Group::ALL.len()];
        let mut counted = [0, 1].map(|_| ByGroup { features, sums });
        features::count(&game.tables, features.size, at, &mut counted);
        let names = [
            "material",
            "advance",
            "mobility",
            "hand",
            "king_safety",
            "threats",
            "placement",
            "tempo",
        ];
        let parts = [0, 1].map(|side| {
            let sum = |groups: &[Group]| -> i32 {
                groups
                    .iter()
                    .map(|&group| counted[side].sums[group as usize])
                    .sum()
            };
            let [material, advance, mobility] = parts[side];
            [
                material,
                advance,
                mobility + sum(&[Group::Mobility, Group::Reach]),
                sum(&[Group::Hand]),
                sum(KING_SAFETY),
                sum(THREATS),
                sum(PLACEMENT),
                sum(&[Group::Tempo]),
            ]
        });
        Term::list(&names, parts)
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
        if let Some(features) = &self.features {
            for (group, number, value) in features.each() {
                weights.push((format!("fitted-{}-{number}", group.key()), value));
            }
        }
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
        if let Some(features) = &mut eval.features {
            for value in &mut features.values {
                *value = weights.next().unwrap_or(*value);
            }
        }
        eval.places = places(game, eval.features.as_ref());
        eval
    }

    /// Whether [`KomaEval::slopes`] has an answer.
    pub fn knows_slopes(&self) -> bool {
        self.features.is_some()
    }

    /// The evaluation of a position for First, and how much it grows with each of [`KomaEval::named_weights`]. `None`
    /// in games without hands, leaders and drops to look at.
    pub fn slopes(&self, game: &Koma, at: &Position, slopes: &mut Vec<(u16, f32)>) -> Option<f32> {
        slopes.clear();
        let features = self.features.as_ref()?;
        let tables = &*game.tables;
        // The leader is no weight; the others and mobility come first.
        let mobility = tables.kinds - 1;
        let mut found = [1.0, -1.0].map(|sign| Slopes {
            features,
            first: mobility + 1,
            sign,
            found: Vec::new(),
        });
        let squares = features::count(tables, features.size, at, &mut found);
        let value = self.evaluate(game, at).0;
        let value = match at.turn() {
            Side::First => value,
            Side::Second => -value,
        };
        let mut all: Vec<(u16, f32)> = found.into_iter().flat_map(|side| side.found).collect();
        all.push((mobility as u16, squares[0] as f32 - squares[1] as f32));
        for code in (1..=tables.kinds).filter(|&code| code != ROYAL) {
            let number = |side: Side| {
                let held = tables.hand_codes.iter().position(|&held| held == code);
                let held = held.map_or(0, |hand_kind| at.in_hand(side, hand_kind));
                (at.of_code::<4>(code) & at.pieces(side)).count_ones() as i32 + held as i32
            };
            let more = number(Side::First) - number(Side::Second);
            let weight = code - 1 - usize::from(code > ROYAL);
            all.push((weight as u16, more as f32));
        }
        all.sort_by_key(|&(weight, _)| weight);
        for (weight, slope) in all {
            match slopes.last_mut() {
                Some(last) if last.0 == weight => last.1 += slope,
                _ => slopes.push((weight, slope)),
            }
        }
        slopes.retain(|&(_, slope)| slope != 0.0);
        Some(value as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_game_api::{Line, SplitMix64};

    fn each_position(id: &str, mut look: impl FnMut(&Koma, &KomaEval, &Position)) {
        let game = Koma::builtin(id).unwrap();
        let eval = KomaEval::new(&game);
        let mut rng = SplitMix64::new(11);
        for _ in 0..80 {
            let mut line = Line::new(&game);
            while line.ply() < 60 && line.outcome(&game).is_none() {
                look(&game, &eval, line.last());
                let mut moves = Vec::new();
                line.legal_moves(&game, &mut moves);
                line.push(&game, moves[rng.below(moves.len())]);
            }
        }
    }

    /// The position seen by the other player: the board turned, pieces and hands exchanged.
    fn turned(game: &Koma, at: &Position) -> Position {
        let (files, ranks) = game.size();
        let mut other = Position::EMPTY;
        for from in bits(at.occupied()) {
            let side = at.owner_at(from).unwrap();
            other.put(files * ranks - 1 - from, at.code_at(from), !side);
        }
        for side in Side::BOTH {
            for hand_kind in 0..game.tables.hand_codes.len() {
                for _ in 0..at.in_hand(side, hand_kind) {
                    other.add_to_hand(!side, hand_kind);
                }
            }
        }
        other.set_turn(!at.turn());
        other
    }

    /// The terms are the slow twin: material and mobility piece by piece, everything else group by group.
    #[test]
    fn the_fast_sum_is_the_sum_of_the_terms() {
        for id in ["minishogi", "gorogoro"] {
            let mut looked = 0;
            each_position(id, |game, eval, at| {
                assert!(eval.features.is_some());
                let terms = eval.terms(game, at);
                let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
                let sum = match at.turn() {
                    Side::First => sum,
                    Side::Second => -sum,
                };
                assert_eq!(eval.evaluate(game, at), Score::eval(sum), "{at:?}");
                looked += 1;
            });
            assert!(looked > 1000, "{id}: {looked}");
        }
    }

    #[test]
    fn instructions_of_the_processor_change_nothing() {
        let mut looked = 0;
        each_position("minishogi", |game, eval, at| {
            let features = eval.features.as_ref().unwrap();
            let plain = eval.with_features(game, at, features);
            assert_eq!(eval.evaluate(game, at), plain, "{at:?}");
            looked += 1;
        });
        assert!(looked > 1000, "{looked}");
    }

    #[test]
    fn both_sides_are_judged_alike() {
        for id in ["minishogi", "gorogoro"] {
            each_position(id, |game, eval, at| {
                let other = turned(game, at);
                assert_eq!(
                    eval.evaluate(game, at),
                    eval.evaluate(game, &other),
                    "{at:?}"
                );
            });
        }
    }

    /// Games that are solved, and those without mate or drops, keep the evaluation of the thesis.
    #[test]
    fn other_games_have_three_terms() {
        for id in ["anpanman", "dobutsu"] {
            let game = Koma::builtin(id).unwrap();
            let eval = KomaEval::new(&game);
            assert_eq!(eval.terms(&game, &game.start()).len(), 3, "{id}");
            assert_eq!(eval, eval.plain());
        }
    }

    /// The slow twin of the slopes: the evaluation with every weight changed.
    #[test]
    fn slopes_say_what_other_weights_do() {
        let game = Koma::builtin("minishogi").unwrap();
        let eval = KomaEval::new(&game);
        let named = eval.named_weights(&game);
        let start: Vec<i32> = named.iter().map(|(_, value)| *value).collect();
        let moved = |at: usize| {
            let mut weights = start.clone();
            weights[at] += 100;
            eval.with_weights(&game, &weights)
        };
        let moved: Vec<KomaEval> = (0..start.len()).map(moved).collect();
        let (mut looked, mut slopes) = (0, Vec::new());
        each_position("minishogi", |game, eval, at| {
            looked += 1;
            if looked % 40 != 0 {
                return;
            }
            let value = eval.slopes(game, at, &mut slopes).unwrap();
            let sign = 1.0 - 2.0 * at.turn().index() as f32;
            let there = |eval: &KomaEval| sign * eval.evaluate(game, at).0 as f32;
            assert_eq!(value, there(eval));
            for (weight, eval) in moved.iter().enumerate() {
                let slope = slopes.iter().find(|slope| usize::from(slope.0) == weight);
                let slope = slope.map_or(0.0, |slope| slope.1);
                assert_eq!(there(eval) - value, 100.0 * slope, "{:?}", named[weight]);
            }
        });
        assert!(looked > 1000);
    }

    #[test]
    fn weights_by_name_survive_a_round_trip() {
        let game = Koma::builtin("minishogi").unwrap();
        let eval = KomaEval::new(&game);
        let named = eval.named_weights(&game);
        let values: Vec<i32> = named.iter().map(|(_, value)| *value).collect();
        assert_eq!(eval.with_weights(&game, &values), eval);
        let names: std::collections::HashSet<&String> =
            named.iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), named.len());
        let changed: Vec<i32> = values.iter().map(|value| value + 1).collect();
        assert_ne!(eval.with_weights(&game, &changed), eval);
    }

    /// A gold in hand that can be dropped with check is danger.
    #[test]
    fn a_drop_with_check_is_feared() {
        let game = Koma::builtin("minishogi").unwrap();
        let eval = KomaEval::new(&game);
        let safety = |text: &str| {
            use yomikiri_game_api::Notation;
            let at = game.read_position(text).unwrap();
            let terms = eval.terms(&game, &at);
            terms
                .iter()
                .find(|term| term.name == "king_safety")
                .unwrap()
                .second
        };
        // Second's king is bare.
        assert!(safety("2k2/5/5/5/2K2 b G") < safety("2k2/5/5/5/2K2 b -"));
    }
}
