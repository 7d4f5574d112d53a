//! `experiment xiangqi-regression`: everything that must not fall when the program changes, one stage after another.
//!
//! Each stage keeps its result in a file of `--out` as soon as it is done, and matches keep every game, so that a run
//! that was killed goes on where it was.

mod checks;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yomikiri_lab::contest::stats::{Decision, Sprt};
use yomikiri_lab::contest::{
    Adjudication, Openings, Plan, Problem, Role, SideLimits, Summary, derive,
};
use yomikiri_lab::{
    AnyGame, Lab, LabError, Limits, MatchOrder, PlayerSpec, QueueOrder, SuiteOrder, Texts,
    built_in_suite, compare_suites, run_suite,
};

use super::interrupt::{interrupt_flag, tell_interrupted};
use super::match_::play;
use super::tune::data::bar;
use crate::output::{self, CliError, note};

const GAME: &str = "xiangqi";

/// What is asked for.
pub(super) struct Asked<'a> {
    pub(super) baseline: Option<&'a str>,
    pub(super) quick: bool,
    /// Games of every match, instead of the usual numbers.
    pub(super) games: Option<u64>,
    /// Nodes a move against the baseline and the peers, instead of processor time.
    pub(super) nodes: Option<u64>,
    pub(super) seed: u64,
    pub(super) concurrency: usize,
    pub(super) out: Option<&'a Path>,
    pub(super) resume: bool,
    pub(super) json: bool,
    /// The queue whose workers play the games.
    pub(super) queue: Option<QueueOrder>,
    pub(super) lab: &'a Lab,
}

/// How much is done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Size {
    quick: bool,
    seed: u64,
    baseline: Option<String>,
    /// Perft numbers up to so many nodes.
    perft_nodes: u64,
    /// One of so many positions of the suites is tried.
    suite_step: usize,
    /// Nodes for each position of the suites.
    suite_nodes: u64,
    /// Fast games without fault.
    selfplay: u64,
    /// Games of the tests at 20 ms and 100 ms a move, at most.
    sprt: [u64; 2],
    /// Games against each peer.
    gauntlet: u64,
    /// Nodes a move of the tests and against peers, instead of processor time: every run plays the same games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl Size {
    fn of(asked: &Asked<'_>) -> Size {
        let even = |games: u64| games + games % 2;
        let usual = |quick: u64, full: u64| {
            let games = if asked.quick { quick } else { full };
            even(asked.games.unwrap_or(games))
        };
        Size {
            quick: asked.quick,
            seed: asked.seed,
            baseline: asked.baseline.map(str::to_owned),
            perft_nodes: if asked.quick { 500_000 } else { 20_000_000 },
            suite_step: if asked.quick { 8 } else { 1 },
            suite_nodes: if asked.quick { 2_000 } else { 50_000 },
            selfplay: usual(60, 1000),
            sprt: [usual(8, 4000), usual(2, 1000)],
            gauntlet: usual(2, 100),
            nodes: asked.nodes,
        }
    }

    /// The sequential tests: name, limits and most games of each.
    fn tests(&self) -> Vec<(String, String, u64)> {
        if let Some(nodes) = self.nodes {
            let limits = format!("nodes={nodes}");
            return vec![(limits.clone(), limits, self.sprt[0])];
        }
        let timed = SPRT_TIMES.into_iter().zip(self.sprt);
        timed
            .map(|(time, games)| (time.to_owned(), format!("cpu={time},{MARGIN}"), games))
            .collect()
    }

    /// The limits of games against peers.
    fn gauntlet_limits(&self) -> String {
        match self.nodes {
            Some(nodes) => format!("nodes={nodes}"),
            None => format!("cpu={GAUNTLET_TIME},{MARGIN}"),
        }
    }
}

/// The processor times a move of the sequential tests: by the clock a busy machine decides games.
const SPRT_TIMES: [&str; 2] = ["20ms", "100ms"];
/// The processor time a move against peers.
const GAUNTLET_TIME: &str = "50ms";
/// A game is won once both sides say so for this many moves, by a rook and a half: playing it out takes half of the time
/// and decides nothing.
const AGREED: (i32, u32) = (1500, 4);
/// Nodes a move of fast games.
const FAST: u64 = 200;
/// What an engine may take longer than its time on a busy machine before it loses a game.
const MARGIN: &str = "margin=10s";

