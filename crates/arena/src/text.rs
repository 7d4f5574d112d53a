//! The block of text that users of fastchess know.

use std::fmt::Write;

use crate::stats::{Decision, EloModel, Estimate};
use crate::summary::Summary;

/// The whole block.
pub fn write_block(summary: &Summary, conditions: &str) -> String {
    let mut text = String::new();
    let rule = "--------------------------------------------------";
    let Summary { first, second, .. } = summary;
    let _ = writeln!(text, "{rule}");
    let _ = writeln!(
        text,
        "Results of {first} vs {second} ({}):",
        join(&summary.game, conditions)
    );
    let _ = writeln!(
        text,
        "Elo: {}, nElo: {}",
        elo_words(summary),
        plus_minus(summary.nelo)
    );
    let _ = writeln!(text, "{}", likelihood(summary));
    let points = summary.wins_first as f64 + 0.5 * summary.draws as f64;
    let _ = write!(
        text,
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {points:.1}",
        summary.games, summary.wins_first, summary.wins_second, summary.draws,
    );
    if let Some(score) = summary.score {
        let _ = write!(
            text,
            " ({:.2} %, 95 %: {})",
            100.0 * score.value,
            percent_range(score)
        );
    }
    text.push('\n');
    if let Some(p) = summary.penta {
        let _ = writeln!(
            text,
            "Ptnml(0-2): [{}, {}, {}, {}, {}]",
            p[0], p[1], p[2], p[3], p[4]
        );
    }
    write_sprt(&mut text, summary);
    write_more(&mut text, summary);
    let _ = writeln!(text, "{rule}");
    text
}

fn join(game: &str, conditions: &str) -> String {
    match conditions.is_empty() {
        true => game.to_owned(),
        false => format!("{game}, {conditions}"),
    }
}

fn elo_words(summary: &Summary) -> String {
    match (summary.elo, summary.score) {
        (Some(elo), _) => format!("{:.2} +/- {:.2}", elo.value, elo.error()),
        (None, Some(score)) if score.value == 1.0 => {
            let low = crate::stats::elo_of_score(score.low).unwrap_or(0.0);
            format!("unbounded (95 %: above {low:.0})")
        }
        (None, Some(score)) if score.value == 0.0 => {
            let high = crate::stats::elo_of_score(score.high).unwrap_or(0.0);
            format!("unbounded (95 %: below {high:.0})")
        }
        _ => "unbounded".to_owned(),
    }
}

fn plus_minus(estimate: Option<Estimate>) -> String {
    match estimate {
        Some(of) => format!("{:.2} +/- {:.2}", of.value, of.error()),
        None => "unbounded".to_owned(),
    }
}

fn percent_range(of: Estimate) -> String {
    format!("{:.1}-{:.1}", 100.0 * of.low, 100.0 * of.high)
}

fn likelihood(summary: &Summary) -> String {
    let mut text = format!("LOS: {:.2} %", 100.0 * summary.los);
    match summary.penta {
        Some([ll, ld, even, wd, ww]) => {
            let pairs = (ll + ld + even + wd + ww).max(1);
            let _ = write!(
                text,
                ", DrawRatio: {:.2} %",
                100.0 * even as f64 / pairs as f64
            );
            let ratio = match ll + ld {
                0 => "unbounded".to_owned(),
                lost => format!("{:.2}", (wd + ww) as f64 / lost as f64),
            };
            let _ = write!(text, ", PairsRatio: {ratio}");
        }
        None => {
            let share = summary.draws as f64 / summary.games.max(1) as f64;
            let _ = write!(text, ", DrawRatio: {:.2} %", 100.0 * share);
        }
    }
    text
}

fn write_sprt(text: &mut String, summary: &Summary) {
    let Some(state) = &summary.sprt else {
        return;
    };
    let end = if state.llr >= 0.0 {
        state.upper
    } else {
        -state.lower
    };
    let model = match state.sprt.model {
        EloModel::Logistic => "logistic",
        EloModel::Normalised => "normalised",
    };
    let _ = writeln!(
        text,
        "LLR: {:.2} ({:.1}%) ({:.2}, {:.2}) [{:.2}, {:.2}] {model}",
        state.llr,
        100.0 * state.llr / end,
        state.lower,
        state.upper,
        state.sprt.elo0,
        state.sprt.elo1,
    );
    if let Some(decision) = state.decision {
        let accepted = match decision {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        };
        let uncounted = match state.after_stop {
            1 => "1 game after the stop is not counted".to_owned(),
            games => format!("{games} games after the stop are not counted"),
        };
        let _ = writeln!(
            text,
            "SPRT ([{:.2}, {:.2}]) completed - {accepted} was accepted ({uncounted})",
            state.sprt.elo0, state.sprt.elo1,
        );
    }
}

fn write_more(text: &mut String, summary: &Summary) {
    let side = &summary.by_side;
    let _ = write!(
        text,
        "By side: First won {}, Second won {}, {} drawn",
        side.first_wins, side.second_wins, side.draws
    );
    if let Some(score) = side.first_score {
        let _ = write!(
            text,
            "; First scores {:.1} % (95 %: {})",
            100.0 * score.value,
            percent_range(score)
        );
    }
    text.push('\n');
    let (a, b) = (side.player_first_as_first, side.player_first_as_second);
    if b.wins + b.losses + b.draws > 0 {
        let _ = writeln!(
            text,
            "{}: as First +{} -{} ={}, as Second +{} -{} ={}",
            summary.first, a.wins, a.losses, a.draws, b.wins, b.losses, b.draws
        );
    }
    let reasons: Vec<String> = summary
        .reasons
        .iter()
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    let _ = writeln!(text, "Endings: {}", reasons.join(", "));
    let length = &summary.length;
    let _ = writeln!(
        text,
        "Plies: {} to {}, median {}, mean {:.1}; {} distinct games",
        length.least, length.most, length.median, length.mean, summary.distinct
    );
    if let Some([first, second]) = summary.processor_seconds {
        let each = match summary.processor_ms_per_move {
            Some(each) => each.map(|ms| format!(" ({ms:.1} ms a move)")),
            None => [const { String::new() }; 2],
        };
        let _ = writeln!(
            text,
            "CPU time: {} {first:.1} s{}, {} {second:.1} s{}",
            summary.first, each[0], summary.second, each[1]
        );
    }
    if let Some(regret) = &summary.regret {
        for (name, of) in [&summary.first, &summary.second].into_iter().zip(regret) {
            let kept = of.kept_share().map_or(0.0, |share| 100.0 * share);
            let _ = writeln!(
                text,
                "Regret of {name}: {kept:.1} % of {} moves kept the value, {} lost half a point, {} a full point, {} plies wasted",
                of.moves, of.half, of.whole, of.wasted
            );
        }
    }
    for fault in &summary.faults {
        let _ = writeln!(
            text,
            "Fault: {} x {} of {}: {}",
            fault.count, fault.kind, fault.player, fault.text
        );
        if !fault.stderr.is_empty() {
            let _ = writeln!(text, "  end of stderr: {}", fault.stderr);
        }
    }
}
