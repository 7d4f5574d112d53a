//! The terminal: setting up and restoring it.

use std::io::{self, Stdout, stdout};
use std::panic::{self, PanicHookInfo};
use std::sync::Arc;
use std::thread;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

type Hook = Arc<dyn Fn(&PanicHookInfo<'_>) + Send + Sync>;

/// The full-screen terminal, restored when this is dropped and before a panic message.
pub(super) struct FullScreen {
    pub(super) terminal: Terminal<CrosstermBackend<Stdout>>,
    hook: Hook,
}

impl FullScreen {
    pub(super) fn enter() -> io::Result<Self> {
        let hook: Hook = Arc::from(panic::take_hook());
        let usual = Arc::clone(&hook);
        let screen_thread = thread::current().id();
        // A panic of a player in the background is shown on the screen, which stays up.
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == screen_thread {
                give_back();
                usual(info);
            }
        }));
        let enter = || {
            enable_raw_mode()?;
            execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
            Terminal::new(CrosstermBackend::new(stdout()))
        };
        match enter() {
            Ok(terminal) => Ok(FullScreen { terminal, hook }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        // In a panic the hook has restored the terminal; it must not change again.
        if !thread::panicking() {
            give_back();
            let hook = Arc::clone(&self.hook);
            panic::set_hook(Box::new(move |info| hook(info)));
        }
    }
}

/// Errors are ignored: nothing can be done about them.
fn give_back() {
    let _ = disable_raw_mode();
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
}
