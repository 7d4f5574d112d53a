//! `probe`: tablebase lookups.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use yomikiri_lab::{
    AnyGame, Lab, LabError, MetricFields, Metrics, Place, ProbeReport, Source, Texts, Value,
};

use crate::args::PlaceArgs;
use crate::batch;
use crate::notation::NotationArgs;
use crate::output::{self, CliError};

/// Look up the exact value of a position and its moves in the tablebase
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri probe anpanman
  yomikiri probe anpanman --moves 'b5b4 b1b2' --json
  yomikiri probe dobutsu -p - < positions.txt     one JSON object per line
  yomikiri probe chess -p '8/8/8/3k4/8/3K4/3P4/3R4 w - - 0 1' --syzygy ~/syzygy

Values are for the side to move; distances are plies to the end of the game. The shortest line is
best play of both sides to that end; among equally good moves it takes the first by name.")]
pub(crate) struct ProbeArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    #[command(flatten)]
    place: PlaceArgs,
    /// Tablebase directory
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// With many positions (-p -): also the shortest line of each, which takes longer
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &ProbeArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    args.notation.check(&*game)?;
    let tables = game.tablebase(args.tables.as_deref())?;
    if args.place.is_batch() {
        return batch::answer_lines_on_all_cores(|line| {
            let place = args.place.at(line);
            let report = match args.line {
                true => tables.probe_line(&place),
                false => tables.probe(&place),
            };
            args.written(&*game, &place, report?)
        });
    }
    let place = args.place.place();
    let report = args.written(&*game, &place, tables.probe_line(&place)?)?;
    if args.json {
        output::print_document(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!(
        "{}\n{}\n",
        report.position,
        super::answer_text(texts, &report.answer)
    );
    if let Some(metrics) = &report.metrics {
        text += &format!("{}\n", metrics_text(metrics, texts));
    }
    if report.source == Source::External {
        text += &format!("{}\n", texts.message("probe-syzygy", &[]));
    }
    for mv in &report.moves {
        let answer = super::answer_text(texts, &mv.answer);
        let metrics = mv.metrics.as_ref();
        let metrics = metrics.map(|metrics| metrics_text(metrics, texts));
        let line = format!(
            "  {:8} {answer:20} {}",
            mv.text,
            metrics.unwrap_or_default()
        );
        text += &format!("{}\n", line.trim_end());
    }
    let line = report.line.unwrap_or_default();
    if !line.is_empty() {
        let line = line.join(" ");
        text += &format!("{}\n", texts.message("probe-line", &[("line", &line)]));
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

impl ProbeArgs {
    /// The report with its moves in the notation asked for.
    fn written(
        &self,
        game: &dyn AnyGame,
        place: &Place<'_>,
        mut report: ProbeReport,
    ) -> Result<ProbeReport, LabError> {
        let moves = report.moves.iter_mut().map(|mv| &mut mv.text);
        self.notation.rewrite_legal(game, place, moves)?;
        if let Some(line) = &mut report.line {
            self.notation.rewrite_line(game, place, line)?;
        }
        Ok(report)
    }
}

/// Distances in plies by other metrics.
fn metrics_text(metrics: &Metrics, texts: &Texts) -> String {
    let plies = |name: &str, plies: Option<u32>| {
        let plies = plies.map_or("-".to_owned(), |plies| plies.to_string());
        format!("{name} {plies:3}")
    };
    let value = |id: &str, value: Option<Value>| {
        let value = match value {
            None => "?".to_owned(),
            Some(Value::Win) => texts.message("score-won", &[]),
            Some(Value::Draw) => texts.message("value-draw", &[]),
            Some(Value::Loss) => texts.message("score-lost", &[]),
        };
        texts.message(id, &[("value", &value)])
    };
    let mut told = vec![plies("dtm", metrics.dtm), plies("dtc", metrics.dtc)];
    match metrics.fields {
        MetricFields::Zeroing => told.extend([
            plies("dtz", metrics.dtz),
            plies("promotion", metrics.promotion),
            value("probe-fifty", metrics.value50),
        ]),
        MetricFields::Captures => told.extend([
            value("probe-sixty", metrics.value60),
            value("probe-check", metrics.value_check),
        ]),
    }
    told.join("  ")
}
