//! Time, as controllers tell it.

use std::time::Duration;

use yomikiri_game_api::ClockState;
use yomikiri_protocols::engine::GtpCommand;

use super::colour;
use crate::Side;

/// What controllers have said about time.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    settings: Option<Settings>,
    /// What is left to each side, and the moves to play in it (0: main time).
    left: [Option<(Duration, u32)>; 2],
}

#[derive(Copy, Clone, Debug)]
struct Settings {
    main: Duration,
    byoyomi: Duration,
    /// Moves in a period of byoyomi.
    moves: u32,
}

impl Clocks {
    /// Another game begins with the same settings.
    pub(super) fn restart(&mut self) {
        self.left = [None; 2];
    }

    pub(super) fn obey(&mut self, command: &GtpCommand) -> Result<(), String> {
        let seconds = |at: usize| {
            let text = command.arg(at, "seconds")?;
            let number: f64 = text.parse().unwrap_or(f64::NAN);
            match (0.0..=1e9).contains(&number) {
                true => Ok(Duration::from_secs_f64(number)),
                false => Err("syntax error: expected seconds".to_owned()),
            }
        };
        let moves = |at: usize| {
            let number: Option<u32> = command.arg(at, "stones")?.parse().ok();
            let number = number.ok_or("syntax error: expected a number of stones");
            number
                .map(|number| number.min(10_000))
                .map_err(str::to_owned)
        };
        match command.name.as_str() {
            "time_left" => {
                let side = colour(command.arg(0, "a colour")?)?;
                self.left[side.index()] = Some((seconds(1)?, moves(2)?));
            }
            "time_settings" => {
                let (main, byoyomi, moves) = (seconds(0)?, seconds(1)?, moves(2)?);
                self.set(main, byoyomi, moves);
            }
            _ => match command.arg(0, "a time system")? {
                "none" => *self = Clocks::default(),
                "absolute" => self.set(seconds(1)?, Duration::ZERO, 0),
                // Each period is for one move; all but the last are a reserve.
                "byoyomi" => {
                    let (main, period) = (seconds(1)?, seconds(2)?);
                    let reserve = period * moves(3)?.max(1).saturating_sub(1);
                    self.set(main + reserve, period, 1);
                }
                "canadian" => self.set(seconds(1)?, seconds(2)?, moves(3)?),
                _ => {
                    return Err("syntax error: expected none, absolute, byoyomi or canadian".into());
                }
            },
        }
        Ok(())
    }

    /// GTP: time for no stones means that there is no limit.
    fn set(&mut self, main: Duration, byoyomi: Duration, moves: u32) {
        let unlimited = !byoyomi.is_zero() && moves == 0;
        self.settings = (!unlimited).then_some(Settings {
            main,
            byoyomi,
            moves,
        });
        self.restart();
    }

    /// The clock of a side; `None` without a limit.
    pub(super) fn of(&self, side: Side) -> Option<ClockState> {
        let per_move = |settings: Settings| settings.byoyomi / settings.moves.max(1);
        match (self.left[side.index()], self.settings) {
            (Some((left, moves)), settings) => Some(ClockState {
                left,
                moves_to_go: (moves > 0).then_some(moves),
                byoyomi: settings
                    .filter(|_| moves == 0)
                    .map_or(Duration::ZERO, per_move),
                ..ClockState::default()
            }),
            (None, Some(settings)) => Some(ClockState {
                left: settings.main,
                byoyomi: per_move(settings),
                ..ClockState::default()
            }),
            (None, None) => None,
        }
    }
}

/// The processor time of this process in seconds, with that of threads that have ended. Linux only.
pub(super) fn cpu_seconds() -> Option<String> {
    /// What Linux tells programs a clock tick is, whatever it is inside.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program is in parentheses and may have spaces.
    let (_, rest) = text.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some(format!("{:.3}", (user + system) / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yomikiri_protocols::engine::read_gtp;

    fn after(lines: &[&str]) -> Result<Clocks, String> {
        let mut clocks = Clocks::default();
        for line in lines {
            clocks.obey(&read_gtp(line).unwrap())?;
        }
        Ok(clocks)
    }

    #[test]
    fn clocks_show_what_was_said() {
        let shown = |lines: &[&str]| after(lines).unwrap().of(Side::First);
        let seconds = Duration::from_secs_f64;
        assert_eq!(shown(&[]), None);
        let clock = shown(&["time_settings 600 30 5"]).unwrap();
        assert_eq!((clock.left, clock.byoyomi), (seconds(600.0), seconds(6.0)));
        assert_eq!(shown(&["time_settings 600 30 0"]), None);
        let clock = shown(&["time_settings 0 0.5 1"]).unwrap();
        assert_eq!((clock.left, clock.byoyomi), (seconds(0.0), seconds(0.5)));
        let clock = shown(&["time_settings 600 30 5", "time_left b 20 3"]).unwrap();
        assert_eq!((clock.left, clock.moves_to_go), (seconds(20.0), Some(3)));
        assert_eq!(clock.byoyomi, Duration::ZERO);
        let clock = shown(&["kgs-time_settings byoyomi 60 10 3"]).unwrap();
        assert_eq!((clock.left, clock.byoyomi), (seconds(80.0), seconds(10.0)));
        let clock = shown(&["kgs-time_settings canadian 60 100 25"]).unwrap();
        assert_eq!(clock.byoyomi, seconds(4.0));
        let clock = shown(&["kgs-time_settings absolute 60"]).unwrap();
        assert_eq!((clock.left, clock.byoyomi), (seconds(60.0), Duration::ZERO));
        assert_eq!(
            shown(&["time_settings 1 0 0", "kgs-time_settings none"]),
            None
        );
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for line in [
            "time_settings",
            "time_settings 1 2",
            "time_settings -1 0 0",
            "time_settings nan 0 0",
            "time_settings 1 1 x",
            "time_left green 1 0",
            "time_left b 1e300 0",
            "kgs-time_settings",
            "kgs-time_settings fischer 1 2",
            "kgs-time_settings canadian 1 2",
        ] {
            let error = after(&[line]).unwrap_err();
            assert!(error.starts_with("syntax error"), "{line}: {error}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_tells_the_processor_time() {
        let seconds: f64 = cpu_seconds().unwrap().parse().unwrap();
        assert!(seconds >= 0.0);
    }
}
