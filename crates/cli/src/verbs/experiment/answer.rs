//! Our numbers beside those of a thesis, as data, as text and as a page.

use serde::Serialize;
use yomikiri_lab::contest::stats::{Estimate, wilson};
use yomikiri_lab::contest::{ComparedRow, write_comparison};
use yomikiri_lab::{MatchReport, Side, Texts};

use super::published::{Experiment, Reading, Row};

#[derive(Serialize)]
pub(super) struct Answer {
    pub(super) experiment: &'static str,
    pub(super) game: &'static str,
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) rows: Vec<RowAnswer>,
    pub(super) why: String,
}

#[derive(Serialize)]
pub(super) struct RowAnswer {
    pub(super) name: &'static str,
    pub(super) first: String,
    pub(super) second: String,
    pub(super) document: Option<[u64; 3]>,
    pub(super) ours: [u64; 3],
    /// Shares of first wins, second wins and draws with Wilson's intervals.
    pub(super) shares: [Estimate; 3],
    /// Whether the thesis's count differs by more than chance (the intervals do not overlap).
    pub(super) differs: Option<[bool; 3]>,
    /// How the games were counted.
    pub(super) reading: String,
    /// The same games counted otherwise.
    pub(super) otherwise: Vec<OtherReading>,
    /// What the thesis says in words.
    pub(super) claim: Option<String>,
    /// First's wins within so many moves of its own.
    pub(super) won_within: Vec<WonWithin>,
    pub(super) reasons: std::collections::BTreeMap<String, u64>,
    pub(super) mean_plies: f64,
}

#[derive(Serialize)]
pub(super) struct OtherReading {
    pub(super) reading: String,
    pub(super) ours: [u64; 3],
    pub(super) differs: Option<[bool; 3]>,
    #[serde(skip)]
    pub(super) shares: [Estimate; 3],
    #[serde(skip)]
    pub(super) title: String,
}

#[derive(Serialize)]
pub(super) struct WonWithin {
    pub(super) moves: u32,
    pub(super) games: u64,
}

pub(super) fn compare(
    experiment: &Experiment,
    row: &Row,
    report: &MatchReport,
    texts: &Texts,
) -> RowAnswer {
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
pub(super) fn page(answer: &Answer, experiment: &Experiment, texts: &Texts) -> String {
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

pub(super) fn write(answer: &Answer, experiment: &Experiment, texts: &Texts) -> String {
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
