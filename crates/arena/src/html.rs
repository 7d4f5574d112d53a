//! A self-contained HTML report of one match: no scripts, fonts or network.

use std::fmt::Write;

use serde_json::Value;
use yomikiri_plot::{Plot, escape, round_step};

use crate::played::Played;
use crate::stats::{Counts, Estimate, Trinomial, wilson};
use crate::summary::{Record, Summary};

/// The page. The conditions come from the run's manifest.
pub fn write_report(summary: &Summary, games: &[Played], manifest: &Value) -> String {
    let title = format!("{} v {}", summary.first, summary.second);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{} - {}</title><style>{STYLE}</style></head>\n<body><main>\n",
        escape(&title),
        escape(&summary.game),
    );
    let _ = writeln!(
        page,
        "<header><p class=\"over\">{} · match report</p><h1><span class=\"one\">{}</span> \
         <small>v</small> <span class=\"two\">{}</span></h1>{}</header>",
        escape(&summary.game),
        escape(&summary.first),
        escape(&summary.second),
        result_bar(summary),
    );
    page += &tiles(summary);
    page += &warnings(summary);
    if !games.is_empty() {
        page += &figure(
            "Score by game",
            "Mean score of the first player after each game, with Wilson's 95 % band.",
            &score_plot(games),
        );
        page += &figure(
            "Game length",
            "Plies including openings, by winner.",
            &length_plot(games),
        );
        if let Some(plot) = regret_plot(games) {
            page += &figure(
                "Regret by ply",
                "Mean points lost per move of each player at each ply, by the tablebase.",
                &plot,
            );
        }
    }
    page += &tables(summary);
    page += &conditions(manifest);
    page += "<footer>Elo from the pentanomial variance of swapped pairs where there are any; \
             intervals are 95 %. \"unbounded\" stands where a value has no finite estimate. \
             Made by yomikiri.</footer>\n</main></body></html>\n";
    page
}

fn result_bar(summary: &Summary) -> String {
    let total = summary.games.max(1) as f64;
    let part = |class: &str, count: u64, word: &str| {
        let share = 100.0 * count as f64 / total;
        let text = if share >= 7.0 {
            format!("{count}")
        } else {
            String::new()
        };
        match count {
            0 => String::new(),
            _ => format!(
                "<span class=\"{class}\" style=\"width:{share:.2}%\" title=\"{count} {word}\">{text}</span>"
            ),
        }
    };
    format!(
        "<div class=\"bar\" role=\"img\" aria-label=\"{} won, {} drawn, {} lost\">{}{}{}</div>\
         <p class=\"legend\"><b class=\"one\">■</b> {} won · <b class=\"draw\">▨</b> {} drawn · \
         <b class=\"two\">■</b> {} lost</p>",
        summary.wins_first,
        summary.draws,
        summary.wins_second,
        part("win", summary.wins_first, "won"),
        part("drawn", summary.draws, "drawn"),
        part("lost", summary.wins_second, "lost"),
        summary.wins_first,
        summary.draws,
        summary.wins_second,
    )
}

