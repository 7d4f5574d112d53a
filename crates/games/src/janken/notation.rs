//! Positions and actions as text: `b2b3` rolls, `b2xb3` captures, `pass`; `a1=GPC` places.

use yomikiri_game_api::{Game, Notation, ReadError};

use super::board::{HOMES, Square};
use super::game::Janken;
use super::moves::{Action, Move, Step};
use super::options::ReturnRule;
use super::position::Position;
use super::position_text::{self, read_orientation};

impl Notation for Janken {
    fn read_position(&self, text: &str) -> Result<Position, ReadError> {
        position_text::read(&self.options, text)
    }

    fn write_position(&self, at: &Position) -> String {
        position_text::write(at)
    }

    fn read_move(&self, at: &Position, text: &str) -> Result<Move, ReadError> {
        let wrong = |expected: String| ReadError::new("action", expected, text);
        if self.outcome(at).is_some() {
            return Err(wrong("none, for the game is over".into()));
        }
        let mv = match at.next_placement() {
            Some(square) => read_placement(square, text).map_err(wrong)?,
            None if text == "pass" => Move::PASS,
            None => self.read_step(at, text).map_err(wrong)?,
        };
        let mut moves = Vec::with_capacity(32);
        self.legal_moves(at, &mut moves);
        if moves.contains(&mv) {
            return Ok(mv);
        }
        let why = match mv.action() {
            Action::Step(step) => self.why_not(at, step),
            _ if at.is_turn_start() => "an action, for a turn cannot begin with a pass".into(),
            _ => "an action, for all actions of a turn must be used".into(),
        };
        Err(wrong(why))
    }

    fn write_move(&self, at: &Position, mv: Move) -> String {
        match mv.action() {
            Action::Pass => "pass".into(),
            Action::Place { square, cube } => format!("{}={}", square.name(), cube.letters()),
            Action::Step(Step { from, to }) => {
                let cross = if takes(at, to) { "x" } else { "" };
                format!("{}{cross}{}", from.name(), to.name())
            }
        }
    }
}

fn takes(at: &Position, to: Square) -> bool {
    at.cubes(!at.side()) & to.bit() != 0
}

fn read_placement(square: Square, text: &str) -> Result<Move, String> {
    let name = square.name();
    let cube = text
        .strip_prefix(&format!("{name}="))
        .and_then(read_orientation);
    cube.map(|cube| Move::place(square, cube))
        .ok_or_else(|| format!("{name}= and three different letters of G C P, such as {name}=GPC"))
}

impl Janken {
    /// Reads a well-formed step. Does not check whether it is legal.
    fn read_step(&self, at: &Position, text: &str) -> Result<Move, String> {
        let form = || "an action such as b2b3, b2xb3 or pass".to_owned();
        let (from, rest) = text.split_at_checked(2).ok_or_else(form)?;
        let (cross, to) = match rest.strip_prefix('x') {
            Some(to) => (true, to),
            None => (false, rest),
        };
        let from = Square::named(from).ok_or_else(form)?;
        let to = Square::named(to).ok_or_else(form)?;
        let mv = Move::step(from, to);
        let written = self.write_move(at, mv);
        match (cross, takes(at, to)) {
            (true, false) => Err(format!("{written}, for nothing is taken on {}", to.name())),
            (false, true) => Err(format!("{written}, for {} holds an enemy cube", to.name())),
            _ => Ok(mv),
        }
    }

    /// Why a step is not legal, as the expected text of an error.
    fn why_not(&self, at: &Position, step: Step) -> String {
        let Step { from, to } = step;
        let side = at.side();
        if at.cubes(side) & from.bit() == 0 {
            return format!("a cube of the side to move on {}", from.name());
        }
        if from.distance(to) != 1 {
            return "a step to a neighbouring square".into();
        }
        if at.cubes(side) & to.bit() != 0 {
            return format!(
                "a step to another square, for {} holds an own cube",
                to.name()
            );
        }
        if takes(at, to) && !at.cube_on(from).top().beats(at.cube_on(to).top()) {
            let (own, other) = (at.cube_on(from).top(), at.cube_on(to).top());
            let (own, other) = (own.letter(), other.letter());
            return format!("a cube whose top beats {other}, which {own} does not");
        }
        let back = Step { from: to, to: from };
        if at.last() == Some(back) {
            return match self.options.return_rule {
                ReturnRule::Backstep => "no step straight back",
                ReturnRule::TurnOrigin => "no step back to where the cube began the turn",
            }
            .into();
        }
        debug_assert!(HOMES[side.index()] & to.bit() != 0);
        "no step home by a cube that has left its home".into()
    }
}
