//! Long work on the terminal: a progress bar with rate and time left on stderr, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use yomikiri_lab::SolveProgress;

/// Shows the stages of a solve or a verification, if stderr is a terminal.
pub(crate) struct Bar {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
}

impl Bar {
    /// A progress bar that Ctrl-C stops.
    pub(crate) fn new() -> Self {
        let bar = match std::io::stderr().is_terminal() {
            true => ProgressBar::no_length(),
            false => ProgressBar::hidden(),
        };
        let style = "{msg:24} {wide_bar} {pos}/{len} {per_sec} {eta}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&stop);
        // If a handler is already set, Ctrl-C simply ends the program.
        let _ = ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed));
        Bar { bar, stop }
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl SolveProgress for Bar {
    fn stage(&self, name: &'static str, round: Option<u32>, total: u64) {
        self.bar.reset();
        self.bar.set_length(total);
        self.bar.set_message(match round {
            Some(round) => format!("{name} {round}"),
            None => name.to_owned(),
        });
    }

    fn advance(&self, slots: u64) {
        self.bar.inc(slots);
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