/// Other programs that play the game: name, variable with their path, and what they need beside it.
const PEERS: [(&str, &str, &str); 3] = [
    ("fairy-stockfish", "FAIRY_STOCKFISH", ""),
    ("pikafish", "PIKAFISH", ",squares=own"),
    ("eleeye", "ELEEYE", ",protocol=ucci"),
];

/// The result. The field names are part of the interface.
#[derive(Serialize)]
struct Answer<'a> {
    experiment: &'static str,
    game: &'static str,
    size: &'a Size,
    signature: u64,
    signature_baseline: Option<u64>,
    perft: Value,
    repetition: Value,
    suites: Value,
    faults: u64,
    selfplay: Value,
    sprt: Value,
    gauntlet: Value,
    /// What fell, in words.
    fell: Vec<String>,
    passed: bool,
}

pub(super) fn run(asked: &Asked<'_>, texts: &Texts) -> Result<ExitCode, CliError> {
    let made = tempfile::tempdir().map_err(|error| CliError::file("regression", error))?;
    let dir = asked.out.unwrap_or(made.path());
    let size = Size::of(asked);
    let run = Run {
        game: asked.lab.open_game(GAME)?,
        baseline: asked.baseline.map(Baseline::find).transpose()?,
        asked,
        dir,
        size: &size,
        texts,
    };
    run.begin()?;
    let Some(results) = run.stages()? else {
        return Ok(tell_interrupted(asked.out.is_some(), texts));
    };
    let answer = run.answer(&results);
    let page = report::page(&answer, texts);
    run.write("report.html", &page)?;
    let text = serde_json::to_string_pretty(&answer).unwrap_or_default();
    run.write("result.json", &(text + "\n"))?;
    match asked.json {
        true => output::print_document(&answer)?,
        false => output::print(&report::text(&answer, texts))?,
    }
    if let Some(out) = asked.out {
        let dir = out.display().to_string();
        note(&texts.message("arena-saved", &[("dir", &dir)]));
    }
    Ok(ExitCode::from(u8::from(!answer.passed)))
}

/// The program to compare with.
struct Baseline {
    player: PlayerSpec,
    signature: Option<u64>,
}

impl Baseline {
    /// A program of ours is asked as `PROGRAM engine`; anything else is the command line of an engine.
    fn find(program: &str) -> Result<Baseline, CliError> {
        let bench = Command::new(program)
            .args(["bench", GAME, "--json"])
            .output();
        let answer = bench.ok().filter(|output| output.status.success());
        let answer = answer.and_then(|output| serde_json::from_slice::<Value>(&output.stdout).ok());
        let signature = answer.and_then(|answer| answer["signature"].as_u64());
        let command = match signature {
            // Nothing of a move's time is kept back, as our own player keeps nothing back.
            Some(_) => {
                let quoted = program.replace('\'', "'\\''");
                format!(
                    "'{quoted}' engine {GAME} --protocol uci,squares=own,option.Move Overhead=0"
                )
            }
            None => program.to_owned(),
        };
        Ok(Baseline {
            player: format!("external:{command}").parse()?,
            signature,
        })
    }
}

struct Run<'a> {
    game: Box<dyn AnyGame>,
    baseline: Option<Baseline>,
    asked: &'a Asked<'a>,
    dir: &'a Path,
    size: &'a Size,
    texts: &'a Texts,
}

/// The stages in order, each with the file of its result.
const STAGES: [&str; 7] = [
    "signature",
    "perft",
    "repetition",
    "suites",
    "selfplay",
    "sprt",
    "gauntlet",
];