fn tiles(summary: &Summary) -> String {
    let mut text = String::from("<section class=\"tiles\">");
    let mut tile = |name: &str, value: String, below: String| {
        let _ = write!(
            text,
            "<div><h2>{name}</h2><p class=\"big\">{value}</p><p class=\"small\">{below}</p></div>"
        );
    };
    let range = |of: Estimate, scale: f64, digits: usize| {
        format!(
            "{:.digits$} to {:.digits$}",
            scale * of.low,
            scale * of.high
        )
    };
    match summary.score {
        Some(score) => tile(
            "Score",
            format!("{:.1} %", 100.0 * score.value),
            range(score, 100.0, 1),
        ),
        None => tile("Score", "–".into(), "no games".into()),
    }
    match summary.elo {
        Some(elo) => tile("Elo", format!("{:+.1}", elo.value), range(elo, 1.0, 1)),
        None => tile("Elo", "–".into(), "unbounded".into()),
    }
    match summary.nelo {
        Some(nelo) => tile(
            "Normalised Elo",
            format!("{:+.1}", nelo.value),
            range(nelo, 1.0, 1),
        ),
        None => tile("Normalised Elo", "–".into(), "unbounded".into()),
    }
    tile(
        "LOS",
        format!("{:.1} %", 100.0 * summary.los),
        "likelihood of superiority".into(),
    );
    if let Some(sprt) = &summary.sprt {
        let decision = match sprt.decision {
            Some(crate::stats::Decision::H0) => "H0 accepted",
            Some(crate::stats::Decision::H1) => "H1 accepted",
            None => "undecided",
        };
        tile(
            "LLR",
            format!("{:.2}", sprt.llr),
            format!(
                "{decision}; bounds {:.2}, {:.2}; [{}, {}]",
                sprt.lower, sprt.upper, sprt.sprt.elo0, sprt.sprt.elo1
            ),
        );
    }
    tile(
        "Games",
        format!("{}", summary.games),
        format!("{} distinct", summary.distinct),
    );
    text + "</section>\n"
}

fn warnings(summary: &Summary) -> String {
    let mut text = String::new();
    for warning in &summary.warnings {
        let get = |name: &str| warning.values.get(name).map_or("?", String::as_str);
        let words = match warning.code {
            "few-distinct-games" => format!(
                "Only {} different games in {} independent samples: the players repeat their games.",
                get("distinct"),
                get("units")
            ),
            "many-faults" => format!(
                "{} of {} games ended by a crash, a time loss or an illegal move.",
                get("faults"),
                get("games")
            ),
            "broken-off" => format!(
                "{} games were broken off by an engine that named no move; they count as draws.",
                get("games")
            ),
            "cpu-over-target" => format!(
                "{} used {} ms of CPU a move instead of {} ms.",
                get("player"),
                get("used"),
                get("target")
            ),
            other => other.to_owned(),
        };
        let _ = writeln!(text, "<p class=\"warning\">⚠ {}</p>", escape(&words));
    }
    if !summary.complete {
        let _ = writeln!(
            text,
            "<p class=\"warning\">⚠ {} of {} games are finished; use --resume to continue.</p>",
            summary.games, summary.planned
        );
    }
    text
}

fn figure(title: &str, below: &str, plot: &str) -> String {
    format!(
        "<figure><h2>{}</h2>{plot}<figcaption>{}</figcaption></figure>\n",
        escape(title),
        escape(below)
    )
}

/// Points of a curve are thinned to about this many.
const POINTS: usize = 400;

fn score_plot(games: &[Played]) -> String {
    let mut counts = Trinomial::default();
    let mut curve: Vec<(f64, Estimate)> = Vec::with_capacity(games.len());
    for (i, game) in games.iter().enumerate() {
        counts.0[game.points_of_one()] += 1;
        if let Some((mean, _)) = counts.moments() {
            let n = (i + 1) as f64;
            curve.push((n, wilson(mean, n)));
        }
    }
    // The scale ignores the noisy first games.
    let settled = &curve[curve.len() / 10..];
    let low = settled.iter().map(|(_, of)| of.low).fold(0.5, f64::min);
    let high = settled.iter().map(|(_, of)| of.high).fold(0.5, f64::max);
    let pad = 0.08 * (high - low).max(0.02);
    let y = ((low - pad).max(0.0), (high + pad).min(1.0));
    let mut plot = Plot::new(
        "Mean score of the first player after each game",
        (0.0, games.len() as f64),
        y,
    );
    plot.axes("games", "score", |y| {
        let percent = format!("{:.1}", 100.0 * y);
        format!("{} %", percent.trim_end_matches(".0"))
    });
    let step = curve.len().div_ceil(POINTS).max(1);
    let last = curve.len() - 1;
    let thin = curve
        .iter()
        .enumerate()
        .filter(|(i, _)| i % step == 0 || *i == last);
    let thin: Vec<&(f64, Estimate)> = thin.map(|(_, point)| point).collect();
    let of = |pick: fn(&Estimate) -> f64| -> Vec<(f64, f64)> {
        thin.iter().map(|(n, of)| (*n, pick(of))).collect()
    };
    plot.band("band", &of(|of| of.low), &of(|of| of.high));
    plot.level("even", 0.5);
    plot.line("curve", &of(|of| of.value));
    plot.finish()
}

