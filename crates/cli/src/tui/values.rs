//! The third column of wide terminals: legal moves with their exact values, and the values of the game
//! so far.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use yomikiri_lab::{Answer, MoveView, Side, Value};

use super::draw::panel;
use super::state::State;
use super::text;
use crate::verbs::answer_text;

/// Lists the legal moves, best first where values are shown.
pub(super) fn draw_legal(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let theme = state.look.theme;
    let block = panel(state, &state.say("tui-legal"), area.width);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let entries = entries(state);
    let room = inner.width.saturating_sub(1);
    let widest = entries.iter().map(|(text, _)| text::width(text)).max();
    let widest = widest.unwrap_or(0).min(room);
    let lines: Vec<Line<'_>> = match state.known_here() {
        Some(_) => {
            let line = |(mv, value): &(String, String)| {
                let mv = text::pad(mv, widest + 2);
                let left = room.saturating_sub(text::width(&mv));
                Line::from(vec![
                    Span::styled(mv, theme.strong()),
                    Span::raw(text::cut(value, left)),
                ])
            };
            entries.iter().map(line).collect()
        }
        // Without values there is room for several in a line.
        None => {
            let columns = usize::from((room / (widest + 2)).max(1));
            let line = |row: &[(String, String)]| {
                let texts = row.iter().map(|(mv, _)| text::pad(mv, widest + 2));
                Line::raw(texts.collect::<String>())
            };
            entries.chunks(columns).map(line).collect()
        }
    };
    let height = usize::from(inner.height);
    let hidden = lines.len().saturating_sub(height);
    let mut shown: Vec<Line<'_>> = lines.into_iter().take(height).collect();
    if hidden > 0
        && let Some(last) = shown.last_mut()
    {
        *last = Line::styled("…", theme.dim());
    }
    frame.render_widget(Paragraph::new(shown), inner);
}

/// Each legal move with its value in words, empty where none is known.
fn entries(state: &State) -> Vec<(String, String)> {
    let legal = &state.view.legal;
    let Some(known) = state.known_here() else {
        let text = |mv: &MoveView| (state.write(mv).to_owned(), String::new());
        return legal.iter().map(text).collect();
    };
    let entry = |probed: &yomikiri_lab::ProbedMove| {
        let mv = legal.iter().find(|mv| mv.text == probed.text)?;
        let value = answer_text(&state.play.texts, &probed.answer);
        Some((state.write(mv).to_owned(), value))
    };
    known.moves.iter().filter_map(entry).collect()
}

/// Draws the value of each position as a bar: up for First, down for Second, the longer the nearer the
/// end is; draws are dots on the middle line.
pub(super) fn draw_graph(frame: &mut Frame<'_>, state: &State, area: Rect) {
    let theme = state.look.theme;
    let block = panel(state, &state.say("tui-graph"), area.width);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    if state.known.is_empty() {
        let lines = Paragraph::new(state.say("tui-graph-off")).style(theme.dim());
        let wrapped = lines.wrap(ratatui::widgets::Wrap { trim: true });
        return frame.render_widget(wrapped, inner);
    }
    let half = i32::from(inner.height.saturating_sub(1) / 2);
    let middle = inner.y + half as u16;
    let skipped = state.known.len().saturating_sub(usize::from(inner.width));
    for (column, (ply, known)) in state.known.iter().enumerate().skip(skipped).enumerate() {
        let x = inner.x + column as u16;
        let Some(known) = known else {
            continue;
        };
        // Whoever moved there, or is to move.
        let side = state
            .view
            .played
            .get(ply)
            .map_or(state.view.side, |mv| mv.side);
        let height = bar_height(&known.answer, side, half);
        let to = frame.buffer_mut();
        if height == 0 {
            to.set_string(x, middle, "·", theme.dim());
        }
        for step in 0..height.abs() {
            let y = match height > 0 {
                true => middle.saturating_sub(step as u16 + 1),
                false => middle + step as u16 + 1,
            };
            let owner = if height > 0 {
                Side::First
            } else {
                Side::Second
            };
            let sign = if owner == Side::First { "█" } else { "▒" };
            if y >= inner.y && y < inner.bottom() {
                to.set_string(x, y, sign, theme.side(owner));
            }
        }
    }
}

/// Rows of a bar: positive for First. A decided position has at least one row, one that is nearly over
/// all of them.
fn bar_height(answer: &Answer, side: Side, most: i32) -> i32 {
    let sign = match (answer.value, side) {
        (Value::Draw, _) => return 0,
        (Value::Win, Side::First) | (Value::Loss, Side::Second) => 1,
        _ => -1,
    };
    let plies = answer.distance.unwrap_or(u32::MAX).min(1 << 20) as i32;
    // Every ten plies a row less.
    sign * (most - plies / 10).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_longer_the_nearer_the_end_is() {
        let bar = |value, distance, side| bar_height(&Answer { value, distance }, side, 4);
        assert_eq!(bar(Value::Draw, None, Side::First), 0);
        assert_eq!(bar(Value::Win, Some(1), Side::First), 4);
        assert_eq!(bar(Value::Win, Some(15), Side::First), 3);
        assert_eq!(bar(Value::Win, Some(200), Side::First), 1);
        assert_eq!(bar(Value::Win, None, Side::Second), -1);
        assert_eq!(bar(Value::Loss, Some(2), Side::Second), 4);
        assert_eq!(bar(Value::Loss, Some(2), Side::First), -4);
    }
}
