//! `experiment`: repeats the experiments of the theses and compares the numbers.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use yomikiri_lab::contest::stats::{Estimate, wilson};
use yomikiri_lab::contest::{
    Adjudication, ComparedRow, Openings, Plan, Played, Role, SideLimits, derive, write_comparison,
};
use yomikiri_lab::{Lab, LabError, MatchOrder, MatchReport, PlayerSpec, Side, Texts};

use super::interrupt::tell_interrupted;
use super::match_::{ManyArgs, play};
use crate::output::{self, CliError, note};

/// Repeat an experiment of a thesis and compare the numbers
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  yomikiri experiment
  yomikiri experiment anpanman-table1
  yomikiri experiment anpanman-table1 --games 100 --json
  yomikiri experiment ablation anpanman     solve it under every combination of rules
  yomikiri experiment xiangqi-movegen       compare move generators
  yomikiri experiment xiangqi-ablation      measure each step of the search
  yomikiri experiment xiangqi-ablation --games 200    and what it is worth in games
  yomikiri experiment xiangqi-regression --quick --out runs/quick
  yomikiri experiment xiangqi-regression --baseline old/yomikiri --out runs/regression --resume
  yomikiri experiment go-ladder             the players of Go, each against the one below it
  yomikiri experiment go-choosers           compare three ways to choose among candidates
  yomikiri experiment go-reading            what each refinement of reading is worth

Without a name, lists the experiments. docs/experiments.md explains each one, and
where and why our numbers differ from the published ones.")]
pub(crate) struct ExperimentArgs {
    /// Experiment
    name: Option<String>,
    /// Game, for `ablation`
    game: Option<String>,
    /// Games per row (default: as in the thesis)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    #[command(flatten)]
    many: ManyArgs,
    /// Save the runs and their reports in this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Resume the runs in --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// For `xiangqi-regression`: program to compare with, an older yomikiri or another engine
    #[arg(long, value_name = "PROGRAM")]
    baseline: Option<String>,
    /// For `xiangqi-regression`: a short run of a minute or two
    #[arg(long)]
    quick: bool,
    /// For `ablation`: also draw the changes to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// An experiment as its thesis describes it.
struct Experiment {
    name: &'static str,
    game: &'static str,
    /// Start position; the game's own if empty.
    start: &'static str,
    /// Random moves before each pair of games, which are played with swapped sides; 0: none of this.
    opening_plies: u32,
    max_plies: Option<u32>,
    games: u64,
    rows: &'static [Row],
    /// How the same games may be counted: the first is compared, the others are shown beside it.
    readings: &'static [Reading],
    /// Moves of the first side within which wins are counted.
    within: &'static [u32],
    /// Id of the message that explains the differences.
    why: &'static str,
}

/// Two players, and the thesis's counts.
struct Row {
    name: &'static str,
    first: &'static str,
    second: &'static str,
    /// First wins, second wins, draws; `None` if the thesis gives no numbers.
    document: Option<[u64; 3]>,
    /// Id of the message with what the thesis says about the row in words, if it does.
    claim: Option<&'static str>,
}

/// How finished games are counted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Reading {
    /// As they ended.
    Rules,
    /// A side without a legal move that is not in check has drawn, although the players do not know.
    NoMovesDraw,
    /// Games that were not over after so many plies are draws.
    Plies(u32),
}

impl Reading {
    /// The word for data.
    fn word(self) -> String {
        match self {
            Reading::Rules => "rules".to_owned(),
            Reading::NoMovesDraw => "no-moves-draw".to_owned(),
            Reading::Plies(plies) => format!("plies-{plies}"),
        }
    }

    fn title(self, texts: &Texts) -> String {
        match self {
            Reading::Rules => texts.message("experiment-reading-rules", &[]),
            Reading::NoMovesDraw => texts.message("experiment-reading-no-moves", &[]),
            Reading::Plies(plies) => {
                let plies = plies.to_string();
                texts.message("experiment-reading-plies", &[("plies", &plies)])
            }
        }
    }

    /// Who won a game.
    fn winner(self, game: &Played) -> Option<Side> {
        let stands = match self {
            Reading::Rules => true,
            Reading::NoMovesDraw => game.reason != "no-moves",
            Reading::Plies(plies) => game.moves.len() <= plies as usize,
        };
        game.winner.filter(|_| stands)
    }

