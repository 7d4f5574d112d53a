//! The screen, drawn from the state.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect, Size};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};
use yomikiri_lab::{PlayerSpec, Report, Side};

use super::board::{Marks, arrow, piece_text};
use super::layout::{Screen, hand_items, hand_title};
use super::state::{Mode, Purpose, Question, Spot, State};
use super::{text, values};
use crate::output::grouped;
use crate::verbs::{answer_text, score_text};

/// Draws everything.
pub(super) fn draw(frame: &mut Frame<'_>, state: &State) {
    let area = frame.area();
    let screen = match Screen::of(area, state) {
        Ok(screen) => screen,
        Err(needed) => return draw_too_small(frame, state, needed),
    };
    let marks = marks(state);
    let to = frame.buffer_mut();
    screen
        .board
        .draw(&state.view.diagram, &marks, &state.look, to);
    for side in [Side::First, Side::Second] {
        draw_hand(frame, state, side, screen.hands[side.index()]);
    }
    draw_status(frame, state, screen.status);
    draw_moves(frame, state, screen.moves);
    if let Some([legal, graph]) = screen.more {
        values::draw_legal(frame, state, legal);
        values::draw_graph(frame, state, graph);
    }
    draw_note(frame, state, screen.note);
    draw_keys(frame, state, screen.keys);
    match &state.mode {
        Mode::Choosing(..) => draw_choices(frame, state, &screen),
        Mode::Help => draw_help(frame, state),
        _ => {}
    }
}

fn marks(state: &State) -> Marks {
    let cell = |spot: Spot| match spot {
        Spot::Cell(cell) => Some(cell),
        Spot::Hand(_) => None,
    };
    let touched = |mv: &yomikiri_lab::MoveView| mv.from.into_iter().chain(mv.to).collect();
    let advice = state.advice.as_ref();
    Marks {
        // Spectators have no cursor.
        cursor: cell(state.cursor).filter(|_| state.people()),
        picked: state.picked.and_then(cell),
        targets: state.targets(),
        last: state.view.played.last().map_or_else(Vec::new, touched),
        hint: advice.map_or_else(Vec::new, |report| touched(&report.best)),
    }
}

fn draw_too_small(frame: &mut Frame<'_>, state: &State, needed: Size) {
    let (width, height) = (needed.width.to_string(), needed.height.to_string());
    let args: [(&str, &str); 2] = [("width", &width), ("height", &height)];
    let message = state.play.texts.message("tui-too-small", &args);
    let message = format!("{message}\n{}", state.say("tui-too-small-keys"));
    let area = frame.area();
    let place = Rect {
        y: area.y + area.height / 3,
        height: area.height - area.height / 3,
        ..area
    };
    let words = Paragraph::new(message)
        .wrap(Wrap { trim: true })
        .alignment(Alignment::Center);
    frame.render_widget(words, place);
}

fn draw_hand(frame: &mut Frame<'_>, state: &State, side: Side, area: Rect) {
    let theme = state.look.theme;
    let mut spans = vec![Span::styled(hand_title(state, side), theme.side(side))];
    for (at, item) in hand_items(state, side).into_iter().enumerate() {
        let here = state.view.side == side && state.cursor == Spot::Hand(at);
        let style = if here { theme.chosen() } else { theme.strong() };
        spans.push(Span::styled(item, style));
    }
    frame.render_widget(Line::from(spans), area);
}

pub(super) fn panel(state: &State, title: &str, room: u16) -> Block<'static> {
    let title = text::cut(&format!(" {title} "), room.saturating_sub(4));
    Block::bordered()
        .border_style(state.look.theme.dim())
        .title(Span::styled(title, state.look.theme.strong()))
}

