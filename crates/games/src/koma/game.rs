//! The `Game` implementation for every rule file.

use std::sync::Arc;

use yomikiri_game_api::{
    Game, GameOptions, Line, OptionError, OptionInfo, Outcome, Side, list_options, set_option,
};

use crate::koma::generate::{self, Any, Count, List};
use crate::koma::moves::{Action, Move};
use crate::koma::position::Position;
use crate::koma::rules::{
    Captures, Model, NoMoves, Options, PerpetualCheck, RepetitionResult, Rules,
};
use crate::koma::tables::{Tables, mirror};
use crate::koma::toml_reader::RuleError;

/// A game of the koma family: a rule file, compiled.
#[derive(Clone, Debug)]
pub struct Koma {
    pub(crate) options: Options,
    pub(crate) tables: Arc<Tables>,
    pub(crate) rules: Arc<Rules>,
    start: Position,
}

impl Koma {
    /// A built-in game: see [`super::BUILTIN`].
    pub fn builtin(id: &str) -> Option<Koma> {
        let text = super::builtin_rules(id)?;
        Some(Koma::from_toml(&format!("{id}.toml"), text).expect("built-in rule files are tested"))
    }

    /// Reads, checks and compiles a rule file. `file` is its name for error messages.
    pub fn from_toml(file: &str, text: &str) -> Result<Koma, RuleError> {
        let rules = Rules::read(file, text)?;
        let mut koma = Koma {
            options: rules.options,
            tables: Arc::new(Tables::compile(&rules)),
            rules: Arc::new(rules),
            start: Position::EMPTY,
        };
        koma.start = koma.read_start(&koma.rules.start).map_err(|error| {
            koma.rules
                .start_error(format!("a start position ({error})"))
        })?;
        Ok(koma)
    }

    /// The game's name in commands.
    pub fn id(&self) -> &str {
        &self.rules.id
    }

    /// The game's name in a language (`en`, `ja`, `zh`).
    pub fn name(&self, lang: &str) -> &str {
        self.rules.name.get(lang)
    }

    /// The name of a piece kind in a language, by the id used in diagrams.
    pub fn kind_name(&self, side: Side, kind: &str, lang: &str) -> Option<&str> {
        let found = self.rules.kinds.iter().find(|other| other.id == kind)?;
        Some(found.names[side.index()].get(lang))
    }

    /// Whether games end by mate, and not by capturing the leader.
    pub fn has_mate(&self) -> bool {
        self.options.model == Model::Check
    }

    /// Whether the side to move has its leader attacked.
    pub fn in_check(&self, at: &Position) -> bool {
        generate::in_check(&self.tables, at)
    }

    /// The same position with the other side to move, if that is legal.
    pub fn with_turn_passed(&self, at: &Position) -> Option<Position> {
        if self.options.model == Model::Check && self.in_check(at) {
            return None; // the leader could then be taken
        }
        let mut other = *at;
        other.pass_turn();
        Some(other)
    }

    /// The position mirrored left to right. Games that are not symmetric return the position
    /// itself.
    pub fn mirrored(&self, at: &Position) -> Position {
        if !self.tables.mirrors {
            return *at;
        }
        let turned = |board| mirror(&self.tables.file_masks, board);
        Position {
            planes: at.planes.map(turned),
            second: turned(at.second),
            rest: at.rest,
        }
    }

    /// Whether left and right are alike.
    pub fn mirrors(&self) -> bool {
        self.tables.mirrors
    }

    /// The same move in the mirror image.
    pub fn mirrored_move(&self, mv: Move) -> Move {
        let files = self.tables.files;
        let image = |square: usize| square / files * files + (files - 1 - square % files);
        match mv.action() {
            Action::Step { from, to, promote } => Move::step(image(from), image(to), promote),
            Action::Drop { kind, to } => Move::drop(kind, image(to)),
            Action::Pass => mv,
        }
    }

    /// Files and ranks of the board.
    pub fn size(&self) -> (usize, usize) {
        (self.tables.files, self.tables.ranks)
    }

    /// The outcome for a side without a move, not counting passes.
    fn stuck(&self, at: &Position) -> Option<Outcome> {
        let mover = at.turn();
        if self.options.model == Model::Check && self.in_check(at) {
            return Some(Outcome::win(!mover, "mate"));
        }
        match self.options.no_moves {
            NoMoves::Loss => Some(Outcome::win(!mover, "no-moves")),
            NoMoves::Draw => Some(Outcome::draw("no-moves")),
            NoMoves::Pass => None,
        }
    }
}

