//! A program with a game of its own: all of Yomikiri, and Drop Three.

mod eval;
mod game;
mod index;
mod text;

use std::process::ExitCode;

use yomikiri_lab::{GameDefinition, Lab, Lang, Registration, TablebaseSpec};

use eval::OpenThrees;
use game::DropThree;
use index::WholeGame;

fn main() -> ExitCode {
    let lab = Lab::builder().built_in_games().game(drop_three()).build();
    yomikiri_cli::run(&lab)
}

fn drop_three() -> Registration {
    Registration::new("dropthree", define)
        .with_messages(Lang::En, include_str!("../messages/en.ftl"))
        .with_messages(Lang::Ja, include_str!("../messages/ja.ftl"))
        .with_messages(Lang::Zh, include_str!("../messages/zh.ftl"))
}

/// What can be done with the game.
fn define(game: GameDefinition<DropThree>) -> GameDefinition<DropThree> {
    game.random("random")
        .eval(OpenThrees, OpenThrees)
        .explain(OpenThrees)
        .tablebase(TablebaseSpec::new(|_| Ok(WholeGame)))
}