impl Run<'_> {
    /// Begins in an empty directory, or goes on with the same run.
    fn begin(&self) -> Result<(), CliError> {
        let usage = |text: String| CliError::from(LabError::Usage(text));
        let (file, shown) = (self.dir.join("manifest.json"), self.dir.display());
        let there = match fs::read_to_string(&file) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(CliError::file(file.display().to_string(), error)),
        };
        match there {
            Some(_) if !self.asked.resume => Err(usage(format!(
                "{shown}: a run exists already; use --resume to continue it"
            ))),
            Some(text) => match serde_json::from_str::<Size>(&text) {
                Ok(size) if size == *self.size => Ok(()),
                Ok(_) => Err(usage(format!(
                    "{shown}: the run there has another size, seed or baseline"
                ))),
                Err(error) => Err(LabError::Input(format!("{}: {error}", file.display())).into()),
            },
            None => {
                fs::create_dir_all(self.dir)
                    .map_err(|error| CliError::file(shown.to_string(), error))?;
                let text = serde_json::to_string_pretty(self.size).unwrap_or_default();
                self.write("manifest.json", &text)
            }
        }
    }

    /// Writes a file in one piece, or not at all.
    fn write(&self, name: &str, text: &str) -> Result<(), CliError> {
        output::write_file(&self.dir.join(name), text.as_bytes())
    }

    /// The results of all stages, those that are there already read and not done again. `None`: interrupted.
    fn stages(&self) -> Result<Option<Vec<Value>>, CliError> {
        let mut results = Vec::new();
        for (number, stage) in STAGES.into_iter().enumerate() {
            let file = self.dir.join(format!("{stage}.json"));
            if let Some(done) = read(&file)? {
                results.push(done);
                continue;
            }
            let title = self.texts.message(&format!("regression-{stage}"), &[]);
            note(&format!("{}/{}  {title}", number + 1, STAGES.len()));
            let Some(result) = self.stage(stage)? else {
                return Ok(None);
            };
            if interrupt_flag().load(std::sync::atomic::Ordering::Relaxed) {
                return Ok(None);
            }
            self.write(&format!("{stage}.json"), &format!("{result:#}\n"))?;
            results.push(result);
        }
        Ok(Some(results))
    }

    fn stage(&self, stage: &str) -> Result<Option<Value>, CliError> {
        Ok(match stage {
            "signature" => Some(json!({
                "signature": checks::signature(&*self.game)?,
                "baseline": self.baseline.as_ref().and_then(|baseline| baseline.signature),
            })),
            "perft" => Some(checks::perft(&*self.game, self.size.perft_nodes)?),
            "repetition" => Some(checks::repetition(&*self.game)?),
            "suites" => Some(self.suites()?),
            "selfplay" => self.selfplay()?,
            "sprt" => self.sprt()?,
            _ => self.gauntlet()?,
        })
    }

    /// All suites, group by group, beside the baseline if there is one.
    fn suites(&self) -> Result<Value, CliError> {
        let problems = built_in_suite(&*self.game, "all")?;
        let problems: Vec<Problem> = problems.into_iter().step_by(self.size.suite_step).collect();
        let player: PlayerSpec = "alphabeta:hash=16".parse()?;
        let limits = Limits {
            nodes: Some(self.size.suite_nodes),
            ..Limits::default()
        };
        let searches = problems.len() as u64 * (1 + u64::from(self.baseline.is_some()));
        let bar = bar(searches, "{pos}/{len}  ETA {eta}");
        let groups = match &self.baseline {
            Some(baseline) => {
                let players = [&baseline.player, &player];
                let change =
                    compare_suites(&*self.game, &problems, players, &limits, &mut |done| {
                        bar.set_position(done as u64);
                    })?;
                serde_json::to_value(change.groups)
            }
            None => {
                let order = SuiteOrder {
                    player: &player,
                    limits: &limits,
                    explain: false,
                    spell: &|mv| mv.text.clone(),
                };
                let report = run_suite(&*self.game, &problems, &order, &mut |_| bar.inc(1))?;
                let groups = report.groups.iter().map(|group| {
                    json!({
                        "group": group.group, "positions": group.positions,
                        "before": null, "after": group.solved, "fell": false,
                    })
                });
                Ok(Value::Array(groups.collect()))
            }
        };
        bar.finish_and_clear();
        groups.map_err(|error| LabError::Input(error.to_string()).into())
    }

    /// A match that is kept in a directory of its own. `None`: interrupted.
    fn play(
        &self,
        name: &str,
        players: [PlayerSpec; 2],
        limits: &str,
        plan: Plan,
    ) -> Result<Option<Summary>, CliError> {
        let out: PathBuf = self.dir.join(name);
        let resume = out.join("manifest.json").exists();
        let limits = SideLimits::read(limits).map_err(LabError::Usage)?;
        let order = MatchOrder {
            players,
            limits: [limits.clone(), limits],
            plan,
            out: Some(out),
            resume,
            queue: self.asked.queue.clone(),
        };
        let (report, interrupted) = play(&*self.game, &order, self.asked.json)?;
        Ok((!interrupted || report.summary.complete).then_some(report.summary))
    }

    fn plan(&self, games: u64, number: u64) -> Plan {
        Plan {
            openings: Openings::Random {
                plies: 4,
                balanced: false,
            },
            concurrency: self.asked.concurrency,
            ..Plan::new(games, derive(self.size.seed, number, Role::Opening))
        }
    }

    /// A plan whose games end when both sides agree on the winner.
    fn shortened(&self, games: u64, number: u64) -> Plan {
        Plan {
            adjudication: Adjudication {
                score: Some(AGREED),
                ..Adjudication::default()
            },
            ..self.plan(games, number)
        }
    }

    fn selfplay(&self) -> Result<Option<Value>, CliError> {
        let player: PlayerSpec = "alphabeta:hash=1".parse()?;
        let plan = self.plan(self.size.selfplay, 0);
        let limits = format!("nodes={FAST}");
        let summary = self.play("selfplay", [player.clone(), player], &limits, plan)?;
        Ok(summary.map(|summary| short(&summary)))
    }

    /// Tests that the program is not weaker than the baseline.
    fn sprt(&self) -> Result<Option<Value>, CliError> {
        let mut tests = serde_json::Map::new();
        let Some(baseline) = &self.baseline else {
            return Ok(Some(Value::Object(tests)));
        };
        for (number, (name, limits, games)) in self.size.tests().into_iter().enumerate() {
            let ours: PlayerSpec = "alphabeta:hash=16".parse()?;
            let plan = Plan {
                sprt: Some(Sprt::read("keep").map_err(|error| LabError::Usage(error.to_string()))?),
                ..self.shortened(games, 1 + number as u64)
            };
            let players = [ours, baseline.player.clone()];
            let Some(summary) = self.play(&format!("sprt-{name}"), players, &limits, plan)? else {
                return Ok(None);
            };
            tests.insert(name, short(&summary));
        }
        Ok(Some(Value::Object(tests)))
    }

    /// Games against the peers that are installed.
    fn gauntlet(&self) -> Result<Option<Value>, CliError> {
        let mut rows = Vec::new();
        for (number, (name, command)) in peers().into_iter().enumerate() {
            let ours: PlayerSpec = "alphabeta:hash=16".parse()?;
            let peer: PlayerSpec = format!("external:{command}").parse()?;
            let plan = self.shortened(self.size.gauntlet, 10 + number as u64);
            let limits = self.size.gauntlet_limits();
            let Some(summary) =
                self.play(&format!("gauntlet-{name}"), [ours, peer], &limits, plan)?
            else {
                return Ok(None);
            };
            let mut row = short(&summary);
            row["peer"] = json!(name);
            rows.push(row);
        }
        Ok(Some(Value::Array(rows)))
    }

    fn answer(&self, results: &[Value]) -> Answer<'_> {
        let [
            signature,
            perft,
            repetition,
            suites,
            selfplay,
            sprt,
            gauntlet,
        ] = results
        else {
            unreachable!("as many results as stages");
        };
        let mut fell = Vec::new();
        let texts = self.texts;
        for (stage, result) in [("perft", perft), ("repetition", repetition)] {
            let wrong = result["wrong"].as_array().map_or(0, Vec::len);
            if wrong > 0 {
                let title = texts.message(&format!("regression-{stage}"), &[]);
                let count = wrong.to_string();
                fell.push(
                    texts.message("regression-wrong", &[("stage", &title), ("count", &count)]),
                );
            }
        }
        for group in suites.as_array().into_iter().flatten() {
            if group["fell"] == true {
                let [before, after] = ["before", "after"].map(|key| group[key].to_string());
                let name = group["group"].as_str().unwrap_or_default();
                let values = [
                    ("group", name),
                    ("before", before.as_str()),
                    ("after", after.as_str()),
                ];
                fell.push(texts.message("regression-group-fell", &values));
            }
        }
        let faults = ours_at_fault(selfplay);
        let mut check_faults = |name: &str, result: &Value| {
            let count = ours_at_fault(result);
            if count > 0 {
                let count = count.to_string();
                let values = [("stage", name), ("count", count.as_str())];
                fell.push(texts.message("regression-faults", &values));
            }
        };
        check_faults(&texts.message("regression-selfplay", &[]), selfplay);
        for (time, test) in sprt.as_object().into_iter().flatten() {
            check_faults(time, test);
        }
        for row in gauntlet.as_array().into_iter().flatten() {
            check_faults(row["peer"].as_str().unwrap_or_default(), row);
        }
        for (time, test) in sprt.as_object().into_iter().flatten() {
            if test["sprt"]["decision"] == "h0" {
                fell.push(texts.message("regression-weaker", &[("time", time)]));
            }
        }
        Answer {
            experiment: "xiangqi-regression",
            game: GAME,
            size: self.size,
            signature: signature["signature"].as_u64().unwrap_or(0),
            signature_baseline: signature["baseline"].as_u64(),
            perft: perft.clone(),
            repetition: repetition.clone(),
            suites: suites.clone(),
            faults,
            selfplay: selfplay.clone(),
            sprt: sprt.clone(),
            gauntlet: gauntlet.clone(),
            passed: fell.is_empty(),
            fell,
        }
    }
}

