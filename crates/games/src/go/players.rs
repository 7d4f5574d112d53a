//! The document's players: random, random with eyes, and those that look for territory.

use yomikiri_game_api::{
    Game, Limits, Line, Observer, Player, PlayerFault, Score, SplitMix64, Thought, Variation,
};

use super::game::Go;
use super::position::{Move, Position};
use super::sees::{See, with_turn};

/// Plays any point where it may, and passes only where there is none.
#[derive(Clone, Debug)]
pub struct RandomPoints {
    rng: SplitMix64,
    keeps_eyes: bool,
}

impl RandomPoints {
    /// The document's player: every legal point is as likely as another.
    pub fn new(seed: u64) -> Self {
        RandomPoints {
            rng: SplitMix64::new(seed),
            keeps_eyes: false,
        }
    }

    /// The same, but it never fills its own one-point eyes: its games end.
    pub fn keeping_eyes(seed: u64) -> Self {
        RandomPoints {
            keeps_eyes: true,
            ..RandomPoints::new(seed)
        }
    }
}

impl Player<Go> for RandomPoints {
    fn think(
        &mut self,
        game: &Go,
        line: &Line<Go>,
        _limits: &Limits,
        _observer: &mut dyn Observer<Go>,
    ) -> Result<Thought<Move>, PlayerFault> {
        let mut moves = Vec::new();
        line.legal_moves(game, &mut moves);
        let fits = |mv: &Move| {
            mv.cell()
                .is_some_and(|cell| !self.keeps_eyes || !game.is_eye(line.last(), cell))
        };
        moves.retain(fits);
        let best = match moves.len() {
            0 => Move::PASS,
            number => moves[self.rng.below(number)],
        };
        Ok(Thought::plain(best))
    }

    fn reseed(&mut self, seed: u64) {
        self.rng = SplitMix64::new(seed);
    }
}

/// The document's player on territory: plays the move after which the board is worth most, the first of
/// equals in scan order, and passes unless that is better than now.
#[derive(Copy, Clone, Debug)]
pub struct TerritoryPlayer {
    see: See,
}

impl TerritoryPlayer {
    /// A player that judges boards in this way.
    pub const fn new(see: See) -> Self {
        TerritoryPlayer { see }
    }
}

impl Player<Go> for TerritoryPlayer {
    fn think(
        &mut self,
        game: &Go,
        line: &Line<Go>,
        _limits: &Limits,
        _observer: &mut dyn Observer<Go>,
    ) -> Result<Thought<Move>, PlayerFault> {
        let at = line.last();
        let sign = 1 - 2 * at.turn().index() as i32;
        let mut moves = Vec::new();
        line.legal_moves(game, &mut moves);
        // Compared with a pass, after which it is the other side's turn.
        let passed = with_turn(at, !at.turn());
        let now = sign * (self.see)(game, &passed).tenths;
        let (mut best, mut value) = (Move::PASS, now);
        let mut nodes = 1;
        for mv in moves.into_iter().filter(|mv| mv.cell().is_some()) {
            let mut next = *at;
            game.play(&mut next, mv);
            nodes += 1;
            let after = sign * (self.see)(game, &next).tenths;
            if after > value {
                (best, value) = (mv, after);
            }
        }
        Ok(Thought {
            variations: vec![Variation {
                score: Some(Score::eval(value)),
                moves: vec![best],
            }],
            nodes,
            ..Thought::plain(best)
        })
    }
}

impl Go {
    /// Whether an empty cell is a one-point eye of the side to move: its own stones all around, and of
    /// the points at its corners at most one, none at the rim, is the enemy's.
    pub fn is_eye(&self, at: &Position, cell: usize) -> bool {
        let size = self.size();
        let (width, height) = (size.width() as i32, size.height() as i32);
        let (column, row) = super::points::column_and_row(size, cell);
        let stone = |dx: i32, dy: i32| {
            let (x, y) = (column as i32 + dx, row as i32 + dy);
            let inside = (0..width).contains(&x) && (0..height).contains(&y);
            inside.then(|| at.stone((y * width + x) as usize))
        };
        let own = Some(at.turn());
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| stone(dx, dy));
        if at.stone(cell).is_some() || sides.iter().flatten().any(|stone| *stone != own) {
            return false;
        }
        let corners = [(1, 1), (-1, 1), (1, -1), (-1, -1)].map(|(dx, dy)| stone(dx, dy));
        let enemy = Some(!at.turn());
        let enemies = corners
            .iter()
            .filter(|corner| **corner == Some(enemy))
            .count();
        let at_rim = corners.iter().any(Option::is_none);
        enemies <= usize::from(!at_rim)
    }
}
