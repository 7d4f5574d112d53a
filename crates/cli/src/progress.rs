//! Long work on the terminal: a progress bar with the time left on stderr, and Ctrl-C.
//!
//! A solve is one job of many stages, whose number nobody knows before: the bar shows the job, not the
//! stage. Where stderr is no terminal, a line a minute says how far it is.

use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use yomikiri_lab::{SolveProgress, Together};

/// How often a line is printed where there is no bar.
const LINES: Duration = Duration::from_secs(60);
/// The rate of a cluster is that of so long a time.
const RATE: Duration = Duration::from_secs(2);
/// The bar of a job counts to this.
const STEPS: f64 = 1000.0;
/// The work of a part as it usually is, in that of a sweep over all its positions (measured: Anpanman shogi 6.5,
/// Janken 2v1 7.7, chess KQvKR 8.5, Dobutsu shogi 8.7).
const USUAL_WORK: f64 = 7.0;
/// The share of a part after which its end is no longer reckoned but only approached.
const RECKONED: f64 = 0.7;

/// The work on a position in a stage, in that of a sweep.
fn work(stage: &str) -> f64 {
    match stage {
        // These look at a cell or at a word of lanes, and at no position.
        "collect" | "apply bounds" | "look around" => 0.02,
        "expand losses" | "expand wins" | "examine" => 4.0,
        "mark" => 8.0,
        "finish" => 3.0,
        _ => 1.0,
    }
}

/// Shows the progress of a solve or a verification.
pub(crate) struct Bar {
    bar: ProgressBar,
    has_terminal: bool,
    job: Mutex<Job>,
    stop: Arc<AtomicBool>,
}

