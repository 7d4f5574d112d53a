//! Players that search. They are generic over [`Game`](yomikiri_game_api::Game), compiled per
//! game, and know no game.
//!
//! | File | What |
//! |---|---|
//! | `random.rs` | [`Random`]: any legal move, all equally likely |
//! | `lookahead.rs` | [`Lookahead`]: plain minimax to a fixed depth, the slow reference implementation (twin) |
//! | `alphabeta/` | [`AlphaBeta`]: the fast one; its `mod.rs` maps the folder |
//! | `mcts/` | [`Mcts`]: sampling; its `mod.rs` maps the folder |
//! | `mate.rs` | [`find_mate`]: exhaustive search for a win within so many moves |
//! | `perfect.rs` | [`Perfect`]: the best move from a solved table, with errors and traps if asked for |
//! | `depth.rs` | what depths and distances count |
//! | `time_plan.rs` | [`TimePlan`], [`Governor`]: how much of a clock to spend on a move |
//! | `signature.rs` | [`bench_nodes`]: a node count that changes when the search does |
//!
//! All of them flip the sign of a score only where [`Game::turn`](yomikiri_game_api::Game::turn)
//! changes, so that turns of several actions need no special case. They play only moves that the
//! past allows. The same input gives the same nodes and the same move: randomness comes from a
//! seed that is passed in, and only a limit of time brings in the clock.
//!
//! ```
//! use yomikiri_game_api::{Limits, Line, Notation, Player, Score, NoObserver};
//! use yomikiri_games::tictactoe::{OpenLines, ThreatsFirst, TicTacToe};
//! use yomikiri_search::{AlphaBeta, AlphaBetaOptions};
//!
//! let game = TicTacToe;
//! let position = game.read_position("XX./OO./... x").unwrap();
//! let line = Line::from_position(&game, position);
//! let mut player = AlphaBeta::new(OpenLines, ThreatsFirst, AlphaBetaOptions::default());
//! let thought = player
//!     .think(&game, &line, &Limits::default(), &mut NoObserver)
//!     .unwrap();
//! assert_eq!(game.write_move(line.last(), thought.best), "c1");
//! assert_eq!(thought.score(), Some(Score::win_in(1)));
//! ```

mod alphabeta;
mod depth;
mod lookahead;
mod mate;
mod mcts;
mod perfect;
mod random;
mod signature;
mod time_plan;

pub use alphabeta::{AlphaBeta, AlphaBetaOptions, SearchParam, SearchParams};
pub use lookahead::Lookahead;
pub use mate::{MateFound, MateOrder, find_mate};
pub use mcts::{Mcts, MctsOptions};
pub use perfect::Perfect;
pub use random::Random;
pub use signature::bench_nodes;
pub use time_plan::{Governor, TimePlan};

use yomikiri_game_api::PlayerFault;

/// The fault of a player that is asked to move in a finished game.
fn nothing_to_play() -> PlayerFault {
    PlayerFault::internal("expected a position with a legal move, got one without")
}
