//! The result of a regression run as text and as a page.

use std::fmt::Write;

use serde_json::Value;
use yomikiri_lab::Texts;
use yomikiri_lab::contest::write_page;
use yomikiri_lab::plot::escape;

use super::Answer;
use crate::output::grouped;

/// Lines for the terminal.
pub(super) fn text(answer: &Answer<'_>, texts: &Texts) -> String {
    let mut text = String::new();
    for row in rows(answer, texts) {
        let mark = if row.good { "ok  " } else { "FELL" };
        let _ = writeln!(text, "{mark}  {}: {}", row.name, row.result);
    }
    for fall in &answer.fell {
        let _ = writeln!(text, "      {fall}");
    }
    text + &verdict(answer, texts) + "\n"
}

/// One line of the result.
struct Row {
    good: bool,
    name: String,
    result: String,
}

fn verdict(answer: &Answer<'_>, texts: &Texts) -> String {
    let id = match answer.passed {
        true => "regression-passed",
        false => "regression-failed",
    };
    texts.message(id, &[])
}

/// Every stage in a line.
fn rows(answer: &Answer<'_>, texts: &Texts) -> Vec<Row> {
    let title = |stage: &str| texts.message(&format!("regression-{stage}"), &[]);
    let number = |value: &Value| grouped(value.as_u64().unwrap_or(0));
    let is_empty = |list: &Value| list.as_array().is_none_or(Vec::is_empty);
    let mut rows = Vec::new();
    let mut row = |good, name, result| rows.push(Row { good, name, result });
    let signature = match answer.signature_baseline {
        Some(before) if before != answer.signature => {
            format!(
                "{} ({})",
                answer.signature,
                texts.message("regression-changed", &[("before", &before.to_string())])
            )
        }
        Some(_) => format!(
            "{} ({})",
            answer.signature,
            texts.message("regression-same", &[])
        ),
        None => answer.signature.to_string(),
    };
    row(true, title("signature"), signature);
    let perft = &answer.perft;
    let of = |count: &Value, wrong: &Value| {
        let wrong = wrong.as_array().map_or(0, Vec::len) as u64;
        let count = count.as_u64().unwrap_or(0);
        format!("{} / {count}", count - wrong.min(count))
    };
    row(
        is_empty(&perft["wrong"]),
        title("perft"),
        format!(
            "{}, {} nodes",
            of(&perft["checked"], &perft["wrong"]),
            number(&perft["nodes"])
        ),
    );
    let cases = &answer.repetition;
    row(
        is_empty(&cases["wrong"]),
        title("repetition"),
        of(&cases["cases"], &cases["wrong"]),
    );
    for group in answer.suites.as_array().into_iter().flatten() {
        let mut result = format!("{} / {}", group["after"], group["positions"]);
        if !group["before"].is_null() {
            result += &format!(
                "  ({})",
                texts.message(
                    "regression-before",
                    &[("before", &group["before"].to_string())]
                )
            );
        }
        let name = group["group"].as_str().unwrap_or_default();
        row(
            group["fell"] != true,
            format!("{} {name}", title("suites")),
            result,
        );
    }
    let selfplay = &answer.selfplay;
    let faults = texts.message(
        "regression-fault-count",
        &[("count", &answer.faults.to_string())],
    );
    let games = |of: &Value| {
        texts.message(
            "experiment-games-count",
            &[("games", &number(&of["games"]))],
        )
    };
    row(
        answer.faults == 0,
        title("selfplay"),
        format!("{}, {faults}", games(selfplay)),
    );
    for (time, test) in answer.sprt.as_object().into_iter().flatten() {
        let (decision, llr) = (&test["sprt"]["decision"], test["sprt"]["llr"].as_f64());
        let result = format!(
            "{}  {}  LLR {:.2}, {}",
            played(test),
            elo(&test["elo"]),
            llr.unwrap_or(0.0),
            decision.as_str().unwrap_or("-")
        );
        row(
            *decision != "h0",
            format!("{} {time}", title("sprt")),
            result,
        );
    }
    for peer in answer.gauntlet.as_array().into_iter().flatten() {
        let cpu = peer["processor_seconds"]
            .as_array()
            .map_or_else(String::new, |cpu| {
                let seconds = |at: usize| cpu.get(at).and_then(Value::as_f64).unwrap_or(0.0);
                let (ours, theirs) = (format!("{:.1}", seconds(0)), format!("{:.1}", seconds(1)));
                texts.message("regression-cpu", &[("ours", &ours), ("theirs", &theirs)])
            });
        let name = peer["peer"].as_str().unwrap_or_default();
        let result = format!("{}  {}  {cpu}", played(peer), elo(&peer["elo"]));
        let good = super::ours_at_fault(peer) == 0;
        row(good, format!("{} {name}", title("gauntlet")), result);
    }
    rows
}

