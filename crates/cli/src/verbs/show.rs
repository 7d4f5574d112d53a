//! `show`: draw a position.

use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{Lab, Texts};

use crate::args::{Color, PlaceArgs};
use crate::batch;
use crate::draw::{Pen, with_native_names};
use crate::output::{self, CliError};

/// Draw a position
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri show anpanman
  yomikiri show anpanman --moves 'b5b4 b1b2' --lang ja
  yomikiri show dobutsu -p 'gle/1c1/1C1/ELG b -' --flip
  yomikiri show anpanman -p - < positions.txt     one JSON object per line")]
pub(crate) struct ShowArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    #[command(flatten)]
    place: PlaceArgs,
    /// Draw it from the second side
    #[arg(long)]
    flip: bool,
    /// Print JSON: board, moves and outcome
    #[arg(long)]
    json: bool,
}

pub(super) fn run(
    args: &ShowArgs,
    lab: &Lab,
    texts: &Texts,
    color: Color,
) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    if args.place.is_batch() {
        return batch::answer_lines(|line| Ok(game.session(&args.place.at(line))?.view()));
    }
    let view = game.session(&args.place.place())?.view();
    if args.json {
        output::print_document(&view)?;
    } else {
        let pen = Pen {
            texts,
            colour: output::colour(color),
            flipped: args.flip,
            sides: game.profile().identity.sides,
        };
        let view = with_native_names(view, &*game, texts.lang());
        output::print(&pen.view(&view))?;
    }
    Ok(ExitCode::SUCCESS)
}