fn draw_status(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let theme = state.look.theme;
    let name = state.play.game.info().name(state.play.texts.lang());
    let block = panel(state, name, area.width);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let mut lines: Vec<Line<'_>> = [Side::First, Side::Second]
        .map(|side| player_line(state, side, inner.width))
        .into();
    lines.push(turn_line(state));
    if let Some(known) = state.known_here() {
        let value = answer_text(&state.play.texts, &known.answer);
        let value = format!("{}: {value}", state.say("tui-value"));
        lines.push(Line::raw(text::cut(&value, inner.width)));
    }
    if let Some([_, faces]) = state.set_up_help() {
        lines.push(Line::raw(text::cut(&faces, inner.width)));
    }
    lines.extend(thought_lines(state).into_iter().map(|line| {
        let line = text::cut(&line, inner.width);
        Line::styled(line, theme.dim())
    }));
    frame.render_widget(Paragraph::new(lines), inner);
}

/// The side, its player and the time used.
fn player_line(state: &State, side: Side, room: u16) -> Line<'static> {
    let theme = state.look.theme;
    let to_move = !state.is_over() && state.view.side == side;
    let pointer = if to_move { "►" } else { " " };
    let name = state.side_name(side);
    let title = format!("{pointer}{} {name} ", arrow(side, state.look.flipped));
    let clock = clock_text(state.clocks[side.index()]);
    let used = text::width(&title) + text::width(&clock) + 1;
    let player = player_name(state, &state.play.players[side.index()]);
    let player = text::pad(&player, room.saturating_sub(used));
    Line::from(vec![
        Span::styled(title, theme.side(side)),
        Span::raw(player),
        Span::styled(format!(" {clock}"), theme.dim()),
    ])
}

/// A player without its seed.
fn player_name(state: &State, player: &PlayerSpec) -> String {
    if player.is_human() {
        return state.say("tui-human");
    }
    player.clone().without_setting("seed").to_string()
}

fn clock_text(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn turn_line(state: &State) -> Line<'static> {
    let theme = state.look.theme;
    if let Some(outcome) = &state.view.outcome {
        let sides = state.play.game.profile().identity.sides;
        return Line::styled(state.play.texts.outcome_of(sides, outcome), theme.strong());
    }
    let sides = state.play.game.profile().identity.sides;
    let turn = state.play.texts.turn(sides, state.view.side);
    let mut spans = vec![Span::styled(turn, theme.strong())];
    if state.view.in_check == Some(true) {
        spans.push(Span::styled(
            format!(" · {}!", state.say("in-check")),
            theme.error(),
        ));
    }
    if state.paused && !state.my_turn() {
        spans.push(Span::raw(format!(" · {}", state.say("tui-paused"))));
    }
    Line::from(spans)
}

/// The current or last thought.
fn thought_lines(state: &State) -> Vec<String> {
    let texts = &state.play.texts;
    if let Some(thinking) = &state.thinking {
        let player = player_name(state, &thinking.player);
        let id = if thinking.is_hint {
            "tui-thinking-hint"
        } else {
            "tui-thinking"
        };
        let title = texts.message(id, &[("player", &player)]);
        let mut lines = vec![format!("{title} {}", clock_text(thinking.since))];
        lines.extend(
            thinking
                .so_far
                .iter()
                .map(|so_far| line_text(state, so_far)),
        );
        return lines;
    }
    let thought = state.thought.as_ref();
    if let Some(advice) = &state.advice {
        vec![report_text(state, advice), line_text(state, advice)]
    } else if let Some((player, report)) = thought.filter(|(_, report)| report.nodes > 0) {
        let player = player_name(state, player);
        vec![
            format!("{player}: {}", report_text(state, report)),
            line_text(state, report),
        ]
    } else {
        Vec::new()
    }
}

fn report_text(state: &State, report: &Report) -> String {
    let args: [(&str, &str); 2] = [
        ("depth", &report.depth.to_string()),
        ("nodes", &grouped(report.nodes)),
    ];
    state.play.texts.message("tui-effort", &args)
}

/// The score and the expected moves.
fn line_text(state: &State, report: &Report) -> String {
    let Some(line) = report.lines.first() else {
        return String::new();
    };
    let score = line.score.as_ref();
    let score = score.map(|score| score_text(&state.play.texts, score));
    let moves = line.moves.iter().map(|mv| state.write(mv).to_owned());
    let words: Vec<String> = score.into_iter().chain(moves).collect();
    words.join(" ")
}