/// Won, lost and drawn.
fn played(of: &Value) -> String {
    format!("+{} -{} ={}", of["wins"], of["losses"], of["draws"])
}

fn elo(of: &Value) -> String {
    let number = |key: &str| of[key].as_f64();
    match (number("value"), number("low"), number("high")) {
        (Some(value), Some(low), Some(high)) => {
            format!("Elo {value:+.0} ({low:+.0} to {high:+.0})")
        }
        _ => "Elo -".to_owned(),
    }
}

/// The page: a verdict, a table of stages, and the details of whatever fell.
pub(super) fn page(answer: &Answer<'_>, texts: &Texts) -> String {
    let title = texts.message("experiment-xiangqi-regression-title", &[]);
    let mut body = String::new();
    let class = if answer.passed { "one" } else { "two" };
    let _ = write!(
        body,
        "<section class=\"tiles\"><div><h2>{}</h2><p class=\"big {class}\">{}</p></div></section>",
        escape(&texts.message("regression-result", &[])),
        escape(&verdict(answer, texts)),
    );
    for fall in &answer.fell {
        let _ = write!(body, "<p class=\"warning\">{}</p>", escape(fall));
    }
    body += "<section><table>";
    for row in rows(answer, texts) {
        let (class, mark) = if row.good {
            ("one", "✓")
        } else {
            ("two", "✗")
        };
        let _ = write!(
            body,
            "<tr><th>{}</th><td class=\"words\">{}</td><td class=\"{class}\">{mark}</td></tr>",
            escape(&row.name),
            escape(&row.result)
        );
    }
    body += "</table></section>";
    for group in answer.suites.as_array().into_iter().flatten() {
        body += &changes(group, texts);
    }
    for (stage, result) in [("perft", &answer.perft), ("repetition", &answer.repetition)] {
        let wrong: Vec<&str> = result["wrong"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        if !wrong.is_empty() {
            let _ = write!(
                body,
                "<details open><summary>{stage}</summary><p>{}</p></details>",
                escape(&wrong.join(" · "))
            );
        }
    }
    body += &matches(answer, texts);
    write_page(&format!("{} · experiment", answer.game), &title, &body)
}

/// What a suite group won and lost.
fn changes(group: &Value, texts: &Texts) -> String {
    let ids = |key: &str| {
        let list = group[key].as_array().into_iter().flatten();
        list.filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
    };
    let (won, lost) = (ids("won"), ids("lost"));
    if won.is_empty() && lost.is_empty() {
        return String::new();
    }
    format!(
        "<details><summary>{}</summary><p>{}: {}</p><p>{}: {}</p></details>",
        escape(group["group"].as_str().unwrap_or_default()),
        escape(&texts.message("suite-won", &[])),
        escape(&won),
        escape(&texts.message("suite-lost", &[])),
        escape(&lost),
    )
}

/// Links to the reports of the matches.
fn matches(answer: &Answer<'_>, texts: &Texts) -> String {
    let mut dirs = vec!["selfplay".to_owned()];
    let tests = answer.sprt.as_object().into_iter().flatten();
    dirs.extend(tests.map(|(time, _)| format!("sprt-{time}")));
    let peers = answer.gauntlet.as_array().into_iter().flatten();
    dirs.extend(peers.filter_map(|peer| Some(format!("gauntlet-{}", peer["peer"].as_str()?))));
    let links = dirs
        .iter()
        .map(|dir| format!("<a href=\"{0}/report.html\">{0}</a>", escape(dir)));
    let links: Vec<String> = links.collect();
    format!(
        "<p>{}: {}</p>",
        escape(&texts.message("regression-matches", &[])),
        links.join(" · ")
    )
}