/// The result of a stage, if it is there.
fn read(file: &Path) -> Result<Option<Value>, CliError> {
    match fs::read_to_string(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(CliError::file(file.display().to_string(), error)),
        Ok(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| LabError::Input(format!("{}: {error}", file.display())).into()),
    }
}

/// What is kept of a match.
fn short(summary: &Summary) -> Value {
    let decision = summary.sprt.as_ref().map(|sprt| match sprt.decision {
        Some(Decision::H0) => "h0",
        Some(Decision::H1) => "h1",
        None => "undecided",
    });
    json!({
        "first": summary.first, "second": summary.second, "games": summary.games,
        "wins": summary.wins_first, "losses": summary.wins_second, "draws": summary.draws,
        "penta": summary.penta, "score": summary.score, "elo": summary.elo,
        "reasons": summary.reasons, "faults": summary.faults,
        "processor_seconds": summary.processor_seconds,
        "sprt": summary.sprt.as_ref().map(|sprt| json!({
            "elo0": sprt.sprt.elo0, "elo1": sprt.sprt.elo1, "llr": sprt.llr,
            "lower": sprt.lower, "upper": sprt.upper, "decision": decision,
        })),
    })
}

/// Faults of our own player in a match; a resignation is none.
fn ours_at_fault(result: &Value) -> u64 {
    let faults = result["faults"].as_array().into_iter().flatten();
    let ours =
        faults.filter(|fault| fault["player"] == result["first"] && fault["kind"] != "resign");
    ours.filter_map(|fault| fault["count"].as_u64()).sum()
}

/// The peers that are installed: by their variable, or on the path.
fn peers() -> Vec<(&'static str, String)> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut dirs: Vec<PathBuf> = std::env::split_paths(&path).collect();
    // Debian puts games where not every path leads.
    dirs.push("/usr/games".into());
    let found = PEERS.iter().filter_map(|&(name, variable, settings)| {
        let own = std::env::var_os(variable).map(PathBuf::from);
        let program = match own {
            // An empty variable leaves a peer out.
            Some(path) if path.as_os_str().is_empty() => return None,
            Some(path) => path,
            None => dirs
                .iter()
                .map(|dir| dir.join(name))
                .find(|path| path.is_file())?,
        };
        let quoted = program.display().to_string().replace('\'', "'\\''");
        Some((name, format!("'{quoted}'{settings}")))
    });
    found.collect()
}
