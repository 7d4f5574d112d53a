//! The full-screen game.
//!
//! | File | Contents |
//! |---|---|
//! | `state.rs` | the state of the screen as plain data; playing, taking back, thinking |
//! | `pick.rs` | the cursor, picking up and putting down |
//! | `files.rs` | saving and loading |
//! | `input.rs` | keyboard and mouse events to changes of the state |
//! | `layout.rs`, `draw.rs`, `board.rs`, `theme.rs`, `text.rs` | drawing the state |
//! | `thinker.rs` | players think in the background |
//! | `terminal.rs` | setting up and restoring the terminal |
//!
//! The board component draws any diagram, and the legal moves decide what can be picked up: nothing
//! here knows a game.

mod board;
mod draw;
mod files;
mod input;
mod layout;
mod pick;
mod state;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod theme;
mod thinker;
mod values;

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ratatui::crossterm::event;
use ratatui::layout::Rect;

use self::state::State;
use self::terminal::FullScreen;
use self::thinker::Thinker;
use crate::output::{CliError, note};
use crate::session::PlaySession;

/// How long to wait for a key before checking the thinker and the clock.
const PULSE: Duration = Duration::from_millis(40);
/// How long a stopped player may take to finish.
const PATIENCE: Duration = Duration::from_millis(300);

/// Plays on the whole terminal.
pub(crate) fn run(play: PlaySession) -> Result<ExitCode, CliError> {
    let mut state = State::new(play);
    let thinker = Thinker::start();
    let ended = FullScreen::enter().and_then(|mut screen| hold(&mut state, &thinker, &mut screen));
    state.hush();
    thinker.finish(PATIENCE);
    let texts = &state.play.texts.clone();
    if let Some(outcome) = &state.view.outcome {
        for sentence in texts.verdict(outcome) {
            note(&sentence);
        }
    }
    match state.shelve() {
        Some(Ok(file)) => {
            let file = file.display().to_string();
            note(&texts.message("play-saved", &[("file", &file)]));
        }
        Some(Err(error)) => note(&texts.message("tui-not-saved", &[("error", &error)])),
        None => {}
    }
    ended?;
    Ok(ExitCode::SUCCESS)
}

/// The main loop: draws, handles input and lets players think until the user quits.
fn hold(state: &mut State, thinker: &Thinker, screen: &mut FullScreen) -> io::Result<()> {
    let mut last = Instant::now();
    while !state.leaving {
        screen.terminal.draw(|frame| draw::draw(frame, state))?;
        let mut patience = PULSE;
        while event::poll(patience)? {
            let event = event::read()?;
            let size = screen.terminal.size()?;
            input::handle(state, &event, Rect::new(0, 0, size.width, size.height));
            patience = Duration::ZERO;
        }
        while let Some(news) = thinker.news(Duration::ZERO) {
            state.hear(news);
        }
        let now = Instant::now();
        state.tick(now - last);
        last = now;
        if let Some(task) = state.task() {
            thinker.think(task);
        }
    }
    Ok(())
}
