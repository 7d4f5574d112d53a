//! `show`: draw a position.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{AnyGame, AnySession, Fact, Lab, LabError, Overlay, Texts, View};

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
  yomikiri show go --moves 'D4 Q16' --layer strings
  yomikiri show anpanman -p - < positions.txt     one JSON object per line")]
pub(crate) struct ShowArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    #[command(flatten)]
    place: PlaceArgs,
    /// Draw it from the second side
    #[arg(long)]
    flip: bool,
    /// Show what a teaching layer says about it, such as strings in go
    #[arg(long, value_name = "LAYER")]
    layer: Option<String>,
    /// Print JSON: board, moves and outcome; with --layer: what it draws and says
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
    if let Some(layer) = &args.layer {
        return show_layer(args, &*game, layer, texts);
    }
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

/// A layer as data.
#[derive(Serialize)]
struct LayerAnswer {
    layer: String,
    position: String,
    /// What it says; `null` where it can only be drawn.
    facts: Option<Fact>,
    overlay: Overlay,
}

fn show_layer(
    args: &ShowArgs,
    game: &dyn AnyGame,
    layer: &str,
    texts: &Texts,
) -> Result<ExitCode, CliError> {
    let answer = |session: &dyn AnySession| -> Result<LayerAnswer, LabError> {
        Ok(LayerAnswer {
            layer: layer.to_owned(),
            position: session.view().position,
            facts: session.facts(layer)?.map(|facts| facts.data),
            overlay: session.overlay(layer)?,
        })
    };
    if args.place.is_batch() {
        return batch::answer_lines(|line| answer(&*game.session(&args.place.at(line))?));
    }
    let session = game.session(&args.place.place())?;
    if args.json {
        output::print_document(&answer(&*session)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let text = match session.facts(layer)? {
        Some(facts) => facts.text,
        None => drawn(&session.overlay(layer)?, &session.view(), texts),
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// What a layer draws, a line for each thing.
fn drawn(overlay: &Overlay, view: &View, texts: &Texts) -> String {
    let diagram = &view.diagram;
    let name = |cell: usize| {
        let (column, row) = (cell % diagram.width.max(1), cell / diagram.width.max(1));
        let part = |names: &[String], at: usize| names.get(at).cloned().unwrap_or_default();
        part(&diagram.files, column) + &part(&diagram.ranks, row)
    };
    let mut lines = Vec::new();
    for mark in &overlay.marks {
        lines.push(format!("{} {:?} {:?}", name(mark.cell), mark.shape, mark.tone).to_lowercase());
    }
    for arrow in &overlay.arrows {
        let label = arrow.label.as_deref().unwrap_or_default();
        let line = format!("{}-{} {label}", name(arrow.from), name(arrow.to));
        lines.push(line.trim_end().to_owned());
    }
    for label in &overlay.labels {
        lines.push(format!("{} {}", name(label.cell), label.text));
    }
    for heat in &overlay.heat {
        lines.push(format!(
            "{} {:.2} {:.2}",
            name(heat.cell),
            heat.first,
            heat.second
        ));
    }
    for bar in &overlay.bars {
        let quantity = texts.message(&bar.name, &[]);
        lines.push(format!("{quantity}: {} {}", bar.first, bar.second));
    }
    lines.extend(overlay.notes.iter().map(|note| texts.remark(note)));
    lines.join("\n") + "\n"
}
