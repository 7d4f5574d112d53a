//! Janken shogi: rolling cubes with rock, scissors and paper (Ryuichi Umeda, Gakken 2010).
//!
//! # The rules
//!
//! The board has six files and six ranks. a1 is First's own goal, f6 Second's. A cube shows rock
//! (G), scissors (C) and paper (P), equal symbols on opposite faces, so three letters describe it:
//! top, front, side. Rolling north or south swaps top and front, east or west top and side.
//!
//! 1. Setup: First places four cubes on a1 b2 a3 c1, then Second on f6 e5 f4 d6, each in any
//!    orientation. Then First moves.
//! 2. A turn has two actions, or three for a player who has one cube at its start (ふんばり). All must
//!    be used (`must_use_all`).
//! 3. An action moves one own cube to an orthogonal neighbour. It rolls onto an empty square. It
//!    slides without rolling onto an enemy cube whose top loses to its own top, and captures it.
//! 4. The cube that made the previous action of the turn may not step straight back
//!    (`return_rule`).
//! 5. Home is the ten squares within three steps of the own goal. A cube outside may not go home,
//!    not even by capture, unless it is its owner's only one (`funbari_return`).
//! 6. A player who has a cube on the enemy's goal after an action, or has captured the last enemy
//!    cube, wins at once.
//! 7. A player without a legal action passes, and the rest of the turn is skipped (`stuck`).
//! 8. The third occurrence of a position at the start of a turn is a draw (`repetition`), and so
//!    are 200 turns (`turn_limit`).
//!
//! The rules follow a thesis of 2018 (今村栞菜, ジャンケン将棋アプリの開発, Kindai University) and its program, with
//! the free return that its text promises. 7 and 8 are ours: the thesis does not say, and its
//! program stops there.
//!
//! # Invariants
//!
//! - Being outside home and having left it are the same thing until a cube is alone, so rule 5
//!   needs no history.
//! - File + rank + parity of the orientation of a cube changes only when that cube captures.
//! - Twelve symmetries ([`Symmetry`]): three cyclic exchanges of the symbols, the diagonal mirror,
//!   the 180-degree rotation with exchange of sides.
//!
//! | file | concept |
//! |---|---|
//! | `cube`, `board` | orientations and rolls; squares, homes, goals |
//! | `options` | the named options |
//! | `position`, `moves` | a position in 48 bytes, a move in two |
//! | `generate`, `game` | legal actions; the contract |
//! | `notation`, `position_text` | actions and positions as text |
//! | `picture`, `eval`, `threat` | diagram, evaluation, goals within reach |
//! | `presets`, `setups` | named setups; how engines choose theirs |
//! | `teach` | threats, and why a step is not allowed |
//! | `symmetry` | the twelve symmetries |
//! | `index` | the index of positions at the start of a turn, for the solver |
//!
//! ```
//! use yomikiri_game_api::{Game, Line, Notation, Side};
//! use yomikiri_games::janken::Janken;
//!
//! let game = Janken::default();
//! let mut line = Line::new(&game);
//! for text in "a1=GPC b2=GPC a3=GPC c1=GPC f6=GPC e5=GPC f4=GPC d6=GPC b2b3 b3c3".split(' ') {
//!     let mv = game.read_move(line.last(), text).unwrap();
//!     line.push(&game, mv);
//! }
//! let text = game.write_position(line.last());
//! assert_eq!(text, "3gpc1gpc/4gpc1/5gpc/GPC1CGP3/6/GPC1GPC3 2 2 -");
//! assert_eq!(line.turn(&game), Side::Second);
//! ```

mod board;
mod cube;
mod definition;
mod eval;
mod game;
mod generate;
mod index;
mod moves;
mod notation;
mod options;
mod picture;
mod position;
mod position_text;
mod presets;
mod setups;
mod symmetry;
mod teach;
mod threat;

pub use board::{CUBES, GOALS, SETUP, SIZE, Square};
pub use cube::{Orientation, Symbol};
pub use eval::{JankenEval, Weights};
pub use game::Janken;
pub use index::{JankenCursor, JankenIndexer, JankenTiers};
pub use moves::{Action, Move, Step};
pub use options::{Options, ReturnRule, Stuck};
pub use position::Position;
pub use presets::{PRESETS, Preset};
pub use setups::SetUps;
pub use symmetry::Symmetry;
pub use teach::JankenLessons;