fn length_plot(games: &[Played]) -> String {
    let most = games.iter().map(Played::plies).max().unwrap_or(1).max(1);
    let width = round_step(f64::from(most) / 40.0).max(1.0);
    let bins = (f64::from(most) / width) as usize + 1;
    let mut counts = vec![[0u64; 3]; bins];
    for game in games {
        let bin = (f64::from(game.plies()) / width) as usize;
        counts[bin.min(bins - 1)][game.points_of_one()] += 1;
    }
    let tallest = counts
        .iter()
        .map(|bin| bin.iter().sum::<u64>())
        .max()
        .unwrap_or(1);
    let x = (0.0, bins as f64 * width);
    let mut plot = Plot::new("Number of games by plies", x, (0.0, tallest as f64 * 1.05));
    plot.axes("plies", "games", |y| format!("{y}"));
    for (i, [lost, drawn, won]) in counts.into_iter().enumerate() {
        let (from, to) = (i as f64 * width, (i + 1) as f64 * width);
        let plies = match width {
            1.0 if from == 1.0 => "1 ply".to_owned(),
            1.0 => format!("{from} plies"),
            _ => format!("{from} to {} plies", to - 1.0),
        };
        let mut base = 0;
        for (class, count, word) in [
            ("win", won, "won"),
            ("drawn", drawn, "drawn"),
            ("lost", lost, "lost"),
        ] {
            if count > 0 {
                let hint = format!("{plies}: {count} {word}");
                plot.bar(
                    class,
                    (from, to),
                    (base as f64, (base + count) as f64),
                    &hint,
                );
                base += count;
            }
        }
    }
    plot.finish()
}

fn regret_plot(games: &[Played]) -> Option<String> {
    let longest = games.iter().map(|game| game.lost_by_ply.len()).max()?;
    // By participant: half points lost, and moves.
    let mut sums = vec![[(0u64, 0u64); 2]; longest];
    for game in games {
        for (ply, known) in game.lost_by_ply.iter().enumerate() {
            if let Some((participant, lost)) = known {
                let sum = &mut sums[ply][*participant];
                sum.0 += u64::from(*lost);
                sum.1 += 1;
            }
        }
    }
    if sums.iter().flatten().all(|(_, moves)| *moves == 0) {
        return None;
    }
    let mean = |(lost, moves): (u64, u64)| match moves {
        0 => 0.0,
        moves => lost as f64 / 2.0 / moves as f64,
    };
    let tallest = sums
        .iter()
        .flatten()
        .map(|&sum| mean(sum))
        .fold(0.01, f64::max);
    let x = (0.0, longest as f64);
    let mut plot = Plot::new("Mean points lost by ply", x, (0.0, tallest * 1.05));
    plot.axes("ply", "points", |y| format!("{y}"));
    for (ply, both) in sums.iter().enumerate() {
        for (at, class) in ["win", "lost"].into_iter().enumerate() {
            let points = mean(both[at]);
            let hint = format!(
                "ply {}: {points:.3} points per move in {} moves",
                ply + 1,
                both[at].1
            );
            let left = ply as f64 + 0.1 + 0.4 * at as f64;
            plot.bar(class, (left, left + 0.4), (0.0, points), &hint);
        }
    }
    Some(plot.finish())
}

