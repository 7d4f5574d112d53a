//! What the game says about itself.

use yomikiri_game_api::{
    BoardSymmetry, Declare, EngineProfile, Identity, Profile, RecordProfile, Side, SquareNames,
};

use super::game::Go;
use super::notation::letter;
use super::options::write_half;

impl Declare for Go {
    fn profile(&self) -> Profile {
        let size = self.size();
        let board = match size.is_square() {
            true => format!("boardsize {size}"),
            false => format!("rectangular_boardsize {} {}", size.width(), size.height()),
        };
        let komi = format!("komi {}", write_half(self.options().komi()));
        let mut set_up = vec![board, "clear_board".into(), komi];
        if self.options().handicap > 0 {
            set_up.push(format!("fixed_handicap {}", self.options().handicap));
        }
        Profile {
            records: RecordProfile {
                formats: &["sgf"],
                ..RecordProfile::default()
            },
            symmetries: match size.is_square() {
                true => BoardSymmetry::SQUARE,
                false => BoardSymmetry::RECTANGLE,
            },
            engines: EngineProfile {
                protocols: &[("gtp", SquareNames::Same)],
                gtp_setup: set_up,
                // Positions are put down stone by stone.
                gtp_stones: Some(Side::BOTH.map(letter)),
                ..EngineProfile::default()
            },
            levels: Some(&[
                ("level-random", "random1"),
                ("level-beginner", "random2"),
                ("level-easy", "territory2"),
                ("level-medium", "classic"),
            ]),
            usual_engine: Some("classic"),
            problems: super::problems::COLLECTIONS,
            identity: Identity {
                sides: ["black", "white"],
                minutes: Some((20, 60)),
                difficulty: Some(2),
                // A position is of one size of the board.
                picture: match (size.width(), size.height()) {
                    (19, 19) => super::lessons::PICTURE,
                    _ => "",
                },
                ..Identity::default()
            },
            diagrams: super::lessons::DIAGRAMS,
            lessons: super::lessons::LESSONS,
            ..Profile::default()
        }
    }
}