    /// First wins, second wins, draws. Where sides are swapped, wins of the player that is named first, and second.
    fn count(self, games: &[Played]) -> [u64; 3] {
        let mut counts = [0; 3];
        for game in games {
            let winner = self.winner(game);
            let named = winner.map(|side| if game.first == 0 { side } else { !side });
            counts[named.map_or(2, Side::index)] += 1;
        }
        counts
    }
}

/// Experiments that are not matches.
const OTHERS: [&str; 5] = [
    "ablation",
    "xiangqi-ablation",
    "xiangqi-movegen",
    "xiangqi-regression",
    "go-reading",
];

const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "anpanman-table1",
        game: "anpanman",
        start: "",
        opening_plies: 0,
        max_plies: None,
        games: 1000,
        rows: &[
            Row {
                name: "ASAI v RAI",
                first: "asai:depth=3",
                second: "rai",
                document: Some([852, 84, 64]),
                claim: None,
            },
            Row {
                name: "RAI v ASAI",
                first: "rai",
                second: "asai:depth=3",
                document: Some([56, 849, 95]),
                claim: None,
            },
            Row {
                name: "ASAI v ASAI",
                first: "asai:depth=3",
                second: "asai:depth=3",
                document: Some([511, 323, 166]),
                claim: None,
            },
        ],
        readings: &[Reading::Rules, Reading::NoMovesDraw],
        within: &[],
        why: "experiment-anpanman-table1",
    },
    Experiment {
        name: "pawn-ending-table5",
        game: "chess?goal=promotion",
        start: "",
        opening_plies: 0,
        max_plies: Some(200),
        games: 100,
        rows: &[
            Row {
                name: "PEAI v PEAI",
                first: "peai",
                second: "peai",
                document: Some([80, 0, 20]),
                claim: Some("experiment-claim-30-moves"),
            },
            Row {
                name: "PEAI v PERM",
                first: "peai",
                second: "perm",
                document: Some([100, 0, 0]),
                claim: None,
            },
            Row {
                name: "PERM v PERM",
                first: "perm",
                second: "perm",
                document: None,
                claim: Some("experiment-claim-undecided"),
            },
            Row {
                name: "PEAI v PEAI, no noise",
                first: "peai:noise=0",
                second: "peai:noise=0",
                document: None,
                claim: Some("experiment-claim-not-14"),
            },
            Row {
                name: "PEAI v PEAI, noise for the defender",
                first: "peai:noise=0",
                second: "peai",
                document: None,
                claim: Some("experiment-claim-14"),
            },
        ],
        readings: &[Reading::Plies(100), Reading::Plies(200)],
        within: &[14, 30],
        why: "experiment-pawn-ending-table5",
    },
    Experiment {
        name: "go-ladder",
        game: "go?size=9",
        start: "",
        opening_plies: 4,
        max_plies: Some(400),
        games: 100,
        rows: &[
            Row {
                name: "territory1 v random1",
                first: "territory1",
                second: "random1",
                document: None,
                claim: None,
            },
            Row {
                name: "territory2 v random1",
                first: "territory2",
                second: "random1",
                document: None,
                claim: Some("experiment-claim-go-random"),
            },
            Row {
                name: "territory3 v territory2",
                first: "territory3",
                second: "territory2",
                document: None,
                claim: None,
            },
            Row {
                name: "classic v territory3",
                first: "classic",
                second: "territory3",
                document: None,
                claim: None,
            },
            Row {
                name: "classic v territory2",
                first: "classic",
                second: "territory2",
                document: None,
                claim: None,
            },
        ],
        readings: &[Reading::Rules],
        within: &[],
        why: "experiment-go-ladder",
    },
    Experiment {
        name: "go-choosers",
        game: "go?size=9",
        start: "",
        opening_plies: 4,
        max_plies: Some(250),
        games: 40,
        rows: &[
            Row {
                name: "sum v priority",
                first: "classic",
                second: "classic:chooser=priority",
                document: None,
                claim: None,
            },
            Row {
                name: "sum v search",
                first: "classic",
                second: "classic:chooser=search",
                document: None,
                claim: None,
            },
            Row {
                name: "search v priority",
                first: "classic:chooser=search",
                second: "classic:chooser=priority",
                document: None,
                claim: None,
            },
        ],
        readings: &[Reading::Rules],
        within: &[],
        why: "experiment-go-choosers",
    },
];

