//! A request to think.

use std::time::Duration;

use yomikiri_game_api::Side;

use crate::Protocol;

/// How long an engine may think.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions or playouts.
    pub nodes: Option<u64>,
    /// For this move.
    pub time: Option<Duration>,
    /// The clocks of First and Second.
    pub clocks: Option<[Dials; 2]>,
}

/// What a clock shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Dials {
    /// What is left for the game.
    pub left: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// For each move after the time is gone.
    pub byoyomi: Duration,
}

impl Go {
    /// The lines that make an engine think for `mover`, whose move it is.
    pub fn lines(&self, protocol: Protocol, mover: Side) -> Vec<String> {
        match protocol {
            Protocol::Uci => vec![self.uci()],
            Protocol::Usi => vec![self.usi()],
            Protocol::Ucci => vec![self.ucci(mover)],
            Protocol::Xboard => self.xboard(mover),
            Protocol::Gtp => self.gtp(mover),
        }
    }

    fn uci(&self) -> String {
        let mut line = String::from("go");
        let mut word = |name: &str, value: u128| line.push_str(&format!(" {name} {value}"));
        if let Some([first, second]) = &self.clocks {
            // First is White. UCI has no byoyomi: it is spread as an increment.
            word("wtime", (first.left + first.byoyomi).as_millis());
            word("btime", (second.left + second.byoyomi).as_millis());
            word("winc", first.increment.as_millis());
            word("binc", second.increment.as_millis());
        }
        if let Some(depth) = self.depth {
            word("depth", u128::from(depth));
        }
        if let Some(nodes) = self.nodes {
            word("nodes", u128::from(nodes));
        }
        if let Some(time) = self.time {
            word("movetime", time.as_millis());
        }
        if self.is_unbounded() {
            word("movetime", USUAL.as_millis());
        }
        line
    }

    fn usi(&self) -> String {
        let mut line = String::from("go");
        let mut word = |name: &str, value: u128| line.push_str(&format!(" {name} {value}"));
        match (&self.clocks, self.time) {
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
        if let Some(depth) = self.depth {
            word("depth", u128::from(depth));
        }
        if let Some(nodes) = self.nodes {
            word("nodes", u128::from(nodes));
        }
        if self.is_unbounded() {
            word("byoyomi", USUAL.as_millis());
        }
        line
    }

    fn ucci(&self, mover: Side) -> String {
        if let Some(depth) = self.depth {
            return format!("go depth {depth}");
        }
        if let Some(nodes) = self.nodes {
            return format!("go nodes {nodes}");
        }
        match (&self.clocks, self.time) {
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

    fn xboard(&self, mover: Side) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(depth) = self.depth {
            lines.push(format!("sd {depth}"));
        }
        if let Some(nodes) = self.nodes {
            lines.push(format!("nps {nodes}"));
        }
        match &self.clocks {
            Some(clocks) => {
                let (own, other) = (clocks[mover.index()], clocks[(!mover).index()]);
                lines.push(format!("time {}", own.left.as_millis() / 10));
                lines.push(format!("otim {}", other.left.as_millis() / 10));
            }
            None if self.time.is_some() || self.is_unbounded() => {
                let time = self.time.unwrap_or(USUAL);
                lines.push(format!("st {}", time.as_secs_f64()));
            }
            None => {}
        }
        lines.push("go".into());
        lines
    }

    fn gtp(&self, mover: Side) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(clocks) = &self.clocks {
            for side in Side::BOTH {
                let left = clocks[side.index()].left.as_secs();
                lines.push(format!("time_left {} {left} 0", gtp_colour(side)));
            }
        } else if let Some(time) = self.time {
            let seconds = time.as_secs().max(1);
            lines.push(format!("time_settings 0 {seconds} 1"));
        }
        lines.push(format!("genmove {}", gtp_colour(mover)));
        lines
    }

    fn is_unbounded(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none() && self.clocks.is_none()
    }
}

/// The time for a move when nothing is said, as for the built-in players.
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
    use super::*;

    fn check(go: &Go, protocol: Protocol, lines: &[&str]) {
        assert_eq!(go.lines(protocol, Side::Second), lines, "{protocol}");
    }

    #[test]
    fn requests_are_written_in_each_language() {
        let depth = Go {
            depth: Some(5),
            ..Go::default()
        };
        check(&depth, Protocol::Uci, &["go depth 5"]);
        check(&depth, Protocol::Usi, &["go depth 5"]);
        check(&depth, Protocol::Ucci, &["go depth 5"]);
        check(&depth, Protocol::Xboard, &["sd 5", "go"]);
        check(&depth, Protocol::Gtp, &["genmove w"]);
        let time = Go {
            time: Some(Duration::from_millis(1500)),
            ..Go::default()
        };
        check(&time, Protocol::Uci, &["go movetime 1500"]);
        check(&time, Protocol::Usi, &["go btime 0 wtime 0 byoyomi 1500"]);
        check(&time, Protocol::Ucci, &["go time 1500 movestogo 1"]);
        check(&time, Protocol::Xboard, &["st 1.5", "go"]);
        check(&time, Protocol::Gtp, &["time_settings 0 1 1", "genmove w"]);
        let dial = |left, increment| Dials {
            left: Duration::from_secs(left),
            increment: Duration::from_secs(increment),
            byoyomi: Duration::ZERO,
        };
        let clocks = Go {
            clocks: Some([dial(60, 1), dial(50, 1)]),
            ..Go::default()
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
        check(&Go::default(), Protocol::Uci, &["go movetime 1000"]);
    }
}
