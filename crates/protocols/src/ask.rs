//! A request for a move in each protocol.

use std::time::Duration;

use yomikiri_game_api::{Limits, Side};

use crate::Protocol;

/// The lines that make an engine think for `mover`, the side to move. With clocks the engine
/// manages its own time, and the time for this move is not sent.
pub fn go_lines(limits: &Limits, protocol: Protocol, mover: Side) -> Vec<String> {
    let limits = &Limits {
        time: limits.time.filter(|_| limits.clocks.is_none()),
        ..limits.clone()
    };
    match protocol {
        Protocol::Uci => vec![uci(limits)],
        Protocol::Usi => vec![usi(limits)],
        Protocol::Ucci => vec![ucci(limits, mover)],
        Protocol::Xboard => xboard(limits, mover),
        Protocol::Gtp => gtp(limits, mover),
    }
}

fn uci(limits: &Limits) -> String {
    let mut line = String::from("go");
    let mut word = |name: &str, value: u128| line.push_str(&format!(" {name} {value}"));
    if let Some([first, second]) = &limits.clocks {
        // First is White. UCI has no byoyomi: it is spread as an increment.
        word("wtime", (first.left + first.byoyomi).as_millis());
        word("btime", (second.left + second.byoyomi).as_millis());
        word("winc", first.increment.as_millis());
        word("binc", second.increment.as_millis());
    }
    if let Some(depth) = limits.depth {
        word("depth", u128::from(depth));
    }
    if let Some(nodes) = limits.nodes {
        word("nodes", u128::from(nodes));
    }
    if let Some(time) = limits.time {
        word("movetime", time.as_millis());
    }
    if is_unbounded(limits) {
        word("movetime", USUAL.as_millis());
    }
    line
}

fn usi(limits: &Limits) -> String {
    let mut line = String::from("go");
    let mut word = |name: &str, value: u128| line.push_str(&format!(" {name} {value}"));
    match (&limits.clocks, limits.time) {
        (Some([first, second]), _) => {
            // First is Black, as in shogi.
            word("btime", first.left.as_millis());
            word("wtime", second.left.as_millis());
            if (first.increment + second.increment).is_zero() {
                word("byoyomi", first.byoyomi.max(second.byoyomi).as_millis());
            } else {
                word("binc", first.increment.as_millis());
                word("winc", second.increment.as_millis());
            }
        }
        (None, Some(time)) => {
            word("btime", 0);
            word("wtime", 0);
            word("byoyomi", time.as_millis());
        }
        (None, None) => {}
    }
    if let Some(depth) = limits.depth {
        word("depth", u128::from(depth));
    }
    if let Some(nodes) = limits.nodes {
        word("nodes", u128::from(nodes));
    }
    if is_unbounded(limits) {
        word("byoyomi", USUAL.as_millis());
    }
    line
}

fn ucci(limits: &Limits, mover: Side) -> String {
    if let Some(depth) = limits.depth {
        return format!("go depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        return format!("go nodes {nodes}");
    }
    match (&limits.clocks, limits.time) {
        (Some(clocks), _) => {
            let own = clocks[mover.index()];
            let left = (own.left + own.byoyomi).as_millis();
            format!("go time {left} increment {}", own.increment.as_millis())
        }
        (None, time) => {
            let time = time.unwrap_or(USUAL).as_millis();
            format!("go time {time} movestogo 1")
        }
    }
}

fn xboard(limits: &Limits, mover: Side) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(depth) = limits.depth {
        lines.push(format!("sd {depth}"));
    }
    if let Some(nodes) = limits.nodes {
        lines.push(format!("nps {nodes}"));
    }
    match &limits.clocks {
        Some(clocks) => {
            let (own, other) = (clocks[mover.index()], clocks[(!mover).index()]);
            lines.push(format!("time {}", own.left.as_millis() / 10));
            lines.push(format!("otim {}", other.left.as_millis() / 10));
        }
        None if limits.time.is_some() || is_unbounded(limits) => {
            let time = limits.time.unwrap_or(USUAL);
            lines.push(format!("st {}", time.as_secs_f64()));
        }
        None => {}
    }
    lines.push("go".into());
    lines
}

fn gtp(limits: &Limits, mover: Side) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(clocks) = &limits.clocks {
        for side in Side::BOTH {
            let left = clocks[side.index()].left.as_secs();
            lines.push(format!("time_left {} {left} 0", gtp_colour(side)));
        }
    } else if let Some(time) = limits.time {
        let seconds = time.as_secs().max(1);
        lines.push(format!("time_settings 0 {seconds} 1"));
    }
    lines.push(format!("genmove {}", gtp_colour(mover)));
    lines
}

fn is_unbounded(limits: &Limits) -> bool {
    limits.depth.is_none()
        && limits.nodes.is_none()
        && limits.time.is_none()
        && limits.clocks.is_none()
}

/// The default time per move, as for built-in players.
const USUAL: Duration = Duration::from_secs(1);

/// The letter of a side in GTP: First is Black.
pub(crate) fn gtp_colour(side: Side) -> char {
    match side {
        Side::First => 'b',
        Side::Second => 'w',
    }
}

#[cfg(test)]
mod tests {
    use yomikiri_game_api::ClockState;

    use super::*;

    fn check(limits: &Limits, protocol: Protocol, lines: &[&str]) {
        assert_eq!(
            go_lines(limits, protocol, Side::Second),
            lines,
            "{protocol}"
        );
    }

    #[test]
    fn requests_are_written_in_each_language() {
        let depth = Limits {
            depth: Some(5),
            ..Limits::default()
        };
        check(&depth, Protocol::Uci, &["go depth 5"]);
        check(&depth, Protocol::Usi, &["go depth 5"]);
        check(&depth, Protocol::Ucci, &["go depth 5"]);
        check(&depth, Protocol::Xboard, &["sd 5", "go"]);
        check(&depth, Protocol::Gtp, &["genmove w"]);
        let time = Limits {
            time: Some(Duration::from_millis(1500)),
            ..Limits::default()
        };
        check(&time, Protocol::Uci, &["go movetime 1500"]);
        check(&time, Protocol::Usi, &["go btime 0 wtime 0 byoyomi 1500"]);
        check(&time, Protocol::Ucci, &["go time 1500 movestogo 1"]);
        check(&time, Protocol::Xboard, &["st 1.5", "go"]);
        check(&time, Protocol::Gtp, &["time_settings 0 1 1", "genmove w"]);
        let clock = |left, increment| ClockState {
            left: Duration::from_secs(left),
            increment: Duration::from_secs(increment),
            ..ClockState::default()
        };
        let clocks = Limits {
            clocks: Some([clock(60, 1), clock(50, 1)]),
            // The share for players without a clock of their own is not sent.
            time: Some(Duration::from_secs(2)),
            ..Limits::default()
        };
        check(
            &clocks,
            Protocol::Uci,
            &["go wtime 60000 btime 50000 winc 1000 binc 1000"],
        );
        check(
            &clocks,
            Protocol::Usi,
            &["go btime 60000 wtime 50000 binc 1000 winc 1000"],
        );
        check(&clocks, Protocol::Ucci, &["go time 50000 increment 1000"]);
        check(&clocks, Protocol::Xboard, &["time 5000", "otim 6000", "go"]);
        check(&Limits::default(), Protocol::Uci, &["go movetime 1000"]);
    }
}
