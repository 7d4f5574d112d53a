//! `analyze`: the best lines of a position, by an engine.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::{
    AnyGame, Fact, Lab, LabError, Limits, MateRequest, MateVerdict, MoveView, NoObserver,
    OutcomeView, Place, PlayerSpec, Remark, ScoreView, Term, Texts, read_duration,
};

use super::score_text;
use crate::args::{self, PlaceArgs};
use crate::batch;
use crate::notation::NotationArgs;
use crate::output::{self, CliError, grouped};
use crate::session::strongest;

/// Ask an engine for the best lines
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri analyze anpanman
  yomikiri analyze dobutsu --player alphabeta:depth=8 --multipv 3
  yomikiri analyze anpanman -p 'hbd/3/3/3/CAS b -' --time 2s --json
  yomikiri analyze anpanman -p - --depth 6 < positions.txt
  yomikiri analyze xiangqi --depth 8 --notation chinese
  yomikiri analyze xiangqi -p '3ak4/9/9/9/9/9/9/3R5/R8/3K5 w' --mate 3

Scores are for the side to move: points, or a proved win or loss in plies.")]
pub(crate) struct AnalyzeArgs {
    /// Game, with options after a question mark (anpanman?repetition=4)
    game: String,
    #[command(flatten)]
    place: PlaceArgs,
    /// Engine (default: the game's usual engine)
    #[arg(long, value_name = "PLAYER", value_parser = args::player)]
    player: Option<PlayerSpec>,
    /// Number of lines to show
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Maximum depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Maximum number of nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Maximum time (500ms, 2s)
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    time: Option<Duration>,
    /// Prove or refute a mate in so many moves by an exhaustive search: all moves of the side to move, all
    /// replies (exit code 1: no mate, or a limit has stopped the search)
    #[arg(long, value_name = "N", conflicts_with_all = ["player", "depth", "layers"],
          value_parser = clap::value_parser!(u32).range(1..=100))]
    mate: Option<u32>,
    /// Teaching layers to be told as well (go: strings,territory2)
    #[arg(long, value_name = "LAYERS", value_delimiter = ',')]
    layers: Vec<String>,
    #[command(flatten)]
    notation: NotationArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The answer as data.
#[derive(Serialize)]
struct Analysis {
    game: String,
    position: String,
    side: &'static str,
    outcome: Option<OutcomeView>,
    player: String,
    best: Option<String>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: Option<u64>,
    lines: Vec<AnalysisLine>,
    /// The static evaluation for the side to move, the sum of the terms.
    evaluation: Option<i32>,
    terms: Vec<Term>,
    /// What else the player has to say, by name.
    #[serde(flatten)]
    details: BTreeMap<&'static str, Fact>,
    /// The same in sentences.
    #[serde(skip)]
    notes: Vec<Remark>,
    /// What the layers say that were asked for.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    layers: BTreeMap<String, Fact>,
    /// The same as text.
    #[serde(skip)]
    layer_texts: Vec<String>,
}

#[derive(Serialize)]
struct AnalysisLine {
    score: Option<ScoreView>,
    moves: Vec<String>,
}

