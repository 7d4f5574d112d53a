//! The evaluation: cubes, distance to the goal, possible captures.

use yomikiri_game_api::{Evaluate, Explain, MoveOrdering, Policy, Score, Side, Tactics, Term};

use super::board::{CUBES, SIZE, squares, target};
use super::game::Janken;
use super::generate::reach;
use super::moves::{Action, Move, Step};
use super::position::Position;
use super::threat::reaches_goal;

/// The longest distance to a goal.
const FARTHEST: usize = 2 * (SIZE - 1);

/// The weights of the evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Value of having 1, 2, 3 or 4 cubes. A single cube has three actions per turn, which make up
    /// for most of the value of the second cube.
    pub cubes: [i32; CUBES],
    /// Points per step that the nearest cube has advanced towards the goal.
    pub nearest: i32,
    /// Points per step that any cube has advanced.
    pub advance: i32,
    /// Points per enemy cube that the next action could capture.
    pub capture: i32,
    /// Points per possible action.
    pub mobility: i32,
    /// Points for a threat to reach the goal in the next own turn, while the other side is to move.
    pub threat: i32,
    /// Points for being able to reach the goal in this turn.
    pub wins: i32,
}

/// The evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JankenEval {
    /// The weights in use.
    pub weights: Weights,
}

impl Default for JankenEval {
    fn default() -> Self {
        JankenEval {
            weights: Weights {
                cubes: [190, 210, 300, 400],
                nearest: 12,
                advance: 4,
                capture: 15,
                mobility: 1,
                threat: 60,
                wins: 5_000,
            },
        }
    }
}

impl JankenEval {
    const NAMES: [&'static str; 6] = [
        "janken-cubes",
        "janken-nearest",
        "janken-advance",
        "janken-captures",
        "mobility",
        "janken-threat",
    ];

    /// The terms for one side.
    fn parts(&self, game: &Janken, at: &Position, side: Side) -> [i32; 6] {
        let weights = &self.weights;
        let goal = target(side);
        let (mut nearest, mut advance) = (0, 0);
        for square in squares(at.cubes(side)) {
            let come = (FARTHEST - square.distance(goal)) as i32;
            nearest = nearest.max(come);
            advance += come;
        }
        let cubes = match at.count(side) {
            0 => 0,
            count => weights.cubes[count.min(CUBES) - 1],
        };
        let (actions, worth) = match side == at.side() {
            true => (at.left(), weights.wins),
            false => (at.allowance(side), weights.threat),
        };
        let threat = match !at.is_setup() && reaches_goal(at, side, actions) {
            true => worth,
            false => 0,
        };
        let targets = reach(&game.options, at, side);
        let all = targets.iter().fold(0, |all, set| all | set);
        let captures = (all & at.cubes(!side)).count_ones() as i32;
        let actions: u32 = targets.iter().map(|set| set.count_ones()).sum();
        [
            cubes,
            weights.nearest * nearest,
            weights.advance * advance,
            weights.capture * captures,
            weights.mobility * actions as i32,
            threat,
        ]
    }
}

impl Evaluate<Janken> for JankenEval {
    #[inline]
    fn evaluate(&self, game: &Janken, at: &Position) -> Score {
        let sum = |side: Side| self.parts(game, at, side).iter().sum::<i32>();
        Score::eval(sum(at.side()) - sum(!at.side()))
    }
}

impl Explain<Janken> for JankenEval {
    fn terms(&self, game: &Janken, at: &Position) -> Vec<Term> {
        let parts = Side::BOTH.map(|side| self.parts(game, at, side));
        Term::list(&Self::NAMES, parts)
    }
}

impl MoveOrdering<Janken> for JankenEval {
    /// Winning steps, captures, then steps towards the goal by the most advanced cubes.
    #[inline]
    fn order(&self, _game: &Janken, at: &Position, mv: Move) -> i32 {
        let Action::Step(Step { from, to }) = mv.action() else {
            return 0;
        };
        let goal = target(at.side());
        if to == goal {
            return 100_000;
        }
        let mut order = 0;
        if at.cubes(!at.side()) & to.bit() != 0 {
            order += 1_000;
        }
        let (before, after) = (from.distance(goal), to.distance(goal));
        if after < before {
            order += (FARTHEST - after) as i32;
        }
        order
    }

    #[inline]
    fn is_forcing(&self, _game: &Janken, at: &Position, mv: Move) -> bool {
        match mv.action() {
            Action::Step(Step { to, .. }) => {
                to == target(at.side()) || at.cubes(!at.side()) & to.bit() != 0
            }
            _ => false,
        }
    }
}

impl Tactics<Janken> for JankenEval {
    /// Whether the other side would reach the goal if it could move now. False within a turn: a
    /// threat counts once.
    #[inline]
    fn in_check(&self, _game: &Janken, at: &Position) -> bool {
        let other = !at.side();
        at.is_turn_start() && reaches_goal(at, other, at.allowance(other))
    }
}

impl Policy<Janken> for JankenEval {}

impl JankenEval {
    /// The weights by name, for printing and tuning. The value of one cube is not included: the
    /// others are relative to it.
    pub fn named_weights(&self) -> Vec<(String, i32)> {
        let weights = &self.weights;
        let cubes = ["two-cubes", "three-cubes", "four-cubes"].into_iter();
        let cubes = cubes.zip(weights.cubes[1..].iter().copied());
        let rest = [
            ("nearest", weights.nearest),
            ("advance", weights.advance),
            ("capture", weights.capture),
            ("mobility", weights.mobility),
            ("threat", weights.threat),
        ];
        cubes
            .chain(rest)
            .map(|(name, weight)| (name.to_owned(), weight))
            .collect()
    }

    /// The evaluation with other weights, in the order of [`JankenEval::named_weights`].
    #[must_use]
    pub fn with_weights(&self, weights: &[i32]) -> Self {
        let mut eval = self.clone();
        let own = &mut eval.weights;
        let [_, two, three, four] = &mut own.cubes;
        let slots = [
            two,
            three,
            four,
            &mut own.nearest,
            &mut own.advance,
            &mut own.capture,
            &mut own.mobility,
            &mut own.threat,
        ];
        for (slot, &weight) in slots.into_iter().zip(weights) {
            *slot = weight;
        }
        eval
    }
}
