//! `rules`: the rules of a game as text with diagrams.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{AnyGame, Lab, OptionInfo, RuleDiagram, RuleSection, Texts, rule_sections};

use crate::args::Color;
use crate::draw::Pen;
use crate::output::{self, CliError};
use crate::wrap::wrap;

/// Columns of the text.
const COLUMNS: usize = 80;

/// Explain the rules of a game, with diagrams of how the pieces move
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri rules anpanman
  yomikiri rules xiangqi --lang zh
  yomikiri rules dobutsu --json

In diagrams a dot marks where the piece can go, and ›x‹ a piece that it can capture.")]
pub(crate) struct RulesArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Rules<'r> {
    game: &'r str,
    name: &'r str,
    sections: Vec<RuleSection>,
}

pub(super) fn run(
    args: &RulesArgs,
    lab: &Lab,
    texts: &Texts,
    color: Color,
) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    let sections = rule_sections(&*game, texts)?;
    let name = game.info().name(texts.lang());
    if args.json {
        let game = game.spec();
        output::print_document(&Rules {
            game,
            name,
            sections,
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let pen = Pen {
        texts,
        colour: output::colour(color),
        flipped: false,
        sides: game.profile().identity.sides,
    };
    let mut text = format!("{name}\n");
    let id = &game.info().id;
    if let Some(pitch) = texts.find(&format!("pitch-{id}"), &[]) {
        text += &wrap(&pitch, COLUMNS, "");
    }
    if sections.is_empty() {
        text += &format!(
            "\n{}\n",
            texts.message("rulebook-none", &[("game", game.spec())])
        );
    }
    for section in &sections {
        text += &section_text(section, pen);
    }
    text += &options_text(&*game, texts);
    text += &format!(
        "\n{}\n",
        texts.message("rulebook-try", &[("game", game.spec())])
    );
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn section_text(section: &RuleSection, pen: Pen<'_>) -> String {
    let mut text = format!("\n{}\n", section.title);
    for paragraph in &section.paragraphs {
        text += &format!("\n{}", wrap(paragraph, COLUMNS, "  "));
    }
    for shown in &section.diagrams {
        text += &diagram_text(shown, pen);
    }
    text
}

fn diagram_text(shown: &RuleDiagram, pen: Pen<'_>) -> String {
    let targets: Vec<usize> = shown.arrows.iter().map(|arrow| arrow.to).collect();
    let board = pen.board_with_targets(&shown.diagram, None, &targets);
    let board = board.lines().map(|line| format!("    {line}\n"));
    format!(
        "\n{}{}",
        wrap(&shown.caption, COLUMNS, "    "),
        board.collect::<String>()
    )
}

/// The options of a game, each with its name, its help and its values.
fn options_text(game: &dyn AnyGame, texts: &Texts) -> String {
    let info = game.info();
    if info.options.is_empty() {
        return String::new();
    }
    // Games may mean different things by one key: their own words come first.
    let words = |kind: &str, id: &str| {
        let own = texts.find(&format!("{kind}-{}-{id}", info.id), &[]);
        own.or_else(|| texts.find(&format!("{kind}-{id}"), &[]))
    };
    let mut text = format!("\n{}\n", texts.message("rulebook-options", &[]));
    for OptionInfo {
        key,
        value,
        allowed,
        ..
    } in &info.options
    {
        let id = key.replace('_', "-");
        let name = words("option", &id).unwrap_or_else(|| key.clone());
        text += &format!("\n  {key}={value}  {name}\n");
        if let Some(help) = words("help-option", &id) {
            text += &wrap(&help, COLUMNS, "    ");
        }
        for one in allowed.iter().filter(|_| allowed.len() > 1) {
            let meaning = words("choice", one).unwrap_or_default();
            text += format!("    {key}={one}  {meaning}").trim_end();
            text += "\n";
        }
        if let [range] = allowed.as_slice() {
            text += &format!("    {key}={range}\n");
        }
    }
    text
}
