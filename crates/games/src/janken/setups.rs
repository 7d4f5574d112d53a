//! How engines choose their setup.

use yomikiri_game_api::{
    Game, Limits, Line, NoObserver, Observer, Player, PlayerFault, Score, Side, SplitMix64, Thought,
};

use super::board::{CUBES, SETUP, Square};
use super::cube::Orientation;
use super::game::Janken;
use super::moves::Move;
use super::position::Position;

/// A player that chooses its setup among a few random ones, and leaves the rest of the game to
/// another player.
///
/// A search does not help before the cubes are placed, because no evaluation distinguishes setups
/// by themselves. So a few random setups are tried, and the other player searches two turns ahead
/// after each: for Second against First's setup, for First against a few random ones. The choice
/// depends only on the seed and on First's placements. It gains nothing measurable
/// (`docs/janken.md`), but it varies the games.
pub struct SetUps {
    player: Box<dyn Player<Janken>>,
    seed: u64,
}

const CANDIDATES: usize = 8;
const REPLIES: usize = 4;
const LOOK: u32 = 2;

type SetUp = [Orientation; CUBES];

impl SetUps {
    /// Lets `player` play everything but the setup.
    pub fn new(player: Box<dyn Player<Janken>>, seed: u64) -> Self {
        SetUps { player, seed }
    }

    /// Chooses the setup for the side to place.
    fn choose(&mut self, game: &Janken, at: &Position) -> Result<(SetUp, u64), PlayerFault> {
        // All four placements use the same choice.
        let side = at.side();
        let theirs: Vec<usize> = SETUP[(!side).index()]
            .iter()
            .filter_map(|&square| Some(at.at(square)?.1.index()))
            .collect();
        let placed = theirs.iter().fold(0, |all, cube| all * 7 + cube + 1);
        let mut rng = SplitMix64::new(self.seed ^ (placed as u64) << 32);
        let random = |rng: &mut SplitMix64| -> SetUp {
            [0; CUBES].map(|_| Orientation::numbered(rng.below(Orientation::COUNT)))
        };
        let replies: Vec<SetUp> = (0..REPLIES).map(|_| random(&mut rng)).collect();
        let mut best: Option<(i64, SetUp)> = None;
        let mut nodes = 0;
        for _ in 0..CANDIDATES {
            let own = random(&mut rng);
            let worth = match side {
                Side::Second => {
                    let mut theirs = theirs.iter().map(|&cube| Orientation::numbered(cube));
                    let theirs = [0; CUBES].map(|_| theirs.next().expect("First has placed"));
                    -self.look(game, [theirs, own], &mut nodes)?
                }
                Side::First => {
                    let mut sum = 0;
                    for &reply in &replies {
                        sum += self.look(game, [own, reply], &mut nodes)?;
                    }
                    sum
                }
            };
            if best.is_none_or(|(top, _)| worth > top) {
                best = Some((worth, own));
            }
        }
        Ok((best.expect("there are candidates").1, nodes))
    }

    /// The value of the game to First after both setups.
    fn look(
        &mut self,
        game: &Janken,
        cubes: [SetUp; 2],
        nodes: &mut u64,
    ) -> Result<i64, PlayerFault> {
        let mut at = game.start();
        for side in Side::BOTH {
            for (square, cube) in SETUP[side.index()].into_iter().zip(cubes[side.index()]) {
                at.place(square, cube);
            }
        }
        let limits = Limits {
            depth: Some(LOOK),
            ..Limits::default()
        };
        let line = Line::from_position(game, at);
        let thought = self.player.think(game, &line, &limits, &mut NoObserver)?;
        *nodes += thought.nodes;
        Ok(i64::from(thought.score().unwrap_or(Score::DRAW).0))
    }
}

impl Player<Janken> for SetUps {
    fn think(
        &mut self,
        game: &Janken,
        line: &Line<Janken>,
        limits: &Limits,
        observer: &mut dyn Observer<Janken>,
    ) -> Result<Thought<Move>, PlayerFault> {
        let at = line.last();
        let Some(square) = at.next_placement() else {
            return self.player.think(game, line, limits, observer);
        };
        let (chosen, nodes) = self.choose(game, at)?;
        let place = |of: Square| SETUP[at.side().index()].iter().position(|&s| s == of);
        let cube = chosen[place(square).expect("a square of the set-up")];
        Ok(Thought {
            nodes,
            ..Thought::plain(Move::place(square, cube))
        })
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        self.player.new_game()
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.player.reseed(seed);
    }
}
