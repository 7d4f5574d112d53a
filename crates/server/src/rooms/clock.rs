//! The two clocks of a room. Pure: the caller passes the time.

use yomikiri_lab::Side;

use crate::messages::{ApiError, BySide, Clock, ClockView};

/// The longest times that are taken, in milliseconds.
const DAY: u64 = 24 * 3600 * 1000;
/// The most turns of a Canadian period.
const MOST_TURNS: u32 = 100;

/// Whether such a clock can be had.
pub(crate) fn check(clock: &Clock) -> Result<(), ApiError> {
    let wrong = |what: &str| Err(ApiError::bad("bad_clock", format!("clock: {what}")));
    let (main, least, other, periods) = match *clock {
        Clock::None {} => return Ok(()),
        Clock::SuddenDeath { main_ms } => (main_ms, 1, 0, 0),
        Clock::Fischer {
            main_ms,
            increment_ms,
        } => (main_ms, 1, increment_ms, 0),
        Clock::Byoyomi {
            main_ms,
            period_ms,
            periods,
        } => {
            if periods == 0 || period_ms == 0 {
                return wrong("expected at least one period of some length");
            }
            (main_ms, 0, period_ms, periods)
        }
        Clock::Canadian {
            main_ms,
            period_ms,
            turns,
        } => {
            if period_ms == 0 || !(1..=MOST_TURNS).contains(&turns) {
                return wrong("expected a period of some length for 1 to 100 turns");
            }
            (main_ms, 0, period_ms, 0)
        }
    };
    if !(least..=DAY).contains(&main) || other > DAY {
        return wrong("expected times above zero and of at most a day");
    }
    if periods > 100 {
        return wrong("expected at most 100 periods");
    }
    Ok(())
}

/// What one side has left.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Left {
    main: u64,
    /// Of the period that is or would be running.
    period: u64,
    periods: u32,
    /// Turns to be played in the period (Canadian byoyomi).
    turns: u32,
}

/// Both clocks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    spec: Clock,
    left: [Left; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, u64)>,
}

impl Clocks {
    pub(crate) fn new(spec: Clock) -> Self {
        let left = match spec {
            Clock::None {} => Left {
                main: 0,
                period: 0,
                periods: 0,
                turns: 0,
            },
            Clock::SuddenDeath { main_ms } | Clock::Fischer { main_ms, .. } => Left {
                main: main_ms,
                period: 0,
                periods: 0,
                turns: 0,
            },
            Clock::Byoyomi {
                main_ms,
                period_ms,
                periods,
            } => Left {
                main: main_ms,
                period: period_ms,
                periods,
                turns: 0,
            },
            Clock::Canadian {
                main_ms,
                period_ms,
                turns,
            } => Left {
                main: main_ms,
                period: period_ms,
                periods: 0,
                turns,
            },
        };
        Clocks {
            spec,
            left: [left; 2],
            running: None,
        }
    }

    pub(crate) fn is_kept(&self) -> bool {
        !matches!(self.spec, Clock::None {})
    }

    /// `side`'s clock runs from now on, and only that.
    pub(crate) fn start(&mut self, side: Side, now: u64) {
        self.running = self.is_kept().then_some((side, now));
    }

    pub(crate) fn stop(&mut self) {
        self.running = None;
    }

    pub(crate) fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// The server was away until `now` and last known to be there at `alive`: time since then is
    /// nobody's.
    pub(crate) fn forgive(&mut self, alive: u64, now: u64) {
        if let Some((_, since)) = &mut self.running {
            let spent = alive.saturating_sub(*since);
            *since = now.saturating_sub(spent);
        }
    }

    /// Milliseconds since the running clock was started.
    pub(crate) fn spent(&self, now: u64) -> u64 {
        let since = self.running.map(|(_, since)| since);
        since.map_or(0, |since| now.saturating_sub(since))
    }

    /// Takes time from a side. `false`: it had not so much.
    pub(crate) fn charge(&mut self, side: Side, spent: u64) -> bool {
        if !self.is_kept() {
            return true;
        }
        let left = &mut self.left[side.index()];
        if spent < left.main {
            left.main -= spent;
            return true;
        }
        let mut over = spent - left.main;
        left.main = 0;
        if matches!(self.spec, Clock::Canadian { .. }) {
            let enough = over < left.period;
            left.period = left.period.saturating_sub(over);
            return enough;
        }
        while left.periods > 0 {
            if over < left.period {
                left.period -= over;
                return true;
            }
            over -= left.period;
            left.periods -= 1;
            left.period = match self.spec {
                Clock::Byoyomi { period_ms, .. } if left.periods > 0 => period_ms,
                _ => 0,
            };
        }
        false
    }