impl GameOptions for Koma {
    fn options(&self) -> Vec<OptionInfo> {
        list_options(&Options::specs(), &self.options, &self.rules.defaults)
    }

    /// The start position must stay valid with the new value.
    fn set_option(&mut self, key: &str, value: &str) -> Result<(), OptionError> {
        let mut changed = self.clone();
        set_option(&Options::specs(), &mut changed.options, key, value)?;
        let fault = |error: &dyn std::fmt::Display| OptionError {
            expected: format!("a value of {key} under which the start is a position ({error})"),
            got: value.to_owned(),
        };
        changed.start = changed
            .read_start(&self.rules.start)
            .map_err(|error| fault(&error))?;
        *self = changed;
        Ok(())
    }
}

impl Game for Koma {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start
    }

    #[inline(always)]
    fn turn(&self, at: &Position) -> Side {
        at.turn()
    }

    fn legal_moves(&self, at: &Position, moves: &mut Vec<Move>) {
        let before = moves.len();
        let decided = generate::generate(&self.tables, &self.options, at, &mut List(moves));
        if moves.len() == before && !decided && self.stuck(at).is_none() {
            moves.push(Move::PASS);
        }
    }

    fn count_legal(&self, at: &Position) -> usize {
        let mut count = Count(0);
        let decided = generate::generate(&self.tables, &self.options, at, &mut count);
        if count.0 == 0 && !decided && self.stuck(at).is_none() {
            return 1;
        }
        count.0 as usize
    }

    #[inline]
    fn play(&self, at: &mut Position, mv: Move) {
        let side = at.turn();
        match mv.action() {
            Action::Step { from, to, promote } => {
                if self.options.captures == Captures::Hand
                    && let Some(hand_kind) = self.tables.hand_kind[at.code_at(to)]
                {
                    at.add_to_hand(side, usize::from(hand_kind));
                }
                if promote {
                    let code = self.tables.promoted[at.code_at(from)];
                    at.clear(from);
                    at.clear(to);
                    at.put(to, code, side);
                } else {
                    at.carry(from, to, side);
                }
            }
            Action::Drop { kind, to } => {
                let hand_kind = self.tables.hand_kind[kind].expect("a hand kind");
                at.take_from_hand(side, usize::from(hand_kind));
                at.put(to, kind, side);
            }
            Action::Pass => {}
        }
        at.pass_turn();
    }

    fn outcome(&self, at: &Position) -> Option<Outcome> {
        if let Some((winner, reason)) = generate::decided::<4>(&self.tables, &self.options, at) {
            return Some(Outcome::win(winner, reason));
        }
        let mut any = Any(false);
        generate::generate(&self.tables, &self.options, at, &mut any);
        if any.0 { None } else { self.stuck(at) }
    }

    #[inline]
    fn key(&self, at: &Position) -> u64 {
        at.key()
    }

    fn adjudicate(&self, line: &Line<Self>) -> Option<Outcome> {
        let limit = self.options.repetition as usize;
        if limit == 0 || line.ply() + 1 < limit || line.occurrences() < limit {
            return None;
        }
        let last = line.key(line.ply());
        let since = line.keys().position(|key| key == last)?;
        self.judge_cycle(&line.positions()[since + 1..])
    }
}

impl Koma {
    /// The result of a repetition; `None` if the rules have none. The cycle is the positions after the one that comes again,
    /// up to its second occurrence.
    pub(crate) fn judge_cycle(&self, cycle: &[Position]) -> Option<Outcome> {
        if self.options.repetition == 0 {
            return None;
        }
        if self.options.perpetual_check == PerpetualCheck::Loses
            && let Some(checker) = self.perpetual_checker(cycle)
        {
            return Some(Outcome::win(!checker, "perpetual-check"));
        }
        Some(match self.options.repetition_result {
            RepetitionResult::Draw => Outcome::draw("repetition"),
            RepetitionResult::FirstLoses => Outcome::win(Side::Second, "repetition"),
            RepetitionResult::SecondLoses => Outcome::win(Side::First, "repetition"),
        })
    }

    /// The side that gave check on every move of a cycle.
    fn perpetual_checker(&self, cycle: &[Position]) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| {
            let mut after_own = cycle.iter().filter(|at| at.turn() != side).peekable();
            after_own.peek().is_some() && after_own.all(|at| self.in_check(at))
        })
    }
}