fn tables(summary: &Summary) -> String {
    let mut text = String::from("<section class=\"columns\">");
    let side = &summary.by_side;
    let row = |name: &str, of: Record| {
        let total = of.wins + of.losses + of.draws;
        let points = of.wins as f64 + 0.5 * of.draws as f64;
        let score = match total {
            0 => "–".to_owned(),
            _ => format!("{:.1} %", 100.0 * points / total as f64),
        };
        format!(
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{score}</td></tr>",
            escape(name),
            of.wins,
            of.draws,
            of.losses
        )
    };
    let head = "<tr><td></td><th>won</th><th>drawn</th><th>lost</th><th>score</th></tr>";
    let sides = Record {
        wins: side.first_wins,
        losses: side.second_wins,
        draws: side.draws,
    };
    let _ = write!(
        text,
        "<div class=\"wide\"><h2>By side</h2><table>{head}{}{}{}</table>",
        row(
            &format!("{} as First", summary.first),
            side.player_first_as_first
        ),
        row(
            &format!("{} as Second", summary.first),
            side.player_first_as_second
        ),
        row("First (side)", sides),
    );
    if let Some(score) = side.first_score {
        let _ = write!(
            text,
            "<p class=\"small\">First's score is {:.1} % ({:.1} to {:.1}).</p>",
            100.0 * score.value,
            100.0 * score.low,
            100.0 * score.high
        );
    }
    text += "</div>";
    if let Some(p) = summary.penta {
        let _ = write!(
            text,
            "<div><h2>Pairs by points</h2><table><tr><th>0</th><th>½</th><th>1</th><th>1½</th>\
             <th>2</th></tr><tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr></table></div>",
            p[0], p[1], p[2], p[3], p[4]
        );
    }
    text += "<div><h2>Endings</h2><table>";
    let mut reasons: Vec<_> = summary.reasons.iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (reason, count) in reasons {
        let share = 100.0 * *count as f64 / summary.games.max(1) as f64;
        let _ = write!(
            text,
            "<tr><th>{}</th><td>{count}</td><td>{share:.1} %</td></tr>",
            escape(reason)
        );
    }
    text += "</table></div>";
    if let Some(regret) = &summary.regret {
        text += "<div class=\"wide\"><h2>Exact regret</h2><table><tr><td></td><th>moves</th><th>kept</th>\
                 <th>half lost</th><th>whole lost</th><th>plies wasted</th></tr>";
        for (name, of) in [&summary.first, &summary.second].into_iter().zip(regret) {
            let _ = write!(
                text,
                "<tr><th>{}</th><td>{}</td><td>{:.1} %</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(name),
                of.moves,
                100.0 * of.kept_share().unwrap_or(0.0),
                of.half,
                of.whole,
                of.wasted
            );
        }
        text += "</table></div>";
    }
    text += "</section>\n";
    if !summary.faults.is_empty() {
        text += "<section><h2>Faults</h2><table><tr><th>player</th><th>kind</th><th>times</th>\
                 <th>the first one</th></tr>";
        for fault in &summary.faults {
            let stderr = match fault.stderr.is_empty() {
                true => String::new(),
                false => format!("<br><code>{}</code>", escape(&fault.stderr)),
            };
            let _ = write!(
                text,
                "<tr><th>{}</th><td>{}</td><td>{}</td><td class=\"words\">{}{stderr}</td></tr>",
                escape(&fault.player),
                fault.kind,
                fault.count,
                escape(&fault.text)
            );
        }
        text += "</table></section>\n";
    }
    if !summary.openings.is_empty() {
        let _ = write!(
            text,
            "<details><summary>Results of {} openings</summary><table>{head}",
            summary.openings.len()
        );
        for opening in &summary.openings {
            text += &row(&opening.opening, opening.record);
        }
        text += "</table></details>\n";
    }
    text
}