#[derive(Serialize)]
struct Answer {
    experiment: &'static str,
    game: &'static str,
    games: u64,
    seed: u64,
    rows: Vec<RowAnswer>,
    why: String,
}

#[derive(Serialize)]
struct RowAnswer {
    name: &'static str,
    first: String,
    second: String,
    document: Option<[u64; 3]>,
    ours: [u64; 3],
    /// Shares of first wins, second wins and draws with Wilson's intervals.
    shares: [Estimate; 3],
    /// Whether the thesis's count differs by more than chance (the intervals do not overlap).
    differs: Option<[bool; 3]>,
    /// How the games were counted.
    reading: String,
    /// The same games counted otherwise.
    otherwise: Vec<OtherReading>,
    /// What the thesis says in words.
    claim: Option<String>,
    /// First's wins within so many moves of its own.
    won_within: Vec<WonWithin>,
    reasons: std::collections::BTreeMap<String, u64>,
    mean_plies: f64,
}

#[derive(Serialize)]
struct OtherReading {
    reading: String,
    ours: [u64; 3],
    differs: Option<[bool; 3]>,
    #[serde(skip)]
    shares: [Estimate; 3],
    #[serde(skip)]
    title: String,
}

#[derive(Serialize)]
struct WonWithin {
    moves: u32,
    games: u64,
}