    /// `side` has ended its turn: an increment, a whole period again, or one turn less to play.
    pub(crate) fn press(&mut self, side: Side) {
        let left = &mut self.left[side.index()];
        match self.spec {
            Clock::Fischer { increment_ms, .. } => left.main += increment_ms,
            Clock::Byoyomi { period_ms, .. } => left.period = period_ms,
            // The turn that used up the main time is the first of the period.
            Clock::Canadian {
                period_ms, turns, ..
            } if left.main == 0 => {
                left.turns -= 1;
                if left.turns == 0 {
                    (left.period, left.turns) = (period_ms, turns);
                }
            }
            Clock::Canadian { .. } => {}
            Clock::None {} | Clock::SuddenDeath { .. } => {}
        }
    }

    /// When the running side has used up everything.
    pub(crate) fn flag_at(&self) -> Option<u64> {
        let (side, since) = self.running?;
        Some(since + self.total(side))
    }

    /// What a side could still use in one go.
    pub(crate) fn total(&self, side: Side) -> u64 {
        let left = self.left[side.index()];
        let full = match self.spec {
            Clock::Byoyomi { period_ms, .. } => period_ms,
            _ => 0,
        };
        let further = u64::from(left.periods.saturating_sub(1)) * full;
        let running = match left.periods > 0 || left.turns > 0 {
            true => left.period,
            false => 0,
        };
        left.main + running + further
    }

    /// What an engine should use for a move: a share of its time with what comes back.
    pub(crate) fn share(&self, side: Side) -> Option<u64> {
        let left = self.left[side.index()];
        let share = match self.spec {
            Clock::None {} => return None,
            Clock::SuddenDeath { .. } => left.main / 30,
            Clock::Fischer { increment_ms, .. } => left.main / 30 + increment_ms * 3 / 4,
            Clock::Byoyomi { period_ms, .. } if left.periods > 0 => left.main / 30 + period_ms / 2,
            Clock::Byoyomi { .. } => left.main / 30,
            Clock::Canadian { .. } => {
                left.main / 30 + left.period / u64::from(left.turns.max(1)) * 3 / 4
            }
        };
        Some(share.min(self.total(side) / 3).max(1))
    }

    /// What a side has left at `now`.
    fn left(&self, side: Side, now: u64) -> Left {
        let mut clocks = *self;
        if self.running() == Some(side) {
            clocks.charge(side, self.spent(now));
        }
        clocks.left[side.index()]
    }

    /// What a side's clock shows: time and periods.
    pub(crate) fn shown(&self, side: Side, now: u64) -> (u64, u32) {
        let left = self.left(side, now);
        let shown = if left.main > 0 {
            left.main
        } else {
            left.period
        };
        (shown, left.periods)
    }

