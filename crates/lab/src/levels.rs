//! Named strengths for people, weakest first.

use serde::Serialize;

use crate::AnyGame;

/// A strength with the player that has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Level {
    /// A message id (`level-easy`).
    pub id: String,
    /// The player.
    pub player: String,
}

/// Every strength there may be, weakest first, unless a game declares its own: which of them a game
/// has follows from its players.
/// Only the strongest level plays from tables: the others are meant to make mistakes, so a time limit, under
/// which `alphabeta` uses tables, comes with `tables=off`. `perfect` is only offered where there is a table; `errors` is the share of moves, in per cent,
/// that it leaves to chance.
const STRENGTHS: &[(&str, &str)] = &[
    ("level-random", "random"),
    ("level-beginner", "lookahead:depth=1"),
    ("level-easy", "lookahead:depth=2"),
    ("level-medium", "alphabeta:depth=4"),
    ("level-strong", "alphabeta:time=500ms,tables=off"),
    ("level-strongest", "alphabeta:time=3s"),
    ("level-slips-often", "perfect:errors=40"),
    ("level-slips", "perfect:errors=15"),
    ("level-perfect", "perfect"),
];

/// The same for games whose usual engine is `mcts`.
const MCTS_STRENGTHS: &[(&str, &str)] = &[
    ("level-random", "random"),
    ("level-beginner", "mcts:playouts=30"),
    ("level-easy", "mcts:playouts=200"),
    ("level-medium", "mcts:playouts=1500"),
    ("level-strong", "mcts:time=500ms"),
    ("level-strongest", "mcts:time=3s"),
    ("level-slips-often", "perfect:errors=40"),
    ("level-slips", "perfect:errors=15"),
    ("level-perfect", "perfect"),
];

/// The strengths that a game offers; `solved` says whether its table is there.
pub fn levels(game: &dyn AnyGame, solved: bool) -> Vec<Level> {
    let players = &game.info().players;
    let plays = |player: &str| {
        let name = player.split(':').next().unwrap_or(player);
        (name != "perfect" || solved) && players.iter().any(|known| known.name == name)
    };
    let usual = match game.usual_engine() {
        Some("mcts") => MCTS_STRENGTHS,
        _ => STRENGTHS,
    };
    let declared = game.profile().levels.unwrap_or(usual);
    let offered = declared.iter().filter(|(_, player)| plays(player));
    let level = |(id, player): &(&str, &str)| Level {
        id: (*id).to_owned(),
        player: (*player).to_owned(),
    };
    offered.map(level).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lab, Lang};

    #[test]
    fn every_level_is_a_player_with_a_name() {
        let lab = Lab::new();
        for game in lab.all_games() {
            let levels = levels(&*game, game.info().id == "anpanman");
            assert!(levels.len() >= 2, "{}", game.spec());
            for level in levels {
                game.check_player(&level.player.parse().unwrap()).unwrap();
                for lang in Lang::ALL {
                    assert!(
                        lab.texts(lang).find(&level.id, &[]).is_some(),
                        "{} {lang:?}",
                        level.id
                    );
                }
            }
        }
    }

    #[test]
    fn perfect_play_needs_a_table() {
        let game = Lab::new().open_game("anpanman").unwrap();
        let perfect = |solved| {
            levels(&*game, solved)
                .iter()
                .any(|level| level.id == "level-perfect")
        };
        assert!(perfect(true) && !perfect(false));
    }

    #[test]
    fn a_game_whose_engine_is_mcts_has_levels() {
        use yomikiri_game_api::NoKnowledge;
        use yomikiri_games::tictactoe::TicTacToe;

        use crate::{GameDefinition, Registration};

        let define = |game: GameDefinition<TicTacToe>| game.random("random").mcts(NoKnowledge);
        let game = Registration::new("noughts", define);
        let game = Lab::builder()
            .game(game)
            .build()
            .open_game("noughts")
            .unwrap();
        assert_eq!(game.usual_engine(), Some("mcts"));
        let levels = levels(&*game, false);
        assert_eq!(levels.len(), 6);
        for level in levels {
            game.check_player(&level.player.parse().unwrap()).unwrap();
        }
    }
}