impl Bar {
    /// A progress bar that Ctrl-C stops.
    pub(crate) fn new() -> Self {
        let has_terminal = std::io::stderr().is_terminal();
        let bar = match has_terminal {
            true => ProgressBar::no_length(),
            false => ProgressBar::hidden(),
        };
        set_style(&bar, "{msg:24} {wide_bar} {human_pos}/{human_len} {eta}");
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        // If a handler is already set, Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
        Bar {
            bar,
            has_terminal,
            job: Mutex::new(Job::new(Instant::now())),
            stop,
        }
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn with_job<T>(&self, change: impl FnOnce(&mut Job) -> T) -> T {
        change(&mut self.job.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Shows a job of parts.
    fn show(&self, job: &mut Job) {
        let now = Instant::now();
        if self.has_terminal {
            self.bar.set_position((job.fraction() * STEPS) as u64);
            self.bar.set_message(job.title());
            let (left, needs) = (job.time_left(now), job.needs());
            let prefix = [left, needs].into_iter().filter(|text| !text.is_empty());
            self.bar.set_prefix(prefix.collect::<Vec<_>>().join(", "));
        } else if let Some(line) = job.line(now) {
            // Whoever has started this may be gone; the work goes on.
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }
}

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

impl SolveProgress for Bar {
    fn part(&self, name: &str, share: Range<f64>) {
        set_style(&self.bar, "{msg:24} {wide_bar} {percent:>3} % {prefix}");
        self.bar.set_length(STEPS as u64);
        self.with_job(|job| {
            job.begin_part(name, share);
            self.show(job);
        });
    }

    fn stage(&self, name: &'static str, round: Option<u32>, total: u64) {
        self.with_job(|job| {
            job.begin_stage(name, round, total);
            match job.share {
                Some(_) => self.show(job),
                None => {
                    self.bar.reset();
                    self.bar.set_length(total);
                    self.bar.set_message(job.stage.clone());
                }
            }
        });
    }

    fn advance(&self, slots: u64) {
        self.with_job(|job| {
            job.done += slots;
            match job.share {
                Some(_) => self.show(job),
                None => {
                    self.bar.inc(slots);
                    if !self.has_terminal
                        && let Some(line) = job.line(Instant::now())
                    {
                        // Whoever has started this may be gone; the work goes on.
                        let _ = writeln!(std::io::stderr(), "{line}");
                    }
                }
            }
        });
    }

    fn together(&self, sum: Together) {
        self.with_job(|job| job.note(sum, Instant::now()));
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// How far a job is.
struct Job {
    begun: Instant,
    /// When a line was last printed.
    said: Instant,
    part: String,
    /// The part's share of the whole job; `None` for work in one part.
    share: Option<Range<f64>>,
    stage: String,
    /// Positions of the stage, and those that were looked at.
    total: u64,
    done: u64,
    /// Positions of the part: those of its first stage.
    positions: u64,
    /// The work on a position of the stage.
    work: f64,
    /// The work of earlier stages of the part.
    before: f64,
    /// What the processes of a cluster have done and need in sum, if there are several.
    together: Option<Together>,
    /// When their rate was last reckoned and what they had looked at; the rate, in positions a second.
    reckoned: (Instant, u64),
    rate: Option<f64>,
}

impl Job {
    fn new(begun: Instant) -> Self {
        Job {
            begun,
            said: begun,
            part: String::new(),
            share: None,
            stage: String::new(),
            total: 0,
            done: 0,
            positions: 0,
            work: 1.0,
            before: 0.0,
            together: None,
            reckoned: (begun, 0),
            rate: None,
        }
    }

    fn begin_part(&mut self, name: &str, share: Range<f64>) {
        name.clone_into(&mut self.part);
        self.share = Some(share);
        self.stage.clear();
        (self.total, self.done, self.positions, self.before) = (0, 0, 0, 0.0);
    }

    fn begin_stage(&mut self, name: &str, round: Option<u32>, total: u64) {
        self.before += self.done as f64 * self.work;
        self.work = work(name);
        self.positions = self.positions.max(total);
        (self.total, self.done) = (total, 0);
        self.stage = match round {
            Some(round) => format!("distance {round}"),
            None => name.to_owned(),
        };
    }

    /// The part and its stage.
    fn title(&self) -> String {
        [self.part.as_str(), &self.stage]
            .join(" ")
            .trim()
            .to_owned()
    }

    /// How much of the job is done, from 0 to 1. The end of a part comes nearer with every stage and
    /// is reached when the next part begins.
    fn fraction(&self) -> f64 {
        match &self.share {
            None => self.done as f64 / self.total.max(1) as f64,
            Some(share) => {
                let done = self.before + self.done as f64 * self.work;
                let usual = done / self.positions.max(1) as f64 / USUAL_WORK;
                let beyond = (usual - RECKONED).max(0.0) / (1.0 - RECKONED);
                let of_part = usual.min(RECKONED) + (1.0 - RECKONED) * (1.0 - (-beyond).exp());
                share.start + (share.end - share.start) * of_part
            }
        }
    }

    /// The time left, if the rest goes on as the part before it; nothing while that is a mere guess.
    fn time_left(&self, now: Instant) -> String {
        let (fraction, gone) = (self.fraction(), (now - self.begun).as_secs_f64());
        if fraction < 0.05 || gone < 5.0 {
            return String::new();
        }
        match gone / fraction * (1.0 - fraction) / 60.0 {
            minutes if minutes < 1.0 => "less than a minute left".to_owned(),
            minutes if minutes < 100.0 => format!("about {} min left", minutes.ceil()),
            minutes => format!("about {} h left", (minutes / 60.0).ceil()),
        }
    }

    /// Notes what the processes of a cluster have done and need.
    fn note(&mut self, sum: Together, now: Instant) {
        self.together = Some(sum);
        let (before, looked) = self.reckoned;
        let seconds = (now - before).as_secs_f64();
        if seconds >= RATE.as_secs_f64() {
            self.rate = Some(sum.looked.saturating_sub(looked) as f64 / seconds);
            self.reckoned = (now, sum.looked);
        }
    }

    /// What the processes of a cluster need together: their rate, their memory, what they have sent.
    fn needs(&self) -> String {
        let Some(sum) = self.together else {
            return String::new();
        };
        let mut parts = vec![format!("{} processes", sum.processes)];
        let rate = self.rate.map(|rate| rate / 1e6);
        parts.extend(rate.map(|millions| format!("{millions:.1} M positions/s")));
        if sum.memory > 0 {
            parts.push(format!("{} MB of memory", sum.memory / 1_000_000));
        }
        parts.push(format!("{} MB sent", sum.sent / 1_000_000));
        parts.join(", ")
    }

    /// A line for a log, if it is time for one.
    fn line(&mut self, now: Instant) -> Option<String> {
        if now - self.said < LINES {
            return None;
        }
        self.said = now;
        let parts = [
            format!("{:.0} % done", 100.0 * self.fraction()),
            self.title(),
            self.time_left(now),
            self.needs(),
        ];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        Some(parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two parts, the second three times as large.
    #[test]
    fn a_job_never_goes_back_and_ends_at_its_end() {
        let mut job = Job::new(Instant::now());
        let mut last = 0.0;
        for share in [0.0..0.25, 0.25..1.0] {
            job.begin_part("KQvK", share.clone());
            for round in 0..40 {
                job.begin_stage("examine", Some(round), 1000 / (1 + u64::from(round)));
                job.done = job.total;
                let now = job.fraction();
                assert!(now >= last && now <= share.end, "{now} after {last}");
                last = now;
            }
            assert!(last > share.start + 0.6 * (share.end - share.start));
        }
        job.begin_part("", 1.0..1.0);
        assert!((job.fraction() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_log_gets_a_line_a_minute() {
        let begun = Instant::now();
        let mut job = Job::new(begun);
        job.begin_part("KRvK", 0.0..1.0);
        job.begin_stage("classify", None, 1000);
        job.begin_stage("examine", Some(7), 1000);
        job.done = 1000;
        assert_eq!(job.line(begun + Duration::from_secs(59)), None);
        let line = job.line(begun + Duration::from_secs(60)).unwrap();
        assert_eq!(line, "57 % done, KRvK distance 7, less than a minute left");
        assert_eq!(job.line(begun + Duration::from_secs(61)), None);
        assert!(job.line(begun + Duration::from_secs(120)).is_some());
    }

    #[test]
    fn a_cluster_has_one_line_for_all_processes() {
        let begun = Instant::now();
        let mut job = Job::new(begun);
        job.begin_part("KRvK", 0.0..1.0);
        job.begin_stage("classify", None, 1000);
        job.done = 1000;
        let sum = |looked| Together {
            processes: 3,
            looked,
            memory: 42_000_000,
            sent: 7_000_000,
        };
        let at = |seconds| begun + Duration::from_secs(seconds);
        job.note(sum(1_000_000), at(1));
        assert_eq!(job.needs(), "3 processes, 42 MB of memory, 7 MB sent");
        job.note(sum(10_000_000), at(4));
        job.note(sum(10_000_001), at(5));
        let line = job.line(at(60)).unwrap();
        let expected = "14 % done, KRvK classify, about 6 min left, \
                        3 processes, 2.5 M positions/s, 42 MB of memory, 7 MB sent";
        assert_eq!(line, expected);
    }

    #[test]
    fn work_in_one_part_shows_its_stage() {
        let begun = Instant::now();
        let mut job = Job::new(begun);
        job.begin_stage("verify", None, 200);
        job.done = 50;
        let line = job.line(begun + Duration::from_secs(90)).unwrap();
        assert_eq!(line, "25 % done, verify, about 5 min left");
    }
}