    pub(crate) fn view(&self, now: u64) -> ClockView {
        ClockView {
            spec: self.spec,
            left_ms: BySide::of(|side| self.shown(side, now).0),
            periods_left: BySide::of(|side| self.shown(side, now).1),
            turns_left: BySide::of(|side| {
                let left = self.left(side, now);
                if left.main == 0 { left.turns } else { 0 }
            }),
            running: self.running(),
            now_ms: now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sudden_death_counts_down_and_falls() {
        let mut clocks = Clocks::new(Clock::SuddenDeath { main_ms: 1000 });
        clocks.start(Side::First, 50);
        assert_eq!(clocks.flag_at(), Some(1050));
        assert_eq!(clocks.shown(Side::First, 350), (700, 0));
        assert!(clocks.charge(Side::First, 300));
        clocks.press(Side::First);
        assert_eq!(clocks.shown(Side::First, 350), (400, 0), "still running");
        clocks.start(Side::Second, 350);
        assert_eq!(clocks.shown(Side::First, 9999), (700, 0));
        assert!(!clocks.charge(Side::Second, 1000));
    }

    #[test]
    fn an_increment_comes_with_the_turn() {
        let mut clocks = Clocks::new(Clock::Fischer {
            main_ms: 1000,
            increment_ms: 200,
        });
        assert!(clocks.charge(Side::First, 500));
        clocks.press(Side::First);
        assert_eq!(clocks.shown(Side::First, 0), (700, 0));
    }

    #[test]
    fn byoyomi_uses_up_whole_periods_only() {
        let mut clocks = Clocks::new(Clock::Byoyomi {
            main_ms: 1000,
            period_ms: 300,
            periods: 3,
        });
        clocks.start(Side::First, 0);
        assert_eq!(clocks.flag_at(), Some(1900));
        // Main time, one whole period and a third of the next.
        assert!(clocks.charge(Side::First, 1400));
        assert_eq!(clocks.left[0].periods, 2);
        assert_eq!(clocks.left[0].period, 200);
        clocks.press(Side::First);
        clocks.start(Side::First, 0);
        assert_eq!(clocks.shown(Side::First, 0), (300, 2));
        assert_eq!(clocks.flag_at(), Some(600));
        assert!(clocks.charge(Side::First, 299));
        clocks.press(Side::First);
        assert_eq!(clocks.left[0].periods, 2);
        assert!(!clocks.charge(Side::First, 600));
        assert_eq!(clocks.shown(Side::First, 0).0, 0);
    }

    #[test]
    fn a_canadian_period_is_for_several_turns() {
        let mut clocks = Clocks::new(Clock::Canadian {
            main_ms: 1000,
            period_ms: 600,
            turns: 3,
        });
        let turn = |clocks: &mut Clocks, spent| {
            let enough = clocks.charge(Side::First, spent);
            clocks.press(Side::First);
            enough
        };
        assert!(turn(&mut clocks, 900));
        assert_eq!(clocks.view(0).turns_left.first, 0, "main time");
        // The turn in which the main time ends is the first of the period.
        assert!(turn(&mut clocks, 200));
        assert_eq!(clocks.shown(Side::First, 0), (500, 0));
        assert_eq!(clocks.view(0).turns_left.first, 2);
        assert!(turn(&mut clocks, 100));
        assert!(turn(&mut clocks, 399));
        assert_eq!(clocks.shown(Side::First, 0), (600, 0), "a new period");
        assert_eq!(clocks.view(0).turns_left.first, 3);
        clocks.start(Side::First, 10);
        assert_eq!(clocks.flag_at(), Some(610));
        assert!(!turn(&mut clocks, 600));
    }

    #[test]
    fn time_without_a_server_is_nobodys() {
        let mut clocks = Clocks::new(Clock::SuddenDeath { main_ms: 60_000 });
        clocks.start(Side::Second, 1_000);
        // Alive until 11,000; back at 500,000: ten seconds were spent.
        clocks.forgive(11_000, 500_000);
        assert_eq!(clocks.shown(Side::Second, 500_000), (50_000, 0));
        // Never seen alive since: nothing was spent.
        clocks.start(Side::Second, 600_000);
        clocks.forgive(11_000, 700_000);
        assert_eq!(clocks.shown(Side::Second, 700_000), (60_000, 0));
    }

    #[test]
    fn no_clock_never_falls() {
        let mut clocks = Clocks::new(Clock::None {});
        clocks.start(Side::First, 0);
        assert_eq!(clocks.flag_at(), None);
        assert!(clocks.charge(Side::First, u64::MAX));
    }

    #[test]
    fn impossible_clocks_are_refused() {
        for clock in [
            Clock::SuddenDeath { main_ms: 0 },
            Clock::SuddenDeath { main_ms: u64::MAX },
            Clock::Fischer {
                main_ms: 1,
                increment_ms: u64::MAX,
            },
            Clock::Byoyomi {
                main_ms: 0,
                period_ms: 0,
                periods: 1,
            },
            Clock::Byoyomi {
                main_ms: 0,
                period_ms: 1,
                periods: 101,
            },
            Clock::Canadian {
                main_ms: 0,
                period_ms: 0,
                turns: 5,
            },
            Clock::Canadian {
                main_ms: 0,
                period_ms: 1,
                turns: 0,
            },
            Clock::Canadian {
                main_ms: 0,
                period_ms: 1,
                turns: 101,
            },
        ] {
            assert_eq!(
                check(&clock).unwrap_err().body.code,
                "bad_clock",
                "{clock:?}"
            );
        }
    }
}