pub(super) fn run(args: &ExperimentArgs, lab: &Lab, texts: &Texts) -> Result<ExitCode, CliError> {
    let Some(name) = &args.name else {
        return list(args.json, texts);
    };
    if name == "xiangqi-regression" {
        let asked = super::regression::Asked {
            baseline: args.baseline.as_deref(),
            quick: args.quick,
            games: args.games,
            seed: args.many.seed,
            concurrency: args.many.concurrency(),
            out: args.out.as_deref(),
            resume: args.resume,
            json: args.json,
            queue: args.many.queue(),
            lab,
        };
        return super::regression::run(&asked, texts);
    }
    if args.baseline.is_some() || args.quick {
        let reason =
            format!("expected --baseline and --quick with `xiangqi-regression` only, got `{name}`");
        return Err(LabError::Usage(reason).into());
    }
    if name == "ablation" {
        let Some(game) = &args.game else {
            let reason = "expected a game after `ablation`, got nothing";
            return Err(LabError::Usage(reason.to_owned()).into());
        };
        return super::ablation::run(lab, game, args.json, args.plot.as_deref(), texts);
    }
    if args.plot.is_some() {
        let reason = format!("expected --plot with `ablation` only, got `{name} --plot`");
        return Err(LabError::Usage(reason).into());
    }
    if name == "xiangqi-ablation" {
        let asked = super::step_ablation::Asked {
            seed: args.many.seed,
            games: args.games,
            threads: args.many.concurrency(),
            json: args.json,
            queue: args.many.queue(),
            lab,
        };
        return super::step_ablation::run(&asked, texts);
    }
    if name == "xiangqi-movegen" {
        return super::movegen::run(args.many.seed, args.json, texts);
    }
    if name == "go-reading" {
        return super::go_reading::run(args.many.seed, args.json, texts);
    }
    let known = || {
        let of_theses = EXPERIMENTS.iter().map(|of| of.name);
        let all: Vec<&str> = of_theses.chain(OTHERS).collect();
        all.join(" ")
    };
    let found = EXPERIMENTS.iter().find(|of| of.name == name);
    let experiment = found.ok_or_else(|| {
        let shown: String = name.chars().take(60).collect();
        LabError::Input(format!(
            "unknown experiment {shown:?}; there are {}",
            known()
        ))
    })?;
    if let Some(game) = &args.game {
        let game: String = game.chars().take(60).collect();
        let reason = format!("expected no game after {name}, which has its own, got {game:?}");
        return Err(LabError::Usage(reason).into());
    }
    let game = lab.open_game(experiment.game)?;
    let games = args.games.unwrap_or(experiment.games);
    let mut rows = Vec::new();
    for (number, row) in experiment.rows.iter().enumerate() {
        let order = order(args, experiment, row, number, games)?;
        let (report, interrupted) = play(&*game, &order, args.json)?;
        if interrupted && !report.summary.complete {
            return Ok(tell_interrupted(args.out.is_some(), texts));
        }
        rows.push(compare(experiment, row, &report, texts));
    }
    let answer = Answer {
        experiment: experiment.name,
        game: experiment.game,
        games,
        seed: args.many.seed,
        rows,
        why: texts.message(experiment.why, &[]),
    };
    if let Some(out) = &args.out {
        let page = page(&answer, experiment, texts);
        let path = out.join("report.html");
        std::fs::write(&path, page)
            .map_err(|error| CliError::file(path.display().to_string(), error))?;
    }
    if args.json {
        output::print_document(&answer)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print(&write(&answer, experiment, texts))?;
    if let Some(out) = &args.out {
        let dir = out.display().to_string();
        note(&texts.message("arena-saved", &[("dir", &dir)]));
    }
    Ok(ExitCode::SUCCESS)
}

fn list(json: bool, texts: &Texts) -> Result<ExitCode, CliError> {
    #[derive(Serialize)]
    struct List {
        experiments: Vec<&'static str>,
    }
    if json {
        output::print_document(&List {
            experiments: EXPERIMENTS.iter().map(|of| of.name).chain(OTHERS).collect(),
        })?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for of in EXPERIMENTS {
        let about = texts.message(&format!("{}-title", of.why), &[]);
        text += &format!("{:<20}  {about}\n", of.name);
    }
    for name in OTHERS {
        let about = texts.message(&format!("experiment-{name}-title"), &[]);
        text += &format!("{name:<20}  {about}\n");
    }
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn order(
    args: &ExperimentArgs,
    experiment: &Experiment,
    row: &Row,
    number: usize,
    games: u64,
) -> Result<MatchOrder, CliError> {
    let player = |text: &str| text.parse::<PlayerSpec>();
    let out = args
        .out
        .as_ref()
        .map(|out| out.join(format!("{}", number + 1)));
    let begun = out
        .as_ref()
        .is_some_and(|dir| dir.join("manifest.json").exists());
    Ok(MatchOrder {
        players: [player(row.first)?, player(row.second)?],
        limits: [SideLimits::default(), SideLimits::default()],
        plan: Plan {
            swap: experiment.opening_plies > 0,
            openings: match (experiment.start, experiment.opening_plies) {
                ("", 0) => Openings::Start,
                ("", plies) => Openings::Random {
                    plies,
                    balanced: false,
                },
                (start, _) => Openings::Lines(vec![start.to_owned()]),
            },
            adjudication: Adjudication {
                max_plies: experiment.max_plies,
                ..Adjudication::default()
            },
            concurrency: args.many.concurrency(),
            ..Plan::new(games, derive(args.many.seed, number as u64, Role::Opening))
        },
        out,
        resume: args.resume && begun,
        queue: args.many.queue(),
    })
}

fn compare(experiment: &Experiment, row: &Row, report: &MatchReport, texts: &Texts) -> RowAnswer {
    let (summary, games) = (&report.summary, &report.games);
    let share = |count: u64, total: u64| wilson(count as f64 / total.max(1) as f64, total as f64);
    let counted = |reading: Reading| {
        let ours = reading.count(games);
        let shares = ours.map(|count| share(count, summary.games));
        let differs = row.document.map(|document| {
            let total: u64 = document.iter().sum();
            std::array::from_fn(|i| {
                let theirs = share(document[i], total);
                theirs.low > shares[i].high || theirs.high < shares[i].low
            })
        });
        OtherReading {
            reading: reading.word(),
            title: reading.title(texts),
            ours,
            shares,
            differs,
        }
    };
    let (&first, others) = experiment
        .readings
        .split_first()
        .expect("an experiment is read in some way");
    let main = counted(first);
    let won_within = |&moves: &u32| WonWithin {
        moves,
        games: games
            .iter()
            .filter(|game| first.winner(game) == Some(Side::First))
            .filter(|game| game.moves.len().div_ceil(2) <= moves as usize)
            .count() as u64,
    };
    RowAnswer {
        name: row.name,
        first: summary.first.clone(),
        second: summary.second.clone(),
        document: row.document,
        ours: main.ours,
        shares: main.shares,
        differs: main.differs,
        reading: main.reading,
        otherwise: others.iter().map(|&other| counted(other)).collect(),
        claim: row.claim.map(|id| texts.message(id, &[])),
        won_within: experiment.within.iter().map(won_within).collect(),
        reasons: summary.reasons.clone(),
        mean_plies: summary.length.mean,
    }
}

/// The HTML page with all rows.
fn page(answer: &Answer, experiment: &Experiment, texts: &Texts) -> String {
    let heads = HEADS.map(|head| texts.message(head, &[]));
    let rows = answer.rows.iter().enumerate().flat_map(|(number, row)| {
        let link = format!("{}/report.html", number + 1);
        let compared = |name, ours, shares, differs: Option<[bool; 3]>| ComparedRow {
            name,
            document: row.document,
            ours,
            shares,
            differs: differs.unwrap_or_default(),
            link: link.clone(),
        };
        let main = compared(row.name.to_owned(), row.ours, row.shares, row.differs);
        let others = row.otherwise.iter().map(|other| {
            let name = format!("{} ({})", row.name, other.title);
            compared(name, other.ours, other.shares, other.differs)
        });
        std::iter::once(main).chain(others).collect::<Vec<_>>()
    });
    let title = texts.message(&format!("{}-title", experiment.why), &[]);
    write_comparison(
        &title,
        [&heads[0], &heads[1], &heads[2]],
        &rows.collect::<Vec<_>>(),
        &answer.why,
    )
}

/// Message ids of the counts.
const HEADS: [&str; 3] = [
    "experiment-first-wins",
    "experiment-second-wins",
    "experiment-draws",
];

fn write(answer: &Answer, experiment: &Experiment, texts: &Texts) -> String {
    let say = |id: &str| texts.message(id, &[]);
    let mut text = format!(
        "{} ({}, seed {})\n\n",
        say(&format!("{}-title", experiment.why)),
        texts.message("experiment-games", &[("games", &answer.games.to_string())]),
        answer.seed
    );
    text += &format!(
        "{}{}   {}\n",
        " ".repeat(18),
        pad(&say("experiment-document"), 11),
        say("experiment-ours")
    );
    for row in &answer.rows {
        text += &format!("{}\n", row.name);
        for (i, head) in HEADS.into_iter().enumerate() {
            let of = row.shares[i];
            let document = match row.document {
                Some(document) => {
                    let total: u64 = document.iter().sum();
                    let share = 100.0 * document[i] as f64 / total as f64;
                    format!("{:>5} {share:>5.1}%", document[i])
                }
                None => format!("{:>5} {:>6}", "-", ""),
            };
            let mark = match row.differs {
                Some(differs) if differs[i] => format!("  * {}", say("experiment-differs")),
                _ => String::new(),
            };
            text += &format!(
                "  {}  {document}   {:>5} {:>5.1}% ({:.1}-{:.1}){mark}\n",
                pad(&say(head), 14),
                row.ours[i],
                100.0 * of.value,
                100.0 * of.low,
                100.0 * of.high,
            );
        }
        for other in &row.otherwise {
            let [first, second, draws] = other.ours;
            let is_different = other.differs.is_some_and(|differs| differs.contains(&true));
            let mark = match is_different {
                true => format!("  * {}", say("experiment-differs")),
                false => String::new(),
            };
            text += &format!("  {}: {first} / {second} / {draws}{mark}\n", other.title);
        }
        for WonWithin { moves, games } in &row.won_within {
            let args: [(&str, &str); 2] =
                [("moves", &moves.to_string()), ("games", &games.to_string())];
            text += &format!("  {}\n", texts.message("experiment-within", &args));
        }
        if let Some(claim) = &row.claim {
            text += &format!("  {}: {claim}\n", say("experiment-document"));
        }
        let reasons: Vec<String> = row
            .reasons
            .iter()
            .map(|(reason, count)| {
                let known = texts.find(&format!("reason-{reason}"), &[]);
                format!("{} {count}", known.as_deref().unwrap_or(reason))
            })
            .collect();
        text += &format!(
            "  {}\n\n",
            texts.message(
                "experiment-endings",
                &[
                    ("reasons", &reasons.join(", ")),
                    ("plies", &format!("{:.1}", row.mean_plies))
                ]
            )
        );
    }
    text += &format!("{}\n", say("experiment-columns"));
    text += &format!("{}\n", answer.why);
    text
}

/// A word padded to columns of the terminal.
fn pad(word: &str, width: usize) -> String {
    let used = unicode_width::UnicodeWidthStr::width(word);
    format!("{word}{}", " ".repeat(width.saturating_sub(used)))
}