fn conditions(manifest: &Value) -> String {
    let mut text = String::from("<details><summary>Conditions</summary><table>");
    for (name, value) in manifest.as_object().into_iter().flatten() {
        let shown = match value {
            Value::Null => continue,
            Value::String(text) if text.is_empty() => continue,
            Value::String(text) => text.clone(),
            Value::Array(items) if items.len() > 8 => format!("{} lines", items.len()),
            other => other.to_string(),
        };
        let _ = write!(
            text,
            "<tr><th>{}</th><td class=\"words\">{}</td></tr>",
            escape(&name.replace('_', " ")),
            escape(&shown)
        );
    }
    text + "</table></details>\n"
}

/// One row of an experiment: a thesis's counts beside ours.
#[derive(Clone, PartialEq, Debug)]
pub struct ComparedRow {
    /// The players.
    pub name: String,
    /// First wins, second wins and draws of the thesis, if it gives them.
    pub document: Option<[u64; 3]>,
    /// Our counts.
    pub ours: [u64; 3],
    /// Our shares with their intervals.
    pub shares: [Estimate; 3],
    /// Where the two do not agree.
    pub differs: [bool; 3],
    /// The row's own report, relative to this page.
    pub link: String,
}

/// A page about an experiment: bars of both results, and an explanation of the differences.
pub fn write_comparison(title: &str, heads: [&str; 3], rows: &[ComparedRow], why: &str) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{0}</title><style>{STYLE}</style></head>\n<body><main>\n\
         <header><p class=\"over\">experiment</p><h1>{0}</h1></header>\n",
        escape(title)
    );
    let bar = |counts: [u64; 3]| {
        let total = counts.iter().sum::<u64>().max(1) as f64;
        let [first, second, draws] = counts;
        let part = |class: &str, count: u64| {
            let share = 100.0 * count as f64 / total;
            let text = if share >= 7.0 {
                count.to_string()
            } else {
                String::new()
            };
            format!("<span class=\"{class}\" style=\"width:{share:.2}%\">{text}</span>")
        };
        let parts = [
            part("win", first),
            part("drawn", draws),
            part("lost", second),
        ];
        format!("<div class=\"bar\">{}</div>", parts.concat())
    };
    for row in rows {
        let _ = write!(page, "<figure><h2>{}</h2>", escape(&row.name));
        if let Some(document) = row.document {
            let _ = write!(page, "<p class=\"small\">document</p>{}", bar(document));
        }
        let _ = write!(page, "<p class=\"small\">ours</p>{}", bar(row.ours));
        page += "<table><tr><td></td><th>thesis</th><th>ours</th><th>share</th><th>95 %</th><td></td></tr>";
        for (at, head) in heads.into_iter().enumerate() {
            let of = row.shares[at];
            let document = row
                .document
                .map_or("–".to_owned(), |counts| counts[at].to_string());
            let mark = if row.differs[at] { "≠" } else { "" };
            let _ = write!(
                page,
                "<tr><th>{}</th><td>{document}</td><td>{}</td><td>{:.1} %</td><td>{:.1} to {:.1}</td><td>{mark}</td></tr>",
                escape(head),
                row.ours[at],
                100.0 * of.value,
                100.0 * of.low,
                100.0 * of.high
            );
        }
        let _ = writeln!(
            page,
            "</table><figcaption><a href=\"{}\">full report</a></figcaption></figure>",
            escape(&row.link)
        );
    }
    let _ = write!(
        page,
        "<p>{}</p><p class=\"small\">≠ marks counts that chance alone does not explain: 95 % intervals \
         that do not meet.</p>\n<footer>Made by yomikiri.</footer></main></body></html>\n",
        escape(why)
    );
    page
}

/// A page in the style of the reports. The body is HTML.
pub fn write_page(over: &str, title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{1}</title><style>{STYLE}</style></head>\n<body><main>\n\
         <header><p class=\"over\">{0}</p><h1>{1}</h1></header>\n{body}\n\
         <footer>Made by yomikiri.</footer></main></body></html>\n",
        escape(over),
        escape(title)
    )
}