pub(super) fn run(args: &AnalyzeArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let game = lab.open_game(&args.game)?;
    if let Some(moves) = args.mate {
        return mate(args, &*game, moves, texts);
    }
    let player = args.player.clone().unwrap_or_else(|| strongest(&*game));
    if player.is_human() {
        let reason = "`human` cannot analyze; name an engine".to_owned();
        let player = player.name().to_owned();
        return Err(LabError::Player { player, reason }.into());
    }
    game.check_player(&player)?;
    args.notation.check(&*game)?;
    if args.place.is_batch() {
        return batch::answer_lines(|line| analyze(args, &*game, &player, &args.place.at(line)));
    }
    let analysis = analyze(args, &*game, &player, &args.place.place())?;
    match args.json {
        true => output::print_document(&analysis)?,
        false => output::print(&analysis.describe(texts))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The answer about a mate as data.
#[derive(Serialize)]
struct MateAnalysis {
    game: String,
    position: String,
    side: &'static str,
    outcome: Option<OutcomeView>,
    /// The most moves.
    moves: u32,
    verdict: MateVerdict,
    mate: Option<u32>,
    refuted: u32,
    keys: Vec<String>,
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// `--mate`: a mate in so many moves, proved or refuted.
fn mate(
    args: &AnalyzeArgs,
    game: &dyn AnyGame,
    moves: u32,
    texts: &Texts,
) -> Result<ExitCode, CliError> {
    args.notation.check(game)?;
    if args.place.is_batch() {
        return batch::answer_lines(|line| find_mate(args, game, moves, &args.place.at(line)));
    }
    let analysis = find_mate(args, game, moves, &args.place.place())?;
    match args.json {
        true => output::print_document(&analysis)?,
        false => output::print(&analysis.describe(texts))?,
    }
    let is_found = analysis.verdict == MateVerdict::Mate;
    Ok(ExitCode::from(u8::from(!is_found)))
}

fn find_mate(
    args: &AnalyzeArgs,
    game: &dyn AnyGame,
    moves: u32,
    place: &Place<'_>,
) -> Result<MateAnalysis, LabError> {
    let mut session = game.session(place)?;
    let request = MateRequest {
        moves,
        all: true,
        limits: Limits {
            nodes: args.nodes,
            time: args.time,
            ..Limits::default()
        },
    };
    let outcome = session.outcome();
    let found = match outcome {
        None => Some(session.find_mate(&request, &mut NoObserver)?),
        Some(_) => None,
    };
    let spell = |moves: &[MoveView]| {
        moves
            .iter()
            .map(|mv| args.notation.of(mv).to_owned())
            .collect()
    };
    let (keys, line) = found.as_ref().map_or_else(Default::default, |found| {
        (spell(&found.keys), spell(&found.line))
    });
    Ok(MateAnalysis {
        game: session.spec().to_owned(),
        position: session.position(),
        side: session.turn().word(),
        outcome,
        moves,
        verdict: found
            .as_ref()
            .map_or(MateVerdict::NoMate, |found| found.verdict),
        mate: found.as_ref().and_then(|found| found.mate),
        refuted: found.as_ref().map_or(0, |found| found.refuted),
        keys,
        line,
        nodes: found.as_ref().map_or(0, |found| found.nodes),
        seconds: found.as_ref().map_or(0.0, |found| found.seconds),
    })
}

impl MateAnalysis {
    fn describe(&self, texts: &Texts) -> String {
        let mut text = format!("{}\n", self.position);
        if let Some(outcome) = &self.outcome {
            return text + &texts.verdict(outcome).join("\n") + "\n";
        }
        let said = |id: &str, moves: u32| texts.message(id, &[("moves", &moves.to_string())]);
        text += &match (self.verdict, self.mate) {
            (_, Some(mate)) => said("analyze-mate", mate),
            (MateVerdict::NoMate, None) => said("analyze-no-mate", self.moves),
            (_, None) => said("analyze-mate-unknown", self.refuted),
        };
        text.push('\n');
        if self.mate.is_some() {
            let keys = self.keys.join(" ");
            text += &format!(
                "{}\n",
                texts.message("analyze-mate-keys", &[("keys", &keys)])
            );
            text += &format!("{}\n", self.line.join(" "));
        }
        let speed = match self.seconds > 0.0 {
            true => grouped((self.nodes as f64 / self.seconds) as u64),
            false => "0".to_owned(),
        };
        let (nodes, seconds) = (grouped(self.nodes), format!("{:.3}", self.seconds));
        let values: &[(&str, &str)] =
            &[("nodes", &nodes), ("seconds", &seconds), ("speed", &speed)];
        text + &texts.message("analyze-nodes", values) + "\n"
    }
}

fn analyze(
    args: &AnalyzeArgs,
    game: &dyn AnyGame,
    player: &PlayerSpec,
    place: &Place<'_>,
) -> Result<Analysis, LabError> {
    let mut session = game.session(place)?;
    let view = session.view();
    let terms = session.terms_of(player.name());
    let sum: i32 = terms.iter().map(|term| term.first - term.second).sum();
    let sign = 1 - 2 * view.side.index() as i32;
    let mut analysis = Analysis {
        game: view.game,
        position: view.position,
        side: view.side.word(),
        outcome: view.outcome,
        player: player.to_string(),
        best: None,
        depth: 0,
        nodes: 0,
        seconds: 0.0,
        nps: None,
        lines: Vec::new(),
        evaluation: (!terms.is_empty()).then_some(sign * sum),
        terms,
        details: BTreeMap::new(),
        notes: Vec::new(),
        layers: BTreeMap::new(),
        layer_texts: Vec::new(),
    };
    for layer in &args.layers {
        let facts = session.facts(layer)?.ok_or_else(|| {
            let reason = format!("layer {layer:?} can only be drawn; see `show --layer`");
            LabError::Usage(reason)
        })?;
        analysis.layers.insert(layer.clone(), facts.data);
        analysis.layer_texts.push(facts.text);
    }
    if analysis.outcome.is_some() {
        return Ok(analysis);
    }
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        time: args.time,
        lines: usize::from(args.multipv),
        ..Limits::default()
    };
    let report = session.think(player, &limits, &mut NoObserver)?;
    analysis.nps = report.speed().map(|speed| speed as u64);
    analysis.best = Some(args.notation.of(&report.best).to_owned());
    analysis.depth = report.depth;
    analysis.nodes = report.nodes;
    analysis.seconds = report.seconds;
    analysis.details = report.details.into_iter().collect();
    analysis.notes = report.notes;
    let lines = report.lines.into_iter().map(|line| AnalysisLine {
        score: line.score,
        moves: line
            .moves
            .iter()
            .map(|mv| args.notation.of(mv).to_owned())
            .collect(),
    });
    analysis.lines = lines.collect();
    Ok(analysis)
}

impl Analysis {
    fn describe(&self, texts: &Texts) -> String {
        let mut text = format!("{}\n", self.position);
        for layer in &self.layer_texts {
            text += layer;
        }
        if let Some(outcome) = &self.outcome {
            return text + &texts.verdict(outcome).join("\n") + "\n";
        }
        let scores: Vec<String> = self
            .lines
            .iter()
            .map(|line| {
                line.score
                    .as_ref()
                    .map_or(String::new(), |score| score_text(texts, score))
            })
            .collect();
        let width = scores.iter().map(|score| score.chars().count()).max();
        let width = width.unwrap_or(0);
        for (at, (line, score)) in self.lines.iter().zip(&scores).enumerate() {
            let moves = line.moves.join(" ");
            text += &format!("{}. {score:>width$}  {moves}\n", at + 1);
        }
        for note in &self.notes {
            text += &format!("{}\n", texts.remark(note));
        }
        if self.nodes > 0 {
            text += &self.effort(texts);
        }
        if let Some(evaluation) = self.evaluation {
            text += &format!("{}: {evaluation:+}\n", texts.message("analyze-terms", &[]));
            for term in &self.terms {
                let (name, first, second) = (texts.term(term.name), term.first, term.second);
                text += &format!("  {name}: {first} − {second} = {:+}\n", first - second);
            }
        }
        text
    }

    /// Nodes, depth and speed.
    fn effort(&self, texts: &Texts) -> String {
        let depth = self.depth.to_string();
        let seconds = format!("{:.3}", self.seconds);
        let (nodes, speed) = (grouped(self.nodes), grouped(self.nps.unwrap_or(0)));
        let args: &[(&str, &str)] = &[("nodes", &nodes), ("seconds", &seconds), ("speed", &speed)];
        let depth = texts.message("analyze-depth", &[("depth", &depth)]);
        format!("{depth}, {}\n", texts.message("analyze-nodes", args))
    }
}
