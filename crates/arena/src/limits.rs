//! Time limits and time losses.

use std::time::Duration;

use yomikiri_game_api::{ClockState, Limits};

/// The limits of one side in a match. They combine with the player's own.
#[derive(Clone, PartialEq, Debug)]
pub struct SideLimits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions or playouts a move.
    pub nodes: Option<u64>,
    /// Time for a move.
    pub time: Option<Duration>,
    /// Processor time for a move, whatever else the machine does.
    pub cpu: Option<Duration>,
    /// A clock for the whole game.
    pub clock: Option<TimeControl>,
    /// How far a limit of time may be overstepped before the game is lost.
    pub margin: Duration,
}

impl Default for SideLimits {
    fn default() -> Self {
        SideLimits {
            depth: None,
            nodes: None,
            time: None,
            cpu: None,
            clock: None,
            margin: Duration::from_millis(100),
        }
    }
}

/// What limits may say.
const KEYS: &str = "depth=, nodes=, time=, cpu=, tc=, byoyomi= or margin=";

/// A clock for the whole game: main time, increment per move, and byoyomi.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Time for the game.
    pub base: Duration,
    /// Added after every move (Fischer).
    pub increment: Duration,
    /// Time for each move after the base is used up (byoyomi).
    pub byoyomi: Duration,
}

impl SideLimits {
    /// Reads `depth=3,nodes=1000,time=100ms,cpu=100ms,tc=60s+1s,byoyomi=5s,margin=50ms`.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut limits = SideLimits::default();
        let mut clock = TimeControl {
            base: Duration::ZERO,
            increment: Duration::ZERO,
            byoyomi: Duration::ZERO,
        };
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let wrong = |expected: &str| {
                let shown: String = pair.chars().take(60).collect();
                format!("limits: expected {expected}, got {shown:?}")
            };
            let (key, value) = pair.split_once('=').ok_or_else(|| wrong(KEYS))?;
            let time = |text: &str| read_time(text).ok_or_else(|| wrong("a time such as 500ms"));
            match key {
                "depth" => {
                    let depth = value.parse().ok().filter(|depth| (1..=200).contains(depth));
                    limits.depth = Some(depth.ok_or_else(|| wrong("a depth from 1 to 200"))?);
                }
                "nodes" | "playouts" => {
                    let nodes = value.parse().ok().filter(|&nodes: &u64| nodes > 0);
                    limits.nodes = Some(nodes.ok_or_else(|| wrong("a number above 0"))?);
                }
                "time" => limits.time = Some(time(value)?),
                "cpu" => limits.cpu = Some(time(value)?),
                "margin" => limits.margin = time(value)?,
                "byoyomi" => clock.byoyomi = time(value)?,
                "tc" => {
                    let (base, increment) = value.split_once('+').unwrap_or((value, "0s"));
                    clock.base = time(base)?;
                    clock.increment = time(increment)?;
                }
                _ => return Err(wrong(KEYS)),
            }
        }
        if clock.base + clock.byoyomi > Duration::ZERO {
            limits.clock = Some(clock);
        } else if clock.increment > Duration::ZERO {
            return Err("limits: expected time before the +".to_owned());
        }
        if [limits.time, limits.cpu].contains(&Some(Duration::ZERO)) {
            return Err("limits: expected a time above 0".to_owned());
        }
        Ok(limits)
    }

    /// Whether a clock takes part, so that games need not repeat.
    pub fn timed(&self) -> bool {
        self.time.is_some() || self.cpu.is_some() || self.clock.is_some()
    }

    /// The same with times so many times as long, for a machine of another speed.
    #[must_use]
    pub fn scaled(mut self, scale: f64) -> Self {
        if scale == 1.0 {
            return self;
        }
        let longer = |time: Duration| time.mul_f64(scale.clamp(0.01, 100.0));
        self.time = self.time.map(longer);
        self.cpu = self.cpu.map(longer);
        self.clock = self.clock.map(|clock| TimeControl {
            base: longer(clock.base),
            increment: longer(clock.increment),
            byoyomi: longer(clock.byoyomi),
        });
        self
    }

    /// Writes the limits so that [`SideLimits::read`] gives them back.
    pub fn write(&self) -> String {
        let mut parts = Vec::new();
        if let Some(depth) = self.depth {
            parts.push(format!("depth={depth}"));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("nodes={nodes}"));
        }
        let ms = |time: Duration| format!("{}ms", time.as_millis());
        if let Some(time) = self.time {
            parts.push(format!("time={}", ms(time)));
        }
        if let Some(cpu) = self.cpu {
            parts.push(format!("cpu={}", ms(cpu)));
        }
        if let Some(clock) = self.clock {
            if !clock.base.is_zero() {
                parts.push(format!("tc={}+{}", ms(clock.base), ms(clock.increment)));
            }
            if !clock.byoyomi.is_zero() {
                parts.push(format!("byoyomi={}", ms(clock.byoyomi)));
            }
        }
        if self.time.is_some() || self.clock.is_some() {
            parts.push(format!("margin={}", ms(self.margin)));
        }
        parts.join(",")
    }
}

