//! Keyboard and mouse events as changes of the state.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::draw::fitting_moves;
use super::layout::Screen;
use super::state::{Mode, Purpose, Question, Spot, State};

/// No move or file name is nearly this long.
const LONGEST_INPUT: usize = 1000;

/// Handles one event of a terminal of that size.
pub(super) fn handle(state: &mut State, event: &Event, area: Rect) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => on_key(state, *key),
        Event::Mouse(mouse) => on_mouse(state, *mouse, area),
        _ => {}
    }
}

fn on_key(state: &mut State, key: KeyEvent) {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c' | 'd') => state.leaving = true,
            KeyCode::Char('u') => {
                if let Mode::Typing(_, typed) = &mut state.mode {
                    typed.clear();
                }
            }
            _ => {}
        }
        return;
    }
    match &state.mode {
        Mode::Board => on_board_key(state, key.code),
        Mode::Typing(purpose, _) => {
            let purpose = *purpose;
            on_typing_key(state, purpose, key.code);
        }
        Mode::Choosing(..) => on_choosing_key(state, key.code),
        Mode::Asking(question) => {
            let question = question.clone();
            on_answer_key(state, question, key.code);
        }
        Mode::Help => state.mode = Mode::Board,
    }
}

fn on_board_key(state: &mut State, code: KeyCode) {
    match code {
        KeyCode::Left | KeyCode::Char('h') => state.steer(-1, 0),
        KeyCode::Right | KeyCode::Char('l') => state.steer(1, 0),
        KeyCode::Up | KeyCode::Char('k') => state.steer(0, -1),
        KeyCode::Down | KeyCode::Char('j') => state.steer(0, 1),
        KeyCode::Enter if state.paused && !state.my_turn() => state.step = true,
        KeyCode::Enter => state.press(),
        KeyCode::Tab | KeyCode::BackTab => state.switch_to_hand(),
        KeyCode::Esc => escape(state),
        KeyCode::Char(' ') => pause(state),
        KeyCode::PageUp => scroll(state, 5),
        KeyCode::PageDown => scroll(state, -5),
        KeyCode::Char('p') => state.pass(),
        KeyCode::Char('u') => state.take_back(),
        KeyCode::Char('?') => state.ask_hint(),
        KeyCode::Char('f') => state.look.flipped = !state.look.flipped,
        KeyCode::Char('t') => state.look.letters = !state.look.letters,
        KeyCode::Char('m') => state.look.steps = !state.look.steps,
        KeyCode::Char('y') => state.next_style(),
        KeyCode::Char('v') => state.switch_values(),
        KeyCode::Char('r') => ask_to_resign(state),
        KeyCode::Char('n') => match state.unsaved() && !state.is_over() {
            true => state.mode = Mode::Asking(Question::New),
            false => state.new_game(),
        },
        KeyCode::Char('s') => type_in(state, Purpose::Save, state.offered_save()),
        KeyCode::Char('o') => type_in(state, Purpose::Load, state.offered_load()),
        KeyCode::Char('q') => match state.unsaved() && !state.is_over() {
            true => state.mode = Mode::Asking(Question::Quit),
            false => state.leaving = true,
        },
        KeyCode::F(1) | KeyCode::Char('H') => state.mode = Mode::Help,
        KeyCode::Char('i' | ':' | '/') => type_in(state, Purpose::Move, String::new()),
        // Any other character starts a move: `b5b4`, `Ab4`, `2四ア`.
        KeyCode::Char(c) if c.is_alphanumeric() => {
            type_in(state, Purpose::Move, c.to_string());
        }
        _ => {}
    }
}

fn type_in(state: &mut State, purpose: Purpose, text: String) {
    state.note = None;
    state.mode = Mode::Typing(purpose, text);
}

fn escape(state: &mut State) {
    if state.picked.take().is_none() && !state.hurry() {
        state.cursor = Spot::Cell(state.home);
        state.note = None;
    }
}

fn pause(state: &mut State) {
    if state.my_turn() {
        return state.press();
    }
    state.paused = !state.paused;
    if state.paused {
        state.hush();
    }
}

fn scroll(state: &mut State, rows: isize) {
    let most = state.rows().len();
    state.scroll = state.scroll.saturating_add_signed(rows).min(most);
}