fn draw_moves(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let theme = state.look.theme;
    let block = panel(state, &state.say("tui-moves"), area.width);
    let inner = block.inner(area);
    let rows = state.rows();
    let height = usize::from(inner.height);
    let most = rows.len().saturating_sub(height);
    let first = most - state.scroll.min(most);
    let block = match (first > 0, first < most) {
        (false, false) => block,
        (above, below) => {
            let arrows = [above.then_some("↑"), below.then_some("↓")];
            let arrows: String = arrows.into_iter().flatten().collect();
            block.title_bottom(Line::from(format!(" {arrows} ")).right_aligned())
        }
    };
    frame.render_widget(block, area);
    let number_width = rows.len().max(1).ilog10() as usize + 2;
    let room = inner.width.saturating_sub(number_width as u16 + 2) / 2;
    let last = state.view.played.last();
    let lines = rows.iter().enumerate().skip(first).take(height);
    let lines = lines.map(|(row, moves)| {
        let number = format!("{:>number_width$}. ", row + 1);
        let mut spans = vec![Span::styled(number, theme.dim())];
        for (mv, side) in moves.iter().zip([Side::First, Side::Second]) {
            let text = match mv {
                Some(mv) => format!("{}{}", arrow(side, state.look.flipped), state.write(mv)),
                None if side == Side::First => "…".to_owned(),
                None => String::new(),
            };
            let is_last = mv.is_some_and(|mv| last.is_some_and(|last| std::ptr::eq(mv, last)));
            let style = if is_last {
                theme.strong()
            } else {
                Style::new()
            };
            spans.push(Span::styled(text::pad(&text, room), style));
        }
        Line::from(spans)
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
}

fn draw_note(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let theme = state.look.theme;
    if let Mode::Typing(Purpose::Move, typed) = &state.mode
        && state.note.is_none()
    {
        let fitting = fitting_moves(state, typed).join(" ");
        let fitting = text::cut(&fitting, area.width.saturating_sub(2));
        let line = Line::styled(format!(" {fitting}"), theme.dim());
        return frame.render_widget(line, area);
    }
    let Some(note) = &state.note else {
        if let Some([help, _]) = state.set_up_help() {
            let help = text::cut(&help, area.width.saturating_sub(2));
            frame.render_widget(Line::styled(format!(" {help}"), theme.strong()), area);
        }
        return;
    };
    let style = match note.is_error {
        true => theme.error(),
        false => theme.strong(),
    };
    let note = text::cut(&note.text.replace('\n', " "), area.width.saturating_sub(2));
    frame.render_widget(Line::styled(format!(" {note}"), style), area);
}

/// Legal moves that begin with the typed text, each in the matching notation.
pub(super) fn fitting_moves(state: &State, typed: &str) -> Vec<String> {
    let typed = typed.trim();
    let fitting = state.view.legal.iter().filter_map(|mv| {
        let liked = std::iter::once(state.write(mv));
        let ways = liked.chain([mv.text.as_str()]);
        let mut ways = ways.chain(mv.styled.values().map(String::as_str));
        ways.find(|way| way.starts_with(typed)).map(str::to_owned)
    });
    fitting.collect()
}

fn draw_keys(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let theme = state.look.theme;
    let keys = match &state.mode {
        Mode::Typing(purpose, typed) => return draw_input(frame, state, *purpose, typed, area),
        Mode::Asking(question) => {
            let text = format!(" {}", question_text(state, question));
            let text = text::cut(&text, area.width);
            return frame.render_widget(Line::styled(text, theme.chosen()), area);
        }
        Mode::Choosing(..) => "tui-keys-choose",
        Mode::Help => "tui-keys-help",
        Mode::Board if state.is_over() => "tui-keys-over",
        Mode::Board if state.thinking.is_some() && state.people() => "tui-keys-thinking",
        Mode::Board if !state.people() => "tui-keys-watch",
        Mode::Board if state.picked.is_some() => "tui-keys-picked",
        Mode::Board => "tui-keys",
    };
    let text = text::cut(&format!(" {}", state.say(keys)), area.width);
    frame.render_widget(Line::styled(text, theme.dim()), area);
}

fn question_text(state: &State, question: &Question) -> String {
    match question {
        Question::Resign => state.say("tui-confirm-resign"),
        Question::New => state.say("tui-confirm-new"),
        Question::Quit => state.say("tui-confirm-quit"),
        Question::Overwrite(file) => {
            let file = file.display().to_string();
            let args: [(&str, &str); 1] = [("file", &file)];
            state.play.texts.message("tui-confirm-overwrite", &args)
        }
    }
}

fn draw_input(frame: &mut Frame<'_>, state: &State, purpose: Purpose, typed: &str, area: Rect) {
    let title = state.say(match purpose {
        Purpose::Move => "tui-type",
        Purpose::Save => "tui-save",
        Purpose::Load => "tui-load",
    });
    let title = format!(" {title} ");
    let used = text::width(&title);
    let typed = text::tail(typed, area.width.saturating_sub(used + 2));
    let end = area.x + used + text::width(typed);
    let spans = [
        Span::styled(title, state.look.theme.strong()),
        Span::raw(typed),
    ];
    frame.render_widget(Line::from_iter(spans), area);
    frame.set_cursor_position(Position::new(end, area.y));
}

/// A box in the middle of the screen.
fn draw_box(frame: &mut Frame<'_>, state: &State, title: &str, lines: Vec<Line<'_>>, within: Rect) {
    let widest = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
    let size = Size {
        width: (widest.max(text::width(title) + 2) + 4).min(within.width),
        height: (lines.len() as u16 + 2).min(within.height),
    };
    let area = Rect {
        x: within.x + (within.width - size.width) / 2,
        y: within.y + (within.height - size.height) / 2,
        width: size.width,
        height: size.height,
    };
    let block = Block::bordered().title(Span::styled(
        format!(" {title} "),
        state.look.theme.strong(),
    ));
    let inner = block.inner(area);
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    frame.render_widget(Clear, area);
    // A wide character that reaches into the box from the left would cover its edge.
    if let Some(left) = area.x.checked_sub(1) {
        let buffer = frame.buffer_mut();
        for y in area.top()..area.bottom() {
            if text::width(buffer[(left, y)].symbol()) > 1 {
                buffer[(left, y)].set_symbol(" ");
            }
        }
    }
    frame.render_widget(block, area);
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_choices(frame: &mut Frame<'_>, state: &State, screen: &Screen) {
    let Mode::Choosing(choices, chosen) = &state.mode else {
        return;
    };
    let lines = choices.iter().enumerate().map(|(at, choice)| {
        let becomes = choice.becomes.as_ref();
        let becomes = becomes.map_or_else(String::new, |piece| piece_text(piece, &state.look));
        let line = format!(
            "{}  {}  {} ",
            at + 1,
            text::pad(&becomes, 4),
            state.write(&choice.mv)
        );
        match at == *chosen {
            true => Line::styled(line, state.look.theme.chosen()),
            false => Line::raw(line),
        }
    });
    let title = state.say("tui-choose");
    draw_box(frame, state, &title, lines.collect(), screen.moves);
}

fn draw_help(frame: &mut Frame<'_>, state: &State) {
    let help = state.say("tui-help");
    let rows: Vec<(&str, &str)> = help
        .lines()
        .map(|line| line.split_once('|').unwrap_or((line, "")))
        .map(|(keys, meaning)| (keys.trim(), meaning.trim()))
        .collect();
    let widest = rows.iter().map(|(keys, _)| text::width(keys)).max();
    let lines = rows.iter().map(|(keys, meaning)| {
        let keys = text::pad(keys, widest.unwrap_or(0) + 2);
        Line::from(vec![
            Span::styled(keys, state.look.theme.strong()),
            Span::raw(*meaning),
        ])
    });
    let title = state.say("tui-help-title");
    let area = frame.area();
    draw_box(frame, state, &title, lines.collect(), area);
}
