//! What the game says about itself.

use yomikiri_game_api::{Declare, EngineProfile, Profile, SquareNames};

use super::game::Go;
use super::options::write_half;

impl Declare for Go {
    fn profile(&self) -> Profile {
        let size = self.size();
        let board = match size.is_square() {
            true => format!("boardsize {size}"),
            false => format!("rectangular_boardsize {} {}", size.width(), size.height()),
        };
        Profile {
            engines: EngineProfile {
                protocols: &[("gtp", SquareNames::Same)],
                gtp_setup: vec![board, format!("komi {}", write_half(self.options().komi()))],
                ..EngineProfile::default()
            },
            levels: Some(&[("level-random", "random1"), ("level-beginner", "random2")]),
            usual_engine: Some("random2"),
            ..Profile::default()
        }
    }
}