/// Reads `500ms`, `1.5s`, `2m`; at most 30 days.
fn read_time(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let time = Duration::try_from_secs_f64(number.parse::<f64>().ok()? * scale).ok()?;
    (time <= Duration::from_secs(30 * 24 * 3600)).then_some(time)
}

/// One side's clock during a game.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: SideLimits,
    left: Duration,
}

impl Clock {
    /// A clock at the beginning of a game.
    pub fn new(limits: &SideLimits) -> Self {
        Clock {
            left: limits.clock.map_or(Duration::ZERO, |clock| clock.base),
            limits: limits.clone(),
        }
    }

    /// The remaining time, if there is a game clock.
    pub fn state(&self) -> Option<ClockState> {
        self.limits.clock.map(|clock| ClockState {
            left: self.left,
            increment: clock.increment,
            byoyomi: clock.byoyomi,
            moves_to_go: None,
        })
    }

    /// The limits for the next move. The time is for players that do not manage a clock: a fixed
    /// share of what is left, most of the increment, and nearly all of the byoyomi.
    pub fn move_limits(&self) -> Limits {
        let share = self.state().map(|clock| {
            let wish = clock.left / 30 + clock.increment.mul_f64(0.8) + clock.byoyomi.mul_f64(0.9);
            let most = (clock.left + clock.byoyomi).mul_f64(0.9);
            wish.min(most).max(Duration::from_millis(1))
        });
        let time = match (self.limits.time, share) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Limits {
            depth: self.limits.depth,
            nodes: self.limits.nodes,
            time,
            cpu: self.limits.cpu,
            deadline: self.longest(),
            ..Limits::default()
        }
    }

    /// The longest a move may take before it is lost on time; `None` without a limit of time.
    pub fn longest(&self) -> Option<Duration> {
        let by_clock = self.state().map(|clock| clock.left + clock.byoyomi);
        let longest = match (self.limits.time, by_clock) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        longest.map(|longest| longest + self.limits.margin)
    }

    /// Subtracts the time of a move; `false` if it was too long.
    pub fn spend(&mut self, spent: Duration) -> bool {
        if self.longest().is_some_and(|longest| spent > longest) {
            return false;
        }
        if let Some(clock) = self.limits.clock {
            self.left = self.left.saturating_sub(spent) + clock.increment;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn limits_survive_a_round_trip() {
        for text in [
            "",
            "depth=3",
            "depth=3,nodes=1000",
            "time=100ms,margin=50ms",
            "cpu=15ms",
            "nodes=5,cpu=100ms",
            "tc=60000ms+1000ms,byoyomi=5000ms,margin=100ms",
            "byoyomi=500ms,margin=100ms",
        ] {
            assert_eq!(SideLimits::read(text).unwrap().write(), text);
        }
        let named = SideLimits::read("tc=1m+0.5s").unwrap();
        assert_eq!(named.write(), "tc=60000ms+500ms,margin=100ms");
    }

    #[test]
    fn a_slower_machine_gets_more_time_and_as_many_nodes() {
        let limits = SideLimits::read("nodes=1000,time=100ms,tc=60s+1s,margin=50ms").unwrap();
        assert_eq!(limits.clone().scaled(1.0), limits);
        let text = limits.scaled(1.5).write();
        assert_eq!(text, "nodes=1000,time=150ms,tc=90000ms+1500ms,margin=50ms");
    }

    #[test]
    fn bad_limits_are_refused() {
        for text in [
            "depth", "depth=0", "depth=x", "nodes=0", "time=1", "time=0s", "cpu=0ms", "x=1",
            "tc=0s+1s",
        ] {
            assert!(SideLimits::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_lost() {
        let limits = SideLimits::read("tc=1s+100ms,margin=10ms").unwrap();
        let mut clock = Clock::new(&limits);
        assert!(clock.spend(ms(900)));
        assert_eq!(clock.state().unwrap().left, ms(200));
        assert!(clock.move_limits().time.unwrap() < ms(200));
        assert!(!clock.spend(ms(211)));
        let limits = SideLimits::read("tc=1s,byoyomi=100ms,margin=0ms").unwrap();
        let mut clock = Clock::new(&limits);
        assert!(clock.spend(ms(1050)));
        assert!(clock.spend(ms(100)));
        assert!(!clock.spend(ms(101)));
    }
}
