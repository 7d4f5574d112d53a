//! Handling Ctrl-C during runs of many games.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use yomikiri_lab::Texts;

use crate::output::note;

/// Exit code of an interrupted run.
const INTERRUPTED: u8 = 130;

/// Set by the first Ctrl-C; the second one ends the program at once.
pub(super) fn interrupt_flag() -> Arc<AtomicBool> {
    static FLAG: std::sync::OnceLock<Arc<AtomicBool>> = std::sync::OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        let handler = move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(INTERRUPTED));
            }
        };
        // Without a handler, Ctrl-C ends the program, and a run can still be resumed.
        let _ = ctrlc::set_handler(handler);
        flag
    });
    Arc::clone(flag)
}

/// The command line that resumes this run.
fn resume_command() -> String {
    let quoted = |word: String| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    };
    let mut words: Vec<String> = std::env::args().skip(1).map(quoted).collect();
    if !words.iter().any(|word| word == "--resume") {
        words.push("--resume".into());
    }
    format!("yomikiri {}", words.join(" "))
}

/// Prints how to resume an interrupted run, if it was saved, and returns the exit code.
pub(super) fn tell_interrupted(kept: bool, texts: &Texts) -> ExitCode {
    note(&match kept {
        true => texts.message("arena-resume", &[("command", &resume_command())]),
        false => texts.message("arena-not-saved", &[]),
    });
    ExitCode::from(INTERRUPTED)
}