fn ask_to_resign(state: &mut State) {
    if state.is_over() {
        state.refuse();
    } else if state.people() {
        state.mode = Mode::Asking(Question::Resign);
    } else {
        state.complain("tui-nobody-resigns", &[]);
    }
}

fn on_typing_key(state: &mut State, purpose: Purpose, code: KeyCode) {
    let Mode::Typing(_, typed) = &mut state.mode else {
        return;
    };
    match code {
        KeyCode::Char(c) if !c.is_control() && typed.chars().count() < LONGEST_INPUT => {
            typed.push(c);
            state.note = None;
        }
        KeyCode::Backspace => {
            typed.pop();
            state.note = None;
        }
        KeyCode::Tab if purpose == Purpose::Move => complete(state),
        KeyCode::Esc => {
            state.mode = Mode::Board;
            state.note = None;
        }
        KeyCode::Enter => {
            let typed = typed.trim().to_owned();
            entered(state, purpose, typed);
        }
        _ => {}
    }
}

/// Completes to the common prefix of all matching moves.
fn complete(state: &mut State) {
    let Mode::Typing(_, typed) = &state.mode else {
        return;
    };
    let fitting = fitting_moves(state, typed);
    let Some((first, others)) = fitting.split_first() else {
        return;
    };
    let mut common = first.as_str();
    while !others.iter().all(|other| other.starts_with(common)) {
        common = &common[..common.char_indices().last().map_or(0, |(at, _)| at)];
    }
    if common.len() > typed.trim().len() {
        state.mode = Mode::Typing(Purpose::Move, common.to_owned());
    }
}

fn entered(state: &mut State, purpose: Purpose, typed: String) {
    if typed.is_empty() {
        state.mode = Mode::Board;
        return;
    }
    match purpose {
        // An invalid move stays in the field for editing.
        Purpose::Move => {
            if state.play(&typed) {
                state.mode = Mode::Board;
            }
        }
        Purpose::Save => {
            state.mode = Mode::Board;
            state.save_as(&typed);
        }
        Purpose::Load => {
            state.mode = Mode::Board;
            state.load(&typed);
        }
    }
}

fn on_choosing_key(state: &mut State, code: KeyCode) {
    let Mode::Choosing(choices, chosen) = &mut state.mode else {
        return;
    };
    let last = choices.len().saturating_sub(1);
    match code {
        KeyCode::Up | KeyCode::Char('k') => *chosen = chosen.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => *chosen = (*chosen + 1).min(last),
        KeyCode::Enter | KeyCode::Char(' ') => {
            let chosen = *chosen;
            state.choose(chosen);
        }
        KeyCode::Char(digit @ '1'..='9') => state.choose(digit as usize - '1' as usize),
        KeyCode::Esc | KeyCode::Char('q') => state.mode = Mode::Board,
        _ => {}
    }
}

fn on_answer_key(state: &mut State, question: Question, code: KeyCode) {
    match code {
        KeyCode::Char('y' | 'Y') | KeyCode::Enter => {
            state.mode = Mode::Board;
            match question {
                Question::Resign => state.resign(),
                Question::New => state.new_game(),
                Question::Quit => state.leaving = true,
                Question::Overwrite(file) => state.save(file),
            }
        }
        KeyCode::Char('n' | 'N') | KeyCode::Esc => state.mode = Mode::Board,
        _ => {}
    }
}

fn on_mouse(state: &mut State, mouse: MouseEvent, area: Rect) {
    match mouse.kind {
        MouseEventKind::ScrollUp => scroll(state, 1),
        MouseEventKind::ScrollDown => scroll(state, -1),
        MouseEventKind::Down(MouseButton::Left) if state.mode == Mode::Board => {
            let Ok(screen) = Screen::of(area, state) else {
                return;
            };
            let place = Position::new(mouse.column, mouse.row);
            if let Some(spot) = screen.spot_at(place, state) {
                if let Spot::Cell(cell) = spot {
                    state.home = cell;
                }
                state.cursor = spot;
                state.press();
            }
        }
        MouseEventKind::Down(MouseButton::Right) => escape(state),
        _ => {}
    }
}