/// Blue and orange differ for every kind of colour vision; draws are hatched grey.
pub(crate) const STYLE: &str = "\
:root{--ink:#1c2430;--soft:#5b6675;--paper:#fbfbf9;--card:#fff;--line:#dfe3e8;--one:#2b6cb0;\
--two:#c8641a;--draw:#9aa3ae}\
@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#9aa5b4;--paper:#14181e;--card:#1c222b;\
--line:#313a46;--one:#6aa7e8;--two:#ee9a55;--draw:#727d8b}}\
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);\
font:16px/1.5 system-ui,'Noto Sans','Noto Sans CJK JP','IPAGothic','WenQuanYi Micro Hei',sans-serif}\
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}\
header{margin-bottom:1.5rem}.over{margin:0;color:var(--soft);letter-spacing:.04em}\
h1{margin:.1rem 0 1rem;font-size:1.9rem;line-height:1.2;overflow-wrap:anywhere}h1 small{color:var(--soft);font-weight:400}\
h2{font-size:1rem;margin:0 0 .5rem;font-weight:600}\
.one{color:var(--one)}.two{color:var(--two)}.draw{color:var(--draw)}\
.bar{display:flex;height:2rem;border-radius:.4rem;overflow:hidden;color:#fff;font-weight:600}\
.bar span{display:flex;align-items:center;justify-content:center;min-width:2px}\
.bar .win{background:var(--one)}.bar .lost{background:var(--two)}\
.bar .drawn{background:repeating-linear-gradient(45deg,var(--draw) 0 6px,color-mix(in srgb,var(--draw) 82%,#000) 6px 12px)}\
.legend,.small,figcaption,footer{color:var(--soft);font-size:.875rem;margin:.4rem 0 0}\
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.75rem;margin:0 0 1.5rem}\
.tiles div,figure,.columns>div,section>table,details{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:.9rem 1rem}\
.tiles h2{color:var(--soft);font-weight:500;font-size:.875rem;margin:0}.big{font-size:1.5rem;font-weight:650;margin:0;font-variant-numeric:tabular-nums}\
.tiles .small{margin:0}figure{margin:0 0 1rem}svg{display:block;width:100%;height:auto}\
.grid{stroke:var(--line);stroke-width:1}.axis{stroke:var(--soft);stroke-width:1}\
.tick,.name{fill:var(--soft);font-size:12px}.band{fill:var(--one);opacity:.18}\
.curve{fill:none;stroke:var(--one);stroke-width:2;stroke-linejoin:round}\
.curve.b{stroke:var(--two)}.even{stroke:var(--two);stroke-width:1.2;stroke-dasharray:5 4}\
rect.win{fill:var(--one)}rect.drawn{fill:var(--draw)}rect.lost{fill:var(--two)}\
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1rem;margin-bottom:1rem;align-items:start}.columns .wide{grid-column:1/-1}section>table{margin-bottom:1rem}tr>th{font-weight:600}\
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.925rem}\
th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid var(--line)}tr:last-child>*{border-bottom:0}\
th:first-child{text-align:left;font-weight:500;overflow-wrap:break-word}td{white-space:nowrap}td.words{white-space:normal}.words{text-align:left;overflow-wrap:anywhere}\
a{color:var(--one)}code{font-size:.85em;color:var(--soft)}details{margin:0 0 1rem}summary{cursor:pointer;font-weight:600}\
details table{margin-top:.6rem}.warning{background:color-mix(in srgb,var(--two) 14%,var(--card));border:1px solid var(--two);\
border-radius:.6rem;padding:.6rem 1rem;margin:0 0 1rem}\
@media(max-width:36rem){.tick,.name{font-size:20px}th,td{padding:.25rem .35rem}.columns>div{overflow-x:auto}.columns{grid-template-columns:1fr}}@media print{body{background:#fff}details{display:block}}";
